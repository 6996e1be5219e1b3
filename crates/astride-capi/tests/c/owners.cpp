// Every type of astride.hpp, moved about and used.
#include <astride.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#define CHECK(what)                                                                 \
    do {                                                                            \
        if (!(what)) {                                                              \
            std::fprintf(stderr, "line %d: %s (%s)\n", __LINE__, #what, astride_last_error()); \
            std::exit(1);                                                           \
        }                                                                           \
    } while (false)

int main() {
    auto refused = astride::Grid::of(0, 5, '.');
    CHECK(!refused && refused.status() == ASTRIDE_STATUS_BAD_ARGUMENT);
    CHECK(std::strstr(refused.error(), "0x5") != nullptr);

    const std::string file = "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n";
    auto from_file = astride::Grid::from_map(file);
    CHECK(from_file && from_file->width() == 3 && from_file->height() == 2 && from_file->terrain({1, 1}) == '@');
    const std::vector<std::uint8_t> classes(12, '.');
    CHECK(astride::Grid::from_classes(4, 3, classes)->terrain({3, 2}) == '.');

    astride::Grid grid = std::move(*astride::Grid::of(30, 20, '.'));
    astride::Edit edit;
    edit.fill({10, 0, 1, 19}, '#').wall({3, 3}, ASTRIDE_DIR_E).step({4, 4}, ASTRIDE_DIR_S, false).link({0, 0}, {29, 19}, 500000);
    CHECK(edit.status() == ASTRIDE_STATUS_OK && grid.apply(edit) == ASTRIDE_STATUS_OK && grid.revision() == 1);
    CHECK(edit.clear().wall({3, 3}, 77).status() == ASTRIDE_STATUS_BAD_ARGUMENT && grid.apply(edit) < 0);

    astride::Mover mover = astride::Mover::blocked();
    CHECK(mover.terrain('.', 1) == ASTRIDE_STATUS_OK && mover.corners(ASTRIDE_CORNERS_ALWAYS) == ASTRIDE_STATUS_OK);
    CHECK(mover.neighbours(ASTRIDE_NEIGHBOURS_FOUR) == ASTRIDE_STATUS_OK && mover.scale(10, 14) == ASTRIDE_STATUS_OK);

    astride::Path path, other;
    CHECK(path.find(grid, mover, {0, 2}, {20, 2}) == ASTRIDE_STATUS_OK && path.cost() == 54 * 10u);
    CHECK(path.info().guarantee == ASTRIDE_GUARANTEE_OPTIMAL && path.cells().size() == path.steps() + 1);
    other = std::move(path);
    CHECK(other.cells()[0].y == 2 && !other.cells().empty());

    // In a row of three cells a fence is climbed for 500 ticks, and a door opens only to its owner, from inside.
    astride::Grid row = std::move(*astride::Grid::of(3, 1, '.'));
    astride::Mover keeper;
    CHECK(row.apply(edit.clear().fence({0, 0}, ASTRIDE_DIR_E, 7).fence_step({2, 0}, ASTRIDE_DIR_W, 8)) == ASTRIDE_STATUS_OK);
    CHECK(keeper.crosses(7, 500) == ASTRIDE_STATUS_OK && keeper.crosses(8, 0) == ASTRIDE_STATUS_OK);
    CHECK(path.find(row, keeper, {0, 0}, {2, 0}) == ASTRIDE_STATUS_OK && path.cost() == 2 * 13860u + 500u);
    CHECK(path.find(row, keeper, {2, 0}, {0, 0}) == ASTRIDE_STATUS_OK && path.cost() == 2 * 13860u + 500u);
    CHECK(keeper.stopped_by(8) == ASTRIDE_STATUS_OK && path.find(row, keeper, {2, 0}, {1, 0}) == ASTRIDE_STATUS_UNREACHABLE);
    CHECK(keeper.crosses(7, 0xffffffffu) == ASTRIDE_STATUS_BAD_ARGUMENT);

    astride::Field field;
    const std::vector<astride::Cell> goals{{20, 2}};
    CHECK(field.compute(grid, goals, &mover) == ASTRIDE_STATUS_OK && field.cost({0, 2}) == 540);
    CHECK(field.next(grid, {20, 3})->y == 2 && !field.next(grid, {20, 2}) && !field.next(grid, {99, 0}));

    astride::Grid open = std::move(*astride::Grid::of(40, 40, '.'));
    astride::Scratch scratch;
    auto labels = astride::Index::build(open, ASTRIDE_INDEX_KIND_LABELS);
    CHECK(labels);
    auto bytes = labels->save();
    CHECK(bytes && bytes->view().size() > 100);
    auto loaded = astride::Index::load(bytes->view(), open);
    CHECK(loaded && loaded->find(open, {0, 0}, {39, 39}, scratch, other) == ASTRIDE_STATUS_OK && other.steps() == 39);

    auto navigator = astride::Navigator::of(open);
    CHECK(navigator && navigator->find(astride::ask({0, 0}, {39, 0}), other) == ASTRIDE_STATUS_OK);
    auto ogre = navigator->add_mover(astride::Mover(), 3);
    CHECK(ogre && *ogre == 1);
    auto before = navigator->snapshot();
    CHECK(before && navigator->apply(edit.clear().fill({20, 0, 1, 40}, '#')) == ASTRIDE_STATUS_OK);
    CHECK(navigator->find(astride::ask({0, 0}, {39, 0}), other) == ASTRIDE_STATUS_UNREACHABLE);
    CHECK(other.info().why == ASTRIDE_WHY_GOAL_ENCLOSED && other.info().enclosed == 19 * 40);
    CHECK(before->find(astride::ask({0, 0}, {39, 0}), scratch, other) == ASTRIDE_STATUS_OK);
    auto ticket = navigator->request(astride::ask({0, 0}, {19, 39}), 7);
    CHECK(ticket && navigator->work(10000) == ASTRIDE_STATUS_OK);
    auto delivery = navigator->take(other);
    CHECK(delivery && delivery->ticket == *ticket && delivery->standing == ASTRIDE_STANDING_CURRENT && other.steps() == 39);
    CHECK(!navigator->take(other));

    auto crowd = astride::Crowd::of(open);
    CHECK(crowd && *crowd->spawn({2.5, 20.5}) == 0 && *crowd->spawn_near({37.5, 20.5}, 3, 0.3, 4) == 1);
    CHECK(!crowd->spawn({2.5, 20.5}) && std::strcmp(crowd->spawn({2.5, 20.5}).code(), "point-occupied") == 0);
    const std::vector<std::uint32_t> one{0}, three{1, 2, 3};
    CHECK(crowd->order(one, {30.5, 20.5}) == ASTRIDE_STATUS_OK);
    CHECK(crowd->order_formation(three, {10.5, 20.5}, ASTRIDE_FORMATION_LINE, 2) == ASTRIDE_STATUS_OK);
    for (int frame = 0; frame < 3000 && crowd->arrived() < crowd->size(); ++frame)
        CHECK(crowd->advance(1.0 / 60) == ASTRIDE_STATUS_OK);
    std::vector<std::uint8_t> there;
    CHECK(crowd->arrived(there) == ASTRIDE_STATUS_OK && there.size() == 4);
    CHECK(std::count(there.begin(), there.end(), 1) == std::ptrdiff_t(crowd->arrived()) && crowd->arrived() > 0);
    CHECK(crowd->digest() != astride::Crowd::of(open)->digest());
    std::vector<astride::Point> points, speeds;
    CHECK(crowd->positions(points) == ASTRIDE_STATUS_OK && points.size() == 4 && points[0].x > 30.3 && points[0].x < 30.7);
    CHECK(crowd->velocities(speeds) == ASTRIDE_STATUS_OK && crowd->remove(0) == ASTRIDE_STATUS_OK && crowd->size() == 3);
    CHECK(open.apply(edit.clear().fill({0, 0, 3, 3}, '#')) == ASTRIDE_STATUS_OK && crowd->follow(open) == ASTRIDE_STATUS_OK);
    CHECK(crowd->teleport(0, {1.5, 1.5}) == ASTRIDE_STATUS_BAD_ARGUMENT && crowd->teleport(0, {5.5, 5.5}) == ASTRIDE_STATUS_OK);

    astride::Plan plan;
    const std::vector<astride::Cell> ends{{10, 10}, {14, 10}}, other_ends{{14, 10}, {10, 10}};
    auto few = astride::plan_options();
    few.most_expansions = 100;
    CHECK(plan.info().status == ASTRIDE_STATUS_NOTHING && plan.stays(0).empty());
    CHECK(plan.solve(open, ends, other_ends, &few) == ASTRIDE_STATUS_OK);
    CHECK(plan.info().cost == 10 && plan.info().guarantee == ASTRIDE_GUARANTEE_OPTIMAL);
    CHECK(plan.check(open, ends, other_ends) == ASTRIDE_STATUS_OK);
    CHECK(plan.check(open, ends, ends) == ASTRIDE_STATUS_BAD_DATA);
    std::vector<astride::Cell> at;
    CHECK(plan.at(99, at) == ASTRIDE_STATUS_OK && at.size() == 2 && at[1].x == 10 && plan.stays(1).size() > 4);
    auto text = plan.write();
    astride::Plan read;
    const auto *letters = reinterpret_cast<const char *>(text->view().data());
    CHECK(read.read(open, {letters, text->view().size()}) == ASTRIDE_STATUS_OK);
    CHECK(read.info().sum_of_costs == 10 && read.check(open, ends, other_ends) == ASTRIDE_STATUS_OK);

    auto turning = astride::fleet_options();
    turning.turning = 1;
    const std::vector<AstrideRobot> starts{{{10, 10}, ASTRIDE_DIR_E}, {{20, 10}, ASTRIDE_DIR_W}};
    auto fleet = astride::Fleet::of(open, starts, &turning);
    CHECK(fleet && *fleet->add_task(ends) == 0 && *fleet->add_task(other_ends) == 1);
    CHECK(!fleet->add_task({}) && fleet->set_working(2, false) == ASTRIDE_STATUS_UNKNOWN_NUMBER);
    std::size_t happened = 0;
    for (int step = 0; step < 60 && fleet->info().tasks_done < 2; ++step) {
        CHECK(fleet->step(100) == ASTRIDE_STATUS_OK);
        happened += fleet->events().size();
    }
    std::vector<AstrideRobot> robots;
    std::vector<std::uint32_t> actions;
    CHECK(fleet->info().tasks_done == 2 && happened == 8 && fleet->actions(actions) == ASTRIDE_STATUS_OK);
    CHECK(fleet->robots(robots) == ASTRIDE_STATUS_OK && robots.size() == 2 && actions.size() == 2);
    CHECK(fleet->set_open({0, 39}, false) == ASTRIDE_STATUS_OK && fleet->goals(at) == ASTRIDE_STATUS_OK);
    CHECK(at[0].x == UINT32_MAX && fleet->digest() != astride::Fleet::of(open, starts, &turning)->digest());

    auto world = astride::World::read(ASTRIDE_SHAPE_FLOORS, "floors\n...\nfloor\n...\nstair 2,0,0 2,0,1 500\n");
    CHECK(world && world->shape() == ASTRIDE_SHAPE_FLOORS && !world->named("3,0,0"));
    const astride::Place below = *world->named("0,0,0"), above{0, 0, 1};
    astride::Route route;
    const auto before_edits = world->revision();
    CHECK(world->find(below, above, route, nullptr, nullptr, &scratch) == ASTRIDE_STATUS_OK);
    CHECK(route.places().size() == 6 && route.places()[3].z == 1 && route.info().cost == 4 * 13860 + 500);
    CHECK(world->link(below, above, 7) == ASTRIDE_STATUS_OK && world->find(below, above, route) == ASTRIDE_STATUS_OK);
    CHECK(route.info().cost == 7 && world->set(above, '#') == ASTRIDE_STATUS_OK && *world->terrain(above) == '#');
    CHECK(world->find(below, above, route) == ASTRIDE_STATUS_UNREACHABLE && route.places().empty());
    auto saved = world->save();
    auto again = astride::World::open(saved->view());
    CHECK(again && again->revision() == 0 && world->revision() == before_edits + 2 && *again->terrain(above) == '#');
    CHECK(again->unlink(below, above) == ASTRIDE_STATUS_OK && again->unlink(below, above) < 0);
    std::puts("all is well");
}
