/** What each call gives, on maps small enough to be seen through. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './package.mjs';

const { AstrideError, Crowd, Grid, Index, METHODS, Mover, Navigator } = await load('navigator.js');

const FIGURE = '.......\n...#...\n.A.#.B.\n...#...\n.......\n';
const classic = new Mover({ scale: [10, 14] });

test('every method finds a way round the wall, and the exact ones the cheapest', () => {
  const { grid, start, goal } = Grid.drawn(FIGURE);
  for (const method of METHODS) {
    const path = grid.findPath(start, goal, { method, mover: classic });
    assert.ok(path.found, method);
    assert.deepEqual([...path].at(0), start, method);
    assert.deepEqual([...path].at(-1), goal, method);
    if (path.guarantee === 'optimal') assert.equal(path.cost, 68, method);
    assert.equal(path.cells.length, 2 * (path.steps + 1), method);
  }
  assert.equal(grid.findPath(start, goal, { mover: new Mover({ neighbours: 4, scale: [10, 10] }) }).cost, 80);
  assert.equal(grid.findPath(start, goal, { mover: new Mover({ corners: 'one-free', scale: [10, 14] }) }).cost, 56);
});

test('where there is no way it is said why, and the nearest place can be asked for', () => {
  const { grid, start, goal } = Grid.drawn(FIGURE);
  grid.edit((edit) => edit.fill([3, 0, 1, 5], '#'));
  assert.equal(grid.revision, 1);
  const none = grid.findPath(start, goal);
  assert.deepEqual([none.found, none.cost, none.why, none.cells.length], [false, Infinity, 'enclosed', 0]);
  const near = grid.findPath(start, goal, { orNearest: true });
  assert.ok(near.isNearest && !near.found);
  assert.deepEqual([...near].at(-1), [2, 2]);
  assert.equal(grid.findPath(start, [2, 4], { mostExpansions: 1 }).status, 'out-of-budget');
  assert.equal(grid.findPath(start, [2, 4], { mostCost: 1 }).why, 'too-costly');
});

test('costs of terrain are what a step into a cell costs', () => {
  const grid = Grid.fromCosts(3, 2, Uint8Array.of(1, 9, 1, 1, 2, 1));
  const four = Mover.byCost({ neighbours: 4, scale: [1, 1] });
  assert.equal(grid.findPath([0, 0], [2, 0], { mover: four }).cost, 1 + 2 + 1 + 1);
  assert.equal(Grid.fromCosts(3, 1, Uint8Array.of(1, 0, 1)).findPath([0, 0], [2, 0]).why, 'enclosed');
});

test('walls, one-way steps and links are edited, all or none', () => {
  const grid = new Grid(4, 1);
  grid.edit((edit) => edit.wall([1, 0], 'E').link([0, 0], [3, 0], 5));
  assert.equal(grid.findPath([0, 0], [3, 0]).cost, 5);
  grid.edit((edit) => edit.removeWall([1, 0], 'E').unlink([0, 0], [3, 0]).forbidStep([2, 0], 'E'));
  assert.equal(grid.findPath([0, 0], [3, 0]).found, false);
  assert.equal(grid.findPath([3, 0], [0, 0]).steps, 3);
  assert.throws(() => grid.edit((edit) => edit.allowStep([2, 0], 'E').unlink([0, 0], [3, 0])), { kind: 'BAD_ARGUMENT' });
  assert.equal(grid.findPath([0, 0], [3, 0]).found, false, 'nothing of a refused batch is made');
});

test('fences cost each mover what it says, doors open one way', () => {
  const grid = new Grid(3, 1);
  grid.edit((edit) => edit.fence([0, 0], 'E', 'f').fenceStep([2, 0], 'W', 8));
  const climber = new Mover({ crosses: { f: 500 } });
  const keeper = new Mover({ crosses: [['f', 500], [8, 0]] });
  const cost = (from, to, mover) => grid.findPath(from, to, { mover }).cost;
  assert.equal(cost([0, 0], [2, 0]), Infinity);
  assert.equal(cost([1, 0], [2, 0]), 13860);
  assert.equal(cost([0, 0], [2, 0], climber), 2 * 13860 + 500);
  assert.equal(cost([2, 0], [0, 0], climber), Infinity);
  assert.equal(cost([2, 0], [0, 0], keeper), 2 * 13860 + 500);
  assert.equal(grid.field([[0, 0]], { mover: keeper }).costAt([2, 0]), 2 * 13860 + 500);
  grid.edit((edit) => edit.removeWall([0, 0], 'E'));
  assert.equal(cost([0, 0], [2, 0]), 2 * 13860);
  for (const crosses of [{ f: -1 }, { f: 2 ** 30 + 1 }, { fence: 1 }, [[256, 1]], ['f'], [undefined], 5]) {
    assert.throws(() => new Mover({ crosses }), { kind: 'BAD_ARGUMENT' }, JSON.stringify(crosses));
  }
  assert.throws(() => grid.edit((edit) => edit.fence([2, 0], 'E', 'f')), { code: 'wall-at-rim' });
  assert.throws(() => grid.edit((edit) => edit.fence([0, 0], 'E', 300)), { kind: 'BAD_ARGUMENT' });
});

test('a field knows costs, steps, ranges and paths, until its grid is edited', () => {
  const { grid, start, goal } = Grid.drawn(FIGURE);
  const field = grid.field([goal], { mover: classic });
  assert.ok(field.isComplete);
  assert.equal(field.costAt(start), 68);
  assert.equal(field.costs()[2 * 7 + 1], 68);
  assert.equal(field.costAt([3, 2]), Infinity);
  assert.equal(field.pathFrom(start).cost, 68);
  assert.equal(field.next(goal), null);
  assert.deepEqual([...field.within(10)], [5, 1, 4, 2, 5, 2, 6, 2, 5, 3]);
  grid.edit((edit) => edit.set([3, 2], '.'));
  assert.throws(() => field.next(start), { kind: 'STALE' });
  assert.equal(field.compute([goal], { mover: classic }).costAt(start), 40);
  grid.edit((edit) => edit.forbidStep([3, 2], 'E'));
  assert.equal(field.compute([start], { mover: classic, way: 'from-sources' }).costAt(goal), 68);
  assert.equal(field.compute([start], { mover: classic, way: 'to-goals' }).costAt(goal), 40);
  assert.equal(field.compute([start], { mover: classic, mostExpansions: 1 }).isComplete, false);
  assert.equal(field.compute([start], { mover: classic }).isComplete, true);
  assert.throws(() => field.compute([[99, 0]]), { kind: 'OFF_MAP' });
  assert.equal(field.costAt(goal), 40);
});

test('indexes answer as the plain search does, follow edits, and are saved', () => {
  const { grid, start, goal } = Grid.drawn(FIGURE);
  const [jumps, labels] = [grid.index('jump-points', { mover: classic }), grid.index('labels', { mover: classic })];
  const again = Index.load(labels.save(), grid, { mover: classic });
  const others = ['jump-table', 'jump-boxes', 'jump-landmarks'].map((kind) => grid.index(kind, { mover: classic }));
  for (const index of [jumps, labels, again, ...others]) {
    assert.equal(index.cost(start, goal), 68);
    assert.equal(index.findPath(start, goal).cost, 68);
  }
  grid.edit((edit) => edit.set([3, 2], '.'));
  for (const index of [jumps, labels]) assert.throws(() => index.findPath(start, goal), { kind: 'STALE' });
  for (const index of [jumps, ...others]) {
    index.update();
    assert.equal(index.cost(start, goal), 40);
  }
  assert.throws(() => labels.update(), { kind: 'STALE' });
});

test('maps are read and written', () => {
  const grid = Grid.fromMap('type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n');
  assert.equal(String.fromCharCode(...grid.classes()), '.@....');
  const copy = Grid.fromMap(grid.toMap());
  assert.deepEqual(copy.classes(), grid.classes());
  const other = grid.clone();
  other.edit((edit) => edit.set([0, 0], '@'));
  assert.deepEqual([grid.classAt([0, 0]), other.classAt([0, 0])], [0x2e, 0x40]);
});

test('a navigator has movers, overlays, factions and a queue', () => {
  const { grid, start, goal } = Grid.drawn(FIGURE);
  const navigator = new Navigator(grid, { mover: classic });
  const overlay = navigator.addOverlay();
  navigator.fillOverlay(overlay, [0, 0, 7, 1], 7);
  assert.equal(navigator.findPath(start, goal, { overlays: [overlay] }).cost, 68);
  navigator.fillOverlay(overlay, [0, 4, 7, 1], 7);
  assert.equal(navigator.cost(start, goal, { overlays: [overlay] }), 68 + 3 * 7);
  const big = navigator.addMover(classic, 2);
  assert.equal(navigator.findPath([0, 1], [5, 1], { mover: big }).why, 'start-enclosed');
  const faction = navigator.addFaction();
  assert.equal(navigator.cost(start, goal, { faction }), 40, 'it knows of no wall');
  navigator.reveal(faction, [0, 0, 7, 5]);
  assert.equal(navigator.cost(start, goal, { faction }), 68);
  const tickets = [navigator.request(start, goal, { priority: 1 }), navigator.request(goal, start, { priority: 9 })];
  navigator.cancel(tickets[0]);
  assert.equal(navigator.progress(tickets[1]).stage, 'waiting');
  while (navigator.work({ expansions: 10 }).served === 0);
  const done = navigator.take();
  assert.deepEqual([done.ticket, done.path.cost, done.standing], [tickets[1], 68, 'current']);
  assert.equal(navigator.take(), null);
  navigator.keep('labels');
  assert.equal(Navigator.load(navigator.save()).cost(start, goal), 68);
});

test('what is freed refuses, and says so', () => {
  const grid = new Grid(2, 2);
  grid.free();
  grid.free();
  assert.throws(() => grid.findPath([0, 0], [1, 1]), { kind: 'FREED', name: 'AstrideError' });
  assert.ok(new AstrideError('STALE', 'x') instanceof Error);
});

test('a crowd goes where it is sent, and has the same history each time', () => {
  const grid = new Grid(40, 20);
  const histories = [0, 1].map(() => {
    const crowd = new Crowd(grid);
    assert.equal(crowd.spawn([2.5, 10.5]), 0);
    assert.equal(crowd.spawnNear([37.5, 10.5], 5, { radius: 0.3, speed: 4 }), 1);
    crowd.order([0], [36.5, 10.5]);
    crowd.order(new Uint32Array([1, 2, 3, 4, 5]), [8.5, 10.5], { formation: 'wedge', spacing: 2 });
    for (let frame = 0; frame < 1500 && crowd.arrivedCount < 6; frame++) crowd.advance(1 / 60);
    assert.deepEqual([crowd.size, ...crowd.arrived()], [6, 1, 1, 1, 1, 1, 1]);
    const points = crowd.positions();
    assert.equal(points.length, 12);
    assert.ok(Math.hypot(points[0] - 36.5, points[1] - 10.5) < 0.2, points);
    assert.equal(crowd.velocities().length, 12);
    return crowd;
  });
  assert.equal(typeof histories[0].digest, 'bigint');
  assert.equal(histories[0].digest, histories[1].digest);
  const [crowd] = histories;
  crowd.advance(1);
  assert.notEqual(crowd.digest, histories[1].digest);
  grid.edit((edit) => edit.fill([20, 0, 1, 20], '#'));
  crowd.follow(grid);
  assert.throws(() => crowd.order([1], [30.5, 10.5]), { kind: 'UNSUPPORTED', code: 'unit-no-way' });
  assert.throws(() => crowd.spawn([20.5, 1.5]), { code: 'point-blocked' });
  crowd.remove(0);
  assert.equal(crowd.size, 5);
  assert.throws(() => crowd.teleport(5, [1.5, 1.5]), { kind: 'UNKNOWN_NUMBER' });
  assert.equal(new Crowd(grid, { mode: 'lattice' }).size, 0);
  crowd.free();
  assert.throws(() => crowd.size, { kind: 'FREED' });
});

test('what a crowd cannot take is refused', () => {
  const crowd = new Crowd(new Grid(8, 8));
  for (const point of [[NaN, 1], [8, 1], [-Infinity, 1]]) assert.throws(() => crowd.spawn(point), { kind: 'OFF_MAP' });
  for (const point of [null, [1], '11', [1, '2']]) assert.throws(() => crowd.spawn(point), { kind: 'BAD_ARGUMENT' });
  for (const body of [{ radius: 9 }, { speed: NaN }, { size: 1 }, { radius: 'x' }]) {
    assert.throws(() => crowd.spawn([1.5, 1.5], body), { kind: 'BAD_ARGUMENT' });
  }
  for (const seconds of [-1, 2, NaN, undefined]) assert.throws(() => crowd.advance(seconds), { kind: 'BAD_ARGUMENT' });
  assert.throws(() => crowd.spawnNear([1.5, 1.5], 65), { kind: 'FULL' });
  assert.throws(() => crowd.order([0], [1.5, 1.5]), { kind: 'UNKNOWN_NUMBER' });
  assert.throws(() => crowd.order([], [1.5, 1.5], { formation: 'heap' }), /expected one of line/);
  assert.throws(() => new Crowd({}), { kind: 'BAD_ARGUMENT' });
  assert.throws(() => new Crowd(new Grid(3, 3), { mode: 'flying' }), /expected one of free, lattice/);
});
