//! Which pose of a search is the best one in its discretised state.

use std::f64::consts::TAU;
use std::mem::size_of;

use super::VehicleError;
use super::ground::Ground;
use super::pose::{Gear, Pose};

/// No node.
pub(super) const NOBODY: u32 = u32::MAX;

/// The resolution with which a search distinguishes poses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fineness {
    /// Positions per side of a cell: 1 to 8.
    pub places: u32,
    /// Headings per full turn: 16 to 256.
    pub headings: u32,
}

impl Default for Fineness {
    /// Two positions per side of a cell and 72 headings.
    fn default() -> Self {
        Fineness { places: 2, headings: 72 }
    }
}

impl Fineness {
    pub(super) fn checked(self) -> Result<Self, VehicleError> {
        let Fineness { places, headings } = self;
        let is_good = (1..=8).contains(&places) && (16..=256).contains(&headings);
        if is_good { Ok(self) } else { Err(VehicleError::Fineness { places, headings }) }
    }
}

/// The node of the cheapest pose for each position, heading and gear.
pub(super) struct Bests {
    fineness: Fineness,
    width: u32,
    /// The page of each cell, row by row.
    pages: Vec<u32>,
    nodes: Vec<u32>,
}

impl Bests {
    pub(super) fn new(ground: &Ground, fineness: Fineness) -> Self {
        let [width, height] = ground.size();
        let pages = vec![NOBODY; width as usize * height as usize];
        Bests { fineness, width, pages, nodes: Vec::new() }
    }

    pub(super) fn bytes(&self) -> usize {
        (self.pages.len() + self.nodes.capacity()) * size_of::<u32>()
    }

    fn page_size(&self) -> usize {
        let Fineness { places, headings } = self.fineness;
        (places * places * headings * 2) as usize
    }

    /// The cell of a pose, and the index of its entry on the page of that cell.
    fn place(&self, pose: Pose, gear: Option<Gear>) -> (usize, usize) {
        let Fineness { places, headings } = self.fineness;
        let within = |value: f64| ((value - value.floor()) * f64::from(places)) as usize;
        let turn = (pose.heading / TAU * f64::from(headings)).round();
        let heading = turn.rem_euclid(f64::from(headings)) as usize;
        let place = within(pose.y) * places as usize + within(pose.x);
        let gear = usize::from(gear == Some(Gear::Reverse));
        let cell = pose.y as usize * self.width as usize + pose.x as usize;
        (cell, (place * headings as usize + heading) * 2 + gear)
    }

    pub(super) fn of(&self, pose: Pose, gear: Option<Gear>) -> Option<u32> {
        let (cell, place) = self.place(pose, gear);
        let page = *self.pages.get(cell)?;
        let node = *self.nodes.get((page as usize).checked_mul(self.page_size())? + place)?;
        (page != NOBODY && node != NOBODY).then_some(node)
    }

    /// The entry of a pose on the map.
    pub(super) fn entry(&mut self, pose: Pose, gear: Option<Gear>) -> &mut u32 {
        let ((cell, place), size) = (self.place(pose, gear), self.page_size());
        if self.pages[cell] == NOBODY {
            self.pages[cell] = (self.nodes.len() / size) as u32;
            self.nodes.resize(self.nodes.len() + size, NOBODY);
        }
        &mut self.nodes[self.pages[cell] as usize * size + place]
    }
}
