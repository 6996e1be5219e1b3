/** One board: a canvas that shows the map, a search, the path and whatever moves. */

import { camera } from './camera.js';
import { colours } from './colours.js';
import { ground, layerTiles, outside } from './ground.js';
import { drawGlyphs, drawLabels, drawSquares, ARROWS_FROM, SQUARES_FROM } from './squares.js';
import { drawBody, drawLattice, drawMark, drawPath } from './marks.js';
import { lively } from './parts.js';
import { isOnMap, landmarksShown, sizeOf, state } from './state.js';
import { units } from './units.js';

export class Board {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {'a'|'b'} name of the panel it shows
   * @param {import('./trace.js').Trace} trace
   */
  constructor(canvas, name, trace) {
    this.canvas = canvas;
    this.name = name;
    this.trace = trace;
    this.ctx = canvas.getContext('2d', { alpha: false });
    /** Things drawn on top, in order: functions of the context and the view. */
    this.over = [];
    this.css = { width: 0, height: 0 };
  }

  /** Takes the size of the element; returns whether it changed. */
  measure() {
    const box = this.canvas.getBoundingClientRect();
    const ratio = Math.min(3, window.devicePixelRatio || 1);
    const [width, height] = [Math.round(box.width * ratio), Math.round(box.height * ratio)];
    this.css = { width: box.width, height: box.height };
    this.ratio = ratio;
    if (this.canvas.width === width && this.canvas.height === height) return false;
    this.canvas.width = width;
    this.canvas.height = height;
    return true;
  }

  /** Where the map and the middle of a cell lie on the canvas, in device pixels, and which cells are seen. */
  view() {
    const size = camera.size * this.ratio;
    const left = Math.round(this.canvas.width / 2 - camera.x * size);
    const top = Math.round(this.canvas.height / 2 - camera.y * size);
    const { width, height } = state.world;
    const middle = (x, y) => {
      const [mx, my] = camera.tiling.middle(x, y);
      return [left + mx * size, top + my * size];
    };
    const within = (value, most) => Math.max(0, Math.min(most, value));
    const tiled = camera.tiling.seen?.((px) => (px - left) / size, (py) => (py - top) / size, this.canvas);
    return {
      size, left, top, middle, ratio: this.ratio, cssSize: camera.size, width: this.canvas.width, height: this.canvas.height,
      first: { x: within(Math.floor(-left / size), width), y: within(Math.floor(-top / size), height) },
      last: { x: within(Math.ceil((this.canvas.width - left) / size), width), y: within(Math.ceil((this.canvas.height - top) / size), height) },
      ...tiled,
    };
  }

  draw() {
    const { ctx } = this;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.fillStyle = outside();
    ctx.fillRect(0, 0, this.canvas.width, this.canvas.height);
    if (!state.world) return;
    const view = this.view();
    if (camera.tiling.draw) camera.tiling.draw(ctx, view, this);
    else this.#drawSquares(view);
    lively.layers?.drawLayerLines(ctx, view);
    lively.explorer?.drawFog(ctx, view, this.name);
    lively.edits?.drawFlashes(ctx, view);
    // While the user watches the animals, the query would only be in their way.
    if (state.tab !== 'units' || units.count === 0) this.#drawAnswer(view);
    lively.layers?.drawLayerMarks(ctx, view);
    lively.explorer?.drawExplorer(ctx, view, this.name);
    if (this.name === 'a') lively.rush?.drawAnswers(ctx, view);
    if (state.tab !== 'units' || units.count === 0) lively.dangers?.drawDangers(ctx, view);
    lively.units?.drawUnits(ctx, view);
    lively.wave?.drawFront(ctx, view);
    for (const draw of this.over) draw(ctx, view, this.name);
    if (isOnMap(state.hover) && camera.size >= 5) this.#frame(view, state.hover, colours().hover, 1.5);
    if (isOnMap(state.chosen)) this.#frame(view, state.chosen, colours().select, 2.5);
  }

  /** The map and the search over it. */
  #drawSquares(view) {
    const { ctx } = this;
    ground.draw(ctx, view);
    if (state.layer?.values) {
      if (state.layer.kind === 'arrows') lively.layers?.drawArrows(ctx, view, state.layer);
      else layerTiles.draw(ctx, view);
    }
    lively.fit?.drawFit(ctx, view, this.name);
    this.#drawSearch(view);
    if (state.show.grid && camera.size >= 8) this.#drawGrid(view);
    if (camera.size >= ARROWS_FROM + 1) drawGlyphs(ctx, view);
    if (this.showsSearch && camera.size >= SQUARES_FROM) {
      drawSquares(ctx, view, this.trace, this.name);
      lively.jumps?.drawAheads(ctx, view, this.trace);
    }
  }

  /** Whether squares of the search are visible. */
  get showsSearch() {
    return state.show.search && this.trace.count > 0 && (state.tab !== 'units' || units.count === 0);
  }

  #drawSearch(view) {
    if (!this.showsSearch) return;
    const byOrder = state.show.order === 'on' || (state.show.order === 'auto' && camera.size < 6);
    this.trace.setByOrder(byOrder);
    if (camera.size < SQUARES_FROM) this.trace.tiles.draw(this.ctx, view);
  }

  #drawGrid(view) {
    const { ctx } = this;
    ctx.strokeStyle = colours().grid;
    ctx.lineWidth = Math.max(1, Math.round(view.ratio));
    drawLattice(ctx, view, 1);
  }

  #drawAnswer(view) {
    const { ctx } = this;
    const panel = state.panels[this.name];
    const reached = !state.show.search || !this.trace.count || this.trace.position >= this.trace.count;
    const size = sizeOf(this.name);
    if (state.show.path && panel.path && reached) drawPath(ctx, view, panel.path, panel.partial, size);
    if (state.show.reach && state.reach?.panel === this.name) drawPath(ctx, view, state.reach.nodes, true, size);
    if (this.showsSearch) {
      (camera.tiling.labels ?? drawLabels)(ctx, view, this.trace, this.name);
      lively.halves?.drawMeeting(ctx, view, this.trace);
    }
    const { start, via, goals } = state;
    const marks = [...landmarksShown().map((cell, at) => [cell, 'landmark', at + 1]), ...goals.map((goal, at) => [goal, 'goal', goals.length > 1 ? at + 1 : 'B']), ...via.map((stop, at) => [stop, 'via', at + 1]), [start, 'start', 'A']];
    for (const [cell, kind] of marks) if (kind !== 'landmark') drawBody(ctx, view, cell, kind, size);
    for (const [cell, kind, text] of marks) drawMark(ctx, view, cell, kind, `${text}`);
  }

  #frame(view, cell, colour, width) {
    const { ctx } = this;
    ctx.strokeStyle = colour;
    ctx.lineWidth = width * view.ratio;
    if (!camera.tiling.outline) return ctx.strokeRect(view.left + cell.x * view.size, view.top + cell.y * view.size, view.size, view.size);
    ctx.beginPath();
    camera.tiling.outline(ctx, view, cell.x, cell.y);
    ctx.stroke();
  }

  /** The cell under a point of the page. */
  cellAt(clientX, clientY) {
    const box = this.canvas.getBoundingClientRect();
    const place = camera.toCell(clientX - box.left, clientY - box.top);
    return { ...camera.tiling.at(place.x, place.y), px: clientX - box.left, py: clientY - box.top, fx: place.x, fy: place.y };
  }
}
