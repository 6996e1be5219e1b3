/** The first visit: the classic figure plays by itself, and a coach says what to try. @module */

import { byId, el, icon, isStill } from './dom.js';
import { player } from './player.js';
import { open, setup } from './session.js';
import { on, state } from './state.js';

const KEY = 'astride.coach';

/** Events in a second: slow enough to read each. */
const SLOW = 3;

/** Steps by their names, and what shows that one was done. */
const STEPS = [
  { id: 'goal', text: 'Drag B' },
  { id: 'wall', text: 'Draw a wall' },
  { id: 'space', text: 'Press Space' },
];

/** Names of the steps that are done or were closed. */
const gone = new Set(read());

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

/** Opens the classic figure with the numbers of the tutorials, and plays it. */
export async function land() {
  player.next = 'start';
  if (!await open({ builtin: 'figure' })) {
    player.next = 'end';
    return;
  }
  await setup('a', { scale: 'classic', heuristic: 'manhattan' });
  player.pace(SLOW);
  coach();
  const waiting = setTimeout(() => {
    player.next = 'end';
    if (!isStill() && player.position === 0) player.play();
  }, 700);
  let here = true;
  on('opening', () => {
    if (!here) return;
    here = false;
    clearTimeout(waiting);
    player.next = 'end';
    // The tutorials' guess is too high on other maps, and belongs to their figure.
    if (state.panels.a.settings.heuristic === 'manhattan') setup('a', { heuristic: state.defaults.a.heuristic });
  });
}

/** Shows the steps that are left, until another map is opened. */
function coach() {
  const box = byId('coach');
  const paint = () => {
    const left = STEPS.filter((step) => !gone.has(step.id));
    box.hidden = left.length === 0;
    box.replaceChildren(...left.map((step) => el('li', { 'data-step': step.id }, el('span', {}, step.text),
      el('button.icon', { 'aria-label': `Close: ${step.text}`, onclick: () => finish(step.id) }, icon('close')))));
  };
  const finish = (id) => {
    if (gone.has(id) || box.hidden) return;
    gone.add(id);
    try {
      localStorage.setItem(KEY, JSON.stringify([...gone]));
    } catch {
      // Without a store the coach comes again on the next visit.
    }
    paint();
  };
  const [goal] = state.goals;
  on('places', () => { if (state.goals[0]?.x !== goal.x || state.goals[0]?.y !== goal.y) finish('goal'); });
  on('painted', () => finish('wall'));
  on('hand', () => finish('space'));
  on('opening', () => { box.hidden = true; });
  paint();
}
