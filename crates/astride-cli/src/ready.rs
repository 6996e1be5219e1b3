//! A method prepared for a map: what it builds, how long that takes, and its answers.

use std::time::Instant;

use astride::base::{Budget, Cell, Coded, Cost};
use astride::index::Landmarks;
use astride::planner::{Choice, Guide, Method, solve};
use astride::search::{Outcome, PathQuery, Scratch, Ties};
use astride::shapes::square::{
    Clusters, ClustersOptions, Grid, GridView, IndexFile, Mover, Stored,
};
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

    fn of(name: &str, began: Instant, bytes: usize, baked: Option<&[u8]>) -> Self {
        let how = if baked.is_some() { "loaded" } else { "as asked for" };
        let why = format!("{name}: {how}");
        Built { seconds: began.elapsed().as_secs_f64(), bytes: Some(bytes), why }
    }

    pub(crate) fn json(&self) -> Value {
        json!({ "bytes": self.bytes, "answers": self.why, "timing": { "seconds": self.seconds } })
    }
}

/// A method that is ready to answer about one map.
pub(crate) struct Ready<'a> {
    view: GridView<'a>,
    by: By,
    pub(crate) built: Built,
}

enum By {
    /// A search over cells, with its guess and tie rule.
    Search { question: Choice, ties: Ties, scratch: Box<Scratch> },
    /// An index, or whatever the guide chooses.
    Index { guide: Box<Guide>, scratch: Box<Scratch> },
    /// The same, with the way to the nearest cell where no way leads to the goal.
    OrNearest { guide: Box<Guide>, scratch: Box<Scratch> },
    /// Ways over clusters, or cheapest ways found with their help.
    Clusters { clusters: Box<Clusters>, is_exact: bool, scratch: Box<Scratch> },
    /// A* with guesses by landmarks.
    Landmarks { landmarks: Box<Landmarks>, scratch: Box<Scratch> },
}

impl<'a> Ready<'a> {
    /// Builds what the method needs for about this many `queries`.
    pub(crate) fn new(
        grid: &'a Grid,
        mover: &Mover,
        (question, ties): (Choice, Ties),
        queries: u64,
        baked: Option<&[u8]>,
    ) -> Result<Self, Failure> {
        let method = if baked.is_some() { Method::Labels } else { question.method };
        let began = Instant::now();
        let view = grid.seen_by(mover);
        if !method.has_index() && method != Method::Auto {
            let view = if queries > 1 { view.prepared() } else { view };
            let bytes = if queries > 1 { grid.cell_count() as usize } else { 0 };
            let built = Built {
                seconds: began.elapsed().as_secs_f64(),
                bytes: Some(bytes),
                why: method.to_string(),
            };
            let by = By::Search { question, ties, scratch: Box::default() };
            return Ok(Ready { view, by, built });
        }
        let guide = guide(grid, mover, method, queries, baked)?;
        let report = guide.report();
        let seconds = began.elapsed().as_secs_f64();
        let built = Built { seconds, bytes: Some(report.bytes), why: report.to_string() };
        let by = By::Index { guide: Box::new(guide), scratch: Box::default() };
        Ok(Ready { view, by, built })
    }

    /// Leads to the nearest cell where there is no path, if a guide answers.
    pub(crate) fn or_nearest(self) -> Result<Self, Failure> {
        let Ready { view, by, built } = self;
        let By::Index { guide, scratch } = by else { return Ok(Ready { view, by, built }) };
        let mut guide = Box::new(guide.keep_components());
        let began = Instant::now();
        let bytes = Some(guide.prepare(view.grid()).map_err(Failure::of)?.bytes);
        let seconds = built.seconds + began.elapsed().as_secs_f64();
        let built = Built { seconds, bytes, ..built };
        Ok(Ready { view, by: By::OrNearest { guide, scratch }, built })
    }

    /// Takes clusters from a file, or builds them.
    pub(crate) fn clusters(
        grid: &'a Grid,
        mover: &Mover,
        baked: Option<&[u8]>,
        is_exact: bool,
    ) -> Result<Self, Failure> {
        let (began, view) = (Instant::now(), grid.seen_by(mover));
        let clusters = match baked {
            Some(bytes) => load(bytes, &view)?,
            None => build::clusters(&view, &ClustersOptions::default())?,
        };
        let built = Built::of("clusters", began, clusters.bytes(), baked);
        let scratch = Box::default();
        let by = By::Clusters { clusters: Box::new(clusters), is_exact, scratch };
        Ok(Ready { view, by, built })
    }

    /// Takes landmarks from a file, or makes them.
    pub(crate) fn landmarks(
        grid: &'a Grid,
        mover: &Mover,
        baked: Option<&[u8]>,
    ) -> Result<Self, Failure> {
        let (began, view) = (Instant::now(), grid.seen_by(mover));
        let landmarks = match baked {
            Some(bytes) => load(bytes, &view)?,
            None => build::landmarks(&view, Landmarks::USUAL)?,
        };
        let built = Built::of("landmarks", began, landmarks.bytes(), baked);
        let by = By::Landmarks { landmarks: Box::new(landmarks), scratch: Box::default() };
        Ok(Ready { view, by, built })
    }

    /// Finds a path between two cells of the map.
    pub(crate) fn route(
        &mut self,
        from: Cell,
        to: Cell,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Failure> {
        let grid = self.view.grid();
        match &mut self.by {
            By::Search { question, ties, scratch } => {
                let node = |cell| grid.node(cell).ok_or_else(|| Failure::new("off the map"));
                let query = PathQuery::new(node(from)?, node(to)?).ties(*ties);
                let outcome = solve(&self.view, *question, &query, scratch, budget, &mut ());
                outcome.map_err(|error| refused(question.method, error))
            }
            By::Index { guide, scratch } => {
                guide.route(grid, from, to, scratch, budget).map_err(Failure::of)
            }
            By::OrNearest { guide, scratch } => {
                guide.route_or_nearest(grid, from, to, scratch, budget).map_err(Failure::of)
            }
            By::Clusters { clusters, is_exact, scratch } => {
                if *is_exact {
                    let outcome = clusters.cheapest(&self.view, from, to, scratch, budget);
                    return outcome.map_err(Failure::of);
                }
                let outcome = clusters.path(&self.view, from, to, scratch, budget);
                outcome.map_err(Failure::of)
            }
            By::Landmarks { landmarks, scratch } => {
                let node = |cell| grid.node(cell).ok_or_else(|| Failure::new("off the map"));
                let query = PathQuery::new(node(from)?, node(to)?).canonical();
                let outcome = landmarks.search(&self.view, &query, scratch, budget, &mut ());
                outcome.map_err(Failure::of)
            }
        }
    }

    /// What [`route`](Self::route) would cost, without the path where that is faster.
    pub(crate) fn cost(&mut self, from: Cell, to: Cell) -> Result<Option<Cost>, Failure> {
        if let By::Index { guide, scratch } = &mut self.by {
            let cost = guide.cost(self.view.grid(), from, to, scratch);
            return cost.map_err(Failure::of);
        }
        Ok(self.route(from, to, &mut Budget::unlimited())?.cost())
    }
}

/// An index from a file.
fn load<T: Stored>(bytes: &[u8], view: &GridView<'_>) -> Result<T, Failure> {
    let loaded = IndexFile::read(bytes).and_then(|file| file.load(view));
    loaded.map_err(|error| Failure::of_at("--baked", error))
}

/// A guide that is prepared for this many questions, or answers by labels from a file.
pub(crate) fn guide(
    grid: &Grid,
    mover: &Mover,
    method: Method,
    queries: u64,
    baked: Option<&[u8]>,
) -> Result<Guide, Failure> {
    let mut guide = Guide::new(mover.clone()).method(method);
    if let Some(bytes) = baked {
        let loaded = guide.load_labels(grid, bytes);
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
