//! The heuristic: the length of the shortest curve on empty ground, and of the path of the rear
//! axle around all obstacles.
//!
//! D. Dolgov, S. Thrun, M. Montemerlo and J. Diebel, "Path Planning for Autonomous Vehicles in
//! Unknown Semi-structured Environments", IJRR 29(5), 2010, take the larger of both.

use astride::base::{Budget, Cell};
use astride::search::DistanceField;
use astride::shapes::square::{Corners, Grid, Mover};
use astride::world::Way;

use super::body::{PARTS, Reversing, Vehicle};
use super::ground::Ground;
use super::outline::MARGIN;
use super::pose::Pose;
use super::{dubins, reeds_shepp};

/// The heuristic for one goal.
pub(super) struct Guess {
    goal: Pose,
    vehicle: Vehicle,
    grid: Grid,
    field: DistanceField,
    /// Parts of a cell per tick of the field.
    parts_per_tick: f64,
}

impl Guess {
    /// O(cells).
    pub(super) fn new(ground: &Ground, vehicle: &Vehicle, goal: Pose) -> Self {
        let [width, height] = ground.size();
        let classes = axle_cells(ground, vehicle.core() + MARGIN);
        let grid = Grid::from_classes(width, height, &classes).expect("the map is as large");
        let mover = Mover::walker().corners(Corners::Always);
        let mut field = DistanceField::new();
        let parts_per_tick = {
            let view = grid.seen_by(&mover);
            if let Some(node) = cell_of(goal).and_then(|cell| grid.node(cell)) {
                field.compute(&view, &[(node, 0)], Way::Backward, &mut Budget::unlimited());
            }
            PARTS / f64::from(view.scale().straight())
        };
        Guess { goal, vehicle: *vehicle, grid, field, parts_per_tick }
    }

    /// An approximate lower bound on the cost of the path of the rear axle from here, in parts;
    /// `None` if it is proven that there is no path.
    pub(super) fn round(&self, from: Pose) -> Option<u64> {
        let node = self.grid.node(cell_of(from)?)?;
        let ticks = self.field.distance(node)?;
        // The field leads between centres of cells.
        Some((ticks as f64 * self.parts_per_tick - PARTS).max(0.0) as u64)
    }

    /// A lower bound on the cost of the shortest curve on empty ground, in parts.
    pub(super) fn straight(&self, from: Pose) -> u64 {
        let seen = from.sees(self.goal, self.vehicle.turning_radius);
        let curve = match self.vehicle.reversing {
            Reversing::Never => dubins::shortest(seen),
            Reversing::Allowed => reeds_shepp::shortest(seen),
        };
        (curve.length() * self.vehicle.turning_radius * PARTS) as u64
    }
}

fn cell_of(pose: Pose) -> Option<Cell> {
    let side = |value: f64| (value >= 0.0).then(|| value.floor() as u32);
    Some(Cell::new(side(pose.x)?, side(pose.y)?))
}

/// The cells that may contain the centre of an axle, as classes: those with room for a disc of
/// radius `core`. Between two blocked cells in a row or column there is none if they are closer
/// than two radii.
fn axle_cells(ground: &Ground, core: f64) -> Vec<u8> {
    let [width, height] = ground.size();
    let mut classes = vec![b'@'; width as usize * height as usize];
    for row in 0..height {
        for column in 0..width {
            let steps = f64::from(ground.steps_at(column.into(), row.into()));
            if steps > 0.0 && steps * std::f64::consts::SQRT_2 >= core {
                classes[(row * width + column) as usize] = b'.';
            }
        }
    }
    let mut close = |lines: u32, length: u32, at: &dyn Fn(u32, u32) -> (u32, u32)| {
        for line in 0..lines {
            let mut first = 0;
            for end in 0..=length {
                let (column, row) = at(line, end);
                if end < length && ground.steps_at(column.into(), row.into()) > 0 {
                    continue;
                }
                if f64::from(end - first) < 2.0 * core {
                    for place in first..end {
                        let (column, row) = at(line, place);
                        classes[(row * width + column) as usize] = b'@';
                    }
                }
                first = end + 1;
            }
        }
    };
    close(height, width, &|row, column| (column, row));
    close(width, height, &|column, row| (column, row));
    classes
}
