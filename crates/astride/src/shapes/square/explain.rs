//! Why there is no path: which end is enclosed, by which cells, and what would open it.
//!
//! The cells to open are found by a search that may enter blocked cells, each of which costs more
//! than all steps together; it therefore opens as few as possible.

use super::components::telling;
use crate::base::{Budget, Dir, NodeId, Slot, Spent};
use crate::search::{Outcome, PathQuery, Reasons, Scratch, Search, Zero, reasons};
use crate::shapes::square::{Edit, GridHeuristic, GridView};
use crate::shapes::{Explanation, OPENED, Opening};
use crate::world::{Arc, Links, Way, World, follow_link, visit_links};

impl Opening {
    /// The batch that opens the cells, for the square grid that was explained.
    pub fn edit(&self) -> Edit {
        let mut edit = Edit::new();
        self.cells.iter().for_each(|&cell| _ = edit.set(cell, self.class));
        edit
    }
}

/// Explains why there is no path; `None` if there is one.
///
/// # Errors
///
/// If `budget` runs out first.
///
/// # Panics
///
/// If a node is not in the grid.
///
/// # Complexity
///
/// That of A* through the area of the start, plus Dijkstra's search through the part of the map
/// that can be reached with fewer opened cells.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::prelude::*;
/// use astride::search::Why;
/// use astride::shapes::square::explain;
/// let drawing = Drawing::parse("
///     ......
///     ...###
///     .A.#B#
///     ...###
/// ")?;
/// let grid = &drawing.grid;
/// let [start, goal] = [drawing.start()?, drawing.goal()?].map(|cell| grid.node(cell).unwrap());
/// let view = grid.seen_by(&Mover::walker());
/// let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
/// let explanation = explain(&view, start, goal, scratch, budget).unwrap().unwrap();
/// assert_eq!(explanation.why, Why::GoalEnclosed { cells: 1 });
/// assert_eq!(explanation.frontier.len(), 4);
/// assert_eq!(explanation.opening.unwrap().cells.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(
    view: &GridView<'_>,
    start: NodeId,
    goal: NodeId,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Option<Explanation>, Spent> {
    let beside = |node, _, visit: &mut dyn FnMut(NodeId)| {
        let sides = view.inside(node) & telling(view);
        let dirs = Dir::ALL.into_iter().filter(|dir| sides & dir.bit() != 0);
        dirs.for_each(|dir| visit(view.beside(node, dir)));
    };
    let guess = GridHeuristic::octile(view);
    let Some(reasons) = reasons(view, &guess, [start, goal], beside, scratch, budget)? else {
        return Ok(None);
    };
    let Reasons { why, frontier, nearest } = reasons;
    let frontier = frontier.into_iter().map(|node| view.grid().cell(node)).collect();
    let opening = opening(view, [start, goal], scratch, budget)?;
    Ok(Some(Explanation { why, frontier, nearest, opening }))
}

/// The fewest cells that have to be opened, and a path through them.
fn opening(
    view: &GridView<'_>,
    ends: [NodeId; 2],
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Option<Opening>, Spent> {
    let grid = view.grid();
    let of_end = |end: NodeId| Some(grid.class_at(end)).filter(|_| view.is_passable(end));
    let is_free = |&class: &u8| view.meanings().0[usize::from(class)] != 0;
    let commonest = || {
        let classes = (0..=255u8).rev().filter(is_free);
        classes.max_by_key(|&class| grid.histogram()[usize::from(class)])
    };
    let Some(class) = of_end(ends[0]).or_else(|| of_end(ends[1])).or_else(commonest) else {
        return Ok(None);
    };
    let world = Opened::new(view, view.meanings().0[usize::from(class)]);
    let query = PathQuery::new(ends[0], ends[1]);
    let path = match Search::astar(&world, &Zero, &query, scratch).run(budget, &mut ()) {
        Outcome::Found(found) => found.path,
        Outcome::Unreachable(_) => return Ok(None),
        Outcome::OutOfBudget(out) => return Err(out.spent),
    };
    let is_blocked = |node: &&NodeId| !view.is_passable(**node);
    let cells = path.nodes().iter().filter(is_blocked).map(|&node| grid.cell(node)).collect();
    Ok(Some(Opening { cells, class, way: path.cells(grid).collect() }))
}

/// The map as if blocked cells could be entered, for forward searches: a step costs 1, and a step
/// into a blocked cell 2³⁰ more.
///
/// Diagonal steps are needed only where they pass between blocked cells: everywhere else two
/// straight steps past a free cell replace each.
struct Opened<'a> {
    view: &'a GridView<'a>,
    /// The media of a cell that is opened.
    media: u8,
    /// The links and the fences that the mover crosses between such cells, if there are such.
    crossed: Option<Links>,
}

impl<'a> Opened<'a> {
    fn new(view: &'a GridView<'a>, media: u8) -> Self {
        let grid = view.grid();
        let mut opened = Opened { view, media, crossed: None };
        let ground = |node| (opened.media_at(node), 1);
        let (links, fences) = (grid.link_table(), grid.fence_table());
        opened.crossed = fences.as_links(links, grid.width(), view.crossings(), ground);
        opened
    }

    fn link_table(&self) -> &Links {
        self.crossed.as_ref().unwrap_or_else(|| self.view.grid().link_table())
    }

    fn media_at(&self, node: NodeId) -> u8 {
        let class = self.view.grid().class_at(node);
        match self.view.meanings().0[usize::from(class)] {
            0 => self.media,
            media => media,
        }
    }

    fn steps_from(&self, node: NodeId) -> u8 {
        let view = self.view;
        let inside = view.inside(node);
        let mut around = [0; 8];
        for dir in Dir::ALL.into_iter().filter(|dir| inside & dir.bit() != 0) {
            around[dir as usize] = self.media_at(view.beside(node, dir));
        }
        let (here, around) = (self.media_at(node), u64::from_le_bytes(around));
        let steps = view.steps_among(here, around, inside) & telling(view);
        if !view.has_forbidden() {
            return steps;
        }
        let forbidden = view.grid().forbidden();
        let beside =
            |side: Dir, step: Dir| forbidden[view.beside(node, side).index()] & step.bit() != 0;
        steps & view.steps_past_walls(forbidden[node.index()], beside, inside, here, around)
    }
}

impl World for Opened<'_> {
    fn node_count(&self) -> u32 {
        self.view.node_count()
    }

    fn is_passable(&self, _node: NodeId) -> bool {
        true
    }

    fn max_arc_cost(&self) -> u32 {
        OPENED + 1
    }

    fn for_each_arc(&self, node: NodeId, way: Way, mut visit: impl FnMut(Arc)) {
        debug_assert_eq!(way, Way::Forward, "it is searched forward only");
        let cost = |node| if self.view.is_passable(node) { 1 } else { OPENED + 1 };
        let mut steps = self.steps_from(node);
        while steps != 0 {
            let code = steps.trailing_zeros() as u8;
            steps &= steps - 1;
            let next = self.view.beside(node, Dir::from_code(code));
            visit(Arc { node: next, cost: cost(next), slot: Slot::new(code.into()) });
        }
        if self.view.has_links() {
            let links = self.link_table();
            let pay = |arc: Arc| visit(Arc { cost: cost(arc.node), ..arc });
            visit_links(links, node, way, |_| true, pay);
        }
    }

    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
        if slot.code() < 8 {
            return self.view.follow(node, slot, way);
        }
        follow_link(self.link_table(), node, slot, way)
    }
}
