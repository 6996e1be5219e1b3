/** The programs of the README are run as a reader would run them. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { PACKAGE, ROOT } from './package.mjs';

/** Runs a program, with other files, in a folder into which the package was installed; what it prints. */
function run(program, files = {}, flags = []) {
  const folder = mkdtempSync(path.join(tmpdir(), 'astride-'));
  try {
    mkdirSync(path.join(folder, 'node_modules'));
    symlinkSync(PACKAGE, path.join(folder, 'node_modules', 'astride'), 'dir');
    for (const [name, text] of Object.entries({ ...files, 'program.mjs': program })) writeFileSync(path.join(folder, name), text);
    return execFileSync(process.execPath, [...flags, 'program.mjs'], { cwd: folder, encoding: 'utf8' });
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

const page = readFileSync(path.join(ROOT, 'docs/javascript.md'), 'utf8');
const documented = [...page.matchAll(/```js\n(.*?)```/gs)].map(([, program]) => program);

test('every program of the documentation runs', () => {
  const matrix = 'const matrix = [[0, 0, 0, 0, 0], [0, 1, 1, 1, 0], [0, 0, 0, 0, 0]];\n';
  assert.equal(documented.length, 4);
  assert.match(run(documented[0]), /^true \d+ Int32Array/);
  assert.match(run(documented[1]), /^Int32Array\(4\) \[ 0, 0, 4, 0 \]\n[^]*\n3 0 0\n$/);
  run(matrix + documented[3]);
});

test('the JavaScript program of the README of the project runs', () => {
  const [program, ...rest] = [...readFileSync(path.join(ROOT, 'README.md'), 'utf8').matchAll(/```js\n(.*?)```/gs)].map(([, text]) => text);
  assert.ok(rest.length === 0 && program.trimEnd().split('\n').length <= 15);
  assert.match(run(program), /^6 steps: 1,2 .* 5,2\n$/);
});

test('the game is that in C', () => {
  const game = readFileSync(path.join(ROOT, 'crates/astride-wasm/examples/tower_defence.mjs'), 'utf8');
  assert.equal(run(game), readFileSync(path.join(ROOT, 'crates/astride-capi/tests/tower_defence.txt'), 'utf8'));
});

test('the worker of the documentation loses no message', () => {
  // As in a browser: once the script has run up to its first wait, what finds no handler is lost.
  const port = `
    import { parentPort } from 'node:worker_threads';
    globalThis.self = globalThis;
    self.postMessage = (message) => parentPort.postMessage(message);
    parentPort.on('message', (data) => self.onmessage?.({ data }));
  `;
  const page = `
    import { Worker } from 'node:worker_threads';
    const worker = new Worker(new URL('worker.mjs', import.meta.url));
    worker.postMessage({ map: '....\\n.##.\\n' });
    for (const to of [[3, 1], [0, 1]]) worker.postMessage({ from: [0, 0], to });
    let left = 2;
    worker.on('message', ({ cells }) => {
      console.log(...cells);
      left -= 1;
      if (left === 0) worker.terminate();
    });
  `;
  assert.equal(run(page, { 'port.mjs': port, 'worker.mjs': `import './port.mjs';\n${documented[2]}` }), '0 0 1 0 2 0 3 0 3 1\n0 0 0 1\n');
});

test('a grid for which there is no memory is refused, and the engine goes on', () => {
  const program = `
    import { Grid } from 'astride';
    const all = [];
    try {
      for (;;) all.push(new Grid(4096, 4096));
    } catch (error) {
      console.log(error.kind, error.code);
    }
    console.log(new Grid(3, 3).findPath([0, 0], [2, 2]).steps);
  `;
  assert.equal(run(program, {}, ['--wasm-max-mem-pages=1500']), 'FULL grid-memory\n2\n');
});

test('the description of the package can be read', () => {
  const program = `
    import { createRequire } from 'node:module';
    console.log(createRequire(import.meta.url)('astride/package.json').name);
  `;
  assert.equal(run(program), 'astride\n');
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

test('a smaller entry uses the engine of a larger one, and the other way round is told what to do', () => {
  const first = `
    import { Navigator } from 'astride/navigator';
    const { Grid } = await import('astride');
    console.log(new Navigator(new Grid(4, 1)).findPath([0, 0], [3, 0]).steps);
  `;
  assert.equal(run(first), '3\n');
  const last = `
    import 'astride/pathfinding';
    await import('astride/navigator').catch((error) => console.log(error.kind, error.message));
  `;
  assert.match(run(last), /^UNSUPPORTED .*which was asked for first, expected an import of astride\/navigator before any other of this package\n$/);
});
