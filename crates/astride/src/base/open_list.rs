//! The open list: buckets of `f` ranges, and a small heap for the bucket being served.
//!
//! Nodes that are not due soon are only appended to their bucket; they are ordered by `(f, tie)`
//! when the turn of the bucket comes. Almost every operation is O(1), and the order is that of a
//! binary heap over the whole list. Buckets are chains in one pool, so memory grows to the largest
//! number of nodes ever open together and is then reused.
//!
//! Dial, "Algorithm 360: Shortest-path forest with topological ordering", CACM 12(11), 1969, for
//! the ring of buckets.

const RING: usize = 1024;
const NIL: u32 = u32::MAX;

/// A node waiting to be expanded. Smaller `(f, tie)` is served first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Estimated cost of a path through the node, in ticks.
    pub(crate) f: u64,
    /// Breaks ties between equal `f`; the search makes it unique.
    pub(crate) tie: u64,
    /// Index of the node.
    pub(crate) node: u32,
}

impl Entry {
    #[inline(always)]
    fn key(&self) -> u128 {
        u128::from(self.f) << 64 | u128::from(self.tie)
    }
}

#[derive(Clone, Copy, Debug)]
struct Link {
    entry: Entry,
    next: u32,
}

/// Nodes waiting to be expanded, best first.
///
/// Pushes are accepted in any order; it is fastest when `f` never drops below the last one popped
/// and rises by at most the `spread` given to [`begin`](OpenList::begin).
///
/// # Complexity
///
/// Push and pop are O(1) plus O(log k), where k counts entries in one bucket.
#[derive(Clone, Debug)]
pub(crate) struct OpenList {
    shift: u32,
    current: u64,
    /// Entries of the current bucket, best last. A pushed entry that is better than all of them
    /// goes on top: expanding along a straight line pops what was just pushed.
    stack: Vec<Entry>,
    /// Other entries pushed while the bucket is being served.
    heap: Vec<Entry>,
    pool: Vec<Link>,
    free: u32,
    /// The first link of each bucket's chain; `NIL` if it is empty.
    heads: Box<[u32; RING]>,
    /// A bit for each nonempty bucket, and a bit for each nonzero word of those.
    occupied: [u64; RING / 64],
    occupied_words: u32,
    overflow: u32,
    overflow_least: u64,
    len: usize,
}

impl Default for OpenList {
    fn default() -> Self {
        OpenList {
            shift: 0,
            current: 0,
            stack: Vec::new(),
            heap: Vec::new(),
            pool: Vec::new(),
            free: NIL,
            heads: Box::new([NIL; RING]),
            occupied: [0; RING / 64],
            occupied_words: 0,
            overflow: NIL,
            overflow_least: u64::MAX,
            len: 0,
        }
    }
}

impl OpenList {
    /// Empties the list. `least` is a lower bound of the first `f`s, and `spread` the usual maximum
    /// by which `f` rises from a node to its neighbours, in ticks. Both affect only speed.
    pub(crate) fn begin(&mut self, least: u64, spread: u64) {
        self.shift = 0;
        while spread >> self.shift >= RING as u64 - 1 {
            self.shift += 1;
        }
        self.current = least >> self.shift;
        self.stack.clear();
        self.heap.clear();
        self.pool.clear();
        self.free = NIL;
        while let Some(at) = self.first_occupied(0) {
            self.empty_bucket(at);
        }
        self.overflow = NIL;
        self.overflow_least = u64::MAX;
        self.len = 0;
    }

    /// The number of entries, including duplicates.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        (self.heap.capacity() + self.stack.capacity()) * size_of::<Entry>()
            + self.pool.capacity() * size_of::<Link>()
            + size_of::<[u32; RING]>()
    }

    /// Adds an entry.
    #[inline(always)]
    pub(crate) fn push(&mut self, entry: Entry) {
        self.len += 1;
        let bucket = entry.f >> self.shift;
        if bucket <= self.current {
            self.push_current(entry);
        } else if bucket - self.current < RING as u64 {
            let at = bucket as usize % RING;
            self.occupied[at / 64] |= 1 << (at % 64);
            self.occupied_words |= 1 << (at / 64);
            self.heads[at] = self.link(entry, self.heads[at]);
        } else {
            self.push_far(entry);
        }
    }

    /// Removes and returns the best entry.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<Entry> {
        let entry = match self.heap.first() {
            None => match self.stack.pop() {
                Some(entry) => entry,
                None => self.advance()?,
            },
            Some(least) => match self.stack.last() {
                Some(top) if top.key() < least.key() => self.stack.pop(),
                _ => pop_least(&mut self.heap),
            }?,
        };
        self.len -= 1;
        Some(entry)
    }

    /// The best entry, without removing it.
    pub(crate) fn peek(&mut self) -> Option<Entry> {
        if self.stack.is_empty() && self.heap.is_empty() {
            let entry = self.advance()?;
            self.stack.push(entry);
        }
        let ends = [self.stack.last(), self.heap.first()];
        ends.into_iter().flatten().min_by_key(|entry| entry.key()).copied()
    }

    #[inline(always)]
    fn push_current(&mut self, entry: Entry) {
        if self.stack.last().is_none_or(|top| entry.key() < top.key()) {
            self.stack.push(entry);
        } else {
            push_least(&mut self.heap, entry);
        }
    }

    #[cold]
    fn push_far(&mut self, entry: Entry) {
        self.overflow_least = self.overflow_least.min(entry.f >> self.shift);
        self.overflow = self.link(entry, self.overflow);
    }

    #[inline(always)]
    fn link(&mut self, entry: Entry, next: u32) -> u32 {
        if self.free != NIL {
            let at = self.free;
            self.free = self.pool[at as usize].next;
            self.pool[at as usize] = Link { entry, next };
            return at;
        }
        self.pool.push(Link { entry, next });
        (self.pool.len() - 1) as u32
    }

    /// Makes the next nonempty bucket the current one and removes its best entry; stack and heap
    /// must be empty.
    fn advance(&mut self) -> Option<Entry> {
        let next = self.next_in_ring();
        if self.overflow != NIL && self.overflow_least <= next.unwrap_or(u64::MAX) {
            self.current = self.overflow_least;
            self.spread_overflow();
        } else {
            self.current = next?;
        }
        let head = self.empty_bucket(self.current as usize % RING);
        if head != NIL && self.pool[head as usize].next == NIL && self.stack.is_empty() {
            self.pool[head as usize].next = self.free;
            self.free = head;
            return Some(self.pool[head as usize].entry);
        }
        self.unchain(head);
        self.stack.pop()
    }

    /// Detaches the whole chain of a bucket from the ring.
    #[inline(always)]
    fn empty_bucket(&mut self, at: usize) -> u32 {
        let word = at / 64;
        self.occupied[word] &= !(1 << (at % 64));
        self.occupied_words &= !(u32::from(self.occupied[word] == 0) << word);
        std::mem::replace(&mut self.heads[at], NIL)
    }

    /// Moves a whole chain onto the stack. The entry pushed last comes first in the chain and is
    /// usually the best, so that there is rarely anything to sort.
    #[inline(always)]
    fn unchain(&mut self, head: u32) {
        let mut is_sorted = self.stack.is_empty();
        let mut previous = 0;
        let mut at = head;
        while at != NIL {
            let link = &mut self.pool[at as usize];
            is_sorted &= previous <= link.entry.key();
            previous = link.entry.key();
            self.stack.push(link.entry);
            let next = std::mem::replace(&mut link.next, self.free);
            self.free = at;
            at = next;
        }
        if is_sorted {
            self.stack.reverse();
        } else {
            self.stack.sort_unstable_by_key(|entry| std::cmp::Reverse(entry.key()));
        }
    }

    /// The next nonempty bucket after the current one.
    #[inline(always)]
    fn next_in_ring(&self) -> Option<u64> {
        let from = self.current as usize % RING;
        let at = self.first_occupied(from).or_else(|| self.first_occupied(0))?;
        Some(self.current + ((at + RING - from) % RING) as u64)
    }

    /// The first nonempty position in the ring at or after `from`.
    #[inline(always)]
    fn first_occupied(&self, from: usize) -> Option<usize> {
        let word = from / 64;
        let rest = self.occupied[word] & u64::MAX << (from % 64);
        if rest != 0 {
            return Some(word * 64 + rest.trailing_zeros() as usize);
        }
        let later = self.occupied_words & u32::MAX << word << 1;
        let word = later.trailing_zeros() as usize;
        (later != 0).then(|| word * 64 + self.occupied[word].trailing_zeros() as usize)
    }

    #[cold]
    fn spread_overflow(&mut self) {
        let mut at = std::mem::replace(&mut self.overflow, NIL);
        self.overflow_least = u64::MAX;
        while at != NIL {
            let Link { entry, next } = self.pool[at as usize];
            self.pool[at as usize].next = self.free;
            self.free = at;
            self.len -= 1; // the push below counts it again
            self.push(entry);
            at = next;
        }
    }
}

#[inline(always)]
fn push_least(heap: &mut Vec<Entry>, entry: Entry) {
    let mut hole = heap.len();
    heap.push(entry);
    let key = entry.key();
    while hole > 0 {
        let above = (hole - 1) / 2;
        if heap[above].key() <= key {
            break;
        }
        heap[hole] = heap[above];
        hole = above;
    }
    heap[hole] = entry;
}

#[inline(always)]
fn pop_least(heap: &mut Vec<Entry>) -> Option<Entry> {
    let last = heap.pop()?;
    let Some(&least) = heap.first() else { return Some(last) };
    let (key, len) = (last.key(), heap.len());
    let mut hole = 0;
    loop {
        let mut below = 2 * hole + 1;
        if below >= len {
            break;
        }
        if below + 1 < len && heap[below + 1].key() < heap[below].key() {
            below += 1;
        }
        if key <= heap[below].key() {
            break;
        }
        heap[hole] = heap[below];
        hole = below;
    }
    heap[hole] = last;
    Some(least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;

    /// Pushes and pops by a seeded plan, in parallel with the standard library's heap.
    fn check(seed: u64, rise: u64, monotone: bool) {
        let mut state = seed;
        let mut random = move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        };
        let mut open = OpenList::default();
        open.begin(0, 5000);
        let mut judge = BinaryHeap::new();
        let mut floor = 0;
        for step in 0..20_000u64 {
            if random() % 5 < 3 {
                let f = if monotone { floor + random() % rise } else { random() % (rise * 20) };
                let entry = Entry { f, tie: step ^ 0xFF, node: step as u32 };
                open.push(entry);
                judge.push(Reverse((f, entry.tie)));
            } else {
                let expected = judge.pop().map(|Reverse(key)| key);
                assert_eq!(open.peek().map(|e| (e.f, e.tie)), expected, "seed {seed} step {step}");
                let popped = open.pop().map(|e| (e.f, e.tie));
                assert_eq!(popped, expected, "seed {seed} step {step}");
                floor = popped.map_or(floor, |(f, _)| f);
            }
            assert_eq!(open.len(), judge.len());
        }
    }

    #[test]
    fn the_order_is_that_of_a_heap() {
        for seed in 0..8 {
            check(seed, 100, true);
            check(seed, 5_000, true);
            check(seed, 3_000_000, true); // mostly past the ring
            check(seed, 4_000, false);
        }
    }

    #[test]
    fn memory_is_reused() {
        let mut open = OpenList::default();
        let mut held = 0;
        for round in 0..4 {
            open.begin(0, 40_000);
            for i in 0..1000u64 {
                open.push(Entry { f: i * 37 % 40_000, tie: i, node: 0 });
            }
            while open.pop().is_some() {}
            if round > 0 {
                assert_eq!(open.bytes(), held);
            }
            held = open.bytes();
        }
    }
}
