//! Ids, costs, geometry, the open list, memory that forgets quickly, budgets, seeded lots, and
//! tables as bytes.
//!
//! Imports nothing. Deliberately missing: any notion that paths or maps exist.

pub(crate) mod bits;
mod budget;
mod checksum;
mod container;
mod cost;
mod divider;
mod geometry;
mod id;
mod open_list;
mod random;
mod records;

pub use budget::{Budget, Spent};
pub use checksum::checksum;
pub use container::{
    Container, ContainerError, ContainerWriter, Groups, Numbers, PartsError, TablesError,
};
pub(crate) use container::{check, check_names, few, u8s, u16s, u32s, u64s};
pub use cost::{Cost, Scale, ScaleError, Weight, WeightError};
pub use divider::Divider;
pub use geometry::{Cell, CellNameError, Dir, Rect, Vec2, Vec3};
pub use id::NodeId;
pub use open_list::{Entry, OpenList};
pub use random::{Random, mixed};
pub use records::{Known, MAX_SLOTS, Narrow, Record, Records, Slot, State, Wide};
