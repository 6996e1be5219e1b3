//! Distance and flow fields against the reference: whole, stopped early, repaired after edits.

use astride::base::{Budget, Cell, CellRect, Cost, Dir, NodeId, Scale, Slot, Spent};
use astride::search::{DistanceField, FieldQuery, FieldStatus};
use astride::shapes::square::{
    Corners, Edit, FlowField, FlowStep, Grid, GridView, Mover, Neighbours,
};
use astride::world::{Arc, Changes, Way, World};
use astride_testkit::adapter::{build_world, grid_of, read_world, supported};
use astride_testkit::generate::{caves, fenced_world, perfect_maze, random_classes, rooms};
use astride_testkit::larger::random_node;
use astride_testkit::reference::dijkstra;
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;
use astride_testkit::world::arcs;

const WAYS: [Way; 2] = [Way::Forward, Way::Backward];

/// What the reference says of every node. Sources are arcs from one more node.
fn expected(grid: &Grid, mover: &Mover, sources: &[(NodeId, Cost)], way: Way) -> Vec<Option<Cost>> {
    let world = read_world(grid, mover);
    let nodes = world.cells.len();
    let turned =
        |&(from, to, cost)| if way == Way::Forward { (from, to, cost) } else { (to, from, cost) };
    let mut list: Vec<_> = arcs(&world).iter().map(turned).collect();
    let standing = sources.iter().filter(|source| world.cells[source.0.index()].factor > 0);
    list.extend(standing.map(|&(node, paid)| (nodes, node.index(), paid)));
    let mut distances = dijkstra(nodes + 1, &list, &[nodes]);
    distances.truncate(nodes);
    distances
}

fn distances(field: &DistanceField) -> Vec<Option<Cost>> {
    (0..field.node_count() as u32).map(|node| field.distance(NodeId::new(node))).collect()
}

fn random_sources(rng: &mut Rng, grid: &Grid) -> Vec<(NodeId, Cost)> {
    let paid: &[Cost] = rng.pick(&[&[0][..], &[0], &[5], &[0, 30, 20_000]]);
    (0..1 + rng.below(3)).map(|_| (random_node(rng, grid), rng.pick(paid))).collect()
}

/// Every step of the flow is one that the reference has an arc for, and goes down by its cost.
fn check_flow(view: &GridView<'_>, mover: &Mover, field: &DistanceField, flow: &FlowField) {
    let world = read_world(view.grid(), mover);
    let list = arcs(&world);
    for node in (0..view.node_count()).map(NodeId::new) {
        let cell = view.grid().cell(node);
        let to = match flow.step(node) {
            FlowStep::Unreached => {
                assert_eq!(field.distance(node), None, "{cell}");
                continue;
            }
            FlowStep::Arrived => None,
            FlowStep::Towards(dir) => view.grid().node(cell.step(dir).expect("inside")),
            FlowStep::Link(to) => Some(to),
        };
        assert_eq!(Ok(to), field.next_from(view, node), "{cell}");
        let here = field.distance(node).expect("reached");
        let Some(to) = to else {
            let paid =
                field.sources().iter().find(|source| source.0 == node).map(|source| source.1);
            assert_eq!(paid, Some(here), "{cell}");
            continue;
        };
        let ends = if field.way() == Way::Backward { (node, to) } else { (to, node) };
        let there = field.distance(to).expect("reached");
        let is_arc = |&(from, to, cost): &(usize, usize, u64)| {
            (from, to) == (ends.0.index(), ends.1.index()) && there + cost == here
        };
        assert!(list.iter().any(is_arc), "{cell}: {:?}", flow.step(node));
    }
}

#[test]
fn fields_and_flows_equal_the_reference_on_worlds_where_everything_happens() {
    let (mut field, mut flow) = (DistanceField::new(), FlowField::new());
    for seed in 0..1500 {
        let size = (1 + seed as usize % 7, 1 + seed as usize / 7 % 6);
        let (grid, mover) = build_world(&supported(&fenced_world(seed, size.0, size.1)));
        let mut rng = Rng::new(seed);
        let sources = random_sources(&mut rng, &grid);
        let plain = grid.seen_by(&mover);
        for view in [plain.clone(), plain.prepared()] {
            for way in WAYS {
                let status = field.compute(&view, &sources, way, &mut Budget::unlimited());
                assert_eq!(status, FieldStatus::Complete);
                let expected = expected(&grid, &mover, &sources, way);
                assert_eq!(distances(&field), expected, "seed {seed}, {way:?}");
                flow.derive(&view, &field).expect("of this view");
                check_flow(&view, &mover, &field, &flow);
            }
        }
    }
}

/// Maps on which all terrain costs the same, of widths around those of machine words and more.
fn plain_maps() -> Vec<Grid> {
    let mut maps = vec![rooms(3, 40, 33, 6, 50), perfect_maze(4, 31, 41), caves(5, 63, 20, 44, 3)];
    for (at, (width, height)) in
        [(1, 1), (1, 30), (30, 1), (2, 17), (17, 2), (15, 16), (16, 15), (65, 9)]
            .into_iter()
            .enumerate()
    {
        maps.push(random_classes(at as u64, width, height, b".....@"));
        maps.push(random_classes(at as u64, width, height, b"3333@"));
    }
    maps.iter().map(grid_of).collect()
}

fn rules() -> Vec<Mover> {
    let walker = Mover::walker();
    let eight = [Corners::Never, Corners::OneFree, Corners::Always];
    let mut rules: Vec<Mover> = eight.map(|corners| walker.clone().corners(corners)).into();
    rules.push(walker.clone().neighbours(Neighbours::Four));
    rules.push(walker.neighbours(Neighbours::Four).scale(Scale::CLASSIC));
    rules
}

#[test]
fn fields_and_flows_equal_the_reference_where_all_terrain_costs_the_same() {
    let (mut field, mut flow) = (DistanceField::new(), FlowField::new());
    for (seed, mut grid) in plain_maps().into_iter().enumerate() {
        let mut rng = Rng::new(seed as u64);
        for walled in [false, true] {
            if walled {
                let mut edit = Edit::new();
                for _ in 0..20 {
                    edit.forbid_step(grid.cell(random_node(&mut rng, &grid)), rng.pick(&Dir::ALL));
                }
                grid.apply(&edit).expect("steps on the map");
            }
            for mover in rules() {
                let sources = random_sources(&mut rng, &grid);
                let plain = grid.seen_by(&mover);
                for view in [plain.clone(), plain.prepared()] {
                    for way in WAYS {
                        field.compute(&view, &sources, way, &mut Budget::unlimited());
                        let expected = expected(&grid, &mover, &sources, way);
                        assert_eq!(distances(&field), expected, "map {seed}, {mover:?}");
                        flow.derive(&view, &field).expect("of this view");
                        check_flow(&view, &mover, &field, &flow);
                    }
                }
            }
        }
    }
}

#[test]
fn four_neighbour_fields_pass_32_bits() {
    let mut field = DistanceField::new();
    let grid = Grid::new(3, 500, b'.').expect("a good size");
    let mover = Mover::walker().neighbours(Neighbours::Four);
    for paid in [u64::from(u32::MAX) - 13_860 * 200 - 7, u64::from(u32::MAX), 1 << 40] {
        let sources = [(NodeId::new(1), paid)];
        let view = grid.seen_by(&mover);
        field.compute(&view, &sources, Way::Forward, &mut Budget::unlimited());
        assert_eq!(distances(&field), expected(&grid, &mover, &sources, Way::Forward));
    }
}

#[test]
fn a_four_neighbour_field_in_slices_ends_as_a_whole_one() {
    for (seed, grid) in plain_maps().into_iter().enumerate() {
        let mover = Mover::walker().neighbours(Neighbours::Four);
        let view = grid.seen_by(&mover);
        let mut rng = Rng::new(seed as u64);
        let sources = [(random_node(&mut rng, &grid), 9), (random_node(&mut rng, &grid), 9)];
        let expected = expected(&grid, &mover, &sources, Way::Backward);
        let mut field = DistanceField::new();
        let mut slice = || Budget::unlimited().expansions(rng.below(40) as u64);
        let mut status = field.compute(&view, &sources, Way::Backward, &mut slice());
        while let FieldStatus::Partial { settled_below, .. } = status {
            for (known, last) in distances(&field).into_iter().zip(&expected) {
                assert!(known == *last || last.is_some_and(|last| last >= settled_below));
            }
            status = field.resume(&view, &mut slice()).expect("of this world");
        }
        assert_eq!(distances(&field), expected);
    }
}

/// Most cells have all steps here, so fields are computed in runs.
#[test]
fn fields_on_open_ground_equal_the_reference_whole_and_in_slices() {
    let mut field = DistanceField::new();
    for seed in 0..if is_slow_run() { 60 } else { 24 } {
        let mut rng = Rng::new(seed);
        let (width, height) = (30 + rng.below(40) as u32, 30 + rng.below(40) as u32);
        let mut grid = Grid::new(width, height, b'.').expect("a good size");
        let mut edit = Edit::new();
        for _ in 0..width * height / 150 * (seed as u32 % 3) {
            edit.set(grid.cell(random_node(&mut rng, &grid)), b'@');
        }
        if seed % 4 == 3 {
            edit.forbid_step(grid.cell(random_node(&mut rng, &grid)), rng.pick(&Dir::ALL));
        }
        grid.apply(&edit).expect("cells of the map");
        let steep = Mover::walker().scale(Scale::new(3, 6).expect("a scale"));
        for (mover, way) in rules().into_iter().chain([steep]).zip(WAYS.into_iter().cycle()) {
            let mut sources = random_sources(&mut rng, &grid);
            let far = rng.pick(&[0, 0, u64::from(u32::MAX) - 40 * 13_860]);
            sources.iter_mut().for_each(|source| source.1 += far);
            let view = grid.seen_by(&mover).prepared();
            let expected = expected(&grid, &mover, &sources, way);
            field.compute(&view, &sources, way, &mut Budget::unlimited());
            assert_eq!(distances(&field), expected, "seed {seed}, {mover:?}");
            let most = 1 + rng.below(400) as u64;
            let mut status =
                field.compute(&view, &sources, way, &mut Budget::unlimited().expansions(most));
            while let FieldStatus::Partial { settled_below, .. } = status {
                for (known, last) in distances(&field).into_iter().zip(&expected) {
                    assert!(known == *last || last.is_some_and(|last| last >= settled_below));
                }
                let before = field.expanded();
                let budget = &mut Budget::unlimited().expansions(most);
                status = field.resume(&view, budget).expect("of this world");
                assert!(field.expanded() <= before + most);
            }
            assert_eq!(distances(&field), expected, "seed {seed}, {mover:?}, in slices");
        }
    }
}

/// Where a diagonal step costs as much as two straight ones, it matters which arrives first.
#[test]
fn a_field_with_costly_diagonals_reaches_every_cell() {
    let grid = Grid::new(29, 19, b'.').expect("a good size");
    let mover = Mover::walker().scale(Scale::new(3, 6).expect("a scale"));
    let paid = [(28, 18), (32, 13), (108, 39), (154, 34), (157, 3), (178, 35), (334, 23), (396, 2)];
    let sources = paid.map(|(node, cost)| (NodeId::new(node), cost));
    let mut field = DistanceField::new();
    for way in WAYS {
        field.compute(&grid.seen_by(&mover), &sources, way, &mut Budget::unlimited());
        assert_eq!(distances(&field), expected(&grid, &mover, &sources, way));
    }
}

/// Asks for less than the whole field, and then for the rest.
fn check_stopped(view: &GridView<'_>, query: &FieldQuery<'_>, expected: &[Option<Cost>]) -> bool {
    let mut field = DistanceField::new();
    let budget = &mut Budget::unlimited();
    let status = field.answer(view, query, budget);
    let below = match status {
        FieldStatus::Complete => Cost::MAX,
        FieldStatus::Stopped { settled_below } => settled_below,
        FieldStatus::Partial { .. } => panic!("nothing limits it"),
    };
    assert_eq!(field.settled_below(), below);
    let is_reached = |node: &NodeId| expected[node.index()].is_some();
    let all_settled = |node: &NodeId| expected[node.index()].is_some_and(|cost| cost < below);
    let aimed = !query.targets.is_empty() && query.targets.iter().all(is_reached);
    assert!(below > query.max_cost || query.targets.iter().all(all_settled) || below == Cost::MAX);
    if aimed && below != Cost::MAX && query.max_cost == Cost::MAX {
        assert!(query.targets.iter().all(all_settled));
    }
    for (node, (known, &last)) in distances(&field).into_iter().zip(expected).enumerate() {
        if last.is_some_and(|last| last < below) || below == Cost::MAX {
            assert_eq!(known, last, "node {node}, final below {below}");
            let path = field.path_from(view, NodeId::new(node as u32)).expect("settled");
            assert_eq!(path.is_some(), last.is_some());
        }
        assert!(known.is_none_or(|known| last.is_some_and(|last| last <= known)));
    }
    assert_eq!(field.resume(view, budget), Ok(FieldStatus::Complete));
    assert_eq!(distances(&field), expected);
    below != Cost::MAX
}

#[test]
fn a_field_that_stops_early_is_final_where_it_is_settled() {
    let mut stopped = 0;
    let mut check = |grid: &Grid, mover: &Mover, rng: &mut Rng| {
        let sources = random_sources(rng, grid);
        let view = grid.seen_by(mover);
        let way = rng.pick(&WAYS);
        let expected = expected(grid, mover, &sources, way);
        let targets = [random_node(rng, grid), random_node(rng, grid)];
        let most = expected.iter().flatten().max().map_or(0, |&most| rng.below(most as usize + 1));
        let whole = FieldQuery::new(&sources, way);
        for query in [
            whole.until_settled(&targets),
            whole.within(most as u64),
            whole.until_settled(&targets[..1]).within(most as u64),
        ] {
            stopped += u32::from(check_stopped(&view, &query, &expected));
        }
    };
    for seed in 0..400 {
        let (grid, mover) = build_world(&supported(&fenced_world(seed, 7, 6)));
        check(&grid, &mover, &mut Rng::new(seed));
    }
    for (seed, grid) in plain_maps().into_iter().enumerate() {
        for mover in rules() {
            check(&grid, &mover, &mut Rng::new(seed as u64));
        }
    }
    assert!(stopped > 400, "{stopped} stopped");
}

#[test]
fn an_early_stop_saves_work() {
    let grid = Grid::new(200, 200, b'.').expect("a good size");
    for mover in rules() {
        let view = grid.seen_by(&mover);
        let sources = [(NodeId::new(0), 0)];
        let targets = [NodeId::new(20)];
        let whole = FieldQuery::new(&sources, Way::Forward);
        for query in [whole.until_settled(&targets), whole.within(20 * 13_860)] {
            let mut field = DistanceField::new();
            field.answer(&view, &query, &mut Budget::unlimited());
            let limit = if mover.step_scale() == Scale::CLASSIC && query.targets.is_empty() {
                40_000
            } else {
                600
            };
            assert!(field.expanded() <= limit, "{} expanded", field.expanded());
        }
    }
}

/// A batch of random edits; some have no effect.
fn random_batch(rng: &mut Rng, grid: &Grid, classes: &[u8]) -> Edit {
    let mut edit = Edit::new();
    let sides = Dir::STRAIGHT;
    for _ in 0..1 + rng.below(3) {
        let cell = grid.cell(random_node(rng, grid));
        let other = grid.cell(random_node(rng, grid));
        let link = grid.links().get(rng.below(8));
        let dir = rng.pick(&sides);
        let has_far = cell.step(dir).is_some_and(|far| grid.node(far).is_some());
        match (rng.below(9), link) {
            (0..4, _) => _ = edit.set(cell, rng.pick(classes)),
            (4, _) => {
                let width = (grid.width() - cell.x).min(3);
                _ = edit.fill(CellRect::new(cell.x, cell.y, width, 1), rng.pick(classes));
            }
            (5, _) if has_far => _ = edit.wall(cell, dir),
            (6, _) if has_far => _ = edit.remove_wall(cell, dir),
            (7, Some(link)) => _ = edit.unlink(grid.cell(link.from), grid.cell(link.to)),
            (7, None) if cell != other => _ = edit.link(cell, other, 1 + rng.below(60_000) as u32),
            (8, _) => {
                let dir = rng.pick(&Dir::ALL);
                _ = match rng.percent(50) {
                    true => edit.forbid_step(cell, dir),
                    false => edit.allow_step(cell, dir),
                };
            }
            _ => {}
        }
    }
    edit
}

/// A repaired field is the one computed from scratch, which is that of the reference; paths included.
fn check_repaired(field: &DistanceField, view: &GridView<'_>, mover: &Mover, what: &str) {
    let sources = field.sources();
    let expected = expected(view.grid(), mover, sources, field.way());
    let found = distances(field);
    let first = found.iter().zip(&expected).position(|(found, expected)| found != expected);
    assert_eq!(first.map(|at| (at, found[at], expected[at])), None, "{what}");
    let mut fresh = DistanceField::new();
    fresh.compute(view, sources, field.way(), &mut Budget::unlimited());
    let sample = (0..view.node_count()).step_by(11).map(NodeId::new);
    for node in sample {
        assert_eq!(field.path_from(view, node), fresh.path_from(view, node), "{what}");
    }
    assert_eq!(field.revision(), view.revision());
}

#[test]
fn repaired_fields_equal_fields_computed_again() {
    let (mut patched, mut raised, mut refused) = (0, 0, 0);
    let seeds = if is_slow_run() { 260 } else { 104 };
    for seed in 0..seeds {
        let mut rng = Rng::new(seed);
        let (mut grid, mover, classes): (Grid, Mover, &[u8]) = match seed % 4 {
            // Small worlds in which everything happens: all classes of the world may be set.
            0 | 1 => {
                let (grid, mover) = build_world(&supported(&fenced_world(seed, 12, 11)));
                (grid, mover, &[0, 1, 2, 3, 4, 5, 6])
            }
            2 => (grid_of(&rooms(seed, 30, 25, 5, 60)), rng.pick(&[0, 1, 3]).pipe(rule), b".@"),
            _ => (
                grid_of(&random_classes(seed, 26, 22, b"....@159W")),
                rule(seed as usize),
                b".@95W",
            ),
        };
        let way = rng.pick(&WAYS);
        let mut field = DistanceField::new();
        let sources = random_sources(&mut rng, &grid);
        field.compute(&grid.seen_by(&mover), &sources, way, &mut Budget::unlimited());
        for round in 0..25 {
            for _ in 0..1 + rng.below(2) {
                let batch = random_batch(&mut rng, &grid, classes);
                refused += u32::from(grid.apply(&batch).is_err());
            }
            let view = grid.seen_by(&mover);
            let view = if rng.percent(20) { view.prepared() } else { view };
            let repair = field.repair(&view).expect("the log reaches back");
            patched += u32::from(!repair.rebuilt);
            raised += repair.changed;
            check_repaired(&field, &view, &mover, &format!("seed {seed}, round {round}"));
            if rng.percent(30) {
                let sources = random_sources(&mut rng, &grid);
                let repair = field.move_sources(&view, &sources).expect("of this revision");
                patched += u32::from(!repair.rebuilt);
                check_repaired(&field, &view, &mover, &format!("seed {seed}, {round}, moved"));
            }
        }
    }
    assert!(patched > 1600 && raised > 4000, "{patched} patched, {raised} raised");
    assert!(u64::from(refused) * 4 < seeds * 3, "{refused} batches refused");
}

fn rule(at: usize) -> Mover {
    rules()[at % rules().len()].clone()
}

trait Pipe: Sized {
    fn pipe<T>(self, f: impl FnOnce(Self) -> T) -> T {
        f(self)
    }
}
impl Pipe for usize {}

#[test]
fn a_closed_door_and_an_open_one_are_repaired_past_32_bits() {
    let mut grid = Grid::new(60, 60, b'.').expect("a good size");
    let mover = Mover::walker();
    let sources = [(NodeId::new(0), u64::from(u32::MAX) - 40 * 13_860)];
    let mut field = DistanceField::new();
    let view = grid.seen_by(&mover);
    field.compute(&view, &sources, Way::Forward, &mut Budget::unlimited());
    // A wall with one door near the end, closed and opened again.
    grid.apply(Edit::new().fill(CellRect::new(55, 0, 1, 59), b'@')).expect("on the map");
    for class in [b'.', b'@', b'.', b'9'] {
        grid.apply(Edit::new().set(Cell::new(55, 59), class)).expect("on the map");
        let view = grid.seen_by(&mover);
        field.repair(&view).expect("the log reaches back");
        check_repaired(&field, &view, &mover, "the door");
    }
}

#[test]
fn a_repair_of_little_looks_at_little() {
    let mut grid = Grid::new(200, 200, b'.').expect("a good size");
    for mover in rules() {
        let mut field = DistanceField::new();
        let sources = [(NodeId::new(0), 0)];
        let view = grid.seen_by(&mover);
        field.compute(&view, &sources, Way::Forward, &mut Budget::unlimited());
        for class in [b'@', b'.'] {
            grid.apply(Edit::new().set((150, 170), class)).expect("on the map");
            let repair = field.repair(&grid.seen_by(&mover)).expect("the log reaches back");
            assert!(!repair.rebuilt && repair.changed < 200 && repair.looked < 300, "{repair:?}");
        }
    }
}

#[test]
fn fields_that_do_not_fit_the_world_are_refused() {
    let mut grid = Grid::new(9, 9, b'.').expect("a good size");
    let other = Grid::new(9, 8, b'.').expect("a good size");
    let mover = Mover::walker();
    let sources = [(NodeId::new(0), 0)];
    let (mut field, mut flow) = (DistanceField::new(), FlowField::new());
    field.compute(&grid.seen_by(&mover), &sources, Way::Forward, &mut Budget::unlimited());
    let message = field.repair(&other.seen_by(&mover)).unwrap_err().to_string();
    assert_eq!(message, "the field has 81 nodes, expected 72 as the world");
    assert!(flow.derive(&other.seen_by(&mover), &field).is_err());

    for _ in 0..Changes::MEMORY + 1 {
        grid.apply(Edit::new().set((4, 4), b'@')).expect("on the map");
    }
    let before = distances(&field);
    let view = grid.seen_by(&mover);
    let error = field.repair(&view).unwrap_err();
    assert!(error.is_stale() && error.to_string().contains("does not reach back"), "{error}");
    assert!(field.move_sources(&view, &sources).unwrap_err().is_stale());
    assert!(flow.derive(&view, &field).unwrap_err().is_stale());
    assert_eq!(distances(&field), before);

    // A field of a later revision is of another grid.
    let mut later = DistanceField::new();
    later.compute(&view, &sources, Way::Forward, &mut Budget::unlimited());
    let young = Grid::new(9, 9, b'.').expect("a good size");
    assert!(later.repair(&young.seen_by(&mover)).unwrap_err().is_stale());

    field.compute(&view, &sources, Way::Forward, &mut Budget::unlimited().expansions(5));
    let error = field.repair(&view).unwrap_err();
    assert!(error.is_unfinished() && !error.is_stale(), "{error}");
    field.resume(&view, &mut Budget::unlimited()).expect("of this world");
    assert!(field.repair(&view).is_ok());
    assert!(DistanceField::new().repair(&view).is_err());
}

#[test]
fn paths_and_steps_are_refused_where_the_grid_was_edited() {
    let mover = Mover::walker();
    for way in WAYS {
        let mut grid = Grid::new(9, 9, b'.').expect("a good size");
        let [goal, unit] = [(8, 4), (0, 4)].map(|cell| grid.node(cell).expect("on the map"));
        let mut field = DistanceField::new();
        field.compute(&grid.seen_by(&mover), &[(goal, 0)], way, &mut Budget::unlimited());
        grid.apply(Edit::new().fill(CellRect::new(4, 0, 1, 9), b'@').set((4, 0), b'.')).unwrap();
        let view = grid.seen_by(&mover);
        let message = field.path_from(&view, unit).unwrap_err().to_string();
        assert_eq!(
            message,
            "the field is of revision 0, expected 1 as the world with its overlays; repair it or \
             compute it again"
        );
        assert!(field.next_from(&view, unit).unwrap_err().is_stale());
        assert!(field.next_from(&view, goal).unwrap_err().is_stale(), "nobody has arrived");
        field.repair(&view).expect("the log reaches back");
        let path = field.path_from(&view, unit).expect("of this revision").expect("a way round");
        assert_eq!(path.validate(&view), Ok(()));

        // One that is being computed does not go on in another world.
        let few = &mut Budget::unlimited().expansions(20);
        let status = field.compute(&view, &[(goal, 0)], way, few);
        assert!(matches!(status, FieldStatus::Partial { .. }));
        let error = field.path_from(&view, unit).unwrap_err();
        assert!(error.is_unfinished() && !error.is_stale(), "{error}");
        assert!(field.next_from(&view, unit).unwrap_err().is_unfinished());
        assert_eq!(field.next_from(&view, goal), Ok(None));
        let before = distances(&field);
        grid.apply(Edit::new().set((6, 4), b'@')).expect("on the map");
        let edited = grid.seen_by(&mover);
        let error = field.resume(&edited, &mut Budget::unlimited()).unwrap_err();
        assert!(error.is_stale(), "{error}");
        assert_eq!(distances(&field), before);
        let other = Grid::new(9, 8, b'.').expect("a good size");
        let error = field.resume(&other.seen_by(&mover), &mut Budget::unlimited()).unwrap_err();
        assert!(error.is_wrong_world() && !error.is_stale(), "{error}");
    }
}

#[test]
fn no_path_ends_but_at_a_source_even_on_another_map_of_the_same_size() {
    let mover = Mover::walker();
    let mut refused = 0;
    for seed in 0..60 {
        let [here, there] = [seed, seed + 1000].map(|seed| grid_of(&caves(seed, 24, 18, 40, 2)));
        let (here, there) = (here.seen_by(&mover), there.seen_by(&mover));
        let mut rng = Rng::new(seed);
        let sources = random_sources(&mut rng, here.grid());
        let mut field = DistanceField::new();
        field.compute(&here, &sources, rng.pick(&WAYS), &mut Budget::unlimited());
        let mut flow = FlowField::new();
        flow.derive(&there, &field).expect("of as many cells");
        for node in (0..here.node_count()).map(NodeId::new) {
            let is_led = matches!(flow.step(node), FlowStep::Towards(_));
            match field.next_from(&there, node) {
                Ok(next) => assert_eq!(next.is_some(), is_led, "seed {seed}: {node}"),
                Err(_) => assert_eq!(flow.step(node), FlowStep::Unreached, "seed {seed}: {node}"),
            }
            match field.path_from(&there, node) {
                Ok(Some(path)) => {
                    let end = if field.way() == Way::Forward { path.start() } else { path.goal() };
                    let is_source = field.sources().iter().any(|source| source.0 == end);
                    assert!(is_source, "seed {seed}: {path:?}");
                }
                Ok(None) => assert_eq!(field.distance(node), None),
                Err(error) => {
                    assert!(error.is_wrong_world(), "{error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 1000, "{refused} refused");
}

#[test]
fn a_flow_off_an_unfinished_field_has_arrived_only_at_sources() {
    let (mut field, mut flow) = (DistanceField::new(), FlowField::new());
    for seed in 0..300 {
        let (grid, mover) = build_world(&supported(&fenced_world(seed, 9, 8)));
        let mut rng = Rng::new(seed);
        let sources = random_sources(&mut rng, &grid);
        let view = grid.seen_by(&mover);
        let few = &mut Budget::unlimited().expansions(rng.below(30) as u64);
        field.compute(&view, &sources, rng.pick(&WAYS), few);
        flow.derive(&view, &field).expect("of this view");
        assert_eq!(flow.revision(), view.revision());
        for node in (0..view.node_count()).map(NodeId::new) {
            let paid = field.sources().iter().find(|source| source.0 == node).map(|s| s.1);
            if flow.step(node) == FlowStep::Arrived {
                assert_eq!(field.distance(node), paid, "seed {seed}");
            }
        }
    }
}

/// A world that claims to be as large as node ids allow.
struct Boundless;

impl World for Boundless {
    fn node_count(&self) -> u32 {
        u32::MAX - 1
    }
    fn is_passable(&self, _node: NodeId) -> bool {
        true
    }
    fn max_arc_cost(&self) -> u32 {
        1
    }
    fn for_each_arc(&self, _node: NodeId, _way: Way, _visit: impl FnMut(Arc)) {}
    fn follow(&self, node: NodeId, _slot: Slot, _way: Way) -> NodeId {
        node
    }
}

#[test]
fn a_limit_on_bytes_is_kept_before_memory_is_taken() {
    let refused = FieldStatus::Partial { settled_below: 0, spent: Spent::Bytes };
    let sources = [(NodeId::new(0), 0)];
    let mut field = DistanceField::new();
    let limited = || Budget::unlimited().bytes(1 << 20);
    assert_eq!(field.compute(&Boundless, &sources, Way::Forward, &mut limited()), refused);
    assert!(field.bytes() < 1 << 12 && field.distance(NodeId::new(0)).is_none());

    let grid = Grid::new(1000, 1000, b'.').expect("a good size");
    let view = grid.seen_by(&Mover::walker());
    assert_eq!(field.compute(&view, &sources, Way::Forward, &mut limited()), refused);
    assert!(field.repair(&view).is_err());
    assert_eq!(field.resume(&view, &mut limited()), Ok(refused));
    assert_eq!(field.resume(&view, &mut Budget::unlimited()), Ok(FieldStatus::Complete));
    assert_eq!(field.distance(NodeId::new(999)), Some(999 * 13_860));
}
