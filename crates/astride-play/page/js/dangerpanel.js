/** The card of danger: the values of new sources, the chosen one, and which panels mind. */

import { byId, el, field, repaint, segments, slider } from './dom.js';
import { dangers } from './dangers.js';
import { setup } from './session.js';
import { on, shownPanels, state } from './state.js';
import { chooseTool } from './tools.js';

export function dangerCard() {
  const strength = sliderOf('danger-strength', 'Strength: the extra straight steps at its square', 'max_strength', 'strength');
  const reach = sliderOf('danger-radius', 'How far it reaches', 'max_radius', 'radius');
  const falloff = segments('Falloff', [{ id: 'linear', label: 'Evenly less', title: 'Linear: less by the same amount with every square' }, { id: 'exponential', label: 'Soon less', title: 'Exponential: halved every few squares' }], 'linear', (value) => dangers.change({ falloff: value }));
  const minds = el('div.stack.tight');
  const note = el('p.small.dim');
  const paint = () => {
    strength.paint();
    reach.paint();
    falloff.choose(dangers.usual.falloff);
    const count = state.sources.length;
    note.textContent = count === 0
      ? 'Add sources with the tool, drag them, and let the path mind them.'
      : `${count === 1 ? 'One source' : `${count} sources`}. ${dangers.chosen >= 0 ? 'The sliders change the chosen one.' : 'Tap one to change it.'}`;
    byId('danger-remove')?.toggleAttribute('disabled', dangers.chosen < 0);
    byId('danger-clear')?.toggleAttribute('disabled', count === 0);
    repaint(minds, ...shownPanels().map(mindsBox));
  };
  on('danger settings world welcome tab', paint);
  return el('section.card#danger', { 'aria-label': 'Danger' }, el('strong', {}, 'Danger'),
    el('div.stack', {}, note, el('div.row.wrap', {},
      el('button.plain#danger-add', { onclick: () => chooseTool('danger') }, 'Add'),
      el('button.plain#danger-remove', { disabled: true, onclick: () => dangers.remove() }, 'Remove'),
      el('button.plain#danger-clear', { disabled: true, onclick: () => dangers.remove('all') }, 'Clear')),
    el('div.pair', {}, field('Strength', strength.row), field('Reach, in squares', reach.row)),
    field('With distance', falloff),
    minds));
}

/** A slider of the chosen source, or of new ones. */
function sliderOf(id, label, most, key) {
  const { input, row } = slider(`#${id}`, { min: 1, max: 50, title: label, 'aria-label': label, oninput: () => dangers.change({ [key]: input.valueAsNumber }) });
  const paint = () => {
    input.max = state.welcome?.limits[most];
    if (document.activeElement !== input) input.value = dangers.usual[key];
    input.paint();
  };
  return { row, paint };
}

function mindsBox(name) {
  const on = Boolean(state.panels[name].settings?.danger);
  const input = el(`input#danger-minds-${name}`, { type: 'checkbox', checked: on, onchange: () => setup(name, { danger: input.checked }) });
  return el('label.check', {}, input, state.compare ? `Cost of danger for ${name.toUpperCase()}` : 'Cost of danger: the path minds it');
}
