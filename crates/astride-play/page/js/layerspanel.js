/** The menu of layers, made of what the welcome lists. @module */

import { byId, el, field, select } from './dom.js';
import { CLASSES, levelStops } from './colours.js';
import { layerTiles } from './ground.js';
import { ask, latest, report } from './session.js';
import { emit, on, state } from './state.js';

let active = null;
/** Whether the layer has hidden the search. */
let hides = false;
const options = {};

/** Builds the panel. */
export function layersPanel() {
  const list = el('div.stack');
  const paint = () => {
    if (!state.welcome) return;
    const layers = state.welcome.layers ?? [];
    const rows = [layerRow({ id: null, label: 'None', about: 'the map alone' }), ...layers.map(layerRow)];
    list.replaceChildren(
      el('p.dim.small', {}, 'A layer shows what the engine knows of every square.'),
      el('div.choices', { role: 'radiogroup', 'aria-label': 'Layer' }, rows),
      ...optionFields(layers.find((layer) => layer.id === active)),
    );
  };
  const layerRow = (layer) => el('button.choice', {
    role: 'radio', 'aria-checked': layer.id === active, 'data-layer': layer.id ?? 'none',
    onclick: () => showLayer(layer.id),
  }, el('strong', {}, layer.label), el('small.dim', {}, layer.about ?? ''));
  on('welcome', paint);
  on('layer-choice', paint);
  return list;
}

/** Shows a layer, or none. */
export function showLayer(id) {
  // A layer and the squares of the search hide each other; the eye brings both together.
  if (id && !active && state.show.search) hides = true;
  if (hides) {
    state.show.search = !id;
    hides = Boolean(id);
    emit('show');
  }
  active = id;
  emit('layer-choice');
  return refresh();
}

function optionFields(layer) {
  return (layer?.options ?? []).map((one) => {
    const id = one.id ?? one.name;
    const set = (value) => { (options[layer.id] ??= {})[id] = value; refresh(); };
    const value = options[layer.id]?.[id] ?? one.default ?? one.value;
    const list = one.choices ?? one.values;
    if (list) return field(one.label ?? id, select(list.map((c) => (typeof c === 'object' ? c : { id: c, label: String(c) })), value ?? list[0]?.id ?? list[0], set));
    if (one.kind === 'bool' || typeof one.default === 'boolean') {
      const box = el('input', { type: 'checkbox', checked: Boolean(value), onchange: () => set(box.checked) });
      return el('label.check', {}, box, one.label ?? id);
    }
    const input = el('input', { type: 'number', min: one.min ?? 0, max: one.max, step: one.step ?? 1, value: value ?? '', onchange: () => set(Number(input.value)) });
    return field(one.label ?? id, input);
  });
}

const fetchLayer = latest(async () => {
  if (!active) return;
  try {
    const wanted = active;
    const replies = await ask({ t: 'layer', id: wanted, options: options[wanted] ?? {} });
    const about = replies.find((reply) => reply.t === 'layer');
    const data = replies.find((reply) => reply.t === 'levels' || reply.t === 'bytes');
    if (wanted !== active || !data) return;
    state.layer = { ...about, id: wanted, kind: about?.kind ?? 'levels', values: data.values, width: data.width, height: data.height, shift: data.shift };
  } catch (error) {
    state.layer = null;
    report(error);
  }
  layerTiles.touchAll();
  paintLegend();
  emit('layer');
});

function refresh() {
  if (active) return fetchLayer({});
  state.layer = null;
  paintLegend();
  emit('layer');
  return null;
}

function number(value) {
  return String(Math.round((value / (state.layer.divide || 1)) * 10) / 10);
}

function paintLegend() {
  const box = byId('legend');
  const { layer } = state;
  box.hidden = !layer;
  if (!layer) return;
  const about = state.welcome.layers.find((one) => one.id === layer.id);
  const parts = [el('strong', {}, about?.label ?? layer.id)];
  if (layer.kind === 'levels' || layer.kind === 'counts') {
    const bar = el('div.ramp');
    bar.style.background = `linear-gradient(90deg, ${levelStops().join(', ')})`;
    parts.push(bar, el('div.row.spread.small.num', {}, el('span', {}, number(layer.min ?? 0)), el('span.dim', {}, layer.unit ?? ''), el('span', {}, number(layer.max ?? 0))));
  }
  if (layer.kind === 'arrows') parts.push(el('p.small.dim', {}, 'Zoom in to see the arrows: each leads one step nearer.'));
  if (Array.isArray(layer.legend) && layer.kind === 'classes') {
    parts.push(el('ul.small', {}, layer.legend.map((entry, i) => {
      const swatch = el('span.swatch');
      swatch.style.background = CLASSES[(entry.value ?? i) % CLASSES.length];
      return el('li.row', {}, swatch, entry.label ?? entry.name ?? String(entry));
    })));
  }
  box.replaceChildren(...parts);
}

/** Follows what changes a layer. */
export function startLayers() {
  on('edited places settings', () => { if (active) fetchLayer({}); });
  on('world', () => { state.layer = null; if (active) fetchLayer({}); else paintLegend(); });
}
