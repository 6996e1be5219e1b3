//! Changes of a map of hexagons, all or none.

use std::fmt;

use super::{Hex, HexDir, HexMap};
use crate::base::{Cell, NodeId, Rect};
use crate::world::Tiles;

#[derive(Clone, Copy, Debug)]
enum Change {
    Class {
        hex: Hex,
        class: u8,
    },
    /// Forbids or allows stepping out at a side, and in from there if it is a wall.
    Side {
        hex: Hex,
        dir: HexDir,
        forbid: bool,
        both: bool,
    },
}

/// A batch of changes for [`HexMap::apply`]: terrain, walls, one-way steps.
#[derive(Clone, Debug, Default)]
pub struct HexEdit {
    changes: Vec<Change>,
}

impl HexEdit {
    /// No change yet.
    pub fn new() -> Self {
        HexEdit::default()
    }

    /// Gives a tile of the map another class.
    pub fn set(&mut self, hex: impl Into<Hex>, class: u8) -> &mut Self {
        self.push(Change::Class { hex: hex.into(), class })
    }

    /// Puts a wall between a tile and its neighbour.
    pub fn wall(&mut self, hex: impl Into<Hex>, dir: HexDir) -> &mut Self {
        self.push(Change::Side { hex: hex.into(), dir, forbid: true, both: true })
    }

    /// Takes a wall away, and one-way steps there.
    pub fn remove_wall(&mut self, hex: impl Into<Hex>, dir: HexDir) -> &mut Self {
        self.push(Change::Side { hex: hex.into(), dir, forbid: false, both: true })
    }

    /// Forbids the step out of a tile; the step back stays as it is.
    pub fn forbid_step(&mut self, hex: impl Into<Hex>, dir: HexDir) -> &mut Self {
        self.push(Change::Side { hex: hex.into(), dir, forbid: true, both: false })
    }

    /// Allows the step out of a tile.
    pub fn allow_step(&mut self, hex: impl Into<Hex>, dir: HexDir) -> &mut Self {
        self.push(Change::Side { hex: hex.into(), dir, forbid: false, both: false })
    }

    fn push(&mut self, change: Change) -> &mut Self {
        self.changes.push(change);
        self
    }
}

impl HexMap {
    /// Applies a batch, all or none, and returns the new revision.
    ///
    /// # Errors
    ///
    /// If a tile is not part of the map, a class is 0, or there is no tile behind a side; the map
    /// is unchanged then.
    ///
    /// # Complexity
    ///
    /// O(changes), and O(tiles) for the first wall.
    pub fn apply(&mut self, edit: &HexEdit) -> Result<u64, HexError> {
        let mut needs_sides = false;
        for change in &edit.changes {
            let (Change::Class { hex, .. } | Change::Side { hex, .. }) = *change;
            self.tile(hex)?;
            match *change {
                Change::Class { class: HexMap::VOID, .. } => {
                    return Err(HexError(Kind::Void { hex }));
                }
                Change::Class { .. } => {}
                Change::Side { dir, forbid, .. } => {
                    self.tile(hex.beside(dir)).map_err(|_| HexError(Kind::Rim { hex, dir }))?;
                    needs_sides |= forbid;
                }
            }
        }
        if needs_sides && self.forbidden.is_empty() {
            let tiles = self.extent().tile_count();
            let memory = |_| HexError(Kind::Memory { bytes: tiles });
            self.forbidden.try_reserve_exact(tiles).map_err(memory)?;
            self.forbidden.resize(tiles, 0);
        }
        for &change in &edit.changes {
            match change {
                Change::Class { hex, class } => {
                    let node = self.tile(hex)?;
                    self.write_class(node.index(), class);
                    self.note(node);
                }
                Change::Side { hex, dir, forbid, both } => {
                    self.write_side(self.tile(hex)?, dir, forbid);
                    let behind = self.tile(hex.beside(dir))?;
                    if both {
                        self.write_side(behind, dir.opposite(), forbid);
                    }
                    self.note(behind);
                }
            }
        }
        if self.forbidding == 0 {
            self.forbidden = Vec::new();
        }
        self.log.raise();
        Ok(self.log.revision())
    }

    fn tile(&self, hex: Hex) -> Result<NodeId, HexError> {
        self.node(hex).ok_or(HexError(Kind::Off { hex }))
    }

    fn write_side(&mut self, node: NodeId, dir: HexDir, forbid: bool) {
        if let Some(bits) = self.forbidden.get_mut(node.index()) {
            self.forbidding -= u64::from(*bits & dir.bit() != 0);
            *bits = if forbid { *bits | dir.bit() } else { *bits & !dir.bit() };
            self.forbidding += u64::from(forbid);
            self.note(node);
        }
    }

    fn note(&mut self, node: NodeId) {
        let width = self.extent().width;
        let tile = Cell::new(node.get() % width, node.get() / width);
        self.log.note(self.log.revision() + 1, Rect::of(tile));
    }
}

/// A map of hexagons, or a change of one, that cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexError(pub(super) Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Empty,
    TooLarge { width: u64, height: u64 },
    Memory { bytes: usize },
    Void { hex: Hex },
    Off { hex: Hex },
    Rim { hex: Hex, dir: HexDir },
}

impl fmt::Display for HexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Empty => f.write_str("there are no hexagons, expected one at least"),
            Kind::TooLarge { width, height } => write!(
                f,
                "{height} rows of {width} hexagons, expected at most {} in all",
                HexMap::MOST_TILES
            ),
            Kind::Memory { bytes } => write!(f, "no memory for {bytes} bytes"),
            Kind::Void { hex } => {
                write!(f, "hexagon {hex} is to be of class 0, expected 1 to 255")
            }
            Kind::Off { hex } => write!(f, "hexagon {hex} is not part of the map"),
            Kind::Rim { hex, dir } => {
                write!(f, "there is no hexagon to the {dir:?} of {hex}, expected one on both sides")
            }
        }
    }
}

impl std::error::Error for HexError {}
