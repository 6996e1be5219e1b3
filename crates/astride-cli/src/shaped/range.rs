//! `astride range` on maps of any shape but squares.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Instant;

use astride::base::{Cost, NodeId, Random};
use astride::search::{PathQuery, Reach, Scratch};
use astride_draw::Outlines;
use serde_json::json;

use super::Shaped;
use crate::describe::line;
use crate::error::Failure;
use crate::options::at_most;
use crate::pictures::DrawArgs;
use crate::report::{Ending, Report, count, grouped};

/// The limit of a range.
pub(crate) struct Within<'a> {
    pub(crate) from: Option<&'a str>,
    pub(crate) most: Cost,
    pub(crate) budget: Option<u64>,
    pub(crate) lot: Option<Lot>,
}

/// How many places of a range are drawn by lot, and the seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lot {
    pub(crate) count: u32,
    pub(crate) seed: u64,
}

impl Lot {
    /// The nodes that are drawn, in order; some of them maybe more than once.
    pub(crate) fn of(self, reach: &Reach) -> Vec<NodeId> {
        let mut dice = Random::new(self.seed);
        let draw = |_| Some(reach.random(&mut dice)?.node);
        (0..self.count).filter_map(draw).collect()
    }
}

/// Which part of a range is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum List {
    Nothing,
    Places,
}

impl Shaped {
    /// `astride range`.
    pub(crate) fn range(
        &self,
        limits: &Within<'_>,
        list: List,
        draw: &DrawArgs,
    ) -> Result<Report, Failure> {
        let &Within { most, budget, lot, .. } = limits;
        let start = self.start(limits.from)?;
        let query = PathQuery::everywhere(start).within(most);
        let began = Instant::now();
        let found = self.board.reach(&query, &mut Scratch::new(), &mut at_most(budget));
        let json = json!({
            "command": "range", "shape": self.board.shape(), "from": self.name(start),
            "max_cost": most, "timing": { "seconds": began.elapsed().as_secs_f64() },
        });
        let mut report = Report::good(String::new(), json);
        let Ok(reach) = found else {
            report.ending = Ending::OutOfBudget;
            report.json["outcome"] = "out-of-budget".into();
            let spent = count(budget.unwrap_or_default(), "expanded node");
            let _ = writeln!(report.text, "out of budget after {spent}");
            return Ok(report);
        };
        // A place may be several nodes; the cheapest one counts.
        let mut places = BTreeMap::new();
        for reached in reach.nodes() {
            let least = places.entry(self.name(reached.node)).or_insert(reached.cost);
            *least = reached.cost.min(*least);
        }
        let (number, farthest) = (places.len() as u64, places.values().max().copied());
        let within = format!("within {} ticks of {}", grouped(most), self.name(start));
        let _ = writeln!(report.text, "{} {within}", count(number, "place"));
        let farthest = farthest.unwrap_or(0);
        line(&mut report.text, "farthest", format_args!("{} ticks", grouped(farthest)));
        if list == List::Places {
            let names: Vec<_> = places.keys().map(String::as_str).collect();
            line(&mut report.text, "places", names.join(" "));
        }
        if let Some(lot) = lot {
            let drawn: Vec<_> = lot.of(&reach).into_iter().map(|node| self.name(node)).collect();
            line(&mut report.text, "random", drawn.join(" "));
            report.json["random"] = json!(drawn);
        }
        report.json["outcome"] = "found".into();
        report.json["count"] = number.into();
        report.json["farthest"] = farthest.into();
        report.json["places"] = json!(places);
        let costs: Vec<_> = reach.nodes().iter().map(|at| (at.node, at.cost)).collect();
        let picture = Outlines { costs: &costs, ..self.picture(&[], &[]) };
        self.draw_outlines(&Outlines { starts: &[start], ..picture }, draw, &mut report)?;
        Ok(report)
    }
}
