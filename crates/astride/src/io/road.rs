//! Road graphs as text: arcs (`.gr`), coordinates (`.co`), and recorded distances (`.queries.txt`).
//!
//! The formats of the 9th DIMACS Implementation Challenge, "Shortest Paths", 2006; the same without
//! a header, as used by the crate `fast_paths`; and the undirected, unweighted graphs of the PACE
//! challenges, where every edge becomes an arc of cost 1 in each direction.

use std::fmt::Write;

use crate::base::{Cost, NodeId, Vec2};
use crate::io::text::{TextError, lines, number, quote, words};
use crate::io::{Loss, WriteError};
use crate::shapes::graph::{Graph, GraphBuilder, GraphPlace};
use crate::world::World;

/// The maximum number of nodes that a text of this many bytes may name, so that they do not take
/// far more memory than the text; less than 2³², so that the number after the last node exists.
fn most_nodes(bytes: &[u8]) -> u64 {
    (16 * bytes.len() as u64 + (1 << 16)).min(u32::MAX.into())
}

/// The format of a file of arcs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    /// `p sp NODES ARCS`, then `a FROM TO COST`, numbers from 1.
    Dimacs,
    /// No header, `a FROM TO COST`, numbers from 0.
    Bare,
    /// `p tw NODES EDGES` or `p tdp NODES EDGES`, then `HERE THERE`, numbers from 1.
    Pace,
}

/// Whether a text begins like a file of arcs.
pub fn is_graph(bytes: &[u8]) -> bool {
    let first = words_of_lines(bytes, b'c').next();
    first.is_some_and(|(_, words)| match words[..] {
        [b"p", b"sp" | b"tw" | b"tdp", ..] => true,
        [b"a", ref numbers @ ..] => {
            numbers.len() == 3 && numbers[..2].iter().all(|word| number(word).is_some())
        }
        _ => false,
    })
}

/// Reads a graph: DIMACS with the header `p sp NODES ARCS`, lines `a FROM TO COST` without a
/// header, or PACE with `p tw` or `p tdp`. With a header, the letters may be capitals.
///
/// Places keep the numbers of the file: from 1 if there is a header, from 0 otherwise. Coordinates
/// may follow the header in the same text; see [`read_positions`].
///
/// # Errors
///
/// If a line has none of these formats, if a number is too large, if a place or the number of arcs
/// contradicts the header, if more places are named than 16 for each byte, or if the arcs do not
/// form a [graph](crate::shapes::graph::GraphError).
///
/// # Examples
///
/// ```
/// use astride::io::read_graph;
/// let roads = read_graph(b"c three towns\np sp 3 2\na 1 2 40\na 2 3 25\n")?;
/// assert_eq!(roads.all_arcs().collect::<Vec<_>>(), [(0, 1, 40), (1, 2, 25)]);
/// # Ok::<(), astride::io::TextError>(())
/// ```
pub fn read_graph(bytes: &[u8]) -> Result<Graph, TextError> {
    let mut lines = words_of_lines(bytes, b'c').peekable();
    let (dialect, declared) = match lines.peek() {
        Some((line, words)) if words[0] == b"p" => {
            let header = header(*line, words, most_nodes(bytes))?;
            lines.next();
            header
        }
        _ => (Dialect::Bare, None),
    };
    let first = u32::from(dialect != Dialect::Bare);
    let (mut arcs, mut count, mut most) = (Vec::new(), 0_usize, None);
    for (line, words) in lines {
        let (ends, cost) = match (dialect, &words[..]) {
            (Dialect::Pace, [here, there]) => ([*here, *there], 1),
            (Dialect::Dimacs | Dialect::Bare, [b"a" | b"A", from, to, cost]) => {
                let expected = "a cost from 0 to 2147483648";
                let cost = number(cost).filter(|&cost| cost <= Graph::MAX_COST);
                ([*from, *to], cost.ok_or_else(|| unexpected(line, words[3], expected))?)
            }
            (Dialect::Dimacs | Dialect::Bare, [b"v", ..] | [b"p", b"aux", ..]) => continue,
            (Dialect::Pace, _) => return Err(unexpected(line, words[0], "a line \"HERE THERE\"")),
            _ => return Err(unexpected(line, words[0], "a line \"a FROM TO COST\"")),
        };
        let mut place = |word: &[u8]| {
            let node = number(word).and_then(|number| number.checked_sub(first));
            let fits = |&node: &u32| match declared {
                Some((nodes, _)) => node < nodes,
                None => u64::from(node) < most_nodes(bytes),
            };
            let node = node.filter(fits).ok_or_else(|| no_place(line, word, first, declared))?;
            most = most.max(Some(node));
            Ok(node)
        };
        let [from, to] = [place(ends[0])?, place(ends[1])?];
        count += 1;
        arcs.push((from, to, cost));
        if dialect == Dialect::Pace {
            arcs.push((to, from, cost));
        }
    }
    if let Some((_, stated)) = declared
        && stated as usize != count
    {
        let message = format!("the header says {stated} arcs, and there are {count}");
        return Err(TextError::new(0, 0, message));
    }
    let nodes = declared.map_or(most.map_or(0, |most| most + 1), |(nodes, _)| nodes);
    let mut builder = GraphBuilder::with_nodes(nodes);
    builder.count_from(first);
    arcs.into_iter().for_each(|(from, to, cost)| _ = builder.arc(from, to, cost));
    builder.finish().map_err(|error| TextError::new(0, 0, error.to_string()))
}

/// Writes the arcs of a graph: with the DIMACS header `p sp NODES ARCS` if its places count from 1,
/// without a header if they count from 0. [`read_graph`] returns an equal graph, apart from
/// positions, which [`write_positions`] writes.
///
/// # Errors
///
/// If places have names, count from another number, or are too many for so few arcs; or if nothing
/// would tell that there is a last place, as no arc touches it and there is no header.
///
/// # Complexity
///
/// O(nodes + arcs).
///
/// # Examples
///
/// ```
/// use astride::io::{read_graph, write_graph};
/// let text = "p sp 3 2\na 1 2 40\na 2 3 25\n";
/// assert_eq!(write_graph(&read_graph(text.as_bytes())?)?, text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_graph(graph: &Graph) -> Result<String, WriteError> {
    let first = graph.place(NodeId::new(0)).0;
    let named = graph.nodes().map(|node| graph.name(node)).find(|name| !name.is_empty());
    let mut losses: Vec<Loss> =
        named.map(|name| Loss::Name { name: name.to_owned() }).into_iter().collect();
    if first > 1 {
        losses.push(Loss::Places { expected: "numbers from 0 or from 1" });
    }
    let mut out = match first {
        0 => String::new(),
        _ => format!("p sp {} {}\n", graph.node_count(), graph.arc_count()),
    };
    let mut reached = 0;
    for (from, to, cost) in graph.all_arcs() {
        reached = reached.max(from + 1).max(to + 1);
        let _ = writeln!(
            out,
            "a {} {} {cost}",
            u64::from(from) + u64::from(first),
            u64::from(to) + u64::from(first)
        );
    }
    if first == 0 && (reached < graph.node_count() || out.is_empty()) {
        losses.push(Loss::Places { expected: "an arc from or to the last, or numbers from 1" });
    } else if u64::from(graph.node_count()) > most_nodes(out.as_bytes()) {
        losses.push(Loss::Places { expected: "more arcs" });
    }
    WriteError::check("a .gr file", losses)?;
    Ok(out)
}

/// Writes the positions of the places of a graph, for [`read_positions`]; `None` if it has none.
///
/// # Errors
///
/// If a coordinate is no whole number, or so large that `f64` has not all of them.
///
/// # Complexity
///
/// O(nodes).
///
/// # Examples
///
/// ```
/// use astride::base::Vec2;
/// use astride::io::write_positions;
/// use astride::shapes::graph::Graph;
/// let mut graph = Graph::from_arcs(2, &[(0, 1, 30)])?;
/// graph.set_positions(&[Vec2::new(3.0, -4.0), Vec2::new(0.0, 25.0)])?;
/// assert_eq!(write_positions(&graph)?.as_deref(), Some("p aux sp co 2\nv 0 3 4\nv 1 0 -25\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_positions(graph: &Graph) -> Result<Option<String>, WriteError> {
    let mut out = format!("p aux sp co {}\n", graph.node_count());
    let mut lost = None;
    for node in graph.nodes() {
        let Some(Vec2 { x, y }) = graph.position(node) else { return Ok(None) };
        let place = graph.place(node);
        if [x, y].iter().any(|part| part.fract() != 0.0 || part.abs() > MOST_WHOLE) {
            lost.get_or_insert(Loss::Position { place: place.0 });
        }
        let _ = writeln!(out, "v {place} {} {}", x as i64, -y as i64);
    }
    WriteError::check("a .co file", lost.into_iter().collect())?;
    Ok(Some(out))
}

/// Up to this number, `f64` has all whole numbers.
const MOST_WHOLE: f64 = 9_007_199_254_740_992.0;

/// Whether a text contains the positions of places.
pub fn has_positions(bytes: &[u8]) -> bool {
    words_of_lines(bytes, b'c').any(|(_, words)| words[0] == b"v")
}

/// Reads the positions of the places of a graph: `p aux sp co PLACES`, then `v PLACE X Y` for each,
/// in integers, east and north. The result has y pointing down, as [`Graph::set_positions`]
/// expects. Arcs may be in the same text.
///
/// # Errors
///
/// If a line has another format, if a place is not one of `graph`, or if a place is missing or
/// repeated.
pub fn read_positions(bytes: &[u8], graph: &Graph) -> Result<Vec<Vec2>, TextError> {
    let mut positions = vec![None; graph.node_count() as usize];
    for (line, words) in words_of_lines(bytes, b'c') {
        let (place, x, y) = match words[..] {
            [b"p", b"aux", b"sp", b"co", stated] => {
                if number(stated) != Some(graph.node_count()) {
                    let expected = format!("{}, as many places as the graph has", positions.len());
                    return Err(unexpected(line, stated, &expected));
                }
                continue;
            }
            [b"p", b"sp", ..] | [b"a" | b"A", ..] => continue,
            [b"v", place, x, y] => (place, x, y),
            _ => return Err(unexpected(line, words[0], "a line \"v PLACE X Y\"")),
        };
        let node = number(place).and_then(|number| graph.node(GraphPlace(number)));
        let node = node.ok_or_else(|| unexpected(line, place, "a place of the graph"))?;
        let part = |word| signed(word).ok_or_else(|| unexpected(line, word, "a whole number"));
        let at = Vec2::new(part(x)?, -part(y)?);
        if positions[node.index()].replace(at).is_some() {
            return Err(unexpected(line, place, "each place once"));
        }
    }
    let missing = positions.iter().position(Option::is_none);
    let named = |node: usize| graph.place(NodeId::new(node as u32));
    let absent = |node| TextError::new(0, 0, format!("place {} has no coordinates", named(node)));
    missing.map_or_else(|| Ok(positions.into_iter().flatten().collect()), |node| Err(absent(node)))
}

/// A query on a graph with its recorded answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoadRow {
    /// The line number in the file, from 1.
    pub line: usize,
    /// The start.
    pub start: GraphPlace,
    /// The goal.
    pub goal: GraphPlace,
    /// The cost of a cheapest path, in the unit of the graph; `None` if there is no path.
    pub cost: Option<Cost>,
}

/// Reads queries with recorded answers: lines `START GOAL COST`, with -1 if there is no path; lines
/// that begin with `#` are comments.
///
/// # Errors
///
/// If a line has another format.
pub fn read_road_queries(bytes: &[u8]) -> Result<Vec<RoadRow>, TextError> {
    let mut rows = Vec::new();
    for (line, words) in words_of_lines(bytes, b'#') {
        let [start, goal, cost] = words[..] else {
            return Err(unexpected(line, words[0], "a line \"START GOAL COST\""));
        };
        let place = |word| {
            let number = number(word).map(GraphPlace);
            number.ok_or_else(|| unexpected(line, word, "the number of a place"))
        };
        let cost = match cost {
            b"-1" => None,
            _ => {
                let digits = str::from_utf8(cost).ok().filter(|text| !text.starts_with('+'));
                let cost = digits.and_then(|text| text.parse().ok());
                Some(cost.ok_or_else(|| unexpected(line, words[2], "a cost, or -1"))?)
            }
        };
        rows.push(RoadRow { line, start: place(start)?, goal: place(goal)?, cost });
    }
    Ok(rows)
}

/// The words of each line that is neither empty nor a comment, with its line number; those of the
/// formats in lower case.
fn words_of_lines(bytes: &[u8], comment: u8) -> impl Iterator<Item = (usize, Vec<&[u8]>)> {
    lines(bytes).filter_map(move |(line, text)| {
        let mut words = words(text).map(lower).peekable();
        let &first = words.peek()?;
        let is_comment = first[0] == comment && (first.len() == 1 || comment == b'#');
        // No valid line has more words than this; one too many is enough to detect that.
        (!is_comment).then(|| (line, words.take(6).collect()))
    })
}

/// A word of the formats in lower case, and any other as it is. `a` is not among them: a drawing may
/// begin with `A`.
fn lower(word: &[u8]) -> &[u8] {
    const WORDS: [&[u8]; 8] = [b"aux", b"c", b"co", b"p", b"sp", b"tdp", b"tw", b"v"];
    if !word[0].is_ascii_alphabetic() {
        return word;
    }
    WORDS.into_iter().find(|known| known.eq_ignore_ascii_case(word)).unwrap_or(word)
}

type Header = (Dialect, Option<(u32, u32)>);

fn header(line: usize, words: &[&[u8]], most: u64) -> Result<Header, TextError> {
    let (dialect, nodes, arcs) = match *words {
        [_, b"sp", nodes, arcs] => (Dialect::Dimacs, nodes, arcs),
        [_, b"tw" | b"tdp", nodes, arcs] => (Dialect::Pace, nodes, arcs),
        _ => return Err(unexpected(line, words[0], "\"p sp NODES ARCS\"")),
    };
    let count = |word| number(word).filter(|&count| u64::from(count) <= most);
    let expected = "a number of places and of arcs that a text of this length can have";
    let nodes = count(nodes).ok_or_else(|| unexpected(line, nodes, expected))?;
    let arcs = count(arcs).ok_or_else(|| unexpected(line, arcs, expected))?;
    Ok((dialect, Some((nodes, arcs))))
}

/// An integer that may be negative.
fn signed(word: &[u8]) -> Option<f64> {
    match word.strip_prefix(b"-") {
        Some(digits) => number(digits).map(|number| -f64::from(number)),
        None => number(word).map(f64::from),
    }
}

fn unexpected(line: usize, word: &[u8], expected: &str) -> TextError {
    TextError::new(line, 0, format!("{} was found, expected {expected}", quote(word)))
}

fn no_place(line: usize, word: &[u8], first: u32, declared: Option<(u32, u32)>) -> TextError {
    match declared {
        Some((nodes, _)) => {
            unexpected(line, word, &format!("a place from {first} to {nodes}, as the header says"))
        }
        None => unexpected(line, word, "a place with a number that fits a text of this length"),
    }
}
