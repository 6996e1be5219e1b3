//! What an edit makes the indexes of a panel do, in counts.

use astride::shapes::square::{Clusters, ClustersOptions, Components};
use astride::world::Followed;
use serde_json::{Value, json};

use crate::session::board::Board;
use crate::session::limits::Bounds;
use crate::session::panel::Panel;

/// One index: what it counts, how many of these it had to look at, and how many there are.
fn part(id: &str, what: &str, count: u64, of: u64, rebuilt: bool) -> Value {
    json!({ "id": id, "what": what, "count": count, "of": of, "rebuilt": rebuilt })
}

fn without(id: &str, why: impl ToString) -> Value {
    json!({ "id": id, "why": why.to_string() })
}

impl Panel {
    /// Brings components, clearance, clusters and jump points up to date and reports what each had to
    /// look at; those that do not exist yet are built.
    pub(super) fn repair(&mut self, board: &Board, bounds: Bounds<'_>) -> Vec<Value> {
        let cells = u64::from(board.grid.cell_count());
        let (body, mover) = self.body();
        let room = body.follow_clearance(&board.grid.seen_by(mover));
        let clearance = part("clearance", "squares", room.looked, cells, room.rebuilt);
        if let Err(why) = self.follow(board) {
            return vec![clearance, without("components", why)];
        }
        let (survey, ready, footing) = self.indexes(board);
        let view = footing.view();
        let pieces = match &mut survey.components {
            Some(components) => components.update(&view),
            none => {
                *none = Some(Components::build(&view));
                Followed::built(0)
            }
        };
        let looked = pieces.touched + pieces.looked;
        let components = part("components", "squares", looked, cells, pieces.rebuilt);
        let repaired = match &mut survey.clusters {
            Some(clusters) => clusters.update(&view),
            none => {
                let tell = &mut |_| !bounds.is_stopped();
                Clusters::build_with(&view, &ClustersOptions::default(), tell).map(|made| {
                    *none = Some(made);
                    Followed::built(0)
                })
            }
        };
        let clusters = match (repaired, &survey.clusters) {
            (Ok(done), Some(all)) => {
                part("clusters", "clusters", done.changed, all.cluster_count() as u64, done.rebuilt)
            }
            (Err(why), _) => {
                survey.clusters = None;
                without("clusters", why)
            }
            (Ok(_), None) => without("clusters", "there are none"),
        };
        let lines = u64::from(view.grid().width() + view.grid().height());
        let jumps = match ready.repair_planes(&view) {
            Ok(done) => part("jump points", "rows and columns", done.changed, lines, done.rebuilt),
            Err(why) => without("jump points", why),
        };
        vec![components, clearance, clusters, jumps]
    }
}
