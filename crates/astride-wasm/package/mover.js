/** Movers: what terrain means to one kind of body, and how it steps. @module */

import { AstrideError, call, made, small } from './wasm.js';
import { Owner, show } from './owner.js';
import { chosen, classOf, options, whole } from './check.js';

const OPTIONS = ['terrain', 'neighbours', 'corners', 'scale', 'crosses'];
const CORNERS = ['never', 'one-free', 'always'];
const MOST_STEP = 1 << 20;

/** The usual ticks of a straight and of a diagonal step. */
const SCALE = [13860, 19601];

export class Mover extends Owner {
  /** The names of options in which it differs from the usual mover. */
  #own;

  constructor(given) {
    const { terrain, neighbours = 8, corners = 'never', scale = SCALE, crosses = [] } = options(given, OPTIONS);
    // All is checked before there is anything to free.
    const classes = terrain === undefined ? null : classesOf(terrain);
    const four = chosen(neighbours, 'number of neighbours', [8, 4]);
    const corner = chosen(corners, 'corner rule', CORNERS);
    const steps = scaleOf(scale);
    const fences = crossingsOf(crosses);
    super('astride_mover_free', made(0, classes ? 'astride_mover_new' : 'astride_mover_walker', small(0)));
    const mover = Owner.pointer(this, Mover);
    const differs = [classes, four, corner, steps.some((step, i) => step !== SCALE[i]), fences.length];
    this.#own = OPTIONS.filter((_, i) => differs[i]);
    for (const [letter, factor, media] of classes ?? []) call('astride_mover_class', mover, letter, factor, media);
    call('astride_mover_neighbours', mover, four);
    call('astride_mover_corners', mover, corner);
    call('astride_mover_scale', mover, ...steps);
    for (const [letter, ticks] of fences) call('astride_mover_crosses', mover, letter, ticks);
  }

  /** A mover for whom each class costs as many times a step as its number; 0 is blocked. */
  static byCost(given) {
    const rest = options(given, OPTIONS.slice(1));
    return new Mover({ ...rest, terrain: Array.from({ length: 255 }, (_, at) => [at + 1, at + 1]) });
  }

  /** The handle of a mover on a map of another shape, and a refusal if it sets what the shape does not use. */
  static on(mover, shape, used = OPTIONS) {
    const handle = moverOr(mover);
    const unused = mover?.#own.find((name) => !used.includes(name));
    if (unused === undefined) return handle;
    throw new AstrideError('UNSUPPORTED', `the mover sets ${unused}, which ${shape} would ignore, expected one that sets only ${used.join(' and ')}`);
  }
}

/** The classes of `{ '.': 1, '~': 3 }`, of a map, or of a list `[class, factor, media]`. */
function classesOf(terrain) {
  const rows = rowsOf(terrain, 'the terrain', 'factor');
  if (rows.length === 0) throw new AstrideError('BAD_ARGUMENT', 'the terrain names no class, expected at least one');
  return rows.map(([letter, factor, media = 1]) => [
    classOf(letter), whole(factor, 'the factor', 0, 1024), whole(media, 'the set of media', 1, 255),
  ]);
}

/** The fences of `{ f: 500 }`, of a map, or of a list `[class, ticks]`. */
function crossingsOf(crosses) {
  return rowsOf(crosses, 'what it crosses', 'ticks').map(([letter, ticks]) => [
    classOf(letter), whole(ticks, 'the ticks of a crossing', 0, 2 ** 30),
  ]);
}

/** An object of letters, a map of classes or a list, as a list. */
function rowsOf(given, what, second) {
  const isList = Array.isArray(given) || given instanceof Map;
  if (!isList && !isRecord(given)) {
    throw new AstrideError('BAD_ARGUMENT', `${what} is ${show(given)}, expected an object of letters, a Map or a list`);
  }
  const rows = isList ? [...given] : lettersOf(given, what, second);
  const wrong = rows.findIndex((row) => !Array.isArray(row));
  if (wrong < 0) return rows;
  throw new AstrideError('BAD_ARGUMENT', `a class of ${what} is ${show(rows[wrong])}, expected [class, ${second}]`);
}

/** Whether a value is a plain object: one of a class, such as a Date, says nothing of letters. */
function isRecord(value) {
  if (value === null || typeof value !== 'object') return false;
  const above = Object.getPrototypeOf(value);
  return above === null || Object.getPrototypeOf(above) === null;
}

/** The entries of an object, whose keys are letters: JavaScript makes a text of a number there. */
function lettersOf(given, what, second) {
  const rows = Object.entries(given);
  const wrong = rows.find(([key]) => key.length !== 1);
  if (wrong === undefined) return rows;
  const text = `${what} names ${show(wrong[0])}, expected single letters as keys; for numbers of classes, a Map or a list of [class, ${second}]`;
  throw new AstrideError('BAD_ARGUMENT', text);
}

function scaleOf(scale) {
  if (!Array.isArray(scale) || scale.length !== 2) {
    throw new AstrideError('BAD_ARGUMENT', `the scale is ${show(scale)}, expected [straight, diagonal]`);
  }
  const straight = whole(scale[0], 'the straight step', 1, MOST_STEP);
  return [straight, whole(scale[1], 'the diagonal step', straight, MOST_STEP)];
}

/** The handle of a mover; 0, the usual walker, if there is none. */
export const moverOr = (mover) => (mover === undefined ? 0 : Owner.pointer(mover, Mover));
