//! The maps that are included: drawn, recorded and generated.

use std::sync::Arc;

use astride::base::Cell;
use astride::io::{Drawing, read_map};
use astride::shapes::square::Grid;
use serde_json::{Value, json};

use crate::session::generate::generate;
use crate::session::growth::Growth;
use crate::session::limits::Limits;
use crate::session::message::Generate;
use crate::session::open::{laid_out, plain};
use crate::session::plan::Plan;
use crate::session::tiling::Tiling;
use crate::session::wire::Refusal;

/// A built-in map.
struct Builtin {
    id: &'static str,
    label: &'static str,
    about: &'static str,
    width: u32,
    height: u32,
    source: Source,
}

enum Source {
    /// Drawn text, with start and goal.
    Drawn(&'static str),
    /// A `.map` file.
    Map(&'static str),
    /// A `.map` file, with a start and a goal that show what its name promises.
    Between(&'static str, [Cell; 2]),
    /// Generated: the kind and the seed.
    Made(&'static str, u64),
    /// The text of a graph or a mesh, and positions if they are a separate text.
    Plan(&'static str, Option<&'static str>),
}

/// The map that a session begins with.
pub(super) const FIRST: &str = "figure";

const fn builtin(
    id: &'static str,
    (label, about): (&'static str, &'static str),
    (width, height): (u32, u32),
    source: Source,
) -> Builtin {
    Builtin { id, label, about, width, height, source }
}

const FIGURE: &str = ".......\n...#...\n.A.#.B.\n...#...\n.......\n";

const MEADOW: &str = "\
....................
..3333..............
.333333....TTTT.....
.3333333...TTTT.....
..33333.....TT......
...333..............
A..........55555...B
......#...5555555...
......#...5555555...
......#....55555....
......#.............
..TT..#######.......
..TT................
";

const TRAP: &str = "\
....................................
....................................
..........###############...........
........................#...........
........................#...........
........................#...........
..A.....................#.......B...
........................#...........
........................#...........
........................#...........
..........###############...........
....................................
....................................
";

const LAKE: &str = "\
........................
.......WWWWWWWW.........
.....WWWWWWWWWWWW.......
....WWWWW..WWWWWWW......
.A..WWWW....WWWWWWW..B..
....WWWWW..WWWWWWW......
.....WWWWWWWWWWWW.......
......SSWWWWWWSS........
.......SSSSSSSS.........
........................
";

const BUILTINS: [Builtin; 18] = [
    builtin(
        FIRST,
        ("First figure", "a wall between start and goal, as in the classic tutorials"),
        (7, 5),
        Source::Drawn(FIGURE),
    ),
    builtin(
        "meadow",
        ("Meadow", "ground that costs three and five times as much, and trees"),
        (20, 13),
        Source::Drawn(MEADOW),
    ),
    builtin(
        "lake",
        ("Lake", "water, which walkers go round, with an island and a swamp"),
        (24, 10),
        Source::Drawn(LAKE),
    ),
    builtin("trap", ("Trap", "a dead end towards the goal"), (36, 13), Source::Drawn(TRAP)),
    builtin(
        "bottleneck",
        ("Bottleneck", "two halls and a narrow passage"),
        (37, 21),
        Source::Map(include_str!("../../../../data/grid/local/bottleneck.map")),
    ),
    builtin(
        "corner",
        ("Corner", "one long wall with a corner"),
        (50, 50),
        Source::Between(
            include_str!("../../../../data/grid/local/corner.map"),
            [Cell::new(36, 36), Cell::new(46, 46)],
        ),
    ),
    builtin(
        "pacman",
        ("Corridors", "narrow corridors with many crossings"),
        (43, 31),
        Source::Map(include_str!("../../../../data/grid/local/pacman.map")),
    ),
    builtin(
        "arena",
        ("Arena", "a small map of a game, from the MovingAI sets"),
        (49, 49),
        Source::Map(include_str!("../../../../data/grid/dao/arena.map")),
    ),
    builtin(
        "maze",
        ("Maze", "one way between any two squares, 127 squares wide"),
        (127, 127),
        Source::Made("maze", 7),
    ),
    builtin(
        "rooms",
        ("Rooms", "rooms in rows, some doors missing"),
        (144, 144),
        Source::Made("rooms", 3),
    ),
    builtin("city", ("City", "streets, houses and yards"), (256, 256), Source::Made("city", 11)),
    builtin(
        "hills",
        ("Hills", "five kinds of ground in smooth blobs"),
        (256, 256),
        Source::Made("terrain", 5),
    ),
    builtin(
        "realm",
        ("Realm", "a board of 24 territories, a step over each border"),
        (69, 1),
        Source::Plan(include_str!("plan/realm.gr"), None),
    ),
    builtin(
        "monaco",
        ("Monaco", "519 crossings of roads by time, © OpenStreetMap contributors"),
        (512, 3),
        Source::Plan(
            include_str!("../../../../data/road/monaco.time.gr"),
            Some(include_str!("../../../../data/road/monaco.co")),
        ),
    ),
    builtin(
        "arena-mesh",
        ("Arena as a mesh", "the arena in polygons, by the authors of Polyanya"),
        (377, 378),
        Source::Plan(include_str!("../../../../data/navmesh/polyanya/v2/arena-merged.mesh"), None),
    ),
    builtin("caves-512", ("Caves", "512 squares wide"), (512, 512), Source::Made("caves", 2)),
    builtin(
        "caves-1024",
        ("Large caves", "a million squares"),
        (1024, 1024),
        Source::Made("caves", 2),
    ),
    builtin(
        "caves-4096",
        ("Huge caves", "sixteen million squares"),
        (4096, 4096),
        Source::Made("caves", 2),
    ),
];

/// The menu of maps that fit the limits.
pub(super) fn menu(limits: &Limits) -> Value {
    BUILTINS
        .iter()
        .filter(|map| map.width * map.height <= limits.max_cells)
        .map(|map| {
            json!({
                "id": map.id, "label": map.label, "about": map.about,
                "width": map.width, "height": map.height,
                "tiles": !matches!(map.source, Source::Plan(..)),
            })
        })
        .collect()
}

/// A map, the start and goal drawn in it, and its name.
pub(super) struct Opened {
    pub(super) name: String,
    pub(super) grid: Grid,
    pub(super) tiling: Tiling,
    pub(super) plan: Option<Arc<Plan>>,
    pub(super) start: Option<Cell>,
    pub(super) via: Vec<Cell>,
    pub(super) goals: Vec<Cell>,
    /// How it was made, if a generator did.
    pub(super) growth: Option<Growth>,
}

fn find(id: &str) -> Result<&'static Builtin, Refusal> {
    BUILTINS.iter().find(|map| map.id == id).ok_or_else(|| {
        let ids: Vec<_> = BUILTINS.iter().map(|map| map.id).collect();
        let shown: String = id.chars().take(40).collect();
        Refusal::value(format!("there is no map {shown:?}, expected one of {}", ids.join(", ")))
    })
}

/// The largest size at which a generated map is previewed: the largest maps would take a second.
const PREVIEWED: u32 = 512;

/// The longest side of a preview.
const MOST_PREVIEW: u32 = 256;

/// A picture of the map called `id` with sides of at most `side` cells: one for every few cells of
/// the map. For a generated map with sides of more than 512 cells, it shows what the same generator
/// makes at that size.
pub(super) fn preview(id: &str, side: u32, limits: &Limits) -> Result<Grid, Refusal> {
    if !(1..=MOST_PREVIEW).contains(&side) {
        return Err(Refusal::value(format!("a side of {side}, expected 1 to {MOST_PREVIEW}")));
    }
    let map = find(id)?;
    let grid = match map.source {
        Source::Made(kind, seed) => {
            let (width, height) = (map.width.min(PREVIEWED), map.height.min(PREVIEWED));
            made(kind, seed, (width, height), limits)?.0
        }
        Source::Plan(text, positions) => {
            return Plan::read(text, positions, limits)?.picture(side);
        }
        _ => open(id, limits)?.grid,
    };
    let step = grid.width().max(grid.height()).div_ceil(side);
    let (width, height) = (grid.width().div_ceil(step), grid.height().div_ceil(step));
    let middle = |at: u32, end: u32| (at * step + step / 2).min(end - 1);
    let cell = |x, y| grid.class((middle(x, grid.width()), middle(y, grid.height())));
    let classes: Vec<u8> =
        (0..height).flat_map(|y| (0..width).filter_map(move |x| cell(x, y))).collect();
    Grid::from_classes(width, height, &classes).map_err(Refusal::size)
}

fn made(
    kind: &str,
    seed: u64,
    (width, height): (u32, u32),
    limits: &Limits,
) -> Result<(Grid, Option<Growth>), Refusal> {
    let (kind, percent, classes, blob) = (kind.to_owned(), None, None, None);
    generate(&Generate { kind, width, height, seed, percent, classes, blob }, limits)
}

/// The map called `id`.
pub(super) fn open(id: &str, limits: &Limits) -> Result<Opened, Refusal> {
    let map = find(id)?;
    let name = map.label.to_owned();
    Ok(match map.source {
        Source::Drawn(text) => {
            let drawing = Drawing::parse(text).map_err(Refusal::format)?;
            let start = drawing.starts.first().copied();
            Opened { name, start, goals: drawing.goals, ..plain(drawing.grid) }
        }
        Source::Map(text) => {
            let grid = read_map(text.as_bytes()).map_err(Refusal::format)?;
            Opened { name, ..plain(grid) }
        }
        Source::Between(text, [start, goal]) => {
            let grid = read_map(text.as_bytes()).map_err(Refusal::format)?;
            Opened { name, start: Some(start), goals: vec![goal], ..plain(grid) }
        }
        Source::Plan(text, positions) => laid_out(name, Plan::read(text, positions, limits)?)?,
        Source::Made(kind, seed) => {
            let (grid, growth) = made(kind, seed, (map.width, map.height), limits)?;
            Opened { name, growth, ..plain(grid) }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_map_on_the_menu_opens_at_the_size_it_says() {
        let limits = Limits::default();
        for map in BUILTINS.iter().filter(|map| map.width <= 1024) {
            let opened = open(map.id, &limits).unwrap();
            let size = (opened.grid.width(), opened.grid.height());
            assert_eq!(size, (map.width, map.height), "{}", map.id);
        }
        assert!(open("atlantis", &limits).is_err());
        for map in &BUILTINS {
            let small = preview(map.id, 100, &limits).unwrap();
            assert!(small.width() <= 100 && small.height() <= 100, "{}", map.id);
            assert!(small.width().max(small.height()) > 40 || map.width <= 100, "{}", map.id);
        }
        assert!(preview("figure", 0, &limits).is_err());
        assert_eq!(menu(&Limits::shared()).as_array().unwrap().len(), BUILTINS.len() - 1);
    }
}
