//! Both searches in turns: for fewest pushes while that seems within reach, otherwise for any solution.

use astride::base::Budget;
use astride::search::states::{StateWorld, States};
use astride::search::{Effort, Guarantee, Outcome, PathQuery, Scratch, Search};

use super::features::{End, Features, MOST_COARSE};
use super::level::Level;
use super::room::Room;
use super::solve::{Answer, MOST_LIVE, Pushes, found};

/// How long turns are, in states; those of the search for fewest pushes are expansions.
#[derive(Clone, Copy)]
struct Turns {
    /// Of the search for fewest pushes in its first turn. Once a solution is known it has as many again
    /// if it has proved a quarter of the way from its first guess to the pushes of that solution, and
    /// after a third it has all.
    first: u64,
    /// Of the other search before fewest pushes go on.
    soon: usize,
}

// `soon`: where the other search would start over with finer cells.
const TURNS: Turns = Turns { first: 1 << 15, soon: MOST_COARSE };

/// States of the search for fewest pushes if no limit on bytes says how many.
const MOST: u32 = 1 << 24;

/// Solves a level with the fewest pushes within the budget `fewest`, or else with any number of
/// pushes within the budget `any`. The guarantee of the solution says which it is, and the effort is
/// that of the search that gave the answer.
///
/// The two searches take turns, by counts of states. When fewest pushes have taken 32 768 states,
/// the other search has 30 000. If it solves the level, its pushes are a bound: fewest pushes are
/// given up before their search has spent its budget if the least number of pushes that it has proved
/// rises too slowly to get there, and the solution has fewest pushes if it does get there.
///
/// # Complexity
///
/// That of [`solve`](super::solve) and that of [`solve_soon`](super::solve_soon). Both hold their memory
/// at the same time, so the limits on bytes of both budgets add up. A deadline for both belongs in both.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::search::Scratch;
/// use astride_puzzles::sokoban::{Answer, read, solve_any};
/// let level = &read("####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####")?[0];
/// let (mut fewest, mut any) = (Budget::unlimited().expansions(1), Budget::unlimited());
/// let answer = solve_any(level, &mut Scratch::new(), &mut fewest, &mut any);
/// assert!(matches!(answer, Answer::Solved(solution) if !solution.guarantee.is_optimal()));
/// # Ok::<(), astride_puzzles::PuzzleError>(())
/// ```
pub fn solve_any(
    level: &Level,
    scratch: &mut Scratch,
    fewest: &mut Budget<'_>,
    any: &mut Budget<'_>,
) -> Answer {
    let room = Room::new(level);
    if room.is_lost {
        return Answer::Unsolvable { effort: Effort::default() };
    }
    match room.live.div_ceil(64) {
        0 | 1 => in_turns(&Pushes::<1>::of(room), level, scratch, fewest, any, TURNS),
        2 => in_turns(&Pushes::<2>::of(room), level, scratch, fewest, any, TURNS),
        3 | 4 => in_turns(&Pushes::<4>::of(room), level, scratch, fewest, any, TURNS),
        _ if room.live <= MOST_LIVE => {
            in_turns(&Pushes::<16>::of(room), level, scratch, fewest, any, TURNS)
        }
        _ => Answer::TooLarge { squares: room.live },
    }
}

fn in_turns<const WORDS: usize>(
    pushes: &Pushes<WORDS>,
    level: &Level,
    scratch: &mut Scratch,
    fewest: &mut Budget<'_>,
    any: &mut Budget<'_>,
    turns: Turns,
) -> Answer {
    let start = pushes.start();
    let room_for = fewest.room_for(StateWorld::<Pushes<WORDS>>::bytes_per_state());
    let most = room_for.map_or(MOST, |most| u32::try_from(most).unwrap_or(u32::MAX));
    let world = StateWorld::new(pushes, most);
    let proved = match pushes.guess(&start) {
        u64::MAX => 0, // a lost start has no guess
        least => least,
    };
    let Some(from) = world.enter(&start) else {
        let mut proof = Proof { prove: |_| None, proved };
        return take_turns(&mut proof, level, &pushes.room, any, turns);
    };
    let query = PathQuery::new(from, world.goal());
    let mut search = Search::astar(&world, &world.guess(&start), &query, scratch);
    let prove = |states: u64| {
        if world.is_full() {
            return None;
        }
        let outcome = fewest.at_most(states, |budget| search.run(budget, &mut ()));
        if world.is_full() {
            return None;
        }
        let nodes = match &outcome {
            Outcome::Found(found) => found.path.nodes(),
            _ => &[],
        };
        let path: Vec<_> = nodes.iter().filter_map(|&node| world.state(node)).collect();
        Some(pushes.answer(level, outcome, &path))
    };
    take_turns(&mut Proof { prove, proved }, level, &pushes.room, any, turns)
}

/// The search for fewest pushes, which takes some more states when it is called, and says nothing
/// when there is no memory for them.
struct Proof<P> {
    prove: P,
    /// It takes at least this many pushes.
    proved: u64,
}

impl<P: FnMut(u64) -> Option<Answer>> Proof<P> {
    /// The answer, if it is found within this many more states.
    fn run(&mut self, states: u64) -> Option<Answer> {
        let answer = (self.prove)(states)?;
        let Answer::OutOfBudget { at_least, .. } = answer else { return Some(answer) };
        self.proved = self.proved.max(at_least);
        None
    }
}

fn take_turns<P: FnMut(u64) -> Option<Answer>>(
    proof: &mut Proof<P>,
    level: &Level,
    room: &Room,
    any: &mut Budget<'_>,
    turns: Turns,
) -> Answer {
    let first = proof.proved;
    if let Some(answer) = proof.run(turns.first) {
        return answer;
    }
    let mut features = Features::new(room, any);
    let mut end = features.run(turns.soon, any);
    if let End::Paused | End::OutOf(_) = end {
        if let Some(answer) = proof.run(u64::MAX) {
            return answer;
        }
        if let End::Paused = end {
            end = features.run(usize::MAX, any);
        }
    }
    let mut answer = found(level, room, &features, end);
    match &mut answer {
        Answer::Solved(solution) => {
            for (states, parts) in [(turns.first, 4), (u64::MAX, 3)] {
                let [so_far, all] =
                    [proof.proved, solution.pushes].map(|to| to.saturating_sub(first));
                if so_far >= all || so_far.saturating_mul(parts) < all {
                    break;
                }
                if let Some(answer) = proof.run(states) {
                    return answer;
                }
            }
            if proof.proved >= solution.pushes {
                solution.guarantee = Guarantee::Optimal;
            }
        }
        Answer::OutOfBudget { at_least, .. } => *at_least = proof.proved,
        Answer::Unsolvable { .. } | Answer::TooLarge { .. } => {}
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::super::{read, solve};
    use super::*;
    use astride_testkit::rng::Rng;

    #[test]
    fn without_memory_for_fewest_pushes_their_bound_is_known_all_the_same() {
        let mut scratch = Scratch::new();
        let far = &read("##########\n#@ $    .#\n#     $ .#\n##########").unwrap()[0];
        let (mut none, mut few) = (Budget::unlimited().bytes(0), Budget::unlimited().expansions(1));
        match solve_any(far, &mut scratch, &mut none, &mut few) {
            Answer::OutOfBudget { at_least, .. } => assert_eq!(at_least, 7),
            other => panic!("{other:?}"),
        }
        let near = &read("#####\n#@$.#\n#####").unwrap()[0];
        let mut none = Budget::unlimited().bytes(0);
        let answer = solve_any(near, &mut scratch, &mut none, &mut Budget::unlimited());
        assert!(matches!(answer, Answer::Solved(found) if found.guarantee.is_optimal()));
    }

    #[test]
    fn short_turns_find_what_one_search_finds() {
        let (mut rng, mut scratch) = (Rng::new(7), Scratch::new());
        let (mut fewest, mut proved_by_bound, mut unsolvable) = (0, 0, 0);
        for _ in 0..400 {
            let inside: String = (0..25).map(|_| if rng.percent(15) { '#' } else { ' ' }).collect();
            let mut inside = inside.into_bytes();
            for mark in b"$$..@" {
                let free: Vec<usize> = (0..25).filter(|&at| inside[at] == b' ').collect();
                inside[rng.pick(&free)] = *mark;
            }
            let inside = String::from_utf8(inside).unwrap();
            let rows: Vec<String> =
                (0..5).map(|y| format!("#{}#", &inside[5 * y..][..5])).collect();
            let text = format!("#######\n{}\n#######", rows.join("\n"));
            let Ok(levels) = read(&text) else { continue };
            let room = Room::new(&levels[0]);
            if room.is_lost {
                continue;
            }
            let expected = solve(&levels[0], &mut scratch, &mut Budget::unlimited());
            let turns = Turns { first: 1 + rng.below(4) as u64, soon: 1 + rng.below(20) };
            let [one, other] = &mut [Budget::unlimited(), Budget::unlimited()];
            let pushes = Pushes::<1>::of(room);
            let answer = in_turns(&pushes, &levels[0], &mut scratch, one, other, turns);
            match (answer, expected) {
                (Answer::Solved(found), Answer::Solved(expected)) => {
                    assert!(found.pushes >= expected.pushes, "\n{text}");
                    if found.guarantee.is_optimal() {
                        assert_eq!(found.pushes, expected.pushes, "\n{text}");
                        fewest += 1;
                        proved_by_bound += u32::from(found.effort != expected.effort);
                    }
                }
                (Answer::Unsolvable { .. }, Answer::Unsolvable { .. }) => unsolvable += 1,
                other => panic!("{other:?}\n{text}"),
            }
        }
        let counts = (fewest, proved_by_bound, unsolvable);
        assert!(fewest > 20 && proved_by_bound > 0 && unsolvable > 5, "{counts:?}");
    }
}
