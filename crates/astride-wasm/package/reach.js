/** Movement ranges: all cells within a cost, what each costs, and the path to it. @module */

import { call, getInts, getLong, getWord, made, small } from './wasm.js';
import { checkInside, Owner } from './owner.js';
import { cellOn } from './check.js';
import { putCell } from './edit.js';
import { answer, Path } from './path.js';

export class Reach extends Owner {
  #map;

  /** Use `reach` of a navigator. */
  constructor(key, map, fill) {
    checkInside(key, 'Reach', 'what navigator.reach answers');
    super('astride_reach_free', made(0, 'astride_reach_new', small(0)));
    // It stays when the navigator is freed.
    this.#map = { width: map.width, height: map.height };
    try {
      /** Whether it is known: `mostExpansions` may have ended it early, and then it is empty. */
      this.isComplete = fill(this.handle) === 0;
    } catch (error) {
      this.free();
      throw error;
    }
  }

  get handle() {
    return Owner.pointer(this, Reach);
  }

  /** The cells, row by row: `x` and `y` in turn. */
  cells() {
    const [at, count] = this.#list();
    const [all, cells] = [getInts(at, 4 * count), new Int32Array(2 * count)];
    for (let i = 0; i < count; i++) cells.set(all.subarray(4 * i, 4 * i + 2), 2 * i);
    return cells;
  }

  /** The cost of a cheapest path to each of the cells, in ticks. */
  costs() {
    const [at, count] = this.#list();
    return Float64Array.from({ length: count }, (_, i) => getLong(at + 16 * i + 8));
  }

  /** What it costs to go to a cell, in ticks; `Infinity` if it is not within reach. */
  costAt(cell) {
    call('astride_reach_cost', this.handle, this.#put(cell), small(1));
    return getLong(small(1));
  }

  /** A cheapest path to a cell. */
  pathTo(cell) {
    const [reach, path] = [this.handle, answer()];
    call('astride_reach_path', reach, this.#put(cell), path);
    return Path.read();
  }

  #list() {
    call('astride_reach_cells', this.handle, small(0), small(1));
    return [getWord(small(0)), getWord(small(1))];
  }

  #put(cell) {
    return putCell(0, cellOn(this.#map, cell, 'cell'));
  }
}
