//! The batch that undoes another one, for maps of any kind of tile.

use std::collections::{BTreeMap, BTreeSet};

use super::{Change, Sided, TileEdit, TileFault, possible};

type Batch<M> = TileEdit<<M as Sided>::Tile, <M as Sided>::Side>;

/// The batch that makes the classes and sides named by `edit` what they are on `map`, if it takes
/// `edit`. O(k log k) for k changes.
pub(crate) fn inverse<M: Sided>(
    map: &M,
    edit: &Batch<M>,
) -> Result<Batch<M>, TileFault<M::Tile, M::Side>> {
    possible(map, edit)?;
    let (mut classes, mut sides) = (BTreeSet::new(), BTreeMap::new());
    for change in &edit.changes {
        match *change {
            Change::Class { place, .. } => classes.extend(map.tile(place)),
            Change::Side { place, side, .. } | Change::Fence { place, side, .. } => {
                for (place, side) in map.behind(place, side).into_iter().chain([(place, side)]) {
                    let tile = map.tile(place);
                    sides.extend(tile.map(|tile| ((tile, M::bit(side)), (place, side))));
                }
            }
        }
    }
    let mut undo = TileEdit::new();
    for tile in classes {
        undo.set(map.place(tile), map.terrain().class_at(tile));
    }
    for ((tile, bit), (place, side)) in sides {
        let terrain = map.terrain();
        match terrain.fences().class(tile, bit) {
            Some(class) => undo.put_fence(place, side, class, false),
            None if terrain.forbidden_at(tile.index()) & bit != 0 => undo.forbid_step(place, side),
            None => undo.allow_step(place, side),
        };
    }
    Ok(undo)
}
