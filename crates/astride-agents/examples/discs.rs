//! Plans in continuous time, compared with recorded costs: `discs FOLDER SECONDS [FROM [TO]]`.
//!
//! FOLDER is `data/mapf/ccbs` or one like it. For each row of the two reference files with FROM to TO
//! agents there is a row of a table: status, sum of costs, bound and nodes after at most SECONDS.

use std::fs;
use std::path::Path;
use std::time::Instant;

use astride::base::Budget;
use astride_agents::mapf::continuous::{Graph, Instance, Trip, Wanted, solve, validate};
use astride_formats::{TripEnd, read_roadmap, read_trips};

type Failure = Box<dyn std::error::Error>;

/// The radius given in the reference files.
const RADIUS: f64 = 0.353553;

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [folder, seconds, rest @ ..] = &args[..] else {
        return Err("usage: discs FOLDER SECONDS [FROM [TO]]".into());
    };
    let (folder, seconds): (&Path, f64) = (Path::new(folder), seconds.parse()?);
    let from = rest.first().map_or(Ok(0), |from| from.parse())?;
    let to = rest.get(1).map_or(Ok(usize::MAX), |to| to.parse())?;
    println!("map\tscenario\tagents\tstatus\tcost\tbound\trecorded\tnodes\tms");
    let sparse = folder.join("roadmap-sparse");
    let roadmap = read_roadmap(&fs::read(sparse.join("map.xml"))?)?;
    let graph = Graph::new(&roadmap.points, &roadmap.edges)?;
    let trips = |scenario: &str| sparse.join(format!("{scenario}_task.xml"));
    run(
        "sparse",
        &graph,
        &fs::read_to_string(sparse.join("reference.tsv"))?,
        trips,
        from..=to,
        seconds,
    )?;
    let empty = folder.join("grid-empty-16-16");
    let graph = Graph::of_cells(16, &[true; 256], 3, RADIUS)?;
    let trips = |scenario: &str| empty.join(format!("empty-16-16-random-{scenario}.xml"));
    let rows = fs::read_to_string(empty.join("reference_8connected.tsv"))?;
    run("empty", &graph, &rows, trips, from..=to, seconds)
}

fn run(
    name: &str,
    graph: &Graph,
    rows: &str,
    trips: impl Fn(&str) -> std::path::PathBuf,
    teams: std::ops::RangeInclusive<usize>,
    seconds: f64,
) -> Result<(), Failure> {
    for row in rows.lines().filter(|row| row.starts_with(|first: char| first.is_ascii_digit())) {
        let words: Vec<&str> = row.split('\t').collect();
        let (agents, recorded): (usize, f64) = (words[1].parse()?, words[2].parse()?);
        if !teams.contains(&agents) {
            continue;
        }
        let vertex = |end| match end {
            TripEnd::Vertex(vertex) => vertex,
            TripEnd::Cell(x, y) => y * 16 + x,
        };
        let trips = read_trips(&fs::read(trips(words[0]))?)?;
        let trip =
            |&[start, goal]: &[TripEnd; 2]| Trip { start: vertex(start), goal: vertex(goal) };
        let trips: Vec<Trip> = trips.iter().take(agents).map(trip).collect();
        let instance = Instance::new(graph.clone(), &trips, RADIUS)?;
        let began = Instant::now();
        let mut is_over = || began.elapsed().as_secs_f64() > seconds;
        let mut budget = Budget::unlimited().deadline(&mut is_over).bytes(1 << 30);
        let solved = solve(&instance, &Wanted::default(), &mut budget);
        if let Some(plan) = &solved.plan {
            validate(&instance, plan)?;
        }
        let ms = began.elapsed().as_secs_f64() * 1e3;
        let (cost, bound) = (solved.cost.unwrap_or(f64::NAN), solved.bound);
        let mark = match cost - recorded {
            off if off.abs() < recorded * 1e-5 => "same",
            off if off < 0.0 => "LESS",
            _ => "more",
        };
        println!(
            "{name}\t{}\t{agents}\t{}\t{cost:.4}\t{bound:.4}\t{recorded}\t{}\t{ms:.1}\t{mark}",
            words[0], solved.status, solved.nodes
        );
    }
    Ok(())
}
