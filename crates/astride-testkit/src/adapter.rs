//! Converts between the engine's worlds and the reference's, using public facts only.
//!
//! The engine is never asked what a step costs or whether it is possible: only which class a cell
//! has, what the mover makes of it, and which steps and links the grid records.

use std::fmt;

use crate::generate::GenMap;
use crate::square::{Cell, Corners, Direction, Neighbours, RefCell, SquareWorld};
use crate::world::Arc as RefArc;
use astride::base::{Budget, Dir, NodeId, Scale};
use astride::planner::search;
use astride::search::{Guessed, Method, PathQuery, Scratch, astar};
use astride::shapes::square::{
    Corners as EngineCorners, Edit, Grid, GridHeuristic, GridView, Mover,
    Neighbours as EngineNeighbours,
};
use astride::world::{Arc, Offers, Way, World};

/// All arcs of a world of the engine, in order: from where to where, and the cost.
pub fn arcs_of(world: &impl World) -> Vec<(usize, usize, u64)> {
    let mut arcs = Vec::new();
    for from in (0..world.node_count()).map(NodeId::new) {
        world.for_each_arc(from, Way::Forward, |arc| {
            arcs.push((from.index(), arc.node.index(), arc.cost.into()));
        });
    }
    arcs.sort_unstable();
    arcs
}

/// The cost of the cheapest path by the engine's plain A*.
pub fn by_astar(view: &GridView<'_>, query: &PathQuery<'_>, scratch: &mut Scratch) -> Option<u64> {
    astar(view, &GridHeuristic::octile(view), query, scratch, &mut ()).cost()
}

/// Asks every search of the engine that promises a cheapest path, and holds its answer by the true cost.
pub fn hold_searches(
    view: &impl Guessed,
    query: &PathQuery<'_>,
    truth: Option<u64>,
    scratch: &mut Scratch,
    what: fmt::Arguments<'_>,
) {
    for method in Method::searches().filter(|method| method.row().promise.is_optimal()) {
        let budget = &mut Budget::unlimited();
        let outcome = search(view, &view.guess(), method, query, scratch, budget, &mut ());
        let outcome = outcome.expect("a question that all searches take");
        assert_eq!(outcome.cost(), truth, "{method}, {what}");
        if let Some(path) = outcome.path() {
            path.validate(view).unwrap_or_else(|fault| panic!("{method}, {what}: {fault}"));
        }
    }
}

/// The facts of a grid, and what `mover` makes of them, as a reference world.
pub fn read_world(grid: &Grid, mover: &Mover) -> SquareWorld {
    let (width, height) = (grid.width() as usize, grid.height() as usize);
    let scale = mover.step_scale();
    let mut world = SquareWorld {
        width,
        height,
        cells: Vec::with_capacity(width * height),
        blocked_steps: Default::default(),
        links: Vec::new(),
        crossings: Default::default(),
        neighbours: match mover.neighbour_rule() {
            EngineNeighbours::Four => Neighbours::Four,
            EngineNeighbours::Eight => Neighbours::Eight,
        },
        corners: match mover.corner_rule() {
            EngineCorners::Never => Corners::Never,
            EngineCorners::OneFree => Corners::OneFree,
            EngineCorners::Always => Corners::Always,
        },
        straight: u64::from(scale.straight()),
        diagonal: u64::from(scale.diagonal()),
    };
    for y in 0..grid.height() {
        for x in 0..grid.width() {
            let class = grid.class((x, y)).expect("a cell of the grid");
            world.cells.push(RefCell { factor: mover.factor(class), media: mover.media_of(class) });
            let forbidden = grid.forbidden_steps((x, y));
            for (bit, direction) in Direction::ALL.into_iter().enumerate() {
                if forbidden >> bit & 1 == 1 {
                    world.blocked_steps.insert(((x as usize, y as usize), direction));
                }
            }
        }
    }
    let width = world.width;
    let cell = |node: NodeId| (node.index() % width, node.index() / width);
    let links = grid.links().iter();
    world.links =
        links.map(|link| (cell(link.from), cell(link.to), u64::from(link.cost))).collect();
    for fence in grid.fences() {
        if let Some(extra) = mover.crossing(fence.class) {
            let direction = Direction::ALL[fence.dir as usize];
            world.crossings.insert((cell(fence.from), direction), u64::from(extra));
        }
    }
    world
}

/// The part of a reference world that the engine can express: a cell without a medium is
/// impassable, links cost at least one tick and lead to another cell, and the last of several links
/// between the same two cells counts.
pub fn supported(world: &SquareWorld) -> SquareWorld {
    let mut world = world.clone();
    for cell in &mut world.cells {
        if cell.media == 0 || cell.factor == 0 {
            *cell = RefCell { factor: 0, media: 0 };
        }
    }
    let mut links: Vec<(Cell, Cell, u64)> = Vec::new();
    for &(from, to, cost) in &world.links {
        if cost > 0 && from != to {
            links.retain(|link| (link.0, link.1) != (from, to));
            links.push((from, to, cost));
        }
    }
    links.sort_by_key(|&(from, to, _)| (world.index(from), world.index(to)));
    world.links = links;
    world
}

/// A grid and a mover that state the facts of `world`, one terrain class per kind of cell.
///
/// # Panics
///
/// If `world` contains something that [`supported`] would have removed, or more kinds of cells or
/// larger numbers than the engine accepts.
pub fn build_world(world: &SquareWorld) -> (Grid, Mover) {
    let mut kinds: Vec<RefCell> = world.cells.clone();
    kinds.sort_by_key(|cell| (cell.factor, cell.media));
    kinds.dedup();
    assert!(kinds.len() <= 256, "at most 256 kinds of cells");
    let class_of = |cell: &RefCell| {
        let at = kinds.binary_search_by_key(&(cell.factor, cell.media), |k| (k.factor, k.media));
        at.expect("every kind is listed") as u8
    };
    let classes: Vec<u8> = world.cells.iter().map(class_of).collect();
    let mut grid = Grid::from_classes(world.width as u32, world.height as u32, &classes)
        .expect("a usable size");
    let mut edit = Edit::new();
    for &(cell, direction) in &world.blocked_steps {
        edit.forbid_step(engine_cell(cell), Dir::from_code(direction as u8));
    }
    let mut extras: Vec<u64> = world.crossings.values().copied().collect();
    extras.sort_unstable();
    extras.dedup();
    for (&(cell, direction), extra) in &world.crossings {
        let class = extras.binary_search(extra).expect("every extra is listed") as u8;
        edit.fence_step(engine_cell(cell), Dir::from_code(direction as u8), class);
    }
    for &(from, to, cost) in &world.links {
        edit.link(engine_cell(from), engine_cell(to), u32::try_from(cost).expect("a link cost"));
    }
    grid.apply(&edit).expect("facts that the engine takes");
    let (straight, diagonal) = (world.straight as u32, world.diagonal as u32);
    let mut mover = Mover::new()
        .scale(Scale::new(straight, diagonal).expect("a usable scale"))
        .neighbours(engine_neighbours(world.neighbours))
        .corners(engine_corners(world.corners));
    for kind in &kinds {
        mover = mover
            .terrain_in(class_of(kind), kind.factor, kind.media)
            .expect("a usable kind of cell");
    }
    for (class, &extra) in (0..).zip(&extras) {
        let extra = u32::try_from(extra).expect("extra ticks that the engine takes");
        mover = mover.crosses(class, extra).expect("extra ticks that the engine takes");
    }
    (grid, mover)
}

/// A generated map as a grid, letter by letter.
///
/// # Panics
///
/// If the map has no cells.
pub fn grid_of(map: &GenMap) -> Grid {
    Grid::from_classes(map.width as u32, map.height as u32, &map.classes)
        .expect("a map with cells and a class for each")
}

/// The engine's class and factor for a cell of the reference.
pub fn engine_cell(cell: Cell) -> (u32, u32) {
    (cell.0 as u32, cell.1 as u32)
}

/// The engine's counterpart of a corner rule of the reference.
pub fn engine_corners(corners: Corners) -> EngineCorners {
    match corners {
        Corners::Never => EngineCorners::Never,
        Corners::OneFree => EngineCorners::OneFree,
        Corners::Always => EngineCorners::Always,
    }
}

/// The engine's counterpart of a neighbour rule of the reference.
pub fn engine_neighbours(neighbours: Neighbours) -> EngineNeighbours {
    match neighbours {
        Neighbours::Four => EngineNeighbours::Four,
        Neighbours::Eight => EngineNeighbours::Eight,
    }
}

/// All arcs of a world in one direction, in node order.
///
/// # Panics
///
/// If an arc is not reversed by `follow`, costs something else than the world's arc cost, or the
/// arcs that are offered are not those that are visited.
pub fn checked_arcs(world: &impl World, way: Way) -> Vec<RefArc> {
    let mut found = Vec::new();
    for node in (0..world.node_count()).map(NodeId::new) {
        let (mut offered, mut visited) = (TakeAll(Vec::new()), Vec::new());
        world.offer_arcs(node, way, &mut offered);
        world.for_each_arc(node, way, |arc| visited.push(arc));
        assert_eq!(offered.0, visited);
        for arc in visited {
            assert_eq!(world.follow(arc.node, arc.slot, way), node);
            assert!((world.min_arc_cost()..=world.max_arc_cost()).contains(&arc.cost));
            let (a, b) = (node.index(), arc.node.index());
            let (from, to) = if way == Way::Forward { (a, b) } else { (b, a) };
            found.push((from, to, u64::from(arc.cost)));
        }
    }
    found
}

/// Like [`checked_arcs`], but sorted.
pub fn sorted_arcs(world: &impl World, way: Way) -> Vec<RefArc> {
    let mut found = checked_arcs(world, way);
    found.sort_unstable();
    found
}

/// Accepts all arcs that are offered.
struct TakeAll(Vec<Arc>);

impl Offers for TakeAll {
    fn wants(&self, _index: usize, _cost: u32) -> bool {
        true
    }

    fn take(&mut self, arc: Arc) {
        self.0.push(arc);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{fenced_world, random_classes};
    use crate::world::arcs;
    use astride::world::{Way, World};

    #[test]
    fn facts_survive_the_way_there_and_back() {
        for seed in 0..400 {
            let size = (1 + seed as usize % 5, 1 + seed as usize / 5 % 5);
            let world = supported(&fenced_world(seed, size.0, size.1));
            let (grid, mover) = build_world(&world);
            assert_eq!(arcs(&read_world(&grid, &mover)), arcs(&world), "seed {seed}");
        }
    }

    #[test]
    fn the_default_legend_is_the_same_on_both_sides() {
        for seed in 0..50 {
            let map = random_classes(seed, 6, 5, b".@WST19G");
            let read = read_world(&grid_of(&map), &Mover::walker());
            let expected =
                SquareWorld::from_classes(&map, Neighbours::Eight, Corners::Never, 13_860, 19_601);
            assert_eq!(arcs(&read), arcs(&expected), "seed {seed}\n{map}");
        }
    }

    #[test]
    fn the_engine_sees_the_arcs_of_the_reference() {
        for seed in 0..3000 {
            let size = (1 + seed as usize % 6, 1 + seed as usize / 6 % 6);
            let world = supported(&fenced_world(seed, size.0, size.1));
            let (grid, mover) = build_world(&world);
            let view = grid.seen_by(&mover);
            let mut expected = arcs(&world);
            expected.sort_unstable();
            for way in [Way::Forward, Way::Backward] {
                let mut found = Vec::new();
                for node in (0..view.node_count()).map(NodeId::new) {
                    view.for_each_arc(node, way, |arc| {
                        assert_eq!(view.follow(arc.node, arc.slot, way), node, "seed {seed}");
                        let (a, b) = (node.index(), arc.node.index());
                        let (from, to) = if way == Way::Forward { (a, b) } else { (b, a) };
                        found.push((from, to, u64::from(arc.cost)));
                    });
                }
                found.sort_unstable();
                assert_eq!(found, expected, "seed {seed}, {way:?}");
            }
        }
    }
}
