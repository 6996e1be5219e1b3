//! Maps of triangles: every general search against explicit arcs, and what follows edits.

use astride::base::{Budget, Cell, NodeId, Vec2};
use astride::io::{TriangleDrawing, write_world_of};
use astride::search::{
    DistanceField, Estimate, Guessed, Heuristic, PathQuery, Replanner, Scratch, Ties, astar,
};
use astride::shapes::triangle::{
    TriangleEdit, TriangleMap, TriangleMover, TriangleSide, TriangleSteps,
};
use astride::shapes::{Closing, Shape, explain_opening};
use astride::world::{self, Corners, Overlay, Way};
use astride_testkit::adapter::hold_searches;
use astride_testkit::reference::bellman_ford;
use astride_testkit::rng::Rng;
use astride_testkit::tally::{cases, is_slow_run};
use astride_testkit::triangle::{Rule, Tri, TriangleWorld};
use astride_testkit::world::arcs;

const RULES: [(TriangleSteps, Rule); 4] = [
    (TriangleSteps::Sides, Rule::SidesOnly),
    (TriangleSteps::Around(Corners::Never), Rule::Never),
    (TriangleSteps::Around(Corners::OneFree), Rule::OneFree),
    (TriangleSteps::Around(Corners::Always), Rule::Always),
];

/// A map of the engine and the same by the book.
struct Pair {
    map: TriangleMap,
    mover: TriangleMover,
    book: TriangleWorld,
    /// The classes of fences that the mover crosses, and the extra ticks.
    tolls: &'static [(u8, u32)],
}

/// What stands in the way of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Open,
    Shut,
    Fence(u8),
}

fn crossing(mover: TriangleMover, tolls: &[(u8, u32)]) -> TriangleMover {
    let crosses =
        |mover: TriangleMover, &(class, extra)| mover.crosses(class, extra).expect("ticks");
    tolls.iter().fold(mover, crosses)
}

fn factor(class: u8) -> u32 {
    match class {
        b'@' => 0,
        b'1'..=b'9' => u32::from(class - b'0'),
        _ => 1,
    }
}

fn cell((x, y): Tri) -> Cell {
    Cell::new(x as u32, y as u32)
}

impl Pair {
    fn any(rng: &mut Rng) -> Pair {
        let (width, height) = (1 + rng.below(8), 1 + rng.below(6));
        let letters: &[u8] = if rng.percent(50) { b"....@@2359" } else { b"...@" };
        let classes: Vec<u8> = (0..width * height).map(|_| rng.pick(letters)).collect();
        let at = |cell: Cell| classes[cell.y as usize * width + cell.x as usize];
        let map = TriangleMap::of_classes(width as u32, height as u32, at).expect("a map");
        let (steps, rule) = rng.pick(&RULES);
        let book = TriangleWorld {
            width: width as i64,
            height: height as i64,
            factors: classes.iter().map(|&class| factor(class)).collect(),
            blocked_steps: Default::default(),
            crossings: Default::default(),
            rule,
        };
        let tolls: [&[(u8, u32)]; 3] =
            [&[], &[(1, 500), (2, 0)], &[(0, 90_000), (2, 1 << 30), (255, 1)]];
        let tolls = rng.pick(&tolls);
        let mover = crossing(TriangleMover::walker().steps(steps), tolls);
        let mut pair = Pair { map, mover, book, tolls };
        if rng.percent(50) {
            for _ in 0..rng.below(width * height) {
                pair.change(rng);
            }
        }
        pair
    }

    fn node(&self, index: usize) -> NodeId {
        self.map.node(cell(self.book.cell_at(index))).expect("a tile")
    }

    /// Makes one step open, shut, or fenced by a class.
    fn stand(&mut self, step: (Tri, Tri), side: Side) {
        self.book.blocked_steps.remove(&step);
        self.book.crossings.remove(&step);
        if side != Side::Open {
            self.book.blocked_steps.insert(step);
        }
        let toll = self.tolls.iter().find(|toll| Side::Fence(toll.0) == side);
        if let Some(&(_, extra)) = toll {
            self.book.crossings.insert(step, extra.into());
        }
    }

    /// One random edit, of the map and of the book.
    fn change(&mut self, rng: &mut Rng) {
        let at = rng.below(self.book.factors.len());
        let here = self.book.cell_at(at);
        let sides: Vec<Tri> = self.book.behind_sides(here).collect();
        let mut edit = TriangleEdit::new();
        if sides.is_empty() || rng.percent(40) {
            let class = rng.pick(b".@3");
            self.book.factors[at] = factor(class);
            edit.set(cell(here), class);
        } else {
            let there = rng.pick(&sides);
            let side = match there.0 - here.0 {
                1 => TriangleSide::Right,
                -1 => TriangleSide::Left,
                _ => TriangleSide::Base,
            };
            let (at, class) = (cell(here), rng.pick(&[0, 1, 2, 255]));
            let (_, stands, both) = match rng.below(8) {
                0 => (edit.wall(at, side), Side::Shut, true),
                1 => (edit.remove_wall(at, side), Side::Open, true),
                2 => (edit.forbid_step(at, side), Side::Shut, false),
                3 => (edit.allow_step(at, side), Side::Open, false),
                4 | 5 => (edit.fence(at, side, class), Side::Fence(class), true),
                _ => (edit.fence_step(at, side, class), Side::Fence(class), false),
            };
            self.stand((here, there), stands);
            if both {
                self.stand((there, here), stands);
            }
        }
        self.map.apply(&edit).expect("a possible edit");
    }

    /// Distances by the book; nothing can be reached from where nobody can stand.
    fn truth_from(&self, arcs: &[(usize, usize, u64)], start: usize) -> Vec<Option<u64>> {
        match self.book.factors[start] {
            0 => vec![None; self.book.factors.len()],
            _ => bellman_ford(self.book.factors.len(), arcs, start),
        }
    }
}

#[test]
fn every_general_search_is_right() {
    let mut scratch = Scratch::new();
    for seed in 0..cases(400, 100_000) {
        let mut rng = Rng::new(seed);
        let pair = Pair::any(&mut rng);
        let (view, arcs) = (pair.map.seen_by(&pair.mover), arcs(&pair.book));
        world::check(&view).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
        let nodes = pair.book.factors.len();
        let (from, to) = (rng.below(nodes), rng.below(nodes));
        let truth = pair.truth_from(&arcs, from)[to];
        let query = PathQuery::new(pair.node(from), pair.node(to));
        let what = format_args!("seed {seed}: {:?}", pair.book);
        hold_searches(&view, &query, truth, &mut scratch, what);
    }
}

#[test]
fn fields_replanners_and_overlays_follow_edits() {
    for seed in 0..cases(150, 50_000) {
        let mut rng = Rng::new(seed);
        let mut pair = Pair::any(&mut rng);
        let nodes = pair.book.factors.len();
        let (start, goal) = (rng.below(nodes), rng.below(nodes));
        let ends = [pair.node(start), pair.node(goal)];
        let (mut field, mut replanner) = (DistanceField::new(), Replanner::new());
        let budget = &mut Budget::unlimited();
        let mut crowd = Overlay::new(&pair.map);
        field.compute(&pair.map.seen_by(&pair.mover), &[(ends[0], 0)], Way::Forward, budget);
        for _ in 0..6 {
            (0..rng.below(4)).for_each(|_| pair.change(&mut rng));
            let crowded = pair.node(rng.below(nodes)).get();
            let width = world::Tiles::extent(&pair.map).width;
            crowd.set((crowded % width, crowded / width), rng.below(60_000) as u32);
            let (view, mut arcs) = (pair.map.seen_by(&pair.mover), arcs(&pair.book));
            field.repair(&view).expect("a log that reaches back");
            for (at, &least) in pair.truth_from(&arcs, start).iter().enumerate() {
                let distance = field.distance(pair.node(at));
                assert_eq!(distance, least, "seed {seed}: {:?}", pair.book.cell_at(at));
            }
            for (_, to, cost) in &mut arcs {
                *cost += u64::from(crowd.extra(pair.node(*to)));
            }
            let found =
                replanner.replan_over(&crowd.over(&view), ends[0], ends[1], budget, &mut ());
            assert_eq!(found.cost(), pair.truth_from(&arcs, start)[goal], "seed {seed}");
        }
    }
}

/// All ways to fence off the triangles of a row of four: each of the six steps open, shut, or fenced by
/// either of two classes.
#[test]
fn every_way_to_fence_a_row_of_triangles_costs_what_it_says() {
    let steps = [(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2)];
    let every = if is_slow_run() { 1 } else { 5 };
    let movers = RULES.map(|(steps, rule)| {
        [&[][..], &[(1, 70)], &[(1, 0), (2, 5)]]
            .map(|tolls| (crossing(TriangleMover::walker().steps(steps), tolls), tolls, rule))
    });
    let mut map = TriangleMap::new(4, 1, b'.').expect("a map");
    let mut field = DistanceField::new();
    let crossed = |pattern: usize, at: usize| pattern / 4usize.pow(at as u32) % 4;
    for pattern in (0..4usize.pow(6)).step_by(every) {
        // Over what the pattern before left, so each kind of side replaces each other one.
        let mut edit = TriangleEdit::new();
        for (at, &(from, to)) in steps.iter().enumerate() {
            let side = if to > from { TriangleSide::Right } else { TriangleSide::Left };
            let from = Cell::new(from, 0);
            match crossed(pattern, at) {
                0 => edit.allow_step(from, side),
                1 => edit.forbid_step(from, side),
                class => edit.fence_step(from, side, class as u8 - 1),
            };
        }
        map.apply(&edit).expect("a possible edit");
        let fences = map.fences().count();
        assert_eq!(fences, (0..6).filter(|&at| crossed(pattern, at) > 1).count());
        for (mover, tolls, rule) in movers.as_flattened() {
            let mut book = TriangleWorld {
                width: 4,
                height: 1,
                factors: vec![1; 4],
                blocked_steps: Default::default(),
                crossings: Default::default(),
                rule: *rule,
            };
            for (at, &(from, to)) in steps.iter().enumerate() {
                let step = ((i64::from(from), 0), (i64::from(to), 0));
                let class = crossed(pattern, at);
                book.blocked_steps.extend(Some(step).filter(|_| class > 0));
                let toll = tolls.iter().find(|toll| usize::from(toll.0) + 1 == class);
                book.crossings.extend(toll.map(|toll| (step, u64::from(toll.1))));
            }
            let view = map.seen_by(mover);
            world::check(&view).unwrap_or_else(|fault| panic!("{pattern}: {fault}"));
            let arcs = arcs(&book);
            for way in [Way::Forward, Way::Backward] {
                let turned = arcs.iter().map(|&(from, to, cost)| match way {
                    Way::Forward => (from, to, cost),
                    Way::Backward => (to, from, cost),
                });
                let truth = bellman_ford(4, &turned.collect::<Vec<_>>(), 1);
                let node = |x: usize| map.node((x as u32, 0)).expect("a tile");
                field.compute(&view, &[(node(1), 0)], way, &mut Budget::unlimited());
                for (x, &least) in truth.iter().enumerate() {
                    let what = format!("{pattern} {rule:?} {tolls:?} {way:?}");
                    assert_eq!(field.distance(node(x)), least, "{what}");
                }
            }
        }
    }
}

#[test]
fn a_fence_is_named_where_it_closes_a_way_and_lost_with_the_wall() {
    let mut map = TriangleMap::new(3, 1, b'.').expect("a map");
    let bare = write_world_of(&map);
    map.apply(TriangleEdit::new().fence((0, 0), TriangleSide::Right, 4)).expect("an edit");
    map.apply(TriangleEdit::new().fence((1, 0), TriangleSide::Right, 5)).expect("an edit");
    let mover = TriangleMover::walker().crosses(5, 1).expect("ticks");
    let ends = [(0, 0), (2, 0)].map(|cell| map.node(cell).expect("a tile"));
    let named = |may_open: &dyn Fn(Closing<Cell>) -> bool| {
        let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
        let found = explain_opening(&map, &mover, ends, may_open, scratch, budget);
        found.expect("no limit").expect("no way")
    };
    let found = named(&|it| matches!(it, Closing::Step { fence: Some(4), .. }));
    let step = [Cell::new(0, 0), Cell::new(1, 0)];
    assert_eq!((found.shut, found.opening.expect("it may be").steps), (vec![step], vec![step]));
    assert_eq!(named(&|it| matches!(it, Closing::Step { fence: None, .. })).opening, None);
    let fence = |cell, side| map.fence(cell, side);
    assert_eq!(fence((0, 0), TriangleSide::Right), Some(4));
    assert_eq!(fence((1, 0), TriangleSide::Left), Some(4));
    assert_eq!(
        (fence((1, 0), TriangleSide::Base), fence((9, 0), TriangleSide::Left)),
        (None, None)
    );
    let mut edit = TriangleEdit::new();
    edit.remove_wall((0, 0), TriangleSide::Right).remove_wall((2, 0), TriangleSide::Left);
    map.apply(&edit).expect("an edit");
    assert!(map.fences().next().is_none() && write_world_of(&map) == bare);
}

#[test]
fn a_replanner_starts_from_scratch_for_a_mover_that_crosses_other_fences() {
    let mut map = TriangleMap::new(3, 1, b'.').expect("a map");
    map.apply(TriangleEdit::new().fence((0, 0), TriangleSide::Right, 4)).expect("an edit");
    let ends = [(0, 0), (2, 0)].map(|place| map.node(place).expect("a tile"));
    let mut replanner = Replanner::new();
    for extra in [Some(7), None, Some(0), Some(90_000)] {
        let tolls: Vec<(u8, u32)> = extra.map(|extra| (4, extra)).into_iter().collect();
        let mover = crossing(TriangleMover::walker(), &tolls);
        let budget = &mut Budget::unlimited();
        let found = replanner.replan_over(&map.seen_by(&mover), ends[0], ends[1], budget, &mut ());
        assert_eq!(found.cost(), extra.map(|extra| 2 * 10_864 + u64::from(extra)));
    }
}

#[test]
fn guesses_are_right_from_end_to_end_of_a_long_map() {
    let length = 400_000;
    let map = TriangleMap::new(length, 1, b'.').expect("a map");
    let mover = TriangleMover::walker().steps(TriangleSteps::Around(Corners::Never));
    let ends = [0, length - 1].map(|x| map.node((x, 0)).expect("a tile"));
    let guess = map.seen_by(&mover).guess().aim(&mut ends[1..].iter().copied()).estimate(ends[0]);
    // Columns are half the root of three apart, and the last triangle points down.
    let straight = 10_864.0 * (0.75 * f64::from(length - 1).powi(2) + 0.25).sqrt();
    assert!((guess as f64 - straight).abs() < 2.0, "{guess}, and it is {straight} ticks");
}

#[test]
fn in_the_open_guesses_over_sides_are_exact() {
    let map = TriangleMap::new(9, 7, b'.').expect("a map");
    let view = map.seen_by(&TriangleMover::walker());
    for from in [(0, 0), (4, 3), (5, 3), (8, 6)] {
        let from = map.node(from).expect("a tile");
        let mut field = DistanceField::new();
        field.compute(&view, &[(from, 0)], Way::Forward, &mut Budget::unlimited());
        for cell in (0..7).flat_map(|y| (0..9).map(move |x| (x, y))) {
            let to = map.node(cell).expect("a tile");
            let query = PathQuery::new(from, to);
            let found = astar(&view, &view.guess(), &query, &mut Scratch::new(), &mut ());
            assert_eq!(found.cost(), field.distance(to));
            // A guess that is exact everywhere leads A* straight on.
            let steps = found.path().expect("a way").step_count() as u64;
            assert_eq!(found.effort().expanded, steps + 1, "to {cell:?}");
        }
    }
}

#[test]
fn impossible_maps_edits_and_drawings_are_refused() {
    let refused = |width, height| TriangleMap::new(width, height, b'.').unwrap_err().to_string();
    assert!(refused(0, 3).contains("there are no triangles"));
    assert!(refused(u32::MAX, u32::MAX).contains("expected at most 1073741824"));
    let void = TriangleMap::new(2, 2, 0).unwrap_err().to_string();
    assert!(void.contains("class 0, expected 1 to 255"));
    let mut map = TriangleMap::new(3, 2, b'.').expect("a map");
    for (edit, message) in [
        (TriangleEdit::new().set((0, 0), b'@').set((3, 0), b'@').clone(), "(3, 0) is not part"),
        (TriangleEdit::new().wall((1, 0), TriangleSide::Base).clone(), "no triangle to the Base"),
        (TriangleEdit::new().wall((2, 1), TriangleSide::Right).clone(), "no triangle to the Right"),
    ] {
        let error = map.apply(&edit).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
        assert_eq!((map.revision(), map.class((0, 0))), (0, Some(b'.')));
    }
    let drawn = TriangleDrawing::parse("\ntriangles\nA . #\n _ 3 . B\n").expect("a drawing");
    assert_eq!((drawn.starts, drawn.goals), (vec![Cell::new(0, 0)], vec![Cell::new(3, 1)]));
    let classes = [(2, 0), (3, 0), (0, 1), (1, 1)].map(|cell| drawn.map.class(cell));
    assert_eq!(classes, [b'@', b'@', b'@', b'3'].map(Some));
    let uneven = format!("triangles\n{}{}", ".".repeat(10_000), "\n.".repeat(10_000));
    for (text, message) in [
        (&*uneven, "too uneven: 10000 columns, 10001 rows"),
        ("triangle\n..", "the first line is to be"),
        ("triangles", "there are no triangles"),
        ("triangles\n.é", "line 2, column 2"),
    ] {
        let error = TriangleDrawing::parse(text).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

/// A fraction with a denominator above 0.
type Fraction = (i128, i128);

fn is_less(a: Fraction, b: Fraction) -> bool {
    a.0 * b.1 < b.0 * a.1
}

/// A line between middles, where a column is one unit wide and a row three units high.
struct Line {
    start: (i128, i128),
    way: (i128, i128),
}

impl Line {
    fn side(&self, (x, y): (i128, i128)) -> i128 {
        self.way.0 * (y - self.start.1) - self.way.1 * (x - self.start.0)
    }

    fn along(&self, (x, y): (i128, i128)) -> i128 {
        self.way.0 * (x - self.start.0) + self.way.1 * (y - self.start.1)
    }

    fn length(&self) -> i128 {
        self.way.0.pow(2) + self.way.1.pow(2)
    }

    /// From which share of the line to which it is inside a triangle; `None` if it never is.
    fn inside(&self, tile: (i64, i64)) -> Option<(Fraction, Fraction)> {
        let corners = corners(tile);
        let sides = corners.map(|corner| self.side(corner));
        if !(sides.iter().any(|&side| side > 0) && sides.iter().any(|&side| side < 0)) {
            return None;
        }
        let mut met: Vec<Fraction> = Vec::new();
        for (a, b) in [(0, 1), (1, 2), (2, 0)] {
            if sides[a].signum() * sides[b].signum() < 1 && sides[a] != sides[b] {
                let under = sides[a] - sides[b];
                let over = self.along(corners[a]) * -sides[b] + self.along(corners[b]) * sides[a];
                met.push((over * under.signum(), under.abs() * self.length()));
            }
        }
        let first = met.iter().copied().reduce(|a, b| if is_less(b, a) { b } else { a })?;
        let last = met.iter().copied().reduce(|a, b| if is_less(a, b) { b } else { a })?;
        Some((first, last))
    }
}

fn middle((x, y): (i64, i64)) -> (i128, i128) {
    (x.into(), i128::from(3 * y + if (x + y) % 2 == 0 { 2 } else { 1 }))
}

fn corners((x, y): (i64, i64)) -> [(i128, i128); 3] {
    let (x, top) = (i128::from(x), i128::from(3 * y));
    let (tip, base) = if (i128::from(y) + x) % 2 == 0 { (top, top + 3) } else { (top + 3, top) };
    [(x, tip), (x - 1, base), (x + 1, base)]
}

/// Where a line is stopped first, by the definition: where it comes inside an opaque triangle, or to a
/// corner with opaque ones on both sides.
fn first_stop(
    line: &Line,
    from: (i64, i64),
    tiles: &[(i64, i64)],
    blocks: impl Fn((i64, i64)) -> bool,
) -> Option<Fraction> {
    let is_ahead = |&at: &Fraction| at.0 > 0 && at.0 < at.1;
    let opaque: Vec<(i64, i64)> =
        tiles.iter().copied().filter(|&tile| tile != from && blocks(tile)).collect();
    let mut stops: Vec<Fraction> =
        opaque.iter().filter_map(|&tile| Some(line.inside(tile)?.0)).collect();
    let all = tiles.iter().flat_map(|&tile| corners(tile));
    for corner in all.filter(|&corner| line.side(corner) == 0) {
        let beside = |sign: i128| {
            opaque.iter().any(|&tile| {
                let touches = corners(tile).contains(&corner) && line.inside(tile).is_none();
                touches && corners(tile).iter().any(|&other| line.side(other) * sign > 0)
            })
        };
        if beside(1) && beside(-1) {
            stops.push((line.along(corner), line.length()));
        }
    }
    stops.into_iter().filter(is_ahead).reduce(|a, b| if is_less(b, a) { b } else { a })
}

#[test]
fn rays_stop_where_they_do_by_fractions() {
    let (mut through, mut stopped, mut corners_passed) = (0, 0, 0);
    for seed in 0..cases(60, 3000) {
        let mut rng = Rng::new(seed);
        let (width, height) = (1 + rng.below(9) as u32, 1 + rng.below(6) as u32);
        let share = rng.below(50) as u32;
        let class = |_| if rng.percent(share) { b'#' } else { b'.' };
        let map = TriangleMap::of_classes(width, height, class).expect("a map");
        let off_is_opaque = rng.percent(50);
        let is_opaque = |class: u8| class == b'#' || class == TriangleMap::VOID && off_is_opaque;
        let class_of = |(x, y): (i64, i64)| {
            let cell = Some(Cell::new(u32::try_from(x).ok()?, u32::try_from(y).ok()?));
            cell.and_then(|cell| map.class(cell))
        };
        let blocks = |tile| is_opaque(class_of(tile).unwrap_or(TriangleMap::VOID));
        let around: Vec<(i64, i64)> = (-3..i64::from(height) + 3)
            .flat_map(|y| (-3..i64::from(width) + 3).map(move |x| (x, y)))
            .collect();
        let cells = || (0..height).flat_map(|y| (0..width).map(move |x| Cell::new(x, y)));
        let from = Cell::new(rng.below(width as usize) as u32, rng.below(height as usize) as u32);
        let start = (i64::from(from.x), i64::from(from.y));
        for to in cells() {
            let what = format!("seed {seed}: {from} to {to}\n{:?}", map);
            let end = middle((i64::from(to.x), i64::from(to.y)));
            let way = (end.0 - middle(start).0, end.1 - middle(start).1);
            let line = Line { start: middle(start), way };
            let ray = map.cast_ray(from, to, is_opaque).expect("both on the map");
            let expected = first_stop(&line, start, &around, blocks);
            assert_eq!(ray.hit.is_some(), expected.is_some(), "{what}");
            corners_passed += u32::from(expected.is_none() && corners_on(&line, &around) > 0);
            let (Some(hit), Some(stop)) = (ray.hit, expected) else {
                through += 1;
                assert_eq!(ray.last, to, "{what}");
                continue;
            };
            stopped += 1;
            let last = (i64::from(ray.last.x), i64::from(ray.last.y));
            let (_, left) = line.inside(last).expect("it was there");
            assert!(!is_less(left, stop) && !is_less(stop, left), "{what}");
            assert!(hit.cell.is_none_or(|cell| is_opaque(map.class(cell).unwrap())), "{what}");
            assert!(hit.cell.is_some() || off_is_opaque, "{what}");
            let share = stop.0 as f64 / stop.1 as f64;
            let [x, y] = [(line.start.0, way.0), (line.start.1, way.1)]
                .map(|(start, way)| start as f64 + way as f64 * share);
            let off = [hit.point.x - x * 3f64.sqrt() / 2.0, hit.point.y - y / 2.0];
            assert!(off.iter().all(|off| off.abs() < 1e-9), "{what}: {hit:?}");
        }
    }
    let counts = (through, stopped, corners_passed);
    assert!(through > 200 && stopped > 200 && corners_passed > 20, "{counts:?}");
    let map = TriangleMap::new(3, 2, b'.').expect("a map");
    assert!(map.cast_ray((3, 0), (0, 0), |_| false).is_none(), "off the map");
    let same = map.cast_ray((1, 1), (1, 1), |_| true).expect("on the map");
    assert_eq!((same.last, same.hit), (Cell::new(1, 1), None));
}

/// How many corners lie inside a line.
fn corners_on(line: &Line, tiles: &[(i64, i64)]) -> usize {
    let all = tiles.iter().flat_map(|&tile| corners(tile));
    let is_on = |corner: &(i128, i128)| {
        line.side(*corner) == 0 && (1..line.length()).contains(&line.along(*corner))
    };
    all.filter(is_on).count()
}

#[test]
fn of_equal_paths_the_straightest_is_taken_among_triangles() {
    let map = TriangleMap::new(60, 24, b'.').expect("a map");
    let view = map.seen_by(&TriangleMover::walker());
    let [from, to] = [(3, 2), (50, 20)].map(|cell| map.node(cell).expect("a cell"));
    let found = |ties| {
        let query = PathQuery::new(from, to).ties(ties);
        let outcome = astar(&view, &view.guess(), &query, &mut Scratch::new(), &mut ());
        let path = outcome.path().expect("open").clone();
        // How far the middles are off the line, by their points in the plane.
        let middle = |node| -> [f64; 2] {
            let outline = map.outline_of(map.cell(node));
            let sum = |axis: fn(&Vec2) -> f64| outline.iter().map(axis).sum::<f64>() / 3.0;
            [sum(|point| point.x), sum(|point| point.y)]
        };
        let ([ax, ay], [bx, by]) = (middle(from), middle(to));
        let off = |node| {
            let [x, y] = middle(node);
            ((x - ax) * (by - ay) - (bx - ax) * (y - ay)).abs()
        };
        (path.cost(), path.nodes().iter().map(|&node| off(node)).sum::<f64>())
    };
    let (straight, last) = (found(Ties::Straightest), found(Ties::LastAdded));
    assert_eq!(straight.0, last.0);
    assert!(straight.1 < last.1, "{straight:?} {last:?}");
}
