/**
 * Makes the pictures of the playground that the README and the pages show.
 *
 *     NODE_PATH=DIR node pictures.mjs ADDRESS FOLDER [NAME…]
 *
 * Makes all of them, or those with these names: still, farm, layers, living, moving, film.
 * `DIR` holds the package playwright-core; the browser is `$CHROMIUM`, or /usr/bin/chromium.
 */

import { createRequire } from 'node:module';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { animate } from './apng.mjs';
import { firstMinute } from './film.mjs';
import { Sight } from './sight.mjs';

const [address, folder, ...names] = process.argv.slice(2);
if (!folder) {
  console.error('expected the address of the playground and a folder');
  process.exit(2);
}

/** A room with two doors, and a pillar in the way. */
const ROOM = `
..........................
..........................
......#############.......
..................#.......
..................#.......
..A...#...####....#....B..
......#...####....#.......
......#...........#.......
......#############.......
..........................
..........................
`;

/** Pictures of the animation, after the first. */
const STEPS = 22;

const { chromium } = createRequire(import.meta.url)('playwright-core');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'] });

async function open(viewport, hash = '') {
  const page = await (await browser.newContext({ viewport, colorScheme: 'light' })).newPage();
  const sight = new Sight(page, { address, shots: folder });
  await sight.start(hash);
  return sight;
}

async function still() {
  const sight = await open({ width: 1280, height: 720 });
  await sight.figure();
  await sight.page.mouse.move(2, 2);
  await sight.shot('playground');
}

async function farm() {
  const sight = await open({ width: 1280, height: 720 });
  await sight.page.click('#tab-units');
  await sight.page.click('#farm-500');
  await sight.page.waitForTimeout(6000);
  await sight.shot('playground-farm');
}

async function layers() {
  const sight = await open({ width: 1280, height: 720 });
  await sight.maps('caves-512');
  await sight.layer('chokes');
  for (let i = 0; i < 4; i++) await sight.page.click('#zoom-in');
  await sight.settle();
  await sight.page.mouse.move(2, 2);
  await sight.shot('playground-layers');
}

/** The explorer has looked into the room, and found that it has no other door. */
async function living() {
  const sight = await open({ width: 1280, height: 720 });
  await sight.drop('room.txt', ROOM);
  await sight.fog();
  await sight.page.locator('#explorer-radius').fill('4');
  await sight.page.check('#edits-watch');
  await sight.page.click('#explorer-begin');
  await sight.page.waitForFunction(() => window.astride.explorer?.steps >= 26, null, { timeout: 20_000 });
  await sight.page.click('#explorer-run');
  await sight.settle();
  await sight.page.mouse.move(2, 2);
  await sight.shot('playground-live');
}

async function moving() {
  const sight = await open({ width: 1000, height: 560 });
  await sight.drop('room.txt', ROOM);
  await sight.traced();
  const last = (await sight.see('trace')).count;
  const frames = [];
  const box = await sight.page.locator('#board-a').boundingBox();
  for (let step = 0; step <= STEPS; step++) {
    await sight.page.evaluate(([value]) => {
      const bar = document.querySelector('#scrub');
      bar.value = value;
      bar.dispatchEvent(new Event('input', { bubbles: true }));
    }, [Math.round((last * step) / STEPS)]);
    await sight.settle();
    frames.push({ png: await sight.page.screenshot({ clip: box }), ms: step === STEPS ? 2500 : 140 });
  }
  writeFileSync(path.join(folder, 'playground-search.png'), animate(frames));
}

async function film() {
  const sight = await open({ width: 1000, height: 600 });
  writeFileSync(path.join(folder, 'playground-first.png'), animate(await firstMinute(sight)));
}

for (const make of [still, farm, layers, living, moving, film]) {
  if (!names.length || names.includes(make.name)) await make();
}
await browser.close();
