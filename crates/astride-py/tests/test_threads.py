"""Threads of Python: questions run at once, go on while others edit, and see whole maps."""

import threading
import time

import astride
import numpy as np
import pytest


@pytest.mark.parametrize(
    "work",
    [
        lambda: astride.Grid(1500, 1500).distances([(0, 0)]),
        lambda: astride.Fleet(astride.Grid(9, 9), [(0, 0)]).step(most_seconds=0.1),
    ],
)
def test_others_work_while_a_question_is_answered(work):
    done, turns = threading.Event(), 0

    def ask():
        work()
        done.set()

    thread = threading.Thread(target=ask)
    thread.start()
    while not done.is_set():
        turns += 1
        time.sleep(0.0005)
    thread.join()
    # If the interpreter was held there would be a turn before and one after.
    assert turns > 5


def test_questions_go_on_while_others_edit():
    grid = astride.Grid(60, 40)
    navigator = astride.Navigator(grid)
    failed, stop = [], threading.Event()
    whole = {50.0, float("inf")}

    def ask(asked):
        try:
            while not stop.is_set():
                assert asked.find_path((5, 5), (55, 5)).cost in whole
        except BaseException as error:  # what a thread raises is seen by nobody else
            failed.append(error)

    readers = [threading.Thread(target=ask, args=(who,)) for who in (grid, navigator) for _ in "ab"]
    for thread in readers:
        thread.start()
    for at in range(300):
        for changed in (grid, navigator):
            changed.fill((30, 0, 1, 40), at % 2)
    stop.set()
    for thread in readers:
        thread.join()
    assert not failed


def test_one_index_serves_all_threads():
    rng = np.random.default_rng(1)
    grid = astride.Grid.from_array(rng.random((80, 80)) < 0.8)
    index = grid.index("jps")
    cells = rng.integers(0, 80, (200, 2, 2))
    expected = [index.cost(a, b) for a, b in cells]
    found = [None] * 4

    def ask(at):
        found[at] = [index.cost(a, b) for a, b in cells]

    threads = [threading.Thread(target=ask, args=(at,)) for at in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4
