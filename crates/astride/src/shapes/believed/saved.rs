//! Saving what is known about maps as tables of a container, and loading it.

use std::sync::Arc;

use super::{Believed, Nodes};
use crate::base::{Container, Groups, NodeId, PartsError, TablesError, check, u8s, u64s};
use crate::shapes::{Editable, Stored};
use crate::world::MAX_SAVED_COUNT;

const REVISIONS: &str = "factions.revisions";
const KNOWN: &str = "factions.known";
const REMEMBERED: &str = "factions.remembered";
const MAP_SIZES: &str = "factions.map-sizes";
const MAPS: &str = "factions.maps";

impl<S: Stored> Believed<S> {
    /// The names of the knowledge tables, in order.
    pub(crate) const TABLES: [&'static str; 5] = [REVISIONS, KNOWN, REMEMBERED, MAP_SIZES, MAPS];

    /// Writes the tables of what several observers know, one after the other.
    pub(crate) fn put_all(all: &[&Believed<S>], out: &mut Groups<'_>) {
        let maps: Vec<Vec<u8>> = all.iter().map(|known| known.map().to_bytes()).collect();
        out.put(REVISIONS, all.iter().map(|known| known.map.revision()).collect::<Vec<u64>>());
        let words = |set: fn(&Believed<S>) -> &Nodes| -> Vec<u64> {
            all.iter().flat_map(|known| &set(known).0).copied().collect()
        };
        out.put(KNOWN, words(|known| &known.known));
        out.put(REMEMBERED, words(|known| &known.remembered));
        out.put(MAP_SIZES, maps.iter().map(|map| map.len() as u64).collect::<Vec<u64>>());
        out.put(MAPS, maps.concat());
    }

    /// Reads what these tables contain about `truth`.
    pub(crate) fn take_all(
        tables: &Container<'_>,
        truth: &S,
    ) -> Result<Vec<Believed<S>>, TablesError> {
        let (revisions, sizes) = (u64s(tables, REVISIONS)?, u64s(tables, MAP_SIZES)?);
        let (known, remembered) = (u64s(tables, KNOWN)?, u64s(tables, REMEMBERED)?);
        let mut maps = u8s(tables, MAPS)?;
        check(sizes.len() == revisions.len(), MAP_SIZES, sizes.len(), "one for each faction")?;
        let words = truth.extent().tile_count().div_ceil(64);
        let all_words = words.checked_mul(revisions.len());
        for (part, found) in [(KNOWN, known.len()), (REMEMBERED, remembered.len())] {
            check(all_words == Some(found), part, found, "a bit for each node and faction")?;
        }
        let mut all = Vec::with_capacity(revisions.len());
        for (at, (&revision, &size)) in revisions.iter().zip(&sizes).enumerate() {
            check(revision <= MAX_SAVED_COUNT, REVISIONS, at, "a revision of at most 2^56")?;
            let own = usize::try_from(size).ok().and_then(|size| maps.split_at_checked(size));
            let expected = "no more bytes than there are";
            let (own, rest) = own.ok_or(PartsError::Damaged { part: MAP_SIZES, at, expected })?;
            maps = rest;
            let map = S::of_bytes(own, revision)?;
            check(map.has_places_of(truth), MAPS, at, "a map of the same places")?;
            let first = at * words;
            let set = |all: &[u64]| Nodes(all[first..first + words].to_vec());
            let (known, remembered) = (set(&known), set(&remembered));
            let known_count = check_sets(truth, &known, &remembered, first)?;
            let (map, followed) = (Arc::new(map), truth.revision());
            all.push(Believed { map, known, remembered, known_count, followed });
        }
        check(maps.is_empty(), MAPS, maps.len(), "only maps of a faction")?;
        Ok(all)
    }
}

/// Checks that the sets are valid: only known places are remembered. Returns the number of known
/// places.
fn check_sets<S: Editable>(
    truth: &S,
    known: &Nodes,
    remembered: &Nodes,
    first: usize,
) -> Result<u32, PartsError> {
    let (mut count, nodes) = (0, truth.extent().tile_count());
    for (at, (&known, &remembered)) in known.0.iter().zip(&remembered.0).enumerate() {
        check(remembered & !known == 0, REMEMBERED, first + at, "nodes that are known")?;
        let mut left = known;
        while left != 0 {
            let node = at * 64 + left.trailing_zeros() as usize;
            let is_part = node < nodes && truth.class_of(NodeId::new(node as u32)).is_some();
            check(is_part, KNOWN, first + at, "nodes that are part of the map")?;
            left &= left - 1;
        }
        count += known.count_ones();
    }
    Ok(count)
}
