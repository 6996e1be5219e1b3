//! How do I spread one search over many frames?

use astride::prelude::*;
use astride::search::Search;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut grid = Grid::new(120, 80, b'.')?;
    grid.apply(Edit::new().fill(CellRect::new(60, 0, 2, 70), b'@'))?;
    let view = grid.seen_by(&Mover::walker());
    let octile = GridHeuristic::octile(&view);
    let node = |cell| grid.node(cell).ok_or("off the map");
    let query = PathQuery::new(node((5, 5))?, node((115, 5))?).or_nearest();

    let mut scratch = Scratch::new();
    let mut search = Search::astar(&view, &octile, &query, &mut scratch);
    for frame in 1.. {
        // A deadline or a cancel flag can be added in the same way.
        match search.run(&mut Budget::unlimited().expansions(800), &mut ()) {
            Outcome::OutOfBudget(so_far) => {
                let nearest = so_far.nearest.as_ref().map(|path| grid.cell(path.goal()));
                println!(
                    "frame {frame}: {} expanded, at least {} ticks, nearest so far {}",
                    so_far.effort.expanded,
                    so_far.lower_bound,
                    nearest.map_or("none".to_owned(), |cell| cell.to_string())
                );
            }
            Outcome::Found(found) => {
                println!("frame {frame}: found, {} ticks, {}", found.path.cost(), found.guarantee);
                break;
            }
            Outcome::Unreachable(unreachable) => {
                println!("frame {frame}: {}", unreachable.why);
                break;
            }
        }
    }
    Ok(())
}
