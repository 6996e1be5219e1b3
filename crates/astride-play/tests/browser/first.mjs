/** Checks of the first minute: what a page shows to somebody who has never seen it. */

import { assert } from './sight.mjs';

/** Pixels of the board in one square, as `[r, g, b]`. */
const pixelsOf = (s, x, y) => s.page.evaluate(([cx, cy]) => {
  const canvas = document.getElementById('board-a');
  const ratio = canvas.width / canvas.getBoundingClientRect().width;
  const { size } = window.astride.camera;
  const middle = window.astride.point(cx, cy);
  const side = Math.floor(size * ratio * 0.8);
  const at = [middle.x, middle.y].map((value) => Math.round(value * ratio - side / 2));
  const { data } = canvas.getContext('2d').getImageData(...at, side, side);
  return Array.from({ length: data.length / 4 }, (_, i) => [data[4 * i], data[4 * i + 1], data[4 * i + 2]]);
}, [x, y]);

const light = ([r, g, b]) => 0.3 * r + 0.59 * g + 0.11 * b;

/** Waits until the figure stands at its end. */
const atEnd = async (s) => {
  await s.page.keyboard.press('End');
  await s.settle();
};

/**
 * Makes a map while the clock stands still. Gives what lets it go on to some milliseconds after the beginning, and
 * tells the colour of each tile, beside marks and numbers.
 */
async function growing(s, kind, columns, rows, shape = 'squares') {
  await s.page.click('#open-maps');
  await s.page.selectOption('#make-shape', shape);
  await s.page.selectOption('#make-kind', kind);
  for (const [at, side] of [columns, rows].entries()) {
    await s.page.locator('.make input').nth(at).fill(String(side));
    await s.page.locator('.make input').nth(at).dispatchEvent('change');
  }
  await s.page.evaluate(() => {
    window.began ??= performance.now();
    window.passed = 0;
    performance.now = () => window.began + window.passed;
  });
  await s.page.click('.make .solid');
  await s.page.waitForFunction(() => window.astride.growing);
  return (passed) => s.page.evaluate(async ([now, width, height]) => {
    window.passed = now;
    // A frame takes the steps, and on a busy machine a later one draws them.
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
    const canvas = document.getElementById('board-a');
    const ratio = canvas.width / canvas.getBoundingClientRect().width;
    const ctx = canvas.getContext('2d');
    const { data } = ctx.getImageData(0, 0, canvas.width, canvas.height);
    return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (__, x) => {
      const point = window.astride.point(x, y);
      const at = (Math.round((point.y + 4) * ratio) * canvas.width + Math.round(point.x * ratio)) * 4;
      return String([...data.slice(at, at + 3)]);
    }));
  }, [passed, columns, rows]);
}

export const first = [
  {
    name: 'the landing page plays the classic figure by itself',
    differs: true,
    async run(s) {
      assert.equal((await s.see('world')).name, 'First figure');
      const { scale, heuristic } = await s.see('settings');
      assert.deepEqual({ scale, heuristic }, { scale: 'classic', heuristic: 'manhattan' });
      await s.page.waitForFunction(() => window.astride.playing);
      await s.page.waitForFunction(() => window.astride.trace().position > 2);
      const { position, count } = await s.see('trace');
      assert.ok(position < count / 2, `it plays slowly, but stands at ${position} of ${count}`);
      assert.equal((await s.see('square', 1, 2)).shown.f, '40', 'Manhattan, in tens');
      const { size } = await s.see('camera');
      for (const over of ['#coach', '#zoom']) {
        const box = await s.page.locator(over).boundingBox();
        for (const [x, y] of [[0, 0], [6, 0], [3, 0], [6, 4], [0, 4]]) {
          const [cx, cy] = await s.point(x, y);
          const apart = cx + size / 2 <= box.x || cx - size / 2 >= box.x + box.width || cy + size / 2 <= box.y || cy - size / 2 >= box.y + box.height;
          assert.ok(apart, `${over} lies over (${x}, ${y})`);
        }
      }
      await s.shot('landing');
    },
  },
  {
    name: 'where things are not to move by themselves nothing plays or grows',
    differs: true,
    context: { reducedMotion: 'reduce' },
    async run(s) {
      await s.traced();
      await s.page.waitForTimeout(1200);
      assert.equal(await s.see('playing'), false);
      await s.maps('maze');
      assert.equal(await s.see('growing'), false);
      await s.page.click('#open-maps');
      await s.page.click('.make .solid');
      await s.page.waitForFunction(() => window.astride.world.name === 'caves');
      assert.equal(await s.see('growing'), false);
    },
  },
  {
    name: 'the coach has three steps, each done or closed, and does not come back',
    differs: true,
    async run(s) {
      await s.traced();
      const steps = s.page.locator('#coach li');
      assert.equal(await steps.count(), 3);
      await s.page.click('[data-step="space"] button');
      assert.equal(await steps.count(), 2);
      await s.drag([5, 2], [6, 4]);
      assert.equal(await s.page.locator('[data-step="goal"]').count(), 0, 'B was dragged');
      await s.drag([5, 0], [5, 1]);
      assert.equal(await s.page.isVisible('#coach'), false);
      await s.page.evaluate(() => localStorage.removeItem('astride.scene'));
      await s.page.reload();
      await s.ready();
      assert.equal(await s.page.isVisible('#coach'), false, 'what was closed stays closed');
    },
  },
  {
    name: 'the farm ends the first minute as any other map does',
    async run(s) {
      await s.page.waitForFunction(() => window.astride.playing);
      await s.page.click('#tab-units');
      await s.page.click('#farm-500');
      await s.page.waitForFunction(() => window.astride.units.count >= 500);
      assert.equal(await s.page.isVisible('#coach'), false);
      assert.equal((await s.see('settings')).heuristic, 'octile');
      assert.equal(await s.page.evaluate(() => localStorage.getItem('astride.coach')), null, 'no step counts as done');
    },
  },
  {
    name: 'a key says what the letters and colours mean, always',
    async run(s) {
      for (const tab of ['search', 'layers', 'live', 'units', 'race']) {
        await s.page.click(`#tab-${tab}`);
        assert.equal(await s.page.isVisible('#key'), true, tab);
      }
      const text = await s.page.textContent('#key');
      for (const word of ['F', 'G', 'H', 'parent', 'Open', 'Closed', 'Path', 'Manhattan']) assert.ok(text.includes(word), word);
      const [key, board] = [await s.page.locator('#key').boundingBox(), await s.page.locator('#board-a').boundingBox()];
      assert.ok(key.y >= board.y + board.height, 'and does not cover the map');
    },
  },
  {
    name: 'the counts live while one steps, and the end is not given away',
    async run(s) {
      await s.figure();
      await s.page.click('#to-start');
      const words = () => s.page.evaluate(() => `${document.getElementById('answer-line').textContent} | ${document.getElementById('answers').textContent}`);
      assert.match(await words(), /0 open · 0 closed · cost so far 0/);
      for (let i = 0; i < 30; i++) {
        assert.doesNotMatch(await words(), /68|found|steps/i, `after ${i} events`);
        await s.page.click('#step');
      }
      const { open, closed } = await s.see('trace');
      assert.match(await words(), new RegExp(`${open} open · ${closed} closed · cost so far \\d+`));
      await s.page.click('#to-end');
      assert.match(await words(), /Cost 68/);
    },
  },
  {
    name: 'the path hides no number and no arrow',
    differs: true,
    async run(s) {
      await s.figure();
      await s.page.mouse.move(2, 2);
      await atEnd(s);
      const path = (await s.see('path')).slice(1, -1).map((node) => [node % 7, Math.floor(node / 7)]);
      const now = [];
      for (const cell of path) now.push(await pixelsOf(s, ...cell));
      await s.page.click('summary:has-text("What is drawn")');
      await s.page.click('#panel-search details label:has-text("The path")');
      await s.page.mouse.move(2, 2);
      await s.settle();
      let [written, kept, covered] = [0, 0, 0];
      for (const [at, cell] of path.entries()) {
        const bare = await pixelsOf(s, ...cell);
        bare.forEach((pixel, i) => {
          if (light(pixel) < 110) {
            written++;
            if (light(now[at][i]) < 110) kept++;
          } else if (Math.abs(light(pixel) - light(now[at][i])) > 20) covered++;
        });
      }
      assert.ok(covered > 100, 'the path passes there');
      assert.ok(written > 400 && kept > written * 0.99, `${kept} of ${written} pixels of ink are seen`);
    },
  },
  {
    name: 'a drag without a tool draws on free squares and erases on walls',
    differs: true,
    async run(s) {
      await s.figure();
      await s.drag([4, 0], [4, 1]);
      assert.equal(await s.see('cell', 4, 0), '@');
      assert.equal(await s.see('cell', 4, 1), '@');
      await s.drag([3, 1], [3, 3]);
      assert.equal(await s.see('cell', 3, 2), '.');
      await s.drag([1, 2], [0, 2]);
      assert.deepEqual(await s.see('start'), { x: 0, y: 2 }, 'A is moved, and nothing drawn');
      assert.equal(await s.see('cell', 1, 2), '.');
      await s.click(2, 2);
      assert.equal(await s.see('cell', 2, 2), '.', 'a tap looks, and draws nothing');
      await s.page.keyboard.press('Control+z');
      await s.page.keyboard.press('Control+z');
      await s.settle();
    },
  },
  {
    name: 'caves are filled at random and smoothed round by round before one\'s eyes',
    async run(s) {
      // What stands alone is lost in each round.
      const lone = (map) => map.reduce((sum, row, y) => sum + row.filter((colour, x) => [[0, 1], [1, 0], [0, -1], [-1, 0]].every(([dx, dy]) => (map[y + dy]?.[x + dx] ?? colour) !== colour)).length, 0);
      const still = await growing(s, 'caves', 41, 31);
      const half = await still(250);
      assert.ok(half.slice(0, 14).flat().some((colour) => colour !== half[0][0]), 'the first rows are filled');
      assert.equal(new Set(half.slice(17).flat()).size, 1, 'the last ones not yet');
      const rounds = [];
      for (const stage of [1, 2, 3, 4]) rounds.push(lone(await still(500 * stage - 1)));
      rounds.push(lone(await still(2500)));
      assert.equal(await s.see('growing'), false);
      assert.ok(rounds[0] > 60 && rounds[1] < rounds[0] / 2 && rounds[4] < 10, `${rounds} stand alone`);
      assert.ok(rounds.every((count, at) => at === 0 || count <= rounds[at - 1]), `${rounds} stand alone`);
    },
  },
  {
    name: 'rooms, blocks, cities and terrain grow in the steps by which they are made, on hexagons as well',
    async run(s) {
      const count = (map, colour) => map.flat().filter((one) => one === colour).length;
      const rooms = await growing(s, 'rooms', 41, 31);
      const [closed, open] = [await rooms(899), await rooms(1800)];
      const wall = closed[3][3];
      assert.ok(count(closed, wall) > count(open, wall) + 10, 'doors come after all walls');
      const blocks = await growing(s, 'random', 41, 31);
      assert.equal(count((await blocks(900)).slice(17), wall), 0, 'blocks come row by row');
      assert.ok(count((await blocks(1800)).slice(17), wall) > 20);
      const terrain = await growing(s, 'terrain', 61, 41);
      const kinds = [];
      for (const stage of [5, 6, 7, 8]) kinds.push(new Set((await terrain(500 * stage - 1)).flat()).size);
      assert.ok(kinds.every((count, at) => at === 0 || count > kinds[at - 1]), `one kind of ground after another: ${kinds} colours`);
      const city = await growing(s, 'city', 61, 41);
      const [early, late] = [count(await city(600), wall), count(await city(1800), wall)];
      assert.ok(early > 20 && early < late / 2, `a city is built house by house: ${early} squares of walls, then ${late}`);
      const hexes = await growing(s, 'caves', 31, 21, 'hex-pointy');
      const [first, last] = [await hexes(499), await hexes(2500)];
      assert.ok(first.flat().filter((colour, at) => colour !== last.flat()[at]).length > 40, 'hexagons are smoothed as well');
    },
  },
  {
    name: 'a maze grows before one\'s eyes',
    differs: true,
    async run(s) {
      await s.page.click('#open-maps');
      await s.page.click('[data-map="maze"]');
      await s.page.waitForFunction(() => window.astride.growing);
      assert.equal(await s.see('cell', 126, 126), '.');
      await s.shot('maze grows');
      await s.page.waitForFunction(() => !window.astride.growing);
    },
  },
  {
    name: 'a maze by division is walled in before one\'s eyes',
    async run(s) {
      const free = async () => s.page.evaluate(() => {
        const board = document.getElementById('board-a');
        const wall = [0x39, 0x40, 0x4d];
        const ctx = board.getContext('2d');
        let count = 0;
        for (let y = 0; y < 41; y++) {
          for (let x = 0; x < 41; x++) {
            const point = window.astride.point(x, y);
            const [r, g, b] = ctx.getImageData(Math.round(point.x) + 3, Math.round(point.y) + 3, 1, 1).data;
            if (String([r, g, b]) !== String(wall)) count++;
          }
        }
        return count;
      });
      for (const kind of ['division', 'division-across', 'division-down']) {
        await s.page.click('#open-maps');
        await s.page.selectOption('#make-kind', kind);
        for (const at of [0, 1]) await s.page.locator('.make input').nth(at).fill('41');
        await s.page.locator('.make input').nth(1).dispatchEvent('change');
        await s.page.click('.make .solid');
        await s.page.waitForFunction(() => window.astride.growing);
        const before = await free();
        await s.page.waitForFunction(() => !window.astride.growing);
        await s.settle();
        const after = await free();
        assert.ok(after < before && after >= 2 * 21 * 21 - 1, `${kind}: ${before} squares free, then ${after}`);
        assert.equal((await s.see('answer')).outcome, 'found');
      }
    },
  },
];
