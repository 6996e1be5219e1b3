use crate::search::Scratch;
use std::cmp::Ordering;

use crate::base::Cell;
use crate::shapes::square::any_angle::{
    cone::{Ray, Wedge},
    corner::turn,
    memory::{AnyAngleMemory, Open, START},
};
use crate::shapes::square::{AnyAngleMap, Grid, Mover, Spot, anya, lazy_theta};

fn map(rows: &[&str]) -> AnyAngleMap {
    let classes = rows.concat();
    let grid = Grid::from_classes(rows[0].len() as u32, rows.len() as u32, classes.as_bytes());
    AnyAngleMap::build(&grid.unwrap().seen_by(&Mover::walker())).unwrap()
}

#[test]
fn runs_and_corners_are_found_across_words() {
    for width in [1, 61, 62, 63, 64, 65, 126, 127, 128, 200] {
        let mut classes = vec![b'.'; width * 3];
        classes[width + width / 2] = b'@';
        let grid = Grid::from_classes(width as u32, 3, &classes).unwrap();
        let map = AnyAngleMap::build(&grid.seen_by(&Mover::walker())).unwrap();
        let (all, middle) = (width as i64, (width / 2) as i64);
        assert_eq!(map.run(middle, 0), (0, all));
        assert_eq!(map.next_free(middle, all, 1), (middle + 1 < all).then_some(middle + 1));
        if middle > 0 {
            assert_eq!(map.run(0, 1), (0, middle));
            let corners: Vec<Spot> = (0..map.corner_count()).map(|i| map.corner_spot(i)).collect();
            let (left, right) = (middle as u32, middle as u32 + 1);
            let expected = [(left, 1), (right, 1), (left, 2), (right, 2)];
            assert_eq!(corners, expected.map(|(x, y)| Spot::corner(x, y)));
            assert_eq!(map.corner_at(middle + 1, 2), Some(3));
            assert_eq!(map.corner_at(middle, 0), None);
            assert_eq!(map.next_corner(0, all + 1, 1), Some(middle));
        }
        assert!(!map.is_free(Cell::new(width as u32, 0)) && !map.is_free(Cell::new(0, 3)));
        assert!(map.is_open(Spot::corner(width as u32, 3)));
        assert!(!map.is_open(Spot { x: 2 * width as u32 + 1, y: 0 }));
    }
}

#[test]
fn paths_turn_only_around_the_blocked_cell() {
    let map = map(&["..", "@."]);
    // The corner is the upper right one of the blocked cell.
    let ways = |dx, dy| turn(&map, 1, 1, dx, dy).map(|turn| (turn.down, turn.flat, turn.column));
    assert_eq!(ways(2, 2), Some((1, 0, 1)), "from the upper left on, and down its side");
    assert_eq!(ways(2, 0), Some((1, 1, 1)), "along its upper edge on, and down its side");
    assert_eq!(
        ways(-2, -2),
        Some((-1, -1, 0)),
        "from the lower right on, and along its upper edge"
    );
    assert_eq!(ways(0, -2), Some((-1, -1, 0)));
    for (dx, dy) in [(-2, 2), (2, -2), (-2, 0), (0, 2)] {
        assert_eq!(ways(dx, dy), None, "arriving along ({dx}, {dy}) only leads straight on");
    }
}

#[test]
fn wedges_are_clipped_by_what_they_go_through() {
    let ray = |aside, ahead| Ray { aside, ahead };
    let all = Wedge { left: Ray::LEFT, right: Ray::RIGHT };
    let part = all.clipped(2, -3, 5).unwrap();
    assert_eq!((part.left, part.right), (ray(-3, 2), ray(5, 2)));
    assert!(part.is_wide() && part.holds(4, -6) && part.holds(4, 10) && !part.holds(4, 11));
    let thin = part.clipped(4, 10, 20).unwrap();
    assert!(!thin.is_wide(), "one ray");
    assert!(part.clipped(4, 11, 20).is_none());
    assert_eq!((ray(-3, 2).floor_at(3), ray(-3, 2).ceil_at(3)), (-5, -4));
    assert_eq!((ray(3, 2).floor_at(3), ray(3, 2).ceil_at(3)), (4, 5));
}

#[test]
fn the_least_is_served_first_and_then_who_came_first() {
    let open = |f, g, order| Open { f, g, order, what: 0 };
    assert_eq!(open(1.0, 0.0, 5).cmp(&open(2.0, 0.0, 1)), Ordering::Greater);
    assert_eq!(open(1.0, 1.0, 5).cmp(&open(1.0, 0.5, 1)), Ordering::Greater);
    assert_eq!(open(1.0, 1.0, 1).cmp(&open(1.0, 1.0, 5)), Ordering::Greater);
}

#[test]
fn memory_of_searches_long_ago_is_forgotten() {
    let mut scratch = Scratch::new();
    let memory = scratch.part::<AnyAngleMemory>();
    memory.begin(3);
    memory.set(1, 7.0, START, 5);
    assert_eq!((memory.g(1), memory.note(1)), (7.0, 5));
    memory.age_to((1 << 28) - 1);
    memory.begin(3); // the stamp wraps around to that of the first search
    assert_eq!((memory.g(1), memory.note(1)), (f64::INFINITY, 0));
    let grid = Grid::from_classes(3, 3, b"....@....").unwrap();
    let view = grid.seen_by(&Mover::walker());
    let map = AnyAngleMap::build(&view).unwrap();
    let [a, b] = [Cell::new(0, 1), Cell::new(2, 1)];
    let both = |scratch: &mut Scratch| {
        let [from, to] = [a, b].map(|cell| grid.node(cell).unwrap());
        let lazy = lazy_theta(&view, from, to, scratch).length();
        (lazy, anya(&map, Spot::centre(a), Spot::centre(b), scratch).length())
    };
    let expected = both(&mut Scratch::new());
    scratch.part::<AnyAngleMemory>().age_to((1 << 28) - 2);
    for _ in 0..3 {
        assert_eq!(both(&mut scratch), expected);
    }
}
