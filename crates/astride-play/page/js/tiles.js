/**
 * Bitmaps of a map in tiles of 256 × 256 pixels, at one pixel per cell and at coarser levels.
 * Only tiles in view are painted, and only when something in them changed.
 */

const SIDE = 256;
const KEPT = 220;

/** Scratch that all tiles are painted in. */
const image = new ImageData(SIDE, SIDE);
const pixels = new Uint32Array(image.data.buffer);

export class TileLayer {
  #tiles = new Map();
  #versions = new Uint32Array(1);
  #columns = 1;
  #version = 1;

  /**
   * @param {(out: Uint32Array, x: number, y: number, step: number, columns: number, rows: number) => void} paint
   *   fills `out[row * 256 + column]` with the colour of the block of `step` cells at
   *   `(x + column * step, y + row * step)`; a step below 1 is the part of a cell that a pixel is
   * @param {number} finest the level of the finest bitmaps: 0 is a pixel per cell, -2 are 4 x 4
   */
  constructor(paint, finest = 0) {
    this.paint = paint;
    this.finest = finest;
    this.width = 0;
    this.height = 0;
  }

  /** Starts over for a map of this size. */
  resize(width, height) {
    this.width = width;
    this.height = height;
    this.#columns = Math.ceil(width / SIDE) || 1;
    this.#versions = new Uint32Array(this.#columns * (Math.ceil(height / SIDE) || 1)).fill(1);
    this.#tiles.clear();
  }

  /** Everything changed. */
  touchAll() {
    this.#versions.fill(++this.#version);
  }

  /** The cell changed. */
  touch(x, y) {
    this.#versions[(y >> 8) * this.#columns + (x >> 8)] = this.#version;
  }

  /** To be called before a run of `touch`. */
  begin() {
    this.#version++;
  }

  /** The newest version of the base tiles under a tile of a level. */
  #newest(level, tx, ty) {
    const rows = this.#versions.length / this.#columns;
    const scale = 2 ** level;
    const [x1, y1] = [Math.min(this.#columns, (tx + 1) * scale), Math.min(rows, (ty + 1) * scale)];
    let newest = 0;
    for (let y = Math.floor(ty * scale); y < y1; y++) {
      for (let x = Math.floor(tx * scale); x < x1; x++) newest = Math.max(newest, this.#versions[y * this.#columns + x]);
    }
    return newest;
  }

  /**
   * Draws what is in view.
   * @param {CanvasRenderingContext2D} ctx in device pixels
   * @param {{size: number, left: number, top: number, width: number, height: number}} view
   *   size of a cell, place of the map's corner, size of the canvas: all in device pixels
   */
  draw(ctx, view) {
    const level = Math.max(this.finest, Math.min(6, Math.trunc(Math.log2(1 / view.size))));
    const step = 2 ** level;
    const span = SIDE * step * view.size;
    ctx.imageSmoothingEnabled = view.size * step < 1;
    const first = [Math.max(0, Math.floor(-view.left / span)), Math.max(0, Math.floor(-view.top / span))];
    const last = [
      Math.min(Math.ceil(this.width / (SIDE * step)), Math.ceil((view.width - view.left) / span)),
      Math.min(Math.ceil(this.height / (SIDE * step)), Math.ceil((view.height - view.top) / span)),
    ];
    for (let ty = first[1]; ty < last[1]; ty++) {
      for (let tx = first[0]; tx < last[0]; tx++) this.#drawTile(ctx, view, level, tx, ty, span);
    }
    this.#forget();
  }

  #drawTile(ctx, view, level, tx, ty, span) {
    const step = 2 ** level;
    const columns = Math.min(SIDE, Math.ceil((this.width - tx * SIDE * step) / step));
    const rows = Math.min(SIDE, Math.ceil((this.height - ty * SIDE * step) / step));
    const tile = this.#tile(level, tx, ty, columns, rows);
    const left = Math.round(view.left + tx * span);
    const top = Math.round(view.top + ty * span);
    const right = Math.round(view.left + tx * span + columns * step * view.size);
    const bottom = Math.round(view.top + ty * span + rows * step * view.size);
    ctx.drawImage(tile, 0, 0, columns, rows, left, top, right - left, bottom - top);
  }

  #tile(level, tx, ty, columns, rows) {
    const key = ((level + 4) * 4096 + ty) * 4096 + tx;
    const newest = this.#newest(level, tx, ty);
    let tile = this.#tiles.get(key);
    if (tile && tile.version >= newest) {
      this.#tiles.delete(key);
      this.#tiles.set(key, tile);
      return tile.canvas;
    }
    if (!tile) {
      const canvas = document.createElement('canvas');
      canvas.width = columns;
      canvas.height = rows;
      tile = { canvas, ctx: canvas.getContext('2d'), version: 0 };
    }
    const step = 2 ** level;
    pixels.fill(0);
    this.paint(pixels, tx * SIDE * step, ty * SIDE * step, step, columns, rows);
    tile.ctx.putImageData(image, 0, 0, 0, 0, columns, rows);
    tile.version = newest;
    this.#tiles.delete(key);
    this.#tiles.set(key, tile);
    return tile.canvas;
  }

  /** Drops the tiles that were not in view for longest. */
  #forget() {
    for (const key of this.#tiles.keys()) {
      if (this.#tiles.size <= KEPT) break;
      this.#tiles.delete(key);
    }
  }
}
