/** A unit in the fog: it walks by planning with what it has seen. Its fog, its trail and its plan. */

import { colours, pixel } from './colours.js';
import { lively } from './parts.js';
import { ask, report, tell, wire } from './session.js';
import { emit, on, state } from './state.js';
import { TileLayer } from './tiles.js';

export const explorer = {
  /** The last report of the Session, or null. */
  told: null,
  /** A byte for each square: whether it is known. */
  known: new Uint8Array(0),
  /** Squares walked over, as `[x, y]`. */
  trail: [],
  running: true,
  radius: 6,
  /** Steps in a second. */
  speed: 12,
  due: 0,
  busy: false,
  /** Whether it has hidden the search. */
  hides: false,

  get active() {
    return this.told !== null;
  },

  /** Puts it on the start, knowing nothing. */
  async begin() {
    if (!state.world) return;
    const { width, height } = state.world;
    Object.assign(this, { told: null, trail: [], known: new Uint8Array(width * height) });
    fog.resize(width, height);
    const replies = await tell({ t: 'explore', on: true, radius: this.radius });
    if (!replies) return;
    this.running = true;
    if (state.show.search) {
      this.hides = true;
      state.show.search = false;
      emit('show');
    }
    emit('explorer');
  },

  async end() {
    await tell({ t: 'explore', on: false });
    this.clear();
  },

  clear() {
    this.told = null;
    this.trail = [];
    this.known = new Uint8Array(0);
    if (this.hides) {
      this.hides = false;
      state.show.search = true;
      emit('show');
    }
    emit('explorer');
  },

  /** Lets it walk; at most one request is pending. To be called each frame. */
  async advance(time) {
    if (!this.told || !this.running || this.busy || !wire?.isOpen || time < this.due) return;
    if (this.told.state === 'arrived' && !this.isSentOn()) return;
    const pause = 1000 / Math.min(this.speed, 30);
    const steps = Math.max(1, Math.round(this.speed / 30));
    this.due = Math.max(time, this.due + pause);
    this.busy = true;
    try {
      await ask({ t: 'walk', steps });
    } catch (error) {
      // It may have been removed while it was walking, because another map was opened.
      if (this.told) {
        this.running = false;
        report(error);
      }
    }
    this.busy = false;
  },

  /** Whether the goal was moved after it had arrived. */
  isSentOn() {
    const [goal] = state.goals;
    return goal && (goal.x !== this.told.goal[0] || goal.y !== this.told.goal[1]);
  },
};

const fog = new TileLayer((out, x, y, step, columns, rows) => {
  const { known } = explorer;
  const { width, height } = state.world;
  const shade = pixel(colours().fog, 190);
  const half = step >> 1;
  for (let row = 0; row < rows; row++) {
    const line = Math.min(height - 1, y + row * step + half) * width;
    for (let column = 0; column < columns; column++) {
      if (!known[line + Math.min(width - 1, x + column * step + half)]) out[row * 256 + column] = shade;
    }
  }
});

on('theme', () => fog.touchAll());
on('map', () => { if (explorer.told) explorer.clear(); });
on('explorer-told', (reply) => {
  if (!reply.on) return;
  explorer.told = reply;
  explorer.trail.push(...reply.trail);
  emit('explorer');
});
on('known-told', ({ starts, lengths }) => {
  const { width } = state.world;
  fog.begin();
  for (let run = 0; run < starts.length; run++) {
    explorer.known.fill(1, starts[run], starts[run] + lengths[run]);
    for (let node = starts[run]; node < starts[run] + lengths[run]; node++) {
      const y = Math.floor(node / width);
      fog.touch(node - y * width, y);
    }
  }
});

/** Draws the fog, where it walked and what it plans. */
function drawFog(ctx, view, name) {
  const { told, trail } = explorer;
  if (!told || name !== 'a') return;
  fog.draw(ctx, view);
  const set = colours();
  const line = (points, colour, width) => {
    ctx.beginPath();
    points.forEach((point) => ctx.lineTo(...view.middle(...point)));
    ctx.strokeStyle = colour;
    ctx.lineWidth = width * view.ratio;
    ctx.stroke();
  };
  ctx.lineJoin = ctx.lineCap = 'round';
  line(trail, set.casing, 6);
  line(trail, set.select, 3.6);
  if (told.plan?.length > 1) {
    ctx.setLineDash([3 * view.ratio, 7 * view.ratio]);
    line(told.plan, set.casing, 5);
    line(told.plan, set.select, 3);
    ctx.setLineDash([]);
  }
}

/** Draws the explorer itself, and how far it sees. */
function drawExplorer(ctx, view, name) {
  const { told } = explorer;
  if (!told || name !== 'a') return;
  const set = colours();
  const [cx, cy] = view.middle(...told.at);
  ctx.beginPath();
  ctx.arc(cx, cy, told.radius * view.size, 0, 2 * Math.PI);
  ctx.strokeStyle = set.select;
  ctx.globalAlpha = 0.5;
  ctx.lineWidth = 1.5 * view.ratio;
  ctx.stroke();
  ctx.globalAlpha = 1;
  const r = Math.max(7 * view.ratio, Math.min(view.size * 0.42, 20 * view.ratio));
  ctx.beginPath();
  ctx.arc(cx, cy, r, 0, 2 * Math.PI);
  ctx.fillStyle = set.select;
  ctx.strokeStyle = set.mark;
  ctx.lineWidth = Math.max(2 * view.ratio, r * 0.2);
  ctx.stroke();
  ctx.fill();
  ctx.beginPath();
  ctx.arc(cx, cy, r * 0.38, 0, 2 * Math.PI);
  ctx.fillStyle = set.mark;
  ctx.fill();
}

lively.explorer = Object.assign(explorer, { drawFog, drawExplorer });
