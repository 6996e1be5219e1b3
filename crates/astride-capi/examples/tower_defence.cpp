// Tower defence: waves of creeps walk down a distance field to the keep, towers are built in their way,
// and no tower may shut the keep off. The field is computed again after each tower; a navigator answers the
// few questions that are not about the keep.
//
// It is the same game as tower_defence.c, turn by turn.
//
//     c++ -std=c++17 tower_defence.cpp $(pkg-config --cflags --libs astride) && ./a.out
#include <algorithm>
#include <astride.hpp>
#include <cstdio>
#include <cstdlib>

namespace {

using astride::Cell;

constexpr std::uint32_t WIDTH = 48, HEIGHT = 20;
constexpr int CREEPS = 24, TOWERS = 40, RANGE = 3, TURNS = 400;
constexpr Cell GATE{0, HEIGHT / 2}, KEEP{WIDTH - 1, HEIGHT / 2};

struct Creep {
    Cell at = GATE;
    int health = 12; // 0 once it is dead or home
    int delay = 0;   // turns until it enters

    bool is_walking() const { return health > 0 && delay == 0; }
};

bool is_same(Cell one, Cell other) { return one.x == other.x && one.y == other.y; }

/// Ends the program on errors; answers such as "no path" go on.
astride::Status must(astride::Status status) {
    if (status < 0) std::puts(astride_last_error()), std::exit(1);
    return status;
}

/// What is made at the beginning, or the end of the program.
template <class T> T made(astride::Result<T> &&result) {
    if (!result) std::puts(result.error()), std::exit(1);
    return std::move(*result);
}

/// A generator of our own, so that every machine plays the same game.
std::uint32_t dice() {
    static std::uint32_t state = 12345;
    state = state * 1664525u + 1013904223u;
    return state >> 16;
}

class Game {
  public:
    int killed = 0, leaked = 0, refused = 0;
    std::vector<Cell> towers;

    Game() {
        for (int number = 0; number < CREEPS; number++) creeps_[number].delay = 4 * number + 1;
        compute();
    }

    /// Builds a tower, unless it would shut the gate or a creep off from the keep.
    void build(Cell cell) {
        const auto stands_on = [cell](const Creep &creep) { return is_same(creep.at, cell); };
        if (grid_.terrain(cell) != '.' || is_same(cell, GATE) || is_same(cell, KEEP) || towers.size() == TOWERS) return;
        if (std::any_of(creeps_.begin(), creeps_.end(), stands_on)) return;
        change(cell, '#');
        const auto is_shut_off = [this](const Creep &creep) {
            return creep.health > 0 && field_.cost(creep.at) == ASTRIDE_NO_COST;
        };
        if (field_.cost(GATE) == ASTRIDE_NO_COST || std::any_of(creeps_.begin(), creeps_.end(), is_shut_off)) {
            change(cell, '.');
            refused++;
            return;
        }
        towers.push_back(cell);
        must(navigator_.apply(edit_));
    }

    void walk() {
        for (Creep &creep : creeps_) {
            if (creep.health == 0 || (creep.delay > 0 && creep.delay-- > 0)) continue;
            if (const auto step = field_.next(grid_, creep.at)) {
                creep.at = *step;
            } else {
                creep.health = 0;
                leaked++;
            }
        }
    }

    void shoot() {
        for (const Cell tower : towers) {
            const auto target = std::find_if(creeps_.begin(), creeps_.end(), [tower](const Creep &creep) {
                const int right = int(creep.at.x) - int(tower.x), down = int(creep.at.y) - int(tower.y);
                return creep.is_walking() && right * right + down * down <= RANGE * RANGE;
            });
            if (target != creeps_.end() && --target->health == 0) killed++;
        }
    }

    /// The hero asks for the way to the creep that is ahead, and goes three steps.
    void hunt() {
        const auto prey = std::find_if(creeps_.begin(), creeps_.end(), [](const Creep &creep) { return creep.is_walking(); });
        if (prey == creeps_.end()) return;
        auto ask = astride::ask(hero_, prey->at);
        ask.or_nearest = 1;
        made(navigator_.request(ask, 10));
        must(navigator_.work(2000));
        while (navigator_.take(path_)) {
            const auto cells = path_.cells();
            if (cells.size() > 0) hero_ = cells[cells.size() > 4 ? 3 : cells.size() - 1];
        }
    }

    void draw() const {
        std::vector<std::uint8_t> letters;
        must(grid_.classes(letters));
        const auto put = [&letters](Cell cell, char letter) { letters[cell.y * WIDTH + cell.x] = std::uint8_t(letter); };
        for (const Creep &creep : creeps_)
            if (creep.is_walking()) put(creep.at, 'c');
        put(hero_, 'H');
        put(KEEP, 'K');
        for (std::size_t row = 0; row < HEIGHT; row++)
            std::printf("%.*s\n", int(WIDTH), reinterpret_cast<const char *>(letters.data()) + row * WIDTH);
    }

  private:
    void compute() { must(field_.compute(grid_, std::vector<Cell>{KEEP})); }

    void change(Cell cell, char terrain) {
        must(grid_.apply(edit_.clear().set(cell, std::uint8_t(terrain))));
        compute();
    }

    astride::Grid grid_ = made(astride::Grid::of(WIDTH, HEIGHT, '.'));
    astride::Field field_; // costs to the keep
    astride::Edit edit_;
    astride::Navigator navigator_ = made(astride::Navigator::of(grid_)); // for the hero, who goes where he likes
    astride::Path path_;
    Cell hero_ = KEEP;
    std::vector<Creep> creeps_ = std::vector<Creep>(CREEPS);
};

} // namespace

int main() {
    Game game;
    int turn = 0;
    for (; turn < TURNS && game.killed + game.leaked < CREEPS; turn++) {
        if (turn % 2 == 0) {
            const std::uint32_t x = 8 + dice() % (WIDTH - 16);
            game.build({x, dice() % HEIGHT});
        }
        game.walk();
        game.shoot();
        game.hunt();
        if (turn == 60) game.draw();
    }
    std::printf("%d turns, %zu towers, %d refused, %d killed, %d leaked\n", turn, game.towers.size(), game.refused, game.killed, game.leaked);
}
