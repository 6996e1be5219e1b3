//! The tutorial figure: the numbers of the tutorial, and the drawing byte for byte.
//!
//! After a wanted change, write the golden files again with `ASTRIDE_UPDATE_GOLDEN=1`.

use std::path::Path;

use crate::common::{Picture, lester, search};
use astride::prelude::*;
use astride_draw::{FigureOptions, Progress, Scene, figure_png, figure_svg};

fn check_golden(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("ASTRIDE_UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    assert!(expected == found, "{name} differs from what is drawn");
}

#[test]
fn the_first_expansion_has_the_numbers_of_the_tutorial() {
    let (drawing, mover) = lester();
    let (start, goal) = (drawing.start().unwrap(), drawing.goal().unwrap());
    let (recorder, _) = search(&drawing.grid, &mover, start, goal);
    let steps = Progress::steps(recorder.events());
    let progress = Progress::replay(recorder.events(), steps[1]);
    for ((x, y), numbers) in [
        ((2, 2), (10, 30, 40)),
        ((2, 1), (14, 40, 54)),
        ((1, 1), (10, 50, 60)),
        ((0, 1), (14, 60, 74)),
        ((0, 2), (10, 50, 60)),
        ((2, 3), (14, 40, 54)),
        ((1, 3), (10, 50, 60)),
        ((0, 3), (14, 60, 74)),
    ] {
        let touched = progress.of(drawing.grid.node((x, y)).unwrap()).unwrap();
        assert_eq!((touched.g, touched.h, touched.f), numbers, "({x}, {y})");
        assert_eq!(touched.parent, drawing.grid.node(start));
        assert!(!touched.is_closed);
    }
    let mut scene = Scene::new(&drawing.grid, &mover);
    (scene.starts, scene.goals) = (&drawing.starts, &drawing.goals);
    let figure = figure_svg(&scene, &progress, &FigureOptions::default()).unwrap();
    check_golden("lester-first.svg", &figure);
}

#[test]
fn the_finished_figure_shows_the_path() {
    let (drawing, mover) = lester();
    let (start, goal) = (drawing.start().unwrap(), drawing.goal().unwrap());
    let (recorder, path) = search(&drawing.grid, &mover, start, goal);
    let progress = Progress::replay(recorder.events(), usize::MAX);
    let mut scene = Scene::new(&drawing.grid, &mover);
    (scene.starts, scene.goals, scene.path) =
        (&drawing.starts, &drawing.goals, Some(path.as_slice()));
    let options = FigureOptions::default();
    let figure = figure_svg(&scene, &progress, &options).unwrap();
    assert_eq!(figure.matches("class=\"m\"").count(), path.len() - 2);
    check_golden("lester-last.svg", &figure);

    let bytes = figure_png(&scene, &progress, &options).unwrap();
    assert_eq!(bytes, figure_png(&scene, &progress, &options).unwrap());
    let picture = Picture::decode(&bytes);
    // Beside the numbers and the pointer, each square shows its fill.
    let at = |x: u32, y: u32| picture.at(16 + 96 * x + 30, 16 + 96 * y + 48);
    assert_eq!(at(1, 2), [120, 200, 128], "the start is green");
    assert_eq!(at(5, 2), [238, 120, 112], "the goal is red");
    assert_eq!(at(3, 2), [62, 104, 176], "the wall is blue");
    assert_eq!(at(4, 4), [253, 252, 249], "the rest is paper");
    assert!(picture.count([38, 43, 51]) > 1000, "numbers are rendered");
}

#[test]
fn exact_ticks_read_as_tens() {
    let grid = Grid::new(5, 5, b'.').unwrap();
    let mover = Mover::walker();
    let (recorder, _) = search(&grid, &mover, Cell::new(0, 0), Cell::new(4, 4));
    let progress = Progress::replay(recorder.events(), usize::MAX);
    let scene = Scene::new(&grid, &mover);
    let figure = figure_svg(&scene, &progress, &FigureOptions::default()).unwrap();
    assert!(figure.contains(">14.1<") && !figure.contains(">19601<"));
    let whole = FigureOptions { unit: Some(1), ..FigureOptions::default() };
    assert!(figure_svg(&scene, &progress, &whole).unwrap().contains(">19601<"));
}

#[test]
fn figures_of_large_maps_are_refused() {
    let grid = Grid::new(1000, 10, b'.').unwrap();
    let mover = Mover::walker();
    let scene = Scene::new(&grid, &mover);
    let error = figure_png(&scene, &Progress::new(), &FigureOptions::default()).unwrap_err();
    assert!(error.is_too_large());
    assert!(error.to_string().contains("24032x272 pixels, expected at most 4096"), "{error}");
}

#[test]
fn numbers_of_a_square_do_not_touch() {
    let scale = |cells: u32| {
        let (grid, mover) = (Grid::new(cells, 2, b'.').unwrap(), Mover::walker());
        let (recorder, _) = search(&grid, &mover, Cell::new(0, 0), Cell::new(cells - 1, 0));
        let progress = Progress::replay(recorder.events(), usize::MAX);
        let options = FigureOptions { cell: Some(96), ..FigureOptions::default() };
        let figure = figure_svg(&Scene::new(&grid, &mover), &progress, &options).unwrap();
        let size = figure.split("font-size:").nth(1).unwrap().split("px").next().unwrap();
        let size: f64 = size.parse().unwrap();
        // Digits are 0.636 of the font size wide, the point half of that.
        let halves = |letter: char| if letter == '.' { 1.0 } else { 2.0 };
        let wide = |text: &str| text.chars().map(halves).sum::<f64>() * 0.636 / 2.0 * size;
        let texts = |class: &str| {
            let opening = format!("<text class=\"{class}\"");
            let after = figure.split(opening.as_str()).skip(1);
            after.map(|at| wide(at.split(['>', '<']).nth(1).unwrap())).collect::<Vec<_>>()
        };
        assert!(texts("g").len() > 3 && texts("g").len() == texts("h").len());
        let rooms = texts("g").into_iter().zip(texts("h")).map(|(g, h)| 0.76 * 96.0 - g - h);
        (size, rooms.fold(f64::MAX, f64::min))
    };
    for cells in [5, 12, 25] {
        let (size, room) = scale(cells);
        assert!(room > 0.3 * size, "{cells} cells: {room} left at size {size}");
    }
}
