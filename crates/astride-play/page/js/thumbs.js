/** Small pictures of the maps in the gallery, asked for once. */

import { cssOf } from './ground.js';
import { rgb } from './colours.js';
import { pick, wire } from './session.js';

const SIDE = 128;
const known = new Map();

/** Draws the picture of a map into a canvas, when it has come. */
export async function drawThumb(canvas, id) {
  if (!known.has(id)) known.set(id, wire.request({ t: 'preview', builtin: id, side: SIDE }).then((replies) => pick(replies, 'cells')));
  let map;
  try {
    map = await known.get(id);
  } catch {
    known.delete(id); // A lost connection: the next look asks again.
    return;
  }
  Object.assign(canvas, { width: map.width, height: map.height });
  const image = new ImageData(map.width, map.height);
  map.cells.forEach((byte, at) => image.data.set([...rgb(cssOf(byte)), 255], 4 * at));
  canvas.getContext('2d').putImageData(image, 0, 0);
}
