//! Pictures of maps of other shapes and of meshes: what is where, in SVG and in PNG.

use crate::common::Picture;
use astride::base::Vec2;
use astride::planner::{Board, OnBoard};
use astride::prelude::*;
use astride::search::Event;
use astride::shapes::hex::{HexEdit, HexLayout, HexMap, HexMover};
use astride::shapes::mesh::{AreaFactors, Mesh};
use astride::shapes::voxel::{VoxelEdit, VoxelMap};
use astride_draw::{MeshPicture, Outlines, Progress, Space, Theme};

const FREE: [u8; 3] = [244, 241, 234];
const BLOCKED: [u8; 3] = [52, 58, 70];
const START: [u8; 3] = [34, 160, 80];
const GOAL: [u8; 3] = [214, 40, 57];

#[test]
fn hexagons_have_their_terrain_a_path_and_marks() {
    let mut map = HexMap::rectangle(HexLayout::Pointy, 3, 1, b'.').unwrap();
    map.apply(HexEdit::new().set((1, 0), b'#')).unwrap();
    let ends = [map.node((0, 0)).unwrap(), map.node((2, 0)).unwrap()];
    let board = OnBoard::new(map, HexMover::walker());
    let bare = Outlines::new(&board);
    let colours = |picture: &Outlines<'_>| {
        let picture = Picture::decode(&picture.png(Theme::Light).unwrap());
        // The middles, 48 pixels apart, and half way from the first to the second.
        [40, 88, 136, 56].map(|x| picture.at(x, picture.height / 2))
    };
    assert_eq!(colours(&bare), [FREE, BLOCKED, FREE, FREE]);
    let (starts, goals) = (&ends[..1], &ends[1..]);
    let full = Outlines { starts, goals, path: Some(&ends), expanded: &ends[..1], ..bare };
    assert_eq!(colours(&full), [START, GOAL, GOAL, GOAL], "the path is as red as the goal");
    let tinted = colours(&Outlines { expanded: &ends[..1], ..bare });
    assert!(tinted[0] != FREE && tinted[2] == FREE);
    let reached = Event::Open { node: ends[1], parent: Some(ends[0]), g: 2, h: 0, f: 2 };
    let start = Event::Open { node: ends[0], parent: None, g: 0, h: 0, f: 2 };
    let tree = Progress::replay(&[start, reached], 2);
    let with_tree = Outlines { tree: Some(&tree), ..bare };
    let changed = colours(&with_tree).into_iter().zip(colours(&bare)).all(|(a, b)| a != b);
    assert!(changed, "a line from end to end");
    let far = [NodeId::new(board.node_count()), NodeId::new(NodeId::MAX_INDEX)];
    let off = Outlines { starts: &far, goals: &far, path: Some(&far), expanded: &far, ..bare };
    assert_eq!(off.svg(Theme::Light), bare.svg(Theme::Light), "nothing off the map matters");
}

#[test]
fn voxels_are_seen_from_above_and_from_the_front() {
    let mut map = VoxelMap::new(2, 3, 4).unwrap();
    map.apply(VoxelEdit::new().block((1, 2, 0))).unwrap();
    let bare = Space { map: &map, starts: &[], goals: &[], path: None, tree: None };
    let picture = Picture::decode(&bare.png(Theme::Light).unwrap());
    let colour =
        |column: u32, row: u32, top: u32| picture.at(40 + 48 * column, top + 24 + 48 * row);
    // The front begins below three rows and a gap, and its lowest layer is the last row.
    let front = picture.height - 16 - 4 * 48;
    assert!(colour(1, 2, 16) != FREE && colour(1, 3, front) != FREE);
    assert_eq!([colour(0, 2, 16), colour(1, 1, 16), colour(0, 3, front)], [FREE; 3]);
    let start = [map.node((0, 0, 3)).unwrap()];
    let marked = Space { starts: &start, ..bare };
    let marked = Picture::decode(&marked.png(Theme::Light).unwrap());
    assert_eq!([marked.at(40, 40), marked.at(40, front + 24)], [START; 2]);
    let [foot, next] = [(0, 0, 0), (1, 0, 0)].map(|at| map.node(at).unwrap());
    let reached = [(foot, None, 0), (next, Some(foot), 1)].map(|(node, parent, g)| Event::Open {
        node,
        parent,
        g,
        h: 0,
        f: 0,
    });
    let tree = Progress::replay(&reached, 2);
    let lines = Picture::decode(&Space { tree: Some(&tree), ..bare }.png(Theme::Light).unwrap());
    let between = [lines.at(64, 40), lines.at(64, front + 3 * 48 + 24)];
    assert!(between.into_iter().all(|colour| colour != FREE), "in both views");
    let far = [NodeId::new(NodeId::MAX_INDEX)];
    let off = Space { starts: &far, goals: &far, path: Some(&far), ..bare };
    assert_eq!(off.svg(Theme::Light), bare.svg(Theme::Light), "nothing off the map matters");
}

#[test]
fn a_mesh_is_light_on_dark() {
    let points = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)].map(|(x, y)| Vec2::new(x, y)).to_vec();
    let mesh = Mesh::new(points, &[[0, 1, 2]]).unwrap();
    let (factors, starts, goals) = (None, &[][..], &[][..]);
    let picture =
        MeshPicture { mesh: &mesh, factors, starts, goals, path: None, expanded: &[7, 0] };
    let bare = MeshPicture { expanded: &[], ..picture };
    let [tinted, bare] = [picture, bare].map(|picture| picture.png(Theme::Light).unwrap());
    let [tinted, bare] = [tinted, bare].map(|bytes| Picture::decode(&bytes));
    assert_eq!((bare.at(150, 50), bare.at(50, 150)), (FREE, BLOCKED));
    assert!(tinted.at(150, 50) != FREE && tinted.at(50, 150) == BLOCKED);
}

#[test]
fn areas_of_a_mesh_have_the_colours_of_what_they_cost() {
    let points = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)].map(|(x, y)| Vec2::new(x, y)).to_vec();
    let colour = |class: u8, factors: Option<AreaFactors>| {
        let mesh = Mesh::new(points.clone(), &[[0, 1, 2]]).unwrap().with_classes(&[class]).unwrap();
        let (mesh, factors) = (&mesh, factors.as_ref());
        let picture =
            MeshPicture { mesh, factors, starts: &[], goals: &[], path: None, expanded: &[] };
        Picture::decode(&picture.png(Theme::Light).unwrap()).at(150, 50)
    };
    let cost = |class, factor| Some(AreaFactors::new().with(class, factor).unwrap());
    let without = |class| Some(AreaFactors::new().without(class));
    let (swamp, water) = (colour(b'S', None), colour(b'W', None));
    assert!(swamp != FREE && swamp != water && water != BLOCKED);
    assert_eq!(
        [colour(7, None), colour(7, cost(7, 0.5)), colour(b'S', cost(b'.', 4.0))],
        [FREE, FREE, swamp]
    );
    assert_eq!([colour(b'S', without(b'S')), colour(7, without(7))], [BLOCKED; 2]);
    assert_eq!(colour(b'W', without(b'W')), water, "who swims may still see where it is");
    let costly = [2.0, 4.0, 9.0, 1e6].map(|factor| colour(b'S', cost(b'S', factor)));
    assert!(costly[0] != swamp && costly[0] != costly[1] && costly[1] != costly[2]);
    assert_eq!((costly[2], costly[1]), (costly[3], colour(7, cost(7, 4.0))));
}
