/** What each call gives, on maps small enough to be seen through. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './package.mjs';

const { AstrideError, Crowd, Grid, Index, METHODS, Mover, Navigator, Reach } = await load('navigator.js');

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
  for (const step of [() => field.next(start), () => field.pathFrom(start)]) assert.throws(step, { kind: 'STALE' });
  assert.deepEqual([field.costAt(start), field.within(0).length], [68, 2], 'the old costs can still be read');
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

test('units are gone around by all but themselves, within a range too', () => {
  const navigator = new Navigator(new Grid(30, 20));
  const step = 13860;
  const units = navigator.addPlaces();
  navigator.setPlaces(units, [[10, 10], [11, 9], [11, 10], [11, 11]]);
  assert.equal(navigator.cost([10, 10], [20, 10]), 10 * step);
  const path = navigator.findPath([10, 10], [20, 10], { around: units });
  assert.ok(path.cost > 10 * step && path.cost === navigator.cost([10, 10], [20, 10], { around: units }));
  assert.equal(navigator.findPath([10, 10], [11, 10], { around: units }).why, 'goal-blocked');
  const near = navigator.reach([10, 10], 3 * step, { around: units });
  assert.ok(near.isComplete);
  assert.deepEqual([near.costAt([9, 10]), near.costAt([13, 10])], [step, Infinity]);
  assert.equal(near.pathTo([9, 9]).steps, 1);
  assert.equal(near.pathTo([11, 10]).found, false);
  const [cells, costs] = [near.cells(), near.costs()];
  assert.equal(cells.length, 2 * costs.length);
  for (let i = 0; i < costs.length; i++) assert.equal(costs[i], near.costAt(cells.subarray(2 * i, 2 * i + 2)));
  const all = navigator.reach([10, 10], 3 * step).cells();
  assert.deepEqual(all, navigator.grid().field([[10, 10]]).within(3 * step));
  navigator.setPlaces(units, new Int32Array(0));
  assert.equal(navigator.cost([10, 10], [20, 10], { around: units }), 10 * step);
  const cut = navigator.reach([10, 10], 20 * step, { mostExpansions: 3 });
  assert.deepEqual([cut.isComplete, cut.cells().length, cut.costs().length], [false, 0, 0]);
  assert.throws(() => cut.costAt([10, 10]), { kind: 'STALE' });
  assert.throws(() => cut.pathTo([10, 10]), { kind: 'STALE' });
  assert.throws(() => navigator.cost([0, 0], [1, 0], { around: 2 }), { kind: 'UNKNOWN_NUMBER' });
  assert.throws(() => navigator.setPlaces(units, [[30, 0]]), { kind: 'OFF_MAP' });
  assert.throws(() => near.costAt([30, 0]), { kind: 'OFF_MAP' });
  assert.throws(() => new Reach(), { kind: 'BAD_ARGUMENT' });
  near.free();
  assert.throws(() => near.cells(), { kind: 'FREED' });
});

test('the nearest of several goals is reached, and a request is given up in time', () => {
  const navigator = new Navigator(new Grid(60, 40));
  const mines = navigator.addPlaces();
  navigator.setPlaces(mines, [[50, 5], [9, 20]]);
  const path = navigator.findPath([2, 3], [55, 38], { orTo: mines });
  assert.deepEqual([...path].at(-1), [9, 20]);
  navigator.request([2, 3], [55, 38], { orTo: mines, mostFrames: 9 });
  navigator.work();
  assert.equal(navigator.take().path.cost, path.cost);
  const danger = navigator.addOverlay();
  navigator.fillOverlay(danger, [5, 0, 50, 30], 9000);
  const ticket = navigator.request([0, 0], [59, 39], { overlays: [danger], mostFrames: 2 });
  for (let frame = 0; frame < 2; frame++) navigator.work({ expansions: 1 });
  const late = navigator.take();
  assert.deepEqual([late.ticket, late.path.status, late.path.cells.length], [ticket, 'expired', 0]);
});

test('what an edit would part and leave is known without making it', () => {
  const navigator = new Navigator(new Grid(12, 8));
  const wall = (edit) => edit.fill([6, 0, 1, 8], '#');
  assert.deepEqual(navigator.wouldPart(wall, [[0, 0], [0, 0], [7, 0]], [[1, 1], [11, 7], [6, 3]]), [1, 2]);
  const exits = navigator.addPlaces();
  for (const [exit, parted] of [[[2, 2], [1]], [[8, 2], [0]]]) {
    navigator.setPlaces(exits, [exit]);
    assert.deepEqual(navigator.wouldPart(wall, [[0, 0], [11, 7]], [[11, 7], [0, 0]], { orTo: exits }), parted);
  }
  const gate = (edit) => edit.fill([6, 0, 1, 7], '#');
  assert.deepEqual(navigator.wouldPart(gate, [[0, 0]], [[11, 7]]), []);
  const path = navigator.findPath([0, 0], [11, 0], { edit: gate });
  assert.ok([...path].some(([x, y]) => x === 6 && y === 7));
  assert.equal(navigator.findPath([0, 0], [11, 0], { edit: wall }).found, false);
  assert.equal(navigator.revision, 0);
  assert.equal(navigator.cost([0, 0], [11, 0]), 11 * 13860);
  assert.throws(() => navigator.wouldPart(wall, [[0, 0]], []), { kind: 'BAD_ARGUMENT' });
  assert.throws(() => navigator.findPath([0, 0], [1, 0], { edit: async () => {} }), /asynchronous/);
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

test('only an option that is left out is the usual one', () => {
  const crowd = new Crowd(new Grid(8, 8));
  const zero = (body, text) => assert.throws(body, { kind: 'BAD_ARGUMENT', message: text });
  zero(() => crowd.spawn([1.5, 1.5], { speed: 0 }), 'the speed is 0, expected another number, or none for the usual one');
  zero(() => crowd.spawnNear([1.5, 1.5], 2, { radius: -0 }), /^the radius is 0, expected another number/);
  zero(() => crowd.spawn([1.5, 1.5], { radius: '0.3' }), 'the radius is "0.3", expected a number');
  for (const body of [{ radius: 0.36 }, { radius: NaN }, { speed: -1 }, { speed: 65 }]) {
    assert.throws(() => crowd.spawn([1.5, 1.5], body), { kind: 'BAD_ARGUMENT', code: 'crowd-body' });
  }
  assert.equal(crowd.spawn([1.5, 1.5], { speed: undefined, radius: 0.353 }), 0);
  zero(() => crowd.order([0], [3.5, 3.5], { formation: 'line', spacing: 0 }), /^the spacing is 0, expected another number/);
  assert.throws(() => crowd.order([0], [3.5, 3.5], { formation: 'line', spacing: 65 }), { kind: 'BAD_ARGUMENT', code: 'formation-spacing' });
  for (const facing of [[0, 0, 0], null, '01']) zero(() => crowd.order([0], [3.5, 3.5], { formation: 'line', facing }), /^the facing is .*, expected \[x, y\]$/);
  for (const given of [{ facing: [0, 1] }, { spacing: 2 }]) zero(() => crowd.order([0], [3.5, 3.5], given), /^there is no formation, expected one with /);
  zero(() => crowd.order([0], [3.5, 3.5], { formation: 'line', facing: [0, 0] }), 'the facing is [0, 0], expected a direction');
  crowd.order([0], [3.5, 3.5], { formation: 'line', facing: [0, -1], spacing: 0.25 });
  const navigator = new Navigator(new Grid(8, 8));
  for (const ageing of [0, -1, 0.5]) zero(() => new Navigator(new Grid(2, 2), { ageing }), /^the ageing is .*, expected a whole number from 1 /);
  for (const queue of [{ quantum: Infinity }, { mostRequests: Infinity }, { quantum: 0 }]) {
    zero(() => new Navigator(new Grid(2, 2), queue), /expected a whole number from 1 to 9007199254740991$/);
  }
  zero(() => navigator.nearest([1, 1], { radius: 0 }), /^the radius is 0, expected a whole number from 1 to /);
});

test('terrain is an object of letters, a map of classes or a list', () => {
  const grid = new Grid(3, 1, Uint8Array.of(0x2e, 0x31, 1));
  const cost = (terrain, goal) => grid.findPath([0, 0], [goal, 0], { mover: new Mover({ terrain, scale: [1, 1] }) }).cost;
  const rows = [['.', 1], ['1', 5], [1, 7]];
  assert.deepEqual([1, 2].map((goal) => cost(new Map(rows), goal)), [5, 12]);
  assert.deepEqual([1, 2].map((goal) => cost(rows, goal)), [5, 12]);
  assert.deepEqual([1, 2].map((goal) => cost({ '.': 1, 1: 5 }, goal)), [5, Infinity], 'the key 1 is the letter');
  const refused = (terrain, message) => assert.throws(() => new Mover({ terrain }), { kind: 'BAD_ARGUMENT', message });
  refused({ 46: 1 }, 'the terrain names "46", expected single letters as keys; for numbers of classes, a Map or a list of [class, factor]');
  refused(new Set(['.']), /expected an object of letters, a Map or a list/);
  refused(new Map([[300, 1]]), /the class is 300/);
  refused(new Map([['.', [1]]]), /the factor is \[1\]/);
  for (const mistaken of [new Date(), new Mover(), new Grid(2, 2)]) {
    refused(mistaken, /^the terrain is a value of type .*, expected an object of letters, a Map or a list$/);
    assert.throws(() => new Mover({ crosses: mistaken }), { kind: 'BAD_ARGUMENT', message: /^what it crosses is a value of type / });
  }
  for (const empty of [{}, [], new Map()]) refused(empty, 'the terrain names no class, expected at least one');
  assert.equal(cost(Object.assign(Object.create(null), { '.': 1, 1: 5 }), 1), 5);
  const fence = new Grid(2, 1);
  fence.edit((edit) => edit.fence([0, 0], 'E', 8));
  const climber = new Mover({ crosses: new Map([[8, 500]]) });
  assert.equal(fence.findPath([0, 0], [1, 0], { mover: climber }).cost, 13860 + 500);
});

test('options are an object of options, not what else is at hand', () => {
  const grid = new Grid(3, 1);
  assert.throws(() => Mover.byCost({ terrain: { '.': 1 } }), { kind: 'BAD_ARGUMENT', message: /^there is no option "terrain"/ });
  assert.equal(Grid.fromCosts(2, 1, Uint8Array.of(1, 2)).findPath([0, 0], [1, 0], { mover: Mover.byCost({ terrain: undefined }) }).cost, 2 * 13860);
  for (const given of [new Mover(), new Map([['method', 'jps']]), [], new Grid(2, 2)]) {
    assert.throws(() => grid.findPath([0, 0], [2, 0], given), { kind: 'BAD_ARGUMENT', message: /^the options are .*, expected an object such as \{ mover: … \}$/ });
  }
  for (const mover of [5, null, {}]) assert.throws(() => { grid.mover = mover; }, { kind: 'BAD_ARGUMENT', message: /expected a Mover, or undefined/ });
  grid.mover = classic;
  assert.equal(grid.clone().findPath([0, 0], [2, 0]).cost, 20);
  grid.mover = undefined;
  assert.equal(grid.findPath([0, 0], [2, 0]).cost, 2 * 13860);
});

test('a batch that is filled later is refused, and nothing of it is made', async () => {
  const grid = new Grid(3, 1);
  const late = async (edit) => {
    edit.set([0, 0], '#');
    await null;
    edit.set([1, 0], '#');
  };
  for (const map of [grid, new Navigator(grid)]) {
    assert.throws(() => map.edit(late), { kind: 'BAD_ARGUMENT', message: /^the function that fills the batch is asynchronous/ });
    await new Promise((done) => { setTimeout(done); });
    assert.equal(map.revision, 0);
  }
});

test('what other calls make is refused to new, and the message names the call', () => {
  const { grid, start, goal } = Grid.drawn(FIGURE);
  const refused = (kind, way) => assert.throws(() => new kind(), { kind: 'BAD_ARGUMENT', message: `\`new ${kind.name}()\` is not allowed, expected ${way}` });
  refused(Index, 'grid.index(kind) or Index.load');
  refused(grid.findPath(start, goal).constructor, 'what findPath answers');
  grid.edit((edit) => refused(edit.constructor, 'the one that grid.edit hands over'));
});

test('a matrix is free where it is 0, false or 0n, and of numbers, booleans and bigints alone', () => {
  const drawn = (rows) => String.fromCharCode(...Grid.fromMatrix(rows).classes());
  assert.equal(drawn([[0, false, -0, 0n, 1, true, 5n, NaN, -1]]), '....#####');
  for (const list of [Uint8Array, Float64Array]) assert.equal(drawn([list.of(0, 2), list.of(1, 0)]), '.##.');
  assert.equal(drawn([BigInt64Array.of(0n, -1n)]), '.#');
  for (const [wrong, text] of [[undefined, 'undefined'], [null, 'null'], ['', '""'], ['0', '"0"'], [[0], '[0]'], [{}, 'a value of type Object']]) {
    const message = `the matrix has ${text} in column 1 of row 2, expected a number, a boolean or a bigint`;
    assert.throws(() => Grid.fromMatrix([[0, 0], [0, 0], [0, wrong]]), { kind: 'BAD_ARGUMENT', message });
  }
  assert.throws(() => Grid.fromMatrix([[0, , 0]]), { message: /^the matrix has undefined in column 1 of row 0/ });
  for (const rows of [[], [[0], , [0]], [[0], [0, 0]], [[0], null], '..', [null]]) {
    assert.throws(() => Grid.fromMatrix(rows), { kind: 'BAD_ARGUMENT', message: /expected a rectangle$/ });
  }
});

test('a faction sees what of a rectangle is on the map', () => {
  const { grid } = Grid.drawn(FIGURE);
  const navigator = new Navigator(grid);
  const faction = navigator.addFaction();
  const seen = new Set();
  for (const [x, y, width, height] of [[-2, -1, 4, 3], [5, 3, 9, 2 ** 40], [7, 0, 1, 1], [-3, 0, 3, 5], [2, 2, 0, 9], [-1, -1, 9, 9]]) {
    const before = seen.size;
    for (let row = 0; row < 5; row++) {
      for (let column = 0; column < 7; column++) {
        if (column >= x && column < x + width && row >= y && row < y + height) seen.add(7 * row + column);
      }
    }
    assert.equal(navigator.reveal(faction, [x, y, width, height]), seen.size - before, `${[x, y, width, height]}`);
  }
  assert.equal(seen.size, 35);
  assert.throws(() => navigator.reveal(faction, [0, 0, -1, 1]), { kind: 'BAD_ARGUMENT' });
  assert.throws(() => navigator.reveal(9, [99, 0, 1, 1]), { kind: 'UNKNOWN_NUMBER' });
  assert.throws(() => navigator.fillOverlay(navigator.addOverlay(), [-1, 0, 2, 2], 1), { kind: 'OFF_MAP' });
  assert.throws(() => navigator.fillOverlay(0, [0, 0, 1, 1], 2 ** 24), /^AstrideError: the extra cost is 16777216, expected a whole number from 0 to 16777215$/);
});

test('an overlay that is named twice counts once, and the nearest cell is reached from a free one', () => {
  const navigator = new Navigator(new Grid(3, 1), { mover: classic });
  navigator.fillOverlay(navigator.addOverlay(), [0, 0, 3, 1], 7);
  assert.equal(navigator.cost([0, 0], [2, 0], { overlays: [0, 0] }), 2 * 17);
  navigator.edit((edit) => edit.set([1, 0], '#'));
  assert.throws(() => navigator.nearest([0, 0], { reachedFrom: [1, 0] }), { kind: 'BAD_ARGUMENT', code: 'snap-from-blocked' });
  assert.deepEqual(navigator.nearest([0, 0], { reachedFrom: [2, 0] }), [2, 0]);
  assert.equal(navigator.nearest([0, 0], { reachedFrom: [2, 0], radius: 1 }), null);
});

test('a frame with a time limit reads the clock after 64 expansions, and with none left makes one', (context) => {
  const navigator = new Navigator(new Grid(200, 200));
  navigator.edit((edit) => edit.fill([100, 0, 1, 199], '#'));
  const overlays = [navigator.addOverlay()];
  navigator.fillOverlay(0, [0, 100, 200, 1], 7);
  for (let at = 0; at < 4; at++) navigator.request([0, at], [199, at], { overlays });
  let [now, tick] = [0, 1];
  context.mock.method(performance, 'now', () => { now += tick; return now - tick; });
  assert.equal(navigator.work({ milliseconds: 0 }).expansions, 1);
  for (const milliseconds of [0.5, 1]) assert.equal(navigator.work({ milliseconds }).expansions, 64);
  assert.equal(navigator.work({ milliseconds: 2 }).expansions, 128);
  const most = navigator.work({ milliseconds: 1000, expansions: 100 }).expansions;
  assert.equal(most, 100);
  [now, tick] = [0, 0];
  for (let at = 0; at < 16; at++) navigator.request([0, 20 + at], [199, at], { overlays });
  const clock = context.mock.method(performance, 'now', () => now);
  const all = navigator.work({ milliseconds: 1 });
  assert.deepEqual([all.served, all.running, all.waiting], [20, 0, 0], 'a clock that stands still ends nothing');
  assert.ok(all.expansions / clock.mock.callCount() <= 256, `${clock.mock.callCount()} looks at a clock that stands still for ${all.expansions}`);
  for (const milliseconds of [-1, NaN, '5', 5n]) assert.throws(() => navigator.work({ milliseconds }), { kind: 'BAD_ARGUMENT' });
});
