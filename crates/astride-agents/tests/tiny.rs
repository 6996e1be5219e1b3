//! Every method on tiny maps, beside the search over all places at once.

use astride::base::{Budget, NodeId};
use astride::io::Drawing;
use astride::shapes::square::{Mover, Neighbours};
use astride_agents::mapf::{
    Instance, METHODS, Method, Objective, Solved, Status, Trip, Wanted, solve, validate,
};
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

use crate::joint::Puzzle;

/// Solves a puzzle and checks whatever plan comes out.
fn solved(puzzle: &Puzzle, method: Method, objective: Objective, expansions: u64) -> Solved {
    let grid = Drawing::parse(&puzzle.drawing()).unwrap().grid;
    let mover = Mover::walker().neighbours(Neighbours::Four);
    let world = grid.seen_by(&mover);
    let node = |cell: usize| NodeId::new(cell as u32);
    let ends = puzzle.starts.iter().zip(&puzzle.goals);
    let trips: Vec<Trip> =
        ends.map(|(&start, &goal)| Trip { start: node(start), goal: node(goal) }).collect();
    let instance = Instance::new(&world, &trips).unwrap();
    let wanted = Wanted { method, objective, ..Wanted::default() };
    let mut budget = Budget::unlimited().expansions(expansions);
    let mut last = u64::MAX;
    let solved = solve(&instance, &wanted, &mut budget, &mut |better| {
        assert!(better.cost < last && better.cost >= better.bound);
        assert_eq!(objective.cost(&better.plan()), better.cost);
        last = better.cost;
    });
    if let Some(plan) = &solved.plan {
        validate(&world, &trips, plan).unwrap_or_else(|fault| panic!("{fault}: {puzzle:?}"));
        assert_eq!(solved.cost, Some(objective.cost(plan)), "{puzzle:?}");
        assert_eq!(solved.cost, Some(last));
    }
    solved
}

/// Holds all methods against the reference.
fn check(puzzle: &Puzzle) {
    for objective in Objective::ALL {
        let least = puzzle.least(objective);
        for row in METHODS {
            // A proof takes all configurations, or many.
            let is_near = matches!(row.method, Method::Eecbs(_));
            let is_whca = matches!(row.method, Method::Whca(_));
            let of_many = [Method::Cbs, Method::Guided, Method::LacamStar];
            let is_long = is_near || is_whca || of_many.contains(&row.method);
            let may_give_up = is_whca || [Method::Pibt, Method::Prioritised].contains(&row.method);
            let expansions = if is_long || least.is_none() { 100_000 } else { 500 };
            let solved = solved(puzzle, row.method, objective, expansions);
            let what = format!("{} for {objective}: {solved:?}\n{puzzle:?}", row.name);
            match (least, solved.cost) {
                (Some(least), Some(cost)) => {
                    assert!(solved.bound <= least && least <= cost, "{least} {what}");
                    let is_optimal = solved.status == Status::Optimal;
                    assert!(!is_optimal || cost == least, "{least} {what}");
                    let is_bounded = solved.status == Status::Bounded;
                    let may_be_near = is_near || row.method == Method::Auto;
                    assert!(!is_bounded || may_be_near && cost * 5 <= solved.bound * 6, "{what}");
                    let keeps = is_optimal || is_bounded || objective == Objective::SumOfLoss;
                    assert!(!is_near || keeps || puzzle.goals.len() > 2, "{least} {what}");
                    let is_exact = row.method == Method::Cbs && objective != Objective::SumOfLoss;
                    assert!(!is_exact || is_optimal || puzzle.goals.len() > 2, "{least} {what}");
                    // All configurations of three agents on nine places are soon tried.
                    let is_star = row.method == Method::LacamStar;
                    let is_proved = is_star && objective != Objective::SumOfCosts;
                    assert!(!is_proved || is_optimal, "{least} {what}");
                }
                (None, Some(_)) => panic!("a plan where there is none, {what}"),
                (Some(_), None) => {
                    assert_eq!(solved.status, Status::GaveUp, "{what}");
                    assert!(may_give_up, "{what}");
                }
                (None, None) => {
                    assert!(may_give_up || solved.status == Status::Unsolvable, "{what}");
                }
            }
        }
    }
}

/// All maps of this size with at most `walls` walls.
fn maps(width: usize, height: usize, walls: u32) -> Vec<Vec<bool>> {
    let cells = width * height;
    let masks = (0..1u32 << cells).filter(|mask| mask.count_ones() <= walls);
    masks.map(|mask| (0..cells).map(|cell| mask >> cell & 1 == 0).collect()).collect()
}

/// All ways to put `agents` agents on different free cells.
fn placements(free: &[bool], agents: usize) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..agents {
        let longer = |row: &Vec<usize>| {
            let cells = (0..free.len()).filter(|cell| free[*cell] && !row.contains(cell));
            cells.map(|cell| [&row[..], &[cell]].concat()).collect::<Vec<_>>()
        };
        rows = rows.iter().flat_map(longer).collect();
    }
    rows
}

/// Every `step`-th question on these maps.
fn sweep(width: usize, height: usize, walls: u32, agents: usize, step: usize) {
    let mut at = 0;
    for free in maps(width, height, walls) {
        let placements = placements(&free, agents);
        for starts in &placements {
            for goals in &placements {
                at += 1;
                if at % step == 0 {
                    let (starts, goals) = (starts.clone(), goals.clone());
                    check(&Puzzle { width, free: free.clone(), starts, goals });
                }
            }
        }
    }
    assert!(at > step, "there are questions");
}

#[test]
fn two_agents_on_six_cells() {
    sweep(3, 2, 2, 2, if is_slow_run() { 1 } else { 41 });
    sweep(6, 1, 1, 2, if is_slow_run() { 1 } else { 23 });
}

#[test]
fn two_agents_on_nine_cells() {
    sweep(3, 3, 3, 2, if is_slow_run() { 7 } else { 2003 });
}

#[test]
fn three_agents_on_nine_cells() {
    let (mut rng, mut count) = (Rng::new(11), if is_slow_run() { 3000 } else { 60 });
    while count > 0 {
        let free: Vec<bool> = (0..9).map(|_| !rng.percent(15)).collect();
        let placements = placements(&free, 3);
        if !placements.is_empty() {
            let mut lot = || placements[rng.below(placements.len())].clone();
            let (starts, goals) = (lot(), lot());
            check(&Puzzle { width: 3, free, starts, goals });
            count -= 1;
        }
    }
}

#[test]
fn windows_arrive_where_there_is_room() {
    let placements = placements(&[true; 6], 2);
    // Who looks out for a step or two only may go back and forth for ever.
    for (window, arrives) in
        [("whca:1", false), ("whca:2", false), ("whca:5", true), ("whca", true)]
    {
        let method: Method = window.parse().unwrap();
        for (starts, goals) in placements
            .iter()
            .flat_map(|starts| placements.iter().map(move |goals| (starts.clone(), goals.clone())))
        {
            let puzzle = Puzzle { width: 3, free: vec![true; 6], starts, goals };
            let solved = solved(&puzzle, method, Objective::SumOfCosts, 5_000);
            let may_give_up = !arrives && solved.status == Status::GaveUp;
            assert!(solved.plan.is_some() || may_give_up, "{window}: {solved:?} {puzzle:?}");
        }
    }
}

#[test]
fn who_has_arrived_makes_room_in_a_window() {
    let mut free = vec![true; 5];
    free.extend([false, false, true, false, false]);
    // One rests where another has to pass.
    let puzzle = Puzzle { width: 5, free, starts: vec![2, 0], goals: vec![2, 4] };
    let method: Method = "whca:8".parse().unwrap();
    let plan = solved(&puzzle, method, Objective::SumOfLoss, 500).plan.unwrap();
    assert_eq!((plan.arrival(1), plan.stays(0).len(), plan.sum_of_loss()), (4, 3, 7));
}

#[test]
fn a_full_board_turns_in_circles_or_not_at_all() {
    let full = |starts: &[usize], goals: &[usize]| Puzzle {
        width: 2,
        free: vec![true; 4],
        starts: starts.to_vec(),
        goals: goals.to_vec(),
    };
    check(&full(&[0, 1, 2, 3], &[1, 3, 0, 2]));
    check(&full(&[0, 1, 2, 3], &[1, 0, 2, 3]));
    check(&full(&[], &[]));
}
