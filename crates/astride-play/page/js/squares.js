/**
 * The search close up: each square with its numbers and an arrow to its parent, as in the figures of tutorials.
 * F top left, G bottom left, H bottom right.
 */

import { camera } from './camera.js';
import { colours, mix } from './colours.js';
import { isDarkClass } from './ground.js';
import { written } from './openlist.js';
import { lively } from './parts.js';
import { nodeOf, state, toCell } from './state.js';
import { NONE } from './trace.js';

/** Sizes of a cell, in CSS pixels, from which details are drawn. */
export const ARROWS_FROM = 15;
export const SQUARES_FROM = 22;
export const NUMBERS_FROM = 42;

/** How much of its own colour a square shows; the rest is the ground below. */
export const SHINE = 0.78;

/** The nodes' squares, for the cells in view; those of earlier legs, and those that jumps pass over, are faint. */
export function drawSquares(ctx, view, trace, name) {
  const set = colours();
  const over = lively.jumps?.jumpedOver(trace, name);
  const size = view.size;
  const newest = trace.position > 0 ? trace.node(trace.position - 1) : -1;
  for (let y = view.first.y; y < view.last.y; y++) {
    for (let x = view.first.x; x < view.last.x; x++) {
      const node = y * trace.width + x;
      const event = trace.at(node);
      const left = view.left + x * size;
      const top = view.top + y * size;
      if (event < 0) {
        if (trace.past[node]) square(ctx, left, top, size, set.closed, set.closedEdge, false, 0.3);
        else if (over?.has(node)) square(ctx, left, top, size, set.open, set.openEdge, false, 0.25);
        continue;
      }
      const tone = trace.tone(event);
      square(ctx, left, top, size, set[tone], set[`${tone}Edge`], node === newest);
    }
  }
}

/** The nodes' arrows and numbers: after the path, which would cover them. */
export function drawLabels(ctx, view, trace, panel) {
  if (view.cssSize < ARROWS_FROM) return;
  const set = colours();
  const numbers = state.show.numbers && view.cssSize >= NUMBERS_FROM;
  const marks = new Set([state.start, ...state.via, ...state.goals].map(nodeOf));
  const { size } = view;
  for (let y = view.first.y; y < view.last.y; y++) {
    for (let x = view.first.x; x < view.last.x; x++) {
      const node = y * trace.width + x;
      const event = trace.at(node);
      if (event < 0) continue;
      // A rim of the square's own colour separates the numbers from the path below them.
      const rim = mix(set[trace.tone(event)], set.ground, 1 - SHINE);
      const [left, top] = [view.left + x * size, view.top + y * size];
      const parent = toCell(trace.parent(event) === NONE ? node : trace.parent(event));
      arrow(ctx, { cx: left + size / 2, cy: top + size / 2, size, aside: marks.has(node) && numbers }, parent.x - x, parent.y - y, set.ink, view.cssSize >= SQUARES_FROM ? rim : null);
      if (numbers) writeNumbers(ctx, left, top, size, trace, event, panel, set.ink, rim);
    }
  }
}

function square(ctx, left, top, size, fill, edge, newest, shine = SHINE) {
  const gap = Math.max(1, size * 0.035);
  ctx.beginPath();
  ctx.roundRect(left + gap, top + gap, size - 2 * gap, size - 2 * gap, size * 0.09);
  ctx.fillStyle = fill;
  ctx.globalAlpha = shine;
  ctx.fill();
  if (shine === SHINE) ctx.globalAlpha = 1;
  ctx.lineWidth = newest ? Math.max(2.5, size * 0.07) : Math.max(1, size * 0.028);
  ctx.strokeStyle = edge;
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** An arrow in that direction, to the parent; beside the middle where there is a mark. */
export function arrow(ctx, { cx, cy, size, aside }, dx, dy, ink, rim) {
  if (dx === 0 && dy === 0) return;
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const reach = size * (aside ? 0.44 : 0.2);
  const tail = size * (aside ? -0.24 : 0.2);
  const [tx, ty] = [cx + ux * reach, cy + uy * reach];
  const head = size * 0.1;
  ctx.beginPath();
  ctx.moveTo(cx - ux * tail, cy - uy * tail);
  ctx.lineTo(tx, ty);
  ctx.moveTo(tx - (ux - uy * 0.8) * head, ty - (uy + ux * 0.8) * head);
  ctx.lineTo(tx, ty);
  ctx.lineTo(tx - (ux + uy * 0.8) * head, ty - (uy - ux * 0.8) * head);
  const thick = Math.max(1, size * 0.034);
  ctx.lineCap = ctx.lineJoin = 'round';
  if (rim) {
    ctx.strokeStyle = rim;
    ctx.lineWidth = thick * 3;
    ctx.stroke();
  }
  ctx.strokeStyle = ink;
  ctx.lineWidth = thick;
  ctx.stroke();
}

/** The numbers of a node as text: `{f, g, h}`. */
export function numbersOf(trace, event, panel) {
  const [g, h] = [trace.g(event), trace.h(event)];
  return { f: written(g + h, panel), g: written(g, panel), h: written(h, panel) };
}

function writeNumbers(ctx, left, top, size, trace, event, panel, ink, rim) {
  const { f, g, h } = numbersOf(trace, event, panel);
  const longest = Math.max(f.length * 1.12, g.length + h.length + 0.8);
  const font = Math.min(size * 0.23, (size * 0.86) / (longest * 0.58));
  const pad = size * 0.09;
  ctx.fillStyle = ink;
  ctx.strokeStyle = rim;
  ctx.lineWidth = font * 0.3;
  ctx.lineJoin = 'round';
  ctx.textBaseline = 'alphabetic';
  const write = (text, x, y) => {
    ctx.strokeText(text, x, y);
    ctx.fillText(text, x, y);
  };
  ctx.font = `700 ${font * 1.1}px ${FONT}`;
  ctx.textAlign = 'left';
  write(f, left + pad, top + pad + font * 0.9);
  ctx.font = `500 ${font}px ${FONT}`;
  write(g, left + pad, top + size - pad);
  ctx.textAlign = 'right';
  write(h, left + size - pad, top + size - pad);
}

export const FONT = '"Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** Marks of terrain close up, so that no class is known by colour alone. */
export function drawGlyphs(ctx, view) {
  const size = view.size;
  const { width } = state.world;
  const cells = state.grown ?? state.cells;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.lineWidth = Math.max(1, size * 0.035);
  ctx.lineCap = 'round';
  for (let y = view.first.y; y < view.last.y; y++) {
    for (let x = view.first.x; x < view.last.x; x++) {
      const byte = cells[y * width + x];
      if (byte === 46 || byte === 64 || byte === 71) continue;
      glyph(ctx, byte, ...view.middle(x, y), size);
    }
  }
}

export function glyph(ctx, byte, cx, cy, size) {
  const light = isDarkClass(byte);
  ctx.strokeStyle = ctx.fillStyle = light ? 'rgba(255,255,255,0.5)' : 'rgba(20,30,45,0.34)';
  const u = size / 10;
  const letter = String.fromCharCode(byte);
  ctx.beginPath();
  if (letter === 'T') {
    ctx.moveTo(cx, cy - 3 * u);
    ctx.lineTo(cx + 2.4 * u, cy + 1.4 * u);
    ctx.lineTo(cx - 2.4 * u, cy + 1.4 * u);
    ctx.closePath();
    ctx.fill();
    ctx.fillRect(cx - 0.5 * u, cy + 1.4 * u, u, 1.6 * u);
  } else if (letter === 'W') {
    for (const dy of [-1.6, 1.2]) wave(ctx, cx, cy + dy * u, u);
    ctx.stroke();
  } else if (letter === 'S') {
    for (const [dx, dy] of [[-2, -1], [1, -1.6], [-0.4, 1.8], [2.4, 1.2]]) {
      ctx.moveTo(cx + (dx - 0.8) * u, cy + dy * u);
      ctx.lineTo(cx + (dx + 0.8) * u, cy + dy * u);
    }
    ctx.stroke();
  } else if (letter >= '2' && letter <= '9' && size >= 26) {
    ctx.font = `600 ${3.4 * u}px ${FONT}`;
    ctx.fillText(`×${letter}`, cx, cy);
  }
}

function wave(ctx, cx, cy, u) {
  ctx.moveTo(cx - 3 * u, cy);
  ctx.quadraticCurveTo(cx - 1.5 * u, cy - 1.6 * u, cx, cy);
  ctx.quadraticCurveTo(cx + 1.5 * u, cy + 1.6 * u, cx + 3 * u, cy);
}

/** Which number is at a point of a square: `f`, `g`, `h`, or null. */
export function partAt({ fx, fy, x, y }) {
  if (camera.tiling.hold || camera.size < NUMBERS_FROM || !state.show.numbers || !state.show.search) return null;
  const [mx, my] = camera.tiling.middle(x, y);
  const [u, v] = [fx - mx + 0.5, fy - my + 0.5];
  if (v < 0.4) return u < 0.62 ? 'f' : null;
  if (v < 0.62) return null;
  return u < 0.5 ? 'g' : 'h';
}
