// Astride in C++17: the C library with owners that free what they hold, views, and results in place
// of exceptions. Everything is inline and thin; astride.h says what each function does.
//
// Nothing here throws but std::bad_alloc, from std::vector. What can fail returns a Status, or a
// Result that holds a value or a Status. Functions that take a Path fill it and return what the
// question came to: ASTRIDE_STATUS_OK, ASTRIDE_STATUS_UNREACHABLE, or an error below 0.
#ifndef ASTRIDE_HPP
#define ASTRIDE_HPP

#include "astride.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace astride {

using Cell = AstrideCell;
using Point = AstridePoint;
using Rect = AstrideRect;
using Status = AstrideStatus;

/// A few words for a status.
inline const char *text_of(Status status) noexcept { return astride_status_text(status); }
/// The version of the library, which may be another than ASTRIDE_VERSION of the header.
inline std::uint32_t version() noexcept { return astride_version(); }
inline const char *version_text() noexcept { return astride_version_text(); }

/// Items that lie elsewhere: good for as long as their owner leaves them alone.
template <class T> class View {
  public:
    constexpr View() noexcept = default;
    constexpr View(const T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    View(const std::vector<T> &items) noexcept : data_(items.data()), size_(items.size()) {}

    constexpr const T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr const T *begin() const noexcept { return data_; }
    constexpr const T *end() const noexcept { return data_ + size_; }
    constexpr const T &operator[](std::size_t at) const noexcept { return data_[at]; }

  private:
    const T *data_ = nullptr;
    std::size_t size_ = 0;
};

/// A value, or the status that says why there is none.
template <class T> class Result {
  public:
    Result(T value) noexcept : value_(std::move(value)) {}
    Result(Status status) noexcept : status_(status) {}

    explicit operator bool() const noexcept { return value_.has_value(); }
    T &operator*() noexcept { return *value_; }
    const T &operator*() const noexcept { return *value_; }
    T *operator->() noexcept { return &*value_; }
    const T *operator->() const noexcept { return &*value_; }
    Status status() const noexcept { return status_; }
    /// The text of the latest error of this thread: ask at once.
    const char *error() const noexcept { return astride_last_error(); }
    /// Its code, such as "cell-off-map".
    const char *code() const noexcept { return astride_last_error_code(); }

  private:
    Status status_ = ASTRIDE_STATUS_OK;
    std::optional<T> value_;
};

/// Owns a handle of the C library. It can be moved and not copied.
template <class H, Status (*Free)(H *)> class Owned {
  public:
    Owned() noexcept = default;
    explicit Owned(H *handle) noexcept : handle_(handle) {}
    Owned(Owned &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Owned &operator=(Owned &&other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    Owned(const Owned &) = delete;
    Owned &operator=(const Owned &) = delete;
    ~Owned() { Free(handle_); }

    /// The handle, for functions of astride.h. It stays owned.
    H *get() const noexcept { return handle_; }

  protected:
    H *handle_ = nullptr;
};

/// What a call made, if it came to OK. By reference, so that it is read after the call.
template <class T, class V> Result<T> made(Status status, V &value) noexcept {
    if (status != ASTRIDE_STATUS_OK) return status;
    return T(value);
}

class Bytes : public Owned<AstrideBytes, astride_bytes_free> {
  public:
    using Owned::Owned;

    View<std::uint8_t> view() const noexcept {
        const std::uint8_t *data = nullptr;
        std::size_t count = 0;
        astride_bytes_data(handle_, &data, &count);
        return {data, count};
    }
};

class Mover : public Owned<AstrideMover, astride_mover_free> {
  public:
    using Owned::Owned;

    /// The usual walker.
    Mover() noexcept { astride_mover_walker(&handle_); }
    /// A mover for whom all classes are blocked.
    static Mover blocked() noexcept {
        AstrideMover *handle = nullptr;
        astride_mover_new(&handle);
        return Mover(handle);
    }

    Status terrain(std::uint8_t terrain_class, std::uint32_t factor, std::uint32_t media = 0) noexcept {
        return astride_mover_class(handle_, terrain_class, factor, media);
    }
    Status neighbours(std::uint32_t rule) noexcept { return astride_mover_neighbours(handle_, rule); }
    Status corners(std::uint32_t rule) noexcept { return astride_mover_corners(handle_, rule); }
    Status scale(std::uint32_t straight, std::uint32_t diagonal) noexcept {
        return astride_mover_scale(handle_, straight, diagonal);
    }
    Status crosses(std::uint8_t fence_class, std::uint32_t ticks) noexcept {
        return astride_mover_crosses(handle_, fence_class, ticks);
    }
    Status stopped_by(std::uint8_t fence_class) noexcept { return astride_mover_stopped_by(handle_, fence_class); }
};

/// A batch of changes; its functions can be chained, and `status` says what they refuse.
class Edit : public Owned<AstrideEdit, astride_edit_free> {
  public:
    Edit() noexcept { astride_edit_new(&handle_); }

    Edit &set(Cell cell, std::uint8_t terrain_class) noexcept {
        return note(astride_edit_set(handle_, cell, terrain_class));
    }
    Edit &fill(Rect rect, std::uint8_t terrain_class) noexcept {
        return note(astride_edit_fill(handle_, rect, terrain_class));
    }
    Edit &wall(Cell cell, std::uint32_t direction, bool standing = true) noexcept {
        return note(astride_edit_wall(handle_, cell, direction, standing));
    }
    Edit &fence(Cell cell, std::uint32_t direction, std::uint8_t fence_class) noexcept {
        return note(astride_edit_fence(handle_, cell, direction, fence_class));
    }
    Edit &fence_step(Cell cell, std::uint32_t direction, std::uint8_t fence_class) noexcept {
        return note(astride_edit_fence_step(handle_, cell, direction, fence_class));
    }
    Edit &step(Cell cell, std::uint32_t direction, bool allowed) noexcept {
        return note(astride_edit_step(handle_, cell, direction, allowed));
    }
    Edit &link(Cell from, Cell to, std::uint32_t ticks) noexcept {
        return note(astride_edit_link(handle_, from, to, ticks));
    }
    Edit &unlink(Cell from, Cell to) noexcept { return note(astride_edit_unlink(handle_, from, to)); }
    Edit &clear() noexcept {
        status_ = ASTRIDE_STATUS_OK;
        return note(astride_edit_clear(handle_));
    }
    /// The first change that was refused since it was cleared.
    Status status() const noexcept { return status_; }
    /// The same, as the error of a call that would make the changes.
    Status refusal() const noexcept {
        if (status_ == ASTRIDE_STATUS_OK) return status_;
        return astride_set_last_error(status_, "a change was refused when it was added to the batch, so none of it is made");
    }

  private:
    Edit &note(Status status) noexcept {
        if (status_ == ASTRIDE_STATUS_OK) status_ = status;
        return *this;
    }
    Status status_ = ASTRIDE_STATUS_OK;
};

class Grid : public Owned<AstrideGrid, astride_grid_free> {
  public:
    using Owned::Owned;

    static Result<Grid> of(std::uint32_t width, std::uint32_t height, std::uint8_t terrain_class) noexcept {
        AstrideGrid *handle = nullptr;
        return made<Grid>(astride_grid_new(width, height, terrain_class, &handle), handle);
    }
    static Result<Grid> from_classes(std::uint32_t width, std::uint32_t height, View<std::uint8_t> classes) noexcept {
        AstrideGrid *handle = nullptr;
        return made<Grid>(astride_grid_from_classes(width, height, classes.data(), classes.size(), &handle), handle);
    }
    static Result<Grid> from_text(const char *text, Cell *start = nullptr, Cell *goal = nullptr) noexcept {
        AstrideGrid *handle = nullptr;
        return made<Grid>(astride_grid_from_text(text, start, goal, &handle), handle);
    }
    static Result<Grid> from_map(std::string_view file) noexcept {
        AstrideGrid *handle = nullptr;
        const auto *data = reinterpret_cast<const std::uint8_t *>(file.data());
        return made<Grid>(astride_grid_from_map(data, file.size(), &handle), handle);
    }

    std::uint32_t width() const noexcept { return size().first; }
    std::uint32_t height() const noexcept { return size().second; }
    std::optional<std::uint8_t> terrain(Cell cell) const noexcept {
        std::uint8_t terrain_class = 0;
        if (astride_grid_class(handle_, cell, &terrain_class) != ASTRIDE_STATUS_OK) return std::nullopt;
        return terrain_class;
    }
    std::uint64_t revision() const noexcept {
        std::uint64_t revision = 0;
        astride_grid_revision(handle_, &revision);
        return revision;
    }
    Status apply(const Edit &edit) noexcept {
        return edit.status() == ASTRIDE_STATUS_OK ? astride_grid_apply(handle_, edit.get(), nullptr) : edit.refusal();
    }
    Result<Grid> copy() const noexcept {
        AstrideGrid *handle = nullptr;
        return made<Grid>(astride_grid_copy(handle_, &handle), handle);
    }
    /// Copies the classes of all cells, row by row, into a vector, which is resized.
    Status classes(std::vector<std::uint8_t> &classes) const {
        classes.resize(std::size_t(width()) * height());
        return astride_grid_classes(handle_, classes.data(), classes.size());
    }
    /// A MovingAI .map file.
    Result<Bytes> to_map() const noexcept {
        AstrideBytes *bytes = nullptr;
        return made<Bytes>(astride_grid_to_map(handle_, &bytes), bytes);
    }

  private:
    std::pair<std::uint32_t, std::uint32_t> size() const noexcept {
        std::pair<std::uint32_t, std::uint32_t> size{};
        astride_grid_size(handle_, &size.first, &size.second);
        return size;
    }
};

/// Memory of searches: one per thread.
class Scratch : public Owned<AstrideScratch, astride_scratch_free> {
  public:
    Scratch() noexcept { astride_scratch_new(&handle_); }
};

/// Options of searches with all as usual.
inline AstrideFindOptions find_options() noexcept {
    AstrideFindOptions options{};
    options.struct_size = sizeof options;
    return options;
}

/// An answer, which is filled again by each question it is lent to.
class Path : public Owned<AstridePath, astride_path_free> {
  public:
    Path() noexcept { astride_path_new(&handle_); }

    /// Good until the path is lent to another question.
    View<Cell> cells() const noexcept {
        const Cell *cells = nullptr;
        std::size_t count = 0;
        astride_path_cells(handle_, &cells, &count);
        return {cells, count};
    }
    /// Copies the cells into a vector, which is resized: good for as long as you like.
    Status cells(std::vector<Cell> &cells) const {
        std::size_t total = 0;
        const Status status = astride_path_copy(handle_, nullptr, 0, &total);
        if (status != ASTRIDE_STATUS_OK) return status;
        cells.resize(total);
        return astride_path_copy(handle_, cells.data(), cells.size(), nullptr);
    }
    std::size_t steps() const noexcept {
        std::size_t steps = 0;
        astride_path_steps(handle_, &steps);
        return steps;
    }
    std::uint64_t cost() const noexcept {
        std::uint64_t cost = ASTRIDE_NO_COST;
        astride_path_cost(handle_, &cost);
        return cost;
    }
    AstridePathInfo info() const noexcept {
        AstridePathInfo info{};
        info.struct_size = sizeof info;
        astride_path_info(handle_, &info);
        return info;
    }

    /// Works out a smooth line along the path, which it keeps until it is lent to another question: see
    /// astride_path_smooth. The status is ASTRIDE_STATUS_NOTHING if the path has no cells.
    Result<AstrideSmoothed> smooth(const Grid &grid, const AstrideSmoothOptions &options,
                                   const Mover *mover = nullptr) noexcept {
        AstrideSmoothed told{};
        told.struct_size = sizeof told;
        const AstrideMover *who = mover ? mover->get() : nullptr;
        return made<AstrideSmoothed>(astride_path_smooth(handle_, grid.get(), who, &options, &told), told);
    }
    /// The points of that line: good until the path is smoothed again or lent to another question.
    View<AstridePoint> points() const noexcept {
        const AstridePoint *points = nullptr;
        std::size_t count = 0;
        astride_path_points(handle_, &points, &count);
        return {points, count};
    }
    /// Copies them into a vector, which is resized: good for as long as you like.
    Status points(std::vector<AstridePoint> &points) const {
        std::size_t total = 0;
        const Status status = astride_path_copy_points(handle_, nullptr, 0, &total);
        if (status != ASTRIDE_STATUS_OK) return status;
        points.resize(total);
        return astride_path_copy_points(handle_, points.data(), points.size(), nullptr);
    }

    /// By A*, for the usual walker.
    Status find(const Grid &grid, Cell start, Cell goal) noexcept {
        return astride_find_path(grid.get(), nullptr, start, goal, handle_);
    }
    Status find(const Grid &grid, const Mover &mover, Cell start, Cell goal) noexcept {
        return astride_find_path(grid.get(), mover.get(), start, goal, handle_);
    }
    /// By a method of your choice, within limits, with memory that is kept.
    Status find_by(const AstrideFindOptions &options, const Grid &grid, Cell start, Cell goal,
                   const Mover *mover = nullptr, Scratch *scratch = nullptr) noexcept {
        const AstrideMover *who = mover ? mover->get() : nullptr;
        AstrideScratch *memory = scratch ? scratch->get() : nullptr;
        return astride_find_path_by(grid.get(), who, start, goal, &options, memory, handle_);
    }
};

class Field : public Owned<AstrideField, astride_field_free> {
  public:
    Field() noexcept { astride_field_new(&handle_); }

    Status compute(const Grid &grid, View<Cell> goals, const Mover *mover = nullptr,
                   std::uint32_t way = ASTRIDE_WAY_TO_GOALS) noexcept {
        const AstrideMover *who = mover ? mover->get() : nullptr;
        return astride_field_compute(handle_, grid.get(), who, goals.data(), goals.size(), way, 0, 0);
    }
    /// ASTRIDE_NO_COST where it does not reach.
    std::uint64_t cost(Cell cell) const noexcept {
        std::uint64_t cost = ASTRIDE_NO_COST;
        astride_field_cost(handle_, cell, &cost);
        return cost;
    }
    /// None at a goal, and where it does not reach.
    std::optional<Cell> next(const Grid &grid, Cell cell) const noexcept {
        Cell next{};
        if (astride_field_next(handle_, grid.get(), cell, &next) != ASTRIDE_STATUS_OK) return std::nullopt;
        return next;
    }
    /// Copies the costs at all cells of its grid, row by row, into a vector, which is resized.
    Status costs(const Grid &grid, std::vector<std::uint64_t> &costs) const {
        costs.resize(std::size_t(grid.width()) * grid.height());
        return astride_field_costs(handle_, costs.data(), costs.size());
    }
    /// A cheapest path between a cell and the nearest goal or source.
    Status path(const Grid &grid, Cell cell, Path &path) const noexcept {
        return astride_field_path(handle_, grid.get(), cell, path.get());
    }
};

class Index : public Owned<AstrideIndex, astride_index_free> {
  public:
    using Owned::Owned;

    static Result<Index> build(const Grid &grid, std::uint32_t kind, const Mover *mover = nullptr) noexcept {
        AstrideIndex *handle = nullptr;
        return made<Index>(astride_index_build(grid.get(), mover ? mover->get() : nullptr, kind, &handle), handle);
    }
    static Result<Index> load(View<std::uint8_t> bytes, const Grid &grid, const Mover *mover = nullptr) noexcept {
        AstrideIndex *handle = nullptr;
        const AstrideMover *who = mover ? mover->get() : nullptr;
        return made<Index>(astride_index_load(bytes.data(), bytes.size(), grid.get(), who, &handle), handle);
    }
    Result<Bytes> save() const noexcept {
        AstrideBytes *bytes = nullptr;
        return made<Bytes>(astride_index_save(handle_, &bytes), bytes);
    }
    Status find(const Grid &grid, Cell start, Cell goal, Scratch &scratch, Path &path) const noexcept {
        return astride_index_find(handle_, grid.get(), start, goal, 0, scratch.get(), path.get());
    }
    /// In ticks; ASTRIDE_STATUS_UNREACHABLE if there is no path.
    Result<std::uint64_t> cost(const Grid &grid, Cell start, Cell goal, Scratch &scratch) const noexcept {
        std::uint64_t cost = ASTRIDE_NO_COST;
        return made<std::uint64_t>(astride_index_cost(handle_, grid.get(), start, goal, scratch.get(), &cost), cost);
    }
    /// Follows the edits of the grid it was built from.
    Status update(const Grid &grid, const Mover *mover = nullptr) noexcept {
        return astride_index_update(handle_, grid.get(), mover ? mover->get() : nullptr);
    }
};

/// A question to a navigator.
inline AstrideAsk ask(Cell start, Cell goal) noexcept {
    AstrideAsk ask{};
    ask.struct_size = sizeof ask;
    ask.start = start;
    ask.goal = goal;
    return ask;
}

/// How a request is to be answered, with no limits.
inline AstrideRequestOptions request_options() noexcept {
    AstrideRequestOptions options{};
    options.struct_size = sizeof options;
    return options;
}

/// A movement range, which is filled again by each question it is lent to.
class Reach : public Owned<AstrideReach, astride_reach_free> {
  public:
    Reach() noexcept { astride_reach_new(&handle_); }

    /// The cells within reach with their costs, row by row: good until it is lent to another question.
    View<AstrideReached> cells() const noexcept {
        const AstrideReached *cells = nullptr;
        std::size_t count = 0;
        astride_reach_cells(handle_, &cells, &count);
        return {cells, count};
    }
    /// Copies them into a vector, which is resized: good for as long as you like.
    Status cells(std::vector<AstrideReached> &cells) const {
        std::size_t total = 0;
        const Status status = astride_reach_copy(handle_, nullptr, 0, &total);
        if (status != ASTRIDE_STATUS_OK) return status;
        cells.resize(total);
        return astride_reach_copy(handle_, cells.data(), cells.size(), nullptr);
    }
    /// In ticks; ASTRIDE_NO_COST for a cell that is not within reach.
    std::uint64_t cost(Cell cell) const noexcept {
        std::uint64_t cost = ASTRIDE_NO_COST;
        astride_reach_cost(handle_, cell, &cost);
        return cost;
    }
    /// A cheapest path from the start to a cell within reach.
    Status path(Cell cell, Path &path) const noexcept { return astride_reach_path(handle_, cell, path.get()); }
};

class Snapshot : public Owned<AstrideSnapshot, astride_snapshot_free> {
  public:
    using Owned::Owned;

    Status find(const AstrideAsk &ask, Scratch &scratch, Path &path) const noexcept {
        return astride_snapshot_find(handle_, &ask, 0, scratch.get(), path.get());
    }
    /// The cells that can be reached from the start of a question within a cost.
    Status reach(const AstrideAsk &ask, std::uint64_t most_cost, Scratch &scratch, Reach &reach) const noexcept {
        return astride_snapshot_reach(handle_, &ask, most_cost, 0, scratch.get(), reach.get());
    }
    /// That of the map that it is of.
    std::uint64_t revision() const noexcept {
        std::uint64_t revision = 0;
        astride_snapshot_revision(handle_, &revision);
        return revision;
    }
};

/// An index that takes long, to be built on any thread and handed back.
class Build : public Owned<AstrideBuild, astride_build_free> {
  public:
    using Owned::Owned;

    Status run() noexcept { return astride_build_run(handle_); }
};

/// How far a request has come.
struct Progress {
    /// An AstrideStage.
    std::uint32_t stage;
    std::uint64_t number;
};

/// How much of a path holds.
struct Standing {
    /// An AstrideStanding.
    std::uint32_t standing;
    /// With ASTRIDE_STANDING_OTHER_COST, what it costs now.
    std::uint64_t cost;
    /// With ASTRIDE_STANDING_BLOCKED, the first step that is not possible.
    std::uint64_t step;
};

class Navigator : public Owned<AstrideNavigator, astride_navigator_free> {
  public:
    using Owned::Owned;

    static Result<Navigator> of(const Grid &grid, const Mover *mover = nullptr,
                                const AstrideNavigatorOptions *options = nullptr) noexcept {
        AstrideNavigator *handle = nullptr;
        const AstrideMover *who = mover ? mover->get() : nullptr;
        return made<Navigator>(astride_navigator_new(grid.get(), who, options, &handle), handle);
    }
    /// Of bytes that `save` made.
    static Result<Navigator> load(View<std::uint8_t> bytes) noexcept {
        AstrideNavigator *handle = nullptr;
        return made<Navigator>(astride_navigator_load(bytes.data(), bytes.size(), &handle), handle);
    }
    Result<Bytes> save() const noexcept {
        AstrideBytes *bytes = nullptr;
        return made<Bytes>(astride_navigator_save(handle_, &bytes), bytes);
    }

    /// A copy of its map.
    Result<Grid> grid() const noexcept {
        AstrideGrid *handle = nullptr;
        return made<Grid>(astride_navigator_grid(handle_, &handle), handle);
    }
    std::optional<std::uint8_t> terrain(Cell cell) const noexcept {
        std::uint8_t terrain_class = 0;
        if (astride_navigator_class(handle_, cell, &terrain_class) != ASTRIDE_STATUS_OK) return std::nullopt;
        return terrain_class;
    }
    std::uint64_t revision() const noexcept {
        std::uint64_t revision = 0;
        astride_navigator_revision(handle_, &revision);
        return revision;
    }

    Status find(const AstrideAsk &ask, Path &path) const noexcept {
        return astride_navigator_find(handle_, &ask, 0, path.get());
    }
    Status apply(const Edit &edit) noexcept {
        return edit.status() == ASTRIDE_STATUS_OK ? astride_navigator_apply(handle_, edit.get(), nullptr) : edit.refusal();
    }
    /// In ticks; ASTRIDE_STATUS_UNREACHABLE if there is no path.
    Result<std::uint64_t> cost(const AstrideAsk &ask) const noexcept {
        std::uint64_t cost = ASTRIDE_NO_COST;
        return made<std::uint64_t>(astride_navigator_cost(handle_, &ask, &cost), cost);
    }
    /// A cost for each question in a vector, which is resized; ASTRIDE_NO_COST where there is no path.
    Status costs(View<AstrideAsk> asks, std::vector<std::uint64_t> &costs) const {
        costs.resize(asks.size());
        return astride_navigator_costs(handle_, asks.data(), asks.size(), costs.data());
    }
    /// A path for each question in a vector, which is resized.
    Status find_many(View<AstrideAsk> asks, std::vector<Path> &paths) const {
        paths.resize(asks.size());
        std::vector<AstridePath *> handles;
        for (const auto &path : paths) handles.push_back(path.get());
        return astride_navigator_find_many(handle_, asks.data(), asks.size(), handles.data());
    }
    /// The nearest cell where a mover can stand; ASTRIDE_STATUS_UNREACHABLE if there is none.
    Result<Cell> snap(Cell cell, std::uint32_t mover = 0, std::uint32_t radius = 0,
                      const Cell *reached_from = nullptr) const noexcept {
        Cell nearest{};
        return made<Cell>(astride_navigator_snap(handle_, mover, cell, radius, reached_from, &nearest), nearest);
    }
    /// How much of a path holds on the map as it is now, of which `ask` was the question;
    /// ASTRIDE_STATUS_NOTHING for a path without cells.
    Result<Standing> standing(const AstrideAsk &ask, const Path &path) const noexcept {
        Standing now{};
        const Status status =
            astride_navigator_standing(handle_, &ask, path.get(), &now.standing, &now.cost, &now.step);
        return made<Standing>(status, now);
    }
    /// The number of the new mover.
    Result<std::uint32_t> add_mover(const Mover &mover, std::uint32_t side = 1) noexcept {
        std::uint32_t number = 0;
        return made<std::uint32_t>(astride_navigator_add_mover(handle_, mover.get(), side, &number), number);
    }

    /// The number of the new faction, which takes what it does not know to be of this class.
    Result<std::uint32_t> add_faction(std::uint8_t assumed = '.') noexcept {
        std::uint32_t number = 0;
        return made<std::uint32_t>(astride_navigator_add_faction(handle_, assumed, &number), number);
    }
    /// How many cells became known.
    Result<std::uint32_t> reveal(std::uint32_t faction, Rect rect) noexcept {
        std::uint32_t known = 0;
        return made<std::uint32_t>(astride_navigator_reveal(handle_, faction, rect, &known), known);
    }
    /// The same; cells of the classes in `opaque` stop its sight.
    Result<std::uint32_t> reveal_around(std::uint32_t faction, Cell eye, std::uint32_t radius,
                                        View<std::uint8_t> opaque) noexcept {
        std::uint32_t known = 0;
        const Status status = astride_navigator_reveal_around(handle_, faction, eye, radius, opaque.data(),
                                                              opaque.size(), &known);
        return made<std::uint32_t>(status, known);
    }
    Status remember(std::uint32_t faction, Rect rect) noexcept {
        return astride_navigator_remember(handle_, faction, rect);
    }
    /// The number of the new overlay.
    Result<std::uint32_t> add_overlay() noexcept {
        std::uint32_t number = 0;
        return made<std::uint32_t>(astride_navigator_add_overlay(handle_, &number), number);
    }
    Status fill_overlay(std::uint32_t overlay, Rect rect, std::uint32_t ticks) noexcept {
        return astride_navigator_overlay_fill(handle_, overlay, rect, ticks);
    }

    /// The number of the new set of places, for `around` and `or_to` of questions; it is empty.
    Result<std::uint32_t> add_places() noexcept {
        std::uint32_t number = 0;
        return made<std::uint32_t>(astride_navigator_add_places(handle_, &number), number);
    }
    /// Replaces all of a set by these cells.
    Status set_places(std::uint32_t set, View<Cell> cells) noexcept {
        return astride_navigator_set_places(handle_, set, cells.data(), cells.size());
    }

    /// The cells that can be reached from the start of a question within a cost.
    Status reach(const AstrideAsk &ask, std::uint64_t most_cost, Reach &reach) const noexcept {
        return astride_navigator_reach(handle_, &ask, most_cost, 0, reach.get());
    }
    /// Whether a batch of edits, which is not made, would take the path from any of some questions: that is
    /// `*parted`, since `if (parted)` asks whether there is an answer. With a vector, which is resized, 1 for
    /// each that it would.
    Result<bool> would_part(const Edit &edit, View<AstrideAsk> asks) const noexcept {
        return parts(edit, asks, nullptr);
    }
    Result<bool> would_part(const Edit &edit, View<AstrideAsk> asks, std::vector<std::uint8_t> &parted) const {
        parted.resize(asks.size());
        return parts(edit, asks, parted.data());
    }
    /// On the map as it would be after a batch of edits, which is not made.
    Status find_if(const Edit &edit, const AstrideAsk &ask, Path &path) const noexcept {
        if (edit.status() != ASTRIDE_STATUS_OK) return edit.refusal();
        return astride_navigator_find_if(handle_, edit.get(), &ask, 0, path.get());
    }

    /// Why there is no path: that is `why` of `way.info()`, and the cells of `way` lead through what `opening`
    /// opens, the fewest blocked cells; `opening` becomes empty if nothing does.
    Status explain(const AstrideAsk &ask, Edit &opening, Path &way) const noexcept {
        return astride_navigator_explain(handle_, &ask, nullptr, 0, opening.get(), way.get());
    }

    /// Keeps an index, an AstrideKeep, for a mover from now on.
    Status keep(std::uint32_t index, std::uint32_t mover = 0) noexcept {
        return astride_navigator_keep(handle_, mover, index, 1);
    }
    Status drop(std::uint32_t index, std::uint32_t mover = 0) noexcept {
        return astride_navigator_keep(handle_, mover, index, 0);
    }
    /// Brings indexes up to date until this many cells have been looked at.
    Result<AstrideMaintained> maintain(std::uint64_t cells) noexcept {
        AstrideMaintained done{};
        done.struct_size = sizeof done;
        return made<AstrideMaintained>(astride_navigator_maintain(handle_, cells, &done), done);
    }
    /// An index that is asked for and takes long; ASTRIDE_STATUS_NOTHING if none is.
    Result<Build> pending() const noexcept {
        AstrideBuild *handle = nullptr;
        return made<Build>(astride_navigator_pending(handle_, &handle), handle);
    }
    Status adopt(Build &build) noexcept { return astride_navigator_adopt(handle_, build.get()); }
    /// Takes indexes from the bytes of a file, such as `astride bake` makes: a bit for each that was taken, 1 shifted
    /// left by its AstrideKeep.
    Result<std::uint32_t> adopt_saved(View<std::uint8_t> bytes, std::uint32_t mover = 0) noexcept {
        std::uint32_t taken = 0;
        const Status status = astride_navigator_adopt_saved(handle_, mover, bytes.data(), bytes.size(), &taken);
        return made<std::uint32_t>(status, taken);
    }

    /// The ticket of the request.
    Result<std::uint64_t> request(const AstrideAsk &ask, std::uint8_t priority = 0) noexcept {
        std::uint64_t ticket = 0;
        return made<std::uint64_t>(astride_navigator_request(handle_, &ask, priority, 0, &ticket), ticket);
    }
    /// The same with limits of expansions and frames.
    Result<std::uint64_t> submit(const AstrideAsk &ask, const AstrideRequestOptions &options) noexcept {
        std::uint64_t ticket = 0;
        return made<std::uint64_t>(astride_navigator_submit(handle_, &ask, &options, &ticket), ticket);
    }
    Status work(std::uint64_t most_expansions, std::uint64_t most_micros = 0) noexcept {
        return astride_navigator_work(handle_, most_expansions, most_micros, nullptr);
    }
    Result<Progress> progress(std::uint64_t ticket) const noexcept {
        Progress now{};
        return made<Progress>(astride_navigator_progress(handle_, ticket, &now.stage, &now.number), now);
    }
    Status cancel(std::uint64_t ticket) noexcept { return astride_navigator_cancel(handle_, ticket); }
    /// The next answer, with its path; none if all were taken.
    std::optional<AstrideDelivery> take(Path &path) noexcept {
        AstrideDelivery delivery{};
        delivery.struct_size = sizeof delivery;
        if (astride_navigator_take(handle_, &delivery, path.get()) != ASTRIDE_STATUS_OK) return std::nullopt;
        return delivery;
    }
    Result<Snapshot> snapshot() const noexcept {
        AstrideSnapshot *handle = nullptr;
        return made<Snapshot>(astride_navigator_snapshot(handle_, &handle), handle);
    }

  private:
    Result<bool> parts(const Edit &edit, View<AstrideAsk> asks, std::uint8_t *parted) const noexcept {
        if (edit.status() != ASTRIDE_STATUS_OK) return edit.refusal();
        const Status status =
            astride_navigator_would_part(handle_, edit.get(), asks.data(), asks.size(), parted);
        if (status < 0) return status;
        return status == ASTRIDE_STATUS_OK;
    }
};

/// Units that walk on the free cells of a grid and never overlap, by number.
class Crowd : public Owned<AstrideCrowd, astride_crowd_free> {
  public:
    using Owned::Owned;

    static Result<Crowd> of(const Grid &grid, const Mover *mover = nullptr,
                            std::uint32_t mode = ASTRIDE_CROWD_MODE_FREE) noexcept {
        AstrideCrowd *handle = nullptr;
        return made<Crowd>(astride_crowd_new(grid.get(), mover ? mover->get() : nullptr, mode, &handle), handle);
    }

    /// Takes over the walls of the grid as it is now.
    Status follow(const Grid &grid, const Mover *mover = nullptr) noexcept {
        return astride_crowd_follow(handle_, grid.get(), mover ? mover->get() : nullptr);
    }
    /// The number of the new unit; 0 stands for the usual radius and speed.
    Result<std::uint32_t> spawn(Point point, double radius = 0, double speed = 0) noexcept {
        std::uint32_t unit = 0;
        return made<std::uint32_t>(astride_crowd_spawn(handle_, point, radius, speed, &unit), unit);
    }
    /// The number of the first of the new units.
    Result<std::uint32_t> spawn_near(Point point, std::uint32_t count, double radius = 0, double speed = 0) noexcept {
        std::uint32_t first = 0;
        return made<std::uint32_t>(astride_crowd_spawn_near(handle_, point, count, radius, speed, &first), first);
    }
    Status teleport(std::uint32_t unit, Point point) noexcept { return astride_crowd_teleport(handle_, unit, point); }
    /// The last unit gets its number.
    Status remove(std::uint32_t unit) noexcept { return astride_crowd_remove(handle_, unit); }
    Status order(View<std::uint32_t> units, Point point) noexcept {
        return astride_crowd_order(handle_, units.data(), units.size(), point);
    }
    Status order_formation(View<std::uint32_t> units, Point point, std::uint32_t formation, double spacing = 0,
                           Point facing = {0, 0}) noexcept {
        return astride_crowd_order_formation(handle_, units.data(), units.size(), point, formation, spacing, facing);
    }
    /// One frame of 0 to 1 seconds.
    Status advance(double seconds) noexcept { return astride_crowd_advance(handle_, seconds); }

    std::size_t size() const noexcept { return counts().first; }
    std::size_t arrived() const noexcept { return counts().second; }
    /// Copies where each unit is into a vector, which is resized.
    Status positions(std::vector<Point> &points) const {
        points.resize(size());
        return astride_crowd_positions(handle_, points.data(), points.size());
    }
    /// As positions, in cells per second.
    Status velocities(std::vector<Point> &velocities) const {
        velocities.resize(size());
        return astride_crowd_velocities(handle_, velocities.data(), velocities.size());
    }
    /// As positions: 1 for each unit that has arrived, else 0.
    Status arrived(std::vector<std::uint8_t> &arrived) const {
        arrived.resize(size());
        return astride_crowd_arrived(handle_, arrived.data(), arrived.size());
    }
    /// Crowds with the same history have the same.
    std::uint64_t digest() const noexcept {
        std::uint64_t digest = 0;
        astride_crowd_digest(handle_, &digest);
        return digest;
    }

  private:
    std::pair<std::size_t, std::size_t> counts() const noexcept {
        std::pair<std::size_t, std::size_t> counts{0, 0};
        astride_crowd_count(handle_, &counts.first, &counts.second);
        return counts;
    }
};

/// Options of plans with all as usual.
inline AstridePlanOptions plan_options() noexcept {
    AstridePlanOptions options{};
    options.struct_size = sizeof options;
    return options;
}

/// Where each agent of a team is at every timestep; it is filled again by each question.
class Plan : public Owned<AstridePlan, astride_plan_free> {
  public:
    Plan() noexcept { astride_plan_new(&handle_); }

    /// As many starts as goals. Without a mover, a usual walker with four neighbours; without options, a
    /// second by all methods.
    Status solve(const Grid &grid, View<Cell> starts, View<Cell> goals, const AstridePlanOptions *options = nullptr,
                 const Mover *mover = nullptr) noexcept {
        if (starts.size() != goals.size()) return unequal();
        const AstrideMover *who = mover ? mover->get() : nullptr;
        return astride_plan_solve(handle_, grid.get(), who, starts.data(), goals.data(), starts.size(), options);
    }
    /// Whether it keeps every rule: below 0 for the first that is broken.
    Status check(const Grid &grid, View<Cell> starts, View<Cell> goals, const Mover *mover = nullptr) const noexcept {
        if (starts.size() != goals.size()) return unequal();
        const AstrideMover *who = mover ? mover->get() : nullptr;
        return astride_plan_check(handle_, grid.get(), who, starts.data(), goals.data(), starts.size());
    }
    /// What `write` or another program made.
    Status read(const Grid &grid, std::string_view text) noexcept {
        const auto *data = reinterpret_cast<const std::uint8_t *>(text.data());
        return astride_plan_read(handle_, grid.get(), data, text.size());
    }
    Result<Bytes> write() const noexcept {
        AstrideBytes *bytes = nullptr;
        return made<Bytes>(astride_plan_write(handle_, &bytes), bytes);
    }

    AstridePlanInfo info() const noexcept {
        AstridePlanInfo info{};
        info.struct_size = sizeof info;
        astride_plan_info(handle_, &info);
        return info;
    }
    /// Good until the plan is filled again; empty for an agent that it does not have.
    View<AstrideStay> stays(std::uint32_t agent) const noexcept {
        const AstrideStay *stays = nullptr;
        std::size_t count = 0;
        astride_plan_stays(handle_, agent, &stays, &count);
        return {stays, count};
    }
    /// Copies where each agent is at a timestep into a vector, which is resized.
    Status at(std::uint32_t timestep, std::vector<Cell> &cells) const {
        cells.resize(info().agent_count);
        return astride_plan_at(handle_, timestep, cells.data(), cells.size());
    }

  private:
    static Status unequal() noexcept {
        return astride_set_last_error(ASTRIDE_STATUS_BAD_SIZE, "starts and goals differ in number, expected as many of each");
    }
};

/// Options of fleets with all as usual.
inline AstrideFleetOptions fleet_options() noexcept {
    AstrideFleetOptions options{};
    options.struct_size = sizeof options;
    return options;
}

/// Robots that do tasks and never collide, by number.
class Fleet : public Owned<AstrideFleet, astride_fleet_free> {
  public:
    using Owned::Owned;

    static Result<Fleet> of(const Grid &grid, View<AstrideRobot> robots, const AstrideFleetOptions *options = nullptr,
                            const Mover *mover = nullptr) noexcept {
        AstrideFleet *handle = nullptr;
        const AstrideMover *who = mover ? mover->get() : nullptr;
        return made<Fleet>(astride_fleet_new(grid.get(), who, robots.data(), robots.size(), options, &handle), handle);
    }

    /// The number of the task.
    Result<std::uint32_t> add_task(View<Cell> errands) noexcept {
        std::uint32_t task = 0;
        return made<std::uint32_t>(astride_fleet_add_task(handle_, errands.data(), errands.size(), &task), task);
    }
    /// With neither limit, by right of way alone.
    Status step(std::uint64_t most_expansions = 0, std::uint64_t most_micros = 0) noexcept {
        return astride_fleet_step(handle_, most_expansions, most_micros);
    }
    Status set_working(std::uint32_t robot, bool works) noexcept {
        return astride_fleet_set_working(handle_, robot, works);
    }
    Status set_open(Cell cell, bool open) noexcept { return astride_fleet_set_open(handle_, cell, open); }

    AstrideFleetInfo info() const noexcept {
        AstrideFleetInfo info{};
        info.struct_size = sizeof info;
        astride_fleet_info(handle_, &info);
        return info;
    }
    /// Copies where each robot is into a vector, which is resized.
    Status robots(std::vector<AstrideRobot> &robots) const {
        robots.resize(info().robot_count);
        return astride_fleet_robots(handle_, robots.data(), robots.size());
    }
    /// As robots: what each did in the last step, an AstrideRobotAction.
    Status actions(std::vector<std::uint32_t> &actions) const {
        actions.resize(info().robot_count);
        return astride_fleet_actions(handle_, actions.data(), actions.size());
    }
    /// As robots: where each goes; UINT32_MAX where it goes nowhere.
    Status goals(std::vector<Cell> &goals) const {
        goals.resize(info().robot_count);
        return astride_fleet_goals(handle_, goals.data(), goals.size());
    }
    /// What happened in the last step: good until the fleet is changed.
    View<AstrideFleetEvent> events() const noexcept {
        const AstrideFleetEvent *events = nullptr;
        std::size_t count = 0;
        astride_fleet_events(handle_, &events, &count);
        return {events, count};
    }
    /// Fleets with the same history have the same.
    std::uint64_t digest() const noexcept {
        std::uint64_t digest = 0;
        astride_fleet_digest(handle_, &digest);
        return digest;
    }
};

using Place = AstridePlace;

/// A way through a world, which is filled again by each question it is lent to.
class Route : public Owned<AstrideRoute, astride_route_free> {
  public:
    Route() noexcept { astride_route_new(&handle_); }

    /// Good until the route is lent to another question.
    View<Place> places() const noexcept {
        const Place *places = nullptr;
        std::size_t count = 0;
        astride_route_places(handle_, &places, &count);
        return {places, count};
    }
    AstridePathInfo info() const noexcept {
        AstridePathInfo info{};
        info.struct_size = sizeof info;
        astride_route_info(handle_, &info);
        return info;
    }
};

/// Hexagons, triangles, floors, voxels, or a graph.
class World : public Owned<AstrideWorld, astride_world_free> {
  public:
    using Owned::Owned;

    /// Of the bytes of a world file, whatever its shape.
    static Result<World> open(View<std::uint8_t> bytes) noexcept {
        AstrideWorld *handle = nullptr;
        return made<World>(astride_world_open(bytes.data(), bytes.size(), &handle), handle);
    }
    /// Of a drawing, a .3dmap or a .gr.
    static Result<World> read(std::uint32_t shape, std::string_view text) noexcept {
        AstrideWorld *handle = nullptr;
        const auto *data = reinterpret_cast<const std::uint8_t *>(text.data());
        return made<World>(astride_world_read(shape, data, text.size(), &handle), handle);
    }
    Result<Bytes> save() const noexcept {
        AstrideBytes *bytes = nullptr;
        return made<Bytes>(astride_world_save(handle_, &bytes), bytes);
    }

    /// An AstrideShape.
    std::uint32_t shape() const noexcept {
        std::uint32_t shape = 0;
        astride_world_info(handle_, &shape, nullptr, nullptr);
        return shape;
    }
    std::uint64_t revision() const noexcept {
        std::uint64_t revision = 0;
        astride_world_info(handle_, nullptr, nullptr, &revision);
        return revision;
    }
    /// The place of a text such as "4,0,1", or of the name of a place of a graph.
    std::optional<Place> named(const char *name) const noexcept {
        Place place{};
        if (astride_world_named(handle_, name, &place) != ASTRIDE_STATUS_OK) return std::nullopt;
        return place;
    }
    std::optional<std::uint8_t> terrain(Place place) const noexcept {
        std::uint8_t terrain_class = 0;
        if (astride_world_class(handle_, place, &terrain_class) != ASTRIDE_STATUS_OK) return std::nullopt;
        return terrain_class;
    }
    Status set(Place place, std::uint8_t terrain_class) noexcept {
        return astride_world_set(handle_, place, terrain_class, nullptr);
    }
    Status link(Place from, Place to, std::uint32_t ticks) noexcept {
        return astride_world_link(handle_, from, to, ticks, nullptr);
    }
    Status unlink(Place from, Place to) noexcept { return astride_world_unlink(handle_, from, to, nullptr); }

    Status find(Place start, Place goal, Route &route, const Mover *mover = nullptr,
                const AstrideFindOptions *options = nullptr, Scratch *scratch = nullptr) const noexcept {
        const AstrideMover *who = mover ? mover->get() : nullptr;
        AstrideScratch *memory = scratch ? scratch->get() : nullptr;
        return astride_world_find(handle_, who, start, goal, options, memory, route.get());
    }
};

} // namespace astride

#endif // ASTRIDE_HPP
