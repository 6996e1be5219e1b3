//! A peer of this program in a process of its own, from the side of that process.
//!
//! So its building can be ended when it takes too long, and what it builds can be weighed: nothing
//! else is in the process. The lines are those of [`crate::peers::child`].

use std::io::{BufRead, Write};

use astride::base::Cell;
use astride::shapes::square::Grid;

use crate::Failure;
use crate::clock::timed;
use crate::contestant::{Found, Prepared, Session};
use crate::machine::memory;
use crate::maps::Map;
use crate::peers::Peer;
use crate::peers::child::STEPS;
use crate::plain::Place;

/// Answers by the named peer until the input ends.
pub(crate) fn run(key: &str) -> Result<(), Failure> {
    let peer = super::SERVED.iter().find(|peer| peer.entry.key == key);
    let peer = peer.ok_or_else(|| format!("no peer is called {key:?}"))?;
    serve(peer, &mut std::io::stdin().lock(), &mut std::io::stdout().lock())
}

fn serve(peer: &Peer, input: &mut dyn BufRead, output: &mut dyn Write) -> Result<(), Failure> {
    writeln!(output, "hello {}", env!("CARGO_PKG_VERSION"))?;
    output.flush()?;
    let map = read_map(input)?;
    let before = memory("VmRSS:");
    let (prepared, micros) = timed(|| peer.build(&map));
    let Prepared { mut session, bytes, .. } = match prepared {
        Ok(prepared) => prepared,
        Err(fault) => return Ok(writeln!(output, "missing {fault}")?),
    };
    let grown = before.zip(memory("VmRSS:")).map(|(before, now)| now.saturating_sub(before));
    let bytes = bytes.or(grown).map_or("-".to_owned(), |bytes| bytes.to_string());
    writeln!(output, "ready {} {bytes}", (micros * 1e3) as u64)?;
    output.flush()?;
    while let Some(line) = read_line(input)? {
        match line.split_once(' ') {
            Some(("path", ends)) => {
                let answer = session.answer(parse_ends(ends)?)?;
                writeln!(output, "{}", steps(&answer.found))?;
            }
            Some(("time", count)) => time(session.as_mut(), count.parse()?, input, output)?,
            _ => return Err(format!("expected `path …` or `time …`, got {line:?}").into()),
        }
        output.flush()?;
    }
    Ok(())
}

fn time(
    session: &mut dyn Session,
    count: usize,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), Failure> {
    let (mut queries, mut laps) = (Vec::new(), Vec::new());
    for _ in 0..count {
        queries.push(parse_ends(&read_line(input)?.ok_or("the input ends within the queries")?)?);
    }
    session.time(&queries, &mut laps)?;
    for lap in laps {
        writeln!(output, "{} {}", (lap.micros * 1e3) as u64, (lap.reset_micros * 1e3) as u64)?;
    }
    Ok(())
}

fn read_line(input: &mut dyn BufRead) -> Result<Option<String>, Failure> {
    let mut line = String::new();
    let count = input.read_line(&mut line)?;
    Ok((count > 0).then(|| line.trim_end().to_owned()))
}

fn read_map(input: &mut dyn BufRead) -> Result<Map, Failure> {
    let head = read_line(input)?.ok_or("the input ends before a map")?;
    let words: Vec<&str> = head.split(' ').collect();
    let ["map", width, height] = words[..] else {
        return Err(format!("expected `map WIDTH HEIGHT`, got {head:?}").into());
    };
    let (width, height): (u32, u32) = (width.parse()?, height.parse()?);
    let mut classes = Vec::new();
    for _ in 0..height {
        classes.extend(read_line(input)?.ok_or("the input ends within the map")?.into_bytes());
    }
    Ok(Map { name: "served".to_owned(), grid: Grid::from_classes(width, height, &classes)? })
}

fn parse_ends(text: &str) -> Result<[Cell; 2], Failure> {
    let numbers = text.split(' ').map(str::parse).collect::<Result<Vec<u32>, _>>()?;
    let [x0, y0, x1, y1] = numbers[..] else {
        return Err(format!("expected `X Y X Y`, got {text:?}").into());
    };
    Ok([(x0, y0).into(), (x1, y1).into()])
}

/// The line that answers `path`; a step to no neighbour is a `?`, which is refused there.
fn steps(found: &Found) -> String {
    let Found::Path(path) = found else { return "none".to_owned() };
    let digit = |pair: &[Place]| {
        let step = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        let at = STEPS.iter().position(|&one| one == step);
        at.map_or('?', |at| (b'0' + at as u8) as char)
    };
    format!("steps {}", path.windows(2).map(digit).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peers::petgraph;

    fn served(input: &str) -> Result<Vec<String>, Failure> {
        let mut output = Vec::new();
        serve(&petgraph::PEER, &mut input.as_bytes(), &mut output)?;
        Ok(String::from_utf8(output)?.lines().map(str::to_owned).collect())
    }

    #[test]
    fn queries_are_answered_line_by_line() {
        let asked = "map 4 2\n...@\n.@..\npath 0 0 2 1\npath 0 1 0 1\npath 0 0 3 1\n\
                     time 2\n0 0 1 0\n0 0 2 1\npath 0 0 3 0\n";
        let lines = served(asked).expect("right input");
        assert!(lines[0].starts_with("hello ") && lines[1].starts_with("ready "), "{lines:?}");
        assert_eq!(lines[2..5], ["steps 224", "steps ", "steps 2242"]);
        assert_eq!((lines.len(), lines[7].as_str()), (8, "none"));
        assert!(lines[5..7].iter().all(|line| line.split(' ').count() == 2), "{lines:?}");
    }

    #[test]
    fn torn_input_is_an_error() {
        for input in ["", "map 2", "map 2 2\n..\n", "map 1 1\n.\nwalk", "map 1 1\n.\ntime 1\n"] {
            assert!(served(input).is_err(), "{input:?}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_in_use_is_seen() {
        assert!(memory("VmRSS:").expect("Linux tells") > 100_000);
    }
}
