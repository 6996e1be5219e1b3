//! Off-mesh links, against Floyd and Warshall's table over all ends of links.

use std::sync::atomic::{AtomicUsize, Ordering};

use astride::base::{Budget, Coded, Spent, Vec2};
use astride::search::{Outcome, Scratch, Why};
use astride::shapes::mesh::{AreaFactors, LinkedPath, Mesh, MeshLink, MeshLinks, WeightedMesh};
use astride_testkit::mesh::{BookMesh, MeshSight, Place};
use astride_testkit::rng::Rng;
use astride_testkit::tally::{cases, spread};

use crate::meshes::{any_mesh, at, engine};

/// A vertex or the middle of a diagonal, on the mesh.
fn any_place(rng: &mut Rng, book: &BookMesh) -> Place {
    let ring = &book.polygons[rng.below(book.polygons.len())];
    let vertex = |at: usize| book.points[ring[at % ring.len()] as usize];
    let first = rng.below(ring.len());
    let (a, b) = (vertex(first), vertex(first + 1 + rng.below(2)));
    if rng.percent(30) || (a.0 + b.0) % 2 != 0 || (a.1 + b.1) % 2 != 0 {
        return a;
    }
    ((a.0 + b.0) / 2, (a.1 + b.1) / 2)
}

/// A link in one direction: both ends and the cost.
type BookWay = (Place, Place, f64);

/// The least cost from the first place to the last, where a path goes over ground between places and
/// over links.
fn least(sight: &MeshSight<'_>, ends: [Place; 2], ways: &[BookWay]) -> Option<f64> {
    let from_to = |from: Place, to: Place| sight.distance(from, to).unwrap_or(f64::INFINITY);
    // Nodes: the start, each link as the place of its exit, and the goal.
    let exits: Vec<Place> = [ends[0]].into_iter().chain(ways.iter().map(|way| way.1)).collect();
    let last = exits.len();
    let mut cost = vec![vec![f64::INFINITY; last + 1]; last + 1];
    for (from, &exit) in exits.iter().enumerate() {
        for (to, way) in ways.iter().enumerate() {
            cost[from][to + 1] = from_to(exit, way.0) + way.2;
        }
        cost[from][last] = from_to(exit, ends[1]);
    }
    for over in 0..=last {
        for from in 0..=last {
            for to in 0..=last {
                cost[from][to] = cost[from][to].min(cost[from][over] + cost[over][to]);
            }
        }
    }
    Some(cost[0][last]).filter(|cost| cost.is_finite())
}

/// Checks a path against the book: its legs are passable or are links, and add up to its cost.
fn check(book: &BookMesh, links: &[MeshLink], path: &LinkedPath, what: &str) {
    let whole = |point: &Vec2| (point.x as i64, point.y as i64);
    let places: Vec<Place> = path.points.iter().map(whole).collect();
    let (mut begin, mut sum) = (0, 0.0);
    for &(leg, link) in &path.links {
        let (from, to) = (path.points[leg], path.points[leg + 1]);
        let MeshLink { from: entry, to: exit, cost, is_two_way } = links[link];
        let is_back = is_two_way && (from, to) == (exit, entry);
        assert!((from, to) == (entry, exit) || is_back, "{what}");
        assert!(book.can_go(&places[begin..=leg]), "{places:?} {what}");
        (begin, sum) = (leg + 1, sum + cost);
    }
    assert!(book.can_go(&places[begin..]), "{places:?} {what}");
    let is_link = |leg: &usize| path.links.iter().any(|link| link.0 == *leg);
    for leg in (0..places.len() - 1).filter(|leg| !is_link(leg)) {
        sum += path.points[leg].distance_to(path.points[leg + 1]);
    }
    assert!((sum - path.cost).abs() <= 1e-9 * (1.0 + sum), "{sum} {what}");
}

#[test]
fn paths_over_links_are_the_cheapest() {
    spread(cases(60, 6_000), Scratch::new, |scratch, case| {
        let rng = &mut Rng::new(0x6c69_6e6b ^ case << 8);
        let book = any_mesh(rng);
        let (mesh, sight) = (engine(&book), MeshSight::new(&book));
        let mut links = Vec::new();
        for _ in 0..rng.below(9) {
            let (from, to) = (at(any_place(rng, &book)), at(any_place(rng, &book)));
            // Free, cheaper than the straight line, about as expensive as a detour, and too expensive.
            let cost = from.distance_to(to) * rng.pick(&[0.0, 0.05, 0.3, 1.0, 1.4]);
            let cost = cost + if rng.percent(20) { 5.0 } else { 0.0 };
            links.push(MeshLink { from, to, cost, is_two_way: rng.percent(40) });
        }
        let place = |at: Vec2| (at.x as i64, at.y as i64);
        let mut ways: Vec<BookWay> = Vec::new();
        for link in &links {
            ways.push((place(link.from), place(link.to), link.cost));
            if link.is_two_way {
                ways.push((place(link.to), place(link.from), link.cost));
            }
        }
        let known = MeshLinks::new(&mesh, &links).expect("links on the mesh");
        for _ in 0..6 {
            let ends = [any_place(rng, &book), any_place(rng, &book)];
            let expected = least(&sight, ends, &ways);
            let mut budget = Budget::unlimited();
            let (from, to) = (at(ends[0]), at(ends[1]));
            let answer = known.path(&mesh, from, to, scratch, &mut budget, &mut ());
            let what = format!("case {case} {ends:?} {links:?} {answer:?}\n{book:?}");
            let found = answer.path().map(|path| path.cost);
            match (found, expected) {
                (Some(a), Some(b)) => assert!((a - b).abs() <= 1e-9 * (1.0 + b), "{b} {what}"),
                (a, b) => assert_eq!(a, b, "{what}"),
            }
            answer.path().inspect(|path| check(&book, &links, path, &what));
        }
    });
}

/// The least cost from the first point to the last, by the cost of going between two points over ground.
fn cheapest(ends: [Vec2; 2], links: &[MeshLink], ground: impl Fn(Vec2, Vec2) -> f64) -> f64 {
    let mut ways: Vec<(Vec2, Vec2, f64)> = Vec::new();
    for link in links {
        ways.push((link.from, link.to, link.cost));
        if link.is_two_way {
            ways.push((link.to, link.from, link.cost));
        }
    }
    // Bellman and Ford: by the number of links taken.
    let mut at: Vec<f64> = ways.iter().map(|way| ground(ends[0], way.0) + way.2).collect();
    for _ in 0..ways.len() {
        for to in 0..ways.len() {
            for from in 0..ways.len() {
                at[to] = at[to].min(at[from] + ground(ways[from].1, ways[to].0) + ways[to].2);
            }
        }
    }
    let last = at.iter().zip(&ways).map(|(cost, way)| cost + ground(way.1, ends[1]));
    last.fold(ground(ends[0], ends[1]), f64::min)
}

#[test]
fn paths_over_areas_and_links_are_as_near_to_the_cheapest_as_they_say() {
    let taken = AtomicUsize::new(0);
    spread(cases(30, 2_000), Scratch::new, |scratch, case| {
        let rng = &mut Rng::new(0x6c69_6172 ^ case << 8);
        let book = loop {
            let book = any_mesh(rng);
            if book.is_flat() {
                break book;
            }
        };
        let classes: Vec<u8> = book.polygons.iter().map(|_| rng.below(3) as u8).collect();
        let mesh = engine(&book).with_classes(&classes).expect("a class for each polygon");
        let mut factors = AreaFactors::new();
        for class in 0..3 {
            factors = factors.with(class, rng.pick(&[0.5, 1.0, 3.0, 10.0])).expect("a factor");
        }
        let ground = WeightedMesh::new(&mesh, &factors).expect("no area is forbidden");
        let mut links = Vec::new();
        for _ in 0..rng.below(5) {
            let (from, to) = (at(any_place(rng, &book)), at(any_place(rng, &book)));
            let cost = from.distance_to(to) * rng.pick(&[0.0, 0.3, 1.0, 4.0]);
            links.push(MeshLink { from, to, cost, is_two_way: rng.percent(40) });
        }
        let known = MeshLinks::new(ground.mesh(), &links).expect("links on the mesh");
        for _ in 0..3 {
            let ends = [at(any_place(rng, &book)), at(any_place(rng, &book))];
            let within = rng.pick(&[1.02, 1.1, 2.0]);
            let budget = &mut Budget::unlimited();
            let answer = known.path_over(&ground, ends, within, scratch, budget, &mut ());
            let bounds = |from, to| {
                let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
                let leg = ground.path(from, to, 1.01, scratch, budget, &mut ());
                leg.path().map_or([f64::INFINITY; 2], |leg| [leg.at_least, leg.cost])
            };
            let [least, most] = [0, 1].map(|end| cheapest(ends, &links, |a, b| bounds(a, b)[end]));
            let what = format!("case {case} {ends:?} {links:?} {answer:?}");
            let Some(path) = answer.path() else {
                assert!(most.is_infinite(), "{what}");
                continue;
            };
            let nearly = |a: f64, b: f64| a <= b * (1.0 + 1e-9) + 1e-9;
            assert!(
                nearly(path.at_least, most) && nearly(least, path.cost),
                "{least} {most} {what}"
            );
            assert!(nearly(path.cost, within * path.at_least), "{what}");
            assert!(path.links.iter().all(|&(leg, link)| {
                let ends = [path.points[leg], path.points[leg + 1]];
                ends == [links[link].from, links[link].to]
                    || links[link].is_two_way && ends == [links[link].to, links[link].from]
            }));
            taken.fetch_add(path.links.len(), Ordering::Relaxed);
        }
    });
    assert!(taken.into_inner() > 10);
}

/// Two squares of 4 × 4, one unit apart.
fn islands() -> Mesh {
    let points = [(0, 0), (4, 0), (4, 4), (0, 4), (5, 0), (9, 0), (9, 4), (5, 4)];
    Mesh::new(points.map(at).to_vec(), &[[0, 1, 2, 3], [4, 5, 6, 7]]).expect("a mesh")
}

#[test]
fn links_that_cannot_be_and_questions_that_have_no_answer_are_refused() {
    let mesh = islands();
    let link = |from: Vec2, cost: f64| MeshLink { from, to: at((5, 1)), cost, is_two_way: true };
    let refused = |links: &[MeshLink]| MeshLinks::new(&mesh, links).expect_err("no link").code();
    for cost in [f64::NAN, -1.0, f64::INFINITY, 1e13] {
        assert_eq!(refused(&[link(at((4, 1)), cost)]), "mesh-link-cost");
    }
    for from in [Vec2::new(4.5, 1.0), Vec2::new(f64::NAN, 0.0)] {
        assert_eq!(refused(&[link(from, 1.0)]), "mesh-link-off");
    }
    let many = vec![link(at((4, 1)), 1.0); MeshLinks::MOST / 2 + 1];
    assert_eq!(refused(&many), "mesh-too-many");

    let links = MeshLinks::new(&mesh, &many[1..]).expect("as many as there may be");
    let mut scratch = Scratch::new();
    let mut ask = |from: Vec2, to: Vec2, most: u64| {
        let mut budget = Budget::unlimited().expansions(most);
        links.path(&mesh, from, to, &mut scratch, &mut budget, &mut ())
    };
    let (one, other, off) = (at((0, 1)), at((9, 1)), at((20, 1)));
    assert_eq!(ask(one, other, 100).path().map(|path| path.cost), Some(4.0 + 1.0 + 4.0));
    let why = |answer: Outcome<LinkedPath>| match answer {
        Outcome::Unreachable(none) => Some(none.why),
        _ => None,
    };
    assert_eq!(why(ask(off, one, 100)), Some(Why::StartBlocked));
    assert_eq!(why(ask(one, off, 100)), Some(Why::GoalBlocked));
    let none = MeshLinks::new(&mesh, &[]).expect("no links");
    let mut budget = Budget::unlimited();
    let answer = none.path(&mesh, one, other, &mut Scratch::new(), &mut budget, &mut ());
    assert!(matches!(why(answer), Some(Why::Enclosed { .. })));
    let rooms = [(0, 0), (1, 0), (1, 1), (0, 1), (2, 0), (3, 0), (3, 1), (2, 1), (3, 2), (0, 2)];
    let rings: [&[u32]; 3] = [&[0, 1, 2, 3], &[4, 5, 6, 7], &[3, 2, 7, 6, 8, 9]];
    let mesh = Mesh::new(rooms.map(at).to_vec(), &rings).expect("a mesh");
    let none = MeshLinks::new(&mesh, &[]).expect("no links");
    let mut budget = Budget::unlimited().expansions(1);
    let ends = [Vec2::new(0.5, 0.5), Vec2::new(2.5, 0.5)];
    let answer = none.path(&mesh, ends[0], ends[1], &mut Scratch::new(), &mut budget, &mut ());
    assert!(matches!(answer, Outcome::OutOfBudget(out) if out.spent == Spent::Expansions));
}
