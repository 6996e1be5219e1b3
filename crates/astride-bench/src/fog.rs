//! Questions by what a faction believes and under danger, beside those about the map as it is.

use astride::base::{Budget, Cell, NodeId, Rect};
use astride::planner::{Ask, FactionId, Navigator, OverlayId};
use astride::search::{Query, Scratch, astar};
use astride::shapes::square::{GridHeuristic, Mover};
use astride::world::{Overlay, World};
use astride_testkit::rng::Rng;

use crate::Failure;
use crate::clock::timed;
use crate::maps::{self, Case};
use crate::stats::mean;

/// Maps of cities and of games.
const MAPS: [&str; 13] = [
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
const PEAK: f64 = 40_000.0;

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

/// What some questions took, on average.
#[derive(Default)]
struct Taken {
    expanded: Vec<f64>,
    micros: Vec<f64>,
}

impl Taken {
    fn note(&mut self, expanded: u64, micros: f64) {
        self.expanded.push(expanded as f64);
        self.micros.push(micros);
    }
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    println!(
        "Mean of the rows: nodes expanded and µs of the thread. `fog` is asked by what a faction \
         believes that has seen nine tenths of the map, `danger` under {DISCS} discs that fall off \
         from {PEAK} ticks, `both` under both. The last columns say how many times fewer nodes and \
         µs danger takes than A* with the octile guess, and how many times as many µs fog takes as \
         the map as it is. `build` is what the first question by belief takes, `learn` one after \
         {LOOKS} discoveries.\n\n\
         | map | danger % | plain | µs | fog | µs | danger | µs | both | µs | octile | µs | \
         nodes / danger | µs / danger | fog µs / plain | build ms | learn ms |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    );
    let names: Vec<&str> = match &options.map[..] {
        [] => MAPS.to_vec(),
        names => names.iter().map(String::as_str).collect(),
    };
    for name in names {
        match maps::load(&maps::folder(None), name)? {
            None => eprintln!("skipped {name}: not there"),
            Some(case) => {
                for &cover in &options.cover {
                    on_map(&case, cover, options.rows)?;
                }
            }
        }
    }
    Ok(())
}

/// Discoveries between two questions by belief.
const LOOKS: usize = 20;

fn on_map(case: &Case, cover: u32, rows: usize) -> Result<(), Failure> {
    let grid = &case.map.grid;
    let mover = Mover::walker();
    let view = grid.seen_by(&mover);
    let mut rng = Rng::new(1);
    let mut nav = Navigator::new(grid.clone());
    let danger = nav.add_overlay()?;
    let covered = paint(&mut nav, danger, cover, &mut rng)?;

    // Nine tenths of the map are seen, in looks; the rest is believed to be free.
    let faction = nav.add_faction(b'.');
    let mut random = || {
        let (x, y) = (rng.below(grid.width() as usize), rng.below(grid.height() as usize));
        Cell::new(x as u32, y as u32)
    };
    let side = grid.width().min(grid.height()) / 16;
    while nav.knowledge(faction)?.known_count() < grid.cell_count() / 10 * 9 {
        let at = random();
        nav.reveal(faction, Rect::new(at.x, at.y, side, side))?;
    }
    let questions: Vec<(Cell, Cell)> =
        case.rows(rows).into_iter().map(|(_, row)| (row.start, row.goal)).collect();
    let Some(&(from, to)) = questions.first() else { return Ok(()) };
    let (_, build) = timed(|| nav.cost(&Ask::new(from, to).faction(faction)));
    let mut learn = Vec::new();
    for _ in 0..5 {
        for _ in 0..LOOKS {
            let at = random();
            nav.reveal_around(faction, at, 10, |class| class == b'@')?;
        }
        let (_, micros) = timed(|| nav.cost(&Ask::new(from, to).faction(faction)));
        learn.push(micros);
    }

    let mut taken: [Taken; 5] = Default::default();
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
            for (ask, taken) in asks.iter().zip(&mut taken) {
                let (outcome, micros) = timed(|| nav.route(ask, &mut Budget::unlimited()));
                let outcome = outcome?;
                // The first round warms up, and its answers are checked.
                if round == 1 {
                    taken.note(outcome.effort().expanded, micros);
                    continue;
                }
                check(&nav, ask, outcome.cost(), (faction, danger), &mut scratch)?;
            }
            let ends = [from, to].map(|end| grid.node(end).unwrap_or(NodeId::new(0)));
            let world = nav.overlay(danger)?.over(&view);
            let query = Query::new(ends[0], ends[1]);
            let (outcome, micros) = timed(|| astar(&world, &octile, &query, &mut scratch, &mut ()));
            if round == 1 {
                taken[4].note(outcome.effort().expanded, micros);
            }
        }
    }
    print(&case.map.name, covered, &taken, [build / 1e3, mean(&learn) / 1e3]);
    Ok(())
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
    let query = Query::new(node(ask.from()), node(ask.to()));
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
    query: &Query<'_>,
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
        let rect = Rect::new(corner[0], corner[1], 2 * reach + 1, 2 * reach + 1);
        overlay.write(rect, |node, extra| {
            let cell = grid.cell(node);
            let apart = [cell.x.abs_diff(middle.x), cell.y.abs_diff(middle.y)].map(f64::from);
            let distance = (apart[0] * apart[0] + apart[1] * apart[1]).sqrt();
            extra + (PEAK * (1.0 - distance / radius)).max(0.0) as u32
        });
    }
    let dear = free.iter().filter(|&&node| overlay.extra(node) > 0).count();
    Ok(100.0 * dear as f64 / free.len().max(1) as f64)
}

fn print(name: &str, covered: f64, taken: &[Taken; 5], [build, learn]: [f64; 2]) {
    let means = taken.each_ref().map(|taken| [mean(&taken.expanded), mean(&taken.micros)]);
    let [plain, fog, danger, _, octile] = means;
    let columns: Vec<String> =
        means.iter().map(|[nodes, micros]| format!("{nodes:.0} | {micros:.0}")).collect();
    println!(
        "| {name} | {covered:.1} | {} | {:.1} | {:.1} | {:.2} | {build:.1} | {learn:.2} |",
        columns.join(" | "),
        octile[0] / danger[0],
        octile[1] / danger[1],
        fog[1] / plain[1],
    );
}
