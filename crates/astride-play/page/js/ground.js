/** The map's own picture: terrain in tiles, shared by both boards, and the active layer over it. */

import { classColour, colours, heatPixels, levelPixels, mix, pixel, rgb, CLASSES } from './colours.js';
import { TileLayer } from './tiles.js';
import { state, toCell } from './state.js';

/** The pixels of each class: those of its ground, and those of the marks on it. */
let table = new Uint32Array(256);
let marks = new Uint32Array(256);
let css = [];

/**
 * Marks of terrain, repeated every 4 by 4 pixels, so that no class is known by colour alone: rows from the top, and in
 * each the left pixel is the highest bit.
 */
const MARKS = { T: 0b0100_1110_0000_0000, W: 0b0110_1001_0000_0000, S: 0b1110_0000_1011_0000 };

/** The bits of costly ground, one more for each factor, as far from each other as possible. */
const COSTLY = [15, 5, 13, 7, 10, 0, 8, 2];

let patterns = new Uint16Array(256);
const fills = new Map();

const patternOf = (letter) => MARKS[letter] ?? COSTLY.slice(0, letter - 1 || 0).reduce((bits, at) => bits | (1 << at), 0);

/** Takes the colours of the theme and of the classes that the welcome names. */
export function retint() {
  css = Array.from({ length: 256 }, (_, byte) => classColour(byte, state.classes[byte]));
  table = Uint32Array.from(css, (colour) => pixel(colour));
  marks = Uint32Array.from(css, (colour) => pixel(mix(colour, colours().ink, 0.3)));
  fills.clear();
  patterns = Uint16Array.from(css, (_, byte) => patternOf(String.fromCharCode(byte)));
  ground.touchAll();
  layerTiles.touchAll();
}

/** A pattern that fills areas with only the marks of a class; null where it has none. The marks move with the map. */
export function marksFor(ctx, { left, top, ratio }) {
  const placed = new DOMMatrix([ratio, 0, 0, ratio, left, top]);
  const ready = new Map();
  return (byte) => {
    if (!patterns[byte]) return null;
    if (!ready.has(byte)) {
      if (!fills.has(byte)) fills.set(byte, ctx.createPattern(marksTile(byte), 'repeat'));
      fills.get(byte).setTransform(placed);
      ready.set(byte, fills.get(byte));
    }
    return ready.get(byte);
  };
}

function marksTile(byte) {
  const tile = new OffscreenCanvas(4, 4);
  const image = new ImageData(4, 4);
  new Uint32Array(image.data.buffer).forEach((_, at, out) => { out[at] = (patterns[byte] >> (15 - at)) & 1 ? marks[byte] : 0; });
  tile.getContext('2d').putImageData(image, 0, 0);
  return tile;
}

/** CSS colour of a class. */
export const cssOf = (byte) => css[byte] ?? '#000000';

/** Whether text on a class should be light. */
export function isDarkClass(byte) {
  const [r, g, b] = rgb(cssOf(byte));
  return r * 0.3 + g * 0.59 + b * 0.11 < 120;
}

function paintGround(out, x, y, step, columns, rows) {
  const cells = state.grown ?? state.cells;
  const { width, height } = state.world;
  if (step <= 1) {
    const shift = -Math.log2(step);
    for (let row = 0; row < rows; row++) {
      const from = (y + (row >> shift)) * width + x;
      // Tiles begin at multiples of 256 pixels, so marks go on from one to the next.
      const line = 15 - 4 * (row & 3);
      for (let column = 0; column < columns; column++) {
        const byte = cells[from + (column >> shift)];
        out[row * 256 + column] = (patterns[byte] >> (line - (column & 3))) & 1 ? marks[byte] : table[byte];
      }
    }
    return;
  }
  const part = step >> 1;
  const average = (a, b) => ((((a ^ b) & 0xfefefefe) >>> 1) + (a & b)) >>> 0;
  for (let row = 0; row < rows; row++) {
    const top = (y + row * step) * width;
    const below = Math.min(height - 1, y + row * step + part) * width;
    for (let column = 0; column < columns; column++) {
      const left = x + column * step;
      const right = Math.min(width - 1, left + part);
      const byte = cells[top + left];
      out[row * 256 + column] = (patterns[byte] >> (15 - 4 * (row & 3) - (column & 3))) & 1 ? marks[byte] : average(
        average(table[byte], table[cells[below + right]]),
        average(table[cells[top + right]], table[cells[below + left]]),
      );
    }
  }
}

export const ground = new TileLayer(paintGround, -2);

const levels = levelPixels(205);
const heat = heatPixels();

function paintLayer(out, x, y, step, columns, rows) {
  const layer = state.layer;
  if (!layer?.values) return;
  if (layer.kind === 'areas') layer.colours ??= areaPixels(layer);
  const ramp = layer.id === 'influence' ? heat : levels;
  const { values, shift, width, colours: of, wave } = layer;
  for (let row = 0; row < rows; row++) {
    const line = ((y + row * step) >> shift) * width;
    for (let column = 0; column < columns; column++) {
      if (wave && wave.at((y + row * step) * state.world.width + x + column * step) < 0) continue;
      const value = values[line + ((x + column * step) >> shift)];
      out[row * 256 + column] = of ? of[value] : value && ramp[(value - 1) >> 8];
    }
  }
}

/** Pixels of areas by number: 0 is none, those without one have the colours in turn. */
function areaPixels(layer) {
  const pixels = CLASSES.map((colour) => pixel(colour, 165));
  const told = layer.areas ?? [];
  return Uint32Array.from({ length: 65536 }, (_, number) => (number === 0 ? 0 : pixels[(told[number - 1]?.[1] ?? number - 1) % pixels.length]));
}

export const layerTiles = new TileLayer(paintLayer);

/** The map was replaced. */
export function resizeGround() {
  ground.resize(state.world.width, state.world.height);
  layerTiles.resize(state.world.width, state.world.height);
}

/** Cells changed: runs of class bytes. */
export function patch({ starts, lengths, classes }) {
  ground.begin();
  const { width } = state.world;
  let at = 0;
  for (let run = 0; run < starts.length; run++) {
    for (let i = 0; i < lengths[run]; i++) {
      const node = starts[run] + i;
      state.cells[node] = classes[at++];
      const y = Math.floor(node / width);
      ground.touch(node - y * width, y);
    }
  }
}

/** What a growing map shows changed at these nodes, or everywhere. */
export function growGround(nodes) {
  if (!nodes) return ground.touchAll();
  ground.begin();
  for (const node of nodes) {
    const { x, y } = toCell(node);
    ground.touch(x, y);
  }
}

/** The colour behind the map. */
export const outside = () => colours().outside;
