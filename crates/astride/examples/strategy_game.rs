//! A strategy game in small: units of one to three cells that know only what they have seen, a gate that
//! not all open, danger around a tower, paths within a budget per frame; all of it recorded and replayed.

use astride::base::Vec2;
use astride::path::{reduce, smooth};
use astride::planner::record::{RecordedNavigator, Recording};
use astride::planner::{Ask, MoverId, Navigator, Standing, Ticket};
use astride::prelude::*;
use astride::shapes::square::{Combine, Falloff, FreeSpace, InfluenceMap, Source, Spread};

/// The class of fences that soldiers open and giants do not.
const GATE: u8 = 1;

struct Unit {
    at: Cell,
    to: Cell,
    mover: MoverId,
    side: u32,
    /// The cells of its way, next one last.
    way: Vec<Cell>,
    waits_for: Option<Ticket>,
}

impl Unit {
    fn area(&self, at: Cell) -> CellRect {
        CellRect::new(at.x, at.y, self.side, self.side)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let soldier = Mover::walker().crosses(GATE, 0)?;
    let nav = Navigator::with_mover(Grid::new(64, 40, b'.')?, soldier.clone());
    let mut nav = RecordedNavigator::new(nav)?;
    let soldiers = nav.first_mover();
    let ogres = nav.add_mover_sized(soldier, 2)?;
    let giants = nav.add_mover_sized(Mover::walker(), 3)?;
    let castle = CellRect::new(50, 16, 5, 4);
    nav.edit(|batch| {
        batch.fill(CellRect::new(20, 0, 2, 30), b'@').fill(CellRect::new(40, 10, 2, 30), b'@');
        batch.fill(castle, b'@');
        (4..10).for_each(|y| _ = batch.fence((41, y), Dir::E, GATE)); // giants go north of them
    })?;

    // They take what they have not seen to be free. An enemy tower makes its surroundings costly.
    let army = nav.add_faction(b'.');
    let danger = nav.add_overlay()?;
    let mut threat = InfluenceMap::new(nav.grid(), Combine::Sum);
    let tower = Source { strength: 40, falloff: Falloff::linear(7)?, spread: Spread::Euclidean };
    threat.place(&nav.view(soldiers)?, (24, 36), tower, &mut Scratch::new())?;
    let map = nav.grid().bounds();
    nav.paint(danger, |overlay| threat.paint(overlay, map, |value| value.max(0) as u32 * 500))?;

    // Nine units are sent to the castle: to any place beside it, each by the size of its body.
    let everybody = nav.add_places();
    let mut units = Vec::new();
    for (mover, side) in [(soldiers, 1), (ogres, 2), (giants, 3)] {
        for i in 0..3 {
            let (at, to) = (Cell::new(2 + 4 * side, 2 + 12 * i), Cell::new(52, 19));
            units.push(Unit { at, to, mover, side, way: Vec::new(), waits_for: None });
        }
    }
    let mut beside = Vec::new();
    for unit in &units {
        let set = nav.add_places();
        let ask = Ask::new(unit.at, unit.to).mover(unit.mover);
        nav.set_places(set, nav.places_beside(&ask, castle)?)?;
        beside.push(set);
    }
    let (mut frames, mut asked) = (0, 0);
    while frames < 300 && units.iter().any(|unit| unit.at != unit.to) {
        frames += 1;
        let covered: Vec<Cell> = units.iter().flat_map(|unit| unit.area(unit.at).cells()).collect();
        nav.set_places(everybody, covered)?;
        for (unit, &beside) in units.iter_mut().zip(&beside) {
            nav.reveal_around(army, unit.at, 8, |class| class == b'@')?;
            if unit.at != unit.to && unit.way.is_empty() && unit.waits_for.is_none() {
                let ask = Ask::new(unit.at, unit.to).mover(unit.mover).faction(army);
                let ask = ask.overlay(danger).around(everybody).or_to(beside).or_nearest();
                unit.waits_for = Some(nav.request(&ask, 5)?);
                asked += 1;
            }
        }
        nav.work(&mut Budget::unlimited().expansions(2_000));
        let done: Vec<_> = nav.take_done().collect();
        for delivery in done {
            let unit = units.iter_mut().find(|unit| unit.waits_for == Some(delivery.ticket));
            let unit = unit.ok_or("somebody asked")?;
            unit.waits_for = None;
            let outcome = delivery.answer?;
            // Walk as far as the answer holds, which the frames since may have changed.
            let Some(path) = outcome.path().or(outcome.nearest()) else { continue };
            let steps = match delivery.standing {
                Standing::Blocked { step } => step,
                Standing::Outdated => 0,
                _ => path.step_count(),
            };
            unit.way = path.cells(nav.grid()).skip(1).take(steps).collect();
            unit.way.reverse();
            if outcome.path().is_some() {
                unit.to = nav.grid().cell(path.goal());
            }
        }
        for number in 0..units.len() {
            let Some(&next) = units[number].way.last() else { continue };
            let there = units[number].area(next);
            let mut others = units.iter().enumerate().filter(|&(other, _)| other != number);
            let is_taken = others.any(|(_, it)| !it.area(it.at).intersection(there).is_empty());
            // What nobody had seen may be a wall.
            let is_free = there.cells().all(|cell| nav.grid().class(cell) == Some(b'.'));
            match !is_taken && is_free {
                true => (units[number].at, _) = (next, units[number].way.pop()),
                false => units[number].way.clear(),
            }
        }
    }
    let there = units.iter().filter(|unit| unit.at == unit.to).count();
    println!(
        "{there} of {} stand beside the castle after {frames} frames and {asked} requests",
        units.len()
    );

    // The way of a giant as a smooth line, by what its side knows.
    let ask = Ask::new((2, 2), (30, 20)).mover(giants).faction(army);
    let path = nav.find(&ask)?;
    let middle = |cell: Cell| Vec2::new(f64::from(cell.x) + 1.5, f64::from(cell.y) + 1.5);
    let line: Vec<Vec2> = path.cells(nav.grid()).map(middle).collect();
    let world = nav.believed(army, soldiers)?;
    let space = FreeSpace::new(&world.view(), 1.5)?;
    let curve = smooth(&reduce(&line, 0.05, &space)?, &space, 0.02)?;
    println!(
        "a giant's way of {} steps is a curve of {} points",
        line.len() - 1,
        curve.points.len()
    );

    // The same game once more, from its file.
    let file = nav.recording().save();
    let recording = Recording::load(&file)?;
    let mut replay = recording.replay()?;
    let frames = std::iter::from_fn(|| replay.next_frame()).count();
    println!("{frames} frames again, from {} bytes: {:?}", file.len(), replay.difference());
    Ok(())
}
