/** Distance fields: what it costs from every cell to the nearest goal, and where to step. @module */

import { call, getLong, getLongs, getWord, long, made, putWords, reserve, small } from './wasm.js';
import { Owner } from './owner.js';
import { cellOn, cellsOn, chosen, limit, options } from './check.js';
import { putCell } from './edit.js';
import { Grid } from './grid.js';
import { moverOr } from './mover.js';
import { answer, Path } from './path.js';

const WAYS = ['to-goals', 'from-sources'];

export class Field extends Owner {
  #grid;

  constructor(grid, cells, given) {
    // Before anything is made that would have to be freed.
    const fill = asked(grid, cells, given);
    super('astride_field_free', made(0, 'astride_field_new', small(0)));
    this.#grid = grid;
    /** Whether all that can be reached is known: `mostExpansions` may have ended it early. */
    this.isComplete = fill(this.handle);
  }

  /** Computes it again, for other cells or after edits, in the memory it has. */
  compute(cells, given) {
    this.isComplete = asked(this.#grid, cells, given)(this.handle);
    return this;
  }

  get handle() {
    return Owner.pointer(this, Field);
  }

  /** The cost at a cell in ticks; `Infinity` where it does not reach. */
  costAt(cell) {
    call('astride_field_cost', this.handle, this.#put(cell), small(1));
    return getLong(small(1));
  }

  /** The costs at all cells, row by row. */
  costs() {
    const count = this.#grid.width * this.#grid.height;
    const at = reserve(8 * count);
    call('astride_field_costs', this.handle, at, count);
    return getLongs(at, count);
  }

  /** The range: all cells whose cost is at most this many ticks, row by row, `x` and `y` in turn. */
  within(ticks) {
    const [costs, cells, { width }] = [this.costs(), [], this.#grid];
    for (let at = 0; at < costs.length; at++) if (costs[at] <= ticks && costs[at] < Infinity) cells.push(at % width, Math.floor(at / width));
    return Int32Array.from(cells);
  }

  /** The next cell on a cheapest path; null at a goal and where it does not reach. */
  next(cell) {
    const status = call('astride_field_next', this.handle, this.#grid.handle, this.#put(cell), small(1));
    return status === 0 ? [getWord(small(1)), getWord(small(1) + 4)] : null;
  }

  /** A cheapest path between a cell and the nearest goal or source, in walking order. */
  pathFrom(cell) {
    const path = answer();
    call('astride_field_path', this.handle, this.#grid.handle, this.#put(cell), path);
    return Path.read();
  }

  #put(cell) {
    return putCell(0, cellOn(this.#grid, cell, 'cell'));
  }
}

/** Checks what is asked for; gives what fills a field with it and says whether that is all. */
function asked(grid, cells, given) {
  const ground = Owner.pointer(grid, Grid);
  const { mover = grid.mover, way = 'to-goals', mostExpansions } = options(given, ['mover', 'way', 'mostExpansions']);
  const list = cellsOn(grid, cells, 'cell');
  const [number, most] = [chosen(way, 'way', WAYS), long(limit(mostExpansions, 'the most expansions'))];
  const who = moverOr(mover);
  return (field) => call('astride_field_compute', field, ground, who, putWords(list), list.length / 2, number, most, 0n) === 0;
}
