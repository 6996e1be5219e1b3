//! Off-mesh links: jumps, ladders, doors and teleports from point to point, and shortest paths that
//! may take them.
//!
//! A path consists of legs over the mesh with links between them. The search is best first over the
//! ends of links: a leg is estimated by the straight line, and Polyanya measures it only when no
//! other path can be cheaper (lazy evaluation: Cohen, Phillips & Likhachev, "Planning Single-arm
//! Manipulations with n-Arm Robots", RSS 2014). What remains after a link is estimated by the
//! cheapest path over straight lines and links, so the first path measured to the goal is a cheapest.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::base::{Budget, Spent, Vec2};
use crate::path::Line;
use crate::search::observer::{Watcher, by_watcher, watched};
use crate::search::{
    Effort, Found, Guarantee, OutOfBudget, Outcome, Scratch, SearchObserver, Unreachable, Why,
};
use crate::shapes::mesh::{
    Polyanya,
    build::check_count,
    error::{Kind, MeshError},
    limits::FARTHEST,
    polygons::Mesh,
};

/// A connection between two places on a mesh that does not follow the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MeshLink {
    /// Where it begins.
    pub from: Vec2,
    /// Where it ends.
    pub to: Vec2,
    /// Its cost, in the unit of lengths over ground; it may be 0, or less than the straight line.
    pub cost: f64,
    /// Whether it leads back as well, for the same cost.
    pub is_two_way: bool,
}

/// The links of a mesh, checked.
///
/// # Examples
///
/// ```
/// use astride::base::{Budget, Vec2};
/// use astride::search::Scratch;
/// use astride::shapes::mesh::{Mesh, MeshLink, MeshLinks};
/// // Two platforms with a gap between them, to be jumped over from left to right.
/// let points = [(0, 0), (2, 0), (2, 2), (0, 2), (3, 0), (5, 0), (5, 2), (3, 2)];
/// let points = points.map(|(x, y)| Vec2::new(f64::from(x), f64::from(y))).to_vec();
/// let mesh = Mesh::new(points, &[[0, 1, 2, 3], [4, 5, 6, 7]])?;
/// let jump = MeshLink {
///     from: Vec2::new(2.0, 1.0), to: Vec2::new(3.0, 1.0), cost: 2.5, is_two_way: false,
/// };
/// let links = MeshLinks::new(&mesh, &[jump])?;
///
/// let (left, right) = (Vec2::new(1.0, 1.0), Vec2::new(5.0, 1.0));
/// let (mut scratch, mut budget) = (Scratch::new(), Budget::unlimited());
/// let answer = links.path(&mesh, left, right, &mut scratch, &mut budget, &mut ());
/// let path = answer.path().unwrap();
/// assert_eq!((path.cost, &path.links[..]), (1.0 + 2.5 + 2.0, &[(1, 0)][..]));
/// assert_eq!(path.points, [left, jump.from, jump.to, right]);
/// assert!(links.path(&mesh, right, left, &mut scratch, &mut budget, &mut ()).path().is_none());
/// # Ok::<(), astride::shapes::mesh::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MeshLinks {
    /// Each link, once for every direction in which it leads.
    ways: Vec<Way>,
}

#[derive(Clone, Copy, Debug)]
struct Way {
    from: Vec2,
    to: Vec2,
    cost: f64,
    link: usize,
}

/// A path over ground and links.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LinkedPath {
    /// Where it begins, turns, enters and leaves links, and ends.
    pub points: Vec<Vec2>,
    /// The links in the order in which they are taken: the number of the leg, where leg `k` leads
    /// from `points[k]` to `points[k + 1]`, and the number of the link.
    pub links: Vec<(usize, usize)>,
    /// The length of all legs over ground and the costs of all links.
    pub cost: f64,
}

impl MeshLinks {
    /// The most links; those that lead both ways count twice.
    pub const MOST: usize = 1 << 10;

    /// Checks links against a mesh.
    ///
    /// # Errors
    ///
    /// If an end is not on the mesh, a cost is not a number from 0 to 10¹², or there are more links than
    /// [`MOST`](Self::MOST).
    ///
    /// # Complexity
    ///
    /// O(l) expected for l links.
    pub fn new(mesh: &Mesh, links: &[MeshLink]) -> Result<Self, MeshError> {
        let count = links.iter().map(|link| 1 + usize::from(link.is_two_way)).sum();
        check_count("links", count, Self::MOST)?;
        let mut ways = Vec::with_capacity(count);
        for (at, link) in links.iter().enumerate() {
            if !(0.0..=FARTHEST).contains(&link.cost) {
                return Err(MeshError(Kind::LinkCost { link: at, cost: link.cost }));
            }
            let place = |point: Vec2| {
                let off = MeshError(Kind::LinkOff { link: at, point });
                mesh.settle(point, &mut Vec::new()).ok_or(off)
            };
            let (from, to, cost) = (place(link.from)?, place(link.to)?, link.cost);
            ways.push(Way { from, to, cost, link: at });
            if link.is_two_way {
                ways.push(Way { from: to, to: from, cost, link: at });
            }
        }
        Ok(MeshLinks { ways })
    }

    /// The cheapest path from one place to another on the mesh of these links, whether it takes links or not.
    /// Where a link ends on an edge of several polygons or floors, the path may go on in any of them.
    ///
    /// No path is cheaper, to the precision with which [`polyanya`](crate::shapes::mesh::polyanya)
    /// measures legs. The effort is that of all searches together, and the observer gets the events of
    /// each of them. A search that runs out of budget has to start again.
    ///
    /// # Complexity
    ///
    /// O(l² log l) for l links and one search of Polyanya for each leg that may be on a path as cheap,
    /// at worst for each pair of links. Memory: about 100 bytes for each pair of links, and the points
    /// of each leg that is measured; a budget of bytes limits only the searches.
    pub fn path<O: SearchObserver>(
        &self,
        mesh: &Mesh,
        from: Vec2,
        to: Vec2,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Outcome<LinkedPath> {
        let mut places = Vec::new();
        let ends = (mesh.settle(from, &mut places), mesh.settle(to, &mut places));
        let (start, goal, why) = match ends {
            (Some(start), Some(goal)) => (start, goal, Why::Apart),
            (None, _) => (from, to, Why::StartBlocked),
            (_, None) => (from, to, Why::GoalBlocked),
        };
        let mut search = Linked {
            ways: &self.ways,
            ends: [start, goal],
            guesses: self.guesses(goal),
            reached: vec![None; self.ways.len() + 1],
            open: BinaryHeap::new(),
            legs: Vec::new(),
            effort: Effort::default(),
        };
        if why == Why::Apart {
            return watched(observer, |observer| {
                search.run_watched(mesh, scratch, budget, observer)
            });
        }
        Outcome::Unreachable(Unreachable { why, nearest: None, effort: search.effort })
    }

    /// The cheapest ways from the exits of links to the goal if there were no walls; the last is that from
    /// the goal itself.
    fn guesses(&self, goal: Vec2) -> Vec<f64> {
        let mut guesses: Vec<f64> = self.ways.iter().map(|way| way.to.distance_to(goal)).collect();
        let mut left: Vec<usize> = (0..guesses.len()).collect();
        while let Some(at) =
            (0..left.len()).min_by(|&a, &b| guesses[left[a]].total_cmp(&guesses[left[b]]))
        {
            let next = left.swap_remove(at);
            let way = self.ways[next];
            for &other in &left {
                let over = self.ways[other].to.distance_to(way.from) + way.cost + guesses[next];
                guesses[other] = guesses[other].min(over);
            }
        }
        guesses.push(0.0);
        guesses
    }
}

/// A search over the exits of links. Places are numbered as links. The last number is that of the start, as a
/// place where legs begin, and of the goal, as a place to which they lead.
struct Linked<'a> {
    ways: &'a [Way],
    ends: [Vec2; 2],
    guesses: Vec<f64>,
    /// For each exit that has been reached, the leg that led to its link.
    reached: Vec<Option<usize>>,
    /// Legs by the least that a path over them can cost; among equal ones, the first comes first.
    open: BinaryHeap<Reverse<(u64, usize)>>,
    legs: Vec<Leg>,
    effort: Effort,
}

#[derive(Debug)]
struct Leg {
    /// The leg that led to the link at whose exit this one begins.
    before: Option<usize>,
    /// The exit at which it begins, and the link to whose entry it leads.
    ends: [usize; 2],
    /// The cost of the path where it begins.
    g: f64,
    /// Points and length, once measured.
    line: Option<Line>,
}

impl Linked<'_> {
    fn run_watched(
        &mut self,
        mesh: &Mesh,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
        observer: Watcher<'_>,
    ) -> Outcome<LinkedPath> {
        by_watcher!(observer => self.run(mesh, scratch, budget, observer))
    }

    fn run<O: SearchObserver>(
        &mut self,
        mesh: &Mesh,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Outcome<LinkedPath> {
        let last = self.ways.len();
        self.begin_at(last, 0.0, None);
        while let Some(Reverse((_, at))) = self.open.pop() {
            let [from, to] = self.legs[at].ends;
            let is_goal = to == last;
            if !is_goal && self.reached[to].is_some() {
                continue;
            }
            let Some(line) = &self.legs[at].line else {
                let [start, goal] = [self.exit(from), self.entry(to)];
                let answer = Polyanya::new(mesh, start, goal, scratch).run_by(budget, observer);
                self.effort += answer.effort();
                match answer {
                    Outcome::Found(found) => self.measured(at, found.path),
                    Outcome::Unreachable(_) => {}
                    Outcome::OutOfBudget(out) => return self.out_of_budget(out.spent),
                }
                continue;
            };
            if is_goal {
                return self.found(at);
            }
            let g = self.legs[at].g + line.length + self.ways[to].cost;
            self.reached[to] = Some(at);
            self.begin_at(to, g, Some(at));
        }
        let why = Why::Enclosed { seen: self.effort.expanded };
        Outcome::Unreachable(Unreachable { why, nearest: None, effort: self.effort })
    }

    /// Guesses all legs that begin at an exit.
    fn begin_at(&mut self, from: usize, g: f64, before: Option<usize>) {
        let exit = self.exit(from);
        for to in 0..=self.ways.len() {
            if to == self.ways.len() || self.reached[to].is_none() {
                self.legs.push(Leg { before, ends: [from, to], g, line: None });
                let guess = exit.distance_to(self.entry(to));
                self.put(self.legs.len() - 1, guess);
            }
        }
    }

    fn measured(&mut self, at: usize, line: Line) {
        let length = line.length;
        self.legs[at].line = Some(line);
        self.put(at, length);
    }

    fn put(&mut self, at: usize, length: f64) {
        let Leg { ends: [_, to], g, .. } = self.legs[at];
        let cost = self.ways.get(to).map_or(0.0, |way| way.cost);
        let f = g + length + cost + self.guesses[to];
        self.open.push(Reverse((f.to_bits(), at)));
        self.effort.open_most = self.effort.open_most.max(self.open.len() as u64);
    }

    fn exit(&self, way: usize) -> Vec2 {
        self.ways.get(way).map_or(self.ends[0], |way| way.to)
    }

    fn entry(&self, way: usize) -> Vec2 {
        self.ways.get(way).map_or(self.ends[1], |way| way.from)
    }

    fn found(&self, last: usize) -> Outcome<LinkedPath> {
        let before = |&at: &usize| self.legs[at].before;
        let mut legs: Vec<usize> = std::iter::successors(Some(last), before).collect();
        legs.reverse();
        let mut path = LinkedPath { points: Vec::new(), links: Vec::new(), cost: 0.0 };
        for at in legs {
            let Leg { ends: [_, to], line, .. } = &self.legs[at];
            let Some(line) = line else { continue };
            path.points.extend(&line.points);
            path.cost += line.length;
            if let Some(way) = self.ways.get(*to) {
                path.links.push((path.points.len() - 1, way.link));
                path.cost += way.cost;
            }
        }
        let (guarantee, effort) = (Guarantee::Optimal, self.effort);
        Outcome::Found(Found { path, guarantee, effort })
    }

    fn out_of_budget(&self, spent: Spent) -> Outcome<LinkedPath> {
        let (lower_bound, nearest, effort) = (0, None, self.effort);
        Outcome::OutOfBudget(OutOfBudget { spent, lower_bound, nearest, effort })
    }
}
