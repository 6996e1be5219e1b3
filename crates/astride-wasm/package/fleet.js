/** Fleets: robots that get tasks all the time and never collide. @module */

import { AstrideError, call, getInts, getLong, getWord, long, made, putLong, putWord, putWords, reserve, small } from './wasm.js';
import { Owner, show } from './owner.js';
import { cellOn, cellsOn, chosen, options, whole, wholeOr } from './check.js';
import { putCell } from './edit.js';
import { Grid } from './grid.js';
import { moverOr } from './mover.js';

const ASSIGNMENTS = ['nearest', 'in-order'];
const ACTIONS = ['wait', 'forward', 'clockwise', 'counter-clockwise', 'drive'];
const EVENTS = ['assigned', 'withdrawn', 'errand-done', 'task-done', 'stuck', 'freed', 'unreachable'];
const OPTIONS = ['mover', 'turning', 'facing', 'assignment', 'learning', 'span', 'seed', 'tableBytes'];

/** Sides are every second of the eight directions. */
const SIDES = ['N', 'E', 'S', 'W'];

/** The bytes of `AstrideFleetInfo`, and where its numbers lie. */
const INFO = { size: 40, tasks: 8, errands: 16, waiting: 24, timestep: 32, robots: 36 };

/** The words of a robot: a cell and where it faces. */
const ROBOT = 3;

export class Fleet extends Owner {
  #map;

  constructor(grid, robots, given) {
    super('astride_fleet_free', fleetOf(grid, robots, given));
    this.#map = { width: grid.width, height: grid.height };
    /** How many robots there are. */
    this.size = this.#known(INFO.robots, getWord);
  }

  get handle() {
    return Owner.pointer(this, Fleet);
  }

  /** How many steps were made. */
  get timestep() {
    return this.#known(INFO.timestep, getWord);
  }

  /** How many tasks are done. */
  get tasksDone() {
    return this.#known(INFO.tasks, getLong);
  }

  /** How many errands are done, including those of unfinished tasks. */
  get errandsDone() {
    return this.#known(INFO.errands, getLong);
  }

  /** How many tasks no robot is doing. */
  get tasksWaiting() {
    return this.#known(INFO.waiting, getLong);
  }

  /** One number for the whole history, as a BigInt: the same calls give the same. */
  get digest() {
    call('astride_fleet_digest', this.handle, small(0));
    return BigInt(getWord(small(0))) | (BigInt(getWord(small(0) + 4)) << 32n);
  }

  /** Hands over a task: cells that one robot visits in this order. Gives its number. */
  addTask(errands) {
    const [fleet, list] = [this.handle, cellsOn(this.#map, errands, 'errand')];
    const at = putWords(list);
    return made(0, 'astride_fleet_add_task', fleet, at, list.length / 2, small(0));
  }

  /** Moves every robot once; expansions go into better moves than right of way finds. */
  step(given) {
    const { mostExpansions = 0 } = options(given, ['mostExpansions']);
    const most = whole(mostExpansions, 'the most expansions', 0, Number.MAX_SAFE_INTEGER);
    call('astride_fleet_step', this.handle, long(most), 0n);
  }

  /** A robot breaks down where it stands, or works again. */
  setWorking(robot, works) {
    call('astride_fleet_set_working', this.handle, whole(robot, 'the robot', 0, 0xffffffff), works ? 1 : 0);
  }

  /** Nobody may enter a cell any more, or everybody again. */
  setOpen(cell, open) {
    const fleet = this.handle;
    call('astride_fleet_set_open', fleet, putCell(0, cellOn(this.#map, cell, 'cell')), open ? 1 : 0);
  }

  /** Where each robot is: `x` and `y` in turn. */
  positions() {
    const all = this.#copied('astride_fleet_robots', ROBOT);
    return Int32Array.from({ length: 2 * this.size }, (_, i) => all[ROBOT * (i >> 1) + (i & 1)]);
  }

  /** Which side each robot faces; of no meaning where robots need not turn. */
  facing() {
    const all = this.#copied('astride_fleet_robots', ROBOT);
    return Array.from({ length: this.size }, (_, i) => SIDES[all[ROBOT * i + 2] / 2]);
  }

  /** Where each robot goes at present, `x` and `y` in turn; -1 and -1 where it goes nowhere. */
  goals() {
    return this.#copied('astride_fleet_goals', 2);
  }

  /** What each robot did in the last step. */
  actions() {
    return Array.from(this.#copied('astride_fleet_actions', 1), (action) => ACTIONS[action]);
  }

  /** What happened in the last step, and since then when a robot broke down. */
  events() {
    call('astride_fleet_events', this.handle, small(0), small(1));
    const count = getWord(small(1));
    const all = getInts(getWord(small(0)), 4 * count);
    return Array.from({ length: count }, (_, i) => {
      const [kind, robot, task, errand] = all.subarray(4 * i, 4 * i + 4);
      return { kind: EVENTS[kind], robot, task: task < 0 ? null : task, errand: errand < 0 ? null : errand };
    });
  }

  /** Reads one number of what is known. */
  #known(at, get) {
    const info = small(0);
    putWord(info, INFO.size);
    call('astride_fleet_info', this.handle, info);
    return get(info + at);
  }

  /** Copies this many words of each robot. */
  #copied(name, words) {
    const fleet = this.handle;
    const at = reserve(4 * words * this.size);
    call(name, fleet, at, this.size);
    return getInts(at, words * this.size);
  }
}

function fleetOf(grid, robots, given) {
  const asked = options(given, OPTIONS);
  const { mover = grid?.mover, turning = false, facing = 'E', assignment = 'nearest', learning = true } = asked;
  const { span, seed = 0, tableBytes } = asked;
  const [ground, who, cells] = [Owner.pointer(grid, Grid), moverOr(mover), cellsOn(grid, robots, 'robot')];
  const count = cells.length / 2;
  const sides = sidesOf(facing, count);
  const longs = [whole(seed, 'the seed', 0, Number.MAX_SAFE_INTEGER), wholeOr(tableBytes, 'the bytes of tables')];
  const words = [wholeOr(span, 'the span'), chosen(assignment, 'assignment', ASSIGNMENTS), turning ? 1 : 0, learning ? 0 : 1];
  const at = putWords(sides.flatMap((side, i) => [cells[2 * i], cells[2 * i + 1], 2 * side]));
  // `AstrideFleetOptions`: size, seed, bytes, span, assignment, turning, no learning.
  const wanted = small(1);
  putWord(wanted, 40);
  longs.forEach((long, i) => putLong(wanted + 8 + 8 * i, long));
  words.forEach((word, i) => putWord(wanted + 24 + 4 * i, word));
  return made(0, 'astride_fleet_new', ground, who, at, count, wanted, small(0));
}

/** The side that each robot faces: one for all, or a list. */
function sidesOf(facing, count) {
  const all = Array.isArray(facing) ? facing : new Array(count).fill(facing);
  if (all.length === count) return [...all].map((side) => chosen(side, 'side', SIDES));
  throw new AstrideError('BAD_ARGUMENT', `the sides that robots face are ${show(facing)}, expected one, or a list of ${count}`);
}
