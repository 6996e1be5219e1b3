/** Jumps: the squares that they pass over, and where they looked for a jump point in vain. */

import { colours } from './colours.js';
import { lively } from './parts.js';
import { placeOf } from './says.js';
import { nodeOf, state, toCell } from './state.js';
import { AHEAD, MEETING, NONE } from './trace.js';

/** Events of a leg up to which jumps are followed. */
const MOST_JUMPS = 20_000;

/** By trace: how far its jumps were followed, and what they pass over. */
const followed = new WeakMap();

/** The nodes that jumps pass over, from each square's parent: diagonally first, or along the column where there are no diagonals. */
export function jumpedOver(trace, name) {
  const isFour = state.panels[name].settings.neighbours === 4;
  const { words, first, position } = trace;
  let known = followed.get(trace);
  if (!known || known.words !== words || known.first !== first || known.isFour !== isFour || known.to > position) {
    known = { words, first, isFour, to: first, over: new Set() };
    followed.set(trace, known);
  }
  if (position - first > MOST_JUMPS) return new Set();
  follow(trace, known, position);
  return known.over;
}

/** Adds what the events up to `position` pass over. */
function follow(trace, known, position) {
  const { over, isFour } = known;
  for (let event = known.to; event < position; event++) {
    if (trace.isNote(event) || trace.parent(event) === NONE) continue;
    const [at, to] = [toCell(trace.parent(event)), toCell(trace.node(event))];
    while (at.x !== to.x || at.y !== to.y) {
      over.add(nodeOf(at));
      const dy = Math.sign(to.y - at.y);
      if (!isFour || !dy) at.x += Math.sign(to.x - at.x);
      at.y += dy;
    }
  }
  known.to = position;
}

const NAMES = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];
const STEPS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];

/** The looks in vain of the leg that is shown, as events. */
const aheads = (trace) => trace.notes[AHEAD - MEETING].filter((event) => event >= trace.first && event < trace.position);

/** A look in vain, in words: the wall may be the edge of the map, or a corner that must not be cut. */
function say(trace, event) {
  const [dir, from, last] = [trace.g(event), trace.parent(event), toCell(trace.node(event))];
  const x = last.x + STEPS[dir][0];
  const y = last.y + STEPS[dir][1];
  const isOff = x < 0 || y < 0 || x >= trace.width || y >= state.world.height;
  const wall = isOff ? 'the edge of the map' : state.classes[state.cells[nodeOf({ x, y })]]?.passable ? `no step to (${x}, ${y})` : `wall at (${x}, ${y})`;
  return `scanned ${NAMES[dir]} from ${placeOf(from, trace.width)}: ${wall}, nothing`;
}

/** Dotted lines to where nothing was found, with a bar at the end; those of the last expansion darker. */
function drawAheads(ctx, view, trace) {
  if (trace.position - trace.first > MOST_JUMPS) return;
  const set = colours();
  const close = trace.lastClose;
  ctx.strokeStyle = set.ink;
  ctx.lineWidth = Math.max(1, view.size * 0.035);
  ctx.lineCap = 'butt';
  for (const event of aheads(trace)) {
    const [from, last] = [toCell(trace.parent(event)), toCell(trace.node(event))];
    const [[ax, ay], [bx, by]] = [view.middle(from.x, from.y), view.middle(last.x, last.y)];
    const [dx, dy] = STEPS[trace.g(event)];
    const half = (view.size * 0.16) / Math.hypot(dx, dy);
    ctx.globalAlpha = event > close ? 0.85 : 0.3;
    ctx.beginPath();
    ctx.setLineDash([view.size * 0.06, view.size * 0.1]);
    ctx.moveTo(ax, ay);
    ctx.lineTo(bx, by);
    ctx.stroke();
    ctx.beginPath();
    ctx.setLineDash([]);
    ctx.moveTo(bx - dy * half, by + dx * half);
    ctx.lineTo(bx + dy * half, by - dx * half);
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}

lively.jumps = { jumpedOver, say, drawAheads, aheads };
