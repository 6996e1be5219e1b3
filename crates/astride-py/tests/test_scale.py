"""Large jobs: the same answers however they are cut, spread, interrupted and damaged."""

import concurrent.futures as cf
import dataclasses
import functools
import hashlib
import itertools
import json
import multiprocessing
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import types

import astride
import numpy as np
import pytest
from astride import errors, scale
from conftest import IS_SLOW, ROOT

GRID = ROOT / "data/grid"


def ends(grid, count, seed):
    rng = np.random.default_rng(seed)
    return (rng.integers(0, (grid.width, grid.height), (count, 2)) for _ in "ab")


def some_job(answers="costs", methods=("jps", "labels"), count=300):
    """Two maps, a scenario, pairs and a matrix; the map of costs has walls."""
    costs = astride.Grid.from_array(np.random.default_rng(3).integers(0, 4, (30, 40)))
    den = astride.Grid.load(GRID / "dao/den011d.map")
    tasks = [
        scale.pairs("costs", *ends(costs, count, 1)),
        scale.scenario("arena", GRID / "dao/arena.map.scen"),
        scale.matrix("den", *(cells[:23] for cells in ends(den, 40, 2)), name="matrix"),
    ]
    maps = {"costs": costs, "arena": GRID / "dao/arena.map", "den": den}
    return scale.Job(maps, tasks, methods, mover={"corners": "one free"}, answers=answers)


def content(folder):
    """All that lies in a folder besides the maps, which only pools of processes need there."""
    return {
        file.name: file.read_bytes() for file in pathlib.Path(folder).iterdir() if file.is_file()
    }


def spawned(workers=2):
    return cf.ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))


class Backwards:
    """An executor that begins with the last of what it is given, and fails at each shard once."""

    _max_workers = 8

    def __init__(self):
        self.waiting, self.failed = [], set()

    def submit(self, work, *arguments):
        future = cf.Future()
        self.waiting.append((future, work, arguments))
        threading.Timer(0.02, self.work_on_the_last).start()
        return future

    def work_on_the_last(self):
        future, work, arguments = self.waiting.pop()
        errand, starts, *_ = arguments
        questions = errand.method, starts.tobytes()
        if questions in self.failed:
            future.set_result(work(*arguments))
        else:
            self.failed.add(questions)
            future.set_exception(OSError("a wire was cut"))


@pytest.mark.parametrize("format", ["npz", "parquet"])
@pytest.mark.parametrize("answers", ["costs", "paths"])
def test_answers_are_those_of_the_library(answers, format, tmp_path):
    if format == "parquet":
        pytest.importorskip("pyarrow")
    job = some_job(answers)
    results = scale.run(job, tmp_path, size=17, format=format)
    mover = astride.Mover(corners="one free")
    for task in job.tasks:
        grid = scale.job.grid_of(job.contents[job.maps[task.map]])
        for method in job.methods:
            index, asked = grid.index(method, mover=mover), (task.starts, task.goals)
            wanted = index.cost_matrix(*asked) if task.kind == "matrix" else index.costs(*asked)
            assert np.array_equal(results.costs(task.name, method), wanted)
            if answers == "paths" and task.kind == "pairs":
                paths, parts = index.paths(*asked), list(results.parts(task.name, method))
                for name in ("cells", "counts"):
                    found = np.concatenate([part[name] for part in parts])
                    assert np.array_equal(found, getattr(paths, name))
                    assert found.dtype == getattr(paths, name).dtype


def test_a_map_keeps_its_walls(tmp_path):
    grid = astride.Grid(9, 2)
    grid.apply(astride.Edit().wall((4, 0), "E").wall((4, 1), "E"))
    job = scale.Job({"m": grid}, [scale.pairs("m", [(0, 0)], [(8, 0)])], ["astar"])
    assert scale.run(job, tmp_path).costs("m", "astar")[0] == np.inf


@pytest.mark.parametrize("executor", [lambda: cf.ThreadPoolExecutor(3), spawned])
def test_files_are_the_same_for_any_workers(executor, tmp_path):
    job = some_job("paths")
    scale.run(job, tmp_path / "one", size=17)
    with executor() as pool:
        results = scale.run(job, tmp_path / "many", pool, size=17)
    assert len(results.shards) == 60
    assert content(tmp_path / "one") == content(tmp_path / "many")


def test_order_and_failures_are_nothing_to_the_answers(tmp_path):
    job, pool, answered = some_job(), Backwards(), []
    one = scale.run(job, tmp_path / "one", size=17)
    many = scale.run(job, tmp_path / "many", pool, size=17, progress=answered.append)
    assert len(pool.failed) == len(answered) == len(one.shards)
    firsts = [at.answered for at in answered]
    assert firsts != list(itertools.accumulate(shard.end - shard.begin for shard in one.shards))
    assert content(tmp_path / "one") == content(tmp_path / "many")
    # Cut in another way the files differ and the answers do not.
    other = scale.run(job, tmp_path / "other", size=50)
    measured = scale.run(job, tmp_path / "measured", seconds=0.001)
    assert one.digest() == many.digest() == other.digest() == measured.digest()
    assert len(one.shards) > len(other.shards)


def test_a_slow_start_does_not_cut_shards_small(monkeypatch, tmp_path):
    real, calls = scale.driver.answers, []

    def slow_at_first(*arguments):
        until = time.process_time() + (0 if calls else 0.15)
        calls.append(arguments)
        while time.process_time() < until:
            pass
        return real(*arguments)

    monkeypatch.setattr(scale.driver, "answers", slow_at_first)
    grid = astride.Grid(20, 20)
    job = scale.Job({"m": grid}, [scale.pairs("m", *ends(grid, 5000, 1))], ["jps"])
    assert scale.run(job, tmp_path, seconds=5).sizes["m"]["jps"] > 5000


def kill_one(pool, at):
    """Kills a worker after the first shards, as a machine that runs out of memory does."""
    if at.done == 3:
        os.kill(next(iter(pool[-1]._processes)), signal.SIGKILL)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here")
def test_a_killed_worker_process_is_replaced(tmp_path):
    job, pools = some_job(), []
    scale.run(job, tmp_path / "one", size=17)

    def make():
        pools.append(spawned())
        return pools[-1]

    scale.run(job, tmp_path / "many", make, size=17, progress=functools.partial(kill_one, pools))
    assert len(pools) == 2
    assert content(tmp_path / "one") == content(tmp_path / "many")


class Unreliable:
    """A client of Dask whose workers fail at each shard once."""

    def __init__(self, client, folder):
        self.client, self.folder = client, folder

    def __getattr__(self, name):
        return getattr(self.client, name)

    def submit(self, work, *arguments, **options):
        if work is scale.work.answer:
            return self.client.submit(fail_once, self.folder, *arguments, **options)
        return self.client.submit(work, *arguments, **options)


def fail_once(folder, errand, starts, *arguments):
    questions = hashlib.sha256(errand.method.encode() + starts.tobytes()).hexdigest()
    try:
        (folder / f"failed-{questions}").touch(exist_ok=False)
    except FileExistsError:
        return scale.work.answer(errand, starts, *arguments)
    raise OSError("a wire was cut")


@pytest.mark.filterwarnings("default")
def test_dask_gives_the_same_when_a_worker_is_killed(tmp_path):
    distributed = pytest.importorskip("distributed")
    job, killed = some_job("paths"), []
    scale.run(job, tmp_path / "one", size=9)

    def kill_a_worker(at):
        if at.done == 5:
            killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    # A scheduler and two workers, each a process of its own.
    with (
        distributed.LocalCluster(
            2, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as c,
        distributed.Client(c) as client,
    ):
        scale.run(job, tmp_path / "many", client, size=9, progress=kill_a_worker)
        unreliable = Unreliable(client, tmp_path)
        scale.run(job, tmp_path / "again", unreliable, size=99)
    assert killed and content(tmp_path / "one") == content(tmp_path / "many")
    scale.run(job, tmp_path / "large", size=99)
    assert content(tmp_path / "large") == content(tmp_path / "again")
    assert len(list(tmp_path.glob("failed-*"))) == len(scale.Results(tmp_path / "large").shards)


def die_once(folder, errand, starts, *arguments):
    """As `fail_once`, with a worker that is gone at the first call of all."""
    try:
        (folder / "died").touch(exist_ok=False)
    except FileExistsError:
        return fail_once(folder, errand, starts, *arguments)
    os.kill(os.getpid(), signal.SIGKILL)


def refuse(*arguments):
    raise errors.BadArgument("another version")


class Wrapped(Exception):
    """What Ray makes of what a worker raises."""

    def __init__(self, cause):
        super().__init__("a traceback")
        self.cause = cause


def like_ray():
    """What a run asks of the module `ray`, with threads for a cluster."""
    pool, cancelled = cf.ThreadPoolExecutor(2), []

    def call(work, *arguments):
        try:
            return work(*arguments)
        except Exception as error:
            raise Wrapped(error) from error

    def submit(work, *arguments):
        future = pool.submit(call, work, *arguments)
        return types.SimpleNamespace(future=lambda: future)

    def remote(work):
        return types.SimpleNamespace(remote=functools.partial(submit, work))

    return types.SimpleNamespace(
        is_initialized=lambda: True,
        remote=lambda **_: remote,
        put=lambda content: content,
        cluster_resources=lambda: {"CPU": 2.0},
        cancel=cancelled.append,
        cancelled=cancelled,
        shutdown=pool.shutdown,
    )


def test_what_a_worker_of_ray_raises_is_raised_as_it_is(tmp_path, monkeypatch):
    job, ray = some_job(), like_ray()
    scale.run(job, tmp_path / "one", size=9)
    scale.run(job, tmp_path / "many", lambda: ray, size=9)
    assert content(tmp_path / "one") == content(tmp_path / "many")
    with pytest.raises(RuntimeError, match="shutdown"):  # which closed what a function had made
        scale.run(job, tmp_path / "closed", ray, size=9)
    monkeypatch.setattr(scale.driver, "answer", refuse)
    ray = like_ray()
    with pytest.raises(errors.BadArgument, match="^another version$"):
        scale.run(job, tmp_path / "other", ray, size=9)
    assert len(ray.cancelled) == 3  # of four under way


@pytest.mark.filterwarnings("default")
def test_ray_gives_the_same_when_a_worker_is_killed(tmp_path, monkeypatch):
    ray = pytest.importorskip("ray")
    job = some_job("paths")
    with pytest.raises(errors.BadArgument, match="no cluster yet, expected a call of ray.init"):
        scale.run(job, tmp_path / "refused", ray)
    scale.run(job, tmp_path / "one", size=9)
    # Workers import this file.
    environment = {"env_vars": {"PYTHONPATH": os.path.dirname(__file__)}}
    ray.init(
        num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env=environment
    )
    try:
        scale.run(job, tmp_path / "many", ray, size=9)
        monkeypatch.setattr(scale.driver, "answer", functools.partial(die_once, tmp_path))
        scale.run(job, tmp_path / "again", ray, size=9)
        monkeypatch.setattr(scale.driver, "answer", refuse)
        with pytest.raises(errors.BadArgument, match="^another version$"):
            scale.run(job, tmp_path / "other", ray, size=9)
    finally:
        ray.shutdown()
    assert content(tmp_path / "one") == content(tmp_path / "many") == content(tmp_path / "again")
    assert (tmp_path / "died").exists()
    assert len(list(tmp_path.glob("failed-*"))) == len(scale.Results(tmp_path / "one").shards)


def run_until_killed(folder):
    """Is killed when ten shards are done, without a chance to tidy up."""

    def kill_at_ten(at):
        if at.done == 10:
            os.kill(os.getpid(), signal.SIGKILL)

    scale.run(some_job(), folder, size=17, progress=kill_at_ten)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here")
def test_a_killed_run_goes_on_where_it_was(tmp_path):
    job, told = some_job(), []
    one = scale.run(job, tmp_path / "one", size=17)
    killed = multiprocessing.get_context("spawn").Process(
        target=run_until_killed, args=(tmp_path / "two",)
    )
    killed.start()
    killed.join()
    assert killed.exitcode == -signal.SIGKILL
    # It may be killed while it writes, too: half a file, and answers without a checksum.
    (tmp_path / f"two/00010.{one.format}.part").write_bytes(b"half")
    (tmp_path / f"two/00011.{one.format}").write_bytes(b"half")
    scale.run(job, tmp_path / "two", progress=told.append)
    assert [at.done for at in told] == list(range(11, len(one.shards) + 1))
    assert told[-1].answered == told[-1].questions
    assert content(tmp_path / "one") == content(tmp_path / "two")
    scale.run(job, tmp_path / "two", progress=told.append)
    assert len(told) == len(one.shards) - 10


def flip(file):
    """Damages one bit in the middle."""
    found = bytearray(file.read_bytes())
    found[len(found) // 2] ^= 1
    file.write_bytes(found)


def test_damaged_and_foreign_shards_are_done_again(tmp_path):
    job = some_job()
    results = scale.run(job, tmp_path / "one", size=17, format="npz")
    other = scale.Job(
        {"m": astride.Grid(40, 40)}, [scale.pairs("m", *ends(astride.Grid(40, 40), 99, 4))]
    )
    scale.run(other, tmp_path / "other", size=17, format="npz")
    whole = content(tmp_path / "one")
    flip(tmp_path / "one/00002.npz")
    (tmp_path / "one/00003.npz").write_bytes(b"")
    (tmp_path / "one/00004.json").write_text("{")
    (tmp_path / "one/00005.json").unlink()
    for name in ("00001.npz", "00001.json"):  # of another job, and whole in itself
        (tmp_path / "one" / name).write_bytes((tmp_path / "other" / name).read_bytes())
    for kind in ("npz", "json"):  # of this job, in a wrong place
        (tmp_path / f"one/00006.{kind}").write_bytes(whole[f"00007.{kind}"])
    assert [shard.number for shard in results.shards if not results.is_done(shard)] == [
        *range(1, 7)
    ]
    with pytest.raises(errors.BadData, match="shard 1 in .* is missing or damaged"):
        results.costs("costs", "jps")
    told = []
    scale.run(job, tmp_path / "one", progress=told.append)
    assert len(told) == 6 and content(tmp_path / "one") == whole


def test_a_damaged_input_is_refused(tmp_path):
    job = some_job(methods=["jps"], count=10)
    placed = scale.files.place(tmp_path, next(iter(job.contents.values())))
    flip(pathlib.Path(placed.file))
    with pytest.raises(errors.BadData, match="damaged"):
        scale.work._bytes(placed)
    # A run puts it right.
    assert scale.work._bytes(scale.files.place(tmp_path, next(iter(job.contents.values()))))


def test_a_folder_of_another_job_is_refused(tmp_path):
    job = some_job(methods=["jps"])
    scale.run(job, tmp_path)
    before = content(tmp_path)
    for other in (
        some_job(methods=["astar"]),
        some_job("paths", ["jps"]),
        some_job(methods=["jps"], count=9),
    ):
        assert other.hash != job.hash
        with pytest.raises(
            errors.BadData, match=f"is of job {job.hash[:12]}, not of job {other.hash[:12]}"
        ):
            scale.run(other, tmp_path)
    with pytest.raises(errors.BadArgument, match="is cut by"):
        scale.run(job, tmp_path, size=3)
    with pytest.raises(errors.BadArgument, match="holds"):
        scale.run(job, tmp_path, format="npz" if "00000.parquet" in before else "parquet")
    assert content(tmp_path) == before
    assert scale.Results(tmp_path).hash == job.hash == some_job(methods=["jps"]).hash
    about = json.loads(before["job.json"])
    for words, damage in [
        ("its hash", lambda: about["job"]["tasks"][0]["starts"].__setitem__(0, 2)),
        ("no sizes", lambda: about["sizes"]["costs"].__setitem__("jps", 0)),
        ("no sizes", lambda: about["sizes"].pop("costs")),
    ]:
        about = json.loads(before["job.json"])
        damage()
        (tmp_path / "job.json").write_text(json.dumps(about))
        with pytest.raises(errors.BadData, match=f"is damaged: .*{words}"):
            scale.run(job, tmp_path)
    (tmp_path / "job.json").write_text('{"hash": 1}')
    with pytest.raises(errors.BadData, match="lacks"):
        scale.run(job, tmp_path)
    with pytest.raises(errors.BadData, match="no job.json"):
        scale.Results(tmp_path / "none")


ONE = [(0, 0)]


@pytest.mark.parametrize(
    "arguments, words",
    [
        ({"methods": ["teleport"]}, "teleport"),
        ({"methods": []}, "no methods"),
        ({"methods": ["jps", "jps"]}, "twice"),
        ({"tasks": []}, "no tasks"),
        ({"tasks": [scale.pairs("m", ONE, ONE)] * 2}, "twice"),
        ({"tasks": [scale.pairs(0, ONE, ONE)]}, "tasks is named 0, expected text"),
        ({"maps": {0: astride.Grid(5, 5)}}, "maps is named 0, expected text"),
        ({"tasks": [scale.pairs("n", ONE, ONE)]}, "of map 'n', expected one of"),
        ({"tasks": [scale.pairs("m", ONE, [(0, 5)])]}, r"cell \(0, 5\) at 0 of the goals .* 5x5"),
        ({"tasks": [scale.matrix("m", [(-1, 0)], ONE)]}, r"cell \(-1, 0\) at 0 of the starts"),
        (
            {"tasks": [scale.scenario("m", GRID / "dao/arena.map.scen")]},
            "arena.map with 49x49 .* 5x5",
        ),
        ({"answers": "hopes"}, "hopes"),
        ({"mover": {"corners": "round"}}, "round"),
        ({"mover": {"wings": 2}}, "wings"),
        ({"mover": {"terrain": [1]}}, "is not one"),
        ({"maps": {}}, "no maps"),
    ],
)
def test_a_wrong_job_is_refused(arguments, words):
    job = {"maps": {"m": astride.Grid(5, 5)}, "tasks": [scale.pairs("m", ONE, ONE)]}
    with pytest.raises(errors.BadArgument, match=words):
        scale.Job(**(job | arguments))


def test_a_scenario_of_a_map_of_the_same_size_is_refused(tmp_path):
    (tmp_path / "other.map").write_bytes((GRID / "dao/arena.map").read_bytes())
    task = scale.scenario("m", GRID / "dao/arena.map.scen")
    with pytest.raises(errors.BadArgument, match="is of maps/dao/arena.map"):
        scale.Job({"m": tmp_path / "other.map"}, [task])
    assert scale.Job({"m": GRID / "dao/arena.map"}, [task])


@pytest.mark.parametrize(
    "arguments, words",
    [
        ({"size": 0}, "size is 0, expected"),
        ({"size": -4}, "size is -4"),
        ({"size": 1.5}, "size is 1.5"),
        ({"retries": -1}, "retries is -1"),
        ({"seconds": -1.0}, "seconds"),
        ({"seconds": float("nan")}, "seconds"),
        ({"format": "csv"}, "csv"),
        ({"executor": 4}, "the executor is 4"),
        ({"executor": lambda: 4}, "the executor is 4"),
    ],
)
def test_a_wrong_run_is_refused(arguments, words, tmp_path):
    job = some_job(methods=["jps"], count=5)
    with pytest.raises(errors.BadArgument, match=words):
        scale.run(job, tmp_path, **arguments)


def test_wrong_questions_are_refused(tmp_path):
    with pytest.raises(errors.BadArray, match="1 starts and 2 goals"):
        scale.pairs("m", ONE, ONE * 2)
    with pytest.raises(errors.BadArray, match="whole numbers"):
        scale.pairs("m", [(0.5, 1)], ONE)
    with pytest.raises(errors.BadArray, match="2 to a row"):
        scale.matrix("m", [(1, 2, 3)], ONE)
    with pytest.raises(errors.BadArray, match="no targets"):
        scale.matrix("m", ONE, [])
    with pytest.raises(errors.BadArray, match="2.31"):
        scale.matrix("m", [(2**40, 2)], ONE)
    for line, words in [
        ("0\ta.map\t5\t5\t0\t0\tx\t1\t1.0", "line 2"),
        ("0\ta.map\t5\t5", "line 2"),
        ("0\ta.map\t5\t5\t0\t0\t99999999999\t1\t1", "line 2"),
        ("0\ta.map\t5\t5\t0\t0\t1\t1\t1\n0\tb.map\t5\t5\t0\t0\t1\t1\t1", "several maps"),
    ]:
        (tmp_path / "a.scen").write_text(f"version 1\n{line}\n")
        with pytest.raises(errors.BadData, match=words):
            scale.scenario("m", tmp_path / "a.scen")
    with pytest.raises(FileNotFoundError):
        scale.Job({"m": tmp_path / "none.map"}, [scale.pairs("m", ONE, ONE)])


def test_packed_files_are_read(tmp_path):
    job = scale.Job(
        {"m": GRID / "bg512/AR0011SR.map.gz"},
        [scale.scenario("m", GRID / "bg512/AR0011SR.map.scen.gz")],
        ["jps"],
        mover={"terrain": {"W": 0, ord("S"): 3}, "scale": (10, 14)},
    )
    assert np.isfinite(scale.run(job, tmp_path).costs("m", "jps")).all()


class Failing:
    def __init__(self, error):
        self.error, self.calls = error, 0

    def submit(self, *_):
        self.calls += 1
        future = cf.Future()
        future.set_exception(self.error)
        return future


def test_tries_come_to_an_end(tmp_path):
    job = scale.Job({"m": astride.Grid(5, 5)}, [scale.pairs("m", ONE, ONE)], ["jps"])
    pool = Failing(OSError("out of reach"))
    with pytest.raises(errors.Full, match="shard 0 failed 4 times, lastly with OSError"):
        scale.run(job, tmp_path, pool, retries=3)
    assert pool.calls == 4
    pool = Failing(errors.Unsupported("never"))
    with pytest.raises(errors.Unsupported):
        scale.run(job, tmp_path, pool)
    assert pool.calls == 1
    assert scale.run(job, tmp_path).costs("m", "jps") == [0.0]


def test_names_of_files_need_not_be_text(tmp_path):
    (tmp_path / "a.scen").write_bytes(b"version 1\n0\t\xe9 1.map\t5\t5\t0\t0\t1\t1\t1\n")
    name = os.fsdecode(b"\xe9 1")
    task = scale.scenario(name, tmp_path / "a.scen")
    results = scale.run(scale.Job({name: astride.Grid(5, 5)}, [task], ["jps"]), tmp_path / "out")
    assert np.isfinite(results.costs(name, "jps")).all()
    assert results.digest() == scale.Results(tmp_path / "out").digest()


def test_a_worker_of_another_version_is_refused():
    job = scale.Job({"m": astride.Grid(5, 5)}, [scale.pairs("m", ONE, ONE)], ["jps"])
    errand = scale.driver._errand(job, job.tasks[0], "jps", "npz")
    content, asked = job.contents[errand.map], (job.tasks[0].starts, job.tasks[0].goals)
    assert scale.work.answer(errand, *asked, content, None)
    with pytest.raises(errors.BadArgument, match="for a job of 0.0, expected one version"):
        scale.work.answer(dataclasses.replace(errand, version="0.0"), *asked, content, None)


def test_a_class_makes_the_pool(tmp_path):
    job = scale.Job({"m": astride.Grid(5, 5)}, [scale.pairs("m", ONE, ONE)], ["jps"])
    assert scale.run(job, tmp_path, cf.ThreadPoolExecutor).costs("m", "jps") == [0.0]


def test_a_task_without_questions_has_no_answers(tmp_path):
    job = scale.Job({"m": astride.Grid(5, 5)}, [scale.pairs("m", [], [])], ["jps"])
    assert scale.run(job, tmp_path).costs("m", "jps").shape == (0,)


def test_progress_is_shown(tmp_path, capsys):
    scale.run(some_job(methods=["jps"], count=5), tmp_path, size=100, progress=True)
    assert "4 of 4 shards, 188 questions" in capsys.readouterr().err
    assert json.loads((tmp_path / "job.json").read_text())["sizes"]["costs"] == {"jps": 100}


@pytest.mark.skipif(not IS_SLOW, reason="it takes some seconds")
def test_the_types_are_right(tmp_path):
    pytest.importorskip("mypy")
    arguments = ["--strict", "--ignore-missing-imports", "--cache-dir", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *arguments, "-p", "astride.scale"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout


def test_a_lone_method_is_no_list(den):
    with pytest.raises(errors.BadArgument, match=r"expected a list of names: \['jps'\]"):
        scale.Job({"den": den}, [scale.pairs("den", [(1, 1)], [(2, 2)])], "jps")
