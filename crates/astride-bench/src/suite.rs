//! A suite as a value: who is asked, who follows edits, on which maps, and what is printed of it.
//!
//! One runner serves all of them. Everyone is asked the same questions, block by block, and every answer
//! is checked: a path is walked, and its cost compared with that of somebody who finds cheapest ones.

use astride::base::{Budget, Cell, Cost, NodeId};
use astride::path::Path;
use astride::search::DistanceField;
use astride::shapes::square::{Edit, Grid, GridView, Mover};
use astride::world::Way;

use crate::Failure;
use crate::clock::timed;
use crate::desk::{Desk, Settings};
use crate::engine::{self, Method, Promise, Ready, Told};
use crate::followers::{self, Did};
use crate::maps::Case;
use crate::measure::BLOCK;
use crate::sheet::{Column, Row, print_head, print_rows};
use crate::stats::median;

/// A map, who moves there, and what happens.
pub(crate) struct Scene {
    pub(crate) name: String,
    pub(crate) grid: Grid,
    pub(crate) mover: Mover,
    /// The ends of some questions.
    pub(crate) ends: Vec<[Cell; 2]>,
    /// Batches of edits, each followed at once.
    pub(crate) edits: Vec<Vec<Edit>>,
    /// What rows say of it beside its name.
    pub(crate) note: String,
}

/// Who takes part, and what is printed.
#[derive(Default)]
pub(crate) struct Suite<'a> {
    /// Above the table.
    pub(crate) about: String,
    pub(crate) columns: &'a [Column],
    /// Methods by name.
    pub(crate) asked: &'a [&'static str],
    /// Indexes by name.
    pub(crate) followed: &'a [&'static str],
    pub(crate) plan: Plan,
    pub(crate) settings: Settings,
}

/// How questions are asked.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    /// How often each is timed; the median counts.
    pub(crate) rounds: usize,
    /// How many are asked once before, which takes the memory.
    pub(crate) warm: usize,
    /// How many of them one answers before the next one has its turn.
    pub(crate) block: usize,
    /// Whether steps out of cells are worked out beforehand.
    pub(crate) prepared: bool,
    /// Whether distance fields, another algorithm, know the right costs, not the first of the methods.
    pub(crate) by_field: bool,
}

impl Default for Plan {
    fn default() -> Self {
        Plan { rounds: 1, warm: 1, block: BLOCK, prepared: false, by_field: false }
    }
}

/// Somebody who is asked.
struct Player<'a> {
    method: &'static Method,
    ready: Ready<'a>,
    row: Row,
    /// µs by question.
    laps: Vec<Vec<f64>>,
}

impl Suite<'_> {
    pub(crate) fn print_head(&self) {
        print_head(&self.about, self.columns);
    }

    /// Measures one scene and prints its rows.
    pub(crate) fn print(&self, scene: &Scene) -> Result<(), Failure> {
        print_rows(self.columns, &self.measure(scene)?);
        Ok(())
    }

    /// The rows of those who are asked, then of those who follow.
    pub(crate) fn measure(&self, scene: &Scene) -> Result<Vec<Row>, Failure> {
        let fail = |fault: Failure| format!("{}: {fault}", scene.name);
        let mut rows = self.ask(scene).map_err(fail)?;
        for name in self.followed {
            rows.push(self.follow(scene, name).map_err(fail)?);
        }
        Ok(rows)
    }

    fn ask(&self, scene: &Scene) -> Result<Vec<Row>, Failure> {
        if self.asked.is_empty() {
            return Ok(Vec::new());
        }
        let view = scene.grid.seen_by(&scene.mover);
        let view = if self.plan.prepared { view.prepared() } else { view };
        let desk = Desk::new(view, self.settings);
        let node = |cell| scene.grid.node(cell).ok_or("an end is off the map");
        let mut ends = Vec::new();
        for &[from, to] in &scene.ends {
            ends.push([node(from)?, node(to)?]);
        }
        let mut players = Vec::new();
        for name in self.asked {
            let method = engine::method(name).ok_or("a suite names no method")?;
            match (method.prepare)(&desk) {
                Ok(ready) => players.push(Player::new(scene, method, ready, ends.len())),
                Err(fault) => eprintln!("{}: no {}: {fault}", scene.name, method.title),
            }
        }
        for player in &mut players {
            for &[from, to] in ends.iter().take(self.plan.warm) {
                (player.ready.ask)(from, to);
            }
        }
        let mut field = self.plan.by_field.then(DistanceField::new);
        for round in 0..self.plan.rounds {
            for (number, block) in ends.chunks(self.plan.block).enumerate() {
                let first = number * self.plan.block;
                let told = take_turns(&mut players, number + round, first, block);
                for (at, &ends) in block.iter().enumerate().filter(|_| round == 0) {
                    let told = told.iter().map(|told| told[at].as_ref());
                    check(&mut players, &desk.view, ends, &told.collect::<Vec<_>>(), &mut field)?;
                }
            }
        }
        Ok(players.into_iter().map(Player::finished).collect())
    }

    fn follow(&self, scene: &Scene, name: &str) -> Result<Row, Failure> {
        let follower = followers::FOLLOWERS.iter().find(|follower| follower.name == name);
        let follower = follower.ok_or("a suite names nobody who follows")?;
        let mut row = scene.row(follower.title);
        row.note += follower.counted;
        let mut grid = scene.grid.clone();
        let (built, micros) =
            timed(|| (follower.build)(&grid.seen_by(&scene.mover), &self.settings));
        let mut index = built?;
        row.add("built", micros);
        for batch in &scene.edits {
            for edit in batch {
                grid.apply(edit)?;
            }
            let view = grid.seen_by(&scene.mover);
            let (did, took) = timed(|| index.follow(&view));
            let Did { looked, is_rebuilt } = did?;
            row.add("edit", took);
            looked.into_iter().for_each(|cells| row.add("looked", cells as f64));
            row.add("rebuilt", f64::from(u8::from(is_rebuilt)));
        }
        match index.is_right(&grid.seen_by(&scene.mover))? {
            true => Ok(row),
            false => Err(format!("{name} is not as built from scratch").into()),
        }
    }
}

impl Scene {
    /// A walker on a map, with some rows of its scenario as questions.
    pub(crate) fn of(case: &Case, rows: usize) -> Scene {
        Scene::new(&case.map.name, case.map.grid.clone(), case.ends(rows))
    }

    /// A walker on a map, with some questions.
    pub(crate) fn new(name: &str, grid: Grid, ends: Vec<[Cell; 2]>) -> Scene {
        let (mover, edits, note) = (Mover::walker(), Vec::new(), String::new());
        Scene { name: name.to_owned(), grid, mover, ends, edits, note }
    }

    fn row(&self, who: &str) -> Row {
        let mut row = Row::new(&self.name, who);
        row.note.clone_from(&self.note);
        row
    }
}

impl<'a> Player<'a> {
    fn new(scene: &Scene, method: &'static Method, ready: Ready<'a>, count: usize) -> Self {
        let mut row = scene.row(method.title);
        row.add("built", ready.micros);
        row.add("bytes", ready.bytes as f64);
        row.add("bytes/cell", ready.bytes as f64 / f64::from(scene.grid.cell_count()));
        Player { method, ready, row, laps: vec![Vec::new(); count] }
    }

    fn finished(mut self) -> Row {
        self.laps.iter().for_each(|laps| self.row.add("µs", median(laps)));
        self.row
    }
}

/// Everybody answers the block that begins with question number `first`; who begins goes by `lead`, so
/// that everybody goes first, second, third … equally often.
fn take_turns(
    players: &mut [Player<'_>],
    lead: usize,
    first: usize,
    block: &[[NodeId; 2]],
) -> Vec<Vec<Option<Told>>> {
    let count = players.len();
    let mut all: Vec<_> = players.iter().map(|_| Vec::new()).collect();
    for turn in 0..count {
        let who = (turn + lead) % count;
        let player = &mut players[who];
        for (at, &[from, to]) in block.iter().enumerate() {
            let (told, micros) = timed(|| (player.ready.ask)(from, to));
            player.laps[first + at].push(micros);
            all[who].push(told);
        }
    }
    all
}

/// Holds all answers to one question to what was promised.
fn check(
    players: &mut [Player<'_>],
    view: &GridView<'_>,
    [from, to]: [NodeId; 2],
    told: &[Option<&Told>],
    field: &mut Option<DistanceField>,
) -> Result<(), Failure> {
    let least = match field {
        Some(field) => {
            field.compute(view, &[(to, 0)], Way::Backward, &mut Budget::unlimited());
            field.distance(from)
        }
        None => {
            let exact =
                players.iter().zip(told).filter(|one| one.0.method.promise == Promise::Cheapest);
            let known = exact.filter_map(|(_, told)| *told).find(|told| told.is_found().is_some());
            known.and_then(Told::cost)
        }
    };
    for (player, told) in players.iter_mut().zip(told) {
        let fail = |fault: &str| format!("{}: {from} to {to}: {fault}", player.method.name);
        let told = told.ok_or_else(|| fail("no answer"))?;
        if let Some(outcome) = told.outcome() {
            player.row.add("expanded", outcome.effort().expanded as f64);
        }
        if told.is_found().is_some_and(|is_found| is_found != least.is_some()) {
            return Err(fail(&format!("{:?} is not {least:?}", told.cost())).into());
        }
        if let (Some(path), Some(least)) = (told.path(), least) {
            check_path(path, view, [from, to], least, player.method.promise)
                .map_err(|fault| fail(&fault))?;
            player.row.add("ratio", path.cost().max(1) as f64 / least.max(1) as f64);
        }
    }
    Ok(())
}

fn check_path(
    path: &Path,
    view: &GridView<'_>,
    [from, to]: [NodeId; 2],
    least: Cost,
    promise: Promise,
) -> Result<(), String> {
    path.validate(view).map_err(|fault| fault.to_string())?;
    if (path.nodes().first(), path.nodes().last()) != (Some(&from), Some(&to)) {
        return Err("a path between other ends".to_owned());
    }
    let holds = match promise {
        Promise::Cheapest => path.cost() == least,
        Promise::SomePath => path.cost() >= least,
    };
    if holds { Ok(()) } else { Err(format!("{} is not {least}", path.cost())) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use astride::shapes::square::Terrain;

    fn hills() -> Scene {
        let grid = Grid::new(40, 30, b'.').expect("a good size");
        let grid = Terrain::new(4, 3).and_then(|t| t.blob(6)).expect("terrain").over(&grid);
        let ends = [[(3, 0), (20, 29)], [(0, 15), (1, 1)]];
        let ends = ends.map(|ends| ends.map(|(x, y)| Cell::new(x, y))).to_vec();
        Scene::new("hills", grid.expect("terrain over a grid"), ends)
    }

    fn suite(asked: &[&'static str]) -> Vec<Row> {
        let plan = Plan { by_field: true, ..Plan::default() };
        let settings = Settings { landmarks: 4, ..Settings::default() };
        Suite { asked, plan, settings, ..Suite::default() }
            .measure(&hills())
            .expect("right answers")
    }

    #[test]
    fn all_methods_are_asked_and_checked() {
        let names: Vec<&str> = engine::METHODS.iter().map(|method| method.name).collect();
        let rows = suite(&names);
        assert_eq!(rows.len(), names.len());
        assert!(rows.iter().all(|row| row.of("µs").len() == 2));
        let [plain, informed] = ["astar", "farthest"].map(|name| {
            rows[names.iter().position(|other| *other == name).expect("asked")].mean("expanded")
        });
        assert!(informed * 2.0 < plain, "{informed} of {plain}");
    }

    #[test]
    fn a_wrong_answer_is_noticed() {
        let scene = hills();
        let desk = Desk::new(scene.grid.seen_by(&scene.mover), Settings::default());
        let ends = [NodeId::new(3), NodeId::new(1180)];
        for (name, wrong) in [("astar", "astar"), ("clusters", "astar")] {
            let method = engine::method(name).expect("a method");
            let lying = engine::method(wrong).expect("a method");
            let mut right = (lying.prepare)(&desk).expect("ready");
            let mut told = (right.ask)(ends[1], ends[0]);
            let ready = (method.prepare)(&desk).expect("ready");
            let mut players = [Player::new(&scene, method, ready, 1)];
            let mut field = Some(DistanceField::new());
            let mut held =
                |told: Option<&Told>| check(&mut players, &desk.view, ends, &[told], &mut field);
            assert!(held(told.as_ref()).is_err(), "a path the other way round");
            told = Some(Told::Begins(false));
            assert!(held(told.as_ref()).is_err(), "no path where there is one");
            assert!(held(None).is_err(), "no answer");
        }
    }
}
