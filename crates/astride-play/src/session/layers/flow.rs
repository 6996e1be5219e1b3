//! Flow: in every square, the step to take towards the nearest goal.

use astride::base::NodeId;
use astride::shapes::square::FlowField;
use astride::world::Way;
use serde_json::Value;

use crate::session::layers::{
    Entry, Ground, Layer, Made, Values, ends_option, field, field_on_tiles, way_of,
};
use crate::session::wire::Refusal;

pub(super) struct Flow;

impl Layer for Flow {
    fn entry(&self) -> Entry {
        Entry {
            id: "flow",
            label: "Flow",
            about: "in every place, the step to take towards the nearest goal, or back to the start",
            kind: "arrows",
            options: ends_option(),
        }
    }

    fn make(&self, ground: Ground<'_>, options: &Value) -> Result<Made, Refusal> {
        if !ground.board.tiling.is_squares() {
            return on_tiles(ground, way_of(options)?);
        }
        ground.panel.follow(ground.board).map_err(Refusal::value)?;
        let view = ground.panel.footing(ground.board).view();
        let field = field(&ground, &view, way_of(options)?)?;
        let mut flow = FlowField::new();
        flow.derive(&view, &field).map_err(Refusal::value)?;
        let values = Values::Codes(flow.codes().to_vec());
        Ok(Made::of(values, "direction", 1))
    }
}

/// The same where tiles are not squares: a line from each tile to the next one, which is the one for
/// which the step and the rest cost least, the first such in the order of the shape.
fn on_tiles(mut ground: Ground<'_>, way: Way) -> Result<Made, Refusal> {
    let cells = ground.board.grid.cell_count();
    let (tiles, field) = field_on_tiles(&mut ground, way)?;
    let rest = |node| tiles.in_field(&field, node);
    let mut lines = Vec::new();
    for from in (0..cells).map(NodeId::new) {
        let Some(here) = rest(from).filter(|&here| here > 0) else { continue };
        let step = |(to, cost): (NodeId, u32)| rest(to).map(|rest| (rest + u64::from(cost), to));
        let back = |(to, _): (NodeId, u32)| rest(to).map(|rest| (rest, to));
        let best = match way {
            Way::Backward => tiles.steps(from).filter_map(step).min_by_key(|step| step.0),
            Way::Forward => tiles.steps(from).filter_map(back).min_by_key(|step| step.0),
        };
        lines.extend(best.filter(|best| best.0 <= here).map(|(_, to)| [from.get(), to.get(), 0]));
    }
    Ok(Made { lines, ..Made::of(Values::Nothing, "direction", 1) })
}
