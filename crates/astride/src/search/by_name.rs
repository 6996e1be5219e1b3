//! A search chosen by name.

use super::{
    Bidirectional, Heuristic, IdaStar, Method, Outcome, PathQuery, Scratch, Search, SearchObserver,
    Unsupported,
};
use crate::base::{Budget, Weight};
use crate::world::World;

/// Answers `query` in any world by a step-by-step search method chosen by name. [`Method::Auto`]
/// means A*.
///
/// # Errors
///
/// If the method cannot answer this kind of query, or answers from an index.
///
/// # Panics
///
/// If the query names a node outside the world.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::search::{Method, PathQuery, Scratch, search};
/// use astride::shapes::hex::{HexHeuristic, HexLayout, HexMap, HexMover};
/// let map = HexMap::hexagon(HexLayout::Flat, 5, b'.')?;
/// let view = map.seen_by(&HexMover::walker());
/// let query = PathQuery::new(map.node((-5, 0)).unwrap(), map.node((5, 0)).unwrap());
/// let (guess, scratch) = (HexHeuristic::new(&view), &mut Scratch::new());
/// for method in Method::searches().filter(|method| method.row().promise.is_optimal()) {
///     let budget = &mut Budget::unlimited();
///     let outcome = search(&view, &guess, method, &query, scratch, budget, &mut ())?;
///     assert_eq!(outcome.cost(), Some(10 * 13_860), "{method}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search(
    world: &impl World,
    guess: &impl Heuristic,
    method: Method,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
    observer: &mut impl SearchObserver,
) -> Result<Outcome, Unsupported> {
    method.can_answer(query)?;
    Ok(match method {
        Method::AStar | Method::Auto => {
            Search::astar(world, guess, query, scratch).run(budget, observer)
        }
        Method::Dijkstra => Search::dijkstra(world, query, scratch).run(budget, observer),
        Method::BreadthFirst => Search::breadth_first(world, query, scratch).run(budget, observer),
        Method::Greedy => Search::greedy(world, guess, query, scratch).run(budget, observer),
        Method::Weighted(_) | Method::Swarm | Method::ConvergentSwarm => {
            let weight = match method {
                Method::Weighted(weight) => weight,
                Method::Swarm => Weight::HALF,
                _ => Weight::THRICE,
            };
            Search::weighted(world, guess, weight, query, scratch).run(budget, observer)
        }
        Method::Bidirectional
        | Method::BidirectionalBreadthFirst
        | Method::BidirectionalGreedy
        | Method::BidirectionalSwarm => {
            let search = Bidirectional::new(world, guess, query, scratch)?;
            let mut search = match method {
                Method::BidirectionalBreadthFirst => search.breadth_first(),
                Method::BidirectionalGreedy => search.greedy(),
                Method::BidirectionalSwarm => search.weighted(Weight::HALF),
                _ => search,
            };
            search.run(budget, observer)
        }
        Method::IdaStar | Method::WeightedIdaStar(_) | Method::DepthFirst => {
            let search = IdaStar::new(world, guess, query, scratch)?;
            let mut search = match method {
                Method::WeightedIdaStar(weight) => search.weighted(weight),
                Method::DepthFirst => search.depth_first(),
                _ => search,
            };
            search.run(budget, observer)
        }
        _ => return Err(Unsupported::NO_INDEX),
    })
}
