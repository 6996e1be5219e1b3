//! The common interface of all shapes but meshes and streamed maps, so that front ends, pictures
//! and commands need not know which one they have.

use std::fmt::{Debug, Display};
use std::str::FromStr;
use std::sync::Arc;

use crate::base::{Budget, Coded, Cost, NodeId, Slot, Vec2};
use crate::search::{Event, Guessed, Method, Outcome, PathQuery, Unsupported};
use crate::world::{Way, World};

/// A shape of map.
///
/// A shape provides a folder with its map, what movers see of it, and an implementation of this
/// trait; searches, fields, overlays, replanning, the command line and pictures then work without
/// further changes.
pub trait Shape {
    /// The name for maps of this shape.
    const NAME: &'static str;

    /// The methods with an index that this shape supports through [`build`](Self::build) and
    /// [`answer`](Self::answer). Step-by-step methods and landmarks need nothing from a shape.
    const INDEXED: &'static [Method] = &[];

    /// The type that names a place of the map, such as a cell or a hexagon; users write and read
    /// it.
    type Place: Copy + Debug + Display + PartialEq + FromStr<Err: Display> + Send + Sync + 'static;

    /// What terrain means for a body, and how it steps.
    type Mover: Default;

    /// The map as a mover sees it.
    type View<'a>: Guessed
    where
        Self: 'a;

    /// The indexes built for one mover on one map, and their memory; `()` if there are none.
    type Kit: Default;

    /// The map as `mover` sees it.
    fn view<'a>(&'a self, mover: &Self::Mover) -> Self::View<'a>;

    /// The node of a place, if the map contains it.
    fn node_of(&self, place: Self::Place) -> Option<NodeId>;

    /// The place of a node.
    fn place_of(&self, node: NodeId) -> Self::Place;

    /// The terrain class at a node; `None` for a tile in the rows that is not part of the map.
    fn class_of(&self, node: NodeId) -> Option<u8>;

    /// The corners of a place, in order; the distance between two neighbours is about 1.
    fn outline_of(&self, place: Self::Place) -> Vec<Vec2>;

    /// How many times as much a step to a node costs `mover` as one to free ground, which pictures
    /// show; 0 if it cannot stand there.
    fn factor_of(&self, mover: &Self::Mover, node: NodeId) -> u32 {
        u32::from(self.view(mover).is_passable(node))
    }

    /// The nodes to which a picture draws lines from this one: where steps lead to places that it
    /// does not touch.
    fn lines_at(&self, node: NodeId) -> Vec<NodeId> {
        let _ = node;
        Vec::new()
    }

    /// Calls `visit` for every step across a side of a place, out of it (`Forward`) or into it
    /// (`Backward`), that `mover` could take but for a wall, a one-way step, or a fence that it
    /// does not cross: with the node at its other end and the slot of the step. Pictures of a shape
    /// that leaves this out have no walls.
    fn shut(
        &self,
        mover: &Self::Mover,
        node: NodeId,
        way: Way,
        visit: &mut dyn FnMut(NodeId, Slot),
    ) {
        let _ = (mover, node, way, visit);
    }

    /// The steps in whose way a fence of this class stands, from and to which node: none on shapes
    /// without fences.
    fn fenced(&self, class: u8) -> Vec<[NodeId; 2]> {
        let _ = class;
        Vec::new()
    }

    /// Builds what `method`, one of [`INDEXED`](Self::INDEXED), needs, unless it exists.
    ///
    /// # Errors
    ///
    /// If the method is not valid on this map for this mover.
    fn build(
        &self,
        mover: &Self::Mover,
        method: Method,
        kit: &mut Self::Kit,
    ) -> Result<(), Refused> {
        let _ = (mover, method, kit);
        Err(Unsupported::NO_INDEX.into())
    }

    /// Why `method` cannot have what it needs on this map for this mover, as far as that is known
    /// without building it; what has to be found out for that stays in the kit.
    fn refusal(&self, mover: &Self::Mover, method: Method, kit: &mut Self::Kit) -> Option<Refused> {
        let _ = (mover, kit);
        (!Self::INDEXED.contains(&method)).then(|| Unsupported::NO_INDEX.into())
    }

    /// What was built for `method` as a file; `None` if it is missing or has no file format.
    fn save_index(&self, mover: &Self::Mover, method: Method, kit: &Self::Kit) -> Option<Vec<u8>> {
        let _ = (mover, method, kit);
        None
    }

    /// Loads such a file instead of building, and returns the method that it serves; `None` if the
    /// shape has no file format for indexes.
    fn load_index(
        &self,
        mover: &Self::Mover,
        bytes: &[u8],
        kit: &mut Self::Kit,
    ) -> Option<Result<Method, Refused>> {
        let _ = (mover, bytes, kit);
        None
    }

    /// Answers by `method`, one of [`INDEXED`](Self::INDEXED), from what [`build`](Self::build) has
    /// built.
    ///
    /// # Errors
    ///
    /// If the method cannot answer this kind of query, or nothing is built for it.
    fn answer(
        &self,
        mover: &Self::Mover,
        method: Method,
        query: &PathQuery<'_>,
        kit: &mut Self::Kit,
        budget: &mut Budget<'_>,
        notice: Option<&mut dyn FnMut(Event)>,
    ) -> Result<Outcome, Unsupported> {
        let _ = (mover, method, query, kit, budget, notice);
        Err(Unsupported::NO_INDEX)
    }

    /// What the path of [`answer`](Self::answer) between two nodes costs, without the path where that
    /// is quicker.
    ///
    /// # Errors
    ///
    /// As for [`answer`](Self::answer).
    fn cost_by(
        &self,
        mover: &Self::Mover,
        method: Method,
        [from, to]: [NodeId; 2],
        kit: &mut Self::Kit,
    ) -> Result<Option<Cost>, Unsupported> {
        let (query, budget) = (PathQuery::new(from, to), &mut Budget::unlimited());
        Ok(self.answer(mover, method, &query, kit, budget, None)?.cost())
    }
}

/// Why a method or the file of an index is refused for a map and its mover; the message says what is
/// expected.
#[derive(Clone, Debug)]
pub struct Refused(Arc<dyn Coded>);

impl Refused {
    /// Wraps the error of one shape.
    pub(crate) fn of(error: impl Coded) -> Self {
        Refused(Arc::new(error))
    }
}

impl From<Unsupported> for Refused {
    fn from(error: Unsupported) -> Self {
        Refused::of(error)
    }
}

errors! { struct Refused:
    Self(error) => (shared error),
}
