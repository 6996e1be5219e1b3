//! The turn restrictions of a file, and the sequences of pieces that each of them forbids:
//! <https://wiki.openstreetmap.org/wiki/Relation:restriction>.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::Profile;
use super::element::{Kind, Member, Tags};
use super::turns::Piece;
use crate::import::{Notes, count};

/// The maximum number of pieces of road that all restrictions of a file may examine and copy, per
/// existing piece, so that a small file cannot cause much work; those of real files examine a few
/// in total.
const MOST_WORK: usize = 64;

/// What a file says about turns from some ways via others into some ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Restriction {
    rule: Rule,
    from: Vec<i64>,
    via: Via,
    to: Vec<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// This turn is forbidden.
    No,
    /// Every other turn is forbidden.
    Only,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Via {
    Node(i64),
    Ways(Vec<i64>),
    /// There is none, or more than the rules allow.
    Unclear,
}

impl Restriction {
    /// The restriction expressed by a relation, if it applies to this profile.
    pub(super) fn of(
        members: &[Member<'_>],
        tags: Tags<'_>,
        profile: &Profile,
    ) -> Option<Restriction> {
        let is_named =
            |words: &str| words.split(';').any(|word| profile.turns.contains(&word.trim()));
        if tags.get("except").is_some_and(is_named) {
            return None;
        }
        let own = profile.turns.iter().find_map(|name| {
            tags.0.iter().find(|(key, _)| key.strip_prefix("restriction:") == Some(name))
        });
        let word = match own {
            Some((_, word)) => word,
            None if tags.get("type") == Some("restriction") => tags.get("restriction")?,
            None => return None,
        };
        let rule = match word.trim() {
            word if word.starts_with("no_") => Rule::No,
            word if word.starts_with("only_") => Rule::Only,
            _ => return None,
        };
        let with = |role: &str, kind| {
            let some =
                members.iter().filter(move |member| member.role == role && member.kind == kind);
            some.map(|member| member.id).collect::<Vec<_>>()
        };
        let via = match (&with("via", Kind::Node)[..], with("via", Kind::Way)) {
            (&[node], ways) if ways.is_empty() => Via::Node(node),
            // If a way could be repeated, a small file could cause much work.
            ([], ways) if !ways.is_empty() && are_all_different(&ways) => Via::Ways(ways),
            _ => Via::Unclear,
        };
        let [from, to] = ["from", "to"].map(|role| with(role, Kind::Way));
        Some(Restriction { rule, from, via, to })
    }
}

fn are_all_different(ways: &[i64]) -> bool {
    ways.iter().collect::<BTreeSet<_>>().len() == ways.len()
}

/// Consecutive pieces along a way.
type Run = Range<u32>;

/// The sequences of pieces that are forbidden, and the numbers of restrictions that produced some
/// or none.
pub(super) struct Rows<'a> {
    pub(super) rows: Vec<Vec<u32>>,
    pieces: &'a [Piece],
    /// The pieces of each way by its id in the file: in its direction, and in the opposite one.
    ways: BTreeMap<i64, [Run; 2]>,
    /// Pieces by the place where they start.
    leaving: Vec<u32>,
    work: usize,
    honoured: usize,
    pointless: usize,
    unclear: usize,
    too_many: usize,
}

impl<'a> Rows<'a> {
    pub(super) fn of(pieces: &'a [Piece], ways: Vec<(i64, [Run; 2])>) -> Self {
        let mut leaving: Vec<u32> = (0..pieces.len() as u32).collect();
        leaving.sort_by_key(|&at| pieces[at as usize].from);
        let (rows, ways) = (Vec::new(), ways.into_iter().collect());
        let (honoured, pointless, unclear, too_many) = (0, 0, 0, 0);
        Rows { rows, pieces, ways, leaving, work: 0, honoured, pointless, unclear, too_many }
    }

    /// Adds what a restriction forbids; `place_of` returns the places of nodes of the file.
    pub(super) fn add(&mut self, wish: &Restriction, place_of: impl Fn(&i64) -> Option<u32>) {
        let before = self.rows.len();
        let length = |way| self.ways.get(way).into_iter().flatten().map(ExactSizeIterator::len);
        let arriving: usize = wish.from.iter().flat_map(length).sum();
        let over: usize = match &wish.via {
            Via::Ways(ways) => ways.iter().flat_map(length).sum(),
            _ => 1,
        };
        let is_done = match &wish.via {
            Via::Unclear => {
                self.unclear += 1;
                return;
            }
            _ if !self.spend(arriving) => false,
            Via::Node(node) => place_of(node).is_none_or(|place| {
                let arrivals = self.pieces_of(&wish.from, |piece| piece.to == place);
                { arrivals }.into_iter().all(|arrival| self.forbid(wish, vec![arrival]))
            }),
            Via::Ways(ways) => {
                let arrivals = self.pieces_of(&wish.from, |_| true);
                { arrivals }.into_iter().all(|arrival| {
                    let is_done = self.spend(over);
                    let row = self.over(ways, arrival).filter(|_| is_done);
                    is_done && row.is_none_or(|row| self.forbid(wish, row))
                })
            }
        };
        if !is_done {
            self.rows.truncate(before);
            self.too_many += 1;
        } else if self.rows.len() > before {
            self.honoured += 1;
        } else {
            self.pointless += 1;
        }
    }

    /// Whether more work is allowed.
    fn spend(&mut self, work: usize) -> bool {
        self.work = self.work.saturating_add(work);
        self.work / MOST_WORK <= self.pieces.len() + 100
    }

    /// Forbids continuing after some pieces as the restriction says; returns whether the work limit
    /// allowed it.
    fn forbid(&mut self, wish: &Restriction, row: Vec<u32>) -> bool {
        let arrival = row.last().map(|&at| self.pieces[at as usize]);
        let Some(arrival) = arrival else { return true };
        let leaving = |&at: &u32| self.leaving(self.pieces[at as usize].to).len();
        // Each place in the sequence is duplicated, with all pieces that leave it.
        let copied = row.iter().map(leaving).sum::<usize>();
        let looked_at = self.leaving(arrival.to).len().saturating_mul(row.len() + wish.to.len());
        if !self.spend(copied.saturating_add(looked_at)) {
            return false;
        }
        let is_named = |at: u32| {
            let of_way = |way| self.ways.get(way).into_iter().flatten();
            wish.to.iter().flat_map(of_way).any(|run| run.contains(&at))
        };
        let choices = self.leaving(arrival.to);
        let is_any_named = choices.iter().any(|&at| is_named(at));
        // If a way also continues, no_u_turn means only the reversal.
        let is_back = wish.from == wish.to && matches!(wish.via, Via::Node(_));
        let is_forbidden = |&at: &u32| match wish.rule {
            Rule::No => is_named(at) && (!is_back || self.pieces[at as usize].to == arrival.from),
            Rule::Only => is_any_named && !is_named(at),
        };
        let forbidden: Vec<u32> = choices.iter().copied().filter(is_forbidden).collect();
        self.rows.extend(forbidden.into_iter().map(|at| [&row[..], &[at]].concat()));
        true
    }

    /// An arrival followed by all pieces of these ways, if they are connected.
    fn over(&self, ways: &[i64], arrival: u32) -> Option<Vec<u32>> {
        let piece = |at: u32| self.pieces[at as usize];
        let mut row = vec![arrival];
        for way in ways {
            let here = piece(*row.last()?).to;
            let begins_here = |run: &&Run| !run.is_empty() && piece(run.start).from == here;
            row.extend(self.ways.get(way)?.iter().find(begins_here)?.clone());
        }
        let is_whole = row.windows(2).all(|pair| piece(pair[0]).to == piece(pair[1]).from);
        is_whole.then_some(row)
    }

    /// The pieces of some ways that satisfy a condition.
    fn pieces_of(&self, ways: &[i64], holds: impl Fn(Piece) -> bool) -> Vec<u32> {
        let runs = ways.iter().filter_map(|way| self.ways.get(way)).flatten().cloned();
        runs.flatten().filter(|&at| holds(self.pieces[at as usize])).collect()
    }

    fn leaving(&self, place: u32) -> &[u32] {
        let from = |&at: &u32| self.pieces[at as usize].from;
        let begin = self.leaving.partition_point(|at| from(at) < place);
        let end = self.leaving.partition_point(|at| from(at) <= place);
        &self.leaving[begin..end]
    }

    /// Reports how many restrictions apply, and how many do not and why.
    pub(super) fn tell(&self, notes: &mut Notes) {
        let mut note = |number: usize, text: &str| {
            if number > 0 {
                notes.add(format!("{} {text}", count(number, "turn restriction")));
            }
        };
        note(self.honoured, "honoured");
        note(self.pointless, "without effect: the turn cannot be made on the roads that are taken");
        note(self.unclear, "left out: not over one node or some ways");
        note(self.too_many, "left out: far more turns than roads");
    }
}
