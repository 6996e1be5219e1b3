//! How do I guess in my own way, and what does the promise I make with it mean?

use astride::prelude::*;
use astride::search::{Custom, Heuristic, Promise};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut grid = Grid::new(60, 40, b'.')?;
    grid.apply(Edit::new().fill(CellRect::new(30, 5, 1, 35), b'@'))?;
    let mover = Mover::walker().scale(Scale::CLASSIC);
    let view = grid.seen_by(&mover);
    let query = PathQuery::new(
        grid.node((2, 35)).ok_or("off the map")?,
        grid.node((57, 35)).ok_or("off the map")?,
    );

    let gap = Cell::new(30, 4);
    let columns = |from, to| 10 * u64::from(grid.cell(from).x.abs_diff(grid.cell(to).x));
    let detour = |from, to| {
        // A path from the left of the wall, below its upper end, has to go over that end.
        let (a, b) = (grid.cell(from), grid.cell(to));
        let is_behind = a.x < gap.x && b.x > gap.x && a.y.min(b.y) > gap.y;
        if is_behind { octile(a, gap) + octile(gap, b) } else { columns(from, to) }
    };
    // The promise decides what the answer may claim, so it has to be true.
    let honest = Custom::new(Promise::Consistent, columns);
    let clever = Custom::new(Promise::Admissible, detour);
    let bold = Custom::new(Promise::Nothing, |from, to| 4 * columns(from, to));

    let mut scratch = Scratch::new();
    show("columns left", &honest, &view, &query, &mut scratch);
    show("the way round the wall", &clever, &view, &query, &mut scratch);
    show("four times too high", &bold, &view, &query, &mut scratch);
    show("the built-in octile", &GridHeuristic::octile(&view), &view, &query, &mut scratch);
    Ok(())
}

/// Ticks between two cells with nothing in the way.
fn octile(a: Cell, b: Cell) -> u64 {
    let (dx, dy) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
    u64::from(10 * dx.abs_diff(dy) + 14 * dx.min(dy))
}

fn show(
    name: &str,
    heuristic: &impl Heuristic,
    view: &GridView<'_>,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
) {
    if let Outcome::Found(found) = astar(view, heuristic, query, scratch, &mut ()) {
        let expanded = found.effort.expanded;
        println!("{name}: {} ticks, {expanded} expanded, {}", found.path.cost(), found.guarantee);
    }
}
