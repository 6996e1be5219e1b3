//! What a faction knows about a map: one bit per cell, plus a copy for those that want indexes of
//! it.
//!
//! Cells that nobody in the faction has seen are assumed to have a certain terrain class. A mover
//! interprets it like any other: free, blocked, or expensive. Changes out of sight can stay
//! unnoticed, so that cells and the sides between them are remembered as they were last seen.

mod believed;
mod bits;
mod saved;
mod sides;
mod view;

pub use believed::BelievedGrid;
pub use view::KnownView;

use std::collections::BTreeMap;

use crate::base::{Cell, CellRect, NodeId, mixed};
use crate::shapes::square::{Grid, GridView};
use crate::world::Changes;
use bits::Bits;
use sides::Sides;

/// What one faction knows about a grid, and what it assumes about the rest.
///
/// A cell is known or not. Of a known cell the faction knows the class, or the class when it was seen
/// last, if [`remember`](Self::remember) was called before that changed. A wall, fence or one-way step is
/// known with either of the two cells it joins, a link with the cell where it leaves. A wall, fence or
/// one-way step is believed to be as it is now if either cell is known and not remembered, and otherwise
/// as it was when the faction last saw either cell; if it never saw one, nothing stands there.
///
/// [`view`](Self::view) combines it with a view of the grid into a world for any search;
/// [`BelievedGrid`] stores what is believed as a separate grid, for indexes.
///
/// # Complexity
///
/// One bit per cell, one more once something is remembered, and some 20 bytes for each cell that is
/// remembered, and for each step that is forbidden beside such cells only; a wall is two of these.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride::search::dijkstra;
/// use astride::shapes::square::Knowledge;
/// let grid = Grid::from_classes(5, 3, b"...@.\n.@.@.\n.@..."
///     .iter().copied().filter(|&class| class != b'\n').collect::<Vec<_>>().as_slice())?;
/// let (mover, mut scratch) = (Mover::walker(), Scratch::new());
/// let view = grid.seen_by(&mover);
/// let query = PathQuery::new(grid.node((0, 1)).unwrap(), grid.node((4, 1)).unwrap());
///
/// let mut knowledge = Knowledge::new(&grid, b'.');
/// let outcome = dijkstra(&knowledge.view(&view), &query, &mut scratch, &mut ());
/// assert_eq!(outcome.cost(), Some(4 * 13_860), "as if all were free");
///
/// let mut differ = Vec::new();
/// knowledge.reveal(&grid, CellRect::new(0, 0, 2, 3), &mut differ);
/// assert_eq!(differ, [grid.node((1, 1)).unwrap(), grid.node((1, 2)).unwrap()]);
/// let outcome = dijkstra(&knowledge.view(&view), &query, &mut scratch, &mut ());
/// assert_eq!(outcome.cost(), Some(4 * 13_860 + 19_601), "round the first wall");
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Knowledge {
    width: u32,
    height: u32,
    assumed: u8,
    known: Bits,
    /// Known cells that are remembered; empty until there are any.
    stale: Bits,
    /// The classes of stale cells.
    seen: BTreeMap<u32, u8>,
    /// The number of stale cells with each class.
    seen_classes: BTreeMap<u8, u32>,
    /// The sides of stale cells.
    sides: Sides,
    known_count: u32,
    log: Changes,
    /// A number for how the beliefs came about: with near certainty another one for other beliefs.
    history: u64,
    /// A number for what was seen or remembered at this revision of the grid. While the grid stays as it
    /// is, that alone changes no belief.
    noticed: u64,
    noticed_at: u64,
}

impl Knowledge {
    /// Knows nothing about `grid` and assumes that all of it has class `assumed`.
    pub fn new(grid: &Grid, assumed: u8) -> Self {
        Knowledge::blank(grid.width(), grid.height(), assumed)
    }

    fn blank(width: u32, height: u32, assumed: u8) -> Self {
        Knowledge {
            width,
            height,
            assumed,
            known: Bits::new(width * height, width),
            stale: Bits::default(),
            seen: BTreeMap::new(),
            seen_classes: BTreeMap::new(),
            sides: Sides::default(),
            known_count: 0,
            log: Changes::default(),
            history: mixed(u64::from(assumed)),
            noticed: 0,
            noticed_at: 0,
        }
    }

    /// All cells of its grid.
    pub fn bounds(&self) -> CellRect {
        CellRect::new(0, 0, self.width, self.height)
    }

    /// The class that unknown cells are assumed to have.
    pub fn assumed(&self) -> u8 {
        self.assumed
    }

    /// Whether `cell` is known; `false` off the map.
    pub fn is_known(&self, cell: impl Into<Cell>) -> bool {
        let cell = cell.into();
        self.bounds().contains(cell) && self.known.get(NodeId::new(cell.y * self.width + cell.x))
    }

    /// The number of known cells.
    pub fn known_count(&self) -> u32 {
        self.known_count
    }

    /// The class that the faction believes `node` of `grid` to have.
    #[inline(always)]
    pub fn class_at(&self, grid: &Grid, node: NodeId) -> u8 {
        if !self.known.get(node) {
            self.assumed
        } else if self.stale.get(node) {
            self.seen.get(&node.get()).copied().unwrap_or(self.assumed)
        } else {
            grid.class_at(node)
        }
    }

    /// Makes the cells of `rect` known as they are now; cells off the map are ignored. Appends to
    /// `differ`, row by row, those whose belief changed: cells with another class than believed, with
    /// other walls, fences or one-way steps, or with links that were unknown. Returns how many cells
    /// became known.
    ///
    /// # Panics
    ///
    /// If the size of `grid` differs.
    pub fn reveal(&mut self, grid: &Grid, rect: CellRect, differ: &mut Vec<NodeId>) -> u32 {
        self.check_size(grid);
        self.come_to(grid.revision());
        let (first, before) = (differ.len(), self.known_count);
        for y in rect.y..rect.y.saturating_add(rect.height).min(self.height) {
            for x in rect.x..rect.x.saturating_add(rect.width).min(self.width) {
                self.see(grid, NodeId::new(y * self.width + x), differ);
            }
        }
        self.note(grid, &differ[first..]);
        self.known_count - before
    }

    /// Makes known what is [in sight](Grid::in_sight) of `eye`: every cell whose centre is at most
    /// `radius` cells away, unless a class that `is_opaque` names is in the way. Otherwise as
    /// [`reveal`](Self::reveal); nothing is seen from off the map.
    ///
    /// # Complexity
    ///
    /// O(radius³).
    ///
    /// # Panics
    ///
    /// As for [`reveal`](Self::reveal).
    pub fn reveal_around(
        &mut self,
        grid: &Grid,
        eye: impl Into<Cell>,
        radius: u32,
        is_opaque: impl Fn(u8) -> bool,
        differ: &mut Vec<NodeId>,
    ) -> u32 {
        self.check_size(grid);
        let eye = eye.into();
        let (first, before) = (differ.len(), self.known_count);
        if !grid.bounds().contains(eye) {
            return 0;
        }
        self.come_to(grid.revision());
        for Cell { x, y } in grid.in_sight(eye, radius, is_opaque) {
            self.see(grid, NodeId::new(y * self.width + x), differ);
        }
        self.note(grid, &differ[first..]);
        self.known_count - before
    }

    /// Call this before an edit of cells in `rect`, or of walls, fences and one-way steps between them:
    /// the faction then keeps its belief about the cells it knows until they are revealed again. Without
    /// this it learns of the edit at once. What stands between such a cell and a cell that it knows and
    /// does not remember is learned in any case, so name both cells. Links always have their current
    /// state.
    ///
    /// # Panics
    ///
    /// As for [`reveal`](Self::reveal).
    pub fn remember(&mut self, grid: &Grid, rect: CellRect) {
        self.check_size(grid);
        self.come_to(grid.revision());
        for y in rect.y..rect.y.saturating_add(rect.height).min(self.height) {
            for x in rect.x..rect.x.saturating_add(rect.width).min(self.width) {
                let node = NodeId::new(y * self.width + x);
                if self.known.get(node) && !self.stale.get(node) {
                    self.take_for(node, grid.class_at(node));
                    self.remember_sides(grid, node);
                    self.notice(node, 3);
                }
            }
        }
    }

    /// Moves the knowledge along when the contents of the map have moved by
    /// [`Window::shifted`](crate::shapes::square::Window::shifted): each cell now shows what was
    /// `by` columns and rows further on, and cells that came in are unknown. This is one revision,
    /// in which every cell changed.
    ///
    /// # Complexity
    ///
    /// O(cells).
    pub fn shift(&mut self, by: (i64, i64)) {
        if by == (0, 0) {
            return;
        }
        let (bounds, width) = (self.bounds(), self.width);
        let mut moved = Knowledge::blank(width, self.height, self.assumed);
        for (x, y) in (0..self.height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            let Some(old) = bounds.moved(Cell::new(x, y), by) else { continue };
            let [node, old] = [(x, y), (old.x, old.y)].map(|(x, y)| NodeId::new(y * width + x));
            if self.known.get(old) {
                moved.known.set(node, true);
                moved.known_count += 1;
            }
            if let Some(&class) = self.seen.get(&old.get()).filter(|_| self.stale.get(old)) {
                moved.take_for(node, class);
            }
        }
        moved.sides = self.sides.moved(bounds, by);
        moved.log = std::mem::take(&mut self.log);
        moved.log.note_all([bounds].into_iter());
        (moved.noticed, moved.noticed_at) = (self.noticed, self.noticed_at);
        moved.history = self.history;
        [by.0, by.1].into_iter().for_each(|by| moved.went_on(by as u64));
        *self = moved;
    }

    /// The log of changes of belief, like [`Grid::changes`] for edits.
    pub fn changes(&self) -> &Changes {
        &self.log
    }

    /// Increases whenever a belief about a cell changes; starts at 0.
    pub fn revision(&self) -> u64 {
        self.log.revision()
    }

    /// Bytes held, excluding the log of changes.
    pub fn bytes(&self) -> usize {
        let entry = size_of::<u32>() + size_of::<u8>();
        self.known.bytes() + self.stale.bytes() + self.seen.len() * entry * 4 + self.sides.bytes()
    }

    /// The grid of `view` as the faction believes it to be, for the mover of `view`. O(1), or
    /// O(n log n) for n fences, links and sides remembered, for a mover that crosses fences.
    ///
    /// # Panics
    ///
    /// If the size of the grid differs, or if it is the grid of a
    /// [`BodyGrid`](crate::shapes::square::BodyGrid), whose classes are kinds of places rather than
    /// terrain that could be assumed. To find out where a faction believes that large bodies fit,
    /// build the body's grid from a [`BelievedGrid`].
    pub fn view<'a>(&'a self, view: &'a GridView<'a>) -> KnownView<'a> {
        self.check_size(view.grid());
        KnownView::new(self, view)
    }

    /// The classes of stale cells and of unknown ones.
    fn believed_classes(&self) -> impl Iterator<Item = u8> + '_ {
        let seen = self.seen_classes.iter().filter(|&(_, &cells)| cells > 0);
        seen.map(|(&class, _)| class).chain([self.assumed])
    }

    fn check_size(&self, grid: &Grid) {
        let (size, expected) = ((grid.width(), grid.height()), (self.width, self.height));
        assert_eq!(size, expected, "knowledge of a grid is asked about one of another size");
        assert!(!grid.has_places, "knowledge is of terrain: make a body's grid of a BelievedGrid");
    }

    /// Logs that the belief about these cells has changed to what they are now.
    fn note(&mut self, grid: &Grid, differ: &[NodeId]) {
        differ.iter().for_each(|&node| self.went_on(belief(node, grid.class_at(node))));
        self.log.note_nodes(differ, self.width);
    }

    fn went_on(&mut self, word: u64) {
        self.history = mixed(self.history ^ word);
    }

    /// The history on this revision of the grid: after an edit, beliefs also depend on what was seen
    /// and remembered before it.
    fn history_at(&self, revision: u64) -> u64 {
        if self.noticed == 0 || self.noticed_at == revision {
            return self.history;
        }
        mixed(self.history ^ self.noticed)
    }

    fn come_to(&mut self, revision: u64) {
        if self.noticed_at != revision {
            self.history = self.history_at(revision);
            (self.noticed, self.noticed_at) = (0, revision);
        }
    }

    /// Notes that a cell was seen (`what` is 1), seen again (2), or remembered (3).
    fn notice(&mut self, node: NodeId, what: u64) {
        self.noticed = self.noticed.wrapping_add(mixed(u64::from(node.get()) << 2 | what));
    }

    /// Records a cell as it is.
    fn see(&mut self, grid: &Grid, node: NodeId, differ: &mut Vec<NodeId>) {
        let before = self.class_at(grid, node);
        let is_new = !self.known.get(node);
        let is_stale = !is_new && self.stale.get(node);
        let differs = (is_new || is_stale) && self.see_sides(grid, node);
        if is_new {
            self.known.set(node, true);
            self.known_count += 1;
            self.notice(node, 1);
        } else if is_stale {
            self.stale.set(node, false);
            self.notice(node, 2);
            let class = self.seen.remove(&node.get());
            if let Some(cells) = class.and_then(|class| self.seen_classes.get_mut(&class)) {
                *cells -= 1;
            }
        }
        let has_news = differs || (is_new && !grid.link_table().leaving(node).is_empty());
        if has_news || before != grid.class_at(node) {
            differ.push(node);
        }
    }
}

/// A belief as a word of the history.
fn belief(node: NodeId, class: u8) -> u64 {
    u64::from(class) << 32 | u64::from(node.get())
}
