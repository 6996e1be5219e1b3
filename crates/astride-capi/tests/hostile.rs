//! Calls that no program should make: they are refused, and nothing breaks.

use std::ffi::CStr;
use std::ptr::{null, null_mut};

use astride_capi::AstrideStatus as Status;
use astride_capi::*;

use crate::worlds::path_info;

/// How many kinds of handles there are.
const KINDS: usize = 17;

/// A graph of two places.
const WORLD: &str = "p sp 2 2\na 1 2 5\na 2 1 5\n";

/// One of everything, freed at the end.
struct All {
    grid: *mut AstrideGrid,
    mover: *mut AstrideMover,
    edit: *mut AstrideEdit,
    path: *mut AstridePath,
    scratch: *mut AstrideScratch,
    field: *mut AstrideField,
    index: *mut AstrideIndex,
    bytes: *mut AstrideBytes,
    navigator: *mut AstrideNavigator,
    snapshot: *mut AstrideSnapshot,
    build: *mut AstrideBuild,
    crowd: *mut AstrideCrowd,
    plan: *mut AstridePlan,
    fleet: *mut AstrideFleet,
    world: *mut AstrideWorld,
    route: *mut AstrideRoute,
    reach: *mut AstrideReach,
}

impl All {
    fn new() -> Self {
        let mut all = All {
            grid: null_mut(),
            mover: null_mut(),
            edit: null_mut(),
            path: null_mut(),
            scratch: null_mut(),
            field: null_mut(),
            index: null_mut(),
            bytes: null_mut(),
            navigator: null_mut(),
            snapshot: null_mut(),
            build: null_mut(),
            crowd: null_mut(),
            plan: null_mut(),
            fleet: null_mut(),
            world: null_mut(),
            route: null_mut(),
            reach: null_mut(),
        };
        // SAFETY: all pointers are of live values, and handles are live.
        let made = unsafe {
            [
                astride_grid_new(8, 6, b'.'.into(), &mut all.grid),
                astride_mover_walker(&mut all.mover),
                astride_edit_new(&mut all.edit),
                astride_path_new(&mut all.path),
                astride_scratch_new(&mut all.scratch),
                astride_field_new(&mut all.field),
                astride_index_build(all.grid, all.mover, 1, &mut all.index),
                astride_index_save(all.index, &mut all.bytes),
                astride_navigator_new(all.grid, all.mover, null(), &mut all.navigator),
                astride_navigator_snapshot(all.navigator, &mut all.snapshot),
                astride_navigator_keep(all.navigator, 0, AstrideKeep::Labels as u32, 1),
                astride_navigator_pending(all.navigator, &mut all.build),
                astride_crowd_new(all.grid, all.mover, 0, &mut all.crowd),
                astride_plan_new(&mut all.plan),
                astride_fleet_new(all.grid, null(), &robot(0, 0), 1, null(), &mut all.fleet),
                astride_world_read(4, WORLD.as_ptr(), WORLD.len(), &mut all.world),
                astride_route_new(&mut all.route),
                astride_reach_new(&mut all.reach),
            ]
        };
        assert_eq!(made, [Status::Ok; 18]);
        all
    }

    /// All handles, for functions that expect another kind.
    fn handles<H>(&self) -> [*mut H; KINDS] {
        [
            self.grid.cast(),
            self.mover.cast(),
            self.edit.cast(),
            self.path.cast(),
            self.scratch.cast(),
            self.field.cast(),
            self.index.cast(),
            self.bytes.cast(),
            self.navigator.cast(),
            self.snapshot.cast(),
            self.build.cast(),
            self.crowd.cast(),
            self.plan.cast(),
            self.fleet.cast(),
            self.world.cast(),
            self.route.cast(),
            self.reach.cast(),
        ]
    }
}

impl Drop for All {
    fn drop(&mut self) {
        // SAFETY: the handles are live, and nobody uses them any more.
        let freed = unsafe {
            [
                astride_grid_free(self.grid),
                astride_mover_free(self.mover),
                astride_edit_free(self.edit),
                astride_path_free(self.path),
                astride_scratch_free(self.scratch),
                astride_field_free(self.field),
                astride_index_free(self.index),
                astride_bytes_free(self.bytes),
                astride_navigator_free(self.navigator),
                astride_snapshot_free(self.snapshot),
                astride_build_free(self.build),
                astride_crowd_free(self.crowd),
                astride_plan_free(self.plan),
                astride_fleet_free(self.fleet),
                astride_world_free(self.world),
                astride_route_free(self.route),
                astride_reach_free(self.reach),
            ]
        };
        assert_eq!(freed, [Status::Ok; KINDS]);
    }
}

pub(crate) fn last_error() -> String {
    // SAFETY: it is never null, and good until the next error of this thread.
    unsafe { CStr::from_ptr(astride_last_error()) }.to_str().unwrap().to_owned()
}

pub(crate) fn last_code() -> String {
    // SAFETY: as above.
    unsafe { CStr::from_ptr(astride_last_error_code()) }.to_str().unwrap().to_owned()
}

pub(crate) fn cell(x: u32, y: u32) -> AstrideCell {
    AstrideCell { x, y }
}

/// A robot that faces north.
fn robot(x: u32, y: u32) -> AstrideRobot {
    AstrideRobot { cell: cell(x, y), facing: AstrideDir::N as u32 }
}

/// A place for what is known of a plan.
pub(crate) fn plan_info() -> AstridePlanInfo {
    AstridePlanInfo {
        struct_size: size_of::<AstridePlanInfo>(),
        cost: 0,
        lower_bound: 0,
        sum_of_costs: 0,
        sum_of_loss: 0,
        expanded: 0,
        makespan: 0,
        agent_count: 0,
        status: 0,
        guarantee: 0,
        method: 0,
        reserved: 0,
    }
}

/// A question by the first mover on the map as it is.
pub(crate) fn ask(start: AstrideCell, goal: AstrideCell) -> AstrideAsk {
    let struct_size = size_of::<AstrideAsk>();
    AstrideAsk {
        struct_size,
        start,
        goal,
        mover: 0,
        faction: 0,
        overlays: 0,
        or_nearest: 0,
        reserved: 0,
        around: 0,
        or_to: 0,
    }
}

/// The status of a call that makes a handle, which is freed again.
fn giving<H>(
    give: impl FnOnce(*mut *mut H) -> Status,
    free: unsafe extern "C" fn(*mut H) -> Status,
) -> Status {
    let mut made = null_mut();
    let status = give(&mut made);
    // SAFETY: it was just made, or is null.
    assert_eq!(unsafe { free(made) }, Status::Ok);
    status
}

/// Calls each function with what `given` makes of its handles; only those that take a handle.
macro_rules! with_handles {
    ($all:expr, $handle:expr, $check:expr) => {{
        let (rect, at) = (AstrideRect { x: 0, y: 0, width: 1, height: 1 }, cell(1, 1));
        let (mut small, mut number, mut count) = (0u8, 0u32, 0usize);
        let (mut big, mut pointer, mut cells, mut spot) = (0u64, null(), null(), at);
        let asked = ask(at, at);
        let all: &All = $all;
        // SAFETY: handles are null or live, and all else is live.
        unsafe {
            $check("grid_size", astride_grid_size($handle, &mut number, &mut number));
            $check("grid_class", astride_grid_class($handle, at, &mut small));
            $check("grid_classes", astride_grid_classes($handle, &mut small, 1));
            $check("grid_revision", astride_grid_revision($handle, &mut big));
            $check("grid_apply", astride_grid_apply($handle, all.edit, null_mut()));
            $check(
                "grid_to_map",
                giving(|out| astride_grid_to_map($handle, out), astride_bytes_free),
            );
            $check("grid_copy", giving(|out| astride_grid_copy($handle, out), astride_grid_free));
            $check("edit_clear", astride_edit_clear($handle));
            $check("edit_set", astride_edit_set($handle, at, 1));
            $check("edit_fill", astride_edit_fill($handle, rect, 1));
            $check("edit_wall", astride_edit_wall($handle, at, 0, 1));
            $check("edit_step", astride_edit_step($handle, at, 0, 1));
            $check("edit_fence", astride_edit_fence($handle, at, 0, 1));
            $check("edit_fence_step", astride_edit_fence_step($handle, at, 0, 1));
            $check("edit_link", astride_edit_link($handle, at, at, 1));
            $check("edit_unlink", astride_edit_unlink($handle, at, at));
            $check("mover_class", astride_mover_class($handle, 1, 1, 1));
            $check("mover_neighbours", astride_mover_neighbours($handle, 0));
            $check("mover_corners", astride_mover_corners($handle, 0));
            $check("mover_scale", astride_mover_scale($handle, 1, 1));
            $check("mover_crosses", astride_mover_crosses($handle, 1, 1));
            $check("mover_stopped_by", astride_mover_stopped_by($handle, 1));
            $check("path_cells", astride_path_cells($handle, &mut cells, &mut count));
            $check("path_copy", astride_path_copy($handle, &mut spot, 1, &mut count));
            $check(
                "path_smooth",
                astride_path_smooth($handle, all.grid, null(), null(), null_mut()),
            );
            $check(
                "path_smooth on",
                astride_path_smooth(all.path, $handle, null(), null(), null_mut()),
            );
            let (mut points, mut corner) = (null(), AstridePoint { x: 0.0, y: 0.0 });
            $check("path_points", astride_path_points($handle, &mut points, &mut count));
            $check(
                "path_copy_points",
                astride_path_copy_points($handle, &mut corner, 1, &mut count),
            );
            $check("path_steps", astride_path_steps($handle, &mut count));
            $check("path_cost", astride_path_cost($handle, &mut big));
            $check("find_path", astride_find_path($handle, null(), at, at, all.path));
            $check("find_path into", astride_find_path(all.grid, null(), at, at, $handle));
            $check(
                "find_path_by",
                astride_find_path_by($handle, null(), at, at, null(), null_mut(), all.path),
            );
            $check("field_cost", astride_field_cost($handle, at, &mut big));
            $check("field_costs", astride_field_costs($handle, &mut big, 1));
            $check("field_next", astride_field_next($handle, all.grid, at, &mut spot));
            $check("field_path", astride_field_path($handle, all.grid, at, all.path));
            $check(
                "field_compute",
                astride_field_compute($handle, all.grid, null(), &at, 1, 0, 0, 0),
            );
            $check(
                "index_build",
                giving(|out| astride_index_build($handle, null(), 0, out), astride_index_free),
            );
            $check("index_update", astride_index_update($handle, all.grid, null()));
            $check(
                "index_find",
                astride_index_find($handle, all.grid, at, at, 0, null_mut(), all.path),
            );
            $check(
                "index_cost",
                astride_index_cost($handle, all.grid, at, at, null_mut(), &mut big),
            );
            $check(
                "index_save",
                giving(|out| astride_index_save($handle, out), astride_bytes_free),
            );
            $check("bytes_data", astride_bytes_data($handle, &mut pointer, &mut count));
            $check(
                "navigator_new",
                giving(
                    |out| astride_navigator_new($handle, null(), null(), out),
                    astride_navigator_free,
                ),
            );
            $check(
                "navigator_add_mover",
                astride_navigator_add_mover($handle, null(), 1, &mut number),
            );
            $check("navigator_apply", astride_navigator_apply($handle, all.edit, null_mut()));
            $check("navigator_revision", astride_navigator_revision($handle, &mut big));
            $check("navigator_class", astride_navigator_class($handle, at, &mut small));
            $check(
                "navigator_grid",
                giving(|out| astride_navigator_grid($handle, out), astride_grid_free),
            );
            $check("navigator_keep", astride_navigator_keep($handle, 0, 0, 1));
            $check("navigator_maintain", astride_navigator_maintain($handle, 1, null_mut()));
            $check(
                "navigator_save",
                giving(|out| astride_navigator_save($handle, out), astride_bytes_free),
            );
            $check("navigator_add_faction", astride_navigator_add_faction($handle, 1, &mut number));
            $check("navigator_reveal", astride_navigator_reveal($handle, 1, rect, null_mut()));
            $check(
                "navigator_reveal_around",
                astride_navigator_reveal_around($handle, 1, at, 1, null(), 0, null_mut()),
            );
            $check("navigator_remember", astride_navigator_remember($handle, 1, rect));
            $check("navigator_add_overlay", astride_navigator_add_overlay($handle, &mut number));
            $check("navigator_overlay_fill", astride_navigator_overlay_fill($handle, 0, rect, 1));
            $check("navigator_find", astride_navigator_find($handle, &asked, 0, all.path));
            $check("navigator_cost", astride_navigator_cost($handle, &asked, &mut big));
            $check("navigator_costs", astride_navigator_costs($handle, &asked, 1, &mut big));
            $check(
                "navigator_find_many",
                astride_navigator_find_many($handle, &asked, 1, &all.path),
            );
            $check("navigator_snap", astride_navigator_snap($handle, 0, at, 0, null(), &mut spot));
            $check("navigator_request", astride_navigator_request($handle, &asked, 0, 0, &mut big));
            $check("navigator_submit", astride_navigator_submit($handle, &asked, null(), &mut big));
            $check("navigator_add_places", astride_navigator_add_places($handle, &mut number));
            $check("navigator_set_places", astride_navigator_set_places($handle, 1, &at, 1));
            $check("navigator_reach", astride_navigator_reach($handle, &asked, 9, 0, all.reach));
            $check(
                "navigator_reach into",
                astride_navigator_reach(all.navigator, &asked, 9, 0, $handle),
            );
            $check(
                "navigator_would_part",
                astride_navigator_would_part($handle, all.edit, &asked, 1, &mut small),
            );
            $check(
                "navigator_would_part by",
                astride_navigator_would_part(all.navigator, $handle, &asked, 1, &mut small),
            );
            $check(
                "navigator_find_if",
                astride_navigator_find_if($handle, all.edit, &asked, 0, all.path),
            );
            $check(
                "navigator_find_if by",
                astride_navigator_find_if(all.navigator, $handle, &asked, 0, all.path),
            );
            $check(
                "navigator_explain",
                astride_navigator_explain($handle, &asked, null(), 0, null_mut(), all.path),
            );
            $check(
                "snapshot_reach",
                astride_snapshot_reach($handle, &asked, 9, 0, null_mut(), all.reach),
            );
            let (mut within, mut beside) = (null(), AstrideReached { cell: at, cost: 0 });
            $check("reach_cells", astride_reach_cells($handle, &mut within, &mut count));
            $check("reach_copy", astride_reach_copy($handle, &mut beside, 1, &mut count));
            $check("reach_cost", astride_reach_cost($handle, at, &mut big));
            $check("reach_path", astride_reach_path($handle, at, all.path));
            $check("navigator_work", astride_navigator_work($handle, 1, 0, null_mut()));
            $check(
                "navigator_progress",
                astride_navigator_progress($handle, 1, null_mut(), null_mut()),
            );
            $check("navigator_cancel", astride_navigator_cancel($handle, 1));
            $check(
                "navigator_standing",
                astride_navigator_standing(
                    $handle,
                    &asked,
                    all.path,
                    &mut number,
                    null_mut(),
                    null_mut(),
                ),
            );
            $check(
                "navigator_snapshot",
                giving(|out| astride_navigator_snapshot($handle, out), astride_snapshot_free),
            );
            $check(
                "navigator_pending",
                giving(|out| astride_navigator_pending($handle, out), astride_build_free),
            );
            $check("navigator_adopt", astride_navigator_adopt($handle, all.build));
            $check(
                "navigator_adopt_saved",
                astride_navigator_adopt_saved($handle, 0, null(), 0, null_mut()),
            );
            $check(
                "snapshot_find",
                astride_snapshot_find($handle, &asked, 0, null_mut(), all.path),
            );
            $check("snapshot_revision", astride_snapshot_revision($handle, &mut big));
            $check("build_run", astride_build_run($handle));
            let mut point = AstridePoint { x: 1.5, y: 1.5 };
            $check(
                "crowd_new",
                giving(|out| astride_crowd_new($handle, null(), 0, out), astride_crowd_free),
            );
            $check("crowd_follow", astride_crowd_follow($handle, all.grid, null()));
            $check("crowd_spawn", astride_crowd_spawn($handle, point, 0.0, 0.0, &mut number));
            $check(
                "crowd_spawn_near",
                astride_crowd_spawn_near($handle, point, 1, 0.0, 0.0, &mut number),
            );
            $check("crowd_teleport", astride_crowd_teleport($handle, 0, point));
            $check("crowd_order", astride_crowd_order($handle, &0, 1, point));
            $check(
                "crowd_order_formation",
                astride_crowd_order_formation($handle, &0, 1, point, 0, 0.0, point),
            );
            $check("crowd_advance", astride_crowd_advance($handle, 0.1));
            $check("crowd_count", astride_crowd_count($handle, &mut count, null_mut()));
            $check("crowd_positions", astride_crowd_positions($handle, &mut point, 1));
            $check("crowd_velocities", astride_crowd_velocities($handle, &mut point, 1));
            $check("crowd_arrived", astride_crowd_arrived($handle, &mut small, 1));
            $check("crowd_digest", astride_crowd_digest($handle, &mut big));
            $check("crowd_remove", astride_crowd_remove($handle, 0));
            let (mut info, mut stays, mut events) = (plan_info(), null(), null());
            let (mut who, goal) = (robot(1, 1), cell(2, 1));
            $check(
                "plan_solve",
                astride_plan_solve($handle, all.grid, null(), &at, &goal, 1, null()),
            );
            $check(
                "plan_solve on",
                astride_plan_solve(all.plan, $handle, null(), &at, &goal, 1, null()),
            );
            $check("plan_info", astride_plan_info($handle, &mut info));
            $check("plan_stays", astride_plan_stays($handle, 0, &mut stays, &mut count));
            $check("plan_at", astride_plan_at($handle, 0, &mut spot, 1));
            $check("plan_check", astride_plan_check($handle, all.grid, null(), &at, &goal, 1));
            $check(
                "plan_write",
                giving(|out| astride_plan_write($handle, out), astride_bytes_free),
            );
            $check("plan_read", astride_plan_read($handle, all.grid, &b'0', 1));
            $check(
                "fleet_new",
                giving(
                    |out| astride_fleet_new($handle, null(), &who, 1, null(), out),
                    astride_fleet_free,
                ),
            );
            $check("fleet_add_task", astride_fleet_add_task($handle, &at, 1, null_mut()));
            $check("fleet_step", astride_fleet_step($handle, 10, 0));
            $check("fleet_robots", astride_fleet_robots($handle, &mut who, 1));
            $check("fleet_actions", astride_fleet_actions($handle, &mut number, 1));
            $check("fleet_goals", astride_fleet_goals($handle, &mut spot, 1));
            $check("fleet_events", astride_fleet_events($handle, &mut events, &mut count));
            $check("fleet_set_working", astride_fleet_set_working($handle, 0, 1));
            $check("fleet_set_open", astride_fleet_set_open($handle, at, 1));
            $check("fleet_digest", astride_fleet_digest($handle, &mut big));
            let (one, two) = (AstridePlace { x: 1, y: 0, z: 0 }, AstridePlace { x: 2, y: 0, z: 0 });
            let (mut place, mut places, mut known) = (one, null(), path_info());
            $check(
                "world_save",
                giving(|out| astride_world_save($handle, out), astride_bytes_free),
            );
            $check("world_info", astride_world_info($handle, &mut number, null_mut(), &mut big));
            $check("world_named", astride_world_named($handle, c"1".as_ptr(), &mut place));
            $check("world_class", astride_world_class($handle, one, &mut small));
            $check("world_set", astride_world_set($handle, one, 46, null_mut()));
            $check("world_link", astride_world_link($handle, one, two, 3, null_mut()));
            $check("world_unlink", astride_world_unlink($handle, one, two, null_mut()));
            $check(
                "world_find",
                astride_world_find($handle, null(), one, two, null(), null_mut(), all.route),
            );
            $check(
                "world_find into",
                astride_world_find(all.world, null(), one, two, null(), null_mut(), $handle),
            );
            $check("route_places", astride_route_places($handle, &mut places, &mut count));
            $check("route_info", astride_route_info($handle, &mut known));
        }
    }};
}

#[test]
fn null_handles_are_refused() {
    let all = All::new();
    let check = |name: &str, status: Status| {
        assert_eq!(status, Status::BadPointer, "{name}");
        assert!(last_error().ends_with(" is null"), "{name}: {}", last_error());
    };
    with_handles!(&all, null_mut(), check);
}

#[test]
fn handles_that_are_not_aligned_are_refused() {
    let all = All::new();
    let odd = all.grid as usize + 1;
    let check = |name: &str, status: Status| assert_eq!(status, Status::BadPointer, "{name}");
    with_handles!(&all, std::ptr::with_exposed_provenance_mut(odd), check);
}

#[test]
fn handles_of_other_kinds_are_refused() {
    let all = All::new();
    // What lies behind a handle begins with a tag; here it is none.
    let no_handle = [0u64; 8];
    let check = |name: &str, status: Status| assert_eq!(status, Status::BadHandle, "{name}");
    with_handles!(&all, no_handle.as_ptr().cast_mut().cast(), check);
    // Each function takes one of the kinds at most.
    let mut refused = [0; KINDS];
    for (at, count) in refused.iter_mut().enumerate() {
        let mut check = |_: &str, status: Status| *count += u32::from(status == Status::BadHandle);
        // A path that is being filled is not also the grid, so no handle is right in two places.
        with_handles!(&All::new(), all.handles()[at], check);
    }
    assert!(refused.iter().all(|&count| count >= 30), "{refused:?}");
}

#[test]
fn freeing_null_is_nothing_and_freeing_another_kind_is_refused() {
    let all = All::new();
    // SAFETY: handles are null or live.
    unsafe {
        assert_eq!(astride_grid_free(null_mut()), Status::Ok);
        assert_eq!(astride_navigator_free(null_mut()), Status::Ok);
        for handle in &all.handles()[1..] {
            assert_eq!(astride_grid_free(*handle), Status::BadHandle);
        }
        assert_eq!(astride_build_free(all.grid.cast()), Status::BadHandle);
    }
}

#[test]
fn places_for_answers_must_be_there() {
    let all = All::new();
    let asked = ask(cell(0, 0), cell(7, 5));
    // SAFETY: handles are live.
    let refused = unsafe {
        [
            astride_grid_new(4, 4, 1, null_mut()),
            astride_grid_class(all.grid, cell(0, 0), null_mut()),
            astride_path_cells(all.path, null_mut(), null_mut()),
            astride_path_info(all.path, null_mut()),
            astride_bytes_data(all.bytes, null_mut(), null_mut()),
            astride_navigator_cost(all.navigator, &asked, null_mut()),
            astride_navigator_cost(all.navigator, null(), null_mut()),
            astride_navigator_take(all.navigator, null_mut(), null_mut()),
            astride_navigator_request(all.navigator, &asked, 0, 0, null_mut()),
            astride_grid_from_text(null(), null_mut(), null_mut(), &mut null_mut()),
        ]
    };
    assert_eq!(refused, [Status::BadPointer; 10]);
}

#[test]
fn a_change_that_cannot_be_told_is_not_made() {
    let all = All::new();
    let (mut tiles, mut number, mut revision, mut class) = (null_mut(), 7, 7, 0);
    let text = "hex pointy\n. .\n";
    let [one, two] = [1, 2].map(|x| AstridePlace { x, y: 0, z: 0 });
    let rect = AstrideRect { x: 0, y: 0, width: 3, height: 3 };
    let mut room = [0u64; 2];
    let odd: *mut u64 = room.as_mut_ptr().cast::<u8>().wrapping_add(1).cast();
    // SAFETY: all pointers are of live values; those that are not aligned are refused before anything
    // is written.
    unsafe {
        assert_eq!(astride_world_read(0, text.as_ptr(), text.len(), &mut tiles), Status::Ok);
        assert_eq!(astride_edit_set(all.edit, cell(1, 1), b'#'.into()), Status::Ok);
        assert_eq!(astride_navigator_add_faction(all.navigator, 46, &mut number), Status::Ok);
        let (navigator, known) = (all.navigator, odd.cast());
        for refused in [
            astride_grid_apply(all.grid, all.edit, odd),
            astride_navigator_apply(navigator, all.edit, odd),
            astride_navigator_reveal(navigator, 1, rect, known),
            astride_navigator_reveal_around(navigator, 1, cell(1, 1), 1, null(), 0, known),
            astride_fleet_add_task(all.fleet, &cell(1, 1), 1, odd.cast()),
            astride_world_set(tiles, one, b'#'.into(), odd),
            astride_world_link(all.world, one, two, 9, odd),
            astride_world_unlink(all.world, one, two, odd),
        ] {
            assert_eq!(refused, Status::BadPointer);
        }
        assert_eq!(room, [0; 2]);
        assert_eq!(astride_grid_revision(all.grid, &mut revision), Status::Ok);
        assert_eq!(
            (revision, astride_grid_class(all.grid, cell(1, 1), &mut class)),
            (0, Status::Ok)
        );
        assert_eq!(class, b'.');
        assert_eq!(astride_navigator_revision(navigator, &mut revision), Status::Ok);
        assert_eq!(revision, 0);
        assert_eq!(astride_navigator_reveal(navigator, 1, rect, &mut number), Status::Ok);
        assert_eq!(number, 9);
        assert_eq!(astride_fleet_add_task(all.fleet, &cell(1, 1), 1, &mut number), Status::Ok);
        assert_eq!(number, 0);
        for world in [tiles, all.world] {
            let status = astride_world_info(world, null_mut(), null_mut(), &mut revision);
            assert_eq!((status, revision), (Status::Ok, 0));
        }
        assert_eq!(astride_world_free(tiles), Status::Ok);
    }
}

#[test]
fn sizes_of_structures_and_lists_are_checked() {
    let all = All::new();
    let mut asked = ask(cell(0, 0), cell(7, 5));
    let mut cost = 0;
    for size in [0, 1, 8, 40, 47, 49, 57, 64, 4096, usize::MAX] {
        asked.struct_size = size;
        // SAFETY: all pointers are of live values.
        let status = unsafe { astride_navigator_cost(all.navigator, &asked, &mut cost) };
        assert_eq!(status, Status::BadSize, "{size}");
        assert!(last_error().contains("struct_size of ask"), "{}", last_error());
    }
    // SAFETY: all pointers are of live values; the counts are refused before anything is read.
    unsafe {
        let mut grid = null_mut();
        let one = b'.';
        let status = astride_grid_from_classes(4, 4, &one, usize::MAX, &mut grid);
        assert_eq!((status, grid), (Status::BadSize, null_mut()));
        assert_eq!(astride_grid_from_classes(4, 4, null(), 16, &mut grid), Status::BadPointer);
        assert_eq!(astride_grid_from_classes(4, 4, &one, 1, &mut grid), Status::BadArgument);
        assert_eq!(astride_grid_from_map(&one, usize::MAX, &mut grid), Status::BadSize);
        assert_eq!(astride_grid_new(u32::MAX, u32::MAX, 0, &mut grid), Status::BadArgument);
        let mut classes = [0; 48];
        assert_eq!(astride_grid_classes(all.grid, classes.as_mut_ptr(), 47), Status::BadSize);
        assert_eq!(astride_grid_classes(all.grid, classes.as_mut_ptr(), 48), Status::Ok);
        let asked = ask(cell(0, 0), cell(7, 5));
        let status = astride_navigator_costs(all.navigator, &asked, usize::MAX / 8, &mut cost);
        assert_eq!(status, Status::BadSize);
        let status =
            astride_field_compute(all.field, all.grid, null(), &cell(0, 0), usize::MAX, 0, 0, 0);
        assert_eq!(status, Status::BadSize);
    }
}

#[test]
fn numbers_and_cells_are_checked() {
    let all = All::new();
    let (mut cost, mut asked) = (0, ask(cell(0, 0), cell(8, 5)));
    // SAFETY: all pointers are of live values.
    let mut cost_of =
        |asked: &AstrideAsk| unsafe { astride_navigator_cost(all.navigator, asked, &mut cost) };
    assert_eq!(cost_of(&asked), Status::OffMap);
    assert_eq!(last_error(), "cell (8, 5) is off the map of 8x6 cells");
    assert_eq!(last_code(), "cell-off-map");
    // SAFETY: all pointers are of live values.
    let status = unsafe { astride_grid_class(all.grid, cell(9, 5), &mut 0) };
    assert_eq!(status, Status::OffMap);
    assert_eq!(last_error(), "cell (9, 5) is off the map of 8x6 cells");
    assert_eq!(last_code(), "cell-off-map");
    // SAFETY: as above.
    assert_eq!(unsafe { astride_mover_scale(all.mover, 0, 1) }, Status::BadArgument);
    assert_eq!(last_code(), "scale-out-of-range");
    asked.goal = cell(7, 5);
    for (mover, faction, overlays) in [(1, 0, 0), (0, 1, 0), (0, 0, 1 << 63), (u32::MAX, 0, 0)] {
        let wrong = AstrideAsk { mover, faction, overlays, ..asked };
        assert_eq!(cost_of(&wrong), Status::UnknownNumber);
    }
    assert_eq!(last_error(), "there is no mover 4294967295, expected 0, the only one");
    assert_eq!(cost_of(&asked), Status::Ok);
    // SAFETY: all pointers are of live values.
    unsafe {
        assert_eq!(astride_edit_wall(all.edit, cell(0, 0), 8, 1), Status::BadArgument);
        for diagonal in [1, 3, 5, 7] {
            let at = cell(2, 3);
            assert_eq!(astride_edit_wall(all.edit, at, diagonal, 0), Status::BadArgument);
            assert_eq!(last_code(), "diagonal-wall");
            assert_eq!(astride_edit_fence(all.edit, at, diagonal, 1), Status::BadArgument);
            assert_eq!(astride_edit_fence_step(all.edit, at, diagonal, 1), Status::BadArgument);
            assert!(last_error().starts_with("wall at (2, 3) towards "), "{}", last_error());
            assert_eq!(astride_edit_step(all.edit, at, diagonal, 1), Status::Ok);
        }
        assert_eq!(astride_edit_clear(all.edit), Status::Ok);
        assert_eq!(astride_edit_set(all.edit, cell(0, 0), 256), Status::BadArgument);
        assert_eq!(astride_edit_set(all.edit, cell(8, 0), 1), Status::Ok);
        assert_eq!(astride_grid_apply(all.grid, all.edit, null_mut()), Status::OffMap);
        assert_eq!(astride_edit_fence(all.edit, cell(0, 0), 8, 1), Status::BadArgument);
        assert_eq!(astride_edit_fence(all.edit, cell(0, 0), 0, 256), Status::BadArgument);
        assert_eq!(astride_edit_fence_step(all.edit, cell(0, 0), 0, 256), Status::BadArgument);
        assert_eq!(astride_mover_crosses(all.mover, 256, 0), Status::BadArgument);
        assert_eq!(astride_mover_crosses(all.mover, 1, (1 << 30) + 1), Status::BadArgument);
        assert_eq!(astride_mover_stopped_by(all.mover, 256), Status::BadArgument);
        assert_eq!(astride_mover_class(all.mover, 1, 1025, 0), Status::BadArgument);
        assert_eq!(astride_mover_scale(all.mover, 0, 0), Status::BadArgument);
        assert_eq!(astride_index_build(all.grid, null(), 5, &mut null_mut()), Status::BadArgument);
        assert_eq!(astride_navigator_cancel(all.navigator, 7), Status::UnknownNumber);
        let rect = AstrideRect { x: 1, y: 1, width: u32::MAX, height: u32::MAX };
        assert_eq!(
            astride_navigator_overlay_fill(all.navigator, 0, rect, 1),
            Status::UnknownNumber
        );
        let mut number = 0;
        assert_eq!(astride_navigator_add_overlay(all.navigator, &mut number), Status::Ok);
        assert_eq!(astride_navigator_overlay_fill(all.navigator, 0, rect, 1), Status::OffMap);
        let one = AstrideRect { width: 1, height: 1, ..rect };
        let fill = |ticks| astride_navigator_overlay_fill(all.navigator, 0, one, ticks);
        assert_eq!([(1 << 24) - 1, 0].map(fill), [Status::Ok; 2]);
        assert_eq!([1 << 24, u32::MAX].map(fill), [Status::BadArgument; 2]);
        assert!(last_error().ends_with("expected 0 to 16777215"), "{}", last_error());
        assert_eq!(astride_navigator_add_faction(all.navigator, 46, &mut number), Status::Ok);
        assert_eq!(astride_navigator_reveal(all.navigator, 1, rect, null_mut()), Status::Ok);
        assert_eq!(
            astride_navigator_add_mover(all.navigator, null(), 0, &mut number),
            Status::Unsupported
        );
        for (lanes, expected) in [(0, Status::Ok), (1024, Status::Ok), (1025, Status::BadArgument)]
        {
            let options = AstrideNavigatorOptions { lanes, ..queue() };
            let mut made = null_mut();
            assert_eq!(astride_navigator_new(all.grid, null(), &options, &mut made), expected);
            assert_eq!(astride_navigator_free(made), Status::Ok);
        }
        let (mut cost, mut next) = (0, cell(0, 0));
        assert_eq!(astride_field_cost(all.field, cell(0, 0), &mut cost), Status::Stale);
        assert!(last_error().contains("never computed"), "{}", last_error());
        assert_eq!(astride_field_next(all.field, all.grid, cell(0, 0), &mut next), Status::Stale);
        assert!(last_error().contains("never computed"), "{}", last_error());
        assert_eq!(astride_navigator_load(&1, 1, &mut null_mut()), Status::BadData);
        assert!(last_error().contains("no saved navigator"), "{}", last_error());
    }
}

/// Options for a navigator as usual.
fn queue() -> AstrideNavigatorOptions {
    AstrideNavigatorOptions {
        struct_size: size_of::<AstrideNavigatorOptions>(),
        quantum: 0,
        most_requests: 0,
        upkeep: 0,
        lanes: 0,
        ageing: 0,
        reserved: 0,
    }
}

fn work(struct_size: usize) -> AstrideWork {
    AstrideWork { struct_size, expansions: 0, served: 0, running: 0, waiting: 0 }
}

#[test]
fn what_cannot_be_told_is_not_done() {
    let all = All::new();
    let (mut ticket, mut stage) = (0, 9);
    let asked = ask(cell(0, 0), cell(7, 5));
    // SAFETY: all pointers are of live values.
    unsafe {
        assert_eq!(astride_navigator_request(all.navigator, &asked, 0, 0, &mut ticket), Status::Ok);
        let told = &mut work(1);
        assert_eq!(astride_navigator_work(all.navigator, 0, 0, told), Status::BadSize);
        // Also while there is nothing to take.
        let take = |delivery| astride_navigator_take(all.navigator, delivery, all.path);
        let mut delivery: AstrideDelivery = std::mem::zeroed();
        assert_eq!(take(&mut delivery), Status::BadSize);
        assert_eq!(take(null_mut()), Status::BadPointer);
        delivery.struct_size = size_of::<AstrideDelivery>();
        assert_eq!(take(&mut delivery), Status::Nothing);
        let mut progress =
            || astride_navigator_progress(all.navigator, ticket, &mut stage, null_mut());
        assert_eq!(progress(), Status::Ok);
        assert_eq!(stage, AstrideStage::Waiting as u32);
        let told = &mut work(size_of::<AstrideWork>());
        assert_eq!(astride_navigator_work(all.navigator, 0, 0, told), Status::Ok);
        assert_eq!(told.served, 1);
    }
}

#[test]
fn a_path_stands_until_an_edit_is_in_its_way() {
    let all = All::new();
    let asked = ask(cell(0, 0), cell(7, 0));
    let (mut standing, mut cost, mut step) = (9, 9, 9);
    // SAFETY: all pointers are of live values.
    unsafe {
        let mut of = || {
            let places = (&raw mut standing, &raw mut cost, &raw mut step);
            let (navigator, path) = (all.navigator, all.path);
            let status =
                astride_navigator_standing(navigator, &asked, path, places.0, places.1, places.2);
            (status, *places.0, *places.1, *places.2)
        };
        let change = |at, class: u8| {
            assert_eq!(astride_edit_clear(all.edit), Status::Ok);
            assert_eq!(astride_edit_set(all.edit, at, class.into()), Status::Ok);
            assert_eq!(astride_navigator_apply(all.navigator, all.edit, null_mut()), Status::Ok);
        };
        assert_eq!(of().0, Status::Nothing);
        assert_eq!(astride_navigator_find(all.navigator, &asked, 0, all.path), Status::Ok);
        assert_eq!(of(), (Status::Ok, AstrideStanding::Current as u32, 0, 0));
        change(cell(3, 3), b'#');
        assert_eq!(of(), (Status::Ok, AstrideStanding::Walkable as u32, 0, 0));
        change(cell(3, 0), b'2');
        assert_eq!(of(), (Status::Ok, AstrideStanding::OtherCost as u32, 8 * 13_860, 0));
        change(cell(3, 0), b'#');
        // The third step, from 0, leads to the fourth cell.
        assert_eq!(of(), (Status::Ok, AstrideStanding::Blocked as u32, 0, 2));
    }
}

#[test]
fn a_drawn_wall_is_one_in_a_map_file() {
    let (mut grid, mut bytes, mut back, mut class) = (null_mut(), null_mut(), null_mut(), 0);
    let (mut data, mut count) = (null(), 0);
    let free_ends = (null_mut(), null_mut());
    // SAFETY: all pointers are of live values.
    unsafe {
        let text = c".#.".as_ptr();
        assert_eq!(astride_grid_from_text(text, free_ends.0, free_ends.1, &mut grid), Status::Ok);
        assert_eq!(astride_grid_to_map(grid, &mut bytes), Status::Ok);
        assert_eq!(astride_bytes_data(bytes, &mut data, &mut count), Status::Ok);
        assert_eq!(astride_grid_from_map(data, count, &mut back), Status::Ok);
        assert_eq!(astride_grid_class(back, cell(1, 0), &mut class), Status::Ok);
        assert_eq!(class, b'@');
        let freed = [astride_grid_free(grid), astride_grid_free(back), astride_bytes_free(bytes)];
        assert_eq!(freed, [Status::Ok; 3]);
        let (text, free_ends) = (c".X.".as_ptr(), (null_mut(), null_mut()));
        assert_eq!(astride_grid_from_text(text, free_ends.0, free_ends.1, &mut grid), Status::Ok);
        assert_eq!(astride_grid_to_map(grid, &mut bytes), Status::Unsupported);
        assert!(last_error().contains("('X', at (1, 0))"), "{}", last_error());
        assert_eq!(astride_grid_free(grid), Status::Ok);
    }
}

#[test]
fn what_a_crowd_refuses_has_a_status_and_a_code() {
    let all = All::new();
    let point = |x, y| AstridePoint { x, y };
    let mut unit = 0;
    // SAFETY: all pointers are of live values.
    unsafe {
        let mut spawn =
            |at, radius, speed| astride_crowd_spawn(all.crowd, at, radius, speed, &mut unit);
        assert_eq!(spawn(point(1.5, 1.5), 0.0, 0.0), Status::Ok);
        assert_eq!(spawn(point(1.5, 1.5), 0.0, 0.0), Status::BadArgument);
        assert_eq!(last_code(), "point-occupied");
        for at in [point(8.0, 1.0), point(f64::NAN, 1.0), point(-1e300, f64::INFINITY)] {
            assert_eq!(spawn(at, 0.0, 0.0), Status::OffMap);
        }
        assert_eq!(spawn(point(4.5, 1.5), f64::NAN, 0.0), Status::BadArgument);
        assert_eq!(spawn(point(4.5, 1.5), 0.3, f64::INFINITY), Status::BadArgument);
        assert_eq!(last_code(), "crowd-body");
        let order = |units: &[u32]| {
            astride_crowd_order(all.crowd, units.as_ptr(), units.len(), point(6.5, 4.5))
        };
        assert_eq!(order(&[1]), Status::UnknownNumber);
        assert_eq!(order(&[0, 0]), Status::BadArgument);
        assert_eq!(
            astride_crowd_order(all.crowd, &0, usize::MAX, point(6.5, 4.5)),
            Status::BadSize
        );
        assert_eq!(astride_crowd_remove(all.crowd, 1), Status::UnknownNumber);
        let near = astride_crowd_spawn_near(all.crowd, point(1.5, 1.5), 48, 0.0, 0.0, &mut unit);
        assert_eq!((near, unit), (Status::Full, u32::MAX));
        for (shape, spacing) in [(5, 0.0), (0, f64::NAN), (0, 65.0)] {
            let ahead = point(0.0, 0.0);
            let status = astride_crowd_order_formation(
                all.crowd,
                &0,
                1,
                point(6.5, 4.5),
                shape,
                spacing,
                ahead,
            );
            assert_eq!(status, Status::BadArgument);
        }
        for seconds in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
            assert_eq!(astride_crowd_advance(all.crowd, seconds), Status::BadArgument);
        }
        assert_eq!(last_code(), "crowd-tick");
        assert_eq!(astride_edit_set(all.edit, cell(1, 1), b'#'.into()), Status::Ok);
        assert_eq!(astride_grid_apply(all.grid, all.edit, null_mut()), Status::Ok);
        assert_eq!(astride_crowd_follow(all.crowd, all.grid, null()), Status::BadArgument);
        assert_eq!(last_code(), "unit-in-wall");
        let mut arrived = [0; 2];
        assert_eq!(astride_crowd_arrived(all.crowd, arrived.as_mut_ptr(), 2), Status::BadSize);
        assert_eq!(astride_crowd_arrived(all.crowd, arrived.as_mut_ptr(), 1), Status::Ok);
        assert_eq!(arrived, [1, 0]);
    }
}

#[test]
fn what_a_plan_refuses_has_a_status_and_a_code() {
    let all = All::new();
    let solve = |starts: &[AstrideCell], goals: &[AstrideCell], options: *const _| {
        let (from, to, count) = (starts.as_ptr(), goals.as_ptr(), starts.len());
        // SAFETY: all pointers are of live values.
        unsafe { astride_plan_solve(all.plan, all.grid, null(), from, to, count, options) }
    };
    let ends = [cell(0, 0), cell(7, 5)];
    assert_eq!(solve(&ends, &[cell(7, 5), cell(0, 0)], null()), Status::Ok);
    assert_eq!(solve(&ends, &[cell(1, 1); 2], null()), Status::BadArgument);
    let shared = "agents 0 and 1 both have their goal on cell (1, 1), expected a goal of its own";
    assert!(last_error().starts_with(shared), "{}", last_error());
    assert_eq!(last_code(), "trip-end-shared");
    assert_eq!(solve(&ends, &[cell(1, 1), cell(8, 0)], null()), Status::OffMap);
    let mut options = AstridePlanOptions {
        struct_size: size_of::<AstridePlanOptions>(),
        most_expansions: 100,
        most_micros: 0,
        seed: 0,
        field_bytes: u64::MAX,
        method: 10,
        objective: 0,
        percent: 0,
        reserved: 0,
    };
    assert_eq!(solve(&ends, &ends, &options), Status::BadArgument);
    options = AstridePlanOptions { method: 7, percent: 99_901, ..options };
    assert_eq!(solve(&ends, &ends, &options), Status::BadArgument);
    options = AstridePlanOptions { percent: u32::MAX, ..options };
    assert_eq!(solve(&ends, &ends, &options), Status::BadArgument);
    options = AstridePlanOptions { percent: 99_900, objective: 3, ..options };
    assert_eq!(solve(&ends, &ends, &options), Status::BadArgument);
    options = AstridePlanOptions { objective: 2, ..options };
    assert_eq!(solve(&ends, &ends, &options), Status::Unsupported);
    assert_eq!(last_code(), "plan-objective");
    options = AstridePlanOptions { objective: 1, ..options };
    assert_eq!(solve(&ends, &ends, &options), Status::Ok);
    let (mut at, mut stays, mut count) = ([cell(0, 0); 3], null(), 0);
    // SAFETY: all pointers are of live values; counts are refused before anything is read.
    unsafe {
        let plan = all.plan;
        let check = |goals: &[AstrideCell; 2]| {
            astride_plan_check(plan, all.grid, null(), ends.as_ptr(), goals.as_ptr(), 2)
        };
        assert_eq!(astride_plan_at(plan, u32::MAX, at.as_mut_ptr(), 3), Status::BadSize);
        assert_eq!(astride_plan_at(plan, u32::MAX, at.as_mut_ptr(), 2), Status::Ok);
        assert_eq!(at[1], cell(7, 5));
        let status = astride_plan_stays(plan, 2, &mut stays, &mut count);
        assert_eq!(status, Status::UnknownNumber);
        assert_eq!(check(&ends), Status::Ok);
        assert_eq!(check(&[cell(7, 5), cell(0, 0)]), Status::BadData);
        assert_eq!(last_code(), "plan-wrong-end");
        assert_eq!(check(&[cell(7, 5), cell(0, 6)]), Status::OffMap);
        let many = astride_plan_check(plan, all.grid, null(), &ends[0], &ends[0], usize::MAX);
        assert_eq!(many, Status::BadSize);
        let read = |text: &str| astride_plan_read(plan, all.grid, text.as_ptr(), text.len());
        assert_eq!(read("0:(0,0),(7,5)\n1:(0,0),(8,5)\n"), Status::BadData);
        assert_eq!(last_code(), "malformed-plan");
        assert_eq!(astride_plan_at(plan, 0, at.as_mut_ptr(), 0), Status::Ok);
        assert_eq!(read("0:(0,0),(7,5)\n1:(2,0),(7,5)\n2:(0,0),(7,5)\n"), Status::Ok);
        assert_eq!(check(&ends), Status::BadData);
        assert_eq!(last_code(), "plan-jump");
        assert!(last_error().contains("comes to cell (2, 0) at timestep 1"), "{}", last_error());
        let mut other = null_mut();
        assert_eq!(astride_grid_new(9, 9, b'.'.into(), &mut other), Status::Ok);
        let elsewhere = astride_plan_check(plan, other, null(), ends.as_ptr(), ends.as_ptr(), 2);
        assert_eq!(elsewhere, Status::BadArgument);
        assert_eq!(astride_grid_free(other), Status::Ok);
    }
    // Two in a corridor that would have to exchange places, and one that is walled in.
    // SAFETY: all pointers are of live values.
    unsafe {
        let mut corridor = null_mut();
        assert_eq!(astride_grid_new(2, 1, b'.'.into(), &mut corridor), Status::Ok);
        let (starts, goals) = ([cell(0, 0), cell(1, 0)], [cell(1, 0), cell(0, 0)]);
        let solve = |count| {
            let (starts, goals) = (starts.as_ptr(), goals.as_ptr());
            astride_plan_solve(all.plan, corridor, null(), starts, goals, count, null())
        };
        assert_eq!(solve(2), Status::Unreachable);
        let mut info = plan_info();
        assert_eq!(astride_plan_info(all.plan, &mut info), Status::Ok);
        assert_eq!((info.status, info.agent_count, info.cost), (1, 0, ASTRIDE_NO_COST));
        assert_eq!(solve(1), Status::Ok);
        assert_eq!(solve(3), Status::BadArgument);
        assert_eq!(astride_grid_free(corridor), Status::Ok);
    }
}

#[test]
fn what_a_fleet_refuses_has_a_status_and_a_code() {
    let all = All::new();
    let options = AstrideFleetOptions {
        struct_size: size_of::<AstrideFleetOptions>(),
        seed: 0,
        table_bytes: 1,
        span: 0,
        assignment: 0,
        turning: 1,
        no_learning: 0,
    };
    let make = |robots: &[AstrideRobot], options: &AstrideFleetOptions| {
        let give = |out| {
            let (first, count) = (robots.as_ptr(), robots.len());
            // SAFETY: all pointers are of live values.
            unsafe { astride_fleet_new(all.grid, null(), first, count, options, out) }
        };
        giving(give, astride_fleet_free)
    };
    assert_eq!(make(&[robot(0, 0), robot(1, 0)], &options), Status::Ok);
    assert_eq!(make(&[], &options), Status::Ok);
    assert_eq!(make(&[robot(0, 0), robot(0, 0)], &options), Status::BadArgument);
    assert_eq!(last_code(), "fleet-start-shared");
    assert!(last_error().contains("both start on cell (0, 0)"), "{}", last_error());
    assert_eq!(make(&[robot(8, 0)], &options), Status::OffMap);
    assert_eq!(make(&[AstrideRobot { facing: 1, ..robot(0, 0) }], &options), Status::BadArgument);
    for (span, assignment) in [(2, 0), (6, 0), (u32::MAX, 0), (0, 2)] {
        let options = AstrideFleetOptions { span, assignment, ..options };
        assert_eq!(make(&[robot(0, 0)], &options), Status::BadArgument);
    }
    let fleet = all.fleet;
    let errands = [cell(7, 5), cell(8, 5)];
    let (mut task, mut many) = (7, [robot(0, 0); 2]);
    // SAFETY: all pointers are of live values; counts are refused before anything is read.
    unsafe {
        assert_eq!(astride_edit_set(all.edit, cell(3, 3), b'#'.into()), Status::Ok);
        assert_eq!(astride_grid_apply(all.grid, all.edit, null_mut()), Status::Ok);
        assert_eq!(astride_fleet_add_task(fleet, null(), 0, &mut task), Status::BadArgument);
        assert_eq!(last_code(), "task-without-errand");
        assert_eq!(astride_fleet_add_task(fleet, errands.as_ptr(), 2, &mut task), Status::OffMap);
        let status = astride_fleet_add_task(fleet, errands.as_ptr(), usize::MAX, &mut task);
        assert_eq!((status, task), (Status::BadSize, 7));
        assert_eq!(astride_fleet_add_task(fleet, errands.as_ptr(), 1, null_mut()), Status::Ok);
        assert_eq!(astride_fleet_set_working(fleet, 1, 0), Status::UnknownNumber);
        assert_eq!(last_code(), "no-such-robot");
        assert_eq!(astride_fleet_set_open(fleet, cell(0, 6), 0), Status::OffMap);
        assert_eq!(astride_fleet_robots(fleet, many.as_mut_ptr(), 2), Status::BadSize);
        // The fleet has the cells that the grid had when it was made, and none that it has now.
        let give = |out| astride_fleet_new(all.grid, null(), &robot(3, 3), 1, null(), out);
        assert_eq!(giving(give, astride_fleet_free), Status::BadArgument);
        assert_eq!(last_code(), "fleet-start-blocked");
        assert_eq!(astride_fleet_step(fleet, 0, 0), Status::Ok);
        assert_eq!(astride_fleet_step(fleet, u64::MAX, 1), Status::Ok);
    }
}

#[test]
fn an_index_of_another_state_of_the_map_is_refused() {
    let all = All::new();
    let mut cost = 0;
    // SAFETY: all pointers are of live values.
    unsafe {
        let mut ask_index = |grid| {
            astride_index_cost(all.index, grid, cell(0, 0), cell(7, 5), null_mut(), &mut cost)
        };
        assert_eq!(ask_index(all.grid), Status::Ok);
        assert_eq!(astride_edit_set(all.edit, cell(3, 3), b'#'.into()), Status::Ok);
        assert_eq!(astride_grid_apply(all.grid, all.edit, null_mut()), Status::Ok);
        assert_eq!(ask_index(all.grid), Status::Stale);
        assert!(last_error().contains("expected revision 1 of 8x6"), "{}", last_error());
        assert_eq!(astride_index_update(all.index, all.grid, null()), Status::Stale);
        let (mut data, mut count) = (null(), 0);
        assert_eq!(astride_bytes_data(all.bytes, &mut data, &mut count), Status::Ok);
        let mut loaded = null_mut();
        let status = astride_index_load(data, count, all.grid, null(), &mut loaded);
        assert_eq!((status, loaded), (Status::BadData, null_mut()));
        let status = astride_navigator_load(data, count, &mut null_mut());
        assert_eq!(status, Status::BadData);
    }
}

#[test]
fn one_handle_in_two_places_is_busy() {
    let all = All::new();
    let asked = [ask(cell(0, 0), cell(7, 5)); 2];
    // SAFETY: all pointers are of live values.
    let status = unsafe {
        let paths = [all.path; 2];
        astride_navigator_find_many(all.navigator, asked.as_ptr(), 2, paths.as_ptr())
    };
    assert_eq!(status, Status::Busy);
    assert!(last_error().contains("the path is in use"), "{}", last_error());
}

#[test]
fn what_is_built_on_the_library_says_what_it_refuses() {
    let say = |status: i32, text: *const std::ffi::c_char| {
        // SAFETY: the text is null or ends with 0.
        unsafe { astride_set_last_error(status, text) }
    };
    assert_eq!(say(-4, c"one too many".as_ptr()), Status::BadSize);
    assert_eq!((last_error(), last_code()), ("one too many".to_owned(), String::new()));
    for none in [0, 1, 3, -13, i32::MIN, i32::MAX] {
        assert_eq!(say(none, c"never".as_ptr()), Status::BadArgument);
        assert!(last_error().starts_with(&format!("{none} is no status of")), "{}", last_error());
    }
    assert_eq!(say(-12, c"".as_ptr()), Status::Panicked);
    assert_eq!(last_error(), "the library has a fault");
    assert_eq!(say(-4, null()), Status::BadPointer);
    assert_eq!(say(-4, c"\xff".as_ptr()), Status::BadData);
}

#[test]
fn statuses_have_texts_and_keep_their_numbers() {
    let text = |status: i32| {
        // SAFETY: it is never null, and part of the library.
        unsafe { CStr::from_ptr(astride_status_text(status)) }.to_str().unwrap()
    };
    assert_eq!(text(0), "ok");
    assert_eq!(text(1), "there is no path");
    assert_eq!(text(-12), "the library has a fault");
    for unknown in [5, -13, i32::MIN, i32::MAX] {
        assert_eq!(text(unknown), "a status that this library does not know");
    }
    assert_eq!([Status::Busy as i32, Status::OffMap as i32, Status::Stale as i32], [-3, -6, -9]);
}
