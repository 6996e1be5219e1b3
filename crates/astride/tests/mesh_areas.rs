//! Area costs on meshes, against points that stand close together on all edges, and worked cases of
//! refraction.

use astride::base::{Budget, Coded, Spent, Vec2};
use astride::search::{Guarantee, Outcome, Scratch, Why};
use astride::shapes::mesh::{
    AreaFactors, Mesh, MeshError, ObstacleMesh, WeightedMesh, WeightedPath, polyanya,
};
use astride_testkit::mesh::{BookMesh, MeshSight, Place};
use astride_testkit::mesh_areas::Areas;
use astride_testkit::rng::Rng;
use astride_testkit::tally::{cases, spread};

use crate::meshes::{any_mesh, at, engine};

/// A random mesh without floors above each other, with a class for each polygon.
fn any_areas(rng: &mut Rng) -> (BookMesh, Vec<u8>) {
    loop {
        let book = any_mesh(rng);
        if book.is_flat() {
            let classes = book.polygons.iter().map(|_| rng.below(4) as u8).collect();
            return (book, classes);
        }
    }
}

/// Random factors of the four classes.
fn any_factors(rng: &mut Rng) -> [Option<f64>; 4] {
    let all = [Some(0.5), Some(1.0), Some(1.25), Some(3.0), Some(10.0), None];
    [0; 4].map(|_| all[rng.below(all.len())])
}

fn factors_of(all: &[Option<f64>]) -> AreaFactors {
    all.iter().enumerate().fold(AreaFactors::new(), |factors, (class, factor)| match factor {
        Some(factor) => factors.with(class as u8, *factor).expect("a factor"),
        None => factors.without(class as u8),
    })
}

/// A vertex, the middle of an edge, or a place inside of a polygon.
fn any_place(rng: &mut Rng, book: &BookMesh) -> Place {
    let ring = &book.polygons[rng.below(book.polygons.len())];
    let first = rng.below(ring.len());
    let corner = |on: usize| book.points[ring[(first + on) % ring.len()] as usize];
    let (a, b, c) = (corner(0), corner(1), corner(2));
    match rng.below(3) {
        0 => a,
        1 => ((a.0 + b.0) / 2, (a.1 + b.1) / 2),
        _ => ((a.0 + 2 * b.0 + c.0) / 4, (a.1 + 2 * b.1 + c.1) / 4),
    }
}

fn any_point(rng: &mut Rng, book: &BookMesh) -> Vec2 {
    at(any_place(rng, book))
}

fn ask(ground: &WeightedMesh, from: Vec2, to: Vec2, within: f64) -> Outcome<WeightedPath> {
    let (mut scratch, mut budget) = (Scratch::new(), Budget::unlimited());
    ground.path(from, to, within, &mut scratch, &mut budget, &mut ())
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * (1.0 + a.abs().max(b.abs()))
}

#[test]
fn paths_are_as_near_to_the_cheapest_as_they_say() {
    spread(
        cases(40, 4_000),
        || (),
        |_, case| {
            let rng = &mut Rng::new(0x6172_6561 ^ case << 8);
            let (book, classes) = any_areas(rng);
            let mesh = engine(&book).with_classes(&classes).expect("a class for each polygon");
            let by_class = any_factors(rng);
            let Ok(ground) = WeightedMesh::new(&mesh, &factors_of(&by_class)) else {
                let is_forbidden = |&class: &u8| by_class[usize::from(class)].is_none();
                return assert!(classes.iter().all(is_forbidden));
            };
            let factors: Vec<_> = classes.iter().map(|&class| by_class[class as usize]).collect();
            let areas = Areas::new(&book, &factors);
            for _ in 0..3 {
                let (from, to) = (any_point(rng, &book), any_point(rng, &book));
                let answer = ask(&ground, from, to, 1.03);
                let what = || {
                    format!("case {case}, {from:?} to {to:?}, {factors:?}, {answer:?}\n{book:?}")
                };
                let dense = areas.dense((from.x, from.y), (to.x, to.y), 12);
                let Some(path) = answer.path() else {
                    assert!(dense.is_none(), "{dense:?} {}", what());
                    continue;
                };
                let line: Vec<(f64, f64)> = path.points.iter().map(|at| (at.x, at.y)).collect();
                assert_eq!((path.points[0], *path.points.last().unwrap()), (from, to));
                let cost =
                    areas.cost_of(&line).unwrap_or_else(|| panic!("off the ground {}", what()));
                assert!((cost - path.cost).abs() <= 1e-6 * (1.0 + cost), "{cost} {}", what());
                let legs = path.points.windows(2).zip(&path.factors);
                let sum: f64 = legs.map(|(leg, factor)| factor * leg[0].distance_to(leg[1])).sum();
                assert!(is_near(sum, path.cost), "{sum} {}", what());
                let dense = dense.unwrap_or_else(|| panic!("not found by the book {}", what()));
                assert!(path.at_least <= dense * (1.0 + 1e-9), "{dense} {}", what());
                assert!(path.ratio() <= 1.03 + 1e-9, "{} {}", path.ratio(), what());
                let promised = match answer.guarantee() {
                    Some(Guarantee::Optimal) => 1.0,
                    Some(Guarantee::Within(weight)) => weight.as_f64(),
                    other => panic!("{other:?} {}", what()),
                };
                assert!(promised >= path.ratio() && promised < path.ratio() + 1e-4);
            }
        },
    );
}

/// Two rectangles of width 10, one from y = -4 to 0 and one from 0 to 4, and a strip above them.
fn two_halves(below: f64, above: f64) -> WeightedMesh {
    let points = [(0, -4), (10, -4), (10, 0), (0, 0), (10, 4), (0, 4)].map(at).to_vec();
    let mesh = Mesh::new(points, &[[0, 1, 2, 3], [3, 2, 4, 5]]).expect("a mesh");
    let mesh = mesh.with_classes(&[1, 2]).expect("two classes");
    let factors = AreaFactors::new().with(1, below).and_then(|factors| factors.with(2, above));
    WeightedMesh::new(&mesh, &factors.expect("factors")).expect("ground")
}

/// The least value of a convex function from 0 to 10.
fn least(cost: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 10.0);
    for _ in 0..200 {
        let third = (high - low) / 3.0;
        if cost(low + third) < cost(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    cost(low)
}

#[test]
fn a_border_between_two_halves_refracts_by_snells_law() {
    for (below, above) in [(1.0, 1.5), (4.0, 1.0), (1.0, 100.0), (0.001, 0.002)] {
        let ground = two_halves(below, above);
        let (from, to) = (at((1, -3)), at((8, 2)));
        let answer = ask(&ground, from, to, 1.001);
        let path = answer.path().expect("a path");
        let exact = least(|x| {
            let border = Vec2::new(x, 0.0);
            below * from.distance_to(border) + above * to.distance_to(border)
        });
        assert!(path.at_least <= exact && path.ratio() <= 1.001, "{path:?}");
        assert!(is_near(path.cost, exact), "straightened: {path:?}, {exact}");
        let border = path.points[1];
        let sine = |end: Vec2| (end.x - border.x).abs() / border.distance_to(end);
        let bends = below * sine(from) - above * sine(to);
        assert!(bends.abs() < 1e-5 * below.max(above), "{bends} {path:?}");
    }
}

#[test]
fn a_path_in_costly_ground_goes_along_the_edge_of_cheap_ground() {
    // Into the cheap ground at the critical angle, along its edge, and back: cost l + (a + b)·√(k² - 1)
    // for a distance l along the edge, ends a and b off it, and a factor k against 1.
    let (from, to) = (Vec2::new(1.0, -0.5), Vec2::new(9.0, -0.25));
    for factor in [1.5, 2.0, 5.0] {
        let ground = two_halves(factor, 1.0);
        let answer = ask(&ground, from, to, 1.001);
        let path = answer.path().expect("a path");
        let exact = 8.0 + 0.75 * (factor * factor - 1.0).sqrt();
        assert!(path.at_least <= exact && path.ratio() <= 1.001, "{path:?} {exact}");
        assert!(is_near(path.cost, exact), "{path:?} {exact}");
        assert_eq!(path.factors, [factor, 1.0, factor]);
        assert!(path.points[1].y == 0.0 && path.points[2].y == 0.0);
    }
    // Where the detour does not pay, it goes straight.
    let near = ask(&two_halves(1.1, 1.0), at((1, -3)), at((3, -3)), 1.001);
    assert_eq!(near.path().map(|path| path.points.len()), Some(2));
}

#[test]
fn on_ground_of_one_factor_paths_are_those_of_polyanya() {
    spread(cases(60, 4_000), Scratch::new, |scratch, case| {
        let rng = &mut Rng::new(0x756e_6966 ^ case << 8);
        let (book, classes) = any_areas(rng);
        let mesh = engine(&book).with_classes(&classes).expect("a class for each polygon");
        let factor = [0.25, 1.0, 3.0][rng.below(3)];
        let by_class = [Some(factor), Some(factor), None, None];
        let Ok(ground) = WeightedMesh::new(&mesh, &factors_of(&by_class)) else { return };
        let kept = book.polygons.iter().zip(&classes).filter(|(_, class)| **class < 2);
        let left = BookMesh::new(book.points.clone(), kept.map(|(ring, _)| ring.clone()).collect());
        let (alone, sight) = (engine(&left), MeshSight::new(&left));
        for _ in 0..6 {
            let ends = [any_place(rng, &book), any_place(rng, &book)];
            let [from, to] = ends.map(at);
            let expected = polyanya(&alone, from, to, scratch, &mut ());
            match (expected.length(), sight.distance(ends[0], ends[1])) {
                (Some(a), Some(b)) => assert!(is_near(a, b), "case {case} {a} {b} {left:?}"),
                (a, b) => assert_eq!(a, b, "case {case} {ends:?} {left:?}"),
            }
            let answer = ask(&ground, from, to, 1.0);
            let what = format!("case {case} {answer:?} {expected:?}");
            assert_eq!(
                answer.path().map(|path| &path.points),
                expected.path().map(|path| &path.points),
                "{what}"
            );
            if let Some((path, length)) = answer.path().zip(expected.length()) {
                assert_eq!(
                    (path.cost, path.at_least, path.ratio()),
                    (factor * length, path.cost, 1.0)
                );
                assert_eq!(answer.guarantee(), Some(Guarantee::Optimal), "{what}");
            }
        }
    });
}

#[test]
fn costlier_ground_makes_no_path_cheaper_and_all_factors_scale() {
    spread(
        cases(30, 3_000),
        || (),
        |_, case| {
            let rng = &mut Rng::new(0x6c61_7773 ^ case << 8);
            let (book, classes) = any_areas(rng);
            let mesh = engine(&book).with_classes(&classes).expect("a class for each polygon");
            let before = any_factors(rng);
            let on = |factors: &[Option<f64>]| WeightedMesh::new(&mesh, &factors_of(factors));
            let Ok(ground) = on(&before) else { return };
            let (from, to) = (any_point(rng, &book), any_point(rng, &book));
            let answer = ask(&ground, from, to, 1.05);
            let Some(path) = answer.path() else { return };

            let mut costlier = before;
            let class = rng.below(4);
            costlier[class] =
                costlier[class].map(|factor| factor * 1.5).filter(|_| rng.percent(70));
            let after = on(&costlier).ok().map(|ground| ask(&ground, from, to, 1.05));
            if let Some(after) = after.as_ref().and_then(|answer| answer.path()) {
                assert!(
                    path.at_least <= after.cost * (1.0 + 1e-9),
                    "case {case} {path:?} {after:?}"
                );
            }

            // By a power of two every number scales exactly.
            let twice = before.map(|factor| factor.map(|factor| 2.0 * factor));
            let doubled = ask(&on(&twice).expect("ground"), from, to, 1.05);
            let doubled = doubled.path().expect("a path");
            assert_eq!((&doubled.points, doubled.cost), (&path.points, 2.0 * path.cost));

            let back = ask(&ground, to, from, 1.05);
            let back = back.path().expect("a path back");
            assert!(back.at_least <= path.cost * (1.0 + 1e-9), "case {case} {path:?} {back:?}");
            assert!(path.at_least <= back.cost * (1.0 + 1e-9), "case {case} {path:?} {back:?}");
        },
    );
}

/// Squares of side 1, each with a class by its place.
fn squares(side: u32) -> Mesh {
    let corner = |x: u32, y: u32| y * (side + 1) + x;
    let corners = (0..=side).flat_map(|y| (0..=side).map(move |x| (i64::from(x), i64::from(y))));
    let cells = || (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let ring =
        |(x, y)| vec![corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
    let classes: Vec<u8> = cells().map(|(x, y)| ((x * 7 + y * 5) % 4) as u8).collect();
    let mesh = Mesh::new(corners.map(at).collect(), &cells().map(ring).collect::<Vec<_>>());
    mesh.expect("a mesh").with_classes(&classes).expect("a class for each polygon")
}

#[test]
fn a_short_path_costs_no_memory_for_what_is_far_away() {
    let factors = factors_of(&[Some(1.0), Some(1.5), Some(4.0), Some(2.0)]);
    let on = |side| WeightedMesh::new(&squares(side), &factors).expect("ground");
    let (small, large) = (on(14), on(100));
    let (from, to) = (Vec2::new(1.5, 1.25), Vec2::new(4.5, 3.25));
    let answers = [&small, &large].map(|ground| ask(ground, from, to, 1.001));
    let [near, far] = &answers;
    assert_eq!(near.path(), far.path());
    assert!(near.path().is_some_and(|path| path.ratio() <= 1.001 && path.points.len() > 2));
    let [near, far] = answers.each_ref().map(|answer| answer.effort());
    assert_eq!(near.expanded, far.expanded);
    // Polyanya has 4 bytes for each polygon, and 16 for each corner at which a path can turn.
    assert!(far.bytes < near.bytes + 100_000, "{near:?} {far:?}");
}

/// The area of each class.
fn areas_of(mesh: &Mesh) -> [f64; 4] {
    let mut sums = [0.0; 4];
    for polygon in 0..mesh.polygon_count() {
        let ring = mesh.outline(polygon);
        let fan = ring.windows(2).map(|edge| {
            let (a, b) = (edge[0].minus(ring[0]), edge[1].minus(ring[0]));
            (a.x * b.y - a.y * b.x) / 2.0
        });
        let area = fan.sum::<f64>();
        assert!(is_near(mesh.area_of(polygon), area));
        sums[usize::from(mesh.class_of(polygon).expect("a class"))] += area;
    }
    sums
}

#[test]
fn classes_stay_where_they_are_when_polygons_change() {
    for case in 0..cases(40, 2_000) {
        let rng = &mut Rng::new(0x636c_6173 ^ case << 8);
        let (book, classes) = any_areas(rng);
        let mesh = engine(&book).with_classes(&classes).expect("a class for each polygon");
        let merged = mesh.merged();
        let pairs = areas_of(&merged).into_iter().zip(areas_of(&mesh));
        assert!(pairs.into_iter().all(|(a, b)| is_near(a, b)), "case {case} {book:?}");
        let mut obstacles = ObstacleMesh::new(mesh.clone());
        _ = obstacles.place_disc(any_point(rng, &book), 1.5);
        for changed in mesh.for_radius(0.5).iter().chain([&merged, obstacles.mesh()]) {
            for polygon in 0..changed.polygon_count() {
                let ring = changed.outline(polygon);
                let sum = ring.iter().fold(Vec2::default(), |sum, &corner| sum.plus(corner));
                let centre = sum.times(1.0 / ring.len() as f64);
                let below = mesh.polygons_at(centre);
                let class = changed.class_of(polygon);
                let is_kept = below.iter().any(|&polygon| mesh.class_of(polygon) == class);
                assert!(is_kept, "case {case} {centre:?} {class:?} {book:?}");
            }
        }
    }
}

#[test]
fn what_is_no_area_is_refused_and_limits_are_kept() {
    let code = |error: MeshError| error.code();
    let points = [(0, 0), (4, 0), (4, 4), (0, 4)].map(at).to_vec();
    let mesh = || Mesh::new(points.clone(), &[[0, 1, 2], [0, 2, 3]]).expect("a mesh");
    assert_eq!(mesh().with_classes(&[1]).map_err(code).err(), Some("mesh-classes"));
    assert_eq!((mesh().class_of(0), mesh().class_of(2)), (Some(0), None));
    for factor in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-7, 2e6] {
        let refused = AreaFactors::new().with(3, factor).map_err(code).err();
        assert_eq!(refused, Some("mesh-area-factor"), "{factor}");
    }
    let nothing = WeightedMesh::new(&mesh(), &AreaFactors::new().without(0));
    assert_eq!(nothing.map_err(code).err(), Some("mesh-all-forbidden"));

    let ground = two_halves(1.0, 2.0);
    let (from, to) = (at((1, -3)), at((8, 2)));
    let limited =
        |budget: &mut Budget<'_>| ground.path(from, to, 1.0, &mut Scratch::new(), budget, &mut ());
    let mut bounds = Vec::new();
    for most in [0, 1, 2, 4, 8, 16, 64, 256] {
        match limited(&mut Budget::unlimited().expansions(most)) {
            Outcome::Found(found) => bounds.push(found.path),
            Outcome::OutOfBudget(out) => assert!(out.spent == Spent::Expansions && most <= 4),
            Outcome::Unreachable(none) => panic!("{none:?}"),
        }
    }
    assert!(bounds.len() >= 5 && bounds.is_sorted_by_key(|path| path.at_least), "{bounds:?}");
    assert!(bounds.last().is_some_and(|path| path.ratio() < 1.05), "{bounds:?}");
    let out = limited(&mut Budget::unlimited().bytes(10));
    assert!(matches!(out, Outcome::OutOfBudget(out) if out.spent == Spent::Bytes));
    let off = ask(&ground, from, at((20, 0)), 1.01);
    assert!(matches!(off, Outcome::Unreachable(none) if none.why == Why::GoalBlocked));
    // With the number that asks for the most, and with none, it ends by itself.
    for within in [1.0, f64::NAN, -1.0] {
        let best = ask(&two_halves(1.0, 2.0), from, to, within);
        assert!(best.path().is_some_and(|path| path.ratio() < 1.0001), "{best:?}");
    }
    let here = ask(&ground, from, from, 1.0);
    assert_eq!(here.path().map(|path| (path.points.len(), path.cost)), Some((1, 0.0)));
}
