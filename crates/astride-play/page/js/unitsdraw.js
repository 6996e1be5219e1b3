/** Pictures of units: small, distinct in shape and colour, painted once per size. */

import { colours } from './colours.js';
import { KINDS } from './kinds.js';
import { lively } from './parts.js';
import { on } from './state.js';
import { units } from './units.js';

const TURNS = 32;
const sprites = new Map();
on('theme', () => sprites.clear());

/** Instead of a kind: the ring around selected units. */
const RING = 7;

/** The pixels of a kind, turned, for a size of a cell in device pixels. */
function sprite(kind, turn, size) {
  const key = (Math.round(size) * 8 + kind) * TURNS + turn;
  let picture = sprites.get(key);
  if (picture) return picture;
  if (sprites.size > 2000) sprites.clear();
  const side = Math.ceil(size * 1.6) | 1;
  const canvas = new OffscreenCanvas(side, side);
  const ctx = canvas.getContext('2d');
  ctx.translate(side / 2, side / 2);
  ctx.rotate((turn / TURNS) * 2 * Math.PI);
  if (kind === RING) paintRing(ctx, size);
  else paintKind(ctx, KINDS[kind], kind, size);
  picture = { side, pixels: new Uint32Array(ctx.getImageData(0, 0, side, side).data.buffer) };
  sprites.set(key, picture);
  return picture;
}

function paintRing(ctx, size) {
  ctx.strokeStyle = colours().select;
  ctx.lineWidth = Math.max(1.5, Math.min(size * 0.15, 3));
  ctx.arc(0, 0, size * 0.62, 0, 2 * Math.PI);
  ctx.stroke();
}

/** Draws a body that looks east. */
function paintKind(ctx, kind, number, size) {
  const u = size / 10;
  ctx.fillStyle = colours().mark === '#ffffff' ? kind.light : kind.dark;
  ctx.strokeStyle = kind.edge;
  ctx.lineWidth = Math.max(1, u * 0.8);
  ctx.beginPath();
  if (number === 0) drop(ctx, u);
  else if (number === 1) ctx.ellipse(-0.6 * u, 0, 3.6 * u, 3 * u, 0, 0, 2 * Math.PI);
  else if (number === 2) ctx.roundRect(-4.4 * u, -2.8 * u, 7.6 * u, 5.6 * u, 1.6 * u);
  else if (number === 3) {
    ctx.moveTo(4.2 * u, 0);
    ctx.lineTo(-3.6 * u, 2.5 * u);
    ctx.lineTo(-2.4 * u, 0);
    ctx.lineTo(-3.6 * u, -2.5 * u);
    ctx.closePath();
  } else ctx.ellipse(-0.4 * u, 0, 2.4 * u, 2 * u, 0, 0, 2 * Math.PI);
  ctx.fill();
  ctx.stroke();
  const reach = [0, 3.4, 4.2, 0, 2.2][number] * u;
  if (reach === 0) return;
  ctx.beginPath();
  ctx.arc(reach, 0, [0, 1.5, 1.7, 0, 1][number] * u, 0, 2 * Math.PI);
  ctx.fillStyle = number === 4 ? '#f5a524' : kind.edge;
  ctx.fill();
}

/** A round body with a tip in front. */
function drop(ctx, u) {
  ctx.arc(-0.6 * u, 0, 2.7 * u, 0.7, 2 * Math.PI - 0.7);
  ctx.lineTo(3.6 * u, 0);
  ctx.closePath();
}

/**
 * Where units are drawn, pixel by pixel, before they are put on the board: without a graphics card thousands of
 * calls to draw a picture take longer than a frame.
 */
const sheet = {
  canvas: new OffscreenCanvas(1, 1),
  image: null,
  pixels: null,

  begin({ width, height }) {
    const { canvas } = this;
    if (!this.image || canvas.width !== width || canvas.height !== height) {
      Object.assign(canvas, { width, height });
      this.image = new ImageData(width, height);
      this.pixels = new Uint32Array(this.image.data.buffer);
    } else this.pixels.fill(0);
  },

  /** Puts a picture with its middle at a point. Almost transparent pixels cover nothing. */
  put({ side, pixels: from }, x, y) {
    const { pixels, canvas: { width, height } } = this;
    const [left, top] = [Math.round(x - side / 2), Math.round(y - side / 2)];
    const [x0, x1] = [Math.max(0, -left), Math.min(side, width - left)];
    for (let row = Math.max(0, -top); row < Math.min(side, height - top); row++) {
      const line = (top + row) * width + left;
      for (let column = x0; column < x1; column++) {
        const pixel = from[row * side + column];
        if (pixel >>> 24 > 127 || (pixel && !pixels[line + column])) pixels[line + column] = pixel;
      }
    }
  },

  draw(ctx) {
    this.canvas.getContext('2d').putImageData(this.image, 0, 0);
    ctx.drawImage(this.canvas, 0, 0);
  },
};

/** Draws all units in view, between the last two frames. */
function drawUnits(ctx, view) {
  const { now, before } = units;
  if (!now) return;
  const part = units.running ? units.part() : 1;
  const body = Math.max(view.size * 1.15, 7 * view.ratio);
  const [x0, y0] = [view.first.x - 1, view.first.y - 1];
  const [x1, y1] = [view.last.x + 1, view.last.y + 1];
  sheet.begin(view);
  for (let id = 0; id < now.count; id++) {
    const x = before.x[id] + (now.x[id] - before.x[id]) * part;
    const y = before.y[id] + (now.y[id] - before.y[id]) * part;
    if (x < x0 || x > x1 || y < y0 || y > y1) continue;
    const [left, top] = [view.left + x * view.size, view.top + y * view.size];
    const turn = Math.round((now.heading[id] / 65536) * TURNS) % TURNS;
    sheet.put(sprite(now.kinds[id] % KINDS.length, turn, body), left, top);
    if (units.selected.has(id)) sheet.put(sprite(RING, 0, body), left, top);
  }
  sheet.draw(ctx);
  drawWay(ctx, view);
  drawFlag(ctx, view);
}

/** The path of the selected unit. */
function drawWay(ctx, view) {
  const { way, now } = units;
  if (!way || way.id >= now.count || !way.cells.length) return;
  ctx.beginPath();
  ctx.moveTo(view.left + now.x[way.id] * view.size, view.top + now.y[way.id] * view.size);
  for (const [x, y] of way.cells) ctx.lineTo(...view.middle(x, y));
  ctx.strokeStyle = colours().path;
  ctx.lineWidth = 3 * view.ratio;
  ctx.lineJoin = ctx.lineCap = 'round';
  ctx.stroke();
}

/** Where the selected units are sent, shown for a moment. */
function drawFlag(ctx, view) {
  const { flag } = units;
  if (!flag || performance.now() >= flag.until) return;
  ctx.strokeStyle = colours().select;
  ctx.lineWidth = 2 * view.ratio;
  const r = (1 - (flag.until - performance.now()) / 900) * 18 * view.ratio;
  ctx.beginPath();
  ctx.arc(...view.middle(flag.x, flag.y), r, 0, 2 * Math.PI);
  ctx.stroke();
}

lively.units = { drawUnits };
