/** The gallery of maps, and the form that makes new ones. */

import { count, dialog, el, field, select } from './dom.js';
import { files, reading, use } from './parts.js';
import { open } from './session.js';
import { state } from './state.js';
import { drawThumb } from './thumbs.js';

const KINDS = [
  { id: 'caves', label: 'Caves' }, { id: 'maze', label: 'Maze' }, { id: 'division', label: 'Maze by division' },
  { id: 'division-across', label: 'Maze, walls across' }, { id: 'division-down', label: 'Maze, walls down' }, { id: 'rooms', label: 'Rooms' },
  { id: 'random', label: 'Random blocks' }, { id: 'city', label: 'City' }, { id: 'terrain', label: 'Terrain' }, { id: 'blank', label: 'Empty' },
];

const form = { shape: 'squares', kind: 'caves', width: 128, height: 96, seed: 1, percent: 30, classes: 4 };

/** Opens the gallery. */
export function showMaps() {
  const cards = (state.welcome?.builtins ?? []).map((map) => el('button.map-card', { 'data-map': map.id, onclick: () => { node.close(); open({ builtin: map.id }); } },
    el('canvas.thumb', { 'aria-hidden': 'true' }), el('strong', {}, map.label), el('small.dim', {}, map.about ?? ''), el('small.num.dim', {}, map.tiles ? `${map.width} × ${map.height}` : '')));
  const node = dialog('Maps', [
    el('div.map-cards', {}, cards),
    el('h3', {}, 'Make one'),
    makeForm(() => node.close()),
    el('h3', {}, 'Bring your own'),
    el('div.row.wrap', {},
      el('button.plain', { onclick: () => { node.close(); use(files, (part) => part.pickFiles()); } }, 'Open a file…'),
      state.picture ? el('button.plain.read-again', { onclick: () => { node.close(); use(reading, (part) => part.showReadings()); } }, 'Read the picture otherwise…') : '',
      el('button.plain', { onclick: () => { node.close(); showDrawing(); } }, 'Type a drawing…'),
      el('span.dim.small', {}, 'MovingAI .map and .scen, graphs (.gr with .co), meshes (.mesh), drawings (.hex of hexagons), pictures, scenes. Or drop it on the board.')),
  ]);
  for (const card of cards) drawThumb(card.firstChild, card.dataset.map);
}

function makeForm(close) {
  const number = (key, min, max) => {
    const input = el('input', { type: 'number', min, max, value: form[key], onchange: () => { form[key] = Math.max(min, Math.min(max, Math.round(input.valueAsNumber) || min)); input.value = form[key]; } });
    return input;
  };
  const extra = el('div');
  const paint = () => {
    extra.replaceChildren(form.kind === 'terrain' ? field('Kinds of terrain', number('classes', 2, 9)) : ['caves', 'random'].includes(form.kind) ? field('Blocked, %', number('percent', 0, 70)) : '');
  };
  paint();
  const most = state.welcome?.limits?.max_side ?? 4096;
  return el('div.make', {},
    field('Tiles', select(state.welcome?.shapes ?? [], form.shape, (value) => { form.shape = value; }, { id: 'make-shape' })),
    field('Kind', select(KINDS, form.kind, (value) => { form.kind = value; paint(); }, { id: 'make-kind' })),
    field('Columns', number('width', 2, Math.min(4096, most))),
    field('Rows', number('height', 2, Math.min(4096, most))),
    field('Seed', number('seed', 0, 1e9)), extra,
    el('button.solid', { onclick: () => { close(); make(); } }, 'Make'));
}

function make() {
  const { shape, kind, width, height, seed } = form;
  if (kind === 'blank') return open({ blank: [width, height], shape });
  const more = kind === 'terrain' ? { classes: form.classes } : ['caves', 'random'].includes(kind) ? { percent: form.percent } : {};
  return open({ generate: { kind, width, height, seed, ...more }, shape });
}

function showDrawing() {
  const text = el('textarea', { rows: 10, spellcheck: false, value: '. . . . . . .\n. . . # . . .\n. A . # . B .\n. . . # . . .\n. . . . . . .'.replaceAll(' ', ''), 'aria-label': 'Drawing' });
  const node = dialog('A drawing', [
    el('p.dim', {}, 'A is the start, B a goal, # a wall, a dot is free, digits 1 to 9 are costly terrain.'),
    text,
    el('div.row', {}, el('button.solid', { onclick: () => { node.close(); open({ drawing: text.value }); } }, 'Open'), el('span.dim.small.num', {}, `up to ${count(state.welcome?.limits?.max_cells ?? 0)} squares`)),
  ], 'narrow');
}
