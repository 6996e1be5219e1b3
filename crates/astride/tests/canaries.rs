//! The judges judged: seeded faults, each of which must be caught by the same judge that holds the
//! contestants, and honest answers, none of which may be called a fault.
//!
//! A fault sits in the world that the engine is given while the judge knows the true one, in the
//! heuristic's promise, or in the answer on its way to the judge. The test prints a table; run it
//! with `--nocapture` to see it.

use astride::base::{Cost, NodeId, Weight};
use astride::search::{Estimate, Heuristic, Method as Listed, PathQuery, Promise, Ties};
use astride::shapes::square::{Edit, Grid, GridHeuristic, Metric, Mover};
use astride::world::World;
use astride_testkit::adapter::{build_world, supported};
use astride_testkit::contestants::square::{Bumpy, Contestant, Guess, Memory, has_no_jump_points};
use astride_testkit::contestants::{Leftover, Method, Reply, judge_reply};
use astride_testkit::generate::fenced_world;
use astride_testkit::judge::{Answer, Ask, Claim, Judge, Reason};
use astride_testkit::rng::Rng;
use astride_testkit::square::{Corners, LAND, Neighbours, RefCell, SquareWorld};

/// Questions after which a fault counts as not caught.
const MOST: usize = 20_000;

/// Where a fault sits.
enum Fault {
    /// None.
    Honest(Ties),
    /// In the world that the engine sees.
    World(fn(&mut SquareWorld)),
    /// The same, seen by a table of jumps, on worlds that have jump points.
    Jumps(fn(&mut SquareWorld)),
    /// In what helps a search: it has missed the latest change of the map.
    Helper(&'static str, Missed),
    /// In what helps a search: something of a blocked cell is left though that is gone.
    Spoilt(&'static str),
    /// In the promise of a heuristic: the guess of this factor and bumps, called consistent.
    Promise { factor: Cost, bumpy: bool, method: Method },
    /// In the answer; the second argument is the answer to the question before.
    Answer(fn(&mut Answer, &Answer, &Ask)),
    /// In what is claimed about the answer of a search that does not keep it.
    Claim(Method, Claim),
}

/// What was different before.
#[derive(Clone, Copy)]
enum Missed {
    /// Nothing.
    Nothing,
    /// A cell in the middle was blocked.
    Blocked,
    /// The first blocked cell was free.
    Freed,
    /// There were no links.
    Unlinked,
}

struct Canary {
    name: &'static str,
    simulates: &'static str,
    fault: Fault,
}

const fn canary(name: &'static str, simulates: &'static str, fault: Fault) -> Canary {
    Canary { name, simulates, fault }
}

const FAULTS: &[Canary] = &[
    canary(
        "corners cut",
        "a diagonal rule that does not look at the cells beside",
        Fault::World(|world| world.corners = Corners::Always),
    ),
    canary(
        "diagonals refused",
        "a diagonal rule that is too strict",
        Fault::World(|world| world.neighbours = Neighbours::Four),
    ),
    canary(
        "one side is enough",
        "one free side where two are needed",
        Fault::World(|world| {
            if world.corners == Corners::Never {
                world.corners = Corners::OneFree;
            }
        }),
    ),
    canary(
        "row end wraps",
        "neighbours by index without a look at the border",
        Fault::World(|world| {
            for y in 1..world.height {
                let (from, to) = ((world.width - 1, y - 1), (0, y));
                world.links.push((from, to, world.straight));
            }
        }),
    ),
    canary(
        "through a blocked cell",
        "a blocked cell read as free",
        Fault::World(|world| {
            let free = RefCell { factor: 1, media: LAND };
            let blocked = world.cells.iter_mut().find(|cell| cell.factor == 0);
            *blocked.unwrap_or(&mut free.clone()) = free;
        }),
    ),
    canary(
        "a free cell lost",
        "a free cell read as blocked",
        Fault::World(|world| {
            let middle = world.cells.len() / 2;
            world.cells[middle] = RefCell { factor: 0, media: 0 };
        }),
    ),
    canary(
        "media ignored",
        "walking on water",
        Fault::World(|world| {
            world.cells.iter_mut().filter(|cell| cell.factor > 0).for_each(|c| c.media = LAND);
        }),
    ),
    canary(
        "terrain ignored",
        "every step at the price of plain ground",
        Fault::World(|world| {
            world.cells.iter_mut().for_each(|cell| cell.factor = cell.factor.min(1));
        }),
    ),
    canary(
        "one-way step walked backward",
        "blocked steps forgotten",
        Fault::World(|world| world.blocked_steps.clear()),
    ),
    canary(
        "walls on one side only",
        "a wall that is entered in one of its two cells",
        Fault::World(|world| {
            let mut keep = false;
            world.blocked_steps.retain(|_| {
                keep = !keep;
                keep
            });
        }),
    ),
    canary(
        "link cost ignored",
        "links for one tick",
        Fault::World(|world| world.links.iter_mut().for_each(|link| link.2 = 1)),
    ),
    canary(
        "link turned round",
        "a link taken against its direction",
        Fault::World(|world| {
            world.links.iter_mut().for_each(|link| *link = (link.1, link.0, link.2));
        }),
    ),
    canary(
        "link lost",
        "links that the search does not see",
        Fault::World(|world| world.links.clear()),
    ),
    canary(
        "diagonal for the price of a straight step",
        "a wrong scale",
        Fault::World(|world| world.diagonal = world.straight),
    ),
    canary(
        "jumps over costly terrain",
        "jumps that ignore the factor of the terrain",
        Fault::Jumps(|world| {
            world.cells.iter_mut().for_each(|cell| cell.factor = cell.factor.min(1));
        }),
    ),
    canary(
        "jumps forget a side",
        "diagonal jumps that look at one of the two cells beside",
        Fault::Jumps(|world| {
            if world.corners == Corners::Never {
                world.corners = Corners::OneFree;
            }
        }),
    ),
    canary(
        "a forced turn dropped",
        "no jump point at the first corner of an obstacle: the cell behind it is not turned to",
        Fault::Jumps(|world| {
            let width = world.width;
            let corner = world.cells.iter().position(|cell| cell.factor == 0);
            let behind = corner.map(|at| at + width + 1).filter(|&at| at < world.cells.len());
            if let Some(at) = behind {
                world.cells[at] = RefCell { factor: 0, media: 0 };
            }
        }),
    ),
    canary(
        "an entrance missing",
        "clusters without a cell that is free by now",
        Fault::Helper("clusters", Missed::Blocked),
    ),
    canary(
        "an edit skipped by clusters",
        "clusters with a cell that is blocked by now",
        Fault::Helper("clusters", Missed::Freed),
    ),
    canary(
        "a link lost by clusters",
        "clusters without the links of a map",
        Fault::Helper("clusters", Missed::Unlinked),
    ),
    canary(
        "an entrance missing, cheapest paths",
        "a bound from clusters without one of their cells",
        Fault::Helper("cheapest by clusters", Missed::Blocked),
    ),
    canary(
        "an edit skipped by components",
        "components without a cell that is free by now",
        Fault::Helper("components", Missed::Blocked),
    ),
    canary(
        "components joined across a wall",
        "components with a cell that is blocked by now",
        Fault::Helper("components", Missed::Freed),
    ),
    canary(
        "a link lost by components",
        "components without the links of a map",
        Fault::Helper("components", Missed::Unlinked),
    ),
    canary(
        "an edit skipped by dead ends",
        "dead ends without a cell that is free by now",
        Fault::Helper("dead ends", Missed::Blocked),
    ),
    canary(
        "a link lost by dead ends",
        "dead ends by steps alone",
        Fault::Helper("dead ends", Missed::Unlinked),
    ),
    canary(
        "an edit that the replanner does not hear of",
        "what was learned of another map, kept",
        Fault::Spoilt("replanner"),
    ),
    canary(
        "ticks left on an overlay",
        "a cell that clearing has missed",
        Fault::Spoilt("overlaid"),
    ),
    canary(
        "a change that a faction has missed",
        "a cell remembered as it was",
        Fault::Spoilt("known"),
    ),
    canary(
        "guess too high",
        "twice the octile guess, called consistent",
        Fault::Promise { factor: 2, bumpy: false, method: Method::AStar },
    ),
    canary(
        "guess not consistent",
        "an admissible guess with bumps, called consistent",
        Fault::Promise { factor: 1, bumpy: true, method: Method::AStar },
    ),
    canary(
        "guess not consistent, both ends",
        "the same in bidirectional search",
        Fault::Promise { factor: 1, bumpy: true, method: Method::Bidirectional },
    ),
    canary(
        "stale parent",
        "one node of the path replaced by another",
        Fault::Answer(|answer, _, _| {
            if let Answer::Path((nodes, _)) = answer
                && nodes.len() > 2
            {
                let middle = nodes.len() / 2;
                nodes[middle] = nodes[middle].saturating_sub(1);
            }
        }),
    ),
    canary(
        "last cell missing",
        "a path that ends before the goal",
        Fault::Answer(|answer, _, _| {
            if let Answer::Path((nodes, _)) = answer {
                nodes.pop();
            }
        }),
    ),
    canary(
        "first cell missing",
        "a path that begins after the start",
        Fault::Answer(|answer, _, _| {
            if let Answer::Path((nodes, _)) = answer {
                nodes.remove(0);
            }
        }),
    ),
    canary(
        "path turned round",
        "a path from goal to start",
        Fault::Answer(|answer, _, _| {
            if let Answer::Path((nodes, _)) = answer {
                nodes.reverse();
            }
        }),
    ),
    canary(
        "cost off by one tick",
        "a rounding error",
        Fault::Answer(|answer, _, _| {
            if let Answer::Path((_, cost)) = answer {
                *cost += 1;
            }
        }),
    ),
    canary(
        "cost wraps",
        "a sum in 32 bits",
        Fault::Answer(|answer, _, _| {
            if let Answer::Path((_, cost)) = answer {
                *cost = u64::from(*cost as u32);
            }
        }),
    ),
    canary(
        "reachable called unreachable",
        "a search that gives up",
        Fault::Answer(|answer, _, _| {
            if matches!(answer, Answer::Path(_)) {
                *answer = Answer::NoPath { reason: Some(Reason::Enclosed(None)), nearest: None };
            }
        }),
    ),
    canary(
        "unreachable called reachable",
        "a path out of nothing",
        Fault::Answer(|answer, _, ask| {
            if matches!(answer, Answer::NoPath { .. }) {
                *answer = Answer::Path((vec![ask.starts[0].0, ask.goals[0]], 1));
            }
        }),
    ),
    canary(
        "stale scratch",
        "the answer to the question before",
        Fault::Answer(|answer, before, _| *answer = before.clone()),
    ),
    canary(
        "wrong reason",
        "the start blamed for every failure",
        Fault::Answer(|answer, _, _| {
            if let Answer::NoPath { reason, .. } = answer {
                *reason = Some(Reason::StartBlocked);
            }
        }),
    ),
    canary(
        "one node too few seen",
        "an area counted wrongly",
        Fault::Answer(|answer, _, _| {
            if let Answer::NoPath { reason: Some(Reason::Enclosed(Some(seen))), .. } = answer {
                *seen -= 1;
            }
        }),
    ),
    canary(
        "nearest is not nearest",
        "the start named as the nearest node",
        Fault::Answer(|answer, _, ask| {
            if let Answer::NoPath { nearest: nearest @ Some(_), .. } = answer {
                *nearest = Some((vec![ask.starts[0].0], 0));
            }
        }),
    ),
    canary(
        "limit ignored",
        "paths costlier than was asked for",
        Fault::Claim(Method::AStar, Claim::Optimal),
    ),
    canary(
        "greedy called optimal",
        "a guarantee that the search does not give",
        Fault::Claim(Method::Greedy, Claim::Optimal),
    ),
    canary(
        "weight understated",
        "a bound of 1.1 for a weight of 5",
        Fault::Claim(Method::Weighted(5, 1), Claim::Within(11, 10)),
    ),
    canary(
        "weight of depth understated",
        "a bound of 1.1 for iterative deepening with a weight of 2",
        Fault::Claim(Method::Listed(Listed::WeightedIdaStar(Weight::TWICE)), Claim::Within(11, 10)),
    ),
    canary(
        "depth called optimal",
        "a guarantee that depth-first search does not give",
        Fault::Claim(Method::Listed(Listed::DepthFirst), Claim::Optimal),
    ),
    canary(
        "first meeting called optimal",
        "greedy search from both ends stops where they meet",
        Fault::Claim(Method::Listed(Listed::BidirectionalGreedy), Claim::Optimal),
    ),
    canary(
        "rings called cheapest",
        "steps from both ends called costs",
        Fault::Claim(Method::Listed(Listed::BidirectionalBreadthFirst), Claim::Optimal),
    ),
    canary(
        "cheapest called fewest steps",
        "cost and steps mixed up",
        Fault::Claim(Method::Dijkstra, Claim::FewestSteps),
    ),
];

const HONEST: &[Canary] = &[
    canary("honest", "no fault", Fault::Honest(Ties::LastAdded)),
    canary("honest jumps", "no fault", Fault::Jumps(|_| {})),
    canary("honest clusters", "no fault", Fault::Helper("clusters", Missed::Nothing)),
    canary("honest dead ends", "no fault", Fault::Helper("dead ends", Missed::Nothing)),
    canary("honest components", "no fault", Fault::Helper("components", Missed::Nothing)),
    canary("another tie rule", "not a fault", Fault::Honest(Ties::FirstAdded)),
    canary("yet another tie rule", "not a fault", Fault::Honest(Ties::SmallerH)),
];

#[test]
fn every_seeded_fault_is_caught() {
    println!("{:<42} {:<56} {:>9}  caught as", "fault", "simulates", "questions");
    for canary in FAULTS {
        let (questions, caught) = first_fault(canary);
        let caught = caught.unwrap_or_else(|| panic!("{:?} was not caught", canary.name));
        println!("{:<42} {:<56} {questions:>9}  {caught}", canary.name, canary.simulates);
    }
    assert!(FAULTS.len() >= 12);
}

#[test]
fn honest_answers_and_other_tie_rules_are_no_faults() {
    for canary in HONEST {
        assert_eq!(first_fault(canary), (MOST, None), "{}", canary.name);
    }
}

/// How many questions were asked, and what was wrong with the last answer.
fn first_fault(canary: &Canary) -> (usize, Option<String>) {
    let mut memory = Memory::default();
    let mut before = Answer::NoPath { reason: None, nearest: None };
    for at in 0..MOST {
        let mut rng = Rng::new(at as u64);
        let (width, height) = (2 + rng.below(5), 2 + rng.below(5));
        let mut world = supported(&fenced_world(rng.next_u64(), width, height));
        if rng.percent(20) {
            make_costly(&mut world);
        }
        if let Fault::Jumps(_) = canary.fault {
            give_jump_points(&mut world);
        }
        let mut seen = world.clone();
        if let Fault::World(alter) | Fault::Jumps(alter) = canary.fault {
            alter(&mut seen);
        }
        let mut judge = Judge::new(world);
        let mut ask = Ask::new(rng.below(width * height), rng.below(width * height));
        ask.nearest = rng.percent(50);
        if let Err(fault) =
            ask_one(canary, &supported(&seen), &mut judge, &ask, &mut before, &mut memory)
        {
            return (at + 1, Some(fault));
        }
    }
    (MOST, None)
}

impl Fault {
    fn missed(&self) -> Missed {
        match self {
            Fault::Helper(_, missed) => *missed,
            Fault::Spoilt(_) => Missed::Blocked,
            _ => Missed::Nothing,
        }
    }
}

/// The grid as it was before its latest revision, but called by the same number: so nobody notices.
fn as_before(grid: &mut Grid, mover: &Mover, missed: Missed) -> Grid {
    let mut before = grid.clone();
    let cells = || (0..grid.cell_count()).map(NodeId::new);
    let is_free = |&node: &NodeId| mover.factor(grid.class_at(node)) > 0;
    let mut edit = Edit::new();
    match missed {
        Missed::Nothing => {}
        // No kind of cell of these worlds has this class.
        Missed::Blocked => _ = edit.set(grid.cell(NodeId::new(grid.cell_count() / 2)), 255),
        Missed::Freed => {
            let free = cells().find(is_free).map(|node| grid.class_at(node));
            let blocked = cells().find(|node| !is_free(node));
            if let (Some(class), Some(blocked)) = (free, blocked) {
                edit.set(grid.cell(blocked), class);
            }
        }
        Missed::Unlinked => grid.links().iter().for_each(|link| {
            edit.unlink(grid.cell(link.from), grid.cell(link.to));
        }),
    }
    before.apply(&edit).expect("a good edit");
    grid.apply(&Edit::new()).expect("nothing");
    before
}

/// Leaves out all that jump points are not made for.
fn give_jump_points(world: &mut SquareWorld) {
    world.links.clear();
    world.blocked_steps.clear();
    world.crossings.clear();
    world.cells.iter_mut().filter(|cell| cell.factor > 0).for_each(|cell| cell.media = LAND);
    world.diagonal = world.diagonal.min(2 * world.straight);
    assert!(!has_no_jump_points(world));
}

/// Costs that pass 2³² ticks after a few steps.
fn make_costly(world: &mut SquareWorld) {
    (world.straight, world.diagonal) = (1 << 20, 1 << 20);
    world.cells.iter_mut().for_each(|cell| cell.factor *= 200);
}

fn ask_one(
    canary: &Canary,
    seen: &SquareWorld,
    judge: &mut Judge<SquareWorld>,
    ask: &Ask,
    before: &mut Answer,
    memory: &mut Memory,
) -> Result<(), String> {
    let (mut grid, mover) = build_world(seen);
    let before_edit = as_before(&mut grid, &mover, canary.fault.missed());
    let view = grid.seen_by(&mover);
    let honest = Contestant::new(Method::AStar, Guess::By(Metric::Octile));
    memory.enter();
    let (contestant, claim) = match canary.fault {
        Fault::Honest(ties) => (Contestant { ties, ..honest }, Claim::Optimal),
        Fault::Claim(method, claim) => (Contestant { method, ..honest }, claim),
        // The loop for ordinary queries reopens nodes anyway, and does not need the promise.
        Fault::Promise { method, .. } => {
            (Contestant { method, ties: Ties::SmallerH, ..honest }, Claim::Optimal)
        }
        Fault::Jumps(_) => {
            (Contestant { method: Method::Own("jump table"), ..honest }, Claim::Optimal)
        }
        Fault::Helper(helper, _) => {
            memory.make(helper, &before_edit.seen_by(&mover), None);
            let claim = if helper == "clusters" { Claim::SomePath } else { Claim::Optimal };
            (Contestant { method: Method::Own(helper), ..honest }, claim)
        }
        Fault::Spoilt(helper) => {
            let node = NodeId::new(view.node_count() / 2);
            memory.make(
                helper,
                &view,
                Some(&Leftover { view: &before_edit.seen_by(&mover), node }),
            );
            (Contestant { method: Method::Own(helper), ..honest }, Claim::Optimal)
        }
        Fault::World(_) | Fault::Answer(_) => (honest, Claim::Optimal),
    };
    let mut reply = match canary.fault {
        Fault::Promise { factor, bumpy, .. } => {
            let octile = GridHeuristic::octile(&view);
            let node = |at: usize| NodeId::new(at as u32);
            let query =
                PathQuery::new(node(ask.starts[0].0), node(ask.goals[0])).ties(contestant.ties);
            let lying = Lying { inner: octile, factor, bumpy };
            contestant.search_by(&view, &lying, &query, &mut memory.scratch, 0)
        }
        _ => contestant.answer(&view, &view, ask, memory, 0),
    };
    let mut ask = ask.clone();
    if canary.name == "limit ignored" {
        // The search did not know the limit.
        if let Some(least) = judge.least(&ask) {
            ask.max_cost = least.saturating_sub(1);
        }
    }
    let answered = reply.answer.clone();
    if let Fault::Answer(alter) = canary.fault {
        alter(&mut reply.answer, before, &ask);
    }
    *before = answered;
    let claimed = Reply { stated: reply.stated.map(|_| claim), ..reply };
    judge_reply(judge, &ask, claim, &claimed)
}

/// A heuristic that promises to be consistent and is not.
struct Lying {
    inner: GridHeuristic,
    factor: Cost,
    bumpy: bool,
}

struct LyingAimed<E>(E, Cost);

impl Heuristic for Lying {
    type Aimed = LyingAimed<Box<dyn Estimate>>;

    fn aim(&self, goals: &mut dyn Iterator<Item = NodeId>) -> Self::Aimed {
        let aimed: Box<dyn Estimate> = match self.bumpy {
            true => Box::new(Bumpy(self.inner).aim(goals)),
            false => Box::new(self.inner.aim(goals)),
        };
        LyingAimed(aimed, self.factor)
    }

    fn promise(&self) -> Promise {
        Promise::Consistent
    }
}

impl Estimate for LyingAimed<Box<dyn Estimate>> {
    fn estimate(&self, node: NodeId) -> Cost {
        self.0.estimate(node) * self.1
    }
}
