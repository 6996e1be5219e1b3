//! Rays over hexagons between any two points.
//!
//! In axial coordinates the corners of all hexagons are whole thirds, whatever the layout.

use super::{Hex, HexDir, HexHit, HexLayout, HexMap, HexRay, HexView};
use crate::base::Vec2;
use crate::world::{Extended, Facet, PARTS, Stretch, World};

/// A hexagon on or off the map, at axial coordinates.
#[derive(Clone, Copy, PartialEq)]
struct Tile {
    q: i64,
    r: i64,
}

impl Tile {
    fn hex(self) -> Option<Hex> {
        Some(Hex::new(self.q.try_into().ok()?, self.r.try_into().ok()?))
    }
}

impl Facet<6> for Tile {
    /// Each side is followed by that of the next direction of [`HexDir::ALL`].
    fn corners(self) -> [[i64; 2]; 6] {
        [(1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1)]
            .map(|(q, r)| [(3 * self.q + q) * PARTS, (3 * self.r + r) * PARTS])
    }

    fn behind(self, side: usize) -> Tile {
        let (q, r) = HexDir::ALL[side].offset();
        Tile { q: self.q + i64::from(q), r: self.r + i64::from(r) }
    }
}

/// A hexagon at a point, or one near it, which may be out of range.
fn near(at: [i64; 2]) -> Tile {
    let [q, r] = at.map(|at| (at + 3 * PARTS / 2).div_euclid(3 * PARTS));
    Tile { q, r }
}

/// A point of a layout in thirds of the axial coordinates.
fn thirds(at: Vec2, layout: HexLayout) -> [f64; 2] {
    let height = 3f64.sqrt() / 2.0;
    let (q, r) = match layout {
        HexLayout::Pointy => (at.x - at.y / height / 2.0, at.y / height),
        HexLayout::Flat => (at.x / height, at.y - at.x / height / 2.0),
    };
    [3.0 * q, 3.0 * r]
}

/// A point of parts in a layout.
fn laid_out([q, r]: [i64; 2], layout: HexLayout) -> Vec2 {
    let ([q, r], height) = ([q, r].map(|at| at as f64 / (3 * PARTS) as f64), 3f64.sqrt() / 2.0);
    match layout {
        HexLayout::Pointy => Vec2::new(q + r / 2.0, r * height),
        HexLayout::Flat => Vec2::new(q * height, r + q / 2.0),
    }
}

impl HexMap {
    /// Follows the line from any point to any other until an opaque tile stops it, where the distance between
    /// adjacent centres is 1, as for [`Hex::middle`]. `is_opaque` decides by terrain class; for a heading and
    /// a range, `to` is the point at the end of the range. It may be off the map; what is not part of the map
    /// stops every ray.
    ///
    /// A ray begins in the hexagon ahead, which never stops it. Exactly through a corner or along a side it
    /// goes on if one just to its left or just to its right would. Walls do not stop it; for those, see
    /// [`HexView::cast_ray_from`]. `None` if it begins off the map, or a coordinate is no number from −2³¹ to
    /// 2³¹.
    ///
    /// # Complexity
    ///
    /// O(hexagons on the line). Both points are rounded to 2⁻¹⁶ of a third of a width; all else is computed
    /// in integers except for the point that is hit.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Vec2;
    /// use astride::shapes::hex::{Hex, HexEdit, HexLayout, HexMap};
    /// let mut map = HexMap::hexagon(HexLayout::Pointy, 5, b'.')?;
    /// map.apply(HexEdit::new().set((2, 0), b'#'))?;
    /// // A turret beside the centre of its hexagon turns a little to the right.
    /// let (from, ahead) = (Vec2::new(0.25, 0.0), Vec2::new(9.25, 1.0));
    /// let hit = map.cast_ray_from(from, ahead, |class| class == b'#').unwrap().hit.unwrap();
    /// assert_eq!(hit.hex, Hex::new(2, 0));
    /// assert!((hit.point.x - 1.5).abs() < 1e-9 && (hit.point.y - 1.25 / 9.0).abs() < 1e-4);
    /// # Ok::<(), astride::shapes::hex::HexError>(())
    /// ```
    pub fn cast_ray_from(
        &self,
        from: Vec2,
        to: Vec2,
        is_opaque: impl Fn(u8) -> bool,
    ) -> Option<HexRay> {
        let line = self.stretch([from, to])?;
        self.ray(line.see(near(line.from), |tile: Tile| self.class(tile.hex()?), is_opaque)?)
    }

    fn stretch(&self, ends: [Vec2; 2]) -> Option<Stretch> {
        Stretch::between(ends, |at| thirds(at, self.layout()))
    }

    fn ray(&self, (last, hit): Extended<Tile>) -> Option<HexRay> {
        let hit = hit.map(|(stop, at)| {
            // Like the neighbours of a hexagon, what is just out of range wraps.
            let hex = Hex::new(stop.q as i32, stop.r as i32);
            HexHit { hex, point: at.point(|corner| laid_out(corner, self.layout())) }
        });
        Some(HexRay { last: last.hex()?, hit })
    }
}

impl HexView<'_> {
    /// Follows the straight line from any point to any other as far as the mover can walk along it: until
    /// terrain, a wall, a fence (even one that the mover crosses) or the border of the map stops it. Points
    /// are those of [`HexMap::cast_ray_from`]; for the centre of a hexagon, take its
    /// [`middle`](Hex::middle). A body of several hexagons goes along the line with the one in its middle.
    /// `None` if the mover cannot stand where it begins, or a coordinate is no number from −2³¹ to 2³¹.
    ///
    /// # Complexity
    ///
    /// O(hexagons on the line), in integers except for the point that is hit; for a body, times the hexagons
    /// that it covers.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::hex::{Hex, HexDir, HexEdit, HexLayout, HexMap, HexMover};
    /// let mut map = HexMap::rectangle(HexLayout::Pointy, 9, 1, b'.')?;
    /// map.apply(HexEdit::new().wall((4, 0), HexDir::East))?;
    /// let [from, to] = [(0, 0), (8, 0)].map(|(q, r)| Hex::new(q, r).middle(map.layout()));
    /// let ray = map.seen_by(&HexMover::walker()).cast_ray_from(from, to).unwrap();
    /// assert_eq!((ray.last, ray.hit.unwrap().hex), (Hex::new(4, 0), Hex::new(5, 0)));
    /// # Ok::<(), astride::shapes::hex::HexError>(())
    /// ```
    pub fn cast_ray_from(&self, from: Vec2, to: Vec2) -> Option<HexRay> {
        let node = |tile: Tile| self.map().node(tile.hex()?);
        let is_open = |at: Tile, side: usize, next: Tile| {
            let ends = node(at).zip(node(next));
            ends.is_some_and(|(from, to)| {
                !self.is_closed(from, HexDir::ALL[side]) && self.arc_cost(from, to).is_some()
            })
        };
        let begins = |tile| node(tile).is_some_and(|node| self.is_passable(node));
        let line = self.map().stretch([from, to])?;
        self.map().ray(line.follow(near(line.from), begins, is_open)?)
    }
}
