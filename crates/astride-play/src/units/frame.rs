//! What is told about bodies: positions, states, ways, and the bytes of a frame.

use astride::base::{Cell, NodeId};
use astride::shapes::square::GridView;

use crate::random::mixed;
use crate::units::body::{Body, CELL, NO_FIELD, NONE};
use crate::units::requests::turning_points;
use crate::units::{Kind, State, Units};

impl Units {
    /// Where each body is, in cells: the middle of cell (0, 0) is (0.5, 0.5).
    pub fn positions(&self) -> impl ExactSizeIterator<Item = (f32, f32)> + '_ {
        self.bodies.iter().map(|body| (in_cells(body.x), in_cells(body.y)))
    }

    /// Where each body looks: 65 536 is a full turn, 0 is east and a quarter turn south.
    pub fn headings(&self) -> impl ExactSizeIterator<Item = u16> + '_ {
        self.bodies.iter().map(|body| body.heading)
    }

    /// What each body does.
    pub fn states(&self) -> impl ExactSizeIterator<Item = State> + '_ {
        self.bodies.iter().map(|body| body.state)
    }

    /// What each body is.
    pub fn kinds(&self) -> impl ExactSizeIterator<Item = Kind> + '_ {
        self.bodies.iter().map(|body| body.kind)
    }

    /// Appends all bodies as the page reads them, little endian: `f32` x of each, `f32` y of each,
    /// `u16` heading of each, `u8` state of each, `u8` kind of each; 12 bytes per body.
    pub fn write_frame(&self, bytes: &mut Vec<u8>) {
        bytes.reserve(12 * self.bodies.len());
        let of_each = || self.bodies.iter();
        of_each().for_each(|body| bytes.extend(in_cells(body.x).to_le_bytes()));
        of_each().for_each(|body| bytes.extend(in_cells(body.y).to_le_bytes()));
        of_each().for_each(|body| bytes.extend(body.heading.to_le_bytes()));
        bytes.extend(of_each().map(|body| body.state as u8));
        bytes.extend(of_each().map(|body| body.kind as u8));
    }

    /// The cell that a body stands on, if there is one with this id.
    pub fn cell(&self, id: u32) -> Option<Cell> {
        self.bodies.get(id as usize).map(Body::cell)
    }

    /// What a body does.
    pub fn state(&self, id: u32) -> Option<State> {
        self.bodies.get(id as usize).map(|body| body.state)
    }

    /// What a body is.
    pub fn kind(&self, id: u32) -> Option<Kind> {
        self.bodies.get(id as usize).map(|body| body.kind)
    }

    /// The cell that a body wants to reach, if it wants to.
    pub fn goal(&self, view: &GridView<'_>, id: u32) -> Option<Cell> {
        let body = self.bodies.get(id as usize).filter(|body| body.goal != NONE)?;
        Some(view.grid().cell(NodeId::new(body.goal)))
    }

    /// The way that a body has before it, into `cells`: its own cell, the turning points, the end.
    /// Nothing if it has no way, or there is no such body. A body that is led by a shared field is
    /// shown the way of the field.
    pub fn path_of(&self, view: &GridView<'_>, id: u32, cells: &mut Vec<Cell>) {
        cells.clear();
        let Some(body) = self.bodies.get(id as usize).filter(|body| body.on != NONE) else {
            return;
        };
        if self.size != super::size_of_map(view) {
            return;
        }
        let cell_of = |node| view.grid().cell(NodeId::new(node));
        if body.field == NO_FIELD {
            cells.push(body.cell());
            cells.extend(
                std::iter::once(body.on).chain(self.legs.of(body).iter().copied()).map(cell_of),
            );
            cells.dedup();
            return;
        }
        let here = NodeId::new(body.node(view.grid().width()));
        let shared = &self.requests.shared[usize::from(body.field)];
        let mut turns = Vec::new();
        if let Ok(Some(path)) = shared.field.path_from(view, here)
            && turning_points(path.nodes(), |node| view.grid().cell(node), &mut turns)
        {
            cells.extend(turns.into_iter().map(cell_of));
        }
    }

    /// A number that two histories share only if all bodies are the same in both, but for a chance
    /// of one in 2⁶⁴.
    pub fn digest(&self) -> u64 {
        let mut digest = mixed(self.random.state() ^ u64::from(self.tick) << 32);
        let mut add = |value: u64| digest = mixed(digest.rotate_left(5) ^ value);
        for body in &self.bodies {
            add(u64::from(body.x as u32) << 32 | u64::from(body.y as u32));
            add(u64::from(body.on) << 32 | u64::from(body.goal));
            add(u64::from(body.until) << 32 | u64::from(body.heading));
            let small = [body.state as u8, body.kind as u8, body.purpose as u8, body.field];
            add(u64::from(u32::from_le_bytes(small)) << 32 | u64::from(body.len));
            self.legs.of(body).iter().for_each(|&node| add(u64::from(node)));
        }
        add(u64::from(self.requests.waiting()));
        digest
    }
}

fn in_cells(side: i32) -> f32 {
    side as f32 / CELL as f32
}
