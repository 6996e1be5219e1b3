//! The playground from the command line: it starts, says where it is, serves, and ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use crate::common::{Run, astride, command, root};
use astride_play::session::{Incoming, Limits, Outgoing, Session};
use serde_json::{Value, json};

/// A server that ends with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn it_prints_its_address_serves_the_page_and_ends_when_killed() {
    let program = command(&[]).get_program().to_owned();
    let child = Command::new(program)
        .args(["play", "--port", "0", "--no-open"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut server = Server(child);
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("the playground is at http://").expect("an address");
    let host = address.trim_end_matches('/');
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<!doctype html>"), "{page}");
    server.0.kill().unwrap();
    assert!(!server.0.wait().unwrap().success());
}

#[test]
fn wrong_options_are_refused() {
    astride(&["play", "--token", "open-sesame"]).refuses("--listen");
    let run = astride(&["play", "--listen", "127.0.0.1", "--token", "short", "--no-open"]);
    run.refuses("the token is unusable");
    astride(&["play", "--port", "65536"]).refuses("65536");
}

/// Says something to a session; the first text reply of a type.
fn say(session: &mut Session, message: Value, kind: &str) -> Value {
    let frames = session.handle(Incoming::Text(&message.to_string())).done(0);
    let texts = frames.iter().filter_map(|frame| match frame {
        Outgoing::Text(text) => serde_json::from_str::<Value>(text).ok(),
        Outgoing::Binary(_) => None,
    });
    let found = texts.rev().find(|text| text["t"] == kind);
    found.unwrap_or_else(|| panic!("no {kind} to {message}"))
}

/// Runs a command line of the playground through a shell.
fn shell(line: &str) -> Run {
    let program = command(&[]).get_program().to_str().unwrap().to_owned();
    let line = line.replace("astride path", &format!("'{program}' --json path"));
    let output = Command::new("sh").arg("-c").arg(line).current_dir(root()).output().unwrap();
    Run {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
#[cfg(unix)]
fn the_command_lines_of_the_playground_give_the_cost_that_it_shows() {
    let mut session = Session::new(Limits::default());
    for (map, settings) in [
        ("figure", json!({ "scale": "classic", "heuristic": "manhattan" })),
        ("figure", json!({ "method": "jps" })),
        ("meadow", json!({ "method": "weighted", "weight": "1.5", "ties": "smaller-h" })),
        ("meadow", json!({ "method": "labels", "corners": "one-free" })),
        ("lake", json!({ "method": "bidirectional", "neighbours": 4, "scale": "3/4" })),
        ("trap", json!({ "method": "greedy", "corners": "always" })),
        ("arena", json!({ "method": "auto" })),
    ] {
        say(&mut session, json!({ "t": "open", "n": 1, "what": { "builtin": map } }), "world");
        let mut message = json!({ "t": "settings", "n": 2, "method": "astar", "scale": "exact",
            "heuristic": "octile", "corners": "never", "neighbours": 8, "ties": "last-added" });
        for (name, value) in settings.as_object().unwrap() {
            message[name] = value.clone();
        }
        let answer = say(&mut session, message, "answer");
        let code = say(&mut session, json!({ "t": "code", "n": 3 }), "code");
        let line = code["command"].as_str().unwrap();
        let json = shell(line).json(0);
        assert_eq!(json["path"]["cost"], answer["cost"], "{line}");
    }
}

#[test]
#[cfg(unix)]
fn over_stops_the_command_lines_add_up_to_the_cost_that_it_shows() {
    let mut session = Session::new(Limits::default());
    say(&mut session, json!({ "t": "open", "n": 1, "what": { "builtin": "meadow" } }), "world");
    for (what, index, x, y) in [("via", 0, 3, 3), ("via", 1, 10, 8), ("goal", 1, 1, 7)] {
        let place = json!({ "t": "place", "n": 2, "what": what, "index": index, "x": x, "y": y,
            "add": true });
        say(&mut session, place, "places");
    }
    let answer = say(&mut session, json!({ "t": "ask", "n": 3 }), "answer");
    let code = say(&mut session, json!({ "t": "code", "n": 4 }), "code");
    let lines: Vec<_> = code["command"].as_str().unwrap().lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    let costs = lines.iter().map(|line| shell(line).json(0)["path"]["cost"].as_u64().unwrap());
    assert_eq!((&answer["outcome"], answer["cost"].as_u64()), (&json!("found"), Some(costs.sum())));
}
