//! What edits may have cut: alternating floods from the sides of each cut, until the answer is
//! known.
//!
//! A *spot* is a set of touched cells that steps among them may have connected before the edits. If
//! the rest of a spot is still connected, no path is lost there, since it can be rerouted. Each
//! spot is therefore a separate question, however many there are in a batch, and nearly all of them
//! are answered by the steps among touched cells. The others are flooded from each side in turn,
//! until all sides have met or all but one have ended, so the work is that of the smaller sides.
//!
//! A side that has ended is a complete piece. If it was part of other spots with the same label,
//! paths may have led through it from one spot to another, so these spots are merged to one
//! question. This finds two cuts that separate only together, and what is left of a label at the
//! end is a single piece.

use std::collections::VecDeque;

use super::{Components, NOWHERE, neighbour, telling, two_way_steps};
use crate::base::{CellRect, Dir, NodeId};
use crate::shapes::square::GridView;
use crate::world::{Followed, World};

/// The number of cells a flood visits before it is the turn of another.
const TURN: usize = 16;

/// Working memory of updates, allocated at the first one.
#[derive(Debug, Default)]
pub(super) struct Repair {
    /// For each cell its index in `seen`, counted from 1; 0 for other cells and between updates.
    places: Vec<u32>,
    /// Touched cells, followed by those reached by the floods of the current question.
    pub(super) seen: Vec<NodeId>,
    /// Which seen cells are connected, as a union-find forest.
    groups: Vec<u32>,
    /// What else is known of touched cells.
    pub(super) touched: Vec<Touched>,
    /// The number of the latest question.
    question: u32,
}

/// A touched cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touched {
    /// The root of its label before the edits.
    pub(super) before: u32,
    /// Whether its piece has been flooded completely, and has its label.
    pub(super) has_ended: bool,
    /// Which touched cells form a spot, as a union-find forest.
    spot: u32,
    /// The next cell of the spot, in a circular list.
    next: u32,
    /// The last question whose floods reached this cell.
    question: u32,
}

/// One of the floods of a question.
#[derive(Default)]
struct Flood {
    /// The index of one of its cells.
    place: u32,
    /// Indices of cells still to be expanded, and of those already expanded.
    open: VecDeque<u32>,
    done: Vec<u32>,
}

/// A copy allocates its own memory when it is updated: between updates there is nothing in it.
impl Clone for Repair {
    fn clone(&self) -> Self {
        Repair::default()
    }
}

impl Repair {
    pub(super) fn bytes(&self) -> usize {
        4 * (self.places.capacity() + self.seen.capacity() + self.groups.capacity())
            + size_of::<Touched>() * self.touched.capacity()
    }

    /// Prepares an update of a map with this many cells.
    pub(super) fn begin(&mut self, cells: usize) {
        if self.places.len() != cells {
            self.places = vec![0; cells];
        }
    }

    /// Forgets everything seen.
    pub(super) fn end(&mut self) {
        self.forget_from(0);
        self.touched.clear();
        self.question = 0;
    }

    /// Forgets the floods of a question; returns how many cells they visited.
    fn forget_floods(&mut self) -> usize {
        let flooded = self.seen.len() - self.touched.len();
        self.forget_from(self.touched.len());
        flooded
    }

    fn forget_from(&mut self, first: usize) {
        self.seen.drain(first..).for_each(|node| self.places[node.index()] = 0);
        self.groups.truncate(first);
    }

    fn see(&mut self, node: NodeId) -> u32 {
        let place = self.seen.len() as u32;
        self.seen.push(node);
        self.places[node.index()] = place + 1;
        self.groups.push(place);
        place
    }

    fn place(&self, node: NodeId) -> Option<u32> {
        self.places[node.index()].checked_sub(1)
    }

    /// Whether edits touched `node`.
    pub(super) fn has_touched(&self, node: NodeId) -> bool {
        self.place(node).is_some_and(|place| (place as usize) < self.touched.len())
    }

    /// Adds the cells of a rectangle and those around it, whose labels `root` returns.
    pub(super) fn touch(
        &mut self,
        view: &GridView<'_>,
        rect: CellRect,
        root: impl Fn(NodeId) -> u32,
    ) {
        let (width, height) = (view.grid().width(), view.grid().height());
        for y in rect.y.saturating_sub(1)..(rect.y + rect.height + 1).min(height) {
            for x in rect.x.saturating_sub(1)..(rect.x + rect.width + 1).min(width) {
                let node = NodeId::new(y * width + x);
                if self.place(node).is_none() {
                    let place = self.see(node);
                    let before = root(node);
                    self.touched.push(Touched {
                        before,
                        has_ended: false,
                        spot: place,
                        next: place,
                        question: 0,
                    });
                }
            }
        }
    }

    /// Joins touched cells into groups by the steps that exist, and into spots by those that may
    /// have existed.
    pub(super) fn join_touched(&mut self, view: &GridView<'_>) {
        for place in 0..self.touched.len() as u32 {
            let node = self.seen[place as usize];
            each_two_way(view, node, |other| {
                if let Some(other) = self.place(other) {
                    self.join(place, other);
                }
            });
            let before = self.touched[place as usize].before;
            if before == NOWHERE {
                continue;
            }
            let cell = view.grid().cell(node);
            for dir in [Dir::E, Dir::S, Dir::SE, Dir::SW] {
                if telling(view) & dir.bit() == 0 {
                    continue;
                }
                let other = cell.step(dir).and_then(|other| view.grid().node(other));
                let other = other.and_then(|other| self.place(other));
                if let Some(other) = other.filter(|&at| self.touched[at as usize].before == before)
                {
                    self.join_spots(place, other);
                }
            }
        }
    }

    /// The root of the group of `place`, with path halving.
    pub(super) fn find(&mut self, mut place: u32) -> u32 {
        while self.groups[place as usize] != place {
            let next = self.groups[place as usize];
            self.groups[place as usize] = self.groups[next as usize];
            place = self.groups[place as usize];
        }
        place
    }

    /// Joins two groups under the smaller root, so that roots are touched cells.
    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.groups[a.max(b) as usize] = a.min(b);
    }

    fn spot(&mut self, mut place: u32) -> u32 {
        while self.touched[place as usize].spot != place {
            let next = self.touched[place as usize].spot;
            self.touched[place as usize].spot = self.touched[next as usize].spot;
            place = self.touched[place as usize].spot;
        }
        place
    }

    fn join_spots(&mut self, a: u32, b: u32) {
        let (a, b) = (self.spot(a), self.spot(b));
        if a != b {
            self.touched[a.max(b) as usize].spot = a.min(b);
            let next = self.touched[a as usize].next;
            self.touched[a as usize].next = self.touched[b as usize].next;
            self.touched[b as usize].next = next;
        }
    }

    /// The members of a spot that are passable and whose piece has not ended.
    fn members(&self, view: &GridView<'_>, spot: u32) -> impl Iterator<Item = u32> {
        let next = move |&place: &u32| {
            let next = self.touched[place as usize].next;
            (next != spot).then_some(next)
        };
        std::iter::successors(Some(spot), next).filter(|&place| {
            let cell = &self.touched[place as usize];
            cell.before != NOWHERE && !cell.has_ended && view.is_passable(self.seen[place as usize])
        })
    }

    /// Whether all that is left of a spot is known to be connected.
    fn is_one(&mut self, view: &GridView<'_>, spot: u32) -> bool {
        let members: Vec<u32> = self.members(view, spot).collect();
        members.windows(2).all(|two| self.find(two[0]) == self.find(two[1]))
    }

    /// Starts a flood from each remaining group of a spot that has none.
    fn start(&mut self, view: &GridView<'_>, spot: u32, floods: &mut Vec<Flood>) {
        let mut members: Vec<(u32, u32)> =
            self.members(view, spot).map(|place| (place, place)).collect();
        members.retain(|&(place, _)| self.is_first_visit(place));
        members.iter_mut().for_each(|(root, place)| *root = self.find(*place));
        members.sort_unstable();
        floods.extend(members.chunk_by(|a, b| a.0 == b.0).map(|run| Flood {
            place: run[0].0,
            open: run.iter().map(|&(_, place)| place).collect(),
            done: Vec::new(),
        }));
    }

    /// Whether this is the first visit of a flood of this question to a touched cell; marks it as
    /// visited.
    fn is_first_visit(&mut self, place: u32) -> bool {
        let question = self.question;
        std::mem::replace(&mut self.touched[place as usize].question, question) != question
    }

    fn take_turn(&mut self, view: &GridView<'_>, flood: &mut Flood) {
        for _ in 0..TURN {
            let Some(place) = flood.open.pop_front() else { return };
            flood.done.push(place);
            each_two_way(view, self.seen[place as usize], |other| {
                let (next, is_new) = match self.place(other) {
                    None => (self.see(other), true),
                    Some(next) if (next as usize) < self.touched.len() => {
                        (next, self.is_first_visit(next))
                    }
                    Some(next) => (next, false),
                };
                self.join(flood.place, next);
                if is_new {
                    flood.open.push_back(next);
                }
            });
        }
    }

    /// Merges all spots of a label that contained parts of a separated piece, since paths may have
    /// led through it from one to the other. The current question continues with `floods` from more
    /// cells; others are added to `spots`.
    fn join_spots_in(
        &mut self,
        view: &GridView<'_>,
        asked: u32,
        piece: &Flood,
        floods: &mut Vec<Flood>,
        spots: &mut Vec<u32>,
    ) {
        let own = self.touched[asked as usize].before;
        let places = piece.done.iter().filter(|&&place| (place as usize) < self.touched.len());
        let mut places: Vec<(u32, u32)> =
            places.map(|&place| (self.touched[place as usize].before, place)).collect();
        places.sort_unstable();
        for run in places.chunk_by(|a, b| a.0 == b.0).filter(|run| run[0].0 != NOWHERE) {
            let (label, first) = run[0];
            let into = if label == own { asked } else { first };
            for &(_, place) in run {
                let (spot, other) = (self.spot(into), self.spot(place));
                if spot == other {
                    continue;
                }
                if label == own {
                    self.start(view, other, floods);
                    self.join_spots(spot, other);
                } else {
                    self.join_spots(spot, other);
                    spots.push(self.spot(into));
                }
            }
        }
    }

    /// Merges floods that have met.
    fn merge(&mut self, floods: &mut Vec<Flood>) {
        floods.iter_mut().for_each(|flood| flood.place = self.find(flood.place));
        floods.sort_by_key(|flood| flood.place);
        floods.dedup_by(|other, flood| {
            let has_met = other.place == flood.place;
            if has_met {
                flood.take_in(other);
            }
            has_met
        });
    }
}

impl Flood {
    fn take_in(&mut self, other: &mut Flood) {
        if other.done.len() > self.done.len() {
            std::mem::swap(&mut other.done, &mut self.done);
        }
        if other.open.len() > self.open.len() {
            std::mem::swap(&mut other.open, &mut self.open);
        }
        self.done.append(&mut other.done);
        self.open.append(&mut other.open);
    }
}

impl Components {
    /// Answers the questions of all spots: separated pieces get labels of their own. Returns
    /// `false` if it gave up, because one question takes more than `most` cells, or all of them
    /// more than there are.
    pub(super) fn answer(
        &mut self,
        view: &GridView<'_>,
        repair: &mut Repair,
        most: usize,
        updated: &mut Followed,
    ) -> bool {
        let places = 0..repair.touched.len() as u32;
        let mut spots: Vec<u32> = places.filter(|&place| repair.spot(place) == place).collect();
        let mut asked = 0;
        while let Some(&spot) = spots.get(asked) {
            asked += 1;
            // A spot that has been merged into another is handled there.
            if repair.spot(spot) != spot || repair.is_one(view, spot) {
                continue;
            }
            repair.question += 1;
            let is_answered = self.ask(view, spot, repair, most, &mut spots, updated);
            updated.looked += repair.forget_floods() as u64;
            if !is_answered || updated.looked > self.labels.len() as u64 {
                return false;
            }
        }
        true
    }

    /// Floods from all sides of a spot; adds to `spots` merged spots with other labels.
    fn ask(
        &mut self,
        view: &GridView<'_>,
        spot: u32,
        repair: &mut Repair,
        most: usize,
        spots: &mut Vec<u32>,
        updated: &mut Followed,
    ) -> bool {
        let mut floods = Vec::new();
        repair.start(view, spot, &mut floods);
        loop {
            repair.merge(&mut floods);
            if floods.len() < 2 {
                return true;
            }
            let ended: Vec<Flood> = floods.extract_if(.., |flood| flood.open.is_empty()).collect();
            if ended.is_empty() {
                floods.iter_mut().for_each(|flood| repair.take_turn(view, flood));
            }
            for piece in ended {
                updated.changed += self.part_off(repair, &piece);
                repair.join_spots_in(view, spot, &piece, &mut floods, spots);
            }
            if repair.seen.len() - repair.touched.len() > most {
                return false;
            }
        }
    }

    /// Gives a separated piece a label; returns how many cells had another one.
    fn part_off(&mut self, repair: &mut Repair, piece: &Flood) -> u64 {
        let label = self.fresh_label();
        let mut taken = 0;
        for &place in &piece.done {
            let node = repair.seen[place as usize].index();
            let before = std::mem::replace(&mut self.labels[node], label);
            if before != NOWHERE {
                let before = self.root(before);
                self.cells[before as usize] -= 1;
                taken += 1;
            }
            if let Some(cell) = repair.touched.get_mut(place as usize) {
                cell.has_ended = true;
            }
        }
        self.cells[label as usize] = piece.done.len() as u32;
        taken
    }
}

fn each_two_way(view: &GridView<'_>, node: NodeId, mut visit: impl FnMut(NodeId)) {
    let mut steps = two_way_steps(view, node);
    while steps != 0 {
        visit(neighbour(view, node, steps.trailing_zeros() as usize));
        steps &= steps - 1;
    }
}
