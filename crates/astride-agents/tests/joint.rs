//! The reference: Dijkstra's algorithm over the places of all agents at once, too simple to be
//! wrong and too slow for more than a handful of cells.

use std::collections::{BTreeMap, BTreeSet};

use astride_agents::mapf::Objective;

/// A map of cells, true where one can stand, and the agents' starts and goals as cells.
#[derive(Clone, Debug)]
pub(crate) struct Puzzle {
    pub(crate) width: usize,
    pub(crate) free: Vec<bool>,
    pub(crate) starts: Vec<usize>,
    pub(crate) goals: Vec<usize>,
}

/// Where everybody is, and who will not move any more.
type State = (Vec<usize>, Vec<bool>);

impl Puzzle {
    /// The least cost of a plan, `None` if there is none.
    pub(crate) fn least(&self, objective: Objective) -> Option<u64> {
        let first: State = (self.starts.clone(), vec![false; self.starts.len()]);
        let mut open = BTreeSet::from([(0, first.clone())]);
        let mut known = BTreeMap::from([(first, 0)]);
        while let Some((cost, state)) = open.pop_first() {
            let is_done = match objective {
                Objective::SumOfCosts => state.1.iter().all(|&is_done| is_done),
                Objective::Makespan | Objective::SumOfLoss => state.0 == self.goals,
            };
            if is_done {
                return Some(cost);
            }
            for next in self.steps(&state, objective) {
                let cost = cost + self.step_cost(&state, &next, objective);
                if known.get(&next).is_none_or(|&before| cost < before) {
                    known.insert(next.clone(), cost);
                    open.insert((cost, next));
                }
            }
        }
        None
    }

    fn step_cost(&self, from: &State, to: &State, objective: Objective) -> u64 {
        let agents = 0..self.goals.len();
        match objective {
            Objective::Makespan => 1,
            // To be done is said in a step of its own, which takes no time.
            Objective::SumOfCosts if from.1 != to.1 => 0,
            Objective::SumOfCosts => from.1.iter().filter(|&&is_done| !is_done).count() as u64,
            Objective::SumOfLoss => {
                let rests = |agent: &usize| {
                    from.0[*agent] == self.goals[*agent] && to.0[*agent] == self.goals[*agent]
                };
                agents.filter(|agent| !rests(agent)).count() as u64
            }
        }
    }

    fn steps(&self, (places, done): &State, objective: Objective) -> Vec<State> {
        let mut found = Vec::new();
        if objective == Objective::SumOfCosts {
            for agent in 0..places.len() {
                if !done[agent] && places[agent] == self.goals[agent] {
                    let mut done = done.clone();
                    done[agent] = true;
                    found.push((places.clone(), done));
                }
            }
        }
        let mut rows: Vec<Vec<usize>> = vec![Vec::new()];
        for agent in 0..places.len() {
            let ways = if done[agent] { vec![places[agent]] } else { self.around(places[agent]) };
            let longer = |row: &Vec<usize>| {
                let longer = ways.iter().map(|&to| [&row[..], &[to]].concat());
                longer.collect::<Vec<_>>()
            };
            rows = rows.iter().flat_map(longer).collect();
        }
        rows.retain(|to| is_allowed(places, to));
        found.extend(rows.into_iter().map(|to| (to, done.clone())));
        found
    }

    fn around(&self, cell: usize) -> Vec<usize> {
        let (x, y) = (cell % self.width, cell / self.width);
        let mut cells = vec![cell];
        if x > 0 {
            cells.push(cell - 1);
        }
        if x + 1 < self.width {
            cells.push(cell + 1);
        }
        if y > 0 {
            cells.push(cell - self.width);
        }
        cells.push(cell + self.width);
        cells.retain(|&cell| self.free.get(cell) == Some(&true));
        cells
    }

    /// The map as text.
    pub(crate) fn drawing(&self) -> String {
        let letter = |&is_free: &bool| if is_free { '.' } else { '#' };
        let row = |row: &[bool]| row.iter().map(letter).chain(['\n']).collect::<String>();
        self.free.chunks(self.width).map(row).collect()
    }
}

fn is_allowed(from: &[usize], to: &[usize]) -> bool {
    (0..to.len()).all(|agent| {
        (0..agent).all(|other| {
            to[agent] != to[other] && !(to[agent] == from[other] && to[other] == from[agent])
        })
    })
}

#[test]
fn the_reference_knows_what_is_plain() {
    let puzzle = |free: &[bool], starts: &[usize], goals: &[usize]| Puzzle {
        width: 3,
        free: free.to_vec(),
        starts: starts.to_vec(),
        goals: goals.to_vec(),
    };
    // Two pass each other in a room of two rows.
    let room = puzzle(&[true; 6], &[0, 2], &[2, 0]);
    assert_eq!(room.least(Objective::Makespan), Some(4));
    assert_eq!(room.least(Objective::SumOfCosts), Some(6));
    // In a corridor they cannot.
    let corridor = puzzle(&[true; 3], &[0, 2], &[2, 0]);
    assert!(Objective::ALL.iter().all(|&objective| corridor.least(objective).is_none()));
    assert_eq!(puzzle(&[true; 3], &[0], &[2]).least(Objective::SumOfLoss), Some(2));
}
