/** The first minute, filmed: the figure plays, B is dragged, a wall is drawn, and Space plays again. */

/** Events of the search that the film shows before anybody does something. */
const WATCHED = 13;

/** The moment that one event of the search is shown, in milliseconds: it plays slower on the page. */
const EVENT = 150;

const ARROW = 'M2 1 L2 19 L6.6 14.9 L9.6 21.6 L12.6 20.3 L9.7 13.8 L15.8 13.6 Z';

/** A browser that nobody sees has no pointer: this one shows where the mouse is, and a key that is pressed. */
async function addPointer(page) {
  await page.evaluate((shape) => {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const arrow = svg.appendChild(document.createElementNS(svg.namespaceURI, 'path'));
    svg.id = 'film-pointer';
    Object.assign(svg.style, { position: 'fixed', width: '26px', height: '34px', pointerEvents: 'none', zIndex: 99 });
    for (const [name, value] of Object.entries({ d: shape, fill: '#111', stroke: '#fff', 'stroke-width': 1.6, transform: 'scale(1.3)' })) arrow.setAttribute(name, value);
    const key = document.createElement('kbd');
    key.id = 'film-key';
    key.textContent = 'Space';
    Object.assign(key.style, { position: 'fixed', left: '50%', top: '44%', transform: 'translate(-50%, -50%)', padding: '18px 70px', border: '1px solid #888', borderBottomWidth: '5px', borderRadius: '12px', background: '#fff', color: '#111', font: '600 26px system-ui, sans-serif', boxShadow: '0 8px 30px #0004', zIndex: 98 });
    key.hidden = true;
    document.body.append(svg, key);
    window.addEventListener('pointermove', (event) => Object.assign(svg.style, { left: `${event.clientX}px`, top: `${event.clientY}px` }), true);
  }, ARROW);
}

/** Takes pictures, each with how long it is shown. */
class Film {
  constructor(sight) {
    this.sight = sight;
    this.frames = [];
    this.at = null;
  }

  async frame(ms) {
    this.frames.push({ png: await this.sight.page.screenshot(), ms });
  }

  /** Moves the mouse to a cell in a few steps, faster in the middle. */
  async move(cell, steps) {
    const [from, to] = [this.at, await this.sight.point(...cell)];
    for (let i = 1; i <= steps; i++) {
      const share = 0.5 - Math.cos((Math.PI * i) / steps) / 2;
      await this.jump([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
      await this.frame(70);
    }
  }

  async jump(point) {
    this.at = point;
    await this.sight.page.mouse.move(...point);
    if (!await this.sight.see('playing')) await this.sight.settle();
  }

  /** Drags from where the mouse is. */
  async drag(...cells) {
    await this.sight.page.mouse.down();
    for (const cell of cells) await this.move(cell, 6);
    await this.sight.page.mouse.up();
    await this.sight.settle();
    await this.frame(1300);
  }

  /** Shows each event while the search plays, up to the one with number `last`. */
  async watch(last) {
    for (;;) {
      const { position, count } = await this.sight.see('trace');
      await this.frame(EVENT);
      if (position >= Math.min(last, count)) return;
      await this.sight.page.waitForFunction((seen) => window.astride.trace().position > seen, position, { timeout: 10_000 });
    }
  }

  /** Presses the space bar, and shows that. */
  async space() {
    const { page } = this.sight;
    const show = (on) => page.evaluate((seen) => { document.getElementById('film-key').hidden = !seen; }, on);
    await show(true);
    await this.frame(900);
    await page.keyboard.press('Space');
    await show(false);
  }
}

/**
 * @param {import('./sight.mjs').Sight} sight a page that was just opened for the first time
 * @returns {Promise<{png: Buffer, ms: number}[]>}
 */
export async function firstMinute(sight) {
  const film = new Film(sight);
  await addPointer(sight.page);
  await film.jump([600, 440]);
  await film.frame(500);
  await film.watch(WATCHED);
  await film.move([5, 2], 6);
  await film.drag([6, 4]);
  await film.move([4, 3], 4);
  await film.drag([4, 4], [3, 4]);
  await film.space();
  await film.watch(Infinity);
  await film.frame(2600);
  return film.frames;
}
