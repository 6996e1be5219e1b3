/** Sources of danger: placed, dragged and changed. */

import { camera } from './camera.js';
import { dangerPictures, layers, lively, use } from './parts.js';
import { inOrder, newGroup, tell } from './session.js';
import { emit, isOnMap, on, state } from './state.js';

export const dangers = {
  /** The number of the chosen source, or -1. */
  chosen: -1,
  /** The values of a new source. */
  usual: { strength: 10, radius: 8, falloff: 'linear' },

  async add(cell) {
    if (!isOnMap(cell)) return;
    const replies = await tell({ t: 'danger', add: { ...this.usual, cell: [cell.x, cell.y] } });
    if (replies) this.choose(state.sources.length - 1);
  },

  /** Changes the chosen source. */
  change(changes) {
    Object.assign(this.usual, changes);
    // All that a slider passes in one drag is one step.
    if (Date.now() - changed.at > 1500) changed.group = newGroup();
    changed.at = Date.now();
    if (this.chosen >= 0) push({ change: { index: this.chosen, ...changes }, group: changed.group });
    emit('danger');
  },

  move(index, cell, group) {
    push({ change: { index, cell: [cell.x, cell.y] }, group });
  },

  remove(which = this.chosen) {
    if (which === -1) return;
    this.choose(-1);
    push({ remove: which });
  },

  choose(index) {
    this.chosen = index;
    const source = state.sources[index];
    if (source) this.usual = { strength: source.strength, radius: source.radius, falloff: source.falloff };
    emit('danger');
  },

  /** The source under a point of the board, or -1. */
  near({ px, py }, slack) {
    return state.sources.findIndex(({ cell: [x, y] }) => {
      const point = camera.toPoint(x + 0.5, y + 0.5);
      return Math.hypot(point.x - px, point.y - py) <= radius(camera.size) + slack;
    });
  },
};

/** Sends changes of sources in order; those that one step makes to one source are sent together. */
const push = inOrder((message) => tell({ t: 'danger', ...message }), (last, { change, group }) => (
  change && last.group === group && last.change?.index === change.index && Object.assign(last.change, change)));

/** The step to which current changes belong. */
const changed = { at: 0, group: 0 };

on('map', () => { dangers.chosen = -1; });
on('danger', () => { if (state.sources.length && !lively.dangers) use(dangerPictures, () => emit('sketch')); });
let before = 0;
on('danger', () => {
  // The chosen one may have been removed by undoing.
  if (dangers.chosen >= state.sources.length) dangers.chosen = -1;
  // The first source without its influence would only be a mark.
  if (before === 0 && state.sources.length > 0 && !state.layer) use(layers, (part) => part.showLayer('influence'));
  before = state.sources.length;
});

/** Radius of a source's mark in CSS pixels. */
export const radius = (size) => Math.max(9, Math.min(size * 0.4, 24));
