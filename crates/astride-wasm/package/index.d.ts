declare global {
  /** For programs whose `lib` is older than `esnext.disposable`. */
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

/** A cell: column and row, from [0, 0] at the top left. */
export type Cell = readonly [x: number, y: number];

/** Cells, one by one, or x and y in turn. A list of lists that are no pairs is refused when it is used. */
export type Cells = readonly (readonly number[])[] | Int32Array | Uint32Array;

/** A rectangle of cells. */
export type Rect = readonly [x: number, y: number, width: number, height: number];

/** A terrain class: a letter, or its number from 0 to 255. The text `'1'` is the letter, of number 49, and 1 is the number. */
export type Class = string | number;

export type Side = 'N' | 'E' | 'S' | 'W';
export type Direction = Side | 'NE' | 'SE' | 'SW' | 'NW';

/** How a path is searched. Paths of `weighted` and `weighted-ida-star` cost at most twice the least, those of `convergent-swarm` three times. */
export type Method = 'astar' | 'dijkstra' | 'breadth-first' | 'greedy' | 'weighted' | 'bidirectional' | 'ida-star' | 'jps'
  | 'weighted-ida-star' | 'bidirectional-breadth-first' | 'bidirectional-greedy' | 'depth-first' | 'swarm' | 'convergent-swarm' | 'bidirectional-swarm';

export const METHODS: readonly Method[];

/** `FAULT`: the engine stopped, by a fault or for want of memory, and answers nothing more. */
export type Kind =
  | 'BAD_ARGUMENT' | 'OFF_MAP' | 'UNKNOWN_NUMBER' | 'BAD_DATA' | 'STALE' | 'FULL' | 'UNSUPPORTED' | 'FREED' | 'FAULT';

/**
 * What went wrong: `kind` and `code` are for programs, `message` for people. `code` is the engine's short name of
 * the failure, such as `rect-off-map`, and empty where this package refuses before the engine is asked.
 */
export class AstrideError extends Error {
  private constructor();
  readonly name: 'AstrideError';
  readonly kind: Kind;
  readonly code: string;
}

/** What is known of an answer. Costs are in ticks, exact below 2^53, and `Infinity` where there is none. */
export interface Answer {
  /** Whether the goal is reached. A path to the nearest place, as `orNearest` allows, has cells and is not found. */
  readonly found: boolean;
  /** `expired`: a request that was given up after its `mostFrames`. */
  readonly status: 'found' | 'unreachable' | 'out-of-budget' | 'nothing' | 'expired';
  readonly cost: number;
  /** How many steps it has. */
  readonly steps: number;
  readonly guarantee: null | 'optimal' | 'within' | 'fewest-steps';
  /** How many times the least cost it costs at most; 0 if that is not known. */
  readonly bound: number;
  /** Why there is no path. */
  readonly why: null | 'start-blocked' | 'goal-blocked' | 'enclosed' | 'too-costly' | 'start-enclosed' | 'goal-enclosed' | 'apart';
  /** Cells of the area that encloses one end, or that were seen. */
  readonly enclosed: number;
  /** No path costs less, as far as is proved. */
  readonly lowerBound: number;
  /** How many nodes were expanded. */
  readonly expanded: number;
  /** Whether it leads to the nearest place that can be reached, as `orNearest` allows. */
  readonly isNearest: boolean;
}

/** The answer to a question on a grid. */
export interface Path extends Answer, Iterable<[x: number, y: number]> {
  /**
   * The cells in walking order, both ends included: x and y in turn. Empty without a path; with `orNearest` and
   * `isNearest` they lead to the nearest place although `found` is false.
   */
  readonly cells: Int32Array;
  /** Its length in sides of a cell. */
  readonly length: number;
}

export interface MoverOptions {
  /**
   * What each class costs: 1 to 1024 times a step, or 0 for blocked. Classes not named are blocked. The keys of an
   * object are single letters, even if they look like numbers: `{ 1: 5 }` is about the letter `1`, and `{ 46: 1 }`
   * is refused. Numbers of classes go into a `Map` or a list: `new Map([[1, 5]])`, `[[1, 5]]`.
   */
  terrain?: Readonly<Record<string, number>> | ReadonlyMap<Class, number>
    | readonly (readonly [class_: Class, factor: number, media?: number])[];
  neighbours?: 8 | 4;
  /** When a diagonal step is allowed: both cells beside it are free, one is, or whatever they are. */
  corners?: 'never' | 'one-free' | 'always';
  /** The ticks of a straight and of a diagonal step; 13860 and 19601 unless they are given. */
  scale?: readonly [straight: number, diagonal: number];
  /**
   * Which classes of fences it crosses, for how many ticks beside those of the step, 0 to 2^30; others are walls.
   * Classes are named as in `terrain`.
   */
  crosses?: Readonly<Record<string, number>> | ReadonlyMap<Class, number> | readonly (readonly [class_: Class, ticks: number])[];
}

/**
 * What the engine holds for a program. `free()` lets it go at once. What is forgotten without it is let go some time
 * after the garbage collector has found it, and not before the program returns to its event loop: a long loop that
 * makes such objects has to free them.
 */
export interface Owner {
  free(): void;
  [Symbol.dispose](): void;
}

/** What terrain means to one kind of body, and how it steps. It does not change. */
export class Mover implements Owner {
  /** Without `terrain`, `.`, `G` and `S` are land, 1 to 9 costlier land, `W` water, all else blocked. */
  constructor(options?: MoverOptions);
  /** A mover for whom each class costs as many times a step as its number; 0 is blocked. */
  static byCost(options?: Omit<MoverOptions, 'terrain'>): Mover;
  free(): void;
  [Symbol.dispose](): void;
}

/** A batch of edits: all of one are made, or none. */
export class Edit {
  private constructor();
  set(cell: Cell, class_: Class): this;
  fill(rect: Rect, class_: Class): this;
  /** A wall on one side of a cell closes it for both cells. */
  wall(cell: Cell, side: Side): this;
  /** Removes the wall or fence there. */
  removeWall(cell: Cell, side: Side): this;
  /** A fence or a door: a wall, but not to movers that cross its class. */
  fence(cell: Cell, side: Side, class_: Class): this;
  /** As `fence`, but only in the way of the step out of the cell. */
  fenceStep(cell: Cell, side: Side, class_: Class): this;
  forbidStep(cell: Cell, direction: Direction): this;
  allowStep(cell: Cell, direction: Direction): this;
  /** A way from one cell to another for this many ticks, 1 to 2^30. */
  link(from: Cell, to: Cell, ticks: number): this;
  unlink(from: Cell, to: Cell): this;
}

export interface FindOptions {
  /** The grid's mover, or the usual walker, unless it is given. */
  mover?: Mover;
  /** `astar`. */
  method?: Method;
  /** No path that costs more ticks; for `breadth-first` and `bidirectional-breadth-first`, that has more steps. */
  mostCost?: number;
  mostExpansions?: number;
  /** To have the path to the nearest place if there is none to the goal; `found` is false then. */
  orNearest?: boolean;
}

/** A map of square cells, at most 2^24 of them, each of a terrain class. */
export class Grid implements Owner {
  /** All cells of one class, or the classes row by row, which are copied. */
  constructor(width: number, height: number, classes?: Class | Uint8Array | Uint8ClampedArray);
  /** A drawing: a letter per cell, a line per row, `#` for walls. Each cell is of the class of its letter: 35 for `#`. */
  static fromText(text: string): Grid;
  /** A drawing in which `A` and `B` stand once each. */
  static drawn(text: string): { grid: Grid; start: [number, number]; goal: [number, number] };
  /** A MovingAI `.map` file. */
  static fromMap(file: string | Uint8Array): Grid;
  /**
   * Rows of numbers, booleans or bigints: 0, false and 0n are free, class `.`; all others are blocked, class `#`.
   * Anything else, such as undefined, null or a text, is refused with its row and column.
   */
  static fromMatrix(rows: readonly ArrayLike<number | boolean | bigint>[]): Grid;
  /** What each cell costs, row by row: 1 to 255 times a step, or 0 for blocked. */
  static fromCosts(width: number, height: number, costs: Uint8Array | Uint8ClampedArray): Grid;
  readonly width: number;
  readonly height: number;
  /** How often it was edited. */
  readonly revision: number;
  /** The mover of questions that name none; the usual walker if it is not set. */
  mover: Mover | undefined;
  classAt(cell: Cell): number;
  classes(): Uint8Array;
  /** Makes all changes that `change` puts into the batch before it returns, or none. It must not be `async`. */
  edit(change: (edit: Edit) => void): void;
  clone(): Grid;
  toMap(): Uint8Array;
  findPath(start: Cell, goal: Cell, options?: FindOptions): Path;
  /** What it costs from every cell to the nearest of `cells`, or the other way round. O(cells). */
  field(cells: Cells, options?: FieldOptions): Field;
  /**
   * Jump points are built in milliseconds and follow edits; labels take a second and answer in microseconds.
   * The others are of `astride/navigator`: a jump table answers sooner than jump points and follows edits as well;
   * where all terrain costs the same, boxes, which take up to minutes, answer sooner still, and so do landmarks
   * where obstacles are scattered.
   */
  index(kind: IndexKind, options?: { mover?: Mover }): Index;
  free(): void;
  [Symbol.dispose](): void;
}

export interface FieldOptions {
  mover?: Mover;
  way?: 'to-goals' | 'from-sources';
  mostExpansions?: number;
}

/**
 * What it costs from every cell to the nearest goal, on the grid as it was when it was computed. After an edit of the
 * grid the old costs can still be read, with `costAt`, `costs` and `within`; `next` and `pathFrom`, which would
 * lead over the grid as it is now, throw `STALE` until `compute` is called.
 */
export class Field implements Owner {
  private constructor();
  /** Whether all that can be reached is known: `mostExpansions` may have ended it early. */
  readonly isComplete: boolean;
  /** Computes it again, for other cells or after edits, in the memory it has. */
  compute(cells: Cells, options?: FieldOptions): this;
  costAt(cell: Cell): number;
  /** The costs at all cells, row by row. */
  costs(): Float64Array;
  /** The range: all cells whose cost is at most this many ticks, x and y in turn. */
  within(ticks: number): Int32Array;
  /** The next cell on a cheapest path; null at a goal and where it does not reach. Throws `STALE` after an edit. */
  next(cell: Cell): [number, number] | null;
  /** A cheapest path between a cell and the nearest goal or source. Throws `STALE` after an edit. */
  pathFrom(cell: Cell): Path;
  free(): void;
  [Symbol.dispose](): void;
}

export type IndexKind = 'jump-points' | 'labels' | 'jump-table' | 'jump-boxes' | 'jump-landmarks';

/** What makes questions about one grid for one mover quick. */
export class Index implements Owner {
  private constructor();
  /** Loads labels that `save` made, for the same map and an equal mover. Of `astride/navigator`. */
  static load(bytes: Uint8Array, grid: Grid, options?: { mover?: Mover }): Index;
  findPath(start: Cell, goal: Cell, options?: { mostExpansions?: number }): Path;
  /** The cost alone; quicker than the path. */
  cost(start: Cell, goal: Cell): number;
  /**
   * Follows the edits of its grid, and builds boxes or landmarks again; labels cannot. Where there can be no jumps,
   * boxes or landmarks any more, it throws with `UNSUPPORTED` and answers without them; the first update after
   * the reason is gone brings them back. Where there can be no jump points at all, it throws the same and stays out of
   * date.
   */
  update(): void;
  /** Labels as bytes. Of `astride/navigator`. */
  save(): Uint8Array;
  free(): void;
  [Symbol.dispose](): void;
}
