//! Every contestant on worlds of every kind, against the reference: one and a half million questions by
//! default, a hundred million with `ASTRIDE_SLOW_TESTS=1`.

use astride::base::{Budget, NodeId};
use astride::search::{Enclosure, PathQuery, alternatives, enclosure, reachable};
use astride::shapes::square::GridView;
use astride_testkit::adapter::{build_world, supported};
use astride_testkit::contestants::square::{Contestant, Memory};
use astride_testkit::contestants::{contestants, hold};
use astride_testkit::generate::{
    caves, comb, fenced_world, looped_maze, perfect_maze, random_classes, random_obstacles,
    rectangles, rooms, spiral, terrain,
};
use astride_testkit::judge::{Ask, Judge};
use astride_testkit::reference::k_shortest_simple_paths;
use astride_testkit::rng::Rng;
use astride_testkit::square::{Corners, Neighbours, SquareWorld};
use astride_testkit::tally::{Tally, is_slow_run, spread};

const QUERIES: u64 = 1_500_000;
const SLOW_QUERIES: u64 = 100_000_000;
/// Questions per world.
const ROUNDS: usize = 24;
/// Slow methods are asked on at most this many cells.
const FEW_CELLS: usize = 49;

#[test]
fn every_contestant_keeps_its_promise() {
    let least = if is_slow_run() { SLOW_QUERIES } else { QUERIES };
    let tally = Tally::new("conformance");
    let all = contestants::<SquareWorld>();
    // Worlds are made until there were enough questions; each seed stands for itself.
    let worlds = least / 1000 + 1;
    let mut first = 0;
    while tally.queries() < least {
        spread(worlds, Memory::default, |memory, at| {
            let seed = first + at;
            if tally.queries() < least {
                tally.add(1, conform(seed, &all, memory));
            }
        });
        first += worlds;
    }
    tally.finish();
    assert!(tally.queries() >= least);
}

/// One world of a kind and size that its seed decides.
fn world_of(seed: u64) -> SquareWorld {
    let mut rng = Rng::new(seed);
    let longest = rng.pick(&[1, 3, 5, 7, 7, 12, 16, 24]);
    let (width, height) = (1 + rng.below(longest), 1 + rng.below(longest));
    let lot = rng.next_u64();
    let kind = rng.below(14);
    if kind >= 10 {
        return supported(&fenced_world(lot, width, height));
    }
    let map = match kind {
        0 => caves(lot, width, height, 45, 3),
        1 => spiral(width, height),
        2 => comb(width, height),
        3 => perfect_maze(lot, width, height),
        4 => looped_maze(lot, width, height, 6),
        5 => rooms(lot, width, height, 4, 70),
        6 => random_classes(lot, width, height, b"..@W359"),
        7 => random_obstacles(lot, width, height, 30),
        8 => rectangles(lot, width, height, 6, 5),
        _ => terrain(lot, width, height, 4, 9),
    };
    let neighbours = rng.pick(&[Neighbours::Four, Neighbours::Eight, Neighbours::Eight]);
    let corners = rng.pick(&[Corners::Never, Corners::OneFree, Corners::Always]);
    // The last scales make a dozen steps of costly terrain pass 2³² ticks.
    let scales = [(13_860, 19_601), (10, 14), (1, 1), (5, 30), (1 << 20, 1 << 20)];
    let (straight, diagonal) = rng.pick(&scales);
    let mut world = SquareWorld::from_classes(&map, neighbours, corners, straight, diagonal);
    if straight == 1 << 20 {
        for cell in &mut world.cells {
            cell.factor *= rng.pick(&[1, 100, 113]);
        }
    }
    if rng.percent(15) {
        // One of several media, of one or another that matters, or of some that overlap.
        let palettes: [&[u8]; 5] =
            [&[1, 2], &[1, 4, 128], &[1, 2, 2, 10], &[3, 3, 12], &[1, 1, 2, 2, 2, 3]];
        let palette = rng.pick(&palettes);
        for cell in world.cells.iter_mut().filter(|cell| cell.factor > 0) {
            cell.media = rng.pick(palette);
        }
    }
    if rng.percent(20) {
        let any = |rng: &mut Rng| (rng.below(width), rng.below(height));
        for _ in 0..3 {
            let (from, to) = (any(&mut rng), any(&mut rng));
            world.links.push((from, to, 1 + rng.below(100_000) as u64));
        }
    }
    supported(&world)
}

/// Asks about one world and returns how many questions there were.
fn conform(seed: u64, all: &[Contestant], memory: &mut Memory) -> u64 {
    let mut rng = Rng::new(!seed);
    let world = world_of(seed);
    let (grid, mover) = build_world(&world);
    let view = grid.seen_by(&mover);
    let view = if seed.is_multiple_of(3) { view.prepared() } else { view };
    memory.enter();
    let mut judge = Judge::new(world);
    let cells = judge.node_count();
    let mut asked = 0;
    // Few sources, so that the reference is paid for once and asked often.
    let sources: Vec<usize> = (0..4).map(|_| rng.below(cells)).collect();
    for _ in 0..ROUNDS {
        let ask = question(&mut rng, &sources, &mut judge);
        for contestant in all {
            if !contestant.takes(&ask) || (contestant.is_slow() && cells > FEW_CELLS) {
                continue;
            }
            let lot = rng.next_u64();
            if let Err(fault) = hold(contestant, &view, &view, &mut judge, &ask, memory, lot) {
                panic!("seed {seed}: {fault}");
            }
            asked += 1;
        }
    }
    check_areas(seed, &view, &mut judge, sources[0], rng.below(cells), memory);
    if cells <= 9 {
        check_alternatives(seed, &view, &judge, sources[0], rng.below(cells), memory);
    }
    asked
}

fn question(rng: &mut Rng, sources: &[usize], judge: &mut Judge<SquareWorld>) -> Ask {
    let cells = judge.node_count();
    let mut ask = Ask::new(rng.pick(sources), rng.below(cells));
    ask.nearest = rng.percent(50);
    match rng.below(8) {
        0 => ask.goals = (0..1 + rng.below(5)).map(|_| rng.below(cells)).collect(),
        1 => {
            let paid = rng.pick(&[1, 100, 50_000, 1 << 33]);
            let mut start = || (rng.pick(sources), rng.below(paid) as u64);
            ask.starts = (0..1 + cells % 4).map(|_| start()).collect();
        }
        2 => {
            ask.by_predicate = true;
            ask.goals.push(rng.below(cells));
        }
        _ => {}
    }
    if rng.percent(15)
        && let Some(least) = judge.least(&ask)
    {
        let around = [least, least.saturating_sub(1), least + 1, least / 2, least * 3 / 2];
        ask.max_cost = rng.pick(&around);
    }
    ask
}

/// The movement range, and which end is enclosed.
fn check_areas(
    seed: u64,
    view: &GridView<'_>,
    judge: &mut Judge<SquareWorld>,
    from: usize,
    to: usize,
    memory: &mut Memory,
) {
    let node = |at: usize| NodeId::new(at as u32);
    let budget = &mut Budget::unlimited();
    let max_cost = judge.distances(from).iter().flatten().max().map_or(0, |most| most / 2);
    let query = PathQuery::everywhere(node(from)).within(max_cost);
    let reach = reachable(view, &query, &mut memory.scratch, budget, &mut ()).unwrap();
    let reached: Vec<_> = reach.nodes().iter().map(|r| (r.node.index(), r.cost)).collect();
    if let Err(fault) = judge.check_reach(&[(from, 0)], max_cost, &reached) {
        panic!("seed {seed}: from {from} within {max_cost}: {fault}\n{}", judge.draw());
    }
    let found = enclosure(view, node(from), node(to), &mut memory.scratch, budget).unwrap();
    let cells = judge.node_count();
    let reaches = |judge: &mut Judge<SquareWorld>, a: usize, b: usize| {
        judge.is_free(a) && judge.is_free(b) && judge.distances(a)[b].is_some()
    };
    let holds = match found {
        Enclosure::None => reaches(judge, from, to),
        Enclosure::Start(n) => {
            let area = (0..cells).filter(|&at| reaches(judge, from, at)).count() as u64;
            !reaches(judge, from, to) && n == area
        }
        Enclosure::Goal(n) => {
            let area = (0..cells).filter(|&at| reaches(judge, at, to)).count() as u64;
            !reaches(judge, from, to) && n == area
        }
    };
    assert!(holds, "seed {seed}: {from} to {to}: {found:?}\n{}", judge.draw());
}

fn check_alternatives(
    seed: u64,
    view: &GridView<'_>,
    judge: &Judge<SquareWorld>,
    from: usize,
    to: usize,
    memory: &mut Memory,
) {
    let (count, budget) = (7, &mut Budget::unlimited());
    let (a, b) = (NodeId::new(from as u32), NodeId::new(to as u32));
    let found = alternatives(view, a, b, count, &mut memory.scratch, budget).unwrap();
    let mut expected = k_shortest_simple_paths(judge.node_count(), judge.arcs(), from, to, count);
    if !judge.is_free(from) {
        expected.clear();
    }
    let costs: Vec<u64> = found.iter().map(|path| path.cost()).collect();
    let expected: Vec<u64> = expected.iter().map(|path| path.0).collect();
    assert_eq!(costs, expected, "seed {seed}: {from} to {to}\n{}", judge.draw());
    for (at, path) in found.iter().enumerate() {
        let nodes: Vec<usize> = path.nodes().iter().map(|node| node.index()).collect();
        let mut distinct = nodes.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), nodes.len(), "seed {seed}: a loop\n{}", judge.draw());
        assert!(!found[..at].contains(path), "seed {seed}: the same twice\n{}", judge.draw());
        assert_eq!(judge.check_walk(&(nodes, path.cost())), Ok(()), "seed {seed}");
    }
}
