//! Pictures of maps of voxels: seen from above and, below that, from the front.
//!
//! In each view a voxel hides those behind it, and is lighter the farther away it is. With a path
//! only the box around it is shown, so that nothing above or in front of it hides what is near.

use std::collections::BTreeMap;
use std::fmt::Write;

use astride::base::{NodeId, Vec2};
use astride::shapes::voxel::{Voxel, VoxelMap};

use crate::error::DrawError;
use crate::palette::{Palette, Theme, mix};
use crate::progress::Progress;
use crate::sheet::Sheet;

/// The gap between the two views, as a fraction of the longer side.
const GAP: f64 = 1.0 / 64.0;

/// The number of voxels shown around a path.
const AROUND: u32 = 12;

/// The number of shades for depth.
const SHADES: u32 = 24;

/// The lightness of the farthest, in 1/256.
const LIGHTEST: u32 = 190;

/// The contents of a picture of a map of voxels.
#[derive(Clone, Copy)]
pub struct Space<'a> {
    /// The map.
    pub map: &'a VoxelMap,
    /// The starts of the path.
    pub starts: &'a [NodeId],
    /// The goals of the path.
    pub goals: &'a [NodeId],
    /// The path, if there is one.
    pub path: Option<&'a [NodeId]>,
    /// A search whose tree is shown: a thin line from each voxel to the one it was reached from.
    pub tree: Option<&'a Progress>,
}

/// The direction from which the map is seen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Above,
    Front,
}

/// The part shown, both corners included.
struct Cut {
    least: Voxel,
    most: Voxel,
}

impl Cut {
    /// The number of voxels along each axis.
    fn size(&self) -> [u32; 3] {
        std::array::from_fn(|axis| self.most.axes()[axis] - self.least.axes()[axis] + 1)
    }

    /// Column and row of a voxel in a view, and its depth.
    fn seen(&self, voxel: Voxel, side: Side) -> [u32; 3] {
        let (up, ahead) = (self.most.z - voxel.z, self.most.y - voxel.y);
        match side {
            Side::Above => [voxel.x - self.least.x, voxel.y - self.least.y, up],
            Side::Front => [voxel.x - self.least.x, up, ahead],
        }
    }

    fn contains(&self, voxel: Voxel) -> bool {
        let (least, most, at) = (self.least.axes(), self.most.axes(), voxel.axes());
        (0..3).all(|axis| (least[axis]..=most[axis]).contains(&at[axis]))
    }
}

impl Space<'_> {
    /// The picture as an SVG document.
    ///
    /// # Complexity
    ///
    /// O(voxels / 8 + blocked voxels + columns and rows shown).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::voxel::VoxelMap;
    /// use astride_draw::{Space, Theme};
    /// let map = VoxelMap::new(4, 5, 6)?;
    /// let bare = Space { map: &map, starts: &[], goals: &[], path: None, tree: None };
    /// assert!(bare.svg(Theme::Light).starts_with("<svg"));
    /// # Ok::<(), astride::shapes::voxel::VoxelError>(())
    /// ```
    pub fn svg(&self, theme: Theme) -> String {
        self.drawn(theme).svg()
    }

    /// The picture as a PNG file.
    ///
    /// # Errors
    ///
    /// If there is not enough memory for the pixels.
    pub fn png(&self, theme: Theme) -> Result<Vec<u8>, DrawError> {
        self.drawn(theme).png()
    }

    fn drawn(&self, theme: Theme) -> Sheet {
        let cut = self.cut();
        let [width, height, depth] = cut.size().map(f64::from);
        let below = height + GAP * width.max(height + depth);
        let corners = [Vec2::new(0.0, 0.0), Vec2::new(width, below + depth)];
        let mut sheet = Sheet::around(corners.into_iter(), theme);
        for (side, top) in [(Side::Above, 0.0), (Side::Front, below)] {
            self.ground(&mut sheet, &cut, side, top);
            let place = |&node: &NodeId| {
                let voxel = Some(self.map.voxel(node)).filter(|&voxel| cut.contains(voxel))?;
                let [column, row, _] = cut.seen(voxel, side).map(f64::from);
                Some(Vec2::new(column + 0.5, top + row + 0.5))
            };
            if let Some(progress) = self.tree {
                sheet.tree(progress, |node| place(&node));
            }
            let [path, starts, goals] = [self.path.unwrap_or_default(), self.starts, self.goals]
                .map(|nodes| nodes.iter().filter_map(place));
            sheet.path(path, starts, goals);
        }
        sheet
    }

    /// The part shown: everything, or the box around the path.
    fn cut(&self) -> Cut {
        let size = self.map.size();
        let last = Voxel::from(size.map(|side| side - 1));
        let path = self.path.unwrap_or_default().iter();
        let path = path.filter(|node| node.get() < self.map.voxel_count());
        let along = |axis: usize| path.clone().map(move |&node| self.map.voxel(node).axes()[axis]);
        let least = |axis: usize| along(axis).min().unwrap_or(0).saturating_sub(AROUND);
        let most = |axis: usize| {
            (along(axis).max().unwrap_or(last.axes()[axis]) + AROUND).min(last.axes()[axis])
        };
        Cut { least: [0, 1, 2].map(least).into(), most: [0, 1, 2].map(most).into() }
    }

    /// The nearest blocked voxels, by shade, from the row `top` on.
    fn ground(&self, sheet: &mut Sheet, cut: &Cut, side: Side, top: f64) {
        let [width, height, depth] = cut.size();
        let rows = if side == Side::Above { height } else { depth };
        let mut nearest = vec![u32::MAX; width as usize * rows as usize];
        for voxel in self.map.blocked().filter(|&voxel| cut.contains(voxel)) {
            let [column, row, before] = cut.seen(voxel, side);
            let at = &mut nearest[row as usize * width as usize + column as usize];
            *at = before.min(*at);
        }
        let (corner, Palette { free, blocked, .. }) = (Vec2::new(0.0, top), sheet.palette);
        sheet.squares(corner, *free, &format!("M0 0h{width}v{rows}h-{width}z"));
        // From the nearest visible one to the farthest.
        let seen = || nearest.iter().filter(|&&before| before != u32::MAX);
        let (near, far) = (seen().min().copied().unwrap_or(0), seen().max().copied().unwrap_or(0));
        let shade =
            |before: u32| (before != u32::MAX).then(|| (before - near) * SHADES / (far - near + 1));
        let mut runs: BTreeMap<u32, String> = BTreeMap::new();
        for (row, line) in nearest.chunks(width as usize).enumerate() {
            let mut column = 0;
            for run in line.chunk_by(|&a, &b| shade(a) == shade(b)) {
                if let Some(shade) = shade(run[0]) {
                    let runs = runs.entry(shade).or_default();
                    let _ = write!(runs, "M{column} {row}h{0}v1h-{0}z", run.len());
                }
                column += run.len();
            }
        }
        for (shade, runs) in runs {
            sheet.squares(corner, mix(*blocked, *free, shade * LIGHTEST / SHADES), &runs);
        }
    }
}
