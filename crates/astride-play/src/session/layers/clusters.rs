//! Clusters: their borders, the entrances between them, and the coarse route of the current query.

use astride::base::{Cell, NodeId};
use astride::world::{Way, World};
use serde_json::{Map, Value, json};

use crate::session::body::Footing;
use crate::session::layers::{Entry, Ground, Layer, Made, Values};
use crate::session::names::shown_as;
use crate::session::wire::{Refusal, xy};

pub(super) struct Clusters;

impl Layer for Clusters {
    fn entry(&self) -> Entry {
        Entry {
            id: "clusters",
            label: "Clusters",
            about: "the coarse graph of two-tier search: borders, entrances, and the way over them",
            kind: "lines",
            options: json!([]),
        }
    }

    fn make(&self, ground: Ground<'_>, _: &Value) -> Result<Made, Refusal> {
        let (board, bounds) = (ground.board, ground.bounds);
        let scale = ground.panel.settings().scale();
        let budget = &mut bounds.budget(ground.panel.settings().budget());
        let (survey, footing) = ground.panel.survey(board).map_err(Refusal::value)?;
        let view = footing.view();
        let clusters = survey.clusters(&view, bounds)?;
        let mut more = Map::new();
        let levels = 0..clusters.level_count();
        more.insert("sides".into(), levels.map(|level| clusters.side(level)).collect());
        more.insert("clusters".into(), clusters.cluster_count().into());
        more.insert("nodes".into(), clusters.node_count(0).into());
        let scratch = &mut *ground.memory;
        let (from, to) = (board.start(), board.goals()[0]);
        let outcome = clusters.route(&view, from, to, scratch, budget).map_err(Refusal::value)?;
        let expanded = outcome.effort().expanded;
        if let Some(route) = outcome.path() {
            let (divide, decimals) = shown_as(scale);
            let digits = decimals as usize;
            let points = route.outline().into_iter().map(|node| xy(footing.grid.cell(node)));
            let way = json!({
                "points": points.collect::<Vec<_>>(),
                "cost": route.cost(),
                "shown": format!("{:.digits$}", route.cost() as f64 / f64::from(divide)),
                "expanded": expanded,
            });
            more.insert("way".into(), way);
        }
        let lines = entrances(clusters, footing);
        Ok(Made { lines, more, ..Made::of(Values::Nothing, "", 1) })
    }
}

/// The steps between nodes of different clusters, each way once, and 0 for all.
fn entrances(clusters: &astride::shapes::square::Clusters, footing: Footing<'_>) -> Vec<[u32; 3]> {
    let (view, side) = (footing.view(), clusters.side(0));
    let mut is_node = vec![false; footing.grid.cell_count() as usize];
    clusters.nodes(0).for_each(|node| is_node[node.index()] = true);
    let cluster = |node: NodeId| {
        let Cell { x, y } = footing.grid.cell(node);
        (x / side, y / side)
    };
    let mut lines = Vec::new();
    for node in clusters.nodes(0) {
        view.for_each_arc(node, Way::Forward, |arc| {
            let is_entrance = is_node[arc.node.index()] && cluster(arc.node) != cluster(node);
            if is_entrance && (node < arc.node || view.arc_cost(arc.node, node).is_none()) {
                lines.push([node.get(), arc.node.get(), 0]);
            }
        });
    }
    lines
}
