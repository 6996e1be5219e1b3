//! Layers as letters: groups by name, heat in tenths, lines between.

use astride::base::NodeId;

use crate::paint::Paint;
use crate::palette::Theme;
use crate::scene::{Layer, Scene};
use crate::shades::{LINE, letter_of};

/// Unknown cells.
const UNKNOWN: char = '?';

/// Finds the letters of a layer that has its own.
pub(crate) struct LayerLetters<'a> {
    scene: &'a Scene<'a>,
    paint: Option<Paint<'a>>,
    /// Nodes of clusters, in id order.
    nodes: Vec<NodeId>,
}

impl<'a> LayerLetters<'a> {
    pub(crate) fn new(scene: &'a Scene<'a>) -> Self {
        let has_paint = !matches!(
            scene.layer,
            Layer::None | Layer::Search(_) | Layer::Tree(_) | Layer::Field(_) | Layer::Reach(_)
        );
        // The colours are not used.
        let paint = has_paint.then(|| Paint::new(scene, Theme::Light.palette()));
        let mut nodes = Vec::new();
        if let Layer::Clusters(clusters) = scene.layer {
            nodes.extend(clusters.nodes(0));
            nodes.sort_unstable();
        }
        LayerLetters { scene, paint, nodes }
    }

    /// The letter of a block of cells, if the layer has one for it: `line` if it contains a line or
    /// a node; otherwise the first mark, the hottest tenth, or a question mark if most cells are
    /// unknown. A block of which more than half is blocked has none.
    pub(crate) fn of(&self, block: impl Iterator<Item = NodeId>, line: char) -> Option<char> {
        let paint = self.paint.as_ref()?;
        let (mut all, mut blocked, mut unknown) = (0_u32, 0, 0);
        let (mut has_line, mut mark, mut level) = (false, None, None);
        for node in block {
            all += 1;
            if let Layer::Fog(knowledge) = self.scene.layer
                && !knowledge.is_known(self.scene.grid.cell(node))
            {
                unknown += 1;
                continue;
            }
            if !self.scene.mover.is_passable(self.scene.class_at(node)) {
                blocked += 1;
                continue;
            }
            has_line |= paint.mark(node) == LINE || self.nodes.binary_search(&node).is_ok();
            mark = mark.or_else(|| letter_of(paint.mark(node)));
            level = level.max(paint.level(node));
        }
        if 2 * unknown > all {
            return Some(UNKNOWN);
        }
        if 2 * blocked > all {
            return None;
        }
        let tenth = |level: u64| {
            let share = u128::from(level) * 9 / u128::from(paint.most().max(1));
            char::from(b'0' + share.min(9) as u8)
        };
        has_line.then_some(line).or(mark).or(level.map(tenth))
    }
}
