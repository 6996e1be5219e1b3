"""Astride finds paths: on grids made of numpy arrays, on graphs, for one unit or a crowd.

The shortest way in::

    import astride
    import numpy as np

    free = np.ones((20, 30), bool)
    free[3:, 12] = False
    path = astride.find_path(free, (2, 10), (25, 12))
    print(path.cost, path.cells)

A cell is ``(x, y)``, column and row, from the top left; an array has it at ``array[y, x]``, and
``array[path.rows, path.columns]`` are the cells of a path.

What there is, from the simplest to the most:

- :func:`find_path`: an array, a start, a goal.
- :class:`Grid`: a map that is kept; one path, many paths, distances, ranges, pictures.
- :class:`Mover`: how a body moves: terrain, corners, neighbours, scale.
- :class:`Index`: what ``grid.index()`` builds, to answer in microseconds.
- :class:`Navigator`: a map that is edited while questions are asked, with movers of several
  sizes, knowledge, danger, and requests within budgets.
- :func:`plan`, :class:`Fleet` and :class:`Crowd`: many units at once.
- :class:`Graph`: places and arcs.
- :mod:`astride.compat`: the functions of tcod, networkx and scikit-image, answered by Astride.
- :mod:`astride.scale`: millions of questions in shards, on threads, processes or Dask.

Costs are whole ticks inside, 13860 to a straight step, and are reported in straight steps as floats;
the same question gives the same answer on every machine and any number of threads.
"""

from . import compat as compat, errors as errors
from ._astride import (
    METHODS as METHODS,
    VERSION as __version__,
    Crowd as Crowd,
    Delivery as Delivery,
    Edit as Edit,
    Explanation as Explanation,
    Field as Field,
    Fleet as Fleet,
    Graph as Graph,
    Grid as Grid,
    Index as Index,
    Mover as Mover,
    Navigator as Navigator,
    Path as Path,
    Paths as Paths,
    Picture as Picture,
    Plan as Plan,
    Range as Range,
    Work as Work,
    plan as plan,
    plan_fault as plan_fault,
)
from .errors import Error as Error


def find_path(costs, start, goal, *, mover=None):
    """Finds a cheapest path over an array: truth values, where True is free, or whole numbers from
    0, which is blocked, to 255.

    ``start`` and ``goal`` are ``(x, y)``. Keep a :class:`Grid` to ask more than once.

    >>> find_path([[1, 0, 1], [1, 1, 1]], (0, 0), (2, 0)).cells.tolist()
    [[0, 0], [0, 1], [1, 1], [2, 1], [2, 0]]
    """
    return Grid.from_array(costs).find_path(start, goal, mover=mover)
