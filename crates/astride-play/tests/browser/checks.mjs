/**
 * The checks: each is a person's way through the page, and what has to be seen on it.
 *
 * Those with `differs` are about what differs between browsers: pointers, fingers and keys, layout and colours, files,
 * what is kept, and time. The others use the same means as one of these, or are about what the session answers.
 */

import { assert, DIAGONAL, STRAIGHT } from './sight.mjs';
import { deep } from './deep.mjs';
import { first } from './first.mjs';
import { kept } from './kept.mjs';
import { lessons } from './lessons.mjs';
import { living } from './living.mjs';
import { stops } from './stops.mjs';
import { thinking } from './thinking.mjs';
import { plans } from './plans.mjs';
import { tiles } from './tiles.mjs';
import { weight } from './weight.mjs';

/** Cost of a path in numbers of 10 and 14, worked out from its cells alone. */
function costOf(path, width) {
  let sum = 0;
  for (let i = 1; i < path.length; i++) {
    const dx = Math.abs((path[i] % width) - (path[i - 1] % width));
    const dy = Math.abs(Math.floor(path[i] / width) - Math.floor(path[i - 1] / width));
    sum += 14 * Math.min(dx, dy) + 10 * Math.abs(dx - dy);
  }
  return sum;
}

/** A map of free cells with a wall, as a MovingAI file. */
function movingAi(width, height) {
  const rows = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (__, x) => (x === 20 && y > 2 ? '@' : '.')).join(''));
  return `type octile\nheight ${height}\nwidth ${width}\nmap\n${rows.join('\n')}\n`;
}

/** Two fingers go apart over the middle of the board. */
async function pinch(s) {
  const before = await s.see('camera');
  await s.spread(await s.point(3, 2), [30, 36, 42, 48, 54, 60]);
  const after = await s.see('camera');
  assert.ok(Math.abs(after.size / before.size - 2) < 0.3, `zoomed by ${after.size / before.size}`);
  assert.equal(await s.see('cell', 2, 2), '.', 'and nothing was drawn');
  assert.equal((await s.see('world')).undo, 0, 'nor left to undo');
  await s.page.tap('#zoom-fit');
  await s.settle();
}

/** Chooses a class and draws a line with it. */
async function line(s, letter, from, to) {
  await s.tool('line');
  await s.page.click(`.chip[data-class="${letter}"]`);
  await s.drag(from, to);
}

/** What has to be done in each lesson. */
const lessonTasks = [
  async (s) => {
    await s.page.click('#to-start');
    for (let i = 0; i < 40 && (await s.see('trace')).closed < 4; i++) await s.page.click('#step');
    await s.page.selectOption('#set-corners', 'one-free');
    await s.settle();
    await s.tool('eraser');
    await s.drag([3, 2], [3, 2]);
  },
  async (s) => {
    await s.page.click('[data-value="b"]');
    await s.choose('greedy');
    assert.ok((await s.see('answer', 'b')).cost > (await s.see('answer', 'a')).cost, 'greedy comes out of the bay with a costlier path');
    await s.choose('weighted');
    await s.choose('astar');
    await s.page.selectOption('#set-heuristic', 'zero');
    await s.settle();
  },
  async (s) => {
    await s.ties('last-added');
    await line(s, '@', [20, 4], [20, 16]);
  },
  async (s) => {
    await s.page.click('#tab-layers');
    await s.page.click('[data-layer="distance"]');
    await s.settle();
    await line(s, '9', [16, 0], [16, 13]);
    await line(s, '.', [5, 6], [26, 6]);
  },
  async (s) => {
    await s.page.click('#panel-search [data-value="b"]');
    await s.choose('jps');
    const [goal] = await s.see('goals');
    // Squares are three pixels wide: to one with free ones all around, so that a pixel more or less does no harm.
    const to = await s.page.evaluate(({ x, y }) => {
      const isOpen = (cx, cy) => [-1, 0, 1].every((dy) => [-1, 0, 1].every((dx) => window.astride.cell(cx + dx, cy + dy) === '.'));
      for (let far = 12; far < 60; far++) for (let dy = -6; dy <= 6; dy++) for (const cx of [x - far, x + far]) if (isOpen(cx, y + dy)) return [cx, y + dy];
      return null;
    }, goal);
    await s.drag([goal.x, goal.y], to);
    await s.page.click('#tab-race');
    await s.page.selectOption('#panel-race select', 'pairs:10');
    await s.page.click('#race-go');
    await s.page.waitForSelector('#race-results tbody tr', { timeout: 60_000 });
  },
  async (s) => {
    await line(s, '@', [15, 3], [15, 5]);
    for (const [x, y] of [[8, 3], [10, 5], [12, 4], [18, 4], [22, 5], [24, 4]]) await s.click(x, y);
  },
  async (s) => {
    await line(s, '@', [12, 1], [12, 1]);
    await line(s, '.', [2, 5], [22, 5]);
  },
  async (s) => {
    await s.layer('flow');
    await s.drag([32, 9], [12, 9]);
    await line(s, '@', [20, 5], [20, 5]);
  },
  async (s) => {
    await s.layer('clusters');
    const { way } = await s.see('layer');
    const [x, y] = way.points[Math.floor(way.points.length / 2)];
    await line(s, '@', [x - 6, y - 6], [x + 6, y + 6]);
  },
  async (s) => {
    await s.page.click('[data-value="b"]');
    await s.ties('straightest');
    const [goal] = await s.see('goals');
    await s.drag([goal.x, goal.y], [30, 6]);
  },
  async (s) => {
    await s.tab('units');
    await s.page.click('#panel-units [data-value="add"]');
    await s.click(8, 6);
    await s.click(31, 6);
    await s.page.waitForSelector('[data-task="0"][data-done="true"]');
    await s.page.click('#panel-units [data-value="select"]');
    await s.drag([1, 0], [19, 12]);
    await s.click(30, 3, { button: 'right' });
    await s.drag([21, 0], [38, 12]);
    await s.click(9, 9, { button: 'right' });
    await s.page.waitForSelector('[data-task="2"][data-done="true"]', { timeout: 40_000 });
  },
];

export const checks = [
  ...first,
  ...thinking,
  ...kept,
  ...lessons,
  ...stops,
  ...plans,
  ...tiles,
  ...weight,
  {
    name: 'a wall that is drawn changes the path',
    async run(s) {
      await s.figure();
      assert.equal(await s.see('cost'), '68');
      assert.equal(costOf(await s.see('path'), 7), 68);
      await s.tool('brush');
      await s.drag([3, 0], [3, 0]);
      assert.equal(await s.see('cell', 3, 0), '@');
      assert.equal(await s.see('cost'), '68', 'the other way round costs the same');
      assert.ok((await s.see('path')).every((node) => node >= 7), 'the path keeps below the first row');
      await s.drag([3, 4], [3, 4]);
      assert.equal((await s.see('answer')).outcome, 'unreachable');
      assert.match(await s.page.textContent('#answer-line'), /No way/);
    },
  },
  {
    name: 'undo and redo by key and by button',
    differs: true,
    async run(s) {
      await s.figure();
      await s.tool('eraser');
      await s.drag([3, 1], [3, 3]);
      assert.equal(await s.see('cost'), '40');
      await s.page.keyboard.press('Control+z');
      await s.settle();
      assert.equal(await s.see('cell', 3, 2), '#', 'a drag is one step');
      assert.equal(await s.see('cost'), '68');
      await s.page.click('#redo');
      await s.settle();
      assert.equal(await s.see('cost'), '40');
    },
  },
  {
    name: 'the path follows the goal while it is dragged',
    differs: true,
    async run(s) {
      await s.figure();
      await s.page.mouse.move(...await s.point(5, 2));
      await s.page.mouse.down();
      await s.page.mouse.move(...await s.point(2, 0), { steps: 12 });
      await s.settle();
      assert.deepEqual(await s.see('goals'), [{ x: 2, y: 0 }]);
      assert.equal(await s.see('cost'), '24', 'before the button is let go');
      await s.page.mouse.up();
      await s.settle();
      assert.equal(await s.see('cost'), '24');
    },
  },
  {
    name: 'F G and H of every step are those of the search',
    async run(s) {
      await s.figure();
      await s.page.click('#to-start');
      const { count } = await s.see('trace');
      assert.ok(count > 20);
      const seen = new Map();
      for (let i = 0; i < count; i++) {
        await s.page.click('#step');
        const event = await s.see('event', i);
        const [x, y] = [event.node % 7, Math.floor(event.node / 7)];
        const square = await s.see('square', x, y);
        assert.deepEqual(square.shown, { f: String(event.g + event.h), g: String(event.g), h: String(event.h) });
        const [dx, dy] = [Math.abs(x - 5), Math.abs(y - 2)];
        assert.equal(event.h, 14 * Math.min(dx, dy) + 10 * Math.abs(dx - dy), 'the octile guess');
        if (event.kind === 2) assert.equal(square.status, 'closed');
        if (event.parent !== 0xffffffff) {
          const step = costOf([event.parent, event.node], 7);
          assert.equal(event.g, seen.get(event.parent) + step, 'G is the G of the parent and the step');
        }
        seen.set(event.node, event.g);
      }
      assert.equal(seen.get(2 * 7 + 5), 68);
      await s.page.click('#step-back');
      assert.equal((await s.see('trace')).position, count - 1);
      await s.shot('squares');
    },
  },
  {
    name: 'scrubbing back gives the state that stepping gave',
    async run(s) {
      await s.figure();
      const look = async () => JSON.stringify(await s.page.evaluate(() => Array.from({ length: 35 }, (_, i) => window.astride.square(i % 7, Math.floor(i / 7)))));
      const scrub = (to) => s.page.evaluate((value) => { const input = document.getElementById('scrub'); input.value = value; input.dispatchEvent(new Event('input')); }, to);
      await s.page.click('#to-start');
      const states = [await look()];
      const { count } = await s.see('trace');
      for (let i = 0; i < count; i++) {
        await s.page.keyboard.press('.');
        states.push(await look());
      }
      for (const to of [3, count, 0, 11, 5, count - 1]) {
        await scrub(to);
        assert.equal(await look(), states[to], `after ${to} events`);
      }
    },
  },
  {
    name: 'a leap over many events gives the state of small steps',
    async run(s) {
      await s.page.click('#open-maps');
      await s.page.click('[data-map="caves-1024"]');
      await s.page.waitForFunction(() => window.astride.world.width === 1024);
      await s.settle();
      await s.choose('dijkstra');
      await s.traced();
      const look = (way) => s.page.evaluate((stops) => {
        const input = document.getElementById('scrub');
        for (const stop of stops) {
          input.value = stop;
          input.dispatchEvent(new Event('input'));
        }
        const seen = [];
        for (let i = 0; i < 4000; i++) {
          const node = window.astride.event(i * 97)?.node ?? 0;
          seen.push(JSON.stringify(window.astride.square(node % 1024, Math.floor(node / 1024))));
        }
        return [JSON.stringify(window.astride.trace()), ...seen].join('\n');
      }, way);
      const steps = (from, to, by) => Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, i) => from + i * by).concat(to);
      const { count } = await s.see('trace');
      assert.ok(count > 250_000, `${count} events`);
      const forward = await look([0, 200_000]);
      assert.equal(await look([0, ...steps(0, 200_000, 40_000)]), forward);
      assert.equal(await look([count, 200_000]), forward);
      assert.equal(await look([count, ...steps(200_000, count, 40_000).reverse()]), forward);
      const times = await s.page.evaluate(async (most) => {
        const input = document.getElementById('scrub');
        const out = [];
        for (const to of [0, most, most / 2]) {
          const began = performance.now();
          input.value = to;
          input.dispatchEvent(new Event('input'));
          await new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });
          out.push(Math.round(performance.now() - began));
        }
        return out;
      }, count);
      console.log(`   ${count} events; a leap to the start, the end, the middle and two frames: ${times.join(', ')} ms`);
    },
  },
  {
    name: 'playing runs to the end and shows the path',
    differs: true,
    async run(s) {
      await s.figure();
      await s.page.click('#to-start');
      await s.page.click('#play');
      assert.equal(await s.see('playing'), true);
      await s.page.waitForFunction(() => !window.astride.playing);
      const { position, count } = await s.see('trace');
      assert.equal(position, count);
    },
  },
  {
    name: 'a MovingAI map has the cost that was worked out by hand',
    async run(s) {
      await s.drop('wall.map', movingAi(40, 24));
      assert.deepEqual((({ name, width, height }) => ({ name, width, height }))(await s.see('world')), { name: 'wall', width: 40, height: 24 });
      const scen = 'version 1\n0\twall.map\t40\t24\t10\t2\t30\t2\t20.00000000\n0\twall.map\t40\t24\t18\t5\t22\t5\t8.24264069\n';
      await s.drop('wall.map.scen', scen);
      await s.page.click('#files');
      await s.page.waitForSelector('dialog select');
      await s.page.selectOption('dialog select', '1');
      await s.page.click('dialog .field .solid');
      await s.settle();
      assert.deepEqual(await s.see('start'), { x: 18, y: 5 });
      // Two diagonals up and down beside the wall, six straight steps past it.
      const answer = await s.see('answer');
      assert.equal(answer.cost % 1, 0);
      assert.equal(answer.cost, 2 * DIAGONAL + 6 * STRAIGHT);
      assert.equal(await s.see('cost'), ((2 * DIAGONAL + 6 * STRAIGHT) / STRAIGHT).toFixed(2));
      assert.equal(answer.expected.ok, false, 'the row says a number that is wrong on purpose');
    },
  },
  {
    name: 'two methods side by side in step',
    differs: true,
    async run(s) {
      await s.figure();
      await s.page.click('[data-value="two"]');
      await s.traced('b');
      assert.equal(await s.see('compare'), true);
      assert.notEqual((await s.see('settings', 'a')).method, (await s.see('settings', 'b')).method);
      await s.page.click('[data-value="b"]');
      await s.page.click('#set-scale [data-value="classic"]');
      await s.settle();
      await s.traced('b');
      assert.equal(await s.see('cost', 'a'), await s.see('cost', 'b'));
      await s.page.click('#to-start');
      for (let i = 0; i < 9; i++) await s.page.click('#step');
      assert.equal((await s.see('trace', 'a')).position, 9);
      assert.equal((await s.see('trace', 'b')).position, 9);
      assert.match(await s.page.textContent('#plate-b'), /B .*closed/);
      await s.shot('side by side');
    },
  },
  {
    name: 'two panels with one method are named by what sets them apart',
    async run(s) {
      await s.figure();
      await s.page.click('[data-value="two"]');
      await s.traced('b');
      await s.page.click('[data-value="b"]');
      await s.choose((await s.see('settings', 'a')).method);
      await s.page.click('#set-neighbours [data-value="4"]');
      await s.settle();
      assert.match(await s.page.textContent('#plate-b strong'), /, neighbours 4$/);
      await s.page.selectOption('#set-corners', 'always');
      await s.settle();
      assert.match(await s.page.textContent('#plate-b strong'), /, always$/);
    },
  },
  {
    name: 'methods that do not apply are grey and say why',
    async run(s) {
      await s.figure();
      await s.tool('goal');
      await s.click(6, 4);
      assert.equal((await s.see('goals')).length, 2);
      const refused = (await s.see('facts')).methods.filter((one) => !one.ok);
      assert.ok(refused.length > 0, 'something cannot have two goals');
      await s.page.click('.method-button');
      for (const one of refused) {
        const row = s.page.locator(`[data-method="${one.id}"]`);
        assert.equal(await row.getAttribute('aria-disabled'), 'true');
        assert.equal(await row.getAttribute('title'), one.why);
        assert.ok((await row.textContent()).toLowerCase().includes(one.why.toLowerCase()));
      }
      await s.shot('methods');
      const before = (await s.see('settings')).method;
      await s.page.click(`[data-method="${refused[0].id}"]`, { force: true });
      await s.settle();
      assert.equal((await s.see('settings')).method, before);
    },
  },
  {
    name: 'the inspector tells why a neighbour is no step',
    async run(s) {
      await s.figure();
      await s.click(2, 2);
      await s.page.waitForSelector('.around .no');
      const text = await s.page.textContent('#inspector');
      assert.match(text, /blocked/);
      assert.match(text, /F\d+/);
      assert.match(text, /event \d+/);
    },
  },
  {
    name: 'a layer is drawn with its legend',
    differs: true,
    async run(s) {
      await s.figure();
      const [first] = (await s.see('welcome')).layers.filter((layer) => layer.kind === 'levels');
      await s.page.click('#tab-layers');
      await s.page.click(`[data-layer="${first.id}"]`);
      await s.page.waitForFunction(() => window.astride.layer);
      assert.equal(await s.page.isVisible('#legend'), true);
      await s.shot('layer');
    },
  },
  {
    name: 'a race ranks the methods that apply',
    async run(s) {
      await s.page.click('#tab-race');
      await s.page.selectOption('#panel-race select', 'pairs:10');
      await s.page.click('#race-go');
      await s.page.waitForSelector('#race-results tbody tr', { timeout: 60_000 });
      assert.ok(await s.page.locator('#race-results tbody tr').count() >= 4);
      await s.shot('race');
    },
  },
  {
    name: 'five hundred animals for ten seconds',
    differs: true,
    async run(s) {
      await s.page.click('#tab-units');
      await s.page.click('#farm-500');
      await s.page.waitForFunction(() => window.astride.units.count >= 500);
      const before = (await s.see('units')).tick;
      const look = () => s.page.evaluate(() => Array.from({ length: 100 }, (_, id) => window.astride.unit(id)));
      const at = await look();
      await s.page.waitForTimeout(10_000);
      const after = await s.see('units');
      assert.ok(after.tick > before + 100, `${after.tick - before} ticks`);
      assert.ok(after.frames.count > 100, 'frame times are measured');
      const fmt = (m) => `mean ${m.mean.toFixed(2)}, 99 % ${m.p99.toFixed(2)}, max ${m.max.toFixed(2)} ms`;
      console.log(`   frame: ${fmt(after.frames)}; engine: ${fmt(after.engine)}; drawing: ${JSON.stringify(await s.see('drawMs'))}`);
      const moved = (await look()).filter((one, id) => Math.hypot(one.x - at[id].x, one.y - at[id].y) > 0.5).length;
      assert.ok(moved > 30, `${moved} of 100 moved`);
      assert.match(await s.page.textContent('#units-readout'), /Frames per second/);
      await s.shot('farm');
    },
  },
  {
    name: 'a herd is placed, selected by a box, sent by a right click, and gets there',
    differs: true,
    async run(s) {
      await s.drop('field.txt', `A${'.'.repeat(38)}B\n${`${'.'.repeat(40)}\n`.repeat(23)}`);
      await s.page.click('#tab-units');
      await s.page.click('#panel-units [data-value="add"]');
      await s.click(6, 8);
      await s.page.waitForFunction(() => window.astride.units.count >= 20);
      await s.page.click('#panel-units [data-value="select"]');
      await s.drag([0, 1], [14, 16]);
      assert.equal((await s.see('units')).selected, 20);
      await s.click(22, 12, { button: 'right' });
      // Sheep wander off again once they are there: each has to come near once, however slow the machine is.
      const there = new Set();
      const look = () => s.page.evaluate(() => Array.from({ length: 20 }, (_, id) => window.astride.unit(id)));
      for (let i = 0; i < 200 && there.size < 20; i++) {
        await s.page.waitForTimeout(300);
        (await look()).forEach((one, id) => Math.hypot(one.x - 22.5, one.y - 12.5) < 5 && there.add(id));
      }
      assert.equal(there.size, 20, 'all have been there');
      await s.shot('herd');
    },
  },
  {
    name: 'what is saved can be opened again',
    differs: true,
    async run(s) {
      await s.figure();
      const save = async (title) => {
        await s.page.click('#files');
        const [file] = await Promise.all([s.page.waitForEvent('download'), s.page.click(`dialog .choice:has-text("${title}")`)]);
        const stream = await file.createReadStream();
        const parts = [];
        for await (const part of stream) parts.push(part);
        return { name: file.suggestedFilename(), bytes: Buffer.concat(parts) };
      };
      const svg = await save('Drawing (SVG)');
      assert.match(svg.bytes.toString(), /^<svg .*viewBox="0 0 336 240"/);
      assert.match(svg.bytes.toString(), /<polyline /);
      assert.match(svg.bytes.toString(), />68</);
      const png = await save('Picture (PNG)');
      assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
      const scene = await save('Save the scene');
      const drawing = await save('Text drawing');
      const map = await save('MovingAI map');
      assert.match(map.bytes.toString(), /^type octile/);
      await s.drop('other.txt', 'A..B');
      assert.equal(await s.see('cost'), '30');
      for (const file of [scene, drawing]) {
        await s.drop(file.name, file.bytes.toString());
        assert.equal(await s.see('cost'), '68', file.name);
        assert.equal((await s.see('world')).width, 7);
      }
    },
  },
  {
    name: 'the question can be copied as code and as a command',
    differs: true,
    async run(s) {
      await s.figure();
      await s.page.click('#files');
      await s.page.click('dialog .choice:has-text("Rust code")');
      await s.page.waitForSelector('dialog pre');
      assert.match(await s.page.textContent('dialog pre'), /astride::/);
      await s.page.click('dialog [data-value="command"]');
      assert.match(await s.page.textContent('dialog pre'), /astride path/);
      await s.shot('code');
    },
  },
  {
    name: 'all can be done with keys alone',
    differs: true,
    async run(s) {
      await s.figure();
      await s.page.focus('#board-a');
      const { size } = await s.see('camera');
      await s.page.keyboard.press('+');
      assert.ok((await s.see('camera')).size > size);
      const { x } = await s.see('camera');
      await s.page.keyboard.press('ArrowRight');
      assert.ok((await s.see('camera')).x > x);
      await s.page.keyboard.press('0');
      await s.page.keyboard.press('Home');
      assert.equal((await s.see('trace')).position, 0);
      await s.page.keyboard.press('.');
      assert.equal((await s.see('trace')).position, 1);
      await s.page.keyboard.press('?');
      await s.page.waitForSelector('dialog');
      await s.page.keyboard.press('Escape');
      await s.page.focus('#board-a');
      for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 'e', 'Enter']) await s.page.keyboard.press(key);
      await s.settle();
      assert.equal(await s.see('cell', 3, 2), '.');
      await s.page.keyboard.press('2');
      await s.settle();
      assert.deepEqual(await s.see('goals'), [{ x: 3, y: 2 }]);
      assert.equal(await s.see('cost'), '20');
      await s.page.focus('.method-button');
      await s.page.keyboard.press('Enter');
      await s.page.keyboard.press('ArrowDown');
      await s.page.keyboard.press('Enter');
      await s.settle();
      assert.equal((await s.see('settings')).method, 'dijkstra');
    },
  },
  {
    name: 'a wrong file is refused in words and changes nothing',
    differs: true,
    async run(s) {
      await s.figure();
      await s.drop('bad.map', 'type octile\nheight 3\nwidth x\nmap\n...\n');
      await s.page.waitForSelector('.toast.bad');
      assert.match(await s.page.textContent('.toast.bad'), /width/);
      await s.drop('bad.json', '{"scene": {');
      assert.match(await s.page.textContent('#toasts'), /not JSON/);
      assert.equal(await s.see('cost'), '68');
    },
  },
  {
    name: 'a reload restores the scene',
    differs: true,
    async run(s) {
      await s.figure();
      await s.tool('eraser');
      await s.drag([3, 2], [3, 2]);
      await s.choose('dijkstra');
      await s.page.waitForTimeout(1200);
      await s.page.reload();
      await s.ready();
      assert.equal(await s.see('cell', 3, 2), '.');
      assert.equal(await s.see('cell', 3, 1), '#');
      assert.equal((await s.see('settings')).method, 'dijkstra');
      assert.equal(await s.see('cost'), '40');
    },
  },
  {
    name: 'a shared link brings the scene back',
    differs: true,
    async run(s) {
      await s.figure();
      await s.tool('brush');
      await s.drag([3, 0], [3, 0]);
      await s.page.click('#share');
      await s.page.waitForFunction(() => window.astride.link);
      const link = await s.see('link');
      assert.ok(link.length < 1500, `${link.length} letters`);
      await s.page.evaluate(() => localStorage.clear());
      await s.page.goto('about:blank');
      await s.page.goto(link);
      await s.ready();
      assert.equal(await s.see('cell', 3, 0), '@');
      assert.equal(await s.see('cost'), '68');
      assert.deepEqual(await s.see('goals'), [{ x: 5, y: 2 }]);
    },
  },
  ...lessonTasks.map((_, at) => at + 1).map((number) => ({
    name: `lesson ${number} opens by its link`,
    hash: `#lesson=${number}`,
    async run(s) {
      await s.page.waitForSelector('#lesson-title');
      await s.traced();
      assert.ok((await s.page.locator('.tasks li').count()) >= 2);
      assert.equal(await s.page.locator('.tasks [data-done="true"]').count(), 0, 'nothing is done yet');
      await s.page.waitForFunction(() => !window.astride.playing || window.astride.trace().closed > 8);
      await s.page.waitForTimeout(1500);
      assert.equal(await s.page.locator('.tasks [data-done="true"]').count(), 0, 'and nothing by playing');
      await s.shot(`lesson ${number}`);
    },
  })),
  ...lessonTasks.map((run, at) => ({
    name: `the tasks of lesson ${at + 1} can be done`,
    hash: `#lesson=${at + 1}`,
    async run(s) {
      await s.traced();
      await s.page.waitForTimeout(1200);
      await run(s);
      for (const task of await s.page.locator('.tasks li').all()) {
        await s.page.waitForTimeout(50);
        assert.equal(await task.getAttribute('data-done'), 'true', await task.textContent());
      }
    },
  })),
  {
    name: 'a task of a lesson is ticked when it is done',
    differs: true,
    hash: '#lesson=1',
    async run(s) {
      await s.traced();
      await s.page.waitForTimeout(1200);
      await s.page.selectOption('#set-corners', 'one-free');
      await s.page.waitForSelector('[data-task="1"][data-done="true"]');
      assert.equal(await s.page.getAttribute('[data-task="2"]', 'data-done'), 'false');
    },
  },
  {
    name: 'a lost connection comes back with the same scene',
    differs: true,
    async run(s) {
      await s.figure();
      await s.page.waitForTimeout(1000);
      await s.page.evaluate(() => window.astride.hangUp());
      await s.page.waitForSelector('#banner:not([hidden])');
      await s.page.waitForSelector('#banner', { state: 'hidden', timeout: 10_000 });
      await s.settle();
      assert.equal(await s.see('cost'), '68');
      await s.tool('eraser');
      await s.drag([3, 2], [3, 2]);
      assert.equal(await s.see('cost'), '40');
    },
  },
  {
    name: 'a picture becomes a map',
    differs: true,
    async run(s) {
      const png = await s.page.evaluate(async () => {
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [30, 20];
        const ctx = canvas.getContext('2d');
        ctx.fillStyle = '#fff';
        ctx.fillRect(0, 0, 30, 20);
        ctx.fillStyle = '#000';
        ctx.fillRect(10, 0, 2, 15);
        const blob = await new Promise((done) => { canvas.toBlob(done); });
        return [...new Uint8Array(await blob.arrayBuffer())];
      });
      await s.drop('plan.png', png, 'image/png');
      await s.page.waitForFunction(() => window.astride.world.width === 30);
      assert.equal(await s.see('cell', 10, 3), '@');
      assert.equal(await s.see('cell', 12, 3), '.');
    },
  },
  {
    name: 'a phone has everything within reach',
    differs: true,
    context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    async run(s) {
      await s.drop('figure.txt', '.......\n...#...\n.A.#.B.\n...#...\n.......\n');
      await s.traced();
      const wide = await s.page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(wide, 390, 'nothing sticks out');
      await s.shot('phone');
      await s.page.tap('#sheet');
      assert.equal(await s.page.isVisible('#set-method'), true);
      await s.shot('phone sheet');
      await s.page.tap('#sheet');
      await s.page.tap('[data-tool="eraser"]');
      await pinch(s);
      await s.page.touchscreen.tap(...await s.point(3, 2));
      await s.settle();
      assert.equal(await s.see('cell', 3, 2), '.');
      await s.shot('phone draw');
    },
  },
  {
    name: 'dark mode follows the system and the button',
    differs: true,
    context: { colorScheme: 'dark' },
    async run(s) {
      assert.equal(await s.see('theme'), 'dark');
      await s.traced();
      await s.shot('dark');
      await s.page.click('#theme');
      assert.equal(await s.see('theme'), 'light');
      await s.page.reload();
      await s.ready();
      assert.equal(await s.see('theme'), 'light', 'the choice is kept');
    },
  },
  {
    name: 'a large map stays quick while it is moved and zoomed',
    differs: true,
    async run(s) {
      await s.page.click('#open-maps');
      await s.shot('maps');
      await s.page.keyboard.press('Escape');
      const big = (await s.see('welcome')).builtins.filter((map) => map.width >= 1024).sort((a, b) => a.width - b.width)[0];
      await s.page.click('#open-maps');
      await s.page.click(`[data-map="${big.id}"]`);
      await s.page.waitForFunction((width) => window.astride.world.width === width, big.width);
      await s.settle();
      const box = await s.page.locator('#board-a').boundingBox();
      await s.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      for (let i = 0; i < 20; i++) await s.page.mouse.wheel(0, -120);
      await s.page.waitForTimeout(300);
      await s.shot('large near');
      for (let i = 0; i < 30; i++) await s.page.mouse.wheel(0, 120);
      await s.page.waitForTimeout(300);
      console.log(`   ${big.width} × ${big.height}: drawing ${JSON.stringify(await s.see('drawMs'))}`);
      await s.shot('large far');
    },
  },
  ...deep,
  ...living,
];
