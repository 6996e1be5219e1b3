//! Reading scenarios: one command a line.

use astride::base::Scale;
use astride::planner::RequestOptions;
use astride::world::{Edit, Mover};
use clap::ValueEnum;

use super::words::Words;
use super::{Answer, Area, Command, Expected, Fault, Line, MapSource, Printed, Question};
use crate::parse::{self, CornersName, NeighboursName};

/// All commands, for those who mistype one.
const COMMANDS: &str = "map, mover, faction, overlay, reveal, remember, cost, edit, path, queue, request, work, \
     cancel, expect or print";

/// What can be expected of a question.
const ANSWERS: &str =
    "cost TICKS, steps N, unreachable, out-of-budget, waiting, running or cancelled";

/// The most frames of one line.
const MOST_FRAMES: u64 = 1_000_000;

/// The largest side of a body.
const MOST_SIDE: u64 = u16::MAX as u64;

/// The commands of a scenario.
pub(crate) fn read(text: &str) -> Result<Vec<Line>, Fault> {
    let mut lines = Vec::new();
    let mut rest = text.lines().enumerate();
    while let Some((at, line)) = rest.next() {
        let number = at + 1;
        let Some(words) = Words::of(line).filter(|words| !words.command().starts_with('#')) else {
            continue;
        };
        let command = if words.command() == "map:" {
            let rows = rest.by_ref().map(|(_, row)| row).take_while(|row| !row.trim().is_empty());
            let drawing = rows.collect::<Vec<&str>>().join("\n");
            Ok(Command::Map(MapSource::Drawn(drawing)))
        } else {
            // What a quoted '#' is cannot be told from here, so comments have lines of their own.
            command(words, line)
        };
        let command = command.map_err(|message| Fault { line: number, message })?;
        lines.push(Line { number, command });
    }
    Ok(lines)
}

fn command<'a>(mut words: Words<'a>, line: &'a str) -> Result<Command, String> {
    let words = &mut words;
    let command = match words.command() {
        "map" => Command::Map(MapSource::File(words.need("a file, or map: and rows")?.into())),
        "mover" => return mover(words),
        "faction" => {
            let name = words.name()?;
            keyword(words, "assume")?;
            Command::Faction { name, assumed: words.letter()? }
        }
        "overlay" => Command::Overlay { name: words.name()? },
        "cost" => {
            let (overlay, rect) = (words.name()?, words.rect()?);
            let ticks = words.number("a number of ticks", u32::MAX.into())? as u32;
            Command::Cost { overlay, rect, ticks }
        }
        "reveal" => return reveal(words),
        "remember" => Command::Remember { faction: words.name()?, rect: words.rect()? },
        "edit" => return edit(words, line),
        "path" => {
            let (name, mut question) = (words.name()?, ends(words)?);
            clauses(words, &mut question)?;
            Command::Path { name, question }
        }
        "queue" => return queue(words),
        "request" => return request(words),
        "work" => {
            let expansions = words.number("a number of expansions", u64::MAX)?;
            let mut frames = 1;
            if words.peek().is_some() {
                keyword(words, "times")?;
                frames = words.number("a number of frames", MOST_FRAMES)? as u32;
            }
            Command::Work { expansions, frames }
        }
        "cancel" => Command::Cancel { name: words.name()? },
        "expect" => Command::Expect { what: expected(words)? },
        "print" => Command::Print(match words.name()? {
            name if name == "map" => Printed::Map,
            name if name == "digest" => Printed::Digest,
            name => Printed::Answer(name),
        }),
        other => return Err(format!("{other:?} is no command, expected {COMMANDS}")),
    };
    words.end("the end of the line")?;
    Ok(command)
}

fn keyword(words: &mut Words<'_>, keyword: &str) -> Result<(), String> {
    let word = words.need(keyword)?;
    if word == keyword {
        Ok(())
    } else {
        Err(format!("{word:?} is wrong here, expected {keyword}"))
    }
}

fn mover(words: &mut Words<'_>) -> Result<Command, String> {
    const KNOWN: &str = "side, corners, neighbours, scale or terrain";
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
            other => return Err(format!("mover does not know {other:?}, expected {KNOWN}")),
        };
    }
    Ok(Command::Mover { name, mover, side })
}

/// One of the words that an option of the command line takes.
fn of_names<T: ValueEnum>(words: &mut Words<'_>) -> Result<T, String> {
    let names = || {
        let values = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        values.map(|value| value.get_name().to_owned()).collect::<Vec<_>>().join(", ")
    };
    let word = words.need(&names())?;
    T::from_str(word, false).map_err(|_| format!("{word:?} is wrong here, expected {}", names()))
}

fn reveal(words: &mut Words<'_>) -> Result<Command, String> {
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

/// A batch: changes with semicolons between.
fn edit<'a>(words: &Words<'a>, line: &'a str) -> Result<Command, String> {
    const KNOWN: &str = "set, fill, wall, unwall, forbid, allow, link or unlink";
    let all = line.trim_start().strip_prefix("edit").unwrap_or(line);
    let mut edit = Edit::new();
    // A quoted semicolon is no letter of any known map.
    for part in all.split(';') {
        let mut words = words.part(part);
        match words.need(KNOWN)? {
            "set" => edit.set(words.cell()?, words.letter()?),
            "fill" => edit.fill(words.rect()?, words.letter()?),
            "wall" => edit.wall(words.cell()?, words.dir()?),
            "unwall" => edit.remove_wall(words.cell()?, words.dir()?),
            "forbid" => edit.forbid_step(words.cell()?, words.dir()?),
            "allow" => edit.allow_step(words.cell()?, words.dir()?),
            "link" => {
                let (from, to) = (words.cell()?, words.cell()?);
                edit.link(from, to, words.number("a number of ticks", u32::MAX.into())? as u32)
            }
            "unlink" => edit.unlink(words.cell()?, words.cell()?),
            other => return Err(format!("edit does not know {other:?}, expected {KNOWN}")),
        };
        words.end("a semicolon or the end of the line")?;
    }
    Ok(Command::Edit(edit))
}

fn ends(words: &mut Words<'_>) -> Result<Question, String> {
    let ends = [words.cell()?, words.cell()?];
    Ok(Question { ends, mover: None, faction: None, overlays: Vec::new() })
}

/// For whom, by whose knowledge, with what on top.
fn clauses(words: &mut Words<'_>, question: &mut Question) -> Result<(), String> {
    while let Some(word) = words.next() {
        if !clause(word, words, question)? {
            let known = "for MOVER, by FACTION or with OVERLAY";
            return Err(format!("{word:?} is wrong here, expected {known}"));
        }
    }
    Ok(())
}

/// Takes one of these, if `word` begins one.
fn clause(word: &str, words: &mut Words<'_>, question: &mut Question) -> Result<bool, String> {
    match word {
        "for" => question.mover = Some(words.name()?),
        "by" => question.faction = Some(words.name()?),
        "with" => question.overlays.push(words.name()?),
        _ => return Ok(false),
    }
    Ok(true)
}

fn queue(words: &mut Words<'_>) -> Result<Command, String> {
    const KNOWN: &str = "lanes, ageing, quantum, most or merge";
    let mut options = RequestOptions::default();
    while let Some(word) = words.next() {
        let mut number = |most: u64| words.number("a number", most);
        options = match word {
            "lanes" => options.lanes(number(1024)? as usize),
            "ageing" => options.ageing(number(u32::MAX.into())? as u32),
            "quantum" => options.quantum(number(u64::MAX)?),
            "most" => options.most(number(1 << 24)? as usize),
            "merge" => options.merge_from(number(1 << 24)? as usize),
            other => return Err(format!("queue does not know {other:?}, expected {KNOWN}")),
        };
    }
    Ok(Command::Queue(options))
}

fn request(words: &mut Words<'_>) -> Result<Command, String> {
    let (name, mut question) = (words.name()?, ends(words)?);
    let (mut priority, mut limit) = (0, None);
    while let Some(word) = words.next() {
        match word {
            "priority" => priority = words.number("a priority", u8::MAX.into())? as u8,
            "limit" => limit = Some(words.number("a number of expansions", u64::MAX)?),
            word if clause(word, words, &mut question)? => {}
            other => {
                let known = "priority N, limit N, for MOVER, by FACTION or with OVERLAY";
                return Err(format!("{other:?} is wrong here, expected {known}"));
            }
        }
    }
    Ok(Command::Request { name, question, priority, limit })
}

fn expected(words: &mut Words<'_>) -> Result<Expected, String> {
    Ok(match words.need("revision, known, digest, or the name of a path")? {
        "revision" => Expected::Revision(words.number("a revision", u64::MAX)?),
        "known" => {
            let faction = words.name()?;
            let cells = words.number("a number of cells", u32::MAX.into())? as u32;
            Expected::Known { faction, cells }
        }
        "digest" => {
            let word = words.need("16 digits and letters a to f")?;
            let digest = Some(word).filter(|word| word.len() == 16);
            let digest = digest.and_then(|word| u64::from_str_radix(word, 16).ok());
            let wrong = || format!("{word:?} is no digest, expected 16 digits and letters a to f");
            Expected::Digest(digest.ok_or_else(wrong)?)
        }
        name => {
            let name = name.to_owned();
            let answer = match words.need(ANSWERS)? {
                "cost" => Answer::Cost(words.number("a number of ticks", u64::MAX)?),
                "steps" => {
                    Answer::Steps(words.number("a number of steps", u32::MAX.into())? as usize)
                }
                "unreachable" => Answer::Unreachable,
                "out-of-budget" => Answer::OutOfBudget,
                "waiting" => Answer::Waiting,
                "running" => Answer::Running,
                "cancelled" => Answer::Cancelled,
                word => return Err(format!("{word:?} is no answer, expected {ANSWERS}")),
            };
            Expected::Answer { name, answer }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        read(text).expect_err("a line that is wrong").to_string()
    }

    #[test]
    fn lines_that_are_wrong_are_named_with_what_would_be_right() {
        let check = |text: &str, expected: &str| assert_eq!(refusal(text), expected);
        check(
            "# so\n\nmapp a",
            "line 3: \"mapp\" is no command, expected map, mover, faction, overlay, reveal, remember, cost, edit, path, queue, request, work, cancel, expect or print",
        );
        check("path a 1,1", "line 1: path ends too soon, expected a cell as x,y");
        check(
            "path a 1,1 2,x",
            "line 1: \"2,x\" is no cell, expected x,y: column from the left, \
               row from the top, both from 0, such as 3,4",
        );
        check(
            "path a 1,1 2,2 via b",
            "line 1: \"via\" is wrong here, expected for MOVER, by \
               FACTION or with OVERLAY",
        );
        check(
            "edit set 1,1 . ; fill 1,1 0x2 @",
            "line 1: \"0x2\" is no size, expected WxH in \
               cells, such as 3x2",
        );
        check(
            "edit set 1,1 .@",
            "line 1: \".@\" is no letter of terrain, expected one such as '@'",
        );
        check(
            "edit dig 1,1",
            "line 1: edit does not know \"dig\", expected set, fill, wall, \
               unwall, forbid, allow, link or unlink",
        );
        check(
            "mover m side 70000",
            "line 1: \"70000\" is not a number of cells, expected 0 to 65535",
        );
        check(
            "mover m corners cut",
            "line 1: \"cut\" is wrong here, expected never, one-free, always",
        );
        check("faction f", "line 1: faction ends too soon, expected assume");
        check(
            "expect a cost -3",
            "line 1: \"-3\" is not a number of ticks, expected 0 to \
               18446744073709551615",
        );
        check(
            "expect digest 12",
            "line 1: \"12\" is no digest, expected 16 digits and letters a to f",
        );
        check(
            "overlay o o",
            "line 1: overlay does not know \"o\" here, expected the end of the line",
        );
        check(
            "print ö",
            "line 1: \"ö\" is no name, expected letters, digits, - and _, at most 64 \
               of them",
        );
    }

    #[test]
    fn a_drawn_map_ends_with_an_empty_line() {
        let lines = read("map:\nA.\n.B\n\nprint map\n").unwrap();
        assert_eq!((lines.len(), lines[1].number), (2, 5));
        let Command::Map(MapSource::Drawn(drawing)) = &lines[0].command else { panic!("a map") };
        assert_eq!(drawing, "A.\n.B");
    }
}
