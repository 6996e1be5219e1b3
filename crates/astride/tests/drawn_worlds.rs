//! Drawings and graphs as text: whatever a writer does not refuse is read back as the same map.

use astride::base::{Cell, NodeId, Vec2};
use astride::io::{
    FloorDrawing, HexDrawing, TriangleDrawing, WriteError, read_graph, read_positions, write_graph,
    write_positions, write_world_of,
};
use astride::shapes::Stored;
use astride::shapes::floors::{FloorEdit, FloorMap, FloorPlace, FloorSide, Wrap};
use astride::shapes::graph::{Graph, GraphBuilder};
use astride::shapes::hex::{Hex, HexDir, HexEdit, HexLayout, HexMap};
use astride::shapes::triangle::{TriangleEdit, TriangleMap, TriangleSide};
use astride_testkit::rng::Rng;

/// Numbers that are the same every time.
struct Dice(Rng);

impl Dice {
    fn new(seed: u64) -> Self {
        Dice(Rng::new(seed))
    }

    fn below(&mut self, bound: u32) -> u32 {
        self.0.below(bound as usize) as u32
    }
}

const CLASSES: &[u8] = b"..@@39W~!";

fn class(rng: &mut Dice) -> u8 {
    CLASSES[rng.below(CLASSES.len() as u32) as usize]
}

fn same<S: Stored>(one: &S, other: &S, what: &str) {
    assert!(write_world_of(one) == write_world_of(other), "{what}");
}

/// Some of these places, each once.
fn some<P: Copy>(rng: &mut Dice, places: &[P]) -> Vec<P> {
    places.iter().copied().filter(|_| rng.below(4) == 0).collect()
}

#[test]
fn hexagons_are_read_as_they_were_drawn() {
    let (mut drawn, mut refused) = (0, 0);
    for seed in 0..400 {
        let mut rng = Dice::new(seed);
        let layout = [HexLayout::Pointy, HexLayout::Flat][rng.below(2) as usize];
        // Half of the maps begin before column 0, where drawings begin.
        let left = 2 * rng.below(2) as i32;
        let tile = |rng: &mut Dice| {
            let (q, r) = (rng.below(7) as i32 - left, rng.below(7) as i32);
            (Hex::new(q, r), class(rng))
        };
        let tiles: Vec<_> = (0..1 + rng.below(20)).map(|_| tile(&mut rng)).collect();
        let map = HexMap::of_tiles(layout, &tiles).unwrap();
        let free: Vec<Hex> = map.tiles().filter(|&hex| map.class(hex) == Some(b'.')).collect();
        let marked = some(&mut rng, &free);
        let (starts, goals) = marked.split_at(marked.len() / 2);
        match HexDrawing::write(&map, starts, goals) {
            Ok(text) => {
                let read = HexDrawing::parse(&text).unwrap_or_else(|error| panic!("{text}{error}"));
                same(&read.map, &map, &text);
                let sorted = |hexes: &[Hex]| {
                    let mut hexes = hexes.to_vec();
                    hexes.sort_unstable();
                    hexes
                };
                assert_eq!(sorted(&read.starts), sorted(starts), "{text}");
                assert_eq!(sorted(&read.goals), sorted(goals), "{text}");
                drawn += 1;
            }
            Err(error) => {
                let message = error.to_string();
                assert!(
                    message.contains("expected no tiles in columns or rows before 0"),
                    "{message}"
                );
                refused += 1;
            }
        }
    }
    assert!(drawn > 50 && refused > 50, "{drawn} drawn, {refused} refused");
}

#[test]
fn triangles_and_floors_are_read_as_they_were_drawn() {
    for seed in 0..300 {
        let mut rng = Dice::new(seed);
        let (width, height) = (1 + rng.below(8), 1 + rng.below(6));
        let classes: Vec<u8> = (0..width * height).map(|_| class(&mut rng)).collect();
        let at = |cell: Cell| classes[(cell.y * width + cell.x) as usize];
        let map = TriangleMap::of_classes(width, height, at).unwrap();
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| Cell { x, y }));
        let free: Vec<Cell> = cells.filter(|&cell| at(cell) == b'.').collect();
        let goals = some(&mut rng, &free);
        let text = TriangleDrawing::write(&map, &[], &goals).unwrap();
        let read = TriangleDrawing::parse(&text).unwrap();
        same(&read.map, &map, &text);
        assert_eq!(read.goals, goals, "{text}");

        let size = [3 + rng.below(5), 3 + rng.below(3), 1 + rng.below(3)];
        let wrap = Wrap { columns: rng.below(2) == 0, rows: rng.below(2) == 0 };
        let map = FloorMap::of_classes(size, |_| match rng.below(5) {
            0 => FloorMap::VOID,
            _ => class(&mut rng),
        });
        let mut map = map.unwrap().wrapped(wrap).unwrap();
        let mut places: Vec<FloorPlace> = Vec::new();
        for node in (0..size.iter().product()).map(NodeId::new) {
            let place = map.place(node);
            if map.class(place).is_some() {
                places.push(place);
            }
        }
        let mut batch = FloorEdit::new();
        for _ in 0..rng.below(6) {
            let [from, to] = [0; 2].map(|_| places[rng.below(places.len() as u32) as usize]);
            if from != to {
                match rng.below(3) {
                    0 => batch.stairs(from, to, 13_860),
                    1 => batch.stairs(from, to, 7),
                    _ => batch.stair(from, to, 1 + rng.below(20_000)),
                };
            }
        }
        if !batch.is_empty() {
            map.apply(&batch).unwrap();
        }
        let free: Vec<_> =
            places.into_iter().filter(|&place| map.class(place) == Some(b'.')).collect();
        let starts = some(&mut rng, &free);
        match FloorDrawing::write(&map, &starts, &[]) {
            Ok(text) => {
                let read =
                    FloorDrawing::parse(&text).unwrap_or_else(|error| panic!("{text}{error}"));
                same(&read.map, &map, &text);
                assert_eq!(read.starts, starts, "{text}");
            }
            Err(error) => {
                let message = error.to_string();
                assert!(message.contains("expected a cell in the last column"), "{message}");
            }
        }
    }
}

#[test]
fn terrain_that_spells_a_word_is_no_stair() {
    let at = |word: &'static [u8]| move |place: FloorPlace| word[place.x as usize];
    for word in [&b"floor"[..], b"stair", b"one-way"] {
        let map = FloorMap::of_classes([word.len() as u32, 1, 2], at(word)).unwrap();
        let text = FloorDrawing::write(&map, &[], &[]).unwrap();
        same(&FloorDrawing::parse(&text).unwrap().map, &map, &text);
    }
}

#[test]
fn what_letters_cannot_say_is_refused() {
    let check = |written: Result<String, WriteError>, lost: &str| {
        let refused = written.expect_err(lost).to_string();
        assert!(refused.contains(lost), "{refused}");
    };
    let hexagons = |edit: &HexEdit| {
        let mut map = HexMap::rectangle(HexLayout::Pointy, 3, 2, b'.').unwrap();
        map.apply(edit).unwrap();
        HexDrawing::write(&map, &[], &[])
    };
    let walls = "walls, one-way steps and fences (the first at (0, 0))";
    check(hexagons(HexEdit::new().wall((0, 0), HexDir::East)), walls);
    check(hexagons(HexEdit::new().forbid_step((0, 0), HexDir::East)), walls);
    check(hexagons(HexEdit::new().fence((0, 0), HexDir::East, 3)), walls);
    check(hexagons(HexEdit::new().set((1, 0), b'#')), "terrain class 35 ('#', at (1, 0))");
    check(hexagons(HexEdit::new().set((1, 0), b'A')), "terrain class 65 ('A', at (1, 0))");
    check(hexagons(HexEdit::new().set((1, 0), 200)), "terrain class 200 (at (1, 0))");
    let map = HexMap::rectangle(HexLayout::Pointy, 3, 2, b'.').unwrap();
    let mark = "a start or goal at (1, 0) (expected free ground '.', one mark a tile)";
    let at = Hex::new(1, 0);
    check(HexDrawing::write(&map, &[at], &[at]), mark);
    check(HexDrawing::write(&map, &[Hex::new(9, 9)], &[]), "a start or goal at (9, 9)");
    let column: Vec<(Hex, u8)> = (0..9000)
        .map(|row| (Hex::from_offset((0, row), astride::shapes::hex::HexOffset::OddRows), b'.'))
        .collect();
    let map = HexMap::of_tiles(HexLayout::Pointy, &column).unwrap();
    check(HexDrawing::write(&map, &[], &[]), "the outline of the map (expected fewer rows");

    let mut map = TriangleMap::new(3, 2, b'.').unwrap();
    map.apply(TriangleEdit::new().fence((1, 0), TriangleSide::Right, 1)).unwrap();
    check(
        TriangleDrawing::write(&map, &[], &[]),
        "walls, one-way steps and fences (the first at (1, 0)",
    );
    let mut map = FloorMap::new([3, 2, 2], b'.').unwrap();
    map.apply(FloorEdit::new().wall((1, 0, 1), FloorSide::East)).unwrap();
    check(FloorDrawing::write(&map, &[], &[]), "the first at 1,0,1");
}

#[test]
fn graphs_are_read_as_they_were_written() {
    for seed in 0..300 {
        let mut rng = Dice::new(seed);
        let (nodes, first) = (1 + rng.below(9), rng.below(2));
        let mut builder = GraphBuilder::with_nodes(nodes);
        builder.count_from(first);
        // The last place is named by an arc, as the form without a header needs it.
        builder.arc(nodes - 1, 0, rng.below(3));
        for _ in 0..rng.below(20) {
            builder.arc(rng.below(nodes), rng.below(nodes), rng.below(1000));
        }
        let mut graph = builder.finish().unwrap();
        let text = write_graph(&graph).unwrap();
        same(&read_graph(text.as_bytes()).unwrap(), &graph, &text);
        assert_eq!(write_positions(&graph), Ok(None));
        let number = |rng: &mut Dice| f64::from(rng.below(2000)) - 1000.0;
        let positions: Vec<Vec2> =
            (0..nodes).map(|_| Vec2::new(number(&mut rng), number(&mut rng))).collect();
        graph.set_positions(&positions).unwrap();
        let coordinates = write_positions(&graph).unwrap().unwrap();
        let mut read = read_graph(text.as_bytes()).unwrap();
        assert_eq!(read_positions(coordinates.as_bytes(), &read).unwrap(), positions);
        read.set_positions(&positions).unwrap();
        same(&read, &graph, &text);
    }
}

#[test]
fn what_arcs_cannot_say_is_refused() {
    let check = |graph: &Graph, lost: &str| {
        let refused = write_graph(graph).expect_err(lost).to_string();
        assert!(refused.contains(lost), "{refused}");
    };
    let mut named = GraphBuilder::new();
    let [here, there] = ["here", "there"].map(|name| named.place(name));
    named.arc(here, there, 1);
    check(&named.finish().unwrap(), "names of places (the first \"here\")");
    let lone = Graph::from_arcs(3, &[(0, 1, 4)]).unwrap();
    check(&lone, "the places (expected an arc from or to the last, or numbers from 1)");
    check(&Graph::from_arcs(0, &[]).unwrap(), "the places (expected");
    let mut builder = GraphBuilder::with_nodes(2);
    builder.count_from(7).arc(0, 1, 1);
    check(&builder.finish().unwrap(), "the places (expected numbers from 0 or from 1)");
    let mut builder = GraphBuilder::with_nodes(70_000);
    builder.count_from(1).arc(0, 1, 1);
    check(&builder.finish().unwrap(), "the places (expected more arcs)");
    let mut half = Graph::from_arcs(2, &[(0, 1, 4)]).unwrap();
    half.set_positions(&[Vec2::new(0.0, 0.0), Vec2::new(0.5, 1.0)]).unwrap();
    let refused = write_positions(&half).unwrap_err().to_string();
    assert_eq!(refused, "a .co file cannot hold the position of place 1 (expected whole numbers)");
}
