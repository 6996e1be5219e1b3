"""Plans and crowds: nobody stands where another does."""

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
