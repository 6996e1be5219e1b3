/** The rounds of IDA*: their limits, what each closed, and what limit comes next. */

import { count, el } from './dom.js';
import { written } from './openlist.js';
import { lively } from './parts.js';
import { placeOf } from './says.js';
import { BEYOND, CLOSE, MEETING, ROUND } from './trace.js';

/** Rounds that are listed. */
const ROWS = 12;

/** By the events of a trace: how many of them closed a square, before each event that begins a round and in all. */
const counted = new WeakMap();

function closesBefore(trace) {
  const known = counted.get(trace.words);
  if (known) return known;
  const sums = new Map();
  let closes = 0;
  for (let event = 0; event < trace.count; event++) {
    if (trace.kind(event) === ROUND) sums.set(event, closes);
    if (trace.kind(event) === CLOSE) closes++;
  }
  counted.set(trace.words, sums);
  return sums;
}

/** Whether a round is the first of its leg. */
const isFirst = (trace, event) => event === 0 || trace.legOf(event) !== trace.legOf(event - 1);

/** The rounds of the leg that is shown, as far as it is shown: `{number, limit, closed, next}`. */
function rounds(trace) {
  const sums = closesBefore(trace);
  const begun = trace.notes[ROUND - MEETING].filter((event) => event < trace.position && trace.legOf(event) === trace.leg);
  const beyond = trace.notes[BEYOND - MEETING];
  let seen = 0;
  return begun.map((event, at) => {
    const end = begun[at + 1] ?? trace.position;
    let closed = 0;
    if (at + 1 < begun.length) closed = sums.get(end) - sums.get(event);
    else for (let one = event; one < end; one++) closed += Number(trace.kind(one) === CLOSE);
    while (beyond[seen] < end) seen++;
    const last = beyond[seen - 1] ?? -1;
    return { number: at + 1, limit: trace.g(event), closed, next: last < event ? null : trace.g(last) + trace.h(last) };
  });
}

function listOf(trace, name) {
  const all = rounds(trace);
  const row = ({ number, limit, closed, next }) => el('tr', { 'aria-current': number === all.length ? 'true' : 'false' },
    el('td', {}, `${number}`), el('td.num', {}, written(limit, name)), el('td.num', {}, count(closed)), el('td.num', {}, next === null ? '–' : written(next, name)));
  const head = el('tr', {}, ['Round', 'Limit', 'Closed', 'Least F beyond'].map((label) => el('th', { scope: 'col' }, label)));
  return [
    el('h3', {}, 'Rounds: the least F beyond is the next limit'),
    all.length > ROWS ? el('p.small.dim.num', {}, `${count(all.length - ROWS)} before these`) : null,
    el('table.open-list#rounds', {}, head, all.slice(-ROWS).map(row)),
  ];
}

/** The beginning of a round, or a square beyond the limit, in words. */
function say(trace, event, name) {
  if (trace.kind(event) === ROUND) {
    const { number } = rounds(trace).at(-1);
    return `Round ${number} begins: nothing with F above ${written(trace.g(event), name)} is entered`;
  }
  const f = written(trace.g(event) + trace.h(event), name);
  return `${placeOf(trace.node(event), trace.width)} has F ${f}, beyond the limit: the least such F so far`;
}

lively.rounds = { rounds, listOf, say, isFirst };
