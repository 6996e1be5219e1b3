//! Off-mesh links: jumps, ladders, doors and teleports from point to point, and shortest paths that
//! may take them.
//!
//! A path consists of legs over the mesh with links between them. The search is best first over the
//! ends of links: a leg is estimated by the straight line, and Polyanya measures it only when no
//! other path can be cheaper (lazy evaluation: Cohen, Phillips & Likhachev, "Planning Single-arm
//! Manipulations with n-Arm Robots", RSS 2014). What remains after a link is estimated by the
//! cheapest path over straight lines and links, so the first path measured to the goal is a cheapest.
//! Over areas that differ in cost a leg is measured to a ratio of the cheapest one, and so is the path.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::base::{Budget, Spent, Vec2};
use crate::search::observer::{Watcher, by_watcher, watched};
use crate::search::{
    Effort, Found, Guarantee, OutOfBudget, Outcome, Scratch, SearchObserver, Unreachable, Why,
};
use crate::shapes::mesh::{
    Polyanya, WeightedMesh,
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
    /// The length of all legs over ground, over areas times their factors, and the costs of all links.
    pub cost: f64,
    /// No path costs less.
    pub at_least: f64,
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
        self.path_on(Ground::Even(mesh), [from, to], scratch, budget, observer)
    }

    /// As [`path`](Self::path), where areas differ in cost: the mesh of these links is that of `ground`. The
    /// path costs at most `within` times as much as the cheapest, such as 1.01, unless a limit ends the search
    /// of a leg, and [`LinkedPath::at_least`] says what is proved; see [`WeightedMesh::path`]. With a number
    /// of 1 or less each leg is measured until it is known to be the cheapest, or a limit is reached.
    ///
    /// # Complexity
    ///
    /// As for [`path`](Self::path), with a search of [`WeightedMesh::path`] for each leg that is measured.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::{Budget, Vec2};
    /// use astride::search::Scratch;
    /// use astride::shapes::mesh::{AreaFactors, Mesh, MeshLink, MeshLinks, WeightedMesh};
    /// // A swamp of 4 × 1 between two meadows, with a bridge over it.
    /// let points = [(0, 0), (2, 0), (6, 0), (8, 0), (8, 1), (6, 1), (2, 1), (0, 1)];
    /// let points = points.map(|(x, y)| Vec2::new(f64::from(x), f64::from(y))).to_vec();
    /// let (meadow, swamp) = (0, 1);
    /// let mesh = Mesh::new(points, &[[0, 1, 6, 7], [1, 2, 5, 6], [2, 3, 4, 5]])?;
    /// let mesh = mesh.with_classes(&[meadow, swamp, meadow])?;
    /// let bridge = MeshLink {
    ///     from: Vec2::new(2.0, 0.5), to: Vec2::new(6.0, 0.5), cost: 5.0, is_two_way: true,
    /// };
    /// let (from, to) = (Vec2::new(1.0, 0.5), Vec2::new(7.0, 0.5));
    /// for (factor, cost, links) in [(1.0, 6.0, 0), (3.0, 7.0, 1)] {
    ///     let ground = WeightedMesh::new(&mesh, &AreaFactors::new().with(swamp, factor)?)?;
    ///     let known = MeshLinks::new(ground.mesh(), &[bridge])?;
    ///     let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
    ///     let answer = known.path_over(&ground, [from, to], 1.01, scratch, budget, &mut ());
    ///     let path = answer.path().unwrap();
    ///     assert!((path.cost - cost).abs() < 0.1 && path.cost <= 1.01 * path.at_least);
    ///     assert_eq!(path.links.len(), links);
    /// }
    /// # Ok::<(), astride::shapes::mesh::MeshError>(())
    /// ```
    pub fn path_over<O: SearchObserver>(
        &self,
        ground: &WeightedMesh,
        [from, to]: [Vec2; 2],
        within: f64,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Outcome<LinkedPath> {
        self.path_on(Ground::Areas(ground, within), [from, to], scratch, budget, observer)
    }

    fn path_on<O: SearchObserver>(
        &self,
        ground: Ground<'_>,
        [from, to]: [Vec2; 2],
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Outcome<LinkedPath> {
        let (mesh, mut places) = (ground.mesh(), Vec::new());
        let ends = (mesh.settle(from, &mut places), mesh.settle(to, &mut places));
        let (start, goal, why) = match ends {
            (Some(start), Some(goal)) => (start, goal, Why::Apart),
            (None, _) => (from, to, Why::StartBlocked),
            (_, None) => (from, to, Why::GoalBlocked),
        };
        let mut search = Linked {
            ways: &self.ways,
            ends: [start, goal],
            guesses: self.guesses(goal, ground.least()),
            ground,
            reached: vec![None; self.ways.len() + 1],
            open: BinaryHeap::new(),
            legs: Vec::new(),
            most_ratio: 1.0,
            effort: Effort::default(),
        };
        if why == Why::Apart {
            return watched(observer, |observer| search.run_watched(scratch, budget, observer));
        }
        Outcome::Unreachable(Unreachable { why, nearest: None, effort: search.effort })
    }

    /// The cheapest ways from the exits of links to the goal if there were no walls and all ground had this
    /// factor; the last is that from the goal itself.
    fn guesses(&self, goal: Vec2, least: f64) -> Vec<f64> {
        let straight = |way: &Way| least * way.to.distance_to(goal);
        let mut guesses: Vec<f64> = self.ways.iter().map(straight).collect();
        let mut left: Vec<usize> = (0..guesses.len()).collect();
        while let Some(at) =
            (0..left.len()).min_by(|&a, &b| guesses[left[a]].total_cmp(&guesses[left[b]]))
        {
            let next = left.swap_remove(at);
            let way = self.ways[next];
            for &other in &left {
                let straight = least * self.ways[other].to.distance_to(way.from);
                let over = straight + way.cost + guesses[next];
                guesses[other] = guesses[other].min(over);
            }
        }
        guesses.push(0.0);
        guesses
    }
}

/// What is between links, and over areas how near to the cheapest a leg has to be.
#[derive(Clone, Copy)]
enum Ground<'a> {
    Even(&'a Mesh),
    Areas(&'a WeightedMesh, f64),
}

/// A leg that was measured: its points and its cost.
#[derive(Debug)]
struct Measured {
    points: Vec<Vec2>,
    cost: f64,
    /// It costs at most this many times as much as the cheapest.
    ratio: f64,
}

impl<'a> Ground<'a> {
    fn mesh(self) -> &'a Mesh {
        match self {
            Ground::Even(mesh) => mesh,
            Ground::Areas(ground, _) => ground.mesh(),
        }
    }

    /// The least cost of ground of length 1.
    fn least(self) -> f64 {
        match self {
            Ground::Even(_) => 1.0,
            Ground::Areas(ground, _) => ground.least_factor(),
        }
    }

    fn measure<O: SearchObserver>(
        self,
        [from, to]: [Vec2; 2],
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Outcome<Measured> {
        match self {
            Ground::Even(mesh) => {
                let answer = Polyanya::new(mesh, from, to, scratch).run_by(budget, observer);
                answer.map(|line| Measured { points: line.points, cost: line.length, ratio: 1.0 })
            }
            Ground::Areas(ground, within) => {
                let answer = ground.path(from, to, within, scratch, budget, observer);
                answer.map(|path| {
                    let ratio = path.ratio();
                    Measured { points: path.points, cost: path.cost, ratio }
                })
            }
        }
    }
}

/// A search over the exits of links. Places are numbered as links. The last number is that of the start, as a
/// place where legs begin, and of the goal, as a place to which they lead.
struct Linked<'a> {
    ways: &'a [Way],
    ends: [Vec2; 2],
    guesses: Vec<f64>,
    ground: Ground<'a>,
    /// For each exit that has been reached, the leg that led to its link.
    reached: Vec<Option<usize>>,
    /// Legs by the least that a path over them can cost; among equal ones, the first comes first.
    open: BinaryHeap<Reverse<(u64, usize)>>,
    legs: Vec<Leg>,
    /// The greatest ratio of a leg that was measured.
    most_ratio: f64,
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
    /// Once it was measured.
    line: Option<Measured>,
}

impl Linked<'_> {
    fn run_watched(
        &mut self,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
        observer: Watcher<'_>,
    ) -> Outcome<LinkedPath> {
        by_watcher!(observer => self.run(scratch, budget, observer))
    }

    fn run<O: SearchObserver>(
        &mut self,
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
                let ends = [self.exit(from), self.entry(to)];
                let answer = self.ground.measure(ends, scratch, budget, observer);
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
            let g = self.legs[at].g + line.cost + self.ways[to].cost;
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
                let guess = self.ground.least() * exit.distance_to(self.entry(to));
                self.put(self.legs.len() - 1, guess);
            }
        }
    }

    fn measured(&mut self, at: usize, line: Measured) {
        let cost = line.cost;
        self.most_ratio = self.most_ratio.max(line.ratio);
        self.legs[at].line = Some(line);
        self.put(at, cost);
    }

    fn put(&mut self, at: usize, leg: f64) {
        let Leg { ends: [_, to], g, .. } = self.legs[at];
        let cost = self.ways.get(to).map_or(0.0, |way| way.cost);
        let f = g + leg + cost + self.guesses[to];
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
        let (points, links) = (Vec::new(), Vec::new());
        let mut path = LinkedPath { points, links, cost: 0.0, at_least: 0.0 };
        for at in legs {
            let Leg { ends: [_, to], line, .. } = &self.legs[at];
            let Some(line) = line else { continue };
            path.points.extend(&line.points);
            path.cost += line.cost;
            if let Some(way) = self.ways.get(*to) {
                path.links.push((path.points.len() - 1, way.link));
                path.cost += way.cost;
            }
        }
        // On a cheapest path each leg was measured to this ratio, or estimated by less than it costs, and
        // none was cheaper by that than this one.
        path.at_least = path.cost / self.most_ratio;
        let (guarantee, effort) = (Guarantee::within(self.most_ratio), self.effort);
        Outcome::Found(Found { path, guarantee, effort })
    }

    fn out_of_budget(&self, spent: Spent) -> Outcome<LinkedPath> {
        let (lower_bound, nearest, effort) = (0, None, self.effort);
        Outcome::OutOfBudget(OutOfBudget { spent, lower_bound, nearest, effort })
    }
}
