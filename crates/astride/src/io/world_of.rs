//! A lossless file format for maps of floors, hexagons, triangles, voxels and graphs.
//!
//! The file is a [container](crate::base::Container) whose kind identifies the shape, with a
//! checksum of the tables of the map as its fingerprint. It contains the following tables, always
//! all of them and in this order:
//!
//! | kind | table | numbers | what |
//! |---|---|---|---|
//! | `hexs` | `hexes.layout` | 5 × `u32` | 0 pointy or 1 flat; signed `q` and `r` of the first tile of the first row; columns and rows |
//! | `tris` | `triangles.size` | 2 × `u32` | columns and rows, without the rim of two |
//! | `flrs` | `floors.size` | 4 × `u32` | columns, rows, floors; 1 if columns are joined, 2 if rows are, 3 if both |
//! | all three | `tiles.classes` | `u8` per tile of the rows | terrain classes, 0 where there is no tile |
//! | | `tiles.steps.tiles` | `u32` each | tiles with a forbidden step out of them, in increasing order; then the tile of each fence twice, by tile, then by side |
//! | | `tiles.steps.sides` | `u8` each | for each of these the sides concerned, one bit each; of a fence the bit of its side, then its class |
//! | `flrs` | `floors.stairs` | 3 × `u32` per stair | start, end, ticks; sorted by start, then by end |
//! | `voxs` | `voxels.size` | 3 × `u32` | columns, rows, layers |
//! | | `voxels.kinds` | `u8` per brick of 8 × 8 × 8 | 0 all air, 1 no air, 2 mixed |
//! | | `voxels.bricks` | 8 × `u64` per mixed brick | a word per layer, a byte per row, a bit set where there is no air |
//! | | `voxels.dry-kinds`, `voxels.dry-bricks` | as for air, or none | the same for water, if there is any |
//! | `grph` | `graph.numbers` | 4 × `u64` | number of the first place; minimum and maximum cost of an arc; minimum ticks of a step of the lattice, times 2³² |
//! | | `graph.degrees` | `u16` per node | number of arcs that leave it |
//! | | `graph.arcs` | 2 × `u32` per arc | its end, and its ticks |
//! | | `graph.name-sizes`, `graph.names` | `u32` per node or none, `u8` | length of its name in bytes plus one, 0 if it has none; the names in UTF-8 |
//! | | `graph.positions` | 2 × `u64` per node, or none | bits of `f64`: x and y |
//!
//! Equal maps give equal files. The revision is not part of the map, and starts at 0 again.

use crate::base::TablesError;
use crate::shapes::Stored;

/// Writes a whole map of any of these shapes; [`write_world`](super::write_world) writes squares.
///
/// # Complexity
///
/// O(bytes): about a byte per tile, a byte for 512 voxels plus 64 for a brick of them that is
/// neither all free nor all blocked, 8 bytes per arc.
///
/// # Examples
///
/// ```
/// use astride::io::{read_world_of, write_world_of};
/// use astride::shapes::hex::{HexDir, HexEdit, HexLayout, HexMap};
/// let mut map = HexMap::hexagon(HexLayout::Pointy, 5, b'.')?;
/// map.apply(HexEdit::new().set((1, 1), b'#').forbid_step((0, 0), HexDir::East))?;
/// let bytes = write_world_of(&map);
///
/// let read: HexMap = read_world_of(&bytes)?;
/// assert_eq!((read.class((1, 1)), read.revision()), (Some(b'#'), 0));
/// assert!(read.is_step_forbidden((0, 0), HexDir::East));
/// assert_eq!(write_world_of(&read), bytes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_world_of<S: Stored>(map: &S) -> Vec<u8> {
    map.to_bytes()
}

/// Reads a map of the same shape written by [`write_world_of`].
///
/// # Errors
///
/// If the bytes are of another kind, shape or version, or not as they were written; or if they were
/// forged with all their checksums and do not describe a valid map.
///
/// # Complexity
///
/// O(bytes + names · log names); memory is allocated only for what was found in the file.
pub fn read_world_of<S: Stored>(bytes: &[u8]) -> Result<S, TablesError> {
    S::of_bytes(bytes, 0)
}
