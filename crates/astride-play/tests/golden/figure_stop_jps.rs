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
    let stops = [Cell::new(1, 2), Cell::new(0, 4), Cell::new(5, 2)];
    let mut cost = 0;
    for leg in stops.windows(2) {
        let outcome = guide.route(&grid, leg[0], leg[1], scratch, budget)?;
        let Some(ticks) = outcome.cost() else { return Ok(None) };
        cost += ticks;
    }
    Ok(Some(cost))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    match cost()? {
        Some(ticks) => println!("{ticks} ticks"),
        None => println!("no path"),
    }
    Ok(())
}
