//! Pictures made of letters.
//!
//! | | classic | ASCII |
//! |---|---|---|
//! | free | `□` | `.` |
//! | blocked | `■` | `#` |
//! | expensive or other terrain | its letter | its letter |
//! | path | `☆` | `*` |
//! | start, goal | `▲`, `▲` | `A`, `B` |
//! | closed, or within a field or reach | `·` | `:` |
//! | open | `○` | `+` |
//! | component, region, dead end | a letter from `a` on | the same |
//! | gate or door, node of a cluster | `◇` | `%` |
//! | clearance, influence, overlay | a digit: tenths of the maximum | the same |
//! | unknown | `?` | `?` |
//!
//! `Colour` prints the upper half block `▀` in 24-bit colours, so that two rows of cells share a
//! line. Colours are those of the dark theme, the path is nearly white.

use std::fmt::Write;

use astride::base::{Cell, NodeId};

use crate::layer_letters::LayerLetters;
use crate::paint::Paint;
use crate::palette::{Palette, Rgb, Theme};
use crate::scene::{Layer, Scene};

/// The capabilities of a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// Squares and stars, as the classic console programs print.
    #[default]
    Classic,
    /// Pure ASCII.
    Ascii,
    /// Half blocks in 24-bit ANSI colours.
    Colour,
}

/// The scene as lines of text, each terminated by a line break; a title comes first.
///
/// A map that does not fit into `max_columns` × `max_rows` letters is shrunk: a letter then
/// represents a square block of cells, and a last line gives its size. In a block, start and goal
/// take precedence over the path, and the path over terrain; the block is blocked if more than half
/// of its cells are (in colour, it has their mean colour). Title and last line count as rows;
/// limits of 0 count as 1.
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
/// use astride_draw::{Scene, terminal};
/// let (grid, mover) = (Grid::from_classes(3, 2, b"..@...")?, Mover::walker());
/// let scene = Scene::new(&grid, &mover);
/// let drawn = terminal::draw(&scene, terminal::Style::Ascii, 80, 24);
/// assert_eq!(drawn, "..#\n...\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw(scene: &Scene<'_>, style: Style, max_columns: usize, max_rows: usize) -> String {
    let layer = if scene.check_layer().is_ok() { scene.layer } else { Layer::None };
    let scene = &Scene { layer, ..*scene };
    let mut out = String::new();
    if let Some(title) = scene.title {
        out.extend(title.chars().filter(|letter| !letter.is_control()));
        out.push('\n');
    }
    let blocks = Blocks::new(scene, style, max_columns, max_rows);
    match style {
        Style::Classic => letters(&mut out, scene, &blocks, &CLASSIC),
        Style::Ascii => letters(&mut out, scene, &blocks, &ASCII),
        Style::Colour => half_blocks(&mut out, scene, &blocks),
    }
    if blocks.side > 1 {
        let side = blocks.side;
        let _ = match style {
            Style::Colour => {
                writeln!(out, "(each half of a letter stands for {side}x{side} cells)")
            }
            _ => writeln!(out, "(each letter stands for {side}x{side} cells)"),
        };
    }
    out
}

struct Letters {
    free: char,
    blocked: char,
    path: char,
    start: char,
    goal: char,
    closed: char,
    open: char,
    /// A gate, a door, or a node of a cluster.
    line: char,
    /// For passable terrain whose own letter has another meaning.
    other: char,
}

const CLASSIC: Letters = Letters {
    free: '□',
    blocked: '■',
    path: '☆',
    start: '▲',
    goal: '▲',
    closed: '·',
    open: '○',
    line: '◇',
    other: '▫',
};

const ASCII: Letters = Letters {
    free: '.',
    blocked: '#',
    path: '*',
    start: 'A',
    goal: 'B',
    closed: ':',
    open: '+',
    line: '%',
    other: ',',
};

/// What is on top of terrain in a block; later ones take precedence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    None,
    Path,
    Goal,
    Start,
}

/// The map in square blocks of cells.
struct Blocks {
    side: u32,
    columns: u32,
    rows: u32,
    marks: Vec<Mark>,
}

impl Blocks {
    fn new(scene: &Scene<'_>, style: Style, max_columns: usize, max_rows: usize) -> Blocks {
        let (width, height) = (scene.grid.width(), scene.grid.height());
        let titles = usize::from(scene.title.is_some());
        let per_line = if style == Style::Colour { 2 } else { 1 };
        let side_for = |reserved: usize| {
            let lines = max_rows.saturating_sub(reserved).max(1).saturating_mul(per_line);
            let limit = |most: usize| u32::try_from(most.max(1)).unwrap_or(u32::MAX);
            width.div_ceil(limit(max_columns)).max(height.div_ceil(limit(lines)))
        };
        let side = match side_for(titles) {
            1 => 1,
            _ => side_for(titles + 1).max(2),
        };
        let (columns, rows) = (width.div_ceil(side), height.div_ceil(side));
        let marks = vec![Mark::None; columns as usize * rows as usize];
        let mut blocks = Blocks { side, columns, rows, marks };
        for node in scene.path_nodes() {
            blocks.mark(scene.grid.cell(node), Mark::Path);
        }
        for cell in scene.on_map(scene.goals) {
            blocks.mark(cell, Mark::Goal);
        }
        for cell in scene.on_map(scene.starts) {
            blocks.mark(cell, Mark::Start);
        }
        blocks
    }

    fn mark(&mut self, cell: Cell, mark: Mark) {
        let at = (cell.y / self.side) as usize * self.columns as usize;
        let at = at + (cell.x / self.side) as usize;
        self.marks[at] = self.marks[at].max(mark);
    }

    fn mark_at(&self, column: u32, row: u32) -> Mark {
        self.marks[row as usize * self.columns as usize + column as usize]
    }

    /// The nodes of a block, row by row.
    fn nodes(&self, scene: &Scene<'_>, column: u32, row: u32) -> impl Iterator<Item = NodeId> {
        let (width, height) = (scene.grid.width(), scene.grid.height());
        let span = |at: u32, end: u32| at * self.side..((at + 1) * self.side).min(end);
        let (xs, ys) = (span(column, width), span(row, height));
        ys.flat_map(move |y| xs.clone().map(move |x| NodeId::new(y * width + x)))
    }
}

fn letters(out: &mut String, scene: &Scene<'_>, blocks: &Blocks, letters: &Letters) {
    let layer = LayerLetters::new(scene);
    for row in 0..blocks.rows {
        for column in 0..blocks.columns {
            out.push(match blocks.mark_at(column, row) {
                Mark::Start => letters.start,
                Mark::Goal => letters.goal,
                Mark::Path => letters.path,
                Mark::None => layer
                    .of(blocks.nodes(scene, column, row), letters.line)
                    .unwrap_or_else(|| ground(scene, blocks.nodes(scene, column, row), letters)),
            });
        }
        out.push('\n');
    }
}

/// The letter of an unmarked block: blocked, touched, or its most frequent passable terrain.
fn ground(scene: &Scene<'_>, nodes: impl Iterator<Item = NodeId>, letters: &Letters) -> char {
    let (mut open, mut closed, mut blocked, mut all) = (0, 0, 0, 0u32);
    let mut terrain: Vec<(u8, u32)> = Vec::new();
    for node in nodes {
        all += 1;
        let class = scene.class_at(node);
        if !scene.mover.is_passable(class) {
            blocked += 1;
            continue;
        }
        match terrain.iter_mut().find(|(known, _)| *known == class) {
            Some((_, count)) => *count += 1,
            None => terrain.push((class, 1)),
        }
        match touched(scene, node) {
            Some(true) => closed += 1,
            Some(false) => open += 1,
            None => {}
        }
    }
    let most = terrain.iter().max_by_key(|&&(class, count)| (count, std::cmp::Reverse(class)));
    let Some(&(class, _)) = most.filter(|_| 2 * blocked <= all) else { return letters.blocked };
    match (open, closed) {
        (0, 0) => terrain_letter(scene, class, letters),
        (open, closed) if open >= closed => letters.open,
        _ => letters.closed,
    }
}

/// Whether the layer has reached `node`, and if so whether it is finished with it.
fn touched(scene: &Scene<'_>, node: NodeId) -> Option<bool> {
    match scene.layer {
        Layer::None => None,
        Layer::Search(progress) | Layer::Tree(progress) => {
            progress.of(node).map(|touched| touched.is_closed)
        }
        Layer::Field(field) => field.distance(node).map(|_| true),
        Layer::Reach(reach) => reach.of(node).map(|_| true),
        _ => None,
    }
}

fn terrain_letter(scene: &Scene<'_>, class: u8, letters: &Letters) -> char {
    let letter = class as char;
    match class {
        b'.' | b'G' | b' ' if scene.mover.factor(class) == 1 => letters.free,
        b'A' | b'B' | b'#' | b'*' | b':' | b'+' => letters.other,
        _ if class.is_ascii_graphic() => letter,
        _ => letters.other,
    }
}

fn half_blocks(out: &mut String, scene: &Scene<'_>, blocks: &Blocks) {
    let palette = Theme::Dark.palette();
    let paint = Paint::new(scene, palette);
    let colour = |column, row| {
        (row < blocks.rows).then(|| block_colour(blocks, &paint, palette, column, row))
    };
    for row in (0..blocks.rows).step_by(2) {
        let mut shown: Option<(Rgb, Option<Rgb>)> = None;
        for column in 0..blocks.columns {
            let upper = block_colour(blocks, &paint, palette, column, row);
            let pair = (upper, colour(column, row + 1));
            if shown.replace(pair) != Some(pair) {
                let [r, g, b] = upper;
                let _ = write!(out, "\x1b[38;2;{r};{g};{b}m");
                let _ = match pair.1 {
                    Some([r, g, b]) => write!(out, "\x1b[48;2;{r};{g};{b}m"),
                    None => write!(out, "\x1b[49m"),
                };
            }
            out.push('▀');
        }
        out.push_str("\x1b[0m\n");
    }
}

fn block_colour(
    blocks: &Blocks,
    paint: &Paint<'_>,
    palette: &Palette,
    column: u32,
    row: u32,
) -> Rgb {
    match blocks.mark_at(column, row) {
        Mark::Start => palette.start,
        Mark::Goal => palette.goal,
        Mark::Path => palette.ink,
        Mark::None => {
            let first = Cell::new(column * blocks.side, row * blocks.side);
            paint.block(first, blocks.side)
        }
    }
}
