//! Dissimilar paths: what is promised of them, by counting their steps.

use std::collections::BTreeSet;

use astride::base::{Budget, Cost, NodeId};
use astride::search::{Dissimilar, DistanceField, PathQuery, Scratch, dijkstra, dissimilar};
use astride::shapes::square::{Grid, Mover};
use astride::world::{Way, World};
use astride_testkit::adapter::{build_world, grid_of, supported};
use astride_testkit::generate::{caves, fenced_world};
use astride_testkit::larger::random_node;
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

/// Holds what is promised against the world; returns how many paths there are.
fn check(world: &impl World, ends: [NodeId; 2], wish: &Dissimilar) -> usize {
    let paths = dissimilar(world, ends[0], ends[1], wish, &mut Budget::unlimited()).unwrap();
    let query = PathQuery::new(ends[0], ends[1]);
    let cheapest = dijkstra(world, &query, &mut Scratch::new(), &mut ()).cost();
    assert!(paths.len() <= wish.count);
    if wish.count > 0 {
        assert_eq!(paths.first().map(|path| path.cost()), cheapest);
    }
    let mut near: BTreeSet<NodeId> = BTreeSet::new();
    for (place, path) in paths.iter().enumerate() {
        assert_eq!((path.start(), path.goal()), (ends[0], ends[1]));
        path.validate(world).expect("a path of the world");
        let visited: BTreeSet<NodeId> = path.nodes().iter().copied().collect();
        assert_eq!(visited.len(), path.nodes().len());
        let limit = u128::from(cheapest.unwrap()) * u128::from(wish.most_cost.max(100)) / 100;
        assert!(u128::from(path.cost()) <= limit);
        let steps = path.nodes().windows(2).filter(|step| near.contains(&step[1]));
        let shared: Cost =
            steps.map(|step| Cost::from(world.arc_cost(step[0], step[1]).unwrap())).sum();
        if place > 0 {
            assert!(shared * 100 <= path.cost() * Cost::from(wish.most_shared), "{place}");
        }
        for &node in path.nodes() {
            let mut field = DistanceField::new();
            field.compute(world, &[(node, 0)], Way::Forward, &mut Budget::unlimited());
            let nodes = (0..world.node_count()).map(NodeId::new);
            near.extend(nodes.filter(|&to| field.distance(to).is_some_and(|d| d <= wish.margin)));
        }
    }
    paths.len()
}

#[test]
fn dissimilar_paths_are_what_they_promise() {
    let mut several = 0;
    for seed in 0..if is_slow_run() { 1000 } else { 80 } {
        let mut rng = Rng::new(seed);
        let (grid, mover) = match seed % 2 {
            0 => build_world(&supported(&fenced_world(seed, 9, 8))),
            _ => (grid_of(&caves(seed, 26, 20, 40, 2)), Mover::walker()),
        };
        let ends = [random_node(&mut rng, &grid), random_node(&mut rng, &grid)];
        let wish = Dissimilar {
            count: rng.below(5),
            most_shared: rng.pick(&[0, 30, 50, 100]),
            margin: rng.pick(&[0, 13_860, 40_000]),
            most_cost: rng.pick(&[0, 110, 200]),
        };
        several += usize::from(check(&grid.seen_by(&mover), ends, &wish) > 1);
    }
    assert!(several > 3, "{several} questions had several answers");
}

#[test]
fn a_block_is_passed_on_both_sides_and_open_ground_in_one_way() {
    let mut classes = vec![b'.'; 31 * 15];
    for y in 4..11 {
        classes[y * 31 + 5..y * 31 + 26].fill(b'@');
    }
    let wish = Dissimilar { margin: 4 * 13_860, ..Dissimilar::default() };
    let grid = Grid::from_classes(31, 15, &classes).unwrap();
    let ends = [(0, 7), (30, 7)].map(|cell| grid.node(cell).unwrap());
    assert_eq!(check(&grid.seen_by(&Mover::walker()), ends, &wish), 2);
    let open = Grid::new(31, 3, b'.').unwrap();
    let ends = [(0, 1), (30, 1)].map(|cell| open.node(cell).unwrap());
    assert_eq!(check(&open.seen_by(&Mover::walker()), ends, &wish), 1);
    let budget = &mut Budget::unlimited().expansions(20);
    assert!(dissimilar(&grid.seen_by(&Mover::walker()), ends[0], ends[1], &wish, budget).is_err());
}
