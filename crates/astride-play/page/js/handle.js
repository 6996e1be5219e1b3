/** `window.astride`: read-only state, for tests and the curious. @module */

import { camera } from './camera.js';
import { player, traces } from './player.js';
import { numbersOf } from './squares.js';
import { costOf } from './answers.js';
import { share } from './keep.js';
import { wire } from './session.js';
import { nodeOf, state } from './state.js';
import { units } from './units.js';

const copy = (value) => (value === null || value === undefined ? value : structuredClone(value));

/** Publishes the handle. */
export function publish(loop) {
  window.astride = Object.freeze({
    get ready() { return Boolean(state.online && state.world); },
    /** No request is under way but the one that lets units walk. */
    get idle() { return Boolean(wire && wire.outstanding === Number(units.busy)); },
    get world() { return copy(state.world); },
    get start() { return copy(state.start); },
    get goals() { return copy(state.goals); },
    get compare() { return state.compare; },
    get theme() { return document.documentElement.dataset.theme; },
    get welcome() { return copy(state.welcome); },
    cell: (x, y) => String.fromCharCode(state.cells[nodeOf({ x, y })]),
    answer: (name = 'a') => copy(state.panels[name].answer),
    path: (name = 'a') => (state.panels[name].path ? [...state.panels[name].path] : null),
    settings: (name = 'a') => copy(state.panels[name].settings),
    facts: (name = 'a') => copy(state.panels[name].facts),
    cost: (name = 'a') => costOf(name),
    trace: (name = 'a') => ({ position: traces[name].position, count: traces[name].count, open: traces[name].open, closed: traces[name].closed }),
    event: (i, name = 'a') => (i < traces[name].count ? { node: traces[name].node(i), parent: traces[name].parent(i), g: traces[name].g(i), h: traces[name].h(i), kind: traces[name].kind(i) } : null),
    /** The numbers written in a square, and where it lies. */
    square: (x, y, name = 'a') => {
      const facts = traces[name].look(nodeOf({ x, y }));
      return facts && { ...facts, shown: numbersOf(traces[name], facts.event, name) };
    },
    point: (x, y) => camera.toPoint(x + 0.5, y + 0.5),
    get camera() { return { x: camera.x, y: camera.y, size: camera.size }; },
    get playing() { return player.playing; },
    get layer() { return state.layer && { id: state.layer.id, kind: state.layer.kind, min: state.layer.min, max: state.layer.max, width: state.layer.width, height: state.layer.height }; },
    get units() { return { count: units.count, tick: units.now?.tick ?? 0, frames: units.frames.read(), engine: units.engine.read(), selected: units.selected.size, waiting: units.waiting }; },
    unit: (id) => (units.now && id < units.now.count ? { x: units.now.x[id], y: units.now.y[id], state: units.now.states[id] } : null),
    get drawn() { return loop.drawn; },
    get drawMs() { return loop.meter; },
    /** Cuts the connection, to see that it comes back. */
    hangUp: () => wire.cut(),
    get link() { return share.last ?? null; },
  });
}
