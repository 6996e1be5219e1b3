/** The open list at the shown event, in the order in which the search would take from it. */

import { choices, endsOf, shown, state, toCell } from './state.js';
import { CLOSE, GOAL, NONE } from './trace.js';

/** The most events for which the list is computed, which happens at every step. */
const MOST_EVENTS = 60_000;

const F = { word: 'F', key: (g, h) => g + h };
/** Methods with one open list: what they order by, in words and as a number. */
const ORDERS = {
  astar: F,
  landmarks: F,
  swarm: { word: 'G + H / 2', key: (g, h) => g + h / 2 },
  'convergent-swarm': { word: 'G + 3 × H', key: (g, h) => g + 3 * h },
  // These have a tie rule of their own.
  jps: { ...F, ties: 'last-added' },
  'jump-table': { ...F, ties: 'last-added' },
  'jump-boxes': { ...F, ties: 'last-added' },
  'jump-landmarks': { ...F, ties: 'last-added' },
  dijkstra: { word: 'G', key: (g) => g },
  'breadth-first': { word: 'number of steps', key: (g, h, weight, steps) => steps, ties: 'first-added' },
  greedy: { word: 'H', key: (g, h) => h },
  weighted: { word: 'G + weight × H', key: (g, h, weight) => g + weight * h },
};

/** The method that a panel actually uses, without its weight. */
export const methodOf = (name) => (state.panels[name].answer?.tier ?? state.panels[name].settings?.method ?? '').split(':')[0];

/** Whether a panel's method jumps. */
export const isJumping = (name) => ['jps', 'jump-table', 'jump-boxes', 'jump-landmarks'].includes(methodOf(name));

/** A number of a search as text: in the panel's scale, or a count where the search counts steps. */
export const written = (value, name) => (methodOf(name) === 'bidirectional-breadth-first' ? String(value) : shown(value, name));

/** What a panel's method orders by, or undefined if it has no single open list. */
export const orderOf = (name) => ORDERS[methodOf(name)];

export const rowOf = (name) => choices(state.welcome.methods).find(({ id }) => id === methodOf(name)) ?? {};

/** The distance of a square from the straight line from the beginning of the leg to its possible ends. */
function offLine(node, leg) {
  const { start, goals: [goal] } = endsOf(leg);
  // Where there are no columns and rows, by positions.
  const [[x, y], from, to] = [toCell(node), start, goal].map((cell) => (state.tiling?.hold ? state.tiling.middle(cell.x, cell.y) : [cell.x, cell.y]));
  return Math.abs((x - from[0]) * (to[1] - from[1]) - (y - from[1]) * (to[0] - from[0]));
}

/** Tie rules: smaller comes first; what is still equal is taken last in, first out. */
const TIES = {
  'last-added': (one) => -one.event,
  'first-added': (one) => one.event,
  'smaller-h': (one) => one.h,
  straightest: (one, leg) => offLine(one.node, leg),
};

/** The open squares, best first, as `{node, event, g, h, key}`; null where there is no such list to show. */
export function openList(trace, name) {
  const order = orderOf(name);
  return order ? sorted(trace, name, order, (event) => trace.at(trace.node(event)) === event) : null;
}

/** The squares that were opened by events that are still valid, in this order; null while there are too many events. */
export function sorted(trace, name, order, stands) {
  if (!trace.count || trace.position > MOST_EVENTS) return null;
  const { ties, weight } = state.panels[name].settings;
  const list = [];
  const steps = new Map();
  for (let event = trace.first; event < trace.position; event++) {
    const node = trace.node(event);
    if (trace.kind(event) >= CLOSE) continue;
    steps.set(node, (steps.get(trace.parent(event)) ?? -1) + 1);
    if (!stands(event)) continue;
    const [g, h] = [trace.g(event), trace.h(event)];
    list.push({ node, event, g, h, key: order.key(g, h, Number(weight), steps.get(node)) });
  }
  const tie = TIES[order.ties ?? ties];
  for (const one of list) one.tie = tie(one, trace.leg);
  // Weights with many digits: sums that should be equal may differ in their last bits.
  const equal = (a, b) => Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(a));
  return list.sort((a, b) => (equal(a.key, b.key) ? a.tie - b.tie || b.event - a.event : a.key - b.key));
}

/** The node that the search takes next, or −1 at its end: what it did, whatever the list says. */
export function nextTaken(trace) {
  for (let event = trace.position; event < trace.count; event++) {
    if (trace.kind(event) === CLOSE) return trace.node(event);
    if (trace.kind(event) === GOAL) return -1;
  }
  return -1;
}

/** The events of the expansion that is shown: the one that closed, what it opened and improved, and what was noted. */
export function expansionOf(trace) {
  const close = trace.lastClose;
  const [found, notes] = [[], []];
  for (let event = Math.max(trace.first, close + 1); event < trace.position; event++) {
    if (trace.isNote(event)) notes.push(event);
    else if (trace.parent(event) !== NONE) found.push(event);
  }
  return { close, found, notes };
}
