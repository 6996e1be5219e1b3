/** Crowds: units that walk on the free cells of a grid and never overlap, by number. @module */

import { AstrideError, call, getBytes, getFloats, getWord, made, putFloat, putWords, reserve, small } from './wasm.js';
import { Owner, show } from './owner.js';
import { chosen, itemsOf, number, numberOr, options, whole } from './check.js';
import { Grid } from './grid.js';
import { moverOr } from './mover.js';

const MODES = ['free', 'lattice'];
const FORMATIONS = ['line', 'column', 'wedge', 'box', 'circle'];
const BODY = ['radius', 'speed'];

/** Puts a point `[x, y]` into two places for small things; gives where it lies. */
function putPoint(at, point, what = 'the point') {
  if (point === null || typeof point !== 'object' || point.length !== 2) {
    throw new AstrideError('BAD_ARGUMENT', `${what} is ${show(point)}, expected [x, y]`);
  }
  putFloat(small(at), number(point[0], what));
  putFloat(small(at + 1), number(point[1], what));
  return small(at);
}

/** The words of a body. */
function bodyOf(given) {
  const { radius, speed } = options(given, BODY);
  return [numberOr(radius, 'the radius'), numberOr(speed, 'the speed')];
}

/** Puts the direction in which a group looks; [0, 0], by which the engine means the way it came, if it is not given. */
function putFacing(at, facing) {
  const put = putPoint(at, facing === undefined ? [0, 0] : facing, 'the facing');
  if (facing?.[0] === 0 && facing[1] === 0) throw new AstrideError('BAD_ARGUMENT', 'the facing is [0, 0], expected a direction');
  return put;
}

const unitOf = (unit) => whole(unit, 'the unit', 0, 0xffffffff);

export class Crowd extends Owner {
  constructor(grid, given) {
    const { mode = 'free', mover = grid?.mover } = options(given, ['mode', 'mover']);
    const ground = Owner.pointer(grid, Grid);
    super('astride_crowd_free', made(0, 'astride_crowd_new', ground, moverOr(mover), chosen(mode, 'mode', MODES), small(0)));
  }

  get handle() {
    return Owner.pointer(this, Crowd);
  }

  /** How many units there are. */
  get size() {
    return this.#counts()[0];
  }

  /** How many of them have arrived. */
  get arrivedCount() {
    return this.#counts()[1];
  }

  /** One number for the whole history, as a BigInt: the same calls give the same. */
  get digest() {
    call('astride_crowd_digest', this.handle, small(0));
    return BigInt(getWord(small(0))) | (BigInt(getWord(small(0) + 4)) << 32n);
  }

  /** Takes over the walls of a grid of the same size. */
  follow(grid, given) {
    const { mover = grid?.mover } = options(given, ['mover']);
    call('astride_crowd_follow', this.handle, Owner.pointer(grid, Grid), moverOr(mover));
  }

  /** Adds a unit at a point; gives its number. */
  spawn(point, given) {
    return made(2, 'astride_crowd_spawn', this.handle, putPoint(0, point), ...bodyOf(given), small(2));
  }

  /** Adds units in the free cells nearest to a point; gives the number of the first. */
  spawnNear(point, count, given) {
    const many = whole(count, 'the number of units', 0, 1 << 20);
    return made(2, 'astride_crowd_spawn_near', this.handle, putPoint(0, point), many, ...bodyOf(given), small(2));
  }

  /** Puts a unit somewhere else, where it stays. */
  teleport(unit, point) {
    call('astride_crowd_teleport', this.handle, unitOf(unit), putPoint(0, point));
  }

  /** Takes a unit away. The last unit gets its number. */
  remove(unit) {
    call('astride_crowd_remove', this.handle, unitOf(unit));
  }

  /** Sends units to a point, in formation if one is named. */
  order(units, point, given) {
    const { formation, spacing, facing } = options(given, ['formation', 'spacing', 'facing']);
    const list = itemsOf(units, 'the units').map(unitOf);
    if (formation === undefined && (spacing !== undefined || facing !== undefined)) {
      throw new AstrideError('BAD_ARGUMENT', 'there is no formation, expected one with the spacing or facing that is given');
    }
    const shape = formation === undefined ? null : chosen(formation, 'formation', FORMATIONS);
    const apart = numberOr(spacing, 'the spacing');
    // The room may move when it grows, so the list comes before the points.
    const at = putWords(list);
    const crowd = this.handle;
    const goal = putPoint(0, point);
    if (shape === null) call('astride_crowd_order', crowd, at, list.length, goal);
    else call('astride_crowd_order_formation', crowd, at, list.length, goal, shape, apart, putFacing(2, facing));
  }

  /** Moves everybody for one frame of 0 to 1 seconds. */
  advance(seconds) {
    call('astride_crowd_advance', this.handle, number(seconds, 'the time'));
  }

  /** Where each unit is, in cells: `x` and `y` in turn. */
  positions() {
    return this.#points('astride_crowd_positions');
  }

  /** How each moved in the last tick, in cells per second: `x` and `y` in turn. */
  velocities() {
    return this.#points('astride_crowd_velocities');
  }

  /** Whether each unit has arrived: 1 or 0. */
  arrived() {
    const count = this.size;
    const at = reserve(count);
    call('astride_crowd_arrived', this.handle, at, count);
    return getBytes(at, count);
  }

  #points(name) {
    const count = this.size;
    const at = reserve(16 * count);
    call(name, this.handle, at, count);
    return getFloats(at, 2 * count);
  }

  #counts() {
    call('astride_crowd_count', this.handle, small(0), small(1));
    return [getWord(small(0)), getWord(small(1))];
  }
}
