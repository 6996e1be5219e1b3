/** Listens for files that are dropped or pasted. */

import { byId } from './dom.js';
import { files, use } from './parts.js';

/** Opens files, once the part that reads them is there. */
const take = (list) => use(files, (part) => part.takeFiles(list));

export function startDrops() {
  const veil = byId('drop');
  let depth = 0;
  const show = (on) => { veil.hidden = !on; };
  window.addEventListener('dragenter', (event) => { event.preventDefault(); depth++; show(true); });
  window.addEventListener('dragleave', () => { depth = Math.max(0, depth - 1); if (!depth) show(false); });
  window.addEventListener('dragover', (event) => event.preventDefault());
  window.addEventListener('drop', (event) => {
    event.preventDefault();
    depth = 0;
    show(false);
    if (event.dataTransfer.files.length) take([...event.dataTransfer.files]);
  });
  window.addEventListener('paste', (event) => {
    if (event.target.closest?.('input, textarea')) return;
    const text = event.clipboardData.getData('text');
    const link = /#scene=([\w-]+)/.exec(text);
    if (event.clipboardData.files.length) take([...event.clipboardData.files]);
    else if (link) location.hash = link[0];
    else if (text.includes('\n')) take([new File([text], 'pasted')]);
  });
}
