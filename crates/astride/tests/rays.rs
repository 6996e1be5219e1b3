//! Rays over square cells against all crossings with lines of the grid, as fractions.

use astride::base::{Cell, Dir, Vec2};
use astride::shapes::floors::{FloorEdit, FloorMap, FloorMover, FloorPlace, FloorSide, Wrap};
use astride::shapes::square::{
    Corners, Edit, Grid, GridView, Mover, Neighbours, Ray, cast_ray, cast_ray_from,
};
use astride_testkit::rng::Rng;
use astride_testkit::tally::cases;

const PARTS: i128 = 1 << 16;

/// The class of a fence that the mover crosses.
const CROSSED: u8 = 2;

/// The cell that a ray ends in, and the point and side if it is stopped; ends in parts of a cell.
fn by_hand(
    view: &GridView<'_>,
    from: [i128; 2],
    to: [i128; 2],
) -> Option<(Cell, Option<(Dir, Vec2)>)> {
    let way = [to[0] - from[0], to[1] - from[1]];
    // All shares of the way at which the ray is on a line of the grid, as numerators over one
    // denominator, which is even.
    let whole = 2 * way.iter().map(|way| way.abs().max(1)).product::<i128>();
    let mut shares = vec![0, whole];
    for axis in [0, 1].into_iter().filter(|&axis| way[axis] != 0) {
        let (least, most) = (from[axis].min(to[axis]), from[axis].max(to[axis]));
        let lines = least.div_euclid(PARTS)..=most.div_euclid(PARTS) + 1;
        let lines = lines.map(|line| line * PARTS).filter(|line| least < *line && *line < most);
        shares.extend(lines.map(|line| (line - from[axis]) * (whole / way[axis])));
    }
    shares.sort_unstable();
    shares.dedup();
    let point = |share: i128| [0, 1].map(|axis| from[axis] * whole + way[axis] * share);
    let cell = |share: i128| point(share).map(|at| at.div_euclid(whole * PARTS));
    let known = |[x, y]: [i128; 2]| {
        let cell = Cell::new(u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        view.grid().node(cell).map(|_| cell)
    };
    // Midway between two lines; a ray of no length is where it is.
    let middles: Vec<_> = shares.windows(2).map(|ends| cell((ends[0] + ends[1]) / 2)).collect();
    let mut last = known(middles[0]).filter(|&cell| view.is_free(cell))?;
    for (pair, &share) in middles.windows(2).zip(&shares[1..]) {
        let [dx, dy] = [0, 1].map(|axis| (pair[1][axis] - pair[0][axis]) as i32);
        let is_side = |dir: &Dir| dir.offset() == (dx, dy);
        let side = Dir::ALL.into_iter().find(is_side).expect("a neighbour");
        let step = |at: Cell, dir: Dir| view.may_step(at, dir).then(|| at.step(dir)).flatten();
        let round = |one: i8| {
            let (first, then) = if one == 0 { (7, 1) } else { (1, 7) };
            step(step(last, side.turned(first))?, side.turned(then))
        };
        let next = match side.is_diagonal() && view.neighbours() == Neighbours::Four {
            true => round(0).or_else(|| round(1)),
            false => step(last, side),
        };
        let Some(next) = next else {
            let [x, y] = point(share).map(|at| at as f64 / whole as f64 / PARTS as f64);
            return Some((last, Some((side, Vec2::new(x, y)))));
        };
        last = next;
    }
    Some((last, None))
}

fn agree(ray: Option<Ray>, expected: Option<(Cell, Option<(Dir, Vec2)>)>, what: &str) {
    let told = |(last, hit): (Cell, Option<(Dir, Vec2)>)| (last, hit.map(|(side, _)| side));
    let seen = ray.map(|ray| (ray.last, ray.hit.map(|hit| hit.side)));
    assert_eq!(seen, expected.map(told), "{what}");
    let point = ray.and_then(|ray| ray.hit).map(|hit| hit.point);
    let by_hand = expected.and_then(|(_, hit)| hit).map(|(_, point)| point);
    let is_near = |(a, b): (Vec2, Vec2)| a.distance_to(b) < 1e-12;
    assert!(point.zip(by_hand).is_none_or(is_near), "{what}: {point:?}, not {by_hand:?}");
    if let Some(hit) = ray.and_then(|ray| ray.hit) {
        let (dx, dy) = hit.side.offset();
        assert!(dx == 0 || hit.point.x.fract() == 0.0, "on the side exactly: {what}");
        assert!(dy == 0 || hit.point.y.fract() == 0.0, "on the side exactly: {what}");
    }
}

fn any_mover(rng: &mut Rng) -> Mover {
    let corners = rng.pick(&[Corners::Never, Corners::OneFree, Corners::Always]);
    let neighbours = rng.pick(&[Neighbours::Four, Neighbours::Eight]);
    Mover::walker().corners(corners).neighbours(neighbours)
}

/// A coordinate from −2 to beyond the map, often a half or a whole one; in parts of a cell.
fn any_coordinate(rng: &mut Rng, size: u32) -> i128 {
    let cells = size as usize + 4;
    let part = match rng.below(3) {
        0 => PARTS / 2 * rng.below(2 * cells) as i128,
        1 => PARTS / 16 * rng.below(16 * cells) as i128,
        _ => rng.below(PARTS as usize * cells) as i128,
    };
    part - 2 * PARTS
}

fn laid([x, y]: [i128; 2]) -> Vec2 {
    Vec2::new(x as f64 / PARTS as f64, y as f64 / PARTS as f64)
}

#[test]
fn rays_between_any_points_stop_where_they_do_by_fractions() {
    let (mut stopped, mut free) = (0, 0);
    for case in 0..cases(400, 20_000) {
        let rng = &mut Rng::new(0x7261_7973 ^ case << 8);
        let (width, height) = (1 + rng.below(9) as u32, 1 + rng.below(9) as u32);
        let class = |_| if rng.percent(15) { b'@' } else { b'.' };
        let mut grid = Grid::from_fn(width, height, class).expect("a grid");
        let mut edit = Edit::new();
        for _ in 0..rng.below(5) {
            let cell =
                Cell::new(rng.below(width as usize) as u32, rng.below(height as usize) as u32);
            if cell.x + 1 < width {
                edit.wall(cell, Dir::E);
            }
        }
        grid.apply(&edit).expect("walls");
        let mover = any_mover(rng);
        let view = grid.seen_by(&mover);
        for _ in 0..20 {
            let [from, to] = [0; 2].map(|_| [width, height].map(|size| any_coordinate(rng, size)));
            let expected = by_hand(&view, from, to);
            let what = format!("case {case}, {from:?} to {to:?}");
            agree(cast_ray_from(&view, laid(from), laid(to)), expected, &what);
            stopped += usize::from(expected.is_some_and(|(_, hit)| hit.is_some()));
            free += usize::from(expected.is_some_and(|(_, hit)| hit.is_none()));
        }
        for _ in 0..20 {
            let cell = |rng: &mut Rng| {
                Cell::new(rng.below(width as usize) as u32, rng.below(height as usize) as u32)
            };
            let cells = [cell(rng), cell(rng)];
            let [from, to] =
                cells.map(|cell| [cell.x, cell.y].map(|at| PARTS * i128::from(at) + PARTS / 2));
            let [a, b] = cells.map(|cell| grid.node(cell).expect("on the map"));
            let ray = cast_ray(&view, a, b);
            agree(ray, by_hand(&view, from, to), &format!("case {case}, {cells:?}"));
            assert_eq!(ray, cast_ray_from(&view, laid(from), laid(to)));
        }
    }
    assert!(stopped > 1_000 && free > 300, "{stopped} {free}");
}

#[test]
fn a_ray_from_nowhere_is_none() {
    let grid = Grid::new(3, 3, b'.').expect("a grid");
    let view = grid.seen_by(&Mover::walker());
    let inside = Vec2::new(1.5, 1.5);
    for bad in [f64::NAN, f64::INFINITY, -1e10, 1e300] {
        assert_eq!(cast_ray_from(&view, Vec2::new(bad, 1.0), inside), None);
        assert_eq!(cast_ray_from(&view, inside, Vec2::new(1.0, bad)), None);
    }
    let far = cast_ray_from(&view, inside, Vec2::new(2e9, 1.5)).expect("a ray").hit.expect("a hit");
    assert_eq!((far.side, far.point), (Dir::E, Vec2::new(3.0, 1.5)), "the border of the map");
    let none = cast_ray_from(&view, inside, inside).expect("a ray");
    assert_eq!((none.last, none.hit), (Cell::new(1, 1), None));
}

#[test]
fn rays_on_each_floor_are_those_on_squares() {
    for case in 0..cases(150, 6_000) {
        let rng = &mut Rng::new(0x666c_6f6f ^ case << 8);
        let (width, height, floors) = (1 + rng.below(7) as u32, 1 + rng.below(7) as u32, 2);
        let mut grids = Vec::new();
        for _ in 0..floors {
            let class = |_| if rng.percent(15) { b'@' } else { b'.' };
            grids.push(Grid::from_fn(width, height, class).expect("a grid"));
        }
        let class =
            |at: FloorPlace| grids[at.floor as usize].class((at.x, at.y)).expect("on the map");
        let mut map = FloorMap::of_classes([width, height, floors], class).expect("a map");
        let (mut walls, mut edit) = (Edit::new(), FloorEdit::new());
        for y in 0..if width > 1 { height } else { 0 } {
            let x = rng.below(width as usize - 1) as u32;
            match rng.below(3) {
                0 => {
                    walls.wall((x, y), Dir::E);
                    edit.wall((x, y, 1), FloorSide::East);
                }
                1 => {
                    walls.fence((x, y), Dir::E, CROSSED);
                    edit.fence((x, y, 1), FloorSide::East, CROSSED);
                }
                _ => {
                    walls.forbid_step((x, y), Dir::E);
                    edit.forbid_step((x, y, 1), FloorSide::East);
                }
            }
        }
        grids[1].apply(&walls).expect("walls");
        map.apply(edit.stairs((0, 0, 0), (0, 0, 1), 5)).expect("walls");
        let mover = any_mover(rng).crosses(CROSSED, 500).expect("a toll");
        let as_mover: FloorMover = mover.clone().into();
        let view = map.seen_by(&as_mover);
        for (floor, grid) in (0..).zip(&grids) {
            let flat = grid.seen_by(&mover);
            for _ in 0..20 {
                let [from, to] =
                    [0; 2].map(|_| laid([width, height].map(|size| any_coordinate(rng, size))));
                let expected = cast_ray_from(&flat, from, to);
                assert_eq!(view.cast_ray_from(floor, from, to), expected, "case {case}");
                let cell = |rng: &mut Rng| {
                    (rng.below(width as usize) as u32, rng.below(height as usize) as u32)
                };
                let cells = [cell(rng), cell(rng)];
                let [a, b] = cells.map(|(x, y)| map.node((x, y, floor)).expect("on the map"));
                let [c, d] = cells.map(|cell| grid.node(cell).expect("on the map"));
                assert_eq!(view.cast_ray(a, b), cast_ray(&flat, c, d), "case {case}");
                let above = map.node((cells[1].0, cells[1].1, 1 - floor)).expect("on the map");
                assert_eq!(view.cast_ray(a, above), None, "another floor");
            }
        }
    }
    let wrap = Wrap { columns: true, rows: false };
    let ring = FloorMap::of_classes([5, 1, 1], |at| if at.x == 3 { b'@' } else { b'.' });
    let ring = ring.and_then(|map| map.wrapped(wrap)).expect("a ring");
    let view = ring.seen_by(&FloorMover::walker());
    let ray = view.cast_ray_from(0, Vec2::new(4.5, 0.5), Vec2::new(20.0, 0.5)).expect("a ray");
    let hit = ray.hit.expect("a hit");
    assert_eq!((ray.last, hit.side, hit.point), (Cell::new(2, 0), Dir::E, Vec2::new(8.0, 0.5)));
}

#[test]
fn a_body_of_several_cells_goes_along_a_ray_as_far_as_it_fits() {
    let class = |at: FloorPlace| if (at.x, at.y) == (5, 1) { b'@' } else { b'.' };
    let hall = FloorMap::of_classes([6, 2, 1], class).expect("a map");
    let cart = FloorMover::walker().body(2).expect("a side");
    let [from, to] = [0u32, 4].map(|x| hall.node((x, 0, 0)).expect("on the map"));
    let ray = hall.seen_by(&cart).cast_ray(from, to).expect("a ray");
    let hit = ray.hit.expect("a hit");
    assert_eq!((ray.last, hit.side, hit.point), (Cell::new(3, 0), Dir::E, Vec2::new(4.0, 0.5)));
}

#[test]
fn a_ray_goes_round_a_ring_so_far_and_no_farther() {
    let wrap = Wrap { columns: true, rows: false };
    let ring = FloorMap::of_classes([5, 1, 1], |_| b'.').and_then(|map| map.wrapped(wrap));
    let ring = ring.expect("a ring");
    let view = ring.seen_by(&FloorMover::walker());
    let cast = |x: f64, y: f64| view.cast_ray_from(0, Vec2::new(0.5, 0.5), Vec2::new(x, y));
    for x in [-1_048_576.0, 1_048_581.0] {
        assert_eq!(cast(x, 0.5).expect("a ray").hit, None);
        for beyond in [x + x.signum(), x.signum() * 2_147_483_648.0] {
            assert_eq!(cast(beyond, 0.5), None);
        }
    }
    let hit = cast(0.5, 2_147_483_648.0).expect("a ray").hit.expect("a border that is not joined");
    assert_eq!((hit.side, hit.point), (Dir::S, Vec2::new(0.5, 1.0)));
}
