/** The queue of requests: what each call spent on paths, and how many still wait, as a small chart. @module */

import { count, el } from './dom.js';
import { colours } from './colours.js';
import { on } from './state.js';
import { units } from './units.js';

/** Calls that are shown: a few seconds. */
const LENGTH = 150;
const [WIDTH, HEIGHT] = [292, 96];

const spent = new Float32Array(LENGTH);
const waiting = new Float32Array(LENGTH);
let filled = 0;

/** Notes what a call did. */
function note() {
  spent.copyWithin(0, 1);
  waiting.copyWithin(0, 1);
  [spent[LENGTH - 1], waiting[LENGTH - 1]] = [units.work, units.waiting];
  filled = Math.min(LENGTH, filled + 1);
}

/** The most of the last calls, for a readout and for tests. */
export const queue = {
  get calls() { return filled; },
  get mostSpent() { return Math.max(...spent); },
  get mostWaiting() { return Math.max(...waiting); },
};

/** The card: chart, legend, and the budget of a call. */
export function queueCard() {
  const canvas = el('canvas#queue-chart', { width: WIDTH * 2, height: HEIGHT * 2, role: 'img' });
  canvas.setAttribute('aria-label', 'Expansions spent and requests waiting, call by call');
  const says = el('p.small.num#queue-says');
  const number = el('output.num', {}, count(units.budget));
  const slider = el('input#queue-budget', { type: 'range', min: 2, max: 5, step: 0.1, 'aria-label': 'Expansions granted to each call', oninput: () => { units.budget = Math.round(10 ** slider.valueAsNumber); number.textContent = count(units.budget); } });
  slider.value = Math.log10(units.budget);
  let stale = true;
  on('advanced', () => { note(); stale = true; });
  on('map', () => { filled = 0; spent.fill(0); waiting.fill(0); stale = true; });
  on('theme', () => { stale = true; });
  setInterval(() => {
    if (!stale || canvas.closest('[hidden]')) return;
    stale = false;
    paint(canvas.getContext('2d'));
    says.textContent = filled ? `Now ${count(units.work)} expansions spent, ${count(units.waiting)} waiting; at most ${count(queue.mostSpent)} and ${count(queue.mostWaiting)}` : 'Send some units: their requests for paths queue here.';
  }, 100);
  const key = (name, label) => {
    const swatch = el('span.swatch');
    swatch.style.background = `var(--${name})`;
    return el('span.row.small', {}, swatch, label);
  };
  return el('section.card', { 'aria-label': 'The queue of requests' },
    el('h3', {}, 'The queue of requests'),
    canvas,
    el('div.row.wrap', {}, key('closed', 'expansions per call'), key('goal', 'requests waiting')),
    says,
    el('label.field', {}, el('span', {}, 'Expansions granted to each call'), el('div.row', {}, slider, number)));
}

function paint(ctx) {
  const set = colours();
  const ratio = 2;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
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
  const most = Math.max(1, queue.mostSpent);
  ctx.fillStyle = set.closedEdge;
  for (let at = 0; at < LENGTH; at++) {
    const tall = high(spent[at], most);
    if (tall > 0) ctx.fillRect(at * step, bottom - Math.max(1, tall), Math.max(1, step - 0.4), Math.max(1, tall));
  }
  const many = Math.max(1, queue.mostWaiting);
  ctx.beginPath();
  for (let at = LENGTH - filled; at < LENGTH; at++) ctx.lineTo((at + 0.5) * step, bottom - high(waiting[at], many));
  ctx.strokeStyle = set.goal;
  ctx.lineWidth = 2;
  ctx.lineJoin = 'round';
  ctx.stroke();
}
