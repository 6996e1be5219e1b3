//! The contestants: every search × heuristic × tie rule × way of slicing, with what it promises.
//!
//! A contestant turns a question into the engine's words, and the outcome back into plain numbers.

mod answer;
mod bumpy;
mod hold;
mod indexed;
mod jumps;

pub use bumpy::{Bumpy, BumpyAimed};
pub use hold::{hold, judge_reply};
pub use indexed::{Helped, HelpedScratch, Helper};
pub use jumps::{Jumper, JumpsScratch, Prepared, Refused, has_no_jump_points};

use crate::judge::{Answer, Ask, Claim};
use crate::world::{Neighbours, RefWorld};
use answer::Ran;
use astride::base::{Budget, Cost, NodeId, Weight};
use astride::search::{
    Bidirectional, DistanceField, Estimate, FieldStatus, Guarantee, Heuristic, IdaStar, Promise,
    Query, Scratch, Search, Ties, alternatives, reachable,
};
use astride::shapes::square::{GridHeuristic, GridView, Metric};
use astride::world::{Way, World};
use std::fmt;

/// Which search.
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
    /// A distance field and the path out of it.
    Field(Way),
    /// The movement range and the path out of it.
    Reachable,
    /// The first of the alternatives.
    Alternatives,
    /// What makes the map ready first; see [`Memory::enter`].
    Jumps(Jumper),
    /// What knows more than the map; see [`Memory::enter_helped`].
    Helped(Helper),
}

/// Which heuristic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guess {
    /// A metric of the engine.
    By(Metric),
    /// Octile at some nodes, nothing at others: admissible, not consistent.
    Bumpy,
    /// Octile plus nothing, told as a custom function: consistent.
    Custom,
}

/// How a search is cut into slices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slices {
    /// Not at all.
    Whole,
    /// One expansion at a time.
    Ones,
    /// A few expansions at a time, so many by lot.
    Random,
}

/// One search, set up in one way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contestant {
    /// Which search.
    pub method: Method,
    /// Which heuristic; not used by all.
    pub guess: Guess,
    /// Which tie rule; not used by all.
    pub ties: Ties,
    /// How it is cut.
    pub slices: Slices,
}

impl fmt::Display for Contestant {
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
    /// The highest lower bound that a slice stated.
    pub lower_bound: Cost,
    /// Ways to the nearest node that slices gave, the first few.
    pub partial: Vec<crate::judge::Walk>,
    /// What was wrong with the way it answered.
    pub fault: Option<String>,
    /// Whether it does not answer in this world, and why.
    pub refused: Option<Refused>,
}

/// The memory of contestants, kept over all worlds.
#[derive(Default)]
pub struct Memory {
    /// For searches.
    pub scratch: Scratch,
    /// For fields.
    pub field: DistanceField,
    /// For jump points and labels.
    pub jumps: JumpsScratch,
    /// For those who are helped.
    pub helped: HelpedScratch,
    /// The world entered last, made ready.
    prepared: Option<Prepared>,
    /// The same, with all that helps.
    help: Option<Helped>,
}

impl Memory {
    /// Makes the world of the next questions ready for the contestants that need it.
    pub fn enter(&mut self, view: &GridView<'_>, jumpers: &[Jumper]) {
        self.prepared = Some(Prepared::new(view, jumpers));
    }

    /// Makes the world of the next questions ready for the contestants that are helped.
    pub fn enter_helped(&mut self, view: &GridView<'_>) -> &mut Helped {
        self.help.insert(Helped::new(view))
    }
}

const METRICS: [Metric; 5] =
    [Metric::Zero, Metric::Manhattan, Metric::Octile, Metric::Chebyshev, Metric::Euclidean];
const TIES: [Ties; 4] = [Ties::LastAdded, Ties::SmallerH, Ties::Straightest, Ties::FirstAdded];

/// Every contestant.
pub fn contestants() -> Vec<Contestant> {
    let octile = Guess::By(Metric::Octile);
    let mut all = Vec::new();
    let mut add = |method, guess, ties, slices| {
        all.push(Contestant { method, guess, ties, slices });
    };
    let guesses = || METRICS.into_iter().map(Guess::By).chain([Guess::Bumpy, Guess::Custom]);
    for guess in guesses() {
        for ties in TIES {
            add(Method::AStar, guess, ties, Slices::Whole);
            add(Method::Canonical, guess, ties, Slices::Whole);
        }
        add(Method::Bidirectional, guess, Ties::default(), Slices::Whole);
        add(Method::IdaStar, guess, Ties::default(), Slices::Whole);
        for (numerator, denominator) in [(3, 2), (2, 1), (5, 1)] {
            let method = Method::Weighted(numerator, denominator);
            add(method, guess, Ties::default(), Slices::Whole);
        }
        add(Method::Greedy, guess, Ties::default(), Slices::Whole);
    }
    for ties in TIES {
        add(Method::Dijkstra, octile, ties, Slices::Whole);
    }
    for slices in [Slices::Whole, Slices::Ones, Slices::Random] {
        add(Method::BreadthFirst, octile, Ties::default(), slices);
        add(Method::Field(Way::Forward), octile, Ties::default(), slices);
        add(Method::Field(Way::Backward), octile, Ties::default(), slices);
    }
    add(Method::Reachable, octile, Ties::default(), Slices::Whole);
    add(Method::Alternatives, octile, Ties::default(), Slices::Whole);
    for slices in [Slices::Ones, Slices::Random] {
        add(Method::AStar, Guess::Bumpy, Ties::SmallerH, slices);
        add(Method::AStar, octile, Ties::default(), slices);
        add(Method::Canonical, octile, Ties::default(), slices);
        add(Method::Dijkstra, octile, Ties::default(), slices);
        add(Method::Weighted(3, 2), octile, Ties::default(), slices);
        add(Method::Greedy, octile, Ties::default(), slices);
        add(Method::Bidirectional, octile, Ties::default(), slices);
        add(Method::IdaStar, octile, Ties::default(), slices);
        add(Method::Jumps(Jumper::Map), octile, Ties::default(), slices);
        add(Method::Jumps(Jumper::Table), octile, Ties::default(), slices);
    }
    for jumper in Jumper::ALL {
        add(Method::Jumps(jumper), octile, Ties::default(), Slices::Whole);
    }
    for helper in Helper::ALL {
        add(Method::Helped(helper), octile, Ties::default(), Slices::Whole);
    }
    all
}

impl Contestant {
    /// What it promises on `world`, whose guesses are scaled down by links if `has_links`.
    pub fn claim(&self, world: &RefWorld) -> Claim {
        let exact = world.neighbours == Neighbours::Four || world.diagonal >= 2 * world.straight;
        let too_high = self.guess == Guess::By(Metric::Manhattan) && !exact;
        match self.method {
            Method::AStar | Method::Canonical | Method::IdaStar if !too_high => Claim::Optimal,
            Method::AStar | Method::Canonical | Method::IdaStar if world.links.is_empty() => {
                Claim::Within(2 * world.straight, world.diagonal)
            }
            Method::AStar | Method::Canonical | Method::IdaStar => Claim::SomePath,
            Method::Bidirectional if too_high || self.guess == Guess::Bumpy => Claim::SomePath,
            Method::Bidirectional => Claim::Optimal,
            Method::Weighted(..) if too_high => Claim::SomePath,
            Method::Weighted(over, under) => Claim::Within(u64::from(over), u64::from(under)),
            Method::Greedy | Method::Helped(Helper::Clusters) => Claim::SomePath,
            Method::BreadthFirst => Claim::FewestSteps,
            Method::Dijkstra
            | Method::Field(_)
            | Method::Reachable
            | Method::Alternatives
            | Method::Jumps(_)
            | Method::Helped(_) => Claim::Optimal,
        }
    }

    /// Whether it can answer this kind of question at all.
    pub fn takes(&self, ask: &Ask) -> bool {
        match self.method {
            Method::AStar
            | Method::Canonical
            | Method::Dijkstra
            | Method::Weighted(..)
            | Method::Greedy
            | Method::BreadthFirst => true,
            Method::Bidirectional | Method::IdaStar => !ask.by_predicate,
            Method::Field(_) | Method::Reachable => ask.max_cost == u64::MAX,
            Method::Alternatives | Method::Jumps(_) | Method::Helped(_) => ask.is_plain(),
        }
    }

    /// Whether it is fit for small worlds only.
    pub fn is_slow(&self) -> bool {
        matches!(self.method, Method::IdaStar | Method::Alternatives)
    }

    /// Answers `ask` in `world`, which is `view` or something around it.
    pub fn answer<W: World>(
        &self,
        world: &W,
        view: &GridView<'_>,
        ask: &Ask,
        memory: &mut Memory,
        lot: u64,
    ) -> Reply {
        let node = |at: usize| NodeId::new(at as u32);
        let starts: Vec<_> = ask.starts.iter().map(|&(at, paid)| (node(at), paid)).collect();
        let goals: Vec<_> = ask.goals.iter().map(|&at| node(at)).collect();
        let is_goal = |at: NodeId| goals.contains(&at);
        let one = |query: Query<'_>| query.goals.named().count() == 1 && starts[0].1 == 0;
        let mut query = match (ask.by_predicate, goals.as_slice()) {
            (true, _) if lot.is_multiple_of(2) => Query::to_where(starts[0].0, &is_goal),
            (true, near) => Query::to_where_near(starts[0].0, &is_goal, near),
            (false, &[goal]) => Query::new(starts[0].0, goal),
            (false, many) => Query::to_nearest(starts[0].0, many),
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
                answer::by_field(self.slices, world, way, &starts, &goals, memory, lot)
            }
            Method::Reachable => by_reach(world, &query, &goals, memory),
            Method::Alternatives => {
                let budget = &mut Budget::unlimited();
                let scratch = &mut memory.scratch;
                let paths = alternatives(world, starts[0].0, goals[0], 1, scratch, budget);
                match paths {
                    Ok(paths) => Reply::plain(paths.first()),
                    Err(spent) => Reply::faulty(format!("{spent:?} without a limit")),
                }
            }
            Method::Jumps(jumper) => {
                let cells = [ask.starts[0].0, ask.goals[0]].map(|at| view.grid().cell(node(at)));
                let Memory { prepared: Some(prepared), jumps, .. } = memory else {
                    return Reply::faulty("no world was entered".to_owned());
                };
                prepared.answer(jumper, cells, self.slices, jumps, lot)
            }
            Method::Helped(helper) => {
                let ends = [ask.starts[0].0, ask.goals[0]].map(node);
                let Memory { help: Some(help), helped, .. } = memory else {
                    return Reply::faulty("no world was entered".to_owned());
                };
                help.answer(helper, view, ends, helped)
            }
            _ => self.search(world, view, &query, memory, lot),
        }
    }

    fn search<W: World>(
        &self,
        world: &W,
        view: &GridView<'_>,
        query: &Query<'_>,
        memory: &mut Memory,
        lot: u64,
    ) -> Reply {
        match self.guess {
            Guess::By(metric) => {
                self.search_by(world, &GridHeuristic::new(view, metric), query, memory, lot)
            }
            Guess::Bumpy => {
                let bumpy = Bumpy(GridHeuristic::octile(view));
                self.search_by(world, &bumpy, query, memory, lot)
            }
            Guess::Custom => {
                let octile = GridHeuristic::octile(view);
                let guess = move |from: NodeId, to: NodeId| {
                    octile.aim(&mut [to].into_iter()).estimate(from)
                };
                let custom = astride::search::Custom::new(Promise::Consistent, guess);
                self.search_by(world, &custom, query, memory, lot)
            }
        }
    }

    /// Runs the search with any heuristic; canaries bring faulty ones.
    pub fn search_by<W: World, H: Heuristic>(
        &self,
        world: &W,
        heuristic: &H,
        query: &Query<'_>,
        memory: &mut Memory,
        lot: u64,
    ) -> Reply {
        let mut ran = Ran::new(self.slices, lot);
        let scratch = &mut memory.scratch;
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
            _ => drive!(Search::astar(world, heuristic, query, scratch)),
        }
        // What bidirectional search has seen is part of two areas, not all of one.
        ran.reply(self.method != Method::Bidirectional)
    }
}

fn by_reach<W: World>(
    world: &W,
    query: &Query<'_>,
    goals: &[NodeId],
    memory: &mut Memory,
) -> Reply {
    let budget = &mut Budget::unlimited();
    let reach = match reachable(world, query, &mut memory.scratch, budget, &mut ()) {
        Ok(reach) => reach,
        Err(spent) => return Reply::faulty(format!("{spent:?} without a limit")),
    };
    let best = goals.iter().filter_map(|&goal| reach.of(goal)).min_by_key(|reached| reached.cost);
    Reply::plain(best.and_then(|best| reach.path_to(best.node)).as_ref())
}

/// The engine's promise in the judge's words.
fn claim_of(guarantee: Guarantee) -> Claim {
    match guarantee {
        Guarantee::Optimal => Claim::Optimal,
        Guarantee::Within(weight) => {
            let (over, under) = weight.parts();
            Claim::Within(u64::from(over), u64::from(under))
        }
        Guarantee::FewestSteps => Claim::FewestSteps,
        Guarantee::None => Claim::SomePath,
    }
}

/// Whether a field is complete, or what it says is final.
fn settled_below(status: FieldStatus) -> Option<Cost> {
    match status {
        FieldStatus::Complete => None,
        FieldStatus::Stopped { settled_below } | FieldStatus::Partial { settled_below, .. } => {
            Some(settled_below)
        }
    }
}
