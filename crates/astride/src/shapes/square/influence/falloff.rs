//! The fraction of a strength that remains at a distance, in integers.

use super::InfluenceError;

/// Distances are in units of 1 / `PARTS` of a cell.
pub(super) const PARTS: u64 = 256;

/// 1 as a factor.
const ONE: u32 = 1 << 16;

/// The fraction of a strength that remains at a distance: at most 1, and 0 from the radius on.
/// Factors are multiples of 1/65 536 and distances multiples of 1/256 cell, so both are the same on
/// every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Falloff {
    radius: u32,
    curve: Curve,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Curve {
    Linear,
    Exponential {
        half: u32,
    },
    /// At 0, 1, 2, … cells; 0 at the radius.
    Table(Vec<u32>),
}

impl Falloff {
    /// The maximum radius, in cells.
    pub const MOST_RADIUS: usize = 4096;

    /// Falls linearly from 1 to 0 at `radius` cells.
    ///
    /// # Errors
    ///
    /// If the radius is 0 or above [`MOST_RADIUS`](Self::MOST_RADIUS).
    pub fn linear(radius: u32) -> Result<Self, InfluenceError> {
        Falloff { radius, curve: Curve::Linear }.checked()
    }

    /// Halves every `half` cells (0 counts as 1), and ends at `radius` cells.
    ///
    /// # Errors
    ///
    /// As for [`linear`](Self::linear).
    pub fn exponential(half: u32, radius: u32) -> Result<Self, InfluenceError> {
        Falloff { radius, curve: Curve::Exponential { half: half.max(1) } }.checked()
    }

    /// Factors at 0, 1, 2, … cells in units of 1/65 536, interpolated linearly, and 0 one cell
    /// after the last.
    ///
    /// # Errors
    ///
    /// If there are no factors or more than [`MOST_RADIUS`](Self::MOST_RADIUS), or if one is above
    /// 65 536.
    pub fn table(factors: &[u32]) -> Result<Self, InfluenceError> {
        if let Some(&factor) = factors.iter().find(|&&factor| factor > ONE) {
            return Err(InfluenceError::Factor { factor });
        }
        if factors.len() > Self::MOST_RADIUS {
            return Err(InfluenceError::Radius { radius: factors.len() });
        }
        let radius = factors.len() as u32;
        let curve = Curve::Table(factors.iter().copied().chain([0]).collect());
        Falloff { radius, curve }.checked()
    }

    /// The radius in cells, from which on nothing remains.
    pub fn radius(&self) -> u32 {
        self.radius
    }

    /// The factor at a distance in 1/256 cell, in units of 1/65 536. For an exponential falloff it
    /// is within 2 of the exact value.
    pub fn factor(&self, distance: u64) -> u32 {
        let radius = u64::from(self.radius) * PARTS;
        if distance >= radius {
            return 0;
        }
        match &self.curve {
            Curve::Linear => (u64::from(ONE) * (radius - distance) / radius) as u32,
            Curve::Exponential { half } => halved(distance, u64::from(*half) * PARTS),
            Curve::Table(factors) => {
                let at = (distance / PARTS) as usize;
                let (here, next) = (u64::from(factors[at]), u64::from(factors[at + 1]));
                let part = distance % PARTS;
                ((here * (PARTS - part) + next * part) / PARTS) as u32
            }
        }
    }

    fn checked(self) -> Result<Self, InfluenceError> {
        let radius = self.radius as usize;
        let is_usable = (1..=Self::MOST_RADIUS).contains(&radius);
        if is_usable { Ok(self) } else { Err(InfluenceError::Radius { radius }) }
    }
}

/// 2^(−1/2), 2^(−1/4), …, with 32 fractional bits: each is the square root of the one before.
const ROOTS: [u64; 16] = {
    let mut roots = [(1u64 << 63).isqrt(); 16];
    let mut at = 1;
    while at < 16 {
        roots[at] = (roots[at - 1] << 32).isqrt();
        at += 1;
    }
    roots
};

/// 2^(−distance / half) in units of 1/65 536.
fn halved(distance: u64, half: u64) -> u32 {
    let (whole, part) = (distance / half, ((distance % half) << 16) / half);
    let mut value = 1u64 << 32;
    for (at, root) in ROOTS.into_iter().enumerate() {
        if part >> (15 - at) & 1 == 1 {
            value = (value * root) >> 32;
        }
    }
    (value >> (16 + whole.min(47))) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponential_factors_are_powers_of_a_half() {
        for half in [1, 2, 3, 7, 100] {
            let falloff = Falloff::exponential(half, 4096).unwrap();
            for distance in (0..200_000).step_by(17) {
                let exact = 65_536.0 * (-(distance as f64) / 256.0 / f64::from(half)).exp2();
                let found = f64::from(falloff.factor(distance));
                assert!((exact - 1.6..exact + 0.6).contains(&found), "{half} {distance}: {found}");
            }
        }
        let falloff = Falloff::exponential(2, 99).unwrap();
        assert_eq!(
            [0, 512, 1024, 256].map(|at| falloff.factor(at)),
            [65_536, 32_768, 16_384, 46_340]
        );
    }

    #[test]
    fn factors_never_rise_and_end_at_the_radius() {
        let table = [65_536, 65_536, 30_000, 29_999, 5];
        let falloffs = [
            Falloff::linear(5).unwrap(),
            Falloff::exponential(3, 5).unwrap(),
            Falloff::table(&table).unwrap(),
        ];
        for falloff in &falloffs {
            assert_eq!(falloff.factor(0), 65_536);
            assert_eq!(falloff.factor(5 * 256), 0);
            assert_eq!(falloff.factor(u64::MAX), 0);
            assert!((0..2000).all(|at| falloff.factor(at) >= falloff.factor(at + 1)));
        }
        assert_eq!(falloffs[0].factor(5 * 128), 32_768);
        assert_eq!([512, 640, 1152].map(|at| falloffs[2].factor(at)), [30_000, 29_999, 2]);
    }

    #[test]
    fn unusable_falloffs_are_refused() {
        for radius in [0, 4097, u32::MAX] {
            assert_eq!(
                Falloff::linear(radius),
                Err(InfluenceError::Radius { radius: radius as usize })
            );
            assert!(Falloff::exponential(1, radius).is_err());
        }
        assert!(Falloff::table(&[]).is_err());
        assert!(Falloff::table(&[0; 4097]).is_err());
        assert_eq!(Falloff::table(&[65_537]), Err(InfluenceError::Factor { factor: 65_537 }));
    }
}
