"""What the tests share: maps of the repository, and references too simple to be wrong."""

import os
import pathlib

import numpy as np
import pytest
from hypothesis import settings
from scipy.sparse import csr_array

ROOT = pathlib.Path(__file__).resolve().parents[3]
IS_SLOW = os.environ.get("ASTRIDE_SLOW_TESTS") == "1"

# The same examples every time; the slow tests roll the dice and go far.
settings.register_profile("quick", deadline=None, database=None, derandomize=True, max_examples=100)
settings.register_profile("slow", deadline=None, database=None, print_blob=True, max_examples=3000)
settings.load_profile("slow" if IS_SLOW else "quick")


@pytest.fixture
def den():
    """A map of a game, as it lies in the repository."""
    return ROOT / "data/grid/dao/den011d.map"


def arcs_of(costs, corners="never", neighbours=8, scale=(13860, 19601)):
    """All steps over an array of costs, in ticks, one by one: the rule as it is written down."""
    rows, columns = costs.shape
    starts, goals, ticks = [], [], []
    for y in range(rows):
        for x in range(columns):
            for down in (-1, 0, 1):
                for right in (-1, 0, 1):
                    v, u = y + down, x + right
                    if (down, right) == (0, 0) or not (0 <= v < rows and 0 <= u < columns):
                        continue
                    if not (costs[y, x] and costs[v, u]):
                        continue
                    is_diagonal = down != 0 and right != 0
                    if is_diagonal:
                        beside = int(costs[y, u] > 0) + int(costs[v, x] > 0)
                        least = {"never": 2, "one free": 1, "always": 0}[corners]
                        if neighbours == 4 or beside < least:
                            continue
                    starts.append(y * columns + x)
                    goals.append(v * columns + u)
                    ticks.append(scale[is_diagonal] * int(costs[v, u]))
    size = rows * columns
    return csr_array((np.array(ticks, float), (starts, goals)), shape=(size, size))
