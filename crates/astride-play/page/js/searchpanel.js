/** The panel of methods and rules. */

import { byArrows, count, el, field, icon, segments, select, slider } from './dom.js';
import { choices, emit, isOnMap, noun, on, state } from './state.js';
import { canReset, clearWalls, reset, setup, tell } from './session.js';
import { answerCards } from './answers.js';
import { inspection, use } from './parts.js';

let edited = 'a';

/** Builds the panel; it paints itself again when facts or settings change. */
export function searchPanel() {
  const rules = el('div.stack');
  const paint = () => {
    if (!state.welcome || !state.panels.a.settings) return;
    if (!state.compare) edited = 'a';
    const focus = rules.contains(document.activeElement) ? document.activeElement.closest('[data-key]')?.dataset.key : null;
    rules.replaceChildren(...ruleFields());
    if (focus) focusOn(rules.querySelector(`[data-key="${focus}"]`));
  };
  on('welcome settings facts world', paint);
  return el('div.stack', {}, rules, answerCards(), inspector(), display(), resets());
}

/** Returns the focus to a control that was repainted. */
function focusOn(control) {
  const target = control?.matches('.segments, .method-box') ? control.querySelector('[aria-checked="true"], .method-button') : control;
  target?.focus();
}

/** The panel to which the settings belong. */
export const editedPanel = () => edited;

function ruleFields() {
  const { settings, facts } = state.panels[edited];
  if (!settings) return [];
  const { welcome } = state;
  const set = (key) => (value) => setup(edited, { [key]: value });
  const keyed = (key, node) => { node.dataset.key = key; node.id = `set-${key}`; return node; };
  const heuristics = choices(welcome.heuristics).map((one) => withFact(one, facts?.heuristics)).map((one) => (one.id === settings.heuristic ? { ...one, label: one.plain ?? one.label } : one));
  const { shape } = state.world ?? {};
  const parts = [
    keyed('compare', segments('One method or two', [{ id: 'one', label: 'One method' }, { id: 'two', label: 'Side by side', title: 'Two methods on the same map, in step' }], state.compare ? 'two' : 'one', (value) => compare(value === 'two'))),
  ];
  if (state.compare) parts.push(segments('Settings of', [{ id: 'a', label: `A · ${panelName('a')}`, title: panelName('a') }, { id: 'b', label: `B · ${panelName('b')}`, title: panelName('b') }], edited, (value) => { edited = value; emit('settings'); }));
  parts.push(field('Method', keyed('method', methodButton(settings, facts))));
  const base = settings.method.split(':')[0];
  if (base.startsWith('weighted')) parts.push(weightField(settings, set('weight')));
  const heuristic = heuristics.find((one) => one.id === settings.heuristic);
  if (!shape) parts.push(el('div.pair', {},
    field('Guess (heuristic)', keyed('heuristic', select(heuristics, settings.heuristic, set('heuristic'), { title: heuristic?.about ?? '' }))),
    field('Corners', keyed('corners', select(choices(welcome.corners), settings.corners, set('corners'))))));
  if (!shape) parts.push(el('div.pair', {},
    field('Neighbours', keyed('neighbours', segments('Neighbours', choices(welcome.neighbours), settings.neighbours, (value) => set('neighbours')(Number(value))))),
    field('Numbers', keyed('scale', segments('Numbers', choices(welcome.scales).map((one) => ({ ...one, title: one.about })), settings.scale, set('scale'))))));
  const ties = choices(welcome.ties);
  const more = [el('div.pair', {}, field('Ties', keyed('ties', select(ties, settings.ties, set('ties')))), budgetField(settings, set('budget')))];
  if (!shape) more.push(sizeField(settings, set('size')));
  parts.push(folded(settings, ties, more));
  if (heuristic?.why) parts.push(el('p.note', {}, sentence(heuristic.why)));
  return parts;
}

/** Whether the rules that are seldom changed are unfolded; null until something unfolds or folds them. */
let unfolded = null;

/** The rules that are seldom changed: unfolded where some are not the usual ones, which the title names. */
function folded(settings, ties, fields) {
  const { size, budget } = settings;
  const unusual = [
    settings.ties === (state.defaults[edited] ?? settings).ties ? '' : ties.find((one) => one.id === settings.ties)?.label,
    budget?.expansions ? `budget ${count(budget.expansions)}` : '',
    size > 1 && !state.world?.shape ? `${size} × ${size}` : '',
  ].filter(Boolean).join(', ');
  if (unusual) unfolded ??= true;
  return el('details#more-rules', { open: unfolded ?? false },
    el('summary', { onclick: (event) => { unfolded = !event.currentTarget.parentElement.open; } }, 'More rules', unusual && el('span.dim', {}, `: ${unusual[0].toLowerCase()}${unusual.slice(1)}`)),
    ...fields);
}

export const sentence = (text) => text[0].toUpperCase() + text.slice(1);

function withFact(choice, facts) {
  const fact = (facts ?? []).find((one) => one.id === choice.id);
  if (!fact || (fact.ok && !fact.why)) return choice;
  return { ...choice, disabled: !fact.ok, title: fact.why ?? '', label: fact.ok ? choice.label : `${choice.label}: ${fact.why}`, plain: choice.label, why: fact.why };
}

/** The name of a panel's method. */
export function methodName(name) {
  const id = (noun() === 'polygon' ? 'polyanya' : state.panels[name].settings?.method) ?? '';
  return choices(state.welcome?.methods).find((one) => one.id === id.split(':')[0])?.label ?? id;
}

/** The name of a panel's method; where both panels have the same one, what sets them apart. */
export function panelName(name) {
  const [a, b] = [state.panels.a.settings, state.panels.b.settings];
  if (!state.compare || !a || !b || a.method !== b.method) return methodName(name);
  const key = ['heuristic', 'weight', 'ties', 'corners', 'neighbours', 'scale'].find((one) => a[one] !== b[one]);
  if (!key) return methodName(name);
  const value = state.panels[name].settings[key];
  const label = (key !== 'neighbours' && choices(state.welcome[key] ?? state.welcome[`${key}s`]).find((one) => one.id === value)?.label) || `${key} ${value}`;
  return `${methodName(name)}, ${label.toLowerCase()}`;
}

async function compare(value) {
  edited = value ? 'b' : 'a';
  await tell({ t: 'compare', on: value });
  state.compare = value;
  if (value) {
    const [a, b] = [state.panels.a.settings, state.panels.b.settings];
    // Equal rules, or the numbers could not be compared; two panels with one method would be dull.
    const method = b.method === a.method ? (a.method === 'dijkstra' ? 'astar' : 'dijkstra') : b.method;
    await setup('b', { ...a, method });
  }
  emit('settings');
  emit('layout');
}

/** A button that opens the list of methods; those that do not apply say why. */
function methodButton(settings, facts) {
  // Each shape has methods of its own.
  const all = choices(state.welcome.methods).filter((one) => !facts || facts.methods.some((fact) => fact.id === one.id)).map((one) => withFact(one, facts?.methods));
  // A mesh has one method, whatever is set for other maps.
  const chosen = all.length === 1 ? all[0] : all.find((one) => one.id === settings.method.split(':')[0]);
  const list = el('div.method-list', { role: 'listbox', 'aria-label': 'Methods', hidden: true });
  const button = el('button.method-button', { 'aria-haspopup': 'listbox', 'aria-expanded': 'false', onclick: () => toggle() },
    el('span', {}, el('strong', {}, choiceLabel(chosen)), el('small.dim', {}, sentence(chosen?.why ?? chosen?.about ?? ' '))), icon('chevron'));
  const toggle = (open = list.hidden) => {
    list.hidden = !open;
    button.setAttribute('aria-expanded', open);
    if (open) (list.querySelector('[aria-selected="true"]') ?? list.firstChild).focus();
  };
  for (const one of all) {
    list.append(el('button.method', {
      role: 'option', 'data-method': one.id, 'aria-selected': one === chosen, 'aria-disabled': Boolean(one.disabled), title: one.disabled ? one.why : one.about ?? '',
      onclick: () => {
        if (one.disabled) return;
        toggle(false);
        setup(edited, { method: one.id });
      },
    }, el('strong', {}, choiceLabel(one)), el('small', {}, sentence((one.disabled && one.why) || one.about || ' '))));
  }
  byArrows(list);
  list.addEventListener('keydown', (event) => { if (event.key === 'Escape') { toggle(false); button.focus(); } });
  list.addEventListener('focusout', (event) => { if (!list.contains(event.relatedTarget) && event.relatedTarget !== button) toggle(false); });
  return el('div.method-box', {}, button, list);
}

const choiceLabel = (one) => (one ? one.plain ?? one.label.split(': ')[0] : '');

function weightField(settings, onChange) {
  const { input, row } = slider('', { min: 1, max: 5, step: 0.1, value: settings.weight, 'aria-label': 'Weight', onchange: () => onChange(input.value) });
  return field('Weight of the guess', row);
}

/** The size of the mover: a slider, since it is tried out more often than typed. */
function sizeField(settings, onChange) {
  const says = (size) => (size === 1 ? 'one square' : `${size} × ${size} squares`);
  const { input, row } = slider('#set-size', { 'data-key': 'size', min: 1, max: state.welcome.limits.max_side_of_body, value: settings.size, 'aria-label': 'Size of the mover', onchange: () => onChange(input.valueAsNumber) }, says);
  row.classList.add('size-row');
  return field('Size of the mover', row);
}

function budgetField(settings, onChange) {
  const limit = settings.budget?.expansions;
  const input = el('input#set-budget', { type: 'number', 'data-key': 'budget', min: 1, placeholder: 'no limit', value: limit ?? '', title: 'Places that may be closed', 'aria-label': 'Budget in expansions', onchange: () => onChange({ expansions: input.value === '' ? null : Math.max(1, Math.round(Number(input.value))) }) });
  return field('Budget', input);
}

/** Ways back to the beginning: of the map, without its walls, of the rules. */
function resets() {
  const button = (id, label, title, onclick) => el(`button.plain#${id}`, { title, onclick }, label);
  const map = button('reset-map', 'Reset map', 'Open the map again as it was; can be undone', reset);
  on('world opened', () => { map.disabled = !canReset(); });
  return el('div.row.wrap', {}, map,
    button('clear-walls', 'Clear walls', 'Remove all walls; can be undone', clearWalls),
    button('default-settings', 'Default settings', 'The rules that a new page begins with', () => setup(edited, state.defaults[edited])));
}

export const pointHint = () => el('p.dim.small', {}, `Point at a ${noun()} to see its numbers. Tap one to keep it.`);

/** What is known about a place: loaded when the first one is pointed at. */
function inspector() {
  const box = el('section.card#inspector', { 'aria-label': 'Place' });
  let [isThere, asked] = [false, null];
  on('world', () => { if (!isThere) box.replaceChildren(pointHint()); });
  // What could not be loaded is requested again when a place is chosen, or when the server is back.
  on('welcome', () => { asked = null; });
  on('hover', () => {
    const now = state.chosen ?? 'hover';
    if (isThere || asked === now || !isOnMap(state.chosen ?? state.hover)) return;
    asked = now;
    use(inspection, (part) => {
      if (isThere) return;
      isThere = true;
      part.inspect(box);
    });
  });
  return box;
}

/** What is shown on the board. */
function display() {
  const box = el('details.card', {}, el('summary', {}, 'What is drawn'));
  const check = (key, label) => {
    const input = el(`input#draw-${key}`, { type: 'checkbox', checked: state.show[key], onchange: () => { state.show[key] = input.checked; emit(key === 'search' ? 'show' : 'display'); } });
    on('show display', () => { input.checked = state.show[key]; });
    return el('label.check', {}, input, label);
  };
  box.append(
    check('search', 'Places that the search looked at'),
    check('numbers', 'Numbers F, G and H when near'),
    check('path', 'The path'),
    check('reach', 'The path to the place under the pointer'),
    check('grid', 'Lines between places'),
    field('Closed places coloured by order', segments('Order', [{ id: 'auto', label: 'From afar' }, { id: 'on', label: 'Always' }, { id: 'off', label: 'Never' }], state.show.order, (value) => { state.show.order = value; emit('display'); })),
  );
  return box;
}
