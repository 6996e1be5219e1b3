#include <astride.hpp>
#include <cstdio>

int main() {
    auto grid = astride::Grid::from_text(".......\n...#...\n...#...\n...#...\n.......\n");
    if (!grid) return std::puts(grid.error()), 1;
    astride::Path path;
    if (path.find(*grid, {1, 2}, {5, 2}) != ASTRIDE_STATUS_OK) return 1;
    for (AstrideCell cell : path.cells()) std::printf("(%u, %u) ", cell.x, cell.y);
    std::printf("%zu steps\n", path.steps());
}
