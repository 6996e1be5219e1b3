//! Which media divide a map into separate worlds.

use crate::shapes::square::GridView;

/// Terrain classes, one bit each.
type Classes = [u128; 2];

impl GridView<'_> {
    /// The media that divide the map, one bit each: a passable cell is in exactly one of them, and
    /// every step stays within it. `None` if they overlap.
    ///
    /// A medium is left out if another one contains all its terrain: every step allowed in it is
    /// also allowed in the other, since more free cells never forbid a step. Of equal media the one
    /// with the lowest bit is used.
    pub(crate) fn separate_media(&self) -> Option<u8> {
        if let Some(media) = self.one_medium {
            return Some(media & media.wrapping_neg());
        }
        let held: [Classes; 8] = std::array::from_fn(|medium| self.classes_in(medium));
        let is_within = |a: Classes, b: Classes| a[0] & !b[0] == 0 && a[1] & !b[1] == 0;
        let is_kept = |&medium: &usize| {
            let own = held[medium];
            let is_in = |other: usize| {
                is_within(own, held[other]) && (own != held[other] || other < medium)
            };
            own != [0, 0] && !(0..8).any(|other| other != medium && is_in(other))
        };
        let mut media = 0;
        let mut seen: Classes = [0, 0];
        for medium in (0..8).filter(is_kept) {
            let own = held[medium];
            if seen[0] & own[0] != 0 || seen[1] & own[1] != 0 {
                return None;
            }
            seen = [seen[0] | own[0], seen[1] | own[1]];
            media |= 1 << medium;
        }
        Some(media)
    }

    /// For each terrain class, which of `media` contains it, from the lowest bit and counted from
    /// 1; 0 if none or several do.
    pub(crate) fn places_among(&self, media: u8) -> [u8; 256] {
        if media & media.wrapping_sub(1) == 0 {
            return self.media.map(|bits| u8::from(bits & media != 0));
        }
        self.media.map(|bits| match bits & media {
            one if one.is_power_of_two() => (media & (one | (one - 1))).count_ones() as u8,
            _ => 0,
        })
    }

    /// The terrain classes on the map that are in a medium.
    fn classes_in(&self, medium: usize) -> Classes {
        let mut classes = [0, 0];
        for (class, &count) in self.grid.histogram().iter().enumerate() {
            let is_in = count > 0 && self.media[class] >> medium & 1 == 1;
            classes[class / 128] |= u128::from(is_in) << (class % 128);
        }
        classes
    }
}

#[cfg(test)]
mod tests {
    use crate::shapes::square::{Grid, Mover};

    /// The media that divide a map where `a` is in medium 1, `b` in 2, `c` in 4, and `x`, `y` and
    /// `z` are in 1 and 2, in 2 and 4, in all three.
    fn media_of(classes: &[u8]) -> (Option<u8>, Vec<u8>) {
        let grid = Grid::from_classes(classes.len() as u32, 1, classes).unwrap();
        let media = [(b'a', 1), (b'b', 2), (b'c', 4), (b'x', 3), (b'y', 6), (b'z', 7)];
        let mover = media
            .into_iter()
            .fold(Mover::new(), |mover, (class, media)| mover.terrain_in(class, 1, media).unwrap());
        let view = grid.seen_by(&mover);
        let media = view.separate_media();
        let places = view.places_among(media.unwrap_or(0));
        (media, classes.iter().map(|&class| places[usize::from(class)]).collect())
    }

    #[test]
    fn media_divide_a_map_where_each_class_is_in_one_that_matters() {
        for (classes, media, places) in [
            (&b"@"[..], Some(0), &[0][..]),
            (b"aa@", Some(1), &[1, 1, 0]),
            (b"xx", Some(1), &[1, 1]),
            (b"abc", Some(7), &[1, 2, 3]),
            (b"ca", Some(5), &[2, 1]),
            // The other bits of `x` and `z` are irrelevant if nothing else has them.
            (b"ax", Some(1), &[1, 1]),
            (b"bx", Some(2), &[1, 1]),
            (b"xxc", Some(5), &[1, 1, 2]),
            (b"by", Some(2), &[1, 1]),
            (b"bxy", Some(2), &[1, 1, 1]),
            (b"xyz", Some(2), &[1, 1, 1]),
        ] {
            assert_eq!(media_of(classes), (media, places.to_vec()), "{}", classes.escape_ascii());
        }
    }

    #[test]
    fn media_that_overlap_do_not_divide_a_map() {
        for classes in [&b"abx"[..], b"axy", b"acz", b"abcx"] {
            assert_eq!(media_of(classes).0, None, "{}", classes.escape_ascii());
        }
    }
}
