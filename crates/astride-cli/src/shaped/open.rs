//! Maps of each shape as they come out of files, before their mover is known.

use std::sync::Arc;

use astride::base::{Budget, NodeId};
use astride::io::{FloorDrawing, HexDrawing, TriangleDrawing};
use astride::search::Scratch;
use astride::shapes::floors::FloorMap;
use astride::shapes::graph::{Graph, GraphMover};
use astride::shapes::hex::HexMap;
use astride::shapes::triangle::TriangleMap;
use astride::shapes::voxel::VoxelMap;
use astride::shapes::{Opens, Shape, explain};
use astride::world::World;
use astride_boards::Boarded;
use astride_formats::Roads;

use super::rows::{ReadRows, road_rows, voxel_rows};
use super::sides::{Rays, Sided, Sides};
use super::{Explain, Look, Shaped};
use crate::error::Failure;
use crate::options::MoverArgs;
use crate::reasons::named;
use crate::roads::RoadNames;

/// A map of some shape whose mover is not known yet.
pub(crate) struct Unseen {
    shape: &'static str,
    map: Whole,
}

/// The map itself, of one of these shapes.
pub(crate) enum Whole {
    Tiles(Tiles),
    Voxels(Box<VoxelMap>),
    Graph(Box<Graph>),
    Roads(Box<Roads>),
}

/// A map of tiles, between which fences may still be put.
pub(crate) enum Tiles {
    Hexagons(Box<HexDrawing>),
    Triangles(Box<TriangleDrawing>),
    Floors(Box<FloorDrawing>),
}

impl Unseen {
    /// What maps of this shape are called.
    pub(crate) fn shape(&self) -> &'static str {
        self.shape
    }

    /// The map, and on it the mover of the options.
    pub(crate) fn seen_by(self, mover: &MoverArgs) -> Result<Shaped, Failure> {
        match self.map {
            Whole::Voxels(map) => voxels_seen_by(*map, mover),
            Whole::Graph(graph) => graph_seen_by(*graph, mover),
            Whole::Roads(roads) => roads_seen_by(*roads, mover),
            Whole::Tiles(Tiles::Hexagons(drawing)) => {
                let HexDrawing { map, starts, goals } = *drawing;
                Ok(drawn(map, starts, goals, mover.hex_mover()?))
            }
            Whole::Tiles(Tiles::Triangles(drawing)) => {
                let TriangleDrawing { map, starts, goals } = *drawing;
                Ok(drawn(map, starts, goals, mover.triangle_mover()?))
            }
            Whole::Tiles(Tiles::Floors(drawing)) => {
                let FloorDrawing { map, starts, goals } = *drawing;
                Ok(drawn(map, starts, goals, mover.floor_mover()?))
            }
        }
    }

    /// The map itself.
    pub(crate) fn map(&self) -> &Whole {
        &self.map
    }

    /// The map, if it is one of tiles.
    pub(crate) fn tiles(&mut self) -> Option<&mut Tiles> {
        match &mut self.map {
            Whole::Tiles(tiles) => Some(tiles),
            _ => None,
        }
    }
}

/// A map that was drawn, with its ends, and the mover on it.
fn drawn<S: Rays<Mover: Clone + 'static> + Boarded + 'static>(
    map: S,
    starts: Vec<S::Place>,
    goals: Vec<S::Place>,
    mover: S::Mover,
) -> Shaped {
    let nodes = |places: Vec<S::Place>| -> Vec<NodeId> {
        places.into_iter().filter_map(|place| map.node_of(place)).collect()
    };
    let (starts, goals) = (nodes(starts), nodes(goals));
    let map = Arc::new(map);
    let explain = Some(explain_on(&map, mover.clone()));
    let sides: Option<Box<dyn Sides>> = Some(Box::new(Sided::of(&map, &mover)));
    Shaped { starts, goals, explain, sides, ..Shaped::new(map, mover, Look::Outlines) }
}

/// What explains why there is no path on a map.
fn explain_on<S: Opens<Mover: 'static> + 'static>(map: &Arc<S>, mover: S::Mover) -> Box<Explain> {
    let map = Arc::clone(map);
    Box::new(move |ends, budget: &mut Budget<'_>| {
        let explained = explain(&*map, &mover, ends, &mut Scratch::new(), budget)?;
        Ok(explained.map(named))
    })
}

impl Shaped {
    pub(crate) fn hexagons(drawing: HexDrawing) -> Unseen {
        Unseen { shape: HexMap::NAME, map: Whole::Tiles(Tiles::Hexagons(Box::new(drawing))) }
    }

    pub(crate) fn floors(drawing: FloorDrawing) -> Unseen {
        Unseen { shape: FloorMap::NAME, map: Whole::Tiles(Tiles::Floors(Box::new(drawing))) }
    }

    pub(crate) fn triangles(drawing: TriangleDrawing) -> Unseen {
        Unseen { shape: TriangleMap::NAME, map: Whole::Tiles(Tiles::Triangles(Box::new(drawing))) }
    }

    pub(crate) fn graph(graph: Graph) -> Unseen {
        Unseen { shape: Graph::NAME, map: Whole::Graph(Box::new(graph)) }
    }

    /// Roads of OpenStreetMap, whose places are called as they are there.
    pub(crate) fn roads(roads: Roads) -> Unseen {
        Unseen { shape: Graph::NAME, map: Whole::Roads(Box::new(roads)) }
    }

    pub(crate) fn voxels(map: VoxelMap) -> Unseen {
        Unseen { shape: VoxelMap::NAME, map: Whole::Voxels(Box::new(map)) }
    }
}

fn graph_seen_by(graph: Graph, mover: &MoverArgs) -> Result<Shaped, Failure> {
    let mover = mover.graph_mover(&graph)?;
    let facts = facts_of(&graph);
    let has_positions = graph.node_count() == 0 || graph.position(NodeId::new(0)).is_some();
    let missing = "the graph has no coordinates, expected a file that ends in .co beside it";
    let look = if has_positions { Look::Outlines } else { Look::Nothing(missing) };
    let read_rows: Option<ReadRows> = Some(Box::new(road_rows));
    let graph = Arc::new(graph);
    let shaped = Shaped::new(Arc::clone(&graph), mover, look);
    Ok(Shaped { read_rows, facts, graph: Some(graph), ..shaped })
}

fn roads_seen_by(roads: Roads, mover: &MoverArgs) -> Result<Shaped, Failure> {
    mover.refuse(NO_MOVER)?;
    let mut facts = facts_of(&roads.graph);
    facts.push(("copies", roads.copy_count().into()));
    let graph = Arc::new(roads.graph.clone());
    let names = Some(RoadNames::of(roads));
    Ok(Shaped { facts, names, ..Shaped::new(graph, GraphMover::new(), Look::Outlines) })
}

fn voxels_seen_by(map: VoxelMap, mover: &MoverArgs) -> Result<Shaped, Failure> {
    let map = Arc::new(map);
    let mover = mover.voxel_mover()?;
    let look = Look::Space(Arc::clone(&map), mover);
    let explain = Some(explain_on(&map, mover));
    let shaped = Shaped::new(Arc::clone(&map), mover, look);
    let read_rows: ReadRows = Box::new(move |bytes| voxel_rows(&map, bytes));
    Ok(Shaped { read_rows: Some(read_rows), explain, ..shaped })
}

/// Why there are no options of movers for roads of OpenStreetMap, which a profile describes.
const NO_MOVER: &str = "is not for roads of OpenStreetMap, which have one cost for each arc";

fn facts_of(graph: &Graph) -> Vec<(&'static str, u64)> {
    vec![
        ("arcs", graph.arc_count() as u64),
        ("least cost", graph.min_arc_cost().into()),
        ("most cost", graph.max_arc_cost().into()),
    ]
}
