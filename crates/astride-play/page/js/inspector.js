/** What is known about the square under the pointer, or about the one that was tapped. */

import { el, rowsOf, swatch } from './dom.js';
import { editedPanel, pointHint } from './searchpanel.js';
import { player, traces } from './player.js';
import { numbersOf } from './squares.js';
import { cssOf } from './ground.js';
import { placeOf } from './says.js';
import { latest, pick, wire } from './session.js';
import { emit, isOnMap, nodeOf, on, shown, state } from './state.js';
import { NONE } from './trace.js';

const ORDER = ['NW', 'N', 'NE', 'W', '', 'E', 'SW', 'S', 'SE'];
const SIGNS = { NW: '↖', N: '↑', NE: '↗', W: '←', E: '→', SW: '↙', S: '↓', SE: '↘' };

/** Fills the box from now on. */
export function inspect(box) {
  let steps = null;

  const look = latest(async ({ cell }) => {
    if (!wire?.isOpen) return;
    try {
      const replies = await wire.request({ t: 'inspect', panel: editedPanel(), x: cell.x, y: cell.y, way: state.show.reach });
      steps = pick(replies, 'inspect');
    } catch {
      steps = null;
    }
    state.reach = steps?.way?.nodes ? { panel: editedPanel(), nodes: steps.way.nodes } : null;
    emit('sketch');
    paint();
  });

  // The last square stays when the pointer leaves, so that nothing jumps about.
  let recent = null;
  const target = () => {
    if (isOnMap(state.hover)) recent = { x: state.hover.x, y: state.hover.y };
    return state.chosen ?? recent;
  };

  const paint = () => {
    const cell = target();
    if (!cell || !isOnMap(cell)) {
      box.replaceChildren(pointHint());
      return;
    }
    const byte = state.cells[nodeOf(cell)];
    const info = state.classes[byte];
    const factor = info?.passable && info.factor > 1 ? ` ×${info.factor}` : '';
    const title = el('div.row.spread', {}, el('strong.num', {}, state.tiling?.nameOf ? placeOf(nodeOf(cell), state.world.width) : `(${cell.x}, ${cell.y})`), el('span.row.small', {}, swatch(cssOf(byte)), `${info?.name ?? String.fromCharCode(byte)}${factor}`));
    const here = steps && steps.x === cell.x && steps.y === cell.y ? steps : null;
    const { way } = here ?? {};
    box.replaceChildren(title, way ? el('p.small.num', {}, way.shown ? `The path from A costs ${way.shown}` : `No path from A: ${way.why}`) : '', ...numbers(cell), ...(here ? around(here) : []));
  };

  const follow = () => {
    const cell = target();
    // A drag has the wire to itself.
    if (cell && (state.tab === 'search' || state.show.reach) && !player.dragging) look({ cell });
    paint();
  };
  on('hover', follow);
  const again = () => { const cell = target(); if (cell) look({ cell }); };
  on('edited settings display', again);
  on('places', () => state.show.reach && again());
  on('position trace', paint);
  on('map', () => { recent = state.reach = null; paint(); });
  follow();
}

function numbers(cell) {
  const name = editedPanel();
  const trace = traces[name];
  const facts = trace.look(state.tiling?.nodeAt?.(cell) ?? nodeOf(cell));
  if (!facts) return [el('p.dim.small', {}, trace.count ? 'The search has not come here.' : '')];
  const { f, g, h } = numbersOf(trace, facts.event, name);
  const parent = facts.parent === NONE ? 'none: the start' : placeOf(facts.parent, trace.width);
  const big = (label, value, title) => el('div', { title }, el('span', {}, label), el('b.num', {}, value));
  const lines = [
    ['Status', facts.status],
    ['Parent', parent],
    ['Opened', `event ${facts.opened}`],
    ['Closed', facts.closed ? `event ${facts.closed}` : 'not yet'],
  ];
  if (facts.improved) lines.push(['Improved', `${facts.improved}×`]);
  return [
    el('div.fgh', {}, big('F', f, 'G + H'), big('G', g, 'Cost so far'), big('H', h, 'Guess of the rest')),
    el('dl.lines', {}, rowsOf(lines)),
  ];
}

/** The eight ways out, arranged as they lie; closed ones say why. */
function around(inspect) {
  const name = editedPanel();
  if (state.tiling) return [el('p.small.num', {}, inspect.steps.length ? `Steps from here cost ${inspect.steps.map((step) => shown(step.cost, name)).join(', ')}` : 'No step leads out of here')];
  const grid = el('div.around', { role: 'list', 'aria-label': 'Steps from here' });
  for (const dir of ORDER) {
    const step = inspect.steps.find((one) => one.dir === dir);
    if (!dir || !step) {
      grid.append(el('span.centre'));
      continue;
    }
    const free = step.cost !== null;
    const words = free ? shown(step.cost, name) : step.why ?? '';
    grid.append(el(free ? 'span' : 'span.no', { role: 'listitem', title: `${dir}: ${words}`, 'aria-label': `${dir}: ${words}` }, el('i', {}, SIGNS[dir]), words));
  }
  return [el('h3', {}, 'Steps from here'), grid];
}
