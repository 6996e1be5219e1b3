//! A receiver of offers that records what it was asked.

use crate::world::{Arc, Offers};

/// Which offers are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wish {
    All,
    Nothing,
    /// The first, the third, and so on.
    EveryOther,
}

/// Wants some offers, and records questions and arcs taken.
pub(super) struct Listener {
    wish: Wish,
    asked: std::cell::RefCell<Vec<(usize, u32, bool)>>,
    pub(super) taken: Vec<Arc>,
    /// The first arc that was taken without being wanted.
    pub(super) unwanted: Option<Arc>,
}

impl Listener {
    pub(super) fn new(wish: Wish) -> Self {
        let (asked, taken) = (std::cell::RefCell::default(), Vec::new());
        Listener { wish, asked, taken, unwanted: None }
    }

    /// The first index in a question that is not below `nodes`.
    pub(super) fn beyond(&self, nodes: u32) -> Option<usize> {
        self.asked.borrow().iter().map(|asked| asked.0).find(|&index| index >= nodes as usize)
    }
}

impl Offers for Listener {
    fn wants(&self, index: usize, cost: u32) -> bool {
        let mut asked = self.asked.borrow_mut();
        let is_wanted = match self.wish {
            Wish::All => true,
            Wish::Nothing => false,
            Wish::EveryOther => asked.len().is_multiple_of(2),
        };
        asked.push((index, cost, is_wanted));
        is_wanted
    }

    fn take(&mut self, arc: Arc) {
        let agreed = (arc.node.index(), arc.cost, true);
        // Usually it is the one asked about last.
        if !self.asked.borrow().iter().rev().any(|&asked| asked == agreed) {
            self.unwanted.get_or_insert(arc);
        }
        self.taken.push(arc);
    }
}
