//! What is found out about a whole roadmap before distances grow on it: which agents can reach
//! their goals at all, and lower bounds on distances by landmarks.
//!
//! Goldberg & Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory", SODA 2005.

use super::instance::Instance;
use super::task::Ended;
use crate::roadmap::{NOWHERE, Place, Roadmap};

/// The number of landmarks: usually the four corners of a map, and four places between them.
const LANDMARKS: usize = 8;

/// The number of neighbours that are stored beside the marks of a place.
const WAYS: usize = 4;

/// For fewer agents than this, the searches from the landmarks do not pay off.
const ENOUGH_AGENTS: usize = 2 * LANDMARKS;

/// How many places are visited between two looks at the budget.
const SLICE: usize = 1024;

/// One more than the steps from each landmark, and 0 for places from which it cannot be reached.
type Marks = [u16; LANDMARKS];

/// What fields need to know about a place to grow over it: half a cache line instead of parts of three.
struct Site {
    marks: Marks,
    /// The places one step before this one, and this one itself in what is left; all [`NOWHERE`] if
    /// they are too many.
    ways: [Place; WAYS],
}

impl Site {
    fn new(roadmap: &Roadmap, place: usize, marks: Marks) -> Self {
        let all = roadmap.neighbours_back(place as Place);
        let mut ways = [if all.len() <= WAYS { place as Place } else { NOWHERE }; WAYS];
        if let Some(first) = ways.get_mut(..all.len()) {
            first.copy_from_slice(all);
        }
        Site { marks, ways }
    }
}

/// Charges a budget for visits to this many places.
pub(super) type Charge<'a> = dyn FnMut(usize) -> Result<(), Ended> + 'a;

/// Lower bounds on the distances of a roadmap.
///
/// A bound is 0 everywhere unless every step can be undone, all cycles of the largest component
/// have an even length, and no distance from a landmark is too large for two bytes. So the bound
/// of a place and that of its neighbour differ by exactly 1 within that component.
#[derive(Default)]
pub(super) struct Survey {
    /// Empty if all bounds are 0.
    sites: Vec<Site>,
}

impl Survey {
    /// Surveys the roadmap of an instance. O(places + arcs).
    ///
    /// On a roadmap where every step can be undone, it ends with [`Ended::Unsolvable`] if a start
    /// and its goal lie in different components. With one-way steps this proves nothing, and the
    /// distances themselves have to show it.
    pub(super) fn of(instance: &Instance, charge: &mut Charge<'_>) -> Result<Self, Ended> {
        let roadmap = instance.roadmap();
        if !roadmap.is_two_way() || instance.agent_count() == 0 {
            return Ok(Survey::default());
        }
        let rim = find_components(instance, charge)?;
        if instance.agent_count() < ENOUGH_AGENTS {
            return Ok(Survey::default());
        }
        Survey::with_landmarks(roadmap, rim, charge)
    }

    /// Spreads landmarks over the component of `rim`, the first of them there, each of the others
    /// where it is farthest from those before it.
    fn with_landmarks(
        roadmap: &Roadmap,
        rim: Place,
        charge: &mut Charge<'_>,
    ) -> Result<Self, Ended> {
        // One more than the steps from each landmark in turn: so little memory at a time that it stays
        // in caches.
        let mut columns = [const { Vec::<u16>::new() }; LANDMARKS];
        let mut nearest = vec![u16::MAX; roadmap.place_count()];
        let (mut from, mut queue, mut is_even) = (rim, Vec::new(), true);
        for steps in &mut columns {
            steps.resize(roadmap.place_count(), 0);
            steps[from as usize] = 1;
            flood(roadmap, from, &mut queue, charge, |before, place| {
                let (reached, known) = (steps[before as usize], steps[place as usize]);
                if known == 0 {
                    steps[place as usize] = reached.saturating_add(1);
                } else {
                    is_even &= (reached ^ known) & 1 == 1;
                }
                known == 0
            })?;
            if !is_even {
                return Ok(Survey::default());
            }
            for &place in &queue {
                nearest[place as usize] = steps[place as usize].min(nearest[place as usize]);
                if nearest[place as usize] > nearest[from as usize] {
                    from = place;
                }
            }
        }
        let marks_of = |place: usize| columns.each_ref().map(|steps| steps[place]);
        let site = |place| Site::new(roadmap, place, marks_of(place));
        Ok(Survey { sites: (0..roadmap.place_count()).map(site).collect() })
    }

    /// A lower bound on the number of steps between two places.
    pub(super) fn bound(&self, place: Place, other: Place) -> u32 {
        let [own, others] = [place, other].map(|place| self.marks_of(place));
        (0..LANDMARKS).map(|mark| own[mark].abs_diff(others[mark])).max().unwrap_or(0).into()
    }

    /// The places from which one step leads to `place`, in the order of the roadmap; `place` itself
    /// may follow them.
    #[inline(always)]
    pub(super) fn ways<'a>(&'a self, roadmap: &'a Roadmap, place: Place) -> &'a [Place] {
        match self.sites.get(place as usize) {
            Some(site) if site.ways[0] != NOWHERE => &site.ways,
            _ => roadmap.neighbours_back(place),
        }
    }

    /// The places that are at most `most` steps from `middle` according to the bounds; none if that is
    /// below 0.
    pub(super) fn around(&self, middle: Place, most: i64) -> Around<'_> {
        let marks = self.marks_of(middle);
        let (low, high) = match u16::try_from(most.min(u16::MAX.into())) {
            Ok(most) => (
                marks.map(|mark| mark.saturating_sub(most)),
                marks.map(|mark| mark.saturating_add(most)),
            ),
            Err(_) => ([1; LANDMARKS], [0; LANDMARKS]),
        };
        Around { survey: self, low, high }
    }

    #[inline(always)]
    fn marks_of(&self, place: Place) -> &Marks {
        self.sites.get(place as usize).map_or(&[0; LANDMARKS], |site| &site.marks)
    }
}

/// The places that are within some steps of another according to the bounds.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    survey: &'a Survey,
    /// The lower and the upper limits of the marks.
    low: Marks,
    high: Marks,
}

impl Around<'_> {
    #[inline(always)]
    pub(super) fn holds(&self, place: Place) -> bool {
        let marks = self.survey.marks_of(place);
        // How far any of them is outside, without a branch for each.
        let outside = |at: usize| {
            self.low[at].saturating_sub(marks[at]) | marks[at].saturating_sub(self.high[at])
        };
        (0..LANDMARKS).fold(0, |sum, at| sum | outside(at)) == 0
    }
}

/// Checks that every start and its goal are in one component; returns the place of the largest
/// component that is farthest from the first of it.
fn find_components(instance: &Instance, charge: &mut Charge<'_>) -> Result<Place, Ended> {
    let roadmap = instance.roadmap();
    let mut component = vec![NOWHERE; roadmap.place_count()];
    let (mut queue, mut largest, mut rim) = (Vec::new(), 0, 0);
    for first in 0..roadmap.place_count() as Place {
        if component[first as usize] != NOWHERE {
            continue;
        }
        component[first as usize] = first;
        flood(roadmap, first, &mut queue, charge, |_, place| {
            let known = &mut component[place as usize];
            let is_new = *known == NOWHERE;
            *known = first;
            is_new
        })?;
        if queue.len() > largest {
            (largest, rim) = (queue.len(), queue[queue.len() - 1]);
        }
    }
    let mut trips = instance.starts().iter().zip(instance.goals());
    let is_joined =
        |(&start, &goal): (&Place, &Place)| component[start as usize] == component[goal as usize];
    if trips.all(is_joined) { Ok(rim) } else { Err(Ended::Unsolvable) }
}

/// Visits places breadth first from one of them; `meet` is called for each step to a place and returns
/// whether the place is new. Leaves the places in `queue`, in the order of the visits.
fn flood(
    roadmap: &Roadmap,
    from: Place,
    queue: &mut Vec<Place>,
    charge: &mut Charge<'_>,
    mut meet: impl FnMut(Place, Place) -> bool,
) -> Result<(), Ended> {
    queue.clear();
    queue.push(from);
    let mut at = 0;
    while let Some(&place) = queue.get(at) {
        at += 1;
        if at % SLICE == 0 {
            charge(SLICE)?;
        }
        queue.extend(roadmap.neighbours(place).iter().filter(|&&next| meet(place, next)));
    }
    charge(at % SLICE)
}
