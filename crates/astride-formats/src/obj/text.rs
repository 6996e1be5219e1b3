//! Vertices and faces out of the text of an OBJ file.

use astride::base::Vec2;
use astride::shapes::mesh::Mesh;

use super::{FORMAT, Up};
use crate::detect::number;
use crate::error::{FormatError, Place, quote};
use crate::import::{Notes, count};
use crate::legend::{Legend, class};

/// No coordinate may be farther from 0, as in a mesh.
const FARTHEST: f64 = 1e12;

/// Words that say nothing about the surface: normals, textures, names, and how it is shown.
const SILENT: [&[u8]; 23] = [
    b"vn",
    b"vt",
    b"vp",
    b"o",
    b"g",
    b"s",
    b"mg",
    b"mtllib",
    b"usemap",
    b"maplib",
    b"bevel",
    b"c_interp",
    b"d_interp",
    b"lod",
    b"shadow_obj",
    b"trace_obj",
    b"ctech",
    b"stech",
    b"call",
    b"csh",
    b"deg",
    b"bmat",
    b"step",
];

/// Words for points, lines and curved surfaces.
const LEFT_OUT: [&[u8]; 12] = [
    b"p", b"l", b"cstype", b"curv", b"curv2", b"surf", b"parm", b"trim", b"hole", b"scrv", b"sp",
    b"con",
];

/// A vertex: where it is on the ground, and how high.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) at: Vec2,
    pub(super) height: f64,
}

/// The faces of a file.
#[derive(Debug)]
pub(super) struct Faces {
    pub(super) points: Vec<Point>,
    /// The vertices of all faces one after the other.
    corners: Vec<u32>,
    /// For each face where its vertices begin, and its line.
    first: Vec<(u32, u32)>,
    /// For each face the terrain class of its material.
    pub(super) classes: Vec<u8>,
    /// How many lines name a material that stands for no terrain.
    unknown: usize,
    pub(super) up: Up,
    /// How many bytes the file has.
    pub(super) bytes: usize,
    /// How many lines and curves are left out.
    pub(super) left_out: usize,
}

impl Faces {
    pub(super) fn read(bytes: &[u8], up: Option<Up>, legend: &Legend) -> Result<Self, FormatError> {
        let mut reader = Reader { class: class::FREE, ..Reader::default() };
        let mut words = Vec::new();
        let (mut line, mut rest) = (1, bytes);
        while !rest.is_empty() {
            let (begin, after) = (line, logical_line(rest, &mut words));
            line += rest[..rest.len() - after.len()].iter().filter(|&&byte| byte == b'\n').count();
            rest = after;
            reader.line(&words, legend).map_err(|error| error.at(Place::Line(begin)))?;
            let last = reader.first.last_mut();
            last.filter(|last| last.1 == 0).into_iter().for_each(|last| last.1 = begin as u32);
        }
        reader.finish(bytes.len(), up)
    }

    pub(super) fn count(&self) -> usize {
        self.first.len()
    }

    /// The vertices of a face, at least 3.
    pub(super) fn ring(&self, face: usize) -> &[u32] {
        let end = self.first.get(face + 1).map_or(self.corners.len(), |next| next.0 as usize);
        &self.corners[self.first[face].0 as usize..end]
    }

    /// The line of a face.
    pub(super) fn place(&self, face: usize) -> Place {
        Place::Line(self.first[face].1 as usize)
    }

    /// Notes what terrain the materials of a mesh stand for: the classes of the faces that it keeps.
    pub(super) fn tell_terrain(&self, classes: &[u8], notes: &mut Notes) {
        let mut counts = [0usize; 256];
        classes.iter().for_each(|&class| counts[usize::from(class)] += 1);
        if counts[usize::from(class::FREE)] < classes.len() {
            let some = (0..=u8::MAX).filter(|&class| counts[usize::from(class)] > 0);
            let listed = some.map(|class| {
                format!("{} of {:?}", count(counts[usize::from(class)], "face"), char::from(class))
            });
            let listed: Vec<String> = listed.collect();
            notes.add(format!("terrain by material: {}", listed.join(", ")));
        }
        if self.unknown > 0 {
            let lines = count(self.unknown, "line");
            notes.add(format!("{lines} with a material that names no terrain, taken as free"));
        }
    }

    pub(super) fn point(&self, vertex: u32) -> Point {
        self.points[vertex as usize]
    }

    /// Twice the area of a face as a vector along its normal, whose last coordinate is up where the
    /// face is counter-clockwise seen from above in the file (Newell's method).
    pub(super) fn normal(&self, face: usize) -> [f64; 3] {
        let ring = self.ring(face);
        let first = self.point(ring[0]);
        let from_first = |vertex: u32| {
            let point = self.point(vertex);
            let off = point.at.minus(first.at);
            [off.x, off.y, point.height - first.height]
        };
        let mut sum = [0.0; 3];
        for pair in ring[1..].windows(2) {
            let (a, b) = (from_first(pair[0]), from_first(pair[1]));
            sum[0] += a[1] * b[2] - a[2] * b[1];
            sum[1] += a[2] * b[0] - a[0] * b[2];
            sum[2] += a[0] * b[1] - a[1] * b[0];
        }
        match self.up {
            Up::Z => sum,
            // x and z without y are seen from below.
            Up::Y => sum.map(|number| -number),
        }
    }
}

/// Collects the words of a line, and of those that continue it after a backslash; what follows it.
fn logical_line<'a>(mut rest: &'a [u8], words: &mut Vec<&'a [u8]>) -> &'a [u8] {
    words.clear();
    loop {
        let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        let line = rest[..end].trim_ascii_end();
        rest = rest.get(end + 1..).unwrap_or_default();
        let (line, is_continued) = match line.strip_suffix(b"\\") {
            Some(line) => (line, true),
            None => (line, false),
        };
        let line = line.split(|&byte| byte == b'#').next().unwrap_or_default();
        words.extend(line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()));
        if !is_continued || rest.is_empty() {
            return rest;
        }
    }
}

#[derive(Default)]
struct Reader {
    points: Vec<[f64; 3]>,
    corners: Vec<u32>,
    first: Vec<(u32, u32)>,
    classes: Vec<u8>,
    /// The class of the faces that follow.
    class: u8,
    unknown: usize,
    left_out: usize,
}

impl Reader {
    fn line(&mut self, words: &[&[u8]], legend: &Legend) -> Result<(), FormatError> {
        match words {
            [] => Ok(()),
            [b"usemtl", name @ ..] => {
                let name = String::from_utf8_lossy(&name.join(&b' ')).into_owned();
                let known = legend.of_word(&name);
                self.unknown += usize::from(known.is_none());
                self.class = known.unwrap_or(class::FREE);
                Ok(())
            }
            [b"v", numbers @ ..] => self.vertex(numbers),
            [b"f" | b"fo", corners @ ..] => self.face(corners),
            [word, ..] if LEFT_OUT.contains(word) => {
                self.left_out += 1;
                Ok(())
            }
            [word, ..] if SILENT.contains(word) || *word == b"end" => Ok(()),
            [word, ..] => {
                let expected = "a line of an OBJ file, such as v for a vertex or f for a face";
                Err(FormatError::new(FORMAT, quote(word), expected))
            }
        }
    }

    fn vertex(&mut self, numbers: &[&[u8]]) -> Result<(), FormatError> {
        let mut point = [0.0; 3];
        for (axis, value) in point.iter_mut().enumerate() {
            let word = numbers.get(axis).copied().unwrap_or_default();
            let right = number(word).filter(|number| number.abs() <= FARTHEST);
            let refused = || {
                let found =
                    if word.is_empty() { "the end of the line".into() } else { quote(word) };
                let expected = format!("{} of a vertex, from -1e12 to 1e12", ["x", "y", "z"][axis]);
                FormatError::new(FORMAT, found, expected)
            };
            *value = right.ok_or_else(refused)? + 0.0; // -0 is 0
        }
        self.points.push(point);
        Ok(())
    }

    fn face(&mut self, corners: &[&[u8]]) -> Result<(), FormatError> {
        if corners.len() < 3 {
            let found = format!("a face with {} corners", corners.len());
            return Err(FormatError::new(FORMAT, found, "at least 3"));
        }
        self.first.push((self.corners.len() as u32, 0));
        self.classes.push(self.class);
        for &corner in corners {
            let vertex = self.vertex_of(corner).ok_or_else(|| {
                let expected = "the number of a vertex: from 1, or from -1 for the last one so far";
                FormatError::new(FORMAT, quote(corner), expected)
            })?;
            self.corners.push(vertex);
        }
        if self.corners.len() > Mesh::MOST {
            let found = format!("{} corners of faces", self.corners.len());
            return Err(FormatError::new(FORMAT, found, format!("{} at most", Mesh::MOST)));
        }
        Ok(())
    }

    /// The vertex that a corner names, which may be one that is yet to come.
    fn vertex_of(&self, corner: &[u8]) -> Option<u32> {
        let number = corner.split(|&byte| byte == b'/').next()?;
        let number: i64 = str::from_utf8(number).ok()?.parse().ok()?;
        let vertex = match number {
            1.. => number - 1,
            0 => return None,
            _ => number.checked_add(self.points.len() as i64)?,
        };
        u32::try_from(vertex).ok()
    }

    fn finish(self, bytes: usize, up: Option<Up>) -> Result<Faces, FormatError> {
        let Reader { points, corners, first, classes, unknown, left_out, .. } = self;
        if first.is_empty() {
            return Err(FormatError::new(FORMAT, "no face", "lines with f"));
        }
        if let Some(at) = corners.iter().position(|&vertex| vertex as usize >= points.len()) {
            let face = first.partition_point(|face| face.0 as usize <= at) - 1;
            let found = format!("a corner at vertex {}", u64::from(corners[at]) + 1);
            let expected = format!("one of the {} vertices", points.len());
            let line = Place::Line(first[face].1 as usize);
            return Err(FormatError::new(FORMAT, found, expected).at(line));
        }
        let used = || corners.iter().map(|&vertex| points[vertex as usize]);
        let is_flat = |axis: usize| {
            used().all(|point| point[axis].total_cmp(&points[corners[0] as usize][axis]).is_eq())
        };
        let up = up.unwrap_or(if is_flat(2) && !is_flat(1) { Up::Z } else { Up::Y });
        let placed = |[x, y, z]: [f64; 3]| match up {
            Up::Y => Point { at: Vec2::new(x, z), height: y },
            Up::Z => Point { at: Vec2::new(x, y), height: z },
        };
        let points = points.into_iter().map(placed).collect();
        Ok(Faces { points, corners, first, classes, unknown, up, bytes, left_out })
    }
}
