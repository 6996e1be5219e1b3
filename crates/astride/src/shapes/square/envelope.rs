//! The lower envelope of parabolas, which turns distances along columns into distances in the
//! plane.
//!
//! Felzenszwalb & Huttenlocher, "Distance transforms of sampled functions", Theory of Computing 8,
//! 2012; Meijster, Roerdink & Hesselink, "A General Algorithm for Computing Distance Transforms in
//! Linear Time", Mathematical Morphology and its Applications to Image and Signal Processing, 2000.
//! It uses only integers, so it is exact.

/// The lower envelope of parabolas `(x - place)² + height`, added and queried from left to right.
#[derive(Clone, Debug, Default)]
pub(super) struct Envelope {
    /// Place and height of the parabolas on the envelope, and where each begins.
    lowest: Vec<(i64, i64, i64)>,
    /// The one that was lowest at the last query.
    at: usize,
}

impl Envelope {
    pub(super) fn bytes(&self) -> usize {
        size_of::<(i64, i64, i64)>() * self.lowest.capacity()
    }

    pub(super) fn clear(&mut self) {
        self.lowest.clear();
        self.at = 0;
    }

    /// Adds a parabola to the right of all others.
    pub(super) fn add(&mut self, place: i64, height: i64) {
        let mut from = i64::MIN;
        while let Some(&(before, other, since)) = self.lowest.last() {
            let ahead = place * place + height - before * before - other;
            from = -(-ahead).div_euclid(2 * (place - before));
            if from > since {
                break;
            }
            self.lowest.pop();
            from = i64::MIN;
        }
        self.lowest.push((place, height, from));
    }

    /// The lowest value at `x`, which must not be left of the previous query.
    pub(super) fn value_at(&mut self, x: i64) -> i64 {
        while self.lowest.get(self.at + 1).is_some_and(|&(_, _, from)| from <= x) {
            self.at += 1;
        }
        let (place, height, _) = self.lowest[self.at];
        (x - place) * (x - place) + height
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_of_all_parabolas_is_found_everywhere() {
        let mut lot = 1_u32;
        let mut below = |bound: u32| {
            lot = lot.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            i64::from((lot >> 8) % bound)
        };
        let mut envelope = Envelope::default();
        for _ in 0..2000 {
            envelope.clear();
            let (mut place, mut all) = (-5, Vec::new());
            for _ in 0..1 + below(9) {
                place += 1 + below(6);
                all.push((place, below(120)));
                envelope.add(place, all[all.len() - 1].1);
            }
            for x in -8..70 {
                let expected = all.iter().map(|(place, height)| (x - place) * (x - place) + height);
                assert_eq!(Some(envelope.value_at(x)), expected.min(), "{x} of {all:?}");
            }
        }
    }
}
