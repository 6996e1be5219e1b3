/**
 * The table of docs/javascript.md says what of the library each entry has; it is made of the functions that the
 * compiled programs export and the names that the sources of the package call. `ASTRIDE_BLESS=1` rewrites it.
 */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { PACKAGE, ROOT } from './package.mjs';

const ENTRIES = [['astride', 'astride.wasm'], ['astride/navigator', 'navigator.wasm'], ['astride/all', 'all.wasm']];
const PAGE = path.join(ROOT, 'docs/javascript.md');
const MARKS = ['<!-- functions: generated -->\n', '<!-- end of functions -->'];

const exported = (name) => WebAssembly.Module.exports(new WebAssembly.Module(readFileSync(path.join(PACKAGE, name))))
  .filter(({ kind, name: own }) => kind === 'function' && own.startsWith('astride_'))
  .map(({ name: own }) => own.slice('astride_'.length));

const sources = readdirSync(PACKAGE).filter((name) => name.endsWith('.js'));
const called = new Set(sources.flatMap((name) => readFileSync(path.join(PACKAGE, name), 'utf8').match(/\bastride_[a-z_]+/g) ?? []));

/** The table: a row for each kind of thing that functions are about. */
function table() {
  const programs = ENTRIES.map(([entry, program]) => [entry, new Set(exported(program))]);
  const rows = [...grouped(programs.at(-1)[1])].map(([group, names]) => {
    const missing = names.filter((name) => !called.has(`astride_${name}`));
    const entries = names.map((name) => programs.find(([, all]) => all.has(name))[0]);
    const first = ENTRIES.map(([entry]) => entry).filter((entry) => entries.includes(entry));
    return `| \`${group}\` | ${first.map((entry) => `\`${entry}\``).join(', ')} | ${names.length - missing.length} of ${names.length} | ${missing.map((name) => `\`${name}\``).join(', ')} |\n`;
  });
  return `| functions | from | in the package | left out |\n|---|---|--:|---|\n${rows.join('')}`;
}

/** Functions by the first word of their names, in alphabetical order. */
function grouped(names) {
  const groups = new Map();
  for (const name of [...names].sort()) {
    const [group] = name.split('_');
    if (!groups.has(group)) groups.set(group, []);
    groups.get(group).push(name);
  }
  return groups;
}

test('the table of functions is that of the programs', () => {
  const page = readFileSync(PAGE, 'utf8');
  const [begin, end] = [page.indexOf(MARKS[0]) + MARKS[0].length, page.indexOf(MARKS[1])];
  assert.ok(begin >= MARKS[0].length && end >= begin, 'the page has marks');
  if (process.env.ASTRIDE_BLESS) writeFileSync(PAGE, page.slice(0, begin) + table() + page.slice(end));
  else assert.equal(page.slice(begin, end), table());
});

test('every function that the sources call is in the largest program', () => {
  const all = new Set(exported('all.wasm').map((name) => `astride_${name}`));
  assert.deepEqual([...called].filter((name) => !all.has(name)), []);
});

test('a search on grids is fetched with less than 300 kB', () => {
  const size = gzipSync(readFileSync(path.join(PACKAGE, 'astride.wasm')), { level: 9 }).length;
  assert.ok(size < 300_000, `${size} bytes`);
});

test('no function has more arguments than calls hand on', async () => {
  const { instance } = await WebAssembly.instantiate(readFileSync(path.join(PACKAGE, 'all.wasm')));
  const long = Object.entries(instance.exports).filter(([, own]) => typeof own === 'function' && own.length > 8);
  assert.deepEqual(long.map(([name]) => name), []);
});
