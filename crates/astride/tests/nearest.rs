//! The nearest place: known from components it is the one that looking at everything finds, at the
//! same cost, by every door and after any edits; and it is found near by.

use std::sync::atomic::AtomicBool;

use astride::base::{Budget, Cell, CellRect, Cost, Dir, NodeId, Spent};
use astride::planner::{
    Ask, Guide, GuideError, Keep, Method, Navigable, Navigator, NavigatorError,
};
use astride::search::{Outcome, PathQuery, Scratch, Why, astar, dijkstra, reachable};
use astride::shapes::hex::{Hex, HexLayout, HexMap};
use astride::shapes::square::{
    Components, Edit, Grid, GridHeuristic, GridView, Knowledge, Mover, Near, Neighbours, SnapError,
    astar_or_nearest, snap,
};
use astride::shapes::triangle::TriangleMap;
use astride::world::{Overlay, World};
use astride_testkit::adapter::{build_world, grid_of, read_world, supported};
use astride_testkit::generate::fenced_world;
use astride_testkit::larger::{larger_maps, movers, random_change, random_node};
use astride_testkit::reference;
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;
use astride_testkit::world::arcs;

/// Where a path ends and what it costs; `Err` if it does not lead to the goal.
type End = Result<(Cost, NodeId), Option<(Cost, NodeId)>>;

fn end(outcome: &Outcome) -> End {
    let end = |path: &astride::path::Path| (path.cost(), path.goal());
    outcome.path().map(end).ok_or_else(|| outcome.nearest().map(end))
}

/// Walks the path of an answer, and returns where it ends.
fn walked(world: &impl World, start: NodeId, outcome: &Outcome, what: &str) -> End {
    if let Some(path) = outcome.path().or(outcome.nearest()) {
        assert_eq!(path.start(), start, "{what}");
        path.validate(world).unwrap_or_else(|fault| panic!("{what}: {fault}"));
    }
    end(outcome)
}

/// The answer by trying all nodes, with the distances of the reference.
fn tried(view: &GridView<'_>, far: &[Option<Cost>], start: NodeId, goal: NodeId) -> End {
    if !view.is_passable(start) {
        return Err(None);
    }
    if let Some(cost) = far[goal.index()] {
        return Ok((cost, goal));
    }
    let nodes = (0..view.node_count()).map(NodeId::new);
    let key = |node: NodeId| Some((view.estimate(node, goal), far[node.index()]?, node));
    Err(nodes.filter_map(key).min().map(|(_, cost, node)| (cost, node)))
}

/// What a search says that looks at everything.
fn flooded(world: &impl World, start: NodeId, goal: NodeId) -> Outcome {
    let query = PathQuery::new(start, goal).or_nearest();
    dijkstra(world, &query, &mut Scratch::new(), &mut ())
}

/// The answer that a queue finds a few expansions at a time.
fn requested(nav: &mut Navigator, ask: &Ask) -> Outcome {
    nav.request(ask, 0).expect("a good request");
    let mut done = Vec::new();
    while done.is_empty() {
        nav.work(&mut Budget::unlimited().expansions(7));
        done.extend(nav.take_done());
    }
    done.remove(0).answer.expect("a good request")
}

/// A grid with everything that answers about it.
struct Doors {
    mover: Mover,
    grid: Grid,
    components: Components,
    guides: Vec<Guide>,
    navigator: Navigator,
    scratch: Scratch,
}

impl Doors {
    fn new(grid: Grid, mover: Mover, methods: &[Method]) -> Self {
        let components = Components::build(&grid.seen_by(&mover));
        let guide = |method: &Method| Guide::new(mover.clone()).method(*method);
        let kept = methods.iter().map(|method| guide(method).keep_components());
        let guides = kept.chain([guide(&Method::Auto)]).collect();
        let navigator = Navigator::with_mover(grid.clone(), mover.clone());
        let scratch = Scratch::new();
        Doors { mover, grid, components, guides, navigator, scratch }
    }

    /// Makes some change, if the grid takes it, and lets all follow.
    fn change(&mut self, rng: &mut Rng) {
        let mut edit = Edit::new();
        random_change(&mut edit, &self.grid, rng);
        if self.grid.apply(&edit).is_ok() {
            self.navigator.apply(&edit).expect("what the other grid took");
        }
        self.components.update(&self.grid.seen_by(&self.mover));
    }

    /// All doors give the expected answer.
    fn check(&mut self, ends: [NodeId; 2], expected: End, what: &str) {
        let Doors { grid, mover, components, guides, navigator, scratch } = self;
        let view = grid.seen_by(mover);
        let [from, to] = ends.map(|node| grid.cell(node));
        let what = format!("{what}, from {from} to {to}");
        let budget = &mut Budget::unlimited();
        let plain = astar_or_nearest(&view, components, ends, &mut Scratch::new(), budget)
            .expect("components of the view");
        assert_eq!(walked(&view, ends[0], &plain, &what), expected, "{what}");
        for guide in guides {
            if guide.prepare(grid).is_err() {
                continue; // a method that is not possible on this map
            }
            let outcome = guide.route_or_nearest(grid, from, to, scratch, budget).expect(&what);
            assert_eq!(walked(&view, ends[0], &outcome, &what), expected, "{guide:?} {what}");
        }
        let ask = Ask::new(from, to);
        let outcome = navigator.route_or_nearest(&ask, budget).expect(&what);
        assert_eq!(walked(&view, ends[0], &outcome, &what), expected, "{what}");
        let path = navigator.path_or_nearest(&ask).ok().map(|path| (path.cost(), path.goal()));
        assert_eq!(path, expected.map_or_else(|nearest| nearest, Some), "{what}");
        let asked = navigator.route(&ask.or_nearest(), budget).expect(&what);
        let queued = requested(navigator, &ask.or_nearest());
        for outcome in [asked, queued] {
            assert_eq!(walked(&view, ends[0], &outcome, &what), expected, "{what}");
        }
    }
}

#[test]
fn the_nearest_node_and_its_cost_are_those_of_trying_all_in_small_worlds() {
    let methods = [Method::Auto, Method::AStar, Method::Labels];
    for seed in 0..if is_slow_run() { 20_000 } else { 300 } {
        let mut rng = Rng::new(seed);
        let world = supported(&fenced_world(seed, 1 + rng.below(7), 1 + rng.below(6)));
        let (grid, mover) = build_world(&world);
        let mut doors = Doors::new(grid, mover, &methods);
        for round in 0..4 {
            let arcs = arcs(&read_world(&doors.grid, &doors.mover));
            for _ in 0..4 {
                let ends = [(); 2].map(|()| random_node(&mut rng, &doors.grid));
                let cells = doors.grid.cell_count() as usize;
                let far = reference::dijkstra(cells, &arcs, &[ends[0].index()]);
                let expected = tried(&doors.grid.seen_by(&doors.mover), &far, ends[0], ends[1]);
                doors.check(ends, expected, &format!("seed {seed}, round {round}"));
            }
            doors.change(&mut rng);
        }
    }
}

#[test]
fn the_nearest_node_and_its_cost_are_those_of_a_flood_on_larger_maps() {
    let methods = [Method::Auto, Method::AStar, Method::JumpTable];
    let (maps, rounds) = if is_slow_run() { (larger_maps(), 60) } else { (larger_maps(), 2) };
    let mut instead = 0;
    for (seed, map) in (0..).zip(maps) {
        let mut rng = Rng::new(seed);
        let mover = movers()[rng.below(4)].clone();
        let mut doors = Doors::new(grid_of(&map), mover, &methods);
        for round in 0..rounds {
            for _ in 0..4 {
                let ends = [(); 2].map(|()| random_node(&mut rng, &doors.grid));
                let view = doors.grid.seen_by(&doors.mover);
                let expected = end(&flooded(&view, ends[0], ends[1]));
                instead += u32::from(matches!(expected, Err(Some(_))));
                doors.check(ends, expected, &format!("map {seed}, round {round}"));
            }
            (0..5).for_each(|_| doors.change(&mut rng));
        }
    }
    assert!(instead > 20, "{instead} of the goals could not be reached");
}

#[test]
fn overlays_and_knowledge_have_nearest_nodes_of_their_own() {
    for seed in 0..if is_slow_run() { 5000 } else { 150 } {
        let mut rng = Rng::new(seed);
        let (grid, mover) = build_world(&supported(&fenced_world(seed, 6, 5)));
        let mut nav = Navigator::with_mover(grid.clone(), mover.clone());
        let view = grid.seen_by(&mover);
        let (danger, scouts) = (nav.add_overlay().expect("room"), nav.add_faction(b'.'));
        let (mut overlay, mut known) = (Overlay::new(&grid), Knowledge::new(&grid, b'.'));
        for _ in 0..4 {
            let cell = grid.cell(random_node(&mut rng, &grid));
            overlay.set(cell, 1 + rng.below(50_000) as u32);
            known.reveal(&grid, CellRect::new(cell.x, cell.y, 2, 3), &mut Vec::new());
            nav.reveal(scouts, CellRect::new(cell.x, cell.y, 2, 3)).expect("the faction");
        }
        *nav.overlay_mut(danger).expect("the overlay") = overlay.clone();
        for round in 0..8 {
            let ends = [(); 2].map(|()| random_node(&mut rng, &grid));
            let ask = Ask::new(grid.cell(ends[0]), grid.cell(ends[1]));
            let what = format!("seed {seed}, round {round}: {ask:?}");
            let budget = &mut Budget::unlimited();
            let world = overlay.over(&view);
            let outcome = nav.route_or_nearest(&ask.overlay(danger), budget).expect(&what);
            let queued = requested(&mut nav, &ask.overlay(danger).or_nearest());
            let expected = end(&flooded(&world, ends[0], ends[1]));
            for outcome in [outcome, queued] {
                assert_eq!(walked(&world, ends[0], &outcome, &what), expected, "{what}");
            }
            let world = known.view(&view);
            let outcome = nav.route_or_nearest(&ask.faction(scouts), budget).expect(&what);
            let queued = requested(&mut nav, &ask.faction(scouts).or_nearest());
            let expected = end(&flooded(&world, ends[0], ends[1]));
            for outcome in [outcome, queued] {
                assert_eq!(walked(&world, ends[0], &outcome, &what), expected, "{what}");
            }
        }
    }
}

/// An open map with a blocked cell in the middle, and ends left of it and on it.
fn open_map() -> (Grid, [NodeId; 2]) {
    let mut grid = Grid::new(1024, 1024, b'.').expect("a good size");
    grid.apply(Edit::new().set((512, 512), b'@')).expect("on the map");
    let ends = [(300, 500), (512, 512)].map(|cell| grid.node(cell).expect("on the map"));
    (grid, ends)
}

#[test]
fn the_way_to_the_nearest_node_is_not_searched_for_all_over_the_map() {
    let (grid, ends) = open_map();
    let [from, to] = ends.map(|node| grid.cell(node));
    for mover in [Mover::walker(), Mover::walker().neighbours(Neighbours::Four)] {
        let view = grid.seen_by(&mover);
        let query = PathQuery::new(ends[0], ends[1]).or_nearest();
        let guess = GridHeuristic::octile(&view);
        let everywhere = astar(&view, &guess, &query, &mut Scratch::new(), &mut ());
        assert_eq!(everywhere.effort().expanded, (1 << 20) - 1);

        let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
        let components = Components::build(&view);
        let plain = astar_or_nearest(&view, &components, ends, &mut Scratch::new(), budget);
        let mut guide = Guide::new(mover.clone()).keep_components();
        guide.prepare(&grid).expect("auto does not fail");
        let mut nav = Navigator::with_mover(grid.clone(), mover.clone());
        let overlay = nav.add_overlay().expect("room");
        let ask = Ask::new(from, to);
        let outcomes = [
            plain.expect("components of the view"),
            guide.route_or_nearest(&grid, from, to, scratch, budget).expect("on the map"),
            nav.route_or_nearest(&ask, budget).expect("on the map"),
            nav.route_or_nearest(&ask.overlay(overlay), budget).expect("on the map"),
            nav.route(&ask.or_nearest(), budget).expect("on the map"),
            requested(&mut nav, &ask.or_nearest()),
            requested(&mut nav, &ask.overlay(overlay).or_nearest()),
        ];
        for outcome in outcomes {
            assert_eq!(end(&outcome), end(&everywhere), "{mover:?}");
            let effort = outcome.effort();
            assert!(effort.expanded < 500, "{effort:?}");
            let Outcome::Unreachable(none) = outcome else { panic!("the goal is blocked") };
            assert_eq!(none.why, Why::GoalBlocked);
        }
    }
}

#[test]
fn a_guide_without_components_counts_what_it_looked_at_twice() {
    let grid = Grid::from_classes(7, 1, b"....@..").expect("a size");
    let guide = Guide::new(Mover::walker()).method(Method::AStar);
    let (from, to) = (Cell::new(0, 0), Cell::new(6, 0));
    let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
    let outcome = guide.route_or_nearest(&grid, from, to, scratch, budget).expect("on the map");
    // Once for the goal, which is enclosed, and once for the nearest place.
    assert_eq!(outcome.effort().expanded, 2 * 4);
}

#[test]
fn components_of_a_guide_follow_edits_and_are_not_used_before() {
    let (mut grid, ends) = open_map();
    let [from, to] = ends.map(|node| grid.cell(node));
    let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
    let mut guide = Guide::new(Mover::walker()).keep_components();
    guide.prepare(&grid).expect("auto does not fail");
    grid.apply(Edit::new().fill(CellRect::new(500, 500, 25, 25), b'@')).expect("on the map");
    let mut ask = |guide: &Guide| {
        let outcome = guide.route_or_nearest(&grid, from, to, scratch, budget).expect("on the map");
        (end(&outcome), outcome.effort().expanded)
    };
    let (flooded, everywhere) = ask(&guide);
    assert_eq!(guide.snap(&grid, to).expect("a place"), Cell::new(512, 499));
    let copy = guide.clone();
    guide.prepare(&grid).expect("auto does not fail");
    let (known, few) = ask(&guide);
    assert!(known == flooded && everywhere > 1_000_000 && few < 500, "{everywhere}, then {few}");
    assert_eq!(ask(&copy), (flooded, everywhere), "a copy is as far as the guide was");
    let report = guide.report().bytes;
    let mut without = Guide::new(Mover::walker());
    assert!(report > without.prepare(&grid).expect("auto does not fail").bytes + (4 << 20));
}

#[test]
fn a_budget_ends_the_way_to_the_nearest_node_and_components_that_are_gone_only_cost_time() {
    let (grid, ends) = open_map();
    let [from, to] = ends.map(|node| grid.cell(node));
    let mover = Mover::walker();
    let view = grid.seen_by(&mover);
    let mut components = Components::build(&view);
    for most in [0, 1, 5, 40] {
        let budget = &mut Budget::unlimited().expansions(most);
        let outcome = astar_or_nearest(&view, &components, ends, &mut Scratch::new(), budget);
        let Ok(Outcome::OutOfBudget(out)) = outcome else { panic!("{most} are not enough") };
        assert_eq!((out.lower_bound, out.nearest, out.effort.expanded), (0, None, most));
    }
    let mut nav = Navigator::new(grid.clone());
    let ask = Ask::new(from, to);
    let kept = nav.path_or_nearest(&ask).expect("a path to the cell beside it");
    let snapshot = nav.snapshot();
    nav.drop_index(nav.first_mover(), Keep::Components).expect("its own mover");
    let outcome = nav.route_or_nearest(&ask, &mut Budget::unlimited()).expect("on the map");
    assert_eq!(end(&outcome), Err(Some((kept.cost(), kept.goal()))));
    assert!(outcome.effort().expanded > 1_000_000);
    let outcome = snapshot
        .route_or_nearest(&ask, &mut Scratch::new(), &mut Budget::unlimited())
        .expect("on the map");
    assert!(outcome.effort().expanded < 500);

    let mut edited = grid.clone();
    edited.apply(Edit::new().set((0, 0), b'@')).expect("on the map");
    let view = edited.seen_by(&mover);
    let scratch = &mut Scratch::new();
    let stale = astar_or_nearest(&view, &components, ends, scratch, &mut Budget::unlimited());
    assert_eq!(stale, Err(SnapError::Stale { components: 1, grid: 2 }));
    assert_eq!(components.snap(&view, (0, 0)), Err(SnapError::Stale { components: 1, grid: 2 }));
    components.update(&view);
    assert_eq!(components.snap(&view, (0, 0)), Ok(Cell::new(1, 0)));
}

/// The nearest of the nodes that are `is_wanted`, by trying all.
fn snapped(
    view: &GridView<'_>,
    cell: Cell,
    radius: u32,
    is_wanted: impl Fn(NodeId) -> bool,
) -> Option<Cell> {
    let goal = view.grid().node(cell).expect("on the map");
    let is_near = |&node: &NodeId| {
        let other = view.grid().cell(node);
        cell.x.abs_diff(other.x) <= radius && cell.y.abs_diff(other.y) <= radius
    };
    let places = (0..view.node_count()).map(NodeId::new).filter(|&node| is_wanted(node));
    let nearest = places.filter(is_near).min_by_key(|&node| (view.estimate(node, goal), node));
    nearest.map(|node| view.grid().cell(node))
}

#[test]
fn a_snapped_cell_is_that_of_trying_all_cells_by_every_door() {
    for seed in 0..if is_slow_run() { 20_000 } else { 300 } {
        let mut rng = Rng::new(seed);
        let (width, height) = (1 + rng.below(12), 1 + rng.below(9));
        let (grid, mover) = build_world(&supported(&fenced_world(seed, width, height)));
        let mut doors = Doors::new(grid, mover, &[Method::AStar]);
        let ogre = doors.navigator.add_mover_sized(doors.mover.clone(), 2).expect("a good side");
        let scouts = doors.navigator.add_faction(b'.');
        let mut known = Knowledge::new(&doors.grid, b'.');
        for round in 0..3 {
            doors.change(&mut rng);
            let seen =
                CellRect::new(0, 0, 1 + rng.below(width) as u32, 1 + rng.below(height) as u32);
            doors.navigator.reveal(scouts, seen).expect("the faction");
            known.reveal(&doors.grid, seen, &mut Vec::new());
            let Doors { grid, mover, components, guides, navigator, .. } = &mut doors;
            guides.iter_mut().for_each(|guide| _ = guide.prepare(grid));
            let view = grid.seen_by(mover);
            let by_scouts = Ask::new((0, 0), (0, 0)).faction(scouts);
            for _ in 0..6 {
                let [cell, start] = [(); 2].map(|()| grid.cell(random_node(&mut rng, grid)));
                let radius = if rng.percent(50) { u32::MAX } else { rng.below(5) as u32 };
                let near = Near::new(cell).within(radius);
                let what = format!("seed {seed}, round {round}: {near:?} {start}");
                let expected = snapped(&view, cell, radius, |node| view.is_passable(node));
                assert_eq!(snap(&view, near).ok(), expected, "{what}");
                assert_eq!(components.snap(&view, near).ok(), expected, "{what}");
                assert_eq!(navigator.snap(near).ok(), expected, "{what}");
                let large = navigator.view(ogre).expect("a body");
                let expected = snapped(&large, cell, radius, |node| large.is_passable(node));
                assert_eq!(
                    navigator
                        .snap_for(&Ask::new(cell, cell).mover(ogre), near, &mut Budget::unlimited())
                        .ok(),
                    expected,
                    "{what}"
                );
                let belief = known.view(&view);
                let expected = snapped(&view, cell, radius, |node| belief.is_passable(node));
                assert_eq!(
                    navigator.snap_for(&by_scouts, near, &mut Budget::unlimited()).ok(),
                    expected,
                    "{what}"
                );

                let from = grid.node(start).expect("on the map");
                let both = [near.reached_from(start), near.connected_to(start)];
                let is_there: [&(dyn Fn(NodeId) -> bool + Sync); 2] =
                    [&|node| components.reaches(from, node), &|node| {
                        components.connected(from, node)
                    }];
                for (near, is_there) in both.into_iter().zip(is_there) {
                    let expected = snapped(&view, cell, radius, is_there);
                    assert_eq!(snap(&view, near).ok(), expected, "{what} {near:?}");
                    assert_eq!(components.snap(&view, near).ok(), expected, "{what} {near:?}");
                    assert_eq!(navigator.snap(near).ok(), expected, "{what} {near:?}");
                    for guide in &*guides {
                        assert_eq!(guide.snap(grid, near).ok(), expected, "{what} {near:?}");
                    }
                }
                let reach = |from| {
                    let (query, budget) = (PathQuery::everywhere(from), &mut Budget::unlimited());
                    reachable(&belief, &query, &mut Scratch::new(), budget, &mut ())
                };
                let reach = reach(from).expect("no limit");
                let expected = snapped(&view, cell, radius, |node| reach.of(node).is_some());
                let found = navigator.snap_for(
                    &by_scouts,
                    near.reached_from(start),
                    &mut Budget::unlimited(),
                );
                assert_eq!(found.ok(), expected, "{what}");
            }
        }
    }
}

#[test]
fn what_cannot_be_snapped_is_refused_with_what_would_be_right() {
    let grid = Grid::from_classes(5, 1, b"..@@@").expect("a good size");
    let nav = Navigator::new(grid.clone());
    let other = Navigator::new(grid.clone());
    let guide = Guide::new(Mover::walker());
    let said = |near: Near| nav.snap(near).unwrap_err().to_string();
    assert_eq!(said(Near::new((5, 0))), "cell (5, 0) is off the map of 5x1 cells");
    assert_eq!(
        said(Near::new((4, 0)).within(2)),
        "no place within 2 cells of (4, 0) can be stood on, expected a larger radius"
    );
    assert_eq!(
        said(Near::new((0, 0)).reached_from((4, 0))),
        "the mover cannot stand on (4, 0), so nothing is reached from there, expected a place on \
         which it can"
    );
    assert_eq!(
        said(Near::new((0, 0)).connected_to((0, 1))),
        "cell (0, 1) is off the map of 5x1 cells"
    );
    let refused = Near::new((4, 0)).within(2);
    let nothing = SnapError::Nothing { near: refused };
    assert_eq!(guide.snap(&grid, refused), Err(GuideError::Snap(nothing)));
    assert_eq!(nav.snap(refused), Err(NavigatorError::Snap(nothing)));
    let of_other = Ask::new((0, 0), (0, 0)).mover(other.first_mover());
    let foreign = nav.snap_for(&of_other, (0, 0), &mut Budget::unlimited());
    assert_eq!(foreign, Err(NavigatorError::UnknownMover));
    let walls = Grid::new(3, 1, b'@').expect("a good size");
    let error = Navigator::new(walls).snap((1, 0)).unwrap_err();
    assert_eq!(error.to_string(), "no place near (1, 0) can be stood on, expected another map");
}

#[test]
fn among_triangles_as_well_the_nearest_place_is_taken_and_none_beyond_the_radius() {
    let mut nav = Navigator::new(TriangleMap::new(9, 3, b'.').expect("a good size"));
    nav.edit(|batch| {
        for (x, y) in (2u32..7).flat_map(|x| (0u32..3).map(move |y| (x, y))) {
            batch.set((x, y), b'#');
        }
    })
    .expect("on the map");
    let near = Near::new((4, 1));
    assert_eq!(nav.snap(near.within(3)), Ok(Cell::new(1, 1)));
    assert_eq!(nav.snap(near.within(3).reached_from((8, 0))), Ok(Cell::new(7, 1)));
    let nothing = SnapError::Nothing { near: near.within(2) };
    assert_eq!(nav.snap(near.within(2)), Err(NavigatorError::Snap(nothing)));
    assert_eq!(nav.snap(Near::new((8, 1)).within(0)), Ok(Cell::new(8, 1)));
    let path = nav.path_or_nearest(&Ask::new((0, 0), (4, 1))).expect("a place that is nearer");
    assert_eq!(nav.map().node((1, 1)), Some(path.goal()));
}

#[test]
fn on_a_long_one_way_street_places_ahead_are_near_and_those_behind_are_not() {
    // More components than those of which it is written down which leads to which.
    let length = Components::TABULATED as u32 + 500;
    let mut grid = Grid::new(length, 2, b'.').expect("a good size");
    let mut edit = Edit::new();
    edit.fill(CellRect::new(0, 1, length, 1), b'@');
    (1..length).for_each(|x| _ = edit.forbid_step((x, 0), Dir::W));
    grid.apply(&edit).expect("on the map");
    let mover = Mover::walker();
    let view = grid.seen_by(&mover);
    let components = Components::build(&view);
    let near = |cell, start| components.snap(&view, Near::new(cell).reached_from(start));
    assert_eq!(near((2000, 1), (5, 0)), Ok(Cell::new(2000, 0)));
    assert_eq!(near((5, 1), (2000, 0)), Ok(Cell::new(2000, 0)));
    let there = components.snap(&view, Near::new((5, 1)).connected_to((9, 0)));
    assert_eq!(there, Ok(Cell::new(9, 0)));
    let ends = [(9, 0), (2300, 1)].map(|cell| grid.node(cell).expect("on the map"));
    let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
    let outcome = astar_or_nearest(&view, &components, ends, scratch, budget).expect("its view");
    assert_eq!(end(&outcome), end(&flooded(&view, ends[0], ends[1])));
}

#[test]
fn of_places_that_are_equally_near_and_cheap_the_one_with_the_smaller_id_is_taken() {
    let (eight, four) = (Mover::walker(), Mover::walker().neighbours(Neighbours::Four));
    let inside = |rect| {
        let mut grid = Grid::new(40, 31, b'.').expect("a good size");
        grid.apply(Edit::new().fill(rect, b'@')).expect("on the map");
        grid
    };
    let square = || inside(CellRect::new(15, 11, 9, 9));
    // The place beside the goal costs two steps more than it may, as much as those above and below.
    let detour = Grid::from_classes(9, 5, b"....................@..@.....................");
    // All three cost as much, and more than they may.
    let wall = Grid::from_classes(9, 5, b"...........@........@..@.....@...............");
    let cases = [
        (&eight, square(), (39, 15), (19, 15), None),
        (&four, square(), (39, 15), (19, 15), None),
        (&eight, square(), (19, 0), (19, 15), None),
        (&four, detour.expect("a good size"), (0, 2), (5, 2), Some(Cell::new(5, 1))),
        (&four, wall.expect("a good size"), (0, 2), (5, 2), Some(Cell::new(5, 1))),
    ];
    for (mover, grid, from, to, place) in cases {
        let ends = [from, to].map(|cell| grid.node(cell).expect("on the map"));
        let expected = end(&flooded(&grid.seen_by(mover), ends[0], ends[1]));
        let nearest = expected.unwrap_err().map(|(_, node)| grid.cell(node));
        assert!(place.is_none_or(|place| nearest == Some(place)), "{nearest:?}");
        let methods = [Method::Auto, Method::AStar, Method::Labels];
        Doors::new(grid, mover.clone(), &methods).check(ends, expected, "equally near");
    }
}

#[test]
fn a_route_whose_budget_runs_out_leads_to_the_nearest_place_seen() {
    let nav = Navigator::new(Grid::new(60, 40, b'.').expect("a good size"));
    let ask = Ask::new((2, 20), (57, 20)).or_nearest();
    let outcome =
        nav.route(&ask, &mut Budget::unlimited().expansions(20)).expect("a good question");
    assert!(!outcome.is_final() && outcome.cost().is_none(), "{outcome:?}");
    let nearest = outcome.nearest().expect("it has looked at some places");
    assert_eq!(nav.grid().cell(nearest.goal()), Cell::new(21, 20), "the twentieth cell");
}

/// Finds a place within more and more expansions: it is the one without a limit, or none. Returns how
/// often it is none.
fn snaps_within<S: Navigable>(
    nav: &Navigator<S>,
    ask: &Ask<S::Place>,
    near: Near<S::Place>,
) -> u32 {
    let whole = nav.snap_for(ask, near, &mut Budget::unlimited());
    assert!(!matches!(whole, Err(NavigatorError::Spent(_))));
    let (mut spent, mut is_answered) = (0, false);
    for most in (0..20).map(|power| (1 << power) / 2) {
        match nav.snap_for(ask, near, &mut Budget::unlimited().expansions(most)) {
            Err(NavigatorError::Spent(limit)) => {
                assert!(!is_answered && limit == Spent::Expansions, "{most} expansions are more");
                spent += 1;
            }
            found => {
                assert_eq!(found, whole, "within {most} expansions");
                is_answered = true;
            }
        }
    }
    assert!(is_answered);
    let flag = AtomicBool::new(true);
    let stopped = nav.snap_for(ask, near, &mut Budget::unlimited().cancel(&flag));
    assert!(spent == 0 || stopped == Err(NavigatorError::Spent(Spent::Cancelled)));
    spent
}

#[test]
fn within_a_budget_the_nearest_place_is_that_without_a_limit_or_none() {
    let mut nav = Navigator::new(Grid::new(200, 150, b'@').expect("a good size"));
    let anywhere = Near::new((199, 149));
    let ask = Ask::new((199, 149), (199, 149));
    // Nobody can stand anywhere, so all cells are looked at: 30 000 are 468 expansions.
    assert_eq!(snaps_within(&nav, &ask, anywhere), 10);
    nav.edit(|batch| {
        batch.fill(CellRect::new(0, 0, 200, 150), b'.').fill(CellRect::new(90, 0, 20, 150), b'@');
    })
    .expect("on the map");
    assert_eq!(snaps_within(&nav, &ask, anywhere), 0, "the place itself");
    let units = nav.add_places();
    nav.set_places(units, [(60, 75)]).expect("on the map");
    let reached = Near::new((100, 75)).reached_from((5, 5));
    assert!(snaps_within(&nav, &ask, reached) < 6, "components know, and only cells are looked at");
    // A flood of 13 500 cells.
    assert_eq!(snaps_within(&nav, &ask.around(units), reached), 15);
    let scouts = nav.add_faction(b'.');
    assert!(
        snaps_within(&nav, &ask.around(units).faction(scouts), reached.connected_to((5, 5))) > 15
    );

    let mut nav = Navigator::new(HexMap::hexagon(HexLayout::Pointy, 60, b'.').expect("a map"));
    nav.edit(|batch| Hex::new(0, 0).ring(9).for_each(|hex| _ = batch.set(hex, b'#')))
        .expect("a map");
    let (ask, wall) = (Ask::new((0, 0), (0, 0)), Near::from(Hex::new(9, 0)));
    assert!(snaps_within(&nav, &ask, wall) > 5, "all places are looked at");
    assert!(snaps_within(&nav, &ask, wall.reached_from((40, 0))) > 10);
    assert_eq!(snaps_within(&nav, &ask, Near::from(Hex::new(8, 0))), 0);
}
