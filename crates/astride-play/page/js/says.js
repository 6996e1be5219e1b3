/** One plain sentence for the step that is shown. */

import { expansionOf, orderOf, rowOf, written } from './openlist.js';
import { lively } from './parts.js';
import { endsOf, noun, state } from './state.js';
import { GOAL, IMPROVE, MEETING } from './trace.js';

/** A node in readable form, with the letter of the mark on it. */
export function placeOf(node, width) {
  const name = state.tiling?.nameOf?.(node);
  const y = Math.floor(node / width);
  const x = node - y * width;
  const is = (cell) => cell && cell.x === x && cell.y === y;
  const stop = state.via.findIndex(is) + 1;
  const letter = is(state.start) ? 'A ' : state.goals.length === 1 && is(state.goals[0]) ? 'B ' : stop ? `stop ${stop} ` : '';
  return `${letter}${name ?? `(${x}, ${y})`}`;
}

/** The end at which the half of an event begins. */
export const halfOf = (trace, event) => endsOf(trace.leg)[trace.fromB(event) ? 'to' : 'from'];

/** The event before this one on the same square, by the same half. */
function earlier(trace, event) {
  let before = trace.before[event];
  while (before >= 0 && trace.fromB(before) !== trace.fromB(event)) before = trace.before[before];
  return before;
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
  if (trace.kind(last) === GOAL && noun() === 'polygon') return `The goal is seen: the corners, followed back, are the path. It costs ${written(trace.g(last), name)}.`;
  if (trace.kind(last) === GOAL) return `${place(last)} is closed: the arrows, followed back, are the path. It costs ${written(trace.g(last), name)}.`;
  const { close, found, notes } = expansionOf(trace);
  const half = trace.halved ? ` from ${halfOf(trace, last)}` : '';
  const noted = notes.slice(trace.halved ? -1 : -2).map((event) => sayNote(trace, event, name)).filter(Boolean);
  if (close < 0) return trace.isNote(last) ? `${noted.at(-1) ?? ''}.` : `${place(last)} is put on the ${trace.halved || orderOf(name) || noun() === 'polygon' ? 'open list' : 'stack'}${half}.`;
  const parts = [reason(trace, close, name), found.length && sayFound(trace, found, name), ...noted, lively.halves?.sayEnd(trace, name)];
  return `Closed ${place(close)}${half}: ${parts.filter(Boolean).join('; ')}.`;
}

/** A note in words, from the part that knows them; nothing until that is loaded. */
const sayNote = (trace, event, name) => lively[['halves', 'rounds', 'rounds', 'jumps'][trace.kind(event) - MEETING]]?.say(trace, event, name);

function reason(trace, event, name) {
  const word = orderOf(name)?.word;
  if (word === 'F') return `smallest F, ${written(sum(trace, event), name)}`;
  if (word === 'G') return `smallest G, ${written(trace.g(event), name)}`;
  if (word === 'H') return `smallest H, ${written(trace.h(event), name)}`;
  return word ? `smallest ${word}` : rowOf(name).taken ?? `F ${written(sum(trace, event), name)}`;
}

/** What an expansion found: what was improved one by one, what was opened as a list. */
function sayFound(trace, found, name) {
  const place = (event) => placeOf(trace.node(event), trace.width);
  const better = found.filter((event) => trace.kind(event) === IMPROVE);
  const opened = found.filter((event) => trace.kind(event) < IMPROVE).map(place);
  const parts = [];
  if (opened.length) parts.push(`${opened.slice(-3).join(', ')} ${opened.length > 3 ? `and ${opened.length - 3} more ` : ''}opened`);
  for (const event of better.slice(-2)) {
    parts.push(`${place(event)} improved from ${written(sum(trace, earlier(trace, event)), name)} to ${written(sum(trace, event), name)} by way of it`);
  }
  return parts.join('; ');
}
