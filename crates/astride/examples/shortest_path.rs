//! How do I find a path on a map that I have drawn?

use astride::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let drawing = Drawing::parse(
        "
        ............
        .A...####...
        .....#......
        ..####..###.
        .......#..B.
        ............
        ",
    )?;
    let (from, to) = (drawing.start()?, drawing.goal()?);
    let outcome = find_path(&drawing.grid, &Mover::walker(), from, to)?;
    let Some(path) = outcome.path() else {
        println!("there is no path");
        return Ok(());
    };

    let mut rows: Vec<Vec<u8>> = Drawing::write(&drawing.grid, &[from], &[to])?
        .lines()
        .map(|line| line.as_bytes().to_vec())
        .collect();
    for cell in path.cells(&drawing.grid).filter(|&cell| cell != from && cell != to) {
        rows[cell.y as usize][cell.x as usize] = b'*';
    }
    for row in rows {
        println!("{}", String::from_utf8_lossy(&row));
    }
    let measure = path.measure(&drawing.grid);
    println!("{} straight and {} diagonal steps", measure.straight, measure.diagonal);
    println!("length {:.3} cells, {} ticks", measure.length(), path.cost());
    Ok(())
}
