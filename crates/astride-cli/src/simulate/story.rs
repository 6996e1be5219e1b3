//! A world while a scenario is played, and the names in it.

use std::collections::BTreeMap;

use astride::base::CellRect;
use astride::planner::{
    Ask, FactionId, MoverId, Navigator, OverlayId, PlacesId, SuppositionId, Ticket,
};
use astride::shapes::square::{Edit, Grid, Mover};

use super::Question;

/// A navigator, and names for what it holds.
pub(super) struct World {
    pub(super) nav: Navigator,
    movers: Names<MoverId>,
    pub(super) factions: Names<FactionId>,
    pub(super) overlays: Names<OverlayId>,
    places: Names<PlacesId>,
    suppositions: Names<SuppositionId>,
    /// Requests by name, and the names by ticket.
    pub(super) requests: BTreeMap<String, Ticket>,
    pub(super) asked: BTreeMap<Ticket, String>,
}

/// Things by name.
pub(super) struct Names<T> {
    what: &'static str,
    /// The command that makes one.
    command: &'static str,
    known: BTreeMap<String, T>,
}

impl<T: Copy> Names<T> {
    fn new(what: &'static str) -> Self {
        Names::of(what, what)
    }

    /// Things that sentences call `what`, made by the command `command`.
    fn of(what: &'static str, command: &'static str) -> Self {
        Names { what, command, known: BTreeMap::new() }
    }

    pub(super) fn get(&self, name: &str) -> Result<T, String> {
        let Names { what, command, .. } = self;
        self.known.get(name).copied().ok_or_else(|| match self.known.len() {
            0 => format!("there is no {what} {name}, expected a line `{command} {name} …` before"),
            _ => {
                let names: Vec<&str> = self.known.keys().map(String::as_str).take(8).collect();
                format!("there is no {what} {name}, expected one of {}", names.join(", "))
            }
        })
    }

    /// Refuses a name that is taken.
    pub(super) fn check_new(&self, name: &str) -> Result<(), String> {
        let what = self.what;
        match self.known.contains_key(name) {
            true => Err(format!("there is a {what} {name} already, expected another name")),
            false => Ok(()),
        }
    }

    pub(super) fn add(&mut self, name: &str, id: T) {
        self.known.insert(name.to_owned(), id);
    }
}

impl World {
    /// A world whose first mover is called `walker`.
    pub(super) fn new(grid: Grid) -> Self {
        let nav = Navigator::new(grid);
        let mut movers = Names::new("mover");
        movers.add("walker", nav.first_mover());
        World {
            nav,
            movers,
            factions: Names::new("faction"),
            overlays: Names::new("overlay"),
            places: Names::of("set of places", "places"),
            suppositions: Names::of("supposition", "suppose"),
            requests: BTreeMap::new(),
            asked: BTreeMap::new(),
        }
    }

    pub(super) fn add_mover(&mut self, name: &str, mover: Mover, side: u32) -> Result<(), String> {
        self.movers.check_new(name)?;
        let id = match side {
            1 => self.nav.add_mover(mover),
            side => self.nav.add_mover_sized(mover, side).map_err(|error| error.to_string())?,
        };
        self.movers.add(name, id);
        Ok(())
    }

    /// Puts these cells, and no others, into a set of places.
    pub(super) fn set_places(&mut self, name: &str, areas: &[CellRect]) -> Result<(), String> {
        let id = match self.places.known.get(name) {
            Some(&id) => id,
            None => {
                let id = self.nav.add_places();
                self.places.add(name, id);
                id
            }
        };
        let cells = areas.iter().flat_map(|rect| rect.cells());
        self.nav.set_places(id, cells).map_err(|error| error.to_string())
    }

    /// Supposes these changes, and no others, under a name.
    pub(super) fn suppose(&mut self, name: &str, change: &Edit) -> Result<(), String> {
        if let Some(&id) = self.suppositions.known.get(name) {
            return self.nav.set_supposition(id, change.clone()).map_err(|error| error.to_string());
        }
        let id = self.nav.add_supposition(change.clone());
        self.suppositions.add(name, id);
        Ok(())
    }

    /// A question by handles.
    pub(super) fn ask(&self, question: &Question) -> Result<Ask, String> {
        let [from, to] = question.ends;
        let mut ask = Ask::new(from, to);
        if let Some(name) = &question.mover {
            ask = ask.mover(self.movers.get(name)?);
        }
        if let Some(name) = &question.faction {
            ask = ask.faction(self.factions.get(name)?);
        }
        for name in &question.overlays {
            ask = ask.overlay(self.overlays.get(name)?);
        }
        if let Some(name) = &question.around {
            ask = ask.around(self.places.get(name)?);
        }
        if let Some(name) = &question.or {
            ask = ask.or_to(self.places.get(name)?);
        }
        if let Some(name) = &question.supposing {
            ask = ask.supposing(self.suppositions.get(name)?);
        }
        Ok(if question.nearest { ask.or_nearest() } else { ask })
    }
}
