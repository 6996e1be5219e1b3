/** The field of arrows that leads the units that are selected: one for all of them. */

import { lively, use, waves } from './parts.js';
import { ask, pick, wire } from './session.js';
import { drawArrows } from './layerdraw.js';
import { emit, on, state } from './state.js';
import { units } from './units.js';

/** How often the field is requested, in ms: it follows edits, and the units that it leads arrive. */
const EVERY = 400;

let timer = 0;
let busy = false;

/** Shows or hides the arrows. */
export function showArrows(shown) {
  clearInterval(timer);
  units.arrows = null;
  units.drawArrows = shown ? draw : null;
  lively.wave?.follow();
  if (shown) timer = setInterval(look, EVERY);
  emit('sketch');
}

async function look() {
  if (busy) return;
  const [id] = units.selected;
  if (id === undefined || state.tab !== 'units' || !wire?.isOpen) return void (units.arrows = null);
  busy = true;
  try {
    const data = pick(await ask({ t: 'arrows', id }), 'bytes');
    // They may have been switched off in the meantime.
    units.arrows = data && units.drawArrows ? { values: data.values, width: data.width, shift: data.shift, id } : null;
    if (lively.wave) lively.wave.follow();
    else if (units.arrows) use(waves, (part) => part.follow());
  } catch {
    units.arrows = null;
  }
  busy = false;
  emit('sketch');
}

function draw(ctx, view, name) {
  if (name === 'a' && units.arrows) drawArrows(ctx, view, units.arrows);
}

on('map', () => { units.arrows = null; });
