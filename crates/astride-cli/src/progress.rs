//! Progress bars: on standard error, only on a terminal, and only after a second.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use terminal_size::terminal_size_of;

/// How long the first line waits, and each later one.
const FIRST: Duration = Duration::from_secs(1);
const NEXT: Duration = Duration::from_millis(100);

/// The letters of a bar.
const BAR: u64 = 40;

/// What turns while nobody knows how much is left.
const SPINNER: [char; 4] = ['|', '/', '-', '\\'];

/// Shows that work is going on, once it has taken a second.
pub(crate) struct Ticker {
    began: Instant,
    what: String,
    total: Option<u64>,
    /// When the next line is due; `None` where none can be shown.
    due: Option<Instant>,
    /// How many lines were shown, each in place of the last, and how long the last one is.
    lines: usize,
    length: usize,
}

impl Ticker {
    /// For work of known extent.
    pub(crate) fn of(total: u64, what: impl Into<String>) -> Self {
        Ticker::new(Some(total), what.into())
    }

    /// For work of unknown extent.
    pub(crate) fn endless(what: impl Into<String>) -> Self {
        Ticker::new(None, what.into())
    }

    fn new(total: Option<u64>, what: String) -> Self {
        let began = Instant::now();
        // A dumb terminal cannot move its cursor.
        let is_seen = stderr().is_terminal() && !is_dumb();
        Ticker { began, what, total, due: is_seen.then(|| began + FIRST), lines: 0, length: 0 }
    }

    /// Called now and then with how much is done.
    pub(crate) fn at(&mut self, done: u64) {
        let now = Instant::now();
        if self.due.is_none_or(|due| now < due) {
            return;
        }
        self.due = Some(now + NEXT);
        let line = match self.total {
            Some(total) => bar(&self.what, done, total, now - self.began),
            None => {
                let turn = SPINNER[self.lines % SPINNER.len()];
                format!("{turn} {} {}", self.what, clock(now - self.began))
            }
        };
        self.lines += 1;
        let width = terminal_size_of(stderr()).map_or(80, |(width, _)| usize::from(width.0));
        self.show(cut(&line, width));
    }

    /// Puts a line where the last one was, with spaces over what is left of that, which every terminal
    /// understands.
    fn show(&mut self, line: &str) {
        let length = line.chars().count();
        let rest = " ".repeat(self.length.saturating_sub(length));
        self.length = length;
        let mut err = stderr().lock();
        // Work does not fail because nobody can be told about it.
        let _ = write!(err, "\r{line}{rest}").and_then(|()| err.flush());
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        if self.lines > 0 {
            self.show("");
            let _ = write!(stderr(), "\r");
        }
    }
}

/// How far work is, and how long the rest will take at this pace.
fn bar(what: &str, done: u64, total: u64, elapsed: Duration) -> String {
    let share = done as f64 / total.max(1) as f64;
    let full = (share.min(1.0) * BAR as f64) as usize;
    let bar = "#".repeat(full) + &"-".repeat(BAR as usize - full);
    let left = elapsed.as_secs_f64() * (1.0 / share.max(1e-9) - 1.0);
    let left = Duration::from_secs_f64(left.clamp(0.0, 1e6));
    let left = if done == 0 { "?".to_owned() } else { clock(left) };
    format!("{what} {bar} {done}/{total} ({left})")
}

/// What of a line fits into a terminal of this width with its cursor. A longer line would take up two,
/// and would not be overwritten as a whole.
fn cut(line: &str, width: usize) -> &str {
    let end = line.char_indices().nth(width.saturating_sub(1));
    end.map_or(line, |(end, _)| &line[..end])
}

/// Minutes and seconds.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Whether the terminal says that it can print letters and nothing else.
pub(crate) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_says_how_much_is_done_and_how_long_the_rest_takes() {
        let minute = Duration::from_secs(60);
        let halves = ["#".repeat(20), "-".repeat(20)].concat();
        assert_eq!(bar("rows", 50, 100, minute), format!("rows {halves} 50/100 (1:00)"));
        assert_eq!(bar("rows", 0, 100, minute), format!("rows {} 0/100 (?)", "-".repeat(40)));
        assert_eq!(bar("rows", 7, 0, minute), format!("rows {} 7/0 (0:00)", "#".repeat(40)));
        assert_eq!(clock(Duration::from_secs(3725)), "62:05");
    }

    #[test]
    fn narrow_terminals_show_the_beginning_of_a_line() {
        for (width, shown) in [(9, "größe ##"), (8, "größe #"), (4, "grö"), (1, ""), (0, "")] {
            assert_eq!(cut("größe ##", width), shown, "{width}");
        }
    }
}
