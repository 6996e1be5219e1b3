"""What shards cost beside the questions in them, and how many questions a run answers.

    python crates/astride-py/benches/scale.py QUESTIONS FOLDER [MAP...]

Questions are drawn over all free cells of the maps, as many to each map. The answers to some are
compared with jump points, asked without shards.
"""

import os
import pathlib
import platform
import resource
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import astride
import numpy as np
from astride import scale

ROOT = pathlib.Path(__file__).resolve().parents[3]
METHOD = "jump-table"


def drawn(grid, count, seed):
    rng = np.random.default_rng(seed)
    free = np.argwhere(np.isin(grid.classes, np.frombuffer(b".G", np.uint8)))[:, ::-1]
    return (free[rng.integers(0, len(free), count)] for _ in "ab")


def overhead(folder, seconds=5.0, shards=2):
    """Time of the processor in a run of some shards of this length, and in the questions alone."""
    file = ROOT / "data/grid/dao/den011d.map"
    grid = scale.job.grid_of(scale.job.content_of(astride.Grid.load(file)))
    index = grid.index(METHOD)
    sample = list(drawn(grid, 50_000, 1))
    begin = time.process_time()
    index.costs(*sample, threads=1)
    size = int(seconds * 50_000 / (time.process_time() - begin))
    starts, goals = drawn(grid, size * shards, 2)
    shutil.rmtree(folder, ignore_errors=True)
    job = scale.Job({"m": file}, [scale.pairs("m", starts, goals)], [METHOD])
    begin = time.process_time()
    costs = scale.run(job, folder, size=size).costs("m", METHOD)
    whole = time.process_time() - begin
    begin = time.process_time()
    alone = np.concatenate(
        [
            index.costs(starts[at : at + size], goals[at : at + size], threads=1)
            for at in range(0, len(starts), size)
        ]
    )
    least = time.process_time() - begin
    assert np.array_equal(costs, alone)
    print(
        f"| {shards} shards of {size} questions | {whole:.2f} | {least:.2f} "
        f"| {100 * (whole / least - 1):.1f} % |",
        flush=True,
    )


def large(questions, folder, files):
    tasks, maps = [], {}
    begin = time.perf_counter()
    for seed, file in enumerate(files):
        maps[file.name] = file
        grid = scale.job.load_map(file)
        each = questions // len(files) + (seed < questions % len(files))
        tasks.append(scale.pairs(file.name, *drawn(grid, each, seed)))
    job = scale.Job(maps, tasks, [METHOD])
    print(f"\n{job}, {len(maps)} maps, read and drawn in {time.perf_counter() - begin:.1f} s")
    begin, cpu = time.perf_counter(), time.process_time()
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        results = scale.run(job, folder, workers)
    wall, cpu = time.perf_counter() - begin, time.process_time() - cpu
    bytes_ = sum(file.stat().st_size for file in pathlib.Path(folder).glob("0*"))
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{len(results.shards)} shards by {os.cpu_count()} threads:")
    print(f"{wall:.1f} s, {cpu:.1f} s of the processor, {cpu / questions * 1e6:.1f} µs a question")
    print(f"{bytes_ / 2**20:.0f} MiB of answers, {most:.0f} MiB of memory at most")
    print(f"digest of all answers {results.digest()}")
    for task in tasks[:: max(1, len(tasks) // 8)]:
        grid = scale.job.grid_of(job.contents[job.maps[task.map]])
        some = slice(0, None, max(1, task.count // 200))
        wanted = grid.index("jps").costs(task.starts[some], task.goals[some], threads=1)
        assert np.array_equal(results.costs(task.name, METHOD)[some], wanted), task.name
    print("samples agree with jump points")


def main():
    questions, folder = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    files = [pathlib.Path(file) for file in sys.argv[3:]] or sorted(ROOT.glob("data/grid/*/*.map*"))
    files = [file for file in files if ".scen" not in file.name]
    print(f"Python {platform.python_version()}, numpy {np.__version__}, {METHOD}\n")
    print("| a run | s in shards | s without | overhead |\n|---|--:|--:|--:|", flush=True)
    overhead(folder / "overhead")
    if questions:
        large(questions, folder / "large", files)


if __name__ == "__main__":
    main()
