//! Plans in continuous time, compared with a search over all agents at once in small steps of time, and
//! with recorded costs of other programs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use astride::base::{Budget, Random, Weight};
use astride_agents::mapf::Status;
use astride_agents::mapf::continuous::{
    Graph, Instance, Move, Plan, Solved, TimedFault, Trip, Wanted, solve, validate,
};
use astride_formats::{TripEnd, read_roadmap, read_trips};

/// Steps of the reference in a unit of time.
const STEPS: usize = 4;

/// The reference: time advances in steps, and every agent is on a vertex or some steps along an edge.
///
/// Any plan becomes one of the reference when every start is moved back to the step before it; two
/// agents then come nearer by at most the length of a step. So the least cost
/// with this much less clearance is at most the least cost of all plans, and with full clearance it
/// is at least that.
struct Lattice<'a> {
    points: &'a [[f64; 2]],
    edges: &'a [[u32; 2]],
    trips: &'a [Trip],
    clearance: f64,
}

/// Where an agent is: at a vertex, or this many steps along an edge; and whether it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct At {
    place: u32,
    along: usize,
    is_done: bool,
}

/// Edges are numbered behind the vertices.
impl Lattice<'_> {
    /// The least sum of arrivals, in steps.
    fn least(&self) -> Option<usize> {
        let at = |trip: &Trip| At { place: trip.start, along: 0, is_done: false };
        let first: Vec<At> = self.trips.iter().map(at).collect();
        let mut open = BTreeSet::from([(0, first.clone())]);
        let mut known = BTreeMap::from([(first, 0)]);
        while let Some((cost, state)) = open.pop_first() {
            if state.iter().all(|at| at.is_done) {
                return Some(cost);
            }
            for (next, more) in self.next(&state) {
                let cost = cost + more;
                if known.get(&next).is_none_or(|&before| cost < before) {
                    known.insert(next.clone(), cost);
                    open.insert((cost, next));
                }
            }
        }
        None
    }

    /// The states that follow, with what getting there costs.
    fn next(&self, state: &[At]) -> Vec<(Vec<At>, usize)> {
        let mut rows: Vec<Vec<At>> = vec![Vec::new()];
        for (agent, &at) in state.iter().enumerate() {
            let ways = self.moves(agent, at);
            let longer = |row: &Vec<At>| {
                ways.iter().map(|&to| [&row[..], &[to]].concat()).collect::<Vec<_>>()
            };
            rows = rows.iter().flat_map(longer).collect();
        }
        let is_allowed = |row: &Vec<At>| {
            let mut pairs = (0..row.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
            pairs.all(|(a, b)| self.are_apart([state[a], state[b]], [row[a], row[b]]))
        };
        // The step in which an agent declares itself done costs it nothing.
        let cost = |row: &Vec<At>| row.iter().filter(|at| !at.is_done).count();
        rows.into_iter().filter(is_allowed).map(|row| (row.clone(), cost(&row))).collect()
    }

    fn moves(&self, agent: usize, at: At) -> Vec<At> {
        let vertices = self.points.len() as u32;
        if at.is_done {
            return vec![at];
        }
        let on = |edge: usize, along: usize| match along == STEPS {
            true => At { place: self.edges[edge][1], along: 0, is_done: false },
            false => At { place: vertices + edge as u32, along, is_done: false },
        };
        if at.place >= vertices {
            return vec![on((at.place - vertices) as usize, at.along + 1)];
        }
        let starts = |edge: &usize| self.edges[*edge][0] == at.place;
        let mut ways: Vec<At> =
            (0..self.edges.len()).filter(starts).map(|edge| on(edge, 1)).collect();
        ways.push(at);
        if at.place == self.trips[agent].goal {
            ways.push(At { is_done: true, ..at });
        }
        ways
    }

    fn point(&self, at: At) -> [f64; 2] {
        let Some(edge) = (at.place as usize).checked_sub(self.points.len()) else {
            return self.points[at.place as usize];
        };
        let [from, to] = self.edges[edge].map(|end| self.points[end as usize]);
        // All edges are one unit long.
        let along = at.along as f64 / STEPS as f64;
        [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * along)
    }

    /// Whether two agents keep clear of each other in a step: at its ends, and where their difference,
    /// which moves along a line, is least.
    fn are_apart(&self, from: [At; 2], to: [At; 2]) -> bool {
        let ([a, b], [c, d]) = (from.map(|at| self.point(at)), to.map(|at| self.point(at)));
        let gap = |part: f64| {
            [0, 1].map(|axis| (a[axis] - b[axis]) * (1.0 - part) + (c[axis] - d[axis]) * part)
        };
        let ([x, y], [to_x, to_y]) = (gap(0.0), gap(1.0));
        let (dx, dy) = (to_x - x, to_y - y);
        let nearest = -(x * dx + y * dy) / (dx * dx + dy * dy).max(1e-12);
        [0.0, nearest.clamp(0.0, 1.0), 1.0].into_iter().all(|part| {
            let [x, y] = gap(part);
            (x * x + y * y).sqrt() >= self.clearance - 1e-9
        })
    }
}

fn solved(instance: &Instance, wanted: &Wanted, expansions: u64) -> Solved {
    let mut budget = Budget::unlimited().expansions(expansions);
    let solved = solve(instance, wanted, &mut budget);
    if let Some(plan) = &solved.plan {
        assert_eq!(validate(instance, plan), Ok(()));
        assert!((plan.sum_of_costs() - solved.cost.unwrap()).abs() < 1e-6);
        let text = plan.to_text();
        assert_eq!(Plan::from_text(text.as_bytes()).as_ref(), Ok(plan));
    }
    solved
}

/// A room of cells with four neighbours, some of them walls, and a team that fits.
fn room(dice: &mut Random, agents: usize) -> (Vec<[f64; 2]>, Vec<[u32; 2]>, Vec<Trip>) {
    let (width, height) = if agents > 2 { (2, 2) } else { (2 + dice.below(2), 1 + dice.below(3)) };
    let count = width * height;
    let is_free: Vec<bool> = (0..count).map(|_| agents > 2 || dice.below(6) > 0).collect();
    let points = (0..count).map(|cell| [f64::from(cell % width), f64::from(cell / width)]);
    let mut edges = Vec::new();
    for cell in (0..count).filter(|&cell| is_free[cell as usize]) {
        let right = (cell % width + 1 < width).then_some(cell + 1);
        let below = (cell + width < count).then_some(cell + width);
        for next in right.into_iter().chain(below).filter(|&next| is_free[next as usize]) {
            // Some streets are one-way.
            let ways = dice.below(8);
            edges.extend((ways != 0).then_some([cell, next]));
            edges.extend((ways != 1).then_some([next, cell]));
        }
    }
    let mut drawn = || {
        let mut cells: Vec<u32> = (0..count).filter(|&cell| is_free[cell as usize]).collect();
        let swaps = cells.len();
        for at in (1..swaps).rev() {
            cells.swap(at, dice.below(at as u32 + 1) as usize);
        }
        cells
    };
    let (starts, goals) = (drawn(), drawn());
    let trip = |(&start, &goal): (&u32, &u32)| Trip { start, goal };
    let trips = starts.iter().zip(&goals).take(agents).map(trip).collect();
    (points.collect(), edges, trips)
}

#[test]
fn best_plans_lie_between_those_of_small_steps() {
    let mut dice = Random::new(8);
    let (mut proved, mut delayed) = (0, 0);
    for round in 0..90 {
        let (points, edges, trips) = room(&mut dice, if round % 6 == 0 { 3 } else { 2 });
        let radius = [0.25, 0.375, 0.5][round % 3];
        let lattice =
            |clearance| Lattice { points: &points, edges: &edges, trips: &trips, clearance };
        let Some(below) = lattice(2.0 * radius - 1.0 / STEPS as f64).least() else { continue };
        let above = lattice(2.0 * radius).least();
        let graph = Graph::new(&points, &edges).unwrap();
        let instance = Instance::new(graph, &trips, radius).unwrap();
        let answer = solved(&instance, &Wanted::default(), 3000);
        let context = format!("round {round}: {trips:?} on {points:?} with {edges:?}: {answer:?}");
        let steps = |cost: f64| cost * STEPS as f64;
        assert!(
            steps(answer.bound) <= above.map_or(f64::MAX, |cost| cost as f64) + 1e-3,
            "{context}"
        );
        if let Some(cost) = answer.cost {
            assert!(steps(cost) >= below as f64 - 1e-3, "{context}");
        }
        if let (Status::Optimal, Some(above)) = (answer.status, above) {
            proved += 1;
            assert!(steps(answer.cost.unwrap()) <= above as f64 + 1e-3, "{context}");
            delayed += usize::from(answer.nodes > 0);
        }
    }
    assert!(proved >= 40 && delayed >= 5, "{proved} proved, {delayed} after a search");
}

/// The folder with instances of others and their recorded costs.
fn recorded(name: &str) -> Vec<u8> {
    let folder = astride_testkit::data::repository_root().join("data/mapf/ccbs");
    fs::read(folder.join(name)).unwrap()
}

/// Solves all rows of a reference file with at most this many agents, and compares the costs.
fn compare(
    graph: &Graph,
    folder: &str,
    reference: &str,
    file: impl Fn(&str) -> String,
    most: usize,
) {
    let rows = String::from_utf8(recorded(&format!("{folder}/{reference}"))).unwrap();
    let mut proved = 0;
    for row in rows.lines().filter(|row| row.starts_with(|first: char| first.is_ascii_digit())) {
        let words: Vec<&str> = row.split('\t').collect();
        let (agents, cost): (usize, f64) = (words[1].parse().unwrap(), words[2].parse().unwrap());
        if agents > most {
            continue;
        }
        let vertex = |end| match end {
            TripEnd::Vertex(vertex) => vertex,
            TripEnd::Cell(x, y) => y * 16 + x,
        };
        let trips = read_trips(&recorded(&format!("{folder}/{}", file(words[0])))).unwrap();
        let trip =
            |&[start, goal]: &[TripEnd; 2]| Trip { start: vertex(start), goal: vertex(goal) };
        let trips: Vec<Trip> = trips.iter().take(agents).map(trip).collect();
        let instance = Instance::new(graph.clone(), &trips, 0.353_553).unwrap();
        let answer = solved(&instance, &Wanted::default(), 3000);
        // Costs are recorded with six digits.
        let digit = 10f64.powi(cost.log10().floor() as i32 - 5);
        assert!(answer.bound <= cost + digit, "{folder}, {row}: {} is the least", answer.bound);
        if answer.status == Status::Optimal {
            proved += 1;
            let found = answer.cost.unwrap();
            assert!((found - cost).abs() <= digit, "{folder}, {row}: {found}");
        }
    }
    assert!(proved >= 30, "{proved} proved");
}

#[test]
fn recorded_costs_on_a_roadmap() {
    let roadmap = read_roadmap(&recorded("roadmap-sparse/map.xml")).unwrap();
    let graph = Graph::new(&roadmap.points, &roadmap.edges).unwrap();
    let file = |scenario: &str| format!("{scenario}_task.xml");
    compare(&graph, "roadmap-sparse", "reference.tsv", file, 6);
}

#[test]
fn recorded_costs_on_cells_with_eight_neighbours() {
    let graph = Graph::of_cells(16, &[true; 256], 3, 0.353_553).unwrap();
    let file = |scenario: &str| format!("empty-16-16-random-{scenario}.xml");
    compare(&graph, "grid-empty-16-16", "reference_8connected.tsv", file, 10);
}

/// All edges are nearly as long as an edge can be.
#[test]
fn a_goal_beyond_the_horizon_is_given_up() {
    let far = |at: u32| match at % 2 {
        0 => [-65_536.0, f64::from(at) - 65_536.0],
        _ => [65_536.0, 65_536.0 - f64::from(at)],
    };
    let points: Vec<[f64; 2]> = (0..25).map(far).collect();
    let edges: Vec<[u32; 2]> = (0..24).map(|at| [at, at + 1]).collect();
    let graph = Graph::new(&points, &edges).unwrap();
    let instance = Instance::new(graph, &[Trip { start: 0, goal: 24 }], 0.5).unwrap();
    let answer = solved(&instance, &Wanted::default(), 1000);
    assert_eq!((answer.status, answer.plan), (Status::GaveUp, None));
    assert!((4_194_304.0..4_194_305.0).contains(&answer.bound), "{}", answer.bound);
}

#[test]
fn memory_for_distances_is_asked_for_first() {
    let mut budget = Budget::unlimited().bytes(10);
    let answer = solve(&crossing(), &Wanted::default(), &mut budget);
    assert_eq!((answer.status, answer.plan, answer.bound), (Status::OutOfBudget, None, 0.0));
}

/// Two roads that cross at right angles.
fn crossing() -> Instance {
    let points = [[-2.0, 0.0], [2.0, 0.0], [0.0, -2.0], [0.0, 2.0]];
    let graph = Graph::new(&points, &[[0, 1], [2, 3]]).unwrap();
    Instance::new(graph, &[Trip { start: 0, goal: 1 }, Trip { start: 2, goal: 3 }], 0.5).unwrap()
}

#[test]
fn statuses_say_what_is_proved() {
    let answer = solved(&crossing(), &Wanted::default(), 1000);
    assert_eq!((answer.status, answer.bound), (Status::Optimal, answer.cost.unwrap()));
    let near = Wanted { weight: Weight::new(5, 4).unwrap(), ..Wanted::default() };
    assert_eq!(solved(&crossing(), &near, 1000).status, Status::Bounded);
    let none = solved(&crossing(), &Wanted::default(), 0);
    assert_eq!((none.status, none.bound), (Status::OutOfBudget, 8.0));
    // With more budget there is a plan, and then a proof.
    let status = |expansions| solved(&in_a_room(3), &Wanted::default(), expansions).status;
    let course: Vec<Status> = (0..300).map(status).collect();
    let is_before = |a: Status, b: Status| {
        course.iter().rposition(|&it| it == a) < course.iter().position(|&it| it == b)
    };
    assert_eq!((course[0], course[299]), (Status::OutOfBudget, Status::Optimal));
    assert!(course.contains(&Status::Feasible));
    assert!(is_before(Status::OutOfBudget, Status::Feasible));
    assert!(is_before(Status::Feasible, Status::Optimal));
    let graph = Graph::new(&[[0.0, 0.0], [2.0, 0.0]], &[]).unwrap();
    let alone = Instance::new(graph, &[Trip { start: 0, goal: 1 }], 0.5).unwrap();
    assert_eq!(solved(&alone, &Wanted::default(), 9).status, Status::Unsolvable);
    // Two agents that cannot pass each other: only the budget ends the search.
    let graph = Graph::new(&[[0.0, 0.0], [2.0, 0.0]], &[[0, 1], [1, 0]]).unwrap();
    let trips = [Trip { start: 0, goal: 1 }, Trip { start: 1, goal: 0 }];
    let stuck = Instance::new(graph, &trips, 0.5).unwrap();
    let answer = solved(&stuck, &Wanted::default(), 200);
    assert!(matches!(answer.status, Status::OutOfBudget | Status::GaveUp) && answer.plan.is_none());
}

#[test]
fn every_fault_of_a_plan_is_named() {
    let instance = crossing();
    let step = |from, to, start, end| Move { from, to, start, end };
    let first = vec![step(0, 1, 0.0, 4.0)];
    let check = |ways: &[Vec<Move>], expected: TimedFault| {
        assert_eq!(validate(&instance, &Plan { ways: ways.to_vec() }), Err(expected));
    };
    let late = vec![step(2, 3, 2.0, 6.0)];
    let right = Plan { ways: vec![first.clone(), late.clone()] };
    assert_eq!(validate(&instance, &right), Ok(()));
    check(std::slice::from_ref(&first), TimedFault::AgentCount { agents: 1, trips: 2 });
    check(&[first.clone(), vec![step(3, 2, 0.0, 4.0)]], TimedFault::Gap { agent: 1, step: 0 });
    check(&[first.clone(), vec![step(2, 3, -1.0, 3.0)]], TimedFault::Haste { agent: 1, step: 0 });
    check(
        &[first.clone(), vec![step(2, 3, f64::NAN, 3.0)]],
        TimedFault::Haste { agent: 1, step: 0 },
    );
    check(&[vec![step(0, 2, 0.0, 3.0)], late.clone()], TimedFault::NoEdge { agent: 0, step: 0 });
    check(&[vec![step(0, 1, 0.0, 3.9)], late.clone()], TimedFault::Speed { agent: 0, step: 0 });
    check(&[first.clone(), vec![]], TimedFault::WrongEnd { agent: 1 });
    let collision = Plan { ways: vec![first, vec![step(2, 3, 1.0, 5.0)]] };
    let Err(TimedFault::Collision { agents, time, distance }) = validate(&instance, &collision)
    else {
        panic!("they collide")
    };
    assert_eq!((agents, time), ([0, 1], 2.5));
    assert!((distance - 0.5f64.sqrt()).abs() < 1e-12);
}

/// Up to six agents that cross a room of 25 cells.
fn in_a_room(agents: usize) -> Instance {
    let graph = Graph::of_cells(5, &[true; 25], 3, 0.3).unwrap();
    let ends = [(0, 24), (24, 0), (4, 20), (20, 4), (2, 22), (10, 14)];
    let trip = |&(start, goal): &(u32, u32)| Trip { start, goal };
    let trips: Vec<Trip> = ends.iter().take(agents).map(trip).collect();
    Instance::new(graph, &trips, 0.3).unwrap()
}

#[test]
fn a_question_has_one_answer() {
    for expansions in [5, 50, 500] {
        let ask = || {
            let answer = solved(&in_a_room(6), &Wanted::default(), expansions);
            (answer.status, answer.plan, answer.bound.to_bits(), answer.nodes)
        };
        assert_eq!(ask(), ask());
    }
}
