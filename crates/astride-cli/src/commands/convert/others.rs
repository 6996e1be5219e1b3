//! Maps of any shape but squares as files.

use astride::base::Vec2;
use astride::io::{
    FloorDrawing, HexDrawing, TriangleDrawing, WriteError, write_graph, write_mesh as mesh_text,
    write_positions, write_voxels, write_world_of,
};
use astride::shapes::Stored;
use astride::shapes::graph::{Graph, GraphBuilder};
use astride::shapes::mesh::Mesh;
use astride::world::World;
use astride_formats::Roads;

use super::{Format, Written};
use crate::error::Failure;
use crate::report::count;
use crate::shaped::{Tiles, Unseen, Whole};

/// Any map but squares and meshes as a file of this format.
pub(super) fn write(map: &Unseen, format: Format) -> Result<Written, Failure> {
    let cannot = |expected: &str| Err(cannot(format, map.shape(), expected));
    match (map.map(), format) {
        (Whole::Tiles(Tiles::Hexagons(drawing)), _) => {
            let HexDrawing { map, starts, goals } = &**drawing;
            let text = || HexDrawing::write(map, starts, goals);
            tiles(map, starts.len() + goals.len(), text, format)
        }
        (Whole::Tiles(Tiles::Triangles(drawing)), _) => {
            let TriangleDrawing { map, starts, goals } = &**drawing;
            let text = || TriangleDrawing::write(map, starts, goals);
            tiles(map, starts.len() + goals.len(), text, format)
        }
        (Whole::Tiles(Tiles::Floors(drawing)), _) => {
            let FloorDrawing { map, starts, goals } = &**drawing;
            let text = || FloorDrawing::write(map, starts, goals);
            tiles(map, starts.len() + goals.len(), text, format)
        }
        (Whole::Voxels(map), Format::World) => Ok(world(&**map)),
        (Whole::Voxels(map), Format::Voxels) => {
            let bytes = text(write_voxels(map))?;
            Ok(Written { bytes, ..Written::default() })
        }
        (Whole::Voxels(_), _) => cannot(".3dmap or .astride"),
        (Whole::Graph(graph), Format::World) => Ok(world(&**graph)),
        (Whole::Graph(graph), Format::Graph) => arcs(graph),
        (Whole::Roads(roads), Format::World) => {
            let notes = vec!["degrees are left out; places keep their positions in metres".into()];
            Ok(Written { notes, ..world(&roads.graph) })
        }
        (Whole::Roads(roads), Format::Graph) => roads_as_arcs(roads),
        (Whole::Graph(_) | Whole::Roads(_), _) => cannot(".gr or .astride"),
    }
}

/// A mesh as a file of this format.
pub(super) fn write_mesh(mesh: &Mesh, format: Format) -> Result<Written, Failure> {
    let Format::Mesh = format else {
        return Err(cannot(format, "navigation meshes", ".mesh"));
    };
    let mut classes = (0..mesh.polygon_count()).filter_map(|polygon| mesh.class_of(polygon));
    // Class 0 is that of meshes without terrain.
    if let Some(class) = classes.find(|&class| class != b'.' && class != 0) {
        let class = char::from(class).escape_default();
        let message = format!("a .mesh cannot hold terrain ({class}), expected a mesh without");
        return Err(Failure::new(message));
    }
    Ok(Written { bytes: mesh_text(mesh).into_bytes(), ..Written::default() })
}

/// Says which formats hold maps of a shape. Pictures are drawn by another command.
fn cannot(format: Format, shape: &str, expected: &str) -> Failure {
    let (noun, draws) = match format {
        Format::Picture(_) => ("convert cannot draw".to_owned(), " (`astride draw` draws them)"),
        format => (format!("{} cannot hold", format.noun()), ""),
    };
    Failure::new(format!("{noun} maps of {shape}, expected {expected}{draws}"))
}

/// A map of tiles, of which `drawing` returns a drawing.
fn tiles<S: Stored>(
    map: &S,
    marks: usize,
    drawing: impl FnOnce() -> Result<String, WriteError>,
    format: Format,
) -> Result<Written, Failure> {
    match format {
        Format::World => Ok(Written { marks, ..world(map) }),
        Format::Drawn => Ok(Written { bytes: text(drawing())?, ..Written::default() }),
        _ => Err(cannot(format, S::NAME, ".txt or .astride")),
    }
}

fn world<S: Stored>(map: &S) -> Written {
    Written { bytes: write_world_of(map), ..Written::default() }
}

fn text(written: Result<String, WriteError>) -> Result<Vec<u8>, Failure> {
    let refused =
        |error| Failure::of(error).advised("expected a name that ends in .astride, which can");
    written.map(String::into_bytes).map_err(refused)
}

/// A graph as arcs and coordinates; places that have names are numbered instead.
fn arcs(graph: &Graph) -> Result<Written, Failure> {
    let names = graph.nodes().filter(|&node| !graph.name(node).is_empty()).count();
    if names == 0 {
        let coordinates = write_positions(graph).map(Option::unwrap_or_default);
        let coordinates = Some(text(coordinates)?).filter(|text| !text.is_empty());
        let bytes = text(write_graph(graph))?;
        return Ok(Written { bytes, coordinates, ..Written::default() });
    }
    let positions = graph.nodes().map(|node| graph.position(node)).collect();
    Ok(Written { notes: vec![left_out(names)], ..arcs(&numbered(graph, positions)?)? })
}

/// Roads as arcs, with coordinates in millionths of a degree, as the DIMACS challenge has them.
fn roads_as_arcs(roads: &Roads) -> Result<Written, Failure> {
    let graph = &roads.graph;
    let degrees = graph.nodes().map(|node| {
        let at = roads.coordinates(node);
        let millionths = |degrees: f64| (degrees * 1e6).round();
        Some(Vec2::new(millionths(at.longitude()), -millionths(at.latitude())))
    });
    let mut written = arcs(&numbered(graph, degrees.collect())?)?;
    written.notes.push(left_out(graph.node_count() as usize));
    if roads.copy_count() > 0 {
        let copies = count(roads.copy_count().into(), "place");
        written.notes.push(format!("{copies} for turn restrictions numbered after the others"));
    }
    Ok(written)
}

fn left_out(names: usize) -> String {
    let names = count(names as u64, "name");
    format!("{names} of places left out, which a .gr cannot hold; they are numbered from 1")
}

/// The same arcs between places that are numbered from 1.
fn numbered(graph: &Graph, positions: Option<Vec<Vec2>>) -> Result<Graph, Failure> {
    let mut builder = GraphBuilder::with_nodes(graph.node_count());
    builder.count_from(1);
    graph.all_arcs().for_each(|(from, to, cost)| _ = builder.arc(from, to, cost));
    if let Some(positions) = positions {
        builder.positions(positions);
    }
    builder.finish().map_err(Failure::of)
}
