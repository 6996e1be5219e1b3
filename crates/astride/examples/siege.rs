//! How does an army get up a hill of hexagons, what stops its shots, and where does it stand beside the
//! keep while rams roll about?

use astride::base::Vec2;
use astride::path::round_corners;
use astride::planner::{Ask, Navigator};
use astride::shapes::hex::{Hex, HexLayout, HexMap, HexMover};
use astride::shapes::mesh::{Mesh, MeshSpace};
use astride::shapes::{Outline, Shape, TileMap, TileObstacles};
use astride::world::StepRule;

const CLIFF: u8 = 1;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A hill of three levels with a ramp to the east, and a keep of seven hexagons on top.
    let keep = Hex::new(0, 0);
    let height = |hex: Hex| {
        let is_ramp = hex.r == 0 && hex.q > 0;
        let steep = 6 - hex.distance_to(keep).min(6) as i32;
        Some(if is_ramp { steep } else { steep / 2 * 2 })
    };
    let mut board = HexMap::hexagon(HexLayout::Pointy, 12, b'.')?;
    let rule = StepRule::new(1, 6).or_fence(CLIFF, 2, 6);
    board.apply(&board.step_heights(&rule, board.tiles(), height))?;
    let mut nav = Navigator::new(board);
    let mut things = TileObstacles::new(nav.map(), b'#');
    let walls: Vec<Hex> = keep.range(1).collect();
    let (_, batch) = things.place(nav.map(), walls.clone())?;
    nav.apply(&batch)?;

    // Where to stand beside it, and how to get there: ladders take the cliff for extra time.
    let ladders = nav.add_mover(HexMover::walker().crosses(CLIFF, 20_000)?);
    let camp = Hex::new(-10, 2);
    let ask = Ask::new(camp, keep);
    let beside = nav.add_places();
    nav.set_places(beside, nav.places_beside(&ask, walls)?)?;
    let ask = ask.or_to(beside);
    let (round, straight) = (nav.find(&ask)?, nav.find(&ask.mover(ladders))?);
    println!("by the ramp: {} steps", round.step_count());
    println!("by ladders:  {} steps", straight.step_count());

    // A ram rolls down the ramp, and the way changes with it.
    let at = |q: i32| Hex::new(q, 0).middle(HexLayout::Pointy);
    let (ram, batch) = things.place(nav.map(), Outline::circle(at(5).x, at(5).y, 0.45))?;
    nav.apply(&batch)?;
    println!("with a ram on the ramp: {:?}", nav.find(&ask).map(|path| path.step_count()).ok());
    nav.apply(&things.change(nav.map(), ram, Outline::circle(at(9).x, at(9).y, 0.45))?)?;
    println!("when it has rolled on: {} steps", nav.find(&ask)?.step_count());

    // Arrows fly over cliffs, but not through walls or rams.
    let archer = camp.middle(HexLayout::Pointy).plus(Vec2::new(0.2, 0.1));
    let shot = nav.map().cast_ray_from(archer, Vec2::new(0.0, 0.0), |class| class == b'#');
    let hit = shot.and_then(|ray| ray.hit).ok_or("the keep is in the way")?;
    println!("an arrow from the camp hits {} at {:.2}, {:.2}", hit.hex, hit.point.x, hit.point.y);

    // A smooth line for the film: the path of the ladders, clear by a quarter of a hexagon.
    let map = nav.map();
    let view = map.view(&HexMover::walker().crosses(CLIFF, 0)?);
    let ground = Mesh::of_cells(&view, |node| map.outline_of(map.place_of(node)))?;
    let line: Vec<Vec2> =
        straight.nodes().iter().map(|&node| map.hex(node).middle(HexLayout::Pointy)).collect();
    let space = MeshSpace::along(&ground, 0.25, &line)?;
    let curve = round_corners(&line, 0.5, &space, 0.01)?;
    println!("a smooth line of {} points, {} sharp corners", curve.points.len(), curve.tight.len());
    Ok(())
}
