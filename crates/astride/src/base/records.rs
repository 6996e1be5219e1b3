//! Node records that are never cleared: one word per node, valid only if its stamp is current.
//!
//! A new search increments the stamp, which makes every earlier record read as untouched. The array
//! is cleared once in 65 535 searches, when the stamps wrap around.

/// The arc by which a node was reached, as numbered by its world: 12 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot(u16);

/// The maximum number of arcs into (and out of) one node that a world may number.
pub const MAX_SLOTS: u32 = 4095;

impl Slot {
    /// Marks a start: reached by no arc.
    pub const NONE: Slot = Slot(4095);

    /// The slot with number `code`, below [`MAX_SLOTS`].
    #[inline(always)]
    pub const fn new(code: u16) -> Slot {
        debug_assert!((code as u32) < MAX_SLOTS);
        Slot(code)
    }

    /// The slot with this [`code`](Self::code), including [`Slot::NONE`].
    #[inline(always)]
    pub const fn from_code(code: u16) -> Slot {
        Slot(code & 0xFFF)
    }

    /// The number.
    #[inline(always)]
    pub const fn code(self) -> u16 {
        self.0
    }
}

/// The state of a node in the current search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Never generated.
    Untouched,
    /// On the open list.
    Open,
    /// Expanded.
    Closed,
}

const CLOSED: u16 = 1;
const OPEN: u16 = 2;
const GOAL: u16 = 4;

/// One packed record. From the top: 16 bits of stamp, then `g` counted down from the largest value,
/// then 16 bits for slot and flags. A single comparison therefore tells whether a new `g` is an
/// improvement: records of earlier searches have smaller stamps, and a smaller `g` makes a larger
/// record.
pub(crate) trait Record: Copy + Ord + 'static {
    /// The largest `g` that fits; the value above it means "not reached".
    const LIMIT: u64;
    /// Whether the cost of any path fits.
    const IS_WIDE: bool;
    /// The record of a node not touched by any search.
    const ZERO: Self;
    /// Packs a stamp, `g` (at most `LIMIT + 1`) and the other 16 bits.
    fn pack(stamp: u16, g: u64, meta: u16) -> Self;
    /// The stamp.
    fn stamp(self) -> u16;
    /// The `g` part.
    fn g(self) -> u64;
    /// The other 16 bits.
    fn meta(self) -> u16;
    /// The same record with additional flags.
    fn with_flags(self, flags: u16) -> Self;
    /// The same record with `g` raised by `cost`; the sum must be at most `LIMIT + 1`.
    fn costlier(self, cost: u32) -> Self;
    /// A zeroed array; the operating system provides such pages without touching them.
    fn zeroed(len: usize) -> Vec<Self>;
}

/// Eight bytes: `g` below 2³² − 1.
pub(crate) type Narrow = u64;
/// Sixteen bytes: any `g`. Searches switch to this by themselves when a path becomes too long for
/// [`Narrow`].
pub(crate) type Wide = u128;

impl Record for Narrow {
    const LIMIT: u64 = u32::MAX as u64 - 1;
    const IS_WIDE: bool = false;
    const ZERO: Self = 0;
    #[inline(always)]
    fn pack(stamp: u16, g: u64, meta: u16) -> Self {
        u64::from(stamp) << 48 | (u64::from(u32::MAX) - g) << 16 | u64::from(meta)
    }
    #[inline(always)]
    fn stamp(self) -> u16 {
        (self >> 48) as u16
    }
    #[inline(always)]
    fn g(self) -> u64 {
        u64::from(u32::MAX - (self >> 16) as u32)
    }
    #[inline(always)]
    fn meta(self) -> u16 {
        self as u16
    }
    #[inline(always)]
    fn with_flags(self, flags: u16) -> Self {
        self | u64::from(flags)
    }
    #[inline(always)]
    fn costlier(self, cost: u32) -> Self {
        self - (u64::from(cost) << 16)
    }
    fn zeroed(len: usize) -> Vec<Self> {
        vec![0; len]
    }
}

impl Record for Wide {
    const LIMIT: u64 = u64::MAX - 1;
    const IS_WIDE: bool = true;
    const ZERO: Self = 0;
    #[inline(always)]
    fn pack(stamp: u16, g: u64, meta: u16) -> Self {
        u128::from(stamp) << 80 | u128::from(u64::MAX - g) << 16 | u128::from(meta)
    }
    #[inline(always)]
    fn stamp(self) -> u16 {
        (self >> 80) as u16
    }
    #[inline(always)]
    fn g(self) -> u64 {
        u64::MAX - (self >> 16) as u64
    }
    #[inline(always)]
    fn meta(self) -> u16 {
        self as u16
    }
    #[inline(always)]
    fn with_flags(self, flags: u16) -> Self {
        self | u128::from(flags)
    }
    #[inline(always)]
    fn costlier(self, cost: u32) -> Self {
        self - (u128::from(cost) << 16)
    }
    fn zeroed(len: usize) -> Vec<Self> {
        vec![0; len]
    }
}

/// What a search knows about one node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<R>(R);

impl<R: Record> Known<R> {
    /// The cost so far; above `R::LIMIT` if the node is not reached.
    #[inline(always)]
    pub(crate) fn g(self) -> u64 {
        self.0.g()
    }

    /// Whether it has been expanded.
    #[inline(always)]
    pub(crate) fn is_closed(self) -> bool {
        self.0.meta() & CLOSED != 0
    }

    /// Its state.
    #[inline(always)]
    pub(crate) fn state(self) -> State {
        match self.0.meta() & (OPEN | CLOSED) {
            0 => State::Untouched,
            OPEN => State::Open,
            _ => State::Closed,
        }
    }

    /// The arc it was reached by.
    #[inline(always)]
    pub(crate) fn slot(self) -> Slot {
        Slot(self.0.meta() >> 4)
    }

    /// Whether it is a goal.
    #[inline(always)]
    pub(crate) fn is_goal(self) -> bool {
        self.0.meta() & GOAL != 0
    }
}

/// The records of all nodes for one direction of one search.
#[derive(Clone, Debug)]
pub(crate) struct Records<R> {
    items: Vec<R>,
    stamp: u16,
    /// The value of a node not reached in this search.
    unreached: R,
}

impl<R: Record> Default for Records<R> {
    fn default() -> Self {
        Records { items: Vec::new(), stamp: 0, unreached: R::ZERO }
    }
}

impl<R: Record> Records<R> {
    /// Forgets everything and makes room for nodes `0..node_count`.
    ///
    /// O(1), except when the array has to grow and once in 65 535 calls.
    pub(crate) fn begin(&mut self, node_count: u32) {
        let len = node_count as usize;
        if self.items.len() < len {
            self.items = Vec::new(); // give back the old array before asking for the new one
            self.items = R::zeroed(len);
            self.stamp = 0;
        }
        if self.stamp == u16::MAX {
            self.items.fill(R::ZERO);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.unreached = R::pack(self.stamp, R::LIMIT + 1, Slot::NONE.0 << 4);
    }

    /// The number of bytes that [`begin`](Self::begin) will need for `node_count` nodes.
    pub(crate) fn bytes_for(node_count: u32) -> usize {
        node_count as usize * size_of::<R>()
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.items.capacity() * size_of::<R>()
    }

    /// Everything known about a node, read at once.
    #[inline(always)]
    pub(crate) fn look(&self, node: usize) -> Known<R> {
        let record = self.items[node];
        Known(if record.stamp() == self.stamp { record } else { self.unreached })
    }

    /// As [`look`](Self::look), for a node that this search has opened or marked.
    #[inline(always)]
    pub(crate) fn look_again(&self, node: usize) -> Known<R> {
        debug_assert_eq!(self.items[node].stamp(), self.stamp, "node {node} was not touched");
        Known(self.items[node])
    }

    /// The cost so far, or `u64::MAX` if the node is not reached.
    #[inline(always)]
    pub(crate) fn g(&self, node: usize) -> u64 {
        let g = self.look(node).g();
        if g > R::LIMIT { u64::MAX } else { g }
    }

    /// The value to pass to [`improves`](Self::improves) for arcs that leave a node of cost `g`.
    #[inline(always)]
    pub(crate) fn bar(&self, g: u64) -> R {
        R::pack(self.stamp, g, 0)
    }

    /// Whether the node is not reached yet, or only at a cost above that of `bar` plus `cost`
    /// (whose sum must be at most the limit of the record).
    #[inline(always)]
    pub(crate) fn improves(&self, node: usize, bar: R, cost: u32) -> bool {
        bar.costlier(cost) > self.items[node]
    }

    /// The state of the node.
    #[inline(always)]
    pub(crate) fn state(&self, node: usize) -> State {
        self.look(node).state()
    }

    /// The arc it was reached by; [`Slot::NONE`] for starts and nodes not reached.
    #[inline(always)]
    pub(crate) fn slot(&self, node: usize) -> Slot {
        self.look(node).slot()
    }

    /// Whether it was marked as a goal of this search.
    #[inline(always)]
    pub(crate) fn is_goal(&self, node: usize) -> bool {
        self.look(node).is_goal()
    }

    /// Marks a node as a goal of this search.
    pub(crate) fn mark_goal(&mut self, node: usize) {
        self.items[node] = self.look(node).0.with_flags(GOAL);
    }

    /// Puts a node on the open list with cost `g`, reached by `slot`.
    #[inline(always)]
    pub(crate) fn open(&mut self, node: usize, g: u64, slot: Slot) {
        self.reopen(node, self.look(node), g, slot);
    }

    /// As [`open`](Self::open), for a node that has just been looked up.
    #[inline(always)]
    pub(crate) fn reopen(&mut self, node: usize, known: Known<R>, g: u64, slot: Slot) {
        let goal = known.0.meta() & GOAL;
        self.items[node] = R::pack(self.stamp, g, slot.0 << 4 | OPEN | goal);
    }

    /// Moves a node from the open list to the closed set.
    #[inline(always)]
    pub(crate) fn close(&mut self, node: usize) {
        self.items[node] = self.items[node].with_flags(CLOSED);
    }

    /// Copies the current search's records into wider ones.
    pub(crate) fn widen(&self, wide: &mut Records<Wide>) {
        wide.begin(self.items.len() as u32);
        for (item, record) in wide.items.iter_mut().zip(&self.items) {
            if self.stamp == record.stamp() {
                let g = if record.g() > R::LIMIT { u64::MAX } else { record.g() };
                *item = Wide::pack(wide.stamp, g, record.meta());
            }
        }
    }

    /// Sets the stamp as if `stamp` searches had been made, so that tests reach the wrap-around.
    #[doc(hidden)]
    pub(crate) fn age_to(&mut self, stamp: u16) {
        self.stamp = stamp;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_search_sees_nothing_of_the_last_one() {
        let mut records = Records::<Narrow>::default();
        records.begin(4);
        records.mark_goal(2);
        records.open(2, 55, Slot::new(7));
        assert_eq!((records.g(2), records.state(2)), (55, State::Open));
        assert!(records.is_goal(2) && !records.is_goal(1));
        records.close(2);
        assert_eq!((records.state(2), records.slot(2).code()), (State::Closed, 7));
        records.begin(4);
        assert_eq!((records.g(2), records.state(2)), (u64::MAX, State::Untouched));
        assert!(!records.is_goal(2));
    }

    #[test]
    fn stamps_that_start_over_do_not_revive_old_records() {
        let mut records = Records::<Narrow>::default();
        records.begin(2);
        records.open(1, 9, Slot::NONE); // stamp 1
        records.age_to(u16::MAX);
        records.begin(2); // wraps around to stamp 1
        assert_eq!(records.state(1), State::Untouched);
    }

    #[test]
    fn widening_keeps_every_record_of_the_current_search() {
        let mut narrow = Records::<Narrow>::default();
        narrow.begin(3);
        narrow.open(0, 1, Slot::NONE);
        narrow.begin(3);
        narrow.open(1, Narrow::LIMIT, Slot::new(3));
        narrow.close(1);
        narrow.mark_goal(2);
        let mut wide = Records::<Wide>::default();
        narrow.widen(&mut wide);
        assert_eq!((wide.g(0), wide.state(0)), (u64::MAX, State::Untouched));
        assert_eq!((wide.g(1), wide.state(1)), (Narrow::LIMIT, State::Closed));
        assert!(wide.is_goal(2) && wide.g(2) == u64::MAX);
    }
}
