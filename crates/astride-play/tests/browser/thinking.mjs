/** Checks of the thinking: the open list, the method's lines, the sentence, and where numbers come from. */

import { assert } from './sight.mjs';

/** Sets the event shown, as the bar would. */
export const scrub = (s, to) => s.page.evaluate((value) => {
  const input = document.getElementById('scrub');
  input.value = value;
  input.dispatchEvent(new Event('input'));
}, to);

/** At every event up to `most`, whether the first of the list is what the search took next; the first that is not. */
const firstWrong = (s, most) => s.page.evaluate((end) => {
  const input = document.getElementById('scrub');
  let checked = 0;
  for (let at = 1; at < Math.min(end, window.astride.trace().count); at++) {
    input.value = at;
    input.dispatchEvent(new Event('input'));
    // Within an expansion the list still grows: it is whole just before the next square is closed.
    if (window.astride.event(at)?.kind !== 2) continue;
    const { nodes, next } = window.astride.openList();
    checked++;
    if (nodes[0] !== next) return { at, first: nodes[0], next };
  }
  return { checked };
}, most);

export const thinking = [
  {
    name: 'the open list is sorted as the search takes from it, by every method and tie rule',
    async run(s) {
      await s.maps('meadow');
      await s.traced();
      for (const method of ['astar', 'dijkstra', 'greedy', 'weighted', 'jps', 'breadth-first', 'swarm', 'convergent-swarm', 'landmarks']) {
        await s.choose(method);
        for (const ties of ['last-added', 'first-added', 'smaller-h', 'straightest']) {
          await s.ties(ties);
          if ((await s.see('trace')).count === 0) continue;
          const found = await firstWrong(s, 900);
          assert.ok(found.checked > 2, `${method}, ${ties}: ${JSON.stringify(found)}`);
        }
      }
    },
  },
  {
    name: 'methods without a single open list have lines and sentences of their own',
    async run(s) {
      await s.figure();
      for (const [method, line, words] of [['depth-first', /came last, close it/, /put on the stack last/], ['bidirectional-greedy', /best one of the shorter list/, /best one of the shorter list/]]) {
        await s.choose(method);
        await s.settle();
        await s.traced();
        const { count } = await s.see('trace');
        let closed = 0;
        for (let at = 0; at < count; at++) {
          if ((await s.see('event', at)).kind !== 2) continue;
          await scrub(s, at + 1);
          assert.match(await s.page.textContent('.code [aria-current="step"]'), line);
          assert.match(await s.page.textContent('#step-a'), words);
          closed++;
        }
        assert.ok(closed > 3, method);
      }
    },
  },
  {
    name: 'the next square, the line of the method and the sentence belong to the step',
    async run(s) {
      await s.figure();
      await s.page.selectOption('#set-heuristic', 'manhattan');
      await s.settle();
      await s.traced();
      await scrub(s, 1);
      assert.match(await s.page.textContent('.code [aria-current="step"]'), /put A on the open list/);
      assert.match(await s.page.textContent('#step-a'), /A \(1, 2\) is put on the open list/);
      const { count } = await s.see('trace');
      let improved = null;
      for (let at = 0; at < count; at++) {
        const event = await s.see('event', at);
        await scrub(s, at + 1);
        const [line, words, list] = await s.page.evaluate(() => [document.querySelector('.code [aria-current="step"]').textContent, document.getElementById('step-a').textContent, window.astride.openList()]);
        const place = `(${event.node % 7}, ${Math.floor(event.node / 7)})`;
        assert.ok(words.includes(place), `${words} names ${place}`);
        if (event.kind === 2) {
          assert.match(line, /smallest F, close it/);
          assert.ok(words.includes(`smallest F, ${event.g + event.h}`), words);
        }
        if (event.kind === 1) improved = words;
        const marked = await s.page.evaluate(() => Number(document.querySelector('.open-list [aria-current="true"]')?.dataset.node ?? -1));
        assert.equal(marked, list.nodes.includes(list.next) ? list.next : -1, 'the next one is marked');
      }
      assert.match(improved, /Closed \(\d, \d\): smallest F, \d+; .*\(\d, \d\) improved from \d+ to \d+ by way of it\./);
      assert.match(await s.page.textContent('#step-a'), /costs 68/);
      await s.shot('thinking');
    },
  },
  {
    name: 'a click on a number says where it comes from',
    async run(s) {
      await s.figure();
      const at = async (x, y, dx, dy) => {
        const [px, py] = await s.point(x, y);
        const { size } = await s.see('camera');
        await s.page.mouse.click(px + dx * size, py + dy * size);
        await s.settle();
        return s.page.textContent('#whence [aria-current="true"]');
      };
      const { shown } = await s.see('square', 2, 1);
      assert.equal(await at(2, 1, -0.3, -0.3), `F ${shown.f} = G ${shown.g} + H ${shown.h}`);
      assert.equal(await at(2, 1, -0.3, 0.35), 'G 14 = 0, the G of A (1, 2), + 14 for 1 diagonal step');
      assert.equal(await at(2, 1, 0.3, 0.35), 'H 34 = 1 diagonal step and 2 straight steps to B, obstacles ignored (Octile)');
      const [card, point] = [await s.page.locator('#whence').boundingBox(), await s.point(2, 1)];
      const { size } = await s.see('camera');
      assert.ok(card.x > point[0] + size / 2 || card.y > point[1] + size / 2 || card.x + card.width < point[0] - size / 2, 'the card lies beside the square');
      await s.shot('whence');
      await s.page.keyboard.press('Escape');
      assert.equal(await s.page.isVisible('#whence'), false);
    },
  },
  {
    name: 'a method has a link: the figure, the method and what it thinks; what was there can be gone back to',
    async run(s) {
      await s.figure();
      await s.page.waitForTimeout(900);
      const { methods } = await s.see('welcome');
      for (const { id } of methods.filter((one) => one.id !== 'polyanya')) {
        await s.page.goto('about:blank');
        await s.page.goto(`${s.options.address}#method=${id}`);
        await s.ready();
        assert.equal((await s.see('settings')).method.split(':')[0], id);
        assert.equal((await s.see('world')).name, 'First figure');
        assert.ok((await s.see('world')).undo > 0, 'what was there lies before it');
        assert.equal(await s.page.isVisible('#thinking'), true);
        assert.equal(await s.page.locator('#thinking h3 a').getAttribute('href'), `${new URL(s.options.address).origin}/#method=${id}`);
      }
      await s.page.goto(`${s.options.address}#method=asta`);
      await s.page.waitForSelector('.toast.bad');
      assert.match(await s.page.textContent('.toast.bad'), /no method “asta”, expected one of astar, /);
    },
  },
  {
    name: 'the thinking is folded away and stays so',
    differs: true,
    async run(s) {
      assert.equal(await s.page.isVisible('#thinking'), true);
      const before = await s.page.locator('#board-a').boundingBox();
      await s.page.click('#think');
      assert.equal(await s.page.isVisible('#thinking'), false);
      assert.ok((await s.page.locator('#board-a').boundingBox()).width > before.width + 200, 'the board takes its room');
      await s.page.reload();
      await s.ready();
      assert.equal(await s.page.isVisible('#thinking'), false);
    },
  },
  {
    name: 'squares that a jump passes over are shown faintly, and others are not',
    async run(s) {
      const pixel = ([x, y]) => s.page.evaluate(([px, py]) => {
        const point = window.astride.point(px, py);
        const board = document.getElementById('board-a');
        const size = window.astride.camera.size;
        return String(board.getContext('2d').getImageData(Math.round(point.x - size * 0.35), Math.round(point.y + size * 0.1), 1, 1).data);
      }, [x, y]);
      await s.drop('room.txt', '.......\n.A.....\n.......\n.......\n.....#.\n...B...\n');
      await s.choose('jps');
      await s.traced();
      const [jumped, path] = [await s.see('jumped'), await s.see('path')];
      // From A two diagonal steps, then straight down: none of these but the last is a node.
      assert.deepEqual(path, [8, 24, 38]);
      for (const [x, y] of [[2, 2], [3, 3], [3, 4]]) assert.ok(jumped.includes(y * 7 + x), `(${x}, ${y}) of ${jumped}`);
      await s.page.keyboard.press(',');
      const fewer = await s.see('jumped');
      await s.page.click('#to-start');
      assert.deepEqual(await s.see('jumped'), []);
      for (let now = 1; now < (await s.see('trace')).count; now++) await s.page.keyboard.press('.');
      assert.deepEqual(await s.see('jumped'), fewer, 'step by step as at once');
      await s.page.click('#to-end');
      assert.deepEqual(await s.see('jumped'), jumped);
      const open = await s.see('square', 2, 2);
      assert.equal(open, null, 'a jump leaves no node there');
      const plain = [6, 0];
      assert.ok(!jumped.includes(6));
      assert.notEqual(await pixel([2, 2]), await pixel(plain));
      await s.page.click('#show-search');
      await s.settle();
      assert.equal(await pixel([2, 2]), await pixel(plain), 'without the search there is nothing');
      await s.page.click('#show-search');
      await s.page.click('#set-neighbours [data-value="4"]');
      await s.settle();
      await s.traced();
      for (const node of await s.see('jumped')) assert.ok(node !== 4 * 7 + 5, 'never over a wall');
      await s.choose('astar');
      await s.traced();
      for (const node of await s.see('jumped')) assert.ok(await s.see('square', node % 7, Math.floor(node / 7)), 'steps pass over nothing');
    },
  },
  {
    name: 'the path to the square under the pointer',
    differs: true,
    async run(s) {
      await s.figure();
      await s.page.click('#panel-search .card summary');
      await s.page.check('#draw-reach');
      await s.page.mouse.move(...await s.point(0, 4));
      await s.settle();
      assert.deepEqual(await s.see('reach'), { panel: 'a', nodes: [15, 21, 28] });
      assert.match(await s.page.textContent('#inspector'), /The path from A costs 24/);
      assert.equal(await s.see('cost'), '68', 'the question stays as it is');
      await s.page.mouse.move(...await s.point(3, 2));
      await s.settle();
      assert.equal(await s.see('reach'), null);
      assert.match(await s.page.textContent('#inspector'), /No path from A: the goal cannot be stood on/);
      await s.page.uncheck('#draw-reach');
      await s.page.mouse.move(...await s.point(0, 4));
      await s.settle();
      assert.equal(await s.see('reach'), null);
    },
  },
];
