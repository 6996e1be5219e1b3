"""What it costs to call Astride from Python, as a table: least and median of many rounds.

    python crates/astride-py/benches/overhead.py [MAP]
"""

import pathlib
import platform
import statistics
import sys
import time

import astride
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[3]


def microseconds(call, calls, rounds=40):
    """Least and median time of a call, over rounds of this many calls."""
    taken = []
    for _ in range(rounds):
        begin = time.perf_counter()
        for _ in range(calls):
            call()
        taken.append((time.perf_counter() - begin) / calls * 1e6)
    return min(taken), statistics.median(taken)


def row(name, least, median):
    print(f"| {name} | {least:.3f} | {median:.3f} |")


def singles(grid, ends):
    index, labels = grid.index("jps"), grid.index("labels")
    navigator = astride.Navigator(grid)
    row("an empty function of Python", *microseconds(lambda: None, 10_000))
    path = grid.find_path(*ends)
    row("`len(path)`, which only crosses", *microseconds(lambda: len(path), 10_000))
    row("`grid.width`, behind a lock", *microseconds(lambda: grid.width, 10_000))
    row("`grid.class_at(cell)`", *microseconds(lambda: grid.class_at(ends[0]), 10_000))
    here = ends[0], ends[0]
    row("`index.cost`, nothing to search", *microseconds(lambda: index.cost(*here), 5_000))
    row("`index.find_path`, nothing to search", *microseconds(lambda: index.find_path(*here), 5_000))
    row("`navigator.cost`, nothing to search", *microseconds(lambda: navigator.cost(*here), 5_000))
    row("`index.find_path`, jump points", *microseconds(lambda: index.find_path(*ends), 200))
    row("`index.find_path`, labels", *microseconds(lambda: labels.find_path(*ends), 1_000))
    row("`path.cells`", *microseconds(lambda: path.cells, 2_000))


def batches(grid, count=5_000):
    """What crossing takes of a batch: a batch in which nothing is to be searched, beside one."""
    rng = np.random.default_rng(1)
    free = np.argwhere(np.isin(grid.classes, np.frombuffer(b".G", np.uint8)))[:, ::-1]
    starts, goals = (free[rng.integers(0, len(free), count)] for _ in "ab")
    for method in ("jps", "labels"):
        index = grid.index(method)
        ask = lambda a, b: microseconds(lambda: index.paths(a, b, threads=1), 1, rounds=9)
        nothing, asked = ask(starts, starts), ask(starts, goals)
        row(f"`paths` of {count} by {method}, each", *(time / count for time in asked))
        row("the same, start and goal alike, each", *(time / count for time in nothing))
        reading = microseconds(lambda: index.paths(starts[:0], goals[:0]), 1_000)
        row("`paths` of none", *reading)
    begin = time.perf_counter()
    for a, b in zip(starts.tolist(), goals.tolist()):
        index.find_path(a, b)
    each = (time.perf_counter() - begin) / count * 1e6
    row(f"{count} calls of `find_path` by labels, each", each, each)


def main():
    map_file = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "data/grid/dao/den011d.map"
    grid = astride.Grid.load(map_file)
    # From the first free cell to the farthest that can be reached.
    rows, columns = np.nonzero(np.isin(grid.classes, np.frombuffer(b".G", np.uint8)))
    first = int(columns[0]), int(rows[0])
    costs = grid.distances([first])
    rows, columns = np.nonzero(costs == costs[np.isfinite(costs)].max())
    print(f"Python {platform.python_version()}, numpy {np.__version__}, {map_file.name}\n")
    print("| microseconds | least | median |\n|---|--:|--:|")
    singles(grid, (first, (int(columns[0]), int(rows[0]))))
    batches(grid)
    array = np.ones((1024, 1024), bool)
    made = microseconds(lambda: astride.Grid.from_array(array), 1)
    row("`Grid.from_array` of 1024×1024 truth values", *made)
    row("the same in Fortran order", *microseconds(
        lambda made=np.asfortranarray(array): astride.Grid.from_array(made), 1
    ))
    row("the same as int64", *microseconds(
        lambda made=array.astype(int): astride.Grid.from_array(made), 1
    ))


if __name__ == "__main__":
    main()
