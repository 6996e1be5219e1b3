//! Why there is no way among voxels, against every set of voxels that could be opened.

use std::collections::BTreeSet;

use astride::base::{Budget, Coded, NodeId};
use astride::planner::{Ask, ExplainTerms, Navigator, NavigatorError};
use astride::search::{PathQuery, Scratch, Why, dijkstra};
use astride::shapes::voxel::{
    Voxel, VoxelEdit, VoxelMap, VoxelMaterial, VoxelMedium, VoxelMover, VoxelNeighbours,
};
use astride::shapes::{
    Closing, Editable, ExplainError, Explanation, Opens, Unseen, explain, explain_opening,
};
use astride::world::{Corners, World};
use astride_testkit::adapter::arcs_of;
use astride_testkit::rng::Rng;
use astride_testkit::tally::{cases, is_slow_run};

use super::voxels_of;
use crate::explanations::some_leads;

fn bodies() -> [VoxelMover; 9] {
    let flyer = VoxelMover::flyer();
    let eighteen = flyer.neighbours(VoxelNeighbours::Eighteen);
    let body = |mover: VoxelMover, side, height| mover.body(side, height).expect("a body");
    [
        flyer,
        flyer.corners(Corners::OneFree),
        eighteen.corners(Corners::Always),
        flyer.corners(Corners::Always).medium(VoxelMedium::Both),
        VoxelMover::swimmer().neighbours(VoxelNeighbours::Six),
        body(flyer, 1, 2),
        body(flyer.corners(Corners::Always), 2, 1),
        body(VoxelMover::swimmer(), 2, 1),
        body(eighteen.medium(VoxelMedium::Both), 1, 2),
    ]
}

fn leads(map: &VoxelMap, mover: &VoxelMover, [from, to]: [NodeId; 2]) -> bool {
    let query = PathQuery::new(from, to);
    dijkstra(&map.seen_by(mover), &query, &mut Scratch::new(), &mut ()).path().is_some()
}

fn explained(map: &VoxelMap, mover: &VoxelMover, ends: [NodeId; 2]) -> Option<Explanation<Voxel>> {
    let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
    explain(map, mover, ends, scratch, budget).expect("no limit")
}

fn is_free(map: &VoxelMap, mover: &VoxelMover, voxel: Voxel) -> bool {
    match (map.material(voxel).expect("on the map"), mover.moves_in()) {
        (VoxelMaterial::Solid, _) => false,
        (VoxelMaterial::Air, medium) => medium != VoxelMedium::Water,
        (VoxelMaterial::Water, medium) => medium != VoxelMedium::Air,
    }
}

/// The voxels that a body covers at a place; `None` if it would leave the map.
fn covered(map: &VoxelMap, mover: &VoxelMover, at: Voxel) -> Option<Vec<Voxel>> {
    let [width, height, depth] = map.size();
    let last = [at.x + mover.side(), at.y + mover.side(), at.z + mover.height()];
    (last[0] <= width && last[1] <= height && last[2] <= depth).then(|| {
        let size = [mover.side(), mover.side(), mover.height()].map(|side| side as usize);
        voxels_of(size).map(|off| Voxel::new(at.x + off.x, at.y + off.y, at.z + off.z)).collect()
    })
}

/// The blocked voxels at places to which a straight step would lead out of an area, or for movers that
/// pass all corners any step; a place off the map is none.
fn frontier(map: &VoxelMap, mover: &VoxelMover, area: &BTreeSet<usize>) -> BTreeSet<Voxel> {
    let [width, height, depth] = map.size();
    let mut open = VoxelMap::new(width, height, depth).expect("a map");
    let all = (map.voxel(NodeId::new(0)), map.voxel(NodeId::new(map.voxel_count() - 1)));
    if mover.moves_in() == VoxelMedium::Water {
        open.apply(VoxelEdit::new().flood_box(all.0, all.1)).expect("the whole map");
    }
    let stepping = match mover.cuts() {
        Corners::Always => *mover,
        _ => mover.neighbours(VoxelNeighbours::Six),
    };
    let view = map.seen_by(mover);
    let steps = arcs_of(&open.seen_by(&stepping)).into_iter();
    let outside = steps.filter(|(from, to, _)| area.contains(from) && !area.contains(to));
    let outside = outside.map(|(_, to, _)| NodeId::new(to as u32));
    let blocked = outside.filter(|&to| !view.is_passable(to)).map(|to| map.voxel(to));
    let under = blocked.flat_map(|at| covered(map, mover, at).expect("on the map"));
    under.filter(|&at| !is_free(map, mover, at)).collect()
}

/// All from which one place can be reached, or that it reaches: steps of flyers lead both ways.
fn area(map: &VoxelMap, mover: &VoxelMover, end: NodeId) -> BTreeSet<usize> {
    let steps = arcs_of(&map.seen_by(mover));
    let mut area = BTreeSet::from([end.index()]);
    while let Some(&(_, to, _)) =
        steps.iter().find(|(from, to, _)| area.contains(from) && !area.contains(to))
    {
        area.insert(to);
    }
    area
}

/// Holds an explanation against the reference; returns how many voxels it opens.
fn check(map: &VoxelMap, mover: &VoxelMover, ends: [NodeId; 2]) -> Option<usize> {
    let what = || format!("{map:?} {mover:?} {ends:?}");
    let explanation = explained(map, mover, ends);
    assert_eq!(explanation.is_none(), leads(map, mover, ends), "{}", what());
    let Explanation { why, frontier: named, shut, nearest, opening } = explanation?;
    assert!(shut.is_empty(), "there are no walls");
    let view = map.seen_by(mover);
    assert_eq!(nearest.is_some(), view.is_passable(ends[0]), "{}", what());
    let blamed = |end: NodeId| -> Vec<Voxel> {
        let voxel = map.voxel(end);
        let under = covered(map, mover, voxel).unwrap_or_default();
        let blocked: Vec<Voxel> =
            under.into_iter().filter(|&at| !is_free(map, mover, at)).collect();
        if blocked.is_empty() { vec![voxel] } else { blocked }
    };
    let around = |end| {
        let area = area(map, mover, end);
        (area.len() as u64, frontier(map, mover, &area))
    };
    let set = || named.iter().copied().collect::<BTreeSet<_>>();
    match why {
        Why::StartBlocked => assert_eq!(named, blamed(ends[0]), "{}", what()),
        Why::GoalBlocked => assert_eq!(named, blamed(ends[1]), "{}", what()),
        Why::StartEnclosed { cells } => assert_eq!((cells, set()), around(ends[0]), "{}", what()),
        Why::GoalEnclosed { cells } => assert_eq!((cells, set()), around(ends[1]), "{}", what()),
        why => panic!("{why:?}: {}", what()),
    }
    let blocked: Vec<Voxel> = voxels_of(map.size().map(|side| side as usize))
        .filter(|&voxel| !is_free(map, mover, voxel))
        .collect();
    let material = match mover.moves_in() {
        VoxelMedium::Water => VoxelMaterial::Water,
        _ => VoxelMaterial::Air,
    };
    let open = |map: &VoxelMap, voxels: &[Voxel]| {
        let (mut edit, mut map) = (VoxelEdit::new(), map.clone());
        voxels.iter().for_each(|&voxel| _ = edit.fill_box(voxel, voxel, material));
        map.apply(&edit).expect("on the map");
        map
    };
    let Some(opening) = opening else {
        assert!(!leads(&open(map, &blocked), mover, ends), "all open: {}", what());
        return None;
    };
    assert!(opening.cells.iter().all(|voxel| blocked.contains(voxel)) && opening.steps.is_empty());
    let mut after = map.clone();
    after.apply(&map.batch(&opening)).expect("on the map");
    let way: Vec<NodeId> =
        opening.way.iter().map(|&voxel| map.node(voxel).expect("on the map")).collect();
    assert!([way[0], way[way.len() - 1]] == ends && leads(&after, mover, ends), "{}", what());
    assert!(way.iter().all(|&node| after.seen_by(mover).is_passable(node)), "{}", what());
    let count = opening.cells.len();
    if (1..=3).contains(&count) {
        let fewer = some_leads(map, &blocked, count - 1, &open, &|map| leads(map, mover, ends));
        assert!(!fewer, "{count} are needed: {}", what());
    }
    Some(count)
}

#[test]
fn no_fewer_voxels_open_tiny_maps() {
    let every = if is_slow_run() { 1 } else { 5 };
    let mut counts = [0; 5];
    for (size, pairs) in [([2, 2, 2], [[0, 7], [1, 2]]), ([4, 2, 1], [[0, 7], [0, 3]])] {
        for bits in (0u32..1 << 8).step_by(every) {
            for mover in bodies() {
                let mut map = VoxelMap::new(size[0], size[1], size[2]).expect("a map");
                let mut edit = VoxelEdit::new();
                // For a swimmer what is open is water.
                for voxel in voxels_of(size.map(|side| side as usize)) {
                    let at = map.node(voxel).expect("on the map").index();
                    match (bits >> at & 1, mover.moves_in()) {
                        (1, _) => _ = edit.block(voxel),
                        (_, VoxelMedium::Water) => _ = edit.flood(voxel),
                        _ => {}
                    }
                }
                map.apply(&edit).expect("on the map");
                for ends in pairs.map(|ends| ends.map(NodeId::new)) {
                    if let Some(count) = check(&map, &mover, ends) {
                        counts[count.min(4)] += 1;
                    }
                }
            }
        }
    }
    assert!(counts[1..].iter().all(|&count| count > 5), "{counts:?}");
}

fn any_map(rng: &mut Rng) -> VoxelMap {
    let mut side = || 1 + rng.below(4) as u32;
    let mut map = VoxelMap::new(side(), side(), side()).expect("a map");
    let mut edit = VoxelEdit::new();
    for voxel in voxels_of(map.size().map(|side| side as usize)) {
        match rng.below(5) {
            0 | 1 => _ = edit.block(voxel),
            2 => _ = edit.flood(voxel),
            _ => {}
        }
    }
    map.apply(&edit).expect("on the map");
    map
}

/// Among air, water and rock, by belief, after edits that are supposed, and around blockers.
#[test]
fn what_is_explained_holds_in_fog_after_edits_and_around_blockers() {
    let mut counts = [0; 4];
    for seed in 0..cases(250, 10_000) {
        let mut rng = Rng::new(seed);
        let (map, mover) = (any_map(&mut rng), rng.pick(&bodies()));
        let mut node = || NodeId::new(rng.below(map.voxel_count() as usize) as u32);
        let (ends, seen) = ([node(), node()], node());
        if let Some(count) = check(&map, &mover, ends) {
            counts[count.min(3)] += 1;
        }
        let places = ends.map(|end| map.voxel(end));
        let mut nav = Navigator::with_mover(map.clone(), mover);
        let ask = Ask::new(places[0], places[1]);
        let budget = || Budget::unlimited();
        assert_eq!(nav.explain(&ask, &mut budget()).ok(), Some(explained(&map, &mover, ends)));

        let assumed = rng.pick(&[Unseen::Free, Unseen::Blocked]);
        let scouts = nav.add_faction(assumed);
        let nodes: Vec<NodeId> = (0..=seen.get()).map(NodeId::new).collect();
        nav.reveal(scouts, nodes.iter().map(|&node| map.voxel(node))).expect("ours");
        let mut known = map.unseen(assumed);
        known.see(&map, &nodes);
        let believed = nav.explain(&ask.faction(scouts), &mut budget());
        assert_eq!(believed.ok(), Some(explained(&known, &mover, ends)), "seed {seed}");

        let mut flood = VoxelEdit::new();
        let at = map.voxel(seen);
        let material = rng.pick(&[VoxelMaterial::Air, VoxelMaterial::Water, VoxelMaterial::Solid]);
        flood.fill_box(places[0], at, material);
        let mut after = map.clone();
        after.apply(&flood).expect("on the map");
        let supposed = nav.explain_with(&ask, &ExplainTerms::new().after(&flood), &mut budget());
        assert_eq!(supposed.ok(), Some(explained(&after, &mover, ends)), "seed {seed}");

        let blockers = nav.add_places();
        nav.set_places(blockers, [at]).expect("on the map");
        let around = ask.around(blockers);
        let explained = nav.explain(&around, &mut budget()).expect("no limit");
        assert_eq!(explained.is_none(), nav.cost(&around).expect("ours").is_some(), "seed {seed}");
    }
    assert!(counts[1..].iter().all(|&count| count > 5), "{counts:?}");
}

#[test]
fn what_may_not_be_opened_is_gone_round() {
    let mut map = VoxelMap::new(5, 1, 3).expect("a map");
    map.apply(VoxelEdit::new().block_box((2, 0, 0), (2, 0, 2)).flood((2, 0, 1))).expect("a wall");
    let mover = VoxelMover::flyer();
    let ends = [(0, 0, 0), (4, 0, 0)].map(|at| map.node(at).expect("on the map"));
    let opening = |may_open: &dyn Fn(Closing<Voxel>) -> bool| {
        let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
        let found = explain_opening(&map, &mover, ends, may_open, scratch, budget);
        found.expect("no limit").expect("no way").opening.map(|opening| opening.cells)
    };
    assert_eq!(opening(&|_| true), Some(vec![Voxel::new(2, 0, 0)]));
    let water = |it| matches!(it, Closing::Place { class: b'W', .. });
    assert_eq!(opening(&water), Some(vec![Voxel::new(2, 0, 1)]));
    assert_eq!(opening(&|it| !it.is_place()), None);
    let mut none = Budget::unlimited().expansions(0);
    let cut = explain(&map, &mover, ends, &mut Scratch::new(), &mut none);
    assert!(matches!(cut, Err(ExplainError::Spent(_))));
}

#[test]
fn walkers_are_refused_by_name() {
    let map = VoxelMap::new(3, 3, 3).expect("a map");
    let ends = [0, 2].map(NodeId::new);
    let budget = &mut Budget::unlimited();
    let walker = VoxelMover::walker();
    let refused = explain(&map, &walker, ends, &mut Scratch::new(), budget).expect_err("it walks");
    assert_eq!(refused.code(), "unsupported-question");
    assert!(refused.to_string().contains("the ground from under a walker"), "{refused}");
    let nav = Navigator::with_mover(map, walker);
    let ask = Ask::new((0, 0, 0), (2, 0, 0));
    let terms = ExplainTerms::new().opening(&|_| true).under(&|_, _| Some(0));
    let refusals = [nav.explain(&ask, budget), nav.explain_with(&ask, &terms, budget)];
    for refused in refusals.map(Result::unwrap_err) {
        assert!(matches!(refused, NavigatorError::Guide(_)));
        assert_eq!(refused.code(), "unsupported-question");
    }
}
