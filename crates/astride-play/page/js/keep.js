/** Keeps the scene: over a reload, over a lost connection, and in a link. */

import { ask, open, pick, report, wire } from './session.js';
import { on, state } from './state.js';
import { keep, kept } from './store.js';
import { fragment, setFragment, unpack } from './share.js';

const MOST = 1_500_000;

/** Cells of a map above which only its origin is kept: saving it after each change would take too long. */
const MOST_CELLS = 1 << 20;

/** What to open to have the scene again. */
const last = { what: null, timer: 0 };

/** The scene as the Session saves it. */
export async function saveScene() {
  const replies = await ask({ t: 'save' });
  return pick(replies, 'scene').scene;
}

async function remember() {
  if (!wire?.isOpen || !state.world || state.lesson) return;
  try {
    const large = state.world.width * state.world.height > MOST_CELLS;
    last.what = large ? state.origin : { scene: await saveScene() };
    const text = JSON.stringify(last.what);
    keep('scene', text.length <= MOST ? text : null);
  } catch {
    // The connection was lost: the next change is kept again.
  }
}

function later() {
  clearTimeout(last.timer);
  last.timer = setTimeout(remember, 700);
}

/** Opens what was there before; returns whether there was anything. */
export async function restore() {
  if (last.what) return open(last.what);
  if (await openShared()) return true;
  const stored = readStored();
  return stored ? open(stored) : false;
}

/** What earlier pages have kept to be opened, or null. */
export function readStored() {
  try {
    return JSON.parse(kept('scene'));
  } catch {
    return null;
  }
}

/** Opens the scene that the address holds, if it holds one. */
async function openShared() {
  const shared = fragment().get('scene');
  if (!shared) return false;
  setFragment('scene', null);
  try {
    return await open({ scene: await unpack(shared) });
  } catch {
    report(new Error('the link does not hold a scene that can be read'));
    return false;
  }
}

export function startKeeping() {
  on('world edited places settings danger', later);
  // A link that is pasted into the address of this page changes only the part behind the #.
  window.addEventListener('hashchange', () => openShared());
}
