//! A view of a grid as it would be after some edits, without making them.

use super::{Ground, costliest};
use crate::base::{Cell, Cost, Dir, NodeId, Slot};
use crate::shapes::square::grid::{After, GridError};
use crate::shapes::square::{Edit, GridHeuristic, GridView, Metric};
use crate::world::{
    Arc, Fences, Link, Links, Offers, Way, World, follow_link, keep_last, visit_links,
};

/// A grid as one mover would see it after a batch of edits that are not made: a [`World`] for every
/// search, with the same arcs in the same order as a view of the edited grid.
///
/// Use it for "what if" queries, and for obstacles that matter to one query only: units on cells,
/// doors that this mover can open. The grid is not touched and keeps its revision; results apply to
/// the edited grid only.
///
/// # Complexity
///
/// It is created in O(k log k) for k changed cells, and O(links + fences) if links or fences change
/// or the mover crosses fences of the grid. A step costs O(log k) more than one of the view. Where
/// nothing nearby has changed it is looked up in the view, so a [prepared](GridView::prepared) one
/// is faster here, too.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// let grid = Grid::new(9, 3, b'.')?;
/// let view = grid.seen_by(&Mover::walker());
/// let query = PathQuery::new(grid.node((0, 1)).unwrap(), grid.node((8, 1)).unwrap());
///
/// // Two units are in the way for this query.
/// let crowded = view.with_blocked(&[Cell::new(4, 0), Cell::new(4, 1)])?;
/// let outcome = astar(&crowded, &crowded.octile(), &query, &mut Scratch::new(), &mut ());
/// assert!(outcome.path().unwrap().nodes().contains(&grid.node((4, 2)).unwrap()));
///
/// // And what if a wall were built?
/// let walled = view.with(Edit::new().fill(CellRect::new(4, 0, 1, 3), b'@'))?;
/// let outcome = astar(&walled, &walled.octile(), &query, &mut Scratch::new(), &mut ());
/// assert!(outcome.path().is_none());
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
#[derive(Clone)]
pub struct EditedView<'a> {
    /// The view without the edits; its bounds of costs are valid with them as well.
    view: GridView<'a>,
    /// Cells with other terrain, by node.
    cells: Vec<(NodeId, Meaning)>,
    /// Cells with other forbidden steps, by node.
    forbidden: Vec<(NodeId, u8)>,
    has_forbidden: bool,
    links: Option<Links>,
    has_links: bool,
    /// Where arcs may differ from those of the view, in node order.
    near: Vec<NodeId>,
}

/// What the terrain of a cell means for the mover.
#[derive(Clone, Copy)]
struct Meaning {
    media: u8,
    entering: [u32; 2],
}

impl<'a> GridView<'a> {
    /// The view as it would be after a batch of edits.
    ///
    /// # Errors
    ///
    /// If any edit of the batch is invalid, as for
    /// [`Grid::apply`](crate::shapes::square::Grid::apply).
    pub fn with(&self, edit: &Edit) -> Result<EditedView<'a>, GridError> {
        let After { classes, forbidden, links, fences } = edit.after(self.grid)?;
        let frame = self.allowing_for(classes.iter().map(|&(_, class)| class));
        // Where nothing nearby has changed, what makes the view fast is still valid.
        let mut view = GridView { uniform: self.uniform, table: self.table.clone(), ..frame };
        for link in links.iter().flat_map(Links::all) {
            view.max_arc_cost = view.max_arc_cost.max(link.cost);
            view.min_arc_cost = view.min_arc_cost.min(link.cost);
        }
        let ground = |class: u8| Meaning {
            media: self.media[usize::from(class)],
            entering: self.entering[usize::from(class)],
        };
        let mut edited = EditedView {
            cells: classes.into_iter().map(|(node, class)| (node, ground(class))).collect(),
            has_forbidden: self.has_forbidden || !forbidden.is_empty(),
            has_links: links.as_ref().map_or(self.has_links, |links| !links.all().is_empty()),
            view,
            forbidden,
            links,
            near: Vec::new(),
        };
        edited.cross(fences);
        edited.look_around();
        Ok(edited)
    }

    /// The view with some cells blocked for the mover, whatever their terrain, for instance because
    /// units stand there.
    ///
    /// # Errors
    ///
    /// If a cell is off the map.
    pub fn with_blocked(&self, cells: &[Cell]) -> Result<EditedView<'a>, GridError> {
        self.with(&Edit::new())?.blocked(cells)
    }
}

impl<'a> EditedView<'a> {
    /// The same with some more cells blocked for the mover. To open cells, give them a class on
    /// which the mover can stand in the batch for [`GridView::with`].
    ///
    /// # Errors
    ///
    /// If a cell is off the map.
    pub fn blocked(mut self, cells: &[Cell]) -> Result<Self, GridError> {
        for &cell in cells {
            let node = self.view.grid.checked_node(cell)?;
            self.cells.push((node, Meaning { media: 0, entering: [0; 2] }));
        }
        keep_last(&mut self.cells);
        self.look_around();
        Ok(self)
    }

    /// The view without the edits, except for its bounds of costs, which are valid with them.
    pub fn view(&self) -> &GridView<'a> {
        &self.view
    }

    /// Whether the mover may step from `cell` in direction `dir`.
    pub fn may_step(&self, cell: impl Into<Cell>, dir: Dir) -> bool {
        self.view.grid.node(cell).is_some_and(|node| self.steps_from(node) & dir.bit() != 0)
    }

    /// The octile heuristic for this world.
    pub fn octile(&self) -> GridHeuristic {
        let is_usable = |link: &&Link| self.is_passable(link.from) && self.is_passable(link.to);
        let links = self.link_table().all().iter().filter(is_usable);
        GridHeuristic::with_links(&self.view, Metric::Octile, links)
    }

    /// The nodes at which arcs may differ from those of the view, in node order.
    pub(crate) fn near(&self) -> &[NodeId] {
        &self.near
    }

    /// Whether every step near the edits is reversible, and there are no links at all.
    pub(crate) fn is_two_way_near(&self) -> bool {
        let is_two_way = |&node: &NodeId| self.steps_from(node) == self.steps_into(node);
        !self.has_links && (!self.has_forbidden || self.near.iter().all(is_two_way))
    }

    /// The directions in which the mover may step out of `node`.
    #[inline(always)]
    pub(crate) fn steps_from(&self, node: NodeId) -> u8 {
        match self.is_near(node) {
            true => self.steps_at(node, Way::Forward),
            false => self.view.steps_from(node),
        }
    }

    /// Takes the fences that the mover crosses for links, now that the ground around them is known.
    fn cross(&mut self, fences: Option<Fences>) {
        let grid = self.view.grid;
        let fences = fences.as_ref().unwrap_or_else(|| grid.fence_table());
        let links = self.links.as_ref().unwrap_or_else(|| grid.link_table());
        let ground = |node| {
            let Meaning { media, entering } = self.meaning_at(node);
            (media, entering[0])
        };
        match fences.as_links(links, grid.width(), &self.view.crossings, ground) {
            Some(crossed) => {
                self.view.max_arc_cost = self.view.max_arc_cost.max(costliest(&crossed));
                (self.links, self.has_links) = (Some(crossed), true);
            }
            None if self.view.crossed.is_some() && self.links.is_none() => {
                self.links = Some(links.clone());
                self.has_links = !grid.links().is_empty();
            }
            None => {}
        }
    }

    /// Lists where arcs may have changed: a step depends on the cells around its start, and so does
    /// the step back.
    fn look_around(&mut self) {
        let mut near = Vec::new();
        let cells = self.cells.iter().map(|&(node, _)| node);
        for node in cells.chain(self.forbidden.iter().map(|&(node, _)| node)) {
            near.push(node);
            let inside = self.view.inside(node);
            let dirs = Dir::ALL.into_iter().filter(|dir| inside & dir.bit() != 0);
            near.extend(dirs.map(|dir| self.view.beside(node, dir)));
        }
        // A link can be taken or not as the other end says, and its number depends on the others.
        let (before, after) = (self.view.link_table(), self.link_table());
        let changed = |links: &Links, others: &Links| {
            let all = links.all().to_vec();
            all.into_iter().filter(|link| others.all().binary_search(link).is_err()).collect()
        };
        let mut ends: Vec<NodeId> = self.cells.iter().map(|&(node, _)| node).collect();
        if self.links.is_some() {
            let changed: [Vec<_>; 2] = [changed(before, after), changed(after, before)];
            ends.extend(changed.iter().flatten().flat_map(|link| [link.from, link.to]));
        }
        for end in ends {
            for links in [before, after] {
                near.extend(links.leaving(end).iter().flat_map(|link| [end, link.to]));
                near.extend(links.arriving(end).iter().flat_map(|link| [end, link.from]));
            }
        }
        near.sort_unstable();
        near.dedup();
        self.near = near;
    }

    #[inline(always)]
    fn is_near(&self, node: NodeId) -> bool {
        self.near.binary_search(&node).is_ok()
    }

    #[inline(always)]
    fn link_table(&self) -> &Links {
        self.links.as_ref().unwrap_or_else(|| self.view.link_table())
    }

    #[inline(always)]
    fn meaning_at(&self, node: NodeId) -> Meaning {
        match self.cells.binary_search_by_key(&node, |&(node, _)| node) {
            Ok(at) => self.cells[at].1,
            Err(_) => {
                let class = usize::from(self.view.grid.class_at(node));
                Meaning { media: self.view.media[class], entering: self.view.entering[class] }
            }
        }
    }

    /// The directions from which the mover may step into `node`.
    fn steps_into(&self, node: NodeId) -> u8 {
        // Without walls every step is reversible.
        if self.has_forbidden { self.steps_at(node, Way::Backward) } else { self.steps_from(node) }
    }

    fn visit_near(&self, node: NodeId, way: Way, mut visit: impl FnMut(Arc)) {
        let steps = match way {
            Way::Forward => self.steps_from(node),
            Way::Backward => self.steps_into(node),
        };
        self.visit_steps(node, way, steps, &mut visit);
        if self.has_links && self.is_passable(node) {
            let is_passable = |end| self.is_passable(end);
            visit_links(self.link_table(), node, way, &is_passable, &mut visit);
        }
    }
}

impl Ground for EditedView<'_> {
    #[inline(always)]
    fn frame(&self) -> &GridView<'_> {
        &self.view
    }

    #[inline(always)]
    fn media_at(&self, node: NodeId) -> u8 {
        self.meaning_at(node).media
    }

    #[inline(always)]
    fn entering_at(&self, node: NodeId) -> [u32; 2] {
        self.meaning_at(node).entering
    }

    #[inline(always)]
    fn has_forbidden(&self) -> bool {
        self.has_forbidden
    }

    fn forbids(&self, from: NodeId, dir: Dir, _: NodeId) -> bool {
        let forbidden = match self.forbidden.binary_search_by_key(&from, |&(node, _)| node) {
            Ok(at) => self.forbidden[at].1,
            Err(_) => self.view.grid.forbidden().get(from.index()).copied().unwrap_or(0),
        };
        forbidden & dir.bit() != 0
    }
}

impl World for EditedView<'_> {
    fn node_count(&self) -> u32 {
        self.view.node_count()
    }

    #[inline(always)]
    fn is_passable(&self, node: NodeId) -> bool {
        self.media_at(node) != 0
    }

    fn max_arc_cost(&self) -> u32 {
        self.view.max_arc_cost
    }

    fn min_arc_cost(&self) -> u32 {
        self.view.min_arc_cost
    }

    fn for_each_arc(&self, node: NodeId, way: Way, visit: impl FnMut(Arc)) {
        match self.is_near(node) {
            true => self.visit_near(node, way, visit),
            false => self.view.for_each_arc(node, way, visit),
        }
    }

    #[inline(always)]
    fn offer_arcs(&self, node: NodeId, way: Way, offers: &mut impl Offers) {
        if !self.is_near(node) {
            return self.view.offer_arcs(node, way, offers);
        }
        self.visit_near(node, way, |arc| {
            if offers.wants(arc.node.index(), arc.cost) {
                offers.take(arc);
            }
        });
    }

    fn visit_arcs(
        &self,
        node: NodeId,
        _arrival: Option<Slot>,
        way: Way,
        visit: &mut dyn FnMut(Arc),
    ) {
        match self.is_near(node) {
            true => self.visit_near(node, way, visit),
            false => self.view.visit_arcs(node, None, way, visit),
        }
    }

    #[inline(always)]
    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
        if slot.code() < 8 {
            return self.view.follow(node, slot, way);
        }
        follow_link(self.link_table(), node, slot, way)
    }

    fn deviation(&self, node: NodeId, start: NodeId, goal: NodeId) -> u32 {
        self.view.deviation(node, start, goal)
    }

    fn estimate(&self, from: NodeId, to: NodeId) -> Cost {
        self.view.estimate(from, to)
    }

    /// The revision of the grid, which is not edited.
    fn revision(&self) -> u64 {
        self.view.revision()
    }
}

crate::base::debug_by!([] EditedView['_]: view, near);
