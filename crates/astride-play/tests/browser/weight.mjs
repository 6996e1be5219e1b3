/** What the page weighs and when it is first seen: parts are loaded when they are first used. */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { assert } from './sight.mjs';

/** Bytes that the landing page may fetch until it is idle, without the engine where that comes as a file. */
const MOST_AT_FIRST = 220_000;

/** Bytes of all files of the page. */
const MOST_IN_ALL = 400_000;

/** What the browser has fetched: `{name, bytes}` each. */
const fetched = (s) => s.page.evaluate(() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .map(({ name, decodedBodySize }) => ({ name: new URL(name).pathname, bytes: decodedBodySize }))
  .filter(({ name }) => !name.startsWith('/session')));

/** Milliseconds from the first byte to the first paint. */
const paintAfter = (s) => s.page.evaluate(() => {
  const [paint] = performance.getEntriesByType('paint');
  return paint.startTime - performance.getEntriesByType('navigation')[0].responseStart;
});

export const weight = [
  {
    name: 'the landing page fetches less than 220 KB until it is idle',
    async run(s) {
      await s.page.waitForFunction(() => window.astride.playing || window.astride.trace().count > 0);
      await s.quiet();
      const files = await fetched(s);
      const bytes = files.reduce((sum, one) => sum + one.bytes, 0);
      assert.ok(bytes < MOST_AT_FIRST, `${bytes} bytes`);
      assert.ok(bytes > 100_000 && files.some(({ name }) => name.endsWith('/main.js')), `the browser counted ${bytes} bytes`);
      assert.ok(!files.some(({ name }) => name.endsWith('/later.css')), 'styles of parts');
      for (const part of ['lessons', 'racepanel', 'unitspanel', 'layerspanel', 'livepanel', 'saving', 'maps', 'fit', 'grow', 'reading', 'inspector', 'halves', 'jumps', 'rounds', 'sums', 'wave', 'whence']) assert.ok(!files.some(({ name }) => name.endsWith(`/${part}.js`)), part);
    },
  },
  {
    name: 'all files of the page together weigh less than 400 KB',
    async run() {
      const folder = path.resolve(import.meta.dirname, '../../page');
      const bytes = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).reduce((sum, one) => sum + readFileSync(path.join(one.parentPath, one.name)).length, 0);
      assert.ok(bytes < MOST_IN_ALL, `${bytes} bytes`);
    },
  },
  {
    name: 'the first paint waits for the styles alone and comes soon after the first byte',
    differs: true,
    async run(s) {
      const scripts = await s.page.evaluate(() => [...document.scripts].filter((one) => one.type !== 'module' && !one.defer && !one.async).length);
      assert.equal(scripts, 0, 'a script would hold it up');
      // Clocks are noisy where processors are shared: the quickest of some loads counts, and it is said.
      const times = [];
      while (times.length < 8 && !times.some((one) => one < 100)) {
        await s.page.reload();
        await s.page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
        times.push(await paintAfter(s));
      }
      console.log(`   first paint after ${Math.round(Math.min(...times))} ms`);
      assert.ok(Math.min(...times) < 250, `${times.map(Math.round)} ms`);
      await s.ready();
    },
  },
  {
    name: 'a part works at the first press, and is there once however often it is pressed',
    differs: true,
    async run(s) {
      await s.page.evaluate(() => { for (let i = 0; i < 3; i++) for (const id of ['race', 'layers', 'units', 'live']) document.getElementById(`tab-${id}`).click(); });
      await s.settle();
      for (const id of ['race', 'layers', 'units', 'live']) assert.equal(await s.page.locator(`#panel-${id} > *`).count(), 1, id);
      assert.equal(await s.page.locator('#layer-distance').count(), 1, 'what the welcome lists came before the panel');
      await s.page.keyboard.press('m');
      await s.page.waitForSelector('dialog .map-card');
      await s.page.keyboard.press('Escape');
      await s.page.waitForSelector('dialog', { state: 'detached' });
      await s.page.keyboard.press('s');
      await s.page.waitForSelector('dialog .choices.two');
    },
  },
  {
    name: 'a part that cannot be loaded is said, and the next press asks again',
    differs: true,
    async run(s) {
      await s.page.route('**/js/lessons.js', (route) => route.abort());
      await s.page.click('#lessons-button');
      await s.page.waitForSelector('.toast.bad');
      assert.match(await s.page.textContent('.toast.bad'), /could not be loaded/);
      assert.equal(await s.page.isVisible('#lessons'), false);
      await s.page.unroute('**/js/lessons.js');
      await s.page.click('#lessons-button');
      await s.page.waitForSelector('#lessons .lesson-list');
      s.errors.length = 0; // The browser tells of what it could not fetch.
    },
  },
  {
    name: 'no file imports by name what is loaded as a part, so that there is one copy after a failed load',
    async run(s) {
      const folder = path.resolve(import.meta.dirname, '../../page/js');
      const parts = [...readFileSync(path.join(folder, 'parts.js'), 'utf8').matchAll(/part\('(\w+)'\)/g)].map(([, name]) => name);
      assert.ok(parts.length > 10, `${parts}`);
      for (const file of readdirSync(folder)) {
        const text = readFileSync(path.join(folder, file), 'utf8');
        for (const name of parts) assert.ok(!text.includes(`from './${name}.js'`), `${file} imports ${name}.js`);
      }
      await s.page.route('**/js/layerspanel.js', (route) => route.abort());
      await s.page.click('#tab-layers');
      await s.page.waitForSelector('.toast.bad');
      await s.page.unroute('**/js/layerspanel.js');
      await s.layer('distance');
      await s.page.click('#lessons-button');
      await s.page.click('#lessons .lesson-list button');
      await s.settle();
      assert.equal(await s.page.evaluate(() => window.astride.layer), null, 'the lesson takes away the layer that is shown');
      s.errors.length = 0; // The browser tells of what it could not fetch.
    },
  },
  {
    name: 'the first source of danger shows its influence, though no panel was opened',
    async run(s) {
      await s.figure();
      await s.tool('danger');
      await s.click(1, 1);
      await s.page.waitForFunction(() => window.astride.layer?.id === 'influence');
    },
  },
];
