//! `astride` alone: two solved examples, and what to try next.

use std::fmt::Write;
use std::time::Instant;

use astride::base::{Budget, Cell, Scale};
use astride::io::WorldFile;
use astride::path::Path;
use astride::planner::{Choice, solve};
use astride::search::{Outcome, PathQuery, Recorder, Scratch};
use astride::shapes::square::Mover;
use serde_json::{Value, json};

use crate::describe::{effort_json, effort_text, guarantee_json, line, path_json, path_text};
use crate::error::Failure;
use crate::load::map_from;
use crate::options::free_node;
use crate::pictures::{Kind, Layer, Picture};
use crate::report::Report;

/// The walled example of Patrick Lester's tutorial "A* Pathfinding for Beginners".
const CLASSIC: &str = "
.......
...#...
.A.#.B.
...#...
.......
";

/// A map of a game, embedded so that the command answers wherever it is started.
const REAL: &[u8] = include_bytes!("../../../../data/grid/dao/lak303d.map");
const REAL_FROM: Cell = Cell::new(127, 124);
const REAL_TO: Cell = Cell::new(100, 1);

const NEXT: &str = "\
Try next, from the root of the repository:
  astride path data/grid/dao/arena.map --from 1,11 --to 46,47 --draw text
  astride path data/grid/dao/lak303d.map --from 127,124 --to 100,1 --draw png -o path.png
  astride draw data/grid/dao/arena.map
  astride range data/grid/dao/arena.map --from 20,20 --steps 5.5 --draw text
  astride field data/grid/dao/arena.map --to 20,20 --draw ascii
  astride scen data/grid/dao/arena.map
  astride --help

Without an installed command, put `cargo run --release --` in the place of `astride`.
";

pub(crate) fn run() -> Result<Report, Failure> {
    let classic = Example {
        title: "The classic example: from A to B around a wall, costs 10 and 14.",
        map: map_from("the classic example", CLASSIC.as_bytes())?,
        mover: Mover::walker().scale(Scale::CLASSIC),
        kind: Kind::Text,
    };
    let mut real = Example {
        title: "A real map, lak303d of Dragon Age: Origins, from end to end.",
        map: map_from("the map lak303d", REAL)?,
        mover: Mover::walker(),
        kind: Kind::for_terminal(),
    };
    real.map.starts = vec![REAL_FROM];
    real.map.goals = vec![REAL_TO];
    let mut text = String::from("Astride finds paths on grid maps, and shows how.\n\n");
    let examples: Result<Vec<Value>, Failure> =
        [classic, real].iter().map(|example| example.show(&mut text)).collect();
    text += NEXT;
    Ok(Report::good(text, json!({ "command": "welcome", "examples": examples? })))
}

struct Example {
    title: &'static str,
    map: WorldFile,
    mover: Mover,
    kind: Kind,
}

impl Example {
    fn show(&self, text: &mut String) -> Result<Value, Failure> {
        let Example { title, map, mover, kind } = self;
        let view = map.grid.seen_by(mover);
        let end = |cells: &[Cell], name| match cells {
            &[cell] => free_node(&map.grid, mover, cell, name),
            _ => Err(Failure::at(title, "expected one start and one goal")),
        };
        let query = PathQuery::new(end(&map.starts, "start")?, end(&map.goals, "goal")?);
        let mut recorder = Recorder::default();
        let budget = &mut Budget::unlimited();
        let scratch = &mut Scratch::new();
        let began = Instant::now();
        let outcome = solve(&view, Choice::default(), &query, scratch, budget, &mut recorder);
        let seconds = began.elapsed().as_secs_f64();
        let outcome = outcome.map_err(Failure::of)?;
        let picture = Picture {
            starts: map.starts.clone(),
            goals: map.goals.clone(),
            path: outcome.path().map(Path::nodes),
            layer: Layer::Search(recorder.events()),
            ..Picture::of(&map.grid, mover)
        };
        let drawing = picture.letters(*kind)?;
        let _ = writeln!(text, "{title}\n\n{drawing}");
        let mut json = json!({
            "title": title,
            "effort": effort_json(outcome.effort()),
            "drawing": drawing,
            "timing": { "seconds": seconds },
        });
        if let Outcome::Found(found) = &outcome {
            path_text(text, &found.path, &view);
            line(text, "guarantee", found.guarantee);
            json["path"] = path_json(&found.path, &map.grid);
            json["guarantee"] = guarantee_json(found.guarantee);
        }
        line(text, "effort", effort_text(outcome.effort()));
        line(text, "time", format_args!("{:.2} ms, watched step by step", seconds * 1e3));
        text.push('\n');
        Ok(json)
    }
}
