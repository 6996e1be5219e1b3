//! Maps in danger: an overlay with discs of extra cost that fall off from their middles.

use astride::base::{Cell, CellRect, NodeId};
use astride::shapes::square::GridView;
use astride::world::{Overlay, World};

/// Maps of cities and of games.
pub(crate) const MAPS: [&str; 13] = [
    "cities/Paris_1_1024",
    "cities/Boston_0_512",
    "cities/Berlin_0_256",
    "sc1/AcrosstheCape",
    "sc1/Aurora",
    "sc1/Cauldron",
    "bg512/AR0011SR",
    "bg512/AR0700SR",
    "dao/brc202d",
    "dao/lak303d",
    "da2/ht_chantry",
    "da2/w_sundermount",
    "wc3maps512/battleground",
];

/// Ticks in the middle of a disc: three straight steps.
pub(crate) const PEAK: f64 = 40_000.0;

/// The nodes on which a unit can stand.
pub(crate) fn free_nodes(view: &GridView<'_>) -> Vec<NodeId> {
    let nodes = (0..view.grid().cell_count()).map(NodeId::new);
    nodes.filter(|&node| view.is_passable(node)).collect()
}

/// Adds a disc; returns how many passable cells are in danger only since then.
pub(crate) fn add_disc(
    overlay: &mut Overlay,
    view: &GridView<'_>,
    middle: Cell,
    radius: f64,
) -> usize {
    let reach = radius.ceil() as u32;
    let [x, y] = [middle.x, middle.y].map(|side| side.saturating_sub(reach));
    let mut covered = 0;
    overlay.write(CellRect::new(x, y, 2 * reach + 1, 2 * reach + 1), |node, extra| {
        let cell = view.grid().cell(node);
        let [x, y] = [cell.x.abs_diff(middle.x), cell.y.abs_diff(middle.y)].map(f64::from);
        let more = (PEAK * (1.0 - x.hypot(y) / radius)).max(0.0) as u32;
        covered += usize::from(more > 0 && extra == 0 && view.is_passable(node));
        extra + more
    });
    covered
}

/// How many percent a part is of a whole.
pub(crate) fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}
