/** The bar under the board: play, step, scrub, speed. */

import { byId, count, el, icon } from './dom.js';
import { lively } from './parts.js';
import { player, sliderOf, speedOf, traces } from './player.js';
import { emit, on, shownPanels, state } from './state.js';
import { sayStep } from './says.js';

export function startTimeline() {
  const button = (id, name, label, onclick) => el(`button.icon#${id}`, { icon: name, title: label, 'aria-label': label, onclick });
  const play = button('play', 'play', 'Play or pause (space)', () => player.toggle());
  play.classList.add('play');
  const scrub = el('input#scrub', { type: 'range', min: 0, max: 0, value: 0, step: 1, 'aria-label': 'Event of the search', oninput: () => player.scrub(scrub.valueAsNumber) });
  const place = el('output#trace-place.num', { 'aria-live': 'off' });
  const happened = el('span#trace-event.dim');
  const speed = el('input#speed', { type: 'range', min: 0, max: 100, step: 1, value: sliderOf(player.speed), 'aria-label': 'Speed', oninput: () => { player.speed = speedOf(speed.valueAsNumber); player.fresh = false; paintSpeed(); } });
  const rate = el('output#rate.num');
  const eye = button('show-search', 'eye', 'Show the search (H)', () => { state.show.search = !state.show.search; emit('show'); });
  const paintSpeed = () => { rate.textContent = `${player.speed >= 1000 ? `${count(Math.round(player.speed / 1000))} k` : player.speed} /s`; };

  byId('timeline').append(
    eye,
    el('div.group', {},
      button('to-start', 'toStart', 'To the start (Home)', () => player.scrub(0)),
      button('step-back', 'stepBack', 'Step back (,)', () => player.step(-1)),
      play,
      button('step', 'stepForward', 'Step forward (.)', () => player.step(1)),
      button('to-end', 'toEnd', 'To the end (End)', () => player.scrub(Infinity))),
    el('div.scrubber', {}, scrub, el('div.row.spread.small', {}, happened, place)),
    el('button.ghost#think', { icon: 'list', title: 'The open list and the steps of the method', 'aria-controls': 'thinking' }, el('span.label', {}, 'Thinking')),
    el('label.speed', {}, el('span.small.dim', {}, 'Speed'), speed, rate),
  );
  paintSpeed();
  on('pace', () => { speed.value = sliderOf(player.speed); paintSpeed(); });

  const paint = () => {
    const total = player.count;
    scrub.max = total;
    scrub.value = player.position;
    scrub.disabled = total === 0;
    scrub.setAttribute('aria-valuetext', `event ${player.position} of ${total}`);
    place.textContent = total ? `${count(player.position)} of ${count(total)}` : '';
    happened.textContent = sayEvent();
    eye.setAttribute('aria-pressed', state.show.search);
    for (const id of ['to-start', 'step-back', 'play', 'step', 'to-end']) byId(id).disabled = total === 0;
  };
  on('position trace show world settings', paint);
  on('playing', () => {
    play.replaceChildren(icon(player.playing ? 'pause' : 'play'));
    play.setAttribute('aria-pressed', player.playing);
  });
  paint();
}

/** The step that is shown, in a sentence. */
function sayEvent() {
  if (player.wave) return lively.wave.say();
  const trace = traces.a;
  if (!state.show.search) return 'The search is hidden';
  if (!trace.count) return trace.why ?? '';
  if (trace.position >= trace.count && trace.truncated) return `only the first ${count(trace.count)} events are kept`;
  return `${shownPanels().length > 1 ? 'A: ' : ''}${sayStep(trace, 'a')}`;
}
