/** Small pictures of the maps in the gallery, each requested once. */

import { cssOf } from './ground.js';
import { pixel } from './colours.js';
import { pick, wire } from './session.js';

const SIDE = 128;
const known = new Map();

/** Draws the picture of a map into a canvas, when it has arrived. */
export async function drawThumb(canvas, id) {
  if (!known.has(id)) known.set(id, wire.request({ t: 'preview', builtin: id, side: SIDE }).then((replies) => pick(replies, 'cells')));
  let map;
  try {
    map = await known.get(id);
  } catch {
    known.delete(id); // A lost connection: the next look asks again.
    return;
  }
  paintCells(canvas, map);
}

/** Paints a map into a canvas, with a pixel per cell. */
export function paintCells(canvas, { width, height, cells }) {
  Object.assign(canvas, { width, height });
  const image = new ImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  cells.forEach((byte, at) => { pixels[at] = pixel(cssOf(byte)); });
  canvas.getContext('2d').putImageData(image, 0, 0);
}
