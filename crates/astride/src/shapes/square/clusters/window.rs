//! Searches restricted to a rectangle of cells.

use super::queue::Queue;
use crate::base::{Cell, CellRect, Cost, Dir, NodeId};
use crate::shapes::square::GridView;
use crate::world::{Way, World};

const NONE: u32 = u32::MAX;

/// The memory of a search within a rectangle.
#[derive(Clone, Debug, Default)]
pub(super) struct Window {
    rect: CellRect,
    /// Rows have a length of `1 << shift`.
    shift: u32,
    /// For each cell of the rectangle, row by row.
    g: Vec<Cost>,
    parents: Vec<u32>,
    queue: Queue,
    /// For each cell the steps that stay within the rectangle, if they were read beforehand.
    steps: Vec<u8>,
    path: Vec<NodeId>,
}

impl Window {
    pub(super) fn bytes(&self) -> usize {
        self.g.capacity() * 12 + self.steps.capacity() + self.path.capacity() * 4
    }

    /// Sets a rectangle, and reads the steps of all its cells for many searches.
    pub(super) fn read(&mut self, view: &GridView<'_>, rect: CellRect) {
        self.look_at(rect);
        self.steps.clear();
        for y in rect.y..rect.y + rect.height {
            self.steps.resize(((y - rect.y) << self.shift) as usize, 0);
            let row = NodeId::new(y * view.grid().width() + rect.x).get();
            for x in 0..rect.width {
                let steps = view.steps_from(NodeId::new(row + x));
                self.steps.push(steps & self.inside(x, y - rect.y));
            }
        }
    }

    /// The cost from (or, backward, to) `source` for every cell of the rectangle that was
    /// [read](Self::read); get it with [`cost`](Self::cost).
    pub(super) fn spread(&mut self, view: &GridView<'_>, source: Cell, way: Way) {
        match (view.has_links() || view.has_forbidden(), way) {
            (false, Way::Forward) => self.search::<true, false>(view, source, None, way),
            (false, Way::Backward) => self.search::<true, true>(view, source, None, way),
            // Walls may be passable in one direction only, and links leave the grid.
            (true, Way::Forward) => self.search::<false, false>(view, source, None, way),
            (true, Way::Backward) => self.search::<false, true>(view, source, None, way),
        }
    }

    /// A cheapest path within a rectangle, without its first cell, and its cost.
    pub(super) fn path(
        &mut self,
        view: &GridView<'_>,
        rect: CellRect,
        [from, to]: [Cell; 2],
    ) -> Option<(Cost, &[NodeId])> {
        self.look_at(rect);
        self.search::<false, false>(view, from, Some(to), Way::Forward);
        let cost = self.cost(to)?;
        self.path.clear();
        let (mut at, start) = (self.local(to), self.local(from));
        while at != start {
            self.path.push(self.node(view, at));
            at = self.parents[at as usize];
        }
        self.path.reverse();
        Some((cost, &self.path))
    }

    /// The cost that the last search found for a cell of its rectangle.
    pub(super) fn cost(&self, cell: Cell) -> Option<Cost> {
        let g = self.g[self.local(cell) as usize];
        (g != Cost::MAX).then_some(g)
    }

    fn look_at(&mut self, rect: CellRect) {
        (self.rect, self.shift) = (rect, rect.width.next_power_of_two().ilog2());
    }

    fn search<const READ: bool, const BACK: bool>(
        &mut self,
        view: &GridView<'_>,
        source: Cell,
        target: Option<Cell>,
        way: Way,
    ) {
        let cells = (self.rect.height as usize) << self.shift;
        self.g.clear();
        self.g.resize(cells, Cost::MAX);
        self.parents.resize(self.parents.len().max(cells), NONE);
        let grid = view.grid();
        // Links may cost less than any estimate.
        let aim = target.filter(|_| !view.has_links()).and_then(|cell| grid.node(cell));
        let goal = target.map(|cell| self.local(cell) as usize);
        let guess = |node: NodeId| aim.map_or(0, |aim| view.estimate(node, aim));
        let start = self.local(source);
        self.g[start as usize] = 0;
        let first = guess(self.node(view, start));
        self.queue.begin(first, view.min_arc_cost().into(), view.max_arc_cost().into());
        self.queue.push(first, start, 0);
        let offsets = Dir::ALL.map(|dir| dir.offset().0 + (dir.offset().1 << self.shift));
        let factors = Factors::of(view);
        while let Some(next) = self.queue.pop() {
            let at = next.node;
            if self.g[at as usize] != next.g {
                continue;
            }
            if goal.is_some_and(|goal| self.g[goal] <= next.least) {
                return;
            }
            if READ {
                let mut left = self.steps[at as usize];
                while left != 0 {
                    let code = left.trailing_zeros() as usize;
                    left &= left - 1;
                    let other = at.wrapping_add_signed(offsets[code]);
                    let entered = if BACK { at } else { other };
                    let cost = factors.cost(view, || self.node(view, entered), code & 1);
                    self.relax(at, other, next.g + Cost::from(cost), || 0);
                }
            } else {
                view.for_each_arc(self.node(view, at), way, |arc| {
                    let cell = grid.cell(arc.node);
                    if self.rect.contains(cell) {
                        let g = next.g + Cost::from(arc.cost);
                        self.relax(at, self.local(cell), g, || guess(arc.node));
                    }
                });
            }
        }
    }

    #[inline(always)]
    fn relax(&mut self, from: u32, to: u32, g: Cost, guess: impl FnOnce() -> Cost) {
        if g < self.g[to as usize] {
            self.g[to as usize] = g;
            self.parents[to as usize] = from;
            self.queue.push(g + guess(), to, g);
        }
    }

    #[inline(always)]
    fn local(&self, cell: Cell) -> u32 {
        ((cell.y - self.rect.y) << self.shift) + (cell.x - self.rect.x)
    }

    #[inline(always)]
    fn node(&self, view: &GridView<'_>, local: u32) -> NodeId {
        let (x, y) = (local & ((1 << self.shift) - 1), local >> self.shift);
        NodeId::new((y + self.rect.y) * view.grid().width() + x + self.rect.x)
    }

    /// The directions that stay within the rectangle.
    fn inside(&self, x: u32, y: u32) -> u8 {
        let mut inside = 0xFF;
        let sides = [(x == 0, Dir::W), (x + 1 == self.rect.width, Dir::E)];
        let sides =
            sides.into_iter().chain([(y == 0, Dir::N), (y + 1 == self.rect.height, Dir::S)]);
        for (is_rim, dir) in sides {
            if is_rim {
                inside &= !(dir.turned(7).bit() | dir.bit() | dir.turned(1).bit());
            }
        }
        inside
    }
}

/// The cost of entering a cell.
enum Factors {
    Even([u32; 2]),
    ByClass,
}

impl Factors {
    fn of(view: &GridView<'_>) -> Factors {
        view.uniform_costs().map_or(Factors::ByClass, Factors::Even)
    }

    #[inline(always)]
    fn cost(&self, view: &GridView<'_>, entered: impl FnOnce() -> NodeId, parity: usize) -> u32 {
        match self {
            Factors::Even(costs) => costs[parity],
            Factors::ByClass => view.entering_costs(entered())[parity],
        }
    }
}
