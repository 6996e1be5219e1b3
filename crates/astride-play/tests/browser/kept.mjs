/** Checks that nothing is lost and nothing said that is not so. */

import { createHash } from 'node:crypto';
import { assert } from './sight.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

const steps = async (s) => { const { undo, redo } = await s.see('world'); return [undo, redo]; };

const undo = async (s) => {
  await s.page.click('#undo');
  await s.settle();
};

const redo = async (s) => {
  await s.page.click('#redo');
  await s.settle();
};

/** A picture of four stripes: dark blue, dark green, black, white. */
const stripes = (s) => s.page.evaluate(async () => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [40, 10];
  const ctx = canvas.getContext('2d');
  ['#00005a', '#003c00', '#000000', '#ffffff'].forEach((colour, at) => {
    ctx.fillStyle = colour;
    ctx.fillRect(at * 10, 0, 10, 10);
  });
  const blob = await new Promise((done) => { canvas.toBlob(done); });
  return [...new Uint8Array(await blob.arrayBuffer())];
});

/** Texts on the page whose contrast is below 4.5, as `ratio "text" colour on colour`. */
const faint = () => {
  const parse = (text) => (text.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
  const solid = ([r, g, b]) => [r, g, b].map((value) => { const c = value / 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; }).reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0);
  const over = ([r, g, b, a = 1], below) => [r, g, b].map((value, at) => value * a + below[at] * (1 - a));
  const behind = (node) => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) layers.push(parse(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((below, layer) => (layer[3] === 0 ? below : over(layer, below)), [255, 255, 255]);
  };
  const out = [];
  for (const node of document.querySelectorAll('body *')) {
    const own = [...node.childNodes].filter((child) => child.nodeType === 3).map((child) => child.textContent.trim()).join('');
    if (!own || ['SCRIPT', 'NOSCRIPT', 'OPTION'].includes(node.tagName) || node.closest(':disabled, .unseen, .skip') || !node.checkVisibility()) continue;
    const ground = behind(node);
    const ink = over(parse(getComputedStyle(node).color), ground);
    const [a, b] = [solid(ink), solid(ground)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) out.push(`${ratio.toFixed(2)} "${own.slice(0, 30)}"`);
  }
  return out;
};

export const kept = [
  {
    name: 'units go when their farm is undone',
    async run(s) {
      await s.figure();
      await s.drag([4, 0], [4, 1]);
      await s.page.click('#tab-units');
      await s.page.click('#farm-500');
      await s.page.waitForFunction(() => window.astride.units.count >= 500);
      await s.page.click('#units-run');
      await undo(s);
      assert.equal((await s.see('units')).count, 0);
    },
  },
  {
    name: 'side by side, B has the rules of A',
    async run(s) {
      await s.figure();
      await s.page.selectOption('#set-corners', 'one-free');
      await s.settle();
      await s.page.click('[data-value="two"]');
      await s.settle();
      const { method, panel, ...a } = await s.see('settings', 'a');
      const { method: other, panel: side, ...b } = await s.see('settings', 'b');
      assert.deepEqual(b, a);
      assert.notEqual(method, other);
      assert.equal(await s.see('cost', 'b'), await s.see('cost', 'a'), 'so the costs can be compared');
    },
  },
  {
    name: 'the space bar plays and the dot steps wherever the focus is, Enter presses what has it',
    differs: true,
    async run(s) {
      await s.figure();
      for (const focus of ['#share', '#undo', '#set-compare [aria-checked="true"]', '#speed', '#tab-search', '.method-button', '#board-a']) {
        await s.page.keyboard.press('Home');
        await s.page.focus('#board-a');
        await s.page.keyboard.press('Home');
        if (focus !== '#undo') await s.page.focus(focus);
        await s.page.keyboard.press('.');
        assert.equal((await s.see('trace')).position, 1, `a step with the focus on ${focus}`);
        await s.page.keyboard.press('Space');
        assert.equal(await s.see('playing'), true, `plays with the focus on ${focus}`);
        await s.page.keyboard.press('Space');
        assert.equal(await s.see('playing'), false);
        assert.equal(await s.page.locator('dialog, .method-list:not([hidden])').count(), 0, `${focus} was not pressed`);
      }
      await s.page.focus('#help');
      await s.page.keyboard.press('Enter');
      assert.match(await s.page.textContent('dialog'), /Play or pause.*Space/);
    },
  },
  {
    name: 'the focus stays on what was pressed',
    differs: true,
    async run(s) {
      await s.figure();
      const press = async (selector, key) => {
        await s.page.focus(selector);
        await s.page.keyboard.press(key);
        await s.settle();
        assert.equal(await s.page.evaluate((one) => document.activeElement.matches(one), selector), true, selector);
      };
      await s.tool('brush');
      await press('[data-class="T"]', 'Enter');
      assert.equal(await s.page.getAttribute('[data-class="T"]', 'aria-checked'), 'true');
      await press('[aria-label="Size of the brush"]', ']');
      assert.equal(await s.page.inputValue('[aria-label="Size of the brush"]'), '2');
      await s.page.click('#tab-layers');
      await press('[data-layer="distance"]', 'Enter');
      await s.page.click('#tab-live');
      await press('#danger-minds-a', 'Space');
      assert.equal((await s.see('settings')).danger, true);
    },
  },
  {
    name: 'undo covers moves, goals and danger',
    async run(s) {
      await s.figure();
      const [before] = await steps(s);
      await s.drag([5, 2], [6, 3], [6, 4]);
      assert.deepEqual(await steps(s), [before + 1, 0], 'a drag is one step');
      await s.tool('goal');
      await s.click(0, 0);
      await s.tool('danger');
      await s.click(4, 4);
      await s.drag([4, 4], [5, 4], [5, 3]);
      assert.deepEqual(await steps(s), [before + 4, 0]);
      await undo(s);
      assert.deepEqual((await s.see('sources'))[0].cell, [4, 4]);
      await undo(s);
      assert.deepEqual(await s.see('sources'), []);
      await undo(s);
      await undo(s);
      assert.deepEqual(await s.see('goals'), [{ x: 5, y: 2 }]);
      assert.equal(await s.see('cost'), '68');
      for (let i = 0; i < 4; i++) await redo(s);
      assert.deepEqual(await s.see('goals'), [{ x: 6, y: 4 }, { x: 0, y: 0 }]);
      assert.deepEqual((await s.see('sources'))[0].cell, [5, 3]);
    },
  },
  {
    name: 'a drawing is not lost when a map, a file or a picture is opened',
    async run(s) {
      await s.figure();
      await s.drag([4, 0], [4, 1]);
      await s.maps('meadow');
      await s.drop('other.txt', 'A..B');
      await s.drop('stripes.png', await stripes(s), 'image/png');
      await s.page.waitForFunction(() => window.astride.world.width === 40);
      for (const width of [4, 20, 7]) {
        await undo(s);
        assert.equal((await s.see('world')).width, width);
      }
      assert.equal(await s.see('cell', 4, 1), '@', 'with what was drawn');
      await undo(s);
      assert.equal(await s.see('cell', 4, 1), '.', 'and its own history');
      for (const width of [7, 20, 4, 40]) {
        await redo(s);
        assert.equal((await s.see('world')).width, width);
      }
      assert.equal((await s.see('world')).redo, 0);
    },
  },
  {
    name: 'the map is reset, its walls are cleared, the settings are as at first, and all can be undone',
    async run(s) {
      await s.drop('figure.txt', '.......\n...#.T.\n.A.#.B.\n...#.5.\n.......\n');
      await s.drag([0, 0], [1, 0]);
      await s.page.click('#clear-walls');
      await s.settle();
      assert.deepEqual([await s.see('cell', 3, 2), await s.see('cell', 0, 0), await s.see('cell', 5, 1), await s.see('cell', 5, 3)], ['.', '.', 'T', '5']);
      await undo(s);
      assert.deepEqual([await s.see('cell', 3, 2), await s.see('cell', 0, 0)], ['#', '@']);
      await s.page.click('#reset-map');
      await s.settle();
      assert.deepEqual([await s.see('cell', 3, 2), await s.see('cell', 0, 0)], ['#', '.']);
      await undo(s);
      assert.equal(await s.see('cell', 0, 0), '@', 'what was drawn before the reset comes back');
      await s.choose('dijkstra');
      await s.page.selectOption('#set-corners', 'always');
      await s.settle();
      await s.page.click('#default-settings');
      await s.settle();
      const { method, corners, heuristic, scale } = await s.see('settings');
      assert.deepEqual({ method, corners, heuristic, scale }, { method: 'astar', corners: 'never', heuristic: 'octile', scale: 'exact' });
    },
  },
  {
    name: 'a page that has just been opened has nothing to undo',
    async run(s) {
      assert.deepEqual(await steps(s), [0, 0]);
      await s.drop('other.txt', 'A..B');
      await s.page.waitForTimeout(1000);
      await s.page.reload();
      await s.ready();
      assert.deepEqual(await steps(s), [0, 0]);
    },
  },
  {
    name: 'without a clipboard a link is shown to be copied, and nothing else is said',
    differs: true,
    async run(s) {
      await s.figure();
      await s.page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }));
      await s.page.click('#share');
      await s.page.waitForSelector('#copy-field');
      const link = await s.page.inputValue('#copy-field');
      assert.match(link, /#scene=/);
      assert.equal(await s.page.evaluate(() => window.getSelection().toString() || document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)), link, 'selected');
      assert.doesNotMatch(await s.page.textContent('#toasts'), /clipboard/);
      await s.page.keyboard.press('Escape');
      await s.drop('other.txt', 'A..B');
      await s.page.evaluate((hash) => { location.hash = hash; }, new URL(link).hash);
      await s.page.waitForFunction(() => window.astride.world.width === 7);
      await s.settle();
      assert.equal(await s.see('cost'), '68', 'a link pasted into an open tab opens');
      await undo(s);
      assert.equal((await s.see('world')).width, 4, 'and drops nothing');
    },
  },
  {
    name: 'a phone gets a code to open the page by, where it can reach it',
    async run(s) {
      await s.page.click('#files');
      await s.page.click('dialog .choice:has-text("Open on a phone")');
      await s.page.waitForSelector('dialog[aria-label="Open on a phone"]');
      assert.match(await s.page.textContent('dialog'), /only from this machine.*--listen/);
      // Made by the Python package qrcode 8.2, with level L and mask 0: the smallest, a middle and the largest.
      const address = 'http://192.168.1.20:8000/?token=abc#scene=';
      const known = [
        ['b', '21 8d64544c89ef1c6ebae7f94a69fb42bf92a465b730261776845baa0faefef1f8'],
        [address + 'Ab1_'.repeat(40), '53 e54e7acbe2b6f8080655a17aeddb1b8262235a11ef12212f85b6964c03bc030d'],
        [address + 'Ab1_'.repeat(290), '117 e69c31db5c0285b22e06161d48386991150fba3a1804c4939ec832cd5794c6d6'],
      ];
      for (const [text, code] of known) {
        const rows = await s.page.evaluate(async (words) => {
          const [{ qrOf }, { drawnCode }] = [await import('/js/qr.js'), await import('/js/saving.js')];
          const { width, data } = ((canvas) => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height))(drawnCode(qrOf(words)));
          const side = width / 8 - 8;
          return [side, Array.from({ length: side * side }, (_, at) => (data[32 * ((4 + Math.floor(at / side)) * width + 4 + (at % side))] ? 0 : 1)).join('')];
        }, text);
        assert.equal(`${rows[0]} ${createHash('sha256').update(rows[1]).digest('hex')}`, code);
      }
      assert.equal(await s.page.evaluate(async () => (await import('/js/qr.js')).qrOf('x'.repeat(1274))), null, 'too long');
    },
  },
  {
    name: 'every card of the gallery has a picture of its map',
    differs: true,
    async run(s) {
      await s.page.click('#open-maps');
      await s.page.waitForSelector('.thumb');
      await s.page.waitForFunction(() => [...document.querySelectorAll('.thumb')].every((one) => one.width !== 300));
      const colours = await s.page.evaluate(() => [...document.querySelectorAll('.map-card')].map((card) => {
        const canvas = card.querySelector('canvas');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        const counts = new Map();
        for (const pixel of new Uint32Array(data.buffer)) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
        return [card.dataset.map, [...counts.values()].sort((a, b) => b - a).map((one) => one / canvas.width / canvas.height), canvas.width / canvas.height];
      }));
      const { builtins } = await s.see('welcome');
      assert.equal(colours.length, builtins.length);
      for (const [id, shares, shape] of colours) {
        const map = builtins.find((one) => one.id === id);
        assert.ok(shares[1] > 0.05, `${id} is more than one colour`);
        if (id === 'maze') assert.ok(shares[1] > 0.4, 'a maze is half walls');
        if (map.tiles) assert.ok(Math.abs(shape / (map.width / map.height) - 1) < 0.05, `${id} has its shape`);
      }
      await s.shot('gallery');
    },
  },
  {
    name: 'an explorer that walks ends quietly when another map is opened',
    async run(s) {
      await s.drop('field.txt', `A${'.'.repeat(60)}B\n${`${'.'.repeat(62)}\n`.repeat(20)}`);
      await s.fog();
      await s.page.locator('#explorer-speed').fill('120');
      for (let i = 0; i < 6; i++) {
        await s.page.click('#explorer-begin');
        await s.page.waitForFunction(() => window.astride.explorer?.steps > 2);
        await s.drop('field.txt', `A${'.'.repeat(60)}B\n${`${'.'.repeat(62)}\n`.repeat(20)}`);
        await s.page.waitForTimeout(120);
        assert.equal(await s.page.locator('.toast.bad').count(), 0, await s.page.textContent('#toasts'));
      }
      assert.equal(await s.see('explorer'), null);
    },
  },
  {
    name: 'a picture is read by colour before darkness',
    differs: true,
    async run(s) {
      await s.drop('stripes.png', await stripes(s), 'image/png');
      await s.page.waitForFunction(() => window.astride.world.width === 40);
      const row = [];
      for (const x of [5, 15, 25, 35]) row.push(await s.see('cell', x, 5));
      assert.deepEqual(row, ['W', 'T', '@', '.']);
    },
  },
  {
    name: 'rules that are seldom changed are folded, and what is not usual among them is said',
    async run(s) {
      const summary = () => s.page.textContent('#more-rules summary');
      const seen = () => s.page.isVisible('#set-ties');
      await s.figure();
      assert.deepEqual([await seen(), await summary()], [false, 'More rules']);
      await s.ties('straightest');
      assert.match(await summary(), /^More rules: straightest$/);
      await s.choose('dijkstra');
      assert.equal(await seen(), true, 'it stays as it is when the panel is painted again');
      await s.page.click('#more-rules summary');
      assert.deepEqual([await seen(), await summary()], [false, 'More rules: straightest']);
      await s.page.click('#default-settings');
      await s.settle();
      assert.equal(await summary(), 'More rules');
    },
  },
  {
    name: 'kinds of terrain are told apart without colour where squares are small, in both themes',
    differs: true,
    async run(s) {
      const kinds = ['.', 'T', 'W', 'S', '3', '6', '9'];
      const line = (y) => (y === 0 ? `AB${'.'.repeat(208)}` : kinds.map((kind) => kind.repeat(30)).join(''));
      await s.drop('kinds.txt', Array.from({ length: 60 }, (_, y) => line(y)).join('\n'));
      await s.traced();
      assert.ok((await s.see('camera')).size < 8, 'there is no room for signs');
      for (const theme of ['light', 'dark']) {
        if (await s.page.getAttribute('html', 'data-theme') !== theme) await s.page.click('#theme');
        await s.settle();
        // Of an area: the part of pixels that are marks, of the fullest row, and how often rows with marks and without follow each other.
        const seen = await s.page.evaluate((count) => {
          const canvas = document.getElementById('board-a');
          const ratio = canvas.width / canvas.getBoundingClientRect().width;
          return Array.from({ length: count }, (_, kind) => {
            const [from, to] = [window.astride.point(30 * kind + 5, 20), window.astride.point(30 * kind + 25, 40)];
            const [x, y, width, height] = [from.x, from.y, to.x - from.x, to.y - from.y].map((value) => Math.round(value * ratio));
            const { data } = canvas.getContext('2d').getImageData(x, y, width, height);
            const pixels = Array.from({ length: width * height }, (__, at) => String(data.slice(4 * at, 4 * at + 3)));
            const counts = new Map();
            for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
            const ground = [...counts].sort((a, b) => b[1] - a[1])[0][0];
            const rows = Array.from({ length: height }, (__, row) => pixels.slice(row * width, (row + 1) * width).filter((pixel) => pixel !== ground).length / width);
            const turns = rows.filter((part, row) => row > 0 && (part > 0) !== (rows[row - 1] > 0)).length;
            return { colours: counts.size, part: Math.round((100 * rows.reduce((sum, part) => sum + part, 0)) / height), fullest: Math.round(100 * Math.max(...rows)), turns };
          });
        }, kinds.length);
        assert.deepEqual(seen.map(({ colours }) => colours), [1, 2, 2, 2, 2, 2, 2], theme);
        for (const [at, one] of seen.entries()) {
          for (const other of seen.slice(0, at)) {
            const apart = Math.abs(one.part - other.part) > 3 || Math.abs(one.fullest - other.fullest) > 12 || Math.abs(one.turns - other.turns) > 10;
            assert.ok(apart, `${theme}, ${kinds[at]}: ${JSON.stringify([one, other])}`);
          }
        }
        await s.shot(`terrain from afar, ${theme}`);
      }
    },
  },
  {
    name: 'a picture is read in five ways, each seen before it is chosen and undone after',
    differs: true,
    async run(s) {
      const png = await s.page.evaluate(async () => {
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [40, 10];
        const ctx = canvas.getContext('2d');
        ['#000000', '#646464', '#c8c8c8', '#00005a'].forEach((colour, at) => {
          ctx.fillStyle = colour;
          ctx.fillRect(at * 8, 0, 8, 10);
        });
        const blob = await new Promise((done) => { canvas.toBlob(done); });
        return [...new Uint8Array(await blob.arrayBuffer())];
      });
      await s.figure();
      await s.drop('plan.png', png, 'image/png');
      await s.page.waitForFunction(() => window.astride.world.width === 40);
      const row = async () => (await Promise.all([4, 12, 20, 28, 36].map((x) => s.see('cell', x, 5)))).join('');
      assert.equal(await row(), '@5.W.', 'as drawn, and what is transparent is free');
      await s.page.click('.toast .read-again');
      const colours = () => s.page.evaluate(() => [...document.querySelectorAll('[data-reading] canvas')].map((canvas) => {
        const { data } = canvas.getContext('2d').getImageData(0, 5, canvas.width, 1);
        return new Set([4, 12, 20, 28, 36].map((x) => String(data.slice(4 * x, 4 * x + 3)))).size;
      }));
      assert.deepEqual(await colours(), [4, 2, 3, 2, 2], 'each card shows its map');
      await s.shot('readings');
      await s.page.keyboard.press('Escape');
      for (const [rule, expected] of [['dark', '@@.@O'], ['cost', '@73@O'], ['transparent', '@@@@.'], ['heights', '....O']]) {
        await s.page.click('#open-maps');
        await s.page.click('dialog .read-again');
        await s.page.click(`[data-reading="${rule}"]`);
        await s.settle();
        assert.equal(await row(), expected, rule);
      }
      assert.equal(await s.see('cell', 8, 5), '@', 'a step of 100 is too steep');
      await undo(s);
      assert.equal(await row(), '@@@@.', 'the reading before');
      for (let i = 0; i < 4; i++) await undo(s);
      assert.equal((await s.see('world')).width, 7, 'and the map before the picture');
    },
  },
  {
    name: 'files that are no maps are refused with a reason',
    async run(s) {
      await s.figure();
      const refusals = [
        ['notes.txt', 'Dear diary,\ntoday I went out.\n', 'text/plain', /notes\.txt is not a map: line 1, column 1 has “D”/],
        ['table.csv', 'a,b,c\n1,2,3\n', 'text/csv', /table\.csv is not a map: line 1/],
        ['paper.pdf', [37, 80, 68, 70, 0, 255, 254, 1], 'application/pdf', /paper\.pdf is not a map: it is neither a picture nor text/],
        ['broken.png', [137, 80, 78, 71, 0, 0], 'image/png', /broken\.png is not a picture/],
        ['list.json', '{"a": 1}', 'application/json', /list\.json is not a scene: it has no cells/],
      ];
      for (const [name, body, type, said] of refusals) {
        await s.drop(name, body, type);
        await s.page.waitForTimeout(100);
        assert.match(await s.page.textContent('.toast.bad:last-child'), said);
      }
      assert.equal(await s.see('cost'), '68', 'and change nothing');
    },
  },
  {
    name: 'what is promised is said in plain words',
    async run(s) {
      await s.figure();
      assert.match(await s.page.textContent('#answers'), /Guaranteed to be cheapest/);
      await s.choose('greedy');
      assert.match(await s.page.textContent('#answers'), /Not guaranteed to be cheapest/);
      assert.doesNotMatch(await s.page.textContent('#answers'), /optimal/i);
      await s.drop('one.txt', 'AB');
      await s.choose('astar');
      assert.match(await s.page.textContent('#answer-line'), / 1 step · /);
    },
  },
  {
    name: 'nothing jumps when a tool is chosen or a square is pointed at',
    differs: true,
    async run(s) {
      await s.figure();
      const board = () => s.page.evaluate(() => JSON.stringify(document.getElementById('board-a').getBoundingClientRect()));
      const before = await board();
      for (const tool of ['brush', 'eraser', 'line', 'fill', 'goal', 'danger', 'units', 'move']) {
        await s.tool(tool);
        assert.equal(await board(), before, `the board stays with ${tool}`);
      }
      const below = () => s.page.evaluate(() => ['answers', 'reset-map'].map((id) => document.getElementById(id).getBoundingClientRect().y).join());
      await s.page.mouse.move(2, 2);
      const rest = await below();
      for (const cell of [[0, 0], [3, 2], [2, 1], [6, 4]]) {
        await s.page.mouse.move(...await s.point(...cell));
        await s.settle();
        assert.equal(await below(), rest, `the panel stays over ${cell}`);
      }
    },
  },
  {
    name: 'the legend of a layer does not cover the map',
    differs: true,
    async run(s) {
      await s.maps('rooms');
      for (const id of ['distance', 'components', 'chokes', 'clusters']) {
        await s.layer(id);
        const [legend, board] = [await s.page.locator('#legend').boundingBox(), await s.page.locator('#board-a').boundingBox()];
        assert.ok(legend.y >= board.y + board.height, id);
      }
      await s.shot('legend');
    },
  },
  {
    name: 'on a phone help and theme are within reach, and every target is 44 pixels',
    differs: true,
    context: PHONE,
    async run(s) {
      const small = () => s.page.evaluate(() => [...document.querySelectorAll('button, select, input, summary')]
        .filter((one) => one.checkVisibility() && !one.disabled)
        .map((one) => [one, (one.type === 'checkbox' ? one.closest('label') : one).getBoundingClientRect()])
        .filter(([, box]) => box.width > 0 && (box.width < 43.9 || box.height < 43.9))
        .map(([one, box]) => `${one.id || one.textContent || one.ariaLabel} ${Math.round(box.width)} × ${Math.round(box.height)}`));
      assert.deepEqual(await small(), []);
      await s.page.tap('[data-tool="brush"]');
      assert.deepEqual(await small(), []);
      assert.equal(await s.page.locator('.shapes button').count(), 4, 'lines and boxes are in the bar');
      await s.page.tap('#theme');
      assert.equal(await s.see('theme'), 'dark');
      await s.page.tap('#sheet');
      for (const tab of ['search', 'layers', 'live', 'units', 'race']) {
        await s.page.tap(`#tab-${tab}`);
        assert.deepEqual(await small(), [], tab);
      }
      await s.page.tap('#sheet');
      await s.page.tap('#help');
      await s.page.waitForSelector('dialog');
    },
  },
  {
    name: 'on a phone on its side the board fills the height',
    differs: true,
    context: { ...PHONE, viewport: { width: 844, height: 390 } },
    async run(s) {
      await s.traced();
      const board = await s.page.locator('#board-a').boundingBox();
      assert.ok(board.height > 390 * 0.78, `${board.height} of 390 pixels`);
      assert.ok((await s.see('camera')).size * 5 > board.height * 0.85, 'and the map the board');
      for (const id of ['help', 'theme', 'undo', 'open-maps', 'sheet', 'play']) {
        const box = await s.page.locator(`#${id}`).boundingBox();
        assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= 844 && box.y + box.height <= 390, `${id} is on the screen`);
      }
      await s.page.tap('#sheet');
      await s.shot('phone side sheet');
    },
  },
  ...['light', 'dark'].map((theme) => ({
    name: `all text has a contrast of 4.5 in the ${theme} theme`,
    differs: true,
    context: { colorScheme: theme },
    async run(s) {
      await s.figure();
      await s.click(2, 1);
      for (const tab of ['search', 'layers', 'live', 'units', 'race']) {
        await s.tab(tab);
        assert.deepEqual(await s.page.evaluate(faint), [], tab);
      }
      await s.page.click('#tab-search');
      await s.page.click('.method-button');
      assert.deepEqual(await s.page.evaluate(faint), [], 'methods');
      await s.page.keyboard.press('Escape');
      await s.page.click('[data-value="two"]');
      await s.settle();
      assert.deepEqual(await s.page.evaluate(faint), [], 'side by side');
      for (const opener of ['#lessons-button', '#open-maps', '#files', '#help']) {
        await s.page.click(opener);
        await s.settle();
        assert.deepEqual(await s.page.evaluate(faint), [], opener);
        await s.page.keyboard.press('Escape');
      }
      const squares = await s.page.evaluate(async () => {
        const { colours, mix, rgb } = await import('/js/colours.js');
        const light = (hex) => rgb(hex).map((value) => { const c = value / 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; }).reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0);
        const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
        const set = colours();
        return { open: ratio(set.ink, mix(set.open, set.ground, 0.22)), closed: ratio(set.ink, mix(set.closed, set.ground, 0.22)), A: ratio(set.mark, set.start), B: ratio(set.mark, set.goal) };
      });
      for (const [what, ratio] of Object.entries(squares)) assert.ok(ratio >= 4.5, `${what}: ${ratio.toFixed(2)}`);
    },
  })),
  {
    name: 'a screen reader is told of each answer',
    differs: true,
    async run(s) {
      await s.figure();
      await s.page.waitForFunction(() => /A\*: path found, cost 68, 6 steps, \d+ squares closed\./.test(document.getElementById('spoken').textContent));
      assert.equal(await s.page.getAttribute('#spoken', 'aria-live'), 'polite');
      await s.drag([3, 0], [3, 0], [4, 0]);
      await s.drag([3, 4], [3, 4], [4, 4]);
      await s.page.waitForFunction(() => /no path/.test(document.getElementById('spoken').textContent));
    },
  },
];
