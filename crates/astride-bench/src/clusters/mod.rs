//! Hierarchical search: what it finds, how soon, and what edits cost, on real maps and on generated
//! ones of up to 16384×16384 cells.

mod edits;
mod exact;
mod first;
mod peers;
mod quality;

use astride::base::{Cell, NodeId};
use astride::shapes::square::{ClustersOptions, Components, Grid, GridView, Mover, Neighbours};
use astride::world::World;
use astride_testkit::rng::Rng;

use crate::Failure;
use crate::compare::row_count;
use crate::large;
use crate::maps::{self, Case};

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
    /// What an edit costs beside building anew, for clusters and whatever else follows edits
    Edits,
    /// What a cheapest path takes, with and without a route as its bound
    Exact,
}

impl Options {
    fn sizes(&self) -> ClustersOptions {
        ClustersOptions { side: self.side, levels: self.levels, ..Default::default() }
    }

    /// The maps by name, of the usual folder.
    fn cases(&self, is_wanted: impl Fn(&Grid) -> bool) -> Result<Vec<Case>, Failure> {
        let folder = maps::folder(None);
        let mut cases = Vec::new();
        if self.map.is_empty() {
            for place in maps::places(&[folder])? {
                cases.extend(maps::load_place(&place)?.filter(|case| is_wanted(&case.map.grid)));
            }
            return Ok(cases);
        }
        for name in &self.map {
            match maps::load(&folder, name)? {
                Some(case) => cases.push(case),
                None => eprintln!("skipped {name}: not there"),
            }
        }
        Ok(cases)
    }

    /// Large maps, each with the ends of some questions: the generated ones if their sizes are
    /// given, else the real ones of at least 512 cells a side.
    fn large(&self, tell: impl FnMut(&Questions) -> Result<(), Failure>) -> Result<(), Failure> {
        let mut tell = tell;
        for &side in &self.large {
            for (name, tile) in large::tiles()? {
                let grid = large::tiled(&tile, side)?;
                let ends = far_apart(&grid.seen_by(&Mover::walker()), self.queries.min(10_000));
                tell(&Questions { name: format!("{name} {side}×{side}"), grid, ends })?;
            }
        }
        if !self.large.is_empty() {
            return Ok(());
        }
        let is_large = |grid: &Grid| grid.width().max(grid.height()) >= 512;
        for case in self.cases(is_large)? {
            let ends =
                case.rows(self.queries).iter().map(|(_, row)| [row.start, row.goal]).collect();
            tell(&Questions { name: case.map.name, grid: case.map.grid, ends })?;
        }
        Ok(())
    }
}

/// A map and the ends of some paths.
struct Questions {
    name: String,
    grid: Grid,
    ends: Vec<[Cell; 2]>,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    match options.show {
        Show::Peers => peers::run(options),
        Show::Quality => quality::run(options),
        Show::First => first::run(options),
        Show::Edits => edits::run(options),
        Show::Exact => exact::run(options),
    }
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
