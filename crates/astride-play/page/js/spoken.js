/** What a screen reader says about each answer, once things have been quiet for a moment. */

import { byId, many } from './dom.js';
import { costOf } from './answers.js';
import { methodName } from './searchpanel.js';
import { noun, on, shownPanels, state } from './state.js';

/** While something is dragged, many answers arrive; only the last is worth saying. */
const QUIET = 700;

function say(name) {
  const { answer } = state.panels[name];
  if (!answer) return '';
  const who = `${shownPanels().length > 1 ? `${name.toUpperCase()}, ` : ''}${methodName(name)}`;
  if (answer.outcome !== 'found') return `${who}: no path. ${answer.why ?? ''}`;
  return `${who}: path found, cost ${costOf(name)}, ${answer.legs ? `${many(answer.legs.length, 'leg')}, ` : ''}${many(answer.steps, 'step')}, ${many(answer.effort.expanded, noun())} closed.`;
}

export function startSpoken() {
  let timer = 0;
  on('answer', () => {
    clearTimeout(timer);
    timer = setTimeout(() => { byId('spoken').textContent = shownPanels().map(say).join(' '); }, QUIET);
  });
}
