/** The race: which method suits this map. */

import { count, el, field, micros, select } from './dom.js';
import { pick, report, setup, wire } from './session.js';
import { choices, emit, on, state } from './state.js';

const last = { pairs: 100 };

export function panel() {
  const results = el('div.stack#race-results');
  const go = el('button.solid#race-go', { onclick: () => race(results, go) }, 'Start the race');
  const questions = el('div');
  const paint = () => {
    const list = [10, 100, 1000].map((n) => ({ id: `pairs:${n}`, label: `${count(n)} random pairs` }));
    if (state.world?.scenario) list.push({ id: 'rows:100', label: '100 rows of the scenario' }, { id: 'rows:1000', label: '1 000 rows of the scenario' });
    questions.replaceChildren(field('Questions', select(list, last.rows ? `rows:${last.rows}` : `pairs:${last.pairs}`, (value) => {
      const [kind, number] = value.split(':');
      last.pairs = kind === 'pairs' ? Number(number) : undefined;
      last.rows = kind === 'rows' ? Number(number) : undefined;
    })));
  };
  on('welcome', paint);
  on('world', () => { last.pairs ??= 100; last.rows = undefined; paint(); results.replaceChildren(); });
  on('places tab', paint);
  return el('div.stack', {},
    el('p.dim.small', {}, 'All methods that apply answer the same questions on this map, one after another. Tables that a method builds beforehand are not counted.'),
    questions, go, results);
}

async function race(results, go) {
  const facts = state.panels.a.facts?.methods ?? [];
  const methods = choices(state.welcome.methods).filter((one) => facts.find((fact) => fact.id === one.id)?.ok);
  const rows = [];
  go.disabled = true;
  for (const [at, method] of methods.entries()) {
    results.replaceChildren(el('progress', { max: methods.length, value: at }), el('p.small.dim', {}, `${method.label}…`));
    try {
      rows.push(await runs(method));
    } catch (error) {
      if (error.lost) {
        report(error);
        break;
      }
      rows.push({ method: method.id, label: method.label, refused: error.message });
    }
  }
  go.disabled = false;
  results.replaceChildren(...table(rows));
  emit('race');
}

/** Asks one question, then all of them twice, of which the faster counts; the difference is the time without what is built beforehand. */
async function runs(method) {
  const one = await wire.request(question(method.id, 1));
  const all = [await wire.request(question(method.id)), await wire.request(question(method.id))];
  const [row] = pick(all[0], 'race').rows;
  const [first, whole] = [one.at(-1).us, Math.min(...all.map((replies) => replies.at(-1).us))];
  const each = row.asked > 1 ? Math.max(0, whole - first) / (row.asked - 1) : whole;
  return { ...row, label: method.label, us: each || whole / Math.max(1, row.asked) };
}

function question(method, few) {
  const message = { t: 'race', methods: [method], seed: 1 };
  if (last.rows) return { ...message, rows: few ?? last.rows };
  return { ...message, pairs: few ?? last.pairs };
}

function table(rows) {
  const fine = rows.filter((row) => !row.refused && row.asked > 0);
  fine.sort((a, b) => a.us - b.us);
  const complete = fine.filter((row) => row.ok);
  const slowest = Math.max(1e-9, ...fine.map((row) => row.us));
  const cheapest = Math.min(...complete.map((row) => row.total_cost));
  const out = el('table.race', {}, el('thead', {}, el('tr', {}, el('th', {}, 'Method'), el('th', {}, 'per path'), el('th', {}, 'closed'))));
  const body = el('tbody');
  for (const row of fine) {
    const bar = el('span.bar');
    bar.style.width = `${Math.max(1.5, (row.us / slowest) * 100)}%`;
    const costlier = row.ok && row.total_cost > cheapest ? el('small', {}, ` +${((row.total_cost / cheapest - 1) * 100).toFixed(1)} % cost`) : '';
    body.append(el('tr', { 'data-method': row.method },
      el('td', {}, el('button.link', { title: 'Use this method', onclick: () => setup('a', { method: row.method }) }, row.label), costlier, bar),
      el('td.num', {}, micros(row.us)), el('td.num', {}, count(row.mean_expanded ?? 0))));
  }
  out.append(body);
  const refused = rows.filter((row) => row.refused ?? row.why).map((row) => el('p.small.dim', {}, `${row.label}: ${row.refused ?? row.why}`));
  const best = complete.find((row) => row.total_cost === cheapest);
  const words = best ? el('p', {}, el('strong', {}, best.label), ` is the quickest with cheapest paths here: ${micros(best.us)} each.`) : '';
  return [words, out, ...refused];
}
