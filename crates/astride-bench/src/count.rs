//! Fixed workloads for counting instructions, which repeat where times do not.
//!
//! `benches/count-instructions.sh` runs them under callgrind and collects only inside
//! [`counted`]. They use maps of the repository alone, so that counts of two revisions compare.

use astride::base::{Budget, Cost, NodeId};
use astride::search::DistanceField;
use astride::shapes::square::{Grid, Mover, Neighbours};
use astride::world::Way;

use crate::Failure;
use crate::desk::{Desk, Settings};
use crate::engine;
use crate::maps;

/// Which workload.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Its name
    #[arg(required_unless_present = "list")]
    name: Option<String>,
    /// Print the names of all workloads, one per line
    #[arg(long)]
    list: bool,
}

/// Something that is counted.
struct Workload {
    name: &'static str,
    work: Work,
}

enum Work {
    /// Evenly spread rows of a map by a method of Astride; building its index is not counted.
    Queries { method: &'static str, map: &'static str, rows: usize },
    /// Distance fields over this many cells squared, all open, with 8 and with 4 neighbours.
    Field { side: u32 },
}

use Work::{Field, Queries};

const fn on_game(name: &'static str, method: &'static str, rows: usize) -> Workload {
    Workload { name, work: Queries { method, map: "bg512/AR0011SR", rows } }
}

/// All of them; a new one is one line.
const WORKLOADS: &[Workload] = &[
    on_game("astar-game", "astar", 40),
    on_game("jps-game", "jps", 200),
    on_game("jump-table-game", "jump-table", 200),
    on_game("labels-game", "labels", 1000),
    Workload { name: "field-open", work: Field { side: 512 } },
];

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    if options.list {
        WORKLOADS.iter().for_each(|workload| println!("{}", workload.name));
        return Ok(());
    }
    let name = options.name.as_deref().unwrap_or_default();
    let workload = WORKLOADS.iter().find(|workload| workload.name == name).ok_or_else(|| {
        let known: Vec<&str> = WORKLOADS.iter().map(|workload| workload.name).collect();
        format!("no workload is called {name:?}; there are {}", known.join(", "))
    })?;
    let digest = match workload.work {
        Queries { method, map, rows } => on_map(method, map, rows)?,
        Field { side } => on_open(side)?,
    };
    println!("digest {digest:016x}");
    Ok(())
}

fn on_map(method: &str, name: &str, rows: usize) -> Result<u64, Failure> {
    let case = maps::load(&maps::shipped_folder(), name)?
        .ok_or_else(|| format!("{name} is not among the maps of the repository"))?;
    let mut ends = Vec::new();
    for cells in case.ends(rows) {
        ends.push(maps::nodes(&case.map.grid, cells)?);
    }
    let method = engine::method(method).ok_or("a workload names no method")?;
    // The view is not prepared: so the counts say more of the searches than of the table of steps.
    let view = case.map.grid.seen_by(&Mover::walker());
    let mut ask = (method.prepare)(&Desk::new(view, Settings::default()))?.ask;
    let mut digest = Digest::new();
    counted(&mut || {
        for &[start, goal] in &ends {
            digest.add(ask(start, goal).and_then(|told| told.cost()));
        }
    });
    Ok(digest.0)
}

fn on_open(side: u32) -> Result<u64, Failure> {
    let grid = Grid::new(side, side, b'.')?;
    let mut both = 0;
    for rule in [Neighbours::Eight, Neighbours::Four] {
        let view = grid.seen_by(&Mover::walker().neighbours(rule));
        let (mut digest, mut field) = (Digest::new(), DistanceField::new());
        counted(&mut || {
            let corner = [(NodeId::new(0), 0)];
            let _ = field.compute(&view, &corner, Way::Forward, &mut Budget::unlimited());
            // A cell here and there: the digest must not outweigh the work.
            for node in (0..field.node_count() as u32).step_by(97) {
                digest.add(field.distance(NodeId::new(node)));
            }
        });
        both ^= digest.0;
    }
    Ok(both)
}

/// The counted region; its name is what `--toggle-collect` of the script asks for.
#[inline(never)]
fn counted(work: &mut dyn FnMut()) {
    work();
}

/// FNV-1a over costs.
pub(crate) struct Digest(pub(crate) u64);

impl Digest {
    pub(crate) fn new() -> Self {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) fn add(&mut self, cost: Option<Cost>) {
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
    fn maps_and_methods_of_the_workloads_are_there() {
        for workload in WORKLOADS {
            if let Queries { method, map, .. } = workload.work {
                assert!(engine::method(method).is_some(), "{method}");
                let case = maps::load(&maps::shipped_folder(), map).expect("a readable map");
                assert_eq!(case.expect("map and scenario").rows(5).len(), 5, "{map}");
            }
        }
    }
}
