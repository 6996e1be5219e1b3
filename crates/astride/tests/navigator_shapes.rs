//! The navigator on other shapes than squares: while movers come, maps are edited, extra cost is
//! painted and requests are worked on in every frame, each answer is that of a slow search in the
//! state of the world it names, and every request is served.

use astride::base::{Budget, Cost, NodeId};
use astride::path::Path;
use astride::planner::{
    Ask, Delivery, MoverId, Navigator, NavigatorError, OverlayId, Request, RequestOptions,
    Snapshot, Stamp, Standing, Ticket,
};
use astride::search::{Outcome, Scratch};
use astride::shapes::graph::{Graph, GraphBuilder, GraphEdit, GraphPlace};
use astride::shapes::hex::{Hex, HexDir, HexEdit, HexLayout, HexMap, HexMover};
use astride::shapes::square::{Grid, Mover};
use astride::shapes::triangle::{TriangleEdit, TriangleMap, TriangleMover, TriangleSide};
use astride::shapes::voxel::{VoxelEdit, VoxelMap, VoxelMover, VoxelNeighbours};
use astride::shapes::{Editable, Shape};
use astride::world::{Extent, Overlay, Tiles, Way, World};
use astride_testkit::reference::bellman_ford;
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

fn cases(quick: u64, slow: u64) -> u64 {
    if is_slow_run() { slow } else { quick }
}

/// A shape with random maps, movers and edits.
trait Lively: Editable<EditError: std::fmt::Debug> {
    fn any(rng: &mut Rng) -> Self;
    fn movers() -> Vec<Self::Mover>;
    fn places(&self) -> Vec<Self::Place>;
    fn change(&self, rng: &mut Rng) -> Self::Edit;
}

impl Lively for HexMap {
    fn any(rng: &mut Rng) -> HexMap {
        let layout = rng.pick(&[HexLayout::Pointy, HexLayout::Flat]);
        let (width, height) = (2 + rng.below(5) as u32, 2 + rng.below(5) as u32);
        let mut map = HexMap::rectangle(layout, width, height, b'.').expect("a map");
        for _ in 0..rng.below(12) {
            let edit = map.change(rng);
            map.apply(&edit).expect("a possible edit");
        }
        map
    }

    fn movers() -> Vec<HexMover> {
        let swimmer = HexMover::walker().terrain(b'#', 4).expect("a factor");
        let slow = HexMover::walker().terrain(b'3', 9).expect("a factor").step(7);
        vec![HexMover::walker(), swimmer, slow.expect("ticks")]
    }

    fn places(&self) -> Vec<Hex> {
        self.tiles().collect()
    }

    fn change(&self, rng: &mut Rng) -> HexEdit {
        let (hex, dir) = (rng.pick(&Lively::places(self)), rng.pick(&HexDir::ALL));
        let mut edit = HexEdit::new();
        // Some maps keep to steps that all cost the same: fields run over those row by row.
        let is_even = self.extent().height.is_multiple_of(2);
        match rng.below(4) {
            _ if is_even => edit.set(hex, rng.pick(b"...#")),
            0 if self.node(hex.beside(dir)).is_some() => edit.wall(hex, dir),
            1 if self.node(hex.beside(dir)).is_some() => edit.forbid_step(hex, dir),
            2 if self.node(hex.beside(dir)).is_some() => edit.remove_wall(hex, dir),
            _ => edit.set(hex, rng.pick(b"..#3")),
        };
        edit
    }
}

impl Lively for TriangleMap {
    fn any(rng: &mut Rng) -> TriangleMap {
        let (width, height) = (2 + rng.below(6) as u32, 1 + rng.below(4) as u32);
        TriangleMap::of_classes(width, height, |_| rng.pick(b"...#3")).expect("a map")
    }

    fn movers() -> Vec<TriangleMover> {
        vec![TriangleMover::walker(), TriangleMover::walker().terrain(b'#', 2).expect("a factor")]
    }

    fn places(&self) -> Vec<astride::base::Cell> {
        let columns = |y| (0..self.width()).map(move |x| (x, y).into());
        (0..self.height()).flat_map(columns).collect()
    }

    fn change(&self, rng: &mut Rng) -> TriangleEdit {
        let cell = rng.pick(&Lively::places(self));
        let mut edit = TriangleEdit::new();
        match cell.x + 1 < self.width() && rng.percent(50) {
            true => edit.wall(cell, TriangleSide::Right),
            false => edit.set(cell, rng.pick(b"..#3")),
        };
        edit
    }
}

impl Lively for VoxelMap {
    fn any(rng: &mut Rng) -> VoxelMap {
        let side = |rng: &mut Rng| 1 + rng.below(4) as u32;
        let mut map = VoxelMap::new(side(rng), side(rng), side(rng)).expect("a map");
        for _ in 0..rng.below(12) {
            let edit = map.change(rng);
            map.apply(&edit).expect("a possible edit");
        }
        map
    }

    fn movers() -> Vec<VoxelMover> {
        vec![VoxelMover::flyer(), VoxelMover::flyer().neighbours(VoxelNeighbours::Six)]
    }

    fn places(&self) -> Vec<astride::shapes::voxel::Voxel> {
        (0..self.voxel_count()).map(|at| self.voxel(NodeId::new(at))).collect()
    }

    fn change(&self, rng: &mut Rng) -> VoxelEdit {
        let voxel = rng.pick(&Lively::places(self));
        let mut edit = VoxelEdit::new();
        match rng.percent(60) {
            true => edit.block(voxel),
            false => edit.free(voxel),
        };
        edit
    }
}

impl Lively for Graph {
    fn any(rng: &mut Rng) -> Graph {
        let nodes = 2 + rng.below(12) as u32;
        let mut graph = GraphBuilder::with_nodes(nodes);
        graph.count_from(rng.below(2) as u32);
        let mut graph = graph.finish().expect("a graph");
        for _ in 0..3 * nodes {
            let edit = graph.change(rng);
            graph.apply(&edit).expect("a possible edit");
        }
        graph
    }

    fn movers() -> Vec<()> {
        vec![()]
    }

    fn places(&self) -> Vec<GraphPlace> {
        (0..self.node_count()).map(|at| self.place(NodeId::new(at))).collect()
    }

    fn change(&self, rng: &mut Rng) -> GraphEdit {
        let nodes = self.node_count() as usize;
        let (from, to) = (rng.below(nodes) as u32, rng.below(nodes) as u32);
        let mut edit = GraphEdit::new();
        match self.arc_cost(NodeId::new(from), NodeId::new(to)) {
            Some(_) if rng.percent(50) => edit.remove(from, to),
            Some(_) => edit.cost(from, to, rng.below(50) as u32),
            None => edit.add(from, to, rng.below(50) as u32),
        };
        edit
    }
}

/// What a question names, by place in the lists of a life.
#[derive(Clone, Debug)]
struct Question<P> {
    ends: [P; 2],
    mover: usize,
    overlays: Vec<usize>,
}

/// The world at one moment: a map of its own, and the extra ticks of each overlay by node.
#[derive(Clone)]
struct Model<S> {
    map: S,
    extras: Vec<Vec<u64>>,
}

/// All that is true of one question in one state of the world.
struct Truth {
    arcs: Vec<(usize, usize, u64)>,
    ends: [usize; 2],
    /// From the start; nothing is reached from where nobody can stand.
    distances: Vec<Option<u64>>,
    /// By geometry, from each node to the goal.
    guesses: Vec<Cost>,
}

impl<S: Lively> Model<S> {
    fn truth(&self, question: &Question<S::Place>) -> Truth {
        let movers = S::movers();
        let view = self.map.view(&movers[question.mover]);
        let nodes = view.node_count() as usize;
        let extra = |at: usize| -> u64 {
            question.overlays.iter().map(|&overlay| self.extras[overlay][at]).sum()
        };
        let mut arcs = Vec::new();
        for from in 0..nodes {
            view.for_each_arc(NodeId::new(from as u32), Way::Forward, |arc| {
                let to = arc.node.index();
                arcs.push((from, to, u64::from(arc.cost) + extra(to)));
            });
        }
        let [start, goal] = question.ends.map(|place| self.map.node_of(place).expect("a place"));
        let distances = match view.is_passable(start) {
            true => bellman_ford(nodes, &arcs, start.index()),
            false => vec![None; nodes],
        };
        let guess = |at: usize| view.estimate(NodeId::new(at as u32), goal);
        let guesses = (0..nodes).map(guess).collect();
        Truth { arcs, ends: [start.index(), goal.index()], distances, guesses }
    }
}

impl Truth {
    fn cost(&self) -> Option<Cost> {
        self.distances[self.ends[1]]
    }

    /// What a path costs, or the first step of it that is not possible.
    fn walk(&self, path: &Path) -> Result<Cost, usize> {
        let nodes: Vec<usize> = path.nodes().iter().map(|node| node.index()).collect();
        let mut cost = 0;
        for (step, pair) in nodes.windows(2).enumerate() {
            let arcs = self.arcs.iter().filter(|arc| (arc.0, arc.1) == (pair[0], pair[1]));
            cost += arcs.map(|arc| arc.2).min().ok_or(step)?;
        }
        Ok(cost)
    }

    /// Whether an answer is the right one; `None` of a path if it says that there is none.
    fn check(&self, outcome: &Outcome, wants_nearest: bool, what: &str) {
        assert_eq!(outcome.cost(), self.cost(), "{what}");
        if let Some(path) = outcome.path() {
            let ends = [path.start(), path.goal()].map(NodeId::index);
            assert_eq!((ends, self.walk(path)), (self.ends, Ok(path.cost())), "{what}");
        } else if wants_nearest && self.distances[self.ends[0]].is_some() {
            let path = outcome.nearest().unwrap_or_else(|| panic!("{what}: nothing to walk"));
            assert_eq!(self.walk(path), Ok(path.cost()), "{what}");
            let reached = self.distances.iter().zip(&self.guesses);
            let least = reached.filter(|(distance, _)| distance.is_some()).map(|(_, guess)| guess);
            assert_eq!(self.guesses[path.goal().index()], *least.min().expect("itself"), "{what}");
        }
    }
}

/// A request that is to be served.
struct Open<S: Shape> {
    ticket: Ticket,
    ask: Ask<S::Place>,
    question: Question<S::Place>,
    wants_nearest: bool,
    /// The states of the world that it has seen, each with its place in the history.
    stamps: Vec<(Stamp, usize)>,
}

type Answered<P> = Delivery<Result<Outcome, NavigatorError<P>>, Stamp>;

/// A navigator in which something changes all the time, and a model of it that is kept by hand.
struct Life<S: Lively> {
    nav: Navigator<S>,
    movers: Vec<MoverId>,
    overlays: Vec<OverlayId>,
    history: Vec<Model<S>>,
    open: Vec<Open<S>>,
    again: u32,
    /// How often answers were of an earlier state, and how often of the last.
    late: u64,
    current: u64,
}

impl<S: Lively> Life<S> {
    fn new(rng: &mut Rng) -> Self {
        let map = S::any(rng);
        let again = rng.below(3) as u32;
        let options = RequestOptions::default()
            .lanes(1 + rng.below(4))
            .quantum(rng.pick(&[1, 8, 512]))
            .merge_from(rng.pick(&[2, 3, 100]))
            .again(again);
        let mut movers = S::movers();
        let nav = Navigator::with_mover(map.clone(), movers.remove(0));
        let mut nav = nav.requests(options).cache(rng.below(2) * 8, 1 << 16);
        let mut handles = vec![nav.first_mover()];
        handles.extend(movers.into_iter().map(|mover| nav.add_mover(mover)));
        let history = vec![Model { map, extras: Vec::new() }];
        let (overlays, open) = (Vec::new(), Vec::new());
        Life { nav, movers: handles, overlays, history, open, again, late: 0, current: 0 }
    }

    fn now(&self) -> &Model<S> {
        self.history.last().expect("it begins with one")
    }

    /// Something changes, in the navigator and in a copy of the model.
    fn change(&mut self, rng: &mut Rng) {
        let mut model = self.now().clone();
        match rng.below(3) {
            0 if self.overlays.len() < 3 => {
                self.overlays.push(self.nav.add_overlay().expect("there is room"));
                model.extras.push(vec![0; model.map.extent().tile_count()]);
            }
            1 if !self.overlays.is_empty() => {
                let overlay = rng.below(self.overlays.len());
                let place = rng.pick(&Lively::places(&model.map));
                let node = model.map.node_of(place).expect("a place");
                let ticks = rng.below(40_000) as u32;
                let lent = self.nav.overlay_mut(self.overlays[overlay]).expect("an overlay");
                lent.set_at(node, ticks);
                model.extras[overlay][node.index()] = ticks.into();
            }
            _ => {
                let batch = model.map.change(rng);
                let revision = model.map.apply_batch(&batch).expect("a possible edit");
                assert_eq!(self.nav.apply(&batch).expect("the same edit"), revision);
            }
        }
        self.history.push(model);
    }

    fn question(&self, rng: &mut Rng) -> (Ask<S::Place>, Question<S::Place>) {
        let places = Lively::places(&self.now().map);
        // Few goals, so that some are asked for together.
        let (from, to) = (rng.pick(&places), places[rng.below(places.len().min(3))]);
        let mover = rng.below(self.movers.len());
        let overlays: Vec<usize> = (0..self.overlays.len()).filter(|_| rng.percent(40)).collect();
        let mut ask = Ask::new(from, to);
        if mover > 0 || rng.percent(50) {
            ask = ask.mover(self.movers[mover]);
        }
        for &overlay in &overlays {
            ask = ask.overlay(self.overlays[overlay]);
        }
        (ask, Question { ends: [from, to], mover, overlays })
    }

    /// Asks at once, in all the ways there are.
    fn ask(&self, rng: &mut Rng, what: &str) {
        let (ask, question) = self.question(rng);
        let (truth, what) = (self.now().truth(&question), format!("{what}: {question:?}"));
        let budget = &mut Budget::unlimited();
        truth.check(&self.nav.route(&ask, budget).expect("a question"), false, &what);
        let nearest = self.nav.route_or_nearest(&ask, budget).expect("a question");
        truth.check(&nearest, true, &what);
        assert_eq!(self.nav.cost(&ask), Ok(truth.cost()), "{what}");
        for _ in 0..2 {
            // The second time maybe from the cache.
            match self.nav.find(&ask) {
                Ok(path) => assert_eq!(
                    (Some(path.cost()), truth.walk(&path)),
                    (truth.cost(), Ok(path.cost()))
                ),
                Err(NavigatorError::NoPath { .. }) => assert_eq!(truth.cost(), None, "{what}"),
                Err(_) => panic!("{what}: refused"),
            }
        }
    }

    fn request(&mut self, rng: &mut Rng) {
        let (mut ask, question) = self.question(rng);
        let wants_nearest = rng.percent(30);
        if wants_nearest {
            ask = ask.or_nearest();
        }
        let request = Request::new(ask, rng.below(256) as u8);
        let request = if rng.percent(20) { request.partial() } else { request };
        let ticket = self.nav.submit(request).expect("there is room");
        // A field that was begun in the state of the frame before may be joined.
        let stamps = vec![(self.nav.stamp(&ask).expect("a question"), self.history.len() - 1)];
        self.open.push(Open { ticket, ask, question, wants_nearest, stamps });
    }

    /// One frame: something changes, the queue works, and what it delivers is judged.
    fn frame(&mut self, budget: u64, rng: &mut Rng, what: &str) {
        self.change(rng);
        let state = self.history.len() - 1;
        for open in &mut self.open {
            open.stamps.push((self.nav.stamp(&open.ask).expect("a question"), state));
        }
        let report = self.nav.work(&mut Budget::unlimited().expansions(budget));
        assert!(report.expansions <= budget, "{what}: {report:?} of {budget}");
        assert_eq!(self.nav.take_first_steps().count(), 0, "{what}: nothing coarse is kept");
        let done: Vec<_> = self.nav.take_done().collect();
        for delivery in done {
            let is_it = |open: &Open<S>| open.ticket == delivery.ticket;
            let at = self.open.iter().position(is_it).expect("it was asked, and is served once");
            let open = self.open.swap_remove(at);
            self.judge(&open, &delivery, &format!("{what}: {:?}", open.question));
        }
    }

    fn judge(&mut self, open: &Open<S>, delivery: &Answered<S::Place>, what: &str) {
        let of_state = open.stamps.iter().rev().find(|(stamp, _)| *stamp == delivery.stamp);
        let (_, state) = *of_state.unwrap_or_else(|| panic!("{what}: of no state since"));
        let then = self.history[state].truth(&open.question);
        let now = self.now().truth(&open.question);
        let outcome = match &delivery.answer {
            Ok(outcome) => outcome,
            Err(_) => panic!("{what}: refused"),
        };
        then.check(outcome, open.wants_nearest, what);
        let is_now = open.stamps.last().is_some_and(|(stamp, _)| *stamp == delivery.stamp);
        *(if is_now { &mut self.current } else { &mut self.late }) += 1;
        match (delivery.standing, outcome.path()) {
            (Standing::Current, _) => assert!(is_now, "{what}"),
            (Standing::Walkable, Some(path)) => {
                assert_eq!(now.walk(path), Ok(path.cost()), "{what}")
            }
            (Standing::OtherCost { cost }, Some(path)) => {
                assert!(cost != path.cost() && now.walk(path) == Ok(cost), "{what}");
            }
            (Standing::Blocked { step }, Some(path)) => {
                let is_alone = path.step_count() == 0 && step == 0;
                assert!(is_alone || now.walk(path) == Err(step), "{what}");
            }
            (standing, path) => assert!(!is_now && path.is_none(), "{what}: {standing:?}"),
        }
    }

    /// All that is asked is served, though something changes in every frame.
    fn serve(&mut self, rng: &mut Rng, what: &str) {
        let nodes = self.now().map.extent().tile_count() as u64;
        // A question takes as many expansions as there are nodes at most, and a few that count what
        // is found without any, each time that it is worked out.
        let most = self.open.len() as u64 * u64::from(1 + self.again) * (2 * nodes + 8) / 4 + 8;
        for _ in 0..most {
            if self.open.is_empty() {
                return;
            }
            self.frame(4, rng, what);
        }
        panic!("{what}: {} requests are not served in {most} frames", self.open.len());
    }
}

/// Lives of one shape; how many answers were of an earlier state than the last, and of that.
fn live<S: Lively>(seeds: u64) {
    let (mut late, mut current) = (0, 0);
    for seed in 0..seeds {
        let (mut rng, what) = (Rng::new(seed), format!("{} of seed {seed}", S::NAME));
        let mut life = Life::<S>::new(&mut rng);
        let mut kept: Option<(Snapshot<S>, usize)> = None;
        for _ in 0..20 {
            (0..rng.below(4)).for_each(|_| life.request(&mut rng));
            life.frame(rng.pick(&[1, 2, 9, 60]), &mut rng, &what);
            life.ask(&mut rng, &what);
            let state = life.history.len() - 1;
            let (snapshot, then) = kept.get_or_insert_with(|| (life.nav.snapshot(), state));
            let (ask, question) = life.question(&mut rng);
            if question.overlays.iter().all(|&at| at < life.history[*then].extras.len()) {
                let cost = snapshot.cost(&ask, &mut Scratch::new());
                assert_eq!(cost, Ok(life.history[*then].truth(&question).cost()), "{what}");
            }
            if rng.percent(20) {
                kept = None;
            }
        }
        life.serve(&mut rng, &what);
        (late, current) = (late + life.late, current + life.current);
    }
    assert!(late > seeds / 2 && current > seeds / 2, "{late} late, {current} current");
}

/// Requests for one goal under one overlay, answered together by a field; of how many the overlay made
/// the way costlier.
fn served_together<S: Lively>(seeds: u64) -> u64 {
    let mut costlier = 0;
    for seed in 0..seeds {
        let mut rng = Rng::new(seed);
        let map = S::any(&mut rng);
        let nav = Navigator::with_mover(map.clone(), S::movers().remove(0));
        let mut nav = nav.requests(RequestOptions::default().merge_from(2));
        let danger = nav.add_overlay().expect("there is room");
        let mut extras = vec![0; map.extent().tile_count()];
        let places = Lively::places(&map);
        for &place in &places {
            let node = map.node_of(place).expect("a place");
            let ticks = rng.pick(&[0, 0, 0, 7_000, 90_000]);
            nav.overlay_mut(danger).expect("an overlay").set_at(node, ticks);
            extras[node.index()] = u64::from(ticks);
        }
        let model = Model { map, extras: vec![extras] };
        let to = rng.pick(&places);
        let mut asked = Vec::new();
        for &from in &places {
            let ask = Ask::new(from, to).overlay(danger);
            let ticket = nav.submit(Request::new(ask, 0)).expect("there is room");
            asked.push((ticket, Question { ends: [from, to], mover: 0, overlays: vec![0] }));
        }
        // Far more than it takes, so that a field which never answers is noticed.
        nav.work(&mut Budget::unlimited().expansions(1 << 16));
        let done: Vec<_> = nav.take_done().collect();
        assert_eq!(done.len(), asked.len(), "{} of seed {seed}", S::NAME);
        for delivery in done {
            let is_it = |(ticket, _): &&(Ticket, _)| *ticket == delivery.ticket;
            let (_, question) = asked.iter().find(is_it).expect("it was asked");
            let what = format!("{} of seed {seed}: {question:?}", S::NAME);
            let Ok(outcome) = &delivery.answer else { panic!("{what}: refused") };
            let truth = model.truth(question);
            truth.check(outcome, false, &what);
            let without = model.truth(&Question { overlays: Vec::new(), ..question.clone() });
            costlier += u64::from(truth.cost() > without.cost());
        }
    }
    costlier
}

#[test]
fn requests_answered_together_pay_the_extra_cost_on_every_shape() {
    let seeds = cases(6, 2_000);
    let paid = [
        served_together::<HexMap>(2 * seeds),
        served_together::<TriangleMap>(seeds),
        served_together::<VoxelMap>(seeds),
        served_together::<Graph>(seeds),
    ];
    assert!(paid.iter().all(|&paid| paid > seeds), "{paid:?}");
}

#[test]
fn hexagons_are_answered_as_by_a_slow_search_whatever_changes() {
    live::<HexMap>(cases(60, 10_000));
}

#[test]
fn triangles_are_answered_as_by_a_slow_search_whatever_changes() {
    live::<TriangleMap>(cases(30, 5_000));
}

#[test]
fn voxels_are_answered_as_by_a_slow_search_whatever_changes() {
    live::<VoxelMap>(cases(30, 5_000));
}

#[test]
fn graphs_are_answered_as_by_a_slow_search_whatever_changes() {
    live::<Graph>(cases(40, 8_000));
}

#[test]
fn what_cannot_be_asked_is_refused_by_name() {
    let map = HexMap::hexagon(HexLayout::Pointy, 3, b'.').expect("a map");
    let (mut nav, mut other) = (Navigator::new(map.clone()), Navigator::new(map));
    let ask = Ask::new((0, 0), (1, 1));
    let error = nav.path((0, 0), (7, 0)).expect_err("off the map");
    assert_eq!(error, NavigatorError::NoPlace { place: Hex::new(7, 0) });
    assert_eq!(error.to_string(), "the map has no place (7, 0), expected one that is part of it");
    let (mover, overlay) = (other.add_mover(HexMover::walker()), other.add_overlay());
    assert_eq!(nav.find(&ask.mover(mover)), Err(NavigatorError::UnknownMover));
    let overlay = overlay.expect("there is room");
    assert_eq!(nav.request(&ask.overlay(overlay), 0), Err(NavigatorError::UnknownOverlay));
    assert!(nav.overlay_mut(overlay).is_err());
    let faction = Navigator::new(Grid::new(3, 3, b'.').expect("a grid")).add_faction(b'.');
    assert_eq!(nav.cost(&ask.faction(faction)), Err(NavigatorError::UnknownFaction));
    let mine = nav.add_overlay().expect("there is room");
    *nav.overlay_mut(mine).expect("an overlay") = Overlay::new(&Extent { width: 2, height: 2 });
    let error = nav.cost(&ask.overlay(mine)).expect_err("another size");
    assert_eq!(error, NavigatorError::OverlaySize { width: 2, height: 2 });
    assert_eq!(nav.cost(&ask), Ok(Some(2 * 13_860)));
}

#[test]
fn an_edit_that_cannot_be_changes_nothing_and_an_empty_one_neither() {
    let mut nav = Navigator::new(HexMap::hexagon(HexLayout::Flat, 3, b'.').expect("a map"));
    let refused = nav.edit(|batch| _ = batch.set((0, 0), b'#').set((9, 9), b'#'));
    assert!(refused.is_err());
    assert_eq!(nav.edit(|_| ()), Ok(0));
    assert_eq!((nav.revision(), nav.map().class((0, 0))), (0, Some(b'.')));
    assert_eq!(nav.edit(|batch| _ = batch.set((0, 0), b'#')), Ok(1));
    let error = nav.path((0, 0), (1, 1)).expect_err("nobody stands there");
    assert_eq!(error.to_string(), "no path from (0, 0) to (1, 1): the start cannot be stood on");
}

#[test]
fn the_map_is_copied_only_for_a_snapshot_that_is_held() {
    let mut nav = Navigator::new(HexMap::hexagon(HexLayout::Flat, 4, b'.').expect("a map"));
    let address = |nav: &Navigator<HexMap>| std::ptr::from_ref(nav.map()).addr();
    let set = |nav: &mut Navigator<HexMap>, q: i32| {
        nav.edit(|batch| _ = batch.set((q, 0), b'#')).expect("on the map");
    };
    let first = address(&nav);
    set(&mut nav, 1);
    assert_eq!(address(&nav), first, "nobody else reads it");
    let snapshot = nav.snapshot();
    set(&mut nav, 2);
    assert_ne!(address(&nav), first, "the snapshot keeps the old one");
    assert_eq!((snapshot.revision(), nav.revision()), (1, 2));
    assert_eq!(snapshot.map().class((2, 0)), Some(b'.'));
}

#[test]
fn a_navigator_on_squares_is_named_as_before() {
    fn first_cost(nav: &Navigator, ask: &Ask) -> Result<Option<Cost>, NavigatorError> {
        nav.cost(ask)
    }
    let nav = Navigator::with_mover(Grid::new(5, 4, b'.').expect("a grid"), Mover::walker());
    assert_eq!(first_cost(&nav, &Ask::new((0, 0), (4, 0))), Ok(Some(4 * 13_860)));
    assert_eq!(std::ptr::from_ref(nav.map()), std::ptr::from_ref(nav.grid()));
}
