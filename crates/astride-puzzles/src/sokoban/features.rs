//! Any solution, by a search that keeps many kinds of states alive at once.
//!
//! Shoham & Schaeffer, "The FESS algorithm: a feature based approach to single-agent search", IEEE
//! Conference on Games 2020: states are sorted into cells by features of theirs, the cells take
//! turns, and in each the state is continued that is cheapest by weight. A move takes one box all
//! the way; what an adviser of a feature recommends weighs nothing, and any other move weighs one.
//!
//! The cells are coarse at first, and in each of them nodes near the end have turns of their own:
//! crowded rooms need few kinds of states, and large ones many.

use std::cmp::Reverse;

use astride::base::{Budget, Spent};
use astride::search::Effort;

use super::advisers::Advisers;
use super::cells::{Cells, Kind, Waiting};
use super::corral::Corrals;
use super::freeze::{is_fixed, is_frozen};
use super::matching::Matching;
use super::packing::{Packing, full};
use super::room::{Marks, Room};
use super::route::Routes;
use super::trap::Traps;
use super::ways::{Reach, Way, Ways};

/// How it ended.
pub(super) enum End {
    /// Each push from a cell to another.
    Solved(Vec<[u16; 2]>),
    Unsolvable,
    OutOf(Spent),
    /// There are as many states as were allowed.
    Paused,
}

/// More boxes in the way than this count as this many.
const MOST_IN_THE_WAY: u16 = 15;

/// States after which cells are no longer coarse.
pub(super) const MOST_COARSE: usize = 30_000;

/// Before the first state.
const NO_NODE: u32 = u32::MAX;

/// One box taken somewhere.
#[derive(Clone, Copy)]
struct Move {
    weight: u8,
    from: u16,
    to: u16,
    man: u16,
}

struct Node {
    parent: u32,
    man: u16,
    weight: u32,
    guess: u32,
    /// The moves that were not made yet, the next one last.
    moves: Vec<Move>,
}

pub(super) struct Features<'r> {
    room: &'r Room,
    packing: Packing,
    traps: Traps,
    ways: Ways,
    routes: Routes,
    corrals: Corrals,
    matching: Matching,
    nodes: Vec<Node>,
    /// The boxes of all nodes, in order.
    boxes: Vec<u16>,
    table: Vec<u32>,
    cells: Cells,
    /// States seen while cells were coarse.
    coarse: usize,
    /// Bytes of moves.
    move_bytes: usize,
    generated: u64,
}

impl<'r> Features<'r> {
    pub(super) fn new(room: &'r Room, budget: &mut Budget<'_>) -> Self {
        let mut ways = Ways::default();
        Features {
            room,
            routes: Routes::new(room, &mut ways),
            packing: Packing::new(room, budget),
            traps: Traps::default(),
            ways,
            corrals: Corrals::default(),
            matching: Matching::default(),
            nodes: Vec::new(),
            boxes: Vec::new(),
            table: vec![0; 1 << 10],
            cells: Cells::coarse(),
            coarse: 0,
            move_bytes: 0,
            generated: 0,
        }
    }

    /// What it took.
    pub(super) fn effort(&self) -> Effort {
        Effort {
            expanded: (self.coarse + self.nodes.len()) as u64,
            generated: self.generated,
            bytes: self.bytes() as u64,
            ..Effort::default()
        }
    }

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + 2 * self.boxes.capacity()
            + 4 * self.table.len()
            + self.move_bytes
            + self.cells.bytes()
            + self.packing.bytes(self.room)
            + self.traps.bytes()
    }

    /// Searches until a solution is found, all states were seen, there are `most` of them or the
    /// budget runs out: with coarse cells at first, and then once more from the beginning. It can be
    /// continued if it has paused, but not if it was out of budget.
    pub(super) fn run(&mut self, most: usize, budget: &mut Budget<'_>) -> End {
        if self.nodes.is_empty()
            && let Some(end) = self.start(budget)
        {
            return end;
        }
        while self.coarse + self.nodes.len() < most {
            let Some((cell, Waiting { node: at, left })) = self.cells.next() else {
                return End::Unsolvable;
            };
            if self.nodes[at as usize].moves.len() != left as usize {
                continue;
            }
            if let Some(spent) = budget.take() {
                return End::OutOf(spent);
            }
            if !budget.allows_bytes(self.bytes()) {
                return End::OutOf(Spent::Bytes);
            }
            if self.cells.is_coarse && self.nodes.len() >= MOST_COARSE {
                if let Some(end) = self.start_again(budget) {
                    return end;
                }
                continue;
            }
            let node = &mut self.nodes[at as usize];
            let Some(next) = node.moves.pop() else { continue };
            let weight = node.weight + u32::from(next.weight);
            match node.moves.last() {
                Some(last) => {
                    let (weight, guess) = (node.weight + u32::from(last.weight), node.guess);
                    self.cells.add(cell, weight, guess, Waiting { node: at, left: left - 1 });
                }
                None => {
                    self.move_bytes -= node.moves.capacity() * size_of::<Move>();
                    node.moves = Vec::new();
                }
            }
            let mut boxes = self.boxes_of(at).to_vec();
            if let Ok(at) = boxes.binary_search(&next.from) {
                boxes[at] = next.to;
            }
            boxes.sort_unstable();
            if let Some(end) = self.add(&boxes, next.man, at, weight, budget) {
                return end;
            }
        }
        End::Paused
    }

    fn start(&mut self, budget: &mut Budget<'_>) -> Option<End> {
        let mut boxes = self.room.boxes.clone();
        boxes.sort_unstable();
        self.add(&boxes, self.room.man, NO_NODE, 0, budget)
    }

    /// Forgets all states, but not what is known of goals and traps.
    fn start_again(&mut self, budget: &mut Budget<'_>) -> Option<End> {
        self.coarse = self.nodes.len();
        self.nodes.clear();
        self.boxes.clear();
        self.table.fill(0);
        self.cells = Cells::default();
        self.move_bytes = 0;
        self.start(budget)
    }

    fn boxes_of(&self, node: u32) -> &[u16] {
        let count = self.room.boxes.len();
        &self.boxes[node as usize * count..][..count]
    }

    /// Adds a state if it is new and not known to be lost.
    fn add(
        &mut self,
        boxes: &[u16],
        man: u16,
        parent: u32,
        weight: u32,
        budget: &mut Budget<'_>,
    ) -> Option<End> {
        let room = self.room;
        let mut has_box = vec![false; room.squares.len()];
        boxes.iter().for_each(|&cell| has_box[usize::from(cell)] = true);
        let reach = Reach::of(room, &has_box, man);
        let slot = self.slot(boxes, reach.first)?;
        let at = self.nodes.len() as u32;
        self.table[slot] = at + 1;
        self.boxes.extend(boxes);
        let guess = self.matching.least(room, boxes);
        let guess = guess.map_or(u32::MAX, |guess| guess.min(1 << 30) as u32);
        self.nodes.push(Node { parent, man: reach.first, weight, guess, moves: Vec::new() });
        if 2 * self.nodes.len() > self.table.len() {
            self.grow();
        }
        if boxes.iter().all(|&cell| room.is_goal[usize::from(cell)]) {
            return Some(End::Solved(self.track(at)));
        }
        if guess == u32::MAX
            || self.is_shut(boxes, &has_box)
            || self.traps.holds(room, &has_box, &reach, budget)
        {
            return None;
        }
        let (kind, moves) = match self.moves(boxes, &mut has_box, &reach, budget) {
            Ok(found) => found,
            Err(spent) => return Some(End::OutOf(spent)),
        };
        if let Some(last) = moves.last() {
            let cell = self.cells.cell(kind);
            let next = Waiting { node: at, left: moves.len() as u32 };
            self.cells.add(cell, weight + u32::from(last.weight), guess, next);
            self.move_bytes += moves.capacity() * size_of::<Move>();
            self.nodes[at as usize].moves = moves;
        }
        None
    }

    /// Whether boxes that can never be pushed again keep others from all goals.
    fn is_shut(&mut self, boxes: &[u16], has_box: &Marks) -> bool {
        let room = self.room;
        let mut fixed = vec![false; room.squares.len()];
        let mut is_any = false;
        for &cell in boxes.iter().filter(|&&cell| room.is_goal[usize::from(cell)]) {
            fixed[usize::from(cell)] = is_fixed(room, cell, &|cell| has_box[usize::from(cell)]);
            is_any |= fixed[usize::from(cell)];
        }
        is_any && self.packing.astray(room, boxes, full(room, &fixed)) > 0
    }

    /// The free slot of a state, unless it is known.
    fn slot(&self, boxes: &[u16], man: u16) -> Option<usize> {
        let mask = self.table.len() - 1;
        let mut slot = hash(boxes, man) & mask;
        while self.table[slot] != 0 {
            let node = self.table[slot] - 1;
            if self.nodes[node as usize].man == man && self.boxes_of(node) == boxes {
                return None;
            }
            slot = (slot + 1) & mask;
        }
        Some(slot)
    }

    fn grow(&mut self) {
        let mask = 2 * self.table.len() - 1;
        self.table = vec![0; mask + 1];
        for node in 0..self.nodes.len() as u32 {
            let mut slot = hash(self.boxes_of(node), self.nodes[node as usize].man) & mask;
            while self.table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = node + 1;
        }
    }

    /// The features of a state, and its moves, those that are recommended last.
    fn moves(
        &mut self,
        boxes: &[u16],
        has_box: &mut Marks,
        reach: &Reach,
        budget: &mut Budget<'_>,
    ) -> Result<(Kind, Vec<Move>), Spent> {
        let room = self.room;
        let is_reached = |cell: u16| reach.is_reached[usize::from(cell)];
        let corral =
            self.corrals.choose(room, &is_reached, &|cell: u16| has_box[usize::from(cell)]);
        let packed = self.packing.score(room, boxes, has_box, budget);
        let kept = self.packing.kept(room, has_box, budget);
        let next = self.packing.next(room, kept, budget);
        let is_packed = |cell: u16| self.packing.is_in(cell, kept);
        self.routes.find(room, boxes, has_box, &next, reach.first, is_packed);
        let areas = self.ways.areas(room, has_box);
        let mut advisers = Advisers::new(packed, areas, reach.count as u16);
        let (mut moves, mut moved) = (Vec::new(), boxes.to_vec());
        for (at, &from) in boxes.iter().enumerate() {
            if corral.is_some_and(|corral| !self.corrals.holds(corral, from)) {
                continue;
            }
            if let Some(spent) = budget.take() {
                return Err(spent); // a state without all its moves would look lost
            }
            let before = nearest(room, from, has_box);
            has_box[usize::from(from)] = false;
            for &way in self.ways.explore(room, has_box, from, false, is_reached, |_| false) {
                let Way { to, man, .. } = way;
                has_box[usize::from(to)] = true;
                if !is_frozen(room, to, &|cell| has_box[usize::from(cell)]) {
                    moved[at] = to;
                    let is_new = room.is_goal[usize::from(from)] || room.is_goal[usize::from(to)];
                    let packed = match is_new {
                        true => self.packing.score(room, &moved, has_box, budget),
                        false => packed,
                    };
                    let nearer = i32::from(before) - i32::from(nearest(room, to, has_box));
                    let depth = self.packing.depth(to);
                    advisers.hear(moves.len(), way, packed, depth, nearer);
                    advisers.hear_route(moves.len(), way, packed, from, nearer, &self.routes);
                    moves.push(Move { weight: 1, from, to, man });
                }
                has_box[usize::from(to)] = false;
            }
            moved[at] = from;
            has_box[usize::from(from)] = true;
        }
        self.generated += moves.len() as u64;
        advisers.best().for_each(|at| moves[at].weight = 0);
        moves.reverse();
        moves.sort_by_key(|next| Reverse(next.weight));
        Ok(([packed, areas, self.routes.boxes.min(MOST_IN_THE_WAY)], moves))
    }

    /// The pushes that lead to a node.
    fn track(&mut self, mut at: u32) -> Vec<[u16; 2]> {
        let mut pushes = Vec::new();
        while self.nodes[at as usize].parent != NO_NODE {
            let parent = self.nodes[at as usize].parent;
            let steps = self.pushes_between(parent, at);
            pushes.extend(steps.windows(2).rev().map(|pair| [pair[0], pair[1]]));
            at = parent;
        }
        pushes.reverse();
        pushes
    }

    /// The cells of the box that was moved from a node to the next.
    fn pushes_between(&mut self, parent: u32, at: u32) -> Vec<u16> {
        let room = self.room;
        let (before, boxes) = (self.boxes_of(parent).to_vec(), self.boxes_of(at).to_vec());
        let mut has_box = vec![false; room.squares.len()];
        before.iter().for_each(|&cell| has_box[usize::from(cell)] = true);
        let reach = Reach::of(room, &has_box, self.nodes[parent as usize].man);
        let new = boxes.iter().copied().find(|cell| before.binary_search(cell).is_err());
        let man = self.nodes[at as usize].man;
        // A box that went round in a circle may be any of them.
        let is_gone = |cell: &u16| new.is_none() || boxes.binary_search(cell).is_err();
        for from in before.iter().copied().filter(is_gone) {
            let to = new.unwrap_or(from);
            has_box[usize::from(from)] = false;
            let is_near = |cell: u16| reach.is_reached[usize::from(cell)];
            let ways = self.ways.explore(room, &has_box, from, false, is_near, |_| false).to_vec();
            has_box[usize::from(to)] = true;
            let is_it =
                |way: &&Way| way.to == to && Reach::of(room, &has_box, way.man).first == man;
            if let Some(&way) = ways.iter().find(is_it) {
                return self.ways.track(way);
            }
            has_box[usize::from(to)] = false;
            has_box[usize::from(from)] = true;
        }
        Vec::new()
    }
}

/// The pushes to the nearest goal without another box.
fn nearest(room: &Room, cell: u16, has_box: &Marks) -> u16 {
    let goals = room.goals.iter().zip(&room.pushes[usize::from(cell)]);
    let free = goals.filter(|&(&goal, _)| !has_box[usize::from(goal)] || goal == cell);
    free.map(|(_, &pushes)| pushes).min().unwrap_or(0)
}

fn hash(boxes: &[u16], man: u16) -> usize {
    let mut hash = u64::from(man) ^ 0x9E37_79B9_7F4A_7C15;
    for &cell in boxes {
        hash = (hash ^ u64::from(cell)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        hash ^= hash >> 32;
    }
    hash as usize
}
