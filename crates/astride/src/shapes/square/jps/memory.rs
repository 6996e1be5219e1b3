//! The memory of a jump point search.

use crate::base::{Cost, Dir, NodeId, OpenList};
use crate::search::Part;
use crate::shapes::square::jps::{
    beaten::Unbeaten, jumps::Landing, marks::Row, place::Place, planes::JumpMap,
};

/// A path to a node found by an expansion.
#[derive(Clone, Copy, Debug)]
pub(super) struct WayTo {
    pub(super) at: Place,
    pub(super) node: u32,
    /// The extra ticks to pay there.
    pub(super) extra: Cost,
    pub(super) g: Cost,
    /// The landmark estimate, once it is looked up.
    pub(super) guess: Cost,
}

/// The memory of one running jump point search: 16 bytes per jump point, never cleared.
#[derive(Clone, Debug, Default)]
pub(crate) struct JumpMemory {
    pub(super) records: Vec<Record>,
    pub(super) stamp: u32,
    pub(super) open: OpenList,
    /// Where the jumps of the current expansion end.
    pub(super) landings: Vec<Landing>,
    /// The same for a search under overlays.
    pub(super) ways: Vec<WayTo>,
    /// The jump points of the path found, in reverse order.
    pub(super) turns: Vec<Place>,
    /// The nodes of a path that may be discarded.
    pub(super) nodes: Vec<NodeId>,
    /// If terrain costs differ, for each jump point: the directions of all arrivals at the lowest
    /// cost, and the steps already taken from there.
    pub(super) arrivals: Vec<[u8; 2]>,
    /// If the map has landmarks, the costs between them and the goal.
    pub(super) aim: Row,
    /// The mark of the search that is set aside in here; 0 if none is.
    pub(super) held: u64,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Record {
    pub(super) g: Cost,
    pub(super) parent: u32,
    /// The stamp in the upper 28 bits, then whether it is closed, then the direction of arrival.
    pub(super) mark: u32,
}

pub(super) const CLOSED: u32 = 8;

impl JumpMemory {
    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.records.capacity() * size_of::<Record>()
            + self.arrivals.capacity() * size_of::<[u8; 2]>()
            + self.open.bytes()
    }

    /// The minimum number of bytes for a search among this many nodes.
    pub(super) fn bytes_for(nodes: usize) -> usize {
        nodes * size_of::<Record>()
    }

    pub(super) fn begin(&mut self, points: usize) {
        self.held = 0;
        if self.records.len() < points {
            self.records.resize(points, Record::default());
        }
        self.stamp += 1;
        if self.stamp == 1 << 28 {
            self.records.fill(Record::default());
            self.stamp = 1;
        }
    }

    /// Records another arrival at the same lowest cost. Returns whether the point has to be
    /// expanded again for it.
    pub(super) fn join(&mut self, map: &JumpMap, point: u32, arrival: u32) -> bool {
        let [arrivals, taken] = &mut self.arrivals[point as usize];
        let is_new = *arrivals >> arrival & 1 == 0;
        *arrivals |= 1 << arrival;
        let record = &mut self.records[point as usize];
        let is_late = is_new
            && record.mark & CLOSED != 0
            && map.taken(point, Dir::from_code(arrival as u8)) & !*taken != 0;
        record.mark &= if is_late { !CLOSED } else { u32::MAX };
        is_late
    }

    /// Removes what is dominated from neighbours that were reached before.
    pub(super) fn unbeaten(&self, map: &JumpMap, at: Place, dirs: u8, g: Cost) -> Unbeaten {
        map.unbeaten(at, dirs, g, |place| {
            let record = self.records.get(map.number_of(place)? as usize)?;
            (record.mark >> 4 == self.stamp).then_some(record.g)
        })
    }

    /// The steps to take from a jump point after any of its arrivals, except those already taken.
    pub(super) fn take_steps(&mut self, map: &JumpMap, point: u32) -> u8 {
        let [arrivals, taken] = &mut self.arrivals[point as usize];
        let (mut left, mut steps) = (*arrivals, 0);
        while left != 0 {
            steps |= map.taken(point, Dir::from_code(left.trailing_zeros() as u8));
            left &= left - 1;
        }
        steps &= !*taken;
        *taken |= steps;
        steps
    }
}

impl Part for JumpMemory {
    fn bytes(&self) -> usize {
        JumpMemory::bytes(self)
    }
}
