//! Vehicles that drive at the same time and give way to each other.

use astride::base::Random;

use super::body::{PARTS, Vehicle};
use super::curve::Curve;
use super::outline::{MARGIN, Outline};
use super::{Pose, VehicleError};

/// Where a vehicle goes in the next this many seconds, others that have to give way do not drive.
const AHEAD_SECONDS: f64 = 2.0;

/// One vehicle and where it goes.
#[derive(Clone, Debug, PartialEq)]
pub struct Driver {
    /// What drives.
    pub vehicle: Vehicle,
    /// What it drives.
    pub curve: Curve,
    /// In cells per second: 1/1024 to 64.
    pub speed: f64,
    /// Who gives way: the one with the lower number, and of equals the one that came later.
    pub priority: u32,
}

/// Vehicles that drive their curves at the same time, and never overlap.
///
/// In each tick a vehicle either drives on or stands. It stands if it would come upon another
/// one, or would drive into where one with priority goes in the next two seconds; one that is in the
/// way of such a vehicle already drives on, to get out of it. Standing is always safe, so nobody ever
/// overlaps; but two that wait for each other wait for ever, which [`is_jammed`](Yard::is_jammed)
/// says.
///
/// The ways driven are whole numbers and all else is made of `+ − × ÷ √`, so the same calls give the
/// same history on every machine.
///
/// # Examples
///
/// ```
/// use astride_agents::vehicle::{Driver, Pose, Vehicle, Yard, dubins};
/// let car = Vehicle::new(4.0, 1.8, 4.0);
/// let driver = |from, to, priority| {
///     let curve = dubins(from, to, car.turning_radius)?;
///     Ok::<_, astride_agents::vehicle::VehicleError>(Driver { vehicle: car, curve, speed: 4.0, priority })
/// };
/// // A crossing: the ambulance from the north has priority.
/// let mut yard = Yard::new();
/// let east = driver(Pose::in_degrees(0.0, 20.0, 0.0), Pose::in_degrees(40.0, 20.0, 0.0), 0)?;
/// let south = driver(Pose::in_degrees(20.0, 0.0, 90.0), Pose::in_degrees(20.0, 40.0, 90.0), 9)?;
/// let (car, ambulance) = (yard.add(east)?, yard.add(south)?);
/// while !yard.has_arrived(ambulance) {
///     yard.tick(0.125)?;
/// }
/// assert!(!yard.has_arrived(car), "it gave way");
/// # Ok::<(), astride_agents::vehicle::VehicleError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Yard {
    drivers: Vec<Driver>,
    /// How far each has come, in parts of a cell.
    driven: Vec<u64>,
    /// For which other one each stood in the last tick.
    waits_for: Vec<Option<u32>>,
    ticks: u64,
}

fn check_curve(vehicle: &Vehicle, curve: &Curve) -> Result<(), VehicleError> {
    let radius = curve.radius;
    if !(vehicle.turning_radius..=Pose::MOST).contains(&radius) {
        return Err(VehicleError::Radius { radius });
    }
    // A curve can be made by hand.
    let mut lengths = curve.segments.iter().map(|segment| segment.length);
    match lengths.find(|length| !(0.0..=f64::MAX).contains(length)) {
        Some(length) => Err(VehicleError::Stretch { length }),
        None => Ok(()),
    }
}

fn touch(some: &[Outline], others: &[Outline]) -> bool {
    some.iter().any(|body| others.iter().any(|other| body.touches(other)))
}

impl Yard {
    /// A yard without vehicles.
    pub fn new() -> Self {
        Yard::default()
    }

    /// Adds a vehicle at the beginning of its curve, and gives its number. Whether the ground is free
    /// is the matter of who made the curve.
    ///
    /// # Errors
    ///
    /// If a number of the vehicle, its speed or its curve is none or out of range, the curve has a
    /// smaller radius than it can drive, or it would stand within an eighth of a cell of another
    /// vehicle. Nothing has changed then.
    pub fn add(&mut self, driver: Driver) -> Result<u32, VehicleError> {
        driver.vehicle.checked()?;
        driver.curve.start.checked()?;
        let speed = driver.speed;
        if !(1.0 / 1024.0..=64.0).contains(&speed) {
            return Err(VehicleError::Speed { speed });
        }
        check_curve(&driver.vehicle, &driver.curve)?;
        let body = Outline::new(&driver.vehicle, driver.curve.start);
        for other in 0..self.count() as u32 {
            if body.touches(&self.body(other)) {
                return Err(VehicleError::Occupied { other });
            }
        }
        self.drivers.push(driver);
        self.driven.push(0);
        self.waits_for.push(None);
        Ok(self.count() as u32 - 1)
    }

    /// How many vehicles there are.
    pub fn count(&self) -> usize {
        self.drivers.len()
    }

    /// Where a vehicle is at present; `None` if there is none of this number.
    pub fn pose(&self, driver: u32) -> Option<Pose> {
        let at = self.driven.get(driver as usize)?;
        Some(self.drivers[driver as usize].curve.at(*at as f64 / PARTS))
    }

    /// A vehicle with its curve, speed and priority; `None` if there is none of this number.
    pub fn driver(&self, driver: u32) -> Option<&Driver> {
        self.drivers.get(driver as usize)
    }

    /// Whether a vehicle is at the end of its curve; `false` if there is none of this number.
    pub fn has_arrived(&self, driver: u32) -> bool {
        let driven = self.driven.get(driver as usize);
        driven.is_some_and(|&driven| driven >= self.way(driver))
    }

    /// For which other vehicle one stood in the last tick; `None` as well if it has another curve since.
    pub fn waits_for(&self, driver: u32) -> Option<u32> {
        *self.waits_for.get(driver as usize)?
    }

    /// Whether all that have not arrived wait for others, so that nothing will change: one of them
    /// needs a new curve.
    pub fn is_jammed(&self) -> bool {
        let mut on_the_way =
            (0..self.count() as u32).filter(|&one| !self.has_arrived(one)).peekable();
        on_the_way.peek().is_some() && on_the_way.all(|one| self.waits_for(one).is_some())
    }

    /// Gives a vehicle another curve from where it is.
    ///
    /// # Errors
    ///
    /// If there is no such vehicle, the curve does not begin where it is, up to a millionth of a
    /// cell and of a radian, has a smaller radius than it can drive, or a number of it is none or out
    /// of range.
    pub fn turn_to(&mut self, driver: u32, curve: Curve) -> Result<(), VehicleError> {
        let Some(pose) = self.pose(driver) else {
            return Err(VehicleError::NoDriver { driver, present: self.count() });
        };
        let turn = super::angle::wrapped(curve.start.heading - pose.heading);
        if !(pose.at().distance_to(curve.start.at()) <= 1e-6 && turn.abs() <= 1e-6) {
            return Err(VehicleError::Elsewhere { pose, start: curve.start });
        }
        check_curve(&self.drivers[driver as usize].vehicle, &curve)?;
        self.drivers[driver as usize].curve = Curve { start: pose, ..curve };
        self.driven[driver as usize] = 0;
        self.waits_for[driver as usize] = None;
        Ok(())
    }

    /// Lets all drive for `seconds`, those with priority first.
    ///
    /// From the beginning of the tick to its end no two of them overlap. O(vehicles² × poses of the
    /// tick × poses ahead), where a pose is an eighth of a cell of the way of the farthest corner.
    ///
    /// # Errors
    ///
    /// If `seconds` is no number, below 0 or above 1.
    pub fn tick(&mut self, seconds: f64) -> Result<(), VehicleError> {
        if !(0.0..=1.0).contains(&seconds) {
            return Err(VehicleError::Tick { seconds });
        }
        let mut order: Vec<u32> = (0..self.count() as u32).collect();
        order.sort_by_key(|&one| std::cmp::Reverse(self.drivers[one as usize].priority));
        // Where each is in this tick: where it stands, or all that it drives over. Everybody has the
        // margin at all times, so that where one has come to is never too near for it to leave.
        let mut bodies: Vec<Vec<Outline>> =
            (0..self.count() as u32).map(|one| vec![self.body(one)]).collect();
        // Where those with priority go next.
        let mut ahead: Vec<(u32, Vec<Outline>)> = Vec::new();
        for one in order {
            let (from, way) = (self.driven[one as usize], self.way(one));
            let speed = self.drivers[one as usize].speed;
            let after = |seconds: f64| (from + (speed * seconds * PARTS) as u64).min(way);
            let sweep = self.sweep(one, [from, after(seconds)]);
            let in_the_way =
                bodies.iter().zip(0..).find(|(body, other)| *other != one && touch(&sweep, body));
            let stands = &bodies[one as usize];
            let gives_way =
                ahead.iter().find(|(_, ahead)| touch(&sweep, ahead) && !touch(stands, ahead));
            let waits_for =
                in_the_way.map(|(_, other)| other).or(gives_way.map(|&(other, _)| other));
            let is_there = from >= way;
            self.waits_for[one as usize] = waits_for.filter(|_| !is_there);
            if is_there {
                continue;
            }
            if waits_for.is_none() {
                self.driven[one as usize] = after(seconds);
                bodies[one as usize] = sweep;
            }
            ahead.push((one, self.sweep(one, [from, after(AHEAD_SECONDS)])));
        }
        self.ticks += 1;
        Ok(())
    }

    /// One number for the history so far, the same on every machine.
    pub fn digest(&self) -> u64 {
        self.driven.iter().fold(self.ticks, |digest, &driven| Random::new(digest ^ driven).next())
    }

    /// How long the curve of a vehicle is, in parts.
    fn way(&self, driver: u32) -> u64 {
        (self.drivers[driver as usize].curve.length() * PARTS).ceil() as u64
    }

    fn body(&self, driver: u32) -> Outline {
        let pose = self.pose(driver).expect("all drivers have a pose");
        Outline::new(&self.drivers[driver as usize].vehicle, pose)
    }

    /// Bodies between which no point goes farther than twice the margin that they have.
    fn sweep(&self, driver: u32, [from, to]: [u64; 2]) -> Vec<Outline> {
        let Driver { vehicle, curve, .. } = &self.drivers[driver as usize];
        let span = (to - from) as f64 / PARTS;
        let count = (span * vehicle.swing() / (2.0 * MARGIN)).ceil().max(1.0);
        (0..=count as u64)
            .map(|part| {
                let at = from as f64 / PARTS + span * (part as f64 / count);
                Outline::new(vehicle, curve.at(at))
            })
            .collect()
    }
}
