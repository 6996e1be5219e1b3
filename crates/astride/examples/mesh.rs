//! How does a cart go through a yard, round a crate that is put in its way, and what do labels save?
//!
//! ```text
//! cargo run --release --example mesh
//! ```

use astride::base::Vec2;
use astride::search::Scratch;
use astride::shapes::mesh::{Mesh, MeshLabels, MeshLabelsOptions, ObstacleMesh, polyanya};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A yard of 12 x 8 with a wall that leaves a gate of 3.
    let point = |(x, y): (i32, i32)| Vec2::new(f64::from(x), f64::from(y));
    let corners =
        [(0, 0), (12, 0), (12, 8), (0, 8), (5, 3), (6, 3), (6, 8), (5, 8), (5, 0), (6, 0)];
    let yard = Mesh::from_faces(
        corners.map(point).to_vec(),
        &[vec![0, 8, 4, 7, 3], vec![8, 9, 5, 4], vec![9, 1, 2, 6, 5]],
    )?;
    let (from, to) = (Vec2::new(2.0, 7.0), Vec2::new(10.0, 7.0));
    let mut scratch = Scratch::new();
    let mut tell = |name: &str, mesh: &Mesh| {
        let outcome = polyanya(mesh, from, to, &mut scratch, &mut ());
        match outcome.path() {
            Some(line) => {
                let turns: Vec<String> =
                    line.points.iter().map(|at| format!("{:.2},{:.2}", at.x, at.y)).collect();
                println!("{name}: {:.3}, {}", line.length, turns.join(" -> "));
            }
            None => println!("{name}: no way"),
        }
    };
    tell("a point", &yard);
    tell("a disc of radius 1", &yard.for_radius(1.0)?);

    let mut ground = ObstacleMesh::new(yard.clone());
    let crate_at = [(7, 1), (8, 1), (8, 5), (7, 5)].map(point);
    let obstacle = ground.place(&crate_at)?;
    tell("round a crate", ground.mesh());
    tell("round it as a disc", &ground.mesh().for_radius(1.0)?);
    ground.remove(obstacle)?;
    tell("the crate is gone", ground.mesh());

    let labels = MeshLabels::build(&yard, &MeshLabelsOptions::default())?;
    let answer = labels.distance(&yard, from, to, &mut Scratch::new())?;
    println!("by labels: {:.3} from {} bytes", answer.path().ok_or("no way")?, labels.bytes());
    Ok(())
}
