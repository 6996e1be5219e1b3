//! The requests themselves: who waits, in which order, and who has a goal in common.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::hash::{BuildHasherDefault, DefaultHasher, Hash};

use super::ticket::{Request, Ticket};

/// The end of a chain.
pub(super) const NONE: u32 = u32::MAX;

/// One request.
pub(super) struct Entry<A, K> {
    /// 0 if the place is free.
    pub(super) serial: u64,
    pub(super) request: Request<A>,
    pub(super) key: K,
    /// The frame it was asked before.
    pub(super) asked: u64,
    pub(super) state: State,
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

/// Requests of one key, in the order of their tickets: all wait, or all are answered together.
struct Group {
    head: u32,
    tail: u32,
    count: usize,
    lane: Option<u32>,
}

/// A place in the order of waiting: by rank, then first come, first served.
type Place = (i64, Reverse<u64>, u32);

/// Who is given a lane.
pub(super) enum Next {
    /// This one by itself.
    Alone(u32),
    /// All of its group.
    Together(u32),
}

pub(super) struct Line<A, K> {
    pub(super) entries: Vec<Entry<A, K>>,
    free: Vec<u32>,
    /// Those that wait, and some that do no more.
    order: BinaryHeap<Place>,
    /// Only ever asked for a key: the order of a map is nobody's business.
    groups: HashMap<K, Group, BuildHasherDefault<DefaultHasher>>,
    pub(super) waiting: usize,
    serial: u64,
    ageing: u32,
}

impl<A: Copy, K: Copy + Eq + Hash> Line<A, K> {
    pub(super) fn new(ageing: u32) -> Self {
        Line {
            entries: Vec::new(),
            free: Vec::new(),
            order: BinaryHeap::new(),
            groups: HashMap::default(),
            waiting: 0,
            serial: 0,
            ageing,
        }
    }

    /// Requests in the line, running and done ones included.
    pub(super) fn len(&self) -> usize {
        self.entries.len() - self.free.len()
    }

    /// The priority a request would have had in frame 0: whoever ranks higher goes first, in any
    /// frame, since all age alike.
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

    /// Puts a request in line; the lane it runs in if others of its key are being answered there.
    pub(super) fn add(&mut self, request: Request<A>, key: K, asked: u64) -> (Ticket, Option<u32>) {
        self.serial += 1;
        let entry = Entry {
            serial: self.serial,
            request,
            key,
            asked,
            state: State::Waiting,
            previous: NONE,
            next: NONE,
        };
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
        let lane = if request.limit.is_none() { self.join(slot, key) } else { None };
        if let Some(lane) = lane {
            self.entries[slot as usize].state = State::Running { lane };
        } else {
            self.waiting += 1;
            self.tidy();
            self.order.push((self.rank(slot), Reverse(self.serial), slot));
        }
        (self.ticket(slot), lane)
    }

    /// Whoever comes next, taken out of the waiting ones. `merge_from` says from how many on a group
    /// goes together.
    pub(super) fn take(
        &mut self,
        lane: u32,
        merge_from: impl FnOnce(&A) -> Option<usize>,
    ) -> Option<Next> {
        let slot = loop {
            let place = self.order.pop()?;
            if self.is_waiting(&place) {
                break place.2;
            }
        };
        let Entry { request, key, .. } = &self.entries[slot as usize];
        let (is_limited, key) = (request.limit.is_some(), *key);
        let from = if is_limited { None } else { merge_from(&request.ask) };
        let group = self.groups.get_mut(&key).filter(|_| !is_limited);
        if let Some(group) = group
            && from.is_some_and(|from| group.count >= from.max(2))
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

    /// The first of a group.
    pub(super) fn first(&self, key: &K) -> Option<u32> {
        self.groups.get(key).map(|group| group.head)
    }

    /// Takes a waiting request out of the line. Its place in the order is passed over later.
    pub(super) fn forget_waiting(&mut self, slot: u32) {
        if self.entries[slot as usize].request.limit.is_none() {
            self.leave(slot);
        }
        self.waiting -= 1;
        self.release(slot);
    }

    /// Takes a request out of the chain of its group.
    pub(super) fn leave(&mut self, slot: u32) {
        let Entry { previous, next, key, .. } = self.entries[slot as usize];
        let Some(group) = self.groups.get_mut(&key) else { return };
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
            self.groups.remove(&key);
        }
        let entry = &mut self.entries[slot as usize];
        (entry.previous, entry.next) = (NONE, NONE);
    }

    /// Frees the place of a request that is in no group.
    pub(super) fn release(&mut self, slot: u32) {
        self.entries[slot as usize].serial = 0;
        self.free.push(slot);
    }

    /// How many waiting requests come before this one.
    pub(super) fn ahead_of(&self, ticket: Ticket) -> usize {
        let own = (self.rank(ticket.slot), Reverse(ticket.serial));
        let is_before = |place: &&Place| self.is_waiting(place) && (place.0, place.1) > own;
        self.order.iter().filter(is_before).count()
    }

    /// Puts a request at the end of the chain of its group.
    fn join(&mut self, slot: u32, key: K) -> Option<u32> {
        let new = Group { head: slot, tail: NONE, count: 0, lane: None };
        let group = self.groups.entry(key).or_insert(new);
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
            order.retain(|place| self.is_waiting(place));
            self.order = order;
        }
    }
}
