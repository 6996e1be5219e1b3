/** Where the numbers of an answer come from: a sentence each, with the sum where there is one. */

import { count, many } from './dom.js';
import { lively } from './parts.js';
import { traces } from './player.js';
import { endsOf, noun, scaleOf, shown, state } from './state.js';
import { CLOSE, MEETING, ROUND } from './trace.js';

/** Straight and diagonal steps of a path; tiles that are not squares have one kind. */
const stepsOf = (answer) => (state.tiling ? [answer.steps, 0] : [answer.straight, answer.diagonal]);

const plus = (parts) => parts.filter(Boolean).join(' + ');

function cost(answer, name) {
  if (state.tiling?.hold) return `Cost ${answer.shown} = ${noun() === 'place' ? 'what the roads of the path cost' : 'the lengths of its straight pieces'}, added up`;
  const scale = scaleOf(name);
  const [straight, diagonal] = stepsOf(answer);
  const kind = state.tiling ? 'step' : 'straight step';
  const extra = answer.cost - straight * scale.straight - diagonal * scale.diagonal;
  const parts = plus([
    straight && `${many(straight, kind)} × ${shown(scale.straight, name)}`,
    diagonal && `${many(diagonal, 'diagonal step')} × ${shown(scale.diagonal, name)}`,
    extra > 0 && `${shown(extra, name)} for costly ground${state.panels[name].settings.danger ? ' and danger' : ''}`,
  ]);
  return `Cost ${answer.shown} = ${parts || 'no step at all'}`;
}

/** Closed squares by the parts of the trace: legs, rounds, halves; null if they do not add up to the number. */
function closedBy(name, expanded) {
  const trace = traces[name];
  const names = [];
  const sums = new Map();
  let round = 0;
  for (let event = 0; event < trace.count; event++) {
    if (trace.kind(event) === ROUND) round++;
    if (trace.kind(event) !== CLOSE) continue;
    const leg = trace.legOf(event);
    const ends = endsOf(leg);
    const part = trace.halved ? `from ${trace.fromB(event) ? ends.to : ends.from}` : round ? `in round ${round}` : state.via.length ? `in leg ${leg + 1}` : '';
    if (!sums.has(part)) names.push(part);
    sums.set(part, (sums.get(part) ?? 0) + 1);
  }
  const total = [...sums.values()].reduce((sum, one) => sum + one, 0);
  if (total !== expanded || names.length < 2) return null;
  // Of many rounds, the last ones each, and the others together.
  const shownNames = names.slice(-5);
  const rest = names.slice(0, -5).reduce((sum, part) => sum + sums.get(part), 0);
  return plus([rest && `${count(rest)} in ${many(names.length - 5, 'round')} before`, ...shownNames.map((part) => `${count(sums.get(part))} ${part}`)]);
}

function closed(answer, name) {
  const { expanded, reopened } = answer.effort;
  const parts = closedBy(name, expanded);
  if (parts) return `Closed ${count(expanded)} = ${parts}`;
  return `Closed ${count(expanded)}: the number of ${noun()}s expanded${reopened ? `, ${count(reopened)} of them again after a cheaper way was found` : ', each once'}`;
}

function opened(answer, name) {
  const trace = traces[name];
  const { generated } = answer.effort;
  const left = trace.count && !trace.notes[ROUND - MEETING].length ? trace.open : null;
  const rest = left === null || left > generated ? '' : `; ${many(left, noun())} still open at the end`;
  return `Opened ${count(generated)}: the number of times a ${noun()} was put on the open list${rest}`;
}

const SAYS = {
  Cost: cost,
  Legs: (answer, name) => `Cost ${answer.shown} = ${plus(answer.legs.map((leg, at) => `${shown(leg, name)} from ${endsOf(at).from} to ${endsOf(at).to}`))}`,
  Length: ({ length, straight, diagonal }) => `Length ${length.toFixed(2)} = ${straight} + ${diagonal} × 1.414, for ${many(straight, 'straight step')} and ${many(diagonal, 'diagonal step')}`,
  Steps: (answer) => (state.tiling ? `Steps ${count(answer.steps)}: ${noun() === 'polygon' ? 'straight pieces of the path' : `${noun()}s that the path enters after A`}` : `Steps ${count(answer.steps)} = ${answer.straight} straight + ${answer.diagonal} diagonal`),
  Turns: ({ turns }) => `Turns ${count(turns)}: the number of times that the path changes direction`,
  Closed: closed,
  Opened: opened,
  Reopened: ({ effort }) => `Reopened ${count(effort.reopened)}: the number of times a cheaper way was found to a ${noun()} that was closed already`,
  'Open list at most': ({ effort }) => `${count(effort.open_peak)}: the length of the open list when it was longest`,
  Time: () => 'Time: what the engine took to answer on this machine, this time; all other numbers are the same everywhere',
};

/** The sentence for a number that was clicked. */
const say = ({ label, name }) => {
  const { answer } = state.panels[name];
  return answer?.effort ? SAYS[label]?.(answer, name) ?? null : null;
};

lively.sums = { say };
