//! The corpus: drawn cases, each with a query and its answer, as plain text.
//!
//! `corpus/README.md` describes the format; the files beside it are meant for the tests of every
//! front end.

mod draft;

use crate::generate::GenMap;
use crate::square::{Cell, Corners, Neighbours, RefCell, SquareWorld};
use draft::Draft;
use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};

/// One case: a world, a query and its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The title, unique within its file.
    pub title: String,
    /// The line number of the title, counted from 1.
    pub line: usize,
    /// The map as drawn, with `A` and `B`.
    pub drawn: GenMap,
    /// The map and the rules of the case.
    pub world: SquareWorld,
    /// The start of the path.
    pub start: Cell,
    /// The end of the path.
    pub goal: Cell,
    /// The cost of a cheapest path, or `None` if there is none.
    pub expected: Option<u64>,
}

/// Why a corpus text could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorpusError {
    file: Option<PathBuf>,
    line: Option<usize>,
    problem: String,
}

impl CorpusError {
    pub(crate) fn at(line: usize, problem: impl Into<String>) -> CorpusError {
        CorpusError { file: None, line: Some(line), problem: problem.into() }
    }

    fn in_file(self, file: &Path) -> CorpusError {
        CorpusError { file: Some(file.to_path_buf()), ..self }
    }

    fn unreadable(file: &Path, error: &std::io::Error) -> CorpusError {
        CorpusError { file: Some(file.to_path_buf()), line: None, problem: error.to_string() }
    }

    /// The line with the error, counted from 1, or `None` if a file could not be opened.
    pub fn line(&self) -> Option<usize> {
        self.line
    }
}

impl fmt::Display for CorpusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}: ", file.display())?;
        }
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        write!(f, "{}", self.problem)
    }
}

impl std::error::Error for CorpusError {}

/// Reads all cases of a text in order.
///
/// # Errors
///
/// The first line that does not follow the format.
pub fn read_corpus(text: &str) -> Result<Vec<Case>, CorpusError> {
    let mut cases = Vec::new();
    let mut titles = BTreeSet::new();
    let mut draft: Option<Draft> = None;
    for (index, raw) in text.lines().enumerate() {
        let (line, number) = (raw.trim(), index + 1);
        if let Some(title) = line.strip_prefix("== ") {
            if let Some(finished) = draft.take() {
                cases.push(finished.finish()?);
            }
            if !titles.insert(title.trim().to_owned()) {
                return Err(CorpusError::at(number, format!("a second case `{}`", title.trim())));
            }
            draft = Some(Draft::new(title.trim(), number));
        } else if let Some(draft) = &mut draft {
            draft.add_line(line, number)?;
        } else if !line.is_empty() && !line.starts_with('#') {
            return Err(CorpusError::at(number, "expected `== ` and a title before anything else"));
        }
    }
    if let Some(finished) = draft {
        cases.push(finished.finish()?);
    }
    Ok(cases)
}

/// Reads every `.txt` file of a folder in name order and returns each case with its file.
///
/// # Errors
///
/// If the folder or a file cannot be opened, or a file does not follow the format.
pub fn read_folder(folder: &Path) -> Result<Vec<(PathBuf, Case)>, CorpusError> {
    let mut files = Vec::new();
    let entries =
        std::fs::read_dir(folder).map_err(|error| CorpusError::unreadable(folder, &error))?;
    for entry in entries {
        let path = entry.map_err(|error| CorpusError::unreadable(folder, &error))?.path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            files.push(path);
        }
    }
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file)
            .map_err(|error| CorpusError::unreadable(&file, &error))?;
        let read = read_corpus(&text).map_err(|error| error.in_file(&file))?;
        cases.extend(read.into_iter().map(|case| (file.clone(), case)));
    }
    Ok(cases)
}

/// The cases line by line, for tests in other languages: what `corpus/README.md` describes as
/// `cases.tsv`. Cases that the engine refuses, which have a free link, are left out.
pub fn table(cases: &[(PathBuf, Case)]) -> String {
    let mut out = String::new();
    for (file, case) in cases {
        if case.world.links.iter().all(|link| link.2 > 0) {
            let file = file.file_name().unwrap_or_default().to_string_lossy();
            add_rows(&mut out, &file, case).expect("a text takes any line");
        }
    }
    out
}

fn add_rows(out: &mut String, file: &str, case: &Case) -> fmt::Result {
    let world = crate::adapter::supported(&case.world);
    let neighbours = if world.neighbours == Neighbours::Four { 4 } else { 8 };
    let corners = match world.corners {
        Corners::Never => "never",
        Corners::OneFree => "one-free",
        Corners::Always => "always",
    };
    writeln!(out, "case\t{file}: {}", case.title)?;
    writeln!(out, "mover\t{neighbours}\t{corners}\t{}\t{}", world.straight, world.diagonal)?;
    let mut kinds = world.cells.clone();
    kinds.sort_by_key(|cell| (cell.factor, cell.media));
    kinds.dedup();
    let letter = |cell: &RefCell| {
        let at = kinds.iter().position(|kind| kind == cell).expect("every kind is listed");
        if cell.factor == 0 { '#' } else { char::from(b'a' + at as u8) }
    };
    for kind in kinds.iter().filter(|kind| kind.factor > 0) {
        writeln!(out, "terrain\t{}\t{}\t{}", letter(kind), kind.factor, kind.media)?;
    }
    for row in world.cells.chunks(world.width) {
        writeln!(out, "row\t{}", row.iter().map(letter).collect::<String>())?;
    }
    for ((x, y), direction) in &world.blocked_steps {
        writeln!(out, "forbid\t{x}\t{y}\t{}", direction.name())?;
    }
    for ((x, y), (u, v), ticks) in &world.links {
        writeln!(out, "link\t{x}\t{y}\t{u}\t{v}\t{ticks}")?;
    }
    let cost = case.expected.map_or("-".to_owned(), |cost| cost.to_string());
    let ((x, y), (u, v)) = (case.start, case.goal);
    writeln!(out, "ask\t{x}\t{y}\t{u}\t{v}\t{cost}")
}

/// The corpus folder of this repository.
pub fn corpus_dir() -> PathBuf {
    crate::data::repository_root().join("corpus")
}

#[cfg(test)]
mod tests;
