//! Anya: shortest paths of a point among blocked cells, without a precomputed visibility table.
//!
//! Best-first search over cones. A cone consists of a root, which is the start or a corner where
//! the path turned, and of what the root sees between two rays, one row of free cells after the
//! other. No path through a cone is shorter than the path across the row it enters next, bent or
//! reflected to the goal. Corners seen on the way become roots themselves, if a taut path can turn
//! there.
//!
//! Harabor, Grastien, Öz & Aksakalli, "Optimal Any-Angle Pathfinding In Practice", Journal of
//! Artificial Intelligence Research 56, 2016. They store an interval of a row with rational ends;
//! here the two rays that bound it are stored, which are integers. Their corners belong to the
//! interval that ends at them; here each is put on the open list when it is seen, so that a corner
//! reached by a shorter path is processed first.

use crate::base::{Budget, Spent};
use crate::path::Line;
use crate::search::{Effort, Found, Guarantee, OutOfBudget, Outcome, Scratch, Unreachable, Why};
use crate::shapes::square::any_angle::{
    cone::{Ray, Wedge},
    corner::{Turn, turn},
    is_longer,
    map::AnyAngleMap,
    memory::{AnyAngleMemory, Cone, Open, Pending, Root, START},
    spot::Spot,
};

/// Finds the shortest path of a point from one spot to another, through free cells and along the
/// edges of blocked ones. It never passes between two blocked cells that touch at a corner, but it
/// may begin or end there.
///
/// The length is that of the shortest path, up to a
/// [`TOLERANCE`](crate::shapes::square::any_angle::TOLERANCE) for each turn: of paths to a corner
/// that are equal within it, the first is kept. The same path is therefore found on every machine.
///
/// # Complexity
///
/// O(k log k) for k corners and row intervals seen by roots before the goal; in the worst case each
/// corner of the map sees the whole map. If the goal is unreachable, every reachable corner is
/// expanded; [`enclosure`](crate::search::enclosure) detects this by flooding the smaller side.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride::shapes::square::{AnyAngleMap, Spot, anya};
/// let grid = Grid::from_classes(5, 3, b".......@.......")?;
/// let map = AnyAngleMap::build(&grid.seen_by(&Mover::walker()))?;
/// let (from, to) = (Spot::centre(Cell::new(0, 1)), Spot::centre(Cell::new(4, 1)));
/// let found = anya(&map, from, to, &mut Scratch::new());
/// assert_eq!(found.path().map(|path| path.points.len()), Some(4), "turns at two corners");
/// let length = 1.0 + 2.0 * (1.5f64 * 1.5 + 0.5 * 0.5).sqrt();
/// assert!((found.length().unwrap() - length).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn anya(map: &AnyAngleMap, from: Spot, to: Spot, scratch: &mut Scratch) -> Outcome<Line> {
    Anya::new(map, from, to, scratch).run(&mut Budget::unlimited())
}

/// A search for the shortest path of a point that can be paused and continued; see [`anya`].
#[derive(Debug)]
pub struct Anya<'a> {
    map: &'a AnyAngleMap,
    scratch: &'a mut AnyAngleMemory,
    start: Spot,
    goal: Spot,
    effort: Effort,
    pushed: u64,
    state: State,
}

#[derive(Clone, Copy, Debug)]
enum State {
    NotBegun,
    Running,
    /// The goal is seen from this root.
    Found(u32),
    Exhausted,
}

impl<'a> Anya<'a> {
    /// Prepares a search. Spots off the map or inside blocked terrain lead to [`Why::StartBlocked`]
    /// and [`Why::GoalBlocked`].
    pub fn new(map: &'a AnyAngleMap, from: Spot, to: Spot, scratch: &'a mut Scratch) -> Self {
        let effort = Effort::default();
        let scratch = scratch.part();
        Anya { map, scratch, start: from, goal: to, effort, pushed: 0, state: State::NotBegun }
    }

    /// Searches until the goal is reached, nothing is left, or `budget` runs out; can be called
    /// again after `OutOfBudget`, and returns the same answer again after any other end. An
    /// expansion is a corner or a cone taken from the open list.
    pub fn run(&mut self, budget: &mut Budget<'_>) -> Outcome<Line> {
        if let State::NotBegun = self.state {
            for (spot, why) in [(self.start, Why::StartBlocked), (self.goal, Why::GoalBlocked)] {
                if !self.map.is_open(spot) {
                    let (nearest, effort) = (None, self.effort);
                    return Outcome::Unreachable(Unreachable { why, nearest, effort });
                }
            }
            if !budget.allows_bytes(AnyAngleMemory::bytes_for(self.map.corner_count())) {
                return self.out_of_budget(Spent::Bytes);
            }
            self.state = State::Running;
            self.begin();
        }
        while let State::Running = self.state {
            if budget.limits_bytes() && !budget.allows_bytes(self.scratch.bytes()) {
                return self.out_of_budget(Spent::Bytes);
            }
            if self.scratch.open.is_empty() {
                self.state = State::Exhausted;
                break;
            }
            if let Some(spent) = budget.take() {
                return self.out_of_budget(spent);
            }
            self.expand_best();
        }
        match self.state {
            State::Found(root) => self.found(root),
            _ => {
                let why = Why::Enclosed { seen: self.effort.expanded };
                Outcome::Unreachable(Unreachable { why, nearest: None, effort: self.measured() })
            }
        }
    }

    fn begin(&mut self) {
        self.scratch.begin(self.map.corner_count());
        let (root, map) = (Root::at(self.start, 0.0), self.map);
        if self.start == self.goal {
            return self.state = State::Found(START);
        }
        if let (0, 0, Some(corner)) =
            (root.x % 2, root.y % 2, map.corner_at(root.x / 2, root.y / 2))
        {
            self.scratch.set(corner, 0.0, START, 0); // no path that returns here is better
        }
        let columns = (root.x - 1).div_euclid(2)..=root.x / 2;
        let wedge = Wedge { left: Ray::LEFT, right: Ray::RIGHT };
        for down in [-1, 1] {
            let row = if root.y % 2 == 1 { root.y / 2 } else { root.y / 2 - i64::from(down < 0) };
            let mut done = i64::MIN;
            for column in columns.clone().filter(|&column| map.has_free(column, row)) {
                let (left, right) = map.run(column, row);
                if left == done {
                    continue; // both columns belong to one run
                }
                done = left;
                let (near, far) = (2 * left, 2 * right);
                let goal = Root::at(self.goal, 0.0);
                if root.y % 2 == 1 && goal.y == root.y && (near..=far).contains(&goal.x) {
                    self.push_goal(START, root);
                }
                self.walk(START, Cone { at: root, wedge, row, column, down });
            }
        }
        if root.y % 2 == 0 {
            self.slide(START, root, -1);
            self.slide(START, root, 1);
        }
    }

    fn expand_best(&mut self) {
        let Some(Open { g, what, .. }) = self.scratch.open.pop() else { return };
        let pending = self.scratch.pending[what as usize];
        self.scratch.spare.push(what);
        self.effort.expanded += 1;
        match pending {
            Pending::Goal { root } => self.state = State::Found(root),
            Pending::Corner { corner, turn } if !self.is_beaten(corner, g) => {
                let spot = self.map.corner_spot(corner);
                let at = Root::at(spot, g);
                if turn.flat != 0 {
                    self.slide(corner, at, turn.flat);
                }
                let Turn { down, wedge, column, .. } = turn;
                let row = at.y / 2 - i64::from(down < 0);
                self.walk(corner, Cone { at, wedge, row, column, down });
            }
            Pending::Cone { root, cone } if !self.is_beaten(root, g) => self.walk(root, cone),
            _ => {}
        }
    }

    /// Whether a corner has since been reached by a shorter path.
    fn is_beaten(&self, root: u32, g: f64) -> bool {
        root != START && g > self.scratch.g(root)
    }

    /// Follows a cone row by row, as long as it neither splits nor sees anything.
    fn walk(&mut self, root: u32, mut cone: Cone) {
        loop {
            let pushed = self.pushed;
            let Some(next) = self.cross(root, &cone) else { return };
            if self.pushed != pushed {
                return self.push_cone(root, next);
            }
            cone = next;
        }
    }

    /// Crosses one row and pushes everything behind it except the last cone, which is returned.
    fn cross(&mut self, root: u32, cone: &Cone) -> Option<Cone> {
        let (map, goal) = (self.map, Root::at(self.goal, 0.0));
        let Cone { at, wedge, row, column, down } = *cone;
        let (left, right) = map.run(column, row);
        let (from, to) = (2 * left - at.x, 2 * right - at.x);
        if goal.y == 2 * row + 1 && goal.y != at.y {
            let (t, x) = ((goal.y - at.y).abs(), goal.x - at.x);
            if (from..=to).contains(&x) && wedge.holds(t, x) {
                self.push_goal(root, at);
            }
        }
        let exit = 2 * (row + i64::from(down > 0));
        let t = (exit - at.y).abs();
        let wedge = wedge.clipped(t, from, to)?;
        if goal.y == exit && wedge.holds(t, goal.x - at.x) {
            self.push_goal(root, at);
        }
        // Corners on the far side, in columns.
        let first = (wedge.left.ceil_at(t) + at.x + 1).div_euclid(2);
        let last = (wedge.right.floor_at(t) + at.x).div_euclid(2);
        let mut from = first;
        while let Some(x) = map.next_corner(from, last + 1, exit / 2) {
            self.reach(root, at, x, exit / 2);
            from = x + 1;
        }
        self.split(root, cone, wedge, t)
    }

    /// The cones behind a row: one for each run of free cells in the next row.
    fn split(&mut self, root: u32, cone: &Cone, wedge: Wedge, t: i64) -> Option<Cone> {
        let Cone { at, row, down, .. } = *cone;
        if !wedge.is_wide() {
            return None; // the corners on its only ray continue
        }
        let row = row + down;
        let end = (wedge.right.ceil_at(t) + at.x + 1).div_euclid(2);
        let mut from = (wedge.left.floor_at(t) + at.x).div_euclid(2);
        let mut last: Option<Cone> = None;
        while let Some(column) = self.map.next_free(from, end, row) {
            let (left, right) = self.map.run(column, row);
            let part = wedge.clipped(t, 2 * left - at.x, 2 * right - at.x);
            if let Some(wedge) = part.filter(|part| part.is_wide())
                && let Some(cone) = last.replace(Cone { at, wedge, row, column, down })
            {
                self.push_cone(root, cone);
            }
            from = right + 1;
        }
        last
    }

    /// Slides along a grid line to the next corner where the path may turn.
    fn slide(&mut self, root: u32, at: Root, side: i64) {
        let (map, line) = (self.map, at.y / 2);
        let goal = Root::at(self.goal, 0.0);
        let mut x = at.x; // in half cells
        loop {
            // The cells above and below the line ahead.
            let column = if side > 0 { x.div_euclid(2) } else { (x - 1).div_euclid(2) };
            let is_clear = |column| map.has_free(column, line - 1) || map.has_free(column, line);
            if !is_clear(column) {
                return;
            }
            let next = if side > 0 { 2 * column + 2 } else { 2 * column };
            let between =
                if side > 0 { x < goal.x && goal.x <= next } else { next <= goal.x && goal.x < x };
            if goal.y == at.y && between {
                return self.push_goal(root, at);
            }
            x = next;
            let column = x / 2;
            if map.corner_at(column, line).is_some() && self.reach(root, at, column, line) {
                return;
            }
            let blocked = |x, y| !map.has_free(x, y);
            let falling = blocked(column - 1, line - 1) && blocked(column, line);
            let rising = blocked(column - 1, line) && blocked(column, line - 1);
            if falling || rising {
                return; // two blocked cells touch here
            }
        }
    }

    /// Puts a corner that the root sees on the open list, if a taut path can turn there. Returns
    /// whether it can.
    fn reach(&mut self, root: u32, at: Root, x: i64, y: i64) -> bool {
        let Some(turn) = turn(self.map, x, y, 2 * x - at.x, 2 * y - at.y) else { return false };
        let Some(corner) = self.map.corner_at(x, y) else { return false };
        let here = Root { x: 2 * x, y: 2 * y, g: 0.0 };
        let g = at.g + distance(at, here);
        if !is_longer(self.scratch.g(corner), g) {
            return true; // the first of equal paths is kept, or each tie would double the rest
        }
        self.scratch.set(corner, g, root, 0);
        let f = g + distance(here, Root::at(self.goal, 0.0));
        self.push(f, g, Pending::Corner { corner, turn });
        true
    }

    fn push_goal(&mut self, root: u32, at: Root) {
        let f = at.g + distance(at, Root::at(self.goal, 0.0));
        self.push(f, at.g, Pending::Goal { root });
    }

    fn push_cone(&mut self, root: u32, cone: Cone) {
        let f = cone.at.g + self.least_way(&cone);
        self.push(f, cone.at.g, Pending::Cone { root, cone });
    }

    /// The length of the shortest path from the root to the goal across the line by which the cone
    /// enters its row. If the goal is on this side of the line, it is reflected to the other.
    fn least_way(&self, cone: &Cone) -> f64 {
        let Cone { at, wedge, row, down, .. } = *cone;
        let goal = Root::at(self.goal, 0.0);
        let entry = 2 * (row + i64::from(down < 0));
        let t = (entry - at.y).abs();
        let (near, far) = (t as f64, (goal.y - entry).abs() as f64);
        let aside = (goal.x - at.x) as f64;
        let straight = aside * near / (near + far);
        let over = straight.clamp(wedge.left.at(t), wedge.right.at(t).max(wedge.left.at(t)));
        let leg = |dx: f64, dy: f64| (dx * dx + dy * dy).sqrt();
        leg(over, near) + leg(aside - over, far)
    }

    fn push(&mut self, f: f64, g: f64, pending: Pending) {
        let scratch = &mut *self.scratch;
        let what = match scratch.spare.pop() {
            Some(what) => {
                scratch.pending[what as usize] = pending;
                what
            }
            None => {
                scratch.pending.push(pending);
                (scratch.pending.len() - 1) as u32
            }
        };
        scratch.open.push(Open { f, g, order: self.pushed, what });
        self.pushed += 1;
        self.effort.generated += 1;
        self.effort.open_most = self.effort.open_most.max(scratch.open.len() as u64);
    }

    fn found(&mut self, root: u32) -> Outcome<Line> {
        let corners = || {
            let parent = |&at: &u32| self.scratch.known(at).map(|record| record.parent);
            std::iter::successors(Some(root), parent).filter(|&at| at != START)
        };
        let mut points = Vec::with_capacity(corners().count() + 2);
        points.push(self.goal.point());
        points.extend(corners().map(|corner| self.map.corner_spot(corner).point()));
        points.push(self.start.point());
        points.dedup(); // the start may be the goal, and the goal may be a corner
        points.reverse();
        let (path, effort) = (Line::through(points), self.measured());
        Outcome::Found(Found { path, guarantee: Guarantee::Optimal, effort })
    }

    fn measured(&mut self) -> Effort {
        self.effort.bytes = self.scratch.bytes() as u64;
        self.effort
    }

    fn out_of_budget(&mut self, spent: Spent) -> Outcome<Line> {
        let (lower_bound, nearest, effort) = (0, None, self.measured());
        Outcome::OutOfBudget(OutOfBudget { spent, lower_bound, nearest, effort })
    }
}

fn distance(a: Root, b: Root) -> f64 {
    let (dx, dy) = ((a.x - b.x) as f64, (a.y - b.y) as f64);
    (dx * dx + dy * dy).sqrt()
}
