//! The words of one line, taken one by one; an error says what is missing or wrong, and what was
//! expected.

use astride::base::{Cell, CellRect, Dir};

use crate::parse::{self, sized};

/// The rest of a line.
pub(super) struct Words<'a> {
    left: &'a str,
    /// The command that the line begins with.
    command: &'a str,
}

/// The most letters of a name.
const LONGEST: usize = 64;

impl<'a> Words<'a> {
    /// Takes the first word of a line as its command; nothing if there is none.
    pub(super) fn of(line: &'a str) -> Option<Self> {
        let mut words = Words { left: line, command: "" };
        let command = words.next()?;
        Some(Words { command, ..words })
    }

    pub(super) fn command(&self) -> &'a str {
        self.command
    }

    /// The words of another part of the same line.
    pub(super) fn part(&self, part: &'a str) -> Self {
        Words { left: part, command: self.command }
    }

    /// Takes the rest of the line.
    pub(super) fn rest(&mut self) -> &'a str {
        std::mem::take(&mut self.left)
    }

    /// The next word, without taking it.
    pub(super) fn peek(&self) -> Option<&'a str> {
        Words { ..*self }.next()
    }

    pub(super) fn next(&mut self) -> Option<&'a str> {
        let left = self.left.trim_start();
        let (word, rest) = left.split_at(left.find(char::is_whitespace).unwrap_or(left.len()));
        self.left = rest;
        Some(word).filter(|word| !word.is_empty())
    }

    pub(super) fn need(&mut self, expected: &str) -> Result<&'a str, String> {
        let command = self.command;
        self.next().ok_or_else(|| format!("{command} ends too soon, expected {expected}"))
    }

    pub(super) fn end(&mut self, known: &str) -> Result<(), String> {
        match self.next() {
            None => Ok(()),
            Some(word) => {
                Err(format!("{} does not know {word:?} here, expected {known}", self.command))
            }
        }
    }

    pub(super) fn name(&mut self) -> Result<String, String> {
        let word = self.need("a name")?;
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if word.len() > LONGEST || !word.bytes().all(is_plain) {
            let message = format!("letters, digits, - and _, at most {LONGEST} of them");
            return Err(format!("{word:?} is no name, expected {message}"));
        }
        Ok(word.to_owned())
    }

    pub(super) fn cell(&mut self) -> Result<Cell, String> {
        let word = self.need("a cell as x,y")?;
        parse::cell(word).map_err(|error| error.to_string())
    }

    /// A cell and a size, `x,y WxH`.
    pub(super) fn rect(&mut self) -> Result<CellRect, String> {
        let corner = self.cell()?;
        let word = self.need("a size as WxH")?;
        sized(corner, word)
    }

    /// A cell, or a cell and a size.
    pub(super) fn area(&mut self) -> Result<CellRect, String> {
        let corner = self.cell()?;
        match self.peek().filter(|word| !word.contains(',')) {
            None => sized(corner, "1x1"),
            Some(size) => {
                self.next();
                sized(corner, size)
            }
        }
    }

    /// A whole number that is not above `most`.
    pub(super) fn number(&mut self, what: &str, most: u64) -> Result<u64, String> {
        let word = self.need(what)?;
        let number = word.parse().ok().filter(|&number| number <= most);
        number.ok_or_else(|| format!("{word:?} is not {what}, expected 0 to {most}"))
    }

    /// A letter of terrain, bare or in quotes.
    pub(super) fn letter(&mut self) -> Result<u8, String> {
        let word = self.need("a letter of terrain")?;
        match word.as_bytes() {
            [b'\'', letter, b'\''] | [letter] if letter.is_ascii_graphic() => Ok(*letter),
            _ => Err(format!("{word:?} is no letter of terrain, expected one such as '@'")),
        }
    }

    pub(super) fn dir(&mut self) -> Result<Dir, String> {
        const NAMES: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
        let word = self.need("a direction")?;
        let at = NAMES.iter().position(|name| name.eq_ignore_ascii_case(word));
        at.map(|at| Dir::ALL[at])
            .ok_or_else(|| format!("{word:?} is no direction, expected {}", NAMES.join(", ")))
    }
}
