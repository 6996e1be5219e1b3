/** The drawer of lessons. */

import { byId, el, icon } from './dom.js';
import { camera } from './camera.js';
import { readStored, restore, saveScene } from './keep.js';
import { land } from './landing.js';
import { LESSONS, memoryOf } from './lessontext.js';
import { lively } from './parts.js';
import { player } from './player.js';
import { open, report, setup, tell } from './session.js';
import { fragment, setFragment } from './share.js';
import { emit, on, state } from './state.js';

let current = -1;
let memory = null;
let done = new Set();
/** While the scene is being set up, nothing counts as done. */
let opening = false;

/** Openings and closings, one after another: clicks may come faster than scenes. */
let queue = Promise.resolve();

function inTurn(act) {
  queue = queue.then(async () => {
    opening = true;
    try {
      await act();
    } catch (error) {
      report(error);
    }
    opening = false;
  });
  return queue;
}

/** Opens lesson `number`, from 1; returns whether there is one. */
export async function openLesson(number) {
  const lesson = LESSONS[number - 1];
  if (lesson) await inTurn(() => begin(lesson, number));
  return Boolean(lesson);
}

async function begin(lesson, number) {
  if (current < 0) {
    // A layer and an explorer show the search again that they have hidden.
    lively.layers?.showLayer(null);
    if (lively.explorer?.active) lively.explorer.clear();
    await remember();
  }
  current = number - 1;
  state.lesson = true;
  memory = null;
  done = new Set();
  setFragment('lesson', String(number));
  show(true);
  lively.layers?.showLayer(null);
  state.show.search = true;
  player.next = lesson.start;
  const opened = await open(lesson.open);
  if (opened) await arrange(lesson);
  memory = memoryOf();
  if (lesson.start === 'start') playSoon(number - 1);
}

/** What was there before the lessons: the scene, null if they came first, with its settings, and what was shown. */
let before = null;

async function remember() {
  const { world, panels, show: shown, origin } = state;
  // After a reload in a lesson, the page before it has kept this.
  const { settings = [panels.a.settings, panels.b.settings], compare = state.compare } = (!world && readStored()?.scene) || {};
  const isLarge = world?.width * world?.height > 1 << 20;
  before = { what: world && (isLarge ? origin : { scene: await saveScene() }), show: { ...shown }, speed: player.speed, compare, settings };
}

/** Restores the rules that the lessons changed. */
async function unlearn() {
  const { settings: [a, b], show: shown, speed, compare } = before;
  before = null;
  current = -1;
  state.lesson = false;
  setFragment('lesson', null);
  player.next = 'end';
  Object.assign(state.show, shown);
  player.pace(speed);
  // Sent before anything is awaited, so that what is opened next is opened under these rules.
  const told = [setup('a', a), setup('b', b), tell({ t: 'compare', on: compare })];
  state.compare = compare;
  await Promise.all(told);
  emit('settings');
  emit('display');
  emit('layout');
}

/** Settings, panels and view of a lesson. */
async function arrange(lesson) {
  await setup('a', lesson.a);
  if (state.compare !== Boolean(lesson.b)) await tell({ t: 'compare', on: Boolean(lesson.b) });
  state.compare = Boolean(lesson.b);
  if (lesson.b) await setup('b', lesson.b);
  player.pace(lesson.speed);
  emit('settings');
  emit('layout');
  emit('show');
  camera.fit();
}

/** Starts playing when the trace has arrived. */
function playSoon(which) {
  setTimeout(() => {
    if (current !== which) return;
    player.next = 'end';
    if (player.position === 0 && !player.playing) player.play();
  }, 900);
}

function show(visible) {
  const drawer = byId('lessons');
  drawer.hidden = !visible;
  byId('lessons-button').setAttribute('aria-expanded', visible);
  if (visible) paint();
  emit('drawer', visible);
  emit('layout');
}

/** Closes the drawer; what was there before the lessons comes back. */
function close() {
  show(false);
  return inTurn(end);
}

async function end() {
  if (current < 0) return;
  const { what } = before;
  lively.layers?.showLayer(null);
  await unlearn();
  if (what) await open(what);
  else if (!await restore()) await land();
}

/** Another map was opened: the lesson is over, and its rules do not stay. */
function leave() {
  if (opening || current < 0) return;
  unlearn();
  show(false);
}

function paint(list = current < 0) {
  const drawer = byId('lessons');
  const closer = el('button.icon', { icon: 'close', 'aria-label': 'Close the lessons', onclick: close });
  if (list) {
    const rows = el('ol.lesson-list', {}, LESSONS.map((lesson, at) => el('li', {}, el('button.choice', { 'data-lesson': at + 1, onclick: () => openLesson(at + 1) }, el('span.numeral', {}, at + 1), el('strong', {}, lesson.title)))));
    drawer.replaceChildren(el('header', {}, el('h2', {}, 'Lessons'), closer), el('p.dim', {}, `${LESSONS.length} short pages. Each is a scene of the playground with something to try. Your own scene comes back when you close them.`), rows);
    return;
  }
  const lesson = LESSONS[current];
  const go = (label, to) => el('button.plain', { disabled: !LESSONS[to], onclick: () => openLesson(to + 1) }, label);
  drawer.replaceChildren(
    el('header', {}, el('button.link', { onclick: () => paint(true) }, 'All lessons'), closer),
    el('p.kicker.small', {}, `Lesson ${current + 1} of ${LESSONS.length}`),
    el('h2#lesson-title', {}, lesson.title),
    ...lesson.text.map((text) => el('p', {}, text)),
    el('h3', {}, 'Try'),
    el('ul.tasks', { 'aria-live': 'polite' }, lesson.tasks.map((task, at) => taskRow(task, at))),
    el('div.row.spread.turn', {}, go('Back', current - 1), el('button.link', { onclick: () => openLesson(current + 1) }, 'Start again'), go('Next', current + 1)),
  );
}

function taskRow(task, at) {
  return el('li', { 'data-done': done.has(at), 'data-task': at }, el('span.tick', {}, icon('check')), el('span', {}, task.text));
}

function check() {
  if (current < 0 || opening || !memory) return;
  LESSONS[current].tasks.forEach((task, at) => {
    if (done.has(at) || !task.done(memory)) return;
    done.add(at);
    const row = byId('lessons').querySelector(`[data-task="${at}"]`);
    if (row) row.dataset.done = 'true';
  });
}

/** Opens the drawer, or closes it. */
export const toggle = () => (byId('lessons').hidden ? show(true) : close());

/** Opens the lesson that the address names, if it is another one. */
export async function follow() {
  const number = Number(fragment().get('lesson'));
  return number && number !== current + 1 ? openLesson(number) : false;
}

on('race', () => { if (memory) memory.raced = true; });
on('playing', () => { if (memory && player.playing) memory.byHand = false; });
on('hand', () => { if (memory) memory.byHand = !player.playing; });
on('answer position trace layer settings race hand advanced', check);
on('opening opened', leave);
