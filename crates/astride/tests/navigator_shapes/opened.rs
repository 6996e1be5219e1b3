//! Why there is no path on every shape with terrain, against every set of places that could be
//! opened.

use std::collections::BTreeSet;

use astride::base::{Budget, NodeId};
use astride::planner::{Ask, ExplainTerms, Navigator, NavigatorError};
use astride::search::{PathQuery, Scratch, Why, dijkstra};
use astride::shapes::floors::{FloorEdit, FloorMap, FloorMover};
use astride::shapes::hex::{Hex, HexDir, HexEdit, HexLayout, HexMap};
use astride::shapes::triangle::{TriangleEdit, TriangleMap, TriangleMover, TriangleSteps};
use astride::shapes::{Opening, Opens, explain};
use astride::world::{Corners, Way, World};
use astride_testkit::adapter::arcs_of;
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

use super::lively::Lively;
use crate::explanations::some_leads;

pub(super) trait Openable: Lively<Assumed = u8> + Opens {
    fn with(&self, places: &[Self::Place], class: u8) -> Self;

    /// Movers with more ways to step.
    fn gaits() -> Vec<Self::Mover>;
}

macro_rules! openable {
    ($($map:ty, $edit:ty, $gaits:expr;)*) => {
        $(impl Openable for $map {
            fn gaits() -> Vec<Self::Mover> {
                $gaits.to_vec()
            }

            fn with(&self, places: &[Self::Place], class: u8) -> Self {
                let (mut edit, mut map) = (<$edit>::new(), self.clone());
                places.iter().for_each(|&place| _ = edit.set(place, class));
                map.apply(&edit).expect("on the map");
                map
            }
        })*
    };
}

openable! {
    FloorMap, FloorEdit, [Corners::OneFree, Corners::Always].map(|rule| FloorMover::walker().corners(rule));
    HexMap, HexEdit, [];
    TriangleMap, TriangleEdit, [Corners::Never, Corners::OneFree]
        .map(|rule| TriangleMover::walker().steps(TriangleSteps::Around(rule)));
}

pub(super) fn leads<S: Openable>(map: &S, mover: &S::Mover, [from, to]: [NodeId; 2]) -> bool {
    let query = PathQuery::new(from, to);
    dijkstra(&map.view(mover), &query, &mut Scratch::new(), &mut ()).path().is_some()
}

/// How many places can be reached from one, or can reach it, and the blocked ones beside those.
fn around<S: Openable>(
    map: &S,
    mover: &S::Mover,
    opened: &S::Mover,
    end: NodeId,
    is_goal: bool,
) -> (u64, Vec<S::Place>) {
    let steps = |mover: &S::Mover| -> Vec<[usize; 2]> {
        let arcs = arcs_of(&map.view(mover)).into_iter();
        arcs.map(|(from, to, _)| if is_goal { [to, from] } else { [from, to] }).collect()
    };
    let (steps, possible) = (steps(mover), steps(opened));
    let mut area = BTreeSet::from([end.index()]);
    while let Some(&[_, to]) =
        steps.iter().find(|[from, to]| area.contains(from) && !area.contains(to))
    {
        area.insert(to);
    }
    let view = map.view(mover);
    let is_blocked = |&node: &usize| !view.is_passable(NodeId::new(node as u32));
    let beside = possible.iter().filter(|[from, _]| area.contains(from)).map(|&[_, to]| to);
    let mut beside: BTreeSet<usize> = beside.filter(is_blocked).collect();
    let way = if is_goal { Way::Backward } else { Way::Forward };
    for &node in &area {
        map.shut(opened, NodeId::new(node as u32), way, &mut |to, _| {
            beside.extend(Some(to.index()).filter(is_blocked));
        });
    }
    let places = beside.iter().map(|&node| map.place_of(NodeId::new(node as u32))).collect();
    (area.len() as u64, places)
}

/// A faction explains by the map in which it believes, with more of it known each time.
pub(super) fn check_belief<S: Openable>(map: &S, mover: &S::Mover, ask: &Ask<S::Place>) {
    let mut nav = Navigator::with_mover(map.clone(), mover.clone());
    let scouts = nav.add_faction(b'@');
    let ends = [ask.from(), ask.to()].map(|place| map.node_of(place).expect("on the map"));
    let mut known = map.unseen(b'@');
    let places = map.places();
    for more in [0, places.len() / 2, places.len()].map(|count| &places[..count]) {
        nav.reveal(scouts, more.iter().copied()).expect("ours");
        let mut nodes: Vec<NodeId> =
            more.iter().map(|&place| map.node_of(place).expect("a place")).collect();
        nodes.sort_unstable();
        known.see(map, &nodes);
        let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
        let expected = explain(&known, mover, ends, scratch, budget).expect("no limit");
        let believed = nav.explain(&ask.faction(scouts), &mut Budget::unlimited());
        assert_eq!(believed.expect("no limit"), expected);
    }
}

/// Explains why nothing leads from one place to another; returns how many places that opens.
fn check<S: Openable>(map: &S, mover: &S::Mover, ends: [S::Place; 2]) -> Option<usize> {
    let nodes = ends.map(|place| map.node_of(place).expect("on the map"));
    let nav = Navigator::with_mover(map.clone(), mover.clone());
    let ask = Ask::new(ends[0], ends[1]);
    let explanation = nav.explain(&ask, &mut Budget::unlimited()).expect("no limit");
    assert_eq!(explanation.is_none(), leads(map, mover, nodes));
    check_belief(map, mover, &ask);
    check_rule(map, mover, ends);
    let explanation = explanation?;
    let cut = nav.explain(&ask, &mut Budget::unlimited().expansions(0));
    assert!(matches!(cut, Err(NavigatorError::Spent(_))) || !map.view(mover).is_passable(nodes[0]));

    let free = |place: &S::Place| map.view(mover).is_passable(map.node_of(*place).expect("ours"));
    let blocked: Vec<S::Place> = map.places().into_iter().filter(|place| !free(place)).collect();
    let blamed = match explanation.why {
        Why::StartBlocked => Some(ends[0]),
        Why::GoalBlocked => Some(ends[1]),
        _ => None,
    };
    match blamed {
        Some(end) => assert!(!free(&end) && explanation.frontier == [end]),
        None => assert!(free(&ends[0]) && free(&ends[1])),
    }
    let around = |end| {
        let class = map.class_of(nodes[end]).expect("a tile");
        around(map, mover, &S::opened(mover, class), nodes[end], end == 1)
    };
    let frontier = explanation.frontier.clone();
    match explanation.why {
        Why::StartEnclosed { cells } => assert_eq!((cells, frontier), around(0)),
        Why::GoalEnclosed { cells } => assert_eq!((cells, frontier), around(1)),
        _ => assert!(blamed.is_some()),
    }
    assert_eq!(explanation.nearest.is_some(), free(&ends[0]));
    if let Some(opening) = &explanation.opening {
        let explain = |nav: &Navigator<S>, terms: ExplainTerms<'_, S>| {
            nav.explain_with(&ask, &terms, &mut Budget::unlimited())
        };
        // What opens a way, supposed; and what shuts it again, on the map that was opened.
        let batch = map.batch(opening);
        let undo = map.inverse_of(&batch).expect("it takes the batch");
        assert_eq!(explain(&nav, ExplainTerms::new().after(&batch)).ok(), Some(None));
        let mut after = Navigator::with_mover(map.clone(), mover.clone());
        after.apply(&batch).expect("it takes the batch");
        let again = explain(&after, ExplainTerms::new().after(&undo));
        assert_eq!(again.ok(), Some(Some(explanation.clone())));
        // All terms at once.
        let rule = |from: NodeId, to: NodeId| {
            (!(5 * from.get() + to.get()).is_multiple_of(4)).then_some(0)
        };
        let all = |_| true;
        let terms = || ExplainTerms::new().under(&rule).opening(&all);
        let snapshot = after.snapshot();
        let scratch = &mut Scratch::new();
        let again =
            snapshot.explain_with(&ask, &terms().after(&undo), scratch, &mut Budget::unlimited());
        assert_eq!(again.ok(), explain(&nav, terms()).ok());
    }
    let Some(Opening { cells, class, steps, way }) = explanation.opening else {
        if let Some(class) = map.class_of(nodes[0]).filter(|_| free(&ends[0])) {
            assert!(!leads(&map.with(&blocked, class), mover, nodes), "all open");
        }
        return None;
    };
    assert!(cells.iter().all(|place| blocked.contains(place) && way.contains(place)));
    assert!(steps.is_empty(), "no step may be opened");
    let after = map.with(&cells, class);
    assert!(leads(&after, mover, nodes), "opening {cells:?}");
    let stand =
        |place: &S::Place| after.view(mover).is_passable(after.node_of(*place).expect("ours"));
    assert!(way.iter().all(stand) && [way[0], way[way.len() - 1]] == ends);
    let count = cells.len();
    if (1..=3).contains(&count) {
        let open = |map: &S, places: &[S::Place]| map.with(places, class);
        let leads = |map: &S| leads(map, mover, nodes);
        assert!(!some_leads(map, &blocked, count - 1, &open, &leads), "{count} are needed");
    }
    Some(count)
}

/// The same terrain without walls, fences and stairs.
pub(super) fn bare<S: Openable>(map: &S) -> S {
    map.places().into_iter().fold(map.unseen(b'.'), |bare, place| {
        let class = map.class_of(map.node_of(place).expect("ours")).expect("a tile");
        bare.with(&[place], class)
    })
}

/// The steps across sides that are forbidden on a map, of those between places where `mover` can stand:
/// the difference that walls make.
pub(super) fn shut_steps<S: Openable>(map: &S, mover: &S::Mover) -> BTreeSet<[usize; 2]> {
    let bare = bare(map);
    let opened = S::opened(mover, b'.');
    let steps = |map: &S| -> BTreeSet<[usize; 2]> {
        arcs_of(&map.view(&opened)).into_iter().map(|(from, to, _)| [from, to]).collect()
    };
    &steps(&bare) - &steps(map)
}

/// Explains under a rule that forbids to enter some places, as blockers do.
fn check_rule<S: Openable>(map: &S, mover: &S::Mover, ends: [S::Place; 2]) {
    let nodes = ends.map(|place| map.node_of(place).expect("on the map"));
    let mut nav = Navigator::with_mover(map.clone(), mover.clone());
    let view = map.view(mover);
    let is_barred = |node: NodeId| node != nodes[0] && node.index() % 3 == nodes[0].index() % 3;
    let rule = |from, to| (!is_barred(from) && !is_barred(to)).then_some(0);
    let is_allowed = |&(from, to, _): &(usize, usize, u64)| {
        rule(NodeId::new(from as u32), NodeId::new(to as u32)).is_some()
    };
    let (open, shut): (Vec<_>, Vec<_>) = arcs_of(&view).into_iter().partition(is_allowed);
    let mut area = BTreeSet::from([nodes[0].index()]);
    while let Some(&(_, to, _)) =
        open.iter().find(|(from, to, _)| area.contains(from) && !area.contains(to))
    {
        area.insert(to);
    }
    let is_free = nodes.map(|node| view.is_passable(node)) == [true; 2];
    let ask = Ask::new(ends[0], ends[1]);
    let explained = nav
        .explain_with(&ask, &ExplainTerms::new().under(&rule), &mut Budget::unlimited())
        .expect("no limit");
    assert_eq!(explained.is_none(), is_free && area.contains(&nodes[1].index()));
    if let Some(explained) = &explained
        && let Why::StartEnclosed { cells } = explained.why
    {
        assert_eq!(cells, area.len() as u64);
        let place = |at: usize| map.place_of(NodeId::new(at as u32));
        let out = shut.iter().filter(|(from, to, _)| area.contains(from) && !area.contains(to));
        let steps: Vec<_> = out.map(|&(from, to, _)| [place(from), place(to)]).collect();
        assert!(steps.iter().all(|step| explained.shut.contains(step)));
    }
    let blockers = nav.add_places();
    let barred = map.places().into_iter().filter(|&it| is_barred(map.node_of(it).expect("ours")));
    nav.set_places(blockers, barred).expect("places of the map");
    let mut explained = explained;
    if let Some(it) = explained.as_mut().filter(|_| is_free && is_barred(nodes[1])) {
        (it.why, it.frontier, it.shut) = (Why::GoalBlocked, vec![ends[1]], Vec::new());
    }
    assert_eq!(nav.explain(&ask.around(blockers), &mut Budget::unlimited()).ok(), Some(explained));
}

/// Explains with everything open to change; returns how many steps are opened.
fn check_steps<S: Openable>(map: &S, mover: &S::Mover, ends: [S::Place; 2], plain: bool) -> usize {
    let nodes = ends.map(|place| map.node_of(place).expect("on the map"));
    let nav = Navigator::with_mover(map.clone(), mover.clone());
    let terms = ExplainTerms::new().opening(&|_| true);
    let explained = nav.explain_with(&Ask::new(ends[0], ends[1]), &terms, &mut Budget::unlimited());
    let Some(explanation) = explained.expect("no limit") else { return 0 };
    let free = |place: &S::Place| map.view(mover).is_passable(map.node_of(*place).expect("ours"));
    let end = match explanation.why {
        Why::StartEnclosed { .. } => Some(0),
        Why::GoalEnclosed { .. } => Some(1),
        _ => None,
    };
    let node = |place: S::Place| map.node_of(place).expect("ours").index();
    let all = shut_steps(map, mover);
    let named: BTreeSet<_> = explanation.shut.iter().map(|step| step.map(node)).collect();
    if let Some(end) = end.filter(|_| plain) {
        let arcs: Vec<_> = arcs_of(&map.view(mover)).into_iter().collect();
        let mut area = BTreeSet::from([nodes[end].index()]);
        let inside = |area: &BTreeSet<usize>, from: usize, to: usize| match end {
            0 => area.contains(&from).then_some(to),
            _ => area.contains(&to).then_some(from),
        };
        while let Some(more) = arcs
            .iter()
            .find_map(|&(from, to, _)| inside(&area, from, to).filter(|more| !area.contains(more)))
        {
            area.insert(more);
        }
        let is_free = |node: usize| map.view(mover).is_passable(NodeId::new(node as u32));
        let leads_out = |&[from, to]: &[usize; 2]| {
            inside(&area, from, to).is_some_and(|other| !area.contains(&other) && is_free(other))
        };
        assert_eq!(named, all.iter().copied().filter(leads_out).collect(), "{}", S::NAME);
    }
    assert!(end.is_some() || named.is_empty());
    let Some(opening) = explanation.opening else { return 0 };
    let after = |opening: &Opening<S::Place>| {
        let mut after = map.clone();
        after.apply_batch(&map.batch(opening)).unwrap_or_else(|_| panic!("on the map"));
        after
    };
    assert!(leads(&after(&opening), mover, nodes), "{opening:?}");
    assert!(opening.cells.iter().all(|place| !free(place)));
    let count = opening.cells.len() + opening.steps.len();
    if plain && count == 2 {
        let one = |cells: Vec<S::Place>, steps: Vec<[S::Place; 2]>| {
            let one = Opening { cells, class: opening.class, steps, way: Vec::new() };
            assert!(!leads(&after(&one), mover, nodes), "one is enough: {one:?}");
        };
        map.places().into_iter().filter(|place| !free(place)).for_each(|at| one(vec![at], vec![]));
        let place = |node: usize| map.place_of(NodeId::new(node as u32));
        all.iter().for_each(|step| one(vec![], vec![step.map(place)]));
    }
    opening.steps.len()
}

fn no_fewer_open<S: Openable>() {
    let (mut counts, mut steps) = ([0; 4], 0);
    for seed in 0..if is_slow_run() { 4000 } else { 400 } {
        let mut rng = Rng::new(seed);
        let map = S::any(&mut rng);
        let mut places = map.places();
        let walls: Vec<S::Place> = (0..places.len() / 2).map(|_| rng.pick(&places)).collect();
        let mut map = map.with(&walls, b'@');
        for _ in 0..8 {
            let edit = map.change(&mut rng);
            map.apply_batch(&edit).unwrap_or_else(|_| panic!("a possible edit"));
        }
        let plain = || S::movers().into_iter().filter(|mover| !S::is_large(mover));
        let movers: Vec<S::Mover> = plain().chain(S::gaits()).collect();
        let at = rng.below(movers.len());
        let (mover, plain) = (&movers[at], at < plain().count());
        places.retain(|_| rng.percent(40));
        for pair in places.windows(2).take(4) {
            steps += check_steps(&map, mover, [pair[0], pair[1]], plain);
            if let Some(count) = check(&map, mover, [pair[0], pair[1]]) {
                counts[count.min(3)] += 1;
            }
        }
    }
    assert!(counts[1..].iter().all(|&count| count > 5), "{}: {counts:?}", S::NAME);
    assert!(steps > 5, "{}: {steps}", S::NAME);
}

#[test]
fn no_fewer_places_open_floors() {
    no_fewer_open::<FloorMap>();
}

#[test]
fn no_fewer_places_open_hexagons() {
    no_fewer_open::<HexMap>();
}

#[test]
fn no_fewer_places_open_triangles() {
    no_fewer_open::<TriangleMap>();
}

#[test]
fn a_blocked_place_behind_a_wall_encloses_as_well() {
    let mut map = HexMap::rectangle(HexLayout::Pointy, 3, 1, b'.').unwrap();
    map.apply(HexEdit::new().set((1, 0), b'#').wall((0, 0), HexDir::East)).unwrap();
    let nav = Navigator::new(map);
    let explained = nav.explain(&Ask::new((0, 0), (2, 0)), &mut Budget::unlimited());
    let explanation = explained.unwrap().unwrap();
    assert_eq!(explanation.why, Why::StartEnclosed { cells: 1 });
    assert_eq!((explanation.frontier, explanation.shut), (vec![Hex::new(1, 0)], Vec::new()));
}
