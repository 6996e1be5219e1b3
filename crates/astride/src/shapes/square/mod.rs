//! Square grids: maps of cells, what they mean for a mover, and everything that is fast because the
//! cells are squares.
//!
//! A [`Grid`] stores facts: the terrain class of each cell, walls and fences between cells, links. A [`Mover`]
//! says what they mean. [`Grid::seen_by`] joins the two into a [`GridView`], which is a
//! [`World`](crate::world::World) that any search understands.
//!
//! | for | use |
//! |---|---|
//! | one query on a map that changes | [`JumpMap::search`]; the map follows edits |
//! | many queries on a static map | [`JumpTable`], [`Labels`] |
//! | first steps on very large maps | [`Clusters`] |
//! | "is there a way at all?", "where instead?" | [`Components`], [`snap`], [`astar_or_nearest`] |
//! | fences that some movers climb, doors that open for some | [`Edit::fence`], [`Mover::crosses`] |
//! | a grid from heights, layers or a closure | [`Grid::from_fn`], [`StepRule`], [`GridView::erosion`] |
//! | bodies of several cells | [`Clearance`], [`BodyGrid`] |
//! | "why is there no path?", what would open one | [`explain`] |
//! | "what if?", units and doors in the way | [`EditedView`] |
//! | a map that follows a unit through an unbounded world | [`Window`] |
//! | what a faction knows | [`Knowledge`], [`BelievedGrid`] |
//! | paths that leave the grid | [`anya`], [`lazy_theta`], [`bounded_line`], [`straighten`], [`FreeSpace`] |
//! | turns | [`Headings`], [`straightest_path`] |
//! | influence and flow | [`InfluenceMap`], [`FlowField`] |
//! | the structure of a map | [`DeadEnds`], [`Regions`], [`Gate`] |
//! | built once, kept in a file | [`IndexWriter`], [`IndexFile`] |
//! | an index for a method by name | [`SquareIndex`], [`SquareKit`] |

pub mod any_angle;
mod beside;
mod clearance;
mod clusters;
mod components;
mod dead_ends;
mod envelope;
mod erosion;
mod explain;
mod flow;
mod frame;
mod free_space;
mod generate;
mod grid;
mod grid_heuristic;
mod heading;
mod influence;
pub(crate) mod jps;
mod jump_table;
mod kit;
mod knowledge;
mod labels;
mod measure;
mod nearest;
mod obstacles;
mod on_grid;
mod origin;
mod painted;
mod ray;
mod regions;
mod replan;
mod saved;
mod shape;
mod sight;
mod simplify;
mod step_rule;
mod straighten;
mod view;
mod walls;
mod window;

pub use crate::world::{
    Corners, Fence, Gait, Hit, Link, MAX_LINKS_PER_CELL, Neighbours, Ray, StepRule,
};
pub use any_angle::{
    AnyAngleError, AnyAngleMap, Anya, BoundedLine, LazyTheta, Spot, anya, bounded_line, lazy_theta,
    steps_over_lines,
};
pub use clearance::{BodyError, BodyGrid, Clearance};
pub use clusters::{Clusters, ClustersError, ClustersOptions, ClustersProgress, Route, RouteError};
pub use components::{Area, Components, Verdict};
pub use dead_ends::{DeadEnds, DeadEndsError, Skipping};
pub(crate) use explain::explain_by;
pub use explain::{explain, explain_body, explain_opening};
pub use flow::{FlowField, FlowStep};
pub use frame::{Axes, End, Frame, FrameError};
pub use free_space::FreeSpace;

/// What terrain means for one kind of body, and how it steps from cell to cell.
pub type Mover = crate::world::Mover<Gait>;
pub use super::{Near, ObstacleError, ObstacleId, Outline, SnapError};
pub use generate::{Terrain, TerrainError};
pub use grid::{Edit, Grid, GridError};
pub use grid_heuristic::{AimedAtCells, GridHeuristic, Metric};
pub use heading::{
    HeadingError, Headings, OfCells, ShortestArcs, TurningPath, Turns, straightest_path,
};
pub use influence::{Combine, Falloff, InfluenceError, InfluenceMap, Source, SourceId, Spread};
pub(crate) use jps::{Edges, Jumps, Over, OverSearch, OverState, Shut, Zone};
pub use jps::{JumpLandmarksError, JumpMap, JumpMapError, JumpSearch};
pub use jump_table::{JumpBoxesError, JumpTable, JumpTableError, JumpTableUpdateError};
pub use kit::{IndexOptions, SquareIndex, SquareIndexError, SquareKit};
pub use knowledge::{BelievedGrid, Knowledge, KnownView};
pub use labels::{Labels, LabelsError, LabelsOptions, LabelsSearch};
pub use measure::Measure;
pub(crate) use nearest::{Instead, Searched};
pub use nearest::{astar_or_nearest, snap};
pub use obstacles::Obstacles;
pub use on_grid::OnGrid;
pub use ray::{cast_ray, cast_ray_from};
pub use regions::{Gate, Region, Regions, RegionsError, RegionsOptions};
pub use saved::{IndexFile, IndexOf, IndexWriter, LoadError, SaveError, Stored};
pub use simplify::{Leg, Waypoint, compress, expand, waypoints};
pub use straighten::{line_of_sight, straighten};
pub use view::{EditedView, GridView};
pub use window::Window;

use crate::search::{Basis, Method, MethodRow};

/// The methods available on maps of squares, in display order.
pub fn methods() -> impl DoubleEndedIterator<Item = &'static MethodRow> {
    Method::TABLE.iter().filter(|row| match row.basis {
        Basis::Index => SquareIndex::METHODS.contains(&row.method),
        Basis::Steps | Basis::Choice => true,
        Basis::Mesh => false,
    })
}
