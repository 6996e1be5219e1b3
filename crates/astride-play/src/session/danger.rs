//! Danger: sources that press on the squares around them, and what entering them costs.

use astride::base::{Cell, NodeId};
use astride::search::Scratch;
use astride::shapes::square::{
    BodyGrid, Combine, Falloff, Grid, GridView, InfluenceMap, Mover, Source, SourceId, Spread,
};
use astride::world::Overlay;
use serde_json::{Value, json};

use crate::session::message::SourceChange;
use crate::session::wire::{Refusal, xy};

/// The most sources at once.
pub(super) const MOST_SOURCES: usize = 32;

/// The farthest that a source reaches, in cells.
pub(super) const MOST_RADIUS: u32 = 64;

/// The strongest source: entering its cell costs this many straight steps more.
pub(super) const MOST_STRENGTH: u32 = 50;

/// Values of the map of influence count hundredths of a straight step.
pub(super) const PARTS: i32 = 100;

/// How influence decreases with distance.
const FALLOFFS: [&str; 2] = ["linear", "exponential"];

/// One source as the page sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wish {
    cell: Cell,
    strength: u32,
    radius: u32,
    /// Its place among [`FALLOFFS`].
    falloff: usize,
}

/// All sources, and what they press on each cell. There are no cells before the first source.
#[derive(Default)]
pub(super) struct Danger {
    map: Option<InfluenceMap>,
    sources: Vec<(SourceId, Wish)>,
    scratch: Scratch,
    /// Rises with every change.
    version: u64,
}

impl Danger {
    pub(super) fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }

    /// What presses on `node`, in hundredths of a straight step.
    pub(super) fn value(&self, node: NodeId) -> i32 {
        self.map.as_ref().map_or(0, |map| map.value(node).max(0))
    }

    /// What each source that reaches `cell` presses there, in the same unit, with its number and
    /// where it lies.
    pub(super) fn shares(&self, cell: Cell) -> Vec<(usize, (Cell, i32))> {
        let share = |(number, (_, wish)): (usize, &(SourceId, Wish))| {
            let source = wish.source().ok()?;
            let [dx, dy] = [wish.cell.x.abs_diff(cell.x), wish.cell.y.abs_diff(cell.y)];
            let [dx, dy] = [dx, dy].map(|apart| u64::from(apart) * 256);
            let factor = i64::from(source.falloff.factor((dx * dx + dy * dy).isqrt()));
            let share = (i64::from(source.strength) * factor + (1 << 15)) >> 16;
            (share > 0).then_some((number, (wish.cell, share as i32)))
        };
        self.sources.iter().enumerate().filter_map(share).collect()
    }

    /// Adds a source at `cell`.
    pub(super) fn add(&mut self, grid: &Grid, cell: Cell, change: &SourceChange) -> Done {
        if self.sources.len() >= MOST_SOURCES {
            return Err(Refusal::size(format!("more than {MOST_SOURCES} sources")));
        }
        let usual = Wish { cell, strength: 10, radius: 8, falloff: 0 };
        let wish = usual.with(cell, change)?;
        let id = self.place(grid, wish)?;
        self.sources.push((id, wish));
        Ok(())
    }

    /// Moves a source, or gives it another strength, radius or falloff.
    pub(super) fn change(
        &mut self,
        grid: &Grid,
        cell: Option<Cell>,
        change: &SourceChange,
    ) -> Done {
        let at = self.at(change.index)?;
        let (id, before) = self.sources[at];
        let wish = before.with(cell.unwrap_or(before.cell), change)?;
        let id = match &mut self.map {
            Some(map) if (Wish { cell: wish.cell, ..before }) == wish => {
                let mover = Mover::walker();
                map.move_to(&grid.seen_by(&mover), id, wish.cell, &mut self.scratch)
                    .map_err(Refusal::value)?;
                self.version += 1;
                id
            }
            _ => {
                self.take(id)?;
                self.place(grid, wish)?
            }
        };
        self.sources[at] = (id, wish);
        Ok(())
    }

    /// Removes one source, or all.
    pub(super) fn remove(&mut self, index: Option<usize>) -> Done {
        match index {
            Some(index) => {
                let at = self.at(index)?;
                let (id, _) = self.sources.remove(at);
                self.take(id)
            }
            None => {
                let sources = std::mem::take(&mut self.sources);
                sources.into_iter().try_for_each(|(id, _)| self.take(id))
            }
        }
    }

    /// The sources in their order.
    pub(super) fn wishes(&self) -> Vec<Wish> {
        self.sources.iter().map(|&(_, wish)| wish).collect()
    }

    /// Removes all sources and places these.
    pub(super) fn replace(&mut self, grid: &Grid, wishes: &[Wish]) -> Done {
        self.remove(None)?;
        for &wish in wishes {
            let id = self.place(grid, wish)?;
            self.sources.push((id, wish));
        }
        Ok(())
    }

    pub(super) fn json(&self) -> Value {
        let one = |(_, wish): &(SourceId, Wish)| {
            let Wish { cell, strength, radius, falloff } = *wish;
            let falloff = FALLOFFS[falloff];
            json!({ "cell": xy(cell), "strength": strength, "radius": radius, "falloff": falloff })
        };
        json!({ "sources": self.sources.iter().map(one).collect::<Vec<_>>() })
    }

    /// The sources of a scene.
    pub(super) fn load(
        grid: &Grid,
        saved: &[SourceChange],
        cell: impl Fn([u32; 2]) -> Result<Cell, Refusal>,
    ) -> Result<Danger, Refusal> {
        let mut danger = Danger::default();
        for change in saved {
            let at = change.cell.ok_or_else(|| Refusal::format("a source without a cell"))?;
            danger.add(grid, cell(at)?, change)?;
        }
        Ok(danger)
    }

    fn at(&self, index: usize) -> Result<usize, Refusal> {
        let count = self.sources.len();
        let text = || Refusal::value(format!("there is no source {index}, there are {count}"));
        (index < count).then_some(index).ok_or_else(text)
    }

    fn place(&mut self, grid: &Grid, wish: Wish) -> Result<SourceId, Refusal> {
        let source = wish.source()?;
        let map = self.map.get_or_insert_with(|| InfluenceMap::new(grid, Combine::Sum));
        let mover = Mover::walker();
        self.version += 1;
        map.place(&grid.seen_by(&mover), wish.cell, source, &mut self.scratch)
            .map_err(Refusal::value)
    }

    fn take(&mut self, id: SourceId) -> Done {
        self.version += 1;
        let Some(map) = &mut self.map else { return Ok(()) };
        map.remove(id).map(|_| ()).map_err(Refusal::value)
    }
}

type Done = Result<(), Refusal>;

impl Wish {
    fn source(self) -> Result<Source, Refusal> {
        let falloff = match self.falloff {
            0 => Falloff::linear(self.radius),
            _ => Falloff::exponential(self.radius.div_ceil(4), self.radius),
        };
        Ok(Source {
            strength: self.strength as i32 * PARTS,
            falloff: falloff.map_err(Refusal::value)?,
            spread: Spread::Euclidean,
        })
    }

    fn with(self, cell: Cell, change: &SourceChange) -> Result<Wish, Refusal> {
        let within = |value: Option<u32>, usual: u32, most: u32, what: &str| match value {
            Some(value) if !(1..=most).contains(&value) => {
                Err(Refusal::value(format!("a {what} of {value}, expected 1 to {most}")))
            }
            value => Ok(value.unwrap_or(usual)),
        };
        let falloff = match &change.falloff {
            None => self.falloff,
            Some(name) => FALLOFFS.iter().position(|known| known == name).ok_or_else(|| {
                let names = FALLOFFS.join(" or ");
                Refusal::value(format!("this falloff is unknown, expected {names}"))
            })?,
        };
        Ok(Wish {
            cell,
            strength: within(change.strength, self.strength, MOST_STRENGTH, "strength")?,
            radius: within(change.radius, self.radius, MOST_RADIUS, "radius")?,
            falloff,
        })
    }
}

/// The danger as ticks on top of steps, for one scale.
#[derive(Default)]
pub(super) struct Priced {
    overlay: Option<Overlay>,
    /// The same, as it affects a large body.
    met: Option<Overlay>,
    /// The version of the danger and the ticks of a straight step that it was painted for.
    stamp: (u64, u32),
}

impl Priced {
    /// Repaints what has changed. The body stays the same until everything is forgotten.
    pub(super) fn follow(&mut self, danger: &Danger, view: &GridView<'_>, body: Option<&BodyGrid>) {
        let stamp = (danger.version, view.scale().straight());
        let Some(map) = danger.map.as_ref().filter(|_| self.stamp != stamp) else { return };
        let overlay = self.overlay.get_or_insert_with(|| Overlay::new(view.grid()));
        let price = |value: i32| {
            let ticks = i64::from(value.max(0)) * i64::from(stamp.1) / i64::from(PARTS);
            u32::try_from(ticks).unwrap_or(u32::MAX)
        };
        overlay.clear();
        for (_, wish) in &danger.sources {
            let reach = wish.radius;
            let (x, y) = (wish.cell.x.saturating_sub(reach), wish.cell.y.saturating_sub(reach));
            let side = 2 * reach + 1;
            map.paint(overlay, astride::base::CellRect::new(x, y, side, side), price);
        }
        self.met = body.map(|body| body.overlay(overlay));
        self.stamp = stamp;
    }

    /// What was painted, if anything was, as it affects the mover.
    pub(super) fn overlay(&self) -> Option<&Overlay> {
        self.met.as_ref().or(self.overlay.as_ref())
    }
}
