//! Queries on real maps with generated terrain: what knowing the terrain beforehand is worth.
//!
//! To add a method, add an entry to [`methods`].

use std::path::PathBuf;

use astride::base::{Budget, Cell, NodeId};
use astride::index::{Landmarks, Selection};
use astride::path::Path;
use astride::search::{
    DistanceField, FieldStatus, Goals, Outcome, Query, Scratch, Starts, astar, bidirectional,
    dijkstra,
};
use astride::shapes::square::{
    GridHeuristic, GridView, JumpMap, JumpScratch, JumpSearch, JumpTable, Labels, LabelsOptions,
    LabelsScratch, Terrain,
};
use astride::world::Way;

use crate::Failure;
use crate::clock::timed;
use crate::maps::{self, Case};
use crate::stats::{mean, median};

/// A map of each of three games.
const MAPS: [&str; 3] = ["dao/brc202d", "bg512/AR0011SR", "sc1/AcrosstheCape"];

/// Which maps and which terrain.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Folder of maps, laid out as `set/name.map` [default: that of ASTRIDE_DATA, or beside the
    /// repository, or the maps of the repository]
    #[arg(long, value_name = "FOLDER")]
    maps: Option<PathBuf>,
    /// Only maps whose `set/name` contains this; may be repeated
    #[arg(long, value_name = "TEXT")]
    map: Vec<String>,
    /// Terrain classes, with factors 1 to N; one table part for each
    #[arg(long, value_delimiter = ',', default_values_t = [3, 9])]
    classes: Vec<u32>,
    /// Seed of the terrain
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Cells across a blob of terrain
    #[arg(long, default_value_t = Terrain::BLOB)]
    blob: u32,
    /// How many landmarks there are
    #[arg(long, default_value_t = Landmarks::USUAL)]
    landmarks: u32,
    /// Rows of each scenario, evenly spread
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    rows: u32,
    /// How often each query is asked; the median counts
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,
}

/// One way to answer queries on one map.
struct Method<'a> {
    name: &'static str,
    preparing_micros: f64,
    /// Bytes of what was prepared.
    bytes: usize,
    solve: Solve<'a>,
}

type Solve<'a> = Box<dyn FnMut(&Query<'_>) -> Result<Answer, Failure> + 'a>;

/// A cheapest path, and how many nodes were expanded for it.
struct Answer {
    path: Option<Path>,
    expanded: u64,
}

impl From<Outcome> for Answer {
    fn from(outcome: Outcome) -> Self {
        let expanded = outcome.effort().expanded;
        let path = match outcome {
            Outcome::Found(found) => Some(found.path),
            _ => None,
        };
        Answer { path, expanded }
    }
}

/// Everyone who takes part; what can be prepared for a map is prepared here.
fn methods<'a>(
    view: &'a GridView<'a>,
    tables: &'a [(Landmarks, f64)],
) -> Result<Vec<Method<'a>>, Failure> {
    let octile = GridHeuristic::octile(view);
    let mut all: Vec<Method<'_>> = Vec::new();
    let mut add = |name, preparing_micros, bytes, solve: Solve<'a>| {
        all.push(Method { name, preparing_micros, bytes, solve });
    };
    let mut scratch = Scratch::new();
    let solve = move |query: &Query<'_>| Ok(dijkstra(view, query, &mut scratch, &mut ()).into());
    add("Dijkstra", 0.0, 0, Box::new(solve));
    let mut scratch = Scratch::new();
    let solve =
        move |query: &Query<'_>| Ok(astar(view, &octile, query, &mut scratch, &mut ()).into());
    add("A*", 0.0, 0, Box::new(solve));
    let (map, micros) = timed(|| JumpMap::new(view));
    let map = map?;
    let (bytes, for_table) = (map.bytes(), map.clone());
    let mut memory = JumpScratch::new();
    let solve = move |query: &Query<'_>| {
        let (from, to) = ends(view, query)?;
        Ok(JumpSearch::new(&map, from, to, &mut memory).run(&mut Budget::unlimited()).into())
    };
    add("jump points", micros, bytes, Box::new(solve));
    let (table, table_micros) = timed(|| JumpTable::new(for_table));
    let table = table?;
    let mut memory = JumpScratch::new();
    let bytes = table.bytes();
    let solve = move |query: &Query<'_>| {
        let (from, to) = ends(view, query)?;
        Ok(table.search(from, to, &mut memory).run(&mut Budget::unlimited()).into())
    };
    add("jump table", micros + table_micros, bytes, Box::new(solve));
    let (labels, micros) = timed(|| Labels::new(view, &LabelsOptions::default(), &mut |_| true));
    match labels {
        Err(error) => eprintln!("no labels after {:.1} s: {error}", micros / 1e6),
        Ok(labels) => {
            let mut memory = LabelsScratch::new();
            let bytes = labels.bytes();
            let solve = move |query: &Query<'_>| {
                let (from, to) = ends(view, query)?;
                Ok(labels.path(from, to, &mut memory).into())
            };
            add("labels", micros, bytes, Box::new(solve));
        }
    }
    for ((table, micros), name) in tables.iter().zip(["landmarks (farthest)", "landmarks (avoid)"])
    {
        let informed = table.heuristic(view)?.over(octile);
        let mut scratch = Scratch::new();
        let solve = move |query: &Query<'_>| {
            let guess = informed.for_query(query);
            Ok(astar(view, &guess, query, &mut scratch, &mut ()).into())
        };
        add(name, *micros, table.bytes(), Box::new(solve));
    }
    let Some((table, micros)) = tables.first() else { return Ok(all) };
    let informed = table.heuristic(view)?.over(octile);
    let mut scratch = Scratch::new();
    let solve =
        move |query: &Query<'_>| Ok(astar(view, &informed, query, &mut scratch, &mut ()).into());
    add("landmarks, all for each guess", *micros, table.bytes(), Box::new(solve));
    let mut scratch = Scratch::new();
    let solve = move |query: &Query<'_>| {
        let guess = informed.for_query(query);
        Ok(bidirectional(view, &guess, query, &mut scratch, &mut ())?.into())
    };
    add("landmarks, from both ends", *micros, table.bytes(), Box::new(solve));
    Ok(all)
}

/// Start and goal of a query between two cells.
fn ends(view: &GridView<'_>, query: &Query<'_>) -> Result<(Cell, Cell), Failure> {
    match (query.starts, query.goals) {
        (Starts::One(from), Goals::One(to)) => Ok((view.grid().cell(from), view.grid().cell(to))),
        _ => Err("a query with many starts or goals".into()),
    }
}

/// What one method did on one map.
struct Measured {
    name: &'static str,
    preparing_micros: f64,
    bytes: usize,
    micros: f64,
    expanded: f64,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let folder = maps::folder(options.maps.as_deref());
    let is_wanted =
        |name: &str| options.map.is_empty() || options.map.iter().any(|part| name.contains(part));
    println!("| map | classes | method | prepared in ms | MiB | mean µs | expanded | checked |");
    println!("|---|--:|---|--:|--:|--:|--:|--:|");
    let mut is_empty = true;
    for name in MAPS.into_iter().filter(|name| is_wanted(name)) {
        let Some(case) = maps::load(&folder, name)? else { continue };
        for &classes in &options.classes {
            let terrain = Terrain::new(classes, options.seed)?.blob(options.blob)?;
            let (measured, checked) = measure(&case, terrain, options)?;
            for method in measured {
                println!(
                    "| {name} | {classes} | {} | {:.1} | {:.1} | {:.1} | {:.0} | {checked} |",
                    method.name,
                    method.preparing_micros / 1e3,
                    method.bytes as f64 / f64::from(1 << 20),
                    method.micros,
                    method.expanded,
                );
            }
            is_empty = false;
        }
    }
    if is_empty {
        return Err(format!("no chosen map with a scenario in {}", folder.display()).into());
    }
    Ok(())
}

/// Times and checks the sampled rows by every method; also how many answers were checked each.
fn measure(
    case: &Case,
    terrain: Terrain,
    options: &Options,
) -> Result<(Vec<Measured>, usize), Failure> {
    let grid = terrain.over(&case.map.grid)?;
    let view = grid.seen_by(&terrain.mover()).prepared();
    let mut tables = Vec::new();
    for selection in [Selection::Farthest, Selection::Avoid] {
        let count = options.landmarks;
        let made = || Landmarks::new(&view, count, selection, &mut Budget::unlimited());
        let (table, micros) = timed(made);
        tables.push((table?, micros));
    }
    let mut methods = methods(&view, &tables)?;
    let node = |cell| grid.node(cell).ok_or("a row lies off the map");
    let mut ends = Vec::new();
    for (_, row) in case.rows(options.rows as usize) {
        ends.push((node(row.start)?, node(row.goal)?));
    }
    let expanded =
        check(&view, &mut methods, &ends).map_err(|fault| format!("{}: {fault}", case.map.name))?;
    let mut times = vec![vec![Vec::new(); ends.len()]; methods.len()];
    for round in 0..options.repeat as usize {
        // Everyone goes first, second, third … equally often.
        for turn in 0..methods.len() {
            let at = (turn + round) % methods.len();
            for (times, &(start, goal)) in times[at].iter_mut().zip(&ends) {
                let query = Query::new(start, goal);
                times.push(timed(|| (methods[at].solve)(&query)).1);
            }
        }
    }
    let sum = |times: &[Vec<f64>]| mean(&times.iter().map(|t| median(t)).collect::<Vec<_>>());
    let measured = methods.iter().zip(times).zip(expanded).map(|((method, times), expanded)| {
        let Method { name, preparing_micros, bytes, .. } = *method;
        Measured { name, preparing_micros, bytes, micros: sum(&times), expanded }
    });
    Ok((measured.collect(), ends.len()))
}

/// Asks everything once without timing. Distance fields, another algorithm, know the right costs,
/// and every path has to add up. Gives the mean of expanded nodes of each method.
fn check(
    view: &GridView<'_>,
    methods: &mut [Method<'_>],
    ends: &[(NodeId, NodeId)],
) -> Result<Vec<f64>, Failure> {
    let mut expanded = vec![0; methods.len()];
    let mut field = DistanceField::new();
    for &(start, goal) in ends {
        let whole = field.compute(view, &[(goal, 0)], Way::Backward, &mut Budget::unlimited());
        debug_assert_eq!(whole, FieldStatus::Complete);
        for (method, expanded) in methods.iter_mut().zip(&mut expanded) {
            let answer = (method.solve)(&Query::new(start, goal))?;
            let cost = answer.path.as_ref().map(Path::cost);
            if cost != field.distance(start) {
                let expected = field.distance(start);
                let name = method.name;
                let fault = format!("{name}: {start} to {goal}: {cost:?} is not {expected:?}");
                return Err(fault.into());
            }
            if let Some(path) = answer.path {
                path.validate(view)?;
                let is_whole = path.nodes().first() == Some(&start);
                if !is_whole || path.nodes().last() != Some(&goal) {
                    return Err(format!("{}: a path between other ends", method.name).into());
                }
            }
            *expanded += answer.expanded;
        }
    }
    Ok(expanded.into_iter().map(|sum| sum as f64 / ends.len().max(1) as f64).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use astride::shapes::square::{Grid, Mover};

    #[test]
    fn methods_agree_and_a_wrong_one_is_noticed() {
        let grid = Grid::new(40, 30, b'.').expect("a good size");
        let grid = Terrain::new(4, 3).and_then(|t| t.blob(6)).expect("terrain").over(&grid);
        let grid = grid.expect("terrain over a grid");
        let view = grid.seen_by(&Mover::walker());
        let budget = &mut Budget::unlimited();
        let table = Landmarks::new(&view, 4, Selection::default(), budget).expect("landmarks");
        let tables = [(table.clone(), 0.0), (table, 0.0)];
        let mut all = methods(&view, &tables).expect("methods");
        let ends = [(NodeId::new(3), NodeId::new(1180)), (NodeId::new(600), NodeId::new(41))];
        let expanded = check(&view, &mut all, &ends).expect("right answers");
        assert!(expanded[5] * 2.0 < expanded[1], "{expanded:?}");
        all[1].solve = Box::new(|_| Ok(Answer { path: None, expanded: 0 }));
        assert!(check(&view, &mut all, &ends).is_err());
    }
}
