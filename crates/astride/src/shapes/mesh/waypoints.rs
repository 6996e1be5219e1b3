//! Waypoints: the corners of the ground, and the straight legs between those that see each other.

use crate::base::{Budget, SmallSort, Spent, Vec2};
use crate::shapes::mesh::{
    error::{Kind, MeshError},
    labels::{Lookout, Walls, walls},
    polygons::Mesh,
};

/// The waypoints of a mesh: its corners, the only places where shortest paths bend, and the legs between
/// corners that see each other, without those that no shortest path takes. Unless its ends see each other,
/// a shortest path over the ground is a cheapest one over the legs and the lines to the waypoints that its
/// ends see (the visibility graph of Lozano-Pérez & Wesley, "An Algorithm for Planning Collision-Free Paths
/// Among Polyhedral Obstacles", CACM 1979, reduced to legs that touch the obstacles at both ends).
///
/// They are numbers and points, to be put into a graph, with its hierarchies, labels and edits, or to be
/// looked at and thinned out. For shortest paths alone [`polyanya`](super::polyanya()) needs no waypoints,
/// and [`MeshLabels`](super::MeshLabels) is quicker.
///
/// # Examples
///
/// ```
/// use astride::base::{Budget, Vec2};
/// use astride::index::hubs::{HubLabels, HubOptions, SparseGraph};
/// use astride::search::Scratch;
/// use astride::shapes::graph::Graph;
/// use astride::shapes::mesh::{Mesh, Sight};
/// // A hall with a bend at (6, 4).
/// let corners = [(0, 4), (6, 4), (6, 0), (9, 0), (9, 7), (0, 7)];
/// let corners = corners.map(|(x, y)| Vec2::new(f64::from(x), f64::from(y))).to_vec();
/// let mesh = Mesh::from_faces(corners, &[[0, 1, 2, 3, 4, 5]])?;
/// let waypoints = mesh.waypoints(&mut Budget::unlimited())?;
/// assert_eq!(waypoints.points(), [Vec2::new(6.0, 4.0)]);
///
/// // 1000 ticks for a unit of length.
/// let graph = Graph::from_arcs(waypoints.points().len() as u32, &waypoints.arcs(1000))?;
/// let labels = HubLabels::build(&SparseGraph::of_world(&graph)?, &HubOptions::default())?;
///
/// let (from, to) = (Vec2::new(1.0, 5.0), Vec2::new(7.5, 1.0));
/// assert!(!matches!(mesh.see(from, to), Some(Sight::Clear)), "else that is the path");
/// let [start, goal] = [from, to].map(|place| waypoints.seen_from(&mesh, place, 1000));
/// let meeting = labels.distance(&start?, &goal?, &mut Scratch::new()).unwrap();
/// assert_eq!(meeting.total, 5099 + 3354);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Waypoints {
    stamp: u64,
    points: Vec<Vec2>,
    walls: Vec<Walls>,
    legs: Vec<(u32, u32)>,
}

impl Mesh {
    /// Finds the waypoints of the mesh; those of a mesh [for a radius](Self::for_radius) are for discs.
    ///
    /// # Errors
    ///
    /// If `budget` runs out. An expansion is what one corner sees of one polygon; a limit of bytes is one
    /// for the legs, and is checked after each corner.
    ///
    /// # Complexity
    ///
    /// O(c · v) for c corners and v edges of the polygons that one sees, each counted as often as there are
    /// gaps through which it is seen, and O(legs log legs). Open ground with many corners has up to c²/2
    /// legs, of 8 bytes each, and twice as many meanwhile.
    pub fn waypoints(&self, budget: &mut Budget<'_>) -> Result<Waypoints, Spent> {
        let walls = walls(self);
        let mut lookout = Lookout::new(self, &walls);
        let mut legs = Vec::new();
        for corner in 0..self.corners.len() as u32 {
            lookout.look(corner, &mut legs, |_, _| budget.take().map_or(Ok(()), Err))?;
            if !budget.allows_bytes(size_of_val(&*legs)) {
                return Err(Spent::Bytes);
            }
        }
        legs.sort_small();
        legs.dedup();
        legs.shrink_to_fit();
        let points = (0..self.corners.len() as u32).map(|corner| self.corner_at(corner)).collect();
        Ok(Waypoints { stamp: self.stamp, points, walls, legs })
    }
}

impl Waypoints {
    /// Where they are, in the units of the mesh. Their numbers are places in this list. On floors above each
    /// other several may be at one place.
    pub fn points(&self) -> &[Vec2] {
        &self.points
    }

    /// The legs between two waypoints, each once with the lower number first, in order.
    pub fn legs(&self) -> &[(u32, u32)] {
        &self.legs
    }

    /// Both ways of each leg as arcs of a [`Graph`](crate::shapes::graph::Graph): from, to, and the length
    /// in ticks, of which `scale` make a unit of length. Each is rounded, so a path of n legs is told up to
    /// n/2 ticks too short or too long; it is at least 1 and at most 2³² − 1. A graph refuses arcs above its
    /// [`MAX_COST`](crate::shapes::graph::Graph::MAX_COST), and more than 4095 legs at one waypoint.
    pub fn arcs(&self, scale: u32) -> Vec<(u32, u32, u32)> {
        let arc = |&(one, other): &(u32, u32)| {
            let length = self.points[one as usize].distance_to(self.points[other as usize]);
            let ticks = ticks(length, scale).max(1);
            [(one, other, ticks), (other, one, ticks)]
        };
        self.legs.iter().flat_map(arc).collect()
    }

    /// The waypoints to which a straight line leads from a place of their mesh and where a path can bend,
    /// with the length in ticks, of which `scale` make a unit, rounded, at most 2³² − 1; in order of their
    /// numbers. The list
    /// is empty if the place is not on the mesh. A place beside the mesh by at most the
    /// [tolerance](Mesh::tolerance) is moved onto it, while [`Mesh::see`] takes the second of its places as
    /// it is: ask it about what [`Mesh::nearest`] makes of such a place.
    ///
    /// # Errors
    ///
    /// If they are of another mesh.
    ///
    /// # Complexity
    ///
    /// O(c · k) for c waypoints and the k edges of polygons on the line to each.
    pub fn seen_from(
        &self,
        mesh: &Mesh,
        place: Vec2,
        scale: u32,
    ) -> Result<Vec<(u32, u32)>, MeshError> {
        if mesh.stamp != self.stamp {
            return Err(MeshError(Kind::WaypointsStale));
        }
        let mut starts = Vec::new();
        let Some(place) = mesh.settle(place, &mut starts) else { return Ok(Vec::new()) };
        let is_seen = |&(at, walls): &(&Vec2, &Walls)| {
            walls.turn(mesh, *at, place) && mesh.sees(&starts, place, &walls.polygons(mesh), *at)
        };
        let all = (0..).zip(self.points.iter().zip(&self.walls));
        let seen = all.filter(|(_, corner)| is_seen(corner));
        Ok(seen.map(|(number, (at, _))| (number, ticks(place.distance_to(*at), scale))).collect())
    }
}

/// At most 2³² − 1.
fn ticks(length: f64, scale: u32) -> u32 {
    (length * f64::from(scale)).round() as u32
}
