//! Meshes of the ground between outlines: unions and differences of polygons, triangulated.
//!
//! Corners are rounded to whole numbers on a grid of 2⁵² steps from 0 to the largest coordinate, on which
//! outlines are united and subtracted by sweeping a line over them (crate `i_overlay`). What is left is
//! covered by a constrained Delaunay triangulation (Chew, "Constrained Delaunay Triangulations",
//! Algorithmica 4, 1989; crate `spade`).

use std::collections::VecDeque;

use astride::base::Vec2;
use astride::shapes::mesh::{Mesh, MeshError};
use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::Overlay;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::core::simplify::Simplify;
use i_overlay::i_float::int::point::IntPoint;
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};

/// The most corners that outlines may have together.
const MOST_CORNERS: usize = 1 << 20;

/// The most pairs of edges whose boxes meet, which bounds the number of crossings.
const MOST_MEETINGS: usize = 1 << 22;

/// The most pairs of edges that overlap in x, and the most that overlap in y: a long edge may replace an
/// edge of the triangulation for each edge that it runs past, which takes a minute for so many.
const MOST_OVERLAPS: usize = 1 << 28;

/// No coordinate may be farther from 0, as in a mesh.
const FARTHEST: f64 = 1e12;

/// Coordinates nearer to 0 count as 0, as in a mesh.
const NEAREST: f64 = 1e-100;

type Contour = Vec<IntPoint<i64>>;

/// Corners, and triangles between them.
type Triangles = (Vec<Point2<f64>>, Vec<[u32; 3]>);

/// The mesh of the ground inside of some outlines and outside of others, in few polygons.
///
/// An outline is a list of corners, in either order, that is closed by an edge from the last to the
/// first. It may cross or touch itself and the others: a place is inside if the outline winds around it.
/// Ground is what is inside of any outline of `ground` and of no outline of `obstacles`; its parts are
/// connected where they share more than a point. So no path leads between two obstacles that touch, and
/// an outline without area is neither ground nor obstacle.
///
/// Corners, and places where edges cross, are rounded to 2⁻⁵² of the largest coordinate.
///
/// # Errors
///
/// If an outline has fewer than 3 corners; if a coordinate is no number from -10¹² to 10¹²; if there are
/// more than 2²⁰ corners, more than 2²² pairs of edges that may cross, or more than 2²⁸ that overlap in
/// x, or in y; or if no ground is left.
///
/// # Complexity
///
/// O((n + k) log n) for n corners and k crossings, where few edges are as long as the whole ground.
///
/// # Examples
///
/// ```
/// use astride::base::Vec2;
/// use astride::search::Scratch;
/// use astride::shapes::mesh::polyanya;
/// use astride_formats::mesh_of_outlines;
/// let outline = |corners: &[(f64, f64)]| -> Vec<Vec2> {
///     corners.iter().map(|&(x, y)| Vec2::new(x, y)).collect()
/// };
/// let yard = outline(&[(0.0, 0.0), (9.0, 0.0), (9.0, 6.0), (0.0, 6.0)]);
/// let houses = [
///     outline(&[(3.0, 1.0), (5.0, 1.0), (5.0, 4.0), (3.0, 4.0)]),
///     outline(&[(4.0, 3.0), (6.0, 3.0), (4.0, 5.0)]), // overlaps the other
/// ];
/// let mesh = mesh_of_outlines(&[yard], &houses)?;
/// assert!((mesh.area() - (54.0 - 6.0 - 2.0 + 1.0)).abs() < 1e-9);
///
/// let (from, to) = (Vec2::new(0.0, 3.5), Vec2::new(8.0, 3.5));
/// let path = polyanya(&mesh, from, to, &mut Scratch::new(), &mut ());
/// assert!(path.length() > Some(8.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn mesh_of_outlines(
    ground: &[impl AsRef<[Vec2]>],
    obstacles: &[impl AsRef<[Vec2]>],
) -> Result<Mesh, OutlineError> {
    let outlines: Vec<&[Vec2]> =
        ground.iter().map(AsRef::as_ref).chain(obstacles.iter().map(AsRef::as_ref)).collect();
    let scale = scale_of(&outlines)?;
    let contours: Vec<Contour> = outlines.iter().map(|outline| rounded(outline, scale)).collect();
    check_meetings(&contours)?;
    let (ground, obstacles) = contours.split_at(ground.len());
    // Each by itself, so that outlines that wind in opposite directions do not cancel one another.
    let filled = |contours: &[Contour]| -> Vec<Contour> {
        let shapes = contours.iter().map(|one| one.simplify(FillRule::NonZero, Default::default()));
        shapes.flatten().flatten().collect()
    };
    let (ground, obstacles) = (filled(ground), filled(obstacles));
    let mut overlay = Overlay::<i64>::from_subj_and_clip(&ground, &obstacles);
    let shapes = overlay.overlay(OverlayRule::Difference, FillRule::NonZero);
    let left: Vec<Contour> = shapes.into_iter().flatten().collect();
    let (points, triangles) = triangulated(&left)?;
    if triangles.is_empty() {
        return Err(OutlineError(Kind::NoGround));
    }
    let back = |point: &Point2<f64>| Vec2::new(point.x / scale, point.y / scale);
    let mesh = Mesh::new(points.iter().map(back).collect(), &triangles);
    Ok(mesh.map_err(|error| OutlineError(Kind::Mesh(error)))?.merged())
}

/// The power of two that turns coordinates into numbers below 2⁵².
fn scale_of(outlines: &[&[Vec2]]) -> Result<f64, OutlineError> {
    let mut extent = NEAREST;
    let mut corners = 0;
    for (outline, all) in outlines.iter().enumerate() {
        corners += all.len();
        if all.len() < 3 {
            return Err(OutlineError(Kind::FewCorners { outline, count: all.len() }));
        }
        if corners > MOST_CORNERS {
            return Err(OutlineError(Kind::ManyCorners));
        }
        for (corner, point) in all.iter().enumerate() {
            let sizes = [point.x.abs(), point.y.abs()];
            if !sizes.iter().all(|size| *size <= FARTHEST) {
                return Err(OutlineError(Kind::Corner { outline, corner, point: *point }));
            }
            extent = extent.max(sizes[0]).max(sizes[1]);
        }
    }
    let exponent = (extent.to_bits() >> 52) as i32 - 1023;
    Ok(2f64.powi(51 - exponent))
}

fn rounded(outline: &[Vec2], scale: f64) -> Contour {
    let number = |x: f64| (if x.abs() < NEAREST { 0.0 } else { x * scale }).round() as i64;
    outline.iter().map(|point| IntPoint::new(number(point.x), number(point.y))).collect()
}

/// Refuses outlines with very many crossings, which would take memory for each, or with very many edges
/// side by side, which would take time.
fn check_meetings(contours: &[Contour]) -> Result<(), OutlineError> {
    let mut boxes: Vec<[i64; 4]> = Vec::new();
    for contour in contours {
        let ends = contour.iter().zip(contour.iter().cycle().skip(1));
        boxes.extend(ends.map(|(a, b)| [a.x.min(b.x), a.x.max(b.x), a.y.min(b.y), a.y.max(b.y)]));
    }
    // From left to right, and then from bottom to top.
    for _ in 0..2 {
        boxes.sort_unstable();
        let (mut overlaps, mut meetings) = (0usize, 0usize);
        for (at, one) in boxes.iter().enumerate() {
            for other in boxes[at + 1..].iter().take_while(|other| other[0] <= one[1]) {
                overlaps += 1;
                meetings += usize::from(one[2] <= other[3] && other[2] <= one[3]);
                if meetings > MOST_MEETINGS || overlaps > MOST_OVERLAPS {
                    return Err(OutlineError(Kind::ManyMeetings));
                }
            }
        }
        boxes.iter_mut().for_each(|one| one.rotate_left(2));
    }
    Ok(())
}

/// Corners, and triangles between them that cover what lies inside of contours, each of which has the
/// inside on one side of it and the outside on the other.
fn triangulated(contours: &[Contour]) -> Result<Triangles, OutlineError> {
    let mut places: Vec<(i64, i64)> = contours.iter().flatten().map(|at| (at.x, at.y)).collect();
    places.sort_unstable();
    places.dedup();
    // Every corner is among the places.
    let number = |at: &IntPoint<i64>| places.partition_point(|place| *place < (at.x, at.y));
    let mut edges = Vec::new();
    for contour in contours {
        let ends = contour.iter().zip(contour.iter().cycle().skip(1));
        edges.extend(ends.map(|(from, to)| [number(from), number(to)]));
    }
    // Below 2⁵², so no number changes.
    let points: Vec<Point2<f64>> =
        places.iter().map(|&(x, y)| Point2::new(x as f64, y as f64)).collect();
    let mut are_apart = true;
    let triangulation = ConstrainedDelaunayTriangulation::<Point2<f64>>::try_bulk_load_cdt(
        points.clone(),
        edges,
        |_| are_apart = false,
    );
    let triangulation = triangulation.ok().filter(|_| are_apart);
    let triangulation = triangulation.ok_or(OutlineError(Kind::Crossing))?;
    let is_inside = inside_of(&triangulation);
    let inner = triangulation.inner_faces().filter(|face| is_inside[face.fix().index()]);
    let triangles = inner.map(|face| face.vertices().map(|vertex| vertex.fix().index() as u32));
    let triangles = triangles.collect();
    Ok((points, triangles))
}

/// For each face of a triangulation whether it is inside: an odd number of contours lie between it and
/// the outer face.
fn inside_of(triangulation: &ConstrainedDelaunayTriangulation<Point2<f64>>) -> Vec<bool> {
    let mut is_inside = vec![None; triangulation.num_all_faces()];
    let mut waiting = VecDeque::new();
    let outer = triangulation.outer_face().fix().index();
    is_inside[outer] = Some(false);
    for edge in triangulation.directed_edges().filter(|edge| edge.face().is_outer()) {
        let face = edge.rev().face();
        let inside = edge.as_undirected().is_constraint_edge();
        if is_inside[face.fix().index()].is_none() {
            is_inside[face.fix().index()] = Some(inside);
            waiting.push_back((face, inside));
        }
    }
    while let Some((face, inside)) = waiting.pop_front() {
        let Some(face) = face.as_inner() else { continue };
        for edge in face.adjacent_edges() {
            let next = edge.rev().face();
            let inside = inside != edge.as_undirected().is_constraint_edge();
            if is_inside[next.fix().index()].is_none() {
                is_inside[next.fix().index()] = Some(inside);
                waiting.push_back((next, inside));
            }
        }
    }
    is_inside.into_iter().map(|inside| inside == Some(true)).collect()
}

/// Outlines that make no mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutlineError(Kind);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    FewCorners { outline: usize, count: usize },
    Corner { outline: usize, corner: usize, point: Vec2 },
    ManyCorners,
    ManyMeetings,
    NoGround,
    Crossing,
    Mesh(MeshError),
}

astride::errors! { OutlineError(Kind):
    FewCorners { outline, count } => ("outline-few-corners",
        "outline {outline} has {count} corners, expected at least 3"),
    Corner { outline, corner, point: Vec2 { x, y } } => ("outline-corner-out-of-range",
        "corner {corner} of outline {outline} is ({x}, {y}), expected numbers from -{0:e} to {0:e}",
        FARTHEST),
    ManyCorners => ("outline-too-many-corners",
        "the outlines have more than {} corners together, expected fewer", MOST_CORNERS),
    ManyMeetings => ("outline-too-many-crossings",
        "more than {} pairs of edges of the outlines may cross, or more than {} overlap in x or in y, \
        expected fewer", MOST_MEETINGS, MOST_OVERLAPS),
    NoGround => ("outline-no-ground",
        "no ground is left between the outlines, expected some with an area"),
    Crossing => ("outline-crossing",
        "edges of the outlines cross where they are rounded, expected corners farther apart"),
    Mesh(error) => (source error),
}
