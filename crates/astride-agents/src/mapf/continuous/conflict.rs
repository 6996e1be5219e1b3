//! The first conflict of two agents, and the two ways to rule it out.
//!
//! No pair of bans excludes a valid plan: anything that one ban forbids clashes with anything that
//! the other forbids. For two drives this holds because only the difference of their starts matters.
//! For a drive and a stay the time is divided: one agent may not start the drive for a while, and the
//! other may not be at the vertex while all of those drives would be near it. The last stay of an
//! agent is treated as in Li et al., "New Techniques for Pairwise Symmetry Breaking in Multi-Agent Path
//! Finding", ICAPS 2020: either the agent arrives later, or from then on no other agent comes near its
//! goal.

use super::clash::{Clashes, Near};
use super::path::{Path, Segment, What};
use super::rules::Span;
use super::time::Ticks;

/// What a node of the search adds for one agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ban {
    /// It may not start along this edge.
    Start(u32, Span),
    /// It may not be at this vertex.
    Stay(u32, Span),
    /// It arrives for good at this time or later.
    ArriveFrom(Ticks),
    /// It arrives for good at this time or earlier, and no other agent is near its goal from then on.
    ArriveBy(Ticks),
}

/// Two segments of two paths that clash; at least one is a drive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clash {
    pub(super) first: Segment,
    pub(super) second: Segment,
}

/// The earliest clash of two paths.
pub(super) fn first_clash(clashes: &Clashes<'_>, one: &Path, other: &Path) -> Option<Clash> {
    let (mut a, mut b) = (0, 0);
    loop {
        let (first, second) = (one.segments[a], other.segments[b]);
        if do_clash(clashes, &first, &second) {
            return Some(Clash { first, second });
        }
        if first.is_for_ever() && second.is_for_ever() {
            return None;
        }
        if first.until <= second.until {
            a += 1;
        } else {
            b += 1;
        }
    }
}

/// Whether two segments that overlap in time clash. Two stays clash only after a drive has, so they
/// are not compared.
fn do_clash(clashes: &Clashes<'_>, first: &Segment, second: &Segment) -> bool {
    match (first.what, second.what) {
        (What::Drive(one), What::Drive(other)) => {
            clashes.do_drives_clash(one, other, first.since - second.since)
        }
        (What::Drive(edge), What::Stay(vertex)) => is_near(clashes, edge, first, vertex, second),
        (What::Stay(vertex), What::Drive(edge)) => is_near(clashes, edge, second, vertex, first),
        (What::Stay(_), What::Stay(_)) => false,
    }
}

fn is_near(clashes: &Clashes<'_>, edge: u32, drive: &Segment, vertex: u32, stay: &Segment) -> bool {
    let is_overlap =
        |(first, last)| drive.since + first <= stay.until && stay.since <= drive.since + last;
    clashes.near(edge, vertex).is_some_and(is_overlap)
}

impl Clash {
    /// When it begins.
    pub(super) fn time(&self) -> Ticks {
        self.first.since.max(self.second.since)
    }

    /// Two bans, each for the first agent (0) or the second (1); every valid plan obeys at least one.
    pub(super) fn bans(&self, clashes: &mut Clashes<'_>) -> [(usize, Ban); 2] {
        let Clash { first, second } = *self;
        match (first.what, second.what) {
            (What::Drive(one), What::Drive(other)) => {
                let later = first.since - second.since;
                let (low, high) = clashes.differences(one, other).unwrap_or((later, later + 1));
                [
                    (0, Ban::Start(one, (first.since, first.since + (high - later).max(1)))),
                    (1, Ban::Start(other, (second.since, second.since + (later - low).max(1)))),
                ]
            }
            (What::Drive(edge), What::Stay(vertex)) => {
                let near = clashes.near(edge, vertex).expect("the two clash");
                drive_and_stay(edge, &first, vertex, &second, near)
            }
            (What::Stay(vertex), What::Drive(edge)) => {
                let near = clashes.near(edge, vertex).expect("the two clash");
                drive_and_stay(edge, &second, vertex, &first, near).map(|(who, ban)| (1 - who, ban))
            }
            (What::Stay(_), What::Stay(_)) => unreachable!("one of two that clash drives"),
        }
    }
}

/// The bans for the one that drives (0) and the one that stays (1).
fn drive_and_stay(
    edge: u32,
    drive: &Segment,
    vertex: u32,
    stay: &Segment,
    (first, last): Near,
) -> [(usize, Ban); 2] {
    let end = drive.since + last;
    if stay.is_for_ever() {
        return [(1, Ban::ArriveBy(end)), (1, Ban::ArriveFrom(end + 1))];
    }
    let later = (last - first).min(stay.until - drive.since - first) / 2;
    let starts = (drive.since, drive.since + later + 1);
    let stays = (drive.since + later + first, end + 1);
    [(0, Ban::Start(edge, starts)), (1, Ban::Stay(vertex, stays))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapf::continuous::graph::Graph;
    use crate::mapf::continuous::time::ticks_of;
    use astride::base::Random;

    /// Whatever two agents do that their bans forbid clashes.
    #[test]
    fn no_two_that_are_banned_go_together() {
        let mut dice = Random::new(3);
        let mut seen = [0; 2];
        for _ in 0..20_000 {
            let mut point = || [0, 1].map(|_| f64::from(dice.below(40)) / 8.0);
            let points = [point(), point(), point(), point()];
            let Ok(graph) = Graph::new(&points, &[[0, 1], [2, 3]]) else { continue };
            let mut clashes = Clashes::new(&graph, 0.4);
            let mut time = || ticks_of(f64::from(dice.below(64)) / 8.0);
            let drive = |edge: u32, since| {
                let until = since + graph.edge(edge).ticks;
                Segment { since, until, what: What::Drive(edge) }
            };
            let (since, until) = (time(), time());
            let stay = Segment { since, until: since + until, what: What::Stay(2) };
            let (first, other) = (drive(0, time()), drive(1, time()));
            for (kind, second) in [other, stay].into_iter().enumerate() {
                let do_overlap = first.since <= second.until && second.since <= first.until;
                if !do_overlap || !do_clash(&clashes, &first, &second) {
                    continue;
                }
                seen[kind] += 1;
                let bans = Clash { first, second }.bans(&mut clashes).map(|(_, ban)| ban);
                for parts in [[0, 0], [0, 9], [9, 0], [9, 9], [4, 5]] {
                    let [one, two] = [0, 1].map(|at| within(bans[at], parts[at]));
                    let clash = match second.what {
                        What::Drive(_) => clashes.do_drives_clash(0, 1, one - two),
                        What::Stay(vertex) => {
                            let stay = Segment { since: two, until: two, ..second };
                            is_near(&clashes, 0, &drive(0, one), vertex, &stay)
                        }
                    };
                    assert!(clash, "{first:?}, {second:?}, {bans:?}, {parts:?}");
                }
                // What has happened is banned for both.
                let Ban::Start(0, (since, until)) = bans[0] else { panic!("{bans:?}") };
                assert!((since..until).contains(&first.since));
                let (since, until) = span(bans[1]);
                assert!(since <= second.until && second.since < until);
            }
        }
        assert!(seen.iter().all(|&count| count > 500), "{seen:?}");
    }

    fn span(ban: Ban) -> Span {
        match ban {
            Ban::Start(_, span) | Ban::Stay(_, span) => span,
            Ban::ArriveFrom(_) | Ban::ArriveBy(_) => panic!("{ban:?}"),
        }
    }

    /// A banned time: 0 is the first and 9 the last.
    fn within(ban: Ban, part: Ticks) -> Ticks {
        let (since, until) = span(ban);
        since + (until - 1 - since) * part / 9
    }
}
