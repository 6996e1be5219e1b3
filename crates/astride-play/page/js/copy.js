/** Copying that tells the truth: what could not be put on the clipboard is shown, to be taken from there. */

import { dialog, el, toast } from './dom.js';

/** Puts text on the clipboard, or shows it selected in a field. */
export async function copyText(text, what) {
  try {
    // Pages that are not from this machine and not encrypted have no clipboard.
    await navigator.clipboard.writeText(text);
    toast(`${what} is on the clipboard`);
  } catch {
    const field = el('textarea#copy-field', { readOnly: true, rows: 6, value: text, 'aria-label': what });
    dialog(what, [el('p.dim', {}, 'The clipboard is out of reach here. It is selected: copy it with Ctrl+C, or press long.'), field], 'narrow');
    field.select();
  }
}
