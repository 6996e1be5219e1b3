//! Pushing Boxes: one man, one box, one target (Southwestern European Regional Contest 1997,
//! problem B; POJ 1475, UVa 589).
//!
//! Fewest pushes count first, then fewest moves in all. Two searches, one for the box and inside it
//! one for the man, are not enough if the first forgets from which side a square was reached: a
//! cheapest solution may have to reach it from another side. Here a place is a square of the box and
//! the side where the man stands after a push, an arc is a push with the walk before it, and a
//! distance field from the target says which pushes belong to a best solution.

mod read;
mod walks;

pub use read::read;

use astride::base::{Budget, NodeId, Slot};
use astride::search::DistanceField;
use astride::world::{Arc, Way, World};
use walks::Walks;

/// The longest side of a maze.
pub const MAX_SIDE: usize = 64;

/// A maze with a man, a box and a target.
///
/// # Examples
///
/// ```
/// use astride_puzzles::boxes::{answers, read};
/// let mazes = read("1 7\nSB....T\n1 7\nSB..#.T\n0 0\n")?;
/// assert_eq!(answers(&mazes), "Maze #1\nEEEEE\n\nMaze #2\nImpossible.\n\n");
/// # Ok::<(), astride_puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maze {
    pub(crate) width: usize,
    /// Row by row, whether there is rock.
    pub(crate) rock: Vec<bool>,
    pub(crate) man: usize,
    pub(crate) cargo: usize,
    pub(crate) target: usize,
}

impl Maze {
    /// Squares in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.rock.len() / self.width
    }

    /// The square beside `square` that is no rock.
    pub(crate) fn beside(&self, square: usize, dir: usize) -> Option<usize> {
        let (x, y) = (square % self.width, square / self.width);
        let next = match dir {
            0 => square.checked_sub(self.width)?,
            1 if y + 1 < self.height() => square + self.width,
            2 if x > 0 => square - 1,
            3 if x + 1 < self.width => square + 1,
            _ => return None,
        };
        (!self.rock[next]).then_some(next)
    }
}

/// Directions in the order in which equals are broken.
const PUSHES: [char; 4] = ['N', 'S', 'W', 'E'];
const WALKS: [char; 4] = ['n', 's', 'w', 'e'];

const fn back(dir: usize) -> usize {
    dir ^ 1
}

/// The answers to `mazes` as the judges want them: `Maze #k`, the moves or `Impossible.`, and an
/// empty line.
pub fn answers(mazes: &[Maze]) -> String {
    let answer = |(k, maze): (usize, &Maze)| {
        let moves = solve(maze).unwrap_or_else(|| "Impossible.".into());
        format!("Maze #{}\n{moves}\n\n", k + 1)
    };
    mazes.iter().enumerate().map(answer).collect()
}

/// The moves that bring the box to the target: with the fewest pushes and then the fewest moves in
/// all, `N S W E` for pushes and `n s w e` for walking; `None` if there are none.
///
/// Of equal ones it is the one whose pushes come first in the order N S W E, and whose walks between
/// them come first in the order n s w e.
///
/// # Complexity
///
/// O(s²) for s squares: from each side of each square of the box the man walks over all others.
pub fn solve(maze: &Maze) -> Option<String> {
    let pushes = Pushes::new(maze);
    let targets: Vec<_> =
        (0..4).map(|dir| (NodeId::new((4 * maze.target + dir) as u32), 0)).collect();
    let mut field = DistanceField::new();
    let _ = field.compute(&pushes, &targets, Way::Backward, &mut Budget::unlimited());
    let start = pushes.start();
    field.distance(start)?;
    // A way out of a field takes the first arc that fits, and arcs come in the order N S W E.
    let path = field.path_from(&pushes, start).ok().flatten()?;
    let mut walks = Walks::new(maze);
    let (mut man, mut cargo, mut moves) = (maze.man, maze.cargo, String::new());
    for node in &path.nodes()[1..] {
        let dir = node.index() % 4;
        let behind = maze.beside(cargo, back(dir))?;
        walks.write(man, behind, cargo, &mut moves);
        moves.push(PUSHES[dir]);
        (man, cargo) = (cargo, maze.beside(cargo, dir)?);
    }
    Some(moves)
}

/// More ticks than all moves together can be: there are at most 2¹⁴ places, between which one walks
/// over at most 2¹² squares.
const PUSH: u32 = 1 << 28;

/// The world of pushes. Node `4 · square + dir` says that the box has just been pushed there that
/// way; one more node is the start.
struct Pushes<'m> {
    maze: &'m Maze,
    /// For each node the cost of a push each way, 0 if there is none.
    costs: Vec<[u32; 4]>,
}

impl<'m> Pushes<'m> {
    fn new(maze: &'m Maze) -> Self {
        let mut walks = Walks::new(maze);
        let mut costs = vec![[0; 4]; 4 * maze.rock.len() + 1];
        for (node, costs) in costs.iter_mut().enumerate() {
            let (man, cargo) = match node.checked_sub(4 * maze.rock.len()) {
                Some(_) => (Some(maze.man), maze.cargo),
                None => (maze.beside(node / 4, back(node % 4)), node / 4),
            };
            let (Some(man), false) = (man, maze.rock[cargo]) else { continue };
            walks.flood(man, cargo);
            for (dir, cost) in costs.iter_mut().enumerate() {
                let behind = maze.beside(cargo, back(dir)).and_then(|square| walks.far(square));
                if let (Some(walk), Some(_)) = (behind, maze.beside(cargo, dir)) {
                    *cost = PUSH + walk + 1;
                }
            }
        }
        Pushes { maze, costs }
    }

    fn start(&self) -> NodeId {
        NodeId::new(self.costs.len() as u32 - 1)
    }

    fn square(&self, node: NodeId) -> usize {
        if node == self.start() { self.maze.cargo } else { node.index() / 4 }
    }
}

impl World for Pushes<'_> {
    fn node_count(&self) -> u32 {
        self.costs.len() as u32
    }

    fn is_passable(&self, _node: NodeId) -> bool {
        true
    }

    fn max_arc_cost(&self) -> u32 {
        PUSH + (1 << 13)
    }

    fn min_arc_cost(&self) -> u32 {
        PUSH
    }

    fn for_each_arc(&self, node: NodeId, way: Way, mut visit: impl FnMut(Arc)) {
        if way == Way::Forward {
            for (dir, &cost) in self.costs[node.index()].iter().enumerate() {
                let there = self.maze.beside(self.square(node), dir);
                if let (Some(there), true) = (there, cost > 0) {
                    // Seen from the other end: where the man stood, or that it was the start.
                    let from = if node == self.start() { 4 } else { node.index() % 4 };
                    let node = NodeId::new((4 * there + dir) as u32);
                    visit(Arc { node, cost, slot: Slot::new(from as u16) });
                }
            }
            return;
        }
        if node == self.start() {
            return;
        }
        let (here, dir) = (node.index() / 4, node.index() % 4);
        let Some(before) = self.maze.beside(here, back(dir)) else { return };
        let stood = (0..4).map(|from| NodeId::new((4 * before + from) as u32));
        let started = Some(self.start()).filter(|_| before == self.maze.cargo);
        for origin in stood.chain(started) {
            let cost = self.costs[origin.index()][dir];
            if cost > 0 && !self.maze.rock[here] {
                visit(Arc { node: origin, cost, slot: Slot::new(dir as u16) });
            }
        }
    }

    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
        let code = usize::from(slot.code());
        let step = |square, dir| self.maze.beside(square, dir).unwrap_or(square);
        match way {
            Way::Forward if code == 4 => self.start(),
            Way::Forward => {
                let before = step(node.index() / 4, back(node.index() % 4));
                NodeId::new((4 * before + code) as u32)
            }
            Way::Backward => NodeId::new((4 * step(self.square(node), code) + code) as u32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pushes_keep_the_rules_of_a_world() {
        let text = "5 6\nS.....\n.#B...\n...#..\n.#....\n....T.\n0 0";
        for maze in read(text).unwrap() {
            astride::world::check(&Pushes::new(&maze)).unwrap();
        }
    }
}
