//! Small programs that were written for other libraries: the crate `pathfinding`, tcod, Detour.

use astride::base::Vec2;
use astride::prelude::*;
use astride::search::states::{self, StateWorld, from_fn, solve};
use astride::search::{DistanceField, alternatives, reachable};
use astride::shapes::mesh::{AreaFactors, Mesh, MeshLink, MeshLinks, WeightedMesh, polyanya};
use astride::world::Way;

type Fault = Box<dyn std::error::Error>;

fn main() -> Result<(), Fault> {
    knight()?;
    tiles()?;
    roguelike()?;
    level()
}

/// `pathfinding`: `astar`, `dijkstra_all`, `build_path` and `yen` over closures.
fn knight() -> Result<(), Fault> {
    let (start, goal) = ((1, 1), (4, 6));
    let jumps = [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];
    let successors = |&(x, y): &(i32, i32)| {
        let next = jumps.map(|(dx, dy)| (x + dx, y + dy)).into_iter();
        next.filter(|(x, y)| (0..8).contains(x) && (0..8).contains(y)).map(|next| (next, 1))
    };
    let distance = |&(x, y): &(i32, i32)| u64::from(x.abs_diff(goal.0) + y.abs_diff(goal.1)) / 3;
    let board = from_fn(successors, |place| *place == goal).with_guess(distance);
    let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
    let solved = states::astar(&board, &start, scratch, budget);
    println!("the knight moves by {:?}", solved.states);
    // A search that needs the way back refuses closures.
    if let Err(error) = solve(&board, &start, Method::Bidirectional, scratch, budget) {
        println!("{error}");
    }
    let everywhere = from_fn(successors, |_| false);
    let world = StateWorld::new(&everywhere, 64);
    let from = world.enter(&start).ok_or("no room")?;
    let all = reachable(&world, &PathQuery::everywhere(from), scratch, budget, &mut ());
    let all = all.map_err(|_| "no budget")?;
    let farthest = all.nodes().iter().map(|place| place.cost).max();
    println!("it gets to {} squares in {farthest:?} moves", all.nodes().len());
    let world = StateWorld::new(&board, 64);
    let [from, to] = [start, goal].map(|place| world.enter(&place));
    let (from, to) = (from.ok_or("no room")?, to.ok_or("no room")?);
    let ways = alternatives(&world, from, to, 40, scratch, budget).map_err(|_| "no budget")?;
    let shortest = ways.iter().filter(|path| path.cost() == ways[0].cost()).count();
    println!("{shortest} of 40 ways are shortest");
    Ok(())
}

/// `pathfinding`: the eight-puzzle, states by hash.
fn tiles() -> Result<(), Fault> {
    let goal = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    let successors = |board: &[usize; 9]| {
        let hole = board.iter().position(|&tile| tile == 0).unwrap_or(0);
        let board = *board;
        let is_beside =
            move |at: &usize| (at % 3).abs_diff(hole % 3) + (at / 3).abs_diff(hole / 3) == 1;
        (0..9).filter(is_beside).map(move |at| {
            let mut next = board;
            next.swap(hole, at);
            (next, 1)
        })
    };
    let manhattan = |board: &[usize; 9]| {
        let tiles = board.iter().enumerate().filter(|&(_, &tile)| tile > 0);
        let away = |(at, tile): (usize, &usize)| {
            (at % 3).abs_diff((tile - 1) % 3) + (at / 3).abs_diff((tile - 1) / 3)
        };
        tiles.map(away).sum::<usize>() as u64
    };
    let puzzle = from_fn(successors, |board| *board == goal).with_guess(manhattan);
    let start = [8, 6, 7, 2, 5, 4, 3, 0, 1];
    let solved = states::astar(&puzzle, &start, &mut Scratch::new(), &mut Budget::unlimited());
    println!("the tiles take {:?} moves", solved.outcome.cost());
    Ok(())
}

/// tcod: a map of distances to several goals, a walk down it, and a map to flee by.
fn roguelike() -> Result<(), Fault> {
    let map = Drawing::parse(
        "
        @@@@@@@@@@@@
        @A...@.....@
        @....@..@..@
        @..@....@.B@
        @@@@@@@@@@@@",
    )?;
    let view = map.grid.seen_by(&Mover::walker().scale(Scale::new(2, 3)?));
    let node = |cell| map.grid.node(cell).ok_or("off the map");
    let (hero, stairs) = (node(map.start()?)?, node(map.goal()?)?);
    let budget = &mut Budget::unlimited();
    let mut wanted = DistanceField::new();
    // Gold is worth a detour of four ticks less than the stairs.
    wanted.compute(&view, &[(stairs, 0), (node((6, 1).into())?, 4)], Way::Backward, budget);
    let path = wanted.path_from(&view, hero)?.ok_or("no way")?;
    println!("the hero walks to {}, {} ticks", map.grid.cell(path.goal()), path.cost());

    let places: Vec<(NodeId, u64)> = map
        .grid
        .bounds()
        .cells()
        .filter_map(|cell| map.grid.node(cell))
        .filter_map(|node| Some((node, wanted.distance(node)?)))
        .collect();
    let most = places.iter().map(|place| place.1).max().unwrap_or(0);
    let sources: Vec<_> =
        places.iter().map(|&(node, far)| (node, (most - far) * 12 / 10)).collect();
    let mut safety = DistanceField::new();
    safety.compute(&view, &sources, Way::Backward, budget);
    let flight = safety.path_from(&view, stairs)?.ok_or("no way")?;
    println!("a rat on the stairs flees to {}", map.grid.cell(flight.goal()));
    println!(
        "the hero sees {} cells",
        map.grid.in_sight(map.start()?, 8, |class| class == b'@').len()
    );
    Ok(())
}

/// Detour: the nearest place, a path, a ray, areas that differ in cost, and an off-mesh connection.
fn level() -> Result<(), Fault> {
    let corners =
        [(0, 0), (8, 0), (8, 4), (0, 4), (8, 5), (0, 5), (10, 0), (14, 0), (14, 5), (10, 5)];
    let corners = corners.map(|(x, y)| Vec2::new(f64::from(x), f64::from(y))).to_vec();
    let (mud, road) = (1, 2);
    let polygons: [&[u32]; 3] = [&[0, 1, 2, 3], &[3, 2, 4, 5], &[6, 7, 8, 9]];
    let mesh = Mesh::new(corners, &polygons)?.with_classes(&[mud, road, road])?;
    let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
    let (from, to) = (Vec2::new(0.5, 1.0), Vec2::new(12.0, 1.0));
    println!("a click lands on {:?}", mesh.nearest(Vec2::new(11.0, 6.0)).map(|near| near.point));
    println!("a ray meets {:?}", mesh.see(from, to));
    println!("on foot: {:?}", polyanya(&mesh, from, to, scratch, &mut ()).length());
    let jump = MeshLink {
        from: Vec2::new(8.0, 2.0),
        to: Vec2::new(10.0, 2.0),
        cost: 3.0,
        is_two_way: true,
    };
    let links = MeshLinks::new(&mesh, &[jump])?;
    let jumped = links.path(&mesh, from, to, scratch, budget, &mut ());
    println!("with a jump: {:.2}", jumped.path().ok_or("no way")?.cost);
    let walker = WeightedMesh::new(&mesh, &AreaFactors::new().with(mud, 3.0)?)?;
    let answer =
        walker.path(Vec2::new(0.5, 3.0), Vec2::new(7.5, 3.0), 1.01, scratch, budget, &mut ());
    let path = answer.path().ok_or("no way")?;
    println!("by the road: {:.2}, at most 1 % above the cheapest", path.cost);
    Ok(())
}
