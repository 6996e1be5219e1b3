//! Fit: which squares a large body can never cover.

use astride::base::NodeId;
use astride::world::World;
use serde_json::json;

use crate::session::layers::shrunk::Shrunk;
use crate::session::message::OfPanel;
use crate::session::wire::{Refusal, Replies};
use crate::session::{Done, Session};

/// The codes of squares.
const COVERED: u8 = 0;
const TOO_NARROW: u8 = 1;
const BLOCKED: u8 = 255;

/// Adds the squares that a mover of one cell could stand on, by whether the panel's body can cover
/// them.
pub(in crate::session) fn fit(
    session: &mut Session,
    message: &OfPanel,
    replies: &mut Replies,
) -> Done {
    let panel = &mut session.panels[message.panel.index()];
    panel.follow(&session.board).map_err(Refusal::value)?;
    let size = panel.settings().size();
    let grid = &session.board.grid;
    let view = grid.seen_by(panel.mover());
    let code = |node: u32| if view.is_passable(NodeId::new(node)) { COVERED } else { BLOCKED };
    let mut codes: Vec<u8> = (0..grid.cell_count()).map(code).collect();
    let (mut places, mut narrow) = (0, 0);
    if let Some(body) = panel.body().0.places() {
        let (view, width) = (body.view(), grid.width() as usize);
        codes.iter_mut().filter(|code| **code == COVERED).for_each(|code| *code = TOO_NARROW);
        for node in (0..grid.cell_count()).filter(|&node| view.is_passable(NodeId::new(node))) {
            places += 1;
            for row in 0..size as usize {
                let at = node as usize + row * width;
                codes[at..at + size as usize].fill(COVERED);
            }
        }
        narrow = codes.iter().filter(|&&code| code == TOO_NARROW).count();
    }
    let name = message.panel.name();
    let body = json!({ "panel": name, "size": size, "places": places, "too_narrow": narrow });
    replies.text("fit", body);
    if size > 1 {
        let shrunk = Shrunk::of(grid.width(), grid.height());
        replies.binary(shrunk.codes_frame(replies.re(), &codes));
    }
    Ok(())
}
