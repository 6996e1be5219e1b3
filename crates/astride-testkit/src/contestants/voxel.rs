//! Voxels among the contestants: the engine's own maps, textbook estimates, and jump points.

use super::answer::Ran;
use super::{Field, Own, Refusal, Refused, Worth};
use crate::judge::Claim;
use crate::square::Corners;
use crate::voxel::{Legs, Ruler, VoxelWorld};
use astride::base::{Cost, NodeId, Weight};
use astride::search::{Estimate, Heuristic, Promise, Scratch};
use astride::shapes::voxel::{VoxelJumpMap, VoxelJumpSearch, VoxelView};

/// Names a heuristic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guess {
    /// The cost of the path if nothing were in the way.
    Open,
    /// Always zero.
    Zero,
    /// The same cost at some voxels, zero at others: admissible, not consistent.
    Bumpy,
    /// Three times that cost.
    Eager,
}

/// A heuristic on voxels.
#[derive(Debug, Clone, Copy)]
pub struct VoxelHeuristic {
    guess: Guess,
    size: [usize; 3],
    ruler: Ruler,
}

/// [`VoxelHeuristic`] for given goals.
#[derive(Debug, Clone)]
pub struct VoxelAimed {
    heuristic: VoxelHeuristic,
    ends: Vec<NodeId>,
}

impl Heuristic for VoxelHeuristic {
    type Aimed = VoxelAimed;

    fn aim(&self, goals: &mut dyn Iterator<Item = NodeId>) -> VoxelAimed {
        VoxelAimed { heuristic: *self, ends: goals.collect() }
    }

    fn promise(&self) -> Promise {
        match self.guess {
            Guess::Open | Guess::Zero => Promise::Consistent,
            Guess::Bumpy => Promise::Admissible,
            Guess::Eager => Promise::Bounded(Weight::new(3, 1).expect("a usable weight")),
        }
    }
}

impl Estimate for VoxelAimed {
    fn estimate(&self, node: NodeId) -> Cost {
        let VoxelHeuristic { guess, size: [width, height, _], ruler } = self.heuristic;
        let voxel = |node: NodeId| {
            let at = node.index();
            [at % width, at / width % height, at / (width * height)]
        };
        let cost = |end: &NodeId| ruler.cost(voxel(node), voxel(*end));
        let times = match guess {
            Guess::Open => 1,
            Guess::Zero => 0,
            Guess::Bumpy => u64::from(node.get() % 2),
            Guess::Eager => 3,
        };
        times * self.ends.iter().map(cost).min().unwrap_or(0)
    }
}

impl Field for VoxelWorld {
    type View<'a> = VoxelView<'a>;
    type Guess = Guess;
    type Heuristic = VoxelHeuristic;
    type Memory = Scratch;

    const GUESSES: &'static [Guess] = &[Guess::Open, Guess::Zero, Guess::Bumpy, Guess::Eager];

    const OWN: &'static [Own<VoxelWorld>] = &[Own {
        name: "jump points",
        claim: Claim::Optimal,
        is_sliced: true,
        make: |view, _| {
            let map = VoxelJumpMap::build(view.map(), view.mover());
            let map = map.map_err(|error| Refusal {
                refused: Refused::Map,
                fault: (!error.to_string().contains("cuts no corner")).then(|| error.to_string()),
            })?;
            Ok(Box::new(move |view: &VoxelView<'_>, plain, memory| {
                let ([from, to], mut ran) = (plain.ends, Ran::new(plain.slices, plain.lot));
                let mut search = VoxelJumpSearch::new(view.map(), &map, from, to, memory);
                ran.drive(|budget| search.run(budget, &mut ()));
                // It has seen the seams of the search, not all nodes.
                ran.reply(false)
            }))
        },
    }];

    fn heuristic(view: &VoxelView<'_>, guess: Guess) -> VoxelHeuristic {
        let mover = view.mover();
        let legs = mover.walks().map(|walk| Legs {
            climb: walk.climb as usize,
            fall: walk.fall as usize,
            costs: [walk.climb_ticks, walk.fall_ticks].map(u64::from),
        });
        let axes = match mover.steps_to().count() {
            6 => 1,
            18 => 2,
            _ => 3,
        };
        let ruler = Ruler { axes, costs: mover.ticks().map(u64::from), legs };
        VoxelHeuristic { guess, size: view.map().size().map(|side| side as usize), ruler }
    }

    fn worth(&self, guess: Guess) -> Worth {
        match guess {
            Guess::Open | Guess::Zero => Worth::Consistent,
            Guess::Bumpy => Worth::Admissible,
            Guess::Eager => Worth::Within(3, 1),
        }
    }

    fn check_refusal(&self, own: &str, refused: Option<Refused>) -> Result<(), String> {
        let is_plain = self.legs.is_none()
            && [self.side, self.height] == [1, 1]
            && self.media == [true, false];
        let is_served = is_plain && self.axes == 3 && self.corners == Corners::Never;
        match (is_served, refused) {
            (true, None) | (false, Some(Refused::Map)) => Ok(()),
            (_, refused) => Err(format!("{own}: {refused:?} is not the answer here")),
        }
    }
}
