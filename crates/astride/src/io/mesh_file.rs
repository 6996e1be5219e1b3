//! Navigation meshes as `.mesh` files, versions 2 and 3.
//!
//! The format of Polyanya: Cui, Harabor & Grastien, "Compromise-free Pathfinding on a Navigation
//! Mesh", IJCAI 2017. Any white space separates numbers, and `//` begins a comment.

use std::fmt::Write;

use crate::base::{SmallSort, Vec2};
use crate::io::text::{TextError, quote};
use crate::shapes::mesh::Mesh;

/// Whether a file begins like a `.mesh` file, with "mesh" in any case.
pub fn is_mesh(bytes: &[u8]) -> bool {
    let mut words = Words { rest: bytes, line: 1 };
    words.next_word().is_some_and(is_header)
}

fn is_header(word: &[u8]) -> bool {
    word.eq_ignore_ascii_case(b"mesh")
}

/// Reads a `.mesh` file of version 2 or 3. In version 3, polygons that cannot be crossed are left
/// out and the others renumbered, and polygons may have either orientation.
///
/// An edge shared by two polygons of which neither names the other is a wall. The polygons listed
/// with each vertex in version 2 follow from the rest and are ignored.
///
/// # Errors
///
/// If the file is malformed, if a number is out of range, if the neighbours named by polygons are
/// not those with which they share an edge, or if the polygons do not form a mesh (see
/// [`Mesh::new`]). Memory is limited to what the file can contain.
///
/// # Examples
///
/// ```
/// use astride::io::{read_mesh, write_mesh};
/// let text = "mesh\n2\n4 2\n0 0 2 0 -1\n2 0 3 1 0 -1\n2 1 2 1 -1\n0 1 3 0 1 -1\n\
///             3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n";
/// let mesh = read_mesh(text.as_bytes())?;
/// assert_eq!((mesh.polygon_count(), mesh.area()), (2, 2.0));
/// assert_eq!(write_mesh(&mesh), text);
/// # Ok::<(), astride::io::TextError>(())
/// ```
pub fn read_mesh(bytes: &[u8]) -> Result<Mesh, TextError> {
    let mut words = Words { rest: bytes, line: 1 };
    words.expect("\"mesh\"", |word| is_header(word).then_some(()))?;
    let version = words.expect("version 2 or 3", |word| match word {
        b"2" => Some(2),
        b"3" => Some(3),
        _ => None,
    })?;
    let mut drawn = Drawn::default();
    let vertices = words.count("the number of vertices", 4)?;
    let polygons = words.count("the number of polygons", 8)?;
    for _ in 0..vertices {
        let (x, y) = (words.number("x")?, words.number("y")?);
        drawn.points.push(Vec2::new(x, y));
        if version == 2 {
            for _ in 0..words.count("how many polygons there are around a vertex", 2)? {
                words.whole("a polygon or -1", -1, polygons as i64 - 1)?;
            }
        }
    }
    let mut numbers = vec![None; polygons];
    for number in &mut numbers {
        drawn.polygon(&mut words, version, vertices as i64, polygons as i64, number)?;
    }
    if let Some(word) = words.next_word() {
        let message = format!("{} after the last polygon, expected the end", quote(word));
        return Err(TextError::new(words.line, 0, message));
    }
    let walls = drawn.walls(&numbers)?;
    let mesh = Mesh::with_walls(drawn.points, &drawn.rings, &walls);
    mesh.map_err(|error| TextError::new(0, 0, error.to_string()))
}

/// Writes a mesh as a `.mesh` file of version 2; [`read_mesh`] returns an equal mesh.
///
/// The polygons around a vertex are listed counter-clockwise from each gap; the gaps of a vertex
/// that has several are in the order of the polygons.
pub fn write_mesh(mesh: &Mesh) -> String {
    let number = |polygon: Option<u32>| polygon.map_or(-1, i64::from);
    let mut around = vec![Vec::new(); mesh.vertex_count() as usize];
    for polygon in 0..mesh.polygon_count() {
        for (at, &vertex) in mesh.vertices_of(polygon).iter().enumerate() {
            around[vertex as usize].push((polygon, at));
        }
    }
    let mut out = format!("mesh\n2\n{} {}\n", mesh.vertex_count(), mesh.polygon_count());
    for (vertex, sectors) in around.iter().enumerate() {
        let Vec2 { x, y } = mesh.vertex(vertex as u32).unwrap_or_default();
        let listed = listed_around(mesh, sectors);
        let _ = write!(out, "{x} {y} {}", listed.len());
        listed.iter().for_each(|&polygon| _ = write!(out, " {}", number(polygon)));
        out.push('\n');
    }
    for polygon in 0..mesh.polygon_count() {
        let ring = mesh.vertices_of(polygon);
        let _ = write!(out, "{}", ring.len());
        ring.iter().for_each(|vertex| _ = write!(out, " {vertex}"));
        // The neighbour across the edge that ends at each vertex.
        let mut beyond = mesh.neighbours_of(polygon);
        beyond.rotate_right(1);
        beyond.iter().for_each(|&polygon| _ = write!(out, " {}", number(polygon)));
        out.push('\n');
    }
    out
}

/// The polygons around a vertex, with `None` for each gap; `sectors` are its polygons, each with
/// the index of the vertex in it.
fn listed_around(mesh: &Mesh, sectors: &[(u32, usize)]) -> Vec<Option<u32>> {
    let beyond: Vec<Vec<Option<u32>>> =
        sectors.iter().map(|&(polygon, _)| mesh.neighbours_of(polygon)).collect();
    let right = |sector: usize| beyond[sector][sectors[sector].1];
    let left = |sector: usize| {
        let (of, at) = (&beyond[sector], sectors[sector].1);
        of[if at == 0 { of.len() - 1 } else { at - 1 }]
    };
    let (mut listed, mut is_listed) = (Vec::new(), vec![false; sectors.len()]);
    let begins = (0..sectors.len()).filter(|&sector| right(sector).is_none());
    for begin in begins.chain(0..sectors.len()) {
        let mut at = Some(begin);
        let mut last = None;
        while let Some(sector) = at.filter(|&sector| !is_listed[sector]) {
            is_listed[sector] = true;
            listed.push(Some(sectors[sector].0));
            last = Some(left(sector));
            // Sectors are in the order of their polygons.
            at = left(sector).and_then(|next| sectors.binary_search_by_key(&next, |of| of.0).ok());
        }
        if last == Some(None) {
            listed.push(None);
        }
    }
    listed
}

/// Polygons as given in the file.
#[derive(Default)]
struct Drawn {
    points: Vec<Vec2>,
    rings: Vec<Vec<u32>>,
    /// For each polygon, the neighbour it names across the edge that ends at each of its vertices.
    beyond: Vec<Vec<Option<usize>>>,
    lines: Vec<usize>,
}

impl Drawn {
    /// Reads a polygon, and keeps it under the number `number` if it can be crossed.
    fn polygon(
        &mut self,
        words: &mut Words<'_>,
        version: u8,
        vertices: i64,
        polygons: i64,
        number: &mut Option<u32>,
    ) -> Result<(), TextError> {
        let is_kept = version == 2 || words.whole("0 or 1", 0, 1)? == 1;
        let count = words.count("how many vertices a polygon has", 4)?;
        let least = i64::from(version == 3);
        let line = words.line;
        let (mut ring, mut beyond) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for _ in 0..count {
            let vertex = words.whole("a vertex", least, vertices - 1 + least)?;
            ring.push((vertex - least) as u32);
        }
        for _ in 0..count {
            let range = if version == 2 { (-1, polygons - 1) } else { (-polygons, polygons) };
            let named = words.whole("a polygon", range.0, range.1)?;
            beyond.push(usize::try_from(named - least).ok());
        }
        if version == 3 && self.is_clockwise(&ring) {
            // The edge that ends at a vertex is then the one that used to end at the previous
            // vertex.
            ring.reverse();
            beyond.reverse();
            beyond.rotate_right(1);
        }
        if is_kept {
            *number = Some(self.rings.len() as u32);
            self.rings.push(ring);
            self.beyond.push(beyond);
            self.lines.push(line);
        }
        Ok(())
    }

    /// Whether a polygon is clockwise where y points up, as those in published files of version 3
    /// are, contrary to the documentation.
    fn is_clockwise(&self, ring: &[u32]) -> bool {
        let at = |k: usize| self.points[ring[k % ring.len()] as usize];
        let turn = |k: usize| at(k).x * at(k + 1).y - at(k).y * at(k + 1).x;
        (0..ring.len()).map(turn).sum::<f64>() < 0.0
    }

    /// The edges shared by two polygons that cannot be crossed. `numbers` are those of the polygons
    /// of the file that are kept.
    fn walls(&self, numbers: &[Option<u32>]) -> Result<Vec<(u32, u32)>, TextError> {
        let mut edges = Vec::new();
        for (polygon, (ring, beyond)) in self.rings.iter().zip(&self.beyond).enumerate() {
            let before = ring.iter().cycle().skip(ring.len().saturating_sub(1));
            for ((&to, &from), &named) in ring.iter().zip(before).zip(beyond) {
                let named = named.map(|named| numbers[named]);
                edges.push((from.min(to), from.max(to), polygon as u32, named));
            }
        }
        edges.sort_small();
        let mut walls = Vec::new();
        for same in edges.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let is_right = match *same {
                [(.., None)] => true,
                [(.., one, of_one), (.., other, of_other)] => {
                    if (of_one, of_other) == (None, None) {
                        walls.push((same[0].0, same[0].1));
                    }
                    (of_one, of_other) == (None, None)
                        || (of_one, of_other) == (Some(Some(other)), Some(Some(one)))
                }
                [_] => false,
                _ => true, // refused by the mesh
            };
            if !is_right {
                let (from, to, polygon, _) = same[0];
                let message = format!(
                    "beyond the edge between vertices {from} and {to} (from 0) a polygon names \
                     another than the one that has the same edge, expected both to name each other"
                );
                return Err(TextError::new(self.lines[polygon as usize], 0, message));
            }
        }
        Ok(walls)
    }
}

/// A reader of the words of a file.
struct Words<'a> {
    rest: &'a [u8],
    line: usize,
}

impl<'a> Words<'a> {
    fn next_word(&mut self) -> Option<&'a [u8]> {
        loop {
            let (&first, rest) = self.rest.split_first()?;
            if first.is_ascii_whitespace() {
                self.line += usize::from(first == b'\n');
                self.rest = rest;
            } else if self.rest.starts_with(b"//") {
                let end = self.rest.iter().position(|&byte| byte == b'\n');
                self.rest = &self.rest[end.unwrap_or(self.rest.len())..];
            } else {
                let end = self.rest.iter().position(u8::is_ascii_whitespace);
                let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
                self.rest = rest;
                return Some(word);
            }
        }
    }

    fn expect<T>(&mut self, what: &str, read: impl Fn(&[u8]) -> Option<T>) -> Result<T, TextError> {
        let word = self.next_word();
        word.and_then(read).ok_or_else(|| {
            let found = word.map_or("the file ends".to_owned(), quote);
            TextError::new(self.line, 0, format!("{found}, expected {what}"))
        })
    }

    fn number(&mut self, what: &str) -> Result<f64, TextError> {
        self.expect(&format!("a number for {what}"), |word| str::from_utf8(word).ok()?.parse().ok())
    }

    fn whole(&mut self, what: &str, least: i64, most: i64) -> Result<i64, TextError> {
        let what = format!("{what} from {least} to {most}");
        self.expect(&what, |word| {
            let number: i64 = str::from_utf8(word).ok()?.parse().ok()?;
            (least..=most).contains(&number).then_some(number)
        })
    }

    /// Reads a count of items that take at least `bytes` bytes each, including separators.
    fn count(&mut self, what: &str, bytes: usize) -> Result<usize, TextError> {
        let most = self.rest.len() / bytes + 1;
        Ok(self.whole(what, 0, most as i64)? as usize)
    }
}
