import type { Cell, Cells, Class, Edit, Grid, Mover, Path, Rect } from './index.js';

export * from './index.js';

export interface AskOptions {
  /** The number of the mover: 0 is the first. */
  mover?: number;
  /** The number of the faction by whose knowledge it goes, from 1; 0 for the map as it is. */
  faction?: number;
  /** The numbers of the overlays whose extra cost counts, each once however often it is named. */
  overlays?: readonly number[];
  /** The number of a set of places that are not entered, except those that the mover covers at its start: all units. */
  around?: number;
  /** The number of a set of goals that are as good as the goal; the path leads to the one that costs least. */
  orTo?: number;
  orNearest?: boolean;
}

export interface NavigatorOptions {
  mover?: Mover;
  upkeep?: 'at-once' | 'by-hand';
  /** How many requests are worked on at once, 1 to 1024. 4. */
  lanes?: number;
  /** Expansions that a request makes at most before the others have their turn. 1024. */
  quantum?: number;
  /** By how much a request rises in priority with each frame it waits, 1 or more. 1. */
  ageing?: number;
  /** The most requests, answers not taken included. 65536. */
  mostRequests?: number;
}

export type Kept = 'components' | 'jump-points' | 'jump-table' | 'clusters' | 'labels' | 'landmarks';

export interface Work {
  expansions: number;
  served: number;
  running: number;
  waiting: number;
}

/** A request that was answered, and what of the answer holds on the map as it was then. */
export interface Delivery {
  ticket: number;
  path: Path;
  revision: number;
  /** How many frames it took, at least 1; see `work` for what a frame with a time limit counts as. */
  frames: number;
  standing: 'current' | 'walkable' | 'other-cost' | 'blocked' | 'outdated';
  /** With `other-cost`, what its path costs now. */
  cost: number;
  /** With `blocked`, the first step that is not possible. */
  step: number;
}

/** A map with movers, factions, overlays and indexes. It copies the grid. */
export class Navigator {
  constructor(grid: Grid, options?: NavigatorOptions);
  static load(bytes: Uint8Array): Navigator;
  readonly width: number;
  readonly height: number;
  readonly revision: number;
  grid(): Grid;
  addMover(mover?: Mover, side?: number): number;
  addOverlay(): number;
  /** Sets the extra cost of entering each cell of a rectangle, 0 to 2^24 - 1 ticks. */
  fillOverlay(overlay: number, rect: Rect, ticks: number): void;
  /** Adds an empty set of places, for `around` and `orTo`; gives its number, from 1. Sets are not saved. */
  addPlaces(): number;
  /** Replaces all of a set by these cells. If they are the same as before, nothing becomes outdated. */
  setPlaces(places: number, cells: Cells): void;
  addFaction(assumed?: Class): number;
  /** A faction sees a rectangle as it is. What of it lies off the map is left out. Gives how many cells became known. */
  reveal(faction: number, rect: Rect): number;
  revealAround(faction: number, eye: Cell, radius: number, opaque: Iterable<Class>): number;
  /** As `edit` of a grid: `change` must not be `async`. */
  edit(change: (edit: Edit) => void): void;
  keep(index: Kept, mover?: number): void;
  drop(index: Kept, mover?: number): void;
  maintain(cells: number): number;
  /** With `edit`, the answer is as if its changes had been made. */
  findPath(start: Cell, goal: Cell, options?: AskOptions & { edit?: (edit: Edit) => void; mostExpansions?: number }): Path;
  cost(start: Cell, goal: Cell, options?: AskOptions): number;
  /** All cells that can be reached from `start` for at most `mostCost` ticks. */
  reach(start: Cell, mostCost: number, options?: Omit<AskOptions, 'orTo' | 'orNearest'> & { mostExpansions?: number }): Reach;
  /**
   * Which ways the changes of `edit` would part, without making them: from each of `starts` to the goal of the same
   * number, or to any of the set `orTo`. Gives the numbers of those that have a path now and would have none.
   */
  wouldPart(edit: (edit: Edit) => void, starts: Cells, goals: Cells, options?: Pick<AskOptions, 'mover' | 'faction' | 'orTo'>): number[];
  /**
   * The nearest cell on which a mover can stand, at most `radius` columns and rows away, 1 or more, or as far as it
   * takes; null if there is none. With `reachedFrom`, one that is reached from there; throws `BAD_ARGUMENT`, code
   * `snap-from-blocked`, if the mover cannot stand there.
   */
  nearest(cell: Cell, options?: { mover?: number; radius?: number; reachedFrom?: Cell }): [number, number] | null;
  /**
   * Gives a ticket. `priority` is 0 to 255, the more the sooner. What is not answered within `mostFrames` is given up:
   * the status of its path is `expired`.
   */
  request(start: Cell, goal: Cell, options?: AskOptions & { priority?: number; mostExpansions?: number; mostFrames?: number }): number;
  /**
   * One frame: answers requests within this many expansions, milliseconds, or both; without a limit, all of them.
   * WebAssembly has no clock, so with `milliseconds` the work is done in pieces, of 64 expansions at least and of no
   * more than half of the time that is left, and the clock is read after each. So a frame overruns by at most 64
   * expansions, or by what a piece took longer than those before it. Where the clock is coarse, as in browsers, pieces
   * have at most 256 expansions until it moves, and a frame overruns by one of its ticks beside that. Each piece counts
   * as a frame for `ageing` and `frames`. With 0 milliseconds one expansion is made.
   */
  work(limits?: { expansions?: number; milliseconds?: number }): Work;
  take(): Delivery | null;
  progress(ticket: number): { stage: 'waiting' | 'running' | 'done'; number: number };
  cancel(ticket: number): void;
  save(): Uint8Array;
  free(): void;
  [Symbol.dispose](): void;
}

/** All cells within a cost of a start. It stays as it was when the navigator is edited. */
export class Reach {
  private constructor();
  /** Whether it is known: `mostExpansions` may have ended it early, and then it is empty. */
  readonly isComplete: boolean;
  /** Row by row, `x` and `y` in turn. */
  cells(): Int32Array;
  /** The cost of a cheapest path to each of the cells, in ticks. */
  costs(): Float64Array;
  /** `Infinity` if it is not within reach. Throws `STALE` unless it is complete. */
  costAt(cell: Cell): number;
  /** A cheapest path, which is not found if the cell is not within reach. Throws `STALE` unless it is complete. */
  pathTo(cell: Cell): Path;
  free(): void;
  [Symbol.dispose](): void;
}

export interface Body {
  /** In cells, 1/64 to 0.353. 0.34. */
  radius?: number;
  /** In cells per second, 1/1024 to 64. 2. A unit that has no orders stays where it is. */
  speed?: number;
}

/** A point in cells: the middle of cell [0, 0] is [0.5, 0.5]. */
export type Point = readonly [number, number];

/** Units that walk on the free cells of a grid and never overlap: numbers from 0, in the order in which they came. */
export class Crowd {
  /** `free`: anywhere in the plane; `lattice`: from cell to cell, all in step. */
  constructor(grid: Grid, options?: { mode?: 'free' | 'lattice'; mover?: Mover });
  readonly size: number;
  readonly arrivedCount: number;
  readonly digest: bigint;
  follow(grid: Grid, options?: { mover?: Mover }): void;
  spawn(point: Point, body?: Body): number;
  spawnNear(point: Point, count: number, body?: Body): number;
  teleport(unit: number, point: Point): void;
  /** The last unit gets the number of the one that is taken away. */
  remove(unit: number): void;
  /** Without a formation, units take cells round the point. `spacing` is 1/4 to 64 cells, 1.5 by default; `facing` is a direction, by default the way they came. */
  order(units: Iterable<number>, point: Point, options?: {
    formation?: 'line' | 'column' | 'wedge' | 'box' | 'circle'; spacing?: number; facing?: Point;
  }): void;
  /** One frame of 0 to 1 seconds. */
  advance(seconds: number): void;
  positions(): Float64Array;
  velocities(): Float64Array;
  arrived(): Uint8Array;
  free(): void;
  [Symbol.dispose](): void;
}
