//! Methods by name.

use std::fmt;
use std::str::FromStr;

use super::{Guarantee, PathQuery, Unsupported};
use crate::base::{Weight, WeightError};

/// A way of answering by name: a search over the map, one with an index, or whichever fits.
///
/// # Examples
///
/// ```
/// use astride::search::Method;
/// assert_eq!("astar".parse(), Ok(Method::AStar));
/// assert_eq!("weighted:1.5".parse::<Method>().unwrap().to_string(), "weighted:1.5");
/// assert!("psychic".parse::<Method>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// A*.
    #[default]
    AStar,
    /// Dijkstra's search.
    Dijkstra,
    /// Breadth-first search: fewest steps.
    BreadthFirst,
    /// Greedy best-first search: some path, soon.
    Greedy,
    /// A* with `h` weighted by this factor.
    Weighted(Weight),
    /// Bidirectional A*.
    Bidirectional,
    /// IDA* with a transposition table.
    IdaStar,
    /// Jump point search: [`JumpMap`](crate::shapes::square::JumpMap).
    Jps,
    /// Jump point search with its jumps written down: [`JumpTable`](crate::shapes::square::JumpTable).
    JumpTable,
    /// Contraction hierarchy of a graph: [`Hierarchy`](crate::index::hierarchy::Hierarchy).
    Hierarchy,
    /// Hub labels, on squares over jump points: [`Labels`](crate::shapes::square::Labels).
    Labels,
    /// Polyanya on navigation meshes: [`polyanya`](crate::shapes::mesh::polyanya).
    Polyanya,
    /// Whichever fits the map, its edits and the number of questions:
    /// [`Guide`](crate::planner::Guide) chooses. Where there is no index, A*.
    Auto,
}

/// What is known of a method: one row of [`Method::TABLE`], which every list of methods is made of.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct MethodRow {
    /// The method, with a usual weight.
    pub method: Method,
    /// Its name.
    pub name: &'static str,
    /// Another name that is understood; empty if there is none.
    pub alias: &'static str,
    /// What a menu calls it.
    pub label: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// What it promises of the cost, if its guess never exceeds the cost.
    pub promise: Guarantee,
    /// From what it answers.
    pub basis: Basis,
}

/// From what a method answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The map itself, step by step: any world will do.
    Steps,
    /// Something built for the map beforehand: each shape says which of these methods it has.
    Index,
    /// A navigation mesh, where paths are lines of points.
    Mesh,
    /// Whichever of the others fits.
    Choice,
}

impl Method {
    /// One row for each method, in the order in which lists show them.
    pub const TABLE: &'static [MethodRow] = &{
        use Basis::{Choice, Index, Mesh, Steps};
        use Guarantee::{FewestSteps, None, Optimal, Within};
        [
            MethodRow {
                method: Method::AStar,
                name: "astar",
                alias: "a*",
                label: "A*",
                about: "orders by cost so far plus a guess: a cheapest path",
                promise: Optimal,
                basis: Steps,
            },
            MethodRow {
                method: Method::Dijkstra,
                name: "dijkstra",
                alias: "",
                label: "Dijkstra",
                about: "orders by cost so far, guesses nothing: a cheapest path",
                promise: Optimal,
                basis: Steps,
            },
            MethodRow {
                method: Method::BreadthFirst,
                name: "breadth-first",
                alias: "bfs",
                label: "Breadth-first",
                about: "ring by ring: a path of fewest steps",
                promise: FewestSteps,
                basis: Steps,
            },
            MethodRow {
                method: Method::Greedy,
                name: "greedy",
                alias: "",
                label: "Greedy best-first",
                about: "orders by the guess alone: some path, soon",
                promise: None,
                basis: Steps,
            },
            MethodRow {
                method: Method::Weighted(Weight::TWICE),
                name: "weighted",
                alias: "",
                label: "Weighted A*",
                about: "trusts the guess more: at most W times the cheapest",
                promise: Within(Weight::TWICE),
                basis: Steps,
            },
            MethodRow {
                method: Method::Bidirectional,
                name: "bidirectional",
                alias: "",
                label: "Bidirectional A*",
                about: "searches from both ends: a cheapest path",
                promise: Optimal,
                basis: Steps,
            },
            MethodRow {
                method: Method::IdaStar,
                name: "ida-star",
                alias: "ida*",
                label: "IDA*",
                about: "goes deep again and again with little memory",
                promise: Optimal,
                basis: Steps,
            },
            MethodRow {
                method: Method::Jps,
                name: "jps",
                alias: "",
                label: "Jump points",
                about: "jumps over squares where nothing has to be decided",
                promise: Optimal,
                basis: Index,
            },
            MethodRow {
                method: Method::JumpTable,
                name: "jump-table",
                alias: "",
                label: "Jump table",
                about: "jump points with all jumps written down beforehand",
                promise: Optimal,
                basis: Index,
            },
            MethodRow {
                method: Method::Hierarchy,
                name: "hierarchy",
                alias: "ch",
                label: "Hierarchy",
                about: "climbs shortcuts built beforehand from both ends: graphs and roads",
                promise: Optimal,
                basis: Index,
            },
            MethodRow {
                method: Method::Labels,
                name: "labels",
                alias: "",
                label: "Labels",
                about: "looks distances up in tables built beforehand",
                promise: Optimal,
                basis: Index,
            },
            MethodRow {
                method: Method::Polyanya,
                name: "polyanya",
                alias: "",
                label: "Polyanya",
                about: "looks through the polygons of a mesh: a shortest path of a point",
                promise: Optimal,
                basis: Mesh,
            },
            MethodRow {
                method: Method::Auto,
                name: "auto",
                alias: "",
                label: "Automatic",
                about: "whichever fits the map, its edits and the questions so far",
                promise: Optimal,
                basis: Choice,
            },
        ]
    };

    /// What is known of it.
    pub fn row(self) -> &'static MethodRow {
        let is_it =
            |row: &&MethodRow| std::mem::discriminant(&row.method) == std::mem::discriminant(&self);
        Self::TABLE.iter().find(is_it).unwrap_or(&Self::TABLE[0])
    }

    /// One of each.
    pub fn all() -> impl DoubleEndedIterator<Item = Method> {
        Self::TABLE.iter().map(|row| row.method)
    }

    /// One of each that searches the map itself, step by step, in any world:
    /// [`search`](crate::search::search) takes them all.
    pub fn searches() -> impl Iterator<Item = Method> {
        Self::TABLE.iter().filter(|row| row.basis == Basis::Steps).map(|row| row.method)
    }

    /// The names that are understood, for help texts.
    pub fn names() -> String {
        let name = |row: &MethodRow| match row.method {
            Method::Weighted(_) => format!("{}[:W]", row.name),
            _ => row.name.to_owned(),
        };
        Self::TABLE.iter().map(name).collect::<Vec<_>>().join(", ")
    }

    /// Whether it takes this kind of query, on a map where it answers at all.
    ///
    /// # Errors
    ///
    /// If not; the message says what can.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::NodeId;
    /// use astride::search::{Method, PathQuery};
    /// let [start, a, b] = [0, 3, 8].map(NodeId::new);
    /// let nearest_of_two = [a, b];
    /// let query = PathQuery::to_nearest(start, &nearest_of_two);
    /// assert!(Method::AStar.can_answer(&query).is_ok());
    /// assert!(Method::Jps.can_answer(&query).is_err());
    /// ```
    pub fn can_answer(self, query: &PathQuery<'_>) -> Result<(), Unsupported> {
        match self {
            Method::Jps | Method::JumpTable | Method::Labels => query.ends().map(|_| ()),
            Method::Bidirectional | Method::IdaStar if query.nearest => Err(Unsupported::NEAREST),
            Method::Bidirectional | Method::IdaStar => query.check_named(),
            _ => Ok(()),
        }
    }

    /// Whether it answers from something built for the map beforehand.
    pub fn has_index(self) -> bool {
        self.row().basis == Basis::Index
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().name)?;
        match self {
            Method::Weighted(weight) => write!(f, ":{weight}"),
            _ => Ok(()),
        }
    }
}

impl FromStr for Method {
    type Err = MethodError;

    fn from_str(text: &str) -> Result<Self, MethodError> {
        let is_named = |row: &&MethodRow| row.name == text || row.alias == text;
        if let Some(row) = Self::TABLE.iter().find(is_named).filter(|_| !text.is_empty()) {
            return Ok(row.method);
        }
        if let Some(number) = text.strip_prefix("weighted:") {
            let bad = |error| MethodError::Weight { text: text.to_owned(), error };
            return number.parse().map(Method::Weighted).map_err(bad);
        }
        let known = Self::TABLE.iter().map(|row| row.name).collect();
        Err(MethodError::Unknown { name: text.to_owned(), known })
    }
}

/// A method name that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MethodError {
    /// No method is called that.
    Unknown {
        /// What was written.
        name: String,
        /// What would be right.
        known: Vec<&'static str>,
    },
    /// The number behind `weighted:` is no weight.
    Weight {
        /// What was written.
        text: String,
        /// What is wrong with the number.
        error: WeightError,
    },
}

impl fmt::Display for MethodError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MethodError::Unknown { name, known } => {
                write!(f, "there is no method {name:?}")?;
                let nearest = known.iter().min_by_key(|known| edits_between(name, known));
                if let Some(nearest) = nearest.filter(|known| edits_between(name, known) <= 3) {
                    write!(f, " (did you mean {nearest}?)")?;
                }
                write!(f, ", expected one of {}", known.join(", "))
            }
            MethodError::Weight { text, .. } => write!(
                f,
                "the weight of {text:?} is unusable, expected a number from 1 to 1000 as in weighted:1.5"
            ),
        }
    }
}

/// How many letters have to be put in, taken out or exchanged to make one word the other
/// (Levenshtein 1966).
fn edits_between(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, to) in b.chars().enumerate() {
            let exchanged = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = exchanged.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.chars().count()]
}

impl std::error::Error for MethodError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            MethodError::Unknown { .. } => None,
            MethodError::Weight { error, .. } => Some(error),
        }
    }
}
