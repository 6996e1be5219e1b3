"""What is to be worked out: maps, tasks and methods, and a hash of all that decides the answers."""

from __future__ import annotations

import hashlib
import json
import os
import pathlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .._astride import VERSION, Grid, Mover, Navigator
from .._files import bytes_of
from ..errors import BadArgument, BadArray, BadData

_Source = Grid | str | os.PathLike[str]

# The kinds of answers of pairs.
ANSWERS = ("costs", "paths")


@dataclass(frozen=True, eq=False)
class Task:
    """Questions to one map, made by :func:`pairs`, :func:`scenario` or :func:`matrix`."""

    name: str
    map: str
    kind: str
    starts: npt.NDArray[np.int32]
    goals: npt.NDArray[np.int32]
    #: What a scenario says of its map: the name of the file, width and height.
    about: tuple[str, int, int] | None = None

    @property
    def count(self) -> int:
        """How many questions it has; of a matrix, how many rows."""
        return len(self.starts)


def pairs(
    map: str, starts: npt.ArrayLike, goals: npt.ArrayLike, *, name: str | None = None
) -> Task:
    """From each of ``starts`` to the goal of the same number, on the map of this name."""
    first, second = _cells(starts, "starts"), _cells(goals, "goals")
    if len(first) != len(second):
        raise BadArray(f"there are {len(first)} starts and {len(second)} goals, expected as many")
    return Task(name or map, map, "pairs", first, second)


def matrix(
    map: str, sources: npt.ArrayLike, targets: npt.ArrayLike, *, name: str | None = None
) -> Task:
    """From each of ``sources`` to each of ``targets``: the costs, with a row per source."""
    rows, columns = _cells(sources, "sources"), _cells(targets, "targets")
    if not len(columns):
        raise BadArray("a matrix has no targets, expected at least one")
    return Task(name or map, map, "matrix", rows, columns)


def scenario(map: str, file: str | os.PathLike[str], *, name: str | None = None) -> Task:
    """The questions of a MovingAI scenario, ``.scen`` or ``.scen.gz``, which is of this map."""
    rows, abouts = [], set()
    # The name of a map may be in any encoding, as names of files are.
    text = bytes_of(file).decode(errors="surrogateescape")
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or (number == 1 and line.startswith("version")):
            continue
        # bucket, map, width, height, x, y, x, y, length; the name of a map may hold spaces
        parts = line.split(maxsplit=1)[-1].rsplit(maxsplit=7)
        try:
            width, height, *ends = (int(part) for part in parts[1:7])
            if any(abs(end) >= 2**31 for end in ends):
                raise ValueError
            rows.append(ends)
        except ValueError:
            wanted = "bucket, map, width, height, start, goal and length"
            raise BadData(f"line {number} of {file} is {line!r}, expected {wanted}") from None
        if len(ends) != 4:
            raise BadData(f"line {number} of {file} has {len(parts) + 1} parts, expected 9")
        abouts.add((parts[0], width, height))
    if len(abouts) > 1:
        raise BadData(f"{file} is of several maps, expected one: {sorted(abouts)[:2]}")
    cells = np.array(rows, "<i4").reshape(-1, 4)
    about = abouts.pop() if abouts else None
    return Task(name or map, map, "pairs", cells[:, :2].copy(), cells[:, 2:].copy(), about)


class Job:
    """Every task by every method.

    ``maps`` are grids or files (``.map``, also ``.gz``) by name; ``mover`` are the arguments of
    :class:`astride.Mover` as a dictionary; ``answers`` is "costs", or "paths" with the cells too.
    Everything is read and checked here, so that a run is not refused after hours.
    """

    def __init__(
        self,
        maps: Mapping[str, _Source],
        tasks: Iterable[Task],
        methods: Sequence[str] = ("auto",),
        *,
        mover: Mapping[str, Any] | None = None,
        answers: str = "costs",
    ) -> None:
        if isinstance(methods, str):
            raise BadArgument(f"the methods are {methods!r}, expected a list of names: [{methods!r}]")
        if answers not in ANSWERS:
            raise BadArgument(f"there are no answers {answers!r}, expected one of {ANSWERS}")
        self.tasks, self.methods, self.answers = list(tasks), list(methods), answers
        self.mover = _as_json(mover or {})
        for what, named in (("tasks", self.tasks), ("methods", self.methods), ("maps", maps)):
            if not named:
                raise BadArgument(f"there are no {what}, expected at least one")
        _check_once("tasks", [task.name for task in self.tasks])
        _check_once("methods", self.methods)
        _check_once("maps", list(maps))
        for method in self.methods:
            # It says what is wrong with a method or a mover.
            Grid(1, 1).index(method, mover=mover_of(self.mover))
        #: The content of each map, by its hash, and the hash of each map by its name.
        self.contents: dict[str, bytes] = {}
        self.maps: dict[str, str] = {}
        sizes = {}
        for name, source in maps.items():
            grid = source if isinstance(source, Grid) else Grid.load(source)
            content = content_of(grid)
            self.maps[name] = hashlib.sha256(content).hexdigest()
            self.contents[self.maps[name]] = content
            stem = None if isinstance(source, Grid) else _stem(source)
            sizes[name] = (grid.width, grid.height, {name, stem})
        for task in self.tasks:
            _check(task, sizes)
        self.description = self._describe()
        #: Of all that decides the answers.
        self.hash = hash_of(self.description)

    def _describe(self) -> dict[str, Any]:
        def told(task: Task) -> dict[str, Any]:
            return {
                "name": task.name,
                "map": task.map,
                "kind": task.kind,
                "starts": [len(task.starts), hashlib.sha256(task.starts.tobytes()).hexdigest()],
                "goals": [len(task.goals), hashlib.sha256(task.goals.tobytes()).hexdigest()],
            }

        return {
            "astride": VERSION,
            "maps": self.maps,
            "tasks": [told(task) for task in self.tasks],
            "methods": self.methods,
            "mover": self.mover,
            "answers": self.answers,
        }

    def __repr__(self) -> str:
        questions = sum(task.count for task in self.tasks) * len(self.methods)
        return f"<astride.scale.Job of {questions} questions, {self.hash[:12]}>"


def hash_of(description: Mapping[str, Any]) -> str:
    """The hash of a job, by its description."""
    text = json.dumps(description, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def mover_of(arguments: Mapping[str, Any]) -> Mover:
    """The mover of a job."""
    given = dict(arguments)
    terrain: dict[int | str, Any] = {
        int(key): tuple(meaning) if isinstance(meaning, list) else meaning
        for key, meaning in given.pop("terrain", {}).items()
    }
    if given.get("scale") is not None:
        given["scale"] = tuple(given["scale"])
    return Mover(terrain, **given)


def _as_json(mover: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a mover as JSON has them, with all classes as numbers."""
    given = dict(mover)
    try:
        terrain = dict(given.pop("terrain", None) or {})
        given["terrain"] = {
            str(ord(key) if isinstance(key, str) and len(key) == 1 else key): meaning
            for key, meaning in terrain.items()
        }
        told: dict[str, Any] = json.loads(json.dumps(given))
        mover_of(told)
    except (TypeError, ValueError) as error:
        raise BadArgument(f"the mover {dict(mover)} is not one: {error}") from error
    return told


def content_of(grid: Grid) -> bytes:
    """All of a map, with its walls and links, as bytes."""
    return grid.legend.encode() + b"\n" + Navigator(grid).save()


def grid_of(content: bytes) -> Grid:
    """The map of such bytes."""
    legend, saved = content.split(b"\n", 1)
    return Navigator.load(saved, legend="letters" if legend == b"letters" else "costs").grid


def _check_once(what: str, names: list[str]) -> None:
    known: set[str] = set()
    for name in names:
        if not isinstance(name, str):
            raise BadArgument(f"one of the {what} is named {name!r}, expected text")
        if name in known:
            raise BadArgument(f"{what} are named {name!r} twice, expected each name once")
        known.add(name)


def _check(task: Task, sizes: Mapping[str, tuple[int, int, set[str | None]]]) -> None:
    if task.map not in sizes:
        raise BadArgument(
            f"task {task.name!r} is of map {task.map!r}, expected one of {list(sizes)}"
        )
    width, height, names = sizes[task.map]
    if task.about is not None:
        file, *size = task.about
        if size != [width, height] or _stem(file) not in names:
            raise BadArgument(
                f"the scenario of task {task.name!r} is of {file} with {size[0]}x{size[1]} cells, "
                f"expected map {task.map!r} with {width}x{height}"
            )
    for what, cells in (("starts", task.starts), ("goals", task.goals)):
        wrong = np.flatnonzero(((cells < 0) | (cells >= (width, height))).any(axis=1))
        if len(wrong):
            raise BadArgument(
                f"cell {tuple(cells[wrong[0]].tolist())} at {wrong[0]} of the {what} of task "
                f"{task.name!r} is not on map {task.map!r} with {width}x{height} cells"
            )


def _cells(given: npt.ArrayLike, what: str) -> npt.NDArray[np.int32]:
    cells = np.asarray(given)
    if cells.size == 0:
        return np.empty((0, 2), np.int32)
    if cells.ndim != 2 or cells.shape[1] != 2 or cells.dtype.kind not in "iu":
        told = f"{cells.dtype} of shape {cells.shape}"
        raise BadArray(f"{what} are an array of {told}, expected whole numbers, 2 to a row")
    if cells.min() < -(2**31) or cells.max() >= 2**31:
        raise BadArray(f"{what} go from {cells.min()} to {cells.max()}, expected less than 2^31")
    # Other machines are to see the same bytes.
    return np.ascontiguousarray(cells, "<i4")


def _stem(file: str | os.PathLike[str]) -> str:
    return pathlib.PurePath(file).name.removesuffix(".gz").removesuffix(".map")
