//! Blockers: places that are closed to some questions only. That answers around them are those of
//! the composed rules is part of every life of `navigator_worlds` and `navigator_shapes`; here are
//! the cases with a name, and what is explained.

use std::collections::BTreeSet;

use astride::base::{Budget, Cell, CellRect, Dir, NodeId, Spent};
use astride::path::Path;
use astride::planner::record::RecordedNavigator;
use astride::planner::{
    Ask, ExplainTerms, Keep, Navigator, NavigatorError, Request, RequestOptions, Standing, Ticket,
};
use astride::search::{Dissimilar, Effort, Outcome, Scratch, Why};
use astride::shapes::Explanation;
use astride::shapes::hex::{Hex, HexLayout, HexMap};
use astride::shapes::square::{Edit, Grid, Mover};
use astride::world::{Way, World};
use astride_testkit::adapter::{build_world, grid_of, supported};
use astride_testkit::generate::{caves, fenced_world};
use astride_testkit::larger::random_node;
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

fn unlimited() -> Budget<'static> {
    Budget::unlimited()
}

#[test]
fn a_set_changes_only_if_other_places_are_blocked() {
    let mut nav = Navigator::new(Grid::new(90, 5, b'.').unwrap());
    let set = nav.add_places();
    let ask = Ask::new((0, 0), (4, 4)).around(set);
    let cells = [(1, 1), (70, 2), (3, 3)];
    nav.set_places(set, cells).unwrap();
    let stamp = nav.stamp(&ask).unwrap();
    let same = [cells[2], cells[0], cells[1], cells[0]];
    nav.set_places(set, same).unwrap();
    nav.set_places(set, cells).unwrap();
    assert_eq!(nav.stamp(&ask), Ok(stamp), "the same places in any order");
    let off = NavigatorError::OffMap { cell: Cell::new(9, 5), width: 90, height: 5 };
    assert_eq!(nav.set_places(set, [(2, 2), (9, 5)]), Err(off));
    assert_eq!(nav.stamp(&ask), Ok(stamp), "all or none");
    for fewer in [&cells[..2], &cells[..1], &[]] {
        let before = nav.stamp(&ask).unwrap();
        nav.set_places(set, fewer.iter().copied()).unwrap();
        assert_ne!(nav.stamp(&ask), Ok(before));
    }
    assert_eq!(nav.stamp(&Ask::new((0, 0), (4, 4))).map(|stamp| stamp.of_world()), {
        let fresh = Navigator::new(Grid::new(90, 5, b'.').unwrap());
        fresh.stamp(&Ask::new((0, 0), (4, 4))).map(|stamp| stamp.of_world())
    });
    assert_eq!(
        nav.set_places(Navigator::new(Grid::new(2, 2, b'.').unwrap()).add_places(), cells),
        { Err(NavigatorError::UnknownPlaces) }
    );
}

/// Units in a cave, all in one set, and asks of each of them for one goal.
fn crowd(count: usize) -> (Navigator, Vec<Ask>) {
    let grid = grid_of(&caves(11, 60, 44, 40, 3));
    let options = RequestOptions::default().merge_from(2).lanes(2);
    let mut nav = Navigator::new(grid).requests(options);
    let (mut rng, mut cells) = (Rng::new(3), Vec::new());
    let free = |nav: &Navigator, node| nav.view(nav.first_mover()).unwrap().is_passable(node);
    while cells.len() <= count {
        let node = random_node(&mut rng, nav.grid());
        if free(&nav, node) {
            cells.push(nav.grid().cell(node));
        }
    }
    let goal = cells.pop().unwrap();
    cells.retain(|&cell| cell != goal);
    let set = nav.add_places();
    nav.set_places(set, cells.iter().copied()).unwrap();
    (nav, cells.into_iter().map(|cell| Ask::new(cell, goal).around(set)).collect())
}

#[test]
fn one_field_answers_all_units_that_block_each_other() {
    let (mut nav, asks) = crowd(200);
    // With jump points, each search is short.
    nav.drop_index(nav.first_mover(), Keep::JumpMap).unwrap();
    let searched: Vec<_> =
        asks.iter().map(|ask| nav.route(ask, &mut unlimited()).unwrap()).collect();
    let alone: u64 = searched.iter().map(|outcome| outcome.effort().expanded).sum();
    let tickets: Vec<Ticket> = asks.iter().map(|ask| nav.request(ask, 0).unwrap()).collect();
    let report = nav.work(&mut unlimited());
    let done: Vec<_> = nav.take_done().collect();
    assert_eq!(done.len(), asks.len());
    let mut steps = 0;
    for delivery in done {
        let at = tickets.iter().position(|ticket| *ticket == delivery.ticket).unwrap();
        let answer = delivery.answer.unwrap();
        assert_eq!(answer.cost(), searched[at].cost());
        steps += answer.path().map_or(0, |path| path.step_count() as u64);
    }
    // The field settles each cell at most once, and eight steps of a path count as one expansion.
    let view = nav.view(nav.first_mover()).unwrap();
    let free = (0..view.node_count()).filter(|&node| view.is_passable(NodeId::new(node))).count();
    let most = free as u64 + steps / 8;
    assert!(report.expansions <= most && 4 * most < alone, "{report:?}: {most} of {alone}");
    // A field that was asked for answers them as well, until one of them moves.
    assert!(nav.field(&asks[0], &[]).unwrap().is_complete());
    nav.request(&asks[3], 0).unwrap();
    nav.work(&mut unlimited());
    let answer = nav.take_done().next().unwrap().answer.unwrap();
    assert_eq!((answer.effort().expanded, answer.cost()), (0, searched[3].cost()));
}

#[test]
fn blockers_keep_groups_apart() {
    let mut nav = Navigator::new(Grid::new(20, 9, b'.').unwrap())
        .requests(RequestOptions::default().merge_from(2).lanes(1));
    let [first, second] = [nav.add_places(), nav.add_places()];
    nav.set_places(first, (0..8).map(|y| (10, y))).unwrap();
    nav.set_places(second, (1..9).map(|y| (10, y))).unwrap();
    let plain = |y| Ask::new((0, y), (19, 4));
    let asks: Vec<Ask> =
        (0..9).flat_map(|y| [plain(y), plain(y).around(first), plain(y).around(second)]).collect();
    asks.iter().for_each(|ask| _ = nav.request(ask, 0).unwrap());
    nav.work(&mut unlimited());
    let done: Vec<_> = nav.take_done().map(|it| (it.ask, it.answer.unwrap().cost())).collect();
    assert_eq!(done.len(), asks.len());
    for (ask, cost) in done {
        assert_eq!(Ok(cost), nav.cost(&ask), "{ask:?}");
    }
    let costs = [plain(0), plain(0).around(first), plain(0).around(second)]
        .map(|ask| nav.cost(&ask).unwrap());
    assert!(costs[0] < costs[1] && costs[2] < costs[1]);
}

#[test]
fn a_unit_that_steps_into_a_path_under_way_is_gone_around_or_said() {
    for again in [0, 2] {
        let options = RequestOptions::default().again(again);
        let mut nav = Navigator::new(Grid::new(40, 9, b'.').unwrap()).requests(options);
        let set = nav.add_places();
        let ask = Ask::new((0, 4), (39, 4)).around(set);
        // Jump points see the goal at once.
        nav.drop_index(nav.first_mover(), Keep::JumpMap).unwrap();
        nav.request(&ask, 0).unwrap();
        nav.work(&mut Budget::unlimited().expansions(10));
        // A row of units with a gap at the bottom.
        nav.set_places(set, (0..8).map(|y| (20, y))).unwrap();
        nav.work(&mut unlimited());
        let delivery = nav.take_done().next().unwrap();
        let path = delivery.answer.unwrap().path().cloned().unwrap();
        let is_through_gap = path.cells(nav.grid()).any(|cell| cell == Cell::new(20, 8));
        match again {
            0 => assert_eq!(delivery.standing, Standing::Blocked { step: 19 }),
            _ => assert!(delivery.standing == Standing::Current && is_through_gap),
        }
        let standing = nav.standing_of(&ask, &path, delivery.stamp).unwrap();
        assert_eq!(standing, delivery.standing);
        nav.set_places(set, [(0, 4)]).unwrap();
        let standing = nav.standing_of(&ask, &path, delivery.stamp);
        assert_eq!(standing, Ok(Standing::Walkable), "it does not block itself");
    }
}

#[test]
fn first_steps_lead_onto_nobody() {
    let mut nav = Navigator::new(Grid::new(200, 60, b'.').unwrap());
    nav.keep(nav.first_mover(), Keep::Clusters).unwrap();
    // With jump points, the answers come at once.
    nav.drop_index(nav.first_mover(), Keep::JumpMap).unwrap();
    let set = nav.add_places();
    let mut given = 0;
    for x in 1..60 {
        let wall = CellRect::new(x, 0, 1, 59);
        let cells = (0..59).map(|y| Cell::new(wall.x, y));
        nav.set_places(set, cells.chain([Cell::new(0, 30)])).unwrap();
        let ask = Ask::new((0, 30), (190, 30)).around(set);
        nav.submit(Request::new(ask, 0).partial()).unwrap();
        nav.work(&mut Budget::unlimited().expansions(2000));
        for steps in nav.take_first_steps() {
            given += 1;
            assert!(
                steps.path.cells(&Grid::new(200, 60, b'.').unwrap()).all(|it| !wall.contains(it))
            );
        }
    }
    assert!((1..59).contains(&given), "{given} first steps");
}

#[test]
fn a_recording_begins_with_the_blockers_there_are() {
    let mut nav = Navigator::new(Grid::new(20, 9, b'.').unwrap());
    let (_, set) = (nav.add_places(), nav.add_places());
    nav.set_places(set, (0..8).map(|y| (10, y))).unwrap();
    let ask = Ask::new((0, 0), (19, 0)).around(set);
    let cost = nav.cost(&ask);
    let mut nav = RecordedNavigator::new(nav).unwrap();
    assert_eq!(nav.cost(&ask), cost);
    let recording = nav.recording().clone();
    let mut replay = recording.replay().unwrap();
    while replay.next_frame().is_some() {}
    assert_eq!((replay.difference(), replay.digest()), (None, recording.digest()));
}

/// The arcs of the first mover under a rule, and those that it forbids.
fn arcs_by(nav: &Navigator, rule: impl Fn(NodeId, NodeId) -> bool) -> [Vec<[NodeId; 2]>; 2] {
    let view = nav.view(nav.first_mover()).unwrap();
    let mut arcs = [Vec::new(), Vec::new()];
    for from in (0..view.node_count()).map(NodeId::new) {
        view.for_each_arc(from, Way::Forward, |arc| {
            arcs[usize::from(!rule(from, arc.node))].push([from, arc.node]);
        });
    }
    arcs
}

/// All that is reached along arcs, or against them.
fn area(arcs: &[[NodeId; 2]], end: NodeId, way: Way) -> BTreeSet<NodeId> {
    let mut area = BTreeSet::from([end]);
    loop {
        let ends = arcs
            .iter()
            .map(|&[from, to]| if way == Way::Forward { (from, to) } else { (to, from) });
        let more = ends.filter(|(from, to)| area.contains(from) && !area.contains(to));
        let more: Vec<NodeId> = more.map(|(_, to)| to).collect();
        if more.is_empty() {
            return area;
        }
        area.extend(more);
    }
}

fn explain_by(
    nav: &Navigator,
    ask: &Ask,
    rule: &dyn Fn(NodeId, NodeId) -> Option<u32>,
) -> Result<Option<Explanation>, NavigatorError> {
    nav.explain_with(ask, &ExplainTerms::new().under(rule), &mut unlimited())
}

#[test]
fn a_rule_that_parts_is_explained_by_the_steps_that_it_forbids() {
    let (mut parted, mut opened) = (0, 0);
    for seed in 0..if is_slow_run() { 5000 } else { 300 } {
        let mut rng = Rng::new(seed);
        let (grid, mover) = build_world(&supported(&fenced_world(seed, 6, 5)));
        let mut nav = Navigator::with_mover(grid, mover);
        let share = rng.pick(&[1, 3, 6]);
        let [mut permitted, _] = arcs_by(&nav, |_, _| true);
        permitted.retain(|_| rng.below(8) >= share);
        let table: BTreeSet<[NodeId; 2]> = permitted.into_iter().collect();
        let rule = |from, to| table.contains(&[from, to]);
        let view = nav.view(nav.first_mover()).unwrap();
        let ends = [(); 2].map(|()| random_node(&mut rng, nav.grid()));
        let is_free = ends.map(|end| view.is_passable(end));
        let [open, shut] = arcs_by(&nav, rule);
        let [ahead, behind] =
            [area(&open, ends[0], Way::Forward), area(&open, ends[1], Way::Backward)];
        let leads = is_free == [true; 2] && ahead.contains(&ends[1]);
        let ask = Ask::new(nav.grid().cell(ends[0]), nav.grid().cell(ends[1]));
        let ticks = |from, to| rule(from, to).then_some(0);
        let what = format!("seed {seed}: {ask:?}");
        assert_eq!(nav.route_by(&ask, ticks, &mut unlimited()).unwrap().path().is_some(), leads);
        let explained = explain_by(&nav, &ask, &ticks).unwrap();
        assert_eq!(explained.is_none(), leads, "{what}");
        let without = nav.explain(&ask, &mut unlimited()).unwrap();
        let Some(explained) = explained else { continue };
        match &without {
            Some(it) => assert_eq!(explained.opening, it.opening, "{what}"),
            None => {
                let opening = explained.opening.expect("nothing is to be opened");
                assert!(opening.cells.is_empty() && opening.steps.is_empty(), "{what}");
            }
        }
        let (area, way) = match explained.why {
            Why::StartEnclosed { cells } => {
                assert_eq!(cells, ahead.len() as u64, "{what}");
                (ahead, Way::Forward)
            }
            Why::GoalEnclosed { cells } => {
                assert_eq!(cells, behind.len() as u64, "{what}");
                (behind, Way::Backward)
            }
            Why::StartBlocked | Why::GoalBlocked => continue,
            why => panic!("{what}: {why}"),
        };
        // Those that walls forbid as well are tested elsewhere.
        let is_out = |[from, to]: &[NodeId; 2]| match way {
            Way::Forward => area.contains(from) && !area.contains(to),
            Way::Backward => !area.contains(from) && area.contains(to),
        };
        let expected: BTreeSet<_> = shut.into_iter().filter(is_out).collect();
        let node = |cell: Cell| nav.grid().node(cell).unwrap();
        let found: BTreeSet<_> = explained.shut.iter().map(|step| step.map(node)).collect();
        assert!(expected.is_subset(&found), "{what}");
        let is_forbidden = |[from, to]: &[NodeId; 2]| {
            let [from, to] = [from, to].map(|&node| nav.grid().cell(node));
            let dir = Dir::ALL.into_iter().find(|&dir| from.step(dir) == Some(to));
            dir.is_some_and(|dir| nav.grid().is_step_forbidden(from, dir))
        };
        assert!((&found - &expected).iter().all(is_forbidden), "{what}");
        parted += usize::from(without.is_none());
        opened += usize::from(without.is_some());
        // Blockers are such a rule.
        let set = nav.add_places();
        let units: Vec<NodeId> = (0..4).map(|_| random_node(&mut rng, nav.grid())).collect();
        nav.set_places(set, units.iter().map(|&unit| nav.grid().cell(unit)).collect::<Vec<_>>())
            .unwrap();
        let is_there = |node: NodeId| node != ends[0] && units.contains(&node);
        let around = |from, to| (!is_there(from) && !is_there(to)).then_some(0);
        let is_blamed = is_free == [true; 2] && is_there(ends[1]);
        let blame_goal = |explained: Result<Option<Explanation>, NavigatorError>| {
            let mut explained = explained.unwrap();
            if let Some(it) = explained.as_mut().filter(|_| is_blamed) {
                (it.why, it.frontier, it.shut) = (Why::GoalBlocked, vec![ask.to()], Vec::new());
            }
            Ok(explained)
        };
        let expected = blame_goal(explain_by(&nav, &ask, &around));
        assert_eq!(nav.explain(&ask.around(set), &mut unlimited()), expected, "{what}");
        let both = |from, to| around(from, to).filter(|_| rule(from, to));
        let expected = blame_goal(explain_by(&nav, &ask, &both));
        assert_eq!(explain_by(&nav, &ask.around(set), &ticks), expected, "{what}");
    }
    assert!(parted > 30 && opened > 30, "{parted} by the rule alone, {opened} by the map as well");
}

#[test]
fn what_is_explained_after_a_batch_is_what_is_explained_once_it_is_applied() {
    let (mut refused, mut parted, mut steps) = (0, 0, 0);
    for seed in 0..if is_slow_run() { 3000 } else { 200 } {
        let mut rng = Rng::new(seed);
        let (grid, mover) = build_world(&supported(&fenced_world(seed, 7, 6)));
        let mut nav = Navigator::with_mover(grid, mover.clone());
        let ogre = nav.add_mover_sized(mover, 2).unwrap();
        let scouts = nav.add_faction(b'.');
        nav.reveal(scouts, CellRect::new(rng.below(4) as u32, 0, 4, 6)).unwrap();
        let mut batch = Edit::new();
        for _ in 0..1 + rng.below(9) {
            let cell = nav.grid().cell(random_node(&mut rng, nav.grid()));
            match rng.below(6) {
                0 => batch.wall(cell, rng.pick(&[Dir::E, Dir::S])),
                1 => batch.set(cell, b'.'),
                _ => batch.set(cell, b'@'),
            };
        }
        let [from, to] = [(); 2].map(|()| nav.grid().cell(random_node(&mut rng, nav.grid())));
        let ask = Ask::new(from, to);
        let mover = rng.pick(&[nav.first_mover(), ogre]);
        let is_fog = rng.percent(40);
        // The same mover on a map that is edited.
        let map = match is_fog {
            true => nav.believed(scouts, mover).unwrap().map().clone(),
            false => nav.grid().clone(),
        };
        let mut after = Navigator::with_mover(map, nav.mover(mover).unwrap().clone());
        let same = match nav.side(mover).unwrap() {
            1 => after.first_mover(),
            side => after.add_mover_sized(nav.mover(mover).unwrap().clone(), side).unwrap(),
        };
        let ask_if = if is_fog { ask.faction(scouts) } else { ask }.mover(mover);
        let found = nav.explain_with(&ask_if, &ExplainTerms::new().after(&batch), &mut unlimited());
        match after.apply(&batch) {
            Err(_) => {
                refused += 1;
                assert!(matches!(found, Err(NavigatorError::Edit(_))), "seed {seed}");
            }
            Ok(_) => {
                let expected = after.explain(&ask.mover(same), &mut unlimited());
                assert_eq!(found, expected, "seed {seed}");
                let rule = |from: NodeId, to: NodeId| {
                    (!(5 * from.get() + to.get()).is_multiple_of(4)).then_some(0)
                };
                let all = |_| true;
                let terms = ExplainTerms::new().under(&rule).opening(&all);
                let expected = after.explain_with(&ask.mover(same), &terms, &mut unlimited());
                let terms = terms.after(&batch);
                let (snapshot, scratch) = (nav.snapshot(), &mut Scratch::new());
                let whole = snapshot.explain_with(&ask_if, &terms, scratch, &mut unlimited());
                assert_eq!(whole, expected, "seed {seed}");
                // What opens a way does so without the rule.
                let terms = ExplainTerms::new().opening(&all);
                let without = after.explain_with(&ask.mover(same), &terms, &mut unlimited());
                if let Some(whole) = whole.unwrap() {
                    steps += whole.opening.as_ref().map_or(0, |it| it.steps.len());
                    match (whole.opening, without.unwrap()) {
                        (opening, Some(without)) => assert_eq!(opening, without.opening),
                        (Some(it), None) => assert!(it.cells.is_empty() && it.steps.is_empty()),
                        (None, None) => panic!("seed {seed}: without the rule there is a way"),
                    }
                }
                // The same around units.
                let units = [(); 2].map(|()| nav.grid().cell(random_node(&mut rng, nav.grid())));
                let [ask_if_around, ask_around] =
                    [(&mut nav, ask_if), (&mut after, ask.mover(same))].map(|(nav, ask)| {
                        let set = nav.add_places();
                        nav.set_places(set, units).unwrap();
                        ask.around(set)
                    });
                let terms = || ExplainTerms::new().under(&rule).opening(&all);
                let around =
                    nav.explain_with(&ask_if_around, &terms().after(&batch), &mut unlimited());
                let expected = after.explain_with(&ask_around, &terms(), &mut unlimited());
                assert_eq!(around, expected, "seed {seed}");
                let route = nav.route_if(&batch, &ask_if, &mut unlimited()).unwrap();
                assert_eq!(route.path().is_none(), found.unwrap().is_some(), "seed {seed}");
                parted += usize::from(route.path().is_none());
            }
        }
    }
    assert!(refused > 3 && parted > 50, "{refused} refused, {parted} parted");
    assert!(steps > 4, "{steps} steps were opened");
}

#[test]
fn a_request_that_expires_is_given_up_in_its_frame_and_no_other() {
    let mut nav = Navigator::new(Grid::new(60, 40, b'.').unwrap())
        .requests(RequestOptions::default().lanes(1).merge_from(2));
    let danger = nav.add_overlay().unwrap();
    nav.overlay_mut(danger).unwrap().fill(CellRect::new(5, 0, 50, 40), 9_000);
    let ask = |y| Ask::new((0, y), (59, 20)).overlay(danger);
    // Running, waiting, cancelled, answered in time, and without a limit; some of them together.
    let running = nav.submit(Request::new(ask(1), 9).within(3)).unwrap();
    let together = nav.submit(Request::new(ask(2), 9).within(4)).unwrap();
    let waiting =
        nav.submit(Request::new(Ask::new((0, 0), (9, 39)).overlay(danger), 0).within(0)).unwrap();
    let gone = nav.submit(Request::new(ask(3), 0).within(2)).unwrap();
    let patient = nav.submit(Request::new(ask(4), 0).within(u64::MAX)).unwrap();
    nav.work(&mut Budget::unlimited().expansions(3));
    let done: Vec<_> = nav.take_done().collect();
    assert_eq!((done.len(), done[0].ticket), (1, waiting));
    assert_eq!(done[0].answer, Err(NavigatorError::Expired { frames: 1 }));
    assert_eq!((done[0].frames, done[0].standing), (1, Standing::Current));
    assert!(nav.cancel(gone) && !nav.cancel(waiting));
    for frame in 2..=4 {
        let report = nav.work(&mut Budget::unlimited().expansions(3));
        let done: Vec<_> = nav.take_done().collect();
        let expected = [(running, 3), (together, 4)].into_iter().filter(|&(_, last)| last == frame);
        let tickets: Vec<Ticket> = done.iter().map(|it| it.ticket).collect();
        assert_eq!(tickets, expected.map(|(ticket, _)| ticket).collect::<Vec<_>>());
        let error = NavigatorError::Expired { frames: frame };
        assert!(done.iter().all(|it| it.answer.as_ref().err() == Some(&error)));
        assert_eq!(report.served, 0);
    }
    nav.work(&mut unlimited());
    let last: Vec<_> = nav.take_done().collect();
    assert_eq!((last.len(), last[0].ticket), (1, patient));
    assert_eq!(last[0].answer.as_ref().unwrap().cost(), nav.cost(&ask(4)).unwrap());
}

#[test]
fn a_large_body_does_not_block_itself_and_shares_no_field() {
    let mut nav = Navigator::new(Grid::new(12, 5, b'.').unwrap())
        .requests(RequestOptions::default().merge_from(2));
    let ogre = nav.add_mover_sized(Mover::walker(), 2).unwrap();
    let set = nav.add_places();
    // Two ogres, one beside the other.
    let places = [(0, 0), (2, 0)];
    let cells = places.iter().flat_map(|&(x, y)| [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]);
    nav.set_places(set, cells).unwrap();
    let asks = places.map(|place| Ask::new(place, (10, 3)).mover(ogre).around(set));
    asks.iter().for_each(|ask| _ = nav.request(ask, 0).unwrap());
    nav.work(&mut unlimited());
    let costs: Vec<_> = nav.take_done().map(|it| it.answer.unwrap().cost()).collect();
    assert_eq!(costs, [Some(9 * 13_860 + 2 * 19_601), Some(5 * 13_860 + 3 * 19_601)]);
    assert_eq!(nav.field(&asks[0], &[]).err(), Some(NavigatorError::NoFieldAround));
    assert_eq!(nav.path_by_field(&asks[0], &[]).err(), Some(NavigatorError::NoFieldAround));
}

#[test]
fn requests_for_the_nearest_of_a_set_share_a_field_and_follow_the_set() {
    let mut nav = Navigator::new(grid_of(&caves(11, 60, 44, 40, 3)))
        .requests(RequestOptions::default().lanes(2));
    let mines = nav.add_places();
    let mut rng = Rng::new(8);
    let mut cells: Vec<Cell> =
        (0..9).map(|_| nav.grid().cell(random_node(&mut rng, nav.grid()))).collect();
    nav.set_places(mines, cells[1..].iter().copied()).unwrap();
    let starts: Vec<Cell> =
        (0..60).map(|_| nav.grid().cell(random_node(&mut rng, nav.grid()))).collect();
    for &start in &starts {
        nav.request(&Ask::new(start, cells[0]).or_to(mines), 0).unwrap();
    }
    let report = nav.work(&mut unlimited());
    assert!(report.expansions < 2 * 60 * 44, "{report:?}: one field, and its paths");
    let done: Vec<_> = nav.take_done().map(|it| (it.ask.from(), it.answer.unwrap())).collect();
    assert_eq!(done.len(), starts.len());
    for (start, answer) in &done {
        let costs = cells.iter().filter_map(|&goal| nav.cost(&Ask::new(*start, goal)).unwrap());
        assert_eq!(answer.cost(), costs.min(), "{start}");
    }
    // The mine that it was on the way to is exhausted.
    let path =
        done.iter().find_map(|(_, answer)| answer.path().filter(|path| path.step_count() > 9));
    let path = path.expect("one of them is far");
    let [from, goal] = [path.start(), path.goal()].map(|node| nav.grid().cell(node));
    for again in [0, 2] {
        nav = nav.requests(RequestOptions::default().again(again));
        nav.set_places(mines, cells.iter().copied()).unwrap();
        let other = *cells.iter().find(|&&cell| cell != goal).unwrap();
        nav.request(&Ask::new(from, other).or_to(mines), 0).unwrap();
        nav.work(&mut Budget::unlimited().expansions(5));
        let left: Vec<Cell> = cells.iter().copied().filter(|&cell| cell != goal).collect();
        nav.set_places(mines, left).unwrap();
        nav.work(&mut unlimited());
        let delivery = nav.take_done().next().unwrap();
        let end = delivery.answer.unwrap().path().map(|path| nav.grid().cell(path.goal()));
        match again {
            0 => assert_eq!((delivery.standing, end), (Standing::Outdated, Some(goal))),
            _ => assert!(delivery.standing == Standing::Current && end != Some(goal)),
        }
    }
    cells.clear();
    nav.set_places(mines, cells).unwrap();
    let ask = Ask::new(from, goal).or_to(mines);
    assert_eq!(
        nav.path_by_field(&ask, &[]).unwrap().cost(),
        nav.find(&Ask::new(from, goal)).unwrap().cost()
    );
    let refused = Some(NavigatorError::SeveralGoals);
    assert_eq!(nav.explain(&ask, &mut unlimited()).err(), refused);
    let wish = Dissimilar::default();
    assert_eq!(nav.dissimilar(&ask, &wish, &mut unlimited()).err(), refused);
    assert_eq!(nav.alternatives(&ask, 2, &mut unlimited()).err(), refused);
}

#[test]
fn nothing_is_prepared_for_a_question_that_is_refused() {
    let foreign = Navigator::new(Grid::new(4, 4, b'.').unwrap()).add_places();
    let hexes = Navigator::new(HexMap::hexagon(HexLayout::Pointy, 2, b'.').unwrap());
    let from = Hex::new(0, 0);
    for ask in [Ask::new(from, (9, 0)), Ask::new(from, (1, 0)).or_to(foreign)] {
        let refused = hexes.route(&ask, &mut unlimited()).err();
        assert!(refused.is_some(), "{ask:?}");
        assert_eq!(hexes.prepare(&ask).err(), refused, "{ask:?}");
    }
}

#[test]
fn to_the_nearest_place_jumps_lead_around_blockers_unless_they_close_the_way() {
    let mut nav = Navigator::new(Grid::new(60, 40, b'.').unwrap());
    let gaps = [Cell::new(30, 5), Cell::new(30, 35)];
    nav.edit(|batch| {
        batch.fill(CellRect::new(30, 0, 1, 40), b'@');
        gaps.into_iter().for_each(|gap| _ = batch.set(gap, b'.'));
    })
    .unwrap();
    let units = nav.add_places();
    let ask = Ask::new((5, 5), (55, 5)).around(units);
    nav.set_places(units, [gaps[0]]).unwrap();
    let found = nav.route(&ask.or_nearest(), &mut unlimited()).unwrap();
    assert_eq!(found, nav.route(&ask, &mut unlimited()).unwrap());
    assert!(found.path().is_some() && found.effort().expanded < 100, "{:?}", found.effort());
    assert_eq!(by_request(&mut nav, &ask.or_nearest(), None), found, "over frames as well");
    // Within a limit only a search by cells knows at any time what is nearest.
    let limited = by_request(&mut nav, &ask.or_nearest(), Some(200));
    assert!(limited.nearest().is_some(), "{limited:?}");

    nav.set_places(units, gaps).unwrap();
    let none = nav.route(&ask.or_nearest(), &mut unlimited()).unwrap();
    let end = none.nearest().map(|path| nav.grid().cell(path.goal()));
    assert_eq!((none.path(), end), (None, Some(Cell::new(29, 5))));
    assert_eq!(by_request(&mut nav, &ask.or_nearest(), None), none);
}

/// The answer to one request, over frames of 7 expansions each.
fn by_request(nav: &mut Navigator, ask: &Ask, limit: Option<u64>) -> Outcome {
    let request = Request::new(*ask, 0);
    nav.submit(limit.map_or(request, |limit| request.limit(limit))).unwrap();
    loop {
        nav.work(&mut Budget::unlimited().expansions(7));
        if let Some(delivery) = nav.take_done().next() {
            return delivery.answer.unwrap();
        }
    }
}

#[test]
fn whoever_is_in_the_way_of_a_body_larger_than_a_word_is_found_under_each_of_its_rows() {
    let mut nav = Navigator::new(Grid::new(200, 100, b'.').unwrap());
    let side = 70;
    let giant = nav.add_mover_sized(Mover::walker(), side).unwrap();
    let set = nav.add_places();
    let is_under = |place: Cell, cell: Cell| {
        (place.x..place.x + side).contains(&cell.x) && (place.y..place.y + side).contains(&cell.y)
    };
    let (mut rng, mut found) = (Rng::new(5), 0);
    for case in 0..40 {
        let [from, to] = [0, 125].map(|x| Cell::new(x + rng.below(6) as u32, rng.below(31) as u32));
        // Some stand under it, and at its edges.
        let mut units: Vec<Cell> =
            (0..rng.below(4)).map(|_| nav.grid().cell(random_node(&mut rng, nav.grid()))).collect();
        units.push(Cell::new(rng.pick(&[63, 64, 76, 127]), rng.pick(&[0, 40, 69, 70, 99])));
        nav.set_places(set, units.iter().copied()).unwrap();
        let is_open = |node| {
            let place = nav.grid().cell(node);
            units.iter().all(|&unit| !is_under(place, unit) || is_under(from, unit))
        };
        let ask = Ask::new(from, to).mover(giant);
        let rule = |_, node| is_open(node).then_some(0);
        let expected = nav.route_by(&ask, rule, &mut unlimited()).unwrap().cost();
        assert_eq!(nav.cost(&ask.around(set)), Ok(expected), "case {case}: {ask:?}, {units:?}");
        found += usize::from(expected.is_some());
    }
    assert!((5..35).contains(&found), "{found} of 40");
}

#[test]
fn whoever_stands_on_the_goal_is_to_blame_in_every_answer() {
    let mut nav = Navigator::new(Grid::new(9, 3, b'.').unwrap());
    let ogre = nav.add_mover_sized(Mover::walker(), 2).unwrap();
    let [set, none] = [nav.add_places(), nav.add_places()];
    nav.set_places(set, [(8, 1)]).unwrap();
    for ask in [Ask::new((0, 1), (8, 1)), Ask::new((0, 0), (7, 1)).mover(ogre)] {
        let ask = ask.around(set);
        let error = nav.find(&ask).unwrap_err();
        let explained = nav.explain(&ask, &mut unlimited()).unwrap().unwrap();
        assert_eq!((error.why(), explained.why), (Some(Why::GoalBlocked), Why::GoalBlocked));
        assert_eq!(
            (&explained.frontier[..], &explained.shut[..]),
            (&[Cell::new(8, 1)][..], &[][..])
        );
        let several = ask.or_to(none);
        nav.request(&several, 0).unwrap();
        nav.work(&mut unlimited());
        let Ok(Outcome::Unreachable(answer)) = nav.take_done().next().unwrap().answer else {
            panic!("somebody stands there")
        };
        assert_eq!(answer.why, Why::GoalBlocked);
        let by_field = nav.path_by_field(&several, &[]).unwrap_err();
        match ask.mover_id() {
            None => assert_eq!(by_field.why(), Some(Why::GoalBlocked)),
            Some(_) => assert_eq!(by_field, NavigatorError::NoFieldAround),
        }
    }
    // It is to blame even if a wall parts both ends as well.
    nav.edit(|batch| _ = batch.fill(CellRect::new(4, 0, 1, 3), b'@')).unwrap();
    let ask = Ask::new((0, 1), (8, 1)).around(set);
    let explained = nav.explain(&ask, &mut unlimited()).unwrap().unwrap();
    assert_eq!(nav.find(&ask).unwrap_err().why(), Some(Why::GoalBlocked));
    assert_eq!(explained.why, Why::GoalBlocked);
    nav.edit(|batch| _ = batch.set((0, 1), b'@')).unwrap();
    let ask = Ask::new((0, 1), (8, 1)).or_to(none);
    for ask in [ask, ask.around(set)] {
        assert_eq!(nav.path_by_field(&ask, &[]).unwrap_err().why(), Some(Why::StartBlocked));
    }
}

#[test]
fn few_requests_for_several_goals_are_searched_and_merged_as_the_options_say() {
    let mut expansions = Vec::new();
    for options in [RequestOptions::default(), RequestOptions::default().merge_from(1000)] {
        let mut nav = Navigator::new(Grid::new(300, 40, b'.').unwrap()).requests(options.lanes(1));
        let mines = nav.add_places();
        nav.set_places(mines, [(0, 20), (299, 0)]).unwrap();
        for x in 0..20 {
            nav.request(&Ask::new((280 + x, 39), (0, 0)).or_to(mines), 0).unwrap();
        }
        expansions.push(nav.work(&mut unlimited()).expansions);
        let goal = nav.grid().node((299, 0));
        let done: Vec<_> = nav.take_done().map(|it| it.answer.unwrap()).collect();
        let goals = done.iter().map(|answer| answer.path().map(|path| path.goal()));
        assert!(done.len() == 20 && goals.into_iter().all(|it| it == goal));
        // One alone looks at less than a field to all goals would.
        nav.request(&Ask::new((290, 39), (0, 0)).or_to(mines), 0).unwrap();
        let report = nav.work(&mut unlimited());
        assert!(report.expansions < 300 * 40 / 4, "{report:?}");
        // What is known at the limit is delivered.
        let ask = Ask::new((150, 39), (0, 0)).or_to(mines);
        let short = Request { limit: Some(40), ..Request::new(ask, 0) };
        nav.take_done();
        nav.submit(short).unwrap();
        nav.work(&mut unlimited());
        let Ok(Outcome::OutOfBudget(known)) = nav.take_done().next().unwrap().answer else {
            panic!("that is too far for 40 expansions")
        };
        assert!((1..=40).contains(&known.effort.expanded), "{known:?}");
        assert!(
            known.lower_bound > 0
                && known.lower_bound <= nav.cost(&Ask::new((150, 39), (299, 0))).unwrap().unwrap()
        );
    }
    assert!(2 * expansions[0] < expansions[1], "{expansions:?}: one field or twenty searches");
}

#[test]
fn a_large_body_among_others_finds_the_nearest_of_several_goals() {
    let mut nav = Navigator::new(Grid::new(30, 12, b'.').unwrap());
    let ogre = nav.add_mover_sized(Mover::walker(), 3).unwrap();
    let [units, mines] = [nav.add_places(), nav.add_places()];
    nav.set_places(units, (0..10).map(|y| (12, y)).chain([(2, 2), (4, 4)])).unwrap();
    let goals = [(9, 9), (20, 0), (26, 5)];
    nav.set_places(mines, goals[1..].iter().copied()).unwrap();
    for from in [(2, 2), (15, 4), (0, 0)] {
        let ask = Ask::new(from, goals[0]).mover(ogre).around(units);
        nav.request(&ask.or_to(mines), 0).unwrap();
        nav.work(&mut unlimited());
        let answer = nav.take_done().next().unwrap().answer.unwrap();
        let each = goals.map(|goal| nav.cost(&Ask::new(from, goal).mover(ogre).around(units)));
        assert_eq!(answer.cost(), each.into_iter().filter_map(Result::unwrap).min(), "{from:?}");
        assert!(answer.cost().is_some());
    }
}

#[test]
fn a_goal_on_which_somebody_stands_is_not_searched_on_other_shapes_either() {
    let mut nav = Navigator::new(HexMap::hexagon(HexLayout::Pointy, 4, b'.').unwrap());
    let units = nav.add_places();
    nav.set_places(units, [Hex::new(4, 0)]).unwrap();
    let ask = Ask::new((0, 0), (4, 0)).around(units);
    let Ok(Outcome::Unreachable(none)) = nav.route(&ask, &mut unlimited()) else {
        panic!("somebody stands there")
    };
    assert_eq!((none.why, none.effort), (Why::GoalBlocked, Effort::default()));
    let beside = nav.route(&ask.or_nearest(), &mut unlimited()).unwrap();
    assert_eq!(beside.nearest().map(|path| path.step_count()), Some(3));
}

#[test]
fn requests_that_need_no_field_report_nothing_of_an_earlier_one() {
    let mut nav = Navigator::new(Grid::new(30, 9, b'.').unwrap())
        .requests(RequestOptions::default().lanes(1).merge_from(2));
    nav.edit(|batch| _ = batch.set((0, 0), b'@')).unwrap();
    let mines = nav.add_places();
    nav.set_places(mines, [(29, 8)]).unwrap();
    for (from, to) in [((5, 5), (29, 0)), ((0, 0), (29, 1))] {
        (0..2).for_each(|_| _ = nav.request(&Ask::new(from, to).or_to(mines), 0).unwrap());
    }
    nav.work(&mut unlimited());
    let efforts: Vec<Effort> = nav.take_done().map(|it| it.answer.unwrap().effort()).collect();
    assert!(efforts[0].expanded > 0);
    assert_eq!(efforts[2..], [Effort::default(); 2], "the start is blocked");
}

#[test]
fn fields_by_a_belief_that_begins_again_are_computed_again() {
    let mut nav = Navigator::new(Grid::new(20, 9, b'.').unwrap());
    let (scouts, mines) = (nav.add_faction(b'.'), nav.add_places());
    nav.set_places(mines, [(19, 8)]).unwrap();
    let ask = Ask::new((0, 0), (19, 0)).faction(scouts).or_to(mines);
    // Each discovery is a revision of the map in which the faction believes.
    for x in 5..8 {
        nav.edit(|batch| _ = batch.set((x, 3), b'@')).unwrap();
        nav.reveal(scouts, CellRect::new(x, 3, 1, 1)).unwrap();
        nav.path_by_field(&ask, &[]).unwrap();
    }
    let path = nav.path_by_field(&ask, &[]);
    nav.drop_believed(scouts).unwrap();
    assert!(path.is_ok() && nav.path_by_field(&ask, &[]) == path);
}

#[test]
fn blockers_that_no_cheapest_path_meets_cost_nothing_and_others_little() {
    let mut nav = Navigator::new(grid_of(&caves(3, 200, 150, 40, 4)));
    let set = nav.add_places();
    let mut slow = Navigator::new(nav.grid().clone());
    let slow_set = slow.add_places();
    slow.drop_index(slow.first_mover(), Keep::JumpMap).unwrap();
    let mut rng = Rng::new(2);
    let (mut met, mut made, mut by_astar) = (0, 0, 0);
    for _ in 0..60 {
        let mut cell = || nav.grid().cell(random_node(&mut rng, nav.grid()));
        let ask = Ask::new(cell(), cell());
        let units: Vec<Cell> = (0..120).map(|_| cell()).collect();
        nav.set_places(set, units.iter().copied()).unwrap();
        slow.set_places(slow_set, units.iter().copied()).unwrap();
        let plain = nav.route(&ask, &mut unlimited()).unwrap();
        let around = nav.route(&ask.around(set), &mut unlimited()).unwrap();
        let expected = slow.route(&ask.around(slow_set), &mut unlimited()).unwrap();
        assert_eq!(around.cost(), expected.cost(), "{ask:?}, {units:?}");
        let cells = |path: &Path| path.cells(nav.grid()).skip(1).collect::<Vec<_>>();
        match plain.path().filter(|path| cells(path).iter().any(|cell| units.contains(cell))) {
            Some(_) => met += 1,
            None => assert_eq!((around.path(), around.effort()), (plain.path(), plain.effort())),
        }
        made += around.effort().expanded;
        by_astar += expected.effort().expanded;
    }
    assert!((10..50).contains(&met), "{met} of 60 meet one");
    assert!(2 * made < by_astar, "{made} expansions, and {by_astar} by A*");
}

#[test]
fn what_is_found_without_blockers_bounds_the_cost_around_them() {
    let mut nav = Navigator::new(Grid::new(40, 9, b'.').unwrap());
    nav.edit(|batch| {
        batch.fill(CellRect::new(10, 0, 1, 8), b'@');
    })
    .unwrap();
    let set = nav.add_places();
    nav.set_places(set, (1..9).map(|y| (20, y))).unwrap();
    let ask = Ask::new((0, 4), (39, 4));
    let plain = nav.route(&ask, &mut unlimited()).unwrap();
    // Enough for that, not counting the start, and for nothing else.
    let mut budget = Budget::unlimited().expansions(plain.effort().expanded - 1);
    let Outcome::OutOfBudget(out) = nav.route(&ask.around(set), &mut budget).unwrap() else {
        panic!("its path meets a blocker")
    };
    assert_eq!(Some(out.lower_bound), plain.cost());
    assert!(out.lower_bound > 39 * 13_860, "there is a wall");
}

#[test]
fn jumps_under_overlays_and_around_blockers_keep_to_a_limit_of_bytes() {
    let mut nav = Navigator::new(Grid::new(100, 100, b'.').unwrap());
    let (set, danger) = (nav.add_places(), nav.add_overlay().unwrap());
    nav.set_places(set, [(50, 50)]).unwrap();
    nav.overlay_mut(danger).unwrap().set((50, 50), 1 << 20);
    let ask = Ask::new((0, 50), (99, 50));
    let within = |ask: &Ask, bytes| nav.route(ask, &mut unlimited().bytes(bytes)).unwrap();
    let cost = 97 * 13_860 + 2 * 19_601;
    for (ask, least) in [(ask.around(set), 99 * 13_860), (ask.overlay(danger), 0)] {
        // Enough for the jump points of the map, of which there are none, and not for the records of
        // A*, of 8 bytes for each cell.
        let Outcome::OutOfBudget(out) = within(&ask, 10_000) else {
            panic!("it takes more memory than 10 000 bytes")
        };
        assert_eq!(out.spent, Spent::Bytes);
        assert!((least..=cost).contains(&out.lower_bound), "{out:?}");
        // For A* it is enough, then also for the records of jumps, of 16 bytes, but not for their open
        // list, which leaves the answer to A* again; then for all.
        for bytes in [12 * 100 * 100, 16 * 100 * 100, 1 << 24] {
            assert_eq!(within(&ask, bytes).cost(), Some(cost), "within {bytes} bytes");
        }
    }
    // A path that pays nothing extra takes no more than without overlays.
    let beside = Ask::new((0, 10), (99, 10)).overlay(danger);
    assert_eq!(within(&beside, 10_000).cost(), Some(99 * 13_860));
}

#[test]
fn with_a_blocker_on_the_goal_nothing_is_tried_without_blockers() {
    let mut nav = Navigator::new(Grid::new(40, 9, b'.').unwrap());
    // The start must not see the goal: jump points would expand nothing then.
    nav.edit(|batch| {
        batch.fill(CellRect::new(10, 0, 1, 8), b'@');
    })
    .unwrap();
    let set = nav.add_places();
    nav.set_places(set, [(39, 4)]).unwrap();
    let ask = Ask::new((0, 4), (39, 4)).around(set).or_nearest();
    let answer = nav.route(&ask, &mut unlimited()).unwrap();
    nav.drop_index(nav.first_mover(), Keep::JumpMap).unwrap();
    let by_astar = nav.route(&ask, &mut unlimited()).unwrap();
    assert_eq!(answer.nearest(), by_astar.nearest());
    assert_eq!(answer.effort().expanded, by_astar.effort().expanded);
}

#[test]
fn a_heuristic_leads_to_any_number_of_goals_on_squares() {
    let mut nav = Navigator::new(Grid::new(200, 100, b'.').unwrap());
    let doors = nav.add_places();
    nav.set_places(doors, (30..70).map(|y| (190, y))).unwrap();
    let ask = Ask::new((5, 50), (190, 50)).or_to(doors);
    let answer = nav.route(&ask, &mut unlimited()).unwrap();
    assert_eq!(answer.cost(), Some(185 * 13_860));
    assert!(answer.effort().expanded < 200 * 100 / 4, "{:?}", answer.effort());
}
