//! A case whose lines are being read.

use super::{Case, CorpusError};
use crate::generate::{FREE, GenMap};
use crate::square::{Cell, Corners, Direction, LAND, Neighbours, RefCell, SquareWorld, WATER};
use std::collections::{BTreeMap, BTreeSet};

/// The lines of a case read so far. Cells are checked against the map once the whole map is known.
pub(super) struct Draft {
    title: String,
    line: usize,
    neighbours: Neighbours,
    corners: Corners,
    scale: (u64, u64),
    expected: Option<Option<u64>>,
    from: Option<Cell>,
    to: Option<Cell>,
    classes: BTreeMap<u8, RefCell>,
    blocked: Vec<(usize, Cell, Direction)>,
    walls: Vec<(usize, Cell, Cell)>,
    links: Vec<(usize, Cell, Cell, u64)>,
    /// The unique keys read so far.
    seen: BTreeSet<&'static str>,
    rows: Vec<(usize, String)>,
    part: Part,
}

/// The part of a case the reader is in.
#[derive(PartialEq)]
enum Part {
    Keys,
    Map,
    Done,
}

impl Draft {
    pub(super) fn new(title: &str, line: usize) -> Draft {
        Draft {
            title: title.to_owned(),
            line,
            neighbours: Neighbours::Eight,
            corners: Corners::Never,
            scale: (10, 14),
            expected: None,
            from: None,
            to: None,
            classes: BTreeMap::new(),
            blocked: Vec::new(),
            walls: Vec::new(),
            links: Vec::new(),
            seen: BTreeSet::new(),
            rows: Vec::new(),
            part: Part::Keys,
        }
    }

    pub(super) fn add_line(&mut self, line: &str, number: usize) -> Result<(), CorpusError> {
        match self.part {
            Part::Map if line.is_empty() => self.part = Part::Done,
            Part::Map => self.rows.push((number, line.to_owned())),
            _ if line.is_empty() || line.starts_with('#') => {}
            Part::Done => {
                let problem = "expected `== ` and a title after the map";
                return Err(CorpusError::at(number, problem));
            }
            Part::Keys if line == "map:" => self.part = Part::Map,
            Part::Keys => {
                let (key, value) = line.split_once(':').ok_or_else(|| {
                    CorpusError::at(number, format!("expected `key: value`, got `{line}`"))
                })?;
                self.add_key(key.trim(), value.trim(), number)?;
            }
        }
        Ok(())
    }

    fn add_key(&mut self, key: &str, value: &str, line: usize) -> Result<(), CorpusError> {
        let once = ["neighbours", "corners", "scale", "expect", "from", "to"];
        if let Some(key) = once.into_iter().find(|&once| once == key)
            && !self.seen.insert(key)
        {
            return Err(CorpusError::at(line, format!("a second `{key}`")));
        }
        let wanted =
            |form: &str| CorpusError::at(line, format!("`{key}` wants {form}, got `{value}`"));
        let words: Vec<&str> = value.split_whitespace().collect();
        match key {
            "neighbours" => {
                self.neighbours = match value {
                    "four" => Neighbours::Four,
                    "eight" => Neighbours::Eight,
                    _ => return Err(wanted("`four` or `eight`")),
                }
            }
            "corners" => {
                self.corners = match value {
                    "never" => Corners::Never,
                    "one-free" => Corners::OneFree,
                    "always" => Corners::Always,
                    _ => return Err(wanted("`never`, `one-free` or `always`")),
                }
            }
            "scale" => self.scale = scale(value).ok_or_else(|| wanted("two costs as `10/14`"))?,
            "expect" => {
                self.expected = match value {
                    "unreachable" => Some(None),
                    _ => Some(Some(value.parse().map_err(|_| wanted("a cost or `unreachable`"))?)),
                }
            }
            "from" => self.from = Some(cell(value).ok_or_else(|| wanted("a cell as `3,1`"))?),
            "to" => self.to = Some(cell(value).ok_or_else(|| wanted("a cell as `3,1`"))?),
            "class" => {
                let (letter, read) =
                    class(&words).ok_or_else(|| wanted("letter, factor, media as `~ 2 land`"))?;
                if self.classes.insert(letter, read).is_some() {
                    return Err(CorpusError::at(line, format!("a second class `{}`", words[0])));
                }
            }
            "block" => {
                let (from, direction) =
                    block(&words).ok_or_else(|| wanted("a cell and a direction as `3,1 NE`"))?;
                self.blocked.push((line, from, direction));
            }
            "wall" => {
                let (a, b) =
                    wall(&words).ok_or_else(|| wanted("two touching cells as `3,1 4,1`"))?;
                self.walls.push((line, a, b));
            }
            "link" => {
                let (from, to, cost) =
                    link(&words).ok_or_else(|| wanted("cells and cost as `0,0 3,1 7`"))?;
                self.links.push((line, from, to, cost));
            }
            _ => return Err(CorpusError::at(line, format!("unknown key `{key}`"))),
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Result<Case, CorpusError> {
        let fail = |problem: &str| CorpusError::at(self.line, format!("the case {problem}"));
        let drawn = drawn_map(&self.rows)?;
        if drawn.classes.is_empty() {
            return Err(fail("has no map"));
        }
        let expected = self.expected.ok_or_else(|| fail("has no `expect`"))?;
        let start = end(&drawn, b'A', self.from).map_err(fail)?;
        let goal = end(&drawn, b'B', self.to).map_err(fail)?;
        let mut plain = drawn.clone();
        for class in &mut plain.classes {
            if b"AB".contains(class) {
                *class = FREE;
            }
        }
        let (straight, diagonal) = self.scale;
        let mut world =
            SquareWorld::from_classes(&plain, self.neighbours, self.corners, straight, diagonal);
        for (cell, class) in world.cells.iter_mut().zip(&plain.classes) {
            *cell = self.classes.get(class).copied().unwrap_or(*cell);
        }
        let check = |line: usize, cell: Cell| {
            if cell.0 < drawn.width && cell.1 < drawn.height {
                return Ok(());
            }
            let problem = format!("the cell {},{} lies outside the map", cell.0, cell.1);
            Err(CorpusError::at(line, problem))
        };
        for &(line, from, direction) in &self.blocked {
            check(line, from)?;
            world.blocked_steps.insert((from, direction));
        }
        for &(line, a, b) in &self.walls {
            check(line, a)?;
            check(line, b)?;
            world.add_wall(a, b);
        }
        for &(line, from, to, cost) in &self.links {
            check(line, from)?;
            check(line, to)?;
            world.links.push((from, to, cost));
        }
        Ok(Case { title: self.title, line: self.line, drawn, world, start, goal, expected })
    }
}

fn drawn_map(rows: &[(usize, String)]) -> Result<GenMap, CorpusError> {
    let width = rows.first().map_or(0, |(_, row)| row.len());
    let mut classes = Vec::new();
    for (line, row) in rows {
        if !row.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(CorpusError::at(*line, "a row is made of ASCII letters without spaces"));
        }
        if row.len() != width {
            let problem = format!("the row has {} cells, expected {width}", row.len());
            return Err(CorpusError::at(*line, problem));
        }
        classes.extend_from_slice(row.as_bytes());
    }
    Ok(GenMap { width, height: rows.len(), classes })
}

/// Start or goal: drawn as `letter`, or given by its coordinates.
fn end(drawn: &GenMap, letter: u8, named: Option<Cell>) -> Result<Cell, &'static str> {
    let is_start = letter == b'A';
    let mut found = (0..drawn.classes.len())
        .filter(|&index| drawn.classes[index] == letter)
        .map(|index| (index % drawn.width, index / drawn.width));
    match (found.next(), found.next(), named) {
        (Some(cell), None, None) => Ok(cell),
        (None, None, Some(cell)) if cell.0 < drawn.width && cell.1 < drawn.height => Ok(cell),
        (None, None, Some(_)) if is_start => Err("has its `from` outside the map"),
        (None, None, Some(_)) => Err("has its `to` outside the map"),
        _ if is_start => Err("wants one start, drawn as `A` or named by `from`"),
        _ => Err("wants one goal, drawn as `B` or named by `to`"),
    }
}

fn scale(text: &str) -> Option<(u64, u64)> {
    let (straight, diagonal) = text.split_once('/')?;
    Some((u64::from(small(straight)?), u64::from(small(diagonal)?)))
}

fn cell(text: &str) -> Option<Cell> {
    let (x, y) = text.split_once(',')?;
    Some((small(x)? as usize, small(y)? as usize))
}

fn class(words: &[&str]) -> Option<(u8, RefCell)> {
    let (&[letter, factor], media) = words.split_first_chunk()?;
    let &[letter] = letter.as_bytes() else {
        return None;
    };
    let mut bits = 0;
    for medium in media {
        bits |= match *medium {
            "land" => LAND,
            "water" => WATER,
            _ => return None,
        };
    }
    let is_class = letter.is_ascii_graphic() && !b"AB".contains(&letter);
    is_class.then_some((letter, RefCell { factor: small(factor)?, media: bits }))
}

fn block(words: &[&str]) -> Option<(Cell, Direction)> {
    let &[from, name] = words else {
        return None;
    };
    Some((cell(from)?, Direction::ALL.into_iter().find(|direction| direction.name() == name)?))
}

fn wall(words: &[&str]) -> Option<(Cell, Cell)> {
    let &[a, b] = words else {
        return None;
    };
    let (a, b) = (cell(a)?, cell(b)?);
    Direction::between(a, b).map(|_| (a, b))
}

fn link(words: &[&str]) -> Option<(Cell, Cell, u64)> {
    let &[from, to, cost] = words else {
        return None;
    };
    Some((cell(from)?, cell(to)?, u64::from(small(cost)?)))
}

/// A number up to a million, so that no sum over a map that fits in memory overflows 64 bits.
fn small(text: &str) -> Option<u32> {
    text.parse().ok().filter(|&number| number <= 1_000_000)
}
