/**
 * Firefox, driven by puppeteer-core over WebDriver BiDi, under the names of playwright-core that the checks use:
 * so the same checks can run in both. What is asked for waits until it can be done, as there.
 */

import { createReadStream, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

/** How long is waited for what does not come, in ms. */
const PATIENCE = 30_000;

/** Settings that make Firefox look as a context wants it: they belong to the whole browser. */
function settingsOf({ colorScheme, reducedMotion, hasTouch }, downloads) {
  return {
    'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
    'ui.prefersReducedMotion': reducedMotion === 'reduce' ? 1 : 0,
    'dom.w3c_touch_events.enabled': hasTouch ? 1 : 0,
    ...(hasTouch ? { 'ui.primaryPointerCapabilities': 1, 'ui.allPointerCapabilities': 1 } : {}),
    'browser.download.folderList': 2,
    'browser.download.dir': downloads,
    'browser.download.useDownloadDir': true,
    'browser.download.panel.shown': false,
    'browser.download.alwaysOpenPanel': false,
  };
}

export class Firefox {
  constructor(puppeteer, defaults) {
    this.puppeteer = puppeteer;
    this.defaults = defaults;
    this.downloads = mkdtempSync(path.join(tmpdir(), 'astride-firefox-'));
    /** Browsers by their settings. */
    this.open = new Map();
  }

  /** A page that keeps nothing of others; `close` ends it. */
  async newPage(wanted) {
    const context = { ...this.defaults, ...wanted };
    const settings = settingsOf(context, this.downloads);
    const key = JSON.stringify(settings);
    if (!this.open.has(key)) {
      this.open.set(key, await this.puppeteer.launch({ browser: 'firefox', executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr', headless: true, extraPrefsFirefox: settings }));
    }
    const inside = await this.open.get(key).createBrowserContext();
    const page = await inside.newPage();
    const { viewport: { width, height }, deviceScaleFactor = 1 } = context;
    await page.setViewport({ width, height, deviceScaleFactor });
    return { page: new FirefoxPage(page, this.downloads), close: () => inside.close() };
  }

  async close() {
    for (const browser of this.open.values()) await browser.close();
    rmSync(this.downloads, { recursive: true, force: true });
  }
}

/** Finds an element in the page: a selector of CSS, which may end in `:has-text("…")`, and which of them. */
function find([selector, at]) {
  const [, css, text] = /^(.*?)(?::has-text\("(.*)"\))?$/.exec(selector);
  return [...document.querySelectorAll(css)].filter((one) => !text || one.textContent.toLowerCase().includes(text.toLowerCase()))[at];
}

/** Whether an element can be pressed at its middle, and where that is: it is brought into view. */
function middleOf(element, force) {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const box = element.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const hit = document.elementFromPoint(x, y);
  const reached = hit && (element.contains(hit) || hit.closest('label')?.contains(element));
  return box.width && (force || (!element.disabled && reached)) ? { x, y } : null;
}

const isSeen = (element) => Boolean(element && element.checkVisibility() && element.getClientRects().length && getComputedStyle(element).visibility === 'visible');

class Locator {
  constructor(page, selector, at = 0) {
    Object.assign(this, { page, selector, at });
  }

  /** What `look(element, value)` gives of the element; waits until there is one and it gives something. */
  async of(look, value, until = (found) => found !== null) {
    for (const end = Date.now() + PATIENCE; ;) {
      const found = await this.page.evaluate(new Function('args', `const [place, value] = args; const element = (${find})(place); return element ? { is: (${look})(element, value) } : null;`), [[this.selector, this.at], value]);
      if (found && until(found.is)) return found.is;
      if (Date.now() > end) throw new Error(`${this.selector}: not there, hidden or covered after ${PATIENCE} ms`);
      await pause(30);
    }
  }

  nth(at) { return new Locator(this.page, this.selector, at); }
  count() { return this.page.evaluate(new Function('selector', `const found = []; for (let at = 0; ; at++) { const one = (${find})([selector, at]); if (!one) return at; }`), this.selector); }
  async all() { return Array.from({ length: await this.count() }, (_, at) => this.nth(at)); }
  textContent() { return this.of((element) => element.textContent); }
  inputValue() { return this.of((element) => element.value); }
  getAttribute(name) { return this.of((element, key) => element.getAttribute(key), name, () => true); }
  focus() { return this.of((element) => element.focus(), null, () => true); }
  scrollIntoViewIfNeeded() { return this.of((element) => element.scrollIntoView({ block: 'nearest' }), null, () => true); }
  dispatchEvent(type) { return this.of((element, name) => element.dispatchEvent(new Event(name, { bubbles: true })), type); }
  boundingBox() { return this.of((element) => { const { x, y, width, height } = element.getBoundingClientRect(); return { x, y, width, height }; }); }

  /** Where it can be pressed, once it has lain there for two frames: a click must not go where it was. */
  async middle(force = false) {
    for (let [before, now, end] = [null, await this.of(middleOf, force), Date.now() + PATIENCE]; ; [before, now] = [now, await this.of(middleOf, force)]) {
      if (before && before.x === now.x && before.y === now.y) return now;
      if (Date.now() > end) throw new Error(`${this.selector}: moving for ${PATIENCE} ms`);
      await this.page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
    }
  }

  /** Puts in a value, as by typing. */
  fill(text) {
    return this.of((element, value) => {
      element.focus();
      element.value = value;
      element.dispatchEvent(new Event('input', { bubbles: true }));
      element.dispatchEvent(new Event('change', { bubbles: true }));
      return true;
    }, text);
  }

  choose(option) {
    return this.of((element, value) => {
      if (![...element.options ?? []].some((one) => one.value === value && !one.disabled)) return null;
      element.value = value;
      element.dispatchEvent(new Event('input', { bubbles: true }));
      element.dispatchEvent(new Event('change', { bubbles: true }));
      return true;
    }, option);
  }
}

class FirefoxPage {
  constructor(page, downloads) {
    this.inner = page;
    this.downloads = downloads;
    const { mouse, keyboard, touchscreen } = page;
    this.mouse = {
      move: (x, y, options) => mouse.move(x, y, options),
      down: (options) => mouse.down(options),
      up: (options) => mouse.up(options),
      click: (x, y, options) => mouse.click(x, y, options),
      wheel: (deltaX, deltaY) => mouse.wheel({ deltaX, deltaY }),
    };
    this.touchscreen = { tap: (x, y) => touchscreen.tap(x, y) };
    this.keyboard = {
      async press(keys) {
        const parts = keys.length === 1 ? [keys] : keys.split('+');
        const last = parts.pop();
        for (const part of parts) await keyboard.down(part);
        await keyboard.press(last === 'Space' ? ' ' : last);
        for (const part of parts.reverse()) await keyboard.up(part);
      },
    };
  }

  on(event, listener) { this.inner.on(event, listener); }
  goto(address) { return this.inner.goto(address); }
  reload() { return this.inner.reload(); }
  evaluate(act, value) { return this.inner.evaluate(act, value); }
  screenshot(options) { return this.inner.screenshot(options); }
  waitForTimeout(ms) { return pause(ms); }
  waitForFunction(test, value, { timeout = PATIENCE } = {}) { return this.inner.waitForFunction(test, { timeout, polling: 50 }, value); }

  locator(selector) { return new Locator(this, selector); }
  textContent(selector) { return this.locator(selector).textContent(); }
  inputValue(selector) { return this.locator(selector).inputValue(); }
  getAttribute(selector, name) { return this.locator(selector).getAttribute(name); }
  focus(selector) { return this.locator(selector).focus(); }
  selectOption(selector, value) { return this.locator(selector).choose(value); }
  isVisible(selector) { return this.evaluate(new Function('selector', `return (${isSeen})((${find})([selector, 0]));`), selector); }

  /** Waits until an element is seen; or is `hidden`, or `detached`. */
  waitForSelector(selector, { state = 'visible', timeout = PATIENCE } = {}) {
    const is = { visible: 'seen', hidden: '!seen', detached: '!element' }[state];
    return this.waitForFunction(new Function('selector', `const element = (${find})([selector, 0]); const seen = (${isSeen})(element); return ${is};`), selector, { timeout });
  }

  async click(selector, { force = false, ...options } = {}) {
    const { x, y } = await this.locator(selector).middle(force);
    await this.inner.mouse.click(x, y, options);
  }

  async tap(selector) {
    const { x, y } = await this.locator(selector).middle();
    await this.inner.touchscreen.tap(x, y);
  }

  /** Fingers go down at points, and to others. */
  async spread(from, steps) {
    const fingers = [];
    for (const { x, y } of from) fingers.push(await this.inner.touchscreen.touchStart(x, y));
    for (const step of steps) for (const [at, { x, y }] of step.entries()) await fingers[at].move(x, y);
    for (const finger of fingers) await finger.end();
  }

  async check(selector, wanted = true) {
    if (await this.locator(selector).of((element) => element.checked) !== wanted) await this.click(selector);
  }

  uncheck(selector) { return this.check(selector, false); }

  /** The next file that is saved. */
  async waitForEvent() {
    const before = new Set(readdirSync(this.downloads));
    for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(50)) {
      const names = readdirSync(this.downloads);
      const name = names.find((one) => !before.has(one) && !one.endsWith('.part'));
      if (!name || names.includes(`${name}.part`)) continue;
      // The name is taken before the bytes are written.
      await pause(150);
      return { suggestedFilename: () => name, createReadStream: async () => createReadStream(path.join(this.downloads, name)) };
    }
    throw new Error('nothing was saved');
  }

  /** Lets `act` say what becomes of requests for addresses that end as the pattern `**…` does. */
  async route(pattern, act) {
    const end = pattern.replace('**', '');
    this.answer = (request) => (request.url().endsWith(end) ? act(request) : request.continue());
    await this.inner.setRequestInterception(true);
    this.inner.on('request', this.answer);
  }

  async unroute() {
    this.inner.off('request', this.answer);
    await this.inner.setRequestInterception(false);
  }
}
