//! Animations: the frames asked for, small files, always the same bytes.

use crate::common::{Picture, lester, search};
use astride::prelude::*;
use astride_draw::{AnimationOptions, Progress, Scene, apng};

#[test]
fn a_small_map_is_animated_as_a_figure_with_a_frame_per_step() {
    let (drawing, mover) = lester();
    let (start, goal) = (drawing.start().unwrap(), drawing.goal().unwrap());
    let (recorder, path) = search(&drawing.grid, &mover, start, goal);
    let mut scene = Scene::new(&drawing.grid, &mover);
    (scene.starts, scene.goals, scene.path) =
        (&drawing.starts, &drawing.goals, Some(path.as_slice()));
    let options = AnimationOptions::default();
    let bytes = apng(&scene, recorder.events(), &options).unwrap();
    let picture = Picture::decode(&bytes);
    assert_eq!(picture.frames as usize, Progress::steps(recorder.events()).len());
    assert!((300..=1024).contains(&picture.width));
    assert!(bytes.len() < 100_000, "{} bytes", bytes.len());
    assert!(bytes == apng(&scene, recorder.events(), &options).unwrap());
}

#[test]
fn a_large_map_is_sampled_to_the_frames_allowed() {
    let grid = Grid::new(1500, 40, b'.').unwrap();
    let mover = Mover::walker();
    let (recorder, path) = search(&grid, &mover, Cell::new(3, 3), Cell::new(1400, 30));
    let mut scene = Scene::new(&grid, &mover);
    scene.path = Some(&path);
    for max_frames in [1, 2, 7] {
        let options = AnimationOptions { max_frames, ..AnimationOptions::default() };
        let picture = Picture::decode(&apng(&scene, recorder.events(), &options).unwrap());
        assert_eq!(picture.frames, max_frames);
        assert!(picture.width <= 1024);
    }
}

#[test]
fn nothing_to_show_is_one_frame() {
    let mover = Mover::walker();
    for side in [1, 24, 25] {
        let grid = Grid::new(side, side, b'.').unwrap();
        let scene = Scene::new(&grid, &mover);
        let picture = Picture::decode(&apng(&scene, &[], &AnimationOptions::default()).unwrap());
        assert_eq!(picture.frames, 1);
        assert!(picture.width >= 300);
    }
}

#[test]
fn limits_are_kept() {
    let mover = Mover::walker();
    let grid = Grid::new(12, 12, b'.').unwrap();
    let scene = Scene::new(&grid, &mover);
    let no_frames = AnimationOptions { max_frames: 0, ..AnimationOptions::default() };
    assert!(apng(&scene, &[], &no_frames).unwrap_err().to_string().contains("0 frames"));
    let tiny = AnimationOptions { max_side: 30, ..AnimationOptions::default() };
    match apng(&scene, &[], &tiny) {
        Ok(bytes) => assert!(Picture::decode(&bytes).width <= 30),
        Err(error) => assert!(error.is_too_large()),
    }
}

#[test]
fn events_off_the_map_are_left_out() {
    let mover = Mover::walker();
    let large = Grid::new(60, 60, b'.').unwrap();
    let (recorder, path) = search(&large, &mover, Cell::new(1, 1), Cell::new(58, 50));
    for side in [8, 30] {
        let grid = Grid::new(side, side, b'.').unwrap();
        let scene = Scene { path: Some(&path), ..Scene::new(&grid, &mover) };
        let options = AnimationOptions { max_frames: 5, ..AnimationOptions::default() };
        let bytes = apng(&scene, recorder.events(), &options).unwrap();
        assert_eq!(Picture::decode(&bytes).frames, 5);
    }
}
