//! Meshes of the cells of maps: paths over them against the graph of all corners that see each other.

use std::collections::{BTreeMap, BTreeSet};

use astride::base::{Cell, CellRect, Coded, Dir, NodeId, Vec2};
use astride::search::Scratch;
use astride::shapes::Shape;
use astride::shapes::hex::{Hex, HexDir, HexEdit, HexLayout, HexMap, HexMover};
use astride::shapes::mesh::{CORNER, Mesh, MeshError, MeshSpace, polyanya};
use astride::shapes::square::{Edit, Grid, Knowledge, Mover};
use astride::shapes::triangle::{TriangleEdit, TriangleMap, TriangleMover, TriangleSide};
use astride_testkit::mesh::{BookMesh, MeshSight, Place};
use astride_testkit::mesh_disc::{Point, clearance};
use astride_testkit::rng::Rng;
use astride_testkit::tally::{cases, spread};

use crate::meshes::near;

/// Whole coordinates count in this part of a corner's, so that places between corners are whole, too.
const FINE: i64 = 24;

/// Outlines of free cells in whole numbers, edges that are shut, and how long a unit of a corner's
/// coordinates is along each axis.
struct Book {
    outlines: Vec<Vec<Place>>,
    shut: BTreeSet<[Place; 2]>,
    unit: (f64, f64),
}

impl Book {
    fn mesh(&self) -> BookMesh {
        let all: BTreeSet<Place> = self.outlines.iter().flatten().copied().collect();
        let number: BTreeMap<Place, u32> = all.iter().copied().zip(0..).collect();
        let fine = |&(x, y): &Place| (FINE * x, FINE * y);
        let ring = |outline: &Vec<Place>| outline.iter().map(|at| number[at]).collect();
        let mut book =
            BookMesh::new(all.iter().map(fine).collect(), self.outlines.iter().map(ring).collect());
        book.unit = (self.unit.0 / FINE as f64, self.unit.1 / FINE as f64);
        for ends in self.shut.iter().filter(|ends| ends.iter().all(|end| all.contains(end))) {
            book.wall_off(number[&ends[0]], number[&ends[1]]);
        }
        book
    }

    /// The edge between two cells by their outlines.
    fn shut(&mut self, one: &[Place], other: &[Place]) {
        let mut ends = one.iter().copied().filter(|corner| other.contains(corner));
        if let (Some(a), Some(b)) = (ends.next(), ends.next()) {
            self.shut.insert([a, b]);
        }
    }
}

/// Judges paths between places inside random cells.
fn judge(book: &Book, made: Result<Mesh, MeshError>, scratch: &mut Scratch, rng: &mut Rng) {
    if book.outlines.is_empty() {
        assert_eq!(made.expect_err("no ground").code(), "mesh-no-polygons");
        return;
    }
    let mesh = made.expect("a mesh of cells");
    assert_eq!(mesh.polygon_count() as usize, book.outlines.len());
    let (merged, plain) = (mesh.merged(), book.mesh());
    assert!((mesh.area() - merged.area()).abs() < 1e-9 * mesh.area());
    let sight = MeshSight::new(&plain);
    let mut place = || {
        let outline = &book.outlines[rng.below(book.outlines.len())];
        let corners = outline.len() as i64;
        let sum = outline.iter().fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        let middle = (FINE * sum.0 / corners, FINE * sum.1 / corners);
        let corner = outline[rng.below(outline.len())];
        let share = rng.below(2) as i64; // of the way to a corner, in halves
        let part = |middle: i64, corner: i64| middle + share * (FINE * corner - middle) / 2;
        (part(middle.0, corner.0), part(middle.1, corner.1))
    };
    for _ in 0..12 {
        let (from, to) = (place(), place());
        let expected = sight.distance(from, to);
        let laid = |at: Place| Vec2::new(at.0 as f64 * plain.unit.0, at.1 as f64 * plain.unit.1);
        for mesh in [&mesh, &merged] {
            let answer = polyanya(mesh, laid(from), laid(to), scratch, &mut ());
            assert!(
                near(answer.length(), expected),
                "{from:?} {to:?} {answer:?}, not {expected:?}\n{:?}\n{:?}",
                book.outlines,
                book.shut
            );
        }
    }
    judge_disc(&plain, &mesh, scratch, rng);
}

/// Judges the ground and the paths of a disc, which keep its radius from blocked cells and from walls
/// between cells alike.
fn judge_disc(book: &BookMesh, mesh: &Mesh, scratch: &mut Scratch, rng: &mut Rng) {
    let laid = |at: Point| (at.0 * book.unit.0, at.1 * book.unit.1);
    let walls: Vec<(Point, Point)> =
        book.walls().into_iter().map(|(from, to)| (laid(from), laid(to))).collect();
    let near = |from: Vec2, to: Vec2| clearance(&walls, (from.x, from.y), (to.x, to.y));
    let (radius, slack) = (rng.pick(&[0.05, 0.2, 0.35]), 1e-8 * mesh.extent());
    let wide = mesh.for_radius(radius);
    let places = mesh.random_places(rng.below(1_000_000) as u64, 24);
    for &place in &places {
        let (off, what) = (near(place, place), || format!("{place:?}, {radius}\n{book:?}"));
        let is_on = wide.as_ref().is_ok_and(|wide| !wide.polygons_at(place).is_empty());
        assert!(!is_on || off >= radius - slack, "{off} {}", what());
        assert!(is_on || off <= radius * CORNER + slack, "{off} {}", what());
    }
    let wide = match wide {
        Ok(wide) => wide,
        Err(error) => {
            assert_eq!(error.code(), "mesh-too-wide");
            return;
        }
    };
    let space = MeshSpace::new(mesh, radius).expect("a radius");
    for ends in places.chunks(2) {
        let answer = polyanya(&wide, ends[0], ends[1], scratch, &mut ());
        let Some(path) = answer.path() else { continue };
        for leg in path.points.windows(2) {
            let off = near(leg[0], leg[1]);
            assert!(off >= radius - slack, "{off} {leg:?}, {radius}\n{book:?}");
            assert!(space.is_clear(leg[0], leg[1]), "{leg:?}, {radius}\n{book:?}");
        }
    }
}

/// A wall, a one-way step, a fence that is not crossed, or one of class 2 that is.
macro_rules! bar {
    ($edit:expr, $place:expr, $side:expr, $kind:expr) => {
        match $kind {
            0 => $edit.wall($place, $side),
            1 => $edit.forbid_step($place, $side),
            kind => $edit.fence($place, $side, kind as u8 - 1),
        }
    };
}

const CROSSED: usize = 3;

#[test]
fn paths_over_squares_with_walls_between_are_those_of_the_book() {
    spread(cases(60, 3_000), Scratch::new, |scratch, case| {
        let rng = &mut Rng::new(0x7371_7561 ^ case << 8);
        let (width, height) = (1 + rng.below(6) as u32, 1 + rng.below(6) as u32);
        let class = |_| if rng.percent(25) { b'@' } else { b'.' };
        let mut grid = Grid::from_fn(width, height, class).expect("a grid");
        let mover = Mover::walker().crosses(2, 500).expect("a toll");
        let outline = |cell: Cell| {
            let (x, y) = (i64::from(cell.x), i64::from(cell.y));
            vec![(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        };
        let cells: Vec<Cell> =
            (0..height).flat_map(|y| (0..width).map(move |x| Cell::new(x, y))).collect();
        let mut book = Book { outlines: Vec::new(), shut: BTreeSet::new(), unit: (1.0, 1.0) };
        // Sides, or a faction that knows the terrain of a part of the map.
        let knows = rng.percent(30);
        let mut edit = Edit::new();
        for (&cell, dir) in cells.iter().zip([Dir::E, Dir::S].into_iter().cycle()) {
            let Some(next) = cell.step(dir).filter(|&next| grid.node(next).is_some()) else {
                continue;
            };
            if !knows && rng.percent(30) {
                let kind = rng.below(4);
                bar!(edit, cell, dir, kind);
                if kind != CROSSED {
                    book.shut(&outline(cell), &outline(next));
                }
            }
        }
        grid.apply(&edit).expect("walls");
        let seen = CellRect::new(0, 0, width, 1 + rng.below(height as usize) as u32);
        let is_free =
            |cell: &Cell| (knows && !seen.contains(*cell)) || grid.class(*cell) == Some(b'.');
        book.outlines = cells.iter().copied().filter(is_free).map(outline).collect();
        let view = grid.seen_by(&mover);
        let area = |node: NodeId| grid.outline_of(grid.cell(node));
        let mut knowledge = Knowledge::new(&grid, b'.');
        knowledge.reveal(&grid, seen, &mut Vec::new());
        let mesh = match knows {
            true => Mesh::of_cells(&knowledge.view(&view), area),
            false => Mesh::of_cells(&view, area),
        };
        judge(&book, mesh, scratch, rng);
    });
}

#[test]
fn paths_over_hexagons_are_those_of_the_book() {
    spread(cases(60, 3_000), Scratch::new, |scratch, case| {
        let rng = &mut Rng::new(0x6865_7861 ^ case << 8);
        let (columns, rows) = (1 + rng.below(5) as i32, 1 + rng.below(5) as i32);
        let is_pointy = rng.percent(50);
        let layout = if is_pointy { HexLayout::Pointy } else { HexLayout::Flat };
        let hexes = (0..rows).flat_map(|r| (0..columns).map(move |q| Hex::new(q, r)));
        let tiles: Vec<(Hex, u8)> =
            hexes.map(|hex| (hex, if rng.percent(25) { b'#' } else { b'.' })).collect();
        let mut map = HexMap::of_tiles(layout, &tiles).expect("a map");
        // Half a hexagon is one unit wide, and half a side one unit high; flat ones lie on their side.
        let outline = |hex: Hex| {
            let (q, r) = (i64::from(hex.q), i64::from(hex.r));
            let around = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)];
            match is_pointy {
                true => around.map(|(x, y)| (2 * q + r + x, 3 * r + y)).to_vec(),
                false => around.iter().rev().map(|(x, y)| (3 * q + y, 2 * r + q + x)).collect(),
            }
        };
        let side = 1.0 / 3f64.sqrt();
        let unit = if is_pointy { (0.5, side / 2.0) } else { (side / 2.0, 0.5) };
        let free = tiles.iter().filter(|(_, class)| *class == b'.').map(|&(hex, _)| outline(hex));
        let mut book = Book { outlines: free.collect(), shut: BTreeSet::new(), unit };
        let (mut edit, mut barred) = (HexEdit::new(), BTreeSet::new());
        for &(hex, _) in &tiles {
            let dir = rng.pick(&HexDir::ALL);
            let next = hex.beside(dir);
            let is_new = map.node(next).is_some() && barred.insert([hex.min(next), hex.max(next)]);
            if is_new && rng.percent(30) {
                let kind = rng.below(4);
                bar!(edit, hex, dir, kind);
                if kind != CROSSED {
                    book.shut(&outline(hex), &outline(next));
                }
            }
        }
        map.apply(&edit).expect("walls");
        let view = map.seen_by(&HexMover::walker().crosses(2, 500).expect("a toll"));
        let mesh = Mesh::of_cells(&view, |node| map.outline_of(map.place_of(node)));
        judge(&book, mesh, scratch, rng);
    });
}

#[test]
fn paths_over_triangles_are_those_of_the_book() {
    spread(cases(60, 3_000), Scratch::new, |scratch, case| {
        let rng = &mut Rng::new(0x7472_6961 ^ case << 8);
        let (width, height) = (1 + rng.below(8) as u32, 1 + rng.below(5) as u32);
        let class = |_| if rng.percent(25) { b'#' } else { b'.' };
        let mut map = TriangleMap::of_classes(width, height, class).expect("a map");
        // A column is one unit wide, and a row one unit high.
        let outline = |cell: Cell| {
            let (x, y) = (i64::from(cell.x), i64::from(cell.y));
            match (x + y) % 2 {
                0 => vec![(x, y), (x + 1, y + 1), (x - 1, y + 1)],
                _ => vec![(x, y + 1), (x - 1, y), (x + 1, y)],
            }
        };
        let cells: Vec<Cell> =
            (0..height).flat_map(|y| (0..width).map(move |x| Cell::new(x, y))).collect();
        let free = cells.iter().copied().filter(|&cell| map.class(cell) == Some(b'.'));
        let unit = (3f64.sqrt() / 2.0, 1.5);
        let mut book = Book { outlines: free.map(outline).collect(), shut: BTreeSet::new(), unit };
        let mut edit = TriangleEdit::new();
        for &cell in cells.iter().filter(|cell| (cell.x + cell.y) % 2 == 0) {
            let (side, next) = match rng.below(2) {
                0 => (TriangleSide::Right, Cell::new(cell.x + 1, cell.y)),
                _ => (TriangleSide::Base, Cell::new(cell.x, cell.y + 1)),
            };
            if map.node(next).is_some() && rng.percent(30) {
                let kind = rng.below(4);
                bar!(edit, cell, side, kind);
                if kind != CROSSED {
                    book.shut(&outline(cell), &outline(next));
                }
            }
        }
        map.apply(&edit).expect("walls");
        let view = map.seen_by(&TriangleMover::walker().crosses(2, 500).expect("a toll"));
        let mesh = Mesh::of_cells(&view, |node| map.outline_of(map.place_of(node)));
        judge(&book, mesh, scratch, rng);
    });
}

/// Merging keeps no more polygons than a map of open ground needs.
#[test]
fn open_ground_is_merged() {
    let grid = Grid::new(16, 8, b'.').expect("a grid");
    let squares =
        Mesh::of_cells(&grid.seen_by(&Mover::walker()), |node| grid.outline_of(grid.cell(node)));
    assert_eq!(squares.expect("a mesh").merged().polygon_count(), 1);
    let map = TriangleMap::new(24, 16, b'.').expect("a map");
    let triangles = Mesh::of_cells(&map.seen_by(&TriangleMover::walker()), |node| {
        map.outline_of(map.cell(node))
    });
    let merged = triangles.expect("a mesh").merged().polygon_count();
    assert!(merged < 100, "{merged} of 384");
}
