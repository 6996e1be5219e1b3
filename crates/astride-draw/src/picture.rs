//! The map picture, as SVG and as PNG.

use std::fmt::Write;

use resvg::tiny_skia::Pixmap;

use crate::error::DrawError;
use crate::layout::{Layout, Wish};
use crate::letters::Letters;
use crate::overlay::Overlay;
use crate::paint::Paint;
use crate::palette::Theme;
use crate::raster;
use crate::scene::{Layer, Scene};
use crate::xml::{Hex, base64};

/// Above this many runs of equal colour, an SVG contains its cells as an embedded PNG instead.
const MAX_RUNS: usize = 1 << 14;

/// The options of a map picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureOptions {
    /// Pixels per cell; with `None` 1 to 40, such that the longer side is close to 1024 pixels.
    pub cell: Option<u32>,
    /// The maximum side in pixels, including margins; at most 16384. If cells are sized
    /// automatically, larger maps are shrunk to fit, with several cells per pixel.
    pub max_side: u32,
    /// Pixels left free around the map.
    pub margin: u32,
    /// The colours.
    pub theme: Theme,
    /// Whether to explain the colours of the layer.
    pub legend: Legend,
}

/// Where a picture explains the colours of its layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Legend {
    /// Nowhere.
    #[default]
    None,
    /// In a line below the map; layers that show a search have none.
    Below,
}

impl Default for PictureOptions {
    /// Automatic cells, at most 2048 pixels per side, a margin of 16, light, without a legend.
    fn default() -> Self {
        PictureOptions {
            cell: None,
            max_side: 2048,
            margin: 16,
            theme: Theme::default(),
            legend: Legend::None,
        }
    }
}

impl PictureOptions {
    fn layout(&self, scene: &Scene<'_>) -> Result<Layout, DrawError> {
        let wish = Wish {
            cell: self.cell,
            max_side: self.max_side,
            target: 1024,
            auto: (1, 40),
            margin: self.margin,
            has_title: scene.title.is_some(),
            has_legend: self.legend == Legend::Below
                && !matches!(scene.layer, Layer::None | Layer::Search(_) | Layer::Tree(_)),
            may_shrink: true,
        };
        Layout::new(scene.grid, wish)
    }
}

/// The scene as an SVG document.
///
/// Cells of equal colour are joined row by row; if that leaves more than 16384 pieces, the cells
/// are an embedded PNG of one pixel per cell under a vector overlay. At most 4096 links are drawn.
///
/// # Errors
///
/// If the picture would be larger than the options allow, if its cells are 0 pixels, or if the
/// layer belongs to another map.
///
/// # Complexity
///
/// O(cells), and for each cell the log of the number of nodes touched under a search or reach
/// layer.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride_draw::{PictureOptions, Scene, svg};
/// let (grid, mover) = (Grid::from_classes(3, 2, b"..@...")?, Mover::walker());
/// let scene = Scene::new(&grid, &mover);
/// assert!(svg(&scene, &PictureOptions::default())?.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn svg(scene: &Scene<'_>, options: &PictureOptions) -> Result<String, DrawError> {
    scene.check_layer()?;
    let layout = options.layout(scene)?;
    let palette = options.theme.palette();
    let overlay = Overlay { scene, layout, palette, letters: Letters::Text };
    let paint = Paint::new(scene, palette);
    let mut out = String::new();
    overlay.head(&mut out, true);
    match runs(&layout, &paint) {
        Some(runs) => out.push_str(&runs),
        None => embedded(&mut out, &layout, &paint)?,
    }
    over_cells(&mut out, &overlay, &paint);
    out.push_str("</svg>\n");
    Ok(out)
}

/// The scene as a PNG file.
///
/// # Errors
///
/// If the picture would be larger than the options allow, if its cells are 0 pixels, or if the
/// layer belongs to another map.
///
/// # Complexity
///
/// O(cells + pixels), and for each cell the log of the number of nodes touched under a search or
/// reach layer.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride_draw::{PictureOptions, Scene, png};
/// let (grid, mover) = (Grid::from_classes(3, 2, b"..@...")?, Mover::walker());
/// let scene = Scene::new(&grid, &mover);
/// assert!(png(&scene, &PictureOptions::default())?.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn png(scene: &Scene<'_>, options: &PictureOptions) -> Result<Vec<u8>, DrawError> {
    scene.check_layer()?;
    let layout = options.layout(scene)?;
    raster::encode(&pixels(scene, layout, options.theme)?)
}

fn pixels(scene: &Scene<'_>, layout: Layout, theme: Theme) -> Result<Pixmap, DrawError> {
    let palette = theme.palette();
    let mut pixmap = raster::blank(&layout, palette.page)?;
    let paint = Paint::new(scene, palette);
    raster::paint_map(&mut pixmap, &layout, &paint);
    let overlay = Overlay { scene, layout, palette, letters: Letters::Outlines };
    let mut svg = String::new();
    overlay.head(&mut svg, false);
    over_cells(&mut svg, &overlay, &paint);
    svg.push_str("</svg>\n");
    raster::render(&svg, &mut pixmap)?;
    Ok(pixmap)
}

fn over_cells(out: &mut String, overlay: &Overlay<'_>, paint: &Paint<'_>) {
    overlay.title(out);
    overlay.legend(out, paint);
    overlay.clusters(out);
    overlay.tree(out);
    overlay.walls(out, 1.0);
    overlay.links(out);
    overlay.path(out);
    overlay.lines(out);
    overlay.marks(out);
}

/// The cells as rectangles, one per run of equal colour; `None` if there are too many.
fn runs(layout: &Layout, paint: &Paint<'_>) -> Option<String> {
    let mut out = String::from("<g shape-rendering=\"crispEdges\">\n");
    let mut count = 0;
    for row in 0..layout.rows {
        let y = layout.top + row * layout.cell;
        let colour = |column: u32| {
            paint.block((column * layout.block, row * layout.block).into(), layout.block)
        };
        let mut begin = 0;
        while begin < layout.columns {
            let this = colour(begin);
            let mut end = begin + 1;
            while end < layout.columns && colour(end) == this {
                end += 1;
            }
            count += 1;
            if count > MAX_RUNS {
                return None;
            }
            let _ = writeln!(
                out,
                "<rect x=\"{}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
                layout.left + begin * layout.cell,
                (end - begin) * layout.cell,
                layout.cell,
                Hex(this)
            );
            begin = end;
        }
    }
    out.push_str("</g>\n");
    Some(out)
}

/// The cells as an image with one pixel per block.
fn embedded(out: &mut String, layout: &Layout, paint: &Paint<'_>) -> Result<(), DrawError> {
    let mut pixels = Vec::with_capacity(layout.columns as usize * layout.rows as usize * 3);
    for row in 0..layout.rows {
        for column in 0..layout.columns {
            let first = (column * layout.block, row * layout.block).into();
            pixels.extend_from_slice(&paint.block(first, layout.block));
        }
    }
    let png = raster::encode_rgb(layout.columns, layout.rows, &pixels)?;
    let _ = writeln!(
        out,
        "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" \
         style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{}\"/>",
        layout.left,
        layout.top,
        layout.columns * layout.cell,
        layout.rows * layout.cell,
        base64(&png)
    );
    Ok(())
}
