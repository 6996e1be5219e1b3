/** The first visit: the classic figure plays by itself, and a coach says what to try. */

import { camera } from './camera.js';
import { byId, el, icon, isStill } from './dom.js';
import { player } from './player.js';
import { open, report, setup } from './session.js';
import { fragment, setFragment } from './share.js';
import { choices, on, state } from './state.js';
import { keep, kept } from './store.js';

/** Events in a second: slow enough to read each. */
const SLOW = 3;

/** Steps by their names, and what shows that one was done. */
const STEPS = [
  { id: 'goal', text: 'Drag B' },
  { id: 'wall', text: 'Draw a wall' },
  { id: 'space', text: 'Press Space' },
];

/** Names of the steps that are done or were closed. */
const gone = new Set(kept('coach')?.match(/\w+/g));

/** While the figure is there: where B lay, and the timer that plays it. */
let landed = null;

/** Opens the classic figure with the numbers of the tutorials, and plays it; a method that was requested has its own guess. */
export async function land(method = null) {
  player.next = 'start';
  if (!await open({ builtin: 'figure' })) {
    player.next = 'end';
    return;
  }
  await setup('a', { scale: 'classic', ...(method ? { method } : { heuristic: 'manhattan' }) });
  player.pace(SLOW);
  landed = { goal: state.goals[0], waiting: setTimeout(play, 700) };
  paint();
  camera.fit();
}

/** Opens the figure with the method that the address names, and the panel of its steps; returns whether there is one. */
export async function landOnMethod() {
  const id = fragment().get('method');
  if (!id) return false;
  setFragment('method', null);
  // The one of meshes cannot be chosen on the figure.
  const known = choices(state.welcome.methods).map((one) => one.id).filter((one) => one !== 'polyanya');
  if (!known.includes(id)) {
    report(new Error(`there is no method “${id}”, expected one of ${known.join(', ')}`));
    return false;
  }
  await land(id);
  if (byId('thinking').hidden) byId('think').click();
  return true;
}

function play() {
  player.next = 'end';
  if (!isStill() && player.position === 0) player.play();
}

/** Shows the steps that are left, until another map is opened. */
function paint() {
  const left = STEPS.filter((step) => !gone.has(step.id));
  byId('coach').hidden = left.length === 0;
  byId('coach').replaceChildren(...left.map((step) => el('li', { 'data-step': step.id }, el('span', {}, step.text),
    el('button.icon', { 'aria-label': `Close: ${step.text}`, onclick: () => finish(step.id) }, icon('close')))));
}

function finish(id) {
  if (!landed || gone.has(id)) return;
  gone.add(id);
  keep('coach', JSON.stringify([...gone]));
  paint();
}

on('places', () => {
  const [goal] = state.goals;
  if (landed && (goal?.x !== landed.goal.x || goal?.y !== landed.goal.y)) finish('goal');
});
on('painted', () => finish('wall'));
on('hand', () => finish('space'));
on('opening', () => {
  if (!landed) return;
  clearTimeout(landed.waiting);
  landed = null;
  byId('coach').hidden = true;
  player.next = 'end';
  // The tutorials' guess is too high on other maps, and belongs to their figure.
  if (state.panels.a.settings.heuristic === 'manhattan') setup('a', { heuristic: state.defaults.a.heuristic });
});
