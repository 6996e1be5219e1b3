//! Movers: what the terrain of a grid means to one kind of body.

mod saved;

pub(super) use saved::rules_of;

use std::fmt;

use crate::base::Scale;

/// Names for the media that the built-in legend uses; a medium is one bit of a byte.
pub mod media {
    /// Walkable ground.
    pub const LAND: u8 = 1;
    /// Deep water.
    pub const WATER: u8 = 2;
}

/// How many neighbours a cell has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Neighbours {
    /// North, east, south and west.
    Four,
    /// Diagonals as well.
    #[default]
    Eight,
}

/// When a diagonal step may pass the two cells beside it.
///
/// There are two ways round the corner of a diagonal step, each through one of the cells beside
/// it. A way is *open* if its cell is free and none of its two straight steps is walled off.
///
/// | rule | diagonal allowed if |
/// |---|---|
/// | `Never` | both ways are open (MovingAI maps, the classic tutorial figures) |
/// | `OneFree` | at least one way is open |
/// | `Always` | blocked cells never matter; walls forbid it if both ways have one |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Corners {
    /// No corner is ever cut: both cells beside a diagonal step must be free.
    #[default]
    Never,
    /// One blocked cell beside a diagonal step is tolerated.
    OneFree,
    /// Diagonal steps may squeeze between two blocked cells.
    Always,
}

/// What each terrain class means to one kind of mover, and how it steps.
///
/// A step happens within one *medium*: the cells it touches must share a bit of their media. So a
/// ship stays on water, a walker on land, and a beach with both bits joins them for a mover that
/// can do both.
///
/// # Examples
///
/// ```
/// use astride::shapes::square::{Corners, Mover};
/// let knight = Mover::walker().terrain(b'f', 3)?.impassable(b'W').corners(Corners::OneFree);
/// assert_eq!(knight.factor(b'f'), 3);
/// assert!(!knight.is_passable(b'W'));
/// # Ok::<(), astride::shapes::square::MoverError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mover {
    factors: [u32; 256],
    media: [u8; 256],
    neighbours: Neighbours,
    corners: Corners,
    scale: Scale,
}

impl Mover {
    /// The largest factor that a terrain class may have.
    pub const MAX_FACTOR: u32 = 1 << 10;

    /// A mover for which every class is impassable; add what it can walk on.
    pub fn new() -> Self {
        Mover {
            factors: [0; 256],
            media: [0; 256],
            neighbours: Neighbours::default(),
            corners: Corners::default(),
            scale: Scale::default(),
        }
    }

    /// The usual mover, which knows the built-in legend: `.` `G` free, `S` swamp (passable, factor
    /// 1), `1`–`9` free with that factor, `W` water, which connects only to water. Everything else
    /// is impassable. Eight neighbours, corners never cut, exact costs: the MovingAI rules.
    pub fn walker() -> Self {
        let mut mover = Mover::new();
        for class in [b'.', b'G', b'S'] {
            mover.set(class, 1, media::LAND);
        }
        for digit in 1..=9u8 {
            mover.set(b'0' + digit, u32::from(digit), media::LAND);
        }
        mover.set(b'W', 1, media::WATER);
        mover
    }

    /// Makes `class` passable on land at `factor` times the cost of a step (the factor of the cell
    /// that is *entered* counts), or impassable if `factor` is 0.
    ///
    /// # Errors
    ///
    /// If `factor` is above [`Mover::MAX_FACTOR`].
    pub fn terrain(self, class: u8, factor: u32) -> Result<Self, MoverError> {
        self.terrain_in(class, factor, media::LAND)
    }

    /// As [`terrain`](Self::terrain), in media of one's own: up to eight, one per bit.
    ///
    /// # Errors
    ///
    /// If `factor` is above [`Mover::MAX_FACTOR`], or `media` is 0 while `factor` is not.
    pub fn terrain_in(mut self, class: u8, factor: u32, media: u8) -> Result<Self, MoverError> {
        if factor > Self::MAX_FACTOR || (factor > 0 && media == 0) {
            return Err(MoverError { class, factor, media });
        }
        self.set(class, factor, media);
        Ok(self)
    }

    /// Makes `class` impassable.
    #[must_use]
    pub fn impassable(mut self, class: u8) -> Self {
        self.set(class, 0, 0);
        self
    }

    /// Chooses four or eight neighbours.
    #[must_use]
    pub fn neighbours(mut self, neighbours: Neighbours) -> Self {
        self.neighbours = neighbours;
        self
    }

    /// Chooses the corner rule.
    #[must_use]
    pub fn corners(mut self, corners: Corners) -> Self {
        self.corners = corners;
        self
    }

    /// Chooses the ticks of a straight and a diagonal step.
    #[must_use]
    pub fn scale(mut self, scale: Scale) -> Self {
        self.scale = scale;
        self
    }

    /// The factor of `class`; 0 if it is impassable.
    pub fn factor(&self, class: u8) -> u32 {
        self.factors[class as usize]
    }

    /// The media of `class`; 0 if it is impassable.
    pub fn media_of(&self, class: u8) -> u8 {
        self.media[class as usize]
    }

    /// Whether the mover can stand on `class`.
    pub fn is_passable(&self, class: u8) -> bool {
        self.factor(class) > 0
    }

    /// Four or eight.
    pub fn neighbour_rule(&self) -> Neighbours {
        self.neighbours
    }

    /// The corner rule.
    pub fn corner_rule(&self) -> Corners {
        self.corners
    }

    /// The ticks of a straight and a diagonal step.
    pub fn step_scale(&self) -> Scale {
        self.scale
    }

    fn set(&mut self, class: u8, factor: u32, media: u8) {
        self.factors[class as usize] = factor;
        self.media[class as usize] = if factor == 0 { 0 } else { media };
    }
}

impl Default for Mover {
    fn default() -> Self {
        Mover::walker()
    }
}

/// A terrain rule that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoverError {
    class: u8,
    factor: u32,
    media: u8,
}

impl fmt::Display for MoverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.factor > Mover::MAX_FACTOR {
            write!(
                f,
                "terrain class {} has factor {}, expected at most {}",
                self.class,
                self.factor,
                Mover::MAX_FACTOR
            )
        } else {
            write!(f, "terrain class {} is passable but has no medium", self.class)
        }
    }
}

impl std::error::Error for MoverError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_walker_knows_the_legend() {
        let walker = Mover::walker();
        for class in *b".GSW159" {
            assert!(walker.is_passable(class), "{}", class as char);
        }
        for class in *b"@OT#0 " {
            assert!(!walker.is_passable(class), "{}", class as char);
        }
        assert_ne!(walker.media_of(b'.'), walker.media_of(b'W'));
    }

    #[test]
    fn factors_and_media_are_checked() {
        assert!(Mover::new().terrain(3, Mover::MAX_FACTOR + 1).is_err());
        assert!(Mover::new().terrain_in(3, 1, 0).is_err());
        assert!(Mover::new().terrain(3, 0).is_ok());
    }
}
