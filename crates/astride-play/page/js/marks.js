/** Path, start, stops and goals: drawn large enough to see and to grab at every zoom. */

import { colours } from './colours.js';
import { state } from './state.js';

/** The path as a thick line with an edge; dashed where it only leads part of the way. */
export function drawPath(ctx, view, nodes, partial, body = 1) {
  if (nodes.length < 2) return;
  if (body > 1) drawSwath(ctx, view, nodes, body);
  const set = colours();
  const { width } = state.world;
  const { size, ratio } = view;
  const near = state.show.search && state.show.numbers && size >= 42 * ratio;
  const thick = near ? Math.max(4.5 * ratio, Math.min(size * 0.11, 10 * ratio)) : Math.max(3 * ratio, Math.min(size * 0.2, 9 * ratio));
  ctx.beginPath();
  for (let i = 0; i < nodes.length; i++) {
    const y = Math.floor(nodes[i] / width);
    const x = nodes[i] - y * width;
    ctx.lineTo(...view.middle(x + (body - 1) / 2, y + (body - 1) / 2));
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

/** Everything that a large body covers on its way; its position is its top left cell. */
function drawSwath(ctx, view, nodes, body) {
  const { width } = state.world;
  ctx.beginPath();
  for (let i = 1; i < nodes.length; i++) {
    const corners = [];
    for (const node of [nodes[i - 1], nodes[i]]) {
      const y = Math.floor(node / width);
      const x = node - y * width;
      for (const [dx, dy] of [[0, 0], [body, 0], [body, body], [0, body]]) corners.push([x + dx, y + dy]);
    }
    hull(corners).forEach(([x, y], at) => ctx[at ? 'lineTo' : 'moveTo'](view.left + x * view.size, view.top + y * view.size));
    ctx.closePath();
  }
  ctx.fillStyle = colours().path;
  ctx.globalAlpha = 0.36;
  ctx.fill();
  ctx.globalAlpha = 1;
}

/** The corners of the smallest convex shape around points, always the same way round. */
function hull(points) {
  const sorted = points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list) => {
    const out = [];
    for (const p of list) {
      while (out.length > 1 && turn(out.at(-2), out.at(-1), p) <= 0) out.pop();
      out.push(p);
    }
    return out.slice(0, -1);
  };
  return [...half(sorted), ...half([...sorted].reverse())];
}

const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** The squares that a large body covers when it stands at a mark. */
export function drawBody(ctx, view, cell, kind, body) {
  if (body < 2) return;
  ctx.strokeStyle = colours()[kind];
  ctx.lineWidth = 2 * view.ratio;
  ctx.setLineDash([5 * view.ratio, 4 * view.ratio]);
  ctx.strokeRect(view.left + cell.x * view.size, view.top + cell.y * view.size, body * view.size, body * view.size);
  ctx.setLineDash([]);
}

/** Radius of a mark in device pixels. */
export function radiusOf(view) {
  // Close up they leave room for the numbers in their squares.
  if (state.show.search && state.show.numbers && view.size >= 42 * view.ratio) return view.size * 0.2;
  return Math.max(9 * view.ratio, Math.min(view.size * 0.33, 26 * view.ratio));
}

/** A start is round, a stop square, a goal stands on its tip, a landmark has three corners: shapes tell them apart, not colours. */
export function drawMark(ctx, view, cell, kind, text) {
  const set = colours();
  const [cx, cy] = view.middle(cell.x, cell.y);
  const r = radiusOf(view);
  ctx.beginPath();
  if (kind === 'start') {
    ctx.arc(cx, cy, r, 0, 2 * Math.PI);
  } else if (kind === 'via') {
    ctx.rect(cx - r * 0.88, cy - r * 0.88, r * 1.76, r * 1.76);
  } else if (kind === 'landmark') {
    for (const [dx, dy] of [[0, -1.2], [1.1, 0.8], [-1.1, 0.8]]) ctx.lineTo(cx + dx * r, cy + dy * r);
    ctx.closePath();
  } else {
    const q = r * 1.16;
    ctx.moveTo(cx, cy - q);
    ctx.lineTo(cx + q, cy);
    ctx.lineTo(cx, cy + q);
    ctx.lineTo(cx - q, cy);
    ctx.closePath();
  }
  ctx.lineJoin = 'round';
  ctx.fillStyle = set[kind] ?? set.select;
  ctx.strokeStyle = set.mark;
  ctx.lineWidth = Math.max(2 * view.ratio, r * 0.2);
  ctx.stroke();
  ctx.fill();
  write(ctx, text, cx, cy + r * 0.06, `700 ${r * (text.length > 1 ? 0.85 : 1.05)}px`, set.mark);
}

/** Writes text around a point. */
export function write(ctx, text, x, y, font, colour) {
  ctx.fillStyle = colour;
  ctx.font = `${font} Arial, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, x, y);
}

/** Cells that a stroke would change, shown while it is dragged: a box or a line. */
export function drawSketch(ctx, view, sketch, colour) {
  if (!sketch) return;
  const { size } = view;
  const at = (cell) => [view.left + cell.x * size, view.top + cell.y * size];
  ctx.fillStyle = ctx.strokeStyle = colour;
  ctx.globalAlpha = 0.55;
  if (sketch.tool === 'line') {
    ctx.lineWidth = size * sketch.size;
    ctx.lineCap = sketch.shape === 'round' ? 'round' : 'square';
    ctx.beginPath();
    for (const { x, y } of [sketch.from, sketch.to]) ctx.lineTo(...view.middle(x, y));
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

/** Lines between squares, this many squares apart, where they are in view. */
export function drawLattice(ctx, view, every) {
  const { left, top, first, last, size } = view;
  const at = (origin, i) => Math.round(origin + i * size) + 0.5;
  const from = (start) => Math.ceil(start / every) * every;
  ctx.beginPath();
  for (let x = from(first.x); x <= last.x; x += every) {
    ctx.moveTo(at(left, x), at(top, first.y));
    ctx.lineTo(at(left, x), at(top, last.y));
  }
  for (let y = from(first.y); y <= last.y; y += every) {
    ctx.moveTo(at(left, first.x), at(top, y));
    ctx.lineTo(at(left, last.x), at(top, y));
  }
  ctx.stroke();
}
