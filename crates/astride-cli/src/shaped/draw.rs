//! Pictures of maps of any shape but squares.

use astride::base::NodeId;
use astride::shapes::graph::Graph;
use astride_draw::{Outlines, Space};
use astride_formats::{Coordinates, GeoJson, Property};
use serde_json::json;

use super::{Look, Shaped};
use crate::error::Failure;
use crate::pictures::{DrawArgs, Kind, NO_GEOJSON};
use crate::report::Report;

impl Shaped {
    /// `astride draw`.
    pub(crate) fn draw(&self, draw: &DrawArgs) -> Result<Report, Failure> {
        let json = json!({ "command": "draw", "shape": self.board.shape() });
        let mut report = Report::good(String::new(), json);
        let bare = self.picture(&self.starts, &self.goals);
        self.draw_outlines(&bare, &draw.or_by_name(Kind::Svg)?, &mut report)?;
        Ok(report)
    }

    pub(super) fn picture<'a>(&'a self, starts: &'a [NodeId], goals: &'a [NodeId]) -> Outlines<'a> {
        Outlines { starts, goals, ..Outlines::new(&*self.board) }
    }

    /// Draws what was asked for, if anything, as SVG or PNG.
    pub(super) fn draw_outlines(
        &self,
        picture: &Outlines<'_>,
        draw: &DrawArgs,
        report: &mut Report,
    ) -> Result<(), Failure> {
        if picture.tree.is_none() {
            draw.refuse_tree()?;
        }
        match &self.look {
            Look::Outlines => {
                let geojson = |origin| self.geojson(picture, origin);
                draw.drawn_by(
                    report,
                    |theme| picture.svg(theme),
                    |theme| picture.png(theme),
                    geojson,
                )
            }
            Look::Space(map, _) => {
                let &Outlines { starts, goals, path, tree, .. } = picture;
                let space = Space { map, starts, goals, path, tree };
                let (svg, png) = (|theme| Ok(space.svg(theme)), |theme| space.png(theme));
                draw.drawn_by(report, svg, png, |_| Err(Failure::at("--draw geojson", NO_GEOJSON)))
            }
            Look::Nothing(reason) if draw.shows_search() => Err(Failure::at("--draw", reason)),
            Look::Nothing(_) => Ok(()),
        }
    }

    /// Where the nodes are on the globe, if that is known.
    fn degrees(&self) -> Option<Vec<Coordinates>> {
        match &self.names {
            Some(names) => Some(names.degrees()),
            None => self.graph.as_deref().and_then(millionths),
        }
    }

    /// What a picture shows as GeoJSON: a path and its ends, or places with what it takes to get
    /// there; all roads where it shows neither.
    fn geojson(
        &self,
        picture: &Outlines<'_>,
        origin: Option<Coordinates>,
    ) -> Result<GeoJson, Failure> {
        if origin.is_some() {
            return Err(Failure::at(
                "--origin",
                "is for navigation meshes: places have degrees here",
            ));
        }
        let degrees = self.degrees().filter(|all| !all.is_empty());
        let degrees = degrees.ok_or_else(|| Failure::at("--draw geojson", NO_GEOJSON))?;
        let at = |node: NodeId| degrees[node.index()];
        let mut out = GeoJson::new();
        if let Some(path) = picture.path {
            let points: Vec<Coordinates> = path.iter().map(|&node| at(node)).collect();
            let cost = path.windows(2).map(|step| {
                let steps = self.board.steps(step[0]);
                steps.iter().filter(|arc| arc.node == step[1]).map(|arc| u64::from(arc.cost)).min()
            });
            let ticks = cost.sum::<Option<u64>>().map_or(Property::Nothing, Property::Whole);
            out.line(&points, &[("ticks", ticks)]);
        }
        for &(node, cost) in picture.costs {
            let name = self.name(node);
            out.point(
                at(node),
                &[("place", Property::Text(&name)), ("ticks", Property::Whole(cost))],
            );
        }
        let ends = [("start", picture.starts), ("goal", picture.goals)];
        for (what, nodes) in ends {
            // Several nodes of a place with turn restrictions are one point.
            let mut names: Vec<(String, NodeId)> =
                nodes.iter().map(|&node| (self.name(node), node)).collect();
            names.dedup_by(|one, other| one.0 == other.0);
            for (name, node) in &names {
                let properties = [("mark", Property::Text(what)), ("place", Property::Text(name))];
                out.point(at(*node), &properties);
            }
        }
        if picture.path.is_none() && picture.costs.is_empty() && picture.starts.is_empty() {
            let nodes = (0..self.board.node_count()).map(NodeId::new);
            let arcs = nodes.flat_map(|node| {
                let steps = self.board.steps(node);
                steps.into_iter().map(move |arc| (node.get(), arc.node.get(), arc.cost))
            });
            out.arcs(&degrees, arcs);
        }
        Ok(out)
    }
}

/// The positions of a graph as millionths of a degree, which the files of the DIMACS challenge have;
/// `None` if some are off the globe.
fn millionths(graph: &Graph) -> Option<Vec<Coordinates>> {
    let degrees = |node| {
        let at = graph.position(node)?;
        Coordinates::new(-at.y / 1e6, at.x / 1e6)
    };
    graph.nodes().map(degrees).collect()
}
