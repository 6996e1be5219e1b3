//! Paths, ranges and fields of view on 120 601 hexagons, a quarter of them blocked: Astride beside
//! `hexx` and `pathfinding`, in turns, in processor time of the thread.
//!
//! With a name such as `path:planes` as its argument, it runs only this contestant, so that its
//! instructions can be counted.
use std::hint::black_box;

use astride::base::{Budget, NodeId};
use astride::search::{PathQuery, Scratch, astar, reachable};
use astride::shapes::hex::{
    Hex, HexEdit, HexHeuristic, HexLayout, HexMap, HexMover, HexPlaneSearch, HexPlanes,
};
use pathfinding::directed::dijkstra::dijkstra_reach;
use rustix::time::{ClockId, clock_gettime};

const RADIUS: i32 = 200;
const QUESTIONS: usize = 400;
const ROUNDS: usize = 7;
const STEP: u64 = 13_860;
const STEPS: [(i32, i32); 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

/// SplitMix64.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }
}

fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

type Place = (i32, i32);

fn apart((aq, ar): Place, (bq, br): Place) -> u32 {
    let (q, r) = (aq - bq, ar - br);
    q.abs().max(r.abs()).max((q + r).abs()) as u32
}

/// What the peers see: a plain array, with a rim.
struct Plain(Vec<bool>);

impl Plain {
    const WIDTH: i32 = 2 * RADIUS + 3;

    fn is_free(&self, (q, r): Place) -> bool {
        self.0[((r + RADIUS + 1) * Self::WIDTH + q + RADIUS + 1) as usize]
    }

    /// For coordinates that may be off the array.
    fn is_free_hex(&self, hex: hexx::Hex) -> bool {
        let place = (hex.x, hex.y);
        apart(place, (0, 0)) <= RADIUS as u32 && self.is_free(place)
    }
}

/// A contestant: what it is asked, its name, and how it answers; the answers add up to a checksum.
type Contestant<'a> = (&'static str, &'static str, Box<dyn FnMut(Place, Place) -> u64 + 'a>);

fn main() {
    let only = std::env::args().nth(1);
    let mut dice = Dice(1);
    let mut map = HexMap::hexagon(HexLayout::Pointy, RADIUS as u32, b'.').expect("a map");
    let places: Vec<Place> = map.tiles().map(|hex| (hex.q, hex.r)).collect();
    let mut edit = HexEdit::new();
    for &place in places.iter().filter(|_| dice.roll() % 4 == 0).collect::<Vec<_>>() {
        edit.set(place, b'#');
    }
    map.apply(&edit).expect("an edit");
    let mut plain = Plain(vec![false; (Plain::WIDTH * Plain::WIDTH) as usize]);
    for &(q, r) in places.iter().filter(|&&place| map.class(place) == Some(b'.')) {
        plain.0[((r + RADIUS + 1) * Plain::WIDTH + q + RADIUS + 1) as usize] = true;
    }
    let (mover, mut questions) = (HexMover::walker(), Vec::new());
    let view = map.seen_by(&mover);
    let guess = HexHeuristic::new(&view);
    let node = |place: Place| -> NodeId { map.node(place).expect("a tile") };
    while questions.len() < QUESTIONS {
        let [from, to] = [0; 2].map(|_| places[(dice.roll() % places.len() as u64) as usize]);
        let query = PathQuery::new(node(from), node(to));
        if astar(&view, &guess, &query, &mut Scratch::new(), &mut ()).path().is_some() {
            questions.push((from, to));
        }
    }
    let free = plain.0.iter().filter(|&&free| free).count();
    let mean: f64 =
        questions.iter().map(|&(a, b)| f64::from(apart(a, b))).sum::<f64>() / QUESTIONS as f64;
    println!("# {} hexagons, {free} free, {QUESTIONS} questions, {mean:.1} apart", places.len());

    let began = now();
    let mut planes = HexPlanes::build(&map, &mover).expect("planes");
    for _ in 0..99 {
        planes = HexPlanes::build(&map, &mover).expect("planes");
    }
    println!("# planes built in {:.1} us", (now() - began) * 1e4);
    let (mut cells, mut scratch) = (Scratch::new(), Scratch::new());
    let beside = |(q, r): Place| STEPS.map(|(dq, dr)| (q + dq, r + dr));
    let open = |place: Place| beside(place).into_iter().filter(|&at| plain.is_free(at));
    let hex = |(q, r): Place| hexx::hex(q, r);
    let opaque = |class: u8| class != b'.';
    let mut all: Vec<Contestant<'_>> = vec![
        (
            "path",
            "planes",
            Box::new(|from, to| {
                let search = HexPlaneSearch::new(&map, &planes, node(from), node(to), &mut scratch);
                let outcome = { search }.run(&mut Budget::unlimited(), &mut ());
                outcome.path().expect("a path").step_count() as u64
            }),
        ),
        (
            "path",
            "planes with new memory",
            Box::new(|from, to| {
                let mut scratch = Scratch::new();
                let search = HexPlaneSearch::new(&map, &planes, node(from), node(to), &mut scratch);
                let outcome = { search }.run(&mut Budget::unlimited(), &mut ());
                outcome.path().expect("a path").step_count() as u64
            }),
        ),
        (
            "path",
            "astar",
            Box::new(|from, to| {
                let query = PathQuery::new(node(from), node(to));
                let outcome = astar(&view, &guess, &query, &mut cells, &mut ());
                outcome.path().expect("a path").step_count() as u64
            }),
        ),
        (
            "path",
            "pathfinding",
            Box::new(|from, to| {
                let steps = |&at: &Place| open(at).map(|at| (at, 1));
                let found = pathfinding::directed::astar::astar(
                    &from,
                    steps,
                    |&at| apart(at, to),
                    |&at| at == to,
                );
                u64::from(found.expect("a path").1)
            }),
        ),
        (
            "path",
            "hexx",
            Box::new(|from, to| {
                let cost = |_, at| plain.is_free_hex(at).then_some(1);
                let found = hexx::algorithms::a_star(hex(from), hex(to), cost);
                found.expect("a path").len() as u64 - 1
            }),
        ),
    ];
    for (name, radius) in [("range 10", 10), ("range 20", 20), ("range 40", 40)] {
        let (planes, map, view, plain) = (&planes, &map, &view, &plain);
        let mut rings = Scratch::new();
        all.push((
            name,
            "planes",
            Box::new(move |from, _| {
                let reach = planes.reach(map, node(from), radius * STEP, &mut rings);
                black_box(&reach).nodes().len() as u64
            }),
        ));
        let mut reached = Scratch::new();
        all.push((
            name,
            "reachable",
            Box::new(move |from, _| {
                let query = PathQuery::everywhere(node(from)).within(radius * STEP);
                let budget = &mut Budget::unlimited();
                let reach = reachable(view, &query, &mut reached, budget, &mut ());
                black_box(&reach).as_ref().expect("no limit").nodes().len() as u64
            }),
        ));
        all.push((
            name,
            "pathfinding",
            Box::new(move |from, _| {
                let steps = |&at: &Place| {
                    beside(at).into_iter().filter(|&at| plain.is_free(at)).map(|at| (at, 1))
                };
                let near = dijkstra_reach(&from, steps).take_while(|at| at.total_cost <= radius);
                black_box(near.collect::<Vec<_>>()).len() as u64
            }),
        ));
        all.push((
            name,
            "hexx",
            Box::new(move |from, _| {
                let cost = |at| plain.is_free_hex(at).then_some(0);
                black_box(hexx::algorithms::field_of_movement(hex(from), radius as u32, cost)).len()
                    as u64
            }),
        ));
    }
    for (name, radius) in [("view 10", 10), ("view 20", 20), ("view 40", 40)] {
        let (map, plain) = (&map, &plain);
        all.push((
            name,
            "in_sight",
            Box::new(move |(q, r), _| {
                let seen = map.in_sight(Hex::new(q, r), radius, opaque);
                black_box(&seen).len() as u64
            }),
        ));
        all.push((
            name,
            "hexx",
            Box::new(move |from, _| {
                let seen =
                    hexx::algorithms::range_fov(hex(from), radius, |at| !plain.is_free_hex(at));
                black_box(&seen).len() as u64
            }),
        ));
    }
    let is_asked =
        |kind: &str, name: &str| only.as_ref().is_none_or(|only| *only == format!("{kind}:{name}"));
    let mut times = vec![Vec::new(); all.len()];
    let mut sums = vec![0; all.len()];
    for _ in 0..ROUNDS {
        for (at, (kind, name, answer)) in all.iter_mut().enumerate() {
            if is_asked(kind, name) {
                let began = now();
                sums[at] = questions.iter().map(|&(from, to)| answer(from, to)).sum();
                times[at].push((now() - began) * 1e6 / QUESTIONS as f64);
            }
        }
    }
    println!("asked\tcontestant\tmedian_us\tleast_us\tmost_us\tmean_answer");
    for (at, (kind, name, _)) in all.iter().enumerate() {
        let times = &mut times[at];
        times.sort_by(f64::total_cmp);
        if let [least, .., most] = times[..] {
            let (median, answer) = (times[times.len() / 2], sums[at] as f64 / QUESTIONS as f64);
            println!("{kind}\t{name}\t{median:.2}\t{least:.2}\t{most:.2}\t{answer:.2}");
        }
    }
    // Not the views: those of `hexx` leave out what blocks them, and more.
    for kind in ["path", "range 10", "range 20", "range 40"] {
        let of_kind = (0..all.len()).filter(|&at| all[at].0 == kind && !times[at].is_empty());
        let sums: Vec<u64> = of_kind.map(|at| sums[at]).collect();
        assert!(sums.windows(2).all(|pair| pair[0] == pair[1]), "{kind}: {sums:?}");
    }
}
