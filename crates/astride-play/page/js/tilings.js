/**
 * Tiles that are not squares: hexagons and triangles, kept by columns and rows.
 * Where they lie, which one is under a point, and how they are drawn. The middles of two neighbours are 1 apart.
 */

import { camera } from './camera.js';
import { colours, levelPixels, mix } from './colours.js';
import { cssOf, ground, layerTiles, marksFor } from './ground.js';
import { lively } from './parts.js';
import { graph, mesh } from './plans.js';
import { arrow, glyph, numbersOf, ARROWS_FROM, NUMBERS_FROM, SHINE, SQUARES_FROM } from './squares.js';
import { on, nodeOf, state, toCell } from './state.js';
import { writeNumbers } from './tilenumbers.js';
import { CLOSE, NONE } from './trace.js';

/** Size of a tile, in CSS pixels, below which tiles are drawn as rows of dots. */
const TILES_FROM = 5;

const ROW = Math.sqrt(3) / 2;
const REACH = 1 / Math.sqrt(3);

/** The corners of a hexagon around its middle, the first one at this angle. */
const hexagon = (first) => Array.from({ length: 6 }, (_, at) => {
  const angle = ((first + 60 * at) * Math.PI) / 180;
  return [REACH * Math.cos(angle), REACH * Math.sin(angle)];
});

const POINTY = hexagon(-90);
const FLAT = hexagon(-120);
const UP = [[0, -1], [ROW, 0.5], [-ROW, 0.5]];
const DOWN = [[0, 1], [-ROW, -0.5], [ROW, -0.5]];

/** Of the tiles near this one, the one whose middle is nearest to the point, which is exact for hexagons. */
function nearest(middle, px, py, x, y) {
  let [best, least] = [{ x, y }, Infinity];
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const [mx, my] = middle(x + dx, y + dy);
      const far = (mx - px) ** 2 + (my - py) ** 2;
      if (far < least) [best, least] = [{ x: x + dx, y: y + dy }, far];
    }
  }
  return best;
}

const odd = (number) => number & 1;

const pointy = {
  pitch: [1, ROW],
  extent: (width, height) => ({ width: width + (height > 1 ? 0.5 : 0), height: (height - 1) * ROW + 2 * REACH }),
  middle: (x, y) => [x + 0.5 + odd(y) / 2, y * ROW + REACH],
  corners: () => POINTY,
  at: (px, py) => nearest(pointy.middle, px, py, Math.floor(px), Math.floor(py / ROW)),
};

const flat = {
  pitch: [ROW, 1],
  extent: (width, height) => ({ width: (width - 1) * ROW + 2 * REACH, height: height + (width > 1 ? 0.5 : 0) }),
  middle: (x, y) => [x * ROW + REACH, y + 0.5 + odd(x) / 2],
  corners: () => FLAT,
  at: (px, py) => nearest(flat.middle, px, py, Math.floor(px / ROW), Math.floor(py)),
};

const isUp = (x, y) => !odd(x ^ y);

const triangles = {
  pitch: [ROW, 1.5],
  extent: (width, height) => ({ width: (width + 1) * ROW, height: height * 1.5 }),
  middle: (x, y) => [(x + 1) * ROW, y * 1.5 + (isUp(x, y) ? 1 : 0.5)],
  corners: (x, y) => (isUp(x, y) ? UP : DOWN),
  at(px, py) {
    const y = Math.floor(py / 1.5);
    const column = Math.floor(px / ROW);
    // The side between two columns leans one way or the other.
    const [u, v] = [px / ROW - column, py / 1.5 - y];
    const left = isUp(column, y) ? u < v : u < 1 - v;
    return { x: left ? column - 1 : column, y };
  },
};

/** What all of them have in common. */
const common = {
  /** Which tiles may be seen, given where points of the canvas lie on the map. */
  seen(toX, toY, { width, height }) {
    const [a, b] = [[0, 0], [width, height]].map(([x, y]) => this.at(toX(x), toY(y)));
    const within = (value, most) => Math.max(0, Math.min(most, value));
    const { world } = state;
    return {
      first: { x: within(a.x - 2, world.width), y: within(a.y - 1, world.height) },
      last: { x: within(b.x + 3, world.width), y: within(b.y + 2, world.height) },
    };
  },

  /** A line goes from tile to tile, with one stroke each. */
  pieces(stroke) {
    if (!['brush', 'line'].includes(stroke.tool)) return [stroke];
    // Shifted a little: a line along an edge has to stay on one side of it, and on the map.
    const [from, to] = [stroke.from, stroke.to].map((cell) => this.middle(...cell).map((side) => side + 1e-3));
    const count = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) * 4));
    const out = [];
    for (let i = 0; i <= count; i++) {
      const { x, y } = this.at(...[0, 1].map((axis) => from[axis] + ((to[axis] - from[axis]) * i) / count));
      const last = out.at(-1)?.from;
      const isThere = x >= 0 && y >= 0 && x < state.world.width && y < state.world.height;
      if (isThere && (last?.[0] !== x || last?.[1] !== y)) out.push({ ...stroke, tool: 'brush', size: 1, from: [x, y], to: [x, y] });
    }
    return out;
  },

  /** Adds the outline of a tile to the path of the context, drawn this much of its size. */
  outline(ctx, view, x, y, part = 1) {
    const [cx, cy] = view.middle(x, y);
    const reach = view.size * part;
    this.corners(x, y).forEach(([dx, dy], at) => ctx[at ? 'lineTo' : 'moveTo'](cx + dx * reach, cy + dy * reach));
    ctx.closePath();
  },

  /** The map and the search over it. */
  draw(ctx, view, board) {
    if (view.cssSize < TILES_FROM) return this.drawFar(ctx, view, board);
    this.drawTiles(ctx, view, (node) => (shownAt(node) === OUT ? null : cssOf(shownAt(node))), { part: 1.01 });
    drawLevels(ctx, view);
    if (view.cssSize > ARROWS_FROM) drawGlyphs(ctx, view);
    else {
      const marks = marksFor(ctx, view);
      ctx.imageSmoothingEnabled = false;
      this.drawTiles(ctx, view, (node) => marks(shownAt(node)), { part: 1.01 });
      ctx.imageSmoothingEnabled = true;
    }
    if (board.showsSearch) this.drawSearch(ctx, view, board.trace);
    if (state.show.grid && view.cssSize >= 8) this.drawGrid(ctx, view);
    drawFlow(ctx, view);
  },

  /** From afar, rows of pixels, shifted as the tiles lie. */
  drawFar(ctx, view, board) {
    const [px, py] = this.pitch;
    ctx.save();
    ctx.setTransform(px, 0, 0, py, view.left, view.top);
    const far = { ...view, left: 0, top: 0, width: (view.width - view.left) / px, height: (view.height - view.top) / py };
    ground.draw(ctx, far);
    if (state.layer?.values) layerTiles.draw(ctx, far);
    if (board.showsSearch) {
      board.trace.setByOrder(state.show.order !== 'off');
      board.trace.tiles.draw(ctx, far);
    }
    ctx.restore();
    drawFlow(ctx, view);
  },

  /** Fills tiles, those of one colour together; `colourOf` may return null for a node. */
  drawTiles(ctx, view, colourOf, { part, edge = null, alpha = 1 }) {
    const byColour = new Map();
    eachTile(view, (x, y, node) => {
      const colour = colourOf(node);
      if (!colour) return;
      if (!byColour.has(colour)) byColour.set(colour, []);
      byColour.get(colour).push(x, y);
    });
    for (const [colour, tiles] of byColour) {
      ctx.beginPath();
      for (let at = 0; at < tiles.length; at += 2) this.outline(ctx, view, tiles[at], tiles[at + 1], part);
      ctx.globalAlpha = alpha;
      ctx.fillStyle = colour;
      ctx.fill();
      ctx.globalAlpha = alpha === SHINE ? 1 : alpha;
      if (edge?.[colour]) {
        ctx.strokeStyle = edge[colour];
        ctx.lineWidth = Math.max(1, view.size * 0.028);
        ctx.stroke();
      }
    }
    ctx.globalAlpha = 1;
  },

  /** Open, closed and those of earlier legs. */
  drawSearch(ctx, view, trace) {
    const set = colours();
    const byOrder = state.show.order === 'on' || (state.show.order === 'auto' && view.cssSize < 6);
    const edge = view.cssSize >= SQUARES_FROM ? Object.fromEntries(['open', 'closed', 'openB', 'closedB'].map((tone) => [set[tone], set[`${tone}Edge`]])) : null;
    const part = view.cssSize >= SQUARES_FROM ? 0.9 : 1.01;
    const colourOf = (node) => {
      const event = trace.at(node);
      if (event < 0) return null;
      if (trace.kind(event) < CLOSE || !byOrder) return set[trace.tone(event)];
      return cssOfPixel(trace.tint.halves[Number(trace.fromB(event))].order[Math.floor((event / trace.count) * 255)]);
    };
    this.drawTiles(ctx, view, (node) => (trace.past[node] && trace.at(node) < 0 ? set.closed : null), { part, alpha: 0.3 });
    this.drawTiles(ctx, view, colourOf, { part, edge, alpha: SHINE });
    if (!edge || !trace.position) return;
    const newest = trace.node(trace.position - 1);
    if (trace.at(newest) < 0) return;
    const { x, y } = toCell(newest);
    ctx.beginPath();
    this.outline(ctx, view, x, y, part);
    ctx.lineWidth = Math.max(2.5, view.size * 0.07);
    ctx.strokeStyle = set[`${trace.tone(trace.at(newest))}Edge`];
    ctx.stroke();
  },

  drawGrid(ctx, view) {
    ctx.strokeStyle = colours().grid;
    ctx.lineWidth = Math.max(1, Math.round(view.ratio));
    ctx.beginPath();
    eachTile(view, (x, y, node) => state.cells[node] !== OUT && this.outline(ctx, view, x, y));
    ctx.stroke();
  },

  /** Arrows to parents and numbers: F above, G below at the left, H at the right. */
  labels(ctx, view, trace, panel) {
    if (view.cssSize < ARROWS_FROM) return;
    const set = colours();
    const numbers = state.show.numbers && view.cssSize >= NUMBERS_FROM;
    const marks = new Set([state.start, ...state.via, ...state.goals].map(nodeOf));
    eachTile(view, (x, y, node) => {
      const event = trace.at(node);
      if (event < 0) return;
      const [cx, cy] = view.middle(x, y);
      const rim = mix(set[trace.tone(event)], set.ground, 1 - SHINE);
      if (trace.parent(event) !== NONE && !(marks.has(node) && numbers)) {
        const parent = toCell(trace.parent(event));
        const [px, py] = view.middle(parent.x, parent.y);
        arrow(ctx, { cx, cy, size: view.size * 0.8, aside: false }, px - cx, py - cy, set.ink, view.cssSize >= SQUARES_FROM ? rim : null);
      }
      if (numbers) writeNumbers(ctx, cx, cy, view.size, numbersOf(trace, event, panel), set.ink, rim);
    });
  },
};

/** The class that is shown, which on a growing map is not yet that of the finished map. */
const shownAt = (node) => (state.grown ?? state.cells)[node];

/** Out of bounds: not drawn. */
const OUT = 'O'.charCodeAt(0);
/** Classes without a mark of their own. */
const PLAIN = new Set([...'.@GO'].map((letter) => letter.charCodeAt(0)));

function eachTile(view, visit) {
  const { width } = state.world;
  for (let y = view.first.y; y < view.last.y; y++) for (let x = view.first.x; x < view.last.x; x++) visit(x, y, y * width + x);
}

/** Marks of terrain, so that no class is known by colour alone. */
function drawGlyphs(ctx, view) {
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.lineWidth = Math.max(1, view.size * 0.035);
  eachTile(view, (x, y, node) => !PLAIN.has(shownAt(node)) && glyph(ctx, shownAt(node), ...view.middle(x, y), view.size * 0.8));
}

const cssOfPixel = (pixel) => `rgba(${pixel & 255}, ${(pixel >> 8) & 255}, ${(pixel >> 16) & 255}, ${(pixel >>> 24) / 255})`;

const ramp = Array.from(levelPixels(205), cssOfPixel);

function drawLevels(ctx, view) {
  const { layer } = state;
  if (!layer?.values) return;
  const levelAt = (node) => {
    const { x, y } = toCell(node);
    return layer.values[(y >> layer.shift) * layer.width + (x >> layer.shift)];
  };
  camera.tiling.drawTiles(ctx, view, (node) => !(layer.wave?.at(node) < 0) && levelAt(node) && ramp[(levelAt(node) - 1) >> 8], { part: 1.01 });
}

/** The step to take from each tile: pairs of nodes. */
function drawFlow(ctx, view) {
  const { lines } = state.layer ?? {};
  if (state.layer?.id !== 'flow' || !lines || lively.layers.drawArrowsAfar(ctx, view, state.layer)) return;
  const { first, last } = view;
  ctx.globalAlpha = 0.7;
  for (let at = 0; at < lines.length; at += 3) {
    if (state.layer.wave?.at(lines[at]) < 0) continue;
    const [from, to] = [toCell(lines[at]), toCell(lines[at + 1])];
    if (from.x < first.x || from.x >= last.x || from.y < first.y || from.y >= last.y) continue;
    const [cx, cy] = view.middle(from.x, from.y);
    const [tx, ty] = view.middle(to.x, to.y);
    arrow(ctx, { cx, cy, size: view.size, aside: false }, tx - cx, ty - cy, colours().ink, null);
  }
  ctx.globalAlpha = 1;
}

/** By the names of shapes in the Session. */
export const TILINGS = { 'hex-pointy': pointy, 'hex-flat': flat, triangles };
for (const tiling of Object.values(TILINGS)) {
  for (const [name, act] of Object.entries(common)) tiling[name] = act.bind(tiling);
}
Object.assign(TILINGS, { graph, mesh });

/** What exists only for squares is hidden while there are none. */
function mark() {
  const { shape } = state.world;
  if (shape) document.body.dataset.shape = shape.id;
  else delete document.body.dataset.shape;
  if (!shape) return;
  state.brush.size = 1;
  const gone = ['live', 'units', ...(shape.layers.length ? [] : ['layers']), ...(shape.id === 'mesh' ? ['race'] : [])];
  if (gone.includes(state.tab)) document.getElementById('tab-search').click();
}
on('world', mark);
