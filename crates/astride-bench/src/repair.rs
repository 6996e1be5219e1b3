//! Repairing a distance field after edits beside computing it again, and fields over terrain.

use astride::base::{Budget, NodeId};
use astride::search::DistanceField;
use astride::shapes::square::{Edit, Grid, GridView, Mover, Neighbours};
use astride::world::{Way, World};
use astride_testkit::adapter::grid_of;
use astride_testkit::generate::terrain;
use astride_testkit::rng::Rng;
use serde::Serialize;

use crate::Failure;
use crate::clock::timed;
use crate::maps::Map;
use crate::stats::median;

/// Edits of one size on one map.
#[derive(Serialize)]
pub(crate) struct Repaired {
    world: String,
    neighbours: u8,
    cells_changed: usize,
    /// Repairing after that many free cells, drawn again each time, were blocked.
    blocked_microseconds: f64,
    /// Repairing after they were opened again.
    opened_microseconds: f64,
    /// Computing the field on a view that is not prepared, as after an edit.
    rebuilt_microseconds: f64,
}

/// A field over terrain of several factors.
#[derive(Serialize)]
pub(crate) struct OverTerrain {
    world: String,
    neighbours: u8,
    /// On the prepared view.
    cells_per_second: f64,
    plain_view_cells_per_second: f64,
}

/// Repairs on one map, with the only source in its middle or near it.
pub(crate) fn measure(
    map: &Map,
    source: NodeId,
    repeat: u32,
    repaired: &mut Vec<Repaired>,
) -> Result<(), Failure> {
    for rule in [Neighbours::Eight, Neighbours::Four] {
        let mover = Mover::walker().neighbours(rule);
        for cells_changed in [1, 10, 100] {
            let mut grid = map.grid.clone();
            let mut rng = Rng::new(1);
            let mut field = DistanceField::new();
            compute(&mut field, &grid.seen_by(&mover), source);
            let (mut blocked, mut opened, mut rebuilt) = (Vec::new(), Vec::new(), Vec::new());
            for _ in 0..repeat.max(7) * 3 {
                let cells = free_cells(&grid, source, cells_changed, &mut rng);
                for (is_blocked, times) in [(true, &mut blocked), (false, &mut opened)] {
                    let mut edit = Edit::new();
                    for &(node, class) in &cells {
                        edit.set(grid.cell(node), if is_blocked { b'@' } else { class });
                    }
                    grid.apply(&edit)?;
                    let view = grid.seen_by(&mover);
                    let (repair, took) = timed(|| field.repair(&view));
                    repair?;
                    times.push(took);
                    let mut fresh = DistanceField::new();
                    compute(&mut fresh, &view, source);
                    rebuilt.push(timed(|| compute(&mut fresh, &view, source)).1);
                    let mut nodes = (0..view.node_count()).map(NodeId::new);
                    if let Some(node) = nodes.find(|&n| field.distance(n) != fresh.distance(n)) {
                        return Err(format!("{}: node {node} is repaired wrongly", map.name).into());
                    }
                }
            }
            repaired.push(Repaired {
                world: map.name.clone(),
                neighbours: if rule == Neighbours::Eight { 8 } else { 4 },
                cells_changed,
                blocked_microseconds: median(&blocked),
                opened_microseconds: median(&opened),
                rebuilt_microseconds: median(&rebuilt),
            });
        }
    }
    Ok(())
}

/// Fields over generated terrain of factors 1 to 9, all of it passable.
pub(crate) fn over_terrain(repeat: u32) -> Vec<OverTerrain> {
    let grid = grid_of(&terrain(1, 1024, 1024, 64, 9));
    let rules = [Neighbours::Eight, Neighbours::Four];
    let measured = rules.map(|rule| {
        let view = grid.seen_by(&Mover::walker().neighbours(rule));
        let source = NodeId::new(512 * 1024 + 512);
        let mut field = DistanceField::new();
        let mut speed = |view: &GridView<'_>| {
            compute(&mut field, view, source);
            let times: Vec<f64> =
                (0..repeat).map(|_| timed(|| compute(&mut field, view, source)).1).collect();
            let reached =
                (0..view.node_count()).filter(|&n| field.distance(NodeId::new(n)).is_some());
            reached.count() as f64 / median(&times) * 1e6
        };
        OverTerrain {
            world: "terrain 1024×1024, factors 1 to 9".to_owned(),
            neighbours: if rule == Neighbours::Eight { 8 } else { 4 },
            plain_view_cells_per_second: speed(&view),
            cells_per_second: speed(&view.clone().prepared()),
        }
    });
    measured.into()
}

pub(crate) fn markdown(repaired: &[Repaired], terrain: &[OverTerrain]) -> String {
    let mut out = String::new();
    if !terrain.is_empty() {
        out += "\n## Terrain\n\nOne source in the centre; not checked here but by the tests.\n\n\
                | world | neighbours | M cells/s | unprepared M cells/s |\n|---|--:|--:|--:|\n";
    }
    for field in terrain {
        out += &format!(
            "| {} | {} | {:.1} | {:.1} |\n",
            field.world,
            field.neighbours,
            field.cells_per_second / 1e6,
            field.plain_view_cells_per_second / 1e6
        );
    }
    if !repaired.is_empty() {
        out += "\n## Repair\n\nFree cells, drawn again each time, are blocked and opened again; every \
                repaired distance was compared with a field computed again on a view that is not \
                prepared.\n\n| world | neighbours | cells changed | blocked µs | opened µs | computed \
                again µs |\n|---|--:|--:|--:|--:|--:|\n";
    }
    for row in repaired {
        out += &format!(
            "| {} | {} | {} | {:.1} | {:.1} | {:.0} |\n",
            row.world,
            row.neighbours,
            row.cells_changed,
            row.blocked_microseconds,
            row.opened_microseconds,
            row.rebuilt_microseconds
        );
    }
    out
}

fn compute(field: &mut DistanceField, view: &GridView<'_>, source: NodeId) {
    _ = field.compute(view, &[(source, 0)], Way::Backward, &mut Budget::unlimited());
}

/// Distinct free cells other than the source, with their classes.
fn free_cells(grid: &Grid, source: NodeId, count: usize, rng: &mut Rng) -> Vec<(NodeId, u8)> {
    let mut cells: Vec<(NodeId, u8)> = Vec::new();
    // A map of few free cells gives fewer.
    for _ in 0..1000 * count {
        let node = NodeId::new(rng.below(grid.cell_count() as usize) as u32);
        let class = grid.class_at(node);
        let is_free = matches!(class, b'.' | b'G' | b'S') && node != source;
        if is_free && !cells.iter().any(|cell| cell.0 == node) {
            cells.push((node, class));
            if cells.len() == count {
                break;
            }
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repairs_are_measured_and_checked() {
        let grid = Grid::new(30, 30, b'.').expect("a good size");
        let map = Map { name: "tiny".to_owned(), grid };
        let mut repaired = Vec::new();
        measure(&map, NodeId::new(5), 1, &mut repaired).expect("right repairs");
        assert_eq!(repaired.len(), 6);
        assert!(markdown(&repaired, &[]).contains("| tiny | 4 | 100 |"));
    }
}
