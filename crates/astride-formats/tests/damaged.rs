//! Damaged files are refused or read, and nothing else: torn ones, and ones with other bytes.

use std::fs;

use allocation_counter::measure;
use astride_formats::fuzz::{self, read_foreign};
use astride_formats::{Format, unzip};
use astride_testkit::data::repository_root;
use astride_testkit::rng::Rng;

use crate::common::{beside, bytes_of};

/// Files, and the one that each names, if it does.
const FILES: [(&str, &str); 16] = [
    ("occupancy/tb3_sandbox.yaml", "tb3_sandbox.pgm"),
    ("occupancy/tb3_sandbox.pgm.gz", ""),
    ("terrain/hugo_site.asc", ""),
    ("tiles/tiled/libtiled-java/desert.tmx", "desert.tsx"),
    ("tiles/tiled/libtiled-java/hexagonal-mini.tmx", ""),
    ("tiles/tiled/libtiled-java/isometric_grass_and_water.tmx", ""),
    ("tiles/tiled/libtiled-java/sewers.tmx", ""),
    ("tiles/tiled/libtiled-java/staggered.tmx", ""),
    ("tiles/tiled/rs-tiled/tiled_base64_zlib_infinite.tmx", "tilesheet.tsx"),
    ("tiles/tiled/rs-tiled/tiled_csv_wangsets.tmx", "tilesheet_wangsets.tsx"),
    ("tiles/tiled/rs-tiled/tiled_group_layers.tmx", "tilesheet.tsx"),
    ("tiles/ldtk/AutoLayers_1_basic.ldtk.gz", ""),
    ("tiles/ldtk/Entities.ldtk.gz", ""),
    ("formats/tower.tmx", ""),
    ("formats/village.tmx", "village.tsx"),
    ("formats/hill.tif", ""),
];

/// About this many damaged versions of each file; a hundred times as many where tests may be slow.
fn rounds() -> usize {
    let is_slow = std::env::var_os("ASTRIDE_SLOW_TESTS").is_some_and(|value| value == "1");
    if is_slow { 4000 } else { 40 }
}

/// As [`fuzz::check`]; and it takes no memory but for what the file can fill, where two million
/// cells are always allowed, twice for a moment.
fn check(format: Format, file: &[u8], other: &[u8], has_slope: bool) {
    let taken = measure(|| fuzz::check(format, file, other, has_slope)).bytes_max;
    let most = (16 << 20) + 400 * (file.len() + other.len()) as u64;
    assert!(taken <= most, "{format:?} of {} bytes took {taken}", file.len());
}

#[test]
fn torn_and_changed_files_are_refused_or_read() {
    let mut rng = Rng::new(17);
    for (name, named) in FILES {
        let Some((path, bytes)) = bytes_of(name) else { continue };
        let other = if named.is_empty() { Vec::new() } else { beside(&path, named).unwrap() };
        let format = Format::of(path.to_str().unwrap(), &bytes).unwrap();
        for length in (0..bytes.len()).step_by(bytes.len() / rounds() + 1) {
            check(format, &bytes[..length], &other, false);
        }
        for length in (0..other.len()).step_by(other.len() / rounds() + 1) {
            check(format, &bytes, &other[..length], false);
        }
        for _ in 0..rounds() {
            let (mut bytes, mut other) = (bytes.clone(), other.clone());
            // Most of what matters stands in the beginning.
            for changed in [&mut bytes, &mut other] {
                let end = rng.pick(&[32, 256, changed.len().max(1)]).min(changed.len());
                if end > 0 {
                    let at = rng.below(end);
                    changed[at] = rng.pick(b"\0 019-.\"<>{}[],\xffaZ");
                }
            }
            check(format, &bytes, &other, rng.below(2) == 0);
        }
    }
}

#[test]
fn torn_and_changed_plans_are_refused_or_read() {
    let plans: [&[u8]; 3] = [
        b"map:\n  dimensions: [3, 2]\n  obstacles: [[0, 1], !!python/tuple [2, 1]]\nagents:\n\
          - {name: 'a: b', start: [0, 0], goal: [2, 0]}\n-   start: [2, 0]\n    goal: [0, 0]\n",
        b"statistics:\n  cost: 2\nschedule:\n  a:\n    - x: 0\n      y: 0\n      t: 0\n\
          \x20 \"b\": # c\n  - {x: 1, y: 0, t: 0}\n",
        b"map_name,type_id,agents,solution_plan\n\"a,\"\"b\",1,2,\"rr\nl\"\nc,,1,\n",
    ];
    let mut rng = Rng::new(29);
    for plan in plans {
        (0..plan.len()).for_each(|length| fuzz::read_plans(&plan[..length]));
        for _ in 0..100 * rounds() {
            let mut bytes = plan.to_vec();
            for _ in 0..1 + rng.below(3) {
                let at = rng.below(bytes.len());
                bytes[at] = rng.pick(b"\0 019-,:#!\"'{}[]\n\r\t\xffaru");
            }
            fuzz::read_plans(&bytes);
        }
    }
}

#[test]
fn torn_archives_are_refused() {
    let Some((_, heights)) = bytes_of("terrain/hugo_site.asc") else { return };
    let archive = stored("a/hugo.asc", &heights);
    assert_eq!(unzip(&archive, 1 << 20), Ok(("a/hugo.asc".to_owned(), heights.clone())));
    for length in (0..archive.len()).step_by(97) {
        assert!(unzip(&archive[..length], 1 << 20).is_err(), "{length}");
    }
    let nested = unzip(&stored("a.zip", &archive), 1 << 20).unwrap_err().to_string();
    assert!(nested.contains("the file in it is an archive as well"), "{nested}");
    let most = unzip(&archive, 100).unwrap_err().to_string();
    assert!(most.contains("expected at most 100"), "{most}");
    let mut rng = Rng::new(5);
    for _ in 0..rounds() * 10 {
        let mut changed = archive.clone();
        let end = changed.len();
        let at = rng.pick(&[0, end - 90]) + rng.below(90);
        changed[at] = rng.below(256) as u8;
        // What does not matter may change: times, and where it was made.
        let _ = unzip(&changed, 1 << 20);
    }
}

/// An archive of one file as it is.
fn stored(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    let (size, length) = ((bytes.len() as u32).to_le_bytes(), (name.len() as u16).to_le_bytes());
    let about = [
        &[20, 0, 0, 0, 0, 0, 0, 0, 0, 0][..],
        &crc.sum().to_le_bytes(),
        &size,
        &size,
        &length,
        &[0, 0],
    ];
    let about = about.concat();
    let local = [b"PK\x03\x04", &about[..], name.as_bytes(), bytes].concat();
    let entry = [b"PK\x01\x02\x14\0", &about[..], &[0; 14], name.as_bytes()].concat();
    let (begin, entry_size) = (local.len() as u32, entry.len() as u32);
    let end = [
        &b"PK\x05\x06\0\0\0\0\x01\0\x01\0"[..],
        &entry_size.to_le_bytes(),
        &begin.to_le_bytes(),
        &[0, 0],
    ];
    [local, entry, end.concat()].concat()
}

#[test]
fn kept_inputs_of_the_fuzzer_are_read_or_refused() {
    for folder in ["seeds", "regressions"] {
        let folder = repository_root().join(format!("fuzz/{folder}/read_foreign"));
        let Ok(files) = fs::read_dir(folder) else { continue };
        let mut rng = Rng::new(3);
        for file in files {
            let bytes = fs::read(file.unwrap().path()).unwrap();
            read_foreign(&bytes);
            for _ in 0..rounds() {
                let mut changed = bytes.clone();
                let at = rng.below(changed.len());
                changed[at] = rng.below(256) as u8;
                read_foreign(&changed);
            }
        }
    }
}
