/** A search from both ends: its two open lists, and where its halves meet. */

import { el } from './dom.js';
import { colours } from './colours.js';
import { sorted, written, methodOf } from './openlist.js';
import { lively } from './parts.js';
import { placeOf } from './says.js';
import { endsOf, state, toCell } from './state.js';
import { CLOSE, MEETING } from './trace.js';

const F = { word: 'F', key: (g, h) => g + h };
/** What each half orders by; among equals the square added last comes first, whatever is chosen. */
const ORDERS = {
  bidirectional: F,
  'bidirectional-breadth-first': { word: 'number of steps', key: (g) => g },
  'bidirectional-greedy': { word: 'H', key: (g, h) => h },
  // H includes its weight.
  'bidirectional-swarm': F,
};

/** The open lists of the halves from A and from B; what either half closed is on none. */
function lists(trace, name) {
  const order = { ...ORDERS[methodOf(name)] ?? F, ties: 'last-added' };
  const newest = [new Map(), new Map()];
  for (let event = trace.first; event < trace.position; event++) if (!trace.isNote(event)) newest[Number(trace.fromB(event))].set(trace.node(event), event);
  const isOpen = (event) => trace.kind(trace.at(trace.node(event))) < CLOSE;
  return [0, 1].map((half) => sorted(trace, name, order, (event) => newest[half].get(trace.node(event)) === event && isOpen(event)));
}

/** What the path over a meeting costs. */
const costAt = (trace, event, name) => `${methodOf(name) === 'bidirectional-breadth-first' ? 'it has steps' : 'it costs'}: ${written(trace.g(event), name)}`;

function listOf(trace, name, tableOf) {
  const { word } = ORDERS[methodOf(name)] ?? F;
  const { from, to } = endsOf(trace.leg);
  const best = trace.note(MEETING);
  const met = best < 0 ? 'The halves have not met yet.' : `Best meeting: ${placeOf(trace.node(best), trace.width)}; ${costAt(trace, best, name)}`;
  return [
    el('p.small#meeting', {}, met),
    ...lists(trace, name).flatMap((list, half) => [
      el('h3', {}, `Open list from ${half ? to : from}, smallest ${word} first`),
      el('div', { 'data-half': half ? 'b' : 'a' }, ...tableOf(list, name).filter(Boolean)),
    ]),
  ];
}

/** A meeting in words. */
function say(trace, event, name) {
  const before = trace.notes[0].findLast((one) => one < event && one >= trace.first);
  const better = before === undefined ? '' : `, and not ${written(trace.g(before), name)} as before`;
  const what = methodOf(name) === 'bidirectional-breadth-first' ? 'the path over it has steps' : 'the path over it costs';
  return `the halves meet in ${placeOf(trace.node(event), trace.width)}: ${what} ${written(trace.g(event), name)}${better}`;
}

/** The sentence at the end of a search that found a path; else null. */
function sayEnd(trace, name) {
  if (!trace.halved || trace.position < trace.count || trace.truncated || state.panels[name].answer?.outcome !== 'found') return null;
  const best = trace.note(MEETING);
  return best < 0 ? null : `no better path can come than that over ${placeOf(trace.node(best), trace.width)}`;
}

/** A ring round the square of the best meeting. */
function drawMeeting(ctx, view, trace) {
  const best = trace.halved ? trace.note(MEETING) : -1;
  if (best < 0) return;
  const { x, y } = toCell(trace.node(best));
  const set = colours();
  for (const [colour, width] of [[set.casing, 5], [set.ink, 2.4]]) {
    ctx.beginPath();
    ctx.arc(...view.middle(x, y), Math.max(5 * view.ratio, view.size * 0.42), 0, 2 * Math.PI);
    ctx.strokeStyle = colour;
    ctx.lineWidth = width * view.ratio;
    ctx.stroke();
  }
}

lively.halves = { lists, listOf, say, sayEnd, drawMeeting };
