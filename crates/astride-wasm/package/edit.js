/** Batches of edits: all of one are made, or none. @module */

import { AstrideError, call, made, putWord, small } from './wasm.js';
import { checkInside, INSIDE, Owner } from './owner.js';
import { cellOn, chosen, classOf, rectOn, whole } from './check.js';

const DIRECTIONS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];

/** Puts a cell into a place for small things; gives where it lies. */
export function putCell(at, [x, y]) {
  putWord(small(at), x);
  putWord(small(at) + 4, y);
  return small(at);
}

/** Puts a rectangle into two places; gives where it lies. */
export function putRect(at, [x, y, width, height]) {
  putCell(at, [x, y]);
  putCell(at + 1, [width, height]);
  return small(at);
}

export class Edit extends Owner {
  #map;

  /** Use `edit` of a grid or navigator. */
  constructor(key, map) {
    checkInside(key, 'Edit', 'the one that grid.edit hands over');
    super('astride_edit_free', made(0, 'astride_edit_new', small(0)));
    this.#map = map;
  }

  /** The cell gets this class. */
  set(cell, letter) {
    return this.#add('astride_edit_set', this.#cell(0, cell), classOf(letter));
  }

  /** All cells of `[x, y, width, height]` get this class. */
  fill(rect, letter) {
    return this.#add('astride_edit_fill', putRect(0, rectOn(this.#map, rect)), classOf(letter));
  }

  /** A wall stands on the side N, E, S or W of a cell; it closes that side for both cells. */
  wall(cell, side) {
    return this.#add('astride_edit_wall', this.#cell(0, cell), chosen(side, 'direction', DIRECTIONS), 1);
  }

  /** The wall or fence on a side of a cell is taken away. */
  removeWall(cell, side) {
    return this.#add('astride_edit_wall', this.#cell(0, cell), chosen(side, 'direction', DIRECTIONS), 0);
  }

  /** A fence or a door of a class stands on the side N, E, S or W of a cell: a wall, but not to movers that cross the class. */
  fence(cell, side, letter) {
    return this.#add('astride_edit_fence', this.#cell(0, cell), chosen(side, 'direction', DIRECTIONS), classOf(letter));
  }

  /** As `fence`, but only in the way of the step out of the cell. */
  fenceStep(cell, direction, letter) {
    return this.#add('astride_edit_fence_step', this.#cell(0, cell), chosen(direction, 'direction', DIRECTIONS), classOf(letter));
  }

  /** The step out of a cell in a direction is forbidden. */
  forbidStep(cell, direction) {
    return this.#add('astride_edit_step', this.#cell(0, cell), chosen(direction, 'direction', DIRECTIONS), 0);
  }

  /** The step out of a cell in a direction is allowed again. */
  allowStep(cell, direction) {
    return this.#add('astride_edit_step', this.#cell(0, cell), chosen(direction, 'direction', DIRECTIONS), 1);
  }

  /** A link leads from one cell to another for this many ticks, 1 to 2^30. */
  link(from, to, ticks) {
    return this.#add('astride_edit_link', this.#cell(0, from), this.#cell(1, to), whole(ticks, 'the cost of the link', 1, 2 ** 30));
  }

  /** The link from one cell to another is taken away. */
  unlink(from, to) {
    return this.#add('astride_edit_unlink', this.#cell(0, from), this.#cell(1, to));
  }

  #add(name, ...values) {
    call(name, Owner.pointer(this, Edit), ...values);
    return this;
  }

  #cell(at, cell) {
    return putCell(at, cellOn(this.#map, cell, 'cell'));
  }
}

/** Lets `change` fill a batch for a map, and gives what `use` makes of its handle. */
export function edited(map, change, use) {
  const edit = new Edit(INSIDE, map);
  try {
    const result = change(edit);
    if (typeof result?.then === 'function') {
      // Whatever it still tries with the batch is refused, and one error is enough.
      Promise.resolve(result).catch(() => {});
      throw new AstrideError('BAD_ARGUMENT', 'the function that fills the batch is asynchronous, expected one that has filled it when it returns');
    }
    return use(Owner.pointer(edit, Edit));
  } finally {
    edit.free();
  }
}
