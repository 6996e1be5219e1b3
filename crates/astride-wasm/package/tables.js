/** Indexes of one grid for one mover: built once, asked very often. @module */

import { call, checkHas, getLong, long, made, putBytes, small, takeBytes } from './wasm.js';
import { checkInside, INSIDE, Owner } from './owner.js';
import { byteList, chosen, limit, options } from './check.js';
import { Grid } from './grid.js';
import { moverOr } from './mover.js';
import { answer, Path, scratch } from './path.js';

/** Only the first two are in the smaller program. */
const KINDS = ['jump-points', 'labels', 'jump-table', 'jump-boxes', 'jump-landmarks'];

export class Index extends Owner {
  #grid;
  #mover;

  /** Use `grid.index(kind)` or `Index.load`. */
  constructor(key, pointer, grid, mover) {
    checkInside(key, 'Index', 'grid.index(kind) or Index.load');
    super('astride_index_free', pointer);
    this.#grid = grid;
    this.#mover = mover;
  }

  static build(grid, kind, given) {
    const ground = Owner.pointer(grid, Grid);
    const { mover = grid.mover } = options(given, ['mover']);
    const number = chosen(kind, 'kind of index', KINDS);
    // The program without these kinds is the one that saves no index.
    if (number > 1) checkHas('astride_index_save');
    return new Index(INSIDE, made(0, 'astride_index_build', ground, moverOr(mover), number, small(0)), grid, mover);
  }

  /** Loads labels that `save` made, for the same map and an equal mover. */
  static load(bytes, grid, given) {
    const ground = Owner.pointer(grid, Grid);
    const { mover = grid.mover } = options(given, ['mover']);
    const list = byteList(bytes, 'the saved index');
    const [who, at] = [moverOr(mover), putBytes(list)];
    return new Index(INSIDE, made(0, 'astride_index_load', at, list.length, ground, who, small(0)), grid, mover);
  }

  get handle() {
    return Owner.pointer(this, Index);
  }

  /** Finds a cheapest path. */
  findPath(start, goal, given) {
    const { mostExpansions } = options(given, ['mostExpansions']);
    const most = limit(mostExpansions, 'the most expansions');
    const [index, grid, path, memory] = [this.handle, this.#grid.handle, answer(), scratch()];
    const [from, to] = this.#ends(start, goal);
    call('astride_index_find', index, grid, from, to, long(most), memory, path);
    return Path.read();
  }

  /** The cost of a cheapest path, `Infinity` if there is none; quicker than the path. */
  cost(start, goal) {
    const [index, grid, memory] = [this.handle, this.#grid.handle, scratch()];
    const [from, to] = this.#ends(start, goal);
    call('astride_index_cost', index, grid, from, to, memory, small(2));
    return getLong(small(2));
  }

  /**
   * Follows the edits of its grid, and builds boxes or landmarks again; labels cannot. Where there can be no jumps,
   * boxes or landmarks any more, it throws with `UNSUPPORTED` and answers without them; the first update after
   * the reason is gone brings them back. Where there can be no jump points at all, it throws the same and stays out of
   * date.
   */
  update() {
    call('astride_index_update', this.handle, this.#grid.handle, moverOr(this.#mover));
  }

  /** Labels as bytes. */
  save() {
    return takeBytes('astride_index_save', this.handle);
  }

  #ends(start, goal) {
    return [this.#grid.put(0, start, 'start'), this.#grid.put(1, goal, 'goal')];
  }
}
