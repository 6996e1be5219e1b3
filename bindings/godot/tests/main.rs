//! All tests of the board, which need no engine.

mod board;
