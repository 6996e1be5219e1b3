//! A common interface to all shapes but meshes and streamed maps, for front ends that learn the
//! shape only at run time.

use std::sync::Arc;

use super::{Method, search};
use crate::base::{Budget, Cost, NodeId, Spent, Vec2};
use crate::index::{Landmarks, LandmarksError, Selection};
use crate::path::{Path, PathFault};
use crate::search::observer::by_watcher;
use crate::search::{
    Basis, DistanceField, Effort, Event, FieldStatus, Guessed, OutOfBudget, Outcome, PathQuery,
    Reach, Scratch, Unsupported, reachable,
};
use crate::shapes::{Refused, Shape};
use crate::world::{Arc as Step, Way, World};

/// A map of any shape with a mover: places have names, nodes have outlines, and all methods of the
/// shape are available.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::planner::{Board, Method, OnBoard};
/// use astride::search::{PathQuery, Scratch};
/// use astride::shapes::hex::{HexLayout, HexMap, HexMover};
/// let map = HexMap::hexagon(HexLayout::Pointy, 4, b'.')?;
/// let mut board: Box<dyn Board> = Box::new(OnBoard::new(map, HexMover::walker()));
/// let (from, to) = (board.node("-4,0")?, board.node("4,-2")?);
/// let mut scratch = Scratch::new();
/// let query = PathQuery::new(from, to);
/// let outcome =
///     board.answer(Method::AStar, &query, &mut scratch, &mut Budget::unlimited(), None)?;
/// assert_eq!(outcome.path().unwrap().step_count(), 8);
/// assert_eq!(board.outline(from).len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Board {
    /// The name for maps of this shape: "squares", "hexagons".
    fn shape(&self) -> &'static str;

    /// The number of nodes; some may not be part of the map.
    fn node_count(&self) -> u32;

    /// The node of the place with this name.
    ///
    /// # Errors
    ///
    /// If the text is not the name of a place, or if the map does not contain the place.
    fn node(&self, name: &str) -> Result<NodeId, PlaceError>;

    /// The name of the place of a node.
    fn name(&self, node: NodeId) -> String;

    /// The corners of a place, in order.
    fn outline(&self, node: NodeId) -> Vec<Vec2>;

    /// The nodes to which a picture draws lines from this one: where steps lead to places that it
    /// does not touch.
    fn lines(&self, node: NodeId) -> Vec<NodeId>;

    /// The terrain class at a node; `None` if it is not part of the map.
    fn class(&self, node: NodeId) -> Option<u8>;

    /// Whether the mover can stand on a node.
    fn is_passable(&self, node: NodeId) -> bool;

    /// How many times as much a step to a node costs the mover as one to free ground; 0 if it cannot
    /// stand there.
    fn factor(&self, node: NodeId) -> u32;

    /// The methods available on this shape.
    fn methods(&self) -> Vec<Method>;

    /// Checks that the mover can take `path` at its stated cost.
    ///
    /// # Errors
    ///
    /// The first fault of the path.
    fn check(&self, path: &Path) -> Result<(), PathFault>;

    /// Builds what `method` needs, unless it is already there.
    ///
    /// # Errors
    ///
    /// If the shape does not have the method, or if it is not valid on this map.
    fn build(&mut self, method: Method) -> Result<(), Refused>;

    /// Why `method` does not apply to this map and mover, as far as that is known without building
    /// what it needs.
    fn refusal(&mut self, method: Method) -> Option<Refused>;

    /// What was built for `method` as a file; `None` if it is missing or has no file format.
    fn save_index(&self, method: Method) -> Option<Vec<u8>>;

    /// Loads such a file instead of building, and returns the method that it serves; `None` if the
    /// shape has no file format for indexes.
    ///
    /// # Errors
    ///
    /// If the bytes are no index, or that of another map.
    fn load_index(&mut self, bytes: &[u8]) -> Option<Result<Method, Refused>>;

    /// Answers by a method, with the heuristic for the shape. What it needs is built if missing,
    /// landmarks within `budget`.
    ///
    /// # Errors
    ///
    /// As for [`search`] and [`build`](Self::build).
    ///
    /// # Panics
    ///
    /// If the query names a node outside the map.
    fn answer(
        &mut self,
        method: Method,
        query: &PathQuery<'_>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
        notice: Option<&mut dyn FnMut(Event)>,
    ) -> Result<Outcome, Refused>;

    /// What a path between two nodes costs, by a method: without the path where that is quicker.
    ///
    /// # Errors
    ///
    /// As for [`answer`](Self::answer).
    ///
    /// # Panics
    ///
    /// If a node is outside the map.
    fn cost(
        &mut self,
        method: Method,
        ends: [NodeId; 2],
        scratch: &mut Scratch,
    ) -> Result<Option<Cost>, Refused>;

    /// Everything within the cost limit of a query; see [`reachable`].
    ///
    /// # Errors
    ///
    /// If the budget runs out first.
    ///
    /// # Panics
    ///
    /// If the query names a node outside the map.
    fn reach(
        &self,
        query: &PathQuery<'_>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Reach, Spent>;

    /// The places beside a node to which the mover could step but for a wall, a one-way step, or a fence
    /// that it does not cross.
    fn shut(&self, node: NodeId) -> Vec<NodeId>;

    /// The steps that the mover can take from a node, in the order of the shape.
    fn steps(&self, node: NodeId) -> Vec<Step>;

    /// Distances from or to everywhere; see [`DistanceField::compute`].
    ///
    /// # Panics
    ///
    /// If a source is a node outside the map.
    fn distances(
        &self,
        field: &mut DistanceField,
        sources: &[(NodeId, Cost)],
        way: Way,
        budget: &mut Budget<'_>,
    ) -> FieldStatus;
}

/// A map of one shape as a [`Board`]. Clones share the map.
#[derive(Clone, Debug)]
pub struct OnBoard<S: Shape> {
    map: Arc<S>,
    mover: S::Mover,
    kit: S::Kit,
    landmarks: Option<Landmarks>,
    /// Landmarks of a file are in the kit, in place of those.
    has_loaded_landmarks: bool,
    /// The method that the kit was last made ready for: neither the map nor the mover changes.
    ready: Option<Method>,
}

impl<S: Shape> OnBoard<S> {
    /// Combines a map, which may be shared, and a mover.
    pub fn new(map: impl Into<Arc<S>>, mover: S::Mover) -> Self {
        OnBoard {
            map: map.into(),
            mover,
            kit: S::Kit::default(),
            landmarks: None,
            has_loaded_landmarks: false,
            ready: None,
        }
    }

    /// The map.
    pub fn map(&self) -> &S {
        &self.map
    }

    /// Builds what `method` needs; returns the limit of the budget that was reached before
    /// landmarks were computed, if any.
    fn prepare(
        &mut self,
        method: Method,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Spent>, Refused> {
        if method != Method::Landmarks {
            if method.has_index() && self.ready != Some(method) {
                self.ready = None;
                self.map.build(&self.mover, method, &mut self.kit)?;
                self.ready = Some(method);
            }
        } else if self.landmarks.is_none() && !self.has_loaded_landmarks {
            let view = self.map.view(&self.mover);
            match Landmarks::build(&view, Landmarks::USUAL, Selection::default(), budget) {
                Ok(built) => self.landmarks = Some(built),
                Err(LandmarksError::Spent(spent)) => return Ok(Some(spent)),
                Err(_) => return Err(NO_MEMORY.into()),
            }
        }
        Ok(None)
    }
}

impl<S: Shape> Board for OnBoard<S> {
    fn shape(&self) -> &'static str {
        S::NAME
    }

    fn node_count(&self) -> u32 {
        self.map.view(&self.mover).node_count()
    }

    fn node(&self, name: &str) -> Result<NodeId, PlaceError> {
        let place: S::Place = name.parse().map_err(|error| PlaceError(format!("{error}")))?;
        let missing = || PlaceError(format!("{place} is not part of the map of {}", S::NAME));
        self.map.node_of(place).ok_or_else(missing)
    }

    fn name(&self, node: NodeId) -> String {
        self.map.place_of(node).to_string()
    }

    fn outline(&self, node: NodeId) -> Vec<Vec2> {
        self.map.outline_of(self.map.place_of(node))
    }

    fn lines(&self, node: NodeId) -> Vec<NodeId> {
        self.map.lines_at(node)
    }

    fn class(&self, node: NodeId) -> Option<u8> {
        self.map.class_of(node)
    }

    fn is_passable(&self, node: NodeId) -> bool {
        self.map.view(&self.mover).is_passable(node)
    }

    fn factor(&self, node: NodeId) -> u32 {
        self.map.factor_of(&self.mover, node)
    }

    fn methods(&self) -> Vec<Method> {
        let indexed = |method: &Method| {
            *method == Method::Landmarks || S::INDEXED.contains(method) || !method.has_index()
        };
        let table =
            Method::TABLE.iter().filter(|row| matches!(row.basis, Basis::Steps | Basis::Index));
        table.map(|row| row.method).filter(indexed).collect()
    }

    fn check(&self, path: &Path) -> Result<(), PathFault> {
        path.validate(&self.map.view(&self.mover))
    }

    fn build(&mut self, method: Method) -> Result<(), Refused> {
        self.prepare(method, &mut Budget::unlimited()).map(|_| ())
    }

    fn refusal(&mut self, method: Method) -> Option<Refused> {
        match method {
            Method::Landmarks => None,
            _ if method.has_index() => {
                self.ready = None;
                self.map.refusal(&self.mover, method, &mut self.kit)
            }
            _ if self.methods().contains(&method) => None,
            _ => Some(Unsupported::NO_INDEX.into()),
        }
    }

    fn save_index(&self, method: Method) -> Option<Vec<u8>> {
        self.map.save_index(&self.mover, method, &self.kit)
    }

    fn load_index(&mut self, bytes: &[u8]) -> Option<Result<Method, Refused>> {
        self.ready = None;
        let loaded = self.map.load_index(&self.mover, bytes, &mut self.kit)?;
        if let Ok(Method::Landmarks) = loaded {
            (self.landmarks, self.has_loaded_landmarks) = (None, true);
        }
        Some(loaded)
    }

    fn answer(
        &mut self,
        method: Method,
        query: &PathQuery<'_>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
        notice: Option<&mut dyn FnMut(Event)>,
    ) -> Result<Outcome, Refused> {
        if method.has_index() {
            if let Some(spent) = self.prepare(method, budget)? {
                return Ok(Outcome::OutOfBudget(OutOfBudget {
                    spent,
                    lower_bound: 0,
                    nearest: None,
                    effort: Effort::default(),
                }));
            }
            let Self { map, mover, kit, landmarks, .. } = self;
            let (Method::Landmarks, Some(landmarks)) = (method, landmarks) else {
                return Ok(map.answer(mover, method, query, kit, budget, notice)?);
            };
            let view = map.view(mover);
            let outcome =
                by_watcher!(notice => landmarks.search(&view, query, scratch, budget, notice));
            return Ok(outcome.expect("the map is shared, so it cannot change"));
        }
        let view = self.map.view(&self.mover);
        let guess = view.guess();
        let outcome =
            by_watcher!(notice => search(&view, &guess, method, query, scratch, budget, notice));
        Ok(outcome?)
    }

    fn cost(
        &mut self,
        method: Method,
        ends: [NodeId; 2],
        scratch: &mut Scratch,
    ) -> Result<Option<Cost>, Refused> {
        if method.has_index() && method != Method::Landmarks {
            self.prepare(method, &mut Budget::unlimited())?;
            return Ok(self.map.cost_by(&self.mover, method, ends, &mut self.kit)?);
        }
        let (query, budget) = (PathQuery::new(ends[0], ends[1]), &mut Budget::unlimited());
        Ok(self.answer(method, &query, scratch, budget, None)?.cost())
    }

    fn reach(
        &self,
        query: &PathQuery<'_>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Reach, Spent> {
        reachable(&self.map.view(&self.mover), query, scratch, budget, &mut ())
    }

    fn shut(&self, node: NodeId) -> Vec<NodeId> {
        let mut shut = Vec::new();
        self.map.shut(&self.mover, node, Way::Forward, &mut |beside, _| shut.push(beside));
        shut
    }

    fn steps(&self, node: NodeId) -> Vec<Step> {
        let mut steps = Vec::new();
        self.map.view(&self.mover).visit_arcs(node, None, Way::Forward, &mut |arc| steps.push(arc));
        steps
    }

    fn distances(
        &self,
        field: &mut DistanceField,
        sources: &[(NodeId, Cost)],
        way: Way,
        budget: &mut Budget<'_>,
    ) -> FieldStatus {
        field.compute(&self.map.view(&self.mover), sources, way, budget)
    }
}

const NO_MEMORY: Unsupported =
    Unsupported("there is no memory for landmarks of a map of this size, astar needs none");

/// A text that is not the name of a place of a map; the message says what is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceError(String);

errors! { struct PlaceError:
    // a text names no place of a map of this shape; the message says what would
    Self(text) => ("not-a-place", "{text}"),
}
