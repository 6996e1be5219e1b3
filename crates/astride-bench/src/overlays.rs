//! Queries under danger, beside A* with the octile guess on the map as it is composed.

use std::rc::Rc;

use astride::base::{Budget, Cell, Cost, NodeId};
use astride::planner::{Ask, Build, Navigator, OverlayId};
use astride::search::{DistanceField, Estimate, Heuristic, Outcome, Promise, Scratch, astar};
use astride::shapes::square::{Corners, GridHeuristic, Mover};
use astride::world::{Way, World};
use astride_testkit::rng::Rng;

use crate::Failure;
use crate::clock::{self, timed};
use crate::danger::{MAPS, PEAK, add_disc, free_nodes, percent};
use crate::maps::{self, Case};
use crate::sheet::{Column, MAP, Row, print_head, print_rows};

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

/// Who answers under danger, and the figures: nodes expanded, µs, and µs where nothing else is done
/// between two questions.
const ASKED: [(&str, [&str; 2], &str); 3] = [
    ("A* with the octile guess", ["A*", "A* µs"], "A* in a row"),
    ("jump points", ["jumps", "jumps µs"], "jumps in a row"),
    ("the same with landmarks", ["landmarks", "landmarks µs"], "landmarks in a row"),
];

const COLUMNS: &[Column] = &[
    MAP,
    ("danger %", |row, _| format!("{:.1}", row.sum("covered"))),
    ("free %", |row, _| format!("{:.0}", 100.0 * row.mean("free"))),
    ("A* nodes | µs", |row, _| row.means(ASKED[0].1)),
    ("jumps nodes | µs", |row, _| row.means(ASKED[1].1)),
    ("landmarks nodes | µs", |row, _| row.means(ASKED[2].1)),
    ("jumps: nodes ÷ | µs ÷", |row, _| fewer(row, ASKED[1].1)),
    ("landmarks: nodes ÷ | µs ÷", |row, _| fewer(row, ASKED[2].1)),
    ("build ms", |row, _| format!("{:.0}", row.sum("build") / 1e3)),
    ("in a row: A* µs", |row, _| format!("{:.0}", row.sum("A* in a row"))),
    ("jumps µs", |row, _| format!("{:.0}", row.sum("jumps in a row"))),
    ("landmarks µs", |row, _| format!("{:.0}", row.sum("landmarks in a row"))),
    ("µs ÷", |row, _| format!("{:.1}", row.sum("A* in a row") / row.sum("landmarks in a row"))),
    ("exact without", |row, _| format!("{:.0}", row.mean("exact without"))),
    ("exact under", |row, _| format!("{:.0}", row.mean("exact under"))),
];

/// Somebody who answers.
type Answer<'a> = Box<dyn FnMut([Cell; 2]) -> Result<Outcome, Failure> + 'a>;

/// How many times fewer nodes and µs than A* takes.
fn fewer(row: &Row, figures: [&str; 2]) -> String {
    let [nodes, micros] = [0, 1].map(|at| row.mean(ASKED[0].1[at]) / row.mean(figures[at]));
    format!("{nodes:.1} | {micros:.1}")
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let [least, most] = RADII;
    let about = format!(
        "Mean of the rows: nodes expanded and µs ({}), under discs of danger of {least} to {most} \
         cells that fall off from {PEAK} ticks in the middle, each time the second of two rounds. \
         `free` is the part of the answers that avoid all danger. Who answers: {}. Then how many \
         times fewer nodes and µs the last two take than the first, and the time to build the \
         landmarks. Before each of these questions the two others were answered and two distance \
         fields computed, so that little of what a question needs is in the caches; `in a row` is \
         µs where each answers all questions one after the other, and how many times fewer the \
         last takes than the first. Last, what A* expands with exact distances for guesses: \
         those of the map without danger, and those under it.",
        clock::NAME,
        ASKED.map(|(who, ..)| who).join(", "),
    );
    print_head(&about, COLUMNS);
    for case in maps::named_or(&options.map, &MAPS)? {
        for &cover in &options.cover {
            print_rows(COLUMNS, &[on_map(&case, cover, options)?]);
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

fn on_map(case: &Case, cover: u32, options: &Options) -> Result<Row, Failure> {
    let grid = &case.map.grid;
    let mover = options.mover();
    let view = grid.seen_by(&mover).prepared();
    let mut row = Row::new(&case.map.name, "");
    let mut nav = Navigator::with_mover(grid.clone(), mover.clone());
    let danger = nav.add_overlay()?;
    row.add("covered", paint(&mut nav, danger, cover)?);
    let mut guessing = Navigator::load(&nav.save()?)?;
    let same_danger = guessing.overlays().next().ok_or("it was saved with an overlay")?;
    guessing.keep_landmarks(guessing.first_mover(), &[same_danger])?;
    let (build, micros) = timed(|| guessing.pending().map(Build::run));
    build.map(|built| guessing.adopt(built)).transpose()?;
    row.add("build", micros);
    let overlay = nav.overlay(danger)?;
    let world = overlay.over(&view);
    let octile = GridHeuristic::octile(&view);
    let (mut scratch, mut exact) = (Scratch::new(), Scratch::new());
    let under = |nav: &Navigator, [from, to]: [Cell; 2], danger| {
        Ok(nav.route(&Ask::new(from, to).overlay(danger), &mut Budget::unlimited())?)
    };
    let mut answers: [Answer<'_>; 3] = [
        Box::new(|ends| Ok(astar(&world, &octile, &case.map.query(ends)?, &mut scratch, &mut ()))),
        Box::new(|ends| under(&nav, ends, danger)),
        Box::new(|ends| under(&guessing, ends, same_danger)),
    ];
    let questions = case.ends(options.rows);
    // The first round warms up.
    for round in 0..2 {
        for &ends in &questions {
            let mut expected = None;
            for (answer, (who, figures, _)) in answers.iter_mut().zip(ASKED) {
                let (outcome, micros) = timed(|| answer(ends));
                let outcome = outcome?;
                let (cost, expected) = (outcome.cost(), *expected.get_or_insert(outcome.cost()));
                if cost != expected {
                    return Err(format!("{ends:?}: {who}: {cost:?}, not {expected:?}").into());
                }
                if round == 1 {
                    row.add_answer(figures, &outcome, micros);
                }
                if round == 1 && figures == ASKED[0].1 {
                    let extra = |&node: &NodeId| u64::from(overlay.extra(node));
                    let paid = outcome.path().map(|path| path.nodes()[1..].iter().map(extra).sum());
                    row.add("free", f64::from(paid == Some(0)));
                }
            }
            if round == 1 {
                let query = case.map.query(ends)?;
                let goal = grid.node(ends[1]).ok_or("a row lies off the map")?;
                let guesses = [Exact::to(goal, &view), Exact::to(goal, &world)];
                for (figure, guess) in ["exact without", "exact under"].into_iter().zip(guesses) {
                    let outcome = astar(&world, &guess, &query, &mut exact, &mut ());
                    row.add(figure, outcome.effort().expanded as f64);
                }
            }
        }
    }
    for (answer, (.., figure)) in answers.iter_mut().zip(ASKED) {
        let mut all = || questions.iter().try_for_each(|&ends| answer(ends).map(drop));
        all()?;
        let (done, micros) = timed(all);
        done?;
        row.add(figure, micros / questions.len().max(1) as f64);
    }
    drop(answers);
    Ok(row)
}

/// Discs of danger around free cells until `cover` percent of these are in it, which the last disc
/// hardly passes; returns how many are.
fn paint(nav: &mut Navigator, danger: OverlayId, cover: u32) -> Result<f64, Failure> {
    let (grid, [least, most]) = (nav.grid().clone(), RADII);
    let view = grid.seen_by(&Mover::walker());
    let free = free_nodes(&view);
    let wanted = free.len() * cover as usize / 100;
    let (overlay, mut rng, mut covered) = (nav.overlay_mut(danger)?, Rng::new(1), 0);
    while covered < wanted {
        let middle = grid.cell(rng.pick(&free));
        let largest = ((wanted - covered) as f64 / std::f64::consts::PI).sqrt().ceil() as u32;
        let radius = least + rng.below((largest.clamp(least, most) - least + 1) as usize) as u32;
        covered += add_disc(overlay, &view, middle, radius.into());
    }
    Ok(percent(covered, free.len()))
}
