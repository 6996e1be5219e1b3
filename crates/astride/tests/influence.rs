//! Influence maps against the formula, cell by cell, over long lives of sources.

use astride::base::{Cell, CellRect, NodeId};
use astride::search::Scratch;
use astride::shapes::square::{
    Combine, Edit, Falloff, Grid, InfluenceError, InfluenceMap, Mover, Source, SourceId, Spread,
};
use astride::world::{Overlay, Way, World};
use astride_testkit::adapter::{grid_of, read_world};
use astride_testkit::data::repository_root;
use astride_testkit::generate::random_classes;
use astride_testkit::larger::random_node;
use astride_testkit::reference::dijkstra as reference;
use astride_testkit::rng::Rng;
use astride_testkit::scenario;
use astride_testkit::tally::is_slow_run;
use astride_testkit::world::arcs;

const ONE: i64 = 65_536;

/// What one source contributes to each cell, by the formula.
fn contributions(grid: &Grid, mover: &Mover, source: &Source, at: NodeId) -> Vec<i64> {
    let cells = grid.cell_count() as usize;
    let paths = match source.spread {
        Spread::Paths { .. } if grid.seen_by(mover).is_passable(at) => {
            reference(cells, &arcs(&read_world(grid, mover)), &[at.index()])
        }
        _ => vec![None; cells],
    };
    let here = grid.cell(at);
    let each = (0..cells).map(|to| {
        let cell = grid.cell(NodeId::new(to as u32));
        let (dx, dy) = (i64::from(cell.x.abs_diff(here.x)), i64::from(cell.y.abs_diff(here.y)));
        // In 1/256 cell.
        let distance = match source.spread {
            Spread::Euclidean => (65_536 * (dx * dx + dy * dy)).isqrt(),
            Spread::Octile => 256 * (dx.max(dy) - dx.min(dy)) + 362 * dx.min(dy),
            Spread::Paths { ticks_per_cell } => match paths[to] {
                Some(ticks) => (ticks * 256 / u64::from(ticks_per_cell)) as i64,
                None => return 0,
            },
        };
        let factor = i64::from(source.falloff.factor(distance as u64));
        let strength = i64::from(source.strength);
        strength.signum() * ((2 * strength.abs() * factor + ONE) / (2 * ONE))
    });
    each.collect()
}

fn random_source(rng: &mut Rng) -> Source {
    let radius = 1 + rng.below(5) as u32;
    let falloff = match rng.below(3) {
        0 => Falloff::linear(radius),
        1 => Falloff::exponential(1 + rng.below(3) as u32, radius),
        _ => Falloff::table(&[65_536, 50_000, 1000, 1][..rng.below(4) + 1]),
    };
    let spread = match rng.below(4) {
        0 => Spread::Euclidean,
        1 => Spread::Octile,
        _ => Spread::Paths { ticks_per_cell: 13_860 },
    };
    let strength = rng.pick(&[1000, 77, -500, 3, i32::MAX, i32::MIN]);
    Source { strength, falloff: falloff.unwrap(), spread }
}

/// A map and, beside it, what each source should contribute.
struct Life {
    map: InfluenceMap,
    sources: Vec<(SourceId, Source, NodeId)>,
}

impl Life {
    fn expected(&self, grid: &Grid, mover: &Mover, combine: Combine) -> Vec<i32> {
        let mut sums = vec![0; grid.cell_count() as usize];
        for (_, source, at) in &self.sources {
            let parts = contributions(grid, mover, source, *at);
            for (sum, part) in sums.iter_mut().zip(parts) {
                *sum = if combine == Combine::Sum { *sum + part } else { part.max(*sum) };
            }
        }
        let bounds = (i64::from(i32::MIN), i64::from(i32::MAX));
        sums.into_iter().map(|sum: i64| sum.clamp(bounds.0, bounds.1) as i32).collect()
    }

    /// Something happens to a source; the rectangle that is said to have changed.
    fn happen(
        &mut self,
        rng: &mut Rng,
        grid: &Grid,
        mover: &Mover,
        scratch: &mut Scratch,
    ) -> CellRect {
        let (view, node) = (grid.seen_by(mover), random_node(rng, grid));
        let at = grid.cell(node);
        if self.sources.is_empty() || (self.sources.len() < 6 && rng.percent(30)) {
            let source = random_source(rng);
            let id = self.map.place(&view, at, source.clone(), scratch).unwrap();
            self.sources.push((id, source, node));
            return grid.bounds();
        }
        let which = rng.below(self.sources.len());
        let id = self.sources[which].0;
        match rng.below(4) {
            0 => {
                self.sources.swap_remove(which);
                let area = self.map.remove(id).unwrap();
                assert_eq!(self.map.remove(id), Err(InfluenceError::NoSource));
                assert_eq!(self.map.revision(id), None);
                area
            }
            1 => {
                let strength = rng.below(5000) as i32 - 1000;
                self.sources[which].1.strength = strength;
                self.map.set_strength(id, strength).unwrap()
            }
            _ => {
                self.sources[which].2 = node;
                let area = self.map.move_to(&view, id, at, scratch).unwrap();
                assert_eq!(self.map.revision(id), Some(view.revision()));
                area
            }
        }
    }
}

fn values(map: &InfluenceMap, grid: &Grid) -> Vec<i32> {
    (0..grid.cell_count()).map(|at| map.value(NodeId::new(at))).collect()
}

#[test]
fn values_are_those_of_the_formula_wherever_sources_come_move_and_go() {
    let (mut scratch, mover) = (Scratch::new(), Mover::walker());
    for seed in 0..if is_slow_run() { 500 } else { 24 } {
        let mut rng = Rng::new(seed);
        let (width, height) = (1 + rng.below(12), 1 + rng.below(12));
        let grid = grid_of(&random_classes(seed, width, height, b".....2@"));
        let combine = rng.pick(&[Combine::Sum, Combine::Max]);
        let mut life = Life { map: InfluenceMap::new(&grid, combine), sources: Vec::new() };
        let mut overlay = Overlay::new(&grid);
        let price = |value: i32| value.clamp(0, 1_000_000) as u32 * 3;
        for step in 0..60 {
            let before = values(&life.map, &grid);
            let area = life.happen(&mut rng, &grid, &mover, &mut scratch);
            let found = values(&life.map, &grid);
            assert_eq!(found, life.expected(&grid, &mover, combine), "seed {seed}, {step}");
            life.map.paint(&mut overlay, area, price);
            for at in 0..found.len() {
                let node = NodeId::new(at as u32);
                assert!(before[at] == found[at] || area.contains(grid.cell(node)));
                assert_eq!(overlay.extra(node), price(found[at]));
            }
        }
        assert!(life.map.bytes() > 0);
    }
}

#[test]
fn on_real_maps_values_are_those_of_the_formula() {
    let (mut scratch, mover) = (Scratch::new(), Mover::walker());
    for name in ["arena", "lak105d", "den011d", "lak303d"] {
        let file = |end: &str| {
            let path = repository_root().join(format!("data/grid/dao/{name}.map{end}"));
            std::fs::read(path).expect("a map in the repository")
        };
        let mut grid = grid_of(&scenario::read_map(&file("")).expect("a map"));
        let rows = scenario::read_scenario(&file(".scen")).expect("a scenario");
        let mut rng = Rng::new(rows.len() as u64);
        for combine in [Combine::Sum, Combine::Max] {
            let mut life = Life { map: InfluenceMap::new(&grid, combine), sources: Vec::new() };
            for round in 0..4u32 {
                let row = &rows[rng.below(rows.len())];
                for (x, y) in [row.start, row.goal] {
                    let at = Cell::new(x as u32, y as u32);
                    let falloff = rng.pick(&[5, 20, 60]);
                    let falloff = Falloff::linear(falloff).expect("a good radius");
                    let spread =
                        rng.pick(&[Spread::Paths { ticks_per_cell: 13_860 }, Spread::Octile]);
                    let source = Source { strength: 3000 - 999 * round as i32, falloff, spread };
                    let view = grid.seen_by(&mover);
                    let id = life.map.place(&view, at, source.clone(), &mut scratch).unwrap();
                    life.sources.push((id, source, grid.node(at).expect("on the map")));
                }
            }
            // A wall is built; every source that may be concerned spreads again from where it is.
            let bounds = grid.bounds();
            let wall = CellRect::new(bounds.width / 2, bounds.height / 3, 1, bounds.height / 3);
            grid.apply(Edit::new().fill(wall, b'@')).expect("on the map");
            let view = grid.seen_by(&mover);
            for (id, _, at) in &life.sources {
                life.map.move_to(&view, *id, grid.cell(*at), &mut scratch).unwrap();
            }
            let found = values(&life.map, &grid);
            assert_eq!(found, life.expected(&grid, &mover, combine), "{name}, {combine:?}");
            let reached = found.iter().filter(|&&value| value != 0).count();
            assert!(reached > 100, "{name}: {reached} cells with influence");
        }
    }
}

#[test]
fn deposits_fade_and_values_follow_to_the_end() {
    let grid = Grid::new(6, 4, b'.').unwrap();
    let mover = Mover::walker();
    let (view, mut scratch) = (grid.seen_by(&mover), Scratch::new());
    let (decay, momentum) = (60_000, 50_000);
    let mut map = InfluenceMap::new(&grid, Combine::Sum).decay(decay).momentum(momentum);
    let [mut trace, mut shown, mut live] = [[0i64; 24]; 3];
    let mut rng = Rng::new(9);
    for round in 0..400 {
        if round % 50 == 0 && round < 300 {
            let rect = CellRect::new(rng.below(6) as u32, rng.below(4) as u32, 3, 2);
            let amount = rng.pick(&[900, -4000, i32::MAX]);
            map.deposit(rect, amount);
            let at = random_node(&mut rng, &grid);
            let falloff = Falloff::linear(3).unwrap();
            let source = Source { strength: 777, falloff, spread: Spread::Octile };
            for (live, part) in live.iter_mut().zip(contributions(&grid, &mover, &source, at)) {
                *live += part;
            }
            map.place(&view, grid.cell(at), source, &mut scratch).unwrap();
            for (at, trace) in trace.iter_mut().enumerate() {
                if rect.contains(grid.cell(NodeId::new(at as u32))) {
                    let sum = *trace + i64::from(amount);
                    *trace = sum.clamp(i64::from(i32::MIN), i64::from(i32::MAX));
                }
            }
        }
        map.tick();
        for at in 0..24 {
            trace[at] = trace[at] * i64::from(decay) / ONE;
            let goal = (live[at] + trace[at]).clamp(i64::from(i32::MIN), i64::from(i32::MAX));
            shown[at] = goal - (goal - shown[at]) * i64::from(momentum) / ONE;
        }
        let found: Vec<i64> = values(&map, &grid).into_iter().map(i64::from).collect();
        assert_eq!(found, shown, "round {round}");
    }
    (0..1000).for_each(|_| map.tick());
    let found: Vec<i64> = values(&map, &grid).into_iter().map(i64::from).collect();
    assert_eq!(found, live, "nothing but the sources is left, and values arrive");
    map.deposit(grid.bounds(), 50);
    map.clear(CellRect::new(0, 0, 2, 4));
    map.tick();
    assert_eq!(i64::from(map.value(NodeId::new(0))), live[0]);
    assert!(i64::from(map.value(NodeId::new(5))) > live[5]);
}

#[test]
fn what_is_read_is_what_a_look_at_all_cells_says() {
    let (mut scratch, mover) = (Scratch::new(), Mover::walker());
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let grid = grid_of(&random_classes(seed, 9, 7, b"...2@"));
        let view = grid.seen_by(&mover);
        let mut sides = [Combine::Sum, Combine::Max].map(|how| InfluenceMap::new(&grid, how));
        for side in &mut sides {
            for _ in 0..3 {
                let at = grid.cell(random_node(&mut rng, &grid));
                side.place(&view, at, random_source(&mut rng), &mut scratch).unwrap();
            }
        }
        let [map, other] = &sides;
        let value = |x: u32, y: u32| i64::from(map.value(grid.node((x, y)).unwrap()));
        let clamped = |v: i64| v.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        let rect = CellRect::new(rng.below(9) as u32, rng.below(7) as u32, 4, 3);
        let inside = (0..63).map(NodeId::new).filter(|&node| rect.contains(grid.cell(node)));
        let most = inside.clone().map(|node| (map.value(node), std::cmp::Reverse(node))).max();
        let least = inside.map(|node| (map.value(node), node)).min();
        assert_eq!(map.strongest_within(rect), most.map(|(v, node)| (node.0, v)));
        assert_eq!(map.weakest_within(rect), least.map(|(v, node)| (node, v)));
        for node in (0..63).map(NodeId::new) {
            let Cell { x, y } = grid.cell(node);
            let east = value((x + 1).min(8), y) - value(x.saturating_sub(1), y);
            let south = value(x, (y + 1).min(6)) - value(x, y.saturating_sub(1));
            assert_eq!(map.gradient((x, y)), Some((clamped(east), clamped(south))));
            let lead = i64::from(map.value(node)) - i64::from(other.value(node));
            assert_eq!(map.lead_over(other, node), clamped(lead));
            let mut steps = Vec::new();
            view.for_each_arc(node, Way::Forward, |arc| steps.push((arc.cost, arc.node)));
            let lower = steps.iter().filter(|(_, to)| map.value(*to) < map.value(node));
            let best = lower.min_by_key(|(cost, to)| (map.value(*to), *cost)).map(|step| step.1);
            assert_eq!(map.step_down(&view, node), best);
        }
        assert_eq!(map.gradient((9, 0)), None);
        assert_eq!(map.strongest_within(CellRect::new(9, 0, 4, 4)), None);
    }
}

#[test]
fn sources_that_do_not_fit_are_refused_and_nothing_changes() {
    let (mut grid, other) = (Grid::new(8, 8, b'.').unwrap(), Grid::new(8, 9, b'.').unwrap());
    let (mover, mut scratch) = (Mover::walker(), Scratch::new());
    let falloff = Falloff::linear(3).unwrap();
    let spread = Spread::Paths { ticks_per_cell: 13_860 };
    let source = Source { strength: 9, falloff, spread };
    let mut map = InfluenceMap::new(&grid, Combine::Sum);
    let id = map.place(&grid.seen_by(&mover), (2, 2), source.clone(), &mut scratch).unwrap();
    let before = values(&map, &grid);
    let view = grid.seen_by(&mover);
    let off = map.move_to(&view, id, (8, 0), &mut scratch).unwrap_err();
    assert_eq!(off.to_string(), "cell (8, 0) is off the influence map");
    let off = map.move_to(&other.seen_by(&mover), id, (0, 0), &mut scratch).unwrap_err();
    assert_eq!(off.to_string(), "the world has 8x9 cells, expected 8x8 as the influence map");
    assert_eq!(values(&map, &grid), before);

    // A wall is built, and the source spreads again from where it is.
    grid.apply(Edit::new().fill(CellRect::new(3, 0, 1, 8), b'@')).unwrap();
    let view = grid.seen_by(&mover);
    assert_ne!(map.revision(id), Some(view.revision()));
    map.move_to(&view, id, (2, 2), &mut scratch).unwrap();
    assert_eq!(map.value(grid.node((4, 2)).unwrap()), 0);
    map.move_to(&view, id, (3, 3), &mut scratch).unwrap();
    assert_eq!(values(&map, &grid), vec![0; 64], "nobody walks out of a wall");
}
