//! Makes the pictures of the README: `cargo run --release -p astride-draw --example pictures`.
//!
//! An argument names another folder to write to.

use std::error::Error;
use std::path::{Path, PathBuf};

use astride::base::Scale;
use astride::io::read_map;
use astride::prelude::*;
use astride::search::Recorder;
use astride::shapes::square::StepRule;
use astride_draw::{
    AnimationOptions, FigureOptions, Layer, PictureOptions, Progress, Scene, apng, figure_png, png,
    svg,
};

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = std::env::args().nth(1).map_or(root.join("docs/pictures"), PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    let maps = root.join("data/grid/dao");
    for (name, bytes) in [
        ("lester.png", lester()?),
        ("lak303d.png", heat(&maps.join("lak303d.map"))?),
        ("search.png", film(&maps.join("den011d.map"))?),
        ("terraces.svg", terraces()?.into_bytes()),
    ] {
        println!("{name}: {} KB", bytes.len().div_ceil(1024));
        std::fs::write(folder.join(name), bytes)?;
    }
    Ok(())
}

/// The classic tutorial: around a wall of three squares.
fn lester() -> Result<Vec<u8>, Box<dyn Error>> {
    let drawing = Drawing::parse(
        "
        .......
        ...#...
        .A.#.B.
        ...#...
        .......",
    )?;
    let mover = Mover::walker().scale(Scale::CLASSIC);
    let (recorder, path) =
        search(&drawing.grid, &mover, GridHeuristic::manhattan, drawing.start()?, drawing.goal()?)?;
    let mut scene = Scene::new(&drawing.grid, &mover);
    (scene.starts, scene.goals) = (&drawing.starts, &drawing.goals);
    scene.path = Some(path.nodes());
    let progress = Progress::replay(recorder.events(), usize::MAX);
    Ok(figure_png(&scene, &progress, &FigureOptions::default())?)
}

/// A* across a map of a game.
fn heat(map: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let grid = read_map(&std::fs::read(map)?)?;
    let mover = Mover::walker();
    let (start, goal) = (Cell::new(77, 43), Cell::new(115, 119));
    let (recorder, path) = search(&grid, &mover, GridHeuristic::octile, start, goal)?;
    let progress = Progress::replay(recorder.events(), usize::MAX);
    let (starts, goals) = ([start], [goal]);
    let mut scene = Scene::new(&grid, &mover);
    (scene.starts, scene.goals) = (&starts, &goals);
    scene.path = Some(path.nodes());
    scene.layer = Layer::Search(&progress);
    Ok(png(&scene, &PictureOptions::default())?)
}

/// Up a hill of terraces, each of which has a ramp on another side: all cells are free, and only steps
/// are limited.
fn terraces() -> Result<String, Box<dyn Error>> {
    let (width, height) = (31, 19);
    // Each ramp is one cell of half the height, just outside of the terrace that it leads to.
    const RAMPS: [(u32, u32); 3] = [(15, 16), (25, 9), (15, 8)];
    let height_of = |cell: Cell| {
        let sides = [cell.x, width - 1 - cell.x, cell.y, height - 1 - cell.y];
        let ring = sides.into_iter().min().unwrap_or(0) / 3;
        4 * ring.min(3) as i32 + if RAMPS.contains(&(cell.x, cell.y)) { 2 } else { 0 }
    };
    let mut grid = Grid::from_fn(width, height, |_| b'.')?;
    let steps = StepRule::new(2, 2).edit(&grid, grid.bounds(), |cell| Some(height_of(cell)));
    grid.apply(&steps)?;
    let mover = Mover::walker();
    let (starts, goals) = ([Cell::new(1, 1)], [Cell::new(20, 9)]);
    let (_, path) = search(&grid, &mover, GridHeuristic::octile, starts[0], goals[0])?;
    let mut scene = Scene::new(&grid, &mover);
    (scene.starts, scene.goals) = (&starts, &goals);
    scene.path = Some(path.nodes());
    Ok(svg(&scene, &PictureOptions::default())?)
}

/// The same search step by step on a smaller map.
fn film(map: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let grid = read_map(&std::fs::read(map)?)?;
    let mover = Mover::walker();
    let (start, goal) = (Cell::new(8, 123), Cell::new(221, 4));
    let (recorder, path) = search(&grid, &mover, GridHeuristic::octile, start, goal)?;
    let (starts, goals) = ([start], [goal]);
    let mut scene = Scene::new(&grid, &mover);
    (scene.starts, scene.goals) = (&starts, &goals);
    scene.path = Some(path.nodes());
    let options = AnimationOptions { max_frames: 100, ..AnimationOptions::default() };
    Ok(apng(&scene, recorder.events(), &options)?)
}

fn search(
    grid: &Grid,
    mover: &Mover,
    guess: fn(&GridView<'_>) -> GridHeuristic,
    start: Cell,
    goal: Cell,
) -> Result<(Recorder, astride::path::Path), Box<dyn Error>> {
    let view = grid.seen_by(mover);
    let node = |cell| grid.node(cell).ok_or("the cell is off the map");
    let query = PathQuery::new(node(start)?, node(goal)?);
    let mut recorder = Recorder::default();
    let outcome = astar(&view, &guess(&view), &query, &mut Scratch::new(), &mut recorder);
    let path = outcome.path().cloned().ok_or("there is no path")?;
    Ok((recorder, path))
}
