//! Maps of voxels: their arcs, under all rules and bodies, are those of the book.

mod edits;
mod jumps;
mod opened;
mod searches;
mod sight;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use astride::base::{Budget, NodeId};
use astride::io::{VoxelScenario, read_voxels, read_world_of, write_voxels, write_world_of};
use astride::search::{
    DistanceField, Estimate, Event, Heuristic, Outcome, PathQuery, Recorder, Replanner, Scratch,
    Why, astar,
};
use astride::shapes::voxel::{
    Voxel, VoxelEdit, VoxelHeuristic, VoxelJumpMap, VoxelJumpSearch, VoxelMap, VoxelMaterial,
    VoxelMedium, VoxelMover, VoxelNeighbours, VoxelScale, VoxelWalk,
};
use astride::world::{self, Corners, Overlay, Way, World};
use astride_testkit::adapter::arcs_of;
use astride_testkit::contestants::{Memory, Method, contestants, hold};
use astride_testkit::data::{data_dir, repository_root, skip};
use astride_testkit::judge::{Ask, Judge};
use astride_testkit::reference::{bellman_ford, dijkstra};
use astride_testkit::rng::Rng;
use astride_testkit::square::Corners as BookCorners;
use astride_testkit::tally::{cases, is_slow_run, spread};
use astride_testkit::voxel::{Legs, VoxelWorld};
use astride_testkit::world::arcs;
use flate2::read::MultiGzDecoder;

/// Neighbours and corners of the engine, and the same by the book.
const RULES: [(VoxelNeighbours, Corners, usize, BookCorners); 7] = [
    (VoxelNeighbours::TwentySix, Corners::Never, 3, BookCorners::Never),
    (VoxelNeighbours::TwentySix, Corners::OneFree, 3, BookCorners::OneFree),
    (VoxelNeighbours::TwentySix, Corners::Always, 3, BookCorners::Always),
    (VoxelNeighbours::Eighteen, Corners::Never, 2, BookCorners::Never),
    (VoxelNeighbours::Eighteen, Corners::OneFree, 2, BookCorners::OneFree),
    (VoxelNeighbours::Eighteen, Corners::Always, 2, BookCorners::Always),
    (VoxelNeighbours::Six, Corners::Never, 1, BookCorners::Never),
];

/// Rules of single voxels that fly; as many again are bodies of any size that fly or walk.
const KINDS: usize = 2 * RULES.len();

/// Exact, classic, and as far as scales may go: where more axes cost as much as one after the other.
fn scales() -> [VoxelScale; 3] {
    [VoxelScale::EXACT, VoxelScale::CLASSIC, VoxelScale::new(10, 20, 30).expect("a scale")]
}

/// A map of the engine and the same by the book.
struct Pair {
    map: VoxelMap,
    mover: VoxelMover,
    book: VoxelWorld,
}

impl Pair {
    fn new(size: [usize; 3], rule: usize, scale: VoxelScale, blocked: &[Voxel]) -> Pair {
        let (neighbours, corners, axes, book_corners) = RULES[rule];
        let [width, height, depth] = size.map(|side| side as u32);
        let mut map = VoxelMap::new(width, height, depth).expect("a map");
        let mut book = VoxelWorld {
            size,
            free: vec![true; size.iter().product()],
            water: vec![false; size.iter().product()],
            media: [true, false],
            axes,
            corners: book_corners,
            costs: scale.ticks().map(u64::from),
            side: 1,
            height: 1,
            legs: None,
        };
        let mut edit = VoxelEdit::new();
        for &voxel in blocked {
            edit.block(voxel);
            book.free[map.node(voxel).expect("a voxel").index()] = false;
        }
        map.apply(&edit).expect("voxels of the map");
        let mover = VoxelMover::flyer().neighbours(neighbours).corners(corners).scale(scale);
        Pair { map, mover, book }
    }

    /// Another body.
    fn with(mut self, side: u32, height: u32, walk: Option<VoxelWalk>) -> Pair {
        self.mover = self.mover.body(side, height).expect("a body");
        (self.book.side, self.book.height) = (side as usize, height as usize);
        if let Some(walk) = walk {
            self.mover = self.mover.walk(walk).expect("legs");
            self.book.legs = Some(Legs {
                climb: walk.climb as usize,
                fall: walk.fall as usize,
                costs: [walk.climb_ticks, walk.fall_ticks].map(u64::from),
            });
        }
        self
    }

    /// Some of the voxels blocked, `percent` of them, and a body of one of [`KINDS`].
    fn any(rng: &mut Rng, size: [usize; 3], kind: usize, percent: u32) -> Pair {
        let scale = rng.pick(&scales());
        let voxels = voxels_of(size).filter(|_| rng.percent(percent)).collect::<Vec<_>>();
        let pair = Pair::new(size, kind % RULES.len(), scale, &voxels);
        if kind < RULES.len() {
            return pair;
        }
        let (side, height) = (rng.pick(&[1, 1, 2, 3]), rng.pick(&[1, 2, 3]));
        let ticks = |rng: &mut Rng| rng.pick(&[0, 7, VoxelScale::MAX]);
        let walk = rng.percent(70).then(|| VoxelWalk {
            climb: rng.below(4) as u32,
            fall: rng.below(6) as u32,
            climb_ticks: ticks(rng),
            fall_ticks: ticks(rng),
        });
        let pair = pair.with(side, height, walk);
        if rng.percent(50) { pair.with_water(rng) } else { pair }
    }

    /// Water here and there, and a body that may be in it, or not.
    fn with_water(mut self, rng: &mut Rng) -> Pair {
        let (medium, media) = rng.pick(&[
            (VoxelMedium::Air, [true, false]),
            (VoxelMedium::Water, [false, true]),
            (VoxelMedium::Both, [true, true]),
        ]);
        (self.mover, self.book.media) = (self.mover.medium(medium), media);
        let (mut edit, percent) = (VoxelEdit::new(), rng.pick(&[5, 30, 90]));
        for voxel in voxels_of(self.book.size).filter(|_| rng.percent(percent)) {
            let at = self.map.node(voxel).expect("a voxel").index();
            if self.book.free[at] {
                edit.flood(voxel);
                self.book.water[at] = true;
            }
        }
        self.map.apply(&edit).expect("voxels of the map");
        self
    }

    /// One random edit, of the map and of the book.
    fn change(&mut self, rng: &mut Rng) {
        let any = |rng: &mut Rng| -> [usize; 3] { self.book.size.map(|side| rng.below(side)) };
        let (a, b) = (any(rng), any(rng));
        let b = if rng.percent(60) { a } else { b };
        let may_be_wet =
            self.book.water.contains(&true) || self.mover.moves_in() != VoxelMedium::Air;
        let material = match rng.below(if may_be_wet { 3 } else { 2 }) {
            0 => VoxelMaterial::Solid,
            1 => VoxelMaterial::Air,
            _ => VoxelMaterial::Water,
        };
        let [from, to] = [a, b].map(|at| Voxel::from(at.map(|at| at as u32)));
        let mut edit = VoxelEdit::new();
        edit.fill_box(from, to, material);
        for voxel in voxels_of(self.book.size) {
            let is_between = |axis: usize| {
                let at = voxel.axes()[axis] as usize;
                (a[axis].min(b[axis])..=a[axis].max(b[axis])).contains(&at)
            };
            if (0..3).all(is_between) {
                let at = self.map.node(voxel).expect("a voxel").index();
                self.book.free[at] = material != VoxelMaterial::Solid;
                self.book.water[at] = material == VoxelMaterial::Water;
            }
        }
        self.map.apply(&edit).expect("a box of the map");
    }

    /// Distances by the book; nothing can be reached from where nobody can stand.
    fn truth_from(&self, start: NodeId) -> Vec<Option<u64>> {
        match self.book.is_place(start.index()) {
            false => vec![None; self.book.free.len()],
            true => bellman_ford(self.book.free.len(), &arcs(&self.book), start.index()),
        }
    }
}

fn voxels_of([width, height, depth]: [usize; 3]) -> impl Iterator<Item = Voxel> {
    let rows = (0..depth as u32).flat_map(move |z| (0..height as u32).map(move |y| (y, z)));
    rows.flat_map(move |(y, z)| (0..width as u32).map(move |x| Voxel::new(x, y, z)))
}

fn any_size(rng: &mut Rng, most: usize) -> [usize; 3] {
    [0; 3].map(|_| 1 + rng.below(most))
}

#[test]
fn arcs_are_those_of_the_book_on_every_tiny_map() {
    let check = |pair: &Pair| {
        let mut book = arcs(&pair.book);
        book.sort_unstable();
        let view = pair.map.seen_by(&pair.mover);
        assert_eq!(arcs_of(&view), book, "{:?} {:?}", pair.mover, pair.book);
    };
    for size in [[2, 2, 2], [3, 2, 2], [2, 1, 3]] {
        let voxels: Vec<Voxel> = voxels_of(size).collect();
        for pattern in 0..1u32 << voxels.len() {
            let blocked = voxels.iter().enumerate().filter(|(at, _)| pattern >> at & 1 != 0);
            let blocked: Vec<Voxel> = blocked.map(|(_, &voxel)| voxel).collect();
            for rule in 0..RULES.len() {
                check(&Pair::new(size, rule, VoxelScale::EXACT, &blocked));
            }
        }
    }
    // Where bricks of voxels meet as well.
    for seed in 0..cases(120, 40_000) {
        let mut rng = Rng::new(seed);
        let size = any_size(&mut rng, 11);
        let percent = rng.pick(&[5, 25, 50]);
        check(&Pair::any(&mut rng, size, seed as usize % KINDS, percent));
    }
    for (size, walk, side, height) in [
        ([2, 2, 3], Some((1, 1)), 1, 1),
        ([2, 2, 3], Some((2, 1)), 1, 1),
        ([2, 1, 5], Some((1, 3)), 1, 2),
        ([3, 2, 2], Some((1, 1)), 2, 1),
        ([3, 2, 2], None, 2, 1),
        ([2, 2, 3], None, 1, 2),
    ] {
        let voxels: Vec<Voxel> = voxels_of(size).collect();
        for pattern in 0..1u32 << voxels.len() {
            let blocked = voxels.iter().enumerate().filter(|(at, _)| pattern >> at & 1 != 0);
            let blocked: Vec<Voxel> = blocked.map(|(_, &voxel)| voxel).collect();
            let walk =
                walk.map(|(climb, fall)| VoxelWalk { climb, fall, climb_ticks: 3, fall_ticks: 1 });
            let rule = pattern as usize % RULES.len();
            check(&Pair::new(size, rule, VoxelScale::EXACT, &blocked).with(side, height, walk));
        }
    }
}

#[test]
fn views_keep_the_rules_of_worlds() {
    for seed in 0..cases(120, 50_000) {
        let mut rng = Rng::new(seed);
        let size = any_size(&mut rng, 6);
        let pair = Pair::any(&mut rng, size, seed as usize % KINDS, 30);
        let view = pair.map.seen_by(&pair.mover);
        world::check(&view).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
    }
}

#[test]
fn the_exact_scale_is_exact_to_nine_digits() {
    let [straight, diagonal, spatial] = VoxelScale::EXACT.ticks().map(f64::from);
    for (ticks, root) in [(diagonal, 2f64.sqrt()), (spatial, 3f64.sqrt())] {
        assert!((ticks / straight / root - 1.0).abs() < 5e-10);
    }
}
