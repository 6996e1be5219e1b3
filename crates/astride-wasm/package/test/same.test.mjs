/** The package answers as the library does. The library's side is `cargo build -p astride-wasm --example native`. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { load, ROOT } from './package.mjs';
import { questions } from './questions.mjs';

const { Grid, Mover, Navigator } = await load('navigator.js');

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

/** The cases of `corpus/cases.tsv`: a grid, two ends and the cost. */
function* drawnCases() {
  let rows, terrain, options, name, changes;
  for (const line of readFileSync(path.join(ROOT, 'corpus/cases.tsv'), 'utf8').trimEnd().split('\n')) {
    const [key, ...fields] = line.split('\t');
    const numbers = fields.map(Number);
    if (key === 'case') {
      [[name], rows, terrain, changes] = [fields, [], {}, []];
    } else if (key === 'mover') {
      options = { neighbours: numbers[0], corners: fields[1], scale: numbers.slice(2) };
    } else if (key === 'terrain') {
      terrain[fields[0]] = numbers.slice(1);
    } else if (key === 'row') {
      rows.push(fields[0]);
    } else if (key === 'forbid') {
      changes.push((edit) => edit.forbidStep(numbers.slice(0, 2), fields[2]));
    } else if (key === 'link') {
      changes.push((edit) => edit.link(numbers.slice(0, 2), numbers.slice(2, 4), numbers[4]));
    } else {
      assert.equal(key, 'ask');
      const grid = Grid.fromText(rows.join('\n'));
      grid.edit((edit) => { for (const change of changes) change(edit); });
      grid.mover = new Mover({ ...options, terrain: Object.entries(terrain).map(([letter, cost]) => [letter, ...cost]) });
      yield { name, grid, start: numbers.slice(0, 2), goal: numbers.slice(2, 4), cost: fields[4] === '-' ? Infinity : numbers[4] };
    }
  }
}

test('the drawn cases cost what was worked out', () => {
  let count = 0;
  for (const { name, grid, start, goal, cost } of drawnCases()) {
    count += 1;
    const navigator = new Navigator(grid, { mover: grid.mover });
    const field = grid.field([goal]);
    assert.deepEqual([grid.findPath(start, goal).cost, field.costAt(start), navigator.findPath(start, goal).cost], [cost, cost, cost], name);
    for (const one of [field, navigator, grid.mover, grid]) one.free();
  }
  assert.ok(count > 40);
});
