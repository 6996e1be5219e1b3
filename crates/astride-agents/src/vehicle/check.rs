//! A check of drives that shares no code with the search: it examines only the poses, uses the
//! standard library's sines, and asks [`FreeSpace`] about the ground.

use std::f64::consts::{PI, TAU};

use astride::base::Vec2;
use astride::path::Space as _;
use astride::shapes::square::{FreeSpace, GridView};

use super::{Drive, Pose, Reversing, Vehicle};

/// The tolerance for rounding of a position, in cells, and of a heading, in radians.
const SLACK: f64 = 1e-6;

/// The maximum distance between consecutive poses, in cells.
const FARTHEST: f64 = 0.25;

/// The first fault of a drive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DriveFault {
    /// The index of the pose at which it shows.
    pub at: usize,
    /// What is wrong.
    pub kind: DriveFaultKind,
}

/// What can be wrong with a drive.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum DriveFaultKind {
    /// It has no poses.
    Empty,
    /// A coordinate is NaN.
    NoNumber,
    /// It does not begin where it should.
    WrongStart,
    /// It does not end where it should.
    WrongEnd,
    /// The next pose is more than a quarter of a cell away.
    TooFar,
    /// The vehicle would have to slide sideways or turn on the spot to the next pose.
    Slides,
    /// It would turn to the next pose on this radius, which is too small.
    TooTight {
        /// In cells.
        radius: f64,
    },
    /// It reverses, which the vehicle cannot.
    Reverses,
    /// On the way to the next pose the vehicle touches blocked ground.
    Blocked,
    /// The total length of the poses differs from that of the curve.
    WrongLength {
        /// In cells.
        length: f64,
    },
    /// The number of gear changes differs from that of the curve.
    WrongGears {
        /// The number of gear changes.
        changes: usize,
    },
}

astride::errors! { struct DriveFault:
    Self { at, kind: DriveFaultKind::Empty } => ("drive-empty", "pose {at}: there is none"),
    Self { at, kind: DriveFaultKind::NoNumber } => ("drive-no-number",
        "pose {at}: a coordinate is not a number"),
    Self { at, kind: DriveFaultKind::WrongStart } => ("drive-wrong-start",
        "pose {at}: it is not where the drive should begin"),
    Self { at, kind: DriveFaultKind::WrongEnd } => ("drive-wrong-end",
        "pose {at}: it is not where the drive should end"),
    Self { at, kind: DriveFaultKind::TooFar } => ("drive-too-far",
        "pose {at}: the next is more than {FARTHEST} cells away"),
    Self { at, kind: DriveFaultKind::Slides } => ("drive-slides",
        "pose {at}: to the next the vehicle slides aside or turns on the spot"),
    Self { at, kind: DriveFaultKind::TooTight { radius } } => ("drive-too-tight",
        "pose {at}: to the next it turns on a radius of {radius:.4} cells, which is too small"),
    Self { at, kind: DriveFaultKind::Reverses } => ("drive-reverses",
        "pose {at}: to the next it goes backward, which the vehicle does not"),
    Self { at, kind: DriveFaultKind::Blocked } => ("drive-blocked",
        "pose {at}: from here it touches blocked ground"),
    Self { at, kind: DriveFaultKind::WrongLength { length } } => ("drive-wrong-length",
        "pose {at}: up to here it is {length:.4} cells long, and not as long as its curve"),
    Self { at, kind: DriveFaultKind::WrongGears { changes } } => ("drive-wrong-gears",
        "pose {at}: up to here the gear changes {changes} times, and not as in its curve"),
}

/// Checks that a vehicle can drive this from one pose to another: continuous, on no tighter circle
/// than it can, in reverse only if it can, on free ground all the way, and with the length and
/// number of gear changes stated.
///
/// # Errors
///
/// The first fault, or one about the ground if there are walls between cells or terrain of several
/// media.
///
/// # Complexity
///
/// O(poses × cells under the vehicle), with additional poses between two depending on the swing of
/// the vehicle.
pub fn check_drive(
    view: &GridView<'_>,
    vehicle: &Vehicle,
    [from, to]: [Pose; 2],
    drive: &Drive,
) -> Result<(), DriveFault> {
    let fault = |at, kind| DriveFault { at, kind };
    if !view.is_only_blocked_by_cells() {
        return Err(fault(0, DriveFaultKind::Blocked));
    }
    let space = FreeSpace::new(view, 0.0).map_err(|_| fault(0, DriveFaultKind::Blocked))?;
    let poses = &drive.poses;
    let Some(last) = poses.len().checked_sub(1) else {
        return Err(fault(0, DriveFaultKind::Empty));
    };
    let is_number = |pose: &Pose| pose.at().is_finite() && pose.heading.is_finite();
    if let Some(at) = poses.iter().position(|pose| !is_number(pose)) {
        return Err(fault(at, DriveFaultKind::NoNumber));
    }
    if !is_same(poses[0], from) {
        return Err(fault(0, DriveFaultKind::WrongStart));
    }
    if !space.holds(&outline(vehicle, poses[0])) {
        return Err(fault(0, DriveFaultKind::Blocked));
    }
    let (mut length, mut changes, mut gear) = (0.0, 0, None);
    for (at, pair) in poses.windows(2).enumerate() {
        let stretch = stretch(vehicle, [pair[0], pair[1]]).map_err(|kind| fault(at, kind))?;
        if !is_swept(&space, vehicle, [pair[0], pair[1]]) {
            return Err(fault(at, DriveFaultKind::Blocked));
        }
        length += stretch.abs();
        if stretch.abs() > SLACK {
            changes += usize::from(gear.is_some_and(|gear| gear != (stretch > 0.0)));
            gear = Some(stretch > 0.0);
        }
    }
    if !is_same(poses[last], to) {
        return Err(fault(last, DriveFaultKind::WrongEnd));
    }
    if (length - drive.length()).abs() > SLACK * (1.0 + length) {
        return Err(fault(last, DriveFaultKind::WrongLength { length }));
    }
    if changes != drive.curve.gear_changes() {
        return Err(fault(last, DriveFaultKind::WrongGears { changes }));
    }
    Ok(())
}

fn is_same(a: Pose, b: Pose) -> bool {
    a.at().distance_to(b.at()) <= SLACK && turn(a, b).abs() <= SLACK
}

fn turn(from: Pose, to: Pose) -> f64 {
    (to.heading - from.heading + PI).rem_euclid(TAU) - PI
}

/// The distance along the arc from one pose to the next, negative if in reverse.
fn stretch(vehicle: &Vehicle, [from, to]: [Pose; 2]) -> Result<f64, DriveFaultKind> {
    let (line, turn) = (to.at().minus(from.at()), turn(from, to));
    let chord = line.length();
    if chord > FARTHEST {
        return Err(DriveFaultKind::TooFar);
    }
    // The chord of an arc has the heading of its midpoint.
    let (sin, cos) = (from.heading + turn / 2.0).sin_cos();
    let (ahead, aside) = (line.x * cos + line.y * sin, line.y * cos - line.x * sin);
    let half = (turn / 2.0).sin().abs();
    if aside.abs() > SLACK || (chord <= SLACK && turn.abs() > SLACK * 1e3) {
        return Err(DriveFaultKind::Slides);
    }
    if chord + SLACK < 2.0 * vehicle.turning_radius * half {
        return Err(DriveFaultKind::TooTight { radius: chord / 2.0 / half });
    }
    if ahead < -SLACK && vehicle.reversing == Reversing::Never {
        return Err(DriveFaultKind::Reverses);
    }
    let longer = if half > 1e-9 { turn.abs() / 2.0 / half } else { 1.0 };
    Ok(ahead * longer)
}

fn outline(vehicle: &Vehicle, pose: Pose) -> [Vec2; 4] {
    let (sin, cos) = pose.heading.sin_cos();
    let (ahead, right) = (Vec2::new(cos, sin), Vec2::new(-sin, cos));
    let corner = |along: f64, across: f64| {
        pose.at().plus(ahead.times(along)).plus(right.times(across * vehicle.width / 2.0))
    };
    let front = vehicle.length - vehicle.rear;
    [
        corner(front, 1.0),
        corner(-vehicle.rear, 1.0),
        corner(-vehicle.rear, -1.0),
        corner(front, -1.0),
    ]
}

/// Whether the ground is free along the arc from one pose to the next, sampled whenever some corner
/// has moved by this much: what lies between is a sliver, far thinner than that.
fn is_swept(space: &FreeSpace<'_>, vehicle: &Vehicle, [from, to]: [Pose; 2]) -> bool {
    const CLOSE: f64 = 1.0 / 32.0;
    let (line, turn) = (to.at().minus(from.at()), turn(from, to));
    let reach = vehicle.length + vehicle.width;
    let count = ((line.length() + turn.abs() * reach) / CLOSE).ceil().max(1.0);
    let direction = line.y.atan2(line.x) - turn / 2.0;
    (1..=count as u32).all(|part| {
        let share = f64::from(part) / count;
        let half = turn / 2.0;
        let is_arc = half.abs() > 1e-6;
        let chord = line.length() * if is_arc { (half * share).sin() / half.sin() } else { share };
        let (sin, cos) = (direction + half * share).sin_cos();
        let heading = from.heading + turn * share;
        space.holds(&outline(
            vehicle,
            Pose::new(from.x + chord * cos, from.y + chord * sin, heading),
        ))
    })
}
