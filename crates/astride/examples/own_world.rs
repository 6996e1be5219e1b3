//! How do I search a graph of my own?

use astride::base::Slot;
use astride::prelude::*;
use astride::search::dijkstra;
use astride::world::{self, Arc, Way, World};

/// Towns and one-way roads `(from, to, minutes)`.
struct Roads {
    towns: &'static [&'static str],
    roads: &'static [(u32, u32, u32)],
}

impl World for Roads {
    fn node_count(&self) -> u32 {
        self.towns.len() as u32
    }

    fn is_passable(&self, _node: NodeId) -> bool {
        true
    }

    fn max_arc_cost(&self) -> u32 {
        self.roads.iter().map(|road| road.2).max().unwrap_or(1)
    }

    fn for_each_arc(&self, node: NodeId, way: Way, mut visit: impl FnMut(Arc)) {
        // The slot is the number of the road: enough for `follow` to find back.
        for (slot, &(from, to, cost)) in self.roads.iter().enumerate() {
            let (here, there) = if way == Way::Forward { (from, to) } else { (to, from) };
            if here == node.get() {
                visit(Arc { node: NodeId::new(there), cost, slot: Slot::new(slot as u16) });
            }
        }
    }

    fn follow(&self, _node: NodeId, slot: Slot, way: Way) -> NodeId {
        let (from, to, _) = self.roads[usize::from(slot.code())];
        NodeId::new(if way == Way::Forward { from } else { to })
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let roads = Roads {
        towns: &["Aue", "Berg", "Cella", "Dorf", "Eck"],
        roads: &[(0, 1, 40), (0, 2, 10), (2, 1, 15), (1, 3, 30), (2, 3, 60), (3, 0, 5)],
    };
    // Answers are right only in a world that keeps the rules: this proves it, or says what is wrong.
    let checked = world::check(&roads)?;
    println!("{} towns and {} roads keep the rules of a world", checked.nodes, checked.arcs);

    let mut scratch = Scratch::new();
    for goal in [3, 4] {
        let query = PathQuery::new(NodeId::new(0), NodeId::new(goal));
        let outcome = dijkstra(&roads, &query, &mut scratch, &mut ());
        match outcome {
            Outcome::Found(found) => {
                let towns = found.path.nodes().iter().map(|node| roads.towns[node.index()]);
                let towns: Vec<&str> = towns.collect();
                println!("{} in {} minutes", towns.join(" - "), found.path.cost());
            }
            Outcome::Unreachable(no) => {
                println!("no way to {}: {}", roads.towns[goal as usize], no.why)
            }
            Outcome::OutOfBudget(_) => println!("stopped early"),
        }
    }
    Ok(())
}
