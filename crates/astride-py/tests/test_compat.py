"""The helpers in the manner of other libraries, beside those libraries."""

import itertools
import math
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import astride
import numpy as np
import pytest
from astride import compat, errors
from conftest import IS_SLOW
from hypothesis import given, settings, strategies as st
from hypothesis.extra import numpy as hnp

SHAPES = hnp.array_shapes(min_dims=2, max_dims=2, min_side=2, max_side=8)
few = settings(max_examples=1000 if IS_SLOW else 30)


def tcod_cost(cost, cells, cardinal, diagonal):
    total = 0
    for (a, b), (c, d) in zip(cells, cells[1:]):
        assert max(abs(a - c), abs(b - d)) == 1 and cost[c, d] > 0
        total += int(cost[c, d]) * (diagonal if a != c and b != d else cardinal)
    return total


@few
@given(hnp.arrays(np.int8, SHAPES, elements=st.sampled_from([0, 1, 1, 2, 9])), st.integers(0))
def test_tcod(cost, seed):
    path = pytest.importorskip("tcod.path")
    free = np.argwhere(cost > 0)
    if len(free) < 2:
        return
    start, goal = (tuple(map(int, free[at % len(free)])) for at in (seed, seed // 7 + 1))
    theirs = path.path2d(
        cost, start_points=[start], end_points=[goal], cardinal=70, diagonal=99
    ).tolist()
    ours = compat.path2d(
        cost, start_points=[start], end_points=[goal], cardinal=70, diagonal=99
    ).tolist()
    assert bool(theirs) == bool(ours)
    if ours:
        assert tuple(ours[0]) == start and tuple(ours[-1]) == goal
        # Theirs guesses too high where costs differ, and is then not the cheapest.
        assert tcod_cost(cost, ours, 70, 99) <= tcod_cost(cost, theirs, 70, 99)
    for diagonal in (0, 1.41):
        theirs = path.AStar(cost, diagonal).get_path(*start, *goal)
        ours = compat.AStar(cost, diagonal).get_path(*start, *goal)
        assert bool(theirs) == bool(ours)
        if ours:
            a, b = (tcod_cost(cost, [start, *cells], 100, 141) for cells in (ours, theirs))
            assert a <= b
    for cardinal, diagonal in [(2, 3), (1, 0), (5, None)]:
        none = np.iinfo(np.int32).max
        distance = np.full(cost.shape, none, np.int32)
        distance[start] = 4
        theirs = path.dijkstra2d(distance, cost, cardinal, diagonal, out=np.empty_like(distance))
        ours = compat.dijkstra2d(distance, cost, cardinal, diagonal)
        assert np.array_equal(theirs, ours)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint16, np.int64, np.uint64])
@pytest.mark.parametrize("begin", [0, 3, -100])
def test_tcod_distances_stay_at_the_largest_number(kind, begin):
    path = pytest.importorskip("tcod.path")
    about = np.iinfo(kind)
    if begin < about.min:
        return
    distance = np.full((1, 700), about.max, kind)
    distance[0, 0] = begin
    ours = compat.dijkstra2d(distance, np.ones((1, 700), int), 100)
    expected = [min(begin + 100 * at, int(about.max)) for at in range(700)]
    assert ours[0].tolist() == expected and ours.dtype == kind
    # Theirs reaches nothing from numbers of 64 bits, or below 0.
    if begin >= 0 and about.bits < 64:
        theirs = path.dijkstra2d(distance, np.ones((1, 700), int), 100, None, out=None)
        assert np.array_equal(ours, theirs)


def test_tcod_beyond_what_is_taken():
    cost = np.ones((3, 3), int)
    assert compat.path2d(cost, start_points=[], end_points=[], cardinal=1).shape == (0, 2)
    distance = np.array([[0, 5, 9]], np.int32)
    with pytest.raises(errors.BadArgument, match="different distances"):
        compat.dijkstra2d(distance, np.ones((1, 3), int), 1)
    distance = np.full(cost.shape, np.iinfo(np.int32).max, np.int32)
    distance[0, 0] = 0
    for diagonal in (None, 3):
        with pytest.raises(errors.BadArgument, match="scale"):
            compat.dijkstra2d(distance, cost, 0, diagonal)
    with pytest.raises(errors.BadArray, match="distances are an array of float64"):
        compat.dijkstra2d(distance.astype(float), cost, 1)
    distance = np.full(cost.shape, 9, np.int32)
    with pytest.raises(errors.BadArray, match="distances are masked"):
        compat.dijkstra2d(np.ma.masked_equal(distance, 9), cost, 1)
    for kind in (np.int16, np.uint32, np.float32, np.float64):
        out = np.zeros_like(distance, kind)
        with pytest.raises(errors.BadArray, match="expected whole numbers that hold every int32"):
            compat.dijkstra2d(distance, cost, 1, out=out)
        assert not out.any()
    with pytest.raises(errors.BadArray, match="expected an array"):
        compat.dijkstra2d(distance, cost, 1, out=distance.tolist())
    out = np.zeros_like(distance, np.int64)
    assert compat.dijkstra2d(distance, cost, 1, out=out) is out and (out == 9).all()
    for other in [{"cost": np.ones((3, 4), int)}, {"out": np.ones((2, 3, 3), np.int32)}]:
        with pytest.raises(errors.BadArray, match="expected all the same"):
            compat.dijkstra2d(distance, **({"cost": cost, "cardinal": 1} | other))
    for shape in [(9,), (2, 3, 3)]:
        with pytest.raises(errors.BadArray, match="expected 2 dimensions"):
            compat.dijkstra2d(np.full(shape, 9, np.int32), np.ones(shape, int), 1)
    nowhere = np.full(cost.shape, np.iinfo(np.int32).max, np.int32)
    with pytest.raises(errors.BadArray, match="floats"):
        compat.dijkstra2d(nowhere, cost.astype(float), 1)
    with pytest.raises(errors.BadArray, match="masked"):
        compat.AStar(np.ma.masked_equal(cost, 1))
    with pytest.raises(errors.BadArray, match="floats"):
        compat.AStar(cost.astype(float))
    with pytest.raises(errors.BadArray, match="is nan"):
        compat.AStar(np.array([[np.nan, 1]]))
    with pytest.raises(errors.BadArgument, match="scale"):
        compat.AStar(cost, diagonal=0.5)


@few
@given(
    st.integers(2, 12),
    st.lists(
        st.tuples(st.integers(0, 11), st.integers(0, 11), st.sampled_from([0, 1, 0.25, 2.5, 1e6, 1 / 3]))
    ),
    st.booleans(),
)
def test_networkx(size, arcs, is_directed):
    nx = pytest.importorskip("networkx")
    graph = (nx.DiGraph if is_directed else nx.Graph)()
    graph.add_nodes_from(f"n{at}" for at in range(size))
    for a, b, cost in arcs:
        graph.add_edge(f"n{a % size}", f"n{b % size}", weight=cost)
    ends = "n0", f"n{size - 1}"
    try:
        expected = nx.dijkstra_path_length(graph, *ends)
    except nx.NetworkXNoPath:
        with pytest.raises(nx.NetworkXNoPath):
            compat.astar_path(graph, *ends)
        return
    path = compat.astar_path(graph, *ends)
    assert path[0] == ends[0] and path[-1] == ends[1]
    walked = sum(graph[a][b]["weight"] for a, b in zip(path, path[1:]))
    assert math.isclose(walked, expected, rel_tol=1e-12)
    assert compat.astar_path_length(graph, *ends) == walked


MAGNITUDES = st.floats(0, 2.0**990) | st.tuples(
    st.sampled_from([1, 3, 0.1, 1 / 3, 7.7]), st.integers(-300, 290)
).map(lambda made: made[0] * 10.0 ** made[1])


@few
@given(st.integers(2, 9), st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8), MAGNITUDES), max_size=40))
def test_networkx_weights_of_many_magnitudes(size, arcs):
    nx = pytest.importorskip("networkx")
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(range(size))
    graph.add_weighted_edges_from((a % size, b % size, cost) for a, b, cost in arcs)
    least = nx.single_source_dijkstra_path_length(graph, 0)
    for goal, expected in least.items():
        path = compat.astar_path(graph, 0, goal)
        steps = (min(arc["weight"] for arc in graph[a][b].values()) for a, b in zip(path, path[1:]))
        told = compat.astar_path_length(graph, 0, goal)
        assert told == sum(steps) and math.isclose(told, expected, rel_tol=2e-12)


def test_a_costly_arc_leaves_the_others_as_they_are():
    nx = pytest.importorskip("networkx")
    for costly in [1e10, 1e100, 10**30]:
        graph = nx.DiGraph()
        graph.add_weighted_edges_from([(0, 1, 1), (1, 2, 1), (0, 2, 3), (3, 4, costly), (2, 5, costly)])
        assert compat.astar_path(graph, 0, 2) == [0, 1, 2]
        length = compat.astar_path_length(graph, 0, 2)
        assert length == 2 and isinstance(length, int)
        assert math.isclose(compat.astar_path_length(graph, 0, 5), 2 + costly, rel_tol=1e-12)
    path, cost = compat.route_through_array([[1, 1, 1, 1e12], [1, 5, 1, 1]], (0, 0), (1, 3))
    assert path == [(0, 0), (0, 1), (0, 2), (1, 3)] and cost == 2 + math.sqrt(2)
    many = nx.path_graph(3000)
    many.add_edge(0, 2999, weight=2999.0000001)
    assert compat.astar_path_length(many, 0, 2999) == 2999
    many[0][2999]["weight"] = 2998.9999999
    assert compat.astar_path(many, 0, 2999) == [0, 2999]


@pytest.mark.parametrize("base", [1, 2**43, 2**49])
def test_whole_weights_that_floats_hold_have_no_cheaper_path(base):
    nx = pytest.importorskip("networkx")
    layers = [(0,), (1, 2, 3), (4, 5, 6), (7,)]
    ends = [arc for here, there in zip(layers, layers[1:]) for arc in itertools.product(here, there)]
    rng = np.random.default_rng(1)
    for _ in range(20):
        graph = nx.DiGraph([(8, 9, {"weight": 2**60})])
        more = rng.integers(0, 99, len(ends)).tolist()
        graph.add_weighted_edges_from((a, b, base + more) for (a, b), more in zip(ends, more))
        assert compat.astar_path_length(graph, 0, 7) == nx.dijkstra_path_length(graph, 0, 7)


def test_whole_weights_around_one_large_number():
    nx = pytest.importorskip("networkx")
    graph, c = nx.DiGraph(), 2**43
    graph.add_weighted_edges_from([(0, 1, c + 7), (0, 2, c + 6), (1, 3, c), (2, 3, c + 6)])
    assert compat.astar_path(graph, 0, 3) == [0, 1, 3]


def test_networkx_weights_of_other_types():
    nx = pytest.importorskip("networkx")
    graph = nx.DiGraph()
    for kind in [np.uint8, np.int16, np.float16, np.float32, np.float64, Fraction, Decimal, int, float]:
        graph.add_weighted_edges_from([(0, 1, kind(200)), (1, 2, kind(200)), (3, 4, kind(1))])
        assert compat.astar_path_length(graph, 0, 2) == 400, kind
    for wrong in [np.float32("nan"), np.float16("inf"), Decimal("NaN"), Decimal("sNaN"), Decimal(-1)]:
        graph[3][4]["weight"] = wrong
        with pytest.raises(errors.BadArgument, match="expected 0 or more"):
            compat.astar_path(graph, 0, 2)
    graph[3][4]["weight"] = "7"
    with pytest.raises(TypeError):
        compat.astar_path(graph, 0, 2)


def test_networkx_weights_and_refusals():
    nx = pytest.importorskip("networkx")
    graph = nx.MultiGraph([(0, 1, {"weight": 5}), (0, 1, {"weight": 2}), (1, 2, {})])
    assert compat.astar_path_length(graph, 0, 2) == 3 == nx.astar_path_length(graph, 0, 2)
    parallel = nx.MultiGraph([(0, 1, {"weight": 5}), (0, 1, {"weight": None})])
    assert compat.astar_path_length(parallel, 0, 1) == 5
    for wrong in (float("nan"), np.float32("nan"), float("inf")):
        for weights in ([wrong, 5], [5, wrong]):
            parallel = nx.MultiGraph([(0, 1, {"weight": weight}) for weight in weights])
            with pytest.raises(errors.BadArgument, match="expected 0 or more"):
                compat.astar_path(parallel, 0, 1)
    plain = nx.grid_2d_graph(4, 4)
    assert compat.astar_path_length(plain, (0, 0), (3, 3), heuristic=lambda a, b: 0) == 6
    hidden = compat.astar_path_length(plain, (0, 0), (0, 1), weight=lambda a, b, data: 3)
    assert hidden == 3
    with pytest.raises(nx.NodeNotFound):
        compat.astar_path(plain, (0, 0), (9, 9))
    for wrong in (-1, float("nan"), float("inf"), 10**400):
        plain[(0, 0)][(0, 1)]["weight"] = wrong
        with pytest.raises(errors.BadArgument, match="expected 0 or more"):
            compat.astar_path(plain, (0, 0), (3, 3))


@few
@given(
    hnp.arrays(np.float64, SHAPES, elements=st.sampled_from([-1, 0, 0.1, 1, 1.5, 7.25, 1000, np.inf])),
    st.booleans(),
    st.booleans(),
    st.integers(0),
)
def test_scikit_image(array, fully_connected, geometric, seed):
    graph = pytest.importorskip("skimage.graph")
    start, end = (tuple(map(int, np.unravel_index(at % array.size, array.shape))) for at in (seed, seed // 7))
    how = {"fully_connected": fully_connected, "geometric": geometric}
    try:
        if not (np.isfinite(array[start]) and array[start] >= 0):
            raise ValueError("there a path may begin, here it may not")
        _, theirs = graph.route_through_array(array, start, end, **how)
    except ValueError:
        with pytest.raises(ValueError):
            compat.route_through_array(array, start, end, **how)
        return
    path, cost = compat.route_through_array(array, start, end, **how)
    assert path[0] == start and path[-1] == end
    assert math.isclose(cost, float(theirs), rel_tol=1e-9)


@few
@given(hnp.arrays(np.float64, SHAPES, elements=MAGNITUDES), st.booleans(), st.booleans())
def test_scikit_image_of_many_magnitudes(array, fully_connected, geometric):
    graph = pytest.importorskip("skimage.graph")
    how = {"fully_connected": fully_connected, "geometric": geometric}
    path, cost = compat.route_through_array(array, (0, 0), (-1, -1), **how)
    assert path[0] == (0, 0) and path[-1] == tuple(side - 1 for side in array.shape)
    _, theirs = graph.route_through_array(array, (0, 0), (-1, -1), **how)
    assert math.isclose(cost, float(theirs), rel_tol=1e-9)


def test_scikit_image_refusals():
    array = np.ones((3, 4))
    assert compat.route_through_array(array, (0, 0), (-1, -1))[0][-1] == (2, 3)
    with pytest.raises(errors.OffMap):
        compat.route_through_array(array, (0, 0), (3, 0))
    array[1, 1] = np.nan
    with pytest.raises(errors.BadArray, match="row 1, column 1 is nan"):
        compat.route_through_array(array, (0, 0), (2, 3))


def test_graphs():
    roads = astride.Graph(5, [0, 1, 0], [1, 3, 3], [5, 5, 12])
    places, ticks = roads.find_path(0, 3)
    assert places.tolist() == [0, 1, 3] and ticks == 10
    assert roads.find_path(3, 0) is None and roads.find_path(4, 4)[1] == 0
    assert roads.costs_from(0).tolist() == [0, 5, -1, 10, -1]
    assert (roads.nodes, roads.arcs) == (5, 3)
    with pytest.raises(errors.OffMap):
        roads.find_path(0, 5)


@pytest.mark.skipif(sys.platform != "linux", reason="only there a limit of memory holds")
def test_a_graph_for_which_there_is_no_memory_is_refused():
    program = '''
import resource
import astride

resource.setrlimit(resource.RLIMIT_AS, (2**32, 2**32))
try:
    astride.Graph(2**30, [], [], [])
except astride.errors.Full as error:
    print(error.code)
'''
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.stdout == "graph-memory\n", run
