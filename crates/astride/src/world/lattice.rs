//! Straight lines over tiles whose corners are whole numbers in some coordinates, slanted or not: the
//! tiles that a line enters, in order, and what stops it.
//!
//! Which corners are on which side of a line is computed exactly. At a corner, and where it runs along a
//! side, a line goes on if one just to its left or one just to its right does: each of these two always
//! leaves a tile over a side.

use crate::base::Vec2;

/// The parts of a unit of the coordinates to which points are rounded.
pub(crate) const PARTS: i64 = 1 << 16;

/// No point may be farther from 0 along an axis.
const FARTHEST: f64 = (1u64 << 31) as f64;

/// A tile with `N` corners.
pub(crate) trait Facet<const N: usize>: Copy + PartialEq {
    /// The corners, clockwise where y points down. No coordinate is beyond 2⁵².
    fn corners(self) -> [[i64; 2]; N];

    /// The tile behind the side that leads from a corner to the next one.
    fn behind(self, side: usize) -> Self;
}

/// A straight line from a point to another.
#[derive(Clone, Copy)]
pub(crate) struct Stretch {
    pub(crate) from: [i64; 2],
    pub(crate) to: [i64; 2],
}

/// How far a line gets: the last tile that it enters, and the tile that stops it at a point.
pub(crate) type Extended<T> = (T, Option<(T, OnSide)>);

/// A point between two corners.
#[derive(Clone, Copy)]
pub(crate) struct OnSide {
    ends: [[i64; 2]; 2],
    /// How far it is from the first one.
    share: f64,
}

impl OnSide {
    /// The point, where `laid_out` says where a corner is.
    pub(crate) fn point(self, laid_out: impl Fn([i64; 2]) -> Vec2) -> Vec2 {
        let [near, far] = self.ends.map(laid_out);
        near.plus(far.minus(near).times(self.share))
    }
}

/// Just beside a line.
#[derive(Clone, Copy)]
enum Beside {
    Left,
    Right,
}

/// Where a line leaves a tile: a side, and the corner if it is exactly there.
struct Exit {
    side: usize,
    corner: Option<[i64; 2]>,
    point: OnSide,
}

impl Stretch {
    /// The line between two points, where `units` says where a point is in units of the coordinates of
    /// corners. `None` if a point is no number or too far away.
    pub(crate) fn between(ends: [Vec2; 2], units: impl Fn(Vec2) -> [f64; 2]) -> Option<Self> {
        let is_near = |at: Vec2| at.is_finite() && at.x.abs().max(at.y.abs()) <= FARTHEST;
        let parts = |at: Vec2| units(at).map(|at| (at * PARTS as f64).round() as i64);
        let [from, to] = ends;
        (is_near(from) && is_near(to)).then(|| Stretch { from: parts(from), to: parts(to) })
    }

    /// Where the line just beside this one leaves a tile: where the outline, followed clockwise, changes
    /// from its left to its right. `None` if it does not cross the tile.
    fn exit<const N: usize>(&self, tile: impl Facet<N>, beside: Beside) -> Option<Exit> {
        let corners = tile.corners();
        let turns = corners.map(|corner| turn([self.from, self.to], corner));
        // A corner on this line is to the right of the one beside its left.
        let is_left = |at: usize| match beside {
            Beside::Left => turns[at] < 0,
            Beside::Right => turns[at] <= 0,
        };
        let next = |at: usize| (at + 1) % N;
        let side = (0..N).find(|&at| is_left(at) && !is_left(next(at)))?;
        let corner = [side, next(side)].into_iter().find(|&at| turns[at] == 0);
        let share = turns[side] as f64 / (turns[side] - turns[next(side)]) as f64;
        let point = OnSide { ends: [corners[side], corners[next(side)]], share };
        Some(Exit { side, corner: corner.map(|at| corners[at]), point })
    }

    /// All tiles that contain the start of the line, as `tile` does.
    fn starts<const N: usize, T: Facet<N>>(&self, tile: T) -> Vec<T> {
        let mut around = vec![tile];
        let mut at = 0;
        while let Some(&tile) = around.get(at) {
            for side in (0..N).filter(|&side| inside(tile, side, self.from) == 0) {
                let behind = tile.behind(side);
                if !around.contains(&behind) {
                    around.push(behind);
                }
            }
            at += 1;
        }
        around
    }

    /// The tile that the line just beside this one enters next: at a corner, the first one of which it
    /// crosses more than the corner. `Err` if it may not cross a side on the way there.
    fn next<const N: usize, T: Facet<N>>(
        &self,
        mut tile: T,
        beside: Beside,
        may_cross: &impl Fn(T, usize, T) -> bool,
    ) -> Option<Result<T, (T, OnSide)>> {
        let mut exit = self.exit(tile, beside)?;
        let (corner, point) = (exit.corner, exit.point);
        loop {
            let behind = tile.behind(exit.side);
            if !may_cross(tile, exit.side, behind) {
                return Some(Err((behind, point)));
            }
            tile = behind;
            exit = self.exit(tile, beside)?;
            if corner.is_none() || exit.corner != corner {
                return Some(Ok(tile));
            }
        }
    }

    /// Follows the line, from a tile that contains its start or is near it, until one stops it that is
    /// opaque or has no class, because it is off the map. `None` if it begins off the map; an opaque tile
    /// in which it begins never stops it.
    pub(crate) fn see<const N: usize, T: Facet<N>>(
        &self,
        near: T,
        class: impl Fn(T) -> Option<u8>,
        is_opaque: impl Fn(u8) -> bool,
    ) -> Option<Extended<T>> {
        let is_clear = |tile: T| class(tile).is_some_and(|class| !is_opaque(class));
        let follow = |from_opaque: bool| {
            let may_begin = |tile: T| is_clear(tile) || from_opaque && class(tile).is_some();
            self.follow(near, may_begin, |_, _, next| is_clear(next))
        };
        // Along a side it begins in the transparent one of two.
        follow(false).or_else(|| follow(true))
    }

    /// Follows the line, from a tile that contains its start or is near it, as long as `may_cross` says
    /// that a side of a tile may be crossed into the one behind it. `None` if `may_begin` is true for no
    /// tile in which it begins.
    pub(crate) fn follow<const N: usize, T: Facet<N>>(
        &self,
        near: T,
        may_begin: impl Fn(T) -> bool,
        may_cross: impl Fn(T, usize, T) -> bool,
    ) -> Option<Extended<T>> {
        let mut tile = near;
        while let Some(side) = (0..N).find(|&side| inside(tile, side, self.from) < 0) {
            tile = tile.behind(side);
        }
        let starts = self.starts(tile);
        if self.from == self.to {
            return starts.into_iter().find(|&tile| may_begin(tile)).map(|tile| (tile, None));
        }
        let lines = [Beside::Left, Beside::Right];
        let begun = |beside| {
            let is_ahead = |tile: T| {
                let exit = self.exit(tile, beside);
                exit.is_some_and(|exit| inside(tile, exit.side, self.from) > 0)
            };
            starts.iter().copied().find(|&tile| is_ahead(tile)).filter(|&tile| may_begin(tile))
        };
        // Where the lines beside this one are, unless they were stopped.
        let mut here = lines.map(begun);
        loop {
            // A tile that both cross belongs to both, even if one of them was stopped at a corner.
            if let [Some(tile), None] | [None, Some(tile)] = here
                && lines.into_iter().all(|beside| self.exit(tile, beside).is_some())
            {
                here = [Some(tile); 2];
            }
            let is_there = |(tile, beside): (T, Beside)| {
                let side = self.exit(tile, beside).map(|exit| exit.side);
                side.is_none_or(|side| inside(tile, side, self.to) >= 0)
            };
            let mut going =
                here.into_iter().zip(lines).filter_map(|(at, beside)| Some((at?, beside)));
            let first = going.next()?;
            if is_there(first) {
                return Some((first.0, None));
            }
            let next = |(at, beside): (Option<T>, Beside)| self.next(at?, beside, &may_cross);
            let [left, right] = [0, 1].map(|at| next((here[at], lines[at])));
            here = [&left, &right]
                .map(|next| next.as_ref().and_then(|next| next.as_ref().ok().copied()));
            if here == [None, None] {
                let stop = left.or(right)?.err()?;
                return Some((first.0, Some(stop)));
            }
        }
    }
}

/// Above 0 if a point is to the right of a line, below 0 to its left.
fn turn([from, to]: [[i64; 2]; 2], [x, y]: [i64; 2]) -> i128 {
    let wide = |a: i64, b: i64| i128::from(a) * i128::from(b);
    wide(to[0] - from[0], y - from[1]) - wide(to[1] - from[1], x - from[0])
}

/// Above 0 if a point is on the same side of a side of a tile as the tile, 0 on the side.
fn inside<const N: usize>(tile: impl Facet<N>, side: usize, at: [i64; 2]) -> i128 {
    let corners = tile.corners();
    turn([corners[side], corners[(side + 1) % N]], at)
}
