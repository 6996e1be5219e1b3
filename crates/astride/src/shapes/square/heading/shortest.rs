//! The arcs of cheapest paths, derived from a distance field.

use super::HeadingError;
use crate::base::{Cost, NodeId, Slot};
use crate::search::DistanceField;
use crate::shapes::square::{Grid, OnGrid};
use crate::world::{Arc, Way, World, leave_to_world};

/// A world with only the arcs that are on a cheapest path to (or from) the sources of a field.
/// Every walk along them that ends at a source is a cheapest path, and every cheapest path is such
/// a walk.
///
/// On grids the arcs form no cycle; in a world with zero-cost arcs these may. If the field was
/// stopped, arcs beyond the settled nodes are missing.
#[derive(Clone, Copy, Debug)]
pub struct ShortestArcs<'a, W> {
    world: W,
    field: &'a DistanceField,
}

impl<'a, W: World> ShortestArcs<'a, W> {
    /// The arcs of `world` that account for the distances of `field`, which was computed on it.
    ///
    /// # Errors
    ///
    /// If the field has another revision or number of nodes than the world.
    pub fn new(world: W, field: &'a DistanceField) -> Result<Self, HeadingError> {
        let is_of_world = field.node_count() == world.node_count() as usize
            && field.revision() == world.revision();
        if is_of_world { Ok(ShortestArcs { world, field }) } else { Err(HeadingError::OtherWorld) }
    }

    #[inline(always)]
    fn is_shortest(&self, from: NodeId, to: NodeId, cost: u32) -> bool {
        let (near, far) = if self.field.way() == Way::Forward { (from, to) } else { (to, from) };
        let ends = (self.field.distance(near), self.field.distance(far));
        let (Some(near), Some(far)) = ends else { return false };
        far < self.field.settled_below() && near + Cost::from(cost) == far
    }
}

impl<W: World> World for ShortestArcs<'_, W> {
    leave_to_world! { node_count is_passable max_arc_cost min_arc_cost follow geometry revision }

    #[inline(always)]
    fn for_each_arc(&self, node: NodeId, way: Way, mut visit: impl FnMut(Arc)) {
        self.world.for_each_arc(node, way, |arc| {
            let (from, to) = if way == Way::Forward { (node, arc.node) } else { (arc.node, node) };
            if self.is_shortest(from, to, arc.cost) {
                visit(arc);
            }
        });
    }
}

impl<W: OnGrid> OnGrid for ShortestArcs<'_, W> {
    fn grid(&self) -> &Grid {
        self.world.grid()
    }
}
