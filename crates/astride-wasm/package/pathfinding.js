/**
 * The names of PathFinding.js over Astride, so that a program written for it changes one import.
 * What differs is listed in docs/javascript.md.
 * @module
 */

import { AstrideError, start } from './wasm.js';
import { cellOn, whole } from './check.js';
import { Grid as Ground, ofMatrix } from './grid.js';
import { Mover } from './mover.js';

await start();

export const DiagonalMovement = Object.freeze({ Always: 1, Never: 2, IfAtMostOneObstacle: 3, OnlyWhenNoObstacles: 4 });

/** Distances over `dx` columns and `dy` rows. Finders use the one that fits the steps, whichever is named. */
export const Heuristic = Object.freeze({
  manhattan: (dx, dy) => dx + dy,
  euclidean: (dx, dy) => Math.hypot(dx, dy),
  octile: (dx, dy) => Math.max(dx, dy) + (Math.SQRT2 - 1) * Math.min(dx, dy),
  chebyshev: (dx, dy) => Math.max(dx, dy),
});

const FREE = 0x2e;
const BLOCKED = 0x23;

/** A grid of cells that can be walked or not. Finders leave it as it is. */
export class Grid {
  #ground;

  /** `new Grid(matrix)`, or `new Grid(width, height, matrix)`: what is false to JavaScript, such as 0, is free. */
  constructor(width, height, matrix) {
    if (width instanceof Ground) this.#ground = width;
    else if (Array.isArray(width)) this.#ground = ofMatrix(width, isFree);
    else if (matrix === undefined) this.#ground = new Ground(width, height, FREE);
    else this.#ground = ofMatrix(matrix, isFree);
    [this.width, this.height] = [this.#ground.width, this.#ground.height];
    if (matrix !== undefined && (this.width !== width || this.height !== height)) {
      throw new AstrideError('BAD_ARGUMENT', `the matrix is ${this.width}x${this.height}, expected ${width}x${height}`);
    }
  }

  /** The grid of Astride behind it. */
  get ground() {
    return this.#ground;
  }

  isInside(x, y) {
    return x >= 0 && y >= 0 && x < this.width && y < this.height;
  }

  isWalkableAt(x, y) {
    return this.isInside(x, y) && this.#ground.classAt([x, y]) === FREE;
  }

  setWalkableAt(x, y, walkable) {
    this.#ground.edit((edit) => edit.set([x, y], walkable ? FREE : BLOCKED));
  }

  clone() {
    return new Grid(this.#ground.clone());
  }
}

/** Whether a cell of a matrix is free, as PathFinding.js reads it. */
const isFree = (cell) => !cell;

const CORNERS = { 1: 'always', 3: 'one-free', 4: 'never' };
const movers = new Map();

/** The mover of a rule for diagonals; one for all finders. */
function moverOf(rule) {
  if (!movers.has(rule)) movers.set(rule, new Mover(rule === 2 ? { neighbours: 4 } : { corners: CORNERS[rule] }));
  return movers.get(rule);
}

/** The rule that the options name, as PathFinding.js reads them. */
function ruleOf({ diagonalMovement, allowDiagonal, dontCrossCorners }, usual) {
  if (diagonalMovement) return whole(diagonalMovement, 'diagonalMovement', 1, 4);
  if (allowDiagonal === undefined) return usual;
  if (!allowDiagonal) return DiagonalMovement.Never;
  return dontCrossCorners ? DiagonalMovement.OnlyWhenNoObstacles : DiagonalMovement.IfAtMostOneObstacle;
}

class Finder {
  #mover;
  #method;

  constructor(method, given, usual = DiagonalMovement.Never) {
    this.#method = method;
    this.#mover = moverOf(ruleOf(given, usual));
  }

  /** The cells `[x, y]` of a path, both ends included; none if there is no path. */
  findPath(startX, startY, endX, endY, grid) {
    if (!(grid instanceof Grid)) throw new AstrideError('BAD_ARGUMENT', 'the last argument is no Grid of this module, expected one');
    const start = cellOn(grid, [startX, startY], 'start');
    const find = (ground) => [...ground.findPath(start, [endX, endY], { method: this.#method, mover: this.#mover })];
    if (grid.isWalkableAt(startX, startY)) return find(grid.ground);
    // Units mark their own cells as blocked, and PathFinding.js does not look at the start.
    const copy = grid.clone();
    try {
      copy.setWalkableAt(startX, startY, true);
      return find(copy.ground);
    } finally {
      copy.ground.free();
    }
  }
}

/** A finder with a method of its own. */
const finder = (method) => class extends Finder {
  constructor(given) {
    super(method, given ?? {});
  }
};

/** A finder that takes a weight: one above 1 is answered with 2. */
const weighable = (method, weighted) => class extends Finder {
  constructor(given) {
    super(given?.weight > 1 ? weighted : method, given ?? {});
  }
};

export const AStarFinder = weighable('astar', 'weighted');

export const DijkstraFinder = finder('dijkstra');
export const BreadthFirstFinder = finder('breadth-first');
export const BestFirstFinder = finder('greedy');
export const BiAStarFinder = finder('bidirectional');
export const BiDijkstraFinder = finder('bidirectional');
export const BiBreadthFirstFinder = finder('bidirectional-breadth-first');
export const BiBestFirstFinder = finder('bidirectional-greedy');
export const IDAStarFinder = weighable('ida-star', 'weighted-ida-star');

/** It looks at `diagonalMovement` alone. */
export const JumpPointFinder = class extends Finder {
  constructor(given) {
    super('jps', { diagonalMovement: given?.diagonalMovement }, DiagonalMovement.IfAtMostOneObstacle);
  }
};

/** Every cell of a straight line between two cells (Bresenham 1965), without the last. */
function line([x, y], [toX, toY]) {
  const [dx, dy] = [Math.abs(toX - x), Math.abs(toY - y)];
  const [stepX, stepY] = [Math.sign(toX - x), Math.sign(toY - y)];
  const cells = [];
  for (let left = dx - dy; x !== toX || y !== toY;) {
    cells.push([x, y]);
    const twice = 2 * left;
    if (twice > -dy) [left, x] = [left - dy, x + stepX];
    if (twice < dx) [left, y] = [left + dx, y + stepY];
  }
  return cells;
}

export const Util = Object.freeze({
  /** The ends and turning points of a path. */
  compressPath(path) {
    const turns = ([x, y], i) => {
      if (i === 0 || i === path.length - 1) return true;
      const [[ax, ay], [bx, by]] = [path[i - 1], path[i + 1]];
      const isStraight = (x - ax) * (by - y) === (y - ay) * (bx - x);
      return !isStraight || (x - ax) * (bx - x) + (y - ay) * (by - y) <= 0;
    };
    return path.filter(turns);
  },

  /** All cells of a path that names its turning points. */
  expandPath(path) {
    if (path.length < 2) return [...path];
    return path.slice(1).flatMap((to, i) => line(path[i], to)).concat([path.at(-1)]);
  },

  /** The sum of the lengths of all pieces. */
  pathLength(path) {
    return path.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - path[i][0], y - path[i][1]), 0);
  },
});

export default {
  Grid, DiagonalMovement, Heuristic, Util,
  AStarFinder, DijkstraFinder, BreadthFirstFinder, BestFirstFinder, BiAStarFinder, BiDijkstraFinder, BiBreadthFirstFinder,
  BiBestFirstFinder, IDAStarFinder, JumpPointFinder,
};
