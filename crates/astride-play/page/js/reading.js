/** How a picture becomes a map: rules that give pixels classes, and a dialog that shows what each makes of it. */

import { dialog, el, field, slider, toast } from './dom.js';
import { openCells } from './session.js';
import { state } from './state.js';
import { paintCells } from './thumbs.js';

const [FREE, WALL, UNKNOWN, WATER, TREES] = [...'.@OWT'].map((letter) => letter.charCodeAt(0));

/** Ground of this factor; above 9 it is a wall. */
const ground = (factor) => (factor === 1 ? FREE : factor > 9 ? WALL : 48 + factor);

const light = (r, g, b) => Math.floor((299 * r + 587 * g + 114 * b) / 1000);

/** Each as under `--picture` of the command: the class of an opaque pixel, and that of a transparent one. */
const RULES = [
  { id: 'colours', label: 'Colours as drawn', about: 'Blue is water, green is trees, dark is wall, grey is costly', clear: FREE, of: byColour },
  { id: 'dark', label: 'Dark is wall', about: 'Everything else is free', clear: UNKNOWN, of: (...rgb) => (light(...rgb) < 128 ? WALL : FREE) },
  { id: 'cost', label: 'Brightness is cost', about: 'White is free, the darker the costlier, black is wall', clear: UNKNOWN, of: (...rgb) => ground(10 - Math.floor((light(...rgb) * 10) / 256)) },
  { id: 'transparent', label: 'Transparent is free', about: 'What is drawn is wall', clear: FREE, of: () => WALL },
  { id: 'heights', label: 'Brightness is height', about: 'Slopes are costly, and wall above the limit' },
];

function byColour(r, g, b) {
  if (b > r + 50 && b > g + 20) return WATER;
  if (g > r + 40 && g > b + 40) return TREES;
  const grey = light(r, g, b);
  return grey < 80 ? WALL : ground(grey < 130 ? 5 : grey < 180 ? 3 : 1);
}

/** Steps of brightness from a pixel to its neighbour that are too steep. */
let limit = 16;

function byHeight({ width, height, data }) {
  const heights = Float32Array.from({ length: width * height }, (_, at) => (data[4 * at + 3] < 128 ? NaN : (data[4 * at] + data[4 * at + 1] + data[4 * at + 2]) / 3));
  return Uint8Array.from(heights, (here, at) => {
    if (Number.isNaN(here)) return UNKNOWN;
    const [x, y] = [at % width, Math.floor(at / width)];
    let steepest = 0;
    for (const [dx, dy] of [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]]) {
      if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
      const rise = Math.abs(heights[at + dy * width + dx] - here) / Math.hypot(dx, dy);
      if (rise > steepest) steepest = rise;
    }
    return steepest > limit ? WALL : ground(1 + Math.round((8 * steepest) / limit));
  });
}

/** The map that a rule makes of `{width, height, data}`, four bytes a pixel. */
export function read(picture, id) {
  const { width, height, data } = picture;
  const rule = RULES.find((one) => one.id === id);
  const cells = rule.of
    ? Uint8Array.from({ length: width * height }, (_, i) => (data[4 * i + 3] < 128 ? rule.clear : rule.of(data[4 * i], data[4 * i + 1], data[4 * i + 2])))
    : byHeight(picture);
  return { width, height, cells };
}

/** Opens a picture as it is drawn, and offers other ways. */
export async function openPicture(picture) {
  state.picture = picture;
  if (!await openCells(read(picture, 'colours'))) return;
  toast([`A map of ${picture.width} × ${picture.height} from the picture `, el('button.plain.read-again', { onclick: showReadings }, 'Read it otherwise…')], false, 8000);
}

/** What each rule makes of the picture: a press opens it, and can be undone. */
export function showReadings() {
  const card = ({ id, label, about }) => el('button.map-card', { 'data-reading': id, onclick: () => { node.close(); openCells(read(state.picture, id)); } },
    el('canvas.thumb', { 'aria-hidden': 'true' }), el('strong', {}, label), el('small.dim', {}, about));
  const cards = RULES.map(card);
  const paint = (at) => paintCells(cards[at].firstChild, read(state.picture, RULES[at].id));
  const { input, row } = slider('#height-limit', { min: 1, max: 64, value: limit, 'aria-label': 'Steepest step', onchange: () => { limit = input.valueAsNumber; paint(4); } });
  const node = dialog('The picture as a map', [el('div.map-cards', {}, cards), field('Steepest step, of 255 in brightness', row)]);
  RULES.forEach((_, at) => paint(at));
}
