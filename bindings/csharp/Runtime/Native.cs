using System;
using System.Runtime.InteropServices;

namespace Astride
{
    /// <summary>The functions of the C library; astride.h says what each does.</summary>
    internal static class Native
    {
#if UNITY_IOS && !UNITY_EDITOR
        private const string Library = "__Internal";
#else
        private const string Library = "astride";
#endif

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern IntPtr astride_last_error();

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern IntPtr astride_last_error_code();

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_bytes_data(Bytes bytes, out IntPtr data, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_bytes_free(IntPtr bytes);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_crowd_new(Grid grid, Mover mover, uint mode, out IntPtr crowd);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_crowd_free(IntPtr crowd);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_crowd_follow(Crowd crowd, Grid grid, Mover mover);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_crowd_spawn(
            Crowd crowd, Point point, double radius, double speed, out uint unit);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_crowd_spawn_near(
            Crowd crowd, Point point, uint count, double radius, double speed, out uint first);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_crowd_teleport(Crowd crowd, uint unit, Point point);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_crowd_remove(Crowd crowd, uint unit);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_crowd_order(Crowd crowd, int[] units, UIntPtr count, Point point);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_crowd_order_formation(
            Crowd crowd, int[] units, UIntPtr count, Point point, uint formation, double spacing, Point facing);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_crowd_advance(Crowd crowd, double seconds);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_crowd_count(Crowd crowd, out UIntPtr count, out UIntPtr arrived);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_crowd_positions(Crowd crowd, [Out] Point[] positions, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_crowd_velocities(Crowd crowd, [Out] Point[] velocities, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_crowd_arrived(Crowd crowd, [Out] byte[] arrived, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_crowd_digest(Crowd crowd, out ulong digest);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_edit_new(out IntPtr edit);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_edit_clear(Edit edit);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_edit_set(Edit edit, Cell cell, uint terrainClass);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_edit_fill(Edit edit, CellRect rect, uint terrainClass);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_edit_wall(Edit edit, Cell cell, uint direction, uint standing);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_edit_fence(Edit edit, Cell cell, uint direction, uint fenceClass);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_edit_fence_step(Edit edit, Cell cell, uint direction, uint fenceClass);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_edit_step(Edit edit, Cell cell, uint direction, uint allowed);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_edit_link(Edit edit, Cell from, Cell to, uint ticks);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_edit_unlink(Edit edit, Cell from, Cell to);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_edit_free(IntPtr edit);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_field_new(out IntPtr field);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_field_compute(
            Field field, Grid grid, Mover mover, Cell[] cells, UIntPtr count, uint way, ulong mostExpansions,
            ulong mostMicros);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_field_cost(IntPtr field, Cell cell, out ulong cost);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_field_costs(Field field, ulong[] costs, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_field_next(Field field, Grid grid, Cell cell, out Cell next);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_field_path(IntPtr field, IntPtr grid, Cell cell, IntPtr path);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_field_free(IntPtr field);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_find_path_by(
            IntPtr grid, IntPtr mover, Cell start, Cell goal, ref FindOptions options, IntPtr scratch, IntPtr path);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_scratch_new(out IntPtr scratch);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_scratch_free(IntPtr scratch);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_grid_new(uint width, uint height, uint terrainClass, out IntPtr grid);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_grid_from_classes(
            uint width, uint height, byte[] classes, UIntPtr count, out IntPtr grid);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_grid_from_text(
            byte[] text, out Cell start, out Cell goal, out IntPtr grid);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_grid_from_map(byte[] data, UIntPtr count, out IntPtr grid);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_grid_to_map(Grid grid, out IntPtr bytes);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_grid_size(Grid grid, out uint width, out uint height);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_grid_class(IntPtr grid, Cell cell, out byte terrainClass);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_grid_classes(Grid grid, byte[] classes, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_grid_revision(Grid grid, out ulong revision);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_grid_apply(Grid grid, Edit edit, out ulong revision);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_grid_copy(Grid grid, out IntPtr copy);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_grid_free(IntPtr grid);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_index_build(Grid grid, Mover mover, uint kind, out IntPtr index);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_index_update(PathIndex index, Grid grid, Mover mover);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_index_find(
            IntPtr index, IntPtr grid, Cell start, Cell goal, ulong mostExpansions, IntPtr scratch, IntPtr path);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_index_cost(
            IntPtr index, IntPtr grid, Cell start, Cell goal, IntPtr scratch, out ulong cost);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_index_save(PathIndex index, out IntPtr bytes);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_index_load(
            byte[] data, UIntPtr count, Grid grid, Mover mover, out IntPtr index);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_index_free(IntPtr index);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_mover_walker(out IntPtr mover);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_mover_new(out IntPtr mover);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_mover_class(Mover mover, uint terrainClass, uint factor, uint media);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_mover_neighbours(Mover mover, uint neighbours);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_mover_corners(Mover mover, uint corners);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_mover_scale(Mover mover, uint straight, uint diagonal);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_mover_crosses(Mover mover, uint fenceClass, uint ticks);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_mover_stopped_by(Mover mover, uint fenceClass);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_mover_free(IntPtr mover);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_new(
            Grid grid, Mover mover, ref NavigatorOptions options, out IntPtr navigator);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_free(IntPtr navigator);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_add_mover(
            Navigator navigator, Mover mover, uint side, out uint number);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_apply(Navigator navigator, Edit edit, out ulong revision);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_revision(Navigator navigator, out ulong revision);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_class(IntPtr navigator, Cell cell, out byte terrainClass);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_grid(Navigator navigator, out IntPtr grid);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_keep(Navigator navigator, uint mover, uint index, uint keep);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_maintain(
            Navigator navigator, ulong cells, ref Maintained maintained);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_save(Navigator navigator, out IntPtr bytes);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_load(byte[] data, UIntPtr count, out IntPtr navigator);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_pending(Navigator navigator, out IntPtr build);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_build_run(Build build);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_adopt(Navigator navigator, Build build);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_adopt_saved(
            Navigator navigator, uint mover, byte[] data, UIntPtr count, out uint taken);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_build_free(IntPtr build);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_add_faction(
            Navigator navigator, uint assumed, out uint number);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_reveal(
            Navigator navigator, uint faction, CellRect rect, out uint known);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_reveal_around(
            Navigator navigator, uint faction, Cell eye, uint radius, byte[] opaque, UIntPtr count, out uint known);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_remember(Navigator navigator, uint faction, CellRect rect);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_add_overlay(Navigator navigator, out uint number);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_overlay_fill(
            Navigator navigator, uint overlay, CellRect rect, uint ticks);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_add_places(Navigator navigator, out uint number);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_set_places(
            IntPtr navigator, uint set, IntPtr cells, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_reach(
            IntPtr navigator, ref Ask ask, ulong mostCost, ulong mostExpansions, IntPtr reach);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_would_part(
            Navigator navigator, Edit edit, Ask[] asks, UIntPtr count, [Out] byte[] parted);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_find_if(
            IntPtr navigator, IntPtr edit, ref Ask ask, ulong mostExpansions, IntPtr path);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_explain(
            IntPtr navigator, ref Ask ask, IntPtr after, ulong mostExpansions, IntPtr opening, IntPtr way);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_find(
            IntPtr navigator, ref Ask ask, ulong mostExpansions, IntPtr path);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_cost(IntPtr navigator, ref Ask ask, out ulong cost);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_costs(
            Navigator navigator, Ask[] asks, UIntPtr count, ulong[] costs);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_snap(
            Navigator navigator, uint mover, Cell cell, uint radius, IntPtr reachedFrom, out Cell nearest);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_submit(
            Navigator navigator, ref Ask ask, ref RequestOptions options, out ulong ticket);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_work(
            Navigator navigator, ulong mostExpansions, ulong mostMicros, ref Work work);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_take(Navigator navigator, ref Delivery delivery, Path path);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_cancel(Navigator navigator, ulong ticket);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_standing(
            IntPtr navigator, ref Ask ask, IntPtr path, out uint standing, out ulong cost, out ulong step);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_navigator_snapshot(Navigator navigator, out IntPtr snapshot);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_snapshot_find(
            IntPtr snapshot, ref Ask ask, ulong mostExpansions, IntPtr scratch, IntPtr path);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_snapshot_reach(
            IntPtr snapshot, ref Ask ask, ulong mostCost, ulong mostExpansions, IntPtr scratch, IntPtr reach);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_snapshot_revision(Snapshot snapshot, out ulong revision);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_snapshot_free(IntPtr snapshot);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_path_new(out IntPtr path);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_path_copy(
            IntPtr path, [Out] Cell[] cells, UIntPtr count, out UIntPtr total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_path_smooth(
            IntPtr path, IntPtr grid, IntPtr mover, ref SmoothOptions options, ref Smoothed smoothed);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_path_copy_points(
            IntPtr path, [Out] Point[] points, UIntPtr count, out UIntPtr total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_path_cost(IntPtr path, out ulong cost);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_path_info(IntPtr path, ref PathInfo info);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_path_free(IntPtr path);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_reach_new(out IntPtr reach);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_reach_copy(
            Reach reach, [Out] Reached[] cells, UIntPtr count, out UIntPtr total);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_reach_cost(IntPtr reach, Cell cell, out ulong cost);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_reach_path(IntPtr reach, Cell cell, IntPtr path);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_reach_free(IntPtr reach);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_plan_new(out IntPtr plan);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_plan_free(IntPtr plan);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_plan_solve(
            Plan plan, Grid grid, Mover mover, Cell[] starts, Cell[] goals, UIntPtr count, ref PlanOptions options);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_plan_info(Plan plan, ref PlanInfo info);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_plan_stays(Plan plan, uint agent, out IntPtr stays, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_plan_at(Plan plan, uint timestep, [Out] Cell[] cells, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_plan_check(
            Plan plan, Grid grid, Mover mover, Cell[] starts, Cell[] goals, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_plan_write(Plan plan, out IntPtr bytes);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_plan_read(Plan plan, Grid grid, byte[] data, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_fleet_new(
            Grid grid, Mover mover, Robot[] robots, UIntPtr count, ref FleetOptions options, out IntPtr fleet);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_fleet_free(IntPtr fleet);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_fleet_add_task(Fleet fleet, Cell[] errands, UIntPtr count, out uint task);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_fleet_step(Fleet fleet, ulong mostExpansions, ulong mostMicros);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_fleet_robots(Fleet fleet, [Out] Robot[] robots, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_fleet_actions(Fleet fleet, [Out] RobotAction[] actions, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_fleet_goals(Fleet fleet, [Out] Cell[] goals, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_fleet_events(Fleet fleet, out IntPtr events, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_fleet_set_working(Fleet fleet, uint robot, uint works);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_fleet_set_open(Fleet fleet, Cell cell, uint open);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_fleet_info(Fleet fleet, ref FleetInfo info);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_fleet_digest(Fleet fleet, out ulong digest);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_world_open(byte[] data, UIntPtr count, out IntPtr world);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_world_read(uint shape, byte[] data, UIntPtr count, out IntPtr world);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_world_free(IntPtr world);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_world_save(World world, out IntPtr bytes);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_world_info(
            World world, out uint shape, out uint placeCount, out ulong revision);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_world_named(World world, byte[] name, ref Place place);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_world_class(World world, Place place, out byte terrainClass);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_world_set(World world, Place place, uint terrainClass, out ulong revision);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_world_link(
            World world, Place from, Place to, uint ticks, out ulong revision);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_world_unlink(World world, Place from, Place to, out ulong revision);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_world_find(
            World world, Mover mover, Place start, Place goal, ref FindOptions options, IntPtr scratch, Route route);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_world_find(
            World world, IntPtr mover, Place start, Place goal, ref FindOptions options, IntPtr scratch, Route route);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_route_new(out IntPtr route);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_route_free(IntPtr route);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_route_places(Route route, out IntPtr places, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status astride_route_info(Route route, ref PathInfo info);
    }
}
