//! MovingAI `.3dmap` files: maps of voxels.
//!
//! The first line is `voxel`, in any case, and the number of voxels along each axis; each following
//! line has the coordinates of a blocked voxel.

use std::fmt::Write;

use crate::io::text::{TextError, lines, number, quote, words};
use crate::io::write_error::{Loss, WriteError};
use crate::shapes::voxel::{Voxel, VoxelMap};

/// Reads a MovingAI `.3dmap` file.
///
/// # Errors
///
/// If the first line is not `voxel` and three sizes, if the map is too large, or if a line is not a
/// voxel on it; the error names the line.
///
/// # Complexity
///
/// O(bytes), plus what a free map of that size takes: 32 MiB at most.
///
/// # Examples
///
/// ```
/// use astride::io::read_voxels;
/// let map = read_voxels(b"voxel 4 2 3\n0 1 2\n3 0 0\n")?;
/// assert_eq!((map.size(), map.blocked_count()), ([4, 2, 3], 2));
/// let error = read_voxels(b"voxel 4 2 3\n0 2 2\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 2: voxel 0,2,2 is off the map of 4x2x3 voxels");
/// # Ok::<(), astride::io::TextError>(())
/// ```
pub fn read_voxels(bytes: &[u8]) -> Result<VoxelMap, TextError> {
    let mut lines = lines(bytes);
    let (first, header) = lines.next().unwrap_or((1, b""));
    let size = header.split_at_checked(5).filter(|(word, _)| word.eq_ignore_ascii_case(b"voxel"));
    let size = size.and_then(|(_, sizes)| triple(sizes)).ok_or_else(|| {
        let message = format!(
            "first line is {}, expected \"voxel\" and three sizes such as \"voxel 16 16 8\"",
            quote(header)
        );
        TextError::new(first, 0, message)
    })?;
    let [width, height, depth] = size;
    let map = VoxelMap::new(width, height, depth);
    let mut map = map.map_err(|error| TextError::new(first, 0, error.to_string()))?;
    for (line, text) in lines {
        if text.trim_ascii().is_empty() {
            continue;
        }
        let voxel = triple(text).map(Voxel::from).ok_or_else(|| {
            let message = format!("{} is no voxel, expected three whole numbers", quote(text));
            TextError::new(line, 0, message)
        })?;
        if map.node(voxel).is_none() {
            let message =
                format!("voxel {voxel} is off the map of {width}x{height}x{depth} voxels");
            return Err(TextError::new(line, 0, message));
        }
        map.write(voxel, voxel, true);
    }
    Ok(map)
}

/// Three integers separated by white space.
fn triple(text: &[u8]) -> Option<[u32; 3]> {
    let mut words = words(text);
    let mut next = || words.next().and_then(number);
    let found = [next()?, next()?, next()?];
    words.next().is_none().then_some(found)
}

/// Writes a map of voxels as a MovingAI `.3dmap` file, with blocked voxels ordered by column, row,
/// layer.
///
/// # Errors
///
/// If there is water, which the format does not support;
/// [`write_world_of`](crate::io::write_world_of) writes everything.
///
/// # Complexity
///
/// O(voxels / 8 + blocked voxels).
///
/// # Examples
///
/// ```
/// use astride::io::{read_voxels, write_voxels};
/// let map = read_voxels(b"voxel 4 2 3\n3 0 0\n0 1 2\n")?;
/// assert_eq!(write_voxels(&map)?, "voxel 4 2 3\n0 1 2\n3 0 0\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_voxels(map: &VoxelMap) -> Result<String, WriteError> {
    let losses = map.water().next().map(|voxel| Loss::Water { voxel });
    WriteError::check("a .3dmap file", losses.into_iter().collect())?;
    let [width, height, depth] = map.size();
    let mut out = format!("voxel {width} {height} {depth}\n");
    for Voxel { x, y, z } in map.blocked() {
        let _ = writeln!(out, "{x} {y} {z}");
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_maps_are_refused_with_the_line() {
        let check = |text: &str, message: &str| {
            let error = read_voxels(text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        };
        assert_eq!(read_voxels(b"VOXEL 4 2 3\n").unwrap().size(), [4, 2, 3]);
        check("", "line 1: first line is \"\", expected \"voxel\" and three sizes");
        check("voxel 4 4", "expected \"voxel\" and three sizes");
        check("voxels 4 4 4", "expected \"voxel\" and three sizes");
        check("voxel 4 4 4 4", "expected \"voxel\" and three sizes");
        check("voxel 4 0 4", "line 1: a map of 4x0x4 voxels is unusable");
        check("voxel 4096 4096 65", "at most 1073741824 voxels");
        check("voxel 4294967295 4294967295 4294967295", "sides of 1 to 4096");
        check("voxel 4 4 4\n1 1 1\n\n1 1", "line 4: \"1 1\" is no voxel");
        check("voxel 4 4 4\n1 -1 1", "line 2: \"1 -1 1\" is no voxel");
        check("voxel 4 4 4\n1 1 4", "line 2: voxel 1,1,4 is off the map of 4x4x4 voxels");
    }
}
