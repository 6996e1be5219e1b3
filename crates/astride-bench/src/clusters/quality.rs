//! What paths by clusters cost compared with the cheapest, and how long they are once pulled straight.

use astride::base::{Budget, Cell, NodeId};
use astride::path::Path;
use astride::search::Scratch;
use astride::shapes::square::{
    AnyAngleMap, Clusters, GridView, JumpMap, Neighbours, Spot, anya, straighten,
};

use super::{Options, walker};
use crate::Failure;
use crate::maps::{self, Case};
use crate::sheet::{Column, MAP, Row, print_head, print_rows};

const COLUMNS: &[Column] = &[
    MAP,
    ("ways", |row, _| row.who.clone()),
    ("rows", |row, _| row.count("cost")),
    ("cost mean | 99 % | worst", |row, _| ratios(row, "cost")),
    ("<worst row", |row, _| row.note.clone()),
    ("smooth mean | 99 % | worst", |row, _| ratios(row, "smooth")),
    ("any angle mean | 99 % | worst", |row, _| ratios(row, "any angle")),
];

fn ratios(row: &Row, figure: &str) -> String {
    match row.of(figure).is_empty() {
        true => "– | – | –".to_owned(),
        false => {
            let [most, all] = [99, 100].map(|part| row.at(part, figure));
            format!("{:.4} | {most:.3} | {all:.3}", row.mean(figure))
        }
    }
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    print_head(
        "Cost: that of the path divided by the least. Smooth: the length of the straightened path \
         divided by that of a cheapest path, straightened as well. Any angle: the same length \
         divided by the shortest of any angle.",
        COLUMNS,
    );
    let mut totals = ["8", "4"].map(|ways| Row::new("all", ways));
    for case in options.cases(|_| true)? {
        for (total, neighbours) in totals.iter_mut().zip([Neighbours::Eight, Neighbours::Four]) {
            let mut row = Row::new(&case.map.name, &total.who);
            measure(options, &case, neighbours, &mut row)?;
            if row.at(100, "cost") > total.at(100, "cost") {
                total.note.clone_from(&row.note);
            }
            total.join(&row);
            print_rows(COLUMNS, &[row]);
        }
    }
    print_rows(COLUMNS, &totals);
    Ok(())
}

fn measure(
    options: &Options,
    case: &Case,
    neighbours: Neighbours,
    row: &mut Row,
) -> Result<(), Failure> {
    let mover = walker(neighbours);
    let view = case.map.grid.seen_by(&mover);
    let clusters = Clusters::build(&view, &options.settings().clusters)?;
    let jumps = JumpMap::build(&view)?;
    // The shortest path of any angle is that of a point, which moves in every direction.
    let any_angle = match neighbours {
        Neighbours::Eight => Some(AnyAngleMap::build(&view)?),
        Neighbours::Four => None,
    };
    let mut scratch = Scratch::new();
    for (number, asked) in case.rows(options.queries) {
        let ends = [asked.start, asked.goal];
        let query = maps::query(view.grid(), ends)?;
        let best = jumps.search(&query, &mut scratch)?.run(&mut Budget::unlimited(), &mut ());
        let route =
            clusters.route(&view, ends[0], ends[1], &mut scratch, &mut Budget::unlimited())?;
        let place = || format!("{} {number}: {} to {}", case.map.name, ends[0], ends[1]);
        let (best, route) = match (best.path(), route.into_path()) {
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
        let ratio = path.cost() as f64 / best.cost() as f64;
        if ratio > row.at(100, "cost") {
            row.note = place();
        }
        row.add("cost", ratio);
        let length = straight_length(&path, &view);
        row.add("smooth", length / straight_length(best, &view));
        if let Some(map) = &any_angle {
            let [from, to] = ends.map(Spot::centre);
            let shortest = anya(map, from, to, &mut scratch).length();
            row.add("any angle", length / shortest.ok_or_else(place)?);
        }
    }
    Ok(())
}

/// How long a path is once it is pulled straight, in cells.
fn straight_length(path: &Path, view: &GridView<'_>) -> f64 {
    let cell = |node: &NodeId| view.grid().cell(*node);
    let leg = |a: Cell, b: Cell| {
        f64::hypot(f64::from(a.x) - f64::from(b.x), f64::from(a.y) - f64::from(b.y))
    };
    straighten(path, view).windows(2).map(|pair| leg(cell(&pair[0]), cell(&pair[1]))).sum()
}
