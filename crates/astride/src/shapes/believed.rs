//! What an observer knows about a map of any editable shape, stored as a map of its own.

mod saved;

use std::sync::Arc;

use super::Editable;
use crate::base::{CellRect, NodeId};
use crate::world::Followed;

/// A map as believed by an observer who has seen part of it.
///
/// A place is known or unknown. Unknown places are believed to be as [assumed](Editable::Assumed).
/// Known places are believed to be as they are, or as they were when last seen, if
/// [`remember`](Self::remember) was called before a change. What connects two places, such as a
/// wall or an arc, is known if either of them is.
///
/// [`map`](Self::map) is what is believed: a map of the same shape, whose
/// [view](super::Shape::view) is a [`World`](crate::world::World) for every search, field and
/// replanner.
///
/// # Complexity
///
/// A map, plus two bits per node.
///
/// # Examples
///
/// ```
/// use astride::search::{Guessed, PathQuery, Scratch, astar};
/// use astride::shapes::hex::{Hex, HexEdit, HexLayout, HexMap, HexMover};
/// use astride::shapes::{Believed, Shape};
/// let mut map = HexMap::hexagon(HexLayout::Pointy, 4, b'.')?;
/// map.apply(HexEdit::new().set((0, 0), b'#'))?;
///
/// let mut known = Believed::new(&map, b'.');
/// let cost = |known: &Believed<HexMap>| {
///     let view = known.map().view(&HexMover::walker());
///     let query = PathQuery::new(map.node((-2, 0)).unwrap(), map.node((2, 0)).unwrap());
///     astar(&view, &view.guess(), &query, &mut Scratch::new(), &mut ()).cost()
/// };
/// assert_eq!(cost(&known), Some(4 * 13_860), "as if all were free");
/// assert_eq!(known.reveal(&map, Hex::new(0, 0).range(1)), 7);
/// assert_eq!(cost(&known), Some(5 * 13_860), "round the rock");
/// # Ok::<(), astride::shapes::hex::HexError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Believed<S> {
    map: Arc<S>,
    known: Nodes,
    /// Known, but possibly outdated.
    remembered: Nodes,
    known_count: u32,
    /// The revision of the true map up to which it has been followed.
    followed: u64,
}

impl<S: Editable> Believed<S> {
    /// Knows nothing about `truth`.
    ///
    /// # Complexity
    ///
    /// O(nodes), and O(arcs) of a graph.
    pub fn new(truth: &S, assumed: S::Assumed) -> Self {
        let nodes = truth.extent().tile_count();
        Believed {
            map: Arc::new(truth.unseen(assumed)),
            known: Nodes::none_of(nodes),
            remembered: Nodes::none_of(nodes),
            known_count: 0,
            followed: truth.revision(),
        }
    }

    /// What is believed. Its revision increases whenever a belief changes.
    pub fn map(&self) -> &S {
        &self.map
    }

    /// A shared reference to [`map`](Self::map), which stays valid while this changes.
    pub(crate) fn shared_map(&self) -> &Arc<S> {
        &self.map
    }

    /// Whether a place is known; `false` if the map has no such place.
    pub fn is_known(&self, place: S::Place) -> bool {
        self.map.node_of(place).is_some_and(|node| self.known.has(node))
    }

    /// The number of known places.
    pub fn known_count(&self) -> u32 {
        self.known_count
    }

    /// Makes places known as they are now; places that are not part of the map are ignored. Returns
    /// how many became known.
    ///
    /// # Complexity
    ///
    /// O(places · log places) plus that of [`update`](Self::update); for a graph, O(nodes + arcs)
    /// if new arcs are discovered.
    ///
    /// # Panics
    ///
    /// If the size of `truth` differs; the same holds for `remember` and `update`.
    pub fn reveal(&mut self, truth: &S, places: impl IntoIterator<Item = S::Place>) -> u32 {
        self.update(truth);
        let before = self.known_count;
        let mut nodes = Vec::new();
        for node in places.into_iter().filter_map(|place| truth.node_of(place)) {
            let is_new = self.known.put(node, true);
            self.known_count += u32::from(is_new);
            if self.remembered.put(node, false) || is_new {
                nodes.push(node);
            }
        }
        self.see(truth, nodes);
        self.known_count - before
    }

    /// Call this before an edit that is not seen: known places among these keep their current state
    /// in the belief until they are revealed again. Without this, edits of known places are learned
    /// at once. What connects such a place to a known place that is not remembered is learned in
    /// any case.
    pub fn remember(&mut self, truth: &S, places: impl IntoIterator<Item = S::Place>) {
        self.update(truth);
        for node in places.into_iter().filter_map(|place| truth.node_of(place)) {
            if self.known.has(node) {
                self.remembered.put(node, true);
            }
        }
    }

    /// Learns about edits of `truth` to places that are known and not remembered.
    ///
    /// # Complexity
    ///
    /// O(nodes edited), 64 at a time where none of them is known; for a graph, O(nodes + arcs) if
    /// arcs appear or vanish.
    ///
    /// The report counts touched nodes, known and not remembered. If the edits are not known, or touch
    /// more nodes than there are, all of these are learned again, which counts as rebuilt.
    pub fn update(&mut self, truth: &S) -> Followed {
        let extent = truth.extent();
        assert_eq!(extent, self.map.extent(), "what is known of a map is asked about another one");
        if self.followed == truth.revision() {
            return Followed::default();
        }
        let all = CellRect::new(0, 0, extent.width, extent.height);
        let rects: Option<Vec<CellRect>> =
            truth.changes().since(self.followed).map(Iterator::collect);
        // The log may contain the whole map thousands of times.
        let rects =
            rects.filter(|rects| rects.iter().map(CellRect::area).sum::<u64>() <= all.area());
        let (mut nodes, rebuilt) = (Vec::new(), rects.is_none());
        for rect in rects.unwrap_or_else(|| vec![all]) {
            for y in rect.y..rect.y + rect.height {
                let first = y as usize * extent.width as usize + rect.x as usize;
                let row = first..first + rect.width as usize;
                nodes.extend(self.known.without(&self.remembered, row));
            }
        }
        let touched = nodes.len() as u64;
        self.see(truth, nodes);
        self.followed = truth.revision();
        Followed { touched, rebuilt, ..Followed::default() }
    }

    fn see(&mut self, truth: &S, mut nodes: Vec<NodeId>) {
        nodes.sort_unstable();
        nodes.dedup();
        if !nodes.is_empty() {
            Arc::make_mut(&mut self.map).see(truth, &nodes);
        }
    }
}

/// A set of nodes, a bit each.
#[derive(Clone, Debug)]
struct Nodes(Vec<u64>);

impl Nodes {
    fn none_of(nodes: usize) -> Self {
        Nodes(vec![0; nodes.div_ceil(64)])
    }

    fn has(&self, node: NodeId) -> bool {
        self.0[node.index() / 64] >> (node.index() % 64) & 1 == 1
    }

    /// Adds or removes a node. Returns whether that made a difference.
    fn put(&mut self, node: NodeId, is_in: bool) -> bool {
        let differs = self.has(node) != is_in;
        self.0[node.index() / 64] ^= u64::from(differs) << (node.index() % 64);
        differs
    }

    /// The nodes of a range that are in this set but not in the other one.
    fn without<'a>(
        &'a self,
        other: &'a Nodes,
        range: std::ops::Range<usize>,
    ) -> impl Iterator<Item = NodeId> + 'a {
        (range.start / 64..range.end.div_ceil(64)).flat_map(move |word| {
            let from = range.start.saturating_sub(word * 64);
            let behind = (word * 64 + 64).saturating_sub(range.end);
            let mut left = self.0[word] & !other.0[word] & u64::MAX << from & u64::MAX >> behind;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(NodeId::new(word as u32 * 64 + bit))
            })
        })
    }
}
