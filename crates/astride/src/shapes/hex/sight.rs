//! Visibility on a map of hexagons.
//!
//! Tile `b` is in sight of tile `a` if the line between their centres is not blocked at any of its
//! steps; where it runs between two tiles, one transparent tile is enough. Visibility is symmetric.
//! The field of view casts shadows ring by ring and visits only what lies between them (after Björn
//! Bergström, "FOV using recursive shadowcasting", 2001). On hexagons a ring is a straight walk along
//! six sides, a line from the centre crosses all rings at the same fraction of their length, and
//! these fractions are compared exactly.

use std::ops::Range;

use super::geometry::Side;
use super::{Hex, HexDir, HexMap};
use crate::base::Vec2;
use crate::world::{Extent, Tiles};

/// The maximum radius of a field of view; larger values are capped.
const FARTHEST: u32 = 1 << 16;

/// A position on a ring in units of its sides: a fraction with a positive denominator.
#[derive(Clone, Copy)]
struct Share {
    over: i64,
    under: i64,
    /// The same, rounded.
    about: f64,
}

impl Share {
    #[inline(always)]
    fn new(over: i64, under: i64) -> Share {
        Share { over, under, about: over as f64 / under as f64 }
    }

    #[inline(always)]
    fn is_below(self, other: Share) -> bool {
        self.over * other.under < other.over * self.under
    }
}

/// Rounding puts a position on a ring off by less than this share of a tile.
const NEARLY: f64 = 1e-6;

/// The area behind opaque tiles: from one position to another.
#[derive(Clone, Copy)]
struct Shadow {
    from: Share,
    to: Share,
}

/// How far a line extends on a map of hexagons.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct HexRay {
    /// The last transparent tile on it, or its start.
    pub last: Hex,
    /// What stops it; `None` if it reaches its end.
    pub hit: Option<HexHit>,
}

/// Where a line is stopped.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct HexHit {
    /// The tile that stops it; where the line runs between two, the one that [`Hex::line_to`]
    /// takes, or for [`cast_ray_from`](HexMap::cast_ray_from) either.
    pub hex: Hex,
    /// Where the line meets the outline of that tile, in the layout of the map, where the distance
    /// between adjacent centres is 1. Only this point is rounded.
    pub point: Vec2,
}

impl HexMap {
    /// Follows the line between the centres of two tiles until an opaque tile stops it. It reaches
    /// its end if [`can_see`](Self::can_see) holds and the end is transparent; its start never
    /// stops it.
    ///
    /// # Complexity
    ///
    /// O(steps between them); ends far off the map take no longer than a line across its rows.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::hex::{Hex, HexEdit, HexLayout, HexMap};
    /// let mut map = HexMap::hexagon(HexLayout::Pointy, 5, b'.')?;
    /// map.apply(HexEdit::new().set((2, 0), b'#'))?;
    /// let ray = map.cast_ray(Hex::new(0, 0), Hex::new(4, 0), |class| class == b'#');
    /// let hit = ray.hit.unwrap();
    /// assert_eq!((ray.last, hit.hex), (Hex::new(1, 0), Hex::new(2, 0)));
    /// assert!((hit.point.x - 1.5).abs() < 1e-9 && hit.point.y.abs() < 1e-9);
    /// # Ok::<(), astride::shapes::hex::HexError>(())
    /// ```
    pub fn cast_ray(&self, from: Hex, to: Hex, is_opaque: impl Fn(u8) -> bool) -> HexRay {
        let blocks = |hex: Hex| is_opaque(self.class(hex).unwrap_or(Self::VOID));
        let (steps, mut last) = (self.steps_near(from, to, is_opaque(Self::VOID)), from);
        if steps.start > 1 {
            last = from.between(to, steps.start - 1, Side::Plus);
        }
        for step in steps {
            let [one, other] = [Side::Plus, Side::Minus].map(|side| from.between(to, step, side));
            match (blocks(one), blocks(other)) {
                (false, _) => last = one,
                (true, false) => last = other,
                (true, true) => {
                    let point = self.entered(from, to, one);
                    return HexRay { last, hit: Some(HexHit { hex: one, point }) };
                }
            }
        }
        HexRay { last: to, hit: None }
    }

    /// The steps of a line, without its start, at which it may meet the map: all others are in the
    /// void. If that stops it, none are left out, as it gets no farther than one.
    fn steps_near(&self, from: Hex, to: Hex, stops_in_void: bool) -> Range<u64> {
        let steps = i128::from(from.distance_to(to));
        let (mut first, mut last) = (1, steps);
        let Extent { width, height } = self.extent();
        let axes = [(from.q, to.q, self.first.q, width), (from.r, to.r, self.first.r, height)];
        for (from, to, rim, length) in axes.into_iter().filter(|_| !stops_in_void) {
            // The middle of a hexagon is less than 1 from any of its points along an axis, which is
            // the width of the rim. The first tile is named, since the rim may be out of range.
            let rims = [-1, i128::from(length) - 2];
            let rims = rims.map(|at| at + i128::from(rim.wrapping_add(1)) - i128::from(from));
            let way = i128::from(to) - i128::from(from);
            let [near, far] = if way < 0 { [-rims[1], -rims[0]] } else { rims };
            if way == 0 && !(near..=far).contains(&0) {
                last = 0;
            } else if way != 0 {
                first = first.max((near * steps).div_euclid(way.abs()));
                last = last.min((far * steps).div_euclid(way.abs()) + 1);
            }
        }
        if first > last { 0..0 } else { first as u64..last as u64 + 1 }
    }

    /// Where the line between two centres enters a tile that it meets: the farthest of the points
    /// where it crosses one of the six edges inwards.
    fn entered(&self, from: Hex, to: Hex, hex: Hex) -> Vec2 {
        let [start, end, middle] = [from, to, hex].map(|hex| hex.middle(self.layout()));
        let (way, off) = (end.minus(start), middle.minus(start));
        let mut share: f64 = 0.0;
        for beside in hex.ring(1) {
            // Edges are half way to the adjacent tile, perpendicular to the line to its centre.
            let out = beside.middle(self.layout()).minus(middle);
            let speed = way.dot(out);
            // A line parallel to an edge never crosses it.
            if speed < -1e-9 {
                share = share.max((off.dot(out) + 0.5) / speed);
            }
        }
        Vec2::new(start.x + way.x * share.min(1.0), start.y + way.y * share.min(1.0))
    }

    /// Whether the line between two tiles is unblocked, ignoring the tiles themselves. `is_opaque`
    /// says which terrain classes block sight, including [`VOID`](Self::VOID) for tiles that are
    /// not part of the map.
    ///
    /// # Complexity
    ///
    /// O(steps between them); ends far off the map take no longer than a line across its rows.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::hex::{Hex, HexEdit, HexLayout, HexMap};
    /// let mut map = HexMap::hexagon(HexLayout::Pointy, 5, b'.')?;
    /// map.apply(HexEdit::new().set((1, 0), b'#'))?;
    /// let is_opaque = |class: u8| class == b'#';
    /// assert!(!map.can_see(Hex::new(0, 0), Hex::new(3, 0), is_opaque));
    /// assert!(map.can_see(Hex::new(0, 0), Hex::new(0, 3), is_opaque));
    /// # Ok::<(), astride::shapes::hex::HexError>(())
    /// ```
    pub fn can_see(&self, from: Hex, to: Hex, is_opaque: impl Fn(u8) -> bool) -> bool {
        let blocks = |hex: Hex| is_opaque(self.class(hex).unwrap_or(Self::VOID));
        let end = from.distance_to(to);
        let mut steps = self.steps_near(from, to, is_opaque(Self::VOID));
        steps.all(|step| {
            let [one, other] = [Side::Plus, Side::Minus].map(|side| from.between(to, step, side));
            step == end || !blocks(one) || !blocks(other)
        })
    }

    /// The tiles at most `radius` steps away that are in sight, including opaque ones: nearer ones
    /// first, each ring clockwise from the northeast; none if `eye` is off the map. They are
    /// exactly those for which [`can_see`](Self::can_see) holds, computed together.
    ///
    /// # Complexity
    ///
    /// O(places that no shadow covers, on the map or off it, + rings · shadows); a radius above 65 536
    /// is capped.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::hex::{Hex, HexEdit, HexLayout, HexMap};
    /// let mut map = HexMap::hexagon(HexLayout::Pointy, 5, b'.')?;
    /// let all = map.in_sight(Hex::new(0, 0), 5, |class| class == b'#');
    /// assert_eq!(all.len(), 91);
    /// map.apply(HexEdit::new().set((1, 0), b'#'))?;
    /// assert!(map.in_sight(Hex::new(0, 0), 5, |class| class == b'#').len() < 91);
    /// # Ok::<(), astride::shapes::hex::HexError>(())
    /// ```
    pub fn in_sight(&self, from: Hex, radius: u32, is_opaque: impl Fn(u8) -> bool) -> Vec<Hex> {
        if self.class(from).is_none() {
            return Vec::new();
        }
        let mut seen = Vec::with_capacity(128);
        seen.push(from);
        let [mut shadows, mut cast, mut joined] =
            [(); 3].map(|()| Vec::<Shadow>::with_capacity(32));
        let extent = self.extent();
        let widest = extent.width.max(extent.height).saturating_mul(2);
        for ring in 1..=radius.min(FARTHEST).min(widest) {
            cast.clear();
            for gap in 0..=shadows.len() {
                let gap = Gap::new(&shadows, gap);
                let (first, last) = gap.tiles(ring.into());
                if first > last {
                    continue;
                }
                let mut tile = RingTile::new(from, ring, first as u32);
                for at in first..=last {
                    let hex = tile.take();
                    let class = self.class(hex);
                    if class.is_some() && gap.holds(Share::new(at, ring.into())) {
                        seen.push(hex);
                    }
                    if is_opaque(class.unwrap_or(Self::VOID)) {
                        throw(&mut cast, at, ring.into());
                    }
                }
            }
            close_circle(&mut cast, ring.into());
            if !cast.is_empty() {
                merge(&shadows, &cast, &mut joined);
                std::mem::swap(&mut shadows, &mut joined);
            }
            if let [Shadow { from, to }] = shadows[..]
                && from.over < 0
                && to.over > 6 * to.under
            {
                break;
            }
        }
        seen
    }
}

/// What is lit between two shadows: from the end of one to the beginning of the next, both
/// included.
#[derive(Clone, Copy)]
struct Gap {
    from: Option<Share>,
    to: Option<Share>,
}

impl Gap {
    /// The gap in front of a shadow, or the one behind all of them.
    fn new(shadows: &[Shadow], at: usize) -> Gap {
        let before = at.checked_sub(1).map(|before| shadows[before].to);
        Gap { from: before, to: shadows.get(at).map(|shadow| shadow.from) }
    }

    #[inline(always)]
    fn holds(self, share: Share) -> bool {
        !self.from.is_some_and(|from| share.is_below(from))
            && !self.to.is_some_and(|to| to.is_below(share))
    }

    /// The first and the last tile of a ring that the gap meets: those in the gap, and those whose
    /// shadows begin or end in it. Others are dark, and their shadows add nothing. Where a shadow
    /// crosses the first tile, it is at both ends of the ring, and so are the gaps beside it.
    #[inline(always)]
    fn tiles(self, ring: i64) -> (i64, i64) {
        // A tile reaches half a tile to either side. One too many does no harm.
        let on_ring = |share: Share| share.about * ring as f64;
        let first = self.from.map_or(0, |from| (on_ring(from) + 0.5 - NEARLY) as i64);
        let last = self.to.map_or(6 * ring - 1, |to| (on_ring(to) + 1.5 + NEARLY) as i64 - 1);
        (first.max(0), last.min(6 * ring - 1))
    }
}

/// A walk along a [ring](Hex::ring) from any of its tiles.
struct RingTile {
    hex: Hex,
    side: usize,
    /// The number of steps to the end of the side.
    left: u32,
    ring: u32,
}

impl RingTile {
    fn new(middle: Hex, ring: u32, at: u32) -> RingTile {
        let (side, along) = ((at / ring) as usize, at % ring);
        let corner = middle.along(HexDir::ALL[side], ring);
        let hex = corner.along(HexDir::ALL[(side + 2) % 6], along);
        RingTile { hex, side, left: ring - along, ring }
    }

    /// The tile here, with a step to the next one.
    #[inline(always)]
    fn take(&mut self) -> Hex {
        let here = self.hex;
        self.hex = here.beside(HexDir::ALL[(self.side + 2) % 6]);
        self.left -= 1;
        if self.left == 0 {
            (self.side, self.left) = (self.side + 1, self.ring);
        }
        here
    }
}

/// Adds the shadow of tile `at` of a ring, after those of its predecessors in the ring.
fn throw(cast: &mut Vec<Shadow>, at: i64, ring: i64) {
    let edge = |over| Share::new(over, 2 * ring);
    match cast.last_mut() {
        Some(last) if last.to.over == 2 * at - 1 => last.to = edge(2 * at + 1),
        _ => cast.push(Shadow { from: edge(2 * at - 1), to: edge(2 * at + 1) }),
    }
}

/// The first tile of a ring is adjacent to the last one, so its shadow is at both ends.
fn close_circle(cast: &mut Vec<Shadow>, ring: i64) {
    let (round, edge) = (12 * ring, |over| Share::new(over, 2 * ring));
    let Some(first) = cast.first().copied().filter(|first| first.from.over == -1) else { return };
    let to = edge(first.to.over + round);
    match cast.last_mut() {
        Some(last) if last.to.over == round - 1 => {
            last.to = to;
            let from = last.from.over - round;
            cast[0].from = edge(from);
        }
        _ => cast.push(Shadow { from: edge(round - 1), to }),
    }
}

/// Merges both lists in order into a third: overlapping shadows are joined, while those that only
/// touch leave a line of sight between them.
fn merge(a: &[Shadow], b: &[Shadow], out: &mut Vec<Shadow>) {
    out.clear();
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    loop {
        let next = match (a.peek(), b.peek()) {
            (Some(one), Some(other)) if other.from.is_below(one.from) => b.next(),
            (Some(_), _) => a.next(),
            (None, _) => b.next(),
        };
        let Some(&next) = next else { return };
        match out.last_mut() {
            Some(last) if next.from.is_below(last.to) => {
                if last.to.is_below(next.to) {
                    last.to = next.to;
                }
            }
            _ => out.push(next),
        }
    }
}
