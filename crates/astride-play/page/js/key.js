/** The key under the board: where each number is in a square, and what the colours mean. */

import { byId, el, swatch } from './dom.js';
import { colours } from './colours.js';
import { traces } from './player.js';
import { on, shownPanels, state } from './state.js';
import { AHEAD, MEETING } from './trace.js';

const SWATCHES = [['open', 'Open'], ['closed', 'Closed'], ['path', 'Path']];
const HALVES = [['open', 'Open from A'], ['closed', 'Closed from A'], ['openB', 'Open from B'], ['closedB', 'Closed from B'], ['path', 'Path']];

/** A square with its letters and an arrow, as on the board. */
function square() {
  const box = el('span.key-square', { 'aria-hidden': 'true' }, el('b', {}, 'F'), el('i', {}, '↖'), el('span', {}, 'G'), el('span', {}, 'H'));
  box.style.background = colours().closed;
  box.style.color = colours().ink;
  return box;
}

/** What H is in the panels that are shown. */
function guess() {
  if (state.tiling) return ' of the rest';
  const names = shownPanels().map((name) => state.panels[name].settings?.heuristic);
  const label = names.every((name) => name === names[0]) && state.welcome?.heuristics.find((one) => one.id === names[0])?.label;
  return label ? `: ${label}` : ' of the rest';
}

function paint() {
  const part = (sign, text) => el('span.key-part', {}, el('b', {}, sign), text);
  byId('key').replaceChildren(square(),
    part('F', '= G + H'), part('G', 'cost so far'), part('H', `guess${guess()}`), part('↖', 'parent'),
    ...(any((trace) => trace.halved) ? HALVES : SWATCHES).map(([name, label]) => el('span.key-part', {}, swatch(colours()[name]), label)),
    any((trace) => trace.notes[AHEAD - MEETING].length) ? part('┈╢', 'looked, found nothing') : '');
}

const any = (is) => shownPanels().some((name) => is(traces[name]));

export function startKey() {
  on('welcome theme settings world trace', paint);
  paint();
}
