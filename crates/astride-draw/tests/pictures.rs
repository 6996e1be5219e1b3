//! Pictures as PNG and SVG: colours where they belong, sizes within limits, always the same bytes.

use crate::common::{Picture, search};
use astride::base::Budget;
use astride::prelude::*;
use astride::search::{DistanceField, reachable};
use astride::world::Way;
use astride_draw::{Layer, Legend, PictureOptions, Progress, Scene, Theme, png, svg};

const FREE: [u8; 3] = [244, 241, 234];
const BLOCKED: [u8; 3] = [52, 58, 70];
const START: [u8; 3] = [34, 160, 80];
const GOAL: [u8; 3] = [214, 40, 57];

#[test]
fn cells_and_marks_have_their_colours() {
    let drawing = Drawing::parse("A.#\n..B").unwrap();
    let mover = Mover::walker();
    let mut scene = Scene::new(&drawing.grid, &mover);
    (scene.starts, scene.goals) = (&drawing.starts, &drawing.goals);
    let options = PictureOptions { cell: Some(20), margin: 4, ..PictureOptions::default() };
    let picture = Picture::decode(&png(&scene, &options).unwrap());
    assert_eq!((picture.width, picture.height), (68, 48));
    let centre = |x: u32, y: u32| picture.at(4 + 20 * x + 10, 4 + 20 * y + 10);
    assert_eq!(centre(0, 0), START);
    assert_eq!(centre(1, 0), FREE);
    assert_eq!(centre(2, 0), BLOCKED);
    assert_eq!(centre(2, 1), GOAL);
    assert_eq!(picture.at(0, 0), [255, 255, 255], "the margin is paper");
    let dark = PictureOptions { theme: Theme::Dark, ..options };
    assert_ne!(Picture::decode(&png(&scene, &dark).unwrap()).at(0, 0), [255, 255, 255]);
}

#[test]
fn a_path_is_a_line_through_the_centres() {
    let grid = Grid::new(9, 3, b'.').unwrap();
    let mover = Mover::walker();
    let path: Vec<NodeId> = (9..18).map(NodeId::new).collect();
    let mut scene = Scene::new(&grid, &mover);
    scene.path = Some(&path);
    let options = PictureOptions { cell: Some(10), margin: 0, ..PictureOptions::default() };
    let picture = Picture::decode(&png(&scene, &options).unwrap());
    for x in 5..85 {
        assert_eq!(picture.at(x, 15), GOAL, "column {x}");
    }
    assert_eq!(picture.at(45, 5), FREE);
    let text = svg(&scene, &options).unwrap();
    assert!(text.contains("d=\"M5 15L85 15\""), "straight runs are joined: {text}");
}

#[test]
fn layers_tint_what_they_reach_and_nothing_else() {
    let drawing = Drawing::parse("A..#.").unwrap();
    let (grid, mover) = (&drawing.grid, Mover::walker());
    let view = grid.seen_by(&mover);
    let start = grid.node((0, 0)).unwrap();
    let budget = &mut Budget::unlimited();
    let query = PathQuery::everywhere(start).within(20_000);
    let reach = reachable(&view, &query, &mut Scratch::new(), budget, &mut ()).unwrap();
    let mut field = DistanceField::new();
    let _ = field.compute(&view, &[(start, 0)], Way::Forward, budget);
    let (recorder, _) = search(grid, &mover, Cell::new(0, 0), Cell::new(4, 0));
    let progress = Progress::replay(recorder.events(), 2);
    let options = PictureOptions { cell: Some(8), margin: 0, ..PictureOptions::default() };
    let colours = |layer| {
        let scene = Scene { layer, ..Scene::new(grid, &mover) };
        let picture = Picture::decode(&png(&scene, &options).unwrap());
        [0, 1, 2, 3, 4].map(|x| picture.at(8 * x + 4, 4))
    };
    let bare = colours(Layer::None);
    assert_eq!(bare, [FREE, FREE, FREE, BLOCKED, FREE]);
    let changed = |layer| {
        let tinted = colours(layer);
        [0, 1, 2, 3, 4].map(|x| tinted[x] != bare[x])
    };
    assert_eq!(changed(Layer::Field(&field)), [true, true, true, false, false]);
    assert_eq!(changed(Layer::Reach(&reach)), [true, true, false, false, false]);
    assert_eq!(changed(Layer::Search(&progress)), [true, false, false, false, false]);
}

#[test]
fn walls_and_links_are_drawn() {
    let mut grid = Grid::new(6, 6, b'.').unwrap();
    let mover = Mover::walker();
    let options = PictureOptions { cell: Some(20), margin: 0, ..PictureOptions::default() };
    let draw = |grid: &Grid| svg(&Scene::new(grid, &mover), &options).unwrap();
    let bare = draw(&grid);
    assert_eq!(bare.matches("<path").count(), 0);
    grid.apply(Edit::new().wall((2, 2), Dir::E)).unwrap();
    assert!(draw(&grid).contains("M60 40L60 60") || draw(&grid).contains("M60 60L60 40"));
    grid.apply(Edit::new().forbid_step((4, 4), Dir::S)).unwrap();
    assert_eq!(draw(&grid).matches("<path").count(), 2);
    grid.apply(Edit::new().link((0, 0), (5, 5), 100)).unwrap();
    assert!(draw(&grid).contains("M10 10Q"));
    let path = [(0, 0), (5, 5), (5, 4)].map(|cell| grid.node(cell).unwrap());
    let scene = Scene { path: Some(&path), ..Scene::new(&grid, &mover) };
    let with_path = svg(&scene, &options).unwrap();
    assert!(with_path.contains("110 110L110 90\""), "a path bows along its link: {with_path}");
}

#[test]
fn a_large_map_is_a_small_file() {
    let (width, height) = (1024, 1024);
    let mut seed = 1u32;
    let classes: Vec<u8> = (0..width * height)
        .map(|_| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if seed >> 30 == 0 { b'@' } else { b'.' }
        })
        .collect();
    let grid = Grid::from_classes(width, height, &classes).unwrap();
    let mover = Mover::walker();
    let scene = Scene::new(&grid, &mover);
    let text = svg(&scene, &PictureOptions::default()).unwrap();
    assert!(text.matches('<').count() < 20, "cells are one embedded picture");
    assert!(text.len() < 1 << 20, "{} bytes", text.len());
    let bytes = png(&scene, &PictureOptions::default()).unwrap();
    let picture = Picture::decode(&bytes);
    assert_eq!((picture.width, picture.height), (1056, 1056));
    let blocked = classes.iter().filter(|&&class| class == b'@').count();
    assert_eq!((picture.count(BLOCKED), picture.count(FREE)), (blocked, (1 << 20) - blocked));
    assert!(bytes.len() < 1 << 20, "{} bytes", bytes.len());
}

/// Renders an SVG as any viewer would; text is left out, as no font is loaded.
fn render(text: &str) -> resvg::tiny_skia::Pixmap {
    let tree = resvg::usvg::Tree::from_str(text, &resvg::usvg::Options::default()).unwrap();
    let size = tree.size().to_int_size();
    let mut pixmap = resvg::tiny_skia::Pixmap::new(size.width(), size.height()).unwrap();
    resvg::render(&tree, resvg::tiny_skia::Transform::identity(), &mut pixmap.as_mut());
    pixmap
}

#[test]
fn svg_and_png_show_the_same() {
    let mover = Mover::walker();
    for (width, height) in [(30, 20), (90, 60)] {
        let classes: Vec<u8> = (0..width * height).map(|at| b".@"[at * at % 7 % 2]).collect();
        let mut grid = Grid::from_classes(width as u32, height as u32, &classes).unwrap();
        grid.apply(Edit::new().wall((3, 3), Dir::E).link((1, 1), (9, 9), 5)).unwrap();
        let path: Vec<NodeId> = [0, 1, 2, 3, 4 + width].map(|at| NodeId::new(at as u32)).to_vec();
        let (starts, goals) = ([Cell::new(0, 0)], [Cell::new(7, 7)]);
        let mut scene = Scene::new(&grid, &mover);
        (scene.starts, scene.goals, scene.path) = (&starts, &goals, Some(path.as_slice()));
        let options = PictureOptions { cell: Some(4), ..PictureOptions::default() };
        let text = svg(&scene, &options).unwrap();
        let rendered = render(&text);
        let picture = Picture::decode(&png(&scene, &options).unwrap());
        assert_eq!((rendered.width(), rendered.height()), (picture.width, picture.height));
        for y in 0..picture.height {
            for x in 0..picture.width {
                let pixel = rendered.pixel(x, y).unwrap();
                let colour = [pixel.red(), pixel.green(), pixel.blue()];
                assert_eq!(colour, picture.at(x, y), "({x}, {y})");
            }
        }
    }
}

#[test]
fn an_embedded_picture_has_one_pixel_per_cell() {
    let classes: Vec<u8> = (0..300 * 200).map(|at| b".@"[at % 2]).collect();
    let grid = Grid::from_classes(300, 200, &classes).unwrap();
    let mover = Mover::walker();
    let text = svg(&Scene::new(&grid, &mover), &PictureOptions::default()).unwrap();
    let (_, data) = text.split_once("data:image/png;base64,").unwrap();
    let (data, _) = data.split_once('"').unwrap();
    let picture = Picture::decode(&from_base64(data));
    assert_eq!((picture.width, picture.height), (300, 200));
    assert_eq!((picture.at(0, 0), picture.at(1, 0)), (FREE, BLOCKED));
    assert!(text.contains("width=\"900\" height=\"600\" preserveAspectRatio=\"none\""));
}

fn from_base64(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let letters: Vec<u8> = text.bytes().filter(|&letter| letter != b'=').collect();
    let bytes = letters.chunks(4).flat_map(|chunk| {
        let bits = chunk.iter().fold(0u32, |bits, &letter| bits << 6 | u32::from(value(letter)));
        let bits = bits << (6 * (4 - chunk.len()));
        bits.to_be_bytes()[1..chunk.len()].to_vec()
    });
    bytes.collect()
}

#[test]
fn runs_of_equal_cells_are_one_element() {
    let grid = Grid::new(500, 20, b'.').unwrap();
    let mover = Mover::walker();
    let text = svg(&Scene::new(&grid, &mover), &PictureOptions::default()).unwrap();
    assert_eq!(text.matches("<rect").count(), 21);
}

#[test]
fn maps_larger_than_the_limit_are_shrunk_unless_cells_are_fixed() {
    let grid = Grid::new(3000, 1000, b'.').unwrap();
    let mover = Mover::walker();
    let mut scene = Scene::new(&grid, &mover);
    let cells = [Cell::new(2999, 999)];
    scene.goals = &cells;
    let options = PictureOptions { max_side: 400, ..PictureOptions::default() };
    let picture = Picture::decode(&png(&scene, &options).unwrap());
    assert!(picture.width <= 400 && picture.width > 300, "{}", picture.width);
    assert!(picture.count(GOAL) > 9, "marks stay visible");
    let fixed = PictureOptions { cell: Some(2), ..options };
    let error = png(&scene, &fixed).unwrap_err();
    assert!(error.is_too_large());
    assert_eq!(
        error.to_string(),
        "the picture would be 6032x2032 pixels, expected at most 400 a side (draw cells smaller \
         or raise the limit)"
    );
    let none = PictureOptions { cell: Some(0), ..options };
    assert!(svg(&scene, &none).unwrap_err().to_string().contains("at least 1"));
}

#[test]
fn nothing_off_the_map_matters() {
    let grid = Grid::new(4, 4, b'.').unwrap();
    let mover = Mover::walker();
    let bare = Scene::new(&grid, &mover);
    let far = [Cell::new(9, 0), Cell::new(u32::MAX, u32::MAX)];
    let path = [NodeId::new(16), NodeId::new(NodeId::MAX_INDEX)];
    let scene = Scene { starts: &far, goals: &far, path: Some(&path), ..bare };
    let options = PictureOptions::default();
    assert_eq!(png(&scene, &options), png(&bare, &options));
    assert_eq!(svg(&scene, &options), svg(&bare, &options));
}

#[test]
fn odd_limits_are_refused_or_met_but_never_a_panic() {
    let mover = Mover::walker();
    for (width, height) in [(1, 1), (1, 300), (70, 2)] {
        let grid = Grid::new(width, height, b'1').unwrap();
        for max_side in [0, 1, 2, 31, 32, 33, 50, u32::MAX] {
            for (cell, margin) in
                [(None, 0), (None, 16), (None, u32::MAX), (Some(3), 1), (Some(u32::MAX), 0)]
            {
                let options = PictureOptions {
                    cell,
                    max_side,
                    margin,
                    theme: Theme::Dark,
                    legend: Legend::Below,
                };
                for title in [None, Some("a <title> & \u{0} more than fits")] {
                    let scene = Scene { title, ..Scene::new(&grid, &mover) };
                    let picture = png(&scene, &options);
                    assert_eq!(picture.is_ok(), svg(&scene, &options).is_ok());
                    if let Ok(bytes) = picture {
                        let picture = Picture::decode(&bytes);
                        assert!(picture.width.max(picture.height) <= max_side, "{options:?}");
                    }
                }
            }
        }
    }
}
