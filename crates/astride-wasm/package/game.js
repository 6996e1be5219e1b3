/** Navigators: a map with movers, overlays and indexes, edited and asked, at once or over frames. @module */

import { AstrideError, call, getBytes, getLong, getWord, long, made, putBytes, putLong, putWord, putWords, reserve, small, takeBytes } from './wasm.js';
import { INSIDE, Owner, show } from './owner.js';
import { byteList, cellOn, cellsOn, chosen, classOf, itemsOf, limit, options, partOn, rectOn, whole, wholeOr } from './check.js';
import { edited, putCell, putRect } from './edit.js';
import { Grid, read } from './grid.js';
import { moverOr } from './mover.js';
import { answer, Path } from './path.js';
import { Reach } from './reach.js';

const KEEPS = ['components', 'jump-points', 'jump-table', 'clusters', 'labels', 'landmarks'];
const UPKEEP = ['at-once', 'by-hand'];
const STANDING = ['current', 'walkable', 'other-cost', 'blocked', 'outdated'];
const STAGE = ['waiting', 'running', 'done'];
const ASKED = ['mover', 'faction', 'overlays', 'around', 'orTo', 'orNearest'];
/** Bytes of an `AstrideAsk`. */
const ASK = 56;
const QUEUE = ['upkeep', 'lanes', 'quantum', 'ageing', 'mostRequests'];
const LOADED = Symbol('loaded');

/** The least expansions between two looks at the clock, and the most while it stands still: coarse clocks do for milliseconds. */
const [LEAST, UNTIMED] = [64, 256];

export class Navigator extends Owner {
  constructor(grid, given) {
    super('astride_navigator_free', given === LOADED ? grid : navigatorOf(grid, given));
    const copy = read('astride_navigator_grid', this.handle);
    [this.width, this.height] = [copy.width, copy.height];
    copy.free();
  }

  /** Goes on with what `save` made. */
  static load(bytes) {
    const list = byteList(bytes, 'the saved navigator');
    return new Navigator(made(0, 'astride_navigator_load', putBytes(list), list.length, small(0)), LOADED);
  }

  get handle() {
    return Owner.pointer(this, Navigator);
  }

  /** How often its map was edited. */
  get revision() {
    call('astride_navigator_revision', this.handle, small(0));
    return getLong(small(0));
  }

  /** A copy of its map. */
  grid() {
    return read('astride_navigator_grid', this.handle);
  }

  /** Adds a mover that covers `side` by `side` cells; gives its number. */
  addMover(mover, side = 1) {
    return made(0, 'astride_navigator_add_mover', this.handle, moverOr(mover), whole(side, 'the side', 1, 4096), small(0));
  }

  /** Adds an overlay without extra cost; gives its number. */
  addOverlay() {
    return made(0, 'astride_navigator_add_overlay', this.handle, small(0));
  }

  /** Sets the extra cost of entering each cell of a rectangle. */
  fillOverlay(overlay, rect, ticks) {
    const number = numberOf(overlay, 'the overlay');
    const cost = whole(ticks, 'the extra cost', 0, 2 ** 24 - 1);
    call('astride_navigator_overlay_fill', this.handle, number, putRect(0, rectOn(this, rect)), cost);
  }

  /** Adds a faction that takes what it does not know for this class; gives its number. */
  addFaction(assumed = '.') {
    return made(0, 'astride_navigator_add_faction', this.handle, classOf(assumed), small(0));
  }

  /** Adds an empty set of places; gives its number. */
  addPlaces() {
    return made(0, 'astride_navigator_add_places', this.handle, small(0));
  }

  /** Puts cells into a set in place of those that were there. */
  setPlaces(places, cells) {
    const [number, list] = [numberOf(places, 'the set of places'), cellsOn(this, cells, 'cell')];
    call('astride_navigator_set_places', this.handle, number, putWords(list), list.length / 2);
  }

  /** A faction sees a rectangle as it is, without what lies off the map; gives how many cells became known. */
  reveal(faction, rect) {
    return made(2, 'astride_navigator_reveal', this.handle, numberOf(faction, 'the faction'), putRect(0, partOn(this, rect)), small(2));
  }

  /** A faction sees what is in sight of a cell, up to `radius` cells away; `opaque` classes stop its sight. */
  revealAround(faction, eye, radius, opaque) {
    const list = Uint8Array.from(itemsOf(opaque, 'the opaque classes').map(classOf));
    const values = [numberOf(faction, 'the faction'), putCell(0, cellOn(this, eye, 'the eye')), whole(radius, 'the radius', 0, 1 << 20)];
    return made(2, 'astride_navigator_reveal_around', this.handle, ...values, putBytes(list), list.length, small(2));
  }

  /** Makes all changes that the function puts into the batch, or none. */
  edit(change) {
    edited(this, change, (batch) => call('astride_navigator_apply', this.handle, batch, 0));
  }

  /** Keeps an index for a mover from now on; clusters and labels are built at once. */
  keep(index, mover = 0) {
    const number = numberOf(mover, 'the mover');
    call('astride_navigator_keep', this.handle, number, chosen(index, 'index to keep', KEEPS), 1);
    this.#build();
  }

  /** Drops an index. */
  drop(index, mover = 0) {
    call('astride_navigator_keep', this.handle, numberOf(mover, 'the mover'), chosen(index, 'index to keep', KEEPS), 0);
  }

  /** Brings indexes up to date until this many cells were looked at; gives how many still wait. */
  maintain(cells) {
    const told = small(0);
    putWord(told, 24);
    call('astride_navigator_maintain', this.handle, long(whole(cells, 'the number of cells', 0, Number.MAX_SAFE_INTEGER)), told);
    return getWord(told + 20);
  }

  /** Finds a cheapest path, as if the changes of `edit` had been made if it is given. */
  findPath(start, goal, given) {
    const { mostExpansions, edit, ...rest } = options(given, [...ASKED, 'edit', 'mostExpansions']);
    const most = limit(mostExpansions, 'the most expansions');
    if (edit === undefined) {
      const [navigator, path] = [this.handle, answer()];
      call('astride_navigator_find', navigator, this.#ask(start, goal, rest), long(most), path);
    } else {
      edited(this, edit, (batch) => {
        const [navigator, path] = [this.handle, answer()];
        call('astride_navigator_find_if', navigator, batch, this.#ask(start, goal, rest), long(most), path);
      });
    }
    return Path.read();
  }

  /** The cost of a cheapest path, `Infinity` if there is none; quicker than the path. */
  cost(start, goal, given) {
    const navigator = this.handle;
    call('astride_navigator_cost', navigator, this.#ask(start, goal, options(given, ASKED)), small(0));
    return getLong(small(0));
  }

  /** All cells that can be reached from `start` for at most `mostCost` ticks. */
  reach(start, mostCost, given) {
    const { mostExpansions, ...rest } = options(given, ['mover', 'faction', 'overlays', 'around', 'mostExpansions']);
    const ticks = whole(mostCost, 'the most cost', 0, Number.MAX_SAFE_INTEGER);
    const most = limit(mostExpansions, 'the most expansions');
    const fill = (reach) => call('astride_navigator_reach', this.handle, this.#ask(start, start, rest), BigInt(ticks), long(most), reach);
    return new Reach(INSIDE, this, fill);
  }

  /** Which ways from each of `starts` to the goal of the same number, or to any of a set, the changes of `edit` would part; gives their numbers. */
  wouldPart(edit, starts, goals, given) {
    const wish = options(given, ['mover', 'faction', 'orTo']);
    const [from, to] = [cellsOn(this, starts, 'start'), cellsOn(this, goals, 'goal')];
    if (from.length !== to.length) throw new AstrideError('BAD_ARGUMENT', `there are ${from.length / 2} starts and ${to.length / 2} goals, expected as many of each`);
    const count = from.length / 2;
    return edited(this, edit, (batch) => {
      const navigator = this.handle;
      const at = reserve((ASK + 1) * count);
      const parted = at + ASK * count;
      for (let i = 0; i < count; i++) this.#lay(at + ASK * i, from.subarray(2 * i, 2 * i + 2), to.subarray(2 * i, 2 * i + 2), wish);
      call('astride_navigator_would_part', navigator, batch, at, count, parted);
      const bytes = getBytes(parted, count);
      return Array.from(bytes.keys()).filter((i) => bytes[i] === 1);
    });
  }

  /** The nearest cell on which a mover can stand; null if there is none. */
  nearest(cell, given) {
    const { mover = 0, radius = Infinity, reachedFrom } = options(given, ['mover', 'radius', 'reachedFrom']);
    const from = reachedFrom === undefined ? 0 : putCell(1, cellOn(this, reachedFrom, 'cell'));
    const far = radius === Infinity ? 0 : whole(radius, 'the radius', 1, 0xffffffff);
    const values = [numberOf(mover, 'the mover'), putCell(0, cellOn(this, cell, 'cell')), far, from];
    const status = call('astride_navigator_snap', this.handle, ...values, small(2));
    return status === 0 ? [getWord(small(2)), getWord(small(2) + 4)] : null;
  }

  /** Puts a question in the queue; gives its ticket. */
  request(start, goal, given) {
    const { priority = 0, mostExpansions, mostFrames, ...rest } = options(given, [...ASKED, 'priority', 'mostExpansions', 'mostFrames']);
    const [most, frames] = [limit(mostExpansions, 'the most expansions'), limit(mostFrames, 'the most frames')];
    const [navigator, rank] = [this.handle, whole(priority, 'the priority', 0, 255)];
    const ask = this.#ask(start, goal, rest);
    const told = small(4);
    putWord(told, 32);
    putLong(told + 8, most);
    putLong(told + 16, frames);
    putLong(told + 24, rank);
    call('astride_navigator_submit', navigator, ask, told, small(0));
    return getLong(small(0));
  }

  /** One frame: answers requests within this many expansions, milliseconds, or both. */
  work(given) {
    const { expansions, milliseconds } = options(given, ['expansions', 'milliseconds']);
    let left = limit(expansions, 'the number of expansions');
    if (milliseconds === undefined) return this.#work(left);
    if (typeof milliseconds !== 'number' || !(milliseconds >= 0)) throw new AstrideError('BAD_ARGUMENT', `the milliseconds are ${show(milliseconds)}, expected a number from 0 on`);
    const [began, sum] = [performance.now(), { expansions: 0, served: 0, running: 0, waiting: 0 }];
    for (let slice = milliseconds > 0 ? LEAST : 1; ;) {
      const done = this.#work(left === 0 ? slice : Math.min(left, slice));
      Object.assign(sum, { running: done.running, waiting: done.waiting });
      sum.expansions += done.expansions;
      sum.served += done.served;
      const now = performance.now();
      const spare = began + milliseconds - now;
      if (left > 0 && (left -= done.expansions) <= 0) break;
      if (sum.running + sum.waiting === 0 || !(spare > 0)) break;
      // No more than in half of the time that is left, and no more than before in all, as clocks are coarse.
      const most = now > began ? (sum.expansions * spare) / (2 * (now - began)) : UNTIMED;
      slice = Math.max(LEAST, Math.floor(Math.min(sum.expansions, most)) || 0);
    }
    return sum;
  }

  #work(expansions) {
    const told = small(0);
    putWord(told, 40);
    call('astride_navigator_work', this.handle, long(expansions), 0n, told);
    const [spent, served, running, waiting] = [8, 16, 24, 32].map((at) => getLong(told + at));
    return { expansions: spent, served, running, waiting };
  }

  /** Takes one answer, in the order in which they were found; null if there is none. */
  take() {
    const told = small(3);
    putWord(told, 56);
    if (call('astride_navigator_take', this.handle, told, answer()) !== 0) return null;
    const [ticket, revision, cost, step, frames] = [8, 16, 24, 32, 40].map((at) => getLong(told + at));
    const standing = STANDING[getWord(told + 52)];
    return { ticket, revision, frames, standing, cost, step, path: Path.read() };
  }

  /** How far a request has come. */
  progress(ticket) {
    call('astride_navigator_progress', this.handle, ticketOf(ticket), small(0), small(1));
    return { stage: STAGE[getWord(small(0))], number: getLong(small(1)) };
  }

  /** Takes a request back. */
  cancel(ticket) {
    call('astride_navigator_cancel', this.handle, ticketOf(ticket));
  }

  /** Bytes, to go on with later; requests are not among them. */
  save() {
    return takeBytes('astride_navigator_save', this.handle);
  }

  /** Lays an `AstrideAsk` down; gives where it lies. */
  #ask(start, goal, wish) {
    return this.#lay(small(10), cellOn(this, start, 'start'), cellOn(this, goal, 'goal'), wish);
  }

  #lay(at, from, to, { mover = 0, faction = 0, overlays = [], around = 0, orTo = 0, orNearest = false }) {
    const bits = [0, 0];
    for (const overlay of itemsOf(overlays, 'the overlays')) bits[whole(overlay, 'the overlay', 0, 63) >> 5] |= 1 << (overlay & 31);
    const [who, knows] = [numberOf(mover, 'the mover'), numberOf(faction, 'the faction')];
    const sets = [numberOf(around, 'the set of places'), numberOf(orTo, 'the set of places')];
    const numbers = [ASK, ...from, ...to, who, knows, 0, ...bits, orNearest ? 1 : 0, 0, ...sets];
    numbers.forEach((number, i) => putWord(at + 4 * i, number));
    return at;
  }

  #build() {
    for (;;) {
      if (call('astride_navigator_pending', this.handle, small(0)) !== 0) return;
      const build = getWord(small(0));
      try {
        call('astride_build_run', build);
        call('astride_navigator_adopt', this.handle, build);
      } finally {
        call('astride_build_free', build);
      }
    }
  }
}

const numberOf = (value, what) => whole(value, what, 0, 0xffffffff);
const ticketOf = (value) => BigInt(whole(value, 'the ticket', 0, Number.MAX_SAFE_INTEGER));

function navigatorOf(grid, given) {
  const { mover = grid?.mover, ...rest } = options(given, ['mover', ...QUEUE]);
  const { upkeep = 'at-once', lanes, quantum, ageing, mostRequests } = rest;
  const [ground, who, when] = [Owner.pointer(grid, Grid), moverOr(mover), chosen(upkeep, 'upkeep', UPKEEP)];
  const asked = small(1);
  putWord(asked, 40);
  putLong(asked + 8, wholeOr(quantum, 'the quantum', Number.MAX_SAFE_INTEGER));
  putLong(asked + 16, wholeOr(mostRequests, 'the most requests', Number.MAX_SAFE_INTEGER));
  putWord(asked + 24, when);
  putWord(asked + 28, wholeOr(lanes, 'the number of lanes'));
  putWord(asked + 32, wholeOr(ageing, 'the ageing'));
  putWord(asked + 36, 0);
  return made(0, 'astride_navigator_new', ground, who, asked, small(0));
}
