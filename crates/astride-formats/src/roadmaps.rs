//! Roadmaps and trips of agents in XML, in the formats of the instances of continuous-time
//! conflict-based search: <https://github.com/PathPlanning/Continuous-CBS>.

use std::collections::HashMap;

use roxmltree::{Document, Node};

use crate::error::{FormatError, quote};
use crate::xml::{attribute, document_of, place_of, text_of};

const FORMAT: &str = "roadmap";
const TRIPS: &str = "file of trips";

/// Vertices in the plane and directed edges between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Roadmap {
    /// Where the vertices are, in the order of the file.
    pub points: Vec<[f64; 2]>,
    /// The edges, each from a vertex to another, as numbers in `points`.
    pub edges: Vec<[u32; 2]>,
}

/// Where a trip begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TripEnd {
    /// At a vertex of a roadmap, by number.
    Vertex(u32),
    /// On a cell of a map, by column and row.
    Cell(u32, u32),
}

/// Reads a roadmap in GraphML: each `node` has the text `x,y` in a `data` element, and each `edge` is
/// directed unless the graph has `edgedefault="undirected"`. Weights of edges are not read: the length of
/// an edge is the distance between its nodes.
///
/// # Errors
///
/// If it is not such XML, a coordinate is not a finite number, two nodes share an id, or an edge names a
/// node that does not exist.
///
/// # Complexity
///
/// O(bytes).
///
/// # Examples
///
/// ```
/// use astride_formats::read_roadmap;
/// let xml = br#"<graphml><graph edgedefault="directed">
///   <node id="n0"><data key="key0">0,0</data></node>
///   <node id="n1"><data key="key0">3,4.5</data></node>
///   <edge source="n0" target="n1"/>
/// </graph></graphml>"#;
/// let roadmap = read_roadmap(xml)?;
/// assert_eq!((roadmap.points, roadmap.edges), (vec![[0.0, 0.0], [3.0, 4.5]], vec![[0, 1]]));
/// # Ok::<(), astride_formats::FormatError>(())
/// ```
pub fn read_roadmap(bytes: &[u8]) -> Result<Roadmap, FormatError> {
    let document = document_of(FORMAT, text_of(FORMAT, bytes)?)?;
    let root = root_of(&document, FORMAT, "graphml")?;
    let graph = children(root, "graph").next();
    let graph = graph.ok_or_else(|| FormatError::new(FORMAT, "no <graph>", "one in <graphml>"))?;
    let mut roadmap = Roadmap::default();
    let mut numbers = HashMap::new();
    for node in children(graph, "node") {
        let id = node.attribute("id").ok_or_else(|| lacks(FORMAT, node, "id"))?;
        if numbers.insert(id, roadmap.points.len() as u32).is_some() {
            let found = format!("a second node {}", quote(id));
            return Err(FormatError::new(FORMAT, found, "ids of their own").at(place_of(node)));
        }
        roadmap.points.push(point_of(node)?);
    }
    let is_undirected = graph.attribute("edgedefault") == Some("undirected");
    for edge in children(graph, "edge") {
        let end = |name| {
            let id = edge.attribute(name).ok_or_else(|| lacks(FORMAT, edge, name))?;
            numbers.get(id).copied().ok_or_else(|| {
                let found = format!("{name}={}", quote(id));
                FormatError::new(FORMAT, found, "the id of a node").at(place_of(edge))
            })
        };
        let (from, to) = (end("source")?, end("target")?);
        roadmap.edges.push([from, to]);
        if is_undirected {
            roadmap.edges.push([to, from]);
        }
    }
    Ok(roadmap)
}

/// Reads the trips of agents, an `agent` element each, with `start_id` and `goal_id` on a roadmap, or
/// with `start_i`, `start_j`, `goal_i` and `goal_j`, row and column, on a map of cells.
///
/// # Errors
///
/// If it is not such XML, or a number is missing or not a whole number below 2³².
///
/// # Complexity
///
/// O(bytes).
///
/// # Examples
///
/// ```
/// use astride_formats::{TripEnd, read_trips};
/// let xml = br#"<root><agent start_id="3" goal_id="7"/>
///   <agent start_i="0" start_j="5" goal_i="2" goal_j="1"/></root>"#;
/// let trips = read_trips(xml)?;
/// assert_eq!(trips[0], [TripEnd::Vertex(3), TripEnd::Vertex(7)]);
/// assert_eq!(trips[1], [TripEnd::Cell(5, 0), TripEnd::Cell(1, 2)]);
/// # Ok::<(), astride_formats::FormatError>(())
/// ```
pub fn read_trips(bytes: &[u8]) -> Result<Vec<[TripEnd; 2]>, FormatError> {
    let document = document_of(TRIPS, text_of(TRIPS, bytes)?)?;
    let root = root_of(&document, TRIPS, "root")?;
    let trip = |agent: Node<'_, '_>| {
        let number =
            |end: &str, part: &str| attribute(TRIPS, agent, &format!("{end}_{part}"), None::<u32>);
        let end = |end: &str| match agent.has_attribute("start_id") {
            true => Ok(TripEnd::Vertex(number(end, "id")?)),
            false => Ok(TripEnd::Cell(number(end, "j")?, number(end, "i")?)),
        };
        Ok([end("start")?, end("goal")?])
    };
    children(root, "agent").map(trip).collect()
}

fn root_of<'a, 'i>(
    document: &'a Document<'i>,
    format: &'static str,
    name: &str,
) -> Result<Node<'a, 'i>, FormatError> {
    let root = document.root_element();
    match root.tag_name().name() {
        found if found == name => Ok(root),
        found => Err(FormatError::new(format, format!("a file of <{found}>"), format!("<{name}>"))),
    }
}

/// The elements in another one that have this name, in any namespace.
fn children<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.tag_name().name() == name)
}

fn lacks(format: &'static str, node: Node<'_, '_>, name: &str) -> FormatError {
    FormatError::new(format, format!("no {name}"), "one").at(place_of(node))
}

/// The coordinates of a node.
fn point_of(node: Node<'_, '_>) -> Result<[f64; 2], FormatError> {
    let text = children(node, "data").next().and_then(|data| data.text()).unwrap_or_default();
    let read = || {
        let (x, y) = text.split_once(',')?;
        let point: [f64; 2] = [x.trim().parse().ok()?, y.trim().parse().ok()?];
        point.iter().all(|x| x.is_finite()).then_some(point)
    };
    read().ok_or_else(|| FormatError::new(FORMAT, quote(text), "\"x,y\"").at(place_of(node)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: std::fmt::Debug>(read: Result<T, FormatError>, expected: &str) {
        assert_eq!(read.unwrap_err().to_string(), expected);
    }

    #[test]
    fn what_is_no_roadmap_is_refused() {
        let graph = |inner: &str| {
            read_roadmap(format!("<graphml><graph>\n{inner}</graph></graphml>").as_bytes())
        };
        check(graph("<node id='a'/>"), "roadmap: <node> in line 2: \"\", expected \"x,y\"");
        check(
            graph("<node><data>1,2</data></node>"),
            "roadmap: <node> in line 2: no id, expected one",
        );
        check(
            graph("<node id='a'><data>1,inf</data></node>"),
            "roadmap: <node> in line 2: \"1,inf\", expected \"x,y\"",
        );
        let node = "<node id='a'><data>1,2</data></node>";
        check(
            graph(&format!("{node}{node}")),
            "roadmap: <node> in line 2: a second node \"a\", expected ids of their own",
        );
        check(
            graph(&format!("{node}<edge source='a' target='b'/>")),
            "roadmap: <edge> in line 2: target=\"b\", expected the id of a node",
        );
        check(
            graph(&format!("{node}<edge source='a'/>")),
            "roadmap: <edge> in line 2: no target, expected one",
        );
        check(read_roadmap(b"<root/>"), "roadmap: a file of <root>, expected <graphml>");
        check(read_roadmap(b"<graphml/>"), "roadmap: no <graph>, expected one in <graphml>");
        check(
            read_roadmap(b"\xff"),
            "roadmap: byte 0: bytes that are not UTF-8, expected XML in UTF-8",
        );
        check(
            read_roadmap(b"<graphml>\n<graph>\n"),
            "roadmap: line 2: the root node was opened but never closed, expected XML that is whole",
        );
    }

    #[test]
    fn undirected_edges_lead_both_ways() {
        let xml = b"<graphml><graph edgedefault='undirected'><node id='a'><data>0,0</data></node>\
            <node id='b'><data>0,1</data></node><edge source='a' target='b'/></graph></graphml>";
        assert_eq!(read_roadmap(xml).unwrap().edges, [[0, 1], [1, 0]]);
    }

    #[test]
    fn what_are_no_trips_is_refused() {
        check(read_trips(b"<graphml/>"), "file of trips: a file of <graphml>, expected <root>");
        check(
            read_trips(b"<root><agent start_id='1'/></root>"),
            "file of trips: <agent> in line 1: no goal_id, expected a number",
        );
        check(
            read_trips(b"<root><agent start_i='1' start_j='-1'/></root>"),
            "file of trips: <agent> in line 1: start_j=\"-1\", expected a number",
        );
    }
}
