//! A hundred thousand messages that no page sends: no panic, no growth, nothing half done.

use allocation_counter::measure;
use astride_play::session::fuzz::{SMALL, converse, step};
use astride_play::session::{Incoming, Session};
use astride_testkit::rng::Rng;

/// Messages that are right, to be bent.
const MESSAGES: [&str; 69] = [
    r#"{"t":"hello","n":1,"v":1}"#,
    r#"{"t":"open","n":2,"what":{"drawing":"A..\n.#.\n..B"}}"#,
    r#"{"t":"open","n":2,"what":{"blank":[20,30]}}"#,
    r#"{"t":"open","n":2,"what":{"map":"type octile\nheight 1\nwidth 3\nmap\n..@\n"}}"#,
    r#"{"t":"open","n":2,"what":{"generate":{"kind":"caves","width":30,"height":20,"seed":5}}}"#,
    r#"{"t":"open","n":2,"what":{"generate":{"kind":"terrain","width":9,"height":9,"blob":3}}}"#,
    r#"{"t":"open","n":2,"what":{"builtin":"lake"}}"#,
    r#"{"t":"open","n":2,"what":{"scen":"version 1\n0\tm\t7\t5\t1\t1\t2\t2\t1.41421356\n"}}"#,
    r#"{"t":"open","n":2,"what":{"scene":{"v":1,"width":3,"height":2,"cells":".4 @ .","start":[0,0],"goals":[[2,1]]}}}"#,
    r#"{"t":"open","n":2,"what":{"drawing":"hex pointy\nA . #\n . # _\n. . B"}}"#,
    r#"{"t":"open","n":2,"what":{"drawing":"triangles\nA.#..\n..#.B"}}"#,
    r#"{"t":"open","n":2,"what":{"blank":[9,30],"shape":"hex-flat"}}"#,
    r#"{"t":"open","n":2,"what":{"generate":{"kind":"terrain","width":40,"height":30,"seed":5},"shape":"hex-pointy"}}"#,
    r#"{"t":"open","n":2,"what":{"scene":{"v":1,"shape":"triangles","width":3,"height":2,"cells":".4 @ .","start":[0,0],"via":[[1,1]],"goals":[[2,1]],"landmarks":[[2,0]]}}}"#,
    r#"{"t":"open","n":2,"what":{"plan":"p sp 3 3\na 1 2 5\na 2 1 5\na 2 3 9\nv 1 0 0\nv 2 9 4\nv 3 12 -7\n"}}"#,
    r#"{"t":"open","n":2,"what":{"plan":"a 0 1 5\na 1 2 0\n","positions":"v 0 0 0\nv 1 5 5\nv 2 9 0\n"}}"#,
    r#"{"t":"open","n":2,"what":{"plan":"mesh\n2\n4 2\n0 0 2 0 -1\n2 0 3 1 0 -1\n2 1 2 1 -1\n0 1 3 0 1 -1\n3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n"}}"#,
    r#"{"t":"open","n":2,"what":{"scene":{"v":1,"width":3,"height":1,"plan":"a 0 1 5\n","cells":".2 3","start":[0,0],"goals":[[1,0]]}}}"#,
    r#"{"t":"place","n":5,"what":"node","index":1,"x":3,"y":5,"group":9}"#,
    r#"{"t":"stroke","n":3,"tool":"brush","class":64,"from":[1,0]}"#,
    r#"{"t":"text","n":27,"format":"plan"}"#,
    r#"{"t":"open","n":2,"grow":true,"what":{"generate":{"kind":"caves","width":30,"height":20,"seed":5}}}"#,
    r#"{"t":"wave","n":28,"panel":"a","options":{"of":"start"},"limit":100}"#,
    r#"{"t":"whence","n":29,"id":"distance","options":{"of":"goal"},"x":1,"y":1}"#,
    r#"{"t":"stroke","n":3,"tool":"brush","class":64,"size":3,"shape":"round","from":[1,1],"to":[4,3],"group":1}"#,
    r#"{"t":"stroke","n":3,"tool":"fill","class":87,"from":[0,0]}"#,
    r#"{"t":"stroke","n":3,"tool":"outline","class":53,"from":[0,0],"to":[5,4],"group":2}"#,
    r#"{"t":"undo","n":4}"#,
    r#"{"t":"redo","n":4}"#,
    r#"{"t":"place","n":5,"what":"goal","index":0,"x":2,"y":1,"add":true}"#,
    r#"{"t":"unplace","n":5,"what":"goal","index":1}"#,
    r#"{"t":"place","n":5,"what":"via","index":0,"x":3,"y":2,"add":true,"group":3}"#,
    r#"{"t":"place","n":5,"what":"via","index":0,"x":1,"y":1}"#,
    r#"{"t":"unplace","n":5,"what":"via","index":0}"#,
    r#"{"t":"place","n":5,"what":"landmark","index":2,"x":1,"y":1,"group":4}"#,
    r#"{"t":"settings","n":6,"method":"astar","heuristic":"landmarks"}"#,
    r#"{"t":"inspect","n":9,"x":2,"y":2,"way":true}"#,
    r#"{"t":"settings","n":6,"panel":"b","method":"labels","heuristic":"manhattan","scale":"10/14","weight":"1.5"}"#,
    r#"{"t":"settings","n":6,"method":"jump-table","corners":"always","neighbours":4,"budget":{"expansions":9}}"#,
    r#"{"t":"compare","n":7,"on":true}"#,
    r#"{"t":"trace","n":8,"limit":100}"#,
    r#"{"t":"inspect","n":9,"x":1,"y":2}"#,
    r#"{"t":"layer","n":10,"id":"distance","options":{"of":"start"}}"#,
    r#"{"t":"race","n":11,"methods":["astar","jps"],"pairs":3}"#,
    r#"{"t":"code","n":12,"panel":"b"}"#,
    r#"{"t":"units","n":13,"add":{"x":1,"y":1,"radius":3,"count":5,"kind":1}}"#,
    r#"{"t":"units","n":13,"remove":[0,2]}"#,
    r#"{"t":"send","n":14,"ids":"all","x":4,"y":3}"#,
    r#"{"t":"send","n":14,"ids":[0,1,4],"x":2,"y":3,"lead":"field"}"#,
    r#"{"t":"arrows","n":14,"id":1}"#,
    r#"{"t":"animals","n":15,"count":20,"seed":3}"#,
    r#"{"t":"crowd","n":15,"scene":"gate","count":9}"#,
    r#"{"t":"advance","n":16,"ticks":4,"budget":500}"#,
    r#"{"t":"unit","n":17,"id":0}"#,
    r#"{"t":"settings","n":18,"size":3,"danger":true}"#,
    r#"{"t":"fit","n":19,"panel":"b"}"#,
    r#"{"t":"layer","n":20,"id":"components"}"#,
    r#"{"t":"layer","n":20,"id":"clearance","options":{"of":"distance"}}"#,
    r#"{"t":"layer","n":20,"id":"chokes"}"#,
    r#"{"t":"layer","n":20,"id":"clusters"}"#,
    r#"{"t":"layer","n":20,"id":"influence"}"#,
    r#"{"t":"danger","n":21,"add":{"cell":[2,1],"strength":9,"radius":5,"falloff":"exponential"}}"#,
    r#"{"t":"danger","n":21,"change":{"index":0,"cell":[1,1],"strength":3}}"#,
    r#"{"t":"danger","n":21,"remove":0}"#,
    r#"{"t":"explore","n":22,"on":true,"radius":3}"#,
    r#"{"t":"walk","n":23,"steps":5}"#,
    r#"{"t":"watch","n":24,"on":true}"#,
    r#"{"t":"rush","n":25,"count":40,"seed":3,"one_goal":true}"#,
    r#"{"t":"work","n":26,"budget":300}"#,
];

/// A message that was right once.
fn bent(rng: &mut Rng) -> Vec<u8> {
    let mut line = rng.pick(&MESSAGES).as_bytes().to_vec();
    for _ in 0..rng.below(4) {
        let at = rng.below(line.len().max(1));
        if line.is_empty() {
            break;
        }
        match rng.below(6) {
            0 => line[at] = rng.next_u64() as u8,
            1 => drop(line.remove(at)),
            2 => line.insert(at, rng.pick(b"0129-.\"{}[],:e")),
            3 => line.truncate(at.max(1)),
            4 => {
                let number = rng.pick(&["4294967295", "-1", "1e9", "null", "18446744073709551616"]);
                line.splice(at..at, number.bytes());
            }
            _ => {
                let other = rng.pick(&MESSAGES).as_bytes();
                let from = rng.below(other.len());
                line.splice(at.., other[from..].iter().copied());
            }
        }
    }
    line.retain(|&byte| byte != b'\n');
    line
}

/// A binary frame with a header that may be right.
fn binary(rng: &mut Rng) -> Vec<u8> {
    let mut frame = vec![0xFF, rng.pick(&[101, 101, 1, 0]), rng.pick(&[1, 1, 1, 2]), 0, 0];
    let (width, height) = (rng.below(40) as u32, rng.below(40) as u32);
    let width = if rng.percent(10) { u32::MAX } else { width };
    for number in [7, width, height, 0, 0] {
        frame.extend(number.to_le_bytes());
    }
    let cells = (width.min(100) * height) as usize;
    let cells = if rng.percent(70) { cells } else { rng.below(100) };
    frame.extend((0..cells).map(|_| rng.pick(b"..@TW5.\x00")).filter(|&b| b != b'\n'));
    frame
}

#[test]
fn a_session_outlives_a_hundred_thousand_hostile_messages_and_does_not_grow() {
    let mut rng = Rng::new(2026);
    let mut session = Session::new(SMALL);
    let mut talk = |count: usize| {
        for number in 0..count {
            let line = if rng.percent(10) { binary(&mut rng) } else { bent(&mut rng) };
            if number % 100 == 0 {
                step(&mut session, &line);
                continue;
            }
            match std::str::from_utf8(&line) {
                Ok(text) => drop(session.handle(Incoming::Text(text)).done(0)),
                Err(_) => drop(session.handle(Incoming::Binary(&line[1..])).done(0)),
            }
        }
    };
    talk(20_000);
    let grown = measure(|| talk(80_000)).bytes_current;
    // What differs is the map and the steps to undo on it, which have limits.
    assert!(grown < 2 << 20, "grown by {grown} bytes");
}

#[test]
fn conversations_of_any_bytes_keep_their_promises() {
    let mut rng = Rng::new(7);
    for _ in 0..300 {
        let mut lines = Vec::new();
        for _ in 0..rng.below(12) {
            let line = if rng.percent(10) { binary(&mut rng) } else { bent(&mut rng) };
            lines.extend(line);
            lines.push(b'\n');
        }
        converse(&lines);
    }
}

#[test]
fn nonsense_is_answered_a_hundred_times_and_then_the_transport_closes() {
    let mut session = Session::new(SMALL);
    for number in 1..=100 {
        let replies = session.handle(Incoming::Text("what?"));
        assert_eq!(replies.closes(), number >= 100);
    }
    let mut session = Session::new(SMALL);
    for _ in 0..200 {
        let refused = r#"{"t":"undo","n":1}"#;
        assert!(!session.handle(Incoming::Text(refused)).closes(), "a refusal is no nonsense");
    }
}

#[test]
fn a_message_that_is_too_large_is_not_read() {
    let mut session = Session::new(SMALL);
    let large = " ".repeat(SMALL.max_message + 1);
    let allocated = measure(|| drop(session.handle(Incoming::Text(&large)))).bytes_max;
    assert!(allocated < 10_000, "{allocated} bytes");
}

#[test]
fn a_promise_of_many_cells_takes_no_memory() {
    let mut session = Session::new(SMALL);
    for message in [
        r#"{"t":"open","n":1,"what":{"blank":[4000000000,4000000000]}}"#,
        r#"{"t":"open","n":1,"what":{"map":"type octile\nheight 60000\nwidth 60000\nmap\n.\n"}}"#,
        r#"{"t":"open","n":1,"what":{"scene":{"v":1,"width":65000,"height":65000,"cells":".","start":[0,0],"goals":[]}}}"#,
    ] {
        let allocated = measure(|| drop(session.handle(Incoming::Text(message)))).bytes_max;
        assert!(allocated < 10_000, "{allocated} bytes for {message}");
    }
}

#[test]
fn seeds_and_kept_crashes_keep_their_promises() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz");
    let mut replayed = 0;
    for folder in ["seeds", "regressions"] {
        let Ok(files) = std::fs::read_dir(format!("{root}/{folder}/play_session")) else {
            continue;
        };
        for file in files {
            converse(&std::fs::read(file.unwrap().path()).unwrap());
            replayed += 1;
        }
    }
    assert!(replayed >= 2, "the seeds are there");
}
