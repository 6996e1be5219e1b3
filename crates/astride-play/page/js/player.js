/** Plays the traces of both panels in step: forward, back, to any event. */

import { ask, latest, pick, report, wire } from './session.js';
import { count } from './dom.js';
import { isJumping, written } from './openlist.js';
import { halves, jumps, lively, rounds, use } from './parts.js';
import { emit, on, shown, shownPanels, state } from './state.js';
import { MEETING, ROUND, Trace } from './trace.js';

/** The events requested by default. */
const LIMIT = 2_000_000;

export const traces = { a: new Trace(), b: new Trace() };

/** What the bar plays: the wave of a field while one is shown, else the searches. */
const played = () => (player.wave ? [player.wave] : shownPanels().map((name) => traces[name]));

export const player = {
  playing: false,
  /** The trace of the field whose wave is played, or null. */
  wave: null,
  /** Events per second. */
  speed: 30,
  /** Whether the map is new, so that a good speed for it is still to be chosen. */
  fresh: true,
  /** Whether something is being dragged. */
  dragging: false,
  /** The position of new traces: at their `end`, or at their `start` to be played. */
  next: 'end',
  carry: 0,

  /** The number of events being played, of the longer search where there are two. */
  get count() {
    return Math.max(...played().map((trace) => trace.count));
  },

  /** Events shown. */
  get position() {
    return Math.max(...played().map((trace) => trace.position));
  },

  /** Chooses a speed. */
  pace(speed) {
    this.fresh = false;
    this.speed = Math.max(2, Math.min(1e6, Math.round(speed)));
    emit('pace');
  },

  seek(position) {
    const to = Math.max(0, Math.min(this.count, Math.round(position)));
    for (const trace of played()) trace.seek(to);
    emit('position');
  },

  step(by) {
    this.pause();
    this.seek(this.position + by);
    emit('hand');
  },

  /** Goes to an event that the user chose. */
  scrub(to) {
    this.pause();
    this.seek(to);
    emit('hand');
  },

  play() {
    if (!this.count) return;
    if (this.position >= this.count) this.seek(0);
    this.playing = true;
    this.carry = 0;
    emit('playing');
  },

  pause() {
    if (!this.playing) return;
    this.playing = false;
    emit('playing');
  },

  toggle() {
    if (this.playing) this.pause();
    else this.play();
    emit('hand');
  },

  /** Moves on by the time of a frame; returns whether it moved. */
  tick(seconds) {
    if (!this.playing) return false;
    this.carry += this.speed * Math.min(seconds, 0.1);
    const steps = Math.floor(this.carry);
    if (steps === 0) return false;
    this.carry -= steps;
    this.seek(this.position + steps);
    if (this.position >= this.count) this.pause();
    return true;
  },
};

/** Whether a panel's search is shown before its end, so that its result must not be given away. */
export const isUnderWay = (name) => state.show.search && traces[name].count > 0 && traces[name].position < traces[name].count;

/** Counts of a running search, as `[label, text]`. */
export function countsOf(name) {
  const trace = traces[name];
  const last = trace.lastClose;
  // The costs of the legs before this one are included.
  const paid = (state.panels[name].answer?.legs ?? []).slice(0, trace.leg).reduce((sum, cost) => sum + cost, 0);
  // At the end the answer's own count is shown: a search may end before it has closed anything.
  const closed = isUnderWay(name) ? trace.closed : state.panels[name].answer?.effort?.expanded ?? trace.closed;
  return [['open', count(trace.open)], ['closed', count(closed)], ['cost so far', last < 0 && !paid ? '0' : (paid ? shown : written)(paid + (last < 0 ? 0 : trace.g(last)), name)]];
}

/** Speeds of the slider, 0 to 100: 1 to a million events per second, evenly in the exponent. */
export const speedOf = (value) => Math.max(1, Math.round(10 ** ((value / 100) * 6)));
export const sliderOf = (speed) => (Math.log10(speed) / 6) * 100;

/** How many events one panel may have: a map's own size says how long a search can get. */
const limit = () => Math.min(LIMIT, state.welcome?.limits?.max_events ?? LIMIT);

async function fetchOne(name) {
  const trace = traces[name];
  const replies = await ask({ t: 'trace', panel: name, limit: limit() });
  const note = pick(replies, 'trace') ?? {};
  if (note.panel && note.panel !== name) return;
  trace.reset(state.world.width, state.world.height);
  trace.load(replies.filter((reply) => reply.t === 'events'), note);
  const wanted = [trace.halved && !lively.halves && halves, trace.notes[ROUND - MEETING].length && !lively.rounds && rounds, isJumping(name) && !lively.jumps && jumps];
  for (const load of wanted) if (load) await use(load, () => {});
}

/** Fetches the traces of what is shown; newer calls replace waiting ones. */
const retrace = latest(async () => {
  if (!wire?.isOpen || !state.world) return;
  if (!state.show.search) return clear();
  try {
    for (const name of shownPanels()) await fetchOne(name);
    if (player.fresh) player.pace(traces.a.count / 6);
    for (const name of shownPanels()) traces[name].seek(player.next === 'start' ? 0 : Infinity);
    emit('position');
    emit('trace');
  } catch (error) {
    report(error);
  }
});

function clear() {
  for (const trace of Object.values(traces)) trace.reset(state.world.width, state.world.height);
  emit('trace');
}

let late = 0;

/** Whether the searches are short enough to be traced while something is dragged. */
function isSmall() {
  const opened = shownPanels().map((name) => state.panels[name].answer?.effort?.generated ?? 0);
  return state.world.width * state.world.height <= 1 << 19 && Math.max(...opened) < 15_000;
}

/** After an answer: at once while traces are quick, else when things have been quiet for a moment. */
function refresh() {
  clearTimeout(late);
  if (state.show.search && isSmall()) {
    retrace({});
    return;
  }
  if (shownPanels().some((name) => traces[name].count)) clear();
  late = setTimeout(refreshQuiet, 160);
}

function refreshQuiet() {
  if (player.dragging) late = setTimeout(refreshQuiet, 120);
  else retrace({});
}

export function startPlayer() {
  on('answer show', () => {
    if (player.playing) player.pause();
    if (state.world) refresh();
  });
  on('map', () => {
    for (const trace of Object.values(traces)) trace.reset(state.world.width, state.world.height);
    player.fresh = true;
  });
}
