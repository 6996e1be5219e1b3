/** `window.astride`: read-only state, for tests and the curious. */

import { camera } from './camera.js';
import { player, traces } from './player.js';
import { nextTaken, openList } from './openlist.js';
import { numbersOf } from './squares.js';
import { costOf } from './answers.js';
import { isLoading, lively } from './parts.js';
import { wire } from './session.js';
import { nodeOf, state } from './state.js';
import { units } from './units.js';

const copy = (value) => (value === null || value === undefined ? value : structuredClone(value));

export function publish(loop) {
  window.astride = Object.freeze({
    get ready() { return Boolean(state.online && state.world); },
    /** Nothing is being loaded, and no request is pending except those that let units and the explorer walk and the queue work. */
    get idle() { return Boolean(wire && !isLoading() && wire.outstanding === [units, lively.explorer, lively.rush].filter((one) => one?.busy).length); },
    get world() { return copy(state.world); },
    get start() { return copy(state.start); },
    get via() { return copy(state.via); },
    get goals() { return copy(state.goals); },
    get landmarks() { return copy(state.landmarks); },
    get explorer() { return copy(lively.explorer?.told ?? null); },
    known: (x, y) => lively.explorer?.known[nodeOf({ x, y })] === 1,
    get repaired() { return copy(lively.edits?.repaired ?? null); },
    get sources() { return copy(state.sources); },
    get compare() { return state.compare; },
    get theme() { return document.documentElement.dataset.theme; },
    get welcome() { return copy(state.welcome); },
    cell: (x, y) => String.fromCharCode(state.cells[nodeOf({ x, y })]),
    answer: (name = 'a') => copy(state.panels[name].answer),
    path: (name = 'a') => (state.panels[name].path ? [...state.panels[name].path] : null),
    settings: (name = 'a') => copy(state.panels[name].settings),
    facts: (name = 'a') => copy(state.panels[name].facts),
    cost: (name = 'a') => costOf(name),
    trace: (name = 'a') => ({ position: traces[name].position, count: traces[name].count, open: traces[name].open, closed: traces[name].closed, leg: traces[name].leg }),
    event: (i, name = 'a') => (i < traces[name].count ? { node: traces[name].node(i), parent: traces[name].parent(i), g: traces[name].g(i), h: traces[name].h(i), kind: traces[name].kind(i), fromB: traces[name].fromB(i) } : null),
    /** Nodes of the open lists of both halves, each in its order. */
    openLists: (name = 'a') => lively.halves?.lists(traces[name], name).map((list) => list?.map((one) => one.node) ?? null) ?? null,
    rounds: (name = 'a') => lively.rounds?.rounds(traces[name]) ?? null,
    past: (x, y, name = 'a') => Boolean(traces[name].past[nodeOf({ x, y })]),
    /** The numbers written in a square, and where it lies. */
    square: (x, y, name = 'a') => {
      const facts = traces[name].look(nodeOf({ x, y }));
      return facts && { ...facts, shown: numbersOf(traces[name], facts.event, name) };
    },
    point: (x, y) => camera.pointOf({ x, y }),
    get camera() { return { x: camera.x, y: camera.y, size: camera.size }; },
    /** Nodes of the open list in its order, and the one that the search takes next. */
    openList: (name = 'a') => ({ nodes: openList(traces[name], name)?.map((one) => one.node) ?? null, next: nextTaken(traces[name]) }),
    jumped: (name = 'a') => [...lively.jumps?.jumpedOver(traces[name], name) ?? []],
    /** The wave of a field: how far it is played, and whether it has reached a square. */
    get wave() { const { wave } = player; return wave && { position: wave.position, count: wave.count }; },
    waved: (x, y) => (player.wave ? player.wave.at(nodeOf({ x, y })) >= 0 : null),
    get reach() { return copy(state.reach); },
    get growing() { return Boolean(lively.growth?.isGrowing()); },
    get playing() { return player.playing; },
    get layer() {
      const { layer } = state;
      return layer && { id: layer.id, kind: layer.kind, min: layer.min, max: layer.max, width: layer.width, height: layer.height, count: layer.count, way: copy(layer.way), sides: layer.sides, lines: layer.lines && [...layer.lines] };
    },
    area: (x, y) => lively.layers?.areaAt({ x, y }) ?? null,
    fit: (name = 'a') => { const fit = lively.fit?.fitOf(name); return fit ? { size: fit.size, places: fit.places, tooNarrow: fit.too_narrow } : null; },
    get units() { return { count: units.count, tick: units.now?.tick ?? 0, frames: units.frames.read(), engine: units.engine.read(), selected: units.selected.size, waiting: units.waiting, arrows: units.arrows && [...units.arrows.values] }; },
    get queue() { return { calls: units.chart?.calls ?? 0, mostSpent: units.chart?.mostSpent ?? 0, mostWaiting: units.chart?.mostWaiting ?? 0 }; },
    get rush() { const { rush } = lively; return rush?.told && { ...copy(rush.told), calls: rush.chart.calls, mostSpent: rush.chart.mostSpent, mostWaiting: rush.chart.mostWaiting, lines: rush.answers.map(({ line }) => copy(line)) }; },
    unit: (id) => (units.now && id < units.now.count ? { x: units.now.x[id], y: units.now.y[id], state: units.now.states[id] } : null),
    get drawn() { return loop.drawn; },
    get drawMs() { return loop.meter; },
    /** Cuts the connection, to see that it comes back. */
    hangUp: () => wire.cut(),
    get link() { return state.link; },
  });
}
