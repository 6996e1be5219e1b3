/** Grids: made, read, edited, written, and asked with nothing prepared. @module */

import { AstrideError, call, getBytes, getLong, getWord, made, putBytes, release, reserve, small, takeBytes } from './wasm.js';
import { Owner, show } from './owner.js';
import { byteList, cellOn, classOf, fileOf, MOST_CELLS, sides, textOf } from './check.js';
import { edited, putCell } from './edit.js';
import { Field } from './field.js';
import { Index } from './tables.js';
import { Mover, moverOr } from './mover.js';
import { answer, asked, Path, scratch } from './path.js';

/** What a constructor is handed by the functions that read a grid. */
const READ = Symbol('read');

export class Grid extends Owner {
  #mover = undefined;

  constructor(width, height, classes = '.') {
    super('astride_grid_free', width === READ ? height : gridOf(width, height, classes));
    [this.width, this.height] = width === READ ? sizeOf(height) : [width, height];
  }

  /** The mover of questions that name none; the usual walker if it is not set. */
  get mover() {
    return this.#mover;
  }

  set mover(mover) {
    if (mover !== undefined && !(mover instanceof Mover)) {
      throw new AstrideError('BAD_ARGUMENT', `the mover of a grid is ${show(mover)}, expected a Mover, or undefined for the usual walker`);
    }
    this.#mover = mover;
  }

  /** Reads a drawing: a line of letters per row. */
  static fromText(text) {
    return read('astride_grid_from_text', putBytes(textOf(text, 'the drawing')), 0, 0);
  }

  /** Reads a drawing in which `A` and `B` stand once each. */
  static drawn(text) {
    const grid = read('astride_grid_from_text', putBytes(textOf(text, 'the drawing')), small(1), small(2));
    const [start, goal] = [1, 2].map((at) => [getWord(small(at)), getWord(small(at) + 4)]);
    return { grid, start, goal };
  }

  /** Reads a MovingAI `.map` file, as bytes or as text. */
  static fromMap(file) {
    const list = fileOf(file, 'the file');
    return read('astride_grid_from_map', putBytes(list), list.length);
  }

  /** Makes a grid of rows of numbers, booleans or bigints: 0, false and 0n are free, all others are blocked. */
  static fromMatrix(rows) {
    return ofMatrix(rows, isZero);
  }

  /** Makes a grid of what each cell costs: 1 to 255 times a step, or 0 for blocked. */
  static fromCosts(width, height, costs) {
    const grid = new Grid(width, height, byteList(costs, 'the list of costs'));
    grid.mover = Mover.byCost();
    return grid;
  }

  /** How often it was edited. */
  get revision() {
    call('astride_grid_revision', this.handle, small(0));
    return getLong(small(0));
  }

  /** For the other files of this package. */
  get handle() {
    return Owner.pointer(this, Grid);
  }

  /** The class of a cell. */
  classAt(cell) {
    call('astride_grid_class', this.handle, this.put(0, cell, 'cell'), small(1));
    return getBytes(small(1), 1)[0];
  }

  /** The classes of all cells, row by row. */
  classes() {
    const count = this.width * this.height;
    const at = reserve(count);
    call('astride_grid_classes', this.handle, at, count);
    return getBytes(at, count);
  }

  /** Makes all changes that the function puts into the batch, or none. */
  edit(change) {
    edited(this, change, (batch) => call('astride_grid_apply', this.handle, batch, 0));
  }

  /** Another grid like this one. */
  clone() {
    const copy = read('astride_grid_copy', this.handle);
    copy.mover = this.mover;
    return copy;
  }

  /** The bytes of a MovingAI `.map` file. */
  toMap() {
    return takeBytes('astride_grid_to_map', this.handle);
  }

  /** Finds a path. */
  findPath(start, goal, given) {
    const [mover, put] = asked(given, this.mover);
    const [grid, who, path, memory] = [this.handle, moverOr(mover), answer(), scratch()];
    const [from, to] = [this.put(0, start, 'start'), this.put(1, goal, 'goal')];
    call('astride_find_path_by', grid, who, from, to, put(2), memory, path);
    return Path.read();
  }

  /** What it costs from every cell to the nearest of `goals`, or the other way round. */
  field(goals, given) {
    return new Field(this, goals, given);
  }

  /** What makes many questions quick: `jump-points`, `labels`, or another of `KINDS`. */
  index(kind, given) {
    return Index.build(this, kind, given);
  }

  /** Puts a cell of it into a place for small things. For the other files of this package. */
  put(at, cell, what) {
    return putCell(at, cellOn(this, cell, what));
  }
}

/** Takes over a grid that a function of the engine puts in place 0. */
export function read(name, ...values) {
  const pointer = made(0, name, ...values, small(0));
  const [width, height] = sizeOf(pointer);
  if (width * height > MOST_CELLS) {
    release('astride_grid_free', pointer);
    sides(width, height);
  }
  return new Grid(READ, pointer);
}

/** Makes a grid of rows of cells; `isFree` says which of them are free, and gives undefined for what is no cell. */
export function ofMatrix(rows, isFree) {
  const width = Array.isArray(rows) ? rows[0]?.length : undefined;
  const isRectangle = width !== undefined && rows.findIndex((row) => row?.length !== width) < 0;
  if (!isRectangle) throw new AstrideError('BAD_ARGUMENT', 'the matrix has rows of different lengths or none, expected a rectangle');
  sides(width, rows.length);
  const classes = new Uint8Array(width * rows.length);
  for (let y = 0; y < rows.length; y++) {
    for (let [x, row] = [0, rows[y]]; x < width; x++) {
      const free = isFree(row[x]);
      if (free === undefined) throw new AstrideError('BAD_ARGUMENT', `the matrix has ${show(row[x])} in column ${x} of row ${y}, expected a number, a boolean or a bigint`);
      classes[y * width + x] = free ? 0x2e : 0x23;
    }
  }
  return new Grid(width, rows.length, classes);
}

function isZero(cell) {
  switch (typeof cell) {
    case 'number': return cell === 0;
    case 'boolean': return !cell;
    case 'bigint': return cell === 0n;
    default: return undefined;
  }
}

/** Reads the size of a grid into places that nothing else lies in. */
function sizeOf(pointer) {
  call('astride_grid_size', pointer, small(3), small(4));
  return [getWord(small(3)), getWord(small(4))];
}

function gridOf(width, height, classes) {
  sides(width, height);
  if (typeof classes === 'string' || typeof classes === 'number') {
    return made(0, 'astride_grid_new', width, height, classOf(classes), small(0));
  }
  const list = byteList(classes, 'the list of classes');
  if (list.length !== width * height) {
    const text = `the list of classes has ${list.length} items, expected ${width * height} for ${width}x${height} cells`;
    throw new AstrideError('BAD_ARGUMENT', text);
  }
  return made(0, 'astride_grid_from_classes', width, height, putBytes(list), list.length, small(0));
}
