//! Questions by what a faction believes and under danger, beside those about the map as it is.

use astride::base::{Budget, Cell, CellRect, NodeId};
use astride::planner::{Ask, FactionId, Navigator, OverlayId};
use astride::search::{PathQuery, Scratch, astar};
use astride::shapes::square::{GridHeuristic, Mover};
use astride::world::{Overlay, World};
use astride_testkit::rng::Rng;

use crate::Failure;
use crate::clock::timed;
use crate::maps::{self, Case};
use crate::sheet::{Column, MAP, Row, print_head, print_rows};

/// Maps of cities and of games.
pub(crate) const MAPS: [&str; 13] = [
    "cities/Paris_1_1024",
    "cities/Boston_0_512",
    "cities/Berlin_0_256",
    "sc1/AcrosstheCape",
    "sc1/Aurora",
    "sc1/Cauldron",
    "bg512/AR0011SR",
    "bg512/AR0700SR",
    "dao/brc202d",
    "dao/lak303d",
    "da2/ht_chantry",
    "da2/w_sundermount",
    "wc3maps512/battleground",
];

/// Discs of danger on each map.
const DISCS: usize = 12;

/// Ticks in the middle of a disc: three straight steps.
pub(crate) const PEAK: f64 = 40_000.0;

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

/// Who is asked, and what that took: nodes expanded, and µs.
const ASKED: [[&str; 2]; 5] = [
    ["plain", "plain µs"],
    ["fog", "fog µs"],
    ["danger", "danger µs"],
    ["both", "both µs"],
    ["octile", "octile µs"],
];

const COLUMNS: &[Column] = &[
    MAP,
    ("danger %", |row, _| format!("{:.1}", row.sum("covered"))),
    ("plain | µs", |row, _| means(row, ASKED[0])),
    ("fog | µs", |row, _| means(row, ASKED[1])),
    ("danger | µs", |row, _| means(row, ASKED[2])),
    ("both | µs", |row, _| means(row, ASKED[3])),
    ("octile | µs", |row, _| means(row, ASKED[4])),
    ("nodes / danger", |row, _| format!("{:.1}", row.mean("octile") / row.mean("danger"))),
    ("µs / danger", |row, _| format!("{:.1}", row.mean("octile µs") / row.mean("danger µs"))),
    ("fog µs / plain", |row, _| format!("{:.2}", row.mean("fog µs") / row.mean("plain µs"))),
    ("build ms", |row, _| format!("{:.1}", row.mean("build") / 1e3)),
    ("learn ms", |row, _| format!("{:.2}", row.mean("learn") / 1e3)),
];

fn means(row: &Row, [nodes, micros]: [&str; 2]) -> String {
    format!("{:.0} | {:.0}", row.mean(nodes), row.mean(micros))
}

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
    let usual = MAPS.map(str::to_owned);
    for case in maps::named(if options.map.is_empty() { &usual } else { &options.map })? {
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
    let grid = &case.map.grid;
    let mover = Mover::walker();
    let view = grid.seen_by(&mover);
    let mut rng = Rng::new(1);
    let mut nav = Navigator::new(grid.clone());
    let danger = nav.add_overlay()?;
    let mut taken = Row::new(&case.map.name, "navigator");
    taken.add("covered", paint(&mut nav, danger, cover, &mut rng)?);

    // Nine tenths of the map are seen, in looks; the rest is believed to be free.
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
    let questions: Vec<(Cell, Cell)> =
        case.rows(rows).into_iter().map(|(_, row)| (row.start, row.goal)).collect();
    let Some(&(from, to)) = questions.first() else { return Ok(None) };
    let (_, build) = timed(|| nav.cost(&Ask::new(from, to).faction(faction)));
    taken.add("build", build);
    for _ in 0..5 {
        for _ in 0..LOOKS {
            let at = random();
            nav.reveal_around(faction, at, 10, |class| class == b'@')?;
        }
        let (_, micros) = timed(|| nav.cost(&Ask::new(from, to).faction(faction)));
        taken.add("learn", micros);
    }

    let mut scratch = Scratch::new();
    let octile = GridHeuristic::octile(&view);
    for round in 0..2 {
        for &(from, to) in &questions {
            let plain = Ask::new(from, to);
            let asks = [
                plain,
                plain.faction(faction),
                plain.overlay(danger),
                plain.faction(faction).overlay(danger),
            ];
            for (ask, [nodes, time]) in asks.iter().zip(ASKED) {
                let (outcome, micros) = timed(|| nav.route(ask, &mut Budget::unlimited()));
                let outcome = outcome?;
                // The first round warms up, and its answers are checked.
                if round == 1 {
                    taken.add(nodes, outcome.effort().expanded as f64);
                    taken.add(time, micros);
                    continue;
                }
                check(&nav, ask, outcome.cost(), (faction, danger), &mut scratch)?;
            }
            let ends = [from, to].map(|end| grid.node(end).unwrap_or(NodeId::new(0)));
            let world = nav.overlay(danger)?.over(&view);
            let query = PathQuery::new(ends[0], ends[1]);
            let (outcome, micros) = timed(|| astar(&world, &octile, &query, &mut scratch, &mut ()));
            if round == 1 {
                taken.add("octile", outcome.effort().expanded as f64);
                taken.add("octile µs", micros);
            }
        }
    }
    Ok(Some(taken))
}

/// Every answer is held against A* on the map as it is composed, without a copy of anything.
fn check(
    nav: &Navigator,
    ask: &Ask,
    cost: Option<u64>,
    (faction, danger): (FactionId, OverlayId),
    scratch: &mut Scratch,
) -> Result<(), Failure> {
    let mover = Mover::walker();
    let view = nav.grid().seen_by(&mover);
    let node = |cell| nav.grid().node(cell).unwrap_or(NodeId::new(0));
    let query = PathQuery::new(node(ask.from()), node(ask.to()));
    let plain = Ask::new(ask.from(), ask.to());
    let is_by_belief = *ask != plain && *ask != plain.overlay(danger);
    let nothing = Overlay::new(nav.grid());
    let is_under = *ask == plain.overlay(danger) || *ask == plain.faction(faction).overlay(danger);
    let overlay = if is_under { nav.overlay(danger)? } else { &nothing };
    let expected = if is_by_belief {
        let known = nav.knowledge(faction)?.view(&view);
        search(&overlay.over(&known), &GridHeuristic::octile(&view), &query, scratch)
    } else {
        search(&overlay.over(&view), &GridHeuristic::octile(&view), &query, scratch)
    };
    if cost != expected {
        return Err(format!("{ask:?} costs {cost:?}, expected {expected:?}").into());
    }
    Ok(())
}

fn search(
    world: &impl World,
    octile: &GridHeuristic,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
) -> Option<u64> {
    astar(world, octile, query, scratch, &mut ()).cost()
}

/// Discs of danger, until about `cover` percent of the free cells are in it; returns how many are.
fn paint(
    nav: &mut Navigator,
    danger: OverlayId,
    cover: u32,
    rng: &mut Rng,
) -> Result<f64, Failure> {
    let grid = nav.grid().clone();
    let (width, height) = (grid.width(), grid.height());
    let view = grid.seen_by(&Mover::walker());
    let free: Vec<NodeId> =
        (0..grid.cell_count()).map(NodeId::new).filter(|&node| view.is_passable(node)).collect();
    // Around free cells, as large as it takes if none of them overlap.
    let area = f64::from(cover) / 100.0 * f64::from(width * height) / DISCS as f64;
    let radius = (area / std::f64::consts::PI).sqrt().max(2.0);
    let overlay = nav.overlay_mut(danger)?;
    for _ in 0..DISCS {
        let middle = grid.cell(rng.pick(&free));
        let reach = radius.ceil() as u32;
        let corner = [middle.x.saturating_sub(reach), middle.y.saturating_sub(reach)];
        let rect = CellRect::new(corner[0], corner[1], 2 * reach + 1, 2 * reach + 1);
        overlay.write(rect, |node, extra| {
            let cell = grid.cell(node);
            let apart = [cell.x.abs_diff(middle.x), cell.y.abs_diff(middle.y)].map(f64::from);
            let distance = (apart[0] * apart[0] + apart[1] * apart[1]).sqrt();
            extra + (PEAK * (1.0 - distance / radius)).max(0.0) as u32
        });
    }
    let costly = free.iter().filter(|&&node| overlay.extra(node) > 0).count();
    Ok(100.0 * costly as f64 / free.len().max(1) as f64)
}
