use astride::planner::Method;
use astride::prelude::*;

/// What the path costs, in ticks.
pub fn cost() -> Result<Option<u64>, Box<dyn std::error::Error>> {
    let rows = [
        ".......",
        "...#...",
        "...#...",
        "...#...",
        ".......",
    ];
    let grid = Drawing::parse(&rows.join("\n"))?.grid;
    let mover = Mover::walker();
    let mut guide = Guide::new(mover).method(Method::Jps);
    guide.prepare(&grid)?;
    let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
    let outcome = guide.route(&grid, Cell::new(1, 2), Cell::new(5, 2), scratch, budget)?;
    Ok(outcome.cost())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    match cost()? {
        Some(ticks) => println!("{ticks} ticks"),
        None => println!("no path"),
    }
    Ok(())
}
