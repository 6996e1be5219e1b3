//! How do hundreds of units that move in every frame find paths around each other?

use astride::planner::{Ask, Navigator, NavigatorError, Request};
use astride::prelude::*;

/// A unit: where it stands, where it goes, and its way there from the next cell on, last cell
/// first.
struct Unit {
    at: Cell,
    to: Cell,
    way: Vec<Cell>,
    is_waiting: bool,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut nav = Navigator::new(Grid::new(96, 64, b'.')?);
    // A wall with two gates between both halves.
    nav.edit(|batch| {
        batch.fill(CellRect::new(47, 0, 2, 64), b'@');
        batch.fill(CellRect::new(47, 12, 2, 6), b'.').fill(CellRect::new(47, 44, 2, 6), b'.');
    })?;
    let everybody = nav.add_places();
    let places = (0..200).map(|i| (Cell::new(2 + i % 20 * 2, 2 + i / 20 * 6), i));
    let mut units: Vec<Unit> = places
        .map(|(at, i)| {
            let to = Cell::new(93 - i % 20 * 2, 4 + i / 20 * 6);
            Unit { at, to, way: Vec::new(), is_waiting: false }
        })
        .collect();
    let (mut open, mut expired) = (Vec::new(), 0);
    for frame in 1..=300 {
        nav.set_places(everybody, units.iter().map(|unit| unit.at))?;
        // A unit that has no way, or found somebody in it, asks for one and waits for it.
        for (number, unit) in units.iter_mut().enumerate() {
            if unit.at != unit.to && unit.way.is_empty() && !unit.is_waiting {
                let ask = Ask::new(unit.at, unit.to).around(everybody).or_nearest();
                open.push((nav.submit(Request::new(ask, 0).within(20))?, number));
                unit.is_waiting = true;
            }
        }
        nav.work(&mut Budget::unlimited().expansions(5_000));
        let answers: Vec<_> = nav.take_done().collect();
        for delivery in answers {
            let asked = open.iter().position(|(ticket, _)| *ticket == delivery.ticket);
            let (_, number) = open.swap_remove(asked.ok_or("it was asked")?);
            units[number].is_waiting = false;
            match delivery.answer {
                Ok(outcome) => {
                    let path = outcome.path().or(outcome.nearest()).into_iter();
                    let cells = path.flat_map(|path| path.nodes()[1..].iter().rev());
                    units[number].way = cells.map(|&node| nav.grid().cell(node)).collect();
                }
                // The next frame asks again.
                Err(NavigatorError::Expired { .. }) => expired += 1,
                Err(error) => return Err(error.into()),
            }
        }
        for number in 0..units.len() {
            let Some(&next) = units[number].way.last() else { continue };
            if units.iter().any(|other| other.at == next) {
                units[number].way.clear();
            } else {
                units[number].at = next;
                units[number].way.pop();
            }
        }
        let arrived = units.iter().filter(|unit| unit.at == unit.to).count();
        if frame % 50 == 0 || arrived == units.len() {
            println!("frame {frame}: {arrived} of {} have arrived", units.len());
        }
        if arrived == units.len() {
            break;
        }
    }
    println!("{expired} requests expired");
    Ok(())
}
