"""Functions in the manner of other libraries, answered by Astride.

======================  ====================================================================
 instead of              here
======================  ====================================================================
``tcod.path.AStar``      :class:`AStar`
``tcod.path.path2d``     :func:`path2d`
``tcod.path.dijkstra2d`` :func:`dijkstra2d`
``networkx``             :func:`astar_path`, :func:`astar_path_length`
``skimage.graph``        :func:`route_through_array`
======================  ====================================================================

Cells are in the order of the array here, ``(row, column)``, as those libraries have them. Paths
cost what theirs do, or less where theirs is not the cheapest; where several are cheapest, another of
them may come back.
"""

import math

import numpy as np

from . import _astride
from .errors import BadArgument, BadArray, OffMap

# The costliest arc has at most 2 to this power of ticks, half of what an arc of a graph may cost.
_MOST = 30


def _in_ticks(costs):
    """Whole ticks for costs, and how many of them a cost of 1 is: a power of two, with which the
    costliest arc has from 2^29 to 2^30. Costs that are whole numbers, halves or quarters stay exact as
    a rule; any other is rounded to the nearest tick."""
    most = float(costs.max(initial=0.0))
    # most < 2^exponent
    exponent = math.frexp(most)[1]
    unit = 2.0 ** min(_MOST - exponent, 1000)
    return np.rint(costs * unit).astype(np.int64), unit


def _check_number(cost):
    array = np.asarray(cost)
    if array.ndim != 2:
        raise BadArray(f"costs are an array of shape {array.shape}, expected 2 dimensions")
    if array.dtype.kind not in "buif":
        raise BadArray(f"costs are an array of {array.dtype}, expected numbers")
    if array.dtype.kind == "f" and np.isnan(array).any():
        row, column = np.argwhere(np.isnan(array))[0]
        raise BadArray(f"the cost at row {row}, column {column} is nan, expected a number")
    return array


# --- tcod ------------------------------------------------------------------------------------------


def _tcod(cost, straight, diagonal):
    array = _check_number(cost)
    if array.dtype.kind == "f":
        raise BadArray("costs are an array of floats, expected whole numbers as in tcod")
    if not diagonal:
        mover = _astride.Mover(neighbours=4, scale=(straight, straight))
    else:
        mover = _astride.Mover(corners="always", scale=(straight, diagonal))
    return _astride.Grid.from_array(array), mover


class AStar:
    """As ``tcod.path.AStar``: costs of an array, 0 is blocked, and ``diagonal`` times as much for a
    diagonal step, or none if it is 0. It is read in hundredths.

    >>> AStar(costs).get_path(0, 0, 9, 9)
    [(1, 1), ..., (9, 9)]
    """

    def __init__(self, cost, diagonal=1.41):
        self._grid, self._mover = _tcod(cost, 100, round(100 * diagonal))

    def get_path(self, start_i, start_j, goal_i, goal_j):
        """The cells from behind the start to the goal; an empty list if there is no path."""
        path = self._grid.find_path((start_j, start_i), (goal_j, goal_i), mover=self._mover)
        return [(y, x) for x, y in path][1:] if path else []


def dijkstra2d(distance, cost, cardinal, diagonal=None, *, out=None):
    """Distances from the cells that have one in ``distance`` (all the same) to every cell, as
    ``tcod.path.dijkstra2d``; the largest number of the array stays where there is none. ``cardinal`` is
    1 or more: there are straight steps in any case.

    They are written into ``out``, or into an array of their own.
    """
    distance = np.asarray(distance)
    none = np.iinfo(distance.dtype).max
    rows, columns = np.nonzero(distance != none)
    begin = np.unique(distance[rows, columns])
    if len(begin) > 1:
        raise BadArgument(f"the starts have {len(begin)} different distances, expected all the same")
    out = np.empty_like(distance) if out is None else out
    out[...] = distance
    if len(begin) == 1:
        grid, mover = _tcod(cost, cardinal, diagonal)
        starts = np.stack([columns, rows], axis=1)
        ticks = grid.field(starts, mover=mover, way="from").ticks
        reached = ticks < np.iinfo(np.uint64).max
        out[reached] = ticks[reached] + begin[0]
    return out


def path2d(cost, *, start_points, end_points, cardinal, diagonal=None):
    """The cells of a cheapest path from one of ``start_points`` to one of ``end_points``, both ends
    included, as an array with a row ``(row, column)`` for each; empty if there is none.

    As ``tcod.path.path2d``, but that cells with a cost of 0 are never stood on.
    """
    grid, mover = _tcod(cost, cardinal, diagonal)
    starts, ends = (
        np.asarray(points, int).reshape(-1, 2)[:, ::-1] for points in (start_points, end_points)
    )
    field = grid.field(ends, mover=mover)
    costs = field.costs
    costs = [costs[y, x] for x, y in starts]
    if not costs or not np.isfinite(min(costs)):
        return np.zeros((0, 2), np.int32)
    return field.path_from(starts[int(np.argmin(costs))]).cells[:, ::-1]


# --- networkx --------------------------------------------------------------------------------------


def _networkx(graph, weight):
    nodes = list(graph)
    number = {node: at for at, node in enumerate(nodes)}
    read = weight if callable(weight) else None
    starts, goals, costs = [], [], []
    for start, neighbours in graph.adjacency():
        for goal, data in neighbours.items():
            if read is not None:
                cost = read(start, goal, data)
            elif graph.is_multigraph():
                cost = min(arc.get(weight, 1) for arc in data.values())
            else:
                cost = data.get(weight, 1)
            if cost is None:  # a hidden arc
                continue
            if not cost >= 0 or cost == float("inf"):
                raise BadArgument(f"the arc {start!r} to {goal!r} costs {cost}, expected 0 or more")
            starts.append(number[start])
            goals.append(number[goal])
            costs.append(float(cost))
    ticks, unit = _in_ticks(np.asarray(costs, float))
    made = _astride.Graph(len(nodes), np.asarray(starts, int), np.asarray(goals, int), ticks)
    return made, nodes, number, unit


def _no_path(graph, source, target):
    try:
        from networkx import NetworkXNoPath, NodeNotFound
    except ImportError:  # a graph of another library
        return LookupError(f"there is no path from {source!r} to {target!r}")
    if source not in graph or target not in graph:
        return NodeNotFound(f"Either source {source} or target {target} is not in G")
    return NetworkXNoPath(f"Node {target} not reachable from {source}")


def _networkx_walk(graph, source, target, weight):
    if source not in graph or target not in graph:
        raise _no_path(graph, source, target)
    made, nodes, number, unit = _networkx(graph, weight)
    found = made.find_path(number[source], number[target])
    if found is None:
        raise _no_path(graph, source, target)
    places, ticks = found
    return [nodes[place] for place in places], ticks / unit


def astar_path(G, source, target, heuristic=None, weight="weight"):
    """A cheapest path, as ``networkx.astar_path``; raises ``NetworkXNoPath`` if there is none.

    The heuristic is not called, since the path is a cheapest one without it. The graph is read again by
    every call: make an :class:`astride.Graph` to ask more than once.
    """
    return _networkx_walk(G, source, target, weight)[0]


def astar_path_length(G, source, target, heuristic=None, weight="weight"):
    """What :func:`astar_path` costs, as ``networkx.astar_path_length``."""
    return _networkx_walk(G, source, target, weight)[1]


# --- scikit-image ----------------------------------------------------------------------------------


def route_through_array(array, start, end, fully_connected=True, geometric=True):
    """A cheapest path over costs that need not be whole, as ``skimage.graph.route_through_array``:
    a list of ``(row, column)`` and what it costs.

    With ``geometric`` a step costs the mean of its two cells times its length, else what the cell
    that is entered costs, and the start its own. Negative and infinite cells are blocked.

    Arcs are rounded to whole ticks, of which there are at least 2^29 to the costliest; so what comes
    back costs at most half a tick per step more than the cheapest, and the cost that is told is that
    of the path, added up in floats.
    """
    costs = _check_number(array).astype(float)
    rows, columns = costs.shape
    ends = []
    for what, (row, column) in (("start", start), ("end", end)):
        row, column = int(row), int(column)
        row, column = (row + rows if row < 0 else row), (column + columns if column < 0 else column)
        if not (0 <= row < rows and 0 <= column < columns):
            raise OffMap(f"the {what} ({row}, {column}) is off the array of {rows}x{columns}")
        ends.append((row, column))
    free = np.isfinite(costs) & (costs >= 0)
    if not (free[ends[0]] and free[ends[1]]):
        raise ValueError("no minimum-cost path was found to the specified end point")
    numbers = np.arange(rows * columns).reshape(rows, columns)
    ways = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    if fully_connected:
        ways += [(1, 1), (1, -1), (-1, -1), (-1, 1)]
    starts, goals, arcs = [], [], []
    for down, right in ways:
        here = np.s_[max(0, -down) : rows - max(0, down), max(0, -right) : columns - max(0, right)]
        there = np.s_[max(0, down) : rows + min(0, down), max(0, right) : columns + min(0, right)]
        both = free[here] & free[there]
        left, entered = costs[here][both], costs[there][both]
        arc = np.hypot(down, right) * (left + entered) / 2 if geometric else entered
        starts.append(numbers[here][both])
        goals.append(numbers[there][both])
        arcs.append(arc)
    ticks, _ = _in_ticks(np.concatenate(arcs))
    made = _astride.Graph(rows * columns, np.concatenate(starts), np.concatenate(goals), ticks)
    found = made.find_path(int(numbers[ends[0]]), int(numbers[ends[1]]))
    if found is None:
        raise ValueError("no minimum-cost path was found to the specified end point")
    cells = np.stack(np.divmod(found[0], columns), axis=1)
    return [tuple(map(int, cell)) for cell in cells], _route_cost(costs, cells, geometric)


def _route_cost(costs, cells, geometric):
    along = costs[cells[:, 0], cells[:, 1]]
    if not geometric:
        return float(along.sum())
    steps = np.hypot(*np.diff(cells, axis=0).T)
    return float((steps * (along[:-1] + along[1:]) / 2).sum())
