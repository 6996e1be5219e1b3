//! The systems between components and the queue of the navigator.

use astride::base::{Budget, Cell};
use astride::planner::{NavigatorError, Request, Standing};
use astride::search::Outcome;
use bevy_ecs::change_detection::{DetectChanges, DetectChangesMut, Ref, Res, ResMut};
use bevy_ecs::entity::Entity;
use bevy_ecs::query::{Has, Without};
use bevy_ecs::system::{Commands, Local, Query};
use bevy_ecs::world::World;
use bevy_platform::time::Instant;
use bevy_transform::components::Transform;

use crate::nav::Delivered;
use crate::place::{footing, is_free, rounded};
use crate::request::{Gait, now};
use crate::{
    Arrived, Ending, Follow, FrameBudget, Nav, NoPath, PathFound, PathPending, PathRequest, Place,
    WhenChanged, WhyNot,
};

/// Puts those that wait at a navigator that is there no more in line again.
pub(crate) fn start_over(
    nav: Res<'_, Nav>,
    mut known: Local<'_, Option<u64>>,
    waiting: Query<'_, '_, (Entity, &PathPending)>,
    mut commands: Commands<'_, '_>,
) {
    if known.replace(nav.id()) == Some(nav.id()) {
        return;
    }
    for (entity, pending) in &waiting {
        if pending.nav != nav.id() {
            commands.entity(entity).try_remove::<PathPending>();
        }
    }
}

/// Compares known paths with the world as it is, and asks again for those who want that.
pub(crate) fn look_again(
    nav: Res<'_, Nav>,
    budget: Res<'_, FrameBudget>,
    mut last: Local<'_, u32>,
    mut found: Query<
        '_,
        '_,
        (Entity, &mut PathFound, Option<&Follow>, Has<Arrived>, Has<PathRequest>),
    >,
    mut commands: Commands<'_, '_>,
) {
    let state =
        |found: &PathFound| (found.nav == nav.id()).then(|| now(&nav, &found.ask)).flatten();
    let is_due = |found: &PathFound| match state(found) {
        Some(now) => now != found.seen,
        None => found.standing != Standing::Outdated,
    };
    let mut due: Vec<_> = found.iter_mut().filter(|(_, found, ..)| is_due(found)).collect();
    // Onward from the one that was looked at last, so that all have their turn even if the world
    // changes in every frame.
    due.sort_by_key(|(entity, ..)| entity.index_u32().wrapping_sub(*last).wrapping_sub(1));
    let mut steps = budget.steps;
    for (entity, mut found, follow, has_arrived, is_asking) in due {
        if steps == 0 {
            break;
        }
        *last = entity.index_u32();
        steps = steps.saturating_sub(found.path.step_count().max(1));
        let now = state(&found);
        let standing = match now {
            None => Standing::Outdated,
            Some(_) => standing(&nav, &found),
        };
        found.seen = now.unwrap_or_default();
        found.standing = standing;
        let asks_again = follow.is_some_and(|follow| follow.when_changed == WhenChanged::AskAgain);
        if asks_again && !standing.holds() && !has_arrived && !is_asking {
            commands.entity(entity).try_insert(found.request.clone());
        }
    }
}

fn standing(nav: &Nav, found: &PathFound) -> Standing {
    let whole = |path| nav.standing(&found.ask, path, found.stamp);
    match found.rest().filter(|_| found.next > 0) {
        None => whole(&found.path),
        // What is behind does not matter, and the cost of what is left was never written down.
        Some(rest) => match whole(&rest) {
            Standing::Blocked { step } => Standing::Blocked { step: step + found.next - 1 },
            Standing::OtherCost { .. } => Standing::Walkable,
            standing => standing,
        },
    }
}

/// Puts new requests in the queue, in the order of their entities.
pub(crate) fn ask(
    mut nav: ResMut<'_, Nav>,
    new: Query<
        '_,
        '_,
        (Entity, Ref<'_, PathRequest>, Option<&Transform>, Option<&PathFound>, Has<Follow>),
        Without<PathPending>,
    >,
    mut commands: Commands<'_, '_>,
) {
    let nav = nav.bypass_change_detection();
    let mut new: Vec<_> = new.iter().collect();
    new.sort_by_key(|(entity, ..)| entity.index_u32());
    for (entity, request, transform, found, is_following) in new {
        let on_the_way = found.filter(|_| is_following);
        let asked = ends(nav, &request, transform, on_the_way)
            .and_then(|(from, to)| submit(nav, entity, &request, from, to));
        if matches!(asked, Err(WhyNot::Refused(NavigatorError::Queue(_)))) {
            // Its turn comes when others have been answered.
            break;
        }
        let inserted = request.last_changed();
        commands.queue(move |world: &mut World| {
            let present = world.get_entity(entity).ok().and_then(|entity| entity.get_ref());
            let is_meant =
                present.is_some_and(|now: Ref<'_, PathRequest>| now.last_changed() == inserted);
            match asked {
                Ok(pending) if is_meant => _ = world.entity_mut(entity).insert(pending),
                // Another request was inserted meanwhile, or the entity is gone.
                Ok(pending) => world.resource_mut::<Nav>().forget(pending.ticket),
                Err(why) if is_meant => {
                    settle(world, entity, Err(NoPath { why, standing: Standing::Current }));
                }
                Err(_) => {}
            }
        });
    }
}

fn submit(
    nav: &mut Nav,
    entity: Entity,
    request: &PathRequest,
    from: Cell,
    to: Cell,
) -> Result<PathPending, WhyNot> {
    let ask = request.ask(from, to);
    let submitted = Request { limit: request.limit, ..Request::new(ask, request.priority) };
    let ticket = nav.submit(submitted).map_err(WhyNot::Refused)?;
    nav.wait(ticket, entity);
    Ok(PathPending { nav: nav.id(), ticket })
}

/// The cells that a request is from and to.
fn ends(
    nav: &Nav,
    request: &PathRequest,
    transform: Option<&Transform>,
    on_the_way: Option<&PathFound>,
) -> Result<(Cell, Cell), WhyNot> {
    let cell = |place: Place| match place.cell(nav.frame()) {
        Some(cell) => Ok(cell),
        None => match place {
            Place::Point(point) => Err(WhyNot::OffMap { point }),
            Place::Cell(cell) => Ok(cell),
        },
    };
    let mover = request.mover.unwrap_or(nav.first_mover());
    let from = match (request.from, transform) {
        (Some(from), _) => cell(from)?,
        (None, None) => return Err(WhyNot::Nowhere),
        (None, Some(transform)) => {
            let point = transform.translation;
            let heading = on_the_way.and_then(|found| heading(nav, found));
            let free =
                heading.filter(|&cell| nav.view(mover).is_ok_and(|view| is_free(nav, &view, cell)));
            match free {
                Some(cell) => cell,
                None => footing(nav, mover, point).ok_or(WhyNot::OffMap { point })?,
            }
        }
    };
    Ok((from, cell(request.to)?))
}

/// The cell that a unit on its way comes to next, or stands in the centre of.
fn heading(nav: &Nav, found: &PathFound) -> Option<Cell> {
    if found.nav != nav.id() {
        return None;
    }
    match found.gait {
        Gait::Between => found.cells.get(found.next).copied(),
        Gait::AtPoint => found.cells.get(found.next.checked_sub(1)?).copied(),
    }
}

/// Spends the budget of the frame, and brings answers to their entities.
pub(crate) fn answer(
    mut nav: ResMut<'_, Nav>,
    budget: Res<'_, FrameBudget>,
    requests: Query<'_, '_, &PathRequest>,
    mut commands: Commands<'_, '_>,
) {
    let nav = nav.bypass_change_detection();
    let mut limited = Budget::unlimited().expansions(budget.expansions);
    let report = match budget.time {
        None => nav.work(&mut limited),
        Some(time) => {
            let began = Instant::now();
            let mut is_late = || began.elapsed() >= time;
            nav.work(&mut limited.deadline(&mut is_late))
        }
    };
    for (entity, delivery) in nav.deliver(report) {
        let Ok(request) = requests.get(entity) else { continue };
        let ticket = delivery.ticket;
        let answer = told(nav, request, delivery);
        commands.queue(move |world: &mut World| {
            // Another request may have been inserted meanwhile.
            let pending = world.get::<PathPending>(entity);
            if pending.is_some_and(|pending| pending.ticket == ticket) {
                settle(world, entity, answer);
            }
        });
    }
}

/// A delivery as a component.
fn told(nav: &Nav, request: &PathRequest, delivery: Delivered) -> Result<PathFound, NoPath> {
    let Delivered { ask, answer, stamp, standing, frames, .. } = delivery;
    let (path, ending) = match answer {
        Ok(Outcome::Found(found)) => (Ok(found.path), Ending::Goal),
        Ok(Outcome::Unreachable(none)) => {
            (none.nearest.ok_or(WhyNot::Unreachable(none.why)), Ending::Nearest)
        }
        Ok(Outcome::OutOfBudget(out)) => {
            (out.nearest.ok_or(WhyNot::Spent(out.spent)), Ending::Nearest)
        }
        Err(error) => (Err(WhyNot::Refused(error)), Ending::Goal),
    };
    let path = path.map_err(|why| NoPath { why, standing })?;
    let cells: Vec<Cell> = path.cells(nav.grid()).collect();
    let points = cells.iter().map(|&cell| rounded(nav.frame().centre(cell))).collect();
    Ok(PathFound {
        nav: nav.id(),
        ask,
        // Who asks again does so from where it is.
        request: PathRequest { from: None, ..request.clone() },
        path,
        cells,
        points,
        ending,
        stamp: stamp.of_world(),
        standing,
        // One that does not hold any more is looked at in the next frame, so its follower asks again.
        seen: now(nav, &ask).filter(|_| standing.holds()).unwrap_or_default(),
        frames,
        next: 0,
        gait: Gait::AtPoint,
    })
}

/// Puts an answer in the place of the request.
fn settle(world: &mut World, entity: Entity, answer: Result<PathFound, NoPath>) {
    let Ok(mut entity) = world.get_entity_mut(entity) else { return };
    entity.remove::<(PathRequest, PathPending)>();
    match answer {
        Ok(found) => entity.remove::<NoPath>().insert(found),
        Err(none) => entity.remove::<PathFound>().insert(none),
    };
}
