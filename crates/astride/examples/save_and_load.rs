//! How do I keep a game between two runs: its world, what everybody knows, and the same answers?

use astride::planner::{Ask, Keep, Navigator};
use astride::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut nav = Navigator::new(Grid::new(60, 40, b'.')?);
    let ogre = nav.add_mover_sized(Mover::walker(), 2)?;
    let (scouts, danger) = (nav.add_faction(b'.'), nav.add_overlay()?);
    nav.keep(ogre, Keep::Clusters)?;
    nav.edit(|batch| {
        batch.fill(CellRect::new(30, 0, 1, 37), b'@');
        batch.wall((10, 10), Dir::E).link((5, 5), (50, 5), 100_000);
    })?;
    nav.reveal(scouts, CellRect::new(0, 0, 40, 20))?;
    nav.overlay_mut(danger)?.fill(CellRect::new(25, 30, 10, 10), 20_000);
    let ask = Ask::new((5, 20), (55, 20));
    let before = [nav.cost(&ask.mover(ogre))?, nav.cost(&ask.faction(scouts).overlay(danger))?];

    // The library opens no files: the bytes go wherever the game keeps them.
    let file = std::env::temp_dir().join("astride-save-and-load.example");
    std::fs::write(&file, nav.save()?)?;
    let nav = Navigator::load(&std::fs::read(&file)?)?;
    std::fs::remove_file(&file)?;

    // Handles come back in the order in which they were given.
    let ogre = nav.movers().nth(1).ok_or("the ogre is gone")?;
    let scouts = nav.factions().next().ok_or("the scouts are gone")?;
    let danger = nav.overlays().next().ok_or("the danger is gone")?;
    let after = [nav.cost(&ask.mover(ogre))?, nav.cost(&ask.faction(scouts).overlay(danger))?];
    println!("before {before:?}, after {after:?}, at revision {}", nav.revision());
    assert_eq!(before, after);
    Ok(())
}
