//! How does a unit find its way on a map it has never seen?

use astride::prelude::*;
use astride::search::Replanner;
use astride::shapes::square::Knowledge;

const MAP: &str = "
    ..........................
    .#######################..
    .#.....#.......#......##..
    .#.###.#.#####.#.####.##..
    .A.#.#...#...#.#....#..#..
    .#.#.#####.#.#.####.##.#..
    .#.#.......#.#....#..#.#..
    .#.#########.####.##...#..
    .#...............#.###.#..
    .###############.#...#.B..
    ...............#.....#.#..";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let drawing = Drawing::parse(MAP)?;
    let (grid, mover) = (&drawing.grid, Mover::walker());
    let (from, to) = (drawing.start()?, drawing.goal()?);
    let view = grid.seen_by(&mover);
    let node = |cell| grid.node(cell).ok_or("off the map");
    let (mut unit, goal) = (node(from)?, node(to)?);

    // What it has not seen it takes to be free.
    let mut knowledge = Knowledge::new(grid, b'.');
    let mut replanner = Replanner::new();
    let (mut walked, mut expanded, mut plans) = (vec![unit], 0, 0);
    while unit != goal {
        knowledge.reveal_around(grid, grid.cell(unit), 4, |class| class == b'#', &mut Vec::new());
        let known = knowledge.view(&view);
        let outcome = replanner.replan_over(&known, unit, goal, &mut Budget::unlimited(), &mut ());
        let path = outcome.path().ok_or("as far as it knows, there is no way")?;
        plans += u32::from(replanner.last().expanded > 1);
        expanded += replanner.last().expanded;
        unit = path.nodes()[1];
        walked.push(unit);
    }

    for y in 0..grid.height() {
        let letter = |x| match Cell::new(x, y) {
            cell if cell == from => 'A',
            cell if cell == to => 'B',
            cell if walked.iter().any(|&node| grid.cell(node) == cell) => '*',
            cell if !knowledge.is_known(cell) => '?',
            cell => grid.class(cell).map_or(' ', char::from),
        };
        println!("  {}", (0..grid.width()).map(letter).collect::<String>());
    }
    let steps = walked.windows(2).filter_map(|pair| view.arc_cost(pair[0], pair[1]));
    let cost: u64 = steps.map(u64::from).sum();
    let least = find_path(grid, &mover, from, to)?.cost().ok_or("the goal is walled in")?;
    println!(
        "{} steps, planned from scratch {plans} times, {expanded} nodes expanded",
        walked.len() - 1
    );
    println!("walked {cost} ticks; a unit that knows the map walks {least}");
    println!("{:.2} times as far", cost as f64 / least as f64);
    Ok(())
}
