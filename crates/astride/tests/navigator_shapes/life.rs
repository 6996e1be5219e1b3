//! A navigator in which something changes all the time, and whose answers are judged.

use std::cell::Cell;
use std::fmt::Debug;
use std::sync::Arc;

use astride::base::{Budget, Cost, NodeId};
use astride::path::Path;
use astride::planner::{
    Ask, Delivery, FactionId, MoverId, Navigator, NavigatorError, OverlayId, PlacesId, Request,
    RequestOptions, Stamp, Standing, SuppositionId, Ticket,
};
use astride::search::{Dissimilar, Method, Outcome, Scratch};
use astride::shapes::{Near, Shape};
use astride_testkit::adapter::arcs_of;
use astride_testkit::rng::Rng;

use super::lively::Lively;
use super::model::{Lore, Model, Question, Truth};

/// A request that is to be served.
struct Open<S: Shape> {
    ticket: Ticket,
    ask: Ask<S::Place>,
    question: Question<S::Place>,
    wants_nearest: bool,
    or_to: Option<usize>,
    /// The states of the world that it has seen, each with its place in the history.
    stamps: Vec<(Stamp, usize)>,
}

type Answered<P> = Delivery<Ask<P>, Result<Outcome, NavigatorError<P>>, Stamp>;

/// A navigator in which something changes all the time, and a model of it that is kept by hand.
pub(super) struct Life<S: Lively> {
    pub(super) nav: Navigator<S>,
    movers: Vec<MoverId>,
    overlays: Vec<OverlayId>,
    factions: Vec<FactionId>,
    pub(super) places: Vec<PlacesId>,
    suppositions: Vec<SuppositionId>,
    pub(super) history: Vec<Model<S>>,
    open: Vec<Open<S>>,
    options: RequestOptions,
    again: u32,
    /// How often answers were of an earlier state, and how often of the last.
    pub(super) late: u64,
    pub(super) current: u64,
    /// How often an index answered.
    pub(super) guided: Cell<u64>,
}

impl<S: Lively> Life<S> {
    pub(super) fn new(rng: &mut Rng) -> Self {
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
        let (extras, lore, around) = (Vec::new(), Vec::new(), Vec::new());
        let (factions, blockers, suppositions) = (lore, around, Vec::new());
        let history = vec![Model { map, extras, factions, blockers, suppositions }];
        let (overlays, factions, open) = (Vec::new(), Vec::new(), Vec::new());
        let (late, current) = (0, 0);
        Life {
            nav,
            movers: handles,
            overlays,
            factions,
            places: Vec::new(),
            suppositions: Vec::new(),
            history,
            open,
            options,
            again,
            late,
            current,
            guided: Cell::default(),
        }
    }

    pub(super) fn now(&self) -> &Model<S> {
        self.history.last().expect("it begins with one")
    }

    /// Something changes, in the navigator and in a copy of the model.
    fn change(&mut self, rng: &mut Rng) {
        let mut model = self.now().clone();
        match rng.below(8) {
            7 => self.suppose(&mut model, rng),
            6 => self.block(&mut model, rng),
            4 if !S::INDEXED.is_empty() => self.keep(rng),
            2 if self.factions.len() < 2 => {
                let (nodes, assumed) = (model.map.extent().tile_count(), S::assumed(rng));
                self.factions.push(self.nav.add_faction(assumed));
                let facts = model.map.facts(Some(assumed));
                let (known, remembered) = (vec![false; nodes], vec![false; nodes]);
                model.factions.push(Lore { facts, known, remembered });
            }
            3 if !self.factions.is_empty() => self.discover(&mut model, rng),
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
                for &mover in &self.movers {
                    assert_eq!(self.nav.tier(mover), Ok(Method::AStar), "nothing is up to date");
                }
            }
        }
        let Model { map, factions, .. } = &mut model;
        factions.iter_mut().for_each(|lore| lore.learn(map));
        self.history.push(model);
    }

    /// Units come, go and move.
    fn block(&mut self, model: &mut Model<S>, rng: &mut Rng) {
        if self.places.len() < 2 {
            self.places.push(self.nav.add_places());
            model.blockers.push(Vec::new());
        }
        let at = rng.below(self.places.len());
        let all = Lively::places(&model.map);
        let count = rng.below(2 + all.len() / 4);
        let places: Vec<S::Place> = (0..count).map(|_| rng.pick(&all)).collect();
        let node = |&place: &S::Place| model.map.node_of(place).expect("a place");
        model.blockers[at] = places.iter().map(node).collect();
        self.nav.set_places(self.places[at], places).expect("places of the map");
    }

    /// Other edits are supposed; a later map may not take them.
    fn suppose(&mut self, model: &mut Model<S>, rng: &mut Rng) {
        let batch = model.map.change(rng);
        let supposed = Arc::new(batch.clone());
        if self.suppositions.len() < 2 {
            self.suppositions.push(self.nav.add_supposition(batch));
            model.suppositions.push(supposed);
        } else {
            let at = rng.below(2);
            self.nav.set_supposition(self.suppositions[at], batch).expect("its own");
            model.suppositions[at] = supposed;
        }
    }

    /// An index is kept for a mover, dropped, or brought up to date.
    fn keep(&mut self, rng: &mut Rng) {
        let mover = rng.pick(&self.movers);
        let kept = self.nav.tier(mover).expect("a mover");
        match rng.below(4) {
            0 => self.nav.drop_index(mover).expect("a mover"),
            1 | 2 => _ = self.nav.maintain(self.now().map.extent().tile_count() as u64 * 9),
            // Some maps and movers are not for some indexes.
            _ => {
                let method = rng.pick(S::INDEXED);
                let is_kept = self.nav.keep(mover, method).is_ok();
                let expected = if is_kept { method } else { kept };
                assert_eq!(self.nav.tier(mover).expect("a mover"), expected);
            }
        }
    }

    /// A faction sees some places, or is not to see how they change.
    fn discover(&mut self, model: &mut Model<S>, rng: &mut Rng) {
        let at = rng.below(self.factions.len());
        let (faction, lore) = (self.factions[at], &mut model.factions[at]);
        let all = Lively::places(&model.map);
        let mut places: Vec<S::Place> = (0..1 + rng.below(6)).map(|_| rng.pick(&all)).collect();
        let node = |place| model.map.node_of(place).expect("a place").index();
        if rng.percent(30) {
            self.nav.remember(faction, places.iter().copied()).expect("a faction");
            places.into_iter().map(node).for_each(|at| lore.remembered[at] = lore.known[at]);
            return;
        }
        let looked =
            if rng.percent(50) { S::look(&mut self.nav, faction, places[0]) } else { None };
        match looked {
            Some(seen) => places = seen,
            None => {
                let count = self.nav.reveal(faction, places.iter().copied()).expect("a faction");
                let mut new: Vec<usize> = places.iter().copied().map(node).collect();
                new.sort_unstable();
                new.dedup();
                new.retain(|&at| !lore.known[at]);
                assert_eq!(count as usize, new.len());
            }
        }
        for at in places.into_iter().map(node) {
            (lore.known[at], lore.remembered[at]) = (true, false);
        }
    }

    pub(super) fn question(&self, rng: &mut Rng) -> (Ask<S::Place>, Question<S::Place>) {
        let places = Lively::places(&self.now().map);
        // Few goals, so that some are asked for together.
        let (from, to) = (rng.pick(&places), places[rng.below(places.len().min(3))]);
        let mover = rng.below(self.movers.len());
        let overlays: Vec<usize> = (0..self.overlays.len()).filter(|_| rng.percent(40)).collect();
        let known = (!self.factions.is_empty()).then(|| rng.below(self.factions.len()));
        let faction = known.filter(|_| rng.percent(50));
        let around =
            (!self.places.is_empty() && rng.percent(40)).then(|| rng.below(self.places.len()));
        let any = (!self.suppositions.is_empty() && rng.percent(30))
            .then(|| rng.below(self.suppositions.len()));
        let question =
            Question { ends: [from, to], mover, faction, overlays, around, supposing: any };
        let is_taken = self.now().ground(&question).is_some();
        let question = Question { supposing: any.filter(|_| is_taken), ..question };
        let ask = self.ask_of(&question);
        (if rng.percent(50) { ask.mover(self.movers[mover]) } else { ask }, question)
    }

    fn ask_of(&self, question: &Question<S::Place>) -> Ask<S::Place> {
        let mut ask = Ask::new(question.ends[0], question.ends[1]);
        if question.mover > 0 {
            ask = ask.mover(self.movers[question.mover]);
        }
        if let Some(faction) = question.faction {
            ask = ask.faction(self.factions[faction]);
        }
        if let Some(around) = question.around {
            ask = ask.around(self.places[around]);
        }
        if let Some(supposing) = question.supposing {
            ask = ask.supposing(self.suppositions[supposing]);
        }
        question.overlays.iter().fold(ask, |ask, &at| ask.overlay(self.overlays[at]))
    }

    /// Saves and loads, asks both the same, and lives on with what was loaded.
    pub(super) fn reload(&mut self, rng: &mut Rng, what: &str) {
        assert!(self.open.is_empty(), "{what}: requests are not saved");
        // Nor are indexes, which may name another one of equal paths.
        self.movers.iter().for_each(|&mover| self.nav.drop_index(mover).expect("a mover"));
        // And blockers are not, and what is supposed.
        self.places.clear();
        self.suppositions.clear();
        let (blockers, suppositions) = (Vec::new(), Vec::new());
        self.history.push(Model { blockers, suppositions, ..self.now().clone() });
        let bytes = self.nav.save().expect("nothing is too large");
        let loaded = Navigator::<S>::load_of(&bytes);
        let loaded = loaded.unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(loaded.save().expect("the same") == bytes, "{what}: saved otherwise");
        let questions: Vec<_> = (0..8).map(|_| self.question(rng).1).collect();
        let answers = |life: &Life<S>| -> Vec<_> {
            let asks = questions.iter().map(|question| life.ask_of(question));
            asks.map(|ask| answers(&life.nav, &ask)).collect()
        };
        let before = answers(self);
        self.nav = loaded.requests(self.options).cache(rng.below(2) * 8, 1 << 16);
        self.movers = self.nav.movers().collect();
        self.factions = self.nav.factions().collect();
        self.overlays = self.nav.overlays().collect();
        for ((question, before), after) in questions.iter().zip(before).zip(answers(self)) {
            assert!(before == after, "{what}, {question:?}: {before:?} became {after:?}");
        }
    }

    /// Asks something at once, and the same of the map as it is, which an index may answer.
    pub(super) fn ask(&self, rng: &mut Rng, what: &str) {
        let (ask, question) = self.question(rng);
        self.ask_in_all_ways(&ask, &question, what);
        let (faction, overlays, supposing) = (None, Vec::new(), None);
        let plain = Question { faction, overlays, supposing, ..question };
        self.ask_in_all_ways(&self.ask_of(&plain), &plain, what);
    }

    fn ask_in_all_ways(&self, ask: &Ask<S::Place>, question: &Question<S::Place>, what: &str) {
        for set in 0..self.places.len() {
            let several = ask.or_to(self.places[set]);
            let (truth, what) =
                (self.now().truth_to(question, Some(set)), format!("{what}, {set}"));
            self.ask_at_once(&several, &truth, &what);
        }
        let is_guided = self.nav.stamp(ask).is_ok_and(|stamp| stamp != stamp.of_world());
        self.guided.set(self.guided.get() + u64::from(is_guided));
        let (truth, what) = (self.now().truth(question), format!("{what}: {question:?}"));
        for (&faction, lore) in self.factions.iter().zip(&self.now().factions) {
            let knowledge = self.nav.knowledge(faction).expect("a faction");
            let known = lore.known.iter().filter(|&&is_known| is_known).count();
            assert_eq!(knowledge.known_count() as usize, known, "{what}");
            let node = self.now().map.node_of(ask.from()).expect("a place").index();
            assert_eq!(knowledge.is_known(ask.from()), lore.known[node], "{what}");
        }
        self.check_lent(question, &what);
        self.check_reach(ask, &truth, &what);
        self.check_several(ask, &truth, &what);
        self.check_snap(ask, &truth, &what);
        self.ask_at_once(ask, &truth, &what);
        self.ask_by_field(ask, question, &truth, &what);
    }

    /// Asks for a path to the goal, or to any of several.
    fn ask_at_once(&self, ask: &Ask<S::Place>, truth: &Truth, what: &str) {
        let budget = &mut Budget::unlimited();
        let outcome = self.nav.route(ask, budget).expect("a question");
        truth.check(&outcome, false, what);
        let (many, snapshot) = (self.nav.many(&[*ask]), self.nav.snapshot());
        let again = snapshot.route(ask, &mut Scratch::new(), budget).expect("a question");
        for other in [many[0].as_ref().expect("a question"), &again] {
            assert_eq!(other.path(), outcome.path(), "{what}");
        }
        let nearest = self.nav.route_or_nearest(ask, budget).expect("a question");
        truth.check(&nearest, true, what);
        assert_eq!(self.nav.cost(ask), Ok(truth.cost()), "{what}");
        let few = truth.arcs.len() as u64 % 11;
        match self.nav.route(ask, &mut Budget::unlimited().expansions(few)).expect("a question") {
            Outcome::OutOfBudget(out) => {
                assert!(truth.cost().is_none_or(|cost| out.lower_bound <= cost), "{what}");
            }
            answer => truth.check(&answer, false, what),
        }
        for _ in 0..2 {
            // The second time maybe from the cache.
            match self.nav.find(ask) {
                Ok(path) => assert_eq!(
                    (Some(path.cost()), truth.walk(&path)),
                    (truth.cost(), Ok(path.cost()))
                ),
                Err(NavigatorError::NoPath { .. }) => assert_eq!(truth.cost(), None, "{what}"),
                Err(_) => panic!("{what}: refused"),
            }
        }
    }

    /// Everything within a cost is in reach, and nothing else.
    fn check_reach(&self, ask: &Ask<S::Place>, truth: &Truth, what: &str) {
        let all: Vec<Cost> = truth.distances.iter().flatten().copied().collect();
        let within = all.iter().sum::<Cost>() / (all.len() as Cost).max(1);
        let budget = &mut Budget::unlimited();
        let reach = self.nav.reach(ask, within, budget).expect("a question");
        let costs = reach.nodes().iter().map(|reached| (reached.node.index(), reached.cost));
        let near = truth.distances.iter().enumerate().filter_map(|(at, cost)| Some((at, (*cost)?)));
        let near = near.filter(|&(_, cost)| cost <= within);
        assert_eq!(costs.collect::<Vec<_>>(), near.collect::<Vec<_>>(), "{what}");
        let by_snapshot = self.nav.snapshot().reach(ask, within, &mut Scratch::new(), budget);
        assert_eq!(by_snapshot, Ok(reach), "{what}");
    }

    /// The cheapest paths in their order, each once, and dissimilar ones.
    fn check_several(&self, ask: &Ask<S::Place>, truth: &Truth, what: &str) {
        let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
        let paths = self.nav.alternatives(ask, 3, budget).expect("a question");
        let by_snapshot = self.nav.snapshot().alternatives(ask, 3, scratch, budget);
        assert_eq!(by_snapshot.as_ref(), Ok(&paths), "{what}");
        assert_eq!(paths.first().map(Path::cost), truth.cost(), "{what}");
        assert!(paths.is_sorted_by(|a, b| (a.cost(), a.nodes()) < (b.cost(), b.nodes())), "{what}");
        let first = self.nav.alternatives(ask, 1, budget).expect("a question");
        assert_eq!(first.len(), paths.len().min(1), "{what}");
        let wish = Dissimilar { most_shared: 80, ..Dissimilar::default() };
        let others = self.nav.dissimilar(ask, &wish, budget).expect("a question");
        let by_snapshot = self.nav.snapshot().dissimilar(ask, &wish, scratch, budget);
        assert_eq!(by_snapshot.as_ref(), Ok(&others), "{what}");
        assert_eq!(others.first().map(Path::cost), truth.cost(), "{what}");
        for path in paths.iter().chain(&others) {
            assert_eq!([path.start().index(), path.goal().index()], truth.ends, "{what}");
            assert_eq!(truth.walk(path), Ok(path.cost()), "{what}");
        }
    }

    /// The nearest place is that of trying all.
    fn check_snap(&self, ask: &Ask<S::Place>, truth: &Truth, what: &str) {
        let map = self.nav.map();
        let nearest = |is_wanted: &dyn Fn(usize) -> bool| {
            let nodes = (0..truth.guesses.len()).filter(|&at| is_wanted(at));
            let order = |at: &usize| (truth.guesses[*at], *at != truth.ends[1], *at);
            nodes.min_by_key(order).map(|at| map.place_of(NodeId::new(at as u32)))
        };
        let is_open = |at: usize| truth.is_free[at] && !truth.is_taken[at];
        let near = Near::from(ask.to());
        let found = self.nav.snap_for(ask, near, &mut Budget::unlimited()).ok();
        assert_eq!(found, nearest(&is_open), "{what}");
        assert_eq!(
            self.nav.snapshot().snap_for(ask, near, &mut Budget::unlimited()).ok(),
            found,
            "{what}"
        );
        let found = self.nav.snap_for(ask, near.reached_from(ask.from()), &mut Budget::unlimited());
        assert_eq!(found.ok(), nearest(&|at| truth.distances[at].is_some()), "{what}");
        let back = truth.distances_back();
        let is_both = |at: usize| truth.distances[at].is_some() && back[at].is_some();
        let found = self.nav.snap_for(ask, near.connected_to(ask.from()), &mut Budget::unlimited());
        assert_eq!(found.ok(), nearest(&is_both), "{what}");
    }

    fn ask_by_field(
        &self,
        ask: &Ask<S::Place>,
        question: &Question<S::Place>,
        truth: &Truth,
        what: &str,
    ) {
        let node = self.nav.map().node_of(ask.from()).expect("a place");
        if question.around.is_some() && S::is_large(&S::movers()[question.mover]) {
            let refused = self.nav.field(ask, &[]).err();
            assert!(matches!(refused, Some(NavigatorError::NoFieldAround)), "{what}");
            return;
        }
        let field = self.nav.field(ask, &[]).expect("a question");
        assert_eq!(field.distance(node), truth.cost(), "{what}");
        match self.nav.path_by_field(ask, &[]) {
            Ok(path) => {
                assert_eq!((Some(path.cost()), truth.walk(&path)), (truth.cost(), Ok(path.cost())))
            }
            Err(_) => assert_eq!(truth.cost(), None, "{what}"),
        }
    }

    /// The world that is lent by the belief of a faction is the one that was kept by hand.
    fn check_lent(&self, question: &Question<S::Place>, what: &str) {
        let Some(faction) = question.faction else { return };
        let (faction, mover) = (self.factions[faction], self.movers[question.mover]);
        let lent = self.nav.believed(faction, mover).expect("ours");
        let mut arcs = arcs_of(&lent.view());
        let (overlays, around, supposing) = (Vec::new(), None, None);
        let plain = Question { overlays, around, supposing, ..question.clone() };
        let mut expected = self.now().truth(&plain).arcs;
        arcs.sort_unstable();
        expected.sort_unstable();
        assert_eq!(arcs, expected, "{what}");
    }

    pub(super) fn request(&mut self, rng: &mut Rng) {
        let (mut ask, question) = self.question(rng);
        let wants_nearest = rng.percent(30);
        if wants_nearest {
            ask = ask.or_nearest();
        }
        let or_to =
            (!self.places.is_empty() && rng.percent(20)).then(|| rng.below(self.places.len()));
        if let Some(set) = or_to {
            ask = ask.or_to(self.places[set]);
        }
        let request = Request::new(ask, rng.below(256) as u8);
        let request = if rng.percent(20) { request.partial() } else { request };
        let ticket = self.nav.submit(request).expect("there is room");
        // A field that was begun in the state of the frame before may be joined.
        let stamp = self.nav.stamp(&ask).expect("a question").of_world();
        let stamps = vec![(stamp, self.history.len() - 1)];
        self.open.push(Open { ticket, ask, question, wants_nearest, or_to, stamps });
    }

    /// One frame: something changes, the queue works, and what it delivers is judged.
    pub(super) fn frame(&mut self, budget: u64, rng: &mut Rng, what: &str) {
        self.change(rng);
        let state = self.history.len() - 1;
        for open in &mut self.open {
            let stamp = self.nav.stamp(&open.ask).expect("a question").of_world();
            open.stamps.push((stamp, state));
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
        let refuses = |model: &Model<S>| model.ground(&open.question).is_none();
        let outcome = match &delivery.answer {
            Ok(outcome) => outcome,
            Err(NavigatorError::Batch(_)) if refuses(&self.history[state]) => return,
            Err(_) => panic!("{what}: refused"),
        };
        let then = self.history[state].truth_to(&open.question, open.or_to);
        if refuses(self.now()) {
            then.check(outcome, open.wants_nearest, what);
            assert_eq!(delivery.standing, Standing::Outdated, "{what}");
            return;
        }
        let now = self.now().truth_to(&open.question, open.or_to);
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
            (Standing::Outdated, Some(path)) => {
                assert!(!now.goals.contains(&path.goal().index()), "{what}");
            }
            (standing, path) => assert!(!is_now && path.is_none(), "{what}: {standing:?}"),
        }
    }

    /// All that is asked is served, though something changes in every frame.
    pub(super) fn serve(&mut self, rng: &mut Rng, what: &str) {
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

/// All that a navigator says of a question.
fn answers<S: Lively>(nav: &Navigator<S>, ask: &Ask<S::Place>) -> impl PartialEq + Debug + use<S> {
    let outcome = nav.route(ask, &mut Budget::unlimited()).map(|outcome| {
        let why = match &outcome {
            Outcome::Unreachable(none) => Some(none.why),
            _ => None,
        };
        let effort = outcome.effort();
        (outcome.path().cloned(), why, effort.expanded, effort.generated)
    });
    (nav.find(ask), nav.cost(ask), nav.stamp(ask), outcome)
}
