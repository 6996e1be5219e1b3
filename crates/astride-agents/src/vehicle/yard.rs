//! Vehicles that drive at the same time and give way to each other.

use astride::base::Random;

use super::body::{PARTS, Vehicle};
use super::curve::Curve;
use super::outline::{MARGIN, Outline};
use super::{Pose, VehicleError};

/// Vehicles that have to give way keep clear of where a vehicle goes in the next this many seconds.
const AHEAD_SECONDS: f64 = 2.0;

/// A vehicle and its curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Driver {
    /// The vehicle.
    pub vehicle: Vehicle,
    /// Its curve.
    pub curve: Curve,
    /// Its speed in cells per second: 1/1024 to 64.
    pub speed: f64,
    /// The vehicle with the lower number gives way; among equals, the one added later.
    pub priority: u32,
}

/// Vehicles that drive along their curves at the same time, and never overlap.
///
/// In each tick a vehicle either drives on or stands. It stands if it would hit another one, or
/// would drive into the area where one with priority goes in the next two seconds; if it is already
/// in the way of such a vehicle, it drives on to clear the way. Standing is always safe, so
/// vehicles never overlap; but two that wait for each other wait forever, which
/// [`is_jammed`](Yard::is_jammed) reports.
///
/// The distances driven are integers and everything else uses only `+ − × ÷ √`, so the same calls
/// give the same history on every machine.
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
    /// The distance each has covered, in parts of a cell.
    driven: Vec<u64>,
    /// The vehicle for which each one stood in the last tick.
    waits_for: Vec<Option<u32>>,
    ticks: u64,
}

fn check_curve(vehicle: &Vehicle, curve: &Curve) -> Result<(), VehicleError> {
    let radius = curve.radius;
    if !(vehicle.turning_radius..=Pose::MOST).contains(&radius) {
        return Err(VehicleError::Radius { radius });
    }
    // A curve may have been made by hand.
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

    /// Adds a vehicle at the beginning of its curve, and returns its number. Whether the ground is
    /// free is the responsibility of the maker of the curve.
    ///
    /// # Errors
    ///
    /// If a number of the vehicle, its speed or its curve is NaN or out of range, if the radius of
    /// the curve is smaller than it can drive, or if it would stand within an eighth of a cell of
    /// another vehicle. Nothing has changed in that case.
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

    /// The number of vehicles.
    pub fn count(&self) -> usize {
        self.drivers.len()
    }

    /// The current pose of a vehicle; `None` if there is none with this number.
    pub fn pose(&self, driver: u32) -> Option<Pose> {
        let at = self.driven.get(driver as usize)?;
        Some(self.drivers[driver as usize].curve.at(*at as f64 / PARTS))
    }

    /// A vehicle with its curve, speed and priority; `None` if there is none with this number.
    pub fn driver(&self, driver: u32) -> Option<&Driver> {
        self.drivers.get(driver as usize)
    }

    /// Whether a vehicle is at the end of its curve; `false` if there is none with this number.
    pub fn has_arrived(&self, driver: u32) -> bool {
        let driven = self.driven.get(driver as usize);
        driven.is_some_and(|&driven| driven >= self.way(driver))
    }

    /// The vehicle for which one stood in the last tick; also `None` if it has been given another
    /// curve since.
    pub fn waits_for(&self, driver: u32) -> Option<u32> {
        *self.waits_for.get(driver as usize)?
    }

    /// Whether all that have not arrived wait for others, so that nothing will change until one of
    /// them gets a new curve.
    pub fn is_jammed(&self) -> bool {
        let mut on_the_way =
            (0..self.count() as u32).filter(|&one| !self.has_arrived(one)).peekable();
        on_the_way.peek().is_some() && on_the_way.all(|one| self.waits_for(one).is_some())
    }

    /// Gives a vehicle another curve from its current pose.
    ///
    /// # Errors
    ///
    /// If there is no such vehicle, if the curve does not begin at its pose, up to a millionth of a
    /// cell and of a radian, if its radius is smaller than the vehicle can drive, or if a number of
    /// it is NaN or out of range.
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

    /// Moves all vehicles for `seconds`, those with priority first.
    ///
    /// From the beginning of the tick to its end no two of them overlap. O(vehicles² × poses of the
    /// tick × poses ahead), with one pose for each eighth of a cell that the farthest corner moves.
    ///
    /// # Errors
    ///
    /// If `seconds` is NaN, negative or above 1.
    pub fn tick(&mut self, seconds: f64) -> Result<(), VehicleError> {
        if !(0.0..=1.0).contains(&seconds) {
            return Err(VehicleError::Tick { seconds });
        }
        let mut order: Vec<u32> = (0..self.count() as u32).collect();
        order.sort_by_key(|&one| std::cmp::Reverse(self.drivers[one as usize].priority));
        // The area of each vehicle in this tick: where it stands, or everything it drives over. All
        // keep the margin at all times, so that no vehicle ever ends up too near another one to
        // leave.
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

    /// A digest of the history so far, the same on every machine.
    pub fn digest(&self) -> u64 {
        self.driven.iter().fold(self.ticks, |digest, &driven| Random::new(digest ^ driven).next())
    }

    /// The length of the curve of a vehicle, in parts.
    fn way(&self, driver: u32) -> u64 {
        (self.drivers[driver as usize].curve.length() * PARTS).ceil() as u64
    }

    fn body(&self, driver: u32) -> Outline {
        let pose = self.pose(driver).expect("all drivers have a pose");
        Outline::new(&self.drivers[driver as usize].vehicle, pose)
    }

    /// Outlines between which no point moves by more than twice their margin.
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
