"""pyastar2d; see src/peers/child.rs.

The cost of a step is the weight of the cell it enters, so that a diagonal step costs as much as a
straight one; only with four neighbours does it compare. Blocked cells have infinite weight.
"""

from importlib.metadata import version

from protocol import missing, serve

try:
    import numpy as np
    import pyastar2d
except ImportError as error:
    missing(f"the Python package pyastar2d is not installed ({error})")


def build(rows):
    weights = np.where(np.array(rows, dtype=bool), 1, np.inf).astype(np.float32)

    def find(start, goal):
        return pyastar2d.astar_path(weights, start, goal, allow_diagonal=False)

    return weights.nbytes, lambda: None, find


serve(version("pyastar2d"), build)
