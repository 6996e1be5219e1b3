/** Many bodies: the frames that the Session sends, drawn smoothly between them. */

import { ask, noteOpened, pick, report, tell, wire } from './session.js';
import { emit, isOnMap, on, state } from './state.js';
import { chooseTool } from './tools.js';

/** Ticks of the units in a second. */
const RATE = 60;
const STEP = 1000 / RATE;

/** Measurements of the last seconds, for the readout. */
function meter(size) {
  const values = new Float32Array(size);
  let at = 0;
  let filled = 0;
  return {
    add(value) {
      values[at] = value;
      at = (at + 1) % size;
      filled = Math.min(size, filled + 1);
    },
    read() {
      if (!filled) return { mean: 0, p99: 0, max: 0, count: 0 };
      const sorted = values.slice(0, filled).sort();
      const mean = sorted.reduce((sum, value) => sum + value, 0) / filled;
      return { mean, p99: sorted[Math.floor((filled - 1) * 0.99)], max: sorted[filled - 1], count: filled };
    },
    clear() { at = filled = 0; },
  };
}

export const units = {
  /** The frame before and the newest one. */
  before: null,
  now: null,
  selected: new Set(),
  running: true,
  /** The remaining path of the selected unit, or null. */
  way: null,
  /** Null, or what a click adds: `{count, kind, radius}`. */
  brush: null,
  /** What leads units sent together: `quickest`, `field` or `ways`; the arrows shown, or null. */
  lead: 'quickest',
  arrows: null,
  /** The chart of their requests, once the page is built. */
  chart: null,
  /** Expansions granted to each request. */
  budget: 20000,
  frames: meter(240),
  engine: meter(240),
  work: 0,
  waiting: 0,
  /** Pairs that overlap now, or null; when how many arrived. */
  overlaps: null,
  comings: [],
  arrived: 0,
  asked: 0,
  due: 0,
  busy: false,

  get count() {
    return this.now?.count ?? 0;
  },

  clear() {
    this.before = this.now = this.way = null;
    this.selected.clear();
    this.frames.clear();
    this.engine.clear();
    this.overlaps = null;
    this.comings = [];
    emit('units');
  },

  /** How many have arrived since a time. */
  home(since = 0) {
    return this.comings.reduce((sum, [time, count]) => sum + (time >= since ? count : 0), 0);
  },

  /** Takes a frame out of replies. */
  take(replies) {
    const frame = pick(replies, 'frame');
    if (!frame) return;
    this.before = this.now && this.now.count === frame.count ? this.now : frame;
    this.now = frame;
    this.work = frame.work;
    this.waiting = frame.waiting;
    this.arrived = performance.now();
  },

  /** Lets the Session move on; at most one request is pending. To be called each frame. */
  async advance(time, frameMs) {
    if (!this.count || !wire?.isOpen) return false;
    if (this.running && frameMs > 0) this.frames.add(frameMs);
    if (!this.running || this.busy) return this.running;
    if (time < this.due) return true;
    const ticks = Math.max(1, Math.min(8, Math.round((time - this.asked) / STEP)));
    this.asked = time;
    this.due = time + STEP * 0.5;
    this.busy = true;
    try {
      const replies = await ask({ t: 'advance', ticks, budget: this.budget });
      this.engine.add((replies.at(-1).us ?? 0) / 1000);
      this.take(replies);
      const done = pick(replies, 'advanced');
      this.overlaps = done?.overlaps ?? null;
      if (done?.arrived) this.comings.push([performance.now(), done.arrived]);
      emit('advanced');
    } catch (error) {
      this.running = false;
      report(error);
    }
    this.busy = false;
    return true;
  },

  /** The position between the last two frames, 0 to 1. */
  part() {
    return Math.min(1, (performance.now() - this.arrived) / STEP);
  },

  async add(cell) {
    if (!isOnMap(cell)) return;
    const { count, kind, radius } = this.brush;
    const replies = await tell({ t: 'units', add: { x: cell.x, y: cell.y, radius, count, kind } });
    if (replies) this.adopt(replies);
  },

  async remove() {
    const ids = this.selected.size ? [...this.selected] : 'all';
    const replies = await tell({ t: 'units', remove: ids });
    this.selected.clear();
    if (replies) this.adopt(replies);
    if (ids === 'all') this.clear();
  },

  farm(count) {
    return this.open({ t: 'animals', count, seed: 7 });
  },

  async open(message) {
    emit('opening');
    const replies = await tell(message);
    if (!replies) return;
    noteOpened(null);
    emit('opened', replies);
    chooseTool('units');
  },

  /** Takes units that arrived with other data. */
  adopt(replies) {
    this.take(replies);
    if (this.running) this.frames.clear();
    emit('units');
  },

  /** Requests the path of the selected unit. */
  async track() {
    const [id] = this.selected;
    this.way = null;
    if (this.selected.size !== 1 || !wire?.isOpen) return;
    const replies = await tell({ t: 'unit', id });
    const unit = replies && pick(replies, 'unit');
    if (unit && this.selected.has(id)) this.way = { id, cells: unit.path ?? [] };
  },

  /** Sends the selected units. */
  async send(cell) {
    if (!isOnMap(cell) || !this.selected.size) return;
    this.flag = { x: cell.x, y: cell.y, until: performance.now() + 900 };
    await tell({ t: 'send', ids: [...this.selected], x: cell.x, y: cell.y, lead: this.lead });
  },

  /** Selects the units in a box; a box of one cell selects the nearest unit. */
  select(from, to, more = false) {
    if (!more) this.selected.clear();
    if (!this.now) return;
    const { x, y, count } = this.now;
    const [x0, x1] = [Math.min(from.x, to.x), Math.max(from.x, to.x) + 1];
    const [y0, y1] = [Math.min(from.y, to.y), Math.max(from.y, to.y) + 1];
    if (x1 - x0 <= 1 && y1 - y0 <= 1) {
      const nearest = this.near(from.fx ?? x0 + 0.5, from.fy ?? y0 + 0.5);
      if (nearest >= 0) this.selected.add(nearest);
    } else {
      for (let id = 0; id < count; id++) if (x[id] >= x0 && x[id] < x1 && y[id] >= y0 && y[id] < y1) this.selected.add(id);
    }
    emit('units');
  },

  /** The unit nearest to a place, within a cell and a half. */
  near(px, py) {
    const { x, y, count } = this.now;
    let [best, least] = [-1, 1.5 * 1.5];
    for (let id = 0; id < count; id++) {
      const far = (x[id] - px) ** 2 + (y[id] - py) ** 2;
      if (far < least) [best, least] = [id, far];
    }
    return best;
  },
};

// Undoing can bring another map, too, and a frame may be on its way while one is opened.
on('opening map', () => units.clear());
on('opened', (replies) => units.adopt(replies));
