//! Grids of large bodies after edits: they, and what follows them, are what they would be from
//! scratch, and an edit concerns the places around it only.

use astride::base::{CellRect, Dir, NodeId};
use astride::planner::{Ask, Keep, MoverId, Navigator, Upkeep};
use astride::search::{PathQuery, Scratch};
use astride::shapes::square::{
    BodyError, BodyGrid, Clearance, Components, Corners, Edit, Grid, GridView, JumpMap, Mover,
    Neighbours, Verdict,
};
use astride::world::World;
use astride_testkit::adapter::{arcs_of, grid_of};
use astride_testkit::generate::{caves, random_classes};
use astride_testkit::reference::dijkstra;
use astride_testkit::rng::Rng;
use astride_testkit::tally::{Tally, is_slow_run};

/// What maps are made of: media that overlap, in chains and in circles, with costs and without.
const PALETTES: [&[u8]; 6] = [b"...@", b"..bW", b".bW@", b".bcdWW@", b"bbbccd", b"..125bbW@"];

/// Walks on land and, at a price, in water and in the air, where terrain is of two of them.
fn amphibian(rng: &mut Rng) -> Mover {
    let media = [(b'b', 1, 3), (b'c', 3, 6), (b'd', 2, 4)];
    let mover = media.into_iter().fold(Mover::walker(), |mover, (class, factor, media)| {
        mover.terrain_in(class, factor, media).expect("a good terrain")
    });
    let corners = rng.pick(&[Corners::Never, Corners::OneFree, Corners::Always]);
    let mover = mover.corners(corners).neighbours(rng.pick(&[Neighbours::Four, Neighbours::Eight]));
    match rng.below(3) {
        0 => mover,
        _ => mover.crosses(1, 700).and_then(|mover| mover.crosses(2, 3)).expect("few ticks"),
    }
}

/// Rectangles of some sizes, now and then half of the map, and if it is rich walls, one-way steps
/// and links.
fn random_batch(rng: &mut Rng, grid: &Grid, palette: &[u8], is_rich: bool) -> Edit {
    let mut edit = Edit::new();
    let (width, height) = (grid.width() as usize, grid.height() as usize);
    for _ in 0..1 + rng.below(5) {
        let (x, y) = (rng.below(width), rng.below(height));
        let cell = (x as u32, y as u32);
        let other = (rng.below(width) as u32, rng.below(height) as u32);
        let side = if x + 1 < width { Dir::E } else { Dir::W };
        match rng.below(if is_rich { 17 } else { 8 }) {
            14 if width > 1 => _ = edit.fence(cell, side, rng.below(4) as u8),
            15 if width > 1 => _ = edit.fence_step(cell, side, rng.below(4) as u8),
            16 if y + 1 < height => _ = edit.fence(cell, Dir::S, rng.below(4) as u8),
            0 => {
                let rect = CellRect::new(0, cell.1, grid.width(), grid.height() - cell.1);
                edit.fill(rect, rng.pick(palette));
            }
            8 if width > 1 => _ = edit.wall(cell, side),
            9 if width > 1 => _ = edit.remove_wall(cell, side),
            10 => _ = edit.forbid_step(cell, rng.pick(&Dir::ALL)),
            11 => _ = edit.allow_step(cell, rng.pick(&Dir::ALL)),
            12 if cell != other => _ = edit.link(cell, other, 1 + rng.below(90_000) as u32),
            13 => {
                if let Some(link) = grid.links().first() {
                    edit.link(grid.cell(link.from), grid.cell(link.to), 1);
                    edit.unlink(grid.cell(link.from), grid.cell(link.to));
                }
            }
            _ => {
                let (wide, high) = (1 + rng.below(3), 1 + rng.below(3));
                let (wide, high) = (wide.min(width - x) as u32, high.min(height - y) as u32);
                edit.fill(CellRect::new(cell.0, cell.1, wide, high), rng.pick(palette));
            }
        }
    }
    edit
}

/// A body, and what is built on its grid.
struct Followed {
    /// Cells a side, or else a radius in half cells.
    is_square: bool,
    size: u32,
    body: BodyGrid,
    components: Components,
    /// `None` where there have been no jump points yet.
    jumps: Option<JumpMap>,
}

impl Followed {
    fn new(view: &GridView<'_>, is_square: bool, size: u32) -> Self {
        let body = Self::body(view, is_square, size);
        let components = Components::build(&body.view());
        let jumps = JumpMap::build(&body.view()).ok();
        Followed { is_square, size, body, components, jumps }
    }

    fn body(view: &GridView<'_>, is_square: bool, size: u32) -> BodyGrid {
        let make = if is_square { BodyGrid::square } else { BodyGrid::round };
        make(view, size).expect("few kinds of places")
    }

    /// Follows an edit, and is compared with what is made from scratch.
    fn follow(&mut self, view: &GridView<'_>, rng: &mut Rng, what: &str) {
        let updated = self.body.update(view).expect("few kinds of places");
        assert!(!updated.rebuilt && self.body.revision() == view.revision(), "{what}");
        let fresh = Self::body(view, self.is_square, self.size);
        let arcs = arcs_of(&fresh.view());
        assert_eq!(arcs_of(&self.body.view()), arcs, "{what}");
        let places = self.body.view();
        self.components.update(&places);
        match &mut self.jumps {
            Some(jumps) => _ = jumps.update(&places),
            none => *none = JumpMap::build(&places).ok(),
        }
        let jumps = self.jumps.as_ref().filter(|jumps| jumps.revision() == places.revision());
        let [ours, theirs] = [jumps.is_some(), JumpMap::build(&fresh.view()).is_ok()];
        assert_eq!(ours, theirs, "{what}");
        let count = places.node_count() as usize;
        let from = NodeId::new(rng.below(count) as u32);
        let distances = dijkstra(count, &arcs, &[from.index()]);
        let mut scratch = Scratch::new();
        for to in (0..count as u32).map(NodeId::new) {
            let is_free = |node| fresh.view().is_passable(node);
            assert_eq!(places.is_passable(to), is_free(to), "{what}: {to}");
            let cost = distances[to.index()].filter(|_| is_free(from) && is_free(to));
            let is_reachable = self.components.verdict(from, to) == Verdict::Reachable;
            assert_eq!(is_reachable, cost.is_some(), "{what}: {from} to {to}");
            if let Some(jumps) = jumps {
                let query = PathQuery::new(from, to);
                let found = jumps.search(&query, &mut scratch).expect("one to one").cost();
                assert_eq!(found, cost, "{what}: {from} to {to}");
            }
        }
    }
}

#[test]
fn bodies_and_what_is_built_on_them_equal_those_from_scratch_after_every_batch() {
    let lives = if is_slow_run() { 1_000_000 / 16 } else { 120 };
    let tally = Tally::new("bodies, one query for each update");
    for seed in 0..lives {
        let mut rng = Rng::new(seed);
        let mover = amphibian(&mut rng);
        let palette = rng.pick(&PALETTES);
        let map = random_classes(seed, 2 + rng.below(9), 2 + rng.below(9), palette);
        let mut grid = grid_of(&map);
        let mut clearance = Clearance::build(&grid.seen_by(&mover));
        let sizes = [(true, 1 + rng.below(7) as u32), (false, 1 + rng.below(9) as u32)];
        let followed = sizes.map(|(is, size)| Followed::new(&grid.seen_by(&mover), is, size));
        let (mut followed, is_rich) = (followed, rng.percent(50));
        for round in 0..8 {
            let mut edits = Vec::new();
            for _ in 0..1 + rng.below(2) {
                edits.push(random_batch(&mut rng, &grid, palette, is_rich));
                grid.apply(&edits[edits.len() - 1]).expect("a good batch");
            }
            let view = grid.seen_by(&mover);
            clearance.update(&view);
            let built = Clearance::build(&view);
            let what = format!("seed {seed}, round {round}, {edits:?}");
            for node in (0..view.node_count()).map(NodeId::new) {
                let found = (clearance.square(node), clearance.squared(node));
                assert_eq!(found, (built.square(node), built.squared(node)), "{what}: {node}");
            }
            for one in &mut followed {
                let shape = if one.is_square { "square" } else { "round" };
                one.follow(&view, &mut rng, &format!("{what}, {shape} {}", one.size));
            }
            tally.add(u64::from(round == 0), 2);
        }
    }
    tally.finish();
}

#[test]
fn a_navigator_answers_for_large_bodies_as_a_fresh_one_after_every_batch() {
    let lives = if is_slow_run() { 1_000_000 / 15 } else { 60 };
    let tally = Tally::new("navigators, one query for each update of a body");
    for seed in 0..lives {
        let mut rng = Rng::new(seed);
        let mover = amphibian(&mut rng);
        let palette = rng.pick(&PALETTES);
        let grid = grid_of(&random_classes(seed, 2 + rng.below(5), 2 + rng.below(5), palette));
        let sides = [2, 3, 2 + rng.below(6) as u32];
        let make = |grid: Grid| {
            let mut nav = Navigator::with_mover(grid, mover.clone());
            let add = |side| nav.add_mover_sized(mover.clone(), side).expect("few kinds");
            let ids: [MoverId; 3] = sides.map(add);
            (nav, ids)
        };
        let (mut nav, ids) = make(grid);
        let is_at_once = rng.percent(60);
        if !is_at_once {
            nav = nav.upkeep(Upkeep::ByHand);
        }
        for keep in [Keep::Table, Keep::Clusters] {
            nav.keep(rng.pick(&ids), keep).expect("its own mover");
        }
        let (mut held, is_rich) = (nav.snapshot(), rng.percent(40));
        for round in 0..5 {
            let edit = random_batch(&mut rng, nav.grid(), palette, is_rich);
            nav.apply(&edit).expect("a good batch");
            nav.maintain(rng.below(300) as u64);
            let (fresh, others) = make(nav.grid().clone());
            let cells = nav.grid().cell_count();
            for ((id, other), side) in ids.into_iter().zip(others).zip(sides) {
                for pair in 0..cells * cells {
                    let [from, to] =
                        [pair / cells, pair % cells].map(|at| nav.grid().cell(NodeId::new(at)));
                    let ask = Ask::new(from, to);
                    let [ours, theirs] = [(&nav, id), (&fresh, other)]
                        .map(|(nav, id)| nav.find(&ask.mover(id)).map(|path| path.cost()));
                    let what = format!("seed {seed}, round {round}, {from} to {to}, side {side}");
                    assert_eq!(ours.clone().ok(), theirs.clone().ok(), "{what}: {edit:?}");
                    assert!(!is_at_once || ours == theirs, "{what}: {ours:?} {theirs:?}");
                }
            }
            if rng.percent(30) {
                held = nav.snapshot();
            }
            tally.add(u64::from(round == 0), 3);
        }
        assert!(held.revision() <= nav.revision());
    }
    tally.finish();
}

/// A batch that changes `count` squares of 2×2 cells here and there, and the same one by one.
fn scattered(rng: &mut Rng, grid: &Grid, count: usize) -> (Edit, Vec<Edit>) {
    let (mut all, mut single) = (Edit::new(), Vec::new());
    for _ in 0..count {
        let x = rng.below(grid.width() as usize - 1) as u32;
        let rect = CellRect::new(x, rng.below(grid.height() as usize - 1) as u32, 2, 2);
        let class = rng.pick(b".@");
        all.fill(rect, class);
        single.push(Edit::new().fill(rect, class).clone());
    }
    (all, single)
}

#[test]
fn edits_here_and_there_cost_what_they_cost_one_by_one() {
    let mover = Mover::walker();
    for (seed, side) in [(1, 2), (2, 4), (3, 7)] {
        let mut rng = Rng::new(seed);
        let mut grid = grid_of(&caves(seed, 700, 600, 40, 4));
        let mut apart = grid.clone();
        let make = |grid: &Grid| BodyGrid::square(&grid.seen_by(&mover), side).expect("few kinds");
        let [mut body, mut other] = [&grid, &apart].map(make);
        let jumps = |body: &BodyGrid| JumpMap::build(&body.view()).expect("jump points");
        let [mut map, mut other_map] = [&body, &other].map(jumps);
        let (all, single) = scattered(&mut rng, &grid, 20);
        grid.apply(&all).expect("on the map");
        let together = body.update(&grid.seen_by(&mover)).expect("few kinds");
        let lines = map.update(&body.view()).expect("jump points");
        let (mut cells, mut patches, mut looked, mut rows_and_columns) = (0, 0, 0, 0);
        for edit in single {
            apart.apply(&edit).expect("on the map");
            let one = other.update(&apart.seen_by(&mover)).expect("few kinds");
            // The places whose body covers one of two by two cells, and all that it covers there.
            assert!(one.looked <= (2 * u64::from(side)).pow(2) && one.changed <= 9, "{one:?}");
            let line = other_map.update(&other.view()).expect("jump points");
            assert!(!one.rebuilt && !line.rebuilt);
            (cells, patches) = (cells + one.looked, patches + one.changed);
            looked += line.looked;
            rows_and_columns += line.changed;
        }
        assert!(!together.rebuilt && !lines.rebuilt);
        assert!(together.looked <= cells && together.changed <= patches, "{together:?}");
        assert!(lines.looked <= looked && lines.changed <= rows_and_columns, "{lines:?}: {looked}");
        assert_eq!(arcs_of(&body.view()), arcs_of(&other.view()));
    }
}

#[test]
fn an_edit_costs_the_same_on_a_map_of_any_size_and_however_much_room_there_is() {
    let mover = Mover::walker();
    let cells = [16, 128, 1024].map(|side| {
        let mut grid = Grid::new(side, side, b'.').expect("a good size");
        let view = grid.seen_by(&mover);
        let shapes = [BodyGrid::square(&view, 3), BodyGrid::round(&view, 5)];
        let mut bodies = shapes.map(|body| body.expect("few kinds"));
        let middle = CellRect::new(side / 2, side / 2, 2, 1);
        grid.apply(Edit::new().fill(middle, b'@')).expect("on the map");
        let view = grid.seen_by(&mover);
        bodies.each_mut().map(|body| body.update(&view).expect("few kinds").looked)
    });
    // (2 + 2 + 2) × (1 + 2 + 2) cells; and two cells more on all sides, twice.
    assert_eq!(cells, [[30, 90]; 3]);
}

/// Terrain of this many factors is of two media, `1` of the first and `2` of the second: beside either
/// of them a place is of one medium, else of both.
fn many_kinds() -> (Mover, Vec<[u8; 2]>) {
    let mut mover = Mover::new();
    for class in 0..=b'y' {
        mover = mover.terrain_in(class, 2 + u32::from(class), 3).expect("a good terrain");
    }
    let mover = mover.terrain_in(b'{', 1, 1).and_then(|mover| mover.terrain_in(b'|', 1, 2));
    let kinds = (0..=b'y').flat_map(|class| [[class, class], [class, b'{'], [class, b'|']]);
    (mover.expect("a good terrain"), kinds.collect())
}

#[test]
fn kinds_of_places_that_are_gone_make_room_for_others() {
    let (mover, kinds) = many_kinds();
    let mut grid = Grid::new(3, 2, 0).expect("a good size");
    let mut body = BodyGrid::square(&grid.seen_by(&mover), 2).expect("few kinds");
    let mut components = Components::build(&body.view());
    let (mut rebuilt, count) = (0, kinds.len());
    for [above, below] in kinds {
        let mut edit = Edit::new();
        edit.fill(CellRect::new(0, 0, 3, 1), above).fill(CellRect::new(0, 1, 3, 1), below);
        grid.apply(&edit).expect("on the map");
        let view = grid.seen_by(&mover);
        rebuilt += u32::from(body.update(&view).expect("two kinds at a time").rebuilt);
        let fresh = BodyGrid::square(&view, 2).expect("two kinds");
        assert_eq!(arcs_of(&body.view()), arcs_of(&fresh.view()), "{above} on {below}");
        components.update(&body.view());
        assert_eq!(components.count(), 1);
    }
    assert_eq!((rebuilt, count), (1, 366));
}

#[test]
fn a_body_with_too_many_kinds_of_places_stays_as_it_was_and_follows_again() {
    let (mover, kinds) = many_kinds();
    let mut grid = Grid::new(2, 2 * kinds.len() as u32, 0).expect("a good size");
    let mut body = BodyGrid::square(&grid.seen_by(&mover), 2).expect("one kind");
    let (before, revision) = (arcs_of(&body.view()), body.grid().revision());
    let mut edit = Edit::new();
    for (y, [above, below]) in (0..).step_by(2).zip(kinds) {
        edit.fill(CellRect::new(0, y, 2, 1), above).fill(CellRect::new(0, y + 1, 2, 1), below);
    }
    grid.apply(&edit).expect("on the map");
    assert_eq!(body.update(&grid.seen_by(&mover)), Err(BodyError::Kinds));
    assert_eq!((body.revision(), body.grid().revision()), (0, revision));
    assert_eq!(arcs_of(&body.view()), before);
    grid.apply(Edit::new().fill(grid.bounds(), b'y')).expect("on the map");
    body.update(&grid.seen_by(&mover)).expect("one kind");
    let fresh = BodyGrid::square(&grid.seen_by(&mover), 2).expect("one kind");
    assert_eq!(arcs_of(&body.view()), arcs_of(&fresh.view()));
}

#[test]
fn a_body_that_is_shown_another_mover_or_a_map_of_another_size_is_made_again() {
    let grid = grid_of(&random_classes(5, 9, 8, b"...bW@"));
    let larger = grid_of(&random_classes(6, 12, 9, b"...bW@"));
    let walker = Mover::walker();
    let [digger, cutter] = [walker.clone().terrain(b'@', 4), walker.clone().terrain(b'.', 2)];
    let scale = astride::base::Scale::new(5, 7).expect("a good scale");
    let others = [
        (&grid, digger.expect("a good terrain")),
        (&grid, cutter.expect("a good terrain")),
        (&grid, walker.clone().corners(Corners::Always)),
        (&grid, walker.clone().neighbours(Neighbours::Four)),
        (&grid, walker.clone().scale(scale)),
        (&larger, walker.clone()),
    ];
    for (grid_now, mover) in others {
        let mut body = BodyGrid::square(&grid.seen_by(&walker), 2).expect("few kinds");
        let view = grid_now.seen_by(&mover);
        assert!(body.update(&view).expect("few kinds").rebuilt, "{mover:?}");
        let fresh = BodyGrid::square(&view, 2).expect("few kinds");
        assert_eq!(arcs_of(&body.view()), arcs_of(&fresh.view()), "{mover:?}");
        assert_eq!(body.update(&view), Ok(Default::default()), "it follows this one now");
    }
    // Places are named that have another meaning, though their class is the same.
    let mut body = BodyGrid::square(&grid.seen_by(&walker), 2).expect("few kinds");
    let costlier = walker.clone().terrain(b'.', 2).expect("a good terrain");
    let updated = body.update(&grid.seen_by(&costlier)).expect("few kinds");
    let standing = (0..grid.cell_count()).any(|at| body.view().is_passable(NodeId::new(at)));
    assert!(standing && updated.changed > 0, "{updated:?}");
    // What was seen later does not say what has changed since.
    let mut later = grid.clone();
    later.apply(Edit::new().fill(CellRect::new(2, 2, 3, 3), b'@')).expect("on the map");
    let mut body = BodyGrid::square(&later.seen_by(&walker), 2).expect("few kinds");
    let view = grid.seen_by(&walker);
    assert!(body.update(&view).expect("few kinds").rebuilt);
    let fresh = BodyGrid::square(&view, 2).expect("few kinds");
    assert_eq!(arcs_of(&body.view()), arcs_of(&fresh.view()));
}
