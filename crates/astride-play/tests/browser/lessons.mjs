/** Checks that lessons judge truly and leave nothing behind. */

import { assert } from './sight.mjs';

const ticks = (s) => s.page.evaluate(() => [...document.querySelectorAll('.tasks li')].map((row) => row.dataset.done === 'true'));

export const lessons = [
  {
    name: 'a lesson leaves room for the board',
    differs: true,
    hash: '#lesson=6',
    async run(s) {
      await s.traced();
      assert.ok((await s.page.locator('#board-a').boundingBox()).width > 500);
      await s.page.click('#think');
      assert.equal(await s.page.isVisible('#thinking'), true, 'what is asked for is shown all the same');
      await s.page.click('[aria-label="Close the lessons"]');
      await s.settle();
      assert.equal(await s.page.isVisible('#thinking'), true);
    },
  },
  {
    name: 'lessons leave no setting behind, and give the drawing back',
    async run(s) {
      await s.figure();
      await s.drag([4, 0], [4, 1]);
      await s.choose('dijkstra');
      await s.page.selectOption('#set-corners', 'always');
      await s.settle();
      const look = async () => ({ a: await s.see('settings', 'a'), compare: await s.see('compare'), width: (await s.see('world')).width, drawn: await s.see('cell', 4, 1) });
      const before = await look();
      await s.page.click('#lessons-button');
      await s.page.click('[data-lesson="2"]');
      await s.page.waitForFunction(() => window.astride.world.width === 40 && window.astride.compare);
      await s.settle();
      await s.page.waitForTimeout(1200);
      await s.page.click('[aria-label="Close the lessons"]');
      await s.page.waitForFunction(() => window.astride.world.width === 7);
      await s.settle();
      assert.deepEqual(await look(), before);
      await s.page.click('#lessons-button');
      await s.page.click('[data-lesson="8"]');
      await s.page.waitForFunction(() => window.astride.world.width === 40);
      await s.settle();
      await s.maps('meadow');
      assert.deepEqual((await look()).a, before.a, 'nor when another map is opened');
      assert.equal(await s.page.isVisible('#lessons'), false);
    },
  },
  {
    name: 'a reload in a lesson leaves one\'s own settings as they were before it',
    differs: true,
    async run(s) {
      await s.figure();
      await s.choose('dijkstra');
      await s.page.selectOption('#set-corners', 'always');
      await s.settle();
      await s.page.waitForTimeout(1000);
      const before = await s.see('settings');
      await s.page.click('#lessons-button');
      await s.page.click('[data-lesson="2"]');
      await s.page.waitForFunction(() => window.astride.world.width === 40 && window.astride.compare);
      await s.settle();
      await s.page.reload();
      await s.ready();
      await s.page.waitForFunction(() => window.astride.compare);
      await s.settle();
      assert.notDeepEqual(await s.see('settings'), before, 'the lesson has rules of its own');
      await s.maps('meadow');
      assert.deepEqual(await s.see('settings'), before);
      assert.equal(await s.see('compare'), false);
    },
  },
  {
    name: 'plain A* is not taken for weighted A*, nor equal numbers for fewer',
    hash: '#lesson=2',
    async run(s) {
      await s.traced();
      await s.page.waitForTimeout(1200);
      await s.page.click('[data-value="b"]');
      await s.choose('weighted');
      const weight = s.page.locator('[aria-label="Weight"]');
      await weight.fill('1');
      await weight.dispatchEvent('change');
      await s.settle();
      const before = await ticks(s);
      await s.choose('astar');
      assert.equal((await ticks(s))[1], before[1]);
      await s.page.evaluate(() => { location.hash = '#lesson=3'; });
      await s.page.waitForFunction(() => /open list/.test(document.getElementById('lesson-title')?.textContent));
      await s.settle();
      await s.page.click('[data-value="b"]');
      await s.ties('first-added');
      assert.equal(await s.see('answer', 'a').then((one) => one.effort.expanded), await s.see('answer', 'b').then((one) => one.effort.expanded));
      assert.deepEqual(await ticks(s), [false, false]);
    },
  },
];
