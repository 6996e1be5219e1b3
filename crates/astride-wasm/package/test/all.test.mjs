/** Plans, fleets and maps that are no squares: what each call gives, and what it refuses. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { load, ROOT } from './package.mjs';
import { questions } from './questions.mjs';

const { Crowd, Fleet, Grid, Mover, Navigator, Plan, World } = await load('all.js');

/** Dice that fall the same way each time. */
function dice(seed) {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** The first rule that a plan breaks, by code that knows nothing but the drawing; null if it keeps all. */
function fault(grid, starts, goals, plan) {
  const free = (x, y) => x >= 0 && y >= 0 && x < grid.width && y < grid.height && grid.classAt([x, y]) === 0x2e;
  let before = null;
  for (let time = 0; time <= plan.makespan; time++) {
    const now = plan.at(time);
    const seen = new Set();
    for (let i = 0; i < now.length; i += 2) {
      const [x, y] = [now[i], now[i + 1]];
      if (!free(x, y)) return `agent ${i / 2} is on a wall at ${time}`;
      if (seen.has(`${x},${y}`)) return `two agents on ${x},${y} at ${time}`;
      seen.add(`${x},${y}`);
      if (before === null) continue;
      if (Math.abs(x - before[i]) + Math.abs(y - before[i + 1]) > 1) return `agent ${i / 2} jumps at ${time}`;
      for (let j = 0; j < i; j += 2) {
        const isSwap = before[j] === x && before[j + 1] === y && now[j] === before[i] && now[j + 1] === before[i + 1];
        if (isSwap && (x !== before[i] || y !== before[i + 1])) return `agents ${j / 2} and ${i / 2} exchange cells at ${time}`;
      }
    }
    before = now;
  }
  const ends = [plan.at(0), plan.at(plan.makespan)].map((list) => list.join());
  return ends[0] === starts.flat().join() && ends[1] === goals.flat().join() ? null : 'the ends are not those of the team';
}

test('teams get past each other by every method, and every rule is kept', () => {
  const roll = dice(3);
  let solved = 0;
  for (let round = 0; round < 60; round++) {
    const [width, height] = [3 + roll(6), 2 + roll(5)];
    const grid = new Grid(width, height);
    grid.edit((edit) => { for (let i = roll(5); i > 0; i--) edit.set([roll(width), roll(height)], '#'); });
    const cells = [];
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (grid.classAt([x, y]) === 0x2e) cells.push([x, y]);
    const draw = () => cells.map((cell) => [roll(1e6), cell]).sort((a, b) => a[0] - b[0]).map(([, cell]) => cell);
    const count = 1 + roll(Math.min(5, Math.floor(cells.length / 3)));
    const [starts, goals] = [draw().slice(0, count), draw().slice(0, count)];
    const costs = new Map();
    for (const method of ['auto', 'pibt', 'lacam', 'guided', 'pp', 'lns', 'cbs', 'eecbs', 'whca']) {
      const plan = Plan.solve(grid, starts, goals, { method, mostExpansions: 200, percent: method === 'eecbs' ? 50 : undefined });
      assert.equal(plan.agentCount, plan.found ? count : 0);
      if (!plan.found) continue;
      solved += 1;
      assert.equal(fault(grid, starts, goals, plan), null, `${method}\n${plan.toText()}`);
      plan.validate(grid, starts, goals);
      assert.ok(plan.lowerBound <= plan.cost && plan.cost === plan.sumOfCosts, method);
      if (plan.guarantee === 'optimal') costs.set(plan.cost, method);
      const stays = plan.stays(count - 1);
      assert.deepEqual([...stays.slice(0, 3)], [0, ...starts[count - 1]]);
      assert.deepEqual([...stays.slice(-2)], goals[count - 1]);
    }
    assert.ok(costs.size <= 1, `methods that prove the least agree: ${[...costs]}`);
  }
  assert.ok(solved > 300, `${solved} plans`);
});

test('a plan is text and typed arrays, the same in each run, and that of others is refused', () => {
  const grid = new Grid(6, 6);
  const [starts, goals] = [Int32Array.of(0, 0, 5, 0), Uint32Array.of(5, 0, 0, 0)];
  const plan = Plan.solve(grid, starts, goals);
  assert.deepEqual([plan.status, plan.guarantee, plan.cost, plan.lowerBound], ['found', 'optimal', 12, 12]);
  assert.ok(plan.at(0) instanceof Int32Array && plan.expanded >= 0);
  assert.deepEqual([...plan.at(1e6)], [...goals]);
  assert.equal(plan.toText(), Plan.solve(grid, starts, goals, { seed: 0 }).toText());
  const read = Plan.fromText(grid, plan.toText());
  assert.deepEqual([read.cost, read.makespan, read.sumOfLoss], [plan.cost, plan.makespan, plan.sumOfLoss]);
  read.validate(grid, starts, goals);
  assert.throws(() => read.validate(grid, starts, starts), { kind: 'BAD_DATA', code: 'plan-wrong-end' });
  const crash = Plan.fromText(grid, '0:(0,0),(2,0)\n1:(1,0),(1,0)\n');
  assert.throws(() => crash.validate(grid, [[0, 0], [2, 0]], [[1, 0], [1, 1]]), { kind: 'BAD_DATA' });
  assert.throws(() => Plan.fromText(grid, '0:(9,0)\n'), { kind: 'BAD_DATA', code: 'malformed-plan' });
  assert.throws(() => plan.stays(2), { kind: 'UNKNOWN_NUMBER' });
  assert.throws(() => Plan.solve(grid, [[0, 0]], []), /1 starts and 0 goals/);
  assert.throws(() => Plan.solve(grid, [[0, 0], [1, 0]], [[3, 3], [3, 3]]), { code: 'trip-end-shared' });
  assert.throws(() => Plan.solve(grid, [[0, 0]], [[6, 0]]), { kind: 'OFF_MAP', message: /goal \(6, 0\)/ });
  assert.throws(() => Plan.solve(grid, Int32Array.of(0, 0, 1), goals), /has 3 numbers/);
  for (const mostExpansions of [0, Infinity, NaN, -1]) {
    assert.throws(() => Plan.solve(grid, starts, goals, { mostExpansions }), { kind: 'BAD_ARGUMENT' });
  }
  const corridor = Plan.solve(new Grid(2, 1), [[0, 0], [1, 0]], [[1, 0], [0, 0]]);
  assert.deepEqual([corridor.found, corridor.status, corridor.cost, corridor.at(3).length], [false, 'unreachable', Infinity, 0]);
  plan.free();
  assert.throws(() => plan.toText(), { kind: 'FREED' });
});

test('eight neighbours are the mover’s choice', () => {
  const mover = new Mover({ neighbours: 8, corners: 'always' });
  assert.equal(Plan.solve(new Grid(5, 5), [[0, 0]], [[4, 4]]).cost, 8);
  assert.equal(Plan.solve(new Grid(5, 5), [[0, 0]], [[4, 4]], { mover, objective: 'makespan' }).cost, 4);
});

test('large teams are planned without running out of stack', () => {
  const grid = new Grid(64, 64);
  const starts = Int32Array.from({ length: 400 }, (_, i) => (i & 1 ? Math.floor(i / 128) : (i >> 1) % 64));
  const goals = starts.map((at) => 63 - at);
  for (const method of ['pibt', 'lacam', 'auto']) {
    const plan = Plan.solve(grid, starts, goals, { method });
    assert.ok(plan.found, method);
    plan.validate(grid, starts, goals);
  }
  // A full ring, where each waits for the next to leave: as deep as right of way can go.
  const ring = new Grid(1500, 3);
  ring.edit((edit) => edit.fill([1, 1, 1498, 1], '#'));
  const cells = [...Array.from({ length: 1500 }, (_, x) => [x, 0]), [1499, 1], ...Array.from({ length: 1500 }, (_, x) => [1499 - x, 2]), [0, 1]];
  const turned = [...cells.slice(1), cells[0]];
  const plan = Plan.solve(ring, cells, turned, { method: 'pibt', mostExpansions: 1e6 });
  assert.deepEqual([plan.status, plan.makespan, plan.cost], ['found', 1, cells.length]);
});

/** Where a robot that faces a side drives. */
const AHEAD = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };

test('a fleet does its tasks without a collision, and has the same history each time', () => {
  for (const turning of [false, true]) {
    const grid = new Grid(10, 6);
    const digests = [0, 1].map(() => {
      const fleet = new Fleet(grid, [[0, 0], [9, 5], [4, 4]], { turning, facing: ['E', 'W', 'N'], assignment: 'in-order', seed: 5 });
      if (turning) assert.deepEqual(fleet.facing(), ['E', 'W', 'N']);
      assert.deepEqual([fleet.size, fleet.timestep, fleet.tasksWaiting], [3, 0, 0]);
      assert.equal(fleet.addTask([[9, 0], [0, 5]]), 0);
      assert.equal(fleet.addTask(Int32Array.of(0, 0)), 1);
      let [errands, tasks, before, faced] = [0, 0, fleet.positions(), fleet.facing()];
      while (fleet.tasksDone < 2 && fleet.timestep < 200) {
        fleet.step({ mostExpansions: 50 });
        const now = fleet.positions();
        assert.equal(new Set(Array.from({ length: 3 }, (_, i) => `${now[2 * i]},${now[2 * i + 1]}`)).size, 3);
        fleet.actions().forEach((action, i) => {
          const way = [now[2 * i] - before[2 * i], now[2 * i + 1] - before[2 * i + 1]];
          if (action === 'forward') assert.deepEqual(way, AHEAD[faced[i]]);
          else assert.equal(Math.abs(way[0]) + Math.abs(way[1]), action === 'drive' ? 1 : 0, action);
          assert.ok(action === 'wait' || turning === (action !== 'drive'), action);
        });
        for (const event of fleet.events()) {
          if (event.kind === 'errand-done') errands += 1;
          if (event.kind !== 'task-done') continue;
          assert.equal(event.errand, null);
          tasks += 1;
        }
        [before, faced] = [now, fleet.facing()];
      }
      assert.deepEqual([fleet.tasksDone, fleet.errandsDone, tasks, errands], [2, 3, 2, 3]);
      fleet.step();
      assert.deepEqual([...fleet.goals()], [-1, -1, -1, -1, -1, -1]);
      return fleet.digest;
    });
    assert.equal(digests[0], digests[1]);
    assert.equal(typeof digests[0], 'bigint');
  }
});

test('fleets and crowds have the history that they have in Python', () => {
  // The same calls as in `crates/astride-py/tests/test_same.py`.
  const sides = [...'NESWNESWN'];
  const rules = { turning: true, span: 3, assignment: 'in-order', learning: false };
  const fleetOf = (given) => {
    const fleet = new Fleet(new Grid(12, 8), sides.map((_, x) => [x, 3]), { facing: sides, seed: 9, ...given });
    const tasks = questions({ width: 12, height: 8 }, 150);
    for (let step = 0; step < 300; step++) {
      if (step % 2 === 0) fleet.addTask(tasks[step / 2]);
      if (step === 40 || step === 90) fleet.setWorking(2, step === 90);
      if (step === 90) fleet.setOpen([6, 6], false);
      fleet.step({ mostExpansions: 50 });
    }
    return fleet;
  };
  const grid = new Grid(30, 20);
  const crowd = new Crowd(grid);
  crowd.spawnNear([5.5, 10.5], 7);
  crowd.teleport(6, [1.5, 1.5]);
  crowd.order([0, 1, 2, 3, 4, 5, 6], [24.5, 10.5], { formation: 'wedge', spacing: 2, facing: [0, 1] });
  for (let i = 0; i < 120; i++) crowd.advance(1 / 60);
  grid.edit((edit) => edit.fill([15, 0, 1, 12], '#'));
  crowd.follow(grid);
  for (let i = 0; i < 600; i++) crowd.advance(1 / 60);
  const pinned = readFileSync(path.join(ROOT, 'crates/astride-capi/tests/digests.txt'), 'utf8');
  for (const [name, { digest }] of Object.entries({ 'fleet-turning': fleetOf(rules), 'fleet-free': fleetOf({}), crowd })) {
    const line = `${name} ${digest.toString(16).padStart(16, '0')}\n`;
    assert.ok(pinned.includes(line), line);
  }
});

test('robots break down, cells are closed, and what a fleet cannot take is refused', () => {
  const grid = Grid.fromText('.....\n.###.\n.....\n');
  const fleet = new Fleet(grid, [[0, 0]]);
  fleet.addTask([[4, 2]]);
  fleet.setWorking(0, false);
  fleet.step();
  assert.deepEqual([...fleet.positions()], [0, 0]);
  fleet.setWorking(0, true);
  fleet.setOpen([2, 0], false);
  const seen = [];
  for (let i = 0; i < 20; i++) {
    fleet.step({ mostExpansions: 10 });
    seen.push(fleet.positions().join());
  }
  assert.ok(fleet.tasksDone === 1 && !seen.includes('2,0'), seen.join(' '));
  assert.throws(() => fleet.setOpen([5, 0], true), { kind: 'OFF_MAP' });
  assert.throws(() => fleet.setWorking(1, true), { kind: 'UNKNOWN_NUMBER', code: 'no-such-robot' });
  assert.throws(() => fleet.addTask([]), { code: 'task-without-errand' });
  assert.throws(() => fleet.step({ mostExpansions: Infinity }), { kind: 'BAD_ARGUMENT' });
  assert.throws(() => new Fleet(grid, [[0, 0], [0, 0]]), { code: 'fleet-start-shared' });
  assert.throws(() => new Fleet(grid, [[1, 1]]), { code: 'fleet-start-blocked' });
  assert.throws(() => new Fleet(grid, [[0, 0]], { span: 2, turning: true }), { kind: 'BAD_ARGUMENT' });
  assert.throws(() => new Fleet(grid, [[0, 0]], { facing: ['N', 'S'] }), /expected one, or a list of 1/);
  assert.throws(() => new Fleet(grid, [[0, 0]], { facing: 'NE' }), /there is no side "NE"/);
  fleet.free();
  assert.throws(() => fleet.step(), { kind: 'FREED' });
});

test('ways over hexagons are as long as a flood says', () => {
  const rows = ['...#..', '..#...', '.....#', '.##...', '......'];
  const world = World.read('hexagons', `hex pointy\n${rows.join('\n')}\n`);
  assert.deepEqual([world.shape, world.revision], ['hexagons', 0]);
  const places = [];
  for (let r = -9; r < 9; r++) for (let q = -9; q < 9; q++) if (world.named(`${q},${r}`)) places.push([q, r]);
  assert.equal(places.length, 30);
  const open = new Set(places.filter((place) => world.classAt(place) === 0x2e).map(String));
  assert.equal(open.size, rows.join('').replaceAll('#', '').length);
  const around = ([q, r]) => [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]].map(([a, b]) => [q + a, r + b]);
  for (const start of places) {
    const steps = new Map(open.has(String(start)) ? [[String(start), 0]] : []);
    const queue = [start];
    for (let at = queue.shift(); at && steps.size > 0; at = queue.shift()) {
      for (const next of around(at)) {
        if (!open.has(String(next)) || steps.has(String(next))) continue;
        steps.set(String(next), steps.get(String(at)) + 1);
        queue.push(next);
      }
    }
    for (const goal of places) {
      const route = world.findPath(start, goal);
      assert.equal(route.found, steps.has(String(goal)), `${start} to ${goal}`);
      assert.equal(route.found ? route.steps : -1, steps.get(String(goal)) ?? -1);
      if (route.found) assert.deepEqual([[...route].at(0), [...route].at(-1)], [start, goal]);
    }
  }
});

test('arcs of a graph are added, changed and removed, and costs are those of all ways', () => {
  const arcs = [[1, 2, 5], [2, 3, 5], [3, 1, 9], [3, 4, 1], [4, 5, 20], [3, 5, 22], [5, 3, 1]];
  const graph = World.read('graph', `p sp 5 ${arcs.length}\n${arcs.map(([a, b, c]) => `a ${a} ${b} ${c}\n`).join('')}`);
  const check = (all) => {
    for (let start = 1; start <= 5; start++) {
      const least = Array.from({ length: 6 }, (_, i) => (i === start ? 0 : Infinity));
      for (let round = 0; round < 5; round++) for (const [a, b, c] of all) least[b] = Math.min(least[b], least[a] + c);
      for (let goal = 1; goal <= 5; goal++) assert.equal(graph.findPath(start, [goal]).cost, least[goal], `${start} to ${goal}`);
    }
  };
  check(arcs);
  graph.link(1, 5, 3);
  graph.link(2, 3, 50);
  check([...arcs.filter(([a, b]) => a !== 2 || b !== 3), [2, 3, 50], [1, 5, 3]]);
  graph.unlink(1, 5);
  graph.link(2, 3, 5);
  check(arcs);
  assert.deepEqual([graph.revision, graph.placeCount, graph.named('5'), graph.named('6')], [4, 5, [5], null]);
  const route = graph.findPath(1, 5, { method: 'dijkstra' });
  assert.deepEqual([[...route.places], route.dimension, [...route][1]], [[1, 2, 3, 4, 5], 1, [2]]);
  assert.throws(() => graph.set(1, '#'), { kind: 'UNSUPPORTED' });
  assert.throws(() => graph.findPath(1, 6), { kind: 'OFF_MAP' });
  assert.throws(() => graph.findPath(1, 2, { mover: new Mover() }), { kind: 'UNSUPPORTED' });
});

test('triangles, floors and voxels are read, edited, saved and searched', () => {
  const floors = World.read('floors', 'floors\n..#.\nfloor\n....\nstair 0,0,0 0,0,1\nstair 3,0,0 3,0,1\n');
  const way = floors.findPath([0, 0, 0], [3, 0, 0]);
  assert.deepEqual([[...way].at(0), [...way].at(-1), way.dimension], [[0, 0, 0], [3, 0, 0], 3]);
  assert.ok([...way].some(([, , floor]) => floor === 1));
  floors.unlink([3, 0, 1], [3, 0, 0]);
  assert.equal(floors.findPath([0, 0, 0], [3, 0, 0]).found, false);
  floors.set([2, 0, 0], '.');
  assert.equal(floors.findPath([0, 0, 0], [3, 0, 0]).steps, 3);
  const voxels = World.read('voxels', 'voxel 4 3 3\n1 1 0\n1 1 1\n2 0 1\n');
  assert.deepEqual([voxels.shape, voxels.classAt([1, 1, 0]), voxels.classAt([0, 0, 0])], ['voxels', 0x40, 0x2e]);
  assert.ok(voxels.findPath([0, 1, 0], [2, 1, 0], { orNearest: true }).found);
  assert.throws(() => voxels.set([0, 0, 0], 'Q'), { kind: 'BAD_ARGUMENT' });
  assert.throws(() => voxels.link([0, 0, 0], [1, 0, 0], 5), { kind: 'UNSUPPORTED' });
  const triangles = World.read('triangles', 'triangles\n..#..3.\n.#.....\n...2.#.\n');
  const slow = new Mover({ terrain: { '.': 2, 3: 9, 2: 1 } });
  const [plain, dear] = [undefined, slow].map((mover) => triangles.findPath([4, 1], [5, 0], { mover }));
  assert.deepEqual([plain.cost, dear.cost], [4 * 10864, 11 * 10864]);
  assert.equal(triangles.findPath([4, 1], [5, 0], { mostExpansions: 1 }).status, 'out-of-budget');
  for (const world of [floors, voxels, triangles]) {
    const again = World.open(world.save());
    assert.deepEqual([again.shape, again.placeCount], [world.shape, world.placeCount]);
    assert.deepEqual(again.save(), world.save());
  }
  for (const place of [[0, 0], 0, [0, 0, 0.5], [0, 0, 2 ** 60], null, 'abc', [0, 0, 0, 0]]) {
    assert.throws(() => floors.classAt(place), { kind: 'BAD_ARGUMENT', message: /expected three whole numbers/ });
  }
  for (const place of [[0, 0, -1], [-1, 0, 0], [2 ** 32, 0, 0], [2 ** 40, 0, 0]]) {
    assert.throws(() => floors.classAt(place), { kind: 'OFF_MAP' });
  }
  assert.throws(() => triangles.findPath([0, 0], [6, 2], { mover: 3 }), { kind: 'BAD_ARGUMENT' });
  assert.throws(() => World.read('squares', '..'), /expected one of hexagons, triangles/);
  assert.throws(() => World.read('floors', 'floors\né\n'), { kind: 'BAD_DATA' });
  assert.throws(() => World.open(new Uint8Array(9)), { kind: 'BAD_DATA' });
  assert.throws(() => floors.named(5), { kind: 'BAD_ARGUMENT' });
  floors.free();
  assert.throws(() => floors.revision, { kind: 'FREED' });
});

test('all of the smaller entries is there too', () => {
  const grid = new Grid(8, 8);
  assert.equal(new Navigator(grid).cost([0, 0], [7, 0]), grid.field(Int32Array.of(7, 0)).costAt([0, 0]));
  assert.equal(new Crowd(grid).size, 0);
});

test('only an option that is left out is the usual one', () => {
  const grid = new Grid(4, 4);
  const zero = (body, message) => assert.throws(body, { kind: 'BAD_ARGUMENT', message });
  zero(() => Plan.solve(grid, [[0, 0]], [[3, 3]], { method: 'eecbs', percent: 0 }), /^the per cent is 0, expected a whole number from 1 /);
  zero(() => Plan.solve(grid, [[0, 0]], [[3, 3]], { fieldBytes: 0 }), /expected a whole number from 1 /);
  zero(() => new Fleet(grid, [[0, 0]], { span: 0 }), /^the span is 0, expected a whole number from 1 /);
  for (const given of [{ span: 6 }, { span: 2, turning: true }]) {
    assert.throws(() => new Fleet(grid, [[0, 0]], given), { kind: 'BAD_ARGUMENT', code: 'fleet-span' });
  }
  assert.throws(() => Plan.solve(grid, [[0, 0]], [[3, 3]], { method: 'eecbs', percent: 99901 }), { kind: 'BAD_ARGUMENT', message: /99901/ });
  zero(() => new Fleet(grid, [[0, 0]], { tableBytes: 0 }), /expected a whole number from 1 /);
  assert.equal(new Fleet(grid, [[0, 0]], { span: undefined, seed: 0 }).size, 1);
  zero(() => new Plan(), '`new Plan()` is not allowed, expected Plan.solve or Plan.fromText');
  zero(() => new World(), '`new World()` is not allowed, expected World.open or World.read');
});

test('a mover with what a shape would ignore is refused there', () => {
  const drawings = { hexagons: 'hex pointy\n....\n', triangles: 'triangles\n....\n', floors: 'floors\n....\n' };
  const ends = { hexagons: [[0, 0], [3, 0]], triangles: [[0, 0], [3, 0]], floors: [[0, 0, 0], [3, 0, 0]] };
  const options = { terrain: { '.': 2 }, scale: [10, 14], neighbours: 4, corners: 'always', crosses: { f: 1 } };
  const used = { hexagons: ['terrain', 'scale', 'crosses'], triangles: ['terrain', 'crosses'], floors: Object.keys(options) };
  for (const [shape, text] of Object.entries(drawings)) {
    const world = World.read(shape, text);
    for (const [name, value] of Object.entries(options)) {
      const find = () => world.findPath(...ends[shape], { mover: new Mover({ [name]: value }) });
      if (used[shape].includes(name)) assert.ok(find().found, `${name} on ${shape}`);
      else assert.throws(find, { kind: 'UNSUPPORTED', message: `the mover sets ${name}, which ${shape} would ignore, expected one that sets only ${used[shape].join(' and ')}` });
    }
    const plain = world.findPath(...ends[shape]).cost;
    const usual = new Mover({ scale: [13860, 19601], neighbours: 8, corners: 'never', crosses: {} });
    for (const mover of [usual, new Mover({ crosses: [] }), new Mover({ crosses: new Map() }), new Mover({ corners: undefined })]) {
      assert.equal(world.findPath(...ends[shape], { mover }).cost, plain, `what is as usual is no matter on ${shape}`);
    }
    assert.equal(world.findPath(...ends[shape], { mover: new Mover({ terrain: { '.': 2 } }) }).cost, 2 * plain);
  }
});

test('_ of a drawing is no place, and of triangles a wall', () => {
  const filled = (shape, text, ...places) => {
    const world = World.read(shape, text);
    assert.equal(world.findPath(places[0], places[2]).found, false, shape);
    world.set(places[1], '.');
    return world.findPath(places[0], places[2]).found;
  };
  assert.ok(filled('triangles', 'triangles\n._.\n', [0, 0], [1, 0], [2, 0]));
  assert.deepEqual(World.read('triangles', 'triangles\n._.\n').save(), World.read('triangles', 'triangles\n.#.\n').save());
  assert.throws(() => filled('hexagons', 'hex pointy\n._.\n', [0, 0], [1, 0], [2, 0]), { kind: 'OFF_MAP' });
  assert.throws(() => filled('floors', 'floors\n._.\n', [0, 0, 0], [1, 0, 0], [2, 0, 0]), { kind: 'OFF_MAP' });
});

test('a # of a drawing is of class @, and one that is set is of its own', () => {
  const world = World.read('floors', 'floors\n#.\n');
  world.set([1, 0, 0], '#');
  assert.deepEqual([world.classAt([0, 0, 0]), world.classAt([1, 0, 0])], [0x40, 0x23]);
  assert.equal(Grid.fromText('#.').classAt([0, 0]), 0x23);
});
