//! The memory of a running search.

use std::any::{Any, TypeId};
use std::fmt::Debug;

use crate::base::{Cost, Narrow, NodeId, OpenList, Records, Slot, Wide};

/// The memory of one running search of any kind: node records and open lists for both directions,
/// and whatever jump point, bit plane, label, cluster, any-angle and mesh searches and queries of
/// hierarchies need instead, once one has run.
///
/// Keep one per thread and lend it to every call. It grows to the largest world and open list it
/// has met and is then reused without clearing. A search on a world of n nodes holds 8n bytes (16n
/// once a path exceeds 2³² ticks), twice that for bidirectional search. Jump points take 16 bytes
/// each, labels half a megabyte, an any-angle search 16 bytes per node or corner, a search on a mesh
/// 16 bytes per corner and 4 per polygon, a hierarchy 32 bytes per node, bit planes 48 bytes per 64
/// hexagons, and four more for each of them once a range was asked for.
///
/// # Examples
///
/// ```
/// use astride::search::Scratch;
/// let scratch = Scratch::new();
/// assert_eq!(scratch.records_bytes(), 0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(super) forward: Side,
    pub(super) backward: Side,
    pub(super) stack: Vec<Pending>,
    /// The mark of the search that is set aside in here; 0 if none is.
    pub(super) held: u64,
    /// At most one of each type, which stands beside it: asking each for its type would cost a call.
    parts: Vec<(TypeId, Box<dyn Memory>)>,
}

/// The memory of an engine that needs something other than node records.
pub(crate) trait Part: Any + Clone + Debug + Default + Send + Sync {
    /// Bytes held.
    fn bytes(&self) -> usize;
}

/// The same as a trait object.
trait Memory: Any + Debug + Send + Sync {
    fn bytes(&self) -> usize;
    fn copy(&self) -> Box<dyn Memory>;
}

impl<T: Part> Memory for T {
    fn bytes(&self) -> usize {
        Part::bytes(self)
    }

    fn copy(&self) -> Box<dyn Memory> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Memory> {
    fn clone(&self) -> Self {
        (**self).copy()
    }
}

impl Scratch {
    /// Empty memory, which grows on first use.
    pub fn new() -> Self {
        Scratch::default()
    }

    /// Total bytes held.
    pub fn bytes(&self) -> usize {
        let parts: usize = self.parts.iter().map(|(_, part)| part.bytes()).sum();
        let sides = self.forward.bytes() + self.backward.bytes();
        sides + self.stack.capacity() * size_of::<Pending>() + parts
    }

    /// The memory of an engine, created on first request.
    pub(crate) fn part<T: Part>(&mut self) -> &mut T {
        let of = TypeId::of::<T>();
        // Most calls ask for the one that the last call asked for.
        if self.parts.first().is_none_or(|&(first, _)| first != of) {
            self.bring_first(of, || Box::<T>::default());
        }
        (&mut *self.parts[0].1 as &mut dyn Any).downcast_mut().expect("it was found by its type")
    }

    #[inline(never)]
    fn bring_first(&mut self, of: TypeId, empty: fn() -> Box<dyn Memory>) {
        let at = self.parts.iter().position(|&(part, _)| part == of).unwrap_or_else(|| {
            self.parts.push((of, empty()));
            self.parts.len() - 1
        });
        self.parts.swap(0, at);
    }

    /// Bytes held for node records alone.
    pub fn records_bytes(&self) -> usize {
        self.forward.records_bytes() + self.backward.records_bytes()
    }

    /// Sets the stamp as if `stamp` searches had been made, so that tests reach the wrap-around.
    #[doc(hidden)]
    pub fn age_to(&mut self, stamp: u16) {
        for side in [&mut self.forward, &mut self.backward] {
            side.narrow.age_to(stamp);
            side.wide.age_to(stamp);
        }
    }
}

/// A step that a depth-first search has still to take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) node: NodeId,
    pub(super) slot: Slot,
    pub(super) g: Cost,
}

/// Records and open list of one direction.
#[derive(Clone, Debug, Default)]
pub(super) struct Side {
    pub(super) narrow: Records<Narrow>,
    pub(super) wide: Records<Wide>,
    pub(super) open: OpenList,
}

impl Side {
    pub(super) fn bytes(&self) -> usize {
        self.records_bytes() + self.open.bytes()
    }

    pub(super) fn records_bytes(&self) -> usize {
        self.narrow.bytes() + self.wide.bytes()
    }
}
