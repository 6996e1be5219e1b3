//! Legs: first steps followed by straight ones, between two places that see each other.

use super::place::Place;
use super::planes::JumpMap;
use crate::base::NodeId;
use crate::shapes::square::Neighbours;

impl JumpMap {
    /// Ticks from `a` to `b` over terrain of factor 1 without obstacles.
    #[inline(always)]
    pub(crate) fn octile<const PLAIN: bool>(&self, a: Place, b: Place) -> u64 {
        let [dx, dy] = a.apart(b);
        let [straight, diagonal] = self.costs.map(u64::from);
        match self.rules.neighbours {
            Neighbours::Four if !PLAIN => u64::from(dx + dy) * straight,
            _ => u64::from(dx.min(dy)) * diagonal + u64::from(dx.abs_diff(dy)) * straight,
        }
    }

    /// A lower bound in ticks on the cost of a path from `a` to `b`.
    #[inline(always)]
    pub(crate) fn guess<const PLAIN: bool>(&self, a: Place, b: Place) -> u64 {
        if PLAIN {
            return self.octile::<true>(a, b);
        }
        let least = self.terrain.as_ref().map_or(1, |terrain| terrain.least);
        self.octile::<false>(a, b) * least
    }

    /// Ticks from `a` to `b`, which it sees.
    #[inline(always)]
    pub(crate) fn cost_in_sight<const PLAIN: bool>(&self, a: Place, b: Place) -> u64 {
        self.octile::<PLAIN>(a, b) * if PLAIN { 1 } else { self.factor(b) }
    }

    /// An upper bound in ticks on the cost of a leg between two places that see each other.
    pub(crate) fn costliest_leg(&self) -> u64 {
        let rows = self.layers.rows();
        let corner = Place { x: self.width as u16, y: rows as u16 };
        let most = self
            .terrain
            .as_ref()
            .map_or(1, |terrain| u64::from(terrain.factors.iter().copied().max().unwrap_or(1)));
        let across = self.octile::<false>(Place { x: 1, y: 1 }, corner);
        across.max(u64::from(self.costs[0]) * u64::from(self.width.max(rows))) * most
    }

    /// The number of steps of a leg between two places that see each other.
    #[inline(always)]
    pub(crate) fn steps_between(&self, a: Place, b: Place) -> usize {
        let [dx, dy] = a.apart(b);
        (match self.rules.neighbours {
            Neighbours::Four => dx + dy,
            Neighbours::Eight => dx.max(dy),
        }) as usize
    }

    /// Appends the places of a leg from `a` to `b`, without `b`, first steps first. They are
    /// numbered as on one layer: [`end_path`](Self::end_path) converts them to nodes.
    #[inline(always)]
    pub(crate) fn extend_by_jump(&self, a: Place, b: Place, nodes: &mut Vec<NodeId>) {
        let [first, rest] = self.runs(a, b);
        extend(nodes, self.index(a), [first, rest]);
    }

    /// Appends the places of a leg from `a` to `b`, as [`extend_by_jump`](Self::extend_by_jump)
    /// does, but with first steps last if the other order is blocked.
    #[inline(always)]
    pub(crate) fn extend_by_leg<const PLAIN: bool>(
        &self,
        a: Place,
        b: Place,
        nodes: &mut Vec<NodeId>,
    ) {
        let [first, rest] = self.runs(a, b);
        let is_bent = first.0 > 0 && rest.0 > 0;
        let runs = if is_bent && !self.sees::<PLAIN>(a, b) { [rest, first] } else { [first, rest] };
        extend(nodes, self.index(a), runs);
    }

    /// Where a leg from `a` to `b` turns; one of them if it is straight.
    pub(crate) fn bend<const PLAIN: bool>(&self, a: Place, b: Place) -> Place {
        let [dx, dy] = a.apart(b);
        let [right, down] = match self.rules.neighbours {
            Neighbours::Four => [0, dy],
            Neighbours::Eight => [dx.min(dy); 2],
        };
        let is_bent = right + down > 0 && [right, down] != [dx, dy];
        let (from, to) = if is_bent && !self.sees::<PLAIN>(a, b) { (b, a) } else { (a, b) };
        let moved =
            |at: u16, to: u16, by: u32| if to < at { at - by as u16 } else { at + by as u16 };
        Place { x: moved(from.x, to.x, right), y: moved(from.y, to.y, down) }
    }

    /// Appends the last place of a path and converts all of them to nodes.
    #[inline(always)]
    pub(crate) fn end_path(&self, goal: Place, nodes: &mut Vec<NodeId>) {
        nodes.push(NodeId::new(self.index(goal) as u32));
        self.number_as_cells(goal, nodes);
    }

    /// First steps and straight ones of a leg: the number of each, and what each adds to the index
    /// of a node.
    #[inline(always)]
    fn runs(&self, a: Place, b: Place) -> [(u32, u32); 2] {
        let [dx, dy] = a.apart(b);
        let right: u32 = if b.x >= a.x { 1 } else { u32::MAX };
        let down = if b.y >= a.y { self.width } else { self.width.wrapping_neg() };
        match self.rules.neighbours {
            Neighbours::Four => [(dy, down), (dx, right)],
            Neighbours::Eight => {
                let (straight, step) = if dx > dy { (dx - dy, right) } else { (dy - dx, down) };
                [(dx.min(dy), right.wrapping_add(down)), (straight, step)]
            }
        }
    }
}

#[inline(always)]
fn extend(nodes: &mut Vec<NodeId>, from: usize, runs: [(u32, u32); 2]) {
    let mut node = from as u32;
    for (count, step) in runs {
        nodes.extend((0..count).map(|i| NodeId::new(node.wrapping_add(i.wrapping_mul(step)))));
        node = node.wrapping_add(count.wrapping_mul(step));
    }
}
