//! Readers on other threads: what a snapshot answers depends neither on who else asks nor on what
//! the world becomes meanwhile.

use std::thread;

use astride::base::CellRect;
use astride::path::Path;
use astride::planner::{
    Ask, FactionId, MoverId, Navigator, NavigatorError, OverlayId, PlacesId, Snapshot,
};
use astride::search::Scratch;
use astride::shapes::square::Mover;
use astride_testkit::adapter::grid_of;
use astride_testkit::generate::caves;
use astride_testkit::rng::Rng;

type Answers = Vec<Result<Path, NavigatorError>>;

/// A world in which something is built, discovered and feared in every frame.
struct Story {
    nav: Navigator,
    movers: [MoverId; 2],
    faction: FactionId,
    danger: OverlayId,
    units: PlacesId,
    rng: Rng,
}

impl Story {
    fn new() -> Story {
        let mut nav = Navigator::new(grid_of(&caves(4, 40, 28, 40, 3)));
        let ogre = nav.add_mover_sized(Mover::walker(), 2).expect("few kinds");
        let (faction, danger) = (nav.add_faction(b'.'), nav.add_overlay().expect("few overlays"));
        let (movers, units) = ([nav.first_mover(), ogre], nav.add_places());
        Story { movers, nav, faction, danger, units, rng: Rng::new(41) }
    }

    fn cell(&mut self) -> (u32, u32) {
        (self.rng.below(40) as u32, self.rng.below(28) as u32)
    }

    /// One frame: what changes, and what is asked of the snapshot after it.
    fn frame(&mut self) -> (Snapshot, Vec<Ask>) {
        let (cell, class) = (self.cell(), self.rng.pick(b".@"));
        self.nav.edit(|batch| _ = batch.set(cell, class)).expect("on the map");
        let (x, y) = self.cell();
        self.nav.reveal(self.faction, CellRect::new(x, y, 6, 6)).expect("a known faction");
        let cell = self.cell();
        self.nav.overlay_mut(self.danger).expect("a known overlay").set(cell, 40_000);
        let units: Vec<_> = (0..60).map(|_| self.cell()).collect();
        self.nav.set_places(self.units, units).expect("on the map");
        let mut asks = Vec::new();
        for mover in [self.movers[0], self.movers[0], self.movers[1]] {
            let ask = Ask::new(self.cell(), self.cell()).mover(mover);
            let known = ask.faction(self.faction);
            let around = known.overlay(self.danger).around(self.units);
            asks.extend([ask, known, ask.overlay(self.danger), ask.around(self.units), around]);
        }
        (self.nav.snapshot(), asks)
    }
}

/// What a snapshot answers when it is asked from the ask at `first` on, in the order of the asks.
fn answers(snapshot: &Snapshot, asks: &[Ask], first: usize) -> Answers {
    let mut scratch = Scratch::new();
    let mut answers: Answers = Vec::new();
    let (before, after) = asks.split_at(first);
    answers.extend(after.iter().chain(before).map(|ask| snapshot.path(ask, &mut scratch)));
    answers.rotate_right(first);
    answers
}

#[test]
fn readers_on_other_threads_hear_the_same_while_the_world_goes_on() {
    const FRAMES: usize = 24;
    const READERS: usize = 3;
    let mut alone = Story::new();
    let expected: Vec<Answers> = (0..FRAMES)
        .map(|_| {
            let (snapshot, asks) = alone.frame();
            answers(&snapshot, &asks, 0)
        })
        .collect();
    let found = expected.iter().flatten().filter(|answer| answer.is_ok()).count();
    assert!((60..300).contains(&found), "{found} of {} found", 15 * FRAMES);
    let mut shared = Story::new();
    thread::scope(|scope| {
        let mut readers = Vec::new();
        for frame in 0..FRAMES {
            let (snapshot, asks) = shared.frame();
            for reader in 0..READERS {
                let (snapshot, asks) = (snapshot.clone(), asks.clone());
                let read = move || answers(&snapshot, &asks, 5 * reader % asks.len());
                readers.push((frame, scope.spawn(read)));
            }
        }
        for (frame, reader) in readers {
            let heard = reader.join().expect("no reader panicked");
            assert_eq!(heard, expected[frame], "frame {frame}");
        }
    });
}
