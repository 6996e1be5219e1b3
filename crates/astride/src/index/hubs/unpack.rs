//! Unpacking a meeting to the nodes of the path.

use super::HubLabels;
use super::label::LabelSet;
use super::query::{Ascent, HubScratch, Meeting};
use super::store::Climb;

impl HubLabels {
    /// Writes the nodes of the path, source and target included, to `out` (which is cleared first).
    ///
    /// Consecutive nodes are connected by an arc of the graph, and the costs of these arcs add up
    /// to the total of the meeting minus the costs given for source and target.
    ///
    /// # Complexity
    ///
    /// O(nodes of the path), with a few lookups each; nodes without a label add a climb from both
    /// ends.
    ///
    /// # Panics
    ///
    /// If the meeting belongs to another index and no such path is found.
    pub fn unpack(&self, meeting: &Meeting, scratch: &mut HubScratch, out: &mut Vec<u32>) {
        out.clear();
        let mut chain = std::mem::take(&mut scratch.chain);
        chain.clear();
        let [source, target] = meeting.ends;
        let [up, down] = &mut scratch.sides;
        self.lead(
            up,
            self.climb_out(),
            &self.labels_out,
            source,
            meeting.tops[0],
            meeting.hub,
            &mut chain,
        );
        let middle = chain.len();
        self.lead(
            down,
            self.climb_back(),
            self.labels_back(),
            target,
            meeting.tops[1],
            meeting.hub,
            &mut chain,
        );
        // Both halves end at the hub.
        chain.pop();
        chain[middle..].reverse();
        if self.is_all_stored() {
            out.extend(chain.iter().map(|&node| self.order[node as usize]));
        } else {
            out.push(self.order[chain[0] as usize]);
            for pair in chain.windows(2) {
                self.expand(pair[0], pair[1], &mut scratch.stack, out);
            }
        }
        scratch.chain = chain;
    }

    /// Appends the ranks from one end of the path to the hub, through the node whose label named
    /// it.
    #[expect(clippy::too_many_arguments, reason = "one side of the index, and one of the meeting")]
    fn lead(
        &self,
        ascent: &mut Ascent,
        climb: &Climb,
        labels: &LabelSet,
        end: u32,
        top: u32,
        hub: u32,
        chain: &mut Vec<u32>,
    ) {
        if end != top {
            ascent.climb(climb, self.stored, self.rank.len(), [(end, 0)].into_iter());
            let first = chain.len();
            let mut node = top;
            while node != end {
                node = ascent.parent(node).expect("a meeting of this index");
                chain.push(node);
            }
            chain[first..].reverse();
        }
        chain.push(top);
        let (mut node, mut near) = (top as usize, 0);
        while node as u32 != hub {
            let row = labels.row(node);
            let at = find(&labels.hubs[row.clone()], hub, near).expect("a meeting of this index");
            node = usize::from(labels.next[row.start + at]);
            near = at;
            chain.push(node as u32);
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
        Some(climb.middles[at]).filter(|&middle| middle != super::dynamic::DIRECT)
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
