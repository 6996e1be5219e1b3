//! What floors, hexagons and triangles have in common: heights of steps, margins, places beside an area
//! and under an outline, obstacles by handle; each against its definition.

use std::collections::{BTreeMap, BTreeSet};

use astride::base::{CellRect, NodeId, Vec2};
use astride::planner::{Ask, Navigator};
use astride::shapes::floors::{FloorMap, FloorMover, FloorPlace, Wrap};
use astride::shapes::hex::{Hex, HexLayout, HexMap, HexMover};
use astride::shapes::triangle::{TriangleMap, TriangleMover, TriangleSteps};
use astride::shapes::{
    Editable, Footprint, ObstacleError, ObstacleId, Outline, Shape, TileMap, TileObstacles,
};
use astride::world::{Corners, Neighbours, StepRule, Tiles, Way, World};
use astride_testkit::rng::Rng;
use astride_testkit::tally::cases;

const RAMP: u8 = 7;
const LEDGE: u8 = 9;

/// Something to do with a map of any shape, with movers without and with a way over fences.
trait Work {
    fn on<S: TileMap>(&mut self, map: S, movers: [S::Mover; 2], rng: &mut Rng);
}

fn letter(rng: &mut Rng) -> u8 {
    rng.pick(b".......3#")
}

/// Does it with a random map of each shape. `is_plain` movers cross sides only.
fn on_each_shape(work: &mut impl Work, seed: u64, is_plain: bool) {
    let rng = &mut Rng::new(seed);
    let (wide, high) = (2 + rng.below(8) as u32, 2 + rng.below(6) as u32);
    let layout = rng.pick(&[HexLayout::Pointy, HexLayout::Flat]);
    let mut map = HexMap::rectangle(layout, wide, high, b'.').expect("a map");
    let tiles: Vec<Hex> = map.tiles().collect();
    let mut batch = astride::shapes::hex::HexEdit::new();
    tiles.iter().for_each(|&hex| _ = batch.set(hex, letter(rng)));
    map.apply(&batch).expect("tiles of the map");
    let crossing = HexMover::walker().crosses(RAMP, 500).unwrap().crosses(LEDGE, 0).unwrap();
    work.on(map, [HexMover::walker(), crossing], rng);

    let map = TriangleMap::of_classes(wide, high, |_| letter(rng)).expect("a map");
    let around =
        TriangleSteps::Around(rng.pick(&[Corners::Never, Corners::OneFree, Corners::Always]));
    let steps = if is_plain { TriangleSteps::Sides } else { around };
    let walker = TriangleMover::walker().steps(steps);
    let crossing = walker.clone().crosses(RAMP, 500).unwrap().crosses(LEDGE, 0).unwrap();
    work.on(map, [walker, crossing], rng);

    let class = |_| if rng.percent(10) { FloorMap::VOID } else { letter(rng) };
    let Ok(map) = FloorMap::of_classes([wide, high, 2], class) else { return };
    let wrap = Wrap { columns: wide > 2 && rng.percent(40), rows: high > 2 && rng.percent(40) };
    let map = map.wrapped(wrap).expect("three or more");
    let neighbours = rng.pick(&[Neighbours::Four, Neighbours::Eight]);
    let neighbours = if is_plain { Neighbours::Four } else { neighbours };
    let corners = rng.pick(&[Corners::Never, Corners::OneFree, Corners::Always]);
    let walker = FloorMover::walker().neighbours(neighbours).corners(corners);
    let crossing = walker.clone().crosses(RAMP, 500).unwrap().crosses(LEDGE, 0).unwrap();
    work.on(map, [walker, crossing], rng);
}

fn nodes<S: Shape + Tiles>(map: &S) -> Vec<NodeId> {
    let all = (0..map.extent().tile_count() as u32).map(NodeId::new);
    all.filter(|&node| map.class_of(node).is_some()).collect()
}

fn arcs<S: TileMap>(map: &S, mover: &S::Mover) -> BTreeMap<(NodeId, NodeId), u32> {
    let (view, mut arcs) = (map.view(mover), BTreeMap::new());
    for from in nodes(map) {
        view.for_each_arc(from, Way::Forward, |arc| _ = arcs.insert((from, arc.node), arc.cost));
    }
    arcs
}

struct Heights;

impl Work for Heights {
    fn on<S: TileMap>(&mut self, mut map: S, movers: [S::Mover; 2], rng: &mut Rng) {
        let flat = movers.each_ref().map(|mover| arcs(&map, mover));
        let limits = [(); 3].map(|()| (rng.below(4) as u32, rng.below(4) as u32));
        let [open, ramp, ledge] = limits;
        let rule = StepRule::new(open.0, open.1)
            .or_fence(RAMP, ramp.0, ramp.1)
            .or_fence(LEDGE, ledge.0, ledge.1);
        let places: Vec<_> = nodes(&map).into_iter().map(|node| map.place_of(node)).collect();
        let mut heights: BTreeMap<NodeId, Option<i32>> = BTreeMap::new();
        let mut changed = places.clone();
        for round in 0..3 {
            for &place in &changed {
                let node = map.node_of(place).unwrap();
                let is_known = heights.get(&node).is_none_or(|height| height.is_some());
                let height = match rng.below(12) {
                    0 if round == 0 => None,
                    1 => Some(rng.pick(&[i32::MIN, i32::MAX])),
                    other => Some(other as i32 % 6),
                };
                if is_known {
                    heights.insert(node, height);
                }
            }
            let height = |place| heights[&map.node_of(place).unwrap()];
            let batch = map.step_heights(&rule, changed.iter().copied(), height);
            let again = map.clone();
            map.apply_batch(&batch).expect("steps of the map");
            let height = |place| heights[&again.node_of(place).unwrap()];
            assert!(S::is_empty(&map.step_heights(&rule, places.iter().copied(), height)));
            for (flat, (mover, extra)) in flat.iter().zip(movers.iter().zip([None, Some([500, 0])]))
            {
                let mut expected = flat.clone();
                expected.retain(|&(from, to), cost| {
                    let (Some(a), Some(b)) = (heights[&from], heights[&to]) else { return true };
                    let rise = i64::from(b) - i64::from(a);
                    let allows =
                        |&(up, down): &(u32, u32)| rise <= up.into() && -rise <= down.into();
                    match (limits.iter().position(allows), extra) {
                        (Some(0), _) => true,
                        (Some(class), Some(extra)) => {
                            *cost += extra[class - 1];
                            true
                        }
                        _ => false,
                    }
                });
                assert_eq!(arcs(&map, mover), expected, "round {round}, {}", S::NAME);
            }
            changed = places.iter().copied().filter(|_| rng.percent(30)).collect();
        }
    }
}

#[test]
fn steps_across_sides_are_those_that_heights_allow_and_follow_them() {
    (0..cases(60, 3000)).for_each(|seed| on_each_shape(&mut Heights, seed, true));
}

struct Margins;

impl Work for Margins {
    fn on<S: TileMap>(&mut self, mut map: S, [walker, crossing]: [S::Mover; 2], rng: &mut Rng) {
        // Fences between random heights.
        let rule = StepRule::new(1, 2).or_fence(RAMP, 2, 2);
        let places: Vec<_> = nodes(&map).into_iter().map(|node| map.place_of(node)).collect();
        let few = |rng: &mut Rng| places.iter().copied().filter(|_| rng.percent(15)).collect();
        let hills: Vec<_> = few(rng);
        let heights: Vec<i32> =
            (0..map.extent().tile_count()).map(|_| rng.below(4) as i32).collect();
        let height = |place| Some(heights[map.node_of(place).unwrap().index()]);
        let batch = map.step_heights(&rule, hills, height);
        map.apply_batch(&batch).expect("steps of the map");

        const GONE: u8 = b'@';
        let steps = rng.below(5) as u32;
        let margin = map.erosion(&crossing, steps, GONE);
        // Round after round, those that lack a step are gone; who does not cross fences lacks them.
        let mut left = map.clone();
        let open = S::step_count(&walker);
        for _ in 0..steps {
            let mut counts: BTreeMap<NodeId, usize> = BTreeMap::new();
            arcs(&left, &walker)
                .keys()
                .for_each(|(from, _)| *counts.entry(*from).or_default() += 1);
            let lacks = |node: &NodeId| counts.get(node).copied().unwrap_or(0) < open;
            let rim: Vec<_> = {
                let view = left.view(&walker);
                let is_left = |node: &NodeId| view.is_passable(*node) && lacks(node);
                nodes(&left).into_iter().filter(is_left).collect()
            };
            let batch = left.painted(rim.into_iter().map(|node| (node, GONE)));
            left.apply_batch(&batch).expect("tiles of the map");
        }
        map.apply_batch(&margin).expect("tiles of the map");
        for node in nodes(&map) {
            assert_eq!(map.class_of(node), left.class_of(node), "{}, {steps}", map.place_of(node));
        }
    }
}

#[test]
fn erosion_takes_round_after_round_of_the_tiles_that_lack_a_step() {
    (0..cases(100, 5000)).for_each(|seed| on_each_shape(&mut Margins, seed, false));
    // The number of steps in the open, by a map that is open.
    let map = TriangleMap::new(9, 9, b'.').unwrap();
    for steps in [TriangleSteps::Sides, TriangleSteps::Around(Corners::Always)] {
        let mover = TriangleMover::walker().steps(steps);
        let middle = map.node((4, 4)).unwrap();
        let count = arcs(&map, &mover).keys().filter(|(from, _)| *from == middle).count();
        assert_eq!(TriangleMap::step_count(&mover), count);
    }
}

/// Whether two outlines have a side in common.
fn share_a_side(one: &[Vec2], other: &[Vec2]) -> bool {
    let is_shared = |at: &&Vec2| other.iter().any(|corner| corner.distance_to(**at) < 1e-6);
    one.iter().filter(is_shared).count() == 2
}

/// The places beside an area, where `covered` says what a mover covers at a place.
fn beside_by_trying<S: TileMap>(
    map: &S,
    mover: &S::Mover,
    area: &BTreeSet<NodeId>,
    covered: impl Fn(NodeId) -> Vec<NodeId>,
) -> Vec<S::Place> {
    let view = map.view(mover);
    let outline = |node: NodeId| map.outline_of(map.place_of(node));
    let touches = |place: &NodeId| {
        let covered = covered(*place);
        let is_apart = covered.iter().all(|node| !area.contains(node));
        let sides = |a: &NodeId| area.iter().any(|b| share_a_side(&outline(*a), &outline(*b)));
        view.is_passable(*place) && is_apart && covered.iter().any(sides)
    };
    nodes(map).into_iter().filter(touches).map(|node| map.place_of(node)).collect()
}

#[test]
fn places_beside_an_area_are_those_that_touch_a_side_of_it() {
    for seed in 0..cases(40, 2000) {
        let rng = &mut Rng::new(seed);
        let pick = |all: Vec<NodeId>, rng: &mut Rng| -> BTreeSet<NodeId> {
            let share = rng.pick(&[3, 12, 40]);
            all.into_iter().filter(|_| rng.percent(share)).collect()
        };
        let radius = rng.below(3) as u32;
        let mut map = HexMap::hexagon(HexLayout::Flat, 2 + rng.below(4) as u32, b'.').unwrap();
        let area = pick(nodes(&map), rng);
        let blocked = pick(nodes(&map), rng);
        map.apply_batch(&map.painted(blocked.into_iter().map(|node| (node, b'#')))).unwrap();
        let mover = HexMover::walker().body(radius).unwrap();
        let covered = |node| map.hex(node).range(radius).filter_map(|hex| map.node(hex)).collect();
        let expected = beside_by_trying(&map, &mover, &area, covered);
        let named: Vec<Hex> = area.iter().map(|&node| map.hex(node)).collect();
        let found = map.places_beside(&mover, named.iter().copied().chain([Hex::new(99, 99)]));
        assert_eq!(found, expected, "seed {seed}");
        // A faction that knows nothing takes all to be free.
        let mut nav = Navigator::with_mover(map.clone(), mover.clone());
        let scouts = nav.add_faction(b'.');
        let ask = Ask::new((0, 0), (0, 0));
        assert_eq!(nav.places_beside(&ask, named.iter().copied()), Ok(expected));
        let free = map.unseen(b'.');
        let believed = nav.places_beside(&ask.faction(scouts), named.iter().copied());
        assert_eq!(believed, Ok(free.places_beside(&mover, named)), "seed {seed}");

        let side = 1 + rng.below(3) as u32;
        let class = |_| rng.pick(b"....#");
        let map = FloorMap::of_classes([7, 6, 2], class).unwrap();
        let area = pick(nodes(&map), rng);
        let mover = FloorMover::walker().body(side).unwrap();
        let covered = |node| {
            let FloorPlace { x, y, floor } = map.place(node);
            let cells = (0..side).flat_map(|down| (0..side).map(move |right| (right, down)));
            cells.filter_map(|(right, down)| map.node((x + right, y + down, floor))).collect()
        };
        let expected = beside_by_trying(&map, &mover, &area, covered);
        let named = area.iter().map(|&node| map.place(node));
        assert_eq!(map.places_beside(&mover, named), expected, "seed {seed}");

        let map = TriangleMap::of_classes(8, 5, |_| rng.pick(b"....#")).unwrap();
        let (area, mover) = (pick(nodes(&map), rng), TriangleMover::walker());
        let expected = beside_by_trying(&map, &mover, &area, |node| vec![node]);
        let named = area.iter().map(|&node| map.cell(node));
        assert_eq!(map.places_beside(&mover, named), expected, "seed {seed}");
    }
}

/// What is left of a convex polygon on the right of a line.
fn clipped(polygon: &[Vec2], [a, b]: [Vec2; 2]) -> Vec<Vec2> {
    let right = |at: Vec2| (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x);
    let mut left = Vec::new();
    for (at, &from) in polygon.iter().enumerate() {
        let to = polygon[(at + 1) % polygon.len()];
        let (start, end) = (right(from), right(to));
        if start >= 0.0 {
            left.push(from);
        }
        if start * end < 0.0 {
            let share = start / (start - end);
            left.push(from.plus(to.minus(from).times(share)));
        }
    }
    left
}

fn area_of(polygon: &[Vec2]) -> f64 {
    let pairs = polygon.iter().zip(polygon.iter().cycle().skip(1));
    pairs.map(|(a, b)| a.x * b.y - a.y * b.x).sum::<f64>().abs() / 2.0
}

struct Under {
    decided: u32,
}

impl Work for Under {
    fn on<S: TileMap>(&mut self, map: S, _: [S::Mover; 2], rng: &mut Rng) {
        let mut at = || (rng.below(2400) as f64 - 200.0) / 137.0;
        let corners = [(); 3].map(|()| Vec2::new(at(), at()));
        let [a, b, c] = corners;
        let is_clockwise = b.minus(a).x * c.minus(a).y > b.minus(a).y * c.minus(a).x;
        let triangle = if is_clockwise { [a, b, c] } else { [a, c, b] };
        let polygon = Outline::polygon(triangle.map(|at| (at.x, at.y)));
        let covered: BTreeSet<NodeId> = map.nodes_under(&polygon).unwrap().into_iter().collect();
        for node in nodes(&map) {
            let sides =
                [[0, 1], [1, 2], [2, 0]].map(|[one, other]| [triangle[one], triangle[other]]);
            let tile = map.outline_of(map.place_of(node));
            let area = area_of(&sides.into_iter().fold(tile, |tile, side| clipped(&tile, side)));
            if !(1e-12..1e-6).contains(&area) {
                assert_eq!(covered.contains(&node), area > 1e-6, "{} {area}", map.place_of(node));
                self.decided += 1;
            }
        }
        let (centre, radius) = (a, 0.1 + b.minus(a).length() / 4.0);
        let circle = Outline::circle(centre.x, centre.y, radius);
        let covered: BTreeSet<NodeId> = map.nodes_under(&circle).unwrap().into_iter().collect();
        for node in nodes(&map) {
            let tile = map.outline_of(map.place_of(node));
            let ends = tile.iter().zip(tile.iter().cycle().skip(1));
            let points = ends.flat_map(|(&from, &to)| {
                (0..400).map(move |part| from.plus(to.minus(from).times(f64::from(part) / 400.0)))
            });
            let near = points.map(|point| point.distance_to(centre)).fold(f64::INFINITY, f64::min);
            if near < radius || near > radius + 0.01 {
                let holds = |at: usize| {
                    let side = [tile[at], tile[(at + 1) % tile.len()]];
                    side[1].minus(side[0]).x * centre.minus(side[0]).y
                        > side[1].minus(side[0]).y * centre.minus(side[0]).x
                };
                let is_inside = (0..tile.len()).all(holds);
                assert_eq!(covered.contains(&node), near < radius || is_inside);
                self.decided += 1;
            }
        }
    }
}

#[test]
fn places_under_an_outline_share_area_with_it() {
    let mut under = Under { decided: 0 };
    (0..cases(60, 3000)).for_each(|seed| on_each_shape(&mut under, seed, false));
    assert!(under.decided > 2000, "{}", under.decided);
    let map = HexMap::hexagon(HexLayout::Pointy, 3, b'.').unwrap();
    let refused = |outline: Outline| map.places_under(&outline).unwrap_err();
    assert_eq!(refused(Outline::circle(0.0, 0.0, 0.0)), ObstacleError::Radius { found: 0.0 });
    assert_eq!(
        refused(Outline::polygon([(0.0, 0.0), (1.0, 1.0)])),
        ObstacleError::Corners { found: 2 }
    );
    assert!(matches!(
        refused(Outline::circle(f64::NAN, 0.0, 1.0)),
        ObstacleError::Coordinate { .. }
    ));
    // What has no area covers nothing.
    for (width, height) in [(0, 0), (0, 2), (2, 0)] {
        let flat = Outline::Rect(CellRect { x: 0, y: 0, width, height });
        assert_eq!(map.places_under(&flat), Ok(Vec::new()));
    }
    let point = Outline::polygon([(0.1, 0.1); 3]);
    assert_eq!(map.places_under(&point), Ok(Vec::new()));
    // Maps at the end of the coordinates, and outlines far off the map.
    let far = [(Hex::new(i32::MAX, i32::MIN), b'.'), (Hex::new(i32::MAX - 1, i32::MIN), b'.')];
    let map = HexMap::of_tiles(HexLayout::Flat, &far).unwrap();
    assert!(map.places_under(&Outline::circle(0.0, 0.0, 1e9)).unwrap().is_empty());
}

struct Lives;

impl Work for Lives {
    fn on<S: TileMap>(&mut self, mut map: S, _: [S::Mover; 2], rng: &mut Rng) {
        let mut ground: BTreeMap<NodeId, u8> =
            nodes(&map).into_iter().map(|node| (node, map.class_of(node).unwrap())).collect();
        let mut obstacles = TileObstacles::new(&map, b'T');
        let mut painted: BTreeMap<ObstacleId, (BTreeSet<NodeId>, u8)> = BTreeMap::new();
        for _ in 0..30 {
            let footprint: Footprint<S::Place> = match rng.percent(50) {
                true => {
                    let all = nodes(&map).into_iter().filter(|_| rng.percent(10));
                    all.map(|node| map.place_of(node)).collect::<Vec<_>>().into()
                }
                false => {
                    let [x, y] = [9, 7].map(|most| rng.below(10 * most) as f64 / 10.0);
                    Outline::circle(x, y, 0.2 + rng.below(20) as f64 / 10.0).into()
                }
            };
            let covers: BTreeSet<NodeId> = match &footprint {
                Footprint::Places(places) => {
                    places.iter().map(|&place| map.node_of(place).unwrap()).collect()
                }
                Footprint::Under(outline) => {
                    map.nodes_under(outline).unwrap().into_iter().collect()
                }
                _ => unreachable!("there are two kinds"),
            };
            let known: Vec<ObstacleId> = painted.keys().copied().collect();
            let batch = match rng.below(10) {
                0..4 => {
                    let class = rng.pick(b"TU3");
                    let (id, batch) = obstacles.place_as(&map, footprint, class).unwrap();
                    painted.insert(id, (covers, class));
                    batch
                }
                4..7 if !known.is_empty() => {
                    let id = rng.pick(&known);
                    painted.get_mut(&id).unwrap().0 = covers;
                    obstacles.change(&map, id, footprint).unwrap()
                }
                7..9 if !known.is_empty() => {
                    let id = rng.pick(&known);
                    painted.remove(&id);
                    let batch = obstacles.remove(&map, id).unwrap();
                    assert!(matches!(obstacles.remove(&map, id), Err(ObstacleError::Unknown)));
                    batch
                }
                _ => {
                    // Other code builds where no obstacle is.
                    let is_bare =
                        |node: &NodeId| painted.values().all(|(at, _)| !at.contains(node));
                    let bare: Vec<NodeId> = nodes(&map).into_iter().filter(is_bare).collect();
                    if let Some(&node) = bare.first() {
                        ground.insert(node, b'G');
                        map.apply_batch(&map.painted([(node, b'G')])).unwrap();
                    }
                    continue;
                }
            };
            map.apply_batch(&batch).expect("tiles of the map");
            assert_eq!(obstacles.len(), painted.len());
            for node in nodes(&map) {
                let there = || painted.iter().filter(|(_, (at, _))| at.contains(&node));
                let top = there().next_back().map(|(_, (_, class))| *class);
                assert_eq!(map.class_of(node), Some(top.unwrap_or(ground[&node])));
                assert!(obstacles.at(node).eq(there().map(|(&id, _)| id)));
                let under = there().next().map(|_| ground[&node]);
                assert_eq!(obstacles.under(node), under);
            }
        }
    }
}

#[test]
fn a_map_is_what_it_is_when_all_obstacles_are_painted_from_scratch() {
    (0..cases(40, 2000)).for_each(|seed| on_each_shape(&mut Lives, seed, false));
    let map = HexMap::hexagon(HexLayout::Pointy, 3, b'.').unwrap();
    let other = HexMap::hexagon(HexLayout::Pointy, 4, b'.').unwrap();
    let error = TileObstacles::new(&map, b'T').place(&other, vec![Hex::new(0, 0)]).unwrap_err();
    assert!(matches!(error, ObstacleError::OtherGrid { .. }));
}
