"""The folder of a job: its description, its maps, and a file with a checksum for each shard.

``job.json``, ``inputs/<hash>``, and for each shard ``00007.npz`` (or ``.parquet``) beside
``00007.json``, which names the job, the questions and the checksum. Each is written under another
name and then renamed, the checksum last: a run that is killed leaves nothing that looks finished.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import pathlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import BadArgument, BadData
from .job import Job, hash_of
from .work import Arrays, Placed, Shard, decode

_Folder = str | os.PathLike[str]


def write(file: pathlib.Path, content: bytes) -> None:
    """Writes a whole file or none."""
    part = file.with_name(file.name + ".part")
    part.write_bytes(content)
    os.replace(part, file)


class Results:
    """The answers in a folder, read when they are asked for; a shard is checked as it is read.

    >>> results = scale.Results("results")
    >>> results.costs("den", "labels")
    """

    def __init__(self, folder: _Folder) -> None:
        self.folder = pathlib.Path(folder)
        about = read_job(self.folder)
        if about is None:
            raise BadData(f"{self.folder} has no job.json, expected the folder of a job")
        #: What the job is.
        self.description: dict[str, Any] = about["job"]
        self.hash: str = about["hash"]
        self.format: str = about["format"]
        #: How many questions a shard has, for each task and method.
        self.sizes: dict[str, dict[str, int]] = about["sizes"]
        #: All shards, in the order of their numbers.
        self.shards = list(_cut(self.description, self.sizes))

    def is_done(self, shard: Shard) -> bool:
        """Whether the answers of a shard are here and whole."""
        return self._content(shard) is not None

    def arrays(self, shard: Shard) -> Arrays:
        """The answers of a shard: ``costs``, and of paths ``counts`` and ``cells`` as in
        :class:`astride.Paths`. Raises BadData if they are missing or damaged."""
        content = self._content(shard)
        if content is None:
            raise BadData(
                f"shard {shard.number} in {self.folder} is missing or damaged, run the job again"
            )
        return decode(content, self.format)

    def costs(self, task: str, method: str) -> npt.NDArray[np.float64]:
        """All costs of a task by a method, in the order of its questions."""
        return np.concatenate([arrays["costs"] for arrays in self.parts(task, method)])

    def parts(self, task: str, method: str) -> Iterator[Arrays]:
        """The answers of a task by a method, shard by shard in the order of its questions."""
        wanted = [shard for shard in self.shards if (shard.task, shard.method) == (task, method)]
        if not wanted:
            raise BadArgument(f"the job has no task {task!r} with method {method!r}: {self.sizes}")
        return map(self.arrays, wanted)

    def digest(self) -> str:
        """A hash of all answers, which does not depend on how they were cut or stored."""
        every = hashlib.sha256(self.hash.encode())
        for task, methods in self.sizes.items():
            for method in methods:
                columns: dict[str, Any] = {}
                for arrays in self.parts(task, method):
                    for name, array in arrays.items():
                        columns.setdefault(name, hashlib.sha256()).update(array.tobytes())
                for name in sorted(columns):
                    line = f"{task} {method} {name} {columns[name].hexdigest()}"
                    # The name of a file may be no text, and the name of a task comes from there.
                    every.update(line.encode(errors="surrogatepass"))
        return every.hexdigest()

    def save(self, shard: Shard, content: bytes) -> None:
        """Keeps the answers of a shard: first what is checked, then the check."""
        write(self._file(shard, self.format), content)
        about = self._about(shard) | {"sha256": hashlib.sha256(content).hexdigest()}
        write(self._file(shard, "json"), (json.dumps(about, indent=1) + "\n").encode())

    def _content(self, shard: Shard) -> bytes | None:
        try:
            about = json.loads(self._file(shard, "json").read_bytes())
            content = self._file(shard, self.format).read_bytes()
        except (OSError, ValueError):
            return None
        wanted = self._about(shard) | {"sha256": hashlib.sha256(content).hexdigest()}
        return content if about == wanted else None

    def _about(self, shard: Shard) -> dict[str, Any]:
        return {"job": self.hash} | dataclasses.asdict(shard)

    def _file(self, shard: Shard, kind: str) -> pathlib.Path:
        return self.folder / f"{shard.number:05}.{kind}"


def _cut(description: dict[str, Any], sizes: dict[str, dict[str, int]]) -> Iterator[Shard]:
    number = 0
    for task in description["tasks"]:
        count = task["starts"][0]
        for method in description["methods"]:
            size = sizes[task["name"]][method]
            for begin in range(0, max(count, 1), size):  # a task without questions has a shard too
                yield Shard(number, task["name"], method, begin, min(begin + size, count))
                number += 1


def read_job(folder: pathlib.Path) -> dict[str, Any] | None:
    """What ``job.json`` says; nothing if there is none."""
    file = folder / "job.json"
    if not file.exists():
        return None
    try:
        about: dict[str, Any] = json.loads(file.read_bytes())
        missing = {"job", "hash", "format", "sizes"} - about.keys()
    except (ValueError, AttributeError) as error:
        raise BadData(f"{file} is damaged: {error}") from error
    if missing:
        raise BadData(f"{file} is damaged: it lacks {sorted(missing)}")
    if hash_of(about["job"]) != about["hash"]:
        raise BadData(f"{file} is damaged: its hash is not that of its job")
    if not _is_cut(about["job"], about["sizes"]):
        raise BadData(f"{file} is damaged: {about['sizes']} are no sizes of shards")
    return about


def _is_cut(description: dict[str, Any], sizes: Any) -> bool:
    """Whether there is a size for each task and method."""
    try:
        cuts = [
            sizes[task["name"]][method]
            for task in description["tasks"]
            for method in description["methods"]
        ]
    except (LookupError, TypeError):
        return False
    return all(isinstance(size, int) and size > 0 for size in cuts)


def write_job(
    folder: pathlib.Path, job: Job, format: str, sizes: dict[str, dict[str, int]]
) -> None:
    """Begins the folder of a job."""
    about = {"hash": job.hash, "format": format, "sizes": sizes, "job": job.description}
    write(folder / "job.json", (json.dumps(about, indent=1) + "\n").encode())


def place(folder: pathlib.Path, content: bytes) -> Placed:
    """Puts bytes where the workers of this machine, or of a shared folder, find them."""
    name = hashlib.sha256(content).hexdigest()
    file = folder.resolve() / "inputs" / name
    if not file.exists() or file.read_bytes() != content:
        file.parent.mkdir(exist_ok=True)
        write(file, content)
    return Placed(str(file), name)
