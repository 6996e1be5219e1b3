//! What serde reads as a path: any nodes, which a path must have.

use super::Path;
use crate::base::{Cost, NodeId};

#[derive(serde::Deserialize)]
pub(super) struct AnyPath {
    nodes: Vec<NodeId>,
    cost: Cost,
}

impl TryFrom<AnyPath> for Path {
    type Error = &'static str;

    fn try_from(read: AnyPath) -> Result<Self, Self::Error> {
        Path::new(read.nodes, read.cost).ok_or("a path has no nodes, expected at least one")
    }
}
