//! What paths of clusters cost beside the cheapest, and how long they are once pulled straight.

use astride::base::{Budget, Cell, NodeId};
use astride::path::Path;
use astride::shapes::square::{
    AnyAngleMap, AnyAngleScratch, Clusters, ClustersScratch, GridView, JumpMap, JumpScratch,
    JumpSearch, Neighbours, Spot, anya, straighten,
};

use super::{Options, walker};
use crate::Failure;
use crate::maps::Case;
use crate::stats::{mean, percentile};

/// Ratios of some paths, the worst with its place.
#[derive(Default)]
struct Ratios {
    all: Vec<f64>,
    worst: (f64, String),
}

impl Ratios {
    fn add(&mut self, ratio: f64, place: impl FnOnce() -> String) {
        self.all.push(ratio);
        if ratio > self.worst.0 {
            self.worst = (ratio, place());
        }
    }

    fn join(&mut self, other: &Ratios) {
        self.all.extend(&other.all);
        if other.worst.0 > self.worst.0 {
            self.worst = other.worst.clone();
        }
    }

    fn text(&self) -> String {
        match self.all.len() {
            0 => "– | – | –".to_owned(),
            _ => {
                let (mean, most) = (mean(&self.all), percentile(&self.all, 99));
                format!("{mean:.4} | {most:.3} | {:.3}", self.worst.0)
            }
        }
    }
}

/// What is compared on one map by one rule.
#[derive(Default)]
struct Table {
    /// The cost beside the least.
    cost: Ratios,
    /// The length of the straightened path beside that of the cheapest path, straightened as well.
    smooth: Ratios,
    /// The length of the straightened path beside the shortest of any angle, where that is known.
    any_angle: Ratios,
}

impl Table {
    fn print(&self, map: &str, ways: u32) {
        println!(
            "| {map} | {ways} | {} | {} | {} | {} | {} |",
            self.cost.all.len(),
            self.cost.text(),
            self.cost.worst.1,
            self.smooth.text(),
            self.any_angle.text(),
        );
    }
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    println!(
        "Cost: that of the path divided by the least. Smooth: the length of the straightened path \
         divided by that of a cheapest path, straightened as well. Any angle: the same length \
         divided by the shortest of any angle.\n\n\
         | map | ways | rows | cost mean | 99 % | worst | worst row | smooth mean | 99 % | worst | \
         any angle mean | 99 % | worst |\n|---|--:|--:|--:|--:|--:|---|--:|--:|--:|--:|--:|--:|"
    );
    let mut totals = [(); 2].map(|()| Table::default());
    for case in options.cases(|_| true)? {
        for (total, neighbours) in totals.iter_mut().zip([Neighbours::Eight, Neighbours::Four]) {
            let table = measure(options, &case, neighbours)?;
            table.print(&case.map.name, ways(neighbours));
            total.cost.join(&table.cost);
            total.smooth.join(&table.smooth);
            total.any_angle.join(&table.any_angle);
        }
    }
    for (total, ways) in totals.iter().zip([8, 4]) {
        total.print("all", ways);
    }
    Ok(())
}

fn ways(neighbours: Neighbours) -> u32 {
    if neighbours == Neighbours::Four { 4 } else { 8 }
}

fn measure(options: &Options, case: &Case, neighbours: Neighbours) -> Result<Table, Failure> {
    let mover = walker(neighbours);
    let view = case.map.grid.seen_by(&mover);
    let clusters = Clusters::build(&view, &options.sizes(), &mut |_| true)?;
    let jumps = JumpMap::new(&view)?;
    // The shortest path of any angle is that of a point, which moves in every direction.
    let any_angle = match neighbours {
        Neighbours::Eight => Some(AnyAngleMap::new(&view)?),
        Neighbours::Four => None,
    };
    let (mut scratch, mut jumping) = (ClustersScratch::new(), JumpScratch::new());
    let mut bending = AnyAngleScratch::new();
    let mut table = Table::default();
    for (row, asked) in case.rows(options.queries) {
        let ends = [asked.start, asked.goal];
        let best =
            JumpSearch::new(&jumps, ends[0], ends[1], &mut jumping).run(&mut Budget::unlimited());
        let route =
            clusters.route(&view, ends[0], ends[1], &mut scratch, &mut Budget::unlimited())?;
        let place = || format!("{} {row}: {} to {}", case.map.name, ends[0], ends[1]);
        let (best, route) = match (best.path(), route.route()) {
            (Some(best), Some(route)) => (best, route),
            (None, None) => continue,
            _ => return Err(format!("{}: only one of them found a path", place()).into()),
        };
        let path = route.finish(&clusters, &view, &mut scratch)?.path;
        path.validate(&view).map_err(|fault| format!("{}: {fault:?}", place()))?;
        if path.cost() < best.cost() {
            return Err(format!("{}: cheaper than the cheapest", place()).into());
        }
        if best.cost() == 0 {
            continue;
        }
        table.cost.add(path.cost() as f64 / best.cost() as f64, place);
        let length = straight_length(&path, &view);
        table.smooth.add(length / straight_length(best, &view), place);
        if let Some(map) = &any_angle {
            let [from, to] = ends.map(Spot::centre);
            let shortest = anya(map, from, to, &mut bending).length();
            table.any_angle.add(length / shortest.ok_or_else(place)?, place);
        }
    }
    Ok(table)
}

/// How long a path is once it is pulled straight, in cells.
fn straight_length(path: &Path, view: &GridView<'_>) -> f64 {
    let cell = |node: &NodeId| view.grid().cell(*node);
    let leg = |a: Cell, b: Cell| {
        f64::hypot(f64::from(a.x) - f64::from(b.x), f64::from(a.y) - f64::from(b.y))
    };
    straighten(path, view).windows(2).map(|pair| leg(cell(&pair[0]), cell(&pair[1]))).sum()
}
