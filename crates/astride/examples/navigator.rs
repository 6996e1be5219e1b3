//! How do I let one object own the map and answer for all kinds of units while the map changes?

use std::path::Path;

use astride::io::read_map;
use astride::planner::{Ask, Navigator};
use astride::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/grid/dao");
    let mut nav = Navigator::new(read_map(&std::fs::read(folder.join("lak303d.map"))?)?);
    let ask = Ask::new((127, 124), (100, 1));
    let path = nav.find(&ask)?;
    println!("a walker: {} ticks in {} steps", path.cost(), path.step_count());

    // Somebody large, somebody who knows nothing yet, and a place that is better avoided.
    let ogre = nav.add_mover_sized(Mover::walker(), 2)?;
    let scouts = nav.add_faction(b'.');
    let danger = nav.add_overlay()?;
    let halfway = nav.grid().cell(path.nodes()[path.step_count() / 2]);
    let around = CellRect::new(halfway.x.saturating_sub(5), halfway.y.saturating_sub(5), 11, 11);
    nav.overlay_mut(danger)?.fill(around, 50_000);
    nav.reveal_around(scouts, (127, 124), 30, |class| class != b'.')?;
    // The ogre does not fit everywhere: from the first to the last cell of the path where it does.
    let places = nav.view(ogre)?;
    let roomy: Vec<Cell> = path.cells(nav.grid()).filter(|&cell| places.is_free(cell)).collect();
    let (Some(&first), Some(&last)) = (roomy.first(), roomy.last()) else {
        return Err("there is no room for an ogre".into());
    };
    let asks = [
        ("an ogre", Ask::new(first, last).mover(ogre)),
        ("a scout", ask.faction(scouts)),
        ("a coward", ask.overlay(danger)),
    ];
    for (name, ask) in asks {
        match nav.find(&ask) {
            Ok(path) => println!("{name}: {} ticks in {} steps", path.cost(), path.step_count()),
            Err(error) => println!("{name}: {error}"),
        }
    }

    // A door closes on the path. Readers of the old world are not disturbed.
    let before = nav.snapshot();
    nav.edit(|batch| {
        batch.set(halfway, b'@');
    })?;
    println!("with {halfway} closed: {:?} ticks", nav.cost(&ask)?);
    println!("before: {:?} ticks", before.cost(&ask, &mut Default::default())?);
    Ok(())
}
