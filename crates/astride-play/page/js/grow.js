/** Mazes grow before one's eyes: all is wall at first, then dug from the corner where the generator begins. */

import { isStill } from './dom.js';
import { cssOf } from './ground.js';
import { on, state } from './state.js';

/** How long it takes, in ms. */
const LASTS = 1800;

/** Squares of a maze above which it is simply there. */
const MOST = 60_000;

/** The squares in the order in which they are dug, and when that began. */
let growth = null;

/** Whether a maze is growing. */
export const isGrowing = () => growth !== null;

on('map', () => { growth = null; });
on('opened', () => {
  const kind = state.origin?.generate?.kind ?? state.origin?.builtin;
  if (kind === 'maze' && state.cells.length <= MOST && !isStill()) growth = { order: digOrder(), began: performance.now() };
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

/** Draws what is not dug yet as wall. */
export function drawGrowth(ctx, view) {
  if (!growth) return;
  const { order, began } = growth;
  const dug = Math.floor(((performance.now() - began) / LASTS) * order.length);
  if (dug >= order.length) {
    growth = null;
    return;
  }
  const { width } = state.world;
  const size = Math.ceil(view.size) + 1;
  ctx.fillStyle = cssOf(64);
  for (let at = dug; at < order.length; at++) {
    const y = Math.floor(order[at] / width);
    ctx.fillRect(Math.floor(view.left + (order[at] - y * width) * view.size), Math.floor(view.top + y * view.size), size, size);
  }
}
