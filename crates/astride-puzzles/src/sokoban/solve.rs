//! Levels as states, and A* over them.

use std::cell::RefCell;

use astride::base::{Budget, Cost, Spent};
use astride::search::states::{States, astar, greedy};
use astride::search::{Effort, Guarantee, Outcome, Scratch};

use super::corral::Corrals;
use super::features::{End, Features};
use super::freeze::is_frozen;
use super::level::{Level, back};
use super::matching::Matching;
use super::replay::moves_of;
use super::room::Room;

/// What was found about a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is solved.
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
    /// Pushes.
    pub pushes: u64,
    /// Whether they are as few as can be.
    pub guarantee: Guarantee,
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
    answer(level, Wish::FewestPushes, scratch, budget)
}

/// Solves a level with any number of pushes, which takes far fewer states on most large levels. Of
/// what is found nothing is promised; that a level cannot be solved is as certain as in [`solve`].
pub fn solve_soon(level: &Level, _: &mut Scratch, budget: &mut Budget<'_>) -> Answer {
    let room = Room::new(level);
    if room.is_lost {
        return Answer::Unsolvable { effort: Effort::default() };
    }
    let mut features = Features::new(&room);
    let end = features.run(budget);
    let effort = Effort {
        expanded: features.expanded(),
        generated: features.generated,
        bytes: features.bytes() as u64,
        ..Effort::default()
    };
    match end {
        End::Solved(pushes) => {
            let square = |cell: u16| room.squares[usize::from(cell)];
            let count = pushes.len() as u64;
            let lurd = moves_of(level, pushes.iter().map(|&[from, to]| (square(from), square(to))));
            Answer::Solved(Solution {
                pushes: count,
                guarantee: Guarantee::None,
                moves: lurd.len() as u64,
                lurd,
                effort,
            })
        }
        End::Unsolvable => Answer::Unsolvable { effort },
        End::OutOf(spent) => Answer::OutOfBudget { spent, at_least: 0, effort },
    }
}

#[derive(Clone, Copy)]
enum Wish {
    FewestPushes,
    Soon,
}

fn answer(level: &Level, wish: Wish, scratch: &mut Scratch, budget: &mut Budget<'_>) -> Answer {
    let room = Room::new(level);
    if room.is_lost {
        return Answer::Unsolvable { effort: Effort::default() };
    }
    match room.live.div_ceil(64) {
        0 | 1 => Pushes::<1>::of(room).solve(level, wish, scratch, budget),
        2 => Pushes::<2>::of(room).solve(level, wish, scratch, budget),
        3 | 4 => Pushes::<4>::of(room).solve(level, wish, scratch, budget),
        5..=16 => Pushes::<16>::of(room).solve(level, wish, scratch, budget),
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

    /// The cells from and to which the only box went that has moved.
    fn moved(&self, after: &Stand<WORDS>) -> Option<[u16; 2]> {
        let mut cells = [None; 2];
        for word in 0..WORDS {
            let (gone, new) =
                (self.boxes[word] & !after.boxes[word], after.boxes[word] & !self.boxes[word]);
            for (cell, bits) in cells.iter_mut().zip([gone, new]) {
                if bits == 0 {
                    continue;
                }
                if !bits.is_power_of_two() || cell.is_some() {
                    return None;
                }
                *cell = Some(64 * word as u16 + bits.trailing_zeros() as u16);
            }
        }
        Some([cells[0]?, cells[1]?])
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
    memory: RefCell<Memory<WORDS>>,
}

/// What is written while states are made; kept for its memory.
#[derive(Default)]
struct Memory<const WORDS: usize> {
    matching: Matching,
    /// The state whose steps were made last.
    parent: Option<Stand<WORDS>>,
    boxes: Vec<u16>,
    here: Reach,
    there: Reach,
    corrals: Corrals,
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

    #[inline(always)]
    fn holds(&self, cell: u16) -> bool {
        self.marks[usize::from(cell)] == self.mark
    }

    /// The least number of a cell that the man reaches after a push `from` a cell `to` another, if
    /// that can be seen from near by: the area gains `from` and loses `to`. `first` is the least
    /// number before.
    fn first_after<const WORDS: usize>(
        &self,
        room: &Room,
        next: &Stand<WORDS>,
        [from, to]: [u16; 2],
        first: u16,
    ) -> Option<u16> {
        let is_part = |cell: u16| cell == from || (cell != to && self.holds(cell));
        // Where the box was, another area may begin.
        let opens = |cell: u16| !is_part(cell) && !next.has_box(cell);
        if to == first || (0..4).filter_map(|dir| room.step(from, dir)).any(opens) {
            return None;
        }
        if self.holds(to) {
            // Around the box, everything beside it must still be joined.
            let beside = [0, 1, 2, 3].map(|dir| room.step(to, dir).filter(|&cell| is_part(cell)));
            let is_joined = |&dir: &usize| {
                let (side, next) = (beside[dir], (dir + 1) % 4);
                let corner = side.filter(|_| beside[next].is_some());
                corner.and_then(|side| room.step(side, next)).is_some_and(is_part)
            };
            let sides = beside.iter().flatten().count();
            if sides > 1 && sides - (0..4).filter(is_joined).count().min(sides - 1) > 1 {
                return None;
            }
        }
        Some(first.min(from))
    }
}

impl<const WORDS: usize> Pushes<WORDS> {
    fn of(room: Room) -> Self {
        Pushes { room, memory: RefCell::default() }
    }

    fn solve(
        &self,
        level: &Level,
        wish: Wish,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Answer {
        let start = self.start();
        let solved = match wish {
            Wish::FewestPushes => astar(self, &start, scratch, budget),
            Wish::Soon => greedy(self, &start, scratch, budget),
        };
        match solved.outcome {
            Outcome::Found(found) => {
                let square = |cell: u16| self.room.squares[usize::from(cell)];
                let moved = solved.states.windows(2).filter_map(|pair| pair[0].moved(&pair[1]));
                let lurd = moves_of(level, moved.map(|[from, to]| (square(from), square(to))));
                Answer::Solved(Solution {
                    pushes: found.path.cost(),
                    guarantee: found.guarantee,
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
}

impl<const WORDS: usize> States for Pushes<WORDS> {
    type State = Stand<WORDS>;

    fn for_each_step(&self, stand: &Stand<WORDS>, visit: &mut dyn FnMut(Stand<WORDS>, u32)) {
        let room = &self.room;
        let Memory { matching, parent, here, there, corrals, .. } = &mut *self.memory.borrow_mut();
        let first = here.flood(room, stand, stand.man);
        *parent = Some(*stand);
        matching.start_from(stand.boxes());
        let corral = corrals.choose(room, &|cell| here.holds(cell), &|cell| stand.has_box(cell));
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
                if corral.is_some_and(|corral| !corrals.holds(corral, cargo)) {
                    continue;
                }
                let mut next = *stand;
                next.flip(cargo);
                next.flip(to);
                if is_frozen(room, to, &|cell| next.has_box(cell)) {
                    continue;
                }
                let known = here.first_after(room, &next, [cargo, to], first);
                next.man = known.unwrap_or_else(|| there.flood(room, &next, cargo));
                visit(next, 1);
            }
        }
    }

    fn is_goal(&self, stand: &Stand<WORDS>) -> bool {
        stand.boxes().all(|cell| self.room.is_goal[usize::from(cell)])
    }

    fn guess(&self, stand: &Stand<WORDS>) -> Cost {
        let Memory { matching, parent, boxes, .. } = &mut *self.memory.borrow_mut();
        let moved = parent.as_ref().and_then(|parent| parent.moved(stand));
        let least = match moved {
            Some([from, to]) => matching.least_after(&self.room, from, to),
            None => {
                boxes.clear();
                boxes.extend(stand.boxes());
                matching.least(&self.room, boxes)
            }
        };
        least.unwrap_or(Cost::MAX)
    }
}
