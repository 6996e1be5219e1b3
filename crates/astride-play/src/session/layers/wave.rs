//! A field as a wave: its cells from the nearest to the farthest, as events.

use astride::base::{Cost, NodeId};
use astride::search::DistanceField;
use astride::shapes::square::{FlowField, FlowStep, GridView};
use astride::world::Way;

use crate::session::layers::{Ground, field, field_on_tiles, way_of};
use crate::session::message;
use crate::session::tiling::Tiled;
use crate::session::trace::Tracer;
use crate::session::wire::Refusal;

/// A cell that the wave reaches: how far it is, itself, and the cell that its arrow leads to.
type Reached = (Cost, NodeId, Option<NodeId>);

/// Reports the field from or to the ends of the board to `tracer`, wave by wave.
pub(in crate::session) fn wave(
    mut ground: Ground<'_>,
    wave: &message::Wave,
    tracer: &mut Tracer,
) -> Result<(), Refusal> {
    let way = way_of(&wave.options)?;
    if !ground.board.tiling.is_squares() {
        let (tiles, field) = field_on_tiles(&mut ground, way)?;
        tell(on_tiles(tiles, &field, way), tracer);
        return Ok(());
    }
    ground.panel.follow(ground.board).map_err(Refusal::value)?;
    let view = ground.panel.footing(ground.board).view();
    let field = field(&ground, &view, way)?;
    of_field(&view, &field, tracer)
}

/// Reports a field to `tracer`, wave by wave.
pub(in crate::session) fn of_field(
    view: &GridView<'_>,
    field: &DistanceField,
    tracer: &mut Tracer,
) -> Result<(), Refusal> {
    let mut flow = FlowField::new();
    flow.derive(view, field).map_err(Refusal::value)?;
    let grid = view.grid();
    let next = |node: NodeId| match flow.step(node) {
        FlowStep::Towards(dir) => grid.cell(node).step(dir).and_then(|cell| grid.node(cell)),
        FlowStep::Link(to) => Some(to),
        FlowStep::Arrived | FlowStep::Unreached => None,
    };
    let nodes = (0..grid.cell_count()).map(NodeId::new);
    let reached = nodes.filter_map(|node| Some((field.distance(node)?, node, next(node))));
    tell(reached.collect(), tracer);
    Ok(())
}

/// The same where tiles are not squares. The arrow leads to the neighbour from which the distance
/// follows, the first such by number; there is none where a step costs nothing.
fn on_tiles(tiles: &Tiled, field: &DistanceField, way: Way) -> Vec<Reached> {
    let rest = |node| tiles.in_field(field, node);
    let nodes = || (0..tiles.cell_count()).map(NodeId::new);
    let mut next: Vec<Option<NodeId>> = vec![None; tiles.cell_count() as usize];
    for from in nodes() {
        for (to, cost) in tiles.steps(from).filter(|step| step.1 > 0) {
            let (cell, nearer) = if way == Way::Backward { (from, to) } else { (to, from) };
            let made = rest(nearer).map(|rest| rest + Cost::from(cost));
            if made.is_some() && made == rest(cell) {
                let known = next[cell.index()].get_or_insert(nearer);
                *known = nearer.min(*known);
            }
        }
    }
    nodes().filter_map(|node| Some((rest(node)?, node, next[node.index()]))).collect()
}

fn tell(mut reached: Vec<Reached>, tracer: &mut Tracer) {
    reached.sort_unstable();
    reached.into_iter().for_each(|(g, node, next)| tracer.reach(node, next, g));
}
