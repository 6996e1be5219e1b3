//! All tests of this crate, as one program.
