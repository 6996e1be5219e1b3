//! A dungeon, drawn: keys and doors, a boulder that rolls, a flight, and all of it replayed.
//!
//! `cargo run -p astride-draw --example dungeon`

use std::error::Error;

use astride::planner::record::{RecordedNavigator, Recording};
use astride::planner::{Ask, Navigator};
use astride::prelude::*;
use astride::search::states::{Keyed, astar};
use astride::search::{DistanceField, flee};
use astride::shapes::square::{Obstacles, Outline};
use astride::world::Way;
use astride_draw::{Scene, terminal};

const ROOMS: &str = "
    A......#.........#....
    .......#.........#....
    .......#.........#....
    .......#.........#....
    .......#.........#....
    .......#.........#....
    ####.#####.#######.###
    ......................
    ......................
    .....................B
";

fn main() -> Result<(), Box<dyn Error>> {
    let map = Drawing::parse(ROOMS)?;
    doors(&map)?;
    boulder(&map)?;
    flight(&map)
}

fn show(title: &str, grid: &Grid, path: &[NodeId]) {
    let mover = Mover::walker();
    let mut scene = Scene::new(grid, &mover);
    scene.path = Some(path);
    println!("{title}:\n{}", terminal::draw(&scene, terminal::Style::Ascii, 80, 24));
}

/// The way to the treasure in the east leads over two keys.
fn doors(map: &Drawing) -> Result<(), Box<dyn Error>> {
    let view = map.grid.seen_by(&Mover::walker());
    let node = |x, y| map.grid.node((x, y)).expect("a cell of the map");
    let (iron, brass) = (0, 1);
    let (start, treasure) = (node(0, 0), node(20, 1));
    let mut left = DistanceField::new();
    left.compute(&view, &[(treasure, 0)], Way::Backward, &mut Budget::unlimited());
    let guess = |node| left.distance(node).unwrap_or(u64::MAX);
    let mut world = Keyed::new(&view, treasure).with_guess(guess);
    world.key(node(0, 9), iron)?.door(node(10, 6), iron)?;
    world.key(node(12, 1), brass)?.door(node(18, 6), brass)?;

    let start = world.enter(start, 0).expect("no door is at the start");
    let solved = astar(&world, &start, &mut Scratch::new(), &mut Budget::unlimited());
    let way: Vec<NodeId> = solved.states.iter().map(|state| state.node).collect();
    show("The treasure, by way of the iron and the brass key", &map.grid, &way);
    let at = |x, y| way.iter().position(|&at| at == node(x, y)).expect("it is on the way");
    let stations = [at(0, 9), at(10, 6), at(12, 1), at(18, 6)];
    assert!(stations.is_sorted(), "{stations:?}");
    assert_eq!(solved.states.last().map(|state| state.keys), Some(1 << iron | 1 << brass));
    Ok(())
}

/// A boulder rolls along the hall while somebody crosses it, and all of it is recorded.
fn boulder(map: &Drawing) -> Result<(), Box<dyn Error>> {
    let mut nav = RecordedNavigator::new(Navigator::new(map.grid.clone()))?;
    let mut obstacles = Obstacles::new(&map.grid, b'#');
    let disc = |frame: u32| Outline::circle(4.5 + f64::from(frame), 9.0, 0.9);
    let (boulder, batch) = obstacles.place(&map.grid, disc(0))?;
    nav.apply(&batch)?;
    for frame in 1..16 {
        nav.request(&Ask::new((0, 0), (21, 9)), 0)?;
        nav.work(&mut Budget::unlimited().expansions(20));
        for delivery in nav.take_done() {
            let outcome = delivery.answer?;
            if let (Some(path), true) = (outcome.path(), frame % 5 == 0) {
                println!("frame {frame}: {} ticks", path.cost());
            }
        }
        let batch = obstacles.change(nav.navigator().grid(), boulder, disc(frame))?;
        nav.apply(&batch)?;
    }
    let path = nav.find(&Ask::new((0, 0), (21, 9)))?;
    show("Round the boulder", nav.navigator().grid(), path.nodes());
    let batch = obstacles.remove(nav.navigator().grid(), boulder)?;
    nav.apply(&batch)?;
    assert_eq!(
        nav.navigator().grid().fingerprint(),
        map.grid.fingerprint(),
        "it has left no trace"
    );

    let file = nav.recording().save();
    let recording = Recording::load(&file)?;
    let mut replay = recording.replay()?;
    while replay.next_frame().is_some() {}
    println!(
        "replayed {} frames of {} bytes in all to digest {:016x}\n",
        recording.frames(),
        file.len(),
        replay.digest()
    );
    assert_eq!((replay.digest(), replay.difference()), (recording.digest(), None));
    Ok(())
}

/// Away from what comes through the door.
fn flight(map: &Drawing) -> Result<(), Box<dyn Error>> {
    let view = map.grid.seen_by(&Mover::walker());
    let node = |x, y| map.grid.node((x, y)).expect("a cell of the map");
    let query = PathQuery::everywhere(node(12, 8)).within(12 * 13_860);
    let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
    let wolf = [node(10, 7)];
    let flight = flee(&view, &query, &wolf, scratch, budget).map_err(|_| "no limit was set")?;
    let flight = flight.ok_or("the start is free")?;
    show("Away from the wolf in the door", &map.grid, flight.path.nodes());
    assert!(flight.safety > Some(8 * 13_860));
    Ok(())
}
