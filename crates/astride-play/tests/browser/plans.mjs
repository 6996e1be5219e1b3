/** Graphs and meshes: opened, searched, drawn, changed and saved. */

import { assert } from './sight.mjs';
import { scrub } from './thinking.mjs';

/** Three places in a row and one above, by length; the short way costs 80. */
const GRAPH = 'p sp 4 8\na 1 2 50\na 2 1 50\na 2 3 30\na 3 2 30\na 1 4 50\na 4 1 50\na 4 3 50\na 3 4 50\nv 1 0 0\nv 2 40 30\nv 3 70 30\nv 4 40 -30\n';

async function openBuiltin(s, id) {
  await s.page.click('#open-maps');
  await s.page.click(`[data-map="${id}"]`);
  await s.settle();
}

/** A point of the page over a cell that holds the thing of this number. */
async function over(s, cell) {
  const { width } = await s.see('world');
  return s.point(cell % width, Math.floor(cell / width));
}

const hidden = (s, selector) => s.page.evaluate((one) => getComputedStyle(document.querySelector(one)).display === 'none', selector);

export const plans = [
  {
    name: 'a graph is opened from a file, searched place by place, and a click closes a road',
    differs: true,
    async run(s) {
      await s.drop('roads.gr', GRAPH);
      await s.traced();
      const world = await s.see('world');
      assert.equal(world.shape.id, 'graph');
      assert.deepEqual([world.shape.places, world.shape.roads, world.shape.by_length], [4, 4, false]);
      await s.page.evaluate(() => document.querySelector('#open-maps').title).then((title) => assert.match(title, /4 places, 4 roads/));
      const first = await s.see('answer');
      assert.equal(first.outcome, 'found');
      assert.equal(await s.see('cost'), String(first.cost));
      assert.match(await s.page.textContent('#step-a'), /\b[AB] [1-4]\b/);
      for (const one of ['[data-tool="line"]', '[data-tool="units"]', '#tab-layers', '#tab-live']) assert.ok(await hidden(s, one), one);
      // All roads are closed and opened again, one by one.
      const cells = [4, 5, 6, 7];
      for (const cell of cells) {
        await s.page.mouse.click(...await over(s, cell));
        await s.settle();
        assert.equal(await s.see('cell', cell, 0), '@', `road ${cell}`);
      }
      assert.equal((await s.see('answer')).outcome, 'unreachable');
      await s.page.click('#undo');
      await s.settle();
      assert.equal(await s.see('cell', 7, 0), '.');
      await s.page.mouse.click(...await over(s, 4));
      await s.settle();
      assert.equal(await s.see('cell', 4, 0), '.');
    },
  },
  {
    name: 'A goes from place to place, and a place is dragged and comes back',
    async run(s) {
      await s.drop('roads.gr', GRAPH);
      await s.traced();
      const start = await s.see('start');
      const other = [0, 1, 2, 3].find((place) => place !== start.x && place !== 2);
      const [from, to] = [await over(s, start.x), await over(s, other)];
      await s.page.mouse.move(...from);
      await s.page.mouse.down();
      await s.page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
      await s.page.mouse.move(...to);
      await s.page.mouse.up();
      await s.settle();
      assert.equal((await s.see('start')).x, other);
      const place = [0, 1, 2, 3].find((one) => one !== other && one !== 2);
      const [x, y] = await over(s, place);
      await s.page.mouse.move(x, y);
      await s.page.mouse.down();
      await s.page.mouse.move(x + 20, y + 12);
      await s.page.mouse.move(x + 40, y + 24);
      await s.page.mouse.up();
      await s.settle();
      const moved = await over(s, place);
      assert.ok(Math.hypot(moved[0] - x, moved[1] - y) > 15, `${moved} from ${x}, ${y}`);
      await s.page.click('#undo');
      await s.settle();
      const back = await over(s, place);
      assert.ok(Math.hypot(back[0] - x, back[1] - y) < 1, `${back} from ${x}, ${y}`);
    },
  },
  {
    name: 'the halves of a search on a graph have colours of their own, and its numbers are explained in its words',
    async run(s) {
      await s.drop('roads.gr', GRAPH);
      await s.choose('bidirectional');
      await s.traced();
      /** Pixels of the colours of open and closed places of the half from B. */
      const fromB = () => s.page.evaluate(() => {
        const board = document.getElementById('board-a');
        const { data } = board.getContext('2d').getImageData(0, 0, board.width, board.height);
        let count = 0;
        for (let at = 0; at < data.length; at += 4) count += ['242,217,138', '230,172,203'].includes(`${data[at]},${data[at + 1]},${data[at + 2]}`);
        return count;
      });
      await scrub(s, 1);
      await s.settle();
      const before = await fromB();
      const { count } = await s.see('trace');
      let found = -1;
      for (let at = 0; at < count && found < 0; at++) {
        const event = await s.see('event', at);
        if (event.fromB && event.kind < 2 && event.parent !== 0xffffffff) found = at;
      }
      assert.ok(found > 0);
      await scrub(s, found + 1);
      await s.settle();
      assert.ok(await fromB() > before + 100, 'a place is coloured as the half from B opened it');
      assert.match(await s.page.textContent('#key'), /Open from B/);
      await scrub(s, count);
      await s.settle();
      const labels = await s.page.evaluate(() => [...document.querySelectorAll('#answers [data-of]')].map((number) => number.dataset.of));
      assert.ok(labels.includes('Cost') && labels.includes('Closed'), `${labels}`);
      for (const label of labels) {
        await s.page.click(`#answers [data-of="${label}"]`);
        await s.settle();
        const said = await s.page.textContent('#answer-whence');
        assert.ok(said && !/square|tile|undefined|NaN/.test(said), said);
      }
    },
  },
  {
    name: 'the sentence for a number of the answer goes when the number does',
    async run(s) {
      await s.figure();
      await s.page.click('#answers [data-of="Length"]');
      await s.page.waitForSelector('#answer-whence');
      await s.drop('shut.txt', 'A#B\n');
      await s.page.waitForSelector('#answer-whence', { state: 'detached' });
      assert.equal((await s.see('answer')).outcome, 'unreachable');
    },
  },
  {
    name: 'a mesh of the gallery is searched polygon by polygon, and a click closes a polygon',
    async run(s) {
      await openBuiltin(s, 'arena-mesh');
      await s.traced();
      const { shape } = await s.see('world');
      assert.equal(shape.id, 'mesh');
      const answer = await s.see('answer');
      assert.deepEqual([answer.outcome, answer.tier], ['found', 'polyanya']);
      assert.match(await s.page.textContent('.method-button'), /Polyanya/);
      assert.equal(await s.page.locator('#thinking h3 a').count(), 0, 'no link, since the first figure has no polygons');
      assert.match(await s.page.textContent('#thinking'), /[Pp]olygon \d|goal is seen/);
      for (const one of ['#tab-race', '#tab-layers', '[data-tool="goal"]']) assert.ok(await hidden(s, one), one);
      const event = await s.see('event', 0);
      const first = shape.points[0] * shape.points[1] + shape.vertices;
      assert.ok(event.node >= first && event.node < first + shape.polygons);
      await s.page.mouse.click(...await over(s, event.node));
      await s.settle();
      const at = [event.node % shape.points[0], Math.floor(event.node / shape.points[0])];
      assert.equal(await s.see('cell', ...at), '@');
      await s.page.click('#undo');
      await s.settle();
      assert.equal((await s.see('answer')).cost, answer.cost);
    },
  },
  {
    name: 'a graph with a closed road comes back after a reload, and squares after it are squares again',
    async run(s) {
      await openBuiltin(s, 'realm');
      await s.traced();
      await s.page.mouse.click(...await over(s, 24));
      await s.settle();
      assert.equal(await s.see('cell', 24, 0), '@');
      const before = await s.see('answer');
      await s.page.waitForFunction(() => localStorage.length > 0 && JSON.stringify({ ...localStorage }).includes('@'));
      await s.page.reload();
      await s.ready();
      assert.equal((await s.see('world')).shape.id, 'graph');
      assert.equal(await s.see('cell', 24, 0), '@');
      assert.equal((await s.see('answer')).cost, before.cost);
      await openBuiltin(s, 'monaco');
      await s.traced();
      assert.equal((await s.see('world')).shape.places, 519);
      await openBuiltin(s, 'figure');
      await s.traced();
      assert.equal((await s.see('world')).shape, null);
      assert.ok(!await hidden(s, '#tab-layers'));
    },
  },
];
