//! Where moving units will be, so that others can avoid them.

use super::Crowd;
use super::ground::cell_of;
use super::plane::{in_cells, in_parts, way};

/// How much of a unit's path ahead counts, in cells.
const AHEAD_CELLS: f64 = 12.0;

impl Crowd {
    /// The number of moving units that are in each cell or will pass through it on the next twelve
    /// cells of the straight line along which they currently walk, row by row. On a lattice that is
    /// the line to their goals; steered units have none ahead. Standing units are not counted: near
    /// ones are avoided in any case, and far ones may be gone by then.
    ///
    /// Used as extra cost on a map, it leads others around a stream; the units of the crowd itself
    /// keep to the shortest paths. O(cells + units).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Vec2;
    /// use astride::shapes::square::{Grid, Mover};
    /// use astride::world::Overlay;
    /// use astride_agents::crowd::{Body, Crowd, Mode};
    ///
    /// let grid = Grid::new(20, 10, b'.')?;
    /// let mut crowd = Crowd::new(&grid.seen_by(&Mover::walker()), Mode::Free)?;
    /// crowd.spawn(Vec2::new(2.5, 5.5), Body::default())?;
    /// crowd.order(&[0], Vec2::new(9.5, 5.5))?;
    /// crowd.tick(0.1)?;
    /// let traffic = crowd.traffic();
    /// assert_eq!(&traffic[5 * 20..5 * 20 + 12], [0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0]);
    ///
    /// let mut overlay = Overlay::new(&grid);
    /// for (cell, units) in (0_u32..).zip(traffic) {
    ///     overlay.set((cell % 20, cell / 20), units * 5_000);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn traffic(&self) -> Vec<u32> {
        let [width, height] = self.size();
        let mut units_of = vec![0; width as usize * height as usize];
        for (unit, body) in (0..).zip(&self.units) {
            let at = self.positions[unit as usize];
            if self.velocities[unit as usize] == [0, 0] {
                continue;
            }
            let line = in_cells(way(at, body.aim));
            let far = line.length().min(AHEAD_CELLS);
            // Every half cell, so that no cell on the path counts twice and few corners are missed.
            let steps = (far * 2.0).ceil().max(1.0);
            let part = if line.length() > 0.0 { far / line.length() / steps } else { 0.0 };
            let mut last = None;
            for step in 0..=steps as u32 {
                let [right, down] = in_parts(line.times(part * f64::from(step)));
                let [x, y] = cell_of([at[0] + right, at[1] + down]);
                // A unit of a group may aim at a point in a wall or off the map.
                if last.replace([x, y]) != Some([x, y]) && self.ground.is_free(x, y) {
                    units_of[(y * width as i32 + x) as usize] += 1;
                }
            }
        }
        units_of
    }
}
