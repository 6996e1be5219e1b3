//! The steps with which a canonical path may continue, given its arrival and the free neighbours.
//!
//! On a grid with uniform costs most shortest paths differ only in the order of their steps. One of
//! them is canonical: it takes its *first* steps (diagonal ones, or vertical ones if there are no
//! diagonals) as early as it can, and turns from another step only where an obstacle forces it to.
//! The cells where some arrival is forced to turn are the jump points.
//!
//! Harabor & Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011, for the
//! pruning rules; Sturtevant & Rabin, "Canonical Orderings on Grids", IJCAI 2016.

use crate::base::Dir;
use crate::shapes::square::{Corners, Neighbours};

/// How steps are allowed and pruned: the lookup tables of one corner rule.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) corners: Corners,
    pub(super) neighbours: Neighbours,
    /// Maps the free neighbours to the steps allowed.
    steps: Box<[u8; 256]>,
    /// Maps the direction of arrival and the free neighbours to the steps taken.
    taken: Box<[[u8; 256]; 8]>,
    /// Maps the free neighbours to the directions of arrival that are possible and forced to turn.
    forced_arrivals: Box<[u8; 256]>,
    /// Maps the free neighbours to the steps that may follow any of those.
    ever_taken: Box<[u8; 256]>,
}

impl Rules {
    pub(super) fn new(corners: Corners, neighbours: Neighbours) -> Self {
        let mut rules = Rules {
            corners,
            neighbours,
            steps: Box::new([0; 256]),
            taken: Box::new([[0; 256]; 8]),
            forced_arrivals: Box::new([0; 256]),
            ever_taken: Box::new([0; 256]),
        };
        for free in 0..=255u8 {
            let steps = steps(free, corners, neighbours);
            rules.steps[usize::from(free)] = steps;
            for arrival in Dir::ALL {
                let taken = natural(arrival, neighbours) | rules.forced(arrival, free, steps);
                rules.taken[arrival as usize][usize::from(free)] = taken & steps;
            }
            let is_possible = |dir: &Dir| steps & dir.opposite().bit() != 0;
            let arrivals = Dir::ALL.into_iter().filter(is_possible);
            let forced = arrivals.filter(|&dir| rules.is_forced(dir, free));
            let of_each = forced.map(|dir| [dir.bit(), rules.taken(dir, free)]);
            let [arrivals, taken] =
                of_each.fold([0; 2], |all, one| [all[0] | one[0], all[1] | one[1]]);
            rules.forced_arrivals[usize::from(free)] = arrivals;
            rules.ever_taken[usize::from(free)] = taken;
        }
        rules
    }

    /// The steps allowed from a free cell with free neighbours `free`.
    #[inline(always)]
    pub(super) fn steps(&self, free: u8) -> u8 {
        self.steps[usize::from(free)]
    }

    /// The steps a canonical path may take after arriving by a step in direction `arrival`.
    #[inline(always)]
    pub(super) fn taken(&self, arrival: Dir, free: u8) -> u8 {
        self.taken[arrival as usize][usize::from(free)]
    }

    /// The directions of arrival that are possible at a free cell, given that steps are reversible,
    /// and forced to turn there.
    pub(super) fn forced_arrivals(&self, free: u8) -> u8 {
        self.forced_arrivals[usize::from(free)]
    }

    /// The steps that may follow an arrival that is forced to turn.
    #[inline(always)]
    pub(super) fn ever_taken(&self, free: u8) -> u8 {
        self.ever_taken[usize::from(free)]
    }

    /// Whether a path that arrives in direction `arrival` is forced to turn.
    pub(super) fn is_forced(&self, arrival: Dir, free: u8) -> bool {
        self.taken(arrival, free) & !natural(arrival, self.neighbours) != 0
    }

    /// The turns that an obstacle forces: these cells could not be reached as cheaply from the
    /// previous cell without passing through here.
    fn forced(&self, arrival: Dir, free: u8, steps: u8) -> u8 {
        let is_free = |turn: u8| free & arrival.turned(turn).bit() != 0;
        let may_step = |turn: u8| steps & arrival.turned(turn).bit() != 0;
        let mut forced = 0;
        // On the left, then on the right, in eighths of a turn from the direction of arrival.
        for [ahead, beside, behind] in [[7, 6, 5], [1, 2, 3]] {
            match (self.neighbours, arrival.is_diagonal()) {
                (Neighbours::Four, false) if is_first(arrival, self.neighbours) => {}
                (_, false)
                    if self.corners == Corners::Never || self.neighbours == Neighbours::Four =>
                {
                    // The way round through the cell behind on that side is blocked.
                    if !is_free(behind) && may_step(beside) {
                        forced |= arrival.turned(beside).bit();
                        forced |= arrival.turned(ahead).bit();
                    }
                }
                (_, false) => {
                    if !is_free(beside) && may_step(ahead) {
                        forced |= arrival.turned(ahead).bit();
                    }
                }
                // If corners are never cut, both cells beside a diagonal step are free.
                (_, true) if self.corners == Corners::Never => {}
                (_, true) => {
                    if !is_free(behind) && may_step(beside) {
                        forced |= arrival.turned(beside).bit();
                    }
                }
            }
        }
        forced & steps
    }
}

/// Whether canonical paths take steps in this direction as early as they can, and may turn off from
/// them anywhere.
pub(super) fn is_first(dir: Dir, neighbours: Neighbours) -> bool {
    match neighbours {
        Neighbours::Eight => dir.is_diagonal(),
        Neighbours::Four => matches!(dir, Dir::N | Dir::S),
    }
}

/// The two directions in which a canonical path may turn off from a first step anywhere.
pub(super) fn turns_off(dir: Dir, neighbours: Neighbours) -> [Dir; 2] {
    match neighbours {
        Neighbours::Eight => [dir.turned(7), dir.turned(1)],
        Neighbours::Four => [Dir::E, Dir::W],
    }
}

/// The steps that need no obstacle: straight on, and turning off from a first step.
pub(super) fn natural(dir: Dir, neighbours: Neighbours) -> u8 {
    if is_first(dir, neighbours) {
        turns_off(dir, neighbours).iter().fold(dir.bit(), |mask, dir| mask | dir.bit())
    } else {
        dir.bit()
    }
}

fn steps(free: u8, corners: Corners, neighbours: Neighbours) -> u8 {
    let is_allowed = |dir: Dir| {
        let beside = [dir.turned(7), dir.turned(1)].map(|dir| free & dir.bit() != 0);
        free & dir.bit() != 0
            && (!dir.is_diagonal()
                || neighbours == Neighbours::Eight
                    && match corners {
                        Corners::Never => beside == [true, true],
                        Corners::OneFree => beside != [false, false],
                        Corners::Always => true,
                    })
    };
    Dir::ALL.into_iter().filter(|dir| is_allowed(*dir)).fold(0, |mask, dir| mask | dir.bit())
}
