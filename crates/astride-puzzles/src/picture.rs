//! Solutions as strips of frames in SVG.

use std::fmt::Write;

use crate::sliding::Board;
use crate::sokoban::{Level, Square, runs};

/// Pixels of a square.
const SQUARE: usize = 24;
/// Pixels between frames.
const GAP: usize = 16;
/// Frames that stand beside each other, as long as they are narrow.
const WIDEST: usize = 960;

/// A board and what becomes of it as `tiles` are moved, one frame a move. The tile moved last is
/// darker.
pub fn slides(board: &Board, tiles: &[u8]) -> String {
    let side = board.side();
    let mut boards = vec![(*board, 0)];
    for &tile in tiles {
        let (last, _) = boards[boards.len() - 1];
        let Some((_, next)) = last.moves().find(|&(moved, _)| moved == tile) else { break };
        boards.push((next, tile));
    }
    strip(&boards, [side, side], |out, (board, moved), [left, top]| {
        for (at, &tile) in board.tiles().iter().enumerate().filter(|&(_, &tile)| tile > 0) {
            let [x, y] = [left + at % side * SQUARE, top + at / side * SQUARE];
            let fill = if tile == *moved { "#c98a3d" } else { "#f0d9a8" };
            rect(out, [x + 1, y + 1], SQUARE - 2, fill);
            let [x, y] = [x + SQUARE / 2, y + SQUARE / 2 + 4];
            let _ = writeln!(out, r#"<text x="{x}" y="{y}">{tile}</text>"#);
        }
    })
}

/// A level and what becomes of it as `moves` in `lurdLURD` are played: a frame for each run of
/// pushes of one box in one direction. Moves that cannot be made end it.
pub fn sokoban(level: &Level, moves: &str) -> String {
    let frames = runs(level, moves);
    let size = [level.width(), level.height()];
    strip(&frames, size, |out, (man, has_box), [left, top]| {
        for (at, square) in level.squares().iter().enumerate() {
            let [x, y] = [left + at % level.width() * SQUARE, top + at / level.width() * SQUARE];
            let is_goal = matches!(square, Square::Goal | Square::BoxOnGoal);
            match square {
                Square::Wall => rect(out, [x, y], SQUARE, "#5b6470"),
                _ if has_box[at] => {
                    let fill = if is_goal { "#5f9e4c" } else { "#c98a3d" };
                    rect(out, [x + 2, y + 2], SQUARE - 4, fill);
                }
                _ if is_goal => dot(out, [x, y], 4, "#c0392b"),
                _ => {}
            }
            if at == *man {
                dot(out, [x, y], 8, "#2f6fb3");
            }
        }
    })
}

fn strip<F>(
    frames: &[F],
    [width, height]: [usize; 2],
    mut draw: impl FnMut(&mut String, &F, [usize; 2]),
) -> String {
    let [wide, high] = [width * SQUARE + GAP, height * SQUARE + GAP];
    let columns = ((WIDEST - GAP) / wide).clamp(1, frames.len().max(1));
    let rows = frames.len().div_ceil(columns);
    let [all_wide, all_high] = [columns * wide + GAP, rows * high + GAP];
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{all_wide}\" height=\"{all_high}\" \
         viewBox=\"0 0 {all_wide} {all_high}\" font-family=\"sans-serif\" font-size=\"12\" \
         text-anchor=\"middle\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    for (at, frame) in frames.iter().enumerate() {
        let corner = [GAP + at % columns * wide, GAP + at / columns * high];
        let [x, y] = corner.map(|place| place - 3);
        let [w, h] = [width * SQUARE + 6, height * SQUARE + 6];
        let _ = writeln!(
            out,
            r##"<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="#f7f5f0" stroke="#b9b3a6"/>"##
        );
        draw(&mut out, frame, corner);
    }
    out.push_str("</svg>\n");
    out
}

fn rect(out: &mut String, [x, y]: [usize; 2], side: usize, fill: &str) {
    let _ = writeln!(
        out,
        r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="2" fill="{fill}"/>"#
    );
}

fn dot(out: &mut String, [x, y]: [usize; 2], radius: usize, fill: &str) {
    let [x, y] = [x + SQUARE / 2, y + SQUARE / 2];
    let _ = writeln!(out, r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"/>"#);
}
