//! Every kind of reasoning, compared with the search without any.

use astride::base::{Budget, Cell, Dir, NodeId, Random};
use astride::io::Drawing;
use astride::shapes::square::{Edit, Grid, Mover, Neighbours};
use astride_testkit::tally::is_slow_run;

use super::super::instance::{Instance, Trip};
use super::super::objective::Objective;
use super::super::task::Task;
use super::super::validate::validate;
use super::*;

const NONE: Reasoning =
    Reasoning { has_mutexes: false, has_corridors: false, has_targets: false, has_weights: false };

/// Every kind of reasoning alone, and all together.
fn kinds() -> [Reasoning; 6] {
    [
        Reasoning { has_mutexes: true, ..NONE },
        Reasoning { has_corridors: true, ..NONE },
        Reasoning { has_targets: true, ..NONE },
        Reasoning { has_mutexes: true, has_weights: true, ..NONE },
        Reasoning { has_weights: false, ..Reasoning::ALL },
        Reasoning::ALL,
    ]
}

/// A question on a small map.
struct Question {
    drawing: String,
    /// Steps that are forbidden, although the way back is free.
    forbidden: Vec<(Cell, Dir)>,
    trips: Vec<Trip>,
}

impl Question {
    fn grid(&self) -> Grid {
        let mut grid = Drawing::parse(&self.drawing).unwrap().grid;
        let mut edit = Edit::new();
        for &(cell, dir) in &self.forbidden {
            edit.forbid_step(cell, dir);
        }
        grid.apply(&edit).unwrap();
        grid
    }

    /// Walls and agents at random, as far as there is room.
    fn by_lot(dice: &mut Random, width: u32, height: u32, walls: u32, agents: usize) -> Self {
        let mut cells: Vec<char> = Vec::new();
        cells.extend((0..width * height).map(|_| if dice.below(100) < walls { '#' } else { '.' }));
        let mut free: Vec<u32> =
            (0..width * height).filter(|&cell| cells[cell as usize] == '.').collect();
        let row = |row: &[char]| row.iter().chain(&['\n']).collect::<String>();
        let drawing = cells.chunks(width as usize).map(row).collect();
        let mut lots = || {
            for at in 0..agents.min(free.len()) {
                let other = dice.between(at as u32, free.len() as u32) as usize;
                free.swap(at, other);
            }
            free.iter().take(agents).map(|&cell| NodeId::new(cell)).collect::<Vec<_>>()
        };
        let (starts, goals) = (lots(), lots());
        let trip = |(start, goal)| Trip { start, goal };
        let trips = starts.into_iter().zip(goals).map(trip).collect();
        Question { drawing, forbidden: Vec::new(), trips }
    }

    /// Forbids a random one of this many steps.
    fn one_way(mut self, dice: &mut Random, of: u32) -> Self {
        for (y, row) in (0..).zip(self.drawing.lines()) {
            for x in 0..row.len() as u32 {
                for dir in Dir::STRAIGHT {
                    if dice.below(of) == 0 {
                        self.forbidden.push((Cell::new(x, y), dir));
                    }
                }
            }
        }
        self
    }

    /// The proof by some reasoning over at most this many nodes: the cost if there is a plan, which
    /// is checked, and the nodes.
    fn solve(&self, reasoning: Reasoning, objective: Objective, most: usize) -> (Option<u64>, u64) {
        let grid = self.grid();
        let mover = Mover::walker().neighbours(Neighbours::Four);
        let world = grid.seen_by(&mover);
        let instance = Instance::new(&world, &self.trips).unwrap();
        let mut task = Task::new(&instance, objective, 0, 1 << 20);
        if task.measure(&mut Budget::unlimited()).is_err() {
            return (None, 0);
        }
        // A plan that does not exist is looked for no longer than this.
        let mut budget = Budget::unlimited().expansions(200_000);
        let proof = solve_with(&mut task, &mut budget, u64::MAX, most, reasoning);
        let cost = proof.walks.map(|walks| {
            let plan = task.plan(&walks);
            assert_eq!(validate(&world, &self.trips, &plan), Ok(()), "{reasoning:?} {self:?}");
            assert_eq!(objective.cost(&plan), proof.bound, "{reasoning:?} {self:?}");
            proof.bound
        });
        (cost, proof.nodes)
    }

    /// Compares what the search by estimates proves, and its plan if it has one, with the least cost.
    fn check_near(&self, objective: Objective, least: u64) {
        let grid = self.grid();
        let mover = Mover::walker().neighbours(Neighbours::Four);
        let world = grid.seen_by(&mover);
        let instance = Instance::new(&world, &self.trips).unwrap();
        for weight in [Weight::new(3, 2).unwrap(), Weight::new(11, 10).unwrap()] {
            let mut task = Task::new(&instance, objective, 0, 1 << 20);
            task.measure(&mut Budget::unlimited()).unwrap();
            let mut budget = Budget::unlimited().expansions(500);
            let proof = solve_near(&mut task, &mut budget, 3 * least + 3, weight);
            assert!(proof.bound <= least, "{} {least} {objective} {weight} {self:?}", proof.bound);
            let Some(walks) = proof.walks else { continue };
            let plan = task.plan(&walks);
            assert_eq!(validate(&world, &self.trips, &plan), Ok(()), "{weight} {self:?}");
            let cost = objective.cost(&plan);
            let keeps = least <= cost && is_within(cost, weight, proof.bound);
            assert!(keeps, "{cost} {least} {objective} {weight} {self:?}");
        }
    }

    /// Compares all reasoning with the search without any, if that has an answer.
    fn check(&self) -> bool {
        let mut is_answered = false;
        for objective in [Objective::SumOfCosts, Objective::Makespan] {
            let (Some(least), _) = self.solve(NONE, objective, 600) else { continue };
            is_answered = true;
            self.check_near(objective, least);
            for reasoning in kinds() {
                let (cost, _) = self.solve(reasoning, objective, 3000);
                let is_right = cost.is_none_or(|cost| cost == least);
                assert!(is_right, "{cost:?} for {least}, {objective}, {reasoning:?} {self:?}");
                let is_all = reasoning.has_weights && objective == Objective::SumOfCosts;
                assert!(!is_all || cost.is_some(), "{least}, {objective}, {reasoning:?} {self:?}");
            }
        }
        is_answered
    }
}

impl std::fmt::Debug for Question {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let trips: Vec<_> =
            self.trips.iter().map(|trip| (trip.start.get(), trip.goal.get())).collect();
        write!(f, "{trips:?} without {:?} on\n{}", self.forbidden, self.drawing)
    }
}

fn sweep(seed: u64, [width, height, walls]: [u32; 3], agents: usize, count: usize) {
    let mut dice = Random::new(seed);
    let count = if is_slow_run() { 40 * count } else { count };
    let ask = |at: &usize| {
        let question = Question::by_lot(&mut dice, width, height, walls, agents);
        // Every third one is on a map with one-way steps.
        if at % 3 == 2 { question.one_way(&mut dice, 8).check() } else { question.check() }
    };
    let answered = (0..count).filter(ask).count();
    assert!(answered * 4 > count, "{answered} of {count} are answered");
}

#[test]
fn rooms_are_solved_as_well_with_reasoning() {
    sweep(1, [4, 4, 0], 4, 60);
    sweep(2, [6, 6, 10], 5, 60);
    sweep(3, [8, 8, 0], 6, 30);
}

#[test]
fn narrow_maps_are_solved_as_well_with_reasoning() {
    sweep(4, [6, 3, 25], 2, 100);
    sweep(5, [7, 5, 30], 3, 100);
    sweep(6, [9, 9, 35], 3, 60);
}

fn question(drawing: &str, trips: &[(u32, u32)]) -> Question {
    let node = NodeId::new;
    let trip = |&(start, goal)| Trip { start: node(start), goal: node(goal) };
    let trips = trips.iter().map(trip).collect();
    Question { drawing: drawing.into(), forbidden: Vec::new(), trips }
}

/// The nodes with all reasoning, and those with none.
fn nodes(question: &Question) -> [u64; 2] {
    let [all, none] = [Reasoning { has_weights: false, ..Reasoning::ALL }, NONE]
        .map(|reasoning| question.solve(reasoning, Objective::SumOfCosts, 20_000));
    assert!(all.0.is_some() && none.0.is_none_or(|cost| Some(cost) == all.0));
    [all.1, none.1]
}

#[test]
fn a_room_that_two_cross_is_one_choice() {
    // From left to right and from top to bottom, through the same ten by ten cells.
    let room = format!("{}\n", ".".repeat(12)).repeat(12);
    let [all, none] = nodes(&question(&room, &[(12, 142), (1, 141)]));
    assert!(all <= 2 && none > 1000, "{all} nodes, {none} without reasoning");
}

#[test]
fn a_passage_is_one_choice() {
    let passage = "..############..\n................\n..############..\n";
    let [all, none] = nodes(&question(passage, &[(16, 31), (31, 16)]));
    assert!(all <= 10 && none > 1000, "{all} nodes, {none} without reasoning");
}

#[test]
fn a_goal_in_the_way_is_one_choice() {
    // One arrives at once in the middle of a passage, the other comes late.
    let passage = ".......................\n###########.###########\n";
    let [all, none] = nodes(&question(passage, &[(10, 11), (0, 22)]));
    assert!(all <= 2 && none > 10, "{all} nodes, {none} without reasoning");
}
