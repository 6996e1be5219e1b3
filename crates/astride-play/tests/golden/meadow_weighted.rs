use astride::planner::{Choice, solve};
use astride::prelude::*;
use astride::shapes::square::Metric;

/// What the path costs, in ticks.
pub fn cost() -> Result<Option<u64>, Box<dyn std::error::Error>> {
    let rows = [
        "....................",
        "..3333..............",
        ".333333....####.....",
        ".3333333...####.....",
        "..33333.....##......",
        "...333..............",
        "...........55555....",
        "......#...5555555...",
        "......#...5555555...",
        "......#....55555....",
        "......#.............",
        "..##..#######.......",
        "..##................",
    ];
    let grid = Drawing::parse(&rows.join("\n"))?.grid;
    let mover = Mover::walker().corners(Corners::OneFree);
    let view = grid.seen_by(&mover);
    let node = |x, y| grid.node((x, y)).expect("the cell is on the map");
    let query = PathQuery::new(node(0, 6), node(19, 6)).ties(Ties::SmallerH);
    let weight = Weight::new(3, 2)?;
    let method = Method::Weighted(weight);
    let question = Choice { method, metric: Metric::Octile };
    let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited().expansions(5000));
    let outcome = solve(&view, question, &query, scratch, budget, &mut ())?;
    Ok(outcome.cost())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    match cost()? {
        Some(ticks) => println!("{ticks} ticks"),
        None => println!("no path"),
    }
    Ok(())
}
