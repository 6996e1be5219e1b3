//! Reading scenarios: one command per line.

mod asks;
mod world;

use super::words::Words;
use super::{Command, Fault, Line, MapSource, Printed};
use asks::{clauses, ends, expected, queue, request, would_part};
use world::{changes, mover, places, reveal};

/// All commands, for the message about an unknown one.
const COMMANDS: &str = "map, mover, faction, overlay, places, suppose, reveal, remember, cost, edit, path, \
     would-part, queue, request, work, cancel, expect or print";

/// The most frames of one line.
const MOST_FRAMES: u64 = 1_000_000;

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
            // What a quoted '#' is cannot be known here, so comments have lines of their own.
            command(words)
        };
        let command = command.map_err(|message| Fault { line: number, message })?;
        lines.push(Line { number, command });
    }
    Ok(lines)
}

fn command(mut words: Words<'_>) -> Result<Command, String> {
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
        "places" => return places(words),
        "suppose" => Command::Suppose { name: words.name()?, change: changes(words)? },
        "edit" => Command::Edit(changes(words)?),
        "path" => {
            let (name, mut question) = (words.name()?, ends(words)?);
            let change = clauses(words, &mut question)?;
            Command::Path { name, question, change }
        }
        "would-part" => return would_part(words),
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
            "line 3: \"mapp\" is no command, expected map, mover, faction, overlay, places, suppose, reveal, remember, cost, edit, path, would-part, queue, request, work, cancel, expect or print",
        );
        check("path a 1,1", "line 1: path ends too soon, expected a cell as x,y");
        check(
            "path a 1,1 2,x",
            "line 1: \"2,x\" is no cell, expected x,y: column from the left, \
               row from the top, both from 0, such as 3,4",
        );
        check(
            "path a 1,1 2,2 via b",
            "line 1: \"via\" is wrong here, expected for MOVER, by FACTION, with OVERLAY, around \
               PLACES, or PLACES, supposing CHANGES, nearest, or if CHANGE",
        );
        check(
            "request a 1,1 2,2 if set 1,1 @",
            "line 1: \"if\" is wrong here, expected priority N, limit N, within N, for MOVER, by \
               FACTION, with OVERLAY, around PLACES, or PLACES, supposing CHANGES, or nearest",
        );
        check(
            "path a 1,1 2,2 if dig 1,1",
            "line 1: path does not know \"dig\", expected set, fill, wall, unwall, fence, \
               fence-step, forbid, allow, link or unlink",
        );
        check("would-part t if set 1,1 @", "line 1: \"if\" is wrong here, expected names of paths");
        check("would-part t a b", "line 1: would-part ends too soon, expected if");
        check(
            "would-part t a b a if set 1,1 @",
            "line 1: a is listed twice, expected each path once",
        );
        check("expect t parts b a b", "line 1: b is listed twice, expected each path once");
        check("places p 1,1 2x0", "line 1: \"2x0\" is no size, expected WxH in cells, such as 3x2");
        check("places p 4294967295,0", "line 1: 1x1 cells from 4294967295,0 on are off every map");
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
               unwall, fence, fence-step, forbid, allow, link or unlink",
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
