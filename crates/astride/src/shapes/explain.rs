//! Why there is no path on maps whose tiles have terrain classes, and what would open one.
//!
//! The tiles to open are found by a search that may enter blocked tiles, each of which costs more
//! than all steps together; it therefore opens as few as possible.

use super::Shape;
use crate::base::{Budget, Cell, NodeId, Slot, Spent};
use crate::path::Path;
use crate::search::{Guessed, Outcome, PathQuery, Reasons, Scratch, Search, Why, Zero, reasons};
use crate::world::{Arc, Mover, Way, World};

/// Why there is no path from one place to another, and what would help.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation<P = Cell> {
    /// Which end is to blame: the blocked one, or the one enclosed in fewer places.
    pub why: Why,
    /// The places that enclose the area of that end: places where the mover cannot stand, next to
    /// places of the area; the end itself if it is blocked. In node order, each once. Walls between
    /// places, one-way steps and the border of another medium also enclose an area, but are not
    /// places and are not listed.
    pub frontier: Vec<P>,
    /// The path to the reachable place nearest to the goal, if the start is not blocked.
    pub nearest: Option<Path>,
    /// The fewest places that have to be opened; `None` if giving blocked places the class
    /// [`Opening::class`] does not help. On triangles it leads across sides alone: a mover that
    /// squeezes straight across corners may need fewer.
    pub opening: Option<Opening<P>>,
}

/// The smallest set of blocked places that have to be opened for a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening<P = Cell> {
    /// The places to open, in the order in which a path enters them.
    pub cells: Vec<P>,
    /// The class to give them: that of the start, of the goal if the start is blocked, otherwise
    /// the most common one on which the mover can stand.
    pub class: u8,
    /// A path through them, both ends included, with as few steps as possible. All its steps are
    /// straight or links, unless the mover squeezes between blocked places.
    pub way: Vec<P>,
}

/// Maps whose blocked tiles can be opened by giving them another terrain class.
pub trait Opens: Shape {
    /// Whether the mover can stand on tiles of a class.
    fn is_free(mover: &Self::Mover, class: u8) -> bool;

    /// The mover for which every class is passable at the least cost: those that were not, as if
    /// they were `class`. A step that has to pass free tiles does not belong to it, unless steps
    /// that pass nothing cannot replace it.
    fn opened(mover: &Self::Mover, class: u8) -> Self::Mover;
}

impl<G: Clone> Mover<G> {
    /// As [`Opens::opened`], with all steps of the gait.
    pub(in crate::shapes) fn opened(&self, class: u8) -> Self {
        let mut opened = self.clone();
        for other in 0..=255 {
            let like = if self.is_passable(other) { other } else { class };
            opened.set(other, 1, self.media_of(like));
        }
        opened
    }
}

/// Explains why there is no path on a map of any shape with terrain; `None` if there is one. For
/// squares, [`square::explain`](fn@crate::shapes::square::explain) takes every view.
///
/// # Errors
///
/// If `budget` runs out first.
///
/// # Panics
///
/// If a node is not on the map.
///
/// # Complexity
///
/// That of A* through the area of the start, plus Dijkstra's search through the part of the map
/// that can be reached with fewer opened places; O(nodes) more, outside the budget, if both ends are
/// blocked.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::search::{Scratch, Why};
/// use astride::shapes::explain;
/// use astride::shapes::hex::{Hex, HexEdit, HexLayout, HexMap, HexMover};
/// let mut map = HexMap::hexagon(HexLayout::Pointy, 3, b'.')?;
/// let mut edit = HexEdit::new();
/// Hex::new(0, 0).ring(1).for_each(|hex| _ = edit.set(hex, b'#'));
/// map.apply(&edit)?;
/// let [start, goal] = [(3, 0), (0, 0)].map(|hex| map.node(hex).unwrap());
/// let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
/// let walker = HexMover::walker();
/// let explanation = explain(&map, &walker, [start, goal], scratch, budget).unwrap().unwrap();
/// assert_eq!(explanation.why, Why::GoalEnclosed { cells: 1 });
/// assert_eq!(explanation.frontier.len(), 6);
/// assert_eq!(explanation.opening.unwrap().cells, [Hex::new(1, 0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain<S: Opens>(
    map: &S,
    mover: &S::Mover,
    [start, goal]: [NodeId; 2],
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Option<Explanation<S::Place>>, Spent> {
    let view = map.view(mover);
    let end = |end: NodeId| map.class_of(end).filter(|_| view.is_passable(end));
    let class = end(start).or_else(|| end(goal)).or_else(|| commonest(map, mover));
    let opened = S::opened(mover, class.unwrap_or(0));
    let opened = Opened { truth: &view, opened: &map.view(&opened) };
    let beside = |node, way, visit: &mut dyn FnMut(NodeId)| {
        opened.opened.for_each_arc(node, way, |arc| visit(arc.node));
    };
    let Some(reasons) = reasons(&view, &view.guess(), [start, goal], beside, scratch, budget)?
    else {
        return Ok(None);
    };
    let opening = match class {
        Some(class) => opening(map, &opened, class, [start, goal], scratch, budget)?,
        None => None,
    };
    let Reasons { why, frontier, nearest } = reasons;
    let frontier = frontier.into_iter().map(|node| map.place_of(node)).collect();
    Ok(Some(Explanation { why, frontier, nearest, opening }))
}

/// The most common class on which the mover can stand, of those that tiles can have.
fn commonest<S: Opens>(map: &S, mover: &S::Mover) -> Option<u8> {
    let mut counts = [0u32; 256];
    let nodes = (0..map.view(mover).node_count()).map(NodeId::new);
    nodes.filter_map(|node| map.class_of(node)).for_each(|class| counts[usize::from(class)] += 1);
    let free = (1..=255).rev().filter(|&class| S::is_free(mover, class));
    free.max_by_key(|&class| counts[usize::from(class)])
}

/// The fewest places that have to be opened, and a path through them.
fn opening<S: Opens, W: World>(
    map: &S,
    world: &Opened<'_, W>,
    class: u8,
    [start, goal]: [NodeId; 2],
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Option<Opening<S::Place>>, Spent> {
    let query = PathQuery::new(start, goal);
    let path = match Search::astar(world, &Zero, &query, scratch).run(budget, &mut ()) {
        Outcome::Found(found) => found.path,
        Outcome::Unreachable(_) => return Ok(None),
        Outcome::OutOfBudget(out) => return Err(out.spent),
    };
    let way: Vec<S::Place> = path.nodes().iter().map(|&node| map.place_of(node)).collect();
    let blocked =
        path.nodes().iter().zip(&way).filter(|&(&node, _)| !world.truth.is_passable(node));
    let cells = blocked.map(|(_, &place)| place).collect();
    Ok(Some(Opening { cells, class, way }))
}

/// The cost of a step into a blocked place: more than any path of free places, of which there are at
/// most 2³⁰.
pub(in crate::shapes) const OPENED: u32 = 1 << 30;

/// The map as if blocked places could be entered, for forward searches: a step costs 1, and a step
/// into a blocked place 2³⁰ more.
struct Opened<'a, W> {
    truth: &'a W,
    /// The map as a mover sees it that can enter them.
    opened: &'a W,
}

impl<W: World> World for Opened<'_, W> {
    fn node_count(&self) -> u32 {
        self.truth.node_count()
    }

    fn is_passable(&self, node: NodeId) -> bool {
        self.opened.is_passable(node)
    }

    fn max_arc_cost(&self) -> u32 {
        OPENED + 1
    }

    fn for_each_arc(&self, node: NodeId, way: Way, mut visit: impl FnMut(Arc)) {
        self.opened.for_each_arc(node, way, |arc| {
            let cost = if self.truth.is_passable(arc.node) { 1 } else { OPENED + 1 };
            visit(Arc { cost, ..arc });
        });
    }

    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
        self.opened.follow(node, slot, way)
    }
}
