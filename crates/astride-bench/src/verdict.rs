//! How an answer compares with the best one.

use astride::base::{Cell, Cost};

use crate::contestant::{Answer, Found, Promise};
use crate::plain::{Place, place};

/// The outcome of checking one answer.
#[derive(Clone, Debug, PartialEq)]
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

/// The cost of a step, if there is one.
pub(crate) type Step<'a> = Box<dyn Fn(Place, Place) -> Option<Cost> + 'a>;

/// The ticks of a path, or what is wrong with it.
pub(crate) fn walk(path: &[Place], ends: [Cell; 2], step: &Step<'_>) -> Result<Cost, String> {
    let [start, goal] = ends.map(place);
    if (path.first(), path.last()) != (Some(&start), Some(&goal)) {
        return Err(format!("the path does not lead from {start:?} to {goal:?}"));
    }
    let cost = |pair: &[Place]| {
        let fault = || format!("no step leads from {:?} to {:?}", pair[0], pair[1]);
        step(pair[0], pair[1]).ok_or_else(fault)
    };
    path.windows(2).map(cost).sum()
}

/// Walks the path of an answer and compares its cost with the best one; also gives the ratio of the
/// costs, if there is a path.
///
/// # Errors
///
/// A path shorter than the best one: then the judge is wrong.
pub(crate) fn judge(
    promise: Promise,
    best: Option<Cost>,
    answer: &Answer,
    walk: impl FnOnce(&[Place]) -> Result<Cost, String>,
) -> Result<(Verdict, Option<f64>), String> {
    let wrong = |reason: String| Ok((Verdict::Wrong(reason), None));
    let (best, path) = match (best, &answer.found) {
        (_, Found::Unknown) | (None, Found::Nothing) | (Some(_), Found::Begins) => {
            return Ok((Verdict::Exact, None));
        }
        (Some(_), Found::Nothing) => {
            return wrong("it finds no path where there is one".to_owned());
        }
        (None, Found::Begins) => return wrong("it finds a path where there is none".to_owned()),
        (best, Found::Path(path)) => (best, path),
    };
    let found = match (walk(path), best) {
        (Err(fault), _) => return wrong(fault),
        (Ok(found), Some(best)) if found >= best => found,
        (Ok(found), best) => {
            return Err(format!("a path of {found} ticks where the best should have {best:?}"));
        }
    };
    if let Some(stated) = answer.ticks.filter(|&stated| stated != found) {
        return wrong(format!("it states {stated} ticks, its path has {found}"));
    }
    let ratio = found.max(1) as f64 / best.unwrap_or(found).max(1) as f64;
    let verdict = match promise {
        _ if Some(found) == best => Verdict::Exact,
        Promise::Within(part) if ratio <= 1.0 + part => Verdict::Near,
        _ => Verdict::Longer,
    };
    Ok((verdict, Some(ratio)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(
        promise: Promise,
        best: Option<Cost>,
        walked: Option<Result<Cost, String>>,
    ) -> Result<Verdict, String> {
        let found = walked.as_ref().map(|_| Vec::new()).into();
        let walk = |_: &[Place]| walked.expect("a path to walk");
        judge(promise, best, &Answer { found, ..Answer::default() }, walk)
            .map(|(verdict, _)| verdict)
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
    fn first_steps_without_a_path_are_wrong() {
        let begins = Answer { found: Found::Begins, ..Answer::default() };
        let judged = |best| judge(Promise::NotOptimal, best, &begins, |_| Ok(0)).expect("a judge");
        assert_eq!(judged(Some(3)).0, Verdict::Exact);
        assert!(matches!(judged(None).0, Verdict::Wrong(_)));
    }

    #[test]
    fn a_cost_that_is_not_that_of_the_path_is_wrong() {
        let found = Found::Path(Vec::new());
        let answer = Answer { found, ticks: Some(999), ..Answer::default() };
        let (verdict, _) = judge(Promise::Exact, Some(1000), &answer, |_| Ok(1000)).unwrap();
        assert!(matches!(verdict, Verdict::Wrong(_)));
    }
}
