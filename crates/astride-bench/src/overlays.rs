//! Questions under danger, beside A* with the octile guess on the map as it is composed.

use std::rc::Rc;

use astride::base::{Budget, Cell, CellRect, Cost, NodeId};
use astride::planner::{Ask, Build, Navigator, NavigatorError, OverlayId};
use astride::search::{
    DistanceField, Estimate, Heuristic, Outcome, PathQuery, Promise, Scratch, astar,
};
use astride::shapes::square::{Corners, GridHeuristic, Mover};
use astride::world::{Way, World};
use astride_testkit::rng::Rng;

use crate::Failure;
use crate::clock::{self, timed};
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
    /// A mover that cuts corners where one side is free: there A* answers in place of jump points,
    /// by landmarks where they are kept
    #[arg(long)]
    cut_corners: bool,
}

impl Options {
    fn mover(&self) -> Mover {
        Mover::walker().corners(if self.cut_corners { Corners::OneFree } else { Corners::Never })
    }
}

/// Who answers under danger.
const ASKED: [&str; 3] = ["A* with the octile guess", "jump points", "the same with landmarks"];

/// What the questions of one map took.
#[derive(Default)]
struct Taken {
    /// 1 for each answer that pays nothing extra.
    free: Vec<f64>,
    /// By who answers.
    expanded: [Vec<f64>; ASKED.len()],
    micros: [Vec<f64>; ASKED.len()],
    /// The same where nothing else is done between two questions.
    in_a_row: [f64; ASKED.len()],
    /// By A* with exact distances for guesses: of the map without danger, and under it.
    by_exact: [Vec<f64>; 2],
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let [least, most] = RADII;
    println!(
        "Mean of the rows: nodes expanded and µs ({}), under discs of danger of {least} to {most} \
         cells that fall off from {PEAK} ticks in the middle, each time the second of two rounds. \
         `free` is the part of the answers that avoid all danger. Who answers: {}. Then how many \
         times fewer nodes and µs the last two take than the first, what the landmarks took to \
         build. Before each of these questions the two others were answered and two distance \
         fields computed, so that little of what a question needs is in the caches; `in a row` is \
         µs where each answers all questions one after the other, and how many times fewer the \
         last takes than the first. In the end what A* expands with exact distances for guesses: \
         those of the map without danger, and those under it.\n\n\
         | map | danger % | free % | A* nodes | µs | jumps nodes | µs | landmarks nodes | µs \
         | jumps: nodes ÷ | µs ÷ | landmarks: nodes ÷ | µs ÷ | build ms \
         | in a row: A* µs | jumps µs | landmarks µs | µs ÷ | exact without | exact under |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
        clock::NAME,
        ASKED.join(", "),
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
                    on_map(&case, cover, options)?;
                }
            }
        }
    }
    Ok(())
}

/// Exact distances to one node for guesses: of any world in which no arc is cheaper.
#[derive(Clone)]
struct Exact(Rc<DistanceField>);

impl Exact {
    fn to(goal: NodeId, world: &impl World) -> Self {
        let mut field = DistanceField::new();
        field.compute(world, &[(goal, 0)], Way::Backward, &mut Budget::unlimited());
        Exact(Rc::new(field))
    }
}

impl Estimate for Exact {
    fn estimate(&self, node: NodeId) -> Cost {
        // From where no way leads to the goal, none leads to where one does.
        self.0.distance(node).unwrap_or(0)
    }
}

impl Heuristic for Exact {
    type Aimed = Exact;

    fn aim(&self, _: &mut dyn Iterator<Item = NodeId>) -> Exact {
        self.clone()
    }

    fn promise(&self) -> Promise {
        Promise::Consistent
    }
}

fn on_map(case: &Case, cover: u32, options: &Options) -> Result<(), Failure> {
    let grid = &case.map.grid;
    let mover = options.mover();
    let view = grid.seen_by(&mover).prepared();
    let mut nav = Navigator::with_mover(grid.clone(), mover.clone());
    let danger = nav.add_overlay()?;
    let covered = paint(&mut nav, danger, cover)?;
    let mut guessing = Navigator::load(&nav.save()?)?;
    let same_danger = guessing.overlays().next().ok_or("it was saved with an overlay")?;
    guessing.keep_landmarks(guessing.first_mover(), &[same_danger])?;
    let (build, build_micros) = timed(|| guessing.pending().map(Build::run));
    build.map(|built| guessing.adopt(built)).transpose()?;
    let overlay = nav.overlay(danger)?;
    let world = overlay.over(&view);
    let octile = GridHeuristic::octile(&view);
    let (mut scratch, mut taken) = (Scratch::new(), Taken::default());
    let questions: Vec<(Cell, Cell)> =
        case.rows(options.rows).into_iter().map(|(_, row)| (row.start, row.goal)).collect();
    let ends = |from, to| [from, to].map(|end| grid.node(end).unwrap_or(NodeId::new(0)));
    for round in 0..2 {
        for &(from, to) in &questions {
            let ask = Ask::new(from, to);
            let [start, goal] = ends(from, to);
            let query = PathQuery::new(start, goal);
            let answers = [
                timed(|| Ok(astar(&world, &octile, &query, &mut scratch, &mut ()))),
                timed(|| nav.route(&ask.overlay(danger), &mut Budget::unlimited())),
                timed(|| guessing.route(&ask.overlay(same_danger), &mut Budget::unlimited())),
            ];
            let mut expected = None;
            for (who, (outcome, micros)) in answers.into_iter().enumerate() {
                let outcome = outcome?;
                let (found, expected) = (outcome.cost(), *expected.get_or_insert(outcome.cost()));
                if found != expected {
                    let who = ASKED[who];
                    return Err(format!("{ask:?}: {who}: {found:?}, not {expected:?}").into());
                }
                // The first round warms up.
                if round == 1 {
                    taken.expanded[who].push(outcome.effort().expanded as f64);
                    taken.micros[who].push(micros);
                }
                if round == 1 && who == 0 {
                    let extra = |&node: &NodeId| u64::from(overlay.extra(node));
                    let paid = outcome.path().map(|path| path.nodes()[1..].iter().map(extra).sum());
                    taken.free.push(f64::from(paid == Some(0)));
                }
            }
            if round == 1 {
                let guesses = [Exact::to(goal, &view), Exact::to(goal, &world)];
                for (all, guess) in taken.by_exact.iter_mut().zip(guesses) {
                    let outcome = astar(&world, &guess, &query, &mut scratch, &mut ());
                    all.push(outcome.effort().expanded as f64);
                }
            }
        }
    }
    taken.in_a_row = [
        in_a_row(&questions, |from, to| {
            let [start, goal] = ends(from, to);
            let query = PathQuery::new(start, goal);
            Ok(astar(&world, &octile, &query, &mut scratch, &mut ()))
        })?,
        in_a_row(&questions, |from, to| {
            nav.route(&Ask::new(from, to).overlay(danger), &mut Budget::unlimited())
        })?,
        in_a_row(&questions, |from, to| {
            guessing.route(&Ask::new(from, to).overlay(same_danger), &mut Budget::unlimited())
        })?,
    ];
    let [nodes, micros] =
        [&taken.expanded, &taken.micros].map(|of| of.each_ref().map(|all| mean(all)));
    let [without, under] = taken.by_exact.each_ref().map(|all| mean(all));
    print!("| {} | {covered:.1} | {:.0} |", case.map.name, 100.0 * mean(&taken.free));
    nodes.iter().zip(micros).for_each(|(nodes, micros)| print!(" {nodes:.0} | {micros:.0} |"));
    for who in 1..ASKED.len() {
        print!(" {:.1} | {:.1} |", nodes[0] / nodes[who], micros[0] / micros[who]);
    }
    print!(" {:.0} |", build_micros / 1e3);
    taken.in_a_row.iter().for_each(|micros| print!(" {micros:.0} |"));
    let fewer = taken.in_a_row[0] / taken.in_a_row[2];
    println!(" {fewer:.1} | {without:.0} | {under:.0} |");
    Ok(())
}

/// Mean µs of a question where nothing else is done in between.
fn in_a_row(
    questions: &[(Cell, Cell)],
    mut answer: impl FnMut(Cell, Cell) -> Result<Outcome, NavigatorError>,
) -> Result<f64, Failure> {
    let mut all = || questions.iter().try_for_each(|&(from, to)| answer(from, to).map(drop));
    // The first round warms up.
    all()?;
    let (done, micros) = timed(all);
    done?;
    Ok(micros / questions.len().max(1) as f64)
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
        let rect = CellRect::new(corner[0], corner[1], 2 * radius + 1, 2 * radius + 1);
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
