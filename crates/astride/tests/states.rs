//! States without a map: every search beside the laws of shortest ways, on small random spaces.

use astride::base::{Budget, Cost, MAX_SLOTS, Spent};
use astride::index::hubs::{GraphError, SparseGraph};
use astride::path::Path;
use astride::search::states::{Reverse, StateWorld, States, deepen, from_fn, solve};
use astride::search::{
    DistanceField, FieldStatus, Guarantee, Method, Outcome, PathQuery, Promise, Replan, Replanner,
    Scratch, Zero, alternatives, astar, bidirectional, enclosure, reachable,
};
use astride::world::{self, Ruled, Way, World};
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
                    assert_eq!(method.row().promise, Guarantee::Within(weight), "{about}");
                    assert!(
                        cost * u64::from(weight.parts().1) <= u64::from(weight.parts().0) * far
                    );
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

/// The same space with nothing said about reverse steps, guesses and costs.
struct Untold<'a>(&'a Listed);

impl States for Untold<'_> {
    type State = u16;

    fn for_each_step(&self, state: &u16, visit: &mut dyn FnMut(u16, u32)) {
        self.0.for_each_step(state, visit);
    }

    fn is_goal(&self, state: &u16) -> bool {
        self.0.is_goal(state)
    }
}

#[test]
fn searches_go_backward_also_where_no_reverse_is_told() {
    let (mut rng, mut scratch) = (Rng::new(9), Scratch::new());
    for round in 0..2000 {
        let listed = Listed::new(&mut rng);
        let (far, untold) = (listed.far[0], Untold(&listed));
        let cost = solve(&untold, &0, Method::Dijkstra, &mut scratch, &mut Budget::unlimited());
        assert_eq!(cost.unwrap().outcome.cost().unwrap_or(FAR), far, "round {round}");
        let world = StateWorld::new(&untold, 40);
        let start = world.enter(&0).expect("there is room");
        let (goal, budget) = (world.goal(), &mut Budget::unlimited());
        let mut field = DistanceField::new();
        let status = field.compute(&world, &[(goal, 0)], Way::Backward, budget);
        assert_eq!(status, FieldStatus::Complete);
        assert_eq!(field.distance(start).unwrap_or(FAR), far, "round {round}");
        let query = PathQuery::new(start, goal);
        let both = bidirectional(&world, &Zero, &query, &mut scratch, &mut ()).unwrap();
        assert_eq!(both.cost().unwrap_or(FAR), far, "round {round}");
        let paths = alternatives(&world, start, goal, 3, &mut scratch, budget).unwrap();
        assert_eq!(paths.first().map_or(FAR, Path::cost), far, "round {round}");
        assert!(!world.is_full());
    }
    let world = StateWorld::new(&Endless, 40);
    let start = world.enter(&0).unwrap();
    let query = PathQuery::new(start, world.goal());
    _ = bidirectional(&world, &Zero, &query, &mut scratch, &mut ()).unwrap();
    assert!(world.is_full(), "what is endless ends where there is no more room");
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

#[test]
fn a_step_for_which_there_is_no_room_takes_those_beside_it_along() {
    let world = StateWorld::new(&Endless, 4);
    world.for_each_arc(world.enter(&0).unwrap(), Way::Forward, |_| ());
    // 3 would still fit, 4 does not.
    world.for_each_arc(world.enter(&2).unwrap(), Way::Forward, |arc| panic!("{arc:?}"));
    assert!(world.is_full());
}

/// Whole numbers, each one further, to a goal. No way leads on from what is dead, as it says.
struct Road {
    goal: u64,
    dead: u64,
    promise: Promise,
    /// What each step says it costs.
    step: u32,
}

const ROAD: Road = Road { goal: u64::MAX, dead: u64::MAX, promise: Promise::Admissible, step: 4 };

impl States for Road {
    type State = u64;

    fn for_each_step(&self, &number: &u64, visit: &mut dyn FnMut(u64, u32)) {
        visit(number + 1, self.step);
    }

    fn is_goal(&self, &number: &u64) -> bool {
        number == self.goal
    }

    fn guess(&self, &number: &u64) -> Cost {
        match number {
            number if number == self.goal => 0,
            number if number == self.dead => Cost::MAX,
            _ => 3,
        }
    }

    fn promise(&self) -> Promise {
        self.promise
    }

    fn max_step(&self) -> u32 {
        4
    }
}

#[test]
fn guesses_that_promise_nothing_prove_nothing() {
    for (promise, least) in [(Promise::Nothing, 0), (Promise::Admissible, 3)] {
        let road = Road { promise, ..ROAD };
        let few = &mut Budget::unlimited().bytes(100_000);
        let solved = solve(&road, &0, Method::AStar, &mut Scratch::new(), few).unwrap();
        let Outcome::OutOfBudget(out) = solved.outcome else { panic!("it ends nowhere") };
        assert_eq!((out.spent, out.lower_bound), (Spent::Bytes, least));
        let solved = deepen(&road, &0, &mut Budget::unlimited().expansions(1));
        let Outcome::OutOfBudget(out) = solved.outcome else { panic!("it ends nowhere") };
        assert_eq!(out.lower_bound >= 3, least == 3, "{}", out.lower_bound);
    }
}

#[test]
fn nothing_is_looked_for_behind_a_state_that_is_known_to_lead_nowhere() {
    let road = Road { dead: 1, ..ROAD };
    for start in [0, 1] {
        for method in [Method::AStar, Method::Greedy, Method::IdaStar] {
            let few = &mut Budget::unlimited().expansions(50);
            let solved = solve(&road, &start, method, &mut Scratch::new(), few).unwrap();
            assert!(matches!(solved.outcome, Outcome::Unreachable(_)), "{method} from {start}");
        }
    }
}

#[test]
fn a_step_that_says_more_than_the_most_costs_the_most() {
    let road = Road { goal: 3, step: 9, ..ROAD };
    for method in [Method::AStar, Method::Dijkstra, Method::IdaStar] {
        let budget = &mut Budget::unlimited();
        let solved = solve(&road, &0, method, &mut Scratch::new(), budget).unwrap();
        assert_eq!(
            (solved.outcome.cost(), solved.states),
            (Some(12), vec![0, 1, 2, 3]),
            "{method}"
        );
    }
}

/// From 0 a step leads to a goal, and a chain that costs nothing to another one, beyond the room.
struct Fork;

/// Larger than the memory of a search, so that the room is what is short.
type Large = [u64; 2048];

impl States for Fork {
    type State = Large;

    fn for_each_step(&self, state: &Large, visit: &mut dyn FnMut(Large, u32)) {
        if state[0] == 0 {
            visit([100; 2048], 1);
        }
        visit([state[0] + 1; 2048], 0);
    }

    fn is_goal(&self, state: &Large) -> bool {
        [40, 100].contains(&state[0])
    }

    fn reverse(&self) -> Option<&dyn Reverse<Large>> {
        Some(self)
    }
}

impl Reverse<Large> for Fork {
    fn for_each_goal(&self, visit: &mut dyn FnMut(Large)) {
        [40, 100].into_iter().for_each(|goal| visit([goal; 2048]));
    }

    fn for_each_step_back(&self, state: &Large, visit: &mut dyn FnMut(Large, u32)) {
        if state[0] == 100 {
            visit([0; 2048], 1);
        }
        if (1..=40).contains(&state[0]) {
            visit([state[0] - 1; 2048], 0);
        }
    }
}

#[test]
fn a_way_that_was_found_in_a_world_that_is_full_is_not_called_cheapest() {
    let (method, scratch) = (Method::Bidirectional, &mut Scratch::new());
    let room = StateWorld::<Fork>::bytes_per_state();
    let short = &mut Budget::unlimited().bytes(20 * room);
    let solved = solve(&Fork, &[0; 2048], method, scratch, short).unwrap();
    let Outcome::OutOfBudget(out) = solved.outcome else { panic!("{:?}", solved.outcome) };
    assert_eq!(out.spent, Spent::Bytes);
    let ample = &mut Budget::unlimited().bytes(60 * room);
    let solved = solve(&Fork, &[0; 2048], method, scratch, ample).unwrap();
    assert_eq!(solved.outcome.cost(), Some(0));
}

/// All numbers lead to 0.
struct Star;

impl States for Star {
    type State = u64;

    fn for_each_step(&self, &number: &u64, visit: &mut dyn FnMut(u64, u32)) {
        if number > 0 {
            visit(0, 1);
        }
    }

    fn is_goal(&self, _: &u64) -> bool {
        false
    }
}

#[test]
fn a_state_that_is_led_to_from_more_states_than_there_are_slots_is_no_room() {
    let world = StateWorld::new(&Star, 1 << 20);
    let mut arcs = 0;
    for number in 1..=u64::from(MAX_SLOTS) + 1 {
        assert!(!world.is_full(), "{number}");
        let node = world.enter(&number).unwrap();
        world.for_each_arc(node, Way::Forward, |arc| {
            assert_eq!(world.follow(arc.node, arc.slot, Way::Forward), node);
            arcs += 1;
        });
    }
    assert!(world.is_full() && arcs == MAX_SLOTS, "{arcs} arcs");
}

#[test]
fn closures_say_what_a_type_of_ones_own_says() {
    struct Wheel {
        seed: u64,
    }
    impl Wheel {
        fn steps(&self, &at: &u64) -> Vec<(u64, u32)> {
            let mut rng = Rng::new(self.seed + at);
            (0..3).map(|_| (rng.below(500) as u64, rng.below(90) as u32)).collect()
        }
    }
    impl States for Wheel {
        type State = u64;
        fn for_each_step(&self, at: &u64, visit: &mut dyn FnMut(u64, u32)) {
            self.steps(at).into_iter().for_each(|(next, cost)| visit(next, cost));
        }
        fn is_goal(&self, &at: &u64) -> bool {
            at == 17
        }
        fn guess(&self, &at: &u64) -> Cost {
            u64::from(at != 17)
        }
        fn promise(&self) -> Promise {
            Promise::Nothing
        }
        fn max_step(&self) -> u32 {
            60
        }
    }
    let (mut scratch, mut other) = (Scratch::new(), Scratch::new());
    for seed in 0..40 {
        let wheel = Wheel { seed };
        let closures = from_fn(|at: &u64| wheel.steps(at), |&at| at == 17)
            .with_guess(|&at| u64::from(at != 17))
            .with_promise(Promise::Nothing)
            .with_max_step(60);
        for method in Method::searches() {
            let ask = |budget| Budget::unlimited().expansions(budget);
            let typed = solve(&wheel, &1, method, &mut scratch, &mut ask(5000));
            let closed = solve(&closures, &1, method, &mut other, &mut ask(5000));
            assert_eq!(closed.is_err(), method.to_string().starts_with("bidirectional"));
            assert_eq!(typed, closed, "{seed} {method:?}");
        }
        // Without a word about them, guesses are 0 and steps may cost anything.
        let plain = from_fn(|at: &u64| wheel.steps(at), |&at| at == 17);
        assert_eq!((plain.guess(&1), plain.max_step()), (0, 1 << 31));
    }
}

#[test]
fn no_search_of_a_full_world_gives_an_answer() {
    let line = from_fn(|&at: &i64| [(at + 1, 1), (at - 1, 1)], |&at| at == 5);
    let (scratch, everything) = (&mut Scratch::new(), &mut Budget::unlimited());
    let world = || {
        let world = StateWorld::new(&line, 1000);
        let start = world.enter(&0).unwrap();
        (world, start)
    };
    let is_spent = |outcome: Outcome| match outcome {
        Outcome::OutOfBudget(out) => (out.spent, out.lower_bound) == (Spent::Bytes, 0),
        _ => false,
    };
    let (full, start) = world();
    let query = PathQuery::new(start, full.goal());
    assert_eq!(astar(&full, &Zero, &query, scratch, &mut ()).cost(), Some(5), "it is not full yet");
    assert!(
        is_spent(bidirectional(&full, &Zero, &query, scratch, &mut ()).unwrap()),
        "it lists all"
    );
    assert!(is_spent(astar(&full, &Zero, &query, scratch, &mut ())), "and stays full");
    let ruled = Ruled::new(&full, 0, |_, _| Some(0));
    assert!(is_spent(astar(&ruled, &Zero, &query, scratch, &mut ())));
    let (full, start) = world();
    let found = alternatives(&full, start, full.goal(), 3, scratch, everything);
    assert_eq!(found, Err(Spent::Bytes));
    let (full, start) = world();
    let found = reachable(&full, &PathQuery::everywhere(start), scratch, everything, &mut ());
    assert_eq!(found, Err(Spent::Bytes));
    let (full, _) = world();
    let mut field = DistanceField::new();
    let partial = FieldStatus::Partial { settled_below: 0, spent: Spent::Bytes };
    assert_eq!(field.compute(&full, &[(full.goal(), 0)], Way::Backward, everything), partial);
    let small = StateWorld::new(&line, 3);
    let start = small.enter(&0).unwrap();
    assert_eq!(enclosure(&small, start, small.goal(), scratch, everything), Err(Spent::Bytes));
    let (replan, mut planner) = (Replan::new(start, small.goal()), Replanner::new());
    for _ in 0..2 {
        let found = planner.replan(&small, &Zero, &replan, everything, &mut ()).unwrap();
        assert!(is_spent(found), "nothing was learned from it");
    }
    assert_eq!(SparseGraph::of_world(&small), Err(GraphError::CutShort));
}
