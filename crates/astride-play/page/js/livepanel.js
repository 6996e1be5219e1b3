/** The panel of what lives on the map: danger, an explorer in the fog, edits in progress, and a queue. */

import { el, segments } from './dom.js';
import { dangerCard } from './dangerpanel.js';
import { editsCard } from './edits.js';
import { explorerCard } from './explorerpanel.js';
import { rushCard } from './rush.js';

const PARTS = [{ id: 'danger', label: 'Danger' }, { id: 'fog', label: 'Fog, edits' }, { id: 'queue', label: 'Queue' }];

/** Builds the panel, which shows one part at a time, so that reports are beside the controls. */
export function panel() {
  const parts = { danger: [dangerCard()], fog: [explorerCard(), editsCard()], queue: [rushCard()] };
  const show = (chosen) => {
    for (const [id, cards] of Object.entries(parts)) for (const card of cards) card.hidden = id !== chosen;
  };
  show('danger');
  return el('div.stack', {}, segments('What lives on the map', PARTS, 'danger', show), Object.values(parts).flat());
}
