//! Requests spread over frames: what each frame takes, and how long all take compared with answering
//! at once.

mod change;

use std::time::{Duration, Instant};

use astride::base::{Budget, Cell, CellRect, Cost};
use astride::planner::{Ask, Navigator, NavigatorError, RequestOptions};
use astride::shapes::square::{Components, Grid, Mover, Verdict};
use astride_testkit::adapter::grid_of;
use astride_testkit::generate::caves;
use astride_testkit::rng::Rng;

use crate::Failure;
use crate::clock;
use crate::maps::{self, Map};
use crate::sheet::{Column, MAP, Row, print_head, print_rows};

/// Two real maps of the usual folder, and one that is generated.
const MAPS: [&str; 3] = ["sc1/AcrosstheCape", "cities/Paris_1_1024", "caves"];

/// This many goals share half of the requests, where goals are shared.
const GOALS: usize = 10;

/// What is measured.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Maps by name, as `set/name`, of the usual folder, or `caves` [default: two real ones and caves]
    #[arg(long, value_delimiter = ',')]
    map: Vec<String>,
    /// Requests answered by jump points
    #[arg(long, default_value_t = 10_000)]
    requests: usize,
    /// Requests under an overlay, which A* answers
    #[arg(long, default_value_t = 500)]
    under_overlay: usize,
    /// Expansions of a frame, where expansions are counted
    #[arg(long, default_value_t = 5000)]
    expansions: u64,
    /// Milliseconds of a frame, where the clock is asked
    #[arg(long, default_value_t = 2.0)]
    milliseconds: f64,
    /// Threads that work on the lanes
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Requests for one goal are answered together from this many on [default: as the navigator says]
    #[arg(long)]
    merge_from: Option<usize>,
    /// Requests at work at once, at least as many as there are threads
    #[arg(long, default_value_t = 4)]
    lanes: usize,
    /// Changes the world in every frame, and compares with a quiet one
    #[arg(long)]
    change: bool,
}

/// The budget of each frame.
#[derive(Clone, Copy)]
enum Frame {
    Expansions(u64),
    Clock(Duration),
}

const COLUMNS: &[Column] = &[
    MAP,
    ("<questions", |row, _| row.who.clone()),
    ("<budget", |row, _| row.note.clone()),
    ("frames", |row, _| row.count("ms")),
    ("expansions 50 % | 99 % | most", |row, _| row.spread("expansions", 0)),
    ("ms 50 % | 99 % | most", |row, _| row.spread("ms", 2)),
    ("wait 50 % | 99 %", |row, _| format!("{:.0} | {:.0}", row.at(50, "wait"), row.at(99, "wait"))),
    ("all ms", |row, _| format!("{:.0}", row.sum("ms"))),
    ("at once", |row, _| format!("{:.0}", row.sum("at once"))),
    ("ratio", |row, _| format!("{:.2}", row.sum("ms") / row.sum("at once"))),
];

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let on_map = if options.change { change::on_map } else { on_map };
    match options.change {
        true => print_head(&change::about(), change::COLUMNS),
        false => print_head(
            "A frame is one call of `work`; its expansions and milliseconds, and the frames a request \
             waits. `ratio` is the time of all frames over that of the same questions asked at once.",
            COLUMNS,
        ),
    }
    let usual = || MAPS.map(str::to_owned).to_vec();
    let names = if options.map.is_empty() { usual() } else { options.map.clone() };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads.max(1)).build()?;
    for name in names {
        match load(&name)? {
            Some(map) => {
                pool.install(|| on_map(&map, options).map_err(|failure| failure.to_string()))?;
            }
            None => eprintln!("skipped {name}: not there"),
        }
    }
    Ok(())
}

fn load(name: &str) -> Result<Option<Map>, Failure> {
    if name != "caves" {
        return maps::load_map(&maps::folder(None), name);
    }
    let grid = grid_of(&caves(7, 1024, 1024, 43, 4));
    Ok(Some(Map { name: "caves 1024×1024".to_owned(), grid }))
}

fn on_map(map: &Map, options: &Options) -> Result<(), Failure> {
    for (is_overlaid, count) in [(false, options.requests), (true, options.under_overlay)] {
        for is_shared in [false, true] {
            let mut navigator = Navigator::new(map.grid.clone());
            let mut asks = asks(&map.grid, count, is_shared);
            if is_overlaid {
                let danger = navigator.add_overlay()?;
                let (width, height) = (map.grid.width(), map.grid.height());
                let middle = CellRect::new(width / 4, height / 4, width / 2, height / 2);
                navigator.overlay_mut(danger)?.fill(middle, 5_000);
                asks.iter_mut().for_each(|ask| *ask = ask.overlay(danger));
            }
            let method = if is_overlaid { "A*" } else { "jump points" };
            let goals = if is_shared { ", half to 10 goals" } else { "" };
            let row = Row::new(&map.name, &format!("{count} by {method}{goals}"));
            compare(&row, navigator, &asks, options)?;
        }
    }
    Ok(())
}

/// Questions between cells that reach each other.
fn asks(grid: &Grid, count: usize, is_shared: bool) -> Vec<Ask> {
    let view = grid.seen_by(&Mover::walker());
    let components = Components::build(&view);
    let mut rng = Rng::new(1);
    let (width, height) = (grid.width() as usize, grid.height() as usize);
    let mut cell = || Cell::new(rng.below(width) as u32, rng.below(height) as u32);
    let reaches = |from, to| {
        let ends = [from, to].map(|end| grid.node(end));
        matches!(ends, [Some(from), Some(to)]
            if components.verdict(from, to) == Verdict::Reachable)
    };
    let hub = loop {
        let (from, to) = (cell(), cell());
        if reaches(from, to) {
            break to;
        }
    };
    let mut reachable = || loop {
        let from = cell();
        if reaches(from, hub) && reaches(hub, from) {
            break from;
        }
    };
    let goals: Vec<Cell> = (0..GOALS).map(|_| reachable()).collect();
    let goal = |at: usize, other| {
        if is_shared && at.is_multiple_of(2) { goals[at / 2 % GOALS] } else { other }
    };
    (0..count)
        .map(|at| (reachable(), reachable(), at))
        .map(|(from, to, at)| Ask::new(from, goal(at, to)))
        .collect()
}

fn compare(
    blank: &Row,
    mut navigator: Navigator,
    asks: &[Ask],
    options: &Options,
) -> Result<(), Failure> {
    let requests = RequestOptions {
        most: asks.len(),
        lanes: options.threads.max(options.lanes),
        merge_from: options.merge_from,
        ..RequestOptions::default()
    };
    navigator = navigator.requests(requests);
    let now = clock_of(options.threads);
    let (mut at_once, mut expected) = (Duration::MAX, Vec::new());
    // The first time warms up.
    for _ in 0..2 {
        let began = now();
        let answers = navigator.many(asks).into_iter();
        let costs: Result<Vec<_>, NavigatorError> =
            answers.map(|answer| Ok(answer?.cost())).collect();
        (at_once, expected) = (now() - began, costs?);
    }
    let clock = Duration::from_secs_f64(options.milliseconds.max(0.0) / 1e3);
    for frame in [Frame::Expansions(options.expansions.max(1)), Frame::Clock(clock)] {
        answer_all(&mut navigator, asks, frame, now)?; // warms up
        let (mut row, costs) = answer_all(&mut navigator, asks, frame, now)?;
        (row.map, row.who) = (blank.map.clone(), blank.who.clone());
        if costs != expected {
            let Row { map, who, .. } = row;
            return Err(format!("{map}, {who}: costs differ from those found at once").into());
        }
        row.add("at once", milliseconds(at_once));
        row.note = match frame {
            Frame::Expansions(most) => format!("{most} expansions"),
            Frame::Clock(time) => format!("{} ms", milliseconds(time)),
        };
        print_rows(COLUMNS, &[row]);
    }
    Ok(())
}

/// One thread is timed by what it has run, several by the clock on the wall.
fn clock_of(threads: usize) -> fn() -> Duration {
    static FIRST: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    match threads {
        0 | 1 => clock::now,
        _ => || FIRST.get_or_init(Instant::now).elapsed(),
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// What the queue took for some requests, and their costs.
fn answer_all(
    navigator: &mut Navigator,
    asks: &[Ask],
    frame: Frame,
    now: fn() -> Duration,
) -> Result<(Row, Vec<Option<Cost>>), Failure> {
    let mut tickets = Vec::with_capacity(asks.len());
    for ask in asks {
        tickets.push(navigator.request(ask, 0)?);
    }
    let first = tickets.first().map_or(0, |ticket| ticket.number());
    let (mut row, mut costs) = (Row::default(), vec![None; asks.len()]);
    while row.of("wait").len() < asks.len() {
        pass_frame(navigator, frame, now, &mut row)?;
        for delivery in navigator.take_done() {
            row.add("wait", delivery.frames as f64);
            let at = (delivery.ticket.number() - first) as usize;
            costs[at] = delivery.answer?.cost();
        }
    }
    Ok((row, costs))
}

/// One frame of work.
fn pass_frame(
    navigator: &mut Navigator,
    frame: Frame,
    now: fn() -> Duration,
    row: &mut Row,
) -> Result<(), Failure> {
    let began = now();
    let report = match frame {
        Frame::Expansions(most) => navigator.work(&mut Budget::unlimited().expansions(most)),
        Frame::Clock(time) => {
            let mut is_late = || now() - began >= time;
            navigator.work(&mut Budget::unlimited().deadline(&mut is_late))
        }
    };
    row.add("ms", milliseconds(now() - began));
    row.add("expansions", report.expansions as f64);
    if let Frame::Expansions(most) = frame
        && report.expansions > most
    {
        return Err(format!("{} expansions of {most}", report.expansions).into());
    }
    Ok(())
}
