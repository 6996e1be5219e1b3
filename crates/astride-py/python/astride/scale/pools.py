"""Where shards are worked out: what a run asks of a pool, for each kind of pool there is."""

from __future__ import annotations

import concurrent.futures as cf
import os
import pathlib
from collections.abc import Callable
from typing import Any

from ..errors import BadArgument
from .files import place
from .work import give

Work = Callable[..., Any]


class Pool:
    """Anything of this machine with ``submit``, whose workers see the folder."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def submit(self, work: Work, *arguments: Any) -> Any:
        """A future of a call."""
        return self.inner.submit(work, *arguments)

    def place(self, content: bytes, folder: pathlib.Path) -> Any:
        """What stands for these bytes in a call, so that they go to each worker once."""
        return place(folder, content)

    def result(self, future: Any) -> Any:
        """What a call returned; raises what it raised."""
        return future.result()

    def cancel(self, future: Any) -> None:
        """Gives up a call, unless it has begun."""
        future.cancel()

    def workers(self) -> int:
        """How many calls run at once."""
        return getattr(self.inner, "_max_workers", None) or os.cpu_count() or 1

    def close(self) -> None:
        """Frees the workers of a pool that the run made itself."""
        self.inner.shutdown()


class Inline(Pool):
    """This process, which does the work in the call."""

    def submit(self, work: Work, *arguments: Any) -> cf.Future[Any]:
        future: cf.Future[Any] = cf.Future()
        try:
            future.set_result(work(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future

    def place(self, content: bytes, folder: pathlib.Path) -> bytes:
        return content

    def workers(self) -> int:
        return 1


class Dask(Pool):
    """A client of Dask."""

    def submit(self, work: Work, *arguments: Any) -> Any:
        # Otherwise it takes a call for one that failed before.
        return self.inner.submit(work, *arguments, pure=False)

    def place(self, content: bytes, folder: pathlib.Path) -> Any:
        # A result, which moves to each worker that needs it.
        return self.submit(give, content)

    def workers(self) -> int:
        return sum(self.inner.nthreads().values()) or 1  # as many as there are now

    def close(self) -> None:
        self.inner.close()


class Ray(Pool):
    """The module ``ray``, which was told where its cluster is."""

    def __init__(self, inner: Any) -> None:
        if not inner.is_initialized():
            raise BadArgument("ray has no cluster yet, expected a call of ray.init before")
        super().__init__(inner)
        # What fails is tried again by the run, which counts.
        self.remote = inner.remote(max_retries=0)(_work)

    def submit(self, work: Work, *arguments: Any) -> Any:
        reference = self.remote.remote(work, *arguments)
        future = reference.future()
        future.reference = reference
        return future

    def place(self, content: bytes, folder: pathlib.Path) -> Any:
        return self.inner.put(content)

    def result(self, future: Any) -> Any:
        try:
            return future.result()
        except Exception as error:
            # Ray wraps what a worker raises, and makes its traceback the message.
            cause = getattr(error, "cause", None)
            if isinstance(cause, Exception):
                raise cause from error
            raise

    def cancel(self, future: Any) -> None:
        # A cancelled future would leave the call in the queue of the cluster.
        self.inner.cancel(future.reference)

    def workers(self) -> int:
        return int(self.inner.cluster_resources().get("CPU", 0)) or 1

    def close(self) -> None:
        self.inner.shutdown()


def _work(work: Work, *arguments: Any) -> Any:
    return work(*arguments)


def pool_of(executor: Any) -> Pool:
    """What a run asks of this executor."""
    if _is_ray(executor):
        return Ray(executor)
    if not hasattr(executor, "submit"):
        raise BadArgument(f"the executor is {executor!r}, expected something with submit")
    return Dask(executor) if hasattr(executor, "scheduler_info") else Pool(executor)


def is_pool(executor: Any) -> bool:
    """Whether it is a pool itself: a class of pools has `submit` too, and makes one."""
    return (hasattr(executor, "submit") or _is_ray(executor)) and not isinstance(executor, type)


def _is_ray(executor: Any) -> bool:
    return hasattr(executor, "remote") and hasattr(executor, "is_initialized")
