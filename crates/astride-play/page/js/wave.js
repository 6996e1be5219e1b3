/** A field as a wave, which grows square by square and is played by the bar of the searches. */

import { colours } from './colours.js';
import { count, el } from './dom.js';
import { layerTiles } from './ground.js';
import { lively } from './parts.js';
import { player } from './player.js';
import { placeOf } from './says.js';
import { ask, latest, pick, report, wire } from './session.js';
import { emit, noun, on, shown, state, toCell } from './state.js';
import { NONE, Trace } from './trace.js';
import { units } from './units.js';

/** The most squares of a map whose field is played. */
const MOST = 1 << 18;

const trace = new Trace();
/** The source of the wave: `{layer}` or `{arrows}`, or null. */
let source = null;

/** The field that is shown and could be played, or null. */
function wanted() {
  const { layer, world } = state;
  if (!world || world.width * world.height > MOST) return null;
  if (units.drawArrows && units.arrows && state.tab === 'units') return { arrows: units.arrows };
  return layer && ['distance', 'flow'].includes(layer.id) && !state.show.search ? { layer } : null;
}

const isSame = (a, b) => a.length === b.length && a.every((value, at) => value === b[at]);

const fetchWave = latest(async ({ to }) => {
  if (!wire?.isOpen) return;
  try {
    const replies = await ask({ t: 'wave', ...(to.arrows ? { unit: to.arrows.id } : { options: to.layer.options }) });
    // Another field may be shown by then.
    if (source !== to) return;
    trace.reset(state.world.width, state.world.height);
    trace.load(replies.filter((reply) => reply.t === 'events'), pick(replies, 'wave'));
    trace.seek(Infinity);
    (to.layer ?? to.arrows).wave = trace;
    if (!player.wave) player.pace(trace.count / 6);
    player.wave = trace.count ? trace : null;
    emit('trace');
  } catch (error) {
    report(error);
  }
});

/** Follows what is shown: a new field has a wave of its own, at its end. */
export function follow() {
  const to = wanted();
  if (to && source && (to.layer ? to.layer === source.layer : source.arrows && to.arrows.id === source.arrows.id && isSame(to.arrows.values, source.arrows.values))) {
    if (to.arrows) to.arrows.wave = source.arrows.wave;
    return;
  }
  source = to;
  if (to) {
    fetchWave({ to });
  } else if (player.wave) {
    player.pause();
    player.wave = null;
    emit('trace');
  }
}

const panelOf = 'a';

/** The last square that the wave reached, in a sentence, and how many there are. */
export function say() {
  const { position, width } = trace;
  if (position === 0) return 'The wave has not begun.';
  const last = position - 1;
  const place = placeOf(trace.node(last), width);
  const from = trace.parent(last);
  const far = shown(trace.g(last), panelOf);
  const here = from === NONE ? `The wave begins at ${place}` : `${place} is reached at distance ${far}, over ${placeOf(from, width)}`;
  return `${here}; ${count(position)} of ${count(trace.count)} ${noun()}s reached.`;
}

/** The panel beside the board. */
export function panel() {
  const end = trace.position >= trace.count ? 'The field is whole: every number is final.' : 'What the wave has reached is final; the rest is farther.';
  return [el('h3', {}, source?.arrows ? 'Field of arrows' : 'Field of distances'), el('p.step#step-wave', {}, say()), el('p.small.dim', {}, end)];
}

/** A frame around the square that was reached last. */
export function drawFront(ctx, view) {
  if (!player.wave || !trace.position || trace.position >= trace.count) return;
  const { x, y } = toCell(trace.node(trace.position - 1));
  ctx.strokeStyle = colours().select;
  ctx.lineWidth = 2.5 * view.ratio;
  ctx.beginPath();
  ctx.arc(...view.middle(x, y), Math.max(4 * view.ratio, view.size * 0.4), 0, 2 * Math.PI);
  ctx.stroke();
}

on('layer show tab map', follow);
on('position', () => { if (player.wave && source?.layer) layerTiles.touchAll(); });

lively.wave = { say, panel, drawFront, follow };
