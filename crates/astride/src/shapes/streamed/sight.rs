//! Steps between cells as one mover makes them, whatever says what the cells are.

use super::StreamedMover;
use super::place::StreamedCell;
use crate::base::{Cost, Dir, Scale};
use crate::world::{Corners, Neighbours};

/// The class of cells that are not there.
pub(super) const VOID: u8 = 0;

/// Guesses do not rise above this, so that sums of two fit.
const FAR: u128 = 1 << 60;

/// One mover in tables.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    media: [u8; 256],
    factors: [u32; 256],
    neighbours: Neighbours,
    corners: Corners,
    scale: Scale,
    least: u32,
    most: u32,
}

impl Sight {
    pub(super) fn new(mover: &StreamedMover) -> Self {
        let (factors, media) = mover.meaning();
        let (mut factors, mut media) = (*factors, *media);
        (media[usize::from(VOID)], factors[usize::from(VOID)]) = (0, 0);
        let passable = || factors.iter().copied().filter(|&factor| factor > 0);
        Sight {
            neighbours: mover.neighbour_rule(),
            corners: mover.corner_rule(),
            scale: mover.step_scale(),
            least: passable().min().unwrap_or(1),
            most: passable().max().unwrap_or(1),
            media,
            factors,
        }
    }

    pub(super) fn media(&self, class: u8) -> u8 {
        self.media[usize::from(class)]
    }

    /// No step costs more.
    pub(super) fn most(&self) -> u32 {
        self.scale.diagonal() * self.most
    }

    /// Visits every step out of a cell, with its cost. `class` returns the class of a cell, if it is
    /// known; steps that touch unknown cells are skipped.
    pub(super) fn for_each_step(
        &self,
        from: StreamedCell,
        class: impl Fn(StreamedCell) -> Option<u8>,
        mut visit: impl FnMut(StreamedCell, u32),
    ) {
        let start = class(from).map_or(0, |class| self.media(class));
        if start == 0 {
            return;
        }
        let every = if self.neighbours == Neighbours::Four { 2 } else { 1 };
        for &dir in Dir::ALL.iter().step_by(every) {
            let to = from.step(dir);
            let Some(entered) = class(to) else { continue };
            let here = start & self.media(entered);
            let is_allowed = here != 0
                && (!dir.is_diagonal() || {
                    let sides = [7, 1].map(|turn| class(from.step(dir.turned(turn))));
                    let [Some(a), Some(b)] = sides else { continue };
                    self.corners.allows(here, [a, b].map(|side| (self.media(side), false)))
                });
            if is_allowed {
                let ticks =
                    if dir.is_diagonal() { self.scale.diagonal() } else { self.scale.straight() };
                visit(to, ticks * self.factors[usize::from(entered)]);
            }
        }
    }

    /// A lower bound on the cost of a path across this many columns and rows.
    pub(super) fn guess(&self, x: u64, y: u64) -> Cost {
        let corner = match self.neighbours {
            Neighbours::Four => 2 * self.scale.straight(),
            Neighbours::Eight => self.scale.corner(),
        };
        let straight = u128::from(self.scale.straight()) * u128::from(x.abs_diff(y));
        let ticks = straight + u128::from(corner) * u128::from(x.min(y));
        (ticks * u128::from(self.least)).min(FAR) as Cost
    }
}
