//! A view as a world: its arcs, and how they are offered.

use super::canonical_steps;
use crate::base::{Cost, Dir, NodeId, Slot};
use crate::shapes::square::{GridView, Neighbours};
use crate::world::{Arc, Offers, TakeAll, Tiled, Way, World, deviation, follow_link, visit_links};

impl World for GridView<'_> {
    const PRUNES: bool = true;

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
        // Two copies of what is done with steps: with one, searches of prepared views execute 5 % more.
        match &self.table {
            Some(table) if way == Way::Forward || !self.has_forbidden => {
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
            let links = self.link_table();
            let is_passable = |end| self.is_passable(end);
            visit_links(links, node, way, &is_passable, &mut |arc| {
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
        let (Some(costs), 0..8) = (self.canonical, arrival.code()) else {
            return self.offer_arcs(node, way, offers);
        };
        // Such a view is the same in both directions; backward, the slot names the direction back.
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
        follow_link(self.link_table(), node, slot, way)
    }

    fn deviation(&self, node: NodeId, start: NodeId, goal: NodeId) -> u32 {
        let at = |node: NodeId| {
            let (x, y) = self.grid.split(node.get());
            [x, y].map(i64::from)
        };
        deviation(at(node), at(start), at(goal))
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

    fn tiled(&self) -> Option<&dyn Tiled> {
        Some(self)
    }
}

impl GridView<'_> {
    /// The directions in which a step would be wanted, if it exists.
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
            // On open terrain the compiler sees eight tests without branches between them.
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

    /// Passes on steps that exist and are wanted.
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::square::{Corners, Edit, Grid, Mover};

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
