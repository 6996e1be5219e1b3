//! Bodies on the board: which ones there are, where they go, and what is sent to the page.

use astride::base::Cell;
use astride::search::DistanceField;
use astride::shapes::square::{FlowField, Grid, GridView, Mover};
use astride_agents::crowd::{CELL, Crowd, CrowdError, overlaps};
use astride_agents::guided::{GuidedCrowd, JumpRoutes, Lead, State, Work};
use astride_agents::herd::Herd;
use serde_json::{Value, json};

use crate::session::board::Board;
use crate::session::limits::Limits;
use crate::session::wire::{Frame, Refusal, kind, xy};
use crate::units::{Kind, write_frame};

/// Expansions of one call if the page does not state them.
const BUDGET: u64 = 20_000;

/// The most bodies of which overlaps are counted; if they are spread, that takes less than a
/// millisecond.
const MOST_COMPARED: usize = 5000;

/// The most ticks of one call.
const MOST_TICKS: u32 = 8;

/// The bodies, and the map prepared for their requests.
#[derive(Default)]
pub(super) struct Bodies {
    /// The herd, once a body has been added.
    herd: Option<Herd>,
    routes: JumpRoutes,
}

impl Bodies {
    pub(super) fn of(herd: Herd) -> Self {
        Bodies { herd: Some(herd), ..Bodies::default() }
    }

    /// A walker for each unit of a scene, in the same cell or beside it and on its way, and the map.
    pub(super) fn of_scene(scene: &Crowd) -> Result<(Grid, Self), CrowdError> {
        let [width, height] = scene.size();
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x as i32, y as i32)));
        let class = |(x, y)| if scene.is_wall(x, y) { b'@' } else { b'.' };
        let classes: Vec<u8> = cells.map(class).collect();
        let grid = Grid::from_classes(width, height, &classes).expect("the scene is on such a map");
        let mover = Mover::walker();
        let view = grid.seen_by(&mover);
        let mut bodies = Bodies::default();
        let herd = bodies.herd(&view)?;
        let cell = |point: [i32; 2]| {
            let [x, y] = point.map(|side| (side / CELL) as u32);
            Cell::new(x, y)
        };
        for &start in scene.positions() {
            herd.scatter(&view, cell(start), 0, 1, Kind::Walker as u8)?;
        }
        for (unit, goal) in (0..).zip(scene.goals()) {
            herd.order_by(&view, &[unit], cell(goal), Lead::Ways)?;
        }
        Ok((grid, bodies))
    }

    /// The herd, or a new one on the map.
    fn herd(&mut self, view: &GridView<'_>) -> Result<&mut Herd, CrowdError> {
        match &mut self.herd {
            Some(herd) => Ok(herd),
            none => Ok(none.insert(Herd::new(view, &Kind::ALL.map(Kind::species), 0)?)),
        }
    }

    fn crowd(&self) -> Option<&GuidedCrowd> {
        self.herd.as_ref().map(Herd::crowd)
    }

    /// Puts bodies around a cell.
    pub(super) fn add(
        &mut self,
        board: &Board,
        mover: &Mover,
        (centre, radius, count, kind): (Cell, u32, u32, u8),
        limits: &Limits,
    ) -> Result<(), Refusal> {
        if count > limits.max_units || self.count() > (limits.max_units - count) as usize {
            let (here, most) = (self.count(), limits.max_units);
            let text = format!("{count} more units beside {here}, expected at most {most}");
            return Err(Refusal::size(text));
        }
        let radius = radius.min(limits.max_side);
        let view = board.grid.seen_by(mover);
        let herd = self.herd(&view).map_err(Refusal::value)?;
        herd.scatter(&view, centre, radius, count, kind).map_err(Refusal::value)?;
        Ok(())
    }

    /// Removes bodies; all of them if none are named.
    pub(super) fn remove(&mut self, ids: Option<&[u32]>) -> Result<(), Refusal> {
        let present = ids.map(|ids| self.present(ids));
        match (present, &mut self.herd) {
            (Some(ids), Some(herd)) => herd.remove(&ids).map_err(Refusal::value),
            _ => {
                self.herd = None;
                Ok(())
            }
        }
    }

    pub(super) fn send(
        &mut self,
        board: &Board,
        mover: &Mover,
        ids: &[u32],
        (to, lead): (Cell, Lead),
    ) -> Result<(), Refusal> {
        let ids = self.present(ids);
        let Some(herd) = &mut self.herd else { return Ok(()) };
        herd.order_by(&board.grid.seen_by(mover), &ids, to, lead).map_err(Refusal::value)
    }

    /// The field that leads a body, if one does.
    pub(super) fn field_of(&self, id: u32) -> Result<Option<&DistanceField>, Refusal> {
        let count = self.count();
        if id as usize >= count {
            return Err(Refusal::value(format!("there is no unit {id}, there are {count}")));
        }
        Ok(self.crowd().and_then(|crowd| crowd.field_of(id)))
    }

    /// The step to take in every cell according to the field that leads a body; `None` if no field
    /// does, or if it has not followed an edit yet.
    pub(super) fn arrows(
        &self,
        board: &Board,
        mover: &Mover,
        id: u32,
    ) -> Result<Option<Vec<u8>>, Refusal> {
        let mut flow = FlowField::new();
        let view = board.grid.seen_by(mover);
        let field = self.field_of(id)?;
        let derived = field.map(|field| flow.derive(&view, field)).is_some_and(|done| done.is_ok());
        Ok(derived.then(|| flow.codes().to_vec()))
    }

    /// Those that exist: a page may name bodies that no longer exist.
    fn present(&self, ids: &[u32]) -> Vec<u32> {
        ids.iter().copied().filter(|&id| (id as usize) < self.count()).collect()
    }

    /// From now on bodies walk as another mover.
    pub(super) fn rules_changed(&mut self, board: &Board) {
        if let Some(herd) = &mut self.herd {
            herd.map_changed(board.grid.bounds());
        }
    }

    /// Lets ticks pass.
    pub(super) fn advance(
        &mut self,
        board: &Board,
        mover: &Mover,
        (ticks, budget): (u32, Option<u64>),
        limits: &Limits,
    ) -> Result<Work, Refusal> {
        if !(1..=MOST_TICKS).contains(&ticks) {
            return Err(Refusal::value(format!("{ticks} ticks, expected 1 to {MOST_TICKS}")));
        }
        let Some(herd) = &mut self.herd else { return Ok(Work::default()) };
        let budget = budget.unwrap_or(BUDGET).clamp(1, limits.max_expansions);
        let view = board.grid.seen_by(mover);
        herd.advance(&view, &mut self.routes, ticks, budget).map_err(Refusal::value)
    }

    /// All bodies as the page reads them.
    pub(super) fn frame(&self, re: u32, work: Work) -> Frame {
        let expanded = u32::try_from(work.expanded).unwrap_or(u32::MAX);
        let count = self.count();
        let time = self.crowd().map_or(0, GuidedCrowd::time);
        let mut frame =
            Frame::new(kind::UNITS, re, [count as u32, time, expanded, work.waiting], 12 * count);
        if let Some(herd) = &self.herd {
            write_frame(herd, frame.payload());
        }
        frame
    }

    /// How many pairs overlap as they stand; `None` if there are too many bodies to count.
    pub(super) fn overlaps(&self) -> Option<usize> {
        let crowd = self.crowd()?.crowd();
        let radii: Vec<i32> = crowd.radii().collect();
        let is_quick = radii.len() <= MOST_COMPARED;
        is_quick.then(|| overlaps(&radii, crowd.positions(), crowd.positions()).len())
    }

    pub(super) fn count(&self) -> usize {
        self.crowd().map_or(0, |crowd| crowd.crowd().count())
    }

    /// One body: where it is, what it does, and the way ahead of it.
    pub(super) fn describe(&self, board: &Board, mover: &Mover, id: u32) -> Result<Value, Refusal> {
        let known = self
            .crowd()
            .zip(self.kinds().nth(id as usize))
            .and_then(|(crowd, kind)| Some((crowd, crowd.cell(id)?, crowd.state(id)?, kind)));
        let (crowd, cell, state, kind) = known.ok_or_else(|| {
            Refusal::value(format!("there is no unit {id}, there are {}", self.count()))
        })?;
        let view = board.grid.seen_by(mover);
        let mut path = Vec::new();
        crowd.path_of(&view, id, &mut path);
        Ok(json!({
            "id": id,
            "kind": kind_name(kind),
            "state": state_name(state),
            "cell": xy(cell),
            "goal": crowd.goal(id).map(xy),
            "path": path.into_iter().map(xy).collect::<Vec<_>>(),
        }))
    }

    /// Where each body is, and of what kind, for a scene: `[x, y, kind]`. Bodies whose cell was blocked
    /// under them are left out.
    pub(super) fn saved(&self, board: &Board, mover: &Mover) -> Vec<[u32; 3]> {
        let view = board.grid.seen_by(mover);
        let one = |(id, kind): (u32, Kind)| {
            let cell = self.crowd()?.cell(id).filter(|&cell| view.is_free(cell))?;
            Some([cell.x, cell.y, u32::from(kind as u8)])
        };
        (0..).zip(self.kinds()).filter_map(one).collect()
    }

    fn kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        let species = self.herd.iter().flat_map(Herd::species);
        species.map(|species| Kind::ALL[usize::from(species)])
    }

    /// The bodies of a scene.
    pub(super) fn load(
        saved: &[[u32; 3]],
        grid: &Grid,
        mover: &Mover,
        limits: &Limits,
    ) -> Result<Self, Refusal> {
        if saved.len() > limits.max_units as usize {
            let (count, most) = (saved.len(), limits.max_units);
            return Err(Refusal::size(format!("{count} units, expected at most {most}")));
        }
        let mut bodies = Bodies::default();
        let view = grid.seen_by(mover);
        for &[x, y, kind] in saved {
            let kind = u8::try_from(kind).unwrap_or(u8::MAX);
            let herd = bodies.herd(&view).map_err(Refusal::format)?;
            herd.scatter(&view, Cell::new(x, y), 0, 1, kind).map_err(Refusal::format)?;
        }
        Ok(bodies)
    }
}

/// What was done, for the page.
pub(super) fn work_json(work: Work) -> Value {
    json!({
        "expanded": work.expanded,
        "waiting": work.waiting,
        "answered": work.answered,
        "replans": work.replans,
        "arrived": work.arrived,
        "rescued": work.rescued,
    })
}

fn kind_name(kind: Kind) -> String {
    format!("{kind:?}").to_lowercase()
}

fn state_name(state: State) -> String {
    format!("{state:?}").to_lowercase()
}
