//! Pictures of maps of voxels: seen from above, and below that from the front.
//!
//! In each view a voxel hides those behind it, and is the lighter the farther away it is. With a path
//! only the box around it is shown, so nothing above or before it hides what is near.

use std::collections::BTreeMap;
use std::fmt::Write;

use astride::base::NodeId;
use astride::shapes::voxel::{Voxel, VoxelMap};

use crate::error::DrawError;
use crate::palette::{Palette, Rgb, Theme, mix};
use crate::raster;
use crate::xml::{Hex, Num};

/// The longer side of a picture, in pixels, without the margin.
const SIDE: f64 = 1024.0;

/// The most pixels for a voxel.
const MOST_ZOOM: f64 = 12.0;

const MARGIN: f64 = 16.0;

/// How many voxels around a path are shown.
const AROUND: u32 = 12;

/// How many shades tell near from far.
const SHADES: u32 = 24;

/// How light the farthest is, in parts of 256.
const LIGHTEST: u32 = 190;

/// What a picture of a map of voxels shows.
#[derive(Clone, Copy)]
pub struct Space<'a> {
    /// The map.
    pub map: &'a VoxelMap,
    /// Where the path begins.
    pub starts: &'a [NodeId],
    /// Where it may end.
    pub goals: &'a [NodeId],
    /// The path, if there is one.
    pub path: Option<&'a [NodeId]>,
}

/// From where the map is seen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Above,
    Front,
}

/// What is shown, both corners included.
struct Cut {
    least: Voxel,
    most: Voxel,
}

impl Cut {
    /// How many voxels it has along each axis.
    fn size(&self) -> [u32; 3] {
        std::array::from_fn(|axis| self.most.axes()[axis] - self.least.axes()[axis] + 1)
    }

    /// Column and row of a voxel in a view, and how many lie before it.
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
    /// O(voxels / 8 + blocked voxels + what is shown of columns and rows).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::voxel::VoxelMap;
    /// use astride_draw::{Space, Theme};
    /// let map = VoxelMap::new(4, 5, 6)?;
    /// let bare = Space { map: &map, starts: &[], goals: &[], path: None };
    /// assert!(bare.svg(Theme::Light).starts_with("<svg"));
    /// # Ok::<(), astride::shapes::voxel::VoxelError>(())
    /// ```
    pub fn svg(&self, theme: Theme) -> String {
        self.drawn(theme).0
    }

    /// The picture as a PNG file.
    ///
    /// # Errors
    ///
    /// If there is no memory for the pixels.
    pub fn png(&self, theme: Theme) -> Result<Vec<u8>, DrawError> {
        let (svg, [width, height]) = self.drawn(theme);
        let mut pixmap = raster::pixels(width, height)?;
        raster::render(&svg, &mut pixmap)?;
        raster::encode(&pixmap)
    }

    /// The document and its size in pixels.
    fn drawn(&self, theme: Theme) -> (String, [u32; 2]) {
        let (cut, palette) = (self.cut(), theme.palette());
        let [width, height, depth] = cut.size();
        let longest = f64::from(width.max(height + depth));
        let zoom = (SIDE / longest).min(MOST_ZOOM);
        let pixels = |voxels: u32, margins: f64| f64::from(voxels) * zoom + margins * MARGIN;
        let size = [pixels(width, 2.0), pixels(height + depth, 3.0)].map(f64::ceil);
        let mut out = String::new();
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" \
             viewBox=\"0 0 {0} {1}\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"{2}\"/>",
            size[0],
            size[1],
            Hex(palette.page)
        );
        let views = [(Side::Above, MARGIN), (Side::Front, pixels(height, 2.0))];
        for (side, top) in views {
            let place = format!("translate({},{}) scale({zoom})", Num(MARGIN), Num(top));
            let _ = writeln!(out, "<g transform=\"{place}\" shape-rendering=\"crispEdges\">");
            self.ground(&mut out, &cut, side, palette);
            out.push_str("</g>\n");
            let _ = writeln!(out, "<g transform=\"{place}\">");
            self.over_ground(&mut out, &cut, side, (palette, zoom));
            out.push_str("</g>\n");
        }
        out.push_str("</svg>\n");
        (out, size.map(|side| side as u32))
    }

    /// What is shown: all, or the box around the path.
    fn cut(&self) -> Cut {
        let size = self.map.size();
        let last = Voxel::from(size.map(|side| side - 1));
        let Some(path) = self.path else { return Cut { least: Voxel::default(), most: last } };
        let along = |axis: usize| path.iter().map(move |&node| self.map.voxel(node).axes()[axis]);
        let least = |axis: usize| along(axis).min().unwrap_or(0).saturating_sub(AROUND);
        let most = |axis: usize| {
            (along(axis).max().unwrap_or(u32::MAX - AROUND) + AROUND).min(last.axes()[axis])
        };
        Cut { least: [0, 1, 2].map(least).into(), most: [0, 1, 2].map(most).into() }
    }

    /// The nearest blocked voxels, by shade.
    fn ground(&self, out: &mut String, cut: &Cut, side: Side, palette: &Palette) {
        let [width, height, depth] = cut.size();
        let rows = if side == Side::Above { height } else { depth };
        let mut nearest = vec![u32::MAX; width as usize * rows as usize];
        for voxel in self.map.blocked().filter(|&voxel| cut.contains(voxel)) {
            let [column, row, before] = cut.seen(voxel, side);
            let at = &mut nearest[row as usize * width as usize + column as usize];
            *at = before.min(*at);
        }
        let _ = writeln!(
            out,
            "<rect width=\"{width}\" height=\"{rows}\" fill=\"{}\"/>",
            Hex(palette.free)
        );
        // From the nearest that is seen to the farthest.
        let seen = || nearest.iter().filter(|&&before| before != u32::MAX);
        let (near, far) = (seen().min().copied().unwrap_or(0), seen().max().copied().unwrap_or(0));
        let shade =
            |before: u32| (before != u32::MAX).then(|| (before - near) * SHADES / (far - near + 1));
        let mut runs: BTreeMap<u32, String> = BTreeMap::new();
        for (row, line) in nearest.chunks(width as usize).enumerate() {
            let mut column = 0;
            for run in line.chunk_by(|&a, &b| shade(a) == shade(b)) {
                if let Some(shade) = shade(run[0]) {
                    let _ = write!(
                        runs.entry(shade).or_default(),
                        "M{column} {row}h{0}v1h-{0}z",
                        run.len()
                    );
                }
                column += run.len();
            }
        }
        for (shade, runs) in runs {
            let colour: Rgb = mix(palette.blocked, palette.free, shade * LIGHTEST / SHADES);
            let _ = writeln!(out, "<path fill=\"{}\" d=\"{runs}\"/>", Hex(colour));
        }
    }

    /// Path, starts and goals, in units of voxels.
    fn over_ground(
        &self,
        out: &mut String,
        cut: &Cut,
        side: Side,
        (palette, zoom): (&Palette, f64),
    ) {
        let place = |&node: &NodeId| {
            let voxel = Some(self.map.voxel(node)).filter(|&voxel| cut.contains(voxel))?;
            let [column, row, _] = cut.seen(voxel, side);
            Some([column, row].map(|at| f64::from(at) + 0.5))
        };
        let width = (zoom / 2.5).clamp(1.5, 5.0) / zoom;
        for (colour, width) in [(palette.halo, 1.8 * width), (palette.path, width)] {
            let Some(path) = self.path else { break };
            let _ = write!(
                out,
                "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" \
                 stroke-linejoin=\"round\" stroke-linecap=\"round\" points=\"",
                Hex(colour),
                Num(width)
            );
            for [x, y] in path.iter().filter_map(place) {
                let _ = write!(out, "{},{} ", Num(x), Num(y));
            }
            out.push_str("\"/>\n");
        }
        for (nodes, colour) in [(self.starts, palette.start), (self.goals, palette.goal)] {
            for [x, y] in nodes.iter().filter_map(place) {
                let _ = writeln!(
                    out,
                    "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"{}\" \
                     stroke-width=\"{}\"/>",
                    Num(x),
                    Num(y),
                    Num(width * 1.6),
                    Hex(colour),
                    Hex(palette.halo),
                    Num(width / 3.0)
                );
            }
        }
    }
}
