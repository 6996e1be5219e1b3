use astride::planner::{Choice, solve};
use astride::prelude::*;
use astride::shapes::square::Metric;

/// What the path costs, in ticks.
pub fn cost() -> Result<Option<u64>, Box<dyn std::error::Error>> {
    let rows = [
        "........................",
        ".......WWWWWWWW.........",
        ".....WWWWWWWWWWWW.......",
        "....WWWWW..WWWWWWW......",
        "....WWWW....WWWWWWW.....",
        "....WWWWW..WWWWWWW......",
        ".....WWWWWWWWWWWW.......",
        "......SSWWWWWWSS........",
        ".......SSSSSSSS.........",
        "........................",
    ];
    let grid = Drawing::parse(&rows.join("\n"))?.grid;
    let mover = Mover::walker().neighbours(Neighbours::Four).scale(Scale::new(3, 4)?);
    let view = grid.seen_by(&mover);
    let node = |x, y| grid.node((x, y)).expect("the cell is on the map");
    let goals = [node(21, 4), node(2, 9)];
    let query = PathQuery::to_nearest(node(1, 4), &goals);
    let method = Method::Dijkstra;
    let question = Choice { method, metric: Metric::Octile };
    let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
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
