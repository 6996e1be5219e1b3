"""Answers against Dijkstra's search of scipy, over steps written down one by one."""

import pathlib
import sys

import astride
import numpy as np
import pytest
from conftest import arcs_of
from hypothesis import given, strategies as st
from hypothesis.extra import numpy as hnp
from scipy.sparse.csgraph import dijkstra

COSTS = hnp.arrays(
    np.uint8,
    hnp.array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=9),
    elements=st.sampled_from([0, 0, 1, 1, 1, 1, 2, 7, 255]),
)
RULES = st.tuples(
    st.sampled_from([8, 4]),
    st.sampled_from(["never", "one free", "always"]),
    st.sampled_from([(13860, 19601), (10, 14), (1, 1), (1, 5)]),
)
EXACT = ["astar", "dijkstra", "bidirectional", "ida-star"]


def cell_of(number, costs):
    return int(number % costs.shape[1]), int(number // costs.shape[1])


def walk_cost(path, arcs, costs):
    numbers = path.rows * costs.shape[1] + path.columns
    steps = [arcs[int(a), int(b)] for a, b in zip(numbers, numbers[1:])]
    assert all(steps), "a step that there is not"
    return sum(steps)


@given(COSTS, RULES, st.integers(0), st.integers(0), st.sampled_from(EXACT))
def test_paths_cost_what_the_reference_says(costs, rules, start, goal, method):
    neighbours, corners, scale = rules
    start, goal = start % costs.size, goal % costs.size
    arcs = arcs_of(costs, corners, neighbours, scale)
    free = costs.ravel()[start] and costs.ravel()[goal]
    expected = dijkstra(arcs, indices=start)[goal] if free else np.inf
    grid = astride.Grid.from_array(costs)
    mover = astride.Mover(neighbours=neighbours, corners=corners, scale=scale)
    path = grid.find_path(cell_of(start, costs), cell_of(goal, costs), mover=mover, method=method)
    assert bool(path) == np.isfinite(expected) and path.cost == expected / scale[0]
    if path:
        assert path.ticks == expected == walk_cost(path, arcs, costs)
        assert path[0] == cell_of(start, costs) and path[-1] == cell_of(goal, costs)
        assert path.is_optimal and path.why is None and path.status == "found"
    else:
        assert len(path) == 0 and path.ticks is None and path.why and path.status == "unreachable"
    batch = grid.paths([cell_of(start, costs)], [cell_of(goal, costs)], mover=mover)
    assert batch.costs[0] == path.cost
    navigator = astride.Navigator(grid, mover=mover)
    ends = cell_of(start, costs), cell_of(goal, costs)
    assert navigator.cost(*ends) == path.cost == navigator.find_path(*ends).cost


@given(COSTS, RULES, st.lists(st.integers(0), min_size=1, max_size=3))
def test_distances_are_those_of_the_reference(costs, rules, goals):
    neighbours, corners, scale = rules
    goals = sorted({goal % costs.size for goal in goals})
    arcs = arcs_of(costs, corners, neighbours, scale)
    grid = astride.Grid.from_array(costs)
    mover = astride.Mover(neighbours=neighbours, corners=corners, scale=scale)
    cells = [cell_of(goal, costs) for goal in goals]
    standing = [goal for goal in goals if costs.ravel()[goal]]
    for way, reference in [("to", arcs.T), ("from", arcs)]:
        expected = np.full(costs.size, np.inf)
        if standing:
            expected = dijkstra(reference.tocsr(), indices=standing).min(axis=0)
        expected = expected.reshape(costs.shape)
        field = grid.field(cells, mover=mover, way=way)
        assert field.is_complete
        assert np.array_equal(field.costs, expected / scale[0])
        reached = np.isfinite(expected)
        assert np.array_equal(field.ticks[reached], expected[reached].astype(np.uint64))
        assert np.array_equal(grid.distances(cells, mover=mover, way=way), field.costs)
        y, x = (int(side) for side in np.divmod(len(goals) * 7 % costs.size, costs.shape[1]))
        path = field.path_from((x, y))
        assert path.cost == field.costs[y, x]


@given(COSTS, st.integers(0), st.floats(0, 12))
def test_a_range_is_what_the_distances_say(costs, start, most):
    start = start % costs.size
    grid = astride.Grid.from_array(costs)
    cell = cell_of(start, costs)
    costs_to = grid.distances([cell], way="from")
    near = grid.range(cell, most)
    expected = np.argwhere(costs_to <= most)[:, ::-1]
    if costs.ravel()[start] == 0:
        expected = expected[:0]
    assert near.cells.tolist() == expected.tolist()
    for (x, y), cost in zip(near.cells.tolist(), near.costs):
        assert (x, y) in near and costs_to[y, x] == cost == near.path_to((x, y)).cost
    assert (99, 99) not in near


PLACES = st.lists(st.integers(0), max_size=6)


@given(COSTS, PLACES, PLACES, st.integers(0), st.integers(0), st.floats(0, 12), st.booleans())
def test_navigators_answer_around_units_and_to_several_goals(
    costs, units, others, start, goal, most, is_edited
):
    start, goal, *places = (place % costs.size for place in [start, goal, *units, *others])
    units, others = places[: len(units)], places[len(units) :]
    nav = astride.Navigator(astride.Grid.from_array(costs))
    around, or_to = nav.add_places(), nav.add_places()
    nav.set_places(around, [cell_of(unit, costs) for unit in units])
    nav.set_places(or_to, [cell_of(other, costs) for other in others])
    edit = astride.Edit().set(cell_of(goal, costs), 3) if is_edited else None
    edited = costs.copy()
    if is_edited:
        edited.flat[goal] = 3
    expected = []
    for walked in [costs, edited]:
        is_open = np.ones(costs.size)
        is_open[units] = 0  # also the start, since no distance depends on steps back to it
        arcs = arcs_of(walked).multiply(is_open).tocsr()
        arcs.eliminate_zeros()
        reached = dijkstra(arcs, indices=start) if walked.flat[start] else np.full(costs.size, np.inf)
        expected.append(reached / 13860)
    ends = cell_of(start, costs), cell_of(goal, costs)
    named = {"around": around, "or_to": or_to}
    path = nav.find_path(*ends, edit=edit, **named)
    assert path.cost == expected[1][[goal, *others]].min()
    assert not path or path[-1] in [cell_of(place, costs) for place in [goal, *others]]
    (one,) = nav.paths([ends[0]], [ends[1]], **named)
    assert nav.cost(*ends, **named) == one.cost == expected[0][[goal, *others]].min()
    near = nav.range(ends[0], most, around=around)
    reached = np.flatnonzero(expected[0] <= most)
    assert near.cells.tolist() == [list(cell_of(place, costs)) for place in reached]
    assert near.costs.tolist() == expected[0][reached].tolist()
    assert near.ticks.tolist() == (13860 * expected[0][reached]).round().tolist()


@pytest.mark.parametrize("method", ["jps", "jump-table", "jump-boxes", "jump-landmarks", "labels", "auto"])
def test_indexes_answer_as_searches_do(method):
    rng = np.random.default_rng(7)
    grid = astride.Grid.from_array(rng.random((40, 60)) < 0.7)
    index = grid.index(method, questions=10**6)
    cells = rng.integers(0, (60, 40), (200, 2, 2))
    singles = [grid.find_path(a, b).cost for a, b in cells]
    assert [index.find_path(a, b).cost for a, b in cells] == singles
    assert [index.cost(a, b) for a, b in cells] == singles
    starts, goals = cells[:, 0], cells[:, 1]
    for threads in [None, 1, 3]:
        paths = index.paths(starts, goals, threads=threads)
        assert paths.costs.tolist() == singles == index.costs(starts, goals, threads=threads).tolist()
        assert [path.cost for path in paths] == singles and len(paths) == 200
        ticks = index.ticks(starts, goals, threads=threads)
        assert ticks.dtype == np.uint64 and np.array_equal(paths.ticks, ticks)
        known = [2**64 - 1 if path.ticks is None else path.ticks for path in paths]
        assert known == ticks.tolist()
        for at in (0, 57, 199):
            part = paths.cells[paths.offsets[at] : paths.offsets[at + 1]]
            assert np.array_equal(part, paths[at].cells) and len(part) == paths.counts[at]
    matrix = index.cost_matrix(starts[:9], goals[:7])
    assert matrix.shape == (9, 7)
    assert matrix[3, 5] == grid.find_path(starts[3], goals[5]).cost


def test_baked_labels_open_on_their_map_alone(tmp_path):
    rng = np.random.default_rng(3)
    grid = astride.Grid.from_array(rng.random((30, 30)) < 0.8)
    file = tmp_path / "map.labels"
    file.write_bytes(grid.bake())
    index = grid.open(file)
    assert index.method == "labels" and index.bytes > 0
    assert index.cost((0, 0), (29, 29)) == grid.find_path((0, 0), (29, 29)).cost
    assert grid.open(file.read_bytes()).method == "labels"
    mapped = grid.open(file, mapped=True)
    if sys.platform == "linux":
        assert str(file) in pathlib.Path("/proc/self/maps").read_text()
    assert mapped.cost((0, 0), (29, 29)) == index.cost((0, 0), (29, 29))
    grid.set((5, 5), 3)
    with pytest.raises(astride.errors.Stale):
        index.cost((0, 0), (29, 29))
    with pytest.raises(astride.errors.BadData, match="index|labels|map"):
        grid.open(file)


def test_an_index_follows_edits():
    grid = astride.Grid(30, 20)
    index = grid.index("jps")
    grid.fill((10, 0, 1, 20), 0)
    with pytest.raises(astride.errors.Stale):
        index.find_path((0, 0), (20, 0))
    index.follow()
    assert not index.find_path((0, 0), (20, 0))


def test_methods_without_a_promise_say_so():
    grid = astride.Grid(30, 20)
    greedy = grid.find_path((0, 0), (20, 10), method="greedy")
    assert greedy and not greedy.is_optimal and "not optimal" in greedy.promise
    weighted = grid.find_path((0, 0), (20, 10), method="weighted:1.5")
    assert "1.5" in weighted.promise
    assert set(EXACT) <= set(astride.METHODS) and "labels" in astride.METHODS


def test_limits_end_a_search():
    grid = astride.Grid(300, 200)
    grid.fill((150, 0, 1, 200), 0)
    path = grid.find_path((0, 0), (200, 0), most_expansions=100)
    assert path.status == "out of budget" and not path and path.expanded <= 100
    assert grid.find_path((0, 0), (200, 0), most_seconds=0.0).status == "out of budget"
    near = grid.find_path((0, 0), (200, 0), or_nearest=True)
    assert not near and near.is_nearest and near[-1] == (149, 0)
    assert grid.find_path((0, 0), (100, 0), most_cost=99.9).status == "unreachable"
    for most in (100, 1e300, float("inf")):
        assert grid.find_path((0, 0), (100, 0), most_cost=most)
    assert len(grid.range((0, 0), float("inf"))) == 150 * 200


def test_a_limit_that_is_the_cost_of_a_path_lets_it_pass():
    grid = astride.Grid(60, 40)
    for (y, x), cost in np.ndenumerate(grid.distances([(0, 0)])):
        assert grid.find_path((0, 0), (x, y), most_cost=cost), (x, y)
        assert cost == 0 or not grid.find_path((0, 0), (x, y), most_cost=np.nextafter(cost, 0))


def test_the_function_without_a_grid():
    costs = [[1, 0, 1], [1, 1, 1]]
    path = astride.find_path(costs, (0, 0), (2, 0))
    assert path.cells.tolist() == [[0, 0], [0, 1], [1, 1], [2, 1], [2, 0]]
    assert path.cells.dtype == np.int32 and path.cost == 4.0 == path.length
    assert np.asarray(path).tolist() == path.cells.tolist()
    assert list(path) == [tuple(cell) for cell in path.cells.tolist()]
    with pytest.raises(IndexError):
        path[5]


def test_terrain_by_a_dictionary():
    grid = astride.Grid.load("....\n.ff.\n....")
    assert grid.find_path((0, 1), (3, 1), mover=astride.Mover({"f": 1})).cost == 3
    # Straight through at 3 a step, or round at two diagonals and a step, both within the corners.
    assert grid.find_path((0, 1), (3, 1), mover=astride.Mover({"f": 3}, neighbours=4)).cost == 5
    assert grid.find_path((0, 1), (3, 1), mover=astride.Mover({ord("f"): (3, 1)})).cost < 5
