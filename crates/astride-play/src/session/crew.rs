//! Commands and queries for bodies, which walk by the settings of panel a.

use astride_agents::guided::{Lead, Work};
use serde_json::json;

use crate::session::bodies::work_json;
use crate::session::layers;
use crate::session::wire::{Refusal, Replies};
use crate::session::{Done, Session, message};

impl Session {
    /// The bodies walk as panel a asks.
    pub(super) fn units(&mut self, units: &message::Bodies, replies: &mut Replies) -> Done {
        match (&units.add, &units.remove) {
            (Some(add), None) => {
                let centre = self.board.cell(add.x, add.y)?;
                let what = (centre, add.radius, add.count, add.kind);
                self.bodies.add(&self.board, self.panels[0].mover(), what, &self.limits)?;
            }
            (None, Some(which)) => self.bodies.remove(ids_of(which)?)?,
            _ => return Err(Refusal::value("expected one of add and remove")),
        }
        replies.text("units", json!({ "count": self.bodies.count() }));
        replies.binary(self.bodies.frame(replies.re(), Work::default()));
        Ok(())
    }

    pub(super) fn send(&mut self, send: &message::Send) -> Done {
        let to = self.board.cell(send.x, send.y)?;
        let lead = match send.lead {
            message::Lead::Quickest => Lead::Quickest,
            message::Lead::Field => Lead::Field,
            message::Lead::Ways => Lead::Ways,
        };
        let all: Vec<u32> = (0..self.bodies.count() as u32).collect();
        let ids = ids_of(&send.ids)?.unwrap_or(&all);
        self.bodies.send(&self.board, self.panels[0].mover(), ids, (to, lead))
    }

    pub(super) fn advance(&mut self, advance: &message::Advance, replies: &mut Replies) -> Done {
        let how = (advance.ticks, advance.budget);
        let work = self.bodies.advance(&self.board, self.panels[0].mover(), how, &self.limits)?;
        replies.binary(self.bodies.frame(replies.re(), work));
        let mut told = work_json(work);
        told["overlaps"] = self.bodies.overlaps().into();
        replies.text("advanced", told);
        Ok(())
    }

    pub(super) fn unit(&mut self, unit: &message::Body, replies: &mut Replies) -> Done {
        let body = self.bodies.describe(&self.board, self.panels[0].mover(), unit.id)?;
        replies.text("unit", body);
        Ok(())
    }
}

impl Session {
    /// The field of arrows that leads a body, if one does.
    pub(super) fn arrows(&mut self, unit: &message::Body, replies: &mut Replies) -> Done {
        let codes = self.bodies.arrows(&self.board, self.panels[0].mover(), unit.id)?;
        replies.text("arrows", json!({ "id": unit.id, "leads": codes.is_some() }));
        if let Some(codes) = codes {
            let size = (self.board.grid.width(), self.board.grid.height());
            replies.binary(layers::codes_frame(replies.re(), size, &codes));
        }
        Ok(())
    }
}

/// The numbers of some bodies; `None` for all of them.
fn ids_of(which: &message::Which) -> Result<Option<&[u32]>, Refusal> {
    match which {
        message::Which::Ids(ids) => Ok(Some(ids)),
        message::Which::All(all) if all == "all" => Ok(None),
        message::Which::All(_) => Err(Refusal::value("expected numbers of units, or \"all\"")),
    }
}
