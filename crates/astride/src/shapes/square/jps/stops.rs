//! Jump maps on which jumps also end at a zone, computed 64 cells at a time.

use super::build::{diagonals, sights, step_plane};
use super::lines::{DOWN, Lines, Straight, UP, WALL};
use super::planes::JumpMap;
use crate::base::Dir;
use crate::base::bits::BitPlane;

impl JumpMap {
    /// A copy on which jumps also end where they enter a zone, given along rows and along columns:
    /// straight scans stop there, walks along first steps end there, and they turn off wherever
    /// that leads into the zone. The jump points are the same; how a path continues from the zone
    /// is not defined here.
    ///
    /// # Complexity
    ///
    /// That of [`JumpMap::build`].
    pub(super) fn ending_in(&self, [rows, columns]: [&BitPlane; 2]) -> JumpMap {
        let height = self.height as usize + 2;
        let (rows, ends, [east, west]) = ending_at(&self.rows, rows);
        let (columns, _, seen) = ending_at(&self.columns, columns);
        let [south, north] = seen.map(|plane| plane.transposed(height));
        let steps = [Dir::NE, Dir::SE].map(|dir| step_plane(self, dir));
        let firsts = diagonals(steps.each_ref(), |_| Some(&ends), [&east, &south, &west, &north]);
        JumpMap { rows, columns, firsts, ..self.clone() }
    }
}

/// Straight lines on which scans also stop in a zone. Also returns the free cells of the zone, and
/// from where a scan upwards in position, then downwards, stops at a jump point or in the zone.
fn ending_at(
    lines: &Lines<Straight>,
    zone: &BitPlane,
) -> (Lines<Straight>, BitPlane, [BitPlane; 2]) {
    let (mut lines, mut ends, walls) = (lines.clone(), zone.clone(), lines.plane(WALL));
    for (end, lanes) in ends.words_mut().iter_mut().zip(&mut lines.words) {
        *end &= !lanes[WALL];
        (lanes[UP], lanes[DOWN]) = (lanes[UP] | *end, lanes[DOWN] | *end);
    }
    let [up, down] = [UP, DOWN].map(|lane| {
        let mut found = lines.plane(lane);
        found.words_mut().iter_mut().zip(walls.words()).for_each(|(word, wall)| *word &= !wall);
        found
    });
    let seen = sights(&up, &down, &walls);
    (lines, ends, seen)
}
