//! Which way leads round a lake on a map of triangles, and what does a step over a corner save?
//!
//! ```text
//! cargo run --release --example triangles
//! ```

use astride::io::TriangleDrawing;
use astride::prelude::*;
use astride::search::Guessed;
use astride::shapes::triangle::{TriangleMover, TriangleSteps};
use astride::world::Corners;

const LAKE: &str = "\
triangles
................
.....####.......
A...######....B.
.....####..33...
..........3333..
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let TriangleDrawing { map, starts, goals } = TriangleDrawing::parse(LAKE)?;
    let [from, to] = [starts[0], goals[0]].map(|cell| map.node(cell).expect("it is drawn"));
    for (name, steps) in [
        ("across sides", TriangleSteps::Sides),
        ("round corners as well", TriangleSteps::Around(Corners::Never)),
    ] {
        let mover = TriangleMover::walker().steps(steps);
        let view = map.seen_by(&mover);
        let query = PathQuery::new(from, to);
        let outcome = astar(&view, &view.guess(), &query, &mut Scratch::new(), &mut ());
        let path = outcome.path().ok_or("no way round")?;
        println!("{name}: {} ticks in {} steps", path.cost(), path.step_count());
        let mut rows = vec![String::new(); map.height() as usize];
        for (y, row) in (0..).zip(&mut rows) {
            for x in 0..map.width() {
                let node = map.node((x, y)).expect("every triangle is there");
                let class = map.class((x, y)).map_or(' ', char::from);
                row.push(if path.nodes().contains(&node) { '*' } else { class });
            }
            println!("  {row}");
        }
    }
    Ok(())
}
