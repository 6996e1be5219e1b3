/**
 * What the page asks of the Session, and how replies change the state.
 */

import { isStill } from './dom.js';
import { growing, lively, tilings, use } from './parts.js';
import { Wire } from './wire.js';
import { patch, resizeGround, retint } from './ground.js';
import { emit, state, toCell } from './state.js';

/** @type {Wire} */
export let wire = null;

/** Connects; `ready` is called after each welcome. */
export function connect(ready) {
  wire = new Wire({
    opened: async () => {
      try {
        await ask({ t: 'hello', v: 1 });
        // A new session compares nothing; the replies are its initial settings.
        await ask({ t: 'compare', on: false });
        state.compare = false;
        for (const [name, panel] of Object.entries(state.panels)) state.defaults[name] = panel.settings;
        state.online = true;
        emit('online');
        await ready();
      } catch (error) {
        report(error);
      }
    },
    lost: () => {
      state.online = false;
      emit('online');
    },
  });
  wire.connect();
}

/** The part for tiles that are not squares; loaded with the first map of such tiles. */
let shapes = null;
/** Parts for which replies wait. */
let loading = null;

/** Loads a part that the next message needs. */
function load(part, act) {
  const all = Promise.all([loading, use(part, act)]).finally(() => { if (loading === all) loading = null; });
  loading = all;
}

/** Sends a request and lets its replies change the state. Returns the replies. */
export async function ask(message) {
  const replies = await wire.request(message);
  if (await take(replies)) return replies;
  // A map that cannot be drawn is undone, if there is one before it.
  await wire.request({ t: message.t === 'undo' ? 'redo' : 'undo' }).catch(() => null);
  throw new Error('this map has tiles that the page cannot draw now');
}

/** Lets replies change the state, once the tiles of their map can be drawn; returns whether they can be. */
async function take(replies) {
  const isTiled = Boolean(pick(replies, 'world')?.shape);
  if (isTiled && !shapes) load(tilings, (part) => { shapes = part.TILINGS; });
  if (pick(replies, 'growth') && !lively.growth) load(growing, () => {});
  // Replies that arrive in the meantime wait as well: they are about the new map.
  await loading;
  if (isTiled && !shapes) return false;
  apply(replies);
  return true;
}

/** The reply of a type, or undefined. */
export const pick = (replies, type) => replies.find((reply) => reply.t === type);

/** Shows an error, unless the connection was lost: the banner shows that. */
export function report(error) {
  if (!error.lost) emit('trouble', error.message ?? String(error));
}

/** As `ask`, but an error is shown instead of thrown, and null is returned. */
export async function tell(message) {
  try {
    return await ask(message);
  } catch (error) {
    report(error);
    return null;
  }
}

/** The Session keeps eight boards besides the one that is shown. */
const MOST_BOARDS = 9;

/** What each board of the history was opened from, and which one is shown. */
const boards = [];
let shownBoard = -1;

const handlers = {
  welcome(reply) {
    boards.length = 0;
    shownBoard = -1;
    state.welcome = reply;
    state.classes = [];
    for (const one of reply.classes) state.classes[one.byte] = one;
    retint();
    emit('welcome');
  },
  world(reply, changes) {
    state.world = { ...reply };
    state.tiling = reply.shape ? shapes[reply.shape.id] : null;
    takePlaces(reply);
    changes.add('world').add('places').add('history');
  },
  plan(reply, changes) {
    state.tiling.take(reply);
    changes.add('places');
  },
  cells(reply, changes) {
    state.cells = reply.cells;
    state.sources = [];
    resizeGround();
    changes.add('map').add('danger');
  },
  growth: (reply) => lively.growth?.take(reply),
  changed(reply, changes) {
    patch(reply);
    emit('painted', reply);
    changes.add('cells');
  },
  edited(reply, changes) {
    state.world.revision = reply.revision;
    takeSteps(reply);
    changes.add('history').add('edited');
  },
  places(reply, changes) {
    takePlaces(reply);
    takeSteps(reply);
    changes.add('places').add('history');
  },
  explorer: (reply) => emit('explorer-told', reply),
  known: (reply) => emit('known-told', reply),
  repaired: (reply) => emit('repaired', reply),
  danger(reply, changes) {
    state.sources = reply.sources;
    takeSteps(reply);
    changes.add('danger').add('history');
  },
  settings(reply, changes) {
    takeSettings(reply);
    changes.add('settings');
  },
  facts(reply, changes) {
    state.panels[reply.panel ?? 'a'].facts = reply;
    changes.add('facts');
  },
  answer(reply, changes) {
    const panel = state.panels[reply.panel];
    Object.assign(panel, { answer: reply, path: null, partial: false });
    changes.add('answer');
  },
  path(reply) {
    Object.assign(state.panels[reply.panel], { path: reply.nodes, partial: reply.partial });
  },
};

/** How much can be undone and redone. */
function takeSteps({ undo, redo }) {
  Object.assign(state.world, { undo, redo });
}

function takePlaces(reply) {
  state.start = toCell(reply.start);
  state.via = reply.via.map(toCell);
  state.goals = reply.goals.map(toCell);
  state.landmarks = reply.landmarks.map(toCell);
}

function takeSettings({ t, re, panel, ...settings }) {
  state.panels[panel].settings = settings;
}

function apply(replies) {
  const changes = new Set();
  // The world's size has to be known before its cells are taken.
  for (const reply of replies) handlers[reply.t]?.(reply, changes);
  const answers = replies.filter((reply) => reply.t === 'answer');
  const us = replies.at(-1)?.us ?? 0;
  for (const answer of answers) state.panels[answer.panel].us = us / answers.length;
  for (const change of changes) emit(change);
}

/** Opens something; the replies bring the world, its cells, facts and answers. */
export async function open(what) {
  emit('opening');
  const replies = await tell({ t: 'open', what, grow: !isStill() });
  if (replies && !what.scen) noteOpened(what);
  if (replies && what.scene) await adopt(what.scene);
  if (replies) emit('opened', replies);
  return replies !== null;
}

/** Notes what was opened: `{…}` as in the message, `{cells}` for an upload, or null if it cannot be opened again. */
export function noteOpened(what) {
  boards.splice(shownBoard + 1);
  boards.push(what);
  boards.splice(0, boards.length - MOST_BOARDS);
  shownBoard = boards.length - 1;
  noteOrigin();
}

function noteOrigin() {
  const what = boards[shownBoard];
  state.origin = what?.builtin || what?.generate || what?.blank ? what : null;
}

/** Undoes or redoes a step: a stroke, a move or an opening. */
export async function turn(way) {
  const replies = await tell({ t: way });
  if (!replies || !pick(replies, 'cells')) return;
  shownBoard += way === 'undo' ? -1 : 1;
  noteOrigin();
  emit('opened', replies);
}

/** Whether it is known what the map was opened from. */
export const canReset = () => Boolean(boards[shownBoard]);

/** Opens the map again as it was. */
export function reset() {
  const what = boards[shownBoard];
  if (!what) return null;
  return what.cells ? openCells(what.cells) : open(what);
}

/** Removes all walls, in one step. */
export const clearWalls = () => tell({ t: 'stroke', tool: 'walls', class: 46, from: [0, 0], group: newGroup() });

/** A scene brings settings of its own, which are known by asking for its comparison. */
async function adopt(scene) {
  state.compare = Boolean(scene.compare);
  await tell({ t: 'compare', on: state.compare });
}

/** Opens a map given as class bytes. */
export async function openCells(map) {
  emit('opening');
  try {
    const replies = await wire.upload(map);
    noteOpened({ cells: map });
    await take(replies);
    emit('opened', replies);
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

/**
 * Makes a function that keeps at most one request pending: while one runs, only the newest of
 * the later ones is kept, and sent when its turn comes.
 */
export function latest(send) {
  let running = false;
  let kept = null;
  return async function push(message) {
    kept = message;
    if (running) return;
    running = true;
    while (kept) {
      const next = kept;
      kept = null;
      await send(next);
    }
    running = false;
  };
}

/** As `latest`, but all are sent in order; `join` may add one to the last that waits, and returns whether it did. */
export function inOrder(send, join = () => false) {
  const waiting = [];
  let running = false;
  return async function push(message) {
    if (!waiting.length || !join(waiting.at(-1), message)) waiting.push(message);
    if (running) return;
    running = true;
    while (waiting.length) await send(waiting.shift());
    running = false;
  };
}

/** Moves a mark; while a move is on its way only the newest is kept. */
export const place = latest((message) => tell({ t: 'place', ...message }));

let group = 1;

/** The number of a new undo step. */
export const newGroup = () => ++group;

/** Draws strokes one after another. */
export const stroke = inOrder((message) => tell({ t: 'stroke', ...message }));

/** Changes settings of a panel. */
export const setup = (panel, changes) => tell({ t: 'settings', panel, ...state.panels[panel].settings, ...changes });
