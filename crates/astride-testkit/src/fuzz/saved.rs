//! Saved labels: arbitrary bytes, modified bytes, and bytes forged with valid checksums.

use super::Bytes;
use astride::base::{Budget, NodeId, Scale};
use astride::search::{Outcome, PathQuery, Scratch};
use astride::shapes::square::{Corners, Grid, GridView, Labels, LabelsOptions, Mover, Neighbours};

/// The fingerprint in the header of a container.
pub(super) const FINGERPRINT: std::ops::Range<usize> = 16..24;

/// Labels of a small map: modified in a few places, or made of the input bytes themselves.
pub fn load_labels(data: &[u8]) {
    let mut bytes = Bytes(data);
    let (grid, mover) = small_map(&mut bytes);
    let view = grid.seen_by(&mover);
    // Little enough room that labels of all, some or no jump points are stored.
    let bytes_per_cell = bytes.pick(&[56, 20, 0]);
    let options = LabelsOptions { bytes_per_cell, ..LabelsOptions::default() };
    let Ok(labels) = Labels::build(&view, &options) else {
        assert!(Labels::load(bytes.0, &view).is_err());
        return;
    };
    let saved = labels.save();
    let (changed, is_forged) = changed(&saved, &mut bytes);
    match Labels::load(&changed, &view) {
        Ok(loaded) if changed == saved => {
            assert_eq!(loaded.save(), saved);
            ask(&loaded, Some(&labels), &view, &mut bytes);
        }
        Ok(loaded) => {
            assert!(is_forged, "labels that were changed are loaded");
            ask(&loaded, None, &view, &mut bytes);
        }
        Err(error) => {
            assert_ne!(changed, saved, "{error}");
            let message = error.to_string();
            assert!(!message.is_empty() && !message.ends_with('.'), "{message}");
        }
    }
}

/// What became of a file, and whether all its checksums are right again.
pub(super) fn changed(saved: &[u8], bytes: &mut Bytes<'_>) -> (Vec<u8>, bool) {
    let kind = bytes.below(4);
    if kind == 0 {
        return (bytes.0.to_vec(), false);
    }
    let mut changed = saved.to_vec();
    for _ in 0..bytes.below(4) {
        let at = bytes.below(changed.len());
        changed[at] ^= bytes.byte();
    }
    changed.truncate(changed.len() - bytes.pick(&[0, 0, 0, 0, 0, 0, 1, 8]));
    match kind > 1 {
        true => (sealed(changed), true),
        false => (changed, false),
    }
}

pub(super) fn small_map(bytes: &mut Bytes<'_>) -> (Grid, Mover) {
    let (width, height) = (1 + bytes.below(9) as u32, 1 + bytes.below(7) as u32);
    let letters = bytes.pick(&[&b"..@"[..], b".....@", b"..@5", b"..@W"]);
    let mut seed = bytes.byte();
    let cells = (0..width * height).map(|_| {
        // A few bytes determine many cells, so that mutations reach what follows the map.
        seed = seed.wrapping_mul(77).wrapping_add(41);
        letters[usize::from(seed >> 3) % letters.len()]
    });
    let cells: Vec<u8> = cells.collect();
    let grid = Grid::from_classes(width, height, &cells).expect("a good size");
    let (straight, diagonal) = bytes.pick(&[(13_860, 19_601), (10, 14), (1, 2)]);
    let mover = Mover::walker()
        .corners(bytes.pick(&[Corners::Never, Corners::OneFree, Corners::Always]))
        .neighbours(bytes.pick(&[Neighbours::Eight, Neighbours::Four]))
        .scale(Scale::new(straight, diagonal).expect("a good scale"));
    (grid, mover)
}

/// Asks some queries. If there is an `original`, the answers must be the same.
fn ask(labels: &Labels, original: Option<&Labels>, view: &GridView<'_>, bytes: &mut Bytes<'_>) {
    let grid = view.grid();
    let count = grid.cell_count() as usize;
    let (mut scratch, mut other) = (Scratch::new(), Scratch::new());
    let mut lot = bytes.below(count);
    for _ in 0..24 {
        lot = (lot * 5 + 7) % (count * count);
        let [from, to] = [lot / count, lot % count].map(|node| NodeId::new(node as u32));
        let query = PathQuery::new(from, to);
        let mut search = labels.search(&query, &mut scratch).expect("one start, one goal");
        let (cost, outcome) = (search.cost(), search.run(&mut Budget::unlimited(), &mut ()));
        if let Outcome::Found(found) = &outcome {
            assert_eq!(Some(found.path.cost()), cost);
            assert!(found.path.nodes().len() <= count);
            assert_eq!((found.path.start(), found.path.goal()), (from, to));
            assert!(found.path.validate(view).is_ok());
        }
        if let Some(original) = original {
            let mut search = original.search(&query, &mut other).expect("one start, one goal");
            let expected = search.run(&mut Budget::unlimited(), &mut ());
            assert_eq!(expected.path(), outcome.path());
            assert_eq!(outcome.path().is_some(), cost.is_some());
        }
    }
}

/// The bytes of a container with all checksums corrected, as far as it has a directory: what a
/// forger could do with only the format description.
pub fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.len() < 48 {
        return bytes;
    }
    let length = bytes.len() as u64;
    bytes[24..32].copy_from_slice(&length.to_le_bytes());
    let number = |bytes: &[u8], at: usize, width: usize| {
        (0..width).map(|byte| u64::from(bytes[at + byte]) << (8 * byte)).sum::<u64>()
    };
    let sections = number(&bytes, 32, 4).min((length - 48) / 48) as usize;
    let mut start = 48 + 48 * sections;
    for entry in (48..start).step_by(48) {
        let (width, count) = (number(&bytes, entry + 24, 4), number(&bytes, entry + 32, 8));
        let room = bytes.len() - start;
        let len = width.saturating_mul(count).min(room as u64) as usize;
        let end = start + len.next_multiple_of(8).min(room);
        let sum = sum(0, &bytes[start..end]);
        bytes[entry + 40..entry + 48].copy_from_slice(&sum.to_le_bytes());
        start = end;
    }
    let directory = sum(sum(0, &bytes[..40]), &bytes[48..48 + 48 * sections]);
    bytes[40..48].copy_from_slice(&directory.to_le_bytes());
    bytes
}

/// The checksum of the format, word by word.
fn sum(seed: u64, bytes: &[u8]) -> u64 {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut lanes = [1, 2, 3, 4].map(|lane: u64| seed.wrapping_add(SPREAD.wrapping_mul(lane)));
    for at in 0..bytes.len().div_ceil(32) * 4 {
        let byte = |i: usize| u64::from(bytes.get(8 * at + i).copied().unwrap_or(0)) << (8 * i);
        let word: u64 = (0..8).map(byte).sum();
        lanes[at % 4] = (lanes[at % 4] ^ word).wrapping_mul(SPREAD).rotate_left(29);
    }
    let start = (seed ^ bytes.len() as u64).wrapping_mul(SPREAD);
    lanes.into_iter().fold(start, |sum, lane| {
        let sum = (sum ^ lane).wrapping_mul(SPREAD);
        sum ^ sum >> 32
    })
}
