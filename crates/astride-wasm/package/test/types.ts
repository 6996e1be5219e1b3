// Compiled and never run: what a program in TypeScript may write, and what it may not.
import { AstrideError, Grid, Mover, type Path } from 'astride';
import { Navigator } from 'astride/navigator';
import { Fleet, Plan, World, type Route } from 'astride/all';
import PF from 'astride/pathfinding';

const { grid, start, goal } = Grid.drawn('A.B');
const mover = new Mover({ terrain: { '.': 1, '~': 3 }, neighbours: 4, corners: 'one-free', scale: [10, 14] });
const path: Path = grid.findPath(start, goal, { mover, method: 'jps', mostExpansions: 1000 });
const cells: Int32Array = path.cells;
for (const [x, y] of path) cells.set([x, y]);
grid.edit((edit) => edit.set([0, 0], '#').wall([1, 0], 'E'));
const costs: Float64Array = grid.field([[0, 0]]).costs();
const navigator = new Navigator(grid, { mover, upkeep: 'by-hand' });
const ticket: number = navigator.request(start, goal, { priority: 3 });
const sum: number = navigator.reach(start, 5000, { around: navigator.addPlaces() }).costs()[0] + navigator.wouldPart((edit) => edit.set([0, 0], '#'), [start], [goal]).length;
const standing = navigator.take()?.standing;
const taken = new Mover({ terrain: new Map<string | number, number>([['.', 1], [5, 2]]), crosses: new Map([['f', 5]]) });
taken[Symbol.dispose]();
const flags: Grid = Grid.fromMatrix([[true, false], [0, 1n], Uint8Array.of(0, 1), BigInt64Array.of(0n, 1n)]);
const blocked: PF.Grid = new PF.Grid([[0, 1], [1, 0]]);
const finder: PF.IDAStarFinder = new PF.IDAStarFinder({ timeLimit: 5, trackRecursion: true });
const guess: number = PF.Heuristic.manhattan(1, 2) + finder.findPath(0, 0, 1, 1, blocked).length;
const pairs: [number, number][] = new PF.AStarFinder({ allowDiagonal: true }).findPath(0, 0, 1, 1, new PF.Grid([[0, 0], [0, 0]]));
const plan: Plan = Plan.solve(grid, [[0, 0]], Int32Array.of(1, 0), { method: 'cbs', objective: 'makespan', mostExpansions: 10 });
const at: Int32Array = plan.at(plan.makespan);
const [starts, goals] = [[[0, 0], [4, 0]], [[4, 0], [0, 0]]];
plan.validate(grid, starts, goals);
const fleet = new Fleet(grid, at, { turning: true, facing: ['N'] });
const kind = fleet.events()[0]?.kind;
const route: Route = World.read('graph', '').findPath(0, [1], { mostCost: 5 });
for (const place of route) costs.set(place);

// @ts-expect-error: a cell is a list.
plan.validate(grid, [0, 0], goals);
// @ts-expect-error: plans are made by `solve`.
new Plan();
// @ts-expect-error: a text is no cell of a matrix.
Grid.fromMatrix([['.']]);
// @ts-expect-error: robots face sides.
new Fleet(grid, at, { facing: 'NE' });
// @ts-expect-error: there is no such method.
grid.findPath(start, goal, { method: 'dfs' });
// @ts-expect-error: a cell is a pair.
grid.findPath([0], goal);
// @ts-expect-error: errors are made by the library.
throw new AstrideError('STALE', 'x');

export { flags, costs, sum, ticket, standing, pairs, kind, guess };
