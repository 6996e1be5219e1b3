/** Questions and answers: how a path is asked for, its cells, or why there is none. @module */

import { call, getFloat, getInts, getLong, getWord, made, putLong, putWord, small } from './wasm.js';
import { checkInside, INSIDE } from './owner.js';
import { chosen, limit, options } from './check.js';

/** The names of methods, as everywhere in Astride. */
export const METHODS = Object.freeze(['astar', 'dijkstra', 'breadth-first', 'greedy', 'weighted', 'bidirectional', 'ida-star', 'jps', 'weighted-ida-star', 'bidirectional-breadth-first', 'bidirectional-greedy', 'depth-first', 'swarm', 'convergent-swarm', 'bidirectional-swarm']);

const ASKED = ['mover', 'method', 'mostCost', 'mostExpansions', 'orNearest'];

export const STATUS = ['found', 'unreachable', 'out-of-budget', 'nothing', 'expired'];
export const GUARANTEE = [null, 'optimal', 'within', 'fewest-steps'];
const WHY = [null, 'start-blocked', 'goal-blocked', 'enclosed', 'too-costly', 'start-enclosed', 'goal-enclosed', 'apart'];

/** The path that every question fills. */
let answered = 0;

/** The handle of the path that every question fills. */
export const answer = () => answered ||= made(0, 'astride_path_new', small(0));

/** The memory of searches, one for all. */
let memory = 0;
export const scratch = () => memory ||= made(0, 'astride_scratch_new', small(0));

/** Checks the options of a search; gives the mover and what lays the rest down, from place `at` on, and gives where. */
export function asked(given, usual) {
  const { mover = usual, method = 'astar', mostCost, mostExpansions, orNearest = false } = options(given, ASKED);
  const number = chosen(method, 'method', METHODS);
  const most = [limit(mostCost, 'the most cost'), limit(mostExpansions, 'the most expansions')];
  // `AstrideFindOptions`: size, most cost, expansions, microseconds, method, and to the nearest.
  const put = (at) => {
    putWord(small(at), 40);
    putLong(small(at + 1), most[0]);
    putLong(small(at + 2), most[1]);
    putLong(small(at + 3), 0);
    putWord(small(at + 4), number);
    putWord(small(at + 4) + 4, orNearest ? 1 : 0);
    return small(at);
  };
  return [mover, put];
}

/** The bytes of `AstridePathInfo`, and where its numbers lie. */
const INFO = { size: 80, cost: 16, length: 24, bound: 32, enclosed: 40, lower: 48, expanded: 56, status: 64, guarantee: 68, why: 72, nearest: 76 };

/** What is known of an answer, whatever its places are: see `index.d.ts`. */
export class Answer {
  /** Reads what `name` tells of a handle. */
  constructor(key, name, handle) {
    checkInside(key, new.target.name, 'what findPath answers');
    const info = small(2);
    putWord(info, INFO.size);
    call(name, handle, info);
    this.status = STATUS[getWord(info + INFO.status)];
    this.cost = getLong(info + INFO.cost);
    this.length = getFloat(info + INFO.length);
    this.guarantee = GUARANTEE[getWord(info + INFO.guarantee)];
    this.bound = getFloat(info + INFO.bound);
    this.why = WHY[getWord(info + INFO.why)];
    this.enclosed = getLong(info + INFO.enclosed);
    this.lowerBound = getLong(info + INFO.lower);
    this.expanded = getLong(info + INFO.expanded);
    this.isNearest = getWord(info + INFO.nearest) === 1;
  }

  /** Whether the goal is reached. */
  get found() {
    return this.status === 'found';
  }
}

/** The answer to a question on a grid. */
export class Path extends Answer {
  /** Reads what the last question filled. */
  static read() {
    const path = answer();
    const read = new Path(INSIDE, 'astride_path_info', path);
    call('astride_path_cells', path, small(0), small(1));
    read.cells = getInts(getWord(small(0)), 2 * getWord(small(1)));
    return read;
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
