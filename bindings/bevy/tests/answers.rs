//! Requests and what comes of them.

use astride::base::{Budget, Coded, NodeId, Random};
use astride::planner::{NavigatorError, Progress, Standing};
use astride::prelude::*;
use bevy_app::{App, FixedUpdate, Update};
use bevy_astride::{
    AstridePlugin, AstrideSystems, Ending, FrameBudget, Nav, NoPath, PathFound, PathPending,
    PathRequest, WhyNot,
};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_transform::components::Transform;

use crate::{app, expansions, on_the_ground, random_cell, scattered};

/// Which request, in which frame, and its nodes; none if there is no path.
type Told = (usize, u64, Vec<NodeId>);

/// One number for all answers in their order.
fn digest(told: &[Told]) -> u64 {
    let mut digest = told.len() as u64;
    let mut add = |value: u64| digest = Random::new(digest ^ value).next();
    for (who, frame, nodes) in told {
        add(*who as u64);
        add(*frame);
        nodes.iter().for_each(|node| add(node.get().into()));
    }
    digest
}

fn wall(batch: &mut Edit, frame: u64) {
    batch.fill(CellRect::new(10 + frame as u32, 5, 1, 40), b'@');
}

/// A map on which a path takes many expansions.
fn with_corners() -> Grid {
    let mut grid = Grid::new(60, 60, b'.').unwrap();
    let mut edit = Edit::new();
    for x in 0..30u32 {
        edit.fill(CellRect::new(2 * x + 1, x % 2, 1, 59), b'@');
    }
    grid.apply(&edit).unwrap();
    grid
}

fn nodes_of(outcome: &Outcome) -> Vec<NodeId> {
    outcome.path().map(|path| path.nodes().to_vec()).unwrap_or_default()
}

#[test]
fn answers_and_their_frames_are_those_of_the_queue_itself() {
    let grid = scattered(80, 60, 25, 7);
    let mut random = Random::new(11);
    let asks: Vec<(Cell, Cell, u8)> = (0..500)
        .map(|_| {
            // From a blocked cell a unit would go by the free one beside it.
            let is_free = |cell: &Cell| grid.class(*cell) == Some(b'.');
            let from = std::iter::repeat_with(|| random_cell(&mut random, &grid)).find(is_free);
            let (from, to) = (from.unwrap(), random_cell(&mut random, &grid));
            (from, to, (random.next() % 4) as u8)
        })
        .collect();

    let mut nav = Navigator::new(grid.clone());
    let mut by_hand: Vec<Told> = Vec::new();
    for &(from, to, priority) in &asks {
        nav.request(&Ask::new(from, to), priority).unwrap();
    }
    for frame in 0.. {
        if frame % 5 == 3 && frame < 40 {
            nav.edit(|batch| wall(batch, frame)).unwrap();
        }
        nav.work(&mut Budget::unlimited().expansions(400));
        for delivery in nav.take_done() {
            let nodes = nodes_of(&delivery.answer.unwrap());
            by_hand.push((delivery.ticket.number() as usize - 1, frame, nodes));
        }
        if by_hand.len() == asks.len() {
            break;
        }
    }
    assert!(by_hand.last().unwrap().1 > 20, "the budget is small enough to matter");

    let mut app = app(on_the_ground(grid), expansions(400));
    let spawn = |app: &mut App, &(from, to, priority): &(Cell, Cell, u8)| {
        let nav = app.world().resource::<Nav>();
        let (at, to) = (nav.centre(from), nav.centre(to));
        app.world_mut()
            .spawn((Transform::from_translation(at), PathRequest::to(to).priority(priority)))
            .id()
    };
    let entities: Vec<Entity> = asks.iter().map(|ask| spawn(&mut app, ask)).collect();
    let mut by_components: Vec<Told> = Vec::new();
    let mut open: Vec<usize> = (0..asks.len()).collect();
    for frame in 0.. {
        if frame % 5 == 3 && frame < 40 {
            app.world_mut().resource_mut::<Nav>().edit(|batch| wall(batch, frame)).unwrap();
        }
        app.update();
        open.retain(|&who| {
            let entity = app.world().entity(entities[who]);
            assert_ne!(entity.contains::<PathRequest>(), {
                entity.contains::<PathFound>() || entity.contains::<NoPath>()
            });
            let nodes = match (entity.get::<PathFound>(), entity.get::<NoPath>()) {
                (Some(found), _) => found.path().nodes().to_vec(),
                (None, Some(_)) => Vec::new(),
                (None, None) => return true,
            };
            by_components.push((who, frame, nodes));
            false
        });
        if open.is_empty() {
            break;
        }
    }
    // Within a frame the components do not say who was first.
    by_hand.sort();
    by_components.sort();
    assert_eq!(by_components.len(), by_hand.len());
    assert_eq!(digest(&by_components), digest(&by_hand));

    // And what is current is what the map says when it is asked at once.
    let nav = app.world().resource::<Nav>();
    let mut looked_at = 0;
    for (&entity, &(from, to, _)) in entities.iter().zip(&asks) {
        let Some(found) = app.world().get::<PathFound>(entity) else { continue };
        if found.is_current(nav) {
            assert_eq!(Some(found.cost()), nav.cost(&Ask::new(from, to)).unwrap());
            assert_eq!((found.cells()[0], *found.cells().last().unwrap()), (from, to));
            looked_at += 1;
        }
    }
    assert!(looked_at > 50, "{looked_at}");
}

#[test]
fn no_frame_makes_more_expansions_than_its_budget() {
    let mut app = app(on_the_ground(scattered(60, 60, 20, 3)), expansions(37));
    for y in 0..60u32 {
        app.world_mut().spawn(PathRequest::to((59, y)).from((0, y)));
    }
    let mut worked = 0;
    while app.world().resource::<Nav>().waiting() > 0 || worked == 0 {
        app.update();
        let report = app.world().resource::<Nav>().last_work().unwrap();
        assert!(report.expansions <= 37, "{report:?}");
        worked += report.expansions;
    }
    assert!(worked > 37 * 5, "{worked}");
}

#[test]
fn an_entity_that_is_gone_asks_no_more() {
    let mut app = app(on_the_ground(scattered(60, 60, 20, 3)), expansions(1));
    let gone = app.world_mut().spawn(PathRequest::to((59, 59)).from((0, 0))).id();
    let quiet = app.world_mut().spawn(PathRequest::to((59, 58)).from((0, 0))).id();
    let other = app.world_mut().spawn(PathRequest::to((59, 57)).from((0, 0))).id();
    app.update();
    let ticket = |entity| app.world().get::<PathPending>(entity).unwrap().ticket();
    let tickets = [gone, quiet, other].map(ticket);
    app.world_mut().despawn(gone);
    app.world_mut().entity_mut(quiet).remove::<PathRequest>();
    let nav = app.world().resource::<Nav>();
    assert_eq!(nav.waiting(), 1);
    assert_eq!(
        tickets.map(|ticket| nav.progress(ticket) == Progress::Unknown),
        [true, true, false]
    );
    assert!(!app.world().entity(quiet).contains::<PathPending>());
    app.world_mut().insert_resource(FrameBudget::default());
    app.update();
    assert!(app.world().entity(other).contains::<PathFound>());
    assert!(!app.world().entity(quiet).contains::<PathFound>());
}

#[test]
fn another_request_takes_the_first_one_back() {
    let mut app = app(on_the_ground(with_corners()), expansions(1));
    let unit = app.world_mut().spawn(PathRequest::to((50, 3)).from((0, 0))).id();
    app.update();
    let first = app.world().get::<PathPending>(unit).unwrap().ticket();
    app.world_mut().entity_mut(unit).insert(PathRequest::to((4, 50)).from((0, 0)));
    assert_eq!(app.world().resource::<Nav>().progress(first), Progress::Unknown);
    app.world_mut().insert_resource(FrameBudget::default());
    app.update();
    assert_eq!(app.world().get::<PathFound>(unit).unwrap().cells().last(), Some(&Cell::new(4, 50)));
}

/// Commands of systems are applied late, so a request may be answered between the command that
/// replaces it and its execution.
#[test]
fn a_request_that_is_replaced_in_the_frame_of_its_answer_is_not_lost() {
    for late in [AstrideSystems::Ask, AstrideSystems::Answer] {
        let mut app = app(on_the_ground(Grid::new(60, 60, b'.').unwrap()), expansions(10_000));
        let unit = app.world_mut().spawn(PathRequest::to((50, 3)).from((0, 0))).id();
        let replace = move |mut commands: Commands<'_, '_>, mut is_done: Local<'_, bool>| {
            if !std::mem::replace(&mut *is_done, true) {
                commands.entity(unit).insert(PathRequest::to((3, 50)).from((0, 0)));
            }
        };
        app.add_systems(Update, replace.before_ignore_deferred(late));
        for _ in 0..3 {
            app.update();
        }
        let found = app.world().get::<PathFound>(unit).unwrap();
        assert_eq!(found.cells().last(), Some(&Cell::new(3, 50)), "{late:?}");
        assert_eq!(app.world().resource::<Nav>().waiting(), 0);
    }
}

#[test]
fn a_question_without_an_answer_says_why() {
    let mut grid = Grid::new(20, 10, b'.').unwrap();
    grid.apply(Edit::new().fill(CellRect::new(10, 0, 1, 10), b'@')).unwrap();
    let mut app = app(on_the_ground(grid), FrameBudget::default());
    let beside = Vec3::new(500.0, 0.0, 0.0);
    let foreign = Navigator::new(Grid::new(3, 3, b'.').unwrap()).first_mover();
    let mut ask = |request: PathRequest| app.world_mut().spawn(request).id();
    let enclosed = ask(PathRequest::to((15, 5)).from((1, 1)));
    let nearest = ask(PathRequest::to((15, 5)).from((1, 5)).or_nearest());
    let off = ask(PathRequest::to(beside).from((1, 1)));
    let no_number = ask(PathRequest::to((1, 1)).from(Vec3::NAN));
    let cell = ask(PathRequest::to((1, 1)).from((20, 0)));
    let nowhere = ask(PathRequest::to((1, 1)));
    let unknown = ask(PathRequest::to((1, 1)).from((2, 2)).mover(foreign));
    app.update();
    let why = |entity| &app.world().get::<NoPath>(entity).unwrap().why;
    assert!(matches!(why(enclosed), WhyNot::Unreachable(_)), "{}", why(enclosed));
    assert_eq!(why(off), &WhyNot::OffMap { point: beside });
    assert!(matches!(why(no_number), WhyNot::OffMap { .. }));
    assert_eq!(why(cell).to_string(), "cell (20, 0) is off the map of 20x10 cells");
    assert_eq!(why(nowhere), &WhyNot::Nowhere);
    let codes = [off, cell, nowhere, enclosed].map(|entity| why(entity).code());
    let expected = ["request-off-map", "cell-off-map", "request-no-start", "request-no-path"];
    assert_eq!(codes, expected);
    assert_eq!(why(unknown), &WhyNot::Refused(NavigatorError::UnknownMover));
    let found = app.world().get::<PathFound>(nearest).unwrap();
    assert_eq!((found.ending(), found.cells().last()), (Ending::Nearest, Some(&Cell::new(9, 5))));
    assert!([enclosed, off, cell, nowhere].iter().all(|&entity| {
        !app.world().entity(entity).contains::<PathRequest>()
            && !app.world().entity(entity).contains::<PathPending>()
    }));
    // Another question takes the refusal off.
    app.world_mut().entity_mut(off).insert(PathRequest::to((1, 1)).from((2, 2)));
    app.update();
    assert!(app.world().entity(off).contains::<PathFound>());
    assert!(!app.world().entity(off).contains::<NoPath>());
}

#[test]
fn requests_of_the_program_itself_are_answered_beside_those_of_entities() {
    let mut app = app(on_the_ground(Grid::new(20, 10, b'.').unwrap()), FrameBudget::default());
    let ticket = {
        let mut nav = app.world_mut().resource_mut::<Nav>();
        nav.request(&Ask::new((0, 0), (9, 9)), 0).unwrap()
    };
    app.world_mut().spawn(PathRequest::to((3, 3)).from((0, 0)));
    app.update();
    let mut nav = app.world_mut().resource_mut::<Nav>();
    let done: Vec<_> = nav.take_done().map(|delivery| delivery.ticket).collect();
    assert_eq!(done, [ticket]);
}

#[test]
fn a_queue_that_is_full_lets_others_wait() {
    use astride::planner::RequestOptions;
    let options = RequestOptions::default().most(2);
    let navigator = Navigator::new(Grid::new(20, 10, b'.').unwrap()).requests(options);
    let mut app = app(Nav::from(navigator), FrameBudget::default());
    let units: Vec<Entity> = (0..5u32)
        .map(|x| app.world_mut().spawn(PathRequest::to((19, x)).from((0, 0))).id())
        .collect();
    let answered = |app: &App| {
        units.iter().filter(|&&unit| app.world().entity(unit).contains::<PathFound>()).count()
    };
    for expected in [2, 4, 5] {
        app.update();
        assert_eq!(answered(&app), expected);
    }
}

#[test]
fn another_nav_answers_what_waits() {
    let mut app = app(on_the_ground(with_corners()), expansions(1));
    let unit = app.world_mut().spawn(PathRequest::to((6, 5)).from((0, 0))).id();
    app.update();
    assert!(app.world().entity(unit).contains::<PathPending>());
    app.world_mut().insert_resource(Nav::from(Navigator::new(Grid::new(8, 8, b'.').unwrap())));
    app.world_mut().insert_resource(FrameBudget::default());
    app.update();
    let found = app.world().get::<PathFound>(unit).unwrap();
    assert_eq!(found.points().last(), Some(&Vec3::new(6.5, 5.5, 0.0)));
    assert_eq!(found.standing(), Standing::Current);
    // And what was found on a map that is there no more is out of date.
    app.world_mut().insert_resource(Nav::from(Navigator::new(Grid::new(3, 3, b'.').unwrap())));
    app.update();
    assert_eq!(app.world().get::<PathFound>(unit).unwrap().standing(), Standing::Outdated);
}

#[test]
fn any_schedule_will_do_and_nothing_happens_without_a_nav() {
    let mut app = App::new();
    app.add_plugins(AstridePlugin::in_schedule(FixedUpdate));
    let unit = app.world_mut().spawn(PathRequest::to((5, 5)).from((0, 0))).id();
    app.world_mut().run_schedule(FixedUpdate);
    app.insert_resource(Nav::from(Navigator::new(Grid::new(8, 8, b'.').unwrap())));
    app.update();
    assert!(app.world().entity(unit).contains::<PathRequest>());
    app.world_mut().run_schedule(FixedUpdate);
    assert!(app.world().entity(unit).contains::<PathFound>());
}
