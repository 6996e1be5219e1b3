//! The maps that come along: drawn, recorded and generated.

use astride::base::Cell;
use astride::io::{Drawing, read_map};
use astride::shapes::square::Grid;
use serde_json::{Value, json};

use crate::session::generate::generate;
use crate::session::limits::Limits;
use crate::session::message::Generate;
use crate::session::wire::Refusal;

/// A map that comes along.
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
    /// Generated: the kind and the seed.
    Made(&'static str, u64),
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

const BUILTINS: [Builtin; 15] = [
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
    builtin(
        "trap",
        ("Trap", "a dead end towards the goal"),
        (50, 9),
        Source::Map(include_str!("../../../../data/grid/local/trap.map")),
    ),
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
        Source::Map(include_str!("../../../../data/grid/local/corner.map")),
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
            })
        })
        .collect()
}

/// A map, where it is drawn to start and to go, and what it is called.
pub(super) struct Opened {
    pub(super) name: String,
    pub(super) grid: Grid,
    pub(super) start: Option<Cell>,
    pub(super) goals: Vec<Cell>,
}

/// The map called `id`.
pub(super) fn open(id: &str, limits: &Limits) -> Result<Opened, Refusal> {
    let map = BUILTINS.iter().find(|map| map.id == id).ok_or_else(|| {
        let ids: Vec<_> = BUILTINS.iter().map(|map| map.id).collect();
        let shown: String = id.chars().take(40).collect();
        Refusal::value(format!("there is no map {shown:?}, expected one of {}", ids.join(", ")))
    })?;
    let name = map.label.to_owned();
    Ok(match map.source {
        Source::Drawn(text) => {
            let drawing = Drawing::parse(text).map_err(Refusal::format)?;
            let start = drawing.starts.first().copied();
            Opened { name, grid: drawing.grid, start, goals: drawing.goals }
        }
        Source::Map(text) => {
            let grid = read_map(text.as_bytes()).map_err(Refusal::format)?;
            Opened { name, grid, start: None, goals: Vec::new() }
        }
        Source::Made(kind, seed) => {
            let (kind, width, height) = (kind.to_owned(), map.width, map.height);
            let (percent, classes, blob) = (None, None, None);
            let wish = Generate { kind, width, height, seed, percent, classes, blob };
            Opened { name, grid: generate(&wish, limits)?, start: None, goals: Vec::new() }
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
        assert_eq!(menu(&Limits::shared()).as_array().unwrap().len(), BUILTINS.len() - 1);
    }
}
