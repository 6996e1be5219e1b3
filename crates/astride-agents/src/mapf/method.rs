//! The methods by name, as data.

use std::fmt;
use std::mem::discriminant;
use std::num::NonZeroU16;
use std::str::FromStr;

use astride::base::Weight;

use super::objective::Objective;

/// A way to make plans.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// A first plan by LaCAM, others with guidance and in order of priority, then improvement until the
    /// budget ends beside searches for a best plan.
    #[default]
    Auto,
    /// Right of way, step by step.
    Pibt,
    /// Search over configurations.
    Lacam,
    /// Search over configurations that goes on after its first plan, for the makespan or the sum of
    /// loss.
    LacamStar,
    /// Search over configurations with local guidance.
    Guided,
    /// Prioritised planning on safe intervals.
    Prioritised,
    /// Windowed cooperative A* with windows of this many timesteps.
    Whca(NonZeroU16),
    /// Improvement of one neighbourhood after the other.
    Lns,
    /// Conflict-based search.
    Cbs,
    /// Conflict-based search for a plan that costs at most so much times the least.
    Eecbs(Weight),
}

/// What [`Method::Eecbs`] aims at if no number is said: a fifth more than the least.
pub(super) const FIFTH_MORE: Weight = match Weight::new(6, 5) {
    Ok(weight) => weight,
    Err(_) => panic!("6/5 is a weight"),
};

/// The window of [`Method::Whca`] if no number is said.
const WINDOW: NonZeroU16 = NonZeroU16::new(16).expect("16 is not 0");

/// What is known of a method.
#[derive(Clone, Copy, Debug)]
pub struct MethodRow {
    /// The method.
    pub method: Method,
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in a line.
    pub line: &'static str,
    /// What it promises, in a line.
    pub promise: &'static str,
}

/// All methods, the default first.
pub const METHODS: [MethodRow; 10] = [
    MethodRow {
        method: Method::Auto,
        name: "auto",
        line: "a first plan by lacam, others by guided and pp, then lns beside eecbs, cbs or lacam-star",
        promise: "finds a plan if there is one, or proves that there is none; improves it",
    },
    MethodRow {
        method: Method::Pibt,
        name: "pibt",
        line: "every step by right of way: priority inheritance with backtracking and swaps",
        promise: "quickest; may not arrive where passages are narrow",
    },
    MethodRow {
        method: Method::Lacam,
        name: "lacam",
        line: "depth-first search over configurations, made one by one by pibt",
        promise: "finds some plan if there is one, or proves that there is none",
    },
    MethodRow {
        method: Method::LacamStar,
        name: "lacam-star",
        line: "lacam, which goes on after its first plan with shorter ways between configurations",
        promise: "the least makespan or loss in the end, for small boards; for soc as lacam",
    },
    MethodRow {
        method: Method::Guided,
        name: "guided",
        line: "lacam, in which every agent keeps a path of 20 timesteps clear of the others'",
        promise: "as lacam; slower, and far better plans where it is crowded",
    },
    MethodRow {
        method: Method::Prioritised,
        name: "pp",
        line: "one agent after the other on the safe intervals that those before it leave",
        promise: "good plans where there is room; may give up",
    },
    MethodRow {
        method: Method::Whca(WINDOW),
        name: "whca",
        line: "windowed cooperative A*: pp for the next 16 timesteps, or 32 by whca:32, again and again",
        promise: "light on memory, and those at their goals make room; may give up",
    },
    MethodRow {
        method: Method::Lns,
        name: "lns",
        line: "a first plan by lacam or by repair of walks that collide, then 4 to 16 agents at a time planned again",
        promise: "finds a plan if there is one; never gets worse, ends with the budget",
    },
    MethodRow {
        method: Method::Cbs,
        name: "cbs",
        line: "conflict-based search that reasons about symmetries, after a plan by lacam",
        promise: "the least soc or makespan for small teams, or a plan and a bound",
    },
    MethodRow {
        method: Method::Eecbs(FIFTH_MORE),
        name: "eecbs",
        line: "conflict-based search by estimates; eecbs:1.05 says how near to the least, else 1.2",
        promise: "a plan of at most that many times the least soc or makespan, or a plan and a bound",
    },
];

impl Method {
    /// What is known of it.
    pub fn row(self) -> &'static MethodRow {
        let is_same = |row: &&MethodRow| discriminant(&row.method) == discriminant(&self);
        METHODS.iter().find(is_same).expect("every method has a row")
    }

    /// Whether it can be asked for this objective: conflict-based search cannot minimise
    /// [`Objective::SumOfLoss`], and would return its first plan.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride_agents::mapf::{Method, Objective};
    /// assert!(Method::Cbs.accepts(Objective::Makespan));
    /// assert!(!Method::Cbs.accepts(Objective::SumOfLoss));
    /// ```
    pub fn accepts(self, objective: Objective) -> bool {
        objective != Objective::SumOfLoss || !matches!(self, Method::Cbs | Method::Eecbs(_))
    }

    /// The names of all methods, with commas.
    pub fn names() -> String {
        METHODS.map(|row| row.name).join(", ")
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().name)?;
        match self {
            Method::Eecbs(weight) => write!(f, ":{weight}"),
            Method::Whca(window) => write!(f, ":{window}"),
            _ => Ok(()),
        }
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        if let Some(number) = name.strip_prefix("eecbs:") {
            let unusable = |_| {
                format!(
                    "the weight of {name:?} is unusable, expected a number from 1 to 1000 as in \
                     eecbs:1.05"
                )
            };
            return number.parse().map(Method::Eecbs).map_err(unusable);
        }
        if let Some(number) = name.strip_prefix("whca:") {
            let unusable = |_| {
                format!(
                    "the window of {name:?} is unusable, expected a number of timesteps from 1 to \
                     65535 as in whca:16"
                )
            };
            return number.parse().map(Method::Whca).map_err(unusable);
        }
        let row = METHODS.iter().find(|row| row.name == name);
        let unknown = || format!("no method {name:?}, expected one of {}", Method::names());
        row.map(|row| row.method).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_is_known_by_its_name() {
        for row in METHODS {
            assert_eq!(row.name.parse(), Ok(row.method));
            assert_eq!(row.method.row().name, row.name);
        }
        assert!("dijkstra".parse::<Method>().is_err());
        let near: Method = "eecbs:1.05".parse().unwrap();
        assert_eq!((near.to_string().as_str(), near.row().name), ("eecbs:1.05", "eecbs"));
        assert_eq!("eecbs".parse::<Method>().unwrap().to_string(), "eecbs:1.2");
        let short: Method = "whca:6".parse().unwrap();
        assert_eq!((short.to_string().as_str(), short.row().name), ("whca:6", "whca"));
        assert_eq!("whca".parse::<Method>().unwrap().to_string(), "whca:16");
        let bad = ["eecbs:0.5", "eecbs:", "eecbs:x", "eecbs:1001", "cbs:1.2"];
        for bad in bad.into_iter().chain(["whca:0", "whca:", "whca:1.5", "whca:65536", "pp:3"]) {
            assert!(bad.parse::<Method>().unwrap_err().contains(bad));
        }
    }
}
