//! A navigator of any stored shape as bytes.
//!
//! The file is a [container](crate::base::Container) whose kind is that of the shape (`nhex`,
//! `ntri`, `nflr`, `nvox`, `ngra`), with the fingerprint of its map. It contains the following
//! tables, always all of them and in this order:
//!
//! | table | numbers | what |
//! |---|---|---|
//! | `navigator.state` | `u64` | revision of the map |
//! | those of the map | | as in a [world file](crate::io::write_world_of) of the shape |
//! | `movers.ticks` | `u32` per mover, each followed by 3 × `u32` per class of fences that it crosses | on hexagons: ticks of a step, and 2²⁴ for each ring of the body. Of fences 0, the class, the extra ticks; by class |
//! | `movers.steps` | `u32` per mover, each followed by 3 × `u32` per class of fences that it crosses | on triangles: 0 over sides, else one more than the corner rule (0 never, 1 one free, 2 always). Of fences 4, the class, the extra ticks; by class |
//! | `movers.rules` | 4 × `u32` per mover, and per class of fences that it crosses | on floors: as of squares, and, for a mover of more than one cell, before its fences 1, the side of its body, 0, 0 |
//! | `movers.rules` | 13 × `u32` per mover | of voxels: neighbours (6, 18, 26), corner rule, ticks along one, two and three axes; side and height; 0 in air, 1 in water, 2 in both; 1 if it walks, else 0; climb, fall, and the ticks of each voxel of them |
//! | `movers.count` | `u8` per mover | of graphs: zeros |
//! | `movers.factors`, `movers.media` | | on floors, hexagons and triangles: as of squares |
//! | `factions.revisions` | `u64` per faction | revision of the map believed in |
//! | `factions.known`, `factions.remembered` | `u64` per 64 nodes and faction | a bit per node, from the lowest on |
//! | `factions.map-sizes` | `u64` per faction | bytes of the world file of its map |
//! | `factions.maps` | `u8` | these files, one behind the other |
//! | `overlays.*` | | as of squares |

use std::sync::Arc as Shared;

use super::PlainWalker;
use crate::base::{Container, Groups, TablesError, check, check_names, few, u64s};
use crate::planner::navigator::ask::Overlays;
use crate::planner::navigator::{Asked, Navigator, NavigatorError};
use crate::shapes::square::Grid;
use crate::shapes::{Believed, Stored};
use crate::world::{Extent, MAX_SAVED_COUNT, Overlay};

const STATE: &str = "navigator.state";
const EPOCHS: &str = "overlays.epochs";

/// The maximum total number of nodes of all overlays, since their memory does not depend on the
/// size of the file.
const MOST_NODES: u64 = Navigator::<Grid>::MOST_SAVED_CELLS;

/// On maps other than squares.
impl<S: Stored> Navigator<S> {
    /// The navigator as bytes, for [`load_of`](Self::load_of): the map with its revision, movers,
    /// the knowledge and beliefs of factions, and overlays. Equal states give equal bytes. Not
    /// saved are waiting requests, the [cache](Self::cache) and its counters, snapshots, and
    /// indexes and the fact that they were [kept](Self::keep).
    ///
    /// # Errors
    ///
    /// If an overlay was replaced by one whose size differs from that of the map, or if all
    /// overlays together have more than 2³⁰ nodes.
    ///
    /// # Complexity
    ///
    /// O(bytes): a map, another map and two bits per node for each faction, and four bytes per node
    /// painted on an overlay.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::shapes::hex::{HexLayout, HexMap};
    /// let mut nav = Navigator::new(HexMap::hexagon(HexLayout::Pointy, 6, b'.')?);
    /// nav.edit(|batch| _ = batch.set((1, 0), b'#'))?;
    /// let scouts = nav.add_faction(b'.');
    /// nav.reveal_around(scouts, (0, 0), 3, |class| class == b'#')?;
    /// let bytes = nav.save()?;
    ///
    /// let again = Navigator::<HexMap>::load_of(&bytes)?;
    /// let same_scouts = again.factions().next().unwrap();
    /// let ask = Ask::new((0, 0), (4, 0));
    /// assert_eq!(again.find(&ask.faction(same_scouts)), nav.find(&ask.faction(scouts)));
    /// assert_eq!(again.revision(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self) -> Asked<Vec<u8>, S> {
        let state = &*self.state;
        let Extent { width, height } = state.map.extent();
        for overlay in &state.overlays {
            let other = overlay.bounds();
            if (other.width, other.height) != (width, height) {
                let (width, height) = (other.width, other.height);
                return Err(NavigatorError::OverlaySize { width, height });
            }
        }
        let cells = nodes_made(&*state.map, state.overlays.len());
        if cells > MOST_NODES {
            return Err(NavigatorError::TooManyCells { cells, most: MOST_NODES });
        }
        let movers: Vec<&S::Mover> = state.walkers.iter().map(|walker| &walker.mover).collect();
        let known: Vec<&Believed<S>> = state.factions.iter().map(|known| &**known).collect();
        let mut groups = Groups::default();
        groups.put(STATE, vec![state.map.revision()]);
        state.map.put(&mut groups);
        S::put_movers(&movers, &mut groups);
        Believed::put_all(&known, &mut groups);
        Overlay::put_all(state.overlays.iter().map(|overlay| &**overlay), &mut groups);
        groups.put(EPOCHS, state.epochs.clone());
        Ok(groups.file(S::NAVIGATOR, state.map.sum_of_tables()))
    }

    /// Loads a [saved](Self::save) navigator: it gives the same answers to the same questions and
    /// continues from the same revision, so [stamps](Self::stamp) are those from before. If an
    /// index answered, A* does until one is [kept](Self::keep) again, at the same cost. Squares
    /// have `Navigator::load`.
    ///
    /// Earlier handles belong to another navigator and are refused. [`movers`](Self::movers),
    /// [`factions`](Self::factions) and [`overlays`](Self::overlays) return the new ones in the
    /// same order. The queue of requests is empty, and there is no [cache](Self::cache) until one
    /// is requested. Logs of changes begin at the saved revisions.
    ///
    /// # Errors
    ///
    /// If the bytes are of another kind, shape or version, or not as they were written; or if they
    /// were forged with all their checksums and do not describe a valid navigator.
    ///
    /// # Complexity
    ///
    /// O(bytes), and four bytes per node for each overlay. It is checked first that these have at
    /// most 2³⁰ nodes in total.
    pub fn load_of(bytes: &[u8]) -> Result<Navigator<S>, TablesError> {
        let tables = Container::read(bytes, S::NAVIGATOR)?;
        let own = [STATE].into_iter().chain(S::TABLES.iter().copied());
        let own = own.chain(S::MOVERS.iter().copied()).chain(Believed::<S>::TABLES);
        check_names(&tables, own.chain(Overlay::TABLES).chain([EPOCHS]))?;
        let [revision] = few(u64s(&tables, STATE)?, STATE)?;
        check(revision <= MAX_SAVED_COUNT, STATE, 0, "a revision of at most 2^56")?;
        let map = S::taken(&tables, revision)?;
        let movers = S::take_movers(&tables)?;
        check(!movers.is_empty(), S::MOVERS[0], 0, "at least one mover")?;
        let known = Believed::take_all(&tables, &map)?;
        let epochs = u64s(&tables, EPOCHS)?;
        check(epochs.len() <= Overlays::MOST, EPOCHS, epochs.len(), "at most 64 overlays")?;
        let is_bounded = nodes_made(&map, epochs.len()) <= MOST_NODES;
        check(is_bounded, EPOCHS, epochs.len(), "overlays of at most 2^30 nodes in all")?;
        let overlays = Overlay::take_all(&tables, map.extent(), epochs.len())?;
        let wrong = epochs.iter().position(|&epoch| epoch > MAX_SAVED_COUNT);
        check(wrong.is_none(), EPOCHS, wrong.unwrap_or(0), "at most 2^56 changes")?;

        let mut navigator = Navigator::of_nobody(map);
        let state = Shared::make_mut(&mut navigator.state);
        state.walkers =
            movers.into_iter().map(|mover| Shared::new(PlainWalker::new(mover))).collect();
        state.factions = known.into_iter().map(Shared::new).collect();
        state.overlays = overlays.into_iter().map(Shared::new).collect();
        state.epochs = epochs;
        Ok(navigator)
    }
}

/// Nodes of all overlays.
fn nodes_made<S: Stored>(map: &S, overlays: usize) -> u64 {
    map.extent().tile_count() as u64 * overlays as u64
}
