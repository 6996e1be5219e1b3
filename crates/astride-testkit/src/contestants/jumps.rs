//! The contestants that make a map ready first: jump points, tables of jumps, labels.

use super::answer::{Ran, walk};
use super::{Contestant, Method, Reply, Slices};
use crate::judge::{Answer, Claim};
use crate::world::{Neighbours, RefWorld};
use astride::base::Cell;
use astride::search::{Guarantee, Outcome};
use astride::shapes::square::{
    GridView, JumpMap, JumpMapError, JumpScratch, JumpSearch, JumpTable, JumpTableError, Labels,
    LabelsError, LabelsOptions, LabelsScratch,
};

/// What a map is made into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Jumper {
    /// Planes of jump points.
    Map,
    /// A table of jumps.
    Table,
    /// Labels of jump points.
    Labels,
    /// Labels with so little room that only some jump points have any.
    FewLabels,
}

impl Jumper {
    /// All of them.
    pub const ALL: [Jumper; 4] = [Jumper::Map, Jumper::Table, Jumper::Labels, Jumper::FewLabels];
}

/// A map made ready in every way, or why it was not.
pub struct Prepared {
    map: Result<JumpMap, JumpMapError>,
    table: Option<Result<JumpTable, JumpTableError>>,
    labels: [Option<Result<Labels, LabelsError>>; 2],
}

impl Prepared {
    /// Makes `view` ready for `jumpers`.
    pub fn new(view: &GridView<'_>, jumpers: &[Jumper]) -> Prepared {
        let wants = |jumper| jumpers.contains(&jumper);
        let map = JumpMap::new(view);
        let table = match &map {
            Ok(map) if wants(Jumper::Table) => Some(JumpTable::new(map.clone())),
            _ => None,
        };
        let all = LabelsOptions::default();
        let few = LabelsOptions { bytes_per_cell: 0, ..all };
        let labels = [(Jumper::Labels, all), (Jumper::FewLabels, few)].map(|(jumper, options)| {
            wants(jumper).then(|| Labels::new(view, &options, &mut |_| true))
        });
        Prepared { map, table, labels }
    }

    /// The map of jump points.
    pub fn map(&self) -> Option<&JumpMap> {
        self.map.as_ref().ok()
    }

    /// The labels, all of them and few.
    pub fn labels(&self) -> [Option<&Labels>; 2] {
        self.labels.each_ref().map(|labels| labels.as_ref()?.as_ref().ok())
    }

    /// The way from one cell to another; a second answer, the cost alone, must agree with it.
    pub fn answer(
        &self,
        jumper: Jumper,
        [from, to]: [Cell; 2],
        slices: Slices,
        scratch: &mut JumpsScratch,
        lot: u64,
    ) -> Reply {
        let JumpsScratch { jumps, labels } = scratch;
        let map = match &self.map {
            Ok(map) => map,
            Err(error) => return refusal(error.to_string(), true),
        };
        let of_labels = &self.labels[usize::from(jumper == Jumper::FewLabels)];
        let (reply, cost) = match (jumper, &self.table) {
            (Jumper::Map, _) => {
                let reply = run(JumpSearch::new(map, from, to, jumps), slices, lot);
                (reply, JumpSearch::new(map, from, to, jumps).cost())
            }
            (Jumper::Table, Some(Ok(table))) => {
                let reply = run(table.search(from, to, jumps), slices, lot);
                (reply, table.search(from, to, jumps).cost())
            }
            (Jumper::Table, Some(Err(error))) => return refusal(error.to_string(), false),
            (Jumper::Table, None) => {
                return Reply::faulty("a table that nobody made".to_owned());
            }
            (Jumper::Labels | Jumper::FewLabels, _) => match of_labels {
                Some(Ok(built)) => {
                    let outcome = built.path(from, to, labels);
                    (told(&outcome), built.cost(from, to, labels))
                }
                Some(Err(error)) => return refusal(error.to_string(), false),
                None => return Reply::faulty("labels that nobody made".to_owned()),
            },
        };
        let found = match &reply.answer {
            Answer::Path(walk) => Some(walk.1),
            Answer::NoPath { .. } => None,
        };
        if reply.fault.is_none() && found != cost {
            return Reply::faulty(format!("a path for {found:?}, and the cost alone is {cost:?}"));
        }
        reply
    }
}

/// The memory of such searches.
#[derive(Default)]
pub struct JumpsScratch {
    jumps: JumpScratch,
    labels: LabelsScratch,
}

fn run(mut search: JumpSearch<'_>, slices: Slices, lot: u64) -> Reply {
    let mut ran = Ran::new(slices, lot);
    ran.drive(|budget| search.run(budget));
    // What it has seen is jump points, not nodes.
    ran.reply(false)
}

fn told(outcome: &Outcome) -> Reply {
    let path = outcome.path();
    let stated = outcome.guarantee().filter(|&guarantee| guarantee == Guarantee::Optimal);
    match path {
        Some(path) => Reply {
            answer: Answer::Path(walk(path)),
            stated: stated.map(|_| Claim::Optimal),
            ..Reply::plain(None)
        },
        None => Reply::plain(None),
    }
}

/// That there are no jump points here; `certainly` if so for any way to make the map ready.
fn refusal(error: String, certainly: bool) -> Reply {
    let refused = if certainly { Refused::Map } else { Refused::TooDear };
    let fault = (!error.contains("no ") && !error.contains("a jump costs"))
        .then(|| format!("a refusal that does not say so: {error}"));
    Reply { refused: Some(refused), fault, ..Reply::plain(None) }
}

/// Why nobody answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// There are no jump points on such maps.
    Map,
    /// Costs do not fit into the tables.
    TooDear,
}

impl Contestant {
    /// Holds what it refused against what it should.
    ///
    /// # Errors
    ///
    /// If it refuses what it should answer, or the other way round.
    pub fn check_refusal(&self, world: &RefWorld, refused: Option<Refused>) -> Result<(), String> {
        let Method::Jumps(jumper) = self.method else {
            return refused.map_or(Ok(()), |refused| Err(format!("{refused:?} refused")));
        };
        let must = has_no_jump_points(world);
        let steps = (world.width + world.height) as u64;
        let dearest = world.cells.iter().map(|cell| u64::from(cell.factor)).max().unwrap_or(1);
        let may_be_dear = steps * dearest * world.diagonal.max(world.straight) >= 1 << 31;
        match refused {
            None if must => Err("answers where there are no jump points".to_owned()),
            Some(Refused::Map) if !must => Err("refuses a map that has jump points".to_owned()),
            Some(Refused::TooDear) if jumper == Jumper::Map || !may_be_dear => {
                Err("refuses a map for its costs, which are small".to_owned())
            }
            _ => Ok(()),
        }
    }
}

/// Whether jumps would not be right in `world`: it has links, one-way steps or walls between cells,
/// media that overlap, or diagonals dearer than the way round.
pub fn has_no_jump_points(world: &RefWorld) -> bool {
    media_overlap(world)
        || !world.links.is_empty()
        || !world.blocked_steps.is_empty()
        || world.neighbours == Neighbours::Eight && world.diagonal > 2 * world.straight
}

/// Whether some cell is of two media that no medium holds all the cells of.
fn media_overlap(world: &RefWorld) -> bool {
    let cells = || world.cells.iter().filter(|cell| cell.factor > 0).map(|cell| cell.media);
    let shares = |both: u8| cells().any(|media| media & both == both);
    let is_joined = |both: u8| {
        (0..8).any(|all: u32| cells().all(|media| media & both == 0 || media >> all & 1 == 1))
    };
    (0..8).any(|a: u32| {
        (a + 1..8).map(|b| 1 << a | 1 << b).any(|both| shares(both) && !is_joined(both))
    })
}
