//! Teams and plans of other programs: read as they are meant, written as they are read, and refused.

use astride::base::Cell;
use astride_formats::{
    TrackerRow, is_schedule, is_team, is_tracker, read_schedule, read_team, read_tracker,
    write_schedule, write_tracker,
};

const TEAM: &str = "\
# made by a script
agents:
-   goal: [4, 0]
    name: agent0
    start: [0, 0]
-   goal: [0, 0]
    name: agent1
    start: [4, 0]
map:
    dimensions: [5, 2]
    obstacles:
    - !!python/tuple [0, 1]
    - [1, 1]
    - !!python/tuple
      - 3
      - 1
    - [4, 1]
";

fn cells(cells: &[[u32; 2]]) -> Vec<Cell> {
    cells.iter().map(|&[x, y]| Cell { x, y }).collect()
}

#[test]
fn a_team_is_a_map_and_its_agents() {
    assert!(
        is_team(TEAM.as_bytes()) && !is_schedule(TEAM.as_bytes()) && !is_tracker(TEAM.as_bytes())
    );
    let team = read_team(TEAM.as_bytes()).unwrap();
    assert_eq!((team.grid.row(0), team.grid.row(1)), (Some(&b"....."[..]), Some(&b"@@.@@"[..])));
    let [first, second] = &team.agents[..] else { panic!("two agents") };
    assert_eq!(
        (&first.name[..], first.start, first.goal),
        ("agent0", (0, 0).into(), (4, 0).into())
    );
    assert_eq!((&second.name[..], second.start), ("agent1", (4, 0).into()));
    let marked = format!("\u{feff}{}", TEAM.trim_start_matches("# made by a script\n"));
    assert!(
        is_team(marked.as_bytes()) && read_team(marked.as_bytes()).unwrap().agents == team.agents
    );
}

#[test]
fn damaged_teams_are_refused_with_the_line() {
    let check = |from: &str, to: &str, message: &str| {
        let text = TEAM.replacen(from, to, 1);
        assert_ne!(text, TEAM, "{from}");
        let error = read_team(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    };
    check("[5, 2]", "[5]", "line 10: \"dimensions\" is something else, expected two numbers");
    check("[5, 2]", "[0, 2]", "0x2 cells, expected 1 to");
    check("[5, 2]", "[100000, 100000]", "the map has 100000x100000 cells");
    check("[5, 2]", "[16000, 16000]", "256000000 cells, expected at most");
    check("[5, 2]", "[-5, 2]", "expected two numbers");
    check(
        "[1, 1]",
        "[5, 1]",
        "line 13: \"an obstacle\" is something else, expected [x, y] on the map of 5x2",
    );
    check("goal: [4, 0]", "goal: [4, 2]", "\"goal\" is something else");
    check("goal: [4, 0]", "goal: 7", "\"goal\" is \"7\", expected [x, y]");
    check("start: [0, 0]", "begin: [0, 0]", "line 3: no start, expected [x, y]");
    check("agent1", "agent0", "a second agent called \"agent0\"");
    check("map:", "roadmap:", "no map, expected dimensions and obstacles");
    check("agents:", "people:", "no agents");
    assert!(read_team(b"\xff").is_err() && read_team(b"").is_err());
    // However it is cut off, it is refused or a smaller team.
    for end in 0..TEAM.len() {
        if let Ok(team) = read_team(&TEAM.as_bytes()[..end]) {
            assert!(team.agents.len() <= 2);
        }
    }
}

#[test]
fn schedules_come_back_and_have_no_gaps() {
    let schedule = vec![
        ("agent0".to_owned(), cells(&[[0, 0], [1, 0], [1, 0]])),
        ("the: second".to_owned(), cells(&[[4, 0]])),
        ("\"a\\b\" # c".to_owned(), cells(&[[3, 0]])),
        ("Tom's: d".to_owned(), cells(&[[2, 0]])),
        ("it's \"x\"".to_owned(), cells(&[[1, 0]])),
        ("a\\b's".to_owned(), cells(&[[0, 0]])),
    ];
    let text = write_schedule(&[("cost", "2".to_owned())], &schedule);
    assert!(text.starts_with(
        "statistics:\n  cost: 2\nschedule:\n  agent0:\n    - x: 0\n      y: 0\n      t: 0\n"
    ));
    assert!(is_schedule(text.as_bytes()) && !is_team(text.as_bytes()));
    assert_eq!(read_schedule(text.as_bytes()).unwrap(), schedule);
    let check = |text: &str, message: &str| {
        let error = read_schedule(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    };
    check(
        "schedule:\n  a:\n    - {x: 1, y: 1, t: 0}\n    - {x: 1, y: 1, t: 2}\n",
        "line 4: \"a\" is something else, expected x, y, and t: 1",
    );
    check("schedule:\n  a:\n", "line 2: \"a\" is something else, expected places");
    let stay = "[{x: 1, y: 1, t: 0}]";
    check(
        &format!("schedule:\n  a: {stay}\n  b: {stay}\n  'a': {stay}\n"),
        "line 4: a second agent called \"a\", expected a name for each",
    );
    check("schedule: 7\n", "\"schedule\" is \"7\"");
    check("statistics:\n  cost: 1\n", "no schedule");
}

#[test]
fn rows_of_the_tracker_are_walked() {
    let text = "\"agents\",\"lower_cost\",\"lower_date\",\"solution_cost\",\"path\"\r\n\
                \"2\",\"4\",\"2022-11-29\",\"5\",\"RrU\nwd\"\r\n";
    assert!(is_tracker(text.as_bytes()) && !is_team(text.as_bytes()));
    let marked = format!("\u{feff}{text}");
    let rows = read_tracker(marked.as_bytes()).unwrap();
    assert!(is_tracker(marked.as_bytes()) && rows == read_tracker(text.as_bytes()).unwrap());
    let [row] = &rows[..] else { panic!("one row") };
    assert_eq!((row.agents, row.lower_cost, row.solution_cost), (2, Some(4), Some(5)));
    let paths = row.paths(&cells(&[[0, 0], [3, 3]])).unwrap();
    assert_eq!(paths, [cells(&[[0, 0], [1, 0], [2, 0], [2, 1]]), cells(&[[3, 3], [3, 3], [3, 2]])]);
    let moves: Vec<_> = paths.iter().map(|path| TrackerRow::moves_of(path).unwrap()).collect();
    assert_eq!(moves, ["rru", "wd"]);
    assert_eq!(TrackerRow::moves_of(&cells(&[[0, 0], [1, 0], [1, 0]])).as_deref(), Some("r"));
    assert_eq!(TrackerRow::moves_of(&cells(&[[0, 0], [1, 1]])), None);
    // A row whose map has a comma and quotes in its name, and agents who stay.
    let odd = TrackerRow {
        map_name: "a,\"b\"".into(),
        agents: 3,
        moves: vec![String::new(); 3],
        ..TrackerRow::default()
    };
    let mut rows = rows;
    rows.push(odd);
    let written = write_tracker(&rows);
    let again = read_tracker(written.as_bytes()).unwrap();
    assert_eq!((again[0].moves.len(), &again[1]), (2, &rows[1]));
}

#[test]
fn damaged_rows_are_refused_with_the_line() {
    let check = |text: &str, message: &str| {
        let error = read_tracker(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    };
    check("", "expected columns `agents` and `solution_plan`");
    check("agents,cost\n1,2\n", "expected columns");
    check("agents,path\n1,r,2\n", "line 2: 3 fields, expected 2");
    check("agents,path\nx,r\n", "line 2: agents is \"x\"");
    check("agents,path\n99999999999,r\n", "line 2: agents is");
    check(
        "agents,type_id,path\n1,4294967296,r\n",
        "line 2: type_id is \"4294967296\", expected at most",
    );
    check("agents,path\n3,\"r\nr\"\n", "line 2: moves of 2 agents, expected those of 3");
    check("agents,path\n1,\"r\n", "line 2: a quoted field that does not end");
    let row =
        |moves: &str| TrackerRow { agents: 1, moves: vec![moves.into()], ..TrackerRow::default() };
    let refused = |moves: &str| row(moves).paths(&cells(&[[0, 0]])).unwrap_err().to_string();
    assert!(refused("rx").contains("agent 0 goes \"x\" at timestep 2, expected u, d, l, r or w"));
    assert!(refused("l").contains("agent 0 goes \"l\" at timestep 1"));
    assert!(
        row("r")
            .paths(&[])
            .unwrap_err()
            .to_string()
            .contains("moves of 1 agents, expected those of 0")
    );
}
