//! Fixed workloads for counting instructions, which repeat where times do not.
//!
//! `benches/count-instructions.sh` runs them under callgrind and collects only inside
//! [`counted`]. They use maps of the repository alone, so that counts of two revisions compare.

use astride::base::{Budget, Cost, NodeId};
use astride::search::{
    DistanceField, GridHeuristic, Query, Scratch, astar, bidirectional, dijkstra,
};
use astride::world::{Grid, GridView, Mover, Neighbours, Way};
use clap::ValueEnum;

use crate::Failure;
use crate::maps;

/// Which workload.
#[derive(clap::Args)]
pub(crate) struct Options {
    #[arg(value_enum)]
    name: Workload,
}

#[derive(Clone, Copy, ValueEnum)]
enum Workload {
    /// A* on a map of a game, 40 queries
    AstarGame,
    /// A* on a map of random obstacles, 20 queries
    AstarRandom,
    /// Dijkstra's search between rooms, 5 queries
    DijkstraRooms,
    /// Bidirectional A* in a maze, 10 queries
    BidirectionalMaze,
    /// Distance fields over 512×512 open cells, with 8 and with 4 neighbours
    FieldOpen,
}

/// What is asked on each pair of nodes; a field only needs the first of them.
#[derive(Clone, Copy)]
enum Kind {
    Astar,
    Dijkstra,
    Bidirectional,
    Field,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let digest = match options.name {
        Workload::AstarGame => on_map("bg512/AR0011SR", 40, Kind::Astar)?,
        Workload::AstarRandom => on_map("random/random512-40-0", 20, Kind::Astar)?,
        Workload::DijkstraRooms => on_map("rooms/32room_000", 5, Kind::Dijkstra)?,
        Workload::BidirectionalMaze => on_map("mazes/maze512-32-0", 10, Kind::Bidirectional)?,
        Workload::FieldOpen => on_open(512)?,
    };
    println!("digest {digest:016x}");
    Ok(())
}

fn on_map(name: &str, rows: usize, kind: Kind) -> Result<u64, Failure> {
    let case = maps::load(&maps::shipped_folder(), name)?
        .ok_or_else(|| format!("{name} is not among the maps of the repository"))?;
    let mut ends = Vec::new();
    for (_, row) in case.rows(rows) {
        let node = |cell| case.map.grid.node(cell).ok_or("a row lies off the map");
        ends.push((node(row.start)?, node(row.goal)?));
    }
    Ok(counted(&case.map.grid.seen_by(&Mover::walker()), kind, &ends))
}

fn on_open(side: u32) -> Result<u64, Failure> {
    let grid = Grid::new(side, side, b'.')?;
    let corner = NodeId::new(0);
    let mut digest = 0;
    for rule in [Neighbours::Eight, Neighbours::Four] {
        let view = grid.seen_by(&Mover::walker().neighbours(rule));
        digest ^= counted(&view, Kind::Field, &[(corner, corner)]);
    }
    Ok(digest)
}

/// The counted region; its name is what `--toggle-collect` of the script asks for.
#[inline(never)]
fn counted(view: &GridView<'_>, kind: Kind, ends: &[(NodeId, NodeId)]) -> u64 {
    let octile = GridHeuristic::octile(view);
    let (mut scratch, mut field) = (Scratch::new(), DistanceField::new());
    let mut digest = Digest::new();
    for &(start, goal) in ends {
        let query = Query::new(start, goal);
        match kind {
            Kind::Astar => digest.add(astar(view, &octile, &query, &mut scratch, &mut ()).cost()),
            Kind::Dijkstra => digest.add(dijkstra(view, &query, &mut scratch, &mut ()).cost()),
            Kind::Bidirectional => {
                let outcome = bidirectional(view, &octile, &query, &mut scratch, &mut ());
                digest.add(outcome.ok().and_then(|outcome| outcome.cost()));
            }
            Kind::Field => {
                let _ = field.compute(view, &[(start, 0)], Way::Forward, &mut Budget::unlimited());
                // A cell here and there: the digest shall not outweigh the work.
                for node in (0..field.node_count() as u32).step_by(97) {
                    digest.add(field.distance(NodeId::new(node)));
                }
            }
        }
    }
    digest.0
}

/// FNV-1a over costs.
struct Digest(u64);

impl Digest {
    fn new() -> Self {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, cost: Option<Cost>) {
        let word = cost.unwrap_or(Cost::MAX);
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workload_gives_the_same_digest_twice() {
        let digest = || on_open(20).expect("an open map");
        assert_eq!(digest(), digest());
        assert_ne!(digest(), on_open(21).expect("an open map"));
    }

    #[test]
    fn the_maps_of_the_workloads_are_there() {
        for name in ["bg512/AR0011SR", "random/random512-40-0", "rooms/32room_000"] {
            let case = maps::load(&maps::shipped_folder(), name).expect("a readable map");
            assert_eq!(case.expect("map and scenario").rows(5).len(), 5, "{name}");
        }
    }
}
