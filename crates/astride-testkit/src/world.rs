//! A world as seen by a judge: which nodes are walkable, and every step as an explicit arc.
//!
//! Judges do not know shapes. A shape states its own rules of movement in the plainest way and
//! *writes* them as arcs through [`Shape`]. Another shape is another writer.

/// A one-way arc as `(from, to, cost)`, between node numbers.
pub type Arc = (usize, usize, u64);

/// Nodes `0..n`, and arcs between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefWorld {
    /// Whether each node is walkable.
    pub passable: Vec<bool>,
    /// All arcs; several may connect the same two nodes.
    pub arcs: Vec<Arc>,
}

/// Something that can be written as nodes and arcs.
pub trait Shape {
    /// All nodes and arcs.
    fn write(&self) -> RefWorld;

    /// The cost of a path if nothing were in the way; it decides which node is nearest to an
    /// unreachable goal.
    fn guess(&self, from: usize, to: usize) -> u64;

    /// The name of a node in messages.
    fn place(&self, node: usize) -> String;

    /// The whole world, for messages.
    fn draw(&self) -> String;
}

/// All arcs of a world.
///
/// # Panics
///
/// If the cost of a step does not fit in 64 bits.
pub fn arcs(world: &impl Shape) -> Vec<Arc> {
    world.write().arcs
}

/// A list of arcs is its own shape, without geometry: all nodes are equally near.
impl Shape for RefWorld {
    fn write(&self) -> RefWorld {
        self.clone()
    }

    fn guess(&self, _from: usize, _to: usize) -> u64 {
        0
    }

    fn place(&self, node: usize) -> String {
        node.to_string()
    }

    fn draw(&self) -> String {
        let blocked = (0..self.passable.len()).filter(|&node| !self.passable[node]);
        format!("blocked {:?}\narcs {:?}\n", blocked.collect::<Vec<_>>(), self.arcs)
    }
}
