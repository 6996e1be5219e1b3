//! Maps of floors drawn as text.

use std::fmt::Write;

use super::letters::{Drawn, letters};
use super::write_error::{Loss, WriteError};
use crate::base::Scale;
use crate::io::text::TextError;
use crate::shapes::floors::{FloorEdit, FloorMap, FloorPlace, FloorSide, Wrap};
use crate::world::Link;

/// A map of floors drawn as text, including start and goals.
///
/// The first line says `floors`, and `wrap columns`, `wrap rows` or `wrap columns rows` behind it if
/// borders are joined. The rows of the lowest floor follow, then a line `floor` and the rows of the
/// next one, and so on. Letters are those of [`HexDrawing`](crate::io::HexDrawing), with spaces between
/// them as one likes; a row that is shorter than others, or `_`, leaves a hole. Empty lines are passed
/// over.
///
/// A line `stair x,y,floor x,y,floor` connects two places in both directions, at the cost of a
/// straight step or at the number of ticks that follows; `one-way` instead of `stair` leads only
/// from the first to the second.
///
/// # Examples
///
/// ```
/// use astride::io::FloorDrawing;
/// let text = "floors\nA.#.\n..#B\nfloor\n.._.\n....\nstair 1,1,0 1,1,1\nstair 3,1,1 3,1,0 20000";
/// let drawing = FloorDrawing::parse(text)?;
/// assert_eq!((drawing.map.size(), drawing.map.stairs().len()), ([4, 2, 2], 4));
/// # Ok::<(), astride::io::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FloorDrawing {
    /// The map.
    pub map: FloorMap,
    /// Cells drawn as `A`, floor by floor and row by row.
    pub starts: Vec<FloorPlace>,
    /// Cells drawn as `B`, floor by floor and row by row.
    pub goals: Vec<FloorPlace>,
}

impl FloorDrawing {
    /// Whether a text begins like a drawing of floors.
    pub fn is_one(text: &str) -> bool {
        text.split_ascii_whitespace().next() == Some("floors")
    }

    /// Parses a drawing.
    ///
    /// # Errors
    ///
    /// If a line does not have the format above, if there is no cell, if a stair is invalid, or if
    /// the floors would have far more cells than the text has letters.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (first, header) = lines.next().unwrap_or((0, ""));
        let wrap = wrap(header).ok_or_else(|| {
            let message = "the first line is to be \"floors\", and behind it nothing, \
                \"wrap columns\", \"wrap rows\" or \"wrap columns rows\"";
            TextError::new(first + 1, 1, message)
        })?;
        let (mut floors, mut stairs) = (vec![Vec::new()], Vec::new());
        for (at, line) in lines {
            match line.split_ascii_whitespace().next() {
                Some("floor") => floors.push(Vec::new()),
                Some("stair" | "one-way") => stairs.push((at, line)),
                _ => floors.last_mut().expect("there is one from the beginning").push((at, line)),
            }
        }
        let (mut tiles, mut starts, mut goals) = (Vec::new(), Vec::new(), Vec::new());
        for (floor, rows) in (0..).zip(&floors) {
            let drawn = letters(rows.iter().copied(), |x, y| FloorPlace { x, y, floor })?;
            tiles.extend(drawn.tiles);
            starts.extend(drawn.starts);
            goals.extend(drawn.goals);
        }
        let side = |axis: fn(&FloorPlace) -> u32| {
            tiles.iter().map(|(place, _)| axis(place) + 1).max().unwrap_or(0)
        };
        let size = [side(|place| place.x), side(|place| place.y), floors.len() as u32];
        let wrong = |message: String| TextError::new(0, 0, message);
        let cells = size.iter().fold(1u64, |cells, &side| cells.saturating_mul(side.into()));
        if cells > 64 * text.len() as u64 + (1 << 20) {
            let [width, height, floors] = size;
            let message = format!("too uneven: {floors} floors of {width} columns, {height} rows");
            return Err(wrong(message));
        }
        let mut drawn = tiles.iter().peekable();
        let class = |place| drawn.next_if(|tile| tile.0 == place).map_or(FloorMap::VOID, |t| t.1);
        let map = FloorMap::of_classes(size, class).and_then(|map| map.wrapped(wrap));
        let mut map = map.map_err(|error| wrong(error.to_string()))?;
        let batch = all_stairs(&stairs, &map)?;
        if !batch.is_empty() {
            map.apply(&batch).map_err(|error| wrong(error.to_string()))?;
        }
        Ok(FloorDrawing { map, starts, goals })
    }

    /// Writes a map as a drawing, with walls `@` as `#`, and with `A` and `B` at the given cells.
    ///
    /// # Errors
    ///
    /// If something would be lost: walls between cells, one-way steps on a floor, fences, a class
    /// without a letter in drawings, a mark that is not on free ground `.`, shares its cell with
    /// another, or is off the map; or if the last column or row is empty on every floor.
    ///
    /// # Complexity
    ///
    /// O(cells + (stairs + marks) · log (stairs + marks)).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::io::FloorDrawing;
    /// let text = "floors wrap columns\nA.#.\n..#B\nfloor\n.._.\n....\n\
    ///             stair 1,1,0 1,1,1\none-way 3,1,1 3,1,0 20000\n";
    /// let FloorDrawing { map, starts, goals } = FloorDrawing::parse(text)?;
    /// assert_eq!(FloorDrawing::write(&map, &starts, &goals).as_deref(), Ok(text));
    /// # Ok::<(), astride::io::TextError>(())
    /// ```
    pub fn write(
        map: &FloorMap,
        starts: &[FloorPlace],
        goals: &[FloorPlace],
    ) -> Result<String, WriteError> {
        let [width, height, floors] = map.size();
        let places = (0..floors).flat_map(|floor| {
            let rows = move |y| (0..width).map(move |x| FloorPlace { x, y, floor });
            (0..height).flat_map(rows)
        });
        let tiles: Vec<(FloorPlace, u8)> =
            places.filter_map(|place| Some((place, map.class(place)?))).collect();
        let drawn = Drawn { tiles, starts, goals };
        let mut losses = drawn
            .losses(|place| FloorSide::ALL.iter().any(|&side| map.is_step_forbidden(place, side)));
        let reached = drawn.tiles.iter().fold([0; 2], |[width, height], (place, _)| {
            [width.max(place.x + 1), height.max(place.y + 1)]
        });
        if reached != [width, height] {
            losses.push(Loss::Outline { expected: "a cell in the last column and the last row" });
        }
        WriteError::check("a drawing of floors", losses)?;
        let mut out = "floors".to_owned();
        if map.wrap().columns || map.wrap().rows {
            out.push_str(" wrap");
            out.push_str(if map.wrap().columns { " columns" } else { "" });
            out.push_str(if map.wrap().rows { " rows" } else { "" });
        }
        let size = [width as usize, height as usize * floors as usize];
        let rows =
            drawn.rows(size, |place| [place.x as usize, (place.floor * height + place.y) as usize]);
        for (at, row) in rows.iter().enumerate() {
            out.push_str(if at > 0 && at % height as usize == 0 { "\nfloor\n" } else { "\n" });
            // Terrain may spell the word that begins another line.
            let (first, rest) = row.split_at(if is_word(row) { 1 } else { 0 });
            let gap = if first.is_empty() { "" } else { " " };
            let _ = write!(out, "{first}{gap}{rest}");
        }
        out.push('\n');
        write_stairs(&mut out, map);
        Ok(out)
    }
}

/// Whether a line with this first word is no row of letters.
fn is_word(word: &str) -> bool {
    matches!(word, "floor" | "stair" | "one-way")
}

/// A line for each stair, or for two that lead there and back at the same cost.
fn write_stairs(out: &mut String, map: &FloorMap) {
    let stairs = map.stairs();
    let back = |stair: &Link| {
        let back = stairs.binary_search_by_key(&(stair.to, stair.from), |at| (at.from, at.to));
        back.is_ok_and(|at| stairs[at].cost == stair.cost)
    };
    for stair in stairs {
        let word = match back(stair) {
            true if stair.from > stair.to => continue,
            true if stair.from < stair.to => "stair",
            _ => "one-way",
        };
        let _ = write!(out, "{word} {} {}", map.place(stair.from), map.place(stair.to));
        if stair.cost != Scale::EXACT.straight() {
            let _ = write!(out, " {}", stair.cost);
        }
        out.push('\n');
    }
}

/// The stairs of these lines as one batch: one for each line would build all of them again each time.
fn all_stairs(lines: &[(usize, &str)], map: &FloorMap) -> Result<FloorEdit, TextError> {
    let mut batch = FloorEdit::new();
    for &(at, line) in lines {
        let wrong = |message: String| TextError::new(at + 1, 1, message);
        let expected = "a stair is to be \"stair x,y,floor x,y,floor\", with ticks or without";
        let edit = stair(line).ok_or_else(|| wrong(expected.into()))?;
        batch.add_stairs(edit, map).map_err(|error| wrong(error.to_string()))?;
    }
    Ok(batch)
}

fn wrap(header: &str) -> Option<Wrap> {
    let words: Vec<&str> = header.split_ascii_whitespace().collect();
    let (columns, rows) = match words[..] {
        ["floors"] => (false, false),
        ["floors", "wrap", "columns"] => (true, false),
        ["floors", "wrap", "rows"] => (false, true),
        ["floors", "wrap", "columns", "rows"] => (true, true),
        _ => return None,
    };
    Some(Wrap { columns, rows })
}

fn stair(line: &str) -> Option<FloorEdit> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let ticks = match words.get(3) {
        None => Scale::EXACT.straight(),
        Some(ticks) => ticks.parse().ok()?,
    };
    let (&[kind, from, to], 3..=4) = (words.first_chunk()?, words.len()) else { return None };
    let (from, to): (FloorPlace, FloorPlace) = (from.parse().ok()?, to.parse().ok()?);
    let mut edit = FloorEdit::new();
    match kind {
        "stair" => edit.stairs(from, to, ticks),
        _ => edit.stair(from, to, ticks),
    };
    Some(edit)
}
