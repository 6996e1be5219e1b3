/**
 * How quickly the package answers beside the library, on the same questions: microseconds per
 * question, of each the least of seven rounds, so that other work on the machine counts little.
 *
 *     node speed.mjs [QUERIES]
 */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { load, ROOT } from './package.mjs';
import { questions } from './questions.mjs';

const { Grid } = await load('index.js');
const MAP = path.join(ROOT, 'data/grid/dao/den011d.map');
const NATIVE = process.env.ASTRIDE_NATIVE ?? path.join(ROOT, 'target/release/examples/native');
const ROUNDS = 7;
const count = Number(process.argv[2] ?? 2000);

const grid = Grid.fromMap(readFileSync(MAP));
const asked = questions(grid, count);
const [jumps, labels, field] = [grid.index('jump-points'), grid.index('labels'), grid.field([])];

/** Microseconds per question: the mean over all questions of the least that each took. */
function time(every, ask) {
  const some = asked.filter((_, at) => at % every === 0);
  const least = some.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    some.forEach(([start, goal], i) => {
      const began = performance.now();
      ask(start, goal);
      least[i] = Math.min(least[i], performance.now() - began);
    });
  }
  return (1000 * least.reduce((sum, one) => sum + one, 0)) / some.length;
}

const here = {
  astar: time(10, (start, goal) => grid.findPath(start, goal)),
  'jump-points': time(1, (start, goal) => jumps.findPath(start, goal)),
  labels: time(1, (start, goal) => labels.findPath(start, goal)),
  field: time(100, (_, goal) => field.compute([goal])),
};
const printed = execFileSync(NATIVE, ['time', MAP, String(count)], { encoding: 'utf8' });
const native = Object.fromEntries(printed.trim().split('\n').map((line) => line.split('\t')));
console.log('kind\tnative us\twasm us\tratio');
for (const [kind, us] of Object.entries(here)) {
  console.log(`${kind}\t${native[kind]}\t${us.toFixed(3)}\t${(us / native[kind]).toFixed(2)}`);
}
