//! The tutorial figure: one square per cell with F, G, H and a pointer to the parent.
//!
//! Drawn as in Patrick Lester, "A* Pathfinding for Beginners", 2003: F top left, G bottom left, H
//! bottom right, open squares outlined green, closed ones light blue, start green, goal red,
//! blocked squares blue, the path as red dots.

use std::fmt::Write;

use astride::base::{Cell, Cost, NodeId};

use crate::error::DrawError;
use crate::layout::{Layout, Wish};
use crate::letters::{Anchor, Letters, outlines, width};
use crate::overlay::Overlay;
use crate::palette::{Palette, Rgb, Theme};
use crate::progress::{Progress, Touched};
use crate::raster;
use crate::scene::Scene;
use crate::xml::{Hex, Num};

/// The size of the tips of one-way steps, such that they end before the numbers.
const TIPS: f64 = 0.45;

/// The options of a tutorial figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureOptions {
    /// Pixels per square; with `None` 24 to 96, such that the longer side is close to 1280 pixels.
    pub cell: Option<u32>,
    /// The maximum side in pixels, including margins; at most 16384.
    pub max_side: u32,
    /// Pixels left free around the map.
    pub margin: u32,
    /// Ticks per displayed unit. With 1, numbers are whole ticks; otherwise they have one decimal.
    /// With `None` (or 0) a straight step reads 10 if that comes out even: 10 and 14 at the classic
    /// scale, 10.0 and 14.1 at the exact one.
    pub unit: Option<u32>,
    /// The colours.
    pub theme: Theme,
}

impl Default for FigureOptions {
    /// Automatic squares and unit, at most 4096 pixels per side, a margin of 16, light.
    fn default() -> Self {
        FigureOptions { cell: None, max_side: 4096, margin: 16, unit: None, theme: Theme::Light }
    }
}

impl FigureOptions {
    fn layout(&self, scene: &Scene<'_>) -> Result<Layout, DrawError> {
        let wish = Wish {
            cell: self.cell,
            max_side: self.max_side,
            target: 1280,
            auto: (24, 96),
            margin: self.margin,
            has_title: scene.title.is_some(),
            has_legend: false,
            may_shrink: false,
        };
        Layout::new(scene.grid, wish)
    }
}

/// The tutorial figure as an SVG document. The layer of the scene is ignored.
///
/// # Errors
///
/// If the figure would be larger than the options allow, or if its squares are 0 pixels: figures
/// are meant for small maps.
///
/// # Complexity
///
/// O(cells · log nodes touched).
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride_draw::{FigureOptions, Progress, Scene, figure_svg};
/// let (grid, mover) = (Grid::from_classes(3, 2, b"..@...")?, Mover::walker());
/// let scene = Scene::new(&grid, &mover);
/// let mut recorder = astride::search::Recorder::default();
/// let view = grid.seen_by(&mover);
/// let query = PathQuery::new(grid.node((0, 0)).unwrap(), grid.node((2, 1)).unwrap());
/// let octile = GridHeuristic::octile(&view);
/// let _ = astar(&view, &octile, &query, &mut Scratch::new(), &mut recorder);
/// let progress = Progress::replay(recorder.events(), recorder.events().len());
/// assert!(figure_svg(&scene, &progress, &FigureOptions::default())?.contains("<text"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn figure_svg(
    scene: &Scene<'_>,
    progress: &Progress,
    options: &FigureOptions,
) -> Result<String, DrawError> {
    let layout = options.layout(scene)?;
    let figure = Figure::new(scene, layout, options.theme, options.unit, progress, Letters::Text);
    Ok(figure.document(progress))
}

/// The tutorial figure as a PNG file. The layer of the scene is ignored.
///
/// # Errors
///
/// As for [`figure_svg`].
///
/// # Complexity
///
/// O(pixels + cells · log nodes touched).
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride_draw::{FigureOptions, Progress, Scene, figure_png};
/// let (grid, mover) = (Grid::from_classes(3, 2, b"..@...")?, Mover::walker());
/// let scene = Scene::new(&grid, &mover);
/// let mut recorder = astride::search::Recorder::default();
/// let view = grid.seen_by(&mover);
/// let query = PathQuery::new(grid.node((0, 0)).unwrap(), grid.node((2, 1)).unwrap());
/// let octile = GridHeuristic::octile(&view);
/// let _ = astar(&view, &octile, &query, &mut Scratch::new(), &mut recorder);
/// let progress = Progress::replay(recorder.events(), recorder.events().len());
/// assert!(figure_png(&scene, &progress, &FigureOptions::default())?.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn figure_png(
    scene: &Scene<'_>,
    progress: &Progress,
    options: &FigureOptions,
) -> Result<Vec<u8>, DrawError> {
    let layout = options.layout(scene)?;
    let figure =
        Figure::new(scene, layout, options.theme, options.unit, progress, Letters::Outlines);
    let mut pixmap = raster::clear(&layout)?;
    raster::render(&figure.document(progress), &mut pixmap)?;
    raster::encode(&pixmap)
}

/// Writes the parts of a figure. Each square stays within its own pixels, so that an animation can
/// repaint only those that changed.
pub(crate) struct Figure<'a> {
    overlay: Overlay<'a>,
    unit: Cost,
    font_size: f64,
}

impl<'a> Figure<'a> {
    /// A figure whose font is small enough for all numbers of `progress`.
    pub(crate) fn new(
        scene: &'a Scene<'a>,
        layout: Layout,
        theme: Theme,
        unit: Option<u32>,
        progress: &Progress,
        letters: Letters,
    ) -> Self {
        let straight = scene.mover.step_scale().straight();
        let even = if straight.is_multiple_of(10) { straight / 10 } else { 1 };
        let unit = Cost::from(unit.filter(|&unit| unit > 0).unwrap_or(even));
        let longest = progress
            .nodes()
            .flat_map(|(_, touched)| [touched.f, touched.g, touched.h])
            .max()
            .map_or(1, |most| shown(most, unit).len());
        let text = |ticks| width(&shown(ticks, unit));
        let lines = progress.nodes().map(|(_, touched)| text(touched.g) + text(touched.h));
        // G and H share a line, at least a space apart.
        let widest = lines.fold(0.0, f64::max) + width(" ");
        let side = f64::from(layout.cell);
        let font_size =
            (side * 0.41 / (0.6 * longest as f64)).min(side * 0.19).min(side * 0.76 / widest);
        let overlay = Overlay { scene, layout, palette: theme.palette(), letters };
        Figure { overlay, unit, font_size }
    }

    fn document(&self, progress: &Progress) -> String {
        let mut out = String::new();
        self.begin(&mut out, true);
        let cells = self.overlay.scene.grid.cell_count();
        for node in (0..cells).map(NodeId::new) {
            self.square(&mut out, node, progress);
        }
        self.over_squares(&mut out, true);
        out.push_str("</svg>\n");
        out
    }

    pub(crate) fn palette(&self) -> &'static Palette {
        self.overlay.palette
    }

    /// The opening tag and the CSS classes used by squares.
    pub(crate) fn begin(&self, out: &mut String, paper: bool) {
        self.overlay.head(out, paper);
        let palette = self.palette();
        let side = f64::from(self.overlay.layout.cell);
        let outline = (side * 0.05).max(1.0);
        let _ = writeln!(
            out,
            "<style>.s{{stroke:{line};stroke-width:1}}\
             .o,.c{{fill:none;stroke:{open};stroke-width:{outline}}}.c{{stroke:{closed}}}\
             .n{{stroke-width:{bold}}}\
             .p{{fill:none;stroke:{faint};stroke-width:{thin};stroke-linecap:round}}\
             .d{{fill:{faint}}}\
             text{{fill:{ink};font-size:{font}px}}.h{{text-anchor:end}}.m{{fill:{dot}}}</style>",
            line = Hex(palette.figure.line),
            open = Hex(palette.figure.open),
            closed = Hex(palette.figure.closed),
            outline = Num(outline),
            bold = Num(outline * 1.8),
            faint = Hex(palette.faint_ink),
            thin = Num((side * 0.028).max(0.8)),
            ink = Hex(palette.ink),
            font = Num(self.font_size),
            dot = Hex(palette.figure.dot),
        );
    }

    /// One square: fill, outline, numbers, pointer.
    pub(crate) fn square(&self, out: &mut String, node: NodeId, progress: &Progress) {
        let Some(cell) = self.overlay.scene.cell(node) else { return };
        let (x, y) = self.overlay.layout.corner(cell);
        let side = f64::from(self.overlay.layout.cell);
        let _ = writeln!(
            out,
            "<rect class=\"s\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
            Num(x + 0.5),
            Num(y + 0.5),
            Num(side - 1.0),
            Num(side - 1.0),
            Hex(self.fill(cell, node))
        );
        if let Some(touched) = progress.of(node) {
            self.outline(out, (x, y), touched, progress.current() == Some(node));
            self.numbers(out, (x, y), touched);
            self.pointer(out, cell, touched);
        }
    }

    /// What is on top of all squares; `finished` adds the path.
    pub(crate) fn over_squares(&self, out: &mut String, finished: bool) {
        self.overlay.walls(out, TIPS);
        self.overlay.links(out);
        if finished {
            self.path_dots(out);
        }
        self.title(out);
    }

    fn title(&self, out: &mut String) {
        // The class for numbers would also set the size of the title.
        let mut title = String::new();
        self.overlay.title(&mut title);
        out.push_str(&title.replacen("font-size=\"", "style=\"font-size:", 1));
    }

    fn fill(&self, cell: Cell, node: NodeId) -> Rgb {
        let (scene, palette) = (self.overlay.scene, self.palette());
        let class = scene.grid.class_at(node);
        let factor = scene.mover.factor(class);
        if scene.starts.contains(&cell) {
            palette.figure.start
        } else if scene.goals.contains(&cell) {
            palette.figure.goal
        } else if factor == 0 && class != b'T' && class != b'W' {
            palette.figure.blocked
        } else {
            match palette.terrain(class, factor) {
                free if free == palette.free => palette.figure.free,
                other => other,
            }
        }
    }

    fn outline(&self, out: &mut String, (x, y): (f64, f64), touched: Touched, is_current: bool) {
        let side = f64::from(self.overlay.layout.cell);
        let stroke = (side * 0.05).max(1.0) * if is_current { 1.8 } else { 1.0 };
        let inset = stroke / 2.0 + (side * 0.03).max(1.0);
        let class = match (touched.is_closed, is_current) {
            (true, true) => "c n",
            (true, false) => "c",
            (false, true) => "o n",
            (false, false) => "o",
        };
        let _ = writeln!(
            out,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            Num(x + inset),
            Num(y + inset),
            Num(side - 2.0 * inset),
            Num(side - 2.0 * inset)
        );
    }

    fn numbers(&self, out: &mut String, (x, y): (f64, f64), touched: Touched) {
        let side = f64::from(self.overlay.layout.cell);
        let (near, far) = (side * 0.12, side * 0.88);
        // Capitals and digits are about 0.73 times as high as the font size.
        let top = y + near + self.font_size * 0.73;
        for (class, anchor, value, x, y) in [
            ("f", Anchor::Left, touched.f, x + near, top),
            ("g", Anchor::Left, touched.g, x + near, y + far),
            ("h", Anchor::Right, touched.h, x + far, y + far),
        ] {
            let (at, value) = ((x, y), shown(value, self.unit));
            if self.overlay.letters == Letters::Outlines {
                outlines(out, anchor, at, self.font_size, self.palette().ink, &value);
                continue;
            }
            let _ = writeln!(
                out,
                "<text class=\"{class}\" x=\"{}\" y=\"{}\">{value}</text>",
                Num(x),
                Num(y)
            );
        }
    }

    /// A dot with a line that points at the parent.
    fn pointer(&self, out: &mut String, cell: Cell, touched: Touched) {
        let Some(parent) = touched.parent.and_then(|parent| self.overlay.scene.cell(parent)) else {
            return;
        };
        let side = f64::from(self.overlay.layout.cell);
        let (x, y) = self.overlay.layout.centre(cell);
        let dx = f64::from(parent.x) - f64::from(cell.x);
        let dy = f64::from(parent.y) - f64::from(cell.y);
        let length = (dx * dx + dy * dy).sqrt().max(1.0);
        let reach = side * 0.2 / length;
        let _ = writeln!(
            out,
            "<path class=\"p\" d=\"M{x} {y}L{} {}\"/>\n\
             <circle class=\"d\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>",
            Num(x + dx * reach),
            Num(y + dy * reach),
            Num(side * 0.055),
            x = Num(x),
            y = Num(y)
        );
    }

    /// Red dots on the squares of the path between its ends.
    fn path_dots(&self, out: &mut String) {
        let scene = self.overlay.scene;
        let radius = Num(f64::from(self.overlay.layout.cell) * 0.11);
        for cell in scene.path_nodes().map(|node| scene.grid.cell(node)) {
            if scene.starts.contains(&cell) || scene.goals.contains(&cell) {
                continue;
            }
            let (x, y) = self.overlay.layout.centre(cell);
            let _ = writeln!(
                out,
                "<circle class=\"m\" cx=\"{}\" cy=\"{}\" r=\"{radius}\"/>",
                Num(x),
                Num(y)
            );
        }
    }
}

/// Ticks as displayed: whole if the unit is one tick, otherwise with one decimal, rounded.
fn shown(ticks: Cost, unit: Cost) -> String {
    if unit == 1 {
        return ticks.to_string();
    }
    let unit = u128::from(unit);
    let tenths = (u128::from(ticks) * 10 + unit / 2) / unit;
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_of_the_exact_scale_read_as_in_the_tutorials() {
        assert_eq!(shown(13_860, 1386), "10.0");
        assert_eq!(shown(19_601, 1386), "14.1");
        assert_eq!(shown(0, 1386), "0.0");
        assert_eq!(shown(14, 1), "14");
        assert_eq!(shown(Cost::MAX, 2), "9223372036854775807.5");
    }
}
