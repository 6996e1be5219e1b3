//! OBJ files: as meshes they are the polygons that were written, and the ground of a level is that of a
//! slow reading of the rules for it.

use std::fs;

use allocation_counter::measure;
use astride::base::Vec2;
use astride::io::write_mesh;
use astride::search::Scratch;
use astride::shapes::mesh::{Mesh, polyanya};
use astride_formats::fuzz::read_obj as check_any;
use astride_formats::{GroundRule, Legend, LevelRule, Map, Place, Up, read_obj};
use astride_testkit::data::repository_root;
use astride_testkit::mesh::{BookMesh, MeshSight, random_rectangles, random_triangles};
use astride_testkit::rng::Rng;
use astride_testkit::tally::cases;

use crate::common::{bytes_of, import};

type Vertex = [f64; 3];

/// The mesh in a text, and the notes about it.
fn read(text: &str, ground: GroundRule, cell: Option<f64>) -> Result<(Mesh, String), String> {
    let import = read_obj(text.as_bytes(), ground, None, cell, &Legend::default())
        .map_err(|error| error.to_string())?;
    let Map::Mesh(mesh) = import.map else { panic!("no mesh") };
    Ok((*mesh, import.notes.join("; ")))
}

fn level(height: f64, step: f64, degrees: f64) -> GroundRule {
    GroundRule::Level(LevelRule::new(height, step, degrees).unwrap())
}

#[test]
fn faces_are_read_or_refused_with_their_line() {
    let square = "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\n";
    let check = |faces: &str, expected: Result<(u32, f64), &str>| {
        let read = read(&format!("{square}{faces}"), GroundRule::Mesh, None);
        match (read, expected) {
            (Ok((mesh, _)), Ok(facts)) => assert_eq!((mesh.polygon_count(), mesh.area()), facts),
            (Err(error), Err(part)) => assert!(error.contains(part), "{error}\n{faces}"),
            (read, expected) => panic!("{read:?}, expected {expected:?}\n{faces}"),
        }
    };
    check("f 1 4 3 2", Ok((1, 1.0)));
    check("f 1 2 3 4", Ok((1, 1.0))); // all look down
    check("f -4 -1 -2 -3", Ok((1, 1.0)));
    check("f 1/1/1 4//2 3/7 2", Ok((1, 1.0)));
    check("# a\nf 1 4 \\\n3 2 # b\n", Ok((1, 1.0)));
    check("f 1 4 3\nf 1 3 2\r\n", Ok((2, 1.0)));
    check("f 1 4 4 3 2 1", Ok((1, 1.0)));
    check("f 1 4 3 2\nf 1 2 1", Ok((1, 1.0)));
    check("f 1 4 3 2 3 2", Ok((1, 1.0)));
    check("v .5 0 .2\nf 1 4 3 2 5", Ok((3, 0.9)));
    check("f 5 4 3\nv 0 0 0", Ok((1, 0.5))); // a vertex that is yet to come
    check("vn 0 1 0\nvt 0 0\no a\ng b\ns off\nusemtl c\nl 1 2\nf 1 4 3", Ok((1, 0.5)));

    check("", Err("no face"));
    check("f 1 4 3 2\nf 1 4", Err("line 6: a face with 2 corners, expected at least 3"));
    check("f 1 4 0", Err("line 5: \"0\", expected the number of a vertex"));
    check("f 1 4 5", Err("line 5: a corner at vertex 5, expected one of the 4 vertices"));
    check("f 1 4 -5", Err("line 5: \"-5\", expected the number of a vertex"));
    check("f 1 4 99999999999999999999", Err("line 5: \"99999999999999999999\""));
    check("f 1 4 4294967296", Err("line 5: a corner at vertex 4294967296, expected one of"));
    check("f 1 4 4294967297", Err("line 5: \"4294967297\""));
    check("f 1 4 3.5", Err("line 5: \"3.5\""));
    check("v 1 2\nf 1 4 3", Err("line 5: the end of the line, expected z of a vertex"));
    check("v 1 nan 0\nf 1 4 3", Err("line 5: \"nan\", expected y of a vertex, from -1e12 to 1e12"));
    check("v inf 0 0\nf 1 4 3", Err("line 5: \"inf\", expected x"));
    check("v 0 0 1.1e12\nf 1 4 3", Err("line 5: \"1.1e12\", expected z"));
    check("..@@\nf 1 4 3", Err("line 5: \"..@@\", expected a line of an OBJ file"));
    check(
        "f 1 4 3\n\nf 1 2 3",
        Err("line 7: a face that looks down or aside, expected one that looks up"),
    );
    check("f 1 4 3\nf 1 4 2", Err("line 6: polygons 0 and 1 both lie left of the edge"));
    check("v 2 0 0\nf 1 4 3\nf 1 2 5", Err("line 7: a face that looks down or aside"));
    check("v .5 0 0\nf 1 5 2", Err("line 6: face 0 is not convex, and"));
    check("f 1 3 4 2", Err("line 5: face 0 is not convex, and"));
    check("v .5 0 .5\nv .5 0 .5\nf 1 4 3 2 5 6", Ok((3, 0.75)));
    check("v 2 0 .5\nf 1 4 3 2 5", Err("line 6: face 0 is not convex, and"));
}

#[test]
fn what_a_file_is_depends_on_its_faces() {
    let check = |faces: &str, expected: &str| {
        let text = format!(
            "v 0 0 0\nv 9 0 0\nv 9 0 9\nv 0 0 9\nv 0 9 0\nv 9 9 0\nv 0 8 9\nv 9 8 9\n{faces}"
        );
        let (mesh, notes) = read(&text, GroundRule::ByContent, None).unwrap();
        assert!(notes.contains(expected), "{notes}");
        mesh
    };
    let up = check(
        "f 1 4 3 2\n",
        "read as a navigation mesh with y up, places are x,z: 1 face in 1 connected part",
    );
    let down = check("f 1 2 3 4\n", "read as a navigation mesh");
    assert_eq!((up.area(), down.area()), (81.0, 81.0));
    // With a wall, a ceiling or a steep roof it is a level.
    let wall = check("f 1 4 3 2\nf 1 2 6 5\n", "read as a level of 2 faces with y up");
    assert!(wall.area() < 81.0 && wall.area() > 81.0 - 2.0 * 9.0 * 0.6);
    check("f 1 4 3 2\nf 5 6 3 4\nf 1 2 3 4", "read as a level");
    check("v 4 9 0\nf 1 4 3 2\nf 1 4 9\n", "read as a level");
    // Flat in z it is a drawing.
    let flat = "v 0 0 5\nv 2 0 5\nv 2 2 5\nf 1 2 3\np 1\n";
    let (mesh, notes) = read(flat, GroundRule::ByContent, None).unwrap();
    assert_eq!(mesh.polygons_at(Vec2::new(1.5, 1.0)), [0]);
    assert!(
        notes.contains("z up, places are x,y") && notes.contains("1 point, line or curve left out")
    );
    // The option has the last word.
    let import = read_obj(flat.as_bytes(), GroundRule::Mesh, Some(Up::Y), None, &Legend::default());
    assert!(import.unwrap_err().to_string().contains("line 4"));
    let rules = ["2,0.5,45", "mesh"].map(|text| text.parse::<GroundRule>().unwrap());
    assert_eq!(rules, [level(2.0, 0.5, 45.0), GroundRule::Mesh]);
    for wrong in ["", "2", "0,1,2", "2,-1,45", "2,1,90", "2,1,nan", "inf,1,2", "2,1,2,3", "level"] {
        let error = wrong.parse::<GroundRule>().unwrap_err().to_string();
        assert!(error.contains("is no rule for the ground"), "{error}");
    }
    assert!("x".parse::<Up>().is_err() && "z".parse::<Up>() == Ok(Up::Z));
}

/// A mesh as a file: looking up or down, with y or z up, with vertices shared or repeated, and with
/// numbers from the front or from the back.
fn written(book: &BookMesh, rng: &mut Rng) -> (String, Up) {
    let (up, looks_up) = (rng.pick(&[Up::Y, Up::Z]), rng.percent(50));
    let (is_repeated, is_relative) = (rng.percent(50), rng.percent(50));
    let vertex = |&(x, y): &(i64, i64), height: i64| match up {
        Up::Y => format!("v {x} {height} {y}\n"),
        Up::Z => format!("v {x}.0 {y}e0 {height} 1.0\n"),
    };
    let mut text = String::from("mtllib a.mtl\n# a mesh\no mesh\n");
    let height = rng.below(3) as i64 - 1;
    if !is_repeated {
        book.points.iter().for_each(|point| text += &vertex(point, height));
    }
    let mut count = if is_repeated { 0 } else { book.points.len() };
    for ring in &book.polygons {
        let mut numbers: Vec<usize> = ring.iter().map(|&vertex| vertex as usize).collect();
        if is_repeated {
            ring.iter().for_each(|&at| text += &vertex(&book.points[at as usize], height));
            numbers = (count..count + ring.len()).collect();
            count += ring.len();
        }
        if looks_up == (up == Up::Y) {
            numbers.reverse();
        }
        text.push('f');
        for number in numbers {
            match is_relative {
                true => text += &format!(" -{}//{}", count - number, number + 1),
                false => text += &format!(" {}/1", number + 1),
            }
        }
        text.push('\n');
    }
    (text, up)
}

#[test]
fn a_mesh_is_what_was_written() {
    for case in 0..cases(150, 20_000) {
        let rng = &mut Rng::new(0x6f62_6a00 ^ case << 8);
        let drawn = if rng.percent(50) { random_rectangles(rng) } else { random_triangles(rng) };
        let Some(book) = drawn else { continue };
        let points = book.points.iter().map(|&(x, y)| Vec2::new(x as f64, y as f64)).collect();
        let expected = Mesh::new(points, &book.polygons).unwrap();
        let (text, up) = written(&book, rng);
        let import =
            read_obj(text.as_bytes(), GroundRule::Mesh, Some(up), None, &Legend::default());
        let import = import.unwrap_or_else(|error| panic!("case {case}: {error}\n{text}"));
        let Map::Mesh(mesh) = import.map else { panic!("no mesh") };
        let outlines = |mesh: &Mesh| -> Vec<_> {
            (0..mesh.polygon_count())
                .map(|polygon| (mesh.outline(polygon), mesh.neighbours_of(polygon)))
                .collect()
        };
        assert_eq!(outlines(&mesh), outlines(&expected), "case {case}\n{text}");
        if up == Up::Y {
            let (by_content, _) = read(&text, GroundRule::ByContent, None).unwrap();
            assert_eq!(write_mesh(&by_content), write_mesh(&mesh), "case {case}\n{text}");
        }
    }
}

/// Triangles, counter-clockwise seen from above where they look up, x and y on the ground and height.
#[derive(Default)]
struct Solids {
    triangles: Vec<[Vertex; 3]>,
}

impl Solids {
    fn quad(&mut self, [a, b, c, d]: [Vertex; 4]) {
        self.triangles.extend([[a, b, c], [a, c, d]]);
    }

    /// A box with all its faces.
    fn block(&mut self, [x0, y0, z0]: Vertex, [x1, y1, z1]: Vertex) {
        let at = |k: usize| [[x0, x1][k & 1], [y0, y1][k >> 1 & 1], [z0, z1][k >> 2]];
        for face in
            [[4, 5, 7, 6], [0, 2, 3, 1], [0, 1, 5, 4], [1, 3, 7, 5], [3, 2, 6, 7], [2, 0, 4, 6]]
        {
            self.quad(face.map(at));
        }
    }

    /// With z up.
    fn text(&self) -> String {
        let mut text = String::new();
        for triangle in &self.triangles {
            triangle.iter().for_each(|[x, y, z]| text += &format!("v {x} {y} {z}\n"));
            text += "f -3 -2 -1\n";
        }
        text
    }

    /// Yards, blocks on the ground, floating slabs, ramps, and any triangles.
    fn random(rng: &mut Rng) -> Solids {
        let mut solids = Solids::default();
        let half = |rng: &mut Rng, most: usize| rng.below(2 * most + 1) as f64 / 2.0;
        let size = 3 + rng.below(3);
        solids.quad(
            [(0, 0), (size, 0), (size, size), (0, size)].map(|(x, y)| [x as f64, y as f64, 0.0]),
        );
        for _ in 0..rng.below(6) {
            let (x, y, z) = (half(rng, size), half(rng, size), half(rng, 3));
            let (wide, deep, high) = (0.5 + half(rng, 2), 0.5 + half(rng, 2), 0.5 + half(rng, 1));
            match rng.below(4) {
                0 => solids.block([x, y, 0.0], [x + wide, y + deep, high]),
                1 => solids.block([x, y, z], [x + wide, y + deep, z + high]),
                2 => {
                    let ends = [half(rng, 2), half(rng, 2)];
                    let along = [[x, y, ends[0]], [x + wide, y, ends[1]]];
                    let back = [[x + wide, y + deep, ends[1]], [x, y + deep, ends[0]]];
                    solids.quad([along[0], along[1], back[0], back[1]]);
                }
                _ => solids
                    .triangles
                    .push([0; 3].map(|_| [half(rng, size), half(rng, size), half(rng, 2)])),
            }
        }
        solids
    }
}

/// The ground of a level by the definition of the rules, cell by cell; cells have side 1.
struct BookLevel {
    rule: LevelRule,
    /// The solid spans of the cells, from the lowest.
    columns: Vec<Vec<(f64, f64, bool)>>,
    /// Cell, floor and ceiling of the squares of ground.
    squares: Vec<(Cell, f64, f64)>,
}

type Cell = (i64, i64);

const FIRST: i64 = -2;
const SIDE: i64 = 14;

fn cells_of_grid() -> impl Iterator<Item = Cell> {
    (0..SIDE * SIDE).map(|at| (FIRST + at % SIDE, FIRST + at / SIDE))
}

impl BookLevel {
    fn of(solids: &Solids, rule: LevelRule) -> BookLevel {
        let columns = cells_of_grid().map(|cell| spans(solids, cell, rule)).collect();
        let mut book = BookLevel { rule, columns, squares: Vec::new() };
        for cell in cells_of_grid() {
            let spans = book.column(cell).to_vec();
            for (at, &(_, floor, is_level)) in spans.iter().enumerate() {
                let ceiling = spans.get(at + 1).map_or(f64::INFINITY, |next| next.0);
                let is_high = ceiling - floor >= rule.height();
                if is_level && is_high && !book.is_at_drop(cell, floor, ceiling) {
                    book.squares.push((cell, floor, ceiling));
                }
            }
        }
        book
    }

    fn column(&self, (x, y): Cell) -> &[(f64, f64, bool)] {
        let is_in = (0..SIDE).contains(&(x - FIRST)) && (0..SIDE).contains(&(y - FIRST));
        if is_in { &self.columns[((y - FIRST) * SIDE + x - FIRST) as usize] } else { &[] }
    }

    fn is_at_drop(&self, (x, y): Cell, floor: f64, ceiling: f64) -> bool {
        let beside = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
        beside.iter().any(|&(along, down)| {
            let spans = self.column((x + along, y + down));
            // The space that begins below the lowest span, and those above each.
            (0..=spans.len()).any(|at| {
                let low = if at == 0 { f64::NEG_INFINITY } else { spans[at - 1].1 };
                let high = spans.get(at).map_or(f64::INFINITY, |span| span.0);
                let room = high.min(ceiling) - low.max(floor);
                room >= self.rule.height() && low < floor - self.rule.step()
            })
        })
    }

    /// Whether a step leads between two squares side by side; each goes to the nearest.
    fn is_linked(&self, one: usize, other: usize) -> bool {
        let rise = |a: usize, b: usize| (self.squares[a].1 - self.squares[b].1).abs();
        let is_open = |a: usize, b: usize| {
            let ((_, floor, ceiling), (_, there, above)) = (self.squares[a], self.squares[b]);
            rise(a, b) <= self.rule.step()
                && ceiling.min(above) - floor.max(there) >= self.rule.height()
        };
        let best = |from: usize, like: usize| {
            let cell = self.squares[like].0;
            let all = (0..self.squares.len()).filter(|&at| self.squares[at].0 == cell);
            all.filter(|&at| is_open(from, at))
                .min_by(|&a, &b| rise(from, a).total_cmp(&rise(from, b)))
        };
        best(one, other) == Some(other) && best(other, one) == Some(one)
    }

    /// The squares as polygons, corners of linked ones being the same.
    fn mesh(&self) -> BookMesh {
        let corners = [(0, 0), (1, 0), (1, 1), (0, 1)];
        let place = |(square, k): (usize, usize)| {
            let (x, y) = self.squares[square].0;
            (x + corners[k].0, y + corners[k].1)
        };
        let all: Vec<(usize, usize)> =
            (0..self.squares.len()).flat_map(|square| (0..4).map(move |k| (square, k))).collect();
        let beside = |one: usize, other: usize| {
            let ((x, y), (u, w)) = (self.squares[one].0, self.squares[other].0);
            (x - u).abs() + (y - w).abs() == 1
        };
        let pairs: Vec<(usize, usize)> = (0..self.squares.len())
            .flat_map(|one| (0..one).map(move |other| (one, other)))
            .filter(|&(one, other)| beside(one, other))
            .collect();
        let linked: Vec<bool> =
            pairs.iter().map(|&(one, other)| self.is_linked(one, other)).collect();
        let mut label: Vec<usize> = (0..all.len()).collect();
        loop {
            let before = label.clone();
            for (&(one, other), _) in pairs.iter().zip(&linked).filter(|(_, is_linked)| **is_linked)
            {
                for (j, k) in (0..16).map(|n| (n / 4, n % 4)) {
                    if place((one, j)) == place((other, k)) {
                        let least = label[4 * one + j].min(label[4 * other + k]);
                        (label[4 * one + j], label[4 * other + k]) = (least, least);
                    }
                }
            }
            if label == before {
                break;
            }
        }
        let polygons: Vec<Vec<u32>> =
            label.chunks(4).map(|ring| ring.iter().map(|&at| at as u32).collect()).collect();
        let mut mesh = BookMesh::new(all.into_iter().map(place).collect(), polygons.clone());
        for (&(one, other), _) in pairs.iter().zip(&linked).filter(|(_, is_linked)| !**is_linked) {
            let both: Vec<u32> =
                polygons[one].iter().copied().filter(|at| polygons[other].contains(at)).collect();
            if let [a, b] = both[..] {
                mesh.wall_off(a, b);
            }
        }
        mesh
    }
}

/// What of a column is solid.
fn spans(solids: &Solids, cell: Cell, rule: LevelRule) -> Vec<(f64, f64, bool)> {
    let mut parts: Vec<(f64, f64, bool)> = Vec::new();
    for triangle in &solids.triangles {
        let heights = heights_over(triangle, cell);
        let bounds = |pick: fn(f64, f64) -> f64| heights.iter().copied().reduce(pick);
        if let (Some(low), Some(high)) = (bounds(f64::min), bounds(f64::max)) {
            parts.push((low, high, is_level(triangle, rule.degrees())));
        }
    }
    // Joined until nothing touches.
    let mut spans: Vec<Vec<(f64, f64, bool)>> = parts.into_iter().map(|part| vec![part]).collect();
    let low =
        |span: &[(f64, f64, bool)]| span.iter().fold(f64::INFINITY, |low, part| low.min(part.0));
    let high = |span: &[(f64, f64, bool)]| {
        span.iter().fold(f64::NEG_INFINITY, |top, part| top.max(part.1))
    };
    let touching = |spans: &[Vec<(f64, f64, bool)>]| {
        let pairs = (0..spans.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        { pairs }
            .find(|&(a, b)| low(&spans[a]) <= high(&spans[b]) && low(&spans[b]) <= high(&spans[a]))
    };
    while let Some((a, b)) = touching(&spans) {
        let other = spans.swap_remove(a);
        spans[b].extend(other);
    }
    spans.sort_by(|a, b| low(a).total_cmp(&low(b)));
    let whole: Vec<(f64, f64, bool)> = spans
        .iter()
        .map(|span| {
            let top = high(span);
            let is_level = span.iter().any(|part| part.2 && part.1 >= top - rule.step());
            (low(span), top, is_level)
        })
        .collect();
    let is_low =
        |at: usize| at > 0 && whole[at - 1].2 && whole[at].1 - whole[at - 1].1 <= rule.step();
    (0..whole.len()).map(|at| (whole[at].0, whole[at].1, whole[at].2 || is_low(at))).collect()
}

fn is_level(&[a, b, c]: &[Vertex; 3], degrees: f64) -> bool {
    let side = |p: Vertex, q: Vertex| [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
    let (u, w) = (side(a, b), side(a, c));
    let up = u[0] * w[1] - u[1] * w[0];
    let aside = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2]];
    // The rise of its plane is the tangent of its slope.
    up > 0.0 && aside[0].hypot(aside[1]) <= up * degrees.to_radians().tan() * (1.0 + 1e-9)
}

/// Heights of a triangle over a closed cell, among them the least and the greatest: at its corners in
/// the cell, at the corners of the cell in it, and where its sides cross those of the cell.
#[expect(clippy::float_cmp, reason = "only a side along the border is parallel to it")]
fn heights_over(triangle: &[Vertex; 3], (x, y): Cell) -> Vec<f64> {
    let (left, low, right, high) = (x as f64, y as f64, (x + 1) as f64, (y + 1) as f64);
    let is_in = |x: f64, y: f64| left <= x && x <= right && low <= y && y <= high;
    let mut heights: Vec<f64> =
        triangle.iter().filter(|p| is_in(p[0], p[1])).map(|p| p[2]).collect();
    for k in 0..3 {
        let (p, q) = (triangle[k], triangle[(k + 1) % 3]);
        for (axis, border) in [(0, left), (0, right), (1, low), (1, high)] {
            if (p[axis] < border) == (q[axis] < border) && p[axis] != border {
                continue;
            }
            if p[axis] == q[axis] {
                continue;
            }
            let share = (border - p[axis]) / (q[axis] - p[axis]);
            let other = p[1 - axis] + share * (q[1 - axis] - p[1 - axis]);
            let at = if axis == 0 { (border, other) } else { (other, border) };
            if (0.0..=1.0).contains(&share) && is_in(at.0, at.1) {
                heights.push(p[2] + share * (q[2] - p[2]));
            }
        }
    }
    let [a, b, c] = *triangle;
    let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    for (x, y) in [(left, low), (right, low), (right, high), (left, high)] {
        let part =
            |p: Vertex, q: Vertex| ((p[0] - x) * (q[1] - y) - (p[1] - y) * (q[0] - x)) / area;
        let (of_c, of_a, of_b) = (part(a, b), part(b, c), part(c, a));
        if area != 0.0 && of_a >= 0.0 && of_b >= 0.0 && of_c >= 0.0 {
            heights.push(of_a * a[2] + of_b * b[2] + of_c * c[2]);
        }
    }
    heights
}

#[test]
fn the_ground_of_a_level_is_that_of_the_rules() {
    let (mut grounds, mut floors, mut paths) = (0, 0, 0);
    for case in 0..cases(60, 6_000) {
        let rng = &mut Rng::new(0x6c65_7665 ^ case << 8);
        let solids = Solids::random(rng);
        let step = rng.pick(&[0.53, 1.03, 1.57]);
        let degrees = rng.pick(&[0.0, 15.0, 19.0]);
        let rule = LevelRule::new(rng.pick(&[0.45, 0.95, 1.95]), step, degrees).unwrap();
        let book = BookLevel::of(&solids, rule);
        let read = read_obj(
            solids.text().as_bytes(),
            GroundRule::Level(rule),
            Some(Up::Z),
            Some(1.0),
            &Legend::default(),
        );
        let what = || format!("case {case}, {rule:?}\n{}", solids.text());
        let mesh = match read {
            Ok(import) => match import.map {
                Map::Mesh(mesh) => mesh,
                _ => panic!("no mesh"),
            },
            Err(error) if error.to_string().contains("no ground") => {
                assert!(book.squares.is_empty(), "{:?}\n{}", book.squares, what());
                continue;
            }
            // Where the ground of a slope may rise by more than a step.
            Err(error) => {
                assert!(error.to_string().contains("rises by"), "{error}\n{}", what());
                continue;
            }
        };
        let count = |cell: Cell| book.squares.iter().filter(|square| square.0 == cell).count();
        for (x, y) in cells_of_grid() {
            let middle = Vec2::new(x as f64 + 0.47, y as f64 + 0.41);
            assert_eq!(mesh.polygons_at(middle).len(), count((x, y)), "{x},{y} {}", what());
            floors += usize::from(count((x, y)) > 1);
        }
        let area = book.squares.len() as f64;
        assert!((mesh.area() - area).abs() < 1e-9, "{} instead of {area}\n{}", mesh.area(), what());
        grounds += usize::from(area > 0.0);
        let ground = book.mesh();
        let sight = MeshSight::new(&ground);
        let mut scratch = Scratch::new();
        for _ in 0..6 {
            let place = |rng: &mut Rng| {
                let (x, y) = book.squares[rng.below(book.squares.len())].0;
                (x + rng.below(2) as i64, y + rng.below(2) as i64)
            };
            let (from, to) = (place(rng), place(rng));
            let vec = |(x, y): (i64, i64)| Vec2::new(x as f64, y as f64);
            let found = polyanya(&mesh, vec(from), vec(to), &mut scratch, &mut ()).length();
            let expected = sight.distance(from, to);
            let is_same = match (found, expected) {
                (Some(a), Some(b)) => (a - b).abs() < 1e-9 * (1.0 + b),
                (a, b) => a.is_none() && b.is_none(),
            };
            assert!(
                is_same,
                "{found:?}, expected {expected:?} from {from:?} to {to:?}\n{}",
                what()
            );
            paths += usize::from(found.is_some_and(|length| length > 0.0));
        }
    }
    assert!(grounds > 30 && floors > 30 && paths > 100, "{grounds} {floors} {paths}");
}

/// Floors inside of cells of side 1, which touch no other cell, and walls in the cells around. Below a
/// floor that is alone in its cell there is a wall as well.
fn floors(floors: &[(Cell, f64)]) -> String {
    let mut solids = Solids::default();
    let place = |(x, y): Cell, u: f64, w: f64, z: f64| [x as f64 + u, y as f64 + w, z];
    for &(cell, z) in floors {
        let corners = [(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)];
        solids.quad(corners.map(|(u, w)| place(cell, u, w, z)));
    }
    for cell in cells_of_grid() {
        let mut own = floors.iter().filter(|floor| floor.0 == cell);
        let top = match (own.next(), own.next()) {
            (None, _) => 99.0,
            (Some(floor), None) => floor.1,
            _ => continue,
        };
        solids
            .triangles
            .push([(0.2, -9.0), (0.8, -9.0), (0.5, top)].map(|(u, z)| place(cell, u, 0.5, z)));
    }
    solids.text()
}

#[test]
fn where_ground_winds_up_around_an_edge_nothing_lies_twice() {
    // From (1, 1) two stairs lead up around the ends of its right edge, and meet in (2, 1).
    let turn =
        [((1, 1), 0.0), ((1, 2), 0.6), ((1, 0), 0.6), ((2, 2), 1.2), ((2, 0), 1.2), ((2, 1), 1.8)];
    let stairs: Vec<(Cell, f64)> = (0..3)
        .flat_map(|round| turn.map(|(cell, height)| (cell, height + 2.4 * f64::from(round))))
        .collect();
    let read = read_obj(
        floors(&stairs).as_bytes(),
        level(1.7, 0.7, 0.0),
        Some(Up::Z),
        Some(1.0),
        &Legend::default(),
    );
    let Map::Mesh(mesh) = read.unwrap().map else { panic!("no mesh") };
    assert_eq!((mesh.area(), mesh.polygons_at(Vec2::new(1.5, 1.4)).len()), (14.0, 2));
}

#[test]
fn of_two_floors_a_step_leads_to_the_nearer_one() {
    // The middle cell has two floors, and steps of 1.6 could lead from either side to both.
    let read = |left: f64, right: f64| {
        let floors = floors(&[((0, 1), left), ((1, 1), 0.0), ((1, 1), 2.0), ((2, 1), right)]);
        let read = read_obj(
            floors.as_bytes(),
            level(0.5, 1.6, 0.0),
            Some(Up::Z),
            Some(1.0),
            &Legend::default(),
        );
        let Map::Mesh(mesh) = read.unwrap().map else { panic!("no mesh") };
        let (from, to) = (Vec2::new(0.5, 1.4), Vec2::new(2.5, 1.4));
        polyanya(&mesh, from, to, &mut Scratch::new(), &mut ()).length()
    };
    assert_eq!([read(2.6, 1.4), read(0.8, 0.6)], [Some(2.0), Some(2.0)]);
    assert_eq!([read(2.6, 0.6), read(0.8, 1.4)], [None, None]);
}

#[test]
fn levels_that_are_too_large_or_have_no_ground_are_refused() {
    let check = |text: &str, cell: Option<f64>, message: &str| {
        let error = read(text, level(2.0, 0.5, 45.0), cell).unwrap_err();
        assert!(error.contains(message), "{error}");
    };
    let yard =
        |side: f64| format!("v 0 0 0\nv 0 0 {side}\nv {side} 0 {side}\nv {side} 0 0\nf 1 2 3 4\n");
    check(&yard(9.0), Some(0.4), "cells of 0.4, from one to the next of which a slope of 45");
    check(&yard(9.0), Some(0.0), "cells of 0, expected a side above 0");
    check(&yard(9.0), Some(f64::NAN), "cells of NaN");
    check(&yard(1e4), None, "a level of 33");
    check(
        &yard(1e12),
        Some(0.3),
        "cells of 0.3 as far as 1000000000000 from 0, expected cells of 1000000",
    );
    check(&yard(0.1), None, "no ground that is at most 45 degrees steep");
    check("v 0 0 0\nv 0 9 0\nv 0 0 9\nf 1 2 3", None, "no ground");
    check(&format!("{}v 2 0 0\nf 1 3 2 5\n", yard(9.0)), None, "line 7: face 0 is not convex, and");
    // A small file of faces each of which covers everything.
    let many = format!("{}{}", yard(300.0), "f 1 2 3\n".repeat(9));
    let taken = measure(|| check(&many, None, "faces that touch more than")).bytes_max;
    assert!(taken <= 256 << 20, "{taken} bytes");
    let error =
        read_obj(many.as_bytes(), GroundRule::Mesh, None, None, &Legend::default()).unwrap_err();
    assert_eq!(error.place(), &Place::Line(6));
}

#[test]
fn levels_of_our_own() {
    let import = import("formats/bridge.obj").expect("it is in the corpus");
    let Map::Mesh(mesh) = import.map else { panic!("no mesh") };
    assert_eq!(import.notes.len(), 1);
    let at = |x: f64, z: f64| mesh.polygons_at(Vec2::new(x, z)).len();
    assert_eq!((at(12.1, 8.0), at(12.1, 12.1), at(11.05, 4.1), at(15.2, 13.1)), (2, 1, 0, 0));
    let length = |mesh: &Mesh, x: f64, z: f64| {
        let (from, to) = (Vec2::new(10.0, 2.0), Vec2::new(x, z));
        polyanya(mesh, from, to, &mut Scratch::new(), &mut ()).length()
    };
    assert_eq!(length(&mesh, 10.0, 14.0), Some(12.0), "under the bridge");
    assert!(length(&mesh.for_radius(0.5).unwrap(), 10.0, 14.0) > Some(12.0 - 1e-6));
    assert!(length(&mesh, 3.0, 8.0) > Some(10.0), "on the ramp, by its foot");
    // On the crate and in the tent there is ground that nothing leads to.
    assert_eq!((length(&mesh, 12.5, 4.0), length(&mesh, 17.0, 13.0)), (None, None));

    let import = crate::common::import("formats/rooms.obj").expect("it is in the corpus");
    let Map::Mesh(mesh) = import.map else { panic!("no mesh") };
    assert_eq!((mesh.area(), mesh.merged().polygon_count()), (12.0 + 1.0 + 16.0 + 8.0, 4));
}

#[test]
fn recorded_levels_have_ground() {
    let Some((_, level)) = bytes_of("navmesh/recast/nav_test.obj.gz") else { return };
    let Some((_, questions)) = bytes_of("navmesh/recast/nav_mesh_test.txt") else { return };
    let import = read_obj(&level, GroundRule::ByContent, None, None, &Legend::default()).unwrap();
    assert!(import.notes[0].starts_with("read as a level of 792 faces"), "{:?}", import.notes);
    let Map::Mesh(mesh) = import.map else { panic!("no mesh") };
    let mut scratch = Scratch::new();
    let mut asked = 0;
    for line in String::from_utf8(questions).unwrap().lines().filter(|line| line.starts_with("pf"))
    {
        let numbers: Vec<f64> =
            line.split_whitespace().skip(1).filter_map(|word| word.parse().ok()).collect();
        let (from, to) = (Vec2::new(numbers[0], numbers[2]), Vec2::new(numbers[3], numbers[5]));
        let answer = polyanya(&mesh, from, to, &mut scratch, &mut ());
        assert!(answer.length() >= Some(from.distance_to(to) - 1e-9), "{line}: {answer:?}");
        asked += 1;
    }
    assert_eq!(asked, 21);
}

/// The polygons that Recast itself made of a level, without their heights.
fn recast_polygons(bytes: &[u8]) -> Vec<Vec<Vec2>> {
    let file: serde_json::Value = serde_json::from_slice(bytes).unwrap();
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    let (side, least) = (number(&file["cs"]), &file["bmin"]);
    let vertex = |at: &serde_json::Value| {
        let cell = &file["verts"][at.as_u64().unwrap() as usize];
        let along = |axis: usize| number(&least[axis]) + side * number(&cell[axis]);
        Vec2::new(along(0), along(2))
    };
    // Of each polygon its vertices and then its neighbours; 65535 is none.
    let most = file["nvp"].as_u64().unwrap() as usize;
    let polygons = file["polys"].as_array().unwrap().chunks(2 * most);
    let ring = |polygon: &[serde_json::Value]| {
        polygon[..most].iter().filter(|at| at.as_u64() != Some(65535)).map(vertex).collect()
    };
    polygons.map(ring).collect()
}

#[test]
fn the_ground_of_a_dungeon_is_that_of_recast() {
    let Some((_, level)) = bytes_of("navmesh/recast/dungeon.obj.gz") else { return };
    let Some((_, recast)) = bytes_of("navmesh/rerecast/dungeon/poly_mesh.json") else { return };
    // Headroom, step, slope and side of a cell as there; the radius there is 0.6.
    let rule = GroundRule::Level(LevelRule::new(2.0, 0.8, 45.0).unwrap());
    let import = read_obj(&level, rule, None, Some(0.3), &Legend::default()).unwrap();
    let Map::Mesh(mesh) = import.map else { panic!("no mesh") };
    let wide = mesh.for_radius(0.6).unwrap();
    let polygons = recast_polygons(&recast);
    let is_in = |polygon: &Vec<Vec2>, at: Vec2| {
        let ends = polygon.iter().zip(polygon.iter().cycle().skip(1));
        let sides =
            ends.map(|(a, b)| (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x) > 0.0);
        sides.clone().all(|is_left| is_left) || sides.into_iter().all(|is_left| !is_left)
    };
    let (mut theirs, mut points, mut discs, mut more) = (0, 0, 0, 0);
    for (x, z) in (0..160).flat_map(|z| (0..120).map(move |x| (x, z))) {
        let at = Vec2::new(-23.5 + 0.594 * f64::from(x), -88.5 + 0.598 * f64::from(z));
        let is_theirs = polygons.iter().any(|polygon| is_in(polygon, at));
        let is_there = |mesh: &Mesh| !mesh.polygons_at(at).is_empty();
        theirs += u32::from(is_theirs);
        points += u32::from(is_theirs && is_there(&mesh));
        discs += u32::from(is_theirs && is_there(&wide));
        more += u32::from(!is_theirs && is_there(&wide));
    }
    // All of theirs, which is for a disc, is ground for a point. For a disc a little is not, since cells
    // that touch a wall are left out before the radius is, and hardly more than theirs is.
    assert!(theirs > 4000 && points * 1000 >= theirs * 999, "{points} of {theirs}");
    assert!(
        discs * 100 >= theirs * 95 && more * 100 <= theirs * 3,
        "{discs} and {more} of {theirs}"
    );
}

#[test]
fn kept_inputs_of_the_fuzzer_are_read_or_refused() {
    for folder in ["seeds", "regressions"] {
        let folder = repository_root().join(format!("fuzz/{folder}/read_obj"));
        let Ok(files) = fs::read_dir(folder) else { continue };
        let mut rng = Rng::new(7);
        for file in files {
            let bytes = fs::read(file.unwrap().path()).unwrap();
            check_any(&bytes);
            for _ in 0..cases(40, 4000) {
                let mut changed = bytes.clone();
                let at = rng.below(changed.len());
                changed[at] = match rng.percent(70) {
                    true => rng.pick(b"0 19-./\\\nvfe#"),
                    false => rng.below(256) as u8,
                };
                check_any(&changed);
                check_any(&changed[..at]);
            }
        }
    }
}

#[test]
fn materials_are_areas() {
    let grid = "v 0 0 0\nv 4 0 0\nv 8 0 0\nv 0 0 4\nv 4 0 4\nv 8 0 4\n";
    let text = format!("{grid}usemtl Deep Water\nf 1 4 5 2\nusemtl mud\nf 2 5 6 3\n");
    let mut legend = Legend::default();
    let classes = |legend: &Legend| {
        let import = read_obj(text.as_bytes(), GroundRule::ByContent, None, None, legend).unwrap();
        let Map::Mesh(mesh) = import.map else { panic!("no mesh") };
        ([0, 1].map(|polygon| mesh.class_of(polygon)), import.notes[1..].join("; "))
    };
    let (found, notes) = classes(&legend);
    assert_eq!(found, [Some(b'.'), Some(b'S')]);
    assert_eq!(
        notes,
        "terrain by material: 1 face of '.', 1 face of 'S'; 1 line with a material that names no \
         terrain, taken as free"
    );
    legend.add("deep water=W".parse().unwrap());
    assert_eq!(classes(&legend).0, [Some(b'W'), Some(b'S')]);
    // Triangles of a face that is not convex have its class, and a face before all materials is free.
    let bent = "v 0 0 0\nv 4 0 0\nv 4 0 4\nv 2 0 1\nv 9 0 0\nf 2 3 5\nusemtl swamp\nf 4 3 2 1\n";
    let bent = bent.replace("f 2 3 5", "f 3 5 2");
    let (mesh, _) = read(&bent, GroundRule::ByContent, None).unwrap();
    let of = |place| mesh.class_of(mesh.polygons_at(place)[0]);
    assert_eq!((of(Vec2::new(6.0, 1.0)), mesh.polygon_count()), (Some(b'.'), 3));
    assert_eq!((of(Vec2::new(1.0, 0.3)), of(Vec2::new(3.5, 2.9))), (Some(b'S'), Some(b'S')));
}
