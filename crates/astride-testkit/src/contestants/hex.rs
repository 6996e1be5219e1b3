//! Hexagons among the contestants. The engine sees their arcs one by one, so all general searches
//! are tested on a shape without help from the engine's own code for it.

use super::{Field, Own, Worth};
use crate::graph::Graph;
use crate::hex::{HexWorld, apart};
use crate::world::Shape;
use astride::base::{Cost, NodeId, Weight};
use astride::search::{Estimate, Heuristic, Promise};

/// The engine's world with the nodes, arcs and geometry of a shape.
///
/// # Panics
///
/// If the cost of an arc does not fit in 32 bits.
pub fn graph_of(shape: &impl Shape) -> Graph {
    let world = shape.write();
    let nodes = world.passable.len();
    let least = world.arcs.iter().map(|arc| arc.2).min().unwrap_or(0);
    let graph = Graph::new(nodes, &world.arcs, least as u32);
    let graph = graph.guessed_by(|from, to| shape.guess(from, to));
    (0..nodes).filter(|&node| !world.passable[node]).fold(graph, Graph::blocked)
}

/// Names a heuristic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guess {
    /// The cost of the steps between two cells if nothing were in the way.
    Steps,
    /// Always zero.
    Zero,
    /// The same cost at some cells, zero at others: admissible, not consistent.
    Bumpy,
    /// Three times that cost.
    Eager,
}

/// A heuristic on hexagons.
#[derive(Debug, Clone, Copy)]
pub struct HexHeuristic {
    guess: Guess,
    width: usize,
    straight: u64,
}

/// [`HexHeuristic`] for given goals.
#[derive(Debug, Clone)]
pub struct HexAimed {
    heuristic: HexHeuristic,
    ends: Vec<NodeId>,
}

impl Heuristic for HexHeuristic {
    type Aimed = HexAimed;

    fn aim(&self, goals: &mut dyn Iterator<Item = NodeId>) -> HexAimed {
        HexAimed { heuristic: *self, ends: goals.collect() }
    }

    fn promise(&self) -> Promise {
        match self.guess {
            Guess::Steps | Guess::Zero => Promise::Consistent,
            Guess::Bumpy => Promise::Admissible,
            Guess::Eager => Promise::Bounded(Weight::new(3, 1).expect("a usable weight")),
        }
    }
}

impl Estimate for HexAimed {
    fn estimate(&self, node: NodeId) -> Cost {
        let HexHeuristic { guess, width, straight } = self.heuristic;
        let cell = |node: NodeId| (node.index() % width, node.index() / width);
        let steps = self.ends.iter().map(|&end| apart(cell(node), cell(end))).min().unwrap_or(0);
        let times = match guess {
            Guess::Steps => 1,
            Guess::Zero => 0,
            Guess::Bumpy => u64::from(node.get() % 2),
            Guess::Eager => 3,
        };
        steps * straight * times
    }
}

impl Field for HexWorld {
    type View<'a> = &'a HexWorld;
    type Guess = Guess;
    type Heuristic = HexHeuristic;
    type Memory = ();

    const GUESSES: &'static [Guess] = &[Guess::Steps, Guess::Zero, Guess::Bumpy, Guess::Eager];

    /// The engine's own hexagons are not tested here.
    const OWN: &'static [Own<HexWorld>] = &[];

    fn heuristic(view: &&HexWorld, guess: Guess) -> HexHeuristic {
        HexHeuristic { guess, width: view.width, straight: view.straight }
    }

    fn worth(&self, guess: Guess) -> Worth {
        match guess {
            Guess::Steps | Guess::Zero => Worth::Consistent,
            Guess::Bumpy => Worth::Admissible,
            Guess::Eager => Worth::Within(3, 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Contestant, Memory, Method, contestants, hold, judge_reply};
    use super::*;
    use crate::generate::random_classes;
    use crate::judge::{Ask, Claim, Judge};
    use crate::rng::Rng;
    use crate::tally::{is_slow_run, spread};

    /// A map with terrain, walls and one-way steps.
    fn any_map(seed: u64) -> HexWorld {
        let mut rng = Rng::new(seed);
        let (width, height) = (2 + rng.below(6), 1 + rng.below(6));
        let map = random_classes(seed, width, height, b"....@@2359");
        let mut world = HexWorld::from_classes(&map, rng.pick(&[1, 10, 13_860]));
        for _ in 0..rng.below(width * height) {
            let cell = world.cell_at(rng.below(width * height));
            let beside: Vec<_> = world.neighbours(cell).collect();
            let other = rng.pick(&beside);
            world.blocked_steps.insert((cell, other));
            if rng.percent(60) {
                world.add_wall(cell, other);
            }
        }
        world
    }

    fn question(rng: &mut Rng, nodes: usize, judge: &mut Judge<HexWorld>) -> Ask {
        let mut ask = Ask::new(rng.below(nodes), rng.below(nodes));
        ask.nearest = rng.percent(30);
        match rng.below(5) {
            0 => ask.goals.push(rng.below(nodes)),
            1 => ask.starts.push((rng.below(nodes), rng.below(30) as u64)),
            2 => ask.by_predicate = true,
            _ => {}
        }
        if rng.percent(20)
            && let Some(least) = judge.least(&ask)
        {
            ask.max_cost = rng.pick(&[least, least.saturating_sub(1), least + 1]);
        }
        ask
    }

    #[test]
    fn every_general_contestant_keeps_its_promise_on_hexagons() {
        let all = contestants::<HexWorld>();
        let worlds = if is_slow_run() { 20_000 } else { 150 };
        spread(worlds, Memory::default, |memory, seed| {
            let world = any_map(seed);
            let (graph, mut rng) = (graph_of(&world), Rng::new(!seed));
            let mut judge = Judge::new(world.clone());
            memory.enter();
            for _ in 0..6 {
                let ask = question(&mut rng, judge.node_count(), &mut judge);
                for contestant in all.iter().filter(|contestant| contestant.takes(&ask)) {
                    let lot = rng.next_u64();
                    let held = hold(contestant, &graph, &&world, &mut judge, &ask, memory, lot);
                    held.unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
                }
            }
        });
    }

    #[test]
    fn faults_on_hexagons_are_caught() {
        let honest = Contestant::new(Method::AStar, Guess::Steps);
        // How the map given to the engine differs from the true map, which the judge knows.
        type Alter = fn(&mut HexWorld);
        let faults: [(&str, Alter); 4] = [
            ("terrain ignored", |world| world.factors.iter_mut().for_each(|f| *f = 1.min(*f))),
            ("walls forgotten", |world| world.blocked_steps.clear()),
            ("through blocked cells", |world| {
                world.factors.iter_mut().for_each(|f| *f = 1.max(*f));
            }),
            ("a way lost", |world| {
                let cells: Vec<_> = (0..world.factors.len()).map(|at| world.cell_at(at)).collect();
                cells.iter().for_each(|&(q, r)| {
                    world.blocked_steps.insert(((q, r), (q + 1, r)));
                });
            }),
        ];
        let mut memory = Memory::<HexWorld>::default();
        for (name, alter) in faults {
            let caught = (0..2000).any(|seed| {
                let world = any_map(seed);
                let mut seen = world.clone();
                alter(&mut seen);
                let mut rng = Rng::new(seed);
                let mut judge = Judge::new(world);
                let nodes = judge.node_count();
                let ask = Ask::new(rng.below(nodes), rng.below(nodes));
                let graph = graph_of(&seen);
                let reply = honest.answer(&graph, &&seen, &ask, &mut memory, 0);
                judge_reply(&mut judge, &ask, Claim::Optimal, &reply).is_err()
            });
            assert!(caught, "{name} was not caught");
        }
    }
}
