//! A robot in a hall: an occupancy grid with margins, a cart that is in the way now here and now there,
//! a range finder, rounded lines, and a drive with a turning circle.

use std::f64::consts::TAU;

use astride::base::Vec2;
use astride::path::{Limits, pursue, reduce, round_corners, timed};
use astride::prelude::*;
use astride::search::Replanner;
use astride::shapes::square::{
    AnyAngleMap, BodyGrid, FreeSpace, Obstacles, Outline, Spot, anya, cast_ray_from,
};
use astride_agents::vehicle::{Driven, Pose, Vehicle, check_drive, find_drive};

/// How likely it is that something is there, in percent: shelves with aisles, and clutter.
fn occupancy(Cell { x, y }: Cell) -> u8 {
    let is_shelf = x % 20 == 10 && y % 16 > 4;
    let is_clutter = (x / 4 + y / 3) % 11 == 0;
    if is_shelf {
        95
    } else if is_clutter {
        40
    } else {
        3
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // What is uncertain costs three times as much, what is near a shelf four times.
    let mut grid = Grid::from_fn(80, 48, |cell| match occupancy(cell) {
        65.. => b'@',
        30.. => b'3',
        _ => b'.',
    })?;
    let mover = Mover::walker();
    let margin = grid.seen_by(&mover).erosion(1, b'4');
    grid.apply(&margin)?;

    // A cart crosses the hall while the robot, two cells wide, drives through it.
    let mut obstacles = Obstacles::new(&grid, b'@');
    let (cart, batch) = obstacles.place(&grid, Outline::circle(15.0, 12.0, 2.5))?;
    grid.apply(&batch)?;
    let mut body = BodyGrid::square(&grid.seen_by(&mover), 2)?;
    let node = |cell| grid.node(cell).ok_or("off the map");
    let (mut robot, goal) = (node((3, 6))?, node((75, 40))?);
    let (mut replanner, mut scratch) = (Replanner::new(), Scratch::new());
    let (mut steps, mut expanded, mut from_scratch) = (0, 0, 0);
    while robot != goal {
        let (x, y) = (15.0 + f64::from(steps % 40) * 1.3, 10.0 + f64::from(steps % 30));
        grid.apply(&obstacles.change(&grid, cart, Outline::circle(x, y, 2.5))?)?;
        body.update(&grid.seen_by(&mover))?;
        let view = body.view();
        let plan = replanner.replan_over(&view, robot, goal, &mut Budget::unlimited(), &mut ());
        expanded += replanner.last().expanded;
        // A search from scratch finds the same cost.
        let query = PathQuery::new(robot, goal);
        let fresh = astar(&view, &GridHeuristic::octile(&view), &query, &mut scratch, &mut ());
        assert_eq!(plan.cost(), fresh.cost());
        from_scratch += fresh.effort().expanded;
        // It waits while the cart leaves it no way.
        if let Some(path) = plan.path() {
            robot = path.nodes()[1];
        }
        steps += 1;
    }
    println!("{steps} steps, {expanded} nodes expanded instead of {from_scratch}");
    grid.apply(&obstacles.remove(&grid, cart)?)?;

    // The shortest line of a disc of radius 1.5, rounded for one of 0.7, and its timing.
    let hall = Grid::from_fn(80, 48, |cell| if occupancy(cell) >= 65 { b'@' } else { b'.' })?;
    let view = hall.seen_by(&mover);
    let room = BodyGrid::round(&view, 3)?; // half cells
    let ends = [(3, 6), (75, 40)].map(|cell| Spot::centre(cell.into()));
    let map = AnyAngleMap::build(&room.view())?;
    let line = anya(&map, ends[0], ends[1], &mut scratch).found()?.path;
    let space = FreeSpace::new(&view, 0.7)?;
    let rounded = round_corners(&reduce(&line.points, 0.01, &space)?, 2.0, &space, 0.01)?;
    let timing = timed(&rounded.points, Limits::new(2.0, 1.0))?;
    println!("a line of {:.1} takes {:.1} seconds", line.length, timing.duration());
    for corner in &rounded.tight {
        println!("  at {:.1}, {:.1} it turns at {}", corner.at.x, corner.at.y, corner.radius);
    }
    let pushed = pursue(&rounded.points, Vec2::new(4.0, 8.0), 0.0, 2.0)?;
    println!(
        "pushed {:.1} off it, a robot at 4, 8 heads for {:.1}, {:.1}",
        pushed.off, pushed.ahead.x, pushed.ahead.y
    );

    // A range finder with eight beams of 30 cells.
    let eye = Vec2::new(5.5, 6.5);
    let beams = (0..8).map(|beam| {
        let angle = f64::from(beam) * TAU / 8.0;
        let end = eye.plus(Vec2::new(angle.cos(), angle.sin()).times(30.0));
        let hit = cast_ray_from(&view, eye, end)?.hit?;
        Some(hit.point.distance_to(eye))
    });
    let beams: Vec<String> =
        beams.map(|beam| beam.map_or("far".into(), |far| format!("{far:.1}"))).collect();
    println!("it measures {}", beams.join(" "));

    // A vehicle that cannot turn on the spot.
    let truck = Vehicle::new(3.0, 1.2, 3.0);
    let ends = [Pose::in_degrees(4.0, 6.0, 0.0), Pose::in_degrees(74.0, 40.0, 90.0)];
    match find_drive(&view, &truck, ends)? {
        Driven::Found(drive) => {
            check_drive(&view, &truck, ends, &drive)?;
            println!("a truck drives {:.1}, {:.1} in reverse", drive.length(), drive.reversed());
        }
        other => println!("a truck finds no way: {other:?}"),
    }
    Ok(())
}
