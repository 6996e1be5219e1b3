import type { Grid as Ground } from './index.js';

export const DiagonalMovement: Readonly<{ Always: 1; Never: 2; IfAtMostOneObstacle: 3; OnlyWhenNoObstacles: 4 }>;
export const Heuristic: Readonly<Record<'manhattan' | 'euclidean' | 'octile' | 'chebyshev', string>>;

type Matrix = readonly ArrayLike<number>[];

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
  heuristic?: unknown;
  weight?: number;
}

declare class Finder {
  constructor(options?: FinderOptions);
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
export class JumpPointFinder extends Finder {}

export const Util: Readonly<{
  compressPath(path: readonly (readonly [number, number])[]): [number, number][];
  expandPath(path: readonly (readonly [number, number])[]): [number, number][];
  pathLength(path: readonly (readonly [number, number])[]): number;
}>;

declare const PF: {
  Grid: typeof Grid; DiagonalMovement: typeof DiagonalMovement; Heuristic: typeof Heuristic; Util: typeof Util;
  AStarFinder: typeof AStarFinder; DijkstraFinder: typeof DijkstraFinder; BreadthFirstFinder: typeof BreadthFirstFinder;
  BestFirstFinder: typeof BestFirstFinder; BiAStarFinder: typeof BiAStarFinder; BiDijkstraFinder: typeof BiDijkstraFinder;
  BiBreadthFirstFinder: typeof BiBreadthFirstFinder; BiBestFirstFinder: typeof BiBestFirstFinder;
  IDAStarFinder: typeof IDAStarFinder; JumpPointFinder: typeof JumpPointFinder;
};
export default PF;
