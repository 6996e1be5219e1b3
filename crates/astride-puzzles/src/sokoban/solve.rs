//! Levels as states, and A* on them.

use std::cell::RefCell;

use astride::base::{Budget, Cost, Spent};
use astride::search::states::{States, astar};
use astride::search::{Effort, Guarantee, Outcome, Promise, Scratch};

use super::corral::Corrals;
use super::features::{End, Features};
use super::freeze::is_frozen;
use super::level::{Level, back};
use super::matching::Matching;
use super::replay::moves_of;
use super::room::Room;

/// The most squares on which a box may stand.
pub(super) const MOST_LIVE: usize = 1024;

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
        /// It takes at least this many pushes; 0 from [`solve_soon`].
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
    let room = Room::new(level);
    if room.is_lost {
        return Answer::Unsolvable { effort: Effort::default() };
    }
    match room.live.div_ceil(64) {
        0 | 1 => Pushes::<1>::of(room).solve(level, scratch, budget),
        2 => Pushes::<2>::of(room).solve(level, scratch, budget),
        3 | 4 => Pushes::<4>::of(room).solve(level, scratch, budget),
        _ if room.live <= MOST_LIVE => Pushes::<16>::of(room).solve(level, scratch, budget),
        _ => Answer::TooLarge { squares: room.live },
    }
}

/// Solves a level with any number of pushes, which takes far fewer states on most large levels. Of
/// what is found nothing is promised; that a level cannot be solved is as certain as in [`solve`].
///
/// States are sorted by how many boxes are packed, into how many areas the boxes divide the floor,
/// and how many are in the way of the next one; all kinds are continued in turns. The first 30 000
/// states are sorted by the boxes packed alone. Shoham & Schaeffer, "The FESS algorithm: a feature
/// based approach to single-agent search", IEEE Conference on Games 2020.
///
/// # Complexity
///
/// Exponential in the boxes at worst, in time and in memory, so a budget should limit bytes or time.
/// The expansions of the budget are states, the boxes looked at in each of them, boxes pulled off
/// goals to see how they can be packed, and the states of small searches for areas that are lost;
/// the effort counts the first alone.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride_puzzles::sokoban::{Answer, check, read, solve_soon};
/// let level = &read("####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####")?[0];
/// let Answer::Solved(solution) = solve_soon(level, &mut Budget::unlimited()) else {
///     panic!("it can be solved");
/// };
/// assert_eq!(check(level, &solution.lurd), Ok(solution.pushes));
/// assert!(!solution.guarantee.is_optimal());
/// # Ok::<(), astride_puzzles::PuzzleError>(())
/// ```
pub fn solve_soon(level: &Level, budget: &mut Budget<'_>) -> Answer {
    let room = Room::new(level);
    if room.is_lost {
        return Answer::Unsolvable { effort: Effort::default() };
    }
    if room.live > MOST_LIVE {
        return Answer::TooLarge { squares: room.live };
    }
    let mut features = Features::new(&room, budget);
    let end = features.run(usize::MAX, budget);
    found(level, &room, &features, end)
}

/// The answer that an end of the second search is.
pub(super) fn found(level: &Level, room: &Room, features: &Features<'_>, end: End) -> Answer {
    let effort = features.effort();
    match end {
        End::Solved(pushes) => {
            let guarantee = Guarantee::None;
            Answer::Solved(solution(level, room, pushes.into_iter(), guarantee, effort))
        }
        End::Unsolvable => Answer::Unsolvable { effort },
        End::OutOf(spent) => Answer::OutOfBudget { spent, at_least: 0, effort },
        End::Paused => Answer::OutOfBudget { spent: Spent::Expansions, at_least: 0, effort },
    }
}

/// The solution with these pushes, each from a cell to another.
pub(super) fn solution(
    level: &Level,
    room: &Room,
    pushes: impl Iterator<Item = [u16; 2]>,
    guarantee: Guarantee,
    effort: Effort,
) -> Solution {
    let square = |cell: u16| room.squares[usize::from(cell)];
    let lurd = moves_of(level, pushes.map(|[from, to]| (square(from), square(to))));
    let pushes = lurd.bytes().filter(u8::is_ascii_uppercase).count() as u64;
    Solution { pushes, guarantee, moves: lurd.len() as u64, lurd, effort }
}

/// Where the boxes are, as bits of live cells, and the first cell that the man can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Stand<const WORDS: usize> {
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
pub(super) struct Pushes<const WORDS: usize> {
    pub(super) room: Room,
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
    pub(super) fn of(room: Room) -> Self {
        Pushes { room, memory: RefCell::default() }
    }

    fn solve(&self, level: &Level, scratch: &mut Scratch, budget: &mut Budget<'_>) -> Answer {
        let start = self.start();
        let solved = astar(self, &start, scratch, budget);
        self.answer(level, solved.outcome, &solved.states)
    }

    /// The answer that an outcome of A* is; `states` are those of its path.
    pub(super) fn answer(
        &self,
        level: &Level,
        outcome: Outcome,
        states: &[Stand<WORDS>],
    ) -> Answer {
        match outcome {
            Outcome::Found(found) => {
                let moved = states.windows(2).filter_map(|pair| pair[0].moved(&pair[1]));
                Answer::Solved(solution(level, &self.room, moved, found.guarantee, found.effort))
            }
            Outcome::Unreachable(unreachable) => Answer::Unsolvable { effort: unreachable.effort },
            Outcome::OutOfBudget(out) => Answer::OutOfBudget {
                spent: out.spent,
                at_least: out.lower_bound,
                effort: out.effort,
            },
        }
    }

    pub(super) fn start(&self) -> Stand<WORDS> {
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

    fn promise(&self) -> Promise {
        Promise::Consistent
    }

    fn max_step(&self) -> u32 {
        1
    }
}
