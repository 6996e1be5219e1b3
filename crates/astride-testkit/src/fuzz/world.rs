//! World files: a written world is read unchanged, modified bytes are refused, and forged bytes are
//! a world that an independent reader reads in the same way.

use super::Bytes;
use super::saved::{FINGERPRINT, sealed, small_map};
use astride::base::{Cell, Container, Dir, Vec3};
use astride::io::{NamedMover, WorldFile, read_world as read, write_world};
use astride::shapes::square::{Axes, Edit, Frame, Grid};

/// A small world modified in a few places, or the input bytes themselves.
pub fn read_world(data: &[u8]) {
    let mut bytes = Bytes(data);
    if bytes.below(4) == 0 {
        return judge(bytes.0.to_vec());
    }
    let written = write_world(&world(&mut bytes)).expect("a world without a fault");
    judge(written.clone());
    let mut changed = written.clone();
    for _ in 0..bytes.below(4) {
        let at = bytes.below(changed.len());
        changed[at] ^= bytes.byte();
    }
    changed.truncate(changed.len() - bytes.pick(&[0, 0, 0, 0, 0, 0, 1, 8]));
    assert!(changed == written || read(&changed).is_err(), "a changed file is read");
    judge(sealed(changed));
}

/// What is read is written again as the same bytes; what is refused has a reason. Forged bytes with
/// a correct fingerprint give the world that an independent reader makes of them.
fn judge(bytes: Vec<u8>) {
    match read(&bytes) {
        Ok(world) => assert_eq!(write_world(&world).as_ref(), Ok(&bytes)),
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && !message.ends_with('.'), "{message}");
        }
    }
    let mut forged = sealed(bytes);
    let Some(grid) = by_hand(&forged) else { return };
    forged[FINGERPRINT].copy_from_slice(&grid.fingerprint().to_le_bytes());
    let forged = sealed(forged);
    if let Ok(world) = read(&forged) {
        assert_eq!(world.grid.fingerprint(), grid.fingerprint());
        assert_eq!((world.grid.links(), world.grid.revision()), (grid.links(), 0));
        assert_eq!(write_world(&world).as_ref(), Ok(&forged));
    }
}

/// The grid of a file, built by edits; `None` if they are impossible.
fn by_hand(bytes: &[u8]) -> Option<Grid> {
    let tables = Container::read(bytes, *b"wrld").ok()?;
    let [width, height] = tables.u32s("grid.size")?[..] else { return None };
    let mut grid = Grid::from_classes(width, height, tables.u8s("grid.classes")?).ok()?;
    let mut edit = Edit::new();
    let cell = |number: u32| Cell::new(number % width, number / width);
    for (number, &dirs) in
        tables.u32s("grid.steps.cells")?.into_iter().zip(tables.u8s("grid.steps.dirs")?)
    {
        for dir in Dir::ALL.into_iter().filter(|dir| dirs & dir.bit() != 0) {
            edit.forbid_step(cell(number), dir);
        }
    }
    for link in tables.u32s("grid.links")?.chunks_exact(3) {
        edit.link(cell(link[0]), cell(link[1]), link[2]);
    }
    grid.apply(&edit).ok()?;
    Some(grid)
}

/// A world with a little of everything.
fn world(bytes: &mut Bytes<'_>) -> WorldFile {
    let (mut grid, mover) = small_map(bytes);
    let (width, height) = (grid.width(), grid.height());
    let cell = |bytes: &mut Bytes<'_>| {
        Cell::new(bytes.below(width as usize) as u32, bytes.below(height as usize) as u32)
    };
    for _ in 0..bytes.below(6) {
        let (mut edit, at) = (Edit::new(), cell(bytes));
        match bytes.below(4) {
            0 => edit.wall(at, bytes.pick(&[Dir::E, Dir::S])),
            1 => edit.forbid_step(at, bytes.pick(&Dir::ALL)),
            2 => edit.link(at, cell(bytes), 1 + u32::from(bytes.byte())),
            _ => edit.set(at, bytes.byte()),
        };
        // Some of these edits are impossible and change nothing.
        let _ = grid.apply(&edit);
    }
    let origin = Vec3::new(f64::from(bytes.byte()) / 3.0, -1.5, 0.1);
    let frame = Frame::new(width, height, origin, 0.75, -2.0).expect("a good frame");
    let frame = frame.axes(bytes.pick(&[Axes::Xy, Axes::Xz, Axes::Yz])).first_cell(-3, 9);
    let frame = (bytes.below(2) == 1).then_some(frame);
    let named = |at: usize| {
        let side = 1 + at as u32 * 77;
        NamedMover { name: ["cat", "ogre", "sea snake"][at].into(), mover: mover.clone(), side }
    };
    let movers = (0..bytes.below(4)).map(named).collect();
    let mut marks = || (0..bytes.below(3)).map(|_| cell(bytes)).collect();
    let (starts, goals) = (marks(), marks());
    WorldFile { grid, frame, movers, starts, goals }
}
