"""The library answers through Python as it does in Rust: one number for all answers to many questions.

`crates/astride-capi/tests/same.rs` works the same number out in Rust and in C, and compares it with
the same file.
"""

import astride
import pytest
from conftest import IS_SLOW, ROOT

NONE = 2**64 - 1
BITS = 2**64 - 1


class Digest:
    def __init__(self):
        self.digest, self.state = 14_695_981_039_346_656_037, 88_172_645_463_325_252

    def note(self, number):
        self.digest = ((self.digest ^ number) * 1_099_511_628_211) & BITS

    def dice(self, sides):
        state = self.state
        state ^= (state << 13) & BITS
        state ^= state >> 7
        state ^= (state << 17) & BITS
        self.state = state
        return (state >> 32) % sides

    def note_path(self, path):
        self.note(0 if path else 1)
        self.note(NONE if path.ticks is None else path.ticks)
        for x, y in path.cells.tolist():
            self.note(y << 32 | x)


def pinned(name):
    lines = (ROOT / "crates/astride-capi/tests/digests.txt").read_text().splitlines()
    return dict(line.split() for line in lines)[name]


def test_many_answers_in_python_are_those_of_the_library(den):
    queries = 100_000 if IS_SLOW else 2_000
    grid = astride.Grid.load(den)
    jumps, labels = grid.index("jps"), grid.open(grid.bake())
    navigator = astride.Navigator(grid)
    porter = navigator.add_mover(astride.Mover({".": 1, "S": 3}))
    width, height = grid.width, grid.height
    edit = astride.Edit().fill((width // 3, height // 3, width // 3, height // 3), "S")
    edit.fill((width // 2, height // 4, 1, height // 2), "@")
    every = Digest()
    for at in range(queries):
        if at == queries // 2:
            grid.apply(edit)
            navigator.apply(edit)
            jumps.follow()
            labels = grid.open(grid.bake())
        x, y, u, v = (every.dice(side) for side in (grid.width, grid.height) * 2)
        start, goal = (x, y), (u, v)
        for asked in (navigator, jumps, labels):
            every.note_path(asked.find_path(start, goal))
        cost = navigator.cost(start, goal)
        every.note(NONE if cost == float("inf") else round(cost * 13860))
        every.note_path(navigator.find_path(start, goal, mover=porter))
        if at % 50 == 0:
            every.note_path(grid.find_path(start, goal))
    assert f"{every.digest:016x}" == pinned(str(queries))


def drawn_cases():
    """The cases of `corpus/cases.tsv`: a grid, a mover, two ends and the cost."""
    for line in (ROOT / "corpus/cases.tsv").read_text().splitlines():
        key, *fields = line.split("\t")
        match key, fields:
            case "case", [name]:
                rows, terrain, edit = [], {}, astride.Edit()
            case "mover", [neighbours, corners, *scale]:
                rules = {"neighbours": int(neighbours), "corners": corners.replace("-", " ")}
                rules["scale"] = tuple(map(int, scale))
            case "terrain", [letter, factor, media]:
                terrain[letter] = (int(factor), int(media))
            case "row", [row]:
                rows.append(row)
            case "forbid", [x, y, direction]:
                edit.forbid_step((int(x), int(y)), direction)
            case "link", numbers:
                x, y, u, v, ticks = map(int, numbers)
                edit.link((x, y), (u, v), ticks)
            case "ask", [*ends, cost]:
                x, y, u, v = map(int, ends)
                grid = astride.Grid.from_text("\n".join(rows))
                grid.apply(edit)
                mover = astride.Mover(terrain, **rules)
                yield name, grid, mover, (x, y), (u, v), None if cost == "-" else int(cost)
            case _:
                raise ValueError(line)


def test_the_drawn_cases_cost_what_was_worked_out():
    count = 0
    for name, grid, mover, start, goal, cost in drawn_cases():
        count += 1
        field = grid.field([goal], mover=mover)
        asked = [
            grid.find_path(start, goal, mover=mover),
            field.path_from(start),
            astride.Navigator(grid, mover=mover).find_path(start, goal),
        ]
        assert [path.ticks for path in asked] == [cost] * 3, name
    assert count > 40


@pytest.mark.parametrize("turning", [True, False])
def test_fleets_have_the_history_that_they_have_through_c(turning):
    """`crates/astride-wasm/package/test/all.test.mjs` makes the same calls, and those of the crowd."""
    rules = {"turning": True, "span": 3, "assignment": "in-order", "learning": False}
    starts, sides = [(x, 3) for x in range(9)], [*"NESWNESWN"]
    fleet = astride.Fleet(
        astride.Grid(12, 8), starts, facing=sides, seed=9, **(rules if turning else {})
    )
    dice = Digest().dice
    for step in range(300):
        if step % 2 == 0:
            fleet.add_task([(dice(12), dice(8)) for _ in range(2)])
        if step in (40, 90):
            fleet.set_working(2, step == 90)
        if step == 90:
            fleet.set_open((6, 6), False)
        fleet.step(most_expansions=50)
    assert fleet.tasks_done > 50
    assert f"{fleet.digest():016x}" == pinned("fleet-turning" if turning else "fleet-free")


def test_crowds_have_the_history_that_they_have_through_c():
    grid = astride.Grid(30, 20)
    crowd = astride.Crowd(grid)
    units = crowd.spawn_near((5.5, 10.5), 7)
    crowd.teleport(6, (1.5, 1.5))
    crowd.order(units, (24.5, 10.5), formation="wedge", spacing=2.0, facing=(0, 1))
    crowd.tick(1 / 60, times=120)
    grid.fill((15, 0, 1, 12), 0)
    crowd.follow(grid)
    crowd.tick(1 / 60, times=600)
    assert f"{crowd.digest():016x}" == pinned("crowd")


@pytest.mark.parametrize("threads", [1, 2, 5, None])
def test_batches_are_the_same_on_any_number_of_threads(den, threads):
    grid, every = astride.Grid.load(den), Digest()
    sides = (grid.width, grid.height)
    starts, goals = (
        [tuple(every.dice(side) for side in sides) for _ in range(300)] for _ in range(2)
    )
    paths = astride.Navigator(grid).paths(starts, goals, threads=threads)
    singles = [astride.Navigator(grid).find_path(*ends) for ends in zip(starts[:20], goals[:20])]
    for path, single in zip(paths, singles):
        assert path.cells.tolist() == single.cells.tolist()
    digest = Digest()
    for path in paths:
        digest.note_path(path)
    one = Digest()
    for path in grid.index("jps").paths(starts, goals, threads=1):
        one.note_path(path)
    assert digest.digest == one.digest
