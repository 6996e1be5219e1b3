//! Requests in a world where something changes in every frame: each is served in its time, by an
//! answer that is right for the state of the world it names and says what of it holds.

use astride::base::{Budget, Cost};
use astride::path::Path;
use astride::planner::{
    Ask, Delivery, NavigatorError, Request, RequestOptions, Stamp, Standing, Ticket, Upkeep,
};
use astride::search::Outcome;
use astride::shapes::square::{Grid, Mover};
use astride_testkit::adapter::{build_world, grid_of, supported};
use astride_testkit::generate::{caves, fenced_world};
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

use super::life::Life;
use super::model::{Expected, Model, Question, expected_to, expected_without};

type Answered = Delivery<Ask, Result<Outcome, NavigatorError>, Stamp>;

/// A request that is to be served.
struct Open {
    ticket: Ticket,
    ask: Ask,
    question: Question,
    or_to: Option<usize>,
    limit: Option<u64>,
    within: Option<u64>,
    /// The state of the world when it was asked, and in each frame since.
    stamps: Vec<(Stamp, usize)>,
    /// Expansions that its answer took at most in one of the states seen so far.
    most: u64,
}

/// A life with requests, and all that the world ever was.
struct Story {
    life: Life,
    options: RequestOptions,
    history: Vec<Model>,
    open: Vec<Open>,
    /// Whether requests are answered one by one, with the indexes of a new navigator, so that it is
    /// known what each takes.
    is_counted: bool,
    /// Expansions made, and the most that may be for those that were asked.
    made: u64,
    allowed: u64,
    counts: Counts,
}

/// How often answers stood how.
#[derive(Default)]
struct Counts {
    current: u64,
    walkable: u64,
    other_cost: u64,
    blocked: u64,
    outdated: u64,
    nearest: u64,
    expired: u64,
}

impl Story {
    fn new(grid: Grid, mover: Mover, is_counted: bool, rng: &mut Rng) -> Story {
        let options = RequestOptions::default()
            .lanes(1 + rng.below(4))
            .quantum(rng.pick(&[1, 8, 512]))
            .again(rng.below(4) as u32)
            .merge_from(if is_counted { usize::MAX } else { rng.pick(&[2, 3]) });
        let mut life = Life::new(grid, mover, true, rng);
        let upkeep = match is_counted || rng.percent(50) {
            true => Upkeep::AtOnce,
            false => Upkeep::ByHand,
        };
        life.nav = life.nav.requests(options).upkeep(upkeep);
        let (history, open, counts) = (Vec::new(), Vec::new(), Counts::default());
        Story { life, options, history, open, is_counted, made: 0, allowed: 0, counts }
    }

    fn request(&mut self, rng: &mut Rng) {
        let question = self.life.question(rng);
        let mut ask = self.life.model.ask(&question);
        let wants_nearest = rng.percent(30);
        if wants_nearest {
            ask = ask.or_nearest();
        }
        let model = &self.life.model;
        let set = rng.below(model.blockers.len());
        let or_to = Some(set).filter(|_| rng.percent(20));
        if let Some(set) = or_to {
            ask = ask.or_to(model.blockers[set].0);
        }
        let limit = rng.percent(20).then(|| rng.below(20) as u64);
        let within = rng.percent(15).then(|| rng.below(7) as u64);
        let request = Request { limit, within, ..Request::new(ask, rng.below(256) as u8) };
        let ticket = self.life.nav.submit(request).expect("there is room");
        if self.history.is_empty() {
            self.history.push(self.life.model.clone());
        }
        // A field that was begun in the state of the frame before may be joined.
        let stamp = self.life.nav.stamp(&ask).expect("a good question").of_world();
        let stamps = vec![(stamp, self.history.len() - 1)];
        self.open.push(Open { ticket, ask, question, or_to, limit, within, stamps, most: 0 });
    }

    /// One frame: something changes, the queue works, and what it delivers is judged.
    fn frame(&mut self, budget: u64, rng: &mut Rng) {
        (0..3).for_each(|_| self.life.step(rng));
        let frame = self.history.len();
        self.history.push(self.life.model.clone());
        for open in &mut self.open {
            let stamp = self.life.nav.stamp(&open.ask).expect("a good question").of_world();
            open.stamps.push((stamp, frame));
            let whole = self.life.nav.route(&open.ask, &mut Budget::unlimited());
            let whole = whole.expect("a good question").effort().expanded;
            // The start counts in any case, and whatever is found without a search.
            open.most = open.most.max(whole + 2);
        }
        let report = self.life.nav.work(&mut Budget::unlimited().expansions(budget));
        assert!(report.expansions <= budget, "{report:?} of {budget}");
        let is_idle = report.running + report.waiting == 0;
        assert!(is_idle || report.expansions == budget, "{report:?} of {budget}");
        self.made += report.expansions;
        let done: Vec<Answered> = self.life.nav.take_done().collect();
        for delivery in done {
            let is_it = |open: &Open| open.ticket == delivery.ticket;
            let at = self.open.iter().position(is_it).expect("it was asked, and once");
            let open = self.open.swap_remove(at);
            self.allowed += self.allowed(&open);
            self.judge(&open, &delivery);
        }
    }

    /// What a request may take in all.
    fn allowed(&self, open: &Open) -> u64 {
        let most = open.most.saturating_mul(u64::from(1 + self.options.again));
        open.limit.map_or(most, |limit| limit.max(1))
    }

    fn judge(&mut self, open: &Open, delivery: &Answered) {
        let Open { question, stamps, .. } = open;
        let of_state = stamps.iter().rev().find(|(stamp, _)| *stamp == delivery.stamp);
        let (_, frame) = *of_state.expect("a state of the world since it was asked");
        let what = format!("{question:?}, {delivery:?}");
        let last = open.within.map_or(u64::MAX, |frames| frames.max(1));
        if delivery.answer == Err(NavigatorError::Expired { frames: last }) {
            assert_eq!((delivery.frames, delivery.standing), (last, Standing::Current), "{what}");
            self.counts.expired += 1;
            return;
        }
        assert!(delivery.frames <= last, "{what}");
        let then = expected_to(&self.history[frame], question, open.or_to);
        let now = expected_to(&self.life.model, question, open.or_to);
        let path = match delivery.answer.as_ref().expect("a good question") {
            Outcome::Found(found) => {
                then.check_path(&found.path, &what);
                Some(&found.path)
            }
            Outcome::Unreachable(none) => {
                assert_eq!(then.cost, None, "{what}");
                if open.or_to.is_some() {
                    let without = expected_without(&self.history[frame], question, open.or_to);
                    then.check_why_none(none.why, without.as_ref(), &what);
                }
                none.nearest.as_ref()
            }
            Outcome::OutOfBudget(out) => {
                assert!(open.limit.is_some(), "{what}");
                assert!(then.cost.is_none_or(|cost| out.lower_bound <= cost), "{what}");
                out.nearest.as_ref()
            }
        };
        if let Some(path) = path {
            assert_eq!(then.walk(path), Ok(path.cost()), "{what}");
            assert_eq!(path.start().index(), then.ends[0], "{what}");
        }
        let is_path = delivery.answer.as_ref().is_ok_and(|answer| answer.path().is_some());
        self.counts.nearest += u64::from(path.is_some() && !is_path);
        let is_now = stamps.last().is_some_and(|(stamp, _)| *stamp == delivery.stamp);
        assert_eq!(delivery.standing == Standing::Current, is_now, "{what}");
        let is_goal = |path: &Path| now.goals.contains(&path.goal().index());
        match (delivery.standing, path) {
            (Standing::Outdated, Some(path)) if is_path && open.or_to.is_some() => {
                assert!(!is_goal(path), "{what}");
                self.counts.outdated += 1;
            }
            (_, Some(path)) if is_path && open.or_to.is_some() && !is_goal(path) => {
                panic!("{what}");
            }
            (Standing::Current, _) => self.counts.current += 1,
            (Standing::Walkable, Some(path)) => {
                assert_eq!(now.walk(path), Ok(path.cost()), "{what}");
                self.counts.walkable += 1;
            }
            (Standing::OtherCost { cost }, Some(path)) => {
                assert!(cost != path.cost() && now.walk(path) == Ok(cost), "{what}");
                self.counts.other_cost += 1;
            }
            (Standing::Blocked { step }, Some(path)) => {
                assert_eq!(now.walk(path), Err(step), "{what}");
                self.counts.blocked += 1;
            }
            (Standing::Outdated, _) => {
                assert!(!is_path, "{what}");
                self.counts.outdated += 1;
            }
            (standing, None) => panic!("{what}: {standing:?} of what?"),
        }
    }

    fn tell(mut self, frames: usize, what: &str, rng: &mut Rng) -> Counts {
        for _ in 0..frames {
            (0..rng.below(3)).for_each(|_| self.request(rng));
            if rng.percent(10) && !self.open.is_empty() {
                let at = rng.below(self.open.len());
                let open = self.open.swap_remove(at);
                assert!(self.life.nav.cancel(open.ticket), "{what}");
                self.allowed += self.allowed(&open);
            }
            self.frame(rng.pick(&[1, 2, 9, 60]), rng);
        }
        let mut more = 0;
        while !self.open.is_empty() {
            self.frame(4, rng);
            more += 1;
            assert!(more < 5000, "{what}: {} do not get on", self.open.len());
            let allowed: u64 = self.open.iter().map(|open| self.allowed(open)).sum();
            let (made, allowed) = (self.made, self.allowed + allowed);
            assert!(!self.is_counted || made <= allowed, "{what}: {made} of {allowed}");
        }
        self.counts
    }
}

impl Expected {
    /// What a path costs, or the first step of it that is not possible.
    pub(super) fn walk(&self, path: &Path) -> Result<Cost, usize> {
        let nodes: Vec<usize> = path.nodes().iter().map(|node| node.index()).collect();
        if !self.is_free[nodes[0]] {
            return Err(0);
        }
        let mut cost = 0;
        for (step, pair) in nodes.windows(2).enumerate() {
            let arcs = self.arcs.iter().filter(|arc| (arc.0, arc.1) == (pair[0], pair[1]));
            cost += arcs.map(|arc| arc.2).min().ok_or(step)?;
        }
        Ok(cost)
    }
}

#[test]
fn whatever_changes_in_each_frame_requests_are_served_in_their_time_and_say_what_holds() {
    let mut all = Counts::default();
    for seed in 0..if is_slow_run() { 20_000 } else { 160 } {
        let mut rng = Rng::new(seed);
        let (grid, mover) = match seed % 4 {
            0 => (grid_of(&caves(seed, 12, 9, 42, 3)), Mover::walker()),
            _ => build_world(&supported(&fenced_world(seed, 2 + rng.below(6), 2 + rng.below(5)))),
        };
        let story = Story::new(grid, mover, seed % 3 > 0, &mut rng);
        let counts = story.tell(30, &format!("seed {seed}"), &mut rng);
        all.current += counts.current;
        all.walkable += counts.walkable;
        all.other_cost += counts.other_cost;
        all.blocked += counts.blocked;
        all.outdated += counts.outdated;
        all.nearest += counts.nearest;
        all.expired += counts.expired;
    }
    let Counts { current, walkable, other_cost, blocked, outdated, nearest, expired } = all;
    let least =
        current.min(walkable).min(other_cost).min(blocked).min(outdated).min(nearest).min(expired);
    let counts =
        format!("{current} {walkable} {other_cost} {blocked} {outdated} {nearest} {expired}");
    assert!(least > 20, "{counts}");
}
