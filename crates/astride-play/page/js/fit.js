/** Where a large body does not fit: squares shaded, for each panel whose mover is larger than a square. */

import { pixel, colours } from './colours.js';
import { lively } from './parts.js';
import { ask, latest, pick, report, wire } from './session.js';
import { emit, on, shownPanels, sizeOf, state } from './state.js';
import { TileLayer } from './tiles.js';

const TOO_NARROW = 1;

/** For each panel, what the Session said, and its tiles. */
const fits = { a: null, b: null };
const tiles = { a: new TileLayer(painter('a')), b: new TileLayer(painter('b')) };

function painter(name) {
  return (out, x, y, step, columns, rows) => {
    const fit = fits[name];
    if (!fit) return;
    const shade = pixel(colours().bad, 120);
    for (let row = 0; row < rows; row++) {
      const line = ((y + row * step) >> fit.shift) * fit.width;
      for (let column = 0; column < columns; column++) {
        if (fit.values[line + ((x + column * step) >> fit.shift)] === TOO_NARROW) out[row * 256 + column] = shade;
      }
    }
  };
}

/** What is known about the fit of a panel, or null. */
const fitOf = (name) => fits[name];

function drawFit(ctx, view, name) {
  if (fits[name]) tiles[name].draw(ctx, view);
}

const refresh = latest(async () => {
  if (!wire?.isOpen || !state.world) return;
  for (const name of shownPanels()) {
    if (sizeOf(name) === 1) {
      fits[name] = null;
      continue;
    }
    try {
      const replies = await ask({ t: 'fit', panel: name });
      const [about, data] = [pick(replies, 'fit'), pick(replies, 'bytes')];
      fits[name] = data ? { ...about, values: data.values, width: data.width, shift: data.shift } : null;
    } catch (error) {
      fits[name] = null;
      report(error);
    }
    tiles[name].resize(state.world.width, state.world.height);
  }
  emit('display');
});

on('edited settings world', () => {
  if (fits.a || fits.b || sizeOf('a') > 1 || sizeOf('b') > 1) refresh({});
});
on('theme', () => { tiles.a.touchAll(); tiles.b.touchAll(); });
refresh({});

lively.fit = { fitOf, drawFit };
