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
    let mover = Mover::walker();
    let view = grid.seen_by(&mover);
    let node = |x, y| grid.node((x, y)).expect("the cell is on the map");
    let method = Method::AStar;
    let question = Choice { method, metric: Metric::Octile };
    let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
    let stops = [node(1, 4), node(19, 1), node(2, 0)];
    let mut cost = 0;
    for leg in stops.windows(2) {
        let query = PathQuery::new(leg[0], leg[1]).ties(Ties::SmallerH);
        let outcome = solve(&view, question, &query, scratch, budget, &mut ())?;
        let Some(ticks) = outcome.cost() else { return Ok(None) };
        cost += ticks;
    }
    let goals = [node(21, 4), node(2, 9)];
    let query = PathQuery::to_nearest(node(2, 0), &goals).ties(Ties::SmallerH);
    let outcome = solve(&view, question, &query, scratch, budget, &mut ())?;
    Ok(outcome.cost().map(|ticks| cost + ticks))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    match cost()? {
        Some(ticks) => println!("{ticks} ticks"),
        None => println!("no path"),
    }
    Ok(())
}
