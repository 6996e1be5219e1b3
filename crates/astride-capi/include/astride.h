/* Astride: pathfinding on grids, from C.
 *
 * Generated from the source of the library; do not edit.
 *
 * Every function that can fail returns an AstrideStatus: 0 is success, positive numbers are answers
 * that are not a path, negative numbers are errors, and astride_last_error() then has a text. In the
 * comments the prefix ASTRIDE_STATUS_ is left out. Any function that takes a handle may also return
 * BAD_POINTER, BAD_HANDLE, BUSY or PANICKED, and any that takes a structure BAD_SIZE.
 *
 * What is made by a function whose last argument is the place for a handle is yours, and must be freed
 * by the function that its type names. Cells, bytes and texts that are lent belong to the library and
 * are valid for as long as stated. Structures begin with struct_size: set it to sizeof, and fields that
 * later versions add are 0. In options, and where a function says so, 0 means the default.
 *
 * Threads: a handle may be read by any number of threads at once; a call that changes it needs
 * exclusive access. A call that breaks this rule returns BUSY. Functions that take a const pointer
 * read. No function waits for another, and there is no state besides the handles except the text of
 * the latest error, of which each thread has its own.
 *
 * What cannot be checked is up to you: a handle must not be used after it is freed, or while it is
 * being freed, and a list must be as long as you say.
 *
 * Costs are in ticks: 13860 for a straight step and 19601 for a diagonal one, times the factor of
 * the terrain that is entered, unless a mover says otherwise. Cells are counted from (0, 0) at the
 * top left. Answers are the same on every machine.
 */

#ifndef ASTRIDE_H
#define ASTRIDE_H

#include <stddef.h>
#include <stdint.h>

/**
 * The version of this header: `major * 1000000 + minor * 1000 + patch`.
 */
#define ASTRIDE_VERSION 1000

/**
 * The cost that means "there is no path".
 */
#define ASTRIDE_NO_COST UINT64_MAX

/**
 * The result of a call. 0 is success, positive numbers are answers that are not a path, negative
 * numbers are errors; `astride_last_error` then has a text. The numbers will not change.
 */
enum AstrideStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Done; where a path was asked for, it was found.
     */
    ASTRIDE_STATUS_OK = 0,
    /**
     * There is no path. `astride_path_info` says why.
     */
    ASTRIDE_STATUS_UNREACHABLE = 1,
    /**
     * A budget ran out before the answer was known.
     */
    ASTRIDE_STATUS_OUT_OF_BUDGET = 2,
    /**
     * There is nothing to return.
     */
    ASTRIDE_STATUS_NOTHING = 3,
    /**
     * A request was not answered within its limit of frames. Only requests with such a
     * limit end like this.
     */
    ASTRIDE_STATUS_EXPIRED = 4,
    /**
     * A pointer that must not be null is null, or it is not aligned for its type.
     */
    ASTRIDE_STATUS_BAD_POINTER = -1,
    /**
     * A handle is not of the kind that the function takes.
     */
    ASTRIDE_STATUS_BAD_HANDLE = -2,
    /**
     * Another thread is in a call with this handle, and one of the two calls changes it; or one
     * call was given the same handle twice, to be changed.
     */
    ASTRIDE_STATUS_BUSY = -3,
    /**
     * A `struct_size` is not one that this library knows, or a count is larger than memory.
     */
    ASTRIDE_STATUS_BAD_SIZE = -4,
    /**
     * A number or an enumerator is not one that the function takes.
     */
    ASTRIDE_STATUS_BAD_ARGUMENT = -5,
    /**
     * A cell or a rectangle is not on the map.
     */
    ASTRIDE_STATUS_OFF_MAP = -6,
    /**
     * The number of a mover, a faction, an overlay, a set of places, a ticket, a unit, an agent or a
     * robot is not one that this handle has.
     */
    ASTRIDE_STATUS_UNKNOWN_NUMBER = -7,
    /**
     * Bytes or a text are not what they should be: damaged, of another kind, or of another map.
     */
    ASTRIDE_STATUS_BAD_DATA = -8,
    /**
     * An index or a field is for another state of the map.
     */
    ASTRIDE_STATUS_STALE = -9,
    /**
     * There are as many as there can be, or there is no memory for more.
     */
    ASTRIDE_STATUS_FULL = -10,
    /**
     * The method, index or format cannot do this for this map and mover.
     */
    ASTRIDE_STATUS_UNSUPPORTED = -11,
    /**
     * The library has a fault. What the call was meant to change must not be used any more and refuses
     * further calls; it can be freed.
     */
    ASTRIDE_STATUS_PANICKED = -12,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum AstrideStatus AstrideStatus;
#else
typedef int32_t AstrideStatus;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How tasks find robots.
 */
enum AstrideAssignment
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * An idle robot takes the nearest task, even from a robot that is farther away and has not begun
     * it.
     */
    ASTRIDE_ASSIGNMENT_NEAREST = 0,
    /**
     * An idle robot takes the task that has waited longest.
     */
    ASTRIDE_ASSIGNMENT_IN_ORDER = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum AstrideAssignment AstrideAssignment;
#else
typedef uint32_t AstrideAssignment;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * When a diagonal step is allowed.
 */
enum AstrideCorners
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * If both cells beside it are free.
     */
    ASTRIDE_CORNERS_NEVER = 0,
    /**
     * If at least one of them is.
     */
    ASTRIDE_CORNERS_ONE_FREE = 1,
    /**
     * Also between two blocked cells, but not between two walls.
     */
    ASTRIDE_CORNERS_ALWAYS = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum AstrideCorners AstrideCorners;
#else
typedef uint32_t AstrideCorners;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How units give way to each other.
 */
enum AstrideCrowdMode
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Anywhere in the plane, each at its own speed; jams are settled by right of way.
     */
    ASTRIDE_CROWD_MODE_FREE = 0,
    /**
     * From the middle of a cell to the middle of an adjacent one, all in step.
     */
    ASTRIDE_CROWD_MODE_LATTICE = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum AstrideCrowdMode AstrideCrowdMode;
#else
typedef uint32_t AstrideCrowdMode;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * One of the eight directions, clockwise from north, which is up, towards smaller `y`.
 */
enum AstrideDir
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Up.
     */
    ASTRIDE_DIR_N = 0,
    /**
     * Up and right.
     */
    ASTRIDE_DIR_NE = 1,
    /**
     * Right.
     */
    ASTRIDE_DIR_E = 2,
    /**
     * Down and right.
     */
    ASTRIDE_DIR_SE = 3,
    /**
     * Down.
     */
    ASTRIDE_DIR_S = 4,
    /**
     * Down and left.
     */
    ASTRIDE_DIR_SW = 5,
    /**
     * Left.
     */
    ASTRIDE_DIR_W = 6,
    /**
     * Up and left.
     */
    ASTRIDE_DIR_NW = 7,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum AstrideDir AstrideDir;
#else
typedef uint32_t AstrideDir;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What can happen in a step.
 */
enum AstrideFleetEventKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * A robot was given a task.
     */
    ASTRIDE_FLEET_EVENT_KIND_ASSIGNED = 0,
    /**
     * A task that a robot had not begun was taken away from it.
     */
    ASTRIDE_FLEET_EVENT_KIND_WITHDRAWN = 1,
    /**
     * A robot has reached the cell of the next errand of its task.
     */
    ASTRIDE_FLEET_EVENT_KIND_ERRAND_DONE = 2,
    /**
     * That was the last errand of the task.
     */
    ASTRIDE_FLEET_EVENT_KIND_TASK_DONE = 3,
    /**
     * A robot has not come nearer to its errand for so long that it now gets the right of way.
     */
    ASTRIDE_FLEET_EVENT_KIND_STUCK = 4,
    /**
     * A robot that was stuck has done its errand, or has another one.
     */
    ASTRIDE_FLEET_EVENT_KIND_FREED = 5,
    /**
     * No way leads to the errand of a robot at present; it makes room and waits.
     */
    ASTRIDE_FLEET_EVENT_KIND_UNREACHABLE = 6,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum AstrideFleetEventKind AstrideFleetEventKind;
#else
typedef uint32_t AstrideFleetEventKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How the units of a group are arranged.
 */
enum AstrideFormation
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Abreast.
     */
    ASTRIDE_FORMATION_LINE = 0,
    /**
     * One behind the other.
     */
    ASTRIDE_FORMATION_COLUMN = 1,
    /**
     * An arrow head.
     */
    ASTRIDE_FORMATION_WEDGE = 2,
    /**
     * As many columns as rows, or one more.
     */
    ASTRIDE_FORMATION_BOX = 3,
    /**
     * A ring.
     */
    ASTRIDE_FORMATION_CIRCLE = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum AstrideFormation AstrideFormation;
#else
typedef uint32_t AstrideFormation;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What a path is known to be.
 */
enum AstrideGuarantee
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Nothing; or there is no path.
     */
    ASTRIDE_GUARANTEE_NONE = 0,
    /**
     * No path costs less.
     */
    ASTRIDE_GUARANTEE_OPTIMAL = 1,
    /**
     * It costs at most `bound` times the cheapest.
     */
    ASTRIDE_GUARANTEE_WITHIN = 2,
    /**
     * No path has fewer steps.
     */
    ASTRIDE_GUARANTEE_FEWEST_STEPS = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum AstrideGuarantee AstrideGuarantee;
#else
typedef uint32_t AstrideGuarantee;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The kinds of index.
 */
enum AstrideIndexKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Jump points: built in milliseconds, follow edits.
     */
    ASTRIDE_INDEX_KIND_JUMP_POINTS = 0,
    /**
     * Hub labels: built in about a second, answer in microseconds, can be saved.
     */
    ASTRIDE_INDEX_KIND_LABELS = 1,
    /**
     * Jump points with the jumps of each: built in tens of milliseconds, follow edits.
     */
    ASTRIDE_INDEX_KIND_JUMP_TABLE = 2,
    /**
     * A jump table with boxes, where all terrain costs the same: answers faster, is built in seconds
     * to minutes; after edits, an update builds the boxes again.
     */
    ASTRIDE_INDEX_KIND_JUMP_BOXES = 3,
    /**
     * Jump points with landmarks, where all terrain costs the same: answer faster where obstacles
     * are scattered, are built in up to some seconds; after edits, an update builds the landmarks
     * again.
     */
    ASTRIDE_INDEX_KIND_JUMP_LANDMARKS = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum AstrideIndexKind AstrideIndexKind;
#else
typedef uint32_t AstrideIndexKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Indexes that a navigator can keep for a mover.
 */
enum AstrideKeep
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * What can be reached from where. Kept from the start.
     */
    ASTRIDE_KEEP_COMPONENTS = 0,
    /**
     * Jump points. Kept from the start.
     */
    ASTRIDE_KEEP_JUMP_MAP = 1,
    /**
     * Jumps that are looked up instead of found.
     */
    ASTRIDE_KEEP_TABLE = 2,
    /**
     * Clusters, for first steps.
     */
    ASTRIDE_KEEP_CLUSTERS = 3,
    /**
     * Hub labels: see `astride_navigator_pending`.
     */
    ASTRIDE_KEEP_LABELS = 4,
    /**
     * Landmarks of the map under overlays that only add cost.
     */
    ASTRIDE_KEEP_LANDMARKS = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum AstrideKeep AstrideKeep;
#else
typedef uint32_t AstrideKeep;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How a path is searched.
 */
enum AstrideMethod
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * A*: a cheapest path.
     */
    ASTRIDE_METHOD_A_STAR = 0,
    /**
     * Dijkstra's search: a cheapest path, without a guess.
     */
    ASTRIDE_METHOD_DIJKSTRA = 1,
    /**
     * Breadth-first search: fewest steps. Its `most_cost` is in steps.
     */
    ASTRIDE_METHOD_BREADTH_FIRST = 2,
    /**
     * Greedy best-first search: some path, quickly.
     */
    ASTRIDE_METHOD_GREEDY = 3,
    /**
     * A* with its guess doubled: at most twice the cheapest.
     */
    ASTRIDE_METHOD_WEIGHTED_TWICE = 4,
    /**
     * Bidirectional A*: a cheapest path.
     */
    ASTRIDE_METHOD_BIDIRECTIONAL = 5,
    /**
     * IDA* with a transposition table: a cheapest path. It is meant for puzzles and small maps; on
     * others it may take practically forever, so give it a limit.
     */
    ASTRIDE_METHOD_IDA_STAR = 6,
    /**
     * Jump point search over planes that are made for this question: see `AstrideIndex`.
     */
    ASTRIDE_METHOD_JUMP_POINTS = 7,
    /**
     * IDA* with its guess doubled: at most twice the cheapest. As for IDA*, give it a limit.
     */
    ASTRIDE_METHOD_WEIGHTED_IDA_STAR_TWICE = 8,
    /**
     * Breadth-first search from both ends: fewest steps. Its `most_cost` is in steps.
     */
    ASTRIDE_METHOD_BIDIRECTIONAL_BREADTH_FIRST = 9,
    /**
     * Greedy best-first search from both ends: some path, even more quickly.
     */
    ASTRIDE_METHOD_BIDIRECTIONAL_GREEDY = 10,
    /**
     * Depth-first search: some path, usually a long one.
     */
    ASTRIDE_METHOD_DEPTH_FIRST = 11,
    /**
     * A* with half its guess: a cheapest path.
     */
    ASTRIDE_METHOD_SWARM = 12,
    /**
     * A* with three times its guess: at most three times the cheapest.
     */
    ASTRIDE_METHOD_CONVERGENT_SWARM = 13,
    /**
     * Bidirectional A* with half its guess: a cheapest path.
     */
    ASTRIDE_METHOD_BIDIRECTIONAL_SWARM = 14,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum AstrideMethod AstrideMethod;
#else
typedef uint32_t AstrideMethod;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How many neighbours a cell has.
 */
enum AstrideNeighbours
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Eight, with diagonal steps.
     */
    ASTRIDE_NEIGHBOURS_EIGHT = 0,
    /**
     * Four.
     */
    ASTRIDE_NEIGHBOURS_FOUR = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum AstrideNeighbours AstrideNeighbours;
#else
typedef uint32_t AstrideNeighbours;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How a plan is made.
 */
enum AstridePlanMethod
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * A first plan at once, then better ones by several methods until the budget ends.
     */
    ASTRIDE_PLAN_METHOD_AUTO = 0,
    /**
     * Right of way, step by step: the quickest; may not arrive where passages are narrow.
     */
    ASTRIDE_PLAN_METHOD_PIBT = 1,
    /**
     * LaCAM: some plan if there is one, or the proof that there is none.
     */
    ASTRIDE_PLAN_METHOD_LACAM = 2,
    /**
     * LaCAM with local guidance: slower, and far better plans where it is crowded.
     */
    ASTRIDE_PLAN_METHOD_GUIDED = 3,
    /**
     * Prioritised planning on safe intervals: good plans where there is room; may give up.
     */
    ASTRIDE_PLAN_METHOD_PRIORITISED = 4,
    /**
     * Large neighbourhood search: a first plan that gets better until the budget ends.
     */
    ASTRIDE_PLAN_METHOD_LNS = 5,
    /**
     * Conflict-based search: a best plan, for small teams.
     */
    ASTRIDE_PLAN_METHOD_CBS = 6,
    /**
     * Explicit estimation CBS: at most `percent` per cent more than the least.
     */
    ASTRIDE_PLAN_METHOD_EECBS = 7,
    /**
     * Windowed cooperative A*, 16 timesteps at a time: light on memory, and those at their goals
     * make room; may give up.
     */
    ASTRIDE_PLAN_METHOD_WHCA = 8,
    /**
     * LaCAM that goes on after its first plan: the least makespan or loss in the end, on small boards.
     */
    ASTRIDE_PLAN_METHOD_LACAM_STAR = 9,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum AstridePlanMethod AstridePlanMethod;
#else
typedef uint32_t AstridePlanMethod;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What a plan keeps as small as possible.
 */
enum AstridePlanObjective
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The arrivals of all agents, added.
     */
    ASTRIDE_PLAN_OBJECTIVE_SUM_OF_COSTS = 0,
    /**
     * The last arrival.
     */
    ASTRIDE_PLAN_OBJECTIVE_MAKESPAN = 1,
    /**
     * The timesteps that all agents spend other than resting at their goals, added.
     */
    ASTRIDE_PLAN_OBJECTIVE_SUM_OF_LOSS = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum AstridePlanObjective AstridePlanObjective;
#else
typedef uint32_t AstridePlanObjective;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What a robot did in a step.
 */
enum AstrideRobotAction
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * It stayed as it was.
     */
    ASTRIDE_ROBOT_ACTION_WAIT = 0,
    /**
     * It drove to the cell that it faces.
     */
    ASTRIDE_ROBOT_ACTION_FORWARD = 1,
    /**
     * It turned by a quarter, from east to south.
     */
    ASTRIDE_ROBOT_ACTION_CLOCKWISE = 2,
    /**
     * It turned by a quarter, from east to north.
     */
    ASTRIDE_ROBOT_ACTION_COUNTER_CLOCKWISE = 3,
    /**
     * It drove to a neighbour; only for robots that need not turn.
     */
    ASTRIDE_ROBOT_ACTION_DRIVE = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum AstrideRobotAction AstrideRobotAction;
#else
typedef uint32_t AstrideRobotAction;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The shape of a world.
 */
enum AstrideShape
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Hexagons by axial coordinates.
     */
    ASTRIDE_SHAPE_HEXAGONS = 0,
    /**
     * Triangles by column and row.
     */
    ASTRIDE_SHAPE_TRIANGLES = 1,
    /**
     * Floors of square cells, joined by stairs.
     */
    ASTRIDE_SHAPE_FLOORS = 2,
    /**
     * Voxels: blocked, free or water.
     */
    ASTRIDE_SHAPE_VOXELS = 3,
    /**
     * Places by number, joined by arcs.
     */
    ASTRIDE_SHAPE_GRAPH = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum AstrideShape AstrideShape;
#else
typedef uint32_t AstrideShape;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How far a request has come.
 */
enum AstrideStage
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * It waits; `number` requests come before it.
     */
    ASTRIDE_STAGE_WAITING = 0,
    /**
     * It is being answered; `number` expansions were made for it.
     */
    ASTRIDE_STAGE_RUNNING = 1,
    /**
     * Its answer waits to be taken.
     */
    ASTRIDE_STAGE_DONE = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum AstrideStage AstrideStage;
#else
typedef uint32_t AstrideStage;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How much of an answer holds on the map as it was when it was delivered.
 */
enum AstrideStanding
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * All of it.
     */
    ASTRIDE_STANDING_CURRENT = 0,
    /**
     * Its path can be walked at its cost; there may be a cheaper one now.
     */
    ASTRIDE_STANDING_WALKABLE = 1,
    /**
     * Its path can be walked at another cost, which is in `cost`.
     */
    ASTRIDE_STANDING_OTHER_COST = 2,
    /**
     * Its path can be walked up to a step, whose number from 0 is in `step`.
     */
    ASTRIDE_STANDING_BLOCKED = 3,
    /**
     * It says that there was no path, or that its limit was reached; there may be a path now.
     */
    ASTRIDE_STANDING_OUTDATED = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum AstrideStanding AstrideStanding;
#else
typedef uint32_t AstrideStanding;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * When indexes follow edits.
 */
enum AstrideUpkeep
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * At once, with the edit.
     */
    ASTRIDE_UPKEEP_AT_ONCE = 0,
    /**
     * When `astride_navigator_maintain` is called; until then questions are searched without them.
     */
    ASTRIDE_UPKEEP_BY_HAND = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum AstrideUpkeep AstrideUpkeep;
#else
typedef uint32_t AstrideUpkeep;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The direction of the costs of a field.
 */
enum AstrideWay
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * From every cell to the nearest of the given cells, which are goals.
     */
    ASTRIDE_WAY_TO_GOALS = 0,
    /**
     * From the nearest of the given cells, which are sources, to every cell.
     */
    ASTRIDE_WAY_FROM_SOURCES = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum AstrideWay AstrideWay;
#else
typedef uint32_t AstrideWay;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Why there is no path.
 */
enum AstrideWhy
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * There is one, or the reason is not known.
     */
    ASTRIDE_WHY_NONE = 0,
    /**
     * The mover cannot stand on the start.
     */
    ASTRIDE_WHY_START_BLOCKED = 1,
    /**
     * The mover cannot stand on the goal.
     */
    ASTRIDE_WHY_GOAL_BLOCKED = 2,
    /**
     * All `enclosed` cells that can be reached were seen.
     */
    ASTRIDE_WHY_ENCLOSED = 3,
    /**
     * No path is within the cost limit.
     */
    ASTRIDE_WHY_TOO_COSTLY = 4,
    /**
     * The start is in a closed area of `enclosed` cells.
     */
    ASTRIDE_WHY_START_ENCLOSED = 5,
    /**
     * The goal is in a closed area of `enclosed` cells.
     */
    ASTRIDE_WHY_GOAL_ENCLOSED = 6,
    /**
     * One-way steps lead from the start and to the goal, but not from one to the other.
     */
    ASTRIDE_WHY_APART = 7,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum AstrideWhy AstrideWhy;
#else
typedef uint32_t AstrideWhy;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * An index that takes long to build, to be built on any thread and handed back. Freed with
 * `astride_build_free`.
 */
typedef struct AstrideBuild AstrideBuild;

/**
 * Bytes that the library made. Freed with `astride_bytes_free`.
 */
typedef struct AstrideBytes AstrideBytes;

/**
 * Units that walk on the free cells of a grid and never overlap. Freed with `astride_crowd_free`.
 *
 * Units are numbers from 0, in the order in which they were added. The same calls give the same
 * history on every machine.
 */
typedef struct AstrideCrowd AstrideCrowd;

/**
 * A batch of changes, to be made all or none by `astride_grid_apply` or `astride_navigator_apply`,
 * in the order in which they were added. Freed with `astride_edit_free`.
 */
typedef struct AstrideEdit AstrideEdit;

/**
 * Costs from every cell to the nearest goal, or from the nearest source to every cell. Freed with
 * `astride_field_free`.
 */
typedef struct AstrideField AstrideField;

/**
 * Robots that do tasks and never collide. Freed with `astride_fleet_free`.
 *
 * In a timestep every robot makes one move or waits, whatever the step costs. No two are ever on one
 * cell, and no two exchange cells. Robots are numbers from 0, in the order in which they were handed
 * over, and so are tasks. With budgets in expansions the same calls give the same history on every
 * machine.
 */
typedef struct AstrideFleet AstrideFleet;

/**
 * A map of square cells, each of a terrain class from 0 to 255, with walls between cells, one-way
 * steps and links. What a class means is up to the mover. Freed with `astride_grid_free`.
 */
typedef struct AstrideGrid AstrideGrid;

/**
 * Makes questions about one grid for one mover fast. It answers for the state of the grid from which
 * it was built or to which it was brought, and refuses others. Freed with `astride_index_free`.
 */
typedef struct AstrideIndex AstrideIndex;

/**
 * One kind of body: what each class costs it, and how it steps. Freed with `astride_mover_free`.
 */
typedef struct AstrideMover AstrideMover;

/**
 * A map with movers, factions, overlays and indexes that answers questions at once or over frames.
 * Freed with `astride_navigator_free`.
 */
typedef struct AstrideNavigator AstrideNavigator;

/**
 * The answer to a question: the cells of a path, or why there is none. It is empty at first; each
 * question to which it is lent fills it again and keeps its memory. Freed with `astride_path_free`.
 */
typedef struct AstridePath AstridePath;

/**
 * The way of every agent of a team through time. It is empty at first; each question that it is lent
 * to fills it again. Freed with `astride_plan_free`.
 *
 * In a timestep every agent steps to a neighbour or waits, whatever the step costs. No two are ever
 * on one cell, and no two exchange cells; one may follow another at once. An agent that has
 * arrived stays.
 */
typedef struct AstridePlan AstridePlan;

/**
 * A movement range: the cells that can be reached within a cost. It is empty at first; each question
 * to which it is lent fills it again. Freed with `astride_reach_free`.
 */
typedef struct AstrideReach AstrideReach;

/**
 * A way through a world: the places of a path, or why there is none. It is empty at first; each
 * question to which it is lent fills it again. Freed with `astride_route_free`.
 */
typedef struct AstrideRoute AstrideRoute;

/**
 * The memory of searches: lend it to one question after another, and nothing is allocated after
 * the first of a size. One per thread. Freed with `astride_scratch_free`.
 */
typedef struct AstrideScratch AstrideScratch;

/**
 * A navigator as it was at one moment: it answers as the navigator did then, whatever is edited in
 * the meantime, on any thread, and may outlive it. Freed with `astride_snapshot_free`.
 */
typedef struct AstrideSnapshot AstrideSnapshot;

/**
 * A map of hexagons, triangles, floors, voxels, or a graph. Freed with `astride_world_free`.
 */
typedef struct AstrideWorld AstrideWorld;

/**
 * A point of a map in cells: the middle of cell (0, 0) is (0.5, 0.5). Also a velocity, in
 * cells per second.
 */
typedef struct AstridePoint {
    /**
     * To the right.
     */
    double x;
    /**
     * Downward.
     */
    double y;
} AstridePoint;

/**
 * A cell: column and row, from (0, 0) at the top left.
 */
typedef struct AstrideCell {
    /**
     * The column, to the right.
     */
    uint32_t x;
    /**
     * The row, downward.
     */
    uint32_t y;
} AstrideCell;

/**
 * A rectangle of cells.
 */
typedef struct AstrideRect {
    /**
     * The leftmost column.
     */
    uint32_t x;
    /**
     * The topmost row.
     */
    uint32_t y;
    /**
     * How many columns.
     */
    uint32_t width;
    /**
     * How many rows.
     */
    uint32_t height;
} AstrideRect;

/**
 * How to answer a question. Fields that are 0 mean no limit or the default. Set
 * `struct_size` to `sizeof(AstrideFindOptions)` and the rest to 0 before you set any.
 */
typedef struct AstrideFindOptions {
    /**
     * `sizeof(AstrideFindOptions)`.
     */
    size_t struct_size;
    /**
     * The most ticks that a path may cost; by `ASTRIDE_METHOD_BREADTH_FIRST` and
     * `ASTRIDE_METHOD_BIDIRECTIONAL_BREADTH_FIRST` the most steps that it may have.
     */
    uint64_t most_cost;
    /**
     * The most nodes that may be expanded.
     */
    uint64_t most_expansions;
    /**
     * The most microseconds that it may take, by the clock of this machine.
     */
    uint64_t most_micros;
    /**
     * An `AstrideMethod`.
     */
    uint32_t method;
    /**
     * Other than 0 to have the path to the nearest place if there is none to the goal. The answer is
     * `UNREACHABLE` all the same, with cells, and `is_nearest` of its `AstridePathInfo` is 1.
     */
    uint32_t or_nearest;
} AstrideFindOptions;

/**
 * A robot: where it stands and which way it faces.
 */
typedef struct AstrideRobot {
    /**
     * Where.
     */
    struct AstrideCell cell;
    /**
     * `ASTRIDE_DIR_N`, `E`, `S` or `W`; meaningless where robots need not turn.
     */
    uint32_t facing;
} AstrideRobot;

/**
 * How a fleet decides. Fields that are 0 mean the default. Set `struct_size` to
 * `sizeof(AstrideFleetOptions)` and the rest to 0 before you set any.
 */
typedef struct AstrideFleetOptions {
    /**
     * `sizeof(AstrideFleetOptions)`.
     */
    size_t struct_size;
    /**
     * The seed of all random choices.
     */
    uint64_t seed;
    /**
     * About how many bytes tables of distances may take; 0 is 2^30. With less, steps are slower.
     */
    uint64_t table_bytes;
    /**
     * How many moves robots think ahead: 3 to 5 where they turn, else 1 to 5; 0 is as many as fleets
     * of this size have time for.
     */
    uint32_t span;
    /**
     * An `AstrideAssignment`.
     */
    uint32_t assignment;
    /**
     * 1 if robots drive forward and turn on the spot, in a step each; 0 if they drive to any
     * neighbour at once.
     */
    uint32_t turning;
    /**
     * 1 if all moves always cost the same; 0 if moves against the flow of traffic become more expensive.
     */
    uint32_t no_learning;
} AstrideFleetOptions;

/**
 * Something that happened in a step.
 */
typedef struct AstrideFleetEvent {
    /**
     * An `AstrideFleetEventKind`.
     */
    uint32_t kind;
    /**
     * The robot.
     */
    uint32_t robot;
    /**
     * Which task; `UINT32_MAX` where the kind has none.
     */
    uint32_t task;
    /**
     * Which errand of the task, from 0; `UINT32_MAX` where the kind has none.
     */
    uint32_t errand;
} AstrideFleetEvent;

/**
 * What is known about a fleet. Set `struct_size` to `sizeof(AstrideFleetInfo)`; the rest is filled.
 */
typedef struct AstrideFleetInfo {
    /**
     * `sizeof(AstrideFleetInfo)`, set by you.
     */
    size_t struct_size;
    /**
     * How many tasks are done.
     */
    uint64_t tasks_done;
    /**
     * How many errands are done, including those of unfinished tasks.
     */
    uint64_t errands_done;
    /**
     * How many tasks no robot is doing.
     */
    uint64_t tasks_waiting;
    /**
     * How many steps were made.
     */
    uint32_t timestep;
    /**
     * How many robots there are.
     */
    uint32_t robot_count;
} AstrideFleetInfo;

/**
 * How a path is smoothed; lengths are in sides of a cell. Set `struct_size` to
 * `sizeof(AstrideSmoothOptions)` and the rest to 0 before you set any.
 */
typedef struct AstrideSmoothOptions {
    /**
     * `sizeof(AstrideSmoothOptions)`.
     */
    size_t struct_size;
    /**
     * The radius of the body: nothing in its way comes nearer to the line. 0 for a point.
     */
    double body;
    /**
     * The radius of turns, by which corners are rounded with arcs. 0 for one curve through all
     * turning points.
     */
    double turn;
    /**
     * How far the legs of the line may be from the curve, at least 0.000001; 0 for 0.01.
     */
    double flatness;
} AstrideSmoothOptions;

/**
 * What is known of a smooth line. Set `struct_size` to `sizeof(AstrideSmoothed)`; the rest is filled.
 */
typedef struct AstrideSmoothed {
    /**
     * `sizeof(AstrideSmoothed)`, set by you.
     */
    size_t struct_size;
    /**
     * The length of the line in sides of a cell.
     */
    double length;
    /**
     * How many corners had no room for the radius of turns and are tighter; without such a radius, how
     * many legs had no room for a curve and stayed straight.
     */
    uint64_t tight;
} AstrideSmoothed;

/**
 * How a navigator works. Set `struct_size` to `sizeof(AstrideNavigatorOptions)` and the rest to 0
 * before you set any; fields that are 0 mean the default.
 */
typedef struct AstrideNavigatorOptions {
    /**
     * `sizeof(AstrideNavigatorOptions)`.
     */
    size_t struct_size;
    /**
     * The most expansions that a request makes before others have their turn. Default: 1024.
     */
    uint64_t quantum;
    /**
     * The most requests, including answers not yet taken. Default: 65536.
     */
    uint64_t most_requests;
    /**
     * An `AstrideUpkeep`.
     */
    uint32_t upkeep;
    /**
     * How many requests are worked on at once, 1 to 1024. Default: 4.
     */
    uint32_t lanes;
    /**
     * By how much a request rises in priority with each frame it waits. Default: 1.
     */
    uint32_t ageing;
    /**
     * Leave it 0. It is ignored, and a later version may use it.
     */
    uint32_t reserved;
} AstrideNavigatorOptions;

/**
 * What `astride_navigator_maintain` did. Set `struct_size` to `sizeof(AstrideMaintained)`; the rest
 * is filled.
 */
typedef struct AstrideMaintained {
    /**
     * `sizeof(AstrideMaintained)`, set by you.
     */
    size_t struct_size;
    /**
     * Cells looked at, as estimated.
     */
    uint64_t spent;
    /**
     * Indexes brought up to date.
     */
    uint32_t repaired;
    /**
     * Indexes that are still out of date, except labels.
     */
    uint32_t waiting;
} AstrideMaintained;

/**
 * One question to a navigator. Set `struct_size` to `sizeof(AstrideAsk)` and the rest to 0 before
 * you set any: 0 everywhere is the first mover, on the map as it is.
 */
typedef struct AstrideAsk {
    /**
     * `sizeof(AstrideAsk)`.
     */
    size_t struct_size;
    /**
     * Where it starts.
     */
    struct AstrideCell start;
    /**
     * Where it goes.
     */
    struct AstrideCell goal;
    /**
     * The number of the mover: 0 is the first.
     */
    uint32_t mover;
    /**
     * The number of the faction by whose knowledge it goes, from 1; 0 for the map as it is.
     */
    uint32_t faction;
    /**
     * A bit for each overlay whose extra cost counts: 1 for overlay 0, 2 for overlay 1, 4 for
     * overlay 2.
     */
    uint64_t overlays;
    /**
     * Other than 0 to have the path to the nearest place if there is none to the goal. The answer is
     * `UNREACHABLE` all the same, with cells, and `is_nearest` of its `AstridePathInfo` is 1.
     */
    uint32_t or_nearest;
    /**
     * Leave it 0. It is ignored, and a later version may use it.
     */
    uint32_t reserved;
    /**
     * The number of the set of places that are blocked for it, from 1; 0 for none: see
     * `astride_navigator_add_places`. It enters none of them, except those that it covers at its
     * start, so all units can be in the set, itself as well.
     */
    uint32_t around;
    /**
     * The number of the set of places that are goals as well, from 1; 0 for none. The path leads to
     * the goal that is reached at the least cost.
     */
    uint32_t or_to;
} AstrideAsk;

/**
 * A cell within reach.
 */
typedef struct AstrideReached {
    /**
     * The cell.
     */
    struct AstrideCell cell;
    /**
     * The cost of a cheapest path there, in ticks.
     */
    uint64_t cost;
} AstrideReached;

/**
 * How to answer a request. Set `struct_size` to `sizeof(AstrideRequestOptions)` and the rest
 * to 0 before you set any; fields that are 0 mean no limit.
 */
typedef struct AstrideRequestOptions {
    /**
     * `sizeof(AstrideRequestOptions)`.
     */
    size_t struct_size;
    /**
     * The most expansions, after which it is delivered with what is known so far.
     */
    uint64_t most_expansions;
    /**
     * The most frames that it may take: if it is not answered after this many calls of
     * `astride_navigator_work`, waiting or begun, it is given up and delivered as `EXPIRED`, without
     * a path.
     */
    uint64_t most_frames;
    /**
     * 0 to 255, the higher the sooner.
     */
    uint32_t priority;
    /**
     * Leave it 0. It is ignored, and a later version may use it.
     */
    uint32_t reserved;
} AstrideRequestOptions;

/**
 * What a frame did. Set `struct_size` to `sizeof(AstrideWork)`; the rest is filled.
 */
typedef struct AstrideWork {
    /**
     * `sizeof(AstrideWork)`, set by you.
     */
    size_t struct_size;
    /**
     * Expansions made, never more than allowed.
     */
    uint64_t expansions;
    /**
     * Requests that were answered.
     */
    uint64_t served;
    /**
     * Requests that are being answered.
     */
    uint64_t running;
    /**
     * Requests that wait.
     */
    uint64_t waiting;
} AstrideWork;

/**
 * A request that was answered. Set `struct_size` to `sizeof(AstrideDelivery)`; the rest is filled.
 */
typedef struct AstrideDelivery {
    /**
     * `sizeof(AstrideDelivery)`, set by you.
     */
    size_t struct_size;
    /**
     * The number of the request.
     */
    uint64_t ticket;
    /**
     * The revision of the map for which the answer holds.
     */
    uint64_t revision;
    /**
     * With `ASTRIDE_STANDING_OTHER_COST`, what its path costs now, in ticks.
     */
    uint64_t cost;
    /**
     * With `ASTRIDE_STANDING_BLOCKED`, the first step that is not possible.
     */
    uint64_t step;
    /**
     * How many frames it took, at least 1.
     */
    uint64_t frames;
    /**
     * The result of the question: `OK`, `UNREACHABLE`, `OUT_OF_BUDGET`, `EXPIRED`, or an error.
     */
    int32_t status;
    /**
     * An `AstrideStanding`.
     */
    uint32_t standing;
} AstrideDelivery;

/**
 * What is known about an answer. Set `struct_size` to `sizeof(AstridePathInfo)`; the rest is filled.
 */
typedef struct AstridePathInfo {
    /**
     * `sizeof(AstridePathInfo)`, set by you.
     */
    size_t struct_size;
    /**
     * How many cells the path has, both ends included; 0 without a path.
     */
    uint64_t cell_count;
    /**
     * The cost of the path in ticks; `ASTRIDE_NO_COST` without a path.
     */
    uint64_t cost;
    /**
     * Its length in sides of a cell: 1 for a straight step, the square root of 2 for a diagonal
     * one, nothing for a link.
     */
    double length;
    /**
     * How many times the cheapest path it costs at most; 0 if that is not known.
     */
    double bound;
    /**
     * Cells of the area that encloses one end, or that were seen; see `AstrideWhy`.
     */
    uint64_t enclosed;
    /**
     * A proven lower bound on the cost of a path, in ticks.
     */
    uint64_t lower_bound;
    /**
     * How many nodes were expanded for it.
     */
    uint64_t expanded;
    /**
     * The result of the question: an `AstrideStatus` from 0 to 4.
     */
    int32_t status;
    /**
     * An `AstrideGuarantee`.
     */
    uint32_t guarantee;
    /**
     * An `AstrideWhy`.
     */
    uint32_t why;
    /**
     * 1 if the path leads not to the goal but to the nearest place, as the question allowed.
     */
    uint32_t is_nearest;
} AstridePathInfo;

/**
 * How a plan is to be made. Fields that are 0 are as usual. Set `struct_size` to
 * `sizeof(AstridePlanOptions)` and the rest to 0 before you set any.
 */
typedef struct AstridePlanOptions {
    /**
     * `sizeof(AstridePlanOptions)`.
     */
    size_t struct_size;
    /**
     * The most expansions; one is about 32 decisions of agents. With this limit alone, the same
     * question gives the same plan on every machine.
     */
    uint64_t most_expansions;
    /**
     * The most microseconds by the clock of this machine; a second if both limits are 0.
     */
    uint64_t most_micros;
    /**
     * Decides whatever is left to chance.
     */
    uint64_t seed;
    /**
     * About how many bytes tables of distances may take; 0 is 2^30. Less memory makes slower plans.
     */
    uint64_t field_bytes;
    /**
     * An `AstridePlanMethod`.
     */
    uint32_t method;
    /**
     * An `AstridePlanObjective`.
     */
    uint32_t objective;
    /**
     * For `ASTRIDE_PLAN_METHOD_EECBS`: at most this many per cent more than the least, up to 99900;
     * 0 is 20.
     */
    uint32_t percent;
    /**
     * Leave it 0. It is not looked at, and a later version may use it.
     */
    uint32_t reserved;
} AstridePlanOptions;

/**
 * What is known of a plan. Set `struct_size` to `sizeof(AstridePlanInfo)`; the rest is filled.
 */
typedef struct AstridePlanInfo {
    /**
     * `sizeof(AstridePlanInfo)`, set by you.
     */
    size_t struct_size;
    /**
     * The value of the objective; `ASTRIDE_NO_COST` without a plan.
     */
    uint64_t cost;
    /**
     * No plan costs less than this, as far as is proved.
     */
    uint64_t lower_bound;
    /**
     * The arrivals of all agents, added.
     */
    uint64_t sum_of_costs;
    /**
     * The timesteps that all agents spend other than resting at their goals, added.
     */
    uint64_t sum_of_loss;
    /**
     * How many nodes a search for a best plan has expanded.
     */
    uint64_t expanded;
    /**
     * The timestep from which on nobody moves.
     */
    uint32_t makespan;
    /**
     * How many agents the plan has; 0 without a plan.
     */
    uint32_t agent_count;
    /**
     * What the question came to: an `AstrideStatus` from 0 to 3.
     */
    int32_t status;
    /**
     * An `AstrideGuarantee`.
     */
    uint32_t guarantee;
    /**
     * The `AstridePlanMethod` that made it.
     */
    uint32_t method;
    /**
     * 0.
     */
    uint32_t reserved;
} AstridePlanInfo;

/**
 * A stay of an agent on one cell, until its next stay; the last one has no end.
 */
typedef struct AstrideStay {
    /**
     * The first timestep on the cell; 0 for the first stay.
     */
    uint32_t since;
    /**
     * Where.
     */
    struct AstrideCell cell;
} AstrideStay;

/**
 * A place of a world. Hexagons have `q` and `r`, triangles column and row, floors column, row and
 * floor, voxels column, row and layer, graphs only a number; what a shape does not have is 0.
 */
typedef struct AstridePlace {
    /**
     * Column, `q`, or number.
     */
    int64_t x;
    /**
     * Row, or `r`.
     */
    int64_t y;
    /**
     * Floor, or layer.
     */
    int64_t z;
} AstridePlace;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * What went wrong in the latest call of this thread that returned a negative status: a sentence in
 * UTF-8, for people. Never null; empty if there was none. It is valid until the next call of this
 * thread that fails, and must not be freed. Any thread; each has its own.
 */
const char *astride_last_error(void);

/**
 * The code of the same error, for programs: a short name such as "cell-off-map" that stays the same
 * when the text is reworded; `docs/errors.md` lists all. Never null; empty if there was no error,
 * or if it comes from this interface and not from the library. It is valid as long as the text. Any
 * thread; each has its own.
 */
const char *astride_last_error_code(void);

/**
 * For code that is built on this interface and refuses something itself: from now on the latest error
 * of this thread is `text`, without a code; an empty one means that of the status. Returns `status`.
 *
 * Errors: `BAD_ARGUMENT` for a status that is not an error, `BAD_POINTER`, `BAD_DATA`; then the
 * text is about that. Threads: any.
 */
AstrideStatus astride_set_last_error(int32_t status,
                                     const char *text);

/**
 * The version of the library as one number: `major * 1000000 + minor * 1000 + patch`.
 * `ASTRIDE_VERSION` is that of the header. Any thread.
 */
uint32_t astride_version(void);

/**
 * The version of the library as a text, such as "0.1.0". It is part of the library and is not
 * freed. Any thread.
 */
const char *astride_version_text(void);

/**
 * Where the bytes are and how many there are. They are valid until `bytes` is freed.
 *
 * Errors: `BAD_POINTER`, `BAD_HANDLE`. Threads: any number at once.
 */
AstrideStatus astride_bytes_data(const struct AstrideBytes *bytes,
                                 const uint8_t **data,
                                 size_t *count);

/**
 * Frees bytes; null is ignored. The handle must not be used again.
 *
 * Errors: `BAD_HANDLE`, `BUSY` if another thread reads them. Threads: exclusive access.
 */
AstrideStatus astride_bytes_free(struct AstrideBytes *bytes);

/**
 * Makes an empty crowd on the cells of `grid` that `mover` can stand on; null is the usual
 * walker. `mode` is an `AstrideCrowdMode`. It keeps no reference to either: after edits of the grid call
 * `astride_crowd_follow`. `*crowd` must be freed by you. O(cells).
 *
 * Errors: `BAD_ARGUMENT` for another mode, and for a grid of more than 16384 columns or rows.
 * Threads: as for any reader of the grid.
 */
AstrideStatus astride_crowd_new(const struct AstrideGrid *grid,
                                const struct AstrideMover *mover,
                                uint32_t mode,
                                struct AstrideCrowd **crowd);

/**
 * Frees a crowd; null is ignored. The handle must not be used again.
 *
 * Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
 */
AstrideStatus astride_crowd_free(struct AstrideCrowd *crowd);

/**
 * Takes over the walls of a grid of the same size. Units whose goal is walled up or cut off stay
 * where they are.
 *
 * Errors: `BAD_ARGUMENT` if the size differs, or a unit would stand in a wall or is on its way into
 * one, as on a lattice within a beat; the crowd then keeps the old walls. Threads: exclusive access.
 */
AstrideStatus astride_crowd_follow(struct AstrideCrowd *crowd,
                                   const struct AstrideGrid *grid,
                                   const struct AstrideMover *mover);

/**
 * Adds a unit that stands at `point`, and returns its number. `radius` is in cells, 1/64 to 0.353, and
 * `speed` in cells per second, 1/1024 to 64; 0 means 0.34 and 2. On a lattice the unit stands in
 * the middle of the cell.
 *
 * Errors: `BAD_ARGUMENT` for a body out of range, and for a point where it would touch a wall or
 * overlap a unit; `OFF_MAP`. Threads: exclusive access.
 */
AstrideStatus astride_crowd_spawn(struct AstrideCrowd *crowd,
                                  struct AstridePoint point,
                                  double radius,
                                  double speed,
                                  uint32_t *unit);

/**
 * Adds `count` units in the middles of the free cells that are nearest to `point` by steps from cell
 * to cell, and returns the number of the first; the others follow. Bodies are as for
 * `astride_crowd_spawn`. O(cells looked at).
 *
 * Errors: as for `astride_crowd_spawn`, and `FULL` if there is no room for all; then none is added.
 * Threads: exclusive access.
 */
AstrideStatus astride_crowd_spawn_near(struct AstrideCrowd *crowd,
                                       struct AstridePoint point,
                                       uint32_t count,
                                       double radius,
                                       double speed,
                                       uint32_t *first);

/**
 * Puts a unit somewhere else, where it stays.
 *
 * Errors: `UNKNOWN_NUMBER`, and as for `astride_crowd_spawn`. Threads: exclusive access.
 */
AstrideStatus astride_crowd_teleport(struct AstrideCrowd *crowd,
                                     uint32_t unit,
                                     struct AstridePoint point);

/**
 * Removes a unit. The last unit gets its number.
 *
 * Errors: `UNKNOWN_NUMBER`. Threads: exclusive access.
 */
AstrideStatus astride_crowd_remove(struct AstrideCrowd *crowd, uint32_t unit);

/**
 * Sends `count` units to a point: one to the point itself, several to cells around it.
 *
 * Errors: `UNKNOWN_NUMBER`; `OFF_MAP`; `BAD_ARGUMENT` if a unit is named twice, or the point is in a
 * wall; `UNSUPPORTED` if a unit cannot get there; `FULL` if there are too few cells. Then no unit has
 * new orders. Threads: exclusive access.
 */
AstrideStatus astride_crowd_order(struct AstrideCrowd *crowd,
                                  const uint32_t *units,
                                  size_t count,
                                  struct AstridePoint point);

/**
 * Sends `count` units to a point in formation, an `AstrideFormation`: together, at the pace of the
 * slowest, in single file where the way is narrow. `spacing` is in cells from slot to slot, 1/4 to
 * 64; 0 means 1.5. `facing` is the final direction of the group, of any length; (0, 0) is the
 * direction of travel.
 *
 * Errors: as for `astride_crowd_order`, and `BAD_ARGUMENT` for another formation, spacing or
 * direction. Threads: exclusive access.
 */
AstrideStatus astride_crowd_order_formation(struct AstrideCrowd *crowd,
                                            const uint32_t *units,
                                            size_t count,
                                            struct AstridePoint point,
                                            uint32_t formation,
                                            double spacing,
                                            struct AstridePoint facing);

/**
 * Moves all units for one frame of `seconds`, 0 to 1, in as many equal ticks as the fastest unit
 * needs: in one tick no unit goes more than half a cell. O(units) per tick.
 *
 * Errors: `BAD_ARGUMENT`. Threads: exclusive access.
 */
AstrideStatus astride_crowd_advance(struct AstrideCrowd *crowd, double seconds);

/**
 * How many units there are, and how many of them have arrived; either may be null.
 *
 * Threads: any number at once, while nobody changes the crowd.
 */
AstrideStatus astride_crowd_count(const struct AstrideCrowd *crowd, size_t *count, size_t *arrived);

/**
 * Copies where the middle of each unit is into `count` places, which must be as many as there are
 * units.
 *
 * Errors: `BAD_SIZE` for another count. Threads: any number at once, while nobody changes the crowd.
 */
AstrideStatus astride_crowd_positions(const struct AstrideCrowd *crowd,
                                      struct AstridePoint *positions,
                                      size_t count);

/**
 * Copies how each unit moved in the last tick, in cells per second, into `count` places, which must
 * be as many as there are units.
 *
 * Errors and threads: as for `astride_crowd_positions`.
 */
AstrideStatus astride_crowd_velocities(const struct AstrideCrowd *crowd,
                                       struct AstridePoint *velocities,
                                       size_t count);

/**
 * Copies whether each unit has arrived, 1 or 0, into `count` places, which must be as many as there
 * are units.
 *
 * Errors and threads: as for `astride_crowd_positions`.
 */
AstrideStatus astride_crowd_arrived(const struct AstrideCrowd *crowd,
                                    uint8_t *arrived,
                                    size_t count);

/**
 * One number for positions, velocities, goals and time: crowds with the same history have the same.
 *
 * Threads: any number at once, while nobody changes the crowd.
 */
AstrideStatus astride_crowd_digest(const struct AstrideCrowd *crowd, uint64_t *digest);

/**
 * Makes a batch without changes. `*edit` must be freed by you.
 *
 * Errors: `BAD_POINTER`. Threads: any.
 */
AstrideStatus astride_edit_new(struct AstrideEdit **edit);

/**
 * Removes all changes from a batch.
 *
 * Errors: `BAD_HANDLE`. Threads: exclusive access.
 */
AstrideStatus astride_edit_clear(struct AstrideEdit *edit);

/**
 * Adds: this cell gets this class.
 *
 * Errors: `BAD_ARGUMENT` for a class above 255; whether the cell is on the map is checked when the batch
 * is applied. Threads: exclusive access.
 */
AstrideStatus astride_edit_set(struct AstrideEdit *edit,
                               struct AstrideCell cell,
                               uint32_t class_);

/**
 * Adds: all cells of a rectangle get this class.
 *
 * Errors and threads: as `astride_edit_set`.
 */
AstrideStatus astride_edit_fill(struct AstrideEdit *edit, struct AstrideRect rect, uint32_t class_);

/**
 * Adds: a wall stands on one side of a cell, `ASTRIDE_DIR_N`, `E`, `S` or `W`, and closes it for
 * both cells; with `standing` 0 it is removed.
 *
 * Errors: `BAD_ARGUMENT` for another direction; whether there is a cell behind the side is checked when
 * the batch is applied. Threads: exclusive access.
 */
AstrideStatus astride_edit_wall(struct AstrideEdit *edit,
                                struct AstrideCell cell,
                                uint32_t direction,
                                uint32_t standing);

/**
 * Adds: a fence or a door of this class, 0 to 255, stands on one side of a cell, `ASTRIDE_DIR_N`,
 * `E`, `S` or `W`: a wall for both cells, except to movers that cross its class
 * (`astride_mover_crosses`). It replaces a wall or another fence; `astride_edit_wall` with
 * `standing` 0 removes it.
 *
 * Errors: `BAD_ARGUMENT` for another direction or class; whether there is a cell behind the side is
 * checked when the batch is applied. Threads: exclusive access.
 */
AstrideStatus astride_edit_fence(struct AstrideEdit *edit,
                                 struct AstrideCell cell,
                                 uint32_t direction,
                                 uint32_t class_);

/**
 * Adds: as `astride_edit_fence`, but only in the way of the step out of this cell; the way back
 * stays as it is.
 *
 * Errors and threads: as `astride_edit_fence`.
 */
AstrideStatus astride_edit_fence_step(struct AstrideEdit *edit,
                                      struct AstrideCell cell,
                                      uint32_t direction,
                                      uint32_t class_);

/**
 * Adds: the step out of a cell in this direction is forbidden, or with `allowed` other than 0
 * allowed again.
 *
 * Errors: `BAD_ARGUMENT` for an invalid direction. Threads: exclusive access.
 */
AstrideStatus astride_edit_step(struct AstrideEdit *edit,
                                struct AstrideCell cell,
                                uint32_t direction,
                                uint32_t allowed);

/**
 * Adds: a link leads from one cell to another, for this many ticks, 1 to 2^30. It replaces an
 * existing one.
 *
 * Errors: `BAD_HANDLE`; ticks and cells are checked when the batch is applied. Threads: exclusive
 * access.
 */
AstrideStatus astride_edit_link(struct AstrideEdit *edit,
                                struct AstrideCell from,
                                struct AstrideCell to,
                                uint32_t ticks);

/**
 * Adds: the link from one cell to another is removed.
 *
 * Errors and threads: as `astride_edit_link`.
 */
AstrideStatus astride_edit_unlink(struct AstrideEdit *edit,
                                  struct AstrideCell from,
                                  struct AstrideCell to);

/**
 * Frees a batch; null is ignored. The handle must not be used again.
 *
 * Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
 */
AstrideStatus astride_edit_free(struct AstrideEdit *edit);

/**
 * Makes a field that reaches nothing. `*field` must be freed by you.
 *
 * Errors: `BAD_POINTER`. Threads: any.
 */
AstrideStatus astride_field_new(struct AstrideField **field);

/**
 * Computes a field for the grid as it is now, from `count` cells; it keeps its memory from one call
 * to the next. `mover` may be null for the usual walker. `way` is an `AstrideWay`.
 * `most_expansions` and `most_micros` are limits, 0 for none. O(cells).
 *
 * Returns `OK`, or `OUT_OF_BUDGET`: then cells that are farther away are not known. Errors: `OFF_MAP`.
 * Threads: any number at once on one grid, each with a field of its own, while nobody edits grid or
 * mover.
 */
AstrideStatus astride_field_compute(struct AstrideField *field,
                                    const struct AstrideGrid *grid,
                                    const struct AstrideMover *mover,
                                    const struct AstrideCell *cells,
                                    size_t count,
                                    uint32_t way,
                                    uint64_t most_expansions,
                                    uint64_t most_micros);

/**
 * The cost at a cell in ticks; `ASTRIDE_NO_COST` if the field does not reach it.
 *
 * Errors: `OFF_MAP`, `STALE` if it was never computed. Threads: any number at once, while nobody
 * computes the field.
 */
AstrideStatus astride_field_cost(const struct AstrideField *field,
                                 struct AstrideCell cell,
                                 uint64_t *cost);

/**
 * Copies the costs at all cells, row by row from the top left, into `count` places, which must be
 * as many as there are cells.
 *
 * Errors: `BAD_SIZE` for another count. Threads: any number at once, while nobody computes the
 * field.
 */
AstrideStatus astride_field_costs(const struct AstrideField *field, uint64_t *costs, size_t count);

/**
 * The next cell on a cheapest path from `cell` to the nearest goal, or back to the nearest source.
 *
 * Returns `OK`, or `NOTHING` at a goal and where the field does not reach. Errors: `OFF_MAP`,
 * `STALE` if it was never computed, or the grid is another one or has been edited since. Threads: any
 * number at once, while nobody computes the field or edits the grid.
 */
AstrideStatus astride_field_next(const struct AstrideField *field,
                                 const struct AstrideGrid *grid,
                                 struct AstrideCell cell,
                                 struct AstrideCell *next);

/**
 * A cheapest path between `cell` and the nearest goal or source, in walking order. `path` is filled.
 *
 * Returns `OK`, or `UNREACHABLE`. Errors and threads: as `astride_field_next`.
 */
AstrideStatus astride_field_path(const struct AstrideField *field,
                                 const struct AstrideGrid *grid,
                                 struct AstrideCell cell,
                                 struct AstridePath *path);

/**
 * Frees a field; null is ignored. The handle must not be used again.
 *
 * Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
 */
AstrideStatus astride_field_free(struct AstrideField *field);

/**
 * Finds a path on a grid by A*. `mover` may be null for the usual walker. `path` is filled.
 * For many questions on one map, use a navigator or an index.
 *
 * Returns `OK`, or `UNREACHABLE`. Errors: `OFF_MAP`. Threads: any number at once on one grid, each
 * with a path of its own, while nobody edits the grid or the mover.
 */
AstrideStatus astride_find_path(const struct AstrideGrid *grid,
                                const struct AstrideMover *mover,
                                struct AstrideCell start,
                                struct AstrideCell goal,
                                struct AstridePath *path);

/**
 * As `astride_find_path`, by a method of your choice, within limits, with reused memory.
 * `options` may be null for none, `scratch` for memory for this call only.
 *
 * Returns `OK`, `UNREACHABLE`, or `OUT_OF_BUDGET`. Errors: `OFF_MAP`, `BAD_SIZE`, `BAD_ARGUMENT`
 * for an unknown method, `UNSUPPORTED` if the method cannot answer this. Threads: any number at
 * once on one grid, each with a path and a scratch of its own, while nobody edits grid or mover.
 */
AstrideStatus astride_find_path_by(const struct AstrideGrid *grid,
                                   const struct AstrideMover *mover,
                                   struct AstrideCell start,
                                   struct AstrideCell goal,
                                   const struct AstrideFindOptions *options,
                                   struct AstrideScratch *scratch,
                                   struct AstridePath *path);

/**
 * Makes memory for searches. `*scratch` must be freed by you.
 *
 * Errors: `BAD_POINTER`. Threads: any.
 */
AstrideStatus astride_scratch_new(struct AstrideScratch **scratch);

/**
 * Frees memory of searches; null is ignored. The handle must not be used again.
 *
 * Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
 */
AstrideStatus astride_scratch_free(struct AstrideScratch *scratch);

/**
 * Makes a fleet of `count` robots that has nothing to do yet, on the cells of `grid` that
 * `mover` can stand on; null is a usual walker with four neighbours. Later edits of either do
 * not reach the fleet. `options` may be null. `*fleet` must be freed by you. O(cells + robots).
 *
 * Errors: `OFF_MAP`; `BAD_ARGUMENT` for a robot that stands where none can, two on one cell,
 * an invalid direction, a span or assignment out of range, and a grid of 2^28 cells or more.
 * Threads: as for any reader of the grid.
 */
AstrideStatus astride_fleet_new(const struct AstrideGrid *grid,
                                const struct AstrideMover *mover,
                                const struct AstrideRobot *robots,
                                size_t count,
                                const struct AstrideFleetOptions *options,
                                struct AstrideFleet **fleet);

/**
 * Frees a fleet; null is ignored. The handle must not be used again.
 *
 * Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
 */
AstrideStatus astride_fleet_free(struct AstrideFleet *fleet);

/**
 * Adds a task: `count` cells that one robot has to visit in this order. `task`, which may be
 * null, is given its number. It is handed out in the next step.
 *
 * Errors: `OFF_MAP`; `BAD_ARGUMENT` for no errand, and for one where no robot can stand. Threads:
 * exclusive access.
 */
AstrideStatus astride_fleet_add_task(struct AstrideFleet *fleet,
                                     const struct AstrideCell *errands,
                                     size_t count,
                                     uint32_t *task);

/**
 * Moves every robot once. Expansions limit the search for better moves than right of way finds; each
 * is an attempt of one robot. Microseconds, by the clock of this machine, limit the whole step, and
 * what is not done by then is made up for in the next steps. 0 is no limit, but if both are 0 there is
 * only right of way.
 *
 * Threads: exclusive access.
 */
AstrideStatus astride_fleet_step(struct AstrideFleet *fleet,
                                 uint64_t most_expansions,
                                 uint64_t most_micros);

/**
 * Copies where each robot is and which way it faces into `count` places, which must be as many as
 * there are robots.
 *
 * Errors: `BAD_SIZE` for another count. Threads: any number at once, while nobody changes the fleet.
 */
AstrideStatus astride_fleet_robots(const struct AstrideFleet *fleet,
                                   struct AstrideRobot *robots,
                                   size_t count);

/**
 * Copies what each robot did in the last step, each an `AstrideRobotAction`, into `count` places, which
 * must be as many as there are robots.
 *
 * Errors and threads: as for `astride_fleet_robots`.
 */
AstrideStatus astride_fleet_actions(const struct AstrideFleet *fleet,
                                    uint32_t *actions,
                                    size_t count);

/**
 * Copies where each robot goes at present into `count` places, which must be as many as there are
 * robots; column and row are `UINT32_MAX` where it goes nowhere.
 *
 * Errors and threads: as for `astride_fleet_robots`.
 */
AstrideStatus astride_fleet_goals(const struct AstrideFleet *fleet,
                                  struct AstrideCell *goals,
                                  size_t count);

/**
 * What happened in the last step, and since then when a robot broke down: tasks handed out, robots
 * stuck or freed, errands done. The list is valid until the fleet is changed or freed.
 *
 * Errors: `BAD_HANDLE`. Threads: any number at once, while nobody changes the fleet.
 */
AstrideStatus astride_fleet_events(const struct AstrideFleet *fleet,
                                   const struct AstrideFleetEvent **events,
                                   size_t *count);

/**
 * With `works` 0 a robot breaks down where it stands, and the others drive around it; otherwise it
 * works again.
 *
 * Errors: `UNKNOWN_NUMBER`. Threads: exclusive access.
 */
AstrideStatus astride_fleet_set_working(struct AstrideFleet *fleet, uint32_t robot, uint32_t works);

/**
 * With `open` 0 no robot may enter a cell from now on, though a robot that stands there may leave;
 * otherwise it may be entered again.
 *
 * Errors: `OFF_MAP`; `BAD_ARGUMENT` if no robot could ever stand there. Threads: exclusive access.
 */
AstrideStatus astride_fleet_set_open(struct AstrideFleet *fleet,
                                     struct AstrideCell cell,
                                     uint32_t open);

/**
 * What is known about a fleet. O(tasks added and not begun).
 *
 * Errors: `BAD_SIZE`. Threads: any number at once, while nobody changes the fleet.
 */
AstrideStatus astride_fleet_info(const struct AstrideFleet *fleet, struct AstrideFleetInfo *info);

/**
 * One number for the timestep, where each robot is and goes, chance and the tasks done: fleets with
 * the same history have the same.
 *
 * Threads: any number at once, while nobody changes the fleet.
 */
AstrideStatus astride_fleet_digest(const struct AstrideFleet *fleet, uint64_t *digest);

/**
 * Makes a grid of `width` columns and `height` rows, all of one terrain class, such as `'.'`.
 * `*grid` must be freed by you; it is null if the call fails.
 *
 * Errors: `BAD_ARGUMENT` if a side is 0 or there are more than 2^30 cells; `FULL` if there is no
 * memory for them. Threads: any.
 */
AstrideStatus astride_grid_new(uint32_t width,
                               uint32_t height,
                               uint32_t class_,
                               struct AstrideGrid **grid);

/**
 * Makes a grid of the classes of all cells, row by row from the top left: `count` must be
 * `width * height`. They are copied. `*grid` must be freed by you; it is null if the call fails.
 *
 * Errors: as `astride_grid_new`, and `BAD_ARGUMENT` for another count. Threads: any.
 */
AstrideStatus astride_grid_from_classes(uint32_t width,
                                        uint32_t height,
                                        const uint8_t *classes,
                                        size_t count,
                                        struct AstrideGrid **grid);

/**
 * Reads a grid that is drawn as text that ends with 0: a letter per cell, a line per row, `#` for
 * walls, `A` and `B` for the start and the goal. Rows that are shorter than the longest are filled up
 * with `#`, which is of class 35; worlds that are drawn have `@`, 64, in its place. `start` and `goal`
 * may be null; where a letter is not drawn exactly once, asking for it fails. `*grid` is to be freed
 * by you; it is null if the call fails.
 *
 * Errors: `BAD_DATA`, with line and column in the text. Threads: any.
 */
AstrideStatus astride_grid_from_text(const char *text,
                                     struct AstrideCell *start,
                                     struct AstrideCell *goal,
                                     struct AstrideGrid **grid);

/**
 * Reads a grid from the bytes of a MovingAI `.map` file. `*grid` must be freed by you; it is null
 * if the call fails.
 *
 * Errors: `BAD_DATA`, with the line in the text. Threads: any.
 */
AstrideStatus astride_grid_from_map(const uint8_t *data, size_t count, struct AstrideGrid **grid);

/**
 * Writes a grid as a MovingAI `.map` file. The `#` of drawings is written as `@`, the wall of such
 * files, and reads back as that. `*bytes` must be freed by you.
 *
 * Errors: `UNSUPPORTED` if the grid has something that such a file cannot hold. Threads: any number at
 * once, while nobody edits the grid.
 */
AstrideStatus astride_grid_to_map(const struct AstrideGrid *grid,
                                  struct AstrideBytes **bytes);

/**
 * How many columns and rows there are. Either place may be null.
 *
 * Errors: `BAD_HANDLE`. Threads: any number at once, while nobody edits the grid.
 */
AstrideStatus astride_grid_size(const struct AstrideGrid *grid, uint32_t *width, uint32_t *height);

/**
 * The terrain class of a cell.
 *
 * Errors: `OFF_MAP`. Threads: any number at once, while nobody edits the grid.
 */
AstrideStatus astride_grid_class(const struct AstrideGrid *grid,
                                 struct AstrideCell cell,
                                 uint8_t *class_);

/**
 * Copies the classes of all cells, row by row from the top left, into `count` places, which must
 * be as many as there are cells.
 *
 * Errors: `BAD_SIZE` for another count. Threads: any number at once, while nobody edits the grid.
 */
AstrideStatus astride_grid_classes(const struct AstrideGrid *grid, uint8_t *classes, size_t count);

/**
 * How often the grid was edited: 0 at first, and one more with each batch of edits.
 *
 * Errors: `BAD_HANDLE`. Threads: any number at once, while nobody edits the grid.
 */
AstrideStatus astride_grid_revision(const struct AstrideGrid *grid, uint64_t *revision);

/**
 * Makes all changes of a batch, or none if one of them is refused. `revision` may be null. The
 * batch stays as it is.
 *
 * Errors: `OFF_MAP`, `BAD_ARGUMENT`, with the change in the text. Threads: exclusive access.
 */
AstrideStatus astride_grid_apply(struct AstrideGrid *grid,
                                 const struct AstrideEdit *edit,
                                 uint64_t *revision);

/**
 * Makes another grid like this one, at its revision. `*copy` must be freed by you.
 *
 * Errors: `BAD_HANDLE`. Threads: any number at once, while nobody edits the grid.
 */
AstrideStatus astride_grid_copy(const struct AstrideGrid *grid, struct AstrideGrid **copy);

/**
 * Frees a grid; null is ignored. The handle must not be used again.
 *
 * Errors: `BAD_HANDLE`, `BUSY` if another thread reads it. Threads: exclusive access.
 */
AstrideStatus astride_grid_free(struct AstrideGrid *grid);

/**
 * Builds an index. `mover` may be null for the usual walker. `kind` is an `AstrideIndexKind`.
 * `*index` must be freed by you; it is null if the call fails.
 *
 * Errors: `UNSUPPORTED` if there can be none for this map and mover. Threads: any number at once on
 * one grid, while nobody edits grid or mover.
 */
AstrideStatus astride_index_build(const struct AstrideGrid *grid,
                                  const struct AstrideMover *mover,
                                  uint32_t kind,
                                  struct AstrideIndex **index);

/**
 * Brings an index up to the current state of the grid from which it was built. Jump points and their
 * jumps follow the edits; boxes and landmarks are built again. Give the same grid and an equal
 * mover.
 *
 * Errors: `STALE` for labels that are out of date, and for a grid of another size; `UNSUPPORTED` if
 * there can be no jump points any more, and then it stays out of date; `UNSUPPORTED` also if its
 * jumps, boxes or landmarks cannot be built, and then it is up to date and answers without them. The
 * first update after the reason is gone brings back what was missing. Threads: one on one index,
 * while nobody edits the grid.
 */
AstrideStatus astride_index_update(struct AstrideIndex *index,
                                   const struct AstrideGrid *grid,
                                   const struct AstrideMover *mover);

/**
 * Finds a cheapest path by an index of this grid. `scratch` may be null for memory for this call
 * only, which costs more than a question does. `most_expansions` is a limit, 0 for none. `path` is
 * filled.
 *
 * Returns `OK`, `UNREACHABLE` or `OUT_OF_BUDGET`. Errors: `OFF_MAP`, `STALE` if the index is for
 * another state of the grid. Threads: any number at once, each with a path and a scratch of its
 * own, while nobody changes grid or index.
 */
AstrideStatus astride_index_find(const struct AstrideIndex *index,
                                 const struct AstrideGrid *grid,
                                 struct AstrideCell start,
                                 struct AstrideCell goal,
                                 uint64_t most_expansions,
                                 struct AstrideScratch *scratch,
                                 struct AstridePath *path);

/**
 * The cost of a cheapest path by an index of this grid, in ticks; `ASTRIDE_NO_COST` if there is
 * none.
 *
 * Returns `OK`, or `UNREACHABLE`. Errors and threads: as `astride_index_find`.
 */
AstrideStatus astride_index_cost(const struct AstrideIndex *index,
                                 const struct AstrideGrid *grid,
                                 struct AstrideCell start,
                                 struct AstrideCell goal,
                                 struct AstrideScratch *scratch,
                                 uint64_t *cost);

/**
 * Turns labels into bytes for a file. `*bytes` must be freed by you.
 *
 * Errors: `UNSUPPORTED` for all other kinds. Threads: any number at once, while nobody changes the
 * index.
 */
AstrideStatus astride_index_save(const struct AstrideIndex *index, struct AstrideBytes **bytes);

/**
 * Loads labels from bytes that `astride_index_save` made, for the same map and an equal mover, and
 * checks them against both. `*index` must be freed by you; it is null if the call fails.
 *
 * Errors: `BAD_DATA` if the bytes are damaged, of another kind, or for another map or mover.
 * Threads: any number at once on one grid, while nobody edits grid or mover.
 */
AstrideStatus astride_index_load(const uint8_t *data,
                                 size_t count,
                                 const struct AstrideGrid *grid,
                                 const struct AstrideMover *mover,
                                 struct AstrideIndex **index);

/**
 * Frees an index; null is ignored. The handle must not be used again.
 *
 * Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
 */
AstrideStatus astride_index_free(struct AstrideIndex *index);

/**
 * Works out a smooth line along a path on its grid, which the path then keeps beside its cells until
 * it is lent to another question. `mover` may be null for the usual walker, `options` for a point and
 * one curve, and `smoothed` if you do not want to know. The line keeps its distance from blocked cells,
 * walls and the border of the map, which is proved, not sampled; it may cut corners over terrain that
 * costs more. It leads through the middles of cells, so it is not for a navigator's mover that covers
 * several. O(points of the line × cells near each), and usually O(n log n), at worst O(n²), for n cells
 * of the path.
 *
 * Returns `OK`, or `NOTHING` if the path has no cells; `smoothed` is then not filled. Errors: `OFF_MAP`
 * if the path has a cell that is not on the grid; `BAD_SIZE`; `BAD_ARGUMENT` for numbers out of range,
 * or if the path itself comes too near to something, as one planned for a smaller body, or crosses a
 * fence or follows a link. Threads: any number at once on one grid, each with a path of its own, while
 * nobody edits grid or mover.
 */
AstrideStatus astride_path_smooth(struct AstridePath *path,
                                  const struct AstrideGrid *grid,
                                  const struct AstrideMover *mover,
                                  const struct AstrideSmoothOptions *options,
                                  struct AstrideSmoothed *smoothed);

/**
 * The points of the smooth line that `astride_path_smooth` worked out, in order, both ends included.
 * They are valid until the path is smoothed again, lent to another question or freed. Without a line
 * the count is 0.
 *
 * Errors: `BAD_HANDLE`. Threads: any number at once, while nobody fills the path.
 */
AstrideStatus astride_path_points(const struct AstridePath *path,
                                  const struct AstridePoint **points,
                                  size_t *count);

/**
 * Copies the points of the smooth line of a path, as many as there is room for; `total` receives how
 * many there are, and may be null. Unlike those of `astride_path_points` they stay valid.
 *
 * Errors: `BAD_POINTER`, `BAD_SIZE`. Threads: any number at once, while nobody fills the path.
 */
AstrideStatus astride_path_copy_points(const struct AstridePath *path,
                                       struct AstridePoint *points,
                                       size_t count,
                                       size_t *total);

/**
 * Makes the usual walker: eight neighbours, corners never cut, `.`, `G` and `S` are land, `1` to
 * `9` land that costs that many times as much, `W` water, all else blocked. `*mover` is to be freed
 * by you. Where a function takes a mover, null means this one, unless stated otherwise.
 *
 * Errors: `BAD_POINTER`. Threads: any.
 */
AstrideStatus astride_mover_walker(struct AstrideMover **mover);

/**
 * Makes a mover for which all classes are blocked, with eight neighbours and corners never cut.
 * `*mover` must be freed by you.
 *
 * Errors: `BAD_POINTER`. Threads: any.
 */
AstrideStatus astride_mover_new(struct AstrideMover **mover);

/**
 * Sets what cells of a class cost: `factor` times the ticks of the step that enters them, 1 to
 * 1024, or 0 for blocked. `media` has a bit for each medium the class belongs to, 1 for land, 2 for
 * water, more as you like; a step stays within one medium. 0 means land.
 *
 * Errors: `BAD_ARGUMENT`. Threads: exclusive access.
 */
AstrideStatus astride_mover_class(struct AstrideMover *mover,
                                  uint32_t class_,
                                  uint32_t factor,
                                  uint32_t media);

/**
 * Sets how many neighbours a cell has: one of `AstrideNeighbours`.
 *
 * Errors: `BAD_ARGUMENT`. Threads: exclusive access.
 */
AstrideStatus astride_mover_neighbours(struct AstrideMover *mover, uint32_t neighbours);

/**
 * Sets when diagonal steps are allowed: one of `AstrideCorners`.
 *
 * Errors: `BAD_ARGUMENT`. Threads: exclusive access.
 */
AstrideStatus astride_mover_corners(struct AstrideMover *mover, uint32_t corners);

/**
 * Sets what steps cost, in ticks: 1 to 2^20, a diagonal one at least as much as a straight one.
 * At first they are 13860 and 19601, whose ratio is the square root of 2 to nine digits.
 *
 * Errors: `BAD_ARGUMENT`. Threads: exclusive access.
 */
AstrideStatus astride_mover_scale(struct AstrideMover *mover, uint32_t straight, uint32_t diagonal);

/**
 * Lets the mover cross fences of a class, 0 to 255, for this many ticks in addition to those of the
 * step, 0 to 2^30. At first every fence is a wall to it.
 *
 * Errors: `BAD_ARGUMENT`. Threads: exclusive access.
 */
AstrideStatus astride_mover_crosses(struct AstrideMover *mover, uint32_t class_, uint32_t ticks);

/**
 * Makes fences of a class, 0 to 255, walls to the mover again.
 *
 * Errors: `BAD_ARGUMENT`. Threads: exclusive access.
 */
AstrideStatus astride_mover_stopped_by(struct AstrideMover *mover, uint32_t class_);

/**
 * Frees a mover; null is ignored. The handle must not be used again.
 *
 * Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
 */
AstrideStatus astride_mover_free(struct AstrideMover *mover);

/**
 * Makes a navigator of a copy of `grid`, whose first mover, number 0, is a copy of `mover`, or the
 * usual walker if that is null. `options` may be null. `*navigator` must be freed by you; it is
 * null if the call fails. O(cells).
 *
 * Errors: `BAD_SIZE`, `BAD_ARGUMENT`. Threads: any number at once on one grid, while nobody edits
 * it.
 */
AstrideStatus astride_navigator_new(const struct AstrideGrid *grid,
                                    const struct AstrideMover *mover,
                                    const struct AstrideNavigatorOptions *options,
                                    struct AstrideNavigator **navigator);

/**
 * Frees a navigator and all it keeps; null is ignored. The handle must not be used again;
 * snapshots and paths stay valid.
 *
 * Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
 */
AstrideStatus astride_navigator_free(struct AstrideNavigator *navigator);

/**
 * Adds a mover that covers `side` by `side` cells, and returns its number: 1 for the first that is
 * added. It is addressed, and its paths are given, by the cell at its top left. The mover is
 * copied; null is the usual walker. O(cells).
 *
 * Errors: `UNSUPPORTED` if there can be no such body on this map. Threads: exclusive access.
 */
AstrideStatus astride_navigator_add_mover(struct AstrideNavigator *navigator,
                                          const struct AstrideMover *mover,
                                          uint32_t side,
                                          uint32_t *number);

/**
 * Makes all changes of a batch on the map, or none if one of them is refused; all that is kept
 * follows. `revision` may be null. The batch stays as it is.
 *
 * Errors: `OFF_MAP`, `BAD_ARGUMENT`, with the change in the text. Threads: exclusive access; snapshots
 * may be read in the meantime.
 */
AstrideStatus astride_navigator_apply(struct AstrideNavigator *navigator,
                                      const struct AstrideEdit *edit,
                                      uint64_t *revision);

/**
 * The revision of its map: 0 at first, and one more with each batch of edits.
 *
 * Errors: `BAD_HANDLE`. Threads: any number at once, while nobody changes the navigator.
 */
AstrideStatus astride_navigator_revision(const struct AstrideNavigator *navigator,
                                         uint64_t *revision);

/**
 * The terrain class of a cell of its map.
 *
 * Errors: `OFF_MAP`. Threads: any number at once, while nobody changes the navigator.
 */
AstrideStatus astride_navigator_class(const struct AstrideNavigator *navigator,
                                      struct AstrideCell cell,
                                      uint8_t *class_);

/**
 * Makes a grid that is a copy of its map. `*grid` must be freed by you.
 *
 * Errors: `BAD_HANDLE`. Threads: any number at once, while nobody changes the navigator.
 */
AstrideStatus astride_navigator_grid(const struct AstrideNavigator *navigator,
                                     struct AstrideGrid **grid);

/**
 * Keeps an index, one of `AstrideKeep`, for a mover from now on; with `keep` 0 it is dropped. It is
 * built at once, or when it is maintained; labels are built by `astride_navigator_pending`.
 *
 * Errors: `UNKNOWN_NUMBER`, `BAD_ARGUMENT`. Threads: exclusive access.
 */
AstrideStatus astride_navigator_keep(struct AstrideNavigator *navigator,
                                     uint32_t mover,
                                     uint32_t index,
                                     uint32_t keep);

/**
 * Brings indexes up to date until this many cells have been looked at; see `AstrideUpkeep`.
 * `maintained` may be null.
 *
 * Errors: `BAD_SIZE`. Threads: exclusive access.
 */
AstrideStatus astride_navigator_maintain(struct AstrideNavigator *navigator,
                                         uint64_t cells,
                                         struct AstrideMaintained *maintained);

/**
 * Turns a navigator into bytes, to go on later with the same answers, revisions and numbers.
 * Requests are not included. `*bytes` must be freed by you.
 *
 * Errors: `FULL` if it is too large for a file. Threads: any number at once, while nobody changes
 * the navigator.
 */
AstrideStatus astride_navigator_save(const struct AstrideNavigator *navigator,
                                     struct AstrideBytes **bytes);

/**
 * Makes a navigator from bytes that `astride_navigator_save` made, with default settings for requests.
 * `*navigator` must be freed by you; it is null if the call fails.
 *
 * Errors: `BAD_DATA`. Threads: any.
 */
AstrideStatus astride_navigator_load(const uint8_t *data,
                                     size_t count,
                                     struct AstrideNavigator **navigator);

/**
 * An index that `astride_navigator_keep` asked for and that takes seconds: labels, or clusters that
 * were never built. `*build` must be freed by you; it is null if nothing is wanted.
 *
 * Returns `OK`, or `NOTHING`. Errors: `BAD_HANDLE`. Threads: any number at once, while nobody
 * changes the navigator.
 */
AstrideStatus astride_navigator_pending(const struct AstrideNavigator *navigator,
                                        struct AstrideBuild **build);

/**
 * Builds the index; the game goes on in the meantime.
 *
 * Errors: `BAD_ARGUMENT` if it was run already. Threads: one on one build, any; the navigator may be used
 * in the meantime.
 */
AstrideStatus astride_build_run(struct AstrideBuild *build);

/**
 * Takes an index that was built. The build is empty afterwards; free it.
 *
 * Instead of labels that are not possible, landmarks of the jump points may have been built, which
 * are used until the next edit. Returns `OK` if it is used from now on, or `NOTHING` if it comes
 * too late or is no longer wanted; it is offered again if it is still wanted.
 *
 * Errors: `BAD_ARGUMENT` if it was not run, `UNKNOWN_NUMBER` if it is for another navigator. Threads:
 * exclusive access.
 */
AstrideStatus astride_navigator_adopt(struct AstrideNavigator *navigator,
                                      struct AstrideBuild *build);

/**
 * Takes indexes for a mover from the bytes of a file that the command `astride bake` or
 * `astride_index_save` made of this map for an equal mover: labels, clusters and landmarks, as many as
 * are in it. They are used and kept from now on, as by `astride_navigator_keep`. `taken` receives a bit
 * for each, 1 shifted left by its `AstrideKeep`, and may be null.
 *
 * Errors: `UNKNOWN_NUMBER`; `BAD_DATA` if the bytes are damaged, for another map or mover, or hold no
 * index that can be taken; then nothing is. Threads: exclusive access.
 */
AstrideStatus astride_navigator_adopt_saved(struct AstrideNavigator *navigator,
                                            uint32_t mover,
                                            const uint8_t *data,
                                            size_t count,
                                            uint32_t *taken);

/**
 * Frees a build; null is ignored. The handle must not be used again.
 *
 * Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
 */
AstrideStatus astride_build_free(struct AstrideBuild *build);

/**
 * Adds a faction that knows nothing about the map yet and assumes it to be of class `assumed`;
 * returns its number: 1 for the first.
 *
 * Errors: `BAD_ARGUMENT` for a class above 255. Threads: exclusive access.
 */
AstrideStatus astride_navigator_add_faction(struct AstrideNavigator *navigator,
                                            uint32_t assumed,
                                            uint32_t *number);

/**
 * A faction sees the cells of a rectangle as they are; cells off the map are ignored. `known` receives
 * how many cells became known, and may be null.
 *
 * Errors: `UNKNOWN_NUMBER`. Threads: exclusive access.
 */
AstrideStatus astride_navigator_reveal(struct AstrideNavigator *navigator,
                                       uint32_t faction,
                                       struct AstrideRect rect,
                                       uint32_t *known);

/**
 * A faction sees what is in sight from `eye`, up to `radius` cells away; the `count` classes of
 * `opaque` block its view. `known` receives how many cells became known, and may be null.
 *
 * Errors: `UNKNOWN_NUMBER`. Threads: exclusive access.
 */
AstrideStatus astride_navigator_reveal_around(struct AstrideNavigator *navigator,
                                              uint32_t faction,
                                              struct AstrideCell eye,
                                              uint32_t radius,
                                              const uint8_t *opaque,
                                              size_t count,
                                              uint32_t *known);

/**
 * Before an edit that a faction does not see: it goes on believing that the cells it knows in a
 * rectangle are what they are now, until they are revealed again. The same holds for walls, fences and
 * one-way steps between them; for a wall, name both of its cells.
 *
 * Errors: `UNKNOWN_NUMBER`. Threads: exclusive access.
 */
AstrideStatus astride_navigator_remember(struct AstrideNavigator *navigator,
                                         uint32_t faction,
                                         struct AstrideRect rect);

/**
 * Adds an overlay without extra cost; returns its number: 0 for the first. There can be 64.
 *
 * Errors: `FULL`. Threads: exclusive access.
 */
AstrideStatus astride_navigator_add_overlay(struct AstrideNavigator *navigator, uint32_t *number);

/**
 * Sets the extra cost of entering each cell of a rectangle, 0 to 2^24 - 1 ticks, for questions
 * with this overlay.
 *
 * Errors: `UNKNOWN_NUMBER`, `OFF_MAP`, `BAD_ARGUMENT` for more ticks. Threads: exclusive access.
 */
AstrideStatus astride_navigator_overlay_fill(struct AstrideNavigator *navigator,
                                             uint32_t overlay,
                                             struct AstrideRect rect,
                                             uint32_t ticks);

/**
 * Adds an empty set of places; returns its number: 1 for the first. A question names it as
 * `around`, the places that others occupy, or as `or_to`, further goals. It is not saved with the
 * navigator, and snapshots that were taken before do not have it.
 *
 * Errors: `BAD_POINTER`. Threads: exclusive access.
 */
AstrideStatus astride_navigator_add_places(struct AstrideNavigator *navigator, uint32_t *number);

/**
 * Replaces the content of a set by `count` cells, in any order; one that is listed twice counts once.
 * Call it each frame with all cells that units cover: the map is not edited, and if they are the same
 * as before, nothing becomes outdated. The cells are copied. O(count log count).
 *
 * Errors: `UNKNOWN_NUMBER`, `OFF_MAP` for any of the cells; then the set stays as it was. Threads:
 * exclusive access.
 */
AstrideStatus astride_navigator_set_places(struct AstrideNavigator *navigator,
                                           uint32_t set,
                                           const struct AstrideCell *cells,
                                           size_t count);

/**
 * Finds a cheapest path. `most_expansions` is a limit, 0 for none. `path` is filled.
 *
 * Returns `OK`, `UNREACHABLE` or `OUT_OF_BUDGET`. Errors: `OFF_MAP`, `UNKNOWN_NUMBER`, `BAD_SIZE`.
 * Threads: any number at once, each with a path of its own, while nobody changes the navigator;
 * use a snapshot to read while it is changed.
 */
AstrideStatus astride_navigator_find(const struct AstrideNavigator *navigator,
                                     const struct AstrideAsk *ask,
                                     uint64_t most_expansions,
                                     struct AstridePath *path);

/**
 * The cost of a cheapest path in ticks; `ASTRIDE_NO_COST` if there is none. It is quicker than the
 * path.
 *
 * Returns `OK`, or `UNREACHABLE`. Errors and threads: as `astride_navigator_find`.
 */
AstrideStatus astride_navigator_cost(const struct AstrideNavigator *navigator,
                                     const struct AstrideAsk *ask,
                                     uint64_t *cost);

/**
 * The costs of `count` cheapest paths, each as of `astride_navigator_cost`. The questions must all
 * have the `struct_size` of the first.
 *
 * Returns `OK`, also if some have no path. Errors: as `astride_navigator_find`; then no cost is
 * written. Threads: any number at once, while nobody changes the navigator.
 */
AstrideStatus astride_navigator_costs(const struct AstrideNavigator *navigator,
                                      const struct AstrideAsk *asks,
                                      size_t count,
                                      uint64_t *costs);

/**
 * Finds `count` paths, each as `astride_navigator_find` without a limit, into as many paths, all
 * different. `astride_path_info` says what became of each. The questions must all have the
 * `struct_size` of the first.
 *
 * Returns `OK`, also if some have no path. Errors: as `astride_navigator_find`, for any of the
 * questions; no path is filled then. `BUSY` if a path is given twice. Threads: any number at once,
 * each with paths of its own, while nobody changes the navigator.
 */
AstrideStatus astride_navigator_find_many(const struct AstrideNavigator *navigator,
                                          const struct AstrideAsk *asks,
                                          size_t count,
                                          struct AstridePath *const *paths);

/**
 * The nearest cell to `cell` on which a mover can stand, at most `radius` columns and rows away;
 * 0 is as far as it takes. With `reached_from` not null, one that is reached from there.
 *
 * Returns `OK`, or `UNREACHABLE` if there is none. Errors: `OFF_MAP`, `UNKNOWN_NUMBER`,
 * `BAD_ARGUMENT` if the mover cannot stand on `reached_from`. Threads: any number at once, while
 * nobody changes the navigator.
 */
AstrideStatus astride_navigator_snap(const struct AstrideNavigator *navigator,
                                     uint32_t mover,
                                     struct AstrideCell cell,
                                     uint32_t radius,
                                     const struct AstrideCell *reached_from,
                                     struct AstrideCell *nearest);

/**
 * Makes an empty reach, to be lent to questions. `*reach` must be freed by you.
 *
 * Errors: `BAD_POINTER`. Threads: any.
 */
AstrideStatus astride_reach_new(struct AstrideReach **reach);

/**
 * Finds all cells that can be reached from the start of a question at a cost of at most `most_cost`
 * ticks; 0 is only the start, `ASTRIDE_NO_COST` all. The mover, what its faction believes, overlays
 * and blockers are those of the question; its goals are ignored. For a large body the cells are
 * those at its top left. `most_expansions` is a limit, 0 for none. `reach` is filled; there are no
 * cells if the mover cannot stand on the start. O(n log n) for n cells.
 *
 * Returns `OK`, or `OUT_OF_BUDGET` without cells. Errors: `OFF_MAP`, `UNKNOWN_NUMBER`, `BAD_SIZE`.
 * Threads: any number at once, each with a reach of its own, while nobody changes the navigator; use
 * a snapshot to read while it is changed.
 */
AstrideStatus astride_navigator_reach(const struct AstrideNavigator *navigator,
                                      const struct AstrideAsk *ask,
                                      uint64_t most_cost,
                                      uint64_t most_expansions,
                                      struct AstrideReach *reach);

/**
 * The same on the map as it was. `scratch` may be null for memory for this call only.
 *
 * Returns and errors: as `astride_navigator_reach`. Threads: any number at once, each with a reach
 * and a scratch of its own.
 */
AstrideStatus astride_snapshot_reach(const struct AstrideSnapshot *snapshot,
                                     const struct AstrideAsk *ask,
                                     uint64_t most_cost,
                                     uint64_t most_expansions,
                                     struct AstrideScratch *scratch,
                                     struct AstrideReach *reach);

/**
 * The cells within reach with what each costs, row by row from the top left, the start included.
 * They are valid until the reach is lent to another question or freed.
 *
 * Errors: `BAD_HANDLE`. Threads: any number at once, while nobody fills the reach.
 */
AstrideStatus astride_reach_cells(const struct AstrideReach *reach,
                                  const struct AstrideReached **cells,
                                  size_t *count);

/**
 * Copies the cells within reach, row by row from the top left, as many as there is room for; `total`
 * receives how many there are, and may be null. Unlike those of `astride_reach_cells`
 * they stay valid.
 *
 * Errors: `BAD_POINTER`, `BAD_SIZE`. Threads: any number at once, while nobody fills the reach.
 */
AstrideStatus astride_reach_copy(const struct AstrideReach *reach,
                                 struct AstrideReached *cells,
                                 size_t count,
                                 size_t *total);

/**
 * What it costs to go to a cell, in ticks; `ASTRIDE_NO_COST` if it is not within reach. O(log n).
 *
 * Errors: `OFF_MAP`, `STALE` if no question filled it, or the last one ran out of budget. Threads:
 * any number at once, while nobody fills the reach.
 */
AstrideStatus astride_reach_cost(const struct AstrideReach *reach,
                                 struct AstrideCell cell,
                                 uint64_t *cost);

/**
 * A cheapest path from the start to a cell within reach. `path` is filled. O(cells log n).
 *
 * Returns `OK`, or `UNREACHABLE` if it is not within reach. Errors: `OFF_MAP`, `STALE` if no question
 * filled it, or the last one ran out of budget. Threads: any number at once, each with a path of its
 * own, while nobody fills the reach.
 */
AstrideStatus astride_reach_path(const struct AstrideReach *reach,
                                 struct AstrideCell cell,
                                 struct AstridePath *path);

/**
 * Frees a reach; null is ignored. The handle must not be used again.
 *
 * Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
 */
AstrideStatus astride_reach_free(struct AstrideReach *reach);

/**
 * Puts a question in the queue and gives its ticket, from 1. `priority` is 0 to 255, the higher
 * the sooner. After `most_expansions` it is delivered with what is known so far; 0 is no limit.
 *
 * Errors: `OFF_MAP`, `UNKNOWN_NUMBER`, `BAD_ARGUMENT`, `FULL`. Threads: exclusive access.
 */
AstrideStatus astride_navigator_request(struct AstrideNavigator *navigator,
                                        const struct AstrideAsk *ask,
                                        uint32_t priority,
                                        uint64_t most_expansions,
                                        uint64_t *ticket);

/**
 * As `astride_navigator_request`, with all options; null is none.
 *
 * Errors: `OFF_MAP`, `UNKNOWN_NUMBER`, `BAD_ARGUMENT`, `BAD_SIZE`, `FULL`. Threads: exclusive access.
 */
AstrideStatus astride_navigator_submit(struct AstrideNavigator *navigator,
                                       const struct AstrideAsk *ask,
                                       const struct AstrideRequestOptions *options,
                                       uint64_t *ticket);

/**
 * One frame: answers requests until this many expansions were made or this many microseconds have
 * passed by the clock of this machine; 0 is no limit. `work` may be null.
 *
 * Errors: `BAD_SIZE`. Threads: exclusive access.
 */
AstrideStatus astride_navigator_work(struct AstrideNavigator *navigator,
                                     uint64_t most_expansions,
                                     uint64_t most_micros,
                                     struct AstrideWork *work);

/**
 * Takes one answer, in the order in which they were found: fills `delivery` and `path`. Call it in
 * the frame that found them, until there is none.
 *
 * Returns `OK`, or `NOTHING` if there is none. Errors: `BAD_SIZE`. Threads: exclusive access.
 */
AstrideStatus astride_navigator_take(struct AstrideNavigator *navigator,
                                     struct AstrideDelivery *delivery,
                                     struct AstridePath *path);

/**
 * How much of a path holds on the map as it is now, for a unit that walks it while the map is edited:
 * `ask` is the question that this navigator answered with it. `standing` is an `AstrideStanding`:
 * `ASTRIDE_STANDING_CURRENT` if nothing was changed since the navigator was made, else one of the
 * others. `cost` and `step` are what an `AstrideDelivery` says; either may be null. O(cells).
 *
 * Returns `OK`, or `NOTHING` for a path without cells. Errors: `OFF_MAP`, `UNKNOWN_NUMBER`.
 * Threads: any number at once, while nobody changes the navigator or fills the path.
 */
AstrideStatus astride_navigator_standing(const struct AstrideNavigator *navigator,
                                         const struct AstrideAsk *ask,
                                         const struct AstridePath *path,
                                         uint32_t *standing,
                                         uint64_t *cost,
                                         uint64_t *step);

/**
 * How far a request has come: `stage` is an `AstrideStage`, `number` the number that it describes;
 * either may be null.
 *
 * Errors: `UNKNOWN_NUMBER` if there is no such request, or its answer was taken, or it was
 * cancelled. Threads: any number at once, while nobody changes the navigator.
 */
AstrideStatus astride_navigator_progress(const struct AstrideNavigator *navigator,
                                         uint64_t ticket,
                                         uint32_t *stage,
                                         uint64_t *number);

/**
 * Cancels a request, at any time before its answer is taken.
 *
 * Errors: `UNKNOWN_NUMBER` if there is no such request. Threads: exclusive access.
 */
AstrideStatus astride_navigator_cancel(struct AstrideNavigator *navigator, uint64_t ticket);

/**
 * Takes a snapshot. It copies nothing; while it is held, the first edit copies what it changes.
 * `*snapshot` must be freed by you.
 *
 * Errors: `BAD_HANDLE`. Threads: any number at once, while nobody changes the navigator.
 */
AstrideStatus astride_navigator_snapshot(const struct AstrideNavigator *navigator,
                                         struct AstrideSnapshot **snapshot);

/**
 * Finds a cheapest path on the map as it was. `most_expansions` is a limit, 0 for none. `scratch`
 * may be null for memory for this call only. `path` is filled.
 *
 * Returns `OK`, `UNREACHABLE` or `OUT_OF_BUDGET`. Errors: `OFF_MAP`, `UNKNOWN_NUMBER`, `BAD_SIZE`.
 * Threads: any number at once, each with a path and a scratch of its own.
 */
AstrideStatus astride_snapshot_find(const struct AstrideSnapshot *snapshot,
                                    const struct AstrideAsk *ask,
                                    uint64_t most_expansions,
                                    struct AstrideScratch *scratch,
                                    struct AstridePath *path);

/**
 * The revision of its map.
 *
 * Errors: `BAD_HANDLE`. Threads: any number at once.
 */
AstrideStatus astride_snapshot_revision(const struct AstrideSnapshot *snapshot, uint64_t *revision);

/**
 * Frees a snapshot; null is ignored. The handle must not be used again.
 *
 * Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
 */
AstrideStatus astride_snapshot_free(struct AstrideSnapshot *snapshot);

/**
 * Which of `count` questions have a path now but would have none after a batch of edits, which is not
 * made. So you can ask, before a tower is built, whether it would cut a way that has to stay open.
 * `parted` has a place for each question, which becomes 1 or 0, and may be null. Overlays and
 * blockers are ignored; with several goals, a question is parted if no path is left to any. The
 * questions must all have the `struct_size` of the first. Usually it looks only at the cells near the
 * edits.
 *
 * Returns `OK` if any would be parted, or `NOTHING` if none. Errors: `OFF_MAP`, `UNKNOWN_NUMBER`,
 * `BAD_ARGUMENT` for a change that could not be made, with the change in the text; then nothing is
 * written. Threads: any number at once, while nobody changes the navigator or the batch.
 */
AstrideStatus astride_navigator_would_part(const struct AstrideNavigator *navigator,
                                           const struct AstrideEdit *edit,
                                           const struct AstrideAsk *asks,
                                           size_t count,
                                           uint8_t *parted);

/**
 * Finds a cheapest path on the map as it would be after a batch of edits, which is not made, by A*.
 * `most_expansions` is a limit, 0 for none. `path` is filled.
 *
 * Returns `OK`, `UNREACHABLE` or `OUT_OF_BUDGET`. Errors: `OFF_MAP`, `UNKNOWN_NUMBER`, `BAD_SIZE`,
 * `BAD_ARGUMENT` for a change that could not be made, with the change in the text. Threads: any
 * number at once, each with a path of its own, while nobody changes the navigator or the batch.
 */
AstrideStatus astride_navigator_find_if(const struct AstrideNavigator *navigator,
                                        const struct AstrideEdit *edit,
                                        const struct AstrideAsk *ask,
                                        uint64_t most_expansions,
                                        struct AstridePath *path);

/**
 * Explains why there is no path, and finds the fewest blocked cells that would have to be opened for
 * one. `path` is filled: its `why` and `enclosed` say which end is to blame, and its cells are the way
 * through what has to be opened. `opening` may be null, or a batch that becomes the one that opens the
 * way, and empty if there is none. `after` may be null, or a batch of edits that is supposed to be made
 * before; `opening` is then to be made after it. Overlays are ignored. Blockers are to blame, but are
 * not opened: if they alone are in the way, it leads through them and `opening` is empty.
 * `most_expansions` is a limit, 0 for none.
 *
 * Returns `OK` if there is no path, but a way once what shuts it is opened; `UNREACHABLE` if nothing
 * that could be opened helps; `NOTHING` if there is a path; or `OUT_OF_BUDGET`. Errors: `OFF_MAP`,
 * `UNKNOWN_NUMBER`, `BAD_SIZE`, `BAD_ARGUMENT` for a change that could not be made, `UNSUPPORTED` for
 * several goals. Threads: any number at once, each with a path and an `opening` of its own, while
 * nobody changes the navigator or `after`.
 */
AstrideStatus astride_navigator_explain(const struct AstrideNavigator *navigator,
                                        const struct AstrideAsk *ask,
                                        const struct AstrideEdit *after,
                                        uint64_t most_expansions,
                                        struct AstrideEdit *opening,
                                        struct AstridePath *path);

/**
 * Makes an empty path, to be lent to questions. `*path` must be freed by you.
 *
 * Errors: `BAD_POINTER`. Threads: any.
 */
AstrideStatus astride_path_new(struct AstridePath **path);

/**
 * The cells of a path in walking order, both ends included. They are valid until the path is lent
 * to another question or freed. Without a path the count is 0.
 *
 * Errors: `BAD_HANDLE`. Threads: any number at once, while nobody fills the path.
 */
AstrideStatus astride_path_cells(const struct AstridePath *path,
                                 const struct AstrideCell **cells,
                                 size_t *count);

/**
 * Copies the cells of a path in walking order, both ends included, as many as there is room for;
 * `total` receives how many there are, and may be null. Unlike those of `astride_path_cells`
 * they stay valid.
 *
 * Errors: `BAD_POINTER`, `BAD_SIZE`. Threads: any number at once, while nobody fills the path.
 */
AstrideStatus astride_path_copy(const struct AstridePath *path,
                                struct AstrideCell *cells,
                                size_t count,
                                size_t *total);

/**
 * How many steps a path has: one less than cells, or 0 without a path.
 *
 * Errors: `BAD_HANDLE`. Threads: any number at once, while nobody fills the path.
 */
AstrideStatus astride_path_steps(const struct AstridePath *path, size_t *steps);

/**
 * The cost of a path in ticks; `ASTRIDE_NO_COST` without a path.
 *
 * Errors: `BAD_HANDLE`. Threads: any number at once, while nobody fills the path.
 */
AstrideStatus astride_path_cost(const struct AstridePath *path, uint64_t *cost);

/**
 * What is known about an answer: cost, length, guarantee, or why there is no path. O(cells).
 *
 * Errors: `BAD_SIZE`. Threads: any number at once, while nobody fills the path.
 */
AstrideStatus astride_path_info(const struct AstridePath *path, struct AstridePathInfo *info);

/**
 * Frees a path and its cells; null is ignored. The handle must not be used again.
 *
 * Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
 */
AstrideStatus astride_path_free(struct AstridePath *path);

/**
 * Makes an empty plan, to be lent to questions. `*plan` is to be freed by you.
 *
 * Errors: `BAD_POINTER`. Threads: any.
 */
AstrideStatus astride_plan_new(struct AstridePlan **plan);

/**
 * Frees a plan and its stays; null is nothing to free. The handle must not be used again.
 *
 * Errors: `BAD_HANDLE`, `BUSY`. Threads: one, alone.
 */
AstrideStatus astride_plan_free(struct AstridePlan *plan);

/**
 * Makes a plan for `count` agents, the first from `starts[0]` to `goals[0]`, and fills `plan` with
 * it. `mover` may be null for a usual walker with four neighbours, and `options` for one second
 * of `ASTRIDE_PLAN_METHOD_AUTO`.
 *
 * Returns `OK`; `UNREACHABLE` if it is proved that there is no plan; `OUT_OF_BUDGET` if none was
 * found in time; `NOTHING` if the method gave up, which proves nothing. Errors: `OFF_MAP`;
 * `BAD_ARGUMENT` for an agent that starts or has its goal where nobody can stand, two agents with
 * one start or one goal, a grid of 2^28 cells or more, and an unknown method or objective;
 * `UNSUPPORTED` for a method that cannot be asked for the objective (CBS and EECBS for loss).
 * Threads: any number at once on one grid, each with a plan of its own, while nobody edits it.
 */
AstrideStatus astride_plan_solve(struct AstridePlan *plan,
                                 const struct AstrideGrid *grid,
                                 const struct AstrideMover *mover,
                                 const struct AstrideCell *starts,
                                 const struct AstrideCell *goals,
                                 size_t count,
                                 const struct AstridePlanOptions *options);

/**
 * What is known of a plan.
 *
 * Errors: `BAD_SIZE`. Threads: any number at once, while nobody fills the plan.
 */
AstrideStatus astride_plan_info(const struct AstridePlan *plan, struct AstridePlanInfo *info);

/**
 * The stays of an agent, the first at timestep 0; it rests on its last cell for ever. They are good
 * until the plan is filled again or freed.
 *
 * Errors: `UNKNOWN_NUMBER`. Threads: any number at once, while nobody fills the plan.
 */
AstrideStatus astride_plan_stays(const struct AstridePlan *plan,
                                 uint32_t agent,
                                 const struct AstrideStay **stays,
                                 size_t *count);

/**
 * Copies where each agent is at a timestep into `count` places, which must be as many as there are
 * agents. O(agents, each with the logarithm of its stays).
 *
 * Errors: `BAD_SIZE` for another count. Threads: any number at once, while nobody fills the plan.
 */
AstrideStatus astride_plan_at(const struct AstridePlan *plan,
                              uint32_t timestep,
                              struct AstrideCell *cells,
                              size_t count);

/**
 * Checks a plan from any source for these agents against every rule, by code that shares nothing
 * with the solvers.
 *
 * Errors: `BAD_DATA` for the first rule that is broken, which `astride_last_error` describes and
 * `astride_last_error_code` names, such as "plan-vertex-conflict"; `OFF_MAP`; `BAD_ARGUMENT` for a
 * grid of another size than the plan's. Threads: as of `astride_plan_solve`, while nobody fills the
 * plan.
 */
AstrideStatus astride_plan_check(const struct AstridePlan *plan,
                                 const struct AstrideGrid *grid,
                                 const struct AstrideMover *mover,
                                 const struct AstrideCell *starts,
                                 const struct AstrideCell *goals,
                                 size_t count);

/**
 * Turns a plan into text, a line for each timestep, as "0:(0,0),(2,0)"; that of an empty plan has no
 * agents. `*bytes` is to be freed by you.
 *
 * Errors: `BAD_HANDLE`. Threads: any number at once, while nobody fills the plan.
 */
AstrideStatus astride_plan_write(const struct AstridePlan *plan,
                                 struct AstrideBytes **bytes);

/**
 * Fills a plan from a text that `astride_plan_write` or another program made for this grid. It
 * does not check the rules; `astride_plan_check` does.
 *
 * Errors: `BAD_DATA`, with the line in the text; the plan is empty then. Threads: as of
 * `astride_plan_solve`.
 */
AstrideStatus astride_plan_read(struct AstridePlan *plan,
                                const struct AstrideGrid *grid,
                                const uint8_t *data,
                                size_t count);

/**
 * A few words for a status, such as "there is no path". Never null; for an unknown number the text
 * says so. It is part of the library and must not be freed. Any thread.
 */
const char *astride_status_text(int32_t status);

/**
 * Reads a world from the bytes of a world file, such as `astride_world_save` makes, whatever its
 * shape. Its revision is 0. `*world` must be freed by you.
 *
 * Errors: `BAD_DATA`. Threads: any.
 */
AstrideStatus astride_world_open(const uint8_t *data, size_t count, struct AstrideWorld **world);

/**
 * Reads a world of a shape, an `AstrideShape`, from a text: a drawing of hexagons, triangles or
 * floors, a `.3dmap` of voxels, a `.gr` of a graph, whose places count from 1. A `#` that is drawn
 * is of class `@`, 64, where `astride_grid_from_text` keeps `#`, 35. `*world` must be freed by you.
 *
 * Errors: `BAD_DATA`, with the line in the text; `BAD_ARGUMENT` for another shape. Threads: any.
 */
AstrideStatus astride_world_read(uint32_t shape,
                                 const uint8_t *data,
                                 size_t count,
                                 struct AstrideWorld **world);

/**
 * Frees a world; null is ignored. The handle must not be used again.
 *
 * Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
 */
AstrideStatus astride_world_free(struct AstrideWorld *world);

/**
 * Turns a world into the bytes of a world file. `*bytes` must be freed by you. The revision is
 * not part of it.
 *
 * Errors: `BAD_HANDLE`. Threads: any number at once, while nobody edits the world.
 */
AstrideStatus astride_world_save(const struct AstrideWorld *world, struct AstrideBytes **bytes);

/**
 * What a world is: its `AstrideShape`, how many places there can be, and its revision, which
 * rises by one with each edit. Each place may be null.
 *
 * Errors: `BAD_HANDLE`. Threads: any number at once, while nobody edits the world.
 */
AstrideStatus astride_world_info(const struct AstrideWorld *world,
                                 uint32_t *shape,
                                 uint32_t *place_count,
                                 uint64_t *revision);

/**
 * The place that a text names: numbers with commas such as "4,0,1", or the name of a place of a
 * graph.
 *
 * Returns `NOTHING` if it names none. Threads: any number at once, while nobody edits the world.
 */
AstrideStatus astride_world_named(const struct AstrideWorld *world,
                                  const char *name,
                                  struct AstridePlace *place);

/**
 * The terrain class of a place; of voxels '.', 'W' or '@', of graphs '.'.
 *
 * Errors: `OFF_MAP`. Threads: any number at once, while nobody edits the world.
 */
AstrideStatus astride_world_class(const struct AstrideWorld *world,
                                  struct AstridePlace place,
                                  uint8_t *class_);

/**
 * Gives a place another terrain class; voxels take '.' for air, 'W' for water, '#' and '@' for
 * blocked. `revision` may be null.
 *
 * Errors: `OFF_MAP`; `BAD_ARGUMENT`; `UNSUPPORTED` for a graph. Threads: exclusive access.
 */
AstrideStatus astride_world_set(struct AstrideWorld *world,
                                struct AstridePlace place,
                                uint32_t class_,
                                uint64_t *revision);

/**
 * Joins two places one way, for this many ticks: floors by a stair, a graph by an arc. An
 * existing one gets these ticks. `revision` may be null.
 *
 * Errors: `OFF_MAP`; `BAD_ARGUMENT`; `FULL` if there is no memory for another arc; `UNSUPPORTED` for
 * other shapes. Threads: exclusive access.
 */
AstrideStatus astride_world_link(struct AstrideWorld *world,
                                 struct AstridePlace from,
                                 struct AstridePlace to,
                                 uint32_t ticks,
                                 uint64_t *revision);

/**
 * Removes the stair or the arcs from one place to another. `revision` may be null.
 *
 * Errors: as for `astride_world_link`, and `BAD_ARGUMENT` if there is none. Threads: exclusive access.
 */
AstrideStatus astride_world_unlink(struct AstrideWorld *world,
                                   struct AstridePlace from,
                                   struct AstridePlace to,
                                   uint64_t *revision);

/**
 * Finds a path through a world. `mover` may be null for the usual walker, or for a flyer on
 * voxels. Floors use all of a mover; hexagons its terrain, the fences that it crosses and the ticks of
 * its straight step; triangles its terrain and the fences: they have the three neighbours across their
 * sides, whatever it says; voxels and graphs refuse any. `options` may be null for A* without limits,
 * `scratch` for memory for this call only. `route` is filled.
 *
 * Returns `OK`, `UNREACHABLE`, or `OUT_OF_BUDGET`. Errors: `OFF_MAP`, `BAD_SIZE`, `BAD_ARGUMENT`
 * for an unknown method, `UNSUPPORTED` if the method, or this mover, is not for this shape. Threads:
 * any number at once on one world, each with a route and a scratch of its own, while nobody edits it.
 */
AstrideStatus astride_world_find(const struct AstrideWorld *world,
                                 const struct AstrideMover *mover,
                                 struct AstridePlace start,
                                 struct AstridePlace goal,
                                 const struct AstrideFindOptions *options,
                                 struct AstrideScratch *scratch,
                                 struct AstrideRoute *route);

/**
 * Makes an empty route, to be lent to questions. `*route` must be freed by you.
 *
 * Errors: `BAD_POINTER`. Threads: any.
 */
AstrideStatus astride_route_new(struct AstrideRoute **route);

/**
 * The places of a route in walking order, both ends included. They are valid until the route is lent
 * to another question or freed. Without a path the count is 0.
 *
 * Errors: `BAD_HANDLE`. Threads: any number at once, while nobody fills the route.
 */
AstrideStatus astride_route_places(const struct AstrideRoute *route,
                                   const struct AstridePlace **places,
                                   size_t *count);

/**
 * What is known about an answer, as for a path; its length is 0.
 *
 * Errors: `BAD_SIZE`. Threads: any number at once, while nobody fills the route.
 */
AstrideStatus astride_route_info(const struct AstrideRoute *route, struct AstridePathInfo *info);

/**
 * Frees a route and its places; null is ignored. The handle must not be used again.
 *
 * Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
 */
AstrideStatus astride_route_free(struct AstrideRoute *route);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ASTRIDE_H */
