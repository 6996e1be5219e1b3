//! Graphs on the board: places by number, and roads, each of one arc or of one each way.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use astride::base::{CellRect, NodeId, Vec2};
use astride::io::{has_positions, read_graph, read_positions};
use astride::search::DistanceField;
use astride::shapes::graph::{Graph, GraphBuilder};
use astride::shapes::square::{Edit, Grid, Mover};
use astride::world::World;
use serde_json::{Value, json};

use super::{ENDS, check_count, part_of, torn};
use crate::session::limits::Limits;
use crate::session::wire::{Frame, Refusal, kind};

/// Where places were moved to, by number.
pub(in crate::session) type Moves = BTreeMap<u32, [u32; 2]>;

/// The most places that may lie elsewhere than in the file.
const MOST_MOVES: usize = 1024;

/// The distance from the middle of places without given positions.
const RADIUS: f64 = 1000.0;

/// A graph as it was opened, and where places have been moved since.
#[derive(Clone, Debug)]
pub(in crate::session) struct Roads {
    opened: Arc<Opened>,
    moves: Moves,
}

#[derive(Debug)]
struct Opened {
    graph: Graph,
    /// The number of the first place in texts.
    first: u32,
    /// Positions in whole numbers, y down.
    positions: Vec<Vec2>,
    roads: Vec<Road>,
    /// The road of each arc, in the order of [`Graph::all_arcs`].
    road_of: Vec<u32>,
    /// Whether arcs cost their lengths, so that their costs follow moves.
    by_length: bool,
    /// The corners of a box around all places.
    frame: (Vec2, Vec2),
}

#[derive(Clone, Copy, Debug)]
struct Road {
    from: u32,
    to: u32,
    cost: u32,
    both_ways: bool,
}

impl Roads {
    pub(super) fn read(
        bytes: &[u8],
        positions: Option<&[u8]>,
        limits: &Limits,
    ) -> Result<Roads, Refusal> {
        check_numbers(bytes, limits)?;
        let graph = read_graph(bytes).map_err(torn)?;
        let nodes = graph.node_count();
        if nodes == 0 {
            return Err(Refusal::format("a graph without places, expected one or more"));
        }
        let positions = match positions.or_else(|| has_positions(bytes).then_some(bytes)) {
            Some(text) => read_positions(text, &graph).map_err(torn)?,
            None => circle(&graph),
        };
        let (roads, road_of) = roads_of(&graph);
        check_count(u64::from(nodes) + roads.len() as u64, "places and roads", limits)?;
        let by_length = !roads.is_empty()
            && roads.iter().all(|road| {
                road.cost == length(positions[road.from as usize], positions[road.to as usize])
            });
        let first = graph.place(NodeId::new(0)).0;
        let frame = frame_of(&positions);
        let opened = Opened { graph, first, positions, roads, road_of, by_length, frame };
        Ok(Roads { opened: Arc::new(opened), moves: Moves::new() })
    }

    pub(super) fn place_count(&self) -> u32 {
        self.opened.graph.node_count()
    }

    pub(super) fn cell_count(&self) -> u32 {
        self.place_count() + self.opened.roads.len() as u32
    }

    pub(super) fn moves(&self) -> &Moves {
        &self.moves
    }

    pub(super) fn with_moves(&self, moves: Moves) -> Roads {
        Roads { opened: Arc::clone(&self.opened), moves }
    }

    pub(super) fn moved(&self, place: usize, to: [u32; 2]) -> Result<Roads, Refusal> {
        let count = self.place_count();
        if place >= count as usize {
            let text = format!("there is no place {place}, the graph has {count}");
            return Err(Refusal::value(text));
        }
        let size = self.extent();
        if to[0] > size[0] || to[1] > size[1] {
            let [[x, y], [width, height]] = [to, size];
            let text = format!("point ({x}, {y}) is off the map of {width}x{height}");
            return Err(Refusal::new("off-map", text));
        }
        let mut moves = self.moves.clone();
        moves.insert(place as u32, to);
        if moves.len() > MOST_MOVES {
            return Err(Refusal::size(format!("more than {MOST_MOVES} places that were moved")));
        }
        Ok(self.with_moves(moves))
    }

    /// Width and height of the box in which places lie.
    fn extent(&self) -> [u32; 2] {
        let (least, most) = self.opened.frame;
        [most.x - least.x, most.y - least.y].map(|side| side as u32)
    }

    fn position(&self, place: u32) -> Vec2 {
        match self.moves.get(&place) {
            Some(&[x, y]) => self.opened.frame.0.plus(Vec2::new(x.into(), y.into())),
            None => self.opened.positions[place as usize],
        }
    }

    /// What a road costs: its length, if that is what it cost before and an end was moved.
    fn cost(&self, road: &Road) -> u32 {
        let is_moved = [road.from, road.to].iter().any(|place| self.moves.contains_key(place));
        match self.opened.by_length && is_moved {
            true => length(self.position(road.from), self.position(road.to)),
            false => road.cost,
        }
    }

    /// The arcs that can be taken, with their costs according to what was painted.
    fn arcs(&self, painted: Option<&Grid>) -> Vec<(u32, u32, u32)> {
        let walker = Mover::walker();
        let class = |cell| painted.map_or(super::USUAL, |grid| grid.class_at(NodeId::new(cell)));
        let is_open = |cell| walker.is_passable(class(cell));
        let Opened { graph, roads, road_of, .. } = &*self.opened;
        let arcs = graph.all_arcs().zip(road_of).filter_map(|((from, to, _), &number)| {
            let cell = self.place_count() + number;
            if !is_open(cell) || !is_open(from) || !is_open(to) {
                return None;
            }
            let factor = walker.factor(class(cell)).max(1);
            let cost = u64::from(self.cost(&roads[number as usize])) * u64::from(factor);
            Some((from, to, cost.min(Graph::MAX_COST.into()) as u32))
        });
        arcs.collect()
    }

    /// The graph as it is on the board, and whether each place is open.
    pub(in crate::session) fn painted(&self, grid: &Grid) -> Result<(Graph, Vec<bool>), String> {
        let nodes = self.place_count();
        let mut builder = GraphBuilder::with_nodes(nodes);
        builder.count_from(self.opened.first);
        for (from, to, cost) in self.arcs(Some(grid)) {
            builder.arc(from, to, cost);
        }
        builder.positions((0..nodes).map(|place| self.position(place)).collect());
        let walker = Mover::walker();
        let is_open = |place| walker.is_passable(grid.class_at(NodeId::new(place)));
        let graph = builder.finish().map_err(|error| error.to_string())?;
        Ok((graph, (0..nodes).map(is_open).collect()))
    }

    /// A start on the left, and the goal on the right that can be reached from it.
    pub(in crate::session) fn ends(&self) -> (NodeId, NodeId) {
        let nearest = |share, suits: &dyn Fn(NodeId) -> bool| {
            let wanted = part_of(self.opened.frame, share);
            let far = |node: &NodeId| self.position(node.get()).distance_to(wanted);
            let nodes = self.opened.graph.nodes().filter(|&node| suits(node));
            nodes.min_by(|a, b| far(a).total_cmp(&far(b)))
        };
        let start = nearest(ENDS[0], &|_| true).unwrap_or(NodeId::new(0));
        let mut field = DistanceField::new();
        let budget = &mut astride::base::Budget::unlimited();
        let way = astride::world::Way::Forward;
        let _ = field.compute(&self.opened.graph, &[(start, 0)], way, budget);
        let reached = |node: NodeId| node != start && field.distance(node).is_some();
        (start, nearest(ENDS[1], &reached).unwrap_or(start))
    }

    pub(super) fn json(&self) -> Value {
        let Opened { first, roads, by_length, .. } = &*self.opened;
        json!({
            "places": self.place_count(), "roads": roads.len(), "first": first,
            "by_length": by_length, "extent": self.extent(),
        })
    }

    /// Where places lie from the top left; ends, cost and directions of roads.
    pub(super) fn frame(&self, re: u32) -> Frame {
        let (nodes, roads) = (self.place_count(), &self.opened.roads);
        let numbers = [nodes, roads.len() as u32, 0, 0];
        let payload = 8 * nodes as usize + 13 * roads.len();
        let mut frame = Frame::new(kind::PLAN, re, numbers, payload);
        let places: Vec<Vec2> =
            (0..nodes).map(|place| self.position(place).minus(self.opened.frame.0)).collect();
        places.iter().for_each(|at| frame.f32(at.x));
        places.iter().for_each(|at| frame.f32(at.y));
        roads.iter().for_each(|road| frame.u32(road.from));
        roads.iter().for_each(|road| frame.u32(road.to));
        roads.iter().for_each(|road| frame.u32(self.cost(road)));
        roads.iter().for_each(|road| frame.u8s(&[u8::from(road.both_ways)]));
        frame
    }

    pub(super) fn text(&self, painted: Option<&Grid>) -> String {
        // Without some of its arcs, a text that counts from 0 would not show how many places there are.
        let first = if painted.is_some() { 1 } else { self.opened.first };
        let nodes = self.place_count();
        let arcs = self.arcs(painted);
        let mut text = match first {
            0 => String::new(),
            _ => format!("p sp {nodes} {}\n", arcs.len()),
        };
        for (from, to, cost) in arcs {
            let _ = writeln!(text, "a {} {} {cost}", from + first, to + first);
        }
        for place in 0..nodes {
            let at = self.position(place);
            let _ = writeln!(text, "v {} {:.0} {:.0}", place + first, at.x, 0.0 - at.y);
        }
        text
    }

    pub(super) fn picture(&self, side: u32) -> Result<Grid, Refusal> {
        let [width, height] = self.extent().map(|side| f64::from(side.max(1)));
        let step = width.max(height) / f64::from(side.max(3) - 3);
        let size = [width, height].map(|length| (length / step) as u32 + 3);
        let mut grid = Grid::new(size[0], size[1], super::USUAL).map_err(Refusal::size)?;
        let mut edit = Edit::new();
        for road in &self.opened.roads {
            let [from, to] = [road.from, road.to]
                .map(|place| self.position(place).minus(self.opened.frame.0).times(1.0 / step));
            let steps = (from.distance_to(to) * 2.0).ceil().max(1.0);
            for at in 0..=steps as u32 {
                let point = from.plus(to.minus(from).times(f64::from(at) / steps));
                edit.fill(CellRect::new(point.x as u32 + 1, point.y as u32 + 1, 1, 1), b'@');
            }
        }
        grid.apply(&edit).map_err(Refusal::size)?;
        Ok(grid)
    }
}

/// Refuses numbers of places or arcs above the limit, before anything is made from them.
fn check_numbers(bytes: &[u8], limits: &Limits) -> Result<(), Refusal> {
    for (line, text) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let mut words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let numbers = match words.next() {
            Some(b"p") => 2..4,
            Some(b"a") => 1..3,
            _ => continue,
        };
        let skipped = numbers.start - 1;
        for word in words.skip(skipped).take(numbers.len()) {
            let number = str::from_utf8(word).ok().and_then(|word| word.parse().ok());
            // An arc each way, and places numbered from 1.
            let most = |number: u64| number.saturating_sub(1) / 2;
            let what = format!("places and roads by line {}", line + 1);
            number.map_or(Ok(()), |number| match skipped {
                1 => check_count(most(number), &what, limits),
                _ => check_count(number, &what, limits),
            })?;
        }
    }
    Ok(())
}

/// Pairs of arcs that lead there and back at the same cost are one road.
fn roads_of(graph: &Graph) -> (Vec<Road>, Vec<u32>) {
    let (mut roads, mut road_of) = (Vec::new(), Vec::new());
    let mut single: BTreeMap<(u32, u32, u32), Vec<u32>> = BTreeMap::new();
    for (from, to, cost) in graph.all_arcs() {
        let back = single.get_mut(&(to, from, cost)).filter(|_| from != to).and_then(Vec::pop);
        let road = back.unwrap_or_else(|| {
            let number = roads.len() as u32;
            roads.push(Road { from, to, cost, both_ways: false });
            single.entry((from, to, cost)).or_default().push(number);
            number
        });
        roads[road as usize].both_ways |= back.is_some();
        road_of.push(road);
    }
    (roads, road_of)
}

/// Places without given positions, in a circle in the order of their numbers.
fn circle(graph: &Graph) -> Vec<Vec2> {
    let count = f64::from(graph.node_count());
    let around = |node: NodeId| {
        let angle = f64::from(node.get()) / count * std::f64::consts::TAU;
        Vec2::new((RADIUS * angle.sin()).round(), (-RADIUS * angle.cos()).round())
    };
    graph.nodes().map(around).collect()
}

fn length(from: Vec2, to: Vec2) -> u32 {
    from.distance_to(to).round().min(f64::from(Graph::MAX_COST)) as u32
}

/// A box around some points, no side of which is less than a quarter of the other.
fn frame_of(points: &[Vec2]) -> (Vec2, Vec2) {
    let end = |least: fn(f64, f64) -> f64| {
        let ends = points.iter().copied();
        ends.reduce(|a, b| Vec2::new(least(a.x, b.x), least(a.y, b.y))).unwrap_or_default()
    };
    let (least, most) = (end(f64::min), end(f64::max));
    let (width, height) = (most.x - least.x, most.y - least.y);
    let side = |length: f64, other: f64| length.max((other / 4.0).ceil()).max(4.0);
    (least, least.plus(Vec2::new(side(width, height), side(height, width))))
}
