//! A fast 64-bit checksum that detects accidental damage; it does not protect against forgery.
//!
//! The words of a block go through four independent lanes, an idea from xxHash; the constants are
//! our own.

/// An odd number near 2⁶⁴ / φ, whose multiples are spread evenly.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The number of lanes; each takes an eight-byte word per block.
const LANES: usize = 4;

const BLOCK: usize = 8 * LANES;

/// The checksum of `bytes`. `seed` may be an earlier checksum, to continue from it.
///
/// It reads little-endian words of eight bytes, with the last block padded with zeros. Lane `i`
/// starts at `seed + (i + 1) × SPREAD`, and each word is mixed in by `lane = rotate_left((lane ^
/// word) × SPREAD, 29)`, where `SPREAD` is `0x9e3779b97f4a7c15` and all sums and products are
/// modulo 2⁶⁴. The result starts as `(seed ^ length) × SPREAD` and mixes in the lanes in order by
/// `result = (result ^ lane) × SPREAD; result ^= result >> 32`.
///
/// Every step is invertible, so damage within one word always changes the result.
///
/// # Complexity
///
/// O(bytes), at about the speed of memory.
///
/// # Examples
///
/// ```
/// use astride::base::checksum;
/// assert_ne!(checksum(0, b"one byte"), checksum(0, b"two byte"));
/// assert_ne!(checksum(0, b"zeros"), checksum(0, b"zeros\0"));
/// ```
pub fn checksum(seed: u64, bytes: &[u8]) -> u64 {
    let mut lanes: [u64; LANES] =
        std::array::from_fn(|lane| seed.wrapping_add(SPREAD.wrapping_mul(lane as u64 + 1)));
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    for block in blocks {
        take_in(&mut lanes, block);
    }
    if !rest.is_empty() {
        let mut block = [0; BLOCK];
        block[..rest.len()].copy_from_slice(rest);
        take_in(&mut lanes, &block);
    }
    let start = (seed ^ bytes.len() as u64).wrapping_mul(SPREAD);
    lanes.into_iter().fold(start, |result, lane| {
        let result = (result ^ lane).wrapping_mul(SPREAD);
        result ^ result >> 32
    })
}

#[inline(always)]
fn take_in(lanes: &mut [u64; LANES], block: &[u8; BLOCK]) {
    let (words, _) = block.as_chunks::<8>();
    for (lane, word) in lanes.iter_mut().zip(words) {
        *lane = (*lane ^ u64::from_le_bytes(*word)).wrapping_mul(SPREAD).rotate_left(29);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_bytes(len: usize) -> Vec<u8> {
        (0..len).map(|at| (at * at * 7 + 3) as u8).collect()
    }

    #[test]
    fn every_single_bit_and_every_length_counts() {
        let bytes = some_bytes(75);
        let whole = checksum(5, &bytes);
        for at in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[at / 8] ^= 1 << (at % 8);
            assert_ne!(checksum(5, &flipped), whole, "bit {at}");
        }
        let mut sums: Vec<u64> = (0..200).map(|len| checksum(5, &vec![0; len])).collect();
        sums.sort_unstable();
        sums.dedup();
        assert_eq!(sums.len(), 200);
        assert_ne!(checksum(6, &bytes), whole);
    }

    /// The definition as documented, without blocks.
    fn plain(seed: u64, bytes: &[u8]) -> u64 {
        let mut padded = bytes.to_vec();
        padded.resize(bytes.len().div_ceil(32) * 32, 0);
        let mut lanes = [1, 2, 3, 4].map(|i: u64| seed.wrapping_add(i.wrapping_mul(SPREAD)));
        for at in (0..padded.len()).step_by(8) {
            let word = (0..8).map(|i| u64::from(padded[at + i]) << (8 * i)).sum::<u64>();
            let lane = &mut lanes[at / 8 % 4];
            *lane = (*lane ^ word).wrapping_mul(SPREAD).rotate_left(29);
        }
        let mut result = (seed ^ bytes.len() as u64).wrapping_mul(SPREAD);
        for lane in lanes {
            result = (result ^ lane).wrapping_mul(SPREAD);
            result ^= result >> 32;
        }
        result
    }

    #[test]
    fn it_is_what_it_is_said_to_be_on_every_machine() {
        for len in 0..130 {
            assert_eq!(checksum(9, &some_bytes(len)), plain(9, &some_bytes(len)), "{len} bytes");
        }
        assert_eq!(checksum(0, b"astride"), 0x09fb_9092_cc7b_46a5);
    }
}
