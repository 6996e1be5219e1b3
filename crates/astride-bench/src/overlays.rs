//! Questions under danger, beside A* with the octile guess on the map as it is composed.

use astride::base::{Budget, Cell, NodeId, Rect};
use astride::planner::{Ask, Navigator, OverlayId};
use astride::search::{Query, Scratch, astar};
use astride::shapes::square::{GridHeuristic, Mover};
use astride::world::World;
use astride_testkit::rng::Rng;

use crate::Failure;
use crate::clock::timed;
use crate::fog::{MAPS, PEAK};
use crate::maps::{self, Case};
use crate::stats::mean;

/// Radii of discs of danger, in cells.
const RADII: [u32; 2] = [5, 30];

/// What is measured.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Maps by name, as `set/name`, of the usual folder [default: those of cities and games]
    #[arg(long, value_delimiter = ',')]
    map: Vec<String>,
    /// Rows of each scenario, evenly spread
    #[arg(long, default_value_t = 60)]
    rows: usize,
    /// Parts of the free cells in danger, in percent
    #[arg(long, value_delimiter = ',', default_value = "5,8,12,20")]
    cover: Vec<u32>,
}

/// What the questions of one map took.
#[derive(Default)]
struct Taken {
    /// 1 for each answer that pays nothing extra.
    free: Vec<f64>,
    expanded: Vec<f64>,
    micros: Vec<f64>,
    expanded_by_octile: Vec<f64>,
    micros_by_octile: Vec<f64>,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let [least, most] = RADII;
    println!(
        "Mean of the rows: nodes expanded and µs of the thread, under discs of danger of {least} to \
         {most} cells that fall off from {PEAK} ticks in the middle, each time the second of two \
         rounds. `free` is the part of the answers that avoid all danger. The last columns say how \
         many times fewer nodes and µs a question takes than A* with the octile guess.\n\n\
         | map | danger % | free % | nodes | µs | A* nodes | µs | nodes | µs |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|--:|"
    );
    let names: Vec<&str> = match &options.map[..] {
        [] => MAPS.to_vec(),
        names => names.iter().map(String::as_str).collect(),
    };
    for name in names {
        match maps::load(&maps::folder(None), name)? {
            None => eprintln!("skipped {name}: not there"),
            Some(case) => {
                for &cover in &options.cover {
                    on_map(&case, cover, options.rows)?;
                }
            }
        }
    }
    Ok(())
}

fn on_map(case: &Case, cover: u32, rows: usize) -> Result<(), Failure> {
    let grid = &case.map.grid;
    let mover = Mover::walker();
    let view = grid.seen_by(&mover).prepared();
    let mut nav = Navigator::new(grid.clone());
    let danger = nav.add_overlay()?;
    let covered = paint(&mut nav, danger, cover)?;
    let overlay = nav.overlay(danger)?;
    let world = overlay.over(&view);
    let octile = GridHeuristic::octile(&view);
    let (mut scratch, mut taken) = (Scratch::new(), Taken::default());
    let questions: Vec<(Cell, Cell)> =
        case.rows(rows).into_iter().map(|(_, row)| (row.start, row.goal)).collect();
    for round in 0..2 {
        for &(from, to) in &questions {
            let ask = Ask::new(from, to).overlay(danger);
            let (outcome, micros) = timed(|| nav.route(&ask, &mut Budget::unlimited()));
            let outcome = outcome?;
            let [start, goal] = [from, to].map(|end| grid.node(end).unwrap_or(NodeId::new(0)));
            let query = Query::new(start, goal);
            let (expected, by_octile) =
                timed(|| astar(&world, &octile, &query, &mut scratch, &mut ()));
            if outcome.cost() != expected.cost() {
                let [found, expected] = [outcome.cost(), expected.cost()];
                return Err(format!("{ask:?} costs {found:?}, expected {expected:?}").into());
            }
            // The first round warms up.
            if round == 1 {
                let extra = |&node: &NodeId| u64::from(overlay.extra(node));
                let paid = outcome.path().map(|path| path.nodes()[1..].iter().map(extra).sum());
                taken.free.push(f64::from(paid == Some(0)));
                taken.expanded.push(outcome.effort().expanded as f64);
                taken.micros.push(micros);
                taken.expanded_by_octile.push(expected.effort().expanded as f64);
                taken.micros_by_octile.push(by_octile);
            }
        }
    }
    let [free, nodes, micros, octile_nodes, octile_micros] = [
        &taken.free,
        &taken.expanded,
        &taken.micros,
        &taken.expanded_by_octile,
        &taken.micros_by_octile,
    ]
    .map(|values| mean(values));
    println!(
        "| {} | {covered:.1} | {:.0} | {nodes:.0} | {micros:.0} | {octile_nodes:.0} | \
         {octile_micros:.0} | {:.1} | {:.1} |",
        case.map.name,
        100.0 * free,
        octile_nodes / nodes,
        octile_micros / micros,
    );
    Ok(())
}

/// Discs of danger around free cells until `cover` percent of these are in it, which the last disc
/// hardly passes; returns how many are.
fn paint(nav: &mut Navigator, danger: OverlayId, cover: u32) -> Result<f64, Failure> {
    let grid = nav.grid().clone();
    let view = grid.seen_by(&Mover::walker());
    let free: Vec<NodeId> =
        (0..grid.cell_count()).map(NodeId::new).filter(|&node| view.is_passable(node)).collect();
    let wanted = free.len() * cover as usize / 100;
    let (overlay, mut rng, mut covered) = (nav.overlay_mut(danger)?, Rng::new(1), 0);
    while covered < wanted {
        let middle = grid.cell(rng.pick(&free));
        let largest = ((wanted - covered) as f64 / std::f64::consts::PI).sqrt().ceil() as u32;
        let [least, most] = RADII;
        let radius = least + rng.below((largest.clamp(least, most) - least + 1) as usize) as u32;
        let corner = [middle.x.saturating_sub(radius), middle.y.saturating_sub(radius)];
        let rect = Rect::new(corner[0], corner[1], 2 * radius + 1, 2 * radius + 1);
        overlay.write(rect, |node, extra| {
            let cell = grid.cell(node);
            let apart = [cell.x.abs_diff(middle.x), cell.y.abs_diff(middle.y)].map(f64::from);
            let distance = apart[0].hypot(apart[1]);
            let more = (PEAK * (1.0 - distance / f64::from(radius))).max(0.0) as u32;
            covered += usize::from(more > 0 && extra == 0 && view.is_passable(node));
            extra + more
        });
    }
    Ok(100.0 * covered as f64 / free.len().max(1) as f64)
}
