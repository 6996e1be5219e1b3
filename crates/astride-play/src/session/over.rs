//! Searches over a world that is not a grid alone: the map with danger on top.

use astride::base::Budget;
use astride::planner::{Method, Question};
use astride::search::{Bidirectional, IdaStar, Observer, Outcome, Query, Scratch, Search};
use astride::shapes::square::GridHeuristic;
use astride::world::World;

/// As `astride::planner::solve`, on any world that is nowhere cheaper than the view of `guess`.
pub(super) fn solve_over(
    world: &impl World,
    guess: &GridHeuristic,
    question: Question,
    query: &Query<'_>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
    observer: &mut impl Observer,
) -> Result<Outcome, String> {
    let blind = |error: astride::search::Unsupported| error.to_string();
    Ok(match question.method {
        Method::AStar | Method::Auto => {
            Search::astar(world, guess, query, scratch).run(budget, observer)
        }
        Method::Dijkstra => Search::dijkstra(world, query, scratch).run(budget, observer),
        Method::BreadthFirst => Search::breadth_first(world, query, scratch).run(budget, observer),
        Method::Greedy => Search::greedy(world, guess, query, scratch).run(budget, observer),
        Method::Weighted(weight) => {
            Search::weighted(world, guess, weight, query, scratch).run(budget, observer)
        }
        Method::Bidirectional => {
            let search = Bidirectional::new(world, guess, query, scratch);
            search.map_err(blind)?.run(budget, observer)
        }
        Method::IdaStar => {
            let search = IdaStar::new(world, guess, query, scratch);
            search.map_err(blind)?.run(budget, observer)
        }
        method => return Err(does_not_see_danger(method)),
    })
}

/// Why a method with an index does not apply.
pub(super) fn does_not_see_danger(method: Method) -> String {
    format!("{method} does not see the cost of danger, astar does")
}
