//! Components against the reference: what reaches what, sizes, verdicts, and edits.

use astride::base::{Cell, Dir, NodeId, Rect};
use astride::index::{Components, Verdict};
use astride::world::{Edit, Grid, GridView, Mover};
use astride_testkit::adapter::{build_world, engine_corners, grid_of, read_world, supported};
use astride_testkit::data::repository_root;
use astride_testkit::generate::{
    caves, media_patterns, random_obstacles, rich_world, wall_patterns,
};
use astride_testkit::larger::movers;
use astride_testkit::rng::Rng;
use astride_testkit::scenario;
use astride_testkit::tally::is_slow_run;
use astride_testkit::world::{Corners as RefCorners, arcs};

/// Which nodes each node reaches, by following the arcs of the reference.
struct Known {
    reached: Vec<Vec<bool>>,
    passable: Vec<bool>,
    /// How many nodes each one reaches that reach it.
    sizes: Vec<u32>,
    /// Whether it reaches others, and whether others reach it, that do not do so both ways.
    leaves: Vec<bool>,
    entered: Vec<bool>,
}

impl Known {
    fn of(grid: &Grid, mover: &Mover) -> Known {
        let world = read_world(grid, mover);
        let n = world.cells.len();
        let mut next = vec![Vec::new(); n];
        arcs(&world).into_iter().for_each(|(from, to, _)| next[from].push(to));
        let passable: Vec<bool> = (0..n).map(|at| world.is_passable(world.cell_at(at))).collect();
        let reached = (0..n).map(|from| {
            let mut seen = vec![false; n];
            let mut open = Vec::new();
            if passable[from] {
                (seen[from], open) = (true, vec![from]);
            }
            while let Some(at) = open.pop() {
                for &to in &next[at] {
                    if !std::mem::replace(&mut seen[to], true) {
                        open.push(to);
                    }
                }
            }
            seen
        });
        let reached: Vec<Vec<bool>> = reached.collect();
        let of = |at: usize| (0..n).map(move |other| (at, other));
        let both = |(a, b): &(usize, usize)| reached[*a][*b] && reached[*b][*a];
        let leaves = |(a, b): (usize, usize)| reached[a][b] && !reached[b][a];
        Known {
            sizes: (0..n).map(|at| of(at).filter(both).count() as u32).collect(),
            leaves: (0..n).map(|at| of(at).any(leaves)).collect(),
            entered: (0..n).map(|at| of(at).any(|(a, b)| leaves((b, a)))).collect(),
            reached,
            passable,
        }
    }

    fn both(&self, a: usize, b: usize) -> bool {
        self.reached[a][b] && self.reached[b][a]
    }

    fn verdict(&self, a: usize, b: usize) -> Verdict {
        let (leaves, enters, size) = (self.leaves[a], self.entered[b], |at: usize| self.sizes[at]);
        match () {
            () if !self.passable[a] => Verdict::StartBlocked,
            () if !self.passable[b] => Verdict::GoalBlocked,
            () if self.reached[a][b] => Verdict::Reachable,
            () if leaves && enters => Verdict::Apart,
            () if leaves || (!enters && size(b) < size(a)) => {
                Verdict::GoalEnclosed { cells: size(b) }
            }
            () => Verdict::StartEnclosed { cells: size(a) },
        }
    }

    fn check(&self, components: &Components, view: &GridView<'_>, what: &str) {
        let n = self.passable.len();
        assert!(components.is_of(view), "{what}");
        let node = |at: usize| NodeId::new(at as u32);
        let mut firsts = 0;
        for a in 0..n {
            let component = components.component(node(a));
            assert_eq!(component.is_some(), self.passable[a], "{what}: {a}");
            assert_eq!(component.map_or(0, |c| components.cells(c)), self.sizes[a], "{what}: {a}");
            assert!(component.is_none_or(|c| c < components.count()), "{what}: {a}");
            firsts += u32::from(self.passable[a] && (0..a).all(|b| !self.both(a, b)));
            for b in 0..n {
                let (a_to_b, pair) = (self.reached[a][b], format!("{what}: {a} to {b}"));
                assert_eq!(components.reaches(node(a), node(b)), a_to_b, "{pair}");
                assert_eq!(components.connected(node(a), node(b)), self.both(a, b), "{pair}");
                assert_eq!(components.verdict(node(a), node(b)), self.verdict(a, b), "{pair}");
            }
        }
        assert_eq!(components.count(), firsts, "{what}");
        self.check_areas(components, view.grid(), what);
    }

    fn check_areas(&self, components: &Components, grid: &Grid, what: &str) {
        let areas = components.areas();
        assert_eq!(areas.len(), components.count() as usize, "{what}");
        assert!(areas.is_sorted_by_key(|area| (std::cmp::Reverse(area.cells), area.first)));
        for area in areas {
            let members: Vec<NodeId> = (0..grid.cell_count())
                .map(NodeId::new)
                .filter(|&node| components.component(node) == Some(area.component))
                .collect();
            assert_eq!((members.len() as u32, members[0]), (area.cells, area.first), "{what}");
            let bounds = members.iter().map(|&node| Rect::of(grid.cell(node)));
            assert_eq!(bounds.reduce(Rect::union), Some(area.bounds), "{what}");
        }
    }
}

#[test]
fn components_of_every_small_pattern_are_those_of_the_reference() {
    let every = if is_slow_run() { 1 } else { 17 };
    let larger = wall_patterns(4, 3).step_by(every).chain(media_patterns(3, 3).step_by(every));
    for map in wall_patterns(3, 3).chain(wall_patterns(1, 5)).chain(larger) {
        let grid = grid_of(&map);
        for mover in movers() {
            let view = grid.seen_by(&mover);
            Known::of(&grid, &mover).check(&Components::build(&view), &view, &format!("\n{map}"));
        }
    }
}

#[test]
fn components_of_worlds_with_walls_one_way_steps_and_links_are_those_of_the_reference() {
    for seed in 0..1500 {
        let (grid, mover) = build_world(&supported(&rich_world(seed, 1 + seed as usize % 7, 5)));
        let view = grid.seen_by(&mover);
        let prepared = view.clone().prepared();
        for view in [view, prepared] {
            let built = Components::build(&view);
            Known::of(&grid, &mover).check(&built, &view, &format!("seed {seed}"));
        }
    }
}

/// A batch of random edits of every kind; some have no effect.
fn random_batch(rng: &mut Rng, grid: &Grid, classes: &[u8], is_plain: bool) -> Edit {
    let mut edit = Edit::new();
    for _ in 0..1 + rng.below(3) {
        let mut cell = || {
            Cell::new(
                rng.below(grid.width() as usize) as u32,
                rng.below(grid.height() as usize) as u32,
            )
        };
        let (cell, other) = (cell(), cell());
        let dir = rng.pick(&[Dir::N, Dir::E, Dir::S, Dir::W]);
        let has_far = cell.step(dir).is_some_and(|far| grid.node(far).is_some());
        let link = grid.links().get(rng.below(6));
        match (if is_plain { rng.below(5) } else { rng.below(9) }, link) {
            (0..4, _) => _ = edit.set(cell, rng.pick(classes)),
            (4, _) => {
                let width = (grid.width() - cell.x).min(3);
                _ = edit.fill(Rect::new(cell.x, cell.y, width, 1), rng.pick(classes));
            }
            (5, _) if has_far => _ = edit.wall(cell, dir),
            (6, _) if has_far => _ = edit.remove_wall(cell, dir),
            (7, Some(link)) => _ = edit.unlink(grid.cell(link.from), grid.cell(link.to)),
            (7, None) if cell != other => _ = edit.link(cell, other, 5),
            (8, _) => {
                let dir = rng.pick(&Dir::ALL);
                _ = match rng.percent(50) {
                    true => edit.forbid_step(cell, dir),
                    false => edit.allow_step(cell, dir),
                };
            }
            _ => {}
        }
    }
    edit
}

/// Whether two divide the cells in the same way, whatever the numbers.
fn agree(a: &Components, b: &Components, cells: u32) -> bool {
    let mut there = vec![None; a.count() as usize];
    a.count() == b.count()
        && (0..cells).map(NodeId::new).all(|node| match (a.component(node), b.component(node)) {
            (None, None) => true,
            (Some(x), Some(y)) => {
                *there[x as usize].get_or_insert(y) == y && a.cells(x) == b.cells(y)
            }
            _ => false,
        })
}

#[test]
fn components_follow_random_edits_of_every_kind() {
    let rounds = if is_slow_run() { 10_000 } else { 25 };
    let mut local = 0;
    for seed in 0..120 {
        let mut rng = Rng::new(seed);
        let (mut grid, mover) = build_world(&supported(&rich_world(seed, 16, 12)));
        let classes: Vec<u8> =
            (0..=255).filter(|&class| grid.histogram()[usize::from(class)] > 0).collect();
        let mut components = Components::build(&grid.seen_by(&mover));
        for round in 0..rounds {
            if grid.apply(&random_batch(&mut rng, &grid, &classes, false)).is_err() {
                continue; // a link taken out twice
            }
            let view = grid.seen_by(&mover);
            assert!(!components.is_of(&view));
            local += u32::from(!components.update(&view).rebuilt);
            let what = format!("seed {seed}, round {round}");
            assert!(agree(&components, &Components::build(&view), grid.cell_count()), "{what}");
            if round % 50 == 24 {
                Known::of(&grid, &mover).check(&components, &view, &what);
            }
        }
    }
    assert!(local > 500, "{local} local updates");
}

#[test]
fn components_follow_edits_of_plain_maps_under_every_rule() {
    let rounds = if is_slow_run() { 50_000 } else { 250 };
    for (seed, map) in
        [caves(1, 40, 30, 45, 4), random_obstacles(2, 33, 40, 40), random_obstacles(3, 30, 30, 60)]
            .into_iter()
            .enumerate()
    {
        for mover in movers() {
            let (mut grid, mut rng) = (grid_of(&map), Rng::new(seed as u64));
            let mut components = Components::build(&grid.seen_by(&mover));
            let (mut local, mut split) = (0, 0);
            for round in 0..rounds {
                let edit = random_batch(&mut rng, &grid, b"..@@W", true);
                grid.apply(&edit).expect("a good edit");
                let view = grid.seen_by(&mover);
                let updated = components.update(&view);
                local += usize::from(!updated.rebuilt);
                split += usize::from(updated.relabelled > 0);
                let built = Components::build(&view);
                assert!(agree(&components, &built, grid.cell_count()), "{seed}, round {round}");
            }
            assert!(local * 2 > rounds && split > 5, "{local} local, {split} split");
            Known::of(&grid, &mover).check(&components, &grid.seen_by(&mover), "at the end");
        }
    }
}

#[test]
fn closing_a_door_costs_the_smaller_side() {
    let mut grid = Grid::new(200, 200, b'.').expect("a good size");
    grid.apply(Edit::new().fill(Rect::new(10, 0, 1, 199), b'@')).expect("on the map");
    let mover = Mover::walker();
    let mut components = Components::build(&grid.seen_by(&mover));
    assert_eq!(components.count(), 1);
    grid.apply(Edit::new().set((10, 199), b'@')).expect("on the map");
    let updated = components.update(&grid.seen_by(&mover));
    assert!(!updated.rebuilt && updated.relabelled == 2000, "{updated:?}");
    assert!(updated.flooded < 5000, "{updated:?}");
    assert_eq!(components.areas().iter().map(|a| a.cells).collect::<Vec<_>>(), [37800, 2000]);
    grid.apply(Edit::new().set((10, 99), b'.')).expect("on the map");
    let updated = components.update(&grid.seen_by(&mover));
    assert_eq!((components.count(), updated.flooded), (1, 0));
}

#[test]
fn a_chain_of_more_components_than_are_tabulated_is_searched() {
    // A long one-way street: every cell is a component of its own and leads to all that follow.
    let length = Components::TABULATED as u32 + 500;
    let mut grid = Grid::new(length, 1, b'.').expect("a good size");
    let mut edit = Edit::new();
    for x in 1..length {
        edit.forbid_step((x, 0), Dir::W);
    }
    grid.apply(&edit).expect("on the map");
    let mover = Mover::walker();
    let components = Components::build(&grid.seen_by(&mover));
    assert_eq!(components.count(), length);
    let node = NodeId::new;
    for (from, to) in [(0, length - 1), (5, 6), (1000, 2400), (7, 7)] {
        assert!(components.reaches(node(from), node(to)), "{from} to {to}");
        assert!(from == to || !components.reaches(node(to), node(from)), "{to} to {from}");
    }
    assert_eq!(components.verdict(node(9), node(3)), Verdict::Apart);
    assert_eq!(components.verdict(node(length - 1), node(3)), Verdict::StartEnclosed { cells: 1 });
}

#[test]
fn only_ends_that_can_be_reached_are_kept() {
    let mut grid = Grid::from_classes(7, 1, b"..@..@.").expect("a good size");
    grid.apply(Edit::new().link((1, 0), (3, 0), 5)).expect("on the map");
    let mover = Mover::walker();
    let components = Components::build(&grid.seen_by(&mover));
    let nodes = |list: &[u32]| list.iter().map(|&at| NodeId::new(at)).collect::<Vec<_>>();
    let mut goals = nodes(&[6, 4, 2, 0, 3]);
    components.retain_goals(&nodes(&[1]), &mut goals);
    assert_eq!(goals, nodes(&[4, 0, 3]));
    let mut starts = nodes(&[6, 4, 2, 0, 3]);
    components.retain_starts(&mut starts, &nodes(&[0, 6]));
    assert_eq!(starts, nodes(&[6, 0]));
}

#[test]
fn every_row_of_small_real_maps_is_connected() {
    let folder = repository_root().join("data/grid/dao");
    for name in ["arena", "den011d", "lak105d"] {
        let read = |end: &str| {
            std::fs::read(folder.join(format!("{name}.map{end}"))).expect("a map in the repository")
        };
        let map = scenario::read_map(&read("")).expect("a map");
        let rows = scenario::read_scenario(&read(".scen")).expect("a scenario");
        let (grid, mover) =
            (grid_of(&map), Mover::walker().corners(engine_corners(RefCorners::Never)));
        let components = Components::build(&grid.seen_by(&mover));
        for row in rows {
            let [a, b] = [row.start, row.goal]
                .map(|(x, y)| grid.node((x as u32, y as u32)).expect("on the map"));
            assert_eq!(components.verdict(a, b), Verdict::Reachable, "{name}: {row:?}");
        }
    }
}
