//! The map with its start, stops and goals, and what can be undone.

use std::sync::Arc;

use astride::base::{Cell, NodeId, Scale};
use astride::io::Scenario;
use astride::shapes::square::{Grid, Mover};
use serde_json::{Value, json};

use crate::session::danger::Danger;
use crate::session::history::History;
use crate::session::message::{Place, PlaceAt};
use crate::session::names::shown_as;
use crate::session::plan::Plan;
use crate::session::shelf::Steps;
use crate::session::tiling::Tiling;
use crate::session::wire::{Frame, Refusal, kind, xy, xys};

/// The most goals at once.
pub(super) const MAX_GOALS: usize = 64;

/// The most stops at once.
pub(super) const MAX_VIA: usize = 16;

/// The map and what lies on it.
pub(super) struct Board {
    pub(super) name: String,
    pub(super) grid: Grid,
    /// What the cells of the grid are.
    pub(super) tiling: Tiling,
    /// What a map without tiles is.
    pub(super) plan: Option<Arc<Plan>>,
    start: Cell,
    /// The stops on the way, in their order.
    via: Vec<Cell>,
    goals: Vec<Cell>,
    /// The landmarks on which guesses are based, if they are.
    landmarks: Vec<Cell>,
    pub(super) scenario: Option<Scenario>,
    /// The row of the scenario that start and goal were taken from, while they lie there.
    row: Option<usize>,
    pub(super) history: History,
    pub(super) danger: Danger,
}

impl Board {
    /// A board with start and goals on the map; the history is empty.
    pub(super) fn new(name: &str, grid: Grid, start: Cell, goals: Vec<Cell>, undo: usize) -> Self {
        let name = name.chars().filter(|letter| !letter.is_control()).take(80).collect();
        let history = History::new(undo);
        let danger = Danger::default();
        let (via, landmarks, scenario, row) = (Vec::new(), Vec::new(), None, None);
        let (tiling, plan) = (Tiling::Squares, None);
        Board {
            name,
            grid,
            tiling,
            plan,
            start,
            via,
            goals,
            landmarks,
            scenario,
            row,
            history,
            danger,
        }
    }

    pub(super) fn start(&self) -> Cell {
        self.start
    }

    pub(super) fn via(&self) -> &[Cell] {
        &self.via
    }

    pub(super) fn goals(&self) -> &[Cell] {
        &self.goals
    }

    pub(super) fn landmarks(&self) -> &[Cell] {
        &self.landmarks
    }

    pub(super) fn set_landmarks(&mut self, landmarks: Vec<Cell>) {
        self.landmarks = landmarks;
    }

    /// The node of a cell of this board.
    pub(super) fn node(&self, cell: Cell) -> NodeId {
        NodeId::new(cell.y * self.grid.width() + cell.x)
    }

    /// Where the legs begin: the start, and each stop.
    pub(super) fn leg_starts(&self) -> Vec<NodeId> {
        std::iter::once(&self.start).chain(&self.via).map(|&cell| self.node(cell)).collect()
    }

    pub(super) fn goal_nodes(&self) -> Vec<NodeId> {
        self.goals.iter().map(|&goal| self.node(goal)).collect()
    }

    /// The row of the scenario that is being answered.
    pub(super) fn row(&self) -> Option<usize> {
        self.row
    }

    /// A cell that must be on the map.
    pub(super) fn cell(&self, x: u32, y: u32) -> Result<Cell, Refusal> {
        let (width, height) = (self.grid.width(), self.grid.height());
        if x < width && y < height {
            return Ok(Cell::new(x, y));
        }
        let text = format!("cell ({x}, {y}) is off the map of {width}x{height} cells");
        Err(Refusal::new("off-map", text))
    }

    /// A cell where the path may begin or end.
    pub(super) fn place_cell(&self, x: u32, y: u32) -> Result<Cell, Refusal> {
        let cell = self.cell(x, y)?;
        self.plan.as_ref().map_or(Ok(cell), |plan| plan.check_place(cell))
    }

    /// Moves a place of a graph.
    fn move_node(&mut self, place: &PlaceAt) -> Result<(), Refusal> {
        let none = || Refusal::value("only a graph has places that can be moved");
        let plan = self.plan.as_ref().ok_or_else(none)?;
        self.plan = Some(Arc::new(plan.moved(place.index, [place.x, place.y])?));
        Ok(())
    }

    /// Moves the start, a stop, a goal or a place of a graph, or adds a stop or a goal.
    pub(super) fn place(&mut self, place: &PlaceAt) -> Result<(), Refusal> {
        if place.what == Place::Node {
            return self.move_node(place);
        }
        let cell = self.place_cell(place.x, place.y)?;
        let PlaceAt { what, index, add, .. } = *place;
        match what {
            Place::Start => self.start = cell,
            Place::Via if add && index <= self.via.len() => {
                if self.via.len() >= MAX_VIA {
                    return Err(Refusal::size(format!("more than {MAX_VIA} stops")));
                }
                self.via.insert(index, cell);
            }
            Place::Via if index < self.via.len() => self.via[index] = cell,
            Place::Via => return Err(no_such("stop", index, self.via.len())),
            Place::Goal if add => {
                if self.goals.len() >= MAX_GOALS {
                    return Err(Refusal::size(format!("more than {MAX_GOALS} goals")));
                }
                if !self.goals.contains(&cell) {
                    self.goals.push(cell);
                }
            }
            Place::Goal if index < self.goals.len() => self.goals[index] = cell,
            Place::Goal => return Err(no_such("goal", index, self.goals.len())),
            Place::Landmark if add => {
                return Err(Refusal::value("landmarks cannot be added, expected one to be moved"));
            }
            Place::Landmark if index < self.landmarks.len() => {
                self.landmarks[index] = cell;
                return Ok(());
            }
            Place::Landmark => return Err(no_such("landmark", index, self.landmarks.len())),
            Place::Node => {}
        }
        self.row = None;
        Ok(())
    }

    /// Puts start, stops and goals where they were.
    pub(super) fn set_places(&mut self, start: Cell, via: Vec<Cell>, goals: Vec<Cell>) {
        (self.start, self.via, self.goals, self.row) = (start, via, goals, None);
    }

    /// Removes a stop or a goal; one goal always stays.
    pub(super) fn unplace(&mut self, what: Place, index: usize) -> Result<(), Refusal> {
        match what {
            Place::Start => {
                return Err(Refusal::value("the start cannot be removed, expected via or goal"));
            }
            Place::Via if index < self.via.len() => _ = self.via.remove(index),
            Place::Via => return Err(no_such("stop", index, self.via.len())),
            Place::Goal => self.unplace_goal(index)?,
            Place::Landmark => {
                return Err(Refusal::value("landmarks cannot be removed, expected via or goal"));
            }
            Place::Node => {
                return Err(Refusal::value("places cannot be removed, expected via or goal"));
            }
        }
        self.row = None;
        Ok(())
    }

    fn unplace_goal(&mut self, index: usize) -> Result<(), Refusal> {
        if index >= self.goals.len() {
            return Err(no_such("goal", index, self.goals.len()));
        }
        if self.goals.len() == 1 {
            return Err(Refusal::value("the last goal cannot be removed, expected it to be moved"));
        }
        self.goals.remove(index);
        Ok(())
    }

    /// Puts start and goal where a row of the scenario has them, without stops.
    pub(super) fn take_row(&mut self, index: usize) -> Result<(), Refusal> {
        let (start, goal) = {
            let scenario = self.scenario.as_ref().ok_or_else(no_scenario)?;
            let total = scenario.rows().len();
            let row = scenario.rows().get(index).ok_or_else(|| {
                Refusal::value(format!("there is no row {index}, expected 0 to {}", total - 1))
            })?;
            (self.cell(row.start.x, row.start.y)?, self.cell(row.goal.x, row.goal.y)?)
        };
        self.set_places(start, Vec::new(), vec![goal]);
        self.row = Some(index);
        Ok(())
    }

    /// Attaches a scenario, if all its rows lie on the map.
    pub(super) fn attach(&mut self, scenario: Scenario) -> Result<(), Refusal> {
        self.tiling.only_squares("a scenario")?;
        if scenario.rows().is_empty() {
            return Err(Refusal::format("the scenario has no rows"));
        }
        for (index, row) in scenario.rows().iter().enumerate() {
            let size = (self.grid.width(), self.grid.height());
            if (row.width, row.height) != size {
                let (width, height) = size;
                let text = format!(
                    "row {index} is for a map of {}x{} cells, the open map has {width}x{height}",
                    row.width, row.height
                );
                return Err(Refusal::value(text));
            }
            self.cell(row.start.x, row.start.y)?;
            self.cell(row.goal.x, row.goal.y)?;
        }
        self.scenario = Some(scenario);
        self.row = None;
        Ok(())
    }

    /// After an edit the recorded length no longer holds.
    pub(super) fn forget_row(&mut self) {
        self.row = None;
    }

    /// What a panel with this scale divides ticks by to show them, and with how many digits after
    /// the point.
    pub(super) fn shown_as(&self, scale: Scale) -> (u32, u32) {
        self.tiling.step().map_or_else(|| shown_as(scale), |step| (step, self.tiling.decimals()))
    }

    pub(super) fn world_json(&self, steps: Steps) -> Value {
        let mut shape = self.tiling.json();
        if let (Some(shape), Some(plan)) = (shape.as_object_mut(), &self.plan) {
            shape.extend(plan.json().as_object().cloned().unwrap_or_default());
        }
        json!({
            "name": self.name,
            "width": self.grid.width(),
            "height": self.grid.height(),
            "shape": shape,
            "revision": self.grid.revision(),
            "start": xy(self.start),
            "via": xys(&self.via),
            "goals": xys(&self.goals),
            "landmarks": xys(&self.landmarks),
            "scenario": self.scenario.is_some(),
            "undo": steps.undo,
            "redo": steps.redo,
        })
    }

    pub(super) fn places_json(&self, steps: Steps) -> Value {
        json!({
            "start": xy(self.start),
            "via": xys(&self.via),
            "goals": xys(&self.goals),
            "landmarks": xys(&self.landmarks),
            "undo": steps.undo,
            "redo": steps.redo,
        })
    }

    pub(super) fn danger_json(&self, steps: Steps) -> Value {
        let mut body = self.danger.json();
        (body["undo"], body["redo"]) = (steps.undo.into(), steps.redo.into());
        body
    }

    pub(super) fn edited_json(&self, steps: Steps) -> Value {
        json!({
            "revision": self.grid.revision(),
            "undo": steps.undo,
            "redo": steps.redo,
        })
    }

    pub(super) fn cells_frame(&self, re: u32) -> Frame {
        cells_frame(&self.grid, re)
    }

    /// How many cells there are of each class, and how many `mover` can stand on.
    pub(super) fn census(&self, mover: &Mover) -> Value {
        let mut classes = serde_json::Map::new();
        let mut passable = 0;
        for (class, &count) in (0..=255u8).zip(self.grid.histogram()) {
            if count > 0 {
                classes.insert(char::from(class).to_string(), count.into());
                passable += if mover.is_passable(class) { count } else { 0 };
            }
        }
        json!({ "passable": passable, "total": self.grid.cell_count(), "classes": classes })
    }
}

/// All cells of a grid, row by row.
pub(super) fn cells_frame(grid: &Grid, re: u32) -> Frame {
    let (width, height) = (grid.width(), grid.height());
    let payload = grid.cell_count() as usize;
    let mut frame = Frame::new(kind::CELLS, re, [width, height, 0, 0], payload);
    (0..height).for_each(|y| frame.u8s(grid.row(y).unwrap_or_default()));
    frame
}

pub(super) fn no_scenario() -> Refusal {
    Refusal::value("no scenario is attached, expected one to be opened first")
}

fn no_such(what: &str, index: usize, count: usize) -> Refusal {
    Refusal::value(format!("there is no {what} {index}, the map has {count}"))
}
