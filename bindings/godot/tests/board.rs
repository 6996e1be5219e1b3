//! A board answers as `AStarGrid2D` is documented to: judged by a search of its own that knows no line
//! of the library.

use std::collections::BTreeMap;

use astride::base::{Budget, Coded};
use astride_godot::{Board, Diagonal, Diagonals, Place, Refused, Rule};

const PLACE: Place =
    Place { first: (-3, 5), size: (9, 7), cell_size: (16.0, 8.0), offset: (8.0, 4.0) };

type Id = (i32, i32);

/// Numbers from a seed.
struct Lots(u64);

impl Lots {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % end
    }

    fn id(&mut self) -> Id {
        (self.below(9) as i32 - 3, self.below(7) as i32 + 5)
    }
}

/// Solid cells and weights by id.
#[derive(Default)]
struct Book {
    solid: BTreeMap<Id, bool>,
    weight: BTreeMap<Id, f64>,
}

impl Book {
    fn is_free(&self, (x, y): Id) -> bool {
        (-3..6).contains(&x) && (5..12).contains(&y) && !self.solid.get(&(x, y)).unwrap_or(&false)
    }

    fn step(&self, rule: Rule, (x, y): Id, (dx, dy): Id) -> Option<f64> {
        let to = (x + dx, y + dy);
        let sides = [(x + dx, y), (x, y + dy)].map(|side| self.is_free(side));
        let is_diagonal = dx != 0 && dy != 0;
        let is_allowed = !is_diagonal
            || match rule.diagonals {
                Diagonals::Always => true,
                Diagonals::Never => false,
                Diagonals::AtLeastOneWalkable => sides[0] || sides[1],
                Diagonals::OnlyIfNoObstacles => sides[0] && sides[1],
            };
        let length = match (is_diagonal, rule.diagonal) {
            (false, _) | (_, Diagonal::One) => 1.0,
            (true, Diagonal::Two) => 2.0,
            (true, Diagonal::Root) => std::f64::consts::SQRT_2,
        };
        (is_allowed && self.is_free(to)).then(|| length * self.weight.get(&to).unwrap_or(&1.0))
    }

    /// What the cells cost from one to all, by relaxing until nothing changes.
    fn costs(&self, rule: Rule, from: Id) -> BTreeMap<Id, f64> {
        let mut costs = BTreeMap::from([(from, 0.0)]);
        if !self.is_free(from) {
            return costs;
        }
        loop {
            let before = costs.clone();
            for (&at, &cost) in &before {
                for way in (0..9).map(|way| (way % 3 - 1, way / 3 - 1)).filter(|&way| way != (0, 0))
                {
                    let Some(step) = self.step(rule, at, way) else { continue };
                    let old = costs.entry((at.0 + way.0, at.1 + way.1)).or_insert(f64::INFINITY);
                    *old = old.min(cost + step);
                }
            }
            if costs == before {
                return costs;
            }
        }
    }
}

fn rules() -> impl Iterator<Item = Rule> {
    use Diagonals::{Always, AtLeastOneWalkable, Never, OnlyIfNoObstacles};
    [Always, Never, AtLeastOneWalkable, OnlyIfNoObstacles].into_iter().flat_map(|diagonals| {
        [Diagonal::Root, Diagonal::Two, Diagonal::One].map(|diagonal| Rule { diagonals, diagonal })
    })
}

/// Checks a path against the book: every step allowed, the sum the cheapest.
fn judge(book: &Book, rule: Rule, (from, to): (Id, Id), path: &[Id], or_nearest: bool) {
    let costs = book.costs(rule, from);
    let is_there = book.is_free(from) && costs.contains_key(&to);
    assert_eq!(path.last() == Some(&to), is_there, "{rule:?} {from:?} {to:?} {path:?}");
    if path.is_empty() {
        assert!(!or_nearest || !book.is_free(from), "the start itself can be reached");
        return;
    }
    assert_eq!(path[0], from);
    assert!(or_nearest || is_there);
    let steps = path.windows(2).map(|pair| {
        book.step(rule, pair[0], (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1)).expect("a step")
    });
    let sum: f64 = steps.sum();
    let least = costs[path.last().unwrap()];
    assert!((sum - least).abs() < 1e-6, "{rule:?} {from:?} {to:?}: {sum}, expected {least}");
}

#[test]
fn paths_are_the_cheapest_under_every_rule_and_after_every_edit() {
    let mut lots = Lots(7);
    let mut board = Board::new(PLACE, Rule::default()).unwrap();
    let mut book = Book::default();
    for round in 0..300 {
        let (first, size) = (lots.id(), (lots.below(4) as i32, lots.below(4) as i32));
        // Rectangles that stick out are cut.
        let ids = (first.0..first.0 + size.0)
            .flat_map(|x| (first.1..first.1 + size.1).map(move |y| (x, y)))
            .filter(|&(x, y)| x < 6 && y < 12);
        if lots.below(2) == 0 {
            let is_solid = lots.below(2) == 0;
            board.fill_solid(first, size, is_solid);
            ids.for_each(|id| _ = book.solid.insert(id, is_solid));
        } else {
            let weight = [0.1, 0.3, 1.0, 2.5, 9.9, 10.0, 12.0, 100.0][lots.below(8) as usize];
            board.fill_weight(first, size, weight).unwrap();
            ids.for_each(|id| _ = book.weight.insert(id, weight));
        }
        for rule in rules() {
            let id = lots.id();
            assert_eq!(board.is_solid(id), Ok(*book.solid.get(&id).unwrap_or(&false)));
            assert_eq!(board.weight(id), Ok(*book.weight.get(&id).unwrap_or(&1.0)));
            board.set_rule(rule);
            let ends = (id, lots.id());
            for or_nearest in [false, true] {
                let path = board.path(ends, or_nearest).unwrap();
                let ids: Vec<_> = path.into_iter().map(|cell| board.place().id(cell)).collect();
                judge(&book, rule, ends, &ids, or_nearest);
            }
        }
        assert!(round < 290 || board.revision() > 100, "most of these edits change something");
    }
}

#[test]
fn requests_come_back_to_those_who_asked_within_a_budget() {
    let mut lots = Lots(3);
    let mut board = Board::new(PLACE, Rule::default()).unwrap();
    board.fill_solid((0, 5), (1, 6), true);
    let mut waiting = BTreeMap::new();
    for number in 0..40 {
        let (owner, ends) = (number % 2, (lots.id(), lots.id()));
        board.request((owner, number), ends, false, number as u8).unwrap();
        waiting.insert((owner, number), ends);
    }
    board.cancel(1, Some(7));
    waiting.remove(&(1, 7));
    assert_eq!(board.waiting(), 39);
    for _ in 0..1000 {
        for owner in 0..2 {
            for (number, cells) in board.work(owner, &mut Budget::unlimited().expansions(5)) {
                let ends = waiting.remove(&(owner, number)).expect("it was asked, and once");
                assert_eq!(cells, board.path(ends, false));
            }
        }
    }
    assert!(waiting.is_empty() && board.waiting() == 0);

    // Those that are taken back do not come, found or not.
    board.request((5, 1), ((-3, 5), (5, 11)), true, 0).unwrap();
    board.request((6, 1), ((-3, 5), (5, 11)), true, 0).unwrap();
    assert_eq!(board.work(9, &mut Budget::unlimited()), []);
    board.cancel(5, None);
    assert_eq!(board.work(5, &mut Budget::unlimited()), []);
    assert_eq!(board.work(6, &mut Budget::unlimited()).len(), 1);
}

#[test]
fn points_lead_to_ids_and_back() {
    assert_eq!(PLACE.point(PLACE.cell((0, 5)).unwrap()), (8.0, 4.0 + 5.0 * 8.0));
    for x in -3..6 {
        for y in 5..12 {
            let point = PLACE.point(PLACE.cell((x, y)).unwrap());
            for (dx, dy) in [(0.0, 0.0), (-7.9, -3.9), (7.9, 3.9)] {
                assert_eq!(PLACE.id_at((point.0 + dx, point.1 + dy)), (x, y));
            }
            let (column, row) = PLACE.in_cells(point);
            let (px, py) = PLACE.point_at((column, row));
            assert!((px - point.0).abs() + (py - point.1).abs() < 1e-9);
        }
    }
    assert_eq!(PLACE.id_at((1e30, -1e30)), (i32::MAX, i32::MIN));
    assert_eq!(PLACE.id_at((f64::NAN, f64::INFINITY)), (i32::MIN, i32::MAX));
}

#[test]
fn what_is_no_use_is_refused() {
    let code = |refused: Refused| refused.code();
    let board = |place: Place| Board::new(place, Rule::default()).map(|_| ()).map_err(code);
    assert_eq!(board(PLACE), Ok(()));
    for cell_size in [(0.0, 8.0), (f64::NAN, 8.0), (16.0, f64::INFINITY), (-16.0, 8.0)] {
        assert_eq!(board(Place { cell_size, ..PLACE }), Err("grid-place-unusable"));
    }
    assert_eq!(board(Place { offset: (f64::NAN, 0.0), ..PLACE }), Err("grid-place-unusable"));
    assert_eq!(board(Place { first: (i32::MAX, 0), ..PLACE }), Err("grid-place-unusable"));
    assert_eq!(board(Place { size: (0, 7), ..PLACE }), Err("grid-size"));
    assert_eq!(board(Place { first: (0, 0), size: (60_000, 60_000), ..PLACE }), Err("grid-size"));

    let mut board = Board::new(PLACE, Rule::default()).unwrap();
    for weight in [0.0, -1.0, 0.05, 1.25, 11.0, 101.0, f64::NAN, f64::INFINITY, 1e300] {
        assert_eq!(board.fill_weight((0, 5), (1, 1), weight).map_err(code), Err("weight-unusable"));
    }
    assert_eq!(board.fill_weight((0, 5), (1, 1), f64::from(0.1_f32)), Ok(()));
    for off in [(-4, 5), (6, 5), (0, 4), (0, 12), (i32::MIN, i32::MAX)] {
        assert_eq!(board.path((off, (0, 5)), true).map_err(code), Err("id-off-grid"));
        assert_eq!(board.path(((0, 5), off), false).map_err(code), Err("id-off-grid"));
        assert_eq!(board.is_solid(off).map_err(code), Err("id-off-grid"));
        let asked = board.request((0, 0), ((0, 5), off), false, 0);
        assert_eq!(asked.map_err(code), Err("id-off-grid"));
    }
    // Rectangles that lie beside the board, or are turned inside out, change nothing.
    let before = board.revision();
    for first in [(i32::MIN, i32::MIN), (i32::MAX, 0), (0, 5)] {
        board.fill_solid(first, (-5, i32::MAX), true);
        board.fill_solid(first, (i32::MIN, 3), true);
    }
    board.fill_solid((i32::MAX, i32::MAX), (i32::MAX, i32::MAX), true);
    assert_eq!(board.revision(), before);
}
