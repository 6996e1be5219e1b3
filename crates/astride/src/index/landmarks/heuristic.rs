//! The landmark heuristic.

use super::Stale;
use super::{LANES, Landmarks, Line, MAX_LINES};
use crate::base::{Budget, Cost, NodeId};
use crate::search::{
    Estimate, Guessed, Heuristic, Outcome, PathQuery, Promise, Scratch, Search, SearchObserver,
    Zero,
};

/// The number of potentials examined per node if the query is known. On three game maps with 8
/// landmarks, 4 expand 5 to 9 % more nodes; all sixteen save 5 to 22 %, and take the same time.
const ACTIVE: usize = 6;

/// Estimates by landmarks, or by another heuristic where that is higher.
///
/// Landmark estimates are consistent, so the combination has the guarantee of the other heuristic.
#[derive(Clone, Copy, Debug)]
pub struct LandmarkHeuristic<'a, G> {
    landmarks: &'a Landmarks,
    other: G,
    /// A start and a goal, if the query is known.
    ends: Option<(NodeId, NodeId)>,
}

impl<'a> LandmarkHeuristic<'a, Zero> {
    pub(super) fn new(landmarks: &'a Landmarks) -> Self {
        LandmarkHeuristic { landmarks, other: Zero, ends: None }
    }

    /// Uses the estimate of `other` where it is higher. [`GridHeuristic`] costs next to nothing and
    /// saves a few percent of the expansions, or a tenth where there is little terrain.
    ///
    /// [`GridHeuristic`]: crate::shapes::square::GridHeuristic
    pub fn over<G: Heuristic>(self, other: G) -> LandmarkHeuristic<'a, G> {
        LandmarkHeuristic { landmarks: self.landmarks, other, ends: self.ends }
    }
}

impl<G> LandmarkHeuristic<'_, G> {
    /// Examines only a few landmarks: those most informative for the path from the first start of
    /// `query` to the first node it aims at. Estimates are slightly lower and computed in much less
    /// time. The heuristic is valid for other queries as well, only weaker.
    ///
    /// # Panics
    ///
    /// If that start or goal is not a node of the world.
    #[must_use]
    pub fn for_query(mut self, query: &PathQuery<'_>) -> Self {
        let start = query.starts.iter().next().map(|(node, _)| node);
        self.ends = start.zip(query.aims().next());
        self
    }
}

impl Landmarks {
    /// A* with these estimates or the world's own, whichever is higher: a cheapest path.
    ///
    /// # Errors
    ///
    /// As for [`heuristic`](Self::heuristic).
    ///
    /// # Panics
    ///
    /// If the query names a node outside `world`.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::index::{Landmarks, Selection};
    /// use astride::prelude::*;
    /// use astride::shapes::hex::{HexLayout, HexMap, HexMover};
    /// let map = HexMap::hexagon(HexLayout::Flat, 5, b'.')?;
    /// let view = map.seen_by(&HexMover::walker());
    /// let budget = &mut Budget::unlimited();
    /// let landmarks = Landmarks::build(&view, 4, Selection::default(), budget)?;
    /// let query = PathQuery::new(map.node((-5, 0)).unwrap(), map.node((5, 0)).unwrap());
    /// let outcome = landmarks.search(&view, &query, &mut Scratch::new(), budget, &mut ())?;
    /// assert_eq!(outcome.cost(), Some(10 * 13_860));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search<W: Guessed>(
        &self,
        world: &W,
        query: &PathQuery<'_>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
        observer: &mut impl SearchObserver,
    ) -> Result<Outcome, Stale> {
        let guess = self.heuristic(world)?.over(world.guess()).for_query(query);
        Ok(Search::astar(world, &guess, query, scratch).run(budget, observer))
    }
}

/// The end of the path that is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Towards {
    Goals,
    Starts,
}

impl<'a, G: Heuristic> Heuristic for LandmarkHeuristic<'a, G> {
    type Aimed = AimedByLandmarks<'a, G::Aimed>;

    fn aim(&self, goals: &mut dyn Iterator<Item = NodeId>) -> Self::Aimed {
        let mut bounds = Bounds::new();
        let mut goals = goals.inspect(|&goal| bounds.include(self.landmarks, goal));
        let other = self.other.aim(&mut goals);
        // The goals that the other heuristic did not consume.
        goals.for_each(drop);
        let bounds = bounds.towards(Towards::Goals, self.landmarks);
        AimedByLandmarks::new(self.landmarks, bounds, self.ends.map(|ends| ends.0), other)
    }

    fn aim_back(&self, starts: &mut dyn Iterator<Item = NodeId>) -> Self::Aimed {
        let mut bounds = Bounds::new();
        let mut starts = starts.inspect(|&start| bounds.include(self.landmarks, start));
        let other = self.other.aim_back(&mut starts);
        starts.for_each(drop);
        let bounds = bounds.towards(Towards::Starts, self.landmarks);
        AimedByLandmarks::new(self.landmarks, bounds, self.ends.map(|ends| ends.1), other)
    }

    fn promise(&self) -> Promise {
        self.other.promise()
    }
}

/// The values to which the potentials of a node are compared, lane by lane.
///
/// With several goals no estimate may exceed that for any of them. The bound for falling potentials
/// is therefore the highest among the goals, and the bound for rising ones the lowest.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    above: [Line; MAX_LINES],
    below: [Line; MAX_LINES],
}

/// One lane: a node costs at least `potential − above` and at least `below − potential` to the
/// goals.
#[derive(Clone, Copy, Debug)]
struct Probe {
    lane: u32,
    above: u32,
    below: u32,
}

impl Bounds {
    /// The bounds for no goals at all.
    fn new() -> Self {
        let line = |potential| [Line([potential; LANES]); MAX_LINES];
        Bounds { above: line(0), below: line(u32::MAX) }
    }

    fn include(&mut self, landmarks: &Landmarks, node: NodeId) {
        let lines = self.above.iter_mut().zip(&mut self.below).zip(landmarks.row(node));
        for ((above, below), row) in lines {
            for (lane, &potential) in row.0.iter().enumerate() {
                above.0[lane] = above.0[lane].max(potential);
                below.0[lane] = below.0[lane].min(potential);
            }
        }
    }

    /// Keeps the valid bounds: potentials fall along a path to a goal and from a start; where arcs
    /// cost the same in both directions, differences count in both directions. Unused lanes never
    /// yield an estimate.
    fn towards(mut self, towards: Towards, landmarks: &Landmarks) -> Self {
        for lane in 0..LANES * MAX_LINES {
            let (above, below) = (&mut self.above[lane / LANES], &mut self.below[lane / LANES]);
            let (above, below) = (&mut above.0[lane % LANES], &mut below.0[lane % LANES]);
            let is_idle = lane >= landmarks.lanes || *below > *above;
            let is_one_way = !landmarks.is_symmetric;
            if is_idle || (is_one_way && towards == Towards::Starts) {
                *above = u32::MAX;
            }
            if is_idle || (is_one_way && towards == Towards::Goals) {
                *below = 0;
            }
        }
        self
    }

    fn probe(&self, lane: usize) -> Probe {
        let (line, at) = (lane / LANES, lane % LANES);
        Probe { lane: lane as u32, above: self.above[line].0[at], below: self.below[line].0[at] }
    }
}

impl Probe {
    #[inline(always)]
    fn guess(self, potential: u32) -> u32 {
        guess(potential, self.above, self.below)
    }
}

#[inline(always)]
fn guess(potential: u32, above: u32, below: u32) -> u32 {
    potential.saturating_sub(above).max(below.saturating_sub(potential))
}

/// A [`LandmarkHeuristic`] aimed at fixed nodes.
#[derive(Clone, Copy, Debug)]
pub struct AimedByLandmarks<'a, E> {
    landmarks: &'a Landmarks,
    other: E,
    /// The most informative lanes, if the query is known.
    few: Option<[Probe; ACTIVE]>,
    bounds: Bounds,
}

impl<'a, E> AimedByLandmarks<'a, E> {
    fn new(landmarks: &'a Landmarks, bounds: Bounds, far_end: Option<NodeId>, other: E) -> Self {
        let few = far_end.map(|node| best_lanes(landmarks, &bounds, node));
        AimedByLandmarks { landmarks, other, few, bounds }
    }
}

/// The lanes with the highest estimates at `node`, the first among equals.
fn best_lanes(landmarks: &Landmarks, bounds: &Bounds, node: NodeId) -> [Probe; ACTIVE] {
    let mut chosen = [bounds.probe(0); ACTIVE];
    let mut is_taken = [false; LANES * MAX_LINES];
    for place in &mut chosen {
        let mut best = None;
        for lane in (0..landmarks.lanes).filter(|&lane| !is_taken[lane]) {
            let guess = bounds.probe(lane).guess(landmarks.potential(node, lane));
            if best.is_none_or(|(most, _)| guess > most) {
                best = Some((guess, lane));
            }
        }
        // If there are fewer lanes than slots, the first lane is examined again.
        let lane = best.map_or(0, |(_, lane)| lane);
        is_taken[lane] = true;
        *place = bounds.probe(lane);
    }
    chosen
}

impl<E: Estimate> Estimate for AimedByLandmarks<'_, E> {
    #[inline(always)]
    fn estimate(&self, node: NodeId) -> Cost {
        let row = self.landmarks.row(node);
        let most = match &self.few {
            Some(few) => {
                let of = |probe: &Probe| {
                    let lane = probe.lane as usize;
                    probe.guess(row[lane / LANES].0[lane % LANES])
                };
                few.iter().map(of).max().unwrap_or(0)
            }
            None => self.bounds.most(row),
        };
        Cost::from(most).max(self.other.estimate(node))
    }
}

impl Bounds {
    /// The highest estimate of all lanes.
    fn most(&self, row: &[Line]) -> u32 {
        let mut most = [0; LANES];
        for ((line, above), below) in row.iter().zip(&self.above).zip(&self.below) {
            for (lane, most) in most.iter_mut().enumerate() {
                *most = guess(line.0[lane], above.0[lane], below.0[lane]).max(*most);
            }
        }
        most.into_iter().max().unwrap_or(0)
    }
}
