//! Packing terrain into a bit plane, 64 cells at a time.

use super::layers::Layers;
use crate::base::Cell;
use crate::base::bits::BitPlane;
use crate::shapes::square::Grid;

/// The cells of some terrain classes, which `of_layer` gives for each layer, surrounded by a rim of
/// zeros.
pub(super) fn plane_of(
    grid: &Grid,
    layers: &Layers,
    of_layer: impl Fn(u8) -> [u8; 256],
) -> BitPlane {
    let mut plane = BitPlane::new(layers.height() as usize + 2, grid.width() as usize + 2);
    for layer in layers.all() {
        let is_of = of_layer(layer);
        let classes = Classes::new(&is_of, grid.histogram());
        for y in 0..grid.height() {
            let cells = grid.row(y).unwrap_or_default();
            let line = usize::from(layers.place(Cell::new(0, y), layer).y);
            pack_row(cells, &classes, plane.line_mut(line));
        }
    }
    plane
}

/// Up to this many classes are compared one by one rather than looked up.
const FEW: usize = 4;

/// A set of terrain classes, represented by its complement if that is smaller.
struct Classes<'a> {
    is_of: &'a [u8; 256],
    /// The classes to compare with, the last one repeated; none if there are too many on the map.
    few: Option<[u8; FEW]>,
    /// 1 if the few classes are the complement.
    flip: u8,
}

impl<'a> Classes<'a> {
    fn new(is_of: &'a [u8; 256], histogram: &[u32; 256]) -> Self {
        let on_map = |flag: u8| {
            let class = move |&class: &u8| {
                is_of[usize::from(class)] == flag && histogram[usize::from(class)] > 0
            };
            (0..=255).filter(class)
        };
        let flip = u8::from(on_map(1).count() > on_map(0).count());
        let mut few = None;
        let fits = on_map(1 - flip).count() <= FEW;
        if let Some(last) = on_map(1 - flip).next_back().filter(|_| fits) {
            let mut classes = on_map(1 - flip);
            few = Some([(); FEW].map(|()| classes.next().unwrap_or(last)));
        }
        Classes { is_of, few, flip }
    }

    /// One bit for each of up to 64 cells.
    #[inline(always)]
    fn pack(&self, cells: &[u8]) -> u64 {
        let mut flags = [0; 64];
        match (self.few, <&[u8; 64]>::try_from(cells)) {
            (Some([a, b, c, d]), Ok(cells)) => {
                for (flag, &class) in flags.iter_mut().zip(cells) {
                    let is_one = (class == a) | (class == b) | (class == c) | (class == d);
                    *flag = u8::from(is_one) ^ self.flip;
                }
            }
            _ => {
                for (flag, &class) in flags.iter_mut().zip(cells) {
                    *flag = self.is_of[usize::from(class)];
                }
            }
        }
        let (eights, _) = flags.as_chunks::<8>();
        eights.iter().rev().fold(0, |bits, &eight| {
            // The product gathers the lowest bits of eight bytes in its highest byte.
            bits << 8 | u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56
        })
    }
}

/// One bit per cell, shifted up by one for the rim.
fn pack_row(cells: &[u8], classes: &Classes<'_>, line: &mut [u64]) {
    let mut carry = 0;
    let mut words = line.iter_mut();
    for chunk in cells.chunks(64) {
        let bits = classes.pack(chunk);
        if let Some(word) = words.next() {
            *word = bits << 1 | carry;
        }
        carry = bits >> 63;
    }
    if let Some(word) = words.next() {
        *word = carry;
    }
}
