//! Queries by what a faction believes and under danger, compared with those on the map as it is.

use astride::base::{Budget, Cell, CellRect};
use astride::planner::{Ask, FactionId, Navigator, OverlayId};
use astride::shapes::square::{GridHeuristic, Mover};
use astride_testkit::rng::Rng;

use crate::Failure;
use crate::clock::timed;
use crate::danger::{MAPS, PEAK, add_disc, free_nodes, percent};
use crate::maps::{self, Case};
use crate::sheet::{Column, MAP, Row, print_head, print_rows};
use crate::turns::{Plan, Player, Truth, by_astar, play};

/// Discs of danger on each map.
const DISCS: usize = 12;

/// What is measured.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Maps by name, as `set/name`, of the usual folder [default: those of cities and games]
    #[arg(long, value_delimiter = ',')]
    map: Vec<String>,
    /// Rows of each scenario, evenly spread
    #[arg(long, default_value_t = 100)]
    rows: usize,
    /// Parts of the free cells in danger, in percent
    #[arg(long, value_delimiter = ',', default_value = "7,20")]
    cover: Vec<u32>,
}

/// What is asked: its figures, for nodes expanded and µs; whether by belief; whether under danger.
const ASKED: [([&str; 2], bool, bool); 4] = [
    (["plain", "plain µs"], false, false),
    (["fog", "fog µs"], true, false),
    (["danger", "danger µs"], false, true),
    (["both", "both µs"], true, true),
];

/// The figures of A* under danger.
const OCTILE: [&str; 2] = ["octile", "octile µs"];

const COLUMNS: &[Column] = &[
    MAP,
    ("danger %", |row, _| format!("{:.1}", row.sum("covered"))),
    ("plain | µs", |row, _| row.means(ASKED[0].0)),
    ("fog | µs", |row, _| row.means(ASKED[1].0)),
    ("danger | µs", |row, _| row.means(ASKED[2].0)),
    ("both | µs", |row, _| row.means(ASKED[3].0)),
    ("octile | µs", |row, _| row.means(OCTILE)),
    ("nodes / danger", |row, _| format!("{:.1}", row.mean("octile") / row.mean("danger"))),
    ("µs / danger", |row, _| format!("{:.1}", row.mean("octile µs") / row.mean("danger µs"))),
    ("fog µs / plain", |row, _| format!("{:.2}", row.mean("fog µs") / row.mean("plain µs"))),
    ("build ms", |row, _| format!("{:.1}", row.mean("build") / 1e3)),
    ("learn ms", |row, _| format!("{:.2}", row.mean("learn") / 1e3)),
];

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let about = format!(
        "Mean of the rows: nodes expanded and µs of the thread. `fog` is asked by what a faction \
         believes that has seen nine tenths of the map, `danger` under {DISCS} discs that fall off \
         from {PEAK} ticks, `both` under both. The last columns say how many times fewer nodes and \
         µs danger takes than A* with the octile guess, and how many times as many µs fog takes as \
         the map as it is. `build` is what the first question by belief takes, `learn` one after \
         {LOOKS} discoveries."
    );
    print_head(&about, COLUMNS);
    for case in maps::named_or(&options.map, &MAPS)? {
        for &cover in &options.cover {
            if let Some(row) = on_map(&case, cover, options.rows)? {
                print_rows(COLUMNS, &[row]);
            }
        }
    }
    Ok(())
}

/// Discoveries between two questions by belief.
const LOOKS: usize = 20;

fn on_map(case: &Case, cover: u32, rows: usize) -> Result<Option<Row>, Failure> {
    let mut taken = Row::new(&case.map.name, "navigator");
    let questions = case.ends(rows);
    let Some(&first) = questions.first() else { return Ok(None) };
    let (nav, danger, faction) = endangered(case, cover, first, &mut taken)?;
    let grid = &case.map.grid;
    let view = grid.seen_by(&Mover::walker());
    let octile = GridHeuristic::octile(&view);
    // The map as it is composed, without a copy of anything, where A* knows the least costs.
    let (known, overlay) = (nav.knowledge(faction)?.view(&view), nav.overlay(danger)?);
    let (under, both) = (overlay.over(&view), overlay.over(&known));
    let mut truths = [
        Truth::by_astar(&view, grid, octile),
        Truth::by_astar(&known, grid, octile),
        Truth::by_astar(&under, grid, octile),
        Truth::by_astar(&both, grid, octile),
    ];
    let mut players = Vec::new();
    for (world, ([who, _], is_by_belief, is_under)) in ASKED.into_iter().enumerate() {
        let nav = &nav;
        let ask = move |[from, to]: [Cell; 2]| {
            let mut ask = Ask::new(from, to);
            ask = if is_by_belief { ask.faction(faction) } else { ask };
            ask = if is_under { ask.overlay(danger) } else { ask };
            Ok(nav.route(&ask, &mut Budget::unlimited())?)
        };
        players.push(Player::search(who, grid, ask, world));
    }
    players.push(Player::search(OCTILE[0], grid, by_astar(&under, grid, octile), 2));
    play(&mut players, &questions, &mut truths, &Plan { block: 1, ..Plan::default() })?;
    for (player, figures) in
        players.iter_mut().zip(ASKED.map(|asked| asked.0).into_iter().chain([OCTILE]))
    {
        taken.take_answers(figures, &player.sum_up());
    }
    Ok(Some(taken))
}

/// A map with discs of danger, nine tenths of which a faction has seen; what it takes to ask by its
/// belief.
fn endangered(
    case: &Case,
    cover: u32,
    [from, to]: [Cell; 2],
    taken: &mut Row,
) -> Result<(Navigator, OverlayId, FactionId), Failure> {
    let grid = &case.map.grid;
    let view = grid.seen_by(&Mover::walker());
    let mut rng = Rng::new(1);
    let mut nav = Navigator::new(grid.clone());
    let danger = nav.add_overlay()?;
    // Around free cells, as large as it takes if none of the discs overlap.
    let free = free_nodes(&view);
    let area = f64::from(cover) / 100.0 * f64::from(grid.cell_count()) / DISCS as f64;
    let radius = (area / std::f64::consts::PI).sqrt().max(2.0);
    let overlay = nav.overlay_mut(danger)?;
    let covered = (0..DISCS).map(|_| add_disc(overlay, &view, grid.cell(rng.pick(&free)), radius));
    taken.add("covered", percent(covered.sum(), free.len()));

    // The faction sees the map in looks; the rest is believed to be free.
    let faction = nav.add_faction(b'.');
    let mut random = || {
        let (x, y) = (rng.below(grid.width() as usize), rng.below(grid.height() as usize));
        Cell::new(x as u32, y as u32)
    };
    let side = grid.width().min(grid.height()) / 16;
    while nav.knowledge(faction)?.known_count() < grid.cell_count() / 10 * 9 {
        let at = random();
        nav.reveal(faction, CellRect::new(at.x, at.y, side, side))?;
    }
    let ask = Ask::new(from, to).faction(faction);
    taken.add("build", timed(|| nav.cost(&ask)).1);
    for _ in 0..5 {
        for _ in 0..LOOKS {
            nav.reveal_around(faction, random(), 10, |class| class == b'@')?;
        }
        taken.add("learn", timed(|| nav.cost(&ask)).1);
    }
    Ok((nav, danger, faction))
}
