//! Maps that change under units.

use astride::shapes::square::GridView;

use super::body::Mark;
use super::ground::{Ground, cell_of};
use super::near::Near;
use super::plane::{CELL, Point};
use super::right_of_way::RightOfWay;
use super::{Crowd, CrowdError, Mode};

/// How far a unit is moved out of a new wall at most, in cells to each side.
const MOST_MOVED: i32 = 64;

impl Crowd {
    /// Takes the walls from a new map of the same size.
    ///
    /// Units whose goal is blocked or can no longer be reached stay where they are.
    ///
    /// # Errors
    ///
    /// If the map has another size, or if a unit would stand in a wall or is on its way into a cell,
    /// or across the side of one, that is now blocked. Nothing has changed in that case.
    pub fn follow(&mut self, view: &GridView<'_>) -> Result<(), CrowdError> {
        let ground = self.new_ground(view)?;
        let is_in_wall = |&unit: &u32| !self.fits(&ground, unit) || self.is_misled(&ground, unit);
        if let Some(unit) = (0..self.units.len() as u32).find(is_in_wall) {
            return Err(CrowdError::InWall { unit });
        }
        self.take(ground);
        Ok(())
    }

    /// Takes the walls from a new map of the same size, and moves units that would stand in a wall:
    /// each to the centre of the nearest free cell where it touches no other unit, at most 64
    /// columns and rows away. If there is none, its own cell counts as free until the next call,
    /// without a way out. Returns the units that would have stood in a wall.
    ///
    /// A unit that goes from cell to cell, and could not finish its step, walks freely from where it is.
    ///
    /// On a lattice units cannot be moved, and this is [`follow`](Self::follow).
    ///
    /// # Errors
    ///
    /// If the map has another size; on a lattice, as for [`follow`](Self::follow).
    pub fn follow_moving(&mut self, view: &GridView<'_>) -> Result<Vec<u32>, CrowdError> {
        if self.mode == Mode::Lattice {
            return self.follow(view).map(|()| Vec::new());
        }
        let ground = self.new_ground(view)?;
        let (mut in_walls, mut kept) = (Vec::new(), Vec::new());
        for unit in 0..self.units.len() as u32 {
            if self.fits(&ground, unit) {
                if self.is_misled(&ground, unit) {
                    self.release(unit);
                }
                continue;
            }
            in_walls.push(unit);
            self.release(unit);
            self.leave(unit);
            let at = self.positions[unit as usize];
            match self.way_out(&ground, unit) {
                Some(to) => {
                    let cells = [at, to].map(|point| ground.cell_index(point));
                    self.near.step(unit, cells[0], cells[1]);
                    self.positions[unit as usize] = to;
                }
                None => kept.push(cell_of(at)),
            }
            self.velocities[unit as usize] = [0, 0];
            let body = &mut self.units[unit as usize];
            (body.goal, body.wish, body.mark) =
                (self.positions[unit as usize], None, Mark::default());
        }
        self.take(if kept.is_empty() { ground } else { ground.with_cells(&kept) });
        Ok(in_walls)
    }

    fn new_ground(&self, view: &GridView<'_>) -> Result<Ground, CrowdError> {
        let ground = Ground::new(view)?;
        let [width, height] = ground.size();
        let is_same = ground.size() == self.ground.size();
        is_same.then_some(ground).ok_or(CrowdError::Size { width, height })
    }

    fn fits(&self, ground: &Ground, unit: u32) -> bool {
        ground.fits(self.positions[unit as usize], self.units[unit as usize].radius)
    }

    /// Whether a unit was promised a cell that is blocked, or is about to step across a side that is.
    fn is_misled(&self, ground: &Ground, unit: u32) -> bool {
        let Some(promise) = self.units[unit as usize].promise else { return false };
        let Some(to) = ground.place_at(self.ground.middle(promise.place)) else { return true };
        promise.step.is_some()
            && ground
                .place_at(self.positions[unit as usize])
                .is_none_or(|own| own != to && !ground.roadmap.neighbours(own).contains(&to))
    }

    /// The centre of the nearest free cell where a unit has room, ring by ring of cells.
    fn way_out(&self, ground: &Ground, unit: u32) -> Option<Point> {
        let [x, y] = cell_of(self.positions[unit as usize]);
        let radius = self.units[unit as usize].radius;
        let ring = |far: i32| {
            (-far..=far).flat_map(move |down| {
                let step = if down.abs() == far { 1 } else { (2 * far).max(1) };
                (-far..=far).step_by(step as usize).map(move |right| [x + right, y + down])
            })
        };
        (0..=MOST_MOVED).flat_map(ring).filter(|&[x, y]| ground.is_free(x, y)).find_map(|cell| {
            let middle = cell.map(|side| side * CELL + CELL / 2);
            self.touching(middle, radius, unit).is_none().then_some(middle)
        })
    }

    /// Puts the crowd on another ground, on which all units stand.
    fn take(&mut self, ground: Ground) {
        let mut right_of_way = RightOfWay::new(&ground);
        right_of_way.take_over(&self.right_of_way);
        let mut ways = self.ways.on(&ground);
        for (id, unit) in self.units.iter_mut().enumerate() {
            let at = self.positions[id];
            let own = ground.place_at(at).expect("a unit that fits stands on a free cell");
            if let Some(promise) = &mut unit.promise {
                let place = ground.place_at(self.ground.middle(promise.place));
                promise.place = place.expect("those to blocked cells were withdrawn");
                right_of_way.holders[promise.place as usize] = id as u32;
            }
            let stay = unit
                .promise
                .map_or((at, own), |promise| (ground.middle(promise.place), promise.place));
            let goal = ground.place_at(unit.goal).filter(|&goal| {
                ground.fits(unit.goal, unit.radius) && ground.are_joined(goal, stay.1)
            });
            let (goal, place) = goal.map_or(stay, |goal| (unit.goal, goal));
            let target = ways.target(&ground, place, ground.lead_near(place));
            (unit.goal, unit.target) = (goal, target);
            (unit.aim_until, unit.knows_way) = (0, false);
        }
        self.right_of_way = right_of_way;
        self.ways = ways;
        self.near = Near::of(&ground, &self.positions);
        self.ground = ground;
        self.march_on_new_ground();
    }
}
