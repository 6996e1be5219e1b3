//! The moves of a state that are recommended, one by each adviser.

use super::route::Routes;
use super::ways::Way;

/// For each adviser the best move so far: how good it is, and its number.
pub(super) struct Advisers {
    packed: u16,
    areas: u16,
    reach: u16,
    best: [Option<([i32; 3], usize)>; 6],
}

impl Advisers {
    /// Of a state with this many boxes packed, areas, and cells to walk on.
    pub(super) fn new(packed: u16, areas: u16, reach: u16) -> Self {
        Advisers { packed, areas, reach, best: [None; 6] }
    }

    /// What a move makes of the state. `depth` is how early its goal is to be filled.
    pub(super) fn hear(&mut self, at: usize, way: Way, packed: u16, depth: i32, nearer: i32) {
        let [more, fewer] = [i32::from(packed), -i32::from(way.areas)];
        let reach = i32::from(way.reach);
        let said = [
            (packed > self.packed).then_some([more, depth, fewer]),
            (way.areas < self.areas && packed >= self.packed).then_some([fewer, more, nearer]),
            (nearer > 0 && packed >= self.packed).then_some([nearer, fewer, more]),
            (way.reach > self.reach && packed >= self.packed).then_some([reach, more, nearer]),
        ];
        self.take(0, at, &said);
    }

    /// What the way of a box to a goal makes of a move.
    pub(super) fn hear_route(
        &mut self,
        at: usize,
        way: Way,
        packed: u16,
        from: u16,
        nearer: i32,
        route: &Routes,
    ) {
        if packed < self.packed {
            return;
        }
        let [start, to] = [usize::from(from), usize::from(way.to)];
        let fewer = -i32::from(way.areas);
        let is_off = route.is_used[start] && from != route.cargo && !route.is_used[to];
        let is_on = from == route.cargo && route.step[to] > 1;
        let said = [
            is_off.then_some([fewer, i32::from(way.reach), nearer]),
            is_on.then_some([i32::from(route.step[to]), fewer, i32::from(way.reach)]),
        ];
        self.take(4, at, &said);
    }

    fn take(&mut self, first: usize, at: usize, said: &[Option<[i32; 3]>]) {
        for (best, said) in self.best[first..].iter_mut().zip(said) {
            if let Some(said) = said.filter(|&said| best.is_none_or(|(best, _)| said > best)) {
                *best = Some((said, at));
            }
        }
    }

    /// The moves that are recommended.
    pub(super) fn best(&self) -> impl Iterator<Item = usize> {
        self.best.iter().flatten().map(|&(_, at)| at)
    }
}
