//! Why there is no path for bodies of several places on floors and hexagons: what is named against all
//! steps and sides that are in the way, and what is opened against a slow count over all ways and, if it
//! is little, against every smaller set of places.

use std::collections::{BTreeMap, BTreeSet};

use astride::base::{Budget, NodeId};
use astride::planner::{Ask, ExplainTerms, Navigator, NavigatorError};
use astride::search::Why;
use astride::shapes::Opening;
use astride::shapes::floors::{FloorMap, FloorMover, FloorPlace};
use astride::shapes::hex::{Hex, HexMap, HexMover};
use astride::world::{Corners, World};
use astride_testkit::adapter::arcs_of;
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

use super::opened::{Openable, bare, check_belief, leads, shut_steps};
use crate::explanations::some_leads;

trait Wide: Openable {
    /// A mover with a body, and the same without.
    fn body(rng: &mut Rng) -> [Self::Mover; 2];

    fn squeezes(mover: &Self::Mover) -> bool;

    /// The place of `tile` after a step like that from one place to another; `None` if that is not
    /// across a side.
    fn shifted(&self, step: [NodeId; 2], tile: NodeId) -> Option<NodeId>;

    /// Whether a step leads to another floor.
    fn is_stair(&self, _: [NodeId; 2]) -> bool {
        false
    }
}

impl Wide for HexMap {
    fn body(rng: &mut Rng) -> [HexMover; 2] {
        let mover = HexMover::walker().crosses(7, rng.pick(&[0, 9])).expect("ticks");
        [1, 0].map(|radius| mover.clone().body(radius).expect("a body"))
    }

    fn squeezes(_: &HexMover) -> bool {
        false
    }

    fn shifted(&self, step: [NodeId; 2], tile: NodeId) -> Option<NodeId> {
        let ([from, to], tile) = (step.map(|end| self.hex(end)), self.hex(tile));
        self.node(Hex::new(tile.q + to.q - from.q, tile.r + to.r - from.r))
    }
}

impl Wide for FloorMap {
    fn body(rng: &mut Rng) -> [FloorMover; 2] {
        let corners = rng.pick(&[Corners::Never, Corners::OneFree, Corners::Always]);
        let mover = FloorMover::walker().corners(corners).crosses(7, 3).expect("ticks");
        let side = rng.pick(&[2, 2, 3]);
        [side, 1].map(|side| mover.clone().body(side).expect("a body"))
    }

    fn squeezes(mover: &FloorMover) -> bool {
        mover.corner_rule() == Corners::Always
    }

    fn shifted(&self, step: [NodeId; 2], tile: NodeId) -> Option<NodeId> {
        let ([from, to], tile) = (step.map(|end| self.place(end)), self.place(tile));
        let [width, height, _] = self.size();
        let x = (tile.x + width + to.x - from.x) % width;
        let y = (tile.y + height + to.y - from.y) % height;
        let is_across = from.floor == to.floor && (from.x == to.x || from.y == to.y);
        self.node(FloorPlace { x, y, ..tile }).filter(|_| is_across)
    }

    fn is_stair(&self, step: [NodeId; 2]) -> bool {
        let [from, to] = step.map(|end| self.place(end).floor);
        from != to
    }
}

/// A map, a body on it, and what is so of them.
struct Case<'a, S: Wide> {
    map: &'a S,
    mover: &'a S::Mover,
    ends: [NodeId; 2],
    /// The tiles on which the mover cannot stand.
    blocked: BTreeSet<usize>,
}

impl<S: Wide> Case<'_, S> {
    fn is_free(&self, node: usize) -> bool {
        self.map.view(self.mover).is_passable(NodeId::new(node as u32))
    }

    fn covered(&self, node: usize) -> BTreeSet<usize> {
        let tiles = self.map.covered(self.mover, NodeId::new(node as u32));
        tiles.into_iter().map(NodeId::index).collect()
    }

    /// The blocked tiles under the body at a place.
    fn under(&self, node: usize) -> BTreeSet<usize> {
        &self.covered(node) & &self.blocked
    }

    /// The map with all tiles open.
    fn all_open(&self, class: u8) -> S {
        let place = |&at: &usize| self.map.place_of(NodeId::new(at as u32));
        self.map.with(&self.blocked.iter().map(place).collect::<Vec<_>>(), class)
    }

    fn steps(&self, map: &S) -> Vec<[usize; 2]> {
        arcs_of(&map.view(self.mover)).into_iter().map(|(from, to, _)| [from, to]).collect()
    }

    fn is_across(&self, step: [usize; 2]) -> bool {
        let nodes = step.map(|node| NodeId::new(node as u32));
        self.map.shifted(nodes, nodes[0]).is_some()
    }

    /// The least number of blocked tiles that any way comes onto.
    fn least(&self, class: u8) -> Option<usize> {
        let all = self.all_open(class);
        let is_stair = |step: [usize; 2]| self.map.is_stair(step.map(|at| NodeId::new(at as u32)));
        let mut steps = self.steps(&all);
        // Other diagonals pass places that have to be open, and straight steps do as well.
        steps.retain(|&step| S::squeezes(self.mover) || is_stair(step) || self.is_across(step));
        let mut counts = BTreeMap::new();
        let [start, goal] = self.ends.map(NodeId::index);
        if all.view(self.mover).is_passable(self.ends[0]) {
            counts.insert(start, self.under(start).len());
        }
        loop {
            let before = counts.clone();
            for &[from, to] in &steps {
                let Some(&count) = counts.get(&from) else { continue };
                let more = (&self.under(to) - &self.under(from)).len();
                let found = counts.entry(to).or_insert(usize::MAX);
                *found = (*found).min(count + more);
            }
            if counts == before {
                return counts.get(&goal).copied();
            }
        }
    }

    /// What can be reached from one end, or can reach the other.
    fn area(&self, end: usize) -> BTreeSet<usize> {
        let steps = self.steps(self.map);
        let mut area = BTreeSet::from([self.ends[end].index()]);
        let onward = |step: &[usize; 2]| if end == 0 { *step } else { [step[1], step[0]] };
        while let Some([_, to]) =
            steps.iter().map(onward).find(|[from, to]| area.contains(from) && !area.contains(to))
        {
            area.insert(to);
        }
        area
    }

    /// The blocked tiles and the closed sides that enclose an area, or keep the body from standing at an
    /// end; sides within the body in either direction.
    fn in_the_way(
        &self,
        why: Why,
        small: &S::Mover,
    ) -> (BTreeSet<usize>, BTreeSet<[usize; 2]>, BTreeSet<[usize; 2]>) {
        // Whoever squeezes past corners steps diagonally as well, which walls forbid too.
        let sides = shut_steps(self.map, small).into_iter();
        let closed: BTreeSet<_> = sides.filter(|&step| self.is_across(step)).collect();
        let class = |end: usize| self.map.class_of(self.ends[end]).expect("a tile");
        let (mut places, mut shut) = (BTreeSet::new(), BTreeSet::new());
        if let Why::StartEnclosed { .. } | Why::GoalEnclosed { .. } = why {
            let end = usize::from(matches!(why, Why::GoalEnclosed { .. }));
            let area = self.area(end);
            let open = bare(&self.all_open(class(end)));
            let without_sides = self.steps(&open).into_iter().filter(|&step| self.is_across(step));
            let opened = S::opened(self.mover, class(end));
            let with = arcs_of(&self.map.view(&opened)).into_iter();
            let with = with.map(|(from, to, _)| [from, to]);
            let real: BTreeSet<_> = self.steps(self.map).into_iter().collect();
            for step in without_sides.chain(with) {
                let [near, far] = if end == 0 { step } else { [step[1], step[0]] };
                if !area.contains(&near) || area.contains(&far) {
                    continue;
                }
                if !self.is_free(far) {
                    places.insert(far);
                } else if !real.contains(&step) && self.is_across(step) {
                    let nodes = step.map(|node| NodeId::new(node as u32));
                    for tile in self.covered(step[0]) {
                        let next = self.map.shifted(nodes, NodeId::new(tile as u32));
                        let side = [tile, next.expect("covered at the end").index()];
                        shut.extend(closed.get(&side));
                    }
                }
            }
        } else {
            let end = usize::from(why == Why::GoalBlocked);
            let open = bare(&self.all_open(b'.'));
            match open.view(self.mover).is_passable(self.ends[end]) {
                true => _ = places.insert(self.ends[end].index()),
                false => return ([self.ends[end].index()].into(), shut, BTreeSet::new()),
            }
        }
        let mut parting = BTreeSet::new();
        for &place in &places {
            let covered = self.covered(place);
            parting.extend(closed.iter().filter(|[from, to]| {
                covered.contains(from) && covered.contains(to) && closed.contains(&[*to, *from])
            }));
        }
        (places.into_iter().flat_map(|place| self.under(place)).collect(), shut, parting)
    }
}

/// Explains why nothing leads from one place to another. Returns how many places that opens and whether
/// fewer would do, and how many sides are named.
fn check<S: Wide>(
    map: &S,
    [mover, small]: &[S::Mover; 2],
    ends: [S::Place; 2],
) -> (Option<(usize, bool)>, usize) {
    let nodes = ends.map(|place| map.node_of(place).expect("on the map"));
    let is_blocked = |&node: &NodeId| !S::is_free(mover, map.class_of(node).expect("a tile"));
    let tiles = map.places().into_iter().map(|place| map.node_of(place).expect("ours"));
    let blocked = tiles.filter(is_blocked).map(NodeId::index).collect();
    let case = Case { map, mover, ends: nodes, blocked };
    let nav = Navigator::with_mover(map.clone(), mover.clone());
    let ask = Ask::new(ends[0], ends[1]);
    check_belief(map, mover, &ask);
    let explained = nav.explain(&ask, &mut Budget::unlimited()).expect("no limit");
    assert_eq!(explained.is_none(), leads(map, mover, nodes));
    let Some(explanation) = explained.clone() else { return (None, 0) };
    let cut = nav.explain(&ask, &mut Budget::unlimited().expansions(0));
    assert!(matches!(cut, Err(NavigatorError::Spent(_))) || !case.is_free(nodes[0].index()));

    let node = |place: S::Place| map.node_of(place).expect("ours").index();
    let why = explanation.why;
    match why {
        Why::StartBlocked => assert!(!case.is_free(nodes[0].index())),
        Why::GoalBlocked => assert!(!case.is_free(nodes[1].index())),
        Why::StartEnclosed { cells } => assert_eq!(cells, case.area(0).len() as u64),
        Why::GoalEnclosed { cells } => assert_eq!(cells, case.area(1).len() as u64),
        why => panic!("{why:?}"),
    }
    let (tiles, shut, parting) = case.in_the_way(why, small);
    let frontier: Vec<usize> = explanation.frontier.iter().map(|&place| node(place)).collect();
    assert_eq!(frontier, tiles.into_iter().collect::<Vec<_>>(), "{why:?}");
    let named: BTreeSet<_> = explanation.shut.iter().map(|step| step.map(node)).collect();
    let what = format!("{why:?}: named {named:?}, shut {shut:?}, within {parting:?}");
    assert!(named.is_superset(&shut) && named.is_subset(&(&shut | &parting)), "{what}");
    for &[from, to] in &parting {
        assert!(named.contains(&[from, to]) || named.contains(&[to, from]), "{why:?}");
    }

    // With everything open to change as well, sides stay.
    let all = ExplainTerms::new().opening(&|_| true);
    assert_eq!(nav.explain_with(&ask, &all, &mut Budget::unlimited()).ok(), Some(explained));
    let Some(opening) = explanation.opening else {
        if let Some(class) = map.class_of(nodes[0]).filter(|_| case.is_free(nodes[0].index())) {
            assert_eq!(case.least(class), None);
        }
        return (None, named.len());
    };
    let after = map.batch(&opening);
    let supposed =
        nav.explain_with(&ask, &ExplainTerms::new().after(&after), &mut Budget::unlimited());
    assert_eq!(supposed.ok(), Some(None));
    let Opening { cells, class, steps, way } = opening;
    assert!(steps.is_empty() && [way[0], way[way.len() - 1]] == ends);
    let way: Vec<usize> = way.into_iter().map(node).collect();
    let pairs = way.windows(2).map(|step| (&case.under(step[1]) - &case.under(step[0])).len());
    let come_onto = case.under(way[0]).len() + pairs.sum::<usize>();
    assert_eq!(Some(come_onto), case.least(class));
    let on_way: BTreeSet<usize> = way.iter().flat_map(|&place| case.under(place)).collect();
    let opened: BTreeSet<usize> = cells.iter().map(|&place| node(place)).collect();
    assert_eq!((opened, cells.len()), (on_way.clone(), on_way.len()));
    assert!(leads(&map.with(&cells, class), mover, nodes), "opening {cells:?}");
    let place = |&at: &usize| map.place_of(NodeId::new(at as u32));
    let blocked: Vec<S::Place> = case.blocked.iter().map(place).collect();
    let open = |map: &S, places: &[S::Place]| map.with(places, class);
    let leads = |map: &S| leads(map, mover, nodes);
    let count = cells.len();
    let fewer = (1..=2).contains(&count) && some_leads(map, &blocked, count - 1, &open, &leads);
    assert!(!fewer || come_onto > 1, "one place is no way that comes back");
    (Some((count, fewer)), named.len())
}

fn no_fewer_open_for_bodies<S: Wide>() {
    let (mut counts, mut sides, mut fewer) = ([0; 3], 0, 0);
    for seed in 0..if is_slow_run() { 4000 } else { 300 } {
        let mut rng = Rng::new(seed);
        let mut map = S::any(&mut rng);
        let places = map.places();
        let walls: Vec<S::Place> = (0..places.len() / 6).map(|_| rng.pick(&places)).collect();
        map = map.with(&walls, b'@');
        for _ in 0..6 {
            let edit = map.change(&mut rng);
            map.apply_batch(&edit).unwrap_or_else(|_| panic!("a possible edit"));
        }
        let movers = S::body(&mut rng);
        for _ in 0..3 {
            let view = map.view(&movers[0]);
            let stands = |place: &S::Place| view.is_passable(map.node_of(*place).expect("ours"));
            let standing: Vec<S::Place> = places.iter().copied().filter(stands).collect();
            let mut end = || {
                // Mostly where the body can stand.
                let is_any = standing.is_empty() || rng.percent(30);
                rng.pick(if is_any { &places } else { &standing })
            };
            let (opened, named) = check(&map, &movers, [end(), end()]);
            sides += named;
            if let Some((count, is_more)) = opened {
                counts[count.min(2)] += 1;
                fewer += u32::from(is_more);
            }
        }
    }
    assert!(counts[1] > 5 && counts[2] > 5 && sides > 20, "{}: {counts:?}, {sides}", S::NAME);
    assert_eq!(fewer, 0, "{}: so far no way had to come back", S::NAME);
}

#[test]
fn no_fewer_places_open_floors_for_bodies() {
    no_fewer_open_for_bodies::<FloorMap>();
}

#[test]
fn no_fewer_places_open_hexagons_for_bodies() {
    no_fewer_open_for_bodies::<HexMap>();
}

#[test]
fn the_place_that_encloses_a_body_on_water_is_named_itself() {
    let class = |at: FloorPlace| match (at.x, at.y) {
        (7, 0) => b'@',
        (5.., _) => b'W',
        _ => b'.',
    };
    let map = FloorMap::of_classes([8, 2, 1], class).expect("a map");
    let nav = Navigator::with_mover(map, FloorMover::walker().body(2).expect("a body"));
    let ask = Ask::new((0, 0, 0), (5, 0, 0));
    let explained = nav.explain(&ask, &mut Budget::unlimited()).expect("no limit");
    let explanation = explained.expect("nobody goes from land to water");
    assert_eq!(explanation.why, Why::GoalEnclosed { cells: 1 });
    // The body would cover it at 6,0, where the other places are water.
    assert_eq!(explanation.frontier, [FloorPlace { x: 7, y: 0, floor: 0 }]);
    assert_eq!(explanation.opening, None);
}
