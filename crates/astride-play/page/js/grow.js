/** Mazes grow before one's eyes: dug from the corner where the generator begins, or walled in, long walls first. */

import { isStill } from './dom.js';
import { cssOf } from './ground.js';
import { on, state } from './state.js';

/** How long it takes, in ms. */
const LASTS = 1800;

/** Squares of a maze above which it is simply there. */
const MOST = 60_000;

/** The squares in the order in which they are dug or walled, what they were, and when that began. */
let growth = null;

/** Whether a maze is growing. */
export const isGrowing = () => growth !== null;

on('map', () => { growth = null; });
on('opened', () => {
  const kind = state.origin?.generate?.kind ?? state.origin?.builtin;
  if (state.tiling || state.cells.length > MOST || isStill()) return;
  const began = performance.now();
  if (kind === 'maze') growth = { order: digOrder(), was: 64, began };
  if (kind?.startsWith('division')) growth = { order: wallOrder(), was: 46, began };
});

/** Depth first from the corner, as a maze is dug. */
function digOrder() {
  const { width, height } = state.world;
  const ground = state.cells[0];
  const seen = new Uint8Array(state.cells.length);
  const order = [];
  const waiting = [0];
  while (waiting.length) {
    const node = waiting.pop();
    if (seen[node] || state.cells[node] !== ground) continue;
    seen[node] = 1;
    order.push(node);
    const x = node % width;
    if (x > 0) waiting.push(node - 1);
    if (node >= width) waiting.push(node - width);
    if (x + 1 < width) waiting.push(node + 1);
    if (node < width * (height - 1)) waiting.push(node + width);
  }
  return order;
}

/** Longest first, as a division begins with the walls from side to side. */
function wallOrder() {
  const { width, height } = state.world;
  const runs = [];
  const along = (lines, length, nodeAt) => {
    for (let line = 0; line < lines; line++) {
      let run = [];
      for (let at = 0; at < length; at++) {
        const node = nodeAt(line, at);
        if (state.cells[node] !== 64) run = [];
        else if (run.push(node) === 1) runs.push(run);
      }
    }
  };
  along(height, width, (y, x) => y * width + x);
  along(width, height, (x, y) => y * width + x);
  return [...new Set(runs.sort((a, b) => b.length - a.length).flat())];
}

/** Draws what is not dug or walled yet as it was. */
export function drawGrowth(ctx, view) {
  if (!growth) return;
  const { order, was, began } = growth;
  const dug = Math.floor(((performance.now() - began) / LASTS) * order.length);
  if (dug >= order.length) {
    growth = null;
    return;
  }
  const { width } = state.world;
  const size = Math.ceil(view.size) + 1;
  ctx.fillStyle = cssOf(was);
  for (let at = dug; at < order.length; at++) {
    const y = Math.floor(order[at] / width);
    ctx.fillRect(Math.floor(view.left + (order[at] - y * width) * view.size), Math.floor(view.top + y * view.size), size, size);
  }
}
