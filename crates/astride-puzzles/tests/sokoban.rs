//! Sokoban beside a search over man and boxes that is too simple to be wrong, and on collections.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::Read;

use astride::base::{Budget, Spent};
use astride::search::Scratch;
use astride_puzzles::sokoban::{
    Answer, Level, Solution, Square, check, read, solve, solve_any, solve_soon,
};
use astride_testkit::rng::Rng;

use crate::data::{is_slow, own, recorded};

/// The fewest pushes, step by step: a step costs nothing and a push one.
fn brute_force(level: &Level) -> Option<u64> {
    let (width, squares) = (level.width(), level.squares());
    let has_box = |square: &Square| matches!(square, Square::Box | Square::BoxOnGoal);
    let boxes: BTreeSet<usize> = (0..squares.len()).filter(|&at| has_box(&squares[at])).collect();
    let start = (level.man(), boxes);
    let mut best = BTreeMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((place, pushes)) = queue.pop_front() {
        if best[&place] < pushes {
            continue;
        }
        let (man, boxes) = &place;
        let is_home = |&at: &usize| matches!(squares[at], Square::Goal | Square::BoxOnGoal);
        if boxes.iter().all(is_home) {
            return Some(pushes);
        }
        for step in [-1, 1, -(width as isize), width as isize] {
            let to = man.wrapping_add_signed(step);
            let pushed = to.wrapping_add_signed(step);
            let is_push = boxes.contains(&to);
            let mut next = (to, boxes.clone());
            if squares[to] == Square::Wall {
                continue;
            }
            if is_push {
                if squares[pushed] == Square::Wall || !next.1.insert(pushed) {
                    continue;
                }
                next.1.remove(&to);
            }
            let cost = pushes + u64::from(is_push);
            if best.get(&next).is_none_or(|&known| cost < known) {
                best.insert(next.clone(), cost);
                match is_push {
                    true => queue.push_back((next, cost)),
                    false => queue.push_front((next, cost)),
                }
            }
        }
    }
    None
}

fn solved(level: &Level, scratch: &mut Scratch) -> Option<Solution> {
    match solve(level, scratch, &mut Budget::unlimited().bytes(1 << 30)) {
        Answer::Solved(solution) => {
            assert_eq!(check(level, &solution.lurd), Ok(solution.pushes), "{}", level.title());
            assert_eq!(solution.lurd.len() as u64, solution.moves);
            assert!(solution.guarantee.is_optimal());
            Some(solution)
        }
        Answer::Unsolvable { .. } => None,
        other => panic!("{}: {other:?}", level.title()),
    }
}

/// Any solution, played; `None` if there is none.
fn soon(level: &Level) -> Option<Solution> {
    match solve_soon(level, &mut Budget::unlimited()) {
        Answer::Solved(solution) => {
            assert_eq!(check(level, &solution.lurd), Ok(solution.pushes), "{}", level.title());
            assert!(!solution.guarantee.is_optimal());
            Some(solution)
        }
        Answer::Unsolvable { .. } => None,
        other => panic!("{}: {other:?}", level.title()),
    }
}

/// A room that can be solved, since its boxes were pulled off their goals.
fn pulled_apart(rng: &mut Rng) -> Option<String> {
    let (width, height, boxes) = (8 + rng.below(3), 7 + rng.below(3), 3 + rng.below(4));
    let is_inside = |at: usize| {
        (1..width - 1).contains(&(at % width)) && (1..height - 1).contains(&(at / width))
    };
    let is_floor: Vec<bool> =
        (0..width * height).map(|at| is_inside(at) && !rng.percent(15)).collect();
    let floor: Vec<usize> = (0..is_floor.len()).filter(|&at| is_floor[at]).collect();
    let goals: BTreeSet<usize> = (0..boxes).map(|_| rng.pick(&floor)).collect();
    let (mut has_box, mut man) = (goals.clone(), rng.pick(&floor));
    if goals.contains(&man) {
        return None;
    }
    for _ in 0..3000 {
        let step = rng.pick(&[1, -1, width as isize, -(width as isize)]);
        let [to, behind] = [step, -step].map(|step| man.wrapping_add_signed(step));
        if !is_floor[to] || has_box.contains(&to) {
            continue;
        }
        if has_box.contains(&behind) && rng.percent(90) {
            has_box.remove(&behind);
            has_box.insert(man);
        }
        man = to;
    }
    let mark = |at: usize| match (is_floor[at], goals.contains(&at), has_box.contains(&at)) {
        (false, ..) => '#',
        (_, true, true) => '*',
        (_, true, false) => {
            if at == man {
                '+'
            } else {
                '.'
            }
        }
        (_, false, true) => '$',
        (_, false, false) => {
            if at == man {
                '@'
            } else {
                ' '
            }
        }
    };
    let rows = (0..height).map(|y| (0..width).map(|x| mark(y * width + x)).collect::<String>());
    Some(rows.collect::<Vec<_>>().join("\n"))
}

#[test]
fn what_was_pulled_apart_is_put_together() {
    let mut rng = Rng::new(31);
    let mut pushes = 0;
    for _ in 0..if is_slow() { 5000 } else { 60 } {
        let Some(text) = pulled_apart(&mut rng) else { continue };
        let levels = read(&text).unwrap();
        let budget = &mut Budget::unlimited().expansions(if is_slow() { 20_000 } else { 3000 });
        match solve_soon(&levels[0], budget) {
            Answer::Solved(solution) => {
                assert_eq!(check(&levels[0], &solution.lurd), Ok(solution.pushes), "\n{text}");
                pushes += solution.pushes;
            }
            Answer::OutOfBudget { .. } => {}
            other => panic!("{other:?}\n{text}"),
        }
    }
    assert!(pushes > 200, "only {pushes} pushes");
}

/// Crowded rooms, in which most pushes lead to a state that is lost.
#[test]
fn crowded_rooms_are_solved_if_they_can_be() {
    let mut rng = Rng::new(77);
    let (mut asked, mut found) = (0, 0);
    while asked < if is_slow() { 3000 } else { 30 } {
        let Some(text) = pulled_apart(&mut rng) else { continue };
        // A box more on any square makes it hopeless or not.
        let floor: Vec<usize> =
            text.match_indices(' ').map(|(at, _)| at).filter(|_| rng.percent(50)).collect();
        let &[cargo, goal, ..] = &floor[..] else { continue };
        let mut marks = text.clone().into_bytes();
        (marks[cargo], marks[goal]) = (b'$', b'.');
        let levels = read(std::str::from_utf8(&marks).unwrap()).unwrap();
        if levels[0].squares().iter().filter(|square| **square != Square::Wall).count() > 22 {
            continue;
        }
        let pushes = brute_force(&levels[0]);
        assert_eq!(soon(&levels[0]).is_some(), pushes.is_some(), "\n{text}");
        asked += 1;
        found += u32::from(pushes.is_some());
    }
    assert!(found > 0 && found < asked, "{found} of {asked} have a solution");
}

#[test]
fn any_solution_comes_where_fewest_pushes_take_too_long() {
    let levels = read(&own("microban.xsb")).unwrap();
    let mut scratch = Scratch::new();
    let mut answer = |title: &str, fewest: u64| {
        let level = levels.iter().find(|level| level.title() == title).unwrap();
        let mut fewest = Budget::unlimited().expansions(fewest);
        let mut any = Budget::unlimited().expansions(300_000).bytes(1 << 28);
        (level, solve_any(level, &mut scratch, &mut fewest, &mut any))
    };
    for title in ["93", "155 'The Dungeon'"] {
        let (level, first) = answer(title, 50);
        let Answer::Solved(solution) = &first else { panic!("{title}: {first:?}") };
        assert_eq!(check(level, &solution.lurd), Ok(solution.pushes));
        assert!(!solution.guarantee.is_optimal());
        assert_eq!(answer(title, 50).1, first, "{title}");
    }
    let (_, first) = answer("1", 10_000);
    assert!(matches!(first, Answer::Solved(solution) if solution.guarantee.is_optimal()));
}

/// A random room with walls around it; `None` if it is not one.
fn room(rng: &mut Rng) -> Option<String> {
    let (width, height, boxes) = (5 + rng.below(3), 5 + rng.below(3), 1 + rng.below(3));
    let mut squares = vec![b'#'; width * height];
    let inside: Vec<usize> = (0..width * height)
        .filter(|at| {
            (1..width - 1).contains(&(at % width)) && (1..height - 1).contains(&(at / width))
        })
        .collect();
    for &at in &inside {
        squares[at] = if rng.percent(20) { b'#' } else { b' ' };
    }
    let marks = b"$.".iter().flat_map(|&mark| std::iter::repeat_n(mark, boxes)).chain([b'@']);
    for mark in marks {
        let at = rng.pick(&inside);
        squares[at] = match (squares[at], mark) {
            (b' ', mark) => mark,
            (b'$', b'.') => b'*',
            (b'.', b'@') => b'+',
            _ => return None,
        };
    }
    let rows: Vec<&str> =
        squares.chunks(width).map(|row| std::str::from_utf8(row).unwrap()).collect();
    Some(rows.join("\n"))
}

#[test]
fn small_rooms_take_as_few_pushes_as_trying_everything() {
    let (mut rng, mut scratch) = (Rng::new(9), Scratch::new());
    let (mut asked, mut found) = (0, 0);
    while asked < if is_slow() { 20_000 } else { 300 } {
        let Some(text) = room(&mut rng) else { continue };
        let levels = read(&text).unwrap();
        let pushes = solved(&levels[0], &mut scratch).map(|solution| solution.pushes);
        assert_eq!(pushes, brute_force(&levels[0]), "\n{text}");
        let soon = soon(&levels[0]).map(|solution| solution.pushes);
        assert_eq!(soon.is_some(), pushes.is_some(), "\n{text}");
        assert!(soon >= pushes, "\n{text}");
        asked += 1;
        found += u32::from(pushes.is_some_and(|pushes| pushes > 0));
    }
    assert!(found * 8 > asked, "only {found} of {asked} have a solution");
}

/// Levels for which fewest pushes take longer than a test may.
const HARDEST: [&str; 3] = ["93", "144", "153"];

/// Levels of the collection that take a moment more than the others, or many.
const HARD: [&str; 12] =
    ["93", "98", "99", "105", "111", "112", "122", "123", "139", "144", "153", "155 'The Dungeon'"];

#[test]
fn microban() {
    let levels = read(&own("microban.xsb")).unwrap();
    assert_eq!(levels.len(), 155);
    let mut scratch = Scratch::new();
    let is_asked = |at: usize, level: &Level| match is_slow() {
        true => !HARDEST.contains(&level.title()),
        false => at.is_multiple_of(3) && !HARD.contains(&level.title()),
    };
    for (at, level) in levels.iter().enumerate().filter(|&(at, level)| is_asked(at, level)) {
        assert!(solved(level, &mut scratch).is_some(), "{} of {at}", level.title());
    }
    for level in &levels[..5] {
        let pushes = solved(level, &mut scratch).map(|solution| solution.pushes);
        assert_eq!(pushes, brute_force(level), "{}", level.title());
    }
}

#[test]
fn boxoban() {
    let levels = read(&own("boxoban.txt")).unwrap();
    assert_eq!(levels.len(), 60);
    let mut scratch = Scratch::new();
    for level in &levels {
        assert!(solved(level, &mut scratch).is_some(), "{}", level.title());
    }
    if !is_slow() {
        return;
    }
    let Some(packed) = recorded("boxoban/medium-valid-000.txt.gz") else { return };
    let mut text = String::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
    for level in &read(&text).unwrap() {
        assert!(solved(level, &mut scratch).is_some(), "{}", level.title());
    }
}

#[test]
fn what_cannot_be_solved_is_said() {
    let mut scratch = Scratch::new();
    for text in [
        "#####\n#$ .#\n#@  #\n#####",         // in a corner
        "#######\n#@$$ .#\n#   . #\n#######", // two at a wall
        "#####\n#@  #\n#####\n#$..#\n#####",  // where nobody comes
    ] {
        let levels = read(text).unwrap();
        let asked = solve(&levels[0], &mut scratch, &mut Budget::unlimited());
        assert!(matches!(asked, Answer::Unsolvable { .. }), "{text}");
        assert_eq!(soon(&levels[0]), None, "{text}");
    }
    let nothing_to_do = read("####\n#@*#\n####").unwrap();
    assert_eq!(solved(&nothing_to_do[0], &mut scratch).unwrap().lurd, "");
    assert_eq!(soon(&nothing_to_do[0]).unwrap().lurd, "");
}

#[test]
fn odd_levels_are_answered() {
    let mut scratch = Scratch::new();
    for (text, pushes) in [
        ("####\n#@.#\n####", 0),                            // no boxes
        ("#######\n#+$ ..#\n#  $  #\n#    .#\n#######", 3), // more goals than boxes
        ("######\n#@$.##\n######\n#*####\n######", 1),      // a box on a goal where nobody comes
    ] {
        let levels = read(text).unwrap();
        let fewest = solved(&levels[0], &mut scratch).map(|solution| solution.pushes);
        assert_eq!(fewest, brute_force(&levels[0]), "{text}");
        assert_eq!(fewest, Some(pushes), "{text}");
        assert!(soon(&levels[0]).is_some(), "{text}");
    }
    // A hall of 36 by 36 squares; a box on its rim reaches no goal.
    let (wall, row) = ("#".repeat(38), format!("#{}#\n", " ".repeat(36)));
    let marked = row.replacen("   ", " @ ", 1).replacen("    ", " $ .", 1);
    let text = format!("{wall}\n{row}{marked}{}{wall}", row.repeat(34));
    let levels = read(&text).unwrap();
    let budget = &mut Budget::unlimited();
    let large = Answer::TooLarge { squares: 34 * 34 };
    assert_eq!(solve(&levels[0], &mut scratch, budget), large);
    assert_eq!(solve_soon(&levels[0], budget), large);
    assert_eq!(solve_any(&levels[0], &mut scratch, budget, &mut Budget::unlimited()), large);
}

#[test]
fn a_budget_ends_it() {
    let levels = read(&own("microban.xsb")).unwrap();
    let level = levels.iter().find(|level| level.title() == "111").unwrap();
    let mut scratch = Scratch::new();
    let mut spent = |budget: &mut Budget<'_>| match solve(level, &mut scratch, budget) {
        Answer::OutOfBudget { spent, at_least, .. } => {
            assert!((1..=61).contains(&at_least));
            spent
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(spent(&mut Budget::unlimited().expansions(100)), Spent::Expansions);
    assert_eq!(spent(&mut Budget::unlimited().bytes(100_000)), Spent::Bytes);
    let soon = |budget: &mut Budget<'_>| match solve_soon(level, budget) {
        Answer::OutOfBudget { spent, .. } => spent,
        other => panic!("{other:?}"),
    };
    assert_eq!(soon(&mut Budget::unlimited().expansions(100)), Spent::Expansions);
    assert_eq!(soon(&mut Budget::unlimited().bytes(100_000)), Spent::Bytes);
    for expansions in 0..60 {
        assert_eq!(soon(&mut Budget::unlimited().expansions(expansions)), Spent::Expansions);
    }
    assert_eq!(soon(&mut Budget::unlimited().deadline(&mut || true)), Spent::Deadline);
    let mut asked = 0;
    let mut is_late = || {
        asked += 1;
        asked > 5
    };
    assert_eq!(spent(&mut Budget::unlimited().deadline(&mut is_late)), Spent::Deadline);
}

#[test]
fn levels_are_read_as_collections_write_them() {
    let text =
        "; first\n\n####\n#@.#\n#$ #\n#  #\n####\r\n\nTitle: two\n--####\n###+-#\n#-$--#\n######";
    let levels = read(text).unwrap();
    let titles: Vec<&str> = levels.iter().map(Level::title).collect();
    assert_eq!(titles, ["first", "Title: two"]);
    assert_eq!((levels[1].width(), levels[1].height(), levels[1].man()), (6, 4, 9));
    assert_eq!(levels[1].squares()[9], Square::Goal);
}

#[test]
fn what_is_wrong_is_said() {
    for (text, says) in [
        ("####\n#@x#\n####", "line 2: 'x' is no mark, expected one of # @ + $ * . -"),
        ("\n####\n#  #\n####", "line 2: the level has no man (@ or +)"),
        ("####\n#@@#\n####", "line 2: a second man, expected one"),
        ("####\n#@$#\n####", "line 1: 1 boxes and 0 goals, expected a goal for each box"),
        ("####\n#@ \n####", "line 1: the man could leave the level, expected walls around"),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), says);
    }
    let levels = read("#####\n#@$.#\n#####").unwrap();
    for (moves, says) in [
        ("", "after 0 moves: a box is not on a goal"),
        ("r", "after 0 moves: a capital is a push, and a small letter is not"),
        ("l", "after 0 moves: there is a wall"),
        ("RR", "after 1 moves: there is a wall"),
        ("x", "after 0 moves: expected one of l u r d L U R D"),
    ] {
        assert_eq!(check(&levels[0], moves).unwrap_err().to_string(), says);
    }
    assert_eq!(check(&levels[0], "R"), Ok(1));
}
