//! Where a vehicle may be on a map of cells.

use std::fmt;

use astride::base::Vec2;
use astride::shapes::square::GridView;

use super::outline::{MARGIN, Outline};
use super::pose::{Pose, Segment, Steer};
use super::{Vehicle, VehicleError};

/// The maximum number of cells of a map.
const MOST_CELLS: u64 = 1 << 24;

/// What a vehicle would touch, including the margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A blocked cell; everything off the map is blocked.
    Cell {
        /// The column, negative to the left of the map.
        column: i64,
        /// The row, negative above the map.
        row: i64,
    },
    /// Another, standing vehicle.
    Vehicle {
        /// Its index among those given.
        index: usize,
    },
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::Cell { column, row } => {
                write!(f, "cell {column},{row}, which is blocked")
            }
            Obstacle::Vehicle { index } => write!(f, "vehicle {index}"),
        }
    }
}

/// The blocked cells of a map, and the distances to them.
pub(super) struct Ground {
    width: i64,
    height: i64,
    /// The number of king's moves to the nearest blocked cell, row by row; 0 on a blocked cell.
    steps: Vec<u16>,
    /// Other, standing vehicles.
    others: Vec<Outline>,
}

impl Ground {
    pub(super) fn new(view: &GridView<'_>) -> Result<Self, VehicleError> {
        let grid = view.grid();
        let cells = u64::from(grid.width()) * u64::from(grid.height());
        if cells > MOST_CELLS {
            return Err(VehicleError::TooLarge { cells, most: MOST_CELLS });
        }
        if !view.is_only_blocked_by_cells() {
            let why = "there are walls between cells or terrain of several media".to_owned();
            return Err(VehicleError::Ground { why });
        }
        let (width, height) = (grid.width() as usize, grid.height() as usize);
        let mut steps = Vec::with_capacity(width * height);
        for y in 0..grid.height() {
            steps.extend((0..grid.width()).map(|x| u16::from(view.is_free((x, y))) * u16::MAX));
        }
        let mut ground =
            Ground { width: width as i64, height: height as i64, steps, others: Vec::new() };
        for index in 0..width * height {
            ground.look_back(index, [(-1, -1), (0, -1), (1, -1), (-1, 0)]);
        }
        for index in (0..width * height).rev() {
            ground.look_back(index, [(1, 1), (0, 1), (-1, 1), (1, 0)]);
        }
        Ok(ground)
    }

    /// Sets the other vehicles, which stand where they are.
    pub(super) fn stand(&mut self, others: Vec<Outline>) {
        self.others = others;
    }

    fn look_back(&mut self, index: usize, offsets: [(i64, i64); 4]) {
        let (column, row) = (index as i64 % self.width, index as i64 / self.width);
        let near = offsets.map(|(right, down)| self.steps_at(column + right, row + down));
        let least = near.into_iter().min().unwrap_or(0);
        self.steps[index] = self.steps[index].min(least.saturating_add(1));
    }

    pub(super) fn size(&self) -> [u32; 2] {
        [self.width as u32, self.height as u32]
    }

    /// The number of king's moves to the nearest blocked cell.
    pub(super) fn steps_at(&self, column: i64, row: i64) -> u16 {
        let is_on = (0..self.width).contains(&column) && (0..self.height).contains(&row);
        if is_on { self.steps[(row * self.width + column) as usize] } else { 0 }
    }

    /// What a vehicle with its margin touches.
    pub(super) fn obstacle(&self, vehicle: &Vehicle, pose: Pose) -> Option<Obstacle> {
        let outline = Outline::new(vehicle, pose);
        let middle = outline.middle;
        let steps = self.steps_at(middle.x.floor() as i64, middle.y.floor() as i64);
        let is_wide = f64::from(steps) - 1.0 >= outline.reach;
        let blocked = if is_wide { None } else { self.first_blocked(&outline.corners) };
        blocked.or_else(|| {
            let index = self.others.iter().position(|other| outline.touches(other))?;
            Some(Obstacle::Vehicle { index })
        })
    }

    /// What a vehicle would hit along a segment, excluding its beginning.
    pub(super) fn obstacle_on(
        &self,
        vehicle: &Vehicle,
        from: Pose,
        segment: Segment,
    ) -> Option<Obstacle> {
        let radius = vehicle.turning_radius;
        let ratio = if segment.steer == Steer::Straight { 1.0 } else { vehicle.swing() };
        let count = (segment.length * ratio / (2.0 * MARGIN)).ceil().max(1.0);
        (1..=count as u64).find_map(|part| {
            let length = segment.length * (part as f64 / count);
            self.obstacle(vehicle, from.after(Segment { length, ..segment }, radius))
        })
    }

    /// The first blocked cell that a convex shape touches, row by row.
    fn first_blocked(&self, corners: &[Vec2; 4]) -> Option<Obstacle> {
        let (top, bottom) = ends(corners.iter().map(|corner| corner.y));
        (top.floor() as i64..=bottom.floor() as i64).find_map(|row| {
            let (left, right) = part_in_row(corners, row as f64);
            let mut columns = left.floor() as i64..=right.floor() as i64;
            let column = columns.find(|&column| self.steps_at(column, row) == 0)?;
            Some(Obstacle::Cell { column, row })
        })
    }
}

fn ends(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    values.fold(none, |(least, most), value| (least.min(value), most.max(value)))
}

/// The horizontal extent of a convex shape in the row of cells below `top`.
fn part_in_row(corners: &[Vec2; 4], top: f64) -> (f64, f64) {
    let sides = (0..4).map(|at| (corners[at], corners[(at + 1) % 4]));
    let parts = sides.filter_map(|(a, b)| {
        let (low, high) = if a.y < b.y { (a, b) } else { (b, a) };
        let (from, to) = (low.y.max(top), high.y.min(top + 1.0));
        let at = |y: f64| {
            let share = (y - low.y) / (high.y - low.y);
            if share.is_finite() { low.x + (high.x - low.x) * share } else { high.x }
        };
        let flat = (low.y >= high.y).then_some((low.x, high.x));
        (from <= to).then(|| flat.unwrap_or_else(|| (at(from), at(to))))
    });
    ends(parts.flat_map(|(a, b)| [a, b]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use astride::base::Random;
    use astride::io::Drawing;
    use astride::path::Space as _;
    use astride::shapes::square::{FreeSpace, Mover};

    const ROOMS: &str = "
        ..............#.....
        ..............#.....
        .....###.........#..
        .....#..............
        ................#...
        ..#.................
        ..........###.......
        ............#.......
        ....................
    ";

    /// The reference tests for every blocked cell whether some direction separates it.
    #[test]
    fn a_body_is_found_where_the_slow_test_finds_it() {
        let grid = Drawing::parse(ROOMS).unwrap().grid;
        let view = grid.seen_by(&Mover::walker());
        let ground = Ground::new(&view).unwrap();
        let space = FreeSpace::new(&view, 0.0).unwrap();
        let mut dice = Random::new(9);
        let mut free = 0;
        for _ in 0..50_000 {
            let mut any = |most: u32| f64::from(dice.below(most * 1000)) / 1000.0;
            let pose = Pose::new(any(20), any(9), any(7));
            let vehicle = Vehicle::new(0.3 + any(4), 0.2 + any(2), 3.0);
            let found = ground.obstacle(&vehicle, pose);
            let is_free = space.holds(&vehicle.corners_and(pose, MARGIN));
            assert_eq!(found.is_none(), is_free, "{pose:?} {vehicle:?}: {found:?}");
            free += u32::from(is_free);
            if let Some(Obstacle::Cell { column, row }) = found {
                let cell = u32::try_from(column).ok().zip(u32::try_from(row).ok());
                assert!(cell.is_none_or(|cell| !view.is_free(cell)), "{column} {row}");
            }
        }
        assert!(free > 5_000, "{free}");
    }

    /// Nothing is missed between the poses examined, however fine the check.
    #[test]
    fn nothing_is_met_between_the_poses_that_are_looked_at() {
        let grid = Drawing::parse(ROOMS).unwrap().grid;
        let view = grid.seen_by(&Mover::walker());
        let ground = Ground::new(&view).unwrap();
        let space = FreeSpace::new(&view, 0.0).unwrap();
        let mut dice = Random::new(10);
        let mut free = 0;
        for _ in 0..20_000 {
            let mut any = |most: u32| f64::from(dice.below(most * 1000)) / 1000.0;
            let from = Pose::new(any(20), any(9), any(7));
            let vehicle = Vehicle::new(0.3 + any(3), 0.2 + any(2), 0.3 + any(3));
            let length = any(3);
            let steer = [Steer::Left, Steer::Straight, Steer::Right][dice.below(3) as usize];
            let gear = super::super::Gear::Reverse;
            let segment = Segment { steer, gear, length };
            if ground.obstacle(&vehicle, from).is_some()
                || ground.obstacle_on(&vehicle, from, segment).is_some()
            {
                continue;
            }
            free += 1;
            for part in 0..=50 {
                let length = length * f64::from(part) / 50.0;
                let pose = from.after(Segment { length, ..segment }, vehicle.turning_radius);
                assert!(space.holds(&vehicle.corners(pose)), "{from:?} {vehicle:?} {segment:?}");
            }
        }
        assert!(free > 1_000, "{free}");
    }
}
