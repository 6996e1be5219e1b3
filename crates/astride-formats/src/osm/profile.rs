//! Travellers: which roads are open to them, at what speed, and in which direction.

use std::str::FromStr;

use super::element::Tags;

/// What a kind of traveller may do, as plain tables of tags and values.
///
/// # Examples
///
/// ```
/// use astride_formats::Profile;
/// // A car that never leaves the large roads.
/// let lorry = Profile { speeds: &[("motorway", 80), ("primary", 60)], ..Profile::CAR };
/// assert_eq!(lorry.access, ["motorcar", "motor_vehicle", "vehicle", "access"]);
/// assert_eq!("foot".parse(), Ok(Profile::FOOT));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Its name.
    pub name: &'static str,
    /// Kilometres per hour on each kind of road (`highway`) that is open unless forbidden.
    pub speeds: &'static [(&'static str, u32)],
    /// The same for kinds that are closed unless allowed.
    pub if_allowed: &'static [(&'static str, u32)],
    /// Keys that allow or forbid access; the first one present on a road decides.
    pub access: &'static [&'static str],
    /// Keys that make a road one-way; the first one present on a road decides. Without `oneway`
    /// among them, roundabouts and motorways are not one-way either.
    pub one_way: &'static [&'static str],
    /// Keys whose values open a one-way road in the opposite direction if they begin with
    /// `opposite`.
    pub against: &'static [&'static str],
    /// Barriers that close a road, unless access is allowed there.
    pub barriers: &'static [&'static str],
    /// The names by which turn restrictions include or exempt it; without a name it may turn
    /// anywhere.
    pub turns: &'static [&'static str],
    /// Whether the posted speed limit (`maxspeed`), if any, is the speed.
    pub limits: Limits,
}

/// The effect of speed limits on a traveller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limits {
    /// The speed is the posted limit.
    Driven,
    /// They are ignored.
    Ignored,
}

impl Profile {
    /// A car, at the posted limit or the speed of the kind of road.
    pub const CAR: Profile = Profile {
        name: "car",
        speeds: &[
            ("motorway", 110),
            ("motorway_link", 60),
            ("trunk", 90),
            ("trunk_link", 50),
            ("primary", 65),
            ("primary_link", 45),
            ("secondary", 55),
            ("secondary_link", 40),
            ("tertiary", 45),
            ("tertiary_link", 35),
            ("unclassified", 40),
            ("residential", 30),
            ("living_street", 10),
            ("road", 30),
            ("service", 20),
        ],
        if_allowed: &[("track", 15), ("pedestrian", 10), ("path", 5), ("footway", 5)],
        access: &["motorcar", "motor_vehicle", "vehicle", "access"],
        one_way: &["oneway:motorcar", "oneway:motor_vehicle", "oneway"],
        against: &[],
        barriers: &["bollard", "block", "chain", "cycle_barrier", "jersey_barrier", "stile", "log"],
        turns: &["motorcar", "motor_vehicle"],
        limits: Limits::Driven,
    };

    /// A bicycle at 4 to 18 kilometres per hour.
    pub const BICYCLE: Profile = Profile {
        name: "bicycle",
        speeds: &[
            ("cycleway", 18),
            ("primary", 16),
            ("primary_link", 16),
            ("secondary", 17),
            ("secondary_link", 17),
            ("tertiary", 18),
            ("tertiary_link", 18),
            ("unclassified", 18),
            ("residential", 17),
            ("living_street", 12),
            ("road", 15),
            ("service", 14),
            ("track", 12),
            ("path", 10),
        ],
        if_allowed: &[("trunk", 16), ("bridleway", 8), ("footway", 8), ("pedestrian", 6)],
        access: &["bicycle", "vehicle", "access"],
        one_way: &["oneway:bicycle", "oneway"],
        against: &["cycleway", "cycleway:left", "cycleway:right"],
        barriers: &["stile", "turnstile", "log"],
        turns: &["bicycle"],
        limits: Limits::Ignored,
    };

    /// On foot at 5 kilometres per hour, up and down stairs at 2.
    pub const FOOT: Profile = Profile {
        name: "foot",
        speeds: &[
            ("footway", 5),
            ("pedestrian", 5),
            ("path", 5),
            ("steps", 2),
            ("corridor", 5),
            ("living_street", 5),
            ("residential", 5),
            ("service", 5),
            ("track", 5),
            ("unclassified", 5),
            ("road", 5),
            ("tertiary", 5),
            ("tertiary_link", 5),
            ("secondary", 5),
            ("secondary_link", 5),
            ("primary", 5),
            ("primary_link", 5),
        ],
        if_allowed: &[("cycleway", 5), ("bridleway", 5), ("trunk", 5), ("trunk_link", 5)],
        access: &["foot", "access"],
        one_way: &["oneway:foot"],
        against: &[],
        barriers: &[],
        turns: &[],
        limits: Limits::Ignored,
    };

    /// All built-in profiles.
    pub const ALL: [Profile; 3] = [Profile::CAR, Profile::BICYCLE, Profile::FOOT];

    /// The speed on a road, or why it cannot be used.
    pub(super) fn travel(&self, highway: &str, tags: Tags<'_>) -> Result<Travel, Closed> {
        let speed = |table: &[(&str, u32)]| {
            table.iter().find(|(kind, _)| *kind == highway).map(|&(_, speed)| f64::from(speed))
        };
        let speed = match (self.access_of(tags), speed(self.speeds)) {
            (Access::Forbidden, _) => return Err(Closed::Forbidden),
            (_, Some(speed)) => speed,
            (Access::Allowed, None) => speed(self.if_allowed).ok_or(Closed::OtherKind)?,
            (Access::Unsaid, None) => return Err(Closed::OtherKind),
        };
        let is_driven = self.limits == Limits::Driven;
        let limit = |key| tags.get(key).filter(|_| is_driven).and_then(limit);
        let both = limit("maxspeed").unwrap_or(speed);
        let forward = Some(limit("maxspeed:forward").unwrap_or(both));
        let backward = Some(limit("maxspeed:backward").unwrap_or(both));
        Ok(match self.direction(highway, tags)? {
            Direction::Both => Travel { forward, backward },
            Direction::Forward => Travel { forward, backward: None },
            Direction::Backward => Travel { forward: None, backward },
        })
    }

    /// Whether a node with these tags closes the roads through it.
    pub(super) fn is_closed_by(&self, tags: Tags<'_>) -> bool {
        let Some(barrier) = tags.get("barrier") else { return false };
        match self.access_of(tags) {
            Access::Allowed => false,
            Access::Forbidden => true,
            Access::Unsaid => self.barriers.contains(&barrier),
        }
    }

    fn access_of(&self, tags: Tags<'_>) -> Access {
        match tags.first_of(self.access) {
            Some("no" | "private" | "agricultural" | "forestry" | "military" | "emergency") => {
                Access::Forbidden
            }
            Some("use_sidepath" | "psv" | "bus" | "restricted") => Access::Forbidden,
            Some("yes" | "designated" | "permissive" | "official" | "destination") => {
                Access::Allowed
            }
            _ => Access::Unsaid,
        }
    }

    fn direction(&self, highway: &str, tags: Tags<'_>) -> Result<Direction, Closed> {
        let is_against = |key: &&str| tags.get(key).is_some_and(|way| way.starts_with("opposite"));
        let is_implied = self.one_way.contains(&"oneway")
            && (matches!(tags.get("junction"), Some("roundabout" | "circular"))
                || matches!(highway, "motorway" | "motorway_link"));
        let direction = match tags.first_of(self.one_way) {
            Some("yes" | "true" | "1") => Direction::Forward,
            Some("-1" | "reverse") => Direction::Backward,
            Some("reversible") => return Err(Closed::Reversible),
            Some("no" | "false" | "0") => Direction::Both,
            _ if is_implied => Direction::Forward,
            _ => Direction::Both,
        };
        let is_both = self.against.iter().any(is_against);
        Ok(if is_both { Direction::Both } else { direction })
    }
}

impl Default for Profile {
    fn default() -> Self {
        Profile::CAR
    }
}

impl FromStr for Profile {
    type Err = String;

    /// The profile with this name.
    fn from_str(name: &str) -> Result<Self, String> {
        let found = Profile::ALL.into_iter().find(|profile| profile.name == name);
        found.ok_or_else(|| format!("{name:?} is no profile, expected car, bicycle or foot"))
    }
}

/// Kilometres per hour along a road and in the opposite direction, where it is open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Travel {
    pub(super) forward: Option<f64>,
    pub(super) backward: Option<f64>,
}

/// Why a road is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closed {
    /// It is meant for others, such as stairs for a car.
    OtherKind,
    /// A sign forbids it.
    Forbidden,
    /// Its direction depends on the time of day.
    Reversible,
}

enum Access {
    Allowed,
    Forbidden,
    Unsaid,
}

enum Direction {
    Both,
    Forward,
    Backward,
}

/// The kilometres per hour on a sign, if it contains only a speed above 0.
fn limit(text: &str) -> Option<f64> {
    let (number, factor) = match text.strip_suffix("mph") {
        Some(number) => (number, 1.609_344),
        None => (text.strip_suffix("km/h").unwrap_or(text), 1.0),
    };
    let speed = number.trim().parse::<f64>().ok()? * factor;
    (1.0..=400.0).contains(&speed).then_some(speed)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    /// The speeds in both directions of a road with these `key=value` words; -1 where it is closed.
    fn check(profile: &Profile, words: &str, expected: Result<(f64, f64), Closed>) {
        let tag = |word: &'static str| word.split_once('=').map(|(k, v)| (k.into(), v.into()));
        let tags: Vec<(Cow<'_, str>, Cow<'_, str>)> =
            words.to_owned().leak().split(' ').filter_map(tag).collect();
        let highway = Tags(&tags).get("highway").unwrap();
        let travel = profile.travel(highway, Tags(&tags));
        let speeds =
            |travel: Travel| (travel.forward.unwrap_or(-1.0), travel.backward.unwrap_or(-1.0));
        assert_eq!(travel.map(speeds), expected, "{words}");
    }

    #[test]
    fn tags_say_who_may_go_where() {
        use Closed::{Forbidden, OtherKind, Reversible};
        let (car, bicycle, foot) = (&Profile::CAR, &Profile::BICYCLE, &Profile::FOOT);
        check(car, "highway=residential", Ok((30.0, 30.0)));
        check(car, "highway=primary maxspeed=50 oneway=yes", Ok((50.0, -1.0)));
        check(car, "highway=primary oneway=-1 maxspeed:backward=40", Ok((-1.0, 40.0)));
        check(car, "highway=primary maxspeed=none junction=roundabout", Ok((65.0, -1.0)));
        check(car, "highway=motorway", Ok((110.0, -1.0)));
        check(car, "highway=motorway oneway=no maxspeed=120", Ok((120.0, 120.0)));
        check(car, "highway=trunk oneway=reversible", Err(Reversible));
        check(car, "highway=footway", Err(OtherKind));
        check(car, "highway=steps motor_vehicle=yes", Err(OtherKind));
        check(car, "highway=footway motorcar=yes", Ok((5.0, 5.0)));
        check(car, "highway=service access=private", Err(Forbidden));
        check(car, "highway=service access=no motor_vehicle=yes", Ok((20.0, 20.0)));
        check(bicycle, "highway=residential oneway=yes maxspeed=30", Ok((17.0, -1.0)));
        check(bicycle, "highway=residential oneway=yes oneway:bicycle=no", Ok((17.0, 17.0)));
        check(bicycle, "highway=residential oneway=yes cycleway=opposite_lane", Ok((17.0, 17.0)));
        check(bicycle, "highway=motorway", Err(OtherKind));
        check(bicycle, "highway=primary bicycle=use_sidepath", Err(Forbidden));
        check(foot, "highway=residential oneway=yes junction=roundabout", Ok((5.0, 5.0)));
        check(foot, "highway=steps", Ok((2.0, 2.0)));
        check(foot, "highway=steps foot=private", Err(Forbidden));
    }

    #[test]
    fn signs_are_kilometres_or_miles() {
        assert_eq!((limit("50"), limit("50 km/h")), (Some(50.0), Some(50.0)));
        assert_eq!(limit("30 mph").map(f64::round), Some(48.0));
        for text in ["", "none", "walk", "RO:urban", "0", "-5", "90;30", "nan", "inf", "1e9"] {
            assert_eq!(limit(text), None, "{text}");
        }
    }

    #[test]
    fn barriers_close_roads_unless_they_are_allowed() {
        let is_closed = |tags: &[(&'static str, &'static str)]| {
            let tags: Vec<_> = tags.iter().map(|&(k, v)| (k.into(), v.into())).collect();
            Profile::CAR.is_closed_by(Tags(&tags))
        };
        assert!(is_closed(&[("barrier", "bollard")]) && !is_closed(&[("highway", "crossing")]));
        assert!(!is_closed(&[("barrier", "bollard"), ("motor_vehicle", "yes")]));
        assert!(!is_closed(&[("barrier", "gate")]));
        assert!(is_closed(&[("barrier", "gate"), ("access", "private")]));
    }
}
