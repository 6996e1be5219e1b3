/** Where the board looks: a centre in cells and a size of a cell, shared by both boards. */

const MAX_SIZE = 160;

/** How squares lie: tiles of other shapes bring the same functions. Places on the map are counted in squares. */
const SQUARES = {
  extent: (width, height) => ({ width, height }),
  middle: (x, y) => [x + 0.5, y + 0.5],
  at: (x, y) => ({ x: Math.floor(x), y: Math.floor(y) }),
  /** The strokes that together draw one stroke. */
  pieces: (stroke) => [stroke],
};

/** The shared camera. Sizes are CSS pixels per cell. */
export const camera = {
  tiling: SQUARES,
  x: 0, y: 0, size: 16,
  changed: () => {},
  width: 1, height: 1,

  /** The smallest useful size: the whole map in half the board. */
  get least() {
    return Math.min(4, 0.5 * this.fitSize());
  },

  /** The size at which the whole map is visible. */
  fitSize() {
    return this.fitting().size;
  },

  /** How the whole map is shown clear of what lies over the board: beside the corner or above it, whichever shows it larger. */
  fitting() {
    const { width, height } = this.view;
    const { pad, top, corner } = this.room();
    const ways = [[Math.max(pad, corner.width), pad], [pad, Math.max(pad, corner.height)]].map(([right, bottom]) => {
      const size = Math.min((width - pad - right) / this.width, (height - top - bottom) / this.height);
      return { size, right: right - pad, down: bottom - top };
    });
    return ways[0].size > ways[1].size ? ways[0] : ways[1];
  },

  /** Size of one board in CSS pixels. */
  view: { width: 100, height: 100 },

  /** What a map that is shown whole leaves free on a board, in CSS pixels: on all sides, at the top, and in the corner at the bottom right. */
  room: () => ({ pad: 28, top: 28, corner: { width: 0, height: 0 } }),

  /** Shows a map of this many columns and rows of such tiles. */
  take(width, height, tiling) {
    this.tiling = tiling ?? SQUARES;
    Object.assign(this, this.tiling.extent(width, height));
  },

  /** Shows all of a map. */
  fit() {
    const { size, right, down } = this.fitting();
    this.size = Math.max(0.02, Math.min(84, size));
    this.x = this.width / 2 + right / 2 / this.size;
    this.y = this.height / 2 + down / 2 / this.size;
    this.clamp();
    this.changed();
  },

  /** Zooms by `factor`, keeping the cell under the point (CSS pixels from the board's corner). */
  zoom(factor, px = this.view.width / 2, py = this.view.height / 2) {
    const before = this.toCell(px, py);
    this.size = Math.min(MAX_SIZE, Math.max(this.least, this.size * factor));
    const after = this.toCell(px, py);
    this.x += before.x - after.x;
    this.y += before.y - after.y;
    this.clamp();
    this.changed();
  },

  /** Moves by CSS pixels. */
  pan(dx, dy) {
    this.x -= dx / this.size;
    this.y -= dy / this.size;
    this.clamp();
    this.changed();
  },

  /** Puts a cell in the middle. */
  look(x, y) {
    this.x = x;
    this.y = y;
    this.clamp();
    this.changed();
  },

  clamp() {
    this.x = Math.min(this.width, Math.max(0, this.x));
    this.y = Math.min(this.height, Math.max(0, this.y));
  },

  /** The place on the map, in cells with fractions, of a point of the board. */
  toCell(px, py) {
    return { x: this.x + (px - this.view.width / 2) / this.size, y: this.y + (py - this.view.height / 2) / this.size };
  },

  /** The point of the board over the middle of a cell. */
  pointOf({ x, y }) {
    return this.toPoint(...this.tiling.middle(x, y));
  },

  /** The point of the board, in CSS pixels, of a place on the map. */
  toPoint(x, y) {
    return { x: (x - this.x) * this.size + this.view.width / 2, y: (y - this.y) * this.size + this.view.height / 2 };
  },
};
