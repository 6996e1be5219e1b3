//! Checking that a world follows the rules that every search relies on.
//!
//! A world that violates one silently makes answers wrong: a missing backward arc hides paths from
//! a field, and a cost beyond the declared maximum breaks its queue. Check a world of your own
//! once, in its tests or where it is loaded.

mod fault;
mod offers;

pub use fault::{ArcFault, Listing, WorldFault};

use crate::base::{MAX_SLOTS, NodeId, Slot};
use crate::world::{Arc, Way, World};
use offers::{Listener, Wish};

/// The maximum cost of an arc in ticks.
const MOST_OF_ARC: u32 = 1 << 31;

/// The maximum number of arrivals at a node for which its canonical arcs are checked.
const MOST_ARRIVALS: usize = 16;

/// What a check has covered; all of it follows the rules of [`World`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Nodes checked.
    pub nodes: u64,
    /// How many of them are passable.
    pub passable: u64,
    /// Arcs that leave them.
    pub arcs: u64,
    /// The cost of the cheapest and the most expensive of these arcs, in ticks; `None` if there are
    /// none.
    pub costs: Option<(u32, u32)>,
}

/// Checks a whole world against the rules documented at [`World`], at every node and in both
/// directions.
///
/// It does not check whether the estimates of [`World::estimate`] are close to the truth, whether
/// the canonical arcs of a world that defines them preserve a cheapest path (only that they are
/// arcs), or what [`World::arc_cost`] returns where there is no arc.
///
/// # Errors
///
/// The first rule found to be violated, in node order.
///
/// # Complexity
///
/// O(arcs · arcs of a node) time; memory for a few words per arc of one node, plus a byte per tile.
/// For very large worlds see [`check_at`].
///
/// # Examples
///
/// ```
/// use astride::shapes::square::{Grid, Mover};
/// use astride::world;
/// let grid = Grid::new(20, 10, b'.')?;
/// let checked = world::check(&grid.seen_by(&Mover::walker()))?;
/// assert_eq!((checked.nodes, checked.passable), (200, 200));
/// assert_eq!(checked.costs, Some((13_860, 19_601)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(world: &impl World) -> Result<Checked, WorldFault> {
    check_at(world, (0..world.node_count()).map(NodeId::new))
}

/// As [`check`], but only for the given nodes: their arcs in both directions, each compared with
/// its other end.
///
/// # Errors
///
/// As for [`check`].
///
/// # Panics
///
/// If one of `nodes` is not a node of `world`.
///
/// # Examples
///
/// ```
/// use astride::base::NodeId;
/// use astride::shapes::square::{Grid, Mover};
/// use astride::world;
/// let grid = Grid::new(4000, 4000, b'.')?;
/// let view = grid.seen_by(&Mover::walker());
/// let sample = (0..grid.cell_count()).step_by(7919).map(NodeId::new);
/// assert_eq!(world::check_at(&view, sample)?.nodes, 2021);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_at(
    world: &impl World,
    nodes: impl IntoIterator<Item = NodeId>,
) -> Result<Checked, WorldFault> {
    check_limits(world)?;
    let (masks, checked) = (masks_of(world), Checked::default());
    let mut checker = Checker { world, masks, other: Vec::new(), checked };
    for node in nodes {
        assert!(node.get() < world.node_count(), "there is no node {node}");
        checker.check_node(node)?;
    }
    Ok(checker.checked)
}

fn check_limits(world: &impl World) -> Result<(), WorldFault> {
    let (nodes, max_arc_cost) = (world.node_count(), world.max_arc_cost());
    if nodes > NodeId::MAX_INDEX {
        return Err(WorldFault::TooManyNodes { nodes });
    }
    if max_arc_cost > MOST_OF_ARC {
        return Err(WorldFault::TooCostly { max_arc_cost });
    }
    Ok(())
}

/// The masks of all tiles, if the world claims to consist of tiles.
fn masks_of(world: &impl World) -> Option<Vec<u8>> {
    let tiles = world.tiled()?;
    if let Some(masks) = tiles.masks() {
        return Some(masks.to_vec());
    }
    let mut masks = Vec::new();
    tiles.fill_masks(&mut masks, &mut Vec::new()).then_some(masks)
}

struct Checker<'w, W> {
    world: &'w W,
    masks: Option<Vec<u8>>,
    /// The arcs at the other end of an arc.
    other: Vec<Arc>,
    checked: Checked,
}

impl<W: World> Checker<'_, W> {
    fn check_node(&mut self, node: NodeId) -> Result<(), WorldFault> {
        let [leaving, arriving] = [Way::Forward, Way::Backward].map(|way| self.arcs(node, way));
        self.checked.nodes += 1;
        self.checked.passable += u64::from(self.world.is_passable(node));
        self.checked.arcs += leaving.len() as u64;
        for cost in leaving.iter().map(|arc| arc.cost) {
            let (least, most) = self.checked.costs.unwrap_or((cost, cost));
            self.checked.costs = Some((least.min(cost), most.max(cost)));
        }
        let mut arrivals = [vec![Slot::NONE], vec![Slot::NONE]];
        for (turn, (way, arcs)) in
            [(Way::Forward, &leaving), (Way::Backward, &arriving)].into_iter().enumerate()
        {
            self.check_order(node, way, arcs)?;
            for &arc in arcs {
                let fault = |broken| WorldFault::Arc { node, way, arc, broken };
                self.check_arc(node, way, arc).map_err(fault)?;
                // The slot of this arc at its other end is how a search in the other direction
                // arrives here.
                self.check_other_end(node, way, arc, arcs, &mut arrivals[1 - turn])
                    .map_err(fault)?;
            }
            self.check_arc_costs(node, way, arcs)?;
            self.check_offers(node, way, arcs)?;
        }
        for (way, arcs, slots) in
            [(Way::Forward, &leaving, &arrivals[0]), (Way::Backward, &arriving, &arrivals[1])]
        {
            self.check_canonical(node, way, arcs, slots)?;
        }
        Ok(())
    }

    fn arcs(&self, node: NodeId, way: Way) -> Vec<Arc> {
        let mut arcs = Vec::new();
        self.world.for_each_arc(node, way, |arc| arcs.push(arc));
        arcs
    }

    /// Checks a second visit, and the tiles that the world may claim to consist of.
    fn check_order(&self, node: NodeId, way: Way, arcs: &[Arc]) -> Result<(), WorldFault> {
        let same = |by, found: &[Arc]| same_order((node, way), by, arcs, found);
        same(Listing::SecondVisit, &self.arcs(node, way))?;
        let stencil = self.world.tiled().and_then(|tiles| tiles.stencil(way));
        let (Some(stencil), Some(masks)) = (stencil, &self.masks) else { return Ok(()) };
        let mask = masks.get(node.index()).copied().unwrap_or(0);
        let codes = (0..8usize).filter(|code| mask >> code & 1 == 1);
        let seen: Vec<Arc> = codes
            .map(|code| Arc {
                node: NodeId::new(node.get().wrapping_add_signed(stencil.offsets[code])),
                cost: stencil.costs[code],
                slot: Slot::new(stencil.slots[code].into()),
            })
            .collect();
        same(Listing::Stencil, &seen)
    }

    /// The checks of an arc that need only one of its ends.
    fn check_arc(&self, node: NodeId, way: Way, arc: Arc) -> Result<(), ArcFault> {
        let world = self.world;
        let (nodes, least, most) = (world.node_count(), world.min_arc_cost(), world.max_arc_cost());
        if arc.node.get() >= nodes {
            return Err(ArcFault::NoSuchNode { nodes });
        }
        if let Some(end) = [node, arc.node].into_iter().find(|&end| !world.is_passable(end)) {
            return Err(ArcFault::Blocked { end });
        }
        if !(least..=most).contains(&arc.cost) {
            return Err(ArcFault::Cost { least, most });
        }
        if u32::from(arc.slot.code()) >= MAX_SLOTS {
            return Err(ArcFault::Slot);
        }
        match world.follow(arc.node, arc.slot, way) {
            found if found == node => Ok(()),
            found => Err(ArcFault::Follow { found }),
        }
    }

    /// Checks that the other end has the arc, and collects its slots for it.
    fn check_other_end(
        &mut self,
        node: NodeId,
        way: Way,
        arc: Arc,
        arcs: &[Arc],
        slots: &mut Vec<Slot>,
    ) -> Result<(), ArcFault> {
        let back = if way == Way::Forward { Way::Backward } else { Way::Forward };
        let other = &mut self.other;
        other.clear();
        self.world.for_each_arc(arc.node, back, |arc| other.push(arc));
        let count = |arcs: &[Arc], end| {
            arcs.iter().filter(|other| (other.node, other.cost) == (end, arc.cost)).count()
        };
        let (here, there) = (count(arcs, arc.node), count(other, node));
        if here != there {
            return Err(ArcFault::Unmatched { here, there });
        }
        for slot in other.iter().filter(|other| other.node == node).map(|other| other.slot) {
            if slots.len() < MOST_ARRIVALS && !slots.contains(&slot) {
                slots.push(slot);
            }
        }
        Ok(())
    }

    fn check_arc_costs(&self, node: NodeId, way: Way, arcs: &[Arc]) -> Result<(), WorldFault> {
        if way == Way::Backward {
            return Ok(());
        }
        for &arc in arcs {
            let between = arcs.iter().filter(|other| other.node == arc.node);
            let expected = between.map(|other| other.cost).min().unwrap_or(arc.cost);
            let found = self.world.arc_cost(node, arc.node);
            if found != Some(expected) {
                let broken = ArcFault::ArcCost { found, expected };
                return Err(WorldFault::Arc { node, way, arc, broken });
            }
        }
        Ok(())
    }

    fn check_offers(&self, node: NodeId, way: Way, arcs: &[Arc]) -> Result<(), WorldFault> {
        for wish in [Wish::All, Wish::Nothing, Wish::EveryOther] {
            let mut listener = Listener::new(wish);
            self.world.offer_arcs(node, way, &mut listener);
            self.check_listener(node, way, &listener)?;
            if wish == Wish::All {
                same_order((node, way), Listing::OfferArcs, arcs, &listener.taken)?;
            }
        }
        same_order((node, way), Listing::VisitArcs, arcs, &self.visited(node, None, way))
    }

    fn visited(&self, node: NodeId, arrival: Option<Slot>, way: Way) -> Vec<Arc> {
        let mut arcs = Vec::new();
        self.world.visit_arcs(node, arrival, way, &mut |arc| arcs.push(arc));
        arcs
    }

    fn check_canonical(
        &self,
        node: NodeId,
        way: Way,
        arcs: &[Arc],
        arrivals: &[Slot],
    ) -> Result<(), WorldFault> {
        for &arrival in arrivals {
            let mut listener = Listener::new(Wish::All);
            self.world.offer_canonical_arcs(node, arrival, way, &mut listener);
            self.check_listener(node, way, &listener)?;
            if let Some(&arc) = listener.taken.iter().find(|arc| !arcs.contains(arc)) {
                let broken = ArcFault::NotCanonical;
                return Err(WorldFault::Arc { node, way, arc, broken });
            }
            let visited = self.visited(node, Some(arrival), way);
            same_order((node, way), Listing::VisitCanonical, &listener.taken, &visited)?;
        }
        Ok(())
    }

    fn check_listener(
        &self,
        node: NodeId,
        way: Way,
        listener: &Listener,
    ) -> Result<(), WorldFault> {
        let nodes = self.world.node_count();
        if let Some(index) = listener.beyond(nodes) {
            return Err(WorldFault::Asked { node, way, index, nodes });
        }
        match listener.unwanted {
            Some(arc) => Err(WorldFault::Arc { node, way, arc, broken: ArcFault::Unwanted }),
            None => Ok(()),
        }
    }
}

/// Checks that `found` are the arcs `expected`, in the same order.
fn same_order(
    (node, way): (NodeId, Way),
    by: Listing,
    expected: &[Arc],
    found: &[Arc],
) -> Result<(), WorldFault> {
    let longer = expected.len().max(found.len());
    match (0..longer).find(|&place| expected.get(place) != found.get(place)) {
        None => Ok(()),
        Some(place) => {
            let [expected, found] = [expected, found].map(|arcs| arcs.get(place).copied());
            Err(WorldFault::Order { node, way, by, place, expected, found })
        }
    }
}
