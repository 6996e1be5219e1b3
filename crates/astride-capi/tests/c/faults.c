/* A program with a fault of the requested kind, to test that a tool notices it.
 *
 *     faults leak|free|shift
 */
#include <astride.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    const char *fault = argc > 1 ? argv[1] : "";
    AstrideGrid *grid = NULL;
    AstridePath *path = NULL;
    const AstrideCell *cells = NULL;
    size_t count = 0;
    volatile int bits = 40;
    if (astride_grid_new(8, 8, '.', &grid) < 0 || astride_path_new(&path) < 0) return 1;
    if (astride_find_path(grid, NULL, (AstrideCell){0, 0}, (AstrideCell){7, 0}, path) < 0) return 1;
    if (astride_path_cells(path, &cells, &count) < 0 || count != 8) return 1;
    if (strcmp(fault, "leak") != 0) astride_grid_free(grid);
    grid = NULL;
    if (strcmp(fault, "shift") == 0) printf("%d\n", 1 << bits);
    astride_path_free(path);
    if (strcmp(fault, "free") == 0 && cells[1].x == 1) puts("one");
    puts("done");
    return 0;
}
