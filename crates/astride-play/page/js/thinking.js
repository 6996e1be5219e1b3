/** Beside the board: the step in a sentence, the method as pseudocode, and the open list. Foldable. */

import { byId, count, el } from './dom.js';
import { isJumping, nextTaken, openList, orderOf, rowOf, written } from './openlist.js';
import { copying, lively, use } from './parts.js';
import { player, traces } from './player.js';
import { placeOf, sayStep } from './says.js';
import { methodName, sentence } from './searchpanel.js';
import { emit, endsOf, noun, on, shownPanels, state } from './state.js';
import { keep, kept } from './store.js';
import { AHEAD, BEYOND, CLOSE, GOAL, IMPROVE, MEETING, NONE, ROUND } from './trace.js';

/** How many squares of the open list are shown. */
const ROWS = 12;

/** Lines of the method, and which of them an event belongs to. */
const code = (word, beside, { from, to }) => [
  `put ${from} on the open list`,
  'while it is not empty:',
  `  take the one with the smallest ${word}, close it`,
  `  is it ${to}? follow the arrows back`,
  `  for each ${beside}:`,
  '    new: note G, H and an arrow; open it',
  '    cheaper by this way: improve it',
];
const LINES = { [CLOSE]: 2, [GOAL]: 3, [IMPROVE]: 6, [MEETING]: 7, [BEYOND]: 6, [AHEAD]: 4 };

function litLine(trace, name) {
  const event = trace.position - 1;
  if (event < 0) return -1;
  if (lively.halves?.sayEnd(trace, name)) return 3;
  if (trace.kind(event) === ROUND) return lively.rounds?.isFirst(trace, event) ? 0 : 7;
  return LINES[trace.kind(event)] ?? (trace.parent(event) === NONE ? 0 : 5);
}

/** Whether the panel is beside the board: where there is room, unless it was folded. */
function isWanted() {
  const choice = kept('thinking');
  return choice ? choice === 'open' : matchMedia('(min-width: 1181px)').matches;
}

function pseudocode(name) {
  const order = orderOf(name);
  const lit = litLine(traces[name], name);
  const lines = order ? code(order.word, isJumping(name) ? 'jump point seen from it' : `free, unclosed ${noun()} beside it`, endsOf(traces[name].leg)) : (rowOf(name).code ?? []).map((line) => line.replace('square', noun()));
  return el('ol.code', {}, lines.map((line, at) => {
    const item = el('li', { 'aria-current': at === lit ? 'step' : 'false' }, line.trim());
    item.style.paddingLeft = `${0.4 + line.search(/\S/) * 0.5}em`;
    return item;
  }));
}

function listOf(name) {
  const order = orderOf(name);
  if (order) return [el('h3', {}, `Open list, smallest ${order.word} first`), ...tableOf(openList(traces[name], name), name)];
  const deep = traces[name].halved ? lively.halves : traces[name].notes[ROUND - MEETING].length ? lively.rounds : null;
  return deep ? deep.listOf(traces[name], name, tableOf) : [];
}

/** An open list as a table; null if it is too long. */
function tableOf(list, name) {
  const trace = traces[name];
  if (!list) return [el('p.small.dim', {}, 'The list is too long to be shown here.')];
  const next = nextTaken(trace);
  const row = ({ node, g, h }) => el('tr', { 'data-node': node, 'aria-current': node === next ? 'true' : 'false' },
    el('td', {}, placeOf(node, trace.width), node === next ? el('span.next', {}, ' next') : null), ...[g + h, g, h].map((value) => el('td.num', {}, written(value, name))));
  const head = el('tr', {}, [noun()[0].toUpperCase() + noun().slice(1), 'F', 'G', 'H'].map((label) => el('th', { scope: 'col' }, label)));
  const more = list.length - ROWS;
  return [
    list.length ? el('table.open-list', {}, head, ...list.slice(0, ROWS).map(row)) : el('p.small.dim', {}, 'It is empty.'),
    more > 0 ? el('p.small.dim.num', {}, `and ${count(more)} more`) : null,
  ];
}

/** The name of a method as a link, which a press copies. The link opens the first figure, so the method of meshes, which cannot be chosen there, has none. */
function linkOf(name, title) {
  if (noun() === 'polygon') return title;
  const href = `${location.origin}${location.pathname}#method=${state.panels[name].settings?.method.split(':')[0]}`;
  return el('a.link', { href, title: 'Copy a link to this method', onclick: (event) => { event.preventDefault(); use(copying, (part) => part.copyText(href, 'A link to this method')); } }, title);
}

function partOf(name) {
  const trace = traces[name];
  const title = shownPanels().length > 1 ? `${name.toUpperCase()} · ${methodName(name)}` : methodName(name);
  const said = el(`p.step#step-${name}`, {}, trace.count ? sayStep(trace, name) : trace.why ?? 'No steps to show.');
  const head = el('h3', {}, linkOf(name, title));
  if (!trace.count) return [head, said];
  return [
    head,
    el('p.small.dim', {}, sentence(rowOf(name).about ?? ' ')),
    said,
    pseudocode(name),
    ...listOf(name),
  ].filter(Boolean);
}

export function startThinking() {
  const panel = byId('thinking');
  const button = byId('think');
  const paint = () => {
    if (!panel.hidden && state.world) panel.replaceChildren(...player.wave ? lively.wave.panel() : shownPanels().flatMap(partOf));
  };
  const show = (open) => {
    panel.hidden = !open;
    button.setAttribute('aria-expanded', open);
    paint();
    emit('layout');
  };
  button.onclick = () => {
    show(panel.hidden);
    keep('thinking', panel.hidden ? 'folded' : 'open');
  };
  on('position trace settings answer show', paint);
  // With the lessons open as well there would be no room for the board.
  on('drawer', (open) => { if (!matchMedia('(min-width: 1500px)').matches) show(!open && isWanted()); });
  show(isWanted());
}
