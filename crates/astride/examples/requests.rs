//! How do I answer many units within a frame budget, the important ones first, while the map changes?

use std::path::Path;
use std::time::{Duration, Instant};

use astride::io::read_map;
use astride::planner::{Ask, Navigator, Standing};
use astride::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/grid/dao");
    let mut nav = Navigator::new(read_map(&std::fs::read(folder.join("lak303d.map"))?)?);
    let (camp, gate) = (Cell::new(127, 124), Cell::new(100, 1));
    let hero = nav.request(&Ask::new(camp, gate), 255)?;
    // Everybody else goes home.
    let cells = (0..nav.grid().cell_count()).map(NodeId::new).step_by(23);
    let asks: Vec<Ask> = cells.map(|node| Ask::new(nav.grid().cell(node), camp)).collect();
    for ask in &asks {
        nav.request(ask, 0)?;
    }
    println!("{} requests", asks.len() + 1);

    let mut frame = 0;
    let mut left = asks.len() + 1;
    let mut is_touched = 0;
    while left > 0 {
        frame += 1;
        // Something is built or torn down in every frame.
        let site = Cell::new(frame * 37 % 194, frame * 61 % 194);
        let class = if nav.grid().class(site) == Some(b'.') { b'@' } else { b'.' };
        nav.edit(|batch| _ = batch.set(site, class))?;
        // A frame has 2000 expansions, and 2 milliseconds by the clock of this program.
        let end = Instant::now() + Duration::from_millis(2);
        let mut late = || Instant::now() >= end;
        let report = nav.work(&mut Budget::unlimited().expansions(2000).deadline(&mut late));
        left -= report.served;
        let steps = |path: &astride::path::Path| path.step_count();
        for delivery in nav.take_done() {
            // A path that cannot be walked any more would say at which step that ends.
            is_touched += usize::from(matches!(delivery.standing, Standing::Blocked { .. }));
            if delivery.ticket == hero {
                let (steps, standing) = (delivery.answer?.path().map(steps), delivery.standing);
                println!("frame {frame}: the hero has {steps:?} steps, {standing:?}");
            }
        }
        if frame % 10 == 0 || left == 0 {
            println!("frame {frame}: {} answered, {} wait", report.served, report.waiting);
        }
    }
    println!("{is_touched} paths were blocked meanwhile");
    Ok(())
}
