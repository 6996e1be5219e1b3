//! How do I go from points of my game world to cells and back?

use astride::base::Vec3;
use astride::prelude::*;
use astride::shapes::square::Axes;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let drawing = Drawing::parse("..........\n....##....\n....##....\n..........")?;
    let grid = &drawing.grid;
    // Cells of 2 x 2 world units on the ground of a 3D world, with the origin in the middle.
    let corner = Vec3::new(-10.0, 0.0, -4.0);
    let frame = Frame::new(grid.width(), grid.height(), corner, 2.0, 2.0)?
        .axes(Axes::Xz)
        .first_cell(-5, -2);

    let (unit, click) = (Vec3::new(-8.3, 1.7, -1.2), Vec3::new(99.0, 0.0, 2.5));
    let from = frame.cell_at(unit).ok_or("the unit is off the map")?;
    println!("the unit stands in cell {from}, {:?} in world cells", frame.signed(from));
    println!("the click lies in {:?}, off the map", frame.signed_cell_at(click));
    let to = frame.nearest_cell(click).ok_or("the click is no place")?;
    println!("the nearest cell of the map is {to}");

    let outcome = find_path(grid, &Mover::walker(), from, to)?;
    let path = outcome.path().ok_or("there is no path")?;
    for cell in path.cells(grid) {
        let Vec3 { x, y, z } = frame.centre(cell);
        println!("  walk to ({x}, {y}, {z})");
    }

    let tiles = Frame::isometric(10, 4, Vec3::default(), 64.0, 32.0)?;
    let Vec3 { x, y, .. } = tiles.centre(to);
    println!("on isometric tiles of 64x32 pixels the goal is drawn around ({x}, {y})");
    Ok(())
}
