//! Tables that compare following edits with building indexes again, batches with single edits, and
//! searches under an overlay with searches without one.

mod scattered;

use astride::shapes::square::{Edit, Grid, GridHeuristic, Mover};
use astride::world::Overlay;
use astride_testkit::larger::random_node;
use astride_testkit::rng::Rng;

use crate::Failure;
use crate::maps::{Case, Folder};
use crate::sheet::{Column, MAP, Row, print_head, print_rows};
use crate::suite::{Scene, Suite};
use crate::turns::{Plan, Player, Truth, by_astar, play};

const MAPS: [&str; 5] = [
    "dao/lak303d",
    "da2/ht_chantry",
    "bg512/AR0011SR",
    "mazes/maze512-32-0",
    "random/random512-40-0",
];

const FOLLOWED: &[&str] =
    &["components", "clearance", "dead ends", "clusters", "jump table", "regions"];

const COLUMNS: &[Column] = &[
    MAP,
    ("<index", |row, _| row.who.clone()),
    ("build µs", |row, _| format!("{:.0}", row.sum("built"))),
    ("follow µs, median", |row, _| format!("{:.1}", row.median("edit"))),
    ("mean", |row, _| format!("{:.1}", row.mean("edit"))),
    ("looked at", |row, _| match row.of("looked").is_empty() {
        true => String::new(),
        false => format!("{:.0}", row.mean("looked")),
    }),
    ("built from scratch", |row, _| format!("{:.0} of {}", row.sum("rebuilt"), row.count("edit"))),
];

const UNDER_OVERLAYS: &[Column] = &[
    MAP,
    ("A* µs", |row, _| format!("{:.0}", row.mean("plain"))),
    ("under an empty overlay", |row, _| format!("{:.2}", row.mean("empty") / row.mean("plain"))),
    ("under one with cost on a tenth of the map", |row, _| {
        format!("{:.2}", row.mean("painted") / row.mean("plain"))
    }),
];

/// What is measured.
#[derive(clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    folder: Folder,
    /// Edits per map, each of one cell and followed at once
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    edits: u32,
    /// Rows of each scenario, evenly spread, for searches under an overlay
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    rows: u32,
    /// Edits in one batch, far apart, beside the same ones one by one
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    batch: u32,
    /// Only the table of batches, which needs no maps
    #[arg(long)]
    only_batch: bool,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    if options.only_batch {
        return scattered::print(options.batch);
    }
    let suite = suite();
    suite.print_head();
    let cases = options.folder.cases(&MAPS)?;
    for case in &cases {
        suite.print(&toggled(Scene::of(case, 0), options.edits)?)?;
    }
    println!();
    print_head("", UNDER_OVERLAYS);
    for case in &cases {
        print_rows(UNDER_OVERLAYS, &[overlaid(case, options.rows as usize)?]);
    }
    scattered::print(options.batch)
}

fn suite() -> Suite<'static> {
    Suite {
        about:
            "Edits block or open one cell each, drawn from all of the map. Looked at is the mean \
                count of cells, where it is counted."
                .to_owned(),
        columns: COLUMNS,
        followed: FOLLOWED,
        ..Suite::default()
    }
}

/// Cells drawn from all of the map, each blocked if it is free then, and opened if it is not.
fn toggled(scene: Scene, count: u32) -> Result<Scene, Failure> {
    let (mut grid, mut rng): (Grid, _) = (scene.grid.clone(), Rng::new(1));
    let mut edits = Vec::new();
    for _ in 0..count {
        let node = random_node(&mut rng, &grid);
        let is_free = scene.mover.factor(grid.class_at(node)) > 0;
        let mut edit = Edit::new();
        edit.set(grid.cell(node), if is_free { b'@' } else { b'.' });
        grid.apply(&edit)?;
        edits.push(vec![edit]);
    }
    Ok(Scene { edits, ..scene })
}

/// µs of A* on the view, under an overlay without cost, and under one with some.
fn overlaid(case: &Case, rows: usize) -> Result<Row, Failure> {
    let grid = &case.map.grid;
    let view = grid.seen_by(&Mover::walker());
    let (empty, mut painted) = (Overlay::new(grid), Overlay::new(grid));
    let mut rng = Rng::new(2);
    for _ in 0..grid.cell_count() / 10 {
        painted.set(grid.cell(random_node(&mut rng, grid)), 5000);
    }
    let octile = GridHeuristic::octile(&view);
    let (under_nothing, under_cost) = (empty.over(&view), painted.over(&view));
    let mut players = [
        Player::search("plain", grid, by_astar(&view, grid, octile), 0),
        Player::search("empty", grid, by_astar(&under_nothing, grid, octile), 0),
        Player::search("painted", grid, by_astar(&under_cost, grid, octile), 1),
    ];
    let mut truths = [Truth::of(&view, grid), Truth::of(&under_cost, grid)];
    let plan = Plan { rounds: 3, block: 1, ..Plan::default() };
    play(&mut players, &case.ends(rows), &mut truths, &plan)?;
    let mut taken = Row::new(&case.map.name, "A*");
    for (player, figure) in players.iter_mut().zip(["plain", "empty", "painted"]) {
        taken.take(figure, &player.sum_up(), "µs");
    }
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn followers_are_measured_and_checked() {
        let mut grid = Grid::new(40, 30, b'.').expect("a good size");
        grid.apply(Edit::new().set((20, 9), b'@')).expect("on the map");
        let scene = toggled(Scene::new("tiny", grid, Vec::new()), 20).expect("edits of the map");
        let followed: Vec<&str> =
            crate::followers::FOLLOWERS.iter().map(|follower| follower.name).collect();
        let all = Suite { followed: &followed, ..suite() };
        let rows = all.measure(&scene).expect("indexes follow");
        assert_eq!(rows.len(), followed.len());
        assert!(rows.iter().all(|row| row.of("edit").len() == 20));
    }
}
