import type { Grid as Ground } from './index.js';

export const DiagonalMovement: Readonly<{ Always: 1; Never: 2; IfAtMostOneObstacle: 3; OnlyWhenNoObstacles: 4 }>;
/** Distances over `dx` columns and `dy` rows. Finders use the one that fits the steps, whichever is named. */
export const Heuristic: Readonly<Record<'manhattan' | 'euclidean' | 'octile' | 'chebyshev', (dx: number, dy: number) => number>>;

type Matrix = readonly ArrayLike<number | boolean>[];

export class Grid {
  constructor(matrix: Matrix);
  constructor(width: number, height: number, matrix?: Matrix);
  readonly width: number;
  readonly height: number;
  readonly ground: Ground;
  isInside(x: number, y: number): boolean;
  isWalkableAt(x: number, y: number): boolean;
  setWalkableAt(x: number, y: number, walkable: boolean): void;
  clone(): Grid;
}

export interface FinderOptions {
  diagonalMovement?: 1 | 2 | 3 | 4;
  allowDiagonal?: boolean;
  dontCrossCorners?: boolean;
  /** Ignored. */
  heuristic?: unknown;
  /** Of `AStarFinder` and `IDAStarFinder`: above 1 it is 2. Others ignore it. */
  weight?: number;
  /** Ignored. */
  timeLimit?: number;
  /** Ignored. */
  trackRecursion?: boolean;
  /** Ignored. */
  trackJumpRecursion?: boolean;
}

declare class Finder {
  constructor(options?: FinderOptions);
  /** The cells of a path, both ends included; none if there is no path. The start may be blocked. */
  findPath(startX: number, startY: number, endX: number, endY: number, grid: Grid): [number, number][];
}

export class AStarFinder extends Finder {}
export class DijkstraFinder extends Finder {}
export class BreadthFirstFinder extends Finder {}
export class BestFirstFinder extends Finder {}
export class BiAStarFinder extends Finder {}
export class BiDijkstraFinder extends Finder {}
export class BiBreadthFirstFinder extends Finder {}
export class BiBestFirstFinder extends Finder {}
export class IDAStarFinder extends Finder {}
/** Of the rules for diagonals it takes `diagonalMovement` alone; without it, they pass at most one obstacle. */
export class JumpPointFinder extends Finder {}

export const Util: Readonly<{
  compressPath(path: readonly (readonly [number, number])[]): [number, number][];
  expandPath(path: readonly (readonly [number, number])[]): [number, number][];
  pathLength(path: readonly (readonly [number, number])[]): number;
}>;

export * as default from './pathfinding.js';
