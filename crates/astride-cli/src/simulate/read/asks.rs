//! Lines that ask, and lines that say what is expected.

use astride::planner::RequestOptions;
use astride::shapes::square::Edit;

use super::keyword;
use super::world::changes;
use crate::simulate::words::Words;
use crate::simulate::{Answer, Command, Expected, Question, Terms};

/// What can be expected of a question.
const ANSWERS: &str = "cost TICKS, steps N, ends X,Y, unreachable, out-of-budget, waiting, running, cancelled, \
     expired, parts PATHS or parts-nothing";

pub(super) fn ends(words: &mut Words<'_>) -> Result<Question, String> {
    let ends = [words.cell()?, words.cell()?];
    Ok(Question { ends, ..Question::default() })
}

/// Reads all clauses of a path, and the changes of `if`.
pub(super) fn clauses(
    words: &mut Words<'_>,
    question: &mut Question,
) -> Result<Option<Edit>, String> {
    while let Some(word) = words.next() {
        if word == "if" {
            return changes(words).map(Some);
        }
        if !clause(word, words, question)? {
            return Err(format!(
                "{word:?} is wrong here, expected {CLAUSES}, nearest, or if CHANGE"
            ));
        }
    }
    Ok(None)
}

/// The clauses that are followed by a name.
const CLAUSES: &str =
    "for MOVER, by FACTION, with OVERLAY, around PLACES, or PLACES, supposing CHANGES";

/// Reads one clause if `word` begins one; returns whether it does.
pub(super) fn clause(
    word: &str,
    words: &mut Words<'_>,
    question: &mut Question,
) -> Result<bool, String> {
    match word {
        "for" => question.mover = Some(words.name()?),
        "by" => question.faction = Some(words.name()?),
        "with" => question.overlays.push(words.name()?),
        "around" => question.around = Some(words.name()?),
        "or" => question.or = Some(words.name()?),
        "supposing" => question.supposing = Some(words.name()?),
        "nearest" => question.nearest = true,
        _ => return Ok(false),
    }
    Ok(true)
}

pub(super) fn queue(words: &mut Words<'_>) -> Result<Command, String> {
    const KNOWN: &str = "lanes, ageing, quantum, most or merge";
    let mut options = RequestOptions::default();
    while let Some(word) = words.next() {
        let mut number = |most: u64| words.number("a number", most);
        options = match word {
            "lanes" => options.lanes(number(1024)? as usize),
            "ageing" => options.ageing(number(u32::MAX.into())? as u32),
            "quantum" => options.quantum(number(u64::MAX)?),
            "most" => options.most(number(1 << 24)? as usize),
            "merge" => options.merge_from(number(1 << 24)? as usize),
            other => return Err(format!("queue does not know {other:?}, expected {KNOWN}")),
        };
    }
    Ok(Command::Queue(options))
}

pub(super) fn request(words: &mut Words<'_>) -> Result<Command, String> {
    let (name, mut question) = (words.name()?, ends(words)?);
    let mut terms = Terms::default();
    while let Some(word) = words.next() {
        match word {
            "priority" => terms.priority = words.number("a priority", u8::MAX.into())? as u8,
            "limit" => terms.limit = Some(words.number("a number of expansions", u64::MAX)?),
            "within" => terms.within = Some(words.number("a number of frames", u64::MAX)?),
            word if clause(word, words, &mut question)? => {}
            other => {
                let known = format!("priority N, limit N, within N, {CLAUSES}, or nearest");
                return Err(format!("{other:?} is wrong here, expected {known}"));
            }
        }
    }
    Ok(Command::Request { name, question, terms })
}

/// Which of some paths a change would cut.
pub(super) fn would_part(words: &mut Words<'_>) -> Result<Command, String> {
    let (name, mut ways) = (words.name()?, Vec::new());
    while words.peek().is_some_and(|word| word != "if") {
        ways.push(words.name()?);
    }
    keyword(words, if ways.is_empty() { "names of paths" } else { "if" })?;
    check_once(&ways)?;
    Ok(Command::WouldPart { name, ways, change: changes(words)? })
}

/// Refuses a name that is listed twice.
fn check_once(names: &[String]) -> Result<(), String> {
    let mut sorted: Vec<&String> = names.iter().collect();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("{} is listed twice, expected each path once", pair[0])),
        None => Ok(()),
    }
}

pub(super) fn expected(words: &mut Words<'_>) -> Result<Expected, String> {
    Ok(match words.need("revision, known, digest, or the name of a path")? {
        "revision" => Expected::Revision(words.number("a revision", u64::MAX)?),
        "known" => {
            let faction = words.name()?;
            let cells = words.number("a number of cells", u32::MAX.into())? as u32;
            Expected::Known { faction, cells }
        }
        "digest" => {
            let word = words.need("16 digits and letters a to f")?;
            let digest = Some(word).filter(|word| word.len() == 16);
            let digest = digest.and_then(|word| u64::from_str_radix(word, 16).ok());
            let wrong = || format!("{word:?} is no digest, expected 16 digits and letters a to f");
            Expected::Digest(digest.ok_or_else(wrong)?)
        }
        name => {
            let name = name.to_owned();
            let answer = match words.need(ANSWERS)? {
                "cost" => Answer::Cost(words.number("a number of ticks", u64::MAX)?),
                "steps" => {
                    Answer::Steps(words.number("a number of steps", u32::MAX.into())? as usize)
                }
                "ends" => Answer::Ends(words.cell()?),
                "unreachable" => Answer::Unreachable,
                "out-of-budget" => Answer::OutOfBudget,
                "waiting" => Answer::Waiting,
                "running" => Answer::Running,
                "cancelled" => Answer::Cancelled,
                "expired" => Answer::Expired,
                "parts" => {
                    let mut parted = vec![words.name()?];
                    while words.peek().is_some() {
                        parted.push(words.name()?);
                    }
                    check_once(&parted)?;
                    parted.sort_unstable();
                    Answer::Parts(parted)
                }
                "parts-nothing" => Answer::Parts(Vec::new()),
                word => return Err(format!("{word:?} is no answer, expected {ANSWERS}")),
            };
            Expected::Answer { name, answer }
        }
    })
}
