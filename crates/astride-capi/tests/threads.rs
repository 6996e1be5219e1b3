//! Threads that read while another edits, and threads that break the rules.

use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use astride_capi::AstrideStatus as Status;
use astride_capi::*;

use crate::hostile::ask;

/// A handle on its way to another thread, as C passes it.
struct Passed<H>(*mut H);

// Not derived, since that would ask for it of the kind.
impl<H> Clone for Passed<H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<H> Copy for Passed<H> {}

// SAFETY: the functions of the library say what threads may do with a handle, and refuse the rest.
unsafe impl<H> Send for Passed<H> {}
// SAFETY: as above.
unsafe impl<H> Sync for Passed<H> {}

fn question(goal: AstrideCell) -> AstrideAsk {
    ask(AstrideCell { x: 0, y: 0 }, goal)
}

fn navigator() -> *mut AstrideNavigator {
    let (mut grid, mut navigator) = (null_mut(), null_mut());
    // SAFETY: all pointers are of live values.
    unsafe {
        assert_eq!(astride_grid_new(40, 30, b'.'.into(), &mut grid), Status::Ok);
        assert_eq!(astride_navigator_new(grid, null(), null(), &mut navigator), Status::Ok);
        assert_eq!(astride_grid_free(grid), Status::Ok);
    }
    navigator
}

/// Says that it is over, also for one that fails.
struct Ending<'a>(&'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs `write` here while threads `read` until it is over, which it is once one of them fails.
fn beside(threads: usize, read: impl Fn(&AtomicBool) + Sync, write: impl FnOnce(&AtomicBool)) {
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let _ending = Ending(&is_over);
                read(&is_over);
            });
        }
        let _ending = Ending(&is_over);
        write(&is_over);
    });
}

#[test]
fn snapshots_answer_while_the_map_is_edited() {
    let navigator = navigator();
    let goal = AstrideCell { x: 39, y: 29 };
    for wall in 0..20u32 {
        let (mut snapshot, mut edit) = (null_mut(), null_mut());
        // SAFETY: all pointers are of live values.
        unsafe {
            assert_eq!(astride_navigator_snapshot(navigator, &mut snapshot), Status::Ok);
            assert_eq!(astride_edit_new(&mut edit), Status::Ok);
            let rect = AstrideRect { x: 2 * wall, y: 0, width: 1, height: 30 };
            assert_eq!(astride_edit_fill(edit, rect, b'#'.into()), Status::Ok);
        }
        let shared = Passed(snapshot);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(move || {
                    let shared = shared;
                    let (mut path, mut scratch) = (null_mut(), null_mut());
                    // SAFETY: all pointers are of live values, path and scratch are this thread's.
                    unsafe {
                        assert_eq!(astride_path_new(&mut path), Status::Ok);
                        assert_eq!(astride_scratch_new(&mut scratch), Status::Ok);
                        for _ in 0..50 {
                            let ask = question(goal);
                            let status = astride_snapshot_find(shared.0, &ask, 0, scratch, path);
                            let expected = if wall == 0 { Status::Ok } else { Status::Unreachable };
                            assert_eq!(status, expected);
                        }
                        assert_eq!(astride_path_free(path), Status::Ok);
                        assert_eq!(astride_scratch_free(scratch), Status::Ok);
                    }
                });
            }
            // SAFETY: all pointers are of live values, and the navigator is this thread's.
            let status = unsafe { astride_navigator_apply(navigator, edit, null_mut()) };
            assert_eq!(status, Status::Ok);
        });
        // SAFETY: the threads have ended.
        unsafe {
            assert_eq!(astride_snapshot_free(snapshot), Status::Ok);
            assert_eq!(astride_edit_free(edit), Status::Ok);
        }
    }
    // SAFETY: nobody uses it any more.
    assert_eq!(unsafe { astride_navigator_free(navigator) }, Status::Ok);
}

#[test]
fn who_edits_while_others_read_is_told_busy_and_nothing_breaks() {
    let shared = Passed(navigator());
    let goal = AstrideCell { x: 39, y: 29 };
    let ask_on = |is_over: &AtomicBool| {
        let (shared, mut cost) = (shared, 0);
        while !is_over.load(Ordering::Relaxed) {
            let ask = question(goal);
            // SAFETY: all pointers are of live values; the rule that is broken is checked.
            match unsafe { astride_navigator_cost(shared.0, &ask, &mut cost) } {
                Status::Busy => {}
                status => assert_eq!((status, cost), (Status::Ok, 13_860 * 10 + 19_601 * 29)),
            }
        }
    };
    beside(2, ask_on, |_| {
        for _ in 0..2_000 {
            // SAFETY: as above.
            let status = unsafe { astride_navigator_maintain(shared.0, 10, null_mut()) };
            assert!(matches!(status, Status::Busy | Status::Ok), "{status:?}");
        }
    });
    // SAFETY: nobody uses it any more.
    assert_eq!(unsafe { astride_navigator_free(shared.0) }, Status::Ok);
}

/// Readers take snapshots of one navigator themselves, while a wall goes up and down: what a snapshot
/// answers is what its revision says, and a call at the wrong time is refused.
#[test]
fn threads_that_take_snapshots_see_one_revision_each() {
    const EDITS: u64 = 400;
    let shared = Passed(navigator());
    let goal = AstrideCell { x: 39, y: 29 };
    let answered = AtomicU32::new(0);
    let take_snapshots = |is_over: &AtomicBool| {
        let (shared, mut path, mut scratch) = (shared, null_mut(), null_mut());
        // SAFETY: all pointers are of live values, path, scratch and snapshot are this thread's; the
        // rule that is broken on the navigator is checked.
        unsafe {
            assert_eq!(astride_path_new(&mut path), Status::Ok);
            assert_eq!(astride_scratch_new(&mut scratch), Status::Ok);
            loop {
                let (mut snapshot, mut revision) = (null_mut(), 0);
                match astride_navigator_snapshot(shared.0, &mut snapshot) {
                    Status::Busy => {
                        std::thread::yield_now();
                        continue;
                    }
                    status => assert_eq!(status, Status::Ok),
                }
                assert_eq!(astride_snapshot_revision(snapshot, &mut revision), Status::Ok);
                let ask = question(goal);
                let status = astride_snapshot_find(snapshot, &ask, 0, scratch, path);
                let is_open = revision % 2 == 0;
                let expected = if is_open { Status::Ok } else { Status::Unreachable };
                assert_eq!(status, expected, "revision {revision}");
                assert_eq!(astride_snapshot_free(snapshot), Status::Ok);
                answered.fetch_add(1, Ordering::Relaxed);
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
            }
            assert_eq!(astride_path_free(path), Status::Ok);
            assert_eq!(astride_scratch_free(scratch), Status::Ok);
        }
    };
    beside(4, take_snapshots, |_| {
        let mut edit = null_mut();
        // SAFETY: all pointers are of live values; the rule that is broken is checked.
        unsafe {
            assert_eq!(astride_edit_new(&mut edit), Status::Ok);
            for wall in 0..EDITS {
                let class = if wall % 2 == 0 { b'#' } else { b'.' };
                let rect = AstrideRect { x: 20, y: 0, width: 1, height: 30 };
                assert_eq!(astride_edit_clear(edit), Status::Ok);
                assert_eq!(astride_edit_fill(edit, rect, class.into()), Status::Ok);
                while astride_navigator_apply(shared.0, edit, null_mut()) == Status::Busy {
                    std::thread::yield_now();
                }
            }
            assert_eq!(astride_edit_free(edit), Status::Ok);
        }
    });
    assert!(answered.into_inner() >= 4);
    let mut revision = 0;
    // SAFETY: nobody else uses it any more.
    unsafe {
        assert_eq!(astride_navigator_revision(shared.0, &mut revision), Status::Ok);
        assert_eq!(astride_navigator_free(shared.0), Status::Ok);
    }
    assert_eq!(revision, EDITS);
}

/// Two threads lend one scratch: who is refused keeps the path of before.
#[test]
fn what_is_refused_as_busy_changes_nothing() {
    let (mut grid, mut scratch) = (null_mut(), null_mut());
    // SAFETY: all pointers are of live values.
    unsafe {
        assert_eq!(astride_grid_new(60, 60, b'.'.into(), &mut grid), Status::Ok);
        assert_eq!(astride_scratch_new(&mut scratch), Status::Ok);
    }
    let (grid, scratch) = (Passed(grid), Passed(scratch));
    let refused = AtomicU32::new(0);
    let lend = |is_over: &AtomicBool| {
        let (grid, scratch, mut path, mut steps) = (grid, scratch, null_mut(), 0);
        // SAFETY: all pointers are of live values, the path is this thread's; the rule that is broken
        // on the scratch is checked.
        unsafe {
            let (start, goal) = (AstrideCell { x: 0, y: 0 }, AstrideCell { x: 59, y: 30 });
            assert_eq!(astride_path_new(&mut path), Status::Ok);
            assert_eq!(astride_find_path(grid.0, null(), start, goal, path), Status::Ok);
            while !is_over.load(Ordering::Relaxed) {
                let (mover, options) = (null(), null());
                match astride_find_path_by(grid.0, mover, start, goal, options, scratch.0, path) {
                    Status::Busy => _ = refused.fetch_add(1, Ordering::Relaxed),
                    status => assert_eq!(status, Status::Ok),
                }
                assert_eq!((astride_path_steps(path, &mut steps), steps), (Status::Ok, 59));
            }
            assert_eq!(astride_path_free(path), Status::Ok);
        }
    };
    beside(3, lend, |is_over| {
        let began = Instant::now();
        while refused.load(Ordering::Relaxed) < 20 && !is_over.load(Ordering::Relaxed) {
            assert!(began.elapsed() < Duration::from_secs(60), "nobody is refused");
            std::thread::yield_now();
        }
    });
    // SAFETY: nobody uses them any more.
    unsafe {
        assert_eq!(astride_scratch_free(scratch.0), Status::Ok);
        assert_eq!(astride_grid_free(grid.0), Status::Ok);
    }
}

/// One thread asks while another works and takes: each request that was accepted is answered once.
#[test]
fn no_request_is_lost_between_threads() {
    const REQUESTS: u64 = 3_000;
    let shared = Passed(navigator());
    let answered = AtomicU32::new(0);
    let work = |is_over: &AtomicBool| {
        let (shared, mut path) = (shared, null_mut());
        // SAFETY: all pointers are of live values, the path is this thread's; the rule that is broken
        // on the navigator is checked.
        unsafe {
            assert_eq!(astride_path_new(&mut path), Status::Ok);
            loop {
                let last = is_over.load(Ordering::Relaxed);
                let status = astride_navigator_work(shared.0, 0, 0, null_mut());
                assert!(matches!(status, Status::Busy | Status::Ok), "{status:?}");
                let mut delivery = empty_delivery();
                let taken = astride_navigator_take(shared.0, &mut delivery, path);
                match taken {
                    Status::Ok => _ = answered.fetch_add(1, Ordering::Relaxed),
                    Status::Nothing if last && status == Status::Ok => break,
                    Status::Busy | Status::Nothing => {}
                    status => panic!("{status:?}"),
                }
            }
            assert_eq!(astride_path_free(path), Status::Ok);
        }
    };
    let mut accepted = 0;
    beside(1, work, |_| {
        for _ in 0..REQUESTS {
            let (ask, mut ticket) = (question(AstrideCell { x: 39, y: 29 }), 0);
            // SAFETY: all pointers are of live values; the rule that is broken is checked.
            match unsafe { astride_navigator_request(shared.0, &ask, 0, 0, &mut ticket) } {
                Status::Ok => accepted += 1,
                status => assert_eq!((status, ticket), (Status::Busy, 0)),
            }
        }
    });
    // SAFETY: nobody uses it any more.
    assert_eq!(unsafe { astride_navigator_free(shared.0) }, Status::Ok);
    assert_eq!(answered.into_inner(), accepted);
}

fn empty_delivery() -> AstrideDelivery {
    AstrideDelivery {
        struct_size: size_of::<AstrideDelivery>(),
        ticket: 0,
        revision: 0,
        cost: 0,
        step: 0,
        frames: 0,
        status: 0,
        standing: 0,
    }
}
