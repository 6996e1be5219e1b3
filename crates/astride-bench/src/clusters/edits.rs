//! What an edit of one cell costs, beside building anew, for all that follows edits.

use astride::base::{Budget, NodeId};
use astride::search::DistanceField;
use astride::shapes::square::{
    Clearance, Clusters, ClustersOptions, Components, Edit, Grid, GridView, JumpMap, Mover,
    Neighbours,
};
use astride::world::Way;

use super::{Options, Questions, free_cells, walker};
use crate::Failure;
use crate::clock::timed;
use crate::stats::{mean, percentile};

/// What edits took, and what they made something look at.
struct Row {
    who: String,
    counted: &'static str,
    build: f64,
    micros: Vec<f64>,
    counts: Vec<f64>,
    /// How many edits were followed by building anew.
    rebuilt: usize,
}

impl Row {
    fn new(who: impl Into<String>, counted: &'static str, build: f64) -> Row {
        let (micros, counts) = (Vec::new(), Vec::new());
        Row { who: who.into(), counted, build, micros, counts, rebuilt: 0 }
    }

    fn add(&mut self, micros: f64, count: usize, rebuilt: bool) {
        self.micros.push(micros);
        self.counts.push(count as f64);
        self.rebuilt += usize::from(rebuilt);
    }

    fn print(&self, map: &str) {
        let [half, most] = [50, 99].map(|percent| percentile(&self.micros, percent));
        println!(
            "| {map} | {} | {:.0} | {half:.1} | {most:.0} | {:.0} | {:.1} {} | {:.0} | {} of {} |",
            self.who,
            self.build,
            self.build / half.max(1e-3),
            mean(&self.counts),
            self.counted,
            percentile(&self.counts, 100),
            self.rebuilt,
            self.micros.len(),
        );
    }
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    println!(
        "Times are µs of the thread. One free cell is blocked, then opened again.\n\n\
         | map | what | anew | edit 50 % | 99 % | anew/edit | looked at, mean | most | built anew |\
         \n|---|---|--:|--:|--:|--:|--:|--:|--:|"
    );
    options.large(|questions| measure(options, questions))
}

fn measure(options: &Options, questions: &Questions) -> Result<(), Failure> {
    let mover = walker(Neighbours::Eight);
    let edits = edits(&questions.grid, &mover, options.edits);
    for side in [8, 16, 32, 64] {
        let sizes = ClustersOptions { side, levels: options.levels, ..Default::default() };
        on_clusters(questions, &mover, &edits, &sizes)?.print(&questions.name);
    }
    on_components(questions, &mover, &edits)?.print(&questions.name);
    on_clearance(questions, &mover, &edits)?.print(&questions.name);
    on_jumps(questions, &mover, &edits)?.print(&questions.name);
    on_field(questions, &mover, &edits)?.print(&questions.name);
    Ok(())
}

/// Cells blocked and opened again, one after the other.
fn edits(grid: &Grid, mover: &Mover, count: u32) -> Vec<Edit> {
    let mut edits = Vec::new();
    for cell in free_cells(&grid.seen_by(mover), count) {
        for class in [b'@', grid.class(cell).unwrap_or(b'.')] {
            let mut edit = Edit::new();
            edit.set(cell, class);
            edits.push(edit);
        }
    }
    edits
}

/// Applies the edits to a copy of the map, one by one.
fn follow(
    questions: &Questions,
    mover: &Mover,
    edits: &[Edit],
    mut update: impl FnMut(&GridView<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut grid = questions.grid.clone();
    for edit in edits {
        grid.apply(edit)?;
        update(&grid.seen_by(mover))?;
    }
    Ok(())
}

fn on_clusters(
    questions: &Questions,
    mover: &Mover,
    edits: &[Edit],
    sizes: &ClustersOptions,
) -> Result<Row, Failure> {
    let view = questions.grid.seen_by(mover);
    let (built, build) = timed(|| Clusters::build(&view, sizes, &mut |_| true));
    let mut clusters = built?;
    let mut row = Row::new(format!("clusters of {}", sizes.side), "cells", build);
    follow(questions, mover, edits, |view| {
        let (update, took) = timed(|| clusters.update(view));
        let update = update?;
        row.add(took, update.cells as usize, update.rebuilt);
        Ok(())
    })?;
    Ok(row)
}

fn on_components(questions: &Questions, mover: &Mover, edits: &[Edit]) -> Result<Row, Failure> {
    let (mut components, build) = timed(|| Components::build(&questions.grid.seen_by(mover)));
    let mut row = Row::new("components", "cells", build);
    follow(questions, mover, edits, |view| {
        let (update, took) = timed(|| components.update(view));
        row.add(took, update.touched + update.flooded + update.relabelled, update.rebuilt);
        Ok(())
    })?;
    Ok(row)
}

fn on_clearance(questions: &Questions, mover: &Mover, edits: &[Edit]) -> Result<Row, Failure> {
    let (mut clearance, build) = timed(|| Clearance::build(&questions.grid.seen_by(mover)));
    let mut row = Row::new("clearance", "squares", build);
    follow(questions, mover, edits, |view| {
        let (update, took) = timed(|| clearance.update(view));
        row.add(took, update.squares, update.rebuilt);
        Ok(())
    })?;
    Ok(row)
}

fn on_jumps(questions: &Questions, mover: &Mover, edits: &[Edit]) -> Result<Row, Failure> {
    let (jumps, build) = timed(|| JumpMap::new(&questions.grid.seen_by(mover)));
    let mut jumps = jumps?;
    let mut row = Row::new("jump map", "rows and columns", build);
    follow(questions, mover, edits, |view| {
        let (update, took) = timed(|| jumps.update(view));
        let update = update?;
        row.add(took, (update.rows + update.columns) as usize, update.rebuilt);
        Ok(())
    })?;
    Ok(row)
}

fn on_field(questions: &Questions, mover: &Mover, edits: &[Edit]) -> Result<Row, Failure> {
    let view = questions.grid.seen_by(mover);
    let source = questions.ends.first().and_then(|ends| questions.grid.node(ends[1]));
    let source = source.unwrap_or(NodeId::new(0));
    let mut field = DistanceField::new();
    let (_, build) =
        timed(|| field.compute(&view, &[(source, 0)], Way::Backward, &mut Budget::unlimited()));
    let mut row = Row::new("distance field", "nodes", build);
    follow(questions, mover, edits, |view| {
        let (repair, took) = timed(|| field.repair(view));
        let repair = repair?;
        row.add(took, repair.raised + repair.expanded as usize, repair.rebuilt);
        Ok(())
    })?;
    Ok(row)
}
