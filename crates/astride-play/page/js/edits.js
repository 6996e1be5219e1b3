/** Edits in progress: painted squares flash, and the Session reports what its indexes had to do. */

import { count, el, isStill, many } from './dom.js';
import { colours } from './colours.js';
import { lively } from './parts.js';
import { tell } from './session.js';
import { on, state } from './state.js';

/** How long a square flashes, in ms. */
const LASTS = 900;

/** The most squares of one flash that are drawn. */
const MOST = 20_000;

const edits = {
  watching: false,
  /** The last report, or null. */
  repaired: null,
  flashes: [],

  async watch(value) {
    this.watching = value;
    this.repaired = null;
    await tell({ t: 'watch', on: value });
  },
};

on('painted', ({ starts, lengths }) => {
  if (!edits.watching || state.tiling || isStill()) return;
  const runs = [];
  let cells = 0;
  for (let at = 0; at < starts.length && cells < MOST; at++) {
    runs.push([starts[at] % state.world.width, Math.floor(starts[at] / state.world.width), lengths[at]]);
    cells += lengths[at];
  }
  edits.flashes.push({ runs, until: performance.now() + LASTS });
  if (edits.flashes.length > 60) edits.flashes.shift();
});
// Another map, or a new session: everything is built before the first edit.
on('map', () => { if (edits.watching && !state.tiling) edits.watch(true); });

/** Draws what flashes. */
function drawFlashes(ctx, view) {
  const now = performance.now();
  edits.flashes = edits.flashes.filter((flash) => flash.until > now);
  ctx.fillStyle = colours().path;
  for (const { runs, until } of edits.flashes) {
    ctx.globalAlpha = 0.75 * ((until - now) / LASTS);
    for (const [x, y, length] of runs) ctx.fillRect(view.left + x * view.size, view.top + y * view.size, length * view.size, Math.max(1, view.size));
  }
  ctx.globalAlpha = 1;
}

lively.edits = Object.assign(edits, { drawFlashes });

/** The card: a switch, and what the last edit cost. */
export function editsCard() {
  const box = el('input#edits-watch', { type: 'checkbox', onchange: () => { edits.watch(box.checked); paint(); } });
  const table = el('div#repairs', { 'aria-live': 'polite' });
  const paint = () => {
    box.checked = edits.watching;
    table.replaceChildren(...(edits.repaired ? rows(edits.repaired) : []));
  };
  on('repaired', (reply) => { edits.repaired = reply; paint(); });
  on('map tab', paint);
  return el('section.card#edits', { 'aria-label': 'Edits' }, el('strong', {}, 'Edits under way'),
    el('div.stack', {},
      el('label.check', {}, box, 'Report what each edit makes the indexes do'),
      table));
}

function rows({ cells, parts }) {
  const head = cells ? `${many(cells, 'square')} painted. Looked at again:` : 'Built for this map. Paint, and see what is repaired.';
  return [el('p.small.dim', {}, head), el('dl.lines', {}, parts.flatMap((part) => [el('dt', {}, part.id), el('dd.num.small', {}, said(part, cells))]))];
}

function said(part, cells) {
  if (part.why) return part.why;
  if (!cells) return `${count(part.of)} ${part.what}`;
  if (part.rebuilt) return 'all of it from scratch';
  return `${count(part.count)} of ${count(part.of)} ${part.what}`;
}
