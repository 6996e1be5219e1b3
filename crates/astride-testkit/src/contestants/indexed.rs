//! The contestants that know more than the map: indexes of it, what is on top of it, and what was
//! learned on it.

use super::answer::walk;
use super::{Reply, claim_of};
use crate::judge::{Answer, Reason};
use astride::base::{Budget, NodeId, Rect};
use astride::search::{Outcome, Query, Replanner, Scratch, astar};
use astride::shapes::square::{
    Clusters, ClustersOptions, ClustersScratch, Components, DeadEnds, DeadEndsScratch,
    GridHeuristic, GridView, Headings, Knowledge, Metric, Turns, Verdict,
};
use astride::world::{Overlay, World};

/// What helps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Helper {
    /// A route by clusters, worked out to its end.
    Clusters,
    /// A cheapest path that a route by clusters bounds.
    CheapestByClusters,
    /// A* where components say that there is a path.
    Components,
    /// A* that skips dead ends.
    DeadEnds,
    /// A replanner that has answered other questions about this world before.
    Replanner,
    /// A* under an overlay of which nothing is left.
    Overlaid,
    /// A* on what a faction knows, which is everything.
    Known,
    /// A* in a world of headings where turns are free.
    Headings,
}

impl Helper {
    /// All of them.
    pub const ALL: [Helper; 8] = [
        Helper::Clusters,
        Helper::CheapestByClusters,
        Helper::Components,
        Helper::DeadEnds,
        Helper::Replanner,
        Helper::Overlaid,
        Helper::Known,
        Helper::Headings,
    ];
}

/// A world with all that helps in it. It may be made of another world than the one asked about: then
/// it is out of date.
pub struct Helped {
    clusters: Clusters,
    components: Components,
    dead_ends: DeadEnds,
    overlay: Overlay,
    knowledge: Knowledge,
    replanner: Replanner,
}

/// Memory of such contestants.
#[derive(Default)]
pub struct HelpedScratch {
    clusters: ClustersScratch,
    dead_ends: DeadEndsScratch,
    cells: Scratch,
}

impl Helped {
    /// Makes everything of `view`.
    ///
    /// # Panics
    ///
    /// If clusters cannot be built.
    pub fn new(view: &GridView<'_>) -> Helped {
        let grid = view.grid();
        // As small as can be, so that small worlds have several levels.
        let options = ClustersOptions { side: 2, factor: 2, levels: Some(3) };
        let mut overlay = Overlay::new(grid);
        overlay.fill(grid.bounds(), 77);
        overlay.clear();
        let mut knowledge = Knowledge::new(grid, 0);
        knowledge.reveal(grid, grid.bounds(), &mut Vec::new());
        Helped {
            clusters: Clusters::build(view, &options, &mut |_| true).expect("good options"),
            components: Components::build(view),
            dead_ends: DeadEnds::build(view),
            overlay,
            knowledge,
            replanner: Replanner::new(),
        }
    }

    /// Leaves something behind that should have been cleared, forgotten or followed: so many ticks
    /// on a part of the overlay, and what `view`, another world, has taught.
    pub fn spoil(&mut self, view: &GridView<'_>, part: Rect, ticks: u32) {
        self.overlay.fill(part, ticks);
        self.knowledge.remember(view.grid(), part);
        let ends = [0, view.node_count() - 1].map(NodeId::new);
        for (from, to) in [(ends[0], ends[1]), (ends[1], ends[0])] {
            let budget = &mut Budget::unlimited();
            _ = self.replanner.replan_over(view, from, to, budget, &mut ());
        }
    }

    /// The way from one node to another.
    pub fn answer(
        &mut self,
        helper: Helper,
        view: &GridView<'_>,
        [from, to]: [NodeId; 2],
        scratch: &mut HelpedScratch,
    ) -> Reply {
        let HelpedScratch { clusters, dead_ends, cells } = scratch;
        let (query, octile) = (Query::new(from, to), GridHeuristic::octile(view));
        let [a, b] = [from, to].map(|node| view.grid().cell(node));
        let budget = &mut Budget::unlimited();
        match helper {
            Helper::Clusters => {
                let route = self.clusters.route(view, a, b, clusters, budget);
                let found = route.map(|outcome| {
                    outcome.route().map(|route| route.finish(&self.clusters, view, clusters))
                });
                match found {
                    Ok(None) => Reply::plain(None),
                    Ok(Some(Ok(found))) => told(&Outcome::Found(found)),
                    Ok(Some(Err(error))) | Err(error) => lost(&error),
                }
            }
            Helper::CheapestByClusters => {
                let lent = (clusters, cells);
                match self.clusters.cheapest(view, a, b, lent, budget) {
                    Ok(outcome) => told(&outcome),
                    Err(error) => lost(&error),
                }
            }
            Helper::Components => match self.components.verdict(from, to) {
                Verdict::Reachable => match astar(view, &octile, &query, cells, &mut ()) {
                    Outcome::Found(found) => told(&Outcome::Found(found)),
                    _ => Reply::faulty("reachable, but A* finds no path".to_owned()),
                },
                verdict => no_path(verdict),
            },
            Helper::DeadEnds => match self.dead_ends.skipping(view, from, to, dead_ends) {
                Ok(outside) => told(&astar(&outside, &octile, &query, cells, &mut ())),
                Err(error) => lost(&error),
            },
            Helper::Replanner => told(&self.replanner.replan_over(view, from, to, budget, &mut ())),
            Helper::Overlaid => {
                told(&astar(&self.overlay.over(view), &octile, &query, cells, &mut ()))
            }
            Helper::Known => {
                let known = self.knowledge.view(view);
                let octile = GridHeuristic::known(&known, Metric::Octile);
                told(&astar(&known, &octile, &query, cells, &mut ()))
            }
            Helper::Headings => by_headings(view, [from, to], cells),
        }
    }
}

/// Turns are free, so a path of states is one of cells.
fn by_headings(view: &GridView<'_>, [from, to]: [NodeId; 2], scratch: &mut Scratch) -> Reply {
    let turns = Turns::per_eighth(0).expect("free turns");
    let headings = match Headings::new(view, turns) {
        Ok(headings) => headings,
        Err(error) => return Reply::faulty(error.to_string()),
    };
    let (starts, goals) = (headings.any_start(from), headings.any(to));
    let query = Query::to_nearest(starts[0].0, &goals).starts(&starts);
    let octile = headings.heuristic(GridHeuristic::octile(view));
    let outcome = astar(&headings, &octile, &query, scratch, &mut ());
    Reply::plain(outcome.path().map(|path| headings.cells_of(path).path).as_ref())
}

fn no_path(verdict: Verdict) -> Reply {
    let reason = match verdict {
        Verdict::StartBlocked => Reason::StartBlocked,
        Verdict::GoalBlocked => Reason::GoalBlocked,
        _ => Reason::Enclosed(None),
    };
    Reply { answer: Answer::NoPath { reason: Some(reason), nearest: None }, ..Reply::plain(None) }
}

fn told(outcome: &Outcome) -> Reply {
    let answer = match outcome.path() {
        Some(path) => Answer::Path(walk(path)),
        None => Answer::NoPath { reason: None, nearest: None },
    };
    Reply { answer, stated: outcome.guarantee().map(claim_of), ..Reply::plain(None) }
}

fn lost(error: &impl std::error::Error) -> Reply {
    Reply::faulty(error.to_string())
}
