//! Unpacking a meeting to the nodes of the path.

use super::query::{Ascent, HubMemory, Meeting};
use super::store::{Climb, View};
use super::{Form, HubLabels};
use crate::index::contraction::dynamic::DIRECT;
use crate::search::Scratch;

impl HubLabels {
    /// Writes the nodes of the path, source and target included, to `out` (which is cleared first).
    ///
    /// Consecutive nodes are connected by an arc of the graph, no node occurs twice, and the costs of
    /// these arcs add up to the total of the meeting minus the costs given for source and target.
    ///
    /// # Complexity
    ///
    /// O(nodes of the path), with a few lookups each; nodes without a label add a climb from both
    /// ends.
    ///
    /// # Panics
    ///
    /// If the meeting belongs to another index and no such path is found.
    pub fn unpack(&self, meeting: &Meeting, scratch: &mut Scratch, out: &mut Vec<u32>) {
        self.unpack_in(meeting, scratch.part(), out);
    }

    /// As [`unpack`](Self::unpack), in memory that was found before.
    pub(crate) fn unpack_in(&self, meeting: &Meeting, scratch: &mut HubMemory, out: &mut Vec<u32>) {
        match &self.0 {
            Form::Narrow(tables) => tables.view().unpack(meeting, scratch, out),
            Form::Wide(wide) => wide.unpack(meeting, scratch, out),
        }
    }
}

impl View<'_> {
    fn unpack(&self, meeting: &Meeting, scratch: &mut HubMemory, out: &mut Vec<u32>) {
        out.clear();
        let mut chains = std::mem::take(&mut scratch.chains);
        let climbs = [self.climb_out(), self.climb_back()];
        for side in 0..2 {
            let (ascent, ends) =
                (&mut scratch.sides[side], [meeting.ends[side], meeting.tops[side]]);
            chains[side].clear();
            self.climb_between(ascent, climbs[side], ends, &mut chains[side]);
        }
        self.follow(meeting, &mut chains);
        // Both halves end at the hub.
        let [there, back] = &chains;
        let ranks = there.iter().chain(back[..back.len() - 1].iter().rev()).copied();
        if self.is_all_stored() {
            out.extend(ranks.map(|rank| self.order[rank as usize]));
        } else {
            let mut last = None;
            for rank in ranks {
                match last.replace(rank) {
                    Some(before) => self.expand(before, rank, &mut scratch.stack, out),
                    None => out.push(self.order[rank as usize]),
                }
            }
        }
        scratch.chains = chains;
    }

    /// Appends the ranks from one end of the path to the node whose label names the hub.
    fn climb_between(
        &self,
        ascent: &mut Ascent,
        climb: Climb<&[u32]>,
        [end, top]: [u32; 2],
        chain: &mut Vec<u32>,
    ) {
        if end != top {
            ascent.climb(climb, self.stored, self.rank.len(), [(end, 0)].into_iter());
            let mut node = top;
            while node != end {
                node = ascent.parent(node).expect("a meeting of this index");
                chain.push(node);
            }
            chain.reverse();
        }
        chain.push(top);
    }

    /// Appends the ranks from there to the hub, on both sides in turn: each step has to wait for
    /// memory, but not for the other side.
    fn follow(&self, meeting: &Meeting, chains: &mut [Vec<u32>; 2]) {
        let labels = [&self.labels_out, self.labels_back()];
        let (mut at, mut near) = (meeting.tops, [0; 2]);
        while at != [meeting.hub; 2] {
            for side in 0..2 {
                if at[side] != meeting.hub {
                    let row = labels[side].row(at[side] as usize);
                    near[side] = find(&labels[side].hubs[row.clone()], meeting.hub, near[side])
                        .expect("a meeting of this index");
                    at[side] = labels[side].next[row.start + near[side]].into();
                    chains[side].push(at[side]);
                }
            }
        }
    }

    /// Appends the nodes of the arc between two ranks, without the first.
    fn expand(&self, from: u32, to: u32, stack: &mut Vec<(u32, u32)>, out: &mut Vec<u32>) {
        stack.clear();
        stack.push((from, to));
        while let Some((from, to)) = stack.pop() {
            match self.middle(from, to) {
                Some(middle) => stack.extend([(middle, to), (from, middle)]),
                None => out.push(self.order[to as usize]),
            }
        }
    }

    /// The middle node of an arc of the hierarchy, if it is a shortcut.
    pub(super) fn middle(&self, from: u32, to: u32) -> Option<u32> {
        let (low, high) = (from.max(to), from.min(to));
        if low < self.stored {
            let (row, head) = if self.symmetric { (low, high) } else { (from, to) };
            return self.jumps.middle(row, head);
        }
        let climb = if from == low { self.climb_out() } else { self.climb_back() };
        let at = climb.position((low - self.stored) as usize, high)?;
        Some(climb.middles[at]).filter(|&middle| middle != DIRECT)
    }
}

/// The position of `hub` in a label that contains it; in neighbouring labels it is nearly the same.
fn find(hubs: &[u16], hub: u32, near: usize) -> Option<usize> {
    let mut at = near.min(hubs.len() - 1);
    while at > 0 && u32::from(hubs[at]) > hub {
        at -= 1;
    }
    while at < hubs.len() && u32::from(hubs[at]) < hub {
        at += 1;
    }
    (hubs.get(at).copied().map(u32::from) == Some(hub)).then_some(at)
}
