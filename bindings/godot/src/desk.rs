//! The requests of one navigator: which of them wait, on which board, and for how long a frame may
//! work on them.

use std::collections::BTreeMap;
use std::time::Duration;

use astride::base::Budget;

use crate::board::{Answer, Board, Cells, Ends, Refused};

/// Requests of one owner on a grid whose board may be replaced.
#[derive(Debug)]
pub struct Desk {
    owner: i64,
    last: i64,
    /// On which board each request that waits was made, by number.
    waiting: BTreeMap<i64, u64>,
}

impl Desk {
    /// A desk of an owner that is no other's on the same grid.
    pub fn new(owner: i64) -> Self {
        Desk { owner, last: 0, waiting: BTreeMap::new() }
    }

    /// How many requests wait, those included whose answer was not [claimed](Self::claim) yet.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Asks for a path on the board of this generation, and gives the number of the request, from 1.
    ///
    /// # Errors
    ///
    /// As of [`Board::request`].
    pub fn request(
        &mut self,
        (board, generation): (&mut Board, u64),
        ends: Ends,
        or_nearest: bool,
        priority: u8,
    ) -> Result<i64, Refused> {
        let number = self.last + 1;
        board.request((self.owner, number), ends, or_nearest, priority)?;
        self.last = number;
        self.waiting.insert(number, generation);
        Ok(number)
    }

    /// Takes a request back, or all of them: there will be no answer to claim.
    pub fn cancel(&mut self, board: Option<&mut Board>, number: Option<i64>) {
        self.waiting.retain(|&at, _| number.is_some_and(|number| number != at));
        if let Some(board) = board {
            board.cancel(self.owner, number);
        }
    }

    /// Works on requests and gives the answers. Those that were made on another board than the one of
    /// this generation are lost, and have no path.
    pub fn work(
        &mut self,
        board: Option<&mut Board>,
        generation: u64,
        budget: &mut Budget<'_>,
    ) -> Vec<Answer> {
        let lost = self.waiting.iter().filter(|&(_, &of)| of != generation);
        let lost = lost.map(|(&number, _)| (number, Ok(Cells::new())));
        let mut answers: Vec<Answer> = lost.collect();
        answers.extend(board.into_iter().flat_map(|board| board.work(self.owner, budget)));
        answers
    }

    /// Whether an answer is to be delivered now: the receiver of an earlier one may have taken this
    /// request back since. It waits no more.
    pub fn claim(&mut self, number: i64) -> bool {
        self.waiting.remove(&number).is_some()
    }
}

/// The time that a number of milliseconds is: none if it is below 0 or no number, without end if it is
/// infinite.
pub fn time_of(milliseconds: f64) -> Duration {
    let endless = if milliseconds > 0.0 { Duration::MAX } else { Duration::ZERO };
    Duration::try_from_secs_f64(milliseconds / 1e3).unwrap_or(endless)
}
