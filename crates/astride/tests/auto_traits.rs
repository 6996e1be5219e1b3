//! What may go to other threads: questions, answers, worlds, indexes and everything that is kept.

use astride::index::Landmarks;
use astride::path::Path;
use astride::planner::{Ask, Guide, Navigator, Snapshot};
use astride::search::{DistanceField, Outcome, PathQuery, Paused, Replanner, Scratch, Search};
use astride::shapes::hex::{Hex, HexMap, HexMover, HexView};
use astride::shapes::mesh::{Mesh, MeshLabels, Polyanya};
use astride::shapes::square::{
    AimedAtCells, Clearance, Clusters, Components, DeadEnds, FlowField, Grid, GridView,
    InfluenceMap, JumpMap, JumpSearch, JumpTable, Knowledge, Labels, Mover, Regions,
};
use astride::world::{Overlaid, Overlay};

fn may_travel<T: Send>() {}
fn may_be_shared<T: Send + Sync>() {}

#[test]
fn everything_may_go_to_other_threads() {
    may_be_shared::<PathQuery<'_>>();
    may_be_shared::<(Path, Outcome, Paused)>();
    may_be_shared::<(Grid, Mover, GridView<'_>, Knowledge, HexMap, HexMover, HexView<'_>)>();
    may_be_shared::<(Overlay, Overlaid<'_, GridView<'_>>, InfluenceMap, FlowField)>();
    may_be_shared::<(JumpMap, JumpTable, Labels, Clusters, Landmarks)>();
    may_be_shared::<(Components, DeadEnds, Clearance, Regions, DistanceField)>();
    may_be_shared::<(Guide, Navigator, Snapshot, Ask)>();
    may_be_shared::<(Navigator<HexMap>, Snapshot<HexMap>, Ask<Hex>)>();
    may_travel::<(Scratch, Replanner)>();
    may_travel::<Search<'_, GridView<'_>, AimedAtCells>>();
    may_travel::<JumpSearch<'_>>();
    may_be_shared::<(Mesh, MeshLabels)>();
    may_travel::<(Scratch, Scratch, Polyanya<'_>)>();
}
