//! Landmarks where arcs cost the same both ways, but for a toll at the node that is entered.
//!
//! There one distance bounds ways in both directions: the way from a landmark to a node is the way
//! back, and pays the toll of the node in place of that of the landmark. So what the distance to a
//! landmark and the toll of a node come to, less the toll of the landmark, is the distance from it,
//! and a row has room for twice as many landmarks.

use super::{LANES, Landmarks, LandmarksError, Line, Selection, Ways};
use crate::base::{Budget, Cost, NodeId};
use crate::world::World;

/// No distance counts as more, so that differences fit into 32 bits with their sign: cut off at any
/// height, a potential stays one.
const MOST: u32 = i32::MAX as u32;

/// The distances to sixteen landmarks, 64 bytes per node.
pub(crate) struct TollLandmarks {
    rows: Vec<Line>,
}

impl TollLandmarks {
    /// Chooses landmarks in a world in which every arc has one the other way, and their costs differ
    /// by the tolls of the two nodes and nothing else.
    ///
    /// # Errors
    ///
    /// As [`Landmarks::build`].
    ///
    /// # Complexity
    ///
    /// Seventeen distance fields.
    pub(crate) fn new(world: &impl World, budget: &mut Budget<'_>) -> Result<Self, LandmarksError> {
        let (count, selection) = (LANES as u32, Selection::Farthest);
        let mut rows = Landmarks::choose(world, count, selection, Ways::Same, budget)?.table;
        rows.iter_mut().flat_map(|row| &mut row.0).for_each(|far| *far = MOST.min(*far));
        Ok(TollLandmarks { rows })
    }

    /// Guesses towards a node with a toll. They are consistent in every world whose tolls are those
    /// that the landmarks were made under, or higher.
    pub(crate) fn aimed_at(&self, goal: NodeId, toll: Cost) -> AimedUnderTolls<'_> {
        let potentials = self.rows[goal.index()].0.map(|far| far as i32);
        AimedUnderTolls { rows: &self.rows, potentials, toll: toll as i64 }
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<Line>()
    }
}

/// [`TollLandmarks`] aimed at a goal.
pub(crate) struct AimedUnderTolls<'a> {
    rows: &'a [Line],
    /// Of the goal.
    potentials: [i32; LANES],
    /// Of the goal.
    toll: i64,
}

impl AimedUnderTolls<'_> {
    /// Loads the rows of nodes that are about to be asked for. The loads are wanted and not what they
    /// bring: without anything in between that takes long, many are under way at once.
    #[inline(always)]
    pub(crate) fn touch(&self, nodes: impl Iterator<Item = NodeId>) {
        let all = nodes.fold(0, |all, node| all ^ self.rows[node.index()].0[0]);
        std::hint::black_box(all);
    }

    /// The way to the goal from a node with a toll costs this many ticks at least.
    #[inline(always)]
    pub(crate) fn estimate(&self, node: NodeId, toll: Cost) -> Cost {
        let row = &self.rows[node.index()].0;
        let (mut most, mut least) = ([i32::MIN; 4], [i32::MAX; 4]);
        for (four, goal) in row.chunks_exact(4).zip(self.potentials.chunks_exact(4)) {
            for lane in 0..4 {
                let fall = four[lane] as i32 - goal[lane];
                most[lane] = most[lane].max(fall);
                least[lane] = least[lane].min(fall);
            }
        }
        let [most, least] = [most.into_iter().max(), least.into_iter().min()];
        let [most, least] = [most, least].map(|fall| i64::from(fall.unwrap_or(0)));
        let from_landmarks = self.toll - toll as i64 - least;
        most.max(from_landmarks).max(0) as Cost
    }
}
