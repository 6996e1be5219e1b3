//! What is printed on a terminal, and on one that can do nothing but print letters.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::common::{ARENA, root};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// Begins the command on a terminal of its own that calls itself `kind`; its other end.
fn begin(kind: &str, arguments: &[&str]) -> (Child, File) {
    let here = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&here).unwrap();
    unlockpt(&here).unwrap();
    let name = ptsname(&here, Vec::new()).unwrap();
    let there = File::options().read(true).write(true).open(name.to_str().unwrap()).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_astride"));
    command.current_dir(root()).args(arguments).env("TERM", kind);
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.stdin(Stdio::null()).stdout(there.try_clone().unwrap()).stderr(there);
    (command.spawn().unwrap(), here.into())
}

/// All that is printed until the command ends.
fn finish((mut child, mut terminal): (Child, File)) -> String {
    let mut bytes = Vec::new();
    // A terminal that everybody has left ends with an error, unlike a file.
    let _ = terminal.read_to_end(&mut bytes);
    child.wait().unwrap();
    String::from_utf8(bytes).unwrap()
}

/// Whether a line is coloured, written over or cleared.
fn does_more_than_print(text: &str) -> bool {
    text.replace("\r\n", "\n").contains(|letter: char| letter.is_control() && letter != '\n')
}

#[test]
fn a_dumb_terminal_gets_letters_and_lines_alone() {
    for arguments in [
        &["draw", ARENA][..],
        &["path", ARENA, "--from", "1,11", "--to", "46,47", "--draw", "text"],
        &["path", ARENA, "--from", "0,0", "--to", "46,47"],
        &["path", "--nonsense"],
        &["--help"],
        &[],
    ] {
        let printed = finish(begin("dumb", arguments));
        assert!(!printed.is_empty(), "{arguments:?}");
        assert!(!does_more_than_print(&printed), "{arguments:?}: {printed:?}");
    }
    assert!(does_more_than_print(&finish(begin("xterm", &["draw", ARENA]))), "others get colours");
}

#[test]
fn a_dumb_terminal_sees_no_progress_and_others_do() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("b.map"), "type octile\nheight 1\nwidth 2\nmap\n..\n").unwrap();
    for name in ["a.map.scen", "b.map.scen"] {
        fs::write(at(name), "version 1\n0\tx.map\t2\t1\t0\t0\t1\t0\t1\n").unwrap();
    }
    // The first map comes through a pipe and takes a second, after which progress is due.
    assert!(Command::new("mkfifo").arg(at("a.map")).status().unwrap().success());
    for (kind, is_seen) in [("dumb", false), ("xterm", true)] {
        let running = begin(kind, &["bench", folder.path().to_str().unwrap()]);
        let mut pipe = File::options().write(true).open(at("a.map")).unwrap();
        sleep(Duration::from_millis(1100));
        pipe.write_all(&fs::read(at("b.map")).unwrap()).unwrap();
        drop(pipe);
        let printed = finish(running);
        assert!(printed.contains("b.map"), "{kind}: {printed:?}");
        assert_eq!(does_more_than_print(&printed), is_seen, "{kind}: {printed:?}");
    }
}
