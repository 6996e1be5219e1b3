//! How far each cell is from the nearest wall, exactly: first along columns, then along rows.

use super::envelope::Envelope;
use crate::base::NodeId;
use crate::shapes::square::GridView;
use crate::world::World;

/// The squared Euclidean distance from the centre of each cell to the centre of the nearest
/// impassable one, row by row; 0 there. The area around the map counts as blocked. Walls between
/// cells do not count. `None` if there is not enough memory.
///
/// O(cells) time, 4 bytes per cell.
pub(crate) fn squared_wall_distances(view: &GridView<'_>) -> Option<Vec<u32>> {
    let (width, height) = (view.grid().width() as usize, view.grid().height() as usize);
    let mut distances = Vec::new();
    distances.try_reserve_exact(width * height).ok()?;
    for index in 0..(width * height) as u32 {
        // Initially 1 where it is free: the column pass counts on from it.
        distances.push(u32::from(view.is_passable(NodeId::new(index))));
    }
    along_columns(&mut distances, width);
    let mut envelope = Envelope::default();
    for row in distances.chunks_exact_mut(width) {
        // The columns beside the map are blocked.
        envelope.clear();
        envelope.add(-1, 0);
        let heights = row.iter().map(|&cells| i64::from(cells) * i64::from(cells));
        (0..).zip(heights).for_each(|(x, height)| envelope.add(x, height));
        envelope.add(width as i64, 0);
        (0..).zip(row).for_each(|(x, distance)| *distance = envelope.value_at(x) as u32);
    }
    Some(distances)
}

/// Distances to the nearest blocked cell of the same column.
fn along_columns(distances: &mut [u32], width: usize) {
    let cells = distances.len();
    for at in width..cells {
        distances[at] *= distances[at - width] + 1;
    }
    for at in (0..cells).rev() {
        let below = if at + width < cells { distances[at + width] } else { 0 };
        distances[at] = distances[at].min(below + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::square::{Grid, Mover, Terrain};

    fn check(grid: &Grid) {
        let view = grid.seen_by(&Mover::walker());
        let found = squared_wall_distances(&view).expect("memory");
        let (width, height) = (i64::from(grid.width()), i64::from(grid.height()));
        for y in 0..height {
            for x in 0..width {
                let around = (-1..=height).flat_map(|v| (-1..=width).map(move |u| (u, v)));
                let blocked =
                    around.filter(|&(u, v)| u < 0 || v < 0 || !view.is_free((u as u32, v as u32)));
                let nearest = blocked.map(|(u, v)| (u - x) * (u - x) + (v - y) * (v - y)).min();
                assert_eq!(Some(i64::from(found[(y * width + x) as usize])), nearest, "{x} {y}");
            }
        }
    }

    #[test]
    fn distances_of_all_grids_of_4_by_3_are_those_of_trying_all_walls() {
        for bits in 0..1u32 << 12 {
            let classes: Vec<u8> =
                (0..12).map(|at| if bits >> at & 1 == 1 { b'@' } else { b'.' }).collect();
            check(&Grid::from_classes(4, 3, &classes).expect("a good size"));
        }
    }

    #[test]
    fn distances_of_open_and_sparse_grids_are_those_of_trying_all_walls() {
        for (width, height) in [(1, 1), (1, 9), (17, 1), (23, 14), (9, 31)] {
            let open = Grid::new(width, height, b'.').expect("a good size");
            check(&open);
            // Blobs of the highest class become walls.
            let terrain = Terrain::new(9, 5).expect("classes").over(&open).expect("laid");
            let classes: Vec<u8> = (0..open.cell_count())
                .map(|at| match terrain.class_at(NodeId::new(at)) {
                    b'5' => b'@',
                    _ if at % 37 == 5 => b'@',
                    _ => b'.',
                })
                .collect();
            check(&Grid::from_classes(width, height, &classes).expect("a good size"));
        }
    }
}
