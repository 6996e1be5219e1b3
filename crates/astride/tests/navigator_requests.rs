//! Requests to a navigator: whatever is edited, cancelled and merged meanwhile, each is delivered
//! once, at the cost of the answer it would have had at once in the world that it names.

use std::collections::BTreeSet;

use astride::base::{Budget, Cell, CellRect, Cost, NodeId};
use astride::path::Path;
use astride::planner::{
    Ask, FactionId, Keep, Method, MoverId, Navigable, Navigator, OverlayId, Progress, Request,
    RequestOptions, Snapshot, Standing, Ticket, Upkeep,
};
use astride::search::{DistanceField, Outcome, Scratch};
use astride::shapes::hex::{HexLayout, HexMap};
use astride::shapes::square::{Corners, Edit, Grid, Mover, Neighbours};
use astride_testkit::adapter::grid_of;
use astride_testkit::generate::{caves, random_classes, random_obstacles, rooms, terrain};
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

fn random_grid(rng: &mut Rng) -> Grid {
    let seed = rng.below(1000) as u64;
    let map = match rng.below(4) {
        0 => caves(seed, 30, 22, 42, 3),
        1 => terrain(seed, 24, 24, 6, 5),
        2 => random_classes(seed, 26, 20, b"...@"),
        _ => rooms(seed, 28, 28, 7, 50),
    };
    let mut grid = grid_of(&map);
    if rng.percent(30) {
        grid.apply(Edit::new().link((1, 1), (17, 15), 30_000)).expect("a good link");
    }
    grid
}

/// A request that is to be delivered.
#[derive(Clone, Copy, Debug)]
struct Open {
    ticket: Ticket,
    request: Request<Ask>,
    mover: MoverId,
    has_faction: bool,
    has_overlays: bool,
}

/// Which indexes there are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    Any,
    AsNew,
}

struct Story {
    nav: Navigator,
    /// The world after each change.
    worlds: Vec<Snapshot>,
    rng: Rng,
    movers: Vec<MoverId>,
    faction: FactionId,
    overlays: [OverlayId; 2],
    goals: Vec<Cell>,
    /// Asked and neither taken nor cancelled.
    open: Vec<Open>,
    closed: BTreeSet<Ticket>,
    digest: u64,
    first_steps: usize,
}

impl Story {
    /// With indexes that are kept by hand or not at all, or with those of a new navigator.
    fn new(seed: u64, kept: Kept) -> Self {
        let mut rng = Rng::new(seed);
        let options = RequestOptions::default()
            .lanes(1 + rng.below(4))
            .quantum([1, 20, 512][rng.below(3)])
            .merge_from([2, 3, 1000][rng.below(3)]);
        let mut nav = Navigator::new(random_grid(&mut rng)).requests(options);
        let cutter = Mover::walker().corners(Corners::Always);
        let square = Mover::walker().neighbours(Neighbours::Four);
        let mut movers = vec![nav.first_mover(), nav.add_mover(cutter), nav.add_mover(square)];
        movers.extend(nav.add_mover_sized(Mover::walker(), 2));
        if kept == Kept::Any && rng.percent(50) {
            nav = nav.upkeep(Upkeep::ByHand);
        }
        for &mover in movers.iter().filter(|_| kept == Kept::Any) {
            for keep in [Keep::Clusters, Keep::Table, Keep::JumpMap, Keep::Components] {
                if rng.percent(30) {
                    nav.keep(mover, keep).expect("it is ours");
                }
            }
        }
        let faction = nav.add_faction(b'.');
        let overlays = [(); 2].map(|()| nav.add_overlay().expect("there is room"));
        let mut story = Story {
            nav,
            worlds: Vec::new(),
            rng,
            movers,
            faction,
            overlays,
            goals: Vec::new(),
            open: Vec::new(),
            closed: BTreeSet::new(),
            digest: 0,
            first_steps: 0,
        };
        story.goals = (0..3).map(|_| story.random_cell()).collect();
        for overlay in overlays {
            let rect = story.random_rect();
            story.nav.overlay_mut(overlay).expect("it is ours").fill(rect, 50_000);
        }
        let rect = story.random_rect();
        story.nav.reveal(faction, rect).expect("it is ours");
        story.worlds.push(story.nav.snapshot());
        story
    }

    fn random_cell(&mut self) -> Cell {
        let (width, height) = (self.nav.grid().width(), self.nav.grid().height());
        let [x, y] = [width, height].map(|side| self.rng.below(side as usize) as u32);
        Cell::new(x, y)
    }

    fn random_rect(&mut self) -> CellRect {
        let at = self.random_cell();
        let (width, height) = (self.nav.grid().width() - at.x, self.nav.grid().height() - at.y);
        let [width, height] =
            [width, height].map(|most| 1 + self.rng.below(most.min(9) as usize) as u32);
        CellRect::new(at.x, at.y, width, height)
    }

    fn request(&mut self) {
        let to = match self.rng.below(3) {
            0 => self.random_cell(),
            _ => self.goals[self.rng.below(self.goals.len())],
        };
        let mover = self.movers[self.rng.below(self.movers.len())];
        let mut ask = Ask::new(self.random_cell(), to).mover(mover);
        let has_faction = self.rng.percent(25) && self.movers.get(3) != Some(&mover);
        if has_faction {
            ask = ask.faction(self.faction);
        }
        let mut has_overlays = false;
        for overlay in self.overlays {
            if self.rng.percent(20) {
                ask = ask.overlay(overlay);
                has_overlays = true;
            }
        }
        let mut request = Request::new(ask, self.rng.below(256) as u8);
        if self.rng.percent(10) {
            request = request.limit(self.rng.below(40) as u64);
        }
        if self.rng.percent(40) {
            request = request.partial();
        }
        // A mover too large for the map, after an edit, cannot be asked for.
        if let Ok(ticket) = self.nav.submit(request) {
            self.open.push(Open { ticket, request, mover, has_faction, has_overlays });
        }
    }

    /// Something changes.
    fn edit(&mut self) {
        let rect = self.random_rect();
        let ticks = self.rng.below(90_000) as u32;
        match self.rng.below(4) {
            0 => {
                let overlay = self.overlays[self.rng.below(2)];
                self.nav.overlay_mut(overlay).expect("it is ours").fill(rect, ticks);
            }
            1 => _ = self.nav.reveal(self.faction, rect).expect("it is ours"),
            _ => {
                let class = [b'.', b'@', b'.'][self.rng.below(3)];
                let edit = |batch: &mut Edit| _ = batch.fill(rect, class);
                self.nav.edit(edit).expect("a good edit");
            }
        }
        self.worlds.push(self.nav.snapshot());
    }

    fn work(&mut self) {
        let allowed = [0, 1, 2, 9, 60, 400, 5000][self.rng.below(7)];
        let report = self.nav.work(&mut Budget::unlimited().expansions(allowed));
        assert!(report.expansions <= allowed, "{report:?} of {allowed}");
        assert_eq!(report.waiting + report.running + report.served, self.open.len());
        self.take();
        self.take_first_steps();
    }

    fn take_first_steps(&mut self) {
        for steps in self.nav.take_first_steps().collect::<Vec<_>>() {
            let is_asker = |open: &&Open| open.ticket == steps.ticket;
            let open = self.open.iter().find(is_asker).expect("it is not answered");
            assert!(open.request.partial && !open.has_faction);
            assert_eq!(self.nav.grid().cell(steps.path.start()), open.request.ask.from());
            let view = self.nav.view(open.mover).expect("it is ours");
            steps.path.validate(&view).expect("steps that can be taken");
            let plain = |from| Ask::new(from, open.request.ask.to()).mover(open.mover);
            let least = self.nav.cost(&plain(open.request.ask.from())).expect("a good question");
            assert!(least.expect("there is a way") <= steps.cost);
            let end = self.nav.grid().cell(steps.path.goal());
            let rest = self.nav.cost(&plain(end)).expect("a good question");
            assert!(steps.path.cost() + rest.expect("there is a way") <= steps.cost);
            self.digest ^= steps.path.cost();
            self.first_steps += 1;
        }
    }

    /// Compares what was delivered with what is answered at once in the world that it is of.
    fn take(&mut self) {
        let done: Vec<_> = self.nav.take_done().collect();
        for delivery in done {
            let at = self.open.iter().position(|open| open.ticket == delivery.ticket);
            let open = self.open.remove(at.expect("it was asked, and once"));
            let Open { ticket, request, .. } = open;
            self.closed.insert(ticket);
            assert_eq!(delivery.ask, request.ask);
            let stamp = |world: &Snapshot| world.stamp(&request.ask).map(|stamp| stamp.of_world());
            let is_of = |world: &&Snapshot| stamp(world) == Ok(delivery.stamp);
            let world = self.worlds.iter().rev().find(is_of).expect("it was so");
            let mut scratch = Scratch::new();
            let whole = world.route(&request.ask, &mut scratch, &mut Budget::unlimited());
            let present = self.nav.stamp(&request.ask).expect("a good question").of_world();
            assert_eq!(delivery.standing == Standing::Current, delivery.stamp == present);
            let (answer, whole) = match (delivery.answer, whole) {
                (Ok(answer), Ok(whole)) => (answer, whole),
                (answer, whole) => {
                    assert_eq!(answer.err(), whole.err(), "{request:?}");
                    continue;
                }
            };
            self.digest = (self.digest ^ ticket.number() ^ delivery.frames).rotate_left(9);
            match (&answer, &whole) {
                (Outcome::OutOfBudget(out), _) => {
                    let limit = request.limit.expect("others are answered").max(1);
                    assert!(out.effort.expanded <= limit, "{} of {limit}", out.effort.expanded);
                    assert!(whole.cost().is_none_or(|cost| out.lower_bound <= cost));
                }
                (Outcome::Found(found), Outcome::Found(best)) => {
                    assert_eq!(found.path.cost(), best.path.cost(), "{request:?}");
                    self.check_path(&open, &found.path, delivery.standing);
                    for node in found.path.nodes() {
                        self.digest =
                            (self.digest ^ u64::from(node.get())).wrapping_mul(0x9e37_79b9);
                    }
                }
                _ => assert_eq!((answer.cost(), whole.cost()), (None, None), "{request:?}"),
            }
        }
    }

    /// A path leads from start to goal; if it holds on the map as it is, its arcs add up there.
    fn check_path(&self, open: &Open, path: &Path, standing: Standing) {
        let (grid, ask) = (self.nav.grid(), open.request.ask);
        assert_eq!([path.start(), path.goal()].map(|end| grid.cell(end)), [ask.from(), ask.to()]);
        if !open.has_faction && !open.has_overlays {
            let view = self.nav.view(open.mover).expect("it is ours");
            assert_eq!(path.validate(&view).is_ok(), standing.holds(), "{standing:?}");
        }
    }

    fn cancel(&mut self) {
        let known = self.open.len();
        if known > 0 && self.rng.percent(70) {
            let Open { ticket, .. } = self.open.remove(self.rng.below(known));
            assert!(self.nav.cancel(ticket), "{ticket}");
            self.closed.insert(ticket);
        }
        if let Some(ticket) = self.closed.first() {
            assert!(!self.nav.cancel(*ticket));
            assert_eq!(self.nav.progress(*ticket), Progress::Unknown);
        }
    }

    /// A number for all that was delivered, and how often first steps were delivered.
    fn tell(mut self, steps: usize) -> (u64, usize) {
        for _ in 0..steps {
            match self.rng.below(10) {
                0..4 => self.request(),
                4 => (0..6).for_each(|_| self.request()),
                5 => self.edit(),
                6 => self.cancel(),
                _ => self.work(),
            }
            if let Some(Open { ticket, .. }) = self.open.first() {
                assert!(!matches!(self.nav.progress(*ticket), Progress::Done | Progress::Unknown));
            }
        }
        self.nav.work(&mut Budget::unlimited());
        self.take();
        assert!(self.open.is_empty(), "all are served in the end: {:?}", self.open);
        (self.digest, self.first_steps)
    }
}

#[test]
fn every_request_is_delivered_once_at_the_cost_it_would_have_had_at_once() {
    let stories = if is_slow_run() { 20_000 } else { 120 };
    let told: usize = (0..stories).map(|seed| Story::new(seed, Kept::Any).tell(100).1).sum();
    assert!(told > stories as usize / 2, "first steps were delivered {told} times");
}

const DIGEST: u64 = 8_718_648_695_272_002_726;

/// Only searches decide it, and not how long indexes take.
fn digest() -> u64 {
    let digest = |seed| Story::new(seed, Kept::AsNew).tell(60).0;
    (500..520).fold(0, |sum: u64, seed| sum.rotate_left(7) ^ digest(seed))
}

#[test]
fn paths_and_their_order_are_the_same_in_every_build() {
    assert_eq!(digest(), DIGEST);
}

#[cfg(feature = "parallel")]
#[test]
fn paths_and_their_order_are_the_same_on_any_number_of_threads() {
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        assert_eq!(pool.expect("some threads").install(digest), DIGEST, "{threads} threads");
    }
}

#[test]
fn a_bad_request_is_refused_when_it_is_asked() {
    let grid = Grid::new(9, 9, b'.').expect("a good size");
    let mut nav = Navigator::new(grid.clone()).requests(RequestOptions::default().most(1));
    let stranger = Navigator::new(grid).first_mover();
    let refused = |nav: &mut Navigator, ask: &Ask| nav.request(ask, 0).unwrap_err().to_string();
    let off = refused(&mut nav, &Ask::new((0, 0), (9, 0)));
    assert_eq!(off, "cell (9, 0) is off the map of 9x9 cells");
    let foreign = refused(&mut nav, &Ask::new((0, 0), (8, 0)).mover(stranger));
    assert_eq!(foreign, "the mover is not of this navigator, expected a handle that it gave");
    nav.request(&Ask::new((0, 0), (8, 0)), 0).expect("a good request");
    assert!(refused(&mut nav, &Ask::new((0, 0), (8, 0))).contains("holds 1 requests"));
}

/// An open field, parted by a wall with a gap at the top, on which A* searches.
fn parted() -> Grid {
    let mut grid = Grid::new(60, 60, b'.').expect("a good size");
    // A wall between cells takes the jump points away, so that the search is long.
    grid.apply(Edit::new().wall((3, 3), astride::base::Dir::E)).expect("a good edit");
    grid.apply(Edit::new().fill(CellRect::new(30, 1, 1, 59), b'@')).expect("a good edit");
    grid
}

/// The steps of the answers delivered, and what of them holds.
fn delivered(nav: &mut Navigator) -> Vec<(Ticket, Option<usize>, Standing)> {
    let steps = |outcome: Outcome| outcome.path().map(Path::step_count);
    nav.take_done()
        .map(|done| (done.ticket, steps(done.answer.expect("a good request")), done.standing))
        .collect()
}

#[test]
fn an_answer_is_of_the_world_in_which_it_was_begun_and_says_what_holds() {
    let mut nav = Navigator::new(parted()).requests(RequestOptions::default().lanes(1));
    let across = Ask::new((0, 59), (59, 59));
    let first = nav.request(&across, 0).expect("a good request");
    let second = nav.request(&Ask::new((0, 0), (1, 0)), 0).expect("a good request");
    nav.work(&mut Budget::unlimited().expansions(100));
    let before = nav.stamp(&across).expect("a good question");
    nav.edit(|batch| _ = batch.set((30, 59), b'.')).expect("a good edit");
    nav.work(&mut Budget::unlimited());
    let done: Vec<_> = nav.take_done().map(|it| (it.ticket, it.stamp, it.standing)).collect();
    assert_eq!(done[0], (first, before.of_world(), Standing::Walkable));
    assert_eq!((done[1].0, done[1].2), (second, Standing::Current));
    let third = nav.request(&across, 0).expect("a good request");
    nav.work(&mut Budget::unlimited());
    assert_eq!(delivered(&mut nav), [(third, Some(59), Standing::Current)], "by the new gap");
}

#[test]
fn an_answer_that_does_not_hold_is_worked_out_again_in_its_place() {
    let through = CellRect::new(30, 0, 1, 1);
    let asked = |again: u32| {
        let options = RequestOptions::default().lanes(1).again(again);
        let mut nav = Navigator::new(parted()).requests(options);
        let first = nav.request(&Ask::new((0, 59), (59, 59)), 0).expect("a good request");
        let second = nav.request(&Ask::new((0, 0), (1, 0)), 0).expect("a good request");
        nav.work(&mut Budget::unlimited().expansions(100));
        // The gap at the top is closed, one at the bottom opened.
        nav.edit(|batch| _ = batch.fill(through, b'@').set((30, 59), b'.')).expect("a good edit");
        nav.work(&mut Budget::unlimited());
        (first, second, delivered(&mut nav))
    };
    let (first, second, done) = asked(2);
    assert_eq!(done, [(first, Some(59), Standing::Current), (second, Some(1), Standing::Current)]);
    let (first, second, done) = asked(0);
    let (step, steps) = match done[0] {
        (ticket, Some(steps), Standing::Blocked { step }) if ticket == first => (step, steps),
        other => panic!("{other:?}"),
    };
    assert!(step > 28 && step + 28 < steps, "the step into the gap: {step} of {steps}");
    assert_eq!(done[1], (second, Some(1), Standing::Current));
}

/// Requests under an overlay, by knowledge and on the map, and what changes for them in every frame.
fn changing(seed: u64, lanes: usize, kind: usize, is_changing: bool) -> u64 {
    let (mut rng, grid) = (Rng::new(seed), grid_of(&caves(seed, 60, 60, 42, 3)));
    let mut nav = Navigator::new(grid).requests(RequestOptions::default().lanes(lanes));
    let (faction, danger) = (nav.add_faction(b'.'), nav.add_overlay().expect("there is room"));
    let mut cell = || Cell::new(rng.below(60) as u32, rng.below(60) as u32);
    let mut left = 0;
    while left < 12 {
        let ask = Ask::new(cell(), cell());
        if nav.cost(&ask).expect("a good question").is_some() {
            let ask = [ask.overlay(danger), ask.faction(faction), ask][kind];
            nav.request(&ask, 0).expect("a good request");
            left += 1;
        }
    }
    let mut frames = 0;
    while left > 0 && frames < 20_000 {
        let at = cell();
        match kind {
            _ if !is_changing => {}
            0 => nav.overlay_mut(danger).expect("it is ours").set(at, 1 + frames as u32 % 9000),
            1 => _ = nav.reveal(faction, CellRect::new(at.x, at.y, 1, 1)).expect("it is ours"),
            _ => {
                let class = if nav.grid().class(at) == Some(b'.') { b'@' } else { b'.' };
                nav.edit(|batch| _ = batch.set(at, class)).expect("a good edit");
            }
        }
        left -= nav.work(&mut Budget::unlimited().expansions(20)).served;
        frames += 1;
    }
    assert_eq!(left, 0, "they do not get on: kind {kind}, {lanes} lanes, seed {seed}");
    frames
}

#[test]
fn one_change_in_each_frame_holds_up_no_request() {
    for (seed, lanes) in [(1, 1), (2, 4)] {
        for kind in 0..3 {
            let frames = [false, true].map(|is_changing| changing(seed, lanes, kind, is_changing));
            // Three searches each at most, in worlds that are not the same: a little more is allowed.
            assert!(frames[1] <= 4 * frames[0], "{frames:?}: kind {kind}, {lanes} lanes");
        }
    }
}

#[test]
fn who_asks_after_a_change_is_answered_by_the_world_after_it() {
    let options = RequestOptions::default().lanes(2).merge_from(2);
    let mut nav = Navigator::new(parted()).requests(options);
    let starts: [(u32, u32); 3] = [(0, 59), (0, 58), (0, 57)];
    let asks = starts.map(|start| Ask::new(start, (59, 59)));
    let [first, second] =
        [0, 1].map(|at: usize| nav.request(&asks[at], 0).expect("a good request"));
    nav.work(&mut Budget::unlimited().expansions(500));
    nav.edit(|batch| _ = batch.set((30, 59), b'.')).expect("a good edit");
    let third = nav.request(&asks[2], 0).expect("a good request");
    let cost = nav.cost(&asks[2]).expect("a good question");
    nav.work(&mut Budget::unlimited());
    let done: Vec<_> = nav.take_done().collect();
    for delivery in &done {
        let expected =
            if delivery.ticket == third { Standing::Current } else { Standing::Walkable };
        assert_eq!(delivery.standing, expected, "{delivery:?}");
    }
    let last = done.iter().find(|it| it.ticket == third).expect("it is served");
    assert_eq!(last.answer.as_ref().expect("a good request").cost(), cost, "through the new gap");
    assert!(done.len() == 3 && first < second);
}

#[test]
fn an_edit_copies_the_map_once_for_a_running_request_and_never_for_others() {
    let mut nav = Navigator::new(parted());
    let address = |nav: &Navigator| std::ptr::from_ref(nav.grid()).addr();
    let set = |nav: &mut Navigator, x: u32| {
        nav.edit(|batch| _ = batch.set((x, 0), b'@')).expect("on the map");
    };
    let ask = Ask::new((0, 59), (59, 59));
    let first = address(&nav);
    let waiting = nav.request(&ask, 0).expect("a good request");
    nav.work(&mut Budget::unlimited().expansions(0));
    set(&mut nav, 1);
    assert_eq!(address(&nav), first, "it waits");
    nav.work(&mut Budget::unlimited().expansions(10));
    set(&mut nav, 2);
    let second = address(&nav);
    assert_ne!(second, first, "it goes on in the old world");
    set(&mut nav, 3);
    nav.work(&mut Budget::unlimited().expansions(10));
    set(&mut nav, 4);
    assert_eq!(address(&nav), second, "once");
    assert!(nav.cancel(waiting));
    nav.request(&ask, 0).expect("a good request");
    nav.work(&mut Budget::unlimited());
    set(&mut nav, 5);
    assert_eq!(address(&nav), second, "nothing is searched any more");
}

#[test]
fn a_request_that_runs_out_of_its_limit_or_of_map_has_something_to_walk() {
    let mut nav = Navigator::new(Grid::new(40, 30, b'.').expect("a good size"));
    let ask = Ask::new((2, 15), (37, 15));
    let limited = Request::new(ask.or_nearest(), 0).limit(10);
    let nearest = |nav: &mut Navigator, request: Request<Ask>| {
        nav.submit(request).expect("a good request");
        nav.work(&mut Budget::unlimited());
        let outcome = nav.take_done().next().expect("it is served").answer.expect("a good request");
        assert_eq!(outcome.path(), None, "{outcome:?}");
        outcome.nearest().map(|path| nav.grid().cell(path.goal()))
    };
    assert_eq!(
        nearest(&mut nav, limited),
        Some(Cell::new(11, 15)),
        "nine steps, the tenth to come"
    );
    nav.edit(|batch| _ = batch.fill(CellRect::new(20, 0, 2, 30), b'@')).expect("a good edit");
    assert_eq!(nearest(&mut nav, Request::new(ask.or_nearest(), 0)), Some(Cell::new(19, 15)));
    assert_eq!(nearest(&mut nav, Request::new(ask, 0)), None, "it was not asked for");
    let danger = nav.add_overlay().expect("there is room");
    let overlaid = ask.overlay(danger).or_nearest();
    assert_eq!(nearest(&mut nav, Request::new(overlaid, 0)), Some(Cell::new(19, 15)));
}

#[test]
fn many_who_ask_for_the_place_nearest_to_one_goal_are_each_led_there() {
    let mut nav = Navigator::new(Grid::new(60, 40, b'.').expect("a good size"));
    let danger = nav.add_overlay().expect("there is room");
    // A lake with an island.
    nav.edit(|batch| {
        batch.fill(CellRect::new(20, 10, 21, 21), b'@').fill(CellRect::new(29, 19, 3, 3), b'.');
    })
    .expect("a good edit");
    for x in 0..24 {
        let ask = Ask::new((x, 0), (30, 20)).or_nearest();
        let ask = if x < 12 { ask } else { ask.overlay(danger) };
        nav.request(&ask, 0).expect("a good request");
    }
    _ = nav.work(&mut Budget::unlimited());
    let answers = nav.take_done().map(|done| done.answer.expect("a good request"));
    let ends: Vec<_> = answers.map(|outcome| outcome.nearest().map(|path| path.goal())).collect();
    assert!(ends.len() == 24 && ends.iter().all(Option::is_some), "{ends:?}");
}

#[test]
fn a_goal_that_cannot_be_reached_is_not_searched_for_all_over_the_map() {
    let mut nav = Navigator::new(Grid::new(400, 400, b'.').expect("a good size"));
    let square = nav.add_mover(Mover::walker().neighbours(Neighbours::Four));
    let large = nav.add_mover_sized(Mover::walker(), 3).expect("a good size");
    let danger = nav.add_overlay().expect("there is room");
    // A lake of 81 by 81 cells with an island in the middle.
    nav.edit(|batch| {
        batch.fill(CellRect::new(200, 200, 81, 81), b'@').fill(CellRect::new(236, 236, 9, 9), b'.');
    })
    .expect("a good edit");
    let ask = Ask::new((100, 240), (240, 240)).or_nearest();
    let asks = [ask, ask.overlay(danger), ask.mover(square), ask.mover(large)];
    for ask in asks {
        nav.request(&ask, 0).expect("a good request");
        let report = nav.work(&mut Budget::unlimited());
        let outcome = nav.take_done().next().expect("it is served").answer.expect("a good request");
        let shore = outcome.nearest().map(|path| (path.cost(), path.goal()));
        let at_once = nav.path_or_nearest(&ask).expect("the shore");
        assert_eq!((outcome.path(), shore), (None, Some((at_once.cost(), at_once.goal()))));
        // About a square of 165 by 165 cells around the island is looked at, 64 for one.
        assert!(report.expansions < 3000, "{report:?} of {ask:?}");
        assert!(report.expansions > 300, "looking for the shore counts: {report:?} of {ask:?}");
    }
}

#[cfg(not(feature = "parallel"))]
#[test]
fn frames_allocate_the_paths_alone_once_they_are_warm() {
    let grid = grid_of(&caves(9, 60, 60, 42, 3));
    let mut nav = Navigator::new(grid);
    let danger = nav.add_overlay().expect("there is room");
    nav.overlay_mut(danger).expect("it is ours").fill(CellRect::new(10, 10, 30, 30), 40_000);
    let mut rng = Rng::new(3);
    let mut cell = || Cell::new(rng.below(60) as u32, rng.below(60) as u32);
    let asks: Vec<Ask> = (0..60)
        .map(|at| {
            let ask = Ask::new(cell(), cell());
            if at % 2 == 0 { ask.overlay(danger) } else { ask }
        })
        .collect();
    let mut day = || {
        for ask in &asks {
            nav.request(ask, 0).expect("a good request");
        }
        let (mut found, mut left) = (0, asks.len());
        while left > 0 {
            nav.work(&mut Budget::unlimited().expansions(50));
            for delivery in nav.take_done() {
                found += u64::from(delivery.answer.is_ok_and(|answer| answer.path().is_some()));
                left -= 1;
            }
        }
        found
    };
    (0..3).for_each(|_| _ = day());
    let mut found = 0;
    let counted = allocation_counter::measure(|| found = day());
    assert!(found > 10);
    assert_eq!(counted.count_total, found);
}

#[test]
fn work_keeps_indexes_within_its_budget() {
    let grid = grid_of(&caves(5, 120, 120, 42, 3));
    let mut nav = Navigator::new(grid).upkeep(Upkeep::ByHand);
    let mover = nav.first_mover();
    nav.keep(mover, Keep::Clusters).expect("it is ours");
    nav.work(&mut Budget::unlimited());
    assert_eq!(nav.tier(mover).expect("it is ours"), Method::Jps);
    nav.edit(|batch| _ = batch.fill(CellRect::new(0, 0, 120, 3), b'@')).expect("a good edit");
    assert_eq!(nav.tier(mover).expect("it is ours"), Method::AStar);
    let mut frames = 0;
    while nav.clusters(mover).expect("it is ours").is_none() {
        let report = nav.work(&mut Budget::unlimited().expansions(40));
        assert!(report.expansions <= 10, "a quarter of the frame: {report:?}");
        frames += 1;
    }
    assert!(frames > 5, "{frames} frames");
    assert_eq!(nav.tier(mover).expect("it is ours"), Method::Jps);
}

#[test]
fn those_answered_together_name_the_state_that_their_field_is_of() {
    // There is no way out of the corner, and one round the wall in the middle.
    let mut grid = Grid::new(40, 9, b'.').unwrap();
    let mut edit = Edit::new();
    edit.fill(CellRect::new(0, 2, 3, 1), b'@').fill(CellRect::new(2, 0, 1, 3), b'@');
    grid.apply(edit.fill(CellRect::new(20, 0, 1, 8), b'@')).unwrap();
    let options = RequestOptions::default().lanes(1).merge_from(2);
    let mut nav = Navigator::new(grid).requests(options);
    let (enclosed, other) = (Ask::new((0, 0), (39, 0)), Ask::new((5, 0), (39, 0)));
    let first = nav.request(&enclosed, 0).unwrap();
    nav.request(&other, 0).unwrap();
    nav.work(&mut Budget::unlimited().expansions(1));
    let done: Vec<Ticket> = nav.take_done().map(|delivery| delivery.ticket).collect();
    assert_eq!(done, [first], "that one is known beforehand");

    let before = nav.cost(&other).unwrap();
    nav.edit(|batch| _ = batch.set((20, 0), b'.')).unwrap();
    let after = nav.cost(&other).unwrap();
    assert!(after < before);
    nav.work(&mut Budget::unlimited());
    let delivery = nav.take_done().next().unwrap();
    let named = if delivery.stamp.revision() == 1 { before } else { after };
    assert_eq!(delivery.answer.unwrap().cost(), named);
}

#[test]
fn what_a_field_answers_does_not_count_as_questions_for_an_index() {
    // Links keep jump points away: steps are worked out once there have been some questions.
    let mut grid = Grid::new(40, 30, b'.').expect("a good size");
    grid.apply(Edit::new().link((3, 3), (30, 20), 20_000)).expect("a good edit");
    let repaired = |merge_from: usize| {
        let options = RequestOptions::default().lanes(1).merge_from(merge_from);
        let mut nav = Navigator::new(grid.clone()).upkeep(Upkeep::ByHand).requests(options);
        nav.maintain(u64::MAX >> 1);
        for x in 0..12 {
            nav.request(&Ask::new((x, 1), (38, 28)), 0).expect("a good request");
        }
        // Upkeep comes first in a frame, so it has counted nothing yet.
        nav.work(&mut Budget::unlimited());
        assert_eq!(nav.take_done().count(), 12);
        nav.maintain(u64::MAX >> 1).repaired
    };
    assert_eq!((repaired(100), repaired(2)), (1, 0));
}

#[test]
fn fields_are_shared_and_those_used_longest_ago_go_first() {
    let mut nav = Navigator::new(Grid::new(30, 20, b'.').unwrap());
    let one = nav.field(&Ask::new((0, 0), (29, 19)), &[]).unwrap();
    let bytes = nav.field_bytes();
    assert_eq!(bytes, one.bytes());
    nav = nav.fields(2 * bytes + bytes / 2);
    let goals = [(1, 1), (2, 2), (3, 3)].map(|goal| Ask::new((9, 9), goal));
    let first = goals.each_ref().map(|ask| nav.field(ask, &[]).unwrap());
    assert!(nav.field_bytes() <= 2 * bytes + bytes / 2);
    let is_kept = |nav: &Navigator, at: usize| {
        std::sync::Arc::ptr_eq(&nav.field(&goals[at], &[]).unwrap(), &first[at])
    };
    assert!(is_kept(&nav, 1) && is_kept(&nav, 2) && is_kept(&nav, 1));
    assert!(!is_kept(&nav, 0), "the third pushed it out");
    assert!(is_kept(&nav, 1) && !is_kept(&nav, 2), "used longer ago than 1");
    // The same goals in another order, and another start, are the same field.
    let pair = nav.field(&Ask::new((0, 0), (1, 1)), &[Cell::new(2, 2)]).unwrap();
    let same = nav.field(&Ask::new((5, 5), (2, 2)), &[Cell::new(1, 1)]).unwrap();
    assert!(std::sync::Arc::ptr_eq(&pair, &same));
    // A field that is held stays as it was.
    let (node, before) = (nav.grid().node((29, 19)).unwrap(), pair.distance(NodeId::new(599)));
    nav.edit(|batch| _ = batch.fill(CellRect::new(10, 0, 1, 20), b'@')).unwrap();
    let after = nav.field(&Ask::new((0, 0), (1, 1)), &[Cell::new(2, 2)]).unwrap();
    assert_eq!((after.distance(node), pair.distance(node)), (None, before));
    assert!(nav.field(&Ask::new((0, 0), (1, 1)), &[Cell::new(99, 2)]).is_err());
    // Without room nothing is kept, and answers are the same.
    let nav = nav.fields(0);
    assert_eq!(
        nav.path_by_field(&goals[0], &[]).unwrap().cost(),
        nav.find(&goals[0]).unwrap().cost()
    );
    assert_eq!(nav.field_bytes(), 0);
    // An unfinished field is kept all the same, or it would never be finished.
    let slice = || nav.field_within(&goals[0], &[], &mut Budget::unlimited().expansions(100));
    assert!((0..20).any(|_| slice().unwrap().is_complete()));
    assert_eq!(nav.field_bytes(), 0);
}

/// Asks for a field in slices until it is whole, and how many it took.
fn in_slices<S: Navigable<Place: Copy>>(
    nav: &Navigator<S>,
    ask: &Ask<S::Place>,
    slice: u64,
) -> (std::sync::Arc<DistanceField>, u64) {
    for slices in 1.. {
        let field = nav.field_within(ask, &[], &mut Budget::unlimited().expansions(slice));
        let field = field.unwrap_or_else(|_| panic!("a good question"));
        if field.is_complete() {
            return (field, slices);
        }
        assert!(field.expanded() <= slice * slices);
    }
    unreachable!("some slice is the last")
}

#[test]
fn a_field_in_slices_is_the_field_at_once() {
    let distances = |field: &DistanceField| {
        (0..field.node_count() as u32).map(|at| field.distance(NodeId::new(at))).collect::<Vec<_>>()
    };
    for (seed, share) in [(3, 10), (5, 20)] {
        let grid = grid_of(&random_obstacles(seed, 40, 30, share));
        let mut nav = Navigator::new(grid);
        nav.edit(|batch| _ = batch.set((20, 12), b'.').set((30, 20), b'.')).unwrap();
        let danger = nav.add_overlay().unwrap();
        nav.overlay_mut(danger).unwrap().fill(CellRect::new(5, 5, 9, 9), 7_000);
        let scouts = nav.add_faction(b'.');
        nav.reveal(scouts, CellRect::new(0, 0, 20, 20)).unwrap();
        let plain = Ask::new((1, 1), (20, 12));
        for ask in [plain, plain.overlay(danger), plain.faction(scouts)] {
            let whole = distances(&nav.field(&ask, &[]).unwrap());
            let fresh = Navigator::load(&nav.save().unwrap()).unwrap();
            let again = fresh.factions().zip(fresh.overlays()).next().unwrap();
            let same = match (ask == plain, ask == plain.overlay(danger)) {
                (true, _) => plain,
                (_, true) => plain.overlay(again.1),
                _ => plain.faction(again.0),
            };
            let (field, slices) = in_slices(&fresh, &same, 100);
            assert_eq!(distances(&field), whole, "{seed}: {ask:?}");
            assert!(slices > 3, "{slices}");
            // The next one to ask has it at once.
            let next = fresh.field_within(&same, &[], &mut Budget::unlimited().expansions(0));
            assert!(std::sync::Arc::ptr_eq(&next.unwrap(), &field));
        }
        // What was begun before an edit is begun again; a whole field asked for goes on from there.
        let goal = Ask::new((0, 0), (30, 20));
        let part = nav.field_within(&goal, &[], &mut Budget::unlimited().expansions(50)).unwrap();
        assert!(!part.is_complete() && part.settled_below() < Cost::MAX);
        nav.edit(|batch| _ = batch.fill(CellRect::new(10, 0, 1, 20), b'@')).unwrap();
        let half = nav.field_within(&goal, &[], &mut Budget::unlimited().expansions(50)).unwrap();
        assert!(!half.is_complete());
        let whole = nav.field(&goal, &[]).unwrap();
        assert!(whole.is_complete() && !half.is_complete(), "one that is held stays as it was");
        let fresh = Navigator::new(nav.grid().clone());
        assert_eq!(distances(&whole), distances(&fresh.field(&goal, &[]).unwrap()));
        // A budget that would do for all of it repairs a whole field; a small one begins it again.
        nav.edit(|batch| _ = batch.set((10, 3), b'.')).unwrap();
        let few = nav.field_within(&goal, &[], &mut Budget::unlimited().expansions(9)).unwrap();
        assert!(!few.is_complete());
        let none = fresh.field_within(&plain, &[], &mut Budget::unlimited().bytes(10)).unwrap();
        assert!(!none.is_complete() && none.node_count() == 0, "no room to begin");
        assert!(fresh.field(&plain, &[]).unwrap().is_complete());
    }
    let map = HexMap::hexagon(HexLayout::Pointy, 12, b'.').unwrap();
    let nav = Navigator::new(map);
    let ask = Ask::new((0, 0), (5, -3));
    let (field, slices) = in_slices(&nav, &ask, 60);
    let whole = Navigator::new(nav.map().clone()).field(&ask, &[]).unwrap();
    assert_eq!((distances(&field), slices > 4), (distances(&whole), true));
}
