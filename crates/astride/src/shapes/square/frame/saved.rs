//! Saving a frame as tables of a container, and loading it.

use super::{Axes, Frame};
use crate::base::{Container, Groups, PartsError, TablesError, Vec3, check, few, u32s, u64s};

const CELLS: &str = "frame.cells";
const PLANE: &str = "frame.plane";

impl Frame {
    /// The names of its tables, in order.
    pub(crate) const TABLES: [&'static str; 2] = [CELLS, PLANE];

    /// Writes the tables of a frame; they are empty if there is none. Its size is that of the grid.
    pub(crate) fn put(frame: Option<&Frame>, out: &mut Groups<'_>) {
        let Some(frame) = frame else {
            out.put(CELLS, Vec::<u32>::new());
            out.put(PLANE, Vec::<u64>::new());
            return;
        };
        let axes = match frame.axes {
            Axes::Xy => 0,
            Axes::Xz => 1,
            Axes::Yz => 2,
        };
        let Frame { origin, column, row, first, .. } = *frame;
        let plane = [origin.x, origin.y, origin.z, column.0, column.1, row.0, row.1];
        out.put(CELLS, vec![axes, first.0.cast_unsigned(), first.1.cast_unsigned()]);
        out.put(PLANE, plane.map(f64::to_bits).to_vec());
    }

    /// Reads the frame from these tables, if they contain one, for a grid of this size.
    pub(crate) fn take(
        tables: &Container<'_>,
        width: u32,
        height: u32,
    ) -> Result<Option<Frame>, TablesError> {
        let (cells, plane) = (u32s(tables, CELLS)?, u64s(tables, PLANE)?);
        if cells.is_empty() && plane.is_empty() {
            return Ok(None);
        }
        let [axes, column, row] = few(cells, CELLS)?;
        check(axes < 3, CELLS, 0, "axes of 0 to 2")?;
        let axes = [Axes::Xy, Axes::Xz, Axes::Yz][axes as usize];
        let [x, y, z, numbers @ ..]: [u64; 7] = few(plane, PLANE)?;
        let [x, y, z] = [x, y, z].map(f64::from_bits);
        let [a, b, c, d] = numbers.map(f64::from_bits);
        let expected = "finite numbers and cells with an area";
        let frame = Frame::spanned(width, height, Vec3::new(x, y, z), (a, b), (c, d));
        let frame = frame.map_err(|_| PartsError::Damaged { part: PLANE, at: 0, expected })?;
        Ok(Some(frame.axes(axes).first_cell(column.cast_signed(), row.cast_signed())))
    }
}
