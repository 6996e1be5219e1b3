/**
 * Lets the page be used for a long time, and looks whether its memory grows and how many frames it shows.
 *
 *     NODE_PATH=DIR node endurance.mjs ADDRESS [--minutes 30] [--seconds 20]
 *
 * Rows go to the output: first frames a second with 5 000 animals, counted by requestAnimationFrame for so
 * many seconds, then the heap after each minute of use, collected before it is read. Not part of CI.
 * The browser is `$CHROMIUM`, or /usr/bin/chromium, drawing by the processor alone.
 */

import { openBrowser } from './browsers.mjs';
import { Sight } from './sight.mjs';

const options = { minutes: 30, seconds: 20, shots: null, address: null };
for (let at = 2; at < process.argv.length; at++) {
  const word = process.argv[at];
  if (word.startsWith('--')) options[word.slice(2)] = Number(process.argv[++at]);
  else options.address = word;
}

/** Frames that the browser has shown in this many seconds, and the longest of them in ms. */
const frames = (s, seconds) => s.page.evaluate((ms) => new Promise((done) => {
  let [count, first, last, longest] = [0, 0, 0, 0];
  const frame = (now) => {
    first ||= now;
    longest = Math.max(longest, last && now - last);
    last = now;
    if (now - first < ms) count++, requestAnimationFrame(frame);
    else done({ rate: (1000 * count) / (now - first), longest });
  };
  requestAnimationFrame(frame);
}), seconds * 1000);

/** 5 000 animals on a map of 1024 x 1024 squares, a quarter of them swamp, in herds that were sent across it. */
async function herds(s) {
  await s.page.evaluate(() => document.getElementById('tab-units').click());
  const rows = Array.from({ length: 1024 }, (_, y) => (y % 128 < 32 ? 'S' : '.').repeat(1024));
  await s.drop('meadow.map', `type octile\nheight 1024\nwidth 1024\nmap\n${rows.join('\n')}\n`);
  await s.tab('units');
  await s.page.click('#panel-units [data-value="add"]');
  await s.page.locator('#panel-units input[type="number"]').fill('1000');
  await s.page.locator('#panel-units input[type="number"]').dispatchEvent('change');
  for (const [x, y] of [[200, 200], [800, 200], [200, 800], [800, 800], [512, 512]]) await s.click(x, y);
  await s.page.click('#panel-units [data-value="select"]');
  await s.drag([2, 2], [1020, 1020]);
  await s.click(700, 400, { button: 'right' });
}

async function measureFrames(browser) {
  for (const [what, begin] of [['farm of 5 000', (s) => s.tab('units').then(() => s.page.click('#farm-5000'))], ['1024 x 1024 squares, 5 000 in herds', herds]]) {
    const { page, close } = await browser.newPage({ viewport: { width: 1720, height: 1260 } });
    const s = new Sight(page, options);
    await s.start();
    await begin(s);
    await s.page.waitForFunction(() => window.astride.units.count >= 4900, null, { timeout: 60_000 });
    await s.page.waitForTimeout(3000);
    const board = await s.page.evaluate(() => { const canvas = document.getElementById('board-a'); return [canvas.width, canvas.height]; });
    const { width, height } = await s.see('world');
    const before = await browser.processorTime();
    const { rate, longest } = await frames(s, options.seconds);
    const each = (await browser.processorTime() - before) / (rate * options.seconds);
    const { mean, max } = await s.see('drawMs');
    const { count, engine } = await s.see('units');
    console.log(`frames\t${what}\tmap ${width} x ${height}\tboard ${board.join(' x ')} pixels\t${count} animals\t${rate.toFixed(1)} a second\tlongest ${longest.toFixed(0)} ms\t${each.toFixed(1)} ms of processors each, in all processes of the browser\tdrawing ${mean.toFixed(2)} ms, at most ${max.toFixed(1)}\tengine ${engine.mean.toFixed(2)} ms`);
    await close();
  }
}

/** A minute of somebody who tries everything. */
async function use(s) {
  await s.page.click('#lessons-button');
  await s.page.click('[data-lesson="2"]');
  await s.settle();
  await s.page.click('#lessons-button');
  await s.settle();
  for (const map of ['maze', 'rooms']) await s.maps(map);
  await s.figure();
  for (const method of ['dijkstra', 'greedy', 'astar']) await s.choose(method);
  await s.drag([5, 2], [6, 4]);
  await s.drag([3, 0], [3, 0], [4, 0]);
  for (let i = 0; i < 3; i++) await s.page.keyboard.press('Control+z');
  await s.page.click('#panel-search [data-value="two"]');
  await s.settle();
  await s.page.click('#panel-search [data-value="one"]');
  await s.settle();
  await s.layer('distance');
  await s.page.click('[data-layer="none"]');
  await s.tab('units');
  await s.page.click('#farm-500');
  await s.page.waitForTimeout(10_000);
  await s.tab('search');
  await s.figure();
  await s.page.click('#to-start');
  await s.page.keyboard.press('Space');
}

async function measureHeap(browser) {
  const { page } = await browser.newPage({});
  const s = new Sight(page, options);
  await s.start();
  const watch = await page.context().newCDPSession(page);
  await watch.send('Performance.enable');
  const rows = [];
  const until = Date.now() + options.minutes * 60_000;
  for (let minute = 0; Date.now() < until; minute++) {
    const began = Date.now();
    let rounds = 0;
    while (Date.now() - began < 45_000) {
      await use(s);
      rounds++;
    }
    await s.page.waitForTimeout(Math.max(0, 60_000 - (Date.now() - began)));
    await s.settle();
    await watch.send('HeapProfiler.collectGarbage');
    const { metrics } = await watch.send('Performance.getMetrics');
    const of = (name) => metrics.find((one) => one.name === name).value;
    rows.push([minute, of('JSHeapUsedSize')]);
    console.log(`heap\tminute ${minute + 1}\t${(of('JSHeapUsedSize') / 2 ** 20).toFixed(2)} MiB\t${of('Nodes')} nodes\t${of('JSEventListeners')} listeners\t${rounds} rounds\t${s.errors.length} errors`);
  }
  const late = rows.slice(Math.min(5, rows.length - 2));
  const mean = (at) => late.reduce((sum, row) => sum + row[at], 0) / late.length;
  const [middle, height] = [mean(0), mean(1)];
  const slope = late.reduce((sum, [x, y]) => sum + (x - middle) * (y - height), 0) / late.reduce((sum, [x]) => sum + (x - middle) ** 2, 0);
  console.log(`heap\tslope from minute 6 on\t${((slope * 60) / 2 ** 20).toFixed(2)} MiB an hour`);
}

const browser = await openBrowser('chromium');
if (options.seconds) await measureFrames(browser);
if (options.minutes) await measureHeap(browser);
await browser.close();
