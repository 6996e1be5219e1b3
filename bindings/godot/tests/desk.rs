//! Requests of a navigator are answered once, on the board on which they were made, and not after they
//! were taken back.

use std::time::Duration;

use astride::base::{Budget, Coded};
use astride_godot::{Board, Desk, Place, Rule, time_of};

fn board() -> Board {
    let place = Place { first: (0, 0), size: (6, 1), cell_size: (1.0, 1.0), offset: (0.0, 0.0) };
    Board::new(place, Rule::default()).unwrap()
}

/// Asks for the way along the board to the column `to`.
fn ask(desk: &mut Desk, board: &mut Board, generation: u64, to: i32) -> i64 {
    desk.request((board, generation), ((0, 0), (to, 0)), false, 0).unwrap()
}

/// Numbers of the answers and how many cells they have.
fn work(desk: &mut Desk, board: Option<&mut Board>, generation: u64) -> Vec<(i64, usize)> {
    let answers = desk.work(board, generation, &mut Budget::unlimited());
    answers.into_iter().map(|(number, cells)| (number, cells.unwrap().len())).collect()
}

#[test]
fn requests_on_a_new_board_are_answered_there_and_those_of_before_are_lost() {
    let (mut desk, mut old, mut new) = (Desk::new(1), board(), board());
    assert_eq!(ask(&mut desk, &mut old, 1, 5), 1);
    // The grid is replaced, and asked before any frame of work.
    assert_eq!(ask(&mut desk, &mut new, 2, 3), 2);
    assert_eq!(work(&mut desk, Some(&mut new), 2), [(1, 0), (2, 4)]);
    assert!(desk.claim(1) && desk.claim(2) && !desk.claim(2));
    assert_eq!(desk.waiting(), 0);
    assert_eq!(work(&mut desk, Some(&mut new), 2), []);
}

#[test]
fn what_waits_for_a_grid_that_is_being_changed_is_lost_once_there_is_another() {
    let (mut desk, mut old) = (Desk::new(1), board());
    ask(&mut desk, &mut old, 1, 5);
    assert_eq!(work(&mut desk, None, 1), []);
    assert_eq!(work(&mut desk, None, 2), [(1, 0)]);
}

#[test]
fn whoever_hears_an_answer_may_take_back_the_next_one() {
    let (mut desk, mut board) = (Desk::new(1), board());
    let [first, second] = [5, 3].map(|to| ask(&mut desk, &mut board, 1, to));
    assert_eq!(work(&mut desk, Some(&mut board), 1), [(first, 6), (second, 4)]);
    assert!(desk.claim(first));
    desk.cancel(Some(&mut board), Some(second));
    assert!(!desk.claim(second));
}

#[test]
fn a_refused_request_has_no_number_and_all_are_taken_back_at_once() {
    let (mut desk, mut board) = (Desk::new(1), board());
    let off = desk.request((&mut board, 1), ((0, 0), (6, 0)), false, 0);
    assert_eq!(off.map_err(|refused| refused.code()), Err("id-off-grid"));
    assert_eq!(desk.waiting(), 0);
    assert_eq!([5, 3].map(|to| ask(&mut desk, &mut board, 1, to)), [1, 2]);
    desk.cancel(Some(&mut board), None);
    assert_eq!((desk.waiting(), board.waiting()), (0, 0));
    assert_eq!(work(&mut desk, Some(&mut board), 1), []);
}

#[test]
fn milliseconds_that_are_no_time_are_none_and_those_without_end_have_no_end() {
    assert_eq!(time_of(2.5), Duration::from_micros(2500));
    for none in [0.0, -1.0, f64::NAN, f64::NEG_INFINITY] {
        assert_eq!(time_of(none), Duration::ZERO);
    }
    assert_eq!([1e300, f64::INFINITY].map(time_of), [Duration::MAX; 2]);
}
