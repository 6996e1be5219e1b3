/** Path, start and goals: drawn large enough to see and to grab at every zoom. @module */

import { colours } from './colours.js';
import { state } from './state.js';

/** Least radius of a mark in CSS pixels. */
export const MARK = 9;

/** The path as a thick line with an edge; dashed where it only leads part of the way. */
export function drawPath(ctx, view, nodes, partial) {
  if (nodes.length < 2) return;
  const set = colours();
  const { width } = state.world;
  const { size, ratio } = view;
  const near = state.show.search && state.show.numbers && size >= 42 * ratio;
  const thick = near ? 4.5 * ratio : Math.max(3 * ratio, Math.min(size * 0.2, 9 * ratio));
  ctx.beginPath();
  for (let i = 0; i < nodes.length; i++) {
    const y = Math.floor(nodes[i] / width);
    const x = nodes[i] - y * width;
    ctx.lineTo(view.left + (x + 0.5) * size, view.top + (y + 0.5) * size);
  }
  ctx.lineJoin = ctx.lineCap = 'round';
  if (partial) ctx.setLineDash([thick * 2, thick * 1.8]);
  ctx.strokeStyle = set.pathEdge;
  ctx.globalAlpha = 0.85;
  ctx.lineWidth = thick + 2.6 * ratio;
  ctx.stroke();
  ctx.globalAlpha = 1;
  ctx.strokeStyle = set.path;
  ctx.lineWidth = thick;
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Radius of a mark in device pixels. */
export function radiusOf(view) {
  // Close up they leave room for the numbers in their squares.
  if (state.show.search && state.show.numbers && view.size >= 42 * view.ratio) return view.size * 0.2;
  return Math.max(MARK * view.ratio, Math.min(view.size * 0.33, 26 * view.ratio));
}

/** A start is round, a goal stands on its tip: shapes tell them apart, not colours. */
export function drawMark(ctx, view, cell, kind, text) {
  const set = colours();
  const [cx, cy] = [view.left + (cell.x + 0.5) * view.size, view.top + (cell.y + 0.5) * view.size];
  const r = radiusOf(view);
  ctx.beginPath();
  if (kind === 'start') {
    ctx.arc(cx, cy, r, 0, 2 * Math.PI);
  } else {
    const q = r * 1.16;
    ctx.moveTo(cx, cy - q);
    ctx.lineTo(cx + q, cy);
    ctx.lineTo(cx, cy + q);
    ctx.lineTo(cx - q, cy);
    ctx.closePath();
  }
  ctx.lineJoin = 'round';
  ctx.fillStyle = set[kind];
  ctx.strokeStyle = set.mark;
  ctx.lineWidth = Math.max(2 * view.ratio, r * 0.2);
  ctx.stroke();
  ctx.fill();
  ctx.fillStyle = set.mark;
  ctx.font = `700 ${r * (text.length > 1 ? 0.85 : 1.05)}px Arial, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, cx, cy + r * 0.06);
}

/** Cells that a stroke would change, shown while it is dragged: a box or a line. */
export function drawSketch(ctx, view, sketch, colour) {
  if (!sketch) return;
  const { size } = view;
  const at = (cell) => [view.left + cell.x * size, view.top + cell.y * size];
  ctx.fillStyle = ctx.strokeStyle = colour;
  ctx.globalAlpha = 0.55;
  if (sketch.tool === 'line') {
    const [x0, y0] = at(sketch.from);
    const [x1, y1] = at(sketch.to);
    ctx.lineWidth = size * sketch.size;
    ctx.lineCap = sketch.shape === 'round' ? 'round' : 'square';
    ctx.beginPath();
    ctx.moveTo(x0 + size / 2, y0 + size / 2);
    ctx.lineTo(x1 + size / 2, y1 + size / 2);
    ctx.stroke();
  } else {
    const [x0, y0] = at({ x: Math.min(sketch.from.x, sketch.to.x), y: Math.min(sketch.from.y, sketch.to.y) });
    const [x1, y1] = at({ x: Math.max(sketch.from.x, sketch.to.x) + 1, y: Math.max(sketch.from.y, sketch.to.y) + 1 });
    if (sketch.tool === 'rectangle') ctx.fillRect(x0, y0, x1 - x0, y1 - y0);
    ctx.globalAlpha = 0.9;
    ctx.lineWidth = sketch.tool === 'outline' ? Math.max(2, size * 0.5) : 2 * view.ratio;
    if (sketch.tool === 'select') ctx.setLineDash([6 * view.ratio, 4 * view.ratio]);
    ctx.strokeRect(x0, y0, x1 - x0, y1 - y0);
    ctx.setLineDash([]);
  }
  ctx.globalAlpha = 1;
}

/** The brush under the pointer. */
export function drawBrush(ctx, view, cell, brush, colour) {
  const { size } = view;
  const reach = (brush.size - 1) / 2;
  const [low, high] = [Math.floor(reach), Math.ceil(reach)];
  const left = view.left + (cell.x - low) * size;
  const top = view.top + (cell.y - low) * size;
  const side = (low + high + 1) * size;
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.5 * view.ratio;
  ctx.beginPath();
  if (brush.shape === 'round' && brush.size > 2) ctx.arc(left + side / 2, top + side / 2, side / 2, 0, 2 * Math.PI);
  else ctx.rect(left, top, side, side);
  ctx.stroke();
}
