/** Pictures of units: small, told apart by shape and by colour, painted once per size. */

import { colours } from './colours.js';
import { on } from './state.js';
import { units } from './units.js';

/** Kinds: name, body, mark. Shapes differ, so that colours are not needed. */
export const KINDS = [
  { name: 'walker', light: '#4b5cc4', dark: '#8d9bff', edge: '#1f2a6b' },
  { name: 'sheep', light: '#ffffff', dark: '#f4f1e8', edge: '#5b6270' },
  { name: 'cow', light: '#a9672c', dark: '#c98548', edge: '#4a2a0d' },
  { name: 'dog', light: '#2c3340', dark: '#0f1318', edge: '#f5a524' },
  { name: 'hen', light: '#e2544a', dark: '#ff7a6e', edge: '#6d1a14' },
];

const TURNS = 32;
const sprites = new Map();
on('theme', () => sprites.clear());

/** A picture of a kind, turned, for a size of a cell in device pixels. */
function sprite(kind, turn, size) {
  const key = (Math.round(size) * 8 + kind) * TURNS + turn;
  let canvas = sprites.get(key);
  if (canvas) return canvas;
  if (sprites.size > 2000) sprites.clear();
  canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.ceil(size * 1.6) | 1;
  const ctx = canvas.getContext('2d');
  ctx.translate(canvas.width / 2, canvas.width / 2);
  ctx.rotate((turn / TURNS) * 2 * Math.PI);
  paintKind(ctx, KINDS[kind % KINDS.length], kind % KINDS.length, size);
  sprites.set(key, canvas);
  return canvas;
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

/** Draws all units in view, between the last two frames. */
export function drawUnits(ctx, view) {
  const { now, before } = units;
  if (!now) return;
  const part = units.running ? units.part() : 1;
  const body = Math.max(view.size * 1.15, 7 * view.ratio);
  const [x0, y0] = [view.first.x - 1, view.first.y - 1];
  const [x1, y1] = [view.last.x + 1, view.last.y + 1];
  for (let id = 0; id < now.count; id++) {
    const x = before.x[id] + (now.x[id] - before.x[id]) * part;
    const y = before.y[id] + (now.y[id] - before.y[id]) * part;
    if (x < x0 || x > x1 || y < y0 || y > y1) continue;
    const turn = Math.round((now.heading[id] / 65536) * TURNS) % TURNS;
    const picture = sprite(now.kinds[id] % KINDS.length, turn, body);
    const half = picture.width / 2;
    ctx.drawImage(picture, Math.round(view.left + x * view.size - half), Math.round(view.top + y * view.size - half));
  }
  drawWay(ctx, view);
  drawSelection(ctx, view, part, body);
}

/** The way of the one that is selected. */
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

function drawSelection(ctx, view, part, body) {
  const { now, before, selected, flag } = units;
  ctx.strokeStyle = colours().select;
  ctx.lineWidth = 2 * view.ratio;
  ctx.beginPath();
  for (const id of selected) {
    if (id >= now.count) continue;
    const x = view.left + (before.x[id] + (now.x[id] - before.x[id]) * part) * view.size;
    const y = view.top + (before.y[id] + (now.y[id] - before.y[id]) * part) * view.size;
    ctx.moveTo(x + body * 0.62, y);
    ctx.arc(x, y, body * 0.62, 0, 2 * Math.PI);
  }
  ctx.stroke();
  if (flag && performance.now() < flag.until) {
    const r = (1 - (flag.until - performance.now()) / 900) * 18 * view.ratio;
    ctx.beginPath();
    ctx.arc(...view.middle(flag.x, flag.y), r, 0, 2 * Math.PI);
    ctx.stroke();
  }
}
