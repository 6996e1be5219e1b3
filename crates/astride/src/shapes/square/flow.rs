//! Flow fields: for each cell the step to take, one byte each, derived from a distance field.

use super::GridView;
use crate::base::{Dir, NodeId};
use crate::search::field::{Distances, Masks, opposite};
use crate::search::{DistanceField, FieldError};
use crate::world::{Way, World};

/// The code of a source, if no step leads on from it.
const GOAL: u8 = 8;
/// The code of a cell whose next step is a link.
const LINK: u8 = 9;
/// The code of a cell that the field does not cover.
const NONE: u8 = 0xFF;

/// What to do in one cell of a [`FlowField`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowStep {
    /// Step to the neighbour on this side.
    Towards(Dir),
    /// Take the link that leads to this node.
    Link(NodeId),
    /// Stay: this is a source of the field.
    Arrived,
    /// The field does not reach this cell, or not yet.
    Unreached,
}

/// For each cell of a grid the first step of a cheapest path to the nearest source of a
/// [`DistanceField`].
///
/// Ties are broken as in [`DistanceField::next_from`]: the first step clockwise from north, and a
/// link only if no step is as cheap. Only allowed steps are used, so the flow leads through no wall
/// and past no forbidden corner.
///
/// Reuse it when deriving again: after the first time nothing is allocated. It holds one byte per
/// cell, and one more if the view is not [prepared](GridView::prepared).
///
/// # Examples
///
/// ```
/// use astride::base::{Budget, Dir};
/// use astride::search::DistanceField;
/// use astride::shapes::square::{FlowField, FlowStep, Grid, Mover};
/// use astride::world::Way;
/// let grid = Grid::from_classes(3, 2, b".@...." )?;
/// let view = grid.seen_by(&Mover::walker());
/// let goal = grid.node((2, 0)).unwrap();
/// let mut field = DistanceField::new();
/// field.compute(&view, &[(goal, 0)], Way::Backward, &mut Budget::unlimited());
/// let mut flow = FlowField::new();
/// flow.derive(&view, &field)?;
/// let step = |cell| flow.step(grid.node(cell).unwrap());
/// assert_eq!(step((0, 0)), FlowStep::Towards(Dir::S));
/// assert_eq!(step((1, 1)), FlowStep::Towards(Dir::E), "the corner is not cut");
/// assert_eq!(step((2, 0)), FlowStep::Arrived);
/// assert_eq!(step((1, 0)), FlowStep::Unreached);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FlowField {
    codes: Vec<u8>,
    /// Cells whose next step is a link, and its target; sorted by cell.
    links: Vec<(NodeId, NodeId)>,
    steps: Masks,
    /// The revision of the view when it was derived.
    revision: u64,
}

impl FlowField {
    /// A flow field with no cells.
    pub fn new() -> Self {
        FlowField::default()
    }

    /// Derives the steps from `field`. For a `Backward` field they lead along arcs, towards the
    /// sources; for a `Forward` one they lead back to the source, against arcs. Where the field is
    /// not final yet, the flow is that of the upper bounds, and `Unreached` where no step accounts
    /// for one of them.
    ///
    /// # Errors
    ///
    /// If the field has another revision than the view ([`FieldError::is_stale`]) or another number
    /// of nodes. The flow field is then unchanged.
    ///
    /// # Complexity
    ///
    /// O(cells): one pass over rows for each direction if all terrain costs the same and there are
    /// no links, otherwise over all arcs of all cells.
    pub fn derive(&mut self, view: &GridView<'_>, field: &DistanceField) -> Result<(), FieldError> {
        field.check_current(view)?;
        self.revision = field.revision();
        self.links.clear();
        self.codes.clear();
        self.codes.resize(field.node_count(), NONE);
        // With one-way steps, the steps into a cell differ from those out of it.
        let is_one_way = field.way() == Way::Forward && view.has_forbidden();
        let is_plain = !view.has_links() && !is_one_way;
        match (field.distances(), view.uniform_costs()) {
            (Distances::Narrow(distances), Some(costs)) if is_plain && self.steps.begin(view) => {
                let steps = self.steps.table().unwrap_or_default();
                codes_by_rows(view, distances, steps, costs, &mut self.codes);
            }
            _ => self.codes_by_arcs(view, field),
        }
        for &(node, paid) in field.sources() {
            let code = &mut self.codes[node.index()];
            if *code == NONE && field.distance(node) == Some(paid) {
                *code = GOAL;
            }
        }
        self.steps.forget();
        Ok(())
    }

    /// The revision of the view from which the steps were derived; 0 before the first time. A step
    /// is valid only while the grid is at this revision.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// What to do at `node`; `Unreached` if it is not in the grid.
    #[inline]
    pub fn step(&self, node: NodeId) -> FlowStep {
        match self.codes.get(node.index()).copied().unwrap_or(NONE) {
            code @ 0..GOAL => FlowStep::Towards(Dir::from_code(code)),
            GOAL => FlowStep::Arrived,
            LINK => match self.links.binary_search_by_key(&node, |link| link.0) {
                Ok(at) => FlowStep::Link(self.links[at].1),
                Err(_) => FlowStep::Unreached,
            },
            _ => FlowStep::Unreached,
        }
    }

    /// One byte per cell, row by row: the number of a [`Dir`], 8 at a source, 9 for a link, 255
    /// where the field does not reach. For renderers and for transfer to other programs.
    pub fn codes(&self) -> &[u8] {
        &self.codes
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let links = self.links.capacity() * size_of::<(NodeId, NodeId)>();
        self.codes.capacity() + links + self.steps.bytes()
    }

    fn codes_by_arcs(&mut self, view: &GridView<'_>, field: &DistanceField) {
        let towards = opposite(field.way());
        let turn = if towards == Way::Forward { 0 } else { 4 };
        for (code, node) in self.codes.iter_mut().zip((0..).map(NodeId::new)) {
            let Some(left) = field.distance(node) else { continue };
            view.for_each_arc(node, towards, |arc| {
                let explains = |d| d + u64::from(arc.cost) == left;
                if *code != NONE || !field.distance(arc.node).is_some_and(explains) {
                    return;
                }
                match arc.slot.code() {
                    slot @ 0..8 => *code = (slot as u8 + turn) & 7,
                    _ => {
                        *code = LINK;
                        self.links.push((node, arc.node));
                    }
                }
            });
        }
    }
}

/// The code of every cell if all terrain costs the same. Directions overwrite each other, the first
/// clockwise last, so that the loops are branch-free.
fn codes_by_rows(
    view: &GridView<'_>,
    distances: &[u32],
    steps: &[u8],
    costs: [u32; 2],
    codes: &mut [u8],
) {
    let (width, height) = (view.grid().width() as usize, view.grid().height() as usize);
    for y in 0..height {
        let start = y * width;
        let row = start..start + width;
        let here = &distances[row.clone()];
        let (steps, codes) = (&steps[row.clone()], &mut codes[row]);
        for dir in Dir::ALL.into_iter().rev() {
            let (dx, dy) = dir.offset();
            let Some(there) = y.checked_add_signed(dy as isize).filter(|&y| y < height) else {
                continue;
            };
            let (first, last) = (usize::from(dx < 0), width - usize::from(dx > 0));
            if first >= last {
                continue;
            }
            let beside = there * width + first.wrapping_add_signed(dx as isize);
            let beside = &distances[beside..beside + (last - first)];
            let cost = costs[usize::from(dir.is_diagonal())];
            let cells = codes[first..last].iter_mut().zip(&here[first..last]);
            for (((code, &here), &there), &steps) in cells.zip(beside).zip(&steps[first..last]) {
                let leads_down = here >= cost && here.wrapping_sub(cost) == there;
                let is_next = leads_down & (steps & dir.bit() != 0);
                // Written unconditionally, so that the loop can be vectorised.
                *code = if is_next { dir as u8 } else { *code };
            }
        }
    }
}
