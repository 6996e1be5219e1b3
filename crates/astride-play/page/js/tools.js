/** The tools at the left, and the bar of the brush. */

import { byId, el, repaint, segments } from './dom.js';
import { cssOf } from './ground.js';
import { emit, noun, on, state } from './state.js';

/** All tools: name, icon, label, key. */
export const TOOLS = [
  ['move', 'hand', 'Draw, move and inspect', 'V'],
  ['brush', 'brush', 'Brush', 'B'],
  ['eraser', 'eraser', 'Eraser', 'E'],
  ['line', 'line', 'Line', 'L'],
  ['rectangle', 'rectangle', 'Rectangle', 'R'],
  ['outline', 'outline', 'Outline', 'O'],
  ['fill', 'fill', 'Fill', 'F'],
  ['goal', 'goal', 'Add or remove goals', 'G'],
  ['via', 'via', 'Add or remove stops on the way', 'W'],
  ['danger', 'danger', 'Add or choose sources of danger', 'D'],
  ['units', 'paw', 'Units: select and send', 'U'],
];

const PAINTS = new Set(['brush', 'eraser', 'line', 'rectangle', 'outline', 'fill']);

/** Whether a tool changes the map. */
export const isPaint = (tool) => PAINTS.has(tool);

/** Classes offered by the palette, in this order, if the welcome knows them. */
const PALETTE = '@.TSW23456789';

/** Tools that belong together: where there is little room, the first of them opens a bar with the others. */
const TOGETHER = [['brush', 'line', 'rectangle', 'outline'], ['goal', 'via']];

/** The text of the bar for a tool without settings: the bar stays, so that the board does not move. */
const HINTS = {
  move: 'Drag to draw walls, or over walls to erase them. Click a number to see where it comes from.',
  goal: 'Click a place to add a goal, a goal to remove it.',
  via: 'Click places to add stops on the way from A to B, in their order, or on the path; click a stop to remove it.',
  danger: 'Click a square to add a source of danger; drag it, or click it to change it.',
  units: 'Click or drag a box to select; right click, or press and hold, to send.',
};

/** Tools that need squares. */
const SQUARES_ONLY = new Set(['rectangle', 'outline', 'fill', 'danger', 'units']);

/** Whether the map has no use for a tool. */
const isUseless = (name) => state.tiling && (SQUARES_ONLY.has(name) || (state.tiling.hold && name === 'line') || (noun() === 'polygon' && name === 'goal'));

export function chooseTool(name) {
  if (isUseless(name)) return;
  state.tool = name;
  emit('tool');
}

export function startTools() {
  const bar = byId('tools');
  for (const [name, icon, label, key] of TOOLS) {
    bar.append(el('button.icon.tool', { icon, 'data-tool': name, title: `${label} (${key})`, 'aria-label': label, onclick: () => chooseTool(name) }));
    if (['move', 'fill', 'via'].includes(name)) bar.append(el('span.gap'));
  }
  bar.append(el('button.icon.tool.only-phone#sheet', { icon: 'panel', title: 'Settings', 'aria-label': 'Settings', onclick: () => toggleSheet() }));
  on('tool', () => {
    for (const button of bar.querySelectorAll('[data-tool]')) button.setAttribute('aria-pressed', button.dataset.tool === state.tool);
  });
  on('world', () => { if (isUseless(state.tool)) chooseTool('move'); });
  on('welcome tool theme world', paintBrushBar);
  emit('tool');
}

/** Opens or closes the sheet of a narrow screen. */
function toggleSheet(open = !document.body.classList.contains('sheet')) {
  document.body.classList.toggle('sheet', open);
  byId('sheet').setAttribute('aria-pressed', open);
  emit('layout');
}

function paintBrushBar() {
  const bar = byId('brush-bar');
  if (!state.welcome) return;
  bar.classList.toggle('hint', !isPaint(state.tool));
  const together = TOGETHER.find((tools) => tools.includes(state.tool));
  const others = together && el('div.row.shapes', { role: 'group', 'aria-label': 'More tools' }, together.map((name) => {
    const [, icon, label] = TOOLS.find(([id]) => id === name);
    return el('button.icon', { icon, 'aria-label': label, 'aria-pressed': name === state.tool, onclick: () => chooseTool(name) });
  }));
  if (!isPaint(state.tool)) return void repaint(bar, others ?? '', el('p.small', {}, (state.tool === 'move' && state.tiling?.hint) || HINTS[state.tool].replace('square', noun())));
  const { brush } = state;
  const terrain = el('div.palette', { role: 'radiogroup', 'aria-label': 'Terrain' });
  for (const letter of PALETTE) {
    const byte = letter.charCodeAt(0);
    const info = state.classes[byte];
    if (!info) continue;
    const name = info.passable && info.factor > 1 ? `${info.name} (×${info.factor})` : info.name;
    const chip = el('button.chip', { role: 'radio', 'data-class': letter, title: name, 'aria-label': name, 'aria-checked': brush.class === byte, onclick: () => { brush.class = byte; paintBrushBar(); } }, info.factor > 1 ? info.factor : '');
    chip.style.background = cssOf(byte);
    terrain.append(chip);
  }
  const name = el('span.brush-name', {}, state.tool === 'eraser' ? 'ground' : state.classes[brush.class]?.name ?? '');
  const parts = [others, state.tool === 'eraser' ? null : terrain, name];
  if (['brush', 'eraser', 'line', 'outline'].includes(state.tool)) {
    const number = el('output.num.brush-size', {}, brush.size);
    const size = el('input', { type: 'range', min: 1, max: 33, value: brush.size, 'aria-label': 'Size of the brush', oninput: () => { brush.size = size.valueAsNumber; number.textContent = brush.size; emit('brush'); } });
    parts.push(el('span.rule'), el('label.row.size', { title: 'Size: [ and ]' }, size, number));
    parts.push(segments('Shape of the brush', [{ id: 'square', label: '■', title: 'Square' }, { id: 'round', label: '●', title: 'Round' }], brush.shape, (shape) => { brush.shape = shape; }));
  }
  repaint(bar, ...parts.filter(Boolean));
}

/** Makes the brush larger or smaller. */
export function resizeBrush(by) {
  if (state.tiling) return;
  state.brush.size = Math.max(1, Math.min(65, state.brush.size + by));
  paintBrushBar();
  emit('brush');
}
