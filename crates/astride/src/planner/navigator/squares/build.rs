//! Indexes built in the background from a snapshot, and handed back.

use std::fmt;
use std::sync::{Arc as Shared, OnceLock};

use super::keep::Keep;
use super::landmarks::LandmarksUnder;
use super::walker::Walker;
use crate::index::LandmarksError;
use crate::index::hubs::{BuildError, Progress};
use crate::planner::navigator::ask::{Handle, MoverId};
use crate::planner::navigator::state::State;
use crate::planner::watch::span;
use crate::planner::{Method, Navigator, NavigatorError};
use crate::shapes::square::{
    Clusters, ClustersError, ClustersOptions, Grid, GridView, IndexFile, JumpLandmarksError,
    JumpMap, Labels, LabelsError, LabelsOptions, LoadError, Stored,
};

/// An index to be built, with the world for which it is built: see [`Navigator::pending`].
///
/// # Examples
///
/// ```
/// use astride::planner::{Adopted, Keep, Method, Navigator};
/// use astride::prelude::*;
/// let mut nav = Navigator::new(Grid::new(40, 30, b'.')?);
/// let walker = nav.first_mover();
/// nav.keep(walker, Keep::Labels)?;
/// let build = nav.pending().expect("labels are wanted");
/// let thread = std::thread::spawn(|| build.run());
/// // The game goes on meanwhile.
/// let built = thread.join().unwrap();
/// assert_eq!(nav.adopt(built)?, Adopted::Taken);
/// assert_eq!(nav.tier(walker)?, Method::Labels);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Build {
    pub(super) state: Shared<State>,
    pub(super) place: usize,
    pub(super) what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Clusters,
    Labels,
    Landmarks,
}

/// An index that was built, to be [adopted](Navigator::adopt).
pub struct Built {
    owner: u32,
    place: usize,
    /// The revision of the mover's ground.
    revision: u64,
    index: Index,
}

enum Index {
    Clusters(Result<Clusters, ClustersError>),
    Labels(Result<Box<Labels>, LabelsError>),
    /// Jump points with landmarks, where labels are not possible.
    Marked(Box<JumpMap>),
    Landmarks(Result<LandmarksUnder, LandmarksError>),
}

/// What became of an index that was handed back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Adopted {
    /// It is used from now on.
    Taken,
    /// The world has changed; the index was updated and is used from now on.
    CaughtUp,
    /// Labels are not possible in this state of the map. Landmarks of jump points were built in
    /// their place, and are used until the next edit; after it labels are offered again.
    Instead,
    /// The world has changed and the index cannot follow; it is offered again for building.
    OutOfDate,
    /// It is no longer kept, or a better one is there.
    NotKept,
    /// The build was cancelled; it is offered again.
    Cancelled,
    /// This index is not possible in this state of the map; it is offered again after an edit.
    Impossible,
}

impl Build {
    /// The mover it is for.
    pub fn mover(&self) -> MoverId {
        MoverId(Handle { owner: self.state.owner, number: self.place as u32 })
    }

    /// Which index.
    pub fn keep(&self) -> Keep {
        match self.what {
            What::Clusters => Keep::Clusters,
            What::Labels => Keep::Labels,
            What::Landmarks => Keep::Landmarks,
        }
    }

    /// Builds it. Where labels are not possible, landmarks of jump points take their place if they
    /// are.
    ///
    /// # Complexity
    ///
    /// That of [`Labels::build`] and [`JumpMap::add_landmarks`], of [`Clusters::build`] or of
    /// [`Navigator::keep_landmarks`].
    pub fn run(self) -> Built {
        self.run_while(&mut || true)
    }

    /// Builds it as long as `goes_on`, which is called from time to time, returns `true`.
    pub fn run_while(self, goes_on: &mut dyn FnMut() -> bool) -> Built {
        let span = span!("astride.build", cells);
        let walker = &self.state.walkers[self.place];
        span.record("cells", self.state.map.cell_count());
        let view = walker.view(&self.state.map);
        let revision = walker.ground(&self.state.map).revision();
        let index = match self.what {
            What::Clusters => {
                let options = ClustersOptions::default();
                Index::Clusters(Clusters::build_with(&view, &options, &mut |_| goes_on()))
            }
            What::Labels => {
                let goes_on = &mut |_| goes_on();
                match Labels::build_with(&view, &LabelsOptions::default(), goes_on) {
                    Err(error) if !error.is_cancelled() => instead(&view, error, goes_on),
                    labels => Index::Labels(labels.map(Box::new)),
                }
            }
            What::Landmarks => Index::Landmarks(self.state.make_landmarks(self.place, goes_on)),
        };
        Built { owner: self.state.owner, place: self.place, revision, index }
    }
}

impl Navigator {
    /// Takes over an index that was built in the background. If the map was edited meanwhile,
    /// clusters follow these edits now; labels and landmarks cannot.
    ///
    /// # Errors
    ///
    /// If it was built for another navigator.
    ///
    /// # Complexity
    ///
    /// O(1), plus that of [`Clusters::update`] if the map was edited. For labels, and for jump points
    /// with landmarks in their place, that of 64 short queries and of a jump table, which take
    /// milliseconds. For landmarks, O(cells with extra cost under the overlays when they were built).
    pub fn adopt(&mut self, built: Built) -> Result<Adopted, NavigatorError> {
        let _span = span!("astride.adopt");
        let Built { owner, place, revision, index } = built;
        if owner != self.state.owner || place >= self.state.walkers.len() {
            return Err(NavigatorError::UnknownMover);
        }
        let is_late = match &index {
            Index::Landmarks(Ok(landmarks)) => !self.state.are_of_now(place, landmarks),
            _ => false,
        };
        let state = Shared::make_mut(&mut self.state);
        let walker = Shared::make_mut(&mut state.walkers[place]);
        let present = walker.ground(&state.map).revision();
        let is_current = revision == present;
        Ok(match index {
            Index::Clusters(_) if !walker.keeps(Keep::Clusters) => Adopted::NotKept,
            Index::Labels(_) | Index::Marked(_) if !walker.keeps(Keep::Labels) => Adopted::NotKept,
            Index::Landmarks(_) if !walker.keeps(Keep::Landmarks) => Adopted::NotKept,
            Index::Clusters(Err(ClustersError::Cancelled)) => Adopted::Cancelled,
            Index::Labels(Err(error)) if error.is_cancelled() => Adopted::Cancelled,
            Index::Landmarks(Err(LandmarksError::Spent(_))) => Adopted::Cancelled,
            Index::Clusters(Err(_)) | Index::Labels(Err(_)) | Index::Landmarks(Err(_))
                if !is_current =>
            {
                Adopted::OutOfDate
            }
            Index::Clusters(Err(_)) => {
                walker.no_clusters = Some(present);
                Adopted::Impossible
            }
            Index::Labels(Err(_)) => {
                walker.no_labels = Some(present);
                Adopted::Impossible
            }
            Index::Landmarks(Err(_)) => {
                walker.no_landmarks = Some(present);
                Adopted::Impossible
            }
            Index::Clusters(Ok(clusters)) => {
                if walker.current_clusters(&state.map).is_none() {
                    (walker.clusters, walker.no_clusters) = (Some(clusters), None);
                    walker.version += 1;
                    walker.repair(Keep::Clusters, &state.map);
                }
                match (is_current, walker.current_clusters(&state.map)) {
                    (true, _) => Adopted::Taken,
                    (false, Some(_)) => Adopted::CaughtUp,
                    (false, None) => Adopted::Impossible,
                }
            }
            Index::Labels(Ok(_)) | Index::Marked(_) if !is_current => Adopted::OutOfDate,
            Index::Labels(Ok(labels)) => {
                walker.version += 1;
                walker.take_labels(&state.map, labels);
                Adopted::Taken
            }
            Index::Marked(_) if walker.has_labels(&state.map) => Adopted::NotKept,
            Index::Marked(map) => {
                walker.version += 1;
                walker.take_marked(&state.map, map);
                Adopted::Instead
            }
            // Those that are there go on answering.
            Index::Landmarks(Ok(_)) if is_late => Adopted::OutOfDate,
            Index::Landmarks(Ok(landmarks)) => {
                walker.version += 1;
                walker.guided += 1;
                walker.landmarks = Some(Shared::new(landmarks));
                state.kept.landmarks_hold[place] = OnceLock::new();
                Adopted::Taken
            }
        })
    }
}

impl Navigator {
    /// Loads the prebuilt indexes for a mover from a file, and keeps them from now on as
    /// [`keep`](Self::keep) does: labels, clusters, and landmarks, if present. Returns which were loaded.
    /// Other contents of the file are ignored, and so are landmarks where there are some that the mover
    /// keeps [under overlays](Self::keep_landmarks); until those are built, landmarks out of a file serve
    /// the same questions. Of more than 32 numbers a cell, only the first are used: 32 landmarks, or 16
    /// where arcs differ by direction.
    ///
    /// The tables of labels in [`SharedBytes`](crate::base::SharedBytes), such as a memory-mapped file,
    /// stay there; everything else is copied.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Index`] with the [`LoadError`] that says what differs: the size of the
    /// map, the rules of the mover, or what the map means for it; or what the file contains if that
    /// is none of these. Nothing is loaded in that case. Also if the mover does not
    /// belong to this navigator, or if there is currently no world for its body.
    ///
    /// # Complexity
    ///
    /// That of [`Labels::load`], [`Clusters::load`] and [`Landmarks::load`](crate::index::Landmarks::load),
    /// which take 128 bytes per cell.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Keep, Method, Navigator};
    /// use astride::prelude::*;
    /// use astride::shapes::square::{IndexFile, Labels, LabelsOptions};
    /// let grid = Grid::new(40, 30, b'.')?;
    /// let baked = Labels::build(&grid.seen_by(&Mover::walker()), &LabelsOptions::default())?.save();
    ///
    /// let mut nav = Navigator::new(grid);
    /// let walker = nav.first_mover();
    /// assert_eq!(nav.adopt_saved(walker, &IndexFile::read(&baked)?)?, [Keep::Labels]);
    /// assert_eq!(nav.tier(walker)?, Method::Labels);
    ///
    /// nav.edit(|batch| _ = batch.set((3, 3), b'@'))?;
    /// let refused = nav.adopt_saved(walker, &IndexFile::read(&baked)?).unwrap_err();
    /// assert!(refused.to_string().starts_with("the index is of "), "{refused}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn adopt_saved(
        &mut self,
        mover: MoverId,
        file: &IndexFile<'_>,
    ) -> Result<Vec<Keep>, NavigatorError> {
        let _span = span!("astride.adopt");
        let place = self.state.walker_place(Some(mover))?;
        let view = self.state.walkers[place].usable()?.view(&self.state.map);
        let has = |name: &str| file.names().contains(&name);
        let clusters = has(Clusters::NAME).then(|| file.load(&view)).transpose()?;
        let labels: Option<Labels> = has(Labels::NAME).then(|| file.load(&view)).transpose()?;
        let landmarks = self.state.saved_landmarks(place, file)?;
        if clusters.is_none() && labels.is_none() && landmarks.is_none() {
            let found = file.names().to_vec();
            let index = match self.state.takes_landmarks(place) {
                true => "clusters, labels or landmarks",
                false => "clusters or labels",
            };
            return Err(LoadError::Missing { index, found }.into());
        }
        let state = Shared::make_mut(&mut self.state);
        let walker = Shared::make_mut(&mut state.walkers[place]);
        walker.version += 1;
        let mut taken = Vec::new();
        if let Some(clusters) = clusters {
            (walker.clusters, walker.no_clusters) = (Some(clusters), None);
            taken.push(Keep::Clusters);
        }
        if let Some(labels) = labels {
            walker.take_labels(&state.map, Box::new(labels));
            taken.push(Keep::Labels);
        }
        if let Some(landmarks) = landmarks {
            walker.guided += 1;
            (walker.landmarks, walker.no_landmarks) = (Some(Shared::new(landmarks)), None);
            state.kept.landmarks_hold[place] = OnceLock::new();
            taken.push(Keep::Landmarks);
        }
        walker.kept |= taken.iter().fold(0, |bits, keep| bits | keep.bit());
        Ok(taken)
    }
}

impl Walker {
    /// Whether labels of the current map answer.
    pub(super) fn has_labels(&self, map: &Grid) -> bool {
        self.guide.is_ready_for(self.ground(map)) && self.guide.tier() == Method::Labels
    }

    /// Uses labels of the current map for answers from now on.
    fn take_labels(&mut self, map: &Grid, labels: Box<Labels>) {
        self.guided += 1;
        self.no_labels = None;
        let ground = self.body.as_ref().map_or(map, |body| body.places().grid());
        self.guide.take_labels(ground, labels);
    }

    /// Uses jump points with landmarks of the current map for answers from now on.
    fn take_marked(&mut self, map: &Grid, marked: Box<JumpMap>) {
        self.guided += 1;
        let ground = self.body.as_ref().map_or(map, |body| body.places().grid());
        self.no_labels = Some(ground.revision());
        self.guide.take_marked(ground, *marked);
    }
}

/// Jump points with landmarks, where labels are not possible; `error` if these are not either.
fn instead(
    view: &GridView<'_>,
    error: LabelsError,
    tell: &mut dyn FnMut(Progress) -> bool,
) -> Index {
    let Ok(mut map) = JumpMap::build(view) else { return Index::Labels(Err(error)) };
    match map.add_landmarks_with(tell) {
        Ok(()) => Index::Marked(Box::new(map)),
        Err(JumpLandmarksError::Cancelled) => {
            Index::Labels(Err(LabelsError::Build(BuildError::Cancelled)))
        }
        Err(_) => Index::Labels(Err(error)),
    }
}

impl fmt::Debug for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Build {{ {:?} of {:?} }}", self.what, self.state.map)
    }
}

impl fmt::Debug for Built {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.index {
            Index::Clusters(_) => What::Clusters,
            Index::Labels(_) | Index::Marked(_) => What::Labels,
            Index::Landmarks(_) => What::Landmarks,
        };
        write!(f, "Built {{ {what:?} of revision {} }}", self.revision)
    }
}
