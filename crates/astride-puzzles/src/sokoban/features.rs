//! Any solution, by a search that keeps many kinds of states alive at once.
//!
//! Shoham & Schaeffer, "The FESS algorithm: a feature based approach to single-agent search", IEEE
//! Conference on Games 2020: states are sorted into cells by features of theirs, the cells take
//! turns, and in each the state is continued that is cheapest by weight. A move takes one box all
//! the way; what an adviser of a feature recommends weighs nothing, and any other move weighs one.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use astride::base::{Budget, Spent};

use super::corral::Corrals;
use super::freeze::{is_fixed, is_frozen};
use super::matching::Matching;
use super::packing::{Packing, full};
use super::room::Room;
use super::route::Routes;
use super::trap::{Reach, Traps};
use super::ways::{Marks, Way, Ways};

/// How it ended.
pub(super) enum End {
    /// Each push from a cell to another.
    Solved(Vec<[u16; 2]>),
    Unsolvable,
    OutOf(Spent),
}

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

/// Cells by features, of which the first is how many boxes are packed.
#[derive(Default)]
struct Cells {
    names: BTreeMap<[u16; 3], usize>,
    open: Vec<BinaryHeap<Reverse<(u32, u32, u32)>>>,
    /// By boxes packed, the cells and whose turn it is.
    levels: BTreeMap<u16, (Vec<usize>, usize)>,
    turn: u64,
    waiting: usize,
    all: usize,
}

impl Cells {
    fn add(&mut self, cell: usize, weight: u32, guess: u32, node: u32) {
        self.open[cell].push(Reverse((weight, guess, node)));
        self.waiting += 1;
    }

    fn cell(&mut self, features: [u16; 3]) -> usize {
        let next = self.open.len();
        let cell = *self.names.entry(features).or_insert(next);
        if cell == next {
            self.open.push(BinaryHeap::new());
            self.levels.entry(features[0]).or_default().0.push(cell);
        }
        cell
    }

    /// The next cell that has something, and the best in it. Every second turn is for the most boxes
    /// packed, every fourth for one less, and so on.
    fn next(&mut self) -> Option<(usize, u32)> {
        if self.waiting == 0 {
            return None;
        }
        self.turn += 1;
        if self.turn % 2 == 0 {
            loop {
                self.all = (self.all + 1) % self.open.len();
                if let Some(Reverse((_, _, node))) = self.open[self.all].pop() {
                    self.waiting -= 1;
                    return Some((self.all, node));
                }
            }
        }
        let mut level = (self.turn / 2 + 1).trailing_zeros() as usize % self.levels.len();
        loop {
            let found = self.levels.values_mut().rev().nth(level).and_then(|(cells, turn)| {
                (0..cells.len()).find_map(|_| {
                    *turn = (*turn + 1) % cells.len();
                    let Reverse((_, _, node)) = self.open[cells[*turn]].pop()?;
                    Some((cells[*turn], node))
                })
            });
            if found.is_some() {
                self.waiting -= 1;
                return found;
            }
            level = (level + 1) % self.levels.len();
        }
    }
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
    /// Bytes of moves.
    move_bytes: usize,
    pub(super) generated: u64,
}

impl<'r> Features<'r> {
    pub(super) fn new(room: &'r Room) -> Self {
        let mut ways = Ways::default();
        Features {
            room,
            routes: Routes::new(room, &mut ways),
            packing: Packing::new(room),
            traps: Traps::default(),
            ways,
            corrals: Corrals::default(),
            matching: Matching::default(),
            nodes: Vec::new(),
            boxes: Vec::new(),
            table: vec![0; 1 << 10],
            cells: Cells::default(),
            move_bytes: 0,
            generated: 0,
        }
    }

    pub(super) fn expanded(&self) -> u64 {
        self.nodes.len() as u64
    }

    pub(super) fn bytes(&self) -> usize {
        let heap = size_of::<Reverse<(u32, u32, u32)>>();
        self.nodes.capacity() * size_of::<Node>()
            + 2 * self.boxes.capacity()
            + 4 * self.table.len()
            + self.cells.waiting * 2 * heap
            + self.move_bytes
    }

    pub(super) fn run(&mut self, budget: &mut Budget<'_>) -> End {
        let mut boxes = self.room.boxes.clone();
        boxes.sort_unstable();
        if let Some(end) = self.add(&boxes, self.room.man, NO_NODE, 0, budget) {
            return end;
        }
        while let Some((cell, at)) = self.cells.next() {
            if let Some(spent) = budget.take() {
                return End::OutOf(spent);
            }
            if !budget.allows_bytes(self.bytes()) {
                return End::OutOf(Spent::Bytes);
            }
            let node = &mut self.nodes[at as usize];
            let Some(next) = node.moves.pop() else { continue };
            let weight = node.weight + u32::from(next.weight);
            match node.moves.last() {
                Some(last) => {
                    let (weight, guess) = (node.weight + u32::from(last.weight), node.guess);
                    self.cells.add(cell, weight, guess, at);
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
        End::Unsolvable
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
        if guess == u32::MAX || self.is_shut(boxes, &has_box) || self.traps.holds(room, &has_box, &reach, budget) {
            return None;
        }
        let (features, moves) = self.moves(boxes, &mut has_box, &reach);
        if let Some(last) = moves.last() {
            let cell = self.cells.cell(features);
            self.cells.add(cell, weight + u32::from(last.weight), guess, at);
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
    fn moves(&mut self, boxes: &[u16], has_box: &mut Marks, reach: &Reach) -> ([u16; 3], Vec<Move>) {
        let room = self.room;
        let is_reached = |cell: u16| reach.is_reached[usize::from(cell)];
        let corral =
            self.corrals.choose(room, &is_reached, &|cell: u16| has_box[usize::from(cell)]);
        let packed = self.packing.score(room, boxes, has_box);
        let kept = self.packing.kept(room, has_box);
        let areas = areas(room, has_box);
        let near = |cell: u16, full: &Marks| {
            let free = room.goals.iter().zip(&room.pushes[usize::from(cell)]);
            let free = free.filter(|&(&goal, _)| !full[usize::from(goal)] || goal == cell);
            free.map(|(_, &pushes)| pushes).min().unwrap_or(0)
        };
        let next = self.packing.next(room, kept);
        self.routes.find(room, boxes, has_box, &next, reach.first, |cell| self.packing.is_in(cell, kept));
        let mut advisers = Advisers::new(packed, areas, reach.count as u16);
        let mut moves = Vec::new();
        for &from in boxes {
            if corral.is_some_and(|corral| !self.corrals.holds(corral, from)) {
                continue;
            }
            let before = near(from, has_box);
            has_box[usize::from(from)] = false;
            for &way in self.ways.explore(room, has_box, from, false, is_reached, |_| false) {
                let Way { to, man, .. } = way;
                has_box[usize::from(to)] = true;
                if !is_frozen(room, to, &|cell| has_box[usize::from(cell)]) {
                    let is_new = room.is_goal[usize::from(from)] || room.is_goal[usize::from(to)];
                    let packed = if is_new {
                        let mut boxes = boxes.to_vec();
                        boxes.iter_mut().filter(|cell| **cell == from).for_each(|cell| *cell = to);
                        self.packing.score(room, &boxes, has_box)
                    } else {
                        packed
                    };
                    let nearer = i32::from(before) - i32::from(near(to, has_box));
                    let rank = self.packing.rank(to).unwrap_or(0);
                    advisers.hear(moves.len(), way, packed, rank, nearer);
                    advisers.hear_route(moves.len(), way, packed, from, nearer, &self.routes);
                    moves.push(Move { weight: 1, from, to, man });
                }
                has_box[usize::from(to)] = false;
            }
            has_box[usize::from(from)] = true;
        }
        self.generated += moves.len() as u64;
        advisers.best().for_each(|at| moves[at].weight = 0);
        moves.reverse();
        moves.sort_by_key(|next| Reverse(next.weight));
        ([packed, areas, self.routes.boxes.min(15)], moves)
    }

    /// The pushes that lead to a node.
    fn track(&mut self, mut at: u32) -> Vec<[u16; 2]> {
        let room = self.room;
        let mut pushes = Vec::new();
        while self.nodes[at as usize].parent != NO_NODE {
            let parent = self.nodes[at as usize].parent;
            let (boxes, before) = (self.boxes_of(at).to_vec(), self.boxes_of(parent).to_vec());
            let mut has_box = vec![false; room.squares.len()];
            before.iter().for_each(|&cell| has_box[usize::from(cell)] = true);
            let reach = Reach::of(room, &has_box, self.nodes[parent as usize].man);
            let gone = before.iter().filter(|cell| boxes.binary_search(cell).is_err());
            let new = boxes.iter().find(|cell| before.binary_search(cell).is_err());
            // A box may have gone round in a circle: then any box may be it.
            let moved: Vec<u16> = if new.is_some() { gone.copied().collect() } else { before.clone() };
            let man = self.nodes[at as usize].man;
            let track = moved.iter().find_map(|&from| {
                let to = new.copied().unwrap_or(from);
                has_box[usize::from(from)] = false;
                let is_near = |cell: u16| reach.is_reached[usize::from(cell)];
                let ways = self.ways.explore(room, &has_box, from, false, is_near, |_| false).to_vec();
                has_box[usize::from(to)] = true;
                let is_it = |way: &&Way| way.to == to && Reach::of(room, &has_box, way.man).first == man;
                let track = ways.iter().find(is_it).map(|&way| self.ways.track(way));
                has_box[usize::from(to)] = false;
                has_box[usize::from(from)] = true;
                track
            });
            let steps = track.unwrap_or_default();
            pushes.extend(steps.windows(2).rev().map(|pair| [pair[0], pair[1]]));
            at = parent;
        }
        pushes.reverse();
        pushes
    }
}

/// For each adviser the best move so far: how good it is, and its number.
struct Advisers {
    packed: u16,
    areas: u16,
    reach: u16,
    best: [Option<([i32; 3], usize)>; 6],
}

impl Advisers {
    fn new(packed: u16, areas: u16, reach: u16) -> Self {
        Advisers { packed, areas, reach, best: [None; 6] }
    }

    fn hear(&mut self, at: usize, way: Way, packed: u16, rank: usize, nearer: i32) {
        let [more, fewer] = [i32::from(packed), -i32::from(way.areas)];
        let reach = i32::from(way.reach);
        let said = [
            (packed > self.packed).then_some([more, rank as i32, fewer]),
            (way.areas < self.areas && packed >= self.packed).then_some([fewer, more, nearer]),
            (nearer > 0 && packed >= self.packed).then_some([nearer, fewer, more]),
            (way.reach > self.reach && packed >= self.packed).then_some([reach, more, nearer]),
        ];
        self.take(0, at, &said);
    }

    /// What the way of a box to a goal makes of a move.
    fn hear_route(&mut self, at: usize, way: Way, packed: u16, from: u16, nearer: i32, route: &Routes) {
        if packed < self.packed {
            return;
        }
        let [start, to] = [usize::from(from), usize::from(way.to)];
        let fewer = -i32::from(way.areas);
        let is_off = route.is_used[start] && from != route.cargo && !route.is_used[to];
        let is_on = from == route.cargo && route.step[to] > 1;
        let said = [
            is_off.then_some([fewer, i32::from(way.reach), nearer]),
            is_on.then_some([i32::from(route.step[to]), fewer, i32::from(way.reach)]),
        ];
        self.take(4, at, &said);
    }

    fn take(&mut self, first: usize, at: usize, said: &[Option<[i32; 3]>]) {
        for (best, said) in self.best[first..].iter_mut().zip(said) {
            if let Some(said) = said.filter(|&said| best.is_none_or(|(best, _)| said > best)) {
                *best = Some((said, at));
            }
        }
    }

    fn best(&self) -> impl Iterator<Item = usize> {
        self.best.iter().flatten().map(|&(_, at)| at)
    }
}

/// Into how many areas the boxes divide the floor.
fn areas(room: &Room, has_box: &Marks) -> u16 {
    let mut is_seen = has_box.clone();
    let mut areas = 0;
    for cell in 0..room.squares.len() {
        if is_seen[cell] {
            continue;
        }
        areas += 1;
        is_seen[cell] = true;
        let mut queue = vec![cell];
        while let Some(cell) = queue.pop() {
            for next in room.beside[cell] {
                if room.is_cell(next) && !is_seen[usize::from(next)] {
                    is_seen[usize::from(next)] = true;
                    queue.push(usize::from(next));
                }
            }
        }
    }
    areas
}

fn hash(boxes: &[u16], man: u16) -> usize {
    let mut hash = u64::from(man) ^ 0x9E37_79B9_7F4A_7C15;
    for &cell in boxes {
        hash = (hash ^ u64::from(cell)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        hash ^= hash >> 32;
    }
    hash as usize
}
// PROTO
impl Features<'_> {
    pub(super) fn stat(&self) -> String {
        let best = self.cells.names.keys().map(|k| k[0]).max().unwrap_or(0);
        format!("{} nodes {} moves {} cells, best packed {} of {}, trap states {} packing pulls {} MB {}", self.nodes.len(), self.generated, self.cells.open.len(), best, self.room.boxes.len(), self.traps.states, self.packing.work, self.bytes() >> 20)
    }
}
impl Features<'_> {
    pub(super) fn dump(&mut self, level: &super::Level) -> String {
        let mut best = (0, 0u32);
        for n in 0..self.nodes.len() as u32 {
            let b = self.boxes_of(n).to_vec();
            let mut h = vec![false; self.room.squares.len()];
            b.iter().for_each(|&c| h[usize::from(c)] = true);
            let p = self.packing.score(self.room, &b, &h);
            if p >= best.0 { best = (p, n) }
        }
        let n = best.1;
        let b = self.boxes_of(n).to_vec();
        let mut out = String::new();
        for (at, sq) in level.squares.iter().enumerate() {
            if at % level.width == 0 { out.push('\n'); }
            let cell = self.room.squares.iter().position(|&s| s == at);
            let is_box = cell.is_some_and(|c| b.contains(&(c as u16)));
            let man = cell.is_some_and(|c| c as u16 == self.nodes[n as usize].man);
            out.push(match (sq, is_box) { (super::Square::Wall, _) => '#', (s, true) => if s.is_goal() {'*'} else {'$'}, (s, false) => if man {'@'} else if s.is_goal() {'.'} else {' '} });
        }
        out
    }
}
