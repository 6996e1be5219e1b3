//! How do units on a board of hexagons find their ways while the board changes?

use astride::planner::{Ask, Navigator, RequestOptions};
use astride::prelude::*;
use astride::shapes::hex::{HexEdit, HexLayout, HexMap, HexMover};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A river with two fords; boats go along it, and walkers over the fords.
    let mut board = HexMap::rectangle(HexLayout::Pointy, 40, 30, b'.')?;
    let river: Vec<_> = board.tiles().filter(|hex| hex.r == 15).collect();
    let fords = [river[8], river[32]];
    let mut edit = HexEdit::new();
    river.iter().filter(|hex| !fords.contains(hex)).for_each(|&hex| _ = edit.set(hex, b'W'));
    board.apply(&edit)?;

    let options = RequestOptions::default().lanes(4);
    let mut nav = Navigator::new(board).requests(options);
    let raider = nav.add_mover(HexMover::walker().terrain(b'W', 6)?);
    let (camp, village) = ((5, 4), (0, 26));
    let ask = Ask::new(camp, village);
    println!("a walker: {} steps", nav.find(&ask)?.step_count());
    println!("a raider: {} steps, for it wades", nav.find(&ask.mover(raider))?.step_count());

    // The near ford is watched: who fears that asks with the overlay.
    let watched = nav.add_overlay()?;
    let ford = nav.map().node(fords[0]).ok_or("a tile")?;
    nav.overlay_mut(watched)?.set_at(ford, 500_000);
    println!("a coward: {} steps", nav.find(&ask.overlay(watched))?.step_count());

    // A crowd asks over frames. In the third the near ford is washed away.
    let tiles: Vec<_> = nav.map().tiles().filter(|hex| hex.r < 12).collect();
    for &hex in tiles.iter().step_by(7) {
        nav.request(&Ask::new(hex, village), 0)?;
    }
    let mut frame = 0;
    loop {
        frame += 1;
        if frame == 3 {
            nav.edit(|batch| _ = batch.set(fords[0], b'W'))?;
        }
        let report = nav.work(&mut Budget::unlimited().expansions(500));
        let holds = nav.take_done().filter(|delivery| delivery.standing.holds()).count();
        println!("frame {frame}: {} served, {holds} of them hold", report.served);
        if report.running + report.waiting == 0 {
            return Ok(());
        }
    }
}
