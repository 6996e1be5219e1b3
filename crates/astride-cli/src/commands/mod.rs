//! The subcommands, one file each: convert, call, convert.

pub(crate) mod any_angle;
pub(crate) mod bake;
pub(crate) mod bench;
pub(crate) mod convert;
pub(crate) mod crowd;
pub(crate) mod draw;
pub(crate) mod drive;
pub(crate) mod field;
pub(crate) mod fleet;
pub(crate) mod info;
pub(crate) mod mapf;
pub(crate) mod path;
pub(crate) mod play;
pub(crate) mod puzzle;
pub(crate) mod range;
pub(crate) mod ray;
pub(crate) mod replay;
pub(crate) mod scen;
pub(crate) mod shell;
pub(crate) mod simulate;
pub(crate) mod welcome;
