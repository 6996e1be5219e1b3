/** Copying that never fails silently: what could not be put on the clipboard is shown, to be copied from there. */

import { dialog, el, toast } from './dom.js';

/** Puts text on the clipboard, or shows it selected in a field. */
export async function copyText(text, what) {
  try {
    // Pages that are not from this machine and not encrypted have no clipboard.
    await navigator.clipboard.writeText(text);
    toast(`${what} is on the clipboard`);
  } catch {
    const field = el('textarea#copy-field', { readOnly: true, rows: 6, value: text, 'aria-label': what });
    dialog(what, [el('p.dim', {}, 'The clipboard is not available here. The text is selected: copy it with Ctrl+C, or press and hold.'), field], 'narrow');
    field.select();
  }
}
