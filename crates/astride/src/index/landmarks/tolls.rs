//! Landmarks in worlds where entering a node costs an additional toll, with two cache lines per
//! node.
//!
//! If arcs cost the same in both directions apart from the toll, one distance bounds paths in both
//! directions: the path from a landmark to a node is the reverse path, and pays the toll of the
//! node in place of that of the landmark. The distance from a landmark is therefore the distance to
//! it plus the toll of the node minus the toll of the landmark, and a row has room for twice as
//! many landmarks.

use super::{LANES, Landmarks, LandmarksError, Line, Selection, Ways};
use crate::base::{Budget, Cost, NodeId};
use crate::world::World;

/// Distances are capped at this, so that signed differences fit into 32 bits; a capped potential is
/// still one.
const MOST: u32 = i32::MAX as u32;

/// The number of lines of a row. On maps of cities and games, searches expand between a sixth and
/// three fifths fewer nodes with two lines than with one.
const LINES: usize = 2;

/// The distances to 32 landmarks, or to and from sixteen: 128 bytes per node.
pub(crate) struct TollLandmarks {
    /// [`LINES`] for each node.
    rows: Vec<Line>,
    /// Whether the distance to a landmark also determines the distance from it.
    serves_both_ways: bool,
}

impl TollLandmarks {
    /// Chooses landmarks in a world. With [`Ways::Same`], every arc has a reverse arc, and their
    /// costs differ only by the tolls of the two nodes.
    ///
    /// # Errors
    ///
    /// As for [`Landmarks::build`].
    ///
    /// # Complexity
    ///
    /// 33 distance fields.
    pub(crate) fn new(
        world: &impl World,
        ways: Ways,
        budget: &mut Budget<'_>,
    ) -> Result<Self, LandmarksError> {
        let (serves_both_ways, selection) = (ways == Ways::Same, Selection::Farthest);
        let count = (LINES * LANES) as u32 / if serves_both_ways { 1 } else { 2 };
        TollLandmarks::of(Landmarks::choose(world, count, selection, ways, budget)?)
    }

    /// Landmarks that were built, or the first of them if there are more than rows have room for. Lanes
    /// without one say nothing.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub(crate) fn of(landmarks: Landmarks) -> Result<Self, LandmarksError> {
        let (lines, serves_both_ways) = (landmarks.lines, landmarks.is_symmetric);
        let mut rows = landmarks.table;
        if lines != LINES {
            let count = LINES * (rows.len() / lines);
            let built = std::mem::take(&mut rows);
            let bytes = Some(count * size_of::<Line>());
            rows.try_reserve_exact(count).map_err(|_| LandmarksError::Memory { bytes })?;
            let line = |row: &[Line], at| row.get(at).copied().unwrap_or(Line([0; LANES]));
            rows.extend(
                built.chunks_exact(lines).flat_map(|row| (0..LINES).map(|at| line(row, at))),
            );
        }
        for row in &mut rows {
            for (lane, potential) in row.0.iter_mut().enumerate() {
                let is_from = !serves_both_ways && lane % 2 == 1;
                // Distances from a landmark are counted down.
                *potential = match is_from {
                    true => potential.saturating_sub(u32::MAX - MOST),
                    false => MOST.min(*potential),
                };
            }
        }
        Ok(TollLandmarks { rows, serves_both_ways })
    }

    /// Estimates towards a node with a toll. They are consistent in every world whose tolls are at
    /// least those with which the landmarks were built.
    pub(crate) fn aimed_at(&self, goal: NodeId, toll: Cost) -> AimedUnderTolls<'_> {
        let potentials = row(&self.rows, goal);
        let toll = self.serves_both_ways.then_some(toll as i64);
        AimedUnderTolls { rows: &self.rows, potentials, toll }
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<Line>()
    }
}

/// [`TollLandmarks`] aimed at a goal.
pub(crate) struct AimedUnderTolls<'a> {
    rows: &'a [Line],
    /// The potentials of the goal.
    potentials: &'a [Line; LINES],
    /// The toll of the goal, if distances to landmarks also determine those from them.
    toll: Option<i64>,
}

impl AimedUnderTolls<'_> {
    /// Prefetches the rows of nodes whose estimates are needed next. Only the loads matter, not
    /// their values: with nothing slow in between, many are in flight at once.
    #[inline(always)]
    pub(crate) fn touch(&self, nodes: impl Iterator<Item = NodeId>) {
        let lines = nodes.flat_map(|node| row(self.rows, node));
        let all = lines.fold(0, |all, line| all ^ line.0[0]);
        std::hint::black_box(all);
    }

    /// A lower bound on the cost to the goal from a node with a toll, in ticks.
    #[inline(always)]
    pub(crate) fn estimate(&self, node: NodeId, toll: Cost) -> Cost {
        let (mut most, mut least) = ([i32::MIN; 4], [i32::MAX; 4]);
        for (line, of_goal) in row(self.rows, node).iter().zip(self.potentials) {
            for (four, goal) in line.0.chunks_exact(4).zip(of_goal.0.chunks_exact(4)) {
                for lane in 0..4 {
                    let fall = four[lane] as i32 - goal[lane] as i32;
                    most[lane] = most[lane].max(fall);
                    least[lane] = least[lane].min(fall);
                }
            }
        }
        let [most, least] = [most.into_iter().max(), least.into_iter().min()];
        let [most, least] = [most, least].map(|fall| i64::from(fall.unwrap_or(0)));
        let from_landmarks = self.toll.map_or(0, |of_goal| of_goal - toll as i64 - least);
        most.max(from_landmarks).max(0) as Cost
    }
}

#[inline(always)]
fn row(rows: &[Line], node: NodeId) -> &[Line; LINES] {
    let at = LINES * node.index();
    rows[at..at + LINES].first_chunk().expect("as many lines")
}
