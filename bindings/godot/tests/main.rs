//! All tests that need no engine: the board that the classes stand on, and what the library exports.

mod board;
mod desk;
mod exports;
