//! The playground: draw a world, run queries, and watch the search think.
//!
//! A [`session`] takes messages and gives replies; it starts no thread, reads no clock and opens no
//! socket, so it runs behind a web server as well as inside a page.
//! [`units`] are the animals that live on its map.
//! With the feature `server`, `server` serves the page and connects sockets to sessions.
#![forbid(unsafe_code)]

#[cfg(feature = "server")]
pub mod server;
pub mod session;
pub mod units;
