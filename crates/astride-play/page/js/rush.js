/** A rush of requests to a navigator's queue: answered within a budget, call by call. */

import { count, el, many, segments } from './dom.js';
import { colours } from './colours.js';
import { budgetField, QueueChart } from './queuechart.js';
import { lively } from './parts.js';
import { ask, pick, report, tell, wire } from './session.js';
import { emit, on, toCell } from './state.js';

/** How long an answer is visible, in ms. */
const LASTS = 1200;

const rush = {
  /** The report of the last call, or null. */
  told: null,
  budget: 1000,
  oneGoal: false,
  busy: false,
  /** The chart, once the page is built. */
  chart: null,
  /** Answers that are still visible: `{line, found, until}`, the line as cells. */
  answers: [],

  get waits() {
    return this.told !== null && this.told.answered < this.told.asked;
  },

  async begin(size) {
    const replies = await tell({ t: 'rush', count: size, seed: Math.floor(Math.random() * 1e9), one_goal: this.oneGoal });
    if (!replies) return;
    this.chart?.clear();
    this.told = { asked: size, answered: 0, waiting: size, running: 0, longest: 0 };
    emit('rush');
  },

  /** Lets the queue work; at most one request is pending. To be called each frame. */
  async advance() {
    if (!this.waits || this.busy || !wire?.isOpen) return;
    this.busy = true;
    try {
      const replies = await ask({ t: 'work', budget: this.budget });
      const worked = pick(replies, 'worked');
      if (worked && this.told) this.take(worked);
    } catch (error) {
      this.told = null;
      report(error);
    }
    this.busy = false;
  },

  take(worked) {
    this.told = worked;
    this.chart?.note(worked.expansions, worked.waiting + worked.running);
    const until = performance.now() + LASTS;
    for (const [line, , found] of worked.done) this.answers.push({ line: line.map(toCell), found, until });
    if (this.answers.length > 400) this.answers.splice(0, this.answers.length - 400);
    emit('rush');
  },
};

on('map', () => { rush.told = null; rush.answers = []; emit('rush'); });

/** Draws recent answers as paths that fade; a line from end to end means that there is no path. */
function drawAnswers(ctx, view) {
  const now = performance.now();
  rush.answers = rush.answers.filter((one) => one.until > now);
  const set = colours();
  ctx.lineWidth = 1.6 * view.ratio;
  ctx.lineCap = ctx.lineJoin = 'round';
  for (const { line, found, until } of rush.answers) {
    ctx.globalAlpha = 0.8 * ((until - now) / LASTS);
    ctx.strokeStyle = found ? set.select : set.bad;
    ctx.beginPath();
    // A line that ends where it begins is a dot.
    ctx.moveTo(...view.middle(line[0].x, line[0].y));
    for (const { x, y } of line) ctx.lineTo(...view.middle(x, y));
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}

lively.rush = Object.assign(rush, { drawAnswers });

/** The card: how many to ask, the budget of a call, and the chart. */
export function rushCard() {
  rush.chart = new QueueChart('rush-chart');
  const says = el('p.small.num#rush-says');
  const paint = () => {
    const { told } = rush;
    says.textContent = told ? `${count(told.answered)} of ${count(told.asked)} answered, ${count(told.running)} in progress; the slowest took ${many(told.longest, 'call')}` : '';
  };
  on('rush', paint);
  const goals = [{ id: 'many', label: 'Goals anywhere' }, { id: 'one', label: 'All to B' }];
  return el('section.card#rush', { 'aria-label': 'Queue' }, el('strong', {}, 'Requests over frames'),
    el('div.stack', {},
      el('p.small.dim', {}, 'Many paths asked for at once wait in a navigator’s queue; each call answers what its budget allows. Paint while it works: requests in progress go on, and start again where you paint over their path.'),
      segments('Goals of the requests', goals, 'many', (value) => { rush.oneGoal = value === 'one'; }),
      el('div.row.wrap', {}, [100, 500, 2000].map((size) => el(`button.plain#rush-${size}`, { onclick: () => rush.begin(size) }, `Ask ${count(size)}`))),
      budgetField('rush-budget', rush.budget, (value) => { rush.budget = value; }),
      rush.chart.parts(), says));
}
