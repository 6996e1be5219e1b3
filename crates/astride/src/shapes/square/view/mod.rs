//! A grid as one mover sees it.

mod arcs;
mod canonical;
mod edited;
mod fingerprint;
mod ground;
mod media;
mod prepared;
mod steps;
mod tiled;

pub(crate) use canonical::canonical_steps;
pub use edited::EditedView;
pub(super) use ground::Ground;

use std::sync::Arc as Shared;

use crate::base::{Cell, Dir, NodeId, Scale};
use crate::shapes::square::grid::Crosser;
use crate::shapes::square::{Corners, Grid, Link, Mover, Neighbours};
use crate::world::{Crossings, Links, World};
use steps::allowed_steps;

/// A grid as one mover sees it: cheap to create (a table of 256 entries, nothing per cell), cheap
/// to pass by reference, and a [`World`] for every search. For a mover that crosses fences of the
/// grid, creating the first one after an edit is O(n log n) for n fences and links.
///
/// Neighbours come clockwise from north, then links and fences that are crossed, in the order of their
/// other end.
///
/// # Examples
///
/// ```
/// use astride::base::Dir;
/// use astride::shapes::square::{Grid, Mover};
/// let grid = Grid::from_classes(2, 2, b".@..")?;
/// let walker = Mover::walker();
/// let view = grid.seen_by(&walker);
/// assert!(!view.may_step((0, 0), Dir::SE), "the corner may not be cut");
/// assert!(view.may_step((0, 0), Dir::S));
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
#[derive(Clone)]
pub struct GridView<'a> {
    grid: &'a Grid,
    pub(super) media: [u8; 256],
    /// Ticks for entering a class by a straight and by a diagonal step; 0 if it is impassable.
    pub(super) entering: [[u32; 2]; 256],
    /// The same for all cells, if all passable terrain has one factor.
    uniform: Option<[u32; 2]>,
    /// Maps the free neighbours to the allowed steps.
    allowed: &'static [u8; 256],
    corners: Corners,
    neighbours: Neighbours,
    scale: Scale,
    least_factor: u32,
    max_arc_cost: u32,
    min_arc_cost: u32,
    /// Id offsets of the eight directions.
    offsets: [i32; 8],
    has_forbidden: bool,
    has_links: bool,
    /// Which fences the mover crosses, for how many ticks more.
    crossings: Crossings,
    /// The links of the grid and the fences of it that the mover crosses, if there are such.
    crossed: Option<Shared<Links>>,
    /// Straight and diagonal ticks, if arcs may be left out by the direction of arrival: terrain makes no difference, a
    /// diagonal is no costlier than the way round, and nothing but terrain is in the way.
    canonical: Option<[u32; 2]>,
    /// The media of all passable cells of the map, if they are equal; 0 if there are none.
    one_medium: Option<u8>,
    /// The allowed steps out of each cell, if [`GridView::prepared`].
    table: Option<Shared<[u8]>>,
}

impl<'a> GridView<'a> {
    pub(super) fn new(grid: &'a Grid, mover: &Mover) -> Self {
        let scale = mover.step_scale();
        let mut media = [0; 256];
        let mut entering = [[0; 2]; 256];
        let mut least_factor = u32::MAX;
        let mut most_factor = 1;
        for class in 0..=255u8 {
            let factor = mover.factor(class);
            media[class as usize] = mover.media_of(class);
            entering[class as usize] = [scale.straight() * factor, scale.diagonal() * factor];
            if factor > 0 && grid.histogram()[class as usize] > 0 {
                least_factor = least_factor.min(factor);
                most_factor = most_factor.max(factor);
            }
        }
        let costliest_link = costliest(grid.link_table());
        let cheapest_link = grid.links().iter().map(|link| link.cost).min().unwrap_or(u32::MAX);
        let least_factor = if least_factor == u32::MAX { 1 } else { least_factor };
        let crossings = mover.crossings.clone();
        let may_cross = !grid.fence_table().is_empty() && !crossings.all().is_empty();
        let crosser = || Crosser {
            crossings: crossings.clone(),
            media,
            straight: entering.map(|[ticks, _]| ticks),
        };
        let crossed = may_cross.then(|| grid.crossed_by(crosser())).flatten();
        let costliest_link = crossed.as_deref().map_or(costliest_link, costliest);
        let width = grid.width() as i32;
        let one_medium = one_medium(grid, &media);
        let is_canonical = mover.corner_rule() == Corners::Never
            && mover.neighbour_rule() == Neighbours::Eight
            && scale.diagonal() <= 2 * scale.straight()
            && grid.forbidden().is_empty()
            && grid.links().is_empty()
            && one_medium.is_some();
        let uniform = (least_factor == most_factor)
            .then(|| [scale.straight() * least_factor, scale.diagonal() * least_factor]);
        GridView {
            grid,
            media,
            entering,
            allowed: allowed_steps(mover.corner_rule(), mover.neighbour_rule()),
            corners: mover.corner_rule(),
            neighbours: mover.neighbour_rule(),
            scale,
            least_factor,
            max_arc_cost: costliest_link.max(scale.diagonal() * most_factor),
            uniform,
            min_arc_cost: cheapest_link.min(scale.straight() * least_factor),
            offsets: Dir::ALL.map(|dir| dir.offset().0 + dir.offset().1 * width),
            has_forbidden: !grid.forbidden().is_empty(),
            has_links: crossed.is_some() || !grid.links().is_empty(),
            crossings,
            crossed,
            canonical: uniform.filter(|_| is_canonical),
            one_medium,
            table: None,
        }
    }

    /// The grid behind the view.
    pub fn grid(&self) -> &'a Grid {
        self.grid
    }

    /// Ticks of a straight and a diagonal step on terrain of factor 1.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// Four or eight neighbours.
    pub fn neighbours(&self) -> Neighbours {
        self.neighbours
    }

    /// The corner rule.
    pub fn corners(&self) -> Corners {
        self.corners
    }

    /// The least terrain factor among passable cells of this grid; 1 if no cell is passable.
    pub fn least_factor(&self) -> u32 {
        self.least_factor
    }

    /// The factor of the terrain at `cell`; 0 if it is impassable or off the map.
    pub fn factor(&self, cell: impl Into<Cell>) -> u32 {
        self.grid
            .class(cell)
            .map_or(0, |class| self.entering[class as usize][0] / self.scale.straight())
    }

    /// Whether the mover can stand on `cell`; `false` off the map.
    pub fn is_free(&self, cell: impl Into<Cell>) -> bool {
        self.grid.node(cell).is_some_and(|node| self.is_passable(node))
    }

    /// Whether all terrain costs the same.
    pub(crate) fn is_uniform(&self) -> bool {
        self.uniform.is_some()
    }

    /// The factor of each terrain class; 0 if it is impassable.
    pub(crate) fn class_factors(&self) -> [u32; 256] {
        self.entering.map(|[straight, _]| straight / self.scale.straight())
    }

    /// The media of each terrain class, and the ticks for entering it by a straight and by a
    /// diagonal step.
    pub(crate) fn meanings(&self) -> (&[u8; 256], &[[u32; 2]; 256]) {
        (&self.media, &self.entering)
    }

    /// Ticks for entering a node by a straight and by a diagonal step; 0 if it is impassable.
    #[inline(always)]
    pub(crate) fn entering_costs(&self, node: NodeId) -> [u32; 2] {
        self.entering[self.grid.class_at(node) as usize]
    }

    /// For each terrain class, 1 if the mover can stand on it and 0 if not.
    pub(crate) fn free_classes(&self) -> [u8; 256] {
        self.media.map(|bits| u8::from(bits != 0))
    }

    /// The allowed steps out of each cell, if they were prepared.
    pub(crate) fn step_table(&self) -> Option<&Shared<[u8]>> {
        self.table.as_ref()
    }

    /// Straight and diagonal ticks, if all passable cells cost the same to enter.
    pub(crate) fn uniform_costs(&self) -> Option<[u32; 2]> {
        self.uniform
    }

    /// Id offsets of the eight directions.
    pub(crate) fn offsets(&self) -> [i32; 8] {
        self.offsets
    }

    /// Whether the grid has walls or one-way steps.
    pub(crate) fn has_forbidden(&self) -> bool {
        self.has_forbidden
    }

    /// Whether a step depends only on which of the surrounding cells are passable: there are no walls
    /// or one-way steps, and all passable terrain is of the same media. O(1).
    pub fn is_only_blocked_by_cells(&self) -> bool {
        self.one_medium.is_some() && !self.has_forbidden
    }

    /// Whether everything on which the mover can stand has the same media.
    pub(crate) fn has_one_medium(&self) -> bool {
        self.one_medium.is_some()
    }

    /// Whether every step is reversible at the same cost.
    pub(crate) fn is_same_both_ways(&self) -> bool {
        self.is_uniform() && !self.has_forbidden && !self.has_links
    }

    /// Whether the grid has links, or fences that the mover crosses.
    pub(crate) fn has_links(&self) -> bool {
        self.has_links
    }

    /// Which fences the mover crosses, for how many ticks more.
    pub(in crate::shapes::square) fn crossings(&self) -> &Crossings {
        &self.crossings
    }

    /// The links of the grid, and as such the fences that the mover crosses.
    #[inline(always)]
    pub(crate) fn link_table(&self) -> &Links {
        self.crossed.as_deref().unwrap_or_else(|| self.grid.link_table())
    }

    /// Those among them whose ends are both passable.
    pub(crate) fn links_and_crossings(&self) -> impl Iterator<Item = &Link> + '_ {
        let all = self.link_table().all().iter();
        all.filter(|link| self.is_passable(link.from) && self.is_passable(link.to))
    }

    /// The ticks of the step from `cell` in direction `dir` over the fence or through the door there, or
    /// of a link between the same two cells if that is cheaper; `None` if there is no fence, or the
    /// mover cannot cross it.
    ///
    /// [`may_step`](Self::may_step) is `false` for such a step: as an [`Arc`](crate::world::Arc) it is
    /// one of the links, which come after the steps.
    pub fn crossing(&self, cell: impl Into<Cell>, dir: Dir) -> Option<u32> {
        let cell = cell.into();
        // Without this a link between the same cells would count as the crossing.
        self.crossings.extra(self.grid.fence(cell, dir)?)?;
        let (from, to) = (self.grid.node(cell)?, self.grid.node(cell.step(dir)?)?);
        let [here, there] = [from, to].map(|node| self.media[self.grid.class_at(node) as usize]);
        let found = self.link_table().leaving(from).iter().find(|link| link.to == to)?;
        (here & there != 0).then_some(found.cost)
    }

    /// The same view without anything that holds only while no cell has a class of `more`: what it
    /// says of the cheapest and costliest arcs is true of maps with these classes, too.
    pub(super) fn allowing_for(&self, more: impl Iterator<Item = u8>) -> Self {
        let mut view = GridView { uniform: None, canonical: None, table: None, ..self.clone() };
        view.one_medium = None;
        let least = &mut view.least_factor;
        if !(0..256).any(|class| self.media[class] != 0 && self.grid.histogram()[class] > 0) {
            *least = u32::MAX; // it said 1 for want of passable cells
        }
        for [straight, diagonal] in more.map(|class| self.entering[class as usize]) {
            if straight > 0 {
                *least = (*least).min(straight / self.scale.straight());
                view.max_arc_cost = view.max_arc_cost.max(diagonal);
                view.min_arc_cost = view.min_arc_cost.min(straight);
            }
        }
        if *least == u32::MAX {
            *least = 1;
        }
        view
    }

    /// Whether the mover crosses fences of the grid.
    pub(in crate::shapes::square) fn has_crossings(&self) -> bool {
        self.crossed.is_some()
    }

    /// The same view with these links and fences in place of those of the grid, or without fences.
    pub(in crate::shapes::square) fn crossing_by(mut self, crossed: Option<Links>) -> Self {
        if crossed.is_some() || self.crossed.is_some() {
            // Among the links of this view a fence may have stood for a costlier link.
            let links = crossed.as_ref().unwrap_or_else(|| self.grid.link_table());
            self.max_arc_cost = self.max_arc_cost.max(costliest(links));
        }
        self.has_links = crossed.is_some() || !self.grid.links().is_empty();
        self.crossed = crossed.map(Shared::new);
        self
    }

    /// The links that this mover can take: both ends are passable. Fences are not among them.
    pub fn usable_links(&self) -> impl Iterator<Item = &'a Link> + '_ {
        self.grid
            .links()
            .iter()
            .filter(|link| self.is_passable(link.from) && self.is_passable(link.to))
    }
}

/// The most ticks that one of these links costs; 0 without links.
fn costliest(links: &Links) -> u32 {
    links.all().iter().map(|link| link.cost).max().unwrap_or(0)
}

/// The media of all passable cells of the grid, if they are the same; 0 if there are none.
fn one_medium(grid: &Grid, media: &[u8; 256]) -> Option<u8> {
    let on_map = media.iter().zip(grid.histogram()).filter(|&(_, &count)| count > 0);
    let mut used = on_map.map(|(bits, _)| *bits).filter(|&bits| bits != 0);
    let first = used.next().unwrap_or(0);
    used.all(|bits| bits == first).then_some(first)
}

crate::base::debug_by!([] GridView['_]: grid, neighbours, corners, scale);
