/** Puts the page together. */

import { byId, placeIcons, toast, icon } from './dom.js';
import { Board } from './board.js';
import { land, landOnMethod } from './landing.js';
import { startKey } from './key.js';
import { camera } from './camera.js';
import { useDark, colours } from './colours.js';
import { retint } from './ground.js';
import { attach, drag } from './pointer.js';
import { drawBrush, drawSketch } from './marks.js';
import { fragment } from './share.js';
import { isPaint, startTools } from './tools.js';
import { player, startPlayer, traces } from './player.js';
import { publish } from './handle.js';
import { restore, startKeeping } from './keep.js';
import { startAnswers } from './answers.js';
import { startDrops } from './drops.js';
import { startKeys } from './keys.js';
import { fits, lessons, lively, unitPictures, use, whence } from './parts.js';
import { startSide } from './side.js';
import { startTimeline } from './timeline.js';
import { startThinking } from './thinking.js';
import { connect, turn } from './session.js';
import { startSpoken } from './spoken.js';
import { keep, kept } from './store.js';
import { emit, isOnMap, on, sizeOf, state } from './state.js';
import { units } from './units.js';

const boards = ['a', 'b'].map((name) => new Board(byId(`board-${name}`), name, traces[name]));

/** The loop: a frame is drawn only when something changed. */
const loop = {
  stale: true, drawn: 0, last: 0,
  meter: { mean: 0, max: 0 },
  frame(time) {
    requestAnimationFrame((next) => loop.frame(next));
    const passed = time - loop.last;
    loop.last = time;
    if (player.tick(passed / 1000)) loop.stale = true;
    if (units.count) {
      units.advance(time, passed);
      if (units.running || units.flag) loop.stale = true;
    }
    lively.explorer?.advance(time);
    lively.rush?.advance();
    if (lively.edits?.flashes.length || lively.rush?.answers.length || lively.growth?.isGrowing()) loop.stale = true;
    if (!loop.stale) return;
    loop.stale = false;
    lively.growth?.grow();
    const began = performance.now();
    for (const board of boards) if (board.name === 'a' || state.compare) board.draw();
    lively.whence?.placeWhence();
    const took = performance.now() - began;
    loop.drawn++;
    loop.meter = { mean: loop.meter.mean * 0.95 + took * 0.05, max: Math.max(loop.meter.max * 0.999, took) };
  },
};

const redraw = () => { loop.stale = true; };
camera.changed = redraw;

for (const board of boards) {
  board.over.push((...seen) => units.drawArrows?.(...seen), (ctx, view, name) => overlay(ctx, view, name));
  attach(board);
}

/** What follows the pointer. */
function overlay(ctx, view) {
  const now = drag.now;
  const set = colours();
  if (now?.kind === 'sketch') drawSketch(ctx, view, now, set.ink);
  if (now?.kind === 'select' && now.to !== now.cell) drawSketch(ctx, view, { tool: 'select', from: now.cell, to: now.to }, set.select);
  if (!now && !state.tiling && isPaint(state.tool) && state.tool !== 'fill' && isOnMap(state.hover)) {
    drawBrush(ctx, view, state.hover, state.tool === 'rectangle' ? { size: 1 } : state.brush, set.hover);
  }
}

/** Fits the boards to their elements; the map stays where it was. */
function layout() {
  byId('board-b').parentElement.hidden = !state.compare;
  document.body.classList.toggle('compare', state.compare);
  stack();
  for (const board of boards) board.measure();
  const { width, height } = boards[0].css;
  camera.view = { width, height };
  redraw();
}

/** The buttons for zooming, the coach and the names of two panels lie over the boards: a map that is shown whole keeps 12 pixels from them. */
camera.room = () => {
  const { width, height } = camera.view;
  const pad = Math.min(36, width * 0.05, height * 0.05);
  const below = (id) => {
    const { offsetTop, offsetHeight } = byId(id);
    return offsetHeight && offsetTop + offsetHeight + 12;
  };
  const { offsetWidth, offsetHeight } = byId('zoom');
  return {
    pad,
    // On a low board, where they lie beside the map, the map needs the height.
    top: height < 360 ? pad : Math.max(pad, below('coach'), below('plate-a')),
    corner: { width: Math.min(width / 4, offsetWidth + 24), height: Math.min(height / 4, offsetHeight + 24) },
  };
};

/** Two boards lie side by side or one above the other, whichever shows the map larger. */
function stack() {
  const box = byId('boards').getBoundingClientRect();
  const size = (w, h) => Math.min(w / camera.width, h / camera.height);
  const above = size(box.width, box.height / 2) > size(box.width / 2, box.height) * 1.05;
  byId('boards').classList.toggle('above', state.compare && above);
}

const dark = matchMedia('(prefers-color-scheme: dark)');

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  useDark(name === 'dark');
  byId('theme').replaceChildren(icon(name === 'dark' ? 'moon' : 'sun'));
  if (state.welcome) retint();
  for (const trace of Object.values(traces)) trace.retint();
  emit('theme');
  redraw();
}

function startTheme() {
  let chosen = kept('theme');
  setTheme(chosen ?? (dark.matches ? 'dark' : 'light'));
  dark.addEventListener('change', () => { if (!chosen) setTheme(dark.matches ? 'dark' : 'light'); });
  byId('theme').onclick = () => {
    chosen = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    setTheme(chosen);
    keep('theme', chosen);
  };
}

let knownWorld = '';

/** A world of another size is shown whole. */
function takeWorld() {
  const { width, height, name } = state.world;
  const key = `${width} ${height} ${name} ${state.world.shape?.id}`;
  camera.take(width, height, state.tiling);
  state.chosen = null;
  layout();
  if (key !== knownWorld) camera.fit();
  knownWorld = key;
  byId('map-name').textContent = name || 'Untitled';
  byId('open-maps').title = `${name}: ${state.tiling?.sizeText?.() ?? `${width} × ${height}`}. Choose another map`;
  document.title = `${name || 'Untitled'} · Astride playground`;
}

/** Loads what only some maps and some clicks need. */
function startParts() {
  byId('lessons-button').onclick = () => use(lessons, (part) => part.toggle());
  window.addEventListener('hashchange', () => {
    if (fragment().has('lesson')) use(lessons, (part) => part.follow());
    else if (state.online) landOnMethod();
  });
  on('settings world', () => { if (!lively.fit && (sizeOf('a') > 1 || sizeOf('b') > 1)) use(fits, redraw); });
  on('units', () => { if (units.count && !lively.units) use(unitPictures, redraw); });
  let asked = null;
  on('hover', () => {
    // Once for each choice: each time a part does not load, this is reported.
    if (!state.chosen || !(state.chosen.part || state.layer) || lively.whence || state.chosen === asked) return;
    asked = state.chosen;
    use(whence, redraw);
  });
  on('opened', () => { if (state.world?.scenario) toast('A scenario is attached: its rows are under Save'); });
}

function start() {
  placeIcons();
  startTheme();
  startTools();
  startSide();
  startTimeline();
  startKey();
  startSpoken();
  startThinking();
  startPlayer();
  startAnswers();
  startDrops();
  startParts();
  startKeys();
  startKeeping();
  publish(loop);

  byId('undo').onclick = () => turn('undo');
  byId('redo').onclick = () => turn('redo');
  byId('zoom-in').onclick = () => camera.zoom(1.4);
  byId('zoom-out').onclick = () => camera.zoom(1 / 1.4);
  byId('zoom-fit').onclick = () => camera.fit();
  on('world', takeWorld);
  on('history', () => {
    byId('undo').disabled = !state.world.undo;
    byId('redo').disabled = !state.world.redo;
  });
  on('cells places answer settings position trace show display hover sketch brush tool layer units danger explorer rush', redraw);
  on('trouble', (text) => toast(text, true));
  let compared = state.compare;
  on('settings layout', () => {
    if (compared !== state.compare) {
      compared = state.compare;
      layout();
      camera.fit();
    } else layout();
    if (state.compare && !traces.b.count) emit('show');
  });
  on('online', () => {
    byId('banner').hidden = state.online;
    byId('banner').textContent = 'Connection lost. Trying again…';
  });
  new ResizeObserver(() => {
    const before = camera.view.width * camera.view.height;
    layout();
    if (before < 20_000 && state.world) camera.fit();
  }).observe(byId('boards'));
  requestAnimationFrame((time) => loop.frame(time));
  connect(ready);
}

/** After each welcome: what was there before, or the first map. */
async function ready() {
  const lesson = fragment().get('lesson');
  if (lesson && await use(lessons, (part) => part.openLesson(Number(lesson)))) return;
  // What was there before comes first, so that undoing can bring it back.
  const restored = await restore();
  if (!await landOnMethod() && !restored) await land();
}

start();
