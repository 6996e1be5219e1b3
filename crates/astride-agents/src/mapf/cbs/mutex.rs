//! Which pairs of agents cannot both arrive as early as each could alone, and what follows.
//!
//! Zhang, Li, Surynek, Koenig & Kumar, "Multi-Agent Path Finding with Mutex Propagation", ICAPS
//! 2020. Two places of two agents at one timestep are mutex if no two walks lead there without a
//! meeting. They are found level by level, for any kind of map, and say the same of rectangles as the
//! barriers of Li, Harabor, Stuckey, Ma & Koenig, AAAI 2019.

use super::bans::Ban;
use super::mdd::Mdd;

/// What two agents are banned from: every plan keeps one of the two bans.
pub(super) type Either = [Vec<Ban>; 2];

/// The most pairs of places that are looked at for two agents: some 10 ms. On open ground diagrams are
/// so wide that there would be a thousand times as many.
const MOST_PAIRS: usize = 1 << 22;

/// `None` if the two agents can arrive as early as their diagrams say without meeting, or if that
/// takes too long to find out. Otherwise, for each agent, the first places of its walks from which on
/// it is in the other's way, whatever the other does: an agent that reaches one of its own places
/// keeps the other from all of the other's, so one of the two reaches none.
///
/// O(places of both diagrams, level by level, multiplied), in words of 64 bits; the work done is
/// added to `work`.
pub(super) fn split(mdds: [&Mdd; 2], work: &mut usize) -> Option<Either> {
    let last = mdds[0].arrival().max(mdds[1].arrival());
    let mut bans: Either = [Vec::new(), Vec::new()];
    let mut pairs = Pairs::new(1, 1);
    pairs.set(0, 0);
    let mut looked_at = 0;
    for timestep in 0..last {
        let next = pairs.step(mdds, timestep, &mut looked_at);
        *work += next.bits.len() + 1;
        if looked_at > MOST_PAIRS {
            return None;
        }
        // A place that could be reached without a meeting before, and no longer can.
        for side in 0..2 {
            let [alive, alive_next] = [pairs.alive(side), next.alive(side)];
            let mut is_lost = vec![false; alive_next.len()];
            for position in (0..alive.len()).filter(|&position| alive[position]) {
                for &way in mdds[side].ways(timestep, position) {
                    is_lost[way as usize] |= !alive_next[way as usize];
                }
            }
            let level = mdds[side].level(timestep + 1);
            let lost = level.iter().zip(is_lost).filter(|&(_, is_lost)| is_lost);
            let has_arrived = timestep + 1 > mdds[side].arrival();
            bans[side].extend(lost.map(|(&place, _)| match has_arrived {
                true => Ban::ArriveBy(mdds[side].arrival()),
                false => Ban::visit(place, timestep + 1),
            }));
        }
        if next.bits.iter().all(|&word| word == 0) {
            return Some(bans);
        }
        pairs = next;
    }
    None
}

/// Pairs of positions of two levels, those without a mutex.
struct Pairs {
    rows: usize,
    columns: usize,
    /// Words per row.
    words: usize,
    bits: Vec<u64>,
}

impl Pairs {
    fn new(rows: usize, columns: usize) -> Self {
        let words = columns.div_ceil(64);
        Pairs { rows, columns, words, bits: vec![0; rows * words] }
    }

    fn set(&mut self, row: usize, column: usize) {
        self.bits[row * self.words + column / 64] |= 1 << (column % 64);
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..(row + 1) * self.words]
    }

    /// Which positions of a side are in a pair.
    fn alive(&self, side: usize) -> Vec<bool> {
        let is_row_alive = |row: usize| self.row(row).iter().any(|&word| word != 0);
        if side == 0 {
            return (0..self.rows).map(is_row_alive).collect();
        }
        let mut any = vec![0; self.words];
        for row in 0..self.rows {
            any.iter_mut().zip(self.row(row)).for_each(|(any, word)| *any |= word);
        }
        (0..self.columns).map(|column| any[column / 64] >> (column % 64) & 1 == 1).collect()
    }

    /// The pairs one timestep later; how many were looked at is added to `looked_at`.
    fn step(&self, mdds: [&Mdd; 2], timestep: u32, looked_at: &mut usize) -> Pairs {
        let now = mdds.map(|mdd| mdd.level(timestep));
        let then = mdds.map(|mdd| mdd.level(timestep + 1));
        let mut next = Pairs::new(then[0].len(), then[1].len());
        let mut reach = vec![0; next.words];
        for (row, &from) in now[0].iter().enumerate() {
            let ways = mdds[0].ways(timestep, row);
            reach.fill(0);
            for column in ones(self.row(row)) {
                *looked_at += 1;
                for &way in mdds[1].ways(timestep, column) {
                    reach[way as usize / 64] |= 1 << (way % 64);
                }
            }
            // Where the other comes from the place to which this one goes, and goes to the place
            // where this one was, there has to be another way.
            let back = then[1].binary_search(&from);
            for &way in ways {
                let to = then[0][way as usize];
                let place = &mut next.bits[way as usize * next.words..][..next.words];
                let other_from = now[1].binary_search(&to);
                let swaps = |back: usize, column: usize| {
                    from != to
                        && self.row(row)[column / 64] >> (column % 64) & 1 == 1
                        && mdds[1].ways(timestep, column).contains(&(back as u32))
                };
                let swapped = match (back, other_from) {
                    (Ok(back), Ok(column)) if swaps(back, column) => {
                        let mut others = ones(self.row(row)).filter(|&other| other != column);
                        let has_other = others
                            .any(|other| mdds[1].ways(timestep, other).contains(&(back as u32)));
                        (!has_other).then_some(back)
                    }
                    _ => None,
                };
                let was = swapped.map(|back| (back, place[back / 64] >> (back % 64) & 1));
                place.iter_mut().zip(&reach).for_each(|(place, word)| *place |= word);
                if let Some((back, 0)) = was {
                    place[back / 64] &= !(1 << (back % 64));
                }
            }
        }
        // They do not meet: both are on one place.
        for (row, place) in then[0].iter().enumerate() {
            if let Ok(column) = then[1].binary_search(place) {
                next.bits[row * next.words + column / 64] &= !(1 << (column % 64));
            }
        }
        next
    }
}

/// The positions of the bits that are set.
fn ones(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(at, &word)| {
        let next = |&left: &u64| Some(left & left.wrapping_sub(1));
        std::iter::successors(Some(word), next)
            .take_while(|&left| left != 0)
            .map(move |left| at * 64 + left.trailing_zeros() as usize)
    })
}
