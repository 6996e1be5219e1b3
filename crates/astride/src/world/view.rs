//! A grid as one mover sees it.

use std::sync::Arc as Shared;

use crate::base::{Cell, Cost, Dir, NodeId, Scale, Slot};
use crate::world::{Arc, Corners, Grid, Link, Mover, Neighbours, Offers, Way, World};

/// A grid as one mover sees it: cheap to make (a table of 256 entries, nothing per cell), cheap to
/// copy a reference of, and a [`World`] for every search.
///
/// Neighbours come clockwise from north, then links in the order of their other end.
///
/// # Examples
///
/// ```
/// use astride::base::Dir;
/// use astride::world::{Grid, Mover};
/// let grid = Grid::from_classes(2, 2, b".@..")?;
/// let walker = Mover::walker();
/// let view = grid.seen_by(&walker);
/// assert!(!view.may_step((0, 0), Dir::SE), "the corner may not be cut");
/// assert!(view.may_step((0, 0), Dir::S));
/// # Ok::<(), astride::world::GridError>(())
/// ```
#[derive(Clone)]
pub struct GridView<'a> {
    grid: &'a Grid,
    media: [u8; 256],
    /// Ticks of entering a class by a straight and by a diagonal step; 0 if it is impassable.
    entering: [[u32; 2]; 256],
    /// The same for all cells, where all passable terrain has one factor.
    uniform: Option<[u32; 2]>,
    /// From "which neighbours are free" to "which steps are allowed".
    allowed: &'static [u8; 256],
    corners: Corners,
    neighbours: Neighbours,
    scale: Scale,
    least_factor: u32,
    max_arc_cost: u32,
    min_arc_cost: u32,
    /// Id differences of the eight directions.
    offsets: [i32; 8],
    has_forbidden: bool,
    has_links: bool,
    /// Whether arcs may be left out by the direction of arrival: every step costs the same
    /// everywhere, the mover knows one medium, and nothing but terrain is in the way.
    is_canonical: bool,
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
        let dearest_link = grid.links().iter().map(|link| link.cost).max().unwrap_or(0);
        let cheapest_link = grid.links().iter().map(|link| link.cost).min().unwrap_or(u32::MAX);
        let least_factor = if least_factor == u32::MAX { 1 } else { least_factor };
        let width = grid.width() as i32;
        GridView {
            grid,
            media,
            entering,
            allowed: allowed_steps(mover.corner_rule(), mover.neighbour_rule()),
            corners: mover.corner_rule(),
            neighbours: mover.neighbour_rule(),
            scale,
            least_factor,
            max_arc_cost: dearest_link.max(scale.diagonal() * most_factor),
            uniform: (least_factor == most_factor)
                .then(|| [scale.straight() * least_factor, scale.diagonal() * least_factor]),
            min_arc_cost: cheapest_link.min(scale.straight() * least_factor),
            offsets: Dir::ALL.map(|dir| dir.offset().0 + dir.offset().1 * width),
            has_forbidden: !grid.forbidden().is_empty(),
            has_links: !grid.links().is_empty(),
            is_canonical: mover.corner_rule() == Corners::Never
                && mover.neighbour_rule() == Neighbours::Eight
                && least_factor == most_factor
                && grid.forbidden().is_empty()
                && grid.links().is_empty()
                && is_one_medium(grid, &media),
            table: None,
        }
    }

    /// The same view with the allowed steps of every cell worked out beforehand: one byte per cell,
    /// and searches no longer look at terrain and walls. Worth it from a handful of queries.
    ///
    /// # Complexity
    ///
    /// O(cells); a few milliseconds per million.
    #[must_use]
    pub fn prepared(mut self) -> Self {
        let nodes = (0..self.grid.cell_count()).map(NodeId::new);
        self.table = Some(nodes.map(|node| self.steps_inside(node, self.inside(node))).collect());
        self
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

    /// The least terrain factor among passable cells of this grid; 1 if none is passable.
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

    /// The links that this mover can take: both ends are passable.
    pub fn usable_links(&self) -> impl Iterator<Item = &'a Link> + '_ {
        self.grid
            .links()
            .iter()
            .filter(|link| self.is_passable(link.from) && self.is_passable(link.to))
    }

    /// Whether the mover may step from `cell` in direction `dir`.
    pub fn may_step(&self, cell: impl Into<Cell>, dir: Dir) -> bool {
        self.grid.node(cell).is_some_and(|node| self.steps_from(node) & dir.bit() != 0)
    }

    /// The directions in which the mover may step out of `node`, one bit per [`Dir`]; 0 where it
    /// cannot stand.
    #[inline(always)]
    pub fn steps_from(&self, node: NodeId) -> u8 {
        match &self.table {
            Some(table) => table[node.index()],
            None => self.steps_inside(node, self.inside(node)),
        }
    }

    /// [`steps_from`](Self::steps_from) when the directions that stay on the map are known.
    #[inline(always)]
    fn steps_inside(&self, node: NodeId, inside: u8) -> u8 {
        let steps = self.steps_without_walls(node, inside);
        if self.has_forbidden { steps & self.steps_by_walls(node, inside) } else { steps }
    }

    /// The directions from which the mover may step into `node`: a set bit for `dir` means that the
    /// neighbour on that side may step here.
    #[inline(always)]
    pub fn steps_into(&self, node: NodeId) -> u8 {
        // Without walls every step can be taken back.
        let steps = self.steps_without_walls(node, self.inside(node));
        if !self.has_forbidden {
            return steps;
        }
        Dir::ALL
            .into_iter()
            .filter(|dir| steps & dir.bit() != 0)
            .filter(|dir| self.steps_from(self.beside(node, *dir)) & dir.opposite().bit() != 0)
            .fold(0, |mask, dir| mask | dir.bit())
    }

    /// The node next to `node`; only for directions that stay on the map.
    #[inline(always)]
    fn beside(&self, node: NodeId, dir: Dir) -> NodeId {
        NodeId::new(node.get().wrapping_add_signed(self.offsets[dir as usize]))
    }

    #[inline(always)]
    fn steps_without_walls(&self, node: NodeId, inside: u8) -> u8 {
        let around = self.media_around(node);
        let here = self.media[self.grid.class_at(node) as usize];
        let mut steps = 0;
        let mut left = here;
        while left != 0 {
            let medium = left.trailing_zeros();
            left &= left - 1;
            steps |= self.allowed[usize::from(bytes_to_mask(around >> medium) & inside)];
        }
        steps
    }

    /// The media of the eight neighbours, one byte per direction; garbage off the map.
    #[inline(always)]
    fn media_around(&self, node: NodeId) -> u64 {
        let width = self.grid.width() as usize;
        let terrain = self.grid.padded_terrain();
        let at = node.index();
        // In padded terrain the cell itself is at `at + width + 1`.
        let (up, mid, down) = (&terrain[at..], &terrain[at + width..], &terrain[at + 2 * width..]);
        let [nw, n, ne] = [up[0], up[1], up[2]];
        let [w, _, e] = [mid[0], mid[1], mid[2]];
        let [sw, s, se] = [down[0], down[1], down[2]];
        u64::from_le_bytes([n, ne, e, se, s, sw, w, nw].map(|class| self.media[class as usize]))
    }

    /// The directions that stay on the map.
    #[inline(always)]
    fn inside(&self, node: NodeId) -> u8 {
        let (x, y) = self.grid.split(node.get());
        let (width, height) = (self.grid.width(), self.grid.height());
        // Wrapping makes one comparison of two: 0 becomes larger than any width.
        if x.wrapping_sub(1) < width.wrapping_sub(2) && y.wrapping_sub(1) < height.wrapping_sub(2) {
            return 0xFF;
        }
        self.inside_at_rim(x, y)
    }

    #[cold]
    fn inside_at_rim(&self, x: u32, y: u32) -> u8 {
        const EAST: u8 = Dir::NE.bit() | Dir::E.bit() | Dir::SE.bit();
        const WEST: u8 = Dir::NW.bit() | Dir::W.bit() | Dir::SW.bit();
        const NORTH: u8 = Dir::NW.bit() | Dir::N.bit() | Dir::NE.bit();
        const SOUTH: u8 = Dir::SW.bit() | Dir::S.bit() | Dir::SE.bit();
        let leaving = [
            (x == 0, WEST),
            (x + 1 == self.grid.width(), EAST),
            (y == 0, NORTH),
            (y + 1 == self.grid.height(), SOUTH),
        ];
        leaving.into_iter().filter(|(at_rim, _)| *at_rim).fold(0xFF, |mask, (_, side)| mask & !side)
    }

    /// The directions that walls and one-way steps leave open, terrain aside.
    #[cold]
    fn steps_by_walls(&self, node: NodeId, inside: u8) -> u8 {
        let here = self.grid.forbidden()[node.index()];
        let mut open = inside & !here;
        for dir in [Dir::NE, Dir::SE, Dir::SW, Dir::NW] {
            if open & dir.bit() == 0 {
                continue;
            }
            // A way round the corner: straight to the side cell, then straight to the end.
            let walled = |first: Dir, second: Dir| {
                let side = self.beside(node, first);
                here & first.bit() != 0
                    || (inside & first.bit() != 0
                        && self.grid.forbidden()[side.index()] & second.bit() != 0)
            };
            let (left, right) = (dir.turned(7), dir.turned(1));
            let (walled_left, walled_right) = (walled(left, right), walled(right, left));
            let may = match self.corners {
                Corners::Never => !walled_left && !walled_right,
                Corners::Always => !walled_left || !walled_right,
                Corners::OneFree => {
                    self.one_way_round(node, inside, dir, walled_left, walled_right)
                }
            };
            if !may {
                open &= !dir.bit();
            }
        }
        open
    }

    /// `OneFree` with walls: the way that is free of walls must also be free of obstacles, in a
    /// medium that start, side cell and end share.
    fn one_way_round(
        &self,
        node: NodeId,
        inside: u8,
        dir: Dir,
        walled_left: bool,
        walled_right: bool,
    ) -> bool {
        let around = self.media_around(node).to_le_bytes();
        let media = |d: Dir| if inside & d.bit() != 0 { around[d as usize] } else { 0 };
        let ends = self.media[self.grid.class_at(node) as usize] & media(dir);
        (!walled_left && ends & media(dir.turned(7)) != 0)
            || (!walled_right && ends & media(dir.turned(1)) != 0)
    }

    /// The directions in which a step would be wanted, if there is one.
    #[inline(always)]
    fn wanted(
        &self,
        node: NodeId,
        inside: u8,
        cost: impl Fn(usize, usize) -> u32,
        offers: &impl Offers,
    ) -> u8 {
        let mut wanted = 0;
        for code in 0..8 {
            if inside >> code & 1 == 1 {
                let other = node.index().wrapping_add_signed(self.offsets[code] as isize);
                wanted |= u8::from(offers.wants(other, cost(other, code))) << code;
            }
        }
        wanted
    }

    #[inline(always)]
    fn wanted_of(
        &self,
        node: NodeId,
        among: u8,
        costs: Option<[u32; 2]>,
        offers: &impl Offers,
    ) -> u8 {
        match (costs, among) {
            // In the open the compiler sees eight tests without a branch between them.
            (Some(costs), 0xFF) => self.wanted(node, 0xFF, |_, code| costs[code & 1], offers),
            (Some(costs), _) => self.wanted(node, among, |_, code| costs[code & 1], offers),
            (None, _) => {
                let terrain = self.grid.padded_terrain();
                let pad = self.grid.width() as usize + 1;
                let cost =
                    |other: usize, code| self.entering[terrain[other + pad] as usize][code & 1];
                self.wanted(node, among, cost, offers)
            }
        }
    }

    /// Hands out steps that exist and are wanted.
    #[inline(always)]
    fn take_steps(
        &self,
        node: NodeId,
        way: Way,
        mut steps: u8,
        costs: Option<[u32; 2]>,
        offers: &mut impl Offers,
    ) {
        while steps != 0 {
            let code = steps.trailing_zeros() as u8;
            steps &= steps - 1;
            let other = self.beside(node, Dir::from_code(code));
            let slot = if way == Way::Forward { code } else { (code + 4) & 7 };
            let costs = costs.unwrap_or_else(|| self.entering[self.grid.class_at(other) as usize]);
            let cost = costs[usize::from(code & 1)];
            offers.take(Arc { node: other, cost, slot: Slot::new(u16::from(slot)) });
        }
    }

    #[inline(always)]
    fn visit_links(&self, node: NodeId, way: Way, mut visit: impl FnMut(Arc)) {
        let links = self.grid.link_table();
        match way {
            Way::Forward => {
                for link in links.leaving(node).iter().filter(|link| self.is_passable(link.to)) {
                    let slot = Slot::new(8 + links.place_among_arriving(link));
                    visit(Arc { node: link.to, cost: link.cost, slot });
                }
            }
            Way::Backward => {
                for link in links.arriving(node).iter().filter(|link| self.is_passable(link.from)) {
                    let slot = Slot::new(8 + links.place_among_leaving(link));
                    visit(Arc { node: link.from, cost: link.cost, slot });
                }
            }
        }
    }
}

impl World for GridView<'_> {
    fn node_count(&self) -> u32 {
        self.grid.cell_count()
    }

    #[inline(always)]
    fn is_passable(&self, node: NodeId) -> bool {
        self.media[self.grid.class_at(node) as usize] != 0
    }

    fn max_arc_cost(&self) -> u32 {
        self.max_arc_cost
    }

    fn min_arc_cost(&self) -> u32 {
        self.min_arc_cost
    }

    #[inline(always)]
    fn for_each_arc(&self, node: NodeId, way: Way, visit: impl FnMut(Arc)) {
        self.offer_arcs(node, way, &mut TakeAll(visit));
    }

    #[inline(always)]
    fn offer_arcs(&self, node: NodeId, way: Way, offers: &mut impl Offers) {
        let costs = match way {
            Way::Forward => self.uniform,
            Way::Backward => Some(self.entering[self.grid.class_at(node) as usize]),
        };
        match (&self.table, way) {
            (Some(table), Way::Forward) => {
                let steps = table[node.index()];
                let wanted = self.wanted_of(node, steps, costs, offers);
                self.take_steps(node, way, wanted, costs, offers);
            }
            _ => {
                let inside = self.inside(node);
                let wanted = self.wanted_of(node, inside, costs, offers);
                if wanted != 0 {
                    let steps = match way {
                        Way::Forward => self.steps_inside(node, inside),
                        Way::Backward => self.steps_into(node),
                    };
                    self.take_steps(node, way, wanted & steps, costs, offers);
                }
            }
        }
        if self.has_links && self.is_passable(node) {
            self.visit_links(node, way, |arc| {
                if offers.wants(arc.node.index(), arc.cost) {
                    offers.take(arc);
                }
            });
        }
    }

    #[inline(always)]
    fn offer_canonical_arcs(
        &self,
        node: NodeId,
        arrival: Slot,
        way: Way,
        offers: &mut impl Offers,
    ) {
        let (Some(costs), 0..8, true) = (self.uniform, arrival.code(), self.is_canonical) else {
            return self.offer_arcs(node, way, offers);
        };
        // Such a view is the same both ways; backward, the slot names the way back.
        let turn = if way == Way::Forward { 0 } else { 4 };
        let heading = Dir::from_code(arrival.code() as u8 + turn);
        let mut left = canonical_steps(self.steps_from(node), heading);
        while left != 0 {
            let code = left.trailing_zeros() as usize;
            left &= left - 1;
            let other = node.index().wrapping_add_signed(self.offsets[code] as isize);
            let cost = costs[code & 1];
            if offers.wants(other, cost) {
                let slot = Slot::new((code as u16 + u16::from(turn)) & 7);
                offers.take(Arc { node: NodeId::new(other as u32), cost, slot });
            }
        }
    }

    #[inline(always)]
    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
        let code = slot.code();
        if code < 8 {
            let dir = Dir::from_code(code as u8);
            return self.beside(node, if way == Way::Forward { dir.opposite() } else { dir });
        }
        let links = self.grid.link_table();
        match way {
            Way::Forward => links.arriving(node)[usize::from(code) - 8].from,
            Way::Backward => links.leaving(node)[usize::from(code) - 8].to,
        }
    }

    fn deviation(&self, node: NodeId, start: NodeId, goal: NodeId) -> u32 {
        let [node, start, goal] = [node, start, goal].map(|n| self.grid.split(n.get()));
        let difference = |a: u32, b: u32| i64::from(a) - i64::from(b);
        let cross = difference(node.0, goal.0) * difference(start.1, goal.1)
            - difference(start.0, goal.0) * difference(node.1, goal.1);
        u32::try_from(cross.unsigned_abs()).unwrap_or(u32::MAX)
    }

    fn estimate(&self, from: NodeId, to: NodeId) -> Cost {
        let (from, to) = (self.grid.split(from.get()), self.grid.split(to.get()));
        let (dx, dy) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
        let corner = match self.neighbours {
            Neighbours::Four => 2 * self.scale.straight(),
            Neighbours::Eight => self.scale.corner(),
        };
        let ticks = u64::from(self.scale.straight()) * u64::from(dx.abs_diff(dy))
            + u64::from(corner) * u64::from(dx.min(dy));
        ticks * u64::from(self.least_factor)
    }

    fn revision(&self) -> u64 {
        self.grid.revision()
    }
}

/// The steps that a canonical path takes after arriving in direction `arrival`: all that cannot be
/// had as cheaply from the cell before without coming through here, diagonals first. Corners are
/// never cut, so after a diagonal step the two cells beside it are free; after a straight one, a
/// blocked cell beside the cell before opens the side behind it.
///
/// Sturtevant & Rabin, "Canonical Orderings on Grids", IJCAI 2016.
#[inline(always)]
fn canonical_steps(steps: u8, arrival: Dir) -> u8 {
    const TABLE: [[u8; 256]; 8] = canonical_table();
    TABLE[arrival as usize][steps as usize]
}

const fn canonical_table() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut code = 0;
    while code < 8 {
        let dir = Dir::from_code(code);
        let mut steps = 0;
        while steps < 256 {
            let mut keep = dir.bit();
            if dir.is_diagonal() {
                keep |= dir.turned(7).bit() | dir.turned(1).bit();
            } else {
                let mut side = 0;
                while side < 2 {
                    // Left, then right: beside, ahead on that side, behind on that side.
                    let (beside, ahead, behind) = if side == 0 {
                        (dir.turned(6).bit(), dir.turned(7).bit(), dir.turned(5).bit())
                    } else {
                        (dir.turned(2).bit(), dir.turned(1).bit(), dir.turned(3).bit())
                    };
                    if steps as u8 & beside != 0 && steps as u8 & behind == 0 {
                        keep |= beside | ahead;
                    }
                    side += 1;
                }
            }
            table[code as usize][steps] = keep & steps as u8;
            steps += 1;
        }
        code += 1;
    }
    table
}

/// Whether all passable cells of the grid are of the same media.
fn is_one_medium(grid: &Grid, media: &[u8; 256]) -> bool {
    let on_map = media.iter().zip(grid.histogram()).filter(|&(_, &count)| count > 0);
    let mut used = on_map.map(|(bits, _)| *bits).filter(|&bits| bits != 0);
    let first = used.next();
    used.all(|bits| Some(bits) == first)
}

/// Wants everything, for visiting all arcs.
struct TakeAll<F>(F);

impl<F: FnMut(Arc)> Offers for TakeAll<F> {
    #[inline(always)]
    fn wants(&self, _index: usize, _cost: u32) -> bool {
        true
    }

    #[inline(always)]
    fn take(&mut self, arc: Arc) {
        (self.0)(arc);
    }
}

/// Gathers the lowest bit of each byte into one byte: byte `k` becomes bit `k`.
#[inline(always)]
fn bytes_to_mask(bytes: u64) -> u8 {
    ((bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

fn allowed_steps(corners: Corners, neighbours: Neighbours) -> &'static [u8; 256] {
    const STRAIGHT: [u8; 256] = steps_table(0, 0);
    const NEVER: [u8; 256] = steps_table(1, 2);
    const ONE_FREE: [u8; 256] = steps_table(1, 1);
    const ALWAYS: [u8; 256] = steps_table(1, 0);
    match (neighbours, corners) {
        (Neighbours::Four, _) => &STRAIGHT,
        (Neighbours::Eight, Corners::Never) => &NEVER,
        (Neighbours::Eight, Corners::OneFree) => &ONE_FREE,
        (Neighbours::Eight, Corners::Always) => &ALWAYS,
    }
}

/// For each set of free neighbours the allowed steps, when a diagonal needs at least `needed` of
/// the two cells beside it (and is allowed at all if `diagonals` is 1).
const fn steps_table(diagonals: u8, needed: u8) -> [u8; 256] {
    let mut table = [0; 256];
    let mut free = 0;
    while free < 256 {
        let mut code = 0;
        while code < 8 {
            let dir = Dir::from_code(code);
            let beside = (free as u8 & dir.turned(7).bit() != 0) as u8
                + (free as u8 & dir.turned(1).bit() != 0) as u8;
            let may = !dir.is_diagonal() || (diagonals == 1 && beside >= needed);
            if free as u8 & dir.bit() != 0 && may {
                table[free] |= dir.bit();
            }
            code += 1;
        }
        free += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Edit;

    fn arcs(view: &GridView, node: NodeId, way: Way) -> Vec<(u32, u32)> {
        let mut arcs = Vec::new();
        view.for_each_arc(node, way, |arc| {
            assert_eq!(view.follow(arc.node, arc.slot, way), node);
            arcs.push((arc.node.get(), arc.cost));
        });
        arcs
    }

    #[test]
    fn forward_and_backward_name_the_same_arcs() {
        let mut grid = Grid::from_classes(4, 3, b"..1@W9.W...2").unwrap();
        let edit = &mut Edit::new();
        edit.wall((0, 0), Dir::E).forbid_step((1, 1), Dir::S).forbid_step((2, 2), Dir::NE);
        grid.apply(edit.link((0, 0), (2, 1), 77).link((3, 2), (0, 0), 5)).unwrap();
        for corners in [Corners::Never, Corners::OneFree, Corners::Always] {
            let mover = Mover::walker().corners(corners);
            let view = grid.seen_by(&mover);
            let mut forward = Vec::new();
            let mut backward = Vec::new();
            for node in (0..view.node_count()).map(NodeId::new) {
                for (to, cost) in arcs(&view, node, Way::Forward) {
                    forward.push((node.get(), to, cost));
                }
                for (from, cost) in arcs(&view, node, Way::Backward) {
                    backward.push((from, node.get(), cost));
                }
            }
            backward.sort_unstable();
            forward.sort_unstable();
            assert_eq!(forward, backward);
            assert!(!forward.is_empty());
        }
    }

    #[test]
    fn every_class_may_be_used_even_next_to_the_rim() {
        let classes: Vec<u8> = (0..=255).collect();
        let grid = Grid::from_classes(16, 16, &classes).unwrap();
        let mover = (0..=255).fold(Mover::new(), |mover, class| mover.terrain(class, 1).unwrap());
        let view = grid.seen_by(&mover);
        assert_eq!(arcs(&view, NodeId::new(0), Way::Forward).len(), 3);
        assert_eq!(arcs(&view, NodeId::new(255), Way::Forward).len(), 3);
        assert_eq!(arcs(&view, NodeId::new(16), Way::Forward).len(), 5);
    }

    #[test]
    fn a_beach_joins_land_and_water_for_those_who_can_do_both() {
        let grid = Grid::from_classes(3, 1, b".bW").unwrap();
        let walker = Mover::walker();
        assert!(!grid.seen_by(&walker).may_step((1, 0), Dir::E));
        let duck = Mover::walker().terrain_in(b'b', 1, 3).unwrap();
        let view = grid.seen_by(&duck);
        assert!(view.may_step((0, 0), Dir::E) && view.may_step((1, 0), Dir::E));
    }
}
