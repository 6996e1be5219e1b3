//! A method prepared for a map: what it builds, how long that takes, and its answers.

use std::time::Instant;

use astride::base::{Budget, Cell, Coded, Cost};
use astride::planner::{Choice, Guide, Method, solve};
use astride::search::{Outcome, PathQuery, Scratch, Ties};
use astride::shapes::square::{Clusters, Grid, GridView, IndexOptions, Mover, SquareIndex};
use serde_json::{Value, json};

use crate::build;
use crate::error::Failure;
use crate::report::grouped;

/// What was built before the first question.
#[derive(Clone, Debug)]
pub(crate) struct Built {
    pub(crate) seconds: f64,
    /// Memory of what was built, if it is known.
    pub(crate) bytes: Option<usize>,
    /// The method that answers, and the reason for its choice.
    pub(crate) why: String,
}

impl Built {
    pub(crate) fn text(&self) -> String {
        let bytes = |bytes| format!(", {} bytes", grouped(bytes as u64));
        let bytes = self.bytes.map(bytes).unwrap_or_default();
        format!("{:.2} ms{bytes} ({})", self.seconds * 1e3, self.why)
    }

    fn since(began: Instant, bytes: usize, why: impl ToString) -> Self {
        let seconds = began.elapsed().as_secs_f64();
        Built { seconds, bytes: Some(bytes), why: why.to_string() }
    }

    pub(crate) fn json(&self) -> Value {
        json!({ "bytes": self.bytes, "answers": self.why, "timing": { "seconds": self.seconds } })
    }
}

/// A method that is ready to answer about one map.
pub(crate) struct Ready<'a> {
    view: GridView<'a>,
    by: By,
    scratch: Scratch,
    pub(crate) built: Built,
}

enum By {
    /// A search over cells, with its guess and tie rule.
    Search { question: Choice, ties: Ties },
    /// An index, or whatever the guide chooses.
    Guide(Box<Guide>),
    /// The same, with the way to the nearest cell where no way leads to the goal.
    OrNearest(Box<Guide>),
    /// Cheapest ways found with the help of clusters.
    Exact(Box<Clusters>),
}

impl<'a> Ready<'a> {
    fn of(view: GridView<'a>, by: By, built: Built) -> Self {
        Ready { view, by, scratch: Scratch::new(), built }
    }

    /// Builds what the method needs for about this many `queries`, or takes it from a file.
    pub(crate) fn new(
        grid: &'a Grid,
        mover: &Mover,
        (question, ties): (Choice, Ties),
        queries: u64,
        baked: Option<&[u8]>,
    ) -> Result<Self, Failure> {
        let method = question.method;
        let (began, view) = (Instant::now(), grid.seen_by(mover));
        if !method.has_index() && method != Method::Auto {
            let view = if queries > 1 { view.prepared() } else { view };
            let bytes = if queries > 1 { grid.cell_count() as usize } else { 0 };
            let built = Built::since(began, bytes, method);
            return Ok(Ready::of(view, By::Search { question, ties }, built));
        }
        let guide = guide(grid, mover, method, queries, baked)?;
        let report = guide.report();
        let built = Built::since(began, report.bytes, report);
        Ok(Ready::of(view, By::Guide(Box::new(guide)), built))
    }

    /// Leads to the nearest cell where there is no path, if a guide answers.
    pub(crate) fn or_nearest(self) -> Result<Self, Failure> {
        let By::Guide(guide) = self.by else { return Ok(self) };
        let mut guide = Box::new(guide.keep_components());
        let began = Instant::now();
        let bytes = guide.prepare(self.view.grid()).map_err(Failure::of)?.bytes;
        let added = Built::since(began, bytes, self.built.why);
        let built = Built { seconds: self.built.seconds + added.seconds, ..added };
        Ok(Ready { by: By::OrNearest(guide), built, ..self })
    }

    /// Finds cheapest paths by clusters, from a file or built.
    pub(crate) fn exact(
        grid: &'a Grid,
        mover: &Mover,
        baked: Option<&[u8]>,
    ) -> Result<Self, Failure> {
        let (began, view) = (Instant::now(), grid.seen_by(mover));
        let index = match baked {
            Some(bytes) => SquareIndex::load(bytes, Method::Clusters, &view)
                .map_err(|error| Failure::of_at("--baked", error))?,
            None => build::index(&view, Method::Clusters, &IndexOptions::default())?,
        };
        let SquareIndex::Clusters(clusters) = index else {
            return Err(Failure::new("there are no clusters"));
        };
        let how = if baked.is_some() { "loaded" } else { "asked for by name" };
        let built = Built::since(began, clusters.bytes(), format_args!("clusters: {how}"));
        Ok(Ready::of(view, By::Exact(clusters), built))
    }

    /// Finds a path between two cells of the map.
    pub(crate) fn route(
        &mut self,
        from: Cell,
        to: Cell,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Failure> {
        let (grid, scratch) = (self.view.grid(), &mut self.scratch);
        match &self.by {
            By::Search { question, ties } => {
                let node = |cell| grid.node(cell).ok_or_else(|| Failure::new("off the map"));
                let query = PathQuery::new(node(from)?, node(to)?).ties(*ties);
                let outcome = solve(&self.view, *question, &query, scratch, budget, &mut ());
                outcome.map_err(|error| refused(question.method, error))
            }
            By::Guide(guide) => guide.route(grid, from, to, scratch, budget).map_err(Failure::of),
            By::OrNearest(guide) => {
                guide.route_or_nearest(grid, from, to, scratch, budget).map_err(Failure::of)
            }
            By::Exact(clusters) => {
                clusters.cheapest(&self.view, from, to, scratch, budget).map_err(Failure::of)
            }
        }
    }

    /// What [`route`](Self::route) would cost, without the path where that is faster.
    pub(crate) fn cost(&mut self, from: Cell, to: Cell) -> Result<Option<Cost>, Failure> {
        if let By::Guide(guide) = &self.by {
            let cost = guide.cost(self.view.grid(), from, to, &mut self.scratch);
            return cost.map_err(Failure::of);
        }
        Ok(self.route(from, to, &mut Budget::unlimited())?.cost())
    }
}

/// A guide that is prepared for this many questions, or answers by what a file holds.
pub(crate) fn guide(
    grid: &Grid,
    mover: &Mover,
    method: Method,
    queries: u64,
    baked: Option<&[u8]>,
) -> Result<Guide, Failure> {
    let mut guide = Guide::new(mover.clone()).method(method);
    if let Some(bytes) = baked {
        let loaded = guide.load_index(grid, bytes);
        loaded.map_err(|error| Failure::of_at("--baked", error))?;
        return Ok(guide);
    }
    let prepared = guide.prepare_with(grid, queries, &mut build::bars());
    prepared.map_err(|error| refused(method, error))?;
    Ok(guide)
}

fn refused(method: Method, error: impl Coded) -> Failure {
    Failure::of_at(format!("--method {method}"), error)
}
