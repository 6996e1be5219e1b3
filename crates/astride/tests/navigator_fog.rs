//! Questions by what a faction believes and under extra cost: answered by jump points, at the cost that
//! A* finds on the map as it is composed.

use astride::base::{Budget, Cell, CellRect, Cost, NodeId};
use astride::planner::{
    Adopted, Ask, FactionId, Keep, MoverId, Navigator, NavigatorError, OverlayId, Stamp, Upkeep,
};
use astride::search::{PathQuery, Scratch, astar, dijkstra};
use astride::shapes::square::{BelievedGrid, BodyGrid, Grid, GridHeuristic, Metric, Mover};
use astride::world::{Overlay, Ruled, Way, World};
use astride_testkit::adapter::grid_of;
use astride_testkit::generate::caves;
use astride_testkit::larger::{larger_maps, movers, random_node};
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

/// A navigator with all that questions can name.
struct Game {
    nav: Navigator,
    movers: Vec<(MoverId, Mover)>,
    factions: Vec<FactionId>,
    overlays: Vec<OverlayId>,
}

impl Game {
    fn new(grid: Grid, upkeep: Upkeep) -> Game {
        let mut nav = Navigator::new(grid).upkeep(upkeep);
        let first = (nav.first_mover(), Mover::walker());
        let others =
            movers().into_iter().skip(1).map(|mover| (nav.add_mover(mover.clone()), mover));
        let movers = [first].into_iter().chain(others.collect::<Vec<_>>()).collect();
        let factions = [b'.', b'@'].map(|assumed| nav.add_faction(assumed)).to_vec();
        let overlays = (0..2).map(|_| nav.add_overlay().unwrap()).collect();
        Game { nav, movers, factions, overlays }
    }

    /// One thing that happens.
    fn step(&mut self, rng: &mut Rng) {
        let grid = self.nav.grid();
        let cell = grid.cell(random_node(rng, grid));
        let side = 1 + rng.below(20) as u32;
        let (width, height) = (side.min(grid.width() - cell.x), side.min(grid.height() - cell.y));
        let rect = CellRect::new(cell.x, cell.y, width, height);
        let faction = rng.pick(&self.factions);
        let overlay = rng.pick(&self.overlays);
        match rng.below(8) {
            0 => _ = self.nav.reveal(faction, rect).unwrap(),
            1 | 2 => {
                let is_opaque = |class| class == b'@';
                self.nav.reveal_around(faction, cell, side, is_opaque).unwrap();
            }
            3 => {
                self.nav.remember(faction, rect).unwrap();
                self.nav.edit(|batch| _ = batch.fill(rect, rng.pick(b".@"))).unwrap();
            }
            4 => _ = self.nav.edit(|batch| _ = batch.set(cell, rng.pick(b"..@"))).unwrap(),
            5 => self.nav.overlay_mut(overlay).unwrap().clear(),
            6 => {
                let another = Overlay::new(self.nav.grid());
                *self.nav.overlay_mut(overlay).unwrap() = another;
                blob(self.nav.overlay_mut(overlay).unwrap(), cell, side, 9_000);
            }
            _ => {
                let peak = rng.pick(&[300, 20_000, 400_000]);
                blob(self.nav.overlay_mut(overlay).unwrap(), cell, side, peak);
            }
        }
        if rng.percent(30) {
            self.nav.maintain(rng.below(40_000) as u64);
        }
    }

    /// A random question and what A* says of it.
    fn question(&self, rng: &mut Rng, scratch: &mut Scratch) -> (Ask, Option<Cost>, String) {
        let grid = self.nav.grid();
        let ends = [(); 2].map(|()| random_node(rng, grid));
        let mover = if rng.percent(60) { 0 } else { rng.below(self.movers.len()) };
        let (id, mover) = &self.movers[mover];
        let faction = rng.percent(50).then(|| rng.pick(&self.factions));
        let overlays: Vec<OverlayId> =
            self.overlays.iter().copied().filter(|_| rng.percent(50)).collect();
        let [from, to] = ends.map(|end| grid.cell(end));
        let mut ask = Ask::new(from, to).mover(*id);
        if let Some(faction) = faction {
            ask = ask.faction(faction);
        }
        ask = overlays.iter().fold(ask, |ask, &overlay| ask.overlay(overlay));
        let view = grid.seen_by(mover);
        let knowledge = faction.map(|faction| self.nav.knowledge(faction).unwrap());
        let nothing = Overlay::new(grid);
        let overlay =
            |at: usize| overlays.get(at).map_or(&nothing, |&o| self.nav.overlay(o).unwrap());
        let query = PathQuery::new(ends[0], ends[1]);
        let cost = match knowledge {
            None => {
                let world = overlay(0).over(overlay(1).over(&view));
                let guess = GridHeuristic::octile(&view);
                self.check(&world, &guess, &query, &ask, scratch)
            }
            Some(knowledge) => {
                let known = knowledge.view(&view);
                let guess = GridHeuristic::known(&known, Metric::Octile);
                let world = overlay(0).over(overlay(1).over(&known));
                self.check(&world, &guess, &query, &ask, scratch)
            }
        };
        let what = format!("{ask:?}, {mover:?}");
        (ask, cost, what)
    }

    /// What A* says on the composed world, on which the path that the navigator finds is one.
    fn check(
        &self,
        world: &impl World,
        guess: &GridHeuristic,
        query: &PathQuery<'_>,
        ask: &Ask,
        scratch: &mut Scratch,
    ) -> Option<Cost> {
        let cost = astar(world, guess, query, scratch, &mut ()).cost();
        match self.nav.find(ask) {
            Ok(path) => {
                path.validate(world).unwrap();
                assert_eq!(Some(path.cost()), cost, "{ask:?}");
            }
            Err(error) => assert_eq!((error.why().is_some(), cost), (true, None), "{ask:?}"),
        }
        cost
    }
}

/// Danger that falls off around a cell.
fn blob(overlay: &mut Overlay, around: Cell, radius: u32, peak: u32) {
    let (x, y) = (around.x.saturating_sub(radius), around.y.saturating_sub(radius));
    let width = overlay.bounds().width;
    overlay.write(CellRect::new(x, y, 2 * radius + 1, 2 * radius + 1), |node, extra| {
        let (x, y) = (node.get() % width, node.get() / width);
        let apart = x.abs_diff(around.x).max(y.abs_diff(around.y));
        extra + peak * radius.saturating_sub(apart) / radius
    });
}

#[test]
fn by_belief_and_under_danger_answers_cost_what_a_star_finds() {
    let mut scratch = Scratch::new();
    let rounds = if is_slow_run() { 400 } else { 25 };
    for (seed, map) in larger_maps().into_iter().enumerate() {
        if !is_slow_run() && seed % 3 != 0 {
            continue;
        }
        let mut rng = Rng::new(seed as u64);
        let upkeep = if seed % 2 == 0 { Upkeep::AtOnce } else { Upkeep::ByHand };
        let mut game = Game::new(grid_of(&map), upkeep);
        for _ in 0..rounds {
            game.step(&mut rng);
            for _ in 0..4 {
                let (ask, cost, what) = game.question(&mut rng, &mut scratch);
                let what = format!("seed {seed}, {what}");
                assert_eq!(game.nav.cost(&ask), Ok(cost), "{what}");
                // In slices as at once.
                let ticket = game.nav.request(&ask, 0).unwrap();
                let mut frames = 0;
                let answer = loop {
                    game.nav.work(&mut Budget::unlimited().expansions(1 + rng.below(90) as u64));
                    let done = game.nav.take_done().next();
                    if let Some(delivery) = done {
                        assert_eq!(delivery.ticket, ticket);
                        break delivery.answer.unwrap();
                    }
                    frames += 1;
                    assert!(frames < 1 << 20, "{what}: no end");
                };
                assert_eq!(answer.cost(), cost, "{what}");
            }
        }
    }
}

#[test]
fn who_knows_all_walks_as_if_there_were_no_fog_whatever_was_learnt_when() {
    let rounds = if is_slow_run() { 60 } else { 8 };
    for (seed, map) in larger_maps().into_iter().enumerate().step_by(2) {
        let mut rng = Rng::new(seed as u64);
        let mut game = Game::new(grid_of(&map), Upkeep::AtOnce);
        let faction = game.factions[0];
        for _ in 0..rounds {
            for _ in 0..1 + rng.below(5) {
                game.step(&mut rng);
                if rng.percent(50) {
                    // Whether somebody asks in between changes nothing later.
                    let [a, b] = [(); 2].map(|()| random_node(&mut rng, game.nav.grid()));
                    let [a, b] = [a, b].map(|node| game.nav.grid().cell(node));
                    _ = game.nav.find(&Ask::new(a, b).faction(faction));
                }
            }
            game.nav.reveal(faction, game.nav.grid().bounds()).unwrap();
            let fresh = Navigator::new(game.nav.grid().clone());
            for _ in 0..5 {
                let ends = [(); 2].map(|()| random_node(&mut rng, game.nav.grid()));
                let [from, to] = ends.map(|node| game.nav.grid().cell(node));
                let ask = Ask::new(from, to);
                let budget = || Budget::unlimited();
                let believed = game.nav.route(&ask.faction(faction), &mut budget()).unwrap();
                let plain = fresh.route(&ask, &mut budget()).unwrap();
                assert_eq!(believed.path(), plain.path(), "seed {seed}, {from} to {to}");
                assert_eq!(believed.effort().expanded, plain.effort().expanded);
            }
        }
    }
}

#[test]
fn danger_off_the_way_costs_no_more_than_none_and_near_it_little() {
    let grid = grid_of(&larger_maps()[0]);
    let mut nav = Navigator::new(grid.clone());
    let view = grid.seen_by(&Mover::walker());
    let danger = nav.add_overlay().unwrap();
    let (width, height) = (grid.width(), grid.height());
    let mut rng = Rng::new(5);
    for _ in 0..6 {
        let around = grid.cell(random_node(&mut rng, &grid));
        blob(nav.overlay_mut(danger).unwrap(), around, width.min(height) / 16, 40_000);
    }
    let (mut with_jumps, mut by_octile, mut free, mut scratch) = (0, 0, 0, Scratch::new());
    for _ in 0..200 {
        let ends = [(); 2].map(|()| random_node(&mut rng, &grid));
        let [from, to] = ends.map(|node| grid.cell(node));
        let ask = Ask::new(from, to);
        let outcome = nav.route(&ask.overlay(danger), &mut Budget::unlimited()).unwrap();
        let world = nav.overlay(danger).unwrap().over(&view);
        let octile = GridHeuristic::octile(&view);
        let query = PathQuery::new(ends[0], ends[1]);
        by_octile += astar(&world, &octile, &query, &mut scratch, &mut ()).effort().expanded;
        with_jumps += outcome.effort().expanded;
        let plain = nav.route(&ask, &mut Budget::unlimited()).unwrap();
        if plain.cost().is_some() && plain.cost() == outcome.cost() {
            free += 1;
            let is_free = |node: &NodeId| nav.overlay(danger).unwrap().extra(*node) == 0;
            if plain.path().is_some_and(|path| path.nodes()[1..].iter().all(is_free)) {
                assert_eq!(outcome.path(), plain.path());
                assert_eq!(outcome.effort().expanded, plain.effort().expanded);
            }
        }
    }
    assert!(free > 20, "{free} ways without danger");
    assert!(with_jumps * 4 < by_octile, "{with_jumps} expanded, {by_octile} by the octile guess");
}

#[test]
fn with_labels_too_jump_points_answer_under_danger() {
    let grid = grid_of(&larger_maps()[0]);
    let mut nav = Navigator::new(grid.clone());
    nav.keep(nav.first_mover(), Keep::Labels).unwrap();
    let built = nav.pending().unwrap().run();
    assert_eq!(nav.adopt(built), Ok(Adopted::Taken));
    let danger = nav.add_overlay().unwrap();
    let mut rng = Rng::new(8);
    let around = grid.cell(random_node(&mut rng, &grid));
    blob(nav.overlay_mut(danger).unwrap(), around, 6, 40_000);
    let view = grid.seen_by(&Mover::walker());
    let octile = GridHeuristic::octile(&view);
    let (mut with_jumps, mut by_octile, mut scratch) = (0, 0, Scratch::new());
    for _ in 0..60 {
        let ends = [(); 2].map(|()| random_node(&mut rng, &grid));
        let [from, to] = ends.map(|node| grid.cell(node));
        let ask = Ask::new(from, to).overlay(danger);
        let outcome = nav.route(&ask, &mut Budget::unlimited()).unwrap();
        let world = nav.overlay(danger).unwrap().over(&view);
        let expected =
            astar(&world, &octile, &PathQuery::new(ends[0], ends[1]), &mut scratch, &mut ());
        assert_eq!(outcome.cost(), expected.cost(), "{from} to {to}");
        with_jumps += outcome.effort().expanded;
        by_octile += expected.effort().expanded;
    }
    assert!(with_jumps * 4 < by_octile, "{with_jumps} expanded, {by_octile} by the octile guess");
}

#[test]
fn a_plain_path_that_pays_is_the_answer_where_nothing_is_cheaper() {
    let mut nav = Navigator::new(Grid::new(50, 1, b'.').unwrap());
    let danger = nav.add_overlay().unwrap();
    nav.overlay_mut(danger).unwrap().fill(CellRect::new(20, 0, 5, 1), 7_000);
    let ask = Ask::new((0, 0), (49, 0));
    let plain = nav.find(&ask).unwrap();
    let outcome = nav.route(&ask.overlay(danger), &mut Budget::unlimited()).unwrap();
    let path = outcome.path().unwrap();
    assert_eq!((path.nodes(), path.cost()), (plain.nodes(), plain.cost() + 5 * 7_000));
    assert_eq!(nav.cost(&ask.overlay(danger)), Ok(Some(path.cost())));
}

#[test]
fn by_hand_beliefs_wait_for_maintenance_and_none_starves() {
    let grid = grid_of(&larger_maps()[0]);
    let mut game = Game::new(grid, Upkeep::ByHand);
    let mut rng = Rng::new(3);
    while game.nav.maintain(100_000).waiting > 0 {}
    assert_eq!(game.nav.believed_bytes(game.factions[0]), Ok(0), "nobody has asked");
    for faction in game.factions.clone() {
        _ = game.nav.find(&Ask::new((1, 1), (5, 9)).faction(faction));
    }
    assert_eq!(game.nav.maintain(0).waiting, 2);
    // Both are out of date again in each frame, and a frame does not do for one of them.
    let mut served = [0; 2];
    let asks = game.factions.clone().into_iter();
    let asks: Vec<Ask> = asks.map(|faction| Ask::new((1, 1), (5, 9)).faction(faction)).collect();
    for _ in 0..200 {
        for &faction in &game.factions {
            let cell = game.nav.grid().cell(random_node(&mut rng, game.nav.grid()));
            game.nav.reveal(faction, CellRect::new(cell.x, cell.y, 1, 1)).unwrap();
        }
        let before: Vec<Stamp> = asks.iter().map(|ask| game.nav.stamp(ask).unwrap()).collect();
        game.nav.maintain(1000);
        for ((ask, before), count) in asks.iter().zip(before).zip(&mut served) {
            *count += u32::from(game.nav.stamp(ask).unwrap() != before);
        }
    }
    assert!(served.iter().all(|&count| count > 2), "{served:?}");
    assert!(game.nav.believed_bytes(game.factions[1]).unwrap() > 0);
    game.nav.drop_believed(game.factions[1]).unwrap();
    assert_eq!(game.nav.believed_bytes(game.factions[1]), Ok(0));
    assert_eq!(game.nav.maintain(1 << 40).waiting, 0);
}

#[test]
fn what_is_not_kept_for_a_mover_is_not_kept_of_what_is_believed() {
    let mut nav = Navigator::new(Grid::new(64, 64, b'.').unwrap());
    let faction = nav.add_faction(b'.');
    let ask = Ask::new((0, 0), (60, 50)).faction(faction);
    let cost = nav.cost(&ask).unwrap();
    let all = nav.believed_bytes(faction).unwrap();
    assert!(all > 64 * 64);
    nav.drop_index(nav.first_mover(), Keep::JumpMap).unwrap();
    assert_eq!(nav.cost(&ask).unwrap(), cost);
    assert!(nav.believed_bytes(faction).unwrap() < all, "a question without jump points");
    nav.keep(nav.first_mover(), Keep::JumpMap).unwrap();
    assert_eq!(nav.cost(&ask).unwrap(), cost);
    assert_eq!(nav.believed_bytes(faction), Ok(all));
}

#[test]
fn maintenance_makes_a_believed_mover_again_that_keeps_other_indexes_by_now() {
    let mut nav = Navigator::new(Grid::new(64, 64, b'.').unwrap()).upkeep(Upkeep::ByHand);
    let mover = nav.first_mover();
    let faction = nav.add_faction(b'.');
    let ask = Ask::new((0, 0), (60, 50)).faction(faction);
    let cost = nav.cost(&ask).unwrap();
    assert_eq!(nav.maintain(1 << 20).waiting, 0);
    let all = nav.believed_bytes(faction).unwrap();
    nav.drop_index(mover, Keep::JumpMap).unwrap();
    assert_eq!(nav.maintain(0).repaired, 0, "it is not made for nothing");
    let maintained = nav.maintain(1 << 20);
    assert_eq!((maintained.repaired, maintained.waiting, maintained.next), (1, 0, None));
    assert!(nav.believed_bytes(faction).unwrap() < all);
    assert_eq!(nav.cost(&ask).unwrap(), cost);
}

/// All steps of a world with their costs.
fn steps_of(world: &impl World) -> Vec<(u32, u32, u32)> {
    let mut steps = Vec::new();
    for node in 0..world.node_count() {
        world.for_each_arc(NodeId::new(node), Way::Forward, |arc| {
            steps.push((node, arc.node.get(), arc.cost));
        });
    }
    steps.sort_unstable();
    steps
}

/// A rule that forbids some steps and makes some dearer.
fn toll(from: NodeId, to: NodeId) -> Option<u32> {
    let lot = (from.get() * 31 + to.get() * 17) % 23;
    (lot > 1).then_some(if lot > 15 { 3_000 * lot } else { 0 })
}

#[test]
fn a_rule_for_one_question_is_one_over_the_world_that_it_names() {
    let (mut scratch, mut found) = (Scratch::new(), [0; 2]);
    for seed in 0..6 {
        let mut rng = Rng::new(seed);
        let upkeep = if seed % 2 == 0 { Upkeep::AtOnce } else { Upkeep::ByHand };
        let mut game = Game::new(grid_of(&caves(seed, 48, 30, 38, 3)), upkeep);
        let large = game.nav.add_mover_sized(Mover::walker(), 2).unwrap();
        for _ in 0..40 {
            game.step(&mut rng);
            let (ask, ..) = game.question(&mut rng, &mut scratch);
            let ask = if rng.percent(20) { ask.mover(large) } else { ask };
            let (nav, grid, id) = (&game.nav, game.nav.grid(), ask.mover_id().unwrap());
            let of_id = |(other, _): &&(MoverId, Mover)| *other == id;
            let mover = game.movers.iter().find(of_id).map_or(Mover::walker(), |of| of.1.clone());
            let body = BodyGrid::square(&grid.seen_by(&Mover::walker()), 2).unwrap();
            let lent = ask.faction_id().map(|faction| nav.believed(faction, id).unwrap());
            let view = match &lent {
                Some(lent) => lent.view(),
                None if id == large => body.view(),
                None => grid.seen_by(&mover),
            };
            let nothing = Overlay::new(grid);
            let named = |at: usize| {
                let is_named = ask == ask.overlay(game.overlays[at]);
                let overlay =
                    if is_named { nav.overlay(game.overlays[at]).unwrap() } else { &nothing };
                if id == large { body.overlay(overlay) } else { overlay.clone() }
            };
            let [below, above] = [named(1), named(0)];
            let world = Ruled::new(above.over(below.over(&view)), u32::MAX, toll);
            let [start, goal] = [ask.from(), ask.to()].map(|cell| grid.node(cell).unwrap());
            let (query, budget) = (PathQuery::new(start, goal), &mut Budget::unlimited());
            let expected = dijkstra(&world, &query, &mut scratch, &mut ()).cost();
            let outcome = nav.route_by(&ask, toll, budget).unwrap();
            assert_eq!(outcome.cost(), expected, "seed {seed}, {ask:?}");
            found[usize::from(expected.is_some())] += 1;
            for step in outcome.path().into_iter().flat_map(|path| path.nodes().windows(2)) {
                assert!(toll(step[0], step[1]).is_some(), "seed {seed}, {ask:?}");
            }
            let lent = nav.snapshot().route_by(&ask, toll, &mut scratch, budget).unwrap();
            assert_eq!(lent.path(), outcome.path(), "seed {seed}, {ask:?}");
            // The goal is within reach at exactly its cost.
            let cost = expected.unwrap_or(500_000);
            for within in [cost, cost.saturating_sub(1)] {
                let reach = nav.reach_by(&ask, toll, within, budget).unwrap();
                let reached = reach.of(goal).map(|place| place.cost);
                let is_near = |&cost: &u64| cost <= within;
                assert_eq!(reached, expected.filter(is_near), "seed {seed}, {ask:?}");
                let lent = nav.snapshot().reach_by(&ask, toll, within, &mut scratch, budget);
                assert_eq!(lent.unwrap().nodes(), reach.nodes());
            }
        }
    }
    assert!(found.iter().all(|&count| count > 15), "{found:?}");
}

#[test]
fn the_world_that_is_lent_is_the_one_made_of_what_is_known() {
    let mut scratch = Scratch::new();
    for seed in 0..6 {
        let mut rng = Rng::new(seed);
        let upkeep = if seed % 2 == 0 { Upkeep::AtOnce } else { Upkeep::ByHand };
        let mut game = Game::new(grid_of(&caves(seed, 48, 30, 42, 3)), upkeep);
        let large = game.nav.add_mover_sized(Mover::walker(), 2).unwrap();
        for _ in 0..40 {
            game.step(&mut rng);
            let faction = rng.pick(&game.factions);
            let (id, mover) = game.movers[rng.below(game.movers.len())].clone();
            let (ask, cost, what) = game.question(&mut rng, &mut scratch);
            let nav = &game.nav;
            let knowledge = nav.knowledge(faction).unwrap();
            let asks = [Ask::new(ask.from(), ask.to()).mover(id).faction(faction), ask];
            let stamps = || asks.map(|ask| nav.stamp(&ask).unwrap().of_world());
            let before = stamps();
            let lent = nav.believed(faction, id).unwrap();
            let by_hand = steps_of(&knowledge.view(&nav.grid().seen_by(&mover)));
            assert_eq!(steps_of(&lent.view()), by_hand, "seed {seed}, {mover:?}");
            let made = BelievedGrid::build(nav.grid(), knowledge).unwrap();
            let places = BodyGrid::square(&made.grid().seen_by(&Mover::walker()), 2).unwrap();
            let lent = nav.believed(faction, large).unwrap();
            assert_eq!(steps_of(&lent.view()), steps_of(&places.view()), "seed {seed}");
            // What is read changes no answer; overlays go on top.
            assert_eq!(stamps(), before, "seed {seed}");
            let Some(faction) = ask.faction_id() else { continue };
            let lent = nav.believed(faction, ask.mover_id().unwrap()).unwrap();
            let (view, nothing) = (lent.view(), Overlay::new(nav.grid()));
            let named = |at: usize| match ask == ask.overlay(game.overlays[at]) {
                true => nav.overlay(game.overlays[at]).unwrap(),
                false => &nothing,
            };
            let world = named(0).over(named(1).over(&view));
            let ends = [ask.from(), ask.to()].map(|cell| nav.grid().node(cell).unwrap());
            let query = PathQuery::new(ends[0], ends[1]);
            let octile = GridHeuristic::octile(&view);
            let found = astar(&world, &octile, &query, &mut scratch, &mut ());
            assert_eq!(found.cost(), cost, "seed {seed}, {what}");
        }
    }
}

#[test]
fn what_is_lent_is_a_map_without_indexes() {
    for upkeep in [Upkeep::AtOnce, Upkeep::ByHand] {
        let mut nav = Navigator::new(Grid::new(64, 64, b'.').unwrap()).upkeep(upkeep);
        let (mover, faction) = (nav.first_mover(), nav.add_faction(b'.'));
        nav.edit(|batch| _ = batch.set((3, 3), b'@')).unwrap();
        let due = nav.maintain(0);
        let made = BelievedGrid::build(nav.grid(), nav.knowledge(faction).unwrap()).unwrap();
        assert_eq!(nav.believed(faction, mover).unwrap().map().class((3, 3)), Some(b'.'));
        assert_eq!(nav.believed_bytes(faction), Ok(made.bytes()));
        assert_eq!(nav.maintain(0), due, "nothing is due that was not before");
        let before = nav.snapshot();
        nav.reveal(faction, nav.grid().bounds()).unwrap();
        assert_eq!(nav.believed(faction, mover).unwrap().map().class((3, 3)), Some(b'@'));
        assert_eq!(before.believed(faction, mover).unwrap().map().class((3, 3)), Some(b'.'));
        let other = Navigator::new(Grid::new(9, 9, b'.').unwrap());
        let refused = nav.believed(faction, other.first_mover()).map(|_| ());
        assert_eq!(refused, Err(NavigatorError::UnknownMover));
    }
}

#[test]
fn a_stamp_tells_which_indexes_answer_by_what_is_believed() {
    let mut others = 0;
    for (seed, map) in larger_maps().into_iter().enumerate().take(8) {
        let upkeep = if seed % 2 == 0 { Upkeep::AtOnce } else { Upkeep::ByHand };
        let mut nav = Navigator::new(grid_of(&map)).upkeep(upkeep);
        let mover = nav.first_mover();
        let faction = nav.add_faction(b'.');
        nav.reveal(faction, nav.grid().bounds()).unwrap();
        let mut rng = Rng::new(seed as u64);
        let mut cell = || nav.grid().cell(random_node(&mut rng, nav.grid()));
        let asks: Vec<Ask> = (0..40).map(|_| Ask::new(cell(), cell()).faction(faction)).collect();
        let answers = |nav: &mut Navigator, is_kept: bool| {
            match is_kept {
                true => nav.keep(mover, Keep::JumpMap).unwrap(),
                false => nav.drop_index(mover, Keep::JumpMap).unwrap(),
            }
            _ = nav.find(&asks[0]);
            nav.maintain(1 << 30);
            let paths: Vec<_> = asks.iter().map(|ask| nav.find(ask)).collect();
            (nav.stamp(&asks[0]).unwrap(), paths)
        };
        let [kept, dropped, again] = [true, false, true].map(|kept| answers(&mut nav, kept));
        // Of equal paths A* may take another one.
        others += u32::from(kept.1 != dropped.1);
        assert_ne!(kept.0, dropped.0, "seed {seed}: equal stamps mean equal answers");
        assert_eq!(kept, again, "seed {seed}");
    }
    assert!(others > 1, "{others} maps with other paths");
}

#[test]
fn under_danger_on_land_and_water_that_never_mix_answers_cost_what_a_star_finds() {
    let mut nav = Navigator::with_mover(
        Grid::new(40, 30, b'.').unwrap(),
        Mover::walker().terrain_in(b'W', 1, 2).unwrap(),
    );
    nav.edit(|batch| _ = batch.fill(CellRect::new(20, 0, 20, 30), b'W')).unwrap();
    nav.edit(|batch| _ = batch.fill(CellRect::new(30, 5, 1, 20), b'@')).unwrap();
    let danger = nav.add_overlay().unwrap();
    nav.overlay_mut(danger).unwrap().fill(CellRect::new(25, 0, 1, 29), 50_000);
    nav.overlay_mut(danger).unwrap().fill(CellRect::new(9, 3, 2, 2), 50_000);
    let view = nav.view(nav.first_mover()).unwrap();
    let world = nav.overlay(danger).unwrap().over(&view);
    for (from, to) in [((22, 2), (38, 20)), ((2, 4), (18, 4)), ((2, 4), (22, 4))] {
        let ends = [from, to].map(|cell| nav.grid().node(cell).unwrap());
        let query = PathQuery::new(ends[0], ends[1]);
        let guess = GridHeuristic::octile(&view);
        let known = astar(&world, &guess, &query, &mut Scratch::new(), &mut ()).cost();
        let ask = Ask::new(from, to).overlay(danger);
        assert_eq!((nav.cost(&ask), known.is_some()), (Ok(known), to != (22, 4)));
    }
}
