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
    /// How often its answer was worked out once more.
    pub(super) again: u32,
    pub(super) state: State,
    /// Whether it has a place in the order of waiting, be it an old one.
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

/// Requests of one key, in the order in which they came: all wait, or all are answered together.
struct Group {
    head: u32,
    tail: u32,
    count: usize,
    lane: Option<u32>,
}

/// Which group: of a key there is one that may be joined, and in each lane perhaps one that is
/// answered in an earlier state of the world, which may not.
type Name<K> = (K, Option<u32>);

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
    groups: HashMap<Name<K>, Group, BuildHasherDefault<DefaultHasher>>,
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

    /// The priority a request would have had in frame 0: the one that ranks higher goes first, in any
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

    /// A place for a request, which is then to [wait](Self::wait).
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
        match self.free.pop() {
            Some(slot) => {
                self.entries[slot as usize] = entry;
                slot
            }
            None => {
                self.entries.push(entry);
                self.entries.len() as u32 - 1
            }
        }
    }

    /// Puts a request in line that is in no lane; the lane it runs in if others of its key are being
    /// answered there.
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
        // One that was taken along with others has its place still.
        if !is_placed {
            self.tidy();
            self.order.push((self.rank(slot), Reverse(serial), slot));
        }
        None
    }

    /// The lane in which the requests of a key are being answered that may be joined.
    pub(super) fn joinable(&self, key: &K) -> Option<u32> {
        self.groups.get(&(*key, None)).and_then(|group| group.lane)
    }

    /// Nobody may join those of a key any more that are being answered together: they are of an
    /// earlier state of the world.
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

    /// The request that comes next, taken out of the waiting ones. `merge_from` says from how many on
    /// a group goes together.
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
        let from = if is_limited { None } else { merge_from(&request.ask) };
        let group = self.groups.get_mut(&(key, None)).filter(|_| !is_limited);
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

    /// The first of those that are answered together in a lane.
    pub(super) fn first(&self, key: &K, lane: u32) -> Option<u32> {
        let closed = self.groups.get(&(*key, Some(lane)));
        let open = || self.groups.get(&(*key, None)).filter(|group| group.lane == Some(lane));
        closed.or_else(open).map(|group| group.head)
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

    /// A place is taken out of the order.
    fn unplace(&mut self, &(_, Reverse(serial), slot): &Place) {
        let entry = &mut self.entries[slot as usize];
        if entry.serial == serial {
            entry.is_placed = false;
        }
    }
}
