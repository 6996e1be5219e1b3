//! What does a search do on its way, and how do guesses change it?

use astride::prelude::*;
use astride::search::{Event, dijkstra};

/// Counts events and remembers in which order nodes were closed.
#[derive(Default)]
struct Watcher {
    opened: u32,
    improved: u32,
    closed: Vec<NodeId>,
}

impl SearchObserver for Watcher {
    fn notice(&mut self, event: Event) {
        match event {
            Event::Open { .. } => self.opened += 1,
            Event::Improve { .. } => self.improved += 1,
            Event::Close { node, .. } => self.closed.push(node),
            Event::Goal { .. } | Event::Note(_) => {}
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let drawing = Drawing::parse("............\n.A..##......\n.....#...B..\n............")?;
    let grid = &drawing.grid;
    let view = grid.seen_by(&Mover::walker());
    let node = |cell| grid.node(cell).ok_or("off the map");
    let query = PathQuery::new(node(drawing.start()?)?, node(drawing.goal()?)?);
    let mut scratch = Scratch::new();

    let (mut blind, mut guided) = (Watcher::default(), Watcher::default());
    let outcomes = [
        dijkstra(&view, &query, &mut scratch, &mut blind),
        astar(&view, &GridHeuristic::octile(&view), &query, &mut scratch, &mut guided),
    ];
    for ((name, watcher), outcome) in [("Dijkstra", blind), ("A*", guided)].iter().zip(outcomes) {
        let Watcher { opened, improved, closed } = watcher;
        println!("{name}: {opened} opened, {improved} improved, {} closed", closed.len());
        println!("cost {:?}; closed nodes are marked in the order of their turn:", outcome.cost());
        for y in 0..grid.height() {
            let letter =
                |x| match closed.iter().position(|&node| grid.cell(node) == Cell::new(x, y)) {
                    Some(turn) => char::from(b"0123456789abcdefghijklmnopqrstuvwxyz"[turn % 36]),
                    None => grid.class((x, y)).map_or(' ', char::from),
                };
            println!("  {}", (0..grid.width()).map(letter).collect::<String>());
        }
    }
    Ok(())
}
