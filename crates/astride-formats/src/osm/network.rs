//! From elements to places and pieces of roads between them.

use std::collections::BTreeMap;

use super::element::{Element, Tags};
use super::profile::{Closed, Travel};
use super::restrictions::{Restriction, Rows};
use super::turns::{Piece, Split, forbid};
use super::{Coordinates, Profile, RoadCost};
use crate::import::{Notes, count};

/// What is known about the roads while a file is read: first which ones exist, then their
/// positions.
pub(super) struct Network<'a> {
    profile: &'a Profile,
    cost: RoadCost,
    roads: Vec<Road>,
    /// The nodes of all roads one after the other, by their ids in the file.
    nodes: Vec<i64>,
    restrictions: Vec<Restriction>,
    /// The ids of all places in increasing order, and the position of each, if the file contains
    /// it.
    ids: Vec<i64>,
    places: Vec<Option<Coordinates>>,
    is_closed: Vec<bool>,
    left_out: LeftOut,
}

/// A way that is used.
struct Road {
    id: i64,
    travel: Travel,
    /// Where its nodes end; they begin where those of the previous road end.
    end: usize,
}

/// Counts of what is not used.
#[derive(Default)]
struct LeftOut {
    other_kinds: BTreeMap<String, usize>,
    forbidden: usize,
    reversible: usize,
    areas: usize,
    ferries: usize,
    conditional: usize,
}

impl<'a> Network<'a> {
    pub(super) fn new(profile: &'a Profile, cost: RoadCost) -> Self {
        Network {
            profile,
            cost,
            roads: Vec::new(),
            nodes: Vec::new(),
            restrictions: Vec::new(),
            ids: Vec::new(),
            places: Vec::new(),
            is_closed: Vec::new(),
            left_out: LeftOut::default(),
        }
    }

    /// Processes a way or a relation.
    pub(super) fn take(&mut self, element: Element<'_>) {
        match element {
            Element::Node { .. } => {}
            Element::Way { id, nodes, tags } => self.take_way(id, nodes, tags),
            Element::Relation { members, tags } => {
                if self.profile.turns.is_empty() {
                    return;
                }
                let is_conditional =
                    |key: &str| key.starts_with("restriction") && key.ends_with(":conditional");
                if tags.0.iter().any(|(key, _)| is_conditional(key)) {
                    self.left_out.conditional += 1;
                }
                self.restrictions.extend(Restriction::of(members, tags, self.profile));
            }
        }
    }

    fn take_way(&mut self, id: i64, nodes: &[i64], tags: Tags<'_>) {
        let left_out = &mut self.left_out;
        let Some(highway) = tags.get("highway") else {
            left_out.ferries += usize::from(tags.get("route") == Some("ferry"));
            return;
        };
        if tags.get("area") == Some("yes") {
            left_out.areas += 1;
            return;
        }
        match self.profile.travel(highway, tags) {
            Ok(travel) => {
                self.nodes.extend_from_slice(nodes);
                self.roads.push(Road { id, travel, end: self.nodes.len() });
            }
            Err(Closed::Forbidden) => left_out.forbidden += 1,
            Err(Closed::Reversible) => left_out.reversible += 1,
            Err(Closed::OtherKind) => {
                let is_new = !left_out.other_kinds.contains_key(highway);
                let kind =
                    if is_new && left_out.other_kinds.len() >= 64 { "others" } else { highway };
                *left_out.other_kinds.entry(kind.chars().take(40).collect()).or_default() += 1;
            }
        }
    }

    /// Called when all ways are known; from now on nodes can be processed.
    pub(super) fn know_all_ways(&mut self) {
        self.ids = self.nodes.clone();
        self.ids.sort_unstable();
        self.ids.dedup();
        self.places = vec![None; self.ids.len()];
        self.is_closed = vec![false; self.ids.len()];
    }

    /// Processes a node, if it belongs to a road.
    pub(super) fn locate(&mut self, element: Element<'_>) {
        let Element::Node { id, at, tags } = element else { return };
        if let Ok(place) = self.ids.binary_search(&id) {
            self.places[place] = Some(at);
            self.is_closed[place] = self.profile.is_closed_by(tags);
        }
    }

    /// The places with their ids in the file, and the pieces of road between them.
    pub(super) fn finish(self, notes: &mut Notes) -> Laid {
        // Places whose position is not in the file get no number.
        let mut number = Vec::with_capacity(self.ids.len());
        let (mut ids, mut places, mut is_closed) = (Vec::new(), Vec::new(), Vec::new());
        for (at, place) in self.places.iter().enumerate() {
            number.push(place.map(|place| {
                ids.push(self.ids[at]);
                places.push(place);
                is_closed.push(self.is_closed[at]);
                ids.len() as u32 - 1
            }));
        }
        let of_id = |id: &i64| self.ids.binary_search(id).ok().and_then(|at| number[at]);
        let (mut pieces, mut ways, mut cut, mut begin) = (Vec::new(), Vec::new(), 0, 0);
        for road in &self.roads {
            let [mut along, mut against] = [const { Vec::new() }; 2];
            for pair in self.nodes[begin..road.end].windows(2) {
                let [Some(here), Some(there)] = [of_id(&pair[0]), of_id(&pair[1])] else {
                    cut += 1;
                    continue;
                };
                let metres = places[here as usize].metres_to(places[there as usize]);
                let Travel { forward, backward } = road.travel;
                let piece = |from, to, speed: Option<f64>| {
                    let speed = speed.filter(|_| !is_closed[from as usize])?;
                    Some(Piece { from, to, cost: self.cost.of(metres, speed) })
                };
                along.extend(piece(here, there, forward));
                against.extend(piece(there, here, backward));
            }
            let runs = [along, {
                against.reverse();
                against
            }]
            .map(|run| {
                let first = pieces.len() as u32;
                pieces.extend(run);
                first..pieces.len() as u32
            });
            ways.push((road.id, runs));
            begin = road.end;
        }
        self.left_out.tell(self.profile, notes);
        let barriers = is_closed.iter().filter(|&&is_closed| is_closed).count();
        let mut note = |number: usize, text: String| {
            if number > 0 {
                notes.add(text)
            }
        };
        note(barriers, format!("{} that cannot be passed", count(barriers, "barrier")));
        note(cut, format!("{} left out: an end is not in the file", count(cut, "road segment")));
        let mut rows = Rows::of(&pieces, ways);
        self.restrictions.iter().for_each(|restriction| rows.add(restriction, of_id));
        rows.tell(notes);
        let split = forbid(ids.len() as u32, &pieces, &rows.rows);
        Laid { ids, places, split }
    }
}

/// Places, and the pieces of road between them after applying turn restrictions.
pub(super) struct Laid {
    pub(super) ids: Vec<i64>,
    pub(super) places: Vec<Coordinates>,
    pub(super) split: Split,
}

impl LeftOut {
    fn tell(&self, profile: &Profile, notes: &mut Notes) {
        let name = profile.name;
        let mut note = |number: usize, text: &str| {
            if number > 0 {
                notes.add(format!("{} left out: {text}", count(number, "way")));
            }
        };
        let kinds = self.other_kinds.iter().map(|(kind, number)| format!("{kind} {number}"));
        let kinds = kinds.collect::<Vec<_>>().join(", ");
        let others = self.other_kinds.values().sum();
        note(others, &format!("not for {name}: {kinds}"));
        note(self.forbidden, &format!("closed to {name} by a sign"));
        note(self.reversible, "its direction changes with the time of the day");
        note(self.areas, "areas, which have no direction");
        note(self.ferries, "ferries");
        if self.conditional > 0 {
            let number = count(self.conditional, "turn restriction");
            notes.add(format!("{number} left out: of some hours or vehicles alone"));
        }
    }
}
