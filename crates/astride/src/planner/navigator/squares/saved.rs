//! A navigator as bytes: saved between two runs of a game, and loaded with the same answers.
//!
//! The file is a [container](crate::base::Container) of kind `navi` with the
//! [fingerprint](crate::shapes::square::Grid::fingerprint) of the grid. It contains the following
//! tables in this order, all of them except as noted below; those of grid and movers are as in a
//! [world file](crate::io::write_world):
//!
//! | table | numbers | what |
//! |---|---|---|
//! | `navigator.state` | 3 × `u64` | upkeep (0 at once, 1 by hand), what maintenance has saved (two's complement), revision of the grid |
//! | `grid.size`, `grid.classes`, `grid.steps.cells`, `grid.steps.dirs`, `grid.links` | | the grid |
//! | `movers.rules`, `movers.factors`, `movers.media` | | the movers, in their order; at least one |
//! | `movers.sides` | `u32` per mover | cells a side of its body, 0 if it is no body but one cell |
//! | `movers.kept` | `u32` per mover | indexes kept, a bit each in the order of [`Keep`]; then from bit 8 those that are up to date: components, clusters; from bit 10 those that cannot be: clusters, labels; from bit 16 what answers (0 A*, 1 A* as there can be no jump points, 2 jump points, 3 a table, 4 labels) |
//! | `movers.counts` | 6 × `u64` per mover | revision when each index of the first four of [`Keep`] was brought up to date; how often indexes changed, and what answers |
//! | `movers.index-sizes` | `u64` per mover | bytes of its file of indexes, 0 if there is none |
//! | `movers.indexes` | `u8` | these files, one behind the other, as of [`IndexWriter`] |
//! | `factions.numbers` | 3 × `u64` per faction | class assumed, revision, cells remembered otherwise than they may be |
//! | `factions.known` | `u64` per 64 cells and faction | a bit per cell, from the lowest on |
//! | `factions.stale`, `factions.seen` | `u32` and `u8` each | cells remembered, rising for each faction, and their classes |
//! | `factions.side-counts` | `u64` per faction | walls, fences and one-way steps remembered |
//! | `factions.sides` | 2 × `u32` each | start of the step, rising for each faction; then its direction and, from bit 3 on, 0 for a wall or a one-way step, or one more than the class of a fence |
//! | `factions.believed` | `u8` per mover, faction after faction | 1 if its indexes of what the faction believes are up to date, else 0 |
//! | `overlays.painted` | 5 × `u32` per overlay | rectangle that was painted (left, top, width, height), and no cell has more ticks than this |
//! | `overlays.revisions` | `u64` per overlay | its revision |
//! | `overlays.ticks` | `u32` per cell painted | extra ticks, row by row, overlay after overlay |
//! | `overlays.epochs` | `u64` per overlay | how often it was lent to be changed |
//!
//! Files of earlier versions lack the two tables of sides: their factions remembered none, and are
//! loaded as remembering sides as they are on the map.
//!
//! Components, jump maps, jump tables and the places of large bodies are rebuilt from the grid.

use std::sync::{Arc as Shared, OnceLock};

use super::keep::{Keep, Upkeep};
use super::walker::{Body, Walker};
use crate::base::{
    Container, Groups, PartsError, TablesError, check, check_names, few, u8s, u32s, u64s,
};
use crate::planner::Method;
use crate::planner::navigator::ask::Overlays;
use crate::planner::{Navigator, NavigatorError};
use crate::shapes::square::{
    BodyError, Clusters, ClustersOptions, Components, Grid, IndexFile, IndexWriter, Knowledge,
    Labels, Mover,
};
use crate::world::{MAX_SAVED_COUNT, Overlay, Tiles};

const KIND: [u8; 4] = *b"navi";
const STATE: &str = "navigator.state";
const SIDES: &str = "movers.sides";
const KEPT: &str = "movers.kept";
const COUNTS: &str = "movers.counts";
const INDEX_SIZES: &str = "movers.index-sizes";
const INDEXES: &str = "movers.indexes";
const BELIEVED: &str = "factions.believed";
const EPOCHS: &str = "overlays.epochs";

/// Bits of `movers.kept`.
const ALL_KEPT: u32 = 0b1_1111;
const HAS_COMPONENTS: u32 = 1 << 8;
const HAS_CLUSTERS: u32 = 1 << 9;
const NO_CLUSTERS: u32 = 1 << 10;
const NO_LABELS: u32 = 1 << 11;
const TIER: u32 = 16;

/// What is rebuilt for a mover counts as at least this many cells, since it also has tables of
/// fixed size.
const LEAST_CELLS: u64 = 4096;

/// What answers, as it is numbered in `movers.kept`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Tier {
    Nothing,
    Steps,
    Planes,
    Table,
    Labels,
}

impl Tier {
    const ALL: [Tier; 5] = [Tier::Nothing, Tier::Steps, Tier::Planes, Tier::Table, Tier::Labels];
}

impl Navigator {
    /// The limit on the cells for which loading builds indexes: all of the map, which count as at
    /// least 4096, once for each mover, and once for each mover with a belief of a faction that was
    /// asked about. A navigator above it cannot be saved, and such a file is refused.
    pub const MOST_SAVED_CELLS: u64 = Grid::MAX_CELLS;

    /// The navigator as bytes, for [`load`](Self::load): the grid with its revision, movers, the
    /// knowledge of factions, overlays, which indexes are kept and when they follow edits. Equal
    /// states give equal bytes.
    ///
    /// Of the indexes, labels and clusters are saved if they are up to date; those that can be
    /// built from the map as fast as they could be read are rebuilt. Not saved are waiting
    /// requests, the [cache](Self::cache) and its counters, snapshots, indexes under construction,
    /// [landmarks](Self::keep_landmarks) and the fact that they were kept, and landmarks of jump
    /// points in place of labels, which are offered again.
    ///
    /// # Errors
    ///
    /// If an overlay was replaced by one whose size differs from that of the map, or if there is
    /// more to rebuild than [`MOST_SAVED_CELLS`](Self::MOST_SAVED_CELLS).
    ///
    /// # Complexity
    ///
    /// O(bytes): about a byte per cell, a bit per cell and faction, four bytes per cell painted on
    /// an overlay, and the indexes.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let mut nav = Navigator::new(Grid::new(40, 30, b'.')?);
    /// let scouts = nav.add_faction(b'@');
    /// nav.reveal(scouts, CellRect::new(0, 0, 30, 30))?;
    /// nav.edit(|batch| _ = batch.wall((3, 3), Dir::E))?;
    /// let bytes = nav.save()?;
    ///
    /// let again = Navigator::load(&bytes)?;
    /// let same_scouts = again.factions().next().unwrap();
    /// let ask = Ask::new((0, 0), (29, 29));
    /// assert_eq!(again.find(&ask.faction(same_scouts)), nav.find(&ask.faction(scouts)));
    /// assert_eq!(again.revision(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self) -> Result<Vec<u8>, NavigatorError> {
        self.save_within(Self::MOST_SAVED_CELLS)
    }

    fn save_within(&self, most: u64) -> Result<Vec<u8>, NavigatorError> {
        let state = &*self.state;
        let bounds = state.map.bounds();
        if let Some(other) = state.overlays.iter().find(|overlay| overlay.bounds() != bounds) {
            let (width, height) = (other.bounds().width, other.bounds().height);
            return Err(NavigatorError::OverlaySize { width, height });
        }
        let upkeep = match self.state.kept.upkeep {
            Upkeep::AtOnce => 0,
            Upkeep::ByHand => 1,
        };
        let walkers = || state.walkers.iter().map(|walker| &**walker);
        let saved: Vec<Saved> = walkers().map(|walker| Saved::of(walker, &state.map)).collect();
        let mut groups = Groups::default();
        groups.put(STATE, vec![upkeep, self.credit.cast_unsigned(), state.map.revision()]);
        state.map.put(&mut groups);
        Mover::put_all(walkers().map(|walker| &walker.mover), &mut groups);
        groups.put(SIDES, walkers().map(|w| w.side().unwrap_or(0)).collect::<Vec<u32>>());
        groups.put(KEPT, saved.iter().map(|saved| saved.kept).collect::<Vec<u32>>());
        groups.put(COUNTS, saved.iter().flat_map(|saved| saved.counts).collect::<Vec<u64>>());
        let sizes = saved.iter().map(|saved| saved.indexes.len() as u64);
        groups.put(INDEX_SIZES, sizes.collect::<Vec<u64>>());
        let indexes: Vec<&[u8]> = saved.iter().map(|saved| &saved.indexes[..]).collect();
        groups.put(INDEXES, indexes.concat());
        Knowledge::put_all(state.factions.iter().map(|known| &**known), &mut groups);
        let pairs = (0..state.factions.len())
            .flat_map(|faction| (0..state.walkers.len()).map(move |place| (faction, place)));
        // The stored beliefs are updated now, or a question would find them changed after all.
        state
            .kept
            .beliefs
            .iter()
            .enumerate()
            .for_each(|(at, belief)| belief.settle(state.facts(at)));
        let is_believed = |(faction, place): (usize, usize)| {
            u8::from(state.kept.beliefs[faction].is_current(state.facts(faction), place))
        };
        let believed: Vec<u8> = pairs.map(is_believed).collect();
        let cells = cells_made(&state.map, &saved, &believed);
        if cells > most {
            return Err(NavigatorError::TooManyCells { cells, most });
        }
        groups.put(BELIEVED, believed);
        Overlay::put_all(state.overlays.iter().map(|overlay| &**overlay), &mut groups);
        groups.put(EPOCHS, state.epochs.clone());
        Ok(groups.file(KIND, state.map.fingerprint()))
    }

    /// Loads a [saved](Self::save) navigator: it gives the same answers to the same questions, from
    /// the same kinds of indexes, and continues from the same revision, so [stamps](Self::stamp)
    /// are those from before.
    ///
    /// Earlier handles belong to another navigator and are refused. [`movers`](Self::movers),
    /// [`factions`](Self::factions) and [`overlays`](Self::overlays) return the new ones in the
    /// same order. The queue of requests is empty, and there is no [cache](Self::cache) until one
    /// is requested. The logs of [changes](crate::shapes::square::Grid::changes) begin at the saved
    /// revisions; an index that was out of date is built from scratch when its turn comes.
    ///
    /// # Errors
    ///
    /// If the bytes are of another kind or version, or not as they were written; or if they were
    /// forged with all their checksums and do not describe a valid navigator. Also if there is more
    /// to rebuild than [`MOST_SAVED_CELLS`](Self::MOST_SAVED_CELLS).
    ///
    /// Labels and clusters that this version of the library would build differently are not loaded:
    /// clusters are rebuilt, and labels are [pending](Self::pending). Those from a forged file can
    /// lead to a longer path, as described at [`Labels::load`], but never along a step that does
    /// not exist.
    ///
    /// # Complexity
    ///
    /// O(bytes), plus that of [`Components::build`] and
    /// [`JumpMap::build`](crate::shapes::square::JumpMap::build) for each mover, and for each with
    /// a belief of a faction that was asked about; four bytes per cell for each overlay. It is
    /// checked first that this covers no more than [`MOST_SAVED_CELLS`](Self::MOST_SAVED_CELLS), at
    /// some ten bytes each.
    pub fn load(bytes: &[u8]) -> Result<Navigator, TablesError> {
        let tables = Container::read(bytes, KIND)?;
        let own = [SIDES, KEPT, COUNTS, INDEX_SIZES, INDEXES];
        let names = [STATE].into_iter().chain(Grid::TABLES).chain(Mover::TABLES).chain(own);
        let names =
            names.chain(Knowledge::tables(&tables)).chain([BELIEVED]).chain(Overlay::TABLES);
        check_names(&tables, names.chain([EPOCHS]))?;
        let [upkeep, credit, revision] = few(u64s(&tables, STATE)?, STATE)?;
        check(upkeep < 2, STATE, 0, "an upkeep of 0 or 1")?;
        check(revision <= MAX_SAVED_COUNT, STATE, 2, "a revision of at most 2^56")?;
        let grid = Grid::take(&tables, revision)?;
        let saved = Saved::take_all(&tables, revision)?;
        let known = Knowledge::take_all(&tables, &grid)?;
        let believed = u8s(&tables, BELIEVED)?;
        let pairs = known.len() * saved.len();
        check(believed.len() == pairs, BELIEVED, believed.len(), "one for each faction and mover")?;
        let wrong = believed.iter().position(|&is_believed| is_believed > 1);
        check(wrong.is_none(), BELIEVED, wrong.unwrap_or(0), "0 or 1")?;
        let is_bounded = cells_made(&grid, &saved, believed) <= Self::MOST_SAVED_CELLS;
        let expected = "movers and beliefs that take at most 2^30 cells in all";
        check(is_bounded, SIDES, saved.len(), expected)?;
        let epochs = u64s(&tables, EPOCHS)?;
        check(epochs.len() <= Overlays::MOST, EPOCHS, epochs.len(), "at most 64 overlays")?;
        let overlays = Overlay::take_all(&tables, grid.extent(), epochs.len())?;
        let wrong = epochs.iter().position(|&epoch| epoch > MAX_SAVED_COUNT);
        check(wrong.is_none(), EPOCHS, wrong.unwrap_or(0), "at most 2^56 changes")?;

        let upkeep = [Upkeep::AtOnce, Upkeep::ByHand][upkeep as usize];
        let mut navigator = Navigator::of_nobody(grid).upkeep(upkeep);
        navigator.credit = credit.cast_signed();
        let state = Shared::make_mut(&mut navigator.state);
        for (place, saved) in saved.into_iter().enumerate() {
            state.walkers.push(Shared::new(saved.walker(&state.map, place)?));
            state.kept.landmarks_hold.push(OnceLock::new());
        }
        state.overlays = overlays.into_iter().map(Shared::new).collect();
        state.epochs = epochs;
        state.make_room_for_overlays();
        for knowledge in known {
            let faction = navigator.add_faction(knowledge.assumed());
            let learned = navigator.learn(faction, |blank, _| *blank = knowledge);
            debug_assert!(learned.is_ok(), "the faction has just been added");
        }
        let state = &navigator.state;
        for at in (0..pairs).filter(|&at| believed[at] == 1) {
            let (faction, place) = (at / state.walkers.len(), at % state.walkers.len());
            state.kept.beliefs[faction].write_down(state.facts(faction), place);
        }
        Ok(navigator)
    }
}

/// The cells of everything that is rebuilt from the map: a world for each mover, and one for each
/// with a belief of a faction that was asked about.
fn cells_made(grid: &Grid, movers: &[Saved], believed: &[u8]) -> u64 {
    let worlds = movers.len() + believed.iter().filter(|&&is_believed| is_believed == 1).count();
    u64::from(grid.cell_count()).max(LEAST_CELLS).saturating_mul(worlds as u64)
}

/// What is saved of a walker, besides its mover.
struct Saved {
    mover: Mover,
    side: u32,
    kept: u32,
    counts: [u64; 6],
    /// A file of its indexes, or nothing.
    indexes: Vec<u8>,
}

impl Saved {
    fn of(walker: &Walker, grid: &Grid) -> Saved {
        let [a, b, c, d] = walker.fresh;
        // Landmarks are not saved, so a different one of several equal paths may be found.
        let has_marks = walker.guide.tier() == Method::JumpLandmarks;
        let lost = u64::from(walker.landmarks.is_some() || has_marks);
        let counts = [a, b, c, d, walker.version + lost, walker.guided + lost];
        let (mover, side) = (walker.mover.clone(), walker.side().unwrap_or(0));
        let kept = walker.kept & !Keep::Landmarks.bit();
        let mut saved = Saved { mover, side, kept: kept.into(), counts, indexes: Vec::new() };
        if walker.usable().is_err() {
            return saved;
        }
        let ground = walker.ground(grid);
        let (view, revision) = (walker.view(grid), Some(ground.revision()));
        let clusters = walker.current_clusters(grid);
        let tier = match walker.guide.tier() {
            _ if !walker.guide.is_ready_for(ground) => Tier::Nothing,
            Method::Labels => Tier::Labels,
            Method::JumpTable | Method::JumpBoxes => Tier::Table,
            Method::Jps | Method::JumpLandmarks => Tier::Planes,
            _ => Tier::Steps,
        };
        let flags = [
            (walker.current_components(grid).is_some(), HAS_COMPONENTS),
            (clusters.is_some(), HAS_CLUSTERS),
            (walker.no_clusters == revision, NO_CLUSTERS),
            (walker.no_labels == revision && !has_marks, NO_LABELS),
        ];
        saved.kept |= flags.iter().filter(|flag| flag.0).fold(0, |bits, flag| bits | flag.1);
        saved.kept |= (tier as u32) << TIER;
        let labels = walker.guide.kept_labels().filter(|_| tier == Tier::Labels);
        if clusters.is_some() || labels.is_some() {
            let mut writer = IndexWriter::new(&view);
            let written = clusters.map_or(Ok(()), |clusters| writer.add(clusters));
            let written = written.and_then(|()| labels.map_or(Ok(()), |labels| writer.add(labels)));
            debug_assert!(written.is_ok(), "what is up to date can be saved");
            saved.indexes = writer.finish();
        }
        saved
    }

    fn take_all(tables: &Container<'_>, revision: u64) -> Result<Vec<Saved>, TablesError> {
        let movers = Mover::take_all(tables)?;
        let (sides, kept) = (u32s(tables, SIDES)?, u32s(tables, KEPT)?);
        let (counts, sizes) = (u64s(tables, COUNTS)?, u64s(tables, INDEX_SIZES)?);
        let mut indexes = u8s(tables, INDEXES)?;
        let (counts, rest) = counts.as_chunks::<6>();
        let expected = "one for each mover";
        check(!movers.is_empty(), SIDES, 0, "at least one mover")?;
        check(sides.len() == movers.len(), SIDES, sides.len(), expected)?;
        check(kept.len() == movers.len(), KEPT, kept.len(), expected)?;
        let is_paired = counts.len() == movers.len() && rest.is_empty();
        check(is_paired, COUNTS, counts.len(), "six for each mover")?;
        check(sizes.len() == movers.len(), INDEX_SIZES, sizes.len(), expected)?;
        let mut all = Vec::with_capacity(movers.len());
        for (at, mover) in movers.into_iter().enumerate() {
            let (kept, counts) = (kept[at], counts[at]);
            let flags = HAS_COMPONENTS | HAS_CLUSTERS | NO_CLUSTERS | NO_LABELS;
            let is_known = kept & !(ALL_KEPT | flags | 0xff << TIER) == 0;
            let is_tier = (kept >> TIER) < Tier::ALL.len() as u32;
            check(is_known && is_tier, KEPT, at, "bits that mean something")?;
            let fresh = counts.iter().take(Keep::REPAIRED.len());
            let is_past = fresh.into_iter().all(|&fresh| fresh <= revision);
            check(is_past, COUNTS, 6 * at, "revisions up to that of the grid")?;
            let is_usual = counts.iter().all(|&count| count <= MAX_SAVED_COUNT);
            check(is_usual, COUNTS, 6 * at + 4, "at most 2^56 changes")?;
            let own = usize::try_from(sizes[at]).ok().and_then(|len| indexes.split_at_checked(len));
            let expected = "no more bytes than there are";
            let (own, rest) = own.ok_or(PartsError::Damaged { part: INDEX_SIZES, at, expected })?;
            indexes = rest;
            all.push(Saved { mover, side: sides[at], kept, counts, indexes: own.to_vec() });
        }
        check(indexes.is_empty(), INDEXES, indexes.len(), "only indexes of a mover")?;
        Ok(all)
    }

    /// The walker, with everything rebuilt from the map.
    fn walker(self, grid: &Grid, place: usize) -> Result<Walker, TablesError> {
        let Saved { mover, side, kept, counts, indexes } = self;
        let body = match side {
            0 => None,
            side => Some(Box::new(body(grid, &mover, side, place)?)),
        };
        let mut walker = Walker::new(mover, body);
        walker.follow_body(grid);
        walker.kept = (kept & ALL_KEPT) as u8;
        let [fresh @ .., version, guided] = counts;
        (walker.fresh, walker.version, walker.guided) = (fresh, version, guided);
        if walker.usable().is_err() {
            return Ok(walker);
        }
        let has = |flag: u32| kept & flag != 0;
        let tier = Tier::ALL[(kept >> TIER) as usize];
        let file = (!indexes.is_empty()).then(|| IndexFile::read(&indexes).ok()).flatten();
        let made = {
            let view = walker.view(grid);
            Made {
                components: has(HAS_COMPONENTS).then(|| Components::build(&view)),
                clusters: has(HAS_CLUSTERS).then(|| clusters(file.as_ref(), &view)).flatten(),
                labels: file.as_ref().and_then(|file| file.load::<Labels>(&view).ok()),
            }
        };
        let revision = Some(walker.ground(grid).revision());
        walker.no_clusters = revision.filter(|_| has(NO_CLUSTERS));
        walker.no_labels = revision.filter(|_| has(NO_LABELS));
        (walker.components, walker.clusters) = (made.components, made.clusters);
        walker.answer_by(tier, made.labels.filter(|_| tier == Tier::Labels), grid);
        Ok(walker)
    }
}

/// What is built from the map or its file for a walker.
struct Made {
    components: Option<Components>,
    clusters: Option<Clusters>,
    labels: Option<Labels>,
}

/// Reads clusters from a file, or rebuilds them if it contains none that this version would build.
fn clusters(
    file: Option<&IndexFile<'_>>,
    view: &crate::shapes::square::GridView<'_>,
) -> Option<Clusters> {
    let loaded = file.and_then(|file| file.load(view).ok());
    let options = ClustersOptions::default();
    loaded.or_else(|| Clusters::build(view, &options).ok())
}

/// The places of a body. If this grid has none, those of a blank one: the body is unusable until an
/// edit helps, as it was when it was saved.
fn body(grid: &Grid, mover: &Mover, side: u32, place: usize) -> Result<Body, TablesError> {
    match Body::new(grid, mover, side) {
        Ok(body) => Ok(body),
        Err(BodyError::Kinds | BodyError::Fences | BodyError::Links) if grid.revision() > 0 => {
            let blank = Grid::new(grid.width(), grid.height(), 0);
            let blank = blank.map_err(|_| TablesError::Memory)?;
            Body::new(&blank, mover, side).map_err(|_| TablesError::Memory)
        }
        Err(BodyError::Memory) => Err(TablesError::Memory),
        Err(_) => {
            let expected = "a body that there are places for";
            Err(PartsError::Damaged { part: SIDES, at: place, expected }.into())
        }
    }
}

impl Walker {
    /// Prepares what answered when the walker was saved.
    fn answer_by(&mut self, tier: Tier, labels: Option<Labels>, grid: &Grid) {
        let Walker { mover, body, guide, .. } = self;
        let (ground, mover) = match body {
            Some(body) => (body.places().grid(), body.places().mover()),
            None => (grid, &*mover),
        };
        if tier == Tier::Nothing {
            return;
        }
        // An automatic guide cannot fail: it searches if it has no index.
        let _ = guide.prepare(ground);
        if tier == Tier::Table {
            guide.take_table(&ground.seen_by(mover));
        }
        if let Some(labels) = labels {
            guide.take_labels(ground, Box::new(labels));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planner::Ask;

    /// Each overlay takes memory for all cells of the map, so their number is checked before any is
    /// read.
    #[test]
    fn overlays_are_counted_before_they_are_read() {
        let refused = |epochs: usize, part, at, expected| {
            let mut nav = Navigator::new(Grid::new(4, 3, b'.').unwrap());
            let state = Shared::make_mut(&mut nav.state);
            let blank = Shared::new(Overlay::new(&*state.map));
            state.overlays = (0..66).map(|_| Shared::clone(&blank)).collect();
            state.epochs = vec![0; epochs];
            let error = Navigator::load(&nav.save().unwrap()).err();
            assert_eq!(error, Some(PartsError::Damaged { part, at, expected }.into()));
        };
        refused(65, EPOCHS, 65, "at most 64 overlays");
        refused(1, "overlays.painted", 5 * 66, "five numbers for each overlay");
    }

    /// Each mover takes a kilobyte of the file, and memory for all cells of the map.
    #[test]
    fn cells_are_counted_before_anything_is_made_of_them() {
        let mut nav = Navigator::new(Grid::new(1024, 1024, b'.').unwrap());
        let most = Navigator::MOST_SAVED_CELLS;
        let state = Shared::make_mut(&mut nav.state);
        state.walkers = vec![Shared::clone(&state.walkers[0]); 1024];
        assert!(nav.save().is_ok());
        let faction = nav.add_faction(b'.');
        nav.cost(&Ask::new((0, 0), (9, 9)).faction(faction)).unwrap();
        let cells = most + (1 << 20);
        assert_eq!(nav.save(), Err(NavigatorError::TooManyCells { cells, most }));
        let bytes = nav.save_within(cells).unwrap();
        assert!(bytes.len() < 5 << 20);
        let expected = "movers and beliefs that take at most 2^30 cells in all";
        let refused = PartsError::Damaged { part: SIDES, at: 1024, expected };
        assert_eq!(Navigator::load(&bytes).err(), Some(refused.into()));

        // A small map has tables of fixed size, too.
        let nav = Navigator::new(Grid::new(1, 1, b'.').unwrap());
        assert_eq!(cells_made(nav.grid(), &[], &[1, 0, 1]), 2 * LEAST_CELLS);
    }
}
