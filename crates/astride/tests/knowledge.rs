//! What a faction knows: views of it have the arcs of a map made of what is believed, and units that
//! explore walk no worse than they should.

use astride::base::{Budget, Cell, CellRect, Cost, Dir, NodeId};
use astride::search::{DistanceField, PathQuery, Replanner, Scratch, astar, dijkstra};
use astride::shapes::square::{
    BelievedGrid, BodyGrid, Edit, Grid, GridHeuristic, GridView, Knowledge, Metric, Mover,
};
use astride::world::{Way, World};
use astride_testkit::adapter::{build_world, checked_arcs, grid_of, read_world, supported};
use astride_testkit::generate::{fenced_world, looped_maze};
use astride_testkit::larger::{larger_maps, movers, random_node};
use astride_testkit::reference::dijkstra as reference;
use astride_testkit::rng::Rng;
use astride_testkit::sight::cells_on_line;
use astride_testkit::tally::is_slow_run;
use astride_testkit::world::arcs;

use crate::belief::{Belief, cells};

fn check_arcs(grid: &Grid, mover: &Mover, knowledge: &Knowledge, belief: &Belief) {
    let believed = belief.as_grid(grid);
    let [plain, prepared] = [grid.seen_by(mover), grid.seen_by(mover).prepared()];
    let mut expected = arcs(&read_world(&believed, mover));
    let as_grid = believed.seen_by(mover);
    for view in [&plain, &prepared] {
        let known = knowledge.view(view);
        // In the order of a view of the believed grid.
        assert_eq!(checked_arcs(&known, Way::Forward), checked_arcs(&as_grid, Way::Forward));
        assert_eq!(checked_arcs(&known, Way::Backward), checked_arcs(&as_grid, Way::Backward));
        expected.sort_unstable();
        for way in [Way::Forward, Way::Backward] {
            let mut found = checked_arcs(&known, way);
            found.sort_unstable();
            assert_eq!(found, expected, "{way:?}");
        }
        for node in (0..known.node_count()).map(NodeId::new) {
            assert_eq!(known.is_passable(node), as_grid.is_passable(node));
        }
        check_guesses(&known);
    }
}

/// Guesses for what is known drop by no more than any arc.
fn check_guesses(known: &astride::shapes::square::KnownView<'_>) {
    use astride::search::{Estimate, Heuristic};
    let heuristic = GridHeuristic::known(known, Metric::Octile);
    let goal = NodeId::new(known.node_count() / 2);
    let aimed = heuristic.aim(&mut [goal].into_iter());
    for (from, to, cost) in checked_arcs(known, Way::Forward) {
        let [from, to] = [from, to].map(|at| aimed.estimate(NodeId::new(at as u32)));
        assert!(from <= to + cost);
    }
}

/// A faction on a small world where everything happens: it looks, hears of edits or not, plans. Returns
/// how many sides it believed to be other than they were.
fn live(seed: u64) -> usize {
    let mut rng = Rng::new(seed);
    let size = (2 + rng.below(6), 1 + rng.below(6));
    let world = supported(&fenced_world(seed, size.0, size.1));
    let (mut grid, mover) = build_world(&world);
    let mover = mover.crosses(2, 700).unwrap().crosses(3, 0).unwrap();
    let mut classes: Vec<u8> = (0..=255).filter(|&c| grid.histogram()[c as usize] > 0).collect();
    classes.push(255);
    let assumed = rng.pick(&classes);
    let (mut knowledge, mut belief) = (Knowledge::new(&grid, assumed), Belief::new(&grid, assumed));
    let mut written = BelievedGrid::build(&grid, &knowledge).unwrap();
    let mut replanner = Replanner::new();
    let mut ends = [random_node(&mut rng, &grid), random_node(&mut rng, &grid)];
    let (mut differ, mut wrong) = (Vec::new(), 0);
    for _ in 0..14 {
        let cell = grid.cell(random_node(&mut rng, &grid));
        // Part of it may lie off the map.
        let rect = CellRect::new(cell.x, cell.y, 1 + rng.below(3) as u32, 1 + rng.below(3) as u32);
        match rng.below(5) {
            0 | 1 => {
                let before = believed_arcs(&grid, &mover, &belief);
                let count = belief.reveal(&grid, rect);
                differ.clear();
                assert_eq!(knowledge.reveal(&grid, rect, &mut differ), count);
                check_touched(&grid, &before, &believed_arcs(&grid, &mover, &belief), &differ);
            }
            // Edits that it learns of at once, or of which it does not learn in a rectangle.
            2 | 3 => {
                knowledge.remember(&grid, rect);
                belief.remember(&grid, rect);
                edit(&mut grid, &classes, &mut rng);
            }
            _ => edit(&mut grid, &classes, &mut rng),
        }
        belief.follow(&grid);
        wrong += belief.wrong_sides(&grid);
        check_arcs(&grid, &mover, &knowledge, &belief);
        check_sides(&grid, &knowledge, &belief.as_grid(&grid));
        if rng.percent(60) {
            check_written(&mut written, &grid, &knowledge, &belief.as_grid(&grid));
        }
        let view = grid.seen_by(&mover);
        let known = knowledge.view(&view);
        let outcome =
            replanner.replan_over(&known, ends[0], ends[1], &mut Budget::unlimited(), &mut ());
        let believed = arcs(&read_world(&belief.as_grid(&grid), &mover));
        let [start, goal] = ends.map(NodeId::index);
        let is_free = known.is_passable(ends[0]) && known.is_passable(ends[1]);
        let distance = reference(grid.cell_count() as usize, &believed, &[start])[goal];
        assert_eq!(outcome.cost(), distance.filter(|_| is_free), "seed {seed}");
        if let Some(path) = outcome.path() {
            path.validate(&known).unwrap();
        }
        if rng.percent(30) {
            ends = [random_node(&mut rng, &grid), ends[rng.below(2)]];
        }
    }
    wrong
}

/// A batch of all that can be edited; an impossible one changes nothing.
fn edit(grid: &mut Grid, classes: &[u8], rng: &mut Rng) {
    let mut edit = Edit::new();
    for _ in 0..1 + rng.below(4) {
        let [cell, other] = [(); 2].map(|()| grid.cell(random_node(rng, grid)));
        let (side, fence) = (rng.pick(&Dir::STRAIGHT), rng.below(4) as u8);
        let is_inside = side_is_inside(grid, cell, side);
        match rng.below(8) {
            0 => _ = edit.forbid_step(cell, rng.pick(&Dir::ALL)),
            1 => _ = edit.allow_step(cell, rng.pick(&Dir::ALL)),
            2 if is_inside => _ = edit.wall(cell, side),
            3 if is_inside => _ = edit.remove_wall(cell, side),
            4 if is_inside => _ = edit.fence(cell, side, fence),
            5 if is_inside => _ = edit.fence_step(cell, side, fence),
            6 if cell != other => _ = edit.link(cell, other, 1 + rng.below(9) as u32 * 5_000),
            _ => _ = edit.set(cell, rng.pick(classes)),
        }
    }
    grid.apply(&edit).unwrap();
}

fn side_is_inside(grid: &Grid, cell: Cell, dir: Dir) -> bool {
    cell.step(dir).is_some_and(|end| grid.node(end).is_some())
}

/// What is said of each side is what is believed of it.
fn check_sides(grid: &Grid, knowledge: &Knowledge, expected: &Grid) {
    for cell in cells(grid) {
        let found = knowledge.forbidden_steps(grid, cell);
        assert_eq!(found, expected.forbidden_steps(cell), "{cell}");
        for dir in Dir::ALL {
            assert_eq!(knowledge.fence(grid, cell, dir), expected.fence(cell, dir), "{cell}");
        }
    }
}

/// What is written down follows to what is written down from scratch, cell by cell.
fn check_written(written: &mut BelievedGrid, grid: &Grid, knowledge: &Knowledge, expected: &Grid) {
    let is_new = written.is_of(grid, knowledge);
    let revision = written.grid().revision();
    written.update(grid, knowledge).unwrap();
    assert!(written.is_of(grid, knowledge));
    assert!(!is_new || written.grid().revision() == revision, "nothing had changed");
    let from_scratch = BelievedGrid::build(grid, knowledge).unwrap();
    for found in [written.grid(), from_scratch.grid()] {
        for y in 0..expected.height() {
            assert_eq!(found.row(y), expected.row(y));
        }
        for cell in (0..expected.cell_count()).map(|at| expected.cell(NodeId::new(at))) {
            assert_eq!(found.forbidden_steps(cell), expected.forbidden_steps(cell), "{cell}");
        }
        assert_eq!(found.fences(), expected.fences());
        assert_eq!(found.links(), expected.links());
        assert_eq!(found.histogram(), expected.histogram());
    }
    // A follower of the grid sees where it changed.
    if revision == written.grid().revision() {
        assert_eq!(written.grid().changes().since(revision).unwrap().count(), 0);
    }
}

fn believed_arcs(grid: &Grid, mover: &Mover, belief: &Belief) -> Vec<(usize, usize, u64)> {
    arcs(&read_world(&belief.as_grid(grid), mover))
}

/// Every arc that is believed in since, or no longer, lies at a cell that is said to differ.
fn check_touched(
    grid: &Grid,
    before: &[(usize, usize, u64)],
    after: &[(usize, usize, u64)],
    differ: &[NodeId],
) {
    let is_near = |at: usize| {
        let cell = grid.cell(NodeId::new(at as u32));
        differ
            .iter()
            .map(|&node| grid.cell(node))
            .any(|other| cell.x.abs_diff(other.x) <= 1 && cell.y.abs_diff(other.y) <= 1)
    };
    let changed = before.iter().filter(|arc| !after.contains(arc));
    for &(from, to, _) in changed.chain(after.iter().filter(|arc| !before.contains(arc))) {
        assert!(is_near(from) || is_near(to), "{from} to {to} changed, {differ:?} said to differ");
    }
}

#[test]
fn what_is_known_has_the_arcs_of_a_map_made_of_what_is_believed() {
    let seeds = 0..if is_slow_run() { 20_000 } else { 250 };
    let wrong: usize = seeds.map(live).sum();
    assert!(wrong > 150, "{wrong} forbidden steps were believed in that are otherwise by now");
}

#[test]
fn what_is_revealed_is_what_lines_between_centres_reach() {
    let is_opaque = |class: u8| class == b'@';
    for (seed, map) in larger_maps().into_iter().enumerate().step_by(5) {
        let grid = grid_of(&map);
        let mut rng = Rng::new(seed as u64);
        let opaque = |(x, y): (usize, usize)| map.at(x, y) == b'@';
        for radius in [0, 1, 2, 5, 9, 14] {
            let eye = grid.cell(random_node(&mut rng, &grid));
            let mut knowledge = Knowledge::new(&grid, b'.');
            let count = knowledge.reveal_around(&grid, eye, radius, is_opaque, &mut Vec::new());
            assert_eq!(count, knowledge.known_count());
            for cell in (0..grid.cell_count()).map(|at| grid.cell(NodeId::new(at))) {
                let ends = [eye, cell].map(|cell| (cell.x as usize, cell.y as usize));
                let (dx, dy) = (eye.x.abs_diff(cell.x), eye.y.abs_diff(cell.y));
                if dx.max(dy) > radius {
                    assert!(!knowledge.is_known(cell));
                    continue;
                }
                let line = cells_on_line(ends[0], ends[1]);
                let is_free = |&(a, b): &((usize, usize), (usize, usize))| {
                    (b == ends[1] || !opaque(b))
                        && (a.0 == b.0 || a.1 == b.1 || !opaque((a.0, b.1)) || !opaque((b.0, a.1)))
                };
                let mut pairs = line.windows(2).map(|pair| (pair[0], pair[1]));
                let is_seen = dx * dx + dy * dy <= radius * radius && pairs.all(|p| is_free(&p));
                assert_eq!(knowledge.is_known(cell), is_seen, "from {eye} to {cell}\n{map}");
                let sees = [(eye, cell), (cell, eye)].map(|(a, b)| grid.can_see(a, b, is_opaque));
                let is_near = dx * dx + dy * dy <= radius * radius;
                assert_eq!(sees.map(|sees| sees && is_near), [is_seen; 2], "{eye} {cell}\n{map}");
            }
            let known: Vec<Cell> =
                grid.bounds().cells().filter(|&cell| knowledge.is_known(cell)).collect();
            assert_eq!(grid.in_sight(eye, radius, is_opaque), known);
        }
    }
    let grid = Grid::new(3, 3, b'.').unwrap();
    let mut knowledge = Knowledge::new(&grid, b'.');
    assert_eq!(knowledge.reveal_around(&grid, (3, 0), 9, is_opaque, &mut Vec::new()), 0);
    assert_eq!(knowledge.reveal_around(&grid, (0, 0), u32::MAX, is_opaque, &mut Vec::new()), 9);
    assert!(!knowledge.is_known((9, 9)));
    assert_eq!(grid.in_sight((3, 0), 9, is_opaque), []);
    assert!(!grid.can_see((0, 0), (0, 3), is_opaque) && !grid.can_see((0, 3), (0, 0), is_opaque));
}

/// What a unit walks and expands from `unit` to `goal`, seeing three cells around it; checked
/// against a search from nothing at every step.
fn explore(grid: &Grid, mover: &Mover, ends: [NodeId; 2]) -> (Option<Cost>, u64, u64) {
    let mut knowledge = Knowledge::new(grid, b'.');
    let (mut replanner, mut scratch) = (Replanner::new(), Scratch::new());
    let ([mut unit, goal], mut walked) = (ends, 0);
    let (mut replanned, mut fresh) = (0, 0);
    let view = grid.seen_by(mover);
    while unit != goal {
        let eye = grid.cell(unit);
        // A mover that squeezes past corners feels what it cannot see.
        let beside = CellRect::new(eye.x.saturating_sub(1), eye.y.saturating_sub(1), 3, 3);
        knowledge.reveal(grid, beside, &mut Vec::new());
        knowledge.reveal_around(grid, eye, 3, |class| class == b'@', &mut Vec::new());
        let known = knowledge.view(&view);
        let outcome = replanner.replan_over(&known, unit, goal, &mut Budget::unlimited(), &mut ());
        let octile = GridHeuristic::known(&known, Metric::Octile);
        let query = PathQuery::new(unit, goal);
        let expected = astar(&known, &octile, &query, &mut scratch, &mut ());
        assert_eq!(outcome.cost(), expected.cost());
        replanned += replanner.last().expanded;
        fresh += expected.effort().expanded;
        let Some(path) = outcome.path() else { return (None, replanned, fresh) };
        let next = path.nodes()[1];
        walked += Cost::from(view.arc_cost(unit, next).expect("what is near is known"));
        unit = next;
    }
    (Some(walked), replanned, fresh)
}

#[test]
fn an_exploring_unit_arrives_wherever_it_can_and_learns_where_it_cannot() {
    let mut rng = Rng::new(1);
    let (mut replanned, mut fresh, mut scratch) = (0, 0, Scratch::new());
    for seed in 0..if is_slow_run() { 100 } else { 6 } {
        for mover in movers() {
            let grid = grid_of(&looped_maze(seed, 41, 41, 20));
            let view: GridView<'_> = grid.seen_by(&mover);
            let ends = [random_node(&mut rng, &grid), random_node(&mut rng, &grid)];
            if !ends.iter().all(|&node| view.is_passable(node)) {
                continue;
            }
            let query = PathQuery::new(ends[0], ends[1]);
            let least = dijkstra(&view, &query, &mut scratch, &mut ()).cost();
            let (walked, a, b) = explore(&grid, &mover, ends);
            assert_eq!(walked.is_some(), least.is_some());
            assert!(walked >= least);
            (replanned, fresh) = (replanned + a, fresh + b);
        }
    }
    assert!(4 * replanned < fresh, "{replanned} expanded, {fresh} by searches from nothing");
}

#[test]
fn fields_and_searches_take_what_is_known_for_the_world() {
    let mut grid = Grid::new(20, 20, b'.').unwrap();
    grid.apply(Edit::new().fill(CellRect::new(10, 0, 1, 19), b'@')).unwrap();
    let mover = Mover::walker();
    let view = grid.seen_by(&mover).prepared();
    let [unit, goal] = [(2, 2), (18, 2)].map(|cell| grid.node(cell).unwrap());
    let mut knowledge = Knowledge::new(&grid, b'3');
    let mut field = DistanceField::new();
    let mut distance = |knowledge: &Knowledge| {
        let known = knowledge.view(&view);
        field.compute(&known, &[(goal, 0)], Way::Backward, &mut Budget::unlimited());
        field.distance(unit)
    };
    assert_eq!(distance(&knowledge), Some(16 * 3 * 13_860));
    let revision = knowledge.revision();
    knowledge.reveal(&grid, grid.bounds(), &mut Vec::new());
    assert!(knowledge.revision() > revision);
    let mut scratch = Scratch::new();
    let query = PathQuery::new(unit, goal);
    let all = dijkstra(&view, &query, &mut scratch, &mut ());
    assert_eq!(distance(&knowledge), all.cost());
    let known = knowledge.view(&view);
    assert_eq!(dijkstra(&known, &query, &mut scratch, &mut ()).path(), all.path());
    assert!(knowledge.bytes() < 400, "{} bytes", knowledge.bytes());
}

#[test]
fn on_a_map_without_ground_the_guess_goes_by_what_is_assumed() {
    let grid = Grid::new(9, 1, b'@').unwrap();
    let view = grid.seen_by(&Mover::walker());
    let knowledge = Knowledge::new(&grid, b'2');
    let guess = knowledge.view(&view).estimate(NodeId::new(0), NodeId::new(8));
    assert_eq!(guess, 8 * 2 * 13_860);
}

/// The fences in which a faction believes.
fn doors(grid: &Grid, knowledge: &Knowledge) -> Vec<(Cell, Dir, u8)> {
    let all = cells(grid).flat_map(|cell| Dir::ALL.map(|dir| (cell, dir)));
    all.filter_map(|(cell, dir)| Some((cell, dir, knowledge.fence(grid, cell, dir)?))).collect()
}

#[test]
fn a_door_is_as_it_was_when_either_cell_beside_it_was_seen_last() {
    let [left, right] = [Cell::new(0, 1), Cell::new(1, 1)];
    let door = |class| [(left, Dir::E, class), (right, Dir::W, class)];
    // Which of the two cells are known, which of them are remembered, and whether the door that is
    // changed meanwhile is seen to change.
    for case in 0..16 {
        let is_in = |bit: u32| case >> bit & 1 == 1;
        let mut grid = Grid::new(3, 3, b'.').unwrap();
        grid.apply(Edit::new().fence(left, Dir::E, 1)).unwrap();
        let mut knowledge = Knowledge::new(&grid, b'.');
        for (cell, is_known) in [(left, is_in(0)), (right, is_in(1))] {
            if is_known {
                knowledge.reveal(&grid, CellRect::new(cell.x, cell.y, 1, 1), &mut Vec::new());
            }
        }
        for (cell, is_remembered) in [(left, is_in(2)), (right, is_in(3))] {
            if is_remembered {
                knowledge.remember(&grid, CellRect::new(cell.x, cell.y, 1, 1));
            }
        }
        let is_known = is_in(0) || is_in(1);
        let is_seen = (is_in(0) && !is_in(2)) || (is_in(1) && !is_in(3));
        assert_eq!(doors(&grid, &knowledge), &door(1)[..2 * usize::from(is_known)], "{case}");
        grid.apply(Edit::new().fence(left, Dir::E, 2)).unwrap();
        let expected = door(if is_seen { 2 } else { 1 });
        assert_eq!(doors(&grid, &knowledge), &expected[..2 * usize::from(is_known)], "{case}");
        // Whoever looks from the other side sees all of it.
        let mut differ = Vec::new();
        knowledge.reveal(&grid, CellRect::new(1, 1, 1, 1), &mut differ);
        assert_eq!(doors(&grid, &knowledge), door(2), "{case}");
        assert_eq!(differ.len(), usize::from(!is_seen), "{case}");
    }
}

#[test]
fn what_follows_a_belief_says_whether_all_of_it_was_written_again() {
    let mut grid = Grid::new(9, 9, b'.').unwrap();
    let knowledge = Knowledge::new(&grid, b'.');
    let mut believed = BelievedGrid::build(&grid, &knowledge).unwrap();
    assert!(believed.update(&grid, &knowledge).unwrap().is_nothing());
    let before = grid.clone();
    grid.apply(Edit::new().set((4, 4), b'@')).unwrap();
    let followed = believed.update(&grid, &knowledge).unwrap();
    assert_eq!((followed.touched, followed.rebuilt), (1, false));
    // A log knows nothing about later edits.
    let followed = believed.update(&before, &knowledge).unwrap();
    assert_eq!((followed.touched, followed.rebuilt), (81, true));
}

#[test]
fn the_only_wall_is_remembered_after_it_is_gone_until_somebody_looks() {
    let mut grid = Grid::new(5, 1, b'.').unwrap();
    grid.apply(Edit::new().wall((2, 0), Dir::E)).unwrap();
    let mut blind = Knowledge::new(&grid, b'.');
    blind.reveal(&grid, grid.bounds(), &mut Vec::new());
    blind.remember(&grid, grid.bounds());
    let mut believed = BelievedGrid::build(&grid, &blind).unwrap();
    grid.apply(Edit::new().remove_wall((2, 0), Dir::E)).unwrap();
    believed.update(&grid, &blind).unwrap();
    assert!(believed.grid().has_wall((2, 0), Dir::E));
    let sides = |knowledge: &Knowledge| {
        [(2, 0), (3, 0), (9, 9)].map(|cell| knowledge.forbidden_steps(&grid, cell))
    };
    assert_eq!(sides(&blind), [Dir::E.bit(), Dir::W.bit(), 0]);
    assert_eq!(blind.fence(&grid, (9, 9), Dir::E), None);
    let (mut near, mut around) = (blind.clone(), blind.clone());
    near.reveal(&grid, CellRect::new(3, 0, 1, 1), &mut Vec::new());
    around.reveal_around(&grid, Cell::new(0, 0), 2, |class| class == b'@', &mut Vec::new());
    let query = PathQuery::new(NodeId::new(0), NodeId::new(4));
    let view = grid.seen_by(&Mover::walker());
    for (knowledge, sees) in [(&blind, false), (&near, true), (&around, true)] {
        let known = knowledge.view(&view);
        let outcome = dijkstra(&known, &query, &mut Scratch::new(), &mut ());
        assert_eq!((sides(knowledge) == [0; 3], outcome.path().is_some()), (sees, sees));
        assert_eq!(
            known.revision() == blind.view(&view).revision(),
            !sees,
            "views differ once the wall is seen to be gone"
        );
    }
}

#[test]
#[should_panic(expected = "size")]
fn what_is_believed_of_sides_is_asked_about_the_same_grid() {
    let knowledge = Knowledge::new(&Grid::new(5, 1, b'.').unwrap(), b'.');
    knowledge.forbidden_steps(&Grid::new(5, 2, b'.').unwrap(), (0, 1));
}

#[test]
fn sides_take_memory_only_where_something_stands() {
    let mut grid = Grid::new(64, 64, b'.').unwrap();
    let mut knowledge = Knowledge::new(&grid, b'.');
    knowledge.reveal(&grid, grid.bounds(), &mut Vec::new());
    let all = knowledge.clone();
    knowledge.remember(&grid, grid.bounds());
    let without = knowledge.bytes();
    grid.apply(Edit::new().wall((3, 3), Dir::E).fence((9, 9), Dir::S, 1)).unwrap();
    assert_eq!(knowledge.forbidden_steps(&grid, (3, 3)), 0, "built out of sight");
    assert_eq!(knowledge.bytes(), without);
    let mut again = all;
    again.remember(&grid, grid.bounds());
    assert!((without + 1..without + 4 * 40).contains(&again.bytes()), "{}", again.bytes());
}

#[test]
fn a_fence_that_is_remembered_stays_one_while_the_map_has_it() {
    let mut grid = Grid::new(128, 64, b'.').unwrap();
    let (left, right) = (Cell::new(0, 0), Cell::new(1, 0));
    let mut edit = Edit::new();
    edit.fence(left, Dir::E, 1);
    let ends = cells(&grid).filter(|&end| end != left && end != right);
    ends.take(4084).for_each(|end| _ = edit.link(left, end, 5));
    grid.apply(&edit).unwrap();
    let mut knowledge = Knowledge::new(&grid, b'.');
    let two = CellRect::new(0, 0, 2, 1);
    knowledge.reveal(&grid, two, &mut Vec::new());
    knowledge.remember(&grid, two);
    assert_eq!(knowledge.fence(&grid, left, Dir::E), Some(1), "nothing was edited");
    grid.apply(Edit::new().remove_wall(left, Dir::E)).unwrap();
    assert_eq!(knowledge.fence(&grid, left, Dir::E), None);
    assert_ne!(knowledge.forbidden_steps(&grid, left) & Dir::E.bit(), 0, "but a wall");
}

#[test]
fn a_remembered_fence_is_a_wall_where_links_leave_no_room_for_it() {
    let mut grid = Grid::new(128, 64, b'.').unwrap();
    let (left, right) = (Cell::new(0, 0), Cell::new(1, 0));
    grid.apply(Edit::new().fence(left, Dir::E, 1)).unwrap();
    let mut knowledge = Knowledge::new(&grid, b'.');
    let two = CellRect::new(0, 0, 2, 1);
    knowledge.reveal(&grid, two, &mut Vec::new());
    knowledge.remember(&grid, two);
    let mut believed = BelievedGrid::build(&grid, &knowledge).unwrap();
    let mut edit = Edit::new();
    edit.remove_wall(left, Dir::E);
    let ends = cells(&grid).filter(|&end| end != left && end != right);
    ends.take(4087).for_each(|end| _ = edit.link(left, end, 5));
    grid.apply(&edit).unwrap();
    let found = |believed: &BelievedGrid| {
        [(left, Dir::E), (right, Dir::W)].map(|(cell, dir)| believed.grid().fence(cell, dir))
    };
    assert_eq!(found(&believed), [Some(1); 2]);
    believed.update(&grid, &knowledge).unwrap();
    assert_eq!(found(&believed), [None, Some(1)]);
    assert!(believed.grid().has_wall(left, Dir::E));
    let mover = Mover::walker().crosses(1, 5).unwrap();
    let (as_grid, view) = (believed.grid().seen_by(&mover), grid.seen_by(&mover));
    let known = knowledge.view(&view);
    for way in [Way::Forward, Way::Backward] {
        assert_eq!(checked_arcs(&known, way), checked_arcs(&as_grid, way));
    }
}

#[test]
#[should_panic(expected = "BelievedGrid")]
fn sides_are_not_believed_of_the_places_of_a_body() {
    let grid = Grid::new(5, 2, b'.').unwrap();
    let body = BodyGrid::square(&grid.seen_by(&Mover::walker()), 2).unwrap();
    let _ = Knowledge::new(&grid, b'.').fence(body.grid(), (0, 0), Dir::E);
}
