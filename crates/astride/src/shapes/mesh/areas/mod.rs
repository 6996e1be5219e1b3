//! Area costs: each area class costs a mover a factor per unit of length or is forbidden, and paths are
//! found together with a proof of how near to the cheapest they are.
//!
//! The cheapest path over regions of different cost bends at their borders as light does, and where it
//! crosses them cannot in general be expressed by radicals (De Carufel et al., "A note on the
//! unsolvability of the weighted region shortest path problem", Computational Geometry 47, 2014). So a
//! path is searched over points on the edges between polygons (Lanthier, Maheshwari & Sack,
//! "Approximating weighted shortest paths on polyhedral surfaces", SoCG 1997), and a second search,
//! over pieces of those edges, bounds the cost of every path from below; `refine` says how the two come
//! together.

mod refine;
mod sites;
mod straighten;

use crate::base::{Budget, Vec2};
use crate::search::observer::{Watcher, by_watcher, watched};
use crate::search::{Found, Guarantee, Outcome, Scratch, SearchObserver};
use crate::shapes::mesh::{
    Polyanya,
    build::Rings,
    error::{Kind, MeshError},
    merge::twice,
    polygons::{Mesh, NONE},
};

/// The most legs from edge to edge of a polygon: some seconds' work. A million hexagons have 2²⁵.
const MOST_LEGS: u64 = 1 << 30;

/// What each area class costs a mover: a factor per unit of length, or the class is forbidden. All
/// factors are 1 at first.
///
/// # Examples
///
/// ```
/// use astride::shapes::mesh::AreaFactors;
/// const ROAD: u8 = 1;
/// const LAVA: u8 = 2;
/// let factors = AreaFactors::new().with(ROAD, 0.5)?.without(LAVA);
/// assert_eq!([0, ROAD, LAVA].map(|class| factors.of(class)), [Some(1.0), Some(0.5), None]);
/// # Ok::<(), astride::shapes::mesh::MeshError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct AreaFactors {
    /// By class; infinite for those that are forbidden.
    factors: [f64; 256],
}

impl AreaFactors {
    /// The least factor.
    pub const LEAST: f64 = 1e-6;

    /// The largest factor.
    pub const MOST: f64 = 1e6;

    /// The factor 1 for every class.
    pub fn new() -> Self {
        AreaFactors { factors: [1.0; 256] }
    }

    /// The same factors, with another one for a class.
    ///
    /// # Errors
    ///
    /// If the factor is not a number from [`LEAST`](Self::LEAST) to [`MOST`](Self::MOST).
    pub fn with(mut self, class: u8, factor: f64) -> Result<Self, MeshError> {
        if !(Self::LEAST..=Self::MOST).contains(&factor) {
            return Err(MeshError(Kind::AreaFactor { class, factor }));
        }
        self.factors[usize::from(class)] = factor;
        Ok(self)
    }

    /// The same factors, with a class forbidden.
    #[must_use]
    pub fn without(mut self, class: u8) -> Self {
        self.factors[usize::from(class)] = f64::INFINITY;
        self
    }

    /// The factor of a class; `None` if it is forbidden.
    pub fn of(&self, class: u8) -> Option<f64> {
        Some(self.factors[usize::from(class)]).filter(|factor| factor.is_finite())
    }
}

impl Default for AreaFactors {
    fn default() -> Self {
        AreaFactors::new()
    }
}

/// The ground of a mesh that a mover may enter, with what each polygon costs it.
///
/// A path costs the length of its part in each polygon times the factor of the polygon's class; along an
/// edge between two polygons the lower factor counts. Edges to forbidden polygons are walls, for
/// [`path`](Self::path) and for every question to [`mesh`](Self::mesh).
///
/// # Examples
///
/// ```
/// use astride::base::{Budget, Vec2};
/// use astride::search::Scratch;
/// use astride::shapes::mesh::{AreaFactors, Mesh, WeightedMesh};
/// // Mud of 4 × 4 with a strip of grass of 4 × 1 above it.
/// let points = [(0, 0), (4, 0), (4, 4), (0, 4), (4, 5), (0, 5)];
/// let points = points.map(|(x, y)| Vec2::new(f64::from(x), f64::from(y))).to_vec();
/// let (grass, mud) = (0, 1);
/// let mesh = Mesh::new(points, &[[0, 1, 2, 3], [3, 2, 4, 5]])?.with_classes(&[mud, grass])?;
/// let ground = WeightedMesh::new(&mesh, &AreaFactors::new().with(mud, 2.0)?)?;
///
/// let (from, to) = (Vec2::new(0.0, 3.5), Vec2::new(4.0, 3.5));
/// let (mut scratch, mut budget) = (Scratch::new(), Budget::unlimited());
/// let answer = ground.path(from, to, 1.01, &mut scratch, &mut budget, &mut ());
/// let path = answer.path().unwrap();
/// // Into the grass at the critical angle, 30 degrees, along its edge, and back.
/// let cheapest = 4.0 + 3f64.sqrt();
/// assert!(path.at_least <= cheapest && cheapest <= path.cost * (1.0 + 1e-12));
/// assert!(path.cost <= 1.01 * path.at_least);
/// # Ok::<(), astride::shapes::mesh::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct WeightedMesh {
    mesh: Mesh,
    /// By polygon.
    factors: Vec<f64>,
    least: f64,
    is_uniform: bool,
}

/// A path over areas of different cost, and a bound on the cost of every other path.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightedPath {
    /// Where it begins, turns, crosses into ground of another factor, and ends.
    pub points: Vec<Vec2>,
    /// The factor of each leg; leg `k` leads from `points[k]` to `points[k + 1]`.
    pub factors: Vec<f64>,
    /// The sum of the lengths of the legs, each times its factor.
    pub cost: f64,
    /// No path costs less.
    pub at_least: f64,
}

impl WeightedPath {
    /// The path costs at most this many times as much as the cheapest; 1 if it is known to be a cheapest.
    pub fn ratio(&self) -> f64 {
        if self.cost > self.at_least { self.cost / self.at_least } else { 1.0 }
    }
}

impl WeightedMesh {
    /// Takes the polygons of a mesh whose class is allowed, with the factors of their classes.
    ///
    /// # Errors
    ///
    /// If every polygon is forbidden; or if factors differ, and the squares of the polygons' numbers of
    /// edges add up to more than 2³⁰, since each round of a search may look at that many legs.
    ///
    /// # Complexity
    ///
    /// That of [`Mesh::new`] if a polygon is forbidden, else that of a copy. Mesh and factors are read
    /// once: make another after changes, and one for each kind of mover.
    pub fn new(mesh: &Mesh, factors: &AreaFactors) -> Result<Self, MeshError> {
        let mesh = mesh.allowed(factors)?;
        let factors: Vec<f64> =
            mesh.classes.iter().map(|&class| factors.factors[usize::from(class)]).collect();
        let least = factors.iter().copied().fold(f64::INFINITY, f64::min);
        let is_uniform = factors.iter().all(|&factor| factor <= least);
        let legs_of = |polygon| (mesh.edges_of(polygon).len() as u64).saturating_pow(2);
        let legs = (0..mesh.polygon_count()).map(legs_of).fold(0, u64::saturating_add);
        if !is_uniform && legs > MOST_LEGS {
            return Err(MeshError(Kind::AreaLegs { legs, most: MOST_LEGS }));
        }
        Ok(WeightedMesh { mesh, factors, least, is_uniform })
    }

    /// The allowed ground. Its polygons are numbered in the order of the mesh from which it was taken.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// The factor of a polygon of [`mesh`](Self::mesh); `None` if there is no such polygon.
    pub fn factor_of(&self, polygon: u32) -> Option<f64> {
        self.factors.get(polygon as usize).copied()
    }

    /// The least factor of the allowed ground.
    pub(super) fn least_factor(&self) -> f64 {
        self.least
    }

    /// Finds a path and proves how near to the cheapest it is. The search ends once the path costs at
    /// most `within` times as much as the cheapest, such as 1.01; with a number of 1 or less it
    /// goes on until the costs are equal or a limit is reached.
    ///
    /// What is proved is in the answer, [`WeightedPath::at_least`], and as a ratio in its guarantee.
    /// If all ground has one factor, the path is that of [`polyanya`](crate::shapes::mesh::polyanya)
    /// and nothing is cheaper. Otherwise the bound may be worse than `within` where a limit ends the
    /// search: if the budget runs out when a path is known, that path is returned with what has been
    /// proved so far, and if the next round would look at more than 2²⁵ legs, it is not begun. Bounds
    /// are rounded down and costs summed in `f64`, so both hold to about 10⁻¹². Places beside the mesh
    /// are moved onto it as for `polyanya`.
    ///
    /// The observer sees polygons as nodes and costs as ticks, 13 860 to the unit of length at factor 1.
    /// A search without a path when the budget runs out has to start again.
    ///
    /// # Complexity
    ///
    /// One search of Polyanya, O(m log m) for the m edges that are near enough to both ends to be on a
    /// path as cheap as the best through the middles of edges, and usually no more than a dozen rounds, each
    /// of which looks at O(k²) legs of a polygon with k pieces of edges that can be on a path as cheap,
    /// twice. Where the lengths of pieces are halved, the gap in the bound is halved as well. Memory:
    /// about 250 bytes per piece, beside that of Polyanya.
    pub fn path<O: SearchObserver>(
        &self,
        from: Vec2,
        to: Vec2,
        within: f64,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Outcome<WeightedPath> {
        let ends = [from, to];
        watched(observer, |observer| self.path_watched(ends, within, scratch, budget, observer))
    }

    fn path_watched(
        &self,
        ends: [Vec2; 2],
        within: f64,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
        observer: Watcher<'_>,
    ) -> Outcome<WeightedPath> {
        by_watcher!(observer => self.path_by(ends, within, scratch, budget, observer))
    }

    fn path_by(
        &self,
        [from, to]: [Vec2; 2],
        within: f64,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
        observer: &mut impl SearchObserver,
    ) -> Outcome<WeightedPath> {
        let shortest = match Polyanya::new(&self.mesh, from, to, scratch).run_by(budget, observer) {
            Outcome::Found(found) => found,
            Outcome::Unreachable(none) => return Outcome::Unreachable(none),
            Outcome::OutOfBudget(out) => return Outcome::OutOfBudget(out),
        };
        let (line, effort) = (shortest.path, shortest.effort);
        let at_least = self.least * line.length;
        if self.is_uniform {
            let factors = vec![self.least; line.points.len() - 1];
            let path = WeightedPath { points: line.points, factors, cost: at_least, at_least };
            return Outcome::Found(Found { path, guarantee: Guarantee::Optimal, effort });
        }
        refine::Refining::new(self, [from, to], at_least, effort).run(within, budget, observer)
    }
}

impl Mesh {
    /// The polygons whose classes are not forbidden; edges to others are walls.
    fn allowed(&self, factors: &AreaFactors) -> Result<Mesh, MeshError> {
        let is_allowed = |class: u8| factors.of(class).is_some();
        if self.classes.iter().all(|&class| is_allowed(class)) {
            return Ok(self.clone());
        }
        let mut rings = Rings::new();
        let mut walls = Vec::new();
        for polygon in 0..self.polygon_count() {
            let class = self.classes[polygon as usize];
            if is_allowed(class) {
                rings.push(class, self.vertices_of(polygon).iter().copied());
                let walled = self.edges_of(polygon).filter(|&edge| self.across[edge] == NONE);
                walls.extend(walled.map(|edge| (self.from[edge], self.to[edge])));
            }
        }
        if rings.classes.is_empty() {
            return Err(MeshError(Kind::AllForbidden));
        }
        Mesh::of_rings(self.points.clone(), rings, &twice(walls.into_iter()))
    }
}
