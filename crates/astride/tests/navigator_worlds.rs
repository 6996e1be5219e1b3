//! The navigator: whatever is edited, revealed and overlaid, its answers are those of the reference
//! on the composed rules, and snapshots stay as they were.

use astride::base::{Budget, Cell, Cost, Dir, NodeId, Rect};
use astride::index::Clearance;
use astride::path::Path;
use astride::planner::{
    Adopted, Ask, Build, FactionId, Keep, Method, MoverId, Navigator, NavigatorError,
    NavigatorScratch, OverlayId, Snapshot, Upkeep,
};
use astride::search::Why;
use astride::world::{Corners, Edit, Grid, Mover, Neighbours, Overlay};
use astride_testkit::adapter::{build_world, grid_of, read_world, supported};
use astride_testkit::generate::{caves, random_obstacles, rich_world, rooms};
use astride_testkit::reference::dijkstra;
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;
use astride_testkit::world::{Arc as RefArc, arcs};

/// What a faction takes the map to be: a class for each known cell.
#[derive(Clone)]
struct Belief {
    assumed: u8,
    classes: Vec<Option<u8>>,
    is_stale: Vec<bool>,
}

impl Belief {
    fn as_grid(&self, grid: &Grid) -> Grid {
        let classes: Vec<u8> =
            self.classes.iter().map(|class| class.unwrap_or(self.assumed)).collect();
        let mut believed = Grid::from_classes(grid.width(), grid.height(), &classes).unwrap();
        let is_known = |c: Cell| grid.node(c).is_some_and(|n| self.classes[n.index()].is_some());
        let mut edit = Edit::new();
        for cell in cells(grid) {
            for dir in Dir::ALL {
                let is_seen = is_known(cell) || cell.step(dir).is_some_and(is_known);
                if grid.is_step_forbidden(cell, dir) && is_seen {
                    edit.forbid_step(cell, dir);
                }
            }
        }
        for link in grid.links().iter().filter(|link| is_known(grid.cell(link.from))) {
            edit.link(grid.cell(link.from), grid.cell(link.to), link.cost);
        }
        believed.apply(&edit).unwrap();
        believed
    }

    /// Learns of what is edited in plain sight.
    fn follow(&mut self, grid: &Grid) {
        for at in 0..self.classes.len() {
            if self.classes[at].is_some() && !self.is_stale[at] {
                self.classes[at] = Some(grid.class_at(NodeId::new(at as u32)));
            }
        }
    }

    fn reveal(&mut self, grid: &Grid, rect: Rect) {
        for cell in cells(grid).filter(|&cell| rect.contains(cell)) {
            let at = grid.node(cell).unwrap().index();
            (self.classes[at], self.is_stale[at]) = (grid.class(cell), false);
        }
    }

    fn remember(&mut self, grid: &Grid, rect: Rect) {
        for cell in cells(grid).filter(|&cell| rect.contains(cell)) {
            let at = grid.node(cell).unwrap().index();
            self.is_stale[at] |= self.classes[at].is_some();
        }
    }
}

fn cells(grid: &Grid) -> impl Iterator<Item = Cell> + use<> {
    let (width, height) = (grid.width(), grid.height());
    (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
}

/// All that a navigator holds, written down plainly, with the handles it gave.
#[derive(Clone)]
struct Model {
    grid: Grid,
    /// Movers and the sides of their bodies.
    movers: Vec<(MoverId, Mover, u32)>,
    factions: Vec<(FactionId, Belief)>,
    overlays: Vec<(OverlayId, Vec<u32>)>,
}

/// One question, by places in the model.
#[derive(Clone, Debug)]
struct Question {
    from: Cell,
    to: Cell,
    mover: usize,
    faction: Option<usize>,
    overlays: Vec<usize>,
}

impl Model {
    fn ask(&self, question: &Question) -> Ask {
        let mut ask = Ask::new(question.from, question.to).mover(self.movers[question.mover].0);
        if let Some(faction) = question.faction {
            ask = ask.faction(self.factions[faction].0);
        }
        question.overlays.iter().fold(ask, |ask, &at| ask.overlay(self.overlays[at].0))
    }

    /// The arcs of the composed rules, and on which cells one can stand.
    fn world(&self, question: &Question) -> (Vec<RefArc>, Vec<bool>) {
        let (_, mover, side) = &self.movers[question.mover];
        let believed = question.faction.map(|at| self.factions[at].1.as_grid(&self.grid));
        let world = if *side > 1 {
            let view = self.grid.seen_by(mover);
            let body = Clearance::build(&view).sized(&view, *side).unwrap();
            read_world(body.grid(), body.mover())
        } else {
            read_world(believed.as_ref().unwrap_or(&self.grid), mover)
        };
        let extra = |to: usize| {
            question.overlays.iter().map(|&at| Cost::from(self.overlays[at].1[to])).sum::<Cost>()
        };
        let dearer = |(from, to, cost): RefArc| (from, to, cost + extra(to));
        let is_free = (0..world.cells.len()).map(|at| world.is_passable(world.cell_at(at)));
        (arcs(&world).into_iter().map(dearer).collect(), is_free.collect())
    }

    fn random_question(&self, rng: &mut Rng) -> Question {
        let mover = rng.below(self.movers.len());
        let takes_factions = self.movers[mover].2 == 1 && !self.factions.is_empty();
        let faction = (takes_factions && rng.percent(40)).then(|| rng.below(self.factions.len()));
        let overlays = (0..self.overlays.len()).filter(|_| rng.percent(30)).collect();
        let [from, to] = [(); 2].map(|()| random_cell(&self.grid, rng));
        Question { from, to, mover, faction, overlays }
    }
}

fn random_cell(grid: &Grid, rng: &mut Rng) -> Cell {
    Cell::new(rng.below(grid.width() as usize) as u32, rng.below(grid.height() as usize) as u32)
}

fn random_rect(grid: &Grid, rng: &mut Rng) -> Rect {
    let corner = random_cell(grid, rng);
    Rect::new(corner.x, corner.y, 1 + rng.below(3) as u32, 1 + rng.below(3) as u32)
}

/// What the reference says of a question.
struct Expected {
    cost: Option<Cost>,
    arcs: Vec<RefArc>,
    is_free: Vec<bool>,
    ends: [usize; 2],
}

fn expected(model: &Model, question: &Question) -> Expected {
    let (arcs, is_free) = model.world(question);
    let ends = [question.from, question.to].map(|cell| model.grid.node(cell).unwrap().index());
    let [from, to] = ends;
    let distances = dijkstra(is_free.len(), &arcs, &[from]);
    let cost = (is_free[from] && is_free[to]).then(|| distances[to]).flatten();
    Expected { cost, arcs, is_free, ends }
}

impl Expected {
    fn check_path(&self, path: &Path, what: &str) {
        assert_eq!(Some(path.cost()), self.cost, "{what}");
        let nodes: Vec<usize> = path.nodes().iter().map(|node| node.index()).collect();
        assert_eq!([nodes[0], nodes[nodes.len() - 1]], self.ends, "{what}");
        let step = |pair: &[usize]| {
            let costs = self.arcs.iter().filter(|arc| (arc.0, arc.1) == (pair[0], pair[1]));
            costs.map(|arc| arc.2).min().unwrap_or_else(|| panic!("{what}: no step {pair:?}"))
        };
        assert_eq!(nodes.windows(2).map(step).sum::<Cost>(), path.cost(), "{what}");
    }

    fn check_why(&self, why: Why, what: &str) {
        let [from, to] = self.ends;
        let count = |arcs: &[RefArc], source| {
            dijkstra(self.is_free.len(), arcs, &[source]).into_iter().flatten().count() as u64
        };
        assert_eq!(self.cost, None, "{what}: {why}");
        match why {
            Why::StartBlocked => assert!(!self.is_free[from], "{what}"),
            Why::GoalBlocked => assert!(self.is_free[from] && !self.is_free[to], "{what}"),
            Why::StartEnclosed { cells } => assert_eq!(cells, count(&self.arcs, from), "{what}"),
            Why::GoalEnclosed { cells } => {
                let back: Vec<RefArc> =
                    self.arcs.iter().map(|&(a, b, cost)| (b, a, cost)).collect();
                assert_eq!(cells, count(&back, to), "{what}");
            }
            Why::Apart => assert!(count(&self.arcs, from) > 1, "{what}"),
            Why::Enclosed { .. } | Why::TooDear => panic!("{what}: {why} says too little"),
        }
    }
}

/// Every way of asking a navigator.
fn check_navigator(nav: &Navigator, model: &Model, question: &Question, what: &str) {
    let (ask, expected) = (model.ask(question), expected(model, question));
    assert_eq!(nav.cost(&ask), Ok(expected.cost), "{what}");
    let found = nav.find(&ask);
    match &found {
        Ok(path) => expected.check_path(path, what),
        Err(error) => expected.check_why(error.why().expect("a good question"), what),
    }
    assert_eq!(nav.find_shared(&ask).map(|path| Path::clone(&path)), found, "{what}");
    assert_eq!(nav.snapshot().path(&ask, &mut NavigatorScratch::new()), found, "{what}");
    let outcome = nav.route(&ask, &mut Budget::unlimited()).expect("a good question");
    assert_eq!(outcome.cost(), expected.cost, "{what}");
    assert_eq!(nav.many(&[ask, ask]), [Ok(outcome.clone()), Ok(outcome)], "{what}");
    if model.movers[question.mover].2 == 1 && question.mover == 0 && question.overlays.is_empty() {
        let (grid, mover) = (model.grid.clone(), model.movers[0].1.clone());
        if question.faction.is_none() {
            let fresh = Navigator::with_mover(grid, mover);
            let fresh = fresh.cost(&Ask::new(question.from, question.to));
            assert_eq!(fresh, Ok(expected.cost), "{what}");
        }
    }
}

fn check_snapshot(snapshot: &Snapshot, model: &Model, question: &Question, what: &str) {
    let (ask, expected) = (model.ask(question), expected(model, question));
    let mut scratch = NavigatorScratch::new();
    assert_eq!(snapshot.revision(), model.grid.revision(), "{what}");
    assert_eq!(snapshot.cost(&ask, &mut scratch), Ok(expected.cost), "{what}");
    match snapshot.path(&ask, &mut scratch) {
        Ok(path) => expected.check_path(&path, what),
        Err(error) => expected.check_why(error.why().expect("a good question"), what),
    }
    let outcome = snapshot.route(&ask, &mut scratch, &mut Budget::unlimited());
    assert_eq!(outcome.expect("a good question").cost(), expected.cost, "{what}");
}

/// A navigator and its model, both lived with by the same dice.
struct Life {
    nav: Navigator,
    model: Model,
    palette: Vec<u8>,
    /// Whether walls and links are built as well.
    is_rich: bool,
    /// An index under construction beside the game.
    build: Option<Build>,
    asked: Vec<Question>,
}

impl Life {
    fn new(grid: Grid, mover: Mover, is_rich: bool, rng: &mut Rng) -> Life {
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
            mover.clone().neighbours(Neighbours::Four),
        ];
        let mut movers = vec![(nav.first_mover(), mover.clone(), 1)];
        movers.extend(others.map(|other| (nav.add_mover(other.clone()), other, 1)));
        let ogre = nav.add_mover_sized(mover.clone(), 2).expect("few kinds");
        movers.push((ogre, mover, 2));
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
        let belief = Belief { assumed, classes: vec![None; count], is_stale: vec![false; count] };
        let factions = (0..2).map(|_| (nav.add_faction(assumed), belief.clone())).collect();
        let overlays = (0..3).map(|_| (nav.add_overlay().unwrap(), vec![0; count])).collect();
        let model = Model { grid, movers, factions, overlays };
        Life { nav, model, palette, is_rich, build: None, asked: Vec::new() }
    }

    fn step(&mut self, rng: &mut Rng) {
        let rect = random_rect(&self.model.grid, rng);
        match rng.below(8) {
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

    /// Begins to build an index beside the game, or hands it back.
    fn build(&mut self) {
        match self.build.take() {
            None => self.build = self.nav.pending(),
            Some(build) => {
                let (mover, keep) = (build.mover(), build.keep());
                let adopted = self.nav.adopt(build.run()).expect("its own");
                let is_there = match keep {
                    Keep::Clusters => self.nav.clusters(mover).unwrap().is_some(),
                    _ => self.nav.tier(mover) == Ok(Method::Labels),
                };
                let is_taken = matches!(adopted, Adopted::Taken | Adopted::CaughtUp);
                assert!(is_there || !is_taken, "{mover:?}, {keep:?}: {adopted:?}");
            }
        }
    }

    /// A new question, or one that was asked before.
    fn question(&mut self, rng: &mut Rng) -> Question {
        if !self.asked.is_empty() && rng.percent(50) {
            return self.asked[rng.below(self.asked.len())].clone();
        }
        let question = self.model.random_question(rng);
        self.asked.push(question.clone());
        question
    }

    /// A batch of edits, now and then an impossible one.
    fn edit(&mut self, rng: &mut Rng) {
        let (grid, mut edit) = (&mut self.model.grid, Edit::new());
        for _ in 0..1 + rng.below(3) {
            let cell = random_cell(grid, rng);
            match if self.is_rich { rng.below(8) } else { 7 } {
                0 => _ = edit.wall(cell, rng.pick(&[Dir::E, Dir::S])),
                1 => _ = edit.remove_wall(cell, rng.pick(&[Dir::E, Dir::S])),
                2 => _ = edit.forbid_step(cell, rng.pick(&Dir::ALL)),
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

fn live(mut life: Life, rounds: usize, rng: &mut Rng, what: &str) {
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

#[test]
fn answers_are_those_of_the_composed_rules_on_small_worlds_where_everything_happens() {
    for seed in 0..if is_slow_run() { 40_000 } else { 250 } {
        let mut rng = Rng::new(seed);
        let world = supported(&rich_world(seed, 2 + rng.below(5), 2 + rng.below(4)));
        let (grid, mover) = build_world(&world);
        let life = Life::new(grid, mover, true, &mut rng);
        live(life, 14, &mut rng, &format!("seed {seed}"));
    }
}

#[test]
fn answers_are_those_of_the_composed_rules_where_jump_points_follow_edits() {
    for seed in 0..if is_slow_run() { 3000 } else { 24 } {
        let mut rng = Rng::new(seed);
        let grid = match seed % 3 {
            0 => grid_of(&random_obstacles(seed, 23, 17, 30)),
            1 => grid_of(&caves(seed, 26, 18, 42, 3)),
            _ => grid_of(&rooms(seed, 25, 21, 5, 60)),
        };
        let life = Life::new(grid, Mover::walker(), false, &mut rng);
        live(life, 12, &mut rng, &format!("seed {seed}"));
    }
}

#[test]
fn the_map_is_copied_only_for_a_snapshot_that_is_held() {
    let mut nav = Navigator::new(Grid::new(9, 9, b'.').unwrap());
    let overlay = nav.add_overlay().unwrap();
    let address = |nav: &Navigator| std::ptr::from_ref(nav.grid()).addr();
    let set = |nav: &mut Navigator, x: u32| {
        nav.edit(|batch| _ = batch.set((x, 0), b'@')).expect("on the map");
    };
    let first = address(&nav);
    (0..5).for_each(|x| set(&mut nav, x));
    assert_eq!(address(&nav), first, "nobody else reads it");
    let snapshot = nav.snapshot();
    assert_eq!(std::ptr::from_ref(snapshot.grid()).addr(), first, "shared");
    nav.overlay_mut(overlay).unwrap().set((1, 1), 5);
    assert_eq!(address(&nav), first, "an overlay is not the map");
    set(&mut nav, 6);
    let second = address(&nav);
    assert_ne!(second, first, "the snapshot keeps the old one");
    set(&mut nav, 7);
    assert_eq!(address(&nav), second, "copied once");
    drop(snapshot);
    set(&mut nav, 8);
    assert_eq!(address(&nav), second);
}

#[test]
fn foreign_handles_and_cells_off_the_map_are_refused_by_name() {
    let grid = || Grid::new(6, 5, b'.').unwrap();
    let (mut nav, mut other) = (Navigator::new(grid()), Navigator::new(grid()));
    let (mover, faction) = (other.add_mover(Mover::walker()), other.add_faction(b'.'));
    let overlay = other.add_overlay().unwrap();
    let own = nav.add_overlay().unwrap();
    let ask = Ask::new((0, 0), (5, 4));
    assert!(nav.find(&ask.overlay(own)).is_ok());
    let refused = [
        (ask.mover(mover), NavigatorError::UnknownMover),
        (ask.mover(other.first_mover()), NavigatorError::UnknownMover),
        (ask.faction(faction), NavigatorError::UnknownFaction),
        (ask.overlay(overlay), NavigatorError::UnknownOverlay),
        (ask.overlay(own).overlay(overlay), NavigatorError::UnknownOverlay),
        (
            Ask::new((0, 0), (6, 0)),
            NavigatorError::OffMap { cell: Cell::new(6, 0), width: 6, height: 5 },
        ),
    ];
    for (ask, error) in refused {
        assert_eq!(nav.find(&ask), Err(error.clone()), "{ask:?}");
        assert_eq!(nav.cost(&ask), Err(error.clone()), "{ask:?}");
        assert_eq!(nav.route(&ask, &mut Budget::unlimited()), Err(error.clone()), "{ask:?}");
        let mut scratch = NavigatorScratch::new();
        assert_eq!(nav.snapshot().cost(&ask, &mut scratch), Err(error), "{ask:?}");
    }
    assert_eq!(nav.reveal(faction, Rect::new(0, 0, 9, 9)), Err(NavigatorError::UnknownFaction));
    assert!(nav.overlay_mut(overlay).is_err() && nav.overlay(overlay).is_err());
    assert!(nav.knowledge(faction).is_err() && nav.remember(faction, Rect::default()).is_err());
    // Handles are good for snapshots of their navigator.
    let snapshot = other.snapshot();
    let all = ask.mover(mover).faction(faction).overlay(overlay);
    assert!(snapshot.path(&all, &mut NavigatorScratch::new()).is_ok());
    (1..64).for_each(|_| _ = nav.add_overlay().unwrap());
    assert_eq!(nav.add_overlay(), Err(NavigatorError::TooManyOverlays));
    *nav.overlay_mut(own).unwrap() = Overlay::new(&Grid::new(3, 9, b'.').unwrap());
    let wrong = NavigatorError::OverlaySize { width: 3, height: 9 };
    assert_eq!(nav.find(&ask.overlay(own)), Err(wrong));
    let ogre = nav.add_mover_sized(Mover::walker(), 2).unwrap();
    let faction = nav.add_faction(b'.');
    assert_eq!(nav.find(&ask.mover(ogre).faction(faction)), Err(NavigatorError::BodyInFog));
    assert!(nav.add_mover_sized(Mover::walker(), 0).is_err());
}

#[test]
fn what_is_known_beforehand_is_answered_without_looking() {
    let mut nav = Navigator::new(Grid::new(40, 20, b'.').unwrap());
    nav.edit(|batch| _ = batch.fill(Rect::new(30, 0, 1, 20), b'@')).unwrap();
    let outcome = nav.route(&Ask::new((0, 0), (35, 5)), &mut Budget::unlimited().expansions(0));
    let outcome = outcome.expect("on the map");
    assert_eq!((outcome.is_final(), outcome.effort().expanded), (true, 0));
    let error = nav.path((35, 5), (0, 0)).expect_err("walled off");
    assert_eq!(error.why(), Some(Why::StartEnclosed { cells: 9 * 20 }));
    let faction = nav.add_faction(b'.');
    assert!(nav.find(&Ask::new((0, 0), (35, 5)).faction(faction)).is_ok(), "so it believes");
}
