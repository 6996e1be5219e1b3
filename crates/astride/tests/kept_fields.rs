//! Requests to goals whose fields are kept: whatever changes meanwhile, they are answered at the cost of
//! a search, and without one where a field of the current world is kept.

use astride::base::{Budget, CellRect, Cost, NodeId};
use astride::planner::record::RecordedNavigator;
use astride::planner::{
    Ask, FactionId, Keep, MoverId, Navigable, Navigator, OverlayId, Request, RequestOptions,
    Snapshot, Stamp, Standing, Ticket,
};
use astride::search::{Outcome, Scratch};
use astride::shapes::hex::{Hex, HexLayout, HexMap, HexMover};
use astride::shapes::square::{Corners, Edit, Grid, Mover, Neighbours};
use astride_testkit::adapter::grid_of;
use astride_testkit::generate::random_classes;
use astride_testkit::rng::Rng;
use astride_testkit::tally::cases;

/// A navigator of any shape, and how to change its world.
struct Life<S: Navigable> {
    nav: Navigator<S>,
    places: Vec<S::Place>,
    movers: Vec<MoverId>,
    faction: FactionId,
    overlay: OverlayId,
    edit: fn(&mut Navigator<S>, S::Place, u8),
    reveal: fn(&mut Navigator<S>, FactionId, S::Place),
    /// The world after each change.
    worlds: Vec<Snapshot<S>>,
    /// What each complete field was asked for with, and the state it was of then.
    kept: Vec<(Ask<S::Place>, Stamp)>,
    open: Vec<(Ticket, Request<Ask<S::Place>>)>,
    by_field: usize,
    searched: usize,
}

impl<S: Navigable<Place: Copy + std::fmt::Debug>> Life<S> {
    fn place(&self, rng: &mut Rng) -> S::Place {
        self.places[rng.below(self.places.len())]
    }

    /// A question to one of few goals.
    fn question(&self, rng: &mut Rng) -> Ask<S::Place> {
        let goal = self.places[rng.pick(&[3, self.places.len() / 2, self.places.len() - 2])];
        let mut ask = Ask::new(self.place(rng), goal).mover(rng.pick(&self.movers));
        if rng.percent(20) {
            ask = ask.faction(self.faction);
        }
        if rng.percent(20) {
            ask = ask.overlay(self.overlay);
        }
        ask
    }

    /// The same whatever the start.
    fn key(&self, ask: &Ask<S::Place>) -> String {
        let text = format!("{ask:?}");
        text.split_once("to:").expect("a goal").1.to_owned()
    }

    fn stamp(&self, ask: &Ask<S::Place>) -> Stamp {
        self.nav.stamp(ask).expect("a good question").of_world()
    }

    fn change(&mut self, rng: &mut Rng) {
        let (place, class) = (self.place(rng), rng.pick(b"..#3"));
        match rng.below(5) {
            0 => (self.edit)(&mut self.nav, place, class),
            1 => (self.reveal)(&mut self.nav, self.faction, place),
            2 => {
                let rect = CellRect::new(rng.below(6) as u32, rng.below(5) as u32, 2, 3);
                let overlay = self.nav.overlay_mut(self.overlay).expect("it is ours");
                overlay.fill(rect, rng.below(3) as u32 * 9000);
            }
            3 => {
                // A world that is tried has states of its own.
                let refused = self.nav.apply_if(&S::Edit::default(), |_, _| false);
                assert!(matches!(refused, Ok(None)));
            }
            _ => return,
        }
        self.worlds.push(self.nav.snapshot());
    }

    /// Asks for a field, or for part of one.
    fn ask_for_field(&mut self, rng: &mut Rng) {
        let ask = self.question(rng);
        let mut budget = match rng.below(3) {
            0 => Budget::unlimited().expansions(5),
            _ => Budget::unlimited(),
        };
        let field = self.nav.field_within(&ask, &[], &mut budget).expect("a good question");
        let key = self.key(&ask);
        let mut kept = std::mem::take(&mut self.kept);
        kept.retain(|(other, _)| self.key(other) != key);
        if field.is_complete() {
            kept.push((ask, self.stamp(&ask)));
        }
        self.kept = kept;
    }

    fn is_kept(&self, ask: &Ask<S::Place>) -> bool {
        let (key, stamp) = (self.key(ask), self.stamp(ask));
        self.kept.iter().any(|(other, then)| self.key(other) == key && *then == stamp)
    }

    fn request(&mut self, rng: &mut Rng) {
        let ask = self.question(rng);
        let ask = if rng.percent(10) { ask.or_nearest() } else { ask };
        let mut request = Request::new(ask, rng.below(3) as u8);
        if rng.percent(20) {
            request = request.limit(1 + rng.below(30) as u64);
        }
        let ticket = self.nav.submit(request).expect("there is room");
        self.open.push((ticket, request));
    }

    /// A frame; those asked while nothing else was going on are answered by fields that are kept.
    fn frame(&mut self, rng: &mut Rng, what: &str) {
        let is_fresh = self.open.is_empty();
        (0..rng.below(4)).for_each(|_| self.request(rng));
        let expected: Vec<bool> = self
            .open
            .iter()
            .map(|(_, request)| {
                let ask = &request.ask;
                let cost = self.nav.cost(ask).expect("a good question");
                is_fresh && self.is_kept(ask) && cost.is_some()
            })
            .collect();
        let most = rng.pick(&[3, 20, 100_000, 100_000]);
        let report = self.nav.work(&mut Budget::unlimited().expansions(most));
        let mut charged = 0;
        let done: Vec<_> = self.nav.take_done().collect();
        let is_all_by_field = expected.iter().all(|&is| is) && done.len() == self.open.len();
        let open = self.open.clone();
        for delivery in done {
            let at = open.iter().position(|(ticket, _)| *ticket == delivery.ticket).expect("asked");
            self.open.retain(|(ticket, _)| *ticket != delivery.ticket);
            let request = open[at].1;
            let stamp =
                |world: &Snapshot<S>| world.stamp(&request.ask).map(|stamp| stamp.of_world());
            let is_of = |world: &&Snapshot<S>| stamp(world) == Ok(delivery.stamp);
            let world = self.worlds.iter().rev().find(is_of).expect("it was so");
            let truth = world.cost(&request.ask, &mut Scratch::new()).expect("a good question");
            let answer = delivery.answer.expect("a good question");
            match &answer {
                Outcome::OutOfBudget(_) => assert!(request.limit.is_some(), "{what}"),
                answer => assert_eq!(answer.cost(), truth, "{what}: {:?}", request.ask),
            }
            if expected[at] {
                let Outcome::Found(found) = &answer else { panic!("{what}: {answer:?}") };
                assert_eq!(found.effort.expanded, 0, "{what}: {:?}", request.ask);
                assert_eq!(delivery.standing, Standing::Current, "{what}");
                let path = self.nav.path_by_field(&request.ask, &[]).expect("it was found");
                assert_eq!(found.path, path, "{what}: {:?}", request.ask);
                charged += (found.path.step_count() as u64 / 8).max(1);
                self.by_field += 1;
            } else {
                self.searched += 1;
            }
        }
        if is_all_by_field {
            assert_eq!(report.expansions, charged, "{what}: nothing was searched");
        }
    }

    fn live(mut self, seed: u64) -> [usize; 2] {
        let rng = &mut Rng::new(seed);
        self.worlds.push(self.nav.snapshot());
        for frame in 0..40 {
            self.change(rng);
            (0..1 + rng.below(5)).for_each(|_| self.ask_for_field(rng));
            self.frame(rng, &format!("{} of seed {seed}, frame {frame}", S::NAME));
        }
        [self.by_field, self.searched]
    }
}

fn on_squares(seed: u64) -> Life<Grid> {
    let rng = &mut Rng::new(seed);
    let grid = grid_of(&random_classes(seed, 13, 11, b"......3#"));
    let places = (0..11).flat_map(|y| (0..13).map(move |x| (x, y).into())).collect();
    let options = RequestOptions::default().lanes(1 + rng.below(3)).merge_from(2);
    let mut nav = Navigator::new(grid).requests(options);
    let mover = Mover::walker().corners(Corners::Always).neighbours(Neighbours::Eight);
    let mut movers = vec![nav.first_mover(), nav.add_mover(mover)];
    movers.push(nav.add_mover_sized(Mover::walker(), 2).expect("a body"));
    let (faction, overlay) = (nav.add_faction(b'.'), nav.add_overlay().expect("there is room"));
    Life {
        nav,
        places,
        movers,
        faction,
        overlay,
        edit: |nav, cell, class| {
            nav.edit(|batch| _ = batch.set(cell, class)).expect("on the map");
        },
        reveal: |nav, faction, cell| {
            let rect = CellRect::new(cell.x.min(9), cell.y.min(8), 4, 3);
            nav.reveal(faction, rect).expect("ours");
        },
        worlds: Vec::new(),
        kept: Vec::new(),
        open: Vec::new(),
        by_field: 0,
        searched: 0,
    }
}

fn on_hexagons(seed: u64) -> Life<HexMap> {
    let rng = &mut Rng::new(seed);
    let map = HexMap::hexagon(HexLayout::Flat, 6, b'.').expect("a map");
    let places: Vec<Hex> = Hex::new(0, 0).range(6).collect();
    let options = RequestOptions::default().lanes(1 + rng.below(3)).merge_from(2);
    let mut nav = Navigator::new(map).requests(options);
    nav.edit(|batch| {
        for &place in &places {
            batch.set(place, rng.pick(b".....3#"));
        }
    })
    .expect("on the map");
    let movers = vec![nav.first_mover(), nav.add_mover(HexMover::walker())];
    let (faction, overlay) = (nav.add_faction(b'.'), nav.add_overlay().expect("there is room"));
    Life {
        nav,
        places,
        movers,
        faction,
        overlay,
        edit: |nav, place, class| {
            nav.edit(|batch| _ = batch.set(place, class)).expect("on the map");
        },
        reveal: |nav, faction, place| {
            nav.reveal(faction, place.range(2)).expect("ours");
        },
        worlds: Vec::new(),
        kept: Vec::new(),
        open: Vec::new(),
        by_field: 0,
        searched: 0,
    }
}

fn many_lives<S: Navigable<Place: Copy + std::fmt::Debug>>(life: fn(u64) -> Life<S>, seeds: u64) {
    let mut sums = [0, 0];
    for seed in 0..seeds {
        let [by_field, searched] = life(seed).live(seed);
        sums = [sums[0] + by_field, sums[1] + searched];
    }
    let least = seeds as usize * 2;
    assert!(sums.iter().all(|&sum| sum > least), "{sums:?} by fields and by searches");
}

#[test]
fn requests_on_squares_are_answered_by_kept_fields_at_the_cost_of_searches() {
    many_lives(on_squares, cases(40, 3000));
}

#[test]
fn requests_on_hexagons_are_answered_by_kept_fields_at_the_cost_of_searches() {
    many_lives(on_hexagons, cases(25, 3000));
}

#[test]
fn hundreds_are_answered_by_one_field_within_a_frame_and_without_a_search() {
    let mut nav = Navigator::new(Grid::new(60, 40, b'.').expect("a size"));
    let home = Ask::new((0, 0), (59, 39));
    nav.field(&home, &[]).expect("a good question");
    for x in 0..300 {
        nav.request(&Ask::new((x % 60, x / 60), (59, 39)), 0).expect("there is room");
    }
    let report = nav.work(&mut Budget::unlimited().expansions(5000));
    assert_eq!((report.served, report.spent), (300, None));
    let expanded = |answer: &Outcome| answer.effort().expanded;
    let mut charged = 0;
    for delivery in nav.take_done() {
        let answer = delivery.answer.expect("a good question");
        assert_eq!(expanded(&answer), 0);
        charged += (answer.path().expect("open ground").step_count() as u64 / 8).max(1);
    }
    assert_eq!(report.expansions, charged, "eight steps each");
}

/// A map of 60 by 40 cells with a kept field, which an edit outdates, and two requests for its goal, one
/// of which names the first mover.
fn outdated(edit: impl FnOnce(&mut Edit)) -> (Navigator, Ask) {
    let mut nav = Navigator::new(Grid::new(60, 40, b'.').expect("a size"));
    let home = Ask::new((0, 0), (59, 39));
    nav.field(&home, &[]).expect("a good question");
    nav.edit(edit).expect("on the map");
    nav.request(&home, 0).expect("there is room");
    nav.request(&Ask::new((1, 7), (59, 39)).mover(nav.first_mover()), 0).expect("there is room");
    (nav, home)
}

/// The nodes that the two requests expand, and the expansions of the frame; costs are those of searches.
fn answered(nav: &mut Navigator, frame: u64) -> (u64, u64) {
    let report = nav.work(&mut Budget::unlimited().expansions(frame));
    assert!(report.expansions <= frame);
    let mut expanded = 0;
    let done: Vec<_> = nav.take_done().collect();
    assert_eq!(done.len(), 2);
    for delivery in done {
        let answer = delivery.answer.expect("a good question");
        let path = answer.path().expect("there is a way");
        let start = nav.grid().cell(path.start());
        let truth = nav.cost(&Ask::new(start, (59, 39))).expect("a good question");
        assert_eq!(Some(path.cost()), truth);
        expanded += answer.effort().expanded;
    }
    (expanded, report.expansions)
}

/// Requests the two paths again.
fn ask_again(nav: &mut Navigator, home: &Ask) {
    nav.request(home, 0).expect("there is room");
    nav.request(&Ask::new((1, 7), (59, 39)).or_nearest(), 0).expect("there is room");
}

#[test]
fn a_kept_field_that_is_outdated_is_repaired_for_requests_if_that_fits_into_the_frame() {
    // Far from the goal little changes: the copy counts as 2400 / 64 expansions, the paths as seven
    // each, and the rest is the repair.
    let (mut nav, home) = outdated(|edit| _ = edit.set((5, 5), b'@'));
    let kept = nav.field_bytes();
    let (expanded, spent) = answered(&mut nav, 5000);
    assert_eq!(expanded, 0, "by the field");
    assert!(spent >= 37 + 7 + 7 + 8 && (spent - 37 - 7 - 7) % 8 == 0, "{spent} expansions");
    assert!(nav.field_bytes() <= 2 * kept, "the old one is dropped");
    // The program gets the repaired one, and the next requests need no further repair.
    let field = nav.field(&home, &[]).expect("a good question");
    let fresh = Navigator::new(nav.grid().clone()).field(&home, &[]).expect("a good question");
    for at in 0..nav.grid().cell_count() {
        assert_eq!(field.distance(NodeId::new(at)), fresh.distance(NodeId::new(at)), "{at}");
    }
    ask_again(&mut nav, &home);
    assert_eq!(answered(&mut nav, 5000), (0, 14));
    // One that accepts the nearest place has it repaired as well.
    nav.edit(|edit| _ = edit.set((7, 5), b'@')).expect("on the map");
    nav.request(&home.or_nearest(), 0).expect("there is room");
    nav.request(&home.or_nearest(), 0).expect("there is room");
    assert_eq!(answered(&mut nav, 5000).0, 0);
}

#[test]
fn a_field_whose_changes_are_forgotten_is_left_as_it_is() {
    let (mut nav, home) = outdated(|edit| _ = edit.set((5, 5), b'@'));
    for _ in 0..2000 {
        nav.edit(|edit| _ = edit.set((5, 5), b'.')).expect("on the map");
        nav.edit(|edit| _ = edit.set((5, 5), b'@')).expect("on the map");
    }
    let mut searched = Navigator::new(nav.grid().clone());
    ask_again(&mut searched, &home);
    let truth = answered(&mut searched, 5000);
    assert_eq!(answered(&mut nav, 5000), truth, "nothing is tried");
}

#[test]
fn a_repair_that_is_too_large_is_given_up_and_not_tried_before_it_is_worth_more() {
    // A wall with a gap on the far side changes nearly all distances.
    let wall = |edit: &mut Edit| _ = edit.fill(CellRect::new(57, 1, 1, 39), b'@');
    let (mut nav, home) = outdated(wall);
    let mut searched = Navigator::new(nav.grid().clone());
    ask_again(&mut searched, &home);
    let (expanded, alone) = answered(&mut searched, 1_000_000);
    let (mut tries, mut taken) = (0, 0);
    for round in 1..=20 {
        let (again, spent) = answered(&mut nav, 1_000_000);
        assert_eq!(again, expanded, "by searches");
        tries += usize::from(spent > alone);
        taken += spent - alone;
        // A search is worth an eighth of the 2400 nodes.
        assert!(taken <= 2 * 300 * round, "{taken} for repairs in round {round}");
        ask_again(&mut nav, &home);
    }
    assert!((1..12).contains(&tries), "{tries} of 20 rounds with a try");
    assert_eq!(answered(&mut nav, 1_000_000).0, expanded);
    // What is too much for the two edits together is not for the next one alone.
    nav.field(&home, &[]).expect("a good question");
    nav.edit(|edit| _ = edit.set((5, 5), b'@')).expect("on the map");
    ask_again(&mut nav, &home);
    assert_eq!(answered(&mut nav, 1_000_000).0, 0);
}

/// The expansions of 1000 frames with an edit and two requests each, for goals side by side, and how many
/// requests were answered by fields that are kept.
fn frames(sites: &[CellRect], is_kept: bool) -> (u64, usize, Vec<Option<Cost>>) {
    let mut nav = Navigator::new(Grid::new(64, 64, b'.').expect("a size"));
    nav.drop_index(nav.first_mover(), Keep::JumpMap).expect("ours");
    let goals = [(32, 32), (33, 32)].map(|goal| Ask::new((0, 0), goal));
    for home in goals.iter().filter(|_| is_kept) {
        nav.field(home, &[]).expect("a good question");
    }
    let (mut spent, mut by_field, mut costs) = (0, 0, vec![None; 2000]);
    for frame in 0..1000 {
        let site = sites[frame % sites.len()];
        let is_free = nav.grid().class((site.x, site.y)) == Some(b'.');
        let class = if is_free { b'@' } else { b'.' };
        nav.edit(|batch| _ = batch.fill(site, class)).expect("on the map");
        for home in goals {
            let from = (60 - frame as u32 % 20, frame as u32 / 40);
            nav.request(&Ask::new(from, home.to()), 0).expect("there is room");
        }
        spent += nav.work(&mut Budget::unlimited().expansions(1 << 20)).expansions;
        for delivery in nav.take_done() {
            let answer = delivery.answer.expect("a good question");
            by_field += usize::from(answer.effort().expanded == 0);
            costs[delivery.ticket.number() as usize - 1] = answer.cost();
        }
    }
    (spent, by_field, costs)
}

#[test]
fn repairs_take_no_more_than_the_searches_they_save_whatever_is_edited_in_every_frame() {
    let cell = |(x, y)| CellRect::new(x, y, 1, 1);
    // A search is worth an eighth of the 4096 cells; tries that are given up become rarer and rarer.
    let worth = 2000 * 512;
    for (sites, most, least_by_field) in [
        ([(31, 31), (34, 33), (32, 30)].map(cell), worth, 0),
        ([(3, 60), (7, 58), (5, 61)].map(cell), worth, 1500),
        ([CellRect::new(36, 1, 1, 62); 3], worth / 16, 0),
    ] {
        let (alone, none, truth) = frames(&sites, false);
        let (spent, by_field, costs) = frames(&sites, true);
        let what = format!("{spent} and {alone} expansions, {by_field} and {none} by fields");
        assert!(costs == truth && truth.iter().all(Option::is_some), "{what}");
        assert!(spent <= alone + most && by_field >= none + least_by_field, "{what}");
    }
}

#[test]
fn a_field_is_repaired_only_for_requests_and_in_frames_that_are_large_enough() {
    // A frame that is too small for the copy does not count as a try.
    let (mut nav, home) = outdated(|edit| _ = edit.set((5, 5), b'@'));
    let report = nav.work(&mut Budget::unlimited().expansions(100));
    assert!((1..=100).contains(&report.expansions));
    nav = nav.requests(RequestOptions::default());
    ask_again(&mut nav, &home);
    assert_eq!(answered(&mut nav, 5000).0, 0);
    let mut nav = Navigator::new(Grid::new(60, 40, b'.').expect("a size"));
    nav.field(&home, &[]).expect("a good question");
    nav.edit(|edit| _ = edit.set((5, 5), b'@')).expect("on the map");
    assert_eq!(nav.work(&mut Budget::unlimited()).expansions, 0);
    // Those with a limit wait for nobody.
    nav.submit(Request::new(home, 0).limit(1)).expect("there is room");
    assert_eq!(nav.work(&mut Budget::unlimited()).expansions, 1);
}

#[test]
fn no_recorded_request_is_answered_by_a_field_that_was_not_recorded() {
    let mut nav = RecordedNavigator::new(Navigator::new(Grid::new(30, 20, b'.').expect("a size")))
        .expect("it can be saved");
    let ask = Ask::new((1, 2), (29, 19));
    nav.navigator().field(&ask, &[]).expect("a good question");
    nav.request(&ask, 0).expect("there is room");
    nav.work(&mut Budget::unlimited());
    let recording = nav.recording().clone();
    let mut replay = recording.replay().expect("it is ours");
    while replay.next_frame().is_some() {}
    assert_eq!((replay.difference(), replay.digest()), (None, recording.digest()));

    let (mut nav, _) = nav.finish();
    nav.take_done();
    nav.field(&ask, &[]).expect("a good question");
    nav.request(&ask, 0).expect("there is room");
    nav.work(&mut Budget::unlimited());
    let delivery = nav.take_done().next().expect("an answer");
    assert_eq!(delivery.answer.expect("a way").effort().expanded, 0, "as before the recording");
}
