//! The rules of a world: every world that is shipped keeps them, and the checker finds every breach
//! that is planted.

use std::cell::Cell;

use astride::base::{Budget, CellRect, NodeId, Slot};
use astride::search::{DistanceField, Scratch};
use astride::shapes::square::{
    BodyGrid, DeadEnds, Edit, Grid, GridView, Headings, Knowledge, Mover, ShortestArcs, Turns,
};
use astride::world::{
    self, Arc, ArcFault, Checked, Listing, Offers, Overlay, Tiled, Way, World, WorldFault,
};
use astride_testkit::adapter::{build_world, supported};
use astride_testkit::generate::fenced_world;
use astride_testkit::graph::{Graph, random_arcs};
use astride_testkit::larger::random_node;
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

fn node(at: u32) -> NodeId {
    NodeId::new(at)
}

fn keeps_rules(world: &impl World, what: &str) -> Checked {
    world::check(world).unwrap_or_else(|fault| panic!("{what}: {fault}"))
}

#[test]
fn every_shipped_world_keeps_the_rules() {
    let mut arcs = 0;
    for seed in 0..if is_slow_run() { 20_000 } else { 600 } {
        let mut rng = Rng::new(seed);
        let size = (1 + rng.below(7), 1 + rng.below(7));
        let (mut grid, mover) = build_world(&supported(&fenced_world(seed, size.0, size.1)));
        let what = |name: &str| format!("{name}, seed {seed}");
        let mut knowledge = Knowledge::new(&grid, rng.pick(b".@2W"));
        let (width, height) = (grid.width().min(3), grid.height().min(3));
        knowledge.reveal(&grid, CellRect::new(0, 0, width, height), &mut Vec::new());
        let cell = grid.cell(random_node(&mut rng, &grid));
        grid.apply(Edit::new().set(cell, rng.pick(b".@5"))).expect("on the map");

        let view = grid.seen_by(&mover);
        arcs += keeps_rules(&view, &what("view")).arcs;
        keeps_rules(&view.clone().prepared(), &what("prepared view"));
        let known = knowledge.view(&view);
        keeps_rules(&known, &what("known view"));
        let (mut crowd, mut danger) = (Overlay::new(&grid), Overlay::new(&grid));
        crowd.fill(CellRect::new(0, 0, 2, 2), 700);
        danger.set(cell, Overlay::MOST);
        keeps_rules(&crowd.over(danger.over(&view)), &what("two overlays"));
        keeps_rules(&crowd.over(&known), &what("overlay over a known view"));

        let turns = Turns::per_eighth(5_000).unwrap().at_most(rng.below(5) as u8);
        keeps_rules(&Headings::new(&view, turns).unwrap(), &what("headings"));
        keeps_rules(&Headings::new(crowd.over(&view), turns).unwrap(), &what("laden headings"));
        let way = rng.pick(&[Way::Forward, Way::Backward]);
        let mut field = DistanceField::new();
        let source = [(random_node(&mut rng, &grid), 0)];
        field.compute(&view, &source, way, &mut Budget::unlimited());
        let shortest = ShortestArcs::new(&view, &field).unwrap();
        keeps_rules(&shortest, &what("cheapest arcs"));
        keeps_rules(&Headings::fewest_turns(shortest).unwrap(), &what("fewest turns"));

        let dead_ends = DeadEnds::build(&view);
        let [from, to] = [(); 2].map(|()| random_node(&mut rng, &grid));
        let mut scratch = Scratch::new();
        let outside = dead_ends.skipping(&view, from, to, &mut scratch).unwrap();
        keeps_rules(&outside, &what("dead ends"));
        let body = BodyGrid::square(&view, 2).unwrap();
        keeps_rules(&body.view(), &what("large body"));
        let nodes = 1 + rng.below(12);
        keeps_rules(&Graph::new(nodes, &random_arcs(&mut rng, nodes), 0), &what("graph"));
    }
    assert!(arcs > 5_000, "{arcs} arcs");
}

#[test]
fn a_sample_of_nodes_is_checked_as_a_whole_world_is() {
    let grid = Grid::new(30, 20, b'.').unwrap();
    let view = grid.seen_by(&Mover::walker());
    let checked = world::check(&view).unwrap();
    let expected = Checked {
        nodes: 600,
        passable: 600,
        arcs: 2 * (29 * 20 + 30 * 19 + 2 * 29 * 19),
        costs: Some((13_860, 19_601)),
    };
    assert_eq!(checked, expected);
    let sample = world::check_at(&view, (0..600).step_by(31).map(node)).unwrap();
    assert_eq!((sample.nodes, sample.costs), (20, checked.costs));
    assert_eq!(world::check_at(&view, []), Ok(Checked::default()));
}

/// What a world does wrong, most of it at node 1 or at the arc from 1 to 2.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Plant {
    Nothing,
    TooManyNodes,
    TooCostly,
    LeadsOut,
    IntoWall,
    CostsMore,
    CostsLess,
    OtherCostBack,
    NoSlot,
    SharedSlot,
    NotBack,
    Reversed,
    NotOffered,
    NotVisited,
    NotVisitedAfter,
    Forced,
    AsksBeyond,
    MadeUp,
    WrongArcCost,
    NoArcCost,
}

struct Planted {
    graph: Graph,
    plant: Plant,
    visits: Cell<u32>,
}

impl Planted {
    fn new(plant: Plant) -> Planted {
        let arcs = [(0, 1, 2), (1, 2, 3), (2, 1, 3), (1, 0, 2), (2, 0, 4)];
        Planted { graph: Graph::new(4, &arcs, 2).blocked(3), plant, visits: Cell::new(0) }
    }

    fn arcs(&self, node: NodeId, way: Way) -> Vec<Arc> {
        let mut arcs = Vec::new();
        self.graph.for_each_arc(node, way, |arc| arcs.push(arc));
        let at = (node.get(), way);
        self.visits.set(self.visits.get() + u32::from(at == (1, Way::Forward)));
        let spoiled = arcs.iter_mut().find(|arc| (at, arc.node.get()) == ((1, Way::Forward), 2));
        if let Some(arc) = spoiled {
            match self.plant {
                Plant::LeadsOut => arc.node = NodeId::new(4),
                Plant::IntoWall => arc.node = NodeId::new(3),
                Plant::CostsMore => arc.cost = 5,
                Plant::CostsLess => arc.cost = 1,
                Plant::NoSlot => arc.slot = Slot::NONE,
                Plant::SharedSlot => arc.slot = Slot::new(0),
                _ => {}
            }
        }
        match (self.plant, at) {
            (Plant::NotBack, (2, Way::Backward)) => arcs.retain(|arc| arc.node.get() != 1),
            (Plant::OtherCostBack, (2, Way::Backward)) => arcs[0].cost = 4,
            (Plant::Reversed, (1, Way::Forward)) if self.visits.get().is_multiple_of(2) => {
                arcs.reverse()
            }
            _ => {}
        }
        arcs
    }
}

impl World for Planted {
    fn node_count(&self) -> u32 {
        if self.plant == Plant::TooManyNodes { u32::MAX } else { self.graph.node_count() }
    }

    fn is_passable(&self, node: NodeId) -> bool {
        self.graph.is_passable(node)
    }

    fn max_arc_cost(&self) -> u32 {
        if self.plant == Plant::TooCostly { (1 << 31) + 1 } else { self.graph.max_arc_cost() }
    }

    fn min_arc_cost(&self) -> u32 {
        self.graph.min_arc_cost()
    }

    fn for_each_arc(&self, node: NodeId, way: Way, visit: impl FnMut(Arc)) {
        self.arcs(node, way).into_iter().for_each(visit);
    }

    fn offer_arcs(&self, node: NodeId, way: Way, offers: &mut impl Offers) {
        let mut arcs = self.arcs(node, way);
        if node.get() == 1 {
            match self.plant {
                Plant::NotOffered => _ = arcs.pop(),
                Plant::Forced => return arcs.into_iter().for_each(|arc| offers.take(arc)),
                Plant::AsksBeyond => _ = offers.wants(4, 2),
                _ => {}
            }
        }
        for arc in arcs {
            if offers.wants(arc.node.index(), arc.cost) {
                offers.take(arc);
            }
        }
    }

    fn offer_canonical_arcs(
        &self,
        node: NodeId,
        arrival: Slot,
        way: Way,
        offers: &mut impl Offers,
    ) {
        self.offer_arcs(node, way, offers);
        if self.plant == Plant::MadeUp && arrival != Slot::NONE && offers.wants(0, 2) {
            offers.take(Arc { node: NodeId::new(0), cost: 2, slot: Slot::new(9) });
        }
    }

    fn visit_arcs(
        &self,
        node: NodeId,
        arrival: Option<Slot>,
        way: Way,
        visit: &mut dyn FnMut(Arc),
    ) {
        let is_short = match self.plant {
            Plant::NotVisited => arrival.is_none(),
            Plant::NotVisitedAfter => arrival.is_some(),
            _ => false,
        };
        let left_out = usize::from(is_short && node.get() == 1);
        self.arcs(node, way).into_iter().skip(left_out).for_each(visit);
    }

    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
        self.graph.follow(node, slot, way)
    }

    fn arc_cost(&self, from: NodeId, to: NodeId) -> Option<u32> {
        let mut least = None;
        self.graph.for_each_arc(from, Way::Forward, |arc| {
            if arc.node == to {
                least = Some(arc.cost);
            }
        });
        match self.plant {
            Plant::WrongArcCost => least.map(|cost| cost + 1),
            Plant::NoArcCost => None,
            _ => least,
        }
    }
}

/// The fault that is found, which must be the one planted.
fn found(plant: Plant) -> WorldFault {
    world::check(&Planted::new(plant)).expect_err("a planted fault")
}

#[test]
fn every_planted_fault_is_found_and_named() {
    let checked = world::check(&Planted::new(Plant::Nothing)).unwrap();
    assert_eq!((checked.nodes, checked.passable, checked.arcs), (4, 3, 5));

    assert_eq!(found(Plant::TooManyNodes), WorldFault::TooManyNodes { nodes: u32::MAX });
    assert_eq!(found(Plant::TooCostly), WorldFault::TooCostly { max_arc_cost: (1 << 31) + 1 });
    let at_arc = |plant| match found(plant) {
        WorldFault::Arc { node, way, broken, .. } => (node.get(), way, broken),
        other => panic!("{plant:?}: {other}"),
    };
    let forward = Way::Forward;
    let no_node = ArcFault::NoSuchNode { nodes: 4 };
    assert_eq!(at_arc(Plant::LeadsOut), (1, forward, no_node));
    assert_eq!(at_arc(Plant::IntoWall), (1, forward, ArcFault::Blocked { end: node(3) }));
    let cost = ArcFault::Cost { least: 2, most: 4 };
    assert_eq!(at_arc(Plant::CostsMore), (1, forward, cost));
    assert_eq!(at_arc(Plant::CostsLess), (1, forward, cost));
    let unmatched = ArcFault::Unmatched { here: 1, there: 0 };
    assert_eq!(at_arc(Plant::OtherCostBack), (1, forward, unmatched));
    assert_eq!(at_arc(Plant::NotBack), (1, forward, unmatched));
    assert_eq!(at_arc(Plant::NoSlot), (1, forward, ArcFault::Slot));
    let costly = ArcFault::ArcCost { found: Some(3), expected: 2 };
    assert_eq!(at_arc(Plant::WrongArcCost), (0, forward, costly));
    let missing = ArcFault::ArcCost { found: None, expected: 2 };
    assert_eq!(at_arc(Plant::NoArcCost), (0, forward, missing));
    assert_eq!(at_arc(Plant::Forced), (1, forward, ArcFault::Unwanted));
    assert_eq!(at_arc(Plant::MadeUp).2, ArcFault::NotCanonical);

    let by = |plant| match found(plant) {
        WorldFault::Order { node, by, .. } => (node.get(), by),
        other => panic!("{plant:?}: {other}"),
    };
    assert_eq!(by(Plant::Reversed), (1, Listing::SecondVisit));
    assert_eq!(by(Plant::NotOffered), (1, Listing::OfferArcs));
    assert_eq!(by(Plant::NotVisited), (1, Listing::VisitArcs));
    assert_eq!(by(Plant::NotVisitedAfter), (1, Listing::VisitCanonical));
    let asked = WorldFault::Asked { node: node(1), way: forward, index: 4, nodes: 4 };
    assert_eq!(found(Plant::AsksBeyond), asked);
}

#[test]
fn two_arcs_that_share_a_slot_are_not_undone() {
    // The arc from 1 to 2 takes the slot of another arc into 2.
    let arcs = [(0, 2, 2), (1, 2, 3), (2, 0, 4)];
    let graph = Graph::new(3, &arcs, 2);
    let world = Planted { graph, plant: Plant::SharedSlot, visits: Cell::new(0) };
    let fault = world::check(&world).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "the forward arc at node 1 to node 2 (3 ticks, slot 0) is not undone: follow from node 2 \
         gives node 0, expected 1"
    );
}

#[test]
fn a_message_says_where_and_what_would_be_right() {
    for (plant, message) in [
        (Plant::TooCostly, "max_arc_cost is 2147483649 ticks, expected at most 2^31"),
        (
            Plant::CostsMore,
            "the forward arc at node 1 to node 2 (5 ticks, slot 0) is outside of what arcs cost, \
             expected 2 to 4 ticks as min_arc_cost and max_arc_cost say",
        ),
        (
            Plant::NotBack,
            "the forward arc at node 1 to node 2 (3 ticks, slot 0) is named 1 times from node 1, and \
             0 times among the backward arcs of node 2, expected equally often at one cost",
        ),
        (
            Plant::NotOffered,
            "forward arc number 1 of node 1 is none by offer_arcs, expected that to node 0 (2 ticks, \
             slot 0) as by for_each_arc",
        ),
        (
            Plant::NotVisitedAfter,
            "forward arc number 0 of node 1 is that to node 0 (2 ticks, slot 0) by visit_arcs after an \
             arrival, expected that to node 2 (3 ticks, slot 0) as by offer_canonical_arcs",
        ),
    ] {
        assert_eq!(found(plant).to_string(), message);
    }
}

/// A view with costlier arcs that still hands out the tiles of the view.
struct Pretender<'a>(GridView<'a>);

impl World for Pretender<'_> {
    fn node_count(&self) -> u32 {
        self.0.node_count()
    }
    fn is_passable(&self, node: NodeId) -> bool {
        self.0.is_passable(node)
    }
    fn max_arc_cost(&self) -> u32 {
        self.0.max_arc_cost() + 1
    }
    fn for_each_arc(&self, node: NodeId, way: Way, mut visit: impl FnMut(Arc)) {
        self.0.for_each_arc(node, way, |arc| visit(Arc { cost: arc.cost + 1, ..arc }));
    }
    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
        self.0.follow(node, slot, way)
    }
    fn tiled(&self) -> Option<&dyn Tiled> {
        self.0.tiled()
    }
}

#[test]
fn a_world_that_gives_itself_out_for_tiles_is_found_out() {
    let grid = Grid::new(4, 3, b'.').unwrap();
    let mover = Mover::walker();
    let fault = world::check(&Pretender(grid.seen_by(&mover))).unwrap_err();
    let is_of_view = matches!(fault, WorldFault::Order { by: Listing::Stencil, place: 0, .. });
    assert!(is_of_view, "{fault}");
}
