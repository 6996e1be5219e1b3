//! Queries under danger, compared with A* with the octile heuristic on the composed map.

use astride::base::{Budget, Cell, Cost, NodeId};
use astride::planner::{Ask, Build, Navigator, OverlayId};
use astride::search::{DistanceField, Estimate, Heuristic, Promise};
use astride::shapes::square::{Corners, GridHeuristic, Mover};
use astride::world::{Way, World};
use astride_testkit::rng::Rng;

use crate::Failure;
use crate::clock::{self, timed};
use crate::danger::{MAPS, PEAK, add_disc, free_nodes, percent};
use crate::maps::{self, Case};
use crate::sheet::{Column, MAP, Row, print_head, print_rows};
use crate::turns::{Plan, Player, Truth, by_astar, play, take_turns};

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
    ("in a row: A* µs", |row, _| format!("{:.0}", row.mean("A* in a row"))),
    ("jumps µs", |row, _| format!("{:.0}", row.mean("jumps in a row"))),
    ("landmarks µs", |row, _| format!("{:.0}", row.mean("landmarks in a row"))),
    ("µs ÷", |row, _| format!("{:.1}", row.sum("A* in a row") / row.sum("landmarks in a row"))),
    ("exact without", |row, _| format!("{:.0}", row.mean("exact without"))),
    ("exact under", |row, _| format!("{:.0}", row.mean("exact under"))),
];

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

/// Exact distances for guesses: of any world in which no arc is cheaper.
struct Exact<'a, W>(&'a W);

/// The distances to one goal.
struct Aimed(DistanceField);

impl Estimate for Aimed {
    fn estimate(&self, node: NodeId) -> Cost {
        // From where no way leads to the goal, none leads to where one does.
        self.0.distance(node).unwrap_or(0)
    }
}

impl<W: World> Heuristic for Exact<'_, W> {
    type Aimed = Aimed;

    fn aim(&self, goals: &mut dyn Iterator<Item = NodeId>) -> Aimed {
        let goals: Vec<_> = goals.map(|goal| (goal, 0)).collect();
        let mut field = DistanceField::new();
        field.compute(self.0, &goals, Way::Backward, &mut Budget::unlimited());
        Aimed(field)
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
    let under = |nav: &Navigator, [from, to]: [Cell; 2], danger| {
        Ok(nav.route(&Ask::new(from, to).overlay(danger), &mut Budget::unlimited())?)
    };
    let (nav, guessing, questions) = (&nav, &guessing, case.ends(options.rows));
    let [first, second, third] = ASKED.map(|(who, ..)| who);
    let mut players = vec![
        Player::search(first, grid, by_astar(&world, grid, octile), 0),
        Player::search(second, grid, move |ends| under(nav, ends, danger), 0),
        Player::search(third, grid, move |ends| under(guessing, ends, same_danger), 0),
        Player::search("exact without", grid, by_astar(&world, grid, Exact(&view)), 0),
        Player::search("exact under", grid, by_astar(&world, grid, Exact(&world)), 0),
    ];
    let mut truths = [Truth::of(&world, grid)];
    play(&mut players, &questions, &mut truths, &Plan { block: 1, ..Plan::default() })?;
    for (player, (_, figures, _)) in players.iter_mut().zip(ASKED) {
        row.take_answers(figures, &player.sum_up());
    }
    for (player, figure) in players.iter_mut().skip(3).zip(["exact without", "exact under"]) {
        row.take(figure, &player.sum_up(), "expanded");
    }
    let plan = Plan { rounds: 3, block: usize::MAX, ..Plan::default() };
    for (player, (.., figure)) in players.iter_mut().zip(ASKED) {
        take_turns(std::slice::from_mut(player), &questions, &plan)?;
        row.take(figure, &player.sum_up(), "µs");
    }
    let mut answer = by_astar(&world, grid, octile);
    for ends in questions {
        let outcome = answer(ends)?;
        let extra = |&node: &NodeId| u64::from(overlay.extra(node));
        let paid = outcome.path().map(|path| path.nodes()[1..].iter().map(extra).sum());
        row.add("free", f64::from(paid == Some(0)));
    }
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
