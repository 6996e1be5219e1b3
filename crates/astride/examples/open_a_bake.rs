//! How does a game open indexes that were built when it was made?

use astride::io::read_map;
use astride::planner::{Ask, Navigator};
use astride::prelude::*;
use astride::shapes::square::{
    Clusters, ClustersOptions, IndexFile, IndexWriter, Labels, LabelsOptions,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grid = read_map(&std::fs::read("data/grid/dao/arena.map")?)?;
    let mover = Mover::walker();

    // When the game is made; `astride bake --index labels,clusters` writes such a file as well.
    let name = format!("astride-open-a-bake-{}.example", std::process::id());
    let file = std::env::temp_dir().join(name);
    let view = grid.seen_by(&mover);
    let labels = Labels::build(&view, &LabelsOptions::default())?;
    let clusters = Clusters::build(&view, &ClustersOptions::default())?;
    let baked = IndexWriter::new(&view).with(&labels)?.with(&clusters)?.finish();
    std::fs::write(&file, &baked)?;
    println!("{} bytes for {} cells", baked.len(), grid.cell_count());

    // When a player starts it. The file is checked against the map and the mover.
    let mut nav = Navigator::new(grid);
    let walker = nav.first_mover();
    let bytes = std::fs::read(&file)?;
    std::fs::remove_file(&file)?;
    let index = IndexFile::read(&bytes)?;
    println!("answers come by {}", nav.tier(walker)?);
    let adopted = nav.adopt_saved(walker, &index)?;
    println!("adopted {adopted:?}, answers come by {}", nav.tier(walker)?);
    let ask = Ask::new((1, 11), (46, 47));
    println!("the way costs {} ticks", nav.cost(&ask)?.ok_or("no way")?);

    // Labels are of one state of the map; after an edit, here a wall across the way, jump points
    // answer at once.
    nav.edit(|batch| _ = batch.fill(CellRect::new(20, 21, 1, 10), b'@'))?;
    println!("after an edit answers come by {}", nav.tier(walker)?);
    println!("the way costs {} ticks", nav.cost(&ask)?.ok_or("no way")?);
    match nav.adopt_saved(walker, &index) {
        Ok(adopted) => println!("adopted {adopted:?} again"),
        Err(error) => println!("the file is refused: {error}"),
    }
    Ok(())
}
