/* Makes, uses and frees one of everything, again and again; memory must not grow. */
#include <astride.h>
#include <stdio.h>
#include <stdlib.h>

static void must(AstrideStatus status) {
    if (status < 0) {
        fprintf(stderr, "%s\n", astride_last_error());
        exit(1);
    }
}

static void once(void) {
    AstrideGrid *grid = NULL, *copy = NULL;
    AstrideMover *mover = NULL;
    AstrideEdit *edit = NULL;
    AstridePath *path = NULL;
    AstrideScratch *scratch = NULL;
    AstrideField *field = NULL;
    AstrideIndex *index = NULL, *loaded = NULL;
    AstrideBytes *bytes = NULL;
    AstrideNavigator *navigator = NULL;
    AstrideSnapshot *snapshot = NULL;
    AstrideBuild *build = NULL;
    AstridePlan *plan = NULL;
    AstrideFleet *fleet = NULL;
    AstrideWorld *world = NULL;
    AstrideRoute *route = NULL;
    AstrideReach *reach = NULL;
    AstridePlace here = {0, 0, 0}, there = {2, 1, 0};
    static const char hexagons[] = "hex pointy\n...\n...\n";
    AstrideRobot robot = {{0, 0}, ASTRIDE_DIR_E};
    AstridePlanOptions few = {sizeof few, 20, 0, 0, 0, ASTRIDE_PLAN_METHOD_LACAM, 0, 0, 0};
    AstrideCell start = {0, 0}, goal = {7, 5}, off = {99, 99};
    AstrideAsk ask = {sizeof ask, {0, 0}, {7, 5}, 0, 0, 0, 0, 0, 1, 1};
    const uint8_t *data;
    size_t count;
    uint64_t ticket;
    uint32_t places;
    const AstrideReached *reached;
    const AstridePoint *points;

    must(astride_grid_new(8, 6, '.', &grid));
    must(astride_mover_walker(&mover));
    must(astride_edit_new(&edit));
    must(astride_edit_set(edit, goal, '.'));
    must(astride_grid_apply(grid, edit, NULL));
    must(astride_path_new(&path));
    must(astride_scratch_new(&scratch));
    must(astride_find_path_by(grid, mover, start, goal, NULL, scratch, path));
    if (astride_find_path(grid, mover, start, off, path) != ASTRIDE_STATUS_OFF_MAP) exit(1);
    must(astride_field_new(&field));
    must(astride_field_compute(field, grid, mover, &goal, 1, ASTRIDE_WAY_TO_GOALS, 0, 0));
    must(astride_index_build(grid, mover, ASTRIDE_INDEX_KIND_LABELS, &index));
    must(astride_index_save(index, &bytes));
    must(astride_bytes_data(bytes, &data, &count));
    must(astride_index_load(data, count, grid, mover, &loaded));
    must(astride_index_find(loaded, grid, start, goal, 0, scratch, path));
    must(astride_navigator_new(grid, mover, NULL, &navigator));
    must(astride_navigator_keep(navigator, 0, ASTRIDE_KEEP_LABELS, 1));
    must(astride_navigator_pending(navigator, &build));
    must(astride_build_run(build));
    must(astride_navigator_adopt(navigator, build));
    must(astride_navigator_add_places(navigator, &places));
    must(astride_navigator_set_places(navigator, places, &goal, 1));
    must(astride_navigator_snapshot(navigator, &snapshot));
    must(astride_snapshot_find(snapshot, &ask, 0, scratch, path));
    must(astride_navigator_request(navigator, &ask, 0, 0, &ticket));
    must(astride_navigator_work(navigator, 0, 0, NULL));
    must(astride_navigator_would_part(navigator, edit, &ask, 1, NULL));
    must(astride_navigator_find_if(navigator, edit, &ask, 0, path));
    must(astride_path_smooth(path, grid, NULL, NULL, NULL));
    must(astride_path_points(path, &points, &count));
    must(astride_reach_new(&reach));
    must(astride_navigator_reach(navigator, &ask, 40000, 0, reach));
    must(astride_snapshot_reach(snapshot, &ask, 40000, 0, scratch, reach));
    must(astride_reach_cells(reach, &reached, &count));
    must(astride_reach_path(reach, reached[count - 1].cell, path));
    must(astride_navigator_grid(navigator, &copy));
    must(astride_world_read(ASTRIDE_SHAPE_HEXAGONS, (const uint8_t *)hexagons, sizeof hexagons - 1, &world));
    must(astride_route_new(&route));
    must(astride_world_find(world, NULL, here, there, NULL, scratch, route));
    must(astride_world_set(world, there, '#', NULL));
    must(astride_plan_new(&plan));
    must(astride_plan_solve(plan, grid, NULL, &start, &goal, 1, &few));
    must(astride_fleet_new(grid, NULL, &robot, 1, NULL, &fleet));
    must(astride_fleet_add_task(fleet, &goal, 1, NULL));
    must(astride_fleet_step(fleet, 10, 0));

    must(astride_reach_free(reach));
    must(astride_route_free(route));
    must(astride_world_free(world));
    must(astride_fleet_free(fleet));
    must(astride_plan_free(plan));
    must(astride_build_free(build));
    must(astride_snapshot_free(snapshot));
    must(astride_navigator_free(navigator));
    must(astride_bytes_free(bytes));
    must(astride_index_free(index));
    must(astride_index_free(loaded));
    must(astride_field_free(field));
    must(astride_scratch_free(scratch));
    must(astride_path_free(path));
    must(astride_edit_free(edit));
    must(astride_mover_free(mover));
    must(astride_grid_free(grid));
    must(astride_grid_free(copy));
}

/* Resident memory in pages; 0 where the system does not tell. */
static long resident(void) {
    long size = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL) return 0;
    if (fscanf(file, "%ld %ld", &size, &pages) != 2) pages = 0;
    fclose(file);
    return pages;
}

int main(int argc, char **argv) {
    long rounds = argc > 1 ? atol(argv[1]) : 10000, most = argc > 2 ? atol(argv[2]) : 64, i, before, grown;
    for (i = 0; i < rounds / 10; i++) once();
    before = resident();
    for (i = 0; i < rounds; i++) once();
    grown = resident() - before;
    /* One page per ten rounds would be 400 bytes per round; the allocator itself takes a little, and more
     * under a tool. */
    if (grown > most) {
        printf("%ld pages grown over %ld rounds\n", grown, rounds);
        return 1;
    }
    puts("no growth");
    return 0;
}
