import type { Answer, Cell, Cells, Class, FindOptions, Grid, Mover, Owner, Side } from './index.js';

export * from './navigator.js';

export interface PlanOptions {
  /** The grid's mover, or a usual walker with four neighbours, unless it is given. */
  mover?: Mover;
  /**
   * `auto`: a first plan at once, then better ones until the limit. `pibt`: right of way, the quickest. `lacam`: some
   * plan if there is one. `guided`: the same, slower and better where it is crowded. `pp`: prioritised planning.
   * `lns`: better ones until the limit. `cbs`: a best plan, for small teams. `eecbs`: nearly a best one. `whca`: by
   * windows of 16 timesteps.
   */
  method?: 'auto' | 'pibt' | 'lacam' | 'guided' | 'pp' | 'lns' | 'cbs' | 'eecbs' | 'whca';
  /**
   * What is kept small: all arrivals added, the last arrival, or all timesteps not spent at rest at the goals, which
   * `cbs` and `eecbs` refuse. `soc`.
   */
  objective?: 'soc' | 'makespan' | 'loss';
  /** For `eecbs`: at most this many per cent more than the least, 1 to 99900. 20. */
  percent?: number;
  /** Decides whatever is left to chance. */
  seed?: number;
  /** One is about 32 decisions of agents. The same limit gives the same plan on every machine. 100 for each agent, and at least 1000. */
  mostExpansions?: number;
  /** About how many bytes tables of distances may take. Less memory makes slower plans. 2^30. */
  fieldBytes?: number;
}

/**
 * Where each agent of a team is at every timestep. In a timestep an agent steps to a neighbour or waits, whatever
 * the step costs; no two are on one cell, and no two exchange cells. An agent that has arrived stays.
 */
export class Plan implements Owner {
  private constructor();
  /** Makes a plan; agent `i` goes from the start to the goal of that number. */
  static solve(grid: Grid, starts: Cells, goals: Cells, options?: PlanOptions): Plan;
  /** Reads a plan for this grid, a line for each timestep as `0:(0,0),(2,0)`. `validate` checks the rules. */
  static fromText(grid: Grid, text: string | Uint8Array): Plan;
  /** Whether there is a plan. */
  readonly found: boolean;
  /** `unreachable`: it is proved that there is no plan; `nothing`: the method gave up, which proves nothing. */
  readonly status: 'found' | 'unreachable' | 'out-of-budget' | 'nothing';
  /** The value of the objective; `Infinity` without a plan. */
  readonly cost: number;
  /** No plan costs less, as far as is proved. */
  readonly lowerBound: number;
  readonly sumOfCosts: number;
  readonly sumOfLoss: number;
  readonly expanded: number;
  /** The timestep from which on nobody moves. */
  readonly makespan: number;
  readonly agentCount: number;
  readonly guarantee: null | 'optimal' | 'within';
  /** The method that made it. */
  readonly method: NonNullable<PlanOptions['method']>;
  /** Throws an error that names the first rule that is broken, such as `plan-vertex-conflict`. */
  validate(grid: Grid, starts: Cells, goals: Cells, options?: { mover?: Mover }): void;
  /** Where each agent is at a timestep: x and y in turn. */
  at(timestep: number): Int32Array;
  /** The stays of an agent, timestep, x and y in turn; each ends where the next begins, and the last never. */
  stays(agent: number): Int32Array;
  toText(): string;
  free(): void;
  [Symbol.dispose](): void;
}

export interface FleetOptions {
  /** The grid's mover, or a usual walker with four neighbours, unless it is given. */
  mover?: Mover;
  /** Whether robots drive forward and turn on the spot, in a step each. */
  turning?: boolean;
  /** The side that robots face at first, one for all or one each. `E`. */
  facing?: Side | readonly Side[];
  assignment?: 'nearest' | 'in-order';
  /** Whether moves against the flow of traffic come to cost more. */
  learning?: boolean;
  /** How many moves robots think ahead: 3 to 5 where they turn, else 1 to 5. 4. */
  span?: number;
  seed?: number;
  /** About how many bytes tables of distances may take. Less memory makes slower steps. 2^30. */
  tableBytes?: number;
}

/** Something that happened in a step; `task` and `errand` are null where the kind has none. */
export interface FleetEvent {
  kind: 'assigned' | 'withdrawn' | 'errand-done' | 'task-done' | 'stuck' | 'freed' | 'unreachable';
  robot: number;
  task: number | null;
  errand: number | null;
}

/** Robots that get tasks all the time and never collide: numbers from 0, in the order in which they came. */
export class Fleet implements Owner {
  constructor(grid: Grid, robots: Cells, options?: FleetOptions);
  readonly size: number;
  readonly timestep: number;
  readonly tasksDone: number;
  /** Errands that are done, including those of unfinished tasks. */
  readonly errandsDone: number;
  /** Tasks that no robot is doing. */
  readonly tasksWaiting: number;
  readonly digest: bigint;
  /** Cells that one robot visits in this order. Gives the number of the task. */
  addTask(errands: Cells): number;
  /** Moves every robot once. Expansions go into better moves than right of way finds; 0 unless they are given. */
  step(limits?: { mostExpansions?: number }): void;
  /** A robot breaks down where it stands, and the others drive round it; or it works again. */
  setWorking(robot: number, works: boolean): void;
  /** Nobody may enter a cell any more, though a robot may leave it; or everybody may again. */
  setOpen(cell: Cell, open: boolean): void;
  /** Where each robot is: x and y in turn. */
  positions(): Int32Array;
  facing(): Side[];
  /** Where each robot goes, x and y in turn; -1 and -1 where it goes nowhere. */
  goals(): Int32Array;
  actions(): ('wait' | 'forward' | 'clockwise' | 'counter-clockwise' | 'drive')[];
  events(): FleetEvent[];
  free(): void;
  [Symbol.dispose](): void;
}

export type Shape = 'hexagons' | 'triangles' | 'floors' | 'voxels' | 'graph';

/**
 * Hexagons: q and r. Triangles: column and row. Floors: column, row and floor. Voxels: column, row and layer. A graph:
 * the number of the place as its text has it, alone or in a list.
 */
export type Place = number | readonly number[] | Int32Array;

/** The answer to a question in a world. */
export interface Route extends Answer, Iterable<number[]> {
  /** The places in walking order, both ends included: the numbers of each in turn. Empty without a path. */
  readonly places: Int32Array;
  /** How many numbers a place has. */
  readonly dimension: 1 | 2 | 3;
}

/** A map of hexagons, triangles, floors or voxels, or a graph. */
export class World implements Owner {
  private constructor();
  /** Reads a world file, whatever its shape. */
  static open(bytes: Uint8Array): World;
  /**
   * Reads a drawing of hexagons, triangles or floors, a `.3dmap` of voxels, or a `.gr` of a graph. In these drawings `#`
   * stands for class 64, `@`, as in MovingAI files, whereas `set` and drawings of a `Grid` take it for 35; movers without
   * terrain of their own are stopped by both. `_` is no place at all in hexagons and floors; in triangles, which
   * have no holes, it is the same as `#`.
   */
  static read(shape: Shape, file: string | Uint8Array): World;
  readonly shape: Shape;
  readonly placeCount: number;
  readonly revision: number;
  /** The place of a text such as `4,0,1`, or of the name of a place of a graph. */
  named(name: string): number[] | null;
  /** Of voxels `.`, `W` or `@`, of graphs `.`, as a number. */
  classAt(place: Place): number;
  /** Voxels take `.` for air, `W` for water, `#` and `@` for blocked; a graph has no terrain. */
  set(place: Place, class_: Class): void;
  /** Joins two places one way for this many ticks: floors by a stair, a graph by an arc. */
  link(from: Place, to: Place, ticks: number): void;
  unlink(from: Place, to: Place): void;
  /**
   * Hexagons use the terrain of a mover and the straight step of its scale, triangles, which have three neighbours here,
   * its terrain, floors all of it; voxels and graphs take no mover. A mover that differs from the usual one in what the
   * shape would ignore is refused with `UNSUPPORTED`.
   */
  findPath(start: Place, goal: Place, options?: FindOptions): Route;
  /** The bytes of a world file. */
  save(): Uint8Array;
  free(): void;
  [Symbol.dispose](): void;
}
