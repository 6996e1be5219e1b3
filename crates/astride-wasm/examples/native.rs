//! What the library itself answers, and how quickly, for the tests of the npm package:
//!
//!     native digest MAP QUERIES     one number for all answers
//!     native time MAP QUERIES       microseconds per question, by kind

use std::error::Error;
use std::time::Instant;

use astride::base::Budget;
use astride::io::read_map;
use astride::planner::{Choice, solve};
use astride::prelude::{Grid, Mover, NodeId, PathQuery, Scratch};
use astride::search::DistanceField;
use astride::shapes::square::{JumpMap, Labels, LabelsOptions};
use astride::world::Way;
use astride_testkit::digest::{answers, questions};

const ROUNDS: u32 = 7;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [what, map, count] = &args[..] else {
        return Err("expected digest or time, a map, a number".into());
    };
    let (grid, count) = (read_map(&std::fs::read(map)?)?, count.parse()?);
    match what.as_str() {
        "digest" => println!("{:016x}", answers(&grid, count)),
        _ => time(&grid, count)?,
    }
    Ok(())
}

/// Prints the mean over all questions of the least that each took in any round.
fn time(grid: &Grid, count: u32) -> Result<(), Box<dyn Error>> {
    let mover = Mover::walker();
    let view = grid.seen_by(&mover);
    let (mut scratch, mut free) = (Scratch::new(), Budget::unlimited());
    let node = |cell| grid.node(cell).expect("a cell of it");
    let asked: Vec<(NodeId, NodeId)> =
        questions(grid, count).into_iter().map(|(start, goal)| (node(start), node(goal))).collect();
    let jumps = JumpMap::build(&view)?;
    let labels = Labels::build(&view, &LabelsOptions::default())?;
    let mut field = DistanceField::new();
    let report = |name: &str, every: usize, ask: &mut dyn FnMut(NodeId, NodeId) -> u64| {
        let asked: Vec<_> = asked.iter().step_by(every).collect();
        let mut least = vec![f64::INFINITY; asked.len()];
        for _ in 0..ROUNDS {
            for (least, &&(from, to)) in least.iter_mut().zip(&asked) {
                let began = Instant::now();
                std::hint::black_box(ask(from, to));
                *least = least.min(began.elapsed().as_secs_f64() * 1e6);
            }
        }
        let least = least.iter().sum::<f64>() / asked.len() as f64;
        println!("{name}\t{least:.3}");
    };
    report("astar", 10, &mut |from, to| {
        let found = solve(
            &view,
            Choice::default(),
            &PathQuery::new(from, to),
            &mut scratch,
            &mut free,
            &mut (),
        );
        found.ok().and_then(|outcome| outcome.path().map(|path| path.cost())).unwrap_or(0)
    });
    report("jump-points", 1, &mut |from, to| {
        let query = PathQuery::new(from, to);
        let outcome =
            jumps.search(&query, &mut scratch).map(|mut search| search.run(&mut free, &mut ()));
        outcome.ok().and_then(|outcome| outcome.path().map(|path| path.cost())).unwrap_or(0)
    });
    report("labels", 1, &mut |from, to| {
        let query = PathQuery::new(from, to);
        let outcome =
            labels.search(&query, &mut scratch).map(|mut search| search.run(&mut free, &mut ()));
        outcome.ok().and_then(|outcome| outcome.path().map(|path| path.cost())).unwrap_or(0)
    });
    report("field", 100, &mut |_, to| {
        field.compute(&view, &[(to, 0)], Way::Backward, &mut free);
        field.settled_below()
    });
    Ok(())
}
