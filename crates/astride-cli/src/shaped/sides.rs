//! What is asked of maps whose places are areas with sides: floors, hexagons and triangles.

use std::sync::Arc;

use astride::base::{Budget, NodeId, Vec2};
use astride::planner::{Ask, Navigator};
use astride::shapes::floors::FloorMap;
use astride::shapes::hex::{Hex, HexMap};
use astride::shapes::mesh::Mesh;
use astride::shapes::triangle::TriangleMap;
use astride::shapes::{Near, TileMap};

use super::{Look, Shaped};
use crate::error::Failure;

/// How far a ray gets.
pub(crate) struct Reached {
    /// The name of the last place.
    pub(crate) last: String,
    /// The point at which it is stopped.
    pub(crate) stop: Option<Vec<f64>>,
}

/// How far a ray gets: the last place, and if it is stopped, the point in the layout of the map.
pub(super) struct Shot {
    last: NodeId,
    hit: Option<Vec2>,
}

/// A map of tiles with its mover, whatever the tiles are.
pub(super) trait Sides {
    /// The ground on which the mover stands, in the coordinates of outlines.
    fn ground(&self) -> Result<Mesh, Failure>;

    /// The places from which the mover touches an area from outside.
    fn beside(&self, area: &[NodeId]) -> Vec<NodeId>;

    /// The nearest place on which the mover can stand, and that it can reach from another one if there is
    /// one.
    fn snapped(&self, wanted: NodeId, from: Option<NodeId>) -> Result<NodeId, Failure>;

    /// Follows the straight line between two points, given by coordinates of places, of which fractions lie
    /// between centres. `None` if the mover cannot stand where it begins.
    fn ray(&self, from: &[f64], to: &[f64]) -> Result<Option<Shot>, &'static str>;
}

/// A map and its mover.
pub(super) struct Sided<S: TileMap> {
    map: Arc<S>,
    mover: S::Mover,
}

impl<S: TileMap> Sided<S> {
    pub(super) fn of(map: &Arc<S>, mover: &S::Mover) -> Self {
        Sided { map: Arc::clone(map), mover: mover.clone() }
    }
}

impl<S: Rays> Sides for Sided<S> {
    fn ground(&self) -> Result<Mesh, Failure> {
        let outline = |node| self.map.outline_of(self.map.place_of(node));
        let mesh = Mesh::of_cells(&self.map.view(&self.mover), outline);
        mesh.map_err(|error| Failure::of_at("--smooth", error))
    }

    fn beside(&self, area: &[NodeId]) -> Vec<NodeId> {
        let area = area.iter().map(|&node| self.map.place_of(node));
        let places = self.map.places_beside(&self.mover, area);
        places.into_iter().filter_map(|place| self.map.node_of(place)).collect()
    }

    fn snapped(&self, wanted: NodeId, from: Option<NodeId>) -> Result<NodeId, Failure> {
        let place = |node| self.map.place_of(node);
        let nav = Navigator::with_mover(S::clone(&self.map), self.mover.clone());
        let near = Near::from(place(wanted));
        let near = from.map_or(near, |from| near.reached_from(place(from)));
        let ask = Ask::new(place(wanted), place(wanted));
        let found = nav.snap_for(&ask, near, &mut Budget::unlimited()).map_err(Failure::of)?;
        self.map.node_of(found).ok_or_else(|| Failure::new("a place off the map"))
    }

    fn ray(&self, from: &[f64], to: &[f64]) -> Result<Option<Shot>, &'static str> {
        self.map.shot(&self.mover, from, to)
    }
}

/// A map of tiles over which movers look.
pub(super) trait Rays: TileMap {
    /// As [`Sides::ray`]. `Err` says what was expected.
    fn shot(
        &self,
        mover: &Self::Mover,
        from: &[f64],
        to: &[f64],
    ) -> Result<Option<Shot>, &'static str>;
}

impl Rays for HexMap {
    fn shot(
        &self,
        mover: &Self::Mover,
        from: &[f64],
        to: &[f64],
    ) -> Result<Option<Shot>, &'static str> {
        // The middle of a hexagon, of any fraction of one.
        let [origin, right, down] =
            [(0, 0), (1, 0), (0, 1)].map(|(q, r)| Hex::new(q, r).middle(self.layout()));
        let point = |at: &[f64]| match *at {
            [q, r] => Ok(origin.plus(right.times(q)).plus(down.times(r))),
            _ => Err("expected Q,R such as 2,-1 or 2.25,-1.5"),
        };
        let ray = self.seen_by(mover).cast_ray_from(point(from)?, point(to)?);
        let told = |ray: astride::shapes::hex::HexRay| {
            Some(Shot { last: self.node(ray.last)?, hit: ray.hit.map(|hit| hit.point) })
        };
        Ok(ray.and_then(told))
    }
}

impl Rays for TriangleMap {
    fn shot(
        &self,
        mover: &Self::Mover,
        from: &[f64],
        to: &[f64],
    ) -> Result<Option<Shot>, &'static str> {
        let point = |at: &[f64]| match *at {
            [x, y] => Ok(Vec2::new(x, y)),
            _ => Err("expected X,Y such as 2.5,1.25, a point of the layout"),
        };
        let ray = self.seen_by(mover).cast_ray_from(point(from)?, point(to)?);
        let told = |ray: astride::shapes::triangle::TriangleRay| {
            Some(Shot { last: self.node(ray.last)?, hit: ray.hit.map(|hit| hit.point) })
        };
        Ok(ray.and_then(told))
    }
}

impl Rays for FloorMap {
    fn shot(
        &self,
        mover: &Self::Mover,
        from: &[f64],
        to: &[f64],
    ) -> Result<Option<Shot>, &'static str> {
        let expected = "expected X,Y,FLOOR, such as 2.5,1.25,0, twice on the same floor";
        let (&[x, y, floor], &[to_x, to_y, to_floor]) = (from, to) else { return Err(expected) };
        let is_floor = floor.fract().abs() <= 0.0 && (0.0..=f64::from(u32::MAX)).contains(&floor);
        if !is_floor || (floor - to_floor).abs() > 0.0 {
            return Err(expected);
        }
        let (from, to) = (Vec2::new(x, y), Vec2::new(to_x, to_y));
        let ray = self.seen_by(mover).cast_ray_from(floor as u32, from, to);
        let told = |ray: astride::world::Ray| {
            let last = self.node((ray.last.x, ray.last.y, floor as u32))?;
            Some(Shot { last, hit: ray.hit.map(|hit| hit.point) })
        };
        Ok(ray.and_then(told))
    }
}

impl Shaped {
    /// `astride ray`: `None` if the mover cannot stand where the ray begins.
    pub(crate) fn ray(&self, from: &[f64], to: &[f64]) -> Result<Option<Reached>, Failure> {
        if let Look::Space(map, mover) = &self.look {
            let point = |at: &[f64], option| {
                let wrong = || Failure::at(option, "expected X,Y,Z such as 4.5,2.5,0.5");
                <[f64; 3]>::try_from(at).map_err(|_| wrong())
            };
            let (from, to) = (point(from, "--from")?, point(to, "--to")?);
            let ray = map.seen_by(mover).cast_ray_from(from, to);
            return Ok(ray.map(|ray| Reached {
                last: self.name(ray.last),
                stop: ray.hit.map(|hit| hit.point.to_vec()),
            }));
        }
        let message =
            "rays are for maps of squares, floors, hexagons, triangles and voxels, and meshes";
        let sides = self.sides.as_ref().ok_or_else(|| Failure::new(message))?;
        let shot = sides.ray(from, to).map_err(|expected| Failure::at("--from", expected))?;
        Ok(shot.map(|shot| Reached {
            last: self.name(shot.last),
            stop: shot.hit.map(|point| vec![point.x, point.y]),
        }))
    }
}
