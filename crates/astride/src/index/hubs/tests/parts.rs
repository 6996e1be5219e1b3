//! Tables that are saved, loaded, and damaged in between.

use super::*;
use crate::base::{Container, FileBytes, Groups, SharedBytes, Table};
use crate::index::hubs::saved::KIND;
use crate::search::Scratch;

type Saved = Vec<(&'static str, Numbers)>;

/// A table that can be changed.
#[derive(Clone)]
enum Numbers {
    U16(Vec<u16>),
    U32(Vec<u32>),
}

fn tables_of(labels: &HubLabels) -> Saved {
    let owned = |table: Table<'_>| match table {
        Table::U16(numbers) => Numbers::U16(numbers.into_owned()),
        Table::U32(numbers) => Numbers::U32(numbers.into_owned()),
        other => panic!("{other:?} in an index"),
    };
    labels.tables().into_iter().map(|(name, table)| (name, owned(table))).collect()
}

fn loaded(parts: &Saved) -> Result<HubLabels, PartsError> {
    let mut groups = Groups::default();
    for (name, part) in parts {
        match part {
            Numbers::U16(numbers) => groups.put(name, &numbers[..]),
            Numbers::U32(numbers) => groups.put(name, &numbers[..]),
        }
    }
    let file = groups.file(KIND, 0);
    let take =
        |file: FileBytes<'_>| HubLabels::take(&Container::read(file, KIND).expect("a whole file"));
    let copied = take((&file).into());
    assert_eq!(take((&SharedBytes::new(file)).into()), copied);
    copied
}

/// Indexes in which all kinds of tables are filled.
fn indexes() -> Vec<HubLabels> {
    let mut list = Vec::new();
    for (nodes, arcs) in [
        (25, grid(1, 5, 10, false)),
        (25, grid(2, 5, 10, true)),
        (16, sparse(3, 16, 24, 5, true)),
        (0, vec![]),
    ] {
        list.extend([0, nodes * 4 / 10, nodes].map(|stored| built(nodes, &arcs, stored)));
        list.push(built_with_core(nodes, &arcs, 3, nodes * 4 / 10));
        list.extend([built_wide(nodes, &arcs), built_wide(nodes, &far(&arcs))]);
    }
    list
}

#[test]
fn an_index_survives_being_saved() {
    for labels in indexes() {
        assert_eq!(loaded(&tables_of(&labels)).as_ref(), Ok(&labels));
    }
}

#[test]
fn a_missing_or_shortened_table_is_refused() {
    for labels in indexes() {
        let parts = tables_of(&labels);
        for at in 0..parts.len() {
            let mut fewer = parts.clone();
            let (part, _) = fewer.remove(at);
            assert_eq!(loaded(&fewer), Err(PartsError::Missing { part }));
            let mut shorter = parts.clone();
            let popped = match &mut shorter[at].1 {
                Numbers::U16(numbers) => numbers.pop().is_some(),
                Numbers::U32(numbers) => numbers.pop().is_some(),
            };
            assert!(!popped || loaded(&shorter).is_err(), "{part}");
        }
    }
}

/// Calls every query there is.
fn exercise(labels: &HubLabels) {
    let (mut scratch, mut path) = (Scratch::new(), Vec::new());
    let count = labels.node_count();
    for (source, target) in (0..count).flat_map(|s| (0..count).map(move |t| (s, t))) {
        if let Some(meeting) = labels.distance(&[(source, 0)], &[(target, 0)], &mut scratch) {
            labels.unpack(&meeting, &mut scratch, &mut path);
        }
    }
}

#[test]
fn no_damaged_number_makes_an_index_panic_or_hang() {
    let (mut refused, mut accepted) = (0, 0);
    for labels in indexes() {
        let parts = tables_of(&labels);
        for part in 0..parts.len() {
            let len = match &parts[part].1 {
                Numbers::U16(numbers) => numbers.len(),
                Numbers::U32(numbers) => numbers.len(),
            };
            for at in 0..len {
                for kind in 0..6 {
                    let mut damaged = parts.clone();
                    let harm = |old: u64, most: u64| match kind {
                        0 => 0,
                        1 => old.wrapping_add(1) & most,
                        2 => old.wrapping_sub(1) & most,
                        3 => most,
                        4 => old ^ 8,
                        _ => old ^ (most / 2 + 1),
                    };
                    match &mut damaged[part].1 {
                        Numbers::U16(n) => n[at] = harm(u64::from(n[at]), 0xffff) as u16,
                        Numbers::U32(n) => n[at] = harm(u64::from(n[at]), 0xffff_ffff) as u32,
                    }
                    match loaded(&damaged) {
                        Ok(labels) => {
                            accepted += 1;
                            exercise(&labels);
                        }
                        Err(_) => refused += 1,
                    }
                }
            }
        }
    }
    // Costs may be anything; indices may not.
    assert!(refused > accepted && accepted > 0, "{refused} refused, {accepted} accepted");
}

#[test]
fn shortcuts_that_double_the_way_again_and_again_are_refused() {
    // Each node has arcs to the three before it; the first two are shortcuts over the node after
    // it, so that the number of unpacked arcs grows like the Fibonacci numbers.
    let count = 60_u32;
    let mut offsets = vec![0];
    let (mut arcs, mut middles) = (Vec::new(), Vec::new());
    for node in 0..count {
        for head in node.saturating_sub(3)..node {
            arcs.extend([head, 1]);
            let short = head + 2 >= node && node + 1 < count;
            middles.push(if short { node + 1 } else { u32::MAX });
        }
        offsets.push(middles.len() as u32);
    }
    let parts = vec![
        ("shape", Numbers::U32(vec![count, 0, 1, 0, 0, 0, 0])),
        ("order", Numbers::U32((0..count).collect())),
        ("jump.offsets", Numbers::U32(vec![0])),
        ("jump.heads", Numbers::U16(vec![])),
        ("jump.middles", Numbers::U32(vec![])),
        ("out.label.offsets", Numbers::U32(vec![0])),
        ("out.label.hubs", Numbers::U16(vec![])),
        ("out.label.dists", Numbers::U32(vec![])),
        ("out.label.next", Numbers::U16(vec![])),
        ("out.climb.offsets", Numbers::U32(offsets)),
        ("out.climb.arcs", Numbers::U32(arcs)),
        ("out.climb.middles", Numbers::U32(middles)),
    ];
    let refused = loaded(&parts).unwrap_err();
    assert!(matches!(refused, PartsError::Damaged { part: "out.climb.middles", .. }), "{refused}");
}
