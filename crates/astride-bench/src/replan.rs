//! Units that walk on real maps: replanning at each step, compared with searching from scratch.
//!
//! One unit explores a map that it has never seen; one walks on a map that is edited around it; one
//! chases a wandering goal. Both answer each query, and their costs must agree.

use astride::base::{Budget, CellRect, Cost, NodeId};
use astride::search::{Followed, PathQuery, Replanner, Scratch, astar};
use astride::shapes::square::{Edit, Grid, GridHeuristic, GridView, Knowledge, Metric, Mover};
use astride::world::{Way, World};
use astride_testkit::rng::Rng;

use crate::Failure;
use crate::clock::timed;
use crate::maps::{self, Case, Folder};
use crate::sheet::{Column, MAP, Row, print_head, print_rows};

const MAPS: [&str; 4] =
    ["dao/brc202d", "bg512/AR0011SR", "mazes/maze512-32-0", "random/random512-40-0"];

/// Steps after which a unit gives up: a chase need not end.
const MOST_STEPS: usize = 3000;

/// Both ways to plan, beside each other.
const COLUMNS: &[Column] = &[
    MAP,
    ("<unit", |row, _| row.who.clone()),
    ("plans", |row, _| row.count("expanded")),
    ("expanded, of a search from nothing", |row, _| {
        format!("{:.4}", row.sum("expanded") / row.sum("expanded from nothing").max(1.0))
    }),
    ("time, of it", |row, _| {
        format!("{:.3}", row.sum("µs") / row.sum("µs from nothing").max(1e-3))
    }),
    ("walk, of the shortest", |row, _| match row.of("walk").is_empty() {
        true => String::new(),
        false => format!("{:.2}", row.mean("walk")),
    }),
];

/// Which maps, and how many units.
#[derive(clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    folder: Folder,
    /// Rows of each scenario, evenly spread, one unit for each
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    rows: u32,
}

/// One unit and both ways to plan for it: with memory, and from nothing.
struct Unit {
    at: NodeId,
    goal: NodeId,
    replanner: Replanner,
    scratch: Scratch,
}

impl Unit {
    fn new(at: NodeId, goal: NodeId) -> Self {
        Unit { at, goal, replanner: Replanner::new(), scratch: Scratch::new() }
    }

    /// Plans both ways and takes a step; `false` if there is none to take.
    fn step(
        &mut self,
        tally: &mut Row,
        world: &impl Followed,
        guess: GridHeuristic,
    ) -> Result<bool, Failure> {
        let budget = &mut Budget::unlimited();
        let Unit { at, goal, .. } = *self;
        let (outcome, micros) =
            timed(|| self.replanner.replan_over(world, at, goal, budget, &mut ()));
        let query = PathQuery::new(at, goal);
        let (fresh, fresh_micros) =
            timed(|| astar(world, &guess, &query, &mut self.scratch, &mut ()));
        if outcome.cost() != fresh.cost() {
            return Err(
                format!("{query:?}: {:?}, expected {:?}", outcome.cost(), fresh.cost()).into()
            );
        }
        tally.add("expanded", self.replanner.last().expanded as f64);
        tally.add("expanded from nothing", fresh.effort().expanded as f64);
        tally.add("µs", micros);
        tally.add("µs from nothing", fresh_micros);
        match outcome.path().and_then(|path| path.nodes().get(1)) {
            Some(&next) => self.at = next,
            None => return Ok(false),
        }
        Ok(self.at != self.goal)
    }

    fn step_on(&mut self, tally: &mut Row, view: &GridView<'_>) -> Result<bool, Failure> {
        self.step(tally, view, GridHeuristic::octile(view))
    }
}

/// Sees five cells around it, and takes the rest to be free. Notes how much further it walked than a
/// unit that knows the map.
fn explore(view: &GridView<'_>, ends: [NodeId; 2], tally: &mut Row) -> Result<(), Failure> {
    let (grid, mut unit) = (view.grid(), Unit::new(ends[0], ends[1]));
    let mut knowledge = Knowledge::new(grid, b'.');
    let is_opaque = |class: u8| !matches!(class, b'.' | b'G' | b'S');
    let (mut walked, mut goes_on): (Cost, bool) = (0, unit.at != unit.goal);
    while goes_on {
        let before = unit.at;
        knowledge.reveal_around(grid, grid.cell(before), 5, is_opaque, &mut Vec::new());
        let known = knowledge.view(view);
        goes_on = unit.step(tally, &known, GridHeuristic::known(&known, Metric::Octile))?;
        walked += view.arc_cost(before, unit.at).map_or(0, Cost::from);
    }
    let query = PathQuery::new(ends[0], ends[1]);
    let all = astar(view, &GridHeuristic::octile(view), &query, &mut Scratch::new(), &mut ());
    tally.add("walk", walked as f64 / all.cost().unwrap_or(1).max(1) as f64);
    Ok(())
}

/// Walks while at every fifth step a few cells around it are blocked, and those blocked before are as
/// they were again.
fn be_edited(
    grid: &Grid,
    ends: [NodeId; 2],
    rng: &mut Rng,
    tally: &mut Row,
) -> Result<(), Failure> {
    let (mut grid, mover, mut unit) = (grid.clone(), Mover::walker(), Unit::new(ends[0], ends[1]));
    let mut blocked: Vec<(NodeId, u8)> = Vec::new();
    for step in 0..MOST_STEPS {
        if step % 5 == 4 {
            let mut edit = Edit::new();
            blocked.drain(..).for_each(|(node, class)| _ = edit.set(grid.cell(node), class));
            let cell = grid.cell(unit.at);
            for _ in 0..6 {
                let mut near = |at: u32, size: u32| {
                    (at + rng.below(31) as u32).saturating_sub(15).min(size - 1)
                };
                let node = grid.node((near(cell.x, grid.width()), near(cell.y, grid.height())));
                let Some(node) = node.filter(|&node| node != unit.at && node != unit.goal) else {
                    continue;
                };
                if !blocked.iter().any(|other| other.0 == node) {
                    blocked.push((node, grid.class_at(node)));
                    edit.fill(CellRect::of(grid.cell(node)), b'@');
                }
            }
            grid.apply(&edit)?;
        }
        if unit.at == unit.goal || !unit.step_on(tally, &grid.seen_by(&mover))? {
            break;
        }
    }
    Ok(())
}

/// Follows a goal that wanders, a step for every two of its own.
fn chase(
    view: &GridView<'_>,
    ends: [NodeId; 2],
    rng: &mut Rng,
    tally: &mut Row,
) -> Result<(), Failure> {
    let mut unit = Unit::new(ends[0], ends[1]);
    for step in 0..MOST_STEPS {
        if step % 2 == 1 {
            let mut ways = vec![unit.goal];
            view.for_each_arc(unit.goal, Way::Forward, |arc| ways.push(arc.node));
            unit.goal = rng.pick(&ways);
        }
        if unit.at == unit.goal || !unit.step_on(tally, view)? {
            break;
        }
    }
    Ok(())
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    print_head("", COLUMNS);
    for case in options.folder.cases(&MAPS)? {
        print_rows(COLUMNS, &measure(&case, options.rows as usize)?);
    }
    Ok(())
}

fn measure(case: &Case, rows: usize) -> Result<[Row; 3], Failure> {
    let grid = &case.map.grid;
    let view = grid.seen_by(&Mover::walker());
    let mut rng = Rng::new(1);
    let mut units = ["explores", "is edited", "chases"].map(|unit| Row::new(&case.map.name, unit));
    for ends in case.ends(rows) {
        let ends = maps::nodes(grid, ends)?;
        explore(&view, ends, &mut units[0])?;
        be_edited(grid, ends, &mut rng, &mut units[1])?;
        chase(&view, ends, &mut rng, &mut units[2])?;
    }
    Ok(units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_arrive_and_both_ways_to_plan_agree() {
        let mut grid = Grid::new(40, 30, b'.').expect("a good size");
        grid.apply(Edit::new().fill(CellRect::new(20, 3, 2, 27), b'@')).expect("cells of the map");
        let ends = [NodeId::new(40 * 20 + 3), NodeId::new(40 * 20 + 36)];
        let view = grid.seen_by(&Mover::walker());
        let (mut tally, mut rng) = (Row::default(), Rng::new(1));
        explore(&view, ends, &mut tally).expect("agreement");
        assert!(tally.sum("walk") > 1.0);
        be_edited(&grid, ends, &mut rng, &mut tally).expect("agreement");
        chase(&view, ends, &mut rng, &mut tally).expect("agreement");
        assert!(tally.of("µs").len() > 100);
        assert!(tally.sum("expanded") < tally.sum("expanded from nothing"));
    }
}
