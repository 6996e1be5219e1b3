"""tcod's pathfinder on a custom graph in whole ticks; see src/peers/child.rs.

A simple graph would let diagonals cut corners. Here each diagonal has a condition, so that the
rule is the one of the recorded rows and the answers are exact.
"""

from protocol import missing, serve

try:
    import numpy as np
    import tcod
    import tcod.path
except ImportError as error:
    missing(f"the Python package tcod is not installed ({error})")

STRAIGHT = 13860
DIAGONAL = 19601


def build(rows):
    free = np.array(rows, dtype=np.int8)
    graph = tcod.path.CustomGraph(free.shape)
    graph.add_edges(edge_map=[[0, STRAIGHT, 0], [STRAIGHT, 0, STRAIGHT], [0, STRAIGHT, 0]], cost=free)
    padded = np.pad(free, 1)
    height, width = free.shape
    conditions = []
    for dy in (-1, 1):
        for dx in (-1, 1):
            beside = padded[1 : 1 + height, 1 + dx : 1 + dx + width]
            above = padded[1 + dy : 1 + dy + height, 1 : 1 + width]
            condition = np.ascontiguousarray(beside & above)
            conditions.append(condition)
            graph.add_edge((dy, dx), DIAGONAL, cost=free, condition=condition)
    graph.set_heuristic(cardinal=STRAIGHT, diagonal=DIAGONAL)
    finder = tcod.path.Pathfinder(graph)
    # The distances and the traversal (two numbers) are of the finder.
    size = free.nbytes + sum(part.nbytes for part in conditions) + 12 * free.size

    def find(start, goal):
        finder.add_root(start)
        path = finder.path_to(goal)
        # It always gives at least the goal.
        return path if tuple(path[0]) == start else None

    return size, finder.clear, find


serve(tcod.__version__, build)
