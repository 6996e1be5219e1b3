//! Maps of hexagons: every general search against explicit arcs, edits against maps made from scratch.

use astride::base::{Budget, Coded, NodeId};
use astride::index::{Landmarks, Selection};
use astride::io::{HexDrawing, write_world_of};
use astride::search::{DistanceField, PathQuery, Replanner, Scratch, astar, dijkstra};
use astride::shapes::hex::{Hex, HexDir, HexEdit, HexLayout, HexMap, HexMover, HexView};
use astride::shapes::{Closing, Opens, explain_opening};
use astride::world::{self, Overlay, Way, World};
use astride_testkit::adapter::arcs_of;
use astride_testkit::contestants::{Memory, contestants, hold};
use astride_testkit::generate::random_classes;
use astride_testkit::hex::HexWorld;
use astride_testkit::judge::{Ask, Judge};
use astride_testkit::reference::bellman_ford;
use astride_testkit::rng::Rng;
use astride_testkit::tally::{cases, spread};
use astride_testkit::world::arcs;

/// A map of the engine and the same by the book, with the same node numbers: the book's has the rim
/// of the engine's as blocked cells.
#[derive(Clone)]
struct Pair {
    map: HexMap,
    book: HexWorld,
    /// The classes of fences that the mover crosses, and the extra ticks.
    tolls: &'static [(u8, u32)],
}

impl Pair {
    /// Terrain of factors 1 to 9 or of one cost, walls, fences and one-way steps, or none of these.
    fn any(rng: &mut Rng) -> Pair {
        let (width, height) = (2 + rng.below(6), 1 + rng.below(6));
        let radius = rng.pick(&[0, 0, 0, 1, 2]);
        let letters: &[u8] = match rng.percent(50) {
            _ if radius > 0 => b"..............@259",
            true => b"....@@2359",
            false => b"...@",
        };
        let classes = random_classes(rng.next_u64(), width, height, letters).classes;
        let tiles: Vec<(Hex, u8)> = classes
            .iter()
            .enumerate()
            .map(|(at, &class)| (Hex::new((at % width) as i32, (at / width) as i32), class))
            .collect();
        let map = HexMap::of_tiles(HexLayout::Pointy, &tiles).expect("a map");
        let mut book = HexWorld {
            width: width + 2,
            height: height + 2,
            factors: vec![0; (width + 2) * (height + 2)],
            blocked_steps: Default::default(),
            crossings: Default::default(),
            straight: 13_860,
            radius,
        };
        for (hex, class) in tiles {
            let at = map.node(hex).expect("a tile").index();
            book.factors[at] = factor(class);
        }
        let tolls: [&[(u8, u32)]; 3] =
            [&[], &[(1, 500), (2, 0)], &[(0, 90_000), (2, 1 << 30), (255, 1)]];
        let mut pair = Pair { map, book, tolls: rng.pick(&tolls) };
        if rng.percent(50) {
            for _ in 0..rng.below(width * height) {
                pair.change(rng);
            }
        }
        pair
    }

    fn hexes(&self) -> Vec<Hex> {
        self.map.tiles().collect()
    }

    fn mover(&self) -> HexMover {
        let crossing =
            |mover: HexMover, &(class, extra)| mover.crosses(class, extra).expect("ticks");
        let mover = HexMover::walker().body(self.book.radius as u32).expect("a body");
        self.tolls.iter().fold(mover, crossing)
    }

    /// Makes one step open, shut, or fenced by a class.
    fn stand(&mut self, step: [(usize, usize); 2], side: Side) {
        let step = (step[0], step[1]);
        self.book.blocked_steps.remove(&step);
        self.book.crossings.remove(&step);
        if side != Side::Open {
            self.book.blocked_steps.insert(step);
        }
        let toll = |class| self.tolls.iter().find(|toll| Side::Fence(toll.0) == class);
        if let Some(&(_, extra)) = toll(side) {
            self.book.crossings.insert(step, extra.into());
        }
    }

    /// One random edit, of the map and of the book.
    fn change(&mut self, rng: &mut Rng) {
        let hex = rng.pick(&self.hexes());
        let dir = rng.pick(&HexDir::ALL);
        let mut edit = HexEdit::new();
        let node = |hex| self.map.node(hex).expect("a tile").index();
        let here = self.book.cell_at(node(hex));
        if rng.percent(40) || self.map.node(hex.beside(dir)).is_none() {
            let class = rng.pick(b".@3");
            let at = node(hex);
            self.book.factors[at] = factor(class);
            edit.set(hex, class);
        } else {
            let there = self.book.cell_at(node(hex.beside(dir)));
            let class = rng.pick(&[0, 1, 2, 255]);
            let (_, side, both) = match rng.below(8) {
                0 => (edit.wall(hex, dir), Side::Shut, true),
                1 => (edit.remove_wall(hex, dir), Side::Open, true),
                2 => (edit.forbid_step(hex, dir), Side::Shut, false),
                3 => (edit.allow_step(hex, dir), Side::Open, false),
                4 | 5 => (edit.fence(hex, dir, class), Side::Fence(class), true),
                _ => (edit.fence_step(hex, dir, class), Side::Fence(class), false),
            };
            self.stand([here, there], side);
            if both {
                self.stand([there, here], side);
            }
        }
        self.map.apply(&edit).expect("a possible edit");
    }
}

/// What stands in the way of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Open,
    Shut,
    Fence(u8),
}

fn factor(class: u8) -> u32 {
    match class {
        b'@' => 0,
        b'1'..=b'9' => u32::from(class - b'0'),
        _ => 1,
    }
}

/// Distances by the book; nothing can be reached from where nobody can stand.
fn truth_from(pair: &Pair, arcs: &[(usize, usize, u64)], start: NodeId) -> Vec<Option<u64>> {
    let tiles = pair.book.factors.len();
    match pair.book.is_free(pair.book.cell_at(start.index())) {
        false => vec![None; tiles],
        true => bellman_ford(tiles, arcs, start.index()),
    }
}

#[test]
fn every_general_search_keeps_its_promise() {
    let all = contestants::<HexWorld>();
    spread(cases(300, 100_000), Memory::default, |memory, seed| {
        let mut rng = Rng::new(seed);
        let pair = Pair::any(&mut rng);
        let view = pair.map.seen_by(&pair.mover());
        let mut judge = Judge::new(pair.book.clone());
        memory.enter();
        for _ in 0..4 {
            let nodes = judge.node_count();
            let mut ask = Ask::new(rng.below(nodes), rng.below(nodes));
            ask.nearest = rng.percent(30);
            for contestant in all.iter().filter(|contestant| contestant.takes(&ask)) {
                let lot = rng.next_u64();
                let held = hold(contestant, &view, &&pair.book, &mut judge, &ask, memory, lot);
                held.unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
            }
        }
    });
}

#[test]
fn views_keep_the_rules_of_worlds() {
    for seed in 0..cases(400, 100_000) {
        let pair = Pair::any(&mut Rng::new(seed));
        let view = pair.map.seen_by(&pair.mover());
        world::check(&view).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
        let mut expected = arcs(&pair.book);
        expected.sort_unstable();
        assert_eq!(arcs_of(&view), expected, "seed {seed}: {:?}", pair.book);
    }
}

#[test]
fn fields_and_replanners_follow_edits() {
    for seed in 0..cases(150, 50_000) {
        let mut rng = Rng::new(seed);
        let mut pair = Pair::any(&mut rng);
        let mover = pair.mover();
        let node =
            |rng: &mut Rng, pair: &Pair| pair.map.node(rng.pick(&pair.hexes())).expect("a tile");
        let (start, goal) = (node(&mut rng, &pair), node(&mut rng, &pair));
        let (mut field, mut replanner) = (DistanceField::new(), Replanner::new());
        let budget = &mut Budget::unlimited();
        field.compute(&pair.map.seen_by(&mover), &[(start, 0)], Way::Forward, budget);
        let mut crowd = Overlay::new(&pair.map);
        for _ in 0..6 {
            for _ in 0..rng.below(4) {
                pair.change(&mut rng);
            }
            crowd.clear();
            let view = pair.map.seen_by(&mover);
            field.repair(&view).expect("a log that reaches back");
            let truth = truth_from(&pair, &arcs(&pair.book), start);
            for (at, &least) in truth.iter().enumerate() {
                let node = NodeId::new(at as u32);
                assert_eq!(field.distance(node), least, "seed {seed}: {}", pair.map.hex(node));
            }
            let found = replanner.replan_over(&view, start, goal, budget, &mut ());
            assert_eq!(found.cost(), truth[goal.index()], "seed {seed}");
            let landmarks = Landmarks::build(&view, 2, Selection::default(), budget);
            let landmarks = landmarks.expect("landmarks");
            let guess = landmarks.heuristic(&view).expect("of this view");
            let query = PathQuery::new(start, goal);
            let found = astar(&view, &guess, &query, &mut Scratch::new(), &mut ());
            assert_eq!(found.cost(), truth[goal.index()], "seed {seed}");
        }
    }
}

#[test]
fn overlays_lie_on_hexagons() {
    for seed in 0..cases(150, 50_000) {
        let mut rng = Rng::new(seed);
        let pair = Pair::any(&mut rng);
        let view = pair.map.seen_by(&pair.mover());
        let (mut crowd, mut replanner) = (Overlay::new(&pair.map), Replanner::new());
        let node = |rng: &mut Rng| pair.map.node(rng.pick(&pair.hexes())).expect("a tile");
        let (start, goal) = (node(&mut rng), node(&mut rng));
        for _ in 0..5 {
            let at = node(&mut rng).get();
            let width = world::Tiles::extent(&pair.map).width;
            crowd.set((at % width, at / width), rng.below(60_000) as u32);
            let mut crowded = arcs(&pair.book);
            for (_, to, cost) in &mut crowded {
                *cost += u64::from(crowd.extra(NodeId::new(*to as u32)));
            }
            let truth = truth_from(&pair, &crowded, start);
            let budget = &mut Budget::unlimited();
            let found = replanner.replan_over(&crowd.over(&view), start, goal, budget, &mut ());
            assert_eq!(found.cost(), truth[goal.index()], "seed {seed}");
        }
    }
}

fn ends(map: &HexMap, from: (i32, i32), to: (i32, i32)) -> PathQuery<'static> {
    PathQuery::new(map.node(from).expect("a tile"), map.node(to).expect("a tile"))
}

#[test]
fn landmarks_guess_on_hexagons() {
    let mut map = HexMap::hexagon(HexLayout::Flat, 20, b'.').expect("a map");
    let mut edit = HexEdit::new();
    (-18..=15).for_each(|q| _ = edit.set((q, 2), b'@'));
    map.apply(&edit).expect("an edit");
    let view = map.seen_by(&HexMover::walker());
    let query = ends(&map, (-5, 8), (-5, -8));
    let landmarks = Landmarks::build(&view, 4, Selection::default(), &mut Budget::unlimited());
    let landmarks = landmarks.expect("landmarks");
    let guess = landmarks.heuristic(&view).expect("a current guess");
    let helped = astar(&view, &guess, &query, &mut Scratch::new(), &mut ());
    let plain = dijkstra(&view, &query, &mut Scratch::new(), &mut ());
    assert_eq!(helped.cost(), plain.cost());
    assert!(helped.effort().expanded * 3 < plain.effort().expanded);
}

#[test]
fn rings_ranges_and_distances_agree() {
    let here = Hex::new(-3, 7);
    for radius in 0..6u32 {
        let ring: Vec<Hex> = here.ring(radius).collect();
        assert_eq!(ring.len(), if radius == 0 { 1 } else { 6 * radius as usize });
        assert!(ring.iter().all(|hex| hex.distance_to(here) == u64::from(radius)));
        assert!(ring.windows(2).all(|pair| pair[0].distance_to(pair[1]) == 1));
        let range: Vec<Hex> = here.range(radius).collect();
        assert_eq!(range.len() as u32, 3 * radius * (radius + 1) + 1);
        assert!(range.iter().all(|hex| hex.distance_to(here) <= u64::from(radius)));
    }
    let (last, first) = (Hex::new(i32::MAX, 0), Hex::new(i32::MIN, 0));
    assert!(last.ring(1).any(|hex| hex == first) && last.range(1).any(|hex| hex == first));
    let far = Hex::default().ring(3_000_000).next();
    assert_eq!(far, Some(Hex::new(3_000_000, -3_000_000)));
    assert_eq!(Hex::default().range(40_000).next(), Some(Hex::new(0, -40_000)));
    for layout in [HexLayout::Pointy, HexLayout::Flat] {
        for dir in HexDir::ALL {
            let (middle, beside) = (here.middle(layout), here.beside(dir).middle(layout));
            assert!((middle.distance_to(beside) - 1.0).abs() < 1e-12, "{layout:?} {dir:?}");
        }
        // Two hexagons that touch share two corners.
        let near = |a: astride::base::Vec2, b| a.distance_to(b) < 1e-9;
        let [a, b] = [here, here.beside(HexDir::East)].map(|hex| hex.outline(layout));
        let shared = a.iter().filter(|&&corner| b.iter().any(|&other| near(corner, other)));
        assert_eq!(shared.count(), 2);
    }
}

/// Steps of a breadth-first flood that knows nothing but `beside`.
fn flooded(view: &HexView<'_>, from: Hex, radius: u64) -> usize {
    let node = view.map().node(from).expect("a tile");
    let mut field = DistanceField::new();
    field.compute(view, &[(node, 0)], Way::Forward, &mut Budget::unlimited());
    let ticks = radius * u64::from(HexMover::walker().step_ticks());
    let nodes = (0..view.node_count()).map(NodeId::new);
    nodes.filter(|&node| field.distance(node).is_some_and(|cost| cost <= ticks)).count()
}

#[test]
fn rectangles_and_hexagons_have_their_tiles() {
    for layout in [HexLayout::Pointy, HexLayout::Flat] {
        for (width, height) in [(1, 1), (7, 1), (1, 7), (5, 4), (4, 9)] {
            let map = HexMap::rectangle(layout, width, height, b'.').expect("a map");
            assert_eq!(map.tiles().count() as u32, width * height, "{layout:?} {width}x{height}");
        }
        let map = HexMap::hexagon(layout, 4, b'.').expect("a map");
        assert_eq!(map.tiles().count(), 61);
        let view = map.seen_by(&HexMover::walker());
        assert_eq!(flooded(&view, Hex::default(), 2), 19);
    }
}

#[test]
fn impossible_maps_and_edits_are_refused_and_change_nothing() {
    let refused = |width, height, class| {
        HexMap::rectangle(HexLayout::Pointy, width, height, class).unwrap_err().to_string()
    };
    assert!(refused(0, 4, b'.').contains("there are no hexagons"));
    assert!(refused(3, 4, 0).contains("class 0, expected 1 to 255"));
    assert!(refused(u32::MAX, u32::MAX, b'.').contains("expected at most 1073741824"));
    let far = [(Hex::new(i32::MIN, 0), b'.'), (Hex::new(i32::MAX, 0), b'.')];
    assert!(HexMap::of_tiles(HexLayout::Flat, &far).is_err());
    let corner = [(Hex::new(i32::MAX, i32::MAX), b'.')];
    let corner = HexMap::of_tiles(HexLayout::Flat, &corner).expect("one tile");
    assert_eq!(corner.tiles().collect::<Vec<_>>(), [Hex::new(i32::MAX, i32::MAX)]);

    let corner = [(Hex::new(i32::MIN, i32::MIN), b'.'), (Hex::new(i32::MIN + 1, i32::MIN), b'.')];
    let map = HexMap::of_tiles(HexLayout::Flat, &corner).expect("two tiles");
    assert_eq!(map.tiles().collect::<Vec<_>>(), corner.map(|(hex, _)| hex));

    let mut map = HexMap::hexagon(HexLayout::Pointy, 1, b'.').expect("a map");
    for (edit, message) in [
        (HexEdit::new().set((0, 0), b'@').set((5, 5), b'@').clone(), "(5, 5) is not part"),
        (HexEdit::new().set((0, 0), 0).clone(), "class 0"),
        (HexEdit::new().wall((1, 0), HexDir::East).clone(), "no hexagon to the East of (1, 0)"),
    ] {
        let error = map.apply(&edit).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
        assert_eq!((map.revision(), map.class((0, 0))), (0, Some(b'.')));
    }
}

#[test]
fn walls_stand_until_the_last_of_them_is_gone() {
    let mut map = HexMap::hexagon(HexLayout::Pointy, 2, b'.').expect("a map");
    let seen = |map: &HexMap| {
        let (view, mut steps) = (map.seen_by(&HexMover::walker()), 0);
        view.for_each_arc(map.node((0, 0)).expect("a tile"), Way::Forward, |_| steps += 1);
        let is_plain = view.tiled().is_some_and(|tiles| tiles.stencil(Way::Forward).is_some());
        (steps, is_plain)
    };
    assert_eq!(seen(&map), (6, true));
    // The same wall twice is one wall, and one that is taken away elsewhere leaves it alone.
    let mut edit = HexEdit::new();
    edit.wall((0, 0), HexDir::East).wall((0, 0), HexDir::East).remove_wall((0, 1), HexDir::East);
    map.apply(&edit).expect("an edit");
    assert_eq!(seen(&map), (5, false));
    map.apply(HexEdit::new().remove_wall((0, 0), HexDir::East)).expect("an edit");
    assert_eq!(seen(&map), (6, true));
}

#[test]
fn drawings_of_both_layouts_are_read() {
    let pointy = HexDrawing::parse("\nhex pointy\nA . 3\n # . .\n_ . B\n").expect("a drawing");
    assert_eq!(pointy.starts, [Hex::new(0, 0)]);
    assert_eq!(pointy.goals, [Hex::new(1, 2)]);
    assert_eq!((pointy.map.class((2, 0)), pointy.map.class((0, 1))), (Some(b'3'), Some(b'@')));
    assert_eq!((pointy.map.class((-1, 2)), pointy.map.tiles().count()), (None, 8));
    let flat = HexDrawing::parse("hex flat\nA.B\n...").expect("a drawing");
    assert_eq!((flat.goals, flat.map.tiles().count()), (vec![Hex::new(2, -1)], 6));
    let uneven = format!("hex pointy\n{}{}", ".".repeat(10_000), "\n.".repeat(10_000));
    let long = format!("hex flat\n{}", ".".repeat(30_000));
    for (text, message) in [
        (&*uneven, "too uneven: 10000 columns, 10001 rows"),
        (&*long, "rows are too long"),
        ("hex round\n..", "the first line is to be"),
        ("hex flat", "there are no hexagons"),
        ("hex flat\n.é", "line 2, column 2"),
    ] {
        let error = HexDrawing::parse(text).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

/// Every side between three hexagons that touch each other, both ways.
const SIDES: [((i32, i32), HexDir); 6] = [
    ((0, 0), HexDir::East),
    ((1, 0), HexDir::West),
    ((0, 0), HexDir::SouthEast),
    ((0, 1), HexDir::NorthWest),
    ((1, 0), HexDir::SouthWest),
    ((0, 1), HexDir::NorthEast),
];

#[test]
fn every_way_to_fence_three_hexagons_costs_what_it_says() {
    let tiles = [(0, 0), (1, 0), (0, 1)].map(|(q, r)| (Hex::new(q, r), b'.'));
    let mut map = HexMap::of_tiles(HexLayout::Flat, &tiles).expect("a map");
    let movers = [vec![], vec![(1, 70)], vec![(1, 0), (2, 5)]].map(|tolls: Vec<(u8, u32)>| {
        let crossing =
            |mover: HexMover, &(class, extra)| mover.crosses(class, extra).expect("ticks");
        (tolls.iter().fold(HexMover::walker(), crossing), tolls)
    });
    let mut field = DistanceField::new();
    for pattern in 0..4usize.pow(6) {
        // Over what the pattern before left, so each kind of side replaces each other one.
        let mut edit = HexEdit::new();
        let side = |at: usize| pattern / 4usize.pow(at as u32) % 4;
        for (at, (hex, dir)) in SIDES.into_iter().enumerate() {
            match side(at) {
                0 => edit.allow_step(hex, dir),
                1 => edit.forbid_step(hex, dir),
                class => edit.fence_step(hex, dir, class as u8 - 1),
            };
        }
        map.apply(&edit).expect("a possible edit");
        let classes: Vec<usize> = map.fences().map(|fence| fence.class.into()).collect();
        assert_eq!(classes.len(), (0..6).filter(|&at| side(at) > 1).count());
        for (mover, tolls) in &movers {
            let view = map.seen_by(mover);
            world::check(&view).unwrap_or_else(|fault| panic!("{pattern}: {fault}"));
            let node = |hex: Hex| map.node(hex).expect("a tile").index();
            let toll = |at: usize| match side(at) {
                0 => Some(0),
                1 => None,
                class => {
                    tolls.iter().find(|toll| usize::from(toll.0) == class - 1).map(|toll| toll.1)
                }
            };
            let steps = SIDES.into_iter().enumerate().filter_map(|(at, (hex, dir))| {
                let (from, to) = (Hex::from(hex), Hex::from(hex).beside(dir));
                Some((node(from), node(to), 13_860 + u64::from(toll(at)?)))
            });
            let steps: Vec<_> = steps.collect();
            for way in [Way::Forward, Way::Backward] {
                let start = node(Hex::new(1, 0));
                let turned = steps.iter().map(|&(from, to, cost)| match way {
                    Way::Forward => (from, to, cost),
                    Way::Backward => (to, from, cost),
                });
                let truth =
                    bellman_ford(view.node_count() as usize, &turned.collect::<Vec<_>>(), start);
                let start = [(NodeId::new(start as u32), 0)];
                field.compute(&view, &start, way, &mut Budget::unlimited());
                for (at, &least) in truth.iter().enumerate() {
                    assert_eq!(field.distance(NodeId::new(at as u32)), least, "{pattern} {way:?}");
                }
            }
        }
    }
}

#[test]
fn a_wall_and_a_fence_replace_each_other() {
    let mut map = HexMap::hexagon(HexLayout::Pointy, 2, b'.').expect("a map");
    let bare = write_world_of(&map);
    let [hex, behind] = [Hex::new(0, 0), Hex::new(1, 0)];
    let sides = |map: &HexMap| {
        [(hex, HexDir::East), (behind, HexDir::West)]
            .map(|(hex, dir)| (map.is_step_forbidden(hex, dir), map.fence(hex, dir)))
    };
    map.apply(HexEdit::new().fence(hex, HexDir::East, 4)).expect("an edit");
    assert_eq!(sides(&map), [(true, Some(4)); 2]);
    map.apply(HexEdit::new().fence_step(behind, HexDir::West, 9)).expect("an edit");
    assert_eq!(sides(&map), [(true, Some(4)), (true, Some(9))]);
    map.apply(HexEdit::new().forbid_step(hex, HexDir::East)).expect("an edit");
    assert_eq!(sides(&map), [(true, None), (true, Some(9))]);
    map.apply(HexEdit::new().remove_wall(hex, HexDir::East)).expect("an edit");
    assert_eq!(sides(&map), [(false, None); 2]);
    assert!(map.fences().next().is_none() && write_world_of(&map) == bare);

    // Of one batch the last word on a side counts; a batch that fails changes nothing.
    let mut batch = HexEdit::new();
    batch.fence(hex, HexDir::East, 4).wall(hex, HexDir::East).fence_step(hex, HexDir::East, 5);
    map.apply(&batch).expect("an edit");
    assert_eq!(sides(&map), [(true, Some(5)), (true, None)]);
    let revision = map.revision();
    let refused =
        map.apply(HexEdit::new().fence(hex, HexDir::East, 6).fence((2, 0), HexDir::East, 1));
    assert_eq!(refused.expect_err("no tile behind it").code(), "tile-side-at-rim");
    assert_eq!((map.revision(), sides(&map)[0]), (revision, (true, Some(5))));
    let refused = HexMover::walker().crosses(3, (1 << 30) + 1).expect_err("too many ticks");
    assert_eq!(refused.code(), "mover-crossing");
}

#[test]
fn a_fence_is_named_where_it_closes_a_way() {
    let mut map = HexMap::rectangle(HexLayout::Pointy, 3, 1, b'.').expect("a map");
    map.apply(HexEdit::new().fence((0, 0), HexDir::East, 4).fence((1, 0), HexDir::East, 5))
        .expect("an edit");
    let mover = HexMover::walker().crosses(5, 1).expect("ticks");
    let ends = [(0, 0), (2, 0)].map(|hex| map.node(hex).expect("a tile"));
    let opening = |may_open: &dyn Fn(Closing<Hex>) -> bool| {
        let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
        let found = explain_opening(&map, &mover, ends, may_open, scratch, budget);
        found.expect("no limit").expect("no way")
    };
    let named = opening(&|it| matches!(it, Closing::Step { fence: Some(4), .. }));
    let step = [Hex::new(0, 0), Hex::new(1, 0)];
    assert_eq!(named.shut, [step], "the other fence is in nobody's way");
    let found = named.opening.expect("it may be opened");
    assert_eq!(found.steps, [step]);
    assert_eq!(opening(&|it| matches!(it, Closing::Step { fence: None, .. })).opening, None);
    map.apply(&map.batch(&found)).expect("an edit");
    let query = PathQuery::new(ends[0], ends[1]);
    let way = dijkstra(&map.seen_by(&mover), &query, &mut Scratch::new(), &mut ());
    assert_eq!(way.cost(), Some(2 * 13_860 + 1));
}
