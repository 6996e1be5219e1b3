//! Recordings of navigators of other shapes than squares: replayed to the same answers, whatever
//! happened; an answer that is another one is found, and what is damaged or forged does no harm.

use astride::base::{Budget, CellRect, Container, ContainerError, TablesError};
use astride::planner::record::{RecordedNavigator, Recording};
use astride::planner::{
    Ask, FactionId, MoverId, Navigator, OverlayId, PlacesId, Request, RequestOptions,
    SuppositionId, Ticket,
};
use astride::search::Method;
use astride::shapes::Stored;
use astride::shapes::floors::FloorMap;
use astride::shapes::graph::Graph;
use astride::shapes::hex::{Hex, HexLayout, HexMap};
use astride::shapes::square::Grid;
use astride::shapes::triangle::TriangleMap;
use astride::shapes::voxel::VoxelMap;
use astride_testkit::fuzz::sealed;
use astride_testkit::rng::Rng;
use astride_testkit::tally::cases;

use super::lively::Lively;

struct Life<S: Lively> {
    recorder: RecordedNavigator<S>,
    rng: Rng,
    places: Vec<S::Place>,
    movers: Vec<MoverId>,
    factions: Vec<FactionId>,
    overlays: Vec<OverlayId>,
    blockers: PlacesId,
    supposed: SuppositionId,
    tickets: Vec<Ticket>,
}

impl<S: Lively> Life<S> {
    fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let map = S::any(&mut rng);
        let places = Lively::places(&map);
        let mut nav = Navigator::new(map);
        let movers = vec![nav.first_mover()];
        let factions = vec![nav.add_faction(S::assumed(&mut rng))];
        let overlays = vec![nav.add_overlay().expect("the first")];
        // What exists before the recording begins is part of its initial state.
        nav.reveal(factions[0], places.iter().copied().take(3)).expect("ours");
        nav.overlay_mut(overlays[0]).expect("ours").fill(CellRect::new(0, 0, 2, 1), 70_000);
        for &method in S::INDEXED {
            _ = rng.percent(40) && nav.keep(movers[0], method).is_ok();
        }
        let blockers = nav.add_places();
        nav.set_places(blockers, [places[0]]).expect("ours");
        let supposed = nav.add_supposition(nav.map().change(&mut rng));
        let options = RequestOptions::default().lanes(1 + rng.below(3)).quantum(5);
        let recorder = RecordedNavigator::new(nav.requests(options)).expect("an empty queue");
        let tickets = Vec::new();
        Life { recorder, rng, places, movers, factions, overlays, blockers, supposed, tickets }
    }

    fn place(&mut self) -> S::Place {
        self.rng.pick(&self.places)
    }

    fn some_places(&mut self) -> Vec<S::Place> {
        (0..self.rng.below(6)).map(|_| self.place()).collect()
    }

    fn ask(&mut self) -> Ask<S::Place> {
        let mover = self.rng.pick(&self.movers);
        let mut ask = Ask::new(self.place(), self.place()).mover(mover);
        if self.rng.percent(30) {
            ask = ask.faction(self.rng.pick(&self.factions));
        }
        for &overlay in &self.overlays {
            ask = if self.rng.percent(30) { ask.overlay(overlay) } else { ask };
        }
        if self.rng.percent(30) {
            ask = ask.around(self.blockers);
        }
        if self.rng.percent(20) { ask.or_nearest() } else { ask }
    }

    fn step(&mut self) {
        match self.rng.below(16) {
            15 => {
                let batch = self.recorder.navigator().map().change(&mut self.rng);
                match self.rng.percent(50) {
                    true => self.recorder.set_supposition(self.supposed, batch).expect("ours"),
                    false => self.supposed = self.recorder.add_supposition(batch),
                }
            }
            0 | 1 => {
                let batch = self.recorder.navigator().map().change(&mut self.rng);
                let is_right = self.rng.percent(50);
                match self.rng.below(4) {
                    0 => _ = self.recorder.apply_if(&batch, |_, _| is_right).expect("possible"),
                    _ => _ = self.recorder.apply(&batch).expect("possible"),
                }
            }
            2 => {
                let (faction, places) = (self.rng.pick(&self.factions), self.some_places());
                match self.rng.percent(50) {
                    true => _ = self.recorder.reveal(faction, places).expect("ours"),
                    false => self.recorder.remember(faction, places).expect("ours"),
                }
            }
            3 => {
                let rect = CellRect::new(self.rng.below(3) as u32, 0, 1, 1);
                let (overlay, ticks) = (self.rng.pick(&self.overlays), self.rng.below(9000) as u32);
                self.recorder.paint(overlay, |overlay| overlay.fill(rect, ticks)).expect("ours");
            }
            4 => {
                let ask = self.ask();
                let others = [ask.or_to(self.blockers), ask.supposing(self.supposed)];
                let ask = self.rng.pick(&[ask, others[0], others[1]]);
                let found = self.recorder.find(&ask);
                assert_eq!(found, self.recorder.navigator().find(&ask));
            }
            5 => {
                let ask = self.ask();
                let ask = self.rng.pick(&[ask, ask.or_to(self.blockers)]);
                let mut budget = Budget::unlimited().expansions(self.rng.pick(&[1, 7, 10_000]));
                let outcome = self.recorder.route(&ask, &mut budget).expect("a good question");
                let cost = self.recorder.cost(&ask).expect("a good question");
                assert!(outcome.path().is_none() || outcome.cost() == cost);
            }
            6 => self.add(),
            7 => self.upkeep(),
            13 => {
                let places = self.some_places();
                self.recorder.set_places(self.blockers, places).expect("ours");
            }
            8 if !self.tickets.is_empty() => {
                let ticket = self.rng.pick(&self.tickets);
                self.recorder.cancel(ticket);
            }
            9..=11 => self.work(),
            _ => {
                let ask = self.ask();
                let ask = self.rng.pick(&[ask, ask, ask.supposing(self.supposed)]);
                let request = Request::new(ask, self.rng.below(256) as u8);
                let request = self.rng.pick(&[request, request.limit(20), request.within(2)]);
                // What is supposed may not be possible any more.
                self.tickets.extend(self.recorder.submit(request));
                let ask = self.ask().or_to(self.blockers);
                let ticket = self.recorder.request(&ask, 0);
                self.tickets.push(ticket.expect("room in the queue"));
            }
        }
    }

    fn add(&mut self) {
        match self.rng.below(4) {
            0 if self.overlays.len() < 3 => {
                self.overlays.push(self.recorder.add_overlay().expect("few of them"));
            }
            1 if self.factions.len() < 3 => {
                let assumed = S::assumed(&mut self.rng);
                self.factions.push(self.recorder.add_faction(assumed));
            }
            2 if self.movers.len() < 5 => {
                let mover = self.rng.below(S::movers().len());
                let mover = S::movers().swap_remove(mover);
                self.movers.push(self.recorder.add_mover(mover));
            }
            _ => {
                self.tickets.clear();
                self.recorder.requests(RequestOptions::default().lanes(2));
            }
        }
    }

    fn upkeep(&mut self) {
        let mover = self.rng.pick(&self.movers);
        for &method in S::INDEXED {
            if self.rng.percent(40) {
                // Some are not possible on every map or for every mover.
                _ = self.recorder.keep(mover, method);
            }
        }
        if self.rng.percent(20) {
            self.recorder.drop_index(mover).expect("ours");
        }
        self.recorder.maintain(self.rng.below(600) as u64);
    }

    fn work(&mut self) {
        let (expansions, checks) = (self.rng.pick(&[1, 9, 5000]), self.rng.below(6));
        let mut checked = 0;
        let mut is_late = || {
            checked += 1;
            checked > checks
        };
        let budget = Budget::unlimited().expansions(expansions);
        let mut budget = if checks < 3 { budget.deadline(&mut is_late) } else { budget };
        self.recorder.work(&mut budget);
        if self.rng.percent(50) {
            self.recorder.take_done();
        }
    }
}

fn lived<S: Lively>(seed: u64, steps: usize) -> Recording<S> {
    let mut life = Life::<S>::new(seed);
    (0..steps).for_each(|_| life.step());
    life.recorder.finish().1
}

/// A recording that is saved and loaded is the same, and is replayed to the same digest.
fn check_replay<S: Stored>(recording: &Recording<S>, what: &str) {
    let bytes = recording.save();
    let loaded = Recording::<S>::load_of(&bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(Recording::<S>::is_one(&bytes) && !Recording::<Grid>::is_one(&bytes));
    assert_eq!(loaded.save(), bytes, "{what}");
    assert_eq!(loaded.digest(), recording.digest(), "{what}");
    let mut replay = loaded.replay().expect("a small navigator");
    while replay.next_frame().is_some() {}
    assert_eq!(replay.difference(), None, "{what}");
    assert_eq!(replay.digest(), recording.digest(), "{what}");
}

fn check_replays<S: Lively>(seeds: u64) {
    for seed in 0..seeds {
        check_replay(&lived::<S>(seed, 60), &format!("{} of seed {seed}", S::NAME));
    }
}

#[test]
fn every_shape_is_recorded_saved_loaded_and_replayed_to_the_same_digest() {
    check_replays::<HexMap>(cases(60, 4000));
    check_replays::<TriangleMap>(cases(30, 2000));
    check_replays::<FloorMap>(cases(40, 2000));
    check_replays::<VoxelMap>(cases(40, 2000));
    check_replays::<Graph>(cases(40, 2000));
}

/// An index kept for one of two movers, up to date or not, before the recording begins. Returns how
/// many answer at its beginning.
fn check_kept<S: Lively>(seeds: u64) -> usize {
    let mut answering = 0;
    for (seed, &method) in (0..seeds).flat_map(|seed| S::INDEXED.iter().map(move |m| (seed, m))) {
        let (rng, what) = (&mut Rng::new(seed), format!("{method:?} of seed {seed}"));
        let mut nav = Navigator::new(S::any(rng));
        let movers = [nav.first_mover(), nav.add_mover(S::Mover::default())];
        let mover = rng.pick(&movers);
        if nav.keep(mover, method).is_err() {
            continue;
        }
        if rng.percent(50) {
            let batch = nav.map().change(rng);
            nav.apply(&batch).expect("possible");
        }
        let mut other = Navigator::new(nav.map().clone());
        let is_valid = other.keep(other.first_mover(), method).is_ok();
        other.drop_index(other.first_mover()).expect("ours");
        let mut recorder = RecordedNavigator::new(nav).expect("an empty queue");
        for one in movers {
            let tier = if one == mover && is_valid { method } else { Method::AStar };
            assert_eq!(recorder.navigator().tier(one), Ok(tier), "{what}");
        }
        let places = Lively::places(recorder.navigator().map());
        for _ in 0..3 {
            let plain = Ask::new(rng.pick(&places), rng.pick(&places));
            assert_eq!(recorder.cost(&plain.mover(mover)), other.cost(&plain), "{what}");
            let batch = recorder.navigator().map().change(rng);
            recorder.apply(&batch).expect("possible");
            other.apply(&batch).expect("possible");
            recorder.maintain(100_000);
        }
        check_replay(recorder.recording(), &what);
        answering += usize::from(is_valid);
    }
    answering
}

#[test]
fn a_recording_begins_with_the_indexes_that_are_kept() {
    let seeds = cases(30, 2000);
    let (graphs, voxels) = (check_kept::<Graph>(seeds), check_kept::<VoxelMap>(seeds));
    assert!(graphs > 10 && voxels > 10, "{graphs} on graphs, {voxels} on voxels");

    // One that is not valid on the current map is lost: distances of labels take 32 bits.
    let line: Vec<_> = (0..8).map(|at| (at, at + 1, 7)).collect();
    let mut nav = Navigator::new(Graph::from_arcs(9, &line).expect("a graph"));
    nav.keep(nav.first_mover(), Method::Labels).expect("no distance is too long");
    nav.edit(|batch| (0..8).for_each(|at| _ = batch.cost(at, at + 1, 1 << 31))).expect("arcs");
    let mut recorder = RecordedNavigator::new(nav).expect("an empty queue");
    let shorter = recorder.edit(|batch| (0..8).for_each(|at| _ = batch.cost(at, at + 1, 5)));
    shorter.expect("arcs");
    assert_eq!(recorder.maintain(100).repaired, 0);
    check_replay(recorder.recording(), "an index that is lost");

    // What has no index has none to begin with.
    let map = HexMap::hexagon(HexLayout::Pointy, 4, b'.').expect("a map");
    let mut nav = Navigator::new(map);
    assert!(nav.keep(nav.first_mover(), Method::Jps).is_err());
    let recorder = RecordedNavigator::new(nav).expect("an empty queue");
    assert_eq!(recorder.recording().calls(), 1, "the options of the queue");
}

/// The replies, and where they lie in the file.
fn replies<S: Stored>(bytes: &[u8]) -> (usize, usize) {
    let container = Container::read(bytes, S::RECORDING).expect("a recording");
    let len = container.u8s("recording.replies").expect("replies").len();
    (bytes.len() - len.next_multiple_of(8), len)
}

/// Some bits are flipped with all checksums made right again. What is still a recording is played
/// without harm, and tells of an answer that was altered.
fn check_forged<S: Lively>(seeds: u64) -> [usize; 2] {
    let (mut found, mut refused) = (0, 0);
    for seed in 0..seeds {
        let recording = lived::<S>(seed, 40);
        let (bytes, rng) = (recording.save(), &mut Rng::new(seed));
        let (start, len) = replies::<S>(&bytes);
        for _ in 0..30 {
            let is_reply = rng.percent(50);
            let at = if is_reply { start + rng.below(len) } else { rng.below(bytes.len()) };
            let mut altered = bytes.clone();
            altered[at] ^= 1 << rng.below(7);
            assert!(Recording::<S>::load_of(&altered).is_err(), "seed {seed}, byte {at}");
            let Ok(altered) = Recording::<S>::load_of(&sealed(altered)) else {
                refused += 1;
                continue;
            };
            let Ok(mut replay) = altered.replay() else { continue };
            while replay.next_frame().is_some() {}
            let is_same = replay.digest() == altered.digest();
            assert_eq!(is_same, replay.difference().is_none(), "seed {seed}, byte {at}");
            if is_reply {
                found += usize::from(replay.difference().is_some());
                assert!(!is_same, "seed {seed}: an answer is altered");
            }
        }
    }
    [found, refused]
}

#[test]
fn altered_answers_are_found_and_forged_recordings_do_no_harm() {
    let seeds = cases(10, 400);
    let all = [
        check_forged::<HexMap>(seeds),
        check_forged::<TriangleMap>(seeds),
        check_forged::<FloorMap>(seeds),
        check_forged::<VoxelMap>(seeds),
        check_forged::<Graph>(seeds),
    ];
    assert!(all.iter().flatten().all(|&count| count > 5), "{all:?} found and refused");
}

#[test]
fn what_lies_in_the_fog_and_off_the_map_is_recorded_on_hexagons() {
    let map = HexMap::hexagon(HexLayout::Pointy, 4, b'.').expect("a map");
    let mut nav = RecordedNavigator::new(Navigator::new(map)).expect("an empty queue");
    let scouts = nav.add_faction(b'#');
    assert_eq!(nav.reveal_around(scouts, (0, 0), 2, |class| class == b'#'), Ok(19));
    assert!(nav.find(&Ask::new((0, 0), (2, 0)).faction(scouts)).is_ok());
    assert!(nav.find(&Ask::new((0, 0), (4, 0)).faction(scouts)).is_err(), "nobody saw that far");
    assert!(nav.find(&Ask::new((0, 0), Hex::new(-9, i32::MAX))).is_err());
    assert!(nav.edit(|batch| _ = batch.set((9, 9), b'#')).is_err());
    check_replay(nav.recording(), "in the fog");

    let bytes = nav.recording().save();
    for at in 0..bytes.len() {
        let mut flipped = bytes.clone();
        flipped[at] ^= 1 << (at % 8);
        assert!(Recording::<HexMap>::load_of(&flipped).is_err(), "byte {at}");
        assert!(Recording::<HexMap>::load_of(&bytes[..at]).is_err(), "{at} bytes");
    }
    let other = Recording::<TriangleMap>::load_of(&bytes);
    let Err(TablesError::File(ContainerError::Kind { found, .. })) = other else {
        panic!("hexagons are no triangles");
    };
    assert_eq!(found, *b"rhex");
}
