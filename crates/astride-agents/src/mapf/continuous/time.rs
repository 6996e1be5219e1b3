//! Time in whole ticks, so that the solver adds and compares without rounding.

/// A time or a duration: 2⁻³⁰ of a unit.
pub(super) type Ticks = i64;

/// Ticks of a unit of time, in which a disc covers a unit of length.
const PER_UNIT: f64 = (1u64 << 30) as f64;

/// Nothing happens later: 4194304 units. Sums over all agents stay below 2⁶³.
pub(super) const HORIZON: Ticks = 1 << 52;

/// The end of a stay that does not end.
pub(super) const FOREVER: Ticks = i64::MAX / 4;

/// A length or duration as whole ticks, the nearest.
pub(super) fn ticks_of(units: f64) -> Ticks {
    (units * PER_UNIT).round() as Ticks
}

/// Ticks as units; exact up to the horizon.
pub(super) fn units(ticks: Ticks) -> f64 {
    ticks as f64 / PER_UNIT
}
