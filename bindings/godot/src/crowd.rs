//! `AstrideCrowd`: units that never overlap.

use std::fmt;

use astride::base::Vec2;
use astride_agents::crowd::{Body, CELL, Crowd, Formation, Mode, Point, Shape};
use godot::builtin::{PackedInt32Array, PackedVector2Array, Vector2};
use godot::classes::RefCounted;
use godot::obj::{Base, Gd};
use godot::register::{GodotClass, godot_api};

use crate::grid::{AstrideGrid, constant, exact, rounded};
use crate::{Place, reported};

/// Units on an `AstrideGrid` that go where they are sent and never overlap.
///
/// Positions are points of the world. Radii are in cells and speeds in cells per second, so on cells of
/// 16 × 8 points a unit is an ellipse, as it looks on the map.
#[derive(GodotClass)]
#[class(no_init, base = RefCounted)]
pub(crate) struct AstrideCrowd {
    grid: Gd<AstrideGrid>,
    crowd: Crowd,
    place: Place,
    /// Generation of the grid and revision of its map that the walls are of.
    ground: (u64, u64),
    base: Base<RefCounted>,
}

impl fmt::Debug for AstrideCrowd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AstrideCrowd").field("place", &self.place).finish_non_exhaustive()
    }
}

impl AstrideCrowd {
    fn in_cells(&self, point: Vector2) -> Vec2 {
        let (x, y) = self.place.in_cells(exact(point));
        Vec2::new(x, y)
    }

    fn points(&self, of: &[Point], at: impl Fn((f64, f64)) -> (f64, f64)) -> PackedVector2Array {
        let part = 1.0 / f64::from(CELL);
        of.iter().map(|&[x, y]| rounded(at((f64::from(x) * part, f64::from(y) * part)))).collect()
    }

    fn group(units: &PackedInt32Array) -> Vec<u32> {
        // A negative number is no unit, nor is what it becomes.
        units.as_slice().iter().map(|&unit| unit as u32).collect()
    }
}

#[godot_api]
impl AstrideCrowd {
    #[constant]
    const FORMATION_NONE: i64 = 0;
    #[constant]
    const FORMATION_LINE: i64 = 1;
    #[constant]
    const FORMATION_COLUMN: i64 = 2;
    #[constant]
    const FORMATION_WEDGE: i64 = 3;
    #[constant]
    const FORMATION_BOX: i64 = 4;
    #[constant]
    const FORMATION_CIRCLE: i64 = 5;

    /// A crowd of nobody on a grid; null if the grid has more than 16 384 columns or rows or was not
    /// updated. On a lattice units go from the middle of a cell to the middle of the next, all in step.
    #[func]
    fn on(mut grid: Gd<AstrideGrid>, #[opt(default = false)] lattice: bool) -> Option<Gd<Self>> {
        let (crowd, place, ground) = {
            let mut grid = grid.bind_mut();
            let generation = grid.generation();
            let board = grid.board()?;
            let mode = if lattice { Mode::Lattice } else { Mode::Free };
            let crowd = reported(Crowd::new(&board.view(), mode))?;
            (crowd, *board.place(), (generation, board.revision()))
        };
        Some(Gd::from_init_fn(|base| AstrideCrowd { grid, crowd, place, ground, base }))
    }

    /// Adds a unit and gives its number: how many there were before; -1 if it cannot stand there.
    #[func]
    fn spawn(
        &mut self,
        point: Vector2,
        #[opt(default = Body::default().radius)] radius: f64,
        #[opt(default = Body::default().speed)] speed: f64,
    ) -> i64 {
        let at = self.in_cells(point);
        reported(self.crowd.spawn(at, Body { radius, speed })).map_or(-1, i64::from)
    }

    /// Adds `count` units in the free cells nearest to a point, and gives the number of the first; -1,
    /// and nobody is added, if there is no room.
    #[func]
    fn spawn_near(
        &mut self,
        point: Vector2,
        count: i64,
        #[opt(default = Body::default().radius)] radius: f64,
        #[opt(default = Body::default().speed)] speed: f64,
    ) -> i64 {
        let (at, count) = (self.in_cells(point), count.clamp(0, u32::MAX.into()) as u32);
        let first = self.crowd.spawn_near(at, count, Body { radius, speed });
        reported(first).map_or(-1, i64::from)
    }

    /// Puts a unit elsewhere at once; false if it cannot stand there.
    #[func]
    fn teleport(&mut self, unit: i32, point: Vector2) -> bool {
        let at = self.in_cells(point);
        reported(self.crowd.teleport(unit as u32, at)).is_some()
    }

    /// Takes a unit out. The last unit gets its number.
    #[func]
    fn remove(&mut self, unit: i32) -> bool {
        reported(self.crowd.remove(unit as u32)).is_some()
    }

    /// Sends units to a point: together, each to a cell of its own, or in a formation (`FORMATION_…`)
    /// that faces the way they came. False, and nothing changes, if walls keep one from there.
    #[func]
    fn order(
        &mut self,
        units: PackedInt32Array,
        point: Vector2,
        #[opt(default = 0)] formation: i64,
    ) -> bool {
        let (group, at) = (Self::group(&units), self.in_cells(point));
        let most = Shape::NAMED.len() as i64;
        let Some(number) = reported(constant("formation", formation, most)) else { return false };
        let sent = match number {
            Self::FORMATION_NONE => self.crowd.order(&group, at),
            _ => {
                let shape = Shape::NAMED[number as usize - 1].clone();
                self.crowd.order_formation(&group, at, &Formation::of(shape))
            }
        };
        reported(sent).is_some()
    }

    /// Moves everybody on by this many seconds, up to 1, after taking over the walls of the grid. False
    /// if somebody stands where a wall was built, or the grid has another size now; then the walls of
    /// before hold.
    #[func]
    fn advance(&mut self, seconds: f64) -> bool {
        let follows = self.follow();
        reported(self.crowd.advance(seconds)).is_some() && follows
    }

    /// How many units there are.
    #[func]
    fn get_count(&self) -> i64 {
        self.crowd.count() as i64
    }

    /// How many units are where they were sent.
    #[func]
    fn get_arrived_count(&self) -> i64 {
        self.crowd.arrived_count() as i64
    }

    /// Whether a unit is where it was sent.
    #[func]
    fn has_arrived(&self, unit: i32) -> bool {
        self.crowd.has_arrived(unit as u32)
    }

    /// Where all units are, by number.
    #[func]
    fn get_positions(&self) -> PackedVector2Array {
        self.points(self.crowd.positions(), |at| self.place.point_at(at))
    }

    /// How fast all units move, by number, in points a second.
    #[func]
    fn get_velocities(&self) -> PackedVector2Array {
        let (width, height) = self.place.cell_size;
        self.points(self.crowd.velocities(), |(x, y)| (x * width, y * height))
    }

    /// A number that is the same on every machine after the same calls.
    #[func]
    fn get_digest(&self) -> i64 {
        self.crowd.digest() as i64
    }

    fn follow(&mut self) -> bool {
        let mut grid = self.grid.bind_mut();
        let generation = grid.generation();
        let Some(board) = grid.board() else { return false };
        let ground = (generation, board.revision());
        if ground == self.ground {
            return true;
        }
        let follows = reported(self.crowd.follow(&board.view())).is_some();
        if follows {
            (self.ground, self.place) = (ground, *board.place());
        }
        follows
    }
}
