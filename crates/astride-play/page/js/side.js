/** The side: four tabs, one panel each. */

import { byArrows, byId, el } from './dom.js';
import { emit, on, state } from './state.js';
import { searchPanel } from './searchpanel.js';
import { layersPanel } from './layerspanel.js';
import { livePanel } from './livepanel.js';
import { unitsPanel } from './unitspanel.js';
import { racePanel } from './racepanel.js';

const TABS = [
  ['search', 'Search', searchPanel],
  ['layers', 'Layers', layersPanel],
  ['live', 'Live', livePanel],
  ['units', 'Units', unitsPanel],
  ['race', 'Race', racePanel],
];

function showTab(name) {
  state.tab = name;
  emit('tab');
}

export function startSide() {
  const bar = el('div.segments.tabs', { role: 'tablist', 'aria-label': 'Panels' });
  const panels = el('div.panels');
  for (const [name, label, build] of TABS) {
    const tab = el(`button#tab-${name}`, { role: 'tab', 'aria-controls': `panel-${name}`, onclick: () => showTab(name) }, label);
    bar.append(tab);
    panels.append(el(`section.panel#panel-${name}`, { role: 'tabpanel', 'aria-labelledby': `tab-${name}` }, build()));
  }
  byArrows(bar, (next) => next.click());
  byId('side').append(bar, panels);
  on('tab', () => {
    for (const [name] of TABS) {
      const chosen = name === state.tab;
      byId(`tab-${name}`).setAttribute('aria-selected', chosen);
      byId(`tab-${name}`).tabIndex = chosen - 1;
      byId(`panel-${name}`).hidden = !chosen;
    }
  });
  emit('tab');
}
