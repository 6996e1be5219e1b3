/** The names of PathFinding.js do what programs written for it expect. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './package.mjs';

const PF = (await load('pathfinding.js')).default;
const { Grid: Ground } = await load('grid.js');

const MATRIX = [
  [0, 0, 0, 1, 0],
  [1, 1, 0, 1, 0],
  [0, 0, 0, 0, 0],
];

test('a grid is made of a matrix or of sizes, and edited', () => {
  const grid = new PF.Grid(MATRIX);
  assert.deepEqual([grid.width, grid.height], [5, 3]);
  assert.deepEqual([grid.isWalkableAt(3, 0), grid.isWalkableAt(2, 1), grid.isWalkableAt(-1, 0)], [false, true, false]);
  const copy = grid.clone();
  copy.setWalkableAt(3, 0, true);
  assert.deepEqual([grid.isWalkableAt(3, 0), copy.isWalkableAt(3, 0)], [false, true]);
  assert.ok(new PF.Grid(3, 2).isWalkableAt(2, 1));
  assert.throws(() => new PF.Grid(4, 3, MATRIX), { kind: 'BAD_ARGUMENT' });
});

test('every finder finds the way, and leaves the grid as it was', () => {
  const grid = new PF.Grid(MATRIX);
  const finders = Object.keys(PF).filter((name) => name.endsWith('Finder'));
  assert.equal(finders.length, 10);
  for (const name of finders) {
    for (const diagonalMovement of [1, 2, 3, 4]) {
      const path = new PF[name]({ diagonalMovement }).findPath(0, 0, 4, 0, grid);
      assert.deepEqual([path[0], path.at(-1)], [[0, 0], [4, 0]], name);
    }
  }
  const steps = (options) => new PF.AStarFinder(options).findPath(0, 0, 4, 0, grid).length - 1;
  assert.deepEqual([steps(), steps({ allowDiagonal: true }), steps({ allowDiagonal: true, dontCrossCorners: true })], [8, 5, 8]);
  grid.setWalkableAt(2, 1, false);
  assert.deepEqual(new PF.AStarFinder().findPath(0, 0, 4, 0, grid), []);
});

test('paths are compressed, expanded and measured', () => {
  const path = [[0, 0], [1, 0], [2, 0], [3, 1], [4, 2]];
  const turns = [[0, 0], [2, 0], [4, 2]];
  assert.deepEqual(PF.Util.compressPath(path), turns);
  assert.deepEqual(PF.Util.expandPath(turns), path);
  for (const kept of [[[0, 0], [2, 0], [1, 0]], [[0, 0], [1, 1], [1, 1], [2, 0]]]) assert.deepEqual(PF.Util.compressPath(kept), kept);
  assert.equal(PF.Util.pathLength(path), 2 + 2 * Math.SQRT2);
});

test('a start that is blocked is left, as a unit leaves its own cell, and a goal that is blocked is not reached', () => {
  for (const name of Object.keys(PF).filter((own) => own.endsWith('Finder'))) {
    const grid = new PF.Grid(MATRIX);
    grid.setWalkableAt(0, 0, false);
    const path = new PF[name]().findPath(0, 0, 4, 0, grid);
    assert.deepEqual([path[0], path.at(-1)], [[0, 0], [4, 0]], name);
    assert.deepEqual([grid.isWalkableAt(0, 0), grid.ground.revision], [false, 1], 'the grid is as it was');
    assert.deepEqual(new PF[name]().findPath(0, 0, 0, 0, grid), [[0, 0]], name);
    assert.deepEqual(new PF[name]().findPath(4, 0, 0, 0, grid), [], name);
    assert.deepEqual(new PF[name]().findPath(0, 0, 3, 0, grid), [], name);
  }
});

test('a search from a blocked start is made once', (context) => {
  const asked = context.mock.method(Ground.prototype, 'findPath');
  const grid = new PF.Grid(MATRIX);
  for (const walkable of [true, false]) {
    grid.setWalkableAt(0, 0, walkable);
    asked.mock.resetCalls();
    new PF.JumpPointFinder().findPath(0, 0, 4, 0, grid);
    assert.equal(asked.mock.callCount(), 1);
  }
  assert.throws(() => new PF.JumpPointFinder().findPath(-1, 0, 4, 0, grid), { kind: 'OFF_MAP', message: /^start/ });
});

test('matrices, guesses and the options of jumps are read as PathFinding.js reads them', () => {
  const grid = new PF.Grid([[0, null, NaN, undefined, false, '', 1, '0', {}]]);
  assert.deepEqual(Array.from({ length: 9 }, (_, x) => grid.isWalkableAt(x, 0)), [true, true, true, true, true, true, false, false, false]);
  assert.throws(() => new PF.Grid([[0], [0, 0]]), { kind: 'BAD_ARGUMENT' });
  assert.throws(() => new PF.Grid([[0], null]), { kind: 'BAD_ARGUMENT' });
  for (const length of [1e8, Infinity, 1.5, -1]) assert.throws(() => new PF.Grid([{ length }]), { kind: 'BAD_ARGUMENT', message: /^the width is/ });
  const guesses = Object.values(PF.Heuristic).map((guess) => guess(3, 4));
  assert.deepEqual(guesses, [7, 5, 4 + 3 * (Math.SQRT2 - 1), 4]);
  const open = new PF.Grid(3, 3);
  const steps = (options) => new PF.JumpPointFinder(options).findPath(0, 0, 2, 2, open).length - 1;
  assert.deepEqual([steps(), steps({ allowDiagonal: false }), steps({ diagonalMovement: 2 })], [2, 2, 4]);
});
