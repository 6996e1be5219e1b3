"""Arrays in: what is taken, what is refused, and in which words."""

import pickle

import astride
import numpy as np
import pytest
from astride import errors

SHAPE = (5, 7)


def some(dtype):
    array = np.ones(SHAPE, dtype)
    array[1:, 3] = 0
    return array


@pytest.mark.parametrize("dtype", [bool, "u1", "i1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4"])
def test_every_kind_of_whole_number_means_the_same(dtype):
    grid = astride.Grid.from_array(some(dtype))
    assert (grid.width, grid.height, grid.shape) == (7, 5, SHAPE)
    assert grid.find_path((0, 4), (6, 4)).steps == 10
    assert np.array_equal(grid.classes, some("u1"))


@pytest.mark.parametrize(
    "made",
    [
        lambda a: np.asfortranarray(a),
        lambda a: np.repeat(a, 2, axis=0)[::2],
        lambda a: np.repeat(a, 3, axis=1)[:, 1::3],
        lambda a: a[::-1][::-1],
        lambda a: np.pad(a, 2)[2:-2, 2:-2],
        lambda a: a.tolist(),
    ],
)
@pytest.mark.parametrize("dtype", [bool, "u1", "i8"])
def test_the_order_in_memory_does_not_matter(made, dtype):
    given = np.array([[1, 2, 0], [3, 4, 5]]).astype(dtype)
    assert np.array_equal(astride.Grid.from_array(made(given)).classes, given.astype("u1"))


def test_an_array_is_read_and_not_kept():
    array = some("u1")
    array.flags.writeable = False
    grid = astride.Grid.from_array(array)
    grid.set((0, 0), 9)
    assert array[0, 0] == 1 and grid.classes[0, 0] == 9


@pytest.mark.parametrize(
    "array, words",
    [
        (np.ones((2, 3)), "array of float64"),
        (np.array([[1.0, np.nan]]), "array of float64"),
        (np.ones(4, int), "2 dimensions"),
        (np.ones((2, 2, 2), int), "2 dimensions"),
        (np.array(3), "2 dimensions"),
        (np.array([[1, 2], [3, -4]]), "row 1, column 1 is -4"),
        (np.array([[1, 256]]), "row 0, column 1 is 256"),
        (np.array([[2**63]], "u8"), "is 9223372036854775808"),
        (np.array([["a"]]), "array of <U1"),
        (np.array([[None]]), "array of object"),
        (np.ones((2, 2), complex), "array of complex128"),
        (np.array([["2020-01-01"]], "M8[D]"), "datetime64"),
        ("a text", "dimensions"),
        (None, "dimensions"),
    ],
)
def test_what_is_no_map_is_refused(array, words):
    with pytest.raises(errors.BadArray, match=words) as raised:
        astride.Grid.from_array(array)
    assert isinstance(raised.value, ValueError) and isinstance(raised.value, astride.Error)


@pytest.mark.parametrize("shape", [(0, 0), (0, 5), (5, 0)])
def test_a_map_without_cells_is_refused(shape):
    with pytest.raises(errors.BadArgument):
        astride.Grid.from_array(np.ones(shape, bool))


def test_classes_are_bytes():
    letters = np.frombuffer(b"..@...", np.uint8).reshape(2, 3)
    grid = astride.Grid.from_classes(letters)
    assert grid.legend == "letters" and grid.find_path((0, 0), (2, 1)).steps == 2
    with pytest.raises(errors.BadArray, match="expected uint8"):
        astride.Grid.from_classes(letters.astype(int))


@pytest.mark.parametrize("cell", [(7, 0), (0, 5), (-1, 0), (2**40, 0), (0, 2**32 + 1)])
def test_a_cell_off_the_map_is_an_index_error(cell):
    grid = astride.Grid.from_array(some(bool))
    for ask in [
        lambda: grid.find_path((0, 0), cell),
        lambda: grid.find_path(cell, (0, 0)),
        lambda: grid.class_at(cell),
        lambda: grid.distances([cell]),
        lambda: grid.range(cell, 3),
        lambda: grid.paths([(0, 0)], [cell]),
        lambda: grid.set(cell, 1),
        lambda: grid.index("jps").find_path((0, 0), cell),
        lambda: astride.Navigator(grid).find_path((0, 0), cell),
        lambda: astride.plan(grid, [(0, 0)], [cell]),
    ]:
        with pytest.raises(errors.OffMap) as raised:
            ask()
        assert isinstance(raised.value, IndexError)


@pytest.mark.parametrize(
    "cell", [3, "ab", (1, 2, 3), (1.5, 2), None, ("x", "y"), (), [[1, 2]], {"x": 1}, (np.nan, 0)]
)
def test_what_is_no_cell_is_refused(cell):
    grid = astride.Grid.from_array(some(bool))
    with pytest.raises((TypeError, ValueError, KeyError)):
        grid.find_path((0, 0), cell)


def test_cells_may_be_rows_of_arrays():
    grid = astride.Grid.from_array(some(bool))
    for cell in [np.array([6, 4]), [6, 4], np.array([6, 4], "u1"), tuple(np.array([6, 4], "i2"))]:
        assert grid.find_path((0, 4), cell).cost == grid.find_path((0, 4), (6, 4)).cost


@pytest.mark.parametrize(
    "starts, goals, words",
    [
        ([(0, 0)], [(1, 1), (2, 2)], "1 starts and 2 goals"),
        ([(0.0, 0.0)], [(1, 1)], "whole numbers"),
        ([(0, 0, 0)], [(1, 1)], r"rows of \(x, y\)"),
        (np.zeros((1, 2, 2), int), [(1, 1)], r"rows of \(x, y\)"),
    ],
)
def test_a_batch_that_does_not_fit_is_refused(starts, goals, words):
    grid = astride.Grid.from_array(some(bool))
    with pytest.raises(errors.BadArray, match=words):
        grid.paths(starts, goals)


@pytest.mark.parametrize(
    "wrong, words",
    [
        (lambda grid: grid.find_path((0, 0), (1, 1), method="astra"), "did you mean astar"),
        (lambda grid: grid.find_path((0, 0), (1, 1), method="weighted:0.5"), "weight"),
        (lambda grid: grid.find_path((0, 0), (1, 1), method="labels"), "answers from an index"),
        (lambda grid: grid.find_path((0, 0), (1, 1), most_cost=-1), "expected 0 or more"),
        (lambda grid: grid.find_path((0, 0), (1, 1), most_cost=np.nan), "expected 0 or more"),
        (lambda grid: grid.find_path((0, 0), (1, 1), most_seconds=-1), "expected 0 or more"),
        (lambda grid: grid.find_path((0, 0), (1, 1), most_seconds=np.nan), "expected 0 or more"),
        (lambda grid: grid.set((0, 0), 256), "expected 0 to 255"),
        (lambda grid: grid.set((0, 0), "ab"), "one letter"),
        (lambda grid: grid.set((0, 0), "é"), "one letter"),
        (lambda grid: grid.paths([(0, 0)], [(1, 1)], threads=0), "1 to 1024"),
        (lambda grid: grid.field([(0, 0)], way="up"), "there is no way"),
        (lambda grid: grid.picture(theme="pink"), "there is no theme"),
        (lambda grid: grid.picture(cell=0), None),
        (lambda grid: grid.index("polyanya"), None),
        (lambda grid: astride.Mover(corners="sometimes"), "there is no corner rule"),
        (lambda grid: astride.Mover(neighbours=6), "expected 8 or 4"),
        (lambda grid: astride.Mover(scale=(10, 9)), "scale 10/9"),
        (lambda grid: astride.Mover({".": 5000}), "expected at most 1024"),
        (lambda grid: astride.Mover({".": (2, 0)}), "medium"),
        (lambda grid: astride.plan(grid, [(0, 0)] * 2, [(1, 1), (0, 1)]), None),
        (lambda grid: astride.plan(grid, [(0, 0)], [(3, 1)]), None),
        (lambda grid: astride.Crowd(grid).tick(-1), None),
        (lambda grid: astride.Crowd(grid).spawn([(0.5, np.nan)]), None),
        (lambda grid: astride.Crowd(grid).order([7], (0.5, 0.5)), None),
        (lambda grid: astride.Graph(2, [0], [5], [1]), None),
        (lambda grid: astride.Graph(2, [0], [1], [2**32 - 1]), None),
        (lambda grid: astride.Graph(2, [0, 1], [1], [1]), "expected as many of each"),
        (lambda grid: astride.Grid.from_text("type octile\nheight x"), "height"),
        (lambda grid: astride.Grid.from_text(""), None),
        (lambda grid: grid.open(b"no labels"), None),
    ],
)
def test_every_refusal_is_an_error_with_words(wrong, words):
    with pytest.raises(astride.Error, match=words) as raised:
        wrong(astride.Grid.from_array(some(bool)))
    text = str(raised.value)
    assert text and not text.endswith(".") and not isinstance(raised.value, errors.Fault)


def test_a_refusal_of_the_engine_has_its_code():
    grid = astride.Grid.from_array(some(bool))
    for wrong, kind, code in [
        (lambda: grid.find_path((0, 0), (1, 1), method="nope"), errors.BadArgument, "unknown-method"),
        (lambda: grid.find_path((0, 0), (-1, 1)), errors.OffMap, ""),
    ]:
        with pytest.raises(kind) as raised:
            wrong()
        assert raised.value.code == code
        again = pickle.loads(pickle.dumps(raised.value))
        assert (type(again), str(again), again.code) == (kind, str(raised.value), code)


def test_files_that_are_not_there_are_os_errors(tmp_path):
    with pytest.raises(FileNotFoundError):
        astride.Grid.load(tmp_path / "nothing.map")
    with pytest.raises(FileNotFoundError):
        astride.Grid(3, 3).open(tmp_path / "nothing.labels")
