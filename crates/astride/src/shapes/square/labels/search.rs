//! Queries by labels: the jump points that start and goal see, a merge of lists, and unpacking of
//! the path.

use super::Labels;
use crate::base::{Budget, Cost, NodeId};
use crate::index::hubs::{Access, HubMemory, Meeting};
use crate::path::Path;
use crate::search::observer::{Watcher, by_watcher, watch, watched};
use crate::search::{
    Effort, Event, Found, Guarantee, OutOfBudget, Outcome, Part, SearchObserver, Unreachable, Why,
};
use crate::shapes::square::jps::Place;
use crate::shapes::square::simplify::go_on;
use crate::shapes::square::{Leg, Waypoint};

/// The memory of one running query: keep one per thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct LabelsMemory {
    hubs: HubMemory,
    from: Vec<Access>,
    to: Vec<Access>,
    points: Vec<u32>,
}

impl Part for LabelsMemory {
    fn bytes(&self) -> usize {
        let ends = (self.from.capacity() + self.to.capacity()) * size_of::<Access>();
        self.hubs.bytes() + ends + self.points.capacity() * size_of::<u32>()
    }
}

/// How start and goal are connected.
enum Way {
    /// One sees the other: first steps and then straight ones, from the start or from the goal.
    Direct { cost: Cost },
    /// Through jump points.
    Turning(Meeting),
}

/// A path lookup as a search of a single step, created by [`Labels::search`].
#[derive(Debug)]
pub struct LabelsSearch<'a> {
    labels: &'a Labels,
    ends: Result<[Place; 2], Why>,
    most: Cost,
    scratch: &'a mut LabelsMemory,
    is_paid: bool,
}

impl<'a> LabelsSearch<'a> {
    pub(crate) fn new(
        labels: &'a Labels,
        ends: [NodeId; 2],
        most: Cost,
        scratch: &'a mut LabelsMemory,
    ) -> Self {
        LabelsSearch { labels, ends: labels.map.ends(ends), most, scratch, is_paid: false }
    }

    /// The cost of a cheapest path; `None` if there is none.
    pub fn cost(&mut self) -> Option<Cost> {
        let way = self.labels.join(self.ends.ok()?, self.scratch);
        way.map(|way| way.cost()).filter(|&cost| cost <= self.most)
    }

    /// A cheapest path, for one expansion of the budget. Its effort counts as expanded the jump
    /// points that start and goal see.
    ///
    /// There is no state to set aside: if the budget allows no expansion, nothing is done, and the
    /// same call can be repeated. `observer` receives the start, the jump points on the path, and
    /// the goal.
    pub fn run<O: SearchObserver>(&mut self, budget: &mut Budget<'_>, observer: &mut O) -> Outcome {
        watched(observer, |observer| self.run_watched(budget, observer))
    }

    /// As [`run`](Self::run), for a watcher.
    pub(crate) fn run_watched(
        &mut self,
        budget: &mut Budget<'_>,
        observer: Watcher<'_>,
    ) -> Outcome {
        by_watcher!(observer => self.run_by(budget, observer))
    }

    fn run_by<O: SearchObserver>(&mut self, budget: &mut Budget<'_>, observer: &mut O) -> Outcome {
        let mut effort = Effort::default();
        let most = self.most;
        let nowhere = |why: Why, effort| {
            let why = why.within(most);
            Outcome::Unreachable(Unreachable { why, nearest: None, effort })
        };
        let ends = match self.ends {
            Ok(ends) => ends,
            Err(why) => return nowhere(why, effort),
        };
        if !self.is_paid {
            if let Some(spent) = budget.take() {
                let (lower_bound, nearest) = (0, None);
                return Outcome::OutOfBudget(OutOfBudget { spent, lower_bound, nearest, effort });
            }
            self.is_paid = true;
        }
        let cost = self.follow(ends);
        let (labels, scratch) = (self.labels, &mut *self.scratch);
        effort.expanded = (scratch.from.len() + scratch.to.len()) as u64;
        let none = Why::Enclosed { seen: effort.expanded };
        let nodes = cost.and_then(|_| match labels.map.is_plain() {
            true => labels.cells_of::<true>(ends, &scratch.points),
            false => labels.cells_of::<false>(ends, &scratch.points),
        });
        if O::WATCHES {
            let cost = cost.filter(|_| nodes.is_some());
            labels.tell(ends, &scratch.points, cost, observer);
        }
        let Some((cost, nodes)) = cost.zip(nodes) else { return nowhere(none, effort) };
        let path = Path::new(nodes, cost).expect("a path has its start");
        Outcome::Found(Found { path, guarantee: Guarantee::Optimal, effort })
    }

    /// The turning points of the path that [`run`](Self::run) would find, as
    /// [`compress`](crate::shapes::square::compress) lists them, and its cost in ticks; `None` if
    /// there is none. The cells between them are neither looked up nor written, which saves a third
    /// of the time on maps with long paths; [`expand`](crate::shapes::square::expand) adds them.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::prelude::*;
    /// use astride::shapes::square::{Labels, LabelsOptions};
    /// let grid = Grid::from_classes(5, 3, b".......@.......")?;
    /// let labels = Labels::build(&grid.seen_by(&Mover::walker()), &LabelsOptions::default())?;
    /// let query = PathQuery::new(grid.node((0, 1)).unwrap(), grid.node((4, 2)).unwrap());
    /// let mut scratch = Scratch::new();
    /// let (cost, waypoints) = labels.search(&query, &mut scratch)?.waypoints().unwrap();
    /// assert_eq!(cost, 3 * 13_860 + 19_601);
    /// assert_eq!(waypoints.len(), 3, "start, the turn below the wall, goal");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn waypoints(&mut self) -> Option<(Cost, Vec<Waypoint>)> {
        let ends = self.ends.ok()?;
        let cost = self.follow(ends)?;
        let (labels, points) = (self.labels, &self.scratch.points);
        let waypoints = match labels.map.is_plain() {
            true => labels.turns_of::<true>(ends, points),
            false => labels.turns_of::<false>(ends, points),
        };
        Some((cost, waypoints?))
    }

    /// The cost of a cheapest path, unless it is too high, and its jump points in the scratch.
    fn follow(&mut self, ends: [Place; 2]) -> Option<Cost> {
        let (labels, scratch) = (self.labels, &mut *self.scratch);
        let way = labels.join(ends, scratch);
        scratch.points.clear();
        if let Some(Way::Turning(meeting)) = &way {
            labels.hubs.unpack_in(meeting, &mut scratch.hubs, &mut scratch.points);
        }
        way.map(|way| way.cost()).filter(|&cost| cost <= self.most)
    }
}

impl Way {
    fn cost(&self) -> Cost {
        match self {
            Way::Direct { cost } => *cost,
            Way::Turning(meeting) => meeting.total,
        }
    }
}

impl Labels {
    fn join(&self, ends: [Place; 2], scratch: &mut LabelsMemory) -> Option<Way> {
        // The most common kind of map has specialised code.
        if self.map.is_plain() {
            self.join_as::<true>(ends, scratch)
        } else {
            self.join_as::<false>(ends, scratch)
        }
    }

    fn join_as<const PLAIN: bool>(
        &self,
        [from, to]: [Place; 2],
        scratch: &mut LabelsMemory,
    ) -> Option<Way> {
        let LabelsMemory { hubs, from: sources, to: targets, .. } = scratch;
        sources.clear();
        targets.clear();
        let direct =
            self.map.sees::<PLAIN>(from, to).then(|| self.map.cost_in_sight::<PLAIN>(from, to));
        if let Some(cost) = direct
            && cost == self.map.guess::<PLAIN>(from, to)
        {
            return Some(Way::Direct { cost });
        }
        self.map.for_each_seen::<PLAIN>(from, |point, at, cost| {
            let cost = cost * if PLAIN { 1 } else { self.map.factor(at) };
            let least = cost + self.map.guess::<PLAIN>(at, to);
            sources.push(Access { node: point, cost: cost as u32, least });
        });
        if sources.is_empty() {
            return direct.map(|cost| Way::Direct { cost });
        }
        // All cells between a jump point and what it sees have the same factor.
        let factor = self.map.factor(to);
        self.map.for_each_seeing(&self.back, to, |point, at, cost| {
            let cost = cost * factor;
            let least = cost + self.map.guess::<PLAIN>(from, at);
            targets.push(Access { node: point, cost: cost as u32, least });
        });
        let meeting = self.hubs.distance_in(sources, targets, hubs);
        match (direct, meeting) {
            (Some(cost), Some(meeting)) if cost <= meeting.total => Some(Way::Direct { cost }),
            (Some(cost), None) => Some(Way::Direct { cost }),
            (_, meeting) => meeting.map(Way::Turning),
        }
    }

    /// The number of cells of the path through `points`. `None` if it certainly enters a cell twice
    /// or leads through points of another medium, which can only happen with forged tables.
    fn length_of(&self, [from, to]: [Place; 2], points: &[u32]) -> Option<usize> {
        let mut at = from;
        let mut length = 1;
        for next in self.places(points, to) {
            length += self.map.steps_between(at, next);
            at = next;
        }
        let is_real = length <= self.origin.cell_count() && self.map.are_of_one_medium(points, to);
        is_real.then_some(length)
    }

    /// The places of jump points and then `to`.
    fn places<'a>(&'a self, points: &'a [u32], to: Place) -> impl Iterator<Item = Place> + 'a {
        points.iter().map(|&point| self.map.place_of(point)).chain([to])
    }

    /// Start, changes of direction and goal of the path through `points`; `None` as for
    /// [`length_of`](Self::length_of).
    fn turns_of<const PLAIN: bool>(
        &self,
        [from, to]: [Place; 2],
        points: &[u32],
    ) -> Option<Vec<Waypoint>> {
        self.length_of([from, to], points)?;
        let waypoint = |at| Waypoint { cell: self.map.cell(at), leg: Leg::Walk };
        let (mut waypoints, mut at) = (vec![waypoint(from)], from);
        for next in self.places(points, to) {
            for place in [self.map.bend::<PLAIN>(at, next), next] {
                if std::mem::replace(&mut at, place) != place {
                    go_on(&mut waypoints, waypoint(place));
                }
            }
        }
        Some(waypoints)
    }

    /// All cells of the path through `points`; `None` as for [`length_of`](Self::length_of).
    fn cells_of<const PLAIN: bool>(
        &self,
        [from, to]: [Place; 2],
        points: &[u32],
    ) -> Option<Vec<NodeId>> {
        let mut nodes = Vec::with_capacity(self.length_of([from, to], points)?);
        let mut at = from;
        for next in self.places(points, to) {
            self.map.extend_by_leg::<PLAIN>(at, next, &mut nodes);
            at = next;
        }
        self.map.end_path(to, &mut nodes);
        Some(nodes)
    }

    /// Reports to the observer a query that was answered by a path through `points`, if there is
    /// one that costs `cost`.
    fn tell<O: SearchObserver>(
        &self,
        [from, to]: [Place; 2],
        points: &[u32],
        cost: Option<Cost>,
        observer: &mut O,
    ) {
        let map = &self.map;
        let mut open = |at, parent, g| {
            let (node, h) = (map.node(at), map.guess::<false>(at, to));
            watch(observer, Event::Open { node, parent, g, h, f: g + h });
            let is_goal = at == to && parent.is_some();
            watch(
                observer,
                if is_goal { Event::Goal { node, g } } else { Event::Close { node, g } },
            );
            Some(node)
        };
        let (mut at, mut g) = (from, 0);
        let mut parent = open(from, None, 0);
        let Some(cost) = cost else { return };
        for next in points.iter().map(|&point| map.place_of(point)).filter(|&next| next != to) {
            if next == at {
                continue; // a cell has one jump point per direction of departure
            }
            g += map.cost_in_sight::<false>(at, next);
            parent = open(next, parent, g);
            at = next;
        }
        open(to, parent, cost);
    }
}
