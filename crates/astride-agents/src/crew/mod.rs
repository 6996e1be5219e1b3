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
