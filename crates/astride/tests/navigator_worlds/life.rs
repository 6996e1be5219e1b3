//! A navigator lives: edits, looks, overlays, upkeep, and questions in between.

use astride::base::Dir;
use astride::planner::{Adopted, Build, Keep, Method, Navigator, Snapshot, Upkeep};
use astride::shapes::square::{Corners, Edit, Grid, Mover, Neighbours, Window};
use astride::world::Overlay;
use astride_testkit::rng::Rng;

use super::model::{
    Belief, Model, Question, cells, check_navigator, check_snapshot, random_cell, random_rect,
};

/// A navigator and its model, both lived with by the same dice.
pub(super) struct Life {
    pub(super) nav: Navigator,
    pub(super) model: Model,
    pub(super) palette: Vec<u8>,
    /// What the grid shows of a world without bounds.
    pub(super) window: Window,
    /// Whether walls and links are built as well.
    pub(super) is_rich: bool,
    /// An index under construction beside the game.
    pub(super) build: Option<Build>,
    pub(super) asked: Vec<Question>,
}

impl Life {
    pub(super) fn new(grid: Grid, mover: Mover, is_rich: bool, rng: &mut Rng) -> Life {
        let palette: Vec<u8> = (0..=255).filter(|&c| grid.histogram()[c as usize] > 0).collect();
        let mut nav = Navigator::with_mover(grid.clone(), mover.clone());
        if rng.percent(60) {
            nav = nav.upkeep(Upkeep::ByHand);
        }
        if rng.percent(60) {
            nav = nav.cache(rng.pick(&[2, 16, 300]), rng.pick(&[500, 1 << 20]));
        }
        let others = [
            mover.clone().corners(rng.pick(&[Corners::Never, Corners::OneFree, Corners::Always])),
            mover
                .clone()
                .neighbours(Neighbours::Four)
                .stopped_by(0)
                .crosses(3, 9)
                .expect("few ticks"),
        ];
        let mut movers = vec![(nav.first_mover(), mover.clone(), 1)];
        movers.extend(others.map(|other| (nav.add_mover(other.clone()), other, 1)));
        let side = if grid.width().min(grid.height()) > 4 { 3 } else { 2 };
        let ogre = nav.add_mover_sized(mover.clone(), side).expect("few kinds");
        movers.push((ogre, mover, side));
        for (id, ..) in &movers {
            for keep in [Keep::Table, Keep::Clusters, Keep::Labels] {
                if rng.percent(30) {
                    nav.keep(*id, keep).expect("a known mover");
                }
            }
            if rng.percent(10) {
                nav.drop_index(*id, rng.pick(&[Keep::Components, Keep::JumpMap])).unwrap();
            }
        }
        let assumed = rng.pick(&palette);
        let count = grid.cell_count() as usize;
        let belief = Belief::new(&grid, assumed);
        let factions = (0..2).map(|_| (nav.add_faction(assumed), belief.clone())).collect();
        let overlays = (0..3).map(|_| (nav.add_overlay().unwrap(), vec![0; count])).collect();
        let window = Window::new(-7, 3, grid.width(), grid.height()).unwrap();
        let blockers = (0..2).map(|_| (nav.add_places(), Vec::new())).collect();
        let suppositions =
            (0..2).map(|_| (nav.add_supposition(Edit::new()), Edit::new())).collect();
        let model = Model { grid, movers, factions, overlays, blockers, suppositions };
        Life { nav, model, palette, window, is_rich, build: None, asked: Vec::new() }
    }

    pub(super) fn step(&mut self, rng: &mut Rng) {
        let rect = random_rect(&self.model.grid, rng);
        match rng.below(11) {
            10 => self.suppose(rng),
            9 => self.move_blockers(rng),
            8 => self.shift(rng),
            6 => _ = self.nav.maintain(rng.below(500) as u64),
            7 => self.build(),
            0 => {
                let at = rng.below(self.model.factions.len());
                let (faction, belief) = &mut self.model.factions[at];
                belief.reveal(&self.model.grid, rect);
                self.nav.reveal(*faction, rect).expect("a known faction");
            }
            1 => {
                let at = rng.below(self.model.overlays.len());
                let (overlay, extras) = &mut self.model.overlays[at];
                let ticks = rng.pick(&[0, 1, 5000, 60_000, Overlay::MOST]);
                self.nav.overlay_mut(*overlay).expect("a known overlay").fill(rect, ticks);
                for cell in cells(&self.model.grid).filter(|&cell| rect.contains(cell)) {
                    extras[self.model.grid.node(cell).unwrap().index()] = ticks;
                }
            }
            2 => {
                let (faction, belief) = &mut self.model.factions[0];
                belief.remember(&self.model.grid, rect);
                self.nav.remember(*faction, rect).expect("a known faction");
                self.edit(rng);
            }
            _ => self.edit(rng),
        }
    }

    /// Units come, go and move, or all stay where they are.
    fn move_blockers(&mut self, rng: &mut Rng) {
        if self.model.blockers.is_empty() {
            return;
        }
        let at = rng.below(self.model.blockers.len());
        let (set, cells) = &mut self.model.blockers[at];
        match rng.below(4) {
            0 => cells.reverse(),
            1 => cells.truncate(1),
            _ => {
                let most = 1 + self.model.grid.cell_count() as usize / 4;
                let count = rng.below(most + 1);
                *cells = (0..count).map(|_| random_cell(&self.model.grid, rng)).collect();
            }
        }
        self.nav.set_places(*set, cells.iter().copied()).expect("on the map");
    }

    /// Other edits are supposed, which every map takes.
    fn suppose(&mut self, rng: &mut Rng) {
        if self.model.suppositions.is_empty() {
            return;
        }
        let mut batch = Edit::new();
        for _ in 0..rng.below(4) {
            let cell = random_cell(&self.model.grid, rng);
            match if self.is_rich { rng.below(6) } else { 9 } {
                0 => _ = batch.wall(cell, rng.pick(&[Dir::E, Dir::S])),
                1 => _ = batch.remove_wall(cell, rng.pick(&[Dir::E, Dir::S])),
                2 => _ = batch.fence(cell, rng.pick(&[Dir::E, Dir::S]), rng.below(4) as u8),
                _ => _ = batch.set(cell, rng.pick(&self.palette)),
            }
        }
        if self.model.grid.clone().apply(&batch).is_ok() {
            let at = rng.below(self.model.suppositions.len());
            let (edits, supposed) = &mut self.model.suppositions[at];
            self.nav.set_supposition(*edits, batch.clone()).expect("its own");
            *supposed = batch;
        }
    }

    /// Begins to build an index beside the game, or hands it back.
    pub(super) fn build(&mut self) {
        match self.build.take() {
            None => self.build = self.nav.pending(),
            Some(build) => {
                let (mover, keep) = (build.mover(), build.keep());
                let adopted = self.nav.adopt(build.run()).expect("its own");
                let is_there = match keep {
                    Keep::Clusters => self.nav.clusters(mover).unwrap().is_some(),
                    // They are seen in efforts alone.
                    Keep::Landmarks => true,
                    _ => self.nav.tier(mover) == Ok(Method::Labels),
                };
                let is_taken = matches!(adopted, Adopted::Taken | Adopted::CaughtUp);
                assert!(is_there || !is_taken, "{mover:?}, {keep:?}: {adopted:?}");
            }
        }
    }

    /// The map shows another part of the world, one that overlaps with this one or not.
    pub(super) fn shift(&mut self, rng: &mut Rng) {
        let mut far = |size: u32| rng.below(2 * size as usize + 1) as i64 - i64::from(size);
        let by = match (far(self.model.grid.width()), far(self.model.grid.height())) {
            (dx, dy) if dx % 3 == 0 => (dx.signum(), dy.signum()),
            by => by,
        };
        let palette = &self.palette;
        let class_of =
            |x: i64, y: i64| palette[Rng::new((x * 1000 + y) as u64).below(palette.len())];
        let (before, corner) = (self.nav.revision(), self.window.corner());
        let revision = self.nav.shift(&mut self.window, by, class_of).expect("the same size");
        assert_eq!(self.window.corner(), (corner.0 + by.0, corner.1 + by.1));
        assert!(revision <= before + 1);
        let batch = self.model.shift(by, |x, y| class_of(x + corner.0, y + corner.1));
        if revision > before {
            assert_eq!(self.model.grid.apply(&batch), Ok(revision));
        }
        let (found, expected) = (self.nav.grid(), &self.model.grid);
        for cell in cells(expected) {
            let all = |grid: &Grid| (grid.class(cell), grid.forbidden_steps(cell));
            assert_eq!(all(found), all(expected), "{cell} by {by:?}");
        }
        assert_eq!(found.links(), expected.links(), "by {by:?}");
    }

    /// A new question, or one that was asked before.
    pub(super) fn question(&mut self, rng: &mut Rng) -> Question {
        if !self.asked.is_empty() && rng.percent(50) {
            return self.asked[rng.below(self.asked.len())].clone();
        }
        let question = self.model.random_question(rng);
        self.asked.push(question.clone());
        question
    }

    /// A batch of edits, now and then an impossible one.
    pub(super) fn edit(&mut self, rng: &mut Rng) {
        let (grid, mut edit) = (&mut self.model.grid, Edit::new());
        for _ in 0..1 + rng.below(3) {
            let cell = random_cell(grid, rng);
            match if self.is_rich { rng.below(10) } else { 9 } {
                0 => _ = edit.wall(cell, rng.pick(&[Dir::E, Dir::S])),
                1 => _ = edit.remove_wall(cell, rng.pick(&[Dir::E, Dir::S])),
                2 => _ = edit.forbid_step(cell, rng.pick(&Dir::ALL)),
                8 => _ = edit.fence(cell, rng.pick(&[Dir::E, Dir::S]), rng.below(4) as u8),
                4 => _ = edit.fence_step(cell, rng.pick(&[Dir::E, Dir::W]), rng.below(4) as u8),
                3 => _ = edit.link(cell, random_cell(grid, rng), 1 + rng.below(90) as u32),
                _ => {
                    let mut rect = random_rect(grid, rng);
                    rect.width = rect.width.min(grid.width() - rect.x);
                    rect.height = rect.height.min(grid.height() - rect.y);
                    edit.fill(rect, rng.pick(&self.palette));
                }
            }
        }
        let (expected, before) = (grid.apply(&edit), self.nav.revision());
        let found = self.nav.edit(|batch| *batch = edit.clone());
        assert_eq!(found, expected);
        assert_eq!(self.nav.revision(), found.unwrap_or(before));
        self.model.factions.iter_mut().for_each(|(_, belief)| belief.follow(grid));
    }
}

pub(super) fn live(mut life: Life, rounds: usize, rng: &mut Rng, what: &str) {
    let mut held: Vec<(Snapshot, Model)> = Vec::new();
    for round in 0..rounds {
        life.step(rng);
        let what = format!("{what}, round {round}");
        for _ in 0..3 {
            let question = life.question(rng);
            check_navigator(&life.nav, &life.model, &question, &format!("{what}, {question:?}"));
        }
        if rng.percent(15) {
            held.push((life.nav.snapshot(), life.model.clone()));
        }
        if let Some((snapshot, model)) = held.last() {
            let question = model.random_question(rng);
            check_snapshot(snapshot, model, &question, &format!("{what}, held, {question:?}"));
        }
        if held.len() > 2 {
            held.remove(0);
        }
    }
}
