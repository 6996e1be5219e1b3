//! Edits far apart in one batch, beside the same edits one by one.

use astride::base::{Budget, NodeId, Rect};
use astride::search::DistanceField;
use astride::shapes::square::{
    Clearance, Clusters, ClustersOptions, Components, DeadEnds, Edit, Grid, GridView, JumpMap,
    JumpTable, Mover, Regions, RegionsOptions,
};
use astride::world::Way;
use astride_testkit::adapter::grid_of;
use astride_testkit::generate::{caves, random_obstacles};

use crate::Failure;
use crate::clock::timed;
use crate::stats::median;

/// Cells along each side of the maps.
const SIDE: usize = 1024;

/// Lets an index follow; how many cells it looked at, where it counts them.
type Follower = Box<dyn FnMut(&GridView<'_>) -> Result<Option<usize>, Failure>>;

type Build = fn(&GridView<'_>) -> Result<Follower, Failure>;

const FOLLOWERS: [(&str, Build); 7] = [
    ("components", |view| {
        let mut index = Components::build(view);
        Ok(Box::new(move |view: &GridView<'_>| {
            let did = index.update(view);
            Ok(Some(did.touched + did.flooded))
        }))
    }),
    ("clearance", |view| {
        let mut index = Clearance::build(view);
        Ok(Box::new(move |view: &GridView<'_>| {
            let did = index.update(view);
            Ok(Some(did.squares + did.rows * SIDE))
        }))
    }),
    ("dead ends", |view| {
        let mut index = DeadEnds::build(view);
        Ok(Box::new(move |view: &GridView<'_>| {
            let did = index.update(view);
            Ok(Some(did.touched + did.looked))
        }))
    }),
    ("clusters", |view| {
        let mut index = Clusters::build(view, &ClustersOptions::default(), &mut |_| true)?;
        Ok(Box::new(move |view: &GridView<'_>| Ok(Some(index.update(view)?.cells as usize))))
    }),
    ("jump table", |view| {
        let mut index = JumpTable::new(JumpMap::new(view)?)?;
        Ok(Box::new(move |view: &GridView<'_>| {
            index.update(view)?;
            Ok(None)
        }))
    }),
    ("regions", |view| {
        let mut index = Regions::build(view, RegionsOptions::default())?;
        Ok(Box::new(move |view: &GridView<'_>| Ok(Some(index.update(view)?.touched))))
    }),
    ("field", |view| {
        let mut field = DistanceField::new();
        _ = field.compute(view, &[(NodeId::new(0), 0)], Way::Forward, &mut Budget::unlimited());
        Ok(Box::new(move |view: &GridView<'_>| {
            let did = field.repair(view)?;
            Ok(Some(did.raised + did.expanded as usize))
        }))
    }),
];

/// Prints a table: for each index what a batch of `edits` takes, and what they take one by one.
pub(super) fn print(edits: u32) -> Result<(), Failure> {
    println!(
        "\n{edits} edits of 2 by 2 cells, blocked or opened, all over maps of {SIDE} cells a side: \
         in one batch, and one by one. Medians of five rounds.\n"
    );
    println!(
        "| map | index | batch µs | sum of single µs | ratio | batch, cells | single, cells |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|");
    let maps = [
        ("obstacles on a tenth", random_obstacles(1, SIDE, SIDE, 10)),
        ("caves", caves(1, SIDE, SIDE, 42, 4)),
    ];
    for (map, grid) in maps.iter().map(|(name, map)| (name, grid_of(map))) {
        for (name, build) in FOLLOWERS {
            let [batch, single] = measure(&grid, build, edits)?;
            println!(
                "| {map} | {name} | {:.1} | {:.1} | {:.2} | {} | {} |",
                batch.micros,
                single.micros,
                batch.micros / single.micros,
                batch.shown_cells(),
                single.shown_cells(),
            );
        }
    }
    Ok(())
}

/// What following took.
struct Taken {
    micros: f64,
    cells: Option<usize>,
}

impl Taken {
    fn shown_cells(&self) -> String {
        self.cells.map_or(String::new(), |cells| cells.to_string())
    }
}

fn measure(map: &Grid, build: Build, count: u32) -> Result<[Taken; 2], Failure> {
    let (mover, edits) = (Mover::walker(), edits_of(map, count));
    let mut taken = Vec::new();
    for together in [edits.len(), 1] {
        let mut grid = map.clone();
        let mut follow = build(&grid.seen_by(&mover))?;
        let (mut rounds, mut cells) = (Vec::new(), None);
        // The first round takes memory. Every other round takes back what the one before did.
        for round in 0..11 {
            let (mut micros, mut looked) = (0.0, None);
            for batch in edits.chunks(together) {
                for &(rect, classes) in batch {
                    grid.apply(Edit::new().fill(rect, classes[round % 2]))?;
                }
                let view = grid.seen_by(&mover);
                let (did, took) = timed(|| follow(&view));
                micros += took;
                looked = did?.map(|more| looked.unwrap_or(0) + more).or(looked);
            }
            if round > 0 && round % 2 == 0 {
                rounds.push(micros);
                cells = looked;
            }
        }
        taken.push(Taken { micros: median(&rounds), cells });
    }
    taken.try_into().map_err(|_| "two ways to follow".into())
}

/// Rectangles all over the map, each with the class it gets and the one that takes that back.
fn edits_of(grid: &Grid, count: u32) -> Vec<(Rect, [u8; 2])> {
    let columns = 5;
    let rows = count.div_ceil(columns);
    let edit = |at: u32| {
        let x = (at % columns * 2 + 1) * grid.width() / (columns * 2) + at * 7 % 11;
        let y = (at / columns * 2 + 1) * grid.height() / (rows * 2) + at * 5 % 11;
        let is_free = grid.class((x, y)) != Some(b'@');
        (Rect::new(x, y, 2, 2), if is_free { [b'@', b'.'] } else { [b'.', b'@'] })
    };
    (0..count).map(edit).collect()
}
