//! Scenes: everything a page needs to come back later, as JSON.
//!
//! Cells are written as runs, row after row: the letter of the class and the number of cells, with
//! spaces between; `.12 @ .3` is twelve free cells, one wall and three free cells.

use std::sync::Arc;

use astride::base::Cell;
use astride::shapes::square::Grid;
use serde_json::{Value, json};

use crate::session::board::{Board, MAX_GOALS, MAX_VIA};
use crate::session::bodies::Bodies;
use crate::session::danger::Danger;
use crate::session::generate::check_size;
use crate::session::landmarks;
use crate::session::limits::Limits;
use crate::session::message::{Scene, Side};
use crate::session::panel::Panel;
use crate::session::plan::Plan;
use crate::session::settings::Settings;
use crate::session::tiling::Tiling;
use crate::session::wire::{Refusal, xy, xys};

/// The version of scenes.
const VERSION: u32 = 1;

/// The scene on the board.
pub(super) fn save(board: &Board, panels: &[Panel; 2], compares: bool, bodies: &Bodies) -> Value {
    let settings = [Side::A, Side::B].map(|side| panels[side.index()].settings().json(side));
    let plan = board.plan.as_ref().and_then(|plan| plan.text(None).ok());
    json!({
        "v": VERSION,
        "name": board.name,
        "width": board.grid.width(),
        "height": board.grid.height(),
        "shape": board.tiling.id(),
        "plan": plan,
        "cells": runs_of(&board.grid),
        "start": xy(board.start()),
        "via": xys(board.via()),
        "goals": xys(board.goals()),
        "landmarks": xys(board.landmarks()),
        "settings": settings,
        "compare": compares,
        "units": bodies.saved(board, panels[0].mover()),
        "danger": board.danger.json()["sources"],
    })
}

/// A scene that was read and found to be valid.
pub(super) struct Loaded {
    pub(super) grid: Grid,
    pub(super) tiling: Tiling,
    pub(super) plan: Option<Arc<Plan>>,
    pub(super) start: Cell,
    pub(super) via: Vec<Cell>,
    pub(super) goals: Vec<Cell>,
    pub(super) landmarks: Vec<Cell>,
    pub(super) settings: [Settings; 2],
    pub(super) bodies: Bodies,
    pub(super) danger: Danger,
}

/// Checks all parts of a scene.
pub(super) fn load(scene: &Scene, limits: &Limits) -> Result<Loaded, Refusal> {
    if scene.v != VERSION {
        let text = format!("a scene of version {}, expected {VERSION}", scene.v);
        return Err(Refusal::format(text));
    }
    check_size(scene.width, scene.height, limits)?;
    let plan = scene.plan.as_deref().map(|text| Plan::read(text, None, limits)).transpose()?;
    let tiling = match &plan {
        Some(plan) => plan.tiling(),
        None => Tiling::named(scene.shape.as_deref())?,
    };
    if let Some([width, height]) =
        plan.as_ref().map(Plan::size).filter(|&size| size != [scene.width, scene.height])
    {
        return Err(Refusal::format(format!(
            "a scene of {}x{} cells, its plan has {width}x{height}",
            scene.width, scene.height
        )));
    }
    let classes = cells_of(&scene.cells, scene.width as usize * scene.height as usize)?;
    let grid = Grid::from_classes(scene.width, scene.height, &classes).map_err(Refusal::format)?;
    let cell = |[x, y]: [u32; 2]| {
        let cell = grid.node((x, y)).map(|_| Cell::new(x, y)).ok_or_else(|| {
            let (width, height) = (scene.width, scene.height);
            Refusal::format(format!("cell ({x}, {y}) is off the map of {width}x{height} cells"))
        })?;
        plan.as_ref().map_or(Ok(cell), |plan| plan.check_place(cell))
    };
    for (what, count, most) in [
        ("stops", scene.via.len(), MAX_VIA),
        ("goals", scene.goals.len(), MAX_GOALS),
        ("landmarks", scene.landmarks.len(), landmarks::MOST as usize),
    ] {
        if count > most {
            let text = format!("a scene of {count} {what}, expected at most {most}");
            return Err(Refusal::size(text));
        }
    }
    let start = cell(scene.start)?;
    let cells = |list: &[[u32; 2]]| list.iter().map(|&at| cell(at)).collect::<Result<_, _>>();
    let (via, goals) = (cells(&scene.via)?, cells(&scene.goals)?);
    let landmarks = cells(&scene.landmarks)?;
    let mut settings = [Settings::default(), Settings::default()];
    for change in &scene.settings {
        let into = &mut settings[change.panel.index()];
        *into = into.with(change)?;
    }
    if !tiling.is_squares() && (!scene.units.is_empty() || !scene.danger.is_empty()) {
        tiling.only_squares("a scene with units or danger")?;
    }
    tiling.check_size(grid.width(), grid.height())?;
    let bodies = Bodies::load(&scene.units, &grid, &settings[0].mover(), limits)?;
    let danger = Danger::load(&grid, &scene.danger, cell)?;
    let plan = plan.map(Arc::new);
    Ok(Loaded { grid, tiling, plan, start, via, goals, landmarks, settings, bodies, danger })
}

fn runs_of(grid: &Grid) -> String {
    let mut text = String::new();
    let mut run: Option<(u8, u32)> = None;
    let mut write = |(class, count): (u8, u32)| {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push(char::from(class));
        if count > 1 {
            text.push_str(&count.to_string());
        }
    };
    for y in 0..grid.height() {
        for &class in grid.row(y).unwrap_or_default() {
            match &mut run {
                Some((same, count)) if *same == class => *count += 1,
                _ => run.replace((class, 1)).into_iter().for_each(&mut write),
            }
        }
    }
    run.into_iter().for_each(&mut write);
    text
}

fn cells_of(runs: &str, expected: usize) -> Result<Vec<u8>, Refusal> {
    let mut classes = Vec::with_capacity(expected);
    for (number, run) in runs.split_ascii_whitespace().enumerate() {
        let wrong = || {
            let shown: String = run.chars().take(20).collect();
            let text = format!("run {number} is {shown:?}, expected a letter and a count");
            Refusal::format(text)
        };
        let (class, count) = run.split_at_checked(1).ok_or_else(wrong)?;
        let is_number = count.bytes().all(|byte| byte.is_ascii_digit());
        let count: usize = match count {
            "" => 1,
            digits if is_number => digits.parse().map_err(|_| wrong())?,
            _ => return Err(wrong()),
        };
        if count > expected - classes.len() {
            let text = format!("run {number} goes past the last of {expected} cells");
            return Err(Refusal::format(text));
        }
        classes.resize(classes.len() + count, class.as_bytes()[0]);
    }
    if classes.len() < expected {
        let text = format!("the runs have {} cells, expected {expected}", classes.len());
        return Err(Refusal::format(text));
    }
    Ok(classes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_read_as_they_were_written() {
        let classes = b"..@@@5555555555.T";
        let grid = Grid::from_classes(17, 1, classes).unwrap();
        assert_eq!(runs_of(&grid), ".2 @3 510 . T");
        assert_eq!(cells_of(".2 @3 510 . T", 17).unwrap(), classes);
    }

    #[test]
    fn torn_runs_are_refused() {
        for (runs, cells) in [
            (".5", 4),
            (".3", 4),
            ("", 1),
            (".x", 1),
            (".-1", 1),
            ("é", 1),
            (".99999999999999999999", 4),
        ] {
            assert!(cells_of(runs, cells).is_err(), "{runs:?}");
        }
    }
}
