//! Levels as states, and A* over them.

use std::cell::RefCell;

use astride::base::{Budget, Cost, Spent};
use astride::search::states::{States, astar};
use astride::search::{Effort, Outcome, Scratch};

use super::freeze::is_frozen;
use super::level::{Level, back};
use super::matching::Matching;
use super::replay::moves_of;
use super::room::Room;

/// What was found about a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is solved with the fewest pushes.
    Solved(Solution),
    /// It cannot be solved: all states were seen.
    Unsolvable {
        /// What it took.
        effort: Effort,
    },
    /// The budget ran out.
    OutOfBudget {
        /// Which limit was reached.
        spent: Spent,
        /// It takes at least this many pushes.
        at_least: u64,
        /// What it took.
        effort: Effort,
    },
    /// More than 1024 squares on which a box may stand.
    TooLarge {
        /// How many there are.
        squares: usize,
    },
}

/// How a level is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Pushes: as few as can be.
    pub pushes: u64,
    /// Steps and pushes together. Walks between these pushes are shortest, but other pushes, as
    /// many, may need fewer steps.
    pub moves: u64,
    /// Steps as `l u r d`, pushes as `L U R D`.
    pub lurd: String,
    /// What it took.
    pub effort: Effort,
}

/// Solves a level with the fewest pushes. Of equal solutions it is always the same one.
///
/// # Complexity
///
/// Exponential in the boxes; a budget should limit bytes or time. One expansion is one state.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::search::Scratch;
/// use astride_puzzles::sokoban::{Answer, read, solve};
/// let levels = read("; 1\n####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####")?;
/// let Answer::Solved(solution) = solve(&levels[0], &mut Scratch::new(), &mut Budget::unlimited())
/// else {
///     panic!("it can be solved");
/// };
/// assert_eq!((solution.pushes, solution.moves), (8, 33));
/// # Ok::<(), astride_puzzles::PuzzleError>(())
/// ```
pub fn solve(level: &Level, scratch: &mut Scratch, budget: &mut Budget<'_>) -> Answer {
    let room = Room::new(level);
    if room.is_lost {
        return Answer::Unsolvable { effort: Effort::default() };
    }
    match room.live.div_ceil(64) {
        0 | 1 => Pushes::<1>::solve(level, room, scratch, budget),
        2 => Pushes::<2>::solve(level, room, scratch, budget),
        3 | 4 => Pushes::<4>::solve(level, room, scratch, budget),
        5..=16 => Pushes::<16>::solve(level, room, scratch, budget),
        _ => Answer::TooLarge { squares: room.live },
    }
}

/// Where the boxes are, as bits of live cells, and the first cell that the man can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stand<const WORDS: usize> {
    boxes: [u64; WORDS],
    man: u16,
}

impl<const WORDS: usize> Stand<WORDS> {
    #[inline(always)]
    fn has_box(&self, cell: u16) -> bool {
        let cell = usize::from(cell);
        cell < 64 * WORDS && self.boxes[cell / 64] >> (cell % 64) & 1 != 0
    }

    fn flip(&mut self, cell: u16) {
        self.boxes[usize::from(cell) / 64] ^= 1 << (cell % 64);
    }

    fn boxes(&self) -> impl Iterator<Item = u16> + use<WORDS> {
        let boxes = self.boxes;
        (0..WORDS).flat_map(move |word| {
            let mut bits = boxes[word];
            std::iter::from_fn(move || {
                let bit = bits.trailing_zeros();
                (bits != 0).then(|| {
                    bits &= bits - 1;
                    64 * word as u16 + bit as u16
                })
            })
        })
    }
}

/// The states of a level.
struct Pushes<const WORDS: usize> {
    room: Room,
    memory: RefCell<Memory>,
}

/// What is written while states are made; kept for its memory.
#[derive(Default)]
struct Memory {
    matching: Matching,
    boxes: Vec<u16>,
    here: Reach,
    there: Reach,
}

/// The cells that the man can reach. Marks of earlier floods are smaller numbers.
#[derive(Default)]
struct Reach {
    marks: Vec<u32>,
    mark: u32,
    queue: Vec<u16>,
}

impl Reach {
    /// Floods from `man`, and says which reached cell has the least number.
    fn flood<const WORDS: usize>(&mut self, room: &Room, stand: &Stand<WORDS>, man: u16) -> u16 {
        if self.mark == u32::MAX || self.marks.len() < room.squares.len() {
            self.marks.clear();
            self.marks.resize(room.squares.len(), 0);
            self.mark = 0;
        }
        self.mark += 1;
        self.queue.clear();
        self.queue.push(man);
        self.marks[usize::from(man)] = self.mark;
        let (mut at, mut first) = (0, man);
        while at < self.queue.len() {
            let cell = self.queue[at];
            at += 1;
            first = first.min(cell);
            for dir in 0..4 {
                let Some(next) = room.step(cell, dir) else { continue };
                if self.marks[usize::from(next)] != self.mark && !stand.has_box(next) {
                    self.marks[usize::from(next)] = self.mark;
                    self.queue.push(next);
                }
            }
        }
        first
    }

    fn holds(&self, cell: u16) -> bool {
        self.marks[usize::from(cell)] == self.mark
    }
}

impl<const WORDS: usize> Pushes<WORDS> {
    fn solve(level: &Level, room: Room, scratch: &mut Scratch, budget: &mut Budget<'_>) -> Answer {
        let pushes = Pushes::<WORDS> { room, memory: RefCell::default() };
        let start = pushes.start();
        let solved = astar(&pushes, &start, scratch, budget);
        match solved.outcome {
            Outcome::Found(found) => {
                let pairs = solved.states.windows(2).map(|pair| pushes.pushed(&pair[0], &pair[1]));
                let lurd = moves_of(level, pairs);
                Answer::Solved(Solution {
                    pushes: found.path.cost(),
                    moves: lurd.len() as u64,
                    lurd,
                    effort: found.effort,
                })
            }
            Outcome::Unreachable(unreachable) => Answer::Unsolvable { effort: unreachable.effort },
            Outcome::OutOfBudget(out) => Answer::OutOfBudget {
                spent: out.spent,
                at_least: out.lower_bound,
                effort: out.effort,
            },
        }
    }

    fn start(&self) -> Stand<WORDS> {
        let mut stand = Stand { boxes: [0; WORDS], man: 0 };
        self.room.boxes.iter().for_each(|&cell| stand.flip(cell));
        stand.man = self.memory.borrow_mut().here.flood(&self.room, &stand, self.room.man);
        stand
    }

    /// The squares from and to which a box went between two states.
    fn pushed(&self, before: &Stand<WORDS>, after: &Stand<WORDS>) -> (usize, usize) {
        let only_in = |one: &Stand<WORDS>, other: &Stand<WORDS>| {
            let cell = one.boxes().find(|&cell| !other.has_box(cell)).unwrap_or(0);
            self.room.squares[usize::from(cell)]
        };
        (only_in(before, after), only_in(after, before))
    }
}

impl<const WORDS: usize> States for Pushes<WORDS> {
    type State = Stand<WORDS>;

    fn for_each_step(&self, stand: &Stand<WORDS>, visit: &mut dyn FnMut(Stand<WORDS>, u32)) {
        let room = &self.room;
        let Memory { here, there, .. } = &mut *self.memory.borrow_mut();
        here.flood(room, stand, stand.man);
        for cargo in stand.boxes() {
            for dir in 0..4 {
                let (Some(to), Some(from)) = (room.step(cargo, dir), room.step(cargo, back(dir)))
                else {
                    continue;
                };
                let is_live = usize::from(to) < room.live;
                if !is_live || !here.holds(from) || stand.has_box(to) {
                    continue;
                }
                let mut next = *stand;
                next.flip(cargo);
                next.flip(to);
                if is_frozen(room, to, &|cell| next.has_box(cell)) {
                    continue;
                }
                next.man = there.flood(room, &next, cargo);
                visit(next, 1);
            }
        }
    }

    fn is_goal(&self, stand: &Stand<WORDS>) -> bool {
        stand.boxes().all(|cell| self.room.is_goal[usize::from(cell)])
    }

    fn guess(&self, stand: &Stand<WORDS>) -> Cost {
        let Memory { matching, boxes, .. } = &mut *self.memory.borrow_mut();
        boxes.clear();
        boxes.extend(stand.boxes());
        matching.least(&self.room, boxes).unwrap_or(Cost::MAX)
    }
}
