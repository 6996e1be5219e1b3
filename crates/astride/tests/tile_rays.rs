//! Rays between any points of hexagons and triangles against all that they cross, as fractions.

use astride::base::{Cell, Vec2};
use astride::shapes::hex::{Hex, HexDir, HexEdit, HexLayout, HexMap, HexMover};
use astride::shapes::triangle::{TriangleEdit, TriangleMap, TriangleMover, TriangleSide};
use astride_testkit::rng::Rng;
use astride_testkit::tally::cases;

const PARTS: i128 = 1 << 16;

type Point = [i128; 2];

struct Line {
    from: Point,
    to: Point,
}

impl Line {
    fn turn(&self, at: Point) -> i128 {
        let way = [self.to[0] - self.from[0], self.to[1] - self.from[1]];
        way[0] * (at[1] - self.from[1]) - way[1] * (at[0] - self.from[0])
    }

    fn along(&self, at: Point) -> i128 {
        let way = [self.to[0] - self.from[0], self.to[1] - self.from[1]];
        way[0] * (at[0] - self.from[0]) + way[1] * (at[1] - self.from[1])
    }

    fn length(&self) -> i128 {
        self.along(self.to)
    }

    /// From which share to which it is inside a tile; `None` if it never is.
    fn inside(&self, corners: &[Point]) -> Option<(f64, f64)> {
        let turns: Vec<i128> = corners.iter().map(|&corner| self.turn(corner)).collect();
        if !(turns.iter().any(|&turn| turn > 0) && turns.iter().any(|&turn| turn < 0)) {
            return None;
        }
        let mut met: Vec<f64> = Vec::new();
        for a in 0..corners.len() {
            let b = (a + 1) % corners.len();
            if turns[a].signum() * turns[b].signum() < 1 && turns[a] != turns[b] {
                let share = turns[a] as f64 / (turns[a] - turns[b]) as f64;
                let (near, far) = (self.along(corners[a]) as f64, self.along(corners[b]) as f64);
                met.push((near + (far - near) * share) / self.length() as f64);
            }
        }
        let least = met.iter().copied().fold(f64::INFINITY, f64::min);
        let most = met.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Some((least, most))
    }

    fn runs_along(&self, corners: &[Point]) -> bool {
        corners.iter().filter(|&&corner| self.turn(corner) == 0).count() > 1
    }
}

/// A tile of a map: its corners, and whether it stops a ray.
struct Tile<P> {
    place: P,
    corners: Vec<Point>,
    is_opaque: bool,
}

/// Where a line is stopped first: where it comes inside an opaque tile, or to a corner with opaque ones on
/// both sides.
fn first_stop<P: PartialEq>(line: &Line, tiles: &[Tile<P>]) -> Option<f64> {
    let nearly = 1e-9;
    let opaque = || tiles.iter().filter(|tile| tile.is_opaque);
    let mut stops: Vec<f64> =
        opaque().filter_map(|tile| Some(line.inside(&tile.corners)?.0)).collect();
    let corners = tiles.iter().flat_map(|tile| tile.corners.iter().copied());
    for corner in corners.filter(|&corner| line.turn(corner) == 0) {
        let beside = |sign: i128| {
            opaque().any(|tile| {
                let touches =
                    tile.corners.contains(&corner) && line.inside(&tile.corners).is_none();
                touches && tile.corners.iter().any(|&other| line.turn(other) * sign > 0)
            })
        };
        if beside(1) && beside(-1) {
            stops.push(line.along(corner) as f64 / line.length() as f64);
        }
    }
    let ahead = stops.into_iter().filter(|&at| at > nearly && at < 1.0 - nearly);
    ahead.reduce(f64::min)
}

/// A point of interest of a tile: a corner, its middle, between two corners, or any near it.
fn point_of(corners: &[Point], rng: &mut Rng) -> Point {
    let count = corners.len();
    let [a, b] = [(); 2].map(|()| corners[rng.below(count)]);
    match rng.below(5) {
        0 => a,
        1 => [0, 1].map(|axis| (a[axis] + b[axis]) / 2),
        2 => [0, 1]
            .map(|axis| corners.iter().map(|corner| corner[axis]).sum::<i128>() / count as i128),
        _ => [0, 1].map(|axis| a[axis] + rng.below(PARTS as usize) as i128 - PARTS / 2),
    }
}

/// What is compared: how often a ray is stopped, and how often it gets through.
#[derive(Default)]
struct Counts {
    stopped: u32,
    through: u32,
    corners: u32,
}

/// What a ray tells: the last tile, and the tile and the point at which it is stopped.
type Told<P> = (P, Option<(Option<P>, Vec2)>);

/// Compares the last tile, the tile that stops the ray and the point with the definition. Rays along sides
/// are left out.
fn compare<P: Copy + PartialEq + std::fmt::Debug>(
    (ray, line): (Option<Told<P>>, &Line),
    tiles: &[Tile<P>],
    laid_out: impl Fn([f64; 2]) -> Vec2,
    (counts, what): (&mut Counts, &str),
) {
    if line.from == line.to || tiles.iter().any(|tile| line.runs_along(&tile.corners)) {
        return;
    }
    let at = |share: f64| {
        let point = [0, 1]
            .map(|axis| line.from[axis] as f64 + (line.to[axis] - line.from[axis]) as f64 * share);
        laid_out(point)
    };
    let span = |tile: &Tile<P>| line.inside(&tile.corners);
    // The tile in which it begins; what is off the map is opaque, and none may begin there.
    let begins =
        tiles.iter().find(|tile| span(tile).is_some_and(|(from, to)| from <= 1e-9 && to > 1e-9));
    let begins = begins.expect("there are tiles around the map");
    let Some((last, hit)) = ray else {
        return assert!(begins.is_opaque, "{what}: begins in {:?}", begins.place);
    };
    let stop = first_stop(line, tiles);
    assert_eq!(hit.is_some(), stop.is_some(), "{what}: {hit:?} and {stop:?}");
    let end = stop.unwrap_or(1.0);
    let tile = tiles.iter().find(|tile| tile.place == last).expect("a tile of the map");
    let (from, to) = span(tile).expect("it is there");
    assert!(from < end && end <= to + 1e-9, "{what}: {last:?}, {from} to {to}, ends at {end}");
    if let (Some((_, point)), Some(stop)) = (hit, stop) {
        assert!(point.distance_to(at(stop)) < 1e-6, "{what}: {point:?}");
        counts.stopped += 1;
    } else {
        counts.through += 1;
    }
    let corners = tiles.iter().flat_map(|tile| &tile.corners);
    counts.corners += u32::from(corners.into_iter().any(|&corner| line.turn(corner) == 0));
}

fn hex_corners(q: i128, r: i128) -> Vec<Point> {
    let round = [(1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1)];
    round.map(|(x, y)| [(3 * q + x) * PARTS, (3 * r + y) * PARTS]).to_vec()
}

fn hex_point(layout: HexLayout, [q, r]: [f64; 2]) -> Vec2 {
    let ([q, r], height) = ([q, r].map(|at| at / (3 * PARTS) as f64), 3f64.sqrt() / 2.0);
    match layout {
        HexLayout::Pointy => Vec2::new(q + r / 2.0, r * height),
        HexLayout::Flat => Vec2::new(q * height, r + q / 2.0),
    }
}

#[test]
fn rays_over_hexagons_stop_where_they_do_by_fractions() {
    let mut counts = Counts::default();
    for seed in 0..cases(400, 20_000) {
        let rng = &mut Rng::new(seed);
        let layout = rng.pick(&[HexLayout::Pointy, HexLayout::Flat]);
        let share = rng.below(50) as u32;
        let mut map = HexMap::hexagon(layout, 1 + rng.below(4) as u32, b'.').unwrap();
        let mut edit = HexEdit::new();
        map.tiles().filter(|_| rng.percent(share)).for_each(|hex| _ = edit.set(hex, b'#'));
        map.apply(&edit).unwrap();
        let around: Vec<Hex> = Hex::new(0, 0).range(6).collect();
        let tiles: Vec<Tile<Hex>> = around
            .iter()
            .map(|&hex| Tile {
                place: hex,
                corners: hex_corners(hex.q.into(), hex.r.into()),
                is_opaque: map.class(hex) != Some(b'.'),
            })
            .collect();
        for _ in 0..20 {
            let inner: Vec<&Tile<Hex>> =
                tiles.iter().filter(|tile| map.class(tile.place).is_some()).collect();
            let [from, to] =
                [(); 2].map(|()| point_of(&inner[rng.below(inner.len())].corners, rng));
            let line = Line { from, to };
            let laid_out = |at: [f64; 2]| hex_point(layout, at);
            let ends = [from, to].map(|at| laid_out(at.map(|at| at as f64)));
            let what = format!("seed {seed}: {from:?} to {to:?}");
            let told = |ray: astride::shapes::hex::HexRay| {
                (ray.last, ray.hit.map(|hit| (Some(hit.hex), hit.point)))
            };
            // A mover may not begin in a blocked tile, sight may.
            let walker = HexMover::walker();
            let walked = map.seen_by(&walker).cast_ray_from(ends[0], ends[1]).map(told);
            compare((walked, &line), &tiles, laid_out, (&mut counts, &what));
            let seen = map.cast_ray_from(ends[0], ends[1], |class| class == b'#').map(told);
            if walked.is_some() {
                assert_eq!(seen, walked, "{what}");
            }
            if let Some((_, Some((Some(hex), _)))) = seen {
                assert_ne!(map.class(hex), Some(b'.'), "{what}");
            }
        }
    }
    assert!(counts.stopped > 500 && counts.through > 500 && counts.corners > 300);
}

fn triangle_corners(x: i128, y: i128) -> Vec<Point> {
    let top = 3 * y;
    let corners = match (x + y) % 2 == 0 {
        true => [[x, top], [x + 1, top + 3], [x - 1, top + 3]],
        false => [[x, top + 3], [x - 1, top], [x + 1, top]],
    };
    corners.map(|corner| corner.map(|at| at * PARTS)).to_vec()
}

fn triangle_point([x, y]: [f64; 2]) -> Vec2 {
    Vec2::new(x / PARTS as f64 * (3f64.sqrt() / 2.0), y / PARTS as f64 / 2.0)
}

#[test]
fn rays_over_triangles_between_any_points_stop_where_they_do_by_fractions() {
    let mut counts = Counts::default();
    for seed in 0..cases(400, 20_000) {
        let rng = &mut Rng::new(seed);
        let (width, height) = (1 + rng.below(9), 1 + rng.below(6));
        let share = rng.below(50) as u32;
        let class = |_| if rng.percent(share) { b'#' } else { b'.' };
        let map = TriangleMap::of_classes(width as u32, height as u32, class).unwrap();
        let places =
            (-1..height as i128 + 1).flat_map(|y| (-2..width as i128 + 2).map(move |x| (x, y)));
        let class_of = |(x, y): (i128, i128)| {
            let cell = Cell::new(u32::try_from(x).ok()?, u32::try_from(y).ok()?);
            map.class(cell)
        };
        let tiles: Vec<Tile<(i128, i128)>> = places
            .map(|place| Tile {
                place,
                corners: triangle_corners(place.0, place.1),
                is_opaque: class_of(place) != Some(b'.'),
            })
            .collect();
        for _ in 0..20 {
            let inner: Vec<_> =
                tiles.iter().filter(|tile| class_of(tile.place).is_some()).collect();
            let [from, to] =
                [(); 2].map(|()| point_of(&inner[rng.below(inner.len())].corners, rng));
            let line = Line { from, to };
            let ends = [from, to].map(|at| triangle_point(at.map(|at| at as f64)));
            let what = format!("seed {seed}: {from:?} to {to:?}");
            let whole = |cell: Cell| (i128::from(cell.x), i128::from(cell.y));
            let told = |ray: astride::shapes::triangle::TriangleRay| {
                (whole(ray.last), ray.hit.map(|hit| (hit.cell.map(whole), hit.point)))
            };
            let view = map.seen_by(&TriangleMover::walker());
            let walked = view.cast_ray_from(ends[0], ends[1]).map(told);
            compare((walked, &line), &tiles, triangle_point, (&mut counts, &what));
            let seen = map.cast_ray_from(ends[0], ends[1], |class| class == b'#').map(told);
            if walked.is_some() {
                assert_eq!(seen, walked, "{what}");
            }
        }
    }
    assert!(counts.stopped > 500 && counts.through > 500 && counts.corners > 300);
}

#[test]
fn a_ray_along_a_side_goes_on_beside_one_of_the_two_tiles() {
    // Rows 0 and 1 of triangles meet at y = 1.5; the ray runs along that line.
    let ends = [Vec2::new(0.0, 1.5), Vec2::new(7.0, 1.5)];
    for (blocked, is_stopped) in [
        (vec![], false),
        (vec![(4, 0)], false),
        (vec![(4, 1)], false),
        (vec![(4, 0), (4, 1)], true),
        (vec![(3, 0), (6, 1)], true),
    ] {
        let mut map = TriangleMap::new(9, 2, b'.').unwrap();
        let mut edit = TriangleEdit::new();
        blocked.iter().for_each(|&cell| _ = edit.set(cell, b'#'));
        map.apply(&edit).unwrap();
        let ray = map.cast_ray_from(ends[0], ends[1], |class| class == b'#').unwrap();
        assert_eq!(ray.hit.is_some(), is_stopped, "{blocked:?}");
        let back = map.cast_ray_from(ends[1], ends[0], |class| class == b'#').unwrap();
        assert_eq!(back.hit.is_some(), is_stopped, "{blocked:?}, back");
    }
    // Between two hexagons, then through the next one.
    let layout = HexLayout::Pointy;
    let ends = [Vec2::new(0.5, -0.2), Vec2::new(0.5, 2.0)];
    for (blocked, is_stopped) in
        [(vec![], false), (vec![(0, 0)], false), (vec![(1, 0)], false), (vec![(0, 1)], true)]
    {
        let mut map = HexMap::hexagon(layout, 3, b'.').unwrap();
        let mut edit = HexEdit::new();
        blocked.iter().for_each(|&hex| _ = edit.set(hex, b'#'));
        map.apply(&edit).unwrap();
        let ray = map.cast_ray_from(ends[0], ends[1], |class| class == b'#').unwrap();
        assert_eq!(ray.hit.is_some(), is_stopped, "{blocked:?}");
    }
    // One of no length is where the mover can stand.
    let mut map = TriangleMap::new(9, 2, b'.').unwrap();
    map.apply(TriangleEdit::new().set((4, 1), b'#')).unwrap();
    let on_side = Vec2::new(4.0 * (3f64.sqrt() / 2.0), 1.5);
    let ray = map.seen_by(&TriangleMover::walker()).cast_ray_from(on_side, on_side).unwrap();
    assert_eq!((ray.last, ray.hit), (Cell::new(4, 0), None));
}

#[test]
fn walls_and_fences_stop_the_rays_of_movers_and_nothing_else() {
    let mut map = HexMap::hexagon(HexLayout::Flat, 3, b'.').unwrap();
    map.apply(HexEdit::new().wall((0, 0), HexDir::East).fence((0, 0), HexDir::West, 4)).unwrap();
    let middle = |q, r| Hex::new(q, r).middle(HexLayout::Flat);
    let mover = HexMover::walker().crosses(4, 0).unwrap();
    for (to, beside) in [((3, 0), (1, 0)), ((-3, 0), (-1, 0))] {
        let ends = (middle(0, 0), middle(to.0, to.1));
        let ray = map.seen_by(&mover).cast_ray_from(ends.0, ends.1).unwrap();
        assert_eq!((ray.last, ray.hit.unwrap().hex), (Hex::new(0, 0), beside.into()));
        assert_eq!(map.cast_ray_from(ends.0, ends.1, |_| false).unwrap().hit, None);
    }
    // So far away that the coordinates of hexagons are out of range.
    let most = 2f64.powi(31);
    let far = Vec2::new(most, -most);
    assert_eq!(map.cast_ray_from(far, middle(0, 0), |_| false), None);
    assert!(map.cast_ray_from(middle(0, 0), far, |_| false).unwrap().hit.is_some());
    let mut map = TriangleMap::new(9, 1, b'.').unwrap();
    map.apply(TriangleEdit::new().fence_step((4, 0), TriangleSide::Left, 2)).unwrap();
    let view = map.seen_by(&TriangleMover::walker());
    let (left, right) = (Vec2::new(0.0, 0.75), Vec2::new(6.5, 0.75));
    assert_eq!(view.cast_ray_from(left, right).unwrap().hit, None, "only back");
    assert_eq!(view.cast_ray_from(right, left).unwrap().last, Cell::new(4, 0));
    for far in [f64::NAN, f64::INFINITY, 1e18] {
        assert_eq!(view.cast_ray_from(left, Vec2::new(far, 0.0)), None);
        assert_eq!(view.cast_ray_from(Vec2::new(0.0, far), right), None);
    }
    let ray = view.cast_ray_from(left, Vec2::new(2e9, 0.75)).unwrap();
    assert_eq!((ray.last, ray.hit.unwrap().cell), (Cell::new(8, 0), None), "the border");
}
