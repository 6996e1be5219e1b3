//! First steps on squares: by the clusters of a mover.

use crate::base::{Budget, Cost, NodeId};
use crate::path::Path;
use crate::planner::Ask;
use crate::planner::navigator::state::State;
use crate::search::Scratch;

impl State {
    /// The first steps of a question and an upper bound on the cost of the whole path, if there are
    /// clusters for it, with at most `most` expansions; and the number of expansions.
    pub(super) fn first_steps(
        &self,
        ask: &Ask,
        scratch: &mut Scratch,
        most: u64,
    ) -> (Option<(Path, Cost)>, u64) {
        // Clusters know more than a faction does, and nothing of edits that are supposed.
        let is_plain = ask.faction.is_none() && ask.supposing.is_none();
        let is_possible = is_plain && self.may_have_path(ask);
        let walker = self.walker(ask.mover).ok().filter(|_| is_possible);
        let clusters = walker.and_then(|walker| walker.current_clusters(&self.map));
        let (Some(walker), Some(clusters)) = (walker, clusters) else { return (None, 0) };
        let view = walker.view(&self.map);
        let budget = &mut Budget::unlimited().expansions(most);
        let Ok(outcome) = clusters.route(&view, ask.from, ask.to, scratch, budget) else {
            return (None, 0);
        };
        let made = outcome.effort().expanded;
        let steps = outcome.into_path().and_then(|mut route| {
            let (start, cost) = (route.start(), route.cost());
            let steps = route.next_steps(clusters, &view, scratch).ok()??;
            let nodes = [&[start], steps].concat();
            let closed = self.closed(ask).ok()?;
            let is_open = |node: &NodeId| closed.is_none_or(|closed| !closed.bars(*node));
            nodes.iter().all(is_open).then_some(())?;
            Some((Path::new(nodes, route.walked())?, cost))
        });
        (steps, made)
    }
}
