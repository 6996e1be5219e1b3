//! The plugin beside the engine asked directly, frame by frame.

mod answers;
mod changes;
mod crowd;
mod follow;
mod outline;
#[path = "../examples/units.rs"]
mod units;

use std::time::Duration;

use astride::base::{Random, Vec3 as Exact};
use astride::prelude::*;
use bevy_app::App;
use bevy_astride::{AstridePlugin, FrameBudget, Nav};
use bevy_math::Vec3;
use bevy_time::{TimePlugin, TimeUpdateStrategy};

#[test]
fn the_units_of_the_example_arrive() {
    units::run(60, |_| ()).unwrap();
}

/// A twentieth of a second.
const FRAME: f32 = 0.05;

/// A map with `percent` of its cells blocked.
fn scattered(width: u32, height: u32, percent: u64, seed: u64) -> Grid {
    let mut random = Random::new(seed);
    let mut grid = Grid::new(width, height, b'.').unwrap();
    let mut edit = Edit::new();
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        if random.next() % 100 < percent {
            edit.set((x, y), b'@');
        }
    }
    grid.apply(&edit).unwrap();
    grid
}

fn random_cell(random: &mut Random, grid: &Grid) -> Cell {
    let below = |random: &mut Random, end: u32| (random.next() % u64::from(end)) as u32;
    Cell::new(below(random, grid.width()), below(random, grid.height()))
}

/// Cells of 2×2 units on the ground of a world whose y is up, beside the origin.
fn on_the_ground(grid: Grid) -> Nav {
    let origin = Exact::new(-20.0, 3.0, 7.0);
    let frame = Frame::new(grid.width(), grid.height(), origin, 2.0, 2.0).unwrap();
    Nav::new(Navigator::new(grid), frame.axes(astride::shapes::square::Axes::Xz))
}

/// A program whose frames take a twentieth of a second each.
fn app(nav: Nav, budget: FrameBudget) -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, AstridePlugin::default().budget(budget)))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)))
        .insert_resource(nav);
    // In the first frame no time passes.
    app.update();
    app
}

fn expansions(expansions: u64) -> FrameBudget {
    FrameBudget { expansions, ..FrameBudget::default() }
}

/// The cell under a point.
fn under(nav: &Nav, point: Vec3) -> Option<Cell> {
    let [x, y, z] = point.to_array().map(f64::from);
    nav.frame().cell_at(Exact::new(x, y, z))
}

fn is_free(nav: &Nav, cell: Cell) -> bool {
    let view = nav.view(nav.first_mover()).unwrap();
    view.is_passable(nav.grid().node(cell).unwrap())
}
