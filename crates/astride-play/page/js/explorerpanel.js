/** The card of the explorer: how far it sees, and what not knowing costs. */

import { byId, count, el, field, rowsOf, slider } from './dom.js';
import { explorer } from './explorer.js';
import { on, state } from './state.js';

const STATES = { walking: 'Walking', arrived: 'Arrived', stuck: 'Stuck' };

export function explorerCard() {
  const sight = sliderOf('radius', 'Sight radius', { min: 2, max: 32 });
  const speed = sliderOf('speed', 'Steps in a second', { min: 1, max: 120 });
  const begin = el('button.solid#explorer-begin', { onclick: () => explorer.begin() }, 'Start');
  const run = el('button.plain#explorer-run', { disabled: true, onclick: () => { explorer.running = !explorer.running; paint(); } }, 'Pause');
  const end = el('button.plain#explorer-end', { disabled: true, onclick: () => explorer.end() }, 'Remove');
  const readout = el('dl.lines#explorer-readout');
  const paint = () => {
    begin.textContent = explorer.active ? 'Restart' : 'Start';
    run.textContent = explorer.running ? 'Pause' : 'Go on';
    run.disabled = end.disabled = !explorer.active;
    readout.hidden = !explorer.active;
    if (explorer.active && !byId('panel-live').hidden) readout.replaceChildren(...rowsOf(lines()).flat());
  };
  on('explorer tab', paint);
  return el('section.card#explorer', { 'aria-label': 'Explorer' }, el('strong', {}, 'An explorer in the fog'),
    el('div.stack', {},
      el('p.small.dim', {}, 'From A to B, knowing only what it has seen. Draw walls in its way, or move B. Its trail is the thin line, its plan the dashes; the thick path is that with full knowledge.'),
      el('div.row.wrap', {}, begin, run, end),
      el('div.pair', {}, field('Sight, in squares', sight), field('Steps in a second', speed)),
      readout));
}

function sliderOf(key, label, range) {
  const { input, row } = slider(`#explorer-${key}`, { ...range, value: explorer[key], 'aria-label': label, oninput: () => { explorer[key] = input.valueAsNumber; } });
  return row;
}

/** How much costlier the walk was than it had to be, in words. */
function costlier({ walked, best }) {
  if (!best) return '–';
  return `${((walked / best - 1) * 100).toFixed(1)} %`;
}

function lines() {
  const { told } = explorer;
  const cells = state.world.width * state.world.height;
  const rows = [
    ['State', told.why ? `${STATES[told.state]}: ${told.why}` : STATES[told.state]],
    ['Walked', told.walked_shown],
    ['With full knowledge', told.best_shown ?? 'no way'],
  ];
  if (told.state === 'arrived') rows.push(['Costlier by', costlier(told)]);
  rows.push(
    ['Known squares', `${count(told.known)} (${Math.round((told.known / cells) * 100)} %)`],
    ['Steps, plans changed', `${count(told.steps)}, ${count(told.searches)}`],
    ['Expanded in all', count(told.expanded)],
  );
  return rows;
}
