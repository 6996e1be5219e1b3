"""Runs a job: cuts it, hands shards to workers, takes answers as they come, tries again."""

from __future__ import annotations

import concurrent.futures as cf
import importlib.util
import os
import pathlib
import queue
import sys
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._astride import VERSION
from ..errors import BadArgument, BadData, Error, Full
from .files import Results, read_job, write_job
from .job import Job, Task, grid_of, mover_of
from .pools import Inline, Pool, is_pool, pool_of
from .work import Errand, Shard, answer, answers, encode, index_of

# At most this many questions to a shard: their cells are 8 MiB, which a cluster takes in a call.
_MOST_QUESTIONS = 2**19
# About this many bytes of answers to a shard at most.
_MOST_BYTES = 2**26


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    done: int
    shards: int
    #: Questions answered so far, those of earlier runs included, and all of them.
    answered: int
    questions: int
    #: Since the run began.
    seconds: float


def run(
    job: Job,
    folder: str | os.PathLike[str],
    executor: Any = None,
    *,
    size: int | None = None,
    seconds: float = 5.0,
    retries: int = 2,
    format: str | None = None,
    progress: bool | Callable[[Progress], object] = False,
) -> Results:
    """Works out a job in a folder, or what is left of it, and gives the results.

    Parameters
    ----------
    executor : optional
        A ``ThreadPoolExecutor``, a ``ProcessPoolExecutor``, anything else with ``submit``, a
        ``dask.distributed.Client``, the module ``ray`` after ``ray.init``, or a function that makes
        one of these; it is called again when a worker that dies takes its pool with it. Without it,
        all is done in this process, one shard after the other.
    size : int, optional
        Questions to a shard, of matrices rows. Without it as many as take about ``seconds``, by a
        sample; a folder that was begun keeps its own.
    retries : int
        How often a shard is tried again. What Astride refuses is refused at once.
    format : "npz" or "parquet", optional
        Of the shards: parquet if pyarrow is there.
    progress : optional
        True for a line on standard error, or a function that gets a :class:`Progress`.
    """
    _check_count("size", size, 1)
    _check_count("retries", retries, 0)
    if not 0 < seconds < float("inf"):
        raise BadArgument(f"shards are to take {seconds} seconds, expected more than 0")
    if not (executor is None or is_pool(executor) or callable(executor)):
        raise BadArgument(f"the executor is {executor!r}, expected something with submit")
    results = _begin(job, pathlib.Path(folder), size, seconds, format)
    left = [shard for shard in results.shards if not results.is_done(shard)]
    report = _Report(results, left, progress)
    if left:
        _Run(job, results, executor, retries, report).work(left)
    report.end()
    return results


def _check_count(what: str, count: int | None, least: int) -> None:
    if count is not None and (not isinstance(count, int) or count < least):
        raise BadArgument(f"{what} is {count!r}, expected a whole number from {least}")


# --- cutting ---------------------------------------------------------------------------------------


def _begin(
    job: Job, folder: pathlib.Path, size: int | None, seconds: float, format: str | None
) -> Results:
    has_arrow = importlib.util.find_spec("pyarrow") is not None
    if format not in (None, "npz", "parquet") or (format == "parquet" and not has_arrow):
        raise BadArgument(
            f"the format is {format!r}, expected npz, or parquet with pyarrow installed"
        )
    about = read_job(folder)
    if about is None:
        folder.mkdir(parents=True, exist_ok=True)
        sizes = {
            task.name: {
                method: size or _measured(job, task, method, seconds) for method in job.methods
            }
            for task in job.tasks
        }
        write_job(folder, job, format or ("parquet" if has_arrow else "npz"), sizes)
        return Results(folder)
    if about["hash"] != job.hash:
        told = f"{str(about['hash'])[:12]}, not of job {job.hash[:12]}"
        raise BadData(f"{folder} is of job {told}, expected a folder of this job or an empty one")
    results = Results(folder)
    if results.format == "parquet" and not has_arrow:
        raise BadData(f"{folder} holds parquet, expected pyarrow to be installed")
    if format not in (None, results.format):
        raise BadArgument(f"{folder} holds {results.format}, expected no other format")
    if size is not None and any(
        size != cut for cuts in results.sizes.values() for cut in cuts.values()
    ):
        raise BadArgument(f"{folder} is cut by {results.sizes}, expected that size or none")
    return results


def _errand(job: Job, task: Task, method: str, format: str) -> Errand:
    rows = len(task.goals) if task.kind == "matrix" else 1
    questions = task.count * rows
    return Errand(
        VERSION, task.kind, job.answers, format, method, questions, job.mover, job.maps[task.map]
    )


def _measured(job: Job, task: Task, method: str, seconds: float) -> int:
    """Questions that take about this many seconds, by a sample spread over the task."""
    errand = _errand(job, task, method, "npz")
    index = index_of(errand, job.contents[errand.map], None)
    sample, taken, written = 0, 0.0, 1
    # A few questions say little: what it takes to begin would count as theirs.
    while sample < task.count and (taken < 0.1 or sample < 256) and taken < seconds:
        sample = min(max(16, 4 * sample), task.count)
        some = np.linspace(0, task.count - 1, sample).astype(int)
        goals = task.goals if task.kind == "matrix" else task.goals[some]
        # Of the processor: on a busy machine a clock would say anything.
        begin = time.process_time()
        written = len(encode(answers(errand, index, task.starts[some], goals), "npz"))
        taken = time.process_time() - begin
    most = min(seconds / max(taken, 1e-9), _MOST_BYTES / written) * max(sample, 1)
    return max(1, min(int(most), _MOST_QUESTIONS))


# --- handing out -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _UnderWay:
    """A shard that was handed out."""

    shard: Shard
    #: How often it failed before.
    tries: int
    pool: Pool
    future: Any


class _Run:
    """One run: what waits, what is under way, and where the maps of the workers are."""

    def __init__(
        self, job: Job, results: Results, executor: Any, retries: int, report: _Report
    ) -> None:
        self.job, self.results, self.retries, self.report = job, results, retries, report
        self.tasks = {task.name: task for task in job.tasks}
        self.make = None if executor is None or is_pool(executor) else executor
        self.baked: dict[str, bytes] = {}
        self.placed: dict[bytes, Any] = {}
        #: The numbers of the shards that ended, and what is known of those under way.
        self.ended: queue.SimpleQueue[int] = queue.SimpleQueue()
        self.under_way: dict[int, _UnderWay] = {}
        self.pool = Inline(None) if executor is None else self._new_pool(executor)

    def work(self, left: list[Shard]) -> None:
        waiting = deque((shard, 0) for shard in left)
        try:
            while waiting or self.under_way:
                # The next shard of a worker waits for it; more would only take memory.
                while waiting and len(self.under_way) < 2 * self.pool.workers():
                    self._submit(*waiting.popleft())
                again = self._take()
                if again is not None:
                    waiting.appendleft(again)
        finally:
            for handed in self.under_way.values():
                handed.pool.cancel(handed.future)
            if self.make:
                self.pool.close()

    def _submit(self, shard: Shard, tries: int) -> None:
        task = self.tasks[shard.task]
        errand = _errand(self.job, task, shard.method, self.results.format)
        starts = task.starts[shard.begin : shard.end]
        goals = task.goals if task.kind == "matrix" else task.goals[shard.begin : shard.end]
        try:
            content = self._place(self.job.contents[errand.map])
            baked = self._place(self._bake(errand)) if shard.method == "labels" else None
            future = self.pool.submit(answer, errand, starts, goals, content, baked)
        except cf.BrokenExecutor as error:
            future = cf.Future()
            future.set_exception(error)
        self.under_way[shard.number] = _UnderWay(shard, tries, self.pool, future)
        future.add_done_callback(lambda _: self.ended.put(shard.number))

    def _take(self) -> tuple[Shard, int] | None:
        """Waits for a shard and keeps its answers, or gives it back with one try more."""
        handed = self.under_way.pop(self.ended.get())
        shard, tries = handed.shard, handed.tries
        try:
            content = handed.pool.result(handed.future)
        except Error:
            raise
        except Exception as error:
            if tries >= self.retries:
                told = f"shard {shard.number} failed {tries + 1} times, lastly with {error!r}"
                raise Full(f"{told}; what is done stays in {self.results.folder}") from error
            # All that was under way in a pool that broke fails, and the first makes a new one.
            if self.make and isinstance(error, cf.BrokenExecutor) and handed.pool is self.pool:
                self.pool.close()
                self.placed.clear()
                self.pool = self._new_pool(self.make)
            return shard, tries + 1
        self.results.save(shard, content)
        self.report.count(shard)
        return None

    def _new_pool(self, executor: Any) -> Pool:
        return pool_of(executor() if self.make else executor)

    def _bake(self, errand: Errand) -> bytes:
        """Labels are built here, once, and opened by each worker."""
        if errand.map not in self.baked:
            grid = grid_of(self.job.contents[errand.map])
            self.baked[errand.map] = grid.bake(mover=mover_of(errand.mover))
        return self.baked[errand.map]

    def _place(self, content: bytes) -> Any:
        """Bytes for all workers."""
        if content not in self.placed:
            self.placed[content] = self.pool.place(content, self.results.folder)
        return self.placed[content]


class _Report:
    """Counts what is done, and tells it."""

    def __init__(
        self, results: Results, left: list[Shard], told: bool | Callable[[Progress], object]
    ) -> None:
        self.told = self._line if told is True else told or None
        self.begin = time.perf_counter()
        self.shards = len(results.shards)
        self.questions = sum(shard.end - shard.begin for shard in results.shards)
        self.done = self.shards - len(left)
        self.answered = self.questions - sum(shard.end - shard.begin for shard in left)

    def count(self, shard: Shard) -> None:
        self.done += 1
        self.answered += shard.end - shard.begin
        if self.told:
            seconds = time.perf_counter() - self.begin
            self.told(Progress(self.done, self.shards, self.answered, self.questions, seconds))

    def end(self) -> None:
        if self.told == self._line:
            print(file=sys.stderr)

    def _line(self, at: Progress) -> None:
        bar = ("#" * (30 * at.done // at.shards)).ljust(30, ".")
        line = (
            f"\r{bar} {at.done} of {at.shards} shards, {at.answered} questions, {at.seconds:.0f} s"
        )
        print(line, end="", file=sys.stderr, flush=True)
