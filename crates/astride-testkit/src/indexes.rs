//! Every index that follows edits, side by side: compared with indexes built from scratch, and with
//! the reference.

use crate::adapter::read_world;
use crate::judge::Judge;
use crate::rng::Rng;
use astride::base::{Budget, Cost, NodeId};
use astride::search::{DistanceField, PathQuery, Scratch, astar, dijkstra};
use astride::shapes::square::{
    BodyGrid, Clearance, Clusters, ClustersOptions, Components, DeadEnds, Grid, GridHeuristic,
    GridView, JumpMap, JumpTable, Mover, Regions, RegionsOptions, Verdict,
};
use astride::world::{Way, World};

/// Their names, in the order of the results of [`Indexes::update`].
pub const NAMES: [&str; 8] =
    ["components", "clearance", "bodies", "dead ends", "clusters", "regions", "jumps", "field"];

/// All indexes of one grid for one mover.
pub struct Indexes {
    components: Components,
    clearance: Clearance,
    body: BodyGrid,
    dead_ends: DeadEnds,
    clusters: Clusters,
    regions: Regions,
    /// `None` if there are no jump points.
    jumps: Option<JumpTable>,
    field: DistanceField,
}

/// The memory of queries.
#[derive(Default)]
pub struct IndexesScratch {
    scratch: Scratch,
    dead_ends: Scratch,
}

impl Indexes {
    /// Builds all indexes.
    ///
    /// # Panics
    ///
    /// If valid options are refused.
    pub fn build(view: &GridView<'_>) -> Indexes {
        let clusters = ClustersOptions { side: 4, factor: 2, levels: Some(2) };
        let regions = RegionsOptions::default().least_cells(4);
        Indexes {
            components: Components::build(view),
            clearance: Clearance::build(view),
            body: BodyGrid::square(view, 2).expect("few kinds of cells"),
            dead_ends: DeadEnds::build(view),
            clusters: Clusters::build(view, &clusters).expect("good options"),
            regions: Regions::build(view, regions).expect("good options"),
            jumps: jumps_of(view),
            field: field_of(view),
        }
    }

    /// These indexes, with the one at `place` among [`NAMES`] taken from `other`, to test a judge.
    ///
    /// # Panics
    ///
    /// If there is no such place.
    pub fn with_one_of(mut self, other: Indexes, place: usize) -> Indexes {
        match NAMES[place] {
            "components" => self.components = other.components,
            "clearance" => self.clearance = other.clearance,
            "bodies" => self.body = other.body,
            "dead ends" => self.dead_ends = other.dead_ends,
            "clusters" => self.clusters = other.clusters,
            "regions" => self.regions = other.regions,
            "jumps" => self.jumps = other.jumps,
            _ => self.field = other.field,
        }
        self
    }

    /// Updates all indexes to the current grid and returns, for each, whether it did so without
    /// being rebuilt from scratch.
    ///
    /// # Panics
    ///
    /// If one of them cannot be updated.
    pub fn update(&mut self, view: &GridView<'_>) -> [bool; 8] {
        let components = !self.components.update(view).rebuilt;
        let clearance = !self.clearance.update(view).rebuilt;
        let body = !self.body.update(view).expect("few kinds of cells").rebuilt;
        let dead_ends = !self.dead_ends.update(view).rebuilt;
        let clusters = !self.clusters.update(view).expect("good options").rebuilt;
        let regions = !self.regions.update(view).expect("good options").rebuilt;
        let mut jumps = false;
        self.jumps = match self.jumps.take() {
            Some(mut table) => table.update(view).ok().map(|updated| {
                jumps = !updated.rebuilt;
                table
            }),
            None => jumps_of(view),
        };
        let is_repaired = self.field.repair(view).is_ok();
        if !is_repaired {
            self.field = field_of(view);
        }
        [components, clearance, body, dead_ends, clusters, regions, jumps, is_repaired]
    }

    /// Whether all indexes agree with indexes built from scratch.
    ///
    /// # Errors
    ///
    /// Which index differs, and where.
    pub fn check_equal(
        &self,
        built: &Indexes,
        view: &GridView<'_>,
        rng: &mut Rng,
    ) -> Result<(), String> {
        let other = |name: &str, at: NodeId| Err(format!("{name} say something else at {at}"));
        let mut numbers = vec![None; self.components.count() as usize];
        if self.components.count() != built.components.count() {
            return Err("another number of components".to_owned());
        }
        for at in (0..view.node_count()).map(NodeId::new) {
            let [a, b] = [self, built].map(|indexes| indexes.components.component(at));
            if let (Some(a), Some(b)) = (a, b) {
                let same = *numbers[a as usize].get_or_insert(b) == b;
                if !same || self.components.cells(a) != built.components.cells(b) {
                    return other("components", at);
                }
            } else if a.is_some() != b.is_some() {
                return other("components", at);
            }
            let room = |of: &Indexes| (of.clearance.square(at), of.clearance.squared(at));
            if room(self) != room(built) {
                return other("clearance", at);
            }
            if arcs(&self.body.view(), at) != arcs(&built.body.view(), at) {
                return other("bodies", at);
            }
            if self.field.distance(at) != built.field.distance(at) {
                return other("field", at);
            }
        }
        if self.dead_ends != built.dead_ends {
            return Err("other dead ends".to_owned());
        }
        if self.clusters != built.clusters {
            return Err("other clusters".to_owned());
        }
        if self.regions != built.regions {
            return Err("other regions".to_owned());
        }
        let nodes = view.node_count() as usize;
        for _ in 0..4 {
            let [a, b] = [(); 2].map(|()| NodeId::new(rng.below(nodes) as u32));
            let verdicts = [self, built].map(|indexes| indexes.components.verdict(a, b));
            if verdicts[0] != verdicts[1] {
                return Err(format!("other verdicts from {a} to {b}: {verdicts:?}"));
            }
        }
        match self.jumps.is_some() == built.jumps.is_some() {
            true => Ok(()),
            false => Err("jump points where there are none, or none where there are".to_owned()),
        }
    }

    /// Queries all indexes for the paths from `from` to some nodes and checks the answers against
    /// the reference.
    ///
    /// # Errors
    ///
    /// Which index is wrong, and how.
    pub fn check_answers(
        &self,
        grid: &Grid,
        mover: &Mover,
        scratch: &mut IndexesScratch,
        rng: &mut Rng,
    ) -> Result<(), String> {
        let view = grid.seen_by(mover);
        let mut judge = Judge::new(read_world(grid, mover));
        let nodes = grid.cell_count() as usize;
        let from = NodeId::new(rng.below(nodes) as u32);
        for _ in 0..4 {
            let to = NodeId::new(rng.below(nodes) as u32);
            let is_free = view.is_passable(from) && view.is_passable(to);
            let least = judge.distances(from.index())[to.index()].filter(|_| is_free);
            self.check_pair(&view, [from, to], least, scratch)
                .map_err(|fault| format!("{from} to {to}, {least:?} expected: {fault}"))?;
        }
        Ok(())
    }

    fn check_pair(
        &self,
        view: &GridView<'_>,
        [from, to]: [NodeId; 2],
        least: Option<Cost>,
        scratch: &mut IndexesScratch,
    ) -> Result<(), String> {
        let expect = |name: &str, cost: Option<Cost>| match cost == least {
            true => Ok(()),
            false => Err(format!("{name}: {cost:?}")),
        };
        let verdict = self.components.verdict(from, to);
        if (verdict == Verdict::Reachable) != least.is_some() {
            return Err(format!("components: {verdict:?}"));
        }
        let (query, octile) = (PathQuery::new(from, to), GridHeuristic::octile(view));
        let outside = self
            .dead_ends
            .skipping(view, from, to, &mut scratch.dead_ends)
            .map_err(|error| error.to_string())?;
        let outcome = astar(&outside, &octile, &query, &mut scratch.scratch, &mut ());
        expect("dead ends", outcome.cost())?;
        let [a, b] = [from, to].map(|node| view.grid().cell(node));
        if let Some(table) = &self.jumps {
            let mut search =
                table.search(&query, &mut scratch.scratch).expect("one start, one goal");
            expect("jumps", search.cost())?;
        }
        let budget = &mut Budget::unlimited();
        let route = self.clusters.route(view, a, b, &mut scratch.scratch, budget);
        let route = route.map_err(|error| error.to_string())?.into_path();
        match (route, least) {
            (None, None) => {}
            (Some(route), Some(least)) => {
                let path = route.finish(&self.clusters, view, &mut scratch.scratch);
                let path = path.map_err(|error| error.to_string())?.path;
                path.validate(view).map_err(|error| error.to_string())?;
                if path.cost() < least {
                    return Err(format!("clusters: {}", path.cost()));
                }
            }
            (route, _) => return Err(format!("clusters: {:?}", route.map(|route| route.cost()))),
        }
        // The 2 × 2 placements of a large body have the arcs of a grid of their own.
        let large = dijkstra(&self.body.view(), &query, &mut scratch.scratch, &mut ());
        match large.path().is_none_or(|path| least.is_some() && path.cost() >= least.unwrap_or(0)) {
            true => Ok(()),
            false => Err(format!("a large body goes where none fits: {:?}", large.cost())),
        }
    }
}

fn jumps_of(view: &GridView<'_>) -> Option<JumpTable> {
    JumpTable::build(JumpMap::build(view).ok()?).ok()
}

/// Distances from the first cell.
fn field_of(view: &GridView<'_>) -> DistanceField {
    let mut field = DistanceField::new();
    let source = [(NodeId::new(0), 0)];
    _ = field.compute(view, &source, Way::Forward, &mut Budget::unlimited());
    field
}

fn arcs(view: &GridView<'_>, at: NodeId) -> Vec<(NodeId, u32)> {
    let mut arcs = Vec::new();
    view.for_each_arc(at, Way::Forward, |arc| arcs.push((arc.node, arc.cost)));
    arcs
}
