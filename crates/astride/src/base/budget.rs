//! What a search may spend before it has to hand back control.

use std::sync::atomic::{AtomicBool, Ordering};

/// How often the caller's clock and cancel flag are asked, in expansions.
const ASK_EVERY: u64 = 64;

/// Which limit ended a slice of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Spent {
    /// The allowed number of expansions was made.
    Expansions,
    /// The search memory would have grown past its limit.
    Bytes,
    /// The caller's clock said stop.
    Deadline,
    /// The cancel flag was raised.
    Cancelled,
}

/// Limits of one slice of work. Whatever runs out first ends the slice; the search itself keeps its
/// state and can be continued with a fresh budget.
///
/// The engine reads no clock: a deadline is the caller's closure, asked every 64 expansions.
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
    /// Expansions that may be made before anything has to be asked again.
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

    /// Stop when `is_late` answers `true`.
    #[must_use]
    pub fn deadline(mut self, is_late: &'a mut dyn FnMut() -> bool) -> Self {
        self.deadline = Some(is_late);
        self
    }

    /// Stop when `flag` is raised, for example by another thread.
    #[must_use]
    pub fn cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Takes one expansion out of the budget, or says what has run out.
    #[inline(always)]
    pub fn take(&mut self) -> Option<Spent> {
        if self.credit == 0 {
            return self.refill();
        }
        self.credit -= 1;
        None
    }

    /// Takes at most `most` expansions at once, at least one of them, or says what has run out.
    pub(crate) fn take_up_to(&mut self, most: u64) -> Result<u64, Spent> {
        if let Some(spent) = self.take() {
            return Err(spent);
        }
        let more = self.credit.min(most.saturating_sub(1));
        self.credit -= more;
        Ok(1 + more)
    }

    /// Gives back expansions that were taken together and then not made.
    pub(crate) fn give_back(&mut self, unused: u64) {
        self.credit += unused;
    }

    /// Asks clock and flag, and takes at most `most` expansions at once, or says what has run out.
    pub(crate) fn take_slice(&mut self, most: u64) -> Result<u64, Spent> {
        let granted = self.left().min(most);
        if granted == 0 && most > 0 {
            return Err(Spent::Expansions);
        }
        if let Some(spent) = self.ask() {
            return Err(spent);
        }
        let from_credit = self.credit.min(granted);
        self.credit -= from_credit;
        if let Some(left) = &mut self.expansions {
            *left -= granted - from_credit;
        }
        Ok(granted)
    }

    /// A budget of its own for `most` expansions that were taken as a slice, with the same clock and
    /// flag.
    pub(crate) fn part(&mut self, most: u64) -> Budget<'_> {
        let deadline: Option<&mut dyn FnMut() -> bool> = match &mut self.deadline {
            Some(is_late) => Some(&mut **is_late),
            None => None,
        };
        Budget { credit: 0, expansions: Some(most), bytes: None, deadline, cancel: self.cancel }
    }

    /// Gives back what was left of a slice.
    pub(crate) fn return_slice(&mut self, unused: u64) {
        if let Some(left) = &mut self.expansions {
            *left += unused;
        }
    }

    /// Lets `work` spend of this budget. If there is a clock or a flag, also how often they said to go
    /// on before they said to stop, from when on they are not asked any more; 2⁶⁴ − 1 if they never
    /// did.
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
        // Where the flag was raised after the last look at it, as often as it was looked at.
        is_stopped |= cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
        // A limit that is never reached is one all the same: some questions are answered otherwise
        // where there is none.
        (done, is_asked.then_some(if is_stopped { goes_on } else { u64::MAX }))
    }

    /// Bytes of search memory that it allows, if it limits them.
    pub(crate) fn most_bytes(&self) -> Option<usize> {
        self.bytes
    }

    /// Expansions that may still be made.
    pub(crate) fn left(&self) -> u64 {
        self.expansions.map_or(u64::MAX, |left| left.saturating_add(self.credit))
    }

    /// Whether there is a clock or a flag to ask.
    pub(crate) fn is_asked(&self) -> bool {
        self.deadline.is_some() || self.cancel.is_some()
    }

    /// Whether nothing can run out.
    pub(crate) fn is_unlimited(&self) -> bool {
        self.expansions.is_none() && self.bytes.is_none() && !self.is_asked()
    }

    /// Whether search memory is limited at all.
    #[inline(always)]
    pub fn limits_bytes(&self) -> bool {
        self.bytes.is_some()
    }

    /// Whether `bytes` of search memory are still within the limit.
    #[inline(always)]
    pub fn allows_bytes(&self, bytes: usize) -> bool {
        self.bytes.is_none_or(|most| bytes <= most)
    }

    /// How many things of `each` bytes the limit on search memory has room for; `None` without one.
    pub(crate) fn room_for(&self, each: usize) -> Option<usize> {
        self.bytes.map(|most| most / each.max(1))
    }

    /// Asks clock and flag, and takes the next expansion and the credit for those after it.
    #[cold]
    fn refill(&mut self) -> Option<Spent> {
        if self.expansions == Some(0) {
            return Some(Spent::Expansions);
        }
        if let Some(spent) = self.ask() {
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

    /// What flag and clock say.
    fn ask(&mut self) -> Option<Spent> {
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
