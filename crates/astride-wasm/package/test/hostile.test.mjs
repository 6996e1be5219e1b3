/** Whatever a program hands over is answered or refused; it never stops the engine. */

import assert from 'node:assert/strict';
import process from 'node:process';
import { test } from 'node:test';
import { load } from './package.mjs';

const { Field, Fleet, Grid, Index, Mover, Navigator, Plan, World } = await load('all.js');
const PF = (await load('pathfinding.js')).default;

const VALUES = [
  undefined, null, NaN, Infinity, -1, 0, 1, 1.5, 2 ** 31, 2 ** 32, 2 ** 53, -0, 10n, '', '.', 'é', 'astar', '\ud800', true, Symbol('s'),
  'hexagons', 'floors\n..\n', 'p sp 2 1\na 1 2 5\n', [0, 0, 0], Int32Array.of(0, 0, 1, 1), { facing: 'N' }, { mostExpansions: 5 },
  [], [0], [0, 0], [3, 2], [0, -1], [1e9, 0], [NaN, 0], ['0', '0'], [0, 0, 2, 2], [0, 0, 4294967295, 2], [[0, 0]], [[[0, 0]]], [['.', 1025]],
  {}, { length: 2 }, { mover: 1 }, { method: 'jps' }, { method: 'x' }, { mostCost: -1 }, { mostExpansions: 1n }, { overlays: [64] },
  { milliseconds: NaN }, { terrain: { ab: 1 } }, { scale: [2, 1] }, { reachedFrom: [9, 9] }, { lanes: 1e9 }, () => {},
  new Uint8Array(0), new Uint8Array(6), new Uint8ClampedArray(6), new Float64Array(2), new Map(),
];

/** Dice that fall the same way each time. */
function dice(seed) {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** All functions of an object that a program may call, except for the end of it. */
const functions = (object) => Object.getOwnPropertyNames(object).filter(
  (name) => !['constructor', 'free', 'prototype', 'length', 'name'].includes(name) && typeof Object.getOwnPropertyDescriptor(object, name).value === 'function',
);

test('values of every kind in every place are answered or refused with a kind', () => {
  const roll = dice(7);
  const kinds = new Map();
  const rounds = process.env.ASTRIDE_SLOW_TESTS ? 30_000 : 6_000;
  const any = () => VALUES[roll(VALUES.length)];
  let grid = new Grid(4, 3);
  let navigator = new Navigator(grid);
  const [plan, fleet, world] = [Plan.solve(grid, [[0, 0]], [[3, 2]]), new Fleet(grid, [[0, 0]]), World.read('floors', 'floors\n....\n')];
  const field = grid.field([[0, 0]]);
  const index = grid.index('jump-points');
  for (let round = 0; round < rounds; round++) {
    if (round % 500 === 499) [grid, navigator] = [new Grid(4, 3), new Navigator(grid)];
    const makers = [Grid, Mover, Navigator, Index, Field, Plan, Fleet, World, PF.Grid, PF.AStarFinder];
    const targets = [grid, navigator, field, index, plan, fleet, world, new PF.Grid(2, 2), new PF.AStarFinder(), Grid, Mover, Navigator, Index, Plan, World, null];
    const target = targets[roll(targets.length)];
    const values = Array.from({ length: roll(5) }, any);
    try {
      if (target === null) Reflect.construct(makers[roll(makers.length)], values);
      else {
        const home = typeof target === 'function' ? target : Object.getPrototypeOf(target);
        const names = functions(home);
        target[names[roll(names.length)]](...values);
      }
    } catch (error) {
      const kind = error.kind ?? error.name;
      assert.notEqual(kind, 'FAULT', `${error.stack}\n${error.cause?.stack}`);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
  }
  assert.ok(kinds.get('BAD_ARGUMENT') > 100 && kinds.get('OFF_MAP') > 10, [...kinds].join(' '));
  const { grid: figure, start, goal } = Grid.drawn('A.B');
  assert.equal(figure.findPath(start, goal).steps, 2, 'the engine goes on');
});

test('refusals say what, where, and what would be right', () => {
  const grid = new Grid(4, 3);
  const refused = (body, kind, text) => assert.throws(body, (error) => error.kind === kind && error.message.includes(text) && !error.message.endsWith('.'));
  refused(() => grid.findPath([0, 0], [4, 0]), 'OFF_MAP', 'goal (4, 0) is off the map of 4x3 cells');
  refused(() => grid.findPath([0, 0], [1, NaN]), 'BAD_ARGUMENT', 'expected [x, y] of whole numbers');
  refused(() => grid.findPath([0, 0], [1, 1], { speed: 1 }), 'BAD_ARGUMENT', 'there is no option "speed"');
  refused(() => grid.findPath([0, 0], [1, 1], { method: 'dfs' }), 'BAD_ARGUMENT', 'expected one of astar, dijkstra');
  refused(() => new Grid(1e5, 1e5), 'BAD_ARGUMENT', 'expected at most 16777216');
  refused(() => new Grid(2, 2, new Uint8Array(3)), 'BAD_ARGUMENT', 'has 3 items, expected 4');
  refused(() => Grid.fromText('..\n.é'), 'BAD_DATA', 'line 2');
  refused(() => Grid.fromMap('type octile\nheight 1e9\n'), 'BAD_DATA', 'line 2');
  refused(() => Index.load(new Uint8Array(100), grid), 'BAD_DATA', '');
  refused(() => Navigator.load(Uint8Array.of(1, 2, 3)), 'BAD_DATA', '');
  refused(() => new Navigator(grid).addMover(undefined, 0), 'BAD_ARGUMENT', 'the side is 0');
  refused(() => new Navigator(grid).findPath([0, 0], [1, 1], { mover: 3 }), 'UNKNOWN_NUMBER', 'there is no mover 3');
  refused(() => new Navigator(grid).findPath([0, 0], [1, 1], { overlays: 5 }), 'BAD_ARGUMENT', 'the overlays are 5, expected a list');
  refused(() => new Navigator(grid).nearest([0, 0], { radius: 2 ** 32 }), 'BAD_ARGUMENT', 'the radius is 4294967296');
  refused(() => Grid.fromMatrix({ length: 2 }), 'BAD_ARGUMENT', 'expected a rectangle');
  refused(() => grid.edit((edit) => edit.fill({ length: 4 }, '#')), 'BAD_ARGUMENT', 'expected [x, y, width, height]');
  assert.equal(grid.findPath({ 0: 0, 1: 0, length: 2 }, [1, 1]).steps, 1);
});

test('what the engine refuses has its code, and what this package refuses has none', () => {
  const grid = new Grid(4, 3);
  const coded = (body, kind, code) => assert.throws(body, { name: 'AstrideError', kind, code });
  coded(() => Index.load(new Uint8Array(100), grid), 'BAD_DATA', 'not-a-file-of-tables');
  coded(() => Grid.fromText('..\n.é'), 'BAD_DATA', 'malformed-text');
  coded(() => grid.findPath([0, 0], [4, 0]), 'OFF_MAP', '');
});

test('after a fault nothing is answered any more', async () => {
  const { call } = await load('wasm.js');
  const grid = new Grid(4, 3);
  // An address outside of all memory: what no program can hand over.
  assert.throws(() => call('astride_grid_revision', 0xfffffff0, 0xfffffff0), { kind: 'FAULT' });
  assert.throws(() => grid.findPath([0, 0], [1, 1]), (error) => error.kind === 'FAULT' && error.cause instanceof WebAssembly.RuntimeError);
  grid.free();
});
