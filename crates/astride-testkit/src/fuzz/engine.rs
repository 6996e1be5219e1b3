//! Small worlds drawn from bytes: the engine against the references, edits against a plain copy.

use super::Bytes;
use crate::adapter::{build_world, supported};
use crate::contestants::square::Memory;
use crate::contestants::{contestants, hold};
use crate::judge::{Ask, Judge};
use crate::square::{Corners, Direction, LAND, Neighbours, RefCell, SquareWorld, WATER};
use astride::base::{Cell, CellRect, Dir, NodeId};
use astride::shapes::square::{Edit, Grid, Mover};
use astride::world::{Way, World};
use std::cell::RefCell as Shared;
use std::collections::{BTreeMap, BTreeSet};

thread_local! {
    /// Kept from input to input, as programs do: what one search leaves must not disturb the next.
    static MEMORY: Shared<Memory> = Shared::default();
}

/// A world, a question and a contestant against the reference.
pub fn engine_vs_reference(data: &[u8]) {
    let mut bytes = Bytes(data);
    let all = contestants::<SquareWorld>();
    let contestant = all[bytes.below(all.len())];
    let world = supported(&small_world(&mut bytes));
    let ask = question(&mut bytes, world.cells.len());
    if !contestant.takes(&ask) {
        return;
    }
    let lot = u64::from(bytes.byte());
    let (grid, mover) = build_world(&world);
    let view = grid.seen_by(&mover);
    let mut judge = Judge::new(world);
    MEMORY.with_borrow_mut(|memory| {
        memory.enter();
        if let Err(fault) = hold(&contestant, &view, &view, &mut judge, &ask, memory, lot) {
            panic!("{fault}");
        }
    });
}

fn small_world(bytes: &mut Bytes<'_>) -> SquareWorld {
    let (width, height) = (1 + bytes.below(5), 1 + bytes.below(5));
    let (straight, diagonal) = bytes.pick(&[(13_860, 19_601), (10, 14), (1, 1), (1, 2), (5, 30)]);
    let mut world = SquareWorld {
        width,
        height,
        cells: Vec::new(),
        blocked_steps: BTreeSet::new(),
        links: Vec::new(),
        crossings: BTreeMap::new(),
        neighbours: bytes.pick(&[Neighbours::Eight, Neighbours::Four]),
        corners: bytes.pick(&[Corners::Never, Corners::OneFree, Corners::Always]),
        straight,
        diagonal,
    };
    for _ in 0..width * height {
        let byte = bytes.byte();
        let factor = [1, 0, 1, 2, 3, 9, 1, 1000][usize::from(byte & 7)];
        let media = [LAND, LAND, LAND | WATER, WATER][usize::from(byte >> 3 & 3)];
        world.cells.push(RefCell { factor, media });
    }
    for _ in 0..bytes.below(8) {
        let cell = world.cell_at(bytes.below(width * height));
        world.blocked_steps.insert((cell, bytes.pick(&Direction::ALL)));
    }
    for _ in 0..bytes.below(4) {
        let cell = world.cell_at(bytes.below(width * height));
        let side = bytes.pick(&[Direction::N, Direction::E, Direction::S, Direction::W]);
        if world.neighbour(cell, side.offset()).is_some() {
            world.blocked_steps.insert((cell, side));
            world.crossings.insert((cell, side), bytes.pick(&[0, 1, 30_000, 1 << 30]));
        }
    }
    for _ in 0..bytes.below(5) {
        let from = world.cell_at(bytes.below(width * height));
        let to = world.cell_at(bytes.below(width * height));
        let cost = bytes.pick(&[1, 7, 100, 13_860, 1 << 30]) + bytes.below(9) as u64;
        world.links.push((from, to, cost.min(1 << 30)));
    }
    world
}

fn question(bytes: &mut Bytes<'_>, cells: usize) -> Ask {
    let mut ask = Ask::new(bytes.below(cells), bytes.below(cells));
    let kind = bytes.byte();
    if kind & 1 != 0 {
        for _ in 0..bytes.below(3) {
            ask.goals.push(bytes.below(cells));
        }
    }
    if kind & 2 != 0 {
        ask.starts[0].1 = paid(bytes);
        for _ in 0..bytes.below(3) {
            ask.starts.push((bytes.below(cells), paid(bytes)));
        }
    }
    ask.by_predicate = kind & 4 != 0;
    if kind & 8 != 0 {
        ask.max_cost = bytes.pick(&[10, 100, 30_000, 100_000, 1 << 33]) + bytes.below(256) as u64;
    }
    ask.nearest = kind & 16 != 0;
    ask
}

/// Around the end of 32 bits a search has to move to wide records.
fn paid(bytes: &mut Bytes<'_>) -> u64 {
    bytes.pick(&[0, 20, 50_000, u64::from(u32::MAX) - 30_000, 1 << 40]) + bytes.below(64) as u64
}

/// Batches of edits, against a plain copy of the facts and against a grid made from it at once.
pub fn edits(data: &[u8]) {
    let mut bytes = Bytes(data);
    let (width, height) = (1 + bytes.below(6) as u32, 1 + bytes.below(6) as u32);
    let mut facts = Facts::new(width, height);
    let mut grid = Grid::new(width, height, b'.').expect("a good size");
    for _ in 0..16 {
        if bytes.is_empty() {
            break;
        }
        let (mut edit, mut after) = (Edit::new(), facts.clone());
        let mut is_possible = true;
        for _ in 0..1 + bytes.below(6) {
            is_possible &= one_edit(&mut bytes, &mut edit, &mut after);
        }
        let revision = grid.revision();
        match grid.apply(&edit) {
            Ok(reached) => {
                assert!(is_possible, "{edit:?} was applied");
                assert_eq!((reached, grid.revision()), (revision + 1, revision + 1));
                check_log(&grid, &facts, &after);
                facts = after;
            }
            Err(error) => {
                assert!(!is_possible, "{edit:?}: {error}");
                assert_eq!(grid.revision(), revision);
            }
        }
        facts.check(&grid);
    }
    let rebuilt = facts.rebuild();
    facts.check(&rebuilt);
    for corners in
        [astride::shapes::square::Corners::Never, astride::shapes::square::Corners::OneFree]
    {
        let mover = Mover::walker().corners(corners);
        assert_eq!(arcs_of(&grid, &mover), arcs_of(&rebuilt, &mover));
    }
}

/// What a grid should hold, in the plainest containers.
#[derive(Clone, PartialEq)]
struct Facts {
    width: u32,
    height: u32,
    classes: Vec<u8>,
    forbidden: BTreeSet<(u32, u32, u8)>,
    links: BTreeMap<(Cell, Cell), u32>,
}

impl Facts {
    fn new(width: u32, height: u32) -> Facts {
        Facts {
            width,
            height,
            classes: vec![b'.'; (width * height) as usize],
            forbidden: BTreeSet::new(),
            links: BTreeMap::new(),
        }
    }

    fn holds(&self, cell: Cell) -> bool {
        cell.x < self.width && cell.y < self.height
    }

    fn set_step(&mut self, cell: Cell, dir: Dir, is_forbidden: bool) {
        let step = (cell.x, cell.y, dir as u8);
        if is_forbidden {
            self.forbidden.insert(step);
        } else {
            self.forbidden.remove(&step);
        }
    }

    fn check(&self, grid: &Grid) {
        let mut histogram = [0; 256];
        for y in 0..self.height {
            for x in 0..self.width {
                let class = self.classes[(y * self.width + x) as usize];
                histogram[usize::from(class)] += 1;
                assert_eq!(grid.class((x, y)), Some(class));
                for dir in Dir::ALL {
                    let expected = self.forbidden.contains(&(x, y, dir as u8));
                    assert_eq!(grid.is_step_forbidden((x, y), dir), expected);
                }
            }
        }
        assert_eq!(grid.histogram(), &histogram);
        let links: BTreeMap<(Cell, Cell), u32> = grid
            .links()
            .iter()
            .map(|link| ((grid.cell(link.from), grid.cell(link.to)), link.cost))
            .collect();
        assert_eq!(links, self.links);
        assert_eq!(grid.links().len(), self.links.len());
    }

    fn rebuild(&self) -> Grid {
        let mut grid =
            Grid::from_classes(self.width, self.height, &self.classes).expect("a good size");
        let mut edit = Edit::new();
        for &(x, y, dir) in &self.forbidden {
            edit.forbid_step((x, y), Dir::from_code(dir));
        }
        for (&(from, to), &cost) in &self.links {
            edit.link(from, to, cost);
        }
        grid.apply(&edit).expect("facts that were applied before");
        grid
    }
}

/// Adds one edit to the batch and does the same to `facts`; whether it is possible.
fn one_edit(bytes: &mut Bytes<'_>, edit: &mut Edit, facts: &mut Facts) -> bool {
    let kind = bytes.below(8);
    // One column and one row too many, so that some cells are off the map.
    let at = |bytes: &mut Bytes<'_>, facts: &Facts| {
        let byte = bytes.byte();
        let fold = |value: u8, side: u32| match value {
            15 => side,
            value => u32::from(value) % side,
        };
        Cell::new(fold(byte & 15, facts.width), fold(byte >> 4, facts.height))
    };
    let cell = at(bytes, facts);
    match kind {
        0 | 1 => {
            let rect = match kind {
                0 => CellRect::of(cell),
                _ => CellRect::new(cell.x, cell.y, bytes.below(4) as u32, bytes.below(4) as u32),
            };
            let class = bytes.pick(b".@W3");
            edit.fill(rect, class);
            let is_inside =
                rect.x + rect.width <= facts.width && rect.y + rect.height <= facts.height;
            if is_inside {
                for y in rect.y..rect.y + rect.height {
                    for x in rect.x..rect.x + rect.width {
                        facts.classes[(y * facts.width + x) as usize] = class;
                    }
                }
            }
            is_inside
        }
        2 | 3 => {
            let dir = bytes.pick(&Dir::ALL);
            match kind {
                2 => edit.forbid_step(cell, dir),
                _ => edit.allow_step(cell, dir),
            };
            if facts.holds(cell) {
                facts.set_step(cell, dir, kind == 2);
            }
            facts.holds(cell)
        }
        4 | 5 => {
            let dir = bytes.pick(&Dir::ALL);
            match kind {
                4 => edit.wall(cell, dir),
                _ => edit.remove_wall(cell, dir),
            };
            let far = cell.step(dir).filter(|&far| facts.holds(far) && facts.holds(cell));
            let Some(far) = far.filter(|_| !dir.is_diagonal()) else { return false };
            facts.set_step(cell, dir, kind == 4);
            facts.set_step(far, dir.opposite(), kind == 4);
            true
        }
        6 => {
            let (to, cost) = (at(bytes, facts), bytes.pick(&[0, 1, 5, 20_000, 1 << 30, u32::MAX]));
            edit.link(cell, to, cost);
            let is_possible =
                cell != to && facts.holds(cell) && facts.holds(to) && (1..=1 << 30).contains(&cost);
            if is_possible {
                facts.links.insert((cell, to), cost);
            }
            is_possible
        }
        _ => {
            let to = at(bytes, facts);
            edit.unlink(cell, to);
            facts.links.remove(&(cell, to)).is_some()
        }
    }
}

/// Every cell whose facts differ is named by the log of the latest edit.
fn check_log(grid: &Grid, before: &Facts, after: &Facts) {
    let changed: Vec<CellRect> = match grid.changes().since(grid.revision() - 1) {
        Some(changes) => changes.collect(),
        None => return,
    };
    let is_named = |cell: Cell| changed.iter().any(|rect| rect.contains(cell));
    for y in 0..after.height {
        for x in 0..after.width {
            let at = (y * after.width + x) as usize;
            let steps =
                |facts: &Facts| Dir::ALL.map(|dir| facts.forbidden.contains(&(x, y, dir as u8)));
            let differs = before.classes[at] != after.classes[at] || steps(before) != steps(after);
            assert!(!differs || is_named(Cell::new(x, y)), "({x}, {y}) is not in {changed:?}");
        }
    }
    for (ends, cost) in &after.links {
        let is_new = before.links.get(ends) != Some(cost);
        assert!(!is_new || (is_named(ends.0) && is_named(ends.1)));
    }
    for ends in before.links.keys().filter(|ends| !after.links.contains_key(ends)) {
        assert!(is_named(ends.0) && is_named(ends.1));
    }
}

/// Every arc of a grid, once by its start and once by its end; both must be the same.
fn arcs_of(grid: &Grid, mover: &Mover) -> Vec<(u32, u32, u32)> {
    let view = grid.seen_by(mover);
    let mut both = [Way::Forward, Way::Backward].map(|way| {
        let mut arcs = Vec::new();
        for node in (0..grid.cell_count()).map(NodeId::new) {
            view.for_each_arc(node, way, |arc| {
                assert_eq!(view.follow(arc.node, arc.slot, way), node);
                assert!(arc.cost >= view.min_arc_cost() && arc.cost <= view.max_arc_cost());
                let (from, to) =
                    if way == Way::Forward { (node, arc.node) } else { (arc.node, node) };
                arcs.push((from.get(), to.get(), arc.cost));
            });
        }
        arcs.sort_unstable();
        arcs
    });
    assert_eq!(both[0], both[1]);
    std::mem::take(&mut both[0])
}
