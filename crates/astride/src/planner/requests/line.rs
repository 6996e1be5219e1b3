//! The requests: which ones are waiting, in which order, and which ones share a key.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::hash::{BuildHasherDefault, DefaultHasher, Hash};

use super::ticket::{Request, Ticket};

/// The end of a chain.
pub(super) const NONE: u32 = u32::MAX;

/// One request.
pub(super) struct Entry<A, K> {
    /// 0 if the slot is free.
    pub(super) serial: u64,
    pub(super) request: Request<A>,
    pub(super) key: K,
    /// The frame in which it was requested.
    pub(super) asked: u64,
    /// How often its answer has been recomputed.
    pub(super) again: u32,
    pub(super) state: State,
    /// Whether it has an entry in the waiting order, possibly an outdated one.
    is_placed: bool,
    /// Its neighbours in the chain of its group.
    previous: u32,
    next: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Waiting,
    Running { lane: u32 },
    Done,
}

/// Requests with the same key, in order of arrival: all of them waiting, or all being answered
/// together.
struct Group {
    head: u32,
    tail: u32,
    count: usize,
    lane: Option<u32>,
}

/// Identifies a group: for each key there is one that can be joined, and possibly one per lane that
/// is being answered in an earlier state of the world, which cannot.
type Name<K> = (K, Option<u32>);

/// An entry in the waiting order: by rank, then first come, first served.
type Place = (i64, Reverse<u64>, u32);

/// The next to get a lane.
pub(super) enum Next {
    /// This request alone.
    Alone(u32),
    /// All requests of its group.
    Together(u32),
}

pub(super) struct Line<A, K> {
    pub(super) entries: Vec<Entry<A, K>>,
    free: Vec<u32>,
    /// Waiting requests, and some outdated entries.
    order: BinaryHeap<Place>,
    /// The last frame of each request that may expire, and some outdated entries.
    expiring: BinaryHeap<Reverse<(u64, u64, u32)>>,
    /// Only used for lookups by key; it is never iterated.
    groups: HashMap<Name<K>, Group, BuildHasherDefault<DefaultHasher>>,
    pub(super) waiting: usize,
    /// That of the last request.
    pub(super) serial: u64,
    ageing: u32,
}

impl<A: Copy, K: Copy + Eq + Hash> Line<A, K> {
    pub(super) fn new(ageing: u32) -> Self {
        Line {
            entries: Vec::new(),
            free: Vec::new(),
            order: BinaryHeap::new(),
            expiring: BinaryHeap::new(),
            groups: HashMap::default(),
            waiting: 0,
            serial: 0,
            ageing,
        }
    }

    /// The number of requests, including those running and done.
    pub(super) fn len(&self) -> usize {
        self.entries.len() - self.free.len()
    }

    /// The priority a request would have had in frame 0. The request with the higher rank goes
    /// first in any frame, since all age alike.
    pub(super) fn rank(&self, slot: u32) -> i64 {
        let entry = &self.entries[slot as usize];
        let age = entry.asked.saturating_mul(u64::from(self.ageing)).min(1 << 62);
        i64::from(entry.request.priority) - age as i64
    }

    /// The entry of a ticket.
    pub(super) fn find(&self, ticket: Ticket) -> Option<&Entry<A, K>> {
        self.entries.get(ticket.slot as usize).filter(|entry| entry.serial == ticket.serial)
    }

    pub(super) fn ticket(&self, slot: u32) -> Ticket {
        Ticket { serial: self.entries[slot as usize].serial, slot }
    }

    /// Allocates a slot for a request, which then has to [wait](Self::wait).
    pub(super) fn add(&mut self, request: Request<A>, key: K, asked: u64) -> u32 {
        self.serial += 1;
        let entry = Entry {
            serial: self.serial,
            request,
            key,
            asked,
            again: 0,
            state: State::Waiting,
            is_placed: false,
            previous: NONE,
            next: NONE,
        };
        let last = entry.request.within.map(|frames| asked.saturating_add(frames.max(1)));
        let slot = match self.free.pop() {
            Some(slot) => {
                self.entries[slot as usize] = entry;
                slot
            }
            None => {
                self.entries.push(entry);
                self.entries.len() as u32 - 1
            }
        };
        if let Some(last) = last {
            if self.expiring.len() > 2 * self.len() + 64 {
                let mut expiring = std::mem::take(&mut self.expiring);
                expiring.retain(|&Reverse((_, serial, slot))| self.is_open(serial, slot));
                self.expiring = expiring;
            }
            self.expiring.push(Reverse((last, self.serial, slot)));
        }
        slot
    }

    /// Removes and returns a request that is still open at the end of its last frame, which is
    /// `frame` or an earlier one.
    pub(super) fn take_expired(&mut self, frame: u64) -> Option<u32> {
        while let Some(&Reverse((last, serial, slot))) = self.expiring.peek()
            && last <= frame
        {
            self.expiring.pop();
            if self.is_open(serial, slot) {
                return Some(slot);
            }
        }
        None
    }

    fn is_open(&self, serial: u64, slot: u32) -> bool {
        let entry = &self.entries[slot as usize];
        entry.serial == serial && entry.state != State::Done
    }

    /// Queues a request that is in no lane. If others with its key are being answered in a lane
    /// that can be joined, it joins them and the lane is returned.
    pub(super) fn wait(&mut self, slot: u32) -> Option<u32> {
        let Entry { serial, request, key, is_placed, .. } = &self.entries[slot as usize];
        let (serial, key, is_placed) = (*serial, *key, *is_placed);
        let lane = if request.limit.is_none() { self.join(slot, key) } else { None };
        let entry = &mut self.entries[slot as usize];
        if let Some(lane) = lane {
            entry.state = State::Running { lane };
            return Some(lane);
        }
        (entry.state, entry.is_placed) = (State::Waiting, true);
        self.waiting += 1;
        // A request that was taken along with others still has its entry.
        if !is_placed {
            self.tidy();
            self.order.push((self.rank(slot), Reverse(serial), slot));
        }
        None
    }

    /// The lane in which requests with this key are being answered and which can be joined.
    pub(super) fn joinable(&self, key: &K) -> Option<u32> {
        self.groups.get(&(*key, None)).and_then(|group| group.lane)
    }

    /// Closes the group with this key that is being answered together: it belongs to an earlier
    /// state of the world.
    pub(super) fn close(&mut self, key: &K) {
        if let Some(lane) = self.joinable(key)
            && let Some(group) = self.groups.remove(&(*key, None))
        {
            self.groups.insert((*key, Some(lane)), group);
        }
    }

    /// The group of a request that is in one.
    fn name(&self, slot: u32) -> Name<K> {
        let entry = &self.entries[slot as usize];
        let lane = match entry.state {
            State::Running { lane } => Some(lane),
            State::Waiting | State::Done => None,
        };
        let lane = lane.filter(|&lane| self.groups.contains_key(&(entry.key, Some(lane))));
        (entry.key, lane)
    }

    /// Removes and returns the next waiting request. `merge_from` returns the number from which on
    /// a group is answered together.
    pub(super) fn take(
        &mut self,
        lane: u32,
        merge_from: impl FnOnce(&A) -> Option<usize>,
    ) -> Option<Next> {
        let slot = loop {
            let place = self.order.pop()?;
            self.unplace(&place);
            if self.is_waiting(&place) {
                break place.2;
            }
        };
        let Entry { request, key, .. } = &self.entries[slot as usize];
        let (is_limited, key) = (request.limit.is_some(), *key);
        let group = self.groups.get_mut(&(key, None)).filter(|_| !is_limited);
        if let Some(group) = group.filter(|group| group.count >= 2)
            && merge_from(&request.ask).is_some_and(|from| group.count >= from)
        {
            group.lane = Some(lane);
            self.waiting -= group.count;
            let mut at = group.head;
            while at != NONE {
                let entry = &mut self.entries[at as usize];
                entry.state = State::Running { lane };
                at = entry.next;
            }
            return Some(Next::Together(slot));
        }
        if !is_limited {
            self.leave(slot);
        }
        self.waiting -= 1;
        self.entries[slot as usize].state = State::Running { lane };
        Some(Next::Alone(slot))
    }

    /// How many of the requests without a limit that wait under this key were made after this
    /// serial, counted from the last one up to the first that was made earlier, such as one that
    /// waits again; `None` if there are none at all.
    pub(super) fn waiting_since(&self, key: &K, serial: u64) -> Option<u64> {
        let group = self.groups.get(&(*key, None)).filter(|group| group.lane.is_none())?;
        let entry = |at: u32| self.entries.get(at as usize).filter(|entry| entry.serial > serial);
        let from_the_last = std::iter::successors(entry(group.tail), |last| entry(last.previous));
        Some(from_the_last.count() as u64)
    }

    /// The first of the requests answered together in a lane.
    pub(super) fn first(&self, key: &K, lane: u32) -> Option<u32> {
        let closed = self.groups.get(&(*key, Some(lane)));
        let open = || self.groups.get(&(*key, None)).filter(|group| group.lane == Some(lane));
        closed.or_else(open).map(|group| group.head)
    }

    /// Removes a waiting request, whose slot stays. Its entry in the order is skipped later.
    pub(super) fn forget_waiting(&mut self, slot: u32) {
        if self.entries[slot as usize].request.limit.is_none() {
            self.leave(slot);
        }
        self.waiting -= 1;
    }

    /// Removes a request from the chain of its group.
    pub(super) fn leave(&mut self, slot: u32) {
        let Entry { previous, next, .. } = self.entries[slot as usize];
        let name = self.name(slot);
        let Some(group) = self.groups.get_mut(&name) else { return };
        group.count -= 1;
        match previous {
            NONE => group.head = next,
            previous => self.entries[previous as usize].next = next,
        }
        match next {
            NONE => group.tail = previous,
            next => self.entries[next as usize].previous = previous,
        }
        if group.count == 0 {
            self.groups.remove(&name);
        }
        let entry = &mut self.entries[slot as usize];
        (entry.previous, entry.next) = (NONE, NONE);
    }

    /// Frees the slot of a request that is in no group.
    pub(super) fn release(&mut self, slot: u32) {
        self.entries[slot as usize].serial = 0;
        self.free.push(slot);
    }

    /// The number of waiting requests before this one.
    pub(super) fn ahead_of(&self, ticket: Ticket) -> usize {
        let own = (self.rank(ticket.slot), Reverse(ticket.serial));
        let is_before = |place: &&Place| self.is_waiting(place) && (place.0, place.1) > own;
        self.order.iter().filter(is_before).count()
    }

    /// Appends a request to the chain of its group.
    fn join(&mut self, slot: u32, key: K) -> Option<u32> {
        let new = Group { head: slot, tail: NONE, count: 0, lane: None };
        let group = self.groups.entry((key, None)).or_insert(new);
        self.entries[slot as usize].previous = group.tail;
        if group.tail != NONE {
            self.entries[group.tail as usize].next = slot;
        }
        (group.tail, group.count) = (slot, group.count + 1);
        group.lane
    }

    fn is_waiting(&self, &(_, Reverse(serial), slot): &Place) -> bool {
        let entry = &self.entries[slot as usize];
        entry.serial == serial && entry.state == State::Waiting
    }

    /// Keeps the order from filling up with requests that were cancelled or taken along.
    fn tidy(&mut self) {
        if self.order.len() > 2 * self.waiting + 64 {
            let mut order = std::mem::take(&mut self.order);
            order.retain(|place| {
                let is_waiting = self.is_waiting(place);
                if !is_waiting {
                    self.unplace(place);
                }
                is_waiting
            });
            self.order = order;
        }
    }

    /// Marks an entry as removed from the order.
    fn unplace(&mut self, &(_, Reverse(serial), slot): &Place) {
        let entry = &mut self.entries[slot as usize];
        if entry.serial == serial {
            entry.is_placed = false;
        }
    }
}
