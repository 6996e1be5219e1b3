//! How much room a map has: gates between its regions, and places for large bodies.

use std::fmt::Write;

use astride::base::NodeId;
use astride::shapes::square::{Clearance, Gate, Grid, GridView, Regions};
use astride::world::World;
use serde_json::{Value, json};

use crate::build;
use crate::describe::line;
use crate::error::Failure;
use crate::options::{cell_json, plain};
use crate::report::{count, grouped};

/// How many of the narrowest gates are listed.
const LISTED: usize = 5;

/// Sides of bodies in the text; all of them are in the JSON.
const SIDES: [usize; 11] = [1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128];

/// Regions, gates and places for bodies.
pub(super) struct Room {
    regions: Regions,
    /// The narrowest first, ties in the order of the regions.
    gates: Vec<Gate>,
    /// `places[side]`: the number of places, by the top left cell, where a body of `side` cells a
    /// side fits, ignoring walls between cells; from 1 on.
    places: Vec<u64>,
    /// Where the largest body fits: the first of several, row by row.
    widest: Option<NodeId>,
}

impl Room {
    pub(super) fn of(view: &GridView<'_>) -> Result<Self, Failure> {
        let clearance = Clearance::build(view);
        let (mut exact, mut widest) = (Vec::new(), None);
        for node in (0..view.node_count()).map(NodeId::new) {
            let side = usize::from(clearance.square(node));
            if side >= exact.len().max(1) {
                widest = Some(node);
            }
            if side >= exact.len() {
                exact.resize(side + 1, 0);
            }
            exact[side] += 1;
        }
        // Where a body fits, smaller ones fit, too.
        let mut places = exact;
        for side in (1..places.len()).rev() {
            places[side - 1] += places[side];
        }
        let regions = build::regions(view)?;
        let mut gates = regions.gates().to_vec();
        gates.sort_by_key(Gate::width);
        Ok(Room { regions, gates, places, widest })
    }

    /// The side of the largest square body.
    fn most(&self) -> usize {
        self.places.len().saturating_sub(1)
    }

    pub(super) fn tell(&self, text: &mut String, grid: &Grid) {
        let regions = count(self.regions.regions().len() as u64, "region");
        let gates = match (self.gates.first(), self.gates.last()) {
            (Some(first), Some(last)) if first.width() < last.width() => {
                let number = count(self.gates.len() as u64, "gate");
                format!("{number}, {} to {} cells wide", first.width(), last.width())
            }
            (Some(gate), _) => {
                let number = count(self.gates.len() as u64, "gate");
                format!("{number} of width {}", gate.width())
            }
            _ => "no gates".to_owned(),
        };
        line(text, "regions", format_args!("{regions}, {gates}"));
        for (at, gate) in self.gates.iter().take(LISTED).enumerate() {
            let name = if at == 0 { "narrowest" } else { "" };
            let cells = gate.cells();
            let ends = match (cells.first(), cells.last()) {
                (Some(&first), Some(&last)) if first != last => {
                    format!("{} to {}", plain(first), plain(last))
                }
                (Some(&only), _) => plain(only),
                _ => String::new(),
            };
            let width = count(gate.width().into(), "cell");
            let (a, b) = gate.regions();
            let [a, b] = [a, b].map(|region| self.regions.regions()[region as usize].cell_count);
            let between = format!("between {} and {}", grouped(a.into()), count(b.into(), "cell"));
            line(text, name, format_args!("{width} at {ends}, {between}"));
        }
        let Some(widest) = self.widest else { return };
        let most = self.most();
        let place = plain(grid.cell(widest));
        line(text, "largest body", format_args!("{most} x {most} cells, at {place}"));
        let mut row = String::new();
        for side in SIDES.into_iter().filter(|&side| side <= most) {
            let _ = write!(row, "{side}: {}  ", grouped(self.places[side]));
        }
        line(text, "room for", row.trim_end());
    }

    pub(super) fn add_to(&self, json: &mut Value, grid: &Grid) {
        let gate = |gate: &Gate| {
            json!({
                "width": gate.width(),
                "regions": [gate.regions().0, gate.regions().1],
                "cells": gate.cells().iter().copied().map(cell_json).collect::<Vec<_>>(),
            })
        };
        json["regions"] = self.regions.regions().len().into();
        json["gates"] = self.gates.iter().map(gate).collect();
        json["largest_body"] = self.widest.map_or(
            Value::Null,
            |widest| json!({ "side": self.most(), "cell": cell_json(grid.cell(widest)) }),
        );
        json["room_for"] = self.places.iter().skip(1).copied().collect();
    }
}
