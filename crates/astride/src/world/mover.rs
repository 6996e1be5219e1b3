//! Movers: what terrain means for one kind of body, and how it steps.

mod saved;
#[cfg(feature = "serde")]
mod serial;

use super::Crossings;

/// Names for the media that the built-in legend uses; a medium is one bit of a byte.
pub mod media {
    /// Walkable ground.
    pub const LAND: u8 = 1;
    /// Deep water.
    pub const WATER: u8 = 2;
}

/// The largest terrain factor.
const MAX_FACTOR: u32 = 1 << 10;

/// What each terrain class means for one kind of mover, and how it steps. The gait defines the
/// neighbours in a shape of world and the cost of a step between them.
///
/// A step takes place within one *medium*: the cells it touches must share a bit of their media. A
/// ship thus stays on water and a walker on land, and a beach with both bits joins them for a mover
/// that can do both.
///
/// # Examples
///
/// ```
/// use astride::shapes::square::{Corners, Mover};
/// let knight = Mover::walker().terrain(b'f', 3)?.impassable(b'W').corners(Corners::OneFree);
/// assert_eq!(knight.factor(b'f'), 3);
/// assert!(!knight.is_passable(b'W'));
/// # Ok::<(), astride::world::MoverError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        try_from = "serial::Rules<G>",
        into = "serial::Rules<G>",
        bound(
            serialize = "G: Clone + serde::Serialize",
            deserialize = "G: serde::Deserialize<'de>"
        )
    )
)]
pub struct Mover<G> {
    factors: [u32; 256],
    media: [u8; 256],
    pub(crate) crossings: Crossings,
    pub(crate) gait: G,
}

impl<G> Mover<G> {
    /// The largest terrain factor.
    pub const MAX_FACTOR: u32 = MAX_FACTOR;

    /// A mover for which every class is impassable; add the terrain it can enter.
    pub fn new() -> Self
    where
        G: Default,
    {
        let crossings = Crossings::default();
        Mover { factors: [0; 256], media: [0; 256], crossings, gait: G::default() }
    }

    /// The usual mover for the built-in legend: `.` `G` free, `S` swamp (passable, factor 1),
    /// `1`–`9` free with that factor, `W` water, which connects only to water. Everything else is
    /// impassable. On square grids it has eight neighbours, never cuts corners and uses exact
    /// costs, which are the MovingAI rules.
    pub fn walker() -> Self
    where
        G: Default,
    {
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
    /// If `factor` is above [`MAX_FACTOR`](Self::MAX_FACTOR).
    pub fn terrain(self, class: u8, factor: u32) -> Result<Self, MoverError> {
        self.terrain_in(class, factor, media::LAND)
    }

    /// As [`terrain`](Self::terrain), with custom media: up to eight, one per bit.
    ///
    /// # Errors
    ///
    /// If `factor` is above [`MAX_FACTOR`](Self::MAX_FACTOR), or `media` is 0 while `factor` is not.
    pub fn terrain_in(mut self, class: u8, factor: u32, media: u8) -> Result<Self, MoverError> {
        if factor > Self::MAX_FACTOR || (factor > 0 && media == 0) {
            return Err(MoverError(match factor {
                0..=MAX_FACTOR => Kind::NoMedium { class },
                _ => Kind::Factor { class, factor },
            }));
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

    /// The same mover restricted to some [`media`], one per bit: classes without any of them become
    /// impassable.
    ///
    /// To a plain walker, a map with water is two separate worlds side by side, whose boundary is
    /// neither obstacle nor free ground for any-angle searches. Restricted to [`media::LAND`],
    /// water is an obstacle like any other. Paths between places on land stay the same.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::prelude::*;
    /// use astride::shapes::square::{AnyAngleMap, Spot, anya};
    /// use astride::world::media;
    /// let grid = Grid::from_classes(3, 3, b"....W....")?;
    /// assert!(AnyAngleMap::build(&grid.seen_by(&Mover::walker())).is_err(), "two media");
    ///
    /// let on_land = Mover::walker().within(media::LAND);
    /// let view = grid.seen_by(&on_land);
    /// let map = AnyAngleMap::build(&view)?;
    /// let line = anya(&map, Spot::corner(0, 0), Spot::corner(3, 3), &mut Scratch::new());
    /// assert_eq!(format!("{:.3}", line.found()?.path.length), "4.472", "round the pond");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn within(mut self, media: u8) -> Self {
        for class in 0..=255 {
            let kept = self.media_of(class) & media;
            self.set(class, if kept == 0 { 0 } else { self.factor(class) }, kept);
        }
        self
    }

    /// The factor of `class`; 0 if it is impassable.
    pub fn factor(&self, class: u8) -> u32 {
        self.factors[class as usize]
    }

    /// The factors and the media of all classes.
    pub(crate) fn meaning(&self) -> (&[u32; 256], &[u8; 256]) {
        (&self.factors, &self.media)
    }

    /// The media of `class`; 0 if it is impassable.
    pub fn media_of(&self, class: u8) -> u8 {
        self.media[class as usize]
    }

    /// Whether the mover can stand on `class`.
    pub fn is_passable(&self, class: u8) -> bool {
        self.factor(class) > 0
    }

    /// Lets the mover cross fences of `class` for `extra` ticks on top of the step, 0 for a door that is
    /// open to it. Fences of all other classes are walls to it.
    ///
    /// Square grids, floors, hexagons and triangles have fences; in streamed worlds this has no effect.
    ///
    /// # Errors
    ///
    /// If `extra` is above 2³⁰.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::square::Mover;
    /// let (fence, gate) = (1, 2);
    /// let walker = Mover::walker().crosses(fence, 30_000)?.crosses(gate, 0)?;
    /// assert_eq!(walker.crossing(fence), Some(30_000));
    /// assert_eq!(Mover::walker().crossing(fence), None, "a wall to everybody else");
    /// # Ok::<(), astride::world::MoverError>(())
    /// ```
    pub fn crosses(mut self, class: u8, extra: u32) -> Result<Self, MoverError> {
        if extra > Crossings::MAX_EXTRA {
            return Err(MoverError(Kind::Crossing { class, extra }));
        }
        self.crossings.set(class, Some(extra));
        Ok(self)
    }

    /// Makes fences of `class` walls to the mover, which is the default.
    #[must_use]
    pub fn stopped_by(mut self, class: u8) -> Self {
        self.crossings.set(class, None);
        self
    }

    /// The ticks that crossing a fence of `class` costs extra; `None` if the mover cannot.
    pub fn crossing(&self, class: u8) -> Option<u32> {
        self.crossings.extra(class)
    }

    /// What this mover makes of terrain and fences, with another gait.
    pub(crate) fn with_gait<H>(self, gait: H) -> Mover<H> {
        let Mover { factors, media, crossings, .. } = self;
        Mover { factors, media, crossings, gait }
    }

    pub(crate) fn set(&mut self, class: u8, factor: u32, media: u8) {
        self.factors[class as usize] = factor;
        self.media[class as usize] = if factor == 0 { 0 } else { media };
    }
}

impl<G: Default> Default for Mover<G> {
    fn default() -> Self {
        Mover::walker()
    }
}

/// An invalid terrain rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoverError(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Factor { class: u8, factor: u32 },
    NoMedium { class: u8 },
    Crossing { class: u8, extra: u32 },
}

errors! { MoverError(Kind):
    Factor { class, factor } => ("mover-factor",
        "terrain class {class} has factor {factor}, expected at most {MAX_FACTOR}"),
    NoMedium { class } => ("mover-no-medium",
        "terrain class {class} is passable but has no medium"),
    Crossing { class, extra } => ("mover-crossing",
        "crossing fences of class {class} costs {extra} ticks extra, expected at most {}",
        Crossings::MAX_EXTRA),
}

#[cfg(test)]
mod tests {
    type Mover = super::Mover<()>;

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
