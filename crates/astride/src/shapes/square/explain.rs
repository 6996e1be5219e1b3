//! Why there is no path: which end is enclosed, by which cells and forbidden steps, and what would
//! open it.
//!
//! What is to be opened is found by a search that may enter blocked cells, each of which costs more
//! than all steps together; it therefore opens as few as possible. A large body opens cells as it
//! comes onto them.

use std::collections::BTreeSet;

use super::clearance::{Footprint, is_closed, is_parted};
use super::components::telling;
use super::shape::shut;
use crate::base::{Budget, Cell, Dir, NodeId, Slot, SmallSort, Spent};
use crate::search::{Around, Reasons, Scratch, reasons};
use crate::shapes::square::{BodyGrid, Edit, Grid, GridHeuristic, GridView, Mover, Neighbours};
use crate::shapes::{Closing, Explanation, Fewest, MayOpen, Opened, Opening, Terms};
use crate::world::{Way, World};

/// For square grids; on triangles, whose places are cells as well, use
/// [`Opens::batch`](crate::shapes::Opens::batch).
impl Opening {
    /// The batch that opens the cells and steps, for the square grid that was explained. Walls and
    /// fences go on both of their sides.
    pub fn edit(&self) -> Edit {
        let mut edit = Edit::new();
        self.cells.iter().for_each(|&cell| _ = edit.set(cell, self.class));
        for &[from, to] in &self.steps {
            from.direction_to(to).into_iter().for_each(|dir| _ = edit.remove_wall(from, dir));
        }
        edit
    }
}

/// Explains why there is no path; `None` if there is one. Every blocked cell may be opened, and no
/// step. For a body of several cells use [`explain_body`].
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
    explain_opening(view, [start, goal], &|closing| closing.is_place(), scratch, budget)
}

/// As [`explain`](fn@explain), where a closure says what may be opened: which blocked cells, and
/// which forbidden steps, with the fences in their way. It must always return the same for the same
/// thing.
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
/// As for [`explain`](fn@explain); the closure is called for each blocked cell and forbidden step next
/// to every cell that the search examines.
///
/// # Examples
///
/// ```
/// use astride::base::Dir;
/// use astride::prelude::*;
/// use astride::shapes::Closing;
/// use astride::shapes::square::explain_opening;
/// // Rock, a door of class 7 in it, and a wooden wall `+`.
/// const DOOR: u8 = 7;
/// let mut grid = Grid::from_classes(4, 3, b".@...@...+..")?;
/// grid.apply(Edit::new().set((1, 0), b'.').fence((0, 0), Dir::E, DOOR))?;
/// let view = grid.seen_by(&Mover::walker());
/// let ends = [(0, 0), (3, 0)].map(|cell| grid.node(cell).unwrap());
/// let opening = |may_open: &dyn Fn(Closing) -> bool| {
///     let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
///     explain_opening(&view, ends, may_open, scratch, budget).unwrap().unwrap().opening
/// };
/// let doors = opening(&|it| matches!(it, Closing::Step { fence: Some(DOOR), .. })).unwrap();
/// assert_eq!(doors.steps, [[Cell::new(0, 0), Cell::new(1, 0)]]);
/// let wood = opening(&|it| matches!(it, Closing::Place { class: b'+', .. })).unwrap();
/// assert_eq!(wood.cells, [Cell::new(1, 2)]);
/// assert_eq!(opening(&|_| false), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain_opening(
    view: &GridView<'_>,
    ends: [NodeId; 2],
    may_open: &MayOpen<'_>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Option<Explanation>, Spent> {
    explain_by(view, None, ends, Terms::new(may_open), scratch, budget)
}

/// As [`explain_opening`], for a body of several cells: `view` is the grid as its mover sees it, of
/// which `body` has followed all edits, and the ends are places of the body.
///
/// What is named are cells and steps of the grid and not places of the body, so that
/// [`Opening::edit`] opens the way on the grid. For a square body of more than one cell it changes
/// blocked cells alone: forbidden steps are named in [`Explanation::shut`] but never opened, and so are
/// walls and fences across which it would stand, as steps to the east or south. A place that lies partly
/// off the map, on terrain without a common medium, or across a wall cannot be opened.
///
/// # Errors
///
/// If `budget` runs out first.
///
/// # Panics
///
/// If a node is not in the grid, or if `body` is of a grid of another size.
///
/// # Complexity
///
/// As for [`explain`](fn@explain), with O(cells of the body) more for each step into a place where it
/// does not fit; and outside the budget, time and memory of building a [`BodyGrid`]. There is no
/// opening if that memory is not available.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::prelude::*;
/// use astride::shapes::square::{BodyGrid, explain_body};
/// let mut grid = Grid::new(9, 4, b'.')?;
/// grid.apply(Edit::new().fill(CellRect::new(4, 0, 2, 4), b'@').fill(CellRect::new(4, 3, 2, 1), b'.'))?;
/// let mover = Mover::walker();
/// let ends = [(0, 0), (7, 0)].map(|cell| grid.node(cell).unwrap());
/// let mut cart = BodyGrid::square(&grid.seen_by(&mover), 2)?;
/// let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
/// let all = |_| true;
/// let explained = explain_body(&grid.seen_by(&mover), &cart, ends, &all, scratch, budget);
/// let opening = explained.unwrap().unwrap().opening.unwrap();
/// assert_eq!(opening.cells, [Cell::new(4, 2), Cell::new(5, 2)], "beside the gap of one cell");
///
/// grid.apply(&opening.edit())?;
/// cart.update(&grid.seen_by(&mover))?;
/// let explained = explain_body(&grid.seen_by(&mover), &cart, ends, &all, scratch, budget);
/// assert_eq!(explained, Ok(None), "there is a path");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain_body(
    view: &GridView<'_>,
    body: &BodyGrid,
    ends: [NodeId; 2],
    may_open: &MayOpen<'_>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Option<Explanation>, Spent> {
    explain_by(view, Some(body), ends, Terms::new(may_open), scratch, budget)
}

/// As [`explain_opening`], or [`explain_body`] if there is a body, under a rule for its steps. The
/// steps that it forbids are named as those that walls forbid, and what would open a way is that
/// without the rule.
pub(crate) fn explain_by(
    view: &GridView<'_>,
    body: Option<&BodyGrid>,
    ends: [NodeId; 2],
    terms: Terms<'_>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Option<Explanation>, Spent> {
    let body_view = body.map(BodyGrid::view);
    let places = body_view.as_ref().unwrap_or(view);
    let footprint = body.map_or(Footprint::Square(1), BodyGrid::footprint);
    Case { view, places, body, footprint, terms }.explained(ends, scratch, budget)
}

/// What is to be explained.
struct Case<'a> {
    /// The cells.
    view: &'a GridView<'a>,
    /// The places where the mover may stand: cells, or those of `body`.
    places: &'a GridView<'a>,
    body: Option<&'a BodyGrid>,
    footprint: Footprint,
    terms: Terms<'a>,
}

impl Case<'_> {
    fn explained(
        &self,
        ends: [NodeId; 2],
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Explanation>, Spent> {
        let places = self.places;
        let links = places.link_table();
        let beside = |node, way, visit: &mut dyn FnMut(NodeId)| {
            sides(places, node, telling(places)).for_each(|dir| visit(places.beside(node, dir)));
            match way {
                Way::Forward => links.leaving(node).iter().for_each(|link| visit(link.to)),
                Way::Backward => links.arriving(node).iter().for_each(|link| visit(link.from)),
            }
        };
        let shut = |node, way, visit: &mut dyn FnMut(NodeId, Slot)| {
            shut_in(places, node, way, visit);
            self.terms.forbidden(places, node, way, visit);
        };
        let around = Around { beside: &beside, shut: &shut };
        let guess = GridHeuristic::octile(places);
        let ruled = self.terms.ruled(places);
        let Some(reasons) = reasons(&ruled, &guess, ends, around, scratch, budget)? else {
            return Ok(None);
        };
        let Reasons { why, frontier, shut, nearest } = reasons;
        let shut = self.steps_under(&shut, &frontier, budget)?;
        let frontier = self.blocked_under(&frontier, budget)?;
        let opening = self.opening(ends, scratch, budget)?;
        Ok(Some(Explanation { why, frontier, shut, nearest, opening }))
    }

    /// The blocked cells under the mover at a place, in the order of rows.
    fn blocked_at(&self, place: Cell) -> impl Iterator<Item = Cell> {
        let cells = self.footprint.cells(place, self.view.grid());
        cells.into_iter().flatten().filter(|&cell| !self.view.is_free(cell))
    }

    /// The blocked cells under the mover at some places, in node order, each once.
    fn blocked_under(
        &self,
        places: &[NodeId],
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Cell>, Spent> {
        let grid = self.view.grid();
        if self.body.is_none() {
            return Ok(places.iter().map(|&place| grid.cell(place)).collect());
        }
        let mut is_named = vec![false; grid.cell_count() as usize];
        for &place in places {
            if let Some(spent) = budget.take() {
                return Err(spent);
            }
            for node in self.blocked_at(grid.cell(place)).filter_map(|cell| grid.node(cell)) {
                is_named[node.index()] = true;
            }
        }
        let nodes = (0..grid.cell_count()).map(NodeId::new);
        Ok(nodes.filter(|node| is_named[node.index()]).map(|node| grid.cell(node)).collect())
    }

    /// The closed steps of cells under the mover that forbid these steps of its own, and to the
    /// east or south those across which it would stand at some blocked places; and the steps that
    /// the rule forbids. In node order, each once.
    fn steps_under(
        &self,
        steps: &[[NodeId; 2]],
        blocked: &[NodeId],
        budget: &mut Budget<'_>,
    ) -> Result<Vec<[Cell; 2]>, Spent> {
        let grid = self.view.grid();
        // Only the walls of its own cell count for a round body.
        let footprint = self.footprint.own_cells();
        let mut under = BTreeSet::new();
        if self.view.has_forbidden() && self.footprint.own_side() > 1 {
            for &place in blocked {
                if let Some(spent) = budget.take() {
                    return Err(spent);
                }
                let place = grid.cell(place);
                for cell in footprint.cells(place, grid).into_iter().flatten() {
                    let inside = [Dir::E, Dir::S].into_iter().filter(|&dir| {
                        let is_covered = |far| footprint.covers(place, far);
                        cell.step(dir).is_some_and(is_covered) && is_parted(self.view, cell, dir)
                    });
                    let ends = |dir| Some([grid.node(cell)?, grid.node(cell.step(dir)?)?]);
                    under.extend(inside.filter_map(ends));
                }
            }
        }
        for step in steps {
            if let Some(spent) = budget.take() {
                return Err(spent);
            }
            if self.terms.extra(step[0], step[1]).is_none() {
                under.insert(*step);
            }
            let [from, to] = step.map(|node| grid.cell(node));
            let Some(dir) = from.direction_to(to) else { continue };
            let cells = footprint.cells(from, grid).into_iter().flatten();
            let forbidden = cells.filter(|&cell| is_closed(self.view, cell, dir));
            under.extend(
                forbidden.filter_map(|cell| Some([grid.node(cell)?, grid.node(cell.step(dir)?)?])),
            );
        }
        Ok(under.into_iter().map(|ends| ends.map(|node| grid.cell(node))).collect())
    }

    /// How many cells have to be opened to get from a place, if there is one, into another.
    fn toll(&self, from: Option<NodeId>, to: NodeId) -> Option<u32> {
        if self.places.is_passable(to) {
            return Some(0);
        }
        let grid = self.view.grid();
        let from = from.map(|from| grid.cell(from));
        let mut toll = 0;
        for cell in self.blocked_at(grid.cell(to)) {
            if from.is_some_and(|from| self.footprint.covers(from, cell)) {
                continue;
            }
            let class = grid.class(cell).unwrap_or_default();
            if !(self.terms.may_open)(Closing::Place { at: cell, class }) {
                return None;
            }
            toll += 1;
        }
        Some(toll)
    }

    /// The fewest things that have to be opened, and a path through them.
    fn opening(
        &self,
        ends: [NodeId; 2],
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Opening>, Spent> {
        let grid = self.view.grid();
        let Some(class) = class_to_give(self.view, ends) else { return Ok(None) };
        let mover = opened(self.view, class);
        let cells = grid.seen_by(&mover);
        let body = match self.body.map(|body| body.like(&cells)) {
            None => None,
            Some(Ok(body)) => Some(body),
            Some(Err(_)) => return Ok(None),
        };
        let body_view = body.as_ref().map(BodyGrid::view);
        let places = body_view.as_ref().unwrap_or(&cells);
        let fences = |from: NodeId, visit: &mut dyn FnMut(NodeId, Slot)| {
            // The walls under a larger square are several.
            if self.footprint.own_side() > 1 {
                return;
            }
            shut_in(places, from, Way::Forward, &mut |to, slot| {
                let [from, to_cell] = [from, to].map(|node| grid.cell(node));
                let fence = grid.fence(from, Dir::from_code(slot.code() as u8));
                if (self.terms.may_open)(Closing::Step { from, to: to_cell, fence }) {
                    visit(to, slot);
                }
            });
        };
        let toll = |from, to| self.toll(from, to);
        let most = self.footprint.most_cells();
        let ahead = if places.has_links() { most } else { most.min(self.footprint.most_ahead()) };
        let world = Opened::new(places, toll, fences, ahead);
        let Some(Fewest { way, steps }) = world.fewest(ends, scratch, budget)? else {
            return Ok(None);
        };
        let way: Vec<Cell> = way.into_iter().map(|node| grid.cell(node)).collect();
        let cells = in_order(grid, way.iter().flat_map(|&place| self.blocked_at(place)));
        let steps = steps.into_iter().map(|step| step.map(|node| grid.cell(node))).collect();
        Ok(Some(Opening { cells, class, steps, way }))
    }
}

/// Each cell once, where it comes first.
fn in_order(grid: &Grid, cells: impl Iterator<Item = Cell>) -> Vec<Cell> {
    let mut numbered: Vec<_> = cells.enumerate().collect();
    numbered.sort_small_by_key(|&(at, cell)| (grid.node(cell), at));
    numbered.dedup_by_key(|&mut (_, cell)| cell);
    numbered.sort_small_by_key(|&(at, _)| at);
    numbered.into_iter().map(|(_, cell)| cell).collect()
}

/// The class of the start, of the goal if the mover cannot stand there, otherwise the most common one.
fn class_to_give(view: &GridView<'_>, ends: [NodeId; 2]) -> Option<u8> {
    let grid = view.grid();
    let of_end = |end: NodeId| Some(grid.class_at(end)).filter(|_| view.is_passable(end));
    let is_free = |&class: &u8| view.meanings().0[usize::from(class)] != 0;
    let commonest = || {
        let classes = (0..=255u8).rev().filter(is_free);
        classes.max_by_key(|&class| grid.histogram()[usize::from(class)])
    };
    of_end(ends[0]).or_else(|| of_end(ends[1])).or_else(commonest)
}

/// The mover of a view for which every class is passable at the least cost: those that were not, as if
/// they were `class`. Diagonal steps are needed only where they pass between blocked cells: everywhere
/// else two straight steps past a free cell replace each.
fn opened(view: &GridView<'_>, class: u8) -> Mover {
    let squeezes = Dir::ALL.iter().any(|dir| dir.is_diagonal() && telling(view) & dir.bit() != 0);
    let neighbours = if squeezes { Neighbours::Eight } else { Neighbours::Four };
    let mut mover = Mover::new().scale(view.scale()).corners(view.corners()).neighbours(neighbours);
    mover.crossings = view.crossings().clone();
    let media = view.meanings().0;
    for other in 0..=255 {
        let like = if media[usize::from(other)] != 0 { other } else { class };
        mover.set(other, 1, media[usize::from(like)]);
    }
    mover
}

/// Those of some directions that stay on the map.
fn sides(view: &GridView<'_>, node: NodeId, dirs: u8) -> impl Iterator<Item = Dir> {
    let sides = view.inside(node) & dirs;
    Dir::ALL.into_iter().filter(move |dir| sides & dir.bit() != 0)
}

/// The steps that are shut to the mover of a view.
fn shut_in(view: &GridView<'_>, node: NodeId, way: Way, visit: &mut dyn FnMut(NodeId, Slot)) {
    let media_of = |class| view.meanings().0[usize::from(class)];
    shut(view.grid(), media_of, view.crossings(), node, way, visit);
}
