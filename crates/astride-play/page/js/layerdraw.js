/** Arrows and lines of a layer: steps to take, gates with their width, borders and entrances of clusters, the coarse way. */

import { colours } from './colours.js';
import { drawLattice, write } from './marks.js';
import { nodeOf, state, toCell } from './state.js';

/** Size of a cell, in CSS pixels, from which each has an arrow of its own. */
const EACH_FROM = 9;
/** How far arrows that stand for many cells are from each other, in CSS pixels. */
const APART = 20;

/** The cell that the step of a flow field leads to from a cell, or null. */
function nextOf({ values, shift, width, lines, wave, next }, x, y) {
  const node = nodeOf({ x, y });
  if (wave?.at(node) < 0) return null;
  if (lines) return next[node] < 0 ? null : toCell(next[node]);
  const dir = values[(y >> shift) * width + (x >> shift)];
  if (dir > 7) return null;
  const angle = (dir * Math.PI) / 4;
  return { x: x + Math.round(Math.sin(angle)), y: y - Math.round(Math.cos(angle)) };
}

/** Adds an arrow to the path of the context: its middle, half of its length as a vector, and the relative length of its barbs. */
function addArrow(ctx, [cx, cy], [ux, uy], barb) {
  const [tx, ty] = [cx + ux, cy + uy];
  ctx.moveTo(cx - ux, cy - uy);
  ctx.lineTo(tx, ty);
  ctx.moveTo(tx - (ux - uy) * barb, ty - (uy + ux) * barb);
  ctx.lineTo(tx, ty);
  ctx.lineTo(tx - (ux + uy) * barb, ty - (uy - ux) * barb);
}

/**
 * The steps where cells are too small for arrows of their own: one for each block of them, the mean of the steps there;
 * the less they agree, the shorter. Returns whether cells are that small.
 */
export function drawArrowsAfar(ctx, view, layer) {
  if (view.cssSize >= EACH_FROM) return false;
  if (layer.lines && !layer.next) {
    layer.next = new Int32Array(state.cells.length).fill(-1);
    for (let at = 0; at < layer.lines.length; at += 3) layer.next[layer.lines[at]] = layer.lines[at + 1];
  }
  const block = Math.ceil(APART / view.cssSize);
  const stride = Math.ceil(block / 4);
  const reach = APART * view.ratio * 0.36;
  const { width, height } = state.world;
  const down = (value) => value - (value % block);
  ctx.beginPath();
  for (let top = down(view.first.y); top < view.last.y; top += block) {
    for (let left = down(view.first.x); left < view.last.x; left += block) {
      let [count, sx, sy, sux, suy] = [0, 0, 0, 0, 0];
      for (let y = top; y < Math.min(top + block, height); y += stride) {
        for (let x = left; x < Math.min(left + block, width); x += stride) {
          const to = nextOf(layer, x, y);
          if (!to) continue;
          const [cx, cy] = view.middle(x, y);
          const [tx, ty] = view.middle(to.x, to.y);
          const far = Math.hypot(tx - cx, ty - cy);
          count++;
          sx += cx;
          sy += cy;
          sux += (tx - cx) / far;
          suy += (ty - cy) / far;
        }
      }
      const [ux, uy] = [(sux / count) * reach, (suy / count) * reach];
      if (!count || Math.hypot(ux, uy) < reach / 4) continue;
      addArrow(ctx, [sx / count, sy / count], [ux, uy], 0.6);
    }
  }
  ctx.lineCap = ctx.lineJoin = 'round';
  const set = colours();
  for (const [colour, thick] of [[set.casing, 4], [set.ink, 1.5]]) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = thick * view.ratio;
    ctx.stroke();
  }
  return true;
}

/** Arrows of a layer (a flow field), for the cells in view. */
export function drawArrows(ctx, view, layer) {
  if (drawArrowsAfar(ctx, view, layer)) return;
  const set = colours();
  const size = view.size;
  ctx.strokeStyle = set.ink;
  ctx.globalAlpha = 0.65;
  ctx.lineWidth = Math.max(1, size * 0.05);
  ctx.lineCap = ctx.lineJoin = 'round';
  ctx.beginPath();
  for (let y = view.first.y; y < view.last.y; y++) {
    for (let x = view.first.x; x < view.last.x; x++) {
      const to = nextOf(layer, x, y);
      if (!to) continue;
      const half = (size * 0.28) / Math.hypot(to.x - x, to.y - y);
      addArrow(ctx, view.middle(x, y), [(to.x - x) * half, (to.y - y) * half], 0.15 / 0.28);
    }
  }
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** Draws what lies below the path. */
export function drawLayerLines(ctx, view) {
  if (state.layer?.id === 'clusters') drawClusters(ctx, view, state.layer);
}

/** Draws what has to be visible on top of it. */
export function drawLayerMarks(ctx, view) {
  if (state.layer?.id === 'chokes') drawGates(ctx, view, state.layer);
}

/** Calls `visit(x0, y0, x1, y1, what)` for each line that may be seen. */
function eachLine(view, words, visit) {
  const { width } = state.world;
  const [x0, y0, x1, y1] = [view.first.x - 2, view.first.y - 2, view.last.x + 2, view.last.y + 2];
  for (let at = 0; at < words.length; at += 3) {
    const [ay, by] = [Math.floor(words[at] / width), Math.floor(words[at + 1] / width)];
    const [ax, bx] = [words[at] - ay * width, words[at + 1] - by * width];
    if (Math.max(ax, bx) < x0 || Math.min(ax, bx) > x1 || Math.max(ay, by) < y0 || Math.min(ay, by) > y1) continue;
    visit(ax, ay, bx, by, words[at + 2]);
  }
}

/** A gate: a line across the passage, with its width beside it. */
function drawGates(ctx, view, layer) {
  if (!layer.lines) return;
  const set = colours();
  const thick = Math.max(2.5 * view.ratio, Math.min(view.size * 0.3, 7 * view.ratio));
  const stroke = (colour, width) => {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.lineCap = 'round';
    ctx.beginPath();
    eachLine(view, layer.lines, (ax, ay, bx, by) => {
      if (ax === bx && ay === by) return;
      const reach = reachOf(ax, ay, bx, by);
      ctx.moveTo(...view.middle(ax - reach[0], ay - reach[1]));
      ctx.lineTo(...view.middle(bx + reach[0], by + reach[1]));
    });
    ctx.stroke();
  };
  stroke(set.casing, thick + 3 * view.ratio);
  stroke(set.ink, thick);
  if (view.cssSize < 3) return;
  eachLine(view, layer.lines, (ax, ay, bx, by, wide) => label(ctx, view, (ax + bx) / 2, (ay + by) / 2, String(wide), set));
}

/** A line reaches to the edges of its outer squares. */
function reachOf(ax, ay, bx, by) {
  const length = Math.hypot(bx - ax, by - ay);
  return [((bx - ax) / length) * 0.45, ((by - ay) / length) * 0.45];
}

function label(ctx, view, x, y, text, set) {
  const [cx, cy] = view.middle(x, y);
  const r = 8.5 * view.ratio;
  ctx.beginPath();
  ctx.arc(cx, cy, r, 0, 2 * Math.PI);
  ctx.fillStyle = set.casing;
  ctx.strokeStyle = set.ink;
  ctx.lineWidth = 1.5 * view.ratio;
  ctx.fill();
  ctx.stroke();
  write(ctx, text, cx, cy + 0.5 * view.ratio, `650 ${(text.length > 2 ? 8 : 10) * view.ratio}px`, set.ink);
}

/** Borders of each level, entrances as short bars over the border, and the coarse way. */
function drawClusters(ctx, view, layer) {
  const set = colours();
  layer.sides.forEach((side, level) => {
    if (side * view.cssSize >= 12) drawBorders(ctx, view, side, level, set);
  });
  if (layer.lines) {
    ctx.strokeStyle = set.select;
    ctx.lineCap = 'round';
    ctx.lineWidth = Math.max(1.5 * view.ratio, Math.min(view.size * 0.34, 9 * view.ratio));
    ctx.beginPath();
    eachLine(view, layer.lines, (ax, ay, bx, by) => {
      ctx.moveTo(...view.middle(ax, ay));
      ctx.lineTo(...view.middle(bx, by));
    });
    ctx.stroke();
  }
  if (layer.way) drawWay(ctx, view, layer.way.points, set);
}

function drawBorders(ctx, view, side, level, set) {
  ctx.strokeStyle = set.ink;
  ctx.globalAlpha = 0.45;
  ctx.lineCap = 'butt';
  ctx.lineWidth = (1.2 + level * 1.4) * view.ratio;
  drawLattice(ctx, view, side);
  ctx.globalAlpha = 1;
}

/** The coarse way: dashes from node to node, each with a ring. */
function drawWay(ctx, view, points, set) {
  ctx.lineJoin = 'round';
  ctx.lineCap = 'butt';
  const trace = () => {
    ctx.beginPath();
    points.forEach(([x, y]) => ctx.lineTo(...view.middle(x, y)));
  };
  ctx.setLineDash([7 * view.ratio, 5 * view.ratio]);
  for (const [colour, width] of [[set.casing, 5], [set.goal, 2.6]]) {
    trace();
    ctx.strokeStyle = colour;
    ctx.lineWidth = width * view.ratio;
    ctx.stroke();
  }
  ctx.setLineDash([]);
  ctx.lineWidth = 2 * view.ratio;
  ctx.fillStyle = set.casing;
  for (const [x, y] of points) {
    ctx.beginPath();
    ctx.arc(...view.middle(x, y), 3.6 * view.ratio, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }
}
