"""Arrays in: what is taken, what is refused, and in which words."""

import copy
import pickle
import sys

import astride
import numpy as np
import pytest
from astride import errors

SHAPE = (5, 7)
SWAP = [(0, 0), (1, 1)], [(1, 1), (0, 0)]


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
    "cell",
    [3, "ab", (1, 2, 3), (1.5, 2), None, ("x", "y"), (), [[1, 2]], {"x": 1}, {"x": 1, "y": 2}, {1, 2}]
    + [{0: 1, 1: 2}, (np.nan, 0)],
)
def test_what_is_no_cell_is_refused(cell):
    grid = astride.Grid.from_array(some(bool))
    with pytest.raises(errors.BadType, match="goal: .*expected a cell"):
        grid.find_path((0, 0), cell)


def test_cells_may_be_rows_of_arrays():
    grid = astride.Grid.from_array(some(bool))
    for cell in [np.array([6, 4]), [6, 4], np.array([6, 4], "u1"), tuple(np.array([6, 4], "i2"))]:
        assert grid.find_path((0, 4), cell).cost == grid.find_path((0, 4), (6, 4)).cost
    for rect in [[1, 1, 2, 2], np.array([1, 1, 2, 2]), np.ones(4, "u1") + [0, 0, 1, 1]]:
        grid.fill((0, 0, 7, 5), 1)
        grid.fill(rect, 0)
        assert np.argwhere(grid.classes == 0).tolist() == [[1, 1], [1, 2], [2, 1], [2, 2]]


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
        (
            lambda grid: grid.find_path((0, 0), (1, 1), method="labels"),
            r'answers from an index: ask grid.index\("labels"\)$',
        ),
        (lambda grid: grid.find_path((1.5, 2), (1, 1)), r"start: \(1.5, 2\) .*expected a cell \(x, y\)"),
        (lambda grid: grid.find_path((0, 0), "ab"), "goal: 'ab' is not taken, expected a cell"),
        (lambda grid: grid.find_path((0, 0), (2**70, 0)), r"expected a cell \(x, y\)"),
        (lambda grid: grid.find_path((0, 0), (1, 1), most_expansions=-1), "most_expansions: -1 .* from 0"),
        (lambda grid: grid.find_path((0, 0), (1, 1), most_expansions=2**64), "to 18446744073709551615"),
        (lambda grid: grid.find_path((0, 0), (1, 1), most_expansions=1.5), "most_expansions: 1.5 is not"),
        (lambda grid: grid.paths([(0, 0)], [(1, 1)], threads=-1), "threads: -1 is not taken"),
        (lambda grid: grid.index(questions=-1), "questions: -1"),
        (lambda grid: grid.fill((0, 0, 1), 0), r"rect: \(0, 0, 1\) .*\(x, y, width, height\)"),
        (lambda grid: grid.fill({1: 1}, 0), "rect: {1: 1} .*four whole numbers"),
        (lambda grid: grid.fill((0, 0, 1, 2**70), 0), "rect: .*four whole numbers"),
        (lambda grid: astride.Edit().link((0, 0), (1, 1), -1), "ticks: -1 is not taken"),
        (lambda grid: astride.Navigator(grid).cost((0, 0), (1, 1), overlays=[-1]), "overlays: -1 is not"),
        (lambda grid: astride.Navigator(grid).cost((0, 0), (1, 1), overlays=3), "overlays: 3 .* a list"),
        (lambda grid: astride.Mover(scale=(-1, 1)), r"\(-1, 1\) is not taken, expected ticks"),
        (lambda grid: astride.Mover(scale=(2**70, 1)), "scale: .*expected ticks"),
        (lambda grid: astride.Mover(scale=7), "scale: 7 is not taken, expected ticks"),
        (lambda grid: astride.Graph(2, [0], [1], [1]).find_path(2**70, 0), "start: .*expected a place"),
        (lambda grid: astride.Graph(2, [0], [1], [1]).costs_from(-(2**70)), "start: .*expected a place"),
        (lambda grid: grid.find_path((0, 0), (1, 1))[2**70], "expected the number of a cell"),
        (lambda grid: grid.paths([], [])[-(2**70)], "expected the number of a path"),
        (lambda grid: astride.plan_fault(grid, *SWAP, np.zeros((3, 2, 0), int)), r"shape \[3, 2, 0\]"),
        (lambda grid: astride.plan_fault(grid, *SWAP, np.zeros((3, 2, 1), int)), "expected a timestep"),
        (lambda grid: astride.plan_fault(grid, *SWAP, np.zeros((0, 2, 2), int)), "expected a timestep"),
        (lambda grid: astride.plan_fault(grid, *SWAP, np.full((3, 2, 2), 9)), "off the map"),
        (lambda grid: grid.set((0, 0), 1.5), "class_: 1.5 is not taken, expected a class"),
        (lambda grid: grid.picture(cell=-1), "cell: -1 is not taken, expected a whole number"),
        (lambda grid: astride.Grid(-1, 5), "width: -1 .* from 0 to 4294967295"),
        (lambda grid: astride.Grid(3, "x"), "height: 'x' is not taken"),
        (lambda grid: astride.Mover({"a": (1, 256)}), r"\(1, 256\) .*media from 1 to 255"),
        (lambda grid: astride.Mover({"a": 1.5}), "1.5 is not taken, expected a factor"),
        (lambda grid: astride.Mover(crosses={"a": -1}), "-1 is not taken"),
        (lambda grid: astride.Navigator(grid).request((0, 0), (1, 1), priority=256), "priority: .* to 255"),
        (lambda grid: astride.Navigator(grid).find_path((0, 0), (1, 1), mover=-1), "mover: -1"),
        (lambda grid: astride.Navigator(grid, lanes=0), "lanes is 0, expected 1 to 1024"),
        (lambda grid: astride.Navigator(grid, lanes=2**31), "lanes is .*, expected 1 to 1024"),
        (lambda grid: astride.Navigator(grid, quantum=0), "quantum is 0, expected 1"),
        (lambda grid: astride.Navigator(grid, most_requests=0), "most_requests is 0, expected 1"),
        (lambda grid: astride.Crowd(grid).tick(0.1, times=-1), "times: -1"),
        (lambda grid: astride.Graph(-1, [], [], []), "nodes: -1"),
        (lambda grid: astride.plan(grid, [(0, 0)], [(1, 0)], seed=-1), "seed: -1"),
        (lambda grid: astride.plan(grid, [(0, 0)], [(1, 0)], method="eecbs:0.5"), "from 1 to 1000"),
        (lambda grid: astride.plan(grid, [(0, 0)], [(1, 0)], method="zzz"), "there is no method"),
        (lambda grid: astride.Grid.from_array(np.ma.masked_equal([[1, 2]], 2)), "masked"),
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
    for name, opened in [("nothing.map", astride.Grid.load), ("nothing.labels", astride.Grid(3, 3).open)]:
        with pytest.raises(FileNotFoundError) as raised:
            opened(tmp_path / name)
        text = f"[Errno 2] No such file or directory: {str(tmp_path / name)!r}"
        assert str(raised.value) == text or sys.platform == "win32"


def test_limits_without_an_end_are_none():
    grid = astride.Grid(9, 9)
    for limit in [{"most_seconds": np.inf}, {"most_seconds": 1e300}, {"most_cost": np.inf}]:
        assert grid.find_path((0, 0), (8, 8), **limit)


def test_stale_answers_say_what_to_call():
    grid = astride.Grid(9, 9)
    index, field, reach = grid.index("jps"), grid.field([(0, 0)]), grid.range((0, 0), 3)
    grid.set((4, 4), 0)
    with pytest.raises(errors.Stale, match=r"call follow\(\)"):
        index.cost((0, 0), (8, 8))
    with pytest.raises(errors.Stale, match="compute it again"):
        field.path_from((8, 8))
    for stale in [{"field": field}, {"range": reach}]:
        with pytest.raises(errors.Stale, match="of revision 0, expected 1"):
            grid.picture(**stale)


def test_the_name_of_an_argument_is_in_the_message_and_other_notes_are_notes():
    error = errors.BadArgument("no", "some-code")
    error.add_note("while processing 'start'")
    assert str(error) == "start: no" and error.code == "some-code"
    if sys.version_info >= (3, 11):
        for note in ["by hand", "while processing level 3"]:
            error.add_note(note)
        with pytest.raises(errors.BadType) as raised:
            astride.Grid(3, "x")
        raised.value.add_note("while processing 'level 3'")
        assert error.__notes__ == ["by hand", "while processing level 3"] and str(error) == "start: no"
        assert raised.value.__notes__ == ["while processing 'level 3'"]
        assert str(raised.value).startswith("height: 'x'")


def test_grids_are_pickled_and_copied_with_all_they_have():
    grid = astride.Grid.from_array(some(bool))
    grid.apply(astride.Edit().wall((1, 1), "E").link((0, 0), (3, 3), 5))
    for again in [pickle.loads(pickle.dumps(grid)), copy.copy(grid), copy.deepcopy(grid)]:
        assert np.array_equal(again.classes, grid.classes) and again.legend == grid.legend
        assert again.revision == grid.revision == 1
        for goal in [(2, 1), (3, 3), (6, 4)]:
            assert again.find_path((0, 0), goal).cost == grid.find_path((0, 0), goal).cost
        again.set((0, 0), 0)
        assert grid.revision == 1
    letters = pickle.loads(pickle.dumps(astride.Grid.from_text("..@\n...\n")))
    assert letters.legend == "letters" and letters.class_at((2, 0)) == ord("@")


def test_copies_of_grids_copy_nothing_before_an_edit():
    grid = astride.Grid.from_text("..@\n...\n")
    path = grid.find_path((0, 0), (2, 1))
    other, way = copy.deepcopy((grid, path))
    assert other is not grid and other.legend == "letters" and way is path
    assert other.picture(path=way).svg == grid.picture(path=path).svg


def test_slices_and_copies_of_paths():
    grid = astride.Grid(9, 5)
    paths = grid.paths([(0, 0), (1, 0), (2, 0)], [(8, 4), (8, 3), (8, 2)])
    path, cells = paths[0], paths[0].cells.tolist()
    for part in [slice(1, 3), slice(None, None, -1), slice(-2, None), slice(7, 2), slice(0, 99, 4)]:
        assert [list(cell) for cell in path[part]] == cells[part]
        assert paths[part].costs.tolist() == paths.costs[part].tolist()
    assert isinstance(paths[0:1], astride.Paths) and paths[0:1][0].cost == path.cost
    assert copy.copy(path) is path and copy.deepcopy(path) is path
    assert copy.copy(paths) is paths and copy.deepcopy(paths) is paths
    with pytest.raises(IndexError):
        path[99]
    with pytest.raises(TypeError):
        path["x"]


def test_paths_are_pickled_with_all_that_is_known_of_them():
    grid = astride.Grid(9, 5)
    grid.fill((4, 0, 1, 5), 0)
    ways = [grid.find_path((0, 0), goal, or_nearest=True) for goal in [(3, 4), (8, 4), (4, 4)]]
    for how in [{"method": "weighted:2"}, {"most_expansions": 0}]:
        ways.append(grid.find_path((0, 0), (3, 4), **how))
    names = ["status", "why", "cost", "ticks", "length", "is_optimal", "promise", "is_nearest", "expanded"]
    for way in ways:
        again = pickle.loads(pickle.dumps(way))
        assert list(again) == list(way) and bool(again) == bool(way)
        assert [getattr(again, name) for name in names] == [getattr(way, name) for name in names]
        assert pickle.dumps(again) == pickle.dumps(way) and again._repr_svg_() is None
    paths = grid.paths([(0, 0), (1, 1)], [(3, 4), (8, 8 - 4)])
    again = pickle.loads(pickle.dumps(paths))
    assert np.array_equal(again.cells, paths.cells) and np.array_equal(again.costs, paths.costs)
    assert again.counts.tolist() == paths.counts.tolist()
    assert len(pickle.dumps(astride.Grid(5000, 1).find_path((0, 0), (4999, 0)))) < 9 * 5000
    counts = [(0, 2, (1, 2)), (0, 2**60, (1, 2)), (0, 1, (1, 1)), (0, 1, (2, 2))]
    for status, count, shape in [(7, 0, (0, 2)), *counts]:
        with pytest.raises(errors.BadData, match="no pickled path"):
            about = (status, count, None, 1, None, None, 0, False)
            astride._astride._path(about, np.zeros(shape, np.int32))
    with pytest.raises(errors.BadData, match="no pickled path"):
        astride._astride._paths([], np.zeros((1, 2), np.int32))


def test_arrays_that_are_copies_cannot_be_written_to():
    grid = astride.Grid(9, 5)
    path = grid.find_path((0, 0), (8, 4))
    grid.fill((4, 0, 1, 5), 0)
    explained = astride.Navigator(grid).explain((0, 0), (8, 4))
    for array in [grid.classes, path.cells, explained.frontier, explained.cells]:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 7
    assert np.array(path).flags.writeable
    with pytest.raises(errors.BadArgument, match="copied in any case"):
        path.__array__(copy=False)
    path.rows[0] = path.columns[0] = 3
