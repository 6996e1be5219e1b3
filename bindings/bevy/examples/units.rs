//! 500 units on a map that is built on while they walk. It needs no window: a terminal shows them.

use std::io::IsTerminal;
use std::time::Duration;

use astride::base::Random;
use astride::prelude::*;
use bevy_app::App;
use bevy_astride::{Arrived, AstridePlugin, Follow, FrameBudget, Nav, NoPath, PathRequest};
use bevy_ecs::prelude::*;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

const WIDTH: u32 = 120;
const HEIGHT: u32 = 80;

#[allow(dead_code)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let is_shown = std::io::stdout().is_terminal();
    run(500, |app| {
        if is_shown {
            draw(app);
        }
    })
}

/// A letter for two cells, one above the other: units, walls, open ground.
fn draw(app: &mut App) {
    let mut letters = vec![vec!['.'; WIDTH as usize]; HEIGHT as usize / 2];
    let mut units = app.world_mut().query_filtered::<&Transform, With<Follow>>();
    let nav = app.world().resource::<Nav>();
    for (y, row) in letters.iter_mut().enumerate() {
        for (x, letter) in row.iter_mut().enumerate() {
            let is_wall =
                |half: usize| nav.grid().class((x as u32, (2 * y + half) as u32)) == Some(b'@');
            if is_wall(0) || is_wall(1) {
                *letter = '#';
            }
        }
    }
    for unit in units.iter(app.world()) {
        let at = unit.translation;
        letters[at.y as usize / 2][at.x as usize] = 'o';
    }
    let rows: Vec<String> = letters.into_iter().map(|row| row.into_iter().collect()).collect();
    println!("\x1b[H{}", rows.join("\n"));
    std::thread::sleep(Duration::from_millis(16));
}

/// Until this many units have arrived; `show` is called after each frame.
pub(crate) fn run(units: usize, show: impl Fn(&mut App)) -> Result<(), Box<dyn std::error::Error>> {
    let mut random = Random::new(1);
    let nav = Nav::from(Navigator::new(Grid::new(WIDTH, HEIGHT, b'.')?));
    let mut app = App::new();
    let budget = FrameBudget { expansions: 3000, ..FrameBudget::default() };
    app.add_plugins((TimePlugin, AstridePlugin::default().budget(budget)))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(16)));
    for _ in 0..units {
        let start = Cell::new(random.below(10), random.below(HEIGHT));
        let goal = Cell::new(WIDTH - 1 - random.below(10), random.below(HEIGHT));
        let at = Transform::from_translation(nav.centre(start));
        app.world_mut().spawn((at, Follow::at(12.0), PathRequest::to(goal)));
    }
    app.insert_resource(nav);

    let mut frames = 0;
    loop {
        // A piece of wall every quarter of a second, with a gap that keeps the map in one.
        if frames % 15 == 0 && frames < 270 {
            let (x, gap) = (15 + frames / 3, random.below(HEIGHT));
            app.world_mut().resource_mut::<Nav>().edit(|batch| {
                batch.fill(CellRect::new(x, 0, 1, HEIGHT), b'@').set((x, gap), b'.');
            })?;
        }
        app.update();
        frames += 1;
        show(&mut app);
        let count = |app: &mut App| app.world_mut().query::<&Arrived>().iter(app.world()).count();
        let (arrived, waiting) = (count(&mut app), app.world().resource::<Nav>().waiting());
        if frames % 200 == 0 || arrived == units {
            println!("frame {frames}: {arrived} arrived, {waiting} wait for a path");
        }
        let refused = app.world_mut().query::<&NoPath>().iter(app.world()).next().cloned();
        if let Some(NoPath { why, .. }) = refused {
            return Err(why.into());
        }
        if arrived == units {
            return Ok(());
        }
    }
}
