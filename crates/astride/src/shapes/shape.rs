//! What every kind of map can say of itself, so that doors, pictures and commands need not know
//! which kind it is.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use crate::base::{NodeId, Vec2};
use crate::search::Followed;
use crate::world::Tiles;

/// A kind of map.
///
/// A shape brings a folder with its map, what movers see of it, and an implementation of this; the
/// searches, fields, overlays, replanning, the command and pictures work from here on.
pub trait Shape: Tiles {
    /// What a map of this kind is called.
    const NAME: &'static str;

    /// What names a place of the map: a cell, a hexagon. Users write and read it.
    type Place: Copy + Debug + Display + PartialEq + FromStr<Err: Display>;

    /// What terrain means to a body, and how it steps.
    type Mover: Default;

    /// The map as a mover sees it.
    type View<'a>: Followed
    where
        Self: 'a;

    /// The map as `mover` sees it.
    fn view<'a>(&'a self, mover: &Self::Mover) -> Self::View<'a>;

    /// The node of a place, if the map has it.
    fn node_of(&self, place: Self::Place) -> Option<NodeId>;

    /// The place of a node.
    fn place_of(&self, node: NodeId) -> Self::Place;

    /// The terrain class at a node; `None` where rows have a tile that is not part of the map.
    fn class_of(&self, node: NodeId) -> Option<u8>;

    /// The corners of a place, one after the other; the distance between two neighbours is about 1.
    fn outline_of(&self, place: Self::Place) -> Vec<Vec2>;
}
