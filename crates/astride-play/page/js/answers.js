/** The answers: a line at the top, a plate on each board, cards in the panel. */

import { byId, count, el, many, micros, repaint } from './dom.js';
import { methodName, panelName } from './searchpanel.js';
import { lively, sums, use } from './parts.js';
import { countsOf, isUnderWay, traces } from './player.js';
import { on, shown, shownPanels, state } from './state.js';

const OUTCOMES = { found: 'Path found', unreachable: 'No way', 'out-of-budget': 'Out of budget', refused: 'Not answered' };

/** The cost of an answer as it is shown, or null. */
export function costOf(name) {
  const { answer } = state.panels[name];
  if (!answer || (answer.outcome !== 'found' && !(answer.cost > 0))) return null;
  return answer.shown;
}

function sayLine() {
  const { answer } = state.panels.a;
  if (!answer) return [];
  if (isUnderWay('a')) return [sayCounts('a')];
  if (answer.outcome === 'found') {
    return [el('strong#cost', { 'data-testid': 'cost' }, `Cost ${costOf('a')}`), answer.legs ? ` in ${many(answer.legs.length, 'leg')}` : '', ` · ${many(answer.steps, 'step')} · ${count(answer.effort.expanded)} closed`, expectation(answer)];
  }
  return [el('strong', {}, OUTCOMES[answer.outcome]), answer.why ? `: ${answer.why}` : ''];
}

const sayCounts = (name) => countsOf(name).map(([label, text]) => (label.startsWith('cost') ? `${label} ${text}` : `${text} ${label}`)).join(' · ');

function expectation(answer) {
  if (!answer.expected) return '';
  const { ok, length } = answer.expected;
  return el('span.expected', { 'data-ok': ok }, ` · ${ok ? 'equals the recorded' : 'recorded was'} ${Number(length).toFixed(2)}`);
}

/** Cards with all numbers of the answers. */
export function answerCards() {
  const box = el('section.card#answers', { 'aria-label': 'Answer' });
  /** The number that was clicked: its label and its panel. */
  let asked = null;
  const paint = () => {
    const names = shownPanels();
    if (names.some(isUnderWay)) return void box.replaceChildren(liveTable(names));
    const table = el('table.facts');
    table.append(heads(names));
    let sum = null;
    for (const [label, value, hint] of ROWS) {
      const cells = names.map((name) => (state.panels[name].answer ? value(state.panels[name], name) : null));
      if (cells.every((cell) => cell === null || cell === undefined)) continue;
      const number = (cell, name) => el('button.number', { 'data-of': label, 'aria-label': `${label} ${cell}, ${name}: where it comes from`, onclick: () => { asked = { label, name }; use(sums, paint); } }, cell);
      const row = el('tr', { title: hint ?? '' }, el('th', { scope: 'row' }, label), ...cells.map((cell, at) => el('td.num', {}, cell && value !== outcome ? number(cell, names[at]) : cell ?? '–')));
      table.append(row);
      if (asked?.label === label && cells[names.indexOf(asked.name)]) sum = lively.sums?.say(asked);
    }
    const notes = names.map((name) => state.panels[name].answer).filter((answer) => answer?.why).map((answer) => el('p.note', {}, answer.why));
    const guarantee = state.panels.a.answer?.guarantee;
    repaint(box, table, sum ? el('p.small#answer-whence', { role: 'status' }, sum) : '', ...notes, guarantee && names.length === 1 ? el('p.small.dim', {}, sayGuarantee(guarantee)) : '');
  };
  on('answer settings trace position show', paint);
  return box;
}

/** The names of the methods, where there are two. */
const heads = (names) => (names.length > 1 ? el('tr', {}, el('th'), names.map((name) => el('th', {}, `${name.toUpperCase()} · ${methodName(name)}`))) : '');

/** What is known while the search is running: counts, and no result. */
function liveTable(names) {
  const columns = names.map(countsOf);
  const row = ([label], at) => el('tr', {}, el('th', { scope: 'row' }, label[0].toUpperCase() + label.slice(1)), ...columns.map((counts) => el('td.num', {}, counts[at][1])));
  return el('table.facts', {}, heads(names), columns[0].map(row));
}

/** What is guaranteed, in plain words. */
function sayGuarantee(text) {
  const plain = text.replace(/^optimal/, 'guaranteed to be cheapest').replace(/^not optimal( in cost)?/, 'not guaranteed to be cheapest');
  return state.via.length ? `Each leg is ${plain}; the cost is their sum` : plain[0].toUpperCase() + plain.slice(1);
}

const effort = (key) => ({ answer }) => answer.effort && count(answer.effort[key]);

const outcome = (panel) => OUTCOMES[panel.answer.outcome];

const ROWS = [
  ['Outcome', outcome],
  ['Cost', (panel, name) => costOf(name), 'In the numbers chosen above'],
  ['Legs', ({ answer }, name) => answer.legs?.map((cost) => shown(cost, name)).join(' + '), 'From stop to stop, each answered on its own'],
  ['Length', ({ answer }) => (answer.outcome === 'found' ? answer.length?.toFixed(2) : null), 'In straight steps'],
  ['Steps', (panel) => (panel.answer.steps ? count(panel.answer.steps) : null)],
  ['Turns', (panel) => (panel.answer.turns === undefined ? null : count(panel.answer.turns))],
  ['Closed', effort('expanded'), 'Places that were expanded'],
  ['Opened', effort('generated'), 'Places put on the open list'],
  ['Reopened', (panel) => (panel.answer.effort?.reopened ? count(panel.answer.effort.reopened) : null)],
  ['Open list at most', effort('open_peak')],
  ['Time', (panel) => (panel.us ? micros(panel.us) : null), 'The engine’s own time'],
];

export function startAnswers() {
  on('answer settings position trace show', () => {
    byId('answer-line').replaceChildren(...sayLine());
    for (const name of ['a', 'b']) byId(`plate-${name}`).replaceChildren(...plate(name));
  });
}

function plate(name) {
  if (!state.compare || !state.world) return [];
  const trace = traces[name];
  const silent = state.show.search && trace.count === 0 && trace.why;
  const numbers = isUnderWay(name)
    ? [sayCounts(name)]
    : [costOf(name) ? `cost ${costOf(name)}` : OUTCOMES[state.panels[name].answer?.outcome] ?? '', `${count(state.panels[name].answer?.effort?.expanded ?? 0)} closed`];
  return [el('strong', {}, `${name.toUpperCase()} · ${panelName(name)}`), el('span.num', {}, [...numbers, silent ? 'no steps to show' : ''].filter(Boolean).join(' · '))];
}
