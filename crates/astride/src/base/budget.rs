//! What a search may spend before it has to return control.

use std::sync::atomic::{AtomicBool, Ordering};

/// How often the caller's clock and cancel flag are checked, in expansions.
const ASK_EVERY: u64 = 64;

/// This many cells that are processed or looked at without a search count as one expansion.
pub(crate) const CELLS_PER_EXPANSION: u64 = 64;

/// The limit that ended a slice of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Spent {
    /// The allowed number of expansions was made.
    Expansions,
    /// The search memory would have grown past its limit.
    Bytes,
    /// The caller's clock called for a stop.
    Deadline,
    /// The cancel flag was set.
    Cancelled,
}

errors! { enum Spent:
    Expansions => ("budget-expansions", "all expansions allowed were made, expected a larger budget"),
    Bytes => ("budget-bytes", "the search memory reached its limit, expected a higher one"),
    Deadline => ("budget-deadline", "the caller's clock called for a stop"),
    Cancelled => ("budget-cancelled", "the search was cancelled"),
}

/// The limits of one slice of work. Whichever is reached first ends the slice; the search keeps its
/// state and can be continued with a new budget.
///
/// The engine reads no clock: a deadline is the caller's closure, called every 64 expansions.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use std::time::{Duration, Instant};
/// let end = Instant::now() + Duration::from_millis(4);
/// let mut late = || Instant::now() >= end;
/// let budget = Budget::unlimited().expansions(10_000).deadline(&mut late);
/// # let _ = budget;
/// ```
#[derive(Default)]
pub struct Budget<'a> {
    /// Expansions that may be made before the limits have to be checked again.
    credit: u64,
    /// Expansions left beyond the credit.
    expansions: Option<u64>,
    bytes: Option<usize>,
    deadline: Option<&'a mut dyn FnMut() -> bool>,
    cancel: Option<&'a AtomicBool>,
}

impl<'a> Budget<'a> {
    /// No limit at all.
    pub fn unlimited() -> Self {
        Budget::default()
    }

    /// At most this many expansions in this slice.
    #[must_use]
    pub fn expansions(mut self, most: u64) -> Self {
        self.expansions = Some(most);
        self
    }

    /// At most this many bytes of search memory in all (node records and open list).
    #[must_use]
    pub fn bytes(mut self, most: usize) -> Self {
        self.bytes = Some(most);
        self
    }

    /// Stops when `is_late` returns `true`.
    #[must_use]
    pub fn deadline(mut self, is_late: &'a mut dyn FnMut() -> bool) -> Self {
        self.deadline = Some(is_late);
        self
    }

    /// Stops when `flag` is set, for example by another thread.
    #[must_use]
    pub fn cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Takes one expansion from the budget, or returns the limit that was reached.
    #[inline(always)]
    pub fn take(&mut self) -> Option<Spent> {
        if self.credit == 0 {
            return self.refill();
        }
        self.credit -= 1;
        None
    }

    /// Takes at most `most` expansions at once, but at least one, or returns the limit that was
    /// reached.
    pub(crate) fn take_up_to(&mut self, most: u64) -> Result<u64, Spent> {
        if let Some(spent) = self.take() {
            return Err(spent);
        }
        let more = self.credit.min(most.saturating_sub(1));
        self.credit -= more;
        Ok(1 + more)
    }

    /// Gives back expansions that were taken in advance and not made.
    pub(crate) fn give_back(&mut self, unused: u64) {
        self.credit += unused;
    }

    /// Checks clock and flag, and takes at most `most` expansions at once, or returns the limit
    /// that was reached.
    pub(crate) fn take_slice(&mut self, most: u64) -> Result<u64, Spent> {
        let granted = self.left().min(most);
        if granted == 0 && most > 0 {
            return Err(Spent::Expansions);
        }
        if let Some(spent) = self.interrupted() {
            return Err(spent);
        }
        self.pay(granted);
        Ok(granted)
    }

    /// Takes `granted` expansions, which are at most those [left](Self::left).
    fn pay(&mut self, granted: u64) {
        let from_credit = self.credit.min(granted);
        self.credit -= from_credit;
        if let Some(left) = &mut self.expansions {
            *left -= granted - from_credit;
        }
    }

    /// A separate budget for `most` expansions that were taken as a slice, with the same clock and
    /// flag.
    pub(crate) fn part(&mut self, most: u64) -> Budget<'_> {
        let deadline: Option<&mut dyn FnMut() -> bool> = match &mut self.deadline {
            Some(is_late) => Some(&mut **is_late),
            None => None,
        };
        Budget { credit: 0, expansions: Some(most), bytes: None, deadline, cancel: self.cancel }
    }

    /// Gives back the unused rest of a slice.
    pub(crate) fn return_slice(&mut self, unused: u64) {
        if let Some(left) = &mut self.expansions {
            *left += unused;
        }
    }

    /// Runs `work` on a part of this budget that has at most `most` expansions, and the same limit on
    /// bytes, clock and flag. What the part does not use stays.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Budget;
    /// let mut budget = Budget::unlimited().expansions(10);
    /// let take_all = |part: &mut Budget<'_>| (0..20).take_while(|_| part.take().is_none()).count();
    /// assert_eq!(budget.at_most(3, take_all), 3);
    /// assert_eq!(budget.at_most(u64::MAX, take_all), 7);
    /// ```
    pub fn at_most<R>(&mut self, most: u64, work: impl FnOnce(&mut Budget<'_>) -> R) -> R {
        let granted = self.left().min(most);
        self.pay(granted);
        let (bytes, is_counted) = (self.bytes, self.expansions.is_some() || most < u64::MAX);
        let mut part = Budget { bytes, ..self.part(granted) };
        if !is_counted {
            part.expansions = None;
        }
        let done = work(&mut part);
        let unused = part.left();
        self.return_slice(unused);
        done
    }

    /// Runs `work` on this budget. If there is a clock or a flag, also returns how many checks of
    /// them said to go on before one said to stop, after which they are not checked any more; 2⁶⁴ −
    /// 1 if none said to stop.
    pub(crate) fn watched<R>(
        &mut self,
        work: impl FnOnce(&mut Budget<'_>) -> R,
    ) -> (R, Option<u64>) {
        let (mut goes_on, mut is_stopped, is_asked) = (0, false, self.is_asked());
        let mut deadline = self.deadline.take();
        let mut is_late = || {
            is_stopped = is_stopped || deadline.as_mut().is_some_and(|is_late| is_late());
            goes_on += u64::from(!is_stopped);
            is_stopped
        };
        let clock: &mut dyn FnMut() -> bool = &mut is_late;
        let deadline_of_work = is_asked.then_some(clock);
        let Budget { credit, expansions, bytes, cancel, .. } = *self;
        let mut budget = Budget { credit, expansions, bytes, deadline: deadline_of_work, cancel };
        let done = work(&mut budget);
        (self.credit, self.expansions) = (budget.credit, budget.expansions);
        self.deadline = deadline;
        // If the flag was set after its last check, the count is the number of checks made.
        is_stopped |= cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
        // A limit that is never reached is still a limit: some queries are answered differently if
        // there is none.
        (done, is_asked.then_some(if is_stopped { goes_on } else { u64::MAX }))
    }

    /// The limit on bytes of search memory, if there is one.
    pub(crate) fn most_bytes(&self) -> Option<usize> {
        self.bytes
    }

    /// The number of expansions left, 2⁶⁴ − 1 without a limit.
    pub fn left(&self) -> u64 {
        self.expansions.map_or(u64::MAX, |left| left.saturating_add(self.credit))
    }

    /// Whether there is a clock or a flag to check.
    pub(crate) fn is_asked(&self) -> bool {
        self.deadline.is_some() || self.cancel.is_some()
    }

    /// Whether there is no limit at all.
    pub(crate) fn is_unlimited(&self) -> bool {
        self.expansions.is_none() && self.bytes.is_none() && !self.is_asked()
    }

    /// Whether search memory is limited.
    #[inline(always)]
    pub fn limits_bytes(&self) -> bool {
        self.bytes.is_some()
    }

    /// Whether `bytes` of search memory are within the limit.
    #[inline(always)]
    pub fn allows_bytes(&self, bytes: usize) -> bool {
        self.bytes.is_none_or(|most| bytes <= most)
    }

    /// How many items of `each` bytes fit into the limit on search memory; `None` without a limit.
    pub fn room_for(&self, each: usize) -> Option<usize> {
        self.bytes.map(|most| most / each.max(1))
    }

    /// Checks clock and flag, and takes the next expansion and the credit for those after it.
    #[cold]
    fn refill(&mut self) -> Option<Spent> {
        if self.expansions == Some(0) {
            return Some(Spent::Expansions);
        }
        if let Some(spent) = self.interrupted() {
            return Some(spent);
        }
        let mut granted = if self.is_asked() { ASK_EVERY } else { u64::MAX };
        if let Some(left) = &mut self.expansions {
            granted = granted.min(*left);
            *left -= granted;
        }
        self.credit = granted - 1;
        None
    }

    /// Checks flag and clock at once and takes no expansion: for work in pieces, each of which takes as
    /// long as many expansions. Returns which of the two said to stop.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::{Budget, Spent};
    /// let mut late = || true;
    /// let mut budget = Budget::unlimited().expansions(9).deadline(&mut late);
    /// assert_eq!(budget.interrupted(), Some(Spent::Deadline));
    /// assert_eq!(Budget::unlimited().expansions(0).interrupted(), None);
    /// ```
    pub fn interrupted(&mut self) -> Option<Spent> {
        if self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Spent::Cancelled);
        }
        if self.deadline.as_mut().is_some_and(|is_late| is_late()) {
            return Some(Spent::Deadline);
        }
        None
    }
}

crate::base::debug_by!([] Budget['_]: credit, expansions, bytes);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expansions_run_out_exactly() {
        let mut budget = Budget::unlimited().expansions(3);
        assert_eq!((0..5).filter(|_| budget.take().is_none()).count(), 3);
        assert_eq!(budget.take(), Some(Spent::Expansions));
    }

    #[test]
    fn expansions_are_taken_together_as_one_by_one() {
        let mut budget = Budget::unlimited().expansions(100);
        assert_eq!(budget.take_up_to(30), Ok(30));
        budget.give_back(10);
        assert_eq!(budget.take_up_to(200), Ok(80));
        assert_eq!(budget.take_up_to(1), Err(Spent::Expansions));
        let mut late = || false;
        let mut budget = Budget::unlimited().deadline(&mut late);
        assert_eq!(budget.take_up_to(1000), Ok(ASK_EVERY));
    }

    #[test]
    fn slices_add_up_to_the_limit() {
        let mut budget = Budget::unlimited().expansions(100);
        assert_eq!(budget.take(), None);
        assert_eq!((budget.left(), budget.take_slice(60)), (99, Ok(60)));
        budget.return_slice(20);
        assert_eq!((budget.left(), budget.take_slice(0)), (59, Ok(0)));
        assert_eq!((budget.take_slice(80), budget.take_slice(1)), (Ok(59), Err(Spent::Expansions)));
        let mut budget = Budget::unlimited();
        assert_eq!((budget.take_slice(1 << 40), budget.left()), (Ok(1 << 40), u64::MAX));
        let mut late = || true;
        let mut budget = Budget::unlimited().deadline(&mut late);
        assert_eq!(
            (budget.take_slice(1), budget.part(1).take()),
            (Err(Spent::Deadline), Some(Spent::Deadline))
        );
        let mut budget = Budget::unlimited();
        let mut part = budget.part(2);
        assert_eq!([part.take(), part.take(), part.take()], [None, None, Some(Spent::Expansions)]);
    }

    #[test]
    fn parts_take_no_more_than_they_use() {
        let spend = |part: &mut Budget<'_>| (0..100).take_while(|_| part.take().is_none()).count();
        for limit in [0, 1, 63, 64, 65] {
            let mut late = || false;
            let mut budget = Budget::unlimited().expansions(limit).deadline(&mut late).bytes(9);
            assert_eq!(budget.take().is_none(), limit > 0);
            let left = limit.saturating_sub(1);
            let two = |part: &mut Budget<'_>| (part.room_for(1), part.take(), part.take());
            let spent = (left < 2).then_some(Spent::Expansions);
            let first = spent.filter(|_| left == 0);
            assert_eq!(budget.at_most(50, two), (Some(9), first, spent), "{limit}");
            assert_eq!(budget.at_most(u64::MAX, spend) as u64, left.saturating_sub(2), "{limit}");
        }
        let mut late = || true;
        let mut budget = Budget::unlimited().deadline(&mut late);
        assert_eq!(budget.at_most(5, |part| part.take()), Some(Spent::Deadline));
        assert_eq!(Budget::unlimited().at_most(u64::MAX, spend), 100);
        assert_eq!(Budget::unlimited().at_most(7, spend), 7);
    }

    #[test]
    fn a_watched_budget_is_spent_as_any_other_and_says_how_often_it_may_go_on() {
        let mut budget = Budget::unlimited().expansions(5);
        let taken = |budget: &mut Budget<'_>| (0..3).all(|_| budget.take().is_none());
        assert_eq!((budget.watched(taken), budget.left()), ((true, None), 2));
        let mut asked = 0;
        let mut late = || {
            asked += 1;
            asked == 4
        };
        let mut budget = Budget::unlimited().deadline(&mut late);
        let spent = |budget: &mut Budget<'_>| (0..1000).find_map(|_| budget.take());
        assert_eq!(budget.watched(spent), (Some(Spent::Deadline), Some(3)));
        let mut never = || false;
        assert_eq!(Budget::unlimited().deadline(&mut never).watched(spent), (None, Some(u64::MAX)));
        let flag = AtomicBool::new(true);
        let mut budget = Budget::unlimited().cancel(&flag);
        assert_eq!(budget.watched(spent), (Some(Spent::Cancelled), Some(0)));
    }

    #[test]
    fn a_deadline_and_a_flag_are_asked_at_once_and_then_now_and_then() {
        let flag = AtomicBool::new(true);
        assert_eq!(Budget::unlimited().cancel(&flag).take(), Some(Spent::Cancelled));
        let mut asked = 0;
        let mut late = || {
            asked += 1;
            asked == 3
        };
        let mut budget = Budget::unlimited().deadline(&mut late);
        let taken = (0..1000).take_while(|_| budget.take().is_none()).count();
        assert_eq!(taken as u64, 2 * ASK_EVERY);
    }
}
