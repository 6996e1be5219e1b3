//! All that a navigator holds, written down plainly, and what the reference makes of it.

use astride::base::{Budget, Cell, CellRect, Cost, Dir, NodeId};
use astride::path::Path;
use astride::planner::{
    Ask, ExplainTerms, FactionId, MoverId, Navigator, NavigatorError, OverlayId, PlacesId,
    Snapshot, SuppositionId,
};
use astride::search::states::Locks;
use astride::search::{Dissimilar, Outcome, Scratch, Why};
use astride::shapes::square::{BodyGrid, Edit, Grid, Mover, Near};
use astride::world::World;
use astride_testkit::adapter::read_world;
use astride_testkit::reference::dijkstra;
use astride_testkit::rng::Rng;
use astride_testkit::world::{Arc as RefArc, arcs};

pub(super) use crate::belief::{Belief, cells};

/// All that a navigator holds, written down plainly, with the handles it gave.
#[derive(Clone)]
pub(super) struct Model {
    pub(super) grid: Grid,
    /// Movers and the sides of their bodies.
    pub(super) movers: Vec<(MoverId, Mover, u32)>,
    pub(super) factions: Vec<(FactionId, Belief)>,
    pub(super) overlays: Vec<(OverlayId, Vec<u32>)>,
    /// The cells on which blockers stand.
    pub(super) blockers: Vec<(PlacesId, Vec<Cell>)>,
    /// Edits that are not made, but may be supposed.
    pub(super) suppositions: Vec<(SuppositionId, Edit)>,
}

/// One question, by places in the model.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) from: Cell,
    pub(super) to: Cell,
    pub(super) mover: usize,
    pub(super) faction: Option<usize>,
    pub(super) overlays: Vec<usize>,
    pub(super) around: Option<usize>,
    pub(super) supposing: Option<usize>,
}

impl Model {
    pub(super) fn ask(&self, question: &Question) -> Ask {
        let mut ask = Ask::new(question.from, question.to).mover(self.movers[question.mover].0);
        if let Some(faction) = question.faction {
            ask = ask.faction(self.factions[faction].0);
        }
        if let Some(around) = question.around {
            ask = ask.around(self.blockers[around].0);
        }
        if let Some(supposing) = question.supposing {
            ask = ask.supposing(self.suppositions[supposing].0);
        }
        question.overlays.iter().fold(ask, |ask, &at| ask.overlay(self.overlays[at].0))
    }

    /// Whether the mover of a question would stand on a blocker on this cell that is not under it
    /// at the start.
    fn is_barred(&self, question: &Question, cell: Cell) -> bool {
        let side = self.movers[question.mover].2;
        let covers = |place: Cell, other: Cell| {
            (place.x..place.x + side).contains(&other.x)
                && (place.y..place.y + side).contains(&other.y)
        };
        let blockers = question.around.map_or(&[][..], |at| &self.blockers[at].1);
        blockers.iter().any(|&it| covers(cell, it) && !covers(question.from, it))
    }

    /// The map of a question: the real one or the one that its faction believes in, with the edits that
    /// it supposes.
    fn ground(&self, question: &Question) -> Grid {
        let believed = question.faction.map(|at| self.factions[at].1.as_grid(&self.grid));
        let mut grid = believed.unwrap_or_else(|| self.grid.clone());
        if let Some(at) = question.supposing {
            grid.apply(&self.suppositions[at].1).expect("possible on every map");
        }
        grid
    }

    /// The arcs of the composed rules, and on which cells one can stand.
    pub(super) fn world(&self, question: &Question) -> (Vec<RefArc>, Vec<bool>) {
        let (_, mover, side) = &self.movers[question.mover];
        let grid = &self.ground(question);
        let world = if *side > 1 {
            let body = BodyGrid::square(&grid.seen_by(mover), *side).unwrap();
            read_world(body.grid(), body.mover())
        } else {
            read_world(grid, mover)
        };
        // A large body pays for the costliest cell that it covers.
        let extra = |to: usize| {
            let place = grid.cell(NodeId::new(to as u32));
            let most = |extras: &[u32]| {
                let rows = place.y..place.y + *side;
                let covered =
                    rows.flat_map(|y| (place.x..place.x + *side).map(move |x| Cell::new(x, y)));
                let nodes = covered.filter_map(|cell| grid.node(cell));
                nodes.map(|node| extras[node.index()]).max().unwrap_or(0)
            };
            question.overlays.iter().map(|&at| Cost::from(most(&self.overlays[at].1))).sum::<Cost>()
        };
        let extras: Vec<Cost> = (0..world.cells.len()).map(extra).collect();
        let costlier = |(from, to, cost): RefArc| (from, to, cost + extras[to]);
        let barred = |at: usize| self.is_barred(question, grid.cell(NodeId::new(at as u32)));
        let is_barred: Vec<bool> = (0..world.cells.len()).map(barred).collect();
        let is_free = |at: usize| world.is_passable(world.cell_at(at)) && !is_barred[at];
        let mut arcs = arcs(&world);
        arcs.retain(|&(from, to, _)| !is_barred[from] && !is_barred[to]);
        let is_free = (0..world.cells.len()).map(is_free).collect();
        (arcs.into_iter().map(costlier).collect(), is_free)
    }

    /// Moves beliefs and overlays, and writes each cell of the map that lies `by` columns and rows
    /// further on; `class_of` says the class of cells off the present map.
    pub(super) fn shift(
        &mut self,
        (dx, dy): (i64, i64),
        class_of: impl Fn(i64, i64) -> u8,
    ) -> Edit {
        let grid = &self.grid;
        let there = |cell: Cell, sign: i64| {
            let (x, y) = (i64::from(cell.x) + sign * dx, i64::from(cell.y) + sign * dy);
            let [width, height] = [grid.width(), grid.height()].map(i64::from);
            let is_inside = (0..width).contains(&x) && (0..height).contains(&y);
            (x, y, is_inside.then(|| Cell::new(x as u32, y as u32)))
        };
        let mut edit = Edit::new();
        for link in grid.links() {
            edit.unlink(grid.cell(link.from), grid.cell(link.to));
        }
        for cell in cells(grid) {
            let (x, y, old) = there(cell, 1);
            edit.set(cell, old.map_or_else(|| class_of(x, y), |old| grid.class(old).unwrap()));
            for dir in Dir::ALL {
                let end = cell.step(dir).filter(|&end| grid.node(end).is_some());
                let is_kept = end.is_some_and(|end| there(end, 1).2.is_some())
                    && old.is_some_and(|old| grid.is_step_forbidden(old, dir));
                match old.and_then(|old| grid.fence(old, dir)) {
                    Some(class) if is_kept => edit.fence_step(cell, dir, class),
                    None if is_kept => edit.forbid_step(cell, dir),
                    _ => edit.allow_step(cell, dir),
                };
            }
        }
        for link in grid.links() {
            let ends = [link.from, link.to].map(|node| there(grid.cell(node), -1).2);
            if let [Some(from), Some(to)] = ends {
                edit.link(from, to, link.cost);
            }
        }
        let olds: Vec<Option<usize>> = cells(grid)
            .map(|cell| there(cell, 1).2.map(|old| grid.node(old).unwrap().index()))
            .collect();
        let moved = |at: &Option<usize>, extras: &[u32]| at.map_or(0, |at| extras[at]);
        for (_, extras) in &mut self.overlays {
            *extras = olds.iter().map(|at| moved(at, extras)).collect();
        }
        for (_, belief) in &mut self.factions {
            belief.shift(grid, &olds);
        }
        for (_, blockers) in &mut self.blockers {
            *blockers = blockers.iter().filter_map(|&cell| there(cell, -1).2).collect();
        }
        edit
    }

    pub(super) fn random_question(&self, rng: &mut Rng) -> Question {
        let mover = rng.below(self.movers.len());
        let has_factions = !self.factions.is_empty();
        let faction = (has_factions && rng.percent(40)).then(|| rng.below(self.factions.len()));
        let overlays = (0..self.overlays.len()).filter(|_| rng.percent(30)).collect();
        let [from, to] = [(); 2].map(|()| random_cell(&self.grid, rng));
        let around =
            (!self.blockers.is_empty() && rng.percent(30)).then(|| rng.below(self.blockers.len()));
        let count = self.suppositions.len();
        let supposing = (count > 0 && rng.percent(30)).then(|| rng.below(count));
        Question { from, to, mover, faction, overlays, around, supposing }
    }
}

pub(super) fn random_cell(grid: &Grid, rng: &mut Rng) -> Cell {
    Cell::new(rng.below(grid.width() as usize) as u32, rng.below(grid.height() as usize) as u32)
}

pub(super) fn random_rect(grid: &Grid, rng: &mut Rng) -> CellRect {
    let corner = random_cell(grid, rng);
    CellRect::new(corner.x, corner.y, 1 + rng.below(3) as u32, 1 + rng.below(3) as u32)
}

/// What the reference says of a question.
pub(super) struct Expected {
    pub(super) cost: Option<Cost>,
    pub(super) arcs: Vec<RefArc>,
    pub(super) is_free: Vec<bool>,
    pub(super) ends: [usize; 2],
    /// All that it may lead to.
    pub(super) goals: Vec<usize>,
}

pub(super) fn expected(model: &Model, question: &Question) -> Expected {
    expected_to(model, question, None)
}

/// The same, with the places of a set as further goals.
pub(super) fn expected_to(model: &Model, question: &Question, set: Option<usize>) -> Expected {
    let (arcs, is_free) = model.world(question);
    let ends = [question.from, question.to].map(|cell| model.grid.node(cell).unwrap().index());
    let more = set.map_or(&[][..], |set| &model.blockers[set].1);
    let mut goals = vec![ends[1]];
    goals.extend(more.iter().map(|&cell| model.grid.node(cell).unwrap().index()));
    Expected::of(arcs, is_free, ends, goals)
}

/// The same if nobody is in the way, for a question around blockers.
pub(super) fn expected_without(
    model: &Model,
    question: &Question,
    set: Option<usize>,
) -> Option<Expected> {
    let without = Question { around: None, ..question.clone() };
    question.around.map(|_| expected_to(model, &without, set))
}

impl Expected {
    pub(super) fn check_path(&self, path: &Path, what: &str) {
        assert_eq!(Some(path.cost()), self.cost, "{what}");
        let nodes: Vec<usize> = path.nodes().iter().map(|node| node.index()).collect();
        assert_eq!(nodes[0], self.ends[0], "{what}");
        assert!(self.goals.contains(&nodes[nodes.len() - 1]), "{what}");
        let step = |pair: &[usize]| {
            let costs = self.arcs.iter().filter(|arc| (arc.0, arc.1) == (pair[0], pair[1]));
            costs.map(|arc| arc.2).min().unwrap_or_else(|| panic!("{what}: no step {pair:?}"))
        };
        assert_eq!(nodes.windows(2).map(step).sum::<Cost>(), path.cost(), "{what}");
    }

    /// Checks why there is no path; with blockers it may also be known that there is none `without`
    /// them.
    pub(super) fn check_why(&self, why: Why, without: Option<&Expected>, what: &str) {
        assert_eq!(self.cost, None, "{what}: {why}");
        let is_right = self.is_right(why) || without.is_some_and(|it| it.is_right(why));
        assert!(is_right, "{what}: {why}");
    }

    /// Checks why there is no path to any goal of a question that names a set as well: a search says
    /// no more than that it has seen everything.
    pub(super) fn check_why_none(&self, why: Why, without: Option<&Expected>, what: &str) {
        assert_eq!(self.cost, None, "{what}: {why}");
        let is_right = self.is_why_none(why) || without.is_some_and(|it| it.is_why_none(why));
        // Somebody stands on every goal that could be reached.
        let is_taken = |without: &Expected| {
            let distances = without.distances();
            let is_lost = |&goal: &usize| !self.is_free[goal] || distances[goal].is_none();
            self.is_free[self.ends[0]] && self.goals.iter().all(is_lost)
        };
        let is_taken = why == Why::GoalBlocked && without.is_some_and(is_taken);
        assert!(is_right || is_taken, "{what}: {why}");
    }

    fn is_why_none(&self, why: Why) -> bool {
        let [from, is_any] =
            [self.is_free[self.ends[0]], self.goals.iter().any(|&goal| self.is_free[goal])];
        let is_one = self.goals.iter().all(|goal| *goal == self.ends[1]);
        self.cost.is_none()
            && match why {
                Why::StartBlocked => !from,
                Why::GoalBlocked => from && !is_any,
                Why::Enclosed { .. } => from && is_any,
                why if is_one => self.is_right(why),
                Why::StartEnclosed { .. } | Why::Apart => from && is_any && self.is_right(why),
                _ => false,
            }
    }

    /// The same under a rule.
    fn under(self, rule: impl Fn(NodeId, NodeId) -> Option<u32>) -> Expected {
        let Expected { mut arcs, is_free, ends, goals, .. } = self;
        let node = |at: usize| NodeId::new(at as u32);
        arcs.retain(|arc| rule(node(arc.0), node(arc.1)).is_some());
        Expected::of(arcs, is_free, ends, goals)
    }

    /// From the start; nothing is reached from where nobody can stand.
    fn distances(&self) -> Vec<Option<Cost>> {
        match self.is_free[self.ends[0]] {
            true => dijkstra(self.is_free.len(), &self.arcs, &[self.ends[0]]),
            false => vec![None; self.is_free.len()],
        }
    }

    fn of(arcs: Vec<RefArc>, is_free: Vec<bool>, ends: [usize; 2], goals: Vec<usize>) -> Expected {
        let distances = dijkstra(is_free.len(), &arcs, &[ends[0]]);
        let reached = goals.iter().filter(|&&goal| is_free[ends[0]] && is_free[goal]);
        let cost = reached.filter_map(|&goal| distances[goal]).min();
        Expected { cost, arcs, is_free, ends, goals }
    }

    fn is_right(&self, why: Why) -> bool {
        let [from, to] = self.ends;
        let count = |arcs: &[RefArc], source| {
            dijkstra(self.is_free.len(), arcs, &[source]).into_iter().flatten().count() as u64
        };
        self.cost.is_none()
            && match why {
                Why::StartBlocked => !self.is_free[from],
                Why::GoalBlocked => self.is_free[from] && !self.is_free[to],
                Why::StartEnclosed { cells } => cells == count(&self.arcs, from),
                Why::GoalEnclosed { cells } => {
                    let back: Vec<RefArc> =
                        self.arcs.iter().map(|&(a, b, cost)| (b, a, cost)).collect();
                    cells == count(&back, to)
                }
                Why::Apart => count(&self.arcs, from) > 1,
                // That says too little.
                Why::Enclosed { .. } | Why::TooCostly => false,
            }
    }
}

/// Every way of asking a navigator.
pub(super) fn check_navigator(nav: &Navigator, model: &Model, question: &Question, what: &str) {
    let (ask, expected) = (model.ask(question), expected(model, question));
    let without = expected_without(model, question, None);
    assert_eq!(nav.cost(&ask), Ok(expected.cost), "{what}");
    let found = nav.find(&ask);
    match &found {
        Ok(path) => expected.check_path(path, what),
        Err(error) => {
            expected.check_why(error.why().expect("a good question"), without.as_ref(), what);
        }
    }
    assert_eq!(nav.find_shared(&ask).map(|path| Path::clone(&path)), found, "{what}");
    assert_eq!(nav.snapshot().path(&ask, &mut Scratch::new()), found, "{what}");
    let outcome = nav.route(&ask, &mut Budget::unlimited()).expect("a good question");
    assert_eq!(outcome.cost(), expected.cost, "{what}");
    assert_eq!(nav.many(&[ask, ask]), [Ok(outcome.clone()), Ok(outcome)], "{what}");
    check_limited(nav, &ask, &expected, what);
    check_reach(nav, &ask, &expected, what);
    // They take long.
    if (question.from.y + question.to.x).is_multiple_of(4) {
        check_nearest(nav, model, question, None, what);
        check_ways(nav, &ask, &expected, what);
        check_snap(nav, model, question, &expected, what);
        check_keys(nav, &ask, &expected, what);
    }
    (0..model.blockers.len()).for_each(|set| check_several(nav, model, question, set, what));
    check_suppositions(nav, model, question, what);
    if model.movers[question.mover].2 > 1 && question.around.is_some() {
        assert_eq!(nav.path_by_field(&ask, &[]), Err(NavigatorError::NoFieldAround), "{what}");
        return;
    }
    match nav.path_by_field(&ask, &[]) {
        Ok(path) => expected.check_path(&path, what),
        // What was asked in between may have brought a belief up to date, which then says more.
        Err(error) => {
            expected.check_why(error.why().expect("a good question"), without.as_ref(), what);
        }
    }
    for set in 0..model.blockers.len() {
        let (ask, expected) =
            (ask.or_to(model.blockers[set].0), expected_to(model, question, Some(set)));
        match nav.path_by_field(&ask, &[]) {
            Ok(path) => expected.check_path(&path, what),
            Err(error) => {
                expected.check_why_none(error.why().expect("a good question"), None, what);
            }
        }
    }
    let start = nav.grid().node(question.from).expect("a cell");
    let distance = nav.field(&ask, &[]).expect("a good question").distance(start);
    assert_eq!(distance, expected.cost, "{what}");
    // Two goals: the field is that of the nearer one.
    let other = Question { to: question.from, ..question.clone() };
    let distance = nav.field(&ask, &[other.to]).expect("a good question").distance(start);
    assert_eq!(distance, self::expected(model, &other).cost.or(expected.cost), "{what}");
    if model.movers[question.mover].2 == 1 && question.mover == 0 && question.overlays.is_empty() {
        let (grid, mover) = (model.grid.clone(), model.movers[0].1.clone());
        let is_plain = question.faction.is_none() && question.supposing.is_none();
        if is_plain && question.around.is_none() {
            let fresh = Navigator::with_mover(grid, mover);
            let fresh = fresh.cost(&Ask::new(question.from, question.to));
            assert_eq!(fresh, Ok(expected.cost), "{what}");
        }
    }
}

/// Every way of asking for the nearest of several goals.
fn check_several(nav: &Navigator, model: &Model, question: &Question, set: usize, what: &str) {
    let (ask, expected) =
        (model.ask(question).or_to(model.blockers[set].0), expected_to(model, question, Some(set)));
    let without = expected_without(model, question, Some(set));
    assert_eq!(nav.cost(&ask), Ok(expected.cost), "{what}");
    let found = nav.find(&ask);
    match &found {
        Ok(path) => expected.check_path(path, what),
        Err(error) => {
            let why = error.why().expect("a good question");
            expected.check_why_none(why, without.as_ref(), what);
        }
    }
    let scratch = &mut Scratch::new();
    assert_eq!(nav.find_shared(&ask).map(|path| Path::clone(&path)), found, "{what}");
    assert_eq!(nav.snapshot().path(&ask, scratch), found, "{what}");
    assert_eq!(nav.snapshot().cost(&ask, scratch), Ok(expected.cost), "{what}");
    let outcome = nav.route(&ask, &mut Budget::unlimited()).expect("a good question");
    assert_eq!(outcome.path(), found.as_ref().ok(), "{what}");
    assert_eq!(nav.many(&[ask, ask]), [Ok(outcome.clone()), Ok(outcome)], "{what}");
    check_limited(nav, &ask, &expected, what);
    check_limited(nav, &ask.or_nearest(), &expected, what);
    let refused = nav.explain(&ask, &mut Budget::unlimited());
    assert_eq!(refused, Err(NavigatorError::SeveralGoals), "{what}");
    check_nearest(nav, model, question, Some(set), what);
}

/// The nearest place to any of the goals, by geometry, if none can be reached.
fn check_nearest(
    nav: &Navigator,
    model: &Model,
    question: &Question,
    set: Option<usize>,
    what: &str,
) {
    let (ask, expected) = (model.ask(question), expected_to(model, question, set));
    let ask = set.map_or(ask, |set| ask.or_to(model.blockers[set].0));
    let answer = nav.route_or_nearest(&ask, &mut Budget::unlimited()).expect("a good question");
    assert_eq!(answer.cost(), expected.cost, "{what}");
    let mover = &model.movers[question.mover].1;
    let view = model.grid.seen_by(mover);
    let node = |at: usize| NodeId::new(at as u32);
    let guess = |at: usize| {
        let each = expected.goals.iter().map(|&goal| view.estimate(node(at), node(goal)));
        each.min().expect("at least one goal")
    };
    let distances = expected.distances();
    let reached = (0..distances.len()).filter_map(|at| Some((guess(at), distances[at]?, at)));
    match (answer.path(), reached.min()) {
        (Some(path), _) => expected.check_path(path, what),
        (None, Some((_, cost, at))) => {
            let path = answer.nearest().expect("at least the start");
            assert_eq!((path.cost(), path.goal().index()), (cost, at), "{what}");
        }
        (None, None) => assert!(answer.nearest().is_none(), "{what}"),
    }
}

/// An answer within a budget is final and right, or says no more than is so.
fn check_limited(nav: &Navigator, ask: &Ask, expected: &Expected, what: &str) {
    let most = (7 * ask.from().x + 3 * ask.to().y) % 23;
    let budget = &mut Budget::unlimited().expansions(most.into());
    match nav.route(ask, budget).expect("a good question") {
        Outcome::OutOfBudget(out) => {
            assert!(expected.cost.is_none_or(|cost| out.lower_bound <= cost), "{what}");
            // Labels look at many nodes for one expansion.
            assert!(budget.take().is_some(), "{what}: {out:?} of {most}");
        }
        answer => assert_eq!(answer.cost(), expected.cost, "{what}"),
    }
}

/// Everything within a cost is in reach, and nothing else.
fn check_reach(nav: &Navigator, ask: &Ask, expected: &Expected, what: &str) {
    let within = Cost::from(ask.to().x + 2 * ask.from().y) * 9_000;
    let budget = || Budget::unlimited();
    let reach = nav.reach(ask, within, &mut budget()).expect("a good question");
    let by_snapshot = nav.snapshot().reach(ask, within, &mut Scratch::new(), &mut budget());
    assert_eq!(by_snapshot.as_ref(), Ok(&reach), "{what}");
    let costs = reach.nodes().iter().map(|reached| (reached.node.index(), reached.cost));
    let near = expected.distances().into_iter().enumerate();
    let near = near.filter_map(|(at, cost)| Some((at, cost?))).filter(|&(_, cost)| cost <= within);
    assert_eq!(costs.collect::<Vec<_>>(), near.collect::<Vec<_>>(), "{what}");
    if let Some(last) = reach.nodes().last() {
        let path = reach.path_to(last.node).expect("it is within reach");
        assert_eq!(expected.walk(&path), Ok(last.cost), "{what}");
        let few = reach.nodes().len() as u64 - 1;
        let refused = nav.reach(ask, within, &mut budget().expansions(few));
        assert!(matches!(refused, Err(NavigatorError::Spent(_))), "{what}: {refused:?}");
    }
}

/// Several paths lead where one does, and are paths.
fn check_ways(nav: &Navigator, ask: &Ask, expected: &Expected, what: &str) {
    let (wish, budget) = (Dissimilar::default(), || Budget::unlimited());
    let (ways, scratch) = (nav.dissimilar(ask, &wish, &mut budget()), &mut Scratch::new());
    assert_eq!(nav.snapshot().dissimilar(ask, &wish, scratch, &mut budget()), ways, "{what}");
    let alternatives = nav.alternatives(ask, 2, &mut budget());
    for ways in [ways, alternatives].map(|ways| ways.expect("a good question")) {
        assert_eq!(ways.first().map(Path::cost), expected.cost, "{what}");
        for way in &ways {
            assert_eq!([way.start(), way.goal()].map(NodeId::index), expected.ends, "{what}");
            assert_eq!(expected.walk(way), Ok(way.cost()), "{what}");
        }
    }
    if expected.cost.is_some() {
        let cut = nav.dissimilar(ask, &wish, &mut budget().expansions(0));
        assert!(matches!(cut, Err(NavigatorError::Spent(_))), "{what}");
    }
}

/// The nearest place is that of trying all.
fn check_snap(
    nav: &Navigator,
    model: &Model,
    question: &Question,
    expected: &Expected,
    what: &str,
) {
    let (ask, mover) = (model.ask(question), &model.movers[question.mover].1);
    let (view, goal) = (model.grid.seen_by(mover), expected.ends[1]);
    let node = |at: usize| NodeId::new(at as u32);
    let nearest = |is_wanted: &dyn Fn(usize) -> bool| {
        let nodes = (0..expected.is_free.len()).filter(|&at| is_wanted(at));
        let nearest = nodes.min_by_key(|&at| (view.estimate(node(at), node(goal)), at));
        nearest.map(|at| model.grid.cell(node(at)))
    };
    // Nobody's own place is excepted where nobody has to get there.
    let from_afar = Question { from: Cell::new(u32::MAX / 2, 0), ..question.clone() };
    let is_open =
        |at: usize| expected.is_free[at] && !model.is_barred(&from_afar, model.grid.cell(node(at)));
    let near = Near::new(question.to);
    let found = nav.snap_for(&ask, near, &mut Budget::unlimited()).ok();
    assert_eq!(found, nearest(&is_open), "{what}");
    assert_eq!(nav.snapshot().snap_for(&ask, near, &mut Budget::unlimited()).ok(), found, "{what}");
    let distances = expected.distances();
    let found = nav.snap_for(&ask, near.reached_from(question.from), &mut Budget::unlimited()).ok();
    assert_eq!(found, nearest(&|at| distances[at].is_some()), "{what}");
}

/// Two keys, and doors on cells, between cells and in the way of a step, by going round until nothing
/// becomes cheaper.
fn check_keys(nav: &Navigator, ask: &Ask, expected: &Expected, what: &str) {
    let (count, [start, goal]) = (expected.is_free.len(), expected.ends);
    let at = |number: usize| (7 * start + 3 * goal + 5 * number) % count;
    let node = |at: usize| NodeId::new(at as u32);
    let arc = |part: usize| expected.arcs.get(expected.arcs.len() / part).map(|arc| [arc.0, arc.1]);
    let (keys, doors) = ([(at(1), 0), (at(2), 1)], [(at(3), 0), (at(4), 1)]);
    let (between, step) = (arc(2).unwrap_or([0, 0]), arc(3).unwrap_or([0, 0]));
    let mut locks = Locks::new();
    keys.iter().for_each(|&(at, kind)| _ = locks.key(node(at), kind).expect("a kind"));
    doors.iter().for_each(|&(at, kind)| _ = locks.door(node(at), kind).expect("a kind"));
    locks.door_between(node(between[0]), node(between[1]), 1).expect("a kind");
    locks.door_step(node(step[0]), node(step[1]), 0).expect("a kind");
    let in_hand = start % 4;
    let of = |all: &[(usize, u8)], at: usize| -> usize {
        all.iter().filter(|it| it.0 == at).fold(0, |kinds, it| kinds | 1 << it.1)
    };
    let passed = |from: usize, to: usize| -> usize {
        let is_between = [from, to] == between || [to, from] == between;
        of(&doors, to) | usize::from(is_between) << 1 | usize::from([from, to] == step)
    };
    let mut least = vec![None::<Cost>; 4 * count];
    if expected.is_free[start] && of(&doors, start) & !in_hand == 0 {
        least[4 * start + (in_hand | of(&keys, start))] = Some(0);
    }
    let mut is_better = true;
    while is_better {
        is_better = false;
        for (&(from, to, cost), held) in
            expected.arcs.iter().flat_map(|it| [(it, 0), (it, 1), (it, 2), (it, 3)])
        {
            let Some(paid) = least[4 * from + held] else { continue };
            let next = &mut least[4 * to + (held | of(&keys, to))];
            if passed(from, to) & !held == 0 && next.is_none_or(|known| paid + cost < known) {
                (*next, is_better) = (Some(paid + cost), true);
            }
        }
    }
    let cost = least[4 * goal..4 * goal + 4].iter().flatten().min().copied();
    let (budget, scratch) = (&mut Budget::unlimited(), &mut Scratch::new());
    let found = nav.route_with_keys(ask, &locks, in_hand as u16, budget).expect("a good question");
    assert_eq!(found.cost(), cost.filter(|_| expected.is_free[goal]), "{what}");
    if let Some(path) = found.path() {
        assert_eq!(expected.walk(path), Ok(path.cost()), "{what}");
        let mut held = in_hand | of(&keys, start);
        for pair in path.nodes().windows(2) {
            let [from, to] = [pair[0].index(), pair[1].index()];
            assert_eq!(passed(from, to) & !held, 0, "{what}: through a door");
            held |= of(&keys, to);
        }
    }
    let again = nav.snapshot().route_with_keys(ask, &locks, in_hand as u16, scratch, budget);
    assert_eq!(again.expect("a good question").path(), found.path(), "{what}");
}

/// What is explained, what a rule and a batch would do, and what is explained under the rule.
fn check_suppositions(nav: &Navigator, model: &Model, question: &Question, what: &str) {
    let Question { from, to, .. } = *question;
    // These bring beliefs up to date, which often has to be put off, and take long.
    if (from.x + to.y) % 4 > 0 {
        return;
    }
    let (ask, expected) = (model.ask(question), expected(model, question));
    nav.prepare(&ask).expect("a good question");
    let explained = nav.explain(&ask, &mut Budget::unlimited()).expect("a good question");
    assert_eq!(explained.is_none(), expected.cost.is_some(), "{what}");
    if let Some(it) = explained {
        expected.check_why(it.why, None, what);
    }
    let rule =
        |from: NodeId, to: NodeId| (!(7 * from.get() + to.get()).is_multiple_of(5)).then_some(0);
    let ruled = expected.under(rule);
    let explained = nav
        .explain_with(&ask, &ExplainTerms::new().under(&rule), &mut Budget::unlimited())
        .expect("a good question");
    assert_eq!(explained.is_none(), ruled.cost.is_some(), "{what}");
    if let Some(it) = explained {
        ruled.check_why(it.why, None, what);
    }
    let mut batch = Edit::new();
    batch.set((to.x, from.y), b'@').set((from.x, to.y), b'.');
    // A faction asks about the map in which it believes, with the edits.
    let mut after = model.clone();
    after.grid = model.ground(question);
    after.grid.apply(&batch).expect("on the map");
    let then = Question { faction: None, supposing: None, ..question.clone() };
    let sets = (0..model.blockers.len()).map(Some);
    for set in [None].into_iter().chain(sets) {
        let ask = set.map_or(ask, |set| ask.or_to(model.blockers[set].0));
        let ruled = expected_to(model, question, set).under(rule);
        let found = nav.route_by(&ask, rule, &mut Budget::unlimited()).expect("a good question");
        assert_eq!(found.cost(), ruled.cost, "{what}");
        let found = nav.route_if(&batch, &ask, &mut Budget::unlimited());
        let expected = expected_to(&after, &then, set);
        assert_eq!(found.expect("a good question").cost(), expected.cost, "{what}");
        // Units move on.
        let without = |question: &Question| Question { around: None, ..question.clone() };
        let now = expected_to(model, &without(question), set).cost;
        let then = expected_to(&after, &without(&then), set).cost;
        let parted: &[usize] = if now.is_some() && then.is_none() { &[1] } else { &[] };
        // Another question, whose path leads nowhere.
        let stays = Ask::new(from, from).mover(model.movers[question.mover].0);
        let asks = [stays, ask];
        let found = nav.would_part(&batch, &asks).expect("a good question");
        let found: Vec<usize> = found.into_iter().filter(|&at| at > 0).collect();
        assert_eq!(found, parted, "{what}");
    }
}

pub(super) fn check_snapshot(snapshot: &Snapshot, model: &Model, question: &Question, what: &str) {
    let (ask, expected) = (model.ask(question), expected(model, question));
    let without = expected_without(model, question, None);
    let mut scratch = Scratch::new();
    assert_eq!(snapshot.revision(), model.grid.revision(), "{what}");
    assert_eq!(snapshot.cost(&ask, &mut scratch), Ok(expected.cost), "{what}");
    match snapshot.path(&ask, &mut scratch) {
        Ok(path) => expected.check_path(&path, what),
        Err(error) => {
            expected.check_why(error.why().expect("a good question"), without.as_ref(), what);
        }
    }
    let outcome = snapshot.route(&ask, &mut scratch, &mut Budget::unlimited());
    assert_eq!(outcome.expect("a good question").cost(), expected.cost, "{what}");
}
