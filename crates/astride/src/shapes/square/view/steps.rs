//! Which steps a mover may take out of and into a cell.

use crate::base::{Cell, Dir, NodeId};
use crate::shapes::square::{Corners, GridView, Neighbours};
use crate::world::Way;

impl GridView<'_> {
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

    /// [`steps_from`](Self::steps_from) if the directions that stay on the map are known.
    #[inline(always)]
    pub(super) fn steps_inside(&self, node: NodeId, inside: u8) -> u8 {
        let steps = self.steps_without_walls(node, inside);
        if self.has_forbidden { steps & self.steps_by_walls(node, inside) } else { steps }
    }

    /// The directions from which the mover may step into `node`: a set bit for `dir` means that the
    /// neighbour on that side may step here.
    #[inline(always)]
    pub fn steps_into(&self, node: NodeId) -> u8 {
        // Without walls every step is reversible.
        if !self.has_forbidden || self.grid.is_far_from_walls(node) {
            return self.steps_from(node);
        }
        let (forbidden, inside) = (self.grid.forbidden(), self.inside(node));
        let forbids = |from: NodeId, dir: Dir, _| forbidden[from.index()] & dir.bit() != 0;
        let media = self.media[self.grid.class_at(node) as usize];
        let around = self.media_around(node);
        let open = self.steps_unless(forbids, node, Way::Backward, inside, media, around);
        open & self.steps_among(media, around, inside)
    }

    /// The directions left open, out of `node` or into it, where a closure says whether the step
    /// from one node in a direction to another is forbidden; media as for
    /// [`steps_among`](Self::steps_among).
    #[inline(always)]
    pub(super) fn steps_unless(
        &self,
        forbids: impl Fn(NodeId, Dir, NodeId) -> bool,
        node: NodeId,
        way: Way,
        inside: u8,
        media: u8,
        around: u64,
    ) -> u8 {
        // Into a node it is the same with every step turned round.
        let is_shut = |from: NodeId, dir: Dir| match (way, self.beside(from, dir)) {
            (Way::Forward, to) => forbids(from, dir, to),
            (Way::Backward, to) => forbids(to, dir.opposite(), from),
        };
        let shut = Dir::ALL
            .into_iter()
            .filter(|dir| inside & dir.bit() != 0 && is_shut(node, *dir))
            .fold(0, |mask, dir| mask | dir.bit());
        let beside = |side: Dir, step: Dir| is_shut(self.beside(node, side), step);
        self.steps_past_walls(shut, beside, inside, media, around)
    }

    /// Those of the directions `inside`, which stay on the map, from which a step into `node` itself
    /// is forbidden.
    #[inline(always)]
    pub(in crate::shapes::square) fn shut_into(&self, node: NodeId, inside: u8) -> u8 {
        let is_shut = |dir: &Dir| inside & dir.bit() != 0 && self.is_shut_into(node, *dir);
        Dir::ALL.into_iter().filter(is_shut).fold(0, |mask, dir| mask | dir.bit())
    }

    /// Whether the step into `node` from the side of `dir` is forbidden.
    #[inline(always)]
    pub(in crate::shapes::square) fn is_shut_into(&self, node: NodeId, dir: Dir) -> bool {
        self.grid.forbidden()[self.beside(node, dir).index()] & dir.opposite().bit() != 0
    }

    /// The node next to `node`; only for directions that stay on the map.
    #[inline(always)]
    pub(in crate::shapes::square) fn beside(&self, node: NodeId, dir: Dir) -> NodeId {
        NodeId::new(node.get().wrapping_add_signed(self.offsets[dir as usize]))
    }

    #[inline(always)]
    pub(super) fn steps_without_walls(&self, node: NodeId, inside: u8) -> u8 {
        let here = self.media[self.grid.class_at(node) as usize];
        self.steps_among(here, self.media_around(node), inside)
    }

    /// The steps out of a cell with media `here` among neighbours with media `around`, ignoring
    /// walls.
    #[inline(always)]
    pub(super) fn steps_among(&self, here: u8, around: u64, inside: u8) -> u8 {
        let mut steps = 0;
        let mut left = here;
        while left != 0 {
            let medium = left.trailing_zeros();
            left &= left - 1;
            steps |= self.allowed[usize::from(bytes_to_mask(around >> medium) & inside)];
        }
        steps
    }

    /// The media of the eight neighbours, one byte per direction; arbitrary off the map.
    #[inline(always)]
    pub(super) fn media_around(&self, node: NodeId) -> u64 {
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
    pub(in crate::shapes::square) fn inside(&self, node: NodeId) -> u8 {
        let (x, y) = self.grid.split(node.get());
        let (width, height) = (self.grid.width(), self.grid.height());
        // Wrapping combines two comparisons: 0 becomes larger than any width.
        if x.wrapping_sub(1) < width.wrapping_sub(2) && y.wrapping_sub(1) < height.wrapping_sub(2) {
            return 0xFF;
        }
        self.inside_at_rim(x, y)
    }

    #[cold]
    pub(super) fn inside_at_rim(&self, x: u32, y: u32) -> u8 {
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

    /// The directions that walls and one-way steps leave open, ignoring terrain.
    #[cold]
    pub(super) fn steps_by_walls(&self, node: NodeId, inside: u8) -> u8 {
        if self.grid.is_far_from_walls(node) {
            return inside;
        }
        let forbidden = self.grid.forbidden();
        let here = forbidden[node.index()];
        let beside =
            |side: Dir, step: Dir| forbidden[self.beside(node, side).index()] & step.bit() != 0;
        let media = self.media[self.grid.class_at(node) as usize];
        self.steps_past_walls(here, beside, inside, media, self.media_around(node))
    }

    /// The directions left open where the steps `here` are forbidden and `beside(side, step)` says
    /// whether a step from the cell on one side is; media as for
    /// [`steps_among`](Self::steps_among).
    fn steps_past_walls(
        &self,
        here: u8,
        beside: impl Fn(Dir, Dir) -> bool,
        inside: u8,
        media: u8,
        around: u64,
    ) -> u8 {
        let mut open = inside & !here;
        for dir in [Dir::NE, Dir::SE, Dir::SW, Dir::NW] {
            if open & dir.bit() == 0 {
                continue;
            }
            // A way round the corner: straight to the side cell, then straight to the end.
            let walled = |first: Dir, second: Dir| {
                here & first.bit() != 0 || (inside & first.bit() != 0 && beside(first, second))
            };
            let (left, right) = (dir.turned(7), dir.turned(1));
            let (walled_left, walled_right) = (walled(left, right), walled(right, left));
            let may = match self.corners {
                Corners::Never => !walled_left && !walled_right,
                Corners::Always => !walled_left || !walled_right,
                Corners::OneFree => {
                    let around = around.to_le_bytes();
                    let at = |d: Dir| if inside & d.bit() != 0 { around[d as usize] } else { 0 };
                    let ends = media & at(dir);
                    // A way without walls must also be free of obstacles, in a medium shared by
                    // start, side cell and end.
                    (!walled_left && ends & at(left) != 0)
                        || (!walled_right && ends & at(right) != 0)
                }
            };
            if !may {
                open &= !dir.bit();
            }
        }
        open
    }
}

/// Collects the lowest bit of each byte in one byte: byte `k` becomes bit `k`.
#[inline(always)]
fn bytes_to_mask(bytes: u64) -> u8 {
    ((bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

pub(super) fn allowed_steps(corners: Corners, neighbours: Neighbours) -> &'static [u8; 256] {
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

/// For each set of free neighbours the allowed steps, if a diagonal needs at least `needed` of the
/// two cells beside it (and is allowed at all if `diagonals` is 1).
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
