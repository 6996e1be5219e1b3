//! Peers in a process of their own: one per peer and map, which is fed cells and times itself.
//!
//! It says `hello VERSION`, or `missing REASON` if its library is not installed. Then it is sent
//! `map WIDTH HEIGHT` and a line of `.` and `@` per row, and says `ready NANOSECONDS BYTES`, with
//! `-` for unknown bytes. It answers `path X Y X Y` by the steps of the path as digits, clockwise
//! from 0 for north, after the word `steps`, or by `none`; and `time COUNT` with a line `X Y X Y`
//! per query by a line `NANOSECONDS RESET_NANOSECONDS` each. The end of its input ends it.

use std::env::consts::EXE_EXTENSION;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use astride::base::Cell;
use astride_testkit::data;

use crate::Failure;
use crate::contestant::{Answer, Contestant, Entry, Lap, Prepared, Promise, Session};
use crate::maps::Map;
use crate::peers::Peer;
use crate::plain::{Place, PlainGrid, place};
use crate::rules::Rule;

/// The answer to a query never takes longer than this.
const PATIENCE: Duration = Duration::from_secs(120);

/// The steps of the digits 0 to 7.
pub(super) const STEPS: [Place; 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// What runs a peer.
enum Runtime {
    Node,
    Python,
    /// The peer is a program of its own, which `peers/install` has built.
    Itself,
}

/// A peer in another language.
pub(super) struct Script {
    entry: Entry,
    runtime: Runtime,
    /// Below the folder `peers` of this crate, or of what was installed.
    file: &'static str,
    argument: &'static str,
}

/// One that sums up in double precision, and one that counts whole ticks.
const fn in_node(key: &'static str, title: &'static str, argument: &'static str) -> Script {
    let entry = Entry::peer(key, title, Rule::NoCorners, Promise::Within(1e-9));
    Script { entry, runtime: Runtime::Node, file: "js/pathfinding_peer.js", argument }
}
const fn in_python(
    key: &'static str,
    title: &'static str,
    rule: Rule,
    file: &'static str,
) -> Script {
    let entry = Entry::peer(key, title, rule, Promise::Exact);
    Script { entry, runtime: Runtime::Python, file, argument: "" }
}

/// Research codes add up square roots of two in double precision.
const fn program(
    key: &'static str,
    title: &'static str,
    file: &'static str,
    argument: &'static str,
) -> Script {
    let entry = Entry::peer(key, title, Rule::NoCorners, Promise::Within(1e-9));
    Script { entry, runtime: Runtime::Itself, file, argument }
}

/// All of them.
pub(super) static PEERS: [Script; 9] = [
    in_node("pathfinding-js-astar", "PathFinding.js A*", "astar"),
    in_node("pathfinding-js-jps", "PathFinding.js JPS", "jps"),
    in_python("tcod", "tcod A*", Rule::NoCorners, "py/tcod_peer.py"),
    in_python("pyastar2d", "pyastar2d A*", Rule::Four, "py/pyastar2d_peer.py"),
    program("warthog-jps", "Warthog JPS (B)", "warthog_peer", "jps"),
    program("warthog-jps-p", "Warthog JPS (B+P)", "warthog_peer", "jps2"),
    program("warthog-jps-plus", "Warthog JPS+ (B)", "warthog_peer", "jps+"),
    program("warthog-jps-plus-p", "Warthog JPS+ (B+P)", "warthog_peer", "jps2+"),
    program("mkpath", "mkpath JPS+BB+", "mkpath_peer", ""),
];

/// A peer of this program, in a process of its own.
pub(super) fn apart(peer: Peer) -> Contestant {
    // The program of a test has no command line.
    if cfg!(test) {
        return peer.here();
    }
    let key = peer.entry.key;
    Contestant {
        entry: peer.entry,
        prepare: Box::new(move |map, patience| {
            let mut command = Command::new(std::env::current_exe()?);
            command.arg("serve").arg(key);
            prepare(command, map, patience)
        }),
    }
}

/// Starts a peer and feeds it the land of the map.
fn prepare(command: Command, map: &Map, patience: Duration) -> Result<Prepared<'static>, Failure> {
    let mut process = Process::start(command)?;
    check_greeting(&process.line(PATIENCE)?)?;
    // Which cells are free is the same under every rule.
    let plain = PlainGrid::land_of(map, Rule::NoCorners);
    let (width, height) = plain.size();
    writeln!(process.input, "map {width} {height}")?;
    for y in 0..height as i32 {
        let row = (0..width as i32).map(|x| if plain.is_free((x, y)) { '.' } else { '@' });
        writeln!(process.input, "{}", row.collect::<String>())?;
    }
    process.input.flush()?;
    let ready = process.line(patience).map_err(|fault| format!("building: {fault}"))?;
    let (build_micros, bytes) = parse_ready(&ready)?;
    Ok(Prepared { session: Box::new(process), bytes, build_micros: Some(build_micros) })
}

impl Script {
    pub(super) fn contestant(&'static self) -> Contestant {
        Contestant {
            entry: self.entry.clone(),
            prepare: Box::new(|map, patience| prepare(self.command(), map, patience)),
        }
    }

    fn command(&self) -> Command {
        let script = data::repository_root().join("crates/astride-bench/peers").join(self.file);
        let installed = installed_folder();
        let mut command = match self.runtime {
            Runtime::Node => {
                let mut command = Command::new("node");
                command.env("NODE_PATH", installed.join("js/node_modules")).arg(script);
                command
            }
            Runtime::Python => {
                let own = ["bin/python", "Scripts/python.exe"]
                    .map(|program| installed.join("py").join(program));
                let own = own.into_iter().find(|program| program.is_file());
                let mut command = Command::new(own.unwrap_or_else(|| PathBuf::from("python3")));
                command.env("PYTHONDONTWRITEBYTECODE", "1").arg(script);
                command
            }
            Runtime::Itself => {
                Command::new(installed.join("bin").join(self.file).with_extension(EXE_EXTENSION))
            }
        };
        command.arg(self.argument);
        command
    }
}

/// Where the packages of the peers are expected: `peers` in the target folder.
fn installed_folder() -> PathBuf {
    let root = data::repository_root();
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
    root.join(target).join("peers")
}

/// A running peer; ended when dropped.
struct Process {
    child: Child,
    input: BufWriter<ChildStdin>,
    lines: Receiver<String>,
}

impl Process {
    fn start(mut command: Command) -> Result<Self, Failure> {
        let name = command.get_program().to_string_lossy().into_owned();
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child =
            command.spawn().map_err(|error| format!("{name} cannot be started: {error}"))?;
        let input = child.stdin.take().ok_or("a child without input")?;
        let output = child.stdout.take().ok_or("a child without output")?;
        let (sender, lines) = channel();
        // Only a thread can wait for a line with a limit.
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if !line.is_ok_and(|line| sender.send(line).is_ok()) {
                    break;
                }
            }
        });
        Ok(Process { child, input: BufWriter::new(input), lines })
    }

    fn line(&mut self, patience: Duration) -> Result<String, Failure> {
        self.lines.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                format!("no answer within {} s", patience.as_secs()).into()
            }
            RecvTimeoutError::Disconnected => "it ended without an answer".into(),
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already, which is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Session for Process {
    fn answer(&mut self, [from, to]: [Cell; 2]) -> Result<Answer, Failure> {
        writeln!(self.input, "path {} {} {} {}", from.x, from.y, to.x, to.y)?;
        self.input.flush()?;
        let found = parse_path(&self.line(PATIENCE)?, place(from))?.into();
        Ok(Answer { found, ..Answer::default() })
    }

    fn time(&mut self, queries: &[[Cell; 2]], laps: &mut Vec<Lap>) -> Result<(), Failure> {
        writeln!(self.input, "time {}", queries.len())?;
        for [from, to] in queries {
            writeln!(self.input, "{} {} {} {}", from.x, from.y, to.x, to.y)?;
        }
        self.input.flush()?;
        for _ in queries {
            laps.push(parse_lap(&self.line(PATIENCE)?)?);
        }
        Ok(())
    }
}

fn unexpected(line: &str, expected: &str) -> Failure {
    format!("expected {expected}, got {line:?}").into()
}

fn check_greeting(line: &str) -> Result<(), Failure> {
    match line.split_once(' ') {
        Some(("hello", _)) => Ok(()),
        Some(("missing", reason)) => Err(reason.into()),
        _ => Err(unexpected(line, "`hello VERSION`")),
    }
}

/// The µs it took to build, and the bytes if they are known.
fn parse_ready(line: &str) -> Result<(f64, Option<u64>), Failure> {
    let fail = || unexpected(line, "`ready NANOSECONDS BYTES`");
    let words: Vec<&str> = line.split(' ').collect();
    let ["ready", nanos, bytes] = words[..] else { return Err(fail()) };
    let micros = nanos.parse::<u64>().map_err(|_| fail())? as f64 / 1e3;
    match bytes {
        "-" => Ok((micros, None)),
        bytes => Ok((micros, Some(bytes.parse().map_err(|_| fail())?))),
    }
}

fn parse_path(line: &str, start: Place) -> Result<Option<Vec<Place>>, Failure> {
    let fail = || unexpected(line, "`none`, or `steps` and digits from 0 to 7");
    if line == "none" {
        return Ok(None);
    }
    let digits = line.strip_prefix("steps").ok_or_else(fail)?.trim();
    let mut path = vec![start];
    let mut at = start;
    for digit in digits.bytes() {
        let step = STEPS.get(usize::from(digit.wrapping_sub(b'0'))).ok_or_else(fail)?;
        at = (at.0 + step.0, at.1 + step.1);
        path.push(at);
    }
    Ok(Some(path))
}

fn parse_lap(line: &str) -> Result<Lap, Failure> {
    let fail = || unexpected(line, "`NANOSECONDS RESET_NANOSECONDS`");
    let (nanos, reset) = line.split_once(' ').ok_or_else(fail)?;
    let micros = |word: &str| word.parse::<u64>().map(|nanos| nanos as f64 / 1e3);
    let (Ok(micros), Ok(reset_micros)) = (micros(nanos), micros(reset)) else { return Err(fail()) };
    Ok(Lap { micros, reset_micros })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greetings_and_reasons_are_told_apart() {
        assert!(check_greeting("hello 1.2").is_ok());
        assert_eq!(check_greeting("missing no tcod").unwrap_err().to_string(), "no tcod");
        assert!(check_greeting("Traceback").unwrap_err().to_string().contains("Traceback"));
    }

    #[test]
    fn what_was_built_is_parsed() {
        assert_eq!(parse_ready("ready 1500 -").unwrap(), (1.5, None));
        assert_eq!(parse_ready("ready 2000 64").unwrap(), (2.0, Some(64)));
        for line in ["", "ready", "ready 1", "ready -1 2", "ready 1 2 3", "ready x -", "ready 1 x"]
        {
            assert!(parse_ready(line).is_err(), "{line:?}");
        }
    }

    #[test]
    fn paths_are_steps_from_the_start() {
        assert_eq!(parse_path("none", (3, 3)).unwrap(), None);
        let path = parse_path("steps 234", (3, 3)).unwrap().unwrap();
        assert_eq!(path, [(3, 3), (4, 3), (5, 4), (5, 5)]);
        assert_eq!(parse_path("steps", (3, 3)).unwrap().unwrap(), [(3, 3)]);
        for line in ["", "steps 8", "steps 1 2", "steps é", "path 1"] {
            assert!(parse_path(line, (3, 3)).is_err(), "{line:?}");
        }
    }

    #[test]
    fn laps_have_two_times() {
        assert_eq!(parse_lap("1500 250").unwrap(), Lap { micros: 1.5, reset_micros: 0.25 });
        for line in ["", "1500", "1.5 2", "-1 2", "1 2 3"] {
            assert!(parse_lap(line).is_err(), "{line:?}");
        }
    }

    #[test]
    fn a_program_that_is_not_there_is_an_error() {
        let fault = Process::start(Command::new("no-such-program-of-astride")).err().unwrap();
        assert!(fault.to_string().contains("cannot be started"), "{fault}");
    }
}
