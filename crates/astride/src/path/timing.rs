//! The position over time on a line of a mover with limited speed and acceleration.

use crate::base::Vec2;
use crate::path::line::{FARTHEST, Kind, LineError, check_number, check_points};

/// The limits of a mover, in cell widths and seconds, or any other units of length and time.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// Maximum speed, above 0.
    pub speed: f64,
    /// Maximum acceleration, above 0.
    pub acceleration: f64,
    /// Maximum deceleration, above 0.
    pub braking: f64,
    /// Maximum lateral acceleration in turns, above 0: speed² divided by the turn radius.
    pub sideways: f64,
    /// The speed at the start, at least 0.
    pub start_speed: f64,
    /// The maximum speed at the end, at least 0.
    pub end_speed: f64,
}

impl Limits {
    /// From rest to rest, with the same acceleration in all directions.
    pub fn new(speed: f64, acceleration: f64) -> Self {
        Limits {
            speed,
            acceleration,
            braking: acceleration,
            sideways: acceleration,
            start_speed: 0.0,
            end_speed: 0.0,
        }
    }

    fn check(&self) -> Result<(), LineError> {
        let least = 1e-9;
        check_number("speed", self.speed, least, FARTHEST)?;
        check_number("acceleration", self.acceleration, least, FARTHEST)?;
        check_number("braking", self.braking, least, FARTHEST)?;
        check_number("sideways acceleration", self.sideways, least, FARTHEST)?;
        check_number("start speed", self.start_speed, 0.0, self.speed)?;
        check_number("end speed", self.end_speed, 0.0, self.speed)
    }
}

/// A line with a time for every point of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Timing {
    limits: Limits,
    points: Vec<Vec2>,
    times: Vec<f64>,
    speeds: Vec<f64>,
}

/// Times a line as fast as the limits allow. On each leg the mover accelerates, keeps its speed and
/// brakes; at each point it is slow enough for the turn there and for everything that follows.
///
/// The turn at a point is modelled as the largest arc that fits both legs and takes no more than
/// half of the shorter one. A sharp corner between short legs is therefore slow, and the mover
/// stops where the line turns back. [Round](crate::path::round_corners) or
/// [smooth](crate::path::smooth) a line first if that matters.
///
/// # Errors
///
/// If the line is empty, if a coordinate is NaN or beyond 10¹², if a limit is out of its range
/// (10⁻⁹ to 10¹²), or if the start speed is too high to brake in time.
///
/// # Complexity
///
/// O(points).
///
/// # Examples
///
/// ```
/// use astride::base::Vec2;
/// use astride::path::{Limits, timed};
/// let line = [Vec2::new(0.0, 0.0), Vec2::new(10.0, 0.0)];
/// let timing = timed(&line, Limits::new(2.0, 1.0))?;
/// assert_eq!(timing.duration(), 7.0, "2 to get fast, 3 at full speed, 2 to brake");
/// assert_eq!(timing.at(1.0), (Vec2::new(0.5, 0.0), 1.0));
/// # Ok::<(), astride::path::LineError>(())
/// ```
pub fn timed(points: &[Vec2], limits: Limits) -> Result<Timing, LineError> {
    check_points(points)?;
    limits.check()?;
    let mut speeds = most_speeds(points, &limits);
    // The speed at the other end of a leg of length `long`, when accelerating or braking at the
    // rate `by`.
    let changed = |speed: f64, by: f64, long: f64| (speed * speed + 2.0 * by * long).sqrt();
    let length = |leg: usize| points[leg].distance_to(points[leg + 1]);
    for leg in (0..points.len() - 1).rev() {
        speeds[leg] = speeds[leg].min(changed(speeds[leg + 1], limits.braking, length(leg)));
    }
    if speeds[0] < limits.start_speed {
        let (speed, most) = (limits.start_speed, speeds[0]);
        return Err(LineError(Kind::TooFast { speed, most }));
    }
    speeds[0] = limits.start_speed;
    let mut times = vec![0.0];
    for leg in 0..points.len() - 1 {
        let faster = changed(speeds[leg], limits.acceleration, length(leg));
        speeds[leg + 1] = speeds[leg + 1].min(faster);
        let phases = Phases::of(&limits, speeds[leg], speeds[leg + 1], length(leg));
        times.push(times[leg] + phases.faster + phases.steady + phases.slower);
    }
    Ok(Timing { limits, points: points.to_vec(), times, speeds })
}

impl Timing {
    /// The time at each point of the line, from 0, never decreasing.
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// The speed at each point of the line.
    pub fn speeds(&self) -> &[f64] {
        &self.speeds
    }

    /// The time at the end.
    pub fn duration(&self) -> f64 {
        self.times[self.times.len() - 1]
    }

    /// The position and speed of the mover at a given time. Times before the start and after the
    /// end give the ends; NaN gives the start.
    ///
    /// # Complexity
    ///
    /// O(log points).
    pub fn at(&self, time: f64) -> (Vec2, f64) {
        let passed = self.times.partition_point(|&at| at <= time);
        let (Some(leg), true) = (passed.checked_sub(1), passed < self.times.len()) else {
            let end = if passed == 0 { 0 } else { self.points.len() - 1 };
            return (self.points[end], self.speeds[end]);
        };
        let (from, to) = (self.points[leg], self.points[leg + 1]);
        let long = from.distance_to(to);
        let phases = Phases::of(&self.limits, self.speeds[leg], self.speeds[leg + 1], long);
        let (gone, speed) = phases.at(&self.limits, self.speeds[leg], time - self.times[leg]);
        (from.plus(to.minus(from).times((gone / long).min(1.0))), speed)
    }
}

/// How long a mover accelerates, keeps its speed, and brakes on one leg.
#[derive(Clone, Copy, Debug)]
struct Phases {
    peak: f64,
    faster: f64,
    steady: f64,
    slower: f64,
}

impl Phases {
    fn of(limits: &Limits, first: f64, last: f64, long: f64) -> Self {
        if long <= 0.0 {
            return Phases { peak: first, faster: 0.0, steady: 0.0, slower: 0.0 };
        }
        let (a, b) = (limits.acceleration, limits.braking);
        let square = (2.0 * a * b * long + b * first * first + a * last * last) / (a + b);
        let peak = square.sqrt().min(limits.speed).max(first).max(last);
        let (faster, slower) = ((peak - first) / a, (peak - last) / b);
        let changing = (peak + first) / 2.0 * faster + (peak + last) / 2.0 * slower;
        Phases { peak, faster, steady: (long - changing).max(0.0) / peak, slower }
    }

    /// The distance covered on the leg after a given time, and the speed.
    fn at(&self, limits: &Limits, first: f64, time: f64) -> (f64, f64) {
        let rising = time.min(self.faster);
        let speed = first + limits.acceleration * rising;
        let gone = (first + speed) / 2.0 * rising;
        let steady = (time - self.faster).clamp(0.0, self.steady);
        let gone = gone + self.peak * steady;
        let falling = (time - self.faster - self.steady).max(0.0);
        if falling > 0.0 {
            let speed = (self.peak - limits.braking * falling).max(0.0);
            return (gone + (self.peak + speed) / 2.0 * falling, speed);
        }
        (gone, speed.min(self.peak))
    }
}

/// The maximum speed at each point, considering only the turn there.
fn most_speeds(points: &[Vec2], limits: &Limits) -> Vec<f64> {
    let mut speeds = vec![limits.speed; points.len()];
    let mut before = points[0]; // the last point at another place
    for at in 1..points.len() {
        if points[at - 1] != points[at] {
            before = points[at - 1];
        }
        let next = points[at..].iter().find(|&&next| next != points[at]);
        let Some(&next) = next.filter(|_| before != points[at]) else { continue };
        let radius = turn_radius(before, points[at], next);
        speeds[at] = speeds[at].min((limits.sideways * radius).sqrt());
    }
    speeds[points.len() - 1] = limits.end_speed;
    speeds
}

/// The radius of the largest arc that touches both legs within half of the shorter one; infinite if
/// they are collinear, 0 if they turn back.
fn turn_radius(before: Vec2, at: Vec2, next: Vec2) -> f64 {
    let (come, go) = (at.minus(before), next.minus(at));
    let (a, b) = (come.length(), go.length());
    let (cross, dot) = (come.cross(go).abs(), come.dot(go));
    // The tangent of half the turning angle is cross / (a b + dot).
    let room = a.min(b) / 2.0;
    let straight = (a * b + dot).max(0.0);
    if cross > 0.0 {
        room * straight / cross
    } else if dot > 0.0 {
        f64::INFINITY
    } else {
        0.0
    }
}
