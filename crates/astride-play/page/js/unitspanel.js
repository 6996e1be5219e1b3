/** The panel of units: farm, herds, and what a frame costs. */

import { byId, count, el, field, rowsOf, segments, select } from './dom.js';
import { on, state } from './state.js';
import { budgetField, QueueChart } from './queuechart.js';
import { unitArrows, use } from './parts.js';
import { KINDS } from './kinds.js';
import { chooseTool } from './tools.js';
import { units } from './units.js';

/** The scenes of crowds, each with 120 units. */
const SCENES = Object.entries({
  cross: 'Head on',
  'four-way': 'Two streets cross',
  roundabout: 'Round an island',
  idlers: 'Past others that stand',
  gate: 'Through a gate',
  circle: 'To the point across',
  rings: 'From several circles',
}).map(([id, label]) => ({ id, label }));

export function panel() {
  const chart = new QueueChart('queue-chart');
  units.chart = chart;
  on('advanced', () => chart.note(units.work, units.waiting));
  const adding = { count: 20, kind: 1, radius: 5 };
  let scene = 'cross';
  const mode = segments('What a click does', [{ id: 'select', label: 'Select, send' }, { id: 'add', label: 'Add herds' }], 'select', (value) => {
    units.brush = value === 'add' ? adding : null;
    chooseTool('units');
  });
  const number = el('input', { type: 'number', min: 1, max: 1000, value: adding.count, onchange: () => { adding.count = Math.max(1, Math.min(1000, number.valueAsNumber || 1)); adding.radius = Math.max(2, Math.ceil(Math.sqrt(adding.count))); } });
  const kind = select(KINDS.map((one, id) => ({ id, label: one.name })), adding.kind, (value) => { adding.kind = Number(value); });
  const run = el('button.plain#units-run', { onclick: () => { units.running = !units.running; paint(); } }, 'Pause');
  const readout = el('dl.lines#units-readout');
  const paint = () => {
    run.textContent = units.running ? 'Pause' : 'Go on';
    byId('units-remove')?.toggleAttribute('disabled', units.count === 0);
  };
  on('units tab', paint);
  setInterval(() => { if (units.count && state.tab === 'units') units.track(); }, 300);
  setInterval(() => { if (units.count && !readout.closest('[hidden]')) readout.replaceChildren(...rowsOf(lines()).flat()); }, 400);
  return el('div.stack', {},
    el('p.dim.small', {}, 'A farm whose animals graze, flee and go home, scenes in which units meet, or herds of your own on any map.'),
    el('div.pair', {},
      el('button.solid#farm-500', { onclick: () => units.farm(500) }, 'Farm: 500'),
      el('button.plain#farm-5000', { onclick: () => units.farm(5000) }, 'Farm: 5 000')),
    el('div.pair', {},
      field('Scene', select(SCENES, scene, (id) => { scene = id; }, { id: 'units-scene' })),
      el('button.plain#units-play', { onclick: () => units.open({ t: 'crowd', scene, count: 120 }) }, 'Play')),
    mode,
    el('div.pair', {}, field('Animals per click', number), field('Kind', kind)),
    el('p.dim.small', {}, 'Click or drag a box to select. Right click, or press and hold, to send the selected ones. Draw walls in their way: they find another.'),
    field('Sent together they walk', select([{ id: 'quickest', label: 'By whichever is faster' }, { id: 'field', label: 'By one field of arrows' }, { id: 'ways', label: 'Each its own way' }], units.lead, lead, { id: 'units-lead' })),
    el('div.pair', {}, run, el('button.plain#units-remove', { disabled: true, onclick: () => units.remove() }, 'Remove')),
    el('section.card', { 'aria-label': 'What it costs' }, readout),
    el('section.card', { 'aria-label': 'The queue of requests' }, el('h3', {}, 'The queue of their requests'), chart.parts(), budgetField('queue-budget', units.budget, (value) => { units.budget = value; })),
  );
}

/** Chooses what leads units; arrows are shown once they are requested. */
function lead(value) {
  units.lead = value;
  use(unitArrows, (part) => part.showArrows(units.lead === 'field'));
}

function lines() {
  const frames = units.frames.read();
  const engine = units.engine.read();
  const states = [0, 0, 0, 0, 0, 0];
  for (const one of units.now.states) states[Math.min(5, one)]++;
  return [
    ['Animals', `${count(units.count)}${units.selected.size ? `, ${units.selected.size} selected` : ''}`],
    ['Frames per second', frames.mean ? Math.round(1000 / frames.mean) : '–'],
    ['Frame', `${frames.mean.toFixed(1)} ms, 99 %: ${frames.p99.toFixed(1)} ms`],
    ['Engine', `${engine.mean.toFixed(2)} ms, 99 %: ${engine.p99.toFixed(2)} ms`],
    ['Waiting for a path', count(units.waiting)],
    ['On the move', count(states[1] + states[3] + states[4])],
    ['Arrived', `${count(units.home())}, ${units.home(performance.now() - 5000) / 5} a second`],
    ['Overlaps', units.overlaps === null ? '–' : count(units.overlaps)],
  ];
}
