//! Movement ranges under a rule, places beside buildings, and cells of windows, against slow ways to
//! find them.

use std::collections::BTreeMap;

use astride::base::Random;
use astride::planner::{Ask, Navigator, Upkeep};
use astride::prelude::*;
use astride::shapes::square::Window;

/// A rule that forbids some steps and adds to the cost of others.
fn toll(from: NodeId, to: NodeId) -> Option<u32> {
    let lot = (from.get() * 31 + to.get() * 17) % 13;
    (lot > 1).then_some(if lot > 7 { 3_000 * lot } else { 0 })
}

fn any_cell(dice: &mut Random) -> Cell {
    Cell::new(dice.below(11), dice.below(9))
}

fn any_map(dice: &mut Random) -> Navigator {
    let class = |_| if dice.below(4) == 0 { b'@' } else { b'.' };
    Navigator::new(Grid::from_fn(11, 9, class).unwrap())
}

#[test]
fn a_range_under_a_rule_is_that_of_steps_tried_over_and_over() {
    let mut count = 0;
    for seed in 0..60 {
        let mut dice = Random::new(seed);
        let mut nav = any_map(&mut dice);
        let taken: Vec<Cell> = (0..6).map(|_| any_cell(&mut dice)).collect();
        let others = nav.add_places();
        nav.set_places(others, taken.clone()).unwrap();
        let (from, within) = (any_cell(&mut dice), 60_000 + u64::from(dice.below(60_000)));
        let is_free = |cell: Cell| nav.grid().class(cell) == Some(b'.');
        let step = |at: Cell, dir: Dir| {
            let to = at.step(dir).filter(|&to| is_free(to))?;
            let corners = [Cell::new(to.x, at.y), Cell::new(at.x, to.y)];
            let nodes = [at, to].map(|cell| nav.grid().node(cell).unwrap());
            let is_open = corners.into_iter().all(is_free) && (!taken.contains(&to) || to == from);
            let ticks = if dir.is_diagonal() { 19_601 } else { 13_860 };
            toll(nodes[0], nodes[1]).filter(|_| is_open).map(|extra| (to, ticks + u64::from(extra)))
        };
        let mut best: BTreeMap<Cell, u64> =
            is_free(from).then_some((from, 0)).into_iter().collect();
        let mut is_done = false;
        while !is_done {
            is_done = true;
            for (at, cost) in best.clone() {
                for (to, ticks) in Dir::ALL.into_iter().filter_map(|dir| step(at, dir)) {
                    let known = best.get(&to).copied().unwrap_or(within + 1);
                    if cost + ticks < known {
                        best.insert(to, cost + ticks);
                        is_done = false;
                    }
                }
            }
        }
        let ask = Ask::new(from, from).around(others);
        let range = nav.reach_by(&ask, toll, within, &mut Budget::unlimited()).unwrap();
        let cell_of = |node| nav.grid().cell(node);
        let found = range.nodes().iter().map(|place| (cell_of(place.node), place.cost)).collect();
        assert_eq!(best, found, "{seed}");
        count += best.len();
    }
    assert!(count > 300, "{count} places");
}

#[test]
fn a_body_beside_a_building_fits_and_touches_it() {
    let mut count = 0;
    for seed in 0..120 {
        let mut dice = Random::new(seed);
        let mut nav = any_map(&mut dice);
        let side = 1 + dice.below(3);
        let mover = match side {
            1 => nav.first_mover(),
            _ => nav.add_mover_sized(Mover::walker(), side).unwrap(),
        };
        let rect = any_cell(&mut dice);
        let rect = CellRect::new(rect.x, rect.y, 1 + dice.below(3), 1 + dice.below(3));
        let is_beside_on = |grid: &Grid, cell: Cell| {
            let body = CellRect::new(cell.x, cell.y, side, side);
            let fits = body.cells().all(|cell| grid.class(cell) == Some(b'.'));
            let touches = |cell: Cell| {
                let mut near = [Dir::N, Dir::E, Dir::S, Dir::W].into_iter();
                near.any(|dir| cell.step(dir).is_some_and(|next| rect.contains(next)))
            };
            fits && body.intersection(rect).is_empty() && body.cells().any(touches)
        };
        let ask = Ask::new((0, 0), (0, 0)).mover(mover);
        let found = nav.places_beside(&ask, rect).unwrap();
        let is_beside = |&cell: &Cell| is_beside_on(nav.grid(), cell);
        let expected: Vec<Cell> = nav.grid().bounds().cells().filter(is_beside).collect();
        assert_eq!(found, expected, "{seed}: {side} beside {rect}");
        count += found.len();
        // One who has seen half of the map, at once and before anything is kept for it.
        for upkeep in [Upkeep::AtOnce, Upkeep::ByHand] {
            nav = nav.upkeep(upkeep);
            let scouts = nav.add_faction(b'.');
            nav.reveal(scouts, CellRect::new(0, 0, 5, 9)).unwrap();
            let class = |x, y| if x < 5 { nav.grid().class((x, y)).unwrap() } else { b'.' };
            let believed = Grid::from_fn(11, 9, |cell| class(cell.x, cell.y)).unwrap();
            let is_beside = |&cell: &Cell| is_beside_on(&believed, cell);
            let expected: Vec<Cell> = believed.bounds().cells().filter(is_beside).collect();
            let found = nav.places_beside(&ask.faction(scouts), rect).unwrap();
            assert_eq!(found, expected, "{seed}: {side} beside {rect} with {upkeep:?}");
        }
        // After edits that are supposed, wherever the question begins and whoever stands there.
        let mut batch = Edit::new();
        batch.fill(CellRect::new(4, 0, 1, 9), b'@').fill(CellRect::new(5, 0, 2, 9), b'.');
        let mut after = nav.grid().clone();
        after.apply(&batch).unwrap();
        let (supposed, units) = (nav.add_supposition(batch), nav.add_places());
        let ask = Ask::new((99, 99), (0, 0)).mover(mover).around(units).supposing(supposed);
        let is_beside = |&cell: &Cell| is_beside_on(&after, cell);
        let expected: Vec<Cell> = after.bounds().cells().filter(is_beside).collect();
        assert_eq!(nav.places_beside(&ask, rect).unwrap(), expected, "{seed}: {side} at {rect}");
    }
    assert!(count > 200, "{count} places");
}

#[test]
fn the_nearest_cell_of_a_window_is_nearest_of_all() {
    let window = Window::new(-5, 3, 7, 4).unwrap();
    for (x, y) in (-9..9).flat_map(|x| (0..12).map(move |y| (x, y))) {
        let away = |&cell: &Cell| {
            let place = window.place(cell);
            (place.0 - x).abs() + (place.1 - y).abs()
        };
        let nearest = CellRect::new(0, 0, 7, 4).cells().min_by_key(away);
        assert_eq!(Some(window.nearest_cell((x, y))), nearest);
    }
}
