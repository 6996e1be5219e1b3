/** Checks of the thinking of searches with halves, rounds and jumps, of waves, and of where all other numbers come from. */

import { assert } from './sight.mjs';
import { scrub } from './thinking.mjs';

const BOTH = ['bidirectional', 'bidirectional-breadth-first', 'bidirectional-greedy', 'bidirectional-swarm'];

/** The colour at a point of a square, as `r,g,b,a`; by default where no number, arrow or path is. */
const colourAt = (s, [x, y], [dx, dy] = [-0.4, 0]) => s.page.evaluate(([px, py, ox, oy]) => {
  const point = window.astride.point(px, py);
  const { size } = window.astride.camera;
  const ratio = document.getElementById('board-a').width / document.getElementById('board-a').getBoundingClientRect().width;
  return String(document.getElementById('board-a').getContext('2d').getImageData(Math.round((point.x + ox * size) * ratio), Math.round((point.y + oy * size) * ratio), 1, 1).data);
}, [x, y, dx, dy]);

/** How much lighter one colour is than another, as the WCAG counts. */
const contrast = (a, b) => {
  const light = (colour) => {
    const [r, g, bl] = colour.split(',').slice(0, 3).map((part) => { const v = part / 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * bl;
  };
  const [low, high] = [light(a), light(b)].sort((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
};

/** Waits until a wave is there to be played. */
const waved = async (s) => {
  await s.page.waitForFunction(() => window.astride.wave?.count > 0);
  await s.settle();
};

export const deep = [
  {
    name: 'both halves have lists, colours and sentences of their own, by every method from both ends',
    async run(s) {
      await s.figure();
      for (const method of BOTH) {
        await s.choose(method);
        await s.traced();
        const { count } = await s.see('trace');
        const [lists, met] = [{ a: 0, b: 0 }, []];
        for (let at = 1; at <= count; at++) {
          await scrub(s, at);
          const event = await s.see('event', at - 1);
          const said = await s.page.textContent('#step-a');
          if (event.kind === 2) assert.ok(said.includes(event.fromB ? 'from B' : 'from A'), `${method}: ${said}`);
          if (event.kind === 4) {
            met.push(event.g);
            assert.match(said, /the halves meet in (A |B )?\(\d, \d\): the path over it (costs|has steps) \d+/);
            assert.match(await s.page.textContent('.code [aria-current="step"]'), at === count ? /follow the arrows both ways/ : /they meet here/);
            assert.ok((await s.page.textContent('#meeting')).includes(`: ${event.g}`));
          }
          const next = at < count && await s.see('event', at);
          if (!next || next.kind !== 2) continue;
          // Just before a square is closed it is the first of the list of its half.
          const both = await s.see('openLists');
          assert.equal(both[Number(next.fromB)][0], next.node, `${method}, event ${at}: ${JSON.stringify(both)}`);
          const closed = await s.page.evaluate((nodes) => nodes.filter((node) => window.astride.square(node % 7, Math.floor(node / 7)).status !== 'open'), both.flat());
          assert.deepEqual(closed, [], `${method}: what either half closed is on no list`);
          const rows = (half) => s.page.evaluate((name) => [...document.querySelectorAll(`[data-half="${name}"] [data-node]`)].map((row) => Number(row.dataset.node)), half);
          assert.deepEqual([await rows('a'), await rows('b')], both.map((list) => list.slice(0, 12)));
          lists[next.fromB ? 'b' : 'a']++;
        }
        assert.ok(lists.a > 1 && lists.b > 1, `${method}: ${JSON.stringify(lists)}`);
        assert.ok(met.length > 0 && met.every((cost, nth) => !nth || cost < met[nth - 1]), `${method}: ${met}`);
        const { cost, steps } = await s.see('answer');
        assert.equal(met.at(-1), method.endsWith('breadth-first') ? steps : cost);
        assert.match(await s.page.textContent('#step-a'), /no better path can come than that over/);
      }
      await s.shot('halves');
    },
  },
  {
    name: 'squares of both halves differ in colour in both themes, with numbers that can be read, and the key says so',
    differs: true,
    async run(s) {
      await s.drop('hall.txt', '.........\n.........\n.A.....B.\n.........\n.........\n');
      await s.choose('bidirectional');
      await s.traced();
      const { count } = await s.see('trace');
      const found = {};
      for (let at = 0; at < count; at++) {
        const event = await s.see('event', at);
        if (event.kind > 3) continue;
        const [x, y] = [event.node % 9, Math.floor(event.node / 9)];
        const shown = await s.see('square', x, y);
        if (y !== 2) found[`${shown.status}${event.fromB}`] ??= shown.event === at ? [x, y] : undefined;
      }
      for (const theme of ['light', 'dark']) {
        if (await s.see('theme') !== theme) await s.page.click('#theme');
        await s.settle();
        const colours = [];
        for (const place of ['openfalse', 'opentrue']) colours.push(await colourAt(s, found[place]));
        for (const place of [[1, 2], [7, 2]]) colours.push(await colourAt(s, place, [-0.44, -0.2]));
        assert.equal(new Set(colours).size, 4, `${theme}: ${colours.join(' | ')}`);
        const ink = theme === 'light' ? '29,36,48' : '242,244,248';
        for (const colour of colours) assert.ok(contrast(colour, ink) >= 4.5, `${theme}: ${colour} has ${contrast(colour, ink)}`);
        const key = await s.page.textContent('#key');
        for (const words of ['Open from A', 'Closed from A', 'Open from B', 'Closed from B']) assert.ok(key.includes(words), key);
        await s.shot(`halves ${theme}`);
      }
      // Where the search came from both ends, H is the guess to A.
      const [px, py] = await s.point(7, 1);
      const { size } = await s.see('camera');
      await s.page.mouse.click(px + 0.3 * size, py + 0.35 * size);
      await s.settle();
      assert.match(await s.page.textContent('#whence [aria-current="true"]'), /^H .* to A, obstacles ignored/);
      await s.choose('astar');
      await s.traced();
      assert.ok(!(await s.page.textContent('#key')).includes('from B'));
    },
  },
  {
    name: 'IDA* shows one round at a time, lists them with their limits, and steps back over their border',
    async run(s) {
      await s.figure();
      await s.page.selectOption('#set-heuristic', 'octile');
      await s.settle();
      await s.choose('ida-star');
      await s.traced();
      const { count } = await s.see('trace');
      const events = [];
      for (let at = 0; at < count; at++) events.push(await s.see('event', at));
      const begins = events.flatMap((event, at) => (event.kind === 5 ? [at] : []));
      assert.ok(begins.length > 2 && begins[0] === 0, String(begins));
      const ends = [...begins.slice(1), count];
      await scrub(s, count);
      const rounds = await s.see('rounds');
      begins.forEach((from, nth) => {
        const part = events.slice(from, ends[nth]);
        const beyond = part.filter((event) => event.kind === 6).at(-1);
        assert.deepEqual(rounds[nth], { number: nth + 1, limit: part[0].g, closed: part.filter((event) => event.kind === 2).length, next: beyond ? beyond.g + beyond.h : null });
        if (nth) assert.equal(rounds[nth].limit, rounds[nth - 1].next, 'the least F beyond is the next limit');
      });
      assert.equal(rounds.reduce((sum, one) => sum + one.closed, 0), (await s.see('answer')).effort.expanded);
      assert.equal(rounds.at(-1).limit, (await s.see('answer')).cost);
      const table = await s.page.evaluate(() => [...document.querySelectorAll('#rounds tr:not(:first-child)')].map((row) => [...row.children].map((cell) => cell.textContent)));
      assert.deepEqual(table, rounds.slice(-12).map((one) => [`${one.number}`, `${one.limit}`, `${one.closed}`, one.next === null ? '–' : `${one.next}`]));
      await s.shot('rounds');
      // Over the border: the second round begins empty, and one step back the first is whole again.
      const squares = () => s.page.evaluate(() => Array.from({ length: 35 }, (_, node) => window.astride.square(node % 7, Math.floor(node / 7))?.event ?? -1));
      const border = begins[1];
      await scrub(s, border);
      const whole = await squares();
      assert.ok(whole.some((event) => event >= 0));
      await s.page.keyboard.press('.');
      assert.ok((await squares()).every((event) => event < 0), 'nothing of the first round is left');
      assert.match(await s.page.textContent('#step-a'), /^Round 2 begins: nothing with F above \d+ is entered\.$/);
      assert.match(await s.page.textContent('.code [aria-current="step"]'), /begin again with that as the limit/);
      const seen = whole.findIndex((event) => event >= 0);
      assert.equal(await s.see('past', seen % 7, Math.floor(seen / 7)), true, 'what it saw stays faintly');
      assert.equal((await s.see('rounds')).length, 2);
      await s.page.keyboard.press(',');
      assert.deepEqual(await squares(), whole);
      assert.equal((await s.see('rounds')).length, 1);
      const beyond = events.findIndex((event) => event.kind === 6);
      await scrub(s, beyond + 1);
      assert.match(await s.page.textContent('#step-a'), /has F \d+, beyond the limit: the least such F so far/);
      assert.match(await s.page.textContent('.code [aria-current="step"]'), /remember the smallest such F/);
    },
  },
  {
    name: 'jumps that looked in vain are shown by another sign and said, with the wall that ended them',
    async run(s) {
      await s.drop('room.txt', '.........\n.....#...\n..A..#.B.\n.....#...\n.........\n');
      await s.choose('jps');
      await s.traced();
      const { count } = await s.see('trace');
      let east = -1;
      for (let at = 0; at < count; at++) {
        const event = await s.see('event', at);
        if (event.kind !== 7) continue;
        await scrub(s, at + 1);
        assert.match(await s.page.textContent('#step-a'), /scanned [a-z-]+ from .*: (wall at|the edge of the map|no step to).*, nothing/);
        assert.match(await s.page.textContent('.code [aria-current="step"]'), /for each jump point seen from it/);
        if (event.parent === 20 && event.g === 2) east = at;
      }
      assert.ok(east >= 0, 'east of A is a wall');
      const drawn = () => s.page.evaluate(() => {
        const board = document.getElementById('board-a');
        const { size } = window.astride.camera;
        const ratio = board.width / board.getBoundingClientRect().width;
        const point = window.astride.point(4, 2);
        return [...board.getContext('2d').getImageData(Math.round((point.x - size * 0.1) * ratio), Math.round((point.y - size * 0.3) * ratio), Math.round(size * 0.2 * ratio), Math.round(size * 0.6 * ratio)).data].join();
      });
      await scrub(s, east);
      await s.settle();
      const without = await drawn();
      await scrub(s, east + 1);
      await s.settle();
      assert.notEqual(await drawn(), without, 'a bar stands before the wall');
      assert.match(await s.page.textContent('#step-a'), /scanned east from A \(2, 2\): wall at \(5, 2\), nothing/);
      assert.equal(await s.see('square', 4, 2), null, 'it is no square of the search');
      assert.ok(!(await s.see('jumped')).includes(22), 'nor one that a jump passed over');
      assert.match(await s.page.textContent('#key'), /looked, found nothing/);
      await s.shot('looked in vain');
    },
  },
  {
    name: 'a distance field is played as a wave by the bar, and at its end is what it was',
    differs: true,
    async run(s) {
      await s.figure();
      await s.layer('distance');
      await waved(s);
      const picture = () => s.page.evaluate(() => [0, 1, 2, 3, 4, 5, 6].flatMap((x) => [0, 1, 2, 3, 4].map((y) => {
        const board = document.getElementById('board-a');
        const ratio = board.width / board.getBoundingClientRect().width;
        const [point, { size }] = [window.astride.point(x, y), window.astride.camera];
        return String(board.getContext('2d').getImageData(Math.round((point.x - 0.42 * size) * ratio), Math.round((point.y - 0.42 * size) * ratio), 1, 1).data);
      })));
      const whole = await picture();
      const { count, position } = await s.see('wave');
      assert.deepEqual([count, position], [32, 32], 'all but the walls');
      assert.match(await s.page.textContent('#trace-event'), /32 of 32 squares reached/);
      await s.page.click('#to-start');
      await s.settle();
      assert.notDeepEqual(await picture(), whole);
      assert.equal(await s.see('waved', 5, 2), false);
      await s.page.click('#step');
      assert.match(await s.page.textContent('#trace-event'), /The wave begins at B \(5, 2\); 1 of 32 squares reached/);
      assert.equal(await s.see('waved', 5, 2), true);
      let reached = 1;
      for (; reached < 10; reached++) {
        await s.page.click('#step');
        assert.ok((await s.page.textContent('#trace-event')).includes(`${reached + 1} of 32 squares reached`));
      }
      assert.match(await s.page.textContent('#step-wave'), /\(\d, \d\) is reached at distance \d+, over .*\(\d, \d\)/);
      const near = await s.page.evaluate(() => Array.from({ length: 35 }, (_, node) => window.astride.waved(node % 7, Math.floor(node / 7))).filter(Boolean).length);
      assert.equal(near, 10);
      await s.shot('wave');
      await s.page.click('#step-back');
      assert.equal((await s.see('wave')).position, 9);
      await s.page.evaluate(() => { const input = document.getElementById('scrub'); input.value = 20; input.dispatchEvent(new Event('input')); });
      assert.equal((await s.see('wave')).position, 20);
      await s.page.click('#play');
      await s.page.waitForFunction(() => window.astride.wave.position === 32 && !window.astride.playing);
      await s.settle();
      assert.deepEqual(await picture(), whole, 'the layer is as before');
      await s.layer('flow');
      await waved(s);
      await s.page.click('#to-start');
      await s.page.click('#step');
      assert.equal((await s.see('wave')).position, 1);
      await s.page.click('[data-layer="none"]');
      await s.settle();
      assert.equal(await s.see('wave'), null);
      await s.traced();
      assert.ok((await s.see('trace')).count > 0, 'the bar plays the search again');
    },
  },
  {
    name: 'the field of arrows that leads units is played as a wave',
    async run(s) {
      await s.drop('yard.txt', `${`${'.'.repeat(44)}\n`.repeat(27)}A${'.'.repeat(42)}B\n`);
      await s.tab('units');
      await s.page.click('#panel-units [data-value="add"]');
      await s.click(5, 12);
      await s.page.waitForFunction(() => window.astride.units.count >= 2);
      await s.page.click('#panel-units [data-value="select"]');
      await s.drag([0, 4], [14, 20]);
      await s.page.waitForFunction(() => window.astride.units.selected >= 2);
      await s.page.selectOption('#units-lead', 'field');
      await s.click(40, 14, { button: 'right' });
      await s.page.waitForFunction(() => window.astride.units.arrows && window.astride.wave?.count > 0);
      const { count } = await s.see('wave');
      assert.ok(count > 10);
      await s.page.click('#to-start');
      await s.page.click('#step');
      assert.equal((await s.see('wave')).position, 1);
      assert.equal(await s.see('waved', 40, 14), true);
      assert.match(await s.page.textContent('#trace-event'), /The wave begins at \(40, 14\); 1 of .* squares reached/);
      await s.shot('wave of units');
    },
  },
  {
    name: 'a click on a square of a layer says where its number comes from, for every layer',
    async run(s) {
      await s.drop('ground.txt', '....#..\n.A..#B.\n..3.#..\n.......\n');
      const told = { terrain: [2, 2, /^3: a step onto terrain of factor 3 costs 3 × the plain step$/], distance: [5, 3, /^20 = 10, the distance of \(5, 2\), \+ 10 for the step: the least that a way to the goal costs$/], flow: [5, 3, /^The arrow shows the step .*20 = 10/], heat: [1, 1, /^1: the search closed 0 squares before it$/], components: [0, 0, /^component 1 of 1, .*: 25 squares$/], clearance: [0, 0, /^4: a body of 4 × 4 fits/], chokes: [0, 0, /^region 1 of /], clusters: [6, 3, /^The cluster of \(0, 0\) to \(6, 3\)/], influence: [0, 0, /^No number: no source of danger/] };
      assert.deepEqual((await s.see('welcome')).layers.map(({ id }) => id).sort(), Object.keys(told).sort());
      for (const [id, [x, y, words]] of Object.entries(told)) {
        await s.layer(id);
        await s.click(x, y);
        await s.page.waitForFunction(() => !document.getElementById('whence').hidden);
        assert.match(await s.page.textContent('#whence [data-part="layer"]'), words, id);
        await s.page.keyboard.press('Escape');
        assert.equal(await s.page.isVisible('#whence'), false);
      }
    },
  },
  {
    name: 'a click on a number of the answer says what it is made of',
    async run(s) {
      await s.figure();
      const ask = async (label) => {
        await s.page.click(`#answers [data-of="${label}"]`);
        await s.settle();
        return s.page.textContent('#answer-whence');
      };
      const answer = await s.see('answer');
      const { straight, diagonal, cost, effort } = answer;
      const sum = (text) => text.split(' = ')[1].split(' + ').reduce((total, part) => total + part.match(/\d+/g).slice(0, 2).map(Number).reduce((a, b) => a * b, 1), 0);
      assert.equal(straight * 10 + diagonal * 14, cost);
      const said = await ask('Cost');
      assert.match(said, /^Cost 68 = \d straight steps? × 10 \+ \d diagonal steps? × 14$/);
      assert.equal(sum(said), 68);
      assert.equal(await ask('Steps'), `Steps ${answer.steps} = ${straight} straight + ${diagonal} diagonal`);
      assert.match(await ask('Length'), new RegExp(`^Length ${answer.length.toFixed(2)} = ${straight} \\+ ${diagonal} × 1.414`));
      assert.match(await ask('Closed'), new RegExp(`^Closed ${effort.expanded}: the number of squares expanded`));
      assert.match(await ask('Opened'), new RegExp(`^Opened ${effort.generated}`));
      await s.shot('sums');
      await s.choose('bidirectional');
      await s.traced();
      const halves = (await ask('Closed')).match(/^Closed (\d+) = (\d+) from [AB] \+ (\d+) from [AB]$/);
      assert.equal(Number(halves[1]), Number(halves[2]) + Number(halves[3]));
      await s.choose('ida-star');
      await s.traced();
      assert.match(await ask('Closed'), /^Closed \d+ = .*\d+ in round \d+$/);
    },
  },
];
