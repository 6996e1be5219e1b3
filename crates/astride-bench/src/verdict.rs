//! What an answer is worth beside the best one.

use serde::Serialize;

use crate::contestant::{Answer, Promise};

/// The outcome of checking one answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) enum Verdict {
    /// The best cost, to the tick; or rightly no path.
    Exact,
    /// Longer by no more than the arithmetic of the contestant explains.
    Near,
    /// A path that is longer.
    Longer,
    /// No path where there is one, or one that cannot be walked.
    Wrong(String),
}

impl Verdict {
    /// As it stands in raw rows.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Verdict::Exact => "exact",
            Verdict::Near => "near",
            Verdict::Longer => "longer",
            Verdict::Wrong(_) => "wrong",
        }
    }
}

/// Compares an answer, and the ticks of its path or what is wrong with that, with the best cost;
/// also gives the ratio of the costs, 1 where there is none.
///
/// # Errors
///
/// A path shorter than the best one: then the judge is wrong.
pub(crate) fn judge(
    promise: Promise,
    best: Option<u64>,
    answer: &Answer,
    walked: Option<Result<u64, String>>,
) -> Result<(Verdict, f64), String> {
    let wrong = |reason: String| Ok((Verdict::Wrong(reason), 1.0));
    let (best, found) = match (best, walked) {
        (None, None) => return Ok((Verdict::Exact, 1.0)),
        (Some(_), None) => return wrong("it finds no path where there is one".to_owned()),
        (_, Some(Err(fault))) => return wrong(fault),
        (None, Some(Ok(ticks))) => {
            return Err(format!("a path of {ticks} ticks where there should be none"));
        }
        (Some(best), Some(Ok(found))) => (best, found),
    };
    if found < best {
        return Err(format!("a path of {found} ticks where the best should have {best}"));
    }
    if let Some(stated) = answer.ticks.filter(|&stated| stated != found) {
        return wrong(format!("it states {stated} ticks, its path has {found}"));
    }
    let ratio = if found == best { 1.0 } else { found as f64 / best.max(1) as f64 };
    let verdict = match promise {
        _ if found == best => Verdict::Exact,
        Promise::Within(part) if ratio <= 1.0 + part => Verdict::Near,
        _ => Verdict::Longer,
    };
    Ok((verdict, ratio))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(
        promise: Promise,
        best: Option<u64>,
        walked: Option<Result<u64, String>>,
    ) -> Result<Verdict, String> {
        judge(promise, best, &Answer::default(), walked).map(|(verdict, _)| verdict)
    }

    #[test]
    fn answers_are_told_apart() {
        let within = Promise::Within(0.01);
        assert_eq!(check(Promise::Exact, Some(1000), Some(Ok(1000))), Ok(Verdict::Exact));
        assert_eq!(check(Promise::Exact, None, None), Ok(Verdict::Exact));
        assert_eq!(check(Promise::Exact, Some(1000), Some(Ok(1001))), Ok(Verdict::Longer));
        assert_eq!(check(within, Some(1000), Some(Ok(1001))), Ok(Verdict::Near));
        assert_eq!(check(within, Some(1000), Some(Ok(1011))), Ok(Verdict::Longer));
        assert!(matches!(check(within, Some(1000), None), Ok(Verdict::Wrong(_))));
        let fault = Some(Err("a wall".to_owned()));
        assert_eq!(check(within, Some(1), fault), Ok(Verdict::Wrong("a wall".to_owned())));
    }

    #[test]
    fn a_judge_that_is_beaten_is_noticed() {
        assert!(check(Promise::NotOptimal, Some(1000), Some(Ok(999))).is_err());
        assert!(check(Promise::NotOptimal, None, Some(Ok(999))).is_err());
    }

    #[test]
    fn a_cost_that_is_not_that_of_the_path_is_wrong() {
        let answer = Answer { ticks: Some(999), ..Answer::default() };
        let (verdict, _) = judge(Promise::Exact, Some(1000), &answer, Some(Ok(1000))).unwrap();
        assert!(matches!(verdict, Verdict::Wrong(_)));
    }
}
