//! The lines around what is blocked.

use std::collections::BTreeSet;

use astride::base::Vec3 as Exact;
use astride::prelude::*;
use bevy_astride::Nav;

use crate::{is_free, on_the_ground, scattered};

/// Twice the columns and rows of the middle of a line as long as a cell.
type Side = (i64, i64);

/// The sides of all cells on which a free cell meets one that is not, or the end of the map.
fn sides(nav: &Nav) -> BTreeSet<Side> {
    let (columns, rows) = (i64::from(nav.grid().width()), i64::from(nav.grid().height()));
    let is_open = |x: i64, y: i64| {
        let is_on_map = (0..columns).contains(&x) && (0..rows).contains(&y);
        is_on_map && is_free(nav, Cell::new(x as u32, y as u32))
    };
    let mut sides = BTreeSet::new();
    for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
        for (right, down) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            if is_open(x, y) && !is_open(x + right, y + down) {
                sides.insert((2 * x + 1 + right, 2 * y + 1 + down));
            }
        }
    }
    sides
}

#[test]
fn the_outline_is_where_free_cells_meet_others() {
    for (percent, seed) in [(0, 1), (30, 2), (70, 3), (100, 4)] {
        let nav = on_the_ground(scattered(37, 23, percent, seed));
        let mut drawn = BTreeSet::new();
        for line in nav.outline(nav.first_mover()).unwrap() {
            let [(x, y), (u, v)] = line.map(|point| {
                let [x, y, z] = point.to_array().map(f64::from);
                let (x, y) = nav.frame().grid_coordinates(Exact::new(x, y, z));
                (x.round() as i64, y.round() as i64)
            });
            assert!((x == u) != (y == v) && x <= u && y <= v, "{line:?}");
            for at in 0..(u - x).max(v - y) {
                let side =
                    if y == v { (2 * (x + at) + 1, 2 * y) } else { (2 * x, 2 * (y + at) + 1) };
                assert!(drawn.insert(side), "{side:?} is drawn twice");
            }
        }
        assert_eq!(drawn, sides(&nav), "{percent} % blocked");
    }
}
