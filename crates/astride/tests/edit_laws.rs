//! Edited grids hold the same facts, and give the same answers, as grids built from the end result.

use std::collections::{BTreeMap, BTreeSet};

use astride::base::{Budget, Cell, CellRect, Dir, NodeId};
use astride::search::{DistanceField, PathQuery, Scratch, astar};
use astride::shapes::square::{Edit, Grid, GridHeuristic, Link};
use astride::world::{Way, World};
use astride_testkit::adapter::grid_of;
use astride_testkit::generate::GenMap;
use astride_testkit::larger::{larger_maps, movers, random_node};
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

/// What a grid should hold, written down as plainly as possible.
#[derive(Clone, PartialEq, Debug)]
struct Facts {
    map: GenMap,
    forbidden: BTreeSet<(Cell, Dir)>,
    fences: BTreeMap<(Cell, Dir), u8>,
    links: BTreeMap<(NodeId, NodeId), u32>,
}

#[derive(Clone, Copy)]
enum Op {
    Set(Cell, u8),
    Fill(CellRect, u8),
    Wall(Cell, Dir, bool),
    Step(Cell, Dir, bool),
    Fence(Cell, Dir, u8),
    FenceStep(Cell, Dir, u8),
    Link(Cell, Cell, u32),
    Unlink(Cell, Cell),
}

impl Op {
    fn random(rng: &mut Rng, grid: &Grid) -> Op {
        let cell = grid.cell(random_node(rng, grid));
        let other = grid.cell(random_node(rng, grid));
        let side = rng.pick(&Dir::STRAIGHT);
        let class = rng.pick(b"..@W59");
        let link = rng.pick(&[None, grid.links().first(), grid.links().last()]);
        let fence = rng.below(3) as u8;
        match (rng.below(10), link) {
            (0, _) => Op::Set(cell, class),
            (1, _) => Op::Fill(CellRect::new(cell.x, cell.y, 3, 2), class),
            (2, _) => Op::Wall(cell, side, true),
            // Where many walls stand, one of them is met.
            (3, _) => Op::Wall(Cell::new(cell.x / 8, cell.y / 8), side, rng.percent(50)),
            (4, _) => Op::Step(cell, rng.pick(&Dir::ALL), true),
            (5, _) => Op::Step(Cell::new(cell.x / 8, cell.y / 8), side, rng.percent(50)),
            (8, _) => Op::Fence(Cell::new(cell.x / 8, cell.y / 8), side, fence),
            (9, _) => Op::FenceStep(Cell::new(cell.x / 8, cell.y / 8), side, fence),
            (6, Some(link)) => Op::Unlink(grid.cell(link.from), grid.cell(link.to)),
            _ => Op::Link(cell, other, 1 + rng.below(90_000) as u32),
        }
    }

    fn add_to(self, edit: &mut Edit) {
        match self {
            Op::Set(cell, class) => edit.set(cell, class),
            Op::Fill(rect, class) => edit.fill(rect, class),
            Op::Wall(cell, dir, true) => edit.wall(cell, dir),
            Op::Wall(cell, dir, false) => edit.remove_wall(cell, dir),
            Op::Step(cell, dir, true) => edit.forbid_step(cell, dir),
            Op::Step(cell, dir, false) => edit.allow_step(cell, dir),
            Op::Fence(cell, dir, class) => edit.fence(cell, dir, class),
            Op::FenceStep(cell, dir, class) => edit.fence_step(cell, dir, class),
            Op::Link(from, to, cost) => edit.link(from, to, cost),
            Op::Unlink(from, to) => edit.unlink(from, to),
        };
    }
}

impl Facts {
    fn node(&self, cell: Cell) -> NodeId {
        NodeId::new(cell.y * self.map.width as u32 + cell.x)
    }

    fn inside(&self, cell: Cell) -> bool {
        (cell.x as usize) < self.map.width && (cell.y as usize) < self.map.height
    }

    fn forbid(&mut self, cell: Cell, dir: Dir, forbidden: bool) {
        match forbidden {
            true => _ = self.forbidden.insert((cell, dir)),
            false => _ = self.forbidden.remove(&(cell, dir)),
        }
        self.fences.remove(&(cell, dir));
    }

    /// Makes the change, or says that it is impossible.
    fn change(&mut self, op: Op) -> bool {
        match op {
            Op::Set(cell, class) => self.map.set(cell.x as usize, cell.y as usize, class),
            Op::Fill(rect, class) => {
                for at in 0..rect.width * rect.height {
                    let cell = Cell::new(rect.x + at % rect.width, rect.y + at / rect.width);
                    if !self.inside(cell) {
                        return false;
                    }
                    self.map.set(cell.x as usize, cell.y as usize, class);
                }
            }
            Op::Wall(cell, dir, standing) => {
                let Some(far) = cell.step(dir).filter(|&far| self.inside(far)) else {
                    return false;
                };
                self.forbid(cell, dir, standing);
                self.forbid(far, dir.opposite(), standing);
            }
            Op::Step(cell, dir, forbidden) => self.forbid(cell, dir, forbidden),
            Op::Fence(cell, dir, class) | Op::FenceStep(cell, dir, class) => {
                let Some(far) = cell.step(dir).filter(|&far| self.inside(far)) else {
                    return false;
                };
                self.forbid(cell, dir, true);
                self.fences.insert((cell, dir), class);
                if let Op::Fence(..) = op {
                    self.forbid(far, dir.opposite(), true);
                    self.fences.insert((far, dir.opposite()), class);
                }
            }
            Op::Link(from, to, cost) => {
                self.links.insert((self.node(from), self.node(to)), cost);
                return from != to;
            }
            Op::Unlink(from, to) => {
                return self.links.remove(&(self.node(from), self.node(to))).is_some();
            }
        }
        true
    }

    fn check(&self, grid: &Grid) {
        let mut histogram = [0; 256];
        for cell in (0..grid.cell_count()).map(|at| grid.cell(NodeId::new(at))) {
            let class = self.map.at(cell.x as usize, cell.y as usize);
            histogram[class as usize] += 1;
            assert_eq!(grid.class(cell), Some(class), "{cell}");
            for dir in Dir::ALL {
                let forbidden = self.forbidden.contains(&(cell, dir));
                assert_eq!(grid.is_step_forbidden(cell, dir), forbidden, "{cell} {dir:?}");
                let fence = self.fences.get(&(cell, dir)).copied();
                assert_eq!(grid.fence(cell, dir), fence, "{cell} {dir:?}");
            }
        }
        assert_eq!(grid.histogram(), &histogram);
        let links = self.links.iter().map(|(&(from, to), &cost)| Link { from, to, cost });
        assert_eq!(grid.links(), links.collect::<Vec<_>>());
    }

    /// A fresh grid with these facts.
    fn build(&self) -> Grid {
        let mut grid = grid_of(&self.map);
        let mut edit = Edit::new();
        for &(cell, dir) in &self.forbidden {
            edit.forbid_step(cell, dir);
        }
        for (&(cell, dir), &class) in &self.fences {
            edit.fence_step(cell, dir, class);
        }
        for (&(from, to), &cost) in &self.links {
            edit.link(grid.cell(from), grid.cell(to), cost);
        }
        grid.apply(&edit).unwrap();
        grid
    }
}

#[test]
fn edits_equal_rebuilding() {
    let mut scratch = Scratch::new();
    let (mut applied, mut refused) = (0, 0);
    let every = if is_slow_run() { 10 } else { 30 };
    for (seed, map) in larger_maps().into_iter().enumerate() {
        let mut grid = grid_of(&map);
        let mut facts = Facts {
            map,
            forbidden: BTreeSet::new(),
            fences: BTreeMap::new(),
            links: BTreeMap::new(),
        };
        let mut rng = Rng::new(seed as u64);
        for round in 0..60 {
            let mut edit = Edit::new();
            let mut expected = Some(facts.clone());
            for _ in 0..1 + rng.below(12) {
                let op = Op::random(&mut rng, &grid);
                op.add_to(&mut edit);
                expected = expected.and_then(|mut facts| facts.change(op).then_some(facts));
            }
            let before = grid.revision();
            let result = grid.apply(&edit);
            assert_eq!(result.is_ok(), expected.is_some(), "seed {seed}: {edit:?}");
            match expected {
                Some(expected) => {
                    applied += 1;
                    facts = expected;
                    assert_eq!(grid.revision(), before + 1);
                }
                None => {
                    refused += 1;
                    assert_eq!(grid.revision(), before);
                }
            }
            if round % 10 == 9 {
                facts.check(&grid);
            }
            if round % every == 9 {
                check_answers(&grid, &facts.build(), &mut rng, &mut scratch);
            }
        }
    }
    assert!(applied > 300 && refused > 100, "{applied} applied, {refused} refused");
}

fn check_answers(edited: &Grid, fresh: &Grid, rng: &mut Rng, scratch: &mut Scratch) {
    for mover in movers() {
        let (a, b) = (random_node(rng, edited), random_node(rng, edited));
        let [path, expected] = [edited, fresh].map(|grid| {
            let view = grid.seen_by(&mover);
            let octile = GridHeuristic::octile(&view);
            astar(&view, &octile, &PathQuery::new(a, b), scratch, &mut ()).path().cloned()
        });
        assert_eq!(path, expected);
        for way in [Way::Forward, Way::Backward] {
            let [field, expected] = [edited, fresh].map(|grid| {
                let mut field = DistanceField::new();
                let view = grid.seen_by(&mover);
                field.compute(&view, &[(a, 0)], way, &mut Budget::unlimited());
                (0..view.node_count()).map(|at| field.distance(NodeId::new(at))).collect::<Vec<_>>()
            });
            assert_eq!(field, expected);
        }
    }
}
