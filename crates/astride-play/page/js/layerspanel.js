/** The menu of layers, from the list in the welcome. */

import { byId, count, el, field, many, repaint, select, swatch } from './dom.js';
import { CLASSES, levelStops } from './colours.js';
import { layerTiles } from './ground.js';
import { drawArrows, drawArrowsAfar, drawLayerLines, drawLayerMarks } from './layerdraw.js';
import { lively, use, waves } from './parts.js';
import { ask, latest, pick, report } from './session.js';
import { emit, isOnMap, noun, on, state } from './state.js';

let active = null;
/** Whether the layer has hidden the search. */
let hides = false;
const options = {};

export function panel() {
  const list = el('div.stack');
  const paint = () => {
    if (!state.welcome) return;
    const { shape } = state.world ?? {};
    const layers = (state.welcome.layers ?? []).filter((one) => !shape || shape.layers.includes(one.id));
    const rows = [layerRow({ id: null, label: 'None', about: 'the map alone' }), ...layers.map(layerRow)];
    repaint(list,
      el('p.dim.small', {}, `A layer shows what the engine knows of every ${noun()}.`),
      el('div.choices', { role: 'radiogroup', 'aria-label': 'Layer' }, rows),
      ...optionFields(layers.find((layer) => layer.id === active)),
    );
  };
  const layerRow = (layer) => el(`button.choice#layer-${layer.id ?? 'none'}`, {
    role: 'radio', 'aria-checked': layer.id === active, 'data-layer': layer.id ?? 'none',
    onclick: () => showLayer(layer.id),
    title: layer.about ?? '',
  }, el('strong', {}, layer.label), layer.id === active ? el('small.dim', {}, layer.about ?? '') : null);
  on('welcome world tab layer-choice', paint);
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
    const set = (value) => { (options[layer.id] ??= {})[one.id] = value; refresh(); };
    return field(one.label, select(one.choices, options[layer.id]?.[one.id] ?? one.choices[0].id, set));
  });
}

/** Whether maps of these tiles have the layer that is shown. */
const fits = () => !active || state.world?.shape?.layers.includes(active) !== false;

const fetchLayer = latest(async () => {
  if (!active || !fits()) return;
  try {
    const wanted = active;
    const replies = await ask({ t: 'layer', id: wanted, options: options[wanted] ?? {} });
    const about = pick(replies, 'layer');
    const data = pick(replies, 'levels') ?? pick(replies, 'bytes');
    const lines = pick(replies, 'lines');
    if (wanted !== active || !about) return;
    state.layer = { ...about, id: wanted, options: options[wanted] ?? {}, kind: about.kind ?? 'levels', values: data?.values ?? null, width: data?.width, height: data?.height, shift: data?.shift, lines: lines?.words ?? null };
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
  if (layer.kind === 'levels') {
    const bar = el('div.ramp');
    bar.style.background = `linear-gradient(90deg, ${levelStops(layer.id === 'influence').join(', ')})`;
    parts.push(bar, el('div.row.spread.small.num', {}, el('span', {}, number(layer.min ?? 0)), el('span.dim', {}, layer.unit ?? ''), el('span', {}, number(layer.max ?? 0))));
  }
  if (layer.id === 'flow') parts.push(el('p.small.dim', {}, `Each arrow leads a step nearer; from afar it stands for the ${noun()}s around it.`));
  if (layer.kind === 'areas') parts.push(...areaLegend(layer));
  if (layer.id === 'clusters') parts.push(...clusterLegend(layer));
  box.replaceChildren(...parts);
  sayHere();
}

const WORDS = { components: 'component', chokes: 'region' };

/** The largest areas with their colours, and what is under the pointer. */
function areaLegend(layer) {
  const one = WORDS[layer.id] ?? 'area';
  const rows = layer.areas.slice(0, 4).map(([cells, colour], at) => el('li.row.num', {}, swatch(CLASSES[colour % CLASSES.length]), `${at + 1}: ${many(cells, noun())}`));
  const more = layer.count - rows.length;
  const parts = [el('ul.small', {}, rows), el('p.small.dim.num', {}, more > 0 ? `and ${many(more, 'smaller one')}` : many(layer.count, one))];
  if (layer.id === 'chokes') {
    const widths = gateWidths(layer);
    parts.push(el('p.small.num', {}, widths.length ? `${many(widths.length, 'gate')}, ${Math.min(...widths)} to ${Math.max(...widths)} wide` : 'no gates'));
  }
  return [...parts, el('p.small#legend-here')];
}

const gateWidths = (layer) => Array.from({ length: (layer.lines?.length ?? 0) / 3 }, (_, at) => layer.lines[at * 3 + 2]);

function clusterLegend(layer) {
  const parts = [el('p.small.num', {}, `${many(layer.clusters, 'cluster')} of ${layer.sides[0]} × ${layer.sides[0]}, ${many(layer.nodes, 'node')}, ${many((layer.lines?.length ?? 0) / 3 + layer.lines_left_out, 'entrance')}`)];
  parts.push(el('p.small.num', {}, layer.way ? `Coarse way: ${many(layer.way.points.length - 1, 'leg')}, cost at most ${layer.way.shown}, ${many(layer.way.expanded, 'node')} expanded` : 'No way over the clusters'));
  return parts;
}

/** The area of a cell: `{number, cells}`, or null. */
function areaAt(cell) {
  const { layer } = state;
  if (layer?.kind !== 'areas' || !layer.values || !isOnMap(cell)) return null;
  const number = layer.values[(cell.y >> layer.shift) * layer.width + (cell.x >> layer.shift)];
  return number === 0 ? null : { number, cells: layer.areas[number - 1]?.[0] ?? null };
}

function sayHere() {
  const line = byId('legend-here');
  if (!line) return;
  const area = areaAt(state.hover ?? state.chosen);
  const one = WORDS[state.layer.id] ?? 'area';
  line.textContent = area ? `Here: ${one} ${count(area.number)}${area.cells === null ? ', a small one' : `, ${many(area.cells, noun())}`}` : `Point at a ${noun()} to see how large its area is`;
}

on('layer', () => { if (!lively.wave && ['distance', 'flow'].includes(state.layer?.id)) use(waves, () => emit('layer')); });
on('hover', () => { if (state.layer?.kind === 'areas') sayHere(); });
on('edited places settings', () => { if (active) fetchLayer({}); });
on('danger', () => { if (active === 'influence') fetchLayer({}); });
on('world', () => {
  state.layer = null;
  if (!fits()) showLayer(null);
  else if (active) fetchLayer({});
  else paintLegend();
});

lively.layers = { showLayer, drawArrows, drawArrowsAfar, drawLayerLines, drawLayerMarks, areaAt };
