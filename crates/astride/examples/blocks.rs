//! How do I plan with states of my own? Blocks on a table are stacked again, one at a time.

use astride::base::{Budget, Cost};
use astride::search::states::{States, solve};
use astride::search::{Method, Scratch};

/// What each block stands on: another block, or the table.
type Stand = [Option<u8>; 6];

struct Blocks {
    goal: Stand,
}

impl States for Blocks {
    type State = Stand;

    fn for_each_step(&self, stand: &Stand, visit: &mut dyn FnMut(Stand, u32)) {
        let is_clear = |block: u8| !stand.contains(&Some(block));
        let blocks = || 0..stand.len() as u8;
        for block in blocks().filter(|&block| is_clear(block)) {
            let others = blocks().filter(|&other| other != block && is_clear(other)).map(Some);
            for place in others.chain([None]).filter(|&place| place != stand[usize::from(block)]) {
                let mut next = *stand;
                next[usize::from(block)] = place;
                visit(next, 1);
            }
        }
    }

    fn is_goal(&self, stand: &Stand) -> bool {
        *stand == self.goal
    }

    /// Each block that does not stand where it should has to be moved.
    fn guess(&self, stand: &Stand) -> Cost {
        stand.iter().zip(&self.goal).filter(|(here, there)| here != there).count() as Cost
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A tower of six blocks, and the same tower the other way round.
    let start = [None, Some(0), Some(1), Some(2), Some(3), Some(4)];
    let goal = [Some(1), Some(2), Some(3), Some(4), Some(5), None];
    let blocks = Blocks { goal };
    for method in [Method::AStar, Method::Dijkstra, Method::IdaStar] {
        let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited().bytes(1 << 24));
        let solved = solve(&blocks, &start, method, scratch, budget)?;
        let effort = solved.outcome.effort();
        println!("{method}: {:?} moves, {} states", solved.outcome.cost(), effort.expanded);
        if method == Method::AStar {
            for pair in solved.states.windows(2) {
                let moved = (0..6).find(|&at| pair[0][at] != pair[1][at]).unwrap_or(0);
                let letter = |block: usize| char::from(b'A' + block as u8);
                match pair[1][moved] {
                    Some(on) => println!("  {} onto {}", letter(moved), letter(usize::from(on))),
                    None => println!("  {} onto the table", letter(moved)),
                }
            }
        }
    }
    Ok(())
}
