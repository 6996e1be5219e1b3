/** Stops on the way: A, then there, then B. */

import { assert } from './sight.mjs';

/** A bay that is open above, in numbers of 10 and 14. */
const BAY = '...........\n.A.#.#...B.\n...#.#.....\n...###.....\n...........\n';

async function bay(s) {
  await s.drop('bay.txt', BAY);
  await s.page.click('#set-scale [data-value="classic"]');
  await s.settle();
  await s.traced();
}

const sum = (legs) => legs.reduce((total, cost) => total + cost, 0);

export const stops = [
  {
    name: 'stops are placed in their order, dragged, taken away and undone',
    async run(s) {
      await bay(s);
      const direct = await s.see('cost');
      // A rule for ties that looks at both ends of the leg that is shown.
      await s.ties('straightest');
      await s.page.locator('#board-a').focus();
      await s.page.keyboard.press('w');
      assert.match(await s.page.textContent('#brush-bar'), /stops on the way from A to B/);
      await s.click(4, 2);
      await s.click(0, 4);
      assert.deepEqual(await s.see('via'), [{ x: 4, y: 2 }, { x: 0, y: 4 }]);
      const { legs, cost } = await s.see('answer');
      assert.ok(legs.length === 3 && sum(legs) === cost && Number(await s.see('cost')) > Number(direct));
      const path = await s.see('path');
      assert.ok(path[0] === 12 && path.includes(4 + 2 * 11) && path.includes(4 * 11) && path.at(-1) === 20, `${path}`);
      assert.match(await s.page.textContent('#answer-line'), /in 3 legs/);
      assert.match(await s.page.textContent('#answers'), /Legs\d+ \+ \d+ \+ \d+.*Each leg is guaranteed to be cheapest; the cost is their sum/s);
      const shownCost = await s.see('cost');
      await s.click(4, 1);
      assert.deepEqual(await s.see('via'), [{ x: 4, y: 1 }, { x: 4, y: 2 }, { x: 0, y: 4 }], 'on the path it lies in its leg');
      assert.equal(await s.see('cost'), shownCost);
      await s.page.keyboard.press('Control+z');
      await s.settle();
      await s.page.keyboard.press('v');
      await s.drag([0, 4], [2, 4]);
      assert.deepEqual((await s.see('via'))[1], { x: 2, y: 4 });
      await s.tool('via');
      await s.drag([2, 4], [1, 4]);
      assert.deepEqual((await s.see('via'))[1], { x: 1, y: 4 }, 'its own tool drags it as well');
      await s.click(4, 2);
      assert.deepEqual(await s.see('via'), [{ x: 1, y: 4 }], 'a click takes it away');
      for (const [x, y, count] of [[1, 4, 2], [2, 4, 2], [0, 4, 2]]) {
        await s.page.keyboard.press('Control+z');
        await s.settle();
        const via = await s.see('via');
        assert.deepEqual([via.at(-1), via.length], [{ x, y }, count]);
      }
      await s.page.keyboard.press('Control+z');
      await s.page.keyboard.press('Control+z');
      await s.settle();
      assert.deepEqual([await s.see('via'), await s.see('cost')], [[], direct]);
      await s.page.click('#redo');
      await s.settle();
      assert.deepEqual(await s.see('via'), [{ x: 4, y: 2 }]);
    },
  },
  {
    name: 'a stop on the path comes after all that share a square before it',
    async run(s) {
      await bay(s);
      await s.tool('via');
      await s.click(4, 2);
      await s.click(0, 4);
      await s.drag([0, 4], [4, 2]);
      // The only way out of the bay to B.
      await s.click(6, 0);
      assert.deepEqual(await s.see('via'), [{ x: 4, y: 2 }, { x: 4, y: 2 }, { x: 6, y: 0 }]);
    },
  },
  {
    name: 'stops stay over a reload and in a link',
    async run(s) {
      await bay(s);
      await s.tool('via');
      await s.click(4, 2);
      const cost = await s.see('cost');
      await s.page.waitForFunction(() => /"via":\[\[4,2\]\]/.test(localStorage.getItem('astride.scene')));
      await s.page.reload();
      await s.ready();
      assert.deepEqual([await s.see('via'), await s.see('cost')], [[{ x: 4, y: 2 }], cost]);
      await s.page.click('#share');
      await s.page.waitForFunction(() => window.astride.link);
      const link = await s.see('link');
      await s.page.evaluate(() => localStorage.clear());
      await s.page.goto('about:blank');
      await s.page.goto(link);
      await s.ready();
      assert.deepEqual([await s.see('via'), await s.see('cost')], [[{ x: 4, y: 2 }], cost]);
    },
  },
  {
    name: 'stops by keys alone',
    differs: true,
    async run(s) {
      await bay(s);
      await s.page.locator('#board-a').focus();
      await s.page.keyboard.press('Shift+ArrowDown');
      await s.page.keyboard.press('Shift+ArrowDown');
      await s.page.keyboard.press('3');
      await s.settle();
      assert.deepEqual(await s.see('via'), [{ x: 1, y: 2 }]);
      await s.page.keyboard.press('w');
      await s.page.keyboard.press('Shift+ArrowDown');
      await s.page.keyboard.press('Enter');
      await s.settle();
      assert.deepEqual(await s.see('via'), [{ x: 1, y: 2 }, { x: 1, y: 3 }]);
      await s.page.keyboard.press('3');
      await s.settle();
      assert.deepEqual(await s.see('via'), [{ x: 1, y: 2 }], 'the same key takes it away');
      await s.page.keyboard.press('?');
      assert.match(await s.page.textContent('dialog'), /stops on the way/);
    },
  },
  {
    name: 'stops on a phone stand beside the goals',
    differs: true,
    context: { viewport: { width: 390, height: 844 }, hasTouch: true },
    async run(s) {
      await s.drop('bay.txt', BAY);
      assert.equal(await s.page.isVisible('#tools [data-tool="via"]'), false);
      await s.page.tap('[data-tool="goal"]');
      await s.page.tap('#brush-bar [aria-label="Add or remove stops on the way"]');
      await s.page.touchscreen.tap(...await s.point(4, 2));
      await s.settle();
      assert.deepEqual(await s.see('via'), [{ x: 4, y: 2 }]);
      await s.page.touchscreen.tap(...await s.point(4, 2));
      await s.settle();
      assert.deepEqual(await s.see('via'), []);
    },
  },
  {
    name: 'stepping shows leg after leg, and back',
    async run(s) {
      await bay(s);
      await s.tool('via');
      await s.click(4, 2);
      await s.click(0, 4);
      await s.traced();
      const { count, leg } = await s.see('trace');
      const { legs, effort } = await s.see('answer');
      assert.equal(leg, 2, 'at the end the last leg is shown');
      await s.page.click('#to-start');
      assert.equal((await s.see('trace')).leg, 0);
      const [starts, seen, wasClosed] = [[12, 26, 44], [], []];
      for (let i = 0; i < count; i++) {
        await s.page.keyboard.press('.');
        const now = await s.see('trace');
        if (seen.at(-1) === now.leg) continue;
        seen.push(now.leg);
        wasClosed.push(now.closed);
        assert.equal((await s.see('event', i)).node, starts[now.leg], `leg ${now.leg} begins where it should`);
        assert.equal(now.open, 1, 'with an open list of its own');
        const said = await s.page.textContent('#step-a');
        assert.ok(said.startsWith(`Leg ${now.leg + 1}, from ${['A', 'stop 1', 'stop 2'][now.leg]} to ${['stop 1', 'stop 2', 'B'][now.leg]}: `), said);
        if (now.leg === 0) continue;
        assert.match(await s.page.textContent('#answer-line'), new RegExp(`cost so far ${sum(legs.slice(0, now.leg))}$`));
        assert.deepEqual((await s.see('openList')).nodes, [starts[now.leg]], 'what the leg before left open is forgotten');
      }
      assert.deepEqual(seen, [0, 1, 2]);
      assert.ok(wasClosed[2] > wasClosed[1] && wasClosed[1] > 0, 'closed squares are counted on');
      assert.match(await s.page.textContent('#answer-line'), new RegExp(`${effort.expanded} closed`));
      const at = async () => JSON.stringify([await s.see('trace'), await s.see('openList'), await s.see('square', 4, 1)]);
      await s.page.click('#to-start');
      const forward = [];
      for (let i = 0; i < count; i++) { await s.page.keyboard.press('.'); forward.push(await at()); }
      for (let i = count - 1; i > 0; i--) {
        assert.equal(await at(), forward[i], `back at event ${i + 1}`);
        await s.page.keyboard.press(',');
      }
    },
  },
  {
    name: 'what a leg has closed stays counted where the next one begins',
    async run(s) {
      await s.drop('stop.txt', 'A......\n..###..\n......B\n.......\n');
      await s.tool('via');
      await s.click(1, 3);
      for (const method of ['astar', 'jps']) {
        await s.choose(method);
        await s.traced();
        await s.page.click('#to-start');
        let before = 0;
        while ((await s.see('trace')).leg === 0) {
          before = (await s.see('trace')).closed;
          await s.page.click('#step');
        }
        assert.equal((await s.see('trace')).closed, before, method);
        assert.ok(before > 0, method);
      }
    },
  },
  {
    name: 'a leg without a way says which',
    async run(s) {
      await s.drop('apart.txt', '...#.\nA..#B\n...#.\n');
      await s.tool('via');
      await s.click(0, 0);
      assert.match(await s.page.textContent('#answer-line'), /No way: leg 2 of 2, from stop 1 to B: /);
      assert.deepEqual((await s.see('path')).slice(0, 2), [5, 0], 'the path leads on from the stop as far as it can');
    },
  },
];
