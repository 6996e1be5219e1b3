//! How a body moves from voxel to voxel, and at what cost.

#[cfg(feature = "serde")]
mod serial;

use super::steps::{FLAT, STRAIGHT};
use super::{VoxelMedium, VoxelWalk};
use crate::base::Cost;
use crate::world::Corners;

/// The number of neighbours to which a body can step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum VoxelNeighbours {
    /// The six that share a face.
    Six,
    /// Those that share an edge as well.
    Eighteen,
    /// Those that share a corner as well.
    #[default]
    TwentySix,
}

impl VoxelNeighbours {
    /// Their number.
    pub const fn count(self) -> usize {
        match self {
            VoxelNeighbours::Six => STRAIGHT,
            VoxelNeighbours::Eighteen => FLAT,
            VoxelNeighbours::TwentySix => 26,
        }
    }
}

/// The cost in ticks of a step along one, two and three axes.
///
/// # Examples
///
/// ```
/// use astride::shapes::voxel::VoxelScale;
/// assert_eq!(VoxelScale::default(), VoxelScale::EXACT);
/// assert!(VoxelScale::new(10, 14, 17).is_ok());
/// assert!(VoxelScale::new(10, 14, 19).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "[u32; 3]", into = "[u32; 3]")
)]
pub struct VoxelScale {
    ticks: [u32; 3],
}

impl VoxelScale {
    /// 326 491, 461 728 and 565 499: their ratios are √2 and √3 with relative errors below 5 ·
    /// 10⁻¹⁰, and no smaller numbers come as close.
    pub const EXACT: VoxelScale = VoxelScale { ticks: [326_491, 461_728, 565_499] };

    /// 10, 14 and 17, as in the classic tutorials.
    pub const CLASSIC: VoxelScale = VoxelScale { ticks: [10, 14, 17] };

    /// The maximum cost of a step in ticks.
    pub const MAX: u32 = 1 << 20;

    /// A custom scale, in ticks per step along one axis, two, three.
    ///
    /// # Errors
    ///
    /// If a number is 0 or more than [`VoxelScale::MAX`], or if the cost does not increase with
    /// each additional axis, each time by at most as much as before: detours would then beat
    /// straight lines, and no usual heuristic would be valid.
    pub fn new(straight: u32, diagonal: u32, spatial: u32) -> Result<Self, VoxelScaleError> {
        let ticks = [straight, diagonal, spatial];
        let is_rising = 0 < straight && straight <= diagonal && diagonal <= spatial;
        let is_usable = is_rising
            && spatial <= Self::MAX
            && diagonal - straight <= straight
            && spatial - diagonal <= diagonal - straight;
        if is_usable { Ok(VoxelScale { ticks }) } else { Err(VoxelScaleError { ticks }) }
    }

    /// Ticks of a step along one, two and three axes.
    pub const fn ticks(self) -> [u32; 3] {
        self.ticks
    }
}

impl Default for VoxelScale {
    fn default() -> Self {
        VoxelScale::EXACT
    }
}

#[cfg(feature = "serde")]
impl TryFrom<[u32; 3]> for VoxelScale {
    type Error = VoxelScaleError;

    fn try_from([straight, diagonal, spatial]: [u32; 3]) -> Result<Self, VoxelScaleError> {
        VoxelScale::new(straight, diagonal, spatial)
    }
}

#[cfg(feature = "serde")]
impl From<VoxelScale> for [u32; 3] {
    fn from(scale: VoxelScale) -> Self {
        scale.ticks
    }
}

/// An invalid scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VoxelScaleError {
    ticks: [u32; 3],
}

errors! { struct VoxelScaleError:
    Self { ticks: [straight, diagonal, spatial] } => ("voxel-scale-out-of-range",
        "scale {straight}/{diagonal}/{spatial} is unusable, expected 1 <= a <= b <= c <= {} with c \
        - b <= b - a <= a", VoxelScale::MAX),
}

/// A body that flies, swims or walks: its size, the neighbours to which it steps, past which
/// corners, and at what cost.
///
/// All voxels of its [medium](VoxelMedium) are alike to it; there is no terrain. Its place is the
/// voxel of its body with the least column, row and layer; the body fits if all its voxels are on
/// the map and of its medium.
///
/// A flyer may be anywhere in the air, a swimmer in water. A walker stands where at least one voxel
/// under its feet is blocked or below the map, and steps to its four sides and along diagonals of
/// two axes, or with [six neighbours](VoxelNeighbours::Six) only to its sides. A step to higher
/// ground rises first and then goes across; one to lower ground goes across and then falls to the
/// first ground below. Everything the body passes must be of its medium; [`Corners`] applies to
/// what a diagonal step passes beside it, at the higher of its two ends. [`VoxelWalk`] defines how
/// far up and down ground may be, and what climbing and falling add to the cost of the step.
///
/// # Examples
///
/// ```
/// use astride::shapes::voxel::{VoxelMover, VoxelNeighbours, VoxelWalk};
/// use astride::world::Corners;
/// let drone = VoxelMover::flyer().neighbours(VoxelNeighbours::Eighteen).corners(Corners::OneFree);
/// assert_eq!(drone.steps_to().count(), 18);
/// let whale = VoxelMover::flyer().body(3, 3)?;
/// let goat = VoxelMover::walker().walk(VoxelWalk { climb: 2, ..VoxelWalk::default() })?;
/// assert_eq!((whale.side(), goat.side(), goat.height()), (3, 1, 2));
/// assert!(VoxelMover::flyer().body(0, 2).is_err());
/// # Ok::<(), astride::shapes::voxel::VoxelMoverError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "serial::AnyMover")
)]
pub struct VoxelMover {
    neighbours: VoxelNeighbours,
    corners: Corners,
    scale: VoxelScale,
    pub(super) side: u32,
    pub(super) height: u32,
    pub(super) walk: Option<VoxelWalk>,
    medium: VoxelMedium,
}

impl Default for VoxelMover {
    fn default() -> Self {
        VoxelMover::flyer()
    }
}

impl VoxelMover {
    /// One voxel that steps to all 26 neighbours, cuts no corners, and pays 1, √2 and √3: the rules
    /// of the MovingAI voxel benchmarks.
    pub fn flyer() -> Self {
        VoxelMover {
            neighbours: VoxelNeighbours::default(),
            corners: Corners::default(),
            scale: VoxelScale::EXACT,
            side: 1,
            height: 1,
            walk: None,
            medium: VoxelMedium::Air,
        }
    }

    /// A flyer that moves in water only.
    pub fn swimmer() -> Self {
        VoxelMover::flyer().medium(VoxelMedium::Water)
    }

    /// Sets the neighbours.
    #[must_use]
    pub fn neighbours(mut self, neighbours: VoxelNeighbours) -> Self {
        self.neighbours = neighbours;
        self
    }

    /// Sets which corners may be cut.
    #[must_use]
    pub fn corners(mut self, corners: Corners) -> Self {
        self.corners = corners;
        self
    }

    /// Sets the ticks of steps; the costs of climbing and falling are unchanged.
    #[must_use]
    pub fn scale(mut self, scale: VoxelScale) -> Self {
        self.scale = scale;
        self
    }

    /// Sets the medium: all voxels of its body must be of it, and what it stands on must be solid.
    #[must_use]
    pub fn medium(mut self, medium: VoxelMedium) -> Self {
        self.medium = medium;
        self
    }

    /// The medium in which it moves.
    pub fn moves_in(&self) -> VoxelMedium {
        self.medium
    }

    /// The neighbours to which it steps.
    pub fn steps_to(&self) -> VoxelNeighbours {
        self.neighbours
    }

    /// The corners it may cut.
    pub fn cuts(&self) -> Corners {
        self.corners
    }

    /// The ticks of its steps along one, two and three axes.
    pub fn ticks(&self) -> [u32; 3] {
        self.scale.ticks
    }

    /// The number of directions in which it walks.
    pub(super) fn sides(&self) -> usize {
        if self.neighbours == VoxelNeighbours::Six { 4 } else { 8 }
    }

    /// Whether it is a single voxel that flies or swims.
    pub(super) fn is_one_voxel(&self) -> bool {
        self.walk.is_none() && self.side == 1 && self.height == 1
    }

    /// Whether it is a single voxel that flies in air.
    #[inline(always)]
    pub(super) fn is_plain(&self) -> bool {
        self.is_one_voxel() && self.medium == VoxelMedium::Air
    }

    /// The cost of the cheapest path without obstacles to a place this far off along columns and
    /// rows, and this much higher or lower; for walkers, a lower bound.
    #[inline(always)]
    pub(super) fn cost_to(&self, [x, y]: [u32; 2], higher: u32, lower: u32) -> Cost {
        match &self.walk {
            None => self.cost_apart([x, y, higher + lower]),
            Some(walk) => {
                let least = Cost::from(walk.steps(higher, lower)) * Cost::from(self.ticks()[0]);
                self.cost_apart([x, y, 0]).max(least) + walk.ticks(higher, lower)
            }
        }
    }

    /// The cost of the cheapest path of a flyer without obstacles between voxels this far apart
    /// along each axis.
    #[inline(always)]
    pub(super) fn cost_apart(&self, apart: [u32; 3]) -> Cost {
        let [x, y, z] = apart.map(Cost::from);
        let [straight, diagonal, spatial] = self.scale.ticks.map(Cost::from);
        let (sum, most, least) = (x + y + z, x.max(y).max(z), x.min(y).min(z));
        match self.neighbours {
            VoxelNeighbours::Six => sum * straight,
            VoxelNeighbours::Eighteen => {
                let pairs = (sum - most).min(sum / 2);
                pairs * diagonal + (sum - 2 * pairs) * straight
            }
            VoxelNeighbours::TwentySix => {
                let middle = sum - most - least;
                most * straight + middle * (diagonal - straight) + least * (spatial - diagonal)
            }
        }
    }
}
