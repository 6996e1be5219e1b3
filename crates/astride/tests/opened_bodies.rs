//! What is opened for bodies of several cells, against a slow count over all ways and against every
//! set of cells that could be opened.

use std::collections::BTreeSet;

use astride::base::{Budget, Cell, CellRect, Dir, NodeId};
use astride::planner::{Ask, Navigator};
use astride::search::{PathQuery, Scratch, Why, dijkstra};
use astride::shapes::Explanation;
use astride::shapes::square::{
    BelievedGrid, BodyGrid, Corners, Edit, Grid, Mover, Neighbours, explain_body,
};
use astride::world::{Way, World};
use astride_testkit::adapter::{build_world, grid_of, supported};
use astride_testkit::generate::{fenced_world, media_patterns, random_classes, wall_patterns};
use astride_testkit::larger::movers;
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

use crate::explanations::{blocked, opened, some_leads};

/// The cells under a body of `side`×`side` cells, on the map or not.
fn under(place: Cell, side: u32) -> BTreeSet<(u32, u32)> {
    (0..side).flat_map(|y| (0..side).map(move |x| (place.x + x, place.y + y))).collect()
}

fn body(grid: &Grid, mover: &Mover, side: u32) -> BodyGrid {
    BodyGrid::square(&grid.seen_by(mover), side).expect("few kinds")
}

fn leads(grid: &Grid, mover: &Mover, side: u32, [from, to]: [Cell; 2]) -> bool {
    let body = body(grid, mover, side);
    let query = PathQuery::new(grid.node(from).unwrap(), grid.node(to).unwrap());
    dijkstra(&body.view(), &query, &mut Scratch::new(), &mut ()).path().is_some()
}

/// The least number of blocked cells that any way comes onto, where `class` is what they become: all
/// steps of the map on which everything is open are relaxed until nothing changes.
fn least(grid: &Grid, mover: &Mover, side: u32, ends: [Cell; 2], class: u8) -> Option<usize> {
    let blocked: Vec<Cell> = blocked(grid, mover);
    let all = opened(grid, &blocked, class);
    let body = body(&all, mover, side);
    let view = body.view();
    let closed: BTreeSet<(u32, u32)> = blocked.iter().map(|cell| (cell.x, cell.y)).collect();
    let on = |place: Cell| &under(place, side) & &closed;
    let squeezes = mover.corner_rule() == Corners::Always;
    let mut steps = Vec::new();
    for node in (0..grid.cell_count()).map(NodeId::new) {
        view.for_each_arc(node, Way::Forward, |arc| {
            let [from, to] = [node, arc.node].map(|node| grid.cell(node));
            // Other diagonals pass cells that have to be open, and straight steps do as well.
            if squeezes || arc.slot.code() >= 8 || from.x == to.x || from.y == to.y {
                steps.push((from, to, (&on(to) - &on(from)).len()));
            }
        });
    }
    let start = ends[0];
    let mut counts = std::collections::BTreeMap::new();
    if view.is_free(start) {
        counts.insert((start.x, start.y), on(start).len());
    }
    loop {
        let before = counts.clone();
        for &(from, to, more) in &steps {
            let Some(&count) = counts.get(&(from.x, from.y)) else { continue };
            let found = counts.entry((to.x, to.y)).or_insert(usize::MAX);
            *found = (*found).min(count + more);
        }
        if counts == before {
            return counts.get(&(ends[1].x, ends[1].y)).copied();
        }
    }
}

/// Asks a navigator, and checks what it says of `grid`, the map as it is or as it is believed to be.
/// Returns how many cells are opened, and whether a smaller set would do.
fn check(
    nav: &Navigator,
    ask: &Ask,
    grid: &Grid,
    mover: &Mover,
    side: u32,
) -> Option<(usize, bool)> {
    let ends = [ask.from(), ask.to()];
    let explanation = nav.explain(ask, &mut Budget::unlimited()).expect("no limit");
    assert_eq!(explanation.is_none(), leads(grid, mover, side, ends));
    let Explanation { why, frontier, opening, .. } = explanation?;
    let blocked = blocked(grid, mover);
    assert!(frontier.iter().all(|cell| blocked.contains(cell)));
    if let Why::StartBlocked = why {
        let of_start = under(ends[0], side);
        assert!(frontier.iter().all(|cell| of_start.contains(&(cell.x, cell.y))));
    }
    let Some(opening) = opening else {
        if grid.seen_by(mover).is_free(ends[0]) {
            let class = grid.class(ends[0]).expect("on the map");
            assert_eq!(least(grid, mover, side, ends, class), None);
        }
        return None;
    };
    assert!(opening.steps.is_empty(), "no step may be opened");
    assert_eq!([opening.way[0], *opening.way.last().unwrap()], ends);
    let closed: BTreeSet<_> = blocked.iter().map(|cell| (cell.x, cell.y)).collect();
    let on = |place: Cell| &under(place, side) & &closed;
    let pairs = opening.way.windows(2).map(|pair| (&on(pair[1]) - &on(pair[0])).len());
    let come_onto = on(ends[0]).len() + pairs.sum::<usize>();
    assert_eq!(Some(come_onto), least(grid, mover, side, ends, opening.class));
    let named: BTreeSet<_> = opening.cells.iter().map(|cell| (cell.x, cell.y)).collect();
    let on_way = opening.way.iter().fold(BTreeSet::new(), |all, &place| &all | &on(place));
    assert_eq!((named, opening.cells.len()), (on_way.clone(), on_way.len()), "blocked cells, once");

    let mut after = grid.clone();
    after.apply(&opening.edit()).expect("on the map");
    assert!(leads(&after, mover, side, ends), "opening {:?}", opening.cells);
    let mut again = Navigator::new(after);
    let sized = again.add_mover_sized(mover.clone(), side).expect("few kinds");
    let whole = Ask::new(ends[0], ends[1]).mover(sized);
    assert!(again.find(&whole).is_ok());
    assert!(again.explain(&whole, &mut Budget::unlimited()).expect("no limit").is_none());

    let count = opening.cells.len();
    let open = |grid: &Grid, cells: &[Cell]| opened(grid, cells, opening.class);
    let leads = |grid: &Grid| leads(grid, mover, side, ends);
    let fewer = (1..=2).contains(&count) && some_leads(grid, &blocked, count - 1, &open, &leads);
    assert!(!fewer || come_onto > 1, "one cell is no way that comes back");
    Some((count, fewer))
}

/// Asks about the map and, through fog, about what is believed of it, both also under an overlay.
fn check_all(grid: &Grid, mover: &Mover, side: u32, ends: [Cell; 2], rng: &mut Rng) -> [usize; 4] {
    let mut counts = [0; 4];
    let mut nav = Navigator::new(grid.clone());
    let sized = nav.add_mover_sized(mover.clone(), side).expect("few kinds");
    let danger = nav.add_overlay().expect("the first");
    nav.overlay_mut(danger).expect("ours").fill(CellRect::new(1, 0, 2, 9), 1_000_000);
    let ask = Ask::new(ends[0], ends[1]).mover(sized);
    let found = check(&nav, &ask, grid, mover, side);
    assert_eq!(check(&nav, &ask.overlay(danger), grid, mover, side), found);
    for assumed in *b".@" {
        let scouts = nav.add_faction(assumed);
        let seen = CellRect::new(rng.below(3) as u32, 0, 3, grid.height());
        nav.reveal(scouts, seen).expect("ours");
        let known = BelievedGrid::build(grid, nav.knowledge(scouts).expect("ours")).expect("small");
        let believed = check(&nav, &ask.faction(scouts), known.grid(), mover, side);
        for (count, fewer) in found.into_iter().chain(believed) {
            counts[count.min(2)] += 1;
            counts[3] += usize::from(fewer);
        }
    }
    counts
}

fn added(all: &mut [usize; 4], more: [usize; 4]) {
    all.iter_mut().zip(more).for_each(|(all, more)| *all += more);
}

#[test]
fn what_is_opened_for_a_large_body_lets_it_pass() {
    let mut counts = [0; 4];
    for seed in 0..if is_slow_run() { 3000 } else { 150 } {
        let mut rng = Rng::new(seed);
        let (grid, mover) = match seed % 3 {
            0 => build_world(&supported(&fenced_world(seed, 6, 5))),
            1 => (grid_of(&random_classes(seed, 6, 6, b"..@@W")), rng.pick(&gaits()).into()),
            _ => (grid_of(&random_classes(seed, 7, 5, b"....@")), rng.pick(&gaits()).into()),
        };
        let side = 1 + rng.below(3) as u32;
        let place = |rng: &mut Rng| {
            let [x, y] =
                [grid.width(), grid.height()].map(|length| rng.below(length as usize) as u32);
            // Mostly where the body is on the map.
            Cell::new(x.min(grid.width() - side), y.min(grid.height() - side))
        };
        let ends = [place(&mut rng), place(&mut rng)];
        added(&mut counts, check_all(&grid, &mover, side, ends, &mut rng));
    }
    assert!(counts[1..3].iter().all(|&count| count > 0), "{counts:?}");
    assert_eq!(counts[3], 0, "so far no way had to come back: {counts:?}");
}

#[derive(Clone, Copy)]
struct Rules(Corners, Neighbours);

impl From<Rules> for Mover {
    fn from(Rules(corners, neighbours): Rules) -> Mover {
        Mover::walker().corners(corners).neighbours(neighbours)
    }
}

fn gaits() -> [Rules; 4] {
    [
        Rules(Corners::Never, Neighbours::Eight),
        Rules(Corners::OneFree, Neighbours::Eight),
        Rules(Corners::Always, Neighbours::Eight),
        Rules(Corners::Always, Neighbours::Four),
    ]
}

#[test]
fn no_fewer_cells_open_tiny_maps_for_a_large_body() {
    let every = if is_slow_run() { 1 } else { 97 };
    let mut counts = [0; 4];
    let maps = wall_patterns(4, 3).step_by(every).chain(media_patterns(3, 3).step_by(7 * every));
    for map in maps {
        let grid = grid_of(&map);
        let mut nav = Navigator::new(grid.clone());
        let sized = movers()
            .into_iter()
            .map(|mover| (nav.add_mover_sized(mover.clone(), 2).expect("few kinds"), mover));
        let sized: Vec<_> = sized.collect();
        let last = Cell::new(grid.width() - 2, 1);
        for (id, mover) in &sized {
            for ends in [[Cell::new(0, 0), last], [last, Cell::new(0, 1)]] {
                let ask = Ask::new(ends[0], ends[1]).mover(*id);
                if let Some((count, fewer)) = check(&nav, &ask, &grid, mover, 2) {
                    counts[count.min(2)] += 1;
                    counts[3] += usize::from(fewer);
                }
            }
        }
    }
    assert!(counts[1] > 0 && counts[2] > 0, "{counts:?}");
    assert_eq!(counts[3], 0, "{counts:?}");
}

#[test]
fn a_way_that_comes_back_counts_a_cell_twice() {
    // The only way leads onto the blocked cell, away over a link, and back over another.
    let mut grid = Grid::from_classes(9, 2, b"..@...............").unwrap();
    let mut edit = Edit::new();
    edit.forbid_step((2, 1), Dir::E).forbid_step((6, 1), Dir::E);
    edit.link((1, 0), (5, 0), 10).link((5, 0), (2, 0), 10).link((2, 0), (7, 0), 10);
    grid.apply(&edit).unwrap();
    let mover = Mover::walker();
    let mut nav = Navigator::new(grid.clone());
    let sized = nav.add_mover_sized(mover.clone(), 2).unwrap();
    let ask = Ask::new((0, 0), (7, 0)).mover(sized);
    assert_eq!(check(&nav, &ask, &grid, &mover, 2), Some((1, false)));
    let ends = [ask.from(), ask.to()];
    assert_eq!(least(&grid, &mover, 2, ends, b'.'), Some(2));
    let explanation = nav.explain(&ask, &mut Budget::unlimited()).unwrap().unwrap();
    assert_eq!((explanation.why, explanation.shut), (Why::StartEnclosed { cells: 1 }, Vec::new()));
}

#[test]
fn walls_and_fences_that_keep_a_body_in_are_named() {
    let mut grid = Grid::new(9, 4, b'.').unwrap();
    let mut edit = Edit::new();
    (0..4).for_each(|y| {
        _ = if y % 2 == 0 { edit.wall((3, y), Dir::E) } else { edit.fence((3, y), Dir::E, 7) }
    });
    grid.apply(&edit).unwrap();
    let [mover, keeper] = [Mover::walker(), Mover::walker().crosses(7, 0).unwrap()];
    let mut nav = Navigator::new(grid);
    let ask = Ask::new((0, 0), (6, 0));
    let sides = (0..4).map(|y| [Cell::new(3, y), Cell::new(4, y)]);
    let sides: Vec<_> = sides.collect();
    for (mover, named) in
        [(mover, sides), (keeper, [0, 2].map(|y| [Cell::new(3, y), Cell::new(4, y)]).to_vec())]
    {
        let sized = nav.add_mover_sized(mover, 2).unwrap();
        let explanation =
            nav.explain(&ask.mover(sized), &mut Budget::unlimited()).unwrap().unwrap();
        assert_eq!(explanation.why, Why::StartEnclosed { cells: 9 });
        assert_eq!((explanation.frontier, explanation.shut), (Vec::new(), named));
        assert_eq!(explanation.opening, None);
        let stuck = Ask::new((3, 1), (6, 0)).mover(sized);
        let explanation = nav.explain(&stuck, &mut Budget::unlimited()).unwrap().unwrap();
        assert_eq!((explanation.why, explanation.frontier.len()), (Why::StartBlocked, 0));
        assert!(explanation.shut.contains(&[Cell::new(3, 2), Cell::new(4, 2)]));
    }
}

#[test]
fn a_fence_that_a_body_crosses_is_not_named_beside_a_ledge_that_it_does_not() {
    let mut grid = Grid::new(9, 2, b'.').unwrap();
    grid.apply(Edit::new().forbid_step((3, 0), Dir::E).fence((3, 1), Dir::E, 7)).unwrap();
    let mut nav = Navigator::new(grid);
    let cart = nav.add_mover_sized(Mover::walker().crosses(7, 0).unwrap(), 2).unwrap();
    let ask = Ask::new((0, 0), (6, 0)).mover(cart);
    let explanation = nav.explain(&ask, &mut Budget::unlimited()).unwrap().unwrap();
    assert_eq!(explanation.shut, [[Cell::new(3, 0), Cell::new(4, 0)]]);
}

#[test]
fn a_round_body_passes_what_is_opened_for_it() {
    let mut opened = 0;
    for seed in 0..if is_slow_run() { 2000 } else { 80 } {
        let mut rng = Rng::new(seed);
        let grid = grid_of(&random_classes(seed, 8, 7, b"....@"));
        let mover: Mover = rng.pick(&gaits()).into();
        let radius = 1 + rng.below(4) as u32;
        let ends = [0; 2].map(|_| NodeId::new(rng.below(grid.cell_count() as usize) as u32));
        let explained = |grid: &Grid| {
            let view = grid.seen_by(&mover);
            let body = BodyGrid::round(&view, radius).expect("few kinds");
            let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
            explain_body(&view, &body, ends, &|it| it.is_place(), scratch, budget)
                .expect("no limit")
        };
        let Some(opening) = explained(&grid).and_then(|explanation| explanation.opening) else {
            continue;
        };
        let blocked = blocked(&grid, &mover);
        assert!(opening.cells.iter().all(|cell| blocked.contains(cell)));
        let mut after = grid.clone();
        after.apply(&opening.edit()).expect("on the map");
        assert_eq!(explained(&after), None, "radius {radius}, seed {seed}");
        opened += usize::from(opening.cells.len() > 1);
    }
    assert!(opened > 5, "{opened}");
}
