//! Splitting an index into row and column without a division instruction.

/// Divides `u32`s by a fixed number using a multiplication.
///
/// Hardware division took about a third of the time of an expansion, since every heuristic needs
/// the row and column of a node. Source: Lemire, Kaser & Kurz, "Faster remainder by direct
/// computation", Software: Practice and Experience 49(6), 2019.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Divider {
    divisor: u32,
    /// ⌈2⁶⁴ / divisor⌉; 0 stands for 2⁶⁴ when the divisor is 1.
    magic: u64,
}

impl Divider {
    /// Prepares division by `divisor`.
    ///
    /// # Panics
    ///
    /// If `divisor` is 0.
    pub(crate) fn new(divisor: u32) -> Self {
        assert!(divisor > 0, "cannot divide by zero");
        let magic = if divisor == 1 { 0 } else { u64::MAX / u64::from(divisor) + 1 };
        Divider { divisor, magic }
    }

    /// `(n % divisor, n / divisor)`: column and row of index `n` in rows of length `divisor`.
    #[inline(always)]
    pub(crate) fn split(self, n: u32) -> (u32, u32) {
        if self.magic == 0 {
            return (0, n);
        }
        // Where words have 32 bits, as in WebAssembly, a product of 128 bits is a call.
        let row = if cfg!(target_pointer_width = "64") {
            high_by_wide(self.magic, n)
        } else {
            high_by_halves(self.magic, n)
        };
        (n - row * self.divisor, row)
    }
}

/// The upper 32 of the 96 bits of the product.
#[inline(always)]
fn high_by_wide(magic: u64, n: u32) -> u32 {
    ((u128::from(magic) * u128::from(n)) >> 64) as u32
}

/// The same without wide numbers; no sum overflows, since both halves have 32 bits, and so has `n`.
#[inline(always)]
fn high_by_halves(magic: u64, n: u32) -> u32 {
    let (upper, lower) = (magic >> 32, magic & u64::from(u32::MAX));
    ((upper * u64::from(n) + ((lower * u64::from(n)) >> 32)) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitting_equals_division_at_every_border() {
        for divisor in [1, 2, 3, 5, 7, 16, 641, 65_535, 65_536, 1 << 30, u32::MAX - 1, u32::MAX] {
            let split = Divider::new(divisor);
            for base in [0u64, 1, 2, 1000, 65_536, (1 << 32) / u64::from(divisor)] {
                for offset in -2i64..=2 {
                    let n = (base * u64::from(divisor)) as i64 + offset;
                    let Ok(n) = u32::try_from(n) else { continue };
                    assert_eq!(split.split(n), (n % divisor, n / divisor), "{n} / {divisor}");
                    let [wide, halves] = [high_by_wide, high_by_halves].map(|f| f(split.magic, n));
                    assert_eq!(wide, halves, "{n} / {divisor}");
                }
            }
        }
    }

    /// Which of the two runs depends on the machine; neither may overflow or lose a carry, whatever the factor.
    #[test]
    fn products_by_halves_are_those_by_wide_numbers() {
        for shift in 0..64 {
            for magic in [1 << shift, u64::MAX >> shift, u64::MAX << shift] {
                for n in [0, 1, 2, 65_535, 1 << 31, u32::MAX - 1, u32::MAX] {
                    assert_eq!(high_by_halves(magic, n), high_by_wide(magic, n), "{magic} * {n}");
                }
            }
        }
    }
}
