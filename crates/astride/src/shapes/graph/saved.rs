//! Saving graphs as tables of a container, and loading them.

use std::str;

use super::error::Kind;
use super::layout::Layout;
use super::rows::Rows;
use super::{Graph, GraphMover, GraphPlace};
use crate::base::{
    Container, Groups, NodeId, Pack, Packer, PartsError, SmallSort, TablesError, Unpacker, Vec2,
    check, few, u8s, u16s, u32s, u64s,
};
use crate::shapes::Stored;
use crate::world::{Changes, Way, World};

const NUMBERS: &str = "graph.numbers";
const DEGREES: &str = "graph.degrees";
const ARCS: &str = "graph.arcs";
const NAME_SIZES: &str = "graph.name-sizes";
const NAMES: &str = "graph.names";
const POSITIONS: &str = "graph.positions";
const MOVERS: &str = "movers.count";

impl Stored for Graph {
    const KIND: [u8; 4] = *b"grph";
    const NAVIGATOR: [u8; 4] = *b"ngra";
    const RECORDING: [u8; 4] = *b"rgra";
    const TABLES: &'static [&'static str] = &[NUMBERS, DEGREES, ARCS, NAME_SIZES, NAMES, POSITIONS];
    const MOVERS: &'static [&'static str] = &[MOVERS];

    /// The number of the first place, the bounds of the costs of arcs, and the cost of a lattice
    /// step used by the heuristic, which after edits may be lower than the arcs allow.
    fn put<'a>(&'a self, out: &mut Groups<'a>) {
        let (least, most) = self.costs;
        let numbers = [self.first.0, least, most].map(u64::from);
        let degree = |node: NodeId| self.arcs(node, Way::Forward).len() as u16;
        out.put(NUMBERS, vec![numbers[0], numbers[1], numbers[2], self.layout.scale]);
        out.put(DEGREES, self.nodes().map(degree).collect::<Vec<u16>>());
        out.put(ARCS, self.all_arcs().flat_map(|(_, to, cost)| [to, cost]).collect::<Vec<u32>>());
        let is_named = |node: NodeId| self.node_named(self.name(node)) == Some(node);
        // The length in bytes plus one, or 0 without a name.
        let size = |node: NodeId| match is_named(node) {
            true => self.name(node).len() as u32 + 1,
            false => 0,
        };
        let named = if self.names.is_empty() { 0 } else { self.node_count() };
        out.put(NAME_SIZES, (0..named).map(|at| size(NodeId::new(at))).collect::<Vec<u32>>());
        out.put(NAMES, self.names.iter().flat_map(|name| name.bytes()).collect::<Vec<u8>>());
        let positions = self.nodes().filter_map(|node| self.position(node));
        let bits = |at: Vec2| [at.x, at.y].map(f64::to_bits);
        out.put(POSITIONS, positions.flat_map(bits).collect::<Vec<u64>>());
    }

    fn take(tables: &Container<'_>, revision: u64) -> Result<Graph, TablesError> {
        let [first, least, most, scale] = few(u64s(tables, NUMBERS)?, NUMBERS)?;
        let first = u32::try_from(first).map_err(|_| wrong(NUMBERS, 0, "a place below 2^32"))?;
        let arcs = take_arcs(tables)?;
        let nodes = u16s(tables, DEGREES)?.len() as u32;
        let (leaving, arriving) = Rows::both_ways(nodes, &arcs).map_err(|error| match error.0 {
            Kind::Memory { .. } => TablesError::Memory,
            _ => wrong(ARCS, 0, "at most 4095 arcs out of and into a node").into(),
        })?;
        let (lowest, highest) = Graph::span(&arcs);
        let bounds = u32::try_from(least).ok().zip(u32::try_from(most).ok());
        let costs = bounds
            .filter(|&(least, most)| least <= lowest && highest <= most && most <= Graph::MAX_COST);
        let costs = costs.ok_or(wrong(NUMBERS, 1, "bounds of the costs of all arcs"))?;
        let (names, by_name) = take_names(tables, nodes)?;
        let mut layout = take_positions(tables, nodes)?;
        layout.fit_all(arcs.iter().copied());
        let expected = "a guess that no arc is cheaper than";
        check(scale <= layout.scale, NUMBERS, 3, expected)?;
        layout.scale = scale;
        let (first, log) = (GraphPlace(first), Changes::forgotten_until(revision));
        Ok(Graph { leaving, arriving, costs, names, by_name, layout, first, log })
    }

    /// For each of them how many arcs are not as the graph says, and these: a zero if there are none.
    fn put_movers(movers: &[&GraphMover], out: &mut Groups<'_>) {
        let mut packer = Packer::default();
        movers.iter().for_each(|mover| mover.pack(&mut packer));
        out.put(MOVERS, packer.bytes().to_vec());
    }

    fn take_movers(tables: &Container<'_>) -> Result<Vec<GraphMover>, TablesError> {
        let mut from = Unpacker::new(MOVERS, u8s(tables, MOVERS)?);
        let mut movers = Vec::new();
        while !from.is_at_end() {
            movers.push(GraphMover::unpack(&mut from)?);
        }
        Ok(movers)
    }

    fn has_places_of(&self, other: &Graph) -> bool {
        (self.node_count(), self.first) == (other.node_count(), other.first)
    }
}

impl Pack for GraphPlace {
    fn pack(&self, out: &mut Packer) {
        out.number(self.0);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<GraphPlace, PartsError> {
        Ok(GraphPlace(from.u32()?))
    }
}

fn wrong(part: &'static str, at: usize, expected: &'static str) -> PartsError {
    PartsError::Damaged { part, at, expected }
}

fn take_arcs(tables: &Container<'_>) -> Result<Vec<(u32, u32, u32)>, TablesError> {
    let (degrees, numbers) = (u16s(tables, DEGREES)?, u32s(tables, ARCS)?);
    let is_usable = degrees.len() <= NodeId::MAX_INDEX as usize;
    check(is_usable, DEGREES, degrees.len(), "at most 2^32 - 2 nodes")?;
    let (arcs, rest) = numbers.as_chunks::<2>();
    let count: u64 = degrees.iter().map(|&degree| u64::from(degree)).sum();
    let is_paired = count == arcs.len() as u64 && rest.is_empty() && count < u32::MAX.into();
    check(is_paired, ARCS, numbers.len(), "two numbers for each arc that leaves a node")?;
    let from = (0u32..).zip(&degrees);
    let from = from.flat_map(|(node, &degree)| (0..degree).map(move |_| node));
    let mut all = Vec::with_capacity(arcs.len());
    for ((at, &[to, cost]), from) in arcs.iter().enumerate().zip(from) {
        check((to as usize) < degrees.len(), ARCS, 2 * at, "a node of the graph")?;
        check(cost <= Graph::MAX_COST, ARCS, 2 * at + 1, "a cost of at most 2^31")?;
        all.push((from, to, cost));
    }
    Ok(all)
}

/// Reads the names by node, and the nodes by name.
fn take_names(
    tables: &Container<'_>,
    nodes: u32,
) -> Result<(Vec<String>, Vec<NodeId>), TablesError> {
    let (sizes, mut bytes) = (u32s(tables, NAME_SIZES)?, u8s(tables, NAMES)?);
    let is_paired = sizes.is_empty() || sizes.len() == nodes as usize;
    check(is_paired, NAME_SIZES, sizes.len(), "one for each node, or none")?;
    let mut names = Vec::with_capacity(sizes.len());
    for (at, &size) in sizes.iter().enumerate() {
        let own = bytes.split_at_checked(size.saturating_sub(1) as usize);
        let (own, rest) = own.ok_or(wrong(NAME_SIZES, at, "no more bytes than there are"))?;
        let name = str::from_utf8(own).map_err(|_| wrong(NAMES, at, "names in UTF-8"))?;
        names.push(name.to_owned());
        bytes = rest;
    }
    check(bytes.is_empty(), NAMES, bytes.len(), "only names of a node")?;
    let named = sizes.iter().enumerate().filter(|(_, size)| **size > 0);
    let mut by_name: Vec<NodeId> = named.map(|(at, _)| NodeId::new(at as u32)).collect();
    check(sizes.is_empty() || !by_name.is_empty(), NAME_SIZES, 0, "some name, or none at all")?;
    let name = |node: &NodeId| names[node.index()].as_str();
    by_name.sort_small_by_key(|node| name(node));
    let twice = by_name.windows(2).find(|pair| name(&pair[0]) == name(&pair[1]));
    let at = twice.map_or(0, |pair| pair[0].index());
    check(twice.is_none(), NAMES, at, "a name for one node only")?;
    Ok((names, by_name))
}

fn take_positions(tables: &Container<'_>, nodes: u32) -> Result<Layout, TablesError> {
    let bits = u64s(tables, POSITIONS)?;
    if bits.is_empty() {
        return Ok(Layout::default());
    }
    let (pairs, rest) = bits.as_chunks::<2>();
    check(rest.is_empty(), POSITIONS, bits.len(), "two numbers for each node")?;
    let position = |&[x, y]: &[u64; 2]| Vec2::new(f64::from_bits(x), f64::from_bits(y));
    let positions: Vec<Vec2> = pairs.iter().map(position).collect();
    let expected = "a position of two finite numbers for each node";
    Ok(Layout::of(&positions, nodes).map_err(|_| wrong(POSITIONS, 0, expected))?)
}
