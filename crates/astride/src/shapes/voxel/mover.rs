//! How a body moves from voxel to voxel, and what that costs.

use std::fmt;

use super::steps::{FLAT, STRAIGHT};
use crate::base::Cost;
use crate::world::Corners;

/// To how many neighbours a body steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
    /// How many they are.
    pub const fn count(self) -> usize {
        match self {
            VoxelNeighbours::Six => STRAIGHT,
            VoxelNeighbours::Eighteen => FLAT,
            VoxelNeighbours::TwentySix => 26,
        }
    }
}

/// How many ticks a step costs along one, two and three axes.
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
pub struct VoxelScale {
    ticks: [u32; 3],
}

impl VoxelScale {
    /// 326 491, 461 728 and 565 499: their ratios are √2 and √3 with relative errors below
    /// 5 · 10⁻¹⁰, and no smaller numbers come as close.
    pub const EXACT: VoxelScale = VoxelScale { ticks: [326_491, 461_728, 565_499] };

    /// 10, 14 and 17, as in the classic tutorials.
    pub const CLASSIC: VoxelScale = VoxelScale { ticks: [10, 14, 17] };

    /// The most ticks one step may cost.
    pub const MAX: u32 = 1 << 20;

    /// A scale of one's own, in ticks per step: along one axis, two, three.
    ///
    /// # Errors
    ///
    /// If there are none or more than [`VoxelScale::MAX`], or another axis does not make a step
    /// costlier, each by at most as much as the one before: then detours would beat straight lines,
    /// and no usual heuristic would hold.
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

/// A scale that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VoxelScaleError {
    ticks: [u32; 3],
}

impl fmt::Display for VoxelScaleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [straight, diagonal, spatial] = self.ticks;
        write!(
            f,
            "scale {straight}/{diagonal}/{spatial} is unusable, expected 1 <= a <= b <= c <= {} \
             with c - b <= b - a <= a",
            VoxelScale::MAX
        )
    }
}

impl std::error::Error for VoxelScaleError {}

/// A body of one voxel that moves freely in space: which neighbours it steps to, past which
/// corners, at what cost.
///
/// All free voxels are alike to it; there is no terrain.
///
/// # Examples
///
/// ```
/// use astride::shapes::voxel::{VoxelMover, VoxelNeighbours};
/// use astride::world::Corners;
/// let drone = VoxelMover::flyer().neighbours(VoxelNeighbours::Eighteen).corners(Corners::OneFree);
/// assert_eq!(drone.steps_to().count(), 18);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct VoxelMover {
    neighbours: VoxelNeighbours,
    corners: Corners,
    scale: VoxelScale,
}

impl VoxelMover {
    /// Steps to all 26 neighbours, cuts no corner, and pays 1, √2 and √3: the rules of the MovingAI
    /// voxel benchmarks.
    pub fn flyer() -> Self {
        VoxelMover::default()
    }

    /// Chooses the neighbours.
    #[must_use]
    pub fn neighbours(mut self, neighbours: VoxelNeighbours) -> Self {
        self.neighbours = neighbours;
        self
    }

    /// Chooses which corners may be cut.
    #[must_use]
    pub fn corners(mut self, corners: Corners) -> Self {
        self.corners = corners;
        self
    }

    /// Chooses the ticks of steps.
    #[must_use]
    pub fn scale(mut self, scale: VoxelScale) -> Self {
        self.scale = scale;
        self
    }

    /// Which neighbours it steps to.
    pub fn steps_to(&self) -> VoxelNeighbours {
        self.neighbours
    }

    /// Which corners it may cut.
    pub fn cuts(&self) -> Corners {
        self.corners
    }

    /// The ticks of its steps along one, two and three axes.
    pub fn ticks(&self) -> [u32; 3] {
        self.scale.ticks
    }

    /// What the cheapest way costs between voxels this far apart along each axis, if nothing is in
    /// the way.
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
