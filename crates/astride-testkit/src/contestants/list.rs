//! All contestants in the worlds of a shape.

use super::{Contestant, Field, Method, Slices};
use astride::search::Ties;
use astride::world::Way;

const TIES: [Ties; 4] = [Ties::LastAdded, Ties::SmallerH, Ties::Straightest, Ties::FirstAdded];

/// The searches in the engine's table that are not named below.
fn listed() -> impl Iterator<Item = Method> {
    use astride::search::Method as Of;
    let is_named = |method: &Of| {
        let named =
            [Of::AStar, Of::Dijkstra, Of::BreadthFirst, Of::Greedy, Of::Bidirectional, Of::IdaStar];
        named.contains(method) || matches!(method, Of::Weighted(_))
    };
    Of::searches().filter(move |method| !is_named(method)).map(Method::Listed)
}

/// Whether it can resume after being stopped; blended searches are the machines of A* and of
/// bidirectional search.
fn is_machine(method: &Method) -> bool {
    use astride::search::Method as Of;
    let Method::Listed(method) = method else { return false };
    !matches!(method, Of::Swarm | Of::ConvergentSwarm | Of::BidirectionalSwarm)
}

/// All contestants: the general searches with every heuristic, tie-breaking rule and slicing, and
/// the shape's own methods.
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
        let named = [Method::Bidirectional, Method::IdaStar, Method::Greedy];
        for method in named.into_iter().chain(weighted).chain(listed()) {
            add(method, guess, Ties::default(), Slices::Whole);
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
        for method in listed().filter(is_machine) {
            add(method, usual, Ties::default(), slices);
        }
        // A search that reopens nodes is sliced as well.
        for &guess in F::GUESSES.iter().skip(1) {
            add(Method::AStar, guess, Ties::SmallerH, slices);
        }
    }
    all
}
