/** Where a number comes from: a card beside the square that was clicked. */

import { byId, el, many } from './dom.js';
import { camera } from './camera.js';
import { editedPanel } from './searchpanel.js';
import { lively } from './parts.js';
import { traces } from './player.js';
import { placeOf } from './says.js';
import { methodOf, written } from './openlist.js';
import { ask, latest, pick, report, wire } from './session.js';
import { endsOf, isOnMap, nodeOf, on, scaleOf, shown, state, toCell } from './state.js';
import { NONE } from './trace.js';

/** Where G comes from: the G of the parent and the step from there. */
function ofG(trace, event, name) {
  const parent = trace.parent(event);
  const g = written(trace.g(event), name);
  if (parent === NONE) return `G ${g}: the search begins here`;
  const before = trace.at(parent) < 0 ? 0 : trace.g(trace.at(parent));
  if (methodOf(name) === 'bidirectional-breadth-first') return `G ${g} = ${before}, the G of ${placeOf(parent, trace.width)}, + 1: this method counts steps`;
  const [from, to] = [toCell(parent), toCell(trace.node(event))];
  const [dx, dy] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  const [diagonal, straight] = state.tiling ? [0, 1] : [Math.min(dx, dy), Math.abs(dx - dy)];
  const steps = [diagonal && many(diagonal, 'diagonal step'), straight && many(straight, state.tiling ? 'step' : 'straight step')].filter(Boolean).join(' and ');
  const scale = scaleOf(name);
  const extra = trace.g(event) - before - diagonal * scale.diagonal - straight * scale.straight;
  return `G ${g} = ${shown(before, name)}, the G of ${placeOf(parent, trace.width)}, + ${shown(trace.g(event) - before, name)} for ${steps}${extra > 0 ? ' over costly ground' : ''}`;
}

/** The guesses, as ticks and in words, for this many columns and rows. */
const GUESSES = {
  manhattan: (dx, dy, { straight }) => [(dx + dy) * straight, `${dx} across + ${dy} down, straight steps`],
  octile: (dx, dy, { straight, diagonal }) => [Math.min(dx, dy) * diagonal + Math.abs(dx - dy) * straight, `${many(Math.min(dx, dy), 'diagonal step')} and ${many(Math.abs(dx - dy), 'straight step')}`],
  chebyshev: (dx, dy, { straight }) => [Math.max(dx, dy) * straight, `the larger of ${dx} across and ${dy} down`],
  euclidean: (dx, dy, { straight }) => [Math.floor(Math.hypot(dx, dy) * straight), `the straight line over ${dx} across and ${dy} down`],
};

/** Where H comes from; the explanation is given only if it yields the number. */
function ofH(trace, event, name) {
  const h = trace.h(event);
  const said = `H ${written(h, name)}`;
  const { x, y } = toCell(trace.node(event));
  const ends = endsOf(trace.leg);
  // The half from B guesses the rest of the way to A.
  const fromB = trace.fromB(event);
  const [goals, to] = fromB ? [[ends.start], ends.from] : [ends.goals, ends.to];
  if (h === 0) return `${said}: ${goals.some((goal) => goal.x === x && goal.y === y) ? `this is ${fromB ? to : 'the goal'}` : 'nothing is guessed'}`;
  if (state.tiling) return `${said}: the least number of steps to ${to}, obstacles ignored`;
  const id = state.panels[name].settings.heuristic;
  const label = state.welcome.heuristics.find((one) => one.id === id)?.label ?? id;
  if (id === 'landmarks') return `${said}: the most that one of ${many(state.landmarks.length, 'landmark')} proves, by how much farther it is from here than from ${to}, or nearer`;
  for (const goal of goals) {
    const [ticks, words] = GUESSES[id]?.(Math.abs(goal.x - x), Math.abs(goal.y - y), scaleOf(name)) ?? [];
    if (Math.abs(ticks - h) <= 1) return `${said} = ${words} to ${to}, obstacles ignored (${label})`;
  }
  return `${said}: the guess of the rest (${label})`;
}

/** Three sentences: where F, G and H of a square come from; null if the search has not been there. */
function whence(cell, name) {
  const trace = traces[name];
  const event = trace.at(nodeOf(cell));
  if (event < 0) return null;
  const [g, h] = [trace.g(event), trace.h(event)];
  return {
    f: `F ${written(g + h, name)} = G ${written(g, name)} + H ${written(h, name)}`,
    g: ofG(trace, event, name),
    h: ofH(trace, event, name),
  };
}

/** Puts the card beside its square, where there is more room. To be called when the board moves. */
function placeWhence() {
  const card = byId('whence');
  if (card.hidden || !state.chosen) return;
  const middle = camera.pointOf(state.chosen);
  const [x, y] = [middle.x - camera.size / 2, middle.y - camera.size / 2];
  const { width, height } = camera.view;
  const room = { width: card.offsetWidth, height: card.offsetHeight };
  const right = x + camera.size + 8;
  const left = right + room.width <= width ? right : Math.max(4, x - room.width - 8);
  const beside = left === right || x - room.width - 8 >= 4;
  // Where there is no room at its sides, at the farther edge of the board.
  const edge = y + camera.size / 2 > height / 2 ? 4 : height - room.height - 4;
  const top = beside ? y : edge;
  card.style.left = `${left}px`;
  card.style.top = `${Math.max(4, Math.min(height - room.height - 4, top))}px`;
}

const card = byId('whence');

/** What the Session says about the number that a layer shows: `{key, text}`. */
let told = null;

/** Asks where the number of the layer on a square comes from. */
const askLayer = latest(async ({ key, cell, layer }) => {
  if (!wire?.isOpen) return;
  try {
    const { text } = pick(await ask({ t: 'whence', id: layer.id, options: layer.options, x: cell.x, y: cell.y }), 'whence');
    told = { key, layer, text };
    paint();
  } catch (error) {
    report(error);
  }
});

/** The sentence for the layer on a square, requested once for each layer and square. */
function ofLayer(cell) {
  const { layer } = state;
  if (!layer) return null;
  const key = `${cell.x} ${cell.y}`;
  if (told?.key === key && told.layer === layer) return told.text;
  if (asked?.key !== key || asked.layer !== layer) {
    asked = { key, layer };
    askLayer({ key, cell, layer });
  }
  return null;
}

let asked = null;

const paint = () => {
  const cell = state.chosen;
  const isThere = cell && isOnMap(cell);
  const said = isThere && cell.part && state.show.search ? whence(cell, editedPanel()) : null;
  const layer = isThere && !said ? ofLayer(cell) : null;
  card.hidden = !said && !layer;
  if (said) card.replaceChildren(...['f', 'g', 'h'].map((part) => el('p', { 'data-part': part, 'aria-current': part === cell.part }, said[part])));
  if (layer) card.replaceChildren(el('p', { 'data-part': 'layer', 'aria-current': true }, layer));
  placeWhence();
};
on('hover position trace settings places show layer', paint);
paint();

lively.whence = { placeWhence };
