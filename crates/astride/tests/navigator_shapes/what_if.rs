//! What would be after edits that nobody makes, against models on which they are made.

use std::error::Error;

use astride::base::{Budget, Coded};
use astride::planner::{Ask, Navigator, NavigatorError};
use astride::search::Scratch;
use astride::shapes::floors::FloorMap;
use astride::shapes::graph::{Graph, GraphEdit, GraphPlace};
use astride::shapes::hex::{HexEdit, HexLayout, HexMap};
use astride::shapes::triangle::TriangleMap;
use astride::shapes::voxel::VoxelMap;
use astride_testkit::rng::Rng;
use astride_testkit::tally::cases;

use super::life::Life;
use super::lively::Lively;
use super::model::{Question, Truth};

/// What is true of a question after a batch; `None` if its map refuses the batch.
fn truth_after<S: Lively>(
    life: &Life<S>,
    batch: &S::Edit,
    question: &Question<S::Place>,
    set: Option<usize>,
) -> Option<Truth> {
    let mut model = life.now().clone();
    model.map = model.ground(question)?;
    model.map.apply_batch(batch).ok()?;
    let question = Question { faction: None, supposing: None, ..question.clone() };
    Some(model.truth_to(&question, set))
}

/// Asks what a batch would do; how many paths it would cut, and whether it is refused.
fn suppose<S: Lively>(life: &Life<S>, rng: &mut Rng, what: &str) -> (u64, u64) {
    let batch = life.now().map.change(rng);
    let (mut asks, mut questions): (Vec<_>, Vec<_>) = (0..6).map(|_| life.question(rng)).unzip();
    let mut sets = vec![None; asks.len()];
    // The same questions, to any place of a set.
    if let Some(set) = life.places.len().checked_sub(1) {
        let more: Vec<_> = asks.iter().map(|ask| ask.or_to(life.places[set])).collect();
        questions.extend(questions.clone());
        sets.extend(vec![Some(set); more.len()]);
        asks.extend(more);
    }
    // Blockers part nothing.
    let without: Vec<_> =
        questions.iter().map(|question| Question { around: None, ..question.clone() }).collect();
    let without = || without.iter().zip(&sets);
    let truths = without().map(|(question, &set)| truth_after(life, &batch, question, set));
    let after: Option<Vec<Truth>> = truths.collect();
    let before = without().map(|(question, &set)| life.now().truth_to(question, set).cost());
    let revision = life.nav.revision();
    let cut = match (life.nav.would_part(&batch, &asks), after) {
        (Ok(cut), Some(after)) => {
            let costs = before.zip(&after).enumerate();
            let is_cut =
                costs.filter(|(_, (cost, after))| cost.is_some() && after.cost().is_none());
            assert_eq!(cut, is_cut.map(|(at, _)| at).collect::<Vec<_>>(), "{what}: {questions:?}");
            let snapshot = life.nav.snapshot().would_part(&batch, &asks, &mut Scratch::new());
            assert_eq!(snapshot.ok().as_ref(), Some(&cut), "{what}");
            cut.len() as u64
        }
        (Err(NavigatorError::Batch(_)), None) => 0,
        (result, after) => panic!("{what}: {:?}, {}", result.ok(), after.is_some()),
    };
    let mut refused = 0;
    for ((ask, question), &set) in asks.iter().zip(&questions).zip(&sets) {
        let wants_nearest = rng.percent(40);
        let ask = if wants_nearest { ask.or_nearest() } else { *ask };
        let budget = &mut Budget::unlimited();
        let found = life.nav.snapshot().route_if(&batch, &ask, &mut Scratch::new(), budget);
        let paths = [&found, &life.nav.route_if(&batch, &ask, budget)].map(|answer| {
            answer.as_ref().map(|outcome| outcome.path().cloned()).map_err(ToString::to_string)
        });
        assert_eq!(paths[0], paths[1], "{what}: {question:?}");
        match (found, truth_after(life, &batch, question, set)) {
            (Ok(outcome), Some(truth)) => {
                truth.check(&outcome, wants_nearest, &format!("{what}: {question:?}"));
            }
            (Err(NavigatorError::Batch(_)), None) => refused += 1,
            (result, truth) => panic!("{what}: {}, {}", result.is_ok(), truth.is_some()),
        }
    }
    assert_eq!(life.nav.revision(), revision, "{what}: nothing is edited");
    (cut, refused)
}

fn lives<S: Lively>(seeds: u64) -> (u64, u64) {
    let (mut cut, mut refused) = (0, 0);
    for seed in 0..seeds {
        let (mut rng, what) = (Rng::new(seed), format!("{} of seed {seed}", S::NAME));
        let mut life = Life::<S>::new(&mut rng);
        for _ in 0..20 {
            life.frame(60, &mut rng, &what);
            let (more_cut, more_refused) = suppose(&life, &mut rng, &what);
            (cut, refused) = (cut + more_cut, refused + more_refused);
        }
    }
    assert!(cut > seeds / 2, "{}: {cut} paths were cut", S::NAME);
    (cut, refused)
}

#[test]
fn edits_of_hexagons_part_what_they_would_part_if_they_were_made() {
    lives::<HexMap>(cases(40, 5_000));
}

#[test]
fn edits_of_triangles_part_what_they_would_part_if_they_were_made() {
    lives::<TriangleMap>(cases(30, 5_000));
}

#[test]
fn edits_of_floors_part_what_they_would_part_if_they_were_made() {
    lives::<FloorMap>(cases(30, 5_000));
}

#[test]
fn edits_of_voxels_part_what_they_would_part_if_they_were_made() {
    lives::<VoxelMap>(cases(20, 3_000));
}

#[test]
fn edits_of_graphs_part_what_they_would_part_if_they_were_made() {
    let (_, refused) = lives::<Graph>(cases(40, 5_000));
    assert!(refused > 0, "an arc that a faction does not know cannot be removed");
}

#[test]
fn batches_that_cannot_be_tried_are_refused_by_name() {
    let nav = Navigator::new(HexMap::hexagon(HexLayout::Flat, 3, b'.').expect("a map"));
    let mut batch = HexEdit::new();
    batch.set((9, 9), b'#');
    let ask = Ask::new((0, 0), (1, 1));
    let why = nav.map().clone().apply(&batch).expect_err("off the map");
    let refused = nav.would_part(&batch, &[ask]).expect_err("off the map");
    let again = nav.route_if(&batch, &ask, &mut Budget::unlimited());
    assert_eq!(again, Err(refused.clone()));
    assert_eq!(refused.source().and_then(|cause| cause.downcast_ref()), Some(&why));
    assert_eq!(refused.code(), why.code());
    let message = "the batch that was to be tried cannot be applied to the map: ";
    assert_eq!(refused.to_string(), format!("{message}{why}"));

    let nothing: &[Ask<_>] = &[];
    assert_eq!(nav.would_part(&batch, nothing), Ok(Vec::new()), "nobody asks");
    let off = Ask::new((0, 0), (7, 0));
    assert!(matches!(
        nav.would_part(&HexEdit::new(), &[ask, off]),
        Err(NavigatorError::NoPlace { .. })
    ));
    let roads = Navigator::new(Graph::from_arcs(2, &[(0, 1, 5)]).expect("a graph"));
    let ask = Ask::new(GraphPlace(0), GraphPlace(1));
    let mut works = GraphEdit::new();
    works.remove(1, 0);
    let other = roads.would_part(&works, &[ask]).expect_err("there is no such arc");
    assert_eq!(
        (other.code(), other == roads.would_part(&works, &[ask]).expect_err("")),
        ("no-such-arc", true)
    );
}
