//! Methods by name.

use std::fmt;
use std::str::FromStr;

use super::{Basis, MethodRow, PathQuery, Unsupported};
use crate::base::{Cost, Weight, WeightError};

/// A named way to answer queries: a search over the map, one with an index, or whichever fits.
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
    /// Greedy best-first search: some path, quickly.
    Greedy,
    /// A* with `h` weighted by this factor.
    Weighted(Weight),
    /// Bidirectional A*.
    Bidirectional,
    /// IDA* with a transposition table.
    IdaStar,
    /// IDA* with `h` weighted by this factor.
    WeightedIdaStar(Weight),
    /// Bidirectional breadth-first search: fewest steps.
    BidirectionalBreadthFirst,
    /// Bidirectional greedy best-first search: some path, even sooner.
    BidirectionalGreedy,
    /// Depth-first search: some path, usually a long one.
    DepthFirst,
    /// A blend of Dijkstra's search and A*: `h` weighted by a half.
    Swarm,
    /// The same with `h` weighted by three.
    ConvergentSwarm,
    /// The same with `h` weighted by a half, bidirectional.
    BidirectionalSwarm,
    /// Jump point search: [`JumpMap`](crate::shapes::square::JumpMap).
    Jps,
    /// Jump point search with precomputed jumps: [`JumpTable`](crate::shapes::square::JumpTable).
    JumpTable,
    /// The same with boxes around the goals behind each jump:
    /// [`add_boxes`](crate::shapes::square::JumpTable::add_boxes).
    JumpBoxes,
    /// Jump point search with landmarks:
    /// [`add_landmarks`](crate::shapes::square::JumpMap::add_landmarks).
    JumpLandmarks,
    /// A* with a heuristic from [`Landmarks`](crate::index::Landmarks), on any shape.
    Landmarks,
    /// Paths over the abstract graph of [`Clusters`](crate::shapes::square::Clusters), refined step
    /// by step.
    Clusters,
    /// The contraction hierarchy of a graph: [`Hierarchy`](crate::index::hierarchy::Hierarchy).
    Hierarchy,
    /// The same with an order that holds for any costs, so that new ones take milliseconds:
    /// [`Skeleton`](crate::index::customisable::Skeleton).
    Customisable,
    /// Hub labels, on squares over jump points: [`Labels`](crate::shapes::square::Labels); on meshes
    /// over corners: [`MeshLabels`](crate::shapes::mesh::MeshLabels).
    Labels,
    /// A* by bit planes on hexagons: [`HexPlanes`](crate::shapes::hex::HexPlanes).
    Planes,
    /// Polyanya on navigation meshes: [`polyanya`](crate::shapes::mesh::polyanya).
    Polyanya,
    /// Whichever fits the map, its edits and the number of queries:
    /// [`Guide`](crate::planner::Guide) chooses. A* where there is no index.
    Auto,
}

impl Method {
    /// The row of this method in the table.
    pub fn row(self) -> &'static MethodRow {
        let is_it =
            |row: &&MethodRow| std::mem::discriminant(&row.method) == std::mem::discriminant(&self);
        Self::TABLE.iter().find(is_it).unwrap_or(&Self::TABLE[0])
    }

    /// One of each.
    pub fn all() -> impl DoubleEndedIterator<Item = Method> {
        Self::TABLE.iter().map(|row| row.method)
    }

    /// One of each that searches the map itself step by step, in any world;
    /// [`search`](crate::search::search) accepts all of them.
    pub fn searches() -> impl Iterator<Item = Method> {
        Self::TABLE.iter().filter(|row| row.basis == Basis::Steps).map(|row| row.method)
    }

    /// The accepted names, for help texts.
    pub fn names() -> String {
        let name = |row: &MethodRow| match row.method.weight() {
            Some(_) => format!("{}[:W]", row.name),
            None => row.name.to_owned(),
        };
        Self::TABLE.iter().map(name).collect::<Vec<_>>().join(", ")
    }

    /// The weight of its heuristic, if it takes one.
    pub fn weight(self) -> Option<Weight> {
        match self {
            Method::Weighted(weight) | Method::WeightedIdaStar(weight) => Some(weight),
            _ => None,
        }
    }

    /// The same method with another weight of its heuristic, if it takes one.
    #[must_use]
    pub fn with_weight(self, weight: Weight) -> Self {
        match self {
            Method::Weighted(_) => Method::Weighted(weight),
            Method::WeightedIdaStar(_) => Method::WeightedIdaStar(weight),
            other => other,
        }
    }

    /// Checks that the method supports this kind of query, on a map where it answers at all.
    ///
    /// # Errors
    ///
    /// If it does not; the message says which method does.
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
            Method::Jps
            | Method::JumpTable
            | Method::JumpBoxes
            | Method::JumpLandmarks
            | Method::Labels
            | Method::Planes => query.ends().map(|_| ()),
            Method::Clusters if query.max_cost < Cost::MAX => Err(Unsupported::LIMIT),
            Method::Clusters => query.ends().map(|_| ()),
            Method::DepthFirst if query.max_cost < Cost::MAX => Err(Unsupported(
                "depth-first search can take exponential time under a limit on the cost, astar does not",
            )),
            _ if self.names_nearest() || self.has_index() => Ok(()),
            _ if query.nearest => Err(Unsupported::NEAREST),
            _ => query.check_named(),
        }
    }

    /// Whether it can return the [nearest node reached](PathQuery::or_nearest) and accepts goals
    /// given by a predicate. Such methods search from the start only, through everything reachable.
    pub fn names_nearest(self) -> bool {
        !matches!(
            self,
            Method::Bidirectional
                | Method::BidirectionalBreadthFirst
                | Method::BidirectionalGreedy
                | Method::BidirectionalSwarm
                | Method::IdaStar
                | Method::WeightedIdaStar(_)
                | Method::DepthFirst
        ) && (!self.has_index() || self == Method::Landmarks)
    }

    /// Whether it answers from an index built for the map beforehand.
    pub fn has_index(self) -> bool {
        self.row().basis == Basis::Index
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().name)?;
        self.weight().map_or(Ok(()), |weight| write!(f, ":{weight}"))
    }
}

impl FromStr for Method {
    type Err = MethodError;

    fn from_str(text: &str) -> Result<Self, MethodError> {
        let named = |name: &str| {
            let is_named = |row: &&MethodRow| row.name == name || row.alias == name;
            Self::TABLE.iter().find(is_named).filter(|_| !name.is_empty()).map(|row| row.method)
        };
        if let Some(method) = named(text) {
            return Ok(method);
        }
        if let Some((name, number)) = text.split_once(':')
            && let Some(method) = named(name).filter(|method| method.weight().is_some())
        {
            let bad = |error| MethodError::Weight { text: text.to_owned(), error };
            return number.parse().map(|weight| method.with_weight(weight)).map_err(bad);
        }
        let known = Self::TABLE.iter().map(|row| row.name).collect();
        Err(MethodError::Unknown { name: text.to_owned(), known })
    }
}

/// A method name that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MethodError {
    /// No method has this name.
    Unknown {
        /// The text given.
        name: String,
        /// The accepted names.
        known: Vec<&'static str>,
    },
    /// The number after the name of a weighted method is not a valid weight.
    Weight {
        /// The text given.
        text: String,
        /// What is wrong with the number.
        error: WeightError,
    },
}

errors! { enum MethodError:
    Unknown { name, known } => ("unknown-method",
        "there is no method {name:?}{}, expected one of {}", hint(name, known), known.join(", ")),
    Weight { text, error } => (source error,
        "the weight of {text:?} is unusable, expected a number from 1 to 1000 as in {}:1.5",
        text.split(':').next().unwrap_or_default()),
}

/// The most similar name, if it is similar enough.
fn hint(name: &str, known: &[&str]) -> String {
    let nearest = known.iter().min_by_key(|known| edits_between(name, known));
    let nearest = nearest.filter(|known| edits_between(name, known) <= 3);
    nearest.map_or(String::new(), |nearest| format!(" (did you mean {nearest}?)"))
}

/// The number of letters to insert, delete or substitute to turn one word into the other
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
