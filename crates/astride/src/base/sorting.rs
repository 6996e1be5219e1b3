//! A sort that is small when it is compiled.

use std::cmp::Ordering;

/// How many elements are put in order one by one.
const FEW: usize = 16;

/// Sorts lists of plain data that are short, or sorted rarely.
///
/// The sorts of the standard library are faster for long lists that are in no order. Each of them is
/// compiled for each kind of element and each order, into some two thousand instructions; these into
/// a hundred. All of them keep the order of equal elements, take O(n log n) comparisons, or O(n) of a list
/// that is in order, and copy less than the list.
pub(crate) trait SmallSort<T> {
    fn sort_small(&mut self)
    where
        T: Ord;

    fn sort_small_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K);

    fn sort_small_by(&mut self, compare: impl Fn(&T, &T) -> Ordering);
}

impl<T: Copy> SmallSort<T> for [T] {
    fn sort_small(&mut self)
    where
        T: Ord,
    {
        sort(self, |a, b| a < b);
    }

    fn sort_small_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        sort(self, |a, b| key(a) < key(b));
    }

    fn sort_small_by(&mut self, compare: impl Fn(&T, &T) -> Ordering) {
        sort(self, |a, b| compare(a, b).is_lt());
    }
}

/// Merges runs of twice the length, until one is left.
#[inline(never)]
fn sort<T: Copy>(list: &mut [T], is_less: impl Fn(&T, &T) -> bool) {
    for run in list.chunks_mut(FEW) {
        for end in 1..run.len() {
            let new = run[end];
            let mut at = end;
            while at > 0 && is_less(&new, &run[at - 1]) {
                run[at] = run[at - 1];
                at -= 1;
            }
            run[at] = new;
        }
    }
    let mut left = Vec::new();
    let mut width = FEW;
    while width < list.len() {
        for pair in list.chunks_mut(2 * width) {
            if pair.len() <= width || !is_less(&pair[width], &pair[width - 1]) {
                continue; // in order already
            }
            left.clear();
            left.extend_from_slice(&pair[..width]);
            let (mut at, mut right) = (0, width);
            for &first in &left {
                while right < pair.len() && is_less(&pair[right], &first) {
                    pair[at] = pair[right];
                    (at, right) = (at + 1, right + 1);
                }
                pair[at] = first;
                at += 1;
            }
        }
        width *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;

    #[test]
    fn lists_of_any_length_are_sorted_and_equal_elements_keep_their_order() {
        let mut random = Random::new(7);
        for count in (0..70).chain([127, 128, 129, 1000]) {
            for most in [1, 10, u32::MAX] {
                let list: Vec<(u32, usize)> =
                    (0..count).map(|at| (random.below(most), at)).collect();
                let (mut by_key, mut expected) = (list.clone(), list.clone());
                by_key.sort_small_by_key(|&(key, _)| key);
                expected.sort_by_key(|&(key, _)| key);
                assert_eq!(by_key, expected);
                let (mut whole, mut by) = (list.clone(), list.clone());
                whole.sort_small();
                by.sort_small_by(|a, b| b.cmp(a));
                assert_eq!(whole, expected);
                assert!(by.into_iter().eq(expected.into_iter().rev()));
            }
        }
    }
}
