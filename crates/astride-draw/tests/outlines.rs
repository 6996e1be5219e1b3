//! Walls, one-way steps, stairs and costs on maps that are not squares: each changes the picture
//! where it is, and once.

use crate::common::Picture;
use astride::planner::{Board, OnBoard};
use astride::prelude::*;
use astride::shapes::floors::{FloorEdit, FloorMap, FloorMover, FloorSide};
use astride::shapes::graph::{Graph, GraphMover};
use astride::shapes::hex::{HexDir, HexEdit, HexLayout, HexMap, HexMover};
use astride::shapes::triangle::{TriangleEdit, TriangleMap, TriangleMover, TriangleSide};
use astride_draw::{Outlines, Theme};
use astride_testkit::rng::Rng;

fn svg(board: &dyn Board) -> String {
    Outlines::new(board).svg(Theme::Light).unwrap()
}

/// The lines that a document has in addition to those of another, all of which it repeats.
fn added(bare: &str, full: &str) -> Vec<String> {
    let mut rest = bare.lines().peekable();
    let more = full.lines().filter(|line| rest.next_if_eq(line).is_none());
    let more = more.map(str::to_owned).collect();
    assert_eq!(rest.next(), None, "something is missing");
    more
}

/// Walls and one-way steps as parts that begin anywhere: the ends of each, and the tips.
fn parts(lines: &[String], is_round: bool) -> Vec<String> {
    let mut lines = lines.iter().filter(|line| line.contains("linecap") == is_round);
    let line = lines.next().cloned().unwrap_or_default();
    assert!(lines.next().is_none());
    let drawn = line.split('"').nth(1).unwrap_or_default();
    drawn.split('M').skip(1).map(str::to_owned).collect()
}

/// Three hexagons in a row, whose middles are 48 pixels apart, from 40 on.
fn three(edit: &HexEdit) -> String {
    let mut map = HexMap::rectangle(HexLayout::Pointy, 3, 1, b'.').unwrap();
    map.apply(edit).unwrap();
    svg(&OnBoard::new(map, HexMover::walker()))
}

#[test]
fn walls_between_hexagons_lie_on_their_side() {
    let bare = three(&HexEdit::new());
    let wall = added(&bare, &three(HexEdit::new().wall((0, 0), HexDir::East)));
    let [side] = &parts(&wall, true)[..] else { panic!("{wall:?}") };
    assert!(wall.len() == 1 && side.starts_with("64 ") && side.contains("L64 "), "{side}");
    // Both steps one by one are the same as the wall.
    let mut both = HexEdit::new();
    both.forbid_step((0, 0), HexDir::East).forbid_step((1, 0), HexDir::West);
    assert_eq!(added(&bare, &three(&both)), wall);
    // The tips are 0.4 of half the distance from the side, where one can still go.
    for (place, dir, tip) in [((0, 0), HexDir::East, "L54.4 "), ((1, 0), HexDir::West, "L73.6 ")] {
        let step = added(&bare, &three(HexEdit::new().forbid_step(place, dir)));
        let [side, mark] = &parts(&step, false)[..] else { panic!("{step:?}") };
        assert!(step.len() == 1 && side.starts_with("64 ") && mark.contains(tip), "{step:?}");
    }
    // A shore is not a wall: the ground differs.
    let lake = three(HexEdit::new().set((1, 0), b'W'));
    assert!(!lake.contains("linecap") && lake.lines().count() == bare.lines().count());
    // Nobody steps from or onto rock anyway.
    let rock = three(HexEdit::new().set((1, 0), b'#'));
    assert_eq!(three(HexEdit::new().set((1, 0), b'#').wall((0, 0), HexDir::East)), rock);
}

/// Holds a picture against the sides that were shut: how many walls and one-way steps there are.
fn counts(bare: &str, full: &str, sides: &[[bool; 2]]) {
    let more = added(bare, full);
    let (walls, steps) = (parts(&more, true), parts(&more, false));
    let count = |wanted: fn(&[bool; 2]) -> bool| sides.iter().filter(|side| wanted(side)).count();
    assert_eq!(walls.len(), count(|side| *side == [true; 2]));
    assert_eq!(steps.len(), 2 * count(|side| side[0] != side[1]), "a line and a tip each");
    let mut all = [walls, steps].concat();
    all.sort();
    all.dedup();
    let drawn = count(|side| *side == [true; 2]) + 2 * count(|side| side[0] != side[1]);
    assert_eq!(all.len(), drawn, "none twice");
}

#[test]
fn every_wall_is_drawn_once_on_every_shape() {
    let mut rng = Rng::new(7);
    for layout in [HexLayout::Pointy, HexLayout::Flat] {
        let mut map = HexMap::hexagon(layout, 4, b'.').unwrap();
        let bare = svg(&OnBoard::new(map.clone(), HexMover::walker()));
        let mut sides = Vec::new();
        for tile in map.clone().tiles() {
            for dir in [HexDir::East, HexDir::SouthEast, HexDir::SouthWest] {
                let behind = tile.beside(dir);
                if map.node(behind).is_none() {
                    continue;
                }
                let side = [rng.percent(30), rng.percent(30)];
                let mut edit = HexEdit::new();
                if side[0] {
                    edit.forbid_step(tile, dir);
                }
                if side[1] {
                    edit.forbid_step(behind, dir.opposite());
                }
                map.apply(&edit).unwrap();
                sides.push(side);
            }
        }
        counts(&bare, &svg(&OnBoard::new(map, HexMover::walker())), &sides);
    }
    let mut map = TriangleMap::new(9, 5, b'.').unwrap();
    let bare = svg(&OnBoard::new(map.clone(), TriangleMover::walker()));
    let mut sides = Vec::new();
    for (x, y) in (0..5).flat_map(|y| (0..8).map(move |x| (x, y))) {
        let side = [rng.percent(30), rng.percent(30)];
        let mut edit = TriangleEdit::new();
        if side[0] {
            edit.forbid_step((x, y), TriangleSide::Right);
        }
        if side[1] {
            edit.forbid_step((x + 1, y), TriangleSide::Left);
        }
        map.apply(&edit).unwrap();
        sides.push(side);
    }
    map.apply(TriangleEdit::new().wall((0, 0), TriangleSide::Base)).unwrap();
    sides.push([true; 2]);
    counts(&bare, &svg(&OnBoard::new(map, TriangleMover::walker())), &sides);
}

#[test]
fn floors_have_walls_and_an_arc_for_each_stair() {
    let drawn = |edit: &FloorEdit| {
        let mut map = FloorMap::new([4, 3, 2], b'.').unwrap();
        map.apply(edit).unwrap();
        svg(&OnBoard::new(map, FloorMover::walker()))
    };
    let bare = drawn(&FloorEdit::new());
    let wall = added(&bare, &drawn(FloorEdit::new().wall((1, 1, 1), FloorSide::East)));
    // Second floor: five columns further; 48 pixels each.
    assert_eq!(parts(&wall, true), ["352 64L352 112".to_owned()], "{wall:?}");
    let dots = |edit: &FloorEdit| {
        let more = added(&bare, &drawn(edit));
        let [arcs, dots] = &more[..] else { panic!("{more:?}") };
        assert_eq!(arcs.matches('Q').count(), 1, "{arcs}");
        assert!(arcs.contains("\"M40 40Q") && arcs.contains(" 280 40\""), "{arcs}");
        dots.matches('M').count()
    };
    assert_eq!(dots(FloorEdit::new().stair((0, 0, 0), (0, 0, 1), 9)), 1);
    assert_eq!(dots(FloorEdit::new().stairs((0, 0, 0), (0, 0, 1), 9)), 2);
}

#[test]
fn borders_that_are_joined_and_nodes_of_a_graph_have_no_walls() {
    use astride::shapes::floors::Wrap;
    let flat = FloorMap::new([4, 3, 1], b'.').unwrap();
    let round = flat.clone().wrapped(Wrap { columns: true, rows: true }).unwrap();
    let [flat, round] = [flat, round].map(|map| svg(&OnBoard::new(map, FloorMover::walker())));
    assert_eq!(flat, round);
    // Without positions all nodes lie on one spot; lines stay straight, one for both directions.
    let graph = Graph::from_arcs(3, &[(0, 1, 5), (1, 0, 5), (1, 2, 5)]).unwrap();
    let drawn = svg(&OnBoard::new(graph, GraphMover::new()));
    let lines: Vec<&str> = drawn.lines().filter(|line| line.contains("fill=\"none\"")).collect();
    assert!(lines.len() == 1 && !lines[0].contains('Q'), "{drawn}");
    assert_eq!(lines[0].matches('L').count(), 2);
}

#[test]
fn ground_has_the_colour_of_what_it_costs_the_mover_and_costs_tint_it() {
    let colours = |classes: [u8; 3], mover: HexMover, costs: &[(NodeId, u64)]| {
        let mut map = HexMap::rectangle(HexLayout::Pointy, 3, 1, b'.').unwrap();
        for (class, q) in classes.into_iter().zip(0..) {
            map.apply(HexEdit::new().set((q, 0), class)).unwrap();
        }
        let board = OnBoard::new(map, mover);
        let picture = Outlines { costs, ..Outlines::new(&board) }.png(Theme::Light).unwrap();
        let picture = Picture::decode(&picture);
        [40, 88, 136].map(|x| picture.at(x, picture.height / 2))
    };
    let plain = colours([b'.', b'9', b'm'], HexMover::walker(), &[]);
    assert!(plain[0] != plain[1], "{plain:?}");
    let mover = HexMover::walker().terrain(b'm', 9).unwrap().terrain(b'9', 1).unwrap();
    let mire = colours([b'.', b'9', b'm'], mover, &[]);
    assert_eq!(mire, [plain[0], plain[0], plain[1]], "by the mover, not by the letter");

    let map = HexMap::rectangle(HexLayout::Pointy, 3, 1, b'.').unwrap();
    let [one, other] = [0, 1].map(|q| map.node((q, 0)).unwrap());
    let beyond = (NodeId::new(NodeId::MAX_INDEX), 1_000_000);
    let costs = [(one, 0), (other, 70), (other, 90), beyond];
    let tinted = colours([b'.'; 3], HexMover::walker(), &costs);
    assert!(tinted[0] != plain[0] && tinted[1] != tinted[0] && tinted[2] == plain[0]);
    let scaled = [(one, 0), (other, 7)];
    assert_eq!(tinted, colours([b'.'; 3], HexMover::walker(), &scaled), "the most is brightest");
}
