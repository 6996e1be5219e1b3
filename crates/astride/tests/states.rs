//! States without a map: every search beside the laws of shortest ways, on small random spaces.

use astride::base::{Budget, Cost, Spent, Weight};
use astride::search::states::{Reverse, StateWorld, States, deepen, solve};
use astride::search::{Guarantee, Method, Outcome, Promise, Scratch};
use astride::world::{self, Way, World};
use astride_testkit::rng::Rng;

const FAR: Cost = Cost::MAX;

/// A space that is a list of steps, some of them free.
struct Listed {
    steps: Vec<(u16, u16, u32)>,
    goals: Vec<u16>,
    /// The cost from each state to the nearest goal.
    far: Vec<Cost>,
    /// What part of it is guessed, in percent.
    guessed: Cost,
}

impl Listed {
    fn new(rng: &mut Rng) -> Listed {
        let count = 2 + rng.below(14);
        let state = |rng: &mut Rng| rng.below(count) as u16;
        let steps: Vec<_> = (0..rng.below(3 * count))
            .map(|_| (state(rng), state(rng), rng.below(5) as u32))
            .collect();
        let goals: Vec<u16> = (0..1 + rng.below(2)).map(|_| state(rng)).collect();
        let mut far = vec![FAR; count];
        goals.iter().for_each(|&goal| far[usize::from(goal)] = 0);
        for _ in 0..count {
            for &(from, to, cost) in &steps {
                let through = far[usize::from(to)].saturating_add(cost.into());
                far[usize::from(from)] = far[usize::from(from)].min(through);
            }
        }
        Listed { steps, goals, far, guessed: 20 * rng.below(6) as Cost }
    }
}

impl States for Listed {
    type State = u16;

    fn for_each_step(&self, &state: &u16, visit: &mut dyn FnMut(u16, u32)) {
        let steps = self.steps.iter().filter(|step| step.0 == state);
        steps.for_each(|&(_, to, cost)| visit(to, cost));
    }

    fn is_goal(&self, state: &u16) -> bool {
        self.goals.contains(state)
    }

    fn guess(&self, &state: &u16) -> Cost {
        match self.far[usize::from(state)] {
            FAR => FAR,
            far => far * self.guessed / 100,
        }
    }

    fn promise(&self) -> Promise {
        // Rounding down can make it drop by more than a step.
        if self.guessed == 100 { Promise::Consistent } else { Promise::Admissible }
    }

    fn max_step(&self) -> u32 {
        4
    }

    fn reverse(&self) -> Option<&dyn Reverse<u16>> {
        Some(self)
    }
}

impl Reverse<u16> for Listed {
    fn for_each_goal(&self, visit: &mut dyn FnMut(u16)) {
        let mut goals = self.goals.clone();
        goals.dedup();
        goals.into_iter().for_each(visit);
    }

    fn for_each_step_back(&self, &state: &u16, visit: &mut dyn FnMut(u16, u32)) {
        let steps = self.steps.iter().filter(|step| step.1 == state);
        steps.for_each(|&(from, _, cost)| visit(from, cost));
    }
}

/// The cost of a way, step by step.
fn paid(listed: &Listed, way: &[u16]) -> Cost {
    let step = |pair: &[u16]| {
        let steps = listed.steps.iter().filter(|step| (step.0, step.1) == (pair[0], pair[1]));
        Cost::from(steps.map(|step| step.2).min().expect("there is such a step"))
    };
    way.windows(2).map(step).sum()
}

#[test]
fn every_search_keeps_its_promise() {
    let (mut rng, mut scratch) = (Rng::new(7), Scratch::new());
    let is_slow = std::env::var_os("ASTRIDE_SLOW_TESTS").is_some_and(|value| value == "1");
    for round in 0..if is_slow { 500_000 } else { 5000 } {
        let listed = Listed::new(&mut rng);
        let far = listed.far[0];
        for method in Method::searches() {
            let budget = &mut Budget::unlimited().bytes(1 << 20);
            let solved =
                solve(&listed, &0, method, &mut scratch, budget).expect("all are supported");
            let outcome = &solved.outcome;
            let about = format!("round {round}, {method}: {outcome:?} {:?}", solved.states);
            assert!(outcome.is_final(), "{about}");
            assert_eq!(outcome.path().is_some(), far < FAR, "{about}");
            let Some(cost) = outcome.cost() else { continue };
            assert_eq!(paid(&listed, &solved.states), cost, "{about}");
            assert_eq!(solved.states[0], 0);
            assert!(listed.is_goal(&solved.states[solved.states.len() - 1]), "{about}");
            match outcome.guarantee().expect("a path has one") {
                Guarantee::Optimal => assert_eq!(cost, far, "{about}"),
                Guarantee::Within(weight) => {
                    assert_eq!(method, Method::Weighted(weight));
                    assert!(weight == Weight::TWICE && cost <= 2 * far, "{about}");
                }
                _ => {}
            }
        }
    }
}

#[test]
fn states_that_were_met_keep_the_rules_of_a_world() {
    let mut rng = Rng::new(8);
    for _ in 0..50 {
        let listed = Listed { guessed: 0, ..Listed::new(&mut rng) };
        let world = StateWorld::new(&listed, 40);
        for state in 0..listed.far.len() as u16 {
            world.enter(&state).expect("there is room");
        }
        assert_eq!(world.state_count(), listed.far.len());
        // Steps beyond a goal lead nowhere, so only what lies before goals is seen from both ends.
        world::check(&world).unwrap_or_else(|fault| panic!("{fault:?} {:?}", listed.steps));
        assert!(!world.is_full() && world.node_count() == 41);
        assert_eq!(world.state(world.goal()), None);
    }
}

/// All whole numbers, each one further and none a goal.
struct Endless;

impl States for Endless {
    type State = u64;

    fn for_each_step(&self, &number: &u64, visit: &mut dyn FnMut(u64, u32)) {
        visit(number + 1, 1);
        visit(number + 2, 1);
    }

    fn is_goal(&self, _: &u64) -> bool {
        false
    }

    fn guess(&self, _: &u64) -> Cost {
        3
    }
}

#[test]
fn a_world_without_end_is_out_of_budget() {
    let mut scratch = Scratch::new();
    for method in [Method::AStar, Method::Dijkstra, Method::BreadthFirst, Method::Greedy] {
        let budget = &mut Budget::unlimited().bytes(100_000);
        let solved = solve(&Endless, &0, method, &mut scratch, budget).unwrap();
        let Outcome::OutOfBudget(out) = solved.outcome else { panic!("{method} found something") };
        assert_eq!((out.spent, out.lower_bound), (Spent::Bytes, 3), "{method}");
        let few = &mut Budget::unlimited().bytes(10);
        let solved = solve(&Endless, &0, method, &mut scratch, few).unwrap();
        assert!(!solved.outcome.is_final() && solved.states.is_empty());
    }
    let solved = deepen(&Endless, &0, &mut Budget::unlimited().expansions(1000));
    let Outcome::OutOfBudget(out) = solved.outcome else { panic!("there is nothing to find") };
    assert_eq!(out.spent, Spent::Expansions);
    assert!(out.lower_bound > 3);
    let refused =
        solve(&Endless, &0, Method::Bidirectional, &mut scratch, &mut Budget::unlimited());
    assert!(refused.unwrap_err().to_string().contains("look backward"));
    let refused = solve(&Endless, &0, Method::Labels, &mut scratch, &mut Budget::unlimited());
    assert!(refused.unwrap_err().to_string().contains("no index"));
}

#[test]
fn a_full_world_leads_nowhere() {
    let world = StateWorld::new(&Endless, 3);
    let start = world.enter(&0).unwrap();
    world.for_each_arc(start, Way::Forward, |_| ());
    assert!(!world.is_full() && world.state_count() == 3);
    world.for_each_arc(world.enter(&2).unwrap(), Way::Forward, |arc| panic!("{arc:?}"));
    assert!(world.is_full() && world.enter(&9).is_none());
}
