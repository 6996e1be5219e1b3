//! A turn of a tactics game on hexagons: where can the knight go, whom can it attack, where is it safe,
//! and why does no way lead into the fort?

use astride::base::Random;
use astride::planner::{Ask, ExplainTerms, Navigator};
use astride::prelude::*;
use astride::search::Dissimilar;
use astride::shapes::hex::{Hex, HexDir, HexLayout, HexMap, HexMover};
use astride::shapes::{Closing, Opens};

/// A point of movement, in ticks.
const POINT: u64 = 13_860;
/// The classes of what stands between two hexagons.
const RIVER: u8 = 1;
const DOOR: u8 = 2;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut nav = Navigator::new(HexMap::hexagon(HexLayout::Pointy, 8, b'.')?);
    let knight = nav.add_mover(HexMover::walker().crosses(RIVER, 2 * POINT as u32)?);
    let dragon = nav.add_mover(HexMover::walker().body(1)?); // seven hexagons
    let fort = Hex::new(4, -3);
    nav.edit(|batch| {
        fort.ring(2).for_each(|hex| _ = batch.set(hex, b'#'));
        // Its door, and a hill that costs three points.
        batch.set(fort.line_to((2, -3).into()).last().unwrap_or(fort), b'.');
        batch.fence((2, -3), HexDir::East, DOOR);
        (-3..=1).for_each(|q| _ = batch.set((q, 3), b'3'));
        for r in -6..=8 {
            batch.fence((-2, r), HexDir::East, RIVER).fence((-2, r), HexDir::NorthEast, RIVER);
        }
    })?;
    let (friends, enemies) = ([Hex::new(0, 0), Hex::new(1, 0)], [Hex::new(2, 1), Hex::new(-3, 2)]);
    let blockers = nav.add_places();
    nav.set_places(blockers, enemies)?;

    // Six points: enemies are in the way, friends are passed, and nobody stops on them.
    let me = Hex::new(-1, 1);
    let turn = Ask::new(me, me).mover(knight).around(blockers);
    let range = nav.reach(&turn, 6 * POINT, &mut Budget::unlimited())?;
    let map = nav.map();
    let may_stop = |node: NodeId| !friends.contains(&map.hex(node));
    let stops = range.nodes().iter().filter(|place| may_stop(place.node)).count();
    println!("the knight reaches {} places, and may stop on {stops}", range.nodes().len());

    // Whom it attacks, and from where: the cheapest place beside the enemy.
    for enemy in enemies {
        let beside = enemy.ring(1).filter_map(|hex| map.node(hex));
        let from = beside.filter(|&node| may_stop(node)).filter_map(|node| range.of(node));
        match from.min_by_key(|place| (place.cost, place.node)) {
            Some(place) => {
                let path = range.path_to(place.node).ok_or("within reach")?;
                let way: Vec<String> =
                    path.nodes().iter().map(|&node| map.hex(node).to_string()).collect();
                println!("it attacks {enemy} for {} points: {}", place.cost / POINT, way.join(" "));
            }
            None => println!("it does not get beside {enemy}"),
        }
    }

    // Where the enemies take longest to get.
    let threat = nav.field(&Ask::new(me, enemies[0]), &enemies[1..])?;
    let refuge = range.safest_where(may_stop, |node| threat.distance(node)).ok_or("nowhere")?;
    println!("it is safest on {}", map.hex(refuge.node));
    let walk = range.random(&mut Random::new(3)).ok_or("nowhere")?;
    println!("a walk at random ends on {}", map.hex(walk.node));

    // Why there is no way, and what would open one: only doors may be opened.
    let raid = Ask::new(me, fort);
    println!("{}", nav.find(&raid).err().ok_or("the door is shut")?);
    let doors = |closing| matches!(closing, Closing::Step { fence: Some(DOOR), .. });
    let budget = &mut Budget::unlimited();
    let reason = nav.explain_with(&raid, &ExplainTerms::new().opening(&doors), budget)?;
    let opening = reason.and_then(|reason| reason.opening).ok_or("no door would help")?;
    let [outside, inside] = opening.steps[0];
    println!("the door between {outside} and {inside} would open it");
    let undo = nav.map().batch(&opening).inverse(nav.map())?;
    nav.apply(&nav.map().batch(&opening))?;
    println!("it is open: {} steps", nav.find(&raid)?.step_count());
    println!(
        "a dragon: {}",
        nav.find(&Ask::new((0, 6), fort).mover(dragon)).err().ok_or("it is too large")?
    );
    nav.apply(&undo)?;

    // Patrols that go different ways.
    let wish = Dissimilar { margin: 3 * POINT, ..Dissimilar::default() };
    let ways = nav.dissimilar(&Ask::new((0, -1), (8, -5)), &wish, budget)?;
    let lengths: Vec<usize> = ways.iter().map(Path::step_count).collect();
    println!("{} ways past the fort, of {lengths:?} steps", ways.len());
    Ok(())
}
