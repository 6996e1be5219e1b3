//! Pixels: filling cells, rendering SVG onto them, encoding PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::error::{DrawError, Kind};
use crate::layout::Layout;
use crate::paint::Paint;
use crate::palette::Rgb;

/// A picture in a single colour. Its sides are known to be within the limits of a layout.
pub(crate) fn blank(layout: &Layout, page: Rgb) -> Result<Pixmap, DrawError> {
    let mut pixmap = clear(layout)?;
    fill(&mut pixmap, [0, 0, layout.width, layout.height], page);
    Ok(pixmap)
}

/// A transparent picture.
pub(crate) fn clear(layout: &Layout) -> Result<Pixmap, DrawError> {
    pixels(layout.width, layout.height)
}

/// A transparent picture of this size.
pub(crate) fn pixels(width: u32, height: u32) -> Result<Pixmap, DrawError> {
    Pixmap::new(width, height)
        .ok_or_else(|| Kind::Render("no memory for the pixels".to_owned()).into())
}

/// Fills the rectangle `[x, y, width, height]`, which must be inside the picture.
pub(crate) fn fill(pixmap: &mut Pixmap, [x, y, width, height]: [u32; 4], [r, g, b]: Rgb) {
    let stride = pixmap.width() as usize * 4;
    let from = x as usize * 4;
    for row in pixmap.data_mut().chunks_exact_mut(stride).skip(y as usize).take(height as usize) {
        for pixel in row[from..from + width as usize * 4].chunks_exact_mut(4) {
            pixel.copy_from_slice(&[r, g, b, 255]);
        }
    }
}

/// Paints all cells of a map.
pub(crate) fn paint_map(pixmap: &mut Pixmap, layout: &Layout, paint: &Paint<'_>) {
    for row in 0..layout.rows {
        for column in 0..layout.columns {
            paint_block(pixmap, layout, paint, column, row);
        }
    }
}

/// Paints one cell, or the block of cells that shares a pixel.
pub(crate) fn paint_block(
    pixmap: &mut Pixmap,
    layout: &Layout,
    paint: &Paint<'_>,
    column: u32,
    row: u32,
) {
    let first = (column * layout.block, row * layout.block).into();
    let colour = paint.block(first, layout.block);
    let side = layout.cell;
    fill(pixmap, [layout.left + column * side, layout.top + row * side, side, side], colour);
}

/// Renders one of our own SVGs over a picture; its letters are outlines.
pub(crate) fn render(svg: &str, pixmap: &mut Pixmap) -> Result<(), DrawError> {
    let tree = Tree::from_str(svg, &Options::default())
        .map_err(|error| Kind::Render(error.to_string()))?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    Ok(())
}

/// An opaque picture as PNG.
pub(crate) fn encode(pixmap: &Pixmap) -> Result<Vec<u8>, DrawError> {
    let pixels: Vec<u8> =
        pixmap.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    encode_rgb(pixmap.width(), pixmap.height(), &pixels)
}

/// Three bytes per pixel as PNG.
pub(crate) fn encode_rgb(width: u32, height: u32, pixels: &[u8]) -> Result<Vec<u8>, DrawError> {
    let failed = |error: png::EncodingError| DrawError::from(Kind::Encode(error.to_string()));
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(pixels).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(out)
}
