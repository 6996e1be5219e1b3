/** The side: tabs with one panel each, built when they are first shown. */

import { byArrows, byId, el } from './dom.js';
import { emit, on, state } from './state.js';
import { searchPanel } from './searchpanel.js';
import { layers, live, race, unitsTab, use } from './parts.js';

const TABS = [
  ['search', 'Search'],
  ['layers', 'Layers', layers],
  ['live', 'Live', live],
  ['units', 'Units', unitsTab],
  ['race', 'Race', race],
];

function showTab(name) {
  state.tab = name;
  emit('tab');
  const load = TABS.find(([one]) => one === name)[2];
  if (load && !byId(`panel-${name}`).firstChild) use(load, (part) => fill(byId(`panel-${name}`), part.panel));
}

/** Puts its panel into a tab, unless an earlier press has done so. */
function fill(tab, panel) {
  if (tab.firstChild) return;
  tab.append(panel());
  emit('tab');
}

export function startSide() {
  const bar = el('div.segments.tabs', { role: 'tablist', 'aria-label': 'Panels' });
  const panels = el('div.panels');
  for (const [name, label] of TABS) {
    const tab = el(`button#tab-${name}`, { role: 'tab', 'aria-controls': `panel-${name}`, onclick: () => showTab(name) }, label);
    bar.append(tab);
    panels.append(el(`section.panel#panel-${name}`, { role: 'tabpanel', 'aria-labelledby': `tab-${name}` }, name === 'search' ? searchPanel() : []));
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
