//! The navigator: owns a map and what is kept for it, follows edits, and answers.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, RwLock};

use astride::base::Budget;
use astride::planner::{
    Ask, Delivery, FactionId, Keep, MoverId, NavigatorError, OverlayId, PlacesId, Stamp, Ticket,
    Upkeep,
};
use astride::search::Outcome;
use astride::shapes::square::{self, Near, SnapError};
use astride::world::Overlay;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::array::{self, Given, pairs};
use crate::batch::{Paths, on_threads};
use crate::border::{Limits, away, read, write};
use crate::cell::{Area, At, Class, chosen};
use crate::edit::Edit;
use crate::error::{Answer, Kind, Refusal};
use crate::grid::Grid;
use crate::mover::{Legend, Mover, asked};
use crate::number::{optional, several, whole};
use crate::path::{Answered, Path};

/// What stands behind a navigator.
pub(crate) struct Game {
    pub(crate) navigator: astride::planner::Navigator,
    movers: Vec<MoverId>,
    factions: Vec<FactionId>,
    overlays: Vec<OverlayId>,
    places: Vec<PlacesId>,
    /// The requests that may still be asked about, by number.
    pub(crate) tickets: BTreeMap<u64, Ticket>,
    /// Answers that were found and not taken.
    pub(crate) done: VecDeque<Delivery<Ask, Result<Outcome, NavigatorError>, Stamp>>,
}

impl Game {
    fn of(navigator: astride::planner::Navigator) -> Self {
        Game {
            movers: navigator.movers().collect(),
            factions: navigator.factions().collect(),
            overlays: navigator.overlays().collect(),
            places: Vec::new(),
            navigator,
            tickets: BTreeMap::new(),
            done: VecDeque::new(),
        }
    }

    fn mover(&self, number: u64) -> Answer<MoverId> {
        named(&self.movers, number, "mover")
    }

    fn faction(&self, number: u64) -> Answer<FactionId> {
        named(&self.factions, number, "faction")
    }

    fn overlay(&self, number: u64) -> Answer<OverlayId> {
        named(&self.overlays, number, "overlay")
    }

    fn places(&self, number: u64) -> Answer<PlacesId> {
        named(&self.places, number, "set of places")
    }

    /// What the engine is asked.
    pub(crate) fn ask(&self, ends: (At, At), wish: &Wish) -> Answer<Ask> {
        let (start, goal) = ends;
        let mut ask = Ask::new(start.0, goal.0).mover(self.mover(wish.mover)?);
        if let Some(faction) = wish.faction {
            ask = ask.faction(self.faction(faction)?);
        }
        for &overlay in &wish.overlays {
            ask = ask.overlay(self.overlay(overlay)?);
        }
        if let Some(set) = wish.around {
            ask = ask.around(self.places(set)?);
        }
        if let Some(set) = wish.or_to {
            ask = ask.or_to(self.places(set)?);
        }
        Ok(if wish.or_nearest { ask.or_nearest() } else { ask })
    }

    /// An answer in the words of Python.
    pub(crate) fn answered(&self, ask: &Ask, outcome: &Outcome) -> Answer<Answered> {
        Ok(Answered::new(self.navigator.grid(), self.mover_of(ask)?, outcome))
    }

    pub(crate) fn mover_of(&self, ask: &Ask) -> Answer<&square::Mover> {
        let mover = ask.mover_id().unwrap_or(self.navigator.first_mover());
        Ok(self.navigator.mover(mover)?)
    }

    fn straight(&self, mover: u64) -> Answer<f64> {
        let mover = self.navigator.mover(self.mover(mover)?)?;
        Ok(f64::from(mover.step_scale().straight()))
    }
}

/// Whose question it is and what counts for it, by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wish {
    pub(crate) mover: u64,
    pub(crate) faction: Option<u64>,
    pub(crate) overlays: Vec<u64>,
    /// The set of places that is gone around.
    pub(crate) around: Option<u64>,
    /// The set of places that are goals as well.
    pub(crate) or_to: Option<u64>,
    pub(crate) or_nearest: bool,
}

fn named<T: Copy>(all: &[T], number: u64, what: &str) -> Answer<T> {
    let place = usize::try_from(number).ok().and_then(|place| all.get(place));
    place.copied().ok_or_else(|| {
        let text = match all.len() {
            0 => format!("there is no {what} {number}, expected one that was added"),
            count => format!("there is no {what} {number}, expected 0 to {}", count - 1),
        };
        Refusal::new(Kind::UnknownNumber, text)
    })
}

/// A map with movers, factions, overlays and indexes that answers questions at once, or over frames
/// within budgets. Indexes follow edits.
///
/// Movers, factions, overlays and sets of places are numbers, each counted from 0; mover 0 is that
/// of the constructor.
///
/// >>> nav = Navigator(grid)
/// >>> nav.fill((10, 0, 1, 15), 0)
/// >>> nav.find_path((2, 3), (20, 3)).cost
/// >>> ogre = nav.add_mover(size=2)
/// >>> danger = nav.add_overlay()
/// >>> nav.overlay_fill(danger, (5, 5, 4, 4), 8 * 13860)
/// >>> nav.find_path((2, 3), (20, 3), mover=ogre, overlays=[danger])
///
/// upkeep is "at once", when indexes follow with each edit, or "by hand", when they follow in
/// `maintain` and questions are searched without them meanwhile. quantum, lanes, ageing and
/// most_requests are how requests share a frame.
#[pyclass(frozen, module = "astride")]
pub(crate) struct Navigator {
    pub(crate) game: RwLock<Game>,
    legend: Legend,
}

impl Navigator {
    fn edit(&self, py: Python<'_>, changes: &square::Edit) -> Answer<u64> {
        away(py, || Ok(write(&self.game)?.navigator.apply(changes)?))
    }
}

#[pymethods]
impl Navigator {
    #[new]
    #[pyo3(signature = (grid, *, mover=None, upkeep="at once", quantum=1024, lanes=4, ageing=1,
        most_requests=65536))]
    #[expect(clippy::too_many_arguments, reason = "they are named where it is called")]
    fn new(
        py: Python<'_>,
        grid: &Bound<'_, Grid>,
        mover: Option<&Bound<'_, Mover>>,
        upkeep: &str,
        #[pyo3(from_py_with = whole)] quantum: u64,
        #[pyo3(from_py_with = whole)] lanes: usize,
        #[pyo3(from_py_with = whole)] ageing: u32,
        #[pyo3(from_py_with = whole)] most_requests: usize,
    ) -> Answer<Self> {
        let legend = grid.get().legend;
        let (grid, mover) = (grid.get().now()?, asked(mover, legend));
        let when = chosen(upkeep, &["at once", "by hand"], "upkeep")?;
        let upkeep = [Upkeep::AtOnce, Upkeep::ByHand][when];
        use astride::planner::RequestOptions;
        let limits = [
            ("quantum", quantum, u64::MAX),
            ("lanes", lanes as u64, RequestOptions::MOST_LANES as u64),
            ("most_requests", most_requests as u64, u64::MAX),
        ];
        if let Some((what, given, most)) =
            limits.into_iter().find(|&(_, given, most)| !(1..=most).contains(&given))
        {
            let text = format!("{what} is {given}, expected 1 to {most}");
            return Err(Refusal::new(Kind::BadArgument, text));
        }
        let options = RequestOptions::default()
            .quantum(quantum)
            .lanes(lanes)
            .ageing(ageing)
            .most(most_requests);
        let made = away(py, || {
            let grid = square::Grid::clone(&grid);
            let made = astride::planner::Navigator::with_mover(grid, mover).upkeep(upkeep);
            Ok(Game::of(made.requests(options)))
        })?;
        Ok(Navigator { game: RwLock::new(made), legend })
    }

    /// A copy of the map as it is now.
    #[getter]
    fn grid(&self, py: Python<'_>) -> Answer<Grid> {
        let grid = away(py, || Ok(read(&self.game)?.navigator.grid().clone()))?;
        Ok(Grid::of(grid, self.legend))
    }

    /// How often the map was edited.
    #[getter]
    fn revision(&self, py: Python<'_>) -> Answer<u64> {
        away(py, || Ok(read(&self.game)?.navigator.revision()))
    }

    /// Adds a mover of ``size`` by ``size`` cells, and gives its number. A large one is asked about,
    /// and its path is given, by the cell at its top left.
    #[pyo3(signature = (mover=None, *, size=1))]
    fn add_mover(
        &self,
        py: Python<'_>,
        mover: Option<&Bound<'_, Mover>>,
        #[pyo3(from_py_with = whole)] size: u32,
    ) -> Answer<usize> {
        let mover = asked(mover, self.legend);
        away(py, || {
            let mut game = write(&self.game)?;
            let id = match size {
                1 => game.navigator.add_mover(mover),
                _ => game.navigator.add_mover_sized(mover, size)?,
            };
            game.movers.push(id);
            Ok(game.movers.len() - 1)
        })
    }

    /// Adds a faction that knows nothing of the map yet and takes it to be of class ``assumed``; gives
    /// its number.
    fn add_faction(&self, py: Python<'_>, assumed: Class) -> Answer<usize> {
        away(py, || {
            let mut game = write(&self.game)?;
            let id = game.navigator.add_faction(assumed.0);
            game.factions.push(id);
            Ok(game.factions.len() - 1)
        })
    }

    /// A faction sees the cells of a rectangle as they are; gives how many became known.
    fn reveal(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] faction: u64,
        rect: Area,
    ) -> Answer<u32> {
        away(py, || {
            let mut game = write(&self.game)?;
            let faction = game.faction(faction)?;
            Ok(game.navigator.reveal(faction, rect.0)?)
        })
    }

    /// A faction sees the cells in sight from ``eye`` whose middle is at most ``radius`` straight steps
    /// from its middle, as the crow flies: a disc. Cells of a class in ``opaque`` stop its sight. Gives
    /// how many became known.
    fn reveal_around(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] faction: u64,
        eye: At,
        #[pyo3(from_py_with = whole)] radius: u32,
        opaque: Vec<Class>,
    ) -> Answer<u32> {
        away(py, || {
            let mut game = write(&self.game)?;
            let faction = game.faction(faction)?;
            let is_opaque = |class| opaque.iter().any(|known| known.0 == class);
            Ok(game.navigator.reveal_around(faction, eye.0, radius, is_opaque)?)
        })
    }

    /// Adds an overlay without extra cost, and gives its number. There can be 64.
    fn add_overlay(&self, py: Python<'_>) -> Answer<usize> {
        away(py, || {
            let mut game = write(&self.game)?;
            let id = game.navigator.add_overlay()?;
            game.overlays.push(id);
            Ok(game.overlays.len() - 1)
        })
    }

    /// Sets the extra cost of entering each cell of a rectangle, in ticks, for those who ask with
    /// this overlay: at most 2^24 - 1.
    fn overlay_fill(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] overlay: u64,
        rect: Area,
        #[pyo3(from_py_with = whole)] ticks: u32,
    ) -> Answer<()> {
        away(py, || {
            let mut game = write(&self.game)?;
            let overlay = game.overlay(overlay)?;
            game.navigator.grid().check_rect(rect.0)?;
            check_extra(ticks)?;
            game.navigator.overlay_mut(overlay)?.fill(rect.0, ticks);
            Ok(())
        })
    }

    /// Sets the extra cost of entering each cell, in ticks: an array of whole numbers of the shape of
    /// the map, at most 2^24 - 1 each.
    fn overlay_set(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] overlay: u64,
        ticks: &Bound<'_, PyAny>,
    ) -> Answer<()> {
        let given = Given::of(ticks)?;
        let (shape, ticks) = (given.shape().to_vec(), array::numbers(&given.flat()?, "ticks")?);
        away(py, || {
            let mut game = write(&self.game)?;
            let overlay = game.overlay(overlay)?;
            let bounds = game.navigator.grid().bounds();
            if shape != [bounds.height as usize, bounds.width as usize] {
                let (height, width) = (bounds.height, bounds.width);
                let text = format!("ticks are of shape {shape:?}, expected [{height}, {width}]");
                return Err(Refusal::new(Kind::BadArray, text));
            }
            ticks.iter().try_for_each(|&ticks| check_extra(ticks))?;
            let overlay = game.navigator.overlay_mut(overlay)?;
            overlay.write(bounds, |node, _| ticks[node.index()]);
            Ok(())
        })
    }

    /// Adds an empty set of places, and gives its number. Questions go ``around`` a set, such as the
    /// cells where units stand, or lead to their goal ``or_to`` any place of a set. Sets are not saved.
    fn add_places(&self, py: Python<'_>) -> Answer<usize> {
        away(py, || {
            let mut game = write(&self.game)?;
            let id = game.navigator.add_places();
            game.places.push(id);
            Ok(game.places.len() - 1)
        })
    }

    /// Replaces the cells of a set. Of a large unit that is to be gone around, name all that it covers.
    fn set_places(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] places: u64,
        cells: &Bound<'_, PyAny>,
    ) -> Answer<()> {
        let cells = array::cells(cells, "cells")?;
        away(py, || {
            let mut game = write(&self.game)?;
            let set = game.places(places)?;
            Ok(game.navigator.set_places(set, cells)?)
        })
    }

    /// Makes all changes of a batch or none, and gives the new revision.
    fn apply(&self, py: Python<'_>, edit: &Bound<'_, Edit>) -> Answer<u64> {
        self.edit(py, &edit.get().changes()?)
    }

    /// Gives a cell a class, and gives the new revision.
    fn set(&self, py: Python<'_>, cell: At, class_: Class) -> Answer<u64> {
        let mut changes = square::Edit::new();
        changes.set(cell.0, class_.0);
        self.edit(py, &changes)
    }

    /// Gives all cells of a rectangle (x, y, width, height) a class, and gives the new revision.
    fn fill(&self, py: Python<'_>, rect: Area, class_: Class) -> Answer<u64> {
        let mut changes = square::Edit::new();
        changes.fill(rect.0, class_.0);
        self.edit(py, &changes)
    }

    /// Finds a cheapest path for a mover, by what a faction knows, under overlays.
    ///
    /// ``around`` is a set of places that are not entered, except those that the mover covers at its
    /// start; ``or_to`` is a set of goals that are as good as ``goal``. With ``edit`` the answer is as
    /// if it had been made, found without indexes; the map stays as it is.
    #[pyo3(signature = (start, goal, *, mover=0, faction=None, overlays=Vec::new(), around=None,
        or_to=None, or_nearest=false, edit=None, most_expansions=None, most_seconds=None))]
    #[expect(clippy::too_many_arguments, reason = "they are named where it is called")]
    fn find_path(
        &self,
        py: Python<'_>,
        start: At,
        goal: At,
        #[pyo3(from_py_with = whole)] mover: u64,
        #[pyo3(from_py_with = optional)] faction: Option<u64>,
        #[pyo3(from_py_with = several)] overlays: Vec<u64>,
        #[pyo3(from_py_with = optional)] around: Option<u64>,
        #[pyo3(from_py_with = optional)] or_to: Option<u64>,
        or_nearest: bool,
        edit: Option<&Bound<'_, Edit>>,
        #[pyo3(from_py_with = optional)] most_expansions: Option<u64>,
        most_seconds: Option<f64>,
    ) -> Answer<Path> {
        let wish = Wish { mover, faction, overlays, around, or_to, or_nearest };
        let limits = Limits::new(most_expansions, most_seconds)?;
        let changes = edit.map(|edit| edit.get().changes()).transpose()?;
        let answered = away(py, || {
            let game = read(&self.game)?;
            let ask = game.ask((start, goal), &wish)?;
            let outcome = limits.within(|budget| match &changes {
                Some(changes) => game.navigator.route_if(changes, &ask, budget),
                None => game.navigator.route(&ask, budget),
            })?;
            game.answered(&ask, &outcome)
        })?;
        Ok(Path::new(answered, None))
    }

    /// The cost of a cheapest path, in straight steps; infinite if there is none. It is quicker than
    /// the path.
    #[pyo3(signature = (start, goal, *, mover=0, faction=None, overlays=Vec::new(), around=None,
        or_to=None))]
    #[expect(clippy::too_many_arguments, reason = "they are named where it is called")]
    fn cost(
        &self,
        py: Python<'_>,
        start: At,
        goal: At,
        #[pyo3(from_py_with = whole)] mover: u64,
        #[pyo3(from_py_with = optional)] faction: Option<u64>,
        #[pyo3(from_py_with = several)] overlays: Vec<u64>,
        #[pyo3(from_py_with = optional)] around: Option<u64>,
        #[pyo3(from_py_with = optional)] or_to: Option<u64>,
    ) -> Answer<f64> {
        let wish = Wish { mover, faction, overlays, around, or_to, or_nearest: false };
        away(py, || {
            let game = read(&self.game)?;
            let cost = game.navigator.cost(&game.ask((start, goal), &wish)?)?;
            let straight = game.straight(wish.mover)?;
            Ok(cost.map_or(f64::INFINITY, |ticks| ticks as f64 / straight))
        })
    }

    /// Finds many paths, from each of ``starts`` to the goal of the same number, on all threads of
    /// the machine or on as many as ``threads`` says.
    #[pyo3(signature = (starts, goals, *, mover=0, faction=None, overlays=Vec::new(), around=None,
        or_to=None, threads=None))]
    #[expect(clippy::too_many_arguments, reason = "they are named where it is called")]
    fn paths(
        &self,
        py: Python<'_>,
        starts: &Bound<'_, PyAny>,
        goals: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = whole)] mover: u64,
        #[pyo3(from_py_with = optional)] faction: Option<u64>,
        #[pyo3(from_py_with = several)] overlays: Vec<u64>,
        #[pyo3(from_py_with = optional)] around: Option<u64>,
        #[pyo3(from_py_with = optional)] or_to: Option<u64>,
        #[pyo3(from_py_with = optional)] threads: Option<usize>,
    ) -> Answer<Paths> {
        let pairs = pairs(starts, goals)?;
        let wish = Wish { mover, faction, overlays, around, or_to, or_nearest: false };
        let all = away(py, || {
            let game = read(&self.game)?;
            let ask = |&(start, goal): &_| game.ask((At(start), At(goal)), &wish);
            let asks = pairs.iter().map(ask).collect::<Answer<Vec<Ask>>>()?;
            let outcomes = on_threads(threads, || game.navigator.many(&asks))?;
            let taken = |(ask, outcome): (&Ask, Result<Outcome, NavigatorError>)| {
                Ok(Arc::new(game.answered(ask, &outcome?)?))
            };
            asks.iter().zip(outcomes).map(taken).collect()
        })?;
        Ok(Paths::new(all, None))
    }

    /// The nearest cell to ``cell`` on which a mover can stand, at most ``radius`` columns and rows
    /// away, and reached from ``reached_from`` if that is given; None if there is none.
    ///
    /// Raises BadArgument if the mover cannot stand on ``reached_from``.
    #[pyo3(signature = (cell, *, mover=0, radius=None, reached_from=None))]
    fn snap(
        &self,
        py: Python<'_>,
        cell: At,
        #[pyo3(from_py_with = whole)] mover: u64,
        #[pyo3(from_py_with = optional)] radius: Option<u32>,
        reached_from: Option<At>,
    ) -> Answer<Option<(u32, u32)>> {
        away(py, || {
            let game = read(&self.game)?;
            let mut near = Near::new(cell.0);
            if let Some(radius) = radius {
                near = near.within(radius);
            }
            if let Some(from) = reached_from {
                near = near.reached_from(from.0);
            }
            let ask = Ask::new(cell.0, cell.0).mover(game.mover(mover)?);
            match game.navigator.snap_for(&ask, near, &mut Budget::unlimited()) {
                Err(NavigatorError::Snap(SnapError::Nothing { .. })) => Ok(None),
                found => found.map(|cell| Some((cell.x, cell.y))).map_err(Refusal::from),
            }
        })
    }

    /// Keeps an index for a mover from now on: "components", "jump map", "table", "clusters", "labels"
    /// or "landmarks". Labels are built by `build`.
    #[pyo3(signature = (index, *, mover=0))]
    fn keep(&self, py: Python<'_>, index: &str, mover: u64) -> Answer<()> {
        let index = kept(index)?;
        away(py, || {
            let mut game = write(&self.game)?;
            let mover = game.mover(mover)?;
            Ok(game.navigator.keep(mover, index)?)
        })
    }

    /// Keeps an index no longer.
    #[pyo3(signature = (index, *, mover=0))]
    fn drop_index(&self, py: Python<'_>, index: &str, mover: u64) -> Answer<()> {
        let index = kept(index)?;
        away(py, || {
            let mut game = write(&self.game)?;
            let mover = game.mover(mover)?;
            Ok(game.navigator.drop_index(mover, index)?)
        })
    }

    /// Builds the next index that takes long and is wanted, while questions are answered and edits
    /// are made by other threads; gives False if none is wanted.
    fn build(&self, py: Python<'_>) -> Answer<bool> {
        away(py, || {
            let pending = read(&self.game)?.navigator.pending();
            let Some(wanted) = pending else { return Ok(false) };
            let built = wanted.run();
            let _ = write(&self.game)?.navigator.adopt(built)?;
            Ok(true)
        })
    }

    /// Brings indexes up to date, looking at about this many cells; gives how many still wait.
    fn maintain(&self, py: Python<'_>, #[pyo3(from_py_with = whole)] cells: u64) -> Answer<u32> {
        away(py, || Ok(write(&self.game)?.navigator.maintain(cells).waiting))
    }

    /// All of it as bytes; `load` goes on from them.
    fn save<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyBytes>> {
        let bytes = away(py, || Ok(read(&self.game)?.navigator.save()?))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// A navigator that was saved. legend is what its classes mean: "costs", as of maps of arrays, or
    /// "letters".
    #[staticmethod]
    #[pyo3(signature = (bytes, *, legend="costs"))]
    fn load(py: Python<'_>, bytes: &[u8], legend: &str) -> Answer<Self> {
        let which = chosen(legend, &["costs", "letters"], "legend")?;
        let game = away(py, || Ok(Game::of(astride::planner::Navigator::load(bytes)?)))?;
        Ok(Navigator { game: RwLock::new(game), legend: [Legend::Costs, Legend::Letters][which] })
    }

    fn __repr__(&self, py: Python<'_>) -> Answer<String> {
        away(py, || {
            let game = read(&self.game)?;
            let (grid, movers) = (game.navigator.grid(), game.movers.len());
            let (width, height, revision) = (grid.width(), grid.height(), grid.revision());
            let s = if movers == 1 { "" } else { "s" };
            Ok(format!(
                "<astride.Navigator of {width}x{height} cells, {movers} mover{s}, revision {revision}>"
            ))
        })
    }
}

/// Whether an overlay takes it.
fn check_extra(ticks: u32) -> Answer<()> {
    let most = Overlay::MOST;
    if ticks <= most {
        return Ok(());
    }
    let text = format!("an extra cost is {ticks} ticks, expected at most {most}");
    Err(Refusal::new(Kind::BadArray, text))
}

fn kept(name: &str) -> Answer<Keep> {
    let names = ["components", "jump map", "table", "clusters", "labels", "landmarks"];
    let all = [
        Keep::Components,
        Keep::JumpMap,
        Keep::Table,
        Keep::Clusters,
        Keep::Labels,
        Keep::Landmarks,
    ];
    Ok(all[chosen(name, &names, "index")?])
}
