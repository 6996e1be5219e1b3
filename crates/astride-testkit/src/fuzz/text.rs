//! Readers: any text is read or refused, and what was read survives being written and read again.

use std::fmt::Write;

use astride::base::Weight;
use astride::io::{self, Drawing, Scenario, TextError, write_map, write_scenario};
use astride::planner::Method;
use astride::shapes::square::{Grid, Measure};
use astride::world::World;

/// MovingAI maps.
pub fn read_map(data: &[u8]) {
    let grid = match io::read_map(data) {
        Ok(grid) => grid,
        Err(error) => return check_error(&error, data),
    };
    let written = write_map(&grid).expect("what was read has letters");
    let again = io::read_map(&written).expect("what was written can be read");
    assert!(is_same_terrain(&grid, &again));
    assert_eq!(write_map(&again).as_ref(), Ok(&written));
}

/// MovingAI scenarios.
pub fn read_scenario(data: &[u8]) {
    let scenario = match Scenario::read(data) {
        Ok(scenario) => scenario,
        Err(error) => return check_error(&error, data),
    };
    let written = write_scenario(scenario.rows()).expect("what was read can be written");
    let again = Scenario::read(written.as_bytes()).expect("what was written can be read");
    assert_eq!(again.rows(), scenario.rows());
    assert_eq!(again.length_format(), scenario.length_format());
    for row in scenario.rows() {
        assert!(row.start.x < row.width && row.goal.y < row.height);
        let none = scenario.length_matches(row, None);
        assert_eq!(none, row.is_without_path());
        let steps = Measure { straight: 3, diagonal: 2, links: 0 };
        assert!(!none || !scenario.length_matches(row, Some(steps)));
    }
}

/// Drawn maps.
pub fn drawing(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let drawing = match Drawing::parse(&text) {
        Ok(drawing) => drawing,
        Err(error) => return check_error(&error, text.as_bytes()),
    };
    assert_eq!(drawing.start().is_ok(), drawing.starts.len() == 1);
    assert_eq!(drawing.goal().is_ok(), drawing.goals.len() == 1);
    let written = Drawing::write(&drawing.grid, &drawing.starts, &drawing.goals);
    let written = written.expect("what was read can be written");
    let again = Drawing::parse(&written).expect("what was written can be read");
    assert!(is_same_terrain(&drawing.grid, &again.grid), "{written}");
    assert_eq!((&again.starts, &again.goals), (&drawing.starts, &drawing.goals));
}

/// Road graphs, their coordinates, and queries on them.
pub fn read_graph(data: &[u8]) {
    if let Err(error) = io::read_road_queries(data) {
        check_error(&error, data);
    }
    let graph = match io::read_graph(data) {
        Ok(graph) => graph,
        Err(error) => return check_error(&error, data),
    };
    if let Err(error) = io::read_positions(data, &graph) {
        check_error(&error, data);
    }
    let arcs: Vec<_> = graph.all_arcs().collect();
    let mut written = format!("p sp {} {}\n", graph.node_count(), arcs.len());
    for (from, to, cost) in &arcs {
        let _ = writeln!(written, "a {} {} {cost}", from + 1, to + 1);
    }
    // So short a text cannot describe a graph with many nodes that no arc names.
    if graph.node_count() < 1 << 16 {
        let again = io::read_graph(written.as_bytes()).expect("what was written can be read");
        assert!(again.all_arcs().eq(arcs) && again.node_count() == graph.node_count());
    }
}

/// Weights and method names.
pub fn weight_and_method_names(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(weight) = text.parse::<Weight>() {
        let (over, under) = weight.parts();
        assert_eq!(Weight::new(over, under), Ok(weight));
        assert!((1.0..=1000.0).contains(&weight.as_f64()));
        assert_eq!(weight.to_string().parse(), Ok(weight), "{text:?}");
    }
    match text.parse::<Method>() {
        Ok(method) => assert_eq!(method.to_string().parse(), Ok(method), "{text:?}"),
        Err(error) => assert!(error.to_string().contains(", expected ")),
    }
}

fn is_same_terrain(a: &Grid, b: &Grid) -> bool {
    (a.width(), a.height()) == (b.width(), b.height())
        && (0..a.height()).all(|y| a.row(y) == b.row(y))
}

/// An error has a message and a line number that exists.
pub(super) fn check_error(error: &TextError, text: &[u8]) {
    let lines = text.iter().filter(|&&byte| byte == b'\n').count() + 1;
    // Drawings count the lines of `str::lines`, which are never more.
    assert!(error.line() <= lines, "{error}, but there are {lines} lines");
    let message = error.to_string();
    assert!(!message.is_empty() && !message.ends_with('.'), "{message}");
    assert!(message.len() < 1000, "{message}");
}
