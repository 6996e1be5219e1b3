//! What is on top of the cells, as SVG: title, links, walls, path, marks.

use std::fmt::Write;

use astride::base::{Cell, Dir, NodeId};
use astride::shapes::square::Grid;

use crate::layout::Layout;
use crate::letters::Letters;
use crate::links::{Arc, Links, MAX_LINKS};
use crate::marks::Marks;
use crate::palette::{GROUPS, Palette};
use crate::scene::{Layer, Scene};
use crate::tree;
use crate::walls::Walls;
use crate::xml::{Hex, Num};

/// Writes the parts of a picture that are on top of its cells.
pub(crate) struct Overlay<'a> {
    pub(crate) scene: &'a Scene<'a>,
    pub(crate) layout: Layout,
    pub(crate) palette: &'static Palette,
    /// How its text is written.
    pub(crate) letters: Letters,
}

impl Overlay<'_> {
    /// The opening tag of a picture, and its background if `paper` is set.
    pub(crate) fn head(&self, out: &mut String, paper: bool) {
        let Layout { width, height, .. } = self.layout;
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">"
        );
        if paper {
            let page = Hex(self.palette.page);
            let _ = writeln!(out, "<rect width=\"100%\" height=\"100%\" fill=\"{page}\"/>");
        }
    }

    /// The title, shrunk to fit.
    pub(crate) fn title(&self, out: &mut String) {
        let Some(title) = self.scene.title else { return };
        let room = f64::from(self.layout.width - 2 * self.layout.left.min(self.layout.width / 2));
        let size = (room / (0.58 * title.chars().count().max(1) as f64)).clamp(1.0, 17.0);
        let (x, y) = (f64::from(self.layout.left), f64::from(self.layout.top) - 14.0);
        self.text(out, (x, y), size, title);
    }

    /// The lines of a search tree, if that is the layer.
    pub(crate) fn tree(&self, out: &mut String) {
        let Layer::Tree(progress) = self.scene.layer else { return };
        let pixel = |node| self.scene.cell(node).map(|cell| self.layout.centre(cell));
        tree::write(out, progress, self.layout.pitch(), self.palette, pixel);
    }

    /// Links as thin arcs with a dot at their end.
    pub(crate) fn links(&self, out: &mut String) {
        let mut links = Links::new(self.layout.pitch());
        for link in self.scene.grid.links().iter().take(MAX_LINKS) {
            let Some((from, to)) = self.scene.cell(link.from).zip(self.scene.cell(link.to)) else {
                continue;
            };
            let (from, to) = (self.layout.centre(from), self.layout.centre(to));
            links.arc(from, &Arc::between(from, to, f64::INFINITY));
            links.dot(to);
        }
        links.write(out, self.palette);
    }

    /// Walls, fences and one-way steps, with tips of this fraction of their usual size. Left out if
    /// several cells share a pixel.
    pub(crate) fn walls(&self, out: &mut String, tips: f64) {
        if self.layout.block > 1 {
            return;
        }
        let grid = self.scene.grid;
        let mut walls = Walls::new(self.layout.pitch(), tips);
        for y in 0..grid.height() {
            for x in 0..grid.width() {
                let cell = Cell::new(x, y);
                // Each pair of neighbours is visited once, from its upper or left cell.
                for dir in [Dir::E, Dir::SE, Dir::S, Dir::SW] {
                    let Some(other) = cell.step(dir).filter(|&c| grid.bounds().contains(c)) else {
                        continue;
                    };
                    let ways = [(cell, dir), (other, dir.opposite())];
                    let shut = ways.map(|(from, to)| grid.is_step_forbidden(from, to));
                    if shut != [false; 2] {
                        let crossed = ways.map(|(from, to)| self.is_crossed(from, to));
                        self.wall(&mut walls, (cell, dir), (shut, crossed), tips);
                    }
                }
            }
        }
        walls.write(out, self.palette);
    }

    /// Whether the mover crosses a fence in this direction.
    fn is_crossed(&self, cell: Cell, dir: Dir) -> bool {
        let class = self.scene.grid.fence(cell, dir);
        class.is_some_and(|class| self.scene.mover.crossing(class).is_some())
    }

    fn wall(
        &self,
        walls: &mut Walls,
        (cell, dir): (Cell, Dir),
        (shut, crossed): ([bool; 2], [bool; 2]),
        tips: f64,
    ) {
        let ((x, y), half) = (self.layout.centre(cell), self.layout.pitch() / 2.0);
        let (dx, dy) = (f64::from(dir.offset().0), f64::from(dir.offset().1));
        // Along the side between two cells; a short bar across the corner for diagonal steps.
        let bar = half * if dir.is_diagonal() { 0.3 * tips } else { 1.0 };
        let (at, bar) = ((x + dx * half, y + dy * half), (-dy * bar, dx * bar));
        if crossed != [false; 2] {
            walls.add_fence(at, bar);
        }
        // Behind a fence that is crossed there may be a wall on the way back.
        let shut = [0, 1].map(|way| shut[way] && !crossed[way]);
        if shut != [false; 2] {
            walls.add(at, (dx, dy), bar, shut);
        }
    }

    /// The path, on a halo.
    pub(crate) fn path(&self, out: &mut String) {
        self.looks().path(out, &self.path_line());
    }

    /// The lines, the first on top.
    pub(crate) fn lines(&self, out: &mut String) {
        for (nth, points) in self.scene.lines.iter().enumerate().rev() {
            let colour = match nth {
                0 => self.palette.path,
                nth => self.palette.groups[(nth - 1) % GROUPS],
            };
            let (pitch, left, top) = (self.layout.pitch(), self.layout.left, self.layout.top);
            let mut line = String::new();
            for (at, point) in points.iter().enumerate() {
                let (x, y) = (f64::from(left) + point.x * pitch, f64::from(top) + point.y * pitch);
                let _ = write!(line, "{}{} {}", if at == 0 { 'M' } else { 'L' }, Num(x), Num(y));
            }
            self.looks().line(out, &line, colour);
        }
    }

    /// Starts and goals.
    pub(crate) fn marks(&self, out: &mut String) {
        let looks = self.looks();
        for cell in self.scene.on_map(self.scene.starts) {
            looks.start(out, self.layout.centre(cell));
        }
        for cell in self.scene.on_map(self.scene.goals) {
            looks.goal(out, self.layout.centre(cell));
        }
    }

    fn looks(&self) -> Marks {
        let side = self.layout.width.max(self.layout.height);
        Marks::new(self.layout.pitch(), side.into(), self.palette)
    }

    /// The path as drawing commands, with straight runs joined.
    fn path_line(&self) -> String {
        let mut line = String::new();
        let mut before: Option<(NodeId, Cell)> = None;
        let mut heading: Option<Dir> = None;
        for node in self.scene.path_nodes() {
            let cell = self.scene.grid.cell(node);
            let (x, y) = self.layout.centre(cell);
            let Some((last, last_cell)) = before.replace((node, cell)) else {
                let _ = write!(line, "M{} {}", Num(x), Num(y));
                continue;
            };
            let dir = last_cell.direction_to(cell);
            let link = dir.is_none() && has_link(self.scene.grid, last, node);
            // A run of equal steps needs only its last point, which replaces the previous one.
            if dir.is_some() && dir == heading {
                line.truncate(line.rfind('L').unwrap_or(line.len()));
            }
            heading = dir;
            match link {
                true => {
                    let arc = Arc::between(self.layout.centre(last_cell), (x, y), f64::INFINITY);
                    let _ = write!(line, "{arc}");
                }
                false => {
                    let _ = write!(line, "L{} {}", Num(x), Num(y));
                }
            }
        }
        // A path of one node is a dot.
        if !line.is_empty() && !line.contains(['L', 'Q']) {
            line.push_str("h0");
        }
        line
    }
}

fn has_link(grid: &Grid, from: NodeId, to: NodeId) -> bool {
    grid.links().binary_search_by_key(&(from, to), |link| (link.from, link.to)).is_ok()
}
