//! Bodies larger than a voxel, and the stepping ability of walkers.

use super::{VoxelMover, VoxelScale};
use crate::base::Cost;

/// How a body walks: the height differences it can step over, and their additional cost.
///
/// # Examples
///
/// ```
/// use astride::shapes::voxel::{VoxelMover, VoxelWalk};
/// let cat = VoxelWalk { climb: 2, fall: 8, ..VoxelWalk::default() };
/// let cat = VoxelMover::walker().body(1, 1)?.walk(cat)?;
/// assert_eq!(cat.walks().map(|walk| walk.fall), Some(8));
/// # Ok::<(), astride::shapes::voxel::VoxelMoverError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VoxelWalk {
    /// The maximum number of voxels a step may lead up.
    pub climb: u32,
    /// The maximum number of voxels a step may lead down.
    pub fall: u32,
    /// Additional ticks for each voxel up, at most [`VoxelScale::MAX`].
    pub climb_ticks: u32,
    /// Additional ticks for each voxel down, at most [`VoxelScale::MAX`].
    pub fall_ticks: u32,
}

impl Default for VoxelWalk {
    /// One voxel up, at the cost of one more straight step of [`VoxelScale::EXACT`], and three down
    /// at no additional cost.
    fn default() -> Self {
        let [climb_ticks, ..] = VoxelScale::EXACT.ticks();
        VoxelWalk { climb: 1, fall: 3, climb_ticks, fall_ticks: 0 }
    }
}

impl VoxelWalk {
    /// The minimum number of steps to get this much higher or lower.
    #[inline(always)]
    pub(super) fn steps(&self, higher: u32, lower: u32) -> u32 {
        higher.div_ceil(self.climb.max(1)).max(lower.div_ceil(self.fall.max(1)))
    }

    /// The additional cost of getting this much higher or lower.
    #[inline(always)]
    pub(super) fn ticks(&self, higher: u32, lower: u32) -> Cost {
        Cost::from(higher) * Cost::from(self.climb_ticks)
            + Cost::from(lower) * Cost::from(self.fall_ticks)
    }
}

impl VoxelMover {
    /// The maximum side and height of a body.
    pub const MOST_SIDE: u32 = 32;

    /// The maximum sum of a walker's height, climb and fall.
    pub const MOST_REACH: u32 = 63;

    /// One voxel wide and two high, with [`VoxelWalk::default`]; it steps to all eight sides, cuts
    /// no corners, and pays 1 and √2 for a step.
    pub fn walker() -> Self {
        let mut mover = VoxelMover::flyer();
        (mover.height, mover.walk) = (2, Some(VoxelWalk::default()));
        mover
    }

    /// Sets the number of columns and rows, and the number of layers, that the body occupies.
    ///
    /// # Errors
    ///
    /// If a number is 0 or above [`MOST_SIDE`](Self::MOST_SIDE), or if the reach of a walker would
    /// be above [`MOST_REACH`](Self::MOST_REACH).
    ///
    /// # Complexity
    ///
    /// A search reads O((side + 2) · (height + 2)) words for each place of a flyer larger than a
    /// voxel, and O(side² · reach) for each place of a walker.
    pub fn body(mut self, side: u32, height: u32) -> Result<Self, VoxelMoverError> {
        (self.side, self.height) = (side, height);
        self.checked()
    }

    /// Makes it walk.
    ///
    /// # Errors
    ///
    /// If height, climb and fall together are above [`MOST_REACH`](Self::MOST_REACH), or if the
    /// ticks are above [`VoxelScale::MAX`].
    pub fn walk(mut self, walk: VoxelWalk) -> Result<Self, VoxelMoverError> {
        self.walk = Some(walk);
        self.checked()
    }

    /// The number of columns and rows the body occupies.
    pub fn side(&self) -> u32 {
        self.side
    }

    /// The number of layers the body occupies.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// How it walks, if it does not fly.
    pub fn walks(&self) -> Option<VoxelWalk> {
        self.walk
    }

    /// Body and walk as numbers: side, height, medium, whether it walks, and the fields of
    /// [`VoxelWalk`].
    pub(super) fn frame(&self) -> [u32; 8] {
        let VoxelWalk { climb, fall, climb_ticks, fall_ticks } = self.walk.unwrap_or_default();
        let walks = u32::from(self.walk.is_some());
        let medium = self.moves_in().number();
        [self.side, self.height, medium, walks, climb, fall, climb_ticks, fall_ticks]
    }

    fn checked(self) -> Result<Self, VoxelMoverError> {
        let VoxelMover { side, height, .. } = self;
        let is_body = |length: u32| (1..=Self::MOST_SIDE).contains(&length);
        if !is_body(side) || !is_body(height) {
            return Err(VoxelMoverError(Kind::Body { side, height }));
        }
        let Some(VoxelWalk { climb, fall, climb_ticks, fall_ticks }) = self.walk else {
            return Ok(self);
        };
        if climb.saturating_add(fall).saturating_add(height) > Self::MOST_REACH {
            return Err(VoxelMoverError(Kind::Reach { height, climb, fall }));
        }
        if climb_ticks.max(fall_ticks) > VoxelScale::MAX {
            return Err(VoxelMoverError(Kind::Ticks { climb_ticks, fall_ticks }));
        }
        Ok(self)
    }

    /// How many voxels before and after its place along each axis determine its steps from and to
    /// there.
    pub(super) fn reach(&self) -> [[u32; 3]; 2] {
        let legs = self.walk.map_or(1, |walk| walk.climb.max(walk.fall) + 1);
        let above = if self.walk.is_some() { legs - 1 } else { legs };
        [[1, 1, legs], [self.side, self.side, self.height - 1 + above]]
    }
}

/// An invalid body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VoxelMoverError(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Body { side: u32, height: u32 },
    Reach { height: u32, climb: u32, fall: u32 },
    Ticks { climb_ticks: u32, fall_ticks: u32 },
}

errors! { VoxelMoverError(Kind):
    Body { side, height } => ("voxel-mover-body",
        "a body of side {side} and height {height} is unusable, expected 1 to {} voxels",
        VoxelMover::MOST_SIDE),
    Reach { height, climb, fall } => ("voxel-mover-reach",
        "a walker of height {height} with climb {climb} and fall {fall} is unusable, expected at \
        most {} together", VoxelMover::MOST_REACH),
    Ticks { climb_ticks, fall_ticks } => ("voxel-mover-ticks",
        "{climb_ticks} ticks up and {fall_ticks} down are unusable, expected at most {}",
        VoxelScale::MAX),
}
