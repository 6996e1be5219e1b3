/** Mouse, pen and fingers on a board. */

import { camera } from './camera.js';
import { dangers } from './dangers.js';
import { radiusOf } from './marks.js';
import { player } from './player.js';
import { newGroup, place, stroke, tell } from './session.js';
import { emit, isOnMap, landmarksShown, nodeOf, state, toCell } from './state.js';
import { isPaint } from './tools.js';
import { units } from './units.js';
import { partAt } from './squares.js';

const LONG_PRESS = 480;

/** Size of a cell, in CSS pixels, from which a drag without a tool draws; from afar it moves the map. */
const SWEPT_FROM = 7;

/** Walls that a drag without a tool removes, and the one that it draws. */
const WALLS = new Set(['@', '#', 'O'].map((letter) => letter.charCodeAt(0)));
const [WALL, GROUND] = [64, 46];

/** What is being dragged: `{kind, …}`, or null. */
export const drag = { now: null, space: false };

/** What changes the map or what lies on it while it is dragged. */
const DRAGS = new Set(['mark', 'source', 'paint', 'sketch']);

/** Tools that put marks on the map, with the names of these marks. */
const PLACES = new Set(['via', 'goal']);

const pointers = new Map();

export function attach(board) {
  const { canvas } = board;
  canvas.addEventListener('pointerdown', (event) => press(board, event));
  canvas.addEventListener('pointermove', (event) => move(board, event));
  for (const type of ['pointerup', 'pointercancel']) canvas.addEventListener(type, (event) => release(board, event));
  canvas.addEventListener('pointerleave', () => {
    if (drag.now) return;
    state.hover = null;
    emit('hover');
  });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const box = canvas.getBoundingClientRect();
    const speed = event.ctrlKey ? 0.012 : event.deltaMode === 1 ? 0.05 : 0.0018;
    camera.zoom(Math.exp(-event.deltaY * speed), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
}

function press(board, event) {
  board.canvas.focus({ preventScroll: true, focusVisible: false });
  board.canvas.setPointerCapture(event.pointerId);
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  if (pointers.size === 2) return startPinch(board);
  if (pointers.size > 2) return;
  const cell = board.cellAt(event.clientX, event.clientY);
  state.hover = cell;
  // A second finger may follow; then the first was not meant to draw.
  const waits = event.pointerType === 'touch' && (isPaint(state.tool) || PLACES.has(state.tool) || state.tool === 'danger' || (state.tool === 'units' && units.brush));
  drag.now = waits ? { kind: 'wait', board, event, cell } : begin(board, event, cell);
  player.dragging = DRAGS.has(drag.now?.kind);
  if (event.pointerType === 'touch' && state.tool === 'units') waitForLongPress(cell);
}

function begin(board, event, cell) {
  const from = { px: event.clientX, py: event.clientY, cell };
  if (event.button === 1 || drag.space) return { kind: 'pan', ...from };
  if (state.tool === 'units') {
    if (event.button === 2) {
      units.send(cell);
      return null;
    }
    return units.brush ? spray(cell, from) : { kind: 'select', ...from, to: cell };
  }
  if (event.button === 2) return { kind: 'pan', ...from };
  const slack = event.pointerType === 'touch' ? 16 : 5;
  const source = isPaint(state.tool) ? -1 : dangers.near(cell, slack);
  if (source >= 0) return { kind: 'source', index: source, ...from, at: cell, group: newGroup() };
  if (state.tool === 'danger') {
    dangers.add(cell);
    return null;
  }
  const mark = markAt(board, cell, slack);
  if (mark) return { kind: 'mark', ...mark, ...from, at: cell, group: newGroup() };
  if (PLACES.has(state.tool)) {
    if (isOnMap(cell)) addMark(state.tool, cell);
    return null;
  }
  if (state.tiling?.hold) return state.tiling.hold(cell, from) ?? { kind: 'pan', ...from, tap: true };
  if (state.tool === 'move' && isOnMap(cell) && camera.size >= SWEPT_FROM) return { kind: 'sweep', ...from, tap: true, last: cell, group: newGroup() };
  if (!isPaint(state.tool)) return { kind: 'pan', ...from, tap: true };
  return beginPaint(cell, from);
}

function beginPaint(cell, from) {
  const group = newGroup();
  if (['brush', 'eraser'].includes(state.tool)) {
    paint(cell, cell, group);
    return { kind: 'paint', ...from, last: cell, group };
  }
  if (state.tool === 'fill') {
    if (isOnMap(cell)) put({ ...strokeOf('fill', cell, cell), group });
    return null;
  }
  const { size, shape } = state.brush;
  return { kind: 'sketch', tool: state.tool, ...from, from: cell, to: cell, group, size, shape };
}

/** Uses the tool at one square, for keys. */
export function paintAt(cell) {
  if (isPaint(state.tool)) put({ ...strokeOf(state.tool === 'fill' ? 'fill' : 'brush', cell, cell), group: newGroup() });
  if (state.tool === 'danger') dangers.add(cell);
  if (PLACES.has(state.tool)) addMark(state.tool, cell);
}

/** Adds a goal, or a stop: as the last one, or in the leg whose path is there. Where there is a stop, it is removed. */
export function addMark(what, { x, y }) {
  const index = what === 'via' ? state.via.findIndex((stop) => stop.x === x && stop.y === y) : -1;
  if (index >= 0) unplace({ what, index });
  else tell({ t: 'place', what, index: legAt({ x, y }), x, y, add: true });
}

/** The leg whose path leads over a square, or the last one. */
function legAt(cell) {
  const path = [...state.panels.a.path ?? []].map(toCell);
  let leg = 0;
  for (const [i, at] of path.entries()) {
    // There are no others between places of a graph or points of a mesh.
    const to = state.tiling?.hold ? at : path[i + 1] ?? at;
    do {
      // A leg reaches its stop only at its end. Stops may share a square.
      while (leg < state.via.length && nodeOf(at) === nodeOf(state.via[leg])) leg++;
      if (nodeOf(at) === nodeOf(cell)) return leg;
      at.x += Math.sign(to.x - at.x);
      at.y += Math.sign(to.y - at.y);
    } while (nodeOf(at) !== nodeOf(to));
  }
  return state.via.length;
}

const unplace = ({ what, index }) => tell({ t: 'unplace', what, index });

function spray(cell, from) {
  units.add(cell);
  return { kind: 'spray', ...from, last: cell };
}

/** The start, stop or goal near a cell, within reach in CSS pixels. */
function markAt(board, cell, slack) {
  const reach = radiusOf({ ratio: 1, size: camera.size }) + slack;
  const near = (mark) => {
    const point = camera.pointOf(mark);
    return Math.hypot(point.x - cell.px, point.y - cell.py) <= reach;
  };
  for (const [what, cells] of [['start', state.start ? [state.start] : []], ['via', state.via], ['goal', state.goals], ['landmark', landmarksShown()]]) {
    const index = cells.findIndex(near);
    if (index >= 0) return { what, index };
  }
  return null;
}

function clampToMap(cell) {
  return {
    x: Math.max(0, Math.min(state.world.width - 1, cell.x)),
    y: Math.max(0, Math.min(state.world.height - 1, cell.y)),
  };
}

function strokeOf(tool, from, to) {
  const erase = state.tool === 'eraser';
  const [a, b] = [clampToMap(from), clampToMap(to)];
  const { size, shape } = state.brush;
  return { tool, class: erase ? 46 : state.brush.class, size, shape, from: [a.x, a.y], to: [b.x, b.y] };
}

/** Draws a stroke, piece by piece where the tiles require that. */
const put = (one) => camera.tiling.pieces(one).forEach(stroke);

/** One piece of a drag without a tool. */
function sweep(now, cell) {
  const [a, b] = [clampToMap(now.last), clampToMap(cell)];
  put({ tool: 'brush', ...now.brush, from: [a.x, a.y], to: [b.x, b.y], group: now.group });
  now.last = cell;
}

const paint = (from, to, group) => put({ ...strokeOf('brush', from, to), group });

function move(board, event) {
  const pointer = pointers.get(event.pointerId);
  if (pointer) {
    pointer.dx = event.clientX - pointer.x;
    pointer.dy = event.clientY - pointer.y;
    Object.assign(pointer, { x: event.clientX, y: event.clientY });
  }
  if (drag.now?.kind === 'pinch') return pinch(board);
  const cell = board.cellAt(event.clientX, event.clientY);
  const moved = !state.hover || cell.x !== state.hover.x || cell.y !== state.hover.y;
  state.hover = cell;
  board.canvas.style.cursor = cursor(board, cell);
  if (drag.now?.kind === 'wait') resume(drag.now, event);
  followers[drag.now?.kind]?.(drag.now, cell, event);
  if (moved) emit('hover');
}

/** Begins what a finger waited for, once it has moved. */
function resume(now, event) {
  if (Math.hypot(event.clientX - now.event.clientX, event.clientY - now.event.clientY) < 5) return;
  drag.now = begin(now.board, now.event, now.cell);
  player.dragging = DRAGS.has(drag.now?.kind);
}

/** Takes what is dragged to the square under the pointer; returns whether that is another one. */
function carry(now, cell) {
  const to = clampToMap(cell);
  if (to.x === now.at.x && to.y === now.at.y) return false;
  now.moved = true;
  now.at = to;
  return true;
}

const followers = {
  pan(now, cell, event) {
    if (now.tap && Math.hypot(event.clientX - now.px, event.clientY - now.py) < 4) return;
    now.tap = false;
    camera.pan(event.clientX - (now.lastX ?? now.px), event.clientY - (now.lastY ?? now.py));
    [now.lastX, now.lastY] = [event.clientX, event.clientY];
    state.hover = null;
  },
  held(now, cell, event) {
    if (!now.tap || Math.hypot(event.clientX - now.px, event.clientY - now.py) >= 4) state.tiling.carry(now, cell);
  },
  mark(now, cell) {
    if (carry(now, cell)) place({ what: now.what, index: now.index, ...now.at, group: now.group });
  },
  source(now, cell) {
    if (carry(now, cell)) dangers.move(now.index, now.at, now.group);
  },
  sweep(now, cell, event) {
    if (now.tap && Math.hypot(event.clientX - now.px, event.clientY - now.py) < 4) return;
    if (now.tap) {
      const erases = WALLS.has(state.cells[nodeOf(now.cell)]);
      Object.assign(now, { tap: false, brush: { class: erases ? GROUND : WALL, size: 1, shape: 'square' } });
      player.dragging = true;
      sweep(now, now.cell);
    }
    if (cell.x !== now.last.x || cell.y !== now.last.y) sweep(now, cell);
  },
  paint(now, cell) {
    if (cell.x === now.last.x && cell.y === now.last.y) return;
    paint(now.last, cell, now.group);
    now.last = cell;
  },
  sketch(now, cell, event) {
    now.to = clampToMap(cell);
    if (event.shiftKey) now.to = evenly(now.from, now.to, now.tool);
    emit('sketch');
  },
  select(now, cell) {
    now.to = cell;
    emit('sketch');
  },
  spray(now, cell) {
    if (Math.hypot(cell.x - now.last.x, cell.y - now.last.y) < 3) return;
    units.add(cell);
    now.last = cell;
  },
};

/** With shift: lines at multiples of 45°, boxes with equal sides. */
function evenly(from, to, tool) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const most = Math.max(Math.abs(dx), Math.abs(dy));
  if (tool === 'line' && Math.min(Math.abs(dx), Math.abs(dy)) * 2 < most) {
    return clampToMap(Math.abs(dx) > Math.abs(dy) ? { x: to.x, y: from.y } : { x: from.x, y: to.y });
  }
  return clampToMap({ x: from.x + Math.sign(dx) * most, y: from.y + Math.sign(dy) * most });
}

function release(board, event) {
  pointers.delete(event.pointerId);
  clearTimeout(pressTimer);
  let now = drag.now;
  if (now?.kind === 'wait') now = event.type === 'pointerup' ? begin(board, now.event, now.cell) : null;
  if (now?.kind === 'pinch') {
    if (pointers.size === 0) drag.now = null;
    return;
  }
  drag.now = null;
  player.dragging = false;
  if (!now || event.type === 'pointercancel') return;
  finish(now, event);
  emit('sketch');
}

function finish(now, event) {
  if (now.kind === 'sketch') put({ ...strokeOf(now.tool, now.from, now.to), group: now.group });
  if (now.kind === 'source') dangers.choose(now.index);
  if (now.kind === 'select') units.select(now.cell, now.to, event.shiftKey);
  const isTapped = now.kind === 'mark' && !now.moved;
  if (isTapped && state.tool === now.what && (now.what === 'via' || state.goals.length > 1)) unplace(now);
  else if (isTapped || (['pan', 'sweep', 'held'].includes(now.kind) && now.tap && !state.tiling?.tap?.(now.cell))) choose(now.cell);
}

function choose(cell) {
  const part = isOnMap(cell) ? partAt(cell) : null;
  const { chosen } = state;
  const same = chosen && chosen.x === cell.x && chosen.y === cell.y && (chosen.part ?? null) === part;
  state.chosen = same || !isOnMap(cell) ? null : { x: cell.x, y: cell.y, part };
  emit('hover');
}

function startPinch(board) {
  clearTimeout(pressTimer);
  drag.now = { kind: 'pinch', ...span() };
  player.dragging = false;
}

function span() {
  const [a, b] = [...pointers.values()];
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.hypot(a.x - b.x, a.y - b.y) };
}

function pinch(board) {
  if (pointers.size < 2) return;
  const now = span();
  const box = board.canvas.getBoundingClientRect();
  camera.pan(now.x - drag.now.x, now.y - drag.now.y);
  if (drag.now.apart > 0) camera.zoom(now.apart / drag.now.apart, now.x - box.left, now.y - box.top);
  Object.assign(drag.now, now);
}

let pressTimer = 0;

function waitForLongPress(cell) {
  pressTimer = setTimeout(() => {
    if (drag.now?.kind !== 'select' || drag.now.to !== drag.now.cell) return;
    drag.now = null;
    units.send(cell);
  }, LONG_PRESS);
}

function cursor(board, cell) {
  if (drag.space || drag.now?.kind === 'pan') return drag.now ? 'grabbing' : 'grab';
  if (state.world && state.tool !== 'units' && markAt(board, cell, 3)) return drag.now ? 'grabbing' : 'grab';
  if (state.world && !isPaint(state.tool) && state.tool !== 'units' && dangers.near(cell, 3) >= 0) return drag.now ? 'grabbing' : 'grab';
  if (state.tool === 'move' && (!isOnMap(cell) || camera.size < SWEPT_FROM)) return 'default';
  return 'crosshair';
}
