//! Which units will collide, when and where, if all keep their velocities.

use astride::base::Vec2;

use super::plane::{CELL, Point, dot, in_cells, in_parts, way};
use super::{Crowd, CrowdError};

/// Two units that will touch if both keep their velocities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The other unit.
    pub other: u32,
    /// The time until then in seconds; 0 if they touch and are approaching.
    pub seconds: f64,
    /// The point of contact, in parts.
    pub at: Point,
}

impl Crowd {
    /// The first unit that a unit will touch within `seconds` if all keep the velocities of the
    /// last tick; ties go to the smallest number. Walls are ignored.
    ///
    /// Units avoid each other in time, so most predicted collisions never happen. O(cells that the
    /// unit and the fastest of all can cross in that time + units in them).
    ///
    /// # Errors
    ///
    /// If there is no such unit, or if `seconds` is NaN, negative or above 3600.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Vec2;
    /// use astride::shapes::square::{Grid, Mover};
    /// use astride_agents::crowd::{Body, CELL, Crowd, Mode};
    ///
    /// let grid = Grid::new(30, 10, b'.')?;
    /// let mut crowd = Crowd::new(&grid.seen_by(&Mover::walker()), Mode::Free)?;
    /// let body = Body { radius: 0.25, speed: 1.0 };
    /// crowd.spawn(Vec2::new(5.0, 5.0), body)?;
    /// crowd.spawn(Vec2::new(15.0, 5.0), body)?;
    /// crowd.order(&[0], Vec2::new(25.0, 5.0))?;
    /// crowd.tick(0.25)?;
    /// // Their centres are 9.75 cells apart, of which the two discs take up half a cell.
    /// let meeting = crowd.predict(0, 60.0)?.expect("the other one stands in the way");
    /// assert_eq!((meeting.other, meeting.seconds), (1, 9.25));
    /// assert_eq!(meeting.at, [14 * CELL + CELL * 3 / 4, 5 * CELL]);
    /// assert_eq!(crowd.predict(0, 9.0)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn predict(&self, unit: u32, seconds: f64) -> Result<Option<Meeting>, CrowdError> {
        self.known(unit)?;
        if !(0.0..=3600.0).contains(&seconds) {
            return Err(CrowdError::Horizon { seconds });
        }
        let (id, at) = (unit as usize, self.positions[unit as usize]);
        let velocity = self.velocity_in_cells(unit);
        let far = (velocity.length() + self.fastest) * seconds + 1.0;
        // No unit is farther away than the size of the map.
        let [width, height] = self.size();
        let reach = far.min(f64::from(width.max(height))) as i32 + 1;
        let mut first: Option<(f64, u32)> = None;
        self.near.for_each(&self.ground, at, reach, |other| {
            if other == unit {
                return;
            }
            let line = in_cells(way(at, self.positions[other as usize]));
            let closing = velocity.minus(self.velocity_in_cells(other));
            let apart = self.units[id].radius + self.units[other as usize].radius;
            let Some(time) = touch(line, closing, f64::from(apart) / f64::from(CELL)) else {
                return;
            };
            if time <= seconds && first.is_none_or(|first| (time, other) < first) {
                first = Some((time, other));
            }
        });
        Ok(first.map(|(seconds, other)| {
            let both = [unit, other].map(|unit| {
                let from = in_cells(self.positions[unit as usize].map(i64::from));
                from.plus(self.velocity_in_cells(unit).times(seconds))
            });
            let radii = [id, other as usize].map(|id| f64::from(self.units[id].radius));
            let part = radii[0] / (radii[0] + radii[1]);
            let at = in_parts(both[0].plus(both[1].minus(both[0]).times(part)));
            Meeting { other, seconds, at }
        }))
    }
}

/// The time at which two discs touch, given the vector `line` from the first to the second and its
/// rate of change `-closing` per second; `None` if never.
fn touch(line: Vec2, closing: Vec2, apart: f64) -> Option<f64> {
    let (along, square) = (dot(line, closing), dot(closing, closing));
    if along <= 0.0 {
        return None;
    }
    let room = dot(line, line) - apart * apart;
    let left = along * along - square * room;
    // The smaller root, in a form without cancellation if both are nearly equal.
    (left >= 0.0).then(|| (room / (along + left.sqrt())).max(0.0))
}
