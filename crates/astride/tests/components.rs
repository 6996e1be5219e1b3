//! Components against the reference: what reaches what, sizes, verdicts, and edits.

use astride::base::{Cell, CellRect, Dir, NodeId};
use astride::shapes::square::{Components, Edit, Grid, GridView, Mover, Verdict};
use astride_testkit::adapter::{build_world, engine_corners, grid_of, read_world, supported};
use astride_testkit::data::repository_root;
use astride_testkit::generate::{
    caves, fenced_world, looped_maze, media_patterns, random_obstacles, rooms, wall_patterns,
};
use astride_testkit::larger::movers;
use astride_testkit::rng::Rng;
use astride_testkit::scenario;
use astride_testkit::square::Corners as RefCorners;
use astride_testkit::tally::is_slow_run;
use astride_testkit::world::arcs;

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
            let bounds = members.iter().map(|&node| CellRect::of(grid.cell(node)));
            assert_eq!(bounds.reduce(CellRect::union), Some(area.bounds), "{what}");
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
        let (grid, mover) = build_world(&supported(&fenced_world(seed, 1 + seed as usize % 7, 5)));
        let view = grid.seen_by(&mover);
        let prepared = view.clone().prepared();
        for view in [view, prepared] {
            let built = Components::build(&view);
            Known::of(&grid, &mover).check(&built, &view, &format!("seed {seed}"));
        }
    }
}

/// Which random batches of edits are made.
struct Batches<'a> {
    /// The classes that cells get.
    classes: &'a [u8],
    /// 1 to this many changes.
    most: usize,
    /// Sides of rectangles that are filled.
    rects: &'a [(u32, u32)],
    /// Whether walls, one-way steps and links come and go.
    steps: Steps,
}

#[derive(Clone, Copy, PartialEq)]
enum Steps {
    Kept,
    Changed,
}

impl Batches<'_> {
    /// A batch of random edits; some have no effect.
    fn next(&self, rng: &mut Rng, grid: &Grid) -> Edit {
        let mut edit = Edit::new();
        for _ in 0..1 + rng.below(self.most) {
            let mut cell = || {
                Cell::new(
                    rng.below(grid.width() as usize) as u32,
                    rng.below(grid.height() as usize) as u32,
                )
            };
            let (cell, other) = (cell(), cell());
            let dir = rng.pick(&Dir::STRAIGHT);
            let has_far = cell.step(dir).is_some_and(|far| grid.node(far).is_some());
            let link = grid.links().get(rng.below(6));
            match (rng.below(if self.steps == Steps::Kept { 5 } else { 10 }), link) {
                (0..4, _) => _ = edit.set(cell, rng.pick(self.classes)),
                (4, _) => {
                    let (width, height) = rng.pick(self.rects);
                    let width = width.min(grid.width() - cell.x);
                    let height = height.min(grid.height() - cell.y);
                    let rect = CellRect::new(cell.x, cell.y, width, height);
                    _ = edit.fill(rect, rng.pick(self.classes));
                }
                (5, _) if has_far => _ = edit.wall(cell, dir),
                (6, _) if has_far => _ = edit.remove_wall(cell, dir),
                (9, _) if has_far => _ = edit.fence_step(cell, dir, rng.below(4) as u8),
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
        let (mut grid, mover) = build_world(&supported(&fenced_world(seed, 16, 12)));
        let classes: Vec<u8> =
            (0..=255).filter(|&class| grid.histogram()[usize::from(class)] > 0).collect();
        let mut components = Components::build(&grid.seen_by(&mover));
        let batches =
            Batches { classes: &classes, most: 3, rects: &[(3, 1)], steps: Steps::Changed };
        for round in 0..rounds {
            if grid.apply(&batches.next(&mut rng, &grid)).is_err() {
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
    let rounds = if is_slow_run() { 50_000 } else { 100 };
    for (seed, map) in
        [caves(1, 40, 30, 45, 4), random_obstacles(2, 33, 40, 40), random_obstacles(3, 30, 30, 60)]
            .into_iter()
            .enumerate()
    {
        for mover in movers() {
            let (mut grid, mut rng) = (grid_of(&map), Rng::new(seed as u64));
            let mut components = Components::build(&grid.seen_by(&mover));
            let (mut local, mut split) = (0, 0);
            let batches =
                Batches { classes: b"..@@W", most: 3, rects: &[(3, 1)], steps: Steps::Kept };
            for round in 0..rounds {
                grid.apply(&batches.next(&mut rng, &grid)).expect("a good edit");
                let view = grid.seen_by(&mover);
                let updated = components.update(&view);
                local += usize::from(!updated.rebuilt);
                split += usize::from(updated.changed > 0);
                let built = Components::build(&view);
                assert!(agree(&components, &built, grid.cell_count()), "{seed}, round {round}");
            }
            assert!(local * 2 > rounds && split > 5, "{local} local, {split} split");
            Known::of(&grid, &mover).check(&components, &grid.seen_by(&mover), "at the end");
        }
    }
}

#[test]
fn a_cell_that_opens_at_the_end_of_what_is_joined_elsewhere_counts() {
    // One street, closed near its west end and at its east end, opened at both.
    let mut grid = Grid::new(200, 1, b'.').unwrap();
    grid.apply(Edit::new().set((1, 0), b'@').set((199, 0), b'@')).unwrap();
    let mover = Mover::walker();
    let mut components = Components::build(&grid.seen_by(&mover));
    grid.apply(Edit::new().set((1, 0), b'.').set((199, 0), b'.')).unwrap();
    assert!(!components.update(&grid.seen_by(&mover)).rebuilt);
    assert_eq!((components.count(), components.cells(0)), (1, 200));
}

#[test]
fn components_follow_batches_of_up_to_forty_rectangles_far_and_near() {
    let rounds = if is_slow_run() { 10_000 } else { 12 };
    let rects = [(3, 1), (1, 9), (14, 1), (2, 2), (6, 5)];
    let (mut batches_followed, mut rebuilt, mut split) = (0, 0, 0);
    for seed in 0..25 {
        let maps = [
            caves(seed, 90, 70, 45, 4),
            random_obstacles(seed, 96, 64, 38),
            looped_maze(seed, 81, 81, 9),
            rooms(seed, 84, 76, 7, 70),
        ];
        for (map, mover) in maps.into_iter().zip(movers().into_iter().cycle().skip(seed as usize)) {
            let (mut grid, mut rng) = (grid_of(&map), Rng::new(seed));
            // On land and in water, and on beaches, which are both.
            let mover = match seed % 3 {
                0 => mover,
                _ => mover.terrain_in(b'W', 1, 2).expect("a factor"),
            };
            let mover = mover.terrain_in(b'S', 1, 3).expect("a factor");
            let mut components = Components::build(&grid.seen_by(&mover));
            let steps = if seed % 2 == 0 { Steps::Kept } else { Steps::Changed };
            for round in 0..rounds {
                let most = rng.pick(&[1, 3, 40]);
                let classes = rng.pick(&[&b"..@@WS"[..], b".", b"@"]);
                let batches = Batches { classes, most, rects: &rects, steps };
                if grid.apply(&batches.next(&mut rng, &grid)).is_err() {
                    continue; // a link taken out twice
                }
                let view = grid.seen_by(&mover);
                let updated = components.update(&view);
                batches_followed += 1;
                rebuilt += usize::from(updated.rebuilt);
                split += usize::from(updated.changed > 0);
                let is_same = agree(&components, &Components::build(&view), grid.cell_count());
                assert!(is_same, "seed {seed}, round {round}, {mover:?}\n{map}");
            }
        }
    }
    println!("{batches_followed} batches, {rebuilt} built again, {split} split something");
    assert!(rebuilt * 4 < batches_followed && split * 10 > batches_followed);
}

/// Cells looked at to follow `closings` in one batch, and to follow them one after another.
fn looked_at(grid: &Grid, closings: &[Edit]) -> [u64; 2] {
    let mover = Mover::walker();
    let before = Components::build(&grid.seen_by(&mover));
    [closings.len(), 1].map(|together| {
        let (mut grid, mut components, mut cells) = (grid.clone(), before.clone(), 0);
        for (at, closing) in closings.iter().enumerate() {
            grid.apply(closing).expect("on the map");
            if (at + 1) % together == 0 {
                let updated = components.update(&grid.seen_by(&mover));
                assert!(!updated.rebuilt);
                cells += updated.touched + updated.looked;
            }
        }
        let built = Components::build(&grid.seen_by(&mover));
        assert!(agree(&components, &built, grid.cell_count()));
        cells
    })
}

#[test]
fn closings_far_apart_cost_what_each_costs_alone() {
    let grid = Grid::new(512, 512, b'.').expect("a good size");
    let close = |&cell: &(u32, u32)| Edit::new().set(cell, b'@').clone();
    let two: Vec<Edit> = [(20, 20), (490, 490)].iter().map(close).collect();
    assert_eq!(looked_at(&grid, &two), [18, 18]);
    let cells: Vec<(u32, u32)> = (0..20).map(|at| (5 + 97 * at % 500, 3 + 25 * at)).collect();
    let twenty: Vec<Edit> = cells.iter().map(close).collect();
    assert_eq!(looked_at(&grid, &twenty), [180, 180]);
}

#[test]
fn two_cuts_that_separate_only_together_are_found_at_the_cost_of_the_smaller_side() {
    // A corridor round a block, cut in the north and in the south.
    let mut ring = Grid::new(400, 300, b'.').expect("a good size");
    ring.apply(Edit::new().fill(CellRect::new(5, 5, 390, 290), b'@')).expect("on the map");
    let cut = |x, y| Edit::new().fill(CellRect::new(x, y, 1, 5), b'@').clone();
    let [batch, single] = looked_at(&ring, &[cut(100, 0), cut(150, 295)]);
    assert!(batch < single && batch < 12_000, "{batch}, {single} one by one");
    // Three halls in a row; both doors close, and the hall between ends first.
    let mut halls = Grid::new(400, 200, b'.').expect("a good size");
    let mut walls = Edit::new();
    walls.fill(CellRect::new(180, 0, 1, 199), b'@').fill(CellRect::new(200, 1, 1, 199), b'@');
    halls.apply(&walls).expect("on the map");
    let close = |x, y| Edit::new().set((x, y), b'@').clone();
    let doors = [close(180, 199), close(200, 0)];
    // The eastern hall has 39 800 cells, more than are flooded.
    assert_eq!(count_after(&halls, &doors), 3);
    let small = [close(180, 199), close(200, 0), close(190, 100)];
    assert_eq!(count_after(&halls, &small), 3);
}

/// How many components there are after all edits, followed in one batch.
fn count_after(grid: &Grid, edits: &[Edit]) -> u32 {
    let (mut grid, mover) = (grid.clone(), Mover::walker());
    let mut components = Components::build(&grid.seen_by(&mover));
    edits.iter().for_each(|edit| _ = grid.apply(edit).expect("on the map"));
    components.update(&grid.seen_by(&mover));
    assert!(agree(&components, &Components::build(&grid.seen_by(&mover)), grid.cell_count()));
    components.count()
}

#[test]
fn labels_are_given_out_again_and_nothing_is_ever_built_again_for_want_of_them() {
    // The door between a room of 100 cells and a hall closes, the room fills up and is cleared, and
    // the door opens, for ever.
    let mut grid = Grid::new(64, 64, b'.').expect("a good size");
    let mut walls = Edit::new();
    walls.fill(CellRect::new(0, 10, 11, 1), b'@').fill(CellRect::new(10, 0, 1, 10), b'@');
    grid.apply(&walls).expect("on the map");
    let mover = Mover::walker();
    let mut components = Components::build(&grid.seen_by(&mover));
    let mut bytes = 0;
    for round in 0..20_000 {
        let (door, room) = (CellRect::new(10, 5, 1, 1), CellRect::new(0, 0, 10, 10));
        let (rect, class) = [(door, b'.'), (door, b'@'), (room, b'@'), (room, b'.')][round % 4];
        grid.apply(Edit::new().fill(rect, class)).expect("on the map");
        let updated = components.update(&grid.seen_by(&mover));
        assert!(!updated.rebuilt, "round {round}");
        assert_eq!(components.count(), [1, 2, 1, 2][round % 4], "round {round}");
        assert!(round < 2000 || components.bytes() <= bytes, "round {round}");
        bytes = if round < 2000 { components.bytes().max(bytes) } else { bytes };
    }
    assert!(agree(&components, &Components::build(&grid.seen_by(&mover)), grid.cell_count()));
}

#[test]
fn a_label_that_is_freed_within_an_update_is_not_taken_for_what_it_was() {
    // Two corridors become one, so a label is free; then so many islands open at once that it is
    // given out again; then a cell opens beside the corridor that had it.
    let mut grid = Grid::new(48, 48, b'@').expect("a good size");
    let (islands, mut before) = (CellRect::new(10, 10, 7, 7), Edit::new());
    before.fill(CellRect::new(0, 0, 20, 1), b'.').fill(CellRect::new(21, 0, 20, 1), b'.');
    for (x, y) in (10..17).flat_map(|y| (10..17).map(move |x| (x, y))) {
        before.wall((x, y), Dir::E).wall((x, y), Dir::S);
    }
    grid.apply(&before).expect("on the map");
    let mover = Mover::walker();
    let mut components = Components::build(&grid.seen_by(&mover));
    assert_eq!(components.count(), 2);
    let mut edit = Edit::new();
    edit.set((20, 0), b'.').fill(islands, b'.').set((30, 1), b'.');
    grid.apply(&edit).expect("on the map");
    let view = grid.seen_by(&mover);
    assert!(!components.update(&view).rebuilt);
    assert_eq!(components.count(), 50);
    assert!(agree(&components, &Components::build(&view), grid.cell_count()));
}

#[test]
fn a_batch_costs_little_more_than_labelling_all_again() {
    // A hundred corridors between two halls; in every other one a cell closes, and each time the
    // floods meet far away.
    let mut grid = Grid::new(200, 20, b'.').expect("a good size");
    let mut walls = Edit::new();
    (0..100).for_each(|at| _ = walls.fill(CellRect::new(2 * at + 1, 1, 1, 18), b'@'));
    grid.apply(&walls).expect("on the map");
    let mover = Mover::walker();
    let mut components = Components::build(&grid.seen_by(&mover));
    (0..50).for_each(|at| _ = grid.apply(Edit::new().set((4 * at, 10), b'@')).expect("on the map"));
    let updated = components.update(&grid.seen_by(&mover));
    let cells = u64::from(grid.cell_count());
    assert!(updated.rebuilt && updated.looked < cells + cells / 4, "{updated:?}");
    assert!(agree(&components, &Components::build(&grid.seen_by(&mover)), grid.cell_count()));
}

#[test]
fn two_pieces_become_one_component_by_links_alone_and_part_again() {
    let mut grid = Grid::new(20, 16, b'.').expect("a good size");
    grid.apply(Edit::new().fill(CellRect::new(9, 0, 1, 16), b'@')).expect("on the map");
    let mover = Mover::walker();
    let mut components = Components::build(&grid.seen_by(&mover));
    for (edit, count) in [
        (Edit::new().link_both((2, 2), (17, 9), 5), 1),
        (Edit::new().unlink((2, 2), (17, 9)), 2),
        (Edit::new().link((2, 2), (17, 9), 5), 1),
        (Edit::new().unlink((2, 2), (17, 9)).unlink((17, 9), (2, 2)), 2),
    ] {
        grid.apply(edit).expect("on the map");
        let view = grid.seen_by(&mover);
        assert!(!components.update(&view).rebuilt);
        assert_eq!(components.count(), count, "{edit:?}");
        Known::of(&grid, &mover).check(&components, &view, "by links");
    }
}

#[test]
fn a_piece_that_comes_off_with_parts_of_two_others_parts_what_it_lay_between() {
    // Two corridors; an opening joins them where both are cut off.
    let mut grid = Grid::new(80, 5, b'@').expect("a good size");
    let mut corridors = Edit::new();
    corridors.fill(CellRect::new(45, 1, 22, 1), b'.').fill(CellRect::new(0, 3, 59, 1), b'.');
    grid.apply(&corridors).expect("on the map");
    let mover = Mover::walker();
    let mut components = Components::build(&grid.seen_by(&mover));
    let mut edit = Edit::new();
    edit.set((47, 3), b'@').set((50, 1), b'@').set((60, 1), b'@').set((55, 2), b'.');
    grid.apply(&edit).expect("on the map");
    let view = grid.seen_by(&mover);
    let updated = components.update(&view);
    assert!(!updated.rebuilt && updated.changed > 0, "{updated:?}");
    assert_eq!(components.count(), 4);
    assert!(agree(&components, &Components::build(&view), grid.cell_count()));
}

#[test]
fn closing_a_door_costs_the_smaller_side() {
    let mut grid = Grid::new(200, 200, b'.').expect("a good size");
    grid.apply(Edit::new().fill(CellRect::new(10, 0, 1, 199), b'@')).expect("on the map");
    let mover = Mover::walker();
    let mut components = Components::build(&grid.seen_by(&mover));
    assert_eq!(components.count(), 1);
    grid.apply(Edit::new().set((10, 199), b'@')).expect("on the map");
    let updated = components.update(&grid.seen_by(&mover));
    assert!(!updated.rebuilt && updated.changed == 2000, "{updated:?}");
    assert!(updated.looked < 5000, "{updated:?}");
    assert_eq!(components.areas().iter().map(|a| a.cells).collect::<Vec<_>>(), [37800, 2000]);
    grid.apply(Edit::new().set((10, 99), b'.')).expect("on the map");
    let updated = components.update(&grid.seen_by(&mover));
    assert_eq!((components.count(), updated.looked), (1, 0));
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
