/** One plain sentence for the step that is shown. */

import { expansionOf, orderOf, rowOf } from './openlist.js';
import { endsOf, noun, shown, state } from './state.js';
import { GOAL, IMPROVE } from './trace.js';

/** A node as people read it, with the letter of the mark that stands there. */
export function placeOf(node, width) {
  const name = state.tiling?.nameOf?.(node);
  const y = Math.floor(node / width);
  const x = node - y * width;
  const is = (cell) => cell && cell.x === x && cell.y === y;
  const stop = state.via.findIndex(is) + 1;
  const letter = is(state.start) ? 'A ' : state.goals.length === 1 && is(state.goals[0]) ? 'B ' : stop ? `stop ${stop} ` : '';
  return `${letter}${name ?? `(${x}, ${y})`}`;
}

const sum = (trace, event) => trace.g(event) + trace.h(event);

/** What the last event of a panel's trace did, with the square that was closed before it. */
export function sayStep(trace, name) {
  const { from, to } = endsOf(trace.leg);
  return `${state.via.length ? `Leg ${trace.leg + 1}, from ${from} to ${to}: ` : ''}${sayEvent(trace, name)}`;
}

function sayEvent(trace, name) {
  const { position, width } = trace;
  if (position === 0) return 'Nothing has happened yet.';
  const last = position - 1;
  const place = (event) => placeOf(trace.node(event), width);
  if (trace.kind(last) === GOAL && noun() === 'polygon') return `The goal is seen: the corners, followed back, are the path. It costs ${shown(trace.g(last), name)}.`;
  if (trace.kind(last) === GOAL) return `${place(last)} is closed: the arrows, followed back, are the path. It costs ${shown(trace.g(last), name)}.`;
  const { close, found } = expansionOf(trace);
  if (close < 0) return `${place(last)} is put on the open list.`;
  return `Closed ${place(close)}: ${reason(trace, close, name)}${found.length ? `; ${sayFound(trace, found, name)}` : ''}.`;
}

function reason(trace, event, name) {
  const word = orderOf(name)?.word;
  if (word === 'F') return `smallest F, ${shown(sum(trace, event), name)}`;
  if (word === 'G') return `smallest G, ${shown(trace.g(event), name)}`;
  if (word === 'H') return `smallest H, ${shown(trace.h(event), name)}`;
  return word ? `smallest ${word}` : rowOf(name).taken ?? `F ${shown(sum(trace, event), name)}`;
}

/** What an expansion found: what was improved one by one, what was opened as a list. */
function sayFound(trace, found, name) {
  const place = (event) => placeOf(trace.node(event), trace.width);
  const better = found.filter((event) => trace.kind(event) === IMPROVE);
  const opened = found.filter((event) => trace.kind(event) < IMPROVE).map(place);
  const parts = [];
  if (opened.length) parts.push(`${opened.slice(-3).join(', ')} ${opened.length > 3 ? `and ${opened.length - 3} more ` : ''}opened`);
  for (const event of better.slice(-2)) {
    parts.push(`${place(event)} improved from ${shown(sum(trace, trace.before[event]), name)} to ${shown(sum(trace, event), name)} by way of it`);
  }
  return parts.join('; ');
}
