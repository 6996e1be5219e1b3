//! Sines and angles computed only with `+ − × ÷ √`, which every machine rounds alike; the functions
//! of the standard library differ between machines in the last digit.
//!
//! Each is accurate to 10⁻¹⁵, for angles of up to 2²⁰ radians.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Angles that differ from a full turn by less than this count as 0, so that curves do not contain
/// loops caused by rounding.
const NONE: f64 = 1e-10;

/// 1 / (n(n − 1)) for each n.
const STEPS: [f64; 21] = {
    let (mut steps, mut at) = ([0.0; 21], 2);
    while at < 21 {
        steps[at] = 1.0 / (at * (at - 1)) as f64;
        at += 1;
    }
    steps
};

/// 1 / n for the odd n.
const ODD_PARTS: [f64; 13] = {
    let (mut parts, mut at) = ([0.0; 13], 0);
    while at < 13 {
        parts[at] = 1.0 / (2 * at + 1) as f64;
        at += 1;
    }
    parts
};

/// The sine and the cosine of an angle.
pub(super) fn sin_cos(angle: f64) -> (f64, f64) {
    // A quarter turn split into two parts, the first with so few digits that its integer multiples
    // are exact.
    const HIGH: f64 = f64::from_bits(FRAC_PI_2.to_bits() >> 24 << 24);
    const LOW: f64 = (FRAC_PI_2 - HIGH) + 6.123_233_995_736_766e-17;
    let quarters = (angle / FRAC_PI_2).round();
    let rest = (angle - quarters * HIGH) - quarters * LOW;
    let square = rest * rest;
    // 1 − r²/(n(n−1)) · (1 − …), from the last term to the first.
    let series = |first: usize| {
        (first..first + 18).step_by(2).rev().fold(1.0, |sum, at| 1.0 - square * STEPS[at] * sum)
    };
    let (sin, cos) = (rest * series(3), series(2));
    match quarters.rem_euclid(4.0) as u8 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// The angle of the vector (x, y), from −π to π; 0 for the zero vector.
pub(super) fn atan2(y: f64, x: f64) -> f64 {
    let (long, short) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
    if long <= 0.0 {
        return 0.0;
    }
    let half = |tangent: f64| tangent / (1.0 + (1.0 + tangent * tangent).sqrt());
    let quarter = half(half(short / long));
    let square = quarter * quarter;
    let sum = ODD_PARTS.iter().rev().fold(0.0, |sum, part| part - square * sum);
    let eighth = 4.0 * quarter * sum;
    let upright = if y.abs() > x.abs() { FRAC_PI_2 - eighth } else { eighth };
    let ahead = if x < 0.0 { PI - upright } else { upright };
    if y < 0.0 { -ahead } else { ahead }
}

/// The angle from 0 to π with this cosine, which is clamped to −1 to 1.
pub(super) fn acos(cosine: f64) -> f64 {
    atan2(((1.0 - cosine) * (1.0 + cosine)).max(0.0).sqrt(), cosine)
}

/// The same direction, above −π and at most π.
pub(super) fn wrapped(angle: f64) -> f64 {
    let angle = angle - TAU * (angle / TAU).round();
    if angle <= -PI { angle + TAU } else { angle }
}

/// The same direction, from 0 up to a full turn.
pub(super) fn turned(angle: f64) -> f64 {
    let angle = angle - TAU * (angle / TAU).floor();
    if angle > TAU - NONE { 0.0 } else { angle }
}

#[cfg(test)]
mod tests {
    use super::*;
    use astride::base::Random;

    #[test]
    fn they_are_what_the_standard_library_says() {
        let mut dice = Random::new(1);
        let mut any =
            |most: f64| (f64::from(dice.below(1 << 30)) / f64::from(1 << 29) - 1.0) * most;
        for _ in 0..100_000 {
            let angle = any(300.0);
            let (sin, cos) = sin_cos(angle);
            assert!(
                (sin - angle.sin()).abs() < 1e-15 && (cos - angle.cos()).abs() < 1e-15,
                "{angle}"
            );
            let (x, y) = (any(2.0), any(2.0));
            assert!((atan2(y, x) - y.atan2(x)).abs() < 1e-15, "{x} {y}");
            let cosine = any(1.0);
            assert!((acos(cosine) - cosine.acos()).abs() < 1e-14, "{cosine}");
            let same = sin_cos(wrapped(angle));
            assert!((same.0 - sin).abs() < 1e-13 && (same.1 - cos).abs() < 1e-13, "{angle}");
            assert!((0.0..TAU).contains(&turned(angle)) && wrapped(angle).abs() <= PI);
        }
    }

    #[test]
    fn ends_and_quarters_are_exact_enough() {
        for (y, x) in [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0), (1.0, 1.0)] {
            assert!((atan2(y, x) - f64::atan2(y, x)).abs() < 1e-15, "{x} {y}");
        }
        for quarters in -20..20 {
            let angle = f64::from(quarters) * FRAC_PI_2;
            let (sin, cos) = sin_cos(angle);
            assert!((sin - angle.sin()).abs() < 1e-15 && (cos - angle.cos()).abs() < 1e-15);
        }
        assert!(acos(2.0).abs() < 1e-15 && (acos(-2.0) - PI).abs() < 1e-15);
        assert_eq!(turned(-1e-12).to_bits(), 0.0_f64.to_bits(), "no loop for a rounding");
    }
}
