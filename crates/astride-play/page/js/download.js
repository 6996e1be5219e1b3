/** Gives the user a file. */

import { el } from './dom.js';

export function download(name, blob) {
  const url = URL.createObjectURL(blob);
  el('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 5000);
}
