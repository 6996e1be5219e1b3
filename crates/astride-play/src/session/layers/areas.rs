//! Areas: parts of the map in different colours, the largest first.

use serde_json::{Value, json};

/// The number of a cell in no area.
pub(super) const NOWHERE: u16 = u16::MAX;

/// This many areas have numbers of their own; the smaller ones share the last.
const MOST: usize = NOWHERE as usize;

/// This many of the largest are described.
const TOLD: usize = 512;

/// How many colours a page has.
pub(super) const COLOURS: usize = 8;

/// The report on areas.
pub(super) struct Areas {
    count: usize,
    /// Cells and colour of the largest.
    told: Vec<(u32, u8)>,
}

impl Areas {
    /// Numbers areas by their sizes, the largest first, equal ones in the given order; `colour`
    /// returns the colour of an area from its place in `sizes` and its new number. Also returns the new
    /// numbers.
    pub(super) fn new(sizes: &[u32], colour: impl Fn(usize, usize) -> u8) -> (Vec<u16>, Areas) {
        let mut order: Vec<usize> = (0..sizes.len()).collect();
        order.sort_by_key(|&at| (std::cmp::Reverse(sizes[at]), at));
        let mut numbers = vec![NOWHERE; sizes.len()];
        for (number, &at) in order.iter().enumerate() {
            numbers[at] = number.min(MOST - 1) as u16;
        }
        let told = order.iter().enumerate().take(TOLD);
        let told = told.map(|(number, &at)| (sizes[at], colour(at, number))).collect();
        (numbers, Areas { count: sizes.len(), told })
    }

    /// How many areas there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// How many cells an area has, if it is one of the largest.
    pub(super) fn cells(&self, number: usize) -> Option<u32> {
        self.told.get(number).map(|&(cells, _)| cells)
    }

    /// Adds the report to the reply.
    pub(super) fn describe(&self, body: &mut Value) {
        body["count"] = self.count.into();
        let one = |&(cells, colour): &(u32, u8)| json!([cells, colour]);
        body["areas"] = self.told.iter().map(one).collect();
    }
}

/// A colour for each of `count` areas such that neighbours differ, as long as there are colours;
/// larger areas choose first.
pub(super) fn colours_apart(count: usize, sizes: &[u32], pairs: &[(u32, u32)]) -> Vec<u8> {
    let mut beside = vec![Vec::new(); count];
    for &(a, b) in pairs {
        beside[a as usize].push(b as usize);
        beside[b as usize].push(a as usize);
    }
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&at| (std::cmp::Reverse(sizes[at]), at));
    let mut colours = vec![None; count];
    for (number, at) in order.into_iter().enumerate() {
        let mut used = [false; COLOURS];
        beside[at].iter().filter_map(|&other| colours[other]).for_each(|c: u8| {
            used[usize::from(c)] = true;
        });
        // Begin at another colour each time, so that all of them are used.
        let free = (0..COLOURS).map(|c| (c + number) % COLOURS).find(|&c| !used[c]);
        colours[at] = Some(free.unwrap_or(number % COLOURS) as u8);
    }
    colours.into_iter().map(Option::unwrap_or_default).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_are_numbered_from_the_largest_and_the_smallest_share_a_number() {
        let (numbers, areas) = Areas::new(&[3, 9, 3], |_, number| number as u8);
        assert_eq!(numbers, [1, 0, 2]);
        assert_eq!((areas.count, &areas.told[..]), (3, &[(9, 0), (3, 1), (3, 2)][..]));
        let (numbers, areas) = Areas::new(&vec![1; 70_000], |_, _| 0);
        assert_eq!((numbers[0], numbers[69_999], areas.told.len()), (0, NOWHERE - 1, TOLD));
    }

    #[test]
    fn neighbours_have_other_colours() {
        let pairs: Vec<(u32, u32)> = (0..6).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        let colours = colours_apart(6, &[1, 5, 2, 2, 9, 4], &pairs);
        assert!(pairs.iter().all(|&(a, b)| colours[a as usize] != colours[b as usize]));
    }
}
