//! Formations: groups that move as one, each unit in a slot of its own.
//!
//! A group follows a leading point that moves at the pace of its slowest unit and waits for those
//! that fall behind. The slots are arranged around that point. Where there is not enough room for
//! them, the group goes in single file along the track of the point, and forms up again afterwards,
//! as in Pottinger, "Coordinated Unit Movement" and "Implementing Coordinated Movement", Game
//! Developer, 1999. Here slots are only targets: units never overlap because of them, and units in
//! a jam advance by right of way.

mod assign;
mod march;
mod order;
mod shape;

pub use shape::Shape;

pub(super) use assign::exchanged;
pub(super) use march::{March, Slot};

use astride::base::Vec2;

use super::CrowdError;

/// The arrangement of the units of a group and their final facing.
///
/// # Examples
///
/// ```
/// use astride::base::Vec2;
/// use astride::shapes::square::{Grid, Mover};
/// use astride_agents::crowd::{Body, Crowd, Formation, Mode, Shape};
///
/// let grid = Grid::new(40, 20, b'.')?;
/// let mut crowd = Crowd::new(&grid.seen_by(&Mover::walker()), Mode::Free)?;
/// crowd.spawn_near(Vec2::new(6.5, 10.5), 7, Body::default())?;
/// let all: Vec<u32> = (0..7).collect();
/// let wedge = Formation::of(Shape::Wedge).spacing(2.0);
/// crowd.order_formation(&all, Vec2::new(30.5, 10.5), &wedge)?;
/// while crowd.arrived_count() < 7 {
///     crowd.tick(1.0 / 60.0)?;
/// }
/// let foremost = crowd.positions().iter().map(|at| at[0]).max();
/// let tip = crowd.positions().iter().filter(|at| Some(at[0]) == foremost).count();
/// assert_eq!(tip, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Formation {
    shape: Shape,
    spacing: f64,
    facing: Option<Vec2>,
}

impl Formation {
    /// The minimum and maximum spacing, in cells.
    const SPACINGS: std::ops::RangeInclusive<f64> = 0.25..=64.0;

    /// The maximum distance of a slot from the leading point, in cells, so that the offset between
    /// two points can be squared without overflow even on the largest map.
    const FARTHEST: f64 = 8_192.0;

    /// A formation with this shape: a cell and a half between slots, facing in the direction of
    /// travel.
    pub fn of(shape: Shape) -> Self {
        Formation { shape, spacing: 1.5, facing: None }
    }

    /// Sets the distance between neighbours, in cells: 1/4 to 64. Below √2, slots in the same cell
    /// are moved apart.
    pub fn spacing(self, cells: f64) -> Self {
        Formation { spacing: cells, ..self }
    }

    /// Sets the final facing of the group, as a direction of any length.
    pub fn facing(self, direction: Vec2) -> Self {
        Formation { facing: Some(direction), ..self }
    }

    /// The final facing as a direction of length 1, if it is set.
    fn direction(&self) -> Result<Option<Vec2>, CrowdError> {
        let Some(facing) = self.facing else { return Ok(None) };
        let length = facing.length();
        let is_good = facing.is_finite() && length.is_finite() && length > 0.0;
        let direction = is_good.then(|| facing.times(1.0 / length));
        direction.map(Some).ok_or(CrowdError::Facing { facing })
    }

    /// The first slots, forward and to the right of the leading point, in cells.
    fn slots(&self, units: usize) -> Result<Vec<Vec2>, CrowdError> {
        let spacing = self.spacing;
        if !Self::SPACINGS.contains(&spacing) {
            return Err(CrowdError::Spacing { spacing });
        }
        let slots = self.shape.slots(units, spacing);
        if slots.len() < units {
            return Err(CrowdError::Slots { slots: slots.len(), units });
        }
        let bad = slots.iter().find(|slot| !(slot.is_finite() && slot.length() <= Self::FARTHEST));
        bad.map_or(Ok(()), |&slot| Err(CrowdError::Slot { slot }))?;
        Ok(slots)
    }
}

/// The position of a slot, given forward and to the right of another point, in cells.
fn beside(from: Vec2, heading: Vec2, slot: Vec2) -> Vec2 {
    from.plus(heading.times(slot.x)).plus(Vec2::new(-heading.y, heading.x).times(slot.y))
}
