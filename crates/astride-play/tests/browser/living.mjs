/** The checks of a world that lives: its layers, large movers, danger, fog, edits and the queue. */

import { assert } from './sight.mjs';

/** Three parts of 20, 8 and 6 squares. */
const PARTS = `
A....#######....
...B.#######....
.....###########
.....###########
################
...#############
...#############
`;

/** A narrow door between A and B, and one of three squares below. */
const DOORS = `
........#........
........#........
A.............B..
........#........
........#........
.................
.................
.................
`;

/** Three halls, a gate of two squares and one of one. */
const HALLS = `
.........#.........#.........
.........#.........#.........
.........#.........#.........
.........#...................
.........#.........#.........
.........#.........#.........
...................#.........
.A.................#.......B.
.........#.........#.........
.........#.........#.........
`;

/** A room whose only door is behind: who does not know it walks into it. */
const TRAP = `
..............................
..............................
......#############...........
..................#...........
..................#...........
..A...............#.......B...
..................#...........
..................#...........
......#############...........
..............................
..............................
`;

export const living = [
  {
    name: 'components have colours and tell their sizes',
    async run(s) {
      await s.drop('parts.txt', PARTS);
      await s.layer('components');
      const layer = await s.see('layer');
      assert.equal(layer.count, 3);
      assert.deepEqual(await s.see('area', 0, 0), { number: 1, cells: 20 });
      assert.deepEqual(await s.see('area', 12, 0), { number: 2, cells: 8 });
      assert.equal(await s.see('area', 5, 1), null, 'a wall belongs to none');
      await s.page.mouse.move(...await s.point(13, 1));
      assert.match(await s.page.textContent('#legend-here'), /component 2, 8 squares/);
      await s.shot('components');
      await s.tool('eraser');
      await s.drag([5, 1], [11, 1]);
      await s.page.waitForFunction(() => window.astride.layer?.count === 2);
    },
  },
  {
    name: 'a large mover takes the wide door and shades what is too narrow',
    async run(s) {
      await s.drop('doors.txt', DOORS);
      assert.equal((await s.see('answer')).steps, 14, 'a small one walks straight');
      await s.layer('clearance');
      assert.equal((await s.see('layer')).max, 8);
      await s.size(3);
      const answer = await s.see('answer');
      const path = await s.see('path');
      assert.equal(answer.outcome, 'found');
      assert.ok(path.some((node) => Math.floor(node / 17) >= 5), 'through the wide door below');
      assert.ok((await s.see('fit')).tooNarrow > 0);
      await s.shot('clearance');
      await s.size(4);
      assert.equal((await s.see('answer')).outcome, 'unreachable');
      await s.size(1);
      assert.equal(await s.see('fit'), null);
    },
  },
  {
    name: 'choke points are lines with their width',
    differs: true,
    async run(s) {
      await s.drop('halls.txt', HALLS);
      await s.layer('chokes');
      const layer = await s.see('layer');
      assert.deepEqual(layer.lines, [9 + 6 * 29, 9 + 7 * 29, 2, 19 + 3 * 29, 19 + 3 * 29, 1]);
      assert.equal(layer.count, 3);
      assert.match(await s.page.textContent('#legend'), /2 gates, 1 to 2 wide/);
      await s.shot('chokes');
    },
  },
  {
    name: 'clusters show entrances and the coarse way of the question',
    async run(s) {
      await s.maps('rooms');
      await s.layer('clusters');
      const layer = await s.see('layer');
      assert.equal(layer.sides[0], 16);
      assert.ok(layer.lines.length > 30, 'entrances');
      const { start, goals: [goal] } = { start: await s.see('start'), goals: await s.see('goals') };
      assert.deepEqual(layer.way.points[0], [start.x, start.y]);
      assert.deepEqual(layer.way.points.at(-1), [goal.x, goal.y]);
      assert.ok(layer.way.cost >= (await s.see('answer')).cost, 'the coarse way is never cheaper than the cheapest');
      assert.match(await s.page.textContent('#legend'), /Coarse way: \d+ legs/);
      await s.shot('clusters');
    },
  },
  {
    name: 'a path that minds the danger goes round it, and follows it while it is dragged',
    async run(s) {
      await s.drop('field.txt', `${`${'.'.repeat(30)}\n`.repeat(8)}${'.'.repeat(4)}A${'.'.repeat(20)}B${'.'.repeat(4)}\n${`${'.'.repeat(30)}\n`.repeat(8)}`);
      await s.page.click('#tab-live');
      await s.tool('danger');
      await s.click(14, 8);
      assert.equal((await s.see('layer')).id, 'influence', 'the first source shows the layer');
      assert.equal((await s.see('layer')).max, 1000);
      const cost = () => s.page.evaluate(() => window.astride.answer().cost);
      assert.equal(await cost(), 210, 'it does not mind yet');
      await s.page.check('#danger-minds-a');
      await s.settle();
      const round = await cost();
      assert.ok(round > 210);
      assert.ok((await s.see('path')).every((node) => Math.abs(Math.floor(node / 30) - 8) + Math.abs((node % 30) - 14) > 2), 'it keeps away');
      await s.shot('danger');
      await s.drag([14, 8], [14, 12], [14, 16]);
      assert.deepEqual((await s.see('sources'))[0].cell, [14, 16]);
      assert.ok(await cost() < round, 'the source was dragged away');
      await s.page.locator('#danger-radius').fill('3');
      await s.settle();
      assert.equal(await cost(), 210);
      assert.equal((await s.see('sources'))[0].radius, 3);
      await s.page.waitForTimeout(1200);
      await s.page.reload();
      await s.ready();
      assert.equal((await s.see('sources')).length, 1, 'a scene keeps its sources');
      await s.page.click('#tab-live');
      await s.page.click('#danger-clear');
      await s.settle();
      assert.deepEqual(await s.see('sources'), []);
    },
  },
  {
    name: 'what is done to sources in haste is done in its order, and all of it',
    async run(s) {
      await s.figure();
      await s.tool('danger');
      await s.click(5, 4);
      await s.click(1, 4);
      await s.tab('live');
      const inHaste = (last) => s.page.evaluate((button) => {
        for (const [id, value] of [['danger-strength', 20], ['danger-strength', 30], ['danger-radius', 3]]) {
          const slider = document.getElementById(id);
          slider.value = value;
          slider.dispatchEvent(new Event('input'));
        }
        document.querySelector(button).click();
      }, last);
      await inHaste('#danger [data-value="exponential"]');
      await s.settle();
      assert.deepEqual((await s.see('sources'))[1], { cell: [1, 4], strength: 30, radius: 3, falloff: 'exponential' });
      await inHaste('#danger-remove');
      await s.settle();
      assert.deepEqual((await s.see('sources')).map((one) => one.cell), [[5, 4]]);
      assert.equal(await s.page.locator('.toast.bad').count(), 0, await s.page.textContent('#toasts'));
    },
  },
  {
    name: 'an explorer learns the map, arrives, and paid more than one who knows it',
    async run(s) {
      await s.drop('dead end.txt', TRAP);
      const best = (await s.see('answer')).cost;
      await s.fog();
      await s.page.locator('#explorer-radius').fill('4');
      await s.page.locator('#explorer-speed').fill('20');
      await s.page.click('#explorer-begin');
      await s.page.waitForFunction(() => window.astride.explorer?.steps > 4);
      assert.equal(await s.see('known', 26, 0), false, 'the far side is in the fog');
      await s.page.click('#explorer-run');
      await s.settle();
      await s.shot('explorer');
      await s.page.locator('#explorer-speed').fill('120');
      await s.page.click('#explorer-run');
      await s.page.waitForFunction(() => window.astride.explorer.state === 'arrived');
      await s.settle();
      const told = await s.see('explorer');
      assert.equal(told.best, best);
      assert.ok(told.walked > best, 'it walked into the dead end');
      assert.deepEqual(told.at, [26, 5]);
      assert.match(await s.page.textContent('#explorer-readout'), /Costlier by\d/);
      await s.shot('explorer arrived');
      await s.page.click('#explorer-begin');
      await s.page.waitForFunction(() => window.astride.explorer?.steps < 20);
      await s.page.click('#explorer-end');
      await s.settle();
      assert.equal(await s.see('explorer'), null);
    },
  },
  {
    name: 'an explorer goes on while walls are painted, and the repairs are told',
    async run(s) {
      await s.drop('plain.txt', `A${'.'.repeat(118)}B\n${`${'.'.repeat(120)}\n`.repeat(89)}`);
      await s.fog();
      await s.page.check('#edits-watch');
      await s.settle();
      await s.page.locator('#explorer-speed').fill('10');
      await s.page.click('#explorer-begin');
      await s.tool('line');
      await s.drag([14, 0], [14, 4]);
      assert.equal((await s.see('repaired')).cells, 5);
      const { parts } = await s.see('repaired');
      assert.deepEqual(parts.map((part) => part.id), ['components', 'clearance', 'clusters', 'jump points']);
      for (const part of parts) assert.ok(!part.rebuilt && part.count > 0 && part.count < part.of, JSON.stringify(part));
      await s.shot('edits');
      await s.page.locator('#explorer-speed').fill('120');
      await s.page.waitForFunction(() => window.astride.explorer.state === 'arrived');
      assert.ok((await s.see('explorer')).walked > 1190, 'it went round the wall');
    },
  },
  {
    name: 'the flow of a large map is readable from afar, on squares and on hexagons',
    async run(s) {
      // Of a part of the board, which lies on ground alone: how many pixels are dark, as arrows are.
      const dark = (from, to) => s.page.evaluate(([[ax, ay], [bx, by]]) => {
        const canvas = document.getElementById('board-a');
        const ratio = canvas.width / canvas.getBoundingClientRect().width;
        const [a, b] = [window.astride.point(ax, ay), window.astride.point(bx, by)];
        const { data } = canvas.getContext('2d').getImageData(a.x * ratio, a.y * ratio, (b.x - a.x) * ratio, (b.y - a.y) * ratio);
        let count = 0;
        for (let at = 0; at < data.length; at += 4) if (data[at] < 90) count++;
        return count / (data.length / 4);
      }, [from, to]);
      for (const [name, text, [left, top], [right, bottom]] of [
        ['plain.txt', `${'.'.repeat(400)}\n`.repeat(300), [20, 20], [180, 130]],
        ['plain.hex', `hex pointy\n${Array.from({ length: 120 }, (_, y) => `${y % 2 ? ' ' : ''}${'. '.repeat(150)}`.trimEnd()).join('\n')}\n`, [20, 12], [70, 50]],
      ]) {
        await s.drop(name, text);
        await s.settle();
        assert.ok((await s.see('camera')).size < 9);
        assert.ok(await dark([left, top], [right, bottom]) < 0.01, 'no arrows yet');
        await s.layer('flow');
        await s.settle();
        const part = await dark([left, top], [right, bottom]);
        assert.ok(part > 0.02 && part < 0.4, `${name}: ${part} of the pixels are arrows`);
        await s.shot(`flow from afar, ${name}`);
        await s.page.click('[data-layer="none"]');
      }
    },
  },
  {
    name: 'the queue of requests is charted, and a small budget makes it wait',
    async run(s) {
      await s.maps('city');
      await s.page.click('#tab-units');
      await s.page.locator('#queue-budget').fill('2');
      await s.page.click('#panel-units [data-value="add"]');
      const at = await s.see('start');
      await s.click(at.x, at.y);
      await s.page.waitForFunction(() => window.astride.units.count >= 20);
      await s.page.locator('#panel-units input[type="number"]').fill('12');
      await s.page.locator('#panel-units input[type="number"]').dispatchEvent('change');
      await s.page.click('#panel-units [data-value="select"]');
      const [goal] = await s.see('goals');
      await s.drag([at.x - 12, at.y - 12], [at.x + 12, at.y + 12]);
      await s.click(goal.x, goal.y, { button: 'right' });
      await s.page.waitForFunction(() => window.astride.queue.mostWaiting > 0);
      await s.page.waitForFunction(() => window.astride.queue.mostSpent > 0);
      await s.page.waitForFunction(() => /Now .* waiting/.test(document.getElementById('queue-chart-says').textContent));
      await s.page.locator('#queue-chart').scrollIntoViewIfNeeded();
      await s.shot('queue');
    },
  },
  {
    name: 'a rush of requests is answered call by call within the budget',
    async run(s) {
      await s.maps('rooms');
      await s.page.click('#tab-live');
      await s.page.click('#panel-live [data-value="queue"]');
      await s.page.locator('#rush-budget').fill('2.6');
      await s.page.click('#rush-500');
      await s.page.waitForFunction(() => window.astride.rush?.answered > 20);
      await s.shot('rush');
      const before = await s.see('rush');
      assert.ok(before.lines.some((line) => line.length > 2), 'answers are drawn as their paths');
      assert.ok(before.waiting > 0 && before.mostWaiting > 300);
      assert.ok(before.mostSpent <= 10 ** 2.6 + 1, `${before.mostSpent} expansions in a call`);
      await s.page.locator('#rush-budget').fill('5');
      await s.page.waitForFunction(() => window.astride.rush.answered === 500);
      await s.page.waitForFunction(() => /500 of 500 answered/.test(document.getElementById('rush-says').textContent));
    },
  },
  {
    name: 'what lives on the map works on a phone',
    differs: true,
    context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, colorScheme: 'dark' },
    async run(s) {
      await s.drop('halls.txt', HALLS);
      const sheet = await s.page.locator('#sheet').boundingBox();
      assert.ok(sheet.x + sheet.width <= 390, 'all tools are on the screen');
      await s.page.tap('#sheet');
      await s.page.tap('#tab-layers');
      await s.page.tap('[data-layer="chokes"]');
      await s.settle();
      await s.page.tap('#sheet');
      assert.equal((await s.see('layer')).count, 3);
      await s.shot('phone chokes');
      await s.page.tap('[data-tool="danger"]');
      await s.page.touchscreen.tap(...await s.point(14, 5));
      await s.settle();
      assert.deepEqual((await s.see('sources'))[0].cell, [14, 5]);
      await s.page.tap('#sheet');
      await s.page.tap('#tab-live');
      await s.page.tap('#danger-minds-a');
      await s.settle();
      await s.shot('phone live');
      await s.page.tap('#panel-live [data-value="fog"]');
      await s.page.tap('#explorer-begin');
      await s.page.tap('#sheet');
      await s.page.waitForFunction(() => window.astride.explorer?.steps > 8);
      await s.shot('phone explorer');
      const wide = await s.page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(wide, 390, 'nothing sticks out');
    },
  },
  {
    name: 'what lives on the map is reached by keys',
    differs: true,
    async run(s) {
      await s.figure();
      await s.page.focus('#tab-search');
      await s.page.keyboard.press('ArrowRight');
      await s.page.keyboard.press('ArrowRight');
      await s.page.waitForSelector('#danger');
      await s.page.focus('#board-a');
      for (const key of ['Shift+ArrowRight', 'Shift+ArrowDown', 'd', 'Enter']) await s.page.keyboard.press(key);
      await s.settle();
      assert.deepEqual((await s.see('sources')).map((one) => one.cell), [[1, 3]]);
      await s.page.focus('#danger-strength');
      await s.page.keyboard.press('ArrowRight');
      await s.settle();
      assert.equal((await s.see('sources'))[0].strength, 11);
      await s.page.focus('#danger-minds-a');
      await s.page.keyboard.press('Space');
      await s.settle();
      assert.equal((await s.see('settings')).danger, true);
      await s.page.focus('#board-a');
      await s.page.keyboard.press('Delete');
      await s.settle();
      assert.deepEqual(await s.see('sources'), []);
      await s.page.focus('#tab-search');
      await s.page.keyboard.press('Enter');
      await s.page.focus('#more-rules summary');
      await s.page.keyboard.press('Enter');
      await s.page.focus('#set-size');
      await s.page.keyboard.press('ArrowRight');
      await s.settle();
      assert.equal((await s.see('settings')).size, 2);
    },
  },
  {
    name: 'side by side, one minds the danger and is large, the other not',
    async run(s) {
      await s.drop('doors.txt', DOORS);
      await s.page.click('[data-value="two"]');
      await s.settle();
      await s.page.click('#panel-search [data-value="b"]');
      await s.page.click('#tab-live');
      await s.tool('danger');
      await s.click(5, 3);
      await s.page.check('#danger-minds-b');
      await s.settle();
      await s.size(2);
      const [a, b] = [await s.see('answer', 'a'), await s.see('answer', 'b')];
      assert.equal((await s.see('settings', 'a')).size, 1);
      assert.equal((await s.see('settings', 'b')).size, 2);
      assert.ok(b.cost > a.cost);
      assert.ok((await s.see('fit', 'b')).tooNarrow > 0);
      assert.equal(await s.see('fit', 'a'), null);
      await s.shot('side by side living');
    },
  },
];
