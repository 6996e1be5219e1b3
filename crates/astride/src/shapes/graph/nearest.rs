//! The road nearest to a point, by a grid of buckets, and routes that begin and end between places.

use super::Graph;
use crate::base::{Cost, NodeId, SmallSort, Vec2};

/// The roads of a graph by where they lie, to find the one nearest to a point.
///
/// All arcs between the same two positions are one road, in both directions. The grid belongs to
/// the positions and arcs from which it was made: make it again after an edit.
///
/// # Examples
///
/// A courier sets out 30 metres along a one-way street and wants to go to a place before that.
///
/// ```
/// use astride::base::Vec2;
/// use astride::index::hierarchy::Hierarchy;
/// use astride::index::hubs::SparseGraph;
/// use astride::search::Scratch;
/// use astride::shapes::graph::{Graph, RoadGrid};
/// let mut roads = Graph::from_arcs(3, &[(0, 1, 100), (1, 2, 50), (2, 1, 50), (2, 0, 80)])?;
/// roads.set_positions(&[(0.0, 0.0), (100.0, 0.0), (100.0, 50.0)].map(|(x, y)| Vec2::new(x, y)))?;
/// let grid = RoadGrid::of(&roads).expect("places have positions");
/// let start = grid.nearest_road(Vec2::new(30.0, 4.0)).unwrap();
/// assert_eq!((start.from.get(), start.to.get(), start.share, start.distance), (0, 1, 0.3, 4.0));
/// let goal = grid.nearest_road(Vec2::new(10.0, -1.0)).unwrap();
///
/// let hierarchy = Hierarchy::build(&SparseGraph::of_world(&roads)?)?;
/// let mut scratch = Scratch::new();
/// let cost = |from, to| hierarchy.distance(from, to, &mut scratch);
/// let route = start.route_to(&goal, cost).unwrap();
/// // On to the end of the street, back round the block, and into the street again.
/// assert_eq!(route.cost, 70 + 50 + 80 + 10);
/// assert_eq!(route.ends.unwrap().map(|end| end.get()), [1, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RoadGrid {
    /// By road: both ends, and where its arcs begin.
    ends: Vec<[Vec2; 2]>,
    starts: Vec<u32>,
    arcs: Vec<RoadArc>,
    /// The corner of the first cell, and the side of each.
    corner: Vec2,
    side: f64,
    columns: usize,
    rows: usize,
    /// By cell, row by row: where its roads begin.
    cells: Vec<u32>,
    held: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct RoadArc {
    from: u32,
    to: u32,
    cost: u32,
    /// Whether it leads from the second end of the road to the first.
    is_turned: bool,
}

/// A point on a road.
#[derive(Clone, Debug, PartialEq)]
pub struct OnRoad {
    /// The start of an arc on which the point lies.
    pub from: NodeId,
    /// Its end.
    pub to: NodeId,
    /// How much of this arc is before the point, from 0 to 1.
    pub share: f64,
    /// The point itself, in the unit of the positions.
    pub point: Vec2,
    /// How far it is from the point that was asked for.
    pub distance: f64,
    /// The same point on each arc of the road.
    pieces: Vec<Piece>,
    road: u32,
}

/// An arc in two parts, of which the costs add up to its own.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Piece {
    from: u32,
    to: u32,
    before: Cost,
    after: Cost,
    /// How much of the arc is before the point.
    share: f64,
}

/// A route between two points on roads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RoadRoute {
    /// Ticks, the parts of arcs at both ends included.
    pub cost: Cost,
    /// The first and the last place on the route; `None` if it leads along one arc only.
    pub ends: Option<[NodeId; 2]>,
}

/// How far beside a cell a road still counts as in it, in sides of cells: far more than rounding.
const SLACK: f64 = 1e-6;

/// In how many cells a road may be on average; cells are made larger for long roads.
const MOST_HELD: usize = 8;

impl RoadGrid {
    /// The roads of a graph; `None` if its places have no positions.
    ///
    /// # Complexity
    ///
    /// O(arcs · log arcs) time and O(arcs) memory.
    pub fn of(graph: &Graph) -> Option<RoadGrid> {
        let at = |node: u32| graph.position(NodeId::new(node));
        let mut list = Vec::with_capacity(graph.arc_count());
        for (from, to, cost) in graph.all_arcs().filter(|arc| arc.0 != arc.1) {
            let (here, there) = (at(from)?, at(to)?);
            let key = |point: Vec2| [point.x + 0.0, point.y + 0.0];
            let is_turned = compare(key(here), key(there)).is_gt();
            let ends = if is_turned { [there, here] } else { [here, there] };
            list.push((ends.map(key), RoadArc { from, to, cost, is_turned }));
        }
        if list.is_empty() && graph.nodes().any(|node| graph.position(node).is_none()) {
            return None;
        }
        // Stable, so that the arcs of a road keep their order.
        list.sort_small_by(|(one, _), (other, _)| {
            compare(one[0], other[0]).then(compare(one[1], other[1]))
        });
        let (mut ends, mut starts, mut arcs) = (Vec::new(), Vec::new(), Vec::new());
        for road in list.chunk_by(|(one, _), (other, _)| one == other) {
            ends.push(road[0].0.map(|[x, y]| Vec2::new(x, y)));
            starts.push(arcs.len() as u32);
            arcs.extend(road.iter().map(|&(_, arc)| arc));
        }
        starts.push(arcs.len() as u32);
        let mut grid = RoadGrid {
            ends,
            starts,
            arcs,
            corner: Vec2::new(0.0, 0.0),
            side: 1.0,
            columns: 0,
            rows: 0,
            cells: Vec::new(),
            held: Vec::new(),
        };
        grid.fill();
        Some(grid)
    }

    /// The number of roads: pairs of positions that arcs connect.
    pub fn road_count(&self) -> u32 {
        self.ends.len() as u32
    }

    /// Bytes of all tables.
    pub fn bytes(&self) -> usize {
        self.ends.len() * size_of::<[Vec2; 2]>()
            + self.arcs.len() * size_of::<RoadArc>()
            + (self.starts.len() + self.cells.len() + self.held.len()) * size_of::<u32>()
    }

    /// The nearest point on any road; `None` if there are no roads, or if the point is not finite.
    /// Which of several equally near roads is reported depends only on the graph.
    ///
    /// # Complexity
    ///
    /// O(roads in the cells around the point): a handful near roads, all of them far away.
    pub fn nearest_road(&self, point: Vec2) -> Option<OnRoad> {
        if self.ends.is_empty() || !point.is_finite() {
            return None;
        }
        let cell = |at: f64, count: usize| (at.max(0.0) as usize).min(count - 1);
        let [column, row] = [
            cell((point.x - self.corner.x) / self.side, self.columns),
            cell((point.y - self.corner.y) / self.side, self.rows),
        ];
        let mut best = Best { distance: f64::INFINITY, road: 0, share: 0.0 };
        for ring in 0.. {
            let block = Block {
                columns: [column.saturating_sub(ring), (column + ring).min(self.columns - 1)],
                rows: [row.saturating_sub(ring), (row + ring).min(self.rows - 1)],
            };
            for y in at_ring(row, ring, self.rows) {
                for x in block.columns[0]..=block.columns[1] {
                    self.look_into([x, y], point, &mut best);
                }
            }
            for x in at_ring(column, ring, self.columns) {
                for y in (row + 1).saturating_sub(ring)..(row + ring).min(self.rows) {
                    self.look_into([x, y], point, &mut best);
                }
            }
            if best.distance < self.beyond(&block, point) - SLACK * self.side || self.is_all(&block)
            {
                break;
            }
        }
        Some(self.on_road(point, &best))
    }

    /// Compares the roads of a cell with the best so far.
    fn look_into(&self, [x, y]: [usize; 2], point: Vec2, best: &mut Best) {
        let cell = y * self.columns + x;
        for &road in &self.held[self.cells[cell] as usize..self.cells[cell + 1] as usize] {
            let (distance, share) = nearest_on(self.ends[road as usize], point);
            let order = distance.total_cmp(&best.distance).then(road.cmp(&best.road));
            if order.is_lt() {
                *best = Best { distance, road, share };
            }
        }
    }

    fn is_all(&self, block: &Block) -> bool {
        *block == Block { columns: [0, self.columns - 1], rows: [0, self.rows - 1] }
    }

    /// How far a point is from all cells outside a block; infinite if there are none.
    fn beyond(&self, block: &Block, point: Vec2) -> f64 {
        let x = |column: usize| self.corner.x + column as f64 * self.side;
        let y = |row: usize| self.corner.y + row as f64 * self.side;
        let whole = [[x(0), x(self.columns)], [y(0), y(self.rows)]];
        let [left, right] = [x(block.columns[0]), x(block.columns[1] + 1)];
        let [top, bottom] = [y(block.rows[0]), y(block.rows[1] + 1)];
        let slabs = [
            (block.columns[0] > 0, [[whole[0][0], left], whole[1]]),
            (block.columns[1] + 1 < self.columns, [[right, whole[0][1]], whole[1]]),
            (block.rows[0] > 0, [whole[0], [whole[1][0], top]]),
            (block.rows[1] + 1 < self.rows, [whole[0], [bottom, whole[1][1]]]),
        ];
        let distance = |[across, down]: [[f64; 2]; 2]| {
            let gap = |at: f64, [least, most]: [f64; 2]| (least - at).max(at - most).max(0.0);
            Vec2::new(gap(point.x, across), gap(point.y, down)).length()
        };
        let there = slabs.into_iter().filter(|&(is_there, _)| is_there);
        there.map(|(_, slab)| distance(slab)).fold(f64::INFINITY, f64::min)
    }

    fn on_road(&self, point: Vec2, best: &Best) -> OnRoad {
        let road = best.road as usize;
        let arcs = &self.arcs[self.starts[road] as usize..self.starts[road + 1] as usize];
        let share_of = |arc: &RoadArc| if arc.is_turned { 1.0 - best.share } else { best.share };
        let piece = |arc: &RoadArc| {
            let (share, cost) = (share_of(arc), Cost::from(arc.cost));
            let before = ((share * f64::from(arc.cost)).round() as Cost).min(cost);
            Piece { from: arc.from, to: arc.to, before, after: cost - before, share }
        };
        let at = point_on(self.ends[road], best.share);
        OnRoad {
            from: NodeId::new(arcs[0].from),
            to: NodeId::new(arcs[0].to),
            share: share_of(&arcs[0]),
            point: at,
            distance: at.distance_to(point),
            pieces: arcs.iter().map(piece).collect(),
            road: best.road,
        }
    }

    /// Lays the grid over all roads and puts each into the cells that it crosses.
    fn fill(&mut self) {
        let points = || self.ends.iter().flatten();
        let least = |part: fn(&Vec2) -> f64| points().map(part).fold(f64::INFINITY, f64::min);
        let most = |part: fn(&Vec2) -> f64| points().map(part).fold(f64::NEG_INFINITY, f64::max);
        if self.ends.is_empty() {
            return;
        }
        let count = self.ends.len() as f64;
        self.corner = Vec2::new(least(|at| at.x), least(|at| at.y));
        let (width, height) = (most(|at| at.x) - self.corner.x, most(|at| at.y) - self.corner.y);
        // As many cells as roads, or three times as many where all lie on a line.
        let side = (width / count.sqrt()).sqrt() * (height / count.sqrt()).sqrt();
        let side = side.max(width / count).max(height / count);
        self.side = if side > 0.0 && side.is_finite() { side } else { f64::MAX };
        // The difference of finite positions may overflow.
        let is_finite = width.is_finite() && height.is_finite();
        let held = loop {
            let cells = |length: f64| (length / self.side) as usize + 1;
            (self.columns, self.rows) =
                if is_finite { (cells(width), cells(height)) } else { (1, 1) };
            let (mut held, most) = (0, MOST_HELD * self.ends.len());
            for &ends in &self.ends {
                self.each_cell(ends, |_| held += 1);
                if held > most {
                    break;
                }
            }
            // A single cell holds each road once.
            if held <= most {
                break held;
            }
            self.side *= 2.0;
        };
        let mut list = Vec::with_capacity(held);
        for road in 0..self.road_count() {
            self.each_cell(self.ends[road as usize], |cell| list.push((cell as u32, road)));
        }
        list.sort_unstable();
        self.cells = vec![0; self.columns * self.rows + 1];
        list.iter().for_each(|&(cell, _)| self.cells[cell as usize + 1] += 1);
        for cell in 1..self.cells.len() {
            self.cells[cell] += self.cells[cell - 1];
        }
        self.held = list.into_iter().map(|(_, road)| road).collect();
    }

    /// The cells that a line crosses, and sometimes one beside them.
    fn each_cell(&self, ends: [Vec2; 2], mut tell: impl FnMut(usize)) {
        let [a, b] = ends.map(|at| {
            Vec2::new((at.x - self.corner.x) / self.side, (at.y - self.corner.y) / self.side)
        });
        let span = |one: f64, other: f64, count: usize| {
            let cell = |at: f64| (at.max(0.0) as usize).min(count - 1);
            cell(one.min(other) - SLACK)..=cell(one.max(other) + SLACK)
        };
        for row in span(a.y, b.y, self.rows) {
            // The part of the line in this row.
            let share = |y: f64| match b.y - a.y {
                0.0 => None,
                down => Some(((y - a.y) / down).clamp(0.0, 1.0)),
            };
            let [top, bottom] = [row as f64 - SLACK, row as f64 + 1.0 + SLACK];
            let (first, last) = share(top).zip(share(bottom)).unwrap_or((0.0, 1.0));
            let x = |share: f64| a.x + (b.x - a.x) * share;
            for column in span(x(first), x(last), self.columns) {
                tell(row * self.columns + column);
            }
        }
    }
}

impl OnRoad {
    /// The places to which the roads lead on from here, by node, each with the ticks to it: sources
    /// with a head start for searches and for
    /// [`HubLabels::distance`](crate::index::hubs::HubLabels::distance).
    pub fn starts(&self) -> Vec<(NodeId, Cost)> {
        let at_start = self.pieces.iter().filter(|piece| piece.share <= 0.0);
        let here = at_start.map(|piece| (piece.from, 0));
        cheapest(self.pieces.iter().map(|piece| (piece.to, piece.after)).chain(here))
    }

    /// The places from which roads lead here, by node, each with the ticks from it.
    pub fn goals(&self) -> Vec<(NodeId, Cost)> {
        let at_end = self.pieces.iter().filter(|piece| piece.share >= 1.0);
        let here = at_end.map(|piece| (piece.to, 0));
        cheapest(self.pieces.iter().map(|piece| (piece.from, piece.before)).chain(here))
    }

    /// The ticks to a point further along one arc; `None` if it is on another road, or if no arc of
    /// this one leads from here to there.
    pub fn along(&self, goal: &OnRoad) -> Option<Cost> {
        let both = self.pieces.iter().zip(&goal.pieces).filter(|_| self.road == goal.road);
        // Ticks do not tell which of two points is further along an arc that costs few of them.
        let ahead = both.filter(|(here, there)| here.share <= there.share);
        ahead.map(|(here, there)| there.before.saturating_sub(here.before)).min()
    }

    /// A cheapest route to another point found by the same grid, if there is one; `cost` returns what a
    /// cheapest path between two nodes costs, by whichever search or index.
    ///
    /// # Complexity
    ///
    /// A call for each start and goal: at most four in a network without parallel roads.
    pub fn route_to(
        &self,
        goal: &OnRoad,
        mut cost: impl FnMut(u32, u32) -> Option<Cost>,
    ) -> Option<RoadRoute> {
        let mut best = self.along(goal).map(|cost| RoadRoute { cost, ends: None });
        let goals = goal.goals();
        for (from, before) in self.starts() {
            for &(to, after) in &goals {
                let Some(between) = cost(from.get(), to.get()) else { continue };
                let cost = before.saturating_add(between).saturating_add(after);
                if best.is_none_or(|best| cost < best.cost) {
                    best = Some(RoadRoute { cost, ends: Some([from, to]) });
                }
            }
        }
        best
    }
}

/// The least cost of each node.
fn cheapest(list: impl Iterator<Item = (u32, Cost)>) -> Vec<(NodeId, Cost)> {
    let mut list: Vec<_> = list.map(|(node, cost)| (NodeId::new(node), cost)).collect();
    list.sort_small();
    list.dedup_by_key(|&mut (node, _)| node);
    list
}

/// The nearest road so far.
struct Best {
    distance: f64,
    road: u32,
    share: f64,
}

/// Columns and rows of cells, the last ones included.
#[derive(PartialEq, Eq)]
struct Block {
    columns: [usize; 2],
    rows: [usize; 2],
}

fn compare(one: [f64; 2], other: [f64; 2]) -> std::cmp::Ordering {
    one[0].total_cmp(&other[0]).then(one[1].total_cmp(&other[1]))
}

/// The columns or rows that are exactly this far from another one, of so many.
fn at_ring(middle: usize, ring: usize, count: usize) -> impl Iterator<Item = usize> {
    let after = Some(middle + ring).filter(|&at| ring > 0 && at < count);
    middle.checked_sub(ring).into_iter().chain(after)
}

/// The point after this share of a line.
fn point_on([a, b]: [Vec2; 2], share: f64) -> Vec2 {
    if share <= 0.0 {
        a
    } else if share >= 1.0 {
        b
    } else {
        a.plus(b.minus(a).times(share))
    }
}

/// How far a point is from a line, and where on it the nearest point is, as a share of its length.
fn nearest_on(ends: [Vec2; 2], point: Vec2) -> (f64, f64) {
    let [a, b] = ends;
    let (along, there) = (b.minus(a), point.minus(a));
    let share = along.dot(there) / along.dot(along);
    // The ends may be one point, and products of very large numbers no numbers.
    let share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
    (point_on(ends, share).distance_to(point), share)
}
