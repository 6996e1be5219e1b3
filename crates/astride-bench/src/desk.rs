//! What the methods of Astride share on one map: the view, search memory, and indexes that more than one
//! of them needs, each made once.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use astride::base::{Budget, NodeId};
use astride::index::{Landmarks, Selection};
use astride::search::Scratch;
use astride::shapes::square::{Clusters, ClustersOptions, GridHeuristic, GridView, Neighbours};

use crate::Failure;
use crate::clock::timed;

/// Sizes of what is made.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    pub(crate) landmarks: u32,
    pub(crate) clusters: ClustersOptions,
    /// Where a distance field leads to.
    pub(crate) source: NodeId,
}

impl Default for Settings {
    fn default() -> Self {
        let (clusters, source) = (ClustersOptions::default(), NodeId::new(0));
        Settings { landmarks: Landmarks::USUAL, clusters, source }
    }
}

/// An index that was made, and the µs that took.
pub(crate) type Made<T> = (Rc<T>, f64);

/// One map, ready for methods.
#[derive(Clone)]
pub(crate) struct Desk<'a> {
    pub(crate) view: GridView<'a>,
    /// The nearest guess that never exceeds the cost under the rule of the view.
    pub(crate) guess: GridHeuristic,
    pub(crate) settings: Settings,
    /// Memory of searches over cells.
    pub(crate) cells: Rc<RefCell<Scratch>>,
    clusters: OnceCell<Made<Clusters>>,
    landmarks: [OnceCell<Made<Landmarks>>; 2],
}

impl<'a> Desk<'a> {
    pub(crate) fn new(view: GridView<'a>, settings: Settings) -> Self {
        let guess = match view.neighbours() {
            Neighbours::Four => GridHeuristic::manhattan(&view),
            _ => GridHeuristic::octile(&view),
        };
        Desk {
            view,
            guess,
            settings,
            cells: Rc::default(),
            clusters: OnceCell::new(),
            landmarks: Default::default(),
        }
    }

    pub(crate) fn clusters(&self) -> Result<Made<Clusters>, Failure> {
        let options = &self.settings.clusters;
        once(&self.clusters, || Ok(Clusters::build(&self.view, options)?))
    }

    pub(crate) fn landmarks(&self, selection: Selection) -> Result<Made<Landmarks>, Failure> {
        let count = self.settings.landmarks;
        once(&self.landmarks[usize::from(selection == Selection::Avoid)], || {
            Ok(Landmarks::build(&self.view, count, selection, &mut Budget::unlimited())?)
        })
    }
}

fn once<T>(
    cell: &OnceCell<Made<T>>,
    make: impl FnOnce() -> Result<T, Failure>,
) -> Result<Made<T>, Failure> {
    if let Some(made) = cell.get() {
        return Ok(made.clone());
    }
    let (made, micros) = timed(make);
    let made = (Rc::new(made?), micros);
    Ok(cell.get_or_init(|| made).clone())
}
