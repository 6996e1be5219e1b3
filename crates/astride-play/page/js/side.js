/** The side: four tabs, one panel each. @module */

import { byId, el } from './dom.js';
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

/** Shows a tab. */
export function showTab(name) {
  state.tab = name;
  emit('tab');
}

/** Builds the side. */
export function startSide() {
  const bar = el('div.segments.tabs', { role: 'tablist', 'aria-label': 'Panels' });
  const panels = el('div.panels');
  for (const [name, label, build] of TABS) {
    const tab = el(`button#tab-${name}`, { role: 'tab', 'aria-controls': `panel-${name}`, onclick: () => showTab(name) }, label);
    bar.append(tab);
    panels.append(el(`section.panel#panel-${name}`, { role: 'tabpanel', 'aria-labelledby': `tab-${name}` }, build()));
  }
  bar.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = TABS.findIndex(([name]) => name === state.tab);
    const next = TABS[(at + step + TABS.length) % TABS.length][0];
    showTab(next);
    byId(`tab-${next}`).focus();
    event.stopPropagation();
  });
  byId('side').append(bar, panels);
  on('tab', () => {
    for (const [name] of TABS) {
      const chosen = name === state.tab;
      byId(`tab-${name}`).setAttribute('aria-selected', chosen);
      byId(`tab-${name}`).tabIndex = chosen ? 0 : -1;
      byId(`panel-${name}`).hidden = !chosen;
    }
  });
  emit('tab');
}
