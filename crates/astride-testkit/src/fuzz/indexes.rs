//! Indexes that follow edits, compared with indexes built from scratch.

use super::Bytes;
use crate::indexes::{Indexes, IndexesScratch};
use crate::rng::Rng;
use astride::base::{Cell, CellRect, Dir};
use astride::shapes::square::{Corners, Edit, Grid, GridView, Mover, Neighbours};

/// A small map and batches of edits: every updated index equals one built from scratch, and both
/// agree with the reference.
pub fn indexes_follow_edits(data: &[u8]) {
    let mut bytes = Bytes(data);
    let (mut grid, mover) = small_map(&mut bytes);
    let mut rng = Rng::new(u64::from(bytes.byte()));
    let mut scratch = IndexesScratch::default();
    let mut indexes = Indexes::build(&grid.seen_by(&mover));
    for _ in 0..8 {
        let is_over = bytes.is_empty();
        let is_late = bytes.byte() % 8 == 0;
        let mut edit = Edit::new();
        for _ in 0..1 + bytes.below(3) {
            one_edit(&mut bytes, &grid, &mut edit);
        }
        // An edit may be refused, and some updates cover several edits.
        _ = grid.apply(&edit);
        if is_late && !is_over {
            continue;
        }
        let view: GridView<'_> = grid.seen_by(&mover);
        indexes.update(&view);
        let built = Indexes::build(&view);
        let verdict = indexes.check_equal(&built, &view, &mut rng);
        let verdict =
            verdict.and_then(|()| indexes.check_answers(&grid, &mover, &mut scratch, &mut rng));
        if let Err(fault) = verdict {
            panic!("{fault} after {edit:?}, {mover:?}");
        }
        if is_over {
            break;
        }
    }
}

fn small_map(bytes: &mut Bytes<'_>) -> (Grid, Mover) {
    let (width, height) = (1 + bytes.below(14) as u32, 1 + bytes.below(12) as u32);
    let letters = bytes.pick(&[&b"..@"[..], b".....@", b"..@5", b"..@W", b".@@"]);
    let mut rng = Rng::new(u64::from(bytes.byte()));
    let cells: Vec<u8> = (0..width * height).map(|_| rng.pick(letters)).collect();
    let grid = Grid::from_classes(width, height, &cells).expect("a good size");
    let mover = Mover::walker()
        .corners(bytes.pick(&[Corners::Never, Corners::OneFree, Corners::Always]))
        .neighbours(bytes.pick(&[Neighbours::Eight, Neighbours::Four]));
    (grid, mover)
}

fn one_edit(bytes: &mut Bytes<'_>, grid: &Grid, edit: &mut Edit) {
    let cell = |bytes: &mut Bytes<'_>| {
        let [x, y] = [grid.width(), grid.height()].map(|side| bytes.below(side as usize) as u32);
        Cell::new(x, y)
    };
    let at = cell(bytes);
    match bytes.below(16) {
        0..8 => edit.set(at, bytes.pick(b".@.@5W")),
        8 => {
            let size = bytes.byte();
            let (right, bottom) = (grid.width() - at.x, grid.height() - at.y);
            let (width, height) = (1 + u32::from(size & 3), 1 + u32::from(size >> 2 & 3));
            let rect = CellRect::new(at.x, at.y, width.min(right), height.min(bottom));
            edit.fill(rect, bytes.pick(b".@"))
        }
        9 => edit.wall(at, bytes.pick(&Dir::STRAIGHT)),
        10 => edit.remove_wall(at, bytes.pick(&Dir::STRAIGHT)),
        11 => edit.forbid_step(at, bytes.pick(&Dir::ALL)),
        12 => edit.allow_step(at, bytes.pick(&Dir::ALL)),
        13 => edit.link(at, cell(bytes), 1 + bytes.below(256) as u32 * 300),
        _ => match grid.links().first() {
            Some(link) => edit.unlink(grid.cell(link.from), grid.cell(link.to)),
            None => edit.set(at, b'.'),
        },
    };
}
