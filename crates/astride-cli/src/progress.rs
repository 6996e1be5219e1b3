//! Progress bars: on standard error, only on a terminal, and only after a second.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Shows that work is going on, once it has taken a second.
pub(crate) struct Ticker {
    began: Instant,
    what: String,
    total: Option<u64>,
    bar: Option<ProgressBar>,
}

impl Ticker {
    /// For work of known extent.
    pub(crate) fn of(total: u64, what: impl Into<String>) -> Self {
        Ticker { began: Instant::now(), what: what.into(), total: Some(total), bar: None }
    }

    /// For work of unknown extent.
    pub(crate) fn endless(what: impl Into<String>) -> Self {
        Ticker { began: Instant::now(), what: what.into(), total: None, bar: None }
    }

    /// Called now and then with how much is done.
    pub(crate) fn at(&mut self, done: u64) {
        if self.bar.is_none() {
            if self.began.elapsed() < Duration::from_secs(1) {
                return;
            }
            self.bar = Some(self.new_bar());
        }
        if let Some(bar) = &self.bar {
            match self.total {
                Some(_) => bar.set_position(done),
                None => bar.tick(),
            }
        }
    }

    fn new_bar(&self) -> ProgressBar {
        // The bar hides itself where standard error is not a terminal, but not on one that cannot move
        // its cursor.
        if is_dumb() {
            return ProgressBar::hidden();
        }
        let (bar, look) = match self.total {
            Some(total) => (ProgressBar::new(total), "{msg} {bar:40} {pos}/{len} ({eta})"),
            None => (ProgressBar::new_spinner(), "{spinner} {msg} {elapsed}"),
        };
        if let Ok(style) = ProgressStyle::with_template(look) {
            bar.set_style(style);
        }
        bar.set_message(self.what.clone());
        bar
    }
}

/// Whether the terminal says that it can print letters and nothing else.
pub(crate) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

impl Drop for Ticker {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
