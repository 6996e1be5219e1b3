/** Values that programs hand over, checked before the engine sees them. @module */

import { AstrideError } from './wasm.js';
import { Owner, show } from './owner.js';

/** Cells of a map. More would leave no memory for searches. */
export const MOST_CELLS = 1 << 24;

const bad = (text) => new AstrideError('BAD_ARGUMENT', text);

/** A whole number from `least` to `most`. */
export function whole(value, what, least, most) {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw bad(`${what} is ${show(value)}, expected a whole number from ${least} to ${most}`);
}

/** A limit: 0, which is none, if it is not given. */
export function limit(value, what) {
  return value === undefined || value === Infinity ? 0 : whole(value, what, 1, Number.MAX_SAFE_INTEGER);
}

/** A number whose range is for the engine to check. */
export function number(value, what) {
  if (typeof value === 'number') return value;
  throw bad(`${what} is ${show(value)}, expected a number`);
}

/** As `number`; 0, by which the engine means the usual one, if it is not given. */
export function numberOr(value, what) {
  if (value === undefined) return 0;
  if (value === 0) throw bad(`${what} is 0, expected another number, or none for the usual one`);
  return number(value, what);
}

/** A whole number as `numberOr`. */
export const wholeOr = (value, what, most = 0xffffffff) => (value === undefined ? 0 : whole(value, what, 1, most));

/** One of the words, as its place in the list. */
export function chosen(value, what, words) {
  const at = words.indexOf(value);
  if (at < 0) throw bad(`there is no ${what} ${show(value)}, expected one of ${words.join(', ')}`);
  return at;
}

/** A cell `[x, y]` of a map of this size. */
export function cellOn(map, cell, what) {
  const [x, y] = pair(cell, what);
  if (x >= 0 && y >= 0 && x < map.width && y < map.height) return [x, y];
  throw new AstrideError('OFF_MAP', `${what} (${x}, ${y}) is off the map of ${map.width}x${map.height} cells`);
}

function pair(cell, what) {
  const isPair = cell !== null && typeof cell === 'object' && cell.length === 2;
  if (isPair && Number.isInteger(cell[0]) && Number.isInteger(cell[1])) return [cell[0], cell[1]];
  throw bad(`${what} is ${show(cell)}, expected [x, y] of whole numbers`);
}

/** Cells of a map, as a list of `[x, y]` or as a typed array of x and y in turn; gives all numbers in turn. */
export function cellsOn(map, cells, what) {
  const isFlat = cells instanceof Int32Array || cells instanceof Uint32Array;
  if (!isFlat && !Array.isArray(cells)) {
    throw bad(`the ${what}s are ${show(cells)}, expected a list of [x, y], or an Int32Array of x and y in turn`);
  }
  if (isFlat && cells.length % 2 !== 0) {
    throw bad(`the list of ${what}s has ${cells.length} numbers, expected x and y in turn`);
  }
  const count = isFlat ? cells.length / 2 : cells.length;
  const all = new Uint32Array(2 * count);
  for (let i = 0; i < count; i++) all.set(cellOn(map, isFlat ? cells.subarray(2 * i, 2 * i + 2) : cells[i], what), 2 * i);
  return all;
}

/** A rectangle `[x, y, width, height]`. */
function rectOf(rect) {
  const isFour = rect !== null && typeof rect === 'object' && rect.length === 4;
  const four = isFour ? [rect[0], rect[1], rect[2], rect[3]] : [];
  if (isFour && four.every(Number.isInteger) && four[2] >= 0 && four[3] >= 0) return four;
  throw bad(`the rectangle is ${show(rect)}, expected [x, y, width, height] of whole numbers, the last two not negative`);
}

/** A rectangle of a map. */
export function rectOn(map, rect) {
  const four = rectOf(rect);
  const [x, y, width, height] = four;
  if (x >= 0 && y >= 0 && x + width <= map.width && y + height <= map.height) return four;
  throw new AstrideError('OFF_MAP', `the rectangle [${four}] is not within the map of ${map.width}x${map.height} cells`);
}

/** The part of a rectangle that is on a map; its width or height is 0 if there is none. */
export function partOn(map, rect) {
  const [x, y, width, height] = rectOf(rect);
  const [left, top] = [Math.max(x, 0), Math.max(y, 0)];
  const [right, bottom] = [Math.min(x + width, map.width), Math.min(y + height, map.height)];
  return right > left && bottom > top ? [left, top, right - left, bottom - top] : [0, 0, 0, 0];
}

/** A terrain class: a number from 0 to 255, or the letter that stands for it. */
export function classOf(value) {
  if (typeof value === 'string' && value.length === 1 && value.charCodeAt(0) < 256) return value.charCodeAt(0);
  if (Number.isInteger(value) && value >= 0 && value < 256) return value;
  throw bad(`the class is ${show(value)}, expected a letter or a number from 0 to 255`);
}

/** The sides of a map. */
export function sides(width, height) {
  whole(width, 'the width', 1, MOST_CELLS);
  whole(height, 'the height', 1, MOST_CELLS);
  if (width * height > MOST_CELLS) {
    throw bad(`the map has ${width}x${height} cells, expected at most ${MOST_CELLS}`);
  }
}

/** The items of a list, a set or a string. */
export function itemsOf(value, what) {
  if (typeof value?.[Symbol.iterator] === 'function') return [...value];
  throw bad(`${what} are ${show(value)}, expected a list`);
}

/** A list of bytes. */
export function byteList(value, what) {
  if (value instanceof Uint8Array || value instanceof Uint8ClampedArray) return value;
  throw bad(`${what} is ${show(value)}, expected a Uint8Array`);
}

/** A file, as bytes or as text. */
export const fileOf = (file, what) => (typeof file === 'string' ? new TextEncoder().encode(file) : byteList(file, what));

/** The bytes of a text, with a zero at the end. */
export function textOf(text, what) {
  if (typeof text !== 'string') throw bad(`${what} is ${show(text)}, expected a string`);
  if (text.includes('\0')) throw new AstrideError('BAD_DATA', `${what} holds a zero character, expected none`);
  return new TextEncoder().encode(`${text}\0`);
}

/** The options of a call; a misspelt one is an error. */
export function options(value, known) {
  if (value === undefined) return {};
  const isPlain = value !== null && typeof value === 'object' && !(value instanceof Owner) && !(Symbol.iterator in value);
  if (!isPlain) throw bad(`the options are ${show(value)}, expected an object such as { ${known[0]}: … }`);
  for (const name of Object.keys(value)) {
    if (value[name] !== undefined && !known.includes(name)) throw bad(`there is no option ${show(name)}, expected one of ${known.join(', ')}`);
  }
  return value;
}
