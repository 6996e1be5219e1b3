//! Maps for tests.

/// A drawing of a map with walls where `is_wall` says so, row by row.
pub(crate) fn drawn(width: u32, height: u32, mut is_wall: impl FnMut() -> bool) -> String {
    let mut row = || -> String {
        let letters = (0..width).map(|_| if is_wall() { '#' } else { '.' });
        letters.chain(['\n']).collect()
    };
    (0..height).map(|_| row()).collect()
}
