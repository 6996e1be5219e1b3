//! Every contestant in the worlds of a shape.

use super::{Contestant, Field, Method, Slices};
use astride::search::Ties;
use astride::world::Way;

const TIES: [Ties; 4] = [Ties::LastAdded, Ties::SmallerH, Ties::Straightest, Ties::FirstAdded];

/// Every contestant: the general searches by every heuristic, tie rule and way of slicing, and the
/// methods of the shape.
pub fn contestants<F: Field>() -> Vec<Contestant<F::Guess>> {
    let usual = F::GUESSES[0];
    let mut all = Vec::new();
    let mut add = |method, guess, ties, slices| {
        all.push(Contestant { method, guess, ties, slices });
    };
    for &guess in F::GUESSES {
        for ties in TIES {
            add(Method::AStar, guess, ties, Slices::Whole);
            add(Method::Canonical, guess, ties, Slices::Whole);
        }
        let weighted = [(3, 2), (2, 1), (5, 1)].map(|(over, under)| Method::Weighted(over, under));
        for method in
            [Method::Bidirectional, Method::IdaStar, Method::Greedy].iter().chain(&weighted)
        {
            add(*method, guess, Ties::default(), Slices::Whole);
        }
    }
    for ties in TIES {
        add(Method::Dijkstra, usual, ties, Slices::Whole);
    }
    for method in [Method::Reachable, Method::Alternatives] {
        add(method, usual, Ties::default(), Slices::Whole);
    }
    for slices in [Slices::Whole, Slices::Ones, Slices::Random] {
        for method in
            [Method::BreadthFirst, Method::Field(Way::Forward), Method::Field(Way::Backward)]
        {
            add(method, usual, Ties::default(), slices);
        }
        for own in F::OWN.iter().filter(|own| own.is_sliced || slices == Slices::Whole) {
            add(Method::Own(own.name), usual, Ties::default(), slices);
        }
    }
    for slices in [Slices::Ones, Slices::Random] {
        for method in [
            Method::AStar,
            Method::Canonical,
            Method::Dijkstra,
            Method::Weighted(3, 2),
            Method::Greedy,
            Method::Bidirectional,
            Method::IdaStar,
        ] {
            add(method, usual, Ties::default(), slices);
        }
        // One that reopens nodes is cut as well.
        for &guess in F::GUESSES.iter().skip(1) {
            add(Method::AStar, guess, Ties::SmallerH, slices);
        }
    }
    all
}
