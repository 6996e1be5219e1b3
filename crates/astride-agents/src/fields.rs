//! Distances in steps to goals, computed only as far as they are requested.

use std::fmt;

use crate::roadmap::{Place, Roadmap};
use crate::shelf::Shelf;

/// The distance of a place from which the goal cannot be reached, or is more than 65 533 steps away.
pub const FAR: u16 = u16::MAX;

/// Steps to goals from everywhere, one field per goal, shared by all users.
///
/// A field grows in rings from its goal, stops at the place that was requested and continues from
/// there the next time. It takes two bytes per place. When the maximum number of fields is reached,
/// the least recently used one is evicted, so answers never depend on the limit.
///
/// # Examples
///
/// ```
/// use astride::io::Drawing;
/// use astride::shapes::square::Mover;
/// use astride_agents::fields::{FAR, Fields};
/// use astride_agents::roadmap::Roadmap;
///
/// let grid = Drawing::parse("...#.\n")?.grid;
/// let roadmap = Roadmap::new(&grid.seen_by(&Mover::walker()));
/// let mut fields = Fields::new(&roadmap, 1 << 20);
/// assert_eq!(fields.distance(&roadmap, 0, 2), 2);
/// assert_eq!(fields.distance(&roadmap, 0, 3), FAR);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Fields {
    fields: Shelf<Field>,
    /// The number of places that the field of each goal had when it was largest: what is evicted and
    /// computed again does not count as new.
    most_reached: Vec<u32>,
}

#[derive(Clone, Default)]
struct Field {
    /// The distance plus 1, or 0 where the rings have not arrived yet: memory that comes zeroed
    /// need not be touched.
    steps: Vec<u16>,
    /// The outermost ring; empty when the field is complete.
    ring: Vec<Place>,
    /// The places that the rings have reached, as long as they are few, and how many they are.
    reached: Vec<Place>,
    count: u32,
}

/// A field of up to this many places is cleared place by place.
const FEW: usize = 2048;

impl Fields {
    /// A store for fields on `roadmap` in about this many bytes, but at least for two fields.
    pub fn new(roadmap: &Roadmap, bytes: usize) -> Self {
        let places = roadmap.place_count();
        Fields { fields: Shelf::new(places, bytes), most_reached: vec![0; places] }
    }

    /// The number of steps from `place` to `goal`, or [`FAR`].
    ///
    /// O(1) if the field has reached `place`; otherwise the field grows up to it.
    ///
    /// # Panics
    ///
    /// If one of them is not a place of the roadmap.
    #[inline(always)]
    pub fn distance(&mut self, roadmap: &Roadmap, goal: Place, place: Place) -> u16 {
        self.known(goal, place).unwrap_or_else(|| self.grow(roadmap, goal, place))
    }

    /// The number of steps from `place` to `goal`, if the field has reached `place`.
    #[inline(always)]
    pub(crate) fn known(&mut self, goal: Place, place: Place) -> Option<u16> {
        self.fields.get(goal)?.steps[place as usize].checked_sub(1)
    }

    /// The current number of fields.
    pub fn field_count(&self) -> usize {
        self.fields.count()
    }

    #[cold]
    fn grow(&mut self, roadmap: &Roadmap, goal: Place, place: Place) -> u16 {
        self.grow_to(roadmap, goal, place, u32::MAX);
        self.known(goal, place).unwrap_or(FAR)
    }

    /// Lets the field of a goal grow up to a place, over at most about `allowance` new places, which
    /// it uses up; returns whether there is nothing more to find out about the place. What is new does
    /// not depend on the memory for fields.
    pub(crate) fn reach(
        &mut self,
        roadmap: &Roadmap,
        goal: Place,
        place: Place,
        allowance: &mut u32,
    ) -> bool {
        if self.known(goal, place).is_some() {
            return true;
        }
        let before = self.most_reached[goal as usize];
        if *allowance == 0 && before <= 1 {
            // It would only take the memory of others.
            return goal == place;
        }
        let is_done = self.grow_to(roadmap, goal, place, before.saturating_add(*allowance));
        *allowance = allowance.saturating_sub(self.most_reached[goal as usize] - before);
        is_done
    }

    /// Lets the field of a goal grow until a place is known, the field has `most` places, or there is
    /// nothing left to reach; returns `false` in the second case.
    fn grow_to(&mut self, roadmap: &Roadmap, goal: Place, place: Place, most: u32) -> bool {
        let fresh = |old: Option<Field>| Field::new(roadmap, goal, old);
        let bytes = 2 * roadmap.place_count();
        let field = self.fields.get_or_make(goal, bytes, fresh);
        let is_done = field.grow_to(roadmap, place, most);
        let reached = &mut self.most_reached[goal as usize];
        *reached = field.count.max(*reached);
        is_done
    }

    /// The number of places that all fields together had when they were largest.
    #[cfg(test)]
    pub(crate) fn reached(&self) -> u64 {
        self.most_reached.iter().map(|&count| u64::from(count)).sum()
    }
}

impl Field {
    /// A field that has not grown yet, reusing the memory of another one if given.
    fn new(roadmap: &Roadmap, goal: Place, old: Option<Field>) -> Self {
        let mut field = old.unwrap_or_default();
        match field.reached.len() {
            FEW.. => field.steps.fill(0),
            _ => field.reached.iter().for_each(|&place| field.steps[place as usize] = 0),
        }
        if field.steps.is_empty() {
            field.steps = vec![0; roadmap.place_count()];
        }
        field.steps[goal as usize] = 1;
        for list in [&mut field.ring, &mut field.reached] {
            list.clear();
            list.push(goal);
        }
        field.count = 1;
        field
    }

    /// Adds whole rings until `place` is known, nothing is left, or there are `most` places; returns
    /// `false` in the last case.
    fn grow_to(&mut self, roadmap: &Roadmap, place: Place, most: u32) -> bool {
        let mut next = Vec::new();
        while self.steps[place as usize] == 0 && !self.ring.is_empty() {
            let steps = self.steps[self.ring[0] as usize];
            if steps >= FAR - 1 {
                break;
            }
            if self.count >= most {
                return false;
            }
            for &at in &self.ring {
                for &before in roadmap.neighbours_back(at) {
                    let known = &mut self.steps[before as usize];
                    if *known == 0 {
                        *known = steps + 1;
                        next.push(before);
                    }
                }
            }
            self.count += next.len() as u32;
            if self.reached.len() < FEW {
                self.reached.extend_from_slice(&next);
            }
            std::mem::swap(&mut self.ring, &mut next);
            next.clear();
        }
        true
    }
}

impl fmt::Debug for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Fields").field(&self.fields).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roadmap::tests::drawn;

    #[test]
    fn distances_do_not_depend_on_order_or_room() {
        let roadmap = drawn("....#\n.##..\n.#.#.\n...#.\n#.#..\n..#..\n");
        let places = roadmap.place_count() as Place;
        let mut roomy = Fields::new(&roadmap, 1 << 20);
        let mut tight = Fields::new(&roadmap, 3 * 2 * places as usize);
        for goal in 0..places {
            for place in (0..places).rev() {
                roomy.distance(&roadmap, goal, place);
            }
        }
        for place in 0..places {
            for goal in 0..places {
                let expected = roomy.distance(&roadmap, goal, place);
                assert_eq!(tight.distance(&roadmap, goal, place), expected, "{place} to {goal}");
                assert_eq!(roomy.distance(&roadmap, place, goal), expected);
            }
        }
        assert_eq!((tight.field_count(), roomy.field_count()), (3, places as usize));
    }

    #[test]
    fn a_field_stops_where_it_was_asked() {
        let roadmap = drawn(&format!("{}\n", ".".repeat(100)));
        let mut fields = Fields::new(&roadmap, 1 << 20);
        assert_eq!(fields.distance(&roadmap, 0, 10), 10);
        assert_eq!(fields.fields.peek(0).unwrap().steps[11], 0);
        assert_eq!(fields.distance(&roadmap, 0, 99), 99);
    }

    #[test]
    fn what_is_too_far_for_two_bytes_is_far() {
        // A comb of corridors, 70 000 cells long.
        let mut rows = Vec::new();
        for turn in 0..350 {
            rows.push(".".repeat(200));
            let gap = if turn % 2 == 0 { 199 } else { 0 };
            let wall = (0..200).map(|x| if x == gap { '.' } else { '#' });
            rows.push(wall.collect());
        }
        let roadmap = drawn(&rows.join("\n"));
        let mut fields = Fields::new(&roadmap, 1 << 20);
        let last = roadmap.place_count() as Place - 1;
        assert_eq!(fields.distance(&roadmap, 0, last), FAR);
        // From the last gap back along the whole row above it.
        assert_eq!(fields.distance(&roadmap, last, last - 1), 200);
    }
}
