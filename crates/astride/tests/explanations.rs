//! Why there is no path, against every set of cells that could be opened.

use std::collections::BTreeSet;

use astride::base::{Budget, Cell, Dir, NodeId};
use astride::planner::{Ask, Navigator};
use astride::search::{PathQuery, Scratch, Why, dijkstra};
use astride::shapes::square::{
    Components, Corners, Edit, Grid, Mover, StepRule, Verdict, explain, explain_opening,
};
use astride::shapes::{Closing, Explanation, MayOpen};
use astride::world::{Way, World};
use astride_testkit::adapter::{build_world, grid_of, supported};
use astride_testkit::generate::{fenced_world, random_obstacles, wall_patterns};
use astride_testkit::larger::{movers, random_node};
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

fn explained(grid: &Grid, mover: &Mover, ends: [NodeId; 2]) -> Option<Explanation> {
    let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
    explain(&grid.seen_by(mover), ends[0], ends[1], scratch, budget).expect("no limit")
}

fn leads(grid: &Grid, mover: &Mover, [from, to]: [NodeId; 2]) -> bool {
    let query = PathQuery::new(from, to);
    dijkstra(&grid.seen_by(mover), &query, &mut Scratch::new(), &mut ()).path().is_some()
}

pub(crate) fn opened(grid: &Grid, cells: &[Cell], class: u8) -> Grid {
    let mut edit = Edit::new();
    cells.iter().for_each(|&cell| _ = edit.set(cell, class));
    let mut grid = grid.clone();
    grid.apply(&edit).expect("on the map");
    grid
}

/// Whether some set of `count` of the places leads from one end to the other when `open` has opened
/// each of them.
pub(crate) fn some_leads<M, P>(
    map: &M,
    blocked: &[P],
    count: usize,
    open: &impl Fn(&M, &[P]) -> M,
    leads: &impl Fn(&M) -> bool,
) -> bool {
    if count == 0 {
        return leads(map);
    }
    (0..blocked.len()).any(|at| {
        let one = open(map, &blocked[at..=at]);
        some_leads(&one, &blocked[at + 1..], count - 1, open, leads)
    })
}

pub(crate) fn blocked(grid: &Grid, mover: &Mover) -> Vec<Cell> {
    let nodes = (0..grid.cell_count()).map(NodeId::new);
    let view = grid.seen_by(mover);
    nodes.filter(|&node| !view.is_passable(node)).map(|node| grid.cell(node)).collect()
}

/// Holds an explanation against the reference; returns how many cells it opens.
fn check(grid: &Grid, mover: &Mover, ends: [NodeId; 2]) -> Option<usize> {
    let explanation = explained(grid, mover, ends);
    assert_eq!(explanation.is_none(), leads(grid, mover, ends));
    let explanation = explanation?;
    let view = grid.seen_by(mover);
    let blocked = blocked(grid, mover);
    let verdict = Components::build(&view).verdict(ends[0], ends[1]);
    match (explanation.why, verdict) {
        (Why::StartBlocked, Verdict::StartBlocked) | (Why::GoalBlocked, Verdict::GoalBlocked) => {
            assert_eq!(explanation.frontier.len(), 1);
        }
        (Why::StartEnclosed { .. } | Why::GoalEnclosed { .. }, _) => {}
        (why, verdict) => panic!("{why:?} where components say {verdict:?}"),
    }
    assert_eq!(explanation.nearest.is_some(), view.is_passable(ends[0]));
    assert!(explanation.frontier.iter().all(|cell| blocked.contains(cell)));
    let Some(opening) = explanation.opening else {
        let class = grid.class_at(ends[0]);
        if view.is_passable(ends[0]) {
            assert!(!leads(&opened(grid, &blocked, class), mover, ends), "all open");
        }
        return None;
    };
    let (count, class) = (opening.cells.len(), opening.class);
    assert!(opening.cells.iter().all(|cell| blocked.contains(cell) && opening.way.contains(cell)));
    let mut after = grid.clone();
    after.apply(&opening.edit()).expect("on the map");
    assert!(leads(&after, mover, ends), "opening {:?}", opening.cells);
    for &cell in &opening.way {
        assert!(after.seen_by(mover).is_free(cell));
    }
    if count <= 3 {
        let open = |grid: &Grid, cells: &[Cell]| opened(grid, cells, class);
        let leads = |grid: &Grid| leads(grid, mover, ends);
        assert!(!some_leads(grid, &blocked, count - 1, &open, &leads), "{count} are needed");
    }
    Some(count)
}

#[test]
fn no_fewer_cells_open_small_maps() {
    let every = if is_slow_run() { 1 } else { 41 };
    for map in wall_patterns(4, 3).step_by(every) {
        let grid = grid_of(&map);
        for mover in movers() {
            for ends in [[0, 11], [3, 8], [5, 2], [1, 10]].map(|ends| ends.map(NodeId::new)) {
                check(&grid, &mover, ends);
            }
        }
    }
}

#[test]
fn no_fewer_cells_open_worlds_with_walls_links_and_media() {
    let mut counts = [0; 4];
    for seed in 0..if is_slow_run() { 3000 } else { 120 } {
        let mut rng = Rng::new(seed);
        let (grid, mover) = match seed % 2 {
            0 => build_world(&supported(&fenced_world(seed, 6, 5))),
            _ => {
                let grid = grid_of(&random_obstacles(seed, 7, 6, 55));
                (grid, movers()[rng.below(4)].clone())
            }
        };
        let ends = [random_node(&mut rng, &grid), random_node(&mut rng, &grid)];
        if let Some(count) = check(&grid, &mover, ends) {
            counts[count.min(3)] += 1;
        }
    }
    assert!(counts[1..].iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn the_frontier_is_what_stands_around_the_smaller_area() {
    let rows = [".......", ".@@@...", ".@.@...", ".@@@...", "......."];
    let grid = Grid::from_classes(7, 5, rows.concat().as_bytes()).unwrap();
    let [inside, outside] = [(2, 2), (6, 4)].map(|cell| grid.node(cell).unwrap());
    let sides = [(2, 1), (1, 2), (3, 2), (2, 3)].map(|(x, y)| Cell::new(x, y));
    for (ends, why) in [
        ([outside, inside], Why::GoalEnclosed { cells: 1 }),
        ([inside, outside], Why::StartEnclosed { cells: 1 }),
    ] {
        let explanation = explained(&grid, &Mover::walker(), ends).expect("no path");
        assert_eq!((explanation.why, &explanation.frontier[..]), (why, &sides[..]));
        assert_eq!(explanation.opening.unwrap().cells.len(), 1);
    }
}

#[test]
fn the_frontier_is_also_behind_links() {
    let mut grid = Grid::from_classes(6, 1, b".@.@@.").unwrap();
    grid.apply(Edit::new().link((0, 0), (3, 0), 10).link((4, 0), (5, 0), 10)).unwrap();
    let cells = |columns: [u32; 2]| columns.map(|x| Cell::new(x, 0));
    let [left, middle, right] = [0, 2, 5].map(|x| grid.node((x, 0)).unwrap());
    let from_left = explained(&grid, &Mover::walker(), [left, middle]).expect("no path");
    assert_eq!(from_left.why, Why::StartEnclosed { cells: 1 });
    assert_eq!(from_left.frontier, cells([1, 3]));
    // A link that leads in encloses nothing from inside.
    let from_right = explained(&grid, &Mover::walker(), [right, middle]).expect("no path");
    assert_eq!(from_right.frontier, cells([4, 4])[..1]);
}

#[test]
fn a_budget_that_runs_out_is_said() {
    let grid = grid_of(&random_obstacles(5, 40, 40, 60));
    let nav = Navigator::new(grid);
    let free = |node: &NodeId| nav.view(nav.first_mover()).unwrap().is_passable(*node);
    let nodes = || (0..nav.grid().cell_count()).map(NodeId::new).filter(free);
    let (first, last) = (nodes().next().unwrap(), nodes().next_back().unwrap());
    let ask = Ask::new(nav.grid().cell(first), nav.grid().cell(last));
    let needed =
        (0..).find(|&most| match nav.explain(&ask, &mut Budget::unlimited().expansions(most)) {
            Ok(explanation) => {
                assert_eq!(explanation, nav.explain(&ask, &mut Budget::unlimited()).unwrap());
                true
            }
            Err(error) => {
                assert!(error.to_string().contains("budget ran out"), "{error}");
                false
            }
        });
    assert!(needed.unwrap() > 10);
}

/// The straight steps that are forbidden between cells on which the mover could stand in one medium.
fn shut_steps(grid: &Grid, mover: &Mover) -> Vec<[Cell; 2]> {
    let media = |cell: Cell| grid.class(cell).map_or(0, |class| mover.media_of(class));
    let cells = (0..grid.cell_count()).map(|node| grid.cell(NodeId::new(node)));
    let steps = cells.flat_map(|cell| {
        Dir::STRAIGHT.into_iter().filter_map(move |dir| {
            let forbidden = grid.is_step_forbidden(cell, dir);
            cell.step(dir).filter(|_| forbidden).map(|to| [cell, to])
        })
    });
    steps.filter(|&[from, to]| media(from) & media(to) != 0).collect()
}

/// What can be reached from a node, or can reach it.
fn area(grid: &Grid, mover: &Mover, end: NodeId, way: Way) -> BTreeSet<Cell> {
    let view = grid.seen_by(mover);
    let mut area = BTreeSet::from([end]);
    let mut open = vec![end];
    while let Some(node) = open.pop() {
        view.for_each_arc(node, way, |arc| {
            if area.insert(arc.node) {
                open.push(arc.node);
            }
        });
    }
    area.into_iter().map(|node| grid.cell(node)).collect()
}

/// A map with some cells and steps opened, one by one.
fn with_opened(grid: &Grid, closings: &[Closing], class: u8) -> Grid {
    let mut edit = Edit::new();
    for closing in closings {
        match *closing {
            Closing::Place { at, .. } => _ = edit.set(at, class),
            Closing::Step { from, to, .. } => {
                edit.remove_wall(from, from.direction_to(to).expect("neighbours"));
            }
            _ => {}
        }
    }
    let mut grid = grid.clone();
    grid.apply(&edit).expect("on the map");
    grid
}

/// Everything that closes a way on a map, for a closure that says what may be opened.
fn closings(grid: &Grid, mover: &Mover, class: u8) -> Vec<Closing> {
    let places = blocked(grid, mover);
    let open = opened(grid, &places, class);
    let places = places.into_iter().map(|at| Closing::Place { at, class: grid.class(at).unwrap() });
    let steps = shut_steps(&open, mover).into_iter().map(|[from, to]| {
        let dir = from.direction_to(to).expect("neighbours");
        Closing::Step { from, to, fence: grid.fence(from, dir) }
    });
    places.chain(steps).collect()
}

/// Holds an explanation by what may be opened against the reference; returns how many cells and steps
/// it opens.
fn check_opening(
    grid: &Grid,
    mover: &Mover,
    ends: [NodeId; 2],
    may_open: &MayOpen<'_>,
) -> [usize; 2] {
    let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
    let explained = explain_opening(&grid.seen_by(mover), ends, may_open, scratch, budget);
    let explanation = explained.expect("no limit");
    assert_eq!(explanation.is_none(), leads(grid, mover, ends));
    let Some(Explanation { why, shut, opening, .. }) = explanation else { return [0; 2] };
    let mut expected = shut_steps(grid, mover);
    match why {
        Why::StartEnclosed { .. } => {
            let area = area(grid, mover, ends[0], Way::Forward);
            expected.retain(|[from, to]| area.contains(from) && !area.contains(to));
        }
        Why::GoalEnclosed { .. } => {
            let area = area(grid, mover, ends[1], Way::Backward);
            expected.retain(|[from, to]| !area.contains(from) && area.contains(to));
        }
        _ => expected.clear(),
    }
    expected.sort_unstable_by_key(|step| step.map(|cell| grid.node(cell)));
    assert_eq!(shut, expected);

    let class = opening.as_ref().map_or(grid.class_at(ends[0]), |opening| opening.class);
    let allowed: Vec<_> =
        closings(grid, mover, class).into_iter().filter(|&closing| may_open(closing)).collect();
    let leads = |grid: &Grid| leads(grid, mover, ends);
    let open = |grid: &Grid, some: &[Closing]| with_opened(grid, some, class);
    let Some(opening) = opening else {
        let squeezes = mover.corner_rule() == Corners::Always;
        assert!(squeezes || !mover.is_passable(class) || !leads(&open(grid, &allowed)), "all open");
        return [0; 2];
    };
    let after = {
        let mut after = grid.clone();
        after.apply(&opening.edit()).expect("on the map");
        after
    };
    assert!(leads(&after), "opening {opening:?}");
    let is_step = |[from, to]: [Cell; 2]| {
        let is_it = |it: &Closing| matches!(*it, Closing::Step { from: f, to: t, .. } if (f, t) == (from, to));
        allowed.iter().any(is_it)
    };
    assert!(opening.steps.iter().all(|&step| is_step(step)));
    let is_place =
        |cell| allowed.iter().any(|it| matches!(*it, Closing::Place { at, .. } if at == cell));
    assert!(opening.cells.iter().all(|&cell| is_place(cell)));
    let count = opening.cells.len() + opening.steps.len();
    if (1..=2).contains(&count) && mover.corner_rule() != Corners::Always {
        assert!(!some_leads(grid, &allowed, count - 1, &open, &leads), "{count} are needed");
    }
    [opening.cells.len(), opening.steps.len()]
}

#[test]
fn no_fewer_cells_and_steps_open_worlds_where_some_may_be_opened() {
    let mut counts = [0; 3];
    for seed in 0..if is_slow_run() { 3000 } else { 150 } {
        let mut rng = Rng::new(seed);
        let (mut grid, mover) = build_world(&supported(&fenced_world(seed, 6, 5)));
        let mut edit = Edit::new();
        for _ in 0..seed % 20 {
            let (x, y) = (rng.below(5) as u32, rng.below(4) as u32);
            match rng.below(3) {
                0 => edit.wall((x, y), rng.pick(&[Dir::E, Dir::S])),
                1 => edit.fence((x, y), rng.pick(&[Dir::E, Dir::S]), rng.below(4) as u8),
                _ => edit.forbid_step((x, y), rng.pick(&[Dir::E, Dir::S])),
            };
        }
        grid.apply(&edit).expect("on the map");
        let ends = [random_node(&mut rng, &grid), random_node(&mut rng, &grid)];
        let tough = seed / 3 % 3;
        let may_open = |closing: Closing| match closing {
            Closing::Place { at, .. } => {
                tough == 0 || !(at.x + at.y).is_multiple_of(tough as u32 + 1)
            }
            // The same both ways, as sides are opened both ways.
            Closing::Step { from, to, .. } => tough == 0 || from.x + to.x != 5,
            _ => false,
        };
        let [cells, steps] = check_opening(&grid, &mover, ends, &may_open);
        counts[0] += usize::from(cells > 0);
        counts[1] += usize::from(steps > 0);
        counts[2] += usize::from(cells > 0 && steps > 0);
    }
    assert!(counts.iter().all(|&count| count > 3), "{counts:?}");
}

#[test]
fn ledges_are_named_and_opened() {
    // Up the hill from the west leads a ledge; nothing leads up from the east.
    let heights = [0, 0, 4, 4, 9, 0];
    let mut grid = Grid::new(6, 2, b'.').unwrap();
    let rule = StepRule::new(1, 9).or_fence(7, 4, 9);
    let edit = rule.edit(&grid, grid.bounds(), |cell| Some(heights[cell.x as usize]));
    grid.apply(&edit).unwrap();
    let ends = [(0, 0), (4, 0)].map(|cell| grid.node(cell).unwrap());
    let mover = Mover::walker();
    let ledge = [0, 1].map(|y| [Cell::new(1, y), Cell::new(2, y)]);
    let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
    let all = explain_opening(&grid.seen_by(&mover), ends, &|_| true, scratch, budget);
    let all = all.unwrap().unwrap();
    assert!(all.frontier.is_empty());
    assert_eq!(all.opening.unwrap().steps, [ledge[0], [Cell::new(3, 0), Cell::new(4, 0)]]);
    let fences = |closing| matches!(closing, Closing::Step { fence: Some(7), .. });
    let fences = explain_opening(&grid.seen_by(&mover), ends, &fences, scratch, budget);
    assert_eq!(fences.unwrap().unwrap().opening, None, "the top is too steep for that");
    check_opening(&grid, &mover, ends, &|_| true);
    check_opening(&grid, &mover, [ends[0], grid.node((3, 1)).unwrap()], &fences_only);
}

fn fences_only(closing: Closing) -> bool {
    matches!(closing, Closing::Step { fence: Some(_), .. })
}
