/** The package answers as the library does. The library's side is `cargo build -p astride-wasm --example native`. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { load, ROOT } from './package.mjs';
import { questions } from './questions.mjs';

const { Grid, Navigator } = await load('navigator.js');

const MAP = path.join(ROOT, 'data/grid/dao/den011d.map');
const NATIVE = process.env.ASTRIDE_NATIVE ?? path.join(ROOT, 'target/debug/examples/native');
const WORD = (1n << 64n) - 1n;

/** The same digest of all answers. */
function digestOf(grid, count) {
  let digest = 14695981039346656037n;
  const note = (number) => { digest = ((digest ^ number) * 1099511628211n) & WORD; };
  const cost = (value) => note(value === Infinity ? WORD : BigInt(value));
  const notePath = (found) => {
    note(found.found ? 0n : 1n);
    cost(found.cost);
    for (const [x, y] of found) note((BigInt(y) << 32n) | BigInt(x));
  };
  const navigator = new Navigator(grid);
  const indexes = [grid.index('jump-points'), grid.index('labels')];
  questions(grid, count).forEach(([start, goal], at) => {
    for (const asked of [navigator, ...indexes]) notePath(asked.findPath(start, goal));
    cost(navigator.cost(start, goal));
    if (at % 50 === 0) notePath(grid.findPath(start, goal));
  });
  return digest.toString(16).padStart(16, '0');
}

test('many answers are those of the library', { skip: !existsSync(NATIVE) && `there is no ${NATIVE}` }, () => {
  const count = process.env.ASTRIDE_SLOW_TESTS ? 100_000 : 2_000;
  const printed = execFileSync(NATIVE, ['digest', MAP, String(count)], { encoding: 'utf8' });
  assert.equal(digestOf(Grid.fromMap(readFileSync(MAP)), count), printed.trim());
});
