//! Playing a scenario, line by line.

use std::collections::BTreeMap;
use std::fmt::Write;

use astride::base::{Budget, CellRect};
use astride::io::Drawing;
use astride::planner::Ask;
use astride::search::Outcome;
use astride::shapes::square::{Edit, Grid, Mover};
use serde_json::{Value, json};

use super::digest::Digest;
use super::story::World;
use super::{Answer, Area, Command, Expected, Fault, Line, MapSource, Printed, Question};
use crate::describe::cells_text;
use crate::error::Failure;
use crate::options::cell_json;
use crate::report::{count, grouped};

/// The most cells of a map that is printed.
const MOST_PRINTED: u32 = 1 << 20;

/// What came of a scenario.
pub(crate) struct Played {
    /// Line by line.
    pub(crate) text: String,
    pub(crate) events: Vec<Value>,
    /// Expectations that were met, and those that were not.
    pub(crate) met: usize,
    pub(crate) missed: usize,
    pub(crate) digest: u64,
}

/// Plays a scenario. `map` is taken instead of the map that it names, if there is one; else `load`
/// reads that.
pub(crate) fn play(
    lines: &[Line],
    map: Option<Grid>,
    load: &dyn Fn(&MapSource) -> Result<Grid, Failure>,
) -> Result<Played, Fault> {
    let mut player = Player {
        is_given: map.is_some(),
        world: map.map(World::new),
        answers: BTreeMap::new(),
        digest: Digest::default(),
        played: Played { text: String::new(), events: Vec::new(), met: 0, missed: 0, digest: 0 },
        line: 0,
    };
    for Line { number, command } in lines {
        player.line = *number;
        let done = player.command(command, load);
        done.map_err(|message| Fault { line: *number, message })?;
    }
    player.played.digest = player.digest.number();
    Ok(player.played)
}

pub(super) struct Player {
    /// Whether the map came from outside.
    is_given: bool,
    pub(super) world: Option<World>,
    pub(super) answers: BTreeMap<String, Outcome>,
    pub(super) digest: Digest,
    pub(super) played: Played,
    pub(super) line: usize,
}

impl Player {
    fn command(
        &mut self,
        command: &Command,
        load: &dyn Fn(&MapSource) -> Result<Grid, Failure>,
    ) -> Result<(), String> {
        match command {
            Command::Map(source) => return self.map(source, load),
            Command::Mover { name, mover, side } => {
                self.world()?.add_mover(name, Mover::clone(mover), *side)?;
            }
            Command::Faction { name, assumed } => {
                let world = self.world()?;
                world.factions.check_new(name)?;
                let id = world.nav.add_faction(*assumed);
                world.factions.add(name, id);
            }
            Command::Overlay { name } => {
                let world = self.world()?;
                world.overlays.check_new(name)?;
                let id = world.nav.add_overlay().map_err(|error| error.to_string())?;
                world.overlays.add(name, id);
            }
            Command::Reveal { faction, area } => return self.reveal(faction, area),
            Command::Remember { faction, rect } => {
                let world = self.world()?;
                check_rect(world.nav.grid(), *rect)?;
                let id = world.factions.get(faction)?;
                world.nav.remember(id, *rect).map_err(|error| error.to_string())?;
            }
            Command::Cost { overlay, rect, ticks } => {
                let world = self.world()?;
                check_rect(world.nav.grid(), *rect)?;
                let id = world.overlays.get(overlay)?;
                let overlay = world.nav.overlay_mut(id).map_err(|error| error.to_string())?;
                overlay.fill(*rect, *ticks);
            }
            Command::Edit(edit) => return self.edit(edit),
            Command::Path { name, question } => return self.path(name, question),
            Command::Queue(options) => return self.queue(*options),
            Command::Request { name, question, priority, limit } => {
                return self.request(name, question, (*priority, *limit));
            }
            Command::Work { expansions, frames } => return self.work(*expansions, *frames),
            Command::Cancel { name } => return self.cancel(name),
            Command::Expect { what } => return self.expect(what),
            Command::Print(what) => return self.print(what),
        }
        Ok(())
    }

    pub(super) fn world(&mut self) -> Result<&mut World, String> {
        self.world
            .as_mut()
            .ok_or_else(|| "there is no map yet, expected a line `map` before".into())
    }

    pub(super) fn tell(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.played.text, "{:>5}  {text}", self.line);
    }

    fn map(
        &mut self,
        source: &MapSource,
        load: &dyn Fn(&MapSource) -> Result<Grid, Failure>,
    ) -> Result<(), String> {
        if self.world.is_some() && !self.is_given {
            return Err("there is a map already, expected one line `map`".into());
        }
        if self.world.is_none() {
            let grid = load(source).map_err(|error| error.to_string())?;
            self.world = Some(World::new(grid));
        }
        let grid = self.world()?.nav.grid();
        let (width, height, sum) = (grid.width(), grid.height(), grid.fingerprint());
        self.digest.take(&[width.into(), height.into(), sum]);
        self.tell(format_args!("map of {width} x {height} cells"));
        Ok(())
    }

    fn reveal(&mut self, faction: &str, area: &Area) -> Result<(), String> {
        let world = self.world()?;
        let id = world.factions.get(faction)?;
        let seen = match area {
            Area::Rect(rect) => {
                check_rect(world.nav.grid(), *rect)?;
                world.nav.reveal(id, *rect)
            }
            Area::Around { eye, radius, opaque } => {
                let off = || format!("cell {},{} is off the map", eye.x, eye.y);
                world.nav.grid().node(*eye).ok_or_else(off)?;
                let walker = Mover::walker();
                let is_opaque = |class: u8| match opaque {
                    Some(letters) => letters.contains(&class),
                    None => !walker.is_passable(class),
                };
                world.nav.reveal_around(id, *eye, *radius, is_opaque)
            }
        };
        let seen = seen.map_err(|error| error.to_string())?;
        self.digest.take(&[seen.into()]);
        self.tell(format_args!("{faction} sees {} for the first time", count(seen.into(), "cell")));
        Ok(())
    }

    fn edit(&mut self, edit: &Edit) -> Result<(), String> {
        let world = self.world()?;
        let revision = world.nav.apply(edit).map_err(|error| error.to_string())?;
        let sum = world.nav.grid().fingerprint();
        self.digest.take(&[revision, sum]);
        self.tell(format_args!("revision {revision}"));
        Ok(())
    }

    fn path(&mut self, name: &str, question: &Question) -> Result<(), String> {
        self.check_new(name)?;
        let world = self.world()?;
        let ask: Ask = world.ask(question)?;
        let outcome = world.nav.route(&ask, &mut Budget::unlimited());
        let outcome = outcome.map_err(|error| error.to_string())?;
        self.answer(name, outcome, "");
        Ok(())
    }

    pub(super) fn check_new(&self, name: &str) -> Result<(), String> {
        let is_asked = self.world.as_ref().is_some_and(|world| world.requests.contains_key(name));
        match is_asked || self.answers.contains_key(name) {
            true => Err(format!("there is a path {name} already, expected another name")),
            false => Ok(()),
        }
    }

    /// Notes an answer; `after` is printed behind it.
    pub(super) fn answer(&mut self, name: &str, outcome: Outcome, after: &str) {
        let text = match &outcome {
            Outcome::Found(found) => {
                let (cost, steps) = (found.path.cost(), found.path.step_count());
                self.digest.take(&[1, cost]);
                self.digest.take_nodes(found.path.nodes());
                format!("{} ticks, {}", grouped(cost), count(steps as u64, "step"))
            }
            Outcome::Unreachable(unreachable) => {
                self.digest.take(&[2]);
                format!("unreachable: {}", unreachable.why)
            }
            Outcome::OutOfBudget(out) => {
                self.digest.take(&[3, out.lower_bound]);
                format!("out of budget: no path is cheaper than {} ticks", grouped(out.lower_bound))
            }
        };
        self.tell(format_args!("{name}: {text}{after}"));
        let cost = outcome.cost();
        self.played.events.push(json!({ "line": self.line, "name": name, "cost": cost }));
        self.answers.insert(name.to_owned(), outcome);
    }

    fn expect(&mut self, what: &Expected) -> Result<(), String> {
        let (expected, found) = match what {
            Expected::Revision(expected) => {
                let found = self.world()?.nav.revision();
                (format!("revision {expected}"), format!("revision {found}"))
            }
            Expected::Known { faction, cells } => {
                let world = self.world()?;
                let id = world.factions.get(faction)?;
                let known = world.nav.knowledge(id).map_err(|error| error.to_string())?;
                let text = |cells: u32| format!("{faction} knows {}", count(cells.into(), "cell"));
                (text(*cells), text(known.known_count()))
            }
            Expected::Digest(expected) => {
                let text = |digest: u64| format!("digest {digest:016x}");
                (text(*expected), text(self.digest.number()))
            }
            Expected::Answer { name, answer } => {
                let found = match (answer, self.answers.get(name)) {
                    (Answer::Steps(_), Some(Outcome::Found(found))) => {
                        Answer::Steps(found.path.step_count())
                    }
                    (_, Some(outcome)) => answer_of(outcome),
                    (_, None) => self.state_of(name)?,
                };
                (words_of(name, *answer), words_of(name, found))
            }
        };
        if expected == found {
            self.played.met += 1;
        } else {
            self.played.missed += 1;
            self.tell(format_args!("MISSED: expected {expected}, found {found}"));
        }
        let is_met = expected == found;
        let event =
            json!({ "line": self.line, "expected": expected, "found": found, "met": is_met });
        self.played.events.push(event);
        Ok(())
    }

    fn print(&mut self, what: &Printed) -> Result<(), String> {
        match what {
            Printed::Digest => {
                let digest = self.digest.number();
                self.tell(format_args!("digest {digest:016x}"));
            }
            Printed::Map => {
                let grid = self.world()?.nav.grid();
                let cells = grid.cell_count();
                if cells > MOST_PRINTED {
                    let cells = count(cells.into(), "cell");
                    return Err(format!("the map has {cells}, expected at most {MOST_PRINTED}"));
                }
                let drawing = Drawing::write(grid, &[], &[]).map_err(|error| error.to_string())?;
                self.tell(format_args!("map"));
                self.played.text.push_str(&drawing);
            }
            Printed::Answer(name) => {
                if !self.answers.contains_key(name) {
                    self.state_of(name)?;
                }
                let Some(path) = self.answers.get(name).and_then(Outcome::path) else {
                    self.tell(format_args!("{name} is no path"));
                    return Ok(());
                };
                let grid = self.world.as_ref().map(|world| world.nav.grid());
                let cells: Vec<_> = grid.map(|grid| path.cells(grid).collect()).unwrap_or_default();
                let json: Vec<Value> = cells.iter().copied().map(cell_json).collect();
                self.played.events.push(json!({ "line": self.line, "name": name, "cells": json }));
                self.tell(format_args!("{name} is"));
                cells_text(&mut self.played.text, "", cells);
            }
        }
        Ok(())
    }
}

fn answer_of(outcome: &Outcome) -> Answer {
    match outcome {
        Outcome::Found(found) => Answer::Cost(found.path.cost()),
        Outcome::Unreachable(_) => Answer::Unreachable,
        Outcome::OutOfBudget(_) => Answer::OutOfBudget,
    }
}

/// An answer in the words in which it is expected.
fn words_of(name: &str, answer: Answer) -> String {
    match answer {
        Answer::Cost(cost) => format!("{name}: cost {cost}"),
        Answer::Steps(steps) => format!("{name}: steps {steps}"),
        Answer::Unreachable => format!("{name}: unreachable"),
        Answer::OutOfBudget => format!("{name}: out of budget"),
        Answer::Waiting => format!("{name}: waiting"),
        Answer::Running => format!("{name}: running"),
        Answer::Cancelled => format!("{name}: cancelled"),
    }
}

fn check_rect(grid: &Grid, rect: CellRect) -> Result<(), String> {
    let is_inside = rect.x + rect.width <= grid.width() && rect.y + rect.height <= grid.height();
    if is_inside {
        return Ok(());
    }
    let (width, height) = (grid.width(), grid.height());
    let CellRect { x, y, width: w, height: h } = rect;
    Err(format!("{w}x{h} cells from {x},{y} on are not all on the map of {width}x{height} cells"))
}
