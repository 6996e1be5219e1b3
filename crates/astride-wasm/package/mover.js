/** Movers: what terrain means to one kind of body, and how it steps. @module */

import { AstrideError, call, made, small } from './wasm.js';
import { Owner, show } from './owner.js';
import { chosen, classOf, options, whole } from './check.js';

const CORNERS = ['never', 'one-free', 'always'];
const MOST_STEP = 1 << 20;

export class Mover extends Owner {
  constructor(given) {
    const { terrain, neighbours = 8, corners = 'never', scale, crosses = [] } = options(given, ['terrain', 'neighbours', 'corners', 'scale', 'crosses']);
    // All is checked before there is anything to free.
    const classes = terrain === undefined ? null : classesOf(terrain);
    const four = chosen(neighbours, 'number of neighbours', [8, 4]);
    const corner = chosen(corners, 'corner rule', CORNERS);
    const steps = scale === undefined ? null : scaleOf(scale);
    const fences = crossingsOf(crosses);
    super('astride_mover_free', made(0, classes ? 'astride_mover_new' : 'astride_mover_walker', small(0)));
    const mover = Owner.pointer(this, Mover);
    for (const [letter, factor, media] of classes ?? []) call('astride_mover_class', mover, letter, factor, media);
    call('astride_mover_neighbours', mover, four);
    call('astride_mover_corners', mover, corner);
    if (steps) call('astride_mover_scale', mover, ...steps);
    for (const [letter, ticks] of fences) call('astride_mover_crosses', mover, letter, ticks);
  }

  /** A mover for whom each class costs as many times a step as its number; 0 is blocked. */
  static byCost(given = {}) {
    return new Mover({ ...given, terrain: Array.from({ length: 255 }, (_, at) => [at + 1, at + 1]) });
  }
}

/** The classes of `{ '.': 1, '~': 3 }` or of a list `[class, factor, media]`. */
function classesOf(terrain) {
  return rowsOf(terrain, 'the terrain', 'factor').map(([letter, factor, media = 1]) => [
    classOf(letter), whole(factor, 'the factor', 0, 1024), whole(media, 'the set of media', 1, 255),
  ]);
}

/** The fences of `{ f: 500 }` or of a list `[class, ticks]`. */
function crossingsOf(crosses) {
  return rowsOf(crosses, 'what it crosses', 'ticks').map(([letter, ticks]) => [
    classOf(letter), whole(ticks, 'the ticks of a crossing', 0, 2 ** 30),
  ]);
}

/** An object of letters or a list, as a list. */
function rowsOf(given, what, second) {
  if (given === null || typeof given !== 'object') {
    throw new AstrideError('BAD_ARGUMENT', `${what} is ${show(given)}, expected an object of letters or a list`);
  }
  const rows = Array.isArray(given) ? given : Object.entries(given);
  const wrong = rows.findIndex((row) => !Array.isArray(row));
  if (wrong < 0) return rows;
  throw new AstrideError('BAD_ARGUMENT', `a class of ${what} is ${show(rows[wrong])}, expected [class, ${second}]`);
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
