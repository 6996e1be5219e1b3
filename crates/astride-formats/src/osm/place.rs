//! Geographic positions in integers, and the distances between them.
//!
//! Only sums, products and roots are used, whose results are the same to the last bit on every
//! machine.

use std::fmt;
use std::str::FromStr;

use astride::base::Vec2;

/// Metres per degree along a meridian, on a globe with a radius of 6 371 008.8 metres.
const METRES: f64 = 111_195.08;

/// A position on the globe, in steps of 10⁻⁷ degrees, as stored by OpenStreetMap.
///
/// # Examples
///
/// ```
/// use astride_formats::Coordinates;
/// let harbour: Coordinates = "43.7354,7.4212".parse()?;
/// let casino: Coordinates = "43.7392, 7.4276".parse()?;
/// assert!((harbour.metres_to(casino) - 666.0).abs() < 5.0);
/// # Ok::<(), astride_formats::CoordinatesError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coordinates {
    latitude: i32,
    longitude: i32,
}

impl Coordinates {
    /// A position by its degrees north and east; `None` if they are out of range.
    pub fn new(latitude: f64, longitude: f64) -> Option<Self> {
        let is_there = latitude.abs() <= 90.0 && longitude.abs() <= 180.0;
        let steps = |degrees: f64| (degrees * 1e7).round() as i32;
        is_there.then(|| Coordinates { latitude: steps(latitude), longitude: steps(longitude) })
    }

    /// Degrees north, from -90 to 90.
    pub fn latitude(self) -> f64 {
        f64::from(self.latitude) / 1e7
    }

    /// Degrees east, from -180 to 180.
    pub fn longitude(self) -> f64 {
        f64::from(self.longitude) / 1e7
    }

    /// The straight-line distance to another position in metres, on a plane that touches the globe
    /// between them: accurate to a millimetre within a town and to a thousandth within a country.
    pub fn metres_to(self, other: Coordinates) -> f64 {
        let plane = Plane::at((self.latitude() + other.latitude()) / 2.0);
        // The shorter way round, even across the meridian of 180°.
        let east = self.longitude() - other.longitude();
        let round = if east.abs() > 180.0 { 360.0_f64.copysign(east) } else { 0.0 };
        let there = plane.lay(other).plus(Vec2::new(round * plane.across, 0.0));
        plane.lay(self).distance_to(there)
    }

    /// The place that is `by.x` metres to the east and `by.y` metres to the north, on a plane that
    /// touches the globe here; `None` if that is beyond a pole or the meridian of 180°.
    pub fn moved(self, by: Vec2) -> Option<Self> {
        let plane = Plane::at(self.latitude());
        Coordinates::new(self.latitude() + by.y / METRES, self.longitude() + by.x / plane.across)
    }
}

/// A flat map of a part of the globe, true to scale at one latitude: x to the east and y to the
/// south, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane {
    /// Metres per degree along a parallel.
    across: f64,
}

impl Plane {
    pub(super) fn at(latitude: f64) -> Self {
        Plane { across: METRES * cosine(latitude) }
    }

    pub(super) fn lay(self, place: Coordinates) -> Vec2 {
        Vec2::new(place.longitude() * self.across, -place.latitude() * METRES)
    }
}

/// The cosine of an angle in degrees, from -90 to 90, by its series.
fn cosine(degrees: f64) -> f64 {
    let square = (degrees * std::f64::consts::PI / 180.0).powi(2);
    let step = |sum: f64, n: f64| 1.0 - square / (n * (n - 1.0)) * sum;
    (1..=10).rev().map(|half| 2.0 * f64::from(half)).fold(1.0, step)
}

impl FromStr for Coordinates {
    type Err = CoordinatesError;

    /// Parses `LATITUDE,LONGITUDE` in degrees.
    fn from_str(text: &str) -> Result<Self, CoordinatesError> {
        let parts = text.split_once(',').and_then(|(latitude, longitude)| {
            Coordinates::new(latitude.trim().parse().ok()?, longitude.trim().parse().ok()?)
        });
        parts.ok_or_else(|| CoordinatesError(text.to_owned()))
    }
}

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.7},{:.7}", self.latitude(), self.longitude())
    }
}

/// A text that is not a position on the globe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoordinatesError(String);

astride::errors! { struct CoordinatesError:
    Self(text) => ("not-coordinates",
        "{text:?} is no place, expected LATITUDE,LONGITUDE such as 43.7384,7.4246"),
}

#[cfg(test)]
mod tests {
    use super::{Coordinates, cosine};

    #[test]
    fn the_series_is_the_cosine() {
        for degrees in -90..=90 {
            let degrees = f64::from(degrees);
            let off = (cosine(degrees) - degrees.to_radians().cos()).abs();
            assert!(off < 1e-13, "{degrees}: {off}");
        }
    }

    #[test]
    fn the_short_way_round_is_measured() {
        let metres = |from: &str, to: &str| {
            let [from, to] = [from, to].map(|text| text.parse::<Coordinates>().unwrap());
            from.metres_to(to)
        };
        let elsewhere = metres("-17,-0.1", "-17,0.1");
        for (from, to) in [("-17,179.9", "-17,-179.9"), ("-17,-179.9", "-17,179.9")] {
            assert!((metres(from, to) - elsewhere).abs() < 1e-3, "{from} to {to}");
        }
    }

    #[test]
    fn places_off_the_globe_are_none() {
        for text in ["", "1", "1,2,3", "91,0", "0,181", "nan,0", "a,b"] {
            assert!(text.parse::<Coordinates>().is_err(), "{text}");
        }
        assert_eq!("43.5,-7".parse::<Coordinates>().unwrap().to_string(), "43.5000000,-7.0000000");
    }
}
