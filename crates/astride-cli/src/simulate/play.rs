//! Playing a scenario, line by line.

use std::collections::BTreeMap;
use std::fmt::Write;

use astride::base::{Budget, Cell, CellRect};
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
use crate::options::{cell_json, check_rect, plain};
use crate::report::{count, grouped};

/// The most cells of a map that is printed.
const MOST_PRINTED: u32 = 1 << 20;

/// The result of a scenario.
pub(crate) struct Played {
    /// Line by line.
    pub(crate) text: String,
    pub(crate) events: Vec<Value>,
    /// The numbers of expectations that were met and that were not.
    pub(crate) met: usize,
    pub(crate) missed: usize,
    pub(crate) digest: u64,
}

/// Plays a scenario. `map`, if there is one, replaces the map that it names; otherwise `load`
/// reads that.
pub(crate) fn play(
    lines: &[Line],
    map: Option<Grid>,
    load: &dyn Fn(&MapSource) -> Result<Grid, Failure>,
) -> Result<Played, Fault> {
    let mut player = Player {
        is_given: map.is_some(),
        world: map.map(World::new),
        questions: BTreeMap::new(),
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

/// The outcome of a question.
pub(super) enum Told {
    Outcome(Outcome),
    /// A request that was given up.
    Expired,
    /// The paths that a change would cut, in the order of their names.
    Parts(Vec<String>),
}

pub(super) struct Player {
    /// Whether the map came from the caller.
    is_given: bool,
    pub(super) world: Option<World>,
    /// The questions of paths and requests, by their names.
    pub(super) questions: BTreeMap<String, Question>,
    pub(super) answers: BTreeMap<String, Told>,
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
            Command::Places { name, areas } => {
                let world = self.world()?;
                areas.iter().try_for_each(|&area| check_rect(world.nav.grid(), area))?;
                check_count(world.nav.grid(), areas)?;
                world.set_places(name, areas)?;
            }
            Command::Suppose { name, change } => self.world()?.suppose(name, change)?,
            Command::Edit(edit) => return self.edit(edit),
            Command::Path { name, question, change } => {
                return self.path(name, question, change.as_ref());
            }
            Command::WouldPart { name, ways, change } => {
                return self.would_part(name, ways, change);
            }
            Command::Queue(options) => return self.queue(*options),
            Command::Request { name, question, terms } => {
                return self.request(name, question, *terms);
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

    fn path(
        &mut self,
        name: &str,
        question: &Question,
        change: Option<&Edit>,
    ) -> Result<(), String> {
        self.check_new(name)?;
        let world = self.world()?;
        let ask = world.ask(question)?;
        let outcome = match change {
            Some(change) => world.nav.route_if(change, &ask, &mut Budget::unlimited()),
            None => world.nav.route(&ask, &mut Budget::unlimited()),
        };
        let outcome = outcome.map_err(|error| error.to_string())?;
        self.questions.insert(name.to_owned(), question.clone());
        self.answer(name, outcome, "");
        Ok(())
    }

    fn would_part(&mut self, name: &str, ways: &[String], change: &Edit) -> Result<(), String> {
        self.check_new(name)?;
        let questions = ways.iter().map(|way| {
            let question = self.questions.get(way).cloned();
            question.ok_or_else(|| no_answer(way))
        });
        let questions = questions.collect::<Result<Vec<_>, _>>()?;
        let world = self.world()?;
        let asks = questions.iter().map(|question| world.ask(question));
        let asks = asks.collect::<Result<Vec<Ask>, _>>()?;
        let parted = world.nav.would_part(change, &asks).map_err(|error| error.to_string())?;
        self.digest.take(&[8, parted.len() as u64]);
        self.digest.take(&parted.iter().map(|&at| at as u64).collect::<Vec<_>>());
        let mut parted: Vec<String> = parted.into_iter().map(|at| ways[at].clone()).collect();
        let text = match parted.len() {
            0 => "nothing".into(),
            _ => parted.join(", "),
        };
        self.tell(format_args!("{name}: would part {text}"));
        self.played.events.push(json!({ "line": self.line, "name": name, "parts": parted }));
        parted.sort_unstable();
        self.answers.insert(name.to_owned(), Told::Parts(parted));
        Ok(())
    }

    pub(super) fn check_new(&self, name: &str) -> Result<(), String> {
        match self.questions.contains_key(name) || self.answers.contains_key(name) {
            true => Err(format!("there is a path {name} already, expected another name")),
            false => Ok(()),
        }
    }

    /// Notes an answer; `after` is printed after it.
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
        let mut event = json!({ "line": self.line, "name": name, "cost": outcome.cost() });
        let mut text = format!("{name}: {text}");
        let has_several = self.questions.get(name).is_some_and(|question| question.or.is_some());
        let end = self.end_of(&outcome);
        if let Some(nearest) = outcome.nearest() {
            self.digest.take(&[9, nearest.cost()]);
            self.digest.take_nodes(nearest.nodes());
            let (cell, steps) = (end.map(plain).unwrap_or_default(), nearest.step_count() as u64);
            let yet = if matches!(outcome, Outcome::OutOfBudget(_)) { " so far" } else { "" };
            let _ =
                write!(text, "; the nearest cell{yet} is {cell}, {} away", count(steps, "step"));
            event["nearest"] = end.map_or(Value::Null, cell_json);
        } else if let Some(end) = end.filter(|_| has_several) {
            let _ = write!(text, ", to {}", plain(end));
            event["goal"] = cell_json(end);
        }
        self.tell(format_args!("{text}{after}"));
        self.played.events.push(event);
        self.answers.insert(name.to_owned(), Told::Outcome(outcome));
    }

    /// Where the path of an answer ends, or the one to the nearest cell.
    fn end_of(&self, outcome: &Outcome) -> Option<Cell> {
        let path = outcome.path().or(outcome.nearest())?;
        self.world.as_ref().map(|world| world.nav.grid().cell(path.goal()))
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
                    (Answer::Steps(_), Some(Told::Outcome(Outcome::Found(found)))) => {
                        Answer::Steps(found.path.step_count())
                    }
                    (Answer::Ends(_), Some(Told::Outcome(outcome))) => {
                        self.end_of(outcome).map_or(answer_of(outcome), Answer::Ends)
                    }
                    (_, Some(Told::Outcome(outcome))) => answer_of(outcome),
                    (_, Some(Told::Expired)) => Answer::Expired,
                    (_, Some(Told::Parts(parted))) => Answer::Parts(parted.clone()),
                    (_, None) => self.state_of(name)?,
                };
                (words_of(name, answer), words_of(name, &found))
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
                let outcome = match self.answers.get(name) {
                    Some(Told::Outcome(outcome)) => Some(outcome),
                    _ => None,
                };
                let Some(path) = outcome.and_then(|found| found.path().or(found.nearest())) else {
                    self.tell(format_args!("{name} is no path"));
                    return Ok(());
                };
                let is = match outcome.and_then(Outcome::nearest) {
                    Some(_) => "is no path; the way to the nearest cell is",
                    None => "is",
                };
                let grid = self.world.as_ref().map(|world| world.nav.grid());
                let cells: Vec<_> = grid.map(|grid| path.cells(grid).collect()).unwrap_or_default();
                let json: Vec<Value> = cells.iter().copied().map(cell_json).collect();
                self.played.events.push(json!({ "line": self.line, "name": name, "cells": json }));
                self.tell(format_args!("{name} {is}"));
                cells_text(&mut self.played.text, "", cells);
            }
        }
        Ok(())
    }
}

/// The error for a name that no path and no request has.
pub(super) fn no_answer(name: &str) -> String {
    format!(
        "there is no answer {name}, expected a line `path {name} …` or `request {name} …` before"
    )
}

fn answer_of(outcome: &Outcome) -> Answer {
    match outcome {
        Outcome::Found(found) => Answer::Cost(found.path.cost()),
        Outcome::Unreachable(_) => Answer::Unreachable,
        Outcome::OutOfBudget(_) => Answer::OutOfBudget,
    }
}

/// An answer in the words of expectations.
fn words_of(name: &str, answer: &Answer) -> String {
    match answer {
        Answer::Cost(cost) => format!("{name}: cost {cost}"),
        Answer::Steps(steps) => format!("{name}: steps {steps}"),
        Answer::Ends(cell) => format!("{name}: ends {}", plain(*cell)),
        Answer::Unreachable => format!("{name}: unreachable"),
        Answer::OutOfBudget => format!("{name}: out of budget"),
        Answer::Waiting => format!("{name}: waiting"),
        Answer::Running => format!("{name}: running"),
        Answer::Cancelled => format!("{name}: cancelled"),
        Answer::Expired => format!("{name}: expired"),
        Answer::Parts(parted) if parted.is_empty() => format!("{name}: parts nothing"),
        Answer::Parts(parted) => format!("{name}: parts {}", parted.join(" ")),
    }
}

/// Refuses areas that overlap so much that they list more cells than there are.
fn check_count(grid: &Grid, areas: &[CellRect]) -> Result<(), String> {
    let count = |area: &CellRect| u64::from(area.width) * u64::from(area.height);
    let (listed, most) = (areas.iter().map(count).sum::<u64>(), grid.cell_count());
    match listed <= u64::from(most) {
        true => Ok(()),
        false => Err(format!("{listed} cells are listed, expected at most the {most} of the map")),
    }
}
