//! Streamed worlds, judged by a plain search on a list of all cells, whatever is loaded.

use std::collections::{BTreeMap, BTreeSet};

use astride::base::{Budget, Coded, Scale};
use astride::search::states::{deepen, solve};
use astride::search::{Outcome, Scratch};
use astride::shapes::square::{Corners, Neighbours};
use astride::shapes::streamed::{
    Chunk, Known, StreamedCell, StreamedMap, StreamedMover, StreamedRoute,
};
use astride_testkit::rng::Rng;
use astride_testkit::tally::{cases, is_slow_run};

type Place = (i64, i64);

/// The rules that the judge goes by.
#[derive(Clone, Copy, Debug)]
struct Rules {
    corners: Corners,
    is_four: bool,
    straight: u64,
    diagonal: u64,
}

impl Rules {
    fn mover(self) -> StreamedMover {
        let neighbours = if self.is_four { Neighbours::Four } else { Neighbours::Eight };
        let scale = Scale::new(self.straight as u32, self.diagonal as u32).unwrap();
        StreamedMover::walker().corners(self.corners).neighbours(neighbours).scale(scale)
    }
}

fn all_rules() -> Vec<Rules> {
    let scales = [(13_860, 19_601), (10, 14), (1, 1), (5, 10)];
    [Corners::Never, Corners::OneFree, Corners::Always]
        .into_iter()
        .zip(scales)
        .flat_map(|(corners, (straight, diagonal))| {
            [false, true].map(|is_four| Rules { corners, is_four, straight, diagonal })
        })
        .collect()
}

/// Every cell there is, with its class: `.` and digits are land, `W` is water, all else is blocked.
#[derive(Clone, Debug, Default)]
struct Book(BTreeMap<Place, u8>);

impl Book {
    /// What a cell is made of and its factor.
    fn ground(&self, place: Place) -> Option<(char, u64)> {
        match self.0.get(&place)? {
            b'.' => Some(('l', 1)),
            digit @ b'1'..=b'9' => Some(('l', u64::from(digit - b'0'))),
            b'W' => Some(('w', 1)),
            _ => None,
        }
    }

    fn step(&self, rules: Rules, (x, y): Place, (dx, dy): Place) -> Option<u64> {
        let ((kind, _), (entered, factor)) = (self.ground((x, y))?, self.ground((x + dx, y + dy))?);
        if kind != entered {
            return None;
        }
        if dx == 0 || dy == 0 {
            return Some(rules.straight * factor);
        }
        let beside = [(x + dx, y), (x, y + dy)]
            .map(|side| self.ground(side).is_some_and(|(side, _)| side == kind));
        let is_allowed = match rules.corners {
            Corners::Never => beside == [true, true],
            Corners::OneFree => beside != [false, false],
            Corners::Always => true,
        };
        (is_allowed && !rules.is_four).then_some(rules.diagonal * factor)
    }

    fn steps(&self, rules: Rules, at: Place) -> impl Iterator<Item = (Place, u64)> + '_ {
        let ways = (0..9).map(|way| (way % 3 - 1, way / 3 - 1)).filter(|&way| way != (0, 0));
        ways.filter_map(move |way| {
            self.step(rules, at, way).map(|cost| ((at.0 + way.0, at.1 + way.1), cost))
        })
    }

    /// Costs and the cell before, of all that can be reached.
    fn costs(&self, rules: Rules, from: Place) -> BTreeMap<Place, (u64, Place)> {
        let mut done = BTreeMap::new();
        let mut open = BTreeSet::from([(0, from, from)]);
        while let Some((cost, at, before)) = open.pop_first() {
            if done.contains_key(&at) {
                continue;
            }
            done.insert(at, (cost, before));
            for (to, step) in self.steps(rules, at) {
                open.insert((cost + step, to, at));
            }
        }
        done
    }
}

fn place(cell: StreamedCell) -> Place {
    (cell.x, cell.y)
}

fn ask(map: &StreamedMap, mover: usize, from: Place, to: Place) -> StreamedRoute {
    let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
    map.route(mover, from, to, scratch, budget).unwrap()
}

/// The walls of a chunk: open, strewn, a maze of rooms, or all blocked; sometimes with terrain.
fn classes(rng: &mut Rng, side: u32) -> Vec<u8> {
    let (share, kinds) = (rng.pick(&[0, 10, 35, 50, 100]), rng.below(3));
    (0..side * side)
        .map(|_| match (rng.percent(share), kinds, rng.below(6)) {
            (true, ..) => b'@',
            (false, 1, 0) => b'3',
            (false, 2, 0 | 1) => b'W',
            _ => b'.',
        })
        .collect()
}

/// Where the test plays: around the middle, and around the last chunks of all.
fn corner(rng: &mut Rng) -> (i32, i32) {
    let ends = [-2, i32::MIN, i32::MAX - 2];
    (rng.pick(&ends), rng.pick(&ends))
}

#[test]
fn routes_are_those_of_a_world_that_is_all_there() {
    let mut rng = Rng::new(5);
    let all = all_rules();
    let movers: Vec<_> = all.iter().map(|rules| rules.mover()).collect();
    let mut asked = [0; 3];
    for round in 0..cases(24, 2000) {
        let (side, (left, top)) = (8 << (round % 2), corner(&mut rng));
        let mut map = StreamedMap::new(side, 1 << 24, &movers).unwrap();
        let mut book = Book::default();
        for _ in 0..40 {
            let chunk = Chunk::new(left + rng.below(3) as i32, top + rng.below(3) as i32);
            let first =
                (i64::from(chunk.x) * i64::from(side), i64::from(chunk.y) * i64::from(side));
            let at = |index: usize| {
                (first.0 + index as i64 % i64::from(side), first.1 + index as i64 / i64::from(side))
            };
            let revision = map.revision();
            match rng.below(6) {
                0..=2 => {
                    let classes = classes(&mut rng, side);
                    assert_eq!(map.load(chunk, &classes), Ok(revision + 1));
                    book.0.extend(classes.iter().enumerate().map(|(index, &c)| (at(index), c)));
                }
                3 => {
                    let was_loaded = map.is_loaded(chunk);
                    assert_eq!(map.unload(chunk).is_ok(), was_loaded);
                }
                4 => {
                    let cell = at(rng.below((side * side) as usize));
                    let class = rng.pick(b".@3W");
                    if map.set(cell, class).is_ok() {
                        assert_eq!(map.class(cell), Some(class));
                        book.0.insert(cell, class);
                    }
                }
                _ if rng.below(4) == 0 => {
                    let was_known = map.is_loaded(chunk) || map.is_remembered(chunk);
                    assert_eq!(map.forget(chunk), was_known);
                    (0..(side * side) as usize).for_each(|index| _ = book.0.remove(&at(index)));
                }
                _ => {}
            }
        }
        let cells: Vec<Place> = book.0.keys().copied().collect();
        if cells.is_empty() {
            continue;
        }
        for (mover, &rules) in all.iter().enumerate() {
            let (from, to) = (rng.pick(&cells), rng.pick(&cells));
            let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
            let Ok(route) = map.route(mover, from, to, scratch, budget) else {
                // Inside a chunk that is remembered: nobody knows what is there.
                assert_eq!(map.class(from), None);
                continue;
            };
            judge(&map, &book, rules, (from, to), &route);
            asked[usize::from(route.outcome.path().is_some())] += 1;
            asked[2] += usize::from(route.legs.iter().any(|leg| leg.known == Known::Remembered));
        }
    }
    assert!(asked.iter().all(|&count| count > 5), "{asked:?}");
}

fn judge(
    map: &StreamedMap,
    book: &Book,
    rules: Rules,
    (from, to): (Place, Place),
    route: &StreamedRoute,
) {
    let costs = book.costs(rules, from);
    let chunk = |at: Place| map.chunk_of(at).unwrap();
    let what = format!("{rules:?} from {from:?} to {to:?}");
    // Where the route should end, and the way there.
    let ends: Vec<Place> = match route.arrives {
        true => vec![to],
        false => costs.keys().copied().filter(|&end| chunk(end) == chunk(to)).collect(),
    };
    let truth = ends.iter().filter_map(|end| costs.get(end).map(|&(cost, _)| (cost, *end))).min();
    let truth = truth.filter(|_| book.ground(from).is_some());
    // A start that is blocked is where it is, and goes nowhere.
    let stays = from == to || (!route.arrives && chunk(from) == chunk(to));
    assert_eq!(route.outcome.path().is_some(), truth.is_some() || stays, "{what}");
    let Some(path) = route.outcome.path() else { return };
    let sum: u64 = route.legs.iter().map(|leg| leg.cost).sum();
    assert_eq!(sum, path.cost(), "{what}");
    let walked: Vec<Place> =
        route.legs.iter().flat_map(|leg| &leg.cells).map(|&cell| place(cell)).collect();
    assert_eq!(walked[0], from);
    assert!(ends.contains(walked.last().unwrap()) || stays, "{what}");
    // Loaded legs are walked step by step, and at their price.
    let mut at = from;
    for leg in &route.legs {
        let mut cost = 0;
        for &cell in &leg.cells {
            let to = place(cell);
            let way = (to.0 - at.0, to.1 - at.1);
            match book.step(rules, at, way) {
                _ if to == at => assert_eq!(to, from, "{what}: only the start stands still"),
                Some(step) if way.0.abs() <= 1 && way.1.abs() <= 1 => cost += step,
                _ => assert!(leg.known != Known::Loaded, "{what}: {at:?} to {to:?}"),
            }
            at = to;
        }
        assert!(leg.known != Known::Loaded || leg.cost == cost, "{what}");
    }
    let Some((least, mut end)) = truth else { return };
    assert!(sum >= least, "{what}: {sum} is less than {least}");
    // For each time that the cheapest path enters a chunk that is not loaded, a side more.
    let mut enters = 0;
    while end != from {
        let before = costs[&end].1;
        enters += u64::from(map.class(end).is_none() && chunk(end) != chunk(before));
        end = before;
    }
    enters += u64::from(map.class(from).is_none());
    let most = least + enters * u64::from(map.side()) * rules.straight * 3;
    assert!(sum <= most, "{what}: {sum}, expected {least} to {most}");
}

#[test]
fn through_what_nobody_saw_the_way_is_as_far_as_assumed() {
    for rules in all_rules() {
        let mut map = StreamedMap::new(16, 1 << 20, &[rules.mover()]).unwrap();
        map.load((0, 0), &[b'.'; 256]).unwrap();
        let outside = ask(&map, 0, (3, 3), (40, 3));
        assert!(outside.outcome.path().is_none(), "nothing is assumed");
        let mut map = map.assuming(b'.').unwrap();
        for (x, y) in [(200, -150), (-1, -1), (-64, 31), (15, 1000)] {
            let route = ask(&map, 0, (3, 3), (x, y));
            let (dx, dy) = (x.abs_diff(3), y.abs_diff(3));
            let corner = if rules.is_four {
                2 * rules.straight
            } else {
                rules.diagonal.min(2 * rules.straight)
            };
            let sum: u64 = route.legs.iter().map(|leg| leg.cost).sum();
            assert_eq!(route.outcome.path().unwrap().cost(), sum);
            assert_eq!(route.legs.first().unwrap().known, Known::Loaded);
            assert_eq!(route.legs.last().unwrap().known, Known::Assumed);
            if route.arrives {
                let least = dx.abs_diff(dy) * rules.straight + dx.min(dy) * corner;
                let most = least + (dx + dy + 32).div_ceil(16) * 16 * rules.straight;
                assert!(
                    (least..=most).contains(&sum),
                    "{rules:?} {x},{y}: {sum} in {least}..{most}"
                );
            } else {
                let last = route.legs.last().unwrap().cells.last().copied();
                assert_eq!(last.and_then(|cell| map.chunk_of(cell)), map.chunk_of((x, y)));
            }
        }
        // What was taken to be open turns out to be a wall: nothing is wrong, and the end of the
        // world is the end of the budget.
        for x in -1..=1 {
            for y in -1..=1 {
                if (x, y) != (0, 0) {
                    map.load((x, y), &[b'@'; 256]).unwrap();
                }
            }
        }
        assert!(ask(&map, 0, (3, 3), (200, 3)).outcome.path().is_none());
        let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited().expansions(1000));
        let lost = map.route(0, (100, 100), (3, 3), scratch, budget);
        assert!(
            lost.is_err() || matches!(lost.unwrap().outcome, Outcome::OutOfBudget(_)),
            "it goes on for ever"
        );
    }
}

#[test]
fn every_search_among_states_finds_the_way() {
    let mut rng = Rng::new(11);
    let rules = all_rules()[0];
    let mut map = StreamedMap::new(8, 1 << 20, &[rules.mover()]).unwrap();
    let mut book = Book::default();
    for (x, y) in (-1..1).flat_map(|x| [(x, -1), (x, 0)]) {
        let classes: Vec<u8> = (0..64).map(|_| if rng.percent(20) { b'@' } else { b'.' }).collect();
        map.load((x, y), &classes).unwrap();
        let cell = |at: i64| (i64::from(x) * 8 + at % 8, i64::from(y) * 8 + at / 8);
        book.0.extend((0..).zip(&classes).map(|(at, &class)| (cell(at), class)));
    }
    let free: Vec<_> = book.0.iter().filter(|&(_, &c)| c == b'.').map(|(&at, _)| at).collect();
    let mut answered = 0;
    let from = free[0];
    let costs = book.costs(rules, from);
    let stride = if is_slow_run() { 3 } else { 29 };
    for &to in free.iter().step_by(stride) {
        let trip = map.trip(0, to).unwrap();
        let truth = costs.get(&to).map(|&(cost, _)| cost);
        let start = StreamedCell::from(from);
        for method in astride::search::Method::searches() {
            // IDA* would look at the same cells for ever where there is no way.
            let (scratch, budget) =
                (&mut Scratch::new(), &mut Budget::unlimited().expansions(5000));
            let Ok(solved) = solve(&trip, &start, method, scratch, budget) else { continue };
            if let Outcome::OutOfBudget(_) = solved.outcome {
                continue;
            }
            answered += 1;
            let found = solved.outcome.path().map(|path| path.cost());
            assert_eq!(found.is_some(), truth.is_some(), "{method:?}");
            if solved.outcome.guarantee().is_some_and(|it| it.is_optimal()) {
                assert_eq!(found, truth, "{method:?}");
            }
        }
        let mut budget = Budget::unlimited().expansions(2000);
        if let Some(path) = deepen(&trip, &start, &mut budget).outcome.path() {
            assert_eq!(Some(path.cost()), truth);
        }
    }
    assert!(answered > 3 * free.len() / stride, "{answered} answers");
}

#[test]
fn what_is_no_use_is_refused_and_nothing_changes() {
    let walker = [StreamedMover::walker()];
    for side in [0, 1, 4, 7, 24, 128, u32::MAX] {
        assert_eq!(StreamedMap::new(side, 0, &walker).unwrap_err().code(), "chunk-side");
    }
    assert_eq!(StreamedMap::new(8, 0, &[]).unwrap_err().code(), "streamed-mover-count");

    let mut map = StreamedMap::new(8, 400, &walker).unwrap();
    assert_eq!(map.load((0, 0), &[b'.'; 63]).unwrap_err().code(), "chunk-cells");
    for x in 0..3 {
        map.load((x, 0), &[b'.'; 64]).unwrap();
    }
    let (bytes, revision) = (map.bytes(), map.revision());
    assert_eq!(map.load((3, 0), &[b'.'; 64]).unwrap_err().code(), "streamed-memory");
    assert_eq!(map.unload((9, 9)).unwrap_err().code(), "chunk-not-loaded");
    assert_eq!(map.set((0, 8), b'.').unwrap_err().code(), "chunk-not-loaded");
    assert_eq!(map.set((i64::MAX, i64::MIN), b'.').unwrap_err().code(), "chunk-not-loaded");
    assert!(!map.forget((7, 7)));
    // A border of eight doors takes more than the cells of so small a chunk.
    assert_eq!(map.unload((0, 0)).unwrap_err().code(), "streamed-memory");
    assert_eq!((map.bytes(), map.revision(), map.is_loaded((0, 0))), (bytes, revision, true));
    // The same chunk once more takes nothing more.
    map.load((0, 0), &[b'@'; 64]).unwrap();
    assert_eq!(map.bytes(), bytes);
    assert!(map.forget((1, 0)) && map.unload((0, 0)).is_ok() && map.is_remembered((0, 0)));
    assert!(map.forget((0, 0)) && map.forget((2, 0)));
    assert_eq!((map.bytes(), map.loaded().count()), (0, 0));

    let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
    let code = |error: Result<StreamedRoute, _>| error.map(|_| ()).unwrap_err();
    let refused = code(map.route(1, (0, 0), (1, 1), scratch, budget));
    assert_eq!(refused.code(), "no-streamed-mover");
    let map = map.assuming(b'.').unwrap();
    let refused = code(map.route(0, (3, 3), (0, 0), scratch, budget));
    assert_eq!(refused.code(), "chunk-not-loaded");
    let far =
        map.route(0, (0, 0), (i64::MAX, i64::MIN), scratch, &mut Budget::unlimited().expansions(9));
    let far = far.unwrap();
    assert!(far.legs.is_empty(), "there is no such cell");
    assert!(matches!(far.outcome, Outcome::Unreachable(_)), "it is not searched for");

    let slow = StreamedMover::walker().terrain(b'~', 1024).unwrap();
    let slow = slow.scale(Scale::new(Scale::MAX, Scale::MAX).unwrap());
    let map = StreamedMap::new(64, 1 << 20, &[slow]).unwrap();
    assert_eq!(map.assuming(b'~').unwrap_err().code(), "crossing-too-costly");
}
