/** Saving pictures: what is visible as PNG, the scene as SVG. */

import { byId } from './dom.js';
import { colours } from './colours.js';
import { cssOf } from './ground.js';
import { download } from './download.js';
import { report } from './session.js';
import { traces } from './player.js';
import { numbersOf } from './squares.js';
import { state } from './state.js';

/** Name for a file of this map. */
export const fileName = (ending) => `${(state.world?.name || 'map').replace(/[^\w-]+/g, '-').toLowerCase()}.${ending}`;

/** Saves what the boards show, as they are arranged. */
export function savePng() {
  const boards = [...document.querySelectorAll('.board:not([hidden]) canvas')];
  const above = byId('boards').classList.contains('above');
  const sum = (key) => boards.reduce((total, board) => total + board[key], 0);
  const canvas = document.createElement('canvas');
  canvas.width = above ? boards[0].width : sum('width');
  canvas.height = above ? sum('height') : boards[0].height;
  const ctx = canvas.getContext('2d');
  boards.forEach((board, at) => ctx.drawImage(board, above ? 0 : at * board.width, above ? at * board.height : 0));
  canvas.toBlob((blob) => download(fileName('png'), blob), 'image/png');
}

const SVG_CELLS = 40_000;
const S = 48;

/** Saves the map, the search and the path as a drawing that scales. */
export function saveSvg() {
  try {
    download(fileName('svg'), new Blob([svgText()], { type: 'image/svg+xml' }));
  } catch (error) {
    report(error);
  }
}

/** The drawing as text. */
function svgText() {
  const { width, height } = state.world;
  if (state.tiling) throw new Error('a drawing as SVG is for maps of squares: save a picture (PNG)');
  if (width * height > SVG_CELLS) throw new Error(`a drawing has at most ${SVG_CELLS} squares, this map has ${width * height}`);
  const set = colours();
  const parts = [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width * S} ${height * S}" font-family="Arial, sans-serif">`, rect(0, 0, width * S, height * S, set.ground)];
  for (let y = 0; y < height; y++) parts.push(...terrainRow(y));
  if (state.show.search) parts.push(...searched());
  parts.push(...gridLines(set), ...answer(set), '</svg>');
  return parts.join('\n');
}

const rect = (x, y, w, h, fill, more = '') => `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"${more}/>`;

/** Equal squares of a row become one rectangle. */
function terrainRow(y) {
  const { width } = state.world;
  const out = [];
  for (let x = 0; x < width;) {
    const byte = state.cells[y * width + x];
    let end = x + 1;
    while (end < width && state.cells[y * width + end] === byte) end++;
    if (cssOf(byte) !== colours().ground) out.push(rect(x * S, y * S, (end - x) * S, S, cssOf(byte)));
    x = end;
  }
  return out;
}

function searched() {
  const { width, height } = state.world;
  const trace = traces.a;
  const set = colours();
  const numbers = width * height <= 2500;
  const out = [];
  for (let node = 0; node < width * height; node++) {
    const event = trace.at(node);
    if (event < 0) continue;
    const [x, y] = [(node % width) * S, Math.floor(node / width) * S];
    const tone = trace.tone(event);
    out.push(rect(x + 2, y + 2, S - 4, S - 4, set[tone], ` rx="4" stroke="${set[`${tone}Edge`]}" fill-opacity="0.8"`));
    if (!numbers) continue;
    const { f, g, h } = numbersOf(trace, event, 'a');
    const text = (tx, ty, anchor, value, size) => `<text x="${x + tx}" y="${y + ty}" font-size="${size}" text-anchor="${anchor}" fill="${set.ink}">${value}</text>`;
    out.push(text(5, 14, 'start', f, 11), text(5, S - 6, 'start', g, 9), text(S - 5, S - 6, 'end', h, 9));
  }
  return out;
}

function gridLines(set) {
  const { width, height } = state.world;
  if (width * height > 10_000) return [];
  const lines = [];
  for (let x = 0; x <= width; x++) lines.push(`M${x * S} 0V${height * S}`);
  for (let y = 0; y <= height; y++) lines.push(`M0 ${y * S}H${width * S}`);
  return [`<path d="${lines.join('')}" stroke="${set.ink}" stroke-opacity="0.12" fill="none"/>`];
}

function answer(set) {
  const { width } = state.world;
  const centre = (cell) => [(cell.x + 0.5) * S, (cell.y + 0.5) * S];
  const out = [];
  const { path } = state.panels.a;
  const trace = traces.a;
  if (path && state.show.path && (!trace.count || trace.position >= trace.count)) {
    const points = [...path].map((node) => centre({ x: node % width, y: Math.floor(node / width) }).join(',')).join(' ');
    out.push(`<polyline points="${points}" fill="none" stroke="${set.pathEdge}" stroke-width="11" stroke-linejoin="round" stroke-linecap="round"/>`, `<polyline points="${points}" fill="none" stroke="${set.path}" stroke-width="8" stroke-linejoin="round" stroke-linecap="round"/>`);
  }
  for (const goal of state.goals) {
    const [x, y] = centre(goal);
    out.push(`<path d="M${x} ${y - 16}l16 16-16 16-16-16z" fill="${set.goal}" stroke="${set.mark}" stroke-width="3"/>`);
  }
  for (const stop of state.via) {
    const [x, y] = centre(stop);
    out.push(rect(x - 12, y - 12, 24, 24, set.via, ` stroke="${set.mark}" stroke-width="3"`));
  }
  if (state.start) {
    const [x, y] = centre(state.start);
    out.push(`<circle cx="${x}" cy="${y}" r="14" fill="${set.start}" stroke="${set.mark}" stroke-width="3"/>`);
  }
  return out;
}
