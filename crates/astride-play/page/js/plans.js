/**
 * Maps without tiles: places and roads, or polygons. Where they lie, what is under a point, how they are drawn, and how they are changed.
 * Cells of the Session stand for things: places, then roads; or points of a lattice, then vertices, then polygons.
 */

import { camera } from './camera.js';
import { colours, mix } from './colours.js';
import { player } from './player.js';
import { cssOf } from './ground.js';
import { arrow, numbersOf, FONT, NUMBERS_FROM, SHINE } from './squares.js';
import { newGroup, place, stroke } from './session.js';
import { nodeOf, shown, state, toCell } from './state.js';
import { writeNumbers } from './tilenumbers.js';
import { CLOSE, GOAL, NONE } from './trace.js';

/** Room around the map. */
const PAD = 0.8;
/** How large a place is drawn; two places are about two and a half apart. */
const RADIUS = 0.3;
/** How far a point may be from a road, in CSS pixels, to select it. */
const REACH = 9;

const [WALL, USUAL] = [64, 46];

/** Positions: `x`, `y` of places or vertices in the units of the file, `unit` of which are one here. */
let plan = { x: new Float32Array(0), y: new Float32Array(0), unit: 1 };

const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
const at = (index) => [plan.x[index] / plan.unit + PAD, plan.y[index] / plan.unit + PAD];
const isOpen = (cell) => state.classes[state.cells[cell]]?.passable;

/** Puts one thing of this kind into another class; closed things are walls. */
function put(cell, byte) {
  const { x, y } = toCell(cell);
  stroke({ tool: 'brush', class: byte, size: 1, from: [x, y], to: [x, y], group: newGroup() });
}

/** What a tap does to a road or a polygon: the tool's ground, or closed and open in turn. */
function turn(cell) {
  if (state.tool === 'eraser') put(cell, USUAL);
  else if (state.tool === 'brush') put(cell, state.brush.class);
  else put(cell, state.cells[cell] === USUAL ? WALL : USUAL);
}

/** The colour of a thing according to what the search did to it, or null. */
function searched(trace, node) {
  const set = colours();
  const event = trace.at(node);
  if (event < 0) return trace.past[node] ? [mix(set.closed, set.ground, 0.7), set.closedEdge] : null;
  const tone = trace.tone(event);
  const edge = set[`${tone}Edge`];
  if (trace.kind(event) < CLOSE || state.show.order !== 'on') return [set[tone], edge];
  return [mix(set[tone], trace.fromB(event) ? set.lateB : set.late, event / trace.count), edge];
}

const newestOf = (trace) => (trace.position ? trace.node(trace.position - 1) : -1);

function field(ctx, view) {
  ctx.fillStyle = colours().ground;
  ctx.fillRect(view.left, view.top, camera.width * view.size, camera.height * view.size);
}

/** What both have in common. */
const common = {
  /** The strokes that together draw one stroke: one thing at a time. */
  pieces: (one) => [{ ...one, tool: one.tool === 'walls' ? 'walls' : 'brush', size: 1, to: one.from }],
};

/** Places and roads. */
export const graph = {
  ...common,

  take({ a, b, bytes }) {
    const numbers = (Kind, from, count) => new Kind(bytes, 24 + from, count);
    const roads = 8 * a;
    plan = {
      x: numbers(Float32Array, 0, a), y: numbers(Float32Array, 4 * a, a),
      from: numbers(Uint32Array, roads, b), to: numbers(Uint32Array, roads + 4 * b, b),
      cost: numbers(Uint32Array, roads + 8 * b, b), both: numbers(Uint8Array, roads + 12 * b, b), unit: plan.unit,
    };
  },

  extent() {
    const { extent } = state.world.shape;
    const { x, y, from, to } = plan;
    const length = median(Array.from(from, (one, road) => Math.hypot(x[one] - x[to[road]], y[one] - y[to[road]])).filter(Boolean));
    plan.unit = (length || Math.max(...extent) / 4) / 2.5;
    const [width, height] = extent.map((side) => side / plan.unit + 2 * PAD);
    return { width, height };
  },

  middle(x, y) {
    const cell = nodeOf({ x, y });
    if (cell < plan.x.length) return at(cell);
    const road = cell - plan.x.length;
    if (road >= plan.from.length) return at(0);
    const [a, b] = [at(plan.from[road]), at(plan.to[road])];
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  },

  /** The nearest place. */
  at(px, py) {
    const [x, y] = [(px - PAD) * plan.unit, (py - PAD) * plan.unit];
    let [best, least] = [0, Infinity];
    for (let i = 0; i < plan.x.length; i++) {
      const far = (plan.x[i] - x) ** 2 + (plan.y[i] - y) ** 2;
      if (far < least) [best, least] = [i, far];
    }
    return toCell(best);
  },

  nameOf: (node) => `${node + state.world.shape.first}`,
  sizeText: () => `${plan.x.length} places, ${plan.from.length} roads`,
  hint: 'Drag places; click a road to close or open it, with the brush to make it cost more. Drag A and B.',

  /** A place that is held where a drag begins. */
  hold(cell, from) {
    const [x, y] = this.middle(cell.x, cell.y);
    const far = Math.hypot(x - cell.fx, y - cell.fy) * camera.size;
    return far > Math.max(REACH, RADIUS * camera.size) ? null : { kind: 'held', ...from, place: nodeOf(cell), tap: true, group: newGroup() };
  },

  carry(now, cell) {
    now.tap = false;
    player.dragging = true;
    const side = (value, most) => Math.max(0, Math.min(most, Math.round((value - PAD) * plan.unit)));
    const [width, height] = state.world.shape.extent;
    place({ what: 'node', index: now.place, x: side(cell.fx, width), y: side(cell.fy, height), group: now.group });
  },

  /** Closes or opens a road; returns whether there was one. */
  tap(cell) {
    if (this.hold(cell, {})) return false;
    const road = roadAt(cell.fx, cell.fy);
    if (road >= 0) turn(plan.x.length + road);
    return road >= 0;
  },

  outline(ctx, view, x, y) {
    const [cx, cy] = view.middle(x, y);
    ctx.arc(cx, cy, radius(view) * 1.25, 0, 2 * Math.PI);
  },

  draw(ctx, view, board) {
    field(ctx, view);
    drawRoads(ctx, view);
    const set = colours();
    const r = radius(view);
    const newest = board.showsSearch ? newestOf(board.trace) : -1;
    for (let node = 0; node < plan.x.length; node++) {
      const [x, y] = at(node);
      const [cx, cy] = [view.left + x * view.size, view.top + y * view.size];
      if (cx < -r || cy < -r || cx > view.width + r || cy > view.height + r) continue;
      const [fill, edge] = (board.showsSearch && searched(board.trace, node)) || (isOpen(node) ? [mix(set.ground, set.ink, 0.12), mix(set.ground, set.ink, 0.5)] : [set.wall, set.bad]);
      ctx.beginPath();
      ctx.arc(cx, cy, r, 0, 2 * Math.PI);
      ctx.fillStyle = fill;
      ctx.fill();
      ctx.strokeStyle = edge;
      ctx.lineWidth = node === newest ? Math.max(2.5 * view.ratio, r * 0.25) : Math.max(1, r * 0.1);
      ctx.stroke();
      if (view.cssSize >= 34) write(ctx, this.nameOf(node), cx, cy, r * 0.8, set.ink);
    }
  },

  /** Arrows to parents and numbers: F above the place, G and H below. */
  labels(ctx, view, trace, panel) {
    if (view.cssSize < 16) return;
    const set = colours();
    const r = radius(view);
    const numbers = state.show.numbers && view.cssSize >= 30;
    const font = Math.min(r * 0.95, 15 * view.ratio);
    for (let node = 0; node < plan.x.length; node++) {
      const event = trace.at(node);
      if (event < 0) continue;
      const [cx, cy] = view.middle(...cellOf(node));
      const parent = trace.parent(event);
      if (parent !== NONE) {
        const [px, py] = view.middle(...cellOf(parent));
        const far = Math.hypot(px - cx, py - cy) || 1;
        const aside = r * 2.1;
        if (far > 2 * r) arrow(ctx, { cx: cx + ((px - cx) / far) * aside, cy: cy + ((py - cy) / far) * aside, size: r * 3, aside: false }, px - cx, py - cy, set.ink, set.ground);
      }
      if (!numbers) continue;
      const { f, g, h } = numbersOf(trace, event, panel);
      write(ctx, f, cx, cy - r - font * 0.75, font * 1.1, set.ink, set.ground, 700);
      write(ctx, `${g} + ${h}`, cx, cy + r + font * 0.75, font * 0.92, set.ink, set.ground);
    }
  },
};

const cellOf = (node) => { const { x, y } = toCell(node); return [x, y]; };

const radius = (view) => Math.max(2.4 * view.ratio, RADIUS * view.size);

function write(ctx, text, x, y, font, ink, rim = null, weight = 500) {
  ctx.font = `${weight} ${font}px ${FONT}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  if (rim) {
    ctx.strokeStyle = rim;
    ctx.lineWidth = font * 0.3;
    ctx.strokeText(text, x, y);
  }
  ctx.fillStyle = ink;
  ctx.fillText(text, x, y);
}

/** The road under a point, or −1. */
function roadAt(px, py) {
  let [best, least] = [-1, REACH / camera.size];
  for (let road = 0; road < plan.from.length; road++) {
    const [[ax, ay], [bx, by]] = [at(plan.from[road]), at(plan.to[road])];
    const [dx, dy] = [bx - ax, by - ay];
    const share = Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1)));
    const far = Math.hypot(ax + dx * share - px, ay + dy * share - py);
    if (far < least) [best, least] = [road, far];
  }
  return best;
}

/** Roads: closed ones dashed, those that cost more in the colour of their ground; arrows where they lead one way, costs where there is room. */
function drawRoads(ctx, view) {
  const set = colours();
  const usual = mix(set.ground, set.ink, 0.42);
  const thick = Math.max(1.2 * view.ratio, Math.min(view.size * 0.09, 7 * view.ratio));
  const { x, y, unit } = plan;
  const lines = new Map();
  for (let road = 0; road < plan.from.length; road++) {
    const byte = state.cells[x.length + road];
    if (!lines.has(byte)) lines.set(byte, []);
    lines.get(byte).push(road);
  }
  const ends = (road) => [plan.from[road], plan.to[road]].flatMap((one) => [view.left + (x[one] / unit + PAD) * view.size, view.top + (y[one] / unit + PAD) * view.size]);
  ctx.lineCap = 'round';
  for (const [byte, roads] of lines) {
    const open = state.classes[byte]?.passable;
    ctx.beginPath();
    for (const road of roads) {
      const [ax, ay, bx, by] = ends(road);
      ctx.moveTo(ax, ay);
      ctx.lineTo(bx, by);
    }
    ctx.strokeStyle = !open ? set.bad : byte === USUAL ? usual : cssOf(byte);
    ctx.lineWidth = byte === USUAL ? thick : thick * 1.7;
    ctx.setLineDash(open ? [] : [thick * 1.5, thick * 2.5]);
    ctx.stroke();
  }
  ctx.setLineDash([]);
  if (view.cssSize < 12) return;
  const font = Math.min(view.size * 0.22, 13 * view.ratio);
  for (let road = 0; road < plan.from.length; road++) {
    const [ax, ay, bx, by] = ends(road);
    const [cx, cy, far] = [(ax + bx) / 2, (ay + by) / 2, Math.hypot(bx - ax, by - ay)];
    if (cx < 0 || cy < 0 || cx > view.width || cy > view.height) continue;
    if (!plan.both[road] && far > 22 * view.ratio) arrow(ctx, { cx: ax + (bx - ax) * 0.68, cy: ay + (by - ay) * 0.68, size: view.size * 0.8, aside: false }, bx - ax, by - ay, set.ink, set.ground);
    const factor = state.classes[state.cells[x.length + road]]?.factor ?? 0;
    const text = factor ? `${plan.cost[road] * factor}` : '×';
    if (view.cssSize >= 22 && far > font * (text.length * 0.6 + 3) + 2 * radius(view)) write(ctx, text, cx, cy, font, set.ink, set.ground);
  }
}

/** Polygons. */
export const mesh = {
  ...common,

  take({ a, b, c, bytes }) {
    const [x, y] = [new Float32Array(bytes, 24, a), new Float32Array(bytes, 24 + 4 * a, a)];
    const counts = new Uint32Array(bytes, 24 + 8 * a, b);
    const corners = new Uint32Array(bytes, 24 + 8 * a + 4 * b, c);
    let from = 0;
    const rings = Array.from(counts, (count) => corners.subarray(from, (from += count)));
    plan = { x, y, rings, unit: 1 };
    const [columns, rows] = state.world.shape.points;
    plan.points = columns * rows;
    plan.unit = Math.sqrt((columns * rows) / b) / 1.6;
    plan.middles = rings.map((ring) => {
      const sum = [...ring].reduce(([sx, sy], one) => [sx + x[one], sy + y[one]], [0, 0]);
      return sum.map((side) => side / ring.length / plan.unit + PAD);
    });
  },

  extent() {
    const [width, height] = state.world.shape.points.map((side) => (side - 1) / plan.unit + 2 * PAD);
    return { width, height };
  },

  middle(x, y) {
    const cell = nodeOf({ x, y });
    if (cell < plan.points) return [x / plan.unit + PAD, y / plan.unit + PAD];
    const vertex = cell - plan.points;
    return vertex < plan.x.length ? at(vertex) : plan.middles[vertex - plan.x.length] ?? at(0);
  },

  /** The nearest point of the lattice. */
  at(px, py) {
    const [columns, rows] = state.world.shape.points;
    const side = (value, most) => Math.max(0, Math.min(most - 1, Math.round((value - PAD) * plan.unit)));
    return { x: side(px, columns), y: side(py, rows) };
  },

  nameOf(node) {
    const polygon = node - plan.points - plan.x.length;
    return polygon >= 0 ? `polygon ${polygon}` : this.nodeAt(toCell(node)) >= 0 ? this.nameOf(this.nodeAt(toCell(node))) : 'beside the mesh';
  },
  sizeText: () => `${plan.rings.length} polygons`,
  hint: 'Drag A and B anywhere on the mesh; click a polygon to close or open it.',
  hold: () => null,

  /** The node of the polygon at a point of the lattice, or −1. */
  nodeAt: ({ x, y }) => nodeOfPolygon(polygonAt(x / plan.unit + PAD, y / plan.unit + PAD)),

  tap(cell) {
    const polygon = polygonAt(cell.fx, cell.fy);
    if (polygon >= 0) turn(nodeOfPolygon(polygon));
    return polygon >= 0;
  },

  outline(ctx, view, x, y) {
    const polygon = polygonAt(...this.middle(x, y));
    if (polygon >= 0) ring(ctx, view, polygon);
  },

  draw(ctx, view, board) {
    const set = colours();
    ctx.lineJoin = 'round';
    const newest = board.showsSearch ? newestOf(board.trace) : -1;
    plan.rings.forEach((_, polygon) => {
      const node = nodeOfPolygon(polygon);
      const found = board.showsSearch ? searched(board.trace, node) : null;
      ctx.beginPath();
      ring(ctx, view, polygon);
      ctx.fillStyle = isOpen(node) ? set.ground : set.wall;
      ctx.fill();
      if (found) {
        ctx.globalAlpha = SHINE;
        ctx.fillStyle = found[0];
        ctx.fill();
        ctx.globalAlpha = 1;
      }
      ctx.strokeStyle = mix(set.ground, set.ink, 0.35);
      ctx.lineWidth = Math.max(1, view.ratio);
      ctx.stroke();
    });
    const last = newest - plan.points - plan.x.length;
    if (!plan.rings[last]) return;
    ctx.beginPath();
    ring(ctx, view, last);
    ctx.strokeStyle = set.closedEdge;
    ctx.lineWidth = 3 * view.ratio;
    ctx.stroke();
  },

  /** Numbers in polygons: of the last cone that went through it. */
  labels(ctx, view, trace, panel) {
    if (!state.show.numbers || view.cssSize < NUMBERS_FROM) return;
    const set = colours();
    plan.middles.forEach(([x, y], polygon) => {
      const event = trace.at(nodeOfPolygon(polygon));
      // Where there is nothing to choose from, a cone is followed at once and its guess is not shown.
      if (event < 0 || (trace.kind(event) === CLOSE && trace.parent(event) === NONE)) return;
      const rim = mix(set[trace.tone(event)], set.ground, 1 - SHINE);
      const told = numbersOf(trace, event, panel);
      // At the goal nothing is left to guess.
      const numbers = trace.kind(event) === GOAL ? { f: told.g, g: told.g, h: shown(0, panel) } : told;
      writeNumbers(ctx, view.left + x * view.size, view.top + y * view.size, view.size * 1.5, numbers, set.ink, rim);
    });
  },
};

const nodeOfPolygon = (polygon) => (polygon < 0 ? -1 : plan.points + plan.x.length + polygon);

function ring(ctx, view, polygon) {
  for (const [i, vertex] of plan.rings[polygon].entries()) {
    const [x, y] = at(vertex);
    ctx[i ? 'lineTo' : 'moveTo'](view.left + x * view.size, view.top + y * view.size);
  }
  ctx.closePath();
}

/** The polygon that holds a point, or −1. */
function polygonAt(px, py) {
  const isLeft = ([ax, ay], [bx, by]) => (bx - ax) * (py - ay) - (by - ay) * (px - ax) >= -1e-9;
  return plan.rings.findIndex((corners) => corners.every((one, i) => isLeft(at(one), at(corners[(i + 1) % corners.length]))));
}
