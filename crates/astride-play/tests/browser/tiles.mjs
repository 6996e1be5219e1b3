/** Tiles that are no squares, landmarks that are dragged, and arrows that lead units. */

import { assert } from './sight.mjs';

/** A wall of hexagons between start and goal, and costly ground below it. */
const HEXES = 'hex pointy\n. . . . . . .\n . . . # . . .\n. A . # . B .\n . . # . . . .\n. . 3 3 . . .\n';

const hexes = (s) => s.drop('river.hex', HEXES);

/** The colour of the board at the middle of a cell. */
const pixel = (s, x, y) => s.page.evaluate(([cx, cy]) => {
  const canvas = document.querySelector('#board-a');
  const { x: px, y: py } = window.astride.point(cx, cy);
  const ratio = canvas.width / canvas.getBoundingClientRect().width;
  return [...canvas.getContext('2d').getImageData(Math.round(px * ratio), Math.round(py * ratio), 1, 1).data].slice(0, 3);
}, [x, y]);

async function makeTiles(s, shape, kind = 'blank', width = 12, height = 9) {
  await s.page.click('#open-maps');
  await s.page.selectOption('#make-shape', shape);
  await s.page.selectOption('#make-kind', kind);
  for (const [at, side] of [width, height].entries()) {
    const input = s.page.locator('.make input').nth(at);
    await input.fill(String(side));
    await input.dispatchEvent('change');
  }
  await s.page.click('.make button.solid');
  await s.settle();
}

export const tiles = [
  {
    name: 'on maps of hexagons and triangles nothing is called a square',
    async run(s) {
      for (const [shape, name] of [['hex-pointy', 'hexagon'], ['triangles', 'triangle']]) {
        await makeTiles(s, shape);
        await s.traced();
        // What is seen, and what is said when it is pointed at; the lists of maps and lessons are about others.
        const said = () => s.page.evaluate(() => {
          const seen = [...document.querySelectorAll('body *')].filter((node) => node.getClientRects().length);
          return [document.body.innerText, document.getElementById('spoken').textContent, ...seen.flatMap((node) => [node.title, node.getAttribute('aria-label'), node.placeholder])]
            .filter((text) => /\bsquares?\b/i.test(text ?? '')).map((text) => text.match(/.{0,40}\bsquares?\b.{0,20}/i)[0]);
        });
        const silent = async () => {
          const found = (await said()).join(' | ');
          assert.equal(found, '', found);
        };
        // The answer of the map before is said until a new one has stood for a while.
        await s.page.waitForFunction((word) => document.getElementById('spoken').textContent.includes(`${word}s closed`), name);
        await s.tab('search');
        for (const method of ['depth-first', 'ida-star', 'bidirectional', 'astar']) {
          await s.choose(method);
          await s.traced();
          await s.page.click('#answers [data-of="Closed"]');
          await s.settle();
          await silent();
        }
        await s.page.evaluate(() => { for (const details of document.querySelectorAll('details')) details.open = true; });
        for (const tab of ['search', 'race', 'layers']) {
          await s.tab(tab);
          await silent();
        }
        assert.match(await s.page.textContent('#panel-layers'), new RegExp(`of every ${name}`));
        for (const tool of ['goal', 'via', 'brush', 'move']) {
          await s.tool(tool);
          await silent();
        }
        await s.page.keyboard.press('?');
        await s.page.waitForSelector('dialog');
        await silent();
        await s.page.keyboard.press('Escape');
        await s.page.waitForSelector('dialog', { state: 'detached' });
      }
    },
  },
  {
    name: 'a drawing of hexagons is opened, searched, stepped and shown with its numbers',
    differs: true,
    async run(s) {
      await hexes(s);
      await s.traced();
      const world = await s.see('world');
      assert.deepEqual([world.width, world.height, world.shape.id], [7, 5, 'hex-pointy']);
      const answer = await s.see('answer');
      assert.equal(answer.outcome, 'found');
      assert.equal(await s.see('cost'), String(answer.cost / 13860));
      assert.match(await s.page.textContent('#answers'), /Steps/);
      const square = await s.see('square', 1, 2);
      assert.equal(square.shown.g, '0', 'the start');
      // Hexagons of a row are one apart, of the next row half a hexagon further right.
      const [a, b, below] = await Promise.all([s.see('point', 1, 2), s.see('point', 2, 2), s.see('point', 1, 3)]);
      const step = b.x - a.x;
      assert.ok(Math.abs(below.x - a.x - step / 2) < 0.01 && Math.abs(Math.hypot(below.x - a.x, below.y - a.y) - step) < 0.01);
      await s.page.locator('#board-a').focus();
      await s.page.keyboard.press('Home');
      await s.page.keyboard.press('.');
      await s.page.keyboard.press('.');
      assert.equal((await s.see('trace')).position, 2);
      await s.page.keyboard.press('End');
      await s.settle();
      const { size } = await s.see('camera');
      const [x, y] = await s.point(2, 2);
      await s.page.mouse.click(x - size * 0.22, y + size * 0.29);
      await s.settle();
      assert.match(await s.page.textContent('#whence [data-part="g"]'), /G 1 = 0, the G of A \(1, 2\), \+ 1 for 1 step$/);
      assert.match(await s.page.textContent('#whence [data-part="h"]'), /H 3: the least number of steps/);
      await s.shot('hexagons');
    },
  },
  {
    name: 'hexagons are painted, their marks dragged, and both undone',
    async run(s) {
      await hexes(s);
      await s.traced();
      const cost = await s.see('cost');
      await s.drag([5, 2], [5, 0]);
      assert.deepEqual(await s.see('goals'), [{ x: 5, y: 0 }]);
      await s.drag([2, 0], [3, 0]);
      assert.deepEqual([await s.see('cell', 2, 0), await s.see('cell', 3, 0)], ['@', '@']);
      assert.ok(Number(await s.see('cost')) > 4, 'round the other end');
      await s.tool('via');
      await s.click(4, 3);
      assert.deepEqual(await s.see('via'), [{ x: 4, y: 3 }]);
      assert.match(await s.page.textContent('#answer-line'), /in 2 legs/);
      for (let i = 0; i < 3; i++) {
        await s.page.click('#undo');
        await s.settle();
      }
      assert.deepEqual([await s.see('cost'), await s.see('via')], [cost, []]);
      // Every tile of a line is wall, and none of them is skipped.
      await s.tool('line');
      await s.drag([0, 0], [0, 4]);
      assert.deepEqual(await Promise.all([0, 1, 2, 3, 4].map((y) => s.see('cell', 0, y))), ['@', '@', '@', '@', '@']);
    },
  },
  {
    name: 'tiles are made, every method of their table searches them, and the rest is left out',
    async run(s) {
      for (const shape of ['hex-pointy', 'hex-flat', 'triangles']) {
        await makeTiles(s, shape, 'random', 14, 10);
        assert.equal((await s.see('world')).shape.id, shape);
        await s.page.click('.method-button');
        const methods = await s.page.evaluate(() => [...document.querySelectorAll('.method')].map((one) => one.dataset.method));
        await s.page.keyboard.press('Escape');
        assert.ok(methods.includes('astar') && methods.includes('ida-star') && !methods.includes('jps') && !methods.includes('labels'), `${methods}`);
        const costs = {};
        for (const method of methods) {
          await s.choose(method);
          const answer = await s.see('answer');
          assert.equal(answer.outcome, 'found', `${shape} ${method}: ${answer.why}`);
          if (answer.optimal) costs[method] = answer.cost;
        }
        assert.equal(new Set(Object.values(costs)).size, 1, JSON.stringify(costs));
        for (const hidden of ['#tab-units', '#tab-live', '#set-corners', '#set-size', '#set-heuristic', '[data-tool="danger"]', '[data-tool="fill"]']) {
          assert.equal(await s.page.isVisible(hidden), false, `${hidden} on ${shape}`);
        }
        await s.choose('astar');
        await s.traced();
        await s.shot(`made ${shape}`);
      }
      await s.maps('figure');
      assert.ok(await s.page.isVisible('#tab-units') && await s.page.isVisible('#set-heuristic'));
    },
  },
  {
    name: 'layers of hexagons, from near and from afar',
    async run(s) {
      await makeTiles(s, 'hex-flat', 'terrain', 40, 30);
      await s.layer('distance');
      assert.ok((await s.see('layer')).max > 0);
      await s.shot('hexagons distance');
      await s.layer('flow');
      assert.ok((await s.see('layer')).lines.length > 300);
      await s.shot('hexagons flow');
      assert.equal(await s.page.locator('[data-layer="clearance"]').count(), 0);
      await s.page.click('[data-layer="none"]');
      await makeTiles(s, 'hex-pointy', 'caves', 400, 300);
      await s.page.click('#tab-search');
      await s.page.waitForFunction(() => window.astride.trace('a').count > 0);
      await s.settle();
      const [wall, ground] = await Promise.all([s.see('cell', 0, 0), s.see('start')]);
      assert.equal(wall, '@');
      assert.notDeepEqual(await pixel(s, 0, 0), await pixel(s, ground.x, ground.y));
      await s.shot('hexagons afar');
    },
  },
  {
    name: 'kinds of terrain are told apart without colour on small tiles, and their marks move with the map',
    differs: true,
    async run(s) {
      const kinds = ['.', 'T', 'W', 'S', '3'];
      const row = kinds.map((kind) => `${kind} `.repeat(16)).join('');
      await s.drop('kinds.hex', `hex pointy\n${Array.from({ length: 30 }, (_, y) => `${y % 2 ? ' ' : ''}${row}`.trimEnd()).join('\n')}\n`);
      await s.settle();
      const { size } = await s.see('camera');
      assert.ok(size >= 5 && size < 15, `tiles of ${size} pixels, too small for signs`);
      await s.page.keyboard.press('h');
      await s.settle();
      // Of an area inside each kind: which pixels are marks, from the place of a tile on.
      const seen = () => s.page.evaluate((count) => Array.from({ length: count }, (_, kind) => {
        const canvas = document.getElementById('board-a');
        const ratio = canvas.width / canvas.getBoundingClientRect().width;
        const { x, y } = window.astride.point(16 * kind + 4, 2);
        const { data } = canvas.getContext('2d').getImageData(Math.round(x * ratio), Math.round(y * ratio), 48, 48);
        const pixels = Array.from({ length: 48 * 48 }, (__, at) => String(data.slice(4 * at, 4 * at + 3)));
        const most = pixels.toSorted()[24 * 48];
        return pixels.map((one) => Number(one !== most));
      }), kinds.length);
      const marked = (areas) => areas.map((area) => area.reduce((sum, one) => sum + one, 0) / area.length);
      const before = await seen();
      const parts = marked(before);
      assert.equal(parts[0], 0, 'plain ground has no marks');
      assert.ok(parts.slice(1).every((part) => part > 0.04 && part < 0.5), `${parts}`);
      for (const [at, one] of before.entries()) for (const other of before.slice(0, at)) assert.notDeepEqual(one, other);
      await s.shot('hexagons, terrain');
      const [was] = await s.point(0, 0);
      await s.page.keyboard.press('ArrowRight');
      await s.settle();
      assert.notEqual((await s.point(0, 0))[0], was, 'the map was moved');
      assert.deepEqual((await seen()).slice(1), before.slice(1), 'the marks lie where they lay on the map');
    },
  },
  {
    name: 'a link and a reload bring hexagons back',
    async run(s) {
      await hexes(s);
      await s.drag([5, 2], [6, 4]);
      const cost = await s.see('cost');
      await s.page.click('#share');
      await s.page.waitForFunction(() => window.astride.link);
      const link = await s.see('link');
      await s.maps('lake');
      await s.page.evaluate((hash) => { location.hash = hash; }, new URL(link).hash);
      await s.page.waitForFunction(() => window.astride.world.shape?.id === 'hex-pointy');
      await s.settle();
      assert.equal(await s.see('cost'), cost);
      await s.page.waitForTimeout(900);
      await s.page.reload();
      await s.ready();
      assert.deepEqual([(await s.see('world')).shape.id, await s.see('cost')], ['hex-pointy', cost]);
    },
  },
  {
    name: 'hexagons on a phone in the dark',
    differs: true,
    context: { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true, isMobile: true },
    async run(s) {
      await hexes(s);
      await s.traced();
      assert.equal((await s.see('world')).shape.id, 'hex-pointy');
      assert.equal(await s.page.evaluate(() => document.documentElement.scrollWidth), 390);
      await s.shot('hexagons phone');
    },
  },
  {
    name: 'landmarks guess: they are shown, dragged, undone, and paths stay cheapest',
    async run(s) {
      await s.maps('lake');
      await s.traced();
      const cost = await s.see('cost');
      assert.deepEqual(await s.see('landmarks'), []);
      await s.page.selectOption('#set-heuristic', 'landmarks');
      await s.settle();
      await s.traced();
      const placed = await s.see('landmarks');
      assert.ok(placed.length > 0 && placed.length <= 8);
      assert.equal(await s.see('cost'), cost);
      const start = await s.see('start');
      const h = async () => (await s.see('square', start.x, start.y)).h;
      const before = await h();
      await s.shot('landmarks');
      const goal = (await s.see('goals'))[0];
      // Beside the goal one of them knows the way to it nearly to the step.
      await s.drag([placed[0].x, placed[0].y], [goal.x + 2, goal.y + 2]);
      await s.traced();
      assert.deepEqual((await s.see('landmarks'))[0], { x: goal.x + 2, y: goal.y + 2 });
      assert.equal(await s.see('cost'), cost, 'wherever they lie');
      assert.notEqual(await h(), before, 'the guess follows');
      await s.page.click('#undo');
      await s.settle();
      assert.deepEqual(await s.see('landmarks'), placed);
    },
  },
  {
    name: 'units that are sent together follow one field of arrows, which is shown',
    async run(s) {
      await makeTiles(s, 'squares', 'blank', 44, 28);
      await s.page.click('#tab-units');
      await s.page.click('#panel-units [data-value="add"]');
      await s.click(5, 12);
      await s.page.click('#panel-units [data-value="select"]');
      await s.drag([0, 4], [14, 20]);
      assert.ok((await s.see('units')).selected > 4);
      await s.page.selectOption('#units-lead', 'field');
      await s.click(40, 14, { button: 'right' });
      await s.page.waitForFunction(() => window.astride.units.arrows);
      const { arrows } = await s.see('units');
      assert.equal(arrows[14 * 44 + 40], 8, 'the goal');
      await s.shot('arrows');
      await s.page.selectOption('#units-lead', 'ways');
      await s.click(2, 9, { button: 'right' });
      await s.settle();
      assert.equal((await s.see('units')).arrows, null);
    },
  },
];
