//! Lines about the world: its movers, what is seen of it, and how it changes.

use astride::base::Scale;
use astride::shapes::square::{Edit, Mover};
use clap::ValueEnum;

use super::keyword;
use crate::parse::{self, CornersName, NeighboursName};
use crate::simulate::words::Words;
use crate::simulate::{Area, Command};

/// The largest side of a body.
const MOST_SIDE: u64 = u16::MAX as u64;

pub(super) fn mover(words: &mut Words<'_>) -> Result<Command, String> {
    const KNOWN: &str = "side, corners, neighbours, scale, terrain or crosses";
    let (name, mut mover, mut side) = (words.name()?, Mover::walker(), 1);
    while let Some(word) = words.next() {
        mover = match word {
            "side" => {
                side = words.number("a number of cells", MOST_SIDE)? as u32;
                mover
            }
            "corners" => {
                let rule: CornersName = of_names(words)?;
                mover.corners(rule.into())
            }
            "neighbours" => {
                let neighbours: NeighboursName = of_names(words)?;
                mover.neighbours(neighbours.into())
            }
            "scale" => {
                let scale: Scale = parse::scale(words.need("a scale such as 10/14")?)?;
                mover.scale(scale)
            }
            "terrain" => {
                let parse::Terrain { class, factor } =
                    parse::terrain(words.need("LETTER=FACTOR")?)?;
                mover.terrain(class, factor).map_err(|error| error.to_string())?
            }
            "crosses" => {
                let class = words.number("a class of fences", u8::MAX.into())? as u8;
                let extra = words.number("a number of ticks", u32::MAX.into())? as u32;
                mover.crosses(class, extra).map_err(|error| error.to_string())?
            }
            other => return Err(format!("mover does not know {other:?}, expected {KNOWN}")),
        };
    }
    Ok(Command::Mover { name, mover: Box::new(mover), side })
}

/// One of the words that an option of the command line takes.
pub(super) fn of_names<T: ValueEnum>(words: &mut Words<'_>) -> Result<T, String> {
    let names = || {
        let values = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        values.map(|value| value.get_name().to_owned()).collect::<Vec<_>>().join(", ")
    };
    let word = words.need(&names())?;
    T::from_str(word, false).map_err(|_| format!("{word:?} is wrong here, expected {}", names()))
}

pub(super) fn reveal(words: &mut Words<'_>) -> Result<Command, String> {
    let faction = words.name()?;
    if words.peek() != Some("around") {
        let rect = words.rect()?;
        words.end("the end of the line")?;
        return Ok(Command::Reveal { faction, area: Area::Rect(rect) });
    }
    keyword(words, "around")?;
    let eye = words.cell()?;
    let radius = words.number("a radius in cells", u32::MAX.into())? as u32;
    let opaque = match words.next() {
        None => None,
        Some("opaque") => Some(words.need("letters of terrain")?.as_bytes().to_vec()),
        Some(word) => return Err(format!("{word:?} is wrong here, expected opaque LETTERS")),
    };
    words.end("the end of the line")?;
    Ok(Command::Reveal { faction, area: Area::Around { eye, radius, opaque } })
}

/// A set of cells, which may be empty.
pub(super) fn places(words: &mut Words<'_>) -> Result<Command, String> {
    let (name, mut areas) = (words.name()?, Vec::new());
    while words.peek().is_some() {
        areas.push(words.area()?);
    }
    Ok(Command::Places { name, areas })
}

/// A batch: changes with semicolons between, up to the end of the line.
pub(super) fn changes(words: &mut Words<'_>) -> Result<Edit, String> {
    const KNOWN: &str = "set, fill, wall, unwall, fence, fence-step, forbid, allow, link or unlink";
    let mut edit = Edit::new();
    // A quoted semicolon is not a letter of any known map.
    for part in words.rest().split(';') {
        let mut words = words.part(part);
        match words.need(KNOWN)? {
            "set" => edit.set(words.cell()?, words.letter()?),
            "fill" => edit.fill(words.rect()?, words.letter()?),
            "wall" => edit.wall(words.cell()?, words.dir()?),
            "unwall" => edit.remove_wall(words.cell()?, words.dir()?),
            change @ ("fence" | "fence-step") => {
                let (cell, dir) = (words.cell()?, words.dir()?);
                let class = words.number("a class of fences", u8::MAX.into())? as u8;
                match change {
                    "fence" => edit.fence(cell, dir, class),
                    _ => edit.fence_step(cell, dir, class),
                }
            }
            "forbid" => edit.forbid_step(words.cell()?, words.dir()?),
            "allow" => edit.allow_step(words.cell()?, words.dir()?),
            "link" => {
                let (from, to) = (words.cell()?, words.cell()?);
                edit.link(from, to, words.number("a number of ticks", u32::MAX.into())? as u32)
            }
            "unlink" => edit.unlink(words.cell()?, words.cell()?),
            other => {
                let command = words.command();
                return Err(format!("{command} does not know {other:?}, expected {KNOWN}"));
            }
        };
        words.end("a semicolon or the end of the line")?;
    }
    Ok(edit)
}
