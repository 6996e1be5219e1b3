//! Places of voxels.

use std::fmt;
use std::str::FromStr;

/// A place on a map of voxels: column `x`, row `y`, layer `z`, each from 0.
///
/// # Examples
///
/// ```
/// use astride::shapes::voxel::Voxel;
/// assert_eq!("4, 0, 17".parse(), Ok(Voxel::new(4, 0, 17)));
/// assert_eq!(Voxel::new(4, 0, 17).to_string(), "4,0,17");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Voxel {
    /// The column.
    pub x: u32,
    /// The row.
    pub y: u32,
    /// The layer.
    pub z: u32,
}

vectors! {
    "glam": Voxel { x: x, y: y, z: z } = glam::UVec3;
    "mint": Voxel { x: x, y: y, z: z } = mint::Point3<u32>;
}

impl Voxel {
    /// The voxel in column `x`, row `y`, layer `z`.
    pub const fn new(x: u32, y: u32, z: u32) -> Self {
        Voxel { x, y, z }
    }

    /// The coordinates in order.
    pub const fn axes(self) -> [u32; 3] {
        [self.x, self.y, self.z]
    }

    /// The distance between two voxels along each axis.
    pub(super) fn apart(self, other: Voxel) -> [u32; 3] {
        [self.x.abs_diff(other.x), self.y.abs_diff(other.y), self.z.abs_diff(other.z)]
    }
}

impl From<(u32, u32, u32)> for Voxel {
    fn from((x, y, z): (u32, u32, u32)) -> Self {
        Voxel { x, y, z }
    }
}

impl From<[u32; 3]> for Voxel {
    fn from([x, y, z]: [u32; 3]) -> Self {
        Voxel { x, y, z }
    }
}

impl fmt::Display for Voxel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.x, self.y, self.z)
    }
}

impl FromStr for Voxel {
    type Err = VoxelNameError;

    /// Parses `x,y,z`.
    fn from_str(text: &str) -> Result<Self, VoxelNameError> {
        let error = || VoxelNameError(text.to_owned());
        let mut numbers = text.split(',').map(|part| part.trim().parse::<u32>());
        let mut next = || numbers.next().and_then(Result::ok).ok_or_else(error);
        let voxel = Voxel::new(next()?, next()?, next()?);
        if numbers.next().is_some() { Err(error()) } else { Ok(voxel) }
    }
}

/// A text that is not a voxel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoxelNameError(String);

errors! { struct VoxelNameError:
    Self(text) => ("not-a-voxel",
        "{text:?} is no voxel, expected column, row and layer such as 4,0,17"),
}
