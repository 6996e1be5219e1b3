//! The square grid among the contestants: its heuristics, and the methods that only it has.

mod guess;

pub use guess::{Bumpy, BumpyAimed, Guess, SquareAimed, SquareHeuristic};

use super::answer::Ran;
use super::{Field, Leftover, Own, Refusal, Refused, Reply, Worth};
use crate::judge::{Claim, Reason};
use crate::square::{Neighbours, SquareWorld};
use astride::base::{Budget, CellRect, NodeId};
use astride::search::{Outcome, PathQuery, Replanner, Scratch, astar};
use astride::shapes::square::{
    Clusters, ClustersOptions, Components, DeadEnds, GridHeuristic, GridView, Headings,
    JumpBoxesError, JumpLandmarksError, JumpMap, JumpTable, Knowledge, Labels, LabelsOptions,
    Metric, Turns, Verdict,
};
use astride::world::{Overlay, World};

/// One search on squares in one configuration.
pub type Contestant = super::Contestant<Guess>;

/// The memory of contestants on squares.
pub type Memory = super::Memory<SquareWorld>;

/// The memory of the methods that only squares have.
#[derive(Default)]
pub struct SquareMemory {
    scratch: Scratch,
    dead_ends: Scratch,
}

/// The names of the methods that need jump points, the fastest to build first.
pub const JUMPERS: [&str; 6] =
    ["jump map", "jump table", "jump boxes", "jump landmarks", "labels", "few labels"];

/// Why jump points and labels accept a query.
const ONE_TO_ONE: &str = "it leads from one start to one goal";

type Asked = super::Asked<SquareWorld>;
type Left<'a, 'b> = Option<&'a Leftover<'b, SquareWorld>>;

impl Field for SquareWorld {
    type View<'a> = GridView<'a>;
    type Guess = Guess;
    type Heuristic = SquareHeuristic;
    type Memory = SquareMemory;

    const GUESSES: &'static [Guess] = &Guess::ALL;

    const OWN: &'static [Own<SquareWorld>] = &[
        own("jump map", Claim::Optimal, true, |view, _| by_jump_map(view, false)),
        own("jump table", Claim::Optimal, true, |view, _| by_jump_table(view, false)),
        // Where terrain costs differ there are neither boxes nor landmarks.
        own("jump boxes", Claim::Optimal, true, |view, _| by_jump_table(view, true)),
        own("jump landmarks", Claim::Optimal, true, |view, _| by_jump_map(view, true)),
        own("labels", Claim::Optimal, false, |view, _| by_labels(view, LabelsOptions::default())),
        // With so little room only some jump points have labels.
        own("few labels", Claim::Optimal, false, |view, _| {
            by_labels(view, LabelsOptions { bytes_per_cell: 0, ..LabelsOptions::default() })
        }),
        own("clusters", Claim::SomePath, false, by_clusters),
        own("cheapest by clusters", Claim::Optimal, false, by_bounds_of_clusters),
        own("components", Claim::Optimal, false, by_components),
        own("dead ends", Claim::Optimal, false, by_dead_ends),
        own("replanner", Claim::Optimal, false, by_replanner),
        own("overlaid", Claim::Optimal, false, under_overlay),
        own("known", Claim::Optimal, false, by_knowledge),
        own("headings", Claim::Optimal, false, by_headings),
    ];

    fn heuristic(view: &GridView<'_>, guess: Guess) -> SquareHeuristic {
        SquareHeuristic::new(view, guess)
    }

    fn worth(&self, guess: Guess) -> Worth {
        let is_exact = self.neighbours == Neighbours::Four || self.diagonal >= 2 * self.straight;
        match guess {
            Guess::Bumpy => Worth::Admissible,
            // Links scale all estimates down, so no factor is known.
            Guess::By(Metric::Manhattan) if !is_exact && !self.links.is_empty() => Worth::Nothing,
            Guess::By(Metric::Manhattan) if !is_exact => {
                Worth::Within(2 * self.straight, self.diagonal)
            }
            Guess::By(_) | Guess::Custom => Worth::Consistent,
        }
    }

    fn check_refusal(&self, own: &str, refused: Option<Refused>) -> Result<(), String> {
        if !JUMPERS.contains(&own) {
            return refused.map_or(Ok(()), |refused| Err(format!("{own}: {refused:?} refused")));
        }
        let must = has_no_jump_points(self);
        let steps = (self.width + self.height) as u64;
        let costliest = self.cells.iter().map(|cell| u64::from(cell.factor)).max().unwrap_or(1);
        let may_be_costly = steps * costliest * self.diagonal.max(self.straight) >= 1 << 31;
        match refused {
            None if must => Err("answers where there are no jump points".to_owned()),
            Some(Refused::Map) if !must => Err("refuses a map that has jump points".to_owned()),
            Some(Refused::TooCostly) if own == JUMPERS[0] || !may_be_costly => {
                Err("refuses a map for its costs, which are small".to_owned())
            }
            _ => Ok(()),
        }
    }
}

const fn own(
    name: &'static str,
    claim: Claim,
    is_sliced: bool,
    make: super::Make<SquareWorld>,
) -> Own<SquareWorld> {
    Own { name, claim, is_sliced, make }
}

fn by_jump_map(view: &GridView<'_>, with_landmarks: bool) -> Result<Asked, Refusal> {
    let mut map = JumpMap::build(view).map_err(|error| refusal(&error, Refused::Map))?;
    if with_landmarks {
        let added = map.add_landmarks();
        assert!(matches!(added, Ok(()) | Err(JumpLandmarksError::Terrain)), "{added:?}");
    }
    Ok(Box::new(move |_: &GridView<'_>, plain, memory| {
        let query = PathQuery::new(plain.ends[0], plain.ends[1]);
        let cost = map.search(&query, &mut memory.scratch).expect(ONE_TO_ONE).cost();
        let mut ran = Ran::new(plain.slices, plain.lot);
        let mut search = map.search(&query, &mut memory.scratch).expect(ONE_TO_ONE);
        ran.drive(|budget| search.run(budget, &mut ()));
        // It has seen jump points, not nodes.
        ran.reply(false).agrees_with(cost)
    }))
}

fn by_jump_table(view: &GridView<'_>, with_boxes: bool) -> Result<Asked, Refusal> {
    let map = JumpMap::build(view).map_err(|error| refusal(&error, Refused::Map))?;
    let mut table = JumpTable::build(map).map_err(|error| refusal(&error, Refused::TooCostly))?;
    if with_boxes {
        let added = table.add_boxes(JumpTable::USUAL_BOX_WORK);
        assert!(!matches!(added, Err(JumpBoxesError::TooLarge { .. })), "{added:?}");
    }
    Ok(Box::new(move |_: &GridView<'_>, plain, memory| {
        let query = PathQuery::new(plain.ends[0], plain.ends[1]);
        let cost = table.search(&query, &mut memory.scratch).expect(ONE_TO_ONE).cost();
        let mut ran = Ran::new(plain.slices, plain.lot);
        let mut search = table.search(&query, &mut memory.scratch).expect(ONE_TO_ONE);
        ran.drive(|budget| search.run(budget, &mut ()));
        // It has seen jump points, not nodes.
        ran.reply(false).agrees_with(cost)
    }))
}

fn by_labels(view: &GridView<'_>, options: LabelsOptions) -> Result<Asked, Refusal> {
    JumpMap::build(view).map_err(|error| refusal(&error, Refused::Map))?;
    let labels = Labels::build(view, &options);
    let labels = labels.map_err(|error| refusal(&error, Refused::TooCostly))?;
    Ok(Box::new(move |_: &GridView<'_>, plain, memory| {
        let query = PathQuery::new(plain.ends[0], plain.ends[1]);
        let mut search = labels.search(&query, &mut memory.scratch).expect(ONE_TO_ONE);
        let cost = search.cost();
        Reply::told(&search.run(&mut Budget::unlimited(), &mut ())).agrees_with(cost)
    }))
}

/// As small as possible, so that small worlds have several levels.
fn clusters_of(view: &GridView<'_>) -> Clusters {
    let options = ClustersOptions { side: 2, factor: 2, levels: Some(3) };
    Clusters::build(view, &options).expect("good options")
}

/// A route, refined to the end.
fn by_clusters(view: &GridView<'_>, _: Left<'_, '_>) -> Result<Asked, Refusal> {
    let clusters = clusters_of(view);
    Ok(Box::new(move |view: &GridView<'_>, plain, memory| {
        let [from, to] = plain.ends.map(|end| view.grid().cell(end));
        let scratch = &mut memory.scratch;
        let budget = &mut Budget::unlimited();
        match clusters.route(view, from, to, scratch, budget) {
            Ok(outcome) => {
                match outcome.into_path().map(|it| it.finish(&clusters, view, scratch)) {
                    None => Reply::plain(None),
                    Some(Ok(found)) => Reply::told(&Outcome::Found(found)),
                    Some(Err(error)) => Reply::faulty(error.to_string()),
                }
            }
            Err(error) => Reply::faulty(error.to_string()),
        }
    }))
}

/// A cheapest path, bounded by a route.
fn by_bounds_of_clusters(view: &GridView<'_>, _: Left<'_, '_>) -> Result<Asked, Refusal> {
    let clusters = clusters_of(view);
    Ok(Box::new(move |view: &GridView<'_>, plain, memory| {
        let [from, to] = plain.ends.map(|end| view.grid().cell(end));
        let (scratch, budget) = (&mut memory.scratch, &mut Budget::unlimited());
        match clusters.cheapest(view, from, to, scratch, budget) {
            Ok(outcome) => Reply::told(&outcome),
            Err(error) => Reply::faulty(error.to_string()),
        }
    }))
}

/// A* where components report that there is a path.
fn by_components(view: &GridView<'_>, _: Left<'_, '_>) -> Result<Asked, Refusal> {
    let components = Components::build(view);
    Ok(Box::new(move |view: &GridView<'_>, plain, memory| {
        let [from, to] = plain.ends;
        match components.verdict(from, to) {
            Verdict::Reachable => match by_octile(view, view, plain.ends, &mut memory.scratch) {
                reply if matches!(reply.answer, crate::judge::Answer::Path(_)) => reply,
                _ => Reply::faulty("reachable, but A* finds no path".to_owned()),
            },
            Verdict::StartBlocked => Reply::no_path(Reason::StartBlocked),
            Verdict::GoalBlocked => Reply::no_path(Reason::GoalBlocked),
            _ => Reply::no_path(Reason::Enclosed(None)),
        }
    }))
}

/// A* that skips dead ends.
fn by_dead_ends(view: &GridView<'_>, _: Left<'_, '_>) -> Result<Asked, Refusal> {
    let dead_ends = DeadEnds::build(view);
    Ok(Box::new(move |view: &GridView<'_>, plain, memory| {
        let [from, to] = plain.ends;
        match dead_ends.skipping(view, from, to, &mut memory.dead_ends) {
            Ok(outside) => by_octile(view, &outside, plain.ends, &mut memory.scratch),
            Err(error) => Reply::faulty(error.to_string()),
        }
    }))
}

/// A replanner that has answered other queries about this world, or about another one.
fn by_replanner(_: &GridView<'_>, left: Left<'_, '_>) -> Result<Asked, Refusal> {
    let mut replanner = Replanner::new();
    if let Some(left) = left {
        let ends = [0, left.view.node_count() - 1].map(NodeId::new);
        for (from, to) in [(ends[0], ends[1]), (ends[1], ends[0])] {
            _ = replanner.replan_over(left.view, from, to, &mut Budget::unlimited(), &mut ());
        }
    }
    Ok(Box::new(move |view: &GridView<'_>, plain, _| {
        let [from, to] = plain.ends;
        let budget = &mut Budget::unlimited();
        Reply::told(&replanner.replan_over(view, from, to, budget, &mut ()))
    }))
}

/// A* under an overlay that has been cleared.
fn under_overlay(view: &GridView<'_>, left: Left<'_, '_>) -> Result<Asked, Refusal> {
    let mut overlay = Overlay::new(view.grid());
    overlay.fill(view.grid().bounds(), 77);
    overlay.clear();
    if let Some(left) = left {
        overlay.fill(CellRect::of(view.grid().cell(left.node)), 1);
    }
    Ok(Box::new(move |view: &GridView<'_>, plain, memory| {
        by_octile(view, &overlay.over(view), plain.ends, &mut memory.scratch)
    }))
}

/// A* on what a faction knows, which is everything; one cell of it may be out of date.
fn by_knowledge(view: &GridView<'_>, left: Left<'_, '_>) -> Result<Asked, Refusal> {
    let grid = view.grid();
    let mut knowledge = Knowledge::new(grid, 0);
    knowledge.reveal(grid, grid.bounds(), &mut Vec::new());
    if let Some(left) = left {
        knowledge.remember(left.view.grid(), CellRect::of(grid.cell(left.node)));
    }
    Ok(Box::new(move |view: &GridView<'_>, plain, memory| {
        let known = knowledge.view(view);
        let octile = GridHeuristic::known(&known, Metric::Octile);
        let query = PathQuery::new(plain.ends[0], plain.ends[1]);
        Reply::told(&astar(&known, &octile, &query, &mut memory.scratch, &mut ()))
    }))
}

/// A* in a world with headings: turns are free, so a path of states is a path of cells.
fn by_headings(_: &GridView<'_>, _: Left<'_, '_>) -> Result<Asked, Refusal> {
    Ok(Box::new(move |view: &GridView<'_>, plain, memory| {
        let turns = Turns::per_eighth(0).expect("free turns");
        let headings = match Headings::new(view, turns) {
            Ok(headings) => headings,
            Err(error) => return Reply::faulty(error.to_string()),
        };
        let (starts, goals) = (headings.any_start(plain.ends[0]), headings.any(plain.ends[1]));
        let query = PathQuery::to_nearest(starts[0].0, &goals).starts(&starts);
        let octile = headings.heuristic(GridHeuristic::octile(view));
        let outcome = astar(&headings, &octile, &query, &mut memory.scratch, &mut ());
        Reply::plain(outcome.path().map(|path| headings.cells_of(path).path).as_ref())
    }))
}

fn by_octile(
    view: &GridView<'_>,
    world: &impl World,
    [from, to]: [NodeId; 2],
    scratch: &mut Scratch,
) -> Reply {
    let (query, octile) = (PathQuery::new(from, to), GridHeuristic::octile(view));
    Reply::told(&astar(world, &octile, &query, scratch, &mut ()))
}

/// That a map cannot be prepared; the error message has to say so.
fn refusal(error: &impl std::error::Error, refused: Refused) -> Refusal {
    let error = error.to_string();
    let fault = (!error.contains("no ") && !error.contains("a jump costs"))
        .then(|| format!("a refusal that does not say so: {error}"));
    Refusal { refused, fault }
}

/// Whether jump points would be wrong in `world`: it has links, one-way steps or walls between
/// cells, overlapping media, or diagonals that cost more than the two straight steps.
pub fn has_no_jump_points(world: &SquareWorld) -> bool {
    media_overlap(world)
        || !world.links.is_empty()
        || !world.blocked_steps.is_empty()
        || world.neighbours == Neighbours::Eight && world.diagonal > 2 * world.straight
}

/// Whether some cell belongs to two media and no single medium contains all cells of both.
fn media_overlap(world: &SquareWorld) -> bool {
    let cells = || world.cells.iter().filter(|cell| cell.factor > 0).map(|cell| cell.media);
    let shares = |both: u8| cells().any(|media| media & both == both);
    let is_joined = |both: u8| {
        (0..8).any(|all: u32| cells().all(|media| media & both == 0 || media >> all & 1 == 1))
    };
    (0..8).any(|a: u32| {
        (a + 1..8).map(|b| 1 << a | 1 << b).any(|both| shares(both) && !is_joined(both))
    })
}
