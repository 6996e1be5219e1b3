/** The package answers as the library does. The library's side is `cargo build -p astride-wasm --example native`. */

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { digestOf } from './digest.mjs';
import { load, PACKAGE, ROOT } from './package.mjs';

const engine = await load('navigator.js');
const { Grid, Mover, Navigator } = engine;

const MAP = path.join(ROOT, 'data/grid/dao/den011d.map');
const NATIVE = process.env.ASTRIDE_NATIVE ?? path.join(ROOT, 'target/debug/examples/native');
test('many answers are those of the library', { skip: !existsSync(NATIVE) && `there is no ${NATIVE}` }, () => {
  const count = process.env.ASTRIDE_SLOW_TESTS ? 100_000 : 2_000;
  const printed = execFileSync(NATIVE, ['digest', MAP, String(count)], { encoding: 'utf8' });
  assert.equal(digestOf(engine, Grid.fromMap(readFileSync(MAP)), count), printed.trim());
});

const PAGE = `<!doctype html>
<script type="module">
  const engine = await import('/package/navigator.js');
  const { digestOf } = await import('/test/digest.mjs');
  const map = await (await fetch('/map')).text();
  await fetch('/told', { method: 'POST', body: digestOf(engine, engine.Grid.fromMap(map), 2000) });
</script>
`;
const BROWSER = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => file && existsSync(file));

test('many answers in a browser are those of the library', { skip: !BROWSER && 'there is no Chromium' }, async () => {
  const folders = { package: PACKAGE, test: path.join(ROOT, 'crates/astride-wasm/package/test') };
  const kinds = { '.wasm': 'application/wasm', '.js': 'text/javascript', '.mjs': 'text/javascript' };
  const told = {};
  told.promise = new Promise((resolve, reject) => Object.assign(told, { resolve, reject }));
  const server = createServer((request, response) => {
    const [, folder, name] = request.url.split('/');
    if (request.method === 'POST') {
      request.setEncoding('utf8').on('data', told.resolve);
      response.end();
    } else if (request.url === '/') {
      response.setHeader('content-type', 'text/html').end(PAGE);
    } else {
      // A browser asks for an icon, too, which is in no folder.
      const file = request.url === '/map' ? MAP : folders[folder] && name && path.join(folders[folder], name);
      if (!file || !existsSync(file)) return response.writeHead(404).end();
      response.setHeader('content-type', kinds[path.extname(file)] ?? 'text/plain').end(readFileSync(file));
    }
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const profile = mkdtempSync(path.join(tmpdir(), 'astride-'));
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`];
  const browser = spawn(BROWSER, [...flags, `http://127.0.0.1:${server.address().port}/`], { stdio: 'ignore' });
  const ended = new Promise((resolve) => browser.once('exit', resolve));
  ended.then(() => told.reject(new Error('the browser ended before the page told anything')));
  const late = setTimeout(() => told.reject(new Error('the page told nothing for two minutes')), 120_000);
  try {
    const pinned = readFileSync(path.join(ROOT, 'crates/astride-capi/tests/digests.txt'), 'utf8');
    assert.ok(pinned.includes(`2000 ${await told.promise}\n`));
  } finally {
    clearTimeout(late);
    browser.kill();
    await ended;
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
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
