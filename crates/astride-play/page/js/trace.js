/**
 * The events of a search, by legs and rounds, and the state of the map after any number of events of the current one.
 * Each event remembers the one before it on the same node, so going back within a leg is as cheap as going on.
 */

import { TileLayer } from './tiles.js';
import { colours, orderPixels, pixel } from './colours.js';

export const OPEN = 0;
export const IMPROVE = 1;
export const CLOSE = 2;
export const GOAL = 3;
/** Notes: events that do not change the state of a square. */
export const MEETING = 4;
export const ROUND = 5;
export const BEYOND = 6;
export const AHEAD = 7;
export const NONE = 0xffffffff;

/** The number of events from which a move is a leap. */
const FAR = 50_000;

export class Trace {
  constructor() {
    /** The number of events after which the state is shown. */
    this.position = 0;
    this.count = 0;
    this.words = new Uint32Array(0);
    this.before = new Int32Array(0);
    this.last = new Int32Array(0);
    /** The first event of each leg and round, and of the one that is shown; squares of those before that one. */
    this.firsts = [0];
    /** The events that are notes, by their kind, and whether there are two halves. */
    this.notes = [[], [], [], []];
    this.halved = false;
    this.first = 0;
    this.past = new Uint8Array(0);
    this.open = 0;
    this.closed = 0;
    this.width = 1;
    this.truncated = false;
    this.why = null;
    this.byOrder = false;
    this.tiles = new TileLayer((...block) => this.#paint(...block));
    this.retint();
  }

  /** Forgets the events; the map has this size. */
  reset(width, height) {
    if (width !== this.tiles.width || height !== this.tiles.height) {
      this.tiles.resize(width, height);
      this.last = new Int32Array(width * height);
    }
    this.width = width;
    this.last.fill(-1);
    this.position = this.count = this.open = this.closed = this.first = 0;
    this.firsts = [0];
    this.notes = [[], [], [], []];
    this.halved = false;
    this.past = new Uint8Array(0);
    this.truncated = false;
    this.why = null;
    this.tiles.touchAll();
  }

  /** Takes chunks of events as they arrive over the wire. */
  load(chunks, note = {}) {
    const total = chunks.reduce((sum, chunk) => sum + chunk.words.length, 0);
    this.words = chunks.length === 1 ? chunks[0].words : new Uint32Array(total);
    if (chunks.length > 1) {
      let at = 0;
      for (const chunk of chunks) {
        this.words.set(chunk.words, at);
        at += chunk.words.length;
      }
    }
    this.count = total / 5;
    this.truncated = Boolean(note.truncated);
    this.why = note.why ?? null;
    if (this.before.length < this.count) this.before = new Int32Array(Math.ceil(this.count * 1.5));
    for (let i = 0; i < this.count; i++) {
      const node = this.words[5 * i];
      if (i > 0 && (this.legOf(i) !== this.legOf(i - 1) || this.kind(i) === ROUND)) this.firsts.push(i);
      if (this.fromB(i)) this.halved = true;
      if (this.isNote(i)) {
        this.notes[this.kind(i) - MEETING].push(i);
        continue;
      }
      this.before[i] = this.last[node] < this.firsts.at(-1) ? -1 : this.last[node];
      this.last[node] = i;
    }
    this.last.fill(-1);
  }

  node(i) { return this.words[5 * i]; }
  parent(i) { return this.words[5 * i + 1]; }
  g(i) { return this.words[5 * i + 2]; }
  h(i) { return this.words[5 * i + 3]; }
  kind(i) { return this.words[5 * i + 4] & 7; }
  legOf(i) { return this.words[5 * i + 4] >> 8; }
  isNote(i) { return this.kind(i) > GOAL; }
  /** Whether it is of the half that begins at the goals. */
  fromB(i) { return (this.words[5 * i + 4] & 16) !== 0; }
  /** The name of the colour of a square with this event. */
  tone(i) { return (this.kind(i) < CLOSE ? 'open' : 'closed') + (this.fromB(i) ? 'B' : ''); }
  /** The newest shown note of a kind, or −1. */
  note(kind) { return this.notes[kind - MEETING].findLast((event) => event < this.position && event >= this.first) ?? -1; }
  /** The leg that is shown, counted from 0. */
  get leg() { return this.count ? this.legOf(this.first) : 0; }
  reopened(i) { return (this.words[5 * i + 4] & 8) !== 0; }

  /** Shows the state after `position` events. */
  seek(position) {
    const target = Math.max(0, Math.min(this.count, Math.round(position)));
    const first = this.firsts.findLast((event) => event < target) ?? 0;
    if (first !== this.first) this.#begin(first);
    if (Math.abs(target - this.position) > FAR) {
      this.#leap(target);
      return;
    }
    this.tiles.begin();
    while (this.position < target) this.#turn(this.position, this.before[this.position], this.position++);
    while (this.position > target) this.#turn(--this.position, this.position, this.before[this.position]);
  }

  /** Goes to the beginning of the leg or round with this first event. */
  #begin(first) {
    this.first = this.position = first;
    this.last.fill(-1);
    this.past = new Uint8Array(this.last.length);
    this.open = this.closed = 0;
    for (let i = 0; i < first; i++) {
      if (this.isNote(i)) continue;
      this.past[this.node(i)] = 1;
      this.#count(i, 1);
    }
    this.open = 0;
    this.tiles.touchAll();
  }

  /** Goes a long way: the same as many turns, but all tiles are painted again at the end. */
  #leap(target) {
    const { words, before, last } = this;
    const put = (i, event) => { if (!this.isNote(i)) last[words[5 * i]] = event; };
    if (target > this.position) for (let i = this.position; i < target; i++) put(i, i);
    else for (let i = this.position - 1; i >= target; i--) put(i, before[i]);
    const forward = target > this.position;
    const [from, to] = forward ? [this.position, target] : [target, this.position];
    const by = forward ? 1 : -1;
    for (let i = from; i < to; i++) this.#count(i, by);
    this.position = target;
    this.tiles.touchAll();
  }

  /** The newest event at the node of event `i` was `from` and becomes `to`. */
  #turn(i, from, to) {
    if (this.isNote(i)) return;
    const node = this.words[5 * i];
    this.#tally(from, -1);
    this.#tally(to, 1);
    this.last[node] = to;
    const y = Math.floor(node / this.width);
    this.tiles.touch(node - y * this.width, y);
  }

  /** Counts event `i` instead of the one before it on its node, or undoes that. */
  #count(i, by) {
    if (this.isNote(i)) return;
    this.#tally(this.before[i], -by);
    this.#tally(i, by);
  }

  #tally(event, by) {
    if (event < 0) return;
    if (this.kind(event) < CLOSE) this.open += by;
    else this.closed += by;
  }

  /** The newest shown event of a node, or −1. */
  at(node) {
    return this.last[node] ?? -1;
  }

  /** The newest shown event of this leg that closed a node, or −1. */
  get lastClose() {
    let event = this.position - 1;
    while (event >= this.first && this.kind(event) !== CLOSE && this.kind(event) !== GOAL) event--;
    return event < this.first ? -1 : event;
  }

  /** What is known about a node at this position, or null. */
  look(node) {
    let event = this.at(node);
    if (event < 0) return null;
    const facts = {
      event, status: this.kind(event) < CLOSE ? 'open' : 'closed', g: this.g(event), h: this.h(event), parent: this.parent(event),
      opened: null, closed: null, improved: 0, reopened: 0,
    };
    for (const half = this.fromB(event); event >= 0; event = this.before[event]) {
      if (this.fromB(event) !== half) continue;
      const kind = this.kind(event);
      if (kind === CLOSE && facts.closed === null) facts.closed = event + 1;
      if (kind === IMPROVE) facts.improved++;
      if (this.reopened(event)) facts.reopened++;
      if (kind === OPEN) facts.opened = event + 1;
    }
    return facts;
  }

  /** Takes the colours of the theme. */
  retint() {
    const set = colours();
    const half = (B) => ({ open: pixel(set[`open${B}`], 235), closed: pixel(set[`closed${B}`], 225), order: orderPixels(B) });
    this.tint = { past: pixel(set.closed, 80), halves: [half(''), half('B')] };
    this.tiles.touchAll();
  }

  /** Chooses whether closed nodes show when they were closed. */
  setByOrder(value) {
    if (this.byOrder === value) return;
    this.byOrder = value;
    this.tiles.touchAll();
  }

  #paint(out, x, y, step, columns, rows) {
    const half = step >> 1;
    const { width, last, words, tint, byOrder, past } = this;
    const scale = this.count ? 255 / this.count : 0;
    const height = this.tiles.height;
    for (let row = 0; row < rows; row++) {
      const top = y + row * step;
      for (let column = 0; column < columns; column++) {
        const left = x + column * step;
        let event = last[top * width + left];
        if (event < 0 && step > 1) {
          const below = Math.min(height - 1, top + half);
          const right = Math.min(width - 1, left + half);
          event = Math.max(last[below * width + right], last[top * width + right], last[below * width + left]);
        }
        if (event < 0) {
          if (past[top * width + left]) out[row * 256 + column] = tint.past;
          continue;
        }
        const tints = tint.halves[(words[5 * event + 4] >> 4) & 1];
        const open = (words[5 * event + 4] & 7) < CLOSE;
        out[row * 256 + column] = open ? tints.open : byOrder ? tints.order[Math.floor(event * scale)] : tints.closed;
      }
    }
  }
}
