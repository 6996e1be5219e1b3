//! Fences and doors: which movers cross them at what cost, how diagonals treat them, and what answers.
//! Searches and indexes are judged on fences elsewhere: rich worlds have some.

use astride::base::{Budget, Cell, Coded, Dir, NodeId};
use astride::planner::{Ask, Navigator};
use astride::search::{DistanceField, PathQuery, Scratch, dijkstra};
use astride::shapes::Shape;
use astride::shapes::floors::{FloorEdit, FloorMap, FloorMover, FloorSide};
use astride::shapes::hex::{HexDir, HexEdit, HexLayout, HexMap, HexMover};
use astride::shapes::square::{
    AnyAngleMap, Corners, Edit, FlowField, FlowStep, Grid, GridView, JumpMap, MAX_LINKS_PER_CELL,
    Mover,
};
use astride::shapes::triangle::{
    TriangleEdit, TriangleMap, TriangleMover, TriangleSide, TriangleSteps,
};
use astride::world::{Way, World};
use astride_testkit::adapter::checked_arcs;
use astride_testkit::rng::Rng;

const FENCE: u8 = 1;
const DOOR: u8 = 2;
const STEP: u64 = 13_860;

fn fenced(width: u32, height: u32, edit: &Edit) -> Grid {
    let mut grid = Grid::new(width, height, b'.').expect("a size");
    grid.apply(edit).expect("a good edit");
    grid
}

fn keeper() -> Mover {
    Mover::walker().crosses(DOOR, 0).and_then(|mover| mover.crosses(FENCE, 500)).expect("ticks")
}

fn arcs(view: &GridView<'_>, cell: (u32, u32)) -> Vec<(Cell, u32)> {
    let mut found = Vec::new();
    let node = view.grid().node(cell).expect("on the map");
    view.for_each_arc(node, Way::Forward, |arc| {
        found.push((view.grid().cell(arc.node), arc.cost));
    });
    found
}

fn cost(grid: &Grid, mover: &Mover, from: (u32, u32), to: (u32, u32)) -> Option<u64> {
    let view = grid.seen_by(mover);
    let query = PathQuery::new(grid.node(from).unwrap(), grid.node(to).unwrap());
    dijkstra(&view, &query, &mut Scratch::new(), &mut ()).cost()
}

#[test]
fn diagonals_take_every_fence_for_a_wall() {
    // Between the two cells of the upper row.
    let grid = fenced(2, 2, Edit::new().fence((0, 0), Dir::E, DOOR));
    for (corners, is_diagonal) in
        [(Corners::Never, false), (Corners::OneFree, true), (Corners::Always, true)]
    {
        let view_of = |mover: Mover| mover.corners(corners);
        for mover in [Mover::walker(), keeper()].map(view_of) {
            let view = grid.seen_by(&mover);
            for (cell, dir) in [((0, 0), Dir::SE), ((1, 0), Dir::SW), ((0, 1), Dir::NE)] {
                assert_eq!(view.may_step(cell, dir), is_diagonal, "{corners:?} {cell:?}");
            }
        }
        let crosses = view_of(keeper());
        let mut expected = vec![(Cell::new(0, 1), 13_860), (Cell::new(1, 0), 13_860)];
        expected.splice(0..0, is_diagonal.then_some((Cell::new(1, 1), 19_601)));
        assert_eq!(arcs(&grid.seen_by(&crosses), (0, 0)), expected, "{corners:?}");
    }
    // Two fences that meet close the corner under every rule.
    let grid = fenced(2, 2, Edit::new().fence((0, 0), Dir::E, DOOR).fence((0, 1), Dir::E, DOOR));
    for corners in [Corners::Never, Corners::OneFree, Corners::Always] {
        assert!(!grid.seen_by(&keeper().corners(corners)).may_step((0, 0), Dir::SE));
    }
}

#[test]
fn each_class_costs_each_mover_what_it_says() {
    let mut grid = fenced(3, 1, Edit::new().fence((0, 0), Dir::E, FENCE));
    grid.apply(Edit::new().set((1, 0), b'3').fence_step((1, 0), Dir::E, DOOR)).expect("edits");
    let keeper = keeper();
    assert_eq!(cost(&grid, &keeper, (0, 0), (2, 0)), Some(3 * STEP + 500 + STEP));
    assert_eq!(cost(&grid, &keeper, (2, 0), (0, 0)), Some(3 * STEP + STEP + 500));
    assert_eq!(cost(&grid, &Mover::walker(), (0, 0), (2, 0)), None);
    assert_eq!(cost(&grid, &keeper.clone().stopped_by(DOOR), (1, 0), (2, 0)), None);
    assert_eq!(cost(&grid, &Mover::walker(), (2, 0), (1, 0)), Some(3 * STEP), "one way only");
    let view = grid.seen_by(&keeper);
    assert_eq!(view.crossing((0, 0), Dir::E), Some(3 * 13_860 + 500));
    assert_eq!(view.crossing((2, 0), Dir::W), None, "nothing stands there");
    assert_eq!(grid.seen_by(&Mover::walker()).crossing((0, 0), Dir::E), None);

    // The last word on a side counts, and a wall is no fence.
    grid.apply(Edit::new().wall((0, 0), Dir::E)).expect("an edit");
    assert_eq!((grid.fence((0, 0), Dir::E), cost(&grid, &keeper, (0, 0), (1, 0))), (None, None));
    grid.apply(Edit::new().remove_wall((0, 0), Dir::E).allow_step((1, 0), Dir::E)).expect("edits");
    assert!(grid.fences().is_empty());
    assert_eq!(grid.bytes(), Grid::new(3, 1, b'.').unwrap().bytes());
    assert_eq!(cost(&grid, &Mover::walker(), (0, 0), (2, 0)), Some(4 * STEP));
}

#[test]
fn of_a_fence_and_a_link_the_cheaper_counts() {
    for (ticks, expected) in [(7, 7), (90_000, 14_360)] {
        let grid =
            fenced(2, 1, Edit::new().fence((0, 0), Dir::E, FENCE).link((0, 0), (1, 0), ticks));
        assert_eq!(arcs(&grid.seen_by(&keeper()), (0, 0)), [(Cell::new(1, 0), expected)]);
        assert_eq!(arcs(&grid.seen_by(&Mover::walker()), (0, 0)), [(Cell::new(1, 0), ticks)]);
        let crossing = |mover: &Mover| grid.seen_by(mover).crossing((0, 0), Dir::E);
        let other = Mover::walker().crosses(DOOR, 0).expect("ticks");
        assert_eq!((crossing(&keeper()), crossing(&other)), (Some(expected), None));
    }
    // From land to water nobody steps, over a fence neither.
    let mut grid = Grid::from_classes(2, 1, b".W").unwrap();
    grid.apply(Edit::new().fence((0, 0), Dir::E, DOOR)).unwrap();
    assert_eq!(arcs(&grid.seen_by(&keeper()), (0, 0)), []);
}

#[test]
fn a_navigator_knows_fences() {
    let mut nav = Navigator::with_mover(Grid::new(9, 3, b'.').unwrap(), keeper());
    let horse = nav.add_mover(Mover::walker());
    let scouts = nav.add_faction(b'.');
    let ask = Ask::new((0, 1), (8, 1));
    assert_eq!(nav.cost(&ask).unwrap(), Some(8 * STEP));
    let mut row = Edit::new();
    (0..3).for_each(|y| _ = row.fence((4, y), Dir::E, FENCE));
    nav.apply(&row).unwrap();
    assert_eq!(nav.cost(&ask).unwrap(), Some(8 * STEP + 500));
    assert_eq!(nav.find(&ask).unwrap().cost(), 8 * STEP + 500);
    assert_eq!(nav.cost(&ask.mover(horse)).unwrap(), None);
    assert_eq!(nav.cost(&ask.mover(horse).faction(scouts)).unwrap(), Some(8 * STEP), "not seen");

    let mut open = Edit::new();
    open.fence((4, 1), Dir::E, DOOR);
    let what_if = nav.route_if(&open, &ask, &mut Budget::unlimited()).unwrap();
    assert_eq!(what_if.cost(), Some(8 * STEP));
    let undo = open.inverse(nav.grid()).unwrap();
    nav.apply(&open).unwrap();
    nav.apply(&undo).unwrap();
    assert_eq!(nav.cost(&ask).unwrap(), Some(8 * STEP + 500));

    let again = Navigator::load(&nav.save().unwrap()).unwrap();
    assert_eq!(again.grid().fences(), nav.grid().fences());
    assert_eq!(again.cost(&ask).unwrap(), Some(8 * STEP + 500));
    nav.edit(|batch| (0..3).for_each(|y| _ = batch.remove_wall((4, y), Dir::E))).unwrap();
    assert_eq!(nav.cost(&ask.mover(horse)).unwrap(), Some(8 * STEP));
}

#[test]
fn what_cannot_serve_fences_refuses_them() {
    let grid = fenced(9, 9, Edit::new().fence((4, 4), Dir::E, DOOR));
    let keeper = keeper();
    let view = grid.seen_by(&keeper);
    let jumps = JumpMap::build(&view).expect_err("fences").to_string();
    assert!(jumps.contains("walls or one-way steps between cells"), "{jumps}");
    assert!(AnyAngleMap::build(&view).is_err());

    let mut off = Edit::new();
    let mut grid = grid.clone();
    let refused = grid.apply(off.fence((8, 4), Dir::E, 3)).expect_err("no cell behind it");
    assert_eq!(refused.code(), "wall-at-rim");
    let refused = grid.apply(Edit::new().fence_step((4, 4), Dir::NE, 3)).expect_err("a diagonal");
    assert_eq!(refused.code(), "diagonal-wall");
    let refused = Mover::walker().crosses(3, (1 << 30) + 1).expect_err("too many ticks");
    assert_eq!(refused.code(), "mover-crossing");
}

#[test]
fn links_and_fences_of_a_cell_are_counted_together() {
    let mut grid = Grid::new(100, 50, b'.').unwrap();
    let from = Cell::new(0, 0);
    let mut links = Edit::new();
    let ends = (1..=MAX_LINKS_PER_CELL as u32).map(|at| grid.cell(NodeId::new(at + 200)));
    ends.for_each(|to| _ = links.link(from, to, 5));
    grid.apply(&links).expect("as many as there may be");
    let refused = grid.apply(Edit::new().fence(from, Dir::E, DOOR)).expect_err("one too many");
    assert_eq!(refused.code(), "too-many-links");
    assert!(grid.fences().is_empty());
}

#[test]
fn flow_leads_over_fences_as_over_links() {
    let grid = fenced(3, 1, Edit::new().fence((0, 0), Dir::E, DOOR));
    let keeper = keeper();
    let view = grid.seen_by(&keeper);
    let mut field = DistanceField::new();
    let goal = grid.node((2, 0)).unwrap();
    field.compute(&view, &[(goal, 0)], Way::Backward, &mut Budget::unlimited());
    let mut flow = FlowField::new();
    flow.derive(&view, &field).expect("of this view");
    assert_eq!(flow.step(NodeId::new(0)), FlowStep::Link(NodeId::new(1)));
    assert_eq!(flow.step(NodeId::new(1)), FlowStep::Towards(Dir::E));
}

/// More movers than a grid remembers the crossed fences of, on grids that part ways.
#[test]
fn views_in_turn_are_those_of_a_grid_that_was_never_seen() {
    let mut rng = Rng::new(11);
    let movers: Vec<Mover> = (0..11u32)
        .map(|at| {
            let class = 1 + at as u8 % 3;
            let mover = Mover::walker().crosses(class, 100 * (at / 3)).expect("ticks");
            if at % 2 == 0 { mover } else { mover.terrain(b'W', 1 + at).expect("a factor") }
        })
        .collect();
    let mut grids = vec![Grid::new(5, 4, b'.').unwrap()];
    for round in 0..60 {
        for grid in &mut grids {
            let (x, y) = (rng.below(4) as u32, rng.below(3) as u32);
            let mut edit = Edit::new();
            match rng.below(4) {
                0 => edit.set((x, y), rng.pick(b"..W@")),
                1 => edit.remove_wall((x, y), Dir::E),
                2 => edit.fence((x, y), Dir::S, 1 + rng.below(3) as u8),
                _ => edit.fence_step((x, y), Dir::E, 1 + rng.below(3) as u8),
            };
            grid.apply(&edit).expect("a good edit");
        }
        for mover in movers.iter().chain(&movers[..4]) {
            for grid in &grids {
                for way in [Way::Forward, Way::Backward] {
                    let unseen = checked_arcs(&grid.clone().seen_by(mover), way);
                    assert_eq!(checked_arcs(&grid.seen_by(mover), way), unseen, "round {round}");
                }
            }
        }
        if round == 20 {
            grids.push(grids[0].clone());
        }
    }
    assert_eq!(grids[0].revision(), grids[1].revision(), "only their content tells them apart");
}

/// The steps that only a mover takes that crosses a class, at most one from a place to another.
fn check_fenced<S: Shape>(map: &S, crosser: &S::Mover) {
    let steps = |mover: &S::Mover| {
        let (view, mut steps) = (map.view(mover), Vec::new());
        for node in (0..view.node_count()).map(NodeId::new) {
            view.for_each_arc(node, Way::Forward, |arc| steps.push([node, arc.node]));
        }
        steps.sort_unstable();
        steps
    };
    let without = steps(&S::Mover::default());
    let mut more = steps(crosser);
    more.retain(|step| !without.contains(step));
    let mut fenced = map.fenced(DOOR);
    fenced.sort_unstable();
    assert_eq!((fenced.len(), more), (3, fenced), "{}", S::NAME);
    assert!(map.fenced(FENCE).len() == 2 && map.fenced(9).is_empty(), "{}", S::NAME);
}

#[test]
fn the_steps_that_fences_of_a_class_are_in_the_way_of_are_those_that_only_their_keepers_take() {
    let mut edit = Edit::new();
    edit.fence((0, 1), Dir::E, DOOR).fence_step((2, 2), Dir::S, DOOR).fence((3, 0), Dir::S, FENCE);
    let crosser = Mover::walker().crosses(DOOR, 0).expect("few ticks");
    check_fenced(&fenced(5, 4, &edit), &crosser);

    let mut map = HexMap::hexagon(HexLayout::Pointy, 2, b'.').expect("a size");
    let mut edit = HexEdit::new();
    edit.fence((0, 0), HexDir::East, DOOR).fence_step((0, 1), HexDir::NorthEast, DOOR);
    map.apply(edit.fence((-1, 0), HexDir::West, FENCE)).expect("a good edit");
    check_fenced(&map, &HexMover::walker().crosses(DOOR, 0).expect("few ticks"));

    let mut map = TriangleMap::new(6, 4, b'.').expect("a size");
    let mut edit = TriangleEdit::new();
    edit.fence((1, 1), TriangleSide::Right, DOOR).fence_step((2, 2), TriangleSide::Left, DOOR);
    map.apply(edit.fence((3, 2), TriangleSide::Base, FENCE)).expect("a good edit");
    // Steps round corners also meet fences.
    let walker = TriangleMover::walker().steps(TriangleSteps::Sides);
    let steps = |mover: &TriangleMover| checked_arcs(&map.view(mover), Way::Forward).len();
    let crosser = walker.clone().crosses(DOOR, 0).expect("few ticks");
    assert_eq!((map.fenced(DOOR).len(), steps(&crosser)), (3, steps(&walker) + 3));

    let mut map = FloorMap::new([4, 3, 2], b'.').expect("a size");
    let mut edit = FloorEdit::new();
    edit.fence((0, 0, 1), FloorSide::East, DOOR).fence_step((2, 1, 0), FloorSide::South, DOOR);
    map.apply(edit.fence((2, 2, 1), FloorSide::West, FENCE)).expect("a good edit");
    check_fenced(&map, &FloorMover::walker().crosses(DOOR, 0).expect("few ticks"));
}
