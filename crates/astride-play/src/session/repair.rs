//! What an edit makes the indexes of a panel do, in counts.

use astride::shapes::square::{Clusters, ClustersOptions, Components};
use serde_json::{Value, json};

use crate::session::board::Board;
use crate::session::limits::Bounds;
use crate::session::panel::Panel;

/// One index: what it counts, how many of these it had to look at, and how many there are.
fn part(id: &str, what: &str, count: usize, of: usize, rebuilt: bool) -> Value {
    json!({ "id": id, "what": what, "count": count, "of": of, "rebuilt": rebuilt })
}

fn without(id: &str, why: impl ToString) -> Value {
    json!({ "id": id, "why": why.to_string() })
}

impl Panel {
    /// Brings components, clearance, clusters and jump points up to date and reports what each had to
    /// look at; those that do not exist yet are built.
    pub(super) fn repair(&mut self, board: &Board, bounds: Bounds<'_>) -> Vec<Value> {
        let cells = board.grid.cell_count() as usize;
        let (body, mover) = self.body();
        let room = body.follow_clearance(&board.grid.seen_by(mover));
        let clearance = part("clearance", "squares", room.squares, cells, room.rebuilt);
        if let Err(why) = self.follow(board) {
            return vec![clearance, without("components", why)];
        }
        let (survey, ready, footing) = self.indexes(board);
        let view = footing.view();
        let pieces = match &mut survey.components {
            Some(components) => components.update(&view),
            none => {
                *none = Some(Components::build(&view));
                astride::shapes::square::ComponentsUpdate { rebuilt: true, ..Default::default() }
            }
        };
        let looked = pieces.touched + pieces.flooded;
        let components = part("components", "squares", looked, cells, pieces.rebuilt);
        let repaired = match &mut survey.clusters {
            Some(clusters) => {
                clusters.update(&view).map(|update| (update.clusters, update.rebuilt))
            }
            none => {
                let tell = &mut |_| !bounds.is_stopped();
                Clusters::build_with(&view, &ClustersOptions::default(), tell).map(|made| {
                    *none = Some(made);
                    (0, true)
                })
            }
        };
        let clusters = match (repaired, &survey.clusters) {
            (Ok((count, rebuilt)), Some(all)) => {
                part("clusters", "clusters", count as usize, all.cluster_count(), rebuilt)
            }
            (Err(why), _) => {
                survey.clusters = None;
                without("clusters", why)
            }
            (Ok(_), None) => without("clusters", "there are none"),
        };
        let lines = (view.grid().width() + view.grid().height()) as usize;
        let jumps = match ready.repair_planes(&view) {
            Ok(done) => {
                let count = (done.rows + done.columns) as usize;
                part("jump points", "rows and columns", count, lines, done.rebuilt)
            }
            Err(why) => without("jump points", why),
        };
        vec![components, clearance, clusters, jumps]
    }
}
