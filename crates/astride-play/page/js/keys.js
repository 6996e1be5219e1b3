/** Keys. */

import { byId } from './dom.js';
import { camera } from './camera.js';
import { dangers } from './dangers.js';
import { addMark, drag, paintAt } from './pointer.js';
import { keySheet, maps, saving, use } from './parts.js';
import { player } from './player.js';
import { newGroup, place, turn } from './session.js';
import { emit, isOnMap, state } from './state.js';
import { chooseTool, resizeBrush, TOOLS } from './tools.js';

const PAN = 80;

const showMaps = () => use(maps, (part) => part.showMaps());
const showHelp = () => use(keySheet, (part) => part.showHelp());
const showSaving = () => use(saving, (part) => part.showSaving());

const ACTIONS = {
  ' ': () => player.toggle(),
  '.': () => player.step(1),
  ',': () => player.step(-1),
  '>': () => player.step(10),
  '<': () => player.step(-10),
  Home: () => player.scrub(0),
  End: () => player.scrub(Infinity),
  '+': () => camera.zoom(1.3),
  '=': () => camera.zoom(1.3),
  '-': () => camera.zoom(1 / 1.3),
  0: () => camera.fit(),
  ArrowLeft: () => camera.pan(PAN, 0),
  ArrowRight: () => camera.pan(-PAN, 0),
  ArrowUp: () => camera.pan(0, PAN),
  ArrowDown: () => camera.pan(0, -PAN),
  '[': () => resizeBrush(-1),
  ']': () => resizeBrush(1),
  Delete: () => dangers.remove(),
  h: () => { state.show.search = !state.show.search; emit('show'); },
  m: showMaps,
  s: showSaving,
  '?': showHelp,
  Escape: () => { state.chosen = null; emit('hover'); chooseTool('move'); },
};

for (const [name, , , key] of TOOLS) ACTIONS[key.toLowerCase()] = () => chooseTool(name);

/** Moves the chosen square, so that everything can be done without a mouse. */
function moveChosen(dx, dy) {
  const from = state.chosen ?? state.start;
  if (!from) return;
  const to = { x: from.x + dx, y: from.y + dy };
  if (state.chosen && isOnMap(to)) state.chosen = { ...to, part: 'f' };
  else state.chosen ??= { ...from, part: 'f' };
  const point = camera.pointOf(state.chosen);
  if (point.x < 20 || point.y < 20 || point.x > camera.view.width - 20 || point.y > camera.view.height - 20) camera.look(...camera.tiling.middle(state.chosen.x, state.chosen.y));
  emit('hover');
}

const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Puts start, goal or stop at the chosen square, or uses the brush there. */
const AT_CHOSEN = {
  1: ({ x, y }) => place({ what: 'start', index: 0, x, y, group: newGroup() }),
  2: ({ x, y }) => place({ what: 'goal', index: 0, x, y, group: newGroup() }),
  3: (cell) => addMark('via', cell),
  Enter: (cell) => paintAt(cell),
};

const CONTROL = {
  z: (event) => turn(event.shiftKey ? 'redo' : 'undo'),
  y: () => turn('redo'),
  s: showSaving,
};

/** Whether the key belongs to a control that has the focus. */
function isTaken(event) {
  const { target, key } = event;
  if (!target.closest) return false;
  if (target.closest('dialog, select, textarea, [role="listbox"], input[type="number"], input[type="text"]')) return true;
  // The space bar plays wherever the focus is; a check box has no other key.
  if (key === ' ') return target.matches('input[type="checkbox"]');
  if (key === 'Enter') return target.matches('button, input, a, summary');
  const moves = key.startsWith('Arrow') || key === 'Home' || key === 'End';
  return moves && target.closest('input[type="range"], [role="radiogroup"], [role="tablist"]') !== null;
}

export function startKeys() {
  byId('help').onclick = showHelp;
  byId('open-maps').onclick = showMaps;
  byId('files').onclick = showSaving;
  byId('share').onclick = () => use(saving, (part) => part.share());
  let spaceAt = 0;
  window.addEventListener('keydown', (event) => {
    if (isTaken(event) || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      const action = CONTROL[event.key.toLowerCase()];
      if (action) event.preventDefault();
      action?.(event);
      return;
    }
    if (event.key === ' ') {
      event.preventDefault();
      if (!event.repeat) spaceAt = performance.now();
      drag.space = true;
      return;
    }
    if (event.shiftKey && MOVES[event.key]) {
      event.preventDefault();
      moveChosen(...MOVES[event.key]);
      return;
    }
    if (state.chosen && AT_CHOSEN[event.key]) {
      AT_CHOSEN[event.key](state.chosen);
      return;
    }
    const action = ACTIONS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  window.addEventListener('keyup', (event) => {
    if (event.key !== ' ' || !drag.space) return;
    drag.space = false;
    event.preventDefault(); // A button with the focus is not to be pressed as well.
    // Held, it moves the map; tapped, it plays.
    if (!isTaken(event) && performance.now() - spaceAt < 250 && !drag.now) player.toggle();
  });
  window.addEventListener('blur', () => { drag.space = false; });
}
