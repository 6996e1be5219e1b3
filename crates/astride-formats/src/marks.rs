//! Starts, goals and links by their names.

use astride::base::{Cell, Scale};
use astride::world::Link;

use crate::error::quote;
use crate::import::{Notes, Squares};
use crate::legend::plain;

/// What an object on a map marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Start,
    Goal,
}

impl Mark {
    /// The meaning of a name or a type, if it has one.
    pub(crate) fn of(name: &str) -> Option<Mark> {
        match &plain(name)[..] {
            "start" | "spawn" | "spawnpoint" | "player" | "playerstart" | "playerspawn" => {
                Some(Mark::Start)
            }
            "goal" | "exit" | "end" | "finish" | "target" => Some(Mark::Goal),
            _ => None,
        }
    }
}

/// The ticks of a straight step, which a link costs unless it says otherwise.
const STEP: u32 = Scale::EXACT.straight();

/// An object that leads to another one, before it is known where either is.
#[derive(Clone, Debug)]
pub(crate) struct Passage<P> {
    /// What the file calls it.
    pub(crate) name: String,
    pub(crate) from: P,
    /// The objects to which it leads, by their names or numbers; none if it does not say.
    pub(crate) to: Vec<String>,
    pub(crate) cost: u32,
    /// Whether nothing leads back.
    pub(crate) is_one_way: bool,
}

impl<P> Passage<P> {
    /// Whether an object of this name or class leads to another; numbers at the end do not matter.
    pub(crate) fn is_one(name: &str) -> bool {
        matches!(
            plain(name).trim_end_matches(|letter: char| letter.is_ascii_digit()),
            "link" | "portal" | "stair" | "stairs" | "ladder" | "teleport" | "teleporter"
        )
    }

    /// A passage that does not lead anywhere yet.
    pub(crate) fn new(name: &str, from: P) -> Self {
        let (name, to) = (name.to_owned(), Vec::new());
        Passage { name, from, to, cost: STEP, is_one_way: false }
    }

    /// Whether a property of this name says where it leads.
    pub(crate) fn leads(property: &str) -> bool {
        let property = plain(property);
        matches!(&property[..], "to" | "target" | "destination" | "link" | "leadsto" | "portal")
    }

    /// Takes a property that says something else of it.
    pub(crate) fn take(&mut self, property: &str, value: &str, notes: &mut Notes) {
        match &plain(property)[..] {
            "oneway" => self.is_one_way = value == "true",
            "cost" => {
                let ticks = value.parse().map(|steps: f64| (steps * f64::from(STEP)).round());
                match ticks.ok().filter(|ticks| (1.0..=f64::from(Link::MAX_COST)).contains(ticks)) {
                    Some(ticks) => self.cost = ticks as u32,
                    None => {
                        let name = &self.name;
                        notes.add(format!("{name}: a cost that is no number of steps: taken as 1"));
                    }
                }
            }
            _ => {}
        }
    }
}

impl Squares {
    /// Joins cells by some passages; `find` tells where an object of a name or number is: on a cell, off
    /// the map, or nowhere as there is none, or more than one.
    pub(crate) fn join(
        &mut self,
        passages: &[Passage<Option<Cell>>],
        find: impl Fn(&str) -> Result<Option<Cell>, &'static str>,
        notes: &mut Notes,
    ) {
        for passage in passages {
            let name = &passage.name;
            if passage.to.is_empty() {
                notes.add(format!("{name} leads nowhere: expected a property `target`"));
            }
            for target in &passage.to {
                let ends = find(target).map(|to| passage.from.zip(to));
                match ends {
                    Err(why) => {
                        notes.add(format!("{name} leads nowhere: {why} {}", quote(target)));
                    }
                    Ok(None) => notes.add(format!("{name} leads off the map: left out")),
                    Ok(Some((from, to))) if from == to => {
                        notes.add(format!("{name} leads to its own cell: left out"));
                    }
                    Ok(Some((from, to))) => {
                        self.links.push((from, to, passage.cost));
                        if !passage.is_one_way {
                            self.links.push((to, from, passage.cost));
                        }
                    }
                }
            }
        }
        // Two that lead to each other are two links, not four; the cheaper ones stay.
        self.links.sort_unstable();
        self.links.dedup_by_key(|link| (link.0, link.1));
    }
}
