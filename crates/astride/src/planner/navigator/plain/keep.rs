//! Indexes kept for movers on maps of any shape that has some.

use std::sync::Arc as Shared;

use crate::base::{FileBytes, TablesError};
use crate::planner::navigator::{Asked, MoverId, Navigator, NavigatorError};
use crate::planner::{GuideError, Maintained};
use crate::search::{Method, Unsupported};
use crate::shapes::Editable;
use crate::shapes::graph::{Graph, GraphIndex};
use crate::shapes::square::LoadError;

/// One mover, and what is kept for it.
#[expect(missing_debug_implementations, reason = "nobody outside can name it")]
pub struct PlainWalker<S: Editable> {
    pub(super) mover: S::Mover,
    /// The method whose index is to be kept.
    method: Option<Method>,
    kept: Option<Kept<S>>,
    /// The revision at which the index is not possible.
    refused: Option<u64>,
    /// The number of index builds.
    built: u64,
}

/// An index of one revision.
pub(super) struct Kept<S: Editable> {
    pub(super) index: Shared<S::Index>,
    revision: u64,
    /// The number of the build that produced it.
    pub(super) built: u64,
}

/// An index that is not up to date; the one outdated for longest is updated first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Due {
    /// Its revision; 0 if there is none.
    since: u64,
    /// The approximate number of nodes to process.
    nodes: u64,
}

impl<S: Editable> Clone for Kept<S> {
    fn clone(&self) -> Self {
        Kept { index: Shared::clone(&self.index), ..*self }
    }
}

impl<S: Editable> Clone for PlainWalker<S> {
    fn clone(&self) -> Self {
        let PlainWalker { method, refused, built, .. } = *self;
        let (mover, kept) = (self.mover.clone(), self.kept.clone());
        PlainWalker { mover, method, kept, refused, built }
    }
}

impl<S: Editable> PlainWalker<S> {
    pub(super) fn new(mover: S::Mover) -> Self {
        PlainWalker { mover, method: None, kept: None, refused: None, built: 0 }
    }

    /// The index, if it matches the current map.
    pub(super) fn current(&self, map: &S) -> Option<&Kept<S>> {
        self.kept.as_ref().filter(|kept| kept.revision == map.revision())
    }

    /// The work for an index that is wanted but missing or outdated; `None` if there is none.
    fn due(&self, map: &S) -> Option<Due> {
        let is_due = self.method.is_some()
            && self.current(map).is_none()
            && self.refused != Some(map.revision());
        let all = map.extent().tile_count() as u64;
        let follow = |kept: &Kept<S>| Due {
            since: kept.revision,
            nodes: map.nodes_to_follow(&kept.index).min(all),
        };
        is_due.then(|| self.kept.as_ref().map_or(Due { since: 0, nodes: all }, follow))
    }

    /// Builds the index, or lets it follow the map.
    fn build(&mut self, map: &S) -> Result<(), Unsupported> {
        let Some(method) = self.method else { return Ok(()) };
        let before = self.kept.take().map(|kept| kept.index);
        let revision = map.revision();
        match map.index(&self.mover, method, before) {
            Ok(index) => {
                self.built += 1;
                self.kept = Some(Kept { index: Shared::new(index), revision, built: self.built });
                Ok(())
            }
            Err(error) => {
                self.refused = Some(revision);
                Err(error)
            }
        }
    }
}

impl Navigator<Graph> {
    /// Loads an index of the current graph that was prebuilt and written by
    /// [`Hierarchy::save`](crate::index::hierarchy::Hierarchy::save),
    /// [`Skeleton::save`](crate::index::customisable::Skeleton::save) or
    /// [`HubLabels::save`](crate::index::hubs::HubLabels::save), and keeps it for a mover from now
    /// on as [`keep`](Self::keep) does. Returns the method that it serves. The tables of labels
    /// in [`SharedBytes`](crate::base::SharedBytes) stay there; everything else is copied.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Index`] with what differs: the bytes are no index of a graph, are not as
    /// they were written, or belong to another graph than the current one after its edits. A skeleton
    /// takes the current costs, and is refused if it lacks an arc. Nothing is loaded in that case.
    /// Also if the mover does not belong to this navigator.
    ///
    /// # Complexity
    ///
    /// That of [`Hierarchy::load`](crate::index::hierarchy::Hierarchy::load),
    /// [`HubLabels::load`](crate::index::hubs::HubLabels::load), or
    /// [`Skeleton::load`](crate::index::customisable::Skeleton::load) and
    /// [`Skeleton::customise`](crate::index::customisable::Skeleton::customise), and O(arcs of the
    /// graph).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::index::hierarchy::Hierarchy;
    /// use astride::index::hubs::SparseGraph;
    /// use astride::planner::Navigator;
    /// use astride::search::Method;
    /// use astride::shapes::graph::Graph;
    /// let roads = Graph::from_arcs(4, &[(0, 1, 40), (0, 2, 10), (2, 1, 15), (1, 3, 30)])?;
    /// let sparse = SparseGraph::of_world(&roads)?;
    /// let baked = Hierarchy::build(&sparse)?.save(&sparse);
    ///
    /// let mut nav = Navigator::new(roads);
    /// assert_eq!(nav.adopt_saved(nav.first_mover(), &baked)?, Method::Hierarchy);
    /// nav.edit(|batch| _ = batch.cost(2, 1, 90))?;
    /// assert!(nav.adopt_saved(nav.first_mover(), &baked).is_err(), "it is of the graph before");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn adopt_saved<'a>(
        &mut self,
        mover: MoverId,
        file: impl Into<FileBytes<'a>>,
    ) -> Asked<Method, Graph> {
        self.adopt_file(mover, file.into())
    }

    fn adopt_file(&mut self, mover: MoverId, file: FileBytes<'_>) -> Asked<Method, Graph> {
        let place = self.state.walker_place(Some(mover))?;
        let mover = &self.state.walkers[place].mover;
        let index =
            GraphIndex::load(&self.map().seen_by(mover), file).map_err(|error| match error {
                TablesError::File(error) => LoadError::File(error),
                TablesError::Parts(error) => LoadError::Parts(error),
                TablesError::Unknown { table } => LoadError::Unknown { table },
                TablesError::Memory => LoadError::Memory,
            })?;
        let state = Shared::make_mut(&mut self.state);
        let revision = state.map.revision();
        let walker = Shared::make_mut(&mut state.walkers[place]);
        walker.built += 1;
        let (built, method) = (walker.built, index.method());
        (walker.method, walker.refused) = (Some(method), None);
        walker.kept = Some(Kept { index: Shared::new(index), revision, built });
        Ok(method)
    }
}

/// On maps other than squares, an index is identified by the method that uses it.
impl<S: Editable> Navigator<S> {
    /// Keeps the index of `method` for a mover: one of [`INDEXED`](crate::shapes::Shape::INDEXED),
    /// which are [`Method::Hierarchy`], [`Method::Customisable`] and [`Method::Labels`] on graphs,
    /// [`Method::Planes`] on hexagons and [`Method::Jps`] on voxels. It is built at once, and replaces
    /// the one kept before.
    ///
    /// It answers immediate questions about the actual map, without overlays, that do not ask for
    /// the nearest place. Everything else is searched with A*, including all requests, and after an
    /// edit everything is until the next [`maintain`](Self::maintain). Costs are the same either
    /// way.
    ///
    /// # Errors
    ///
    /// If the mover does not belong to this navigator, if the shape has no such method, or if it is
    /// not valid on this map for this mover; the previous index is kept in that case.
    ///
    /// # Complexity
    ///
    /// That of building the index.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::search::Method;
    /// use astride::shapes::graph::{Graph, GraphPlace};
    /// let roads = Graph::from_arcs(4, &[(0, 1, 40), (0, 2, 10), (2, 1, 15), (1, 3, 30)])?;
    /// let mut nav = Navigator::new(roads);
    /// nav.keep(nav.first_mover(), Method::Hierarchy)?;
    /// let ask = Ask::new(GraphPlace(0), GraphPlace(3));
    /// assert_eq!(nav.cost(&ask)?, Some(10 + 15 + 30));
    ///
    /// nav.edit(|batch| _ = batch.cost(2, 1, 90))?;
    /// assert_eq!((nav.tier(nav.first_mover())?, nav.cost(&ask)?), (Method::AStar, Some(70)));
    /// assert_eq!(nav.maintain(1000).repaired, 1);
    /// assert_eq!((nav.tier(nav.first_mover())?, nav.cost(&ask)?), (Method::Hierarchy, Some(70)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep(&mut self, mover: MoverId, method: Method) -> Asked<(), S> {
        let place = self.state.walker_place(Some(mover))?;
        let state = Shared::make_mut(&mut self.state);
        let PlainWalker { mover, built, .. } = PlainWalker::<S>::clone(&state.walkers[place]);
        let mut walker = PlainWalker::<S>::new(mover);
        (walker.method, walker.built) = (Some(method), built);
        let refused = |error: Unsupported| NavigatorError::Guide(GuideError::from(error));
        walker.build(&state.map).map_err(refused)?;
        state.walkers[place] = Shared::new(walker);
        Ok(())
    }

    /// Stops keeping an index for a mover and frees its memory.
    ///
    /// # Errors
    ///
    /// If the mover does not belong to this navigator.
    pub fn drop_index(&mut self, mover: MoverId) -> Asked<(), S> {
        let place = self.state.walker_place(Some(mover))?;
        let walker = Shared::make_mut(&mut Shared::make_mut(&mut self.state).walkers[place]);
        (walker.method, walker.kept, walker.refused) = (None, None, None);
        Ok(())
    }

    /// The method that currently answers questions of a mover about the actual map.
    ///
    /// # Errors
    ///
    /// If the mover does not belong to this navigator.
    pub fn tier(&self, mover: MoverId) -> Asked<Method, S> {
        let walker = &self.state.walkers[self.state.walker_place(Some(mover))?];
        let current = walker.current(&self.state.map).and(walker.method);
        Ok(current.unwrap_or(Method::AStar))
    }

    /// Updates indexes, one after the other, until `cells` nodes have been processed. An index is
    /// estimated to take all nodes of the map or, if it follows changes, as many as these affect;
    /// one that does not fit is not begun, and the remaining allowance is saved for the next call.
    /// The index outdated for longest comes first.
    ///
    /// # Complexity
    ///
    /// That of building the indexes; jump points of voxels and planes of hexagons follow what
    /// changed, and are copied first if a snapshot or a request in progress holds them.
    pub fn maintain(&mut self, cells: u64) -> Maintained {
        let mut maintained = Maintained::default();
        self.credit = self.credit.saturating_add(i64::try_from(cells).unwrap_or(i64::MAX));
        while let Some((Due { nodes, .. }, place)) = self.all_due().min() {
            let owed = i64::try_from(nodes).unwrap_or(i64::MAX);
            if owed > self.credit {
                break;
            }
            let state = Shared::make_mut(&mut self.state);
            let built = Shared::make_mut(&mut state.walkers[place]).build(&state.map);
            self.credit -= owed;
            maintained.spent += nodes;
            // What is refused is searched step by step until the next edit.
            maintained.repaired += u32::from(built.is_ok());
        }
        maintained.waiting = self.all_due().count() as u32;
        maintained.next = self.all_due().min().map(|(due, _)| due.nodes);
        if maintained.next.is_none() {
            // There is nothing to save for.
            self.credit = self.credit.min(0);
        }
        maintained
    }

    /// The methods whose indexes are kept, up to date or not, in the order of the movers.
    pub(in crate::planner::navigator) fn kept_methods(
        &self,
    ) -> impl Iterator<Item = (MoverId, Method)> {
        let movers = self.movers().zip(&self.state.walkers);
        movers.filter_map(|(mover, walker)| Some((mover, walker.method?)))
    }

    /// Outdated indexes, and the indices of the movers to which they belong.
    fn all_due(&self) -> impl Iterator<Item = (Due, usize)> {
        let walkers = self.state.walkers.iter().enumerate();
        walkers.filter_map(|(at, walker)| Some((walker.due(&self.state.map)?, at)))
    }
}
