//! The tests of the library, as one program: the engine's generic code is compiled for it once.

mod voxels;
