#include <astride.h>
#include <stdio.h>

int main(void) {
    AstrideGrid *grid = NULL;
    AstridePath *path = NULL;
    AstrideCell start, goal;
    size_t steps = 0;
    const char *map = ".......\n...#...\n.A.#.B.\n...#...\n.......\n";
    if (astride_grid_from_text(map, &start, &goal, &grid) || astride_path_new(&path)) return 1;
    if (astride_find_path(grid, NULL, start, goal, path) == ASTRIDE_STATUS_OK) astride_path_steps(path, &steps);
    printf("%zu steps\n", steps);
    astride_path_free(path), astride_grid_free(grid);
    return steps == 6 ? 0 : 1;
}
