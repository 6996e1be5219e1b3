//! Requests for one goal under an overlay, answered together on every shape: a field that takes the
//! steps of the map below for its own does not see the extra cost.

use astride::base::Budget;
use astride::planner::{Ask, Navigator, Request, RequestOptions, Ticket};
use astride::shapes::floors::FloorMap;
use astride::shapes::graph::Graph;
use astride::shapes::hex::HexMap;
use astride::shapes::triangle::TriangleMap;
use astride::shapes::voxel::VoxelMap;
use astride_testkit::rng::Rng;

use super::cases;
use super::lively::Lively;
use super::model::{Model, Question};

/// Requests for one goal under one overlay, answered together by a field; of how many the overlay made
/// the way costlier.
fn served_together<S: Lively>(seeds: u64) -> u64 {
    let mut costlier = 0;
    for seed in 0..seeds {
        let mut rng = Rng::new(seed);
        let map = S::any(&mut rng);
        let nav = Navigator::with_mover(map.clone(), S::movers().remove(0));
        let mut nav = nav.requests(RequestOptions::default().merge_from(2));
        let danger = nav.add_overlay().expect("there is room");
        let mut extras = vec![0; map.extent().tile_count()];
        let places = Lively::places(&map);
        for &place in &places {
            let node = map.node_of(place).expect("a place");
            let ticks = rng.pick(&[0, 0, 0, 7_000, 90_000]);
            nav.overlay_mut(danger).expect("an overlay").set_at(node, ticks);
            extras[node.index()] = u64::from(ticks);
        }
        let (factions, blockers, suppositions) = (Vec::new(), Vec::new(), Vec::new());
        let model = Model { map, extras: vec![extras], factions, blockers, suppositions };
        let to = rng.pick(&places);
        let mut asked = Vec::new();
        for &from in &places {
            let ask = Ask::new(from, to).overlay(danger);
            let ticket = nav.submit(Request::new(ask, 0)).expect("there is room");
            asked.push((
                ticket,
                Question {
                    ends: [from, to],
                    mover: 0,
                    faction: None,
                    overlays: vec![0],
                    around: None,
                    supposing: None,
                },
            ));
        }
        // Far more than it takes, so that a field which never answers is noticed.
        nav.work(&mut Budget::unlimited().expansions(1 << 16));
        let done: Vec<_> = nav.take_done().collect();
        assert_eq!(done.len(), asked.len(), "{} of seed {seed}", S::NAME);
        for delivery in done {
            let is_it = |(ticket, _): &&(Ticket, _)| *ticket == delivery.ticket;
            let (_, question) = asked.iter().find(is_it).expect("it was asked");
            let what = format!("{} of seed {seed}: {question:?}", S::NAME);
            let Ok(outcome) = &delivery.answer else { panic!("{what}: refused") };
            let truth = model.truth(question);
            truth.check(outcome, false, &what);
            let without = model.truth(&Question { overlays: Vec::new(), ..question.clone() });
            costlier += u64::from(truth.cost() > without.cost());
        }
    }
    costlier
}

#[test]
fn requests_answered_together_pay_the_extra_cost_on_every_shape() {
    let seeds = cases(6, 2_000);
    let paid = [
        served_together::<HexMap>(2 * seeds),
        served_together::<TriangleMap>(seeds),
        served_together::<FloorMap>(seeds),
        served_together::<VoxelMap>(seeds),
        served_together::<Graph>(seeds),
    ];
    assert!(paid.iter().all(|&paid| paid > seeds), "{paid:?}");
}
