/* What a call costs, in nanoseconds: the least of many short batches. The same is measured in Rust by
 * overhead.rs.
 */
#define _POSIX_C_SOURCE 199309L
#include <astride.h>
#include <stdio.h>
#include <time.h>

enum { BATCHES = 2000, CALLS = 500 };

typedef struct {
    AstrideGrid *grid;
    AstrideScratch *scratch;
    AstrideIndex *index;
    AstridePath *path;
    uint64_t sum;
} Bench;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void ask_class(Bench *bench, uint32_t at) {
    AstrideCell cell;
    uint8_t class_ = 0;
    cell.x = at & 63, cell.y = 3;
    astride_grid_class(bench->grid, cell, &class_);
    bench->sum += class_;
}

static void ask_cost(Bench *bench, uint32_t at) {
    AstrideCell start, goal;
    uint64_t cost = 0;
    start.x = at & 7, start.y = 3, goal.x = 5, goal.y = 4;
    astride_index_cost(bench->index, bench->grid, start, goal, bench->scratch, &cost);
    bench->sum += cost;
}

static void ask_path(Bench *bench, uint32_t at) {
    AstrideCell start, goal;
    start.x = at & 7, start.y = 3, goal.x = 5, goal.y = 4;
    astride_index_find(bench->index, bench->grid, start, goal, 0, bench->scratch, bench->path);
}

static void measure(const char *name, void (*ask)(Bench *, uint32_t), Bench *bench) {
    double least = 1e9;
    int batch;
    for (batch = 0; batch < BATCHES; batch++) {
        double begin = now(), took;
        uint32_t at;
        for (at = 0; at < CALLS; at++) ask(bench, at);
        took = (now() - begin) / CALLS;
        if (took < least) least = took;
    }
    printf("%s %.1f ns\n", name, least);
}

int main(void) {
    Bench bench = {0};
    if (astride_grid_new(64, 64, '.', &bench.grid) || astride_scratch_new(&bench.scratch)) return 1;
    if (astride_index_build(bench.grid, NULL, ASTRIDE_INDEX_KIND_JUMP_POINTS, &bench.index)) return 1;
    if (astride_path_new(&bench.path)) return 1;
    measure("class", ask_class, &bench);
    measure("cost", ask_cost, &bench);
    measure("path", ask_path, &bench);
    astride_path_free(bench.path);
    astride_index_free(bench.index);
    astride_scratch_free(bench.scratch);
    astride_grid_free(bench.grid);
    return bench.sum == 0;
}
