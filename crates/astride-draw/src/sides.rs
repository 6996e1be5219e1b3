//! The sides that places of a board share, and which of them a mover cannot cross.

use astride::base::{NodeId, Vec2};
use astride::planner::Board;

/// Corners are the same if they are the same in parts of this size of the distance between
/// neighbours: those of two places are rounded apart.
const GRAIN: f64 = 1.0 / 4096.0;

/// Places that share a side and are closer than this lie above each other or stand for nodes of a
/// net, not for ground.
const LEAST_APART: f64 = 0.5;

/// A side that a mover cannot cross, or in one direction only.
pub(crate) struct Shut {
    pub(crate) ends: [Vec2; 2],
    /// The middle of the place behind it.
    pub(crate) behind: Vec2,
    /// Whether a step there and one back are forbidden.
    pub(crate) ways: [bool; 2],
}

/// A side of a place, and the place behind it.
struct Side {
    from: NodeId,
    to: NodeId,
    /// Which corner of `from` it begins at.
    corner: usize,
    is_shut: bool,
}

/// The sides that places share, each from both of them, by the places.
pub(crate) struct Sides<'a> {
    board: &'a dyn Board,
    all: Vec<Side>,
}

impl<'a> Sides<'a> {
    /// The sides between `places`, which are in order. O(corners · log corners).
    pub(crate) fn of(board: &'a dyn Board, places: &[NodeId]) -> Self {
        let (mut edges, mut middles) = (Vec::new(), Vec::with_capacity(places.len()));
        for (place, &node) in places.iter().enumerate() {
            let corners = board.outline(node);
            middles.push(middle(&corners));
            edges.extend((0..corners.len()).map(|at| (key(ends(&corners, at)), place, at)));
        }
        edges.sort_unstable();
        let mut all = Vec::new();
        for edge in edges.chunk_by(|a, b| a.0 == b.0) {
            // Where places lie above each other, there are more.
            let &[(_, one, at), (_, other, back)] = edge else { continue };
            if middles[one].distance_to(middles[other]) < LEAST_APART {
                continue;
            }
            for (from, to, corner) in [(one, other, at), (other, one, back)] {
                all.push(Side { from: places[from], to: places[to], corner, is_shut: false });
            }
        }
        all.sort_unstable_by_key(|side| (side.from, side.to, side.corner));
        for sides in all.chunk_by_mut(|a, b| a.from == b.from) {
            let shut = board.shut(sides[0].from);
            sides.iter_mut().for_each(|side| side.is_shut = shut.contains(&side.to));
        }
        Sides { board, all }
    }

    /// Whether no two places touch, as in a net of nodes and lines.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The sides between places on which the mover can stand that it cannot cross, each once. Shores
    /// are not among them: there the ground is what keeps the mover.
    pub(crate) fn shut(&self) -> impl Iterator<Item = Shut> + '_ {
        self.all.iter().filter(|side| side.from < side.to).filter_map(|side| {
            let back = self.all.binary_search_by_key(&(side.to, side.from), |at| (at.from, at.to));
            let ways = [side.is_shut, back.is_ok_and(|back| self.all[back].is_shut)];
            if ways == [false; 2] {
                return None;
            }
            let ends = ends(&self.board.outline(side.from), side.corner);
            // A side without length has no line to draw.
            let behind = middle(&self.board.outline(side.to));
            (ends[0] != ends[1]).then_some(Shut { ends, behind, ways })
        })
    }
}

/// The middle between corners.
pub(crate) fn middle(corners: &[Vec2]) -> Vec2 {
    let part = 1.0 / corners.len().max(1) as f64;
    corners.iter().fold(Vec2::new(0.0, 0.0), |sum, &at| sum.plus(at.times(part)))
}

fn ends(corners: &[Vec2], at: usize) -> [Vec2; 2] {
    [corners[at], corners[(at + 1) % corners.len()]]
}

/// What is the same for a side seen from either place.
fn key([one, other]: [Vec2; 2]) -> [i64; 2] {
    let grains = |sum: f64| (sum / GRAIN).round() as i64;
    [grains(one.x + other.x), grains(one.y + other.y)]
}
