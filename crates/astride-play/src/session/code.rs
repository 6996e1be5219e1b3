//! The query of a panel as a Rust program and as a command line.

use std::fmt::Write;

use astride::base::Cell;
use astride::planner::Method;
use astride::search::Ties;
use astride::shapes::square::{Corners, Grid, Metric, Mover, Neighbours};
use serde_json::{Value, json};

use crate::session::board::Board;
use crate::session::names::scale_name;
use crate::session::panel::Panel;

/// Maps of at most this many cells are written into the code; others are read from a file.
const MOST_DRAWN: u32 = 2500;

/// The program, the command line, and what has to be done first.
pub(super) fn code(panel: &Panel, board: &Board) -> Value {
    let is_drawn = board.grid.cell_count() <= MOST_DRAWN;
    json!({
        "rust": rust(panel, board, is_drawn),
        "command": command(panel, board, is_drawn),
        "note": note(panel, board, is_drawn),
    })
}

/// What has to be done first, and what the two leave out.
fn note(panel: &Panel, board: &Board, is_drawn: bool) -> Option<String> {
    let settings = panel.settings();
    let mut notes = Vec::new();
    if !is_drawn {
        notes.push("save the map as world.map beside the program first");
    }
    if settings.minds_danger() && !board.danger.is_empty() {
        notes.push("the program and the command ask without the danger");
    }
    if settings.asks_landmarks() {
        notes.push("the program and the command guess by octile distance, not by landmarks");
    }
    if settings.size() > 1 {
        notes.push("the command asks for a body of one square");
    }
    if !board.via().is_empty() {
        notes.push(match settings.budget() {
            None => "the command asks leg by leg: the costs add up",
            Some(_) => "the command asks leg by leg, each with the whole budget: the costs add up",
        });
    }
    (!notes.is_empty()).then(|| notes.join("; "))
}

/// The letter of a class in `.map` files; classes that have none, on which nobody can stand, become
/// walls.
pub(super) fn map_letter(class: u8) -> u8 {
    if b".GSW@OTE123456789".contains(&class) { class } else { b'@' }
}

/// The rows of the map with letters that need no quoting: what nobody can stand on is `#`.
fn rows(grid: &Grid, mover: &Mover) -> Vec<String> {
    let letter = |&class: &u8| if mover.is_passable(class) { char::from(class) } else { '#' };
    (0..grid.height())
        .map(|y| grid.row(y).unwrap_or_default().iter().map(letter).collect())
        .collect()
}

fn rust(panel: &Panel, board: &Board, is_drawn: bool) -> String {
    let settings = panel.settings();
    let method = settings.method();
    let by_guide = board.goals().len() == 1 && (method.has_index() || method == Method::Auto);
    let out = String::from(match by_guide {
        true => "use astride::planner::Method;\nuse astride::prelude::*;\n",
        false => {
            "use astride::planner::{Choice, solve};\nuse astride::prelude::*;\n\
             use astride::shapes::square::Metric;\n"
        }
    });
    let out = &mut lines_of(out, is_drawn, board, panel);
    match by_guide {
        true => guided(out, panel, board),
        false => searched(out, panel, board),
    }
    let has_stops = !board.via().is_empty();
    out.push_str(match (has_stops, board.goals().len() > 1) {
        (false, _) => "    Ok(outcome.cost())\n}\n\n",
        (true, true) => "    Ok(outcome.cost().map(|ticks| cost + ticks))\n}\n\n",
        (true, false) => "    Ok(Some(cost))\n}\n\n",
    });
    out.push_str("fn main() -> Result<(), Box<dyn std::error::Error>> {\n");
    out.push_str("    match cost()? {\n");
    out.push_str("        Some(ticks) => println!(\"{ticks} ticks\"),\n");
    out.push_str("        None => println!(\"no path\"),\n    }\n    Ok(())\n}\n");
    std::mem::take(out)
}

/// The code that asks a guide.
fn guided(out: &mut String, panel: &Panel, board: &Board) {
    let _ = write!(
        out,
        "    let mut guide = Guide::new(mover).method(Method::{:?});\n    \
         guide.prepare(&grid)?;\n    \
         let (scratch, budget) = (&mut Scratch::new(), &mut {});\n",
        panel.settings().method(),
        budget(panel),
    );
    let route = |from: &str, to: &str| {
        format!("let outcome = guide.route(&grid, {from}, {to}, scratch, budget)?;\n")
    };
    if board.via().is_empty() {
        *out += &format!("    {}", route(&cell(board.start()), &cell(board.goals()[0])));
    } else {
        legs(out, board, cell, &route("leg[0]", "leg[1]"));
    }
}

/// The code that searches the view.
fn searched(out: &mut String, panel: &Panel, board: &Board) {
    let settings = panel.settings();
    let ties = match settings.ties() {
        Ties::LastAdded => String::new(),
        ties => format!(".ties(Ties::{ties:?})"),
    };
    let question = format!(
        "{}    let question = Choice {{ method, metric: Metric::{:?} }};\n    \
         let (scratch, budget) = (&mut Scratch::new(), &mut {});\n",
        method_line(settings.method()),
        metric(panel),
        budget(panel),
    );
    let solve = "let outcome = solve(&view, question, &query, scratch, budget, &mut ())?;\n";
    out.push_str(
        "    let view = grid.seen_by(&mover);\n    \
         let node = |x, y| grid.node((x, y)).expect(\"the cell is on the map\");\n",
    );
    let Some(&stop) = board.via().last() else {
        *out += &query_lines(board, &node(board.start()), &ties);
        *out += &format!("{question}    {solve}");
        return;
    };
    *out += &question;
    let query = format!("let query = PathQuery::new(leg[0], leg[1]){ties};\n");
    legs(out, board, node, &format!("{query}        {solve}"));
    if board.goals().len() > 1 {
        *out += &query_lines(board, &node(stop), &ties);
        *out += &format!("    {solve}");
    }
}

/// The last question: to the goal, or to the nearest of them.
fn query_lines(board: &Board, from: &str, ties: &str) -> String {
    let goals: Vec<String> = board.goals().iter().map(|&goal| node(goal)).collect();
    match &goals[..] {
        [goal] => format!("    let query = PathQuery::new({from}, {goal}){ties};\n"),
        _ => format!(
            "    let goals = [{}];\n    let query = PathQuery::to_nearest({from}, &goals){ties};\n",
            goals.join(", ")
        ),
    }
}

/// The legs between single places, one after another; `ask` gives the `outcome` of a leg.
fn legs(out: &mut String, board: &Board, place: fn(Cell) -> String, ask: &str) {
    let goal = board.goals().first().filter(|_| board.goals().len() == 1);
    let stops = std::iter::once(board.start()).chain(board.via().iter().chain(goal).copied());
    let stops: Vec<String> = stops.map(place).collect();
    let _ = write!(
        out,
        "    let stops = [{}];\n    let mut cost = 0;\n    \
         for leg in stops.windows(2) {{\n        {ask}        \
         let Some(ticks) = outcome.cost() else {{ return Ok(None) }};\n        \
         cost += ticks;\n    }}\n",
        stops.join(", "),
    );
}

/// The function up to the mover.
fn lines_of(mut out: String, is_drawn: bool, board: &Board, panel: &Panel) -> String {
    out.push_str("\n/// What the path costs, in ticks.\n");
    out.push_str("pub fn cost() -> Result<Option<u64>, Box<dyn std::error::Error>> {\n");
    if is_drawn {
        out.push_str("    let rows = [\n");
        for row in rows(&board.grid, panel.mover()) {
            let _ = writeln!(out, "        {row:?},");
        }
        out.push_str("    ];\n    let grid = Drawing::parse(&rows.join(\"\\n\"))?.grid;\n");
    } else {
        out.push_str("    let grid = astride::io::read_map(&std::fs::read(\"world.map\")?)?;\n");
    }
    let _ = writeln!(out, "    let mover = Mover::walker(){};", rules(panel));
    let size = panel.settings().size();
    if size > 1 {
        let _ = write!(
            out,
            "    let body = astride::shapes::square::BodyGrid::square(&grid.seen_by(&mover), {size})?;\n    \
             let (grid, mover) = (body.grid().clone(), body.mover().clone());\n",
        );
    }
    out
}

fn rules(panel: &Panel) -> String {
    let settings = panel.settings();
    let mut out = String::new();
    if settings.neighbours() == Neighbours::Four {
        out.push_str(".neighbours(Neighbours::Four)");
    }
    if settings.corners() != Corners::Never {
        let _ = write!(out, ".corners(Corners::{:?})", settings.corners());
    }
    match &scale_name(settings.scale())[..] {
        "exact" => {}
        "classic" => out.push_str(".scale(Scale::CLASSIC)"),
        _ => {
            let (straight, diagonal) = (settings.scale().straight(), settings.scale().diagonal());
            let _ = write!(out, ".scale(Scale::new({straight}, {diagonal})?)");
        }
    }
    out
}

fn method_line(method: Method) -> String {
    match method {
        Method::Weighted(weight) | Method::WeightedIdaStar(weight) => {
            let variant =
                if let Method::Weighted(_) = method { "Weighted" } else { "WeightedIdaStar" };
            let (numerator, denominator) = weight.parts();
            format!(
                "    let weight = Weight::new({numerator}, {denominator})?;\n    \
                 let method = Method::{variant}(weight);\n"
            )
        }
        method => format!("    let method = Method::{method:?};\n"),
    }
}

fn metric(panel: &Panel) -> Metric {
    panel.settings().question().metric
}

fn budget(panel: &Panel) -> String {
    match panel.settings().budget() {
        None => "Budget::unlimited()".into(),
        Some(most) => format!("Budget::unlimited().expansions({most})"),
    }
}

fn cell(cell: Cell) -> String {
    format!("Cell::new({}, {})", cell.x, cell.y)
}

fn node(cell: Cell) -> String {
    format!("node({}, {})", cell.x, cell.y)
}

/// A line for each leg.
fn command(panel: &Panel, board: &Board, is_drawn: bool) -> String {
    let places: Vec<Cell> = std::iter::once(&board.start()).chain(board.via()).copied().collect();
    let mut lines = Vec::new();
    for (number, &from) in places.iter().enumerate() {
        let goals = places.get(number + 1).map_or(board.goals(), std::slice::from_ref);
        lines.push(command_line(panel, board, (from, goals), is_drawn));
    }
    lines.join("\n")
}

fn command_line(
    panel: &Panel,
    board: &Board,
    (from, goals): (Cell, &[Cell]),
    is_drawn: bool,
) -> String {
    let settings = panel.settings();
    let mut out = String::new();
    if is_drawn {
        out.push_str("printf '%s\\n'");
        for row in rows(&board.grid, panel.mover()) {
            let _ = write!(out, " '{row}'");
        }
        out.push_str(" | astride path -");
    } else {
        out.push_str("astride path world.map");
    }
    let _ = write!(out, " --from {},{}", from.x, from.y);
    for goal in goals {
        let _ = write!(out, " --to {},{}", goal.x, goal.y);
    }
    let pairs = [
        ("method", settings.method().to_string(), "astar"),
        ("heuristic", settings.heuristic_id().into(), "octile"),
        ("ties", settings.ties_id().into(), "last-added"),
        ("corners", settings.corners_id().into(), "never"),
        ("scale", scale_name(settings.scale()), "exact"),
    ];
    for (option, value, usual) in pairs {
        if value != usual {
            let _ = write!(out, " --{option} {value}");
        }
    }
    if settings.neighbours() == Neighbours::Four {
        out.push_str(" --neighbours 4");
    }
    if let Some(most) = settings.budget() {
        let _ = write!(out, " --budget {most}");
    }
    out
}
