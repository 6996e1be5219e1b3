"""Plans, fleets and crowds: nobody stands where another does."""

import itertools

import astride
import numpy as np
import pytest


@pytest.mark.parametrize(
    "method", ["auto", "pibt", "lacam", "pp", "whca", "lns", "cbs", "whca:32", "eecbs:1.05"]
)
def test_plans_are_right(method):
    rng = np.random.default_rng(5)
    free = rng.random((12, 12)) < 0.9
    places = np.argwhere(free)[:, ::-1]
    grid = astride.Grid.from_array(free)
    reached = np.isfinite(grid.distances([places[0]], mover=astride.Mover(neighbours=4)))
    places = places[reached[places[:, 1], places[:, 0]]]
    starts, goals = (rng.permutation(places)[:8] for _ in range(2))
    plan = astride.plan(grid, starts, goals, method=method, most_expansions=3000)
    if not plan:
        assert plan.status in ("gave-up", "out-of-budget") and method in ("pibt", "pp", "cbs", "eecbs:1.05")
        return
    assert astride.plan_fault(grid, starts, goals, plan.positions) is None
    assert plan.bound <= plan.cost and plan.positions.dtype == np.int32
    times, units, _ = plan.positions.shape
    assert np.array_equal(plan.positions[0], starts) and np.array_equal(plan.positions[-1], goals)
    for now, then in zip(plan.positions, plan.positions[1:]):
        assert np.abs(then - now).sum(axis=1).max() <= 1
        assert free[then[:, 1], then[:, 0]].all() and len(np.unique(then, axis=0)) == units
        for a in range(units):
            for b in range(a):
                assert not ((now[a] == then[b]).all() and (now[b] == then[a]).all())
    arrivals = [
        max((t for t in range(times) if (plan.positions[t, u] != goals[u]).any()), default=-1) + 1
        for u in range(units)
    ]
    assert plan.cost == sum(arrivals)


def test_a_method_that_cannot_be_asked_for_the_objective_is_refused():
    with pytest.raises(astride.errors.Unsupported, match="cbs minimises soc or makespan, not loss"):
        astride.plan(astride.Grid(2, 1), [(0, 0)], [(1, 0)], method="cbs", objective="loss")


def test_a_plan_that_cannot_be_is_proved():
    grid = astride.Grid(2, 1)
    plan = astride.plan(grid, [(0, 0), (1, 0)], [(1, 0), (0, 0)])
    assert not plan and plan.status == "unsolvable" and plan.positions.shape == (0, 2, 2)


def test_faults_of_plans_are_found():
    grid = astride.Grid(3, 2)
    starts, goals = [(0, 0), (2, 0)], [(2, 0), (0, 0)]
    right = [[[0, 0], [2, 0]], [[0, 1], [1, 0]], [[1, 1], [0, 0]], [[2, 1], [0, 0]], [[2, 0], [0, 0]]]
    assert astride.plan_fault(grid, starts, goals, right) is None
    for wrong, words in [
        ([[[0, 0], [2, 0]], [[1, 0], [1, 0]]], "both on"),
        ([[[0, 0], [2, 0]], [[2, 0], [0, 0]]], "without a step"),
        (right[1:], "not at its start"),
        (right[:-1], "not at its goal"),
        (np.array(right)[:, :1], "not both in the plan"),
    ]:
        assert words in astride.plan_fault(grid, starts, goals, wrong)
    grid.set((1, 1), 0)
    assert "cannot stand" in astride.plan_fault(grid, starts, goals, np.array(right))
    here, there = [(0, 0), (1, 0)], [(1, 0), (0, 0)]
    assert "exchange places" in astride.plan_fault(astride.Grid(2, 1), here, there, [here, there])
    with pytest.raises(astride.errors.OffMap):
        astride.plan_fault(grid, starts, goals, [[[0, 0], [9, 9]]])
    with pytest.raises(astride.errors.BadArray, match=r"shape \[0, 2, 2\]"):
        astride.plan_fault(grid, starts, goals, np.zeros((0, 2, 2), int))
    assert astride.plan_fault(grid, [], [], np.zeros((1, 0, 2), int)) is None
    with pytest.raises(astride.errors.BadArray, match="3 dimensions"):
        astride.plan_fault(grid, starts, goals, [[0, 0]])


AHEAD = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


@pytest.mark.parametrize("turning", [False, True])
def test_fleets_do_their_tasks_without_a_collision(turning):
    rng = np.random.default_rng(3)
    free = rng.random((12, 14)) < 0.9
    grid = astride.Grid.from_array(free)
    places = np.argwhere(np.isfinite(grid.distances([np.argwhere(free)[0][::-1]])))[:, ::-1]
    fleet = astride.Fleet(grid, rng.permutation(places)[:20], turning=turning, facing="S", seed=5)
    tasks = [rng.permutation(places)[:2] for _ in range(30)]
    assert [fleet.add_task(task) for task in tasks] == list(range(30))
    assert (len(fleet), fleet.tasks_waiting, fleet.timestep) == (20, 30, 0)
    told, before, faced = [], fleet.positions, fleet.facing
    while fleet.tasks_done < 30 and fleet.timestep < 400:
        actions = fleet.step(most_expansions=60)
        now = fleet.positions
        assert now.dtype == np.int32 and free[now[:, 1], now[:, 0]].all()
        assert len(np.unique(now, axis=0)) == 20
        old = {tuple(cell): robot for robot, cell in enumerate(before.tolist())}
        for robot, (way, action) in enumerate(zip((now - before).tolist(), actions)):
            other = old.get(tuple(now[robot]), robot)
            assert other == robot or tuple(now[other]) != tuple(before[robot])
            assert action == "wait" or turning == (action != "drive")
            if action == "forward":
                assert tuple(way) == AHEAD[faced[robot]]
            else:
                assert np.abs(way).sum() == (action == "drive")
        for kind, robot, task, errand in fleet.events:
            if kind == "errand-done":
                assert tuple(now[robot]) == tuple(tasks[task][errand])
                told.append((task, errand))
            assert (errand is None) == (kind != "errand-done")
        before, faced = now, fleet.facing
    assert fleet.tasks_done == 30 and fleet.errands_done == 60 and fleet.tasks_waiting == 0
    assert sorted(told) == [(task, errand) for task in range(30) for errand in range(2)]
    fleet.step()
    assert (fleet.goals == -1).all() and fleet.goals.shape == (20, 2)


def test_robots_break_down_and_cells_are_closed():
    fleet = astride.Fleet(astride.Grid.from_text(".....\n.###.\n.....\n"), [(0, 0)])
    fleet.add_task((4, 2))
    fleet.set_working(0, False)
    for endless in (np.inf, 1e300, 1e19, 1e12):
        assert fleet.step(most_seconds=endless) == ["wait"]
    assert fleet.positions.tolist() == [[0, 0]]
    fleet.set_working(0, True)
    fleet.set_open((2, 0), False)
    seen = []
    for _ in range(9):
        fleet.step(most_expansions=10)
        seen += fleet.positions.tolist()
    assert fleet.tasks_done == 1 and [2, 0] not in seen
    fleet.add_task([(4, 0), (0, 0)])
    fleet.set_open((2, 2), False)
    kinds = []
    for _ in range(9):
        fleet.step()
        kinds += [kind for kind, *_ in fleet.events]
    assert kinds == ["assigned", "errand-done", "unreachable"] and fleet.positions[0, 0] > 2
    fleet.set_open((2, 2), True)
    for _ in range(20):
        fleet.step()
    assert fleet.tasks_done == 2


def test_what_a_fleet_does_not_take_is_refused():
    errors, grid = astride.errors, astride.Grid(4, 3)
    grid.set((3, 0), 0)
    fleet = astride.Fleet(grid, [(0, 0), (1, 0)])
    for wrong, kind, code, words in [
        (lambda: astride.Fleet(grid, [(0, 0)] * 2), errors.BadArgument, "fleet-start-shared", r"\(0, 0\)"),
        (lambda: astride.Fleet(grid, [(3, 0)]), errors.BadArgument, "fleet-start-blocked", r"\(3, 0\)"),
        (lambda: astride.Fleet(grid, [(4, 0)]), errors.OffMap, "", "of 4x3 cells"),
        (lambda: astride.Fleet(grid, [(0.5, 0)]), errors.BadArray, "", "starts are an array of float64"),
        (lambda: astride.Fleet(grid, [(0, 0)], facing="NE"), errors.BadArgument, "", "E, S, W, N"),
        (lambda: astride.Fleet(grid, [(0, 0)], facing=["E"] * 2), errors.BadArray, "", "1 robots and at least 2"),
        (lambda: astride.Fleet(grid, [(0, 0)], facing=itertools.cycle("NE")), errors.BadArray, "", "at least 2"),
        (lambda: astride.Fleet(grid, [(0, 0)], span=6), errors.BadArgument, "fleet-span", "expected 1 to 5"),
        (lambda: astride.Fleet(grid, [(0, 0)], span=-1), errors.BadArgument, "", "span: -1"),
        (lambda: astride.Fleet(grid, [(0, 0)], assignment="x"), errors.BadArgument, "", "in-order"),
        (lambda: fleet.add_task([]), errors.BadArgument, "task-without-errand", "expected at least one"),
        (lambda: fleet.add_task([(3, 0)]), errors.BadArgument, "errand-blocked", r"\(3, 0\)"),
        (lambda: fleet.add_task([(0, 3)]), errors.OffMap, "", "off the map"),
        (lambda: fleet.step(most_seconds=-1), errors.BadArgument, "", "expected 0 or more"),
        (lambda: fleet.set_working(2, True), errors.UnknownNumber, "no-such-robot", "below 2"),
        (lambda: fleet.set_open((3, 0), True), errors.BadArgument, "fleet-no-place", r"\(3, 0\)"),
        (lambda: fleet.set_open((9, 9), True), errors.OffMap, "", "off the map"),
    ]:
        with pytest.raises(kind, match=words) as raised:
            wrong()
        assert raised.value.code == code
    assert fleet.timestep == 0 and fleet.events == []


@pytest.mark.parametrize("mode", ["free", "lattice"])
def test_crowds_never_overlap_and_arrive(mode):
    grid = astride.Grid(20, 12)
    grid.fill((10, 0, 1, 5), 0)
    crowd = astride.Crowd(grid, mode=mode)
    units = crowd.spawn([(3.5, y + 0.5) for y in range(6)] + [(16.5, y + 0.5) for y in range(6)])
    crowd.order(units[:6], (16.5, 6.5))
    crowd.order(units[6:], (3.5, 6.5))
    for _ in range(400):
        crowd.tick(0.05)
        at = crowd.positions
        apart = np.linalg.norm(at[:, None] - at[None], axis=2) + np.eye(len(at))
        assert apart.min() >= 0.68 - 1e-4
        if crowd.arrived.all():
            break
    assert crowd.arrived.all() and len(crowd) == 12 and crowd.velocities.shape == (12, 2)
    crowd.remove(0)
    assert len(crowd) == 11


def test_a_crowd_is_the_same_every_time():
    def history():
        crowd = astride.Crowd(astride.Grid(20, 12))
        units = crowd.spawn(np.array([[3.5, 6.5], [17.5, 6.5]]), radius=0.3, speed=3.0)
        crowd.order(units[:1], (17.5, 6.5))
        crowd.order(units[1:], (3.5, 6.5))
        crowd.tick(1 / 60, times=120)
        return crowd.digest()

    assert history() == history()


def test_a_formation_forms_up_and_follows_an_edit():
    grid = astride.Grid(30, 20)
    crowd = astride.Crowd(grid)
    units = crowd.spawn_near((4.5, 9.5), 5)
    assert units.tolist() == list(range(5)) and np.array_equal(crowd.positions[0], (4.5, 9.5))
    grid.fill((14, 3, 1, 17), 0)
    crowd.follow(grid)
    crowd.order(units, np.array([22.5, 9.5]), formation="line", spacing=2, facing=(1, 0))
    tracks = []
    while not crowd.arrived.all() and len(tracks) < 1500:
        crowd.tick(0.05)
        tracks.append(crowd.positions)
    x, y = np.moveaxis(np.array(tracks), 2, 0)
    assert crowd.arrived.all() and not ((x > 14) & (x < 15) & (y > 3)).any()
    x, y = crowd.positions.T
    assert np.ptp(x) < 0.3 and np.allclose(np.sort(y), 9.5 + 2 * np.arange(-2, 3), atol=0.2)
    crowd.teleport(0, (1.5, 1.5))
    crowd.order([1], crowd.positions[0] + 2)
    crowd.tick(0.05, times=600)
    assert np.allclose(crowd.positions[:2], [(1.5, 1.5), (3.5, 3.5)], atol=0.01)


def test_what_a_crowd_does_not_take_is_refused():
    errors, grid = astride.errors, astride.Grid(9, 6)
    grid.fill((6, 0, 1, 6), 0)
    crowd = astride.Crowd(grid)
    crowd.spawn_near((1.5, 1.5), 2)
    for wrong, kind, code, words in [
        (lambda: crowd.spawn_near((7.5, 1.5), 13), errors.Full, "crowd-no-room", "fewer than 13"),
        (lambda: crowd.spawn_near((6.5, 1.5), 1), errors.BadArgument, "point-blocked", "6.5, 1.5"),
        (lambda: crowd.spawn_near([(1, 1), (2, 2)], 1), errors.BadArray, "", "2 points, expected one"),
        (lambda: crowd.spawn_near((1, 1), -1), errors.BadArgument, "", "count: -1"),
        (lambda: crowd.order([0], (9.5, 1)), errors.OffMap, "point-off-map", "9x6 cells"),
        (lambda: crowd.order([0], (7.5, 1)), errors.Unsupported, "unit-no-way", "walls keep unit 0"),
        (lambda: crowd.order([2], (2.5, 1)), errors.UnknownNumber, "no-such-unit", "below 2"),
        (lambda: crowd.teleport(2, (2.5, 1)), errors.UnknownNumber, "no-such-unit", "below 2"),
        (lambda: crowd.teleport(0, (6.5, 1.5)), errors.BadArgument, "point-blocked", "a wall"),
        (lambda: crowd.order([0], (3, 3), spacing=2), errors.BadArgument, "", "no formation"),
        (lambda: crowd.order([0], (3, 3), formation="mob"), errors.BadArgument, "", "line, column"),
        (lambda: crowd.order([0], (3, 3), formation="box", spacing=0.1), errors.BadArgument, "formation-spacing", "1/4"),
        (lambda: crowd.order([0], (3, 3), formation="box", facing=(0, 0)), errors.BadArgument, "formation-facing", "a direction"),
        (lambda: crowd.follow(astride.Grid(9, 7)), errors.BadArgument, "crowd-other-map-size", "9x7"),
        (lambda: crowd.follow(astride.Grid(9, 6, 0)), errors.BadArgument, "unit-in-wall", "unit 0"),
    ]:
        with pytest.raises(kind, match=words) as raised:
            wrong()
        assert raised.value.code == code
    assert len(crowd) == 2
