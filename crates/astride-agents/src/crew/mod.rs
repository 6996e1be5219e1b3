//! The same work for each of many, by one worker or, with the feature `parallel`, by several.
//!
//! A result depends only on its number and on what nobody changes meanwhile, so the outcome is the
//! same for any number of workers. No thread is started here: those of rayon's current pool work.

#[cfg(not(feature = "parallel"))]
mod serial;
#[cfg(not(feature = "parallel"))]
pub(crate) use serial::{Crew, beside, for_each};

#[cfg(feature = "parallel")]
mod parallel;
#[cfg(feature = "parallel")]
pub(crate) use parallel::{Crew, beside, for_each};

#[cfg(test)]
mod tests {
    use super::*;
    use astride::base::Budget;

    /// Takes this many expansions, or as many as there are.
    fn spend(most: usize) -> impl FnOnce(&mut Budget<'_>) -> usize + Send {
        move |part| (0..most).take_while(|_| part.take().is_none()).count()
    }

    #[test]
    fn a_budget_pays_for_both_pieces_of_work() {
        let mut budget = Budget::unlimited().expansions(1000);
        let done = beside(&mut budget, [600, 300], spend(50), spend(70));
        assert_eq!((done, budget.left()), ((50, 70), 880));
        let done = beside(&mut budget, [500, 300], spend(9999), spend(9999));
        assert_eq!((done, budget.left()), ((500, 300), 80));
        let mut budget = Budget::unlimited();
        let done = beside(&mut budget, [u64::MAX - 100, 100], spend(50), spend(200));
        assert_eq!((done, budget.left()), ((50, 100), u64::MAX));
        // How far the second comes before it hears that it is late is chance.
        let mut late = || true;
        let mut budget = Budget::unlimited().expansions(10).deadline(&mut late);
        let (done, other) = beside(&mut budget, [5, 5], spend(5), spend(5));
        assert_eq!((done, budget.left()), (0, 10 - other as u64));
    }

    #[test]
    fn a_panic_in_the_second_piece_of_work_reaches_the_caller() {
        let panics = || {
            let mut budget = Budget::unlimited();
            beside(&mut budget, [1, 1], spend(1), |_: &mut Budget<'_>| -> u32 {
                panic!("a fault")
            });
        };
        assert!(std::panic::catch_unwind(panics).is_err());
    }

    #[test]
    fn each_result_is_that_of_its_number() {
        let mut crew = Crew::<Vec<usize>>::default();
        for (count, load) in [(0, 0), (1, 1000), (999, 999), (1000, 1000), (4097, 4000), (7, 7)] {
            let mut results = vec![0; count];
            crew.fill(&mut results, load, |memory, at| {
                memory.push(at);
                3 * at + 1
            });
            let mut done: Vec<usize> = crew.memories().flat_map(std::mem::take).collect();
            done.sort_unstable();
            assert!(done.into_iter().eq(0..count));
            assert!(results.into_iter().eq((0..count).map(|at| 3 * at + 1)));
        }
    }
}
