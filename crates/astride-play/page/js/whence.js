/** Where a number comes from: a card beside the square that was clicked. */

import { byId, el, many } from './dom.js';
import { camera } from './camera.js';
import { editedPanel } from './searchpanel.js';
import { lively } from './parts.js';
import { traces } from './player.js';
import { placeOf } from './says.js';
import { endsOf, isOnMap, nodeOf, on, scaleOf, shown, state, toCell } from './state.js';
import { NONE } from './trace.js';

/** How G came about: the G of the parent and the step from there. */
function ofG(trace, event, name) {
  const parent = trace.parent(event);
  const g = shown(trace.g(event), name);
  if (parent === NONE) return `G ${g}: the search begins here`;
  const before = trace.at(parent) < 0 ? 0 : trace.g(trace.at(parent));
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

/** How H came about; the words are said only if they give the number. */
function ofH(trace, event, name) {
  const h = trace.h(event);
  const said = `H ${shown(h, name)}`;
  const { x, y } = toCell(trace.node(event));
  const { goals, to } = endsOf(trace.leg);
  if (h === 0) return `${said}: ${goals.some((goal) => goal.x === x && goal.y === y) ? 'this is the goal' : 'nothing is guessed'}`;
  if (state.tiling) return `${said}: so many steps there are at least to ${to}, obstacles ignored`;
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
    f: `F ${shown(g + h, name)} = G ${shown(g, name)} + H ${shown(h, name)}`,
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
  // Where there is no room at its sides, at the edge of the board that is farther off.
  const edge = y + camera.size / 2 > height / 2 ? 4 : height - room.height - 4;
  const top = beside ? y : edge;
  card.style.left = `${left}px`;
  card.style.top = `${Math.max(4, Math.min(height - room.height - 4, top))}px`;
}

const card = byId('whence');
const paint = () => {
  const cell = state.chosen;
  const said = cell?.part && isOnMap(cell) && state.show.search ? whence(cell, editedPanel()) : null;
  card.hidden = !said;
  if (said) card.replaceChildren(...['f', 'g', 'h'].map((part) => el('p', { 'data-part': part, 'aria-current': part === cell.part }, said[part])));
  placeWhence();
};
on('hover position trace settings places show', paint);
paint();

lively.whence = { placeWhence };
