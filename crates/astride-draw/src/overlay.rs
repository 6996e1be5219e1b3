//! What is on top of the cells, as SVG: title, links, walls, path, marks.

use std::fmt::Write;

use astride::base::{Cell, Dir, NodeId};
use astride::shapes::square::Grid;

use crate::layout::Layout;
use crate::letters::Letters;
use crate::marks::Marks;
use crate::palette::Palette;
use crate::scene::Scene;
use crate::xml::{Hex, Num};

/// More links than this would hide the map, so the rest are left out.
const MAX_LINKS: usize = 4096;

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

    /// Links as thin arcs with a dot at their end.
    pub(crate) fn links(&self, out: &mut String) {
        let links = self.scene.grid.links();
        if links.is_empty() {
            return;
        }
        let (mut arcs, mut dots) = (String::new(), String::new());
        let radius = (self.layout.pitch() * 0.09).clamp(1.2, 5.0);
        for link in links.iter().take(MAX_LINKS) {
            let Some((from, to)) = self.scene.cell(link.from).zip(self.scene.cell(link.to)) else {
                continue;
            };
            let ((x, y), (end_x, end_y)) = (self.layout.centre(from), self.layout.centre(to));
            let _ = write!(arcs, "M{} {}{}", Num(x), Num(y), Arc::between((x, y), (end_x, end_y)));
            let d = Num(2.0 * radius);
            let r = Num(radius);
            let start = Num(end_x - radius);
            let _ =
                write!(dots, "M{start} {}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0", Num(end_y));
        }
        let colour = Hex(self.palette.link);
        let width = Num((self.layout.pitch() * 0.06).clamp(1.0, 2.5));
        let _ = writeln!(
            out,
            "<path d=\"{arcs}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
             stroke-opacity=\"0.85\"/>\n<path d=\"{dots}\" fill=\"{colour}\"/>"
        );
    }

    /// Walls as lines; steps forbidden in one direction only as thin lines with a tip that shows
    /// the open direction. Left out if several cells share a pixel.
    pub(crate) fn walls(&self, out: &mut String) {
        if self.layout.block > 1 {
            return;
        }
        let walls = Walls::of(self.scene.grid, &self.layout);
        let pitch = self.layout.pitch();
        let colour = Hex(self.palette.wall);
        if !walls.both.is_empty() {
            let width = Num((pitch * 0.12).clamp(1.0, 6.0));
            let _ = writeln!(
                out,
                "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"round\"/>",
                walls.both
            );
        }
        if !walls.one_way.is_empty() {
            let width = Num((pitch * 0.05).clamp(1.0, 2.5));
            let _ = writeln!(
                out,
                "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>",
                walls.one_way
            );
        }
    }

    /// The path, on a halo.
    pub(crate) fn path(&self, out: &mut String) {
        self.looks().path(out, &self.path_line());
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
                    let arc = Arc::between(self.layout.centre(last_cell), (x, y));
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

/// A slight curve to the left of the straight line, so that the two directions of a link do not
/// coincide.
struct Arc {
    control: (f64, f64),
    end: (f64, f64),
}

impl Arc {
    fn between(from: (f64, f64), to: (f64, f64)) -> Arc {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        Arc { control: (middle.0 + dy * 0.16, middle.1 - dx * 0.16), end: to }
    }
}

impl std::fmt::Display for Arc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ((cx, cy), (x, y)) = (self.control, self.end);
        write!(f, "Q{} {} {} {}", Num(cx), Num(cy), Num(x), Num(y))
    }
}

/// Forbidden steps as drawing commands.
#[derive(Default)]
struct Walls {
    both: String,
    one_way: String,
}

impl Walls {
    fn of(grid: &Grid, layout: &Layout) -> Walls {
        let mut walls = Walls::default();
        for y in 0..grid.height() {
            for x in 0..grid.width() {
                let cell = Cell::new(x, y);
                // Each pair of neighbours is visited once, from its upper or left cell.
                for dir in [Dir::E, Dir::SE, Dir::S, Dir::SW] {
                    let Some(other) = cell.step(dir).filter(|&c| grid.bounds().contains(c)) else {
                        continue;
                    };
                    let there = grid.is_step_forbidden(cell, dir);
                    let back = grid.is_step_forbidden(other, dir.opposite());
                    if there || back {
                        walls.add(layout, cell, dir, there && back, there);
                    }
                }
            }
        }
        walls
    }

    fn add(&mut self, layout: &Layout, cell: Cell, dir: Dir, both: bool, there: bool) {
        let (x, y) = layout.centre(cell);
        let half = layout.pitch() / 2.0;
        let (dx, dy) = (f64::from(dir.offset().0), f64::from(dir.offset().1));
        let (x, y) = (x + dx * half, y + dy * half);
        // Along the side between two cells; a short bar across the corner for diagonal steps.
        let bar = half * if dir.is_diagonal() { 0.3 } else { 1.0 };
        let line = if both { &mut self.both } else { &mut self.one_way };
        let (bx, by) = (-dy * bar, dx * bar);
        let ends = [Num(x - bx), Num(y - by), Num(x + bx), Num(y + by)];
        let _ = write!(line, "M{} {}L{} {}", ends[0], ends[1], ends[2], ends[3]);
        if !both && layout.pitch() >= 10.0 {
            let tip = half * if there { -0.4 } else { 0.4 };
            let side = half * 0.25;
            let _ = write!(
                line,
                "M{} {}L{} {}L{} {}",
                Num(x - dy * side),
                Num(y + dx * side),
                Num(x + dx * tip),
                Num(y + dy * tip),
                Num(x + dy * side),
                Num(y - dx * side)
            );
        }
    }
}
