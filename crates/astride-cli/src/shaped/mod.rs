//! Maps of any shape but squares: described, drawn and searched for paths through one interface.

mod draw;
mod info;
mod open;
mod path;
mod range;
mod rows;
mod sides;
mod snapped;

use std::sync::Arc;
use std::time::Instant;

use astride::base::{Budget, NodeId, Spent};
use astride::path::Path;
use astride::planner::{Board, Method};
use astride::search::states::Locks;
use astride::search::{Dissimilar, Outcome, Scratch, alternatives, dissimilar};
use astride::shapes::graph::Graph;
use astride::shapes::voxel::{VoxelMap, VoxelMover};
use astride::shapes::{ExplainError, Explanation, Refused};
use astride::world::World;
use astride_boards::Boarded;

use crate::error::Failure;
use crate::options::no_index_files;
use crate::roads::RoadNames;

pub(crate) use open::{Tiles, Unseen, Whole};
pub(crate) use path::{NOBODY_BESIDE, Wish, keep_expanded, tell_ways};
pub(crate) use range::{List, Lot, Within};
use rows::ReadRows;
pub(crate) use sides::Reached;
use sides::Sides;

/// A map of some shape, with the ends that are drawn in it.
pub(crate) struct Shaped {
    board: Box<dyn Board>,
    starts: Vec<NodeId>,
    goals: Vec<NodeId>,
    /// Reads recorded questions about maps of this shape, if there is a format for them.
    read_rows: Option<ReadRows>,
    /// What else there is to say of it, instead of its terrain.
    facts: Vec<(&'static str, u64)>,
    look: Look,
    /// What places are called, if that is not what the board calls them.
    names: Option<RoadNames>,
    /// The graph itself, if that is the shape and places have no names of their own.
    graph: Option<Arc<Graph>>,
    /// Says why there is no path, on shapes that know.
    explain: Option<Box<Explain>>,
    /// Finds several paths.
    several: Box<Several>,
    /// What is known of places that are areas with sides.
    sides: Option<Box<dyn Sides>>,
    locked: Locked,
}

/// What pictures show of a map.
enum Look {
    /// The outlines of its places.
    Outlines,
    /// Voxels from above and from the front; `info` counts them in a way of its own.
    Space(Arc<VoxelMap>, VoxelMover),
    /// Nothing, for this reason.
    Nothing(&'static str),
}

/// Finds out why there is no path from one node to another, with places by name.
type Explain =
    dyn Fn([NodeId; 2], &mut Budget<'_>) -> Result<Option<Explanation<String>>, ExplainError>;

/// Finds several paths from one node to another.
type Several = dyn Fn([NodeId; 2], Ways, &mut Budget<'_>) -> Result<Vec<Path>, Spent>;

/// Paths past doors.
struct Locked {
    /// The steps in whose way fences of a class stand.
    fenced: Box<dyn Fn(u8) -> Vec<[NodeId; 2]>>,
    /// Finds a path with the keys in hand.
    route: Box<LockedRoute>,
}

type LockedRoute = dyn Fn(&(Locks, u16), [NodeId; 2], &mut Budget<'_>) -> Outcome;

/// Which paths are wanted besides the cheapest.
#[derive(Clone, Copy)]
pub(crate) enum Ways {
    /// This many of the cheapest.
    Cheapest(usize),
    /// Up to this many by different ways.
    Different(usize),
}

impl Ways {
    /// Their name in JSON, and words for what they are.
    pub(crate) fn names(self) -> (&'static str, &'static str) {
        match self {
            Ways::Cheapest(_) => ("alternatives", "without loops"),
            Ways::Different(_) => ("dissimilar", "by different ways"),
        }
    }

    /// The paths in a world where this many ticks are near.
    pub(crate) fn find(
        self,
        world: &impl World,
        [start, goal]: [NodeId; 2],
        margin: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Path>, Spent> {
        match self {
            Ways::Cheapest(count) => {
                alternatives(world, start, goal, count, &mut Scratch::new(), budget)
            }
            Ways::Different(count) => {
                let wish = Dissimilar { count, margin, ..Dissimilar::default() };
                dissimilar(world, start, goal, &wish, budget)
            }
        }
    }
}

impl Shaped {
    /// A map, and a mover on it, of which nothing else is known.
    fn new<S>(map: Arc<S>, mover: S::Mover, look: Look) -> Shaped
    where
        S: Boarded<Mover: Clone + 'static> + 'static,
    {
        let board = S::board(Arc::clone(&map), mover.clone());
        let (ground, body) = (Arc::clone(&map), mover.clone());
        let route = move |(locks, keys): &(Locks, u16), ends, budget: &mut Budget<'_>| {
            locks.route(&ground.view(&body), ends, *keys, &mut Scratch::new(), budget)
        };
        let ground = Arc::clone(&map);
        let fenced = Box::new(move |class| ground.fenced(class));
        let several = move |ends, ways: Ways, budget: &mut Budget<'_>| {
            let view = map.view(&mover);
            ways.find(&view, ends, 2 * u64::from(view.min_arc_cost()), budget)
        };
        Shaped {
            board,
            starts: Vec::new(),
            goals: Vec::new(),
            read_rows: None,
            facts: Vec::new(),
            look,
            names: None,
            graph: None,
            explain: None,
            several: Box::new(several),
            sides: None,
            locked: Locked { fenced, route: Box::new(route) },
        }
    }

    /// The methods that promise a cheapest path.
    pub(crate) fn optimal_methods(&self) -> Vec<Method> {
        let is_optimal = |method: &Method| method.row().promise.is_optimal();
        self.board.methods().into_iter().filter(is_optimal).collect()
    }

    /// Whether maps of this shape have a method.
    pub(crate) fn has(&self, method: Method) -> bool {
        self.board.methods().contains(&method)
    }

    /// Builds what a method answers from, as an option requested, and returns how many seconds that
    /// took.
    pub(crate) fn prepare(&mut self, method: Method, option: &str) -> Result<f64, Failure> {
        let began = Instant::now();
        let built = self.board.build(method);
        built.map_err(|error| Failure::of_at(format!("{option} {method}"), error))?;
        Ok(began.elapsed().as_secs_f64())
    }

    /// What [`prepare`](Self::prepare) has built, as a file.
    pub(crate) fn save_index(&self, method: Method) -> Result<Vec<u8>, Failure> {
        let missing = || no_index_files("--index", self.board.shape());
        self.board.save_index(method).ok_or_else(missing)
    }

    /// Loads the file of an index, and returns the method that it serves.
    pub(crate) fn load_index(&mut self, bytes: &[u8]) -> Result<Method, Failure> {
        self.fits(bytes)?.map_err(|error| Failure::of_at("--baked", error))
    }

    /// The method whose index is in a file, or why it is not of this map.
    pub(crate) fn fits(&mut self, bytes: &[u8]) -> Result<Result<Method, Refused>, Failure> {
        let missing = no_index_files("--baked", self.board.shape());
        self.board.load_index(bytes).ok_or(missing)
    }

    fn start(&self, from: Option<&str>) -> Result<NodeId, Failure> {
        match (from, &self.starts[..]) {
            (Some(name), _) => self.named(name, "--from"),
            (None, &[start]) => self.free(start, "A"),
            _ => Err(Failure::new("where to start? expected --from, or a map with one A")),
        }
    }

    /// The node of a name, on which the mover can stand.
    fn named(&self, name: &str, option: &str) -> Result<NodeId, Failure> {
        self.free(self.place(name, option)?, option)
    }

    /// The node of a name.
    fn place(&self, name: &str, option: &str) -> Result<NodeId, Failure> {
        match &self.names {
            Some(names) => names.node(name, option),
            None => self.board.node(name).map_err(|error| Failure::of_at(option, error)),
        }
    }

    fn free(&self, node: NodeId, option: &str) -> Result<NodeId, Failure> {
        let message = || format!("the mover cannot stand on {}", self.name(node));
        let is_free = self.board.is_passable(node);
        is_free.then_some(node).ok_or_else(|| Failure::at(option, message()))
    }

    fn name(&self, node: NodeId) -> String {
        self.names.as_ref().map_or_else(|| self.board.name(node), |names| names.name(node))
    }
}
