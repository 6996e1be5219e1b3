"""The navigator: edits, sizes, knowledge, danger, requests."""

import astride
import numpy as np
import pytest
from astride import errors

STEP = 13860


@pytest.fixture
def nav():
    return astride.Navigator(astride.Grid(60, 40))


def test_edits_are_followed(nav):
    assert nav.cost((5, 5), (55, 5)) == 50
    assert nav.apply(astride.Edit().fill((30, 0, 1, 40), 0).set((30, 39), 1)) == 1 == nav.revision
    path = nav.find_path((5, 5), (55, 5))
    assert path and (30, 39) in list(path) and path.cost > 80
    nav.set((30, 39), 0)
    path = nav.find_path((5, 5), (55, 5))
    assert not path and "area" in path.why
    near = nav.find_path((5, 5), (55, 5), or_nearest=True)
    assert near.is_nearest and near[-1] == (29, 5)
    with pytest.raises(errors.OffMap):
        nav.apply(astride.Edit().set((1, 1), 0).set((60, 1), 0))
    assert nav.revision == 2 and nav.grid.class_at((1, 1)) == 1


def test_walls_links_and_one_way_steps(nav):
    nav.apply(astride.Edit().fill((0, 1, 60, 39), 0).wall((10, 0), "E"))
    assert not nav.find_path((0, 0), (20, 0))
    nav.apply(astride.Edit().link((10, 0), (11, 0), 5 * STEP))
    assert nav.cost((0, 0), (20, 0)) == 19 + 5 and not nav.find_path((20, 0), (0, 0))
    nav.apply(astride.Edit().remove_wall((10, 0), "E").forbid_step((15, 0), "W"))
    assert nav.cost((0, 0), (20, 0)) == 20 and not nav.find_path((20, 0), (0, 0))
    nav.apply(astride.Edit().allow_step((15, 0), "W").unlink((10, 0), (11, 0)))
    assert nav.cost((20, 0), (0, 0)) == 20
    with pytest.raises(errors.BadArgument, match="there is no direction"):
        astride.Edit().wall((0, 0), "up")


def test_fences_cost_each_mover_what_it_says():
    fence, door = "f", 8
    nav = astride.Navigator(astride.Grid(3, 1))
    climber = nav.add_mover(astride.Mover(crosses={fence: 500}))
    keeper = nav.add_mover(astride.Mover(crosses={fence: 500, door: 0}))
    nav.apply(astride.Edit().fence((0, 0), "E", fence).fence_step((2, 0), "W", door))
    over = 2 + 500 / STEP
    assert not nav.find_path((0, 0), (2, 0)) and nav.cost((1, 0), (2, 0)) == 1
    assert nav.cost((0, 0), (2, 0), mover=climber) == pytest.approx(over)
    assert not nav.find_path((2, 0), (0, 0), mover=climber)
    assert nav.cost((2, 0), (0, 0), mover=keeper) == pytest.approx(over)
    assert nav.find_path((2, 0), (0, 0), mover=keeper).ticks == 2 * STEP + 500
    nav.apply(astride.Edit().remove_wall((0, 0), "E"))
    assert nav.cost((0, 0), (2, 0)) == 2
    with pytest.raises(errors.BadArgument, match="crossing fences"):
        astride.Mover(crosses={1: 2**30 + 1})
    with pytest.raises(errors.BadArgument):
        nav.apply(astride.Edit().fence((2, 0), "E", fence))


def test_a_large_body_needs_room(nav):
    nav.fill((30, 0, 1, 39), 0)
    ogre = nav.add_mover(size=2)
    assert ogre == 1 and nav.find_path((5, 5), (55, 5))
    assert not nav.find_path((5, 5), (55, 5), mover=ogre)


def test_a_faction_goes_by_what_it_knows(nav):
    nav.fill((30, 0, 1, 39), 0)
    scouts = nav.add_faction(1)
    assert nav.cost((5, 5), (55, 5), faction=scouts) == 50
    assert nav.reveal(scouts, (25, 0, 10, 40)) == 400
    assert nav.cost((5, 5), (55, 5), faction=scouts) == nav.cost((5, 5), (55, 5)) > 80
    assert nav.reveal_around(scouts, (5, 5), 3, [0]) > 20


def test_danger_is_avoided(nav):
    danger = nav.add_overlay()
    nav.overlay_fill(danger, (20, 0, 5, 30), 20 * STEP)
    free, careful = (nav.cost((5, 5), (55, 5), overlays=given) for given in ([], [danger]))
    assert careful > free
    field = np.zeros((40, 60), np.int64)
    nav.overlay_set(danger, field)
    assert nav.cost((5, 5), (55, 5), overlays=[danger]) == free
    field[5, 30] = 3 * STEP
    nav.overlay_set(danger, field.tolist())
    # One row up or down costs less than three steps.
    assert free < nav.cost((5, 5), (55, 5), overlays=[danger]) < free + 1
    for wrong in [np.zeros((3, 3), int), np.full((40, 60), 2**24), np.full((40, 60), -1)]:
        with pytest.raises(errors.BadArray):
            nav.overlay_set(danger, wrong)
    with pytest.raises(errors.OffMap):
        nav.overlay_fill(danger, (55, 0, 10, 1), 5)
    nav.overlay_fill(danger, (0, 0, 60, 40), 2**24 - 1)
    with pytest.raises(errors.BadArray, match="16777216 ticks, expected at most 16777215"):
        nav.overlay_fill(danger, (0, 0, 1, 1), 2**24)


@pytest.mark.parametrize("given", [{"mover": 1}, {"faction": 0}, {"overlays": [0]}])
def test_numbers_that_nobody_has_are_refused(nav, given):
    with pytest.raises(errors.UnknownNumber):
        nav.find_path((0, 0), (1, 1), **given)


def test_requests_are_answered_within_budgets(nav):
    tickets = [nav.request((5, at), (55, 39 - at), priority=at) for at in range(20)]
    assert tickets == list(range(1, 21))
    nav.fill((30, 0, 1, 39), 0)
    answers, frames = {}, 0
    while len(answers) < 20:
        work = nav.work(most_expansions=50)
        assert work.expansions <= 50 and work.served >= 0
        for delivery in nav.take():
            answers[delivery.ticket] = delivery
        frames += 1
    assert frames > 1 and nav.take() == []
    for at, ticket in enumerate(tickets):
        delivery = answers[ticket]
        assert delivery.path.cost == nav.cost((5, at), (55, 39 - at))
        assert delivery.standing == "current" and delivery.revision == 1 and delivery.frames >= 1


def test_requests_can_be_watched_and_cancelled(nav):
    ticket = nav.request((5, 5), (55, 30))
    assert nav.progress(ticket)[0] in ("waiting", "running")
    nav.cancel(ticket)
    with pytest.raises(errors.UnknownNumber):
        nav.progress(ticket)
    nav.work()
    assert nav.take() == []
    full = astride.Navigator(astride.Grid(9, 9), most_requests=1)
    full.request((0, 0), (8, 8))
    with pytest.raises(errors.Full):
        full.request((0, 0), (8, 8))


def test_indexes_by_hand(nav):
    late = astride.Navigator(nav.grid, upkeep="by hand")
    late.keep("clusters")
    late.keep("labels")
    assert late.build()
    while late.build():
        pass
    late.fill((30, 0, 1, 20), 0)
    while late.maintain(10_000):
        pass
    nav.fill((30, 0, 1, 20), 0)
    assert late.cost((5, 5), (55, 5)) == nav.cost((5, 5), (55, 5))
    for index in ["components", "jump map", "table", "landmarks"]:
        late.keep(index)
    late.drop_index("clusters")
    with pytest.raises(errors.BadArgument, match="there is no index"):
        late.keep("cluster")


def test_a_game_goes_on_after_it_was_saved(nav):
    nav.fill((30, 0, 1, 39), 0)
    nav.add_mover(size=2)
    again = astride.Navigator.load(nav.save())
    assert again.revision == 1 and again.cost((5, 5), (55, 5)) == nav.cost((5, 5), (55, 5))
    assert again.add_mover() == 2
    with pytest.raises(errors.BadData):
        astride.Navigator.load(nav.save()[:-5])


def test_the_nearest_free_cell(nav):
    nav.fill((20, 10, 5, 5), 0)
    assert nav.snap((22, 12)) in {(19, 12), (25, 12), (22, 9), (22, 15)}
    assert nav.snap((22, 12), radius=1) is None
    assert nav.snap((0, 0)) == (0, 0)
    with pytest.raises(errors.BadArgument, match="cannot stand on"):
        nav.snap((0, 0), reached_from=(22, 12))


def test_why_there_is_no_path_and_what_opens_one(nav):
    assert nav.explain((5, 5), (55, 5)) is None
    nav.fill((30, 0, 1, 40), 0)
    told = nav.explain((5, 5), (55, 5))
    assert "enclosed" in told.why and (told.frontier[:, 0] == 30).all() and len(told.frontier) == 40
    assert len(told.cells) == 1
    nav.apply(told.opening)
    assert nav.explain((5, 5), (55, 5)) is None and nav.find_path((5, 5), (55, 5))
    with pytest.raises(errors.Full):
        nav.fill((30, 0, 1, 40), 0)
        nav.explain((5, 5), (55, 5), most_expansions=1)
    with pytest.raises(errors.UnknownNumber):
        nav.explain((5, 5), (55, 5), mover=9)


def test_why_units_or_an_edit_leave_no_path(nav):
    units = nav.add_places()
    ends = (0, 0), (55, 5)
    nav.set_places(units, [ends[1]])
    assert nav.explain(*ends) is None
    told = nav.explain(*ends, around=units)
    assert "goal" in told.why and told.frontier.tolist() == [[55, 5]] and len(told.cells) == 0
    nav.set_places(units, [(0, 1), (1, 0), (1, 1)])
    told = nav.explain(*ends, around=units)
    assert "start" in told.why and len(told.frontier) == len(told.cells) == 0
    wall = astride.Edit().fill((30, 0, 1, 40), 0)
    told = nav.explain(*ends, edit=wall)
    assert len(told.frontier) == 40 and len(told.cells) == 1 and nav.revision == 0
    nav.apply(wall)
    nav.apply(told.opening)
    assert nav.find_path(*ends)


def test_what_an_edit_would_part(nav):
    nav.fill((30, 0, 1, 39), 0)
    starts, goals = [(5, 5), (5, 5), (5, 5)], [(55, 5), (10, 10), (30, 5)]
    tower = astride.Edit().fill((29, 38, 3, 2), 0)
    parted = nav.would_part(tower, starts, goals)
    assert parted.tolist() == [0] and nav.find_path(starts[0], goals[0])
    exits = nav.add_places()
    for others, parts in [([(29, 20)], []), ([(31, 20)], [0, 2])]:
        nav.set_places(exits, others)
        assert nav.would_part(tower, starts, goals, or_to=exits).tolist() == parts
    nav.apply(tower)
    assert [bool(nav.find_path(a, b)) for a, b in zip(starts, goals)] == [False, True, False]


def test_sight_is_a_disc(nav):
    scouts = nav.add_faction(1)
    y, x = np.mgrid[:40, :60]
    assert nav.reveal_around(scouts, (30, 20), 7, [0]) == ((x - 30) ** 2 + (y - 20) ** 2 <= 49).sum()


def test_units_are_gone_around_by_all_but_themselves(nav):
    everybody = nav.add_places()
    units = [(10, 10), (11, 9), (11, 10), (11, 11)]
    nav.set_places(everybody, units)
    assert nav.cost((10, 10), (20, 10)) == 10
    path = nav.find_path((10, 10), (20, 10), around=everybody)
    assert path.cost > 10 and not set(path[1:]) & set(units)
    assert nav.cost((10, 10), (20, 10), around=everybody) == path.cost
    (one,) = nav.paths([(10, 10)], [(20, 10)], around=everybody)
    assert one.cost == path.cost
    assert not nav.find_path((10, 10), (11, 10), around=everybody)
    near = nav.range((10, 10), 3.0, around=everybody)
    assert (13, 10) not in near and (9, 10) in near and near.path_to((9, 10)).cost == 1
    assert not near.path_to((11, 10))
    assert len(nav.range((10, 10), 3.0)) == len(nav.grid.range((10, 10), 3.0))
    np.testing.assert_array_equal(nav.range((10, 10), 3).cells, nav.grid.range((10, 10), 3).cells)
    assert nav.grid.picture(range=near).svg.startswith("<svg")
    nav.set_places(everybody, np.empty((0, 2), int))
    assert nav.cost((10, 10), (20, 10), around=everybody) == 10
    with pytest.raises(errors.UnknownNumber, match="set of places 1"):
        nav.cost((0, 0), (1, 0), around=1)
    with pytest.raises(errors.OffMap):
        nav.set_places(everybody, [(60, 0)])
    with pytest.raises(errors.OffMap, match="60x40"):
        near.path_to((60, 0))
    with pytest.raises(errors.Full):
        nav.range((10, 10), 30.0, most_expansions=5)


def test_ranges_are_drawn_on_the_map_that_they_are_of(nav):
    nav.set((20, 20), 0)
    ogre, scouts, danger = nav.add_mover(size=2), nav.add_faction(1), nav.add_overlay()
    nav.overlay_fill(danger, (0, 0, 5, 5), STEP)
    before = nav.grid
    for _ in range(2):
        nav.reveal(scouts, (0, 0, 30, 30))
        for asked in [{}, {"mover": ogre}, {"faction": scouts}, {"overlays": [danger]}]:
            near = nav.range((3, 3), 2.0, **asked)
            assert nav.grid.picture(range=near, cell=1).svg.startswith("<svg")
            if nav.revision > before.revision:
                with pytest.raises(errors.Stale, match="of revision 2, expected 1"):
                    before.picture(range=near, cell=1)
        nav.set((40, 30), 0)


def test_the_nearest_of_several_goals_is_reached(nav):
    mines = nav.add_places()
    nav.set_places(mines, [(50, 5), (9, 20)])
    path = nav.find_path((2, 3), (55, 38), or_to=mines)
    assert path[-1] == (9, 20) and nav.cost((2, 3), (55, 38), or_to=mines) == path.cost
    nav.request((2, 3), (55, 38), or_to=mines)
    nav.work()
    (delivery,) = nav.take()
    assert delivery.path.cost == path.cost


def test_a_request_is_given_up_after_its_frames(nav):
    danger = nav.add_overlay()
    nav.overlay_fill(danger, (5, 0, 50, 30), 9_000)
    late, soon = [
        nav.request((0, 0), (59, 39), overlays=[danger], most_frames=frames) for frames in (2, 1)
    ]
    delivered = []
    for _ in range(3):
        nav.work(most_expansions=1)
        delivered += nav.take()
    assert [(one.ticket, one.frames) for one in delivered] == [(soon, 1), (late, 2)]
    path = delivered[1].path
    assert not path and path.status == "out of budget" and "within 2 frames" in path.why
    assert path.cost == np.inf and len(path) == 0 and path.promise is None


def test_a_path_under_an_edit_that_is_not_made(nav):
    gate = astride.Edit().fill((30, 0, 1, 39), 0)
    path = nav.find_path((5, 5), (55, 5), edit=gate)
    assert (30, 39) in list(path) and nav.revision == 0 and nav.cost((5, 5), (55, 5)) == 50
    off_map, no_step = astride.Edit().set((60, 0), 0), astride.Edit().link((0, 0), (0, 0), 5)
    for edit, refused in [(off_map, errors.OffMap), (no_step, errors.BadArgument)]:
        with pytest.raises(refused):
            nav.find_path((5, 5), (55, 5), edit=edit)
        with pytest.raises(refused):
            nav.would_part(edit, [(5, 5)], [(55, 5)])
