//! The drawn cases: every method that promises a cheapest path gives the cost worked out by hand.

use astride::base::{Budget, Cost, NodeId};
use astride::planner::{Choice, Method, solve};
use astride::search::{
    DistanceField, FieldStatus, Heuristic, PathQuery, Promise, Scratch, Ties, alternatives, astar,
};
use astride::shapes::square::{Edit, Grid, GridHeuristic, GridView, Metric};
use astride::world::Way;
use astride_testkit::adapter::{build_world, engine_cell, supported};
use astride_testkit::contestants::square::{Contestant, Guess, JUMPERS, Memory};
use astride_testkit::contestants::{Method as Kind, hold};
use astride_testkit::corpus::{Case, corpus_dir, read_folder};
use astride_testkit::judge::{Ask, Judge};
use astride_testkit::reference::dijkstra;
use astride_testkit::square::SquareWorld;
use astride_testkit::world::arcs;

const TIES: [Ties; 4] = [Ties::LastAdded, Ties::SmallerH, Ties::Straightest, Ties::FirstAdded];
const METRICS: [Metric; 5] =
    [Metric::Zero, Metric::Manhattan, Metric::Octile, Metric::Chebyshev, Metric::Euclidean];

/// Every optimal answer to `query`, with a name for messages. Each path is walked and added up.
fn answers(view: &GridView<'_>, query: &PathQuery<'_>) -> Vec<(String, Option<Cost>)> {
    let mut costs = Vec::new();
    let mut scratch = Scratch::new();
    for metric in METRICS {
        let guess = GridHeuristic::new(view, metric);
        for ties in TIES.into_iter().filter(|_| guess.promise() == Promise::Consistent) {
            let outcome = astar(view, &guess, &query.ties(ties), &mut scratch, &mut ());
            costs.push((format!("astar {metric:?} {ties:?}"), checked(view, outcome.path())));
        }
        for method in Method::searches() {
            let question = Choice { method, metric };
            let budget = &mut Budget::unlimited();
            let outcome = solve(view, question, query, &mut scratch, budget, &mut ())
                .expect("both ends are named");
            let cost = checked(view, outcome.path());
            if outcome.guarantee().is_none_or(|guarantee| guarantee.is_optimal()) {
                costs.push((format!("{method} {metric:?}"), cost));
            }
        }
    }
    costs
}

fn checked(view: &GridView<'_>, path: Option<&astride::path::Path>) -> Option<Cost> {
    let path = path?;
    path.validate(view).expect("a path that can be walked");
    Some(path.cost())
}

/// Links cost at least one tick, so that every step of a path makes progress: a case with a free
/// one is refused at the border.
fn check_refused(name: &str, case: &Case) {
    let (from, to, _) = case.world.links.iter().find(|link| link.2 == 0).expect("a free link");
    let mut grid =
        Grid::new(case.world.width as u32, case.world.height as u32, b'.').expect("a usable size");
    let mut edit = Edit::new();
    edit.link(engine_cell(*from), engine_cell(*to), 0);
    let error = grid.apply(&edit).expect_err(name).to_string();
    assert!(error.contains("costs 0 ticks, expected 1 to"), "{name}: {error}");
}

/// What makes the map ready first answers as it should, or refuses what it must.
fn check_prepared(name: &str, view: &GridView<'_>, judge: &mut Judge<SquareWorld>, ask: &Ask) {
    let mut memory = Memory::default();
    for jumper in JUMPERS {
        let contestant = Contestant::new(Kind::Own(jumper), Guess::By(Metric::Octile));
        let verdict = hold(&contestant, view, view, judge, ask, &mut memory, 0);
        assert_eq!(verdict, Ok(()), "{name}");
    }
}

fn check(name: &str, case: &Case) {
    let world = supported(&case.world);
    let (from, to) = (world.index(case.start), world.index(case.goal));
    let judged = dijkstra(world.cells.len(), &arcs(&world), &[from])[to];
    assert_eq!(judged, case.expected, "{name}: the engine cannot state this case");
    let (grid, mover) = build_world(&world);
    let view = grid.seen_by(&mover);
    let [start, goal] = [from, to].map(|node| NodeId::new(node as u32));
    let mut all = answers(&view, &PathQuery::new(start, goal));
    let mut field = DistanceField::new();
    for (way, source, end) in [(Way::Forward, start, goal), (Way::Backward, goal, start)] {
        let status = field.compute(&view, &[(source, 0)], way, &mut Budget::unlimited());
        assert_eq!(status, FieldStatus::Complete);
        all.push((format!("field {way:?}"), field.distance(end)));
        all.push((
            format!("path of the field {way:?}"),
            field.path_from(&view, end).unwrap().and_then(|path| checked(&view, Some(&path))),
        ));
    }
    let paths = alternatives(&view, start, goal, 1, &mut Scratch::new(), &mut Budget::unlimited());
    let first = paths.expect("no limit").first().map(|path| path.cost());
    all.push(("alternatives".to_owned(), first));
    for (method, cost) in all {
        assert_eq!(cost, case.expected, "{name} by {method}\n{}", case.drawn);
    }
    check_prepared(name, &view, &mut Judge::new(world), &Ask::new(from, to));
}

#[test]
fn every_case_costs_what_was_worked_out() {
    let cases = read_folder(&corpus_dir()).expect("a good corpus");
    assert!(cases.len() > 20, "only {} cases", cases.len());
    let mut refused = 0;
    for (file, case) in &cases {
        let file = file.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{file}:{} {}", case.line, case.title);
        if case.world.links.iter().any(|link| link.2 == 0) {
            check_refused(&name, case);
            refused += 1;
        } else {
            check(&name, case);
        }
    }
    assert!(refused <= 1, "{refused} cases cannot be stated");
}
