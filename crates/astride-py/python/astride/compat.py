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

# Arcs are rounded down to whole ticks, fewer than 2 to this power; an arc of a graph may have twice as
# many.
_MOST = 30
# A path is taken for a cheapest one if it is proved to cost at most this part more. Of whole costs that
# add up to less than the reciprocal of the second, that proves that none is cheaper.
_PART, _PART_OF_WHOLE = 2.0**-40, 2.0**-53


def _cheapest(count, starts, goals, costs, source, target):
    """The places of a cheapest path from source to target over arcs with float costs from 0 on, or
    None; what it costs is within ``_PART`` of the least, as far as floats can tell, and the least if
    all costs are whole and floats hold their sum.

    Costs in ticks that are rounded down give a path and a least cost of any path. Where the two differ by
    too much, what is left of each arc beside the difference of the distances of its ends is searched in
    the same way, in finer ticks: no cheapest path has an arc with more left than the difference was
    (scaling, as of Gabow, 1985).
    """
    part = _PART if np.modf(costs)[0].any() else _PART_OF_WHOLE
    left, gap = costs, math.inf
    while True:
        shift = _MOST - math.frexp(left.max(initial=0.0))[1]
        ticks = np.floor(np.ldexp(left, shift)).astype(np.int64)
        graph = _astride.Graph(count, starts, goals, ticks)
        found = graph.find_path(source, target)
        if found is None:
            return None
        walk, least = found
        total = _walked(walk, count, starts, goals, costs)
        before, gap = gap, _walked(walk, count, starts, goals, left) - math.ldexp(least, -shift)
        # Each round halves it many times over, until only the rounding of floats is left.
        if gap <= total * part or not gap < before / 2:
            return walk
        reached = graph.costs_from(source)
        explained = np.ldexp((reached[goals] - reached[starts]).astype(float), -shift)
        left = np.maximum(left - explained, 0.0)
        # Rounding may have made it a little less than what is left of the path.
        keep = (reached[starts] >= 0) & (left <= 2 * gap)
        starts, goals, costs, left = starts[keep], goals[keep], costs[keep], left[keep]


def _walked(walk, count, starts, goals, costs):
    """What the cheapest arcs between the places of a walk cost."""
    after = np.full(count, -1)
    after[walk[:-1]] = walk[1:]
    on = after[starts] == goals
    least = np.full(count, np.inf)
    np.minimum.at(least, starts[on], costs[on])
    return float(least[walk[:-1]].sum())


def _check_mask(given, what):
    if np.ma.is_masked(given):
        raise BadArray(f"some {what} are masked, expected none: fill them first")


def _check_number(cost):
    array = np.asarray(cost)
    _check_mask(cost, "costs")
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

    They are written into ``out``, or into an array of their own. ``out`` is an array of whole numbers that
    holds every number of the type of ``distance``.
    """
    _check_mask(distance, "distances")
    distance = np.asarray(distance)
    if distance.dtype.kind not in "iu":
        raise BadArray(f"distances are an array of {distance.dtype}, expected whole numbers")
    out = np.empty_like(distance) if out is None else out
    if not isinstance(out, np.ndarray):
        raise BadArray(f"out is {out!r:.60}, expected an array")
    # A cast of an int64 to a float counts as safe, and rounds it.
    if out.dtype.kind not in "iu" or not np.can_cast(distance.dtype, out.dtype):
        raise BadArray(
            f"out is an array of {out.dtype}, expected whole numbers that hold every {distance.dtype}"
        )
    shapes = [np.shape(array) for array in (distance, cost, out)]
    if len(set(shapes)) > 1:
        raise BadArray(f"distance, cost and out are of the shapes {shapes}, expected all the same")
    grid, mover = _tcod(cost, cardinal, diagonal)
    none = np.iinfo(distance.dtype).max
    rows, columns = np.nonzero(distance != none)
    begin = np.unique(distance[rows, columns])
    if len(begin) > 1:
        raise BadArgument(f"the starts have {len(begin)} different distances, expected all the same")
    out[...] = distance
    if len(begin) == 1:
        starts = np.stack([columns, rows], axis=1)
        ticks = grid.field(starts, mover=mover, way="from").ticks
        reached = ticks < np.iinfo(np.uint64).max
        # As theirs, no distance is larger than the largest number; the sum of two small ones may wrap
        # round on its way to what fits.
        most = np.uint64(int(none) - int(begin[0]))
        out[reached] = np.minimum(ticks[reached], most).astype(distance.dtype) + begin[0]
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
    """The cost of each arc by its ends, as the graph has it and as a float; hidden arcs are left out."""
    costs = {}
    for start, neighbours in graph.adjacency():
        for goal, data in neighbours.items():
            if callable(weight):
                parallel = [weight(start, goal, data)]
            else:
                arcs = data.values() if graph.is_multigraph() else [data]
                parallel = [arc.get(weight, 1) for arc in arcs]
            # Numbers of numpy would be added up in their own type, and a byte ends at 255.
            parallel = [cost.item() if isinstance(cost, np.generic) else cost for cost in parallel]
            parallel = [cost for cost in parallel if cost is not None]  # a hidden arc
            # Each by itself, since of two numbers min leaves out a nan that is the second.
            for number in map(_float, parallel):
                if not 0 <= number < 2.0**1000:
                    raise BadArgument(
                        f"the arc {start!r} to {goal!r} costs {number}, expected 0 or more, below 2^1000"
                    )
            if parallel:
                cost = min(parallel)
                costs[start, goal] = cost, _float(cost)
    return costs


def _float(cost):
    """A number of any type as a float; it is infinite where it is too large, and a text is none."""
    try:
        return math.ldexp(cost, 0)
    except (OverflowError, ValueError):  # a large int, a signaling nan of `decimal`
        return math.inf


def _no_path(graph, source, target):
    try:
        from networkx import NetworkXNoPath, NodeNotFound
    except ImportError:  # a graph of another library
        return LookupError(f"there is no path from {source!r} to {target!r}")
    if source not in graph or target not in graph:
        return NodeNotFound(f"Either source {source} or target {target} is not in G")
    return NetworkXNoPath(f"Node {target} not reachable from {source}")


def _networkx_walk(graph, source, target, weight):
    """The nodes of a cheapest path, and what its arcs cost."""
    if source not in graph or target not in graph:
        raise _no_path(graph, source, target)
    nodes = list(graph)
    number = {node: at for at, node in enumerate(nodes)}
    costs = _networkx(graph, weight)
    starts, goals = (np.array([number[ends[at]] for ends in costs], int) for at in (0, 1))
    floats = np.array([number for _, number in costs.values()], float)
    walk = _cheapest(len(nodes), starts, goals, floats, number[source], number[target])
    if walk is None:
        raise _no_path(graph, source, target)
    path = [nodes[place] for place in walk]
    return path, [costs[ends][0] for ends in zip(path, path[1:])]


def astar_path(G, source, target, heuristic=None, weight="weight"):
    """A cheapest path, as ``networkx.astar_path``; raises ``NetworkXNoPath`` if there is none.

    The heuristic is not called, since the path is a cheapest one without it. No other path costs less by
    more than a relative 10^-12; where all weights are whole and those of the path add up to less than
    2^53, none costs less at all. The graph is read again by every call: make an :class:`astride.Graph` to
    ask more than once. There is no ``cutoff``; weights that are negative, infinite or not a number are
    refused.
    """
    return _networkx_walk(G, source, target, weight)[0]


def astar_path_length(G, source, target, heuristic=None, weight="weight"):
    """What :func:`astar_path` costs, as ``networkx.astar_path_length``: the sum of its weights."""
    return sum(_networkx_walk(G, source, target, weight)[1])


# --- scikit-image ----------------------------------------------------------------------------------


def route_through_array(array, start, end, fully_connected=True, geometric=True):
    """A cheapest path over costs that need not be whole, as ``skimage.graph.route_through_array``:
    a list of ``(row, column)`` and what it costs.

    With ``geometric`` a step costs the mean of its two cells times its length, else what the cell
    that is entered costs, and the start its own. Negative and infinite cells are blocked, also at the
    start, where the other takes negative ones; arrays of three and more dimensions and those that hold
    nan are refused.

    No other path costs less by more than a relative 10^-12; where the costs of all steps are whole and
    those of the path add up to less than 2^53, none costs less at all. The cost that is returned is that
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
    # Arcs are to be finite as well.
    free = (costs >= 0) & (costs < 2.0**1000)
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
    found = _cheapest(
        rows * columns, *map(np.concatenate, (starts, goals, arcs)), *(numbers[end] for end in ends)
    )
    if found is None:
        raise ValueError("no minimum-cost path was found to the specified end point")
    cells = np.stack(np.divmod(found, columns), axis=1)
    return [tuple(map(int, cell)) for cell in cells], _route_cost(costs, cells, geometric)


def _route_cost(costs, cells, geometric):
    along = costs[cells[:, 0], cells[:, 1]]
    if not geometric:
        return float(along.sum())
    steps = np.hypot(*np.diff(cells, axis=0).T)
    return float((steps * (along[:-1] + along[1:]) / 2).sum())
