"""What a worker does: it answers one shard, and keeps the maps and indexes it has seen.

It imports nothing of the other side, and all it needs comes with the call: so it runs in a thread,
in another process and on another machine.
"""

from __future__ import annotations

import hashlib
import io
import json
import pathlib
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .._astride import VERSION, Grid, Index
from ..errors import BadArgument, BadData
from .job import grid_of, mover_of

Arrays = dict[str, npt.NDArray[Any]]

# Indexes that a worker keeps; of a few maps each, a job goes through them in order.
_MOST_KEPT = 8


@dataclass(frozen=True)
class Placed:
    """Bytes in a file that all workers see."""

    file: str
    hash: str


@dataclass(frozen=True)
class Shard:
    """Some of the questions of a task, to one method."""

    number: int
    task: str
    method: str
    #: Which questions of the task, the last excluded.
    begin: int
    end: int


@dataclass(frozen=True)
class Errand:
    """All that a worker gets besides the questions and the map."""

    #: The version of Astride that the answers are to be of.
    version: str
    kind: str
    answers: str
    format: str
    method: str
    #: How many questions the whole task has, by which "auto" chooses.
    questions: int
    mover: dict[str, Any]
    map: str


_lock = threading.Lock()
_kept: OrderedDict[str, tuple[threading.Lock, list[Index]]] = OrderedDict()


def give(content: bytes) -> bytes:
    """The bytes themselves: as a task of a cluster, they can be had again when a worker is lost."""
    return content


def answer(
    errand: Errand,
    starts: npt.NDArray[np.int32],
    goals: npt.NDArray[np.int32],
    content: bytes | Placed,
    baked: bytes | Placed | None,
) -> bytes:
    """The answers to a shard as the bytes of a file."""
    if errand.version != VERSION:
        told = f"Astride {VERSION} works for a job of {errand.version}"
        raise BadArgument(f"{told}, expected one version on all machines")
    return encode(answers(errand, index_of(errand, content, baked), starts, goals), errand.format)


def answers(
    errand: Errand, index: Index, starts: npt.NDArray[np.int32], goals: npt.NDArray[np.int32]
) -> Arrays:
    """The answers as arrays, worked out on one thread: there are as many workers as cores."""
    if errand.kind == "matrix":
        return {"costs": index.cost_matrix(starts, goals, threads=1)}
    if errand.answers == "costs":
        return {"costs": index.costs(starts, goals, threads=1)}
    paths = index.paths(starts, goals, threads=1)
    return {"costs": paths.costs, "counts": paths.counts, "cells": paths.cells}


def index_of(errand: Errand, content: bytes | Placed, baked: bytes | Placed | None) -> Index:
    """The index for an errand, built or opened once by each worker."""
    key = json.dumps([errand.map, errand.method, errand.questions, errand.mover], sort_keys=True)
    with _lock:
        lock, made = _kept.setdefault(key, (threading.Lock(), []))
        _kept.move_to_end(key)
        if len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)
    with lock:  # the threads of a worker wait for the one that builds
        if not made:
            mover, grid = mover_of(errand.mover), _grid(content)
            if baked is None:
                made.append(grid.index(errand.method, mover=mover, questions=errand.questions))
            else:
                if isinstance(baked, Placed):
                    _bytes(baked)  # whether its hash is right; not kept
                    # Files are placed once, under the hash of their content, and never written again.
                    made.append(grid.open(baked.file, mover=mover, mapped=True))
                else:
                    made.append(grid.open(baked, mover=mover))
    return made[0]


def _grid(content: bytes | Placed) -> Grid:
    return grid_of(_bytes(content))


def _bytes(content: bytes | Placed) -> bytes:
    if isinstance(content, bytes):
        return content
    found = pathlib.Path(content.file).read_bytes()
    if hashlib.sha256(found).hexdigest() != content.hash:
        raise BadData(f"{content.file} is damaged, delete it and run again")
    return found


def encode(arrays: Arrays, format: str) -> bytes:
    """Arrays as the bytes of a file: the same arrays make the same bytes."""
    file = io.BytesIO()
    if format == "npz":
        np.savez(file, **arrays)  # type: ignore[arg-type]
        return file.getvalue()
    import pyarrow as pa
    import pyarrow.parquet as pq

    costs = arrays["costs"]
    column: Any = pa.array(costs.ravel())
    if costs.ndim == 2:
        column = pa.FixedSizeListArray.from_arrays(column, costs.shape[1])
    columns = {"cost": column}
    if "cells" in arrays:
        offsets = np.concatenate([[0], np.cumsum(arrays["counts"])]).astype("i8")
        cells = pa.FixedSizeListArray.from_arrays(pa.array(arrays["cells"].ravel()), 2)
        columns["cells"] = pa.LargeListArray.from_arrays(offsets, cells)
    pq.write_table(pa.table(columns), file)
    return file.getvalue()


def decode(content: bytes, format: str) -> Arrays:
    """The arrays of such a file."""
    file = io.BytesIO(content)
    if format == "npz":
        with np.load(file) as found:
            return dict(found)
    import pyarrow.parquet as pq

    table = pq.read_table(file).combine_chunks()
    column = table["cost"].combine_chunks()
    if column.type.num_fields:  # a list of costs for each row of a matrix
        width = column.type.list_size
        return {"costs": column.flatten().to_numpy().reshape(-1, width)}
    arrays: Arrays = {"costs": column.to_numpy()}
    if "cells" in table.column_names:
        lists = table["cells"].combine_chunks()
        arrays["counts"] = np.diff(lists.offsets.to_numpy())
        arrays["cells"] = lists.flatten().flatten().to_numpy().reshape(-1, 2)
    return arrays
