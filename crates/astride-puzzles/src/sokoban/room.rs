//! What all states of a level share: the floor, and how far boxes are from goals.

use std::collections::{BTreeMap, VecDeque};

use super::level::{Level, back};

/// No cell: a wall.
pub(super) const WALL: u16 = u16::MAX;

/// No way.
pub(super) const FAR: u16 = u16::MAX;

/// The boxes of a state as marks on cells.
pub(super) type Marks = Vec<bool>;

/// The floor of a level in cells. Those from which a box can be pushed to a goal come first.
pub(super) struct Room {
    /// The square of each cell.
    pub(super) squares: Vec<usize>,
    /// The cells beside each cell, by direction.
    pub(super) beside: Vec<[u16; 4]>,
    /// Cells on which a box may stand.
    pub(super) live: usize,
    /// The cells that are goals, and which live cells they are.
    pub(super) goals: Vec<u16>,
    pub(super) is_goal: Vec<bool>,
    /// For each live cell the pushes to each goal, without other boxes.
    pub(super) pushes: Vec<Vec<u16>>,
    /// For each live cell a number that is the same where the same goals can be reached.
    pub(super) kind: Vec<u16>,
    pub(super) boxes: Vec<u16>,
    pub(super) man: u16,
    /// A box stands where no goal can be reached from, or where nobody can push it.
    pub(super) is_lost: bool,
}

impl Room {
    pub(super) fn new(level: &Level) -> Room {
        // Every level has a floor: it was looked for when the level was read.
        let floor = level.floor().unwrap_or_default();
        let goals: Vec<usize> =
            floor.iter().copied().filter(|&square| level.squares[square].is_goal()).collect();
        let links = links(level, &floor);
        let fields: Vec<Vec<u16>> = goals
            .iter()
            .map(|goal| pulls(&links, floor.binary_search(goal).unwrap_or(0)))
            .collect();
        let is_live = |cell: &usize| fields.iter().any(|field| field[*cell] != FAR);
        let (live, dead): (Vec<usize>, Vec<usize>) = (0..floor.len()).partition(is_live);
        let order: Vec<usize> = live.iter().chain(&dead).copied().collect();
        let mut number = vec![WALL; floor.len()];
        for (new, &old) in order.iter().enumerate() {
            number[old] = new as u16;
        }
        let rename = |old: u16| if old == WALL { WALL } else { number[usize::from(old)] };
        let cell = |square: usize| floor.binary_search(&square).ok().map(|at| number[at]);
        let is_goal = order.iter().map(|&old| level.squares[floor[old]].is_goal()).collect();
        let all_boxes = (0..level.squares.len()).filter(|&at| level.squares[at].has_box());
        let (inside, outside): (Vec<usize>, Vec<usize>) =
            all_boxes.partition(|&square| cell(square).is_some());
        let boxes: Vec<u16> = inside.into_iter().filter_map(cell).collect();
        let pushes: Vec<Vec<u16>> =
            live.iter().map(|&old| fields.iter().map(|field| field[old]).collect()).collect();
        Room {
            squares: order.iter().map(|&old| floor[old]).collect(),
            beside: order.iter().map(|&old| links[old].map(rename)).collect(),
            goals: goals.iter().copied().filter_map(cell).collect(),
            is_goal,
            kind: kinds(&pushes),
            pushes,
            is_lost: outside.iter().any(|&square| !level.squares[square].is_goal())
                || boxes.iter().any(|&at| usize::from(at) >= live.len()),
            boxes,
            man: cell(level.man).unwrap_or(0),
            live: live.len(),
        }
    }

    /// Whether a cell beside another is no wall.
    #[inline(always)]
    pub(super) fn is_cell(&self, beside: u16) -> bool {
        beside != WALL
    }

    /// The cell beside `cell`, if it is no wall.
    #[inline(always)]
    pub(super) fn step(&self, cell: u16, dir: usize) -> Option<u16> {
        let next = self.beside[usize::from(cell)][dir];
        (next != WALL).then_some(next)
    }

    /// Adds all cells that are joined with those in `cells` by cells for which `enter` returns `true`,
    /// which it must do at most once for each.
    pub(super) fn spread(&self, cells: &mut Vec<u16>, mut enter: impl FnMut(u16) -> bool) {
        let mut at = 0;
        while at < cells.len() {
            for next in self.beside[usize::from(cells[at])] {
                if self.is_cell(next) && enter(next) {
                    cells.push(next);
                }
            }
            at += 1;
        }
    }
}

/// Numbers cells by the goals that can be reached from them.
fn kinds(pushes: &[Vec<u16>]) -> Vec<u16> {
    let mut kinds = BTreeMap::new();
    let goals = |row: &Vec<u16>| row.iter().map(|&pushes| pushes != FAR).collect::<Vec<bool>>();
    let mut number = |row| {
        let next = kinds.len() as u16;
        *kinds.entry(goals(row)).or_insert(next)
    };
    pushes.iter().map(&mut number).collect()
}

/// The cells beside each cell of the floor.
fn links(level: &Level, floor: &[usize]) -> Vec<[u16; 4]> {
    let beside = |square: usize, dir: usize| {
        let next = level.beside(square, dir).and_then(|next| floor.binary_search(&next).ok());
        next.map_or(WALL, |next| next as u16)
    };
    floor.iter().map(|&square| [0, 1, 2, 3].map(|dir| beside(square, dir))).collect()
}

/// The pushes that bring a box from each cell to `goal`, for a man who can be anywhere.
fn pulls(links: &[[u16; 4]], goal: usize) -> Vec<u16> {
    let mut pushes = vec![FAR; links.len()];
    let mut queue = VecDeque::from([goal]);
    pushes[goal] = 0;
    while let Some(at) = queue.pop_front() {
        for dir in 0..4 {
            // The box came from `from`, and the man stood one further.
            let from = links[at][back(dir)];
            if from == WALL || links[usize::from(from)][back(dir)] == WALL {
                continue;
            }
            let from = usize::from(from);
            if pushes[from] == FAR {
                pushes[from] = pushes[at] + 1;
                queue.push_back(from);
            }
        }
    }
    pushes
}
