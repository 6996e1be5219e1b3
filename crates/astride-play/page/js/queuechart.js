/** Charts of queues: what each call spent, and how many requests still wait. */

import { count, el, field, slider, swatch } from './dom.js';
import { colours } from './colours.js';
import { on } from './state.js';

/** Calls that are shown: a few seconds. */
const LENGTH = 150;
const [WIDTH, HEIGHT] = [292, 96];

/** Measures of the last calls, and the chart of them. */
export class QueueChart {
  #spent = new Float32Array(LENGTH);
  #waiting = new Float32Array(LENGTH);
  #stale = true;

  /** @param {string} id of the canvas; `${id}-says` is the line below it */
  constructor(id) {
    this.calls = 0;
    this.canvas = el(`canvas.queue-chart#${id}`, { width: WIDTH * 2, height: HEIGHT * 2, role: 'img', 'aria-label': 'Expansions spent and requests waiting, call by call' });
    this.says = el(`p.small.num#${id}-says`);
    on('theme', () => { this.#stale = true; });
    on('map', () => this.clear());
    setInterval(() => this.#refresh(), 100);
  }

  /** Notes what a call did. */
  note(spent, waiting) {
    this.#spent.copyWithin(0, 1);
    this.#waiting.copyWithin(0, 1);
    [this.#spent[LENGTH - 1], this.#waiting[LENGTH - 1]] = [spent, waiting];
    this.calls++;
    this.#stale = true;
  }

  clear() {
    this.calls = 0;
    this.#spent.fill(0);
    this.#waiting.fill(0);
    this.#stale = true;
  }

  get mostSpent() { return Math.max(...this.#spent); }

  get mostWaiting() { return Math.max(...this.#waiting); }

  /** Chart, legend and line. */
  parts() {
    const key = (name, label) => el('span.row.small', {}, swatch(`var(--${name})`), label);
    return [this.canvas, el('div.row.wrap', {}, key('closed', 'expansions per call'), key('goal', 'requests waiting')), this.says];
  }

  #refresh() {
    if (!this.#stale || this.canvas.closest('[hidden]')) return;
    this.#stale = false;
    paint(this.canvas.getContext('2d'), this.#spent, this.#waiting, Math.min(LENGTH, this.calls));
    const [spent, waiting] = [this.#spent[LENGTH - 1], this.#waiting[LENGTH - 1]];
    this.says.textContent = this.calls ? `Now ${count(spent)} expansions spent, ${count(waiting)} waiting; at most ${count(this.mostSpent)} and ${count(this.mostWaiting)}` : 'Nothing was asked yet.';
  }
}

/** A slider of expansions per call, evenly in the exponent. */
export function budgetField(id, value, set) {
  const label = 'Expansions granted to each call';
  const budget = (exponent) => Math.round(10 ** exponent);
  const { input, row } = slider(`#${id}`, { min: 2, max: 5, step: 0.1, value: Math.log10(value), 'aria-label': label, oninput: () => set(budget(input.valueAsNumber)) }, (exponent) => count(budget(exponent)));
  return field(label, row);
}

function paint(ctx, spent, waiting, filled) {
  const set = colours();
  ctx.setTransform(2, 0, 0, 2, 0, 0);
  ctx.clearRect(0, 0, WIDTH, HEIGHT);
  const bottom = HEIGHT - 3;
  ctx.strokeStyle = set.grid;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (const part of [0, 0.5, 1]) {
    const y = Math.round(4 + (bottom - 4) * part) + 0.5;
    ctx.moveTo(0, y);
    ctx.lineTo(WIDTH, y);
  }
  ctx.stroke();
  const step = WIDTH / LENGTH;
  const high = (value, most) => (value / most) * (bottom - 4);
  const most = Math.max(1, ...spent);
  ctx.fillStyle = set.closedEdge;
  for (let at = 0; at < LENGTH; at++) {
    const tall = high(spent[at], most);
    if (tall > 0) ctx.fillRect(at * step, bottom - Math.max(1, tall), Math.max(1, step - 0.4), Math.max(1, tall));
  }
  const many = Math.max(1, ...waiting);
  ctx.beginPath();
  for (let at = LENGTH - filled; at < LENGTH; at++) ctx.lineTo((at + 0.5) * step, bottom - high(waiting[at], many));
  ctx.strokeStyle = set.goal;
  ctx.lineWidth = 2;
  ctx.lineJoin = 'round';
  ctx.stroke();
}
