/** Answers: the cells of a path, or why there is none. @module */

import { call, getFloat, getInts, getLong, getWord, made, putWord, small } from './wasm.js';

const STATUS = ['found', 'unreachable', 'out-of-budget', 'nothing'];
const GUARANTEE = [null, 'optimal', 'within', 'fewest-steps'];
const WHY = [null, 'start-blocked', 'goal-blocked', 'enclosed', 'too-costly', 'start-enclosed', 'goal-enclosed', 'apart'];

/** The path that every question fills. */
let answered = 0;

/** The handle of the path that every question fills. */
export const answer = () => answered ||= made(0, 'astride_path_new', small(0));

/** The memory of searches, one for all. */
let memory = 0;
export const scratch = () => memory ||= made(0, 'astride_scratch_new', small(0));

/** The bytes of `AstridePathInfo`, and where its numbers lie. */
const INFO = { size: 80, count: 8, cost: 16, length: 24, bound: 32, enclosed: 40, lower: 48, expanded: 56, status: 64, guarantee: 68, why: 72, nearest: 76 };

/** The answer to a question: see `index.d.ts`. */
export class Path {
  /** Reads what the last question filled. */
  static read() {
    const [cells, count, info] = [small(0), small(1), small(2)];
    const path = answer();
    putWord(info, INFO.size);
    call('astride_path_info', path, info);
    call('astride_path_cells', path, cells, count);
    const read = new Path();
    read.status = STATUS[getWord(info + INFO.status)];
    read.cost = getLong(info + INFO.cost);
    read.cells = getInts(getWord(cells), 2 * getWord(count));
    read.length = getFloat(info + INFO.length);
    read.guarantee = GUARANTEE[getWord(info + INFO.guarantee)];
    read.bound = getFloat(info + INFO.bound);
    read.why = WHY[getWord(info + INFO.why)];
    read.enclosed = getLong(info + INFO.enclosed);
    read.lowerBound = getLong(info + INFO.lower);
    read.expanded = getLong(info + INFO.expanded);
    read.isNearest = getWord(info + INFO.nearest) === 1;
    return read;
  }

  /** Whether the goal is reached. */
  get found() {
    return this.status === 'found';
  }

  /** Steps from the first cell to the last. */
  get steps() {
    return Math.max(0, this.cells.length / 2 - 1);
  }

  /** The cells as pairs: `for (const [x, y] of path)`. */
  * [Symbol.iterator]() {
    for (let i = 0; i < this.cells.length; i += 2) yield [this.cells[i], this.cells[i + 1]];
  }
}
