//! A robot crosses a world without end: it keeps a map of its surroundings, and
//! rounds the corners of its way.

use astride::base::Vec2;
use astride::path::{reduce, round_corners};
use astride::planner::{Ask, Navigator};
use astride::prelude::*;
use astride::shapes::square::{AnyAngleMap, FreeSpace, Spot, Window, anya};

/// Walls with gaps, as far as one goes.
fn world(x: i64, y: i64) -> u8 {
    let is_wall = x.rem_euclid(12) == 6 && (y + 5 * x.div_euclid(12)).rem_euclid(11) != 3;
    if is_wall { b'@' } else { b'.' }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut window = Window::new(-16, -12, 33, 25)?;
    let mut nav = Navigator::new(window.grid(world)?);
    let (mut at, goal) = ((0, 0), (60, 20));
    let (mut shifts, mut steps) = (0, 0);
    while at != goal {
        // The part of the map that leaves the window is forgotten, and what enters is looked up.
        let by = window.to_centre(at, 4);
        if by != (0, 0) {
            nav.shift(&mut window, by, world)?;
            shifts += 1;
        }
        // The goal, or what lies in its direction at the edge of the window.
        let (from, to) = (window.cell(at).ok_or("out of sight")?, window.nearest_cell(goal));
        let path = nav.path_or_nearest(&Ask::new(from, to))?;
        let walked = path.nodes().len().min(9) - 1;
        steps += walked;
        at = window.place(nav.grid().cell(path.nodes()[walked]));
    }
    println!("at {at:?} after {steps} steps and {shifts} shifts of the window");

    // One piece of the way in more detail, in the cells of the window.
    let (grid, mover) = (nav.grid(), Mover::walker());
    let view = grid.seen_by(&mover);
    let [from, to] = [(41, 16), goal].map(|place| window.cell(place));
    let (from, to) = (from.ok_or("out of sight")?, to.ok_or("out of sight")?);
    let path = nav.path(from, to)?;
    println!("from cell to cell it is {:.2} cells long", path.measure(grid).length());
    let map = AnyAngleMap::build(&view)?;
    let line = anya(&map, Spot::centre(from), Spot::centre(to), &mut Scratch::new());
    println!("the shortest line of a point is {:.2}", line.length().ok_or("no line")?);

    // A round robot of radius 0.4 that turns in circles of radius 1.
    let line: Vec<Vec2> = path.cells(grid).map(Cell::centre).collect();
    let space = FreeSpace::new(&view, 0.4)?;
    let line = reduce(&line, 0.01, &space)?;
    let rounded = round_corners(&line, 1.0, &space, 0.01)?;
    let length: f64 = rounded.points.windows(2).map(|leg| leg[0].distance_to(leg[1])).sum();
    println!("a robot drives {length:.2} round {} corners", rounded.radii.len());
    for corner in &rounded.tight {
        println!(
            "at {:.1}, {:.1} it has room for a radius of {:.3} only",
            corner.at.x, corner.at.y, corner.radius
        );
    }
    Ok(())
}
