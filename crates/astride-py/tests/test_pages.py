"""What is written about the library: programs of the pages run, help helps, stubs name everything."""

import ast
import gzip
import inspect
import json
import pickle
import pydoc
import re
import subprocess
import sys

import astride
import numpy as np
import pytest
from astride import scale
from conftest import IS_SLOW, ROOT

PAGES = [ROOT / "README.md", ROOT / "docs/python.md", ROOT / "docs/scale.md"]


def programs(page):
    text = page.read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", text, re.S)


def all_programs():
    return [(page.name, *found) for page in PAGES for found in programs(page)]


@pytest.mark.parametrize("page, program, printed", all_programs())
def test_the_programs_of_the_pages_run(page, program, printed, tmp_path):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    if printed:
        assert done.stdout.split() == printed.split(), page


def test_the_picture_of_the_page_is_what_its_program_draws():
    drawn, kept = ROOT / "target/python.svg", ROOT / "docs/pictures/python.svg"
    drawn.unlink(missing_ok=True)
    for program, _ in programs(PAGES[1]):
        if "picture.save" in program:
            subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT)
    assert drawn.read_text() == kept.read_text(), f"copy {drawn} to {kept}"


def last_value(source, names):
    """Runs a cell as notebooks do; what its last line comes to, which they show."""
    *body, last = ast.parse(source).body
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_the_notebook_runs_and_shows_pictures():
    notebook = json.loads((ROOT / "crates/astride-py/examples/tour.ipynb").read_text())
    names = {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    values = [last_value("".join(cell["source"]), names) for cell in cells]
    assert notebook["nbformat"] == 4 and names["path"]
    pictures = [value for value in values if hasattr(value, "_repr_svg_")]
    assert [type(value).__name__ for value in pictures] == ["Path", "Picture", "Picture"]
    for picture in pictures:
        assert picture._repr_svg_().startswith("<svg") and picture._repr_png_().startswith(b"\x89PNG")


def test_the_game_is_that_in_c():
    game = ROOT / "crates/astride-py/examples/tower_defence.py"
    done = subprocess.run([sys.executable, "-W", "error", game], capture_output=True, text=True, check=True)
    assert done.stdout == (ROOT / "crates/astride-capi/tests/tower_defence.txt").read_text()


def test_the_first_program_is_short():
    (program, printed), *_ = programs(PAGES[0])
    assert printed and len(program.strip().splitlines()) <= 15
    assert len(all_programs()) > 4


def public():
    return {name: value for name, value in vars(astride).items() if not name.startswith("_")}


def test_everything_is_described():
    for name, value in public().items():
        if inspect.isclass(value) or inspect.isroutine(value):
            assert (value.__doc__ or "").strip(), name
        if not inspect.isclass(value) or issubclass(value, Exception):
            continue
        for member, about in vars(value).items():
            if not member.startswith("_"):
                assert (about.__doc__ or "").strip(), f"{name}.{member}"
    text = pydoc.plain(pydoc.render_doc(astride))
    assert "The shortest way in" in text
    assert "most_expansions" in pydoc.plain(pydoc.render_doc(astride.Grid.find_path))


def test_the_stubs_name_what_there_is():
    stub = (ROOT / "crates/astride-py/python/astride/_astride.pyi").read_text(encoding="utf-8")
    described = {node.name: node for node in ast.parse(stub).body if hasattr(node, "name")}
    for name, value in public().items():
        if getattr(value, "__module__", "") != "astride" or name == "find_path":
            continue
        if not inspect.isclass(value):
            assert name in described
            continue
        members = {
            node.name if hasattr(node, "name") else getattr(node.target, "id", None): node
            for node in described[name].body
            if isinstance(node, (ast.FunctionDef, ast.AnnAssign))
        }
        for member, about in vars(value).items():
            if member.startswith("_"):
                continue
            assert member in members, f"{name}.{member}"
            if callable(about) and not isinstance(members[member], ast.AnnAssign):
                given = list(inspect.signature(about).parameters)
                arguments = members[member].args
                stubbed = [a.arg for a in arguments.posonlyargs + arguments.args + arguments.kwonlyargs]
                given, stubbed = ([n for n in names if n != "self"] for names in (given, stubbed))
                assert given == stubbed, f"{name}.{member}"
        for member in (member for member in members if not member.startswith("_")):
            assert hasattr(value, member), f"{name}.{member} is in the stubs alone"


@pytest.mark.skipif(not IS_SLOW, reason="it takes a quarter of a minute")
def test_the_stubs_are_right_for_type_checkers(tmp_path):
    pytest.importorskip("mypy")
    # Sequences are gone through by their places; pyo3 lists what it exports.
    allowed = tmp_path / "allowed.txt"
    names = ["Path.__iter__", "Paths.__iter__", "__all__"]
    allowed.write_text("".join(f"astride._astride.{name}\n" for name in names))
    done = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "astride._astride", "--allowlist", str(allowed)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout


def test_pictures_are_drawn(tmp_path):
    free = np.ones((12, 20), bool)
    free[3:, 9] = False
    grid = astride.Grid.from_array(free)
    path = grid.find_path((2, 10), (17, 10))
    assert path._repr_svg_().startswith("<svg") and grid._repr_svg_().startswith("<svg")
    assert len(path._repr_svg_()) > len(grid._repr_svg_())
    for shown in (path, grid):
        assert shown._repr_png_().startswith(b"\x89PNG")
    assert path._repr_png_() != grid._repr_png_()
    away = astride.Navigator(grid).find_path((0, 0), (1, 1))
    assert away._repr_svg_() is None and away._repr_png_() is None
    for picture in [
        grid.picture(path=path, title="a path", theme="dark", cell=9),
        grid.picture(field=grid.field([(2, 10)])),
        grid.picture(range=grid.range((2, 10), 5), path=path),
    ]:
        assert picture.svg.startswith("<svg") and picture._repr_svg_() == picture.svg
        assert picture.png.startswith(b"\x89PNG") and picture._repr_png_() == picture.png
        picture.save(tmp_path / "map.png")
        picture.save(tmp_path / "map.svg")
        assert (tmp_path / "map.png").read_bytes() == picture.png
        assert (tmp_path / "map.svg").read_text() == picture.svg
    with pytest.raises(astride.errors.Unsupported, match="at most 2048 a side .*leave their size out"):
        grid.picture(cell=4000)
    assert astride.Grid(3000, 2).picture().svg.startswith("<svg")
    assert grid.copy().picture(path=path).svg == grid.picture(path=path).svg
    for other in [path, pickle.loads(pickle.dumps(path))]:
        with pytest.raises(astride.errors.BadArgument, match="the path is of another grid"):
            astride.Grid(12, 20).picture(path=other)
    other = astride.Grid(12, 20)
    for foreign in [{"field": other.field([(0, 0)])}, {"range": other.range((0, 0), 2)}]:
        with pytest.raises(astride.errors.BadArgument, match="of another size"):
            grid.picture(**foreign)


OTHERS = {
    "depot.yaml": "image: depot.pgm\nresolution: 0.05\n",
    "depot.pgm": "P2 1 1 255 0",
    "site.asc": "ncols 3\nnrows 2\n",
    "town.co": "p aux sp co 3",
    "town.gr": "p sp 3 2",
    "box.3dmap": "voxel 2 2 2",
    "arena.map.scen": "version 1\n",
}
TEXTS = ["image: a\n..", "ncols 3\n", "<map/>\n", '{"a": 1}\n', "version 1\n", "voxel 2 2 2\n"]
TEXTS += ["hex pointy\n..", "triangles\n..", "floors\n..", "// walls\nmesh\n2\n", "P2 1 1 255 0"]
TEXTS += ["c roads\np sp 3 2\na 1 2 5\n", "P SP 3 2\n", "p tw 3 2\n", "a 0 1 5\n"]
TEXTS += ["resolution: 0.05\nimage: x.pgm\n", "<?xml version='1.0'?>", "<!-- -->\n<map/>", "<OSM>"]
TEXTS += ["# a triangle\nv 0 0 0\nv 4 0 0\nv 4 0 3\nf 1 2 3\n", "P3 1 1 255 0 0 0", "P2#grey\n1 1 255 0"]


@pytest.mark.parametrize("name, text", OTHERS.items())
def test_files_of_other_formats_are_refused(name, text, tmp_path):
    (tmp_path / name).write_text(text)
    (tmp_path / f"{name}.gz").write_bytes(gzip.compress(text.encode()))
    for file in [name, f"{name}.gz"]:
        with pytest.raises(astride.errors.BadData, match=f"{file} (is|holds) .*, expected a MovingAI map"):
            astride.Grid.load(tmp_path / file)


@pytest.mark.parametrize("text", ["<<..\n....\n", "{..\n", "a 0 1\n", "image\n", "<..osm\n", "P..\n"])
def test_drawings_may_have_any_letters(text):
    lines = text.splitlines()
    assert astride.Grid.from_text(text).shape == (len(lines), max(map(len, lines)))


@pytest.mark.parametrize("text", ["(0,0)", "hello"])
def test_a_map_by_its_name_is_not_drawn_in_any_letters(text, tmp_path):
    (tmp_path / "a.map").write_text(text)
    with pytest.raises(astride.errors.BadData, match="a.map is not a MovingAI map; give a drawing"):
        astride.Grid.load(tmp_path / "a.map")


def test_tables_that_are_no_map_say_what_opens_them(tmp_path):
    grid, file = astride.Grid(5, 4), tmp_path / "saved"
    kinds = {b"navi": r"a saved navigator, which Navigator\.load", b"labl": "labels, which Grid.open"}
    kinds |= dict.fromkeys([b"nhex", b"hubs"], "an index or a map of another shape")
    saved = astride.Navigator(grid).save()
    assert b"navi" in saved[:16]
    for kind, words in kinds.items():
        file.write_bytes(saved.replace(b"navi", kind, 1))
        with pytest.raises(astride.errors.BadData, match=f"saved (is|holds) .*{words}"):
            astride.Grid.load(file)
    file.write_bytes(grid.bake())
    with pytest.raises(astride.errors.BadData, match="Grid.open"):
        astride.Grid.load(file)


def test_packed_files_that_are_damaged_or_large_are_refused(tmp_path, monkeypatch):
    whole = gzip.compress(b"..#\n...\n" * 99)
    file = tmp_path / "a.txt.gz"
    wrong = bytes(byte ^ 0x5A for byte in whole[12:20])
    for damaged in [whole[:-9], whole[:12], whole + b"more", whole[:12] + wrong + whole[20:], whole[:2]]:
        file.write_bytes(damaged)
        with pytest.raises(astride.errors.BadData, match="gzip data of .*a.txt.gz is damaged"):
            astride.Grid.load(file)
        with pytest.raises(astride.errors.BadData, match="is damaged"):
            scale.scenario("a", file)
    file.write_bytes(whole + whole)
    assert astride.Grid.load(file).height == 2 * 2 * 99
    monkeypatch.setattr("astride._files.MOST", 8 * 99)
    for content in [whole + whole, b"..#\n...\n" * 100]:
        file.write_bytes(content)
        with pytest.raises(astride.errors.BadData, match="a.txt.gz holds more than"):
            astride.Grid.load(file)
    file.write_bytes(whole)
    assert astride.Grid.load(file).height == 2 * 99


@pytest.mark.parametrize("text", TEXTS)
def test_texts_of_other_formats_are_refused(text):
    with pytest.raises(astride.errors.BadData, match="the text (is|holds)"):
        astride.Grid.from_text(text)


def test_bytes_that_are_no_text_are_refused(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"..\xff")
    with pytest.raises(astride.errors.BadData, match="is no text at byte 2"):
        astride.Grid.load(tmp_path / "a.txt")


def test_everything_says_what_it_is():
    grid = astride.Grid(9, 5)
    navigator = astride.Navigator(grid)
    navigator.request((0, 0), (1, 1))
    shown = [
        grid,
        grid.find_path((0, 0), (4, 0)),
        grid.field([(0, 0)]),
        grid.range((0, 0), 2),
        grid.index("jps"),
        grid.paths([(0, 0)], [(1, 1)]),
        astride.Mover(neighbours=4),
        navigator,
        navigator.work(),
        navigator.take()[0],
        astride.Graph(2, [0], [1], [1]),
        astride.plan(grid, [(0, 0)], [(1, 0)]),
        astride.Fleet(grid, [(0, 0)]),
        astride.Crowd(grid),
        grid.picture(),
    ]
    for value in shown:
        assert "astride." in repr(value) and " object at " not in repr(value), repr(value)
    assert repr(grid.find_path((0, 0), (4, 0))) == "<astride.Path: 5 cells, cost 4.000>"


def test_maps_are_read_and_written(den, tmp_path):
    grid = astride.Grid.load(den)
    assert np.array_equal(astride.Grid.from_text(grid.to_map().decode()).classes, grid.classes)
    assert astride.Grid.load(str(den)).shape == grid.shape
    drawn = tmp_path / "drawn.txt"
    drawn.write_text("..#\n...\n")
    assert astride.Grid.load(drawn).shape == (2, 3)
    foreign = tmp_path / "bytes.map"
    foreign.write_bytes(b"type octile\nheight 1\nwidth 3\nmap\n.\xc4.\n")
    with pytest.raises(astride.errors.BadData, match="line 5, column 2"):
        astride.Grid.load(foreign)
    packed = tmp_path / "den.map.gz"
    packed.write_bytes(gzip.compress(den.read_bytes()))
    assert np.array_equal(astride.Grid.load(packed).classes, grid.classes)
    marked = tmp_path / "marked.txt"
    marked.write_bytes(b"\xef\xbb\xbf..#\n")
    assert astride.Grid.load(marked).shape == (1, 3)
    other = grid.copy()
    other.set((0, 0), ".")
    assert other.revision == 1 and grid.revision == 0
