//! Batches of edits as numbers of a file, and back.

use super::Edit;
use super::edit::Change;
use crate::base::{Cell, CellRect, Dir, Pack, Packer, PartsError, Unpacker};

/// What a change is, as it is numbered in files.
#[derive(Clone, Copy)]
enum Kind {
    Fill,
    ForbidStep,
    AllowStep,
    Wall,
    RemoveWall,
    Link,
    Unlink,
    Fence,
    FenceStep,
}

impl Kind {
    const ALL: [Kind; 9] = [
        Kind::Fill,
        Kind::ForbidStep,
        Kind::AllowStep,
        Kind::Wall,
        Kind::RemoveWall,
        Kind::Link,
        Kind::Unlink,
        Kind::Fence,
        Kind::FenceStep,
    ];
}

impl Pack for Edit {
    fn pack(&self, out: &mut Packer) {
        self.changes.pack(out);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Edit, PartsError> {
        Ok(Edit { changes: Pack::unpack(from)? })
    }
}

impl Pack for Change {
    fn pack(&self, out: &mut Packer) {
        match *self {
            Change::Fill { rect, class } => {
                out.number(Kind::Fill as u8);
                rect.pack(out);
                out.number(class);
            }
            Change::Step { cell, dir, forbidden } => {
                let kind = if forbidden { Kind::ForbidStep } else { Kind::AllowStep };
                pack_side(out, kind, cell, dir);
            }
            Change::Wall { cell, dir, standing } => {
                pack_side(out, if standing { Kind::Wall } else { Kind::RemoveWall }, cell, dir);
            }
            Change::Fence { cell, dir, class, both } => {
                pack_side(out, if both { Kind::Fence } else { Kind::FenceStep }, cell, dir);
                out.number(class);
            }
            Change::Link { from, to, cost } => {
                out.number(Kind::Link as u8);
                [from, to].into_iter().for_each(|cell| cell.pack(out));
                out.number(cost);
            }
            Change::Unlink { from, to } => {
                out.number(Kind::Unlink as u8);
                [from, to].into_iter().for_each(|cell| cell.pack(out));
            }
        }
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Change, PartsError> {
        let kind = from.one_of(&Kind::ALL, "a kind of change")?;
        if let Kind::Fill = kind {
            return Ok(Change::Fill { rect: CellRect::unpack(from)?, class: from.u8()? });
        }
        let cell = Cell::unpack(from)?;
        let mut dir = || from.one_of(&Dir::ALL, "a direction");
        Ok(match kind {
            Kind::ForbidStep => Change::Step { cell, dir: dir()?, forbidden: true },
            Kind::AllowStep => Change::Step { cell, dir: dir()?, forbidden: false },
            Kind::Wall => Change::Wall { cell, dir: dir()?, standing: true },
            Kind::RemoveWall => Change::Wall { cell, dir: dir()?, standing: false },
            Kind::Fence => Change::Fence { cell, dir: dir()?, class: from.u8()?, both: true },
            Kind::FenceStep => Change::Fence { cell, dir: dir()?, class: from.u8()?, both: false },
            Kind::Link => Change::Link { from: cell, to: Cell::unpack(from)?, cost: from.u32()? },
            Kind::Fill | Kind::Unlink => Change::Unlink { from: cell, to: Cell::unpack(from)? },
        })
    }
}

fn pack_side(out: &mut Packer, kind: Kind, cell: Cell, dir: Dir) {
    out.number(kind as u8);
    cell.pack(out);
    // `Dir::ALL` is in the order of the codes.
    out.number(dir as u8);
}
