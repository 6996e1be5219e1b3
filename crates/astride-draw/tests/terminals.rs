//! Maps as letters.

use crate::common::{lester, search};
use astride::prelude::*;
use astride_draw::terminal::{Style, draw};
use astride_draw::{Layer, Progress, Scene};

#[test]
fn the_classic_picture() {
    let (drawing, mover) = lester();
    let (start, goal) = (drawing.start().unwrap(), drawing.goal().unwrap());
    let (_, path) = search(&drawing.grid, &mover, start, goal);
    let mut scene = Scene::new(&drawing.grid, &mover);
    (scene.starts, scene.goals, scene.path) =
        (&drawing.starts, &drawing.goals, Some(path.as_slice()));
    assert_eq!(
        draw(&scene, Style::Classic, 80, 24),
        "□□☆☆☆□□\n□□☆■□☆□\n□▲□■□▲□\n□□□■□□□\n□□□□□□□\n"
    );
}

#[test]
fn a_search_is_shown_lightly() {
    let (drawing, mover) = lester();
    let (start, goal) = (drawing.start().unwrap(), drawing.goal().unwrap());
    let (recorder, _) = search(&drawing.grid, &mover, start, goal);
    let steps = Progress::steps(recorder.events());
    let progress = Progress::replay(recorder.events(), steps[2]);
    let mut scene = Scene::new(&drawing.grid, &mover);
    (scene.starts, scene.goals) = (&drawing.starts, &drawing.goals);
    scene.layer = Layer::Search(&progress);
    let text = draw(&scene, Style::Ascii, 80, 24);
    assert_eq!(text, ".......\n+++#...\n+A:#.B.\n+++#...\n.......\n");
    assert!(draw(&scene, Style::Classic, 80, 24).contains("○▲·■□▲□"));
}

#[test]
fn terrain_keeps_its_letters() {
    let drawing = Drawing::parse(".1 3SW@TG*").unwrap();
    let mover = Mover::walker().terrain(b'*', 2).unwrap();
    let scene = Scene::new(&drawing.grid, &mover);
    assert_eq!(draw(&scene, Style::Ascii, 80, 24), ".1.3SW##.,\n");
    assert_eq!(draw(&scene, Style::Classic, 80, 24), "□1□3SW■■□▫\n");
    assert!(draw(&scene, Style::Ascii, 80, 24).is_ascii());
}

#[test]
fn shrinking_keeps_path_start_and_goal_visible() {
    let mut grid = Grid::new(200, 100, b'#').unwrap();
    grid.apply(Edit::new().fill(CellRect::new(0, 50, 200, 1), b'.')).unwrap();
    let mover = Mover::walker();
    let path: Vec<NodeId> = (0..200).map(|x| NodeId::new(50 * 200 + x)).collect();
    let (starts, goals) = ([Cell::new(0, 50)], [Cell::new(199, 50)]);
    let mut scene = Scene::new(&grid, &mover);
    (scene.starts, scene.goals, scene.path) = (&starts, &goals, Some(path.as_slice()));
    let text = draw(&scene, Style::Ascii, 50, 40);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 26);
    assert_eq!(lines[12], format!("A{}B", "*".repeat(48)));
    assert_eq!(lines[13], "#".repeat(50));
    assert_eq!(lines[25], "(each letter stands for 4x4 cells)");

    scene.path = None;
    let text = draw(&scene, Style::Ascii, 50, 40);
    let row = text.lines().nth(12).unwrap();
    assert_eq!(row, format!("A{}B", "#".repeat(48)), "the majority decides");
}

#[test]
fn limits_are_kept_whatever_they_are() {
    let grid = Grid::new(37, 91, b'.').unwrap();
    let mover = Mover::walker();
    for style in [Style::Classic, Style::Ascii, Style::Colour] {
        for title in [None, Some("one\nline")] {
            let scene = Scene { title, ..Scene::new(&grid, &mover) };
            for (columns, rows) in [(0, 0), (1, 1), (36, 91), (37, 91), (37, 92), (80, 10)] {
                let text = draw(&scene, style, columns, rows);
                let wide = |line: &str| match style {
                    Style::Colour => line.matches('▀').count(),
                    _ => line.chars().filter(|letter| ".□".contains(*letter)).count(),
                };
                assert!(text.lines().all(|line| wide(line) <= columns.max(1)));
                assert!(text.lines().count() <= rows.max(3), "{style:?} {columns}x{rows}");
            }
        }
    }
}

#[test]
fn two_rows_share_a_line_in_colour() {
    let drawing = Drawing::parse("A#\n.B\n..").unwrap();
    let mover = Mover::walker();
    let mut scene = Scene::new(&drawing.grid, &mover);
    (scene.starts, scene.goals) = (&drawing.starts, &drawing.goals);
    let text = draw(&scene, Style::Colour, 80, 24);
    assert_eq!(text.lines().count(), 2);
    assert!(text.starts_with("\x1b[38;2;60;200;110m\x1b[48;2;58;64;75m▀"), "{text:?}");
    assert!(text.lines().all(|line| line.ends_with("\x1b[0m")));
    assert!(text.contains("\x1b[49m▀"), "below the last odd row is nothing");
}
