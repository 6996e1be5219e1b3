//! Recordings of a navigator: unchanged ones are replayed; modified ones are refused or do no harm.

use super::Bytes;
use super::saved::{sealed, small_map};
use astride::base::{Budget, Cell, CellRect, Dir};
use astride::planner::record::{RecordedNavigator, Recording};
use astride::planner::{
    Ask, FactionId, Keep, MoverId, Navigator, OverlayId, PlacesId, Request, RequestOptions,
    SuppositionId, Ticket, Upkeep,
};
use astride::shapes::square::{Edit, Grid, Mover};

/// A recording made on a small map: modified in a few places, or made of the input bytes
/// themselves.
pub fn load_recordings(data: &[u8]) {
    let mut bytes = Bytes(data);
    let (grid, mover) = small_map(&mut bytes);
    let how = bytes.below(4);
    let steps = bytes.below(12);
    let saved = record(grid, mover, steps, &mut |bound| bytes.below(bound)).save();
    check_replay(&saved);
    let mut changed = if how == 0 { bytes.0.to_vec() } else { saved.clone() };
    if how > 0 {
        for _ in 0..bytes.below(4) {
            // Most of what can be wrong is near the end.
            let at = changed.len() - 1 - bytes.below(changed.len()) / bytes.pick(&[1, 8, 64]);
            changed[at] ^= bytes.byte();
        }
        changed.truncate(changed.len() - bytes.pick(&[0, 0, 0, 0, 0, 0, 1, 8]));
    }
    if how > 1 {
        changed = sealed(changed);
    }
    match Recording::load(&changed) {
        Ok(recording) => {
            assert!(how > 1 || changed == saved, "a recording that was changed is loaded");
            let Ok(mut replay) = recording.replay() else { return };
            while replay.next_frame().is_some() {}
            let is_same = replay.digest() == recording.digest();
            assert!(is_same || replay.difference().is_some());
        }
        Err(error) => {
            assert_ne!(changed, saved, "{error}");
            let message = error.to_string();
            assert!(!message.is_empty() && !message.ends_with('.'), "{message}");
        }
    }
}

/// Checks that a recording is loaded unchanged and that its replay ends with its digest.
fn check_replay(saved: &[u8]) {
    let recording = Recording::load(saved).expect("it was saved");
    assert_eq!(recording.save(), saved);
    let mut replay = recording.replay().expect("a small navigator");
    while replay.next_frame().is_some() {}
    assert_eq!(replay.difference(), None);
    assert_eq!(replay.digest(), recording.digest());
}

/// A recording of `steps` steps, which `lot` chooses: it returns a number below its argument.
pub fn record(
    grid: Grid,
    mover: Mover,
    steps: usize,
    lot: &mut dyn FnMut(usize) -> usize,
) -> Recording {
    let mut nav = Navigator::with_mover(grid, mover.clone());
    if lot(2) == 1 {
        nav = nav.upkeep(Upkeep::ByHand);
    }
    let mut movers = vec![nav.first_mover()];
    movers.extend(nav.add_mover_sized(mover, 2));
    let factions = vec![nav.add_faction(b'.')];
    let overlays = vec![nav.add_overlay().expect("the first")];
    // What exists before the recording starts is part of its initial state.
    _ = nav.reveal(factions[0], CellRect::new(0, 0, 3, 2));
    _ = nav.overlay_mut(overlays[0]).map(|overlay| overlay.set((1, 1), 70_000));
    let (blockers, supposed) = (nav.add_places(), nav.add_supposition(Edit::new()));
    _ = nav.set_places(blockers, [(1, 0)]);
    let options = RequestOptions::default().lanes(1 + lot(3)).quantum([1, 5, 300][lot(3)]);
    let recorder = RecordedNavigator::new(nav.requests(options)).expect("an empty queue");
    let tickets = Vec::new();
    let mut life = Life { recorder, movers, factions, overlays, blockers, supposed, tickets, lot };
    for _ in 0..steps {
        life.step();
    }
    life.recorder.finish().1
}

struct Life<'l> {
    recorder: RecordedNavigator,
    movers: Vec<MoverId>,
    factions: Vec<FactionId>,
    overlays: Vec<OverlayId>,
    blockers: PlacesId,
    supposed: SuppositionId,
    tickets: Vec<Ticket>,
    lot: &'l mut dyn FnMut(usize) -> usize,
}

impl Life<'_> {
    fn cell(&mut self) -> Cell {
        let bounds = self.recorder.navigator().grid().bounds();
        let (x, y) = ((self.lot)(bounds.width as usize), (self.lot)(bounds.height as usize));
        Cell::new(x as u32, y as u32)
    }

    fn rect(&mut self) -> CellRect {
        let Cell { x, y } = self.cell();
        CellRect::new(x, y, 1 + (self.lot)(3) as u32, 1 + (self.lot)(3) as u32)
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[(self.lot)(items.len())]
    }

    fn ask(&mut self) -> Ask {
        let mover = self.pick(&self.movers.clone());
        let mut ask = Ask::new(self.cell(), self.cell()).mover(mover);
        if (self.lot)(3) == 0 {
            ask = ask.faction(self.pick(&self.factions.clone()));
        }
        for at in 0..self.overlays.len() {
            if (self.lot)(3) == 0 {
                ask = ask.overlay(self.overlays[at]);
            }
        }
        if (self.lot)(3) == 0 {
            ask = ask.around(self.blockers);
        }
        if (self.lot)(5) == 0 {
            ask = ask.supposing(self.supposed);
        }
        if (self.lot)(4) == 0 { ask.or_nearest() } else { ask }
    }

    fn step(&mut self) {
        match (self.lot)(17) {
            0 | 1 => self.edit(),
            2 => self.look(),
            3 => self.paint(),
            4 => {
                let ask = self.ask();
                let ask = self.pick(&[ask, ask.or_to(self.blockers)]);
                let found = self.recorder.find(&ask);
                // Asked again through the recorder: the replay has to count the same questions.
                assert_eq!(found, self.recorder.find(&ask));
            }
            5 => {
                let ask = self.ask();
                let ask = self.pick(&[ask, ask.or_to(self.blockers)]);
                let spent = self.pick(&[1, 7, 10_000]);
                let cost = self.recorder.cost(&ask).expect("a good question");
                let mut budget = Budget::unlimited().expansions(spent);
                let outcome = self.recorder.route(&ask, &mut budget).expect("a good question");
                assert!(outcome.path().is_none() || outcome.cost() == cost);
            }
            6 => self.add(),
            7 => self.upkeep(),
            8 if !self.tickets.is_empty() => {
                let ticket = self.pick(&self.tickets.clone());
                self.recorder.cancel(ticket);
            }
            9..=11 => self.work(),
            12 => {
                let cells = [self.cell(), self.cell(), self.cell()];
                self.recorder.set_places(self.blockers, cells).expect("its own");
            }
            13 => {
                let mut batch = Edit::new();
                for _ in 0..(self.lot)(4) {
                    batch.set(self.cell(), self.pick(b".@"));
                }
                match (self.lot)(4) {
                    0 => self.supposed = self.recorder.add_supposition(batch),
                    _ => self.recorder.set_supposition(self.supposed, batch).expect("its own"),
                }
            }
            _ => {
                let (ask, priority) = (self.ask(), (self.lot)(256) as u8);
                let request = Request::new(ask, priority);
                let others = [request.limit(20), request.partial(), request.within(2)];
                let request = self.pick(&[request, others[0], others[1], others[2]]);
                self.tickets.push(self.recorder.submit(request).expect("room in the queue"));
                let ask = self.ask().or_to(self.blockers);
                let ticket = self.recorder.request(&ask, priority);
                self.tickets.push(ticket.expect("room in the queue"));
            }
        }
    }

    fn edit(&mut self) {
        let mut batch = Edit::new();
        for _ in 0..1 + (self.lot)(3) {
            let (cell, other) = (self.cell(), self.cell());
            let dir = self.pick(&Dir::ALL);
            _ = match (self.lot)(8) {
                0 => batch.wall(cell, dir),
                1 => batch.remove_wall(cell, dir),
                2 => batch.forbid_step(cell, dir),
                3 => batch.link(cell, other, 1 + (self.lot)(256) as u32 * 200),
                4 => batch.unlink(cell, other),
                _ => batch.set(cell, self.pick(b"..@5W")),
            };
        }
        if (self.lot)(4) == 0 {
            let is_right = (self.lot)(2) == 0;
            _ = self.recorder.apply_if(&batch, |_, _| is_right);
        } else {
            _ = self.recorder.apply(&batch);
        }
    }

    fn look(&mut self) {
        let (faction, rect) = (self.pick(&self.factions.clone()), self.rect());
        let seen = match (self.lot)(3) {
            0 => self.recorder.remember(faction, rect).map(|()| 0),
            1 => self.recorder.reveal(faction, rect),
            _ => {
                let eye = Cell::new(rect.x, rect.y);
                self.recorder.reveal_around(faction, eye, rect.width, |class| class == b'@')
            }
        };
        assert!(seen.is_ok());
    }

    fn paint(&mut self) {
        let (overlay, rect) = (self.pick(&self.overlays.clone()), self.rect());
        let (ticks, how) = (self.pick(&[0, 1, 9000, 90_000]), (self.lot)(4));
        let other = Grid::new(2, 1, b'.').expect("a good size");
        let painted = self.recorder.paint(overlay, |overlay| match how {
            0 => {
                overlay.clear();
                overlay.fill(rect, ticks);
            }
            1 => {
                overlay.fill(rect, ticks + 5);
                overlay.add((rect.x, rect.y), -3);
            }
            2 if overlay.bounds() != other.bounds() => {
                *overlay = astride::world::Overlay::new(&other);
            }
            _ => overlay.fill(rect, ticks),
        });
        assert!(painted.is_ok() || how == 2);
    }

    fn add(&mut self) {
        match (self.lot)(4) {
            0 if self.overlays.len() < 4 => {
                self.overlays.push(self.recorder.add_overlay().expect("few of them"));
            }
            1 if self.factions.len() < 3 => self.factions.push(self.recorder.add_faction(b'@')),
            2 if self.movers.len() < 5 => {
                self.movers.push(self.recorder.add_mover(Mover::walker()));
            }
            3 if self.movers.len() < 5 => {
                self.movers.extend(self.recorder.add_mover_sized(Mover::walker(), 2));
            }
            _ => {
                // Tickets of the old queue would be mistaken for tickets of the new one.
                self.tickets.clear();
                self.recorder.requests(RequestOptions::default().lanes(2));
            }
        }
    }

    fn upkeep(&mut self) {
        let mover = self.pick(&self.movers.clone());
        let keep = self.pick(&[Keep::Components, Keep::JumpMap, Keep::Table, Keep::Clusters]);
        let done = match (self.lot)(4) {
            0 => self.recorder.keep(mover, keep),
            1 => self.recorder.drop_index(mover, keep),
            _ => Ok(()),
        };
        assert!(done.is_ok());
        self.recorder.maintain((self.lot)(600) as u64);
    }

    fn work(&mut self) {
        let (expansions, asks) = (self.pick(&[1, 9, 60, 5000]), (self.lot)(6));
        let mut asked = 0;
        let mut is_late = || {
            asked += 1;
            asked > asks
        };
        let budget = Budget::unlimited().expansions(expansions);
        let mut budget = if asks < 3 { budget.deadline(&mut is_late) } else { budget };
        self.recorder.work(&mut budget);
        if (self.lot)(2) == 0 {
            self.recorder.take_done();
        }
        self.recorder.take_first_steps();
    }
}
