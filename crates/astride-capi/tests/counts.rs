//! What is made and freed again leaves nothing behind, counted by the allocator.

use std::ptr::{null, null_mut};

use astride_capi::AstrideStatus as Status;
use astride_capi::*;

use crate::hostile::cell;
use crate::programs::is_slow;

/// Makes and frees a handle again and again, and counts what is left.
fn churn<H>(
    name: &str,
    rounds: u32,
    make: impl Fn(*mut *mut H) -> Status,
    free: unsafe extern "C" fn(*mut H) -> Status,
) {
    let once = || {
        let mut made = null_mut();
        assert_eq!(make(&mut made), Status::Ok, "{name}");
        // SAFETY: it was just made, and nobody else knows it.
        assert_eq!(unsafe { free(made) }, Status::Ok, "{name}");
    };
    // What is made once for the thread is no growth.
    once();
    let left = allocation_counter::measure(|| (0..rounds).for_each(|_| once()));
    assert!(left.count_total >= u64::from(rounds), "{name}: {} allocations", left.count_total);
    assert_eq!((left.count_current, left.bytes_current), (0, 0), "{name}");
}

#[test]
fn a_million_handles_made_and_freed_leave_nothing() {
    const MILLION: u32 = 1_000_000;
    // Those that hold a map, indexes or a team take longer.
    let few = if is_slow() { MILLION } else { 2_000 };
    let mut grid = null_mut();
    let robot = AstrideRobot { cell: cell(1, 1), facing: AstrideDir::E as u32 };
    let graph = "p sp 2 1\na 1 2 5\n";
    // SAFETY: all pointers are of live values, and handles are live.
    unsafe {
        assert_eq!(astride_grid_new(8, 6, b'.'.into(), &mut grid), Status::Ok);
        churn("path", MILLION, |out| astride_path_new(out), astride_path_free);
        churn("route", MILLION, |out| astride_route_new(out), astride_route_free);
        churn("reach", MILLION, |out| astride_reach_new(out), astride_reach_free);
        churn("edit", MILLION, |out| astride_edit_new(out), astride_edit_free);
        churn("mover", MILLION, |out| astride_mover_new(out), astride_mover_free);
        churn("plan", MILLION, |out| astride_plan_new(out), astride_plan_free);
        churn("scratch", few, |out| astride_scratch_new(out), astride_scratch_free);
        churn("field", few, |out| astride_field_new(out), astride_field_free);
        churn("grid", few, |out| astride_grid_new(8, 6, 46, out), astride_grid_free);
        churn("index", few, |out| astride_index_build(grid, null(), 1, out), astride_index_free);
        churn("crowd", few, |out| astride_crowd_new(grid, null(), 0, out), astride_crowd_free);
        churn(
            "fleet",
            few,
            |out| astride_fleet_new(grid, null(), &robot, 1, null(), out),
            astride_fleet_free,
        );
        churn(
            "world",
            few,
            |out| astride_world_read(4, graph.as_ptr(), graph.len(), out),
            astride_world_free,
        );
        churn(
            "navigator",
            few,
            |out| astride_navigator_new(grid, null(), null(), out),
            astride_navigator_free,
        );
        assert_eq!(astride_grid_free(grid), Status::Ok);
    }
}
