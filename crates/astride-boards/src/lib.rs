//! Maps of each shape as boards.
//!
//! [`OnBoard`] is generic, and every method of a shape is compiled where one is made: half of what the page
//! compiled of the engine, and most of what the command did. Both make theirs here, where that happens once.
#![forbid(unsafe_code)]

use std::sync::Arc;

use astride::planner::{Board, OnBoard};
use astride::shapes::Shape;
use astride::shapes::floors::FloorMap;
use astride::shapes::graph::Graph;
use astride::shapes::hex::HexMap;
use astride::shapes::triangle::TriangleMap;
use astride::shapes::voxel::VoxelMap;

/// A shape whose boards are compiled here.
pub trait Boarded: Shape {
    /// A map with a mover, as [`OnBoard::new`] makes it.
    fn board(map: Arc<Self>, mover: Self::Mover) -> Box<dyn Board + Send>;
}

macro_rules! boarded {
    ($($shape:ty),*) => {
        $(impl Boarded for $shape {
            fn board(map: Arc<Self>, mover: Self::Mover) -> Box<dyn Board + Send> {
                Box::new(OnBoard::<Self>::new(map, mover))
            }
        })*
    };
}

boarded!(HexMap, TriangleMap, FloorMap, VoxelMap, Graph);
