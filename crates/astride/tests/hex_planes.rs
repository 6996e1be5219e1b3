//! Bit planes of hexagons: paths and ranges of every small map and of large ones, against explicit
//! arcs; after edits, in slices, and what is refused.

use astride::base::{Budget, Cost, NodeId, Spent};
use astride::planner::Board;
use astride::planner::OnBoard;
use astride::search::{Event, Method, Outcome, PathQuery, Recorder, Scratch, Why, reachable};
use astride::shapes::hex::{
    Hex, HexDir, HexEdit, HexLayout, HexMap, HexMover, HexPlaneSearch, HexPlanes,
};
use astride::world::{Tiles, World};
use astride_testkit::hex::HexWorld;
use astride_testkit::reference::dijkstra;
use astride_testkit::rng::Rng;
use astride_testkit::tally::{cases, is_slow_run, spread};
use astride_testkit::world::arcs;

const STEP: u64 = 13_860;

/// A map of the engine and the same by the book, with the same node numbers.
struct Pair {
    map: HexMap,
    book: HexWorld,
}

impl Pair {
    fn new(width: usize, height: usize, is_free: impl Fn(usize) -> bool) -> Pair {
        let tiles: Vec<(Hex, u8)> = (0..width * height)
            .map(|at| {
                let hex = Hex::new((at % width) as i32, (at / width) as i32);
                (hex, if is_free(at) { b'.' } else { b'#' })
            })
            .collect();
        let map = HexMap::of_tiles(HexLayout::Pointy, &tiles).expect("a map");
        let mut pair = Pair { map, book: rim(width, height) };
        pair.read();
        pair
    }

    /// Copies what is free into the book.
    fn read(&mut self) {
        for at in 0..self.book.factors.len() {
            let class = self.map.class_at(NodeId::new(at as u32));
            self.book.factors[at] = u32::from(class == b'.');
        }
    }

    fn costs(&self, start: NodeId) -> Vec<Option<u64>> {
        match self.book.factors[start.index()] > 0 {
            true => dijkstra(self.book.factors.len(), &arcs(&self.book), &[start.index()]),
            false => vec![None; self.book.factors.len()],
        }
    }
}

fn rim(width: usize, height: usize) -> HexWorld {
    HexWorld {
        width: width + 2,
        height: height + 2,
        factors: vec![0; (width + 2) * (height + 2)],
        blocked_steps: Default::default(),
        crossings: Default::default(),
        straight: STEP,
        radius: 0,
    }
}

/// The path that is promised among all cheapest ones, from the costs from its start.
fn straightest(pair: &Pair, truth: &[Option<u64>], goal: NodeId) -> Vec<NodeId> {
    let (mut at, mut dir, mut nodes) = (goal, HexDir::East, vec![goal]);
    while let Some(cost) = truth[at.index()].filter(|&cost| cost > 0) {
        let hex = pair.map.hex(at);
        let behind = |dir: HexDir| pair.map.node(hex.beside(dir.opposite()));
        let leads_here = |dir: &HexDir| {
            behind(*dir).is_some_and(|node| truth[node.index()] == Some(cost - STEP))
        };
        let turned = [0, 1, 5, 2, 4, 3].map(|turn| dir.turned(turn));
        dir = turned.into_iter().find(leads_here).expect("a step led here");
        at = behind(dir).expect("a tile");
        nodes.push(at);
    }
    nodes.reverse();
    nodes
}

/// Asks for paths to all hexagons or to some, and for ranges.
fn check(pair: &Pair, planes: &HexPlanes, start: NodeId, goals: &[NodeId], context: &str) {
    let mut scratch = Scratch::new();
    let truth = pair.costs(start);
    let view = pair.map.seen_by(&HexMover::walker());
    for &goal in goals {
        let search = HexPlaneSearch::new(&pair.map, planes, start, goal, &mut scratch);
        let outcome = { search }.run(&mut Budget::unlimited(), &mut ());
        let (from, to) = (pair.map.hex(start), pair.map.hex(goal));
        assert_eq!(outcome.cost(), truth[goal.index()], "{context}: {from} to {to}");
        if let Some(path) = outcome.path() {
            path.validate(&view).unwrap_or_else(|fault| panic!("{context}: {fault}"));
            assert_eq!(path.nodes(), straightest(pair, &truth, goal), "{context}: {from} to {to}");
        }
    }
    for steps in [0, 1, 3, 9, u64::MAX / STEP] {
        let most = steps * STEP;
        let reach = planes.reach(&pair.map, start, most, &mut scratch);
        let within = |cost: &Option<u64>| cost.filter(|&cost| cost <= most);
        let expected: Vec<(usize, Cost)> =
            truth.iter().enumerate().filter_map(|(at, cost)| Some((at, within(cost)?))).collect();
        let found: Vec<(usize, Cost)> =
            reach.nodes().iter().map(|reached| (reached.node.index(), reached.cost)).collect();
        assert_eq!(found, expected, "{context}: {steps} steps");
        for reached in reach.nodes() {
            let path = reach.path_to(reached.node).expect("a path");
            assert_eq!((path.start(), path.cost()), (start, reached.cost), "{context}");
            path.validate(&view).unwrap_or_else(|fault| panic!("{context}: {fault}"));
        }
    }
}

fn nodes_of(pair: &Pair) -> Vec<NodeId> {
    (0..pair.map.extent().tile_count() as u32).map(NodeId::new).collect()
}

#[test]
fn paths_and_ranges_of_every_tiny_map_are_right() {
    let sizes: &[(usize, usize)] =
        if is_slow_run() { &[(3, 3), (4, 3), (3, 4), (6, 2), (2, 6)] } else { &[(3, 3), (5, 2)] };
    for &(width, height) in sizes {
        spread(
            1 << (width * height),
            || (),
            |(), pattern| {
                let pair = Pair::new(width, height, |at| pattern >> at & 1 != 0);
                let planes = HexPlanes::build(&pair.map, &HexMover::walker()).expect("planes");
                let nodes = nodes_of(&pair);
                for hex in pair.map.tiles() {
                    let start = pair.map.node(hex).expect("a tile");
                    check(&pair, &planes, start, &nodes, &format!("{width}×{height} {pattern:b}"));
                }
            },
        );
    }
}

/// Maps of all densities, also with walls across them, rows of one word and of several.
#[test]
fn paths_and_ranges_of_large_maps_are_right() {
    spread(
        cases(60, 20_000),
        || (),
        |(), seed| {
            let mut rng = Rng::new(seed);
            let (width, height) = match seed % 6 {
                0 => (62 + rng.below(5), 1 + rng.below(9)),
                1 => (126 + rng.below(5), 2 + rng.below(5)),
                2 => (1 + rng.below(3), 62 + 64 * rng.below(3) + rng.below(9)),
                3 => (190 + rng.below(20), 4),
                _ => (2 + rng.below(20), 2 + rng.below(20)),
            };
            let percent = rng.pick(&[0, 3, 10, 25, 35, 45, 60]);
            let mut free: Vec<bool> = (0..width * height).map(|_| !rng.percent(percent)).collect();
            for _ in 0..rng.below(6) {
                // A line of blocked hexagons with a gap.
                let (column, gap) = (rng.below(width), rng.below(height));
                (0..height).for_each(|row| free[row * width + column] = row == gap);
            }
            let pair = Pair::new(width, height, |at| free[at]);
            let planes = HexPlanes::build(&pair.map, &HexMover::walker()).expect("planes");
            let nodes = nodes_of(&pair);
            let some: Vec<NodeId> = (0..60).map(|_| rng.pick(&nodes)).collect();
            let start = rng.pick(&nodes);
            check(&pair, &planes, start, &some, &format!("seed {seed}, {width}×{height}"));
        },
    );
}

#[test]
fn planes_follow_edits() {
    for seed in 0..cases(60, 20_000) {
        let mut rng = Rng::new(seed);
        let (width, height) = (2 + rng.below(90), 2 + rng.below(12));
        let mut pair = Pair::new(width, height, |at| at % 5 > 0);
        let mut planes = HexPlanes::build(&pair.map, &HexMover::walker()).expect("planes");
        let hexes: Vec<Hex> = pair.map.tiles().collect();
        for step in 0..4 {
            let mut edit = HexEdit::new();
            for _ in 0..1 + rng.below(9) {
                edit.set(rng.pick(&hexes), rng.pick(b".#"));
            }
            pair.map.apply(&edit).expect("an edit");
            pair.read();
            assert!(!planes.is_of(&pair.map));
            planes.update(&pair.map).expect("still one cost");
            let nodes = nodes_of(&pair);
            let some: Vec<NodeId> = (0..9).map(|_| rng.pick(&nodes)).collect();
            let context = format!("seed {seed}, edit {step}");
            check(&pair, &planes, rng.pick(&nodes), &some, &context);
        }
        // What they no longer support is refused, and what they support again is followed.
        let bog = *rng.pick(&[&b'3', &b'9']);
        pair.map.apply(HexEdit::new().set(hexes[0], bog).set(hexes[1], b'.')).expect("an edit");
        assert!(planes.update(&pair.map).is_err(), "{}", bog as char);
        assert!(!planes.is_of(&pair.map));
        pair.map.apply(HexEdit::new().set(hexes[0], b'.')).expect("an edit");
        planes.update(&pair.map).expect("one cost again");
        pair.read();
        check(&pair, &planes, nodes_of(&pair)[0], &[], "afterwards");
    }
}

#[test]
fn what_planes_do_not_support_is_refused() {
    let map = HexMap::hexagon(HexLayout::Flat, 4, b'.').expect("a map");
    let walker = HexMover::walker();
    let refused = |edit: &HexEdit, mover: &HexMover| {
        let mut map = map.clone();
        map.apply(edit).expect("an edit");
        HexPlanes::build(&map, mover).is_err()
    };
    assert!(!refused(&HexEdit::new(), &walker));
    assert!(!refused(HexEdit::new().set((0, 0), b'#'), &walker));
    assert!(refused(HexEdit::new().set((0, 0), b'3'), &walker), "terrain");
    assert!(refused(HexEdit::new().set((0, 0), b'W'), &walker), "another medium");
    assert!(refused(HexEdit::new().wall((0, 0), HexDir::East), &walker), "a wall");
    assert!(refused(HexEdit::new().forbid_step((0, 0), HexDir::East), &walker), "a one-way step");
    assert!(refused(HexEdit::new().fence((0, 0), HexDir::East, 1), &walker), "a fence");
    assert!(refused(&HexEdit::new(), &walker.clone().body(1).expect("a body")), "a body");
    let nobody = HexMap::hexagon(HexLayout::Flat, 2, b'#').expect("a map");
    assert!(HexPlanes::build(&nobody, &walker).is_ok(), "nothing to stand on is of one cost");
    let error = HexPlanes::build(&map, &walker.clone().body(1).expect("a body")).unwrap_err();
    assert!(error.to_string().contains("one hexagon"), "{error}");
}

#[test]
fn searches_in_slices_are_the_same_and_tell_what_they_do() {
    let mut rng = Rng::new(5);
    let free: Vec<bool> = (0..100 * 30).map(|_| !rng.percent(25)).collect();
    let pair = Pair::new(100, 30, |at| free[at] || at == 0 || at == 2999);
    let planes = HexPlanes::build(&pair.map, &HexMover::walker()).expect("planes");
    // Towards the goal along rows eastwards and westwards, across the words of a row.
    let ends = [(0, 0), (99, 29)].map(|at| pair.map.node(at).expect("a tile"));
    check_slices(&pair, &planes, ends);
    check_slices(&pair, &planes, [ends[1], ends[0]]);
}

fn check_slices(pair: &Pair, planes: &HexPlanes, [from, to]: [NodeId; 2]) {
    let (mut scratch, mut recorder) = (Scratch::new(), Recorder::default());
    let mut search = HexPlaneSearch::new(&pair.map, planes, from, to, &mut scratch);
    let starved = search.run(&mut Budget::unlimited().bytes(99), &mut ());
    assert!(matches!(&starved, Outcome::OutOfBudget(out) if out.spent == Spent::Bytes));
    let whole = search.run(&mut Budget::unlimited(), &mut recorder);
    assert_eq!(search.run(&mut Budget::unlimited(), &mut ()), whole, "it answers again");
    let cost = whole.cost().expect("a path");
    assert_eq!(recorder.events().last(), Some(&Event::Goal { node: to, g: cost }));
    let closes = recorder.events().iter().filter(|event| matches!(event, Event::Close { .. }));
    assert_eq!(closes.count() as u64, whole.effort().expanded);
    let truth = pair.costs(from);
    for event in recorder.events() {
        if let &Event::Open { node, parent, g, .. } = event {
            assert_eq!(Some(g), truth[node.index()]);
            let before = parent.map(|parent| truth[parent.index()].expect("reached") + STEP);
            assert_eq!(before.unwrap_or(0), g);
        }
    }
    let mut search = HexPlaneSearch::new(&pair.map, planes, from, to, &mut scratch);
    let mut slices = 1;
    let sliced = loop {
        match search.run(&mut Budget::unlimited().expansions(7), &mut ()) {
            Outcome::OutOfBudget(out) => assert!(out.lower_bound <= cost),
            outcome => break outcome,
        }
        slices += 1;
    };
    assert!(slices > 3 && sliced.path() == whole.path(), "{slices} slices");
}

#[test]
fn limits_and_ends_are_those_of_astar() {
    let mut board = OnBoard::<HexMap>::new(
        HexMap::of_tiles(
            HexLayout::Pointy,
            &[((0, 0), b'.'), ((1, 0), b'.'), ((2, 0), b'#'), ((3, 0), b'.')]
                .map(|((q, r), class)| (Hex::new(q, r), class)),
        )
        .expect("a map"),
        HexMover::walker(),
    );
    let node = |q: u32| NodeId::new(6 + 1 + q);
    let mut ask = |method: Method, query: &PathQuery<'_>| {
        board.answer(method, query, &mut Scratch::new(), &mut Budget::unlimited(), None)
    };
    let why = |outcome: &Outcome| match outcome {
        Outcome::Unreachable(end) => Some(end.why),
        _ => None,
    };
    for (from, to) in [(0, 1), (0, 2), (2, 0), (2, 2), (0, 3), (1, 1)] {
        for max_cost in [Cost::MAX, STEP, STEP - 1, 0] {
            let query = PathQuery::new(node(from), node(to)).within(max_cost);
            let [slow, fast] = [Method::AStar, Method::Planes].map(|method| ask(method, &query));
            let [slow, fast] = [slow.expect("a search"), fast.expect("a search")];
            assert_eq!(
                (fast.path(), why(&fast)),
                (slow.path(), why(&slow)),
                "{from} {to} {max_cost}"
            );
        }
    }
    let goals = [node(0), node(1)];
    assert!(ask(Method::Planes, &PathQuery::to_nearest(node(0), &goals)).is_err());
    assert_eq!(
        why(&ask(Method::Planes, &PathQuery::new(node(2), node(2))).unwrap()),
        Some(Why::StartBlocked)
    );
}

/// A range by planes and one by steps are the same, and a list of few nodes is that of all of them.
#[test]
fn ranges_are_those_of_the_general_search() {
    let mut rng = Rng::new(9);
    let free: Vec<bool> = (0..150 * 14).map(|_| !rng.percent(25)).collect();
    let pair = Pair::new(150, 14, |at| free[at]);
    let view = pair.map.seen_by(&HexMover::walker());
    let planes = HexPlanes::build(&pair.map, &HexMover::walker()).expect("planes");
    let (mut scratch, mut cells) = (Scratch::new(), Scratch::new());
    for steps in [0, 2, 5, 8, 12, 20, 60, 400] {
        let start = rng.pick(&nodes_of(&pair));
        let query = PathQuery::everywhere(start).within(steps * STEP);
        let budget = &mut Budget::unlimited();
        let slow = reachable(&view, &query, &mut cells, budget, &mut ()).expect("no limit");
        let fast = planes.reach(&pair.map, start, steps * STEP, &mut scratch);
        let costs = |reach: &astride::search::Reach| -> Vec<_> {
            reach.nodes().iter().map(|reached| (reached.node, reached.cost)).collect()
        };
        assert_eq!(costs(&slow), costs(&fast), "{steps} steps");
        let truth = pair.costs(start);
        let within = truth.iter().filter(|cost| cost.is_some_and(|cost| cost <= steps * STEP));
        assert_eq!(slow.nodes().len(), within.count(), "{steps} steps");
        assert!(slow.nodes().iter().all(|reached| view.is_passable(reached.node)));
    }
}
