//! Following edits: only what lies on rows and columns through a change is recomputed.
//!
//! Local data (walls, steps, jump points) is recomputed in the rectangle that changed and the cells
//! around it. The cells from which a jump point is seen along a row or column may change on the
//! whole line: these are computed 64 cells at a time, before and after, and only the cells that
//! differ are written to the lines of first steps.

use super::layers::Layers;
use super::lines::{Lines, POINT, Straight, WALL};
use super::place::Place;
use super::planes::{JumpMap, JumpMapError, Terrain};
use super::touched::{Stretch, Touched};
use crate::base::{Cell, CellRect, Dir, SmallSort};
use crate::shapes::square::{GridView, Neighbours};
use crate::world::Followed;

/// Changed cells, as places; both ends are included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patch {
    left: u16,
    top: u16,
    right: u16,
    bottom: u16,
}

/// The costs of processing one cell of a patch, and one cell of a line, relative to rebuilding one
/// cell of the map: measured, with a margin.
const PATCH_COST: u64 = 48;
const LINE_COST: u64 = 2;

impl JumpMap {
    /// Follows the edits of the grid since the map was built or last updated. `view` must be the
    /// same grid seen by the same mover; for any other view the map is rebuilt.
    ///
    /// Afterwards the map gives the same costs as a new one. Jump points that changed have new
    /// numbers, which may break ties differently, so paths may differ.
    ///
    /// The map is rebuilt if the grid has discarded some of the edits, if terrain costs begin or
    /// cease to differ, if the first cell of a medium appears or the last one vanishes, or if that
    /// is less work: with `a` cells in and around the changes, and `l` cells on the rows and
    /// columns through them, if 48·a + 2·l exceeds the number of cells of the map.
    ///
    /// # Errors
    ///
    /// If jump points are no longer valid for the view, as for [`build`](Self::build). The map then
    /// still answers for [`revision`](Self::revision), reports the reason in
    /// [`refusal`](Self::refusal), and follows again once the reason is gone.
    ///
    /// # Complexity
    ///
    /// O(changed cells + (rows + columns through them) × side / 64 + cells whose visible jump
    /// points have changed).
    ///
    /// The report counts touched cells, in rectangles around what changed for the mover, cells looked
    /// at on the rows and columns through these, and as changed these rows and columns, each once for
    /// every medium in which it changed. [Nothing](Followed::is_nothing) is reported for edits that
    /// change nothing for the mover.
    pub fn update(&mut self, view: &GridView<'_>) -> Result<Followed, JumpMapError> {
        self.update_telling(view, &mut None)
    }

    /// The same; if `touched` is given, it collects the cells whose jumps may have changed.
    pub(crate) fn update_telling(
        &mut self,
        view: &GridView<'_>,
        touched: &mut Option<Touched>,
    ) -> Result<Followed, JumpMapError> {
        let cells = u64::from(self.width) * u64::from(self.height);
        self.update_within(view, cells, touched)
    }

    /// The same; rebuilds the map if following would take more than `most` work.
    pub(super) fn update_within(
        &mut self,
        view: &GridView<'_>,
        most: u64,
        touched: &mut Option<Touched>,
    ) -> Result<Followed, JumpMapError> {
        let checked = JumpMap::check(view);
        self.refusal = checked.as_ref().err().copied();
        let layers = checked?;
        let grid = view.grid();
        let patches = match grid.changes().since(self.revision) {
            Some(changes) if self.is_of(view, &layers) => {
                let rects = CellRect::joined(changes.collect());
                let mut patches = Vec::new();
                for layer in layers.all() {
                    let patch = |&rect| self.patch(view, layer, rect);
                    patches.extend(rects.iter().filter_map(patch));
                }
                patches
            }
            _ => return self.rebuild(view, touched),
        };
        let rows = lines_of(patches.iter().map(|patch| (patch.top, patch.bottom)), self.height);
        let columns = lines_of(patches.iter().map(|patch| (patch.left, patch.right)), self.width);
        let area = |patch: &Patch| {
            let [width, height] = [patch.right - patch.left, patch.bottom - patch.top];
            (u64::from(width) + 5) * (u64::from(height) + 5)
        };
        let areas: u64 = patches.iter().map(area).sum();
        let along = rows.len() as u64 * u64::from(self.width)
            + columns.len() as u64 * u64::from(self.height);
        if PATCH_COST * areas + LINE_COST * along > most {
            return self.rebuild(view, touched);
        }
        if !patches.is_empty() {
            self.marks = None;
        }
        self.follow(view, &patches, [&rows, &columns], touched);
        self.revision = grid.revision();
        if let Some(terrain) = &mut self.terrain {
            terrain.least = u64::from(view.least_factor());
        }
        Ok(Followed {
            touched: patches.iter().map(Patch::area).sum(),
            looked: along,
            changed: (rows.len() + columns.len()) as u64,
            rebuilt: false,
        })
    }

    fn rebuild(
        &mut self,
        view: &GridView<'_>,
        touched: &mut Option<Touched>,
    ) -> Result<Followed, JumpMapError> {
        touched.iter_mut().for_each(Touched::set_all);
        *self = JumpMap::build(view)?;
        let lines = u64::from(self.width) + u64::from(self.height);
        let cells = u64::from(self.width) * u64::from(self.height);
        Ok(Followed { looked: 2 * cells, changed: lines, ..Followed::built(cells) })
    }

    /// Whether it was built from this grid as this mover sees it; edits that have not been followed
    /// do not matter.
    pub(crate) fn is_made_from(&self, view: &GridView<'_>) -> bool {
        JumpMap::check(view).is_ok_and(|layers| self.is_of(view, &layers))
    }

    /// Whether the map belongs to this grid and mover, as far as can be determined.
    fn is_of(&self, view: &GridView<'_>, layers: &Layers) -> bool {
        let grid = view.grid();
        let is_alike = |terrain: &Terrain| terrain.factors == view.class_factors();
        self.width == grid.width()
            && self.layers == *layers
            && self.revision <= grid.revision()
            && (self.rules.corners, self.rules.neighbours) == (view.corners(), view.neighbours())
            && self.costs == JumpMap::costs_of(view)
            && self.terrain.is_some() != view.is_uniform()
            && self.terrain.as_deref().is_none_or(is_alike)
    }

    /// The bounds of the cells in a rectangle that have changed for the mover, on one layer.
    fn patch(&self, view: &GridView<'_>, layer: u8, rect: CellRect) -> Option<Patch> {
        let mut patch: Option<Patch> = None;
        for y in rect.y..rect.y + rect.height {
            let row = view.grid().row(y).unwrap_or_default();
            let columns = rect.x..rect.x + rect.width;
            for (x, &class) in columns.zip(row.iter().skip(rect.x as usize)) {
                let at = self.layers.place(Cell::new(x, y), layer);
                let is_wall = self.rows.has(WALL, self.row_place(at));
                let is_free = self.layers.has(layer, class);
                let same_cost = || match &self.terrain {
                    Some(terrain) => {
                        u64::from(terrain.factors[usize::from(class)]) == self.factor(at)
                    }
                    None => true,
                };
                if is_wall == is_free || is_free && !same_cost() {
                    let known =
                        patch.unwrap_or(Patch { left: at.x, top: at.y, right: at.x, bottom: at.y });
                    patch = Some(Patch {
                        left: known.left.min(at.x),
                        right: known.right.max(at.x),
                        bottom: at.y,
                        ..known
                    });
                }
            }
        }
        patch
    }

    fn follow(
        &mut self,
        view: &GridView<'_>,
        patches: &[Patch],
        [rows, columns]: [&[u16]; 2],
        touched: &mut Option<Touched>,
    ) {
        let is_eight = self.rules.neighbours == Neighbours::Eight;
        let columns = if is_eight { columns } else { &[] };
        let before = [stretches(&self.rows, rows), stretches(&self.columns, columns)];
        let mut words = Vec::new();
        for patch in patches {
            self.write_terrain(view, patch);
            for at in patch.grown(1, [self.width, self.height]) {
                words.push(self.row_place(at) / 64);
            }
        }
        words.sort_unstable();
        words.dedup();
        let points_before: Vec<u64> =
            words.iter().map(|&word| self.rows.words[word][POINT]).collect();
        for patch in patches {
            for at in patch.grown(1, [self.width, self.height]) {
                self.write_stops(at);
            }
        }
        for patch in patches {
            for at in patch.grown(2, [self.width, self.height]) {
                self.write_first_steps(at);
            }
        }
        let now = [stretches(&self.rows, rows), stretches(&self.columns, columns)];
        self.write_sights(rows, [&before[0], &now[0]], [Dir::E, Dir::W]);
        self.write_sights(columns, [&before[1], &now[1]], [Dir::S, Dir::N]);
        if let Some(touched) = touched {
            for patch in patches {
                patch.grown(2, [self.width, self.height]).for_each(|at| touched.cell(self, at));
            }
            for (which, lines) in [rows, columns].into_iter().enumerate() {
                for (at, &line) in lines.iter().enumerate() {
                    touched.line(self, (line, which == 0), &before[which][at], &now[which][at]);
                }
            }
        }
        for (word, before) in words.into_iter().zip(points_before) {
            self.number_again(word, before, touched);
        }
        if self.dead > self.points.len() / 2 {
            self.number_points();
            touched.iter_mut().for_each(Touched::set_all);
        }
    }
}

impl Patch {
    fn area(&self) -> u64 {
        let [width, height] = [self.right - self.left, self.bottom - self.top].map(u64::from);
        (width + 1) * (height + 1)
    }

    /// Its places and those at most `by` away, without those of the rim.
    pub(super) fn grown(self, by: u16, [width, height]: [u32; 2]) -> impl Iterator<Item = Place> {
        let up_to = |end: u16, last: u32| (u32::from(end) + u32::from(by)).min(last) as u16;
        let from = |start: u16| start.saturating_sub(by).max(1);
        let (right, bottom) = (up_to(self.right, width), up_to(self.bottom, height));
        let left = from(self.left);
        (from(self.top)..=bottom).flat_map(move |y| (left..=right).map(move |x| Place { x, y }))
    }
}

/// The lines of some ranges and those next to them, each once and without those of the rim.
fn lines_of(ranges: impl Iterator<Item = (u16, u16)>, last: u32) -> Vec<u16> {
    let mut ranges: Vec<_> = ranges.collect();
    ranges.sort_small();
    let (mut lines, mut next) = (Vec::new(), 1);
    for (start, end) in ranges {
        let end = (u32::from(end) + 1).min(last);
        let start = u32::from(start).saturating_sub(1).max(next);
        lines.extend((start..=end).map(|line| line as u16));
        next = next.max(end + 1);
    }
    lines
}

fn stretches(lines: &Lines<Straight>, which: &[u16]) -> Vec<Stretch> {
    which.iter().map(|&line| Stretch::of(lines, line)).collect()
}
