//! What a result is filed under: the date and a name for the machine, never its host name.

use std::fmt;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;

use crate::Output;

/// The circumstances of a measurement.
#[derive(Serialize, Clone)]
pub(crate) struct Circumstances {
    pub(crate) date: String,
    pub(crate) machine: String,
    pub(crate) processor: String,
    pub(crate) cores: usize,
    /// Runnable threads of the whole machine, averaged over a minute, at the start; 1 is this one.
    pub(crate) load_at_start: Option<f64>,
    pub(crate) astride: &'static str,
    pub(crate) target_cpu: &'static str,
}

impl Circumstances {
    pub(crate) fn observe(output: &Output) -> Self {
        let processor = processor();
        Circumstances {
            date: output.date.clone().unwrap_or_else(today),
            machine: output.machine.clone().unwrap_or_else(|| slug(&processor)),
            processor,
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            load_at_start: load(),
            astride: env!("CARGO_PKG_VERSION"),
            // With `-C target-cpu=native` a modern x86-64 processor has this.
            target_cpu: if cfg!(target_feature = "popcnt") { "native" } else { "plain" },
        }
    }

    /// The folder the results of this run belong into.
    pub(crate) fn folder(&self, output: &Output) -> PathBuf {
        output.out.clone().unwrap_or_else(|| {
            let results = astride_testkit::data::repository_root().join("benches/results");
            results.join(format!("{}-{}", self.date, self.machine))
        })
    }
}

impl fmt::Display for Circumstances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Circumstances { date, processor, cores, load_at_start, target_cpu, .. } = self;
        let load = load_at_start.map_or("unknown".to_owned(), |load| format!("{load:.1}"));
        write!(
            f,
            "on {date}, {processor}, {cores} cores, load {load} at the start, {target_cpu} build."
        )
    }
}

/// Bytes of memory of this process by their name in its status, if the system tells: `VmRSS:` are those
/// in use, `VmHWM:` the most that ever were.
pub(crate) fn memory(name: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? * 1024)
}

fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = info.lines().find(|line| line.split(':').next().map(str::trim) == Some(name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    match (field("model name"), field("model")) {
        (Some(name), Some(model)) => format!("{name} (model {model})"),
        _ => std::env::consts::ARCH.to_owned(),
    }
}

/// Lower-case words joined by hyphens: `Intel(R) Xeon(R) Processor (model 207)` →
/// `intel-xeon-model-207`.
fn slug(processor: &str) -> String {
    let plain = processor.to_lowercase().replace("(r)", " ").replace("(tm)", " ");
    let words = plain.split(|c: char| !c.is_ascii_alphanumeric());
    let words = words.filter(|word| !matches!(*word, "" | "processor" | "cpu"));
    words.collect::<Vec<_>>().join("-")
}

fn load() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |past| past.as_secs());
    date_of_day(seconds / 86_400)
}

/// The date this many days after 1970-01-01.
fn date_of_day(mut days: u64) -> String {
    let mut year = 1970;
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let mut month = 0;
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    format!("{year:04}-{:02}-{:02}", month + 1, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_follow_the_calendar() {
        assert_eq!(date_of_day(0), "1970-01-01");
        assert_eq!(date_of_day(11_016), "2000-02-29");
        assert_eq!(date_of_day(11_017), "2000-03-01");
        assert_eq!(date_of_day(20_818), "2026-12-31");
    }

    #[test]
    fn slugs_are_words_and_hyphens() {
        assert_eq!(slug("Intel(R) Xeon(R) Processor (model 207)"), "intel-xeon-model-207");
        assert_eq!(slug("AMD EPYC 9B14"), "amd-epyc-9b14");
    }
}
