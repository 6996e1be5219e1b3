// The functions of astride.hpp that owners.cpp does not call, each at least once.
#include <astride.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CHECK(what)                                                                 \
    do {                                                                            \
        if (!(what)) {                                                              \
            std::fprintf(stderr, "line %d: %s (%s)\n", __LINE__, #what, astride_last_error()); \
            std::exit(1);                                                           \
        }                                                                           \
    } while (false)

static bool says(const char *part) { return std::strstr(astride_last_error(), part) != nullptr; }

static void grids() {
    CHECK(astride::version() == ASTRIDE_VERSION && std::strlen(astride::version_text()) >= 5);
    CHECK(std::strcmp(astride::text_of(ASTRIDE_STATUS_OK), "ok") == 0);
    auto grid = astride::Grid::of(8, 6, '.');
    auto copy = grid->copy();
    astride::Edit edit;
    CHECK(copy && copy->apply(edit.fill({3, 0, 1, 5}, '@')) == ASTRIDE_STATUS_OK);
    std::vector<std::uint8_t> classes;
    CHECK(copy->classes(classes) == ASTRIDE_STATUS_OK && classes.size() == 48 && classes[3] == '@' && classes[4] == '.');
    auto map = copy->to_map();
    CHECK(map && astride::Grid::from_map({reinterpret_cast<const char *>(map->view().data()), map->view().size()})->width() == 8);

    // An error that is found on this side has its text and status as well.
    edit.clear().set({9, 9}, '#').wall({1, 1}, ASTRIDE_DIR_NE);
    CHECK(edit.status() == ASTRIDE_STATUS_BAD_ARGUMENT && says("diagonal"));
    CHECK(grid->apply(edit) == ASTRIDE_STATUS_BAD_ARGUMENT && says("refused when it was added") && grid->revision() == 0);

    // Seven steps straight across, where breadth-first search counts steps.
    astride::Path path;
    astride::Scratch scratch;
    auto options = astride::find_options();
    options.method = ASTRIDE_METHOD_BREADTH_FIRST;
    options.most_cost = 7;
    CHECK(path.find_by(options, *grid, {0, 0}, {7, 0}, nullptr, &scratch) == ASTRIDE_STATUS_OK && path.steps() == 7);
    options.most_cost = 6;
    CHECK(path.find_by(options, *grid, {0, 0}, {7, 0}) == ASTRIDE_STATUS_UNREACHABLE);
    CHECK(path.info().why == ASTRIDE_WHY_TOO_COSTLY);

    astride::Field field;
    const std::vector<astride::Cell> goals{{7, 0}};
    std::vector<std::uint64_t> costs;
    CHECK(field.compute(*grid, goals) == ASTRIDE_STATUS_OK && field.costs(*grid, costs) == ASTRIDE_STATUS_OK);
    CHECK(costs.size() == 48 && costs[0] == 7 * 13860u && costs[7] == 0);
    CHECK(field.path(*grid, {0, 0}, path) == ASTRIDE_STATUS_OK && path.steps() == 7);

    auto index = astride::Index::build(*copy, ASTRIDE_INDEX_KIND_JUMP_POINTS);
    CHECK(index && *index->cost(*copy, {0, 0}, {2, 0}, scratch) == 2 * 13860u);
    CHECK(copy->apply(edit.clear().fill({3, 5, 1, 1}, '@')) == ASTRIDE_STATUS_OK);
    CHECK(index->cost(*copy, {0, 0}, {7, 0}, scratch).status() == ASTRIDE_STATUS_STALE);
    CHECK(index->update(*copy) == ASTRIDE_STATUS_OK);
    CHECK(index->cost(*copy, {0, 0}, {7, 0}, scratch).status() == ASTRIDE_STATUS_UNREACHABLE);

    astride::Plan plan;
    const std::vector<astride::Cell> two{{0, 0}, {1, 0}}, one{{5, 5}};
    CHECK(plan.solve(*grid, two, one) == ASTRIDE_STATUS_BAD_SIZE && says("starts and goals"));
    CHECK(!astride::Grid::of(0, 1, '.') && plan.check(*grid, one, two) == ASTRIDE_STATUS_BAD_SIZE && says("starts and goals"));
}

static void questions() {
    auto grid = astride::Grid::of(8, 6, '.');
    auto navigator = astride::Navigator::of(*grid);
    astride::Edit edit;
    CHECK(navigator->apply(edit.fill({3, 0, 1, 5}, '#')) == ASTRIDE_STATUS_OK && navigator->revision() == 1);
    CHECK(navigator->terrain({3, 0}) == std::uint8_t('#') && !navigator->terrain({8, 0}));
    CHECK(navigator->grid()->terrain({3, 4}) == std::uint8_t('#') && navigator->snapshot()->revision() == 1);
    auto bytes = navigator->save();
    auto loaded = astride::Navigator::load(bytes->view());
    const auto near = astride::ask({0, 0}, {2, 0}), far = astride::ask({2, 0}, {4, 0}), in_wall = astride::ask({0, 0}, {3, 0});
    CHECK(loaded && *loaded->cost(near) == 2 * 13860u && *loaded->cost(far) == *navigator->cost(far));
    CHECK(navigator->cost(in_wall).status() == ASTRIDE_STATUS_UNREACHABLE);
    const std::vector<AstrideAsk> asks{near, in_wall};
    std::vector<std::uint64_t> costs;
    CHECK(navigator->costs(asks, costs) == ASTRIDE_STATUS_OK && costs[0] == 2 * 13860u && costs[1] == ASTRIDE_NO_COST);
    std::vector<astride::Path> paths;
    CHECK(navigator->find_many(asks, paths) == ASTRIDE_STATUS_OK && paths.size() == 2);
    CHECK(paths[0].steps() == 2 && paths[1].cells().empty());
    CHECK(navigator->snap({3, 0})->y == 0 && navigator->snap({3, 2}, 0, 1));
    const astride::Cell blocked{3, 0};
    CHECK(navigator->snap({3, 0}, 0, 0, &blocked).status() == ASTRIDE_STATUS_BAD_ARGUMENT);

    CHECK(navigator->standing(near, paths[0])->standing == ASTRIDE_STANDING_WALKABLE);
    CHECK(navigator->standing(near, paths[1]).status() == ASTRIDE_STATUS_NOTHING);
    CHECK(navigator->apply(edit.clear().set({1, 0}, '#')) == ASTRIDE_STATUS_OK);
    const auto now = navigator->standing(near, paths[0]);
    CHECK(now && now->standing == ASTRIDE_STANDING_BLOCKED && now->step == 0);

    auto ticket = navigator->request(near);
    CHECK(navigator->progress(*ticket)->stage == ASTRIDE_STAGE_WAITING && navigator->cancel(*ticket) == ASTRIDE_STATUS_OK);
    CHECK(navigator->progress(*ticket).status() == ASTRIDE_STATUS_UNKNOWN_NUMBER);
}

static void fog_and_indexes() {
    auto grid = astride::Grid::of(8, 6, '.');
    auto navigator = astride::Navigator::of(*grid);
    astride::Edit edit;
    navigator->apply(edit.fill({3, 0, 1, 5}, '#'));
    auto through = astride::ask({2, 0}, {4, 0});
    auto scouts = navigator->add_faction();
    CHECK(scouts && *scouts == 1);
    through.faction = *scouts;
    CHECK(*navigator->cost(through) == 2 * 13860u && *navigator->reveal(*scouts, {3, 0, 1, 2}) == 2);
    CHECK(*navigator->cost(through) > 2 * 13860u);
    const std::vector<std::uint8_t> opaque{'#'};
    CHECK(*navigator->reveal_around(*scouts, {2, 3}, 3, opaque) > 0);
    CHECK(navigator->remember(*scouts, {0, 0, 8, 6}) == ASTRIDE_STATUS_OK);
    CHECK(navigator->reveal(7, {0, 0, 1, 1}).status() == ASTRIDE_STATUS_UNKNOWN_NUMBER && says("expected 1, the only one"));

    auto danger = navigator->add_overlay();
    CHECK(danger && navigator->fill_overlay(*danger, {1, 0, 1, 6}, 1000) == ASTRIDE_STATUS_OK);
    auto across = astride::ask({0, 0}, {2, 0});
    across.overlays = 1;
    CHECK(*navigator->cost(across) == 2 * 13860u + 1000);

    CHECK(navigator->pending().status() == ASTRIDE_STATUS_NOTHING);
    CHECK(navigator->keep(ASTRIDE_KEEP_LABELS) == ASTRIDE_STATUS_OK);
    auto build = navigator->pending();
    CHECK(build && build->run() == ASTRIDE_STATUS_OK && navigator->adopt(*build) == ASTRIDE_STATUS_OK);
    CHECK(navigator->maintain(1000000)->waiting == 0 && navigator->drop(ASTRIDE_KEEP_LABELS) == ASTRIDE_STATUS_OK);
}

static void beyond_a_path() {
    auto grid = astride::Grid::of(8, 6, '.');
    auto navigator = astride::Navigator::of(*grid);
    astride::Path path;

    // Round the one who stands in the way; the asking unit is in the set as well.
    auto units = navigator->add_places(), doors = navigator->add_places();
    const std::vector<astride::Cell> everybody{{0, 0}, {2, 0}}, exits{{7, 5}, {1, 2}};
    CHECK(units && *units == 1 && *doors == 2 && navigator->set_places(*units, everybody) == ASTRIDE_STATUS_OK);
    auto across = astride::ask({0, 0}, {4, 0});
    CHECK(*navigator->cost(across) == 4 * 13860u);
    across.around = *units;
    CHECK(*navigator->cost(across) == 2 * 13860u + 2 * 19601u);
    CHECK(navigator->set_places(*doors, exits) == ASTRIDE_STATUS_OK);
    across.or_to = *doors;
    CHECK(navigator->find(across, path) == ASTRIDE_STATUS_OK);
    std::vector<astride::Cell> copied;
    CHECK(path.cells(copied) == ASTRIDE_STATUS_OK && copied.size() == 3 && copied[2].x == 1 && copied[2].y == 2);
    CHECK(navigator->set_places(3, exits) == ASTRIDE_STATUS_UNKNOWN_NUMBER && says("set of places 3"));

    // One frame is not enough for a path under danger everywhere, and a second it does not get.
    auto danger = navigator->add_overlay();
    CHECK(navigator->fill_overlay(*danger, {0, 0, 8, 6}, 9000) == ASTRIDE_STATUS_OK);
    auto far = astride::ask({0, 0}, {7, 5});
    far.overlays = 1;
    auto soon = astride::request_options();
    soon.most_frames = 1;
    auto ticket = navigator->submit(far, soon);
    CHECK(ticket && navigator->work(1) == ASTRIDE_STATUS_OK);
    auto delivery = navigator->take(path);
    CHECK(delivery && delivery->ticket == *ticket && delivery->status == ASTRIDE_STATUS_EXPIRED);
    CHECK(path.cells().empty() && path.info().status == ASTRIDE_STATUS_EXPIRED);

    const auto open = astride::Grid::of(8, 5, '.');
    AstrideSmoothOptions rounded{};
    rounded.struct_size = sizeof rounded;
    rounded.body = 0.3;
    rounded.turn = 1.0;
    CHECK(path.smooth(*open, rounded).status() == ASTRIDE_STATUS_NOTHING && path.points().empty());
    CHECK(path.find(*open, {0, 0}, {7, 3}) == ASTRIDE_STATUS_OK);
    const auto smoothed = path.smooth(*open, rounded);
    CHECK(smoothed && smoothed->tight == 0u && smoothed->length < path.info().length);
    CHECK(path.points().size() > 2 && path.points()[0].x == 0.5 && path.points()[0].y == 0.5);
    std::vector<AstridePoint> corners;
    CHECK(path.points(corners) == ASTRIDE_STATUS_OK && corners.size() == path.points().size());
    CHECK(corners.back().x == 7.5 && corners.back().y == 3.5);
    CHECK(path.find(*open, {0, 0}, {1, 0}) == ASTRIDE_STATUS_OK && path.points().empty());

    astride::Reach reach;
    auto knight = astride::ask({0, 0}, {0, 0});
    CHECK(reach.cells().empty() && navigator->reach(knight, 13860, reach) == ASTRIDE_STATUS_OK);
    CHECK(reach.cells().size() == 3 && reach.cells()[1].cost == 13860u && reach.cost({1, 1}) == ASTRIDE_NO_COST);
    CHECK(reach.path({0, 1}, path) == ASTRIDE_STATUS_OK && path.steps() == 1 && reach.path({1, 1}, path) == ASTRIDE_STATUS_UNREACHABLE);
    std::vector<AstrideReached> all;
    CHECK(reach.cells(all) == ASTRIDE_STATUS_OK && all.size() == 3 && all[2].cell.y == 1);
    auto before = navigator->snapshot();
    astride::Scratch scratch;
    CHECK(before->reach(knight, 0, scratch, reach) == ASTRIDE_STATUS_OK && reach.cells().size() == 1);

    astride::Edit wall;
    const std::vector<AstrideAsk> ways{astride::ask({0, 0}, {7, 0}), astride::ask({0, 0}, {0, 5})};
    std::vector<std::uint8_t> parted;
    wall.fill({3, 0, 1, 6}, '#');
    auto is_cut = navigator->would_part(wall, ways, parted);
    CHECK(is_cut && *is_cut && parted.size() == 2 && parted[0] == 1 && parted[1] == 0);
    CHECK(navigator->find_if(wall, ways[0], path) == ASTRIDE_STATUS_UNREACHABLE);
    wall.clear().fill({3, 0, 1, 5}, '#');
    is_cut = navigator->would_part(wall, ways);
    CHECK(is_cut && !*is_cut && navigator->find_if(wall, ways[0], path) == ASTRIDE_STATUS_OK && path.steps() == 12);
    CHECK(navigator->revision() == 0 && navigator->find(ways[0], path) == ASTRIDE_STATUS_OK && path.steps() == 7);
    wall.clear().fill({3, 0, 1, 6}, '#');
    astride::Path way;
    CHECK(navigator->explain(ways[0], wall, way) == ASTRIDE_STATUS_NOTHING && way.cells().empty());
    auto keep = astride::Navigator::of(*astride::Grid::from_text("...#...\n...#...\n"));
    CHECK(keep->explain(astride::ask({0, 0}, {6, 0}), wall, way) == ASTRIDE_STATUS_OK && way.cells().size() == 7);
    CHECK(way.info().why == ASTRIDE_WHY_START_ENCLOSED && way.info().enclosed == 6);
    CHECK(keep->apply(wall) == ASTRIDE_STATUS_OK && keep->terrain({3, 0}) == '.' && keep->terrain({3, 1}) == '#');
    auto walled = keep->grid();
    auto labels = astride::Index::build(*walled, ASTRIDE_INDEX_KIND_LABELS)->save();
    const auto taken = keep->adopt_saved(labels->view());
    CHECK(taken && *taken == 1u << ASTRIDE_KEEP_LABELS);
    CHECK(navigator->adopt_saved(labels->view()).status() == ASTRIDE_STATUS_BAD_DATA);
    wall.clear().wall({1, 1}, ASTRIDE_DIR_NE);
    CHECK(navigator->would_part(wall, ways).status() == ASTRIDE_STATUS_BAD_ARGUMENT && says("refused when it was added"));
    CHECK(navigator->find_if(wall, ways[0], path) == ASTRIDE_STATUS_BAD_ARGUMENT && path.steps() == 7);
}

int main() {
    grids();
    questions();
    fog_and_indexes();
    beyond_a_path();
    std::puts("all is well");
}
