"""The classes of the compiled module; `astride` gives them out."""

import builtins
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, final, overload

import numpy as np
import numpy.typing as npt

_Cell = tuple[int, int] | Sequence[int] | npt.NDArray[np.integer[Any]]
_Cells = npt.ArrayLike
_Rect = tuple[int, int, int, int] | Sequence[int] | npt.NDArray[np.integer[Any]]
_Point = tuple[float, float] | Sequence[float] | npt.NDArray[Any]
_Class = int | str
_Dir = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
_Side = Literal["N", "E", "S", "W"]
_FleetEvent = Literal[
    "assigned", "withdrawn", "errand-done", "task-done", "stuck", "freed", "unreachable"
]

METHODS: Final[list[str]]
VERSION: Final[str]

def _path(pickled: tuple[Any, ...], cells: npt.NDArray[np.int32]) -> Path: ...
def _paths(pickled: list[tuple[Any, ...]], cells: npt.NDArray[np.int32]) -> Paths: ...

@final
class Mover:
    def __new__(
        cls,
        terrain: Mapping[_Class, int | tuple[int, int]] | None = None,
        *,
        neighbours: Literal[8, 4] = 8,
        corners: Literal["never", "one free", "always"] = "never",
        scale: tuple[int, int] | None = None,
        crosses: Mapping[_Class, int] | None = None,
    ) -> Mover: ...

@final
class Path:
    status: Final[Literal["found", "unreachable", "out of budget"]]
    why: Final[str | None]
    cells: Final[npt.NDArray[np.int32]]
    rows: Final[npt.NDArray[np.int64]]
    columns: Final[npt.NDArray[np.int64]]
    cost: Final[float]
    ticks: Final[int | None]
    length: Final[float]
    steps: Final[int]
    is_optimal: Final[bool]
    promise: Final[str | None]
    is_nearest: Final[bool]
    expanded: Final[int]
    def __bool__(self) -> bool: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, at: int, /) -> tuple[int, int]: ...
    @overload
    def __getitem__(self, at: slice, /) -> list[tuple[int, int]]: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, npt.NDArray[np.int32]]]: ...
    def __copy__(self) -> Path: ...
    def __deepcopy__(self, memo: Any, /) -> Path: ...
    def __iter__(self) -> Iterator[tuple[int, int]]: ...
    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[Any]: ...

@final
class Paths:
    costs: Final[npt.NDArray[np.float64]]
    ticks: Final[npt.NDArray[np.uint64]]
    counts: Final[npt.NDArray[np.int64]]
    cells: Final[npt.NDArray[np.int32]]
    offsets: Final[npt.NDArray[np.int64]]
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, at: int, /) -> Path: ...
    @overload
    def __getitem__(self, at: slice, /) -> Paths: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, npt.NDArray[np.int32]]]: ...
    def __copy__(self) -> Paths: ...
    def __deepcopy__(self, memo: Any, /) -> Paths: ...
    def __iter__(self) -> Iterator[Path]: ...

@final
class Picture:
    svg: Final[str]
    png: Final[bytes]
    def save(self, file: str | os.PathLike[str]) -> None: ...

@final
class Field:
    costs: Final[npt.NDArray[np.float64]]
    ticks: Final[npt.NDArray[np.uint64]]
    is_complete: Final[bool]
    def path_from(self, cell: _Cell) -> Path: ...
    def next_from(self, cell: _Cell) -> tuple[int, int] | None: ...

@final
class Range:
    cells: Final[npt.NDArray[np.int32]]
    costs: Final[npt.NDArray[np.float64]]
    ticks: Final[npt.NDArray[np.uint64]]
    def path_to(self, cell: _Cell) -> Path: ...
    def __contains__(self, cell: _Cell, /) -> bool: ...
    def __len__(self) -> int: ...

@final
class Edit:
    def __new__(cls) -> Edit: ...
    def set(self, cell: _Cell, class_: _Class) -> Edit: ...
    def fill(self, rect: _Rect, class_: _Class) -> Edit: ...
    def wall(self, cell: _Cell, direction: _Dir) -> Edit: ...
    def remove_wall(self, cell: _Cell, direction: _Dir) -> Edit: ...
    def fence(self, cell: _Cell, direction: _Dir, class_: _Class) -> Edit: ...
    def fence_step(self, cell: _Cell, direction: _Dir, class_: _Class) -> Edit: ...
    def forbid_step(self, cell: _Cell, direction: _Dir) -> Edit: ...
    def allow_step(self, cell: _Cell, direction: _Dir) -> Edit: ...
    def link(self, start: _Cell, goal: _Cell, ticks: int) -> Edit: ...
    def unlink(self, start: _Cell, goal: _Cell) -> Edit: ...

@final
class Grid:
    def __new__(cls, width: int, height: int, class_: _Class = ...) -> Grid: ...
    @staticmethod
    def from_array(costs: npt.ArrayLike) -> Grid: ...
    @staticmethod
    def from_classes(classes: npt.NDArray[np.uint8]) -> Grid: ...
    @staticmethod
    def from_text(text: str) -> Grid: ...
    @staticmethod
    def load(source: str | os.PathLike[str]) -> Grid: ...
    width: Final[int]
    height: Final[int]
    shape: Final[tuple[int, int]]
    revision: Final[int]
    legend: Final[Literal["costs", "letters"]]
    classes: Final[npt.NDArray[np.uint8]]
    def class_at(self, cell: _Cell) -> int: ...
    def apply(self, edit: Edit) -> int: ...
    def set(self, cell: _Cell, class_: _Class) -> int: ...
    def fill(self, rect: _Rect, class_: _Class) -> int: ...
    def copy(self) -> Grid: ...
    def __copy__(self) -> Grid: ...
    def __deepcopy__(self, memo: Any, /) -> Grid: ...
    def to_map(self) -> bytes: ...
    def __reduce__(self) -> tuple[Any, tuple[builtins.bytes]]: ...
    def find_path(
        self,
        start: _Cell,
        goal: _Cell,
        *,
        mover: Mover | None = None,
        method: str = "astar",
        most_cost: float | None = None,
        most_expansions: int | None = None,
        most_seconds: float | None = None,
        or_nearest: bool = False,
    ) -> Path: ...
    def paths(
        self,
        starts: _Cells,
        goals: _Cells,
        *,
        mover: Mover | None = None,
        method: str = "auto",
        threads: int | None = None,
    ) -> Paths: ...
    def field(
        self,
        cells: _Cells,
        *,
        mover: Mover | None = None,
        way: Literal["to", "from"] = "to",
        most_cost: float | None = None,
        most_expansions: int | None = None,
        most_seconds: float | None = None,
    ) -> Field: ...
    def distances(
        self,
        cells: _Cells,
        *,
        mover: Mover | None = None,
        way: Literal["to", "from"] = "to",
        most_cost: float | None = None,
    ) -> npt.NDArray[np.float64]: ...
    def range(self, start: _Cell, most_cost: float, *, mover: Mover | None = None) -> Range: ...
    def index(
        self, method: str = "auto", *, mover: Mover | None = None, questions: int = 0
    ) -> Index: ...
    def bake(self, *, mover: Mover | None = None) -> bytes: ...
    def open(
        self,
        source: builtins.bytes | str | os.PathLike[str],
        *,
        mover: Mover | None = None,
        mapped: bool = False,
    ) -> Index: ...
    def picture(
        self,
        *,
        path: Path | None = None,
        field: Field | None = None,
        range: Range | None = None,
        mover: Mover | None = None,
        title: str | None = None,
        theme: Literal["light", "dark"] = "light",
        cell: int | None = None,
    ) -> Picture: ...

@final
class Index:
    method: Final[str]
    bytes: Final[int]
    def find_path(
        self,
        start: _Cell,
        goal: _Cell,
        *,
        most_expansions: int | None = None,
        most_seconds: float | None = None,
    ) -> Path: ...
    def cost(self, start: _Cell, goal: _Cell) -> float: ...
    def paths(self, starts: _Cells, goals: _Cells, *, threads: int | None = None) -> Paths: ...
    def costs(
        self, starts: _Cells, goals: _Cells, *, threads: int | None = None
    ) -> npt.NDArray[np.float64]: ...
    def ticks(
        self, starts: _Cells, goals: _Cells, *, threads: int | None = None
    ) -> npt.NDArray[np.uint64]: ...
    def cost_matrix(
        self, sources: _Cells, targets: _Cells, *, threads: int | None = None
    ) -> npt.NDArray[np.float64]: ...
    def follow(self, questions: int = 0) -> None: ...

@final
class Navigator:
    def __new__(
        cls,
        grid: Grid,
        *,
        mover: Mover | None = None,
        upkeep: Literal["at once", "by hand"] = "at once",
        quantum: int = 1024,
        lanes: int = 4,
        ageing: int = 1,
        most_requests: int = 65536,
    ) -> Navigator: ...
    grid: Final[Grid]
    revision: Final[int]
    def add_mover(self, mover: Mover | None = None, *, size: int = 1) -> int: ...
    def add_faction(self, assumed: _Class) -> int: ...
    def reveal(self, faction: int, rect: _Rect) -> int: ...
    def reveal_around(
        self, faction: int, eye: _Cell, radius: int, opaque: Sequence[_Class]
    ) -> int: ...
    def add_overlay(self) -> int: ...
    def overlay_fill(self, overlay: int, rect: _Rect, ticks: int) -> None: ...
    def overlay_set(self, overlay: int, ticks: npt.ArrayLike) -> None: ...
    def add_places(self) -> int: ...
    def set_places(self, places: int, cells: _Cells) -> None: ...
    def apply(self, edit: Edit) -> int: ...
    def set(self, cell: _Cell, class_: _Class) -> int: ...
    def fill(self, rect: _Rect, class_: _Class) -> int: ...
    def find_path(
        self,
        start: _Cell,
        goal: _Cell,
        *,
        mover: int = 0,
        faction: int | None = None,
        overlays: Sequence[int] = ...,
        around: int | None = None,
        or_to: int | None = None,
        or_nearest: bool = False,
        edit: Edit | None = None,
        most_expansions: int | None = None,
        most_seconds: float | None = None,
    ) -> Path: ...
    def cost(
        self,
        start: _Cell,
        goal: _Cell,
        *,
        mover: int = 0,
        faction: int | None = None,
        overlays: Sequence[int] = ...,
        around: int | None = None,
        or_to: int | None = None,
    ) -> float: ...
    def paths(
        self,
        starts: _Cells,
        goals: _Cells,
        *,
        mover: int = 0,
        faction: int | None = None,
        overlays: Sequence[int] = ...,
        around: int | None = None,
        or_to: int | None = None,
        threads: int | None = None,
    ) -> Paths: ...
    def range(
        self,
        start: _Cell,
        most_cost: float,
        *,
        mover: int = 0,
        faction: int | None = None,
        overlays: Sequence[int] = ...,
        around: int | None = None,
        most_expansions: int | None = None,
        most_seconds: float | None = None,
    ) -> Range: ...
    def snap(
        self,
        cell: _Cell,
        *,
        mover: int = 0,
        radius: int | None = None,
        reached_from: _Cell | None = None,
    ) -> tuple[int, int] | None: ...
    def explain(
        self,
        start: _Cell,
        goal: _Cell,
        *,
        mover: int = 0,
        faction: int | None = None,
        around: int | None = None,
        edit: Edit | None = None,
        most_expansions: int | None = None,
        most_seconds: float | None = None,
    ) -> Explanation | None: ...
    def would_part(
        self,
        edit: Edit,
        starts: _Cells,
        goals: _Cells,
        *,
        mover: int = 0,
        faction: int | None = None,
        or_to: int | None = None,
    ) -> npt.NDArray[np.int64]: ...
    def keep(self, index: str, *, mover: int = 0) -> None: ...
    def drop_index(self, index: str, *, mover: int = 0) -> None: ...
    def build(self) -> bool: ...
    def maintain(self, cells: int) -> int: ...
    def save(self) -> bytes: ...
    @staticmethod
    def load(bytes: builtins.bytes, *, legend: Literal["costs", "letters"] = "costs") -> Navigator: ...
    def request(
        self,
        start: _Cell,
        goal: _Cell,
        *,
        priority: int = 0,
        mover: int = 0,
        faction: int | None = None,
        overlays: Sequence[int] = ...,
        around: int | None = None,
        or_to: int | None = None,
        or_nearest: bool = False,
        most_expansions: int | None = None,
        most_frames: int | None = None,
    ) -> int: ...
    def work(
        self, *, most_expansions: int | None = None, most_seconds: float | None = None
    ) -> Work: ...
    def take(self) -> list[Delivery]: ...
    def progress(self, ticket: int) -> tuple[Literal["waiting", "running", "done"], int]: ...
    def cancel(self, ticket: int) -> None: ...

@final
class Explanation:
    why: Final[str]
    frontier: Final[npt.NDArray[np.int32]]
    cells: Final[npt.NDArray[np.int32]]
    opening: Final[Edit | None]

@final
class Work:
    expansions: Final[int]
    served: Final[int]
    running: Final[int]
    waiting: Final[int]

@final
class Delivery:
    ticket: Final[int]
    path: Final[Path]
    revision: Final[int]
    standing: Final[Literal["current", "walkable", "other cost", "blocked", "outdated"]]
    frames: Final[int]

@final
class Graph:
    def __new__(
        cls, nodes: int, starts: npt.ArrayLike, goals: npt.ArrayLike, costs: npt.ArrayLike
    ) -> Graph: ...
    nodes: Final[int]
    arcs: Final[int]
    def find_path(
        self,
        start: int,
        goal: int,
        *,
        most_expansions: int | None = None,
        most_seconds: float | None = None,
    ) -> tuple[npt.NDArray[np.int64], int] | None: ...
    def costs_from(self, start: int) -> npt.NDArray[np.int64]: ...

@final
class Plan:
    status: Final[Literal["optimal", "bounded", "feasible", "unsolvable", "out-of-budget", "gave-up"]]
    cost: Final[int | None]
    bound: Final[int]
    method: Final[str]
    positions: Final[npt.NDArray[np.int32]]
    def __bool__(self) -> bool: ...

def plan(
    grid: Grid,
    starts: _Cells,
    goals: _Cells,
    *,
    mover: Mover | None = None,
    method: str = "auto",
    objective: Literal["soc", "makespan", "loss"] = "soc",
    most_seconds: float | None = None,
    most_expansions: int | None = None,
    seed: int = 0,
) -> Plan: ...

def plan_fault(
    grid: Grid,
    starts: _Cells,
    goals: _Cells,
    positions: npt.ArrayLike,
    *,
    mover: Mover | None = None,
) -> str | None: ...

@final
class Fleet:
    def __new__(
        cls,
        grid: Grid,
        starts: _Cells,
        *,
        mover: Mover | None = None,
        turning: bool = False,
        facing: _Side | Iterable[_Side] | None = None,
        assignment: Literal["nearest", "in-order"] = "nearest",
        learning: bool = True,
        span: int | None = None,
        seed: int = 0,
        table_bytes: int | None = None,
    ) -> Fleet: ...
    positions: Final[npt.NDArray[np.int32]]
    facing: Final[list[_Side]]
    goals: Final[npt.NDArray[np.int32]]
    events: Final[list[tuple[_FleetEvent, int, int | None, int | None]]]
    timestep: Final[int]
    tasks_done: Final[int]
    errands_done: Final[int]
    tasks_waiting: Final[int]
    def add_task(self, errands: _Cells) -> int: ...
    def step(
        self, *, most_expansions: int | None = None, most_seconds: float | None = None
    ) -> list[Literal["wait", "forward", "clockwise", "counter-clockwise", "drive"]]: ...
    def set_working(self, robot: int, works: bool) -> None: ...
    def set_open(self, cell: _Cell, is_open: bool) -> None: ...
    def digest(self) -> int: ...
    def __len__(self) -> int: ...

@final
class Crowd:
    def __new__(
        cls, grid: Grid, *, mode: Literal["free", "lattice"] = "free", mover: Mover | None = None
    ) -> Crowd: ...
    longest_tick: Final[float]
    positions: Final[npt.NDArray[np.float64]]
    velocities: Final[npt.NDArray[np.float64]]
    arrived: Final[npt.NDArray[np.bool_]]
    def spawn(
        self, points: npt.ArrayLike, *, radius: float = 0.34, speed: float = 2.0
    ) -> npt.NDArray[np.int64]: ...
    def spawn_near(
        self, point: _Point, count: int, *, radius: float = 0.34, speed: float = 2.0
    ) -> npt.NDArray[np.int64]: ...
    def order(
        self,
        units: npt.ArrayLike,
        point: _Point,
        *,
        formation: Literal["line", "column", "wedge", "box", "circle"] | None = None,
        spacing: float | None = None,
        facing: _Point | None = None,
    ) -> None: ...
    def follow(self, grid: Grid, *, mover: Mover | None = None) -> None: ...
    def teleport(self, unit: int, point: _Point) -> None: ...
    def remove(self, unit: int) -> None: ...
    def tick(self, seconds: float, *, times: int = 1) -> None: ...
    def digest(self) -> int: ...
    def __len__(self) -> int: ...
