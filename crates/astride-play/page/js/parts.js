/**
 * Parts of the page that the first screen does not need: each is loaded when it is first used.
 * No file imports one by name, since after a failed load its address is another one.
 */

import { emit } from './state.js';

/** Returns a loader for a part. After a failure it requests another address, since some browsers keep the failure. */
function part(name) {
  let again = '';
  return async () => {
    try {
      return await import(`./${name}.js${again}`);
    } catch (error) {
      again = `?again=${Date.now()}`;
      throw error;
    }
  };
}

export const copying = part('copy');
export const dangerPictures = part('dangersdraw');
export const files = part('files');
export const fits = part('fit');
export const growing = part('grow');
export const halves = part('halves');
export const inspection = part('inspector');
export const jumps = part('jumps');
export const keySheet = part('keysheet');
export const layers = part('layerspanel');
export const lessons = part('lessons');
export const live = part('livepanel');
export const maps = part('maps');
export const race = part('racepanel');
export const reading = part('reading');
export const rounds = part('rounds');
export const saving = part('saving');
export const sums = part('sums');
export const tilings = part('tilings');
export const unitArrows = part('unitarrows');
export const unitPictures = part('unitsdraw');
export const unitsTab = part('unitspanel');
export const waves = part('wave');
export const whence = part('whence');

/** What loaded parts draw and move: each puts itself here, under its name. */
export const lively = { dangers: null, edits: null, explorer: null, fit: null, growth: null, halves: null, jumps: null, layers: null, rounds: null, rush: null, sums: null, units: null, wave: null, whence: null };

/** The styles of all parts, once they are requested; the rules for phones come after them. */
let styles = null;

const dressed = () => (styles ??= new Promise((done, fail) => {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href: 'css/later.css', onload: done, onerror: () => { styles = null; link.remove(); fail(); } });
  document.querySelector('[href="css/phone.css"]').before(link);
}));

/** Parts that are being loaded or that do what they were loaded for. */
let under = 0;

export const isLoading = () => under > 0;

/** Loads a part and uses it; a failure is reported, and the next use tries again. */
export async function use(load, act) {
  under++;
  try {
    const [part] = await Promise.all([load(), dressed()]).catch(() => [null]);
    if (part) return await act(part);
    emit('trouble', 'This part of the page could not be loaded. Try again when the server is there.');
    return null;
  } finally {
    under--;
  }
}
