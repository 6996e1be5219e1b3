//! Maps of hexagons: every general search against explicit arcs, edits against maps made from scratch.

use astride::base::{Budget, NodeId};
use astride::index::{Landmarks, Selection};
use astride::io::HexDrawing;
use astride::search::{DistanceField, PathQuery, Replanner, Scratch, astar, dijkstra};
use astride::shapes::hex::{Hex, HexDir, HexEdit, HexLayout, HexMap, HexMover, HexView};
use astride::world::{self, Overlay, Way, World};
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
}

impl Pair {
    /// Terrain of factors 1 to 9 or of one cost, walls and one-way steps, or none of these.
    fn any(rng: &mut Rng) -> Pair {
        let (width, height) = (2 + rng.below(6), 1 + rng.below(6));
        let letters: &[u8] = if rng.percent(50) { b"....@@2359" } else { b"...@" };
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
            straight: 13_860,
        };
        for (hex, class) in tiles {
            let at = map.node(hex).expect("a tile").index();
            book.factors[at] = factor(class);
        }
        let mut pair = Pair { map, book };
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
            match rng.below(4) {
                0 => {
                    edit.wall(hex, dir);
                    self.book.add_wall(here, there);
                }
                1 => {
                    edit.remove_wall(hex, dir);
                    self.book.blocked_steps.remove(&(here, there));
                    self.book.blocked_steps.remove(&(there, here));
                }
                2 => {
                    edit.forbid_step(hex, dir);
                    self.book.blocked_steps.insert((here, there));
                }
                _ => {
                    edit.allow_step(hex, dir);
                    self.book.blocked_steps.remove(&(here, there));
                }
            }
        }
        self.map.apply(&edit).expect("a possible edit");
    }
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
    match pair.book.factors[start.index()] {
        0 => vec![None; tiles],
        _ => bellman_ford(tiles, arcs, start.index()),
    }
}

#[test]
fn every_general_search_keeps_its_promise() {
    let all = contestants::<HexWorld>();
    spread(cases(300, 100_000), Memory::default, |memory, seed| {
        let mut rng = Rng::new(seed);
        let pair = Pair::any(&mut rng);
        let view = pair.map.seen_by(&HexMover::walker());
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
        let view = pair.map.seen_by(&HexMover::walker());
        world::check(&view).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
    }
}

#[test]
fn fields_and_replanners_follow_edits() {
    for seed in 0..cases(150, 50_000) {
        let mut rng = Rng::new(seed);
        let mut pair = Pair::any(&mut rng);
        let mover = HexMover::walker();
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
        }
    }
}

#[test]
fn overlays_lie_on_hexagons() {
    for seed in 0..cases(150, 50_000) {
        let mut rng = Rng::new(seed);
        let pair = Pair::any(&mut rng);
        let view = pair.map.seen_by(&HexMover::walker());
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
