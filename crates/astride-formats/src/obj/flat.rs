//! Faces that are a navigation mesh already.

use astride::shapes::mesh::Mesh;

use super::text::{Faces, Point};
use super::{FORMAT, Up, mesh_error};
use crate::error::FormatError;
use crate::import::{Import, Map, Notes, count};

/// Whether all faces that have an area look the same way, up or down, and none is so steep that less
/// than `flattest` of its normal does.
pub(super) fn is_ground(faces: &Faces, flattest: f64) -> bool {
    let (mut ups, mut downs, mut others) = (0, 0, 0);
    for face in 0..faces.count() {
        let normal = faces.normal(face);
        let length = normal.iter().map(|number| number * number).sum::<f64>().sqrt();
        let level = normal[2].abs() >= flattest * length;
        *match length > 0.0 {
            false => continue,
            true if !level => &mut others,
            true if normal[2] > 0.0 => &mut ups,
            true => &mut downs,
        } += 1;
    }
    others == 0 && (ups == 0) != (downs == 0)
}

/// The mesh whose polygons are the faces.
pub(super) fn mesh(faces: &Faces) -> Result<Import, FormatError> {
    let joined = joined(&faces.points);
    let (mut rings, mut face_of, mut classes) = (Vec::new(), Vec::new(), Vec::new());
    let mut first: Option<usize> = None;
    for face in 0..faces.count() {
        let mut ring = faces.ring(face).iter().map(|&vertex| joined[vertex as usize]).collect();
        without_spikes(&mut ring);
        if ring.len() < 3 {
            continue;
        }
        let looks_up = faces.normal(face)[2] > 0.0;
        let other = *first.get_or_insert(face);
        let (here, there) = (looks_up, faces.normal(other)[2] > 0.0);
        if here != there {
            let side = |looks_up| if looks_up { "up" } else { "down or aside" };
            let found = format!("a face that looks {}", side(here));
            let expected =
                format!("one that looks {}, as that in {}", side(there), faces.place(other));
            return Err(FormatError::new(FORMAT, found, expected).at(faces.place(face)));
        }
        // Counter-clockwise in the coordinates of the mesh.
        if looks_up == (faces.up == Up::Y) {
            ring.reverse();
        }
        rings.push(ring);
        face_of.push(face);
        classes.push(faces.classes[face]);
    }
    let points = faces.points.iter().map(|point| point.at).collect();
    let mesh = Mesh::from_faces_of(points, &rings, &classes).map_err(|error| {
        let place = error.polygon().map(|polygon| faces.place(face_of[polygon as usize]));
        mesh_error(&error).at(place.unwrap_or_default())
    })?;
    let mut notes = Notes::default();
    let axes = if faces.up == Up::Y { "y up, places are x,z" } else { "z up, places are x,y" };
    let (read, parts) = (count(rings.len(), "face"), count(parts(&mesh), "connected part"));
    notes.add(format!("read as a navigation mesh with {axes}: {read} in {parts}"));
    let flat = faces.count() - rings.len();
    if flat > 0 {
        notes.add(format!("{} with fewer than 3 places left out", count(flat, "face")));
    }
    faces.tell_terrain(&classes, &mut notes);
    faces.tell(&mut notes);
    Ok(Import { map: Map::Mesh(Box::new(mesh)), notes: notes.list() })
}

impl Faces {
    /// Notes what else of the file is left out.
    pub(super) fn tell(&self, notes: &mut Notes) {
        if self.left_out > 0 {
            notes.add(format!("{} left out", count(self.left_out, "point, line or curve")));
        }
    }
}

/// For each vertex the first at the same place: exporters repeat vertices for normals and textures.
fn joined(points: &[Point]) -> Vec<u32> {
    let by_place = |a: &Point, b: &Point| {
        let plane = a.at.x.total_cmp(&b.at.x).then(a.at.y.total_cmp(&b.at.y));
        plane.then(a.height.total_cmp(&b.height))
    };
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    let point = |vertex: u32| &points[vertex as usize];
    order.sort_unstable_by(|&a, &b| by_place(point(a), point(b)).then(a.cmp(&b)));
    let mut joined = vec![0; points.len()];
    for same in order.chunk_by(|&a, &b| by_place(point(a), point(b)).is_eq()) {
        same.iter().for_each(|&vertex| joined[vertex as usize] = same[0]);
    }
    joined
}

/// Leaves out vertices that are named twice in a row, and those from which a ring goes straight back.
fn without_spikes(ring: &mut Vec<u32>) {
    let mut kept: Vec<u32> = Vec::with_capacity(ring.len());
    for &vertex in ring.iter() {
        if kept.last() == Some(&vertex) {
            continue;
        }
        if kept.len() >= 2 && kept[kept.len() - 2] == vertex {
            kept.pop();
        } else {
            kept.push(vertex);
        }
    }
    // The same across the end.
    let (mut begin, mut end) = (0, kept.len());
    while end - begin >= 2 {
        if kept[begin] == kept[end - 1] {
            end -= 1;
        } else if kept[begin] == kept[end - 2] {
            end -= 2;
        } else if kept[begin + 1] == kept[end - 1] {
            (begin, end) = (begin + 1, end - 1);
        } else {
            break;
        }
    }
    kept.truncate(end);
    kept.drain(..begin);
    *ring = kept;
}

/// How many parts a mesh has between which there are no connections.
fn parts(mesh: &Mesh) -> usize {
    let mut is_known = vec![false; mesh.polygon_count() as usize];
    let (mut parts, mut waiting) = (0, Vec::new());
    for polygon in 0..mesh.polygon_count() {
        parts += usize::from(!is_known[polygon as usize]);
        waiting.push(polygon);
        while let Some(polygon) = waiting.pop() {
            if !std::mem::replace(&mut is_known[polygon as usize], true) {
                waiting.extend(mesh.neighbours_of(polygon).into_iter().flatten());
            }
        }
    }
    parts
}
