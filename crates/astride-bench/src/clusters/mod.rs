//! Hierarchical search: what it finds, how fast, and what edits cost, on real maps and on generated
//! ones of up to 16384×16384 cells.

mod peers;
mod quality;
mod tables;

use astride::base::{Cell, NodeId};
use astride::shapes::square::{
    ClustersOptions, Components, Edit, Grid, GridView, Mover, Neighbours,
};
use astride::world::World;
use astride_testkit::rng::Rng;

use crate::Failure;
use crate::compare::row_count;
use crate::desk::Settings;
use crate::large;
use crate::maps::{self, Case};
use crate::suite::{Scene, blocked_and_opened};

/// What is measured, and on what.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// What is measured
    #[arg(long, value_enum, default_value_t = Show::Peers)]
    show: Show,
    /// Maps by name, as `set/name`, of the usual folder [default: the chosen ones that are there;
    /// for quality all; for first and exact those of at least 512 cells a side]
    #[arg(long, value_delimiter = ',')]
    map: Vec<String>,
    /// Queries per map at most, or `all`
    #[arg(long, default_value = "200", value_parser = row_count)]
    queries: usize,
    /// Edits per map: one cell blocked and opened again each
    #[arg(long, default_value_t = 40)]
    edits: u32,
    /// Cells along the side of generated maps, instead of the real ones
    #[arg(long, value_delimiter = ',')]
    large: Vec<u32>,
    /// Cells along the side of the smallest clusters
    #[arg(long, default_value_t = ClustersOptions::default().side)]
    side: u32,
    /// Levels of clusters [default: as many as the size of the map asks for]
    #[arg(long)]
    levels: Option<u32>,
}

/// The tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Show {
    /// Build, query, path and edit beside the peer that does the same
    Peers,
    /// What paths cost, and how long they are once straightened, beside the best
    Quality,
    /// How soon the first steps are there, beside whole searches
    First,
    /// What an edit costs beside building from scratch, for clusters and whatever else follows edits
    Edits,
    /// What a cheapest path takes, with and without a route as its bound
    Exact,
}

impl Options {
    fn settings(&self) -> Settings {
        let clusters =
            ClustersOptions { side: self.side, levels: self.levels, ..Default::default() };
        Settings { clusters, ..Settings::default() }
    }

    /// The maps by name, of the usual folder; else all that are wanted.
    fn cases(&self, is_wanted: impl Fn(&Grid) -> bool) -> Result<Vec<Case>, Failure> {
        if !self.map.is_empty() {
            return maps::named_or(&self.map, &[]);
        }
        let mut cases = Vec::new();
        for place in maps::places(&[maps::folder(None)])? {
            cases.extend(maps::load_place(&place)?.filter(|case| is_wanted(&case.map.grid)));
        }
        Ok(cases)
    }

    /// Large maps, each with the ends of some questions and with edits: the generated ones if their
    /// sizes are given, else the real ones of at least 512 cells a side.
    fn large(&self, mut tell: impl FnMut(Scene) -> Result<(), Failure>) -> Result<(), Failure> {
        let mut prepared = |scene: Scene| {
            let mover = walker(Neighbours::Eight);
            let edits = edits(&scene.grid, &mover, self.edits);
            tell(Scene { mover, edits, ..scene })
        };
        if self.large.is_empty() {
            let is_large = |grid: &Grid| grid.width().max(grid.height()) >= 512;
            let cases = self.cases(is_large)?;
            return cases.iter().try_for_each(|case| prepared(Scene::of(case, self.queries)));
        }
        self.generated(self.queries.min(10_000), prepared)
    }

    /// Generated maps of the sizes given, each with the ends of some questions.
    fn generated(
        &self,
        count: usize,
        mut tell: impl FnMut(Scene) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for &side in &self.large {
            for (name, tile) in large::tiles()? {
                let grid = large::tiled(&tile, side)?;
                let ends = far_apart(&grid.seen_by(&Mover::walker()), count);
                tell(Scene::new(&format!("{name} {side}×{side}"), grid, ends))?;
            }
        }
        Ok(())
    }
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    match options.show {
        Show::Peers => peers::run(options),
        Show::Quality => quality::run(options),
        Show::First => tables::run(options, tables::first(options)),
        Show::Edits => tables::run(options, tables::edits(options)),
        Show::Exact => tables::run(options, tables::exact(options)),
    }
}

/// Free cells, each blocked and then opened again, one after the other.
fn edits(grid: &Grid, mover: &Mover, count: u32) -> Vec<Vec<Edit>> {
    let cells = free_cells(&grid.seen_by(mover), count);
    cells.iter().flat_map(|&cell| blocked_and_opened(grid, &[cell])).collect()
}

/// A walker on land.
fn walker(neighbours: Neighbours) -> Mover {
    Mover::walker().impassable(b'W').neighbours(neighbours)
}

/// Pairs of cells of the largest component, drawn; and one pair in ten of any components, between
/// which there may be no path.
fn far_apart(view: &GridView<'_>, count: usize) -> Vec<[Cell; 2]> {
    let components = Components::build(view);
    let largest = components.areas().first().map(|area| area.component);
    let cells = free_cells(view, 20 * count as u32);
    let is_in = |cell: &Cell| {
        let node = view.grid().node(*cell);
        largest.is_some() && node.and_then(|node| components.component(node)) == largest
    };
    let reachable: Vec<Cell> = cells.iter().copied().filter(is_in).collect();
    let any = cells.chunks_exact(2).take(count / 10);
    let far = reachable.chunks_exact(2).take(count - count / 10);
    far.chain(any).map(|pair| [pair[0], pair[1]]).collect()
}

/// Some free cells, drawn.
fn free_cells(view: &GridView<'_>, count: u32) -> Vec<Cell> {
    let mut rng = Rng::new(7);
    let cells = view.grid().cell_count();
    let mut drawn = Vec::new();
    for _ in 0..cells {
        let node = NodeId::new(rng.below(cells as usize) as u32);
        if view.is_passable(node) {
            drawn.push(view.grid().cell(node));
        }
        if drawn.len() >= count as usize {
            break;
        }
    }
    drawn
}
