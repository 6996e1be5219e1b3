/** The programs of the README are run as a reader would run them. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { PACKAGE, ROOT } from './package.mjs';

/** Runs a program in a folder into which the package was installed; what it prints. */
function run(program) {
  const folder = mkdtempSync(path.join(tmpdir(), 'astride-'));
  try {
    mkdirSync(path.join(folder, 'node_modules'));
    symlinkSync(PACKAGE, path.join(folder, 'node_modules', 'astride'), 'dir');
    writeFileSync(path.join(folder, 'program.mjs'), program);
    return execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const programs = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, program]) => program);

test('the first program of the README has at most 15 lines and finds the way', () => {
  assert.ok(programs[0].trimEnd().split('\n').length <= 15);
  assert.match(run(programs[0]), /^6 steps: 1,2 .* 5,2\n$/);
});

test('every program of the README runs', () => {
  assert.equal(programs.length, 4);
  assert.equal(run(programs[1]), '5 cells\n');
  assert.match(run(programs[2]), /^\d+ steps\n$/);
  assert.equal(run(programs[3]), '5 timesteps: 3 0 0 0\n2 steps\n');
});

test('every program of the documentation runs', () => {
  const page = readFileSync(path.join(ROOT, 'docs/javascript.md'), 'utf8');
  const matrix = 'const matrix = [[0, 0, 0, 0, 0], [0, 1, 1, 1, 0], [0, 0, 0, 0, 0]];\n';
  const all = [...page.matchAll(/```js\n(.*?)```/gs)].map(([, program]) => program);
  assert.equal(all.length, 3);
  assert.match(run(all[0]), /^true \d+ Int32Array/);
  assert.match(run(all[1]), /^Int32Array\(4\) \[ 0, 0, 4, 0 \]\n[^]*\n3 0 0\n$/);
  run(matrix + all[2]);
});

test('an index that only a larger program has is refused with where to import it from', () => {
  const program = `
    import { Grid } from 'astride';
    for (const kind of ['jump-table', 'jump-boxes', 'jump-landmarks']) {
      try {
        new Grid(4, 4).index(kind);
      } catch (error) {
        console.log(error.kind, error.message);
      }
    }
  `;
  assert.equal(run(program), 'UNSUPPORTED this program cannot do that, import from astride/navigator\n'.repeat(3));
});

test('a program that imports both entries is told what to do', () => {
  const both = `
    import 'astride';
    await import('astride/navigator').catch((error) => console.log(error.kind, error.message));
  `;
  assert.match(run(both), /^UNSUPPORTED .*import everything from astride\/navigator\n$/);
});
