//! The batch that undoes another one: the boxes that together are what was changed.

use std::collections::BTreeMap;

use super::super::bricks::{Brick, FREE, RIM, part_of_box};
use super::{Change, VoxelEdit};
use crate::base::SmallSort;
use crate::shapes::voxel::{VoxelError, VoxelMap, VoxelMaterial};

impl VoxelEdit {
    /// The batch that undoes this one: applied after it, all is again as it is on `map` now, except
    /// the revision. It names only voxels that this batch changes.
    ///
    /// # Errors
    ///
    /// That of [`VoxelMap::apply`], if `map` does not take this batch.
    ///
    /// # Complexity
    ///
    /// That of [`VoxelMap::apply`], and O(b log b) for b boxes of equal material that were changed:
    /// at most one for each voxel.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::voxel::{VoxelEdit, VoxelMap};
    /// let mut map = VoxelMap::new(9, 9, 9)?;
    /// map.apply(VoxelEdit::new().block((4, 4, 4)))?;
    /// let mut blast = VoxelEdit::new();
    /// blast.free_box((3, 3, 3), (5, 5, 5));
    /// let undo = blast.inverse(&map)?;
    /// map.apply(&blast)?;
    /// map.apply(&undo)?;
    /// assert!(map.blocked().eq([(4, 4, 4).into()]));
    /// # Ok::<(), astride::shapes::voxel::VoxelError>(())
    /// ```
    pub fn inverse(&self, map: &VoxelMap) -> Result<VoxelEdit, VoxelError> {
        map.check(self)?;
        // The changes by layer of bricks, so that memory is needed for one layer at a time.
        let mut layers: BTreeMap<u32, Vec<&Change>> = BTreeMap::new();
        for change in &self.changes {
            let [least, most] = change.span().map(|corner| (corner[2] + RIM) >> 3);
            (least..=most).for_each(|z| layers.entry(z).or_default().push(change));
        }
        let mut boxes = Vec::new();
        for (z, changes) in layers {
            for ([y, x], after) in bricks_after(z, &changes) {
                for now in VoxelMaterial::ALL {
                    let (before, kept) = (map.brick_of(now, [x, y, z]), after[now as usize]);
                    let differs = |at: usize| {
                        let named = after[0][at] | after[1][at] | after[2][at];
                        before[at] & named & !kept[at]
                    };
                    cut(std::array::from_fn(differs), |corners| {
                        let first = [x, y, z].map(|brick| brick * 8 - RIM);
                        let corner = |at: [u32; 3]| std::array::from_fn(|i| first[i] + at[i]);
                        boxes.push((now, corners.map(corner)));
                    });
                }
            }
        }
        join(&mut boxes);
        let mut undo = VoxelEdit::new();
        boxes.into_iter().for_each(|(now, [a, b])| _ = undo.fill_box(a, b, now));
        Ok(undo)
    }
}

/// The voxels of each material in the bricks of a layer after some changes, of those that they name;
/// by row, then column, then material.
fn bricks_after(z: u32, changes: &[&Change]) -> BTreeMap<[u32; 2], [Brick; 3]> {
    let mut named = BTreeMap::new();
    for change in changes {
        let [least, most] = change.span().map(|corner| corner.map(|at| at + RIM));
        for y in least[1] >> 3..=most[1] >> 3 {
            for x in least[0] >> 3..=most[0] >> 3 {
                let part = part_of_box([least, most], [x, y, z]);
                let after = named.entry([y, x]).or_insert([FREE; 3]);
                for (material, brick) in after.iter_mut().enumerate() {
                    let is_this = material == change.material as usize;
                    for (word, bits) in brick.iter_mut().zip(part) {
                        *word = if is_this { *word | bits } else { *word & !bits };
                    }
                }
            }
        }
    }
    named
}

/// Cuts the voxels of a brick into boxes, and calls `found` with the corners of each.
fn cut(mut left: Brick, mut found: impl FnMut([[u32; 3]; 2])) {
    while let Some(z) = left.iter().position(|&layer| layer != 0) {
        let first = left[z].trailing_zeros();
        let (x, y) = (first & 7, first >> 3);
        let width = ((left[z] >> (8 * y)) as u8 >> x).trailing_ones();
        let row = ((1 << width) - 1) << x;
        let height = (y..8).take_while(|y| left[z] >> (8 * y) & row == row).count() as u32;
        let layer = (y..y + height).fold(0, |bits, y| bits | row << (8 * y));
        let depth = left[z..].iter().take_while(|&&word| word & layer == layer).count();
        left[z..z + depth].iter_mut().for_each(|word| *word &= !layer);
        let last = [x + width - 1, y + height - 1, (z + depth) as u32 - 1];
        found([[x, y, z as u32], last]);
    }
}

/// Joins boxes that are one together, along each axis in turn.
fn join(boxes: &mut Vec<(VoxelMaterial, [[u32; 3]; 2])>) {
    for axis in 0..3 {
        let across = |&(material, [mut least, mut most]): &(VoxelMaterial, [[u32; 3]; 2])| {
            (least[axis], most[axis]) = (0, 0);
            (material as u8, least, most)
        };
        boxes.sort_small_by_key(|of| (across(of), of.1[0][axis]));
        boxes.dedup_by(|next, last| {
            let joins = across(next) == across(last) && last.1[1][axis] + 1 == next.1[0][axis];
            if joins {
                last.1[1][axis] = next.1[1][axis];
            }
            joins
        });
    }
}
