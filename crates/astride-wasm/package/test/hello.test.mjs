/** The programs of the README are run as a reader would run them. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { PACKAGE } from './package.mjs';

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
  assert.equal(programs.length, 3);
  assert.equal(run(programs[1]), '5 cells\n');
  assert.match(run(programs[2]), /^\d+ steps\n$/);
});

test('a program that imports both entries is told what to do', () => {
  const both = `
    import 'astride';
    await import('astride/navigator').catch((error) => console.log(error.kind, error.message));
  `;
  assert.match(run(both), /^UNSUPPORTED .*import everything from astride\/navigator\n$/);
});
