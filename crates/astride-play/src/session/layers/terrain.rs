//! Terrain factors: what entering a place multiplies a step by.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::session::layers::{Entry, Ground, Layer, Made, Values};
use crate::session::names::class_name;
use crate::session::wire::Refusal;

pub(super) struct Terrain;

impl Layer for Terrain {
    fn entry(&self) -> Entry {
        Entry {
            id: "terrain",
            label: "Terrain",
            about: "what entering a place multiplies a step by",
            kind: "levels",
            options: json!([]),
        }
    }

    fn make(&self, ground: Ground<'_>, _: &Value) -> Result<Made, Refusal> {
        let (grid, mover) = (&ground.board.grid, ground.panel.mover());
        let factors: Vec<u32> = (0..=255).map(|class| mover.factor(class)).collect();
        let mut named = BTreeMap::new();
        for (class, &count) in (0..=255u8).zip(grid.histogram()) {
            if count > 0 && factors[usize::from(class)] > 0 {
                named.entry(factors[usize::from(class)]).or_insert(class_name(class));
            }
        }
        let legend = named.iter().map(|(factor, name)| json!({ "level": factor, "label": name }));
        let legend = legend.collect();
        let mut classes: Vec<u8> = Vec::with_capacity(grid.cell_count() as usize);
        (0..grid.height()).for_each(|y| classes.extend(grid.row(y).unwrap_or_default()));
        let level = move |node: usize| {
            Some(u64::from(factors[usize::from(classes[node])])).filter(|&factor| factor > 0)
        };
        Ok(Made { legend, ..Made::of(Values::Levels(Box::new(level)), "factor", 1) })
    }
}
