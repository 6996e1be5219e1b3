//! Ids, costs, geometry, the open list, memory that is reset in constant time, budgets, seeded
//! random numbers, tables as bytes, and error codes.
//!
//! Imports nothing. Deliberately missing: what a world or a search is.

/// Implements `Debug` with selected fields, for types that hold a world or a memory too large to
/// print.
macro_rules! debug_by {
    ([$($generics:tt)*] $type:ident [$($args:tt)*]: $($field:ident),+) => {
        impl<$($generics)*> std::fmt::Debug for $type<$($args)*> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let mut told = f.debug_struct(stringify!($type));
                $(told.field(stringify!($field), &self.$field);)+
                told.finish_non_exhaustive()
            }
        }
    };
}

#[macro_use]
mod errors;
#[macro_use]
mod vectors;

mod ahead;
pub(crate) mod bits;
mod budget;
mod checksum;
mod container;
mod cost;
mod crew;
mod divider;
mod geometry;
mod id;
mod open_list;
mod packed;
mod random;
mod records;
mod sorting;

pub(crate) use ahead::join_ahead;
pub(crate) use container::{
    Column, Table, check, check_names, check_rising, check_rows, column, few, u8s, u16s, u32s, u64s,
};
pub(crate) use crew::Crew;
pub(crate) use debug_by;
pub(crate) use divider::Divider;
pub(crate) use open_list::{Entry, OpenList};
pub(crate) use packed::{Pack, Packer, Unpacker, pack_by_number};
pub(crate) use records::{Narrow, Record, Records, State, Wide};
pub(crate) use sorting::SmallSort;

pub(crate) use budget::CELLS_PER_EXPANSION;
pub use budget::{Budget, Spent};
pub use checksum::checksum;
pub use container::{
    Container, ContainerError, ContainerWriter, FileBytes, Groups, Numbers, PartsError,
    SharedBytes, TablesError,
};
pub use cost::{Cost, Scale, ScaleError, Weight, WeightError};
pub use errors::Coded;
pub use geometry::{Cell, CellNameError, CellRect, Dir, Vec2, Vec3};
pub use id::NodeId;
pub use random::Random;
pub(crate) use random::mixed;
pub use records::{MAX_SLOTS, Slot};
