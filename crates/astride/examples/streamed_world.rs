//! How does somebody cross a world of which only the chunks around them are in memory?

use std::collections::HashSet;

use astride::prelude::*;
use astride::shapes::streamed::{Chunk, StreamedCell, StreamedMap, StreamedMover};

const SIDE: i64 = 8;

/// What lies on a cell, which a game would read from a file: ridges, each with one pass.
fn class(cell: StreamedCell) -> u8 {
    let ridge = cell.x.rem_euclid(11) == 7;
    let pass = (cell.x.div_euclid(11) * 5).rem_euclid(13);
    if ridge && cell.y.rem_euclid(14) != pass { b'#' } else { b'.' }
}

fn load(world: &mut StreamedMap, chunk: Chunk) -> Result<(), Box<dyn std::error::Error>> {
    let (x, y) = (i64::from(chunk.x) * SIDE, i64::from(chunk.y) * SIDE);
    let cells = (0..SIDE * SIDE).map(|at| StreamedCell::new(x + at % SIDE, y + at / SIDE));
    world.load(chunk, &cells.map(class).collect::<Vec<u8>>())?;
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let world = StreamedMap::new(SIDE as u32, 1 << 16, &[StreamedMover::walker()])?;
    // What nobody has seen yet is taken to be open.
    let mut world = world.assuming(b'.')?;
    let (mut at, goal) = (StreamedCell::new(-20, 3), StreamedCell::new(44, -2));
    let mut walked = HashSet::from([at]);
    let mut scratch = Scratch::new();
    while at != goal {
        // The nine chunks around the walker are loaded; the ones it has left are unloaded.
        let home = world.chunk_of(at).ok_or("the world ends here")?;
        let is_near = |chunk: Chunk| chunk.x.abs_diff(home.x) <= 1 && chunk.y.abs_diff(home.y) <= 1;
        let left: Vec<Chunk> = world.loaded().filter(|&chunk| !is_near(chunk)).collect();
        left.into_iter().try_for_each(|chunk| world.unload(chunk).map(|_| ()))?;
        for around in (0..9).map(|at| Chunk::new(home.x + at % 3 - 1, home.y + at / 3 - 1)) {
            if !world.is_loaded(around) {
                load(&mut world, around)?;
            }
        }
        let budget = &mut Budget::unlimited().expansions(100_000);
        let route = world.route(0, at, goal, &mut scratch, budget)?;
        let first = route.legs.first().ok_or("no way")?;
        first.cells.iter().take(5).for_each(|&cell| _ = walked.insert(cell));
        at = *first.cells.iter().take(5).next_back().ok_or("no way")?;
    }
    // Loaded cells as they are, remembered ones in pale, and what nobody has seen.
    for y in -16..16 {
        let row = (-24..48).map(|x| {
            let cell = StreamedCell::new(x, y);
            let chunk = world.chunk_of(cell).unwrap_or_default();
            match (walked.contains(&cell), world.class(cell)) {
                (true, _) => '*',
                (false, Some(class)) => char::from(class),
                (false, None) if world.is_remembered(chunk) => '-',
                (false, None) => ' ',
            }
        });
        println!("{}", row.collect::<String>().trim_end());
    }
    println!("{} steps; the world takes {} bytes", walked.len() - 1, world.bytes());
    Ok(())
}
