//! Borders and nodes of clusters, drawn over the map.

use std::fmt::Write;

use astride::shapes::square::Clusters;

use crate::overlay::Overlay;
use crate::scene::Layer;
use crate::xml::{Hex, Num};

/// A level with more nodes than this would hide the map, so only its borders are drawn.
const MAX_NODES: usize = 1 << 14;

/// Borders closer together than this, in pixels, would hide the map.
const LEAST_GAP: f64 = 6.0;

impl Overlay<'_> {
    /// The clusters, if that is the layer: the border of each level, bolder for higher levels, and
    /// its nodes as dots, larger for higher levels.
    pub(crate) fn clusters(&self, out: &mut String) {
        let Layer::Clusters(clusters) = self.scene.layer else { return };
        for level in 0..clusters.level_count() {
            self.borders(out, clusters, level);
        }
        for level in 0..clusters.level_count() {
            self.nodes(out, clusters, level);
        }
    }

    fn borders(&self, out: &mut String, clusters: &Clusters, level: usize) {
        let (side, pitch) = (clusters.side(level).max(1), self.layout.pitch());
        if f64::from(side) * pitch < LEAST_GAP {
            return;
        }
        let (left, top) = (f64::from(self.layout.left), f64::from(self.layout.top));
        let (columns, rows) = (self.scene.grid.width(), self.scene.grid.height());
        let (width, height) = (f64::from(columns) * pitch, f64::from(rows) * pitch);
        let mut line = String::new();
        for x in (side..columns).step_by(side as usize) {
            let _ =
                write!(line, "M{} {}v{}", Num(left + f64::from(x) * pitch), Num(top), Num(height));
        }
        for y in (side..rows).step_by(side as usize) {
            let _ =
                write!(line, "M{} {}h{}", Num(left), Num(top + f64::from(y) * pitch), Num(width));
        }
        if line.is_empty() {
            return;
        }
        let bold = (0.8 + 1.2 * level as f64).min(4.0);
        let _ = writeln!(
            out,
            "<path d=\"{line}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" \
             stroke-opacity=\"0.7\"/>",
            Hex(self.palette.border),
            Num(bold)
        );
    }

    fn nodes(&self, out: &mut String, clusters: &Clusters, level: usize) {
        if clusters.node_count(level) > MAX_NODES {
            return;
        }
        let radius =
            (self.layout.pitch() * 0.4).clamp(2.0, 5.0) * (1.0 + 0.6 * (level as f64).min(3.0));
        let (r, d) = (Num(radius), Num(2.0 * radius));
        let mut dots = String::new();
        for node in clusters.nodes(level) {
            let Some(cell) = self.scene.cell(node) else { continue };
            let (x, y) = self.layout.centre(cell);
            let _ = write!(
                dots,
                "M{} {}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0",
                Num(x - radius),
                Num(y)
            );
        }
        if dots.is_empty() {
            return;
        }
        let _ = writeln!(
            out,
            "<path d=\"{dots}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"0.5\"/>",
            Hex(self.palette.nodes[level.min(self.palette.nodes.len() - 1)]),
            Hex(self.palette.halo)
        );
    }
}
