//! The cells of a level on which a mover can stand, and the mesh that they make.

use astride::shapes::mesh::Mesh;

use super::solid::{Columns, Span};
use super::{FORMAT, LevelRule, mesh_error};
use crate::error::FormatError;

/// A mesh of more squares would take too much memory.
const MOST_SQUARES: usize = 1 << 20;

const NONE: u32 = u32::MAX;

/// A square of ground over a cell.
#[derive(Clone, Copy, Debug)]
struct Square {
    x: i64,
    y: i64,
    floor: f64,
    ceiling: f64,
    /// The squares that can be walked to, in the next column and in the next row; [`NONE`] for none.
    right: u32,
    up: u32,
}

/// The ground of a level.
pub(super) struct Ground {
    rule: LevelRule,
    /// Row by row, in each cell from the lowest to the highest.
    squares: Vec<Square>,
    /// The first square of each cell, and how many there are in all.
    first: Vec<u32>,
}

impl Ground {
    pub(super) fn of(columns: &Columns, rule: LevelRule) -> Self {
        let mut ground = Ground { rule, squares: Vec::new(), first: vec![0] };
        for y in 0..columns.grid.depth {
            for x in 0..columns.grid.width {
                let spans = columns.column(columns.grid.cell_at(x, y) as usize);
                for (at, span) in spans.iter().enumerate() {
                    let ceiling = spans.get(at + 1).map_or(f64::INFINITY, |next| next.bottom);
                    let square = Square { x, y, floor: span.top, ceiling, right: NONE, up: NONE };
                    let is_ground = span.is_level && ceiling - span.top >= rule.height();
                    if is_ground && !ground.is_at_drop(columns, square) {
                        ground.squares.push(square);
                    }
                }
                ground.first.push(ground.squares.len() as u32);
            }
        }
        ground.link(columns);
        ground
    }

    /// Whether a mover that left a square to some side, or over a corner, would fall.
    fn is_at_drop(&self, columns: &Columns, square: Square) -> bool {
        let (width, depth) = (columns.grid.width, columns.grid.depth);
        let around = (-1..=1).flat_map(|down| (-1..=1).map(move |along| (along, down)));
        around.map(|(along, down)| (square.x + along, square.y + down)).any(|(x, y)| {
            let is_there = (0..width).contains(&x) && (0..depth).contains(&y);
            let spans: &[Span] = match is_there {
                true => columns.column(columns.grid.cell_at(x, y) as usize),
                false => &[],
            };
            let floors =
                std::iter::once(f64::NEG_INFINITY).chain(spans.iter().map(|span| span.top));
            let ceilings = spans.iter().map(|span| span.bottom).chain([f64::INFINITY]);
            floors.zip(ceilings).any(|(floor, ceiling)| {
                floor < square.floor - self.rule.step()
                    && ceiling.min(square.ceiling) - square.floor >= self.rule.height()
            })
        })
    }

    /// Links each square with the one beside it that is nearest in height, if that holds both ways.
    fn link(&mut self, columns: &Columns) {
        let grid = columns.grid;
        for at in 0..self.squares.len() {
            let Square { x, y, .. } = self.squares[at];
            let mutual = |x: i64, y: i64| {
                let is_there = x < grid.width && y < grid.depth;
                let other = is_there.then(|| self.nearest(at, grid.cell_at(x, y)))?;
                let here = grid.cell_at(self.squares[at].x, self.squares[at].y);
                (other != NONE && self.nearest(other as usize, here) as usize == at)
                    .then_some(other)
            };
            let (right, up) = (mutual(x + 1, y), mutual(x, y + 1));
            self.squares[at].right = right.unwrap_or(NONE);
            self.squares[at].up = up.unwrap_or(NONE);
        }
    }

    /// The square of a cell to which a step leads from another, the lower one of equally near ones.
    fn nearest(&self, from: usize, cell: u32) -> u32 {
        let here = self.squares[from];
        let rise = |&at: &u32| (self.squares[at as usize].floor - here.floor).abs();
        let is_open = |at: &u32| {
            let there = self.squares[*at as usize];
            let room = there.ceiling.min(here.ceiling) - there.floor.max(here.floor);
            rise(at) <= self.rule.step() && room >= self.rule.height()
        };
        let all = self.first[cell as usize]..self.first[cell as usize + 1];
        all.filter(is_open).min_by(|a, b| rise(a).total_cmp(&rise(b))).unwrap_or(NONE)
    }

    /// The mesh of the squares, in few polygons.
    pub(super) fn mesh(mut self, columns: &Columns) -> Result<Mesh, FormatError> {
        if self.squares.is_empty() {
            let (height, degrees) = (self.rule.height(), self.rule.degrees());
            let found = format!(
                "no ground that is at most {degrees} degrees steep, has headroom {height} and is wider \
                 than two cells of {}",
                columns.grid.cell
            );
            let expected = "some: faces counter-clockwise seen from above, the right axis up (--up), and \
                            numbers in the unit of the file (--ground, --cell)";
            return Err(FormatError::new(FORMAT, found, expected));
        }
        if self.squares.len() > MOST_SQUARES {
            let found = format!("ground of {} cells", self.squares.len());
            return Err(FormatError::new(
                FORMAT,
                found,
                format!("{MOST_SQUARES} at most (--cell)"),
            ));
        }
        self.unwind();
        let corners = self.corners();
        let (mut number, mut points) = (vec![NONE; corners.len()], Vec::new());
        let mut rings: Vec<[u32; 4]> = Vec::with_capacity(self.squares.len());
        for (at, square) in self.squares.iter().enumerate() {
            rings.push([0, 1, 2, 3].map(|corner| {
                let number = &mut number[corners[4 * at + corner] as usize];
                if *number == NONE {
                    *number = points.len() as u32;
                    points.push(columns.grid.corner(square.x, square.y, corner));
                }
                *number
            }));
        }
        let walls = self.walls(&rings);
        let mesh = Mesh::with_walls(points, &rings, &walls);
        Ok(mesh.map_err(|error| mesh_error(&error))?.merged())
    }

    /// For each corner of each square, four to a square, the number of the first corner that is the same
    /// one: those of two linked squares are.
    fn corners(&self) -> Vec<u32> {
        let mut same: Vec<u32> = (0..4 * self.squares.len() as u32).collect();
        fn root(same: &mut [u32], mut at: u32) -> u32 {
            while same[at as usize] != at {
                same[at as usize] = same[same[at as usize] as usize];
                at = same[at as usize];
            }
            at
        }
        let mut join = |one: u32, other: u32| {
            let (one, other) = (root(&mut same, one), root(&mut same, other));
            same[one.max(other) as usize] = one.min(other);
        };
        for (at, square) in self.squares.iter().enumerate() {
            let at = at as u32;
            if square.right != NONE {
                join(4 * at + 1, 4 * square.right);
                join(4 * at + 2, 4 * square.right + 3);
            }
            if square.up != NONE {
                join(4 * at + 3, 4 * square.up);
                join(4 * at + 2, 4 * square.up + 1);
            }
        }
        (0..same.len() as u32).map(|at| root(&mut same, at)).collect()
    }

    /// Around a narrow pillar ground can wind up to another floor of the same cell, and be the same at two
    /// corners of it. The upper square is parted from those around it then.
    fn unwind(&mut self) {
        let corners = self.corners();
        let ring = |at: usize| &corners[4 * at..4 * at + 4];
        let is_twice = |at: usize| {
            let here = self.squares[at];
            let mut below = (0..at).rev().take_while(|&below| {
                (self.squares[below].x, self.squares[below].y) == (here.x, here.y)
            });
            below.any(|below| {
                (0..4).any(|k| {
                    let next = (k + 1) % 4;
                    ring(at)[k] == ring(below)[k] && ring(at)[next] == ring(below)[next]
                })
            })
        };
        let parted: Vec<bool> = (0..self.squares.len()).map(is_twice).collect();
        let is_parted = |at: u32| at != NONE && parted[at as usize];
        for (at, square) in self.squares.iter_mut().enumerate() {
            for link in [&mut square.right, &mut square.up] {
                if parted[at] || is_parted(*link) {
                    *link = NONE;
                }
            }
        }
    }

    /// The edges that two squares have without a link between them.
    fn walls(&self, rings: &[[u32; 4]]) -> Vec<(u32, u32)> {
        let mut edges: Vec<((u32, u32), u32)> = Vec::with_capacity(4 * rings.len());
        for (at, ring) in rings.iter().enumerate() {
            for (from, to) in (0..4).map(|k| (ring[k], ring[(k + 1) % 4])) {
                edges.push(((from.min(to), from.max(to)), at as u32));
            }
        }
        edges.sort_unstable();
        let is_linked = |one: u32, other: u32| {
            let Square { right, up, .. } = self.squares[one as usize];
            right == other || up == other
        };
        let same = edges.chunk_by(|a, b| a.0 == b.0);
        let apart = same.filter_map(|same| match *same {
            [(edge, one), (_, other)] if !is_linked(one, other) && !is_linked(other, one) => {
                Some(edge)
            }
            _ => None,
        });
        apart.collect()
    }
}
