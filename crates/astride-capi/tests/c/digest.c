/* Answers many questions about a map in every way there is, and prints a digest of all answers.
 *
 *     digest MAP QUERIES
 */
#include <astride.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t digest = 14695981039346656037u, state = 88172645463325252u;

static void note(uint64_t number) {
    digest = (digest ^ number) * 1099511628211u;
}

static uint32_t dice(uint32_t sides) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (uint32_t)((state >> 32) % sides);
}

static AstrideStatus must(AstrideStatus status) {
    if (status < 0) {
        fprintf(stderr, "%s\n", astride_last_error());
        exit(1);
    }
    return status;
}

static void note_path(AstrideStatus status, const AstridePath *path) {
    const AstrideCell *cells;
    AstridePathInfo info = {.struct_size = sizeof info};
    size_t count, i;
    must(astride_path_info(path, &info));
    must(astride_path_cells(path, &cells, &count));
    note((uint64_t)status);
    note(info.cost);
    for (i = 0; i < count; i++) note((uint64_t)cells[i].y << 32 | cells[i].x);
}

static uint8_t *read_all(const char *name, size_t *count) {
    FILE *file = fopen(name, "rb");
    uint8_t *data = NULL;
    long size;
    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0) exit(2);
    rewind(file);
    data = malloc((size_t)size);
    *count = fread(data, 1, (size_t)size, file);
    fclose(file);
    return data;
}

int main(int argc, char **argv) {
    AstrideGrid *grid;
    AstridePath *path;
    AstrideScratch *scratch;
    AstrideIndex *jumps, *labels;
    AstrideNavigator *navigator;
    AstrideMover *porter;
    AstrideEdit *edit;
    size_t size;
    uint8_t *file = read_all(argc > 1 ? argv[1] : "", &size);
    uint32_t width, height, number;
    long i, queries = argc > 2 ? atol(argv[2]) : 100;
    must(astride_grid_from_map(file, size, &grid));
    must(astride_grid_size(grid, &width, &height));
    must(astride_path_new(&path));
    must(astride_scratch_new(&scratch));
    must(astride_index_build(grid, NULL, ASTRIDE_INDEX_KIND_JUMP_POINTS, &jumps));
    must(astride_index_build(grid, NULL, ASTRIDE_INDEX_KIND_LABELS, &labels));
    must(astride_navigator_new(grid, NULL, NULL, &navigator));
    /* For the second mover a swamp costs three times as much as the ground. */
    must(astride_mover_new(&porter));
    must(astride_mover_class(porter, '.', 1, 0));
    must(astride_mover_class(porter, 'S', 3, 0));
    must(astride_navigator_add_mover(navigator, porter, 1, &number));
    must(astride_edit_new(&edit));
    must(astride_edit_fill(edit, (AstrideRect){width / 3, height / 3, width / 3, height / 3}, 'S'));
    must(astride_edit_fill(edit, (AstrideRect){width / 2, height / 4, 1, height / 2}, '@'));
    for (i = 0; i < queries; i++) {
        AstrideAsk ask = {.struct_size = sizeof ask};
        uint64_t cost;
        if (i == queries / 2) {
            must(astride_grid_apply(grid, edit, NULL));
            must(astride_navigator_apply(navigator, edit, NULL));
            must(astride_index_update(jumps, grid, NULL));
            astride_index_free(labels);
            must(astride_index_build(grid, NULL, ASTRIDE_INDEX_KIND_LABELS, &labels));
        }
        ask.start.x = dice(width), ask.start.y = dice(height), ask.goal.x = dice(width), ask.goal.y = dice(height);
        note_path(must(astride_navigator_find(navigator, &ask, 0, path)), path);
        note_path(must(astride_index_find(jumps, grid, ask.start, ask.goal, 0, scratch, path)), path);
        note_path(must(astride_index_find(labels, grid, ask.start, ask.goal, 0, scratch, path)), path);
        must(astride_navigator_cost(navigator, &ask, &cost));
        note(cost);
        ask.mover = number;
        note_path(must(astride_navigator_find(navigator, &ask, 0, path)), path);
        if (i % 50 == 0) note_path(must(astride_find_path(grid, NULL, ask.start, ask.goal, path)), path);
    }
    printf("%016llx\n", (unsigned long long)digest);
    astride_edit_free(edit);
    astride_mover_free(porter);
    astride_navigator_free(navigator);
    astride_index_free(labels);
    astride_index_free(jumps);
    astride_scratch_free(scratch);
    astride_path_free(path);
    astride_grid_free(grid);
    free(file);
    return 0;
}
