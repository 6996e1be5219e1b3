//! The contestants: everything that answers queries about a world, each with its promise.
//!
//! Every combination of general search, heuristic, tie-breaking rule and slicing is a contestant in
//! a world of any [`Field`], the trait a shape implements to take part. What only the shape can do
//! is a list of [`Own`]: a name, a promise and how to query it. [`square`], [`hex`], [`voxel`] and
//! [`graph`] are such shapes.
//!
//! A contestant translates a query into the engine's types, and the outcome back into plain
//! numbers.

mod answer;
pub mod graph;
pub mod hex;
mod hold;
mod list;
pub mod square;
pub mod voxel;

pub use hold::{hold, judge_reply};
pub use list::contestants;

use crate::judge::{Answer, Ask, Claim};
use crate::world::Shape;
use answer::Ran;
use astride::base::{Budget, Cost, NodeId, Weight};
use astride::search::{
    self, Bidirectional, DistanceField, Guarantee, Heuristic, IdaStar, PathQuery, Scratch, Search,
    Ties, alternatives,
};
use astride::world::{Way, World};
use std::fmt;

/// A shape that takes part: how the engine sees its worlds, its heuristics, and its own methods.
pub trait Field: Shape + Sized + 'static {
    /// The engine's view of a world of the shape, from which heuristics and the shape's own methods
    /// are built.
    type View<'a>;
    /// Names a heuristic.
    type Guess: Copy + PartialEq + fmt::Debug;
    /// Any of the heuristics, built for one world.
    type Heuristic: Heuristic;
    /// The memory of its own methods.
    type Memory: Default;

    /// All heuristics, the default first.
    const GUESSES: &'static [Self::Guess];

    /// The methods that only this shape has.
    const OWN: &'static [Own<Self>];

    /// The heuristic for a world.
    fn heuristic(view: &Self::View<'_>, guess: Self::Guess) -> Self::Heuristic;

    /// The quality of a heuristic in this world.
    fn worth(&self, guess: Self::Guess) -> Worth;

    /// Checks whether one of its own methods refused exactly what it should.
    ///
    /// # Errors
    ///
    /// If it refuses what it should answer, or answers what it should refuse.
    fn check_refusal(&self, own: &str, refused: Option<Refused>) -> Result<(), String> {
        refused.map_or(Ok(()), |refused| Err(format!("{own}: {refused:?} refused")))
    }
}

/// What a heuristic lets searches promise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Worth {
    /// Never overestimates, and never drops by more than the cost of an arc.
    Consistent,
    /// Never overestimates.
    Admissible,
    /// Overestimates by this factor at most.
    Within(u64, u64),
    /// Nothing is known.
    Nothing,
}

/// A method that only one shape has: its name, its promise, and how to query it.
pub struct Own<F: Field> {
    /// Its name, which distinguishes contestants.
    pub name: &'static str,
    /// What it promises.
    pub claim: Claim,
    /// Whether it can run in slices.
    pub is_sliced: bool,
    /// Builds what it needs for a world.
    pub make: Make<F>,
}

/// Builds what a method needs for a world; canaries may ask for something to be left over from an
/// earlier one.
pub type Make<F> =
    for<'a> fn(&<F as Field>::View<'a>, Option<&Leftover<'_, F>>) -> Result<Asked<F>, Refusal>;

/// Answers a query with what was built.
pub type Asked<F> =
    Box<dyn FnMut(&<F as Field>::View<'_>, Plain, &mut <F as Field>::Memory) -> Reply>;

/// Another world, of which something remains that should have been cleared, forgotten or updated.
pub struct Leftover<'a, F: Field> {
    /// The other world.
    pub view: &'a F::View<'a>,
    /// Where the two worlds differ.
    pub node: NodeId,
}

/// A query from one node to another.
#[derive(Debug, Clone, Copy)]
pub struct Plain {
    /// Start and goal.
    pub ends: [NodeId; 2],
    /// How the search is sliced.
    pub slices: Slices,
    /// The seed of random slices.
    pub lot: u64,
}

/// Why a method cannot be prepared.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// The kind of refusal.
    pub refused: Refused,
    /// An error message that fails to state the reason.
    pub fault: Option<String>,
}

/// Why a method does not answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// The method does not support such worlds.
    Map,
    /// Costs do not fit the tables.
    TooCostly,
}

/// Names a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// A*.
    AStar,
    /// A* along canonical arcs.
    Canonical,
    /// Dijkstra's search.
    Dijkstra,
    /// Weighted A*, with numerator and denominator.
    Weighted(u32, u32),
    /// Greedy best-first search.
    Greedy,
    /// Breadth-first search.
    BreadthFirst,
    /// Bidirectional A*.
    Bidirectional,
    /// IDA*.
    IdaStar,
    /// A method in the engine's table that is not named here.
    Listed(search::Method),
    /// A distance field and the path extracted from it.
    Field(Way),
    /// The movement range and the path extracted from it.
    Reachable,
    /// The first of the alternatives.
    Alternatives,
    /// The shape's own method of this name.
    Own(&'static str),
}

/// How a search is sliced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slices {
    /// Not at all.
    Whole,
    /// One expansion at a time.
    Ones,
    /// A few expansions at a time; the number is random.
    Random,
}

/// One search in one configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contestant<G> {
    /// Which search.
    pub method: Method,
    /// Which heuristic; not used by all searches.
    pub guess: G,
    /// Which tie-breaking rule; not used by all searches.
    pub ties: Ties,
    /// How it is sliced.
    pub slices: Slices,
}

impl<G: fmt::Debug> fmt::Display for Contestant<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Contestant { method, guess, ties, slices } = self;
        write!(f, "{method:?} guess {guess:?} ties {ties:?} slices {slices:?}")
    }
}

/// What a contestant answered, and what the engine said about it.
#[derive(Debug)]
pub struct Reply {
    /// The answer.
    pub answer: Answer,
    /// What the outcome itself promises, if it is a path with a promise.
    pub stated: Option<Claim>,
    /// The highest lower bound reported by a slice.
    pub lower_bound: Cost,
    /// The first few paths to the nearest node that slices returned.
    pub partial: Vec<crate::judge::Walk>,
    /// What was wrong with how it answered.
    pub fault: Option<String>,
    /// Why it does not answer in this world, if it does not.
    pub refused: Option<Refused>,
}

/// The memory of contestants, kept across worlds.
pub struct Memory<F: Field> {
    /// For searches.
    pub scratch: Scratch,
    /// For fields.
    pub field: DistanceField,
    /// For the shape's own methods.
    own: F::Memory,
    /// What the methods queried so far built for the world entered last.
    made: Vec<(&'static str, Result<Asked<F>, Refusal>)>,
}

impl<F: Field> Default for Memory<F> {
    fn default() -> Self {
        let (scratch, field) = (Scratch::new(), DistanceField::new());
        Memory { scratch, field, own: F::Memory::default(), made: Vec::new() }
    }
}

impl<F: Field> Memory<F> {
    /// Discards what was built for earlier worlds: the next queries are about a new one.
    pub fn enter(&mut self) {
        self.made.clear();
    }

    /// Prepares one of the shape's methods for `view`. Otherwise a method prepares itself for the
    /// first world it is queried about, so this is for canaries: they pass an earlier world.
    ///
    /// # Panics
    ///
    /// If the shape has no such method.
    pub fn make(&mut self, name: &str, view: &F::View<'_>, left: Option<&Leftover<'_, F>>) {
        let own = own::<F>(name);
        self.made.retain(|(made, _)| *made != own.name);
        self.made.push((own.name, (own.make)(view, left)));
    }
}

/// The shape's method of that name.
fn own<F: Field>(name: &str) -> &'static Own<F> {
    F::OWN.iter().find(|own| own.name == name).expect("a method of the shape")
}

impl<G: Copy + PartialEq + fmt::Debug> Contestant<G> {
    /// The default configuration: in one piece, with the default tie-breaking rule.
    pub fn new(method: Method, guess: G) -> Contestant<G> {
        Contestant { method, guess, ties: Ties::default(), slices: Slices::Whole }
    }

    /// What it promises in a world.
    pub fn claim<F: Field<Guess = G>>(&self, world: &F) -> Claim {
        let worth = world.worth(self.guess);
        match (self.method, worth) {
            (Method::AStar | Method::Canonical | Method::IdaStar, _) => match worth {
                Worth::Consistent | Worth::Admissible => Claim::Optimal,
                Worth::Within(over, under) => Claim::Within(over, under),
                Worth::Nothing => Claim::SomePath,
            },
            (Method::Bidirectional, Worth::Consistent) => Claim::Optimal,
            (Method::Weighted(over, under), Worth::Consistent | Worth::Admissible) => {
                Claim::Within(u64::from(over), u64::from(under))
            }
            (Method::Bidirectional | Method::Weighted(..) | Method::Greedy, _) => Claim::SomePath,
            (Method::Listed(method), worth) => match (method.row().promise, worth) {
                (Guarantee::FewestSteps, _) => Claim::FewestSteps,
                // One side must not settle a node that the other can still reach more cheaply.
                (Guarantee::Optimal, Worth::Admissible) if !method.names_nearest() => {
                    Claim::SomePath
                }
                (Guarantee::Optimal, Worth::Consistent | Worth::Admissible) => Claim::Optimal,
                (Guarantee::Within(weight), Worth::Consistent | Worth::Admissible) => {
                    let (over, under) = weight.parts();
                    Claim::Within(u64::from(over), u64::from(under))
                }
                _ => Claim::SomePath,
            },
            (Method::BreadthFirst, _) => Claim::FewestSteps,
            (Method::Own(name), _) => own::<F>(name).claim,
            (Method::Dijkstra | Method::Field(_) | Method::Reachable | Method::Alternatives, _) => {
                Claim::Optimal
            }
        }
    }

    /// Whether it can answer this kind of query at all.
    pub fn takes(&self, ask: &Ask) -> bool {
        match self.method {
            Method::AStar
            | Method::Canonical
            | Method::Dijkstra
            | Method::Weighted(..)
            | Method::Greedy
            | Method::BreadthFirst => true,
            Method::Bidirectional | Method::IdaStar => !ask.by_predicate,
            Method::Listed(search::Method::DepthFirst) if ask.max_cost < u64::MAX => false,
            Method::Listed(method) => method.names_nearest() || !(ask.by_predicate || ask.nearest),
            Method::Field(_) | Method::Reachable => ask.max_cost == u64::MAX,
            Method::Alternatives | Method::Own(_) => ask.is_plain(),
        }
    }

    /// Whether it is suitable for small worlds only.
    pub fn is_slow(&self) -> bool {
        let is_deep = |method: &search::Method| {
            matches!(method, search::Method::WeightedIdaStar(_) | search::Method::DepthFirst)
        };
        match &self.method {
            Method::Listed(method) => is_deep(method),
            method => matches!(method, Method::IdaStar | Method::Alternatives),
        }
    }

    /// Answers `ask` in `world`, which is `view` or a wrapper around it.
    pub fn answer<F: Field<Guess = G>, W: World>(
        &self,
        world: &W,
        view: &F::View<'_>,
        ask: &Ask,
        memory: &mut Memory<F>,
        lot: u64,
    ) -> Reply {
        let node = |at: usize| NodeId::new(at as u32);
        let starts: Vec<_> = ask.starts.iter().map(|&(at, paid)| (node(at), paid)).collect();
        let goals: Vec<_> = ask.goals.iter().map(|&at| node(at)).collect();
        let is_goal = |at: NodeId| goals.contains(&at);
        let one = |query: PathQuery<'_>| query.goals.named().count() == 1 && starts[0].1 == 0;
        let mut query = match (ask.by_predicate, goals.as_slice()) {
            (true, _) if lot.is_multiple_of(2) => PathQuery::to_where(starts[0].0, &is_goal),
            (true, near) => PathQuery::to_where_near(starts[0].0, &is_goal, near),
            (false, &[goal]) => PathQuery::new(starts[0].0, goal),
            (false, many) => PathQuery::to_nearest(starts[0].0, many),
        };
        if starts.len() > 1 || !one(query) {
            query = query.starts(&starts);
        }
        query = query.ties(self.ties).within(ask.max_cost);
        if ask.nearest {
            query = query.or_nearest();
        }
        if self.method == Method::Canonical {
            query = query.canonical();
        }
        match self.method {
            Method::Field(way) => {
                answer::by_field(self.slices, world, way, &starts, &goals, &mut memory.field, lot)
            }
            Method::Reachable => answer::by_reach(world, &query, &goals, &mut memory.scratch),
            Method::Alternatives => {
                let budget = &mut Budget::unlimited();
                let scratch = &mut memory.scratch;
                let paths = alternatives(world, starts[0].0, goals[0], 1, scratch, budget);
                match paths {
                    Ok(paths) => Reply::plain(paths.first()),
                    Err(spent) => Reply::faulty(format!("{spent:?} without a limit")),
                }
            }
            Method::Own(name) => {
                let plain = Plain { ends: [starts[0].0, goals[0]], slices: self.slices, lot };
                if !memory.made.iter().any(|(made, _)| *made == name) {
                    memory.make(name, view, None);
                }
                let made = memory.made.iter_mut().find(|(made, _)| *made == name);
                match made {
                    Some((_, Ok(ask))) => ask(view, plain, &mut memory.own),
                    Some((_, Err(refusal))) => Reply::refused(refusal.clone()),
                    None => Reply::faulty("a method that was not made".to_owned()),
                }
            }
            _ => {
                let heuristic = F::heuristic(view, self.guess);
                self.search_by(world, &heuristic, &query, &mut memory.scratch, lot)
            }
        }
    }

    /// Runs the search with any heuristic; canaries pass faulty ones.
    pub fn search_by<W: World, H: Heuristic>(
        &self,
        world: &W,
        heuristic: &H,
        query: &PathQuery<'_>,
        scratch: &mut Scratch,
        lot: u64,
    ) -> Reply {
        let mut ran = Ran::new(self.slices, lot);
        macro_rules! drive {
            ($search:expr) => {{
                let mut search = $search;
                ran.drive(|budget| search.run(budget, &mut ()));
            }};
        }
        match self.method {
            Method::Dijkstra => drive!(Search::dijkstra(world, query, scratch)),
            Method::BreadthFirst => drive!(Search::breadth_first(world, query, scratch)),
            Method::Greedy => drive!(Search::greedy(world, heuristic, query, scratch)),
            Method::Weighted(numerator, denominator) => {
                let weight = Weight::new(numerator, denominator).expect("a usable weight");
                drive!(Search::weighted(world, heuristic, weight, query, scratch))
            }
            Method::Bidirectional => match Bidirectional::new(world, heuristic, query, scratch) {
                Ok(search) => drive!(search),
                Err(error) => return Reply::faulty(error.to_string()),
            },
            Method::IdaStar => match IdaStar::new(world, heuristic, query, scratch) {
                Ok(search) => drive!(search),
                Err(error) => return Reply::faulty(error.to_string()),
            },
            Method::Listed(method) => return listed(method, world, heuristic, query, scratch, ran),
            _ => drive!(Search::astar(world, heuristic, query, scratch)),
        }
        // What bidirectional search has seen are parts of two regions, not all of one.
        ran.reply(self.method != Method::Bidirectional)
    }
}

/// Runs a method from the engine's table; those that are resumable state machines can be sliced.
fn listed<W: World, H: Heuristic>(
    method: search::Method,
    world: &W,
    heuristic: &H,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
    mut ran: Ran,
) -> Reply {
    use search::Method as Of;
    let refused = match method {
        Of::BidirectionalBreadthFirst | Of::BidirectionalGreedy => {
            Bidirectional::new(world, heuristic, query, scratch).map(|search| {
                let is_greedy = method == Of::BidirectionalGreedy;
                let mut search = if is_greedy { search.greedy() } else { search.breadth_first() };
                ran.drive(|budget| search.run(budget, &mut ()));
            })
        }
        Of::DepthFirst | Of::WeightedIdaStar(_) => IdaStar::new(world, heuristic, query, scratch)
            .map(|search| {
                let mut search = match method.weight() {
                    Some(weight) => search.weighted(weight),
                    None => search.depth_first(),
                };
                ran.drive(|budget| search.run(budget, &mut ()));
            }),
        _ => {
            let budget = &mut Budget::unlimited();
            let outcome = search::search(world, heuristic, method, query, scratch, budget, &mut ());
            outcome.map(|outcome| ran.drive(|_| outcome.clone()))
        }
    };
    match refused {
        Ok(()) => ran.reply(
            method.names_nearest() || matches!(method, Of::DepthFirst | Of::WeightedIdaStar(_)),
        ),
        Err(error) => Reply::faulty(error.to_string()),
    }
}
