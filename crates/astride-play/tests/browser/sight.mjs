/** What a check sees of the page, and what it does to it: mouse, keys, and the read-only handle. */

import assert from 'node:assert/strict';
import path from 'node:path';

export { assert };

/** Ticks of the exact scale. */
export const STRAIGHT = 13860;
export const DIAGONAL = 19601;

/** A wall between start and goal: round it the path costs 68 in numbers of 10 and 14. */
export const FIGURE = '.......\n...#...\n.A.#.B.\n...#...\n.......\n';

export class Sight {
  constructor(page, options) {
    this.page = page;
    this.options = options;
    this.errors = [];
    page.on('console', (message) => { if (message.type() === 'error') this.errors.push(message.text()); });
    page.on('pageerror', (error) => this.errors.push(String(error)));
  }

  async start(hash = '') {
    await this.page.goto(this.options.address + hash);
    await this.ready();
  }

  async ready() {
    await this.page.waitForFunction(() => window.astride?.ready && window.astride.answer());
    await this.settle();
  }

  /** Waits until no request is under way and a frame has been drawn. */
  async settle() {
    await this.page.waitForTimeout(60);
    await this.page.waitForFunction(() => window.astride.idle);
    await this.page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
    await this.page.waitForFunction(() => window.astride.idle);
  }

  /** Waits until nothing was fetched for half a second. */
  async quiet() {
    const count = () => this.page.evaluate(() => performance.getEntriesByType('resource').length);
    for (let [before, now] = [-1, await count()]; before !== now; [before, now] = [now, await count()]) await this.page.waitForTimeout(500);
  }

  /** Waits until the trace of the newest answer is there. */
  async traced(name = 'a') {
    await this.page.waitForFunction((panel) => window.astride.trace(panel).count > 0, name);
    await this.settle();
  }

  /** What the handle says: `see('cost')`, `see('cell', 3, 2)`. */
  see(what, ...values) {
    return this.page.evaluate(([key, args]) => {
      const value = window.astride[key];
      return typeof value === 'function' ? value(...args) : value;
    }, [what, values]);
  }

  /** Opens text as if it were dropped on the page. */
  async drop(name, text, type = 'text/plain') {
    await this.page.evaluate(([fileName, body, kind]) => {
      const bytes = Array.isArray(body) ? new Uint8Array(body) : body;
      const data = new DataTransfer();
      data.items.add(new File([bytes], fileName, { type: kind }));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, [name, text, type]);
    await this.settle();
  }

  /** Opens the small figure, in numbers of 10 and 14. */
  async figure() {
    await this.drop('figure.txt', FIGURE);
    await this.page.click('#set-scale [data-value="classic"]');
    await this.settle();
    await this.traced();
  }

  /** The point of the page over the middle of a cell. */
  async point(x, y) {
    const [box, point] = [await this.page.locator('#board-a').boundingBox(), await this.see('point', x, y)];
    return [box.x + point.x, box.y + point.y];
  }

  async tool(name) {
    await this.page.click(`[data-tool="${name}"]`);
  }

  async click(x, y, options = {}) {
    await this.page.mouse.click(...await this.point(x, y), options);
    await this.settle();
  }

  /** Drags over cells `[x, y]`. */
  async drag(...cells) {
    await this.page.mouse.move(...await this.point(...cells[0]));
    await this.page.mouse.down();
    for (const cell of cells.slice(1)) await this.page.mouse.move(...await this.point(...cell), { steps: 4 });
    await this.page.mouse.up();
    await this.settle();
  }

  /** Two fingers go apart on both sides of a point, over these distances from it. */
  async spread([x, y], [first, ...more]) {
    const fingers = (apart) => [{ x: x - apart, y, id: 1 }, { x: x + apart, y, id: 2 }];
    if (this.options.browser === 'firefox') await this.page.spread(fingers(first), more.map(fingers));
    else {
      const touch = await this.page.context().newCDPSession(this.page);
      const send = (type, touchPoints) => touch.send('Input.dispatchTouchEvent', { type, touchPoints });
      await send('touchStart', [fingers(first)[0]]);
      await send('touchStart', fingers(first));
      for (const apart of more) await send('touchMove', fingers(apart));
      await send('touchEnd', []);
    }
    await this.settle();
  }

  async choose(method) {
    await this.page.click('.method-button');
    await this.page.click(`[data-method="${method}"]`);
    await this.settle();
  }

  /** Shows a panel of the side, and waits until it is built. */
  async tab(name) {
    await this.page.click(`#tab-${name}`);
    await this.settle();
  }

  /** Shows a layer. */
  async layer(id) {
    await this.page.click('#tab-layers');
    await this.page.click(`[data-layer="${id}"]`);
    await this.page.waitForFunction((wanted) => window.astride.layer?.id === wanted, id);
    await this.settle();
  }

  /** Shows the controls of the explorer and of edits. */
  async fog() {
    await this.page.click('#tab-live');
    await this.page.click('#panel-live [data-value="fog"]');
  }

  /** Unfolds the rules that are seldom changed. */
  async moreRules() {
    if (!await this.page.isVisible('#set-ties')) await this.page.click('#more-rules summary');
  }

  /** Chooses a rule for ties. */
  async ties(name) {
    await this.moreRules();
    await this.page.selectOption('#set-ties', name);
    await this.settle();
  }

  /** Gives the mover another size. */
  async size(squares) {
    await this.page.click('#tab-search');
    await this.moreRules();
    await this.page.locator('#set-size').fill(String(squares));
    await this.page.locator('#set-size').dispatchEvent('change');
    await this.settle();
  }

  /** Opens a map of the gallery. */
  async maps(id) {
    await this.page.click('#open-maps');
    await this.page.click(`[data-map="${id}"]`);
    await this.settle();
  }

  async shot(name) {
    if (!this.options.shots) return;
    await this.page.screenshot({ path: path.join(this.options.shots, `${name.replaceAll(/[^\w]+/g, '-')}.png`) });
  }
}
