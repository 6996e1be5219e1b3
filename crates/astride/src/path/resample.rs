//! Evenly spaced points along a line.

use crate::base::Vec2;
use crate::path::line::{FARTHEST, Kind, LineError, MOST_POINTS, check_number, check_points};

/// Evenly spaced points on a line, measured along it. The spacing is the longest one that is at
/// most `spacing` and divides the length of the line. Both ends are included and kept exactly.
///
/// All points lie on the line, but its corners are usually not among them. A line of zero length
/// gives one point.
///
/// # Errors
///
/// If the line is empty, if a coordinate is NaN or beyond 10¹², if `spacing` is not above 0, or if
/// there would be more than 2²⁴ points.
///
/// # Complexity
///
/// O(points in and out).
///
/// # Examples
///
/// ```
/// use astride::base::Vec2;
/// use astride::path::resample;
/// let line = [(0.0, 0.0), (3.0, 0.0), (3.0, 4.0)].map(|(x, y)| Vec2::new(x, y));
/// let even = resample(&line, 1.5)?;
/// assert_eq!(even.len(), 6, "five pieces of 1.4");
/// assert!((even[3].y - 1.2).abs() < 1e-12);
/// # Ok::<(), astride::path::LineError>(())
/// ```
pub fn resample(points: &[Vec2], spacing: f64) -> Result<Vec<Vec2>, LineError> {
    check_points(points)?;
    check_number("spacing", spacing, f64::MIN_POSITIVE, FARTHEST)?;
    let length: f64 = points.windows(2).map(|leg| leg[0].distance_to(leg[1])).sum();
    let wanted = (length / spacing).ceil();
    if wanted >= MOST_POINTS as f64 {
        return Err(LineError(Kind::TooMany { most: MOST_POINTS }));
    }
    let pieces = wanted as usize;
    let mut even = Vec::with_capacity(pieces + 1);
    even.push(points[0]);
    let mut done = 0.0; // the length of the legs before this one
    for leg in points.windows(2) {
        let long = leg[0].distance_to(leg[1]);
        while even.len() < pieces {
            let share = (length * (even.len() as f64 / pieces as f64) - done) / long;
            if share.is_nan() || share > 1.0 {
                break; // on a later leg, or this one has no length
            }
            even.push(leg[0].plus(leg[1].minus(leg[0]).times(share)));
        }
        done += long;
    }
    if pieces > 0 {
        // Rounding may have placed the last interior points beyond the end of the line.
        even.resize(pieces, points[points.len() - 1]);
        even.push(points[points.len() - 1]);
    }
    Ok(even)
}
