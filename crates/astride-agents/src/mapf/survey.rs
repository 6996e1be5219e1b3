//! What is found out about a whole roadmap before distances grow on it: who can get to its goal at
//! all, and lower bounds on distances by landmarks.
//!
//! Goldberg & Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory", SODA 2005.

use super::instance::Instance;
use super::task::Ended;
use crate::roadmap::{NOWHERE, Place, Roadmap};

/// The number of landmarks: the four corners of a map, as a rule.
const LANDMARKS: usize = 4;

/// Fewer agents than this do not pay for the searches from the landmarks.
const ENOUGH_AGENTS: usize = 2 * LANDMARKS;

/// How many places are visited between two looks at the budget.
const SLICE: usize = 1024;

/// One more than the steps from each landmark, and 0 for places it cannot be reached from.
type Marks = [u16; LANDMARKS];

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
    marks: Vec<Marks>,
}

impl Survey {
    /// Surveys the roadmap of an instance. O(places + arcs).
    ///
    /// On a roadmap where every step can be undone, it ends with [`Ended::Unsolvable`] if a start
    /// and its goal lie in different components. One-way steps prove nothing here: there, the
    /// distances themselves find out.
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
        let mut marks = vec![[0u16; LANDMARKS]; roadmap.place_count()];
        let mut nearest = vec![u16::MAX; roadmap.place_count()];
        let (mut from, mut queue, mut is_even) = (rim, Vec::new(), true);
        #[expect(
            clippy::needless_range_loop,
            reason = "a column of the table, in no order of rows"
        )]
        for mark in 0..LANDMARKS {
            marks[from as usize][mark] = 1;
            flood(roadmap, from, &mut queue, charge, |before, place| {
                let (steps, known) = (marks[before as usize][mark], marks[place as usize][mark]);
                if known == 0 {
                    marks[place as usize][mark] = steps.saturating_add(1);
                } else {
                    is_even &= (steps ^ known) & 1 == 1;
                }
                known == 0
            })?;
            if !is_even {
                return Ok(Survey::default());
            }
            for &place in &queue {
                let steps = marks[place as usize][mark];
                nearest[place as usize] = steps.min(nearest[place as usize]);
                if nearest[place as usize] > nearest[from as usize] {
                    from = place;
                }
            }
        }
        Ok(Survey { marks })
    }

    /// No fewer steps than this lie between two places.
    pub(super) fn bound(&self, place: Place, other: Place) -> u32 {
        let [own, others] = [place, other].map(|place| self.marks_of(place));
        (0..LANDMARKS).map(|mark| own[mark].abs_diff(others[mark])).max().unwrap_or(0).into()
    }

    /// The places at most `most` steps from `middle` as far as bounds tell; none if that is less
    /// than 0.
    pub(super) fn around(&self, middle: Place, most: i64) -> Around<'_> {
        let marks = self.marks_of(middle).map(u32::from);
        match u32::try_from(most) {
            Ok(most) => {
                let most = most.min(u16::MAX.into());
                Around {
                    survey: self,
                    low: marks.map(|mark| mark.wrapping_sub(most)),
                    span: 2 * most,
                }
            }
            Err(_) => Around { survey: self, low: [1 << 20; LANDMARKS], span: 0 },
        }
    }

    #[inline(always)]
    fn marks_of(&self, place: Place) -> &Marks {
        self.marks.get(place as usize).unwrap_or(&[0; LANDMARKS])
    }
}

/// The places around another within some steps, as far as bounds tell.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    survey: &'a Survey,
    /// Marks are at least these, and at most so much larger.
    low: [u32; LANDMARKS],
    span: u32,
}

impl Around<'_> {
    #[inline(always)]
    pub(super) fn holds(&self, place: Place) -> bool {
        let marks = self.survey.marks_of(place);
        let is_near = |at: usize| u32::from(marks[at]).wrapping_sub(self.low[at]) <= self.span;
        (0..LANDMARKS).fold(true, |holds, at| holds & is_near(at))
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

/// Visits places breadth first from one of them; `meet` hears of each step to a place and says
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
