//! One level as it is drawn.

/// What is on a square, apart from the man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Square {
    /// Nobody goes here.
    Wall,
    /// Nothing.
    Floor,
    /// A goal without a box.
    Goal,
    /// A box off the goals.
    Box,
    /// A box on a goal.
    BoxOnGoal,
}

impl Square {
    pub(crate) fn has_box(self) -> bool {
        matches!(self, Square::Box | Square::BoxOnGoal)
    }

    pub(crate) fn is_goal(self) -> bool {
        matches!(self, Square::Goal | Square::BoxOnGoal)
    }
}

/// A level: a closed room with a man, boxes and at least as many goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// What its comment says, often a number.
    pub(crate) title: String,
    pub(crate) width: usize,
    pub(crate) squares: Vec<Square>,
    pub(crate) man: usize,
}

impl Level {
    /// What the comment above it says; empty without one.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Squares in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.squares.len() / self.width
    }

    /// The squares row by row.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The square of the man.
    pub fn man(&self) -> usize {
        self.man
    }

    /// The square beside `square`, unless it is off the level.
    pub(crate) fn beside(&self, square: usize, dir: usize) -> Option<usize> {
        let (x, y) = (square % self.width, square / self.width);
        match dir {
            LEFT => (x > 0).then(|| square - 1),
            UP => (y > 0).then(|| square - self.width),
            RIGHT => (x + 1 < self.width).then_some(square + 1),
            _ => (y + 1 < self.height()).then_some(square + self.width),
        }
    }

    /// The squares that the man could reach if there were no boxes, in the order of squares; `None`
    /// if he could leave the level.
    pub(crate) fn floor(&self) -> Option<Vec<usize>> {
        let mut is_floor = vec![false; self.squares.len()];
        let mut queue = vec![self.man];
        is_floor[self.man] = true;
        while let Some(at) = queue.pop() {
            for dir in 0..4 {
                let next = self.beside(at, dir)?;
                if self.squares[next] != Square::Wall && !is_floor[next] {
                    is_floor[next] = true;
                    queue.push(next);
                }
            }
        }
        Some((0..self.squares.len()).filter(|&square| is_floor[square]).collect())
    }
}

const LEFT: usize = 0;
const UP: usize = 1;
const RIGHT: usize = 2;

/// The letters of steps and pushes, by direction.
pub(crate) const STEPS: [u8; 4] = *b"lurd";

pub(crate) const fn back(dir: usize) -> usize {
    (dir + 2) % 4
}
