/** The map's own picture: terrain in tiles, shared by both boards, and the active layer over it. */

import { classColour, colours, heatPixels, levelPixels, pixel, rgb, CLASSES } from './colours.js';
import { TileLayer } from './tiles.js';
import { state } from './state.js';

let table = new Uint32Array(256);
let css = [];

/** Takes the colours of the theme and of the classes that the welcome names. */
export function retint() {
  css = Array.from({ length: 256 }, (_, byte) => classColour(byte, state.classes[byte]));
  table = Uint32Array.from(css, (colour) => pixel(colour));
  ground.touchAll();
  layerTiles.touchAll();
}

/** CSS colour of a class. */
export const cssOf = (byte) => css[byte] ?? '#000000';

/** Whether text on a class should be light. */
export function isDarkClass(byte) {
  const [r, g, b] = rgb(cssOf(byte));
  return r * 0.3 + g * 0.59 + b * 0.11 < 120;
}

function paintGround(out, x, y, step, columns, rows) {
  const { cells } = state;
  const { width, height } = state.world;
  if (step === 1) {
    for (let row = 0; row < rows; row++) {
      const from = (y + row) * width + x;
      for (let column = 0; column < columns; column++) out[row * 256 + column] = table[cells[from + column]];
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
      out[row * 256 + column] = average(
        average(table[cells[top + left]], table[cells[below + right]]),
        average(table[cells[top + right]], table[cells[below + left]]),
      );
    }
  }
}

export const ground = new TileLayer(paintGround);

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

/** Pixels of areas by number: 0 is none, those that are not told have the colours in turn. */
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

/** The colour behind the map. */
export const outside = () => colours().outside;
