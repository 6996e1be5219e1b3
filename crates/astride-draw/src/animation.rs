//! A step-by-step animation of a search, as an animated PNG.
//!
//! Each frame contains only the rectangle that changed, and within it only the pixels that changed;
//! the rest is transparent and compresses to almost nothing.

use astride::base::{Cell, NodeId};
use astride::search::Event;
use resvg::tiny_skia::Pixmap;

use crate::error::{DrawError, Kind};
use crate::figure::Figure;
use crate::layout::{Layout, Wish};
use crate::letters::Letters;
use crate::overlay::Overlay;
use crate::paint::Paint;
use crate::palette::Theme;
use crate::progress::Progress;
use crate::raster;
use crate::scene::{Layer, Scene};

/// Maps with no side longer than this are animated as tutorial figures.
pub const FIGURE_SIDE: u32 = 24;

/// The options of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnimationOptions {
    /// Pixels per cell; with `None` the longer side has about 300 to 1024 pixels.
    pub cell: Option<u32>,
    /// The maximum side in pixels, including margins; at most 16384. If cells are sized
    /// automatically, larger maps are shrunk to fit.
    pub max_side: u32,
    /// Pixels left free around the map.
    pub margin: u32,
    /// The maximum number of frames; a search with more steps is sampled evenly.
    pub max_frames: u32,
    /// Milliseconds for which a frame is shown.
    pub frame_ms: u16,
    /// Milliseconds for which the last frame, with the path, is shown.
    pub hold_ms: u16,
    /// As in [`FigureOptions`](crate::FigureOptions), for small maps.
    pub unit: Option<u32>,
    /// The colours.
    pub theme: Theme,
}

impl Default for AnimationOptions {
    /// Automatic cells, at most 1024 pixels a side, 120 frames of 80 ms, the last held for 3 s.
    fn default() -> Self {
        AnimationOptions {
            cell: None,
            max_side: 1024,
            margin: 12,
            max_frames: 120,
            frame_ms: 80,
            hold_ms: 3000,
            unit: None,
            theme: Theme::Light,
        }
    }
}

impl AnimationOptions {
    fn layout(&self, scene: &Scene<'_>, is_figure: bool) -> Result<Layout, DrawError> {
        let longest = scene.grid.width().max(scene.grid.height());
        let least = 300u32.div_ceil(longest);
        let wish = Wish {
            cell: self.cell,
            max_side: self.max_side,
            target: 1024,
            auto: (least, if is_figure { least.max(80) } else { least.max(24) }),
            margin: self.margin,
            has_title: scene.title.is_some(),
            has_legend: false,
            may_shrink: true,
        };
        Layout::new(scene.grid, wish)
    }
}

/// A search as an animated PNG that loops forever.
///
/// A frame shows the state after some expansions; the first shows the open starts, the last the end
/// of the search with the path of the scene. Maps of up to [`FIGURE_SIDE`] cells per side are drawn
/// as tutorial figures, larger ones with heat. The layer of the scene is ignored.
///
/// # Errors
///
/// If the picture would be larger than the options allow, if its cells are 0 pixels, or if no frame
/// is allowed.
///
/// # Complexity
///
/// O(events + cells + frames · pixels).
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride_draw::{AnimationOptions, Scene, apng};
/// let (grid, mover) = (Grid::from_classes(3, 2, b"..@...")?, Mover::walker());
/// let scene = Scene::new(&grid, &mover);
/// let mut recorder = astride::search::Recorder::default();
/// let view = grid.seen_by(&mover);
/// let query = PathQuery::new(grid.node((0, 0)).unwrap(), grid.node((2, 1)).unwrap());
/// let octile = GridHeuristic::octile(&view);
/// let _ = astar(&view, &octile, &query, &mut Scratch::new(), &mut recorder);
/// let animation = apng(&scene, recorder.events(), &AnimationOptions::default())?;
/// assert!(animation.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn apng(
    scene: &Scene<'_>,
    events: &[Event],
    options: &AnimationOptions,
) -> Result<Vec<u8>, DrawError> {
    if options.max_frames == 0 {
        return Err(Kind::NoFrames.into());
    }
    let is_figure = scene.grid.width().max(scene.grid.height()) <= FIGURE_SIDE;
    let layout = options.layout(scene, is_figure)?;
    let done = Progress::replay(events, events.len());
    let stage = match is_figure {
        true => {
            let figure =
                Figure::new(scene, layout, options.theme, options.unit, &done, Letters::Outlines);
            Stage::Figure(Box::new(figure))
        }
        false => {
            let palette = options.theme.palette();
            let heat = Scene { layer: Layer::Search(&done), ..*scene };
            let overlay = Overlay { scene, layout, palette, letters: Letters::Outlines };
            Stage::Heat(Box::new(Paint::new(&heat, palette)), overlay)
        }
    };
    let ends = frame_ends(events, options.max_frames as usize);
    play(&stage, &layout, options, events, &ends)
}

/// The number of events before each frame; the last frame comes after all of them.
fn frame_ends(events: &[Event], max_frames: usize) -> Vec<usize> {
    let steps = Progress::steps(events);
    let (count, last) = (steps.len().min(max_frames), steps.len() - 1);
    (1..=count)
        .map(|nth| steps[if count == 1 { last } else { (nth - 1) * last / (count - 1) }])
        .collect()
}

fn play(
    stage: &Stage<'_>,
    layout: &Layout,
    options: &AnimationOptions,
    events: &[Event],
    ends: &[usize],
) -> Result<Vec<u8>, DrawError> {
    let mut out = Vec::new();
    let mut film = Film::begin(&mut out, layout, ends.len() as u32)?;
    let mut progress = Progress::new();
    let mut cells = stage.blank(layout)?;
    let running = stage.overlay(layout, false)?;
    let finished = stage.overlay(layout, true)?;
    let mut done = 0;
    for (nth, &end) in ends.iter().enumerate() {
        let mut changed: Vec<NodeId> = progress.current().into_iter().collect();
        for event in &events[done..end] {
            progress.apply(event);
            changed.extend(node_of(event));
        }
        done = end;
        changed.sort_unstable();
        changed.dedup();
        stage.repaint(&mut cells, layout, &changed, &progress)?;
        let is_last = nth + 1 == ends.len();
        let mut frame = cells.clone();
        lay_over(&mut frame, if is_last { &finished } else { &running });
        film.add(frame, if is_last { options.hold_ms } else { options.frame_ms })?;
    }
    film.end()?;
    Ok(out)
}

fn node_of(event: &Event) -> Option<NodeId> {
    match *event {
        Event::Open { node, .. }
        | Event::Improve { node, .. }
        | Event::Close { node, .. }
        | Event::Goal { node, .. } => Some(node),
        Event::Note(_) => None,
    }
}

/// A pixel over the cells: its position, and its colour with premultiplied alpha.
type Over = (usize, [u8; 4]);

/// Draws pixels over an opaque picture. There are few of them, so this is much cheaper than
/// compositing whole pictures.
fn lay_over(frame: &mut Pixmap, over: &[Over]) {
    for &(at, colour) in over {
        let rest = u32::from(255 - colour[3]);
        for (below, above) in frame.data_mut()[at * 4..at * 4 + 4].iter_mut().zip(colour) {
            *below = above.saturating_add(((u32::from(*below) * rest + 127) / 255) as u8);
        }
    }
}

/// What frames are painted on: squares with numbers, or cells with heat.
enum Stage<'a> {
    Figure(Box<Figure<'a>>),
    Heat(Box<Paint<'a>>, Overlay<'a>),
}

impl Stage<'_> {
    /// All cells in the initial state.
    fn blank(&self, layout: &Layout) -> Result<Pixmap, DrawError> {
        let nothing = Progress::new();
        match self {
            Stage::Figure(figure) => {
                let mut pixmap = raster::blank(layout, figure.palette().page)?;
                let all: Vec<NodeId> = (0..layout.columns * layout.rows).map(NodeId::new).collect();
                self.repaint(&mut pixmap, layout, &all, &nothing)?;
                Ok(pixmap)
            }
            Stage::Heat(paint, overlay) => {
                let mut pixmap = raster::blank(layout, overlay.palette.page)?;
                raster::paint_map(&mut pixmap, layout, &paint.with_layer(Layer::None));
                Ok(pixmap)
            }
        }
    }

    /// What stays on top of the cells; `finished` adds the path.
    fn overlay(&self, layout: &Layout, finished: bool) -> Result<Vec<Over>, DrawError> {
        let mut svg = String::new();
        match self {
            Stage::Figure(figure) => {
                figure.begin(&mut svg, false);
                figure.over_squares(&mut svg, finished);
            }
            Stage::Heat(_, overlay) => {
                overlay.head(&mut svg, false);
                overlay.title(&mut svg);
                overlay.walls(&mut svg, 1.0);
                overlay.links(&mut svg);
                if finished {
                    overlay.path(&mut svg);
                }
                overlay.marks(&mut svg);
            }
        }
        svg.push_str("</svg>\n");
        let mut pixmap = raster::clear(layout)?;
        raster::render(&svg, &mut pixmap)?;
        let pixels = pixmap.data().chunks_exact(4).enumerate();
        let seen = pixels.filter(|(_, pixel)| pixel[3] > 0);
        Ok(seen.map(|(at, pixel)| (at, [pixel[0], pixel[1], pixel[2], pixel[3]])).collect())
    }

    /// Repaints some cells.
    fn repaint(
        &self,
        pixmap: &mut Pixmap,
        layout: &Layout,
        changed: &[NodeId],
        progress: &Progress,
    ) -> Result<(), DrawError> {
        match self {
            Stage::Figure(figure) => {
                let mut svg = String::new();
                figure.begin(&mut svg, false);
                for &node in changed {
                    figure.square(&mut svg, node, progress);
                }
                svg.push_str("</svg>\n");
                raster::render(&svg, pixmap)
            }
            Stage::Heat(paint, _) => {
                let paint = paint.with_layer(Layer::Search(progress));
                let mut before = None;
                for &node in changed.iter().filter(|node| node.get() < paint.grid.cell_count()) {
                    let Cell { x, y } = paint.grid.cell(node);
                    let block = (x / layout.block, y / layout.block);
                    if before.replace(block) != Some(block) {
                        raster::paint_block(pixmap, layout, &paint, block.0, block.1);
                    }
                }
                Ok(())
            }
        }
    }
}

/// An animated PNG under construction.
struct Film<'w> {
    writer: png::Writer<&'w mut Vec<u8>>,
    shown: Option<Pixmap>,
}

fn failed(error: png::EncodingError) -> DrawError {
    Kind::Encode(error.to_string()).into()
}

impl<'w> Film<'w> {
    fn begin(out: &'w mut Vec<u8>, layout: &Layout, frames: u32) -> Result<Self, DrawError> {
        let mut encoder = png::Encoder::new(out, layout.width, layout.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        encoder.set_animated(frames, 0).map_err(failed)?;
        Ok(Film { writer: encoder.write_header().map_err(failed)?, shown: None })
    }

    fn add(&mut self, frame: Pixmap, ms: u16) -> Result<(), DrawError> {
        self.writer.set_frame_delay(ms, 1000).map_err(failed)?;
        match &self.shown {
            None => self.writer.write_image_data(frame.data()).map_err(failed)?,
            Some(shown) => {
                let (rect, pixels) = difference(shown, &frame);
                let [x, y, width, height] = rect;
                self.writer.set_blend_op(png::BlendOp::Over).map_err(failed)?;
                self.writer.reset_frame_position().map_err(failed)?;
                self.writer.set_frame_dimension(width, height).map_err(failed)?;
                self.writer.set_frame_position(x, y).map_err(failed)?;
                self.writer.write_image_data(&pixels).map_err(failed)?;
            }
        }
        self.shown = Some(frame);
        Ok(())
    }

    fn end(self) -> Result<(), DrawError> {
        self.writer.finish().map_err(failed)
    }
}

/// The rectangle `[x, y, width, height]` in which two pictures of equal size differ (one pixel if
/// they do not), and its pixels: those of `new` where it differs, transparent elsewhere.
fn difference(old: &Pixmap, new: &Pixmap) -> ([u32; 4], Vec<u8>) {
    let stride = new.width() as usize * 4;
    let pairs = || old.data().chunks_exact(stride).zip(new.data().chunks_exact(stride));
    let (mut left, mut right, mut top, mut bottom) = (usize::MAX, 0, usize::MAX, 0);
    for (y, (a, b)) in pairs().enumerate().filter(|(_, (a, b))| a != b) {
        let differs = |at: &usize| a[at * 4..at * 4 + 4] != b[at * 4..at * 4 + 4];
        let first = (0..stride / 4).find(differs).unwrap_or(0);
        let last = (0..stride / 4).rfind(differs).unwrap_or(0);
        (left, right) = (left.min(first), right.max(last));
        (top, bottom) = (top.min(y), y);
    }
    if top == usize::MAX {
        return ([0, 0, 1, 1], vec![0; 4]);
    }
    let mut pixels = Vec::with_capacity((right - left + 1) * (bottom - top + 1) * 4);
    for (a, b) in pairs().skip(top).take(bottom - top + 1) {
        let (a, b) = (&a[left * 4..right * 4 + 4], &b[left * 4..right * 4 + 4]);
        for (a, b) in a.chunks_exact(4).zip(b.chunks_exact(4)) {
            pixels.extend_from_slice(if a == b { &[0; 4] } else { b });
        }
    }
    let size = |from: usize, to: usize| (to - from + 1) as u32;
    ([left as u32, top as u32, size(left, right), size(top, bottom)], pixels)
}
