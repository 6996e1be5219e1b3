//! Bodies on the board: who they are, where they go, and what the page is told of them.

use astride::agents::{Herd, JumpRoutes, Lead, State, Work};
use astride::base::Cell;
use astride::search::DistanceField;
use astride::shapes::square::{FlowField, Mover};
use serde_json::{Value, json};

use crate::session::board::Board;
use crate::session::limits::Limits;
use crate::session::wire::{Frame, Refusal, kind, xy};
use crate::units::{Kind, write_frame};

/// Expansions of one call if the page does not say.
const BUDGET: u64 = 20_000;

/// The most ticks of one call.
const MOST_TICKS: u32 = 8;

/// The bodies, and the map made ready for their requests.
pub(super) struct Bodies {
    herd: Herd,
    routes: Option<JumpRoutes>,
    /// The revision that the map was made ready for.
    revision: u64,
    /// Whether the rules of the panel have changed since.
    is_stale: bool,
}

impl Default for Bodies {
    fn default() -> Self {
        Bodies::of(Herd::new(&Kind::ALL.map(Kind::species)))
    }
}

impl Bodies {
    pub(super) fn of(herd: Herd) -> Self {
        Bodies { herd, routes: None, revision: 0, is_stale: false }
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
        self.herd.scatter(&view, centre, radius, count, kind).map_err(Refusal::value)?;
        Ok(())
    }

    /// Takes bodies away; all of them if none are named.
    pub(super) fn remove(&mut self, ids: Option<&[u32]>) -> Result<(), Refusal> {
        match ids {
            Some(ids) => self.herd.remove(&self.present(ids)).map_err(Refusal::value),
            None => {
                self.herd.clear();
                Ok(())
            }
        }
    }

    pub(super) fn send(&mut self, ids: &[u32], to: Cell, lead: Lead) -> Result<(), Refusal> {
        self.herd.order_by(&self.present(ids), to, lead).map_err(Refusal::value)
    }

    /// The field that leads a body, if one does.
    pub(super) fn field_of(&self, id: u32) -> Result<Option<&DistanceField>, Refusal> {
        let crowd = self.herd.crowd();
        if id as usize >= crowd.len() {
            let count = crowd.len();
            return Err(Refusal::value(format!("there is no unit {id}, there are {count}")));
        }
        Ok(crowd.field_of(id))
    }

    /// The step to take in every cell, by the field that leads a body; `None` if none does, or it has
    /// not followed an edit yet.
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

    /// Those that exist: a page may name bodies that are gone by now.
    fn present(&self, ids: &[u32]) -> Vec<u32> {
        ids.iter().copied().filter(|&id| (id as usize) < self.count()).collect()
    }

    /// Another mover walks from now on.
    pub(super) fn rules_changed(&mut self, board: &Board) {
        self.is_stale = true;
        self.herd.map_changed(board.grid.bounds());
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
        let revision = board.grid.revision();
        if self.revision != revision || self.is_stale {
            if let Some(routes) = &mut self.routes {
                routes.follow(&board.grid, mover);
            }
            (self.revision, self.is_stale) = (revision, false);
        }
        let routes = self.routes.get_or_insert_with(|| JumpRoutes::new(&board.grid, mover));
        let budget = budget.unwrap_or(BUDGET).clamp(1, limits.max_expansions);
        Ok(self.herd.advance(&board.grid.seen_by(mover), routes, ticks, budget))
    }

    /// All bodies as the page reads them.
    pub(super) fn frame(&self, re: u32, work: Work) -> Frame {
        let expanded = u32::try_from(work.expanded).unwrap_or(u32::MAX);
        let count = self.count();
        let numbers = [count as u32, self.herd.crowd().time(), expanded, work.waiting];
        let mut frame = Frame::new(kind::UNITS, re, numbers, 12 * count);
        write_frame(&self.herd, frame.payload());
        frame
    }

    pub(super) fn count(&self) -> usize {
        self.herd.crowd().len()
    }

    /// One body: where it is, what it does, and the way before it.
    pub(super) fn describe(&self, board: &Board, mover: &Mover, id: u32) -> Result<Value, Refusal> {
        let crowd = self.herd.crowd();
        let known = crowd.cell(id).zip(crowd.state(id)).zip(self.kinds().nth(id as usize));
        let ((cell, state), kind) = known.ok_or_else(|| {
            Refusal::value(format!("there is no unit {id}, there are {}", crowd.len()))
        })?;
        let view = board.grid.seen_by(mover);
        let mut path = Vec::new();
        crowd.path_of(&view, id, &mut path);
        Ok(json!({
            "id": id,
            "kind": kind_name(kind),
            "state": state_name(state),
            "cell": xy(cell),
            "goal": crowd.goal(&view, id).map(xy),
            "path": path.into_iter().map(xy).collect::<Vec<_>>(),
        }))
    }

    /// Where each body is and what, for a scene: `[x, y, kind]`. Those are left out whose cell was
    /// blocked under them.
    pub(super) fn saved(&self, board: &Board, mover: &Mover) -> Vec<[u32; 3]> {
        let view = board.grid.seen_by(mover);
        let one = |(id, kind): (u32, Kind)| {
            let cell = self.herd.crowd().cell(id).filter(|&cell| view.is_free(cell))?;
            Some([cell.x, cell.y, u32::from(kind as u8)])
        };
        (0..).zip(self.kinds()).filter_map(one).collect()
    }

    fn kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        self.herd.species().map(|species| Kind::ALL[usize::from(species)])
    }

    /// The bodies of a scene.
    pub(super) fn load(
        saved: &[[u32; 3]],
        grid: &astride::shapes::square::Grid,
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
            bodies.herd.spawn(&view, Cell::new(x, y), kind).map_err(Refusal::format)?;
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
